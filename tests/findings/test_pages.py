"""Every finding has a page, a table entry and advice; every reason and mark has a code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gnut.findings
from gnut.check.core import ANCHOR_MARKS, SOURCE_MARKS
from gnut.findings import BY_CODE, BY_NAME, RULES, Rule
from gnut.findings.table import FAMILIES, table
from gnut.ledger.contract import UNCONFIRMED

PAGES = Path(gnut.findings.__file__).parent / "pages"
TABLE = Path(__file__).parents[2] / "docs" / "findings" / "README.md"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_finding_has_a_page_that_says_what_why_and_what_to_do(rule: Rule) -> None:
    text = (PAGES / f"{rule.code}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {rule.code} {rule.name}\n\n{rule.title}.\n")
    parts = re.findall(r"^## (.*)\n\n(.+)", text, re.MULTILINE)
    assert [title for title, _ in parts] == ["What it means", "Why it matters", "Example", "What to do"]
    fences = re.findall(r"^(`{3,})(?:text)?$", text, re.MULTILINE)
    assert max(fences, key=len) == fences[0] == fences[-1]


def test_there_is_no_page_without_a_finding() -> None:
    assert {page.stem for page in PAGES.iterdir()} == set(BY_CODE)


def test_codes_and_names_are_unique_and_well_formed() -> None:
    assert len(BY_CODE) == len(BY_NAME) == len(RULES)
    families = {prefix for prefix, _ in FAMILIES}
    for rule in RULES:
        assert re.fullmatch(r"GN[1-9]\d\d", rule.code)
        assert rule.code[:3] in families
        assert re.fullmatch(r"[a-z][a-z0-9_]+", rule.name)
        assert rule.source in ("reason", "finding", "mark", "support", "calculation", "arena", "store")
        assert not rule.title.endswith(".")
        assert not rule.help.endswith(".")
    assert [rule.code for rule in RULES] == sorted(BY_CODE)


@pytest.mark.parametrize("reason", UNCONFIRMED)
def test_every_reason_has_a_code(reason: str) -> None:
    assert BY_NAME[reason].source == "reason"


@pytest.mark.parametrize(
    "mark",
    [
        *ANCHOR_MARKS,
        *SOURCE_MARKS,
        "number_not_in_source",
        "short_excerpt",
        "supplied",
        "redirected",
        "same_page",
        "text_in_doubt",
    ],
)
def test_every_mark_has_a_code(mark: str) -> None:
    assert BY_NAME[mark].source == "mark"


def test_the_published_table_is_current(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--golden"):
        TABLE.write_text(table(), encoding="utf-8")
    assert TABLE.read_text(encoding="utf-8") == table()


def test_the_table_links_to_pages_that_exist() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", TABLE.read_text(encoding="utf-8")):
        assert (TABLE.parent / link).resolve().is_file()
