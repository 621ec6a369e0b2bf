"""Words that styles keep from every reader though they seem to be seen, and words that they only seem to keep."""

from __future__ import annotations

import tracemalloc

import pytest

from gnut.text.html.conditions import media, supported
from gnut.text.html.sheet import MAX_ALIKE
from gnut.text.source import Extracted, read

SAID = "The committee found that 14.2% of the 1,000 samples did not fail in 2024."
PLANTED = "The committee found that 99.9% of the samples passed the review in 2024."


def page(inside: str, *, start: str = "<!doctype html>") -> Extracted:
    found = read(f"{start}<meta charset=utf-8><body><p>{SAID}</p>{inside}</body>".encode(), "text/html", "u")
    assert isinstance(found, Extracted), found
    assert SAID in found.text
    return found


def answer(inside: str, *, start: str = "<!doctype html>") -> str:
    """Return `shown`, `noted` (shown, with the note that a browser alone can tell) or `hidden`."""
    found = page(inside, start=start)
    if PLANTED in " ".join(found.text.split()):
        return "noted" if "unrendered_css" in found.notes else "shown"
    assert PLANTED in " ".join((found.hidden_text or "").split())
    return "hidden"


def styled(sheet: str) -> str:
    return answer(f"<style>{sheet}</style><div><p class=q>{PLANTED}</p></div>")


IN = "@keyframes k{from{opacity:0}to{opacity:1}}"
OUT = "@keyframes k{from{opacity:1}to{opacity:0}}"
BOTH = "@keyframes k{from{opacity:0}to{opacity:.01}}"

ANIMATIONS = {
    "shown by its end": (IN + ".q{opacity:0;animation:k 1s forwards}", "shown"),
    "shown by its end after a moment": (IN + ".q{opacity:0;animation:k 1s 2s both}", "shown"),
    "shown, of old": ("@-webkit-keyframes k{to{opacity:1}}.q{opacity:0;-webkit-animation:k 1s forwards}", "shown"),
    "shown by longhands": (
        IN + ".q{opacity:0;animation-name:k;animation-duration:1s;animation-fill-mode:forwards}",
        "shown",
    ),
    "shown by the second of two": (
        IN + "@keyframes m{to{left:9px}}.q{opacity:0;animation:m 1s,k 1s forwards}",
        "shown",
    ),
    "important against it": (IN + ".q{opacity:0!important;animation:k 1s forwards}", "hidden"),
    "important elsewhere": (IN + "p.q{opacity:0!important}.q{animation:k 1s forwards}", "hidden"),
    "important in the step": ("@keyframes k{to{opacity:1!important}}.q{opacity:0;animation:k 1s forwards}", "hidden"),
    "paused": (IN + ".q{opacity:0;animation:k 1s forwards paused}", "hidden"),
    "paused by its longhand": (IN + ".q{opacity:0;animation:k 1s forwards;animation-play-state:paused}", "hidden"),
    "a day late": (IN + ".q{opacity:0;animation:k 1s 99999s forwards}", "hidden"),
    "a day late by its longhand": (IN + ".q{opacity:0;animation:k 1s forwards;animation-delay:86400s}", "hidden"),
    "a minute late in thousandths": (IN + ".q{opacity:0;animation:k 1s 60000ms forwards}", "hidden"),
    "other capitals": ("@keyframes K{to{opacity:1}}.q{opacity:0;animation:k 1s forwards}", "hidden"),
    "same capitals": ("@keyframes Ka{to{opacity:1}}.q{opacity:0;ANIMATION:Ka 1S FORWARDS}", "shown"),
    "backwards, hidden at its end": (IN + ".q{animation:k 1s reverse forwards}", "hidden"),
    "backwards, hidden at its beginning": (OUT + ".q{opacity:0;animation:k 1s reverse forwards}", "shown"),
    "there and back": (IN + ".q{animation:k 1s 2 alternate forwards}", "hidden"),
    "there alone": (IN + ".q{opacity:0;animation:k 1s 3 alternate forwards}", "shown"),
    "for ever hidden": (BOTH + ".q{animation:k 1s infinite}", "hidden"),
    "for ever, hidden at times": (IN + ".q{animation:k 1s infinite}", "noted"),
    "for ever, never hidden": ("@keyframes k{to{left:9px}}.q{animation:k 1s infinite}", "shown"),
    "waits hidden": (IN + ".q{animation:k 1s 9999s backwards}", "hidden"),
    "waits seen": (IN + ".q{animation:k 1s 9999s}", "shown"),
    "hours long": (BOTH + ".q{animation:k 9999s}", "hidden"),
    "hidden by its end": (OUT + ".q{animation:k 1s forwards}", "hidden"),
    "not hidden behind its end": (OUT + ".q{animation:k 1s}", "shown"),
    "by a variable": (IN + ".q{--a:k 1s forwards;animation:var(--a)}", "noted"),
    "by a variable that cannot matter": ("@keyframes k{to{left:9px}}.q{--a:k;animation:var(--a) 1s}", "shown"),
    "stopped halfway": (IN + ".q{animation:k 2s -1s paused}", "noted"),
}


