"""What changed between two runs: rows that are new, gone, or say something else."""

from __future__ import annotations

from collections import Counter, defaultdict

from gnut.account.contract import Execution
from gnut.diff_replay.contract import CAUSES, RUN_DIFF, STANDING, Change, RowRef, RunDiff, RunRef
from gnut.diff_replay.core.causes import Side, edited, why_changed, why_there
from gnut.diff_replay.core.facts import Facts
from gnut.diff_replay.core.pairs import known, pairs
from gnut.ledger.contract import Row


def run_diff(before: Execution, after: Execution) -> RunDiff:
    """Return what changed between two runs, row by row, and what each change can come from.

    Nothing is judged anew: a cause is an input that differs between the runs and that reaches the row. One
    that nothing else could be is named; where there are more the change has several, and all are listed.

    Args:
        before: The earlier run, of this report or of another.
        after: The later one.
    """
    facts = Facts(before, after)
    told = _Told(facts)
    ours, theirs = before.ledger.ledger, after.ledger.ledger
    matched = dict(
        (later, earlier)
        for earlier, later in pairs(
            known(ours.rows, declared=_declares(before)), known(theirs.rows, declared=_declares(after))
        )
    )
    changes, same, reworded = told.changes(matched)
    gone = Counter(each.name for each in ours.anomalies)
    added = Counter(each.name for each in theirs.anomalies)
    return RunDiff(
        schema=RUN_DIFF,
        before=_run(before),
        after=_run(after),
        inputs=_inputs(facts),
        sources=tuple(sorted((one.change for one in facts.sources.values()), key=lambda one: (one.source_id, one.uri))),
        changes=changes,
        unchanged=same,
        reworded=reworded,
        anomalies_added=tuple(sorted((added - gone).elements())),
        anomalies_gone=tuple(sorted((gone - added).elements())),
    )


def _declares(execution: Execution) -> bool:
    return execution.run.extraction.kind == "structured_json"


class _Told:
    """The changes between two runs in the order in which a reader meets them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._ours, self._theirs = _sides(facts.before), _sides(facts.after)
        self._beside: defaultdict[str, dict[str | None, None]] = defaultdict(dict)
        for side in (*self._ours, *self._theirs):
            self._beside[side.claim.text][None if side.row.source is None else side.row.source.uri] = None
        self._quoted = _quoted(self._ours), _quoted(self._theirs)
        self._known: set[str] = set()

    def changes(self, matched: dict[int, int]) -> tuple[tuple[Change, ...], int, int]:
        """Return the changes, how many rows say the same, and how many of these in other words."""
        kept = {earlier: later for later, earlier in matched.items()}
        self._known = {self._theirs[at].claim.text for at in matched} | {self._ours[at].claim.text for at in kept}
        found: list[tuple[tuple[int, int, int], Change]] = []
        same = reworded = 0
        for later, side in enumerate(self._theirs):
            earlier = matched.get(later)
            if earlier is None:
                found.append(((later, 1, 0), self._lone("added", side)))
                continue
            change = self._changed(self._ours[earlier], side)
            if change.fields:
                found.append(((later, 1, 0), change))
            else:
                same += 1
                reworded += bool(change.edited)
        last = -1
        for earlier, side in enumerate(self._ours):
            last = kept.get(earlier, last)
            if earlier not in kept:
                # Behind the successor of the row that it stood behind.
                found.append(((last, 2, earlier), self._lone("gone", side)))
        return tuple(change for _, change in sorted(found, key=lambda one: one[0])), same, reworded

    def _changed(self, before: Side, after: Side) -> Change:
        fields = tuple(name for name in STANDING if _said(before.row, name) != _said(after.row, name))
        beside = (*self._beside[before.claim.text], *self._beside[after.claim.text])
        same = before.claim.text == after.claim.text and self._is_same(after.claim.text)
        why = why_changed(before, after, fields, self._facts, beside, bound_anew=same)
        return Change(
            "changed",
            _row(before.row),
            _row(after.row),
            fields,
            edited(before, after),
            why.cause,
            why.causes,
            why.sources,
        )

    def _lone(self, change: str, side: Side) -> Change:
        text = side.claim.text
        same = self._is_same(text)
        # Without an excerpt no source decides over rows; and no row of the sentence was known again.
        alone = not any(each[text] for each in self._quoted if text in each) or text not in self._known
        by_report = self._facts.report and not same
        why = why_there(self._facts, self._beside[text], by_report=by_report, by_source=not (by_report and alone))
        told = _row(side.row)
        before, after = (told, None) if change == "gone" else (None, told)
        return Change(change, before, after, (), (), why.cause, why.causes, why.sources)

    def _is_same(self, text: str) -> bool:
        """Whether a sentence has the same excerpts and citations in both runs, over sources that differ.

        Which member of a stack of citations an excerpt is bound to is then up to the sources, whatever else of the
        report was edited.
        """
        ours, theirs = (each.get(text) for each in self._quoted)
        uris = self._beside[text]
        alone = self._facts.cited[0] ^ self._facts.cited[1]
        return bool(ours) and ours == theirs and alone.isdisjoint(uris) and bool(self._facts.changed(uris))


def _quoted(sides: tuple[Side, ...]) -> dict[str, Counter[str]]:
    """Return, by the text of each sentence, how often each excerpt stands in it."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for side in sides:
        found[side.claim.text].update([] if side.claim.excerpt is None else [side.claim.excerpt])
    return dict(found)


def _sides(execution: Execution) -> tuple[Side, ...]:
    # An account has one claim a row, in the same order (it is refused otherwise).
    return tuple(map(Side, execution.ledger.ledger.rows, execution.run.extraction.claims))


def _said(row: Row, name: str) -> object:
    if name == "calculation":
        return None if row.calculation is None else row.calculation.status
    return getattr(row, name)


def _row(row: Row) -> RowRef:
    return RowRef(
        id=row.id,
        line=row.line,
        bucket=row.bucket.value,
        reason=row.reason,
        kind=row.kind,
        gates=row.gates,
        waived=row.waived,
        support=row.support,
        authority=row.authority,
        provenance=row.provenance,
        calculation=None if row.calculation is None else row.calculation.status,
        text=row.text,
        uri=None if row.source is None else row.source.uri or row.source.written,
        excerpt=row.excerpt,
        snapshot=None if row.source is None else row.source.snapshot,
    )


def _run(execution: Execution) -> RunRef:
    ledger = execution.ledger.ledger
    return RunRef(
        execution_sha256=execution.sha256,
        path=execution.run.report.path,
        report_sha256=execution.run.report.sha256,
        outcome=ledger.outcome.value,
        rows=len(ledger.rows),
        policy=ledger.policy,
        profile=execution.run.extraction.profile,
        engine=execution.manifest.engine,
    )


def _inputs(facts: Facts) -> tuple[str, ...]:
    differs = {
        "report": facts.report,
        "profile": facts.profile,
        "source": bool(facts.sources),
        "policy": facts.policy,
        "support": facts.support,
        "authority": facts.authority,
        "engine": facts.engine,
    }
    return tuple(name for name in CAUSES if differs[name])
