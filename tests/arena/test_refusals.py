"""The refusals of the arena: docs/arena.md names each code, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gnut
from gnut.arena.core import passages, prose
from gnut.arena.core.listing import report_of
from gnut.errors import MalformedReport, NotCanonical, ReportTooLarge
from gnut.ingest.core import limits
from gnut.model import self_hash
from gnut_store import canon
from tests.arena.made import a_task, judged, no_attack

ROOT = Path(__file__).parents[2]
PACKAGE = Path(str(gnut.__file__)).parent
FILES = [*(PACKAGE / "arena").rglob("*.py"), PACKAGE / "commands/arena.py"]
WRITTEN = "\n".join(file.read_text("utf-8") for file in FILES)


def told() -> set[str]:
    table = (ROOT / "docs/arena.md").read_text("utf-8").partition("## Refusals")[2]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    return {code for cell in cells for code in re.findall(r"`([a-z_]+)`", cell)}


def test_every_code_of_the_table_is_in_the_code() -> None:
    theirs = {NotCanonical.code, ReportTooLarge.code}
    assert {code for code in told() if f'"{code}"' not in WRITTEN} <= theirs


def test_every_code_that_is_raised_is_in_the_table() -> None:
    raised = set(re.findall(r"code=\"([a-z_]+)\"", WRITTEN))
    raised |= set(re.findall(r"refuse\([^\n]*, \"([a-z_]+)\"\)", WRITTEN))
    raised |= set(re.findall(r"return f\"[^\n]*, \"([a-z_]+)\"$", WRITTEN, re.MULTILINE))
    assert {"unsupported_artifact", "self_hash", "self_ruling", "too_many_briefs", "null_attack"} <= raised
    assert raised - told() == set()


def test_a_report_whose_verdict_is_another_is_refused_by_its_code() -> None:
    good = canon.decode(canon.encode(judged([a_task()], [no_attack(1)], [])))
    good["findings"][0]["verdict"] = "stands"
    good["sha256"] = self_hash(good)
    with pytest.raises(MalformedReport) as refused:
        report_of(good, "r.json")
    assert refused.value.code == "other_verdict"


def test_the_arena_reads_reports_of_the_size_that_gnut_check_reads() -> None:
    assert (passages.MAX_BYTES, prose.MAX_BRACKETS) == (limits.MAX_BYTES, limits.MAX_BRACKETS)
