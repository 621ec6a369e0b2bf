"""A git repository that starts a program at every turn, for whoever lets it: each one leaves its name behind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

HOOKS = (
    *("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-push", "post-merge", "post-checkout"),
    *("reference-transaction", "post-rewrite", "pre-auto-gc", "post-index-change", "fsmonitor-watchman", "pre-rebase"),
    *(
        "applypatch-msg",
        "pre-applypatch",
        "post-applypatch",
        "pre-merge-commit",
        "sendemail-validate",
        "push-to-checkout",
    ),
    *("push-to-checkout", "pre-receive", "update", "post-receive", "post-update", "proc-receive"),
)

DRIVERS = (
    *("core.fsmonitor", "core.sshCommand", "core.askPass", "core.pager", "core.editor", "core.gitProxy"),
    *("core.alternateRefsCommand", "diff.external", "diff.evil.command", "diff.evil.textconv", "merge.evil.driver"),
    *("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "gpg.program", "gpg.ssh.program"),
    *("gpg.x509.program", "gpg.ssh.defaultKeyCommand", "sequence.editor", "pager.log", "trailer.evil.command"),
    *("remote.origin.uploadpack", "remote.origin.receivepack", "uploadpack.packObjectsHook", "receive.procReceiveRefs"),
    *("alias.status", "alias.fetch", "interactive.diffFilter", "web.browser", "difftool.evil.cmd"),
)
"""Settings that name a program, all in the repository's own configuration."""


class Hostile(NamedTuple):
    """A repository that must be read, and written to, without starting anything."""

    top: Path
    started: Path
    """Folder in which a program that ran leaves a file of its own name."""

    def ran(self) -> list[str]:
        """Return which of the programs ran."""
        return sorted(os.listdir(self.started))


def git(folder: Path, *arguments: str, check: bool = True, **extra: str) -> str:
    """Run git in a folder, with nobody's configuration but the folder's own, and return what it prints."""
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        **{f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in _WHO.items()},
        **extra,
    }
    command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *arguments]
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, timeout=60)
    assert not check or done.returncode == 0, f"git {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


_WHO = {"NAME": "A Tester", "EMAIL": "tester@example.test", "DATE": "2026-01-02T03:04:05Z"}


def hostile(top: Path, files: dict[str, str] | None = None, *, remote: str | None = None) -> Hostile:
    """Make a repository whose files are committed, and then lay the traps.

    Args:
        top: Folder of the repository, which may hold files already; these are committed too.
        files: Path to text, of more files.
        remote: Address of `origin`.
    """
    started = top.parent / f"{top.name}-started"
    started.mkdir()
    programs = top.parent / f"{top.name}-programs"
    programs.mkdir()
    top.mkdir(exist_ok=True)
    git(top, "init", "-q")
    for name, text in (files or {}).items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text, encoding="utf-8")
    git(top, "add", "-A")
    git(top, "commit", "-q", "--allow-empty", "-m", "Before the traps")
    if remote is not None:
        git(top, "remote", "add", "origin", remote)
    for name in HOOKS:
        _program(top / ".git" / "hooks" / name, started / f"hook-{name}")
    _attributes(top)
    for setting in DRIVERS:
        program = _program(programs / setting, started / setting)
        git(top, "config", setting, f"!{program}" if setting.startswith(("alias.", "credential.")) else str(program))
    helper = _program(programs / "credential.helper", started / "credential.helper")
    for section in ("credential", "credential.https://example.test"):
        git(top, "config", f"{section}.helper", f"!{helper}")
    for setting, value in (("commit.gpgSign", "true"), ("diff.evil.binary", "true")):
        git(top, "config", setting, value)
    assert os.listdir(started) == [] or _forget(started)
    return Hostile(top, started)


def _program(path: Path, mark: Path) -> Path:
    """Write a program that leaves a file behind, hands its input on, and succeeds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n: > '{mark}'\nexit 0\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def _attributes(top: Path) -> None:
    """Send every file through every driver, by the attributes that no commit shows."""
    info = top / ".git" / "info"
    info.mkdir(exist_ok=True)
    (info / "attributes").write_text("* filter=evil diff=evil merge=evil\n", encoding="utf-8")


def _forget(started: Path) -> bool:
    """Forget what setting the traps itself set off."""
    for name in os.listdir(started):
        (started / name).unlink()
    return True
