"""Lists of signers and of revoked keys, read as ssh-keygen reads them (ssh-keygen(1), ALLOWED SIGNERS)."""

from __future__ import annotations

from gnut.errors import BadSignature
from gnut.sign.core.moments import Local, listed
from gnut.sign.core.publickeys import KINDS, RSA, RSA_ALGORITHMS, is_unsound, key_of
from gnut.sign.core.wire import refused, unbase64
from gnut.sign.records import BadLine, PublicKey, Signer, Signers

MOST = 1 << 20
"""Bytes of a list."""

MOST_LINES = 10_000
KRL = b"SSHKRL\n\0"
_VALUED = ("namespaces", "valid-after", "valid-before")
_BLANK = " \t\r\n"
_DROPPED = dict.fromkeys(map(ord, "\r\n\v\f"))
"""Blanks that the C library's reader of base64 passes over, a carriage return at the line's end among them."""


class _Bad(Exception):
    """A line that grants nothing; its text says why."""


def signers(body: bytes, local: Local) -> Signers:
    """Return a list of signers; a line that does not parse grants nothing and is named.

    Args:
        body: The file.
        local: The zone of times without one.

    Raises:
        BadSignature: `list_too_long`.
    """
    good: list[Signer] = []
    bad: list[BadLine] = []
    for number, line in _lines(body):
        try:
            good.append(_signer(number, line, local))
        except _Bad as error:
            bad.append(BadLine(number, str(error)))
    return Signers(tuple(good), tuple(bad))


def revoked(body: bytes) -> tuple[PublicKey, ...]:
    """Return the keys of a list of revoked keys, one a line as in a `.pub` file.

    A line that is none refuses the whole list: what it was meant to revoke cannot be known. Keys of a kind that
    no signature here can have are passed over.

    Raises:
        BadSignature: `krl` for OpenSSH's binary form, `list_too_long`, `bad_line` with its number.
    """
    if body.startswith(KRL):
        raise BadSignature(
            "it is a key revocation list in OpenSSH's binary form, which is not supported",
            help="give a text file with one revoked public key a line",
            code="krl",
        )
    found = []
    for number, line in _lines(body):
        try:
            found.append(_key(line)[0])
        except BadSignature as error:
            if not is_unsound(error):
                continue
            raise BadSignature(
                f"line {number}: {error}", help="write one public key a line, as in a .pub file", code="bad_line"
            ) from None
    return tuple(found)


def _lines(body: bytes) -> list[tuple[int, str]]:
    """Return number and text of every line that is neither blank nor a comment."""
    lines = body.decode("utf-8", "surrogateescape").split("\n")
    if len(body) > MOST or len(lines) > MOST_LINES:
        raise BadSignature(
            f"the list is longer than {MOST:,} bytes or {MOST_LINES:,} lines", help="split it", code="list_too_long"
        )
    told = ((number, line.lstrip(" \t")) for number, line in enumerate(lines, 1))
    return [(number, line) for number, line in told if line.strip(_BLANK) and not line.startswith("#")]


def _signer(number: int, line: str, local: Local) -> Signer:
    if "\0" in line:
        raise _Bad("it holds a NUL character")
    principals, rest = _principals(line)
    if not principals:
        raise _Bad("it names nobody")
    options = ""
    try:
        key, _ = _key(rest)
    except BadSignature as first:
        end = _end_of_options(rest)
        options, rest = rest[:end], rest[end:].lstrip(" \t")
        if not rest:
            # A line with a key of a kind that is not supported has no options: that is what is wrong with it.
            raise _Bad(str(first) if _names_a_key(options) else "it has no key") from None
        try:
            key, _ = _key(rest)
        except BadSignature as error:
            raise _Bad(str(first if _names_a_key(options) else error)) from None
    authority, told = _options(options)
    after = _moment(told, "valid-after", local)
    before = _moment(told, "valid-before", local)
    if after is not None and before is not None and before <= after:
        raise _Bad("valid-before is not after valid-after")
    return Signer(number, principals, key, authority, told.get("namespaces"), after, before)


def _principals(line: str) -> tuple[str, str]:
    """Return the first word, which may be quoted in part or whole, and what follows the blanks behind it."""
    at = next((at for at, char in enumerate(line) if char in _BLANK or char == '"'), None)
    if at is None:
        raise _Bad("it has no key")
    if line[at] != '"':
        return line[:at], line[at + 1 :].lstrip(_BLANK)
    end = line.find('"', at + 1)
    if end < 0:
        raise _Bad("a quotation mark is not closed")
    return line[:at] + line[at + 1 : end], line[end + 1 :].lstrip(_BLANK)


