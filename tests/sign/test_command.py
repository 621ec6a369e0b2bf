"""`gnut sign`: what is kept, what is said, and what a stranger can do with it."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.edge import signatures
from gnut.edge.runs import history, log_of
from gnut.sign.contract import NAMESPACE
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.fsck import fsck
from gnut_store.store import DiskStore, open_store
from tests.commands.conftest import Said
from tests.sign.conftest import Keygen
from tests.sign.forge import ANA, EVE, line, private

Gnut = Callable[..., Said]
ALLOWED = f"ana@example.org {line(ANA)}\n"


@pytest.fixture
def key(checked: Path) -> Path:
    """Return Ana's key file, beside the repository."""
    path = checked.parent / "ana"
    path.write_bytes(private(ANA))
    path.chmod(0o600)
    (checked.parent / "ana.pub").write_text(f"{line(ANA)} ana\n")
    (checked / "allowed").write_text(ALLOWED)
    return path


def opened(place: Path) -> DiskStore:
    return open_store(place / ".gnut")


def the_run(place: Path) -> oids.Oid:
    """Return the newest run of the report."""
    return next(history(opened(place), log_of("report.md"))).oid


def verified(gnut: Gnut, *arguments: str) -> tuple[int, str, list[tuple[str, str | None]]]:
    """Return what `gnut sign --verify` says: exit code, outcome, and outcome and reason of each signature."""
    said = gnut("sign", "--verify", *arguments, "--output-format", "json")
    told = json.loads(said.out)
    return said.code, told["outcome"], [(each["outcome"], each["reason"]) for each in told["signatures"]]


def test_a_signed_run_is_good(checked: Path, gnut: Gnut, key: Path) -> None:
    said = gnut("sign", "report.md", "--key", str(key))
    assert said.code == 0
    assert oids.is_oid(said.out.strip())
    assert "signed run b3:" in said.err
    assert "report.md (clear, 1 found, " in said.err
    assert verified(gnut, "report.md", "--allowed-signers", "allowed") == (0, "good", [("good", None)])
    assert verified(gnut, the_run(checked)[3:15], "--allowed-signers", "allowed")[0] == 0


def test_an_unsigned_run_is_not_bad_and_not_good(checked: Path, gnut: Gnut, key: Path) -> None:
    assert verified(gnut, "report.md", "--allowed-signers", "allowed") == (1, "unsigned", [])
    assert gnut("sign", "--verify", "report.md").out.startswith("report.md: unsigned, run b3:")


def test_what_is_kept_are_the_very_bytes_that_were_signed(checked: Path, gnut: Gnut, key: Path, keygen: Keygen) -> None:
    oid = oids.parse(gnut("sign", "report.md", "--key", str(key)).out.strip())
    store = opened(checked)
    assert store.refs(signatures.ref_of(the_run(checked))) == (oid,)
    made = json.loads(store.get(oid, "signature"))
    body = store.get(made["statement"], "statement")
    assert canon.encode(canon.decode(body)) == body
    assert keygen.verify(ALLOWED, made["signature"], body).good
    assert keygen.sign(key, body) == made["signature"]
    told = json.loads(body)
    report = (checked / "report.md").read_bytes()
    assert told["subject"][0] == {"name": "report.md", "digest": {"sha256": canon.sha256(report)}}
    assert told["subject"][1]["digest"]["sha256"] == canon.sha256(store.get(the_run(checked)))
    assert told["predicate"]["signed_at"] == "2026-01-02T03:04:05Z"


