"""More ways to hide a sentence by style, or to leave it in doubt, each beside a twin seen without a note."""

from __future__ import annotations

import pytest

from gnut.text.source import Extracted, read

SAID = "The committee found that 14.2% of the 1,000 samples did not fail in 2024."
PLANTED = "The committee found that 99.9% of the samples passed the review in 2024."


def page(inside: str) -> Extracted:
    found = read(f"<!doctype html><meta charset=utf-8><body><p>{SAID}</p>{inside}</body>".encode(), "text/html", "u")
    assert isinstance(found, Extracted), found
    assert SAID in found.text
    return found


def seen(text: str | None) -> str:
    return " ".join((text or "").split())


HIDING = {
    "above the screen by a share": ("position:fixed;bottom:100%", "position:fixed;bottom:10%"),
    "right of the screen by a share": ("position:fixed;left:100%", "position:fixed;left:10%"),
    "left of the screen by its width": (
        "position:fixed;left:-400px;width:300px",
        "position:fixed;left:-40px;width:300px",
    ),
    "column of a table": ("display:table-column", "display:table-cell"),
    "columns of a table": ("display:table-column-group", "display:table-row-group"),
    "letters as discs": ("-webkit-text-security:disc", "-webkit-text-security:none"),
    "words off the screen": ("word-spacing:-99em", "word-spacing:-.1em"),
    "letters on one heap": ("letter-spacing:-1em", "letter-spacing:-.02em"),
    "back of a card": (
        "backface-visibility:hidden;transform:rotateY(180deg)",
        "backface-visibility:visible;transform:rotateY(180deg)",
    ),
    "back of a card of old": (
        "-webkit-backface-visibility:hidden;transform:rotateX(.5turn)",
        "-webkit-backface-visibility:hidden;transform:rotateX(1turn)",
    ),
    "back of a card by property": (
        "backface-visibility:hidden;rotate:y 180deg",
        "backface-visibility:hidden;rotate:180deg",
    ),
    "turned twice": (
        "backface-visibility:hidden;transform:rotate3d(0,1,0,180deg)",
        "backface-visibility:hidden;transform:rotateY(180deg) rotateY(180deg)",
    ),
    "clipped between edges": (
        "clip:rect(0px,auto,0px,auto);position:absolute",
        "clip:rect(0px,auto,90px,auto);position:absolute",
    ),
    "clipped from its edge": (
        "clip:rect(auto,0px,auto,auto);position:absolute",
        "clip:rect(auto,auto,auto,auto);position:absolute",
    ),
    "circle beside it": ("clip-path:circle(5px at -99px -99px)", "clip-path:circle(999px at -99px -99px)"),
    "ellipse beyond it": ("clip-path:ellipse(5% 5% at 150% 50%)", "clip-path:ellipse(60% 60% at 50% 50%)"),
    "polygon beside it": (
        "clip-path:polygon(-9px 0,-99px 0,-99px 99px)",
        "clip-path:polygon(-9px 0,999px 0,-99px 99px)",
    ),
}


@pytest.mark.parametrize("way", HIDING)
def test_a_style_hides_and_its_twin_does_not(way: str) -> None:
    hidden, plain = (page(f'<p style="{style}">{PLANTED}</p>') for style in HIDING[way])
    assert PLANTED not in seen(hidden.text)
    assert PLANTED in seen(hidden.hidden_text)
    assert PLANTED in seen(plain.text)
    assert plain.notes == ()


DOUBTED = {
    "moved by rounding": ("transform:translate(round(-9999px,1px))", "transform:translate(calc(1px + 1px))"),
    "clipped beside it": ("clip-path:xywh(-99px -99px 9px 9px)", "clip-path:xywh(-9px -9px 999px 999px)"),
    "clipped left of it": ("clip-path:rect(0 -9px 99px -99px)", "clip-path:rect(0 999px 99px -99px)"),
    "left of the page": ("position:absolute;right:100vw", "position:absolute;right:10vw"),
    "before its box": ("position:absolute;left:-400px;width:300px", "position:absolute;left:-4px;width:300px"),
    "before its box by a margin": ("margin-left:-400px;width:300px", "float:left;margin-left:-400px;width:300px"),
    "rounded place": ("position:absolute;left:round(-9999px,1px)", "position:absolute;left:max(1px,2px)"),
    "place by a sign": ("position:absolute;left:calc(sign(-1)*9999px)", "left:calc(sign(-1)*9999px)"),
    "place of the device": (
        "position:fixed;left:env(x,-9999px)",
        "position:fixed;left:max(9px,env(safe-area-inset-left,0px))",
    ),
    "place from an attribute": ("position:absolute;left:attr(data-l px,-9999px)", "left:attr(data-l px,-9999px)"),
    "margin by rounding": ("margin-left:round(-9999px,1px)", "margin-left:calc(1px + 2px)"),
    "size by rounding": ("font-size:round(0px,1px)", "font-size:clamp(1rem,2vw,3rem)"),
    "shadow within": ("box-shadow:inset 0 0 0 99px black", "box-shadow:inset 0 0 90px #ccc"),
    "words over each other": ("word-spacing:-2em", "word-spacing:2em"),
    "clipped by a path": ("clip-path:path('M0 0L9 9L0 9L4 4Z')", "clip-path:none"),
    "clipped by a form": ("clip-path:shape(from 0 0,line to 9px 9px)", "clip-path:border-box"),
    "clipped by another": ("clip-path:url(#c)", "clip-path:inset(0)"),
    "contained": ("contain:strict", "contain:strict;height:300px"),
    "lines cut": (
        "display:-webkit-box;-webkit-line-clamp:1;overflow:hidden",
        "display:-webkit-box;-webkit-line-clamp:none;overflow:hidden",
    ),
    "ground without size": (
        "color:#fff;background:linear-gradient(#000,#000);background-size:0 0",
        "color:#fff;background:linear-gradient(#000,#000);background-size:100% 100%",
    ),
    "ground without size by shorthand": (
        "color:#fff;background:linear-gradient(#000,#000) 0 0/0 0",
        "color:#fff;background:linear-gradient(#000,#000) 0 0/100% 100%",
    ),
}


