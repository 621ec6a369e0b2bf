"""Archives that nobody should write: cut, swollen, contradictory, endless. Nothing is half read, and nothing hangs."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from backports.zstd import compress
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.edge.net.limits import LIMITS
from gnut.edge.sandbox_child import MEMORY, NO_MEMORY
from gnut.edge.warc import read as warc_read
from gnut.edge.warc.captures import captures
from gnut.edge.warc.child import STEP, Fault, Gunzip
from gnut.edge.warc.http import MOST_CHUNKS
from gnut.edge.warc.limits import ARCHIVE_LIMITS, ArchiveLimits
from gnut.edge.warc.read import FAULTS, pieces
from gnut.errors import BadArchive
from gnut.model import Absence, Fetched
from tests.archives import PAGE, URL, by_record, here, one_member, page, record, reply, took, wanted, why

ONE = record(block=reply(), name="<urn:uuid:1>")
TWO = record(block=reply(b"<p>Two.</p>"), url=f"{URL}2", name="<urn:uuid:2>")


@pytest.mark.parametrize("pack", [bytes, one_member, by_record])
def test_a_file_that_is_cut_anywhere_gives_whole_pages_and_says_so(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    whole = pack(ONE + TWO)
    for end in range(len(whole)):
        found, refused = took(tmp_path, whole[:end], ask=(URL, f"{URL}2"))
        pages = [taken.answer.body for taken in found if isinstance(taken.answer, Fetched)]
        assert pages == [PAGE, b"<p>Two.</p>"][: len(pages)]
        assert refused or len(pages) == 2 or whole[:end] == ONE or pack is by_record
        assert all(taken.answer.why in ("incomplete", "bad_framing", "bad_response") for taken in found
                   if isinstance(taken.answer, Absence))  # fmt: skip


def test_what_is_cut_off_between_two_gzip_members_cannot_be_seen(tmp_path: Path) -> None:
    assert took(tmp_path, by_record(ONE), ask=(URL, f"{URL}2"))[1] == []


@pytest.mark.parametrize("length", ["-5", "x", "1e3", "+10", "10, 10", "", "0x10", "18446744073709551616", "٣"])
def test_a_length_that_is_none_gives_no_page(tmp_path: Path, length: str) -> None:
    body = record(block=reply(), length=length.encode().decode("latin-1"))
    found, refused = took(tmp_path, body)
    assert all(isinstance(taken.answer, Absence) for taken in found)
    assert refused or found


@pytest.mark.parametrize("off", [-60, -3, -1, 1, 3, 4, 5, 40, 400])
def test_a_length_that_is_not_the_one_of_its_block_gives_no_page(tmp_path: Path, off: int) -> None:
    wrong = record(block=reply(), length=str(len(reply()) + off))
    for body in (wrong, wrong + TWO):
        found, _ = took(tmp_path, body)
        assert [type(taken.answer) for taken in found] == [Absence]


@pytest.mark.parametrize("length", [2**31, 2**32, 2**63 - 1, 2**63])
def test_a_length_beyond_the_file_is_not_believed(tmp_path: Path, length: int) -> None:
    assert why(tmp_path, record(block=reply(), length=str(length))) == "incomplete"


def test_garbage_between_members_ends_the_reading_and_is_said(tmp_path: Path) -> None:
    for garbage in (b"GARBAGE", bytes(20), b"\x1f", b"\x1f\x8b\x08\x00garbage", one_member(b"garbage")):
        found, refused = took(tmp_path, by_record(ONE) + garbage + by_record(TWO), ask=(URL, f"{URL}2"))
        assert [taken.answer.body for taken in found if isinstance(taken.answer, Fetched)] == [PAGE]
        assert refused == ["archive_damaged"]


def test_a_damaged_checksum_of_gzip_is_said(tmp_path: Path) -> None:
    body = bytearray(by_record(ONE))
    body[-6] ^= 1
    assert took(tmp_path, bytes(body))[1] == ["archive_damaged"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not_a_warc"),
        (b"PK\x03\x04" + bytes(100), "not_a_warc"),
        (PAGE, "not_a_warc"),
        (one_member(PAGE), "not_a_warc"),
        (b"\x28\xb5\x2f\xfdgarbage", "archive_damaged"),
        (b"\x1f\x8bgarbage", "archive_damaged"),
        (b"filedesc://IA-2006062.arc 0.0.0.0 20060622190110 text/plain 76\n1 1 InternetArchive\n", "arc_not_read"),
        (one_member(b"filedesc://IA-2006062.arc 0.0.0.0 20060622190110 text/plain 76\n"), "arc_not_read"),
        (ONE + b"garbage" * 100, "archive_damaged"),
        (ONE + b"WARC/9.9\r\n\r\n\r\n\r\n", "archive_damaged"),
    ],
)
def test_what_is_no_archive_is_refused_by_name(tmp_path: Path, body: bytes, code: str) -> None:
    assert took(tmp_path, body)[1] == [code]


def test_a_nested_archive_is_a_body_and_nothing_more(tmp_path: Path) -> None:
    inner = record(block=reply(b"<p>Forged.</p>"), url="https://victim.example/")
    outer = record("resource", inner, content_type="text/plain")
    found, refused = took(tmp_path, outer, ask=(URL, "https://victim.example/"))
    assert ([taken.request.uri for taken in found], refused) == ([URL], [])


def test_line_ends_in_a_value_make_no_second_field(tmp_path: Path) -> None:
    for forged in (
        "x\rWARC-Target-URI: https://victim.example/",
        "x\nWARC-Target-URI: https://victim.example/",
        "x\x00y",
    ):
        body = record(block=reply(), more=[("X-Any", forged)])
        found, _ = took(tmp_path, body, ask=("https://victim.example/",))
        assert found == []


@pytest.mark.parametrize(
    "url",
    [
        "https://b\xffoks.example/a",
        "https://books.example/a\x00",
        "https://books.example/a b",
        "https://books.example/\x1b[2J",
        "https://books.example/a\u0085",
    ],
)
def test_an_address_that_is_no_text_is_of_no_source(tmp_path: Path, url: str) -> None:
    found, _ = took(tmp_path, record(block=reply(), url=url), ask=None)
    assert all(isinstance(taken.answer, Absence) for taken in found)
    assert not any(sign in repr(found) for sign in ("\x1b", "\x00"))


def test_a_target_that_stands_twice_is_of_no_source(tmp_path: Path) -> None:
    assert took(tmp_path, record(block=reply(), more=[("WARC-Target-URI", "https://victim.example/")]))[0] == []


def test_ids_that_stand_twice_hide_no_page(tmp_path: Path) -> None:
    same = record(block=reply(), url=f"{URL}2", name="<urn:uuid:1>")
    found, refused = took(tmp_path, ONE + same, ask=(URL, f"{URL}2"))
    assert ([type(taken.answer) for taken in found], refused) == ([Fetched, Fetched], [])


def test_a_head_is_read_up_to_its_limit(tmp_path: Path) -> None:
    few = replace(ARCHIVE_LIMITS, head=1000)
    size = len(ONE) - len(reply()) - 4
    filled = record(block=reply(), name="<urn:uuid:1>", more=[("X-Any", "x" * (1000 - size - len("X-Any: \r\n")))])
    assert page(tmp_path, filled, archive=few).body == PAGE
    assert took(tmp_path, filled.replace(b"X-Any: ", b"X-Any: x"), archive=few) == ([], ["archive_too_large"])


def test_a_block_is_taken_up_to_its_limit(tmp_path: Path) -> None:
    exact = replace(ARCHIVE_LIMITS, block=len(reply()))
    assert page(tmp_path, ONE, archive=exact).body == PAGE
    assert why(tmp_path, ONE, archive=replace(exact, block=exact.block - 1)) == "too_large"


def test_records_are_counted_up_to_their_limit(tmp_path: Path) -> None:
    assert len(took(tmp_path, ONE + TWO, ask=None, archive=replace(ARCHIVE_LIMITS, records=2))[0]) == 2
    assert took(tmp_path, ONE + TWO, ask=None, archive=replace(ARCHIVE_LIMITS, records=1)) == (
        [],
        ["archive_too_large"],
    )


@pytest.mark.parametrize("pack", [bytes, one_member, by_record])
def test_a_file_is_decompressed_up_to_its_limit(tmp_path: Path, pack: object) -> None:
    assert callable(pack)
    whole = len(ONE + TWO)
    assert len(took(tmp_path, pack(ONE + TWO), ask=None, archive=replace(ARCHIVE_LIMITS, whole=whole))[0]) == 2
    fewer = replace(ARCHIVE_LIMITS, whole=whole - 1)
    assert took(tmp_path, pack(ONE + TWO), ask=None, archive=fewer) == ([], ["archive_too_large"])


def test_a_head_of_a_reply_is_read_up_to_the_limit_of_a_live_one(tmp_path: Path) -> None:
    room = LIMITS.head - len(reply(b"")) - len("X-Any: \r\n")
    for more, kind in ((0, ""), (1, "header_too_large")):
        block = reply(PAGE, ("Content-Type", "text/html"), ("X-Any", "x" * (room + more)))
        found, _ = took(tmp_path, record(block=block))
        assert getattr(found[0].answer, "why", "") == kind
    for count, kind in ((LIMITS.fields, ""), (LIMITS.fields + 1, "header_too_large")):
        block = reply(PAGE, *[("X-Any", "x")] * count)
        assert getattr(took(tmp_path, record(block=block))[0][0].answer, "why", "") == kind


def test_chunks_are_put_together_up_to_their_limit(tmp_path: Path) -> None:
    for count, kind in ((MOST_CHUNKS, ""), (MOST_CHUNKS + 1, "too_large")):
        stored = b"1\r\na\r\n" * count + b"0\r\n\r\n"
        block = reply(stored, ("Content-Type", "text/plain"), ("Transfer-Encoding", "chunked"))
        assert getattr(took(tmp_path, record(block=block))[0][0].answer, "why", "") == kind


def test_a_resource_is_taken_up_to_the_limit_of_a_page(tmp_path: Path) -> None:
    few = replace(LIMITS, decoded=len(PAGE))
    body = record("resource", PAGE, content_type="text/html")
    assert page(tmp_path, body, limits=few).body == PAGE
    assert why(tmp_path, body, limits=replace(few, decoded=len(PAGE) - 1)) == "too_large"


def test_a_bomb_in_the_child_is_cut_short(tmp_path: Path) -> None:
    stream = zlib.compressobj(9, wbits=31)
    bomb = stream.compress(record(block=b"", length=str(300 << 20))[:-4])
    bomb += b"".join(stream.compress(bytes(1 << 20)) for _ in range(300)) + stream.flush()
    path = tmp_path / "bomb.warc.gz"
    path.write_bytes(bomb)
    with pytest.raises(BadArchive) as caught:
        list(captures([path], [wanted(URL)], archive=replace(ARCHIVE_LIMITS, whole=64 << 20)))
    assert caught.value.code == "archive_too_large"
    assert len(bomb) < 1 << 20


def test_many_redirects_of_one_address_cost_no_more_than_one(tmp_path: Path) -> None:
    steps = [f"https://books.example/{step}" for step in range(6)]
    body = b"".join(
        record(block=reply(b"", ("Location", other), status="HTTP/1.1 301 x"), url=one)
        for one in steps
        for other in steps
        for _ in range(20)
    )
    found, _ = took(tmp_path, body, ask=steps)
    assert {getattr(taken.answer, "why", "") for taken in found} == {"redirect_loop"}


@pytest.mark.parametrize(
    ("child", "code"),
    [
        ("import os; os.abort()", "archive_crashed"),
        ("import os; os.write(1, b'\\xff\\xff\\xff\\xff' + bytes(99))", "archive_crashed"),
        ("import os; os.write(1, b'\\x00\\x00\\x00\\x04nope')", "archive_crashed"),
        ("pass", "archive_crashed"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "archive_too_large"),
        ("import os; os._exit(77)", "archive_too_large"),
        ("import time; time.sleep(60)", "archive_crashed"),
        ("import os, time; os.close(1); time.sleep(60)", "archive_too_large"),
    ],
)
def test_whatever_becomes_of_the_child_is_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, child: str, code: str
) -> None:
    started = warc_read.started
    monkeypatch.setattr(warc_read, "started", lambda command, stdin: started((command[0], "-I", "-c", child), stdin))
    monkeypatch.setattr(warc_read, "WALL_SECONDS", 1.0)
    path = tmp_path / "x.warc"
    path.write_bytes(ONE)
    with pytest.raises(BadArchive) as caught:
        list(captures([path], None))
    assert caught.value.code == code


def test_a_message_over_the_limit_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that announces more than a head can be has lost its mind, and nobody holds what it sends."""
    import msgspec

    from gnut.edge.warc.frame import MOST_META, Ended, Message, Piece

    path = tmp_path / "x.warc"
    path.write_bytes(ONE)
    ended = msgspec.msgpack.encode(Message(None, Ended(None)))
    started, sent = warc_read.started, tmp_path / "sent"
    child = f"import sys; sys.stdout.buffer.write(open({str(sent)!r}, 'rb').read())"
    bare = len(msgspec.msgpack.encode(Message(Piece(b"", ((b"x", bytes(1 << 17)),), 0, True, 0), None))) - (1 << 17)
    for over, code in ((0, None), (1, "archive_crashed")):
        fill = MOST_META - bare + over
        message = msgspec.msgpack.encode(Message(Piece(b"", ((b"x", bytes(fill)),), 0, True, 0), None))
        assert len(message) == MOST_META + over
        sent.write_bytes(b"".join(len(each).to_bytes(4, "big") + each for each in (message, ended)))
        with monkeypatch.context() as patch:
            patch.setattr(warc_read, "started", lambda command, stdin: started((command[0], "-I", "-c", child), stdin))
            if code is None:
                assert len(list(pieces(path, "x", 0))) == 1
            else:
                with pytest.raises(warc_read.Broken) as caught:
                    list(pieces(path, "x", 0))
                assert caught.value.error.code == code


