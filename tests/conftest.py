"""Every test runs without a network, at one moment, in an empty home.

The three autouse fixtures below are the safety net; `tests/test_net_is_blocked.py` proves that it holds.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import gnut

MOMENT = "2026-01-02T03:04:05Z"
"""What every command takes for now."""

NAMED = {"socket.getaddrinfo": 0, "socket.gethostbyname": 0, "socket.gethostbyaddr": 0}
"""Audit events that name a host, and where in their arguments."""

ADDRESSED = {"socket.connect": 1, "socket.sendto": 1, "socket.sendmsg": 1}
"""Audit events that hold an address, and where."""

pytest_plugins = ("pytester",)

settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("wide", deadline=None, max_examples=2000)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer `--golden`, by which tests that compare a file with what is printed write the file instead."""
    parser.addoption("--golden", action="store_true", help="write expected outputs anew")


SIZES_AND_TIMES = frozenset(
    """tests/text/test_patterns.py tests/text/test_pdf_long.py tests/text/test_pdf_bounds.py
    tests/text/quantities/test_read.py tests/verify_answer/test_size.py tests/test_faults_ground.py
    tests/servers/test_mcp.py
    tests/text/test_html_limits.py tests/text/test_html_ways.py tests/edge/test_net_bombs.py tests/edge/test_net_time.py
    tests/edge/test_net_limits.py tests/edge/test_warc_hostile.py tests/test_secrets.py
    tests/edge/test_sandbox.py tests/edge/test_guarded.py tests/test_examples.py
    tests/commands/test_json_twins.py
    tests/store/test_faults.py tests/store/test_faults_power.py tests/store/test_faults_bits.py
    tests/store/test_carry_sync.py tests/store/test_carry_http.py tests/store/test_carry_committed.py
    tests/store/test_gc_steps.py tests/store/test_gc_beside.py tests/store/test_machine.py
    tests/store/test_fsck_repair.py tests/store/test_fsck_repair_trash.py tests/store/test_faults_closing.py
    tests/sign/test_keys.py tests/sign/test_sshsig.py tests/sign/test_signers.py tests/test_harness.py
    tests/store/test_carry.py tests/store/test_carry_keys.py tests/store/test_cloud.py
    tests/store/test_fsck.py tests/store/test_fsck_command.py tests/store/test_fsck_retired.py
    tests/store/test_gc.py tests/store/test_gc_plan.py
    tests/test_house.py tests/test_docs.py tests/test_schemas.py""".split()
)
"""Files of tests about sizes and times, steps that fail one by one, races, real git and ssh-keygen, sources and pages.

No interpreter runs the code under them differently, so that one of them is enough (.ci/run).
"""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of `SIZES_AND_TIMES` files."""
    for item in items:
        if item.path.relative_to(config.rootpath).as_posix() in SIZES_AND_TIMES:
            item.add_marker("heavy")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which gnut was tested: the installed one, or the one in the source tree."""
    terminalreporter.write_line(f"tested: {gnut.__file__}")


class NetworkBlocked(RuntimeError):
    """A test tried to leave the machine. Not an OSError, so that no code under test takes it for a dead host."""


class Guard:
    """What the audit hook lets through at the moment. An audit hook cannot be removed, only told."""

    def __init__(self) -> None:
        self.armed = False
        self.loopback = False
        self.attempts: list[str] = []

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuse a connection or a name look-up that leaves the machine."""
        if not self.armed:
            return
        if event in NAMED:
            host = arguments[NAMED[event]]
        elif event in ADDRESSED:
            address = arguments[ADDRESSED[event]]
            if not isinstance(address, tuple):
                return  # A Unix socket's path, or a connected datagram socket.
            host = address[0]
        else:
            return
        if self.loopback and is_loopback(host):
            return
        self.attempts.append(f"{event} {host!r}")
        raise NetworkBlocked(f"{event} to {host!r} in a test without a network")


def is_loopback(host: object) -> bool:
    """Return whether `host` can only be this machine; None and an empty name are a server's own bind."""
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(str(name).partition("%")[0]).is_loopback
    except ValueError:
        return False


GUARD = Guard()
sys.addaudithook(GUARD)


@pytest.fixture(autouse=True)
def no_network(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Refuse every connection; with the marker `loopback`, every one that leaves the machine.

    Yields:
        The attempts made. One that is still in the list at the end fails the test, even when the
        code under test swallowed the error.
    """
    GUARD.attempts, GUARD.armed = [], True
    GUARD.loopback = request.node.get_closest_marker("loopback") is not None
    yield GUARD.attempts
    GUARD.armed = False
    if GUARD.attempts:
        pytest.fail(f"the test reached for the network: {', '.join(GUARD.attempts)}")


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> str:
    """Stop the one wall clock of the house at `MOMENT`; the monotonic one runs on, for deadlines."""
    monkeypatch.setattr("gnut.edge.world._now", lambda: MOMENT)
    return MOMENT


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Give an empty folder: the last one again as long as nobody put anything into it.

    Most tests never look at their home, and a new folder among ten thousand costs more than they do.
    """
    made: list[Path] = []

    def empty() -> Path:
        if not made or not made[-1].is_dir() or os.listdir(made[-1]):
            made.append(tmp_path_factory.mktemp("home"))
        return made[-1]

    return empty


@pytest.fixture(autouse=True)
def empty_home(homes: Callable[[], Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a home with nothing in it, and an environment that says nothing about gnut, git or colour."""
    home = homes()
    told = ("GNUT_", "XDG_", "GIT_", "GITHUB_", "GITLAB_", "CI_", "HTTP_", "HTTPS_", "ALL_PROXY", "NO_PROXY")
    colour = ("CI", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "PY_COLORS", "COLUMNS", "LINES")
    for name in list(os.environ):
        if name.upper().startswith(told) or name in colour:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "A Tester")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "tester@example.test")
    return home
