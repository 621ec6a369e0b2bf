"""Whom https is believed, and that nothing on the machine changes it."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from gnut.edge.net import LIMITS, Fetcher, Manners
from gnut.edge.net.trust import trust
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from tests.loopback import PUBLIC, Web, redirect, reply, serving

pytestmark = pytest.mark.loopback

KEPT = Path(__file__).parent / "tls"
RUDE = Manners(robots=False, host_interval=0)


def believing() -> ssl.SSLContext:
    """Trust the one authority of these tests, otherwise as gnut does."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cafile=KEPT / "authority.pem")
    return context


def fetch(web: Web, url: str, **more: object) -> Fetched | Unchanged | Absence:
    options = {"manners": RUDE, "tls": believing, "sleep": lambda _: None} | more
    return Fetcher(look_up=lambda *_: (PUBLIC,), connect=web.dial, **options)(Request(Uri(url), url))  # type: ignore[arg-type]


@pytest.fixture
def secure() -> Iterator[Web]:
    with serving(KEPT / "right.pem") as web:
        yield web


def test_a_page_behind_a_certificate_of_its_name_is_captured(secure: Web) -> None:
    secure.pages["/a"] = reply()
    answer = fetch(secure, "https://public.test/a")
    assert isinstance(answer, Fetched)
    assert answer.final_uri == "https://public.test/a"
    assert answer.heard is not None
    assert answer.heard.address == PUBLIC


def test_the_judged_address_is_dialled_and_the_name_is_said_to_tls_and_to_the_server(secure: Web) -> None:
    secure.pages["/a"] = reply()
    fetch(secure, "https://public.test:8443/a")
    assert secure.dialled == [(PUBLIC, 8443)]
    assert secure.named == ["public.test"]
    assert b"Host: public.test:8443\r\n" in secure.raw[0]


@pytest.mark.parametrize(
    ("certificate", "said"),
    [
        ("expired", "certificate has expired"),
        ("future", "certificate is not yet valid"),
        ("wrong-host", "mismatch"),
        ("self-signed", "self-signed certificate"),
        ("unknown-authority", "unable to get local issuer certificate"),
    ],
)
def test_a_certificate_that_proves_nothing_is_refused_and_named(certificate: str, said: str) -> None:
    with serving(KEPT / f"{certificate}.pem") as web:
        web.pages["/a"] = reply()
        answer = fetch(web, "https://public.test/a")
        assert isinstance(answer, Absence)
        assert answer.why == "unreachable"
        assert answer.detail.startswith("tls: certificate refused")
        assert said in answer.detail.lower()
        assert web.asked == []


def test_a_refused_certificate_is_not_tried_again_however_patient_the_user_is() -> None:
    with serving(KEPT / "expired.pem") as web:
        answer = fetch(web, "https://public.test/a", manners=replace(RUDE, retries=3))
        assert isinstance(answer, Absence)
        assert len(web.dialled) == 1


def test_a_server_that_was_opened_by_the_user_proves_its_name_as_well() -> None:
    with serving(KEPT / "self-signed.pem") as web:
        url = f"https://127.0.0.1:{web.port}/"
        answer = Fetcher(web.here, manners=RUDE, tls=believing)(Request(Uri(url), url))
        assert isinstance(answer, Absence)
        assert answer.detail.startswith("tls: certificate refused")


def test_a_certificate_of_an_address_serves_that_address(secure: Web) -> None:
    secure.pages["/a"] = reply()
    url = f"https://127.0.0.1:{secure.port}/a"
    assert isinstance(Fetcher(secure.here, manners=RUDE, tls=believing)(Request(Uri(url), url)), Fetched)


def test_the_authorities_of_the_machine_are_not_believed(
    secure: Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(KEPT / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(KEPT))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(KEPT / "authority.pem"))
    answer = fetch(secure, "https://public.test/a", tls=trust.__wrapped__)
    assert isinstance(answer, Absence)
    assert answer.detail.startswith("tls: certificate refused")


