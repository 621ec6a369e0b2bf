"""Hostile bytes are parsed in a child: whatever becomes of it, the run goes on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

import pytest

from gnut.edge.sandbox import Job, Sandbox, extract, extract_many
from gnut.text.source import Extracted, Unreadable

PAGE = b"<p>Berth 4 was dredged in May.</p>"

FAKE = """
import os, signal, sys, time
import msgspec
from gnut.edge.sandbox_frame import Answer, Job, frame
from gnut.text.source import read

def take(size):
    got = b""
    while len(got) < size:
        part = os.read(0, size - len(got))
        if not part:
            os._exit(0)
        got += part
    return got

served = 0
while True:
    body = take(int.from_bytes(take(4), "big"))
    job = msgspec.msgpack.decode(body, type=Job)
    if b"crash" in job.body:
        os.kill(os.getpid(), signal.SIGSEGV)
    if b"aged" in job.body and served:
        os.abort()
    if b"out of time" in job.body:
        os.kill(os.getpid(), signal.SIGXCPU)
    if b"leave" in job.body:
        os._exit(3)
    if b"hang" in job.body:
        time.sleep(60)
    if b"silent" in job.body:
        os.close(1)
        time.sleep(60)
    if b"flood" in job.body:
        os.write(1, b"\\xff\\xff\\xff\\xff")
        while True:
            os.write(1, bytes(1 << 20))
    if b"nonsense" in job.body:
        os.write(1, frame(b"nonsense"))
        continue
    if b"nothing" in job.body:
        os.write(1, frame(msgspec.msgpack.encode(Answer(None, None))))
        continue
    answer = frame(msgspec.msgpack.encode(Answer(read(job.body, job.media_type, job.uri), None)))
    os.write(1, answer + (b"more" if b"chatty" in job.body else b""))
    served += 1
"""


@pytest.fixture
def fake() -> Iterator[Sandbox]:
    with Sandbox((sys.executable, "-c", FAKE), wall=2.0) as sandbox:
        yield sandbox


def page(sandbox: Sandbox, body: bytes = PAGE) -> Extracted | Unreadable:
    return sandbox.read(body, "text/html", "https://s.example/a")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (b"crash", "parser_crashed"),
        (b"leave", "parser_crashed"),
        (b"flood", "parser_crashed"),
        (b"nonsense", "parser_crashed"),
        (b"nothing", "parser_crashed"),
        (b"chatty", "parser_crashed"),
        (b"silent", "parser_crashed"),
        (b"hang", "too_complex"),
        (b"out of time", "too_complex"),
    ],
)
def test_a_parser_that_fails_costs_one_source(fake: Sandbox, fault: bytes, why: str) -> None:
    assert isinstance(page(fake), Extracted)
    failed = page(fake, fault)
    assert isinstance(failed, Unreadable)
    assert failed.why == why
    assert isinstance(page(fake), Extracted)


def test_a_pdf_that_takes_too_long_is_over_a_limit_of_pdfs(fake: Sandbox) -> None:
    found = fake.read(b"%PDF-1.4 hang", "application/pdf", "u")
    assert found == Unreadable("pdf_limit", "over 2 s")


def test_what_a_source_gives_does_not_depend_on_those_before_it(fake: Sandbox) -> None:
    assert isinstance(page(fake), Extracted)
    assert isinstance(page(fake, b"aged"), Extracted)


def test_a_flood_is_not_read_to_its_end(fake: Sandbox) -> None:
    started = time.monotonic()
    page(fake, b"flood")
    assert time.monotonic() - started < 2.0


def test_a_child_that_cannot_be_started_is_a_crash() -> None:
    with Sandbox(("/no/such/python",)) as sandbox:
        found = page(sandbox)
    assert isinstance(found, Unreadable)
    assert found.why == "parser_crashed"


def test_text_and_refusals_need_no_child() -> None:
    with Sandbox(("/no/such/python",)) as sandbox:
        assert isinstance(sandbox.read(b"words", "text/plain", "u"), Extracted)
        assert isinstance(sandbox.read(b'{"a": 1}', "application/json", "u"), Extracted)
        assert sandbox.read(b"PK\x03\x04", "application/zip", "u") == Unreadable("unsupported_type", "application/zip")
        assert sandbox.read(b"", "text/html", "u") == Unreadable("empty", "no bytes")


def test_one_child_serves_a_batch_in_order() -> None:
    jobs = [Job(b"<p>page %d</p>" % n, "text/html", "u") for n in range(20)]
    texts = [found.text for found in extract_many(jobs) if isinstance(found, Extracted)]
    assert texts == [f"page {n}\n" for n in range(20)]


def test_the_child_says_what_reading_here_says() -> None:
    from gnut.text.source import read

    for body, media_type in (
        (PAGE, "text/html"),
        ("<p style='color:white'>é</p><p>\x1b</p>".encode(), None),
        (b"<div>" * 1000, "text/html"),
        (b"%PDF-1.4\n", "application/pdf"),
        (b"x", "application/pdf"),
        (b"", "text/html"),
    ):
        assert extract(body, media_type, "u") == read(body, media_type, "u")


def test_a_large_page_passes_through_both_pipes() -> None:
    found = extract(b"<p>" + b"tides and berths " * 300_000, "text/html", "u")
    assert isinstance(found, Extracted)
    assert len(found.text) == len("tides and berths ") * 300_000


def test_closing_ends_the_child() -> None:
    sandbox = Sandbox()
    page(sandbox)
    child = sandbox._child
    assert child is not None
    sandbox.close()
    assert child.returncode is not None


EVIL = """
import os, sys
import gnut.edge.sandbox_child as child
import gnut.text.source as source

