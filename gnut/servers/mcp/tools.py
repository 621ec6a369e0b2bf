"""What each tool does: arguments to the same functions that the commands call, and their values to a plain object.

Words of answers, sources and traces go into one field, `untrusted_text`, escaped and cut; all else is ids, numbers and
closed words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

import msgspec

from gnut.edge.answering import policy_of, shipped
from gnut.edge.hidden import hidden
from gnut.edge.keys import raw
from gnut.edge.paths import native
from gnut.edge.records import Sink
from gnut.edge.running import check_start
from gnut.edge.sealing import content, sealed
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing
from gnut.formats.escape import one_line
from gnut.proofread.core import UNSEGMENTED, proofread
from gnut.proofread.core.encoders import stemmed
from gnut.text.patterns import lazy
from gnut.text.quantities.finding import Terms
from gnut.verify_answer.contract import Passage
from gnut.verify_answer.core import verify_answer
from gnut.verify_answer.core.passages import passages
from gnut.verify_records.contract import Signer
from gnut.verify_records.core import content_hash, verify_records
from gnut.verify_run.core import verify_run
from gnut.verify_run.core.policies import execution_policy

CAP = 8_000
"""Code points of `untrusted_text`."""

LINE = 300
"""Of one line in it."""

_FOUR = Decimal("0.0001")
_HASH = lazy(r"sha256:[0-9a-f]{64}")
MOST = 200
"""Entries of a list in a reply; of more, the first."""


class Tools:
    """The tools of one server."""

    def __init__(self, world: World, to: Sink | None, signs: Signer | None) -> None:
        """Take what the server was started with; `to` None keeps no record, `signs` None does not sign."""
        self._world, self._to, self._signs = world, to, signs
        self.named = {
            "find_unsupported_words": self.find_unsupported_words,
            "verify_answer": self.verify_answer,
            "verify_records": self.verify_records,
            "verify_run": self.verify_run,
            "check_report": self.check_report,
        }

    @property
    def writes(self) -> frozenset[str]:
        """Names of the tools that keep a record."""
        return frozenset({"verify_answer", "verify_run"}) if self._to is not None else frozenset()

    def find_unsupported_words(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the weakest words and figures of an answer."""
        held = passages(given["sources"], prefix="source_", first=1)
        said = proofread(
            given["answer"],
            [(each.id, each.text) for each in held],
            encoder=stemmed(),
            k=given.get("k", 4),
            locale=given.get("locale", "und"),
        )
        lines = []
        weakest = []
        for number, each in enumerate(said.weakest, 1):
            where = (
                f"nearest in {each.evidence_id}: {each.evidence_text}"
                if each.evidence_id is not None
                else "no anchor found"
            )
            lines.append(f"{number}. {each.text} ({where})")
            weakest.append(
                {
                    "number": number,
                    "span": [each.span.start, each.span.end],
                    "support": format(Decimal(each.support).quantize(_FOUR), "f"),
                    "checked_by": "arithmetic" if each.kind == "numeral" else "word",
                    "source": _index(held, each.evidence_id),
                    "notes": list(each.notes),
                }
            )
        return {
            "weakest_anchors": weakest,
            "floor": said.floor,
            "n_marked": said.n_marked,
            "encoder_id": said.encoder_id,
            "sha256": said.sha256,
            "warnings": _indexed(said.warnings, held)[:MOST],
            "untrusted_text": _quoted(lines),
        }

    def verify_answer(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return what a policy decides of an answer, after its record is kept where one is."""
        held = passages(given["sources"], prefix="source_", first=1)
        verdict = verify_answer(
            given["answer"],
            held,
            policy=policy_of(given.get("policy")),
            question=given.get("question"),
            scope=given.get("scope"),
            risk_class=given.get("risk_class"),
            terms=Terms(locale=given.get("locale", "und")),
        )
        made = sealed(verdict, self._to, self._signs, prefix="rec")
        named = given.get("policy")
        own = None if named is None or named in shipped() else [f"policy {verdict.policy_id}"]
        if own is not None:
            own += [f"{each['framework']} {each['article']}: {each['control']}" for each in verdict.regulatory_mapping]
        numbers = {each.id: at for at, each in enumerate(verdict.claims)}
        return {
            "decision": verdict.decision,
            # The words of a client's own policy are its text, like an answer; the hash tells which one it is.
            "policy_id": verdict.policy_id if own is None else None,
            "policy_hash": verdict.policy_hash,
            "content_hash": content_hash(content(verdict)),
            "record_hash": made.record.record_hash if made.record else None,
            "record_id": made.record.record_id if made.record else None,
            "kept": "log" if made.record else None,
            "reasons": [{"code": each.code, "claim": each.claim} for each in verdict.reasons][:MOST],
            "evidence": [
                {
                    **{"claim": each.claim, "verifier": each.verifier, "result": each.result},
                    "answer_span": _span(verdict.claims[numbers[each.claim]].span),
                    "source": _index(held, each.source_id),
                    "source_span": _span(each.source_span),
                    "notes": list(each.notes),
                }
                for each in verdict.findings[:MOST]
            ],
            "regulatory_mapping": [
                {key: each[key] for key in ("framework", "article", "control")}
                for each in (verdict.regulatory_mapping if own is None else ())
            ],
            "warnings": list(verdict.warnings),
            "untrusted_text": _quoted([*([] if own is None else own), *(each.text for each in verdict.reasons)]),
        }

    def verify_records(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return whether a log of records stands."""
        keys = given.get("trusted")
        trusted = None if keys is None else raw.trusted(self._world, (), keys) or frozenset()
        verdict = verify_records(given["records"], verifies=raw.verifies(), trusted=trusted)
        return {
            "ok": verdict.ok,
            "verified": verdict.verified,
            "kind": verdict.kind,
            "signed": verdict.signed,
            "trusted": verdict.trusted,
            "head": verdict.head if verdict.head is None or _is_hash(verdict.head) else None,
            "faults": [{"line": each.line, "code": each.code} for each in verdict.faults][:MOST],
            "untrusted_text": _quoted(each.message for each in verdict.faults),
        }

    def verify_run(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return what an execution policy says of a run, after its record is kept where one is."""
        check_start(given["started_at"])
        verdict = verify_run(
            given["trace"],
            execution_policy(given["policy"]),
            run_id=given["run_id"],
            system=given["system"],
            system_version=given.get("system_version"),
            started_at=given["started_at"],
        )
        made = sealed(verdict, self._to, self._signs, prefix="run")
        lines = [f"{each.id} {each.tool}: {each.effect}" for each in verdict.steps]
        lines += [f"breach {each.action_id}: {each.reason}" for each in verdict.breaches]
        lines += [f"line {each.line}: {each.message}" for each in verdict.findings]
        return {
            "outcome": verdict.outcome,
            "findings": [{"line": each.line, "code": each.code} for each in verdict.findings[:MOST]],
            "gate": verdict.gate,
            "breaches": [each.action_id for each in verdict.breaches][:MOST],
            "steps": [
                {"id": each.id, "line": each.line, "effect": each.effect, "executed": each.executed}
                for each in verdict.steps[:MOST]
            ],
            "policy_hash": verdict.policy_hash,
            "run_hash": verdict.run_hash,
            "record_hash": made.record.record_hash if made.record else None,
            "record_id": made.record.record_id if made.record else None,
            "kept": "log" if made.record else None,
            "untrusted_text": _quoted(lines),
        }

    def check_report(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the ledger of a report of the repository, checked offline; nothing is kept."""
        from gnut.edge.checking import Call
        from gnut.edge.ground import Wishes

        inside = _inside(self._world, given["path"])
        wishes = Wishes(
            policy=given.get("policy"),
            allow=(),
            profile=None,
            acquire=False,
            allow_net=(),
            quiet=True,
            folder=self._world.root,
        )
        call = Call(self._world, wishes)
        checked = call.checked([inside], ())
        if not checked:
            raise InputMissing("the report could not be read", help="gnut check says why")
        ledger = checked[0].ledger
        lines = [f"{row.id} line {row.line}: {row.reason or row.bucket}: {row.text}" for row in ledger.rows]
        return {
            "outcome": ledger.outcome.value,
            "exit": max((*call.codes, int(ledger.outcome.value in ("failed", "indeterminate")))),
            "population": msgspec.to_builtins(ledger.population),
            "rows": [
                {
                    **{"id": row.id, "line": row.line, "column": row.column, "gates": row.gates, "code": row.code},
                    **{"bucket": msgspec.to_builtins(row.bucket), "reason": msgspec.to_builtins(row.reason)},
                    "marks": [mark.name for mark in row.marks],
                }
                for row in ledger.rows[:MOST]
            ],
            "untrusted_text": _quoted(lines),
        }


def _inside(world: World, path: str) -> str:
    """Return the path of a report as `check` takes it.

    Raises:
        InputMissing: It is no file inside the root, or one that `hidden` keeps from readers: a client is not told
            which, for what it may not read is nothing to it.
    """
    root = world.root.resolve()
    try:
        # A symbolic link is judged by where it leads, and by its own name.
        place = (root / native(path)).resolve()
        is_file = place.is_file()
    except (OSError, ValueError, RuntimeError):
        is_file = False
    if not is_file or not place.is_relative_to(root) or hidden(path) or hidden(place.relative_to(root).as_posix()):
        raise InputMissing(
            "no such report in this repository", help="name a file by its path from the repository's root"
        )
    return str(place)


def _indexed(warnings: Iterable[str], held: Sequence[Passage]) -> list[str]:
    """Return warnings that name a source by its number: an id is a client's text, and stands in one field alone."""
    by = {UNSEGMENTED.format(f"source {each.id}"): at for at, each in enumerate(held, 1)}
    return [UNSEGMENTED.format(f"source {by[each]}") if each in by else each for each in warnings]


def _index(held: Any, name: str | None) -> int | None:
    return next((at for at, each in enumerate(held, 1) if each.id == name), None) if name is not None else None


def _span(span: Any) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def _is_hash(text: str) -> bool:
    """Say whether a text is a hash and nothing else: what a log's line says there is a client's or a stranger's."""
    return _HASH.fullmatch(text) is not None


def _quoted(lines: Iterable[str]) -> str:
    """Return untrusted words as lines for people: control signs made visible, each line and the whole cut."""
    kept: list[str] = []
    size = 0
    for line in lines:
        shown = one_line(line)
        shown = shown if len(shown) <= LINE else f"{shown[: LINE - 1]}…"
        size += len(shown) + 1
        if size > CAP:
            kept.append("…")
            break
        kept.append(shown)
    return "\n".join(kept)


def refused(error: GnutError) -> dict[str, Any]:
    """Return an error as a tool says it: its code, and its message as untrusted text."""
    return {"error": error.code, "untrusted_text": _quoted([str(error), *([error.help] if error.help else [])])}
