"""A host has one ASCII form, and what is looked up is what identifies the source."""

from __future__ import annotations

import pytest

from gnut.edge.net.addresses import parse
from gnut.text.hosts import ascii_host
from gnut.text.uris import source_uri

HOSTS = [
    ("faß.de", "xn--fa-hia.de"),
    ("FAẞ.de", "xn--fa-hia.de"),
    ("σας.gr", "xn--mxa8ab.gr"),
    ("ΣΑΣ.gr", "xn--mxa9ab.gr"),
    ("BÜCHER.example", "xn--bcher-kva.example"),
    ("bu\u0308cher.example", "xn--bcher-kva.example"),
    ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
    ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"),
    ("उदाहरण.परीक्षा", "xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g"),
    ("نامه‌ای.com", "xn--mgba3gch31f060k.com"),
    ("XN--FA-HIA.de", "xn--fa-hia.de"),
    ("Example.COM", "example.com"),
]


@pytest.mark.parametrize(("host", "ascii_form"), HOSTS)
@pytest.mark.parametrize("port", ["", ":8080"])
def test_a_source_is_looked_up_under_the_host_that_identifies_it(host: str, ascii_form: str, port: str) -> None:
    address = f"https://{host}{port}/a"
    assert ascii_host(host) == ascii_form
    assert source_uri(address, "-") == f"https://{ascii_form}{port}/a"
    assert parse(address).url == f"https://{ascii_form}{port}/a"


@pytest.mark.parametrize(
    "host", ["①②⑦.0.0.1", "１２７.0.0.1", "☃.example", "-ä.example", "ä..b", "ä" * 64, "a\u200db.x"]
)
def test_a_name_that_idna_2008_does_not_know_has_no_ascii_form(host: str) -> None:
    assert ascii_host(host) is None
