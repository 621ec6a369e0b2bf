"""Host and port of an address are the same to whoever reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.edge.net.addresses import parse
from gnut.edge.net.refusal import Refused
from gnut.text.hosts import place


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [
        ("https://s.example/p", "s.example", 443),
        ("HTTP://S.Example.:8080?q=http://x.example/", "s.example", 8080),
        ("https://s.example#a@b", "s.example", 443),
        ("https://bücher.example/", "xn--bcher-kva.example", 443),
        ("https://faß.example:444/", "xn--fa-hia.example", 444),
        ("http://[2001:DB8:0::1]/x", "2001:db8::1", 80),
        ("http://[::1]:8080/x", "::1", 8080),
        ("https://user:word@s.example/", "s.example", 443),
        ("https://s.example\\@evil.example/", "s.example", 443),
        ("file:notes.md", "", 0),
        ("", "", 0),
    ],
)
def test_a_place_is_read_out_of_an_address(address: str, host: str, port: int) -> None:
    assert place(address) == (host, port)


PIECES = st.sampled_from(
    [
        *(
            "http://",
            "https://",
            "HTTPS://",
            "s.example",
            "S.EXAMPLE",
            "bücher.de",
            "[::1]",
            "[2001:db8:0:0::1]",
            "10.0.0.1",
        ),
        *(".", ":", ":80", ":8080", ":080", "@", "/", "?", "#", "\\", "[", "]", "a", "%41", "ß", "١", "://"),
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join) | st.text(max_size=30))
def test_where_the_door_goes_is_the_place_that_is_read(address: str) -> None:
    read = place(address)
    try:
        target = parse(address)
    except Refused:
        return
    assert read == (target.host, target.port)
