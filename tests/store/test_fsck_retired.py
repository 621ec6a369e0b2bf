"""A pack that is being retired is no fault at any step, whoever looks, and whoever died."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gnut_store import fsck, layout, publish, refs, repair, retire
from gnut_store.files import Files
from gnut_store.oid import oid_of
from gnut_store.store import init, open_store
from tests.store.breaking import BreakingFiles, Killed
from tests.store.packs import built


def merged(folder: Path, tier: str = "team") -> tuple[Path, str]:
    """Return a store in which one pack says nothing that another does not say, and that pack's name."""
    top = init(folder)
    lines = (("a", oid_of("blob", b"one")),)
    with open_store(top).write(tier) as batch:
        for body in (b"one", b"two"):
            oid = batch.add("blob", body)
            if body == b"one":
                batch.ref("a", oid)
    folder_of = top / layout.tier_path(tier)
    [old] = (path.stem for path in (folder_of / "packs").iterdir())
    name, body = built(("blob", b"two"), ("blob", b"one"), ("blob", b"three"), refs=lines)
    (folder_of / "packs" / f"{name}.gpk").write_bytes(body)
    (folder_of / "refs" / refs.PACKS / name).write_bytes(b"")
    assert fsck.fsck(top) == ()
    return top, old


@pytest.mark.parametrize("tier", layout.TIERS)
def test_a_check_beside_the_retiring_of_a_pack_finds_no_fault_at_any_step(tmp_path: Path, tier: str) -> None:
    top, old = merged(tmp_path, tier)
    looks = 0

    class Looking(Files):
        """Looks at the store after every step, as somebody else would."""

        def __getattribute__(self, name: str) -> Any:
            whole = super().__getattribute__(name)
            if name not in ("mark", "rename", "unlink", "sync_folder"):
                return whole

            def step(*args: Any) -> Any:
                nonlocal looks
                made = whole(*args)
                looks += 1
                assert fsck.fsck(top) == (), (name, args)
                return made

            return step

    retire.retire(str(top), tier, [old], [], Looking())
    assert looks >= 7
    assert fsck.fsck(top) == ()


@pytest.mark.parametrize("tier", layout.TIERS)
def test_a_check_after_a_retiring_that_was_killed_finds_no_fault_and_a_writer_or_a_repair_finishes_it(
    tmp_path: Path, tier: str
) -> None:
    at = 0
    while True:
        at += 1
        top, old = merged(tmp_path / str(at), tier)
        try:
            retire.retire(str(top), tier, [old], [], BreakingFiles(at))
        except Killed:
            pass
        else:
            break
        assert fsck.fsck(top) == fsck.fsck(top, quick=True) == (), at
        if at % 2:
            publish.clean(str(top), Files())
        else:
            assert repair.repair(top).remaining == ()
        assert fsck.fsck(top) == (), at
        assert not list((top / "tmp").iterdir())
    assert at > 7


def test_a_pack_that_is_gone_without_a_mark_is_missing(tmp_path: Path) -> None:
    top, old = merged(tmp_path)
    (top / "packs" / f"{old}.gpk").unlink()
    assert [fault.kind for fault in fsck.fsck(top)] == ["pack_missing"]
    (top / "tmp" / f"{'0' * 64}.gone").write_bytes(b"")
    assert [fault.kind for fault in fsck.fsck(top)] == ["pack_missing"]


def test_a_pack_that_moves_between_listing_and_reading_is_looked_for_again(tmp_path: Path) -> None:
    top, old = merged(tmp_path)

    class Meanwhile(Files):
        """Somebody retires a pack as soon as the packs are listed."""

        done = False

        def open(self, path: str) -> int:
            if path.endswith(".gpk") and not Meanwhile.done:
                Meanwhile.done = True
                retire.retire(str(top), "team", [old], [], Files())
            return super().open(path)

    assert fsck.fsck(top, files=Meanwhile()) == ()
    assert Meanwhile.done
