"""The report as it stands, held against the run that was signed; and what is told of that run."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.edge.runs import history, log_of
from gnut.sign.contract import STANDINGS
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.store import open_store
from tests.commands.conftest import Said
from tests.sign.conftest import REPORT_TEXT
from tests.sign.forge import ANA, BOB, fingerprint, line, private

Gnut = Callable[..., Said]
LISTS = ("--allowed-signers", "allowed")
OTHER_TEXT = REPORT_TEXT + "\nThe 港口 log was read twice.\n"
FAILING = "# H\n\nIt says “the gate never shuts in any evening” [notes](notes.txt).\n"


@pytest.fixture
def key(checked: Path) -> str:
    """Return Ana's key file, beside the repository."""
    path = checked.parent / "ana"
    path.write_bytes(private(ANA))
    path.chmod(0o600)
    (checked / "allowed").write_text(f"ana@example.org {line(ANA)}\n")
    return str(path)


def runs_of(place: Path, path: str = "report.md") -> list[oids.Oid]:
    """Return the runs of a report, the newest first."""
    return [entry.oid for entry in history(open_store(place / ".gnut"), log_of(path))]


def verified(gnut: Gnut, *arguments: str) -> tuple[int, dict[str, Any]]:
    said = gnut("sign", "--verify", *LISTS, "--output-format", "json", "--", *arguments)
    return said.code, json.loads(said.out)


def git(place: Path, *arguments: str) -> None:
    made = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
    subprocess.run(made, cwd=place, check=True, capture_output=True)


