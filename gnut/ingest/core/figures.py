"""Whether a sentence carries a figure that somebody should be able to check."""

from __future__ import annotations

import re

_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|"
    r"février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|"
    r"agosto|septiembre|octubre|noviembre|diciembre|january|february|march|april|june|july|august|september|october|"
    r"november|december)\.?"
)
_YEAR = r"(?:1[5-9]|20|21)\d\d"
_NOT_FIGURES = re.compile(
    rf"""(?ix)
    \b{_YEAR}[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?\b                      # 2024-05-03
    | \b\d{{1,2}}[./]\d{{1,2}}[./](?:{_YEAR}|\d\d)\b                   # 3.5.2024
    | (?:\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s+(?:de\s+|of\s+)?)?\b{_MONTH}(?:\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!\s?%))?(?:,?\s+(?:de\s+)?{_YEAR})?\b
    | {_YEAR}\s?[年년](?:\s?\d{{1,2}}\s?[月월](?:\s?\d{{1,2}}\s?[日号일])?)?
    | \d{{1,2}}\s?[月월](?:\s?\d{{1,2}}\s?[日号일])?
    | (?<![\d.,$€£¥])\b(?:FY\s?|Q[1-4]\s?|H[12]\s?)?{_YEAR}(?:s\b|[-–/](?:{_YEAR}|\d\d)\b|\b)(?!\s?(?:%|percent|per\ cent|million|billion|trillion|mrd|mio|[,.]\d))
    | \bQ[1-4]\b | \bH[12]\b
    | \b\d{{1,2}}:\d\d(?::\d\d)?\b
    | (?:\b(?:sections?|secs?|figures?|figs?|tables?|phases?|chapters?|steps?|parts?|pages?|pp?|appendix|annex|articles?|
        clauses?|items?|notes?|equations?|eqs?|volumes?|vols?|no|nos|issues?|rfc|iso|version|level|tier|type|class|stage|
        abschnitt|kapitel|abbildung|abb|tabelle|tab|schritt|seite|artikel|anhang|teil|chapitre|tableau|étape|partie|annexe|
        sección|capítulo|tabla|figura|paso|parte|página|anexo|sezione|capitolo|tabella|fase|hoofdstuk|tabel|stap)\b\.?|[§№#])
      \s*\d+(?:\.\d+)*[a-z]?(?:\s*(?:[-–,]|and|und|et|y)\s*\d+(?:\.\d+)*)*
    | (?:[第图表圖])\s?\d+(?:[.．]\d+)*\s?[章节節阶段步页頁]?
    """
)
_ORDINAL = re.compile(r"^\s*[(（]?\d{1,3}(?:\.\d{1,3})*[.)）、．]\s+(?=\D)")
_FIGURE = re.compile(r"(?<![\w-])[-−+±~≈<>≤≥]?\s?[$€£¥₹]?\d|[$€£¥₹]\s?\d|(?<=[\u2e80-\u9fff\uac00-\ud7af(（/–—-])\d")
_MODEL = re.compile(
    r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?!\d[\d.,]*(?:x|k|m|bn|b|t|gb|tb|mb|kg|km|mm|cm|nm|ms|s|h|v|w|kw|mw|gw|hz|ghz|pp|bps|°c|c|f|j|l|g|mg|ml)\b)[A-Za-z][\w-]*\b",
    re.IGNORECASE,
)
_BYLINE = re.compile(
    r"(?i)^\W*(?:by|date|dated|published|updated|last updated|as of|data as of|accessed|author|version|stand|datum|fecha|"
    r"日期|更新|作者|数据截至)\b[^.!?]{0,80}$"
)


def figure(prose: str) -> bool:
    """Whether a sentence holds a figure: not an ordinal, a date or a coordinate (`section 3`) alone.

    Bylines and lines of a data cut-off hold none (groundnut's rule for undeclared numerics); digits
    inside a name (`A2A`, `H100`) are part of the name.
    """
    if not any(character.isdigit() for character in prose):
        return False
    if _BYLINE.match(prose) and not re.search(r"[%$€£¥]", prose):
        return False
    rest = _ORDINAL.sub("", prose)
    rest = _NOT_FIGURES.sub(" ", rest)
    rest = _MODEL.sub(" ", rest)
    return _FIGURE.search(rest) is not None
