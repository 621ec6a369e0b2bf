from __future__ import annotations

import pytest
from msgspec.structs import replace

from gnut.check.contract import Calculation
from gnut.check.core import check
from gnut.check.core.calculations import calculation
from gnut.ingest.contract import (
    LINEAGE,
    Binding,
    Excerpt,
    Extraction,
    Identity,
    Lineage,
    LineageInput,
    Lines,
    Unit,
    UnitKind,
)
from gnut.model import Place
from gnut_store import canon

PLACE = Place(0, 10, 1, 1)
Inputs = dict[str, str | tuple[str, ...]]


def lineage(formula: str, inputs: Inputs) -> Lineage:
    """Return a lineage; a tuple is a value with the claims that state it."""
    made = []
    for name, said in sorted(inputs.items()):
        value, *claims = (said,) if isinstance(said, str) else said
        made.append(LineageInput(name, value, tuple(claims)))
    return Lineage(LINEAGE, formula, canon.sha256(formula.encode()), tuple(made), None)


def unit(text: str, calculation: Lineage | None = None, excerpt: str | None = None) -> Unit:
    bindings = (
        () if excerpt is None else (Binding(Excerpt(excerpt, "quotation", False, None, None, None, PLACE), (0,)),)
    )
    provenance = "unclassified" if calculation is None else "analyst_calculation"
    declared = calculation is not None
    return Unit(UnitKind.PROSE, text, text, PLACE, (), bindings, (), provenance, declared, None, False, (), calculation)


def computed(text: str, formula: str, inputs: Inputs, claims: dict[str, Unit] | None = None) -> Calculation:
    found = calculation(unit(text, lineage(formula, inputs)), claims or {})
    assert found is not None
    return found


def status(text: str, formula: str, inputs: Inputs, claims: dict[str, Unit] | None = None) -> str:
    return computed(text, formula, inputs, claims).status


THIRD: Inputs = {"part": "1", "whole": "3"}
GROWTH: Inputs = {"new": "12", "old": "10"}


def test_a_claim_without_a_lineage_has_no_calculation() -> None:
    assert calculation(unit("Revenue was 60."), {}) is None


@pytest.mark.parametrize(
    ("text", "formula", "inputs"),
    [
        ("Each of the boats took $12 million.", "revenue / boats", {"revenue": "$60 million", "boats": "5"}),
        ("Revenue was 60 million.", "price * sold", {"price": "12m", "sold": "5"}),
        ("The share is 33%.", "part / whole", THIRD),
        ("The share is 33.3%.", "part / whole * 100", THIRD),
        ("The share is 0.33.", "part / whole", THIRD),
        ("The share is 33.3 per cent.", "100 * part / whole", THIRD),
        ("It grew by 20 %, from 10 to 12.", "(new - old) / old", GROWTH),
        ("Revenue was €4.2 million.", "a * b", {"a": "€1.05 million", "b": "4"}),
        ("Der Umsatz lag bei 4,2 Mio. Euro.", "a + b", {"a": "2.100.000", "b": "2,1 Mio."}),
        ("Der Umsatz lag bei 1.234,5 Tonnen.", "a + b", {"a": "1.234", "b": "0,5"}),
        ("营收共计3.5亿元。", "甲 + 乙", {"甲": "3亿", "乙": "5000万"}),
        ("Выручка составила 12,5 млн рублей.", "цена * объём", {"цена": "2,5", "объём": "5 млн"}),
        ("The gap is 2 percentage points.", "a - b", {"a": "7%", "b": "5%"}),
        ("The spread is 25 basis points.", "a - b", {"a": "5.25%", "b": "5%"}),
        ("It is a 3x return.", "out / paid", {"out": "$30", "paid": "$10"}),
        ("It is a 2.5-fold rise.", "a / b", {"a": "5", "b": "2"}),
        ("Revenue rose threefold, 3×.", "a / b", {"a": "30", "b": "10"}),
        ("There are twelve of them.", "a * b", {"a": "3", "b": "4"}),
        ("It compounds at 10.0% a year.", "(end / start)^(1/5) - 1", {"end": "$161.051m", "start": "$100m"}),
        ("It compounds at 14.9% a year.", "(end / start)^(1/5) - 1", {"end": "$200m", "start": "$100m"}),
        ("Since 2010 it has run.", "end - years", {"end": "2024", "years": "14"}),
        ("The mean is 13%.", "avg(a, b)", {"a": "12%", "b": "14%"}),
        ("The mean is 13%.", "(a + b) / 2", {"a": "12", "b": "14"}),
        ("The largest is 14.", "max(a, b)", {"a": "12", "b": "14"}),
        ("Profit was 50, on revenue of 100 and cost of 50.", "revenue - cost", {"revenue": "100", "cost": "50"}),
        ("In 2024 it came to 60.", "5 * n", {"n": "12"}),
        ("See Figure 7: it came to 60.", "5 * n", {"n": "12"}),
        ("It costs £92.", "price * exchange rate", {"price": "$115", "exchange rate": "0.8"}),
        ("It came to €92.", "price * rate", {"price": "$115", "rate": "0.8 EUR/USD"}),
    ],
)
def test_a_figure_that_the_formula_gives_recomputes(text: str, formula: str, inputs: Inputs) -> None:
    assert status(text, formula, inputs) == "recomputes"


