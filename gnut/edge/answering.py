"""Policies and rules of answers by their names and files, and verdicts on answers as JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from gnut.edge.files import read, utf8
from gnut.edge.paths import legible
from gnut.edge.sealing import Sealed, content
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, Usage
from gnut.text import maps
from gnut.verify_answer.contract import Verdict
from gnut.verify_answer.core.policies import Policy, resolved
from gnut.verify_answer.core.rules import RuleSet, rule_set

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
    if named.strip() and os.sep not in named and not os.path.lexists(world.cwd / named):
        raise InputMissing(
            f"{legible(named)}: no such file, and no shipped policy of that name",
            help=f"shipped are: {', '.join(SHIPPED)}",
        )
    return text_at(world, named)


def policy_at(world: World, named: str | None) -> Policy:
    """Return the policy that a person names; the default one for None."""
    if named is None:
        return policy_of(None)
    text = policy_text(world, named)
    try:
        return resolved(text, shipped())
    except GnutError as fault:
        raise failed(fault, named) from None


def rules_at(world: World, named: Sequence[str]) -> tuple[RuleSet, ...]:
    """Return the rule sets of some files, JSON or YAML.

    Raises:
        BadMap: One breaks its contract.
        InputMissing: One cannot be read.
        Usage: Two have one id.
    """
    found: dict[str, RuleSet] = {}
    for each in named:
        text = text_at(world, each)
        try:
            value = maps.written(text, "rule set")
            sets = [rule_set(one) for one in (value if isinstance(value, list) else [value])]
        except GnutError as fault:
            raise failed(fault, each) from None
        for made in sets:
            if made.id in found:
                raise Usage(f"two rule sets have the id {made.id!r}")
            found[made.id] = made
    return tuple(found.values())


def text_at(world: World, named: str) -> str:
    """Return the text of a policy or a rule set in a file.

    Raises:
        InputMissing: It cannot be read, or is no UTF-8.
        ReportTooLarge: It holds more than `LIMIT` bytes.
        Usage: The name is empty.
    """
    if not named.strip():
        raise Usage("the name of a policy or a rule set is empty", help="name a file, or leave the option out")
    return utf8(read(world.cwd / named, limit=LIMIT, shown=legible(named)), legible(named))


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


def as_json(done: Sealed[Verdict]) -> str:
    """Return a verdict and its record as one line of JSON; the record's content is the verdict itself."""
    import msgspec

    from gnut.formats.decided import VERIFIED, Verified
    from gnut.formats.decided import Sealed as Shown
    from gnut.formats.indented import in_one_line
    from gnut.verify_records.core import content_hash

    verdict, record = done.verdict, done.record
    sealed = None
    if record is not None:
        sealed = Shown(**{name: getattr(record, name) for name in Shown.__struct_fields__})
    said = Verified(VERIFIED, verdict.decision, content_hash(content(verdict)), done.kept, sealed, verdict)
    return in_one_line(msgspec.to_builtins(said))
