"""`gnut rule` explains a finding."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gnut.findings import RULES

Gnut = Callable[..., Any]


@pytest.mark.parametrize("word", ["GN302", "gn302", "excerpt_altered", "excerpt-altered", "Excerpt_Altered"])
def test_a_page_is_printed_by_code_or_name(gnut: Gnut, word: str) -> None:
    said = gnut("rule", word)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("# GN302 excerpt_altered\n")


def test_without_a_code_all_are_listed(gnut: Gnut) -> None:
    assert len(gnut("rule").out.splitlines()) == len(RULES)


def test_all_pages_are_printed(gnut: Gnut) -> None:
    out = gnut("rule", "--all").out
    assert [line for line in out.splitlines() if line.startswith("# GN")] == [f"# {r.code} {r.name}" for r in RULES]


def test_json_holds_the_page(gnut: Gnut) -> None:
    one = json.loads(gnut("rule", "GN302", "--output-format", "json").out)
    assert one["name"] == "excerpt_altered"
    assert one["page"].startswith("# GN302")
    assert len(json.loads(gnut("rule", "--all", "--output-format", "json").out)) == len(RULES)


@pytest.mark.parametrize(
    ("word", "meant"), [("GN3002", "GN302"), ("exerpt_altered", "excerpt_altered"), ("zzz", "gnut rule")]
)
def test_an_unknown_code_is_refused_with_the_likeliest(gnut: Gnut, word: str, meant: str) -> None:
    said = gnut("rule", word)
    assert (said.code, said.out) == (2, "")
    assert meant in said.err


def test_a_code_and_all_are_too_much(gnut: Gnut) -> None:
    assert gnut("rule", "GN302", "--all").code == 2
