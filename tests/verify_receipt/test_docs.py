"""The page for hosts lists every refusal, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from gnut.verify_receipt.contract import BINDING, CODES, FORM, MEANING

PAGE = Path(__file__).parents[2] / "docs" / "receipts.md"


def test_the_page_lists_every_refusal_with_its_sentence_and_no_other() -> None:
    listed = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8").partition("## Refusals")[2], re.M)
    assert listed == list(CODES.items())


def test_no_code_stands_in_two_lists() -> None:
    assert len(CODES) == len(FORM) + len(BINDING) + len(MEANING)