def _key(text: str) -> tuple[PublicKey, str]:
    """Return the key that a text begins with, and what follows it."""
    kind, blank, rest = _word(text)
    if not blank:
        raise refused("key")
    if "-cert-v0" in kind and kind.endswith("@openssh.com"):
        raise refused("certificate")
    if kind not in (*KINDS, *RSA_ALGORITHMS):
        raise refused("key_kind" if kind.startswith(("ssh-", "ecdsa-", "sk-")) else "key")
    encoded, _, comment = _word(rest.lstrip(" \t"))
    key = key_of(unbase64(encoded.translate(_DROPPED), "key"))
    # The names of RSA's algorithms stand for its keys, too.
    if key.kind != (RSA if kind in RSA_ALGORITHMS else kind):
        raise refused("key")
    return key, comment


def _word(text: str) -> tuple[str, bool, str]:
    """Return the first word, whether a blank ends it, and the rest."""
    for at, char in enumerate(text):
        if char in " \t":
            return text[:at], True, text[at + 1 :]
    return text, False, ""


def _names_a_key(word: str) -> bool:
    return word.startswith(("ssh-", "ecdsa-sha2-", "sk-", "rsa-sha2-")) and "=" not in word


def _end_of_options(text: str) -> int:
    """Return where the first blank outside quotation marks stands."""
    quoted = False
    at = 0
    while at < len(text) and (quoted or text[at] not in " \t"):
        if text[at] == "\\" and text[at + 1 : at + 2] == '"':
            at += 1
        elif text[at] == '"':
            quoted = not quoted
        at += 1
    if quoted and at >= len(text):
        raise _Bad("a quotation mark is not closed")
    return at


def _options(text: str) -> tuple[bool, dict[str, str]]:
    """Return whether the key certifies others, and the options that have values."""
    authority, told = False, dict[str, str]()
    at = 0
    while at < len(text):
        folded = text[at:].lower()
        name = next((each for each in _VALUED if folded.startswith(f"{each}=")), "")
        if folded.startswith("cert-authority"):
            authority, at = True, at + len("cert-authority")
        elif name:
            if name in told:
                raise _Bad(f"it has the option {name} twice")
            told[name], at = _dequoted(text, at + len(name) + 1)
        if at == len(text):
            break
        if text[at] != ",":
            raise _Bad("it has an option that is not known")
        at += 1
        if at == len(text):
            raise _Bad("its options end in a comma")
    return authority, told


def _dequoted(text: str, at: int) -> tuple[str, int]:
    """Return a quoted value, and where it ends."""
    if text[at : at + 1] != '"':
        raise _Bad("the value of an option is not quoted")
    at += 1
    out: list[str] = []
    while at < len(text) and text[at] != '"':
        at += text[at] == "\\" and text[at + 1 : at + 2] == '"'
        out.append(text[at])
        at += 1
    if at >= len(text):
        raise _Bad("a quotation mark is not closed")
    return "".join(out), at + 1


def _moment(told: dict[str, str], name: str, local: Local) -> int | None:
    if name not in told:
        return None
    seconds = listed(told[name], local)
    if seconds is None:
        raise _Bad(f"{name} is no moment")
    return seconds


def fits(name: str, patterns: str) -> bool:
    """Say whether a name fits a list of patterns, as ssh does.

    Patterns are parted by commas; `*` stands for any characters and `?` for one byte, case counts, and a pattern
    behind `!` that fits refuses the name whatever else does. A pattern of 1,023 bytes and more ends the search.
    """
    wanted, positive = name.encode("utf-8", "surrogateescape"), False
    rest = patterns.encode("utf-8", "surrogateescape")
    while rest:
        negated = rest.startswith(b"!")
        one, _, following = rest[negated:].partition(b",")
        if len(one) >= 1023:
            return False
        if _glob(wanted, one):
            if negated:
                return False
            positive = True
        rest = following
    return positive


def _glob(name: bytes, pattern: bytes) -> bool:
    """Say whether a name fits one pattern; each piece between stars is sought from where the last one ended."""
    first, *pieces = pattern.split(b"*")
    if not pieces:
        return len(name) == len(first) and _at(name, first, 0)
    if len(name) < len(first) or not _at(name, first, 0):
        return False
    place, last = len(first), pieces.pop()
    for piece in pieces:
        found = _sought(name, piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return len(name) - len(last) >= place and _at(name, last, len(name) - len(last))


def _sought(name: bytes, piece: bytes, start: int) -> int:
    if b"?" not in piece:
        return name.find(piece, start)
    return next((at for at in range(start, len(name) - len(piece) + 1) if _at(name, piece, at)), -1)


def _at(name: bytes, piece: bytes, place: int) -> bool:
    return all(char == 0x3F or name[place + at] == char for at, char in enumerate(piece))
