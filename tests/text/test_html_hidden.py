"""Ways of hiding a sentence in a page: none of them makes it visible, and honest twins stay visible."""

from __future__ import annotations

import pytest

from gnut.text.source import Extracted, read

SAID = "The committee found that 14.2% of the 1,000 samples did not fail in 2024."
PLANTED = "The committee found that 99.9% of the samples passed the review in 2024."


def page(inside: str, head: str = "") -> Extracted:
    markup = f"<!doctype html><meta charset=utf-8>{head}<body><p>{SAID}</p>{inside}</body>"
    found = read(markup.encode(), "text/html", "https://s.example/a")
    assert isinstance(found, Extracted), found
    return found


def seen(text: str) -> str:
    return " ".join(text.split())


def style(declarations: str) -> str:
    return f'<p style="{declarations}">{PLANTED}</p>'


WAYS = {
    "display none": style("display:none"),
    "spaced and shouted": style("DISPLAY : none !important"),
    "escaped property": style(r"d\69 splay: n\6fne"),
    "comment inside the value": style("display:/*x*/none"),
    "after a data address": style("background:url(data:image/png;base64,AA==);display:none"),
    "later declaration wins": style("display:block;display:none"),
    "important declaration wins": style("display:none!important;display:block"),
    "comment": f"<!-- {PLANTED} -->",
    "conditional comment": f"<!--[if IE]>{PLANTED}<![endif]-->",
    "bogus comment": f"<!{PLANTED}>",
    "hidden attribute": f"<p hidden>{PLANTED}</p>",
    "hidden until found": f"<p hidden=until-found>{PLANTED}</p>",
    "nested hidden": f"<div hidden><section><p>{PLANTED}</p></section></div>",
    "unclosed hidden": f"<div hidden><p>{PLANTED}",
    "popover": f"<div popover>{PLANTED}</div>",
    "alt": f'<img alt="{PLANTED}">',
    "title attribute": f'<p title="{PLANTED}">x</p>',
    "aria label": f'<p aria-label="{PLANTED}">x</p>',
    "data attribute": f'<p data-x="{PLANTED}">x</p>',
    "address": f"<a href='https://e.example/?q={PLANTED}'>x</a>",
    "template": f"<template>{PLANTED}</template>",
    "nested template": f"<template><template><p>{PLANTED}</p></template></template>",
    "script": f"<script>var t = '{PLANTED}'</script>",
    "script data": f'<script type="application/ld+json">{{"d":"{PLANTED}"}}</script>',
    "style": f"<style>/* {PLANTED} */</style>",
    "noscript": f"<noscript>{PLANTED}</noscript>",
    "meta": f'<meta property="og:description" content="{PLANTED}">',
    "title": f"<title>{PLANTED}</title>",
    "input": f'<input type=hidden value="{PLANTED}">',
    "placeholder": f'<input placeholder="{PLANTED}">',
    "textarea": f"<textarea>{PLANTED}</textarea>",
    "iframe": f'<iframe srcdoc="{PLANTED}"></iframe>',
    "iframe fallback": f"<iframe>{PLANTED}</iframe>",
    "object fallback": f"<object>{PLANTED}</object>",
    "video fallback": f"<video><p>{PLANTED}</p></video>",
    "canvas fallback": f"<canvas>{PLANTED}</canvas>",
    "option": f"<select><option>{PLANTED}</select>",
    "datalist": f"<datalist><option>{PLANTED}</datalist>",
    "dialog": f"<dialog>{PLANTED}</dialog>",
    "noframes": f"<noframes>{PLANTED}</noframes>",
    "noembed": f"<noembed>{PLANTED}</noembed>",
    "drawing": f"<svg><text>{PLANTED}</text></svg>",
    "drawing's description": f"<svg><desc>{PLANTED}</desc></svg>",
    "inline facts": f"<div style='display:none'><ix:header><ix:hidden>{PLANTED}</ix:hidden></ix:header></div>",
    "inline facts alone": f"<ix:header><ix:hidden>{PLANTED}</ix:hidden></ix:header>",
    "white on white": style("color:#ffffff;background-color:#ffffff"),
    "white on the page": style("color:white"),
    "nearly white on the page": style("color:#fefefe"),
    "white by function": style("color:rgb(255, 255, 255)"),
    "white by hue": style("color:hsl(0, 0%, 100%)"),
    "black on black": style("background:#000;color:black"),
    "ink inherited, ground set": f"<div style='color:#123456'><p style='background:#123456'>{PLANTED}</p></div>",
    "transparent ink": style("color:transparent"),
    "ink without opacity": style("color:rgba(0,0,0,0)"),
    "old font colour": f"<font color=white>{PLANTED}</font>",
    "old page colours": f"<table bgcolor=navy><tr><td><font color=navy>{PLANTED}</font></table>",
    "font 0": style("font-size:0"),
    "font 0.1px": style("font-size:0.1px"),
    "font 1pt of 10%": f"<div style='font-size:10%'>{style('font-size:10%')}</div>",
    "font by short hand": style("font:0/0 a"),
    "opacity": style("opacity:0"),
    "opacity in percent": style("opacity: 0%"),
    "filter": style("filter:opacity(0)"),
    "off screen": style("position:absolute;left:-9999px"),
    "off screen in em": style("position:fixed;top:-999em"),
    "off screen in shares": style("position:absolute;left:-100%"),
    "far to the right": style("position:absolute;left:99999px"),
    "indented away": style("text-indent:-9999px"),
    "margin": style("margin-left:-9999px"),
    "clip": style("position:absolute;clip:rect(0,0,0,0)"),
    "clip to a pixel": style("position:absolute;clip:rect(1px, 1px, 1px, 1px);width:1px"),
    "clip path": style("clip-path:inset(50%)"),
    "clip circle": style("clip-path:circle(0)"),
    "visibility": style("visibility:hidden"),
    "content visibility": style("content-visibility:hidden"),
    "height 0": f'<div style="height:0;overflow:hidden">{PLANTED}</div>',
    "max height 0": f'<div style="max-height:0;overflow:hidden">{PLANTED}</div>',
    "width of a pixel": f'<div style="width:1px;height:1px;overflow:clip">{PLANTED}</div>',
    "transform": style("transform:scale(0)"),
    "moved away": style("transform:translateX(-9999px)"),
    "turned away": style("transform:rotateY(90deg)"),
    "scale": style("scale:0"),
    "zoom": style("zoom:0"),
    "font by calculation": style("font-size:calc(0px)"),
    "opacity by calculation": style("opacity:calc(0)"),
    "ground is the ink": style("background:currentColor"),
    "class in a rule": f"<style>.q{{display:none}}</style><p class=q>{PLANTED}</p>",
    "id in a rule": f"<style>#q{{display:none}}</style><p id=q>{PLANTED}</p>",
    "tag in a rule": f"<style>aside{{display:none}}</style><aside>{PLANTED}</aside>",
    "two classes in a rule": f"<style>p.q.r{{visibility:hidden}}</style><p class='a r q'>{PLANTED}</p>",
    "rule among others": f"<style>@import 'x';h1,.q,h2{{opacity:0}}p{{margin:0}}</style><p class=q>{PLANTED}</p>",
    "rule for screens": f"<style>@media screen{{.q{{display:none}}}}</style><p class=q>{PLANTED}</p>",
    "rule in a layer": f"<style>@layer a{{.q{{display:none}}}}</style><p class=q>{PLANTED}</p>",
    "rule after print": f"<style>@media print{{p{{color:red}}}}.q{{display:none}}</style><p class=q>{PLANTED}</p>",
    "rule after fonts": f"<style>@font-face{{src:url(a)}}.q{{display:none}}</style><p class=q>{PLANTED}</p>",
    "rule in comment marks": f"<style><!-- .q{{display:none}} --></style><p class=q>{PLANTED}</p>",
    "stronger rule": f"<style>p#q{{display:none}}.r{{display:block}}</style><p id=q class=r>{PLANTED}</p>",
    "colours by rules": f"<style>.q{{color:#333}}.r{{background:#333}}</style><i class=r><p class=q>{PLANTED}</p></i>",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_hidden_sentence_is_not_visible(way: str) -> None:
    found = page(WAYS[way])
    assert PLANTED not in seen(found.text)
    assert SAID in seen(found.text)


OUT_OF_SIGHT = {"data attribute", "address"}


@pytest.mark.parametrize("way", sorted(WAYS.keys() - OUT_OF_SIGHT))
def test_a_hidden_sentence_is_kept_as_hidden_text(way: str) -> None:
    assert PLANTED in seen(page(WAYS[way]).hidden_text or "")


TWINS = {
    **{tag: f"<{tag}>{PLANTED}</{tag}>" for tag in
       "p div li td h2 blockquote span article main figcaption em pre button label cite q ins mark small u".split()},
    "details": f"<details><summary>x</summary>{PLANTED}</details>",
    "open dialog": f"<dialog open>{PLANTED}</dialog>",
    "shown": style("display:block"),
    "shown again": style("display:none;display:block"),
    "visible inside invisible": f"<div style='visibility:hidden'>{style('visibility:visible')}</div>",
    "sized inside sizeless": f"<div style='font-size:0'>{style('font-size:14px')}</div>",
    "dark inside white": f"<div style='color:#fff'>{style('color:#000')}</div>",
    "white on navy": style("color:white;background:navy"),
    "white in a dark cell": f"<table><tr><td bgcolor='#003366'><font color=white>{PLANTED}</font></table>",
    "white on a picture": style("color:#fff;background:url(sky.jpg)"),
    "white on a gradient": style("color:#fff;background:linear-gradient(#000,#333)"),
    "gradient through letters": style("color:transparent;background:linear-gradient(red,blue);background-clip:text"),
    "grey on white": style("color:#777"),
    "faded": style("opacity:0.6"),
    "small print": style("font-size:6px"),
    "font by calculation": style("font-size:calc(12px + 1vw)"),
    "moved a little": style("position:relative;left:-20px;top:-4pt"),
    "centred": style("position:absolute;left:50%;transform:translate(-50%,-50%)"),
    "column of an old layout": style("margin-left:-100%"),
    "column moved back": style("position:relative;right:100%"),
    "clipped to what it needs": style("position:absolute;clip:rect(0,900px,900px,0)"),
    "overflowing": style("overflow:hidden;height:200px"),
    "low but not cut": style("height:0"),
    "printed only elsewhere": f"<style>@media print{{.q{{display:none}}}}</style><p class=q>{PLANTED}</p>",
    "style element for print": f"<style media=print>.q{{display:none}}</style><p class=q>{PLANTED}</p>",
    "rule for another class": f"<style>.qq{{display:none}}</style><p class=q>{PLANTED}</p>",
    "rule for both classes": f"<style>.q.r{{display:none}}</style><p class=q>{PLANTED}</p>",
    "rule undone": f"<style>.q{{display:none}}.q{{display:block}}</style><p class=q>{PLANTED}</p>",
    "rule undone in place": f"<style>.q{{display:none}}</style><p class=q style='display:block'>{PLANTED}</p>",
    "rule for pages without scripts": f"<noscript><style>.q{{display:none}}</style></noscript><p class=q>{PLANTED}</p>",
    "text before it": f"<style>.q::before{{display:none}}</style><p class=q>{PLANTED}</p>",
    "aria hidden": f"<p aria-hidden=true>{PLANTED}</p>",
}  # fmt: skip


@pytest.mark.parametrize("twin", TWINS)
def test_the_honest_twin_stays_visible(twin: str) -> None:
    assert PLANTED in seen(page(TWINS[twin]).text)


CHOSEN = {
    "descendant": ".k p{display:none}",
    "descendant of descendant": "body .k .l p{display:none}",
    "child": "div.l>p{display:none}",
    "any inside": ".k *{display:none}",
    "attribute": "[data-h]{display:none}",
    "attribute's value": "p[data-h='a,b']{display:none}",
    "number among siblings": "p:nth-child(2){display:none}",
    "last": "p:last-child{display:none}",
    "negation": "p:not(.z).y{display:none}",
    "negated state": ".y:not(:hover){display:none}",
    "one of": ":is(.y, .z){display:none}",
    "without weight": ":where(.k .y){display:none}",
    "holds": ".l:has(> .y){display:none}",
    "neighbour": "h2+p{display:none}",
    "later sibling": "h2 ~ p{display:none}",
    "escaped name": r".a\:b{display:none}",
    "nesting": ".k{.y{display:none}}",
    "nesting by reference": ".y{&.a\\:b{display:none}}",
    "nesting by child": ".l{> p{display:none}}",
    "nested condition": ".y{color:red;@media screen{display:none}}",
    "what browsers support": "@supports (display:grid){.y{display:none}}",
    "wide screen": "@media (min-width:600px){.y{display:none}}",
    "wide screen of a kind": "@media screen and (min-width: 40em) and (max-width:2000px){.y{display:none}}",
    "behind a brace in a string": "h2::after{content:'{'}.y{display:none}",
    "behind a closing brace in a string": "h2::after{content:'}'}.k .y{display:none}",
    "between comment signs in strings": "h2::after{content:'/*'}.y{display:none}h2::before{content:'*/'}",
    "never closed": ".k p{display:none",
    "tiny": ".k p{font-size:1px}",
    "transparent": ".k p{color:transparent}",
    "white on its own white": ".k p{color:#fff;background:#fff}",
    "white on the page": ".k p{color:#fff}",
    "custom property": ".k{--d:none}.y{display:var(--d)}",
    "custom property of the page": ":root{--D:none;--d:block}.y{display:var(--D)}",
    "custom property of another": ".k{--a:none;--d:var(--a)}.l p{display:var(--d)}",
    "what else holds": ".y{display:var(--unknown, none)}",
    "stronger outside of layers": "@layer a{.k p.y{display:block}}p{display:none}",
    "not undone from elsewhere": ".k p{display:none}.y{display:block}",
    "not undone by a name of the engine": ".y{display:none}p:lexbor-contains('berth'){display:block!important}",
}


def chosen(sheet: str) -> Extracted:
    inside = f"<h2>t</h2><p class='y a:b' data-h='a,b'>{PLANTED}</p>"
    return page(f"<style>{sheet}</style><div class=k><div class=l>{inside}</div></div>")


@pytest.mark.parametrize("way", CHOSEN)
def test_a_sentence_that_the_pages_own_rule_hides_is_not_visible(way: str) -> None:
    found = chosen(CHOSEN[way])
    assert PLANTED not in seen(found.text)
    assert PLANTED in seen(found.hidden_text or "")


def test_a_custom_property_of_the_element_itself_is_put_in() -> None:
    assert PLANTED not in seen(page(style("--d:none;display:var(--d)")).text)
    assert PLANTED in seen(page(style("--d:block;display:var(--d)")).text)
    assert PLANTED in seen(page(f"<p style='--d:none'>x</p>{style('display:var(--d)')}").text)


def test_class_names_count_their_capitals_only_where_the_page_says_what_it_is() -> None:
    body = f"<style>.Q{{display:none}}</style><p class=q>{PLANTED}</p><p>{SAID}</p>".encode()
    old, new = read(body, "text/html", "u"), read(b"<!doctype html>" + body, "text/html", "u")
    assert isinstance(old, Extracted)
    assert isinstance(new, Extracted)
    assert PLANTED not in seen(old.text)
    assert PLANTED in seen(new.text)


@pytest.mark.parametrize(
    "sheet",
    [
        ".m p{display:none}",
        "p + h2 ~ p{display:none}",
        ".k > p{display:none}",
        "p:nth-child(7){display:none}",
        ".k p{display:none}.k .l p{display:block}",
        ".k p{display:none!important}.y{display:block!important}.k .l .y{display:block!important}",
        ".y{display:none}.k .y{display:block}",
        ".y{display:none}@media (min-width:600px){.y{display:block}}",
        ".k p:hover{display:none}",
        ".k p::before{display:none}",
        "@layer a{.k .l p{display:none}}p{display:block}",
        "@media print{.k p{display:none}}",
        "@keyframes x{.k p{display:none}}",
        ".k{color:red;.m{display:none}}",
        ".y{--d:none}",
        ".y{display:var(--unknown)}",
    ],
)
def test_a_rule_about_something_else_or_undone_hides_nothing(sheet: str) -> None:
    found = chosen(sheet)
    assert PLANTED in seen(found.text)
    assert found.notes == ()


@pytest.mark.parametrize(
    "sheet",
    [
        "@media (max-width:600px){.y{display:none}}",
        "@media (orientation:portrait){.y{display:none}}",
        "@container (min-width:1px){.y{display:none}}",
        "@supports not selector(:nonsense){.y{display:none}}",
        "@scope (.k){p{display:none}}",
        "p:lang(en){display:none}",
        "svg|p{display:none}",
        "p:unknown{display:none}",
        "@import url(data:text/css,.y%7Bdisplay:none%7D);",
        "</style><link rel=stylesheet href='data:text/css,.y%7Bdisplay:none%7D'>",
        ".k{" * 40 + "p{display:none}",
    ],
)
def test_a_rule_that_only_a_browser_can_decide_is_noted(sheet: str) -> None:
    found = chosen(sheet)
    assert PLANTED in seen(found.text)
    assert set(found.notes) - {"outside_styles"} == {"unrendered_css"}


def test_a_rule_that_hides_nothing_is_not_noted() -> None:
    assert page("<style>.a .b{color:red}.c:hover{display:none}</style>").notes == ()


def test_white_text_on_a_ground_from_elsewhere_is_doubted() -> None:
    sheet = "<link rel=stylesheet href=/site.css>"
    found = page(style("color:#fff"), sheet)
    assert PLANTED in seen(found.text)
    assert found.notes == ("outside_styles", "unrendered_css")
    assert PLANTED not in seen(page(style("color:#fff;background:#fff"), sheet).text)


def test_a_page_that_waits_for_its_scripts_is_read_with_a_note() -> None:
    for sheet in ("body{display:none !important}", "body{opacity:0}", "html{visibility:hidden}"):
        found = page("", f"<style>{sheet}</style>")
        assert SAID in found.text
        assert found.notes == ("hidden_until_script",)


def test_hidden_words_inside_a_word_do_not_part_it() -> None:
    found = page("<p>com<span style='display:none'>99.9</span>mittee</p>")
    assert "committee" in found.text


def test_hidden_text_has_an_end() -> None:
    found = page("<script>" + "x " * 3_000_000 + "</script><p hidden>late</p>")
    assert "hidden_text_cut" in found.notes
    assert found.hidden_text is not None
    assert len(found.hidden_text) < 4 * 1024 * 1024 + 100
