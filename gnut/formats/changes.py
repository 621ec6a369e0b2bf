"""How the text of a source changed, as git's word diff shows it: changed passages with a little around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gnut.formats.escape import one_line
from gnut.formats.paint import Paint
from gnut.formats.sequences import Hunk, hunks
from gnut.formats.worddiff import TOKEN, wrapped

PASSAGES = 20
"""Most passages that are shown of one source, without `-v`."""

AROUND = 17
"""Tokens, blanks counted, that are shown before and after what changed."""

LONG = 10 * AROUND
"""Tokens after which a passage ends, however close the next change is."""

COMPARED = 100_000
"""Most characters of one passage that are compared word by word, once what begins and ends alike is set aside."""

SHOWN = 300
"""Most characters that are shown of what went, and of what came."""


def passages(before: str, after: str, paint: Paint, most: int = PASSAGES) -> list[str]:
    """Return the changed passages, one a line, escaped; a last line says how many blocks with a change are not shown.

    Compared by blocks first, then the words of those that differ: linear in the length of both. Blanks that differ
    are no change.

    Args:
        before: The text that was on record.
        after: The text that came now.
        paint: Colours.
        most: Most passages.
    """
    left, right = _blocks(before), _blocks(after)
    lines: list[str] = []
    parts = [pair for part in hunks(left, right) for pair in _paired(part)]
    for number, part in enumerate(parts):
        lines.extend(_within("\n".join(left[part.a : part.b]), "\n".join(right[part.c : part.d]), paint))
        if len(lines) >= most and number + 1 < len(parts):
            rest = len(parts) - number - 1
            return [*lines[:most], f"… and {rest} more changed {'block' if rest == 1 else 'blocks'}"]
    rest = len(lines) - most
    return lines if rest <= 0 else [*lines[:most], f"… and {rest} more in this block"]


def _paired(part: Hunk) -> list[Hunk]:
    """Return a part whose blocks are as many on both sides as pairs of blocks: each was edited in its place."""
    count = part.b - part.a
    if count != part.d - part.c:
        return [part]
    return [Hunk(part.a + at, part.a + at + 1, part.c + at, part.c + at + 1) for at in range(count)]


def _blocks(text: str) -> list[str]:
    return [" ".join(block.split()) for block in text.replace("\f", "\n").split("\n") if not block.isspace() and block]


def _within(left: str, right: str, paint: Paint) -> Iterator[str]:
    """Yield the changed passages of one pair of blocks."""
    head, tail = _alike(left, right)
    ours, theirs = left[head : len(left) - tail], right[head : len(right) - tail]
    # Of the common ends a little is kept: it is context, and completes a word of which only a part differs.
    near, far = _last(left[:head]), _first(left[len(left) - tail :])
    dots = "… " if len(near) < head else "", " …" if len(far) < tail else ""
    if len(ours) > COMPARED or len(theirs) > COMPARED:
        yield f"{dots[0]}{_kept(near).lstrip()}{_change(ours, theirs, paint)}{_kept(far).rstrip()}{dots[1]}"
        return
    first, second = TOKEN.findall(near + ours + far), TOKEN.findall(near + theirs + far)
    for group in _close(hunks(first, second)):
        start, end = max(0, group[0].a - AROUND), min(len(first), group[-1].b + AROUND)
        drawn = _drawn(first, second, group, (start, end), paint)
        before, after = "… " if start else dots[0], " …" if end < len(first) else dots[1]
        yield f"{before}{drawn.strip()}{after}"


def _alike(left: str, right: str) -> tuple[int, int]:
    """Return how many characters two texts have in common at their beginning, and then at their end."""
    shorter = min(len(left), len(right))
    head = _common(shorter, lambda count: left[:count] == right[:count])
    rest = shorter - head
    return head, _common(rest, lambda count: not count or left[-count:] == right[-count:])


def _common(most: int, holds: Callable[[int], bool]) -> int:
    """Return the largest count up to `most` that holds, where every smaller one holds as well."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _last(text: str) -> str:
    tokens = TOKEN.findall(text[-20 * AROUND :])
    return "".join(tokens[-AROUND:])


def _first(text: str) -> str:
    tokens = TOKEN.findall(text[: 20 * AROUND])
    return "".join(tokens[:AROUND])


def _close(found: Sequence[Hunk]) -> Iterator[list[Hunk]]:
    """Yield hunks in groups whose surroundings touch, none of them long."""
    group: list[Hunk] = []
    for hunk in found:
        if group and (hunk.a - group[-1].b > 2 * AROUND or hunk.a - group[0].a > LONG):
            yield group
            group = []
        group.append(hunk)
    if group:
        yield group


def _drawn(
    first: Sequence[str], second: Sequence[str], group: Sequence[Hunk], window: tuple[int, int], paint: Paint
) -> str:
    drawn: list[str] = []
    at, end = window
    for a, b, c, d in group:
        drawn += _kept("".join(first[at:a])), _change("".join(first[a:b]), "".join(second[c:d]), paint)
        at = b
    return "".join((*drawn, _kept("".join(first[at:end]))))


def _change(ours: str, theirs: str, paint: Paint) -> str:
    if not ours.strip() and not theirs.strip():
        return " "
    gone = wrapped(_cut(ours), "[-", "-]", "red", paint) if ours.strip() else ""
    come = wrapped(_cut(theirs), "{+", "+}", "green", paint) if theirs.strip() else ""
    return f"{gone}{come}"


def _cut(text: str) -> str:
    """Return a text for one line, escaped; of a long one the beginning, and how much there is more."""
    if len(text) <= SHOWN:
        return _kept(text)
    return f"{_kept(text[:SHOWN])} … ({len(text) - SHOWN:,} characters more)"


def _kept(text: str) -> str:
    """Return `text` escaped for one line, with a blank at an end where it had one."""
    folded = one_line(text)
    if not folded:
        return " " if text else ""
    return f"{' ' if text[0].isspace() else ''}{folded}{' ' if text[-1].isspace() else ''}"