@pytest.mark.parametrize(
    ("text", "formula", "inputs"),
    [
        ("The share is 34%.", "part / whole", THIRD),
        ("The share is 0.33%.", "part / whole", THIRD),
        ("The share is 33.", "part / whole", THIRD),
        ("It grew by 25%.", "(new - old) / old", GROWTH),
        ("It grew by 0.2%.", "(new - old) / old", GROWTH),
        ("It grew by 20%.", "(old - new) / old", GROWTH),
        ("It grew by -20%.", "(new - old) / old", GROWTH),
        ("Revenue was $4.2 billion.", "a * b", {"a": "$1.05 million", "b": "4"}),
        ("Revenue was €4.2 million.", "a * b", {"a": "$1.05 million", "b": "4"}),
        ("Revenue was 4.3 million.", "a + b", {"a": "2.1 million", "b": "2.1 million"}),
        ("Der Umsatz lag bei 1,2 Mio. Euro.", "a + b", {"a": "2.100.000", "b": "2,1 Mio."}),
        ("Profit was 40, on revenue of 100 and cost of 40.", "revenue - cost", {"revenue": "100", "cost": "40"}),
        ("Each took $12 million, or 13 boats.", "a / b", {"a": "$65 million", "b": "5"}),
        ("The gap is 3 percentage points.", "a - b", {"a": "7%", "b": "5%"}),
        ("The spread is 2.5 basis points.", "a - b", {"a": "5.25%", "b": "5%"}),
        ("营收共计3.6亿元。", "甲 + 乙", {"甲": "3亿", "乙": "5000万"}),
        ("It compounds at 15.0% a year.", "(end / start)^(1/5) - 1", {"end": "$200m", "start": "$100m"}),
    ],
)
def test_a_figure_that_the_formula_does_not_give_does_not_recompute(text: str, formula: str, inputs: Inputs) -> None:
    assert status(text, formula, inputs) == "does_not_recompute"


@pytest.mark.parametrize(
    ("value", "stated", "right"),
    [
        ("2.36", "2.4", True),
        ("2.36", "2.3", False),  # cut off
        ("2.35", "2.4", True),
        ("2.45", "2.5", True),  # half up
        ("2.45", "2.4", True),  # half even
        ("2.35", "2.3", False),  # neither
        ("2.5", "3", True),
        ("2.5", "2", True),
        ("3.5", "3", False),
        ("2.449", "2.5", False),
        ("2.449", "2.4", True),
        ("0.04", "0.0", True),
        ("1999999", "2 million", True),
        ("1499999", "2 million", False),
        ("4198765", "4,200,000", False),
        ("4198765", "about 4,200,000", True),
        ("4198765", "about 4,300,000", False),
        ("4198765", "roughly 4.2 million", True),
        ("4250001", "about 4.2 million", False),
        ("97", "about 100", True),
        ("140", "about 100", False),
        ("33.4", "over 30", True),
        ("29.9", "over 30", False),
        ("29.9", "nearly 30", True),
        ("31", "less than 30", False),
        ("33.4", "mehr als 30", True),
        ("29", "mindestens 30", False),
        ("33.4", "plus de 30", True),
        ("33.4", "超过30", True),
        ("28", "不到30", True),
        ("31", "не более 30", False),
        ("4000", "4,000+", True),
        ("3900", "4,000+", False),
    ],
)
def test_a_figure_is_compared_at_its_own_precision(value: str, stated: str, right: bool) -> None:
    assert (status(f"It came to {stated}.", "value * 1", {"value": value}) == "recomputes") is right


