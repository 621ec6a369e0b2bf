"""Comments of Markdown, which no reader of the rendered page sees."""

from __future__ import annotations

import re
from bisect import bisect_left

from gnut.text.patterns import lazy

_SIGN = lazy(r"^ {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)|(?P<ticks>`+)|(?P<comment><!--)", re.MULTILINE)
_FENCE = lazy(r"^ {0,3}(`{3,}|~{3,})[ \t]*$", re.MULTILINE)
_BLANK = lazy(r"\n[ \t]*\n")


def without_comments(text: str) -> tuple[str, str | None]:
    """Return Markdown without its comments, and the comments, a line each, or None if there are none.

    A comment inside code is code: readers see it. One that is never closed runs to the end.
    """
    if "<!--" not in text:
        return text, None
    shown: list[str] = []
    hidden: list[str] = []
    ticks = _Ticks(text)
    at = kept = 0
    while sign := _SIGN.search(text, at):
        if sign["comment"]:
            end = _comment_end(text, sign.start())
            shown.append(text[kept : sign.start()])
            hidden.append(text[sign.start() : end].removeprefix("<!--").removesuffix("-->").strip())
            at = kept = end
        elif sign["fence"] and not (sign["fence"][0] == "`" and "`" in sign["info"]):
            at = _fence_end(text, sign)
        else:
            run = sign["ticks"] or sign["fence"]
            start = sign.end("ticks") if sign["ticks"] else sign.end("fence")
            at = ticks.end(start, len(run)) if run[0] == "`" else start
    return "".join([*shown, text[kept:]]), "\n".join(hidden) + "\n" if hidden else None


def _comment_end(text: str, start: int) -> int:
    for whole in ("<!-->", "<!--->"):
        if text.startswith(whole, start):
            return start + len(whole)
    end = text.find("-->", start + 4)
    return len(text) if end < 0 else end + 3


def _fence_end(text: str, opening: re.Match[str]) -> int:
    """Return where a fenced block ends: after a fence as long as its first, or at the end."""
    fence = opening["fence"]
    at = opening.end()
    while closing := _FENCE.search(text, at):
        at = closing.end()
        if closing[1][0] == fence[0] and len(closing[1]) >= len(fence):
            return at
    return len(text)


class _Ticks:
    """Where runs of backticks stand, so that a code span's end is found without reading on from each."""

    def __init__(self, text: str) -> None:
        self._runs: dict[int, list[int]] = {}
        for run in re.finditer("`+", text):
            self._runs.setdefault(len(run.group()), []).append(run.start())
        self._blanks = [blank.start() for blank in _BLANK.finditer(text)]

    def end(self, start: int, length: int) -> int:
        """Return where the span that `length` ticks before `start` open ends; `start` if they open none."""
        runs = self._runs.get(length, [])
        index = bisect_left(runs, start)
        if index == len(runs):
            return start
        blank = bisect_left(self._blanks, start)
        if blank < len(self._blanks) and self._blanks[blank] < runs[index]:
            return start  # A paragraph ends before the span does.
        return runs[index] + length
