"""Files are read within limits, and only if they are files."""

from __future__ import annotations

import io
import os
import socket
import sys
from pathlib import Path

import pytest

from gnut.edge.files import read, standard_input, utf8
from gnut.errors import InputMissing, ReportTooLarge, Usage


def test_a_file_is_read_up_to_its_limit_and_not_beyond(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"x" * 100)
    assert read(file, limit=100) == b"x" * 100
    with pytest.raises(ReportTooLarge, match="larger than 99 bytes"):
        read(file, limit=99)


def test_a_pipe_nobody_writes_to_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputMissing, match="not a regular file"):
        read(tmp_path / "pipe")


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/tty", "/dev/null"])
def test_a_device_is_refused(path: str) -> None:
    with pytest.raises(InputMissing):
        read(path)


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("s")
        with pytest.raises(InputMissing, match="not a regular file"):
            read("s")


def test_a_folder_is_refused_as_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match="is a folder"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("name", "said"), [("none", "no such file"), ("a\0b", "not a file name"), ("x" * 300, "too long")]
)
def test_what_is_not_there_is_said(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(InputMissing, match=said):
        read(f"{tmp_path}/{name}")


def test_a_part_of_the_path_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    with pytest.raises(InputMissing, match="no such file") as caught:
        read(tmp_path / "a" / "b")
    assert "part of the path" in str(caught.value.help)


def test_links_in_a_circle_are_said(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(InputMissing, match="circle"):
        read(tmp_path / "a")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    (tmp_path / "a").chmod(0)
    with pytest.raises(InputMissing, match="permission denied"):
        read(tmp_path / "a")


class _Stdin:
    def __init__(self, body: bytes, *, tty: bool = False) -> None:
        self.buffer = io.BytesIO(body)
        self.closed = False
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty


def test_standard_input_has_the_same_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Stdin(b"12345"))
    assert standard_input(limit=5) == b"12345"
    monkeypatch.setattr(sys, "stdin", _Stdin(b"123456"))
    with pytest.raises(ReportTooLarge):
        standard_input(limit=5)


def test_a_terminal_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Stdin(b"", tty=True))
    with pytest.raises(InputMissing, match="terminal"):
        standard_input()


def test_a_closed_standard_input_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputMissing, match="closed"):
        standard_input()


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_text_is_utf_8_without_its_byte_order_mark_or_refused_with_its_byte(mark: bytes) -> None:
    assert utf8(mark + "é\ufeff".encode(), "a.csv") == "é\ufeff"
    with pytest.raises(Usage, match=f"a.csv: is not UTF-8 at byte {len(mark) + 2}$") as refused:
        utf8(mark + b"ab\xff", "a.csv", error=Usage, remedy="one a line")
    assert refused.value.help == "one a line"
