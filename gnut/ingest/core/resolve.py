"""From a pointer to what it points to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gnut.ingest.contract import CitationKind, Excerpt
from gnut.model import Place, Uri
from gnut.text.markdown.addresses import resolved
from gnut.text.markdown.lists import Entry, Index
from gnut.text.markdown.pointers import Aside, Pointer
from gnut.text.patterns import lazy
from gnut.text.uris import Refused, fragment, source_uri

_KINDS = {
    "link": CitationKind.LINK,
    "reference": CitationKind.REFERENCE,
    "autolink": CitationKind.AUTOLINK,
    "bare": CitationKind.BARE,
    "html": CitationKind.HTML,
    "marker": CitationKind.MARKER,
    "bracket": CitationKind.MARKER,
    "wide": CitationKind.MARKER,
    "super": CitationKind.MARKER,
    "named": CitationKind.FOOTNOTE,
    "footnote": CitationKind.FOOTNOTE,
    "key": CitationKind.KEY,
    "name": CitationKind.KEY,
    "leftover": CitationKind.LEFTOVER,
}
_BROKEN_SCHEMES = ("ftp", "ftps", "sftp", "gopher", "magnet", "ipfs")
_PATH = lazy(
    r"(?<![\w./-])(?:\.{0,2}/)?(?:[\w.-]{1,80}/){1,20}[\w.-]{0,80}\w\.[A-Za-z]\w{0,4}(?![\w/])"
    r"|(?<![\w./-])[\w-]{1,80}\.(?:txt|md|pdf|csv|tsv|json|html?|xml|docx?|xlsx?)(?![\w/])"
)
"""A file of the repository as people name it: folders and an ending, or an ending of text and tables."""

_EARLIEST, _LATEST = 1500, 2100
"""`[2018]` in a report whose list is shorter is a year in brackets."""


class Cited:
    """A citation of a leaf while its excerpts are being bound."""

    def __init__(self, pointer: Pointer, kind: CitationKind, place: Place) -> None:
        """Begin without a source."""
        self.pointer = pointer
        self.kind = kind
        self.place = place
        self.written = pointer.written
        self.uri: Uri | None = None
        self.locator: str | None = pointer.locator
        self.broken: str | None = None
        self.unresolvable = False
        self.question: str | None = None
        self.optional = False
        """A relative link: a citation only if something binds to it."""

        self.own: list[Excerpt] = []
        """Excerpts that belong to this citation alone."""

        self.marked = False
        """Whether an evidence comment speaks of it."""

        self.bound = False
        """Whether a quotation binds to it."""

        self.stack = 0

    def called(self, pointer: Pointer, kind: CitationKind, place: Place) -> Cited:
        """Return the same source as cited at another place: the call of a footnote."""
        made = Cited(pointer, kind, place)
        made.written, made.uri, made.locator = self.written, self.uri, self.locator
        made.broken, made.unresolvable, made.question = self.broken, self.unresolvable, self.question
        made.own, made.marked, made.optional = list(self.own), self.marked, self.optional
        return made


class Habits:
    """What the rest of the report says about marks that could be something else."""

    def __init__(
        self, index: Index, keys: Mapping[str, str | None], bracketed_keys: bool, ends: bool, supers: bool
    ) -> None:
        """Note the source lists, the bibliography and the habits of the report."""
        self.index = index
        self.keys = keys
        self.bracketed_keys = bracketed_keys
        self.ends = ends
        """Whether three different bracketed numbers stand at sentence ends."""

        self.supers = supers
        """Whether superscripts are the report's way of citing: no bracketed number points to its list."""


Declared = Callable[[Entry], tuple[list[Excerpt], str | None]]
"""Excerpts and locator that comments in an entry of a source list declare."""


