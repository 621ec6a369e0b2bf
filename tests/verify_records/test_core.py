"""Sealing records, and what checking a log of them finds."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest

from gnut.edge.keys import crypto
from gnut.edge.keys.raw import RawSigner
from gnut.sign.core.publickeys import is_low_order
from gnut.verify_records.contract import ANSWER, RUN, LogVerdict, Record
from gnut.verify_records.core import content_hash, seal, verify_records

MOMENT = "2026-01-02T03:04:05Z"
MINE = RawSigner(crypto.of_seed(b"\1" * 32))
OTHER = RawSigner(crypto.of_seed(b"\2" * 32))


def content(decision: str, schema: str = ANSWER) -> dict[str, Any]:
    return {"schema": schema, "decision": decision, "answer": "Zoë paid €5"}


def chain(*contents: dict[str, Any], signer: RawSigner | None = MINE) -> list[Record]:
    made: list[Record] = []
    for each in contents:
        previous = made[-1].record_hash if made else None
        made.append(seal(each, previous=previous, timestamp=MOMENT, prefix="rec", signer=signer))
    return made


def log(*records: Record) -> str:
    return "".join(f"{json.dumps(msgspec.to_builtins(each), ensure_ascii=False)}\n" for each in records)


def checked(text: str, *trusted: str) -> LogVerdict:
    return verify_records(text, verifies=crypto.raw_holds, trusted=frozenset(trusted) if trusted else None)


def codes(text: str, *trusted: str) -> list[str]:
    return [each.code for each in checked(text, *trusted).faults]


THREE = chain(content("PASS"), content("FAIL"), content("PASS"))


def test_the_hashes_are_those_that_anybody_computes() -> None:
    first = THREE[0]
    body = json.dumps(first.content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert first.content_hash == f"sha256:{hashlib.sha256(body).hexdigest()}"
    joined = "\n".join((first.content_hash, "", first.record_id, MOMENT)).encode()
    assert first.record_hash == f"sha256:{hashlib.sha256(joined).hexdigest()}"
    assert first.record_id.startswith(f"rec_{first.content_hash[7:19]}_")


def test_the_same_content_at_the_same_place_is_the_same_record() -> None:
    assert chain(content("PASS")) == chain(content("PASS"))
    assert THREE[0].record_id != THREE[2].record_id


def test_a_chain_stands_and_says_its_head() -> None:
    verdict = checked(log(*THREE))
    assert (verdict.ok, verdict.verified, verdict.signed, verdict.kind) == (True, 3, 3, "answer")
    assert verdict.head == THREE[-1].record_hash
    assert verdict.trusted == "not_checked"


def test_signers_are_believed_when_they_are_named() -> None:
    assert checked(log(*THREE), MINE.public_key).trusted == "passed"
    assert codes(log(*THREE), OTHER.public_key) == ["signer_not_trusted"] * 3


def test_a_log_that_was_sealed_anew_with_a_fresh_key_is_not_trusted() -> None:
    forged = chain(content("PASS"), content("PASS"), signer=OTHER)
    assert checked(log(*forged)).ok
    assert codes(log(*forged), MINE.public_key) == ["signer_not_trusted"] * 2


def test_an_unsigned_record_is_no_record_of_a_trusted_signer() -> None:
    unsigned = log(*chain(content("PASS"), signer=None))
    assert checked(unsigned).ok
    assert codes(unsigned, MINE.public_key) == ["unsigned"]


@pytest.mark.parametrize(
    ("member", "value", "code"),
    [
        ("content", {"schema": ANSWER, "decision": "PASS"}, "content_hash_mismatch"),
        ("content_hash", f"sha256:{'0' * 64}", "content_hash_mismatch"),
        ("timestamp", "2026-01-02T03:04:06Z", "record_hash_mismatch"),
        ("record_id", "rec_000000000000_000000000000", "record_hash_mismatch"),
        ("record_hash", f"sha256:{'0' * 64}", "record_hash_mismatch"),
        ("previous_record_hash", None, "record_hash_mismatch"),
        ("signature", "00" * 64, "signature_invalid"),
        ("signature", "xyz", "signature_invalid"),
        ("signature", None, "signature_invalid"),
        ("signer_public_key", OTHER.public_key, "signature_invalid"),
        ("signer_public_key", "0", "signature_invalid"),
        ("signature_algorithm", "none", "signature_invalid"),
    ],
)
def test_what_was_changed_after_sealing_is_named(member: str, value: object, code: str) -> None:
    tampered = msgspec.structs.replace(THREE[1], **{member: value})
    assert code in codes(log(THREE[0], tampered, THREE[2]))


@pytest.mark.parametrize("kept", [(1, 2), (0, 2), (0, 2, 1), (0, 1, 1, 2), (2,)])
def test_a_missing_moved_or_repeated_record_breaks_the_chain(kept: tuple[int, ...]) -> None:
    assert "broken_chain_link" in codes(log(*(THREE[at] for at in kept)))


def test_a_record_cut_off_at_the_end_is_seen_by_the_head_alone() -> None:
    verdict = checked(log(*THREE[:2]))
    assert verdict.ok
    assert verdict.head != THREE[-1].record_hash


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("not json", "not_json"),
        ('{"a":1,"a":2}', "not_json"),
        ('{"content":NaN}', "not_json"),
        ("[" * 100 + "]" * 100, "not_json"),
        ("[]", "not_an_object"),
        ('"text"', "not_an_object"),
        ("{}", "malformed"),
        ('{"content":{},"record_id":5}', "malformed"),
        ("\ufeff" + log(THREE[0]).strip(), "not_json"),
    ],
)
def test_F33_a_line_that_is_no_record_is_named_with_its_line(line: str, code: str) -> None:
    (fault, *_) = checked(f"{log(THREE[0])}{line}\n").faults
    assert (fault.line, fault.code) == (2, code)


def test_F33_records_of_two_kinds_make_no_log() -> None:
    first = chain(content("PASS"))[0]
    run = seal(content("ALLOW", RUN), previous=first.record_hash, timestamp=MOMENT, prefix="run", signer=MINE)
    assert codes(log(first, run)) == ["mixed_kinds"]


def test_a_content_that_is_no_records_is_named() -> None:
    assert codes(log(*chain({"schema": "else/1"}))) == ["unknown_schema"]


@pytest.mark.parametrize("schema", [["a"], {"a": 1}, None, 1, True, "groundlens.evidence-record/1x"])
def test_a_schema_of_any_type_is_read(schema: Any) -> None:
    assert codes(log(*chain({"schema": schema}))) == ["unknown_schema"]


def test_where_nobody_signed_nothing_is_said_to_be_trusted() -> None:
    assert checked("", MINE.public_key).trusted == "not_checked"
    assert checked(log(*THREE), MINE.public_key).trusted == "passed"
    assert checked(log(*chain(content("PASS"), signer=None)), MINE.public_key).trusted == "failed"


@pytest.mark.parametrize(
    "key",
    [
        "00" * 32,
        "00" * 31 + "80",
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 31,
    ],
)
def test_a_key_of_small_order_signs_for_nobody(key: str) -> None:
    forged = msgspec.structs.replace(THREE[0], signer_public_key=key, signature="01" + "00" * 63)
    assert codes(log(forged)) == ["signature_invalid"]
    assert is_low_order(bytes.fromhex(key))
    assert not is_low_order(bytes.fromhex(MINE.public_key))


@pytest.mark.parametrize("text", ["", "\n\n", " \r\n"])
def test_an_empty_log_has_nothing_to_verify(text: str) -> None:
    verdict = checked(text)
    assert (verdict.ok, verdict.verified, verdict.kind, verdict.head) == (True, 0, "answer", None)


def test_other_line_ends_and_a_missing_last_one_are_read() -> None:
    assert checked(log(*THREE).replace("\n", "\r\n")).ok
    assert checked(log(*THREE).strip()).ok


def test_without_the_library_signatures_are_not_checked_and_nothing_is_claimed() -> None:
    verdict = verify_records(log(*THREE), verifies=None)
    assert not verdict.ok
    assert {each.code for each in verdict.faults} == {"not_checked"}


def test_floats_of_ours_are_refused_and_those_of_older_logs_are_hashed_as_written() -> None:
    older = {"schema": "groundlens.evidence-record/1", "score": 1.0, "near": 0.022}
    body = b'{"near":0.022,"schema":"groundlens.evidence-record/1","score":1.0}'
    assert content_hash(older) == f"sha256:{hashlib.sha256(body).hexdigest()}"
    sealed = chain(content("PASS"))[0]
    assert codes(log(msgspec.structs.replace(sealed, content={"schema": ANSWER, "score": 1.5}))) == ["malformed"]


def test_a_key_on_p256_signs_and_is_checked_in_both_forms() -> None:
    ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
    hashes = pytest.importorskip("cryptography.hazmat.primitives.hashes")
    serial = pytest.importorskip("cryptography.hazmat.primitives.serialization")
    utils = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.utils")
    key = ec.generate_private_key(ec.SECP256R1())
    der = key.sign(b"message", ec.ECDSA(hashes.SHA256()))
    both = b"".join(number.to_bytes(32, "big") for number in utils.decode_dss_signature(der))
    for form in (serial.PublicFormat.UncompressedPoint, serial.PublicFormat.CompressedPoint):
        public = key.public_key().public_bytes(serial.Encoding.X962, form).hex()
        for signature in (der, both):
            assert crypto.raw_holds("ecdsa-p256-sha256", public, b"message", signature)
            assert not crypto.raw_holds("ecdsa-p256-sha256", public, b"massage", signature)


def test_signers_that_were_not_checked_are_not_passed() -> None:
    key = frozenset([MINE.public_key])
    forged = msgspec.structs.replace(THREE[0], signature=THREE[1].signature)
    assert checked("", MINE.public_key).trusted == "not_checked"
    assert checked(log(*chain(content("PASS"), signer=None)), MINE.public_key).trusted == "failed"
    assert checked(log(forged), MINE.public_key).trusted == "failed"
    assert checked("rubbish\n", MINE.public_key).trusted == "failed"
    assert verify_records(log(*THREE), verifies=None, trusted=key).trusted == "not_checked"
    assert verify_records(log(*THREE), verifies=crypto.raw_holds, trusted=key).trusted == "passed"


def test_a_schema_that_is_unknown_is_told_in_short() -> None:
    (fault,) = checked(log(*chain({"schema": "x" * 10_000}))).faults
    assert fault.code == "unknown_schema"
    assert len(fault.message) < 200
