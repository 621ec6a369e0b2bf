"""Blanks and hyphens in other places: what a broken text layer does passes, what an alteration does never."""

from __future__ import annotations

from itertools import product

import pytest

from tests.text.anchor.seeking import found

OTHERWISE = [
    ("a political act", "apolitical act"),
    ("in active", "inactive"),
    ("a moral", "amoral"),
    ("in sane", "insane"),
    ("in dependent", "independent"),
    ("for bid", "forbid"),
    ("il legal", "illegal"),
    ("non sense", "nonsense"),
    ("use less", "useless"),
    ("the rapist", "therapist"),
    ("is land", "island"),
    ("twenty five-ton", "twenty-five ton"),
    ("five-hundred ton", "five hundred-ton"),
    ("five or ten", "five orten"),
    ("man-eating", "man eating"),
    ("resign", "re-sign"),
    ("co-op", "coop"),
    ("5 men", "5m en"),
    ("no more", "\u2116more"),
    ("arbeits los", "arbeitslos"),
    ("un klar", "unklar"),
    ("ver kauft", "verkauft"),
    ("par tout", "partout"),
    ("sin o", "sino"),
    ("не правда", "неправда"),
    ("ne pravda", "nepravda"),
    ("α ηθικό", "αηθικό"),
    ("tuz suz", "tuzsuz"),
]
"""Words that change when a blank or a hyphen moves, in either direction."""


@pytest.mark.parametrize(("one", "other"), [*OTHERWISE, *((b, a) for a, b in OTHERWISE)])
@pytest.mark.parametrize("blank", [" ", "\n"])
def test_words_that_part_into_other_words_do_not_stand(one: str, other: str, blank: str) -> None:
    source = f"They all called this {other.replace(' ', blank)} here at the harbour in May."
    assert not found(f"They all called this {one} here at the harbour in May", source)


@pytest.mark.parametrize(("dash", "blank"), [*product("−-–—‒‑‐", (" ", "\u00a0", "\n"))])
def test_a_dash_before_a_digit_is_never_left_out(dash: str, blank: str) -> None:
    source = f"The harbour posted a result of {dash}{blank}4.2 million crowns."
    assert not found("The harbour posted a result of 4.2 million crowns", source)
    assert not found(f"A result of {dash}{blank}4.2 million", "A result of 4.2 million crowns.")


@pytest.mark.parametrize("dash", "−-–—‒‑‐")
def test_a_dash_between_digits_is_never_left_out(dash: str) -> None:
    assert not found("rooms 20 5 are open", f"The rooms 20{dash}5 are open.")
    assert not found(f"rooms 20{dash}5 are open", "The rooms 20 5 are open.")


BROKEN = [
    ("rivers orcanals carry the load", "rivers or\ncanals carry the load."),
    ("the deduction is permitted only once", "the deduction is permit\nted only once"),
    ("post-surgery (strabismus, cataract)", "p ost-surgery (strabism us ,cataract)"),
    ("perform a non-normal procedure", "perform a non-\nnormal procedure."),
    ("perform a nonnormal procedure", "perform a non-\nnormal procedure."),
    ("perform a non-normal procedure", "perform a non\ufffenormal procedure."),
    ("perform a non- normal procedure", "perform a non-normal procedure."),
    ("perform a pro- cedure today", "perform a procedure today."),
    ("100 km of pipe were laid", "They say 100km of pipe were laid."),
    ("the boats of the harbour were all lost", "theboatsoftheharbourwerealllost"),
    ("7–10 % was noted", "a loss of 7–\n10 % was noted"),
    ("5 mg/mL midazolam", "5 mg/\nmL midazolam"),
    ("他们 在 港口", "他们在港口"),
    ("he was away ,then back", "he was away, then back"),
]


@pytest.mark.parametrize(("excerpt", "source"), BROKEN)
def test_what_a_broken_text_layer_does_is_left_out_of_account(excerpt: str, source: str) -> None:
    assert found(excerpt, source)
