"""What a row says of its source, in one sentence."""

from __future__ import annotations

import pytest

from gnut.acquire.contract import WHYS
from gnut.acquire.whys import KNOWN
from gnut.check.contract import Finding, Mark
from gnut.ingest.contract import Citation, CitationKind
from gnut.ledger.core.messages import mark_message, reason_message
from gnut.model import Absence, Place, Source, Uri

URI = Uri("https://s.example/a")
CITATION = Citation(CitationKind.LINK, URI, URI, None, None, False, 0, Place(0, 10, 1, 1))
ASKED = "https://web.archive.org/web/20190301/https://s.example/a"
SERVED = "https://web.archive.org/web/20210704091500/https://s.example/a"


def finding(acquired: Source | Absence) -> Finding:
    return Finding("c1", 0, 0, 0, acquired, None, True, True, None, ())


def source(*notes: str) -> Source:
    return Source(URI, URI, None, "Words.", "Hidden.", "complete", False, False, notes)


def test_a_capture_of_another_day_says_both_days() -> None:
    said = mark_message(Mark("capture_date_differs", SERVED, None, None), Uri(ASKED))
    assert "2021-07-04T09:15:00Z" in said
    assert "2019-03-01" in said
    assert SERVED in said


@pytest.mark.parametrize(
    "asked",
    [
        URI,
        "https://web.archive.org/web/2/https://s.example/a",
        "https://web.archive.org/web/20191399/https://s.example/a",
    ],
)
def test_a_day_that_no_address_says_is_not_made_up(asked: str) -> None:
    said = mark_message(Mark("capture_date_differs", SERVED, None, None), Uri(asked))
    assert said == f"the archive served another capture than is cited: {SERVED}"


@pytest.mark.parametrize("name", ["redirected", "redirected_home", "archive_copy", "capture_date_differs"])
def test_a_source_served_from_elsewhere_says_from_where(name: str) -> None:
    assert "https://elsewhere.example/" in mark_message(Mark(name, "https://elsewhere.example/", None, None), URI)


def test_an_archived_copy_says_of_which_day_it_is() -> None:
    assert ", as it was on 2021-07-04T09:15:00Z: " in mark_message(Mark("archive_copy", SERVED, None, None), URI)
    opaque = "https://perma.cc/ABCD-1234"
    assert mark_message(Mark("archive_copy", opaque, None, None), URI) == (
        f"the source was served from a web archive: {opaque}"
    )


def test_one_page_under_two_addresses_names_the_other() -> None:
    said = mark_message(Mark("same_page", "https://doi.org/10.1000/182", None, None), URI)
    assert said == "this is the same page as https://doi.org/10.1000/182: one source, cited twice"


def test_words_that_were_struck_are_not_said_to_be_hidden_by_intent() -> None:
    struck, plain = (
        reason_message("found_hidden_only", finding(source(*notes)), CITATION) for notes in (("struck_text",), ())
    )
    assert "strikes through or hides" in struck
    assert "strikes through" not in plain


@pytest.mark.parametrize("why", WHYS)
def test_an_unavailable_source_says_the_sentence_of_its_kind(why: str) -> None:
    said = reason_message("source_unavailable", finding(Absence(URI, why, "HTTP 999 of a server")), CITATION)
    assert said == f"the source {KNOWN[why].sentence}"