@pytest.mark.parametrize(
    "sentence", ["It fell by 20%.", "Es sank um 20 %.", "Une baisse de 20 %.", "It was 20% lower."]
)
def test_a_fall_is_written_without_its_sign(sentence: str) -> None:
    assert status(sentence, "(new - old) / old", {"new": "8", "old": "10"}) == "recomputes"


def test_a_fall_said_of_another_figure_does_not_turn_the_sign() -> None:
    inputs: Inputs = {"new": "8", "old": "10"}
    assert status("While costs fell, sales grew by 20%.", "(new - old) / old", inputs) == "does_not_recompute"


def test_both_values_are_said_as_the_claim_compares_them() -> None:
    found = computed("The share is 34%.", "part / whole", THIRD)
    assert (found.computed, found.stated) == ("0.333333333333", "34%")
    assert found.why == "the formula gives 33.3333333333%, and the claim states 34%"


def test_an_input_restated_is_not_the_result() -> None:
    found = computed("Of 100 boats 38 were sold.", "all - sold", {"all": "100", "sold": "38"})
    assert (found.status, found.why) == ("not_recomputable", "the formula gives 62, and the claim states no result")


def test_an_input_restated_is_the_result_of_a_formula_that_only_names_it() -> None:
    assert status("It sold 38.", "sold", {"sold": "38"}) == "recomputes"


@pytest.mark.parametrize(
    ("formula", "inputs", "why"),
    [
        ("see the spreadsheet", {"a": "1"}, "the formula cannot be computed: ‘see’ is no input"),
        ("a / b", {"a": "1", "b": "0"}, "the formula cannot be computed: it divides by zero"),
        ("a + c", {"a": "1", "b": "0"}, "the formula cannot be computed: ‘c’ is no input"),
        ("a * 2", {"a": "see the annex"}, "input a is see the annex, which is no one figure"),
        ("a * 2", {"a": "5 to 7"}, "input a is 5 to 7, which is no one figure"),
        ("60", {"a": "5"}, "the formula cannot be computed: it is a number alone, and uses no input"),
        ("x = 60", {"a": "5"}, "the formula cannot be computed: it is a number alone, and uses no input"),
        ("9^9^9^9", {"a": "5"}, "the formula cannot be computed: an exponent is too large"),
    ],
)
def test_what_cannot_be_computed_says_why(formula: str, inputs: Inputs, why: str) -> None:
    found = computed("It came to 60.", formula, inputs)
    assert (found.status, found.computed, found.why) == ("not_recomputable", None, why)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("It came to 30–35%.", True),
        ("It came to 30% to 35%.", True),
        ("It came to between 30 and 35%.", True),
        ("Es waren 30 bis 35 %.", True),
        ("It came to 34–40%.", False),
        ("It came to 30 and 35%.", False),
    ],
)
def test_a_result_may_lie_in_the_range_that_a_claim_states(sentence: str, right: bool) -> None:
    assert (status(sentence, "part / whole", THIRD) == "recomputes") is right


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("It came to $30–35 million.", True),
        ("It came to $3–3.5 million.", False),
        ("It came to $3,000,000 to $40 million.", True),
        ("It came to $34–35 million.", False),
        ("It came to €30–35 million.", False),
    ],
)
def test_the_ends_of_a_range_share_their_scale_and_currency(sentence: str, right: bool) -> None:
    assert (status(sentence, "a / 3", {"a": "$99 million"}) == "recomputes") is right


@pytest.mark.parametrize(
    ("formula", "inputs", "uses"),
    [
        ("5*12", {"a": "5"}, True),
        ("5*12", {"a": "5", "b": "12"}, True),
        ("200*30%", {"a": "30%"}, True),
        ("60*1", {"a": "5"}, False),
        ("30*2", {"a": "5", "b": "30"}, False),
    ],
)
def test_a_formula_of_numbers_alone_holds_the_values_of_its_inputs(formula: str, inputs: Inputs, uses: bool) -> None:
    assert (status("It came to 60.", formula, inputs) == "recomputes") is uses


def test_a_word_for_a_number_counts_only_where_no_digits_stand() -> None:
    assert status("其中一家售出7艘。", "a - b", {"a": "3", "b": "2"}) == "does_not_recompute"


@pytest.mark.parametrize("tail", ["= 25", "= 25%", "≈ 25", "= 24.96"])
def test_what_the_formula_itself_says_is_compared_too(tail: str) -> None:
    found = computed("The share is 25%.", f"part / whole * 100 {tail}", {"part": "1", "whole": "4"})
    assert found.status == ("does_not_recompute" if "24" in tail else "recomputes")
    assert "24" not in tail or found.stated == "24.96"


