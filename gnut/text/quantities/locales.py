"""Which marks group digits and which divide off a fraction, by locale."""

from __future__ import annotations

from msgspec import Struct

from gnut.errors import GnutError


class UnknownLocale(GnutError):
    """A locale that nobody here can read numbers in."""

    code = "unknown_locale"


class Marks(Struct, frozen=True):
    """The marks inside a number; those in neither string are read as they look."""

    group: str
    decimal: str


SPACES = " \u00a0\u2007\u2009\u202f"
"""Blanks that may group digits."""

APOSTROPHES = "'’"

LOCALES = {
    "und": None,
    "en": Marks(",", "."),
    "es": Marks(".", ","),
    "de": Marks(".", ","),
    "it": Marks(".", ","),
    "pt": Marks(".", ","),
    "nl": Marks(".", ","),
    "fr": Marks(SPACES, ","),
    "ch": Marks(APOSTROPHES, "."),
}
"""Every locale; `und` keeps both readings of what may be either."""

_DAY_FIRST = frozenset("gb uk ie au nz za in sg".split())
"""Countries where English dates have the day first."""

_SWISS = ("ch", "li")


def locale(tag: str) -> str:
    """Return the locale that a language tag (BCP 47, any case) falls back to: `es-ES` is `es`, `de-CH` is `ch`.

    English keeps a country that says which way round its dates are: `en-us`, `en-gb`; `language` leaves it out.

    Raises:
        UnknownLocale: Its language is none of `LOCALES`.
    """
    parts = tag.strip().casefold().replace("_", "-").split("-")
    known = "ch" if parts[0] in ("de", "fr", "it", "rm") and not {*parts[1:]}.isdisjoint(_SWISS) else parts[0]
    if known not in LOCALES:
        raise UnknownLocale(f"unknown locale {tag!r}", help=f"locales are: {', '.join(LOCALES)}")
    return known if known != "en" else _english(parts[1:])


def language(locale: str) -> str:
    """Return one of `LOCALES` of what `locale` returned."""
    return locale.partition("-")[0]


def _english(parts: list[str]) -> str:
    if "us" in parts:
        return "en-us"
    return "en-gb" if {*parts} & _DAY_FIRST else "en"
