"""Ways of hiding a sentence by style, each beside an honest twin that differs little and is seen."""

from __future__ import annotations

import pytest

from gnut.text.source import Extracted, read

SAID = "The committee found that 14.2% of the 1,000 samples did not fail in 2024."
PLANTED = "The committee found that 99.9% of the samples passed the review in 2024."


def page(inside: str, *, start: str = "<!doctype html>") -> Extracted:
    found = read(f"{start}<meta charset=utf-8><body><p>{SAID}</p>{inside}</body>".encode(), "text/html", "u")
    assert isinstance(found, Extracted), found
    assert SAID in found.text
    return found


def seen(text: str | None) -> str:
    return " ".join((text or "").split())


def shows(inside: str, *, start: str = "<!doctype html>") -> bool:
    """Return whether the planted sentence is visible; if it is not, it is hidden text, and lost in neither."""
    found = page(inside, start=start)
    visible = PLANTED in seen(found.text)
    assert visible or PLANTED in seen(found.hidden_text)
    return visible


STYLES = {
    "shorthand of place": ("position:absolute;inset:0 0 0 -9999px", "position:absolute;inset:0"),
    "one place for all sides": ("position:fixed;inset:-9999px", "position:relative;inset:-9px"),
    "logical place": ("position:absolute;inset-inline-start:-9999px", "position:absolute;inset-inline-start:9px"),
    "shorthand of margins": ("margin:0 0 0 -9999px", "margin:0 0 -9999px 0"),
    "logical margin": ("margin-inline-start:-9999px", "margin-inline-end:-20px"),
    "right of the screen's left": ("position:fixed;right:200vw", "position:absolute;right:20vw"),
    "above the page": ("position:fixed;bottom:9999px", "position:absolute;bottom:9px"),
    "below the screen for good": ("position:fixed;top:9999px", "position:absolute;top:9999px"),
    "place by calculation": ("position:absolute;left:calc(-1 * 99em)", "position:absolute;left:calc(50% - 99px)"),
    "place without effect": ("position:relative;left:-9999px", "left:-9999px"),
    "logical height": ("block-size:0;overflow:hidden", "block-size:20em;overflow:hidden"),
    "highest height": ("max-block-size:0;overflow:clip", "max-block-size:none;overflow:clip"),
    "height by calculation": ("height:calc(1px - 1px);overflow:hidden", "height:calc(1px + 9em);overflow:hidden"),
    "height by the least": ("height:min(0px,9em);overflow:hidden", "height:max(0px,9em);overflow:hidden"),
    "height that a floor raises": ("height:0;overflow:hidden", "height:0;min-height:9em;overflow:hidden"),
    "contained paint": ("height:0;contain:paint", "height:0;contain:layout"),
    "lines without height": ("line-height:0;overflow:hidden", "line-height:1;overflow:hidden"),
    "letters on one heap": ("letter-spacing:-1em", "letter-spacing:-0.03em"),
    "letters on one heap in pixels": ("letter-spacing:-20px", "letter-spacing:2px"),
    "indent of a whole line": ("text-indent:100%;white-space:nowrap;overflow:hidden", "text-indent:2em"),
    "mixed colour": ("color:color-mix(in srgb, white 100%, black 0%)", "color:color-mix(in srgb, white 10%, black)"),
    "mixed with nothing": ("color:color-mix(in srgb, black, transparent 100%)", "color:color-mix(in srgb, red, blue)"),
    "by whiteness": ("color:hwb(0 100% 0%)", "color:hwb(0 0% 100%)"),
    "by lightness": ("color:lab(100% 0 0)", "color:lab(20% 0 0)"),
    "by lightness and hue": ("color:lch(100% 0 0)", "color:lch(30% 40 120)"),
    "by even lightness": ("color:oklch(100% 0 0)", "color:oklch(40% .1 250)"),
    "by even channels": ("color:oklab(1 0 0)", "color:oklab(0.3 0 0)"),
    "by a space": ("color:color(srgb 1 1 1)", "color:color(srgb 0 0 0)"),
    "for light and dark": ("color:light-dark(#fff,#000)", "color:light-dark(#000,#fff)"),
    "by hue in turns": ("color:hsl(0.5turn 100% 100%)", "color:hsl(0.5turn 100% 20%)"),
    "faint by a slash": ("color:rgb(0 0 0 / 2%)", "color:rgb(0 0 0 / 60%)"),
    "any name": ("color:papayawhip;background:papayawhip", "color:rebeccapurple;background:papayawhip"),
    "half white on white": ("color:rgba(255,255,255,.5)", "color:rgba(0,0,0,.5)"),
    "on a veil": ("color:#fff;background:rgba(255,255,255,.9)", "color:#fff;background:rgba(0,0,0,.9)"),
    "gradient of one colour": (
        "color:#fff;background:linear-gradient(#fff,white)",
        "color:#fff;background:linear-gradient(#000,navy)",
    ),
    "colours of the system": ("color:Canvas", "color:CanvasText;background:Canvas"),
    "letters filled with white": ("-webkit-text-fill-color:#fff", "color:#fff;-webkit-text-fill-color:#000"),
    "letters of a pale gradient": (
        "color:transparent;background:none;background-clip:border-box",
        "color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text",
    ),
    "masked": ("mask:linear-gradient(transparent,transparent)", "mask:none"),
    "blurred": ("filter:blur(12px)", "filter:blur(0)"),
    "without contrast": ("filter:contrast(0)", "filter:grayscale(1)"),
    "scaled one way": ("scale:0 1", "scale:1.2 1"),
    "scaled in space": ("transform:scale3d(0,1,1)", "transform:scale3d(1,1,1)"),
    "matrix without area": ("transform:matrix(1,0,1,0,0,0)", "transform:matrix(0,1,-1,0,0,0)"),
    "matrix that moves": ("transform:matrix(1,0,0,1,-9999,0)", "transform:matrix(1,0,0,1,-9,0)"),
    "matrix in space": (
        f"transform:matrix3d({','.join('0' * 15)},1)",
        "transform:matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1)",
    ),
    "turned in radians": ("transform:rotateX(1.5708rad)", "transform:rotateX(.3rad)"),
    "turned about an axis": ("transform:rotate3d(0,1,0,90deg)", "transform:rotate3d(0,0,1,90deg)"),
    "turned by property": ("rotate:y 90deg", "rotate:90deg"),
    "skewed flat": ("transform:skew(90deg)", "transform:skew(5deg)"),
    "moved by property": ("translate:-9999px 0", "translate:-50% 0"),
    "clipped from one side": ("clip-path:inset(0 100% 0 0)", "clip-path:inset(0 10% 0 0)"),
    "clipped from both sides": ("clip-path:inset(60% 0 60% 0)", "clip-path:inset(20% 0 20% 0)"),
    "clipped by a line": ("clip-path:polygon(0 0,100% 0,50% 0)", "clip-path:polygon(0 0,100% 0,100% 100%)"),
    "clipped by a box": ("clip-path:xywh(0 0 0 0)", "clip-path:xywh(0 0 100% 100%)"),
    "clipped of old": ("-webkit-clip-path:inset(50%)", "-webkit-clip-path:none"),
    "font by product": ("font-size:calc(1em * 0)", "font-size:calc(1em * 1)"),
    "place in many brackets": (
        "position:absolute;left:calc((((1px - 9999px))))",
        "position:absolute;left:calc((((99px - 9px))))",
    ),
    "font between bounds": ("font-size:clamp(0px, 0px, 1px)", "font-size:clamp(1rem, 2vw, 3rem)"),
    "font adjusted away": ("font-size-adjust:0", "font-size-adjust:0.5"),
    "opacity by product": ("opacity:calc(0.5 * 0)", "opacity:calc(0.5 * 2)"),
    "unknown value last": ("display:none;display:blockx", "display:block;display:nonex"),
    "unknown colour last": ("color:white;color:notacolour", "color:black;color:fffffff"),
    "length without unit last": ("position:absolute;left:-9999px;left:5", "position:absolute;left:5px;left:-9999"),
    "shorthand after longhand": (
        "background-color:#fff;background:#000;color:#000",
        "background:#000;background-color:#fff;color:#000",
    ),
    "font after its size": ("font-size:14px;font:0/0 a", "font:0/0 a;font-size:14px"),
    "everything unset": ("display:none;all:bogus", "display:none;visibility:hidden;all:initial"),
    "fallback with brackets": ("color:var(--x,rgb(255,255,255))", "color:var(--x,rgb(0,0,0))"),
    "struck": ("text-decoration:line-through", "text-decoration:underline"),
    "struck among others": ("text-decoration: underline line-through 2px red", "text-decoration:underline overline"),
    "struck by longhand": (
        "text-decoration-line:line-through",
        "text-decoration:line-through;text-decoration-line:none",
    ),
    "struck of old": ("-webkit-text-decoration:line-through", "-webkit-text-decoration:none"),
}


