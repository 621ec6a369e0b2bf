"""Writes signatures that must not stand, each wrong in one fact: `python -m tests.sign.make`.

Each folder holds what lies beside the run of `tests/receipts/good`, the list of signers, and in `expect.json` what
was changed and what is to be said. Keys come from seeds, so that the files are the same every time.
"""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gnut.sign.contract import PAYLOAD_TYPE
from tests.sign import forge
from tests.sign.forge import ANA, BOB, EVE

CASES = Path(__file__).parent / "cases"
LIST = f"# signers\nana@example.org {forge.line(ANA)}\nbob@example.org {forge.line(BOB)}\n"
STATEMENT, SIGNED, ENVELOPED = "statement.json", "statement.json.sig", "statement.json.dsse.json"


class Case(NamedTuple):
    """One folder, and what has to be said of it."""

    why: str
    outcome: str
    reason: str | None
    files: dict[str, bytes]
    exit: int = 1
    pointer: str | None = None
    arguments: tuple[str, ...] = ()
    allowed: str | None = LIST
    revoked: str | None = None


def signed(body: bytes, key: Any = ANA, **wrong: Any) -> dict[str, bytes]:
    """Return a statement and its signature."""
    return {STATEMENT: body, SIGNED: forge.armor(forge.sshsig(key, body, **wrong)).encode()}


def texted(text: str, body: bytes | None = None) -> dict[str, bytes]:
    return {STATEMENT: forge.told() if body is None else body, SIGNED: text.encode("utf-8", "surrogateescape")}


def changed(change: Callable[[dict[str, Any]], object], **how: Any) -> dict[str, bytes]:
    """Return a statement that says something else, with a good signature over it."""
    value = json.loads(forge.told())
    change(value)
    return signed(json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode(), **how)


def envelope(body: bytes, key: Any = ANA, **other: Any) -> dict[str, bytes]:
    """Return a statement and an envelope around it; what is named is otherwise."""
    kind = other.get("kind", PAYLOAD_TYPE)
    octets = key.sign(b"DSSEv1 %d %s %d %s" % (len(kind), kind.encode(), len(body), body))
    one = {
        "keyid": other.get("keyid", forge.fingerprint(key)),
        "sig": base64.b64encode(other.get("sig", octets)).decode(),
    }
    told = {
        "payload": base64.b64encode(other.get("payload", body)).decode(),
        "payloadType": kind,
        "signatures": [one] * other.get("times", 1),
        **other.get("more", {}),
    }
    return {STATEMENT: body, ENVELOPED: json.dumps(told).encode()}


def put(*path: Any, to: Any) -> Callable[[dict[str, Any]], object]:
    """Return what sets the member at a path."""

    def change(value: Any) -> None:
        for step in path[:-1]:
            value = value[step]
        value[path[-1]] = to

    return change


def cases() -> dict[str, Case]:
    """Return every case by its name."""
    return {**_good(), **_blobs(), **_statements(), **_envelopes(), **_people()}


def _good() -> dict[str, Case]:
    told = forge.told()
    return {
        "good": Case("a signature by Ana", "good", None, signed(told), 0),
        "good_by_name": Case(
            "and it is hers", "good", None, signed(told), 0, arguments=("--signer", "ana@example.org")
        ),
        "good_envelope": Case("an envelope by Ana", "good", None, envelope(told), 0),
        "good_sha256": Case("hashed by SHA-256", "good", None, signed(told, hash="sha256"), 0),
        "good_commit": Case("with a commit", "good", None, signed(forge.told(commit="5" * 40)), 0),
        "good_no_time": Case("without a moment", "good", None, signed(forge.told(None)), 0),
        "good_and_unknown": Case(
            "one by Ana, one by a stranger",
            "good",
            "unlisted",
            {**signed(told), **_second(forge.sshsig(EVE, told))},
            0,
        ),
        "unsigned_fail": Case("nobody signed", "unsigned", None, {}),
        "statement_alone_fail": Case("a statement that nobody signed", "unsigned", None, {STATEMENT: told}),
    }


def _second(blob: bytes, body: bytes | None = None) -> dict[str, bytes]:
    body = forge.told() if body is None else body
    return {"statement-2.json": body, "statement-2.json.sig": forge.armor(blob).encode()}


