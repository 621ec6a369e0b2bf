"""Words that styles keep from every reader, though at first sight they do not, and words that they only seem to keep."""

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
