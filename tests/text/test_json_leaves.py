"""JSON as text: one line a leaf, in document order, and what is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.json_leaves import MAX_DEPTH, BadJson, TooManyValues, leaves
from gnut.text.source import Extracted, Unreadable, read


def test_every_leaf_is_a_line_with_its_path() -> None:
    body = b'{"report": {"rates": [4.20, -0, 1e3], "a b": {"c\\"d": null}}, "ok": true, "none": [], "nil": {}}'
    assert leaves(body) == (
        "report.rates[0]: 4.20\n"
        "report.rates[1]: -0\n"
        "report.rates[2]: 1e3\n"
        'report["a b"]["c\\"d"]: null\n'
        "ok: true\n"
        "none: []\n"
        "nil: {}\n"
    )


@pytest.mark.parametrize(
    ("body", "line"), [(b"5.0", "$: 5.0\n"), (b' "x" ', "$: x\n"), (b"[]", "$: []\n"), (b"[1]", "[0]: 1\n")]
)
def test_a_root_has_a_name(body: bytes, line: str) -> None:
    assert leaves(body) == line


def test_number_literals_are_kept_as_written() -> None:
    literals = ["0", "-0", "1.0", "1.50", "1E+2", "9007199254740993", "9" * 5000, "1e999", "0.1e-7"]
    assert leaves(f"[{','.join(literals)}]".encode()) == "".join(f"[{n}]: {v}\n" for n, v in enumerate(literals))


def test_strings_are_decoded_and_stay_on_their_line() -> None:
    assert leaves(rb'"a\n\r\n\tb\u2028c \u00e9\ud83d\ude00 \/\\\""') == '$: a   b c é😀 /\\"\n'


def test_a_byte_order_mark_is_no_part_of_the_value() -> None:
    assert leaves(b"\xef\xbb\xbf1") == "$: 1\n"


@pytest.mark.parametrize(
    "body",
    [b"", b" ", b"{", b"[1,2", b"[1,]", b'{"a":1,}', b"{a:1}", b"{'a':1}", b'{"a" 1}', b"[1 2]", b"NaN", b"[-Infinity]",
     b"01", b"1.", b".5", b"+1", b"1e", b"--1", b"tru", b"truefalse", b'{"a":1} {"b":2}', b'{"a":1}//x', b'"\x01"',
     b'"\n"', b'"a', rb'"\x"', rb'"\u12"', rb'"\ud800"', rb'"\udc00"', rb'"\ud800\u0041"', b'"\xff"', b'"\xed\xa0\x80"',
     b'{"a":1,"a":2}', b'{"a":{"b":1,"b":2}}', rb'{"a":1,"\u0061":2}', '{"a":1}'.encode("utf-16"), b"[", b"]", b"{]",
     b"[}"],
)  # fmt: skip
def test_what_is_not_strict_json_is_refused(body: bytes) -> None:
    with pytest.raises(BadJson):
        leaves(body)


def test_depth_is_refused_one_past_its_limit() -> None:
    assert leaves(b"[" * MAX_DEPTH + b"1" + b"]" * MAX_DEPTH) == "[0]" * MAX_DEPTH + ": 1\n"
    with pytest.raises(TooManyValues):
        leaves(b"[" * (MAX_DEPTH + 1) + b"1" + b"]" * (MAX_DEPTH + 1))
    with pytest.raises(TooManyValues):
        leaves(b'{"a":' * 50_000)


def test_values_are_refused_one_past_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnut.text.json_leaves.MAX_VALUES", 4)
    assert leaves(b"[1,2,3]")
    with pytest.raises(TooManyValues):
        leaves(b"[1,2,3,4]")


def test_characters_are_refused_one_past_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnut.text.json_leaves.MAX_CHARACTERS", 16)
    assert leaves(b'{"a":[1,2]}') == "a[0]: 1\na[1]: 2\n"
    with pytest.raises(TooManyValues):
        leaves(b'{"a":[1,23]}')


def test_a_long_key_over_many_leaves_is_refused() -> None:
    with pytest.raises(TooManyValues):
        leaves(b'{"' + b"k" * 1_000_000 + b'":[' + b"1," * 100_000 + b"1]}")


def test_the_source_says_why_json_cannot_be_read() -> None:
    assert read(b'{"a":1,"a":2}', "application/json", "u") == Unreadable(
        "decode_error", "not strict JSON: a key for the second time at character 10"
    )
    assert read(b"[" * 65, "application/ld+json", "u") == Unreadable("too_complex", "deeper than 64")


def test_a_nul_in_a_string_is_replaced_and_counted() -> None:
    found = read(rb'{"a":"x\u0000y"}', "application/json; charset=utf-8", "u")
    assert isinstance(found, Extracted)
    assert (found.text, found.replacements, found.truncation) == ("a: x\ufffdy\n", 1, "unknown")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


def count(value: object) -> int:
    if isinstance(value, list) and value:
        return sum(count(inner) for inner in value)
    if isinstance(value, dict) and value:
        return sum(count(inner) for inner in value.values())
    return 1


@given(VALUES, st.booleans())
def test_strict_json_gives_a_line_for_each_leaf(value: object, ascii_only: bool) -> None:
    assert leaves(json.dumps(value, ensure_ascii=ascii_only).encode()).count("\n") == count(value)


@given(st.text(alphabet='[]{}",:0123eE.-+tfn\\u ax', max_size=40))
def test_what_is_accepted_is_json(text: str) -> None:
    try:
        leaves(text.encode())
    except BadJson:
        return
    json.loads(text)
