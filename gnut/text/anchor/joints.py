"""Judge the places where two readings of the same letters part them otherwise: by a hyphen, a blank, a line end.

A broken text layer moves blanks and loses hyphens at line ends. Whoever alters a quotation can
do the same ("a moral act", "amoral act"), so each such place needs evidence of its own that
the layer is to blame; where a number or a denial hangs on it no evidence will do.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.anchor.compounds import FUNCTION_WORDS, TWO_READINGS, denies_after, denies_before
from gnut.text.anchor.lexicon import is_number_word
from gnut.text.fold import FoldedText
from gnut.text.spans import Squeezed
from gnut.text.words import is_digit, is_unspaced, is_wordy

_DASHES = "-‐‑‒–—―−﹘﹣－¬\u00ad\ufffe\x02"
_BREAKS = "\n\r\x0b\x0c\x85\u2028\u2029\u00ad\ufffe\x02"
_NO_WORD = re.compile(r"[b-df-hj-np-tv-xz]{1,4}")
"""Letters of no word: consonants alone."""

_MANY = 3
"""Words run together in one passage that show a layer without blanks; one or two may be another word."""


class Joint(NamedTuple):
    """A place between two characters that the readings part otherwise."""

    left: str
    """The letters before it, back to where the reading that parts more parts before."""

    right: str
    source: str
    """What stands there in the stored text."""

    excerpt: str
    """What stands there in the excerpt as written."""

    same_ends: bool
    """Whether both readings part alike at the other ends of `left` and `right`."""


class Sought(NamedTuple):
    """A reading of an excerpt, and where it was written, if that is known."""

    reading: str
    written: str | None = None
    form: Squeezed | None = None


def joints_hold(source: FoldedText, form: Squeezed, start: int, end: int, sought: Sought) -> bool:
    """Return whether `[start, end)` of `form` and the excerpt differ only as a broken text layer would."""
    dropped = form.dropped
    theirs, ours = _seams(form.reading(start, end), dropped), _seams(sought.reading, dropped)
    kept = form.text[start:end]
    if ours.kept != kept or (ours.led and is_digit(kept[0])):
        return False
    joints = []
    for at in sorted(theirs.gaps.keys() | ours.gaps.keys()):
        if theirs.gaps.get(at, "") == ours.gaps.get(at, ""):
            continue
        span = form.origin(start + at, start + at + 2)
        stored = source.text[span.start + 1 : span.end - 1]
        joints.append(_joint(kept, at, theirs.gaps, ours.gaps, stored, _written(sought, ours, at)))
    broken = _is_broken(joints)
    return all(_holds(joint, source, broken=broken) for joint in joints)


class _Seams(NamedTuple):
    kept: str
    gaps: dict[int, str]
    led: bool


def _seams(reading: str, dropped: str) -> _Seams:
    """Return the characters of a reading that count, and what was taken out after each of them."""
    gaps: dict[int, str] = {}
    kept: list[str] = []
    bare = reading.strip()
    led = bare.startswith("-")
    bare = bare.strip(" -")
    for sign in bare:
        if sign not in dropped:
            kept.append(sign)
        else:
            gaps[len(kept) - 1] = gaps.get(len(kept) - 1, "") + sign
    return _Seams("".join(kept), gaps, led)


def _written(sought: Sought, ours: _Seams, at: int) -> str:
    if sought.form is None or sought.written is None or ours.kept not in sought.form.text:
        return ours.gaps.get(at, "")
    first = sought.form.text.index(ours.kept)
    span = sought.form.origin(first + at, first + at + 2)
    return sought.written[span.start + 1 : span.end - 1]


def _joint(kept: str, at: int, theirs: dict[int, str], ours: dict[int, str], stored: str, written: str) -> Joint:
    """Return the place after character `at`, with the pieces that the more parted reading has around it."""
    low, high = at, at + 1
    same = True
    while low > 0 and is_wordy(kept[low - 1]) and is_wordy(kept[low]):
        if low - 1 in theirs or low - 1 in ours:
            same = same and theirs.get(low - 1, "") == ours.get(low - 1, "")
            break
        low -= 1
    while high + 1 < len(kept) and is_wordy(kept[high]) and is_wordy(kept[high + 1]):
        if high in theirs or high in ours:
            same = same and theirs.get(high, "") == ours.get(high, "")
            break
        high += 1
    return Joint(kept[low : at + 1], kept[at + 1 : high + 1], stored, written, same)


def _has(seam: str, signs: str) -> bool:
    return any(sign in signs for sign in seam)


def _blank(seam: str) -> bool:
    return any(map(str.isspace, seam))


def _is_broken(joints: list[Joint]) -> bool:
    """Return whether a passage shows by itself that its blanks are the layer's."""
    letters = [joint for joint in joints if _between_letters(joint) and not _has(joint.source + joint.excerpt, _DASHES)]
    if any(_NO_WORD.fullmatch(piece) for joint in letters for piece in (joint.left, joint.right)):
        return True
    glued = [joint for joint in letters if not joint.source and _blank(joint.excerpt)]
    return len(glued) >= _MANY or len(letters) - len(glued) >= 2 * _MANY