@pytest.mark.parametrize("way", STYLES)
def test_a_style_hides_and_its_twin_does_not(way: str) -> None:
    hiding, honest = STYLES[way]
    assert not shows(f'<p style="{hiding}">{PLANTED}</p>')
    assert shows(f'<p style="{honest}">{PLANTED}</p>')


def nested(outer: str, inner: str) -> str:
    return f'<div style="{outer}"><p style="{inner}">{PLANTED}</p></div>'


MARKUP = {
    "faint inside faint": (nested("opacity:.2", "opacity:.2"), nested("opacity:.6", "opacity:.6")),
    "inherited fill": (
        nested("-webkit-text-fill-color:transparent", "color:#000"),
        nested("-webkit-text-fill-color:#000", "color:#fff"),
    ),
    "inherited visibility": (
        nested("visibility:hidden", "visibility:inherit"),
        nested("visibility:hidden", "visibility:initial"),
    ),
    "inherited ink": (nested("color:#fff", "color:unset"), nested("color:#fff", "color:initial")),
    "inherited heap of letters": (nested("letter-spacing:-1em", ""), nested("letter-spacing:-1em", "letter-spacing:0")),
    "part of a small font": (nested("font-size:1px", "font-size:50%"), nested("font-size:1px", "font-size:1rem")),
    "property of the outer": (nested("--c:#fff", "color:var(--c)"), nested("--c:#333", "color:var(--c)")),
    "a line cannot be undone": (
        nested("text-decoration:line-through", "text-decoration:none"),
        nested("text-decoration:line-through", "display:inline-block"),
    ),
    "a line does not cross floats": (
        f"<del><div style='float:none'>{PLANTED}</div></del>",
        f"<del><div style='float:left'>{PLANTED}</div></del>",
    ),
    "a line does not cross places": (
        f"<s><span style='position:relative'>{PLANTED}</span></s>",
        f"<s><span style='position:absolute'>{PLANTED}</span></s>",
    ),
    "del": (f"<del>{PLANTED}</del>", f"<ins>{PLANTED}</ins>"),
    "s": (f"<s><u>{PLANTED}</u></s>", f"<u>{PLANTED}</u>"),
    "strike": (f"<strike>{PLANTED}</strike>", f"<mark>{PLANTED}</mark>"),
    "del shown as any text": (
        f"<del style='color:red'>{PLANTED}</del>",
        f"<del style='text-decoration:none'>{PLANTED}</del>",
    ),
    "hidden, yet laid out": (
        f"<p hidden style='color:red'>{PLANTED}</p>",
        f"<p hidden style='display:block'>{PLANTED}</p>",
    ),
    "hidden until found": (f"<p hidden=until-found style='display:block'>{PLANTED}</p>", f"<p inert>{PLANTED}</p>"),
    "hidden by any word": (f"<p HIDDEN=false>{PLANTED}</p>", f"<p aria-hidden=true>{PLANTED}</p>"),
    "phantom": (
        f"<math><mphantom><mtext>{PLANTED}</mtext></mphantom></math>",
        f"<math><mtext>{PLANTED}</mtext></math>",
    ),
    "second of an action": (
        f"<math><maction><mi>x</mi><mtext>{PLANTED}</mtext></maction></math>",
        f"<math><maction><mtext>{PLANTED}</mtext><mi>x</mi></maction></math>",
    ),
    "old page colours": (
        f"<table bgcolor='#000'><tr><td><font color=black>{PLANTED}</font></table>",
        f"<table bgcolor='#000'><tr><td><font color=white>{PLANTED}</font></table>",
    ),
    "old colour without its sign": (f"<font color=ffffff>{PLANTED}</font>", f"<font color=fff>{PLANTED}</font>"),
    "old colour in many digits": (
        f"<font color='#ffffffffffff'>{PLANTED}</font>",
        f"<font color=chucknorris>{PLANTED}</font>",
    ),
    "fallback of a film": (f"<video>{PLANTED}</video>", f"<figure>{PLANTED}</figure>"),
    "drawing": (f"<svg><text>{PLANTED}</text></svg>", f"<marquee>{PLANTED}</marquee>"),
    "sign language of old": (f"<noembed>{PLANTED}</noembed>", f"<xmp>{PLANTED}</xmp>"),
    "facts without place": (f"<ix:header>{PLANTED}</ix:header>", f"<ix:nonNumeric>{PLANTED}</ix:nonNumeric>"),
    "mail program's comment": (
        f"<!--[if mso]><p>{PLANTED}</p><![endif]-->",
        f"<!--[if !mso]><!--><p>{PLANTED}</p><!--<![endif]-->",
    ),
    "template": (f"<template>{PLANTED}</template>", f"<slot>{PLANTED}</slot>"),
    "layer": (f"<p popover=manual>{PLANTED}</p>", f"<dialog open>{PLANTED}</dialog>"),
}


