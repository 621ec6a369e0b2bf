"""Hypothesis strategies for the nouns: JSON values that may be hashed, hard text, spans, addresses, requests."""

from __future__ import annotations

from hypothesis import strategies as st

from gnut.model import Absence, Fetched, Heard, Place, Request, Span, Unchanged, Uri

SAFE = 2**53 - 1
"""Largest integer of a receipt (docs/receipts.md)."""

HARD = (
    "\u200b\u00ad\ufeff\u2060",  # zero width, soft hyphen
    "\u202a\u202e\u2066\u2069",  # reorder
    "ﬁﬂﬀſßİıΣς",  # change length or letter under folding
    "éé̀가가",  # composed and not
    "٣३３³½Ⅷ",  # digits that are not each other
    "\u00a0\u3000\u2009\n\r\t\f",  # white space
    "“”„«»「」'’\"–—-−‐",  # typography
    "аеосΑΒ",  # look-alikes
    "中文한국어עבריتعربي",  # scripts
    "😀👩‍👩‍👧",  # beyond the first plane, joined
)

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


def texts(max_size: int = 200) -> st.SearchStrategy[str]:
    """Return text in which the characters that break tools are common."""
    plain = st.characters(codec="utf-8", exclude_categories=("Cs", "Cn"))
    hard = st.sampled_from([sign for group in HARD for sign in group])
    words = st.sampled_from(["the", "not", "1,204", "$4.2M", "−3 %", "no", "word", " ", " ", ". "])
    return st.lists(st.one_of(words, hard, plain), max_size=max_size // 3).map("".join)


def keys() -> st.SearchStrategy[str]:
    """Return keys of hashed objects: ASCII."""
    return st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=12)


def values(max_leaves: int = 30) -> st.SearchStrategy[Json]:
    """Return JSON values that may stand in a hashed object: no floats, safe integers, ASCII keys."""
    leaves = st.none() | st.booleans() | st.integers(-SAFE, SAFE) | texts(60)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys(), inner, max_size=5),
        max_leaves=max_leaves,
    )


@st.composite
def spans(draw: st.DrawFn, length: int = 1000) -> Span:
    """Return a span inside a text of `length` code points; empty ones too."""
    start = draw(st.integers(0, length))
    return Span(start, draw(st.integers(start, length)))


@st.composite
def places(draw: st.DrawFn) -> Place:
    """Return a place in a report."""
    start = draw(st.integers(0, 10_000))
    end = draw(st.integers(start, 10_000))
    return Place(start, end, draw(st.integers(1, 500)), draw(st.integers(1, 200)))


def uris() -> st.SearchStrategy[Uri]:
    """Return identities of sources: addresses of reserved names, and files of the repository."""
    step = st.text(st.sampled_from("abcxyz0189-._~%é中"), min_size=1, max_size=8).filter(lambda s: s not in (".", ".."))
    path = st.lists(step, min_size=1, max_size=4).map("/".join)
    web = st.tuples(
        st.sampled_from(["http", "https"]), st.sampled_from(["a.example", "b.test", "c.example:8443"]), path
    )
    return st.one_of(web.map(lambda p: Uri(f"{p[0]}://{p[1]}/{p[2]}")), path.map(lambda p: Uri(f"file:{p}")))


def requests() -> st.SearchStrategy[Request]:
    """Return requests whose address is written with and without a fragment."""
    fragment = st.sampled_from(["", "#top", "#page=3", "#:~:text=the%20words"])
    return st.builds(lambda uri, tail: Request(uri, uri.removeprefix("file:") + tail), uris(), fragment)


def heard(status: int = 200) -> st.SearchStrategy[Heard]:
    """Return what a server said beside a body, fields among it that no exchange keeps."""
    name = st.sampled_from(["etag", "last-modified", "date", "link", "content-type", "a b", "é", "x" * 101])
    value = st.one_of(texts(60), st.sampled_from(['"1"', "Fri, 02 Jan 2026 10:00:00 GMT", "a\r\nb: c", "y" * 3000]))
    fields = st.lists(st.tuples(name, value), max_size=6).map(tuple)
    asked = st.lists(st.tuples(name, st.none() | value), max_size=6).map(tuple)
    address = st.sampled_from(["192.0.2.7", "2001:db8::1", "port.example", ""])
    wire = st.integers(0, SAFE)
    return st.builds(Heard, asked, address, st.just(status), fields, wire, st.booleans(), st.booleans())


def unchanged() -> st.SearchStrategy[Unchanged]:
    """Return answers of a server that says nothing is new."""
    return st.builds(Unchanged, uris(), heard(304))


def fetched() -> st.SearchStrategy[Fetched]:
    """Return answers of a server that gave something, with and without what it said beside the body."""
    media = st.sampled_from([None, "text/html; charset=utf-8", "text/plain", "application/pdf", "application/json"])
    return st.builds(
        lambda uri, media, body, said: Fetched(uri, uri, 200, media, body, (), False, said),
        uris(),
        media,
        st.binary(max_size=400),
        st.none() | heard(),
    )


def absences(whys: tuple[str, ...]) -> st.SearchStrategy[Absence]:
    """Return absences for reasons out of `whys`."""
    return st.builds(
        Absence, uris(), st.sampled_from(whys), st.text(st.characters(min_codepoint=32, max_codepoint=126))
    )
