"""What the adapters share: ids and numbers are taken, all else is counted, and a part of a result is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from gnut.errors import Usage
from gnut.ground.adapters.contract import ACL, CITATION, Adapted, Probe
from gnut.ground.contract import AclRun, CitationRun, GroundEvidenceError, Number
from gnut.ground.core.secrets import secret_shape
from gnut.ground.core.shapes import EVIDENCE, LONGEST
from gnut.text.times import instant, oldest

MOST_ROWS = 100_000
"""Most rows, hits or references of one result."""


class Partial(GroundEvidenceError):
    """A result that says itself that it is not all of it."""

    code = "partial_result"


class Taking:
    """One result as it is taken apart: what was left behind is counted."""

    def __init__(self, probe: Probe) -> None:
        """Begin with nothing dropped.

        Raises:
            GroundEvidenceError: The probe is not what its kind needs.
        """
        self.probe = probe
        self.dropped: Counter[str] = Counter()
        self.remarks: list[str] = []
        self.id(probe.source_id, "source id")
        if probe.kind == ACL:
            self.id(probe.principal, "principal")
        for at, each in enumerate(probe.allowed or ()):
            self.id(each, f"allowed[{at}]")
        if probe.captured_at is not None and instant(probe.captured_at) is None:
            raise EVIDENCE.refuse("is no RFC 3339 time with a zone", "captured at", "as 2026-01-02T03:04:05Z")

    def leave(self, what: str, count: int = 1) -> None:
        """Count what is left behind."""
        if count:
            self.dropped[what] += count

    def fields(self, value: object, path: str, taken: Iterable[str]) -> dict[str, Any]:
        """Return an object, whose fields beside `taken` are counted as left behind."""
        given = EVIDENCE.fields(value, path)
        self.leave("fields", len(given.keys() - set(taken)))
        return given

    def answer(self, value: object, path: str, taken: Iterable[str]) -> dict[str, Any]:
        """Return a whole answer; one that says that the question failed is no empty one."""
        given = self.fields(value, path, taken)
        if given.get("error") is not None:
            raise Partial("says that the question failed", path=f"{path}.error", help="ask again")
        return given

    def items(self, value: object, path: str) -> list[Any]:
        """Return a list of `MOST_ROWS` at most."""
        found = EVIDENCE.items(value, path)
        if len(found) > MOST_ROWS:
            raise EVIDENCE.refuse(f"has over {MOST_ROWS:,} entries", path, "split the probe")
        return found

    def id(self, value: object, path: str) -> str:
        """Return an id; a whole number that a system gives for one is its digits."""
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        said = EVIDENCE.id(value, path)
        if (shape := secret_shape(said)) is not None:
            raise EVIDENCE.refuse(f"has the shape of {shape}, and is no id", path, "name another field for the id")
        return said

    def require_kind(self, form: str, *kinds: str) -> None:
        """Refuse a kind of evidence that a form does not record.

        Raises:
            GroundEvidenceError: The probe is of such a kind.
        """
        kind = self.probe.kind
        if kind not in kinds:
            what = {CITATION: "what an answer cited", ACL: "who was given what"}.get(
                kind, "whether a query was refused"
            )
            help = "record it as JSON Lines: gnut ground adapt jsonl"
            raise GroundEvidenceError(f"a result of {form} does not record {what}", help=help)

    def require_mapped(self, *known: str) -> None:
        """Refuse a mapping of fields that this form and kind have no use for, so that none is taken to count.

        Raises:
            Usage: There is one.
        """
        for name in sorted(self.probe.fields.keys() - set(known)):
            help = f"fields here are: {', '.join(known)}" if known else "this form has names of its own"
            raise Usage(f"--field {name[:LONGEST]!r} maps nothing here", help=help)

    def require_distinct(self, documents: Sequence[str]) -> None:
        """Refuse the answer to one query in which a document stands twice.

        Raises:
            Partial: One does, so that another may be missing in its place.
        """
        again = next((each for each, count in Counter(documents).items() if count > 1), None)
        if again is not None:
            raise Partial(
                "stands twice: a page was named again, or one is missing",
                path=f"document {list(documents).index(again) + 1}",
                help="name each page once; of several indices, --field document=_index/_id tells ids apart",
            )

    def acl(self, documents: Sequence[str], stamps: Iterable[object] = ()) -> Adapted:
        """Return the run of one principal's probe."""
        probe = self.probe
        if not documents:
            self.remarks.append("nothing was given: that this principal was asked at all is your word alone")
        run = AclRun(
            source_id=probe.source_id,
            principal=probe.principal or "",
            document_ids=tuple(documents),
            expected_entitled=probe.entitled,
            allowed_document_ids=probe.allowed,
            captured_at=self.when(stamps),
        )
        if probe.entitled is None:
            self.remarks.append("nobody recorded whether the principal is entitled: the run proves nothing either way")
        return self.made(run)

    def citation(
        self,
        citations: Sequence[str],
        retrieved: Sequence[str],
        *,
        stamps: Iterable[object] = (),
        subqueries: Number | None = None,
        tokens: Number | None = None,
    ) -> CitationRun:
        """Return the run of one answer."""
        return CitationRun(
            source_id=self.probe.source_id,
            citations=tuple(citations),
            retrieved_ids=tuple(retrieved),
            captured_at=self.when(stamps),
            subqueries=subqueries,
            tokens=tokens,
        )

    def when(self, stamps: Iterable[object]) -> str | None:
        """Return when the probe was captured: what the operator says, else the earliest time of the result."""
        found = list(stamps)
        self.leave("times that cannot be read", sum(each is not None and instant(each) is None for each in found))
        return self.probe.captured_at if self.probe.captured_at is not None else oldest(found)

    def made(self, *runs: Any) -> Adapted:
        """Return the runs with what was left behind."""
        return Adapted(tuple(runs), dict(sorted(self.dropped.items())), tuple(dict.fromkeys(self.remarks)))
