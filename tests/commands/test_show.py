"""`gnut show`: a run for people, its bytes, a bundle for others, and a judgement of what others send."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.account.contract import Engine
from gnut.edge.runs import history, log_of
from gnut_store import canon
from gnut_store.oid import Oid
from gnut_store.store import init, open_store

Gnut = Callable[..., Any]

URL = "https://books.example/a"
REPORT = (
    "---\ntitle: T\n---\nIt says “the gate shuts at nine every evening” [notes](notes.txt) [@key].\n\n"
    f"It says “raised $9.2M in Series A” [a]({URL}) and [gone](https://gone.example/).\n"
)
BIB = "@misc{key, title={T}, url={https://gone.example/}}\n"


@pytest.fixture(autouse=True)
def one_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the engine as given."""
    made = Engine("gnut", "0.1.0", "0123456789ab" + "0" * 28, "1" * 64, dirty=True, publishable=False)
    monkeypatch.setattr("gnut.edge.engine.engine", lambda *_: made)


@pytest.fixture
def run(place: Path, gnut: Gnut) -> Oid:
    """Return the id of a run with a bibliography, a file, a page with hidden text and a source that is missing."""
    gnut("init")
    (place / "notes.txt").write_text("From May the gate shuts at nine every evening.\n")
    (place / "books.bib").write_text(BIB)
    (place / "page.html").write_text("<p>In May the company raised $4.2M in Series A.</p><p hidden>unseen</p>" * 3)
    gnut("acquire", "--saved", f"{URL}=page.html")
    (place / "report.md").write_text(REPORT)
    gnut("check", "report.md")
    return next(history(open_store(place / ".gnut"), log_of("report.md"))).oid


def test_a_run_is_shown_as_an_account(gnut: Gnut, run: Oid) -> None:
    said = gnut("show", "report.md").out
    assert said == gnut("show", run).out == gnut("show", run[3:15]).out
    assert said.startswith(f"run {run}\n")
    for part in (
        "made by gnut 0.1.0, 0123456789ab, changed: its sources are not known to be those of that commit; sources ",
        "  report.md, ",
        "  with books.bib, ",
        "artifact_profile report",
        "standing default",
        "https://books.example/a: snapshot, ",
        "supplied by the user",
        "file:notes.txt: local_file, 47 characters, window complete",
        "https://gone.example/: snapshot_missing, unavailable: not_acquired",
        "support: ",
        "not_assessed",
        "report.md: failed under policy default",
        "excerpt found",
    ):
        assert part in said, part
    assert len(said) < 4000


def test_as_json_it_is_the_bytes_of_the_run(place: Path, gnut: Gnut, run: Oid) -> None:
    assert (
        gnut("show", "report.md", "--output-format", "json").out.encode()
        == open_store(place / ".gnut").get(run) + b"\n"
    )


def test_as_json_a_text_is_refused(place: Path, gnut: Gnut, run: Oid) -> None:
    with open_store(place / ".gnut").write("local") as batch:
        oid = batch.add("text", b"words")
    said = gnut("show", oid, "--output-format", "json")
    assert said.code == 2
    assert "a text is no JSON" in said.err


def test_a_snapshot_is_shown_as_before(place: Path, gnut: Gnut, run: Oid) -> None:
    made = json.loads(gnut("show", run, "--output-format", "json").out)
    oid = next(one["snapshot"] for one in made["run"]["acquisitions"] if one["snapshot"])
    assert gnut("show", oid).out.startswith(f"snapshot {oid}, ")
    assert gnut("show", oid, "--output-format", "json").out.startswith("{")


def test_a_run_is_exported_with_all_it_was_made_from(place: Path, gnut: Gnut, run: Oid) -> None:
    said = gnut("show", "--export", "sent", "report.md")
    assert said.code == 0
    files = sorted(
        path.relative_to(place / "sent").as_posix() for path in (place / "sent").rglob("*") if path.is_file()
    )
    assert [name.partition("/")[0] for name in files] == [
        *("companions", "execution.json", "hidden", "report", "snapshots", "snapshots", "texts", "texts")
    ]
    assert (place / "sent/report").read_text() == REPORT
    assert (place / "sent/companions/0").read_text() == BIB
    assert f"{len(files)} files of run {run[:15]}" in said.err


@pytest.mark.parametrize("there", ["a file", "something in it", "something hidden in it"])
def test_nothing_is_exported_over_anything(place: Path, gnut: Gnut, run: Oid, there: str) -> None:
    if there == "a file":
        (place / "sent").write_text("x")
    else:
        (place / "sent").mkdir()
        (place / "sent" / (".x" if "hidden" in there else "x")).write_text("x")
    before = sorted(place.rglob("*"))
    assert gnut("show", "--export", "sent", run).code == 2
    assert sorted(place.rglob("*")) == before


