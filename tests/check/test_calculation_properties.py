"""Calculations over generated sentences, the pages that describe them, and how long a hostile report takes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.ingest.contract import Unit
from gnut.text.formula.contract import MAX_INPUTS, MAX_REFERENCES, Refusal
from gnut.text.formula.evaluate import evaluate
from tests.check.test_calculations import HONEST, WRONG, Inputs, status, unit
from tests.test_docs import table, value_of

ROOT = Path(__file__).resolve().parents[2]

ASIDES = (
    "",
    "In {year} ",
    "While {low} to {high} crews took part, ",
    "Between {low} and {high} crews took part, and ",
    "Boats rose from {low} to {high} and ",
    "Once it was built and {word} crews came, ",
    "After the loss of {word} boats, ",
    "Figure {low} shows that ",
    "Despite a cut of {low}%, ",
    "Over {low} years ",
)
FORMS = (
    "revenue was {n}.",
    "revenue came to ${n}.",
    "revenue was exactly {n}, as in {year}.",
    "it made {n} in all.",
)
WORDS = {"two": 2, "five": 5, "eleven": 11, "twenty-one": 21, "one hundred": 100}
MEANT = st.fixed_dictionaries(
    {
        "low": st.integers(2, 40),
        "high": st.integers(41, 99),
        "year": st.integers(1990, 2030),
        "word": st.sampled_from(sorted(WORDS)),
    }
)


def sentence(aside: str, form: str, said: dict[str, int | str], stated: int) -> str:
    return (aside + form).format(n=f"{stated:,}", **said)


@given(st.sampled_from(ASIDES), st.sampled_from(FORMS), MEANT, st.integers(200, 1400), st.integers(3, 9))
def test_the_true_figure_recomputes_beside_other_figures(
    aside: str, form: str, said: dict[str, int | str], price: int, sold: int
) -> None:
    inputs: Inputs = {"price": str(price), "sold": str(sold)}
    assert status(sentence(aside, form, said, price * sold), "price * sold", inputs) == "recomputes"


@given(
    st.sampled_from(ASIDES),
    st.sampled_from(FORMS),
    MEANT,
    st.integers(1, 3000),
    st.integers(3, 9),
    st.integers(-9_000, 9_000),
)
def test_a_changed_figure_never_recomputes_whatever_else_the_claim_says(
    aside: str, form: str, said: dict[str, int | str], price: int, sold: int, change: int
) -> None:
    result = price * sold
    others = {said["low"], said["high"], WORDS[str(said["word"])]}
    if change == 0 or result + change < 100 or result in others or (result + change) * -1 == result:
        return
    inputs: Inputs = {"price": str(price), "sold": str(sold)}
    assert status(sentence(aside, form, said, result + change), "price * sold", inputs) != "recomputes"


@pytest.mark.parametrize("word", sorted(WORDS))
@given(st.integers(0, 120))
def test_a_number_word_recomputes_as_the_whole_of_it_and_as_nothing_else(word: str, result: int) -> None:
    found = status(f"There are {word} of them.", "a + 1", {"a": str(result - 1)})
    assert (found == "recomputes") is (result == WORDS[word])


def test_no_case_is_both_wrong_and_honest() -> None:
    assert not [case for case in WRONG if case in HONEST]


LIMITS = {row[2].strip("`") for row in table("docs/limits.md", "## Calculations") if len(row) == 3}


def test_every_limit_of_a_calculation_is_told() -> None:
    names = [name for name in vars(__import__("gnut.text.formula.contract", fromlist=["x"])) if name.startswith("MAX_")]
    assert {f"gnut.text.formula.contract.{name}" for name in names} <= LIMITS
    assert value_of("gnut.text.formula.contract.MAX_INPUTS") == MAX_INPUTS


def test_what_the_page_refuses_is_refused_and_what_it_says_of_figures_holds() -> None:
    told = (ROOT / "docs/calculations.md").read_text(encoding="utf-8")
    for formula in ("price + 8%", "10 % 3", "5 -- 3", "turnover - cost = profit"):
        assert f"`{formula}`" in told
        assert status("It is 8.", formula, {"price": "0.9", "cost": "1", "profit": "8"}) == "not_recomputable"
    assert status("It is 0.972.", "price * (1 + 8%)", {"price": "0.9"}) == "recomputes"
    assert "a result of more than 400 bits (about 120 digits)" in " ".join(told.split())
    assert not isinstance(evaluate("10^119 * 1", {}), Refusal)
    assert isinstance(evaluate("10^121 * 1", {}), Refusal)
    assert "A year counts only where an input is a year and no other figure stands" in " ".join(told.split())
    assert status("Since 2010 it has run.", "a - b", {"a": "2024", "b": "14"}) == "recomputes"
    assert status("Since 2010 it has run.", "a * b", {"a": "201", "b": "10"}) == "not_recomputable"


def test_many_inputs_that_refer_to_many_long_claims_are_held_soon() -> None:
    claims: dict[str, Unit] = {
        f"c{n}": unit(" ".join(f"It sold {n}{k} boats and lost {k}%." for k in range(40)))
        for n in range(MAX_REFERENCES)
    }
    inputs: Inputs = {f"a{n}": ("100", *claims) for n in range(MAX_INPUTS)}
    started = time.process_time()
    status("It is 5. " * 2_000, "a1 + 1", inputs, claims)
    assert time.process_time() - started < 8.0


def test_a_value_past_its_limit_is_refused_soon() -> None:
    started = time.process_time()
    assert status("It is 5.", "a", {"a": "word " * 200_000}) == "not_recomputable"
    assert time.process_time() - started < 1.0
