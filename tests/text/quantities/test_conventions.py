"""Which mark divides off a fraction where no locale is known, and that no thousandfold passes by the other one."""

from __future__ import annotations

import pytest

from gnut.text.quantities.against import against
from gnut.text.quantities.conventions import convention, readings
from gnut.text.quantities.held import Held
from gnut.text.quantities.read import quantities


def status(claim: str, source: str, locale: str = "und") -> str:
    """Return what a source holds of the last figure of a claim."""
    return against(claim, quantities(claim, locale), (Held(source, locale),))[-1].status


@pytest.mark.parametrize(
    ("text", "figures", "words"),
    [
        ("It fell by 12.5 % to 8,400", ".", "."),
        ("1,234,567; 8,400", ".", None),
        ("1.234.567 und 8.400", ",", ","),
        ("€1.234,50, 8.400", ",", None),
        ("12,5 % von 8.400", ",", ","),
        ("12.5 % and 12,5 % of 8,400", None, "."),
        ("section 2.1 says 8,400", None, None),
        ("8,400", None, None),
        ("the Umsatz von der Bank", None, None),
        ("Le total est de 8 400 pour les clients", None, ","),
        ("", None, None),
    ],
)
def test_a_text_shows_its_decimal_mark(text: str, figures: str | None, words: str | None) -> None:
    assert convention(text, quantities(text)) == (figures, words)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("It weighs 8,400 kg", {"8400"}),
        ("12.5 % of 8,400 kg", {"8400"}),
        ("12,5 % of 8,400 kg", {"8.400"}),
        ("Es wiegt mit der Last 8.400 kg", {"8400"}),
        ("8,400 kg", {"8400", "8.400"}),
        ("It weighs 8.400 kg", {"8400", "8.400"}),
        ("12.5 % of 8.400 kg", {"8.400"}),
    ],
)
def test_a_figure_has_the_values_that_are_plausible_there(text: str, values: set[str]) -> None:
    found = quantities(text)
    assert {format(value, "f") for value in readings(found[-1], convention(text, found))} == values


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("8,400 tonnes", "It weighs 8.4 tonnes.", "unsupported"),
        ("It weighs 8,400 kg", "8.4 kg", "unsupported"),
        ("about 8,400 kg", "It weighs 8.4 kg.", "unsupported"),
        ("8.4 tonnes", "the weight of 8,400 tonnes", "unsupported"),
        ("12.5 % of 8.400 kg", "It weighs 8400 kg.", "unsupported"),
        ("Das sind von der Last 8.400 kg", "It weighs 8400 kg.", "supported"),
        ("8,400 kg", "8,4 kg", "supported"),
        ("It weighs 1.234 kg", "It weighs 1234 kg.", "supported"),  # Continental authors write English, too.
        ("1.234 €", "1,234 euros", "supported"),
        ("It is 8,400 m", "12,5 % of 8,400 m", "supported"),  # Written alike.
    ],
)
def test_no_thousandfold_passes_by_a_mark_that_a_text_does_not_use_so(claim: str, source: str, expected: str) -> None:
    assert status(claim, source) == expected


def test_a_known_locale_needs_no_guess() -> None:
    assert status("8,400 kg", "It weighs 8.4 kg.", "en") == "contradicted"
