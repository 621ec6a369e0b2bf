from __future__ import annotations

from itertools import permutations

import msgspec
import pytest
from msgspec.structs import replace

from gnut.edge.policies import shipped
from gnut.errors import BadReceipt, NotCanonical
from gnut.formats.numerics import UNCOUNTED as SAID_UNCOUNTED
from gnut.formats.numerics import VOID as SAID_VOID
from gnut.formats.numerics import listed, verdict
from gnut.ingest.core import ingest, profile
from gnut.ledger.contract import (
    NUMERICS,
    NUMERICS_WAIVER,
    UNCOUNTED,
    VOID,
    Ledger,
    NumericsGate,
    NumericsWaiver,
    Outcome,
)
from gnut.ledger.core.numerics import numerics, parse_waiver
from gnut.model import Absence, Report, self_hash
from gnut.run import run
from gnut_store import canon

ARTIFACT, LEDGER = "a" * 64, "b" * 64
REPORT = "It sold 62 boats. It was good. It lost 12%.\n\nWe sold 5. <!-- groundnut-declared-analysis -->\n"


def ledger(report: str = REPORT) -> Ledger:
    return run(
        Report("report.md", report.encode(), ()),
        profile=profile(None),
        sources=lambda request: Absence(request.uri, "not_acquired", ""),
        policy=shipped("default"),
        policies={},
    ).ledger


def gate(waiver: NumericsWaiver | None = None, **changes: object) -> NumericsGate:
    return numerics(replace(ledger(), **changes), ARTIFACT, LEDGER, waiver)


def waiver(**changes: object) -> NumericsWaiver:
    plain = NumericsWaiver(NUMERICS_WAIVER, "J. Doe", "counted by hand", ARTIFACT, LEDGER, ("u1", "u3"))
    return replace(plain, **changes)


def test_each_figure_that_is_neither_cited_nor_declared_fails() -> None:
    found = gate()
    assert (found.schema, found.outcome) == (NUMERICS, Outcome.FAILED)
    assert [(one.id, one.text) for one in found.undeclared] == [("u1", "It sold 62 boats."), ("u3", "It lost 12%.")]
    population = found.population
    assert (population.units, population.declared, population.numeric, population.narrative) == (4, 1, 2, 1)


@pytest.mark.parametrize(
    "report",
    [
        "It was good.\n",
        "We sold 5. <!-- groundnut-declared-analysis -->\n",
        "It sold 62 [so](https://a.example/1).\n",
        "Figure 3 shows it. Since 2019 it grew.\n",
    ],
)
def test_a_report_whose_figures_are_cited_or_declared_is_clear(report: str) -> None:
    assert numerics(ledger(report), ARTIFACT, LEDGER).outcome is Outcome.CLEAR


def test_the_receipt_binds_itself() -> None:
    found = gate(waiver())
    assert found.sha256 == self_hash(found)


def test_a_waiver_of_every_failing_unit_waives() -> None:
    found = gate(waiver())
    assert found.outcome is Outcome.WAIVED
    assert found.waiver is not None
    assert (found.waiver.accepted, found.waiver.faults) == (True, ())
    assert found.waiver.sha256 == canon.sha256(canon.encode(waiver()))


def test_the_order_of_a_waivers_units_counts_for_nothing() -> None:
    for ids in permutations(("u1", "u3")):
        assert gate(waiver(unit_ids=ids)).outcome is Outcome.WAIVED


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"approver": " "}, ("blank_approver",)),
        ({"reason": "\n"}, ("blank_reason",)),
        ({"artifact_sha256": "c" * 64}, ("artifact_mismatch",)),
        ({"ledger_sha256": ARTIFACT}, ("ledger_mismatch",)),
        ({"ledger_sha256": LEDGER.upper()}, ("ledger_mismatch",)),
        ({"unit_ids": ("u1",)}, ("missing_unit",)),
        ({"unit_ids": ()}, ("missing_unit",)),
        ({"unit_ids": ("u1", "u2", "u3")}, ("unknown_unit",)),
        ({"unit_ids": ("u1", "u4")}, ("missing_unit", "unknown_unit")),
        ({"unit_ids": ("u1", "u3", "u3")}, ("duplicate_unit",)),
    ],
)
def test_a_waiver_that_is_not_of_these_figures_is_void_and_says_why(
    changes: dict[str, object], faults: tuple[str, ...]
) -> None:
    found = gate(waiver(**changes))
    assert found.outcome is Outcome.FAILED
    assert found.waiver is not None
    assert (found.waiver.accepted, found.waiver.faults) == (False, faults)


def test_a_changed_report_voids_its_waiver() -> None:
    changed = numerics(ledger(REPORT.replace("62", "63")), "c" * 64, "d" * 64, waiver())
    assert changed.outcome is Outcome.FAILED


def test_a_waiver_of_nothing_leaves_a_clear_report_clear_and_is_void() -> None:
    found = numerics(ledger("It was good.\n"), ARTIFACT, LEDGER, waiver(unit_ids=()))
    assert found.outcome is Outcome.CLEAR
    assert found.waiver is not None
    assert found.waiver.faults == ("nothing_to_waive",)


