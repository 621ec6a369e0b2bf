"""What support and authority say is printed beside the verdict, and only where anybody was asked."""

from __future__ import annotations

from msgspec.structs import replace

from gnut.formats import buckets, full, markdown, summary
from gnut.formats.paint import Paint
from gnut.ledger.contract import Bucket
from tests.formats.specimen import REPORT, altered, anchor, checked, ledger, row

PLAIN = Paint(on=False)
FOUND = row(1, Bucket.EXCERPT_FOUND, None, (), anchor=anchor("found", "raised"))
UNASKED = checked(ledger((FOUND, altered(2))))
ASKED = checked(
    ledger(
        (
            replace(FOUND, support="supported", authority="independent_primary"),
            replace(altered(2), support="insufficient"),
            replace(altered(3), support="insufficient"),
            altered(4),
        )
    )
)


def _summary(made: object) -> list[str]:
    return [" ".join(line.split()) for line in summary.render(made, paint=PLAIN).splitlines()]  # type: ignore[arg-type]


def test_the_summary_counts_what_was_said_of_the_rows() -> None:
    said = _summary(ASKED)
    assert "support 1 supported, 2 insufficient, 1 not_assessed" in said
    assert "authority 1 independent_primary, 3 unknown_authority" in said


def test_nothing_is_said_where_nobody_was_asked() -> None:
    assert not [line for line in _summary(UNASKED) if line.startswith(("support", "authority"))]
    for shown in (
        full.render(UNASKED, {"report.md": REPORT}, paint=PLAIN, verbose=True),
        markdown.render(UNASKED.reports[0]),
        str(list(buckets.buckets(UNASKED.reports[0]))),
    ):
        assert "not_assessed" not in shown
        assert "unknown_authority" not in shown


def test_a_source_that_is_not_there_is_no_answer_but_is_counted_beside_answers() -> None:
    gone = replace(altered(2), support="source_unavailable")
    alone = checked(ledger((FOUND, gone)))
    assert not [line for line in _summary(alone) if line.startswith("support")]
    assert "= support:" not in full.render(alone, {}, paint=PLAIN, verbose=True)
    both = checked(ledger((replace(FOUND, support="supported"), altered(3), gone)))
    assert "support 1 supported, 1 source_unavailable, 1 not_assessed" in _summary(both)


def test_authority_is_counted_though_support_was_not_assessed() -> None:
    said = _summary(checked(ledger((replace(FOUND, authority="subject_provided"),))))
    assert "authority 1 subject_provided" in said
    assert not [line for line in said if line.startswith("support")]


def test_each_row_says_it_in_the_verbose_full_form() -> None:
    shown = full.render(ASKED, {"report.md": REPORT}, paint=PLAIN, verbose=True)
    assert "= support: supported\n" in shown
    assert "= authority: independent_primary\n" in shown
    assert shown.count("= support: insufficient\n") == 2
    assert "= support:" not in full.render(ASKED, {"report.md": REPORT}, paint=PLAIN)


def test_the_tables_say_it_of_each_row() -> None:
    (_, found), (_, unconfirmed) = buckets.buckets(ASKED.reports[0])
    assert found[0][-1].endswith("; support supported; authority independent_primary")
    assert "; support insufficient" in unconfirmed[0][-1]
    page = markdown.render(ASKED.reports[0])
    assert "support: `supported`<br>authority: `independent_primary`" in page
    assert "Support: 1 supported, 2 insufficient, 1 not\\_assessed." in page


def test_a_word_of_a_receipt_that_is_no_status_cannot_reach_the_terminal() -> None:
    odd = checked(ledger((replace(FOUND, support="\x1b[2J\n::error::"),)))
    for shown in (full.render(odd, {}, paint=PLAIN, verbose=True), summary.render(odd, paint=PLAIN)):
        assert "\x1b" not in shown
        assert "\n::error" not in shown
