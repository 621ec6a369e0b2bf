"""Packs in object storage: over a server on the loopback interface that can be told to fail, and over a folder.

NOTE: the guard in tests/conftest.py hears of the sockets of Python. obstore opens its own, so that nothing here may
make a client without an endpoint on 127.0.0.1 and with anything that could lead it elsewhere: `_nothing_else` clears
what a machine may have set.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("obstore")

from gnut_store import cloud, layout
from gnut_store.carrier import CHUNK, CarrierFailed
from gnut_store.cloud import CloudCarrier, Patience
from gnut_store.cloud_address import parse
from gnut_store.receive import Interrupted, receive, send
from gnut_store.store import DiskStore
from tests import s3_server
from tests.s3_server import Asked, Cloud, Said, error, serving
from tests.store.packs import built
from tests.store.places import assert_clean, empty_store, packs_of

QUICK = Patience(seconds=2.0, retries=2, attempts=2, pause=0.005)
URL = f"s3://{s3_server.BUCKET}/team/sources"
NAME, BODY = built(("blob", b"words of a page"))


@pytest.fixture(autouse=True)
def _nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith(("AWS_", "GOOGLE_", "AZURE_")) or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    with serving() as cloud:
        for name, value in cloud.environment().items():
            monkeypatch.setenv(name, value)
        yield cloud


def s3(cloud: Cloud, url: str = URL) -> CloudCarrier:
    return CloudCarrier(url, cloud.environment(), patience=QUICK)


def filled(folder: Path, count: int = 7) -> DiskStore:
    """Return a store of so many packs."""
    store = empty_store(folder)
    for number in range(count):
        with store.write() as batch:
            batch.ref("kept", batch.add("blob", b"words of page %d" % number * 50))
    return store


def holding(server: Cloud, body: bytes = BODY, name: str = NAME) -> str:
    """Put a pack into the server behind everybody's back; return its key."""
    key = f"team/sources/packs/{name}.gpk"
    server.objects[key] = body
    return key


# Every place alike

PLACES = ("s3", "s3 without conditions", "file", "memory")


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, server: Cloud, tmp_path: Path) -> CloudCarrier:
    if request.param.startswith("s3"):
        server.conditional = request.param == "s3"
        return s3(server)
    if request.param == "file":
        return CloudCarrier(f"file://{tmp_path}/shelf/of packs")
    return CloudCarrier("memory://")


@pytest.mark.loopback
def test_what_one_store_sends_another_receives(place: CloudCarrier, tmp_path: Path) -> None:
    there, here = filled(tmp_path / "there"), empty_store(tmp_path / "here")
    assert place.names() == frozenset()
    sent = send(there, place)
    assert set(sent.sent) == place.names() == packs_of(there).keys()
    assert receive(here, place).taken == sent.sent
    assert packs_of(here) == packs_of(there)
    assert_clean(here)
    assert send(here, place).sent == ()


@pytest.mark.loopback
def test_what_is_there_is_kept_as_it_is(place: CloudCarrier, tmp_path: Path) -> None:
    for body in (b"first", b"second"):
        (tmp_path / "pack").write_bytes(body)
        place.write({NAME: str(tmp_path / "pack")})
    assert b"".join(place.read(NAME)) == b"first"


@pytest.mark.loopback
def test_a_pack_that_is_not_there_is_said_to_be_so(place: CloudCarrier) -> None:
    with pytest.raises(CarrierFailed, match="is not there"):
        list(place.read(NAME))


@pytest.mark.loopback
@pytest.mark.parametrize("size", [0, 1, CHUNK, CHUNK + 1, 9 << 20, 17 << 20])
def test_bytes_of_any_number_come_as_they_went_in_parts_of_a_mebibyte(
    size: int, place: CloudCarrier, tmp_path: Path
) -> None:
    body = os.urandom(size)
    (tmp_path / "pack").write_bytes(body)
    place.write({NAME: str(tmp_path / "pack")})
    parts = list(place.read(NAME))
    assert b"".join(parts) == body
    assert all(0 < len(part) <= CHUNK for part in parts)


