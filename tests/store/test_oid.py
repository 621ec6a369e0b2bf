"""The hash that names a pack, in whatever parts its bytes come."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gnut_store.oid import FileHash, PackHash


def packed(body: bytes) -> tuple[bytes, str]:
    hasher = FileHash()
    hasher.update(body)
    return body + hasher.digest(), hasher.digest().hex()


def fault(whole: bytes, name: str, cuts: list[int]) -> str:
    hasher = PackHash()
    places = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    for start, end in pairwise(places):
        hasher.update(whole[start:end])
    return hasher.fault(name)


@given(st.binary(max_size=200), st.lists(st.integers(0, 240), max_size=8))
def test_the_parts_in_which_bytes_come_change_nothing(body: bytes, cuts: list[int]) -> None:
    whole, name = packed(body)
    assert fault(whole, name, cuts) == ""
    assert fault(whole[:-1], name, cuts) != ""
    assert fault(whole + b"\0", name, cuts).startswith("its bytes hash to ")


def test_bytes_of_the_name_that_end_in_another_are_no_pack() -> None:
    whole, name = packed(b"records")
    assert fault(whole[:-1] + bytes([whole[-1] ^ 1]), name, []) == "its last bytes are not its name"
    assert fault(whole[:-1], name, []).startswith("its bytes hash to ")
    assert fault(b"", name, []).startswith("its bytes hash to ")


def test_a_pack_of_no_records_that_was_cut_is_named_too() -> None:
    whole, name = packed(b"")
    assert fault(whole[:-1], name, []) == "its last bytes are not its name"
