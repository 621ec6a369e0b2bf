"""What is done about each fault of a store, in words. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from gnut_store import layout, refs
from gnut_store import oid as oids
from gnut_store.fsck import Fault
from gnut_store.fsck_tier import Tier
from gnut_store.repair_plan import Fate

ADVICE = {
    "format": "take it from the last good commit; without it nobody knows how the rest is to be read",
    "config": "take it from the last good commit; where it is missing, gnut init writes it",
    ".gitignore": "gnut init writes it where it is missing",
    ".gitattributes": "gnut init writes it where it is missing",
}
"""What is never guessed, and what a person does about it."""

MADE_AGAIN = ("lock", "tmp", "cache")
"""What holds nothing that anybody needs."""

SHOWN = 3
"""Lost objects that one line names."""


class Step(NamedTuple):
    """What is done about one fault."""

    fault: Fault
    done: str
    """A participle, `moved to the trash`; or, with `left`, why nothing more can be done."""

    left: bool


LOSSES = ("pack_damaged", "pack_missing", "object_damaged", "object_missing")
"""Kinds of fault about which packs in the trash may help."""

HEALS = ("pack_damaged", "object_damaged", "not_canonical", "entry_missing", "entry_damaged", "stray_file")
"""Kinds of fault about which a repair does something, whatever else is in the store."""


def may_help(fault: Fault, trash: Collection[str]) -> bool:
    """Say whether a repair may do something about a fault.

    Args:
        fault: What was found.
        trash: Names of the packs that lie in the trash.
    """
    match fault.kind:
        case "file_damaged":
            return fault.path in MADE_AGAIN
        case "pack_missing" | "object_missing":
            return bool(trash)
        case _:
            return fault.kind in HEALS


def step_of(fault: Fault, fates: Sequence[Fate]) -> Step:
    """Return what is done about a fault."""
    fate = next((one for one in fates if fault.path.startswith("local/") == (one.tier.tier == "local")), None)
    if fate is None or fault.path == ".":
        return _left(fault, "put the folder back")
    match fault.kind:
        case "file_damaged":
            return _small_file(fault)
        case "pack_damaged" | "object_damaged" | "not_canonical":
            return _pack(fault, fate, fates)
        case "pack_missing":
            if _pack_of(fault) in fate.restored:
                return Step(fault, "put back from the trash", left=False)
            return _left(fault, f"no good copy of it lies in the trash{_taken(fates)}")
        case "object_missing":
            return _missing(fault, fates)
        case "entry_missing":
            return _entry(fault, fate, damaged=False)
        case "entry_damaged":
            return _entry(fault, fate, damaged=True)
        case "stray_file":
            return _stray(fault, fate)
        case _:
            return _left(fault, "what names it says another kind than it is; nobody can tell which is meant")


def _left(fault: Fault, reason: str) -> Step:
    return Step(fault, reason, left=True)


def _small_file(fault: Fault) -> Step:
    if fault.path in MADE_AGAIN:
        return Step(fault, "moved to the trash, and made anew", left=False)
    return _left(fault, ADVICE.get(fault.path, "put the folder back"))


def _taken(fates: Sequence[Fate]) -> str:
    """Return in words what other packs in the trash give back."""
    objects = sum(len(fate.taken) for fate in fates)
    entries = sum(fate.written for fate in fates)
    parts = [f"{objects:,} object{'s' * (objects != 1)}"] if objects else []
    parts += [f"{entries:,} {'entry' if entries == 1 else 'entries'}"] if entries else []
    return f"; taken from other packs there: {', '.join(parts)}" if parts else ""


def _pack(fault: Fault, fate: Fate, fates: Sequence[Fate]) -> Step:
    name = _pack_of(fault)
    report = fate.tier.packs.get(name or "")
    if fault.path.startswith("trash/"):
        return Step(fault, "renamed, so that nobody puts it back", left=False)
    if name is None or report is None:
        return _left(fault, "put the folder back")
    if report.hands_off:
        return _left(fault, f"left as it is: {report.hands_off}")
    if name in fate.restored:
        return Step(fault, "moved to the trash, and a good copy put back from there", left=False)
    if fault.kind == "not_canonical":
        return Step(fault, "left out of what is written again; its pack moved to the trash", left=False)
    if fault.kind == "object_damaged" and fault.oid is not None:
        if fault.oid in fate.lost[name]:
            return _left(fault, "no good copy of it is in the store; its pack moved to the trash")
        return Step(fault, "good bytes of it are kept", left=False)
    return _moved(fault, fate, name, _taken(fates))


def _moved(fault: Fault, fate: Fate, name: str, taken: str) -> Step:
    lost = fate.lost[name]
    if name in fate.whole:
        return Step(fault, "written again; nothing of it is lost", left=False)
    if not lost:
        words = "moved to the trash after all that could be read; nobody knows what else it held"
        return _left(fault, words + taken)
    shown = ", ".join(lost[:SHOWN]) + (f" and {len(lost) - SHOWN:,} more" if len(lost) > SHOWN else "")
    return _left(fault, f"moved to the trash after all that was good; lost: {shown}{taken}")


def _missing(fault: Fault, fates: Sequence[Fate]) -> Step:
    assert fault.oid is not None
    hash = oids.to_bytes(fault.oid)
    if any(hash in fate.rescued or hash in fate.back for fate in fates):
        return Step(fault, "taken from the trash", left=False)
    return _left(fault, "no pack here holds it, nor the trash")


def _entry(fault: Fault, fate: Fate, *, damaged: bool) -> Step:
    found = entry_of(fate.tier, fault.path)
    if found is None:
        return (
            _left(fault, "put the folder back")
            if fault.path.endswith("refs")
            else Step(fault, "moved to the trash", left=False)
        )
    if found in fate.expected:
        return Step(fault, "moved to the trash, and written again" if damaged else "written again", left=False)
    return Step(fault, "moved to the trash" if damaged else "not needed: its pack goes", left=False)


def _stray(fault: Fault, fate: Fate) -> Step:
    found = entry_of(fate.tier, fault.path)
    if found is not None and refs.is_name(found[0]) and bytes.fromhex(found[1]) in fate.unheld:
        if bytes.fromhex(found[1]) in fate.back.union(fate.rescued):
            return _left(fault, "kept: its object comes from the trash")
        return _left(fault, "kept, as it says that an object should be here")
    return Step(fault, "moved to the trash", left=False)


def entry_of(tier: Tier, path: str) -> tuple[str, str] | None:
    """Return (name, hex) of the entry that a path is; None when it is none."""
    ref, _, entry = path.removeprefix(f"{tier.prefix}refs/").rpartition("/")
    return (ref, entry) if (ref, refs.entry_of(entry)) == (ref, entry) and ref and "refs/" in path else None


def _pack_of(fault: Fault) -> str | None:
    return layout.pack_of(fault.path.rpartition("/")[2])
