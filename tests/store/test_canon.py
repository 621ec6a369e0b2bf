from __future__ import annotations

import json
import math
import struct
import time
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from gnut_store import canon
from gnut_store.batch import check_body
from gnut_store.errors import NotCanonical
from gnut_store.oid import Oid
from tests.strategies import values

CASES = json.loads((Path(__file__).parents[1] / "cases/groundnut/canonical_json.json").read_text("utf-8"))

REFUSED = [
    ('{"schema":"x","schema":"y"}', "/schema", "duplicate key"),
    ('{"a":{"b":1,"b":2}}', "/a/b", "duplicate key"),
    ('{"a":1,"\\u0061":2}', "/a", "duplicate key"),
    ('[{},{"é":1,"\\u00e9":2}]', "/1/é", "duplicate key"),
    ('{"a":[1,NaN]}', "/a/1", "NaN"),
    ('{"a":Infinity}', "/a", "Infinity"),
    ('{"a":-Infinity}', "/a", "-Infinity"),
    ('{"a":1e999}', "/a", "fraction or an exponent"),
    ('{"a":1.0}', "/a", "fraction or an exponent"),
    ('{"a":1e2}', "/a", "fraction or an exponent"),
    ('{"a":-0}', "/a", "-0"),
    ('{"a":' + "9" * 5000 + "}", "/a", "2^53"),
    ('{"a":9007199254740992}', "/a", "2^53"),
    ('{"a":-9007199254740993}', "/a", "2^53"),
    ('{"a":00000000000000000001}', "/a", "unexpected '0'"),
    ('{"a":"\\ud800"}', "/a", "lone surrogate"),
    ('{"a":"\\udc00\\ud800"}', "/a", "lone surrogate"),
    ('{"\\udfff":1}', "", "lone surrogate"),
    (b'{"a":"\xed\xa0\x80"}', "/a", "invalid UTF-8"),
    (b'{"a":[1,"\xff"]}', "/a/1", "invalid UTF-8"),
    (b'{"a":"\xc0\x80"}', "/a", "invalid UTF-8"),
    ('{"a":"\ud800"}', "/a", "lone surrogate"),
    (b"\xef\xbb\xbf{}", "", "byte order mark"),
    ("\ufeff{}", "", "byte order mark"),
    ('{"a":1}'.encode("utf-16"), "", "invalid UTF-8"),
    ('{"a":1} {"b":2}', "", "after the value"),
    ('{"a":1}\x00', "", "after the value"),
    ('{"a":1,}', "", "key"),
    ("[1,]", "/1", "unexpected ']'"),
    ("[1 2]", "/0", "unexpected '2'"),
    ('{"a":1}//x', "", "after the value"),
    ("{'a':1}", "", "key"),
    ('{"a" 1}', "/a", "colon"),
    ('{"a":"\x01"}', "/a", "control character U+0001"),
    ('{"a":"\n"}', "/a", "control character U+000A"),
    ('{"a":"\\x"}', "/a", "bad escape"),
    ('{"a":"\\u12g4"}', "/a", "bad escape"),
    ('{"a":"b', "/a", "ends inside a string"),
    ("", "", "ends where a value"),
    ("  ", "", "ends where a value"),
    ('{"a":[1,2', "/a/1", "ends inside a container"),
    ("[1.]", "/0", "unexpected '.'"),
    ("[.5]", "/0", "unexpected '.'"),
    ("[+1]", "/0", "unexpected '+'"),
    ("[-]", "/0", "unexpected '-'"),
    ("[01]", "/0", "unexpected '1'"),
    ("[٤]", "/0", "unexpected '٤'"),
    ("[1\u00a0]", "/0", "unexpected"),
    ("[tru]", "/0", "unexpected 't'"),
    ("[nulll]", "/0", "unexpected 'l'"),
    ('{"a/b~c":{"d":NaN}}', "/a~1b~0c/d", "NaN"),
    ("[" * 65 + "]" * 65, "/0" * 64, "64 nested"),
    ("[" * 100_000 + "]" * 100_000, "/0" * 64, "64 nested"),
    ('{"a":' * 50_000 + "1" + "}" * 50_000, "/a" * 64, "64 nested"),
    ("[" * 100_000, "/0" * 64, "64 nested"),
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_handed_case_has_the_expected_form(case: dict[str, Any]) -> None:
    if "error" in case["expect"]:
        with pytest.raises(NotCanonical) as refusal:
            canon.rfc8785(case["given"]["json"])
        assert refusal.value.code == case["expect"]["error"]
    else:
        written = canon.rfc8785(case["given"]["json"])
        assert {"canonical": written.decode(), "sha256": canon.sha256(written)} == case["expect"]


@pytest.mark.parametrize(("text", "pointer", "reason"), REFUSED, ids=[repr(row[0][:24]) for row in REFUSED])
def test_a_text_that_is_not_strict_is_refused_with_the_pointer_of_its_first_fault(
    text: str | bytes, pointer: str, reason: str
) -> None:
    with pytest.raises(NotCanonical) as refusal:
        canon.decode(text)
    assert refusal.value.pointer == pointer
    assert reason in str(refusal.value)
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize("text", ["[1.5]", "[1e2]", "[-0.5]", "[1e-400]"])
def test_floats_are_read_only_when_asked_for(text: str) -> None:
    with pytest.raises(NotCanonical):
        canon.decode(text)
    assert canon.decode(text, floats=True) == json.loads(text)


@pytest.mark.parametrize("text", ["[1e999]", "[-1e999]", "[NaN]", "[-0.0]", "[-0]"])
def test_a_number_without_a_canonical_form_is_refused_even_where_floats_are_read(text: str) -> None:
    with pytest.raises(NotCanonical) as refusal:
        canon.decode(text, floats=True)
    assert refusal.value.pointer == "/0"


def test_a_text_over_the_limit_is_refused_before_it_is_read() -> None:
    assert canon.decode('"' + "x" * 98 + '"', limit=100)
    with pytest.raises(NotCanonical, match="longer than 100 bytes"):
        canon.decode('"' + "x" * 99 + '"', limit=100)


def test_sixty_four_containers_are_read_and_written() -> None:
    text = "[" * 64 + "1" + "]" * 64
    assert canon.encode(canon.decode(text)) == text.encode()


def test_a_surrogate_pair_is_one_character() -> None:
    assert canon.decode('["\\ud83d\\ude00","\\uD83D\\uDE00"]') == ["😀", "😀"]


def test_hostile_texts_are_refused_in_linear_time() -> None:
    started = time.process_time()
    for text in (
        '"' + "\\\\" * 100_000,
        '{"a":"' + '\\"' * 100_000,
        "[" + "1," * 100_000,
        " " * 200_000,
        "[" * 200_000,
        "-" * 200_000,
        "9" * 200_000,
        "0." + "0" * 200_000 + "x",
        '["' + "\\ud800" * 20_000,
    ):
        with pytest.raises(NotCanonical):
            canon.decode(text)
    assert time.process_time() - started < 3


@given(values())
def test_the_canonical_form_is_a_fixed_point(value: Any) -> None:
    written = canon.encode(value)
    assert canon.decode(written) == value
    assert canon.encode(canon.decode(written)) == written
    assert canon.first_difference(written) is None


@given(values())
def test_the_canonical_form_is_that_of_the_reference_implementation(value: Any) -> None:
    assert canon.encode(value) == rfc8785.dumps(value)


@given(values())
def test_the_order_of_keys_and_the_blanks_of_a_text_do_not_reach_the_hash(value: Any) -> None:
    loose = json.dumps(value, indent=3, ensure_ascii=True)
    assert canon.encode(canon.decode(loose)) == canon.encode(value) == canon.rfc8785(loose)


floats = st.floats(allow_nan=False, allow_infinity=False) | st.builds(
    lambda bits: struct.unpack("<d", struct.pack("<Q", bits))[0], st.integers(0, 2**64 - 1)
).filter(math.isfinite)
wild = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | floats | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


@given(wild)
def test_any_json_value_has_the_form_of_the_reference_implementation(value: Any) -> None:
    # The reference takes the text's own numbers: what JSON says, not what Python held.
    text = json.dumps(value)
    assert canon.rfc8785(text) == rfc8785.dumps(json.loads(text))


def reason_of(text: str) -> str | None:
    """Return why a text is refused; None when it is read."""
    try:
        canon.decode(text)
    except NotCanonical as refusal:
        return str(refusal)
    return None


@given(st.text(max_size=60) | wild.map(lambda value: json.dumps(value)[:-1]))
def test_no_text_makes_the_reader_crash_and_what_is_refused_has_a_reason(text: str) -> None:
    assert reason_of(text) not in ("", "not a strict JSON value")


@given(st.binary(max_size=60))
def test_no_bytes_make_the_reader_crash(body: bytes) -> None:
    try:
        value = canon.decode(body)
    except NotCanonical:
        return
    assert canon.encode(value) == canon.rfc8785(body) or not body.isascii()


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("1e21", "1e+21"),
        ("1e20", "100000000000000000000"),
        ("123456789012345680000", "x"),
        ("1e-6", "0.000001"),
        ("1e-7", "1e-7"),
        ("5e-324", "5e-324"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0.1", "0.1"),
        ("333333333.33333329", "333333333.3333333"),
        ("1e23", "1e+23"),
        ("4.50", "4.5"),
        ("2e-3", "0.002"),
        ("0.000000000000000000000000001", "1e-27"),
        ("-1.5e300", "-1.5e+300"),
        ("9007199254740991", "9007199254740991"),
        ("1.0", "1"),
        ("1E2", "100"),
        ("295147905179352830000.0", "295147905179352830000"),
    ],
)
def test_a_number_is_written_as_ecmascript_writes_it(number: str, written: str) -> None:
    if written == "x":
        with pytest.raises(NotCanonical, match=r"2\^53"):
            canon.rfc8785(number)
    else:
        assert canon.rfc8785(number) == written.encode()


