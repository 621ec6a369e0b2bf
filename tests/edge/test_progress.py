"""The bar that a long command draws, and when it draws nothing."""

from __future__ import annotations

import pytest

from gnut.edge.progress import Progress
from gnut.edge.world import World, world


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def at_terminal(clock: Clock, **environ: str) -> World:
    return world()._replace(clock=clock, stderr_tty=True, environ={"TERM": "xterm", **environ})


def steps(here: World, clock: Clock, **more: bool) -> None:
    progress = Progress(here, 4, "sources", **more)
    for failed in (False, True, False, False):
        clock.now += 0.3
        progress.step(failed=failed)
    progress.clear()


def test_a_long_call_shows_how_far_it_is_and_takes_the_line_away(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    steps(at_terminal(clock), clock)
    out, err = capsys.readouterr()
    assert out == ""
    assert "2/4 sources, 1 failed" in err
    assert "1/4" not in err
    assert err.endswith("\r\x1b[K")


def test_nothing_is_drawn_off_a_terminal_in_ci_on_a_dumb_one_or_when_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    here = at_terminal(clock)
    for unfit in (here._replace(stderr_tty=False), at_terminal(clock, CI="true"), at_terminal(clock, TERM="dumb")):
        steps(unfit, clock)
    steps(here, clock, quiet=True)
    assert capsys.readouterr() == ("", "")
