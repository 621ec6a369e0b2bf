"""Quotations in flat text: marks of any script, and which of them quote a source."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.markdown.leaf import HIDDEN
from gnut.text.patterns import lazy

_PAIRS = {
    "“": "”“",
    "„": '“”‟"',
    "‟": "”",
    "❝": "❞",
    "«": "»",
    "»": "«",
    "‹": "›",
    "「": "」",
    "『": "』",
    "‘": "’",
    "‚": "‘’",
    "〝": "〞〟",
    "＂": "＂",
    "｢": "｣",
    "”": "”",
    '"': '"',
    "'": "'",
}
"""Closing marks by opening mark. `“` closes what `„` opened, or by a slip of the hand what `“` did, and `«` what
`»` opened; `”` opens in Finnish and Swedish; German typed on a machine closes `„` by a straight mark."""

_MARK = lazy("(?<!`)``(?!`)|''|[“”„‟❝❞«»‹›「」『』‘’‚〝〞〟＂｢｣\"']")
_WORD = lazy(r"[^\W_]+(?:['’.,:/×·-][^\W_]+)*")
_WIDE = lazy("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u3040-\u30ff]")
_RAISED = lazy(
    r"(?i)(?:(?<=[^\W\d_]{4})|(?<=[.,;:!?”\"»)]))<sup\b[^<>]{0,80}+>\s{0,4}+\[?[0-9]{1,3}\]?\s{0,4}+</sup\s{0,4}+>"
)
"""A footnote number behind a word or a stop; behind a unit or a number it is a power."""

_COUNT = lazy(r"[$€£¥]?[0-9][0-9.,]{0,20}+%?\s(?![A-Z])")
_PLAIN_MATHS = lazy(r"(?<![\w$\\])\$([0-9][0-9.,]{0,30}(?:\\?%)?)\$(?![\w$])")
_MINOR = 4
"""Letters of a word that a title may write small (`of`, `the`, `und`)."""

LONG_WORDS, LONG_WIDE = 4, 10
"""From so many words (or Han, kana, Hangul signs) a quoted run is a quotation wherever its citation stands."""

SHORT_WORDS, SHORT_WIDE = 2, 4
"""From so many it is one if a citation follows at once; a shorter one is a term in scare quotes."""

COUNTED_WORDS = 3
"""From so many it is one too if the first is a number."""

LABEL_WORDS = 8
"""From so many words a link's label in quotation marks is a sentence rather than a title."""

_MOST_OPEN, _FORGOTTEN, _DEEPEST = 64, 32, 8
"""Marks that may wait for their closing one, how many of the oldest are then given up, and how deep marks nest."""

SINGLE_WORDS = 4
"""Words that a run between single marks needs, which are apostrophes more often than not."""


class Quotation(NamedTuple):
    """A run between quotation marks in flat text."""

    at: int
    to: int
    """With the marks."""

    inner: int
    outer: int
    """Without them."""

    words: int
    wide: int
    single: bool


def quotations(text: str) -> list[Quotation]:
    """Return the outermost quoted runs of one block, sorted and apart.

    Marks pair within the block only; one that is never closed (or an inch, or an apostrophe) marks
    nothing and hides nothing behind it. Linear.
    """
    found = [_measured(text, at, to, inner, outer) for at, to, inner, outer in _pairs(text)]
    found.sort()
    outermost: list[Quotation] = []
    for one in found:
        if one.single and one.words < SINGLE_WORDS and one.wide < LONG_WIDE:
            continue
        if not outermost or one.at >= outermost[-1].to:
            outermost.append(one)
    return outermost


def quotes(text: str, one: Quotation, followed: bool, label: bool) -> bool:
    """Whether a quoted run quotes a source, and is no term in scare quotes and no title.

    A title of a work is not taken for its words: a run in title case that no citation follows at once,
    and one that is the whole label of a link, unless it is as long as a sentence or ends like one.

    Args:
        text: Flat text.
        one: The run.
        followed: Whether a citation stands right behind it, but for blanks and punctuation.
        label: Whether it is the whole label of a link.
    """
    inside = text[one.inner : one.outer]
    if not _is_long(text, one) and not (_is_short(text, one) and followed):
        return False
    if label:
        return one.words >= LABEL_WORDS or inside[-1:] in ".!?,;。！？"
    return followed or not is_title(inside)


def passed_over(text: str, one: Quotation, followed: bool, label: bool) -> bool:
    """Whether a quoted run could as well be a quotation as a term, and is not sought: the reader is told of it.

    Args:
        text: Flat text.
        one: The run.
        followed: Whether a citation stands right behind it.
        label: Whether it is the whole label of a link.
    """
    told = _is_short(text, one) and not _is_long(text, one) and not followed and not label
    return told and not is_title(text[one.inner : one.outer])


def _is_long(text: str, one: Quotation) -> bool:
    # Nobody puts a count of things in scare quotes: "31 free berths".
    counted = one.words >= COUNTED_WORDS and _COUNT.match(text, one.inner) is not None
    return counted or one.words >= LONG_WORDS or one.wide >= LONG_WIDE


