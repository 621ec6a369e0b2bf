"""What a token is."""

from __future__ import annotations

import pytest
from hypothesis import given

from gnut.text.words import has_bad, is_bad, is_digit, is_unspaced, is_wordy, numbers, tokens, word_end
from tests.strategies import texts


def written(text: str) -> list[str]:
    return [token.text for token in tokens(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The gate's shut, isn't it?", ["The", "gate's", "shut", "isn't", "it"]),
        ("well-known KX-60", ["well", "known", "KX", "60"]),
        ("H2O D1Q11H", ["H2O", "D1Q11H"]),
        ("l’évaluation", ["l’évaluation"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("93(01)班毕业", ["93", "01", "班", "毕", "业"]),
        ("한국 항구", ["한", "국", "항", "구"]),
        ("di˙erent ˛elds", ["di˙erent", "˛elds"]),
        ("cafe\u0301", ["cafe\u0301"]),
        ("_a_", ["_a_"]),
    ],
)
def test_words_are_parted(text: str, expected: list[str]) -> None:
    assert written(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fell -3.5% to $4.2 million", ("-3.5%", "$4.2")),
        ("7-10 %", ("7", "10%")),
        ("±5% and −2", ("±5%", "−2")),
        (".89 and 0.89", (".89", "0.89")),
        ("1 000 000 t in 2012", ("1 000 000", "2012")),
        ("12 345,6", ("12 345,6",)),
        ("2019-02-15", ("2019", "02", "15")),
        ("10² and 1½", ("10²", "1½")),
        ("٣٥ and １２", ("٣٥", "１２")),
        ("-$5 and $-5", ("-$5", "$-5")),
        ("4.2m and 5th", ("4.2", "5")),
        ("H2O", ()),
    ],
)
def test_numbers_keep_their_marks(text: str, expected: tuple[str, ...]) -> None:
    assert numbers(text) == expected


def test_blanks_inside_a_number_are_part_of_it_and_one_before_its_unit_is_not() -> None:
    assert numbers("1 000") != numbers("1000")
    assert numbers("12,5 %") == numbers("12,5%")


def test_signs_are_told_apart() -> None:
    assert all(map(is_digit, "1٣½²①Ⅳ"))
    assert not any(map(is_digit, "a港-"))
    assert all(map(is_unspaced, "港カ한ท"))
    assert not any(map(is_unspaced, "aя1ي"))
    assert all(map(is_wordy, "aя1_\u0301ि"))
    assert all(map(is_bad, "\ufffd\ue000\x00˙"))
    assert not any(map(is_bad, "a \n´"))
    assert has_bad("a\x00b")
    assert not has_bad("plain\n\ttext")


def test_a_word_ends_where_another_script_or_sign_begins() -> None:
    assert word_end("harbour wall", 2) == 7
    assert word_end("WTO的", 0) == 3
    assert word_end("港口", 0) == 1


@given(texts(400))
def test_tokens_stand_in_order_and_are_never_empty(text: str) -> None:
    end = 0
    for token in tokens(text):
        assert end <= token.start < token.end <= len(text)
        end = token.end


@given(texts(400))
def test_ascii_reads_the_same_with_and_without_the_pattern_of_all_scripts(text: str) -> None:
    plain = "".join(sign for sign in text if sign.isascii())
    assert tokens(plain) == [token for token in tokens(plain + " 港") if token.text != "港"]
