from __future__ import annotations

import pytest

from gnut.ledger.contract import Bucket
from gnut.ledger.core import fingerprints
from gnut.text.fold import folded
from tests.formats.specimen import row


def test_the_text_of_a_paragraph_is_folded_once_for_all_of_its_citations(monkeypatch: pytest.MonkeyPatch) -> None:
    folds: list[str] = []

    def counted(text: str) -> str:
        folds.append(text)
        return folded(text)

    monkeypatch.setattr(fingerprints, "folded", counted)
    text = "A paragraph with many citations, of which nothing else is told."
    found = {
        fingerprints.fingerprint(
            row(1, Bucket.CITATION_UNCONFIRMED, "no_excerpt", (), text=text, excerpt=None), ordinal
        )
        for ordinal in range(50)
    }
    assert (len(found), folds) == (50, [text])
    assert (
        fingerprints.fingerprint(
            row(1, Bucket.CITATION_UNCONFIRMED, "no_excerpt", (), text=text + " More.", excerpt=None), 0
        )
        not in found
    )
