"""How much a page says of its own: running sentences, apart from what walls say to whom they stop.

A wall speaks to its reader ("please", "your browser") and of itself (an error, the request, this site). What tells of
anything else in whole sentences is no wall, whatever phrase it quotes: a dictionary entry, a news item, an answer.
"""

from __future__ import annotations

from msgspec import Struct

from gnut.text.html.phrases import any_of
from gnut.text.patterns import lazy

SENTENCE = 40
"""Letters from which on a sentence counts: shorter ones are buttons, labels and menus."""

_DENSE = lazy("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_END = lazy(r"([.!?…](?=\s|[\"'”’»)\]]|$)|[。！？])|[\n\t\f]")

_SPOKEN = any_of(
    r"""
    \b(?:you|your|you're|please|sorry|oops|we|we're|our)\b
    \b(?:requests?|requested|url|server|browser|javascript|cookies?|error|administrator|homepage|captcha id)\b
    \b(?:this (?:page|site|website|domain|url|content)|try again|go back|©|copyright|rights reserved)\b|©
    \b(?:sie|ihr|ihre[nmrs]?|bitte|dein[e]?|du|wir|diese (?:seite|domain)|leider)\b
    \b(?:vous|votre|vos|veuillez|nous|nos|cette page|désolé)\b
    \b(?:usted|su|sus|por favor|nosotros|nuestros|esta página|este dominio|lo sentimos)\b
    \b(?:la tua|il tuo|tuo|noi|nostri|questa pagina|questo dominio|spiacenti|você|seu|sua|nossos|esta página)\b
    \b(?:je|jouw|uw|wij|onze|deze pagina|twój|twoją|my|nasi|proszę|przepraszamy|ta strona)\b
    \b(?:вы|вас|вам|ваш\w{0,4}|мы|пожалуйста|извините|эта страница)\b
    您|你|请|請|我们|我們|抱歉|ください|下さい|お客様|お探し|申し訳|주세요|귀하|요청하신|죄송|من فضلك|عذرا
    """
)
"""Words of a wall: to its reader, of itself."""


class Said(Struct, frozen=True):
    """Letters in the running sentences of a page, those of dense scripts counted twice."""

    own: int
    """In sentences that are not to the reader and not about the page."""

    other: int
    """In the others."""


def said(text: str) -> Said:
    """Return how much `text`, lower-case visible text with its lines, says in whole sentences."""
    own = other = 0
    pieces = _END.split(text)
    # Pieces and what ended them stand in turn; what no mark ends is a label, however long.
    for piece, mark in zip(pieces[::2], pieces[1::2], strict=False):
        length = len(sentence := piece.strip()) + len(_DENSE.findall(piece))
        if mark is None or length < SENTENCE:
            continue
        if _SPOKEN.search(sentence):
            other += length
        else:
            own += length
    return Said(own, other)