def test_an_input_is_a_figure_of_each_claim_that_it_refers_to() -> None:
    claims = {"c1": unit("Revenue was $60 million."), "c2": unit("It sold five boats.")}
    inputs: Inputs = {"revenue": ("$60m", "c1"), "boats": ("5", "c2")}
    assert status("Each took $12 million.", "revenue / boats", inputs, claims) == "recomputes"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("$58 million", "Revenue was $60 million."),
        ("€60 million", "Revenue was $60 million."),
        ("60", "Revenue was $60 million."),
        ("60 million", "Revenue was 60% up."),
        ("60.4 million", "Revenue was about 60 million."),
        ("60 million", "Revenue was good."),
    ],
)
def test_an_input_that_a_claim_does_not_state_does_not_recompute(value: str, text: str) -> None:
    found = computed("It doubled to 2.", "revenue / revenue * 2", {"revenue": (value, "c1")}, {"c1": unit(text)})
    assert found.status == "does_not_recompute"
    assert found.why is not None
    assert found.why.startswith(f"input revenue is {value}, and claim c1 states ")


def test_both_values_of_a_wrong_input_are_said() -> None:
    claims = {"c1": unit("Revenue was $60 million in 2024.")}
    found = computed("It is $29 million.", "revenue / 2", {"revenue": ("$58 million", "c1")}, claims)
    assert (found.computed, found.stated) == ("29000000", "$60 million")


@pytest.mark.parametrize(("value", "text"), [("0.12", "It was 12%."), ("12", "It was 12%."), ("-5", "It fell by 5.")])
def test_an_input_may_write_the_figure_of_its_claim_in_another_form(value: str, text: str) -> None:
    found = computed("It is 7.", f"rate * 0 + 7 - 0 * {value}", {"rate": (value, "c1")}, {"c1": unit(text)})
    assert found.status == "recomputes"


def test_an_input_may_stand_in_the_excerpt_of_its_claim() -> None:
    claims = {"c1": unit("Revenue was good.", excerpt="revenue of 60 million")}
    inputs: Inputs = {"revenue": ("60 million", "c1")}
    assert status("Half of it is 30 million.", "revenue / 2", inputs, claims) == "recomputes"


def test_an_input_that_refers_to_no_claim_does_not_recompute() -> None:
    found = computed("It is 30.", "revenue / 2", {"revenue": ("60", "c9")})
    assert (found.status, found.why) == (
        "does_not_recompute",
        "input revenue refers to c9, which is no claim of the report",
    )


def test_every_row_of_a_unit_carries_its_calculation() -> None:
    units = (unit("It was 12."), unit("It was 60.", lineage("n * 5", {"n": ("12", "u1")})))
    ident = Identity("k", "1", "0" * 64)
    read = Extraction("markdown", "0" * 64, ident, ident, units, (), Lines(2, ()), (), None)
    first, second = check(read, {}).findings
    assert first.calculation is None
    assert second.calculation == Calculation("recomputes", "n * 5", "60", "60", None)


def claim(text: str) -> dict[str, Unit]:
    return {"c1": unit(text)}


