"""Letters and figures that pass for a Latin letter, as far as small tables go (after UTS #39)."""

from __future__ import annotations

import unicodedata

from gnut.text.patterns import lazy

_PAIRS = (
    # Figures and strokes.
    "0o 1l il ıl ǀl з3 ȝ3 ʒ3 ℮e "
    # Latin letters whose name does not say it.
    "ɑa ɩl ɡg øo łl ŋn ſs ƨs ƽs ȷj ƅb ꞵb ꟾl "
    # Cyrillic, small and capital.
    "аa вb еe ёe кk мm нh оo рp сc тt уy хx іl їl јj ѕs ԁd ԛq ԝw һh ӏl ьb гr пn єe ғf "
    "қk ҝk ҡk ҟk ңh ҥh ҫc ҳx ҷy үy ұy ѵv ѡw "
    "ԍg ԑe ԏt ҙ3 ӡ3 ѳo өo ԃd ӿx ҽe АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ԚQ ԜW ҮY ҺH ӀI "
    # Greek, small and capital.
    "αa βb γy εe ηn ιl κk μu νv οo ρp ϱp σo ςc τt υu χx ωw ϲc ϳj ϵe ϕo "
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO "
    "ΡP ΤT ΥY "
    "ΧX ϹC ͿJ "
    # Armenian.
    "աw գq զq էt ըn հh ղn յj նu ոn սu ցg քp օo լl վd ՕO ՍU ԼL ՈN "
    # Cherokee and Lisu capitals, Coptic, Georgian, Hebrew, Arabic, Indic noughts.
    "ᎠD ᎡR ᎢT ᎥI ᎩY ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎽY ᏀG ᏃZ ᏚS ᏙV ᏔW ᏞL ᏟC ᏢP ᏦK ᏴB ᏮE "
    "ꓐB ꓑP ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU "
    "ⲁa ⲃb ⲉe ⲏh ⲓl ⲕk ⲙm ⲛn ⲟo ⲣp ⲥc ⲧt ⲩy ⲭx ⲱw ⲀA ⲂB ⲈE ⲎH ⲒI ⲔK ⲘM ⲚN ⲞO ⲢP ⲤC ⲦT ⲨY ⲬX "
    "სb ოo ხb հh וl ןl סo اl هo ہo ەo ୦o ഠo ဝo"
)
_FORM = lazy(
    r"(?:(?:NEGATIVE (?:SQUARED|CIRCLED) )?LATIN (?:(?:SMALL|CAPITAL) LETTER |LETTER SMALL CAPITAL )"
    r"(?:SCRIPT |DOTLESS |BARRED |LONG |INSULAR )?|REGIONAL INDICATOR SYMBOL LETTER "
    ")([A-Z])(?: WITH (?!SMALL LETTER)[A-Z0-9 -]*)?$"
)
"""Unicode's names of the forms of a letter."""


def _table() -> dict[str, str]:
    found = {one[0]: one[1].lower() for one in _PAIRS.split()}
    return {sign: found.get(passes, passes) for sign, passes in found.items()}


_TABLE = _table()


def latin(sign: str) -> str:
    """Return the small letter or figure that one letter or figure passes for; itself when it is none of these.

    Figures of any script are those of ASCII, letters with a stroke, a hook or a small capital's form their
    plain ones.
    """
    if sign in _TABLE:
        return _TABLE[sign]
    if sign.isascii():
        low = sign.lower()
        return _TABLE.get(low, low)
    figure = unicodedata.digit(sign, None)
    if figure is not None:
        return _TABLE.get(str(figure), str(figure))
    form = _FORM.match(unicodedata.name(sign, ""))
    return latin(form[1]) if form is not None else sign