def _is_short(text: str, one: Quotation) -> bool:
    return one.words >= SHORT_WORDS or one.wide >= SHORT_WIDE or text[one.inner : one.inner + 1].isdigit()


def is_title(text: str) -> bool:
    """Whether words are written as a title of a work: each longer one with a capital, three or more of them."""
    words = [word for word in _WORD.findall(text) if word[0].isalpha()]
    major = [word for word in words if len(word) >= _MINOR]
    return (
        len(words) >= 3
        and len(major) >= 2
        and all(word[0].isupper() for word in (words[0], *major))
        and text[-1:] not in ".!"
    )


def _measured(text: str, at: int, to: int, inner: int, outer: int) -> Quotation:
    inside = text[inner:outer]
    wide = 0
    if max(inside, default="") >= "\u2e80":  # the pattern of all wide letters is dear to compile
        wide = len(_WIDE.findall(inside))
        inside = _WIDE.sub(" ", inside)
    words = len(_WORD.findall(inside))
    return Quotation(at, to, inner, outer, words, wide, text[at] in "'‘‚")


def _pairs(text: str) -> list[tuple[int, int, int, int]]:
    """Match closing marks to the nearest open mark they can close."""
    found: list[tuple[int, int, int, int]] = []
    stack: list[tuple[str, int, int]] = []
    depth: dict[str, int] = {}
    for match in _MARK.finditer(text):
        mark, at, to = match.group(), *match.span()
        before = text[at - 1] if at else " "
        after = text[to] if to < len(text) else " "
        closer = "”" if mark == "''" else mark
        if _can_close(mark, before, after) and depth.get(closer, 0):
            for index in range(len(stack) - 1, max(-1, len(stack) - 1 - _DEEPEST), -1):
                opening, start, inner = stack[index]
                if closer in _PAIRS[opening]:
                    if text[inner:at].strip():
                        found.append((start, to, inner, at))
                    for gone, _, _ in stack[index:]:
                        _count(depth, gone, -1)
                    del stack[index:]
                    break
            else:
                _open(stack, depth, mark, before, after, at, to)
            continue
        _open(stack, depth, mark, before, after, at, to)
    return found


def _open(
    stack: list[tuple[str, int, int]], depth: dict[str, int], mark: str, before: str, after: str, at: int, to: int
) -> None:
    opener = "“" if mark == "``" else mark
    if opener in _PAIRS and _can_open(opener, before, after):
        stack.append((opener, at, to))
        _count(depth, opener, 1)
        if len(stack) > _MOST_OPEN:
            for gone, _, _ in stack[:_FORGOTTEN]:
                _count(depth, gone, -1)
            del stack[:_FORGOTTEN]


def _count(depth: dict[str, int], opener: str, step: int) -> None:
    for closer in _PAIRS[opener]:
        depth[closer] = depth.get(closer, 0) + step


def _edge(character: str) -> bool:
    """Whether a word may begin behind, or end before, such a character without a blank."""
    return not character.isalnum() or character == HIDDEN or character >= "\u2e80"


def _can_open(mark: str, before: str, after: str) -> bool:
    if after.isspace() and mark not in "«»":
        return False
    if mark in "\"'’‘‚”»":
        return _edge(before) and before not in "”’»"
    return True


def _can_close(mark: str, before: str, after: str) -> bool:
    if mark in "'’":
        return not before.isspace() and not (after.isalnum() and after < "\u2e80")
    if mark == '"':
        return not before.isspace() and (_edge(after) or _edge(before))
    if mark in "“”‘‟":
        return not before.isspace() and not (mark in "“‘" and after.isalnum() and after < "\u2e80")
    return True


def words_of(text: str, at: int, to: int, drop: list[tuple[int, int]], shown: str | None = None) -> str:
    """Return the words of a range as a reader sees them: line ends are blanks, the dropped ranges gone.

    A raised footnote number, copied with the words around it, is none of them; a number set as maths is.
    Blanks that the author doubled stay: whether they matter is not decided here.

    Args:
        text: Flat text.
        at: First character.
        to: Character after the last.
        drop: Ranges to leave out, sorted; they may overlap.
        shown: The flat text as readers see it, raised numbers raised; None where that is the same.
    """
    shown = text if shown is None else shown
    parts = []
    here = at
    if "<" in text[at:to]:
        drop = sorted([*drop, *(mark.span() for mark in _RAISED.finditer(text, at, to))])
    for start, end in drop:
        if end <= here or start >= to:
            continue
        parts.append(shown[here : max(here, start)])
        here = max(here, min(end, to))
    parts.append(shown[here:to])
    words = "".join(parts).replace("\n", " ").replace("\x0b", " ").strip()
    return _PLAIN_MATHS.sub(_number, words) if "$" in words else words


def _number(found: re.Match[str]) -> str:
    return str(found.group(1)).replace("\\", "")
