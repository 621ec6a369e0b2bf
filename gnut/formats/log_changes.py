"""What the log reads of a kept run, and what a run was made from otherwise than the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from gnut.ledger.contract import Bucket, Outcome
from gnut_store.oid import Oid

CHANGES = (
    "report",
    "profile",
    "source",
    "policy",
    "support",
    "authority",
    "engine",
    "domain",
    "mode",
    "arena",
    "other",
)
"""What can differ between two runs, in the order in which it is said. `report` includes bibliographies beside it;
`other` is whatever else makes two runs of other ids."""

_DETECTOR = "semantic_support_detector"


class Changed(Struct, frozen=True, forbid_unknown_fields=True):
    """One input that a run has otherwise than the run before it."""

    what: str
    """One of `CHANGES`."""

    names: tuple[str, ...]
    """URIs of the sources, sorted; empty for anything else."""


class LoggedPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """Standing policy of a run."""

    key: str
    allows: tuple[str, ...]
    sha256: str


class Acquired(Struct, frozen=True):
    """How a source was acquired."""

    mode: str
    strategy: str
    snapshot: Oid | None
    result: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether it could be read."""
        return self.result.get("ok") is True


class File(Struct, frozen=True):
    """A file of the report."""

    path: str
    sha256: str


class Terms(Struct, frozen=True):
    """What a run was judged under; only compared."""

    profile: Any
    standing: Any
    support: dict[str, Any]
    authority: Any
    declarations: Any


class Made(Struct, frozen=True):
    """The inputs of a run."""

    report: File
    companions: tuple[File, ...]
    terms: Terms
    acquisitions: tuple[Acquired, ...]
    arena_emission: Any


class RowBrief(Struct, frozen=True):
    """A row, as far as it is counted."""

    bucket: Bucket


class LedgerBrief(Struct, frozen=True):
    """What a run came to."""

    outcome: Outcome
    policy: LoggedPolicy
    rows: tuple[RowBrief, ...]


class Bound(Struct, frozen=True):
    """A ledger with what binds it."""

    ledger: LedgerBrief


class Engine(Struct, frozen=True):
    """Which gnut ran."""

    package: str
    version: str
    revision: str
    source_sha256: str
    dirty: bool


class Manifest(Struct, frozen=True):
    """What ran, and under which pack."""

    engine: Engine
    domain: Any
    components: tuple[dict[str, Any], ...]


class Brief(Struct, frozen=True):
    """The few members of an execution that the log shows or compares."""

    run: Made
    ledger: Bound
    manifest: Manifest


def changes(before: Brief, after: Brief) -> tuple[Changed, ...]:
    """Return what two runs of other ids were made from differently, in the order of `CHANGES`; never nothing.

    The executions' own members are held against each other; nothing is judged anew, and no row is looked at.
    """
    sources = tuple(sorted(_sources(before.run, after.run)))
    ours, theirs = _inputs(before), _inputs(after)
    met = {name for name in ours if ours[name] != theirs[name]} | ({"source"} if sources else set())
    told = met or {"other"}
    return tuple(Changed(name, sources if name == "source" else ()) for name in CHANGES if name in told)


def _inputs(brief: Brief) -> dict[str, object]:
    run, manifest = brief.run, brief.manifest
    terms = run.terms
    detectors = [one for one in manifest.components if one.get("role") == _DETECTOR]
    return {
        "report": (run.report, run.companions),
        "profile": _read_by(terms.profile),
        "policy": terms.standing,
        "support": (terms.support, detectors),
        "authority": (terms.authority, terms.declarations),
        "engine": (manifest.engine, [one for one in manifest.components if one.get("role") != _DETECTOR]),
        "domain": manifest.domain,
        "mode": {one.mode for one in run.acquisitions},
        "arena": run.arena_emission,
    }


def _read_by(profile: Any) -> Any:
    """Return a profile without the segmenter, which is a part of the engine, and the hash that covers it."""
    if not isinstance(profile, dict):
        return profile
    return {name: value for name, value in profile.items() if name not in ("segmenter", "sha256")}


def _sources(before: Made, after: Made) -> Iterator[str]:
    ours, theirs = ({str(one.result.get("uri")): _had(one) for one in made.acquisitions} for made in (before, after))
    for uri in {*ours, *theirs}:
        if ours.get(uri) != theirs.get(uri):
            yield uri


def _had(one: Acquired) -> tuple[object, ...]:
    """Return what a run had of a source; its detail is for people."""
    return one.snapshot, {name: value for name, value in one.result.items() if name not in ("detail", "source_id")}
