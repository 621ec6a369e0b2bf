"""The bar that a long command draws, and when it draws nothing."""

from __future__ import annotations

import threading
import time

import pytest

from gnut.edge import progress as drawn
from gnut.edge.progress import EVERY, Progress
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


def line(err: str) -> str:
    """Return the line that was drawn last."""
    return err.rpartition("\r")[2].removesuffix("\x1b[K")


def drawing(clock: Clock, width: int, total: int = 40, **more: float) -> Progress:
    return Progress(at_terminal(clock), total, "sources", width=lambda: width, **more)


def test_the_line_has_totals_bytes_time_and_an_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = drawing(clock, 120)
    for _ in range(10):
        clock.now += 2.0
        progress.step(failed=False, bytes=340_000)
    assert line(capsys.readouterr().err) == "[######..................] 10/40 sources, 3.4 MB, 0:20, about 1:00 left"


def test_the_estimate_is_never_below_what_politeness_takes(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = drawing(clock, 120, total=100, least=99.0)
    for _ in range(5):
        clock.now += 0.2
        progress.step(failed=False)
    assert line(capsys.readouterr().err).endswith("about 1:38 left")


def test_nothing_is_foretold_from_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = drawing(clock, 120)
    clock.now += 9.0
    progress.step(failed=False)
    assert "left" not in line(capsys.readouterr().err)


def test_no_end_is_foretold_while_one_slow_page_is_awaited(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = drawing(clock, 120, total=21)
    for _ in range(20):
        clock.now += 0.2
        progress.step(failed=False)
    for _ in range(8):
        clock.now += 1.0
        progress._show()
        said = line(capsys.readouterr().err)
        assert "20/21 sources" in said
        assert "left" not in said


def test_no_end_is_foretold_once_it_should_have_come(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = drawing(clock, 120, total=6)
    for _ in range(4):
        clock.now += 2.0
        progress.step(failed=False)
    assert line(capsys.readouterr().err).endswith("about 0:04 left")
    clock.now += 5.0
    progress._show()
    assert line(capsys.readouterr().err).endswith("4/6 sources, 0:13")


@pytest.mark.parametrize("width", [*range(1, 12), 20, 30, 40, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int, capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = drawing(clock, width, total=2000)
    for _ in range(50):
        clock.now += 1.0
        progress.step(failed=True, bytes=10**6)
    shown = line(capsys.readouterr().err)
    assert len(shown) < max(width, 1)
    assert shown.startswith(("50/2000"[: width - 1], "["))


def test_it_is_redrawn_ten_times_a_second_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = drawing(clock, 120, total=10_000)
    for _ in range(3000):
        clock.now += 0.001
        progress.step(failed=False)
    assert capsys.readouterr().err.count("\r") <= 1 + (3.0 - 0.5) / EVERY


def test_the_clock_goes_on_while_nothing_comes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(drawn, "BEAT", 0.01)
    clock = Clock()
    said = ""
    with drawing(clock, 120):
        deadline = time.monotonic() + 10
        while "0:07" not in said and time.monotonic() < deadline:
            clock.now += 7.0 if clock.now == 0 else 0
            time.sleep(0.01)
            said += capsys.readouterr().err
    assert "0/40 sources, 0:07" in said


def test_the_line_is_gone_however_the_block_ends(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    before = threading.active_count()

    def interrupted() -> None:
        with progress:
            clock.now += 1.0
            progress.step(failed=False)
            raise KeyboardInterrupt

    progress = drawing(clock, 120)
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert capsys.readouterr().err.endswith("\r\x1b[K")
    clock.now += 1.0
    progress.step(failed=False)
    assert capsys.readouterr().err == ""
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


def test_a_terminal_that_goes_away_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def write(self, text: str) -> None:
            raise OSError

        def flush(self) -> None:
            raise OSError

    clock = Clock()
    here = at_terminal(clock)
    monkeypatch.setattr("sys.stderr", Gone())
    steps(here, clock)
