"""What robots.txt says of a page (RFC 9309); asked once per origin and call."""

from __future__ import annotations

import threading
from collections.abc import Callable

from protego import Protego

from gnut.edge.net.addresses import Target
from gnut.edge.net.manners import TOKEN
from gnut.edge.net.refusal import Refused

AS_THE_PAGE = frozenset({"blocked_target", "dns_error", "unreachable", "timeout", "rate_limited"})
"""Failures of a host, not of its robots.txt: every page of it comes to the same, and it is asked once a call."""

MOST_NAMES = 1_000
"""Names in one group of a robots.txt."""

MOST_RULES = 100_000
"""Rules of a robots.txt, each counted for every name of its group."""

Rules = Protego | Refused | None
"""What an origin says: rules, a refusal of everything, or nothing."""

AskRobots = Callable[[Target], tuple[int, bytes]]
"""Status and body of the robots.txt at a target, redirects followed."""


class Robots:
    """Rules of the origins met so far."""

    def __init__(self, ask: AskRobots, longest: int) -> None:
        """Ask with `ask`; read at most `longest` bytes of an answer."""
        self._ask = ask
        self._longest = longest
        self._lock = threading.Lock()
        self._origins: dict[tuple[str, str, int], tuple[threading.Lock, list[Rules]]] = {}

    def check(self, target: Target) -> None:
        """Refuse a page that its server asks programs to leave alone.

        No robots.txt, or one that makes no sense, allows all; a server error forbids all, and so does a
        server that cannot be reached (RFC 9309 §2.3.1), which is then named as such.

        Raises:
            Refused: `access_denied`, or the way in which the host cannot be reached.
        """
        rules = self._rules(target)
        if isinstance(rules, Refused):
            # A dead host was tried as often as the user wants by whoever asked first.
            raise Refused(rules.why, rules.detail, lasting=True)
        if rules is not None and not rules.can_fetch(target.url, TOKEN):
            raise Refused("access_denied", "robots.txt disallows the page")

    def _rules(self, target: Target) -> Rules:
        with self._lock:
            lock, known = self._origins.setdefault(target.origin, (threading.Lock(), []))
        with lock:
            if not known:
                known.append(self._asked(target))
            return known[0]

    def _asked(self, target: Target) -> Rules:
        robots = Target(target.scheme, target.host, target.port, target.explicit, "/robots.txt", "")
        try:
            status, body = self._ask(robots)
        except Refused as refusal:
            if refusal.why == "server_error":
                return Refused("access_denied", f"robots.txt answers with a server error ({refusal.detail[:8]})")
            return refusal if refusal.why in AS_THE_PAGE else None
        if status != 200:
            return None
        # With a byte order mark in front, the first line would name nobody.
        return _rules(body[: self._longest].decode("utf-8-sig", "replace"))


def _rules(text: str) -> Rules:
    """Return what a robots.txt says, or a refusal of one that would cost too much to read.

    protego gives every rule of a group to every name of it, so that a file of names and rules in
    equal parts costs their product.
    """
    names = cost = 0
    named = False
    for line in text.splitlines():
        said = line.partition("#")[0].strip().lower()
        if not said:
            continue
        if said.startswith("user"):
            names = names + 1 if named else 1
            named = True
        else:
            named = False
            cost += names
        if names > MOST_NAMES or cost > MOST_RULES:
            return Refused("access_denied", "robots.txt is too long to be read")
    return Protego.parse(text)
