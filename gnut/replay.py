"""A stored run through the road again, from nothing but the bytes that it was made from: pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from gnut.account.contract import Engine, Execution, Terms
from gnut.account.core.acquisitions import HELD, consistent
from gnut.account.core.manifest import complete
from gnut.account.records import Acquisition
from gnut.acquire.contract import Acquired, Mode, Snapshot
from gnut.acquire.core.capture import source
from gnut.acquire.core.replay import load
from gnut.authority.contract import AuthorityPolicy
from gnut.errors import BadConfig, BadReceipt
from gnut.ingest.contract import Profile
from gnut.ingest.core import profile
from gnut.ingest.core.profile import GROUNDNUT, REPORT
from gnut.ledger.contract import Policy
from gnut.model import Absence, Report, Request, Source, Uri
from gnut.run import Judges, execution, run
from gnut.support.contract import Assessment, Decision, Detect, SupportInput, SupportPolicy
from gnut.support.core import detector
from gnut.support.core.assess import input_sha256
from gnut.text.fitted import fitted
from gnut.verify_receipt.contract import CODES, Bundle, Refusal
from gnut.verify_receipt.core import verify_receipt
from gnut.verify_receipt.core.form import form
from gnut_store import canon
from gnut_store.oid import oid_of

Frozen = Policy | SupportPolicy | AuthorityPolicy


def replay(bundle: Bundle, *, engine: Engine | None = None) -> Execution:
    """Return the run of a bundle, made again under its own terms.

    What a replay cannot look at again is taken over as it is stored: see `taken_over`.

    Args:
        bundle: The run and everything it was made from.
        engine: The engine that replays. With it the account is of this replay, offline and by this engine; without
            it the account repeats the engine, the mode and the strategies of the run.

    Raises:
        BadReceipt: The stored execution, a snapshot or a text is not what it has to be; `code` is one of
            `gnut.verify_receipt.contract.CODES`.
        GnutError: The road refuses the report or its terms.
    """
    stored, refused = form(bundle.execution)
    if stored is None:
        raise BadReceipt(refused[0].message, code=refused[0].code, pointer=refused[0].pointer)
    return _again(bundle, stored, engine)


def verified(bundle: Bundle, *, engine: Engine | None = None, frozen: Iterable[Frozen] = ()) -> tuple[Refusal, ...]:
    """Return why the run of a bundle is refused, in order; nothing when it stands.

    Args:
        bundle: The run and everything it was made from.
        engine: The engine that replays, to name it where it is another one and the results differ.
        frozen: Policies that are published: none of their keys and versions may say anything else.
    """
    return verify_receipt(bundle, partial(_judged, bundle, tuple(frozen)), engine=engine)


def taken_over(bundle: Bundle, stored: Execution) -> tuple[str, ...]:
    """Return in sentences what a replay of a run cannot look at again and takes from the run itself."""
    said = []
    if _built_in(stored.run.terms.support) is None:
        said.append("a detector that needs a model is not asked again: its decisions are taken from the run")
    acquired = [one.result for one in stored.run.acquisitions]
    failed = sum(1 for one in acquired if not one.ok and one.source_id not in bundle.snapshots)
    if failed:
        said.append(f"that {failed} of {len(acquired)} sources could not be had is taken from the run")
    emitted = stored.run.arena_emission
    if emitted is not None and emitted.get("input_sha256") != stored.run.report.sha256:
        said.append("the arena tasks are of another artifact and are taken from the run")
    said.append("which engine and domain pack were in force is taken from the run")
    return tuple(said)


def _judged(bundle: Bundle, frozen: tuple[Frozen, ...], stored: Execution) -> Execution:
    """Return the replay of a run whose records do not contradict themselves."""
    _require_frozen(stored.run.terms, frozen)
    for at, one in enumerate(stored.run.acquisitions):
        consistent(one, f"/run/acquisitions/{at}")
    complete(stored.manifest, "/manifest")
    return _again(bundle, stored)


def _require_frozen(terms: Terms, frozen: tuple[Frozen, ...]) -> None:
    """Refuse a policy or profile that bears the name of a published one and says something else."""
    used = (("standing", terms.standing), ("support", terms.support), ("authority", terms.authority))
    for name, policy in used:
        for published in frozen:
            named = (published.schema, published.key, published.version) == (policy.schema, policy.key, policy.version)
            if named and _without_allowances(published) != _without_allowances(policy):
                raise _refused("policy_not_frozen", f"/run/terms/{name}")
    _require_published_profile(terms.profile)


def _require_published_profile(given: Profile) -> None:
    if given.key not in (REPORT, GROUNDNUT):
        return
    published = profile(given.key)
    if given.version == published.version and given != published:
        # A profile covers its segmenter: where only that differs, the text is cut by other rules.
        other = given.segmenter != published.segmenter
        code, at = ("other_segmenter", "/segmenter") if other else ("policy_not_frozen", "")
        raise _refused(code, f"/run/terms/profile{at}")


def _without_allowances(policy: Frozen) -> Frozen:
    """Return what a policy says before `--allow`, which every run may add and every receipt shows."""
    return replace(policy, allows=()) if isinstance(policy, Policy) else policy


def _again(bundle: Bundle, stored: Execution, engine: Engine | None = None) -> Execution:
    made_from, terms = stored.run, stored.run.terms
    report = Report(made_from.report.path, bundle.report, tuple(sorted(bundle.companions.items())))
    judges = Judges(terms.support, _detect(stored), terms.authority, dict(terms.declarations))
    again = run(
        report,
        profile=terms.profile,
        sources=_Stored(bundle, made_from.acquisitions),
        policy=terms.standing,
        policies={},
        judges=judges,
    )
    return execution(
        report,
        again,
        profile=terms.profile,
        judges=judges,
        engine=engine or stored.manifest.engine,
        domain=stored.manifest.domain,
        mode=Mode.REPLAY_ONLY.value if engine else _mode(made_from.acquisitions),
        strategies={}
        if engine
        else {one.result.uri: (one.strategy, one.live_attempted) for one in made_from.acquisitions},
        emission=_emission(bundle, stored),
    )


def _emission(bundle: Bundle, stored: Execution) -> dict[str, Any] | None:
    """Return the arena tasks of the report, emitted again; those of another artifact as they are stored."""
    told = stored.run.arena_emission
    if told is None or told.get("input_sha256") != stored.run.report.sha256:
        return told
    from gnut.arena.contract import Emission
    from gnut.arena.core import emit

    try:
        given = fitted(told, Emission)
    except BadReceipt as error:
        raise _refused(error.code, f"/run/arena_emission{error.pointer}") from None
    again: dict[str, Any] = to_builtins(emit(bundle.report, given.kind, given.profile))
    return again


def _mode(acquisitions: tuple[Acquisition, ...]) -> str:
    return next((one.mode for one in acquisitions), Mode.REPLAY_ONLY.value)


class _Stored:
    """The sources of a stored run, read from its bundle; what failed fails again in the same way."""

    def __init__(self, bundle: Bundle, acquisitions: tuple[Acquisition, ...]) -> None:
        self._bundle = bundle
        self._at = {one.result.uri: (at, one) for at, one in enumerate(acquisitions)}

    def __call__(self, request: Request) -> Acquired:
        """Return the source, or the absence that the run recorded.

        Raises:
            BadReceipt: Its snapshot or its text is not at hand or not sound.
        """
        if request.uri not in self._at:
            return Absence(request.uri, "not_acquired", "the run names no such source")
        at, one = self._at[request.uri]
        pointer = f"/run/acquisitions/{at}"
        body = self._bundle.snapshots.get(one.result.source_id)
        in_force = one.snapshot is not None or one.strategy in HELD
        if body is not None and in_force:
            return self._captured(request.uri, body, pointer)
        if in_force and one.snapshot is not None:
            raise _refused("snapshot_missing", f"{pointer}/snapshot")
        if not one.result.ok:
            return Absence(request.uri, str(one.result.failure), str(one.result.detail))
        return self._inline(one, pointer)

    def _captured(self, uri: Uri, body: bytes, pointer: str) -> Acquired:
        snapshot = load(body, uri)
        if isinstance(snapshot, Absence):
            raise _refused("snapshot_invalid", f"{pointer}/snapshot")
        window = snapshot.window
        text = self._text(window.text_sha256, pointer)
        if (window.captured_characters, window.captured_bytes) != (len(text), len(text.encode())):
            raise _refused("snapshot_invalid", f"{pointer}/snapshot")
        hidden = self._hidden(snapshot, pointer)
        return source(oid_of("snapshot", body), snapshot, text, hidden, canon.sha256(body))

    def _text(self, sha256: str | None, pointer: str) -> str:
        body = self._bundle.texts.get(str(sha256))
        if body is None:
            raise _refused("text_missing", f"{pointer}/result/source_sha256")
        return _decoded(body, canon.sha256(body) == sha256, "other_text", f"{pointer}/result/source_sha256")

    def _hidden(self, snapshot: Snapshot, pointer: str) -> str | None:
        body = self._bundle.hidden.get(snapshot.window.text_sha256)
        if snapshot.hidden_text is None:
            return None
        same = body is not None and oid_of("text", body) == snapshot.hidden_text
        return _decoded(body or b"", same, "other_hidden_text", f"{pointer}/snapshot")

    def _inline(self, one: Acquisition, pointer: str) -> Source:
        """Return a text that no snapshot stands for: all that is known of it is what the run says."""
        result = one.result
        hidden = self._bundle.hidden.get(str(result.source_sha256))
        return Source(
            uri=result.uri,
            final_uri=str(result.final_uri),
            snapshot=None,
            text=self._text(result.source_sha256, pointer),
            hidden_text=None if hidden is None else hidden.decode("utf-8", "replace"),
            truncation=str(result.truncation),
            supplied=result.supplied,
            redirected=result.redirected,
            notes=result.notes,
        )


def _decoded(body: bytes, same: bool, code: str, pointer: str) -> str:
    try:
        text = body.decode("utf-8") if same else None
    except UnicodeDecodeError:
        text = None
    if text is None:
        raise _refused(code, pointer)
    return text


def _refused(code: str, pointer: str) -> BadReceipt:
    return BadReceipt(CODES[code], code=code, pointer=pointer)


def _built_in(policy: SupportPolicy) -> Detect | None:
    """Return the detector of a policy that can be asked again; None for one that needs a model.

    Raises:
        BadConfig: The policy names a built-in detector that this engine has no longer.
    """
    try:
        return detector(policy)
    except BadConfig as error:
        if error.code != "detector_not_admitted":
            raise
        return None


def _detect(stored: Execution) -> Detect:
    return _built_in(stored.run.terms.support) or _Recorded(stored)


class _Recorded:
    """Answers as a run says its detector did: the same claim, question and source, the same answer."""

    def __init__(self, stored: Execution) -> None:
        self.identity = stored.run.terms.support.detector
        self._said: Mapping[str, Assessment] = {
            one.assessment.input_sha256: one.assessment for one in stored.run.evidence.accounts
        }

    def __call__(self, asked: SupportInput) -> Decision | None:
        """Return the recorded decision; None where the detector abstained."""
        text = canon.sha256(asked.source_text.encode())
        said = self._said.get(input_sha256(asked.claim_text, asked.question, text))
        if said is None:
            return None
        kind, _, name = (said.note or "").partition(":")
        if kind == "detector_error":
            raise type(name, (Exception,), {})
        return said.decision
