"""Excerpts over a page break."""

from __future__ import annotations

import pytest

from gnut.text.anchor.contract import Level, Outcome
from tests.text.anchor.seeking import found, passage, seek

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


FOUND = {
    "hyphen": (
        "The lamp gave infor-\n17\f18 Journal of Lamps\nmation to ships.",
        "The lamp gave information to ships",
        "The lamp gave misinformation to ships",
    ),
    "no furniture": ("The lamp gave infor-\fmation to ships.", "gave information to ships", "gave formation to ships"),
    "two lines of head": (
        "Journal of Lamps\nVolume 9, March\nThe lamp was lit and the\f"
        "Journal of Lamps\nVolume 9, March\nkeeper went home.\f"
        "Journal of Lamps\nVolume 9, March\nThe end.",
        "The lamp was lit and the keeper went home",
        "The lamp was lit and the helper went home",
    ),
    "heads of odd and even pages": (
        "One page.\f2 JOURNAL OF LAMPS\nAll was dark.\fOn keepers 3\nThe lamp was lit and the\f"
        "4 JOURNAL OF LAMPS\nkeeper went home.\fOn keepers 5\nThe end.",
        "The lamp was lit and the keeper went home",
        "The lamp was not lit and the keeper went home",
    ),
    "roman numbers": (
        "Preface.\nvii\fThe lamp was lit and the\nviii\fkeeper went home.\nix\fThe end.\nx",
        "The lamp was lit and the keeper went home",
        "The lamp was lit and no keeper went home",
    ),
    "numbers in the middle of a foot": (
        "The lamp was lit and the\nLamps 11 of 90 pages\fkeeper went home.\nLamps 12 of 90 pages\f"
        "End.\nLamps 13 of 90 pages",
        "The lamp was lit and the keeper went home",
        "The lamps were lit and the keeper went home",
    ),
    "notes with raised marks": (
        "The lamp¹ was lighted² and the\n¹The oil lamp.\n²At nine in the evening,\nnot before.\n11\f"
        "keeper went home.\n12",
        "The lamp was lighted and the keeper went home",
        "The lamp was lighted and the keeper stayed home",
    ),
    "a page for a figure": (
        "Lamps\nThe lamp gave infor-\n11\fLamps\nFigure 3: The lamp, seen\nfrom the south.\n12\f"
        "Lamps\nmation to ships.\n13",
        "The lamp gave information to ships",
        "The lamp gave confirmation to ships",
    ),
    "an empty page": (
        "Lamps\nThe lamp was lit and the\n11\fLamps\n12\fLamps\nkeeper went home.\n13",
        "The lamp was lit and the keeper went home",
        "The lamp was lit and the keepers went home",
    ),
    "Japanese": (
        "灯台の灯は夜になると\n- 11 -\f- 12 -\n港に入る船を導いた。\f- 13 -\n終わり。",
        "灯台の灯は夜になると港に入る船を導いた",
        "灯台の灯は朝になると港に入る船を導いた",
    ),
    "Russian": (
        "Журнал маяков\nСмотритель зажег инфор-\nстр. 11\fЖурнал маяков\nмационный огонь.\nстр. 12",
        "Смотритель зажег информационный огонь",
        "Смотритель погасил информационный огонь",
    ),
    "a number before its unit": (
        "The repair cost 4\n11\f12\nmillion in all.\f13\nThe end.",
        "The repair cost 4 million in all",
        "The repair cost 14 million in all",
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_an_excerpt_over_a_page_break_stands_and_its_altered_twin_does_not(name: str) -> None:
    source, honest, altered = FOUND[name]
    assert found(honest, source)
    assert not found(altered, source)


ABSENT = {
    "a number cut in two": ("The town paid 1,0\n11\f12\n00 crowns.\f13\nEnd.", "The town paid 1,000 crowns"),
    "a number and the number of its page": ("The repair cost 4\n5\f6\nmillion.\f7\nEnd.", "The repair cost 45 million"),
    "a number that counts no pages": (
        "They met in room\n11\f12\n400\nand left at once.\n\f13\nEnd.",
        "They met in room and left at once",
    ),
    "a head that differs": (
        "Lamps\nThe lamp was found to work\n11\fOnly by day\nand was kept.\n12\fLamps\nEnd.\n13",
        "The lamp was found to work and was kept",
    ),
    "numbered lines of the text": (
        "All is said.\fThe fee is due under\fSection 4 of the act\nby each keeper.\fOther words.\f"
        "Section 9 of the act\nholds.",
        "The fee is due under by each keeper",
    ),
    "a line that begins with the number of its page": (
        "Text.\n1\fIn the storm were lost\n2\f3 men and a boat\nof the harbour.\n3\f4 days went by.\n4",
        "In the storm were lost of the harbour",
    ),
    "a list at the end of a page": (
        "The drug was found to work\n2. unless given late\n11\f12\nand was kept.\f13\nEnd.",
        "The drug was found to work and was kept",
    ),
    "bullets at the end of a page": (
        "The drug was found to work\n* unless given late\n11\f12\nand was kept.\f13\nEnd.",
        "The drug was found to work and was kept",
    ),
    "rows of a table": (
        "The drug was found to work in\n12 34\n11\f12\nmice.\n56 78\f13\nEnd.",
        "The drug was found to work in mice",
    ),
    "a short page": (
        "Lamps\nIt was found to work\nPaper 11\fLamps\nonly by day.\nPaper 12\fLamps\nand was kept.\nPaper 13",
        "It was found to work and was kept",
    ),
    "the words between a head and a foot": (
        "Lamps\nIt was found to work\nPaper 11\fLamps\nonly by day\nand was kept.\nPaper 12\fLamps\nEnd.\nPaper 13",
        "It was found to work and was kept",
    ),
    "a page with a sentence of its own": (
        "Lamps\nThe lamp was lit and the\n11\fLamps\nFigures were not kept that year.\n12\f"
        "Lamps\nkeeper went home.\n13",
        "The lamp was lit and the keeper went home",
    ),
}


@pytest.mark.parametrize("name", ABSENT)
def test_words_of_a_page_are_not_passed_as_furniture(name: str) -> None:
    source, excerpt = ABSENT[name]
    assert not found(excerpt, source)


HELD = {
    "a head that differs": ("The lamp was found to work\fOnly by day\nand was kept.", "work Only by day and was kept"),
    "a repeated line": ("Lamps\nThey sold\f Lamps\nand oil.", "They sold Lamps and oil"),
}


@pytest.mark.parametrize("name", HELD)
def test_what_stands_at_the_edge_of_a_page_can_be_quoted(name: str) -> None:
    source, excerpt = HELD[name]
    assert found(excerpt, source)


def test_pages_full_of_numbers_take_no_time() -> None:
    page = "\n".join("12 34 56 i v x" for _ in range(40))
    assert not found("The lamp was lit and the keeper went home", "\f".join([page] * 2_000) + "\fThe lamp was lit and")