@pytest.mark.loopback
def test_an_endless_pack_is_given_up_one_byte_after_what_one_may_have(
    place: CloudCarrier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pack").write_bytes(bytes(3 * CHUNK))
    place.write({NAME: str(tmp_path / "pack")})
    monkeypatch.setattr(cloud, "PACK_LIMIT", CHUNK)
    assert sum(map(len, place.read(NAME))) == CHUNK + 1


@pytest.mark.loopback
def test_a_link_in_the_place_of_a_pack_is_not_sent(place: CloudCarrier, tmp_path: Path) -> None:
    (tmp_path / "pack").write_bytes(BODY)
    os.symlink(tmp_path / "pack", tmp_path / "link")
    with pytest.raises(Exception, match="in its place"):
        place.write({NAME: str(tmp_path / "link")})
    with pytest.raises(CarrierFailed, match="went away"):
        place.write({NAME: str(tmp_path / "gone")})
    assert place.names() == frozenset()


# S3


@pytest.mark.loopback
def test_packs_lie_under_the_prefix_beside_the_format(server: Cloud, tmp_path: Path) -> None:
    there = filled(tmp_path)
    send(there, s3(server))
    keys = {f"team/sources/packs/{name}.gpk" for name in packs_of(there)}
    assert server.objects.keys() == keys | {"team/sources/format"}
    assert server.objects["team/sources/format"] == layout.FORMAT


@pytest.mark.loopback
def test_a_listing_of_many_pages_is_read_to_its_end(server: Cloud, tmp_path: Path) -> None:
    there = filled(tmp_path, 3 * s3_server.PAGE + 1)
    send(there, s3(server))
    server.asked.clear()
    assert s3(server).names() == packs_of(there).keys()
    assert sum("list-type" in one.query for one in server.asked) == 4


@pytest.mark.loopback
def test_names_that_are_none_are_left_out(server: Cloud) -> None:
    holding(server)
    for key in ("packs/x.gpk", f"packs/sub/{NAME}.gpk", f"packs/{NAME}.gpk.tmp", f"packs/{NAME.upper()}.gpk", NAME):
        server.objects[f"team/sources/{key}"] = b""
    server.objects[f"team/sources-of-others/packs/{'0' * 64}.gpk"] = b""
    assert s3(server).names() == {NAME}


@pytest.mark.loopback
def test_only_what_is_not_there_is_put_in_one_conditional_request(server: Cloud, tmp_path: Path) -> None:
    (tmp_path / "pack").write_bytes(BODY)
    s3(server).write({NAME: str(tmp_path / "pack")})
    (put,) = [one for one in server.asked if one.method == "PUT" and one.path.endswith(".gpk")]
    assert put.fields["if-none-match"] == "*"
    assert put.body == BODY


@pytest.mark.loopback
def test_a_server_without_conditional_puts_is_asked_first(server: Cloud, tmp_path: Path) -> None:
    server.conditional = False
    key = holding(server, b"as it was")
    (tmp_path / "pack").write_bytes(BODY)
    s3(server).write({NAME: str(tmp_path / "pack")})
    assert server.objects[key] == b"as it was"
    assert server.count("PUT", "gpk$") == 0


@pytest.mark.loopback
def test_a_long_pack_goes_and_comes_in_parts(server: Cloud, tmp_path: Path) -> None:
    body = os.urandom(20 << 20)
    (tmp_path / "pack").write_bytes(body)
    s3(server).write({NAME: str(tmp_path / "pack")})
    assert server.objects[f"team/sources/packs/{NAME}.gpk"] == body
    assert sum("partNumber" in one.query for one in server.asked) == 3
    assert server.uploads == {}
    server.asked.clear()
    assert b"".join(s3(server).read(NAME)) == body
    assert [one.fields["range"] for one in server.asked if one.method == "GET"] == [
        "bytes=0-8388607",
        "bytes=8388608-16777215",
        "bytes=16777216-20971519",
    ]


@pytest.mark.loopback
@pytest.mark.parametrize("prefix", ["", "a", "a/b/c", "ü/名/كتب", "a b/c+d", "a/"])
def test_a_prefix_is_a_folder_of_any_depth_and_script(prefix: str, server: Cloud, tmp_path: Path) -> None:
    (tmp_path / "pack").write_bytes(BODY)
    carrier = s3(server, f"s3://{s3_server.BUCKET}/{prefix}")
    carrier.write({NAME: str(tmp_path / "pack")})
    inside = f"{prefix.rstrip('/')}/" if prefix else ""
    assert f"{inside}packs/{NAME}.gpk" in server.objects
    assert carrier.names() == {NAME}
    assert b"".join(carrier.read(NAME)) == BODY


def once(said: Said, method: str, ending: str = "gpk", times: int = 1) -> s3_server.Fault:
    """Return a fault that befalls the first requests of one kind."""
    left = [times]

    def fault(asked: Asked) -> Said | None:
        if asked.method != method or not asked.path.endswith(ending) or not left[0]:
            return None
        left[0] -= 1
        return said

    return fault


@pytest.mark.loopback
@pytest.mark.parametrize("method", ["HEAD", "GET"])
@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_server_that_is_busy_once_is_asked_again(method: str, status: int, server: Cloud) -> None:
    holding(server)
    server.faults.append(once(error(status, "SlowDown"), method))
    assert b"".join(s3(server).read(NAME)) == BODY


@pytest.mark.loopback
def test_a_put_that_fails_once_is_put_again(server: Cloud, tmp_path: Path) -> None:
    (tmp_path / "pack").write_bytes(BODY)
    server.faults.append(once(error(503, "SlowDown"), "PUT"))
    s3(server).write({NAME: str(tmp_path / "pack")})
    assert server.objects[f"team/sources/packs/{NAME}.gpk"] == BODY


@pytest.mark.loopback
def test_a_server_that_stays_busy_is_given_up_soon(server: Cloud) -> None:
    holding(server)
    server.faults.append(lambda _: error(503, "SlowDown"))
    start = time.monotonic()
    with pytest.raises(CarrierFailed, match=r"the server failed \(503\)"):
        s3(server).names()
    assert time.monotonic() - start < 5
    assert len(server.asked) <= 1 + QUICK.retries


@pytest.mark.loopback
def test_a_server_that_says_nothing_is_given_up_after_its_time(server: Cloud) -> None:
    holding(server)

    def slow(asked: Asked) -> None:
        time.sleep(1.5)

    server.faults.append(slow)
    start = time.monotonic()
    with pytest.raises(CarrierFailed, match="took too long"):
        CloudCarrier(URL, server.environment(), patience=Patience(0.3, 1, 1, 0.01)).names()
    assert time.monotonic() - start < 5


def part(body: bytes, fields: tuple[tuple[str, str], ...] = (), cut: int | None = None, status: int = 206) -> Said:
    """Return an answer to the request for all bytes of a pack."""
    known = (("ETag", '"1"'), ("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT"))
    return Said(status, body, (*known, ("Content-Range", f"bytes 0-{len(BODY) - 1}/{len(BODY)}"), *fields), cut)


@pytest.mark.loopback
def test_a_body_that_breaks_off_once_is_asked_for_again(server: Cloud) -> None:
    holding(server)
    server.faults.append(once(part(BODY, cut=10), "GET"))
    assert b"".join(s3(server).read(NAME)) == BODY


WRONG = {
    "a body that is cut": (part(BODY, cut=10), "broke off"),
    "a body that is shorter than it was": (part(BODY[:-1]), "came, of"),
    "a body that is longer than it was": (part(BODY + b"x"), "came, of"),
    "a length that is too long": (part(BODY, (("Content-Length", str(len(BODY) + 9)),), cut=len(BODY)), "broke off"),
    "a whole object where a part was asked for": (part(BODY, status=200), "whole objects only"),
}


@pytest.mark.loopback
@pytest.mark.parametrize("case", WRONG)
def test_bytes_that_are_not_what_was_asked_for_are_a_failure(case: str, server: Cloud) -> None:
    said, why = WRONG[case]
    holding(server)
    server.faults.append(once(said, "GET", times=99))
    with pytest.raises(CarrierFailed, match=why):
        list(s3(server).read(NAME))
    assert QUICK.attempts <= server.count("GET", "gpk$") <= QUICK.attempts * (1 + QUICK.retries)


@pytest.mark.loopback
def test_a_length_that_is_too_short_gives_a_pack_that_is_refused(server: Cloud, tmp_path: Path) -> None:
    """What the server leaves out it may have had reasons for; the hash tells."""
    holding(server, BODY[:-7])
    here = empty_store(tmp_path)
    ((name, why),) = receive(here, s3(server)).refused
    assert name == NAME
    assert "hash to" in why
    assert_clean(here)


@pytest.mark.loopback
@pytest.mark.parametrize(
    "body",
    [b"", b"<ListBucketResult>", b"not xml", b"<a>" * 1000, b"\xff\xfe", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
)
def test_a_listing_that_cannot_be_read_is_a_failure(body: bytes, server: Cloud) -> None:
    server.faults.append(lambda asked: Said(200, body) if "list-type" in asked.query else None)
    with pytest.raises(CarrierFailed, match="listing"):
        s3(server).names()


def test_as_many_packs_are_listed_as_the_limit_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloud, "NAMES_LIMIT", 2)
    (tmp_path / "packs").mkdir()
    for number in range(2):
        (tmp_path / f"packs/{number:064x}.gpk").touch()
    assert len(CloudCarrier(f"file://{tmp_path}").names()) == 2
    (tmp_path / f"packs/{2:064x}.gpk").touch()
    with pytest.raises(CarrierFailed, match="more than 2 packs"):
        CloudCarrier(f"file://{tmp_path}").names()


@pytest.mark.loopback
def test_a_listing_without_end_is_cut_off(server: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloud, "NAMES_LIMIT", 50)
    given = iter(range(10**9))

    def endless(asked: Asked) -> Said | None:
        if "list-type" not in asked.query:
            return None
        keys = [f"team/sources/packs/{next(given):064x}.gpk" for _ in range(20)]
        rows = "".join(
            f"<Contents><Key>{key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>1</ETag>"
            "<Size>1</Size></Contents>"
            for key in keys
        )
        head = f"<IsTruncated>true</IsTruncated><NextContinuationToken>{keys[-1]}</NextContinuationToken>"
        return Said(200, f"<ListBucketResult>{head}{rows}</ListBucketResult>".encode())

    server.faults.append(endless)
    with pytest.raises(CarrierFailed, match="more than 50 packs"):
        s3(server).names()
    assert len(server.asked) < 20


REFUSALS = {
    403: "InvalidAccessKeyId",
    401: "AccessDenied",
    400: "AuthorizationHeaderMalformed",
    404: "NoSuchBucket",
    301: "PermanentRedirect",
}


def secrets_of(server: Cloud) -> tuple[str, ...]:
    signature = [one.fields.get("authorization", "").rpartition("Signature=")[2] for one in server.asked]
    return (s3_server.ACCESS, s3_server.SECRET, s3_server.TOKEN, "X-Amz-", "StringToSign", *filter(None, signature))


@pytest.mark.loopback
@pytest.mark.parametrize("status", REFUSALS)
def test_a_refusal_is_told_without_what_only_the_user_should_see(
    status: int, server: Cloud, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    holding(server)
    (tmp_path / "pack").write_bytes(BODY)

    def refuse(asked: Asked) -> Said:
        told = (
            f"{s3_server.ACCESS} {s3_server.SECRET} {s3_server.TOKEN} {asked.fields.get('authorization')} "
            f"https://elsewhere.example/?X-Amz-Signature=abc <StringToSign>x</StringToSign> \x1b[2J"
        )
        return error(status, REFUSALS[status], told)

    server.faults.append(refuse)
    carrier = s3(server)
    for work in (
        carrier.names,
        lambda: list(carrier.read(NAME)),
        lambda: carrier.write({NAME: str(tmp_path / "pack")}),
    ):
        with pytest.raises(CarrierFailed) as failure:
            work()
        said = f"{failure.value} {failure.value.help}"
        assert URL in said
        assert "\n" not in said
        assert "\x1b" not in said
        assert not [secret for secret in secrets_of(server) if secret in said]
        assert failure.value.__cause__ is None
        assert failure.value.__suppress_context__
    assert secrets_of(server)[5:]
    out = capfd.readouterr()
    assert not [secret for secret in secrets_of(server) if secret in out.out + out.err + caplog.text]


@pytest.mark.loopback
def test_a_refusal_says_what_to_do(server: Cloud) -> None:
    server.faults.append(lambda _: error(403, "AccessDenied"))
    with pytest.raises(CarrierFailed, match="the server refuses") as failure:
        s3(server).names()
    assert failure.value.help is not None
    assert "credentials" in failure.value.help


@pytest.mark.loopback
def test_a_word_of_the_server_that_is_not_known_is_not_repeated(server: Cloud) -> None:
    server.faults.append(lambda _: error(400, "GoToEvilExample"))
    with pytest.raises(CarrierFailed) as failure:
        s3(server).names()
    assert "Evil" not in str(failure.value)
    assert "400" in str(failure.value)


@pytest.mark.loopback
def test_a_server_that_is_not_there_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as gone:
        environment = gone.environment()
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(CarrierFailed, match="cannot be reached"):
        CloudCarrier(URL, environment, patience=QUICK).names()


@pytest.mark.loopback
def test_a_server_that_fails_amid_many_packs_loses_only_those(server: Cloud, tmp_path: Path) -> None:
    there, here = filled(tmp_path / "there"), empty_store(tmp_path / "here")
    send(there, s3(server))
    bad = sorted(packs_of(there))[3]
    server.faults.append(once(error(403, "AccessDenied"), "GET", f"{bad}.gpk", times=99))
    with pytest.raises(Interrupted) as failure:
        receive(here, s3(server))
    assert set(failure.value.received.taken) == packs_of(there).keys() - {bad}
    server.faults.clear()
    assert receive(here, s3(server)).taken == (bad,)


@pytest.mark.loopback
@pytest.mark.parametrize("body", [b"gnut-store 2\nhash b3\nrequires\n", b"<html>", b"", b"x" * 70_000])
def test_a_place_of_a_newer_version_or_of_something_else_is_left_alone(body: bytes, server: Cloud) -> None:
    holding(server)
    server.objects["team/sources/format"] = body
    with pytest.raises(CarrierFailed, match="format"):
        s3(server).names()


# What the environment says, and what it does not


@pytest.mark.loopback
def test_without_an_endpoint_of_the_environment_no_server_is_asked_without_tls(server: Cloud) -> None:
    """The client finds the endpoint in the process's environment; that it may do without TLS it has to be told."""
    with pytest.raises(CarrierFailed, match="no https address"):
        CloudCarrier(URL, {}, patience=QUICK).names()
    assert server.asked == []


def test_without_credentials_the_machine_is_not_asked_for_any_where_that_is_forbidden() -> None:
    start = time.monotonic()
    with pytest.raises(CarrierFailed, match="no credentials are set"):
        CloudCarrier(URL, {"AWS_EC2_METADATA_DISABLED": "true"}, patience=QUICK).names()
    assert time.monotonic() - start < 1


@pytest.mark.loopback
def test_nothing_is_asked_before_there_is_something_to_ask(server: Cloud) -> None:
    s3(server)
    assert server.asked == []


@pytest.mark.loopback
def test_without_a_signature_none_is_sent(server: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_SKIP_SIGNATURE", "true")
    holding(server)
    assert s3(server).names() == {NAME}
    assert not [one for one in server.asked if "authorization" in one.fields]


# Folders


def test_a_folder_that_is_not_there_holds_no_packs_and_is_not_made_by_asking(tmp_path: Path) -> None:
    carrier = CloudCarrier(f"file://{tmp_path}/shelf")
    assert carrier.names() == frozenset()
    assert not (tmp_path / "shelf").exists()


@pytest.mark.parametrize("target", ["a pack", "nothing", "itself"])
def test_a_link_among_the_packs_of_a_folder_is_refused_by_name_and_the_rest_is_taken(
    tmp_path: Path, target: str
) -> None:
    send(filled(tmp_path / "a", 1), CloudCarrier(f"file://{tmp_path}/shelf"))
    (tmp_path / f"{NAME}.gpk").write_bytes(BODY)
    link = tmp_path / f"shelf/packs/{NAME}.gpk"
    link.symlink_to({"a pack": tmp_path / f"{NAME}.gpk", "nothing": tmp_path / "none", "itself": link}[target])
    came = receive(empty_store(tmp_path / "b"), CloudCarrier(f"file://{tmp_path}/shelf"))
    assert len(came.taken) == 1
    assert [name for name, why in came.refused if "link" in why] == [NAME]


def test_a_folder_whose_packs_lie_behind_a_link_is_refused(tmp_path: Path) -> None:
    send(filled(tmp_path / "a", 1), CloudCarrier(f"file://{tmp_path}/shelf"))
    (tmp_path / "shelf/packs").rename(tmp_path / "elsewhere")
    (tmp_path / "shelf/packs").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CarrierFailed, match="is a link"):
        CloudCarrier(f"file://{tmp_path}/shelf").names()


def test_a_file_in_the_place_of_the_folder_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "shelf").write_bytes(b"")
    carrier = CloudCarrier(f"file://{tmp_path}/shelf")
    with pytest.raises(CarrierFailed):
        carrier.names()
    with pytest.raises(CarrierFailed):
        carrier.write({})


def test_what_was_put_into_a_folder_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    whole = os.fsync

    def noted(fd: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{fd}"))
        whole(fd)

    monkeypatch.setattr(os, "fsync", noted)
    (tmp_path / "pack").write_bytes(BODY)
    CloudCarrier(f"file://{tmp_path}/shelf").write({NAME: str(tmp_path / "pack")})
    shelf = f"{tmp_path}/shelf"
    assert synced[-4:] == [f"{shelf}/format", f"{shelf}/packs/{NAME}.gpk", f"{shelf}/packs", shelf]


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_to_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "pack").write_bytes(BODY)
    (tmp_path / "shelf").mkdir(0o555)
    with pytest.raises(CarrierFailed, match=os.strerror(errno.EACCES)):
        CloudCarrier(f"file://{tmp_path}/shelf").write({NAME: str(tmp_path / "pack")})


# Addresses


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("s3://bucket", "s3://bucket"),
        ("s3://bucket/", "s3://bucket"),
        ("s3://my.bucket-1/a/b/", "s3://my.bucket-1/a/b"),
        ("gs://bucket/ü", "gs://bucket/ü"),
        ("az://container/a", "az://container/a"),
        ("file:///tmp/a%20b", "file:///tmp/a b"),
        ("file:///tmp/a/", "file:///tmp/a"),
    ],
)
def test_an_address_has_one_spelling(url: str, place: str) -> None:
    assert parse(url).place == place


