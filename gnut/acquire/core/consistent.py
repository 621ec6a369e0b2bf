"""What one capture cannot say of itself at once: the rules that every snapshot gnut makes keeps.

No rule here asks a table that grows (resolvers, archives, front pages): a snapshot that was sound stays so. What such
tables say of a capture is derived when it is served (`gnut.acquire.core.capture.said_by_addresses`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from gnut.acquire.contract import CHARSETS, HOLLOWS, NOTES, TRUNCATIONS, Snapshot, Window
from gnut.model import is_hash
from gnut.text.patterns import lazy
from gnut_store import canon
from gnut_store.oid import is_oid, oid_of

_MOMENT = lazy(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_FINAL = lazy(r"https?://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?(?:/[!$-;=@-\[\]_a-z|~]*)?")
"""An address as it is recorded: no query, fragment, user, blank or letter beyond ASCII."""


def contradiction(snapshot: Snapshot) -> str | None:
    """Return the first rule that `snapshot` breaks, in words; None when it contradicts itself nowhere.

    Whether the bytes were of the media type it names, read by the extractor it names at the time it names,
    only the bytes and a clock can say.
    """
    return next((said for kept, said in _rules(snapshot) if not kept), None)


def is_of(snapshot: Snapshot, text: str) -> bool:
    """Return whether `text` is the one that `snapshot` was made with: its sizes, its hash and its id.

    A text with a letter or a digit in it is not an empty one.
    """
    window, body = snapshot.window, text.encode()
    counted = (window.captured_characters, window.captured_bytes) == (len(text), len(body))
    hashed = window.text_sha256 == canon.sha256(body) and snapshot.text == oid_of("text", body)
    return counted and hashed and not (window.truncation == "empty" and any(map(str.isalnum, text)))


def _rules(one: Snapshot) -> Iterator[tuple[bool, str]]:
    """Yield whether each rule is kept, and what is said where it is not."""
    yield one.status == 200, "only what was answered with status 200 is a source"
    yield is_moment(one.fetched_at), "its time is no RFC 3339 time of whole seconds in UTC"
    yield all(map(is_oid, (one.raw_oid, one.text))), "an id of it has another spelling"
    optional = (one.raw, one.hidden_text, one.previous)
    yield all(oid is None or is_oid(oid) for oid in optional), "an id of it has another spelling"
    yield one.raw in (None, one.raw_oid), "the bytes it keeps are not the ones it read"
    yield one.replacements >= 0, "a count of it is below zero"
    yield one.charset_from in (None, *CHARSETS), "where its character set comes from is outside the closed list"
    yield (one.charset is None) == (one.charset_from is None), "a character set and where it comes from go together"
    yield from _wall(one)
    yield from _served(one)
    yield from _noted(one)
    yield from _window(one.window)


def _wall(one: Snapshot) -> Iterator[tuple[bool, str]]:
    hollow = one.window.truncation == "hollow"
    yield (one.hollow is not None) == hollow, "a kind of hollow page and a hollow window go together"
    yield one.hollow in (None, *HOLLOWS), "its kind of hollow page is outside the closed list"


def _served(one: Snapshot) -> Iterator[tuple[bool, str]]:
    local = one.uri.startswith("file:")
    final = one.final_uri == one.uri if local else is_final(one.final_uri)
    yield final, "its final address is not written as one is recorded"
    yield all(map(is_final, one.hops)), "a redirect is not written as one is recorded"
    yield not (one.hops and local), "a local file was not redirected"
    yield not (local and one.supplied), "a local file is no copy that was brought"


def _noted(one: Snapshot) -> Iterator[tuple[bool, str]]:
    yield list(one.notes) == sorted(set(one.notes)), "its notes are not sorted, or one stands twice"
    yield set(one.notes) <= set(NOTES), "a note of it is outside the closed list"
    guessed = one.charset_from == "guess"
    yield ("charset_guessed" in one.notes) == guessed, "a guessed character set and its note go together"


def _window(window: Window) -> Iterator[tuple[bool, str]]:
    counts = (window.original_bytes, window.original_characters, window.captured_bytes, window.captured_characters)
    yield all(count is None or count >= 0 for count in counts), "a count of its window is below zero"
    yield window.truncation in TRUNCATIONS, "the truncation of its window is outside the closed list"
    yield window.extraction_method == window.extractor.name, "its window names two extractors"
    library = window.extractor_library
    names = [window.extractor.name, window.extractor.version, window.runtime.name, window.runtime.version]
    names += [] if library is None else [library.name, library.version]
    yield all(name.strip() for name in names), "a name in its window is blank"
    yield is_hash(window.text_sha256), "a hash of its window has another spelling"


def is_final(address: str) -> bool:
    """Return whether an address is written as a final one is recorded: no query, fragment, user or blank."""
    return _FINAL.fullmatch(address) is not None


def is_moment(text: str) -> bool:
    """Return whether `text` is a time that a calendar has: RFC 3339, UTC, whole seconds, in one spelling."""
    if _MOMENT.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