def _blobs() -> dict[str, Case]:
    told = forge.told()
    text = forge.armor(forge.sshsig(ANA, told))
    other = forge.given(ANA, forge.data(told + b" "))
    return {
        "byte_changed_fail": Case(
            "a byte of the statement",
            "bad",
            "mismatch",
            {**signed(told), STATEMENT: told.replace(b"failed", b"failee")},
        ),
        "outcome_edited_fail": Case(
            "failed made clear", "bad", "mismatch", {**signed(told), STATEMENT: told.replace(b'"failed"', b'"clear"')}
        ),
        "byte_added_fail": Case("a line feed added", "bad", "mismatch", {**signed(told), STATEMENT: told + b"\n"}),
        "statement_empty_fail": Case("an empty statement", "bad", "mismatch", {**signed(told), STATEMENT: b""}),
        "statement_gone_fail": Case("no statement", "bad", "mismatch", {SIGNED: text.encode()}),
        "signature_of_other_bytes_fail": Case("other bytes", "bad", "mismatch", signed(told, signature=other)),
        "key_exchanged_fail": Case("another key in it", "bad", "mismatch", signed(told, EVE, public=forge.blob(ANA))),
        "namespace_git_fail": Case("made for a commit", "bad", "namespace", signed(told, namespace="git")),
        "namespace_file_fail": Case("made for a file", "bad", "namespace", signed(told, namespace="file")),
        "namespace_case_fail": Case("in capitals", "bad", "namespace", signed(told, namespace="RECEIPT@GNUT")),
        "magic_fail": Case("another magic", "bad", "magic", signed(told, magic=b"SSHSIH")),
        "version_fail": Case("version 2", "bad", "version", signed(told, version=2)),
        "reserved_fail": Case("reserved bytes", "bad", "reserved", signed(told, reserved=b"\1")),
        "hash_md5_fail": Case("hashed by MD5", "bad", "hash", signed(told, hash="md5")),
        "hash_sha1_fail": Case("hashed by SHA-1", "bad", "hash", signed(told, hash="sha1")),
        "bytes_behind_fail": Case("bytes behind", "bad", "trailing", signed(told, behind=b"more")),
        "cut_fail": Case("cut", "bad", "cut", texted(forge.armor(forge.sshsig(ANA, told)[:-1]))),
        "empty_fail": Case("empty", "bad", "armor", texted("")),
        "no_end_fail": Case("no last line", "bad", "armor", texted(text.replace("-----END SSH SIGNATURE-----\n", ""))),
        "two_armors_fail": Case("twice in one file", "bad", "trailing", texted(text + text)),
        "words_behind_fail": Case("words behind", "bad", "trailing", texted(text + "signed by Ana\n")),
        "carriage_returns_fail": Case("carriage returns", "bad", "armor", texted(text.replace("\n", "\r\n"))),
        "base64_fail": Case("no base64", "bad", "base64", texted(text[:60] + "!" + text[61:])),
        "no_utf8_fail": Case("no text", "bad", "armor", texted("\udcff\udcfe" + text)),
        "huge_fail": Case("20,000 letters", "bad", "long", texted(text[:40] + "A" * 20_000)),
        "algorithm_fail": Case("another algorithm", "bad", "algorithm", signed(told, algorithm="ssh-rsa")),
        "dsa_fail": Case("DSA", "unsupported", "key_kind", signed(told, public=forge.blob(ANA, "ssh-dss"))),
        "certificate_fail": Case(
            "a certificate",
            "unsupported",
            "certificate",
            signed(told, public=forge.blob(ANA, "ssh-ed25519-cert-v01@openssh.com")),
        ),
        "armor_of_a_key_fail": Case("a public key", "bad", "armor", texted(forge.line(ANA))),
        "good_and_bad_fail": Case(
            "one good, one over other bytes",
            "bad",
            "mismatch",
            {**signed(told), **_second(forge.sshsig(BOB, b"other"))},
        ),
    }


