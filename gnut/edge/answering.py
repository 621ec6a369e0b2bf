"""Answers and their policies, as commands and servers share them: verify, seal, keep, and only then tell."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gnut.edge.files import read, utf8
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, Usage
from gnut.text import maps
from gnut.verify_answer.contract import Verdict
from gnut.verify_answer.core.policies import Policy, resolved
from gnut.verify_answer.core.rules import RuleSet, rule_set
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.edge.records import Sink
    from gnut.verify_records.contract import Record, Signer

_FOLDER = Path(__file__).parent.parent / "policies"
SHIPPED = ("gnut_default_v1", "eu_ai_act_high_risk_v1")
DEFAULT = SHIPPED[0]
ALSO = {"groundlens_default_v1": DEFAULT}
"""Another name of a shipped policy, which policies written for groundlens extend."""

LIMIT = 1 << 18
"""Bytes of a policy, and of a rule set."""


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """Return the texts of the shipped answer policies by each of their names."""
    texts = {name: (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8") for name in SHIPPED}
    return texts | {other: texts[name] for other, name in ALSO.items()}


def policy_of(said: str | None) -> Policy:
    """Return a policy by its name, or from its text when that has more than one line.

    Raises:
        BadMap: The text breaks the contract of policies.
        InputMissing: There is no policy of that name.
    """
    if said is None:
        return _named(DEFAULT)
    if "\n" in said or said.lstrip().startswith("{"):
        return resolved(said, shipped())
    if said not in shipped():
        raise InputMissing(f"no policy {legible(said)!r}", help=f"shipped are: {', '.join(SHIPPED)}; or name a file")
    return _named(said)


@lru_cache(maxsize=len(SHIPPED) + len(ALSO))
def _named(name: str) -> Policy:
    return resolved(shipped()[name], shipped())


def policy_text(world: World, named: str) -> str:
    """Return the text of a policy that a person names: a shipped one, else a file.

    Raises:
        InputMissing: There is neither.
    """
    if named in shipped() and not os.path.lexists(world.cwd / named):
        return shipped()[named]
    if os.sep not in named and not os.path.lexists(world.cwd / named):
        raise InputMissing(
            f"{legible(named)}: no such file, and no shipped policy of that name",
            help=f"shipped are: {', '.join(SHIPPED)}",
        )
    return _text(world, named)


def policy_at(world: World, named: str | None) -> Policy:
    """Return the policy that a person names; the default one for None."""
    return policy_of(None) if named is None else resolved(policy_text(world, named), shipped())


def rules_at(world: World, named: Sequence[str]) -> tuple[RuleSet, ...]:
    """Return the rule sets of some files, JSON or YAML.

    Raises:
        BadMap: One breaks its contract.
        InputMissing: One cannot be read.
        Usage: Two have one id.
    """
    found: dict[str, RuleSet] = {}
    for each in named:
        value = maps.written(_text(world, each), legible(each))
        for one in value if isinstance(value, list) else [value]:
            made = rule_set(one)
            if made.id in found:
                raise Usage(f"two rule sets have the id {made.id!r}")
            found[made.id] = made
    return tuple(found.values())


def _text(world: World, named: str) -> str:
    return utf8(read(world.cwd / named, limit=LIMIT, shown=legible(named)), legible(named))


class Answered(NamedTuple):
    """A verdict, and where it is on record."""

    verdict: Verdict
    record: Record | None
    """None when there was nowhere to keep it: nothing is sealed then."""

    kept: str | None
    """Name of the log, or of the store."""


def place(world: World, log: str | None, signing_key: str | None) -> tuple[Sink | None, Signer | None]:
    """Return where records go and what signs them; asked for before anything is verified.

    Raises:
        BadSignature: The key is none.
        Usage: A key is named, and there is nothing to keep a record in.
    """
    from gnut.edge.records import sink

    to = sink(log, world)
    if to is None:
        if signing_key is not None:
            raise Usage("there is no log and no store to sign for", help="name one with --log FILE")
        return None, None
    from gnut.edge.keys.raw import signer

    return to, signer(world, signing_key)


def kept(verdict: Verdict, to: Sink | None, signs: Signer | None) -> Answered:
    """Return a verdict once its record is durable; whatever keeps it from being so is raised instead.

    Raises:
        StoreBusy: Another process holds the log.
        StoreUnwritable: The record could not be made durable.
    """
    if to is None:
        return Answered(verdict, None, None)
    return Answered(verdict, to.append(content(verdict), prefix="rec", signer=signs), to.name)


def content(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the content of a record."""
    import msgspec

    said: dict[str, Any] = msgspec.to_builtins(verdict)
    return said


def named_values(given: Sequence[str], option: str) -> dict[str, str]:
    """Return what `KEY=VALUE` options say.

    Raises:
        Usage: One has no key, or one key stands twice.
    """
    found: dict[str, str] = {}
    for each in given:
        key, mark, value = each.partition("=")
        if not mark or not key.strip():
            raise Usage(f"{option} {legible(each)!r}: write {option} KEY=VALUE")
        if key.strip() in found:
            raise Usage(f"{option}: {legible(key.strip())!r} is given twice")
        found[key.strip()] = value.strip()
    return found


def failed(fault: GnutError, shown: str) -> GnutError:
    """Return an error of a file's content with the file's name in front."""
    from gnut.edge.failures import of_file

    return of_file(fault, legible(shown))


def as_json(done: Answered) -> str:
    """Return a verdict and its record as one line of JSON; the record's content is the verdict itself."""
    import msgspec

    from gnut.formats.decided import VERIFIED, Sealed, Verified
    from gnut.verify_records.core import content_hash

    verdict, record = done.verdict, done.record
    sealed = None
    if record is not None:
        sealed = Sealed(**{name: getattr(record, name) for name in Sealed.__struct_fields__})
    said = Verified(VERIFIED, verdict.decision, content_hash(content(verdict)), done.kept, sealed, verdict)
    return canon.dumps_line(msgspec.to_builtins(said)) + "\n"
