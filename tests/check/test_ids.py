"""Ids of claims: those that reading gives, whatever the sources turn out to hold."""

from __future__ import annotations

import pytest

from gnut.check.core import check
from gnut.ingest.core import claims, ingest, profile
from gnut.model import Report, Source, Uri

X, Y = "https://x.example/a", "https://y.example/b"
LIST = f"\n\n## Sources\n\n1. {X}\n2. {Y}\n"


def source(uri: str, text: str) -> Source:
    return Source(Uri(uri), uri, None, text, None, "complete", False, False, ())


@pytest.mark.parametrize(
    ("held_by_x", "held_by_y", "ids"),
    [
        ("alpha beta gamma delta, one two three four", "", ["c1", "c2", "c3", "c4"]),
        ("alpha beta gamma delta", "one two three four", ["c1", "c2", "c4"]),
        ("", "alpha beta gamma delta, one two three four", ["c1", "c2", "c3", "c4"]),
    ],
)
def test_what_a_stack_holds_moves_no_id_of_a_later_claim(held_by_x: str, held_by_y: str, ids: list[str]) -> None:
    text = f'He said "alpha beta gamma delta" and "one two three four" [1][2]. The price is 12 [2].{LIST}'
    extraction = ingest(Report("r.md", text.encode(), ()), profile(None))
    assert [name for name, _, _, _ in claims(extraction)] == ["c1", "c2", "c3", "c4"]
    evidence = check(extraction, {Uri(X): source(X, held_by_x), Uri(Y): source(Y, held_by_y)})
    assert [one.id for one in evidence.findings] == ids


def test_a_row_more_than_was_read_is_called_after_the_one_before() -> None:
    text = f'He said "alpha beta gamma delta" [a]({X}), [b]({Y}#:~:text=one%20two%20three%20four). Next [a]({X}).'
    extraction = ingest(Report("r.md", text.encode(), ()), profile(None))
    assert [name for name, _, _, _ in claims(extraction)] == ["c1", "c2", "c3"]
    held = {Uri(X): source(X, ""), Uri(Y): source(Y, "alpha beta gamma delta, one two three four")}
    assert [one.id for one in check(extraction, held).findings] == ["c1", "c2", "c2.2", "c3"]


def test_a_structured_artifact_gives_its_own_ids() -> None:
    body = (
        b'{"claims": [{"claim_text": "A", "claim_id": "k"}, {"claim_text": "B", "source_url": "https://x.example/a"}]}'
    )
    extraction = ingest(Report("c.json", body, ()), profile(None))
    assert [one.id for one in check(extraction, {}).findings] == ["k", "c2"]
