"""The same rules in other languages and scripts: honest copies, and one alteration each."""

from __future__ import annotations

import pytest

from gnut.text.anchor.contract import Outcome
from tests.text.anchor.seeking import kinds, passage, seek

TRUE = {
    "German quotation marks": (
        "Er sagte: „Das Haus bleibt offen“, und ging.",
        'sagte: "Das Haus bleibt offen", und ging',
    ),
    "German line end": ("Die Unter-\nnehmen zahlen keine Steuer.", "Die Unternehmen zahlen keine Steuer"),
    "German compound at a line end": ("ein Schwarz-\nWeiß-Druck", "ein Schwarz-Weiß-Druck"),
    "French marks and blanks": ("Il a dit « la porte est ouverte » hier.", 'Il a dit "la porte est ouverte" hier'),
    "French per cent": ("La hausse est de 12,5\u00a0% par an.", "La hausse est de 12,5% par an"),
    "French elision": ("Selon l’évaluation du conseil, rien ne change.", "évaluation du conseil, rien ne change"),
    "Spanish": ("¿Quién abrió la puerta del muelle?", "Quién abrió la puerta del muelle"),
    "Portuguese decomposed": ("A a\u0063\u0327a\u0303o na\u0303o parou.", "A a\u00e7\u00e3o n\u00e3o parou"),
    "Chinese": ("报告说，港口规划已经完成，明年开工。", "港口规划已经完成"),
    "Chinese width": ("收入增长（3.5％），利润持平。", "收入增长(3.5%),利润持平"),
    "Chinese over a line end": ("港口规划\n已经完成", "港口规划已经完成"),
    "Chinese radicals of a text layer": ("⽤户数量增加", "用户数量增加"),
    "Japanese": ("この港は一致して運営されています。", "一致して運営されています"),
    "Japanese half width": ("ﾊﾞｽは港に着いた", "バスは港に着いた"),
    "Korean before a particle": ("서울은 항구가 아니다.", "서울"),
    "Korean decomposed": ("\u1112\u1161\u11ab\u1100\u1173\u11af 항구 보고서", "한글 항구 보고서"),
    "Arabic": ("قال التقرير إن الميناء مفتوح للجميع.", "الميناء مفتوح للجميع"),
    "Arabic stretched": ("المينــاء مفتوح", "الميناء مفتوح"),
    "Arabic presentation forms": ("ﻣﺮﺣﺒﺎ ﺑﻜﻢ", "مرحبا بكم"),
    "Arabic with direction marks": ("قال \u200fالتقرير\u200f اليوم", "قال التقرير اليوم"),
    "Hebrew points": ("הנמל נפתח היום", "הנמל נפתח היום"),
    "Hindi": ("यह बंदरगाह सबके लिए खुला है।", "बंदरगाह सबके लिए खुला है"),
    "Hindi composed": ("क\u093cानून लागू है", "\u0958ानून लागू है"),
    "Persian joiner": ("او می\u200cرود به بندر", "او می\u200cرود به بندر"),
    "Turkish capital": ("İSTANBUL limanı kapandı.", "istanbul limanı kapandı"),
    "Greek final sigma": ("Ο ΛΟΓΟΣ του λιμένα", "ο λογος του λιμένα"),
    "Greek accent that folding would part": ("Η προΐστορια και το ΐ", "η προΐστορια και το ΐ"),
    "Russian": ("Порт «Новый» закрыт до мая.", 'Порт "Новый" закрыт до мая'),
    "Vietnamese decomposed": ("Ca\u0309ng đa\u0303 mở cửa", "Cảng đã mở cửa"),
    "Thai with word borders": ("ท่า\u200bเรือ\u200bเปิด", "ท่าเรือเปิด"),
    "Polish": ("Łódź nie wróciła do portu.", "łódź nie wróciła do portu"),
}