WRONG: list[tuple[str, str, Inputs, dict[str, Unit]]] = [
    ("The sum is 2.", "a + 1", {"a": "twenty-one"}, {}),
    ("The sum is 2.", "a + 1", {"a": "one hundred"}, {}),
    ("The sum is 3.", "a + 1", {"a": "two thousand"}, {}),
    ("Once it was complete, margins improved.", "a + 1", {"a": "10"}, {}),
    ("It closed in Sept.", "a + 1", {"a": "6"}, {}),
    ("Seize the day.", "a + 1", {"a": "15"}, {}),
    ("No one knew.", "a - b", {"a": "4", "b": "3"}, {}),
    ("There are twenty-one of them.", "a - b", {"a": "4", "b": "3"}, {}),
    ("It is a ten-year bond.", "a + 1", {"a": "9"}, {}),
    ("There are five boats and six crews.", "a + 1", {"a": "4"}, {}),
    ("The sum is 13.", "a + 1", {"a": ("twelve", "c1")}, claim("There are 17 boats.")),
    ("The sum is 22.", "a + 1", {"a": ("twenty-one", "c1")}, claim("There are 21.5 boats and one crew.")),
    ("The share was nearly 90%.", "a / b", {"a": "3", "b": "100"}, {}),
    ("Es waren fast 90 %.", "a / b", {"a": "3", "b": "100"}, {}),
    ("Presque 90 %.", "a / b", {"a": "3", "b": "100"}, {}),
    ("近90%。", "a / b", {"a": "3", "b": "100"}, {}),
    ("It was almost $90 million.", "a * b", {"a": "$2", "b": "5"}, {}),
    ("It rose up to 50.", "a * 1.5", {"a": "2"}, {}),
    ("It was just over 30.", "a * 2", {"a": "45"}, {}),
    ("Between 10 and 90 crews took part, and the cost was 14.", "a / b", {"a": "60", "b": "5"}, {}),
    ("Boats rose from 5 to 60 and revenue per boat was 14.", "a / b", {"a": "120", "b": "10"}, {}),
    ("Share grew from 10% to 40%, a gain of 30 per cent a year.", "a - b", {"a": "55%", "b": "30%"}, {}),
    ("Share grew from 10% to 40%.", "a - b", {"a": "55%", "b": "30%"}, {}),
    ("Die Zahl stieg von 10 bis 40.", "a - b", {"a": "55", "b": "30"}, {}),
    ("从10到40。", "a - b", {"a": "55", "b": "30"}, {}),
    ("In 2000 revenue per boat was 14.", "a * b", {"a": "400", "b": "5"}, {}),
    ("In 2000 it began.", "a * b", {"a": "400", "b": "5"}, {}),
    ("Revenue rose over 10 years.", "a / b", {"a": "60", "b": "5"}, {}),
    ("Revenue rose over the last 10 years.", "a / b", {"a": "60", "b": "5"}, {}),
    ("Output was 3,000 tonnes.", "a * b", {"a": "1.5", "b": "2"}, {}),
    ("Output was 3,000 tonnes.", "a * b", {"a": "1", "b": "3"}, {}),
    ("Output was 3.000 Tonnen und 1,5 Liter.", "a * b", {"a": "1", "b": "3"}, {}),
    ("It is 4.", "a + 1", {"a": ("3", "c1")}, claim("Output was 3,000 tonnes.")),
    ("The sum is 4.", "a + 1", {"a": ("3", "c1")}, claim("Figure 3 shows 17 boats.")),
    ("The sum is 4.", "a + 1", {"a": ("3", "c1")}, claim("In week 3 it had 17 boats.")),
    ("The sum is 12.", "a + 1", {"a": ("11", "c1")}, claim("Once the harbour opened, trade rose.")),
    ("The sum is 6.", "a * 1000 + 1", {"a": ("5‰", "c1")}, claim("The rate is 5%.")),
    ("The sum is 6.", "a * 100 + 1", {"a": ("5 percentage points", "c1")}, claim("The rate is 5%.")),
    ("The sum is 6.", "a * 100 + 1", {"a": ("5%", "c1")}, claim("The rate is 5 basis points.")),
    ("The fee was €50.", "exchange fee * n", {"exchange fee": "$5", "n": "10"}, {}),
    ("GDP will be €200.", "GDP in USD * 2", {"GDP in USD": "$100"}, {}),
    ("It costs $0.98.", "price + 8%", {"price": "$0.90"}, {}),
    ("Each took $12.", "revenue / boats = €12", {"revenue": "$60", "boats": "5"}, {}),
    ("Profit was 8.", "turnover - cost = profit", {"profit": "8", "cost": "3"}, {}),
    ("Despite a cut in staff, the operating result was $5m.", "a - b", {"a": "$10m", "b": "$15m"}, {}),
    ("The cuts done, the operating result was $5m.", "a - b", {"a": "$10m", "b": "$15m"}, {}),
    ("After the loss of two boats, margin was 12%.", "a / b", {"a": "-12", "b": "100"}, {}),
    ("See Figure 12.", "a / b", {"a": "60", "b": "5"}, {}),
    ("It runs Python 3.11.", "a + b", {"a": "3", "b": "0.11"}, {}),
    ("It closed in Week 12.", "a / b", {"a": "60", "b": "5"}, {}),
    ("It has 5 boats and a crew of 30.", "revenue / boats", {"revenue": "25", "boats": "5"}, {}),
    ("Its 12 boats took 14 each.", "revenue / boats", {"revenue": "60", "boats": "5"}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "formula", "inputs", "claims"), WRONG)
