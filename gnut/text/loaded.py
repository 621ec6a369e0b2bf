"""Everything that reading a kind of source may load later, loaded now: a sealed child opens no file."""

from __future__ import annotations

import codecs

from gnut.text.labels import LABELS, LOCALES, REPLACEMENT
from gnut.text.sets import CODECS
from gnut.text.source import read

_GUESSED = "<p>Причал номер четыре был углублён в мае.".encode("cp1251")


def load(room: str) -> None:
    """Load the readers of `pdf`, or of `text`: HTML, JSON and every character set that they may be in."""
    for name in {*LABELS.values(), *LOCALES.values()} - REPLACEMENT | {"ascii", "utf-16"}:
        codecs.lookup(CODECS.get(name, name))
    samples: tuple[tuple[bytes, str], ...] = ((b"%PDF-1.4\n", "application/pdf"),)
    if room == "text":
        samples = ((_GUESSED, "text/html"), (b"<a/>", "application/xhtml+xml"), (b"[1]", "application/json"))
    for body, media_type in samples:
        read(body, media_type, "")
