"""The safety net itself: a test that leaves the machine fails."""

from __future__ import annotations

import os
import socket
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut.edge.world import world

OUTSIDE = ("192.0.2.1", 9)  # TEST-NET-1 of RFC 5737: no host has this address.


def blocked(attempts: list[str]) -> int:
    """Return how many attempts were refused, and take them off the list that would fail the test."""
    count = len(attempts)
    attempts.clear()
    return count


def test_a_connection_to_the_outside_is_refused(no_network: list[str]) -> None:
    with socket.socket() as plug, pytest.raises(RuntimeError, match=r"192\.0\.2\.1"):
        plug.connect(OUTSIDE)
    assert blocked(no_network) == 1


def test_a_connection_that_only_reports_its_error_is_refused(no_network: list[str]) -> None:
    with socket.socket() as plug, pytest.raises(RuntimeError, match=r"socket\.connect"):
        plug.connect_ex(OUTSIDE)
    assert blocked(no_network) == 1


def test_a_datagram_to_the_outside_is_refused(no_network: list[str]) -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as plug, pytest.raises(RuntimeError, match=r"socket\.sendto"):
        plug.sendto(b"?", OUTSIDE)
    assert blocked(no_network) == 1


def test_a_name_is_not_even_looked_up(no_network: list[str]) -> None:
    with pytest.raises(RuntimeError, match="getaddrinfo"):
        socket.getaddrinfo("example.com", 80)
    with pytest.raises(RuntimeError, match="gethostbyname"):
        socket.gethostbyname("example.com")
    assert blocked(no_network) == 2


def test_the_standard_library_cannot_fetch(no_network: list[str]) -> None:
    with pytest.raises(RuntimeError, match="getaddrinfo"):
        urllib.request.urlopen("http://example.com/", timeout=1)
    assert blocked(no_network) == 1


def test_this_machine_is_out_of_reach_as_well(no_network: list[str]) -> None:
    with socket.socket() as plug, pytest.raises(RuntimeError, match=r"127\.0\.0\.1"):
        plug.connect(("127.0.0.1", 9))
    assert blocked(no_network) == 1


@pytest.mark.loopback
def test_a_marked_test_reaches_this_machine_and_nothing_else(no_network: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
    with socket.socket() as plug, pytest.raises(RuntimeError, match=r"192\.0\.2\.1"):
        plug.connect(OUTSIDE)
    assert blocked(no_network) == 1


def test_an_attempt_that_the_code_swallows_still_fails_the_test(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        """
        import socket

        def test_swallow():
            try:
                socket.create_connection(("192.0.2.1", 9))
            except Exception:
                pass
        """
    )
    # Only what the conftest needs: a process that loads every plugin starts for seconds.
    plain = ("-p", "no:cacheprovider", "--assert=plain", "--disable-plugin-autoload")
    pytester.runpytest_subprocess(*plain).assert_outcomes(passed=1, errors=1)


def test_every_command_lives_at_one_moment(one_moment: str) -> None:
    first = world().now()
    time.sleep(0.001)
    assert (first, world().now()) == (one_moment, one_moment)


def test_home_is_empty_and_nobody_configured_gnut(empty_home: Path) -> None:
    assert Path.home() == empty_home
    assert list(empty_home.iterdir()) == []
    assert [name for name in os.environ if name.startswith("GNUT_")] == []


def test_a_home_that_was_written_into_is_given_to_nobody_else(homes: Callable[[], Path], empty_home: Path) -> None:
    assert homes() == empty_home
    (empty_home / ".gitconfig").write_text("[user]\n", encoding="utf-8")
    other = homes()
    assert other != empty_home
    assert list(other.iterdir()) == []
    other.rmdir()
    assert list(homes().iterdir()) == []