def test_the_child_is_confined_before_it_reads_and_sealed_before_it_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    from gnut.edge.warc import child

    done: list[str] = []
    for name in ("confine", "allow_cpu", "seal"):
        monkeypatch.setattr(child, name, lambda name=name: done.append(name))

    def cut(file: object, say: object, *limits: object) -> object:
        done.append("cut")
        assert callable(limits[-1])
        limits[-1]()
        raise MemoryError

    monkeypatch.setattr(child, "cut", cut)
    monkeypatch.setattr("sys.argv", ["child", "1", "1", "1", "1"])
    kept = os.dup(1)
    try:
        assert child.main() == NO_MEMORY
    finally:
        os.dup2(kept, 1)
        os.close(kept)
    assert done == ["confine", "allow_cpu", "seal", "cut", "allow_cpu"]


def test_every_record_gets_its_own_processor_time(tmp_path: Path) -> None:
    from gnut.edge.warc.child import cut

    path = tmp_path / "x.warc"
    path.write_bytes(ONE + TWO)
    begun: list[int] = []
    with path.open("rb") as file:
        cut(file, lambda piece, body: None, 9, 9999, 9, 99999, lambda: begun.append(1))
    assert len(begun) == 2


@pytest.mark.skipif(not Path("/proc/self/limits").is_file(), reason="limits are read as Linux shows them")
def test_the_child_runs_within_its_limits(tmp_path: Path) -> None:
    """Looked at from outside while it waits for its answers to be taken."""
    import subprocess
    import time

    path = tmp_path / "x.warc"
    path.write_bytes(b"".join(record(block=bytes(60_000), url=f"{URL}{each}") for each in range(200)))
    command = (sys.executable, "-I", "-B", "-m", "gnut.edge.warc.child", "65536", "65536", "999", "99999999")
    with path.open("rb") as file, subprocess.Popen(command, stdin=file, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.read(4)
        time.sleep(0.2)
        limits = Path(f"/proc/{child.pid}/limits").read_text()
        child.kill()
    found = {line[:26].strip(): line[26:].split()[0] for line in limits.splitlines()[1:]}
    assert found["Max address space"] == str(MEMORY)
    assert found["Max core file size"] == found["Max file size"] == found["Max open files"] == "0"
    assert found["Max cpu time"] != "unlimited"


def test_a_file_that_changes_between_two_readings_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.warc"
    path.write_bytes(ONE)
    times = iter((ONE, record(block=reply(b"<p>Forged.</p>"), name="<urn:uuid:9>"), b""))

    def changing(path: Path, shown: str, most: int, limits: ArchiveLimits) -> Iterator[object]:
        path.write_bytes(next(times))
        return here(path, shown, most, limits)

    with pytest.raises(BadArchive) as caught:
        list(captures([path], None, cut=changing))  # type: ignore[arg-type]
    assert caught.value.code == "archive_changed"


def test_the_child_and_this_process_cut_alike(tmp_path: Path) -> None:
    path = tmp_path / "x.warc"
    for body in (ONE + TWO, by_record(ONE + TWO), one_member(ONE + TWO), compress(ONE) + compress(TWO)):
        path.write_bytes(body)
        here_ = list(here(path, "x", 1 << 20, ARCHIVE_LIMITS))
        assert here_ == list(pieces(path, "x", 1 << 20, ARCHIVE_LIMITS))
        assert [body for _, body in here_] == [reply(), reply(b"<p>Two.</p>")]


def test_every_fault_has_a_code_of_its_own_and_says_what_is_wrong() -> None:
    for fault in FAULTS:
        error = warc_read.broken(fault, "x.warc", ARCHIVE_LIMITS).error
        assert error.code.startswith(("archive_", "arc_", "not_a_"))
        assert str(error).startswith("x.warc: ")
        assert "{" not in str(error)


class _Steps:
    """A file that gives its bytes in steps of the given sizes."""

    def __init__(self, body: bytes, sizes: list[int]) -> None:
        self.body, self.sizes = body, sizes

    def read(self, size: int) -> bytes:
        step = min(size, self.sizes.pop() if self.sizes else size)
        part, self.body = self.body[:step], self.body[step:]
        return part


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=5), st.lists(st.integers(1, 40)), st.integers(1, STEP))
def test_gzip_is_read_alike_in_steps_of_any_size(parts: list[bytes], sizes: list[int], size: int) -> None:
    read = Gunzip(_Steps(b"".join(map(one_member, parts)), sizes)).read  # type: ignore[arg-type]
    found = b""
    while part := read(size):
        assert len(part) <= size
        found += part
    assert found == b"".join(parts)


