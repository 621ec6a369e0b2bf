"""Hostile bytes are parsed in a child: whatever becomes of it, the run goes on."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from gnut.edge.sandbox import Job, Sandbox, extract, extract_many, resident
from gnut.text.labels import LABELS
from gnut.text.source import PLAIN_MAX, Extracted, Unreadable, read

PAGE = b"<p>Berth 4 was dredged in May.</p>"

FAKE = """
import os, signal, sys, time
import msgspec
from gnut.edge.sandbox_frame import Answer, Job, frame
from gnut.text.source import Unreadable, read

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
    if b"spent" in job.body:
        os.kill(os.getpid(), signal.SIGALRM)
    if b"killed" in job.body:
        os.kill(os.getpid(), signal.SIGKILL)
    if b"half a frame" in job.body:
        os.write(1, b"\\x00\\x00\\x10\\x00half")
        os._exit(0)
    if b"half a head" in job.body:
        os.write(1, b"\\x00\\x00")
        time.sleep(60)
    if b"four gibibytes" in job.body:
        os.write(1, b"\\xff\\xff\\xff\\xff")
        time.sleep(60)
    if b"swells" in job.body:
        kept = bytearray(900 << 20)
        kept[::4096] = b"x" * len(kept[::4096])
        time.sleep(60)
    if b"deaf" in job.body:
        os.close(0)
        time.sleep(60)
    if b"forks" in job.body and os.fork() == 0:
        time.sleep(60)
        os._exit(0)
    if b"other" in job.body:
        job = msgspec.structs.replace(job, number=job.number - 1)
    if b"twice" in job.body:
        answer = frame(msgspec.msgpack.encode(Answer(job.number, read(b"<p>twice", "text/html", ""), None)))
        os.write(1, answer)
        time.sleep(0.2)
        os.write(1, answer)
        continue
    if b"both" in job.body:
        found = read(b"<p>x", "text/html", "")
        os.write(1, frame(msgspec.msgpack.encode(Answer(job.number, found, Unreadable("empty", "")))))
        continue
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
        os.write(1, frame(msgspec.msgpack.encode(Answer(job.number, None, None))))
        continue
    answer = frame(msgspec.msgpack.encode(Answer(job.number, read(job.body, job.media_type, job.uri), None)))
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
        (b"spent", "too_complex"),
        (b"killed", "too_complex"),
        (b"half a frame", "parser_crashed"),
        (b"half a head", "too_complex"),
        (b"four gibibytes", "parser_crashed"),
        (b"swells", "too_complex"),
        (b"other", "parser_crashed"),
        (b"both", "parser_crashed"),
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


def pid(sandbox: Sandbox, room: str = "text") -> int:
    """Return the process of the child that waits."""
    return sandbox._idle[room][0]._process.pid


def ended(process: int) -> bool:
    """Return whether a process is gone, soon."""
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_closing_ends_the_children() -> None:
    sandbox = Sandbox()
    page(sandbox)
    sandbox.read(b"%PDF-1.4", "application/pdf", "u")
    children = [pid(sandbox), pid(sandbox, "pdf")]
    assert sandbox.children == 2
    sandbox.close()
    assert sandbox.children == 0
    assert all(ended(child) for child in children)


def test_an_answer_too_many_is_not_taken_for_the_next_ones(fake: Sandbox) -> None:
    first = page(fake, b"twice")
    assert isinstance(first, Extracted)
    time.sleep(0.5)
    found = page(fake)
    assert isinstance(found, Extracted)
    assert found.text == "Berth 4 was dredged in May.\n"


def test_an_answer_too_many_that_comes_late_costs_a_crash_and_no_wrong_text(fake: Sandbox) -> None:
    page(fake, b"twice")
    found = page(fake)  # Sent while the second answer to the first is still to come.
    if isinstance(found, Unreadable):
        assert found.why == "parser_crashed"
    else:
        assert found.text == "Berth 4 was dredged in May.\n"


def test_a_child_that_reads_no_more_costs_its_source(fake: Sandbox) -> None:
    found = page(fake, b"deaf")
    assert isinstance(found, Unreadable)
    assert isinstance(page(fake), Extracted)