@pytest.mark.parametrize("way", ANIMATIONS)
def test_an_animation_hides_always_and_shows_only_what_a_browser_soon_shows(way: str) -> None:
    sheet, expected = ANIMATIONS[way]
    assert styled(sheet) == expected


CONTENT = {
    "minus before a figure": (".q::before{content:'-'}", "5", "noted"),
    "minus by its number": (".q::before{content:'\\2212'}", "5", "noted"),
    "minus, escaped": (".q::before{content:'\\-'}", "5", "noted"),
    "minus before a blank": (".q::before{content:'-'}", " 5", "noted"),
    "minus deeper inside": (".q::before{content:'-'}", "<i><b>5</b></i>", "noted"),
    "minus before a word": (".q::before{content:'-'}", "five", "shown"),
    "one digit": (".q::before{content:'9'}", "5", "noted"),
    "one digit, escaped": (".q::before{content:'\\39'}", "5", "noted"),
    "point inside": (".q::before{content:'.'}", "5", "noted"),
    "zero behind": (".q::after{content:'0'}", "5", "noted"),
    "percent sign behind": (".q::after{content:'%'}", "5", "noted"),
    "comma behind a word": (".q::after{content:','}", "five", "shown"),
    "comma behind a figure": (".q::after{content:','}", "5", "noted"),
    "unlike before a word": (".q::before{content:'≠'}", "five", "noted"),
    "one letter of another script": (".q::before{content:'不'}", "同意", "noted"),
    "counter": (".q::before{content:counter(n)}", "5", "noted"),
    "counters": (".q::before{content:counters(n,'.') ' '}", "five", "noted"),
    "word of a variable": (":root{--c:'not '}.q::before{content:var(--c)}", "five", "noted"),
    "icon of a variable": (":root{--c:'\\f101'}.q::before{content:var(--c)}", "5", "shown"),
    "fallback of a variable": (".q::before{content:var(--none,'not ')}", "five", "noted"),
    "variable that is nowhere": (".q::before{content:var(--none)}", "five", "shown"),
    "marker": (".q{display:list-item}.q::marker{content:'9'}", "5", "noted"),
    "list of strings": (".q{display:list-item;list-style-type:'not '}", "five", "noted"),
    "list of strings in short": (".q{display:list-item;list-style:'9' inside}", "five", "noted"),
    "list of bullets": (".q{display:list-item;list-style:'• ' inside}", "five", "shown"),
    "list of discs": (".q{display:list-item;list-style:disc url(a.png)}", "five", "shown"),
    "image before a figure": (".q::before{content:url(a.png)}", "5", "noted"),
    "image before a word": (".q::before{content:url(a.png)}", "five", "shown"),
    "image in place of it": (".q{content:url(a.png)}", "5", "noted"),
    "words in place of it": (".q{content:'9'}", "5", "noted"),
    "nothing in place of it": (".q{content:''}", "5", "shown"),
    "bullet": (".q::before{content:'• '}", "5", "shown"),
    "quotation marks": (".q::before{content:'“'}.q::after{content:'”'}", "5", "shown"),
    "quotation marks of the language": (".q::before{content:open-quote}", "5", "shown"),
    "arrow": (".q::after{content:' →'}", "5", "shown"),
    "icon": (".q::before{content:'\\e001'}", "5", "shown"),
    "clearfix": (".q::before,.q:after{content:'';display:table}", "5", "shown"),
    "not shown": (".q::before{content:'9';display:none}", "5", "shown"),
    "under the mouse": (".q:hover::before{content:'9'}", "5", "shown"),
    "last of two": (".q::before{content:'';content:'9'}", "5", "noted"),
    "word with a semicolon": (".q::before{content:'; not'}", "five", "noted"),
    "combining stroke": (".q::after{content:'\\338'}", "five =", "shown"),
    "combining stroke on a letter": (".q::after{content:'\\338'}", "five", "noted"),
}


@pytest.mark.parametrize("way", CONTENT)
def test_what_a_style_puts_beside_a_figure_or_a_word_is_noted(way: str) -> None:
    sheet, inside, expected = CONTENT[way]
    found = page(f"<style>{sheet}</style><div>The count is <span class=q>{inside}</span></div>")
    assert ("noted" if found.notes == ("unrendered_css",) else "shown") == expected


LINK = "<link rel=stylesheet href=/a.css>"

