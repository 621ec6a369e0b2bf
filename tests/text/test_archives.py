"""Addresses of web archives, as archives publish them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.archives import copy_of, family, in_archive, lists_captures, served_at

PAGE = "https://a.example/p"


@pytest.mark.parametrize(
    ("address", "time", "page"),
    [
        (f"https://web.archive.org/web/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"http://www.web.archive.org/web/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://web.archive.org/web/20200102030405id_/{PAGE}", "20200102030405", PAGE),
        (f"https://web.archive.org/web/20200102030405if_/{PAGE}", "20200102030405", PAGE),
        (f"https://web.archive.org/web/2020/{PAGE}", "2020", PAGE),
        (f"https://web.archive.org/web/2/{PAGE}", "", PAGE),
        (f"https://web.archive.org/web/{PAGE}", "", PAGE),
        ("https://web.archive.org/web/2020/a.example/p", "2020", "http://a.example/p"),
        ("https://web.archive.org/web/2020/http:/a.example/p", "2020", "http://a.example/p"),
        ("https://web.archive.org/web/2020/HTTPS://a.example/p", "2020", PAGE),
        ("https://web.archive.org/web/2020/https%3A%2F%2Fa.example%2Fp", "2020", PAGE),
        (f"https://web.archive.org/web/2020/{PAGE}?id=4#x", "2020", PAGE),
        (f"https://wayback.archive.org/web/2020/{PAGE}", "2020", PAGE),
        (f"https://archive.ph/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://archive.today/2020.01.02-030405/{PAGE}", "20200102030405", PAGE),
        (f"https://archive.is/2020/{PAGE}", "2020", PAGE),
        (f"https://arquivo.pt/wayback/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://arquivo.pt/noFrame/replay/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://www.webarchive.org.uk/wayback/archive/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://www.webarchive.org.uk/wayback/en/archive/20200102030405mp_/{PAGE}", "20200102030405", PAGE),
        (f"https://webarchive.nationalarchives.gov.uk/ukgwa/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://webarchive.nationalarchives.gov.uk/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://wayback.archive-it.org/4399/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://webarchive.loc.gov/all/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://webarchive.nla.gov.au/awa/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://vefsafn.is/is/20200102030405/{PAGE}", "20200102030405", PAGE),
        (f"https://megalodon.jp/2020-0102-0304-05/{PAGE}", "20200102030405", PAGE),
        ("https://web.archive.org/web/2020/https://例え.テスト/頁", "2020", "https://例え.テスト/頁"),
    ],
)
def test_a_copy_says_what_it_keeps_and_of_when(address: str, time: str, page: str) -> None:
    kept = copy_of(address)
    assert kept is not None
    assert (kept.time, kept.page) == (time, page)
    assert in_archive(address)
    assert not lists_captures(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://perma.cc/AB12-CD34",
        "https://archive.ph/AbCd1",
        "https://archive.today/AbCd1/image",
        "https://www.webcitation.org/6AbCdEfGh",
        "https://ghostarchive.org/archive/AbCdE",
    ],
)
def test_a_copy_that_does_not_say_what_it_keeps_is_a_copy_all_the_same(address: str) -> None:
    assert in_archive(address)
    assert copy_of(address) is None
    assert served_at(address) is None


@pytest.mark.parametrize(
    "address",
    [
        f"https://web.archive.org/web/2020*/{PAGE}",
        f"https://web.archive.org/web/*/{PAGE}",
        f"https://web.archive.org/web/20200102030405*/{PAGE}",
        f"https://web.archive.org/web/2020%2A/{PAGE}",
        "https://web.archive.org/web/*/a.example/*",
        f"https://web.archive.org/web/changes/{PAGE}",
        f"https://web.archive.org/save/{PAGE}",
        f"https://archive.ph/{PAGE}",
        f"https://archive.ph/newest/{PAGE}",
        "https://archive.ph/*.a.example",
        f"https://arquivo.pt/wayback/*/{PAGE}",
        f"https://www.webarchive.org.uk/wayback/en/*/{PAGE}",
        f"https://webarchive.nationalarchives.gov.uk/ukgwa/*/{PAGE}",
        f"https://wayback.archive-it.org/4399/*/{PAGE}",
    ],
)
def test_what_lists_captures_is_no_copy(address: str) -> None:
    assert lists_captures(address)
    assert copy_of(address) is None
    assert not in_archive(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://archive.org/",
        "https://archive.org/details/book",
        "https://archive.org/web/petabox.php",
        "https://archive.org/download/x/y.pdf",
        "https://web.archive.org/",
        "https://web.archive.org/web/",
        "https://web.archive.org/web/2020/",
        "https://evil.example/web/20200102030405/https://a.example/",
        "https://web.archive.org.evil.example/web/2020/https://a.example/",
        "https://perma.cc/about",
        "https://archive.ph/",
        "https://archive.ph/faq-and-more",
        "https://arquivo.pt/en",
        "https://arxiv.org/abs/2301.00001",
        "file:web/2020/x",
        "https://[bad/web/2020/x",
        "",
    ],
)
def test_what_else_an_archive_shows_is_neither(address: str) -> None:
    assert copy_of(address) is None
    assert not in_archive(address)
    assert not lists_captures(address)


@pytest.mark.parametrize(
    ("digits", "said"),
    [
        ("20200102030405", "2020-01-02T03:04:05Z"),
        ("20200229235959", "2020-02-29T23:59:59Z"),
        ("202001020304", "2020-01-02"),
        ("20200102", "2020-01-02"),
        ("2020010", "2020-01"),
        ("202001", "2020-01"),
        ("20201", "2020"),
        ("2020", "2020"),
        ("2", None),
        ("20210229000000", None),
        ("20201302", None),
        ("20200102240000", None),
        ("00000101000000", None),
    ],
)
def test_the_time_is_said_as_far_as_its_digits_go_and_a_calendar_has_it(digits: str, said: str | None) -> None:
    assert served_at(f"https://web.archive.org/web/{digits}/{PAGE}") == said


def test_a_page_that_is_in_no_archive_was_served_at_no_other_time() -> None:
    assert served_at(PAGE) is None
    assert served_at(f"https://web.archive.org/web/{PAGE}") is None


def test_an_archive_has_one_name_whatever_it_answers_under() -> None:
    assert family("archive.is") == family("archive.ph") == "archive.today"
    assert family("wayback.archive.org") == "web.archive.org"
    assert family("a.example") == "a.example"


@given(st.text(max_size=80))
def test_any_text_can_be_asked(text: str) -> None:
    for address in (text, f"https://web.archive.org/web/{text}", f"https://archive.ph/{text}"):
        kept = copy_of(address)
        assert kept is None or (kept.time.isdigit() or not kept.time)
        assert not (in_archive(address) and lists_captures(address))
        assert served_at(address) is None or kept is not None