def test_a_report_that_was_edited_after_it_was_signed_is_bad(checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    (checked / "report.md").write_text(REPORT_TEXT.replace("nine", "ten"))
    code, told = verified(gnut, "report.md")
    assert (code, told["outcome"], told["report"]["standing"]) == (1, "bad", "differs")
    assert [(each["outcome"], each["reason"]) for each in told["signatures"]] == [("bad", "report_differs")]
    said = gnut("sign", "--verify", "report.md", *LISTS)
    assert said.code == 1
    assert "gnut check report.md" in said.err
    assert "[report_differs]" in said.out


@pytest.mark.parametrize("more", ["\n", " ", "\r\n", "\ufeff"])
def test_one_sign_more_is_another_report(more: str, checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    (checked / "report.md").write_bytes((REPORT_TEXT + more).encode())
    assert verified(gnut, "report.md")[0] == 1
    (checked / "report.md").write_text(REPORT_TEXT)
    assert verified(gnut, "report.md")[0] == 0


def test_an_edited_report_is_bad_even_where_nobody_signed(checked: Path, gnut: Gnut, key: str) -> None:
    (checked / "report.md").write_text(OTHER_TEXT)
    code, told = verified(gnut, "report.md")
    assert (code, told["outcome"], told["report"]["standing"]) == (1, "bad", "differs")


def test_an_edited_report_is_not_signed_before_it_is_checked(checked: Path, gnut: Gnut, key: str) -> None:
    (checked / "report.md").write_text(OTHER_TEXT)
    said = gnut("sign", "report.md", "--key", key)
    assert (said.code, said.out) == (2, "")
    assert "gnut check report.md" in said.err
    assert gnut("check", "report.md").code == 0
    assert gnut("sign", "report.md", "--key", key).code == 0
    assert verified(gnut, "report.md")[0] == 0


def test_a_line_to_type_quotes_the_name(checked: Path, gnut: Gnut, key: str) -> None:
    (checked / "a b;c.md").write_text(REPORT_TEXT)
    assert gnut("check", "a b;c.md").code == 0
    (checked / "a b;c.md").write_text(OTHER_TEXT)
    assert "gnut check 'a b;c.md'" in gnut("sign", "a b;c.md", "--key", key).err
    assert "gnut check 'a b;c.md'" in gnut("sign", "--verify", "a b;c.md").err


def test_the_bytes_of_an_earlier_run_mean_that_run(checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    [first] = runs_of(checked)
    (checked / "report.md").write_text(OTHER_TEXT)
    assert gnut("check", "report.md").code == 0
    (checked / "report.md").write_text(REPORT_TEXT)
    code, told = verified(gnut, "report.md")
    assert (code, told["run"], told["report"]["standing"]) == (0, first, "earlier")
    assert "not the newest" in gnut("sign", "--verify", "report.md", *LISTS).err
    said = gnut("sign", "report.md", "--key", key)
    assert (said.code, "nothing new" in said.err, "not the newest" in said.err) == (0, True, True)


def test_a_report_that_is_gone_is_said_to_be_gone(checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    (checked / "report.md").unlink()
    code, told = verified(gnut, "report.md")
    assert (code, told["outcome"], told["report"]["standing"]) == (0, "good", "gone")
    said = gnut("sign", "--verify", "report.md", *LISTS)
    assert "the report itself is not here" in said.err


@pytest.mark.parametrize("form", ["id", "beginning", "back"])
def test_a_run_that_is_named_is_judged_alone(form: str, checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    [run] = runs_of(checked)
    (checked / "report.md").write_text(OTHER_TEXT)
    name = {"id": run, "beginning": run[3:15], "back": "report.md~1"}[form]
    if form == "back":
        gnut("check", "report.md")
    code, told = verified(gnut, name)
    assert (code, told["run"], told["report"]["standing"]) == (0, run, "unnamed")
    assert gnut("sign", name, "--key", key).code == 0


def test_a_report_that_is_called_like_an_id_is_a_report(checked: Path, gnut: Gnut, key: str) -> None:
    for name in ("abcdef123456", "report~1"):
        (checked / name).write_text(REPORT_TEXT)
        assert gnut("check", f"./{name}").code == 0
        gnut("sign", name, "--key", key)
        assert verified(gnut, name)[1]["report"]["standing"] == "same"
        (checked / name).write_text(OTHER_TEXT)
        assert verified(gnut, name)[1]["report"]["standing"] == "differs"


def test_a_bibliography_belongs_to_what_was_checked(checked: Path, gnut: Gnut, key: str) -> None:
    (checked / "report.md").write_text(REPORT_TEXT + "\nSo says [@port].\n")
    bib = "@book{port, title={The port}, url={https://port.example/}}\n"
    (checked / "books.bib").write_text(bib)
    gnut("check", "report.md")
    gnut("sign", "report.md", "--key", key)
    assert verified(gnut, "report.md")[1]["report"]["standing"] == "same"
    (checked / "books.bib").write_text(bib.replace("port.example", "other.example"))
    code, told = verified(gnut, "report.md")
    assert (code, told["report"]["standing"]) == (1, "differs")
    assert "books.bib" in gnut("sign", "--verify", "report.md", *LISTS).err
    said = gnut("sign", "report.md", "--key", key)
    assert (said.code, "books.bib" in said.err) == (2, True)
    (checked / "books.bib").unlink()
    assert verified(gnut, "report.md")[1]["report"]["standing"] == "differs"
    (checked / "books.bib").write_text(bib)
    (checked / "more.bib").write_text(bib)
    assert "more.bib" in gnut("sign", "--verify", "report.md", *LISTS).err


def test_what_git_holds_is_held_against_the_run_too(checked: Path, gnut: Gnut, key: str) -> None:
    shutil.rmtree(checked / ".git")
    git(checked, "init", "-q", "-b", "main")
    git(checked, "add", "report.md", "notes.txt")
    git(checked, "commit", "-q", "-m", "A report")
    gnut("sign", "report.md", "--key", key)
    [first] = runs_of(checked)
    (checked / "report.md").write_text(OTHER_TEXT)
    git(checked, "commit", "-q", "-am", "Another")
    code, told = verified(gnut, "HEAD~1:report.md")
    assert (code, told["run"], told["report"]["standing"]) == (0, first, "same")
    code, told = verified(gnut, "HEAD:report.md")
    assert (code, told["outcome"], told["report"]["standing"]) == (1, "bad", "differs")
    said = gnut("sign", "HEAD:report.md", "--key", key)
    assert (said.code, "gnut check HEAD:report.md" in said.err) == (2, True)
    gnut("check", "report.md")
    assert gnut("sign", "HEAD:report.md", "--key", key).code == 0
    assert verified(gnut, "HEAD:report.md")[0] == 0
    assert gnut("sign", "--verify", "HEAD:nothing.md").code == 2


def test_a_report_below_the_root_is_found_from_its_folder_and_from_the_root(
    checked: Path, gnut: Gnut, key: str
) -> None:
    (checked / "docs").mkdir()
    (checked / "docs/deep.md").write_text((checked / "report.md").read_text().replace("(notes.txt)", "(../notes.txt)"))
    assert gnut("check", "docs/deep.md").code == 0
    gnut("sign", "docs/deep.md", "--key", key)
    (checked / "docs/deep.md").write_text("# T\n\nSomething else.\n")
    for arguments in (("docs/deep.md",), ("-C", "docs", "deep.md"), ("-C", "docs", "docs/deep.md")):
        more = arguments[:2] if arguments[0] == "-C" else ()
        said = gnut(*more, "sign", "--verify", arguments[-1], "--output-format", "json")
        assert json.loads(said.out)["report"]["standing"] == "differs", arguments


def test_a_pointer_of_git_lfs_is_not_the_report(checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    (checked / "report.md").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n")
    said = gnut("sign", "--verify", "report.md", *LISTS)
    assert (said.code, "git lfs pull" in said.err) == (2, True)


def test_a_folder_whose_bibliography_was_edited_is_damaged(checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    gnut("show", "--export", "receipt", "report.md")
    assert verified(gnut, "receipt")[1]["report"]["standing"] == "same"
    (checked / "receipt/report").write_text("other")
    code, told = verified(gnut, "receipt")
    assert (code, told["report"]["standing"]) == (4, "differs")


def test_what_the_run_came_to_is_told_with_its_signatures(checked: Path, gnut: Gnut, key: str) -> None:
    shutil.rmtree(checked / ".git")
    git(checked, "init", "-q", "-b", "main")
    (checked / "report.md").write_text(FAILING)
    git(checked, "add", "report.md")
    git(checked, "commit", "-q", "-m", "A report")
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=checked, check=True, capture_output=True, text=True).stdout
    assert gnut("check", "report.md").code == 1
    gnut("sign", "report.md", "--key", key, "--commit", "HEAD")
    said = gnut("sign", "--verify", "report.md", *LISTS)
    assert said.code == 0
    short = canon.sha256(FAILING.encode())[:12]
    head_line, run_line, signature_line = said.out.splitlines()
    assert "the run: failed, 0 found, 1 unconfirmed, " in head_line + run_line
    assert "policy default" in run_line
    assert f"report sha256 {short}" in run_line
    assert f"commit {head[:12]}" in signature_line
    assert "“ana@example.org”" in signature_line
    _, told = verified(gnut, "report.md")
    assert told["result"]["outcome"] == "failed"
    assert told["result"]["buckets"]["citation_unconfirmed"] == 1
    assert told["result"]["policy"]["key"] == "default"
    assert told["report"]["sha256"] == canon.sha256(FAILING.encode())
    assert told["signatures"][0]["commit"] == head.strip()
    assert "failed, 0 found, 1 unconfirmed" in gnut("sign", "report.md", "--key", key).err


def test_no_commit_is_told_of_what_does_not_hold(checked: Path, gnut: Gnut, key: str) -> None:
    gnut("sign", "report.md", "--key", key)
    assert verified(gnut, "report.md")[1]["signatures"][0]["commit"] is None


def test_a_commit_that_does_not_hold_the_report_is_not_named(checked: Path, gnut: Gnut, key: str) -> None:
    shutil.rmtree(checked / ".git")
    git(checked, "init", "-q", "-b", "main")
    git(checked, "add", "notes.txt")
    git(checked, "commit", "-q", "-m", "No report")
    said = gnut("sign", "report.md", "--key", key, "--commit", "HEAD")
    assert (said.code, said.out, "does not hold it as it was checked" in said.err) == (2, "", True)
    git(checked, "add", "report.md")
    git(checked, "commit", "-q", "-m", "A report")
    assert gnut("sign", "report.md", "--key", key, "--commit", "HEAD~1").code == 2
    assert gnut("sign", "report.md", "--key", key, "--commit", "HEAD").code == 0
    assert verified(gnut, "report.md")[1]["signatures"][0]["commit_state"] == "holds"
    (checked / "report.md").write_text(OTHER_TEXT)
    gnut("check", "report.md")
    assert gnut("sign", "report.md", "--key", key, "--commit", "HEAD").code == 2
    shutil.rmtree(checked / ".git")
    git(checked, "init", "-q", "-b", "main")
    (checked / "report.md").write_text(REPORT_TEXT)
    code, told = verified(gnut, "report.md")
    assert (code, told["signatures"][0]["commit_state"]) == (0, "unchecked")


def test_a_statement_that_names_a_commit_without_the_report_is_bad(checked: Path, gnut: Gnut, key: str) -> None:
    from gnut.edge import signatures
    from gnut.edge.runs import load
    from gnut.sign import core
    from gnut.sign.core.publickeys import key_on
    from tests.sign.forge import armor, sshsig

    shutil.rmtree(checked / ".git")
    git(checked, "init", "-q", "-b", "main")
    git(checked, "add", "notes.txt")
    git(checked, "commit", "-q", "-m", "No report")
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=checked, check=True, capture_output=True, text=True).stdout
    store = open_store(checked / ".gnut")
    [run] = runs_of(checked)
    told = core.statement(load(store, run), store.get(run), signed_at="2026-01-02T03:04:05Z", commit=head.strip())
    body = canon.encode(told)
    signatures.keep(
        store, run, body, core.sign(body, key_on(line(ANA)), "sshsig", lambda signed: armor(sshsig(ANA, signed)))
    )
    code, answer = verified(gnut, "report.md")
    assert (code, answer["signatures"][0]["reason"]) == (1, "commit_differs")


def test_rubbish_that_somebody_added_makes_no_run_of_a_signer_bad(checked: Path, gnut: Gnut, key: str) -> None:
    from gnut.edge import signatures
    from gnut.sign.contract import SIGNATURE, Signature

    gnut("sign", "report.md", "--key", key)
    store = open_store(checked / ".gnut")
    [run] = runs_of(checked)
    body = b"{}"
    junk = Signature(SIGNATURE, oids.oid_of("statement", body), "sshsig", "SHA256:x", "rubbish")
    signatures.keep(store, run, body, junk)
    assert verified(gnut, "report.md")[0] == 1
    ana = ("--signer", "ana@example.org")
    said = gnut("sign", "--verify", "report.md", *LISTS, *ana)
    assert (said.code, "not counted" in said.out) == (0, True)
    with store.write("local") as batch:
        batch.ref(signatures.ref_of(run), batch.add("signature", b'{"schema":"gnut-signature/v9"}'))
    assert gnut("sign", "--verify", "report.md", *LISTS, *ana).code == 0
    assert gnut("sign", "--verify", "report.md", *LISTS).code == 4
    bob = json.loads(
        gnut("sign", "--verify", "report.md", *LISTS, "--signer", "bob@example.org", "--output-format", "json").out
    )
    assert bob["outcome"] == "unknown_signer"
    # Rubbish under the name of the signer's own key still counts, and so does a revoked key.
    own = json.loads(gnut("sign", "--verify", "report.md", *LISTS, *ana, "--output-format", "json").out)
    hers = next(each["key"] for each in own["signatures"] if each["outcome"] == "good")
    signatures.keep(store, run, body, Signature(junk.schema, junk.statement, "sshsig", hers, "rubbish"))
    assert gnut("sign", "--verify", "report.md", *LISTS, *ana).code == 1


@pytest.mark.parametrize("form", ["sshsig", "dsse"])
def test_a_stored_signature_that_names_another_key_than_its_own_is_bad(
    form: str, checked: Path, gnut: Gnut, key: str
) -> None:
    from gnut.edge import signatures

    gnut("sign", "report.md", "--key", key, *(["--dsse"] if form == "dsse" else []))
    store = open_store(checked / ".gnut")
    [run] = runs_of(checked)
    [good] = signatures.kept(store, run, lambda error: None)
    assert (good.signature.format, good.signature.key) == (form, fingerprint(ANA))
    (checked / "allowed").write_text(f"ana@example.org {line(ANA)}\nbob@example.org {line(BOB)}\n")
    signatures.keep(store, run, good.statement, replace(good.signature, key=fingerprint(BOB)))
    code, answer = verified(gnut, "report.md")
    said = {each["key"]: (each["outcome"], each["reason"]) for each in answer["signatures"]}
    assert code == 1
    assert said == {fingerprint(ANA): ("good", None), fingerprint(BOB): ("bad", "keyid")}


def test_the_words_for_how_a_report_stands_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs/signing.md").read_text()
    for word in STANDINGS:
        assert f"| `{word}` |" in page, word


def test_a_signature_that_stays_on_this_machine_is_said_to(checked: Path, gnut: Gnut, key: str) -> None:
    said = gnut("sign", "report.md", "--key", key)
    assert "kept on this machine only" in said.err
    assert "gnut check --record report.md" in said.err


def test_a_run_that_was_recorded_since_takes_its_signature_along(checked: Path, gnut: Gnut, key: str) -> None:
    first = gnut("sign", "report.md", "--key", key).out
    assert gnut("check", "--record", "report.md").code == 0
    again = gnut("sign", "report.md", "--key", key)
    assert again.out == first
    assert "kept for the team now" in again.err
    assert "this machine only" not in again.err
    before = sorted(str(path) for path in (checked / ".gnut").rglob("*"))
    third = gnut("sign", "report.md", "--key", key)
    assert (third.out, "nothing new" in third.err) == (first, True)
    assert sorted(str(path) for path in (checked / ".gnut").rglob("*")) == before
    shutil.rmtree(checked / ".gnut/local")
    assert verified(gnut, "report.md")[0] == 0
