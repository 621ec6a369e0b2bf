"""The pure part: what a statement says, when it is about a run, and what several signatures come to."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.errors import BadReceipt, BadSignature
from gnut.formats.schemas import schemas
from gnut.sign.contract import OUTCOMES, REASONS, SIGNATURE, Judged
from gnut.sign.core import folder as parts
from gnut.sign.core import parse_signature, parse_statement, statement, together
from gnut.sign.core.dsse import Envelope, authenticated, enveloped, opened
from gnut.sign.core.statement import differs
from gnut_store import canon
from gnut_store import oid as oids
from tests.sign import forge, make

PAGE = Path(__file__).parents[2] / "docs" / "signing.md"
RUN = forge.run()


def test_a_statement_holds_no_word_of_the_report_but_its_path() -> None:
    told = forge.told().decode()
    words = {word for row in RUN.ledger.ledger.rows for word in re.findall(r"\w{5,}", row.text)}
    mentioned = {word for word in words if re.search(rf"\b{re.escape(word)}\b", told)}
    assert mentioned <= {"night", "gates", "failed", "found", "bucket", "excerpt"}


def test_a_statement_is_an_in_toto_statement_and_fits_its_schema() -> None:
    value = json.loads(forge.told(commit="a" * 64))
    schema = json.loads(schemas()["gnut-statement-v1.json"])
    jsonschema.Draft202012Validator(schema).validate(value)
    assert set(value) == {"_type", "subject", "predicateType", "predicate"}
    assert value["_type"] == "https://in-toto.io/Statement/v1"
    assert all(set(each) == {"name", "digest"} and each["digest"] for each in value["subject"])
    assert re.fullmatch(r"[a-z][a-z0-9+.-]*:[!-~]+", value["predicateType"])
    names = [each["name"] for each in value["subject"]]
    assert len(set(names)) == len(names)


def test_a_stored_signature_fits_its_schema() -> None:
    made = {
        "schema": SIGNATURE,
        "statement": oids.oid_of("statement", forge.told()),
        "format": "sshsig",
        "key": forge.fingerprint(forge.ANA),
        "signature": forge.armor(forge.sshsig(forge.ANA, forge.told())),
    }
    jsonschema.Draft202012Validator(json.loads(schemas()["gnut-signature-v1.json"])).validate(made)
    assert parse_signature(canon.encode(made)).key == made["key"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"schema": "gnut-signature/v2"}, "unknown_schema"),
        ({"format": "pgp"}, "unknown_format"),
        ({"more": 1}, "unknown_field"),
        ({"signature": None}, "wrong_type"),
    ],
)
def test_a_stored_signature_of_another_form_is_refused(change: dict[str, Any], code: str) -> None:
    good = {"schema": SIGNATURE, "statement": "b3:" + "0" * 64, "format": "dsse", "key": "SHA256:x", "signature": "x"}
    with pytest.raises(BadReceipt) as refused:
        parse_signature(canon.encode({**good, **change}))
    assert refused.value.code == code


def test_a_statement_is_about_its_own_run_and_no_other() -> None:
    told = parse_statement(forge.told(commit="5" * 40))
    assert differs(told, RUN, forge.RUN) is None
    assert differs(told, RUN, forge.RUN + b"\n") == "/predicate/run"
    assert differs(told, replace(RUN, sha256="0" * 64), forge.RUN) == "/predicate/execution_sha256"
    ledger = replace(RUN.ledger, ledger=replace(RUN.ledger.ledger, rows=RUN.ledger.ledger.rows[1:]))
    assert str(differs(told, replace(RUN, ledger=ledger), forge.RUN)).startswith("/predicate/buckets/")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every string and number in a value."""
    if isinstance(value, dict):
        return [each for key, child in value.items() for each in leaves(child, (*path, key))]
    if isinstance(value, list):
        return [each for at, child in enumerate(value) for each in leaves(child, (*path, at))]
    return [path]


LEAVES = leaves(json.loads(forge.told()))


