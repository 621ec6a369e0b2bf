"""The plan of one call: which sources are asked for, which stand, which are left out, before the first packet."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from msgspec.structs import replace

from gnut.acquire.contract import Record
from gnut.acquire.core import fetchable, on_record, seen_at, stands, validators
from gnut.config.parse import SOURCES, Config
from gnut.edge.asked import Asked
from gnut.edge.choice import Choice, LeftOut, ignored
from gnut.edge.terms import is_older
from gnut.errors import GnutError
from gnut.formats.came import Came, stood
from gnut.model import Absence, Request, Source, Uri
from gnut_store.store import Store

Damaged = Callable[[GnutError], None]


class Anew:
    """Which sources on record are fetched again."""

    def __init__(self, now: str, *, refresh: bool, seconds: int | None) -> None:
        """Fetch all again, or what was not seen for so many seconds, or nothing."""
        self._now = now
        self._refresh = refresh
        self._seconds = seconds

    @property
    def any(self) -> bool:
        """Whether anything may be."""
        return self._refresh or self._seconds is not None

    def holds(self, store: Store, uri: Uri, record: Record) -> bool:
        """Return whether this one is."""
        if self._refresh or self._seconds is None:
            return self._refresh
        return is_older(seen_at(store, uri, record), self._now, self._seconds)


class Plan:
    """What is to be done, by repository, and what is not."""

    def __init__(self) -> None:
        """Plan nothing yet."""
        self.todo: dict[Path, tuple[Request, ...]] = {}
        self.settled: list[Came] = []
        """Sources of which no server is asked."""

        self.before: dict[Uri, str] = {}
        """SHA-256 of the text that each source on record has now, if it can be searched."""

        self.lacking: dict[Uri, Absence] = {}
        """What those in `todo` stand as now that cannot be searched."""

        self.hollow: set[Uri] = set()
        """Those of them with a capture that is no evidence: a wall, an empty page."""

    @property
    def requests(self) -> tuple[Request, ...]:
        """All that is asked of servers."""
        return tuple(one for todo in self.todo.values() for one in todo)

    def leave(self, left: LeftOut, outcome: str, asked: Asked) -> None:
        """Note a source that is passed over."""
        one = left.request
        self.settled.append(
            Came(one.uri, one.written, outcome, left_by=left.why, reports=asked.reports(one.uri)),
        )

    def drop(self, served: Collection[Uri]) -> None:
        """Take out what was had otherwise."""
        self.todo = {root: tuple(one for one in todo if one.uri not in served) for root, todo in self.todo.items()}

    def keep_back(self, limit: int | None, asked: Asked) -> None:
        """Leave all beyond the first `limit` sources for another call.

        None leaves it to the configurations: each repository has its own limit, and all of them gnut's.
        """
        rest = SOURCES if limit is None else limit
        for root, todo in self.todo.items():
            most = rest if limit is not None else min(rest, asked.config(root).max_sources)
            for one in todo[most:]:
                self.leave(LeftOut(one, "max_sources" if limit is None else "--limit"), "over_limit", asked)
            self.todo[root] = todo[:most]
            rest -= len(self.todo[root])

    def forgo(self, asked: Asked) -> None:
        """Fetch nothing: what would have been is not on record, or without evidence, as a fetch would call it."""
        for one in self.requests:
            absence = self.lacking.get(one.uri) or Absence(one.uri, "not_acquired", "no snapshot of it is in the store")
            outcome = "hollow_before" if one.uri in self.hollow else "missing"
            self.settled.append(Came(one.uri, one.written, outcome, absence, reports=asked.reports(one.uri)))
        self.todo = {}


def plan(
    asked: Asked,
    store_of: Callable[[Path], Store | None],
    choice: Choice,
    anew: Anew,
    supplied: Collection[Uri],
    damaged: Damaged,
) -> Plan:
    """Return what a call has to do.

    Args:
        asked: Sources that were asked for.
        store_of: The store of a repository; None where there is none.
        choice: What is taken of them.
        anew: What is fetched although it is on record.
        supplied: Sources that the user brings.
        damaged: Told of damage in a store.

    Raises:
        BadConfig: A `.gnutignore` holds what is no pattern.
        Usage: A pattern takes too long.
    """
    made = Plan()
    for root, requests in asked.requests.items():
        store = store_of(root)
        config = asked.config(root)
        listed = [one for one in requests.values() if one.uri not in supplied]
        taken, left = choice.of(listed, ignored(root), asked.named.__contains__)
        for each in left:
            made.leave(each, "left_out", asked)
        todo = (_due(made, asked, store, config, one, requests[one.uri].written, anew, damaged) for one in taken)
        made.todo[root] = tuple(one for one in todo if one is not None)
    return made


def _due(
    made: Plan,
    asked: Asked,
    store: Store | None,
    config: Config,
    one: Request,
    written: str,
    anew: Anew,
    damaged: Damaged,
) -> Request | None:
    """Return the request for a source that is to be fetched; note what it stands as otherwise.

    `written` is its address before any `--remap`.
    """
    if store is None:
        return one
    record = on_record(store, one.uri, damaged)
    got = stands(store, one.uri, record, damaged)
    if isinstance(got, Source) and got.bound is not None:
        made.before[one.uri] = got.bound.text
    due = anew.holds(store, one.uri, record)
    if isinstance(got, Source):
        if not due:
            made.settled.append(stood(got, one.written, asked.reports(one.uri)))
            return None
        # A page of which only the text was kept, or its hash, is had whole where the repository now keeps all.
        kept = record.head is not None and record.head.snapshot.raw is not None
        # Another address has another page: it is not told what this one said of its own.
        moved = one.written != written
        if not moved and (kept or config.keep != "all"):
            return replace(one, known=validators(store, one.uri, record))
        return one
    made.lacking[one.uri] = got
    if record.head is not None and fetchable(got) and got.why != "not_acquired":  # That one has lost its text.
        made.hollow.add(one.uri)
    if due or fetchable(got):
        return one
    made.settled.append(Came(one.uri, one.written, "closed", got, reports=asked.reports(one.uri)))
    return None
