"""The one ASCII form of a host name, for its identity and for the look-up alike."""

from __future__ import annotations

import unicodedata


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
