"""Every pattern over bytes, run over text that was made to make it slow."""

from __future__ import annotations

import importlib
import pkgutil
import time

import pytest

import gnut.ingest
import gnut.text.markdown
from gnut.text.patterns import BYTES_REGISTRY, Lazy

HOSTILE = [b"a", b" ", b"[", b"<", b'"', b"*", b"-", b"- ", b"1. ", b"> ", b"`", b"~", b":", b"\r", b"\n", b"\n "]
SIZE = 2000
SECONDS = 1.0
"""CPU allowed for one pattern over one text; a pattern that backtracks takes minutes."""

for _package in (gnut.ingest, gnut.text.markdown):
    for _module in pkgutil.walk_packages(_package.__path__, _package.__name__ + "."):
        importlib.import_module(_module.name)


@pytest.mark.parametrize("pattern", BYTES_REGISTRY, ids=lambda each: repr(each.source[:40]))
def test_a_pattern_for_bytes_is_done_with_hostile_text_soon(pattern: Lazy) -> None:
    pattern.search(b"")  # Compiled before the clock runs.
    for unit in HOSTILE:
        text = unit * (SIZE // len(unit))
        started = time.process_time()
        assert len(list(pattern.finditer(text))) <= SIZE + 1
        pattern.search(text + b"!")
        assert time.process_time() - started < SECONDS, repr(unit)
