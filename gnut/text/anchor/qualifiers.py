"""Words that turn what stands before or after them, at the edge of a passage, in `typed` text."""

from __future__ import annotations

import re

AFTER = re.compile(
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
"""What a passage should not stop before."""

AFTER_UNSPACED = re.compile(
    r"[，、,\s]*(?:除非|除了|但|不过|不過|然而|只有|仅在|僅在|前提是|ただし|しかし|が、|に限り|場合のみ|に限る|を除)"
)

BEFORE = re.compile(
    r"(?:^|[\s(\"'])(?:"
    r"(?:it (?:is|was|would be) |that is )?(?:false|untrue|wrong|incorrect|misleading|a myth|a lie|unlikely"
    r"|doubtful|not true|not the case) (?:to (?:say|claim|suggest) )?that"
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
"""What a passage should not start after."""

BEFORE_UNSPACED = re.compile(
    r"(?:不是|并非|並非|没有|沒有|不会|不會|不能|未能|不|未|没|沒|無|无|否认|否認|拒绝|拒絕|않은|안 |불|비|미)$"
)
