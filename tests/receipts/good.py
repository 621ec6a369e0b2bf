"""The good twin: a small report over ten sources, checked by an engine that never changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import to_builtins

from gnut.account.contract import Engine, Execution
from gnut.acquire.contract import Acquired, Snapshot
from gnut.acquire.core import source
from gnut.acquire.core.capture import snapshot
from gnut.acquire.core.identity import source_id
from gnut.arena.core import emit
from gnut.authority.contract import Declaration
from gnut.edge.policies import (
    all_shipped,
    arena_emission,
    authority_policies,
    authority_policy,
    domain,
    emission_profiles,
    shipped,
    support_policies,
    support_policy,
)
from gnut.ingest.core import profile
from gnut.model import Absence, Fetched, Report, Request, Uri, sealed
from gnut.run import Judges, run, written
from gnut.support.core import detector
from gnut.text.extracted import Extracted, Extractor, Library
from gnut.verify_receipt.contract import Bundle
from gnut_store import canon
from gnut_store.oid import Oid, oid_of

FOLDER = Path(__file__).parent
GOOD = FOLDER / "good"
MOMENT = "2026-01-02T03:04:05Z"

ENGINE = Engine("gnut", "0.0.0", "5" * 40, "5e" * 32, dirty=False, publishable=True)
"""A gnut that nobody installs: the receipts do not change when the code does."""

DOMAIN = domain()
FROZEN = (DOMAIN, *all_shipped().values(), *support_policies(), *authority_policies(), *emission_profiles())

GATE, VISITS, MAYOR, TOLL, LAMPS, ARCHIVE, LOGIN, BRIDGE, BOOK, PLAN = (
    Uri(f"https://{name}.example/page")
    for name in ("gate", "visits", "mayor", "toll", "lamps", "archive", "login", "bridge", "book", "plan")
)

TEXTS: dict[Uri, tuple[str, str | None]] = {
    GATE: ("Opening hours\nFrom May the gate shuts at nine every evening.\nThe fee is 12 euros.\n", None),
    VISITS: ("In 2024 the guard counted 1,208 visitors in one night.\n", None),
    MAYOR: ("The mayor spoke of roads and of schools. Of bridges he said nothing.\n", None),
    TOLL: ("The toll is two euros for everybody.\n", "waived for all residents of the quarter\n"),
    LAMPS: ("Along the quay the lamps are lit by hand each night before the bells ring.\n", None),
    LOGIN: ("Please sign in to read on.\n", None),
    BRIDGE: ("通告：大桥每晚九点关闭，任何人不得通行。\n", None),
    BOOK: ("The keeper wrote that no lantern was ever carried across the old weir.\n", None),
    PLAN: ("The plan of the quay, sheet four.\n", None),
}
"""Visible and hidden text of each source that was captured."""

HOLLOW = {LOGIN: "login"}
FAILED = {ARCHIVE: ("payment_required", "HTTP 402")}
REDIRECTED = {LAMPS: "https://quay.example/lamps"}

REPORT = f"""# Night gates

The gate “shuts at nine every evening” [hours]({GATE}).

In 2024 the guard “counted 1,280 visitors in one night” [visits]({VISITS}).

The mayor “will never sell the old bridge” [mayor]({MAYOR}).

The toll is “waived for all residents of the quarter” [toll]({TOLL}).

On the quay “the lamps are lit by hand each night” [mayor]({MAYOR}) and “the bells ring” [lamps]({LAMPS}).

The archive “closed its doors in May 1931” [archive]({ARCHIVE}), and so did [the reading room]({LOGIN}).

公告说：“大桥每晚九点关闭，任何人不得通行。”[桥]({BRIDGE})

The keeper says “no lantern was ever carried across the old weir” [@keeper1899].

The operator calls its boats quiet ([page]({GATE})). <!-- groundnut-company-assertion -->

Sheet four shows the quay ([plan]({PLAN})). <!-- gnut: waive no_excerpt the plan is a drawing -->

Three visits a month cost 36 euros a month. <!-- gnut: calc="fee * visits" fee="12" visits="3" -->

Each night some 40 boats wait. The lamplighters are therefore likely to stay on the quay through the whole winter.
"""

BIBLIOGRAPHY = f"""@book{{keeper1899,
  title = {{The keeper of the weir}},
  url = {{{BOOK}}}
}}
"""


def captured(uri: Uri) -> tuple[bytes, Snapshot]:
    """Return the stored bytes of a source's snapshot, and what they say."""
    text, hidden = TEXTS[uri]
    body = f"<html>{text}</html>".encode()
    got = Extracted(
        text=text,
        hidden_text=hidden,
        media_type="text/html",
        charset="utf-8",
        charset_from="header",
        replacements=0,
        extractor=Extractor("html-text", "1", ()),
        library=Library("parser", "1"),
        truncation="hollow" if uri in HOLLOW else "complete",
        hollow_kind=HOLLOW.get(uri),
        notes=(),
    )
    fetched = Fetched(uri, REDIRECTED.get(uri, str(uri)), 200, "text/html", body, (), supplied=False)
    known, _ = snapshot(fetched, got, None, MOMENT)
    # The window names the Python that read the page; a receipt that is kept cannot follow the one that tests it.
    return fixed(known.snapshot)


def fixed(made: Snapshot) -> tuple[bytes, Snapshot]:
    """Return a snapshot, its hashes made anew, as stored bytes and as a value."""
    from msgspec.structs import replace

    window = sealed(replace(made.window, runtime=Library("python", "3.0.0")))
    made = sealed(replace(made, window=window))
    return canon.encode(made), made


def sources(request: Request) -> Acquired:
    """Return what a replay of the store would give."""
    if request.uri in FAILED:
        return Absence(request.uri, *FAILED[request.uri])
    body, made = captured(request.uri)
    text, hidden = TEXTS[request.uri]
    return source(Oid(oid_of("snapshot", body)), made, text, hidden, canon.sha256(body))


def judges() -> Judges:
    """Return who is asked of support and authority."""
    policy = support_policy("exact")
    declared = Declaration(
        "independent_primary", "human_adjudication", "A. Reader", "the keeper's own page", source_id(GATE)
    )
    return Judges(policy, detector(policy), authority_policy("default"), {"c1": declared})


def report() -> Report:
    """Return the report with its bibliography."""
    return Report("night-gates.md", REPORT.encode(), (("books.bib", BIBLIOGRAPHY.encode()),))


@cache
def made() -> Execution:
    """Return the account of the report."""
    judged = judges()
    done = run(
        report(),
        profile=profile(None),
        sources=sources,
        policy=shipped("default"),
        policies=all_shipped(),
        judges=judged,
    )
    emitted = to_builtins(emit(REPORT.encode(), "markdown", arena_emission()))
    return written(
        report(),
        done,
        profile=profile(None),
        judges=judged,
        engine=ENGINE,
        domain=DOMAIN,
        strategies={ARCHIVE: ("snapshot_missing", False)},
        emission=emitted,
    )[0]


@cache
def bundle() -> Bundle:
    """Return the good twin: everything that the run was made from, and the run."""
    snapshots, texts, hidden = {}, {}, {}
    for uri, (text, unseen) in TEXTS.items():
        body, made_of = captured(uri)
        snapshots[made_of.source_id] = body
        texts[made_of.window.text_sha256] = text.encode()
        if unseen is not None:
            hidden[made_of.source_id] = unseen.encode()
    whole = report()
    return Bundle(canon.encode(made()), whole.body, dict(whole.companions), snapshots, texts, hidden)
