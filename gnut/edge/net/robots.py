"""What robots.txt says of a page (RFC 9309); asked once per origin and call."""

from __future__ import annotations

import threading
from collections.abc import Callable

from protego import Protego

from gnut.edge.net.addresses import Target
from gnut.edge.net.refusal import Refused

TOKEN = "gnut"
"""Product token that a robots.txt may name."""

AskRobots = Callable[[Target], tuple[int, bytes]]
"""Status and body of the robots.txt at a target, redirects followed."""


class Robots:
    """Rules of the origins met so far."""

    def __init__(self, ask: AskRobots, longest: int) -> None:
        """Ask with `ask`; read at most `longest` bytes of an answer."""
        self._ask = ask
        self._longest = longest
        self._lock = threading.Lock()
        self._origins: dict[tuple[str, str, int], tuple[threading.Lock, list[Protego | str | None]]] = {}

    def check(self, target: Target) -> None:
        """Refuse a page that its server asks programs to leave alone.

        No robots.txt, or none to be had, allows all, except that a server error forbids all (RFC 9309 §2.3.1).
        A server that cannot be reached is named by the page's own request.

        Raises:
            Refused: `access_denied`.
        """
        rules = self._rules(target)
        if isinstance(rules, str):
            raise Refused("access_denied", rules)
        if rules is not None and not rules.can_fetch(target.url, TOKEN):
            raise Refused("access_denied", "robots.txt disallows the page")

    def _rules(self, target: Target) -> Protego | str | None:
        with self._lock:
            lock, known = self._origins.setdefault(target.origin, (threading.Lock(), []))
        with lock:
            if not known:
                known.append(self._asked(target))
            return known[0]

    def _asked(self, target: Target) -> Protego | str | None:
        robots = Target(target.scheme, target.host, target.port, target.explicit, "/robots.txt", "")
        try:
            status, body = self._ask(robots)
        except Refused:
            return None
        if status >= 500:
            return f"robots.txt answers with a server error (HTTP {status})"
        if status != 200:
            return None
        return Protego.parse(body[: self._longest].decode("utf-8", "replace"))
