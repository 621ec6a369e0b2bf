"""S15: a store that others can change is refused, as git refuses their repositories, unless the user lists it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

import gnut
from gnut.edge.owning import listed, values
from gnut.edge.world import users
from gnut.errors import BadConfig, GnutError
from gnut_store import fsck, guard
from gnut_store.errors import NoStore, ObjectCorrupt
from gnut_store.guard import ForeignStore
from gnut_store.store import init, open_store

STRANGER = (os.geteuid() + 1,)
"""Whoever runs this, seen from another user."""


def yes(_: str, __: bool) -> bool:
    return True


def test_another_users_store_is_refused_for_reading_and_writing_with_the_line_to_type(tmp_path: Path) -> None:
    """S15."""
    top = init(tmp_path / "a repository")
    for refused in (lambda: open_store(top, uids=STRANGER), lambda: init(tmp_path / "a repository", uids=STRANGER)):
        with pytest.raises(ForeignStore, match="belongs to another user") as caught:
            refused()
        assert caught.value.exit_code == 2
        assert caught.value.code == "foreign_store"
        assert f"git config --global --add safe.directory '{tmp_path / 'a repository'}'" in str(caught.value.help)


def test_a_store_that_the_user_lists_is_used_whoever_owns_it(tmp_path: Path) -> None:
    """S15."""
    top = init(tmp_path)
    asked: list[tuple[str, bool]] = []

    def safe(folder: str, by_name: bool) -> bool:
        asked.append((folder, by_name))
        return folder == str(top)

    open_store(top, uids=STRANGER, safe=safe)
    init(tmp_path, uids=STRANGER, safe=safe)
    assert asked == [(str(tmp_path), False), (str(top), False)] * 2


def test_a_store_that_anybody_may_write_to_is_refused_and_one_of_a_group_is_not(tmp_path: Path) -> None:
    """S15."""
    top = init(tmp_path)
    for mode, refused in ((0o777, True), (0o757, True), (0o702, True), (0o1777, False), (0o775, False), (0o700, False)):
        top.chmod(mode)
        if refused:
            with pytest.raises(ForeignStore, match=f"anybody may write to it \\(mode {mode:04o}\\)"):
                open_store(top)
            open_store(top, safe=yes)
        else:
            open_store(top)


def test_a_link_in_the_place_of_a_store_is_followed_only_to_a_folder_listed_by_its_name(tmp_path: Path) -> None:
    """S15: a clone can bring a link; `*` in a container says nothing about where links lead."""
    real = init(tmp_path / "real")
    (tmp_path / "clone").mkdir()
    link = tmp_path / "clone/.gnut"
    link.symlink_to(real)
    for refused in (lambda: open_store(link), lambda: init(tmp_path / "clone")):
        with pytest.raises(ForeignStore, match="is a link to") as caught:
            refused()
        assert str(caught.value.help).endswith(f"safe.directory {tmp_path / 'real'}")
    with pytest.raises(ForeignStore):
        open_store(link, safe=lambda folder, by_name: not by_name)
    opened = open_store(link, safe=lambda folder, by_name: by_name and folder == str(tmp_path / "real"))
    assert opened.folder == str(real)
    assert fsck.fsck(link)[0].path == "."


@pytest.mark.parametrize("target", ["/dev/null", "nowhere", "/etc/passwd", "."])
def test_a_link_that_leads_to_no_store_is_refused_whatever_is_listed(tmp_path: Path, target: str) -> None:
    """S15."""
    (tmp_path / ".gnut").symlink_to(target)
    with pytest.raises((ForeignStore, NoStore)):
        open_store(tmp_path / ".gnut", safe=yes)


def test_a_file_or_a_pipe_in_the_place_of_a_store_is_named_and_not_waited_for(tmp_path: Path) -> None:
    """S15, S14."""
    (tmp_path / ".gnut").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / ".gnut", tmp_path / "pipe"):
        with pytest.raises(ObjectCorrupt, match="a store is a folder"):
            open_store(place)
    with pytest.raises(ObjectCorrupt):
        init(tmp_path)
    with pytest.raises(NoStore):
        guard.check_owner(str(tmp_path / "none"), uids=STRANGER)


def test_root_who_was_called_with_sudo_uses_the_callers_stores_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """S15."""
    for own, caller, used in (
        (0, "1000", (0, 1000)),
        (0, "", (0,)),
        (1001, "1000", (1001,)),
        (0, "x", (0,)),
        (0, "²", (0,)),
        (0, "9" * 5000, (0,)),
    ):
        monkeypatch.setattr(os, "geteuid", lambda own=own: own)
        monkeypatch.setenv("SUDO_UID", caller)
        assert users() == used


def configured(folder: Path, text: str) -> dict[str, str]:
    """Return an environment in which this is the user's git configuration."""
    (folder / "user").write_text(text, encoding="utf-8")
    return {"HOME": str(folder), "GIT_CONFIG_GLOBAL": str(folder / "user"), "GIT_CONFIG_NOSYSTEM": "1"}


