"""`gnut check --acquire` fetches what is missing first; without it nothing is fetched, ever."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.edge.progress import Progress
from gnut.edge.world import World
from gnut.ingest.contract import Extraction, Profile
from gnut.model import Report
from tests.loopback import reply, serving

Gnut = Callable[..., Any]

PAGE = b"<p>In May the company raised $4.2M in Series A from investors.</p>" * 3

pytestmark = pytest.mark.loopback


def test_what_is_missing_is_fetched_once_for_all_reports(place: Path, gnut: Gnut) -> None:
    gnut("init")
    with serving() as web:
        web.pages["/a"] = reply(PAGE)
        cited = f'It says "raised $4.2M in Series A" ([a]({web.url("/a")})).\n'
        (place / "one.md").write_text(cited)
        (place / "two.md").write_text(cited)
        before = gnut("check", "one.md", "two.md")
        assert before.code == 1
        assert web.asked == []
        net = f"127.0.0.1:{web.port}"
        fetched = gnut("check", "one.md", "two.md", "--acquire", "--allow-net", net)
        assert fetched.code == 0, fetched.err
        assert web.asked.count("/a") == 1
        again = gnut("check", "one.md", "--acquire", "--allow-net", net)
        assert (again.code, web.asked.count("/a")) == (0, 1)
    assert gnut("check", "one.md", "two.md").code == 0


def test_an_address_that_is_not_public_is_refused_without_leave(place: Path, gnut: Gnut) -> None:
    gnut("init")
    with serving() as web:
        (place / "one.md").write_text(f'It says "raised $4.2M in Series A" ([a]({web.url("/a")})).\n')
        said = gnut("check", "one.md", "--acquire", "--output-format", "json")
        assert said.code == 1
        assert '"kind": "blocked_target"' in said.out
        assert web.asked == []


def test_a_report_that_cannot_be_read_does_not_stop_the_fetching(place: Path, gnut: Gnut) -> None:
    gnut("init")
    with serving() as web:
        web.pages["/a"] = reply(PAGE)
        (place / "good.md").write_text(f'It says "raised $4.2M in Series A" ([a]({web.url("/a")})).\n')
        (place / "bomb.md").write_bytes(b"[" * 1_000_000)
        said = gnut("check", "bomb.md", "good.md", "--acquire", "--allow-net", f"127.0.0.1:{web.port}")
        assert said.code == 2
        assert "good.md: clear" in said.err


def test_a_bug_in_one_report_does_not_keep_the_others_from_being_fetched_and_checked(
    place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gnut.ingest import core

    def broken(report: Report, profile: Profile) -> Extraction:
        if report.path == "odd.md":
            raise ZeroDivisionError
        return sound(report, profile)

    sound = core.ingest
    monkeypatch.setattr("gnut.ingest.core.ingest", broken)
    monkeypatch.setattr("gnut.run.ingest", broken)
    gnut("init")
    with serving() as web:
        web.pages["/a"] = reply(PAGE)
        (place / "odd.md").write_text("It is odd.\n")
        (place / "good.md").write_text(f'It says "raised $4.2M in Series A" ([a]({web.url("/a")})).\n')
        said = gnut("check", "odd.md", "good.md", "--acquire", "--allow-net", f"127.0.0.1:{web.port}")
    assert said.code == 3
    assert said.err.count("bug in itself (ZeroDivisionError)") == 1
    assert "good.md: clear" in said.err


def test_a_store_that_takes_nothing_in_is_said_and_all_reports_are_still_checked(place: Path, gnut: Gnut) -> None:
    gnut("init")
    for folder in (place / ".gnut/tmp", place / ".gnut/local/tmp"):
        if folder.exists():
            folder.rmdir()
        folder.write_text("in the way")
    (place / "notes.txt").write_text("In May the company raised $4.2M in Series A.")
    with serving() as web:
        web.pages["/a"] = reply(PAGE)
        (place / "one.md").write_text(f'It says "raised $4.2M in Series A" ([a]({web.url("/a")})).\n')
        (place / "two.md").write_text('It says "raised $4.2M in Series A" ([n](notes.txt)).\n')
        said = gnut("check", "one.md", "two.md", "--acquire", "--allow-net", f"127.0.0.1:{web.port}")
    assert said.code == 4
    assert "error: .gnut/tmp: " in said.err
    assert "2 reports checked: 1 clear, 1 failed" in said.err


def test_the_bar_counts_what_is_fetched(place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    totals: list[int] = []

    class Counted(Progress):
        def __init__(self, world: World, total: int, noun: str, **more: Any) -> None:
            totals.append(total)
            super().__init__(world, total, noun, **more)

    monkeypatch.setattr("gnut.edge.lacking.Progress", Counted)
    gnut("init")
    (place / "notes.txt").write_text("Notes.")
    with serving() as web:
        web.pages["/a"] = web.pages["/b"] = reply(PAGE)
        net = ["--allow-net", f"127.0.0.1:{web.port}"]
        gnut("acquire", "--url", web.url("/a"), *net)
        totals.clear()
        (place / "one.md").write_text(f"See [a]({web.url('/a')}), [b]({web.url('/b')}) and [n](notes.txt).\n")
        gnut("check", "one.md", "--acquire", *net)
    assert totals == [1]
