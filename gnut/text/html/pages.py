"""What an HTML page really is: an article, or a challenge, a wall, a shell, a soft 404.

Wording decides on short pages only: a long specification whose change log says that something
"has been removed" is no soft 404, and an article about captchas is no challenge. A page that
breaks off at a paywall is truncated, not hollow: what it does say, its author says.
"""

from __future__ import annotations

from msgspec import Struct

from gnut.text.html import missing, phrases
from gnut.text.html import prose as prosaic
from gnut.text.html.paywalls import MEMBERS, PAYWALL
from gnut.text.html.prescan import too_complex, unclosed
from gnut.text.html.walk import walk
from gnut.text.html.walked import Walked
from gnut.text.patterns import lazy

SPARSE_CHARACTERS = 1024
SPARSE_BYTES = 4096
"""Fewer visible characters from at least as many bytes: most of the page is not in its text."""

SHORT = 1500
"""Visible characters up to which wording alone can show that a page is no article."""

BARE = 600
"""Visible characters up to which a page with a password field is a sign-in page."""

BRIEF = 900
"""Visible characters up to which phrases decide that articles may quote."""

TERSE = 400
"""Visible characters up to which phrases decide that articles use too."""

DENSE = 2
"""Letters of an alphabet that one Han, kana or Hangul character stands for, when a page's length is judged."""

_DENSE = lazy("[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]")

OWN = 60
"""Letters in sentences of its own (`gnut.text.html.prose`) from which on no phrase or title alone makes a wall."""

EXPLAINED = 100
"""Letters in sentences of any kind from which on a page that speaks of signing in explains it."""

TEASER = 8000
"""Visible characters up to which a call to subscribe means that the page breaks off there."""


LISTING = lazy(r"¶ (?:index of /|directory listing (?:for|of) /)")
"""Begins a list of files, which is a source."""

_STRAIGHT = {0x2019: "'", 0xFF0C: ",", 0x201A: ","}


class Page(Struct, frozen=True):
    """A page's text with the judgement of how much of it there is."""

    visible: str
    hidden: str
    state: str
    """`complete | truncated | empty | sparse | hollow`"""

    kind: str | None
    """Of a hollow page: `challenge | login | payment_required | cookie_wall | rate_limited | access_denied |
    script_shell | soft_404`."""

    notes: tuple[str, ...]
    frames: int
    """Places where it shows other pages."""


class TooComplex(Exception):
    """Markup over a limit of the pre-scan."""


def read_page(page: str, size: int) -> Page:
    """Return the text of `page`, which was `size` bytes long.

    Raises:
        TooComplex: The markup is over a limit; the message names it.
    """
    why = too_complex(page)
    if why is not None:
        raise TooComplex(why)
    walked = walk(page, noscript_shown="<noscript" in page.lower() and unclosed(page, "noscript"))
    state, kind = _judged(walked, size)
    return Page(walked.visible, walked.hidden, state, kind, tuple(sorted(walked.notes)), walked.frames)


def _judged(walked: Walked, size: int) -> tuple[str, str | None]:
    words = walked.visible.strip()
    if not any(character.isalnum() for character in words):
        return "empty", None
    if len(words) > TEASER:
        return "complete", None
    said = " ".join(f"{walked.title} ¶ {words}".lower().translate(_STRAIGHT).split())
    length = len(words) + (DENSE - 1) * len(_DENSE.findall(words))
    kind = _hollow(said, length, walked)
    if kind is not None:
        return "hollow", kind
    if PAYWALL.search(said) or MEMBERS.search(said, len(said) * 2 // 3):
        return ("hollow", "payment_required") if length <= TERSE else ("truncated", None)
    if len(words) < SPARSE_CHARACTERS and size >= SPARSE_BYTES:
        return "sparse", None
    return "complete", None


def _hollow(said: str, length: int, walked: Walked) -> str | None:
    """Return what a short page is instead of an article, or None."""
    if length > SHORT or LISTING.search(said):
        return None
    if kind := _first(phrases.ALWAYS, said):
        return kind
    text = walked.visible.lower().translate(_STRAIGHT)
    prose = prosaic.said(text)
    if kind := _headlined(walked, text, prose):
        return kind
    if length <= BARE and walked.passwords and phrases.LOGIN.search(said):
        return "login"
    # Who asks for consent explains at length, and of other things than the page.
    if length <= BRIEF and (kind := _first(phrases.BRIEF, said)) and (prose.own < OWN or kind == "cookie_wall"):
        return kind
    if length > TERSE:
        return None
    if walked.mounts and walked.scripts:
        return "script_shell"
    if prose.own >= OWN:
        return None
    lined = " ¶ ".join(" ".join(line.split()) for line in text.splitlines())
    if any(pattern.search(said) for pattern in missing.MISSING) or missing.PAUSED.search(lined):
        return "soft_404"
    kind = _first(phrases.TERSE, said)
    return None if kind == "login" and prose.own + prose.other >= EXPLAINED and not walked.passwords else kind


def _headlined(walked: Walked, text: str, prose: prosaic.Said) -> str | None:
    """Return what a title or headline says that a page is, where the rest of it agrees or says hardly a sentence."""
    for headline in (walked.title, walked.heading):
        kind = _first(missing.TITLES, headline.lower().translate(_STRAIGHT)) if headline else None
        if kind is None:
            continue
        if prose.own < OWN and (kind != "login" or prose.own + prose.other < EXPLAINED):
            return kind
        words = " ".join(text.split())
        if kind == "login" and (walked.passwords or _first(phrases.TERSE[:1], words)):
            return kind
        if kind == "soft_404" and missing.SOFT_404.search(words):
            return kind
    return None


def _first(kinds: phrases.Kinds, said: str) -> str | None:
    return next((kind for kind, pattern in kinds if pattern.search(said)), None)
