"""Several fetches at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from gnut.edge.net.pace import spread
from gnut.model import Request
from gnut.text.hosts import place

Answered = TypeVar("Answered")
Handed = TypeVar("Handed")

LOOK_UP = 0.2
"""Seconds after which a thread that waits to hand over its answer looks whether anybody still wants it."""


def fetch_many(
    requests: Iterable[Request], fetch: Callable[[Request], Answered], jobs: int
) -> Generator[tuple[Request, Answered], None, None]:
    """Yield each request with its answer, in the order in which the answers come.

    The threads are daemons: an interrupt ends the call at once, not when the slowest server does. A caller
    that stops reading stops the fetching, as no more than two answers a thread wait to be taken, and a thread
    whose answer nobody wants any more ends.
    """
    listed = spread(requests, lambda request: place(request.written)[0])
    todo: queue.SimpleQueue[Request] = queue.SimpleQueue()
    for request in listed:
        todo.put(request)
    done: queue.Queue[tuple[Request, Answered | BaseException]] = queue.Queue(maxsize=2 * jobs)
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            try:
                request = todo.get_nowait()
            except queue.Empty:
                return
            try:
                _hand(done, (request, fetch(request)), over)
            except BaseException as bug:
                _hand(done, (request, bug), over)

    for _ in range(min(jobs, len(listed))):
        threading.Thread(target=work, daemon=True).start()
    try:
        for _ in listed:
            request, answer = done.get()
            if isinstance(answer, BaseException):
                raise answer
            yield request, answer
    finally:
        over.set()


def _hand(done: queue.Queue[Handed], came: Handed, over: threading.Event) -> None:
    while not over.is_set():
        try:
            return done.put(came, timeout=LOOK_UP)
        except queue.Full:
            continue
