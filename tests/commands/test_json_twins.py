"""Thirty-three ways to write JSON badly, each refused; and each repaired by the smallest edit, which is accepted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.conftest import Said

Gnut = Callable[..., Said]

MANY = 1_000_000
DEEP = 63
"""Containers inside one object: 64 in all."""

TWINS: dict[str, tuple[bytes, bytes]] = {
    "a key twice": (b'{"schema":"x","schema":"y"}', b'{"schema":"x","schemb":"y"}'),
    "a key twice, inside": (b'{"a":{"b":1,"b":2}}', b'{"a":{"b":1,"c":2}}'),
    "a key twice, once escaped": (b'{"a":1,"\\u0061":2}', b'{"a":1,"b":2}'),
    "not a number": (b'{"a":NaN}', b'{"a":"NaN"}'),
    "no end of it": (b'{"a":-Infinity}', b'{"a":"-Infinity"}'),
    "past every double": (b'{"a":1e999}', b'{"a":"1e999"}'),
    "an integer with a fraction": (b'{"a":1.0}', b'{"a":1}'),
    "minus nothing": (b'{"a":-0}', b'{"a":0}'),
    "five thousand digits": (b'{"a":' + b"9" * 5000 + b"}", b'{"a":"' + b"9" * 5000 + b'"}'),
    "past what doubles count": (b'{"a":9007199254740993}', b'{"a":9007199254740991}'),
    "a list too deep": (b"[" * 100_000 + b"]" * 100_000, b'{"a":' + b"[" * DEEP + b"]" * DEEP + b"}"),
    "an object too deep": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, b'{"a":' * 64 + b"1" + b"}" * 64),
    "half a letter, escaped": (b'{"a":"\\ud800"}', '{"a":"\U00010000"}'.encode()),
    "half a letter": (b'{"a":"\xed\xa0\x80"}', b'{"a":"\xed\x9f\xbf"}'),
    "bytes that are no UTF-8": (b'{"a":"\xff"}', b'{"a":"\xc3\xbf"}'),
    "a byte order mark": (b"\xef\xbb\xbf{}", b"{}"),
    "another encoding": ('{"a":1}'.encode("utf-16"), b'{"a":1}'),
    "a second value": (b'{"a":1} {"b":2}', b'{"a":1,"b":2}'),
    "a comma too many": (b'{"a":1,}', b'{"a":1}'),
    "a comment": (b'{"a":1}//x', b'{"a":1}'),
    "quotation marks of another language": (b"{'a':1}", b'{"a":1}'),
    "a control character": (b'{"a":"\x01"}', b'{"a":"\\u0001"}'),
    "a NUL": (b'{"a":"\\u0000"}', b'{"a":"\\u0001"}'),
    "nothing": (b"", b"{}"),
    "no end": (b'{"a":[1,2', b'{"a":[1,2]}'),
    "forty mebibytes of one letter": (b'{"a":"' + b"x" * (40 << 20) + b'"}', b'{"a":"' + b"x" * (1 << 20) + b'"}'),
    "a million keys, unsorted": (
        b"{" + b",".join(b'"%d":1' % n for n in range(MANY)) + b"}",
        b"{" + b",".join(b'"%06d":1' % n for n in range(MANY // 10)) + b"}",
    ),
    "names of another language's insides": (
        b'{"__proto__":{"x":1},"constructor":1}',
        b'{"_proto_":{"x":1},"constructor":1}',
    ),
    "a list at the top": (b"[]", b'{"a":[]}'),
    "a string at the top": (b'"x"', b'{"a":"x"}'),
    "keys beyond ASCII": ('{"e\u0301":1,"\u00e9":2}'.encode(), b'{"e":1,"f":2}'),
    "keys out of order": (b'{"b":1,"a":2}', b'{"a":2,"b":1}'),
    "blanks": (b'{ "a" : 1 }', b'{"a":1}'),
}


def test_there_are_as_many_as_there_were() -> None:
    assert len(TWINS) == 33


@pytest.mark.parametrize("name", TWINS)
def test_the_bad_twin_is_refused_and_the_good_one_is_accepted(gnut: Gnut, place: Path, name: str) -> None:
    bad, good = TWINS[name]
    (place / "bad.json").write_bytes(bad)
    (place / "good.json").write_bytes(good)
    assert gnut("show", "--check", "bad.json").code == 2
    said = gnut("show", "--check", "good.json")
    assert said.code == 0
    assert said.out.startswith("good.json: canonical, ")
