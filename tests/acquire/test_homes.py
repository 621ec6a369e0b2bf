"""What the address that served a page says of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.acquire.core.homes import ADDRESS_NOTES, address_notes, redirected_home
from gnut.acquire.core.identity import redirected, resolves

HOMES = [
    # gone pages that servers send to their front page
    ("https://port.example/news/2019/berth-4", "https://port.example/"),
    ("https://port.example/news/2019/berth-4", "https://www.port.example"),
    ("http://port.example/a.html", "https://port.example/index.html"),
    ("https://port.example/a.php", "https://port.example/index.php"),
    ("https://port.example/Pages/report.aspx", "https://port.example/Default.aspx"),
    ("https://port.example/report.pdf", "https://port.example/home"),
    # … of another site that took the first one over
    ("https://old-port.example/log/4", "https://new-port.example/"),
    ("https://old-port.example/log/4", "https://new-port.example/en/"),
    # bare languages and countries
    ("https://port.example/en/log/4", "https://port.example/en"),
    ("https://port.example/log/4", "https://port.example/de-AT/"),
    ("https://port.example/log/4", "https://port.example/pt_BR"),
    ("https://port.example/log/4", "https://port.example/zh-Hant-TW/"),
    ("https://port.example/log/4", "https://port.example/es-419/index.html"),
    ("https://port.example/log/4", "https://port.example/us/en/"),
    ("https://port.example/log/4", "https://port.example/uk/"),
    ("https://port.example/ニュース/4", "https://port.example/ja/"),
    ("https://port.example/%D9%86%D8%B4%D8%B1/4", "https://port.example/ar"),
    ("https://port.example/log/4", "https://port.example/intl/fr/"),
    # the same inside an archive
    (
        "https://web.archive.org/web/2020/https://port.example/log/4",
        "https://web.archive.org/web/20200102030405/https://port.example/",
    ),
    # a query beside the path does not hide the path
    ("https://port.example/story?id=4", "https://port.example/"),
    # a shortened name of the top-level domain is no section
    ("https://port.example/com/about", "https://port.com/"),
]

PAGES = [
    # front pages that were asked for
    ("https://port.example", "https://port.example/"),
    ("https://port.example/", "https://port.example/en/"),
    ("https://port.example/index.html", "https://port.example/"),
    ("https://port.example/fr", "https://port.example/en"),
    ("https://port.example//", "https://port.example/"),
    (
        "https://web.archive.org/web/2020/https://port.example/",
        "https://web.archive.org/web/20200102030405/http://port.example/",
    ),
    # the query may name the page, and no receipt holds that of a final address
    ("https://port.example/?p=4", "https://port.example/"),
    ("https://port.example/index.php?id=4", "https://port.example/index.php"),
    ("https://port.example/index.php?id=4", "https://port.example/"),
    # pages
    ("https://port.example/log/4", "https://port.example/log/four"),
    ("https://port.example/log/4", "https://port.example/en/log/4"),
    ("https://port.example/log/4", "https://port.example/log/"),
    ("https://port.example/log/4", "https://port.example/about"),
    ("https://port.example/log/4", "https://port.example/english"),
    ("https://port.example/docs", "https://port.example/docs/index.html"),
    # identifiers and shortened addresses say nothing of a path
    ("https://doi.org/10.17616/R31NJMWK", "https://data.example/"),
    ("https://hdl.handle.net/2027/mdp.39015", "https://library.example/"),
    ("https://n2t.net/ark:/12148/btv1b8449691v", "https://gallery.example/"),
    ("https://bit.ly/3abc", "https://port.example/"),
    ("https://t.co/AbCd", "https://port.example/en"),
    # a section that moved to a host of its own
    ("https://port.example/blog", "https://blog.port.example/"),
    ("https://port.example/docs/", "https://docs.port.example/en/"),
    ("https://pallets.example/flask/", "https://flask.palletsprojects.example/"),
    ("https://uni.example/~ada/", "https://ada.uni.example/"),
    ("https://medium.example/@ada", "https://ada.medium.example/"),
    # no web
    ("file:docs/a.md", "file:docs/a.md"),
]


@pytest.mark.parametrize(("asked", "final"), HOMES, ids=str)
def test_a_page_answered_from_a_front_page_is_noted(asked: str, final: str) -> None:
    assert redirected_home(asked, final)
    assert "redirected_home" in address_notes(asked, final)


@pytest.mark.parametrize(("asked", "final"), PAGES, ids=str)
def test_a_page_answered_from_a_page_is_not(asked: str, final: str) -> None:
    assert not redirected_home(asked, final)


@pytest.mark.parametrize(("asked", "final"), [*HOMES, *PAGES], ids=str)
def test_a_front_page_is_reached_by_a_redirect_or_not_at_all(asked: str, final: str) -> None:
    assert redirected(asked, final) or not redirected_home(asked, final)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_addresses_have_notes_of_the_closed_list(one: str, other: str) -> None:
    for asked, final in (
        (one, other),
        (f"https://{one}", f"https://{other}"),
        (f"https://a.example/{one}", f"https://web.archive.org/web/{other}"),
    ):
        notes = address_notes(asked, final)
        assert list(notes) == sorted(set(notes))
        assert set(notes) <= set(ADDRESS_NOTES)


ARCHIVED = "https://web.archive.org/web/20200102030405/https://port.example/log"


@pytest.mark.parametrize(
    ("asked", "final", "noted"),
    [
        ("https://port.example/log", ARCHIVED, {"archive_copy"}),
        ("https://port.example/log", "https://archive.ph/AbCd1", {"archive_copy"}),
        ("https://port.example/log", "https://perma.cc/AB12-CD34", {"archive_copy"}),
        (
            "https://doi.org/10.1/x",
            "https://arquivo.pt/wayback/20150102030405/http://press.example/x",
            {"archive_copy"},
        ),
        ("https://port.example/log", "https://archive.org/details/log", set()),
        (ARCHIVED, ARCHIVED, set()),
        ("https://perma.cc/AB12-CD34", "https://perma.cc/AB12-CD34", set()),
        ("https://perma.cc/AB12-CD34", ARCHIVED, set()),
        (ARCHIVED, ARCHIVED.replace("20200102", "20210102"), {"capture_date_differs"}),
        ("https://web.archive.org/web/https://port.example/log", ARCHIVED, set()),
        ("https://web.archive.org/web/2/https://port.example/log", ARCHIVED, set()),
        (
            "https://archive.ph/2020.01.02-030405/https://port.example/log",
            "https://archive.is/20210102030405/https://port.example/log",
            {"capture_date_differs"},
        ),
    ],
)
def test_a_copy_in_an_archive_is_noted_where_none_was_asked_for(asked: str, final: str, noted: set[str]) -> None:
    assert set(address_notes(asked, final)) == noted


@pytest.mark.parametrize(
    ("asked", "final", "is_news"),
    [
        # registries that send an identifier on
        ("https://doi.org/10.1/x", "https://press.example/x", False),
        ("https://www.doi.org/10.1/x", "https://press.example/x", False),
        ("http://dx.doi.org/10.1/x", "https://press.example/x", False),
        ("https://nbn-resolving.org/urn:nbn:de:101:1-2019", "https://library.example/1", False),
        ("https://api.semanticscholar.org/CorpusID:5", "https://www.semanticscholar.org/paper/ab", False),
        ("https://linkinghub.elsevier.com/retrieve/pii/S01", "https://press.example/pii/S01", False),
        ("https://ssrn.com/abstract=5", "https://papers.ssrn.com/sol3/papers.cfm", False),
        # registries that moved
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7/", "https://pmc.ncbi.nlm.nih.gov/articles/PMC7/", False),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7/", "https://pmc.ncbi.nlm.nih.gov/articles/PMC8/", True),
        ("https://www.ncbi.nlm.nih.gov/pubmed/31", "https://pubmed.ncbi.nlm.nih.gov/31/", False),
        ("https://www.ncbi.nlm.nih.gov/pubmed/31", "https://pubmed.ncbi.nlm.nih.gov/", True),
        ("https://zenodo.org/record/5", "https://zenodo.org/records/5", False),
        # preprints: abs and pdf are two pages, and a version that was asked for is kept
        ("https://arxiv.org/pdf/2301.00001.pdf", "https://arxiv.org/pdf/2301.00001", False),
        ("https://arxiv.org/pdf/2301.00001", "https://arxiv.org/pdf/2301.00001v3", False),
        ("http://arxiv.org/abs/hep-th/9901001", "https://arxiv.org/abs/hep-th/9901001v2", False),
        ("https://export.arxiv.org/abs/2301.00001", "https://arxiv.org/abs/2301.00001", False),
        ("https://arxiv.org/abs/2301.00001v1", "https://arxiv.org/abs/2301.00001v3", True),
        ("https://arxiv.org/abs/2301.00001v1", "https://arxiv.org/abs/2301.00001", True),
        ("https://arxiv.org/abs/2301.00001", "https://arxiv.org/pdf/2301.00001", True),
        ("https://arxiv.org/abs/2301.00001", "https://arxiv.org/abs/2301.00002", True),
        # archives that answer under several names, and keep pages in several spellings
        (ARCHIVED, "https://web.archive.org/web/20200102030405/http://www.port.example:80/log", False),
        (ARCHIVED, "https://web.archive.org/web/20200102030405id_/port.example/log/", False),
        ("https://archive.is/AbCd1", "https://archive.ph/AbCd1", False),
        ("https://archive.is/AbCd1", "https://archive.ph/AbCd2", True),
        ("https://archive.org/web/20200102030405/http://port.example/log", ARCHIVED, False),
        (ARCHIVED, "https://web.archive.org/web/20200102030405/https://port.example/other", True),
    ],
)
def test_a_redirect_by_a_registry_is_no_news(asked: str, final: str, is_news: bool) -> None:
    assert redirected(asked, final) is is_news


def test_an_identifier_is_sent_on_by_its_own_host_alone() -> None:
    assert resolves("https://doi.org/10.1/x")
    assert not resolves("https://doi.org.evil.example/10.1/x")
    assert not resolves("https://evil.example/doi.org/10.1/x")
    assert not resolves("https://zenodo.org/records/5")
    assert not resolves("no address")


def test_a_query_at_the_end_of_a_redirect_may_name_the_page() -> None:
    asked, final = "https://port.example/2019/harbour-report", "https://port.example/"
    assert address_notes(asked, final) == ("redirected_home",)
    assert address_notes(asked, final, query_dropped=True) == ()
    assert address_notes(asked, final + "?p=123") == ()
    assert address_notes(asked, final + "?") == ("redirected_home",)
    assert address_notes(asked, ARCHIVED, query_dropped=True) == ("archive_copy",)