def _statements() -> dict[str, Case]:
    zero = "0" * 64
    fields: dict[str, tuple[tuple[Any, ...], Any]] = {
        "report": (("subject", 0, "digest", "sha256"), zero),
        "report_name": (("subject", 0, "name"), "other.md"),
        "execution": (("subject", 1, "digest", "sha256"), zero),
        "run_name": (("subject", 1, "name"), "b3:" + zero),
        "run": (("predicate", "run"), "b3:" + zero),
        "run_hash": (("predicate", "run_sha256"), zero),
        "ledger_hash": (("predicate", "ledger_sha256"), zero),
        "manifest_hash": (("predicate", "manifest_sha256"), zero),
        "execution_hash": (("predicate", "execution_sha256"), zero),
        "outcome": (("predicate", "outcome"), "clear"),
        "policy": (("predicate", "policy", "sha256"), zero),
        "policy_key": (("predicate", "policy", "key"), "strict"),
        "bucket": (("predicate", "buckets", "citation_unconfirmed"), 0),
        "engine": (("predicate", "engine", "source_sha256"), zero),
        "engine_clean": (("predicate", "engine", "dirty"), True),
        "verifier": (("predicate", "verifier", "id"), "urn:uuid:00000000-0000-0000-0000-000000000000"),
        "moment": (("predicate", "signed_at"), "yesterday"),
    }
    made = {
        f"other_{name}_fail": Case(
            f"the statement says something else at {_pointer(path)}",
            "bad",
            "run",
            changed(put(*path, to=value)),
            pointer=_pointer(path),
        )
        for name, (path, value) in fields.items()
    }
    commit = {"digest": {"gitCommit": "abc"}, "name": "git:abc"}
    extra = {"digest": {"sha256": zero}, "name": "more"}
    shaped: dict[str, Callable[[dict[str, Any]], object]] = {
        "type": put("_type", to="https://in-toto.io/Statement/v0.1"),
        "predicate_type": put("predicateType", to="https://slsa.dev/provenance/v1"),
        "more_fields": put("predicate", "note", to="all good"),
        "field_on_top": put("note", to="all good"),
        "missing_field": lambda value: value["predicate"].pop("outcome"),
        "number_as_text": put("predicate", "buckets", "excerpt_found", to="3"),
    }
    made |= {
        f"statement_{name}_fail": Case(f"{name} of the statement", "bad", "statement", changed(change))
        for name, change in shaped.items()
    }
    counted: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
        "no_subject": (put("subject", to=[]), "/subject/0"),
        "subject_more": (lambda value: value["subject"].append(extra), "/subject/2/digest/gitCommit"),
        "commit_short": (lambda value: value["subject"].append(commit), "/subject/2/digest/gitCommit"),
        "digest_more": (put("subject", 0, "digest", "sha512", to="00"), "/subject/0/digest/sha512"),
    }
    made |= {
        f"{name}_fail": Case(name, "bad", "run", changed(change), pointer=pointer)
        for name, (change, pointer) in counted.items()
    }
    told = json.loads(forge.told())
    pretty = json.dumps(told, indent=1).encode()
    twice = forge.told().replace(b'"outcome":"failed"', b'"outcome":"clear","outcome":"failed"')
    made["not_canonical_fail"] = Case("with blanks", "bad", "statement", signed(pretty))
    made["key_twice_fail"] = Case("a key twice", "bad", "statement", signed(twice))
    made["no_json_fail"] = Case("no JSON", "bad", "statement", signed(b"I, Ana, vouch for it."))
    made["of_another_run_fail"] = Case(
        "a true statement about another run",
        "bad",
        "run",
        signed(forge.of_another()),
        pointer="/predicate/engine/version",
    )
    return made


def _pointer(path: tuple[Any, ...]) -> str:
    return "".join(f"/{step}" for step in path)


def _envelopes() -> dict[str, Case]:
    told = forge.told()
    other = told.replace(b'"failed"', b'"clear"')
    raw = forge.sshsig(ANA, told)
    return {
        "envelope_of_other_fail": Case("another payload", "bad", "payload", {**envelope(other), STATEMENT: told}),
        "envelope_payload_edited_fail": Case(
            "edited", "bad", "mismatch", {**envelope(told, payload=other), STATEMENT: other}
        ),
        "envelope_type_fail": Case("another type", "bad", "payload_type", envelope(told, kind="application/json")),
        "envelope_two_fail": Case("two signatures", "bad", "envelope", envelope(told, times=2)),
        "envelope_none_fail": Case("no signature", "bad", "envelope", envelope(told, times=0)),
        "envelope_more_fail": Case("one more member", "bad", "envelope", envelope(told, more={"x": 1})),
        "envelope_sshsig_fail": Case("an SSH signature in it", "bad", "mismatch", envelope(told, sig=raw)),
        "envelope_cut_fail": Case(
            "cut", "bad", "envelope", {STATEMENT: told, ENVELOPED: envelope(told)[ENVELOPED][:-9]}
        ),
        "envelope_keyid_of_bob_fail": Case(
            "said to be Bob's", "bad", "mismatch", envelope(told, keyid=forge.fingerprint(BOB))
        ),
        "envelope_by_stranger_fail": Case("a stranger's", "unknown_signer", "unlisted", envelope(told, EVE)),
        "envelope_of_other_run_fail": Case(
            "a true statement about another run",
            "bad",
            "run",
            envelope(forge.of_another()),
            pointer="/predicate/engine/version",
        ),
        "envelope_no_list_fail": Case("no list", "unknown_signer", "no_list", envelope(told), allowed=None),
    }


