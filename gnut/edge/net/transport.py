"""One HTTP exchange: httpx over our own transport over httpcore's pool, with the backend that judges."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from typing import TypeVar

import httpcore
import httpx

from gnut.edge.net.backend import Dial, Judging
from gnut.edge.net.exchange import Exchange
from gnut.edge.net.names import Names, Resolve
from gnut.edge.net.refusal import Refused, plain

Result = TypeVar("Result")

EXCHANGE = "gnut_exchange"
ALLOWED = "gnut_allowed"


class Transport(httpx.BaseTransport):
    """Carries a request to the target that its exchange was judged for; no pool outlives a request."""

    def __init__(self, look_up: Resolve, connect: Dial, tls: Callable[[], ssl.SSLContext]) -> None:
        """Reach the network through `look_up` and `connect`; `tls` is asked only when https is."""
        self._names = Names(look_up)
        self._connect = connect
        self._tls = tls

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the reply, its body unread.

        Raises:
            Refused: Any way in which the exchange fails.
        """
        exchange: Exchange = request.extensions[EXCHANGE]
        target = exchange.target
        pool = httpcore.ConnectionPool(
            ssl_context=self._tls() if target.scheme == "https" else None,
            max_connections=1,
            http1=True,
            http2=False,
            network_backend=Judging(exchange, request.extensions[ALLOWED], self._names, self._connect),
        )
        # Not from request.url: what was judged is what is asked for, never a second reading of the address.
        url = httpcore.URL(
            scheme=target.scheme.encode(),
            host=target.host.encode(),
            port=target.port,
            target=((target.path or "/") + target.query).encode(),
        )
        asked = httpcore.Request(request.method, url, headers=request.headers.raw, content=request.read())
        try:
            reply = named(exchange, lambda: pool.handle_request(asked))
        except BaseException:
            pool.close()
            raise
        return httpx.Response(reply.status, headers=reply.headers, stream=_Body(pool, reply, exchange))


class _Body(httpx.SyncByteStream):
    """The body as sent; closing it closes the connection."""

    def __init__(self, pool: httpcore.ConnectionPool, reply: httpcore.Response, exchange: Exchange) -> None:
        self._pool = pool
        self._reply = reply
        self._exchange = exchange

    def __iter__(self) -> Iterator[bytes]:
        chunks = iter(self._reply.iter_stream())
        while True:
            chunk = named(self._exchange, lambda: next(chunks, None))
            if chunk is None:
                return
            yield chunk

    def close(self) -> None:
        # The rest of a body is never read for the sake of the connection: it may be endless.
        self._pool.close()


def named(exchange: Exchange, step: Callable[[], Result]) -> Result:
    """Return what `step` gives, with the library's errors as named failures of `exchange`.

    Raises:
        Refused: For each of them.
    """
    try:
        return step()
    except Refused:
        raise
    except httpcore.TimeoutException:
        exchange.left()
        raise Refused("timeout", "the server does not answer in time") from None
    except httpcore.ConnectError as error:
        raise _unconnected(error) from None
    except (httpcore.ReadError, httpcore.WriteError):
        if exchange.in_body:
            raise Refused("incomplete", "the connection broke inside the body") from None
        raise Refused("unreachable", "the connection broke before an answer") from None
    except httpcore.RemoteProtocolError:
        raise _protocol(exchange) from None
    except httpcore.LocalProtocolError:
        raise Refused("bad_url", "the address cannot be put into a request") from None


def _protocol(exchange: Exchange) -> Refused:
    """Name a breach of HTTP by where in the exchange it came."""
    if exchange.in_body and exchange.ended:
        return Refused("incomplete", "the connection ended before the body did")
    if exchange.in_body:
        return Refused("bad_framing", "length or chunks of the body contradict each other or are malformed")
    if exchange.ended:
        return Refused("bad_response", "the server closed the connection without an answer")
    return Refused("bad_response", "the answer is not HTTP/1")


def _unconnected(error: BaseException) -> Refused:
    """Name a connection that was not made by what TLS had against it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            said = plain(cause.verify_message, 200)
            return Refused("unreachable", f"tls: certificate refused ({said})", lasting=True)
        if isinstance(cause, ssl.SSLError):
            reason = (cause.reason or "handshake failed").lower().replace("_", " ")
            return Refused("unreachable", f"tls: {plain(reason)}")
        cause = cause.__cause__ or cause.__context__
    return Refused("unreachable", "the connection failed")
