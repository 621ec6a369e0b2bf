"""Sentences in which a report speaks of itself: they assert nothing that could be attacked."""

from __future__ import annotations

import re

from gnut.text.patterns import lazy

_THIS = (
    r"(?:this|the\s+present|the\s+following|the\s+attached)\s+(?:research\s+)?"
    r"(?:report|memo|memorandum|paper|document|briefing|brief|note|study|section|chapter|appendix|annex|table|figure|review)"
)
_DOES = (
    r"(?:is\s+(?:organi[sz]ed|structured|divided|intended|provided|based\s+on|meant|for\s+information)"
    r"|(?:was|has\s+been|were)\s+(?:prepared|written|compiled|produced|commissioned|generated)"
    r"|describes|presents|outlines|summari[sz]es|covers|sets\s+out|reviews|discusses|lists|contains"
    r"|does\s+not\s+constitute|should\s+not\s+be\s+(?:read|taken|relied))"
)
_ABOUT = lazy(
    rf"\W{{0,3}}(?:{_THIS}\s+{_DOES}\b"
    r"|(?:prepared|written|compiled|published|produced|authored|reviewed)\s+(?:by|for)\s+[^,;:]{1,80},"
    r"\s+(?:which|who|whom)\b[^,;:]*$"
    r"|in\s+(?:this|the\s+(?:next|following|last|previous))\s+(?:report|section|chapter|appendix|part),?\s+(?:we|i)\s+"
    r"(?:describe|present|outline|summari[sz]e|discuss|review|examine|explain|list|set\s+out|turn\s+to)\b"
    rf"|the\s+(?:rest|remainder)\s+of\s+(?:this|the)\s+(?:report|document|paper|section)\s+{_DOES}\b"
    r"|see\s+(?:also\s+)?(?:section|appendix|table|figure|annex|chapter|page|note)\b"
    r"|disclaimer\s*:|(?:copyright\s*(?:\(c\)|©)?|©)\s*\d{4}\b|all\s+rights\s+reserved\W*$"
    r"|dieser\s+bericht\s+(?:beschreibt|fasst|stellt|gliedert|wurde\s+erstellt)\b"
    r"|ce\s+rapport\s+(?:décrit|présente|résume|a\s+été\s+(?:rédigé|préparé))"
    r"|este\s+informe\s+(?:describe|presenta|resume|ha\s+sido\s+(?:elaborado|preparado))\b"
    r"|(?:настоящий|этот|данный)\s+отчёт\s+(?:описывает|подготовлен)"
    r"|本(?:报告|報告|文件|章|节|節)(?:介绍|介紹|概述|由|分为|分為)|本(?:報告書|レポート|章)(?:では|は))",
    re.IGNORECASE,
)


def about_itself(text: str) -> bool:
    """Whether a sentence is front matter, or says what the report does, not what it finds.

    `This report was prepared for the board` is; `This report therefore concludes that …` is not, and neither is
    a sentence that only begins with a word of front matter: `Confidential talks suggest that …`.
    """
    return _ABOUT.match(text) is not None