@pytest.mark.parametrize("way", MARKUP)
def test_markup_hides_and_its_twin_does_not(way: str) -> None:
    hiding, honest = MARKUP[way]
    assert not shows(hiding)
    assert shows(honest)


SHEETS = {
    "screen": ("@media screen{.q{display:none}}", "@media not screen{.q{display:none}}"),
    "not print": ("@media not print{.q{display:none}}", "@media only print and (min-width:1px){.q{display:none}}"),
    "either medium": ("@media print,screen{.q{display:none}}", "@media print,speech{.q{display:none}}"),
    "one of two conditions": (
        "@media (width<9px) or (width>9px){.q{display:none}}",
        "@media print and (color){.q{display:none}}",
    ),
    "range of widths": ("@media (300px<=width<=2000px){.q{display:none}}", "@media not all{.q{display:none}}"),
    "light screens": ("@media (prefers-color-scheme:light){.q{display:none}}", "@media tv{.q{display:none}}"),
    "capitals": ("@MEDIA SCREEN{.q{DISPLAY:NONE}}", "@MEDIA PRINT{.q{DISPLAY:NONE}}"),
    "supported": (
        "@supports (display:grid) and (not (display:gridx)){.q{display:none}}",
        "@supports (display:gridx){.q{display:none}}",
    ),
    "not supported": (
        "@supports not (display:gridx){.q{display:none}}",
        "@supports not (display:grid){.q{display:none}}",
    ),
    "layers in their order": (
        "@layer a{.q{display:block}}@layer b{.q{display:none}}",
        "@layer a{.q{display:none}}@layer b{.q{display:block}}",
    ),
    "layers named before": (
        "@layer b,a;@layer a{.q{display:none}}@layer b{.q{display:block}}",
        "@layer b,a;@layer b{.q{display:none}}@layer a{.q{display:block}}",
    ),
    "layer inside a layer": (
        "@layer a{.q{display:none}@layer b{.q{display:block}}}",
        "@layer a{.q{display:block}@layer b{.q{display:none}}}",
    ),
    "layer that is important": (
        "@layer a{.q{display:none!important}}.q{display:block!important}",
        ".q{display:none!important}@layer a{.q{display:block!important}}",
    ),
    "weight of a class twice": (".q.q{display:none}.q{display:block}", ".q{display:none}.q.q{display:block}"),
    "weight of the heaviest": (
        ":is(#zz,.q){display:none}.q.q{display:block}",
        ":where(#zz,.q){display:none}.q{display:block}",
    ),
    "attribute in any case": ("[CLASS=Q i]{display:none}", "[class=Q]{display:none}"),
    "start of an attribute": ("p[class^=q]{display:none}", "p[class^=r]{display:none}"),
    "scope": (":scope .q{display:none}", ":scope > .q{display:none}"),
    "any namespace": ("*|p.q{display:none}", "*|div.q{display:none}"),
    "no target": (".q:not(:target){display:none}", ".q:target{display:none}"),
    "end of an animation": (
        "@keyframes h{to{opacity:0}}.q{animation:h 1s forwards}",
        "@keyframes h{to{opacity:0}}.q{animation:h 1s}",
    ),
    "what an animation brings back": (
        ".q{opacity:0}@keyframes h{from{opacity:0}}.q{animation:h 1s forwards}",
        ".q{opacity:0}@keyframes h{100%{opacity:1}}.q{animation:h 1s both}",
    ),
    "registered property": (
        "@property --h{syntax:'*';inherits:false;initial-value:none}.q{display:var(--h)}",
        "@property --h{syntax:'*';inherits:false;initial-value:block}.q{display:var(--h)}",
    ),
    "struck by a class": (".q{text-decoration:line-through}", "@media print{.q{text-decoration:line-through}}"),
    "struck by a place": (
        "body .q{text-decoration-line:line-through}",
        "body .q:hover{text-decoration-line:line-through}",
    ),
    "for readers aloud": (
        ".q:not(:focus){clip:rect(0 0 0 0);height:1px;overflow:hidden;position:absolute;width:1px}",
        ".q::selection{color:#fff;background:#fff}",
    ),
    "ink and ground apart": (
        ".q{background-color:#fff}p.q{background:#000;color:#000}",
        ".q{background:#000;color:#000}p.q{background-color:#fff}",
    ),
}