@pytest.mark.parametrize(
    "url",
    [
        "",
        "s3:",
        "s3://",
        "s3:///a",
        "S3://bucket/a",
        "http://bucket/a",
        "https://bucket.s3.amazonaws.com/a",
        "ftp://bucket/a",
        "s3://b",
        "s3://bucket:9000/a",
        "s3://bu..cket/a",
        "s3://büro/a",
        "s3://bucket//a",
        "s3://bucket/a//b",
        "s3://bucket/../a",
        "s3://bucket/a/..",
        "s3://bucket/./a",
        "s3://bucket/a%2e%2e/b",
        "s3://bucket/a\\b",
        "s3://bucket/a?versionId=1",
        "s3://bucket/a#b",
        "s3://bucket/a\nb",
        "s3://bucket/a\0",
        "s3://bucket/\x1b[2J",
        "s3://bucket/\udcff",
        "s3://bucket/*",
        "s3://bucket/" + "a" * 701,
        "s3://bucket/" + "ü" * 351,
        "file://host/a",
        "file://a",
        "file:///",
        "file:///a/../b",
        "file:///a/%2e%2e/b",
        "file:///a//b",
        "file:///a%00b",
        "memory://a",
        "-s3://bucket/a",
    ],
)
def test_what_is_no_address_or_could_be_two_is_refused(url: str) -> None:
    with pytest.raises(CarrierFailed) as failure:
        CloudCarrier(url)
    assert failure.value.code == "bad_address"
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize(
    "url", ["s3://key:secret@bucket/a", "s3://bucket/a?X-Amz-Signature=secret", "s3://bucket/a#secret"]
)
def test_a_credential_in_an_address_is_not_repeated(url: str) -> None:
    with pytest.raises(CarrierFailed) as failure:
        CloudCarrier(url)
    assert "secret" not in str(failure.value)
