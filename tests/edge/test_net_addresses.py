"""Which addresses are public, and how a URL says where it leads."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.edge.net.addresses import Target, check_port, follow, judge, parse
from gnut.edge.net.limits import LIMITS
from gnut.edge.net.refusal import Refused, plain


def why(url: str) -> str:
    with pytest.raises(Refused) as caught:
        parse(url)
    return caught.value.why


def parsed(url: str) -> Target | Refused:
    try:
        return parse(url)
    except Refused as refusal:
        return refusal


PRIVATE = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.7",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:10::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:808:808::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "not-an-address",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert judge(address) is not None


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "8.8.8.8",
        "93.184.215.14",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.255.255",
        "172.32.0.1",
        "198.17.255.255",
        "198.20.0.1",
        "223.255.255.255",
        "2606:4700::1",
        "2a00:1450:4001::1",
        "2001:200::1",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
    ],
)
def test_a_public_address_stands(address: str) -> None:
    assert judge(address) is None


@given(st.ip_addresses(v=4))
def test_no_address_that_the_standard_library_calls_private_is_public_here(address: ipaddress.IPv4Address) -> None:
    if address.is_private or address.is_multicast or address.is_reserved or address.is_loopback:
        assert judge(str(address)) is not None


@given(st.ip_addresses(v=4))
def test_a_mapped_or_translated_address_is_judged_as_the_one_inside(address: ipaddress.IPv4Address) -> None:
    inside = judge(str(address))
    assert judge(f"::ffff:{address}") == inside
    assert judge(f"64:ff9b::{address}") == inside


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f000001",
        "017700000001",
        "0177.0.0.1",
        "0x7f.1",
        "127.1",
        "127.0.1",
        "0",
        "127.0.0.01",
        "127.0.0.256",
        "1.2.3.4.5",
        "１２７.0.0.1",
        "127。0。0。1",
        "①②⑦.0.0.1",
        "١٢٧.0.0.1",
        "127.0.0.1%2f",
        "[fe80::1%25lo]",
        "[::1",
        "a b",
        "",
        "-",
        "a..b",
        ".a",
        "a" * 64 + ".test",
        "exa%6dple.com",
        "exa\u00admple.com",
        "x\u202ey.test",
    ],
)
def test_a_host_that_parsers_read_differently_is_no_address(host: str) -> None:
    assert why(f"http://{host}/") == "bad_url"


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("http://user:pw@127.0.0.1/", "credentials_in_url"),
        ("http://example.com@127.0.0.1/", "credentials_in_url"),
        ("http://@example.com/", "credentials_in_url"),
        ("http://127.0.0.1:80\\@example.com/", "bad_url"),
        ("http:\\\\127.0.0.1\\x", "bad_url"),
        ("http:127.0.0.1/x", "bad_url"),
        ("//example.com/", "bad_url"),
        (" http://example.com/", "bad_url"),
        ("http://example.com/ x", "bad_url"),
        ("http://example.com/\tx", "bad_url"),
        ("http://example.com/\r\nX: y", "bad_url"),
        ("http://example.com/\x00", "bad_url"),
        ("http://example.com/\x85", "bad_url"),
        ("http://example.com:0/", "bad_url"),
        ("http://example.com:65536/", "bad_url"),
        ("http://example.com:8o/", "bad_url"),
        ("http://example.com:/", "bad_url"),
        ("http://", "bad_url"),
        ("http://[", "bad_url"),
        ("/etc/hostname", "bad_url"),
        ("../../etc/hostname", "bad_url"),
        ("file:///etc/passwd", "blocked_scheme"),
        ("FILE:/etc/passwd", "blocked_scheme"),
        ("ftp://example.com/x", "blocked_scheme"),
        ("gopher://example.com/_x", "blocked_scheme"),
        ("data:text/plain,hello", "blocked_scheme"),
        ("javascript:alert(1)", "blocked_scheme"),
        ("about:blank", "blocked_scheme"),
        ("view-source:http://example.com/", "blocked_scheme"),
        ("jar:http://example.com/!/", "blocked_scheme"),
        ("http+unix://%2Fvar%2Frun%2Fx.sock/", "blocked_scheme"),
    ],
)
def test_an_address_that_is_refused_says_which_kind_it_is(url: str, kind: str) -> None:
    assert why(url) == kind


def test_an_address_at_the_limit_passes_and_one_byte_longer_does_not() -> None:
    start = "http://example.com/"
    assert parse(start + "a" * (LIMITS.url - len(start))).host == "example.com"
    assert why(start + "a" * (LIMITS.url - len(start) + 1)) == "bad_url"


def test_the_limit_counts_the_bytes_that_are_sent_and_not_the_letters_written() -> None:
    assert why("http://example.com/" + "港" * 1000) == "bad_url"


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://zh.wikipedia.org/wiki/港口", "https://zh.wikipedia.org/wiki/%E6%B8%AF%E5%8F%A3"),
        ("https://fa.wikipedia.org/wiki/نیم‌فاصله", None),
        ("https://bücher.example/ä?q=ö", "https://xn--bcher-kva.example/%C3%A4?q=%C3%B6"),
        ("HTTP://EXAMPLE.com/A%20b", "http://example.com/A%20b"),
        ("http://example.com./x", "http://example.com/x"),
        ("https://w.example/Basin_(harbour)", "https://w.example/Basin_(harbour)"),
        ("https://example.com/a|b{c}\"<d>'", "https://example.com/a|b%7Bc%7D%22%3Cd%3E'"),
        ("https://example.com?x[]=1&y=[2]#frag", "https://example.com?x[]=1&y=[2]"),
        ("http://[2606:4700::1]:8080/", "http://[2606:4700::1]:8080/"),
        ("http://例え.テスト/", "http://xn--r8jz45g.xn--zckzah/"),
        ("http://пример.испытание/", "http://xn--e1afmkfd.xn--80akhbyknj4f/"),
    ],
)
def test_an_address_of_any_script_is_asked_for_in_ascii(url: str, asked: str | None) -> None:
    target = parse(url)
    assert target.url.isascii()
    if asked is not None:
        assert target.url == asked


@pytest.mark.parametrize(
    ("url", "recorded"),
    [
        ("https://docs.example/a#part2", "https://docs.example/a"),
        ("https://docs.example", "https://docs.example"),
        ("https://docs.example/a?token=SECRET", "https://docs.example/a"),
        ("https://docs.example:8443/a;v=1?x", "https://docs.example:8443/a;v=1"),
        ("https://docs.example:443/", "https://docs.example:443/"),
    ],
)
def test_what_is_recorded_keeps_scheme_host_named_port_and_path(url: str, recorded: str) -> None:
    assert parse(url).final_uri == recorded


@given(st.text(max_size=60))
def test_parsing_any_text_gives_an_ascii_target_or_a_named_refusal(text: str) -> None:
    for url in (text, f"http://{text}", f"https://example.com/{text}"):
        target = parsed(url)
        if isinstance(target, Refused):
            assert target.detail.isascii()
            assert target.detail.isprintable()
        else:
            assert target.url.isascii()
            assert parse(target.url) == target


PORTS = [(80, True), (443, True), (22, False), (25, False), (1023, False), (1024, True), (6000, False), (8080, True)]


@pytest.mark.parametrize(("port", "stands"), PORTS)
def test_only_ports_of_web_servers_are_asked(port: int, stands: bool) -> None:
    target = Target("http", "example.com", port, True, "/", "")
    if stands:
        check_port(target)
    else:
        with pytest.raises(Refused, match="blocked_target"):
            check_port(target)


BASE = parse("https://example.com/a/b?x=1")


@pytest.mark.parametrize(
    ("location", "to"),
    [
        (b"/c", "https://example.com/c"),
        (b"c", "https://example.com/a/c"),
        (b"../c", "https://example.com/c"),
        (b"?y=2", "https://example.com/a/b?y=2"),
        (b"//other.example/c", "https://other.example/c"),
        (b"https://other.example/#x", "https://other.example/"),
        ("/überblick".encode(), "https://example.com/%C3%BCberblick"),
        (b"?", "https://example.com/a/b?"),
        (b"?#x", "https://example.com/a/b?"),
        (b"#x", "https://example.com/a/b?x=1"),
        (b"/x?", "https://example.com/x?"),
        (b".", "https://example.com/a/"),
        (b"..", "https://example.com/"),
        (b"../../../c", "https://example.com/c"),
        (b"%2e%2E/c", "https://example.com/c"),
        (b"./c/./d/", "https://example.com/a/c/d/"),
        (b"...;x/..y", "https://example.com/a/...;x/..y"),
        (b";y", "https://example.com/a/;y"),
        (b"/web/2020/http://h.example/a", "https://example.com/web/2020/http://h.example/a"),
        (b"c//d", "https://example.com/a/c//d"),
        (b"c?d=../e#/../f", "https://example.com/a/c?d=../e"),
        (b"1:b", "https://example.com/a/1:b"),
        (b"/ok%0d%0aX-Evil:1", "https://example.com/ok%0d%0aX-Evil:1"),
        (b"/a b  c?d e#f g", "https://example.com/a%20b%20%20c?d%20e"),
        (b"  /a ", "https://example.com/a"),
        (b"c d", "https://example.com/a/c%20d"),
        (b"https://other.example/a b", "https://other.example/a%20b"),
        (b"java script:alert(1)", "https://example.com/a/java%20script:alert(1)"),
        (b"/caf\xe9?q=\xfc", "https://example.com/caf%E9?q=%FC"),
        (b"/\xff\xfe\x80", "https://example.com/%FF%FE%80"),
        (b"/\xc3\xa9\xe9", "https://example.com/%C3%A9%E9"),
        (b"/\x8f\x85", "https://example.com/%8F%85"),
        (b"/\xca\xcc\xb2\xd2", "https://example.com/%CA%CC%B2%D2"),
        (b"/a%zz%e9\xe9", "https://example.com/a%zz%e9%E9"),
        ("//例え.テスト/a b".encode(), "https://xn--r8jz45g.xn--zckzah/a%20b"),
    ],
)
def test_a_redirect_leads_where_a_browser_would_go(location: bytes, to: str) -> None:
    assert follow(BASE, location).url == to


@pytest.mark.parametrize(
    ("base", "location", "to"),
    [
        ("https://h.test/web/2020/http://s.test/a/b", b"c", "https://h.test/web/2020/http://s.test/a/c"),
        ("https://h.test/q//r", b"../x", "https://h.test/q/x"),
        ("https://h.test", b"x", "https://h.test/x"),
        ("https://h.test", b"?x", "https://h.test?x"),
        ("https://h.test?y", b"#x", "https://h.test?y"),
        ("https://h.test:8443/a;p=1?y", b"b", "https://h.test:8443/b"),
        ("https://[2606:4700::1]/a", b"/b", "https://[2606:4700::1]/b"),
        ("https://h.test/a", b"//t.test:8443", "https://t.test:8443"),
    ],
)
def test_a_relative_redirect_keeps_every_slash_of_its_base(base: str, location: bytes, to: str) -> None:
    assert follow(parse(base), location).url == to


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        (b"file:///etc/passwd", "blocked_scheme"),
        (b"ftp://example.com/x", "blocked_scheme"),
        (b"data:text/html,hi", "blocked_scheme"),
        (b"JavaScript:alert(1)", "blocked_scheme"),
        (b"https://user:pw@example.com/", "credentials_in_url"),
        (b"https://2130706433/", "bad_redirect"),
        (b"http:\\\\127.0.0.1\\x", "bad_redirect"),
        (b"/a\x1b", "bad_redirect"),
        (b"/a\tb", "bad_redirect"),
        (b"/a\xe9\tb", "bad_redirect"),
        (b"/a\r\nX: y", "bad_redirect"),
        (b"/a\xe9\x00", "bad_redirect"),
        (b"/a\xe9\x7f", "bad_redirect"),
        (b"/a\xc2\x85", "bad_redirect"),
        (b"/a\xe9\\b", "bad_redirect"),
        (b"", "bad_redirect"),
        (b"   ", "bad_redirect"),
        (b"https://caf\xe9.example/", "bad_redirect"),
        (b"//caf\xe9.example/", "bad_redirect"),
        (b"https://exa mple.com/", "bad_redirect"),
        (b"https://127.0.0.1 .example/", "bad_redirect"),
        (b"https://example.com :443/", "bad_redirect"),
        (b"https: //example.com/", "bad_redirect"),
        (b"https://u\xe9:p@example.com/", "credentials_in_url"),
        (b"ftp://example.com/a b", "blocked_scheme"),
        (b"/" + b"\xe9" * 2000, "bad_redirect"),
        (b"/" + b"a" * 5000, "bad_redirect"),
        (b"https://[", "bad_redirect"),
        (b"//", "bad_redirect"),
        (b"///other.example/", "bad_redirect"),
        (b"//[/", "bad_redirect"),
        (b"http://example.com/", "bad_redirect"),
    ],
)
def test_a_redirect_that_leads_nowhere_good_is_refused(location: bytes, kind: str) -> None:
    with pytest.raises(Refused) as caught:
        follow(BASE, location)
    assert caught.value.why == kind


@given(st.binary(max_size=40), st.sampled_from([b"", b"/", b"//h.example/", b"https://h.example", b"?", b"http:"]))
def test_any_location_leads_to_an_address_that_reads_the_same_again_or_is_refused(rest: bytes, start: bytes) -> None:
    try:
        target = follow(BASE, start + rest, downgrade=True)
    except Refused:
        return
    assert target.url.isascii()
    assert target.url.isprintable()
    assert " " not in target.url
    assert parse(target.url) == target


def test_untrusted_text_in_a_message_is_ascii_on_one_line() -> None:
    shown = plain("a\x1b[31m\nb\u202e" + "x" * 100)
    assert shown.isascii()
    assert shown.isprintable()
    assert "\\x1b" in shown
