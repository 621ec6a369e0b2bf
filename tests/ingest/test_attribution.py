"""Who is quoted is no part of what is quoted."""

from __future__ import annotations

import pytest

from tests.ingest.reports import X, read

WORDS = "the old sluice is shut for good"


@pytest.mark.parametrize(
    "ending",
    [
        f"\n> [Source]({X})",
        f"\n> [Harbour report 2021]({X})",
        f".\n>\n> [Source]({X})",
        f".\n>\n> — [Jo, Times]({X})",
        f". ([Source]({X}))",
        f".\n> Quelle: [Zeitung]({X})",
    ],
)
def test_a_short_link_at_the_end_of_a_block_quote_names_its_source(ending: str) -> None:
    (bound,) = [binding for unit in read(f"> {WORDS}{ending}\n").units for binding in unit.bindings]
    assert bound.excerpt.text.rstrip(".") == WORDS


def test_labels_that_are_the_quotation_stay_in_it() -> None:
    (bound,) = [
        binding
        for unit in read(f"> [the old sluice]({X})\n> [is shut for good]({X})\n").units
        for binding in unit.bindings
    ]
    assert bound.excerpt.text == WORDS


@pytest.mark.parametrize(
    ("words", "flattened"),
    [
        ("the *old* sluice is shut", True),
        ("the [old](https://x.example) sluice is shut", True),
        ("the old sluice is shut", False),
        ("the old\nsluice is shut", False),
        ("an &amp; in the old sluice", False),
    ],
)
def test_an_excerpt_says_whether_markup_was_taken_out(words: str, flattened: bool) -> None:
    (bound,) = [binding for unit in read(f"“{words}” [s]({X})\n").units for binding in unit.bindings]
    assert bound.excerpt.flattened is flattened