def test_an_empty_folder_takes_an_export_and_a_judgement_needs_no_store(
    place: Path, gnut: Gnut, run: Oid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sent").mkdir()
    assert gnut("show", "--export", str(tmp_path / "sent"), run).code == 0
    monkeypatch.chdir(tmp_path)
    said = gnut("show", "--check", "sent")
    assert (said.code, said.out.partition(",")[0]) == (0, "sent: stands")
    # What a replay takes over from the run is said, so that nobody reads more into it.
    assert "1 of 3 sources could not be had is taken from the run" in said.err


def tampered(folder: Path, how: str) -> None:
    """Change one thing of an exported run."""
    execution = folder / "execution.json"
    tree = json.loads(execution.read_bytes())
    match how:
        case "report":
            (folder / "report").write_text(REPORT.replace("nine", "ten"))
        case "text":
            path = next((folder / "texts").iterdir())
            path.write_bytes(path.read_bytes() + b"x")
        case "bibliography":
            (folder / "companions/0").write_text(BIB + "%")
        case "verdict":
            tree["ledger"]["ledger"]["outcome"] = "clear"
            execution.write_bytes(canon.encode(tree))
        case "field":
            tree["note"] = "x"
            execution.write_bytes(canon.encode(tree))
        case "stray":
            (folder / "texts/notes.txt").write_text("x")
        case "folder":
            (folder / "more").mkdir()


@pytest.mark.parametrize(
    ("how", "code", "exit"),
    [
        ("report", "other_report", 4),
        ("text", "other_text", 4),
        ("bibliography", "other_companion", 4),
        ("verdict", "self_hash", 4),
        ("field", "unknown_field", 1),
        ("stray", "unlisted_file", 1),
        ("folder", "unlisted_file", 1),
    ],
)
def test_an_exported_run_that_was_changed_is_refused_with_a_code(
    place: Path, gnut: Gnut, run: Oid, how: str, code: str, exit: int
) -> None:
    gnut("show", "--export", "sent", run)
    tampered(place / "sent", how)
    said = gnut("show", "--check", "sent")
    assert said.code == exit
    lines = [line.split(" ", 2) for line in said.out.splitlines()]
    assert code in [line[0] for line in lines]
    assert all(pointer.startswith("/") and message for _, pointer, message in lines)


@pytest.mark.parametrize("missing", ["execution.json", "report"])
def test_a_folder_that_is_no_export_is_missing_input(place: Path, gnut: Gnut, run: Oid, missing: str) -> None:
    gnut("show", "--export", "sent", run)
    (place / "sent" / missing).unlink()
    said = gnut("show", "--check", "sent")
    assert said.code == 2
    assert f"sent/{missing}: no such file" in said.err


def test_a_link_in_an_export_is_not_followed(place: Path, gnut: Gnut, run: Oid) -> None:
    gnut("show", "--export", "sent", run)
    path = next((place / "sent/texts").iterdir())
    path.rename(place / "text")
    path.symlink_to(place / "text")
    said = gnut("show", "--check", "sent")
    assert said.code == 2
    assert "is a link" in said.err


def test_a_pipe_in_an_export_is_not_waited_for(place: Path, gnut: Gnut, run: Oid) -> None:
    gnut("show", "--export", "sent", run)
    os.mkfifo(place / "sent/companions/pipe.bib")
    assert gnut("show", "--check", "sent").code == 1
    (place / "sent/companions/0").unlink()
    os.mkfifo(place / "sent/companions/0")
    assert gnut("show", "--check", "sent").code == 2


def test_a_bundle_of_a_run_whose_text_is_kept_elsewhere_cannot_be_exported(place: Path, gnut: Gnut) -> None:
    gnut("init")
    (place / "gnut.toml").write_text('keep = "hash"\n')
    (place / "page.txt").write_text("In May the company raised $4.2M in Series A.\n")
    gnut("acquire", "--saved", f"{URL}=page.txt")
    (place / "report.md").write_text(f"It says “raised $4.2M in Series A” [a]({URL}).\n")
    gnut("check", "report.md", "--record")
    os.rename(place / ".gnut/local", place / "local")
    said = gnut("show", "--export", "sent", "report.md")
    assert said.code == 2
    assert f"the text of {URL} is kept in another store" in said.err
    assert not (place / "sent").exists()


def test_two_ways_at_once_are_refused(gnut: Gnut, run: Oid) -> None:
    assert gnut("show", "--check", "--export", "sent", run).code == 2


def sealed(value: dict[str, Any]) -> bytes:
    """Return a receipt with its own hash, as bytes."""
    return canon.encode({**value, "sha256": canon.sha256(canon.encode(value))})


def test_a_receipt_of_a_known_contract_is_read_through_it(place: Path, gnut: Gnut, run: Oid) -> None:
    (place / "run.json").write_bytes(open_store(place / ".gnut").get(run))
    assert gnut("show", "--check", "run.json").code == 0
    tree = json.loads((place / "run.json").read_bytes())
    for name in ("run", "ledger", "manifest"):
        (place / "part.json").write_bytes(canon.encode(tree[name]))
        said = gnut("show", "--check", "part.json")
        assert (said.code, "self-hash holds" in said.out) == (0, True)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda tree: tree.update(note="x"), "/note"),
        (lambda tree: tree["run"].update(note="x"), "/run/note"),
        (lambda tree: tree["ledger"]["ledger"].update(outcome="splendid"), "/ledger/ledger/outcome"),
        (lambda tree: tree.update(schema="groundnut-canonical-execution/v2"), "/schema"),
        (lambda tree: tree.update(schema="groundnut-canonical-execution/v0"), "/schema"),
        (lambda tree: tree.pop("manifest"), "/manifest"),
        (lambda tree: tree["run"]["acquisitions"].pop(), "/run"),
    ],
    ids=range(7),
)
def test_a_receipt_that_breaks_its_contract_is_refused_although_its_hash_holds(
    place: Path, gnut: Gnut, run: Oid, change: Callable[[dict[str, Any]], object], pointer: str
) -> None:
    tree = json.loads(open_store(place / ".gnut").get(run))
    del tree["sha256"]
    change(tree)
    (place / "run.json").write_bytes(sealed(tree))
    said = gnut("show", "--check", "run.json")
    assert said.code == 2
    assert said.err.startswith(f"error: run.json: {pointer}")


