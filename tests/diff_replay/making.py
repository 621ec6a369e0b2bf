"""Runs of small reports over sources in memory, made without a store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from gnut.account.contract import Domain, Engine, Execution
from gnut.authority.contract import Declaration
from gnut.edge.policies import all_shipped, authority_policy, shipped, support_policy
from gnut.ingest.core import profile
from gnut.ledger.core import extend
from gnut.model import Absence, Bound, Report, Request, Source, Uri, sealed
from gnut.run import Judges, run, written
from gnut.support.core import detector
from gnut_store import canon
from gnut_store.oid import oid_of

ENGINE = Engine("gnut", "1.0", "3f2a9c", "5e" * 32, dirty=False, publishable=True)
DOMAIN = Domain("general", "1", "d0" * 32, "d1" * 32)

A, B, C = Uri("https://a.example/1"), Uri("https://b.example/2"), Uri("https://c.example/3")
TEXTS = {
    A: "From May the gate shuts at nine every evening. The harbour log is short.",
    B: "In 2024 the guard counted 1,208 visitors. The lamps are lit by hand.",
    C: "The old weir was rebuilt in stone.",
}
REPORT = f"""# Gates

The gate “shuts at nine every evening” ([a]({A})).

The guard “counted 1,280 visitors” ([b]({B})).

The weir “was rebuilt in glass and iron” ([c]({C})).

Each night some 40 boats wait. The quay is dark.
"""


def source(uri: Uri, text: str, **changed: Any) -> Source:
    """A source as a replay gives it."""
    taken = oid_of("snapshot", f"{uri} {text}".encode())
    bound = Bound(canon.sha256(text.encode()), canon.sha256(b"window " + text.encode()), canon.sha256(taken.encode()))
    return replace(Source(uri, str(uri), taken, text, None, "complete", False, False, (), bound), **changed)


def made(
    body: str = REPORT,
    texts: Mapping[Uri, str | Source | Absence] | None = None,
    *,
    path: str = "report.md",
    companions: tuple[tuple[str, bytes], ...] = (),
    policy: str = "default",
    allow: tuple[str, ...] = (),
    chosen: Any = None,
    support: str = "none",
    declarations: Mapping[str, Declaration] | None = None,
    engine: Engine = ENGINE,
    mode: str = "replay_only",
    strategies: Mapping[Uri, tuple[str, bool]] | None = None,
    emission: dict[str, Any] | None = None,
) -> Execution:
    """One run of a report; a source that is not in `texts` was not acquired."""
    held = {**TEXTS, **(texts or {})}

    def sources(request: Request) -> Source | Absence:
        found = held.get(request.uri, Absence(request.uri, "not_acquired", "there is no snapshot"))
        return source(request.uri, found) if isinstance(found, str) else found

    report, way, asked = Report(path, body.encode(), companions), profile(chosen), support_policy(support)
    judges = Judges(asked, detector(asked), authority_policy("default"), dict(declarations or {}))
    done = run(
        report,
        profile=way,
        sources=sources,
        policy=extend(shipped(policy), allow),
        policies=all_shipped(),
        judges=judges,
    )
    return written(
        report,
        done,
        profile=way,
        judges=judges,
        engine=engine,
        domain=DOMAIN,
        mode=mode,
        strategies={uri: how for uri, how in (strategies or {}).items() if uri in done.acquired},
        emission=emission,
    )[0]


def live(**changed: Any) -> Execution:
    """The same run, made when its sources were fetched."""
    fetched = {uri: ("live_archived", True) for uri in TEXTS}
    return made(**{"mode": "snapshot_preferred", "strategies": fetched, **changed})


def resealed(execution: Execution, **changed: Any) -> Execution:
    """An execution with parts replaced and every hash made anew from the inside out, bindings included."""
    parts = {name: changed.get(name, getattr(execution, name)) for name in ("run", "ledger", "manifest")}
    parts["run"] = sealed(parts["run"])
    parts["ledger"] = sealed(replace(parts["ledger"], run_sha256=parts["run"].sha256))
    parts["manifest"] = sealed(parts["manifest"])
    return sealed(replace(execution, **parts))
