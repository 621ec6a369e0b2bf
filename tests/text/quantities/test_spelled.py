from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.quantities.spelled import _spelling, numbers, says, whole_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("twelve", "12"),
        ("twenty-one", "21"),
        ("Twenty one", "21"),
        ("one hundred", "100"),
        ("a hundred", "100"),
        ("hundred", "100"),
        ("two thousand", "2000"),
        ("three hundred and five thousand and twelve", "305012"),
        ("half", "0.5"),
        ("one", "1"),
        ("zwölf", "12"),
        ("einundzwanzig", "21"),
        ("siebenundneunzig", "97"),
        ("dix-sept", "17"),
        ("quatre-vingt-dix", "90"),
        ("treinta", "30"),
        ("diez mil", "10000"),
        ("十二", "12"),
        ("二十一", "21"),
        ("三百零五", "305"),
        ("两万", "20000"),
    ],
)
def test_a_whole_value_may_be_spelled(text: str, value: str) -> None:
    assert whole_number(text) == Decimal(value)


@pytest.mark.parametrize(
    "text",
    [
        "", "once", "sept", "elf", "twelve boats", "twenty eleven", "one one", "one two", "hundred hundred",
        "five or six",
        "vingt et un", "treinta y uno", "twelve-year", "no one", "十分", "一些", "twelve hundred", "word " * 30, "and",
        "five and six", "dos", "million million",
    ],
)  # fmt: skip
def test_part_of_a_value_is_no_value(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("There are twenty-one of them.", ["21"]),
        ("Five boats and six crews.", ["5", "6"]),
        ("One hundred and five boats.", ["105"]),
        ("Once the quay was built, trade improved.", []),
        ("It closed in Sept.", []),
        ("Seize the day.", []),
        ("A ten-year bond.", []),
        ("No one's boat.", []),
        ("It took $4.2 million.", []),
        ("5 million boats", []),
        ("zwölf Boote und elf Yachten", ["12", "11"]),
        ("Elf boats.", []),
        ("once barcos y siete yates", ["11", "7"]),
        ("vingt et un bateaux", []),
        ("einundzwanzig Boote", ["21"]),
        ("dix-sept bateaux", ["17"]),
        ("第三艘", []),
        ("十二艘船", ["12"]),
        ("三月十分统一", []),
        ("二十一家", ["21"]),
        ("seven-eleven", []),
        ("twenty five-year bonds", []),
    ],
)
def test_a_number_word_of_a_text_counts_as_a_whole(text: str, values: list[str]) -> None:
    assert [one.value for one in numbers(text)] == [Decimal(value) for value in values]


@given(st.integers(0, 999_999_999))
def test_every_english_number_is_read_and_no_part_of_it(number: int) -> None:
    spelled = " ".join(_spelling(number))
    assert whole_number(spelled) == number
    assert [one.value for one in numbers(f"It has {spelled} of them.")] == [number]


@pytest.mark.parametrize("value", [1, 11, 20, 100, 200])
def test_a_word_inside_a_longer_number_says_nothing(value: int) -> None:
    assert not says("It has one hundred and twenty-one of them.", Decimal(value))


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    numbers(text)
    whole_number(text)