@pytest.mark.parametrize("way", SHEETS)
def test_a_rule_hides_and_its_twin_does_not(way: str) -> None:
    hiding, honest = SHEETS[way]
    body = f"<div><p class=q>{PLANTED}</p></div>"
    assert not shows(f"<style>{hiding}</style>{body}")
    assert shows(f"<style>{honest}</style>{body}")


def test_a_rule_takes_the_line_from_struck_words() -> None:
    for sheet in ("s{text-decoration:none}", ".card s{text-decoration:none}"):
        assert shows(f"<style>{sheet}</style><div class=card><s>{PLANTED}</s></div>")


def test_only_an_old_page_reads_colours_and_lengths_without_their_signs() -> None:
    for style in ("color:ffffff", "position:absolute;left:-9999"):
        markup = f'<p style="{style}">{PLANTED}</p>'
        assert shows(markup)
        assert not shows(markup, start="")


DOUBTED = {
    "image behind white": (
        "<p style='color:#fff;background:#fff url(a.png)'>",
        "<p style='color:#000;background:#fff url(a.png)'>",
    ),
    "under its parent": ("<p style='position:absolute;z-index:-1'>", "<p style='position:absolute;z-index:1'>"),
    "colours turned": ("<p style='filter:invert(1)'>", "<p style='filter:sepia(1)'>"),
    "blended": ("<p style='mix-blend-mode:screen'>", "<p style='mix-blend-mode:normal'>"),
    "masked by an image": ("<p style='mask-image:url(a.png)'>", "<p style='mask-image:none'>"),
    "colour from another": ("<p style='color:rgb(from white r g b)'>", "<p style='color:rgb(0 0 0)'>"),
    "words before it": (
        "<style>p.q::before{content:'not '}</style><p class=q>",
        "<style>p.q::before{content:'\\f101 ‹'}</style><p class=q>",
    ),
    "words from an attribute": (
        "<style>.q::after{content:attr(x)}</style><p class=q>",
        "<style>.r::after{content:attr(x)}</style><p class=q>",
    ),
    "first letters white": (
        "<style>.q::first-line{color:#fff}</style><p class=q>",
        "<style>.q::first-line{color:#333}</style><p class=q>",
    ),
    "style from elsewhere": ("<style>@import 'a.css';</style><p>", "<style>/* import */</style><p>"),
    "too many brackets": (
        f"<p style='font-size:calc({'(' * 9}0px{')' * 9})'>",
        f"<p style='font-size:calc({'(' * 5}9px{')' * 5})'>",
    ),
    "language": (
        "<style>.q:lang(en){display:none}</style><p class=q>",
        "<style>.q:lang(en){color:red}</style><p class=q>",
    ),
    "upright screens": (
        "<style>@media (orientation:portrait){.q{display:none}}</style><p class=q>",
        "<style>@media (orientation:portrait){.q{color:red}}</style><p class=q>",
    ),
    "dark screens": (
        "<style>@media (prefers-color-scheme:dark){.q{display:none}}</style><p class=q>",
        "<style>@media (prefers-color-scheme:dark){.q{color:#eee}}</style><p class=q>",
    ),
}


