"""Footnotes of a rendered page: which links call one, and which elements hold their bodies."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser, LexborNode

from gnut.text.markdown.marks import numeric_label

_BODIES = frozenset("aside dd div li p td tr".split())
"""Elements that can be the body of a note."""

_SIGNS = "*†‡§¶#[]() "
_LONGEST = 12
"""Characters of the longest mark that calls a note without saying so."""

_NEAR = 3
"""Elements around a link whose id its note may lead back to (`<sup id=ref>`), and around an anchor in a body."""

_MOST, _DEEPEST = 64, 64
"""Links that are looked at for one that leads back, and elements around one that are looked at for its note."""


class Notes(NamedTuple):
    """The notes of a page, elements by their `mem_id`."""

    calls: dict[int, str]
    """Link that calls a note → name of the note."""

    bodies: dict[int, str]
    """Element that holds the body of a note → its name."""

    backs: frozenset[int]
    """Links that lead from a body back to its calls."""


NONE = Notes({}, {}, frozenset())


def notes(tree: LexborHTMLParser) -> Notes:
    """Return the notes of a page: a mark that links to an element behind it, which links back to the mark.

    Only such pairs are notes, or what calls itself one by its role or class (`doc-endnote`, `footnote`): a number
    that links to a step of a list is no footnote, and the step stays a part of the text.
    """
    links = [node for node in tree.css("a[href^='#']") if len(node.attributes.get("href") or "") > 1]
    if not links:
        return NONE
    named: dict[str, LexborNode] = {}
    order: dict[int, int] = {}
    for number, node in enumerate(tree.css("[id], a")):
        order[node.mem_id] = number
        attributes = node.attributes
        for key in ("id", "name"):
            name = attributes.get(key)
            if name and (key == "id" or node.tag == "a"):
                named.setdefault(name, node)
    pointing: dict[str, list[LexborNode]] = {}
    for node in links:
        pointing.setdefault(_target(node), []).append(node)
    return _paired(named, pointing, order)


def _paired(named: dict[str, LexborNode], pointing: dict[str, list[LexborNode]], order: dict[int, int]) -> Notes:
    calls: dict[int, str] = {}
    bodies: dict[int, str] = {}
    backs: set[int] = set()
    for name, callers in pointing.items():
        target = named.get(name)
        body = _body(target) if target is not None else None
        if target is None or body is None:
            continue
        # In some pages each side looks like the other; the one that comes first is the call.
        before = [node for node in callers if order[node.mem_id] < order[target.mem_id]]
        marks = [node for node in before if _is_mark(node) and not _stands_in(node, body)]
        names = dict.fromkeys(known for node in marks for known in _names(node))
        leading = [link for known in names for link in pointing.get(known, ())[:_MOST]][:_MOST]
        back = {link.mem_id for link in leading if _stands_in(link, body)}
        if marks and (back or _says_so(body)):
            known_as = bodies.setdefault(body.mem_id, name)
            calls.update((node.mem_id, known_as) for node in marks)
            backs |= back
    return Notes(calls, bodies, frozenset(backs))


def _stands_in(node: LexborNode, body: LexborNode) -> bool:
    above = node.parent
    for _ in range(_DEEPEST):
        if above is None:
            return False
        if above.mem_id == body.mem_id:
            return True
        above = above.parent
    return False


def _target(node: LexborNode) -> str:
    return unquote((node.attributes.get("href") or "")[1:])


def _is_mark(node: LexborNode) -> bool:
    """Whether the label of a link is a number or a sign, or says that it calls a note."""
    attributes = node.attributes
    if (attributes.get("role") or "").lower() == "doc-noteref":
        return True
    label = node.text().strip()
    if not label or len(label) > _LONGEST:
        return False
    if numeric_label(label) or not label.strip(_SIGNS):
        return True
    above = node.parent
    return above is not None and (above.tag or "").lower() == "sup"


def _names(node: LexborNode) -> list[str]:
    """Return the names by which a body can lead back to a mark: its own, and those of what stands right around it."""
    found = []
    here: LexborNode | None = node
    for _ in range(_NEAR):
        if here is None or (here.tag or "").lower() in _BODIES:
            break
        attributes = here.attributes
        found += [name for name in (attributes.get("id"), attributes.get("name")) if name]
        here = here.parent
    return found


def _body(target: LexborNode) -> LexborNode | None:
    """Return the element that holds a note: the target, or the block that its anchor begins."""
    here: LexborNode | None = target
    for _ in range(_NEAR):
        if here is None or (here.tag or "").lower() in ("body", "html"):
            return None
        if (here.tag or "").lower() in _BODIES:
            return here
        here = here.parent
    return None


def _says_so(body: LexborNode) -> bool:
    """Whether a body, or what stands right around it, calls itself a note."""
    here: LexborNode | None = body
    for _ in range(_NEAR):
        if here is None:
            break
        attributes = here.attributes
        said = f"{attributes.get('role') or ''} {attributes.get('class') or ''}".lower()
        if "footnote" in said or "endnote" in said:
            return True
        here = here.parent
    return False
