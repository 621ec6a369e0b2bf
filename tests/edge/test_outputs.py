"""Files that a command writes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gnut.edge import outputs
from gnut.edge.outputs import write
from gnut.errors import Usage


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "a.json", b"{}\n")
    write(tmp_path, "a.json", b"[]\n")
    assert (tmp_path / "a.json").read_bytes() == b"[]\n"
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.json", b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(outputs.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write(tmp_path, "a.json", b"new")
    assert (tmp_path / "a.json").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_mode_and_link_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"old")
    (tmp_path / "a.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("a.json")
    write(tmp_path, "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "a.json").read_bytes() == b"new"
    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write(tmp_path, "a.json", b"")
    finally:
        os.umask(mask)
    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    write(tmp_path, os.devnull, b"gone")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["", ".", "folder", "a\0b"])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(Usage):
        write(tmp_path, name, b"")


def test_a_folder_that_is_not_there_is_an_error_of_the_disk(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write(tmp_path, "none/a.json", b"")


@pytest.mark.parametrize("name", ["none/a.json", "a.json/b.json"])
def test_an_error_of_the_disk_bears_the_name_as_typed(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.json").write_bytes(b"")
    with pytest.raises(OSError, match="directory") as caught:
        write(tmp_path, name, b"")
    assert (caught.value.filename, caught.value.filename2) == (name, None)


@pytest.mark.parametrize("name", ["𝒳" * 63, "a" * 255, "字" * 85])
def test_a_name_as_long_as_the_disk_takes_is_written(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, b"x")
    assert os.listdir(tmp_path) == [name]
