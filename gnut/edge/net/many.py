"""Several fetches at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from gnut.acquire.contract import Fetch
from gnut.edge.net.pace import spread
from gnut.model import Absence, Fetched, Request, Unchanged


def fetch_many(
    requests: Iterable[Request], fetch: Fetch, jobs: int
) -> Iterator[tuple[Request, Fetched | Unchanged | Absence]]:
    """Yield each request with its answer, in the order in which the answers come.

    The threads are daemons: an interrupt ends the call at once, not when the slowest server does. A caller
    that stops reading stops the fetching, as no more than two answers a thread wait to be taken.
    """
    todo: queue.SimpleQueue[Request] = queue.SimpleQueue()
    listed = spread(requests, _host)
    for request in listed:
        todo.put(request)
    done: queue.Queue[tuple[Request, Fetched | Unchanged | Absence | BaseException]] = queue.Queue(maxsize=2 * jobs)

    def work() -> None:
        while True:
            try:
                request = todo.get_nowait()
            except queue.Empty:
                return
            try:
                done.put((request, fetch(request)))
            except BaseException as bug:
                done.put((request, bug))

    for _ in range(min(jobs, len(listed))):
        threading.Thread(target=work, daemon=True).start()
    for _ in listed:
        request, answer = done.get()
        if isinstance(answer, BaseException):
            raise answer
        yield request, answer


def _host(request: Request) -> str:
    try:
        return urlsplit(request.written).hostname or ""
    except ValueError:
        return ""
