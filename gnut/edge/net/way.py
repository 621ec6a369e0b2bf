"""The way of one fetch from the address that was asked to the one that answers, and what may be sent along it."""

from __future__ import annotations

from gnut.edge.net.addresses import Target, follow, lowers
from gnut.edge.net.limits import Limits
from gnut.edge.net.manners import Header, Manners
from gnut.edge.net.refusal import Refused
from gnut.model import Validators


class Way:
    """Where a fetch stands."""

    def __init__(self, asked: Target, limits: Limits, manners: Manners) -> None:
        """Start at the address that was asked for."""
        self.target = asked
        self.downgraded = False
        """Whether a redirect led from https to http."""

        self._limits = limits
        self._manners = manners
        self._passed: list[Target] = []
        self._at_home = True

    def on(self, where: bytes) -> None:
        """Go on to where the Location field of a redirect leads.

        Raises:
            Refused: An address of no use, a circle, or one redirect too many.
        """
        base = self.target
        self._passed.append(base)
        target = follow(base, where, self._limits, downgrade=self._manners.downgrade)
        if any(target.url == hop.url for hop in self._passed):
            raise Refused("redirect_loop", f"redirected in a circle after {len(self._passed)} hops")
        if len(self._passed) > self._limits.redirects:
            raise Refused("too_many_redirects", f"over {self._limits.redirects} redirects")
        self.downgraded = self.downgraded or lowers(base, target)
        # For good: a way that leaves the origin and comes back is one that somebody else has laid.
        self._at_home = self._at_home and target.origin == base.origin
        self.target = target

    def between(self) -> tuple[str, ...]:
        """Return the redirect targets before the last, as they may be recorded."""
        return tuple(hop.final_uri for hop in self._passed[1:])

    @property
    def query_dropped(self) -> bool:
        """Whether redirects led to a query, which no record may hold."""
        return bool(self._passed) and len(self.target.query) > 1

    def given(self) -> tuple[Header, ...]:
        """Return the user's fields for the next request: those of its very origin, if it is the one that was asked."""
        if not self._at_home:
            return ()
        return tuple(header for header in self._manners.headers if header.origin == self.target.origin)

    def known(self, validators: Validators | None) -> Validators | None:
        """Return `validators` if the next request goes to the very address that gave them.

        After a redirect the query of that address is not on record, and another query is another page.
        """
        if validators is None or validators.final_uri != self.target.final_uri:
            return None
        return None if self._passed and self.target.query else validators