class Resolver:
    """Resolves the pointers of one report."""

    def __init__(self, report_path: str, habits: Habits, declared: Declared) -> None:
        """Resolve for the report at `report_path`; `declared` says what comments in an entry declare."""
        self._path = report_path
        self._habits = habits
        self._declared = declared

    def resolve(self, pointer: Pointer, place: Place) -> Cited | Aside:
        """Return the citation of a pointer that is no footnote, or the reason why it is none."""
        cited = Cited(pointer, _KINDS[pointer.kind], place)
        if pointer.address is not None:
            return self._address(cited, pointer, pointer.address)
        name = pointer.name or ""
        match pointer.kind:
            case "marker" | "bracket" | "wide" | "super":
                return self._number(cited, pointer, name)
            case "named":
                return self._named(cited, pointer, name)
            case "key" | "name":
                return self._key(cited, pointer, name)
            case "leftover":
                cited.broken = "what a chat program left here points to nothing in the report"
            case _:
                cited.broken = f"footnote {name} is not defined"
        return cited

    def _address(self, cited: Cited, pointer: Pointer, address: str) -> Cited | Aside:
        cited.written = address
        uri = source_uri(address, self._path)
        if isinstance(uri, Refused):
            scheme = address.partition(":")[0].casefold()
            cited.broken = uri.sentence
            cited.optional = scheme not in _BROKEN_SCHEMES and uri.why != "no_host"
            return cited
        cited.uri = uri
        cited.optional = uri.startswith("file:")
        read = fragment(address)
        cited.locator = cited.locator or read.locator
        for one in read.directives:
            cited.own.append(Excerpt(one.start, "fragment", False, one.end, one.prefix, one.suffix, cited.place))
        return cited

    def _number(self, cited: Cited, pointer: Pointer, number: str) -> Cited | Aside:
        index = self._habits.index
        entry = index.entry(number, pointer.start)
        aside = Aside("bracketed_number", pointer.start, pointer.end, pointer.written)
        if pointer.kind == "super" and (entry is None or not self._habits.supers):
            return aside
        if pointer.kind == "wide" and not index.wide:
            return aside
        if entry is not None:
            if entry.address is None:
                cited.broken = f"entry {number} of the source list has no address{_as_link(entry.title)}"
                return cited
            return self._entry(cited, pointer, entry, entry.address)
        if not index.numbered and not self._habits.ends and pointer.kind != "marker":
            return aside
        value = int(number)
        if value == 0 or (_EARLIEST <= value <= _LATEST and index.largest < 1000):
            return aside
        cited.broken = f"no source list of the report has an entry {number}"
        return cited

    def _entry(self, cited: Cited, pointer: Pointer, entry: Entry, address: str) -> Cited | Aside:
        made = self._address(cited, pointer, address)
        # An entry is where the author says what is cited: a relative path there is no navigation.
        cited.optional = False
        excerpts, locator = self._declared(entry)
        cited.own += excerpts
        cited.marked = bool(excerpts)
        cited.locator = locator or cited.locator
        return made

    def _named(self, cited: Cited, pointer: Pointer, name: str) -> Cited | Aside:
        entry = self._habits.index.entry(str(int(name)), pointer.start) if name.isdecimal() and name.isascii() else None
        if entry is not None and entry.address is not None:
            return self._entry(cited, pointer, entry, entry.address)
        cited.broken = f"footnote {name} is not defined"
        return cited

    def _key(self, cited: Cited, pointer: Pointer, name: str) -> Cited | Aside:
        scheme, _, rest = name.partition(":")
        known = self._habits.keys
        if name in known:
            address = known[name]
            if address is None:
                cited.unresolvable = True
                return cited
            return self._address(cited, pointer, address)
        address = resolved(scheme, rest)
        if address is not None:
            return self._address(cited, pointer, address)
        if pointer.kind == "name" and not (
            self._habits.bracketed_keys and (any(character.isdigit() for character in name) or ":" in name)
        ):
            return Aside("person", pointer.start, pointer.end, pointer.written)
        if scheme.casefold() in ("isbn", "issn") and rest:
            cited.unresolvable = True
            return cited
        cited.broken = f"key {name} stands in no bibliography of the report"
        return cited


def _as_link(title: str) -> str:
    """Return how to write the file that an entry names in plain words, which point to nothing; empty without one."""
    path = _PATH.search(title)
    return f"; write its file as a link, [title]({path.group()})" if path else ""
