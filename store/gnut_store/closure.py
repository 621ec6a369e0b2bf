"""What packs need of each other: which of them can stand, and in what order they may be linked in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gnut_store.quarantine import Candidate


def close_over(candidates: Sequence[Candidate], holds: Callable[[bytes], bool]) -> None:
    """Blame the candidates that need an object which neither the store nor a candidate without a fault holds.

    Args:
        candidates: Packs that are sound in themselves.
        holds: Says whether the store holds an object, by its hash.
    """
    users = _users(candidates, holds)
    holders: dict[bytes, int] = {}
    for one in candidates:
        for hash in one.hashes:
            holders[hash] = holders.get(hash, 0) + 1
    lost = [hash for hash in users if hash not in holders]
    while lost:
        hash = lost.pop()
        for one in users.get(hash, ()):
            if one.fault:
                continue
            one.blame(f"{one.needs[hash]} needs b3:{hash.hex()[:12]}…, which neither it nor the store holds")
            for other in one.hashes:
                holders[other] -= 1
                if not holders[other]:
                    lost.append(other)


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
            for hash in one.hashes:
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