FALSE = {
    "German negation": ("Das Schiff ist nicht im Hafen.", "Das Schiff ist im Hafen", "negation"),
    "German magnitude": ("Kosten von 1,5 Millionen Euro", "Kosten von 1,5 Milliarden Euro", "magnitude"),
    "German marks": ("Es waren 1.000 Boote im Hafen.", "Es waren 1,000 Boote im Hafen", "number"),
    "French negation": ("Le port de la ville n’est pas ouvert.", "Le port de la ville est ouvert", "negation"),
    "French number": ("Il y a 12 000 bateaux.", "Il y a 120 000 bateaux", "number"),
    "Spanish negation": ("El puerto no está abierto.", "El puerto está abierto", "negation"),
    "Italian negation": ("Il porto non è aperto.", "Il porto è aperto", "negation"),
    "Dutch negation": ("De haven van de stad is niet open.", "De haven van de stad is open", "negation"),
    "Swedish negation": ("Stadens hamn är inte öppen.", "Stadens hamn är öppen", "negation"),
    "Polish negation": ("Port nie jest otwarty.", "Port jest otwarty", "negation"),
    "Russian negation": ("Порт не открыт до мая.", "Порт открыт до мая", "negation"),
    "Greek negation": ("Το λιμάνι δεν είναι ανοιχτό.", "Το λιμάνι είναι ανοιχτό", "negation"),
    "Greek accent": ("Ο νόμος του λιμένα ισχύει.", "Ο νομός του λιμένα ισχύει", "word_changed"),
    "Turkish letter": ("Liman sıkıldı bugün yine.", "Liman sikildi bugün yine", "word_changed"),
    "Turkish negation": ("Kentin limanı açık değil bugün.", "Kentin limanı açık bugün", "negation"),
    "Arabic negation": ("الميناء ليس مفتوحا اليوم", "الميناء مفتوحا اليوم", "negation"),
    "Arabic digits": ("بلغ العدد ٣٥ سفينة", "بلغ العدد ٥٣ سفينة", "number"),
    "Hindi negation": ("बंदरगाह आज खुला नहीं है।", "बंदरगाह आज खुला है", "negation"),
    "Chinese negation": ("港口规划不可能在今年完成。", "港口规划可能在今年完成", "negation"),
    "Chinese magnitude": ("项目投资三点五万元建设港口", "项目投资三点五亿元建设港口", "magnitude"),
    "Chinese number": ("收入增长3.5%，利润持平。", "收入增长35%，利润持平", "number"),
    "Chinese wide digits": ("共有１２艘船停在港口", "共有12艘船停在港口", "number"),
    "Japanese negation": ("この港は今年は開きません。", "この港は今年は開きます", "word_changed"),
    "Korean negation": ("항구는 오늘 열리지 않았다.", "항구는 오늘 열렸다", "word_changed"),
    "Hebrew negation": ("הנמל לא פתוח היום", "הנמל פתוח היום", "negation"),
}


@pytest.mark.parametrize(("source", "excerpt"), TRUE.values(), ids=TRUE)
def test_an_honest_copy_is_found(source: str, excerpt: str) -> None:
    assert seek(excerpt, source).outcome is Outcome.FOUND


@pytest.mark.parametrize(("source", "excerpt", "kind"), FALSE.values(), ids=FALSE)
def test_an_altered_copy_is_not(source: str, excerpt: str, kind: str) -> None:
    answer = seek(excerpt, source)
    assert answer.outcome is Outcome.AMBIGUOUS
    assert kind in kinds(answer)


def test_a_number_of_a_han_text_keeps_its_magnitude() -> None:
    assert seek("增长3", "收入增长3万元").outcome is not Outcome.FOUND


def test_a_vowel_sign_is_not_cut_from_its_letter() -> None:
    assert seek("बंदरगा", "यह बंदरगाह सबके लिए है").outcome is not Outcome.FOUND
    assert seek("ท่าเร", "ท่าเรือเปิด").outcome is not Outcome.FOUND
    assert seek("ท่า", "ท่าเรือเปิด").outcome is Outcome.FOUND


def test_a_han_passage_may_begin_inside_a_sentence_but_a_latin_one_not_inside_a_word() -> None:
    assert passage(seek("规划已经", "港口规划已经完成"), "港口规划已经完成") == ["规划已经"]
    assert seek("arbour plan", "the harbour plan").outcome is not Outcome.FOUND


def test_russian_denials_are_not_glued_away() -> None:
    assert seek("прошло несколько лет", "прошло не сколько лет").outcome is not Outcome.FOUND
