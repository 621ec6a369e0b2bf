"""Two runs told apart for people: a cause is said once, and by column where each column has its own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gnut.diff_replay.core import run_diff
from gnut.formats.paint import Paint
from gnut.formats.run_causes import why
from gnut.formats.run_diff import render
from tests.diff_replay.making import A, made

PLAIN = Paint(on=False)


def _report(rows: int) -> str:
    return "# Gates\n\n" + "".join(f"Claim {number} cites the log ([a]({A})).\n\n" for number in range(rows))


def _diff(rows: int, **after: Any) -> str:
    body = _report(rows)
    return render(run_diff(made(body), made(body, **after)), paint=PLAIN)


def test_many_rows_of_one_cause_are_told_under_one_heading() -> None:
    lines = _diff(18, allow=("no_excerpt",)).splitlines()
    assert lines[0] == "changed  18 rows, because of the policy:"
    assert lines[1].startswith("         c1 line 3: ")
    assert "blocks → passes" in lines[1] or "passes → blocks" in lines[1]
    assert len(lines) == 19


def test_few_rows_of_one_cause_are_told_at_length() -> None:
    said = _diff(5, allow=("no_excerpt",))
    assert said.count("because of the policy") == 5
    assert "rows, because" not in said


def test_new_rows_of_one_cause_are_told_under_one_heading_apart_from_those_that_are_gone() -> None:
    said = render(run_diff(made(_report(1)), made(_report(9))), paint=PLAIN)
    assert "added    8 rows, because of the report:" in said
    back = render(run_diff(made(_report(9)), made(_report(1))), paint=PLAIN)
    assert "gone     8 rows, because of the report:" in back


CHANGE = run_diff(made(_report(1)), made(_report(1), allow=("no_excerpt",))).changes[0]


@pytest.mark.parametrize(
    ("fields", "causes", "said"),
    [
        (("gates", "support"), ("policy", "support"), "because of the policy (gate), the support (support)"),
        (
            ("gates", "support", "authority"),
            ("policy", "support", "authority"),
            "because of the policy (gate), the support (support), the authority (authority)",
        ),
        (("bucket", "authority"), ("source", "authority"), "because of the source (bucket), the authority (authority)"),
        # The gate follows the bucket as well as the policy.
        (("bucket", "gates"), ("source", "policy"), "because of one of these, or several: the source, the policy"),
        # A mark of the source may have moved the gate.
        (("gates", "support"), ("source", "policy"), "because of one of these, or several: the source, the policy"),
        (("support",), ("source", "support"), "because of one of these, or several: the source, the support"),
        (("gates",), ("report", "policy"), "because of one of these, or several: the report, the policy"),
    ],
)
def test_columns_name_their_own_causes_only_where_each_has_one(
    fields: tuple[str, ...], causes: tuple[str, ...], said: str
) -> None:
    assert why(replace(CHANGE, fields=fields, causes=causes, cause="several")) == said


def test_a_gate_that_a_contradiction_may_have_moved_is_not_laid_to_the_policy_alone() -> None:
    assert CHANGE.after is not None
    moved = replace(
        CHANGE,
        fields=("gates", "support"),
        causes=("policy", "support"),
        cause="several",
        after=replace(CHANGE.after, support="contradicted"),
    )
    assert why(moved).startswith("because of one of these")
