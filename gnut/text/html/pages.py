"""What an HTML page really is: an article, or a challenge, a wall, a shell, a soft 404.

Wording decides on short pages only: a long specification whose change log says that something
"has been removed" is no soft 404, and an article about captchas is no challenge. A page that
breaks off at a paywall is truncated, not hollow: what it does say, its author says.
"""

from __future__ import annotations

from msgspec import Struct

from gnut.text.html import phrases
from gnut.text.html.prescan import too_complex, unclosed
from gnut.text.html.walk import Walked, walk

SPARSE_CHARACTERS = 1024
SPARSE_BYTES = 4096
"""Fewer visible characters from at least as many bytes: most of the page is not in its text."""

SHORT = 1500
"""Visible characters up to which wording alone can show that a page is no article."""

BARE = 600
"""Visible characters up to which a page with a password field is a sign-in page."""

TERSE = 400
"""Visible characters up to which phrases decide that articles use too."""

TEASER = 8000
"""Visible characters up to which a call to subscribe means that the page breaks off there."""


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
    return Page(walked.visible, walked.hidden, state, kind, tuple(sorted(walked.notes)))


def _judged(walked: Walked, size: int) -> tuple[str, str | None]:
    words = walked.visible.strip()
    if not any(character.isalnum() for character in words):
        return "empty", None
    if len(words) > TEASER:
        return "complete", None
    said = " ".join(f"{walked.title} ¶ {words}".lower().replace("’", "'").split())
    kind = _hollow(said, len(words), walked)
    if kind is not None:
        return "hollow", kind
    if phrases.PAYWALL.search(said):
        return ("hollow", "payment_required") if len(words) <= TERSE else ("truncated", None)
    if len(words) < SPARSE_CHARACTERS and size >= SPARSE_BYTES:
        return "sparse", None
    return "complete", None


def _hollow(said: str, length: int, walked: Walked) -> str | None:
    """Return what a short page is instead of an article, or None."""
    if length > SHORT:
        return None
    if kind := _first(phrases.ALWAYS, said):
        return kind
    title = walked.title.lower()
    for kind, pattern in phrases.TITLES:
        if pattern.match(title):
            return kind
    if length <= BARE and walked.passwords and phrases.LOGIN.search(said):
        return "login"
    return _first(phrases.TERSE, said) if length <= TERSE else None


def _first(kinds: phrases.Kinds, said: str) -> str | None:
    return next((kind for kind, pattern in kinds if pattern.search(said)), None)
