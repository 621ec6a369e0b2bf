"""Keys under which nothing is stored: they say that a secret or a text of somebody's stands beside them."""

from __future__ import annotations

from functools import lru_cache

from gnut.ground.core.shapes import seen
from gnut.text.patterns import lazy

WORDS = frozenset(
    "token secret password credential credentials authorization content prompt completion completions payload".split()
)
"""Whole words of a key that are refused."""

PLURALS = frozenset("secrets passwords contents prompts payloads authorizations authorisation authorisations".split())
"""The same words in other numbers and spellings. `tokens` is not among them: it is a count of telemetry."""

INSIDE = ("api_key", "apikey", "access_key", "accesskey", "connection_string", "connectionstring")
"""What is refused anywhere inside a key whose words are joined by `_`."""

_SEPARATORS = lazy(r"[^a-z0-9]+")
_HUMPS = lazy(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@lru_cache(maxsize=256)  # Every source has the same few keys.
def is_forbidden(key: str) -> bool:
    """Return whether a key says that what stands beside it must not be stored.

    Words are parted by anything but ASCII letters and digits, and where capitals begin: `access_token`,
    `client-secret`, `accessToken` and `content_type` are refused, `tokens`, `tokenizer` and `secretary` are not.
    """
    plain = seen(key)
    lower = _SEPARATORS.split(plain.lower())
    humps = [each.lower() for each in _HUMPS.findall(plain)]
    known = WORDS | PLURALS
    if not known.isdisjoint(lower) or not known.isdisjoint(humps):
        return True
    return any(word in joined for joined in ("_".join(lower), "_".join(humps)) for word in INSIDE)
