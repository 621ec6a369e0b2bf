"""Writes the good twin and every must-fail receipt: `python -m tests.receipts.make`."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gnut.verify_receipt.contract import COMPANIONS, EXECUTION_FILE, HIDDEN, SNAPSHOTS, TEXTS, Bundle
from gnut.verify_receipt.core.folder import bundle_of, paths
from tests.receipts import good
from tests.receipts.copies import Copy
from tests.receipts.fact import Fact
from tests.receipts.facts import FACTS

EXPECT = "expect.json"
LONG = 20_000
"""Characters of edits over which the whole changed execution is kept instead."""


def files(bundle: Bundle) -> dict[str, bytes]:
    """Return the files of an exported bundle by their paths."""
    return dict(paths(bundle))


def bundle(held: Mapping[str, bytes]) -> Bundle:
    """Return the bundle that the files of a folder are, also those that the run does not name."""
    made, strays = bundle_of(held, held.__getitem__)
    more: dict[str, dict[str, bytes]] = {COMPANIONS: {}, SNAPSHOTS: {}, TEXTS: {}, HIDDEN: {}}
    for path in strays:
        folder, _, name = path.partition("/")
        more[folder][name.partition(".")[0].replace("-", ":")] = held[path]
    return replace(made, **{name: {**getattr(made, name), **parts} for name, parts in more.items()})


def read(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its path in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def changed(fact: Fact) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the whole files of a must-fail receipt, and what is expected of it."""
    one = Copy()
    fact.change(one)
    if fact.sealed and one.execution is None:
        one.seal()
    whole = files(one.bundle())
    expected = {
        "overlay": good.GOOD.name,
        "without": sorted(set(good_files()) - set(whole)),
        "code": fact.code,
        "pointer": one.first if fact.at is None else fact.at,
        "also": sorted(fact.also),
        "what": fact.what,
    }
    return whole, expected


def stored(fact: Fact) -> dict[str, bytes]:
    """Return what the folder of a must-fail receipt holds: what differs from the good twin, and what to expect."""
    whole, expected = changed(fact)
    before = good_files()
    held = {path: body for path, body in whole.items() if before.get(path) != body}
    edits = splices(before[EXECUTION_FILE], whole[EXECUTION_FILE])
    if sum(len(each["now"]) + len(each["was"]) for each in edits) < LONG:
        held.pop(EXECUTION_FILE, None)
    else:
        edits = []
    names = ("overlay", "without", "edits", "code", "pointer", "also", "what")
    expected = {name: {**expected, "edits": edits}[name] for name in names}
    return {EXPECT: json.dumps(expected, indent=1, ensure_ascii=False).encode() + b"\n", **held}


def splices(before: bytes, after: bytes) -> list[dict[str, Any]]:
    """Return what to put where in `before`, by byte, so that it becomes `after`; ready for JSON."""
    old, new = _tokens(before), _tokens(after)
    starts = [0, *itertools.accumulate(map(len, old))]
    found = []
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            was, now = b"".join(old[start:end]), b"".join(new[first:last])
            found.append({"at": starts[start], "was": was.decode(), "now": now.decode()})
    return found


def _tokens(body: bytes) -> list[bytes]:
    return [part for part in re.split(rb"(?<=[,{\[])", body) if part]


def spliced(before: bytes, edits: list[dict[str, Any]]) -> bytes:
    """Return `before` with edits made, the last first so that the places of the others stand."""
    for each in reversed(edits):
        was, at = each["was"].encode(), each["at"]
        assert before[at : at + len(was)] == was
        before = before[:at] + each["now"].encode() + before[at + len(was) :]
    return before


@cache
def overlaid(folder: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the whole files of a must-fail receipt, and what is expected of it."""
    mine = read(folder)
    expected = json.loads(mine.pop(EXPECT))
    whole = good_read(folder.parent / expected["overlay"]) | mine
    whole[EXECUTION_FILE] = spliced(whole[EXECUTION_FILE], expected["edits"])
    return {path: body for path, body in whole.items() if path not in expected["without"]}, expected


@cache
def good_read(folder: Path) -> dict[str, bytes]:
    """Return the files of the good twin as they are kept."""
    return read(folder)


@cache
def good_files() -> dict[str, bytes]:
    """Return the files of the good twin as they are made now."""
    return files(good.bundle())


def everything() -> dict[str, dict[str, bytes]]:
    """Return the files of every folder."""
    return {good.GOOD.name: good_files(), **{f"{fact.name}_fail": stored(fact) for fact in FACTS}}


def write(folder: Path = good.FOLDER) -> None:
    """Write every folder anew, once all are made."""
    made = everything()
    for old in (*folder.glob("*_fail"), folder / good.GOOD.name):
        shutil.rmtree(old, ignore_errors=True)
    for name, held in made.items():
        for path, body in held.items():
            target = folder / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body)


if __name__ == "__main__":
    write()
