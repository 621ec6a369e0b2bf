"""What robots.txt says of a page (RFC 9309); asked once per origin and call."""

from __future__ import annotations

import threading
from collections.abc import Callable

from protego import Protego

from gnut.edge.net.addresses import Target
from gnut.edge.net.manners import TOKEN
from gnut.edge.net.refusal import Refused
from gnut.edge.net.relative import undotted
from gnut.edge.net.spending import Spending

AS_THE_PAGE = frozenset({"blocked_target", "dns_error", "unreachable", "timeout", "rate_limited"})
"""Failures of a host, not of its robots.txt: every page of it comes to the same, and it is asked once a call."""

NOWHERE = frozenset(
    {"too_many_redirects", "redirect_loop", "bad_redirect", "bad_url", "blocked_scheme", "credentials_in_url"}
)
"""Redirects that lead to no file: then there is none, as after a 404 (RFC 9309 §2.3.1.2, §2.3.1.3)."""

MOST_NAMES = 1_000
"""Names in one group of a robots.txt."""

MOST_RULES = 100_000
"""Rules of a robots.txt, each counted for every name of its group."""

Rules = Protego | Refused | None
"""What an origin says: rules, a refusal of everything, or nothing."""

AskRobots = Callable[[Target, Spending], tuple[int, bytes]]
"""Status and body of the robots.txt at a target, redirects followed, in the time of the fetch that asks."""


LATE = "robots.txt does not come in time"


class Elsewhere(Refused):
    """A failure of the host that a robots.txt was redirected to, and not of its own."""


class _Origin:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.known: list[Rules] = []


class Robots:
    """Rules of the origins met so far."""

    def __init__(self, ask: AskRobots, longest: int, seconds: float) -> None:
        """Ask with `ask`; read at most `longest` bytes of an answer, for which a server has so many `seconds`."""
        self._ask = ask
        self._longest = longest
        self._seconds = seconds
        self._lock = threading.Lock()
        self._origins: dict[tuple[str, str, int], _Origin] = {}

    def check(self, target: Target, spending: Spending) -> float:
        """Refuse a page that its server asks programs to leave alone.

        No robots.txt, or one that makes no sense, allows all. One that is there and cannot be read forbids
        all, be it for a server error or a broken connection (RFC 9309 §2.3.1.4), and so does a server that
        cannot be reached, which is then named as such.

        Args:
            target: The page.
            spending: Time of the fetch, from which that of robots.txt is taken.

        Returns:
            The seconds that its server wants between two requests; 0 where it does not say.

        Raises:
            Refused: `access_denied`, or the way in which the host cannot be reached.
        """
        rules = self._rules(target, spending)
        if isinstance(rules, Refused):
            # A dead host was tried as often as the user wants by whoever asked first.
            raise Refused(rules.why, rules.detail, lasting=True)
        if rules is None:
            return 0.0
        if not all(rules.can_fetch(url, TOKEN) for url in (target.url, _resolved(target))):
            raise Refused("access_denied", "robots.txt disallows the page")
        return rules.crawl_delay(TOKEN) or 0.0

    def _rules(self, target: Target, spending: Spending) -> Rules:
        with self._lock:
            origin = self._origins.setdefault(target.origin, _Origin())
        whole = spending.left >= self._seconds
        # One that comes with little time left waits for nobody longer: a row of such would hold up all the others.
        if not origin.lock.acquire(timeout=-1 if whole else max(0.0, spending.left)):
            raise Refused("timeout", LATE)
        try:
            if origin.known:
                return origin.known[0]
            robots = Target(target.scheme, target.host, target.port, target.explicit, "/robots.txt", "")
            try:
                rules, lasts = self._read(*self._ask(robots, spending)), True
            except Refused as refusal:
                # Whoever came with little time left, because another server had spent it, learns nothing of this one.
                rules, lasts = _without(refusal), whole or refusal.why != "timeout"
            if lasts:
                origin.known.append(rules)
            return rules
        finally:
            origin.lock.release()

    def _read(self, status: int, body: bytes) -> Rules:
        if not 200 <= status < 300:
            return None
        start = body[: self._longest]
        if body[self._longest :][:1] not in (b"", b"\r", b"\n"):
            # What is left of a line that is cut would say more than the line: `Allow: /` for `Allow: /about`.
            start = start[: max(start.rfind(b"\r"), start.rfind(b"\n")) + 1]
        # With a byte order mark in front, the first line would name nobody.
        return _rules(start.decode("utf-8-sig", "replace"))


def _without(refusal: Refused) -> Rules:
    """Return what a robots.txt that was not got says."""
    if refusal.why in NOWHERE:
        return None
    if refusal.why == "server_error":
        return Refused("access_denied", f"robots.txt answers with a server error ({refusal.detail[:8]})")
    if refusal.why not in AS_THE_PAGE or isinstance(refusal, Elsewhere):
        return Refused("access_denied", f"robots.txt cannot be read ({refusal.why}: {refusal.detail})")
    if refusal.why == "timeout":
        return Refused("timeout", LATE)
    return refusal


def _resolved(target: Target) -> str:
    """Return the address with its dot segments resolved, as most servers and all browsers do before they look."""
    return f"{target.scheme}://{target.authority}{undotted(target.path)}{target.query}"


_NAMING = ("user-agent", "useragent", "user agent")
_FOR_THE_SITE = ("sitemap", "site-map", "host")


def _rules(text: str) -> Rules:
    """Return what a robots.txt says, or a refusal of one that would cost too much to read.

    protego gives every rule of a group to each name of it, so that a file of names and rules in equal parts
    costs their product. What it does not take for the end of a group is none here, either: a line for the
    whole site, and a line without a colon, which it reads as nothing unless it knows the first word.
    """
    names = cost = 0
    named = False
    for line in text.splitlines():
        said = " ".join(line.partition("#")[0].lower().split())
        if said.startswith(_NAMING):
            names = names + 1 if named else 1
            named = True
        elif said and not said.startswith(_FOR_THE_SITE):
            named = named and ":" not in said
            cost += names
        if names > MOST_NAMES or cost > MOST_RULES:
            return Refused("access_denied", "robots.txt is too long to be read")
    return Protego.parse(text)
