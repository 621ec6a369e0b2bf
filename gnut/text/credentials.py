"""Credentials in addresses: which values open a door, and what stands in their place wherever an address is kept.

Some query values name the page (`id=7`) and stay. Others let somebody in: a token, a signature, a session. What is
fetched is the address as written; what is kept, compared and shown has `hidden-` and twelve hex digits there, so that
two tokens are two sources and nobody can read either. A value that can be guessed, as a password or a short token
can, leaves no digest: whoever guesses it could check the guess. (docs/receipts.md, "What is not hashed")
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from urllib.parse import quote, unquote

from gnut.text.patterns import lazy
from gnut_store.canon import sha256

HIDDEN = "hidden"
"""In the place of a value that leaves no digest."""

DIGITS = 12
"""Hex digits of a value's digest: two of a million tokens share one with a probability under one in 500."""

SHORT = 16
"""Characters from which on a value that is not of digits alone can no longer be found by trying them all."""

DEEPEST = 4
"""How often an address is unpacked from an escaped value; what lies deeper is hidden whole."""

GUESSABLE = frozenset(
    """password passwd passphrase passcode pwd pswd userpass passkey otp totp hotp onetimecode verificationcode
    verifycode recoverycode backupcode passwort kennwort motdepasse contrasena contraseña senha
    wachtwoord lösenord losenord пароль 密码 密碼 口令 パスワード 暗証番号 비밀번호 كلمةالمرور كلمةالسر סיסמה şifre
    şifreniz""".split()
)
"""Names of what people choose and type, without signs and in folded case. No word that names anything else is among
them (Polish `haslo` is also an entry of a dictionary): their values would make one source of two."""

OPENS = frozenset(
    """authorization authorisation authentication authticket authcode authkey oauth oauthverifier bearer
    apikey appkey accesskey accesskeyid secretkey privatekey subscriptionkey sharedkey sharekey licensekey consumerkey
    sessionkey userkey clientkey wskey hapikey rlkey resourcekey awsaccesskeyid ossaccesskeyid googleaccessid keypairid
    sig hmac jwt cred creds assertion samlresponse samlrequest samlart relaystate openidsig
    sessionid sessid phpsessid jsessionid aspsessionid aspnetsessionid cfid sessionhandle
    csrf xsrf csrfmiddleware requestverification magiclink oobcode invitecode
    jeton cléapi cleapi chaveapi токен ключапи 令牌 密钥 金鑰 トークン 토큰 رمزالوصول""".split()
)
"""Names of what a machine issues, spelled as those above."""

ENDINGS = (
    *("token", "secret", "password", "passwd", "signature", "apikey", "accesskey", "sessionid", "sessid"),
    *("credential", "credentials", "creds", "jwt", "csrf", "hmac", "subscriptionkey"),
    *("passphrase", "passcode", "passkey", "pwd", "verificationcode"),
)
"""A name that ends so opens a door, whatever stands before it: `X-Amz-Signature`, `reset_password_token`."""

TYPED = ("password", "passwd", "passphrase", "passcode", "passkey", "pwd", "verificationcode")
"""Those of them whose value somebody chose, or can try."""

AGAIN = ("confirmation", "confirm", "again", "repeat", "new", "old")
"""What forms put behind the name of a value that they ask for twice: `passwordConfirm`, `new_password_again`."""

PAGING = frozenset(
    "pagetoken nextpagetoken prevpagetoken nexttoken continuationtoken continuetoken resumptiontoken synctoken".split()
)
"""Names of tokens that say which page of a list is meant (OAI-PMH, Google's interfaces), and open nothing."""

UNLESS_COUNTED = frozenset("session sid auth pass pass1 pass2 pw pw1 pw2 cookie unsubscribe invite".split())
"""Names whose value is a number where they mean a session of parliament, a sensor or a mountain pass."""

AMBIGUOUS = frozenset("key code state ticket pin s t appid magic mac nonce signed u".split())
"""Names that as often mean a record, a country or a parcel: hidden only where the value looks like nothing else."""

