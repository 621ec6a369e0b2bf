"""What packs need of each other: which of them can stand, and in what order they may be linked in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gnut_store.needs import wrong
from gnut_store.quarantine import Candidate


def close_over(candidates: Sequence[Candidate], holds: Callable[[bytes], bool], refused: str = "") -> None:
    """Blame the candidates that need an object which neither the store nor a candidate without a fault holds.

    Args:
        candidates: Packs that are sound in themselves.
        holds: Says whether the store holds an object, by its hash.
        refused: In words, packs that came and are refused: what is needed may have been in them.
    """
    _match_kinds(candidates)
    sound = [one for one in candidates if not one.fault]
    users = _users(sound, holds)
    holders: dict[bytes, int] = {}
    for one in sound:
        for hash in one.objects:
            holders[hash] = holders.get(hash, 0) + 1
    words = f"with {refused} refused, " if refused else ""
    gone: dict[bytes, str] = {}
    lost = [hash for hash in users if hash not in holders]
    while lost:
        hash = lost.pop()
        for one in users.get(hash, ()):
            if one.fault:
                continue
            objects, who = one.objects, one.needs[hash]
            where = f" (pack {gone[hash][:12]}… has it, and is refused)" if hash in gone else ""
            before = "" if where else words
            one.blame(f"{before}{who} needs b3:{hash.hex()[:12]}…, which neither it nor the store holds{where}")
            for other in objects:
                holders[other] -= 1
                if not holders[other]:
                    gone.setdefault(other, one.name)
                    lost.append(other)


def _match_kinds(candidates: Sequence[Candidate]) -> None:
    """Blame those whose objects want another kind of object than the candidate has that holds it."""
    asked = {hash for one in candidates for hash in one.kinds}
    found = {hash: kind for one in candidates for hash, kind in one.objects.items() if hash in asked}
    for one in candidates:
        for hash, kind in one.kinds.items():
            if found.get(hash, kind) != kind:
                one.blame(wrong(one.needs[hash], hash, found[hash], kind))
                break


def ordered(candidates: Sequence[Candidate], holds: Callable[[bytes], bool], most: int) -> Iterator[list[Candidate]]:
    """Yield candidates in groups of at most `most`, so that none needs another one of its group or of a later one.

    Whatever a crash leaves of a group then resolves. Packs that gc merged on two machines can need each other; these
    are yielded together, last: after a crash amid them, fsck names what is missing until they are received again.
    """
    users = _users(candidates, holds)
    unmet: dict[str, set[bytes]] = {one.name: set() for one in candidates}
    for hash, needy in users.items():
        for one in needy:
            unmet[one.name].add(hash)
    ready = [one for one in candidates if not unmet[one.name]]
    rest = {one.name: one for one in candidates}
    while ready:
        group, ready = ready[:most], ready[most:]
        yield group
        for one in group:
            del rest[one.name]
            for hash in one.objects:
                for user in users.pop(hash, ()):
                    unmet[user.name].discard(hash)
                    if not unmet[user.name]:
                        ready.append(user)
    if rest:
        yield list(rest.values())


def _users(candidates: Sequence[Candidate], holds: Callable[[bytes], bool]) -> dict[bytes, list[Candidate]]:
    """Return, for each object that the store does not hold, the candidates that need it."""
    users: dict[bytes, list[Candidate]] = {}
    for one in candidates:
        for hash in one.needs:
            users.setdefault(hash, []).append(one)
    return {hash: needy for hash, needy in users.items() if not holds(hash)}