@pytest.mark.parametrize("way", DOUBTED)
def test_what_only_a_browser_can_tell_is_noted_and_its_twin_is_not(way: str) -> None:
    doubted, plain = (page(f"{start}{PLANTED}</p>") for start in DOUBTED[way])
    assert PLANTED in seen(doubted.text)
    assert doubted.notes == ("unrendered_css",)
    assert PLANTED in seen(plain.text)
    assert plain.notes == ()


def test_a_tree_that_a_template_writes_for_its_host_is_read_with_a_note() -> None:
    found = page(f"<div><template shadowrootmode=open><p>{PLANTED}</p><slot></slot></template><p>Tides.</p></div>")
    assert found.text.endswith(f"{PLANTED}\nTides.\n")
    assert found.notes == ("unrendered_css",)
    assert shows(f"<x-a><template shadowrootmode=closed>{PLANTED}</template></x-a>")


def test_what_such_a_tree_has_no_place_for_is_not_seen() -> None:
    inside = "<template shadowrootmode=open><p>Tides.</p></template>"
    assert not shows(f"<div>{inside}<p>{PLANTED}</p></div>")
    assert shows(f"<div>{inside}</div><p>{PLANTED}</p>")


def test_a_template_is_only_that_where_it_can_be_no_tree() -> None:
    inside = f"<template shadowrootmode=open>{PLANTED}</template>"
    assert not shows(f"<ul>{inside}</ul>")
    assert not shows(f"<div><template shadowrootmode=ajar>{PLANTED}</template></div>")
    assert not shows(f"<div><template shadowrootmode=open>x</template>{inside}</div>")
    assert not shows(f"<div hidden>{inside}</div>")


def test_trees_inside_trees_are_read_to_a_limit() -> None:
    deep = "<div><template shadowrootmode=open>" * 100 + PLANTED + "</template></div>" * 100
    assert not shows(deep)
    assert shows(deep.replace("<div><template shadowrootmode=open>" * 90, "", 1))
