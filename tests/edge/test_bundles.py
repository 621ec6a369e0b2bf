"""Exported runs as folders: written whole or not at all, read no further than the run names."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest
from msgspec.structs import replace

from gnut.edge import bundles, files
from gnut.errors import InputMissing, ReportTooLarge, Usage
from gnut.replay import verified
from gnut_store import canon
from tests.receipts import good


@pytest.fixture
def sent(tmp_path: Path) -> Path:
    """Return the folder of an exported run."""
    bundles.write(good.bundle(), tmp_path / "sent", "sent")
    return tmp_path / "sent"


def test_what_is_written_is_what_is_read(sent: Path) -> None:
    assert bundles.read(sent, "sent") == (good.bundle(), ())


def test_every_name_is_plain_ascii_whatever_a_bibliography_is_called(tmp_path: Path) -> None:
    names = ["réfs.bib", "a\\b.bib", "\\xff.bib", "参考.bib", "a:b?.bib", "CON.bib"]
    run = canon.encode({"run": {"companions": [{"path": name} for name in names]}})
    held = replace(good.bundle(), execution=run, companions={name: name.encode() for name in names})
    held = replace(held, snapshots={}, texts={}, hidden={})
    bundles.write(held, tmp_path / "sent", "sent")
    assert sorted(os.listdir(tmp_path / "sent" / "companions")) == [str(at) for at in range(len(names))]
    assert bundles.read(tmp_path / "sent", "sent") == (held, ())


def test_only_what_the_run_names_is_opened(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("hidden/url-0000000000000000.txt", "companions/7", "companions/00", "x", "snapshots/url-1.json"):
        (sent / name).write_text("x")
    (sent / "texts" / ("0" * 64 + ".txt")).write_text("x")
    opened: list[str] = []
    plain = files.read

    def noted(path: Path, **how: object) -> bytes:
        opened.append(path.relative_to(sent).as_posix())
        return plain(path, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(files, "read", noted)
    found, refused = bundles.read(sent, "sent")
    assert found == good.bundle()
    assert len(refused) == 6
    assert not [name for name in opened if (sent / name).read_bytes() == b"x"]


def test_large_files_that_the_run_does_not_name_cost_nothing(sent: Path) -> None:
    for at in range(20):
        with open(sent / "texts" / f"{at:064x}.txt", "wb") as file:
            file.truncate(64 << 20)
    tracemalloc.start()
    refused = bundles.read(sent, "sent")[1]
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(refused) == 20
    assert most < 16 << 20


def test_the_files_of_a_run_together_have_a_limit(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = sum(path.stat().st_size for path in sent.rglob("*") if path.is_file())
    monkeypatch.setattr(bundles, "WHOLE", size)
    assert bundles.read(sent, "sent")[1] == ()
    monkeypatch.setattr(bundles, "WHOLE", size - 1)
    with pytest.raises(ReportTooLarge):
        bundles.read(sent, "sent")
    with pytest.raises(ReportTooLarge):
        bundles.write(good.bundle(), sent.parent / "again", "again")
    assert os.listdir(sent.parent) == ["sent"]


def test_more_files_than_a_bundle_has_are_refused_unread(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundles, "MOST", 30)
    for at in range(20):
        (sent / "texts" / f"{at}.txt").write_text("x")
    with pytest.raises(InputMissing, match="more than 30 files"):
        bundles.read(sent, "sent")


def test_of_very_many_strays_the_first_are_named_and_the_rest_counted(sent: Path) -> None:
    for at in range(bundles.LISTED + 7):
        (sent / f"{at:04}").write_text("x")
    refused = bundles.read(sent, "sent")[1]
    assert len(refused) == bundles.LISTED + 1
    assert refused[-1].message.endswith(": 7 more")


def test_a_source_id_that_climbs_out_is_no_name_of_a_file(tmp_path: Path, sent: Path) -> None:
    (tmp_path / "outside.json").write_text("{}")
    run = {"run": {"acquisitions": [{"result": {"source_id": "../../outside", "source_sha256": "../../outside"}}]}}
    (sent / "execution.json").write_bytes(canon.encode(run))
    found, _ = bundles.read(sent, "sent")
    assert not {**found.snapshots, **found.texts, **found.hidden}


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"run":[]}', b'{"run":{"companions":7,"acquisitions":[0]}}'])
def test_a_folder_without_a_readable_run_is_refused_by_its_form_alone(sent: Path, body: bytes) -> None:
    (sent / "execution.json").write_bytes(body)
    found, _ = bundles.read(sent, "sent")
    assert len(verified(found)) == 1


@pytest.mark.parametrize("link", ["report", "execution.json", "companions/0"])
def test_a_part_that_is_a_link_is_refused(sent: Path, link: str) -> None:
    (sent / link).rename(sent.parent / "aside")
    (sent / link).symlink_to(sent.parent / "aside")
    with pytest.raises(InputMissing, match="is a link"):
        bundles.read(sent, "sent")


def test_a_folder_that_is_a_link_or_a_file_is_a_stray(sent: Path) -> None:
    (sent / "texts").rename(sent.parent / "aside")
    (sent / "texts").symlink_to(sent.parent / "aside")
    found, refused = bundles.read(sent, "sent")
    assert not found.texts
    assert [one.message.rpartition(" ")[2] for one in refused] == ["texts"]


@pytest.mark.parametrize("there", [False, True])
def test_an_export_that_fails_half_way_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if there:
        (tmp_path / "sent").mkdir()
    left = 3
    plain = os.open

    def full(path: str, flags: int, *given: int, **more: int) -> int:
        nonlocal left
        left -= bool(flags & os.O_CREAT)
        if left < 0 and flags & os.O_CREAT:
            raise OSError(28, "No space left on device")
        return plain(path, flags, *given, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", full)
        with pytest.raises(OSError, match="No space"):
            bundles.write(good.bundle(), tmp_path / "sent", "sent")
    assert [path.name for path in tmp_path.rglob("*")] == (["sent"] if there else [])
    bundles.write(good.bundle(), tmp_path / "sent", "sent")
    assert bundles.read(tmp_path / "sent", "sent") == (good.bundle(), ())


def test_a_new_folder_has_the_mode_that_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        bundles.write(good.bundle(), tmp_path / "deep" / "sent", "sent")
    finally:
        os.umask(before)
    assert (tmp_path / "deep" / "sent").stat().st_mode & 0o777 == 0o750


def test_a_link_to_nothing_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "sent").symlink_to("nowhere")
    with pytest.raises(Usage):
        bundles.write(good.bundle(), tmp_path / "sent", "sent")