def test_a_wrong_calculation_never_recomputes(text: str, formula: str, inputs: Inputs, claims: dict[str, Unit]) -> None:
    assert status(text, formula, inputs, claims) != "recomputes"


HONEST: list[tuple[str, str, Inputs, dict[str, Unit]]] = [
    ("The sum is 22.", "a + 1", {"a": "twenty-one"}, {}),
    ("There are twenty-one of them.", "a + 1", {"a": "20"}, {}),
    ("Es sind zwölf Boote.", "a * b", {"a": "3", "b": "4"}, {}),
    ("共十二艘。", "a * b", {"a": "3", "b": "4"}, {}),
    ("The sum is 13.", "a + 1", {"a": ("twelve", "c1")}, claim("There are 12 boats.")),
    ("The sum is 13.", "a + 1", {"a": ("12", "c1")}, claim("There are twelve boats.")),
    ("It was nearly 90%.", "a / b", {"a": "88", "b": "100"}, {}),
    ("It was just over 30.", "a * 2", {"a": "15.5"}, {}),
    ("Savings are up to 50.", "a * 2", {"a": "25"}, {}),
    ("It came to between 10 and 14.", "a / b", {"a": "60", "b": "5"}, {}),
    ("It has run for over 10 years.", "a - b", {"a": "2022", "b": "2010"}, {}),
    ("Output was 3,000 tonnes.", "a * b", {"a": "1,500", "b": "2"}, {}),
    ("Es waren 3.000 Tonnen.", "a * b", {"a": "1.500", "b": "2"}, {}),
    ("Es waren 3.000 Tonnen.", "a * b", {"a": "1500,5", "b": "1,9993335554815061646"}, {}),
    ("It has 2000 boats.", "a * b", {"a": "400", "b": "5"}, {}),
    ("2000 boats were sold.", "a * b", {"a": "400", "b": "5"}, {}),
    ("The loss was $5m.", "a - b", {"a": "$10m", "b": "$15m"}, {}),
    ("It made a loss of about $5m in 2024.", "a - b", {"a": "$10m", "b": "$15m"}, {}),
    ("Revenue per boat is 12.", "Revenue per boat: revenue / boats", {"revenue": "60", "boats": "5"}, {}),
    ("It is 6.", "a * 100 + 1", {"a": ("5%", "c1")}, claim("The rate is 5%.")),
    ("Each took 5.", "revenue / boats", {"revenue": "25", "boats": "5"}, {}),
    ("The 5 boats took 12 each.", "revenue / boats", {"revenue": "60", "boats": "5"}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "formula", "inputs", "claims"), HONEST)
def test_an_honest_calculation_recomputes(text: str, formula: str, inputs: Inputs, claims: dict[str, Unit]) -> None:
    assert status(text, formula, inputs, claims) == "recomputes"


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("Es waren 3.000 Tonnen.", {"a": "1500", "b": "2"}),
        ("It was 1,234.", {"a": "0.617", "b": "2"}),
    ],
)
def test_a_figure_that_fits_only_by_a_reading_that_nothing_speaks_for_is_never_right(text: str, inputs: Inputs) -> None:
    assert status(text, "a * b", inputs) != "recomputes"


def circle(*links: tuple[str, ...]) -> list[str]:
    """Statuses of claims `a`, `b`, … that say 12 and take it from the claims named."""
    units = []
    for number, sources in enumerate(links):
        made = unit("It is 12.", lineage("x", {"x": ("12", *sources)}) if sources else None)
        units.append(replace(made, declared_id="abcdefgh"[number]))
    identity = Identity("k", "1", "0" * 64)
    read = Extraction("structured_json", "0" * 64, identity, identity, tuple(units), (), Lines(0, ()), (), None)
    return [one.calculation.status if one.calculation else "none" for one in check(read, {}).findings]


def test_two_calculations_that_take_their_inputs_from_each_other_are_not_recomputed() -> None:
    assert circle(("b",), ("a",)) == ["not_recomputable"] * 2


def test_a_longer_circle_and_what_rests_on_it_are_not_recomputed() -> None:
    assert circle(("b",), ("c",), ("a",), ("a",)) == ["not_recomputable"] * 4


def test_a_chain_that_begins_with_a_claim_is_recomputed() -> None:
    assert circle(("b",), ("c",), ("d",), ()) == ["recomputes"] * 3 + ["none"]


def test_two_that_take_an_input_from_the_same_claim_are_no_circle() -> None:
    assert circle(("c",), ("a", "c"), ()) == ["recomputes", "recomputes", "none"]
