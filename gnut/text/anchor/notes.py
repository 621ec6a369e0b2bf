"""What a reader should know of a passage that was found: borders it crosses, words it stops before, disguises."""

from __future__ import annotations

from gnut.model import Span
from gnut.text.anchor.disguise import disguises
from gnut.text.fold import FoldedText, folded
from gnut.text.patterns import lazy
from gnut.text.words import is_unspaced, words_of

_PARTS = lazy(r"\n[ \t\r]*+\n|\t|\f")
_BLOCKS = lazy(r"[\n\t\f]")
_LINES = 4
_LONG = 100

_REACH = 60


_FIRST_WORDS = words_of(
    "only if unless except excepting excluding other apart but although though provided as subject assuming in "
    "is was are were nur sofern außer ausser es aber jedoch allerdings vorausgesetzt sauf à mais seulement "
    "uniquement excepté salvo excepto a pero sólo solo siempre exceto mas somente apenas desde tranne eccetto "
    "però ma purché tenzij behalve maar alleen mits кроме если только но однако при εκτός εκτόσ αλλά μόνο ancak "
    "fakat hariç yalnızca إلا ولكن لكن بشرط सिवाय लेकिन बशर्ते "
)
"""First words of qualifiers after a passage, by which most places are told apart at once."""

_LAST_WORDS = words_of(
    "that for of not cannot never longer to nor neither dass nicht kein keine keinen keiner keines keinem "
    "niemals que ne n jamais de no nunca jamás não non che niet geen inte ikke nie что не никогда δεν μην değil "
    "لا لم لن ليس أن नहीं "
)
"""Last words of denials before a passage."""
_SENTENCE_END = lazy(r"[.!?。！？؟।…][\"'”’」』)\]]*\s*$")


def notes(source: FoldedText, parts: tuple[Span, ...], excerpt: str) -> tuple[str, ...]:
    """Return the notes on a found passage, sorted."""
    text = source.text
    passages = [text[part.start : part.end] for part in parts]
    found = {name for piece in (*passages, excerpt) for name in disguises(piece)}
    if any(_crosses(source, piece) for piece in passages):
        found.add("crosses_block")
    if any("\f" in piece.strip() for piece in passages):
        found.add("page_break_crossed")
    if _stops_short(text, parts[-1]) or _starts_late(text, parts[0]):
        found.add("truncated_before_qualifier")
    return tuple(sorted(found))


def _crosses(source: FoldedText, passage: str) -> bool:
    inner = passage.strip()
    if not _BLOCKS.search(inner):
        return False
    # A line that is too short to have been wrapped ended a block, whoever says so.
    return (_PARTS if wrapped(source) else _BLOCKS).search(inner) is not None


def wrapped(source: FoldedText) -> bool:
    """Return whether a single line end of `source` is a wrap and no border.

    Text made from HTML ends every block in one line end, has no blank line and ends in a
    line end itself. Without word from the caller, text that has a blank line, a page
    break or no line end at its end is not of that kind; nor is text whose lines all but
    the last of a paragraph are of one length.
    """
    if source.wrapped is not None:
        return source.wrapped
    return source.made(_looks_wrapped)


def _looks_wrapped(source: FoldedText) -> bool:
    text = source.text
    if not text.endswith("\n") or "\n\n" in text or "\f" in text or "\r\n" in text:
        return True
    lines = text[:20_000].split("\n")[:-1]
    longest = max(map(len, lines))
    full = sum(len(line) * 3 > longest * 2 for line in lines)
    return len(lines) >= _LINES and longest <= _LONG and full * 3 > len(lines) * 2


def _stops_short(text: str, last: Span) -> bool:
    """Return whether the passage stops in a sentence that goes on with a qualifier."""
    if _SENTENCE_END.search(text[max(last.start, last.end - 4) : last.end]):
        return False
    after = text[last.end : last.end + _REACH].split("\n\n")[0]
    words = after.split(None, 1)
    first = words[0].lower().strip(",;:-(") if words else ""
    if not first and len(words) > 1:
        first = words[1].split()[0].lower()
    if after.isascii() and first not in _FIRST_WORDS:
        return False
    from gnut.text.anchor.qualifiers import AFTER, AFTER_UNSPACED

    if first in _FIRST_WORDS and AFTER.match(folded(after)):
        return True
    return AFTER_UNSPACED.match(after) is not None


def _starts_late(text: str, first: Span) -> bool:
    """Return whether the passage starts right after a word that denies it."""
    before = text[max(0, first.start - _REACH) : first.start]
    if _SENTENCE_END.search(before) or before.endswith(("\n\n", "\f", "\t")):
        return False
    words = before.split()
    last = words[-1].lower().strip("\"'“‘(:«") if words else ""
    unspaced = is_unspaced(before.rstrip()[-1:] or " ")
    if not unspaced and last not in _LAST_WORDS and not last.endswith(("n't", "n’t", "n'", "n’")):
        return False
    from gnut.text.anchor.qualifiers import BEFORE, BEFORE_UNSPACED

    return (BEFORE_UNSPACED.search(before) if unspaced else BEFORE.search(folded(before))) is not None
