"""Why a row says something else: which of the inputs that differ can have reached it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from gnut.account.records import Claim
from gnut.diff_replay.contract import CAUSES, SEVERAL, UNKNOWN
from gnut.diff_replay.core.facts import Facts
from gnut.findings import BY_NAME
from gnut.ledger.contract import Row

ANCHORING = frozenset(("bucket", "reason", "kind"))
"""Fields that reading and matching decide; no policy, support or authority moves them (the four facts)."""


class Side(Struct, frozen=True):
    """A row with the claim that it judges."""

    row: Row
    claim: Claim


class Why(Struct, frozen=True):
    """What a change can come from."""

    cause: str
    causes: tuple[str, ...]
    sources: tuple[str, ...]


def edited(before: Side, after: Side) -> tuple[str, ...]:
    """Return what the report itself says otherwise of two rows: `text`, `uri`, `excerpt`, `declaration`."""
    ours, theirs = before.claim, after.claim
    parts = (
        ("text", ours.text != theirs.text),
        ("uri", _uri(before.row) != _uri(after.row)),
        ("excerpt", (ours.excerpt, ours.locator) != (theirs.excerpt, theirs.locator)),
        ("declaration", _declared(ours) != _declared(theirs)),
    )
    return tuple(name for name, differs in parts if differs)


def _uri(row: Row) -> str | None:
    return None if row.source is None else row.source.uri or row.source.written


def _declared(claim: Claim) -> tuple[object, ...]:
    """Return what a claim declares of itself; ids of other claims move with every edit, and are left out."""
    stated = claim.analytical_provenance
    lineage = stated.calculation_lineage
    inputs = None if lineage is None else tuple((each.name, each.value) for each in lineage.inputs)
    formula = None if lineage is None else (lineage.formula, lineage.note)
    return stated.class_, claim.declared_analysis, claim.question, formula, inputs


def why_changed(
    before: Side,
    after: Side,
    fields: Iterable[str],
    facts: Facts,
    beside: Iterable[str | None] = (),
    *,
    bound_anew: bool = False,
) -> Why:
    """Return what the change of a row can come from.

    Args:
        before: The row as it was.
        after: The row as it is.
        fields: What of its standing differs.
        facts: Where the inputs of the runs differ.
        beside: Identities of the sources that the same sentence cites besides: an excerpt that is bound to a
            stack of citations goes to the member whose source holds it.
        bound_anew: Whether the sentence is the same in both reports, so that what moved between the members of its
            stack was moved by their sources.
    """
    judged = _Judged(before, after, facts, tuple(beside), bound_anew)
    met: set[str] = set()
    for field in fields:
        met |= judged.of(field)
    if not met:
        met = judged.weak()
    return _why(met, judged.sources() if "source" in met else ())


def why_there(facts: Facts, uris: Iterable[str | None], *, by_report: bool, by_source: bool) -> Why:
    """Return what a row that is new or gone can come from.

    Args:
        facts: Where the inputs of the runs differ.
        uris: Identities of the sources that its sentence cites: which of a stack holds an excerpt decides how
            many rows there are.
        by_report: Whether the report can have made or taken the row: its sentence reads otherwise.
        by_source: Whether the sources can have: the sentence stands in both runs.
    """
    sources = facts.changed(uris)
    candidates = (
        ("report", facts.report and by_report),
        ("profile", facts.profile),
        ("source", bool(sources) and by_source),
        ("engine", facts.engine),
    )
    return _why({name for name, holds in candidates if holds}, sources)


def _why(met: set[str], sources: tuple[str, ...]) -> Why:
    causes = tuple(name for name in CAUSES if name in met)
    cause = causes[0] if len(causes) == 1 else SEVERAL if causes else UNKNOWN
    return Why(cause, causes, sources if "source" in met else ())


class _Judged:
    """One pair of rows, and which inputs can have moved which of its fields."""

    def __init__(
        self, before: Side, after: Side, facts: Facts, beside: tuple[str | None, ...], bound_anew: bool
    ) -> None:
        self._before, self._after, self._facts, self._beside = before, after, facts, beside
        differs = bool(edited(before, after))
        self._edited = differs and not bound_anew
        self._moved = differs and (bound_anew or not (facts.report or facts.profile))

    def of(self, field: str) -> set[str]:
        """Return the causes that one field can have changed by."""
        facts, edited = self._facts, self._edited
        read = {"report": facts.report and edited, "profile": facts.profile and edited, "engine": facts.engine}
        if field in ANCHORING:
            read |= {"source": bool(self._own()), "report": read["report"] or self._by_others()}
        elif field == "gates":
            return self._gates()
        elif field == "waived":
            read |= {"report": facts.report, "policy": facts.waivers}
        elif field == "support":
            read |= {"source": bool(self._own()), "support": facts.support}
        elif field == "authority":
            read |= {"authority": facts.declared(self._before.row.id, self._after.row.id)}
        elif field == "calculation":
            # Its inputs may be stated by other claims of the report.
            read |= {"report": facts.report}
        return {name for name, can in read.items() if can}

    def _gates(self) -> set[str]:
        """Return what moved the gate alone; what moved other fields is found with them."""
        facts = self._facts
        met = {"policy"} if self._judged_otherwise() else set()
        ours, theirs = self._before.row, self._after.row
        if ours.marks != theirs.marks and {m.name for m in ours.marks} != {m.name for m in theirs.marks}:
            met |= {"source"} if self._own() else set()
            met |= {"report"} if facts.report and self._edited else set()
            met |= {"engine"} if facts.engine else set()
        elif {each.name for each in ours.findings} != {each.name for each in theirs.findings}:
            met |= {"report"} if facts.report and self._edited else set()
            met |= {"engine"} if facts.engine else set()
        waived = {(each.name, each.waived) for each in ours.findings if each.waived} ^ {
            (each.name, each.waived) for each in theirs.findings if each.waived
        }
        if waived:
            met |= {"policy"} if facts.waivers else {"report"} if facts.report else set()
        return met

    def _judged_otherwise(self) -> bool:
        """Whether the two policies say different things of a finding that either row has."""
        for each in (*self._before.row.findings, *self._after.row.findings):
            rule = BY_NAME.get(each.name)
            kind = rule.source if rule else "finding"
            clauses = {each.name, f"own_reasoning:{each.name}", f"{kind}:{each.name}"}
            if clauses & self._facts.clauses or (kind == "mark" and "mark:*" in self._facts.clauses):
                return True
        return False

    def _own(self) -> tuple[str, ...]:
        """Return the changed sources that this row stands or falls with."""
        rows = (self._before.row, self._after.row)
        uris = [*(_uri(row) for row in rows), *(row.elsewhere for row in rows)]
        # An unedited report whose excerpt is bound to another citation: the stack's sources decided that.
        return self._facts.changed([*uris, *self._beside] if self._moved else uris)

    def _by_others(self) -> bool:
        """Whether the rest of the report can have moved an unedited row.

        The excerpt stands in a source that only one of the runs cites; or the report has another name, and so
        cites itself or no longer.
        """
        facts = self._facts
        found = {row.elsewhere for row in (self._before.row, self._after.row)} - {None}
        alone = facts.cited[0] ^ facts.cited[1]
        reasons = {self._before.row.reason, self._after.row.reason}
        return facts.report and (bool(found & alone) or "self_citation" in reasons)

    def sources(self) -> tuple[str, ...]:
        """Return the ids of the changed sources that can be the cause."""
        return self._own() or self._weakly()

    def _weakly(self) -> tuple[str, ...]:
        return self._facts.changed([_uri(self._before.row), _uri(self._after.row)], weak=True)

    def weak(self) -> set[str]:
        """Return `source` when another capture of the same visible text is all there is: its hidden text may differ."""
        return {"source"} if self._weakly() else set()
