"""What is said of a source at each of its rows."""

from __future__ import annotations

from itertools import permutations

import pytest
from msgspec.structs import replace

from gnut.acquire.contract import Acquired
from gnut.check.contract import Mark
from gnut.check.core import check
from gnut.check.core.evidence import DOUBTS
from gnut.check.core.same import same_pages
from gnut.ingest.core import ingest, profile
from gnut.ledger.core.messages import mark_message
from gnut.model import Absence, Report, Source, Uri

DOI = Uri("https://doi.org/10.1000/182")
PAGE = Uri("https://publisher.example/articles/182")
KEPT = Uri("https://web.archive.org/web/20190301120000/https://publisher.example/articles/182")
OTHER = Uri("https://other.example/182")
TEXT = "From May the gate shuts at nine every evening.\n"


def source(uri: Uri, final: str, text: str = TEXT, truncation: str = "complete", notes: tuple[str, ...] = ()) -> Source:
    return Source(uri, final, None, text, None, truncation, False, uri != final, notes)


def marks(acquired: dict[Uri, Acquired]) -> dict[str, list[Mark]]:
    report = "".join(f"It says so [{number}]({uri}).\n\n" for number, uri in enumerate(acquired))
    read = ingest(Report("report.md", report.encode(), ()), profile(None))
    found = check(read, acquired).findings
    return {str(read.units[one.unit].citations[0].uri): list(one.marks) for one in found}


def same(acquired: dict[Uri, Acquired]) -> dict[str, list[str]]:
    return {uri: [mark.text for mark in found if mark.name == "same_page"] for uri, found in marks(acquired).items()}


def test_two_addresses_of_one_page_name_each_other() -> None:
    assert same({DOI: source(DOI, PAGE), PAGE: source(PAGE, PAGE)}) == {DOI: [PAGE], PAGE: [DOI]}


def test_what_is_said_of_one_page_does_not_depend_on_the_order_of_its_addresses() -> None:
    sources = [source(DOI, PAGE), source(PAGE, PAGE), source(KEPT, KEPT), source(OTHER, OTHER)]
    found = [same_pages({one.uri: one for one in order}) for order in permutations(sources)]
    assert all(one == found[0] for one in found)
    assert found[0] == {DOI: (PAGE, KEPT), PAGE: (DOI, KEPT), KEPT: (DOI, PAGE)}


@pytest.mark.parametrize(
    "final",
    [
        "http://publisher.example/articles/182",
        "https://www.publisher.example/articles/182/",
        "https://publisher.example:443/%61rticles/182",
        str(KEPT),
    ],
)
def test_a_page_is_known_however_its_address_is_spelled(final: str) -> None:
    assert same({OTHER: source(OTHER, final), PAGE: source(PAGE, PAGE)})[PAGE] == [OTHER]


@pytest.mark.parametrize(
    "other",
    [
        source(OTHER, OTHER),
        source(OTHER, PAGE, text="Another text.\n"),
        source(OTHER, "https://publisher.example:8443/articles/182"),
        source(OTHER, PAGE, truncation="sparse"),
        source(OTHER, PAGE, truncation="unknown"),
        Absence(OTHER, "not_found", "HTTP 404"),
    ],
    ids=["another page", "another text", "another port", "a sparse page", "a window of unknown size", "no page"],
)
def test_a_page_or_a_text_alone_makes_no_two_sources_one(other: Acquired) -> None:
    assert same({OTHER: other, PAGE: source(PAGE, PAGE)}) == {OTHER: [], PAGE: []}


def test_files_of_the_repository_are_told_apart_by_their_names() -> None:
    one, other = Uri("file:a.txt"), Uri("file:b.txt")
    assert not same_pages({one: source(one, one), other: source(other, other)})


def test_of_many_addresses_a_mark_names_three_and_counts_the_rest() -> None:
    uris = [Uri(f"https://short.example/{number}") for number in range(10)]
    (text,) = same({uri: source(uri, PAGE) for uri in uris})[uris[9]]
    assert text == "https://short.example/0, https://short.example/1, https://short.example/2 and 6 more"


def test_a_report_that_cites_one_address_twice_cites_one_source() -> None:
    assert same({PAGE: source(PAGE, PAGE)}) == {PAGE: []}


def test_a_thousand_sources_of_one_site_cost_one_look_each() -> None:
    text = TEXT * 2_000
    uris = [Uri(f"https://publisher.example/{number}") for number in range(1_000)]
    assert same_pages({uri: source(uri, uri, text) for uri in uris}) == {}


@pytest.mark.parametrize("note", ["redirected_home", "archive_copy", "capture_date_differs", "charset_guessed"])
def test_what_acquiring_noticed_of_a_source_is_a_mark_on_its_rows(note: str) -> None:
    noted = replace(source(PAGE, "https://publisher.example/"), notes=(note,))
    assert [mark.name for mark in marks({PAGE: noted})[PAGE]] == ["redirected", note]
    assert {mark.text for mark in marks({PAGE: noted})[PAGE]} == {"https://publisher.example/"}


def test_what_is_no_warning_of_a_source_is_no_mark() -> None:
    assert marks({PAGE: source(PAGE, PAGE, notes=("closed_details", "struck_text"))})[PAGE] == []


def quoted(notes: tuple[str, ...], words: str) -> list[Mark]:
    """Return the marks of a row whose excerpt is sought in a source with these notes."""
    report = f'It says "{words}" [page]({PAGE}).\n'.encode()
    read = ingest(Report("report.md", report, ()), profile(None))
    (found,) = check(read, {PAGE: source(PAGE, PAGE, notes=notes)}).findings
    return [mark for mark in found.marks if mark.name == "text_in_doubt"]


@pytest.mark.parametrize("note", DOUBTS)
def test_what_is_found_where_a_reader_may_not_see_it_is_in_doubt(note: str) -> None:
    (mark,) = quoted((note, "sniffed"), "the gate shuts at nine every evening")
    assert mark.text == note
    assert note.replace("_", " ") not in mark_message(mark)


def test_all_doubts_of_a_source_are_named_in_one_mark() -> None:
    (mark,) = quoted(("ocr_layer", "unrendered_pdf"), "the gate shuts at nine every evening")
    assert mark_message(mark).count(", and ") == 1


@pytest.mark.parametrize(
    "notes", [(), ("closed_details", "sniffed", "struck_text", "scanned_pages", "reordered_columns")]
)
def test_what_is_found_in_plain_sight_is_not_in_doubt(notes: tuple[str, ...]) -> None:
    assert quoted(notes, "the gate shuts at nine every evening") == []


def test_what_is_not_found_is_not_in_doubt_for_what_a_source_hides() -> None:
    assert quoted(("unrendered_css",), "the gate opens at seven every morning") == []
