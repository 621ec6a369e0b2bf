"""`gnut check --acquire` fetches what is missing first; without it nothing is fetched, ever."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.loopback import reply, serving

Gnut = Callable[..., Any]

pytestmark = pytest.mark.loopback


def test_what_is_missing_is_fetched_once_for_all_reports(place: Path, gnut: Gnut) -> None:
    gnut("init")
    with serving() as web:
        web.pages["/a"] = reply(b"<p>In May the company raised $4.2M in Series A from investors.</p>" * 3)
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
        web.pages["/a"] = reply(b"<p>In May the company raised $4.2M in Series A from investors.</p>" * 3)
        (place / "good.md").write_text(f'It says "raised $4.2M in Series A" ([a]({web.url("/a")})).\n')
        (place / "bomb.md").write_bytes(b"[" * 1_000_000)
        said = gnut("check", "bomb.md", "good.md", "--acquire", "--allow-net", f"127.0.0.1:{web.port}")
        assert said.code == 2
        assert "good.md: clear" in said.err
