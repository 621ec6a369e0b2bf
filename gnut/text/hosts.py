"""The one ASCII form of a host name, for its identity and for the look-up alike."""

from __future__ import annotations

import unicodedata

PORTS = {"http": 80, "https": 443}


def place(address: str) -> tuple[str, int]:
    """Return the host and the port that an address leads to; an empty host and 0 where it names none.

    Of every address that the door to the network takes this is where it goes; of any other it is for showing, and
    opens nothing. A name is ASCII where it has such a form, an IPv6 literal stands without its brackets.
    """
    scheme, _, rest = address.partition("://")
    end = min((at for at in map(rest.find, "/?#\\") if at >= 0), default=len(rest))
    authority = rest[:end].rpartition("@")[2]
    if authority.startswith("["):
        literal, _, port = authority[1:].partition("]")
        host, port = _shortest(literal), port.removeprefix(":")
    else:
        name, _, port = authority.partition(":")
        host = (ascii_host(name) or name.lower()).removesuffix(".")
    known = port.isascii() and port.isdigit() and len(port) < 6
    return host, int(port) if known else PORTS.get(scheme.lower(), 0)


def _shortest(literal: str) -> str:
    import ipaddress

    try:
        return str(ipaddress.IPv6Address(literal))
    except ValueError:
        return literal.lower()


def ascii_host(host: str) -> str | None:
    """Return the lower-case ASCII form of a host name by IDNA 2008; None when it has none.

    The names of all today's browsers and registries: `faß.de` is not `fass.de`, and a final sigma is a
    letter of its own (UTS 46, nontransitional). Only NFC and lower case come first: compatibility folds
    would turn circled or full-width digits into an address that nobody wrote.

    Args:
        host: Without port or brackets. An ASCII name is lowered and not judged.
    """
    if host.isascii():
        return host.lower()
    # Imported here: few hosts need its tables. Sign by sign, because `str.lower` looks at neighbours
    # for a capital sigma and UTS 46 does not.
    import idna

    name = unicodedata.normalize("NFC", "".join(sign.lower() for sign in host))
    try:
        return idna.encode(name).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return None
