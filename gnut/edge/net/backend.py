"""Connections of one exchange: one look-up, every address judged, the judged address dialled, every read watched."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import httpcore

from gnut.edge.net.addresses import check_port, judge
from gnut.edge.net.exchange import Exchange
from gnut.edge.net.names import Names
from gnut.edge.net.refusal import Refused

Dial = Callable[[str, int, float], httpcore.NetworkStream]
"""A connection to one address and port within so many seconds."""


def dial(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
    """Return a connection to a literal address."""
    return httpcore.SyncBackend().connect_tcp(address, port, timeout=seconds)


class Watched(httpcore.NetworkStream):
    """A stream that reads and writes within its exchange's time and bytes."""

    def __init__(self, inner: httpcore.NetworkStream, exchange: Exchange) -> None:
        """Watch `inner` for `exchange`."""
        self._inner = inner
        self._exchange = exchange

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes; the overall deadline holds at every read, however little comes at a time."""
        data = self._inner.read(max_bytes, timeout=self._exchange.patience())
        self._exchange.left()
        self._exchange.took(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes of the request."""
        self._inner.write(buffer, timeout=self._exchange.left())
        self._exchange.asked()

    def close(self) -> None:
        """Close the connection."""
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Return the same connection under TLS, for the name that was asked for."""
        inner = self._inner.start_tls(ssl_context, server_hostname, timeout=self._exchange.left())
        return Watched(inner, self._exchange)

    def get_extra_info(self, info: str) -> Any:
        """Return what the connection knows of itself."""
        return self._inner.get_extra_info(info)


class Judging(httpcore.NetworkBackend):
    """Dials only addresses that were judged, for one exchange."""

    def __init__(self, exchange: Exchange, allowed: bool, names: Names, connect: Dial) -> None:
        """Serve `exchange`; `allowed` says that the user opened this host and port for this call."""
        self._exchange = exchange
        self._allowed = allowed
        self._names = names
        self._connect = connect

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Return a watched connection to the first judged address that takes it.

        One look-up; every address is judged and one bad address refuses all, so that a second look-up
        or a second address never leads elsewhere than what was judged.
        """
        addresses = self._judged()
        last: Exception | None = None
        for position, address in enumerate(addresses):
            more = position + 1 < len(addresses)
            seconds = min(self._exchange.left(), self._exchange.limits.connect) if more else self._exchange.left()
            try:
                stream = self._connect(address, port, seconds)
            except (httpcore.ConnectError, httpcore.ConnectTimeout, OSError) as error:
                last = error
            else:
                self._exchange.address = address
                return Watched(stream, self._exchange)
        if isinstance(last, (httpcore.ConnectTimeout, TimeoutError)):
            raise Refused("timeout", "the server does not take the connection")
        raise Refused("unreachable", "the server refuses the connection")

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        """Refuse: no address leads to a file."""
        raise Refused("blocked_target", "a socket in the file system is no web server")

    def _judged(self) -> Sequence[str]:
        target = self._exchange.target
        if not self._allowed:
            check_port(target)
        addresses = (target.host,) if target.literal else self._names.addresses(target, self._exchange.left())
        if not self._allowed:
            for address in addresses:
                bad = judge(address)
                if bad is not None:
                    named = target.host if target.literal else f"an address of {target.host}"
                    raise Refused("blocked_target", f"{named} is {bad}")
        return addresses