@pytest.mark.parametrize("path", LEAVES, ids=lambda path: "/".join(map(str, path)))
def test_no_field_of_a_statement_can_say_something_else(path: tuple[Any, ...]) -> None:
    value = json.loads(forge.told())
    parent = value
    for step in path[:-1]:
        parent = parent[step]
    old = parent[path[-1]]
    parent[path[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else old + "x"
    try:
        told = parse_statement(canon.encode(value))
    except BadSignature:
        return
    assert differs(told, RUN, forge.RUN) == "".join(f"/{step}" for step in path)


@pytest.mark.parametrize("moment", ["", "now", "2026-01-02", "2026-01-02T03:04:05+01:00", "2026-13-01T00:00:00Z"])
def test_a_moment_that_is_none_is_not_signed(moment: str) -> None:
    with pytest.raises(BadReceipt) as refused:
        statement(RUN, forge.RUN, signed_at=moment, commit=None)
    assert refused.value.code == "bad_moment"


@pytest.mark.parametrize("commit", ["", "HEAD", "a" * 39, "A" * 40, "a" * 41, "a" * 40 + "\n"])
def test_a_commit_that_is_not_named_in_full_is_not_signed(commit: str) -> None:
    with pytest.raises(BadReceipt) as refused:
        statement(RUN, forge.RUN, signed_at=None, commit=commit)
    assert refused.value.code == "bad_commit"


@given(st.binary(max_size=200))
def test_bytes_that_are_no_statement_are_refused(body: bytes) -> None:
    with pytest.raises(BadSignature) as refused:
        parse_statement(body)
    assert refused.value.code == "statement"


def judged(outcome: str) -> Judged:
    zero = oids.Oid("b3:" + "0" * 64)
    return Judged(zero, zero, "sshsig", "", outcome, None, None, None, None, None, None)


ONE = [outcome for outcome in OUTCOMES if outcome != "unsigned"]


@pytest.mark.parametrize("pair", list(itertools.product(ONE, ONE)))
def test_one_bad_signature_makes_a_run_bad_and_else_one_good_makes_it_good(pair: tuple[str, str]) -> None:
    outcome = together(map(judged, pair))
    assert outcome == together(map(judged, reversed(pair)))
    if "bad" in pair:
        assert outcome == "bad"
    elif "good" in pair:
        assert outcome == "good"
    else:
        assert outcome in pair


def test_without_a_signature_a_run_is_unsigned() -> None:
    assert together([]) == "unsigned"


def test_the_bytes_of_an_envelope_are_those_of_its_protocol() -> None:
    kind = b"application/vnd.in-toto+json"
    assert authenticated(b"hello world") == b"DSSEv1 28 " + kind + b" 11 hello world"
    assert authenticated(b"") == b"DSSEv1 28 " + kind + b" 0 "


@given(st.binary(max_size=100), st.text("abc:/+=", max_size=50), st.binary(max_size=80))
def test_an_envelope_gives_back_what_it_holds(body: bytes, keyid: str, octets: bytes) -> None:
    assert opened(enveloped(body, keyid, octets)) == Envelope(body, keyid, octets)


GOOD = enveloped(b"{}", "SHA256:x", b"sig")
ENVELOPES = {
    "no JSON": ("{", "envelope"),
    "a list": ("[]", "envelope"),
    "a key twice": (GOOD.replace('"payload":', '"payload":"","payload":', 1), "envelope"),
    "more": (GOOD.replace("{", '{"a":1,', 1), "envelope"),
    "no keyid": (GOOD.replace('"keyid":"SHA256:x",', ""), "envelope"),
    "a number": (GOOD.replace('"SHA256:x"', "1"), "envelope"),
    "url-safe base64": (GOOD.replace('"e30="', '"e3-_"'), "base64"),
    "no padding": (GOOD.replace('"e30="', '"e30"'), "base64"),
    "a bit left over": (GOOD.replace('"e30="', '"e31="'), "base64"),
    "another type": (GOOD.replace("in-toto", "in-toro"), "payload_type"),
    "a long name of a key": (GOOD.replace("SHA256:x", "x" * 201), "envelope"),
    "too long": (GOOD + " " * 300_000, "long"),
    "deep": ("[" * 100_000, "envelope"),
}


@pytest.mark.parametrize("name", ENVELOPES)
def test_an_envelope_that_is_none_is_refused(name: str) -> None:
    text, code = ENVELOPES[name]
    with pytest.raises(BadSignature) as refused:
        opened(text)
    assert refused.value.code == code


def test_the_files_of_signatures_are_read_as_they_were_written() -> None:
    told = forge.told()
    blobs = {f: forge.armor(forge.sshsig(key, told)) for f, key in zip("ab", (forge.ANA, forge.BOB), strict=True)}
    held = {
        "statement.json": told,
        "statement.json.sig": blobs["a"].encode(),
        "statement-2.json": told,
        "statement-2.json.sig": blobs["b"].encode(),
        **{f"statement-3.json{suffix}": body for suffix, body in zip(
            ("", ".dsse.json"), make.envelope(told).values(), strict=True)},
    }  # fmt: skip
    found = list(parts.signatures(held, held.__getitem__))
    assert [each.signature.format for each in found] == ["sshsig", "sshsig", "dsse"]
    assert [each.signature.key for each in found][:2] == [forge.fingerprint(key) for key in (forge.ANA, forge.BOB)]
    assert dict(parts.files(found)) == held


@given(st.text(max_size=40))
def test_any_other_name_is_no_part_of_a_signature(name: str) -> None:
    assert parts.shown(name) is None
    assert parts.shown(f"statement.json{name}x") is None


def test_every_outcome_and_every_reason_is_explained() -> None:
    page = PAGE.read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `([a-z0-9_]+)` \| (.+) \|$", page.partition("### Reasons")[2], re.MULTILINE))
    assert told == REASONS
    table = page.partition("## What is said")[2].partition("###")[0]
    assert set(re.findall(r"`([a-z_]+)`", "".join(re.findall(r"^\| (.+?) \|", table, re.MULTILINE)))) == set(OUTCOMES)