def test_a_snapshot_with_a_field_too_many_is_refused(place: Path, gnut: Gnut, run: Oid) -> None:
    made = json.loads(open_store(place / ".gnut").get(run))
    oid = next(one["snapshot"] for one in made["run"]["acquisitions"] if one["snapshot"])
    value = json.loads(open_store(place / ".gnut").get(oid))
    (place / "s.json").write_bytes(canon.encode(value))
    assert gnut("show", "--check", "s.json").code == 0
    del value["sha256"]
    (place / "s.json").write_bytes(sealed({**value, "verified": True}))
    said = gnut("show", "--check", "s.json")
    assert said.code == 2
    assert "/verified" in said.err


def test_a_contract_that_is_unknown_here_is_judged_by_its_form_and_its_hash(place: Path, gnut: Gnut) -> None:
    (place / "other.json").write_bytes(sealed({"schema": "somebody-elses/v1", "n": 1}))
    said = gnut("show", "--check", "other.json")
    assert said.code == 0
    assert "somebody-elses/v1, self-hash holds" in said.out


def test_two_pages_that_show_the_same_and_hide_different_things_are_exported_and_stand(
    place: Path, gnut: Gnut, standalone: Callable[[Path], int]
) -> None:
    gnut("init")
    for name in ("one", "two", "three"):
        hidden = f"<p hidden>only {name} hides these words from us</p>" if name != "three" else ""
        (place / f"{name}.html").write_text("<p>In May the company raised $4.2M in Series A.</p>" * 3 + hidden)
        gnut("acquire", "--saved", f"https://books.example/{name}={name}.html")
    said = "".join(
        f"It says “only {name} hides these words from us” [a](https://books.example/{name}).\n\n"
        for name in ("one", "two", "three")
    )
    (place / "report.md").write_text(said)
    gnut("check", "report.md")
    assert gnut("show", "--export", "sent", "report.md").code == 0
    assert len(list((place / "sent/hidden").iterdir())) == 2
    assert gnut("show", "--check", "sent").code == 0
    assert gnut("diff-replay", "report.md").code == 0
    assert standalone(place / "sent") == 0


def test_a_run_whose_bibliography_has_no_plain_name_is_exported(
    place: Path, gnut: Gnut, standalone: Callable[[Path], int]
) -> None:
    gnut("init")
    for name in (b"a\\b.bib", b"r\xe9fs.bib", "参考.bib".encode()):
        with open(os.path.join(os.fsencode(place), name), "w") as file:
            file.write(BIB)
    (place / "report.md").write_text("It says “the gate shuts at nine every evening” [@key].\n")
    gnut("check", "report.md")
    assert gnut("show", "--export", "sent", "report.md").code == 0
    assert sorted(os.listdir(place / "sent/companions")) == ["0", "1", "2"]
    assert gnut("show", "--check", "sent").code == 0
    assert standalone(place / "sent") == 0


