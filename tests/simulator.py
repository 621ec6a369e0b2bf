"""An in-memory web that implements `gnut.acquire.contract.Fetch`, and what a fetch comes to once it is read."""

from __future__ import annotations

from msgspec import Struct

from gnut.acquire.contract import Acquisition, Answer, Mode
from gnut.acquire.core import acquire, request
from gnut.model import Absence, Fetched, Heard, Request, Unchanged, Uri
from gnut.text.source import Unreadable, read
from gnut_store.memory import MemoryStore
from gnut_store.oid import Oid
from gnut_store.store import DiskStore

NOON = "2026-01-02T12:00:00Z"
EVENING = "2026-01-02T20:00:00Z"


class Page(Struct, frozen=True):
    """What the simulated web answers for one address."""

    body: bytes
    media_type: str | None
    final_uri: str
    etag: str | None = None


class SourceSim:
    """Pages and failures by address; notes every request.

    With `speaks`, answers come with what a server says of itself, and one that has an ETag is asked by it.
    """

    def __init__(self, *, speaks: bool = False) -> None:
        self.speaks = speaks
        self.pages: dict[str, Page | Absence] = {}
        self.requests: list[str] = []
        self._last = ""

    def publish(
        self,
        uri: str,
        text: str | bytes,
        media_type: str | None = "text/plain; charset=utf-8",
        final: str | None = None,
        etag: str | None = None,
    ) -> SourceSim:
        """Put a page at `uri`."""
        body = text if isinstance(text, bytes) else text.encode()
        self.pages[uri] = Page(body, media_type, final or uri, etag)
        self._last = uri
        return self

    def fail(self, uri: str, why: str, detail: str = "simulated") -> SourceSim:
        """Let every fetch of `uri` end in a named failure."""
        self.pages[uri] = Absence(Uri(uri), why, detail)
        self._last = uri
        return self

    def fetch(self, asked: Request) -> Fetched | Unchanged | Absence:
        """Answer like the network."""
        self.requests.append(asked.written)
        page = self.pages.get(asked.written)
        if page is None:
            return Absence(asked.uri, "not_found", "HTTP 404")
        if isinstance(page, Absence):
            return Absence(asked.uri, page.why, page.detail)
        if not self.speaks:
            return Fetched(asked.uri, page.final_uri, 200, page.media_type, page.body, (), supplied=False)
        known = None if asked.known is None else asked.known.etag
        if known is not None and known == page.etag:
            return Unchanged(asked.uri, heard(304, known, etag=page.etag))
        said = heard(200, known, etag=page.etag, wire=len(page.body))
        return Fetched(asked.uri, page.final_uri, 200, page.media_type, page.body, (), supplied=False, heard=said)

    def live(self, asked: Request) -> Answer:
        """Answer like the network and the parsers behind it."""
        fetched = self.fetch(asked)
        if isinstance(fetched, Absence | Unchanged):
            return fetched
        extracted = read(fetched.body, fetched.media_type, asked.uri)
        if isinstance(extracted, Unreadable):
            return Absence(asked.uri, extracted.why, extracted.detail)
        return fetched, extracted

    def snapshot_into(self, store: MemoryStore, now: str = NOON, keep: str = "all") -> Oid:
        """Acquire the page published last, and return the snapshot that is then in force."""
        one = take(store, self, self._last, Mode.REFRESH, now, keep)
        assert one.snapshot is not None
        return one.snapshot


def heard(status: int = 200, known: str | None = None, *, etag: str | None = None, wire: int = 0) -> Heard:
    """Return what an exchange with the simulated web says beside the body."""
    asked = (("accept", "*/*"), ("cookie-consent", None), *([] if known is None else [("if-none-match", known)]))
    fields = (("content-type", "text/plain"), *([] if etag is None else [("etag", etag)]))
    return Heard(asked, "192.0.2.7", status, fields, wire, robots=True, downgraded=False)


def asked(uri: str) -> Request:
    """Return the request for an address."""
    return request(Uri(uri), uri)


def keep_all(store: MemoryStore | DiskStore, one: Acquisition) -> None:
    """Write what an acquisition says is to be written."""
    for tier in ("local", "team"):
        with store.write(tier) as batch:
            for each in one.objects:
                if each.tier == tier:
                    batch.add(each.kind, each.body)
            for name, oid, where in one.refs:
                if where == tier:
                    batch.ref(name, oid)


def take(store: MemoryStore, sim: SourceSim, uri: str, mode: Mode, now: str = NOON, keep: str = "all") -> Acquisition:
    """Acquire one address in one mode, and keep what it gives."""
    (one,) = acquire([asked(uri)], mode, store, sim.live, lambda: now, keep)
    keep_all(store, one)
    return one
