"""What docs/warc.md tells a person to type does what it says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gnut.edge.warc.read import FAULTS
from tests.archives import PAGE, URL, by_record, record, reply
from tests.commands.conftest import gnut, place

__all__ = ["gnut", "place"]

TOLD = (Path(__file__).resolve().parents[2] / "docs" / "warc.md").read_text(encoding="utf-8")


def test_the_commands_of_the_page_do_what_it_says(place: Path, gnut: Callable[..., Any]) -> None:
    (place / "report.md").write_text(f"It says “the gate shuts at nine every evening” [a]({URL}).\n")
    (place / "crawl.warc.gz").write_bytes(by_record(record(block=reply(PAGE * 4, ("Content-Type", "text/html")))))
    gnut("init")
    lines = [line for block in re.findall(r"^```sh\n(.*?)^```", TOLD, re.DOTALL | re.M) for line in block.splitlines()]
    assert len(lines) == 7
    for line in lines:
        words = shlex.split(line.partition(" > ")[0])
        assert words.pop(0) == "gnut"
        if "-" in words:
            continue  # Standard output is tried in a process of its own (test_warc_export.py).
        said = gnut(*words)
        assert said.code == 0, (line, said)
    assert (place / "sources.warc.gz").is_file()
    assert (place / "history.warc").is_file()


def test_every_code_of_a_refused_file_is_explained() -> None:
    explained = set(re.findall(r"^\| `([a-z_]+)` \| ", TOLD, re.M))
    assert {code for code, _, _ in FAULTS.values()} <= explained
    assert {"archive_changed", "missing_extra"} <= explained