def _between_letters(joint: Joint) -> bool:
    left, right = joint.left[-1], joint.right[0]
    return is_wordy(left) and is_wordy(right) and not is_digit(left) and not is_digit(right)


def _holds(joint: Joint, source: FoldedText, *, broken: bool) -> bool:
    left, right = joint.left[-1], joint.right[0]
    dash = _has(joint.source, _DASHES), _has(joint.excerpt, _DASHES)
    at_break = (dash[0] and _has(joint.source, _BREAKS)) or (dash[1] and _is_copied_break(joint.excerpt))
    if is_digit(left) or is_digit(right):
        return _holds_beside_digit(joint, dash)
    if not _between_letters(joint):
        return dash[0] == dash[1]
    if all(dash):
        return at_break
    if any(dash):
        # A hyphen that only divided a word at a line end; a blank in its place would be another wording.
        return at_break and not _blank(joint.excerpt if dash[0] else joint.source)
    if is_unspaced(left) or is_unspaced(right):
        return True
    return _is_torn(joint, source, broken=broken)


def _is_copied_break(seam: str) -> bool:
    return _has(seam, _BREAKS) or re.search(r"\S\s+$", seam) is not None


def _holds_beside_digit(joint: Joint, dash: tuple[bool, bool]) -> bool:
    """Return whether a number keeps its signs, digits and unit; a dash before a digit is never left out."""
    left, right = joint.left[-1], joint.right[0]
    if dash[0] != dash[1]:
        return False
    if is_digit(left) and is_digit(right):
        return dash[0]
    if dash[0] and not is_wordy(left):
        return _has(joint.source, _BREAKS)
    if left in ".,٫" or right in ".,٫":
        return False
    return joint.same_ends


def _is_torn(joint: Joint, source: FoldedText, *, broken: bool) -> bool:
    """Return whether a blank between letters is the layer's: at a line end, or in a passage broken elsewhere too."""
    whole = joint.left + joint.right
    if whole in TWO_READINGS or denies_after(joint.right) or any(map(is_number_word, (joint.left, joint.right))):
        return False
    if denies_before(joint.left) and not (broken and joint.right in FUNCTION_WORDS):
        return False
    if broken:
        return True
    if not _has(joint.source, _BREAKS) or joint.excerpt:
        return False
    # Both readings are words of this text: nobody can tell which was meant.
    return not (_stands(source, whole) and _stands(source, joint.left) and _stands(source, joint.right))


def _stands(source: FoldedText, word: str) -> bool:
    """Return whether `word` stands in the text as a word of its own, twice when it is a piece of the passage."""
    found = re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", source.typed.text)
    next(found, None)
    return next(found, None) is not None or (len(word) > 1 and word in FUNCTION_WORDS)
