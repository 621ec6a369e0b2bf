"""What a server says, without what the user gave it to be let in: no echo gets into a record or a message."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from gnut.edge.net.manners import USER_AGENT, Manners
from gnut.formats.escape import redacted
from gnut.model import Absence, Fetched, Heard, Unchanged
from gnut.text.credentials import HIDDEN, issued

SHORTEST = 6
"""Characters of a value that is looked for: a shorter one is part of too many words."""

_OPEN = frozenset({"accept", "accept-charset", "accept-language", "cache-control", "dnt", "pragma", "prefer"})
"""Fields that ask for a form of the page and let nobody in; their values are words of every reply."""

_EXACT = frozenset({"content-length", "date", "etag", "last-modified", "memento-datetime"})
"""Fields that are of use only as they were sent: one that holds a value is left out whole."""

_LONGEST = 256
"""Characters of a value that are looked for; what stands behind them goes with them."""

_LONGEST_CUT = 80
"""Characters of a value that a message may show before it cuts it."""


class Masking:
    """Hides the values of one call's own fields."""

    def __init__(self, manners: Manners) -> None:
        """Take the values from the fields that the user gives, to whichever host."""
        values = [header.value for header in manners.headers if header.name.lower() not in _OPEN]
        values += [manners.user_agent] if manners.user_agent != USER_AGENT else []
        secrets = {secret for value in values for secret in _secrets(value) if len(secret) >= SHORTEST}
        # The longest first: what is hidden of a value leaves nothing of the rest of it.
        forms = sorted({form for secret in secrets for form in _forms(secret)}, key=lambda form: (-len(form), form))
        self._hosts = {header.host for header in manners.headers}
        self._whole = _either(map(_spelled, forms))
        self._cut = _either(map(_begun, forms))

    def __call__(self, answer: Fetched | Unchanged | Absence, asked: str) -> Fetched | Unchanged | Absence:
        """Return an answer without the values, and a failure without any credential.

        The body stays: it is the page.

        Args:
            answer: Of one fetch.
            asked: The address that was asked, in the form of `Fetched.final_uri`: that is nothing a server said.
        """
        match answer:
            case Absence(detail=detail):
                return replace(answer, detail=redacted(issued(self._masked(detail, cut=True))))
            case Unchanged(heard=heard):
                return replace(answer, heard=self._heard(heard))
            case Fetched(final_uri=final_uri, hops=hops, media_type=media_type, heard=heard):
                return replace(
                    answer,
                    final_uri=final_uri if final_uri == asked else self._address(final_uri),
                    hops=tuple(map(self._address, hops)),
                    media_type=None if media_type is None else issued(self._masked(media_type)),
                    heard=None if heard is None else self._heard(heard),
                )

    def _heard(self, heard: Heard) -> Heard:
        said = ((name, value, self._field(name, value)) for name, value in heard.fields)
        return replace(
            heard,
            fields=tuple((name, shown) for name, value, shown in said if shown == value or name not in _EXACT),
        )

    def _field(self, name: str, value: str) -> str:
        if name == "link":
            return self._address(value)
        return self._masked(value) if name in _EXACT else issued(self._masked(value))

    def _address(self, address: str) -> str:
        """Return an address that is still one; the host that a field was given for is no secret."""
        scheme, mark, rest = address.partition("://")
        authority, slash, path = rest.partition("/")
        known = any(authority.startswith((host, f"[{host}]")) for host in self._hosts)
        return f"{scheme}{mark}{authority if known else self._masked(authority)}{self._masked(slash + path)}"

    def _masked(self, text: str, *, cut: bool = False) -> str:
        if self._whole is None or self._cut is None:
            return text
        shown = self._whole.sub(HIDDEN, text)
        return self._cut.sub(HIDDEN, shown) if cut else shown


def _secrets(value: str) -> Iterator[str]:
    """Yield what of a field's value opens a door: all of it, what follows a scheme, a password."""
    yield value
    scheme, blank, rest = value.partition(" ")
    rest = rest.strip()
    if not blank:
        return
    yield rest
    for word in rest.replace(",", " ").replace(";", " ").split():
        yield word.partition("=")[2].strip('"')
        yield word.strip('"')
    if scheme.lower() == "basic":
        try:
            login = base64.b64decode(rest, validate=True).decode("utf-8")
        except (binascii.Error, ValueError):
            return
        yield login
        yield login.partition(":")[2]


def _forms(secret: str) -> Iterator[str]:
    """Yield a value as it is, and in the other alphabets in which an address can carry it."""
    raw = secret.encode()
    yield secret
    yield raw.hex()
    yield base64.b64encode(raw).decode().rstrip("=")
    for behind in range(3):
        # Of the value behind other bytes: the digits that are of its own bytes alone.
        first, last = (8 * behind + 5) // 6, (8 * (behind + len(raw))) // 6
        coded = base64.b64encode(b"_" * behind + raw)
        yield coded[first:last].decode()
        yield coded[first:last].translate(bytes.maketrans(b"+/", b"-_")).decode()


def _sign(sign: str) -> str:
    """Return a pattern of one character, escaped for an address however often, or for a message."""
    escaped = "%(?:25)*".join(("", *(f"{byte:02x}" for byte in sign.encode())))
    other = {" ": r"|\+", "\\": r"|\\\\"}.get(sign, "")
    return f"(?:{escaped}{other}|{re.escape(sign)})"


def _spelled(form: str) -> str:
    """Return a pattern of a value; of a long one its start tells, and all goes that stands behind it."""
    return "".join(map(_sign, form[:_LONGEST])) + (r"\S*" if len(form) > _LONGEST else "")


def _begun(form: str) -> str:
    """Return a pattern of the start of a value in front of the dots of a message that was cut."""
    signs = [_sign(sign) for sign in form[:_LONGEST_CUT]]
    more = ""
    for sign in reversed(signs[SHORTEST:]):
        more = f"(?:{sign}{more})?"
    return "".join(signs[:SHORTEST]) + more + r"(?=\.{3})"


def _either(patterns: Iterable[str]) -> re.Pattern[str] | None:
    joined = "|".join(dict.fromkeys(patterns))
    return re.compile(joined, re.IGNORECASE) if joined else None
