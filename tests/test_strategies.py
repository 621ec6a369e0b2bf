"""What the strategies promise, so that a property test never runs on less than it says."""

from __future__ import annotations

from hypothesis import Phase, find, given, settings

from gnut.acquire.contract import WHYS
from gnut.model import Absence, Request, Span, Uri
from gnut_store import canon
from tests.strategies import HARD, absences, requests, spans, texts, uris, values

FOUND = settings(phases=[Phase.generate], max_examples=2000, database=None)
"""The first example will do; the shortest costs most of the search."""


@given(values())
def test_every_value_has_a_canonical_form_that_reads_back(value: object) -> None:
    assert canon.decode(canon.encode(value)) == value


@given(spans(50))
def test_a_span_lies_in_its_text(span: Span) -> None:
    assert 0 <= span.start <= span.end <= 50


def test_hard_characters_are_met() -> None:
    for sign in ("\u200b", "ﬁ", "\u202e", "३"):
        assert any(sign in group for group in HARD)
        assert sign in find(texts(), lambda text, sign=sign: sign in text, settings=FOUND)


@given(uris())
def test_an_address_can_never_name_a_real_host(uri: Uri) -> None:
    host = uri.partition("//")[2].partition("/")[0].partition(":")[0]
    assert uri.startswith("file:") or host.endswith((".example", ".test"))


@given(requests())
def test_a_request_is_written_as_its_identity_and_a_fragment(request: Request) -> None:
    assert request.written.partition("#")[0] == request.uri.removeprefix("file:")


@given(absences(WHYS))
def test_an_absence_has_a_reason_of_the_closed_list(absence: Absence) -> None:
    assert absence.why in WHYS
