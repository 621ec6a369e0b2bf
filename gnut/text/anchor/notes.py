"""What a reader should know of a passage that was found: borders it crosses, words it stops before, disguises."""

from __future__ import annotations

import re

from gnut.model import Span
from gnut.text.anchor.disguise import disguises
from gnut.text.fold import FoldedText, folded

_PARTS = re.compile(r"\n[ \t\r]*+\n|\t|\f")
_BLOCKS = re.compile(r"[\n\t\f]")
_LINES = 4
_LONG = 100

_REACH = 60
_AFTER = re.compile(
    r"[\s,;:\-(]*(?:"
    r"only (?:if|when|where|for|in|after|until|as long)|if and only if|unless|except(?:ing)?\b|excluding|other than"
    r"|apart from|but\b|although|though\b|provided(?: that)?\b|as long as|subject to|assuming\b"
    r"|in (?:mice|rats|vitro|animals)\b"
    r"|(?:is|was|are|were) (?:not|false|untrue|wrong|a myth|unlikely|disputed|denied)\b"
    r"|nur (?:wenn|falls|bei|für)|sofern|ausser\b|es sei denn|aber\b|jedoch\b|allerdings|vorausgesetzt"
    r"|sauf\b|à moins que|à condition|mais\b|seulement si|uniquement (?:si|en)|excepté"
    r"|salvo\b|excepto|a menos que|pero\b|sólo si|solo si|siempre que|a condición"
    r"|exceto|mas\b|somente se|apenas se|desde que|tranne|eccetto|a meno che|però\b|ma\b|solo se|purché"
    r"|tenzij|behalve|maar\b|alleen als|mits\b|кроме|если только|только (?:если|при)|но\b|однако|при условии"
    r"|εκτόσ|αλλά|μόνο (?:αν|εάν)|ancak|fakat|hariç|yalnızca|إلا|ولكن|لكن|بشرط|सिवाय|लेकिन|बशर्ते"
    r")"
)
_AFTER_UNSPACED = re.compile(
    r"[，、,\s]*(?:除非|除了|但|不过|不過|然而|只有|仅在|僅在|前提是|ただし|しかし|が、|に限り|場合のみ|に限る|を除)"
)
_BEFORE = re.compile(
    r"(?:^|[\s(\"'])(?:"
    r"(?:it (?:is|was|would be) |that is )?(?:false|untrue|wrong|incorrect|misleading|a myth|a lie|unlikely|doubtful"
    r"|not true|not the case) (?:to (?:say|claim|suggest) )?that"
    r"|(?:no|little|insufficient|lack of|without) (?:\w+ )?(?:evidence|proof|indication|sign|basis) (?:that|for|of)"
    r"|(?:den(?:y|ies|ied|ying)|refut(?:e|es|ed)|reject(?:s|ed)?|disput(?:e|es|ed)|doubt(?:s|ed)?)(?: \w+){0,3} that"
    r"|not|\w+n't|cannot|never|no longer|nor|neither|fail(?:s|ed|ing)? to|refus(?:e|es|ed|ing) to|unable to"
    r"|unlikely to|declin(?:es|ed) to"
    r"|(?:es ist |dass es )?(?:falsch|unwahr|nicht wahr),? dass|bestreitet,? dass|nicht|kein(?:e|en|er|es|em)?|niemals"
    r"|il est faux que|n'est pas vrai que|aucune preuve que|ne|n'|jamais|refus\w+ de"
    r"|es falso que|no hay pruebas de que|niega que|no|nunca|jamás|não|é falso que|non|è falso che|niet|geen|inte|ikke"
    r"|nie|неверно,? что|не|никогда|отрица\w+,? что|δεν|μην|değil|لا|لم|لن|ليس|غير صحيح أن|नहीं"
    r")[\s\"'(:]*$"
)
_LAST_WORDS = frozenset(
    [
        "that",
        "for",
        "of",
        "not",
        "cannot",
        "never",
        "longer",
        "to",
        "nor",
        "neither",
        "dass",
        "nicht",
        "kein",
        "keine",
        "keinen",
        "keiner",
        "keines",
        "keinem",
        "niemals",
        "que",
        "ne",
        "n",
        "jamais",
        "de",
        "no",
        "nunca",
        "jamás",
        "não",
        "non",
        "che",
        "niet",
        "geen",
        "inte",
        "ikke",
        "nie",
        "что",
        "не",
        "никогда",
        "δεν",
        "μην",
        "değil",
        "لا",
        "لم",
        "لن",
        "ليس",
        "أن",
        "नहीं",
    ]
)
"""Last words of `_BEFORE`, by which most places are told apart at once; an adverb may follow `not`."""
_PREFIXED = re.compile(
    r"(?:不是|并非|並非|没有|沒有|不会|不會|不能|未能|不|未|没|沒|無|无|否认|否認|拒绝|拒絕|않은|안 |불|비|미)$"
)
_SENTENCE_END = re.compile(r"[.!?。！？؟।…][\"'”’」』)\]]*\s*$")


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
    return _AFTER.match(folded(after)) is not None or _AFTER_UNSPACED.match(after) is not None


def _starts_late(text: str, first: Span) -> bool:
    """Return whether the passage starts right after a word that denies it."""
    before = text[max(0, first.start - _REACH) : first.start]
    if _SENTENCE_END.search(before) or before.endswith(("\n\n", "\f", "\t")):
        return False
    words = before.split()
    last = words[-1].lower().strip("\"'“‘(:«") if words else ""
    if (last in _LAST_WORDS or last.endswith(("n't", "n’t", "n'", "n’"))) and _BEFORE.search(folded(before)):
        return True
    return _PREFIXED.search(before) is not None
