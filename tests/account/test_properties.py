from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.account.contract import Given
from gnut.account.core import account, encoded
from gnut.authority.contract import Declaration
from gnut.config.parse import Config
from gnut.edge.policies import all_shipped, authority_policy, domain, shipped, support_policy
from gnut.edge.sources import Reader, local
from gnut.ingest.core import profile
from gnut.model import Report
from gnut.run import Judges, run, written
from gnut.support.core import detector
from gnut_store import canon
from tests.account.made import BODY, ENGINE, given, tasks

SAID = Declaration("subject_provided", "source_metadata", "desk", "by hand", None)


def body_of(parts: Given) -> bytes:
    return canon.encode(account(parts))


def test_the_same_things_give_the_same_bytes() -> None:
    assert body_of(given()) == body_of(given())


def test_the_bytes_made_on_the_way_are_the_canonical_ones() -> None:
    done, body = encoded(given())
    assert body == canon.encode(done)


def test_no_order_of_sources_changes_a_byte() -> None:
    parts = given()
    orders = permutations(parts.acquired.items())
    assert {body_of(replace(parts, acquired=dict(order))) for order in orders} == {body_of(parts)}


def test_no_order_of_strategies_or_declarations_changes_a_byte() -> None:
    parts = given(mode="snapshot_preferred")
    strategies = {"https://a.example/1": ("live_archived", True), "https://b.example/2": ("live_failed", True)}
    declarations = {"c1": SAID, "c2": replace(SAID, note="again"), "c10": SAID}
    bodies = {
        body_of(replace(parts, strategies=dict(one), declarations=dict(other)))
        for one in permutations(strategies.items())
        for other in permutations(declarations.items())
    }
    assert len(bodies) == 1


def test_no_order_of_companions_changes_a_byte() -> None:
    parts = given()
    companions = (("a.bib", b"1"), ("b.bib", b"2"), ("ü.json", b"3"))
    bodies = {
        body_of(replace(parts, report=replace(parts.report, companions=order))) for order in permutations(companions)
    }
    assert len(bodies) == 1


def test_no_order_of_what_a_source_notes_changes_a_byte() -> None:
    parts = given()
    bodies = set()
    for notes in permutations(("charset_guessed", "capture_date_differs")):
        acquired = {
            uri: replace(one, notes=notes) if hasattr(one, "notes") else one for uri, one in parts.acquired.items()
        }
        bodies.add(body_of(replace(parts, acquired=acquired)))
    assert len(bodies) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("engine", replace(ENGINE, version="9")),
        ("domain", replace(given().domain, version="9")),
        ("mode", "refresh"),
        ("declarations", {"c1": SAID}),
        ("emission", tasks()),
    ],
)
def test_every_term_of_a_run_reaches_its_hash(name: str, value: Any) -> None:
    parts = given()
    assert account(replace(parts, **{name: value})).sha256 != account(parts).sha256


def test_one_letter_of_the_report_or_of_a_source_reaches_the_hash() -> None:
    plain = account(given()).sha256
    assert account(given(BODY.replace("Otters", "Others"))).sha256 != plain
    assert (
        account(given(texts={"https://a.example/1": "From May the gate shuts at nine every evening!"})).sha256 != plain
    )


@pytest.mark.parametrize("folder", ["marker-4711", "other place"])
def test_no_path_and_no_time_of_this_machine_is_in_an_account(tmp_path: Path, folder: str) -> None:
    root = tmp_path / folder
    root.mkdir()
    (root / "log.txt").write_text("The harbour log is short. The gate shuts at nine.\n", encoding="utf-8")
    text = "“The harbour log is short.” [log](log.txt) and [none](gone.txt#L2) <!-- groundnut-source-quote: x -->\n"
    body = in_folder(root, text)
    for trace in (str(tmp_path), folder, str(Path.home()), "/tmp/"):
        assert trace.encode() not in body
    assert b'"local_file"' in body


def test_two_folders_give_the_same_bytes(tmp_path: Path) -> None:
    bodies = set()
    for name in ("one", "two/deeper"):
        root = tmp_path / name
        root.mkdir(parents=True)
        (root / "log.txt").write_text("The harbour log is short.\n", encoding="utf-8")
        bodies.add(in_folder(root, "“The harbour log is short.” [log](log.txt)\n"))
    assert len(bodies) == 1


def in_folder(root: Path, text: str) -> bytes:
    """The account of a report over files of a folder, read as a check reads them."""
    reader = Reader()
    policy = support_policy("none")
    judges = Judges(policy, detector(policy), authority_policy("default"), {})
    report = Report("report.md", text.encode(), ())
    try:
        made = run(
            report,
            profile=profile(None),
            sources=local(root, Config(), reader),
            policy=shipped("default"),
            policies=all_shipped(),
            judges=judges,
        )
    finally:
        reader.close()
    return written(report, made, profile=profile(None), judges=judges, engine=ENGINE, domain=domain())[1]
