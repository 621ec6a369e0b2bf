"""Which record of an archive answers for an address: the newest that is a page, over redirects and repetitions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnut.edge.net.addresses import Target, follow
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.refusal import Refused
from gnut.edge.warc import origin
from gnut.edge.warc.limits import ARCHIVE_LIMITS
from gnut.edge.warc.origin import Origin
from gnut.edge.warc.record import Entry, Moment, base_of
from gnut.model import Uri
from gnut.text.uris import source_uri


class Way(NamedTuple):
    """From an address to the record that holds its page."""

    entry: Entry
    """Record that holds the bytes."""

    final: str
    """Address that gave them, in the form of a final one."""

    hops: tuple[str, ...]
    """Redirect targets before the last, in the form of a final address."""

    at: str
    """When they came, RFC 3339, UTC, whole seconds."""

    claimed: tuple[str, bytes] | None
    """Payload digest of the repetition that leads to the record; None where none does."""

    query_dropped: bool
    """Whether redirects led to a query that `final` lacks."""


class _Newest(NamedTuple):
    """The newest record of an address, by what becomes of it."""

    page: Entry | None = None
    redirect: Entry | None = None
    revisit: Entry | None = None
    refused: Entry | None = None

    def with_(self, entry: Entry) -> _Newest:
        slot = _slot(entry)
        known: Entry | None = getattr(self, slot)
        newer = known is None or _order(known) <= _order(entry)
        return self._replace(**{slot: entry}) if newer else self

    def in_turn(self) -> list[Entry]:
        """Return what may be a page, the newest first."""
        return sorted(filter(None, (self.page, self.redirect, self.revisit)), key=_order, reverse=True)


def _slot(entry: Entry) -> str:
    if entry.refusal is not None:
        return "refused"
    if entry.location is not None:
        return "redirect"
    return "revisit" if entry.kind == "revisit" else "page"


def _order(entry: Entry) -> tuple[Moment, int, int]:
    return entry.moment or Moment("", ""), entry.file, entry.number


ENTRY = 1_000
"""Bytes that a record takes beside its texts, the places in which it is known included (measured: 900)."""


class Overfull(Exception):
    """More is to be known than there is room for."""


def weight(known: Entry | Origin) -> int:
    """Return about how many bytes of memory what is known of a record takes."""
    if isinstance(known, Origin):
        hops = () if known.way is None else (known.way.final, *known.way.hops)
        return ENTRY + len(known.record) + len(known.uri) + sum(map(len, hops))
    said = known.said
    texts = (known.uri, known.url, known.record, known.media_type, *(known.refusal or ()), known.location)
    referred = () if said is None else (said.record, said.uri)
    return ENTRY + sum(len(text) for text in (*texts, *referred) if text is not None)


class Index:
    """All records of some files, by what they are of."""

    def __init__(self, limits: Limits = LIMITS, room: int = ARCHIVE_LIMITS.index) -> None:
        """Start empty.

        Args:
            limits: Bounds of redirects.
            room: Bytes of memory for all that is known.
        """
        self._limits = limits
        self._room = room
        self._origins: dict[str, Origin | None] = {}
        self._newest: dict[Uri, _Newest] = {}
        self._by_record: dict[str, Entry | None] = {}
        self._by_moment: dict[tuple[Uri, Moment], Entry] = {}
        self._by_digest: dict[tuple[Uri, tuple[str, bytes]], Entry] = {}

    def _take(self, known: Entry | Origin) -> None:
        self._room -= weight(known)
        if self._room < 0:
            raise Overfull

    def tell(self, said: Origin) -> None:
        """Take in what is said of where a record came from; of two that disagree, neither is believed.

        Raises:
            Overfull: There is no room for it.
        """
        self._take(said)
        if self._origins.setdefault(said.record, said) != said:
            self._origins[said.record] = None

    def add(self, entry: Entry) -> None:
        """Take in one record.

        Raises:
            Overfull: There is no room for it.
        """
        self._take(entry)
        self._newest[entry.uri] = self._newest.get(entry.uri, _Newest()).with_(entry)
        if _slot(entry) != "page":
            return
        # Two records of one id: whoever refers to it may mean either.
        self._by_record[entry.record] = None if entry.record in self._by_record else entry
        if entry.moment is not None:
            self._by_moment[entry.uri, entry.moment] = entry
        if entry.digest is not None:
            self._by_digest[entry.uri, entry.digest] = entry

    def __contains__(self, uri: Uri) -> bool:
        """Return whether any record is of that address."""
        return uri in self._newest

    def __iter__(self) -> Iterator[Uri]:
        """Yield every address, in the order in which they were met."""
        return iter(self._newest)

    def refused_at(self, uri: Uri) -> Moment | None:
        """Return the date of the newest record of an address of which no page comes."""
        newest = self._newest[uri]
        return max(filter(None, newest), key=_order).moment

    def kind(self, uri: Uri) -> str | None:
        """Return the type of the newest record of an address of which no page comes, where its type is the reason."""
        refused = self._newest[uri].refused
        by_type = refused is not None and refused.refusal is not None and refused.refusal[0] == "unsupported_type"
        return refused.media_type if refused is not None and by_type else None

    def way(self, uri: Uri) -> Way:
        """Return the way to the newest page of an address.

        Raises:
            Refused: No record of it leads to one; the reason of the newest that could have.
        """
        return self._way(uri, [])

    def _way(self, uri: Uri, hops: list[Target]) -> Way:
        newest = self._newest.get(uri)
        if newest is None:
            raise Refused("bad_redirect", f"redirected to {hops[-1].final_uri}, which the archive does not hold")
        refusal: Refused | None = None
        for entry in newest.in_turn():
            try:
                return self._follow(entry, hops)
            except Refused as refused:
                refusal = refusal or refused
        if refusal is None:
            assert newest.refused is not None
            assert newest.refused.refusal is not None
            raise Refused(*newest.refused.refusal)
        raise refusal

    def _follow(self, entry: Entry, hops: list[Target]) -> Way:
        here = hops[-1] if hops else base_of(entry)
        passed = tuple(hop.final_uri for hop in hops[:-1])
        assert entry.moment is not None
        if entry.location is None:
            kept = self._referred(entry) if entry.kind == "revisit" else entry
            # What is said of the way to a record is not said of the way to its repetition.
            way = self._origin(entry) if kept is entry else None
            final = here.final_uri
            if way is not None and way != (final, ()):
                passed, final = (*(hop.final_uri for hop in hops), *way.hops), way.final
            claimed = None if kept is entry else entry.digest
            return Way(kept, final, passed, entry.moment.at, claimed, bool(hops) and len(here.query) > 1)
        target = follow(here, entry.location, self._limits)
        uri = source_uri(target.url, "-")
        if not isinstance(uri, str):
            raise Refused("bad_redirect", f"redirect: {uri.sentence}")
        met = {entry.uri, *(source_uri(hop.url, "-") for hop in (base_of(entry), *hops))}
        if uri in met:
            raise Refused("redirect_loop", f"redirected in a circle after {len(hops) + 1} hops")
        if len(hops) >= self._limits.redirects:
            raise Refused("too_many_redirects", f"over {self._limits.redirects} redirects")
        return self._way(uri, [*hops, target])

    def _origin(self, entry: Entry) -> origin.Way | None:
        """Return the way that a snapshot in the archive says of a record; None where none does.

        Raises:
            Refused: It is no way, or two are said.
        """
        if entry.record not in self._origins:
            return None
        said = self._origins[entry.record]
        if said is None:
            raise Refused("bad_response", "two snapshots in the archive disagree about where it came from")
        if said.uri != entry.uri:
            return None
        if said.way is None:
            raise Refused("bad_redirect", "the snapshot in the archive names no address that it can have come from")
        return said.way

    def _referred(self, entry: Entry) -> Entry:
        """Return the record that a repetition repeats.

        By its id, else by its address and date, else by the payload of the same address.
        """
        said = entry.said
        assert said is not None
        if said.record is not None and said.record in self._by_record:
            found = self._by_record[said.record]
            if found is None:
                raise Refused("bad_response", "the archive repeats a record whose id two records bear")
            return found
        if said.uri is not None and said.moment is not None:
            found = self._by_moment.get((said.uri, said.moment))
            if found is not None:
                return found
        found = None if entry.digest is None else self._by_digest.get((entry.uri, entry.digest))
        if found is None:
            raise Refused("incomplete", "the archive holds a reference to an earlier record, which is not in it")
        return found