def test_what_a_child_forked_ends_with_it() -> None:
    with Sandbox((sys.executable, "-c", FAKE)) as sandbox:
        page(sandbox, b"forks")
        group = pid(sandbox)
        assert isinstance(page(sandbox), Extracted)
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)
    else:
        pytest.fail("what was forked is still there")


def descriptors() -> int:
    return len(os.listdir("/dev/fd"))


def test_crashes_leave_no_descriptor_and_no_zombie(fake: Sandbox) -> None:
    page(fake)
    before = descriptors()
    for fault in (b"crash", b"leave", b"nonsense", b"chatty", b"four gibibytes") * 4:
        assert isinstance(page(fake, fault), Unreadable)
    assert isinstance(page(fake), Extracted)
    assert descriptors() == before
    fake.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_hundreds_of_jobs_leave_no_descriptor() -> None:
    with Sandbox() as sandbox:
        page(sandbox)
        before = descriptors()
        for number in range(300):
            found = page(sandbox, b"<p>%d" % number)
            assert isinstance(found, Extracted)
            assert found.text == f"{number}\n"
        assert descriptors() == before
        assert sandbox.children == 1


def test_an_interrupt_ends_the_child_at_work(fake: Sandbox) -> None:
    class Interrupted(BaseException):
        """As if a person had pressed a key."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    page(fake)
    child = pid(fake)
    handler = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(Interrupted):
            page(fake, b"hang")
    finally:
        signal.signal(signal.SIGALRM, handler)
    assert ended(child)
    assert isinstance(page(fake), Extracted)


def test_several_sources_are_read_at_once_and_each_gets_its_own_answer() -> None:
    bodies = [b"<p>page %d " % number + b"x" * (1 << 18) for number in range(24)]
    with Sandbox(most=3) as sandbox, ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda body: page(sandbox, body), bodies))
        assert 1 <= sandbox.children <= 3
    for number, each in enumerate(found):
        assert isinstance(each, Extracted)
        assert each.text.startswith(f"page {number} x")


def test_closing_frees_who_waits_for_an_answer() -> None:
    with Sandbox((sys.executable, "-c", FAKE), wall=60.0) as sandbox, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(page, sandbox, b"hang")
        while not sandbox.children:
            time.sleep(0.01)
        time.sleep(0.3)
        sandbox.close()
        found = waiting.result(timeout=20)
    assert isinstance(found, Unreadable)


def test_a_source_over_the_limit_reaches_no_child() -> None:
    with Sandbox(("/no/such/python",)) as sandbox:
        found = page(sandbox, b"<p>" + bytes(PLAIN_MAX))
    assert found == Unreadable("too_large", f"{PLAIN_MAX + 3} bytes")


def test_the_memory_of_a_process_is_known() -> None:
    held = resident(os.getpid())
    assert held is not None
    assert held > 10 << 20
    assert resident(2**22 + 1) is None


EVIL = """
import os, sys
import gnut.edge.sandbox_child as child
import gnut.text.source as source

import resource, socket
ACTS = {
    b"dup": lambda: os.dup(0),
    b"swap": lambda: (os.close(2), os.open("/etc/passwd", os.O_RDONLY)),
    b"raise": lambda: os.geteuid() and resource.setrlimit(resource.RLIMIT_NOFILE, (9, 9)) or os.dup(0),
    b"pipe": os.pipe,
    b"passwd": lambda: open("/etc/passwd"),
    b"socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
    b"unix": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM),
    b"folder": lambda: os.listdir("/tmp"),
    b"program": lambda: __import__("subprocess").run(["/bin/cat", "/etc/passwd"], close_fds=False, check=True),
}
import subprocess

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
    for word, act in ACTS.items():
        if word in body:
            try:
                act()
                said.append(word.decode() + " done")
            except (OSError, ValueError, subprocess.SubprocessError):
                said.append(word.decode() + " refused")
    return source.Unreadable("empty", "; ".join(said))

source.read = evil
child.CPU_SECONDS = 1
sys.exit(child.main('text'))
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


