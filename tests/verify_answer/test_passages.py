"""Sources as programs give them: one rule for all who call."""

from __future__ import annotations

from typing import Any

import pytest

from gnut.errors import GnutError
from gnut.verify_answer.contract import Passage
from gnut.verify_answer.core.passages import MOST, passages


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ([], []),
        ("one text", ["ctx-0"]),
        (["a text", "another"], ["ctx-0", "ctx-1"]),
        ([["a", "text"]], ["a"]),
        ([("a", "text")], ["a"]),
        ([["a", "text", {"entity": "UPS"}]], ["a"]),
        ([{"id": "a", "text": "text"}], ["a"]),
        ([{"text": "text"}, ["b", "text"], "text"], ["ctx-0", "b", "ctx-2"]),
        ([Passage("p", "text")], ["p"]),
    ],
)
def test_texts_pairs_and_maps_are_sources(value: Any, ids: list[str]) -> None:
    assert [each.id for each in passages(value)] == ids


def test_a_server_numbers_bare_texts_its_own_way() -> None:
    assert [each.id for each in passages(["a", "b"], prefix="source_", first=1)] == ["source_1", "source_2"]


@pytest.mark.parametrize(
    "value",
    [
        *(None, 5, {"a": "text"}, [5], [None], [["a"]], [["a", 5]], [["a", "b", "c"]], [["a", "b", {}, 1]], [{}]),
        *([{"id": 5, "text": "x"}], [{"id": "a", "txt": "x"}], [{"text": 5}], [{"text": "x", "provenance": []}]),
        *([{"text": "x", "provenance": {"a": 1}}], b"text", ["x"] * (MOST + 1)),
    ],
)
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(GnutError):
        passages(value)
