"""Every pattern that is compiled on first use, run over text that was made to make it slow."""

from __future__ import annotations

import importlib
import pkgutil
import time

import pytest

import gnut.arena.core
import gnut.formats
import gnut.ingest
import gnut.text
from gnut.text.patterns import REGISTRY, lazy

SIZE = 2000
SECONDS = 0.5
"""CPU allowed for one pattern over one text; a pattern that backtracks takes minutes."""

HOSTILE = ["a", " ", "1,", "(", "[", "<", '"', "*", "-", "a ", "1 ", "&#", "</", "<!--", "。", "．１", "\n", "\n "]


def _import_all() -> None:
    for package in (gnut.text, gnut.ingest, gnut.arena, gnut.formats):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)


_import_all()


@pytest.mark.parametrize(
    "pattern", sorted(REGISTRY, key=lambda each: (each.source, each.options)), ids=lambda each: each.source[:40]
)
def test_a_pattern_is_done_with_hostile_text_soon(pattern: object) -> None:
    pattern.search("")  # type: ignore[attr-defined]  # Compiled before the clock runs.
    for unit in HOSTILE:
        text = unit * (SIZE // len(unit))
        started = time.process_time()
        for _ in pattern.finditer(text):  # type: ignore[attr-defined]
            pass
        pattern.search(text + "!")  # type: ignore[attr-defined]
        assert time.process_time() - started < SECONDS, repr(unit)


def test_a_lazy_pattern_says_what_a_compiled_one_says() -> None:
    pattern = lazy(r"(?P<word>\w+)")
    assert pattern.findall("a b") == ["a", "b"]
    assert pattern.groupindex == {"word": 1}
    assert pattern.sub("x", "a b") == "x x"