@pytest.fixture
def standalone() -> Callable[[Path], int]:
    """Return the verifier that knows nothing of gnut."""
    import runpy

    program = Path(__file__).parents[2] / "examples/verify_receipt/verify_receipt.py"
    main: Callable[[Path], int] = runpy.run_path(str(program))["main"]
    return main


def test_a_run_as_large_as_one_that_is_kept_is_read_as_a_file_and_no_other_receipt(place: Path, gnut: Gnut) -> None:
    large = {"a": "x" * (17 << 20)}
    (place / "large.json").write_bytes(canon.encode(large) + b"\n")
    (place / "run.json").write_bytes(canon.encode({**large, "schema": "groundnut-canonical-run/v1"}) + b"\n")
    assert "longer than 16,777,216 bytes, and no run" in gnut("show", "--check", "large.json").err
    assert "/a: Object contains unknown field" in gnut("show", "--check", "run.json").err


def test_one_limit_holds_for_keeping_exporting_and_reading() -> None:
    from gnut.account.contract import LARGEST
    from gnut_store.pack import OBJECT_LIMIT

    assert LARGEST == OBJECT_LIMIT


@pytest.mark.parametrize("folder", ["gesendet-ü", "送", "s\udcff"])
def test_an_export_under_a_locale_of_ascii_is_written(place: Path, gnut: Gnut, run: Oid, folder: str) -> None:
    import subprocess
    import sys

    bare = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    command = [sys.executable, "-m", "gnut", "show", "--export", folder, "report.md"]
    made = subprocess.run([os.fsencode(each) for each in command], cwd=place, env=bare, capture_output=True)
    assert made.returncode == 0, made.stderr
    assert sorted(os.listdir(place / folder / "companions")) == ["0"]
    command[4:] = ["--check", folder]
    made = subprocess.run([os.fsencode(each) for each in command], cwd=place, env=bare, capture_output=True)
    # The engine of the fixture is another one, and the two agree.
    assert made.returncode == 0, made.stderr


@pytest.mark.parametrize("body", ["# Report\n\nIt sold 62 boats.\n", "", "[1]", '{"b": 1, "a": 1}', "\ufeff{}", "{}{}"])
def test_a_file_that_is_no_receipt_is_named_with_what_to_do(place: Path, gnut: Gnut, body: str) -> None:
    (place / "report.md").write_text(body, encoding="utf-8")
    said = gnut("show", "--check", "report.md")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("error: report.md: ")
    assert "\nhelp: " in said.err


def test_an_address_shows_the_snapshots_of_its_source_or_how_one_is_taken(place: Path, gnut: Gnut) -> None:
    gnut("init")
    said = gnut("show", "https://a.example/x")
    assert said.code == 2
    assert "holds no snapshot" in said.err
    assert "gnut acquire --url" in said.err
    (place / "saved.html").write_text("<p>The yard built eleven boats, all of them for the lake.</p>")
    assert gnut("acquire", "--saved", "https://a.example/x=saved.html").code == 0
    said = gnut("show", "HTTPS://A.example:443/x#part")
    star, oid, *_ = said.out.splitlines()[1].split()
    assert (said.code, star) == (0, "*")
    assert gnut("show", oid).code == 0
    assert gnut("show", "https:///").code == 2


@pytest.mark.parametrize(
    ("body", "type"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "application/pdf"),
        (b"\x89PNG\r\n\x1a\n\0\0", "image/png"),
        (b"<!doctype html><p>words", "text/html"),
        ("Wörter".encode(), "text/plain"),
        (b"\0\1\2\3", "application/octet-stream"),
    ],
)
def test_bytes_are_shown_with_what_they_are_and_never_as_they_are(
    body: bytes, type: str, place: Path, gnut: Gnut
) -> None:
    with open_store(init(place)).write() as batch:
        oid = batch.add("blob", body + b"\x1b[2J")
    said = gnut("show", oid)
    assert said.code == 0
    assert said.out.startswith(f"blob {oid}, {len(body) + 4} bytes, {type}\n\n")
    assert "\x1b" not in said.out


def test_a_ref_that_names_what_is_lost_ends_with_4(place: Path, gnut: Gnut) -> None:
    store = open_store(init(place))
    with store.write() as batch:
        batch.ref("kept", batch.add("blob", b"lost"))
    with store.write() as batch:
        batch.ref("kept", batch.add("blob", b"not lost"))
    lost = next(path for path in Path(store.folder, "packs").iterdir() if b"not lost" not in path.read_bytes())
    lost.unlink()
    said = gnut("show", "kept")
    assert said.code == 4
    assert sorted(line.split()[1] for line in said.out.splitlines()) == ["blob", "missing"]
    assert "1 of 2 objects" in said.err
