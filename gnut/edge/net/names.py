"""Names to addresses: looked up once a call, within a deadline."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence

from gnut.edge.net.addresses import Target
from gnut.edge.net.refusal import Refused

Resolve = Callable[[str, int], Sequence[str]]
"""All addresses of a name, in the order to try them."""


def resolve(host: str, port: int) -> Sequence[str]:
    """Return every address of `host`, as the system's resolver orders them, without repeats."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


class Names:
    """The addresses of the names met so far; a second look-up could lead elsewhere than what was judged."""

    def __init__(self, look_up: Resolve) -> None:
        """Ask `look_up` for what is not known yet."""
        self._look_up = look_up
        self._known: dict[tuple[str, int], Sequence[str]] = {}

    def addresses(self, target: Target, seconds: float) -> Sequence[str]:
        """Return the addresses of the host of `target`, not judged.

        The look-up has a thread of its own, as the system's resolver knows no deadline.

        Raises:
            Refused: `dns_error`, or `timeout` after so many `seconds`.
        """
        name = target.host, target.port
        if name in self._known:
            return self._known[name]
        found: list[Sequence[str]] = []
        failed: list[Exception] = []

        def look_up() -> None:
            try:
                found.append(self._look_up(*name))
            except (OSError, UnicodeError) as error:
                failed.append(error)

        thread = threading.Thread(target=look_up, daemon=True)
        thread.start()
        thread.join(seconds)
        if failed or (found and not found[0]):
            raise Refused("dns_error", f"{target.host} has no address")
        if not found:
            raise Refused("timeout", f"the name server does not answer for {target.host}")
        # Two threads may have asked at once; both then go on with the answer that was first.
        return self._known.setdefault(name, found[0])