CASES = {
    "by its name": ("[safe]\n\tdirectory = {here}\n", True, True),
    "with a slash": ("[safe]\n\tdirectory = {here}/\n", True, True),
    "all": ("[safe]\n\tdirectory = *\n", True, False),
    "all below": ("[safe]\n\tdirectory = {above}/*\n", True, False),
    "capitals": ("[SAFE]\n\tDirectory = {here}\n", True, True),
    "from home": ("[safe]\n\tdirectory = ~/r\n", True, True),
    "quoted": ('[safe]\n\tdirectory = "{here}" # mine\n', True, True),
    "reset": ("[safe]\n\tdirectory = {here}\n\tdirectory =\n", False, False),
    "reset without a value": ("[safe]\n\tdirectory = {here}\n\tdirectory\n", False, False),
    "after a reset": ('[safe]\n\tdirectory = *\n\tdirectory = ""\n\tdirectory = {here}\n', True, True),
    "another": ("[safe]\n\tdirectory = {here}2\n", False, False),
    "above": ("[safe]\n\tdirectory = {above}\n", False, False),
    "relative": ("[safe]\n\tdirectory = r\n", False, False),
    "of a part": ('[safe "x"]\n\tdirectory = {here}\n', False, False),
    "of another section": ("[core]\n\tdirectory = {here}\n", False, False),
    "nothing": ("", False, False),
}


@pytest.mark.parametrize("name", CASES)
def test_what_git_lists_as_safe_is_listed_here(tmp_path: Path, name: str) -> None:
    """S15: held against git's own reading of the same file wherever that git knows the form."""
    here = tmp_path / "r"
    here.mkdir()
    text, by_list, by_name = CASES[name]
    environ = configured(tmp_path, text.format(here=here, above=tmp_path))
    safe = listed(environ)
    assert (safe(str(here), False), safe(str(here), True)) == (by_list, by_name)


def test_only_the_users_and_the_systems_configuration_count_never_the_repositorys(tmp_path: Path) -> None:
    """S15: a clone cannot list itself."""
    subprocess.run(["git", "init", "-q", str(tmp_path / "r")], check=True)
    subprocess.run(["git", "-C", str(tmp_path / "r"), "config", "--add", "safe.directory", "*"], check=True)
    environ = configured(tmp_path, "")
    assert values(environ) == []
    system = tmp_path / "system"
    system.write_text("[safe]\n\tdirectory = /one\n", encoding="utf-8")
    environ = {**configured(tmp_path, "[safe]\n\tdirectory = /two\n"), "GIT_CONFIG_SYSTEM": str(system)}
    assert values({**environ, "GIT_CONFIG_NOSYSTEM": "0"}) == ["/one", "/two"]


def test_what_the_environment_brings_counts_as_in_git(tmp_path: Path) -> None:
    """S15: containers set it so."""
    environ = configured(tmp_path, "[safe]\n\tdirectory = /one\n")
    given = {"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "/two"}
    assert values({**environ, **given}) == ["/one", "/two"]
    given |= {"GIT_CONFIG_KEY_1": "Safe.Directory", "GIT_CONFIG_VALUE_1": ""}
    assert values({**environ, **given}) == []
    for count in ("x", "-1", "9" * 5000, "1001", "²"):
        with pytest.raises(BadConfig, match="GIT_CONFIG_COUNT"):
            values({**environ, "GIT_CONFIG_COUNT": count})


def test_what_is_included_counts_and_what_depends_on_a_condition_does_not(tmp_path: Path) -> None:
    """S15."""
    (tmp_path / "more").write_text("[safe]\n\tdirectory = /more\n", encoding="utf-8")
    (tmp_path / "loop").write_text(f"[include]\n\tpath = {tmp_path}/loop\n", encoding="utf-8")
    text = '[include]\n\tpath = more\n\tpath = loop\n\tpath = none\n[includeIf "gitdir:/"]\n\tpath = more\n'
    assert values(configured(tmp_path, text)) == ["/more"]


def test_a_git_configuration_that_does_not_parse_is_an_error_and_lists_nothing(tmp_path: Path) -> None:
    """S15."""
    with pytest.raises(GnutError) as caught:
        values(configured(tmp_path, "[safe\n\tdirectory = *\n"))
    assert caught.value.exit_code == 2


def test_commands_open_stores_in_the_one_way_that_knows_what_the_user_lists() -> None:
    """S15: no command passes by the owner, and none refuses what git would let pass."""
    folder = Path(gnut.__file__).parent
    openers = {path for path in folder.rglob("*.py") if "stores.open_store(" in path.read_text(encoding="utf-8")}
    assert openers == {folder / "edge/store.py"}
    past = re.compile(r"from gnut_store(?:\.store)? import [^\n]*\bopen_store\b")
    assert [path.name for path in folder.rglob("*.py") if past.search(path.read_text(encoding="utf-8"))] == []
