"""Excerpts over a page break."""

from __future__ import annotations

from gnut.text.anchor.contract import Level, Outcome
from tests.text.anchor.seeking import passage, seek

HEAD = "Harbour Letters, Vol. 9"


def book(*pages: str) -> str:
    """Return pages with a running head and a page number each."""
    return "\f".join(f"{HEAD}\n{text}\n{number}" for number, text in enumerate(pages, 11))


def test_running_heads_and_page_numbers_are_passed() -> None:
    source = book("The lamp was lit and the", "keeper went home early.", "The end.")
    answer = seek("The lamp was lit and the keeper went home early", source)
    assert answer.level is Level.PAGE_BREAK
    assert passage(answer, source) == ["The lamp was lit and the", "keeper went home early"]
    assert answer.notes == ("page_break_crossed",)


def test_a_page_break_without_furniture_is_white_space() -> None:
    answer = seek("and the keeper went", "The lamp was lit and the\fkeeper went home.")
    assert answer.level is Level.WHITE_SPACE
    assert "page_break_crossed" in answer.notes


def test_a_word_parted_by_the_page_end_is_joined() -> None:
    source = book("The lamp was lit and the light-", "house keeper went home.", "The end.")
    assert seek("and the lighthouse keeper went home", source).level is Level.PAGE_BREAK


def test_a_foot_note_between_head_and_foot_is_passed() -> None:
    source = (
        "The lamp was lit and the\f"
        "Harbour Letters\n² By lamp the oil lamp of 1901 is meant, not the\nelectric one.\nPage 12\nkeeper went home.\f"
        "Harbour Letters\nMore text.\nPage 13"
    )
    answer = seek("The lamp was lit and the keeper went home", source)
    assert passage(answer, source) == ["The lamp was lit and the", "keeper went home"]


def test_the_pages_own_words_are_never_skipped() -> None:
    source = book("The drug was found to work\nonly in mice and not in men", "and was approved.", "The end.")
    answer = seek("The drug was found to work and was approved", source)
    assert answer.outcome is not Outcome.FOUND


def test_a_line_that_stands_once_is_no_furniture() -> None:
    source = "The drug was found to work\nunless given early\f" + "and was approved.\nOther words."
    assert seek("The drug was found to work and was approved", source).outcome is not Outcome.FOUND


def test_two_page_breaks_are_too_many() -> None:
    source = book("The lamp was lit and the", "keeper went home early while the", "dog slept on.")
    answer = seek("The lamp was lit and the keeper went home early while the dog slept on", source)
    assert answer.outcome is not Outcome.FOUND


def test_an_altered_number_over_a_page_break_is_not_found() -> None:
    source = book("The lamp burned for 14 hours and the", "keeper went home early.", "The end.")
    answer = seek("The lamp burned for 15 hours and the keeper went home early", source)
    assert answer.outcome is not Outcome.FOUND


def test_a_hundred_thousand_page_breaks_are_no_pages() -> None:
    answer = seek("The lamp was lit and the keeper went", "a\f" * 100_000 + "The lamp was lit.")
    assert answer.outcome is Outcome.NOT_FOUND
