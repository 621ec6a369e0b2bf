"""Brackets in an excerpt: an editor explains with them, and may not count, measure, deny or mend words."""

from __future__ import annotations

import pytest

from tests.text.anchor.seeking import found

NUMBERS = ["[500]", "[50]", "[fifty]", "[ten million]", "[five]", "[zwölf]", "[doce]", "[пять]", "[XII]", "[三]", "[-]"]
DENIALS = ["[not]", "[never]", "[keineswegs]", "[rarely]", "[unable]", "[не]", "[не редко]", "[aldrig]"]


@pytest.mark.parametrize("inserted", [*NUMBERS, *DENIALS, "[$]"])
def test_an_insertion_neither_counts_nor_denies(inserted: str) -> None:
    assert not found(f"The prices rose {inserted} crowns in the harbour", "The prices rose crowns in the harbour.")


@pytest.mark.parametrize("inserted", ["million", "%", "kg", "crowns", "Danish crowns", "$", "Euro", "thousand"])
def test_an_insertion_beside_a_number_measures_nothing(inserted: str) -> None:
    assert not found(f"They paid 5 [{inserted}] of the goods in May", "They paid 5 of the goods in May.")


@pytest.mark.parametrize(
    ("excerpt", "source"),
    [
        ("The prices rose 5[0] crowns here", "The prices rose 5 crowns here."),
        ("The prices rose 5 crowns here", "The prices rose 5[0] crowns here."),
        ("It came in 1[9]45 to the harbour", "It came in 145 to the harbour."),
        ("It came in 145 to the harbour", "It came in 1[9]45 to the harbour."),
        ("[500] payable on the day", "It was payable on the day."),
        ("A rise of [-]5 was noted", "A rise of 5 was noted."),
        ("It is [un]safe for all boats", "It is safe for all boats."),
        ("Its [in]ability to pay", "Its ability to pay."),
        ("They [dis]agreed on the wall", "They agreed on the wall."),
        ("It does harm[less] work here", "It does harm work here."),
        ("They did[n't] agree to it", "They did agree to it."),
        ("The crates [12] did not float here", "The crates did not float here."),
    ],
)
def test_brackets_that_touch_a_word_or_a_number_are_part_of_it(excerpt: str, source: str) -> None:
    assert not found(excerpt, source)


@pytest.mark.parametrize(
    ("excerpt", "source"),
    [
        ("[T]he board held the keys", "Then the board held the keys."),
        ("[t]he board held the keys", "The board held the keys."),
        ("The board [of trustees] held that", "The board held that."),
        ("The [Danish] board held [sic] that", "The board held that."),
        ("They met in 2019 [in Denmark] and left", "They met in 2019 and left."),
        ("in 2024 the boats sank", "Then in 2024[3] the boats sank."),
        ("All boats sank here", "All boats[^3] sank here[12]."),
        ("The crates [12] did not float", "The crates[12] did not float."),
        ("他们[当时]在港口", "他们在港口"),
    ],
)
def test_explanations_and_reference_marks_are_left_out_of_account(excerpt: str, source: str) -> None:
    assert found(excerpt, source)