def test_the_keys_of_a_connection_are_written_nowhere(
    secure: Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = tmp_path / "keys"
    monkeypatch.setenv("SSLKEYLOGFILE", str(log))
    context = trust.__wrapped__()
    context.load_verify_locations(cafile=KEPT / "authority.pem")
    secure.pages["/a"] = reply()
    assert isinstance(fetch(secure, "https://public.test/a", tls=lambda: context), Fetched)
    assert not log.exists()


def test_the_trust_of_a_call_checks_names_and_certificates_by_tls_1_2_or_later() -> None:
    context = trust()
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2
    assert len(context.get_ca_certs()) > 50


def test_tls_1_2_is_asked_for_whatever_the_machine_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    def lax(protocol: int) -> ssl.SSLContext:
        # As on a machine whose settings let TLS 1.0 through.
        made = ssl.SSLContext(protocol)
        made.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
        return made

    more = {"PROTOCOL_TLS_CLIENT": ssl.PROTOCOL_TLS_CLIENT, "TLSVersion": ssl.TLSVersion}
    monkeypatch.setattr("gnut.edge.net.trust.ssl", SimpleNamespace(SSLContext=lax, **more))
    assert trust.__wrapped__().minimum_version == ssl.TLSVersion.TLSv1_2


def test_no_proxy_and_no_netrc_of_the_machine_is_used(
    secure: Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with serving() as canary:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "FTP_PROXY", "REQUEST_METHOD"):
            monkeypatch.setenv(name, canary.url(""))
            monkeypatch.setenv(name.lower(), canary.url(""))
        monkeypatch.setenv("NO_PROXY", "")
        netrc = tmp_path / "netrc"
        netrc.write_text("default login canary password canary\n", encoding="ascii")
        netrc.chmod(0o600)
        (tmp_path / ".netrc").write_text("default login canary password canary\n", encoding="ascii")
        monkeypatch.setenv("NETRC", str(netrc))
        monkeypatch.setenv("HOME", str(tmp_path))
        secure.pages["/a"] = reply()
        assert isinstance(fetch(secure, "https://public.test/a"), Fetched)
        assert canary.asked == []
        assert b"authorization" not in secure.raw[0].lower()
        assert b"canary" not in secure.raw[0].lower()


def test_a_way_from_https_to_http_is_refused_unless_the_user_allows_it_and_then_recorded(secure: Web) -> None:
    with serving() as plain:

        def connect(address: str, port: int, seconds: float) -> object:
            return (secure if port == 443 else plain).dial(address, port, seconds)

        secure.pages["/a"] = redirect("http://public.test/b")
        plain.pages["/b"] = redirect("https://public.test/c")
        secure.pages["/c"] = reply()
        options = {"look_up": lambda *_: (PUBLIC,), "connect": connect, "tls": believing, "sleep": lambda _: None}
        asked = Request(Uri("https://public.test/a"), "https://public.test/a")
        answer = Fetcher(manners=RUDE, **options)(asked)  # type: ignore[arg-type]
        assert isinstance(answer, Absence)
        assert answer.why == "bad_redirect"
        assert plain.asked == []
        answer = Fetcher(manners=replace(RUDE, downgrade=True), **options)(asked)  # type: ignore[arg-type]
        assert isinstance(answer, Fetched)
        assert answer.hops == ("http://public.test/b",)
        assert answer.heard is not None
        assert answer.heard.downgraded


def test_a_handshake_that_comes_a_byte_at_a_time_meets_the_deadline() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        web = Web()
        web.port = listener.getsockname()[1]

        def drip() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                try:
                    # A record of 16 kB is announced, and comes at ten bytes a second.
                    for byte in b"\x16\x03\x03\x40\x00\x02" + bytes(40):
                        connection.sendall(bytes([byte]))
                        time.sleep(0.1)
                except OSError:
                    return

        threading.Thread(target=drip, daemon=True).start()
        start = time.monotonic()
        answer = fetch(web, "https://public.test/a", limits=replace(LIMITS, exchange=0.6))
        assert isinstance(answer, Absence)
        assert answer.why == "timeout"
        assert time.monotonic() - start < 1.5