OUTSIDE = {
    "white": (f"<p style='color:#fff'>{PLANTED}</p>", "hidden", "noted"),
    "nearly white": (f"<p style='color:#f4f4f4'>{PLANTED}</p>", "hidden", "noted"),
    "faint black": (f"<p style='color:rgba(0,0,0,.04)'>{PLANTED}</p>", "hidden", "hidden"),
    "black": (f"<p style='color:#222'>{PLANTED}</p>", "shown", "shown"),
    "white on a white of its own": (f"<p style='color:#fff;background:#fff'>{PLANTED}</p>", "hidden", "hidden"),
    "white on a black of its own": (f"<p style='color:#fff;background:#000'>{PLANTED}</p>", "shown", "shown"),
    "white on the black of the page": (
        f"<style>body{{background:#000;color:#fff}}</style><p style='color:#fff'>{PLANTED}</p>",
        "shown",
        "shown",
    ),
    "white on the black of one place": (
        f"<style>div .q{{background:#000}}</style><div><p class=q style='color:#fff'>{PLANTED}</p></div>",
        "shown",
        "shown",
    ),
    "white beside the grey of another place": (
        f"<style>.nav .x{{background:#eee}}</style><p style='color:#fff'>{PLANTED}</p>",
        "hidden",
        "noted",
    ),
    "white where dark screens are black": (
        "<style>@media (prefers-color-scheme:dark){body{background:#000}}</style>"
        f"<p style='color:#fff'>{PLANTED}</p>",
        "noted",
        "noted",
    ),
    "hidden, yet laid out": (
        f"<style>.a{{display:flex}}</style><p hidden class=a>{PLANTED}</p>",
        "shown",
        "noted",
    ),
    "hidden": (f"<p hidden>{PLANTED}</p>", "hidden", "hidden"),
    "laid out": (f"<style>.a{{display:flex}}</style><p class=a>{PLANTED}</p>", "shown", "shown"),
    **{
        f"named {name}": (f"<p class='x {name}'>{PLANTED}</p>", "shown", "noted")
        for name in (
            "hidden", "d-none", "sr-only", "visually-hidden", "display-none", "invisible", "offscreen", "hide",
            "is-hidden", "u-hidden", "screen-reader-text", "u-visually-hidden", "js-hide", "SR-Only",
        )
    },
    "called so": (f"<div id=hidden><p>{PLANTED}</p></div>", "shown", "noted"),
    "named for wide screens": (f"<p class='d-none d-md-block'>{PLANTED}</p>", "shown", "shown"),
    "named for wide screens otherwise": (f"<p class='hidden lg:flex'>{PLANTED}</p>", "shown", "shown"),
    "named so and decided": (
        f"<style>.hidden{{display:block}}</style><p class=hidden>{PLANTED}</p>",
        "shown",
        "shown",
    ),
    "named so and hidden": (f"<style>.hidden{{display:none}}</style><p class=hidden>{PLANTED}</p>", "hidden", "hidden"),
    "named much like it": (f"<p class='overflow-hidden hide-borders hidden-print'>{PLANTED}</p>", "shown", "shown"),
    "a word for readers aloud": (f"<p>{PLANTED}</p><a class=sr-only>Skip to the text</a>", "shown", "shown"),
    "a figure for readers aloud": (f"<p>{PLANTED}</p><a class=sr-only>14 %</a>", "shown", "noted"),
}  # fmt: skip


@pytest.mark.parametrize("way", OUTSIDE)
def test_a_page_that_links_a_style_sheet_is_read_with_doubt(way: str) -> None:
    markup, alone, linked = OUTSIDE[way]
    assert answer(markup) == alone
    assert answer(LINK + markup) == linked


@pytest.mark.parametrize(
    ("link", "outside"),
    [
        (LINK, True),
        ("<link rel='STYLESHEET' href=a.css media=screen>", True),
        ("<link rel='preload stylesheet' href=a.css media='(min-width:600px)'>", True),
        ("<link rel='alternate stylesheet' href=a.css>", False),
        ("<link rel=stylesheet href=a.css media=print>", False),
        ("<link rel=stylesheet>", False),
        ("<link rel=icon href=a.css>", False),
    ],
)
def test_that_a_page_links_a_style_sheet_is_noted(link: str, outside: bool) -> None:
    assert page(link).notes == (("outside_styles",) if outside else ())


def test_many_elements_with_a_custom_property_of_their_own_take_little_room() -> None:
    tokens = "".join(f"--token-{number}:{number}px;" for number in range(2_000))
    cells = "".join(f"<td style='--i:{number};color:var(--token-7)'>{number}" for number in range(6_000))
    markup = f"<style>:root{{{tokens}}}</style><table><tr>{cells}</table>"
    tracemalloc.start()
    try:
        found = page(markup)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "5999" in found.text
    assert most < 48 * 1024 * 1024


