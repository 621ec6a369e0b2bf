"""Whether a sentence carries a figure that somebody should be able to check."""

from __future__ import annotations

import re

_MONTHS = "|".join(
    """jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september
    october november december januar februar märz mai juni juli oktober dezember janvier février mars avril juin
    juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre
    octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro
    fevereiro março maio junho julho setembro outubro novembro dezembro""".split()
)
_PLACES = "|".join(
    """section sections sec secs figure figures fig figs table tables phase phases chapter chapters step steps part
    parts page pages p pp appendix annex article articles clause clauses item items note notes equation equations eq
    eqs volume volumes vol vols no nos issue issues rfc iso version level tier type class stage abschnitt kapitel
    abbildung abb tabelle tab schritt seite artikel anhang teil chapitre tableau étape partie annexe sección capítulo
    tabla figura paso parte página anexo sezione capitolo tabella fase hoofdstuk tabel stap""".split()
)
_YEAR = r"(?:1[5-9]|20|21)\d\d"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"

_NOT_FIGURES = (
    # 2024-05-03, 3.5.2024, 14:30
    re.compile(rf"\b{_YEAR}[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?\b|\b\d{{1,2}}[./]\d{{1,2}}[./](?:{_YEAR}|\d\d)\b"),
    re.compile(r"\b\d{1,2}:\d\d(?::\d\d)?\b"),
    # 3 May 2024, May 3rd, 2024, 3. Mai, 3 de mayo de 2024
    re.compile(
        rf"(?i)(?:\b{_DAY}\.?\s+(?:de\s+|of\s+)?)?\b(?:{_MONTHS})\b\.?"
        rf"(?:\s+{_DAY}\b(?!\s?%))?(?:,?\s+(?:de\s+)?{_YEAR})?\b"
    ),
    # 2023年3月, 3月5日
    re.compile(
        rf"{_YEAR}\s?[年년](?:\s?\d{{1,2}}\s?[月월])?(?:\s?\d{{1,2}}\s?[日号일])?|\d{{1,2}}\s?[月월](?:\s?\d{{1,2}}\s?[日号일])?"
    ),
    # 2019, 2019–24, FY2024, Q3 2024, the 1990s; but 2019 million is a figure
    re.compile(
        rf"(?i)(?<![\d.,$€£¥])\b(?:FY\s?|Q[1-4]\s?|H[12]\s?)?{_YEAR}(?:s\b|[-–/](?:{_YEAR}|\d\d)\b|\b)"
        r"(?!\s?(?:%|percent|per cent|million|billion|trillion|mrd|mio|[,.]\d))"
    ),
    re.compile(r"\b(?:Q[1-4]|H[12])\b"),
    # section 3.2, figures 4 and 5, § 7, 第3章
    re.compile(
        rf"(?i)(?:\b(?:{_PLACES})\b\.?|[§#№])\s*\d+(?:\.\d+)*[a-z]?(?:\s*(?:[-–,]|and|und|et|y)\s*\d+(?:\.\d+)*)*"
    ),
    re.compile(r"[第图表圖]\s?\d+(?:[.．]\d+)*\s?[章节節阶段步页頁]?"),
    # A2A, H100, COVID-19: names begin with a letter
    re.compile(r"\b[A-Za-z][\w-]*\d[\w-]*"),
)
_ORDINAL = re.compile(r"^\s*[(（]?\d{1,3}(?:\.\d{1,3})*[.)）、．]\s+(?=\D)")
_BYLINE = re.compile(
    r"(?i)^\W*(?:by|date|dated|published|updated|last updated|as of|data as of|accessed|author|version|stand|datum|"
    r"fecha|日期|更新|作者|数据截至)\b[^.!?]{0,80}$"
)
_MONEY = re.compile(r"[%$€£¥₹]")


def figure(prose: str) -> bool:
    """Whether a sentence holds a figure: not an ordinal, a date or a coordinate (`section 3`) alone.

    Bylines and lines of a data cut-off hold none (groundnut's rule for undeclared numerics); digits
    inside a name are part of the name. Another number in the same sentence still counts.
    """
    if not any(character.isdigit() for character in prose):
        return False
    if _BYLINE.match(prose) and not _MONEY.search(prose):
        return False
    rest = _ORDINAL.sub("", prose)
    for pattern in _NOT_FIGURES:
        rest = pattern.sub(" ", rest)
    return any(character.isdigit() for character in rest)