@given(st.binary(min_size=1, max_size=300), st.data())
def test_gzip_that_is_cut_or_changed_is_never_taken_for_whole(part: bytes, data: st.DataObject) -> None:
    packed = one_member(part)
    cut = data.draw(st.integers(1, len(packed) - 1))
    read = Gunzip(_Steps(packed[:cut], [])).read  # type: ignore[arg-type]
    with pytest.raises(Fault):
        b"".join(iter(lambda: read(STEP), b""))


@given(st.data())
def test_a_changed_archive_gives_the_right_page_or_none(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """With digests, that is: without them nobody could tell."""
    import base64
    import hashlib

    digest = "sha1:" + base64.b32encode(hashlib.sha1(reply()).digest()).decode()
    body = bytearray(record(block=reply(), more=[("WARC-Block-Digest", digest)]))
    start = body.index(b"HTTP/")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(start, len(body) - 1))
        change = data.draw(st.sampled_from(("flip", "drop", "add")))
        if change == "flip":
            body[at] ^= data.draw(st.integers(1, 255))
        elif change == "drop":
            del body[at]
        else:
            body.insert(at, data.draw(st.integers(0, 255)))
    folder = tmp_path_factory.getbasetemp() / "changed"
    folder.mkdir(exist_ok=True)
    found, _ = took(folder, bytes(body))
    for taken in found:
        assert isinstance(taken.answer, Absence) or taken.answer.body == PAGE


@given(st.binary(max_size=2000))
def test_noise_is_never_a_page(tmp_path_factory: pytest.TempPathFactory, noise: bytes) -> None:
    folder = tmp_path_factory.getbasetemp() / "noise"
    folder.mkdir(exist_ok=True)
    for body in (noise, b"WARC/1.0\r\n" + noise, b"\x1f\x8b" + noise, b"\x28\xb5\x2f\xfd" + noise, ONE + noise):
        found, _ = took(folder, body)
        assert all(isinstance(taken.answer, Absence) or taken.answer.body == PAGE for taken in found)
