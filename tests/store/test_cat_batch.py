"""`gnut store cat --batch`: many objects on one stream, as a program asks for them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store.oid import Oid, oid_of
from gnut_store.store import init, open_store
from tests.store.test_suite import alike

GNUT = (sys.executable, "-m", "gnut")
ABSENT = "b3:" + "0" * 64


@pytest.fixture
def ids(tmp_path: Path) -> list[Oid]:
    with open_store(init(tmp_path)).write() as batch:
        return [batch.add("blob", b"one\n"), batch.add("text", "zwei ü".encode()), batch.add("blob", b"")]


def ask(folder: Path, asked: bytes, option: str = "--batch") -> tuple[int, bytes]:
    done = subprocess.run(
        [*GNUT, "store", "cat", option], cwd=folder, input=asked, capture_output=True, check=False, timeout=60
    )
    assert done.stderr == b""
    return done.returncode, done.stdout


def lines(*words: str) -> bytes:
    return "".join(f"{word}\n" for word in words).encode()


def test_objects_come_in_the_order_in_which_they_are_asked_for(tmp_path: Path, ids: list[Oid]) -> None:
    one, two, empty = ids
    code, said = ask(tmp_path, lines(two, one, empty, one))
    first = f"{one} blob 4\none\n\n".encode()
    assert said == f"{two} text 7\nzwei ü\n".encode() + first + f"{empty} blob 0\n\n".encode() + first
    assert code == 0


def test_a_check_gives_kind_and_length_alone(tmp_path: Path, ids: list[Oid]) -> None:
    assert ask(tmp_path, lines(*ids), "--batch-check") == (
        0,
        f"{ids[0]} blob 4\n{ids[1]} text 7\n{ids[2]} blob 0\n".encode(),
    )


def test_a_prefix_is_answered_by_the_whole_id(tmp_path: Path, ids: list[Oid]) -> None:
    assert ask(tmp_path, lines(ids[0][:15], ids[0][3:17]))[1] == f"{ids[0]} blob 4\none\n\n".encode() * 2


def test_what_cannot_be_given_is_named_and_the_stream_goes_on(tmp_path: Path, ids: list[Oid]) -> None:
    with open_store(tmp_path / ".gnut").write("local") as batch:
        pair = [batch.add("blob", body) for body in alike()]
    both = pair[0][:11]
    [pack] = (tmp_path / ".gnut/packs").iterdir()
    damaged = bytearray(pack.read_bytes())
    damaged[damaged.index(b"one\n")] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(damaged)
    code, said = ask(tmp_path, lines(ABSENT, "b3:00000000", both, "nonsense", "", ids[0], ids[1]))
    assert said.splitlines()[:6] == lines(
        f"{ABSENT} missing", "b3:00000000 missing", f"{both} ambiguous", "nonsense invalid", " invalid",
        f"{ids[0]} damaged",
    ).splitlines()  # fmt: skip
    assert said.endswith(f"{ids[1]} text 7\nzwei ü\n".encode())
    assert code == 4


@pytest.mark.parametrize(("word", "code"), [(ABSENT, 4), ("nonsense", 2), ("b3:00000000", 2), ("ü", 2)])
def test_the_worst_answer_is_the_exit_code(tmp_path: Path, ids: list[Oid], word: str, code: int) -> None:
    assert ask(tmp_path, lines(ids[0], word, ids[1]))[0] == code


def test_a_last_line_needs_no_end_and_no_line_no_answer(tmp_path: Path, ids: list[Oid]) -> None:
    assert ask(tmp_path, ids[0].encode()) == (0, f"{ids[0]} blob 4\none\n\n".encode())
    assert ask(tmp_path, b"") == (0, b"")


def test_a_line_without_end_is_refused_and_not_gathered(tmp_path: Path, ids: list[Oid]) -> None:
    done = subprocess.run(
        [*GNUT, "store", "cat", "--batch"], cwd=tmp_path, input=b"a" * 10_000_000, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"longer than 4,096 bytes" in done.stderr


def test_a_program_can_ask_one_thing_after_another(tmp_path: Path, ids: list[Oid]) -> None:
    with subprocess.Popen(
        [*GNUT, "store", "cat", "--batch"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as child:
        assert child.stdin
        assert child.stdout
        for oid in (*ids, *ids):
            child.stdin.write(lines(oid))
            head = b""
            while not head.endswith(b"\n"):
                head += child.stdout.read(1)
            length = int(head.split()[2])
            body = b""
            while len(body) < length + 1:
                body += child.stdout.read(length + 1 - len(body))
            assert oid_of(head.split()[1].decode(), body[:-1]) == oid
        child.stdin.close()
        assert child.wait() == 0


def test_many_large_objects_pass_a_narrow_pipe_whole(tmp_path: Path) -> None:
    bodies = [os.urandom(200_000) for _ in range(12)] + [b"%d" % number for number in range(3000)]
    with open_store(init(tmp_path)).write() as batch:
        ids = [batch.add("blob", body) for body in bodies]
    code, said = ask(tmp_path, lines(*ids))
    expected = b"".join(b"%b blob %d\n%b\n" % (o.encode(), len(b), b) for o, b in zip(ids, bodies, strict=True))
    assert code == 0
    assert said == expected


def test_an_id_beside_batch_and_no_id_at_all_are_usage_errors(tmp_path: Path, ids: list[Oid]) -> None:
    for words in (["--batch", ids[0]], []):
        done = subprocess.run([*GNUT, "store", "cat", *words], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 2
        assert done.stdout == b""


@pytest.mark.parametrize("spelled", [str.upper, lambda text: text[:-2] + "  ", lambda text: text[:-1] + "g"])
def test_an_id_of_the_right_length_in_another_spelling_is_none(
    tmp_path: Path, ids: list[Oid], spelled: Callable[[str], str]
) -> None:
    word = "b3:" + spelled(ids[0][3:])
    assert ask(tmp_path, lines(word, ids[0])) == (2, f"{word} invalid\n{ids[0]} blob 4\none\n\n".encode())


def test_a_prefix_of_a_damaged_object_is_answered_as_it_was_asked(tmp_path: Path, ids: list[Oid]) -> None:
    [pack] = (tmp_path / ".gnut/packs").iterdir()
    damaged = bytearray(pack.read_bytes())
    damaged[damaged.index(b"one\n")] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(damaged)
    assert ask(tmp_path, lines(ids[0][:15])) == (4, f"{ids[0][:15]} damaged\n".encode())
