"""Headings under which reports list their sources, in the languages that reports are written in."""

from __future__ import annotations

import re

from gnut.text.patterns import lazy

_WORDS = """
sources|source|references|reference|reference list|list of references|list of sources|bibliography|works cited
citations|cited sources|sources cited|references cited|literature|literature cited|further reading
notes and references|sources and references|references and sources|references and further reading
sources & references|endnotes|footnotes|source list|key sources|primary sources|secondary sources
selected sources|selected references|source links|links|sources used|sources consulted|works consulted
additional sources|full references|research sources|data sources|quellen|quellenverzeichnis|quellenangaben
literatur|literaturverzeichnis|einzelnachweise|referenzen|belege|nachweise|quellen und literatur
literatur und quellen|weiterführende literatur|fußnoten|weblinks|références|bibliographie
sources et références|références bibliographiques|notes et références|ouvrages cités|sources consultées|notes
fuentes|referencias|bibliografía|fuentes consultadas|referencias bibliográficas|obras citadas
fuentes y referencias|notas|fontes|referências|bibliografia|referências bibliográficas|fontes consultadas
fonti|riferimenti|riferimenti bibliografici|note|bronnen|referenties|literatuur|bronvermelding|literatuurlijst
bronnenlijst|källor|referenser|källförteckning|litteratur|kilder|referanser|referencer|litteraturliste
kildeliste|lähteet|viitteet|źródła|przypisy|literatura|piśmiennictwo|odkazy|zdroje|reference a zdroje
použitá literatura|források|hivatkozások|irodalom|irodalomjegyzék|surse|referințe|bibliografie|izvori|viri
kaynaklar|kaynakça|referanslar|источники|литература|список литературы|ссылки|библиография|примечания
список источников|использованные источники|джерела|література|список літератури|посилання|източници|πηγές
αναφορές|βιβλιογραφία|παραπομπές|参考文献|参考資料|参考资料|参考来源|参考文献列表|来源|资料来源|引用|引用来源|引用文献
信息来源|数据来源|文献|注释|参考链接|引文|参考|參考文獻|參考資料|參考來源|來源|資料來源|引用來源|引用文獻|文獻
註釋|註解|出典|参考文献一覧|引用元|参照|情報源|脚注|参考リンク|参照元|참고문헌|참고 문헌|출처|참고자료
참고 자료|인용|각주|참조|मराठी संदर्भ|संदर्भ|स्रोत|संदर्भ सूची|ग्रंथसूची|সূত্র|তথ্যসূত্র|ஆதாரங்கள்|மேற்கோள்கள்
المصادر|المراجع|مراجع|مصادر|قائمة المراجع|المصادر والمراجع|מקורות|ביבליוגרפיה|הערות שוליים|منابع|فهرست منابع
حوالہ جات|مآخذ|แหล่งอ้างอิง|เอกสารอ้างอิง|อ้างอิง|บรรณานุกรม|tài liệu tham khảo|nguồn|nguồn tham khảo
tham khảo|daftar pustaka|referensi|sumber|rujukan|marejeo|vyanzo|sanggunian|mga sanggunian|iturriak
erreferentziak|fonts|referències|viited|allikad|avoti|atsauces|šaltiniai|literatūra
"""
_WEAK = frozenset(
    """notes note notas примечания przypisy footnotes endnotes 注释 註釋 註解 脚注 각주 citations literature literatur
    literatura litteratur literatuur weblinks ссылки odkazy""".split()
) | {"data sources", "source links", "further reading", "참고 자료", "additional sources", "notes et références"}
"""Words that also head what is no list of sources: there at least half of the lines need an address."""

_NUMBERING = lazy(
    r"^(?:\(?[0-9ivxlc]{1,5}[.)、．]?[0-9.]*|[a-z][.)]|[一二三四五六七八九十]{1,3}[、.．]|第[一二三四五六七八九十\d]{1,3}[章节節部])\s*",
    re.IGNORECASE,
)
_TAIL = lazy(r"\s*+(?:[(（\[][^()（）\[\]]{0,60}[)）\]])?\s*+[:：.。]?\s*+$")
_DECOR = "*_#~`=-–—•📚🔗📖📄:： \t\xa0\u3000\ufe0f"
_KNOWN = frozenset(word.strip() for line in _WORDS.strip().splitlines() for word in line.split("|"))
LONGEST = 80
"""Characters of the longest line that is looked up."""


def heads_sources(text: str) -> bool:
    """Whether a heading or a line of its own says that sources follow: `## 5. References (68)`, `**Quellen:**`."""
    return not _KNOWN.isdisjoint(_spellings(text))


def is_weak(text: str) -> bool:
    """Whether such a heading may also stand over something else: `## Notes`."""
    return not _WEAK.isdisjoint(_spellings(text))


def _spellings(text: str) -> tuple[str, ...]:
    """Return a heading without decoration, with and without its own number."""
    line = " ".join(text.split())
    if not line or len(line) > LONGEST:
        return ()
    line = _TAIL.sub("", line.strip(_DECOR)).strip(_DECOR).casefold()
    return line, _NUMBERING.sub("", line).strip(_DECOR)
