from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.markdown.lines import Lines


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (b"", 0),
        (b"a", 1),
        (b"a\n", 1),
        (b"a\nb", 2),
        (b"a\r\nb\rc\n\n", 4),
        (b"a\x0cb\x0bc\x1cd\xc2\x85e", 1),
        ("a\u2028b\u2029c".encode(), 1),
    ],
)
def test_only_three_line_ends_end_a_line(body: bytes, count: int) -> None:
    assert Lines(body).count == count


def test_a_column_counts_code_points() -> None:
    body = "é量\U0001f600x".encode()
    assert Lines(body).place(body.index(b"x"), len(body)).column == 4


def test_a_byte_order_mark_takes_no_column() -> None:
    body = b"\xef\xbb\xbfab\ncd"
    assert Lines(body).place(4, 5).column == 2
    assert Lines(body).place(6, 7) == Lines(body).place(6, 7)
    assert (Lines(body).place(6, 7).line, Lines(body).place(6, 7).column) == (2, 1)


@given(st.text(st.sampled_from("aé量\U0001f600\n\r\x0c\u2028"), max_size=60))
def test_line_and_column_agree_with_counting_by_hand(text: str) -> None:
    lines = Lines(text.encode())
    for index in range(len(text)):
        before = text[:index].replace("\r\n", "\n\0").replace("\r", "\n") if text[index : index + 1] != "\n" else None
        if before is None or text[max(0, index - 1) : index] == "\r":
            continue
        place = lines.place(len(text[:index].encode()), len(text[: index + 1].encode()))
        assert place.line == before.count("\n") + 1
        assert place.column == len(before.rpartition("\n")[2].lstrip("\0")) + 1


def test_a_long_line_is_not_counted_anew_for_every_place() -> None:
    body = ("é" * 2_000_000).encode()
    lines = Lines(body)
    assert lines.place(3_999_998, 4_000_000).column == 2_000_000
    for at in range(0, 4_000_000, 400):
        lines.place(at, at + 2)