def evil(body, media_type, uri):
    said = []
    if b"write" in body:
        try:
            with open("/tmp/gnut-sandbox-probe", "wb") as file:
                file.write(b"x")
                file.flush()
            said.append("wrote")
        except OSError as error:
            said.append("refused")
        finally:
            if os.path.exists("/tmp/gnut-sandbox-probe"):
                os.remove("/tmp/gnut-sandbox-probe")
    if b"environ" in body:
        said.append(" ".join(sorted(os.environ)))
    if b"print" in body:
        os.write(1, b"x" * 100_000)
        print("x" * 100_000, flush=True)
        said.append("printed")
    if b"spin" in body:
        while True:
            pass
    if b"grab" in body:
        said.append(str(len(bytearray(2 << 30))))
    if b"bug" in body:
        raise ZeroDivisionError
    if b"files" in body:
        opened = []
        try:
            while True:
                opened.append(os.dup(0))
        except OSError:
            said.append("full" if len(opened) < 20 else str(len(opened)))
    return source.Unreadable("empty", "; ".join(said))

source.read = evil
child.CPU_SECONDS = 1
sys.exit(child.main())
"""


@pytest.fixture
def evil() -> Iterator[Sandbox]:
    with Sandbox((sys.executable, "-I", "-c", EVIL)) as sandbox:
        yield sandbox


def said(found: Extracted | Unreadable) -> str:
    assert isinstance(found, Unreadable)
    return found.detail


def test_the_child_writes_no_file(evil: Sandbox) -> None:
    assert said(page(evil, b"write")) == "refused"


def test_the_child_has_no_environment(evil: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cr3t")
    assert "SECRET_TOKEN" not in said(page(evil, b"environ"))
    assert "HOME" not in said(page(evil, b"environ"))


def test_what_a_parser_prints_is_no_answer(evil: Sandbox) -> None:
    assert said(page(evil, b"print")) == "printed"
    assert said(page(evil, b"print")) == "printed"


def test_the_child_opens_few_files(evil: Sandbox) -> None:
    assert said(page(evil, b"files")) == "full"


def test_a_bug_in_a_reader_is_named_and_costs_one_source(evil: Sandbox) -> None:
    assert page(evil, b"bug") == Unreadable("parser_crashed", "ZeroDivisionError")
    assert said(page(evil, b"print")) == "printed"


def test_processor_time_is_limited_a_source(evil: Sandbox) -> None:
    found = page(evil, b"spin")
    assert isinstance(found, Unreadable)
    assert found.why == "too_complex"
    assert said(page(evil, b"print")) == "printed"


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not limit address space")
def test_memory_is_limited(evil: Sandbox) -> None:
    found = page(evil, b"grab")
    assert found == Unreadable("too_complex", "over the memory of a parser")


def test_the_child_ends_when_its_parent_is_gone() -> None:
    import subprocess

    script = (
        "import os, sys\nfrom gnut.edge.sandbox import Sandbox\ns = Sandbox()\ns.read(b'<p>x', 'text/html', 'u')\n"
        "print(s._child.pid, flush=True)\nos._exit(0)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    pid = int(ran.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)
    else:
        pytest.fail("the child is still there")