def _people() -> dict[str, Case]:
    told = forge.told()
    by_ana = signed(told)
    old = f'ana@example.org valid-before="20250101Z" {forge.line(ANA)}\n'
    young = f'ana@example.org valid-after="20260601Z" {forge.line(ANA)}\n'
    future = signed(forge.told("2031-01-01T00:00:00Z"))
    return {
        "stranger_fail": Case("a stranger", "unknown_signer", "unlisted", signed(told, EVE)),
        "no_list_fail": Case("no list", "unknown_signer", "no_list", by_ana, allowed=None),
        "empty_list_fail": Case("an empty list", "unknown_signer", "unlisted", by_ana, allowed="# nobody\n"),
        "bob_wanted_fail": Case(
            "Bob was wanted", "unknown_signer", "principal", by_ana, arguments=("--signer", "bob@example.org")
        ),
        "pattern_wanted_fail": Case(
            "a star is no name", "unknown_signer", "principal", by_ana, arguments=("--signer", "*")
        ),
        "for_commits_fail": Case(
            "a key for commits",
            "unknown_signer",
            "purpose",
            by_ana,
            allowed=f'ana namespaces="git" {forge.line(ANA)}\n',
        ),
        "authority_fail": Case(
            "a key that certifies",
            "unknown_signer",
            "authority",
            by_ana,
            allowed=f"ana cert-authority {forge.line(ANA)}\n",
        ),
        "broken_line_fail": Case(
            "a broken line", "unknown_signer", "unlisted", by_ana, allowed=f"ana x {forge.line(ANA)}\n"
        ),
        "expired_fail": Case("expired", "expired", "expired", by_ana, allowed=old),
        "not_yet_valid_fail": Case("not yet valid", "not_yet_valid", "not_yet_valid", by_ana, allowed=young),
        "expired_at_fail": Case(
            "expired at the moment asked for",
            "expired",
            "expired",
            by_ana,
            allowed=young.replace("after", "before"),
            arguments=("--at", "2026-07-01T00:00:00Z"),
        ),
        "future_fail": Case("signed in years to come", "not_yet_valid", "future", future),
        "revoked_fail": Case("revoked", "revoked", "revoked", by_ana, revoked=forge.line(ANA) + " lost\n"),
        "revoked_envelope_fail": Case("revoked", "revoked", "revoked", envelope(told), revoked=forge.line(ANA) + "\n"),
        "revoked_and_unlisted_fail": Case(
            "revoked and taken off the list", "revoked", "revoked", by_ana, allowed="", revoked=forge.line(ANA) + "\n"
        ),
    }


def written(case: Case) -> dict[str, bytes]:
    """Return the files of a case."""
    lists = {"allowed_signers": case.allowed, "revoked": case.revoked}
    expect = {
        "why": case.why,
        "overlay": "../../../receipts/good",
        "arguments": list(case.arguments),
        "exit": case.exit,
        "outcome": case.outcome,
        "reason": case.reason,
        "pointer": case.pointer,
    }
    return {
        **case.files,
        **{name: text.encode() for name, text in lists.items() if text is not None},
        "expect.json": (json.dumps(expect, indent=2) + "\n").encode(),
    }


def main() -> None:
    """Write every case anew."""
    shutil.rmtree(CASES, ignore_errors=True)
    for name, case in cases().items():
        folder = CASES / name
        folder.mkdir(parents=True)
        for file, body in written(case).items():
            (folder / file).write_bytes(body)


if __name__ == "__main__":
    main()
