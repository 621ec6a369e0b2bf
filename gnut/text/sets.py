"""Character sets as the Encoding Standard has them, where Python's codecs say something else.

Found by comparing every index of the standard (encoding.spec.whatwg.org, section 5) with the codec, pair by
pair. Undefined bytes of the windows sets are left undefined: the standard makes them controls, and a
control is no text, so both end as U+FFFD.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from functools import cache

CODECS = {
    "big5": "big5hkscs",
    "euc-jp": "euc_jp",
    "euc-kr": "cp949",
    "gbk": "gb18030",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-8-i": "iso8859_8",
    "macintosh": "mac_roman",
    "shift_jis": "cp932",
    "utf-16be": "utf_16_be",
    "utf-16le": "utf_16_le",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
}
"""Encoding Standard name → Python codec where they differ: the standard's sets are the supersets in use."""

_SINGLE = {"koi8-u": {0xAE: "\u045e", 0xBE: "\u040e"}, "windows-1255": {0xCA: "\u05ba"}}
"""Bytes of single-byte sets; koi8-u is koi8-ru for these two."""

_JIS = dict(zip(map(ord, "\u301c\u2016\u2212\xa2\xa3\xac"), "\uff5e\u2225\uff0d\uffe0\uffe1\uffe2", strict=True))
"""Signs of JIS X 0208 that the web reads as windows-31j does; no other pair of these sets gives the first.

8F A2 B7 of euc-jp stays a tilde."""

_GB = {
    0xE5E5: "\u3000",
    0xE7C7: "\u1e3f",
    0x1E3F: "\ue7c7",
    **dict(zip(range(0xE78D, 0xE797), "\ufe10\ufe12\ufe11\ufe13\ufe14\ufe15\ufe16\ufe17\ufe18\ufe19", strict=True)),
    **dict(
        zip(
            (0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854, 0xE864),
            "\u9fb4\u9fb5\u9fb6\u9fb7\u9fb8\u9fb9\u9fba\u9fbb",
            strict=True,
        )
    ),
}
"""Code points that GB 18030 moved in 2005 and 2022, from the private use area to letters of their own."""

_BIG5 = dict(
    zip(
        map(ord, "\u2022\uff64\u203e\u223c\u2641\u2609\xa5\xa2\xa3"),
        "\u2027\ufe51\xaf\uff5e\u2295\u2299\uffe5\uffe0\uffe1",
        strict=True,
    )
)
"""Signs of Big5 that the web reads as Microsoft does; A2 41 and A2 42 stay the slashes that A1 FE and A2 40 are."""

_ODD = range(0xF8F0, 0xF8F4)
"""What cp932 makes of the single bytes A0 and FD to FF, which the standard leaves undefined."""

_EXCHANGED: dict[str, dict[int, str]] = {
    "big5": _BIG5,
    "euc-jp": _JIS,
    "gb18030": _GB,
    "gbk": _GB,
    "iso-2022-jp": _JIS,
    "shift_jis": dict.fromkeys(
        range(0xF8F0, 0xF8F4), "\ufffd"
    ),  # A0 and FD to FF, which the standard leaves undefined.
}

_BIG5_MORE = (
    "877a㡵𡵓𣚞𦀡㻬𥣞㫵竼龗𤅡𨤍𣇪𠪊𣉞䌊蒄龖鐯䤰蘓墖靊鈘秐 "
    "87b4稲晠権袝瑌篅枂稬剏遆㓦珄𥶹瓆鿇垳䤯呌䄱𣚎堘穲𧭥讏 87cc䚮𦺈䆁𥶙箮𢒼鿈𢓁𢓉𢓌鿉蔄𣖻䂴鿊䓡𪷿拁灮鿋 "
    "8e69箸 8e6f簆 8e7e糎 8eab緒 8eb4縝 8ecd者 8ed0耨 8f57菁 8f69蒨 8f6e萏 8fcb覦覩 8ffe起 906d都 907a銹 "
    "90dc靜 90f1響 91bf鼖 9244蔃 92af兙兛兝兞 92c8鍮 92d1瑹 9447浧 94ca禛 95d9邗 9644靝 96ed瀞 96fc嬨 "
    "9b76爁 9b78矗 9b7b纇 9bc6駖 9bde釔 9bec惞 9bf6澶 9c42輶 9c53侻 9c62營 9c68鄄 9c6b鷰 9c77菏 9cbc尐秣 "
    "9cd0婧 9d57輋 9d5a筑 9dc4拐 9ea9恢 9eef痹 9efd汊 9f60鬮 9f66鼗 9fcb僭 9fd8弌 a063蠏 a077拎 a0d5瑨 "
    "a0df煢 a0e4牐 a3c0␀␁␂␃␄␅␆␇␈␉␊␋␌␍␎␏␐␑␒␓␔␕␖␗ a3d8␘␙␚␛␜␝␞␟␡€ c6cf廴 c6d3无 c6d5癶 c6d7隶 c6de〃仝 "
    "fa5f倩 fa66偽 fabd包 fac5卄 fad5卿 fb48嘅 fbb8婷 fbf3幵 fbf9廐 fc4f彘 fc6c悤 fcb9撐 fce2晴 fcf1杞 "
    "fdb7沜渝 fdbb港 fdf1煮 fe52猪 fe6f瑜 feaa瓩 fedd砉"
)
"""Pairs of Big5 that Python's codec lacks: the first of a run, then what it and its followers stand for."""


