"""`gnut replay`: past traffic under another policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from gnut.edge import records, terminal
from gnut.edge.answering import policy_at
from gnut.edge.files import read
from gnut.edge.keys import raw
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import GnutError, MalformedReport, NotCanonical
from gnut.formats import escape
from gnut.formats.indented import in_one_line
from gnut.measure.contract import Replayed
from gnut.measure.core import decided
from gnut.measure.core import replay as run
from gnut.measure.core.replaying import Earlier, Outcome
from gnut.text import maps
from gnut.text.quantities.finding import ROUNDINGS, Terms
from gnut.verify_answer.contract import Passage
from gnut.verify_answer.core import input_hash, verify_answer
from gnut.verify_answer.core.asking import Asking, asking
from gnut.verify_answer.core.passages import passages
from gnut.verify_answer.core.policies import Policy
from gnut.verify_records.contract import ANSWER
from gnut.verify_records.core import seal_document
from gnut_store import canon

TRAFFIC = 1 << 30
SHOWN = 20
_KEYS = ("answer", "passages", "question", "scope", "risk_class", "record_id")


def replay(world: World, traffic: str, *, policy: str, log: str | None, signing_key: str | None, json: bool) -> int:
    """Print what a policy would have decided of past requests; nothing is kept.

    Returns:
        0, whatever changes.

    Raises:
        BadMap: The policy or a request breaks its contract; the message names the line.
        InputMissing: A file cannot be read.
    """
    rules = policy_at(world, policy)
    held = _before(world, log) if log is not None else {}
    before = {name: each.earlier for name, each in held.items()}
    body = read(world.cwd / traffic, limit=TRAFFIC, shown=legible(traffic))
    outcomes = _outcomes(body, legible(traffic), rules, held)
    found = run(outcomes, before, policy_id=rules.id, policy_hash=rules.hash)
    if json:
        said: dict[str, Any] = msgspec.to_builtins(found)
        document = seal_document(found.schema, said, raw.signer(world, signing_key))
        terminal.out(in_one_line(msgspec.to_builtins(document)))
    else:
        terminal.out(_text(found))
    return 0


class _Held(NamedTuple):
    earlier: Earlier
    locale: str


def _before(world: World, log: str) -> dict[str, _Held]:
    held, _ = records.held(world, log, "rec")
    found = ((decided(each.record_id, each.content), each.content) for each in held)
    return {
        each.record_id: _Held(Earlier(each.decision, _input(content)), str(content.get("locale")))
        for each, content in found
        if each is not None
    }


def _input(content: dict[str, Any]) -> str | None:
    said = content.get("input_hash")
    return said if content.get("schema") == ANSWER and isinstance(said, str) else None


def _outcomes(body: bytes, name: str, policy: Policy, held: dict[str, _Held]) -> Iterator[Outcome]:
    for number, line in enumerate(body.split(b"\n"), 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            said = maps.members(canon.decode(line), _KEYS, where, required=("answer", "passages"))
            answer, texts = maps.text(said["answer"], where), passages(said["passages"])
            verdict = verify_answer(answer, texts, policy=policy, **asking(said))
            named = None if said.get("record_id") is None else maps.text(said["record_id"], where)
        except NotCanonical as error:
            raise MalformedReport(f"{where}: {error}", code="bad_row") from None
        except GnutError as error:
            raise MalformedReport(f"{where}: {error}", code=error.code) from None
        codes = tuple(each.code for each in verdict.reasons)
        own = held.get(named) if named is not None else None
        hashed = verdict.input_hash if own is None else _hashed(own, answer, texts, asking(said)) or verdict.input_hash
        yield Outcome(named, verdict.decision, codes, hashed)


def _hashed(held: _Held, answer: str, texts: tuple[Passage, ...], asked: Asking) -> str | None:
    """Return the hash of a record's input if it is that of a request; None if it is another's.

    Locale and rounding are part of what is hashed, and those of the new policy are none of the record's: its locale
    stands in it, and of the roundings any may have been in force.
    """
    for rounding in ROUNDINGS:
        terms = Terms(locale=held.locale, rounding=rounding)
        hashed = input_hash(answer, texts, asked["question"], asked["scope"], terms, (), None)
        if hashed == held.earlier.input_hash:
            return hashed
    return None


def _text(found: Replayed) -> str:
    told = ", ".join(f"{decision} {count}" for decision, count in found.decisions) or "none"
    lines = [
        f"policy {escape.terminal(found.policy_id)}: {found.requests} requests ({told})",
        f"{found.changed} of {found.compared} whose earlier decision is known are decided otherwise",
    ]
    if found.other_inputs:
        lines.append(f"{found.other_inputs} are not what their records were sealed over, and are not compared")
    lines += [f"  {move}: {count}" for move, count in found.transitions]
    for each in found.changes[:SHOWN]:
        name = escape.one_line(each.record_id or "")
        lines.append(
            f"  line {each.request} {name}: {each.before} → {each.after} ({', '.join(each.reasons) or 'no reason'})"
        )
    if len(found.changes) > SHOWN:
        lines.append(f"  … and {len(found.changes) - SHOWN} more")
    return "\n".join(lines) + "\n"