@pytest.mark.parametrize("act", ["dup", "swap", "raise", "pipe", "passwd", "socket", "unix", "folder", "program"])
def test_the_child_opens_nothing(evil: Sandbox, act: str) -> None:
    assert said(page(evil, act.encode())) == f"{act} refused"


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
        "print(s._idle['text'][0]._process.pid, flush=True)\nos._exit(0)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert ended(int(ran.stdout))


def test_a_child_at_work_ends_though_its_parent_is_gone() -> None:
    import subprocess

    script = (
        "import os, sys, threading, time\nfrom gnut.edge.sandbox import Sandbox\n"
        f"s = Sandbox(({sys.executable!r}, '-I', '-c', {IDLE!r}))\n"
        "threading.Thread(target=s.read, args=(b'<p>x', 'text/html', 'u'), daemon=True).start()\n"
        "time.sleep(1)\nprint(next(iter(s._working))._process.pid, flush=True)\nos._exit(0)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert ended(int(ran.stdout))


IDLE = """
import sys, time
import gnut.edge.sandbox_child as child
import gnut.text.source as source
source.read = lambda body, media_type, uri: body == b"<p>x" and time.sleep(600)
child.ALARM_SECONDS = 2
sys.exit(child.main("text"))
"""


def test_every_kind_of_source_is_read_by_a_child_that_can_open_nothing_more() -> None:
    guessed = "<p>" + "Причал номер четыре был углублён в мае. " * 20
    bodies = [guessed.encode(codec) for codec in ("cp1251", "koi8-r")]
    bodies += [b"<meta charset=%s><p>\xc0\xc1" % label.encode() for label in LABELS]
    with Sandbox() as sandbox:
        for body in bodies:
            assert sandbox.read(body, "text/html", "u") == read(body, "text/html", "u")
        long = b'{"a": [' + b"1, " * 400_000 + b"2]}"
        assert sandbox.read(long, "application/json", "u") == read(long, "application/json", "u")


def test_limits_that_are_lower_already_stay() -> None:
    import subprocess

    script = (
        "import resource\nresource.setrlimit(resource.RLIMIT_CPU, (5, 7))\n"
        "import gnut.edge.sandbox_child as child\nchild.confine()\nchild.allow_cpu()\nchild.seal()\n"
        "print(resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_NOFILE))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=30)
    assert ran.stdout == "(7, 7) (0, 0)\n"


# --- closed while others read


def test_a_sandbox_that_is_closed_starts_no_child_for_what_it_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    from gnut.edge.sandbox import children

    begun: list[int] = []

    def started(command: tuple[str, ...], stdin: int) -> object:
        process = sound(command, stdin)
        begun.append(process.pid)
        return process

    sound = children.started
    monkeypatch.setattr(children, "started", started)
    sandbox = Sandbox((sys.executable, "-c", FAKE), most=1)
    assert isinstance(sandbox.read(PAGE, "text/html", "a.html"), Extracted)
    with ThreadPoolExecutor(2) as pool:
        cut = pool.submit(sandbox.read, b"<p>hang</p>", "text/html", "a.html")
        late = pool.submit(sandbox.read, PAGE, "text/html", "b.html")
        until = time.monotonic() + 10
        while not sandbox._working and time.monotonic() < until:
            time.sleep(0.01)
        sandbox.close()
        answers = [cut.result(10), late.result(10)]
    assert all(isinstance(one, Unreadable) for one in answers)
    assert len(begun) == 1
    assert sandbox.children == 0


def test_a_child_that_answers_after_the_close_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    from gnut.edge.sandbox.process import Child

    sandbox = Sandbox((sys.executable, "-c", FAKE), most=1)
    sound = Child.answer

    def answer(self: Child, job: Job) -> object:
        found = sound(self, job)
        monkeypatch.setattr(Child, "kill", lambda self: None)
        sandbox.close()
        monkeypatch.undo()
        return found

    monkeypatch.setattr(Child, "answer", answer)
    assert isinstance(sandbox.read(PAGE, "text/html", "a.html"), Extracted)
    assert sandbox.children == 0