_ISSUED = lazy(
    r"(?<![A-Za-z0-9])(?:"
    r"eyJ[A-Za-z0-9_-]{8,1024}\.[A-Za-z0-9_-]{4,4096}(?:\.[A-Za-z0-9_-]{0,2048})?"
    r"|gh[opusr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_-]{16,255}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,255}|A[KS]IA[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,64}|ya29\.[A-Za-z0-9_-]{20,1024}"
    r"|[prs]k_(?:live|test)_[A-Za-z0-9]{10,255}|sk-(?:ant-|proj-)?[A-Za-z0-9]{20,255}[A-Za-z0-9_-]{0,255}"
    r"|hf_[A-Za-z0-9]{30,64}|npm_[A-Za-z0-9]{36}|pypi-AgEI[A-Za-z0-9_-]{20,1024}|whsec_[A-Za-z0-9]{16,255}"
    r"|shp(?:at|ss|ca|pa)_[0-9a-f]{32}|SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}"
    r")"
)
"""Credentials that say themselves what they are, by the forms that their issuers publish."""

_RANDOM = lazy(r"[A-Za-z0-9_+=~-]{16,4096}")
_RUN = lazy(r"[A-Za-z0-9]{16}")
_UUID = lazy(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_DONE = lazy(rf"{HIDDEN}(?:-[0-9a-f]{{{DIGITS}}})?")
_PARTS = lazy(r"([?#&])")
_USER = lazy(r"(?:(?<=:/)(/{0,2})|^(//)(?=[^/@]))[^/?#@\s]{0,1024}@")
_MEMBER = lazy(
    r'"(?P<name>[^"\\]{1,64})"(?P<colon>\s{0,4}:\s{0,4})'
    r'(?:"(?P<value>(?:[^"\\]|\\.)*+)|(?P<number>-?[0-9][0-9.eE+-]{0,64}+))',
    re.DOTALL,
)
_UNESCAPED = lazy(r"\\(.)", re.DOTALL)
_SPEAKING = frozenset('=@%"')
_ODD = frozenset('%@;#?"')
_SIGNS = lazy(r"[\W_]")


def concealed(address: str) -> str:
    """Return an address without its credentials; any other address as it is.

    Looked at are user names, the values of parameters in query, fragment and path (`;jsessionid=…`), addresses inside
    such values however often they are escaped, and credentials that say themselves what they are.

    Args:
        address: Address or the end of one, from its path, its `?` or its `#` on.
    """
    return address if _says_nothing(address) else _concealed(address, 0)


def _says_nothing(address: str) -> bool:
    """Whether an address is one of the many in which nothing needs to be unpacked, and none of its names is a lock.

    False says nothing: it is only that the whole of it has to be looked at.
    """
    place, _, query = address.partition("?")
    if "=" in place or not _ODD.isdisjoint(query) or not _ODD.isdisjoint(place) or _ISSUED.search(address):
        return False
    fields = [field.split("=") for field in query.split("&")] if query else []
    if any(_plain(field[0]) in ("code", "policy") for field in fields):  # Beside another they are credentials.
        return False
    return all(len(one) == 1 or (len(one) == 2 and not hides(*one)) for one in fields)


def hides(name: str, value: str) -> bool:
    """Return whether a parameter's name, and where that does not tell, its value says that it opens a door."""
    plain = _plain(name)
    if plain in UNLESS_COUNTED:
        return bool(value) and not value.isdecimal()
    plain = _once(plain)
    if not value or plain in PAGING:
        return False
    if plain in AMBIGUOUS:
        return _random(unquote(value))
    return plain in GUESSABLE or plain in OPENS or plain.endswith(ENDINGS)


def mark(name: str, value: str) -> str:
    """Return what stands in the place of a value; that of a value which is already hidden is itself."""
    if _DONE.fullmatch(value):
        return value
    plain = _once(_plain(name))
    if plain in GUESSABLE or plain.endswith(TYPED):
        return HIDDEN
    # What stands behind a semicolon may be another parameter, which is known: it makes nothing harder to guess.
    opened = unquote(value.partition(";")[0])
    return HIDDEN if len(opened) < SHORT or _SIGNS.sub("", opened).isdecimal() else _digest(value)


def issued(text: str) -> str:
    """Return a text without the credentials in it that say themselves what they are."""
    return _ISSUED.sub(lambda match: _digest(match[0]), text)


def _digest(value: str) -> str:
    # The words before it keep tables of hashed common words from being of use.
    return f"{HIDDEN}-{sha256(f'gnut credential {value}'.encode('utf-8', 'surrogatepass'))[:DIGITS]}"


@lru_cache(maxsize=512)  # The addresses of a report share a few names.
def _plain(name: str) -> str:
    """Return a name in folded case, without escapes and signs: `X-Amz-Signature` is `xamzsignature`."""
    return _SIGNS.sub("", unicodedata.normalize("NFKC", unquote(name)).casefold())


def _once(plain: str) -> str:
    """Return a folded name without what tells it from another of its kind: `password2`, `pwdconfirm`."""
    for _ in range(3):  # `password_new2_confirm`; a name is a stranger's, and may go on so for long.
        shorter = plain.rstrip("0123456789")
        ending = next((word for word in AGAIN if shorter.endswith(word)), "")
        plain = shorter.removesuffix(ending) or plain
    return plain


def _random(value: str) -> bool:
    """Whether a value is such as machines make up: long, letters and digits mixed, without words."""
    if _UUID.fullmatch(value):
        return True
    if not _RANDOM.fullmatch(value) or not _RUN.search(value):
        return False
    # A record has a word before or behind its number (`LEGITEXT000006070721`), a made-up value has no order.
    return sum(one.isdigit() != other.isdigit() for one, other in pairwise(value)) >= 3


def _concealed(text: str, depth: int) -> str:
    if not _suspicious(text):
        return text
    pieces = _PARTS.split(_members(text))
    granted = _together({_plain(piece.partition("=")[0]) for piece in pieces[2::2]})
    kept = [_place(pieces[0], depth)]
    swallow = False
    for sign, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        # Of what follows a value, `?` may belong to it, and the other two signs cannot.
        if swallow and sign == "?":
            continue
        shown, swallow = _parameter(piece, depth, granted=granted)
        kept += [sign, shown]
    return "".join(kept)


def _suspicious(text: str) -> bool:
    return not _SPEAKING.isdisjoint(text) or _ISSUED.search(text) is not None


def _together(names: set[str]) -> frozenset[str]:
    """Return those names that open a door only beside others: a grant, the signed policy of a cache."""
    found = {"code", "state"} if {"code", "state"} <= names else set()
    if "policy" in names and any(name == "keypairid" or name.endswith("signature") for name in names):
        found.add("policy")
    return frozenset(found)


def _members(text: str) -> str:
    """Return a text without the credentials that are members of a JSON object in it, or of one inside a string."""
    return _MEMBER.sub(_member, text) if '"' in text else text


def _member(match: re.Match[str]) -> str:
    name, value = match["name"], match["value"]
    start = f'"{name}"{match["colon"]}'
    if value is None:
        number = match["number"]
        return f'{start}"{mark(name, number)}"' if hides(name, number) else match[0]
    if hides(name, value):
        return f'{start}"{mark(name, value)}'
    if '\\"' not in value:
        return match[0]
    # One escape less each time, so this ends.
    inner = _UNESCAPED.sub(r"\1", value)
    shown = _members(inner)
    escaped = shown.replace("\\", "\\\\").replace('"', '\\"')
    return match[0] if shown == inner else f'{start}"{escaped}'


def _place(path: str, depth: int) -> str:
    """Return what stands before the first parameter: host and path, or the only value there is."""
    segments = _without_user(path).split("/")
    return "/".join(_parameter(segment, depth, granted=frozenset())[0] for segment in segments)


def _without_user(text: str) -> str:
    return _USER.sub(lambda match: f"{match[1] or match[2] or ''}{HIDDEN}@", text)


def _parameter(piece: str, depth: int, *, granted: frozenset[str]) -> tuple[str, bool]:
    """Return a parameter as it may be kept, and whether its value was hidden to its end.

    Old servers part parameters by semicolons, too, and so do paths and addresses copied out of HTML (`&amp;`).
    """
    fields = piece.split(";")
    for at, field in enumerate(fields):
        name, equals, value = field.partition("=")
        if not equals:
            continue
        rest = ";".join((value, *fields[at + 1 :]))
        if hides(name, value) or (value and _plain(name) in granted):
            return ";".join((*fields[:at], f"{name}={mark(name, rest)}")), True
    return ";".join(_value(field, depth) for field in fields), False


def _value(field: str, depth: int) -> str:
    """Return a field that is no credential without those in the address that its value may hold."""
    name, equals, value = field.partition("=")
    if not equals:
        name, value = "", field
    shown = _unpacked(issued(value), depth)
    return f"{name}{equals}{shown}"


def _unpacked(value: str, depth: int) -> str:
    opened = unquote(value, errors="surrogateescape")
    if opened == value and "=" not in value:
        return _without_user(value)
    if depth == DEEPEST:
        return mark("", value)
    hidden = _concealed(opened, depth + 1)
    if hidden == opened:
        return value
    return hidden if opened == value else quote(hidden, safe="", errors="surrogateescape")
