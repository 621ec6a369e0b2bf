"""`gnut verify records`: hashes, links and signatures of a log of sealed decisions."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from gnut.edge import records, terminal
from gnut.edge.files import standard_input
from gnut.edge.keys import raw
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import InputMissing, Usage
from gnut.formats import escape
from gnut.formats.indented import in_one_line
from gnut.verify_records.contract import LogVerdict
from gnut.verify_records.core import Chain

INPUT = 256 << 20
"""Most bytes of a log on standard input."""

SHOWN = 20
"""Faults that are printed; JSON has more."""


def verify_records(world: World, log: str, *, trusted: tuple[str, ...], allow_empty: bool, json: bool) -> int:
    """Print whether a log stands: a file, the logs of a folder, standard input for `-`, the store's for `store`.

    Returns:
        0 every record of every log stands, 1 one does not, or there is none at all without `allow_empty`.

    Raises:
        BadSignature: A trusted key is none.
        InputMissing: A log cannot be read.
    """
    files = [each for each in trusted if each.strip() and os.path.lexists(world.cwd / each)]
    keys = [each for each in trusted if each not in files]
    believed = raw.trusted(world, files, keys)
    ok, read = True, 0
    for name, lines in _logs(world, log):
        chain = Chain(raw.verifies(), believed)
        for number, line in lines:
            chain.take(number, line)
        verdict = chain.verdict()
        ok, read = ok and verdict.ok, read + chain.read
        if json:
            terminal.out(in_one_line({"log": name, **msgspec.to_builtins(verdict)}))
        else:
            terminal.out(_shown(name, verdict, chain.read))
    if not read and not allow_empty:
        terminal.note("no record: there was nothing to verify; --allow-empty lets that pass")
        return 1
    return 0 if ok else 1


def _logs(world: World, log: str) -> Iterator[tuple[str, Iterator[tuple[int, bytes]]]]:
    path = world.cwd / log
    if not log.strip():
        raise Usage("the name of the log is empty", help="name a file, a folder, store or -")
    if log == "-":
        yield "-", enumerate(standard_input(limit=INPUT).split(b"\n"), 1)
    elif path.is_dir():
        found = sorted(each for each in path.iterdir() if each.suffix == ".jsonl")
        if not found:
            raise InputMissing(f"{legible(log)}: holds no log", help="logs are named *.jsonl")
        for each in found:
            yield legible(os.path.join(log, each.name)), records.lines(each, legible(each.name))
    elif log == "store" and not path.exists():
        for prefix in records.PREFIX:
            yield f"store {prefix}", enumerate(records.stored(world, prefix), 1)
    else:
        yield legible(log), records.lines(path, legible(log))


def _shown(name: str, verdict: LogVerdict, read: int) -> str:
    said = {"passed": "by trusted keys", "failed": "not all by trusted keys", "not_checked": "signers not checked"}
    if not read:
        return f"{escape.terminal(name)}: holds no record: there is nothing that could stand or fall\n"
    head = f"head {escape.terminal(verdict.head)}" if verdict.head else "no head"
    # Of what nobody signed there are no signers to check.
    unsigned = not verdict.signed and verdict.trusted == "not_checked" and verdict.ok
    signed = "none signed" if unsigned else f"{verdict.signed} signed, {said[verdict.trusted]}"
    lines = [
        f"{escape.terminal(name)}: {'stands' if verdict.ok else 'does not stand'}: {verdict.verified} of {read} "
        f"records of "
        f"{verdict.kind}s, {signed}",
        f"  {head}; a log that was cut behind its last record stands too: keep the head to compare",
    ]
    lines += [f"  {each.code}: {escape.terminal(each.message)}" for each in verdict.faults[:SHOWN]]
    if len(verdict.faults) > SHOWN:
        lines.append(f"  … and {len(verdict.faults) - SHOWN} more")
    return "\n".join(lines) + "\n"
