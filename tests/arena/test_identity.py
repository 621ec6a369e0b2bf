"""Names of families and sessions: what makes two spellings one name, and what keeps two names apart."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.arena.core.identity import same_name
from gnut.arena.core.lookalikes import latin

NAMES = [
    "claude",
    "gpt-4o",
    "Llama 3.1",
    "mistral",
    "Модель",
    "通义千问",
    "ηρα",
    "s-17",
    "नमस्ते",
    "गेमिनी",
    "모델",
    "モデル",
]
HIDDEN = [
    0x00AD,
    0x034F,
    0x061C,
    0x115F,
    0x1160,
    0x17B4,
    0x180B,
    0x180E,
    0x200B,
    0x200D,
    0x2028,
    0x202E,
    0x2060,
    0x2064,
    0x2800,
    0x3164,
    0xE000,
    0xFE00,
    0xFE0F,
    0xFEFF,
    0xFFA0,
    0xFFFC,
    0x1D173,
    0xE0001,
    0xE0041,
    0xE0100,
]
MARKS = [0x300, 0x301, 0x308, 0x1DC4, 0x20DD, 0x20E3, 0xFE20, 0x483, 0x5B0, 0x64B]
SIGNS = "~^`|+=$<>®™℠©°€¬·-_.:/@#!?*\"'’ʼːـ \t\u00a0\u3000「」…་☆★🤖🦊"
DECORATION = st.text(st.sampled_from(SIGNS + "".join(map(chr, HIDDEN + MARKS))), max_size=3)


@given(st.sampled_from(NAMES), st.data())
def test_a_decorated_name_is_the_same_name(name: str, data: st.DataObject) -> None:
    pieces = [one + data.draw(DECORATION) for one in ["", *name]]
    # Inside a syllable of an Indic script a mark parts what belongs together; at its ends it does not.
    if any(unicodedata.category(sign)[0] == "M" for sign in name):
        pieces = [pieces[0], name, pieces[-1][1:]]
    assert same_name("".join(pieces)) == same_name(name)


@given(st.text(min_size=1, max_size=12))
def test_the_form_of_a_name_is_its_own_form(name: str) -> None:
    form = same_name(name)
    assert same_name(form) == form


@given(st.sampled_from(NAMES))
def test_case_and_width_make_no_other_name(name: str) -> None:
    wide = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in name)
    assert same_name(name.upper()) == same_name(name.lower()) == same_name(name.title()) == same_name(wide)


@pytest.mark.parametrize(
    "spelled",
    """clɑude cIaude c1aude cⅼaude clauԁe сlaude ϲlaude Ϲlaude ᴄlaude ⓒlaude 🅒laude 🅲laude ƈlaude cłaude clâude
    claüde ᏟLAUDE ꓚlaude ⲥlaude claud℮ CLAUDE ＣＬＡＵＤＥ 𝒸𝓁𝒶𝓊𝒹ℯ ᴄʟᴀᴜᴅᴇ сӏаυԁе
    claude™ claudeি claude\ue000 c\u20ddlaude
    cｌaude""".split(),
)
def test_a_name_that_only_looks_like_another_is_that_one(spelled: str) -> None:
    assert same_name(spelled) == same_name("claude")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-4O", "gpt-40"),
        ("rnistral", "mistral"),
        ("vvizard", "wizard"),
        ("model-I", "model-1"),
        ("o１", "ol"),
        ("ο1", "01"),
    ],
)
def test_figures_and_letters_that_look_alike_are_one(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("gpt-4", "gpt-5"),
        ("claude", "claude2"),
        ("s-1", "s-11"),
        ("通义", "文心"),
        ("कि", "का"),
        ("모델", "모들"),
        ("🦊", "🦉"),
    ],
)
def test_names_that_read_differently_stay_apart(one: str, other: str) -> None:
    assert same_name(one) != same_name(other)


@pytest.mark.parametrize("name", ["~", "|", "\u3164", "\u2800", "\u115f-", "…", "ʼ", "\u0301", "\ufffd", "$+="])
def test_of_marks_and_of_what_nobody_sees_nothing_is_left(name: str) -> None:
    assert same_name(name) == ""


def test_the_table_passes_for_small_letters_and_figures_in_one_step() -> None:
    for number in range(0x3000):
        assert latin(latin(chr(number))) == latin(chr(number))
