"""Untrusted text, made harmless for the medium it is printed in.

Reports, sources, file names and server answers may hold control sequences, invisible characters,
markup and workflow commands. Each medium has one function here, and every writer calls it.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from gnut.text.credentials import concealed, hides, issued
from gnut.text.patterns import lazy

_INVISIBLE = (
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\ud800-\udfff"
)
_JOINED = (
    # Joiners do visible work between these, so a Persian or Hindi report or an emoji stays readable.
    "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff"
    "\ufe0f\u2600-\u27bf\u2640\u2642\U0001f300-\U0001faff"
)
_HOSTILE = lazy(f"[{_INVISIBLE}]")
_NEIGHBOURS = lazy(f"[{_JOINED}][\u200c\u200d][{_JOINED}]")
_LETTERS = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _visible(match: re.Match[str]) -> str:
    char = match[0]
    point = ord(char)
    if char in "\u200c\u200d" and match.start() and _NEIGHBOURS.match(match.string, match.start() - 1):
        return char
    if char in _LETTERS:
        return _LETTERS[char]
    if point <= 0xFF:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def terminal(text: str) -> str:
    r"""Return `text` with every control, reordering and invisible character spelled out.

    An escape character becomes `\x1b`, a right-to-left override `\u202e`, a line feed `\n`. The old
    workflow-command opener of GitHub's runner, which it reads anywhere in a line, is broken.
    """
    return _HOSTILE.sub(_visible, text).replace("##[", "##\\x5b")


def pieces(text: str) -> list[str]:
    """Return what `terminal` makes of each character of `text`, so that columns can be counted."""
    shown = list(text)
    for match in _HOSTILE.finditer(text):
        shown[match.start()] = _visible(match)
    for match in re.finditer(r"##\[", text):
        shown[match.end() - 1] = "\\x5b"
    return shown


def one_line(text: str) -> str:
    """Return `text` for a terminal with runs of blanks folded to one space."""
    return terminal(" ".join(text.split()))


def _json_visible(match: re.Match[str]) -> str:
    point = ord(match[0])
    if point <= 0xFFFF:
        return f"\\u{point:04x}"
    point -= 0x10000
    return f"\\u{0xD800 + (point >> 10):04x}\\u{0xDC00 + (point & 0x3FF):04x}"


def json_text(encoded: str) -> str:
    """Return JSON of the same value whose strings spell out what a terminal would act on.

    Args:
        encoded: JSON without blanks outside strings other than single line feeds.
    """
    lines = encoded.split("\n")
    return "\n".join(_HOSTILE.sub(_json_visible, line).replace("##[", "##\\u005b") for line in lines)


def path(text: str) -> str:
    """Return a path for the start of a line; one that could pass for a workflow command is led by `./`."""
    shown = terminal(text)
    # GitHub's runner obeys lines that begin with two colons, blanks before them included.
    return f"./{shown}" if shown.lstrip().startswith("::") else shown


_MARKDOWN = lazy(r"[\\`*_{}\[\]#!|<>&~$^]|:(?=//)|(?<=www)\.", re.IGNORECASE)


def markdown(text: str) -> str:
    """Return `text` as inline Markdown that shows it and does nothing else.

    Addresses are kept from becoming links, markup from being markup, braces from a site's templates.
    A text with `@` becomes a code span: hosts notify people named in plain text, whatever is escaped.
    """
    shown = one_line(text)
    if "@" in shown:
        return markdown_code(shown)
    return _MARKDOWN.sub(lambda match: "\\" + match[0], shown)


def markdown_code(text: str) -> str:
    """Return `text` as one code span, safe inside a table cell."""
    shown = one_line(text)
    if not shown:
        return ""
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown[0] == "`" or shown[-1] == "`" else ""
    # A table splits its cells before it looks for code, so the bar is escaped even there.
    body = shown.replace("|", "\\|")
    return f"{fence}{pad}{body}{pad}{fence}"


def workflow_data(text: str) -> str:
    """Return `text` as the message of a GitHub workflow command."""
    kept = _HOSTILE.sub(lambda match: match[0] if match[0] in "\r\n" else _visible(match), text)
    kept = kept.replace("##[", "##\\x5b")
    return kept.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def workflow_property(text: str) -> str:
    """Return `text` as a property of a GitHub workflow command."""
    return workflow_data(text).replace(":", "%3A").replace(",", "%2C")


_URL = lazy(r"(?P<head>:(?:\\?/){2})(?P<user>[^\s/@\"'<>\\]*@)?(?P<rest>[^\s?#\"'<>]*)(?P<query>[?#][^\s\"'<>]*)?")
_VALUE = lazy(r"=[^&;#]*")
_ESCAPED = lazy(r"(?<![^\s\"'<>])[^\s\"'<>%]*+%[0-9A-Fa-f]{2}[^\s\"'<>]*+")
_FIELD = lazy(
    r"(?i)(?<![\w-])((?:proxy-|x-)?(?:authorization|authentication|auth|api-key|access-token|csrf-token)"
    r"|(?:set-)?cookie2?|www-authenticate|authentication-info)"
    r"([\"']?\s{0,2}[:=]\s{0,2}|[\"'],\s{0,2})[^\r\n]{1,8192}"
)
_NAMED = lazy(r"(?<![\w-])([\w.\[\]-]{1,64})([\"']?\s?=\s?[\"']?|[\"']\s{0,2}:\s{0,2}[\"'])([^\s&;#\"'<>,)]{1,4096})")
_SCHEMED = lazy(r"\b(Bearer|Basic|Digest|Negotiate)\s{1,3}(?=[\w.~+/-]{0,64}[0-9A-Z=])[\w.~+/-]{6,4096}={0,2}")


def redacted(text: str) -> str:
    """Return `text` without credentials: the one way that anything for people or a log goes.

    Left out are the users, query values and fragment values of addresses, however often they are escaped, the values
    of header fields that let somebody in, values named as tokens or passwords are, and credentials that say
    themselves what they are. What an address names by its path stays.
    """
    if "%" in text:
        text = _ESCAPED.sub(_opened, text)
    return _bare(text)


def _opened(match: re.Match[str]) -> str:
    """Return an escaped run of signs as it is when no credential is in it, else what it says without that."""
    shown = match[0]
    for _ in range(_OFTEN):
        inner = unquote(shown)
        if inner == shown:
            break
        shown = inner
    cleaned = _bare(shown)
    return match[0] if cleaned == shown else cleaned


_OFTEN = 8
"""How often an address is escaped at most; an exchange of credentials takes two or three."""


def _bare(text: str) -> str:
    def address(match: re.Match[str]) -> str:
        query = _VALUE.sub("=…", match["query"] or "")
        return match["head"] + ("…@" if match["user"] else "") + concealed(match["rest"]) + query

    text = _URL.sub(address, text)
    text = _FIELD.sub(r"\1\2…", text)
    text = _SCHEMED.sub(r"\1 …", text)
    text = _NAMED.sub(lambda match: f"{match[1]}{match[2]}…" if hides(match[1], match[3]) else match[0], text)
    return issued(text)
