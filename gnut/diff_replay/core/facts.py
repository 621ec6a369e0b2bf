"""What two runs were made from, and where that differs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from gnut.account.contract import Execution, Terms
from gnut.account.records import Acquisition
from gnut.diff_replay.contract import SourceChange, SourceState
from gnut.ingest.contract import Profile


class Source(Struct, frozen=True):
    """A source that both runs cite."""

    change: SourceChange
    is_weak: bool
    """Only the capture is another one: text, window and address are as before."""


class Facts:
    """Where the inputs of two runs differ; what a row's change may come from."""

    def __init__(self, before: Execution, after: Execution) -> None:
        """Look at nothing yet."""
        self.before, self.after = before, after

    @cached_property
    def report(self) -> bool:
        """Whether the report, its name or a bibliography beside it is another one."""
        ours, theirs = self.before.run, self.after.run
        files = [{(each.path, each.sha256) for each in (run.report, *run.companions)} for run in (ours, theirs)]
        return files[0] != files[1]

    @cached_property
    def profile(self) -> bool:
        """Whether the report is read by another profile; another segmenter is another engine."""
        return _read_by(self.before.run.terms) != _read_by(self.after.run.terms)

    @cached_property
    def policy(self) -> bool:
        """Whether another standing policy was in force."""
        return self.before.run.terms.standing != self.after.run.terms.standing

    @cached_property
    def clauses(self) -> frozenset[str]:
        """Clauses that block in one of the runs only."""
        ours, theirs = self.before.run.terms.standing, self.after.run.terms.standing
        return frozenset(set(ours.blocks) - set(ours.allows) ^ set(theirs.blocks) - set(theirs.allows))

    @cached_property
    def waivers(self) -> bool:
        """Whether waivers count in one of the runs only."""
        return self.before.run.terms.standing.waivers is not self.after.run.terms.standing.waivers

    @cached_property
    def support(self) -> bool:
        """Whether support was judged by another detector or policy."""
        return self.before.run.terms.support != self.after.run.terms.support

    @cached_property
    def authority(self) -> bool:
        """Whether authority has another policy or other declarations."""
        ours, theirs = self.before.run.terms, self.after.run.terms
        return (ours.authority, ours.declarations) != (theirs.authority, theirs.declarations)

    def declared(self, before: str, after: str) -> bool:
        """Whether two claims have declarations or policies of authority that differ."""
        ours, theirs = self.before.run.terms, self.after.run.terms
        return ours.authority != theirs.authority or self._said[0].get(before) != self._said[1].get(after)

    @cached_property
    def _said(self) -> tuple[dict[str, object], dict[str, object]]:
        return dict(self.before.run.terms.declarations), dict(self.after.run.terms.declarations)

    @cached_property
    def engine(self) -> bool:
        """Whether another gnut ran: other code or other components, whatever its commit is called."""
        return _engine(self.before) != _engine(self.after)

    @cached_property
    def sources(self) -> dict[str, Source]:
        """Every source, by URI, that both runs cite and had differently."""
        ours = {one.result.uri: one for one in self.before.run.acquisitions}
        theirs = {one.result.uri: one for one in self.after.run.acquisitions}
        found = {}
        for uri, one in ours.items():
            other = theirs.get(uri)
            if other is not None and (_had(one) != _had(other) or one.snapshot != other.snapshot):
                change = SourceChange(one.result.source_id, uri, _state(one), _state(other))
                found[str(uri)] = Source(change, is_weak=_had(one) == _had(other))
        return found

    @cached_property
    def cited(self) -> tuple[frozenset[str], frozenset[str]]:
        """URIs that each run acquired."""
        ours, theirs = (
            frozenset(str(one.result.uri) for one in each.run.acquisitions) for each in (self.before, self.after)
        )
        return ours, theirs

    def changed(self, uris: Iterable[str | None], *, weak: bool = False) -> tuple[str, ...]:
        """Return the ids of those sources that changed; with `weak`, also where only the capture is another."""
        met = [self.sources[uri] for uri in dict.fromkeys(uris) if uri is not None and uri in self.sources]
        return tuple(one.change.source_id for one in met if weak or not one.is_weak)


def _read_by(terms: Terms) -> Profile:
    # Everything but the segmenter and the hash that covers it.
    return replace(terms.profile, segmenter=replace(terms.profile.segmenter, key="", version="", sha256=""), sha256="")


def _engine(execution: Execution) -> tuple[object, ...]:
    engine = execution.manifest.engine
    parts = {one.role: one for one in execution.manifest.components if one.role != "semantic_support_detector"}
    return engine.package, engine.version, engine.source_sha256, parts


def _had(one: Acquisition) -> tuple[object, ...]:
    """Return what of a source can change a row; `detail` is for people."""
    had = one.result
    return (
        *(had.ok, had.failure, had.source_sha256, had.truncation, had.final_uri),
        *(had.supplied, had.redirected, had.notes),
    )


def _state(one: Acquisition) -> SourceState:
    had = one.result
    return SourceState(one.snapshot, had.source_sha256, had.final_uri, had.truncation, had.failure)
