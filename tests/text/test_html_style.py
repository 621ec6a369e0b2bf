"""Words that styles keep from every reader though they seem to be seen, and words that they only seem to keep."""

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
