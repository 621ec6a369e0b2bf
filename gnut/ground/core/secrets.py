"""Values that have the shape of a credential. The shape alone decides, never how random a value looks.

So hashes, UUIDs, keys in base64 and addresses pass, and what an issuer marks as a credential does not. Other than the
list that hides credentials in addresses (`gnut.text.credentials`), this one refuses: it asks for whole shapes, as a
token of three parts, where the other hides what begins like one. Each pattern stops at the least that tells, so that
the time is linear in the text.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as NotBase64
from urllib.parse import unquote

from gnut.ground.core.shapes import seen
from gnut.text.patterns import lazy

UNPACKED = 3
"""How often a value is unpacked from percent escapes."""

_PRIVATE_KEY = lazy(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY")
_ISSUED = lazy(
    r"(?<![A-Za-z0-9])(?:"
    r"A(?:KI|SI)A[A-Z0-9]{16}(?![A-Za-z0-9])"
    r"|xox[a-z]-[A-Za-z0-9-]{10}|xapp-[0-9A-Za-z-]{10}"
    r"|gh[opusr]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20}|gl(?:pat|ptt|dt|rt|cbt)-[A-Za-z0-9_-]{16}"
    r"|sk-(?:proj|svcacct|admin|ant|or)-[A-Za-z0-9_-]{16}|sk-[A-Za-z0-9]{20}"
    r"|[prs]k_(?:live|test)_[A-Za-z0-9]{10}|whsec_[A-Za-z0-9+/]{16}"
    r"|npm_[A-Za-z0-9]{30}|pypi-AgE[A-Za-z0-9_-]{20}|hf_[A-Za-z0-9]{30}|dop_v1_[0-9a-f]{40}"
    r"|AIza[A-Za-z0-9_-]{30}|ya29\.[A-Za-z0-9_-]{20}|GOCSPX-[A-Za-z0-9_-]{20}"
    r"|shp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}|SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16}"
    r"|[0-9]{8,10}:AA[A-Za-z0-9_-]{33}|hvs\.[A-Za-z0-9_-]{20}|AGE-SECRET-KEY-1[0-9A-Z]{20}|dapi[0-9a-f]{32}"
    r")"
)
"""By the forms that issuers publish: AWS, Slack, GitHub, GitLab, OpenAI and Anthropic, Stripe, npm, PyPI, Hugging Face,
DigitalOcean, Google, Shopify, SendGrid, Telegram, Vault, age, Databricks."""

_WEB_TOKEN = lazy(r"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{5}")
_AZURE = lazy(r"(?:AccountKey|SharedAccessKey|SharedAccessSignature)\s{0,4}[=:]\s{0,4}[^\s;]", re.IGNORECASE)
_BEARER = lazy(r"(?<![A-Za-z0-9])bearer[\s:+]{1,4}[A-Za-z0-9._~+/=-]{8}", re.IGNORECASE)
_BASIC = lazy(r"(?<![A-Za-z0-9])basic[\s:+]{1,4}([A-Za-z0-9+/_-]{4,512}={0,2})", re.IGNORECASE)
_ASSIGNED = lazy(
    r"(?<![A-Za-z0-9])(?:password|passwd|secret|api[_ -]?key|access[_ -]?key|client[_ -]?secret|authorization"
    r"|(?:access|refresh|auth|api)[_ -]?token)[\"']?\s{0,4}([:=])(\s{0,4})[\"']?([^\s\"',;&]{1,512})",
    re.IGNORECASE,
)
_PLAIN_WORDS = lazy(r"(?:[A-Za-z]+|[0-9]+|v[0-9]+)(?:[:/._-]+(?:[A-Za-z]+|[0-9]+|v[0-9]+)){0,200}")
_BETWEEN = lazy(r"[?#&;,\s\"'<>]")
_IN_ONE_TOKEN = lazy(r"[^A-Za-z0-9_.-]")

_SAS = frozenset(("se", "sp", "sr", "st", "spr"))
_ALONE = frozenset(("x-amz-signature", "x-goog-signature", "x-oss-signature", "x-obs-signature"))
_TOGETHER = (
    frozenset(("signature", "awsaccesskeyid")),
    frozenset(("signature", "googleaccessid")),
    frozenset(("signature", "key-pair-id")),
    frozenset(("signature", "ossaccesskeyid")),
)
"""Names of parameters that only a signed address has (Azure SAS is `sig`, `sv` and one of `_SAS`)."""

_HTML = (("&amp;", "&"), ("&#38;", "&"), ("&#x26;", "&"))


def secret_shape(value: str) -> str | None:
    """Return what kind of credential a value has the shape of, in a word or two; None when it has none.

    Looked at is the compatibility form (NFKC) without invisible characters, also unpacked from percent escapes. The
    answer never holds any part of the value.
    """
    said = seen(value)
    for _ in range(UNPACKED):
        if (kind := _kind(said)) is not None:
            return kind
        opened = seen(unquote(said)) if "%" in said else said
        if opened == said:
            return None
        said = opened
    return _kind(said)


def _kind(said: str) -> str | None:
    if "PRIVATE KEY" in said and _PRIVATE_KEY.search(said):
        return "a private key"
    if _ISSUED.search(said):
        return "a token of a known issuer"
    if "eyJ" in said and _has_web_token(said):
        return "a web token"
    if "://" in said and _has_password(said):
        return "an address with a password"
    if "=" in said and _is_signed(said):
        return "a signed address"
    if ("=" in said or ":" in said) and (_AZURE.search(said) or _is_assigned(said)):
        return "a credential with its name"
    if _BEARER.search(said) or any(_is_basic(match[1]) for match in _BASIC.finditer(said)):
        return "an authorization"
    return None


def _has_web_token(said: str) -> bool:
    """Whether three parts, joined by dots, begin as a JSON object in base64 does (RFC 7519)."""
    for run in _IN_ONE_TOKEN.split(said):
        parts = run.split(".")
        for head, body, end in zip(parts, parts[1:], parts[2:], strict=False):
            if len(body) >= 4 and end and _WEB_TOKEN.search(head):
                return True
    return False


def _has_password(said: str) -> bool:
    """Whether an address names a user and a password before its host; a port is none."""
    for after in said.split("://")[1:]:
        authority = _AUTHORITY_END.split(after, 1)[0]
        user, at, _ = authority.rpartition("@")
        if at and user.partition(":")[2]:
            return True
    return False


_AUTHORITY_END = lazy(r"[/?#\s\"'<>]")


def _is_signed(said: str) -> bool:
    """Whether the names of the parameters say that the address is signed, wherever in the value they stand."""
    for escaped, sign in _HTML:
        said = said.replace(escaped, sign)
    names = {
        unquote(name).strip().lower() for name, equals, _ in (f.partition("=") for f in _BETWEEN.split(said)) if equals
    }
    if {"sig", "sv"} <= names and not names.isdisjoint(_SAS):
        return True
    return not names.isdisjoint(_ALONE) or any(each <= names for each in _TOGETHER)


def _is_assigned(said: str) -> bool:
    """Whether a name of a credential is followed by its value; ids of words joined by colons are none."""
    for match in _ASSIGNED.finditer(said):
        sign, blank, value = match.groups()
        if sign == "=" or blank or not _PLAIN_WORDS.fullmatch(value):
            return True
    return False


def _is_basic(encoded: str) -> bool:
    """Whether a value says a user and a password in base64 (RFC 7617)."""
    try:
        body = b64decode(encoded + "=" * (-len(encoded) % 4), altchars=b"-_" if set("-_") & set(encoded) else None)
    except (NotBase64, ValueError):
        return False
    return b":" in body and body.isascii()