def test_a_custom_property_holds_from_far_outside_unless_one_nearer_holds() -> None:
    deep = "<div style='--c:#fff'>" + "".join(f"<div style='--x{n}:1'>" for n in range(200))
    assert answer(f"{deep}<p style='color:var(--c)'>{PLANTED}</p>") == "hidden"
    assert answer(f"{deep}<p style='--c:#000'><b style='color:var(--c)'>{PLANTED}</b></p>") == "shown"


def test_custom_properties_are_put_in_to_a_number_of_rounds() -> None:
    def chain(count: int) -> str:
        links = "".join(f"--v{n}:var(--v{n + 1});" for n in range(count - 1))
        return f"<p style='{links}--v{count - 1}:none;display:var(--v0)'>{PLANTED}</p>"

    assert answer(chain(12)) == "hidden"
    assert answer(chain(40)) == "noted"


PLACES = {
    "under the screen for good": ("position:fixed;top:100vh", "hidden"),
    "right of the screen for good": ("position:fixed;left:100vw", "hidden"),
    "under the screen by a share": ("position:fixed;top:100%", "hidden"),
    "on the screen": ("position:fixed;top:90vh", "shown"),
    "far down a long page": ("position:absolute;bottom:4000px", "noted"),
    "far along a long line": ("position:absolute;right:2500px", "noted"),
    "far along the screen": ("position:fixed;right:2500px", "hidden"),
    "cut without a place": ("clip:rect(0 0 0 0)", "shown"),
    "cut with a place": ("position:absolute;clip:rect(0 0 0 0)", "hidden"),
    "white on a ground that no box paints": ("display:contents;background:#000;color:#fff", "hidden"),
}


@pytest.mark.parametrize("way", PLACES)
def test_where_text_stands_decides_only_with_how_it_is_placed(way: str) -> None:
    style, expected = PLACES[way]
    assert answer(f"<p style='{style}'>{PLANTED}</p>") == expected


SIZES = {
    "a little font made smaller": ("font-size:12px;transform:scale(.06)", "hidden"),
    "by zoom": ("font-size:12px;zoom:.06", "hidden"),
    "by property": ("font-size:12px;scale:.06", "hidden"),
    "by matrix": ("font-size:12px;transform:matrix(.06,0,0,.06,0,0)", "hidden"),
    "half as large": ("font-size:12px;transform:scale(.5)", "shown"),
    "turned over": ("transform:scale(-1,1)", "shown"),
    "display by surroundings": ("display:env(x,none)", "noted"),
    "display by condition": ("display:if(media(print):block;else:none)", "noted"),
    "opacity by sine": ("opacity:calc(sin(0))", "noted"),
    "opacity by product": ("opacity:calc(.5 * 2)", "shown"),
    "low with a floor of all": ("height:1px;min-height:100%;overflow:hidden", "shown"),
}


@pytest.mark.parametrize("way", SIZES)
def test_letters_are_as_large_as_all_around_them_makes_them(way: str) -> None:
    style, expected = SIZES[way]
    assert answer(f"<p style='{style}'>{PLANTED}</p>") == expected


def test_scales_inside_scales_multiply() -> None:
    inner = f"<div style='scale:.2'><div style='zoom:.2'><p style='transform:scale(.2)'>{PLANTED}</p></div></div>"
    assert answer(inner) == "hidden"
    assert answer(inner.replace(".2", ".8")) == "shown"


def test_a_class_with_more_rules_than_are_read_is_doubted() -> None:
    many = ".q{color:#222}" * MAX_ALIKE
    assert styled(many + ".q{display:none}") == "noted"
    assert styled(many + ".q{color:#333}") == "shown"


def test_more_pairs_of_elements_and_rules_than_are_kept_are_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = "body p.x{color:#222}" * 4 + "div .none{display:none}"
    body = "<p class=x>x</p>" * 10
    markup = f"<style>{sheet}</style>{body}<p>{PLANTED}</p>"
    assert answer(markup) == "shown"
    monkeypatch.setattr("gnut.text.html.sheet.MAX_CHOSEN", 30)
    assert answer(markup) == "noted"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("not (display:gridx)", True),
        ("not (display:grid)", None),
        ("not selector(:x)", False),
    ],
)
def test_what_every_browser_knows_none_lacks(condition: str, holds: bool | None) -> None:
    assert supported(condition) is holds


@pytest.mark.parametrize(
    ("query", "holds"), [("not all and (hover)", False), ("not (hover)", False), ("not print", True)]
)
def test_what_one_screen_has_another_may_lack(query: str, holds: bool | None) -> None:
    assert media(query) is holds
