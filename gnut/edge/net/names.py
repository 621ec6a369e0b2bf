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


class _LookUp:
    """One look-up, which any number of threads may wait for."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.addresses: Sequence[str] = ()
        self.passing = False
        """Whether the name server asks to come again later."""

    def run(self, look_up: Resolve, name: tuple[str, int]) -> None:
        try:
            self.addresses = tuple(look_up(*name))
        except OSError as error:
            self.passing = error.errno == socket.EAI_AGAIN
        except UnicodeError:
            self.addresses = ()
        finally:
            self.done.set()


class Names:
    """The addresses of the names met so far; a second look-up could lead elsewhere than what was judged.

    Only an answer without addresses is asked for again, and never while a look-up of the name is under way: a name
    server that does not answer holds one thread a name, not one a page.
    """

    def __init__(self, look_up: Resolve) -> None:
        """Ask `look_up` for what is not known yet."""
        self._look_up = look_up
        self._lock = threading.Lock()
        self._known: dict[tuple[str, int], _LookUp] = {}

    def addresses(self, target: Target, seconds: float) -> Sequence[str]:
        """Return the addresses of the host of `target`, not judged.

        The look-up has a thread of its own, as the system's resolver knows no deadline.

        Raises:
            Refused: `dns_error`, or `timeout` after so many `seconds`.
        """
        asked = self._asked((target.host, target.port))
        if not asked.done.wait(seconds):
            raise Refused("timeout", f"the name server does not answer for {target.host}")
        if not asked.addresses:
            raise Refused("dns_error", f"{target.host} has no address", lasting=not asked.passing)
        return asked.addresses

    def _asked(self, name: tuple[str, int]) -> _LookUp:
        with self._lock:
            known = self._known.get(name)
            if known is not None and (known.addresses or not known.done.is_set()):
                return known
            known = self._known[name] = _LookUp()
        threading.Thread(target=known.run, args=(self._look_up, name), daemon=True).start()
        return known