def test_keys_beyond_the_first_plane_are_sorted_by_code_units() -> None:
    assert canon.rfc8785('{"\ufb33":1,"\U0001f600":2}') == '{"\U0001f600":2,"\ufb33":1}'.encode()


class Colour(Enum):
    RED = "red"


class Thing(msgspec.Struct, frozen=True):
    zeta: int
    alpha: tuple[str, ...]
    colour: Colour
    at: Oid | None


def test_structs_and_enums_are_written_as_what_they_hold() -> None:
    thing = Thing(1, ("x",), Colour.RED, Oid("b3:" + "0" * 64))
    assert canon.encode(thing) == b'{"alpha":["x"],"at":"b3:' + b"0" * 64 + b'","colour":"red","zeta":1}'


class Word(str):
    __slots__ = ()


CYCLE: list[Any] = []
CYCLE.append(CYCLE)
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"a": [1, 1.0]}, "/a/1"),
        ({"a": float("nan")}, "/a"),
        ({"a": 2**53}, "/a"),
        ({"a": -(2**53)}, "/a"),
        ({"a": "\ud800"}, "/a"),
        ({"é": 1}, ""),
        ({"a": {1: 2}}, "/a"),
        ({"a": b"x"}, "/a"),
        ({"a": Decimal("1.5")}, "/a"),
        ({"a": date(2026, 1, 1)}, "/a"),
        ({"a": {"b/c": [0, 0.5]}}, "/a/b~1c/1"),
        ([True, None, object()], ""),
        (CYCLE, ""),
        (DEEP, ""),
        (Word("x"), ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_that_may_not_be_hashed_is_refused_with_its_place(value: Any, pointer: str) -> None:
    with pytest.raises(NotCanonical) as refusal:
        canon.encode(value)
    assert refusal.value.pointer == pointer


def test_sixty_five_containers_are_not_written() -> None:
    value: Any = 1
    for _ in range(65):
        value = [value]
    with pytest.raises(NotCanonical, match="64 nested"):
        canon.encode(value)
    assert canon.decode(canon.encode(value[0])) == value[0]


def test_the_byte_where_a_text_leaves_its_canonical_form_is_named() -> None:
    assert canon.first_difference(b'{"a":1}') is None
    assert canon.first_difference(b'{"a": 1}') == 5
    assert canon.first_difference(b'{"b":1,"a":2}') == 2
    assert canon.first_difference(b'{"a":"\\u00e9"}') == 6
    assert canon.first_difference(b'{"a":1}\n') == 7


def test_a_line_holds_floats_and_no_line_feed() -> None:
    assert canon.dumps_line({"b": 1.5, "a": "é\n"}) == '{"b":1.5,"a":"é\\n"}'
    with pytest.raises(NotCanonical):
        canon.dumps_line({"a": float("nan")})
    with pytest.raises(NotCanonical):
        canon.dumps_line({"a": "\ud800"})


def test_a_lone_surrogate_is_found_among_many_strings_and_beside_its_other_half() -> None:
    for strings in (["a", "\ud800", "b"], ["\ud83d", "\ude00"]):
        with pytest.raises(NotCanonical) as refused:
            canon.encode({"k": strings})
        assert refused.value.pointer == f"/k/{0 if len(strings) == 2 else 1}"


def test_a_fault_is_found_on_every_level_whatever_stands_beside_it() -> None:
    for fault, pointer in (
        (1.5, "/b/1"),
        (1 << 53, "/b/1"),
        ({"é": 1}, "/b/1"),
        (b"x", "/b/1"),
        ([[], [0.0]], "/b/1/1/0"),
    ):
        with pytest.raises(NotCanonical) as refused:
            canon.encode({"a": [1, None, True, "s", {}, ()], "b": [{"c": 2}, fault]})
        assert refused.value.pointer == pointer


@given(st.dictionaries(st.text(st.characters(max_codepoint=127), max_size=12), values(6), max_size=4))
def test_an_object_assembled_from_canonical_members_is_canonical(members: dict[str, Any]) -> None:
    assert canon.assembled({key: canon.encode(value) for key, value in members.items()}) == canon.encode(members)


def test_an_object_is_not_assembled_under_keys_beyond_ascii() -> None:
    with pytest.raises(NotCanonical):
        canon.assembled({"é": b"1"})


def test_the_sha256_is_the_published_one() -> None:
    assert canon.sha256(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_only_what_was_just_encoded_is_taken_for_canonical_unread() -> None:
    written = canon.encode({"a": 1})
    assert isinstance(written, canon.Canonical)
    # Anything made from it is plain bytes again: a slice, a sum, a copy read from disk.
    for made in (written[:], written[1:], written + b"", bytes(written), written.replace(b"1", b"2")):
        assert type(made) is bytes
    with pytest.raises(NotCanonical):
        check_body("execution", written + b" ")
