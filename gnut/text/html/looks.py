"""How each element of one page looks, asked once for all that are alike."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from selectolax.lexbor import LexborHTMLParser, LexborNode

from gnut.text.html.css import SUSPECT, Declarations
from gnut.text.html.kinds import KEPT, LASTING, PRESENTED, UNSEEN, presented
from gnut.text.html.outside import links_styles, says_hidden
from gnut.text.html.selectors import Elements
from gnut.text.html.sheet import Sheet
from gnut.text.html.valid import WIDE, taken
from gnut.text.html.variables import Scope, handed_down, put_in, uses_variables
from gnut.text.html.visible import WHITE, Look, plain, styled
from gnut.text.patterns import lazy

_DOCTYPE = lazy(r"(?i)<!doctype\s+html\b")
_NOTHING: Declarations = {}
_FORMULA_LOOKS = {"color": "mathcolor", "font-size": "mathsize", "background-color": "mathbackground"}
_NO_FORMULAS = frozenset("main map mark marquee menu menuitem meta meter".split())

MAX_KEPT = 20_000
"""Looks and values kept a page; one that styles every element for itself is worked out element by element."""


class Looks:
    """The style rules of one page, and what they came to for the elements that were asked for."""

    def __init__(self, tree: LexborHTMLParser, page: str, *, noscript_shown: bool) -> None:
        """Read the style rules of `page`, which was parsed into `tree`.

        Args:
            tree: The page.
            page: The same as text.
            noscript_shown: Whether a `noscript` that never closes holds the rest of the page.
        """
        self.notes: set[str] = {"unclosed_noscript"} if noscript_shown else set()
        self._unseen = UNSEEN - {"noscript"} if noscript_shown else UNSEEN
        # With scripts on, as readers have them, the rules inside noscript do not hold.
        asleep = {node.mem_id for node in tree.css("noscript style")}
        self._outside = links_styles(tree)
        # A page that does not say what it is is read as of old: capitals in class names do not count.
        quirks = _DOCTYPE.search(page, 0, 4096) is None
        self._sheet = Sheet(
            (
                (node.text(), node.attributes.get("media"))
                for node in tree.css("style")
                if node.mem_id not in asleep and (node.attributes.get("type") or "text/css").lower() == "text/css"
            ),
            quirks=quirks,
        )
        self._sheet.choose(lambda: Elements(tree, quirks=quirks))
        if self._outside:
            self.notes.add("outside_styles")
        if self._sheet.undecided or tree.css_first("link[rel~=stylesheet][href^='data:' i]") is not None:
            self.notes.add("unrendered_css")
        self.custom = Scope(self._sheet.registered)
        """Custom properties that hold outside of every element."""

        # Where something unknown may paint, white ink is as doubtful as before a picture.
        self.root = replace(plain(WHITE), pictured=self._outside or self._sheet.paints)
        """Look of the page outside of every element."""

        self._looks: dict[tuple[int, int, bool], tuple[Look, bool, Look, Declarations]] = {}
        self._doubted: dict[int, tuple[bool, Look]] = {}
        self._presented: dict[tuple[tuple[tuple[str, str], ...], int], tuple[Declarations, Declarations]] = {}
        self._values: dict[tuple[int, int], tuple[Declarations, Scope, Declarations, Scope]] = {}

    def declared(
        self, node: LexborNode, tag: str, attributes: dict[str, str | None], outer: Scope
    ) -> tuple[Declarations, Scope]:
        """Return what is declared for an element, custom properties put in, and those that hold inside it.

        Args:
            node: The element.
            tag: Its name, lower case.
            attributes: Its attributes.
            outer: Custom properties that hold around it.
        """
        return self._valued(self._declared(tag, attributes, node.mem_id), outer)

    def look(self, tag: str, outer: Look, declared: Declarations) -> tuple[Look, bool]:
        """Return how an element looks inside one that looks like `outer`, and whether its text cannot be read."""
        keeps = tag in KEPT and "white-space" not in declared
        if not declared and not keeps:
            declared = _NOTHING
        key = (id(outer), id(declared), keeps)
        known = self._looks.get(key)
        if known is None:
            look = styled(outer, declared) if declared else outer
            if keeps:
                look = _kept(look)
            # What the identities name is kept beside, so that they stay theirs.
            _bound(self._looks)
            known = self._looks[key] = (look, look.hidden, outer, declared)
        return known[0], known[1]

    def doubted(self, look: Look) -> bool:
        """Return whether only a browser can tell that text of such a look is seen."""
        known = self._doubted.get(id(look))
        if known is None:
            _bound(self._doubted)
            known = self._doubted[id(look)] = (look.doubted, look)
        return known[0]

    def unseen(self, tag: str, attributes: dict[str, str | None], declared: Declarations = _NOTHING) -> bool:
        """Return whether no reader sees text of such an element, however it looks.

        A page that declares how a hidden element is laid out shows it.
        """
        if tag in self._unseen:
            return True
        if "hidden" in attributes or "popover" in attributes or (tag == "dialog" and "open" not in attributes):
            until_found = (attributes.get("hidden") or "").strip().lower() == "until-found"
            display = declared.get("display")
            return until_found or display is None or display == "none" or display in WIDE
        return False

    def _valued(self, declared: Declarations, outer: Scope) -> tuple[Declarations, Scope]:
        if not declared:
            return declared, outer
        key = (id(declared), id(outer))
        known = self._values.get(key)
        if known is None:
            custom = handed_down(outer, declared)
            valued = put_in(declared, custom) if uses_variables(declared) else declared
            # What the identities name is kept beside, so that they stay theirs.
            _bound(self._values)
            known = self._values[key] = (valued, custom, declared, outer)
        return known[0], known[1]

    def _declared(self, tag: str, attributes: dict[str, str | None], element: int) -> Declarations:
        get = attributes.get
        declared = self._sheet.declared(tag, get("id"), get("class"), get("style"), element)
        if tag in ("html", "body") and declared:
            declared = self._awake(declared)
        if tag in PRESENTED and (old := presented(tag, attributes)):
            declared = self._with(old, declared)
        elif "mathcolor" in attributes or "mathsize" in attributes or "mathbackground" in attributes:
            declared = self._with(formula_look(tag, attributes), declared)
        elif tag in ("col", "colgroup") and declared.get("visibility") in ("collapse", "hidden"):
            # Which cells stand in a column is for a browser to tell.
            self.notes.add("unrendered_css")
        if self._outside and attributes and self._may_be_hidden(attributes, declared):
            return self._with({SUSPECT: ""}, declared)
        return declared

    def _may_be_hidden(self, attributes: dict[str, str | None], declared: Declarations) -> bool:
        """Return whether an outside sheet likely hides an element that nothing at hand does."""
        # Many sheets insist on `hidden` against whatever lays an element out.
        return ("hidden" in attributes and "display" in declared) or says_hidden(attributes, declared)

    def _with(self, old: Declarations, declared: Declarations) -> Declarations:
        """Return both, the same object for the same, so that looks are worked out once."""
        key = (tuple(old.items()), id(declared))
        known = self._presented.get(key)
        if known is None:
            # What the identity names is kept beside, so that it stays its own.
            _bound(self._presented)
            known = self._presented[key] = ({**old, **declared}, declared)
        return known[0]

    def _awake(self, declared: Declarations) -> Declarations:
        """Return what holds for the page as a whole once its scripts have run.

        Pages hide themselves whole until a script has made sure of something (that they stand in
        no frame, that fonts are there); nobody publishes a page to keep it hidden.
        """
        shown = {name: value for name, value in declared.items() if name in LASTING or name.startswith("--")}
        if len(shown) < len(declared) and styled(plain(WHITE), declared).hidden:
            self.notes.add("hidden_until_script")
        return shown


def formula_look(tag: str, attributes: dict[str, str | None]) -> Declarations:
    """Return what an element of a formula declares by attributes of its own (MathML Core, section 2.1.6)."""
    if tag[:1] != "m" or tag in _NO_FORMULAS:
        return {}
    said = {name: (attributes.get(old) or "").strip().lower() for name, old in _FORMULA_LOOKS.items()}
    return {name: value for name, value in said.items() if value and taken(name, value, quirks=False)}


def _kept(look: Look) -> Look:
    return replace(look, keeps=True)


def _bound(kept: dict[Any, Any]) -> None:
    """Forget everything kept once it is too much; what frames hold lives on with them."""
    if len(kept) >= MAX_KEPT:
        kept.clear()
