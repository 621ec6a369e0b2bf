"""Symbols of units after a number are compared with their case."""

from __future__ import annotations

import pytest

from tests.text.anchor.seeking import found

PAIRS = ["MW mW", "Mg mg", "Mm mm", "Ms ms", "PM pM", "nM nm", "Gb GB", "PB pb", "k K", "M m", "kB kb", "MPa mPa"]


@pytest.mark.parametrize("pair", [*PAIRS, *(" ".join(pair.split()[::-1]) for pair in PAIRS)])
@pytest.mark.parametrize("blank", ["", " ", "\u00a0"])
def test_another_case_is_another_unit(pair: str, blank: str) -> None:
    mine, other = pair.split()
    source = f"The plant gave and gave 5{blank}{other} to the town."
    assert not found(f"the plant gave and gave 5{blank}{mine} to the town", source)
    assert not found(f"the plant gave … gave 5{blank}{mine} to the town", source)


@pytest.mark.parametrize(
    ("excerpt", "source"),
    [
        ("The plant gave 5 MW to the town", "THE PLANT GAVE 5 MW TO THE TOWN"),
        ("THE PLANT GAVE 5 MW TO THE TOWN", "The plant gave 5 MW to the town"),
        ("the plant gave 5 MW to the town", "The plant gave 5 ㎿ to the town"),
        ("the plant gave 5 mL here", "The plant gave 5 ml here"),
        ("in 2024 the port opened", "In 2024 The Port Opened"),
        ("the port in 2024 as it was", "The Port in 2024 As It Was"),
    ],
)
def test_case_elsewhere_is_typography(excerpt: str, source: str) -> None:
    assert found(excerpt, source)