def test_an_empty_report_is_indeterminate_and_never_clear() -> None:
    for report in ("", "# Title\n", "```\n5\n```\n"):
        found = numerics(ledger(report), ARTIFACT, LEDGER)
        assert (found.outcome, found.faults) == (Outcome.INDETERMINATE, ("no_units",))


def _doubled(found: Ledger) -> tuple[object, ...]:
    return (*found.rows[:-1], replace(found.rows[-1], id="u1"))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"rows": ledger().rows[1:]}, "rows_miscounted"),
        ({"population": replace(ledger().population, rows=9)}, "rows_miscounted"),
        ({"population": replace(ledger().population, units=0)}, "no_units"),
        ({"rows": (replace(ledger().rows[0], id=""), *ledger().rows[1:])}, "bad_row_id"),
        ({"rows": _doubled(ledger())}, "duplicate_row_id"),
        ({"rows": (replace(ledger().rows[0], reason=None), *ledger().rows[1:])}, "bad_reason"),
        ({"rows": (replace(ledger().rows[0], reason="figures"), *ledger().rows[1:])}, "bad_reason"),
    ],
)
def test_a_population_that_cannot_be_counted_is_indeterminate_and_cannot_be_waived(
    changes: dict[str, object], fault: str
) -> None:
    for handed in (None, waiver()):
        found = gate(handed, **changes)
        assert found.outcome is Outcome.INDETERMINATE
        assert fault in found.faults
    assert found.waiver is not None
    assert "population_indeterminate" in found.waiver.faults


@pytest.mark.parametrize("bad", ["", "b" * 63, "B" * 64, "g" * 64, "b" * 64 + "\n"])
def test_hashes_that_are_none_bind_nothing(bad: str) -> None:
    assert numerics(ledger(), ARTIFACT, bad, waiver(ledger_sha256=bad)).faults == ("bad_ledger_hash",)
    assert numerics(ledger(), bad, LEDGER, waiver(artifact_sha256=bad)).outcome is Outcome.INDETERMINATE


def test_a_comment_in_the_report_waives_no_undeclared_figure() -> None:
    report = "It sold 62 boats. <!-- gnut: waive GN402 I counted them -->\n"
    assert numerics(ledger(report), ARTIFACT, LEDGER).outcome is Outcome.FAILED


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("external-evidence", "numeric"),
        ("company-assertion", "numeric"),
        ("analyst-calculation", "declared"),
        ("analyst-inference", "declared"),
        ("recommendation", "declared"),
        ("open-question", "declared"),
        ("declared-analysis", "declared"),
    ],
)
def test_only_a_class_of_ones_own_reasoning_declares_a_figure(name: str, reason: str) -> None:
    (row,) = ledger(f"It sold 62 boats. <!-- groundnut-{name} -->\n").rows
    assert row.reason == reason


@pytest.mark.parametrize("name", ["external-evidence", "analyst-calculation", "analyst-inference", "open-question"])
def test_a_citation_is_judged_whatever_the_class(name: str) -> None:
    (row,) = ledger(f"It sold 62 boats [so](https://a.example/1). <!-- groundnut-{name} -->\n").rows
    assert (row.bucket.value, row.reason) == ("citation_unconfirmed", "source_unavailable")


def test_a_waiver_is_read_strictly() -> None:
    assert parse_waiver(canon.encode(waiver())) == waiver()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"[]", "unsupported_schema"),
        (b"{}", "unsupported_schema"),
        (canon.encode(waiver(schema="groundnut-numerics-waiver/v2")), "unsupported_schema"),
        (canon.encode({**msgspec.to_builtins(waiver()), "note": ""}), "malformed_waiver"),
        (canon.encode({**msgspec.to_builtins(waiver()), "approver": None}), "malformed_waiver"),
        (canon.encode({**msgspec.to_builtins(waiver()), "unit_ids": "u1"}), "malformed_waiver"),
        (canon.encode({"schema": NUMERICS_WAIVER}), "malformed_waiver"),
        (canon.encode({**msgspec.to_builtins(waiver()), "unit_ids": ["u1", 2]}), "malformed_waiver"),
    ],
)
def test_a_waiver_that_breaks_its_contract_is_refused(body: bytes, code: str) -> None:
    with pytest.raises(BadReceipt) as caught:
        parse_waiver(body)
    assert caught.value.code == code
    assert caught.value.pointer


@pytest.mark.parametrize("body", [b"", b"NaN", b'{"a":1,"a":2}', b'{"schema":"\\ud800"}'])
def test_a_waiver_that_is_no_strict_json_is_refused(body: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse_waiver(body)


def test_every_fault_has_words() -> None:
    assert tuple(SAID_UNCOUNTED) == UNCOUNTED
    assert tuple(SAID_VOID) == VOID


def test_untrusted_words_are_inert() -> None:
    found = numerics(ledger("It sold \x1b[31m62 boats.\n"), ARTIFACT, LEDGER, waiver(approver="\x1b]0;x\x07"))
    assert "\x1b" not in listed(found, "::error::a.md") + verdict(found, "::error::a.md")


def test_the_same_rows_of_reading_are_counted_as_the_ledger_counts() -> None:
    read = ingest(Report("report.md", REPORT.encode(), ()), profile(None))
    assert gate().population.units == sum(1 for unit in read.units if not unit.citations)
