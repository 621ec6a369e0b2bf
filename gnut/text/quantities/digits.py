"""Numbers that stand without blanks in one run of digits: `1,2,3`, `1250,1100`."""

from __future__ import annotations

from gnut.text.patterns import lazy

_GLUED = lazy(r"[1-9]\d{3,},[1-9]\d{3,}")
_GROUPS = lazy(r"\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d\d)+,\d{3}")
_CELLS = lazy(r"\d{1,3}(?:,\d{3})+(?!\d)|\d+")


def cut(text: str, start: int, end: int, *, divides: bool) -> list[tuple[int, int]]:
    """Return where the numbers of a run of digits stand: one, or those of a list without blanks (`1,2,3`).

    Commas that neither group nor divide separate: several of them that stand not in groups, and unless commas
    divide in the locale (`divides`), one between four digits and four (`1250,1100`): cells of a table put together.
    """
    if text.find(",", start, end) < 0 or text.find(".", start, end) >= 0:
        return [(start, end)]
    body = text[start:end]
    commas = body.count(",")
    if commas == 1:
        glued = not divides and _GLUED.fullmatch(body) is not None
    else:
        glued = _GROUPS.fullmatch(body) is None and not _is_name(text, start, end)
    if not glued:
        return [(start, end)]
    return [(start + match.start(), start + match.end()) for match in _CELLS.finditer(body)]


def _is_name(text: str, start: int, end: int) -> bool:
    """Return whether digits with commas cite or name something: `[1,2,5]`, `Smith1,2,3`, `1,2,4-trichlorobenzene`."""
    before, after = text[max(0, start - 1) : start], text[end : end + 2]
    return before == "[" or before.isalpha() or (after[:1] in ("-", "–") and after[1:].isalpha())
