"""What an animation leaves of an element once it is at rest (CSS Animations 1, sections 3 and 4).

An animation may always hide. It shows what was hidden only if a browser certainly gets there soon: its name
exact, neither paused nor reversed nor delayed, and nothing important against it.
"""

from __future__ import annotations

from msgspec import Struct

from gnut.text.html.colour import pieces, words
from gnut.text.html.css import UNREAD, Declarations
from gnut.text.html.visible import plain, styled
from gnut.text.patterns import lazy

PATIENCE = 5.0
"""Seconds that a reader waits for an animation to begin, and to end."""

MAX_FRAMES = 64
"""Steps of one animation that are looked at; of one with more the answer is in doubt."""

MAX_ANIMATIONS = 16
"""Animations of one element that are looked at."""

Frames = dict[str, Declarations]
"""Step (`0%` to `100%`) → what it declares."""

_ALSO = ("delay", "direction", "duration", "fill-mode", "iteration-count", "play-state")
_TIME = lazy(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,3})?)(m?s)\Z")
_NUMBER = lazy(r"\d{1,9}(?:\.\d{0,9})?\Z|\.\d{1,9}\Z")
_UNSET: Declarations = {UNREAD: ""}


class _Run(Struct, frozen=True):
    """One animation of an element."""

    delay: float
    """Seconds before it begins."""

    length: float
    """Seconds from its beginning to its end; infinite if it has none."""

    backwards: bool
    """Whether its first step holds while it waits."""

    forwards: bool
    """Whether its last step holds behind its end."""

    paused: bool
    first: str
    last: str
    """Steps at which it begins and ends."""


def at_rest(held: Declarations, forced: frozenset[str], animations: dict[str, Frames]) -> Declarations:
    """Return what holds for an element once its animations are at rest.

    Args:
        held: What is declared for it.
        forced: Properties whose declaration is important; no animation touches them.
        animations: Those of the page, by their exact names.
    """
    names = list(pieces(held.get("animation-name", "")))
    written = "".join(held.get("animation-" + one, "") for one in (*_ALSO, "name"))
    if any(call in written for call in ("var(", "calc(", "env(", "attr(", "if(")):
        return {**held, **_UNSET} if _matters(held, animations) else held
    base = held
    for at, written in enumerate(names[:MAX_ANIMATIONS]):
        for word in words(written):
            frames = animations.get(word.strip("\"'"))
            if frames is None:
                continue
            kept = {
                step: {name: value for name, value in declared.items() if name not in forced}
                for step, declared in frames.items()
            }
            held = {**held, **_left(base, kept, _run(held, at))}
            break
    return held


def _matters(held: Declarations, animations: dict[str, Frames]) -> bool:
    """Return whether it can decide what is seen which of the animations runs, and how."""
    return _hides(held) or any(_hides(declared) for frames in animations.values() for declared in frames.values())


def _hides(declared: Declarations) -> bool:
    look = styled(plain(None), declared)
    return look.hidden or look.struck


def _left(held: Declarations, frames: Frames, run: _Run) -> Declarations:
    """Return what one animation adds to what is held."""
    first, last = frames.get(run.first, {}), frames.get(run.last, {})
    if run.paused:
        if run.delay < 0:
            return _middle(held, frames)
        return first if run.delay == 0 or run.backwards else {}
    if run.delay > PATIENCE:
        return first if run.backwards else {}
    if run.delay + run.length > 2 * PATIENCE:
        return _middle(held, frames)
    return last if run.forwards else {}


def _middle(held: Declarations, frames: Frames) -> Declarations:
    """Return what holds all through an animation: hidden if each step hides, in doubt if only some do."""
    if len(frames) > MAX_FRAMES:
        return _UNSET
    steps = [frames.get("0%", {}), frames.get("100%", {}), *frames.values()]
    hiding = [step for step in steps if _hides({**held, **step})]
    if len(hiding) == len(steps):
        return hiding[0]
    # What is hidden at rest, and shown at times only, is no text that a reader can be sure to see.
    return _UNSET if hiding else {}


def _run(held: Declarations, at: int) -> _Run:
    said = {one: _piece(held.get("animation-" + one, ""), at) for one in _ALSO}
    times = [_seconds(word) for word in said["duration"] if _TIME.match(word)]
    delays = [_seconds(word) for word in said["delay"] if _TIME.match(word)]
    # In the shorthand the first time is how long it takes, the second how long it waits.
    alone = len(said["delay"]) == 1
    delay = delays[0] if alone and delays else delays[1] if len(delays) > 1 else 0.0
    times_run = [float(word) for word in said["iteration-count"] if _NUMBER.match(word)]
    count = times_run[0] if times_run else 1.0
    duration = times[0] if times else 0.0
    length = float("inf") if "infinite" in said["iteration-count"] and duration else duration * count
    direction = said["direction"]
    back = "reverse" in direction or "alternate-reverse" in direction
    turns = "alternate" in direction or "alternate-reverse" in direction
    first, last = ("100%", "0%") if back else ("0%", "100%")
    if turns and int(count) % 2 == 0:
        last = first
    fill = said["fill-mode"]
    return _Run(
        delay=delay,
        length=length,
        backwards="backwards" in fill or "both" in fill,
        forwards="forwards" in fill or "both" in fill,
        paused="paused" in said["play-state"],
        first=first,
        last=first if count == 0 else last,
    )


def _piece(value: str, at: int) -> list[str]:
    """Return the words of what is said of one of several animations; shorter lists begin again."""
    several = list(pieces(value))
    return list(words(several[at % len(several)]))


def _seconds(word: str) -> float:
    found = _TIME.match(word)
    return 0.0 if found is None else float(found.group(1)) * (1.0 if found.group(2) == "s" else 0.001)