def test_the_same_key_signs_nothing_twice(
    checked: Path, gnut: Gnut, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = gnut("sign", "report.md", "--key", str(key))
    before = sorted(path.name for path in (checked / ".gnut").rglob("*"))
    monkeypatch.setattr("gnut.edge.world._now", lambda: "2026-05-05T05:05:05Z")
    again = gnut("sign", "report.md", "--key", str(key))
    assert again.out == first.out
    assert "nothing new" in again.err
    assert sorted(path.name for path in (checked / ".gnut").rglob("*")) == before
    assert gnut("sign", "report.md", "--key", f"{key}.pub").out == first.out


def test_another_key_another_form_and_another_commit_sign_anew(checked: Path, gnut: Gnut, key: Path) -> None:
    other = checked.parent / "eve"
    other.write_bytes(private(EVE))
    other.chmod(0o600)
    made = {gnut("sign", "report.md", "--key", str(key)).out, gnut("sign", "report.md", "--key", str(other)).out}
    made.add(gnut("sign", "report.md", "--key", str(key), "--dsse").out)
    assert len(made) == 3
    code, outcome, each = verified(gnut, "report.md", "--allowed-signers", "allowed")
    assert (code, outcome) == (0, "good")
    assert sorted(each) == [("good", None), ("good", None), ("unknown_signer", "unlisted")]


def test_a_run_of_the_local_tier_is_signed_there_and_one_of_the_team_for_the_team(
    checked: Path, gnut: Gnut, key: Path
) -> None:
    gnut("sign", "report.md", "--key", str(key))
    name = signatures.ref_of(the_run(checked))
    assert (checked / ".gnut/local/refs" / name).is_dir()
    assert not (checked / ".gnut/refs" / name).exists()
    assert gnut("check", "--record", "report.md").code == 0
    other = checked.parent / "eve"
    other.write_bytes(private(EVE))
    other.chmod(0o600)
    assert gnut("sign", "report.md", "--key", str(other)).code == 0
    assert (checked / ".gnut/refs" / name).is_dir()
    assert [finding for finding in fsck(checked / ".gnut", connectivity=True) if finding] == []


def test_a_report_that_fails_is_signed_as_one_that_fails(checked: Path, gnut: Gnut, key: Path) -> None:
    (checked / "report.md").write_text("# H\n\nIt says “the gate never shuts in any evening” [notes](notes.txt).\n")
    assert gnut("check", "report.md").code == 1
    said = gnut("sign", "report.md", "--key", str(key))
    assert said.code == 0
    assert "report.md (failed, 0 found, " in said.err


def test_the_exported_run_is_verified_by_ssh_keygen_alone(checked: Path, gnut: Gnut, key: Path, keygen: Keygen) -> None:
    gnut("sign", "report.md", "--key", str(key))
    assert gnut("show", "--export", "receipt", "report.md").err.count("1 signature among them") == 1
    folder = checked / "receipt"
    answer = keygen.verify(
        ALLOWED, (folder / "statement.json.sig").read_bytes(), (folder / "statement.json").read_bytes()
    )
    assert answer.good
    assert f'Good "{NAMESPACE}" signature for ana@example.org' in answer.said
    told = json.loads((folder / "statement.json").read_bytes())
    for subject, file in zip(told["subject"], ("report", "execution.json"), strict=True):
        assert subject["digest"]["sha256"] == canon.sha256((folder / file).read_bytes())


def test_the_exported_run_stands_with_its_signatures_and_is_judged_in_its_folder(
    checked: Path, gnut: Gnut, key: Path, tmp_path: Path
) -> None:
    for more in ([], ["--dsse"]):
        assert gnut("sign", "report.md", "--key", str(key), *more).code == 0
    gnut("show", "--export", "receipt", "report.md")
    names = {path.name for path in (checked / "receipt").iterdir()}
    assert {"statement.json", "statement-2.json"} <= names
    assert len([name for name in names if name.endswith((".sig", ".dsse.json"))]) == 2
    shutil.move(checked / "receipt", tmp_path / "elsewhere")
    said = gnut("show", "--check", str(tmp_path / "elsewhere"))
    assert said.code == 0
    assert "(2 signatures, not judged here: gnut sign --verify" in said.out
    shutil.rmtree(checked / ".gnut")
    allowed = ("--allowed-signers", "allowed")
    assert verified(gnut, str(tmp_path / "elsewhere"), *allowed) == (0, "good", [("good", None), ("good", None)])


def test_an_exported_run_without_signatures_is_said_to_be_unsigned(checked: Path, gnut: Gnut) -> None:
    gnut("show", "--export", "receipt", "report.md")
    said = gnut("show", "--check", "receipt")
    assert (said.code, said.out.rstrip().endswith("(unsigned)")) == (0, True)
    assert verified(gnut, "receipt")[:2] == (1, "unsigned")


def test_a_folder_whose_report_was_edited_is_damaged(checked: Path, gnut: Gnut, key: Path) -> None:
    gnut("sign", "report.md", "--key", str(key))
    gnut("show", "--export", "receipt", "report.md")
    (checked / "receipt/report").write_text("other")
    assert verified(gnut, "receipt", "--allowed-signers", "allowed") == (4, "bad", [("bad", "report")])


def test_a_folder_whose_run_was_edited_is_refused(checked: Path, gnut: Gnut, key: Path) -> None:
    gnut("sign", "report.md", "--key", str(key))
    gnut("show", "--export", "receipt", "report.md")
    path = checked / "receipt/execution.json"
    path.write_bytes(path.read_bytes().replace(b'"outcome":"clear"', b'"outcome":"waived"', 1))
    said = gnut("sign", "--verify", "receipt", "--allowed-signers", "allowed")
    assert said.code == 2
    assert "receipt/execution.json" in said.err


def test_a_link_among_the_signatures_is_not_followed(checked: Path, gnut: Gnut, key: Path) -> None:
    gnut("sign", "report.md", "--key", str(key))
    gnut("show", "--export", "receipt", "report.md")
    shutil.move(checked / "receipt/statement.json", checked / "moved")
    (checked / "receipt/statement.json").symlink_to(checked / "moved")
    assert verified(gnut, "receipt", "--allowed-signers", "allowed")[:2] == (1, "bad")


def test_a_folder_with_signatures_without_end_is_refused(checked: Path, gnut: Gnut) -> None:
    gnut("show", "--export", "receipt", "report.md")
    for number in range(2, 205):
        (checked / f"receipt/statement-{number}.json.sig").touch()
    said = gnut("sign", "--verify", "receipt")
    assert said.code == 2
    assert "more than 200" in said.err


def test_a_signature_that_is_too_long_does_not_keep_the_others_from_being_judged(
    checked: Path, gnut: Gnut, key: Path
) -> None:
    gnut("sign", "report.md", "--key", str(key))
    gnut("show", "--export", "receipt", "report.md")
    (checked / "receipt/statement-2.json").write_text("{}")
    for name, size in (("statement-2.json.sig", 300_000), ("statement-2.json.dsse.json", 300_000_000)):
        with open(checked / "receipt" / name, "wb") as file:
            file.truncate(size)
    (checked / "receipt/statement-3.json.sig").mkdir()
    code, outcome, each = verified(gnut, "receipt", "--allowed-signers", "allowed")
    assert (code, outcome) == (1, "bad")
    assert sorted(each, key=str) == [("bad", "armor"), ("bad", "long"), ("bad", "long"), ("good", None)]
    signer = ("--allowed-signers", "allowed", "--signer", "ana@example.org")
    assert verified(gnut, "receipt", *signer)[:2] == (0, "good")


def test_names_that_are_no_signatures_stay_unlisted(checked: Path, gnut: Gnut) -> None:
    gnut("show", "--export", "receipt", "report.md")
    for name in ("statement-0.json", "statement-1.json", "statement-02.json", "statement.json.asc", "Statement.json"):
        (checked / "receipt" / name).touch()
        assert "unlisted_file" in gnut("show", "--check", "receipt").out, name
        (checked / "receipt" / name).unlink()


def test_stored_bytes_that_are_damaged_end_with_4(checked: Path, gnut: Gnut, key: Path) -> None:
    before = set((checked / ".gnut/local/packs").iterdir())
    gnut("sign", "report.md", "--key", str(key))
    (pack,) = set((checked / ".gnut/local/packs").iterdir()) - before
    body = bytearray(pack.read_bytes())
    body[100] ^= 1
    pack.chmod(0o600)
    pack.write_bytes(body)
    said = gnut("sign", "--verify", "report.md", "--allowed-signers", "allowed")
    assert said.code == 4
    assert "report.md: bad" in said.out


def test_an_object_that_is_no_signature_is_damage_and_the_others_are_judged(
    checked: Path, gnut: Gnut, key: Path
) -> None:
    gnut("sign", "report.md", "--key", str(key))
    store = opened(checked)
    with store.write("local") as batch:
        batch.ref(signatures.ref_of(the_run(checked)), batch.add("signature", b'{"schema":"gnut-signature/v9"}'))
    said = gnut("sign", "--verify", "report.md", "--allowed-signers", "allowed")
    assert said.code == 4
    assert "  good  SHA256:" in said.out


def test_the_signature_can_be_written_to_a_file(checked: Path, gnut: Gnut, key: Path, keygen: Keygen) -> None:
    assert gnut("sign", "report.md", "--key", str(key), "--out", "receipt.json.sig").code == 0
    text, body = (checked / "receipt.json.sig").read_bytes(), (checked / "receipt.json").read_bytes()
    assert keygen.verify(ALLOWED, text, body).good


def test_the_moment_of_the_signer_counts_unless_another_is_asked_for(checked: Path, gnut: Gnut, key: Path) -> None:
    gnut("sign", "report.md", "--key", str(key))
    (checked / "old").write_text(f'ana@example.org valid-before="20260102040000Z" {line(ANA)}\n')
    lists = ("--allowed-signers", "old")
    assert verified(gnut, "report.md", *lists)[1] == "good"
    assert "as the signer says" in gnut("sign", "--verify", "report.md", *lists).out
    late = gnut("sign", "--verify", "report.md", *lists, "--at", "20270101Z")
    assert "valid until 2026-01-02T04:00:00Z" in late.out
    for at in ("20260102040001Z", "2026-01-02T04:00:01Z", "20270101"):
        assert verified(gnut, "report.md", *lists, "--at", at) == (1, "expired", [("expired", "expired")])
    assert verified(gnut, "report.md", *lists, "--at", "202601020400Z")[1] == "good"
    assert verified(gnut, "report.md", *lists, "--at", "now")[1] == "good"
    said = gnut("sign", "--verify", "report.md", *lists, "--at", "yesterday")
    assert (said.code, "'yesterday' is no moment" in said.err) == (2, True)


@pytest.mark.parametrize("by", ["argument", "clock"])
def test_a_key_that_expired_is_expired_now(by: str, checked: Path, gnut: Gnut, key: Path, monkeypatch: Any) -> None:
    gnut("sign", "report.md", "--key", str(key))
    (checked / "old").write_text(f'ana@example.org valid-before="20260601Z" {line(ANA)}\n')
    monkeypatch.setattr("gnut.edge.world._now", lambda: "2026-07-01T00:00:00Z")
    more = ("--at", "now") if by == "argument" else ()
    outcome = verified(gnut, "report.md", "--allowed-signers", "old", *more)[1]
    assert outcome == ("expired" if by == "argument" else "good")


def test_the_lists_are_named_and_so_are_their_bad_lines(checked: Path, gnut: Gnut, key: Path) -> None:
    gnut("sign", "report.md", "--key", str(key))
    (checked / "allowed").write_text(f"ana rubbish\n{ALLOWED}")
    (checked / "gone").write_text(f"{line(EVE)}\n")
    said = gnut("sign", "--verify", "report.md", "--allowed-signers", "allowed", "--revocation", "gone")
    assert said.code == 0
    assert "signers: allowed\n" in said.err
    assert "revoked keys: gone\n" in said.err
    assert "allowed: line 1: " in said.err
    told = json.loads(
        gnut("sign", "--verify", "report.md", "--allowed-signers", "allowed", "--output-format", "json").out
    )
    assert (told["allowed_signers"], told["revocation"]) == ("allowed", None)


HOSTILE = "ana\x1b[2J\u202e,evil\u2028::error::x"


def test_what_a_list_says_is_escaped(checked: Path, gnut: Gnut, key: Path) -> None:
    gnut("sign", "report.md", "--key", str(key))
    name = "allowed\x1b]0;x\x07\u202e"
    (checked / name).write_text(f'"{HOSTILE}" {line(ANA)}\n"\x1b[31m\n')
    for form in ("text", "json"):
        said = gnut("sign", "--verify", "report.md", "--allowed-signers", name, "--output-format", form)
        assert said.code == 0
        assert not {"\x1b", "\u202e", "\u2028", "\x07"} & set(said.out + said.err)
    (checked / "list").write_bytes(b"\xff\xfe@x " + line(ANA).encode() + b"\n")
    assert verified(gnut, "report.md", "--allowed-signers", "list")[1] == "good"


@pytest.mark.parametrize("name", ["-rf", "--", "$(touch x)", "a b", "港口.md", "x;y", "tab\there"])
def test_a_report_of_any_name_is_signed_and_exported(name: str, checked: Path, gnut: Gnut, key: Path) -> None:
    shutil.copy(checked / "report.md", checked / f"{name}.md")
    assert gnut("check", "--", f"{name}.md").code == 0
    assert gnut("sign", "--key", str(key), "--", f"{name}.md").code == 0
    said = gnut("sign", "--verify", "--allowed-signers", "allowed", "--", f"{name}.md")
    assert said.code == 0
    assert not (checked / "x").exists()


MISUSE = {
    "signer without verify": (("report.md", "--signer", "ana"), "--signer says nothing without --verify"),
    "list without verify": (("report.md", "--allowed-signers", "allowed"), "--allowed-signers says nothing without"),
    "key with verify": (("--verify", "report.md", "--key", "k"), "--key says nothing with --verify"),
    "dsse with verify": (("--verify", "report.md", "--dsse"), "--dsse says nothing with --verify"),
    "no such run": (("nothing.md",), "no run has this name"),
    "no such key": (("report.md", "--key", "nothing"), "nothing: no such file"),
    "no such list": (("--verify", "report.md", "--allowed-signers", "nothing"), "nothing: no such file"),
    "no key named": (("report.md",), "no key is named"),
    "a key that is none": (("report.md", "--key", "report.md"), "report.md: the public key is not one"),
    "a list of keys that is a folder": (("--verify", "report.md", "--allowed-signers", "."), "is a folder"),
    "a commit that is none": (("report.md", "--key", "../ana", "--commit", "nothing"), "nothing: no commit"),
}


@pytest.mark.parametrize("name", MISUSE)
def test_what_cannot_be_done_is_said(name: str, checked: Path, gnut: Gnut, key: Path) -> None:
    subprocess.run(["git", "init", "-q", str(checked)], check=True)
    arguments, said = MISUSE[name]
    answer = gnut("sign", *arguments)
    assert answer.code == 2
    assert said in answer.err
    assert answer.out == ""


def test_without_the_library_the_extra_is_named(checked: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    known = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "cryptography" else known(name, *more)
    )
    for arguments in (("report.md",), ("--verify", "report.md")):
        said = gnut("sign", *arguments)
        assert said.code == 2
        assert "pip install 'gnut[sign]'" in said.err


def test_an_envelope_is_verified_by_another_program(checked: Path, gnut: Gnut, key: Path) -> None:
    from securesystemslib.dsse import Envelope
    from securesystemslib.signer import SSlibKey

    gnut("sign", "report.md", "--key", str(key), "--dsse", "--out", "statement.json.dsse.json")
    told = json.loads((checked / "statement.json.dsse.json").read_bytes())
    raw = ANA.public_key().public_bytes_raw().hex()
    known = SSlibKey(told["signatures"][0]["keyid"], "ed25519", "ed25519", {"public": raw})
    envelope = Envelope.from_dict(told)
    assert list(envelope.verify([known], 1)) == [known.keyid]
    assert envelope.payload == (checked / "statement.json").read_bytes()
    assert told["payloadType"] == "application/vnd.in-toto+json"
    envelope.payload += b" "
    with pytest.raises(Exception, match="threshold"):
        envelope.verify([known], 1)


def test_an_envelope_by_a_key_on_a_curve_is_verified_by_another_program(
    checked: Path, gnut: Gnut, keys: dict[str, Any]
) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from securesystemslib.dsse import Envelope
    from securesystemslib.signer import SSlibKey

    secret = keys["ecdsa-sha2-nistp256"]
    path = checked.parent / "curve"
    path.write_bytes(private(secret))
    path.chmod(0o600)
    assert gnut("sign", "report.md", "--key", str(path), "--dsse", "--out", "e.dsse.json").code == 0
    told = json.loads((checked / "e.dsse.json").read_bytes())
    pem = secret.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    known = SSlibKey(told["signatures"][0]["keyid"], "ecdsa", "ecdsa-sha2-nistp256", {"public": pem})
    assert list(Envelope.from_dict(told).verify([known], 1)) == [known.keyid]
    (checked / "list").write_text(f"ana {line(secret)}\n")
    assert verified(gnut, "report.md", "--allowed-signers", "list") == (0, "good", [("good", None)])


def test_an_envelope_that_another_program_made_is_taken(checked: Path, gnut: Gnut, key: Path) -> None:
    from securesystemslib.dsse import Envelope
    from securesystemslib.signer import CryptoSigner

    gnut("sign", "report.md", "--key", str(key), "--dsse")
    gnut("show", "--export", "receipt", "report.md")
    path = checked / "receipt/statement.json.dsse.json"
    mine = json.loads(path.read_bytes())
    envelope = Envelope(base64.b64decode(mine["payload"]), mine["payloadType"], {})
    envelope.sign(CryptoSigner(ANA))
    told = envelope.to_dict()
    told["signatures"][0]["keyid"] = mine["signatures"][0]["keyid"]  # Its own name of the key.
    path.write_text(json.dumps({name: told[name] for name in ("payload", "payloadType", "signatures")}))
    assert verified(gnut, "receipt", "--allowed-signers", "allowed") == (0, "good", [("good", None)])


def test_an_rsa_key_makes_no_envelope(checked: Path, gnut: Gnut, keys: dict[str, Any]) -> None:
    path = checked.parent / "rsa"
    path.write_bytes(private(keys["ssh-rsa"]))
    path.chmod(0o600)
    said = gnut("sign", "report.md", "--key", str(path), "--dsse")
    assert (said.code, "an RSA key does not give one here" in said.err) == (2, True)
    assert gnut("sign", "report.md", "--key", str(path)).code == 0


def git(place: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=place, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def committed(checked: Path, key: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the repository with a commit that Ana signed, by git's configuration."""
    shutil.rmtree(checked / ".git")
    git(checked, "init", "-q", "-b", "main")
    settings = checked.parent / "gitconfig"
    settings.write_text(
        f"[gpg]\n\tformat = ssh\n[user]\n\tsigningKey = {key}.pub\n"
        f'[gpg "ssh"]\n\tallowedSignersFile = {checked}/allowed\n'
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    git(checked, "add", "report.md", "notes.txt", "allowed")
    git(checked, "commit", "-q", "-S", "-m", "A report")
    return checked


def test_the_key_that_signs_commits_signs_receipts_and_one_list_verifies_both(
    committed: Path, gnut: Gnut, keygen: Keygen
) -> None:
    git(committed, "verify-commit", "HEAD")
    said = gnut("sign", "report.md", "--commit", "HEAD")
    assert said.code == 0
    assert "user.signingKey in" in said.err
    head = git(committed, "rev-parse", "HEAD")
    assert verified(gnut, "report.md") == (0, "good", [("good", None)])
    assert "allowedSignersFile in" in gnut("sign", "--verify", "report.md").err
    gnut("show", "--export", "receipt", "report.md")
    told = json.loads((committed / "receipt/statement.json").read_bytes())
    assert told["subject"][2] == {"name": f"git:{head}", "digest": {"gitCommit": head}}
    # A receipt's signature is none for a commit, nor the other way round.
    files = [(committed / "receipt" / name).read_bytes() for name in ("statement.json.sig", "statement.json")]
    assert not keygen.verify(ALLOWED, *files, namespace="git").good


def test_a_list_is_read_from_a_commit_and_not_from_what_lies_there_now(committed: Path, gnut: Gnut) -> None:
    gnut("sign", "report.md")
    (committed / "allowed").write_text(f"eve@example.org {line(EVE)}\n")
    assert verified(gnut, "report.md")[1] == "unknown_signer"
    assert verified(gnut, "report.md", "--allowed-signers", "HEAD:allowed")[1] == "good"
    assert verified(gnut, "report.md", "--allowed-signers", "main:./allowed")[1] == "good"
    git(committed, "commit", "-q", "-am", "Signers: Eve, too", "--no-gpg-sign")
    assert verified(gnut, "report.md", "--allowed-signers", "HEAD:allowed")[1] == "unknown_signer"
    assert verified(gnut, "report.md", "--allowed-signers", "HEAD~1:allowed")[1] == "good"
    assert verified(gnut, "report.md", "--allowed-signers", "HEAD^{/Signers: Eve}:allowed")[1] == "unknown_signer"
    assert verified(gnut, "report.md", "--allowed-signers", "HEAD^{/A report}:allowed")[1] == "good"
    neither = (
        "HEAD:nothing",
        "nothing:allowed",
        "HEAD:",
        ":allowed",
        ":0:allowed",
        ":/Signers:allowed",
        "HEAD:/allowed",
    )
    for name in (*neither, "HEAD:../allowed", "HEAD^{tree}:allowed"):
        assert gnut("sign", "--verify", "report.md", "--allowed-signers", name).code == 2, name


def test_a_file_does_not_take_the_place_of_a_commit(committed: Path, gnut: Gnut) -> None:
    gnut("sign", "report.md")
    git(committed, "branch", "trusted/main")
    (committed / "trusted").mkdir()
    (committed / "trusted/main:allowed").write_text(f"eve@example.org {line(EVE)}\n")
    (committed / "trusted/main:more").write_text(ALLOWED)
    assert verified(gnut, "report.md", "--allowed-signers", "trusted/main:allowed")[1] == "good"
    assert gnut("sign", "--verify", "report.md", "--allowed-signers", "trusted/main:more").code == 2
    assert verified(gnut, "report.md", "--allowed-signers", "./trusted/main:more")[1] == "good"
    assert verified(gnut, "report.md", "--allowed-signers", str(committed / "trusted/main:more"))[1] == "good"


def test_the_order_in_which_people_sign_does_not_matter(checked: Path, gnut: Gnut, key: Path) -> None:
    other = checked.parent / "eve"
    other.write_bytes(private(EVE))
    other.chmod(0o600)
    for path in (other, key):
        gnut("sign", "report.md", "--key", str(path))
    (checked / "both").write_text(f"{ALLOWED}eve@example.org {line(EVE)}\n")
    for who, expected in (("ana@example.org", 0), ("eve@example.org", 0), ("bob@example.org", 1)):
        assert verified(gnut, "report.md", "--allowed-signers", "both", "--signer", who)[0] == expected