@pytest.mark.parametrize("way", DOUBTED)
def test_a_style_that_only_a_browser_can_judge_is_noted_and_its_twin_is_not(way: str) -> None:
    doubted, plain = (page(f'<p style="{style}">{PLANTED}</p>') for style in DOUBTED[way])
    assert PLANTED in seen(doubted.text)
    assert doubted.notes == ("unrendered_css",)
    assert PLANTED in seen(plain.text)
    assert plain.notes == ()


PUSHES = ("margin-top:300px", "padding-top:300px", "padding:300px 0 0", "top:40px;position:relative")
MOVES = (
    "transform:translateY(100px)",
    "transform:translate(0,100px)",
    "translate:0 100px",
    "transform:translateY(100%)",
)


@pytest.mark.parametrize("push", [*PUSHES, *MOVES])
def test_what_is_pushed_out_of_a_box_that_cuts_is_noted(push: str) -> None:
    inside = f'<p style="{push}">{PLANTED}</p></div>'
    assert page(f'<div style="height:20px;overflow:hidden">{inside}').notes == ("unrendered_css",)
    assert page(f'<div style="max-height:20px;overflow:hidden">{inside}').notes == ("unrendered_css",)
    assert page(f'<div style="height:900px;overflow:hidden">{inside}').notes == ()
    assert page(f'<div style="height:20px;overflow:auto">{inside}').notes == ()
    assert page(f'<div style="height:20px">{inside}').notes == ()


def test_a_column_that_collapses_is_noted() -> None:
    rest = f"<tr><td>a<td>{PLANTED}</table>"
    assert page(f'<table><col><col style="visibility:collapse">{rest}').notes == ("unrendered_css",)
    assert page(f'<table><col><col style="visibility:visible">{rest}').notes == ()


@pytest.mark.parametrize(("hiding", "showing"), [("mathcolor=white", "mathcolor=navy"), ("mathsize=0", "mathsize=2em")])
def test_a_formula_hides_by_its_own_attributes(hiding: str, showing: str) -> None:
    hidden, plain = (page(f"<math {one}><mtext>{PLANTED}</mtext></math>") for one in (hiding, showing))
    assert PLANTED not in seen(hidden.text)
    assert PLANTED in seen(plain.text)
    assert PLANTED in seen(page(f"<mark {hiding}>{PLANTED}</mark>").text)


def test_an_animation_that_hides_at_both_ends_hides() -> None:
    rule = ".q{animation:k 9999s infinite}"
    hiding = page(f"<style>@keyframes k{{from,to{{opacity:0}}}} {rule}</style><p class=q>{PLANTED}</p>")
    assert PLANTED not in seen(hiding.text)
    showing = page(f"<style>@keyframes k{{from,to{{opacity:1}}}} {rule}</style><p class=q>{PLANTED}</p>")
    assert PLANTED in seen(showing.text)
    assert showing.notes == ()


@pytest.mark.parametrize("between", ["", "</style><style>"])
def test_the_last_animation_of_a_name_replaces_those_before(between: str) -> None:
    show, hide = "@keyframes k{50%{opacity:1}to{opacity:1}}", "@keyframes k{to{opacity:0}}"
    rule = ".q{animation:k 1s forwards}"
    assert PLANTED not in seen(page(f"<style>{show}{between}{hide}{rule}</style><p class=q>{PLANTED}</p>").text)
    assert PLANTED in seen(page(f"<style>{hide}{between}{show}{rule}</style><p class=q>{PLANTED}</p>").text)
    partly = "@keyframes k{from{opacity:1}}"
    assert PLANTED in seen(page(f"<style>{hide}{between}{partly}{rule}</style><p class=q>{PLANTED}</p>").text)
