"""The configuration file is found, read and never merged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gnut.edge.settings import settings
from gnut.errors import BadConfig


def test_without_a_file_everything_is_the_default(tmp_path: Path) -> None:
    assert settings(tmp_path).origin is None


def test_gnut_toml_is_read(tmp_path: Path) -> None:
    (tmp_path / "gnut.toml").write_text('policy = "strict"\n')
    assert (settings(tmp_path).policy, settings(tmp_path).origin) == ("strict", "gnut.toml")


@pytest.mark.parametrize(
    "text",
    [
        '[tool.gnut]\npolicy = "strict"\n',
        '[tool]\ngnut = { policy = "strict" }\n',
        'tool.gnut.policy = "strict"\n',
        '["tool"."gn\\u0075t"]\npolicy = "strict"\n',
    ],
)
def test_a_section_of_pyproject_is_read_however_it_is_spelled(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert settings(tmp_path).policy == "strict"


def test_a_pyproject_of_others_is_nothing_to_us(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.black]\nline-length = 88\n")
    assert settings(tmp_path).origin is None
    (tmp_path / "pyproject.toml").write_text("[tool.black\nbroken")
    assert settings(tmp_path).origin is None


def test_two_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "gnut.toml").write_text("")
    (tmp_path / "pyproject.toml").write_text("[tool.gnut]\n")
    with pytest.raises(BadConfig, match="both"):
        settings(tmp_path)


@pytest.mark.parametrize(
    "body",
    [b"policy = ", b"= 1", b"policy = 'a'\npolicy = 'b'", b"\xff\xfe", b"[" * 5000, b"x = " + b"[" * 100_000, b"\x00"],
)
def test_what_does_not_parse_is_refused_by_name(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "gnut.toml").write_bytes(body)
    with pytest.raises(BadConfig, match=r"gnut\.toml"):
        settings(tmp_path)


def test_a_section_that_is_no_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\ngnut = 1\n")
    with pytest.raises(BadConfig, match="not a table"):
        settings(tmp_path)


def test_a_configuration_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "gnut.toml")
    with pytest.raises(BadConfig, match="not a regular file"):
        settings(tmp_path)


def test_a_lost_configuration_is_not_taken_for_none(tmp_path: Path) -> None:
    (tmp_path / "gnut.toml").symlink_to("moved-away.toml")
    with pytest.raises(BadConfig, match="no such file"):
        settings(tmp_path)


def test_a_huge_configuration_is_refused(tmp_path: Path) -> None:
    (tmp_path / "gnut.toml").write_text("#" * 2_000_000)
    with pytest.raises(BadConfig, match="larger than"):
        settings(tmp_path)


def test_an_unknown_key_names_the_section(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.gnut]\npolcy = "strict"\n')
    with pytest.raises(BadConfig, match=r"pyproject\.toml \[tool\.gnut\]: unknown key 'polcy'"):
        settings(tmp_path)


def test_the_limits_of_the_configuration_are_those_of_the_door() -> None:
    from gnut.config import parse
    from gnut.edge.gentle import polite
    from gnut.edge.live import bounds
    from gnut.edge.net import LIMITS, MANNERS

    assert max(LIMITS.wire, LIMITS.wire_pdf, LIMITS.decoded, LIMITS.decoded_pdf) == parse.SOURCE_BYTES
    assert (LIMITS.exchange, LIMITS.redirects) == (parse.SECONDS, parse.REDIRECTS)
    assert (MANNERS.host_concurrency, MANNERS.host_interval) == (parse.HOST_CONCURRENCY, parse.HOST_INTERVAL)
    assert bounds(parse.Config()) == LIMITS
    assert polite(parse.Config()) == MANNERS