def read(body: bytes, name: str, *, strict: bool) -> str:
    """Return `body` in the set `name` of the Encoding Standard; what has no meaning there becomes U+FFFD.

    Raises:
        UnicodeDecodeError: Something has no meaning, and `strict` is asked for.
    """
    codec = CODECS.get(name, name)
    errors = "strict" if strict else "replace"
    if name in _SINGLE:
        return codecs.charmap_decode(body, errors, _table(name))[0]
    if codec in _MORE:
        _register()
        errors = f"gnut-{errors}"
    text = body.decode(codec, errors)
    if strict and name == "shift_jis" and not text.isascii() and any(sign in text for sign in map(chr, _ODD)):
        raise UnicodeDecodeError(codec, body, 0, 1, "A0 and FD to FF stand for nothing")
    return text.translate(_EXCHANGED[name]) if name in _EXCHANGED else text


@cache
def _table(name: str) -> str:
    """Return what each byte of a single-byte set stands for; U+FFFE for nothing."""
    stands = {byte: bytes([byte]).decode(name, "ignore") or "\ufffe" for byte in range(256)}
    return "".join((stands | _SINGLE[name]).values())


@cache
def _register() -> None:
    """Tell Python of the two ways to go on where a codec lacks a pair."""
    codecs.register_error("gnut-strict", _strictly)
    codecs.register_error("gnut-replace", _leniently)


def _strictly(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    found = _more(error)
    if found is None:
        raise error
    return found


def _leniently(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for broken bytes, and where to go on: as in the standard, past both bytes of a pair
    that is none, but never past an ASCII character."""
    assert isinstance(error, UnicodeDecodeError)
    pair = error.object[error.start : error.start + 2]
    leads = range(0xA1, 0xFF) if error.encoding == "euc_jp" else range(0x81, 0xFF)
    width = 2 if len(pair) == 2 and pair[0] in leads and pair[1] >= 0x80 else 1
    return _more(error) or ("\ufffd", error.start + width)


def _more(error: UnicodeDecodeError) -> tuple[str, int] | None:
    """Return what the bytes at an error stand for, and where to go on, if only the codec does not know them."""
    stands = _MORE[error.encoding](error.object[error.start : error.start + 2])
    if stands is None:
        return None
    return stands, error.start + (1 if error.object[error.start] == 0x80 else 2)


def _jis(high: int) -> Callable[[bytes], str | None]:
    """Return a look-up of pairs of JIS X 0208 with the rows of NEC and IBM, whose bytes begin above `high`."""

    def stands(pair: bytes) -> str | None:
        row, cell = (byte - high for byte in pair) if len(pair) == 2 else (0, 0)
        if not (1 <= row <= 94 and 1 <= cell <= 94):
            return None
        lead = (row - 1) // 2 + (0x81 if row <= 62 else 0xC1)
        trail = cell + (0x9E if row % 2 == 0 else 0x3F if cell < 64 else 0x40)
        try:
            return bytes([lead, trail]).decode("cp932")
        except UnicodeDecodeError:
            return None

    return stands


@cache
def _big5_pairs() -> dict[bytes, str]:
    pairs: dict[bytes, str] = {}
    trails = (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    for run in _BIG5_MORE.split():
        lead, trail = bytes.fromhex(run[:4])
        place = (lead - 0x81) * len(trails) + trails.index(trail)
        for step, stands in enumerate(run[4:], place):
            pairs[bytes([0x81 + step // len(trails), trails[step % len(trails)]])] = stands
    return pairs


def _big5(pair: bytes) -> str | None:
    return _big5_pairs().get(pair)


def _gb(pair: bytes) -> str | None:
    return "\u20ac" if pair[:1] == b"\x80" else None


def _none(_: bytes) -> None:
    """Return that a codec lacks nothing."""


_MORE: dict[str, Callable[[bytes], str | None]] = {
    "big5hkscs": _big5,
    "cp932": _none,
    "cp949": _none,
    "euc_jp": _jis(0xA0),
    "gb18030": _gb,
    "iso2022_jp_ext": _jis(0x20),
}
"""Python codec → what a pair that it lacks stands for; for GB 18030 a single 80."""
