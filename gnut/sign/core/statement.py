"""What is signed: a statement made from a run, and whether a statement says what a run says."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gnut.account.contract import Execution
from gnut.errors import BadReceipt, NotCanonical
from gnut.ledger.contract import Bucket
from gnut.sign.contract import (
    PREDICATE,
    TYPE,
    VERIFIER,
    Buckets,
    Maker,
    Named,
    Predicate,
    Result,
    Statement,
    Subject,
    Verifier,
)
from gnut.sign.core.moments import written
from gnut.sign.core.wire import refused
from gnut.text.fitted import fitted
from gnut.text.members import step
from gnut.text.patterns import lazy
from gnut_store import canon
from gnut_store import oid as oids

KIND = "statement"
MOST = 64 * 1024
"""Bytes of a statement; one of a report with a path of 4,096 bytes has 6,000."""

_COMMIT = lazy(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")


def statement(made: Execution, body: bytes, *, signed_at: str | None, commit: str | None) -> Statement:
    """Return the statement about a run: every field but the last two follows from it.

    Args:
        made: The run, after its hashes and ties were checked.
        body: Its bytes as stored and exported, `execution.json`.
        signed_at: When it is signed, RFC 3339 in UTC, as the signer says; None to say nothing of it.
        commit: Full name of the commit that holds the report, as the signer says; None for none.

    Raises:
        BadReceipt: `bad_moment` or `bad_commit`.
    """
    if signed_at is not None and written(signed_at) is None:
        raise BadReceipt("it is no moment in UTC", code="bad_moment", pointer="/predicate/signed_at")
    if commit is not None and not _COMMIT.match(commit):
        raise BadReceipt("it is no full name of a commit", code="bad_commit", pointer="/subject/2")
    run = oids.oid_of("execution", body)
    report = made.run.report
    subjects = [Subject(report.path, {"sha256": report.sha256}), Subject(run, {"sha256": canon.sha256(body)})]
    if commit is not None:
        subjects.append(Subject(f"git:{commit}", {"gitCommit": commit}))
    return Statement(TYPE, tuple(subjects), PREDICATE, _predicate(made, run, signed_at))


def _predicate(made: Execution, run: oids.Oid, signed_at: str | None) -> Predicate:
    engine, came = made.manifest.engine, result(made)
    return Predicate(
        verifier=Verifier(VERIFIER),
        engine=Maker(engine.version, engine.revision, engine.source_sha256, engine.dirty),
        outcome=came.outcome,
        policy=came.policy,
        buckets=came.buckets,
        run=run,
        run_sha256=made.run.sha256,
        ledger_sha256=made.ledger.sha256,
        manifest_sha256=made.manifest.sha256,
        execution_sha256=made.sha256,
        signed_at=signed_at,
    )


def result(made: Execution) -> Result:
    """Return what a run came to, as a statement about it says."""
    ledger = made.ledger.ledger
    counted = Counter(row.bucket for row in ledger.rows)
    return Result(
        ledger.outcome.value,
        Named(ledger.policy.key, made.ledger.policy_sha256),
        Buckets(*(counted[bucket] for bucket in Bucket)),
    )


def parse_statement(body: bytes) -> Statement:
    """Return the statement that signed bytes hold, once the signature over them was found to hold.

    Raises:
        BadSignature: `statement`: it is not one strict JSON object in canonical form, has other fields, or is of
            another type.
    """
    try:
        value = canon.decode(body, limit=MOST)
        if canon.encode(value) != body:
            raise refused("statement", "not in canonical form")
        made = fitted(value, Statement)
    except (NotCanonical, BadReceipt) as error:
        raise refused("statement", str(error)) from None
    if (made.type_, made.predicate_type) != (TYPE, PREDICATE):
        raise refused("statement", "/_type or /predicateType")
    return made


def commit_of(told: Statement) -> str | None:
    """Return the commit that a statement names; empty where its third subject names none, None where it has none."""
    return told.subject[2].digest.get("gitCommit", "") if len(told.subject) > 2 else None


def differs(told: Statement, made: Execution, body: bytes) -> str | None:
    """Return the JSON pointer of the first field in which a statement is not the one about this run; None if it is.

    The statement about the run is made anew, with the moment and the commit that this one names, and every field is
    held against it.

    Args:
        told: What was signed.
        made: The run at hand.
        body: Its bytes.
    """
    moment = told.predicate.signed_at
    if moment is not None and written(moment) is None:
        return "/predicate/signed_at"
    commit = commit_of(told)
    if commit is not None and not _COMMIT.match(commit):
        return "/subject/2/digest/gitCommit"
    expected = statement(made, body, signed_at=moment, commit=commit)
    return _first(canon.decode(canon.encode(told)), canon.decode(canon.encode(expected)), "")


def _first(told: Any, expected: Any, pointer: str) -> str | None:
    if type(told) is not type(expected):
        return pointer
    if isinstance(told, dict):
        keys = sorted({*told, *expected})
        missing = next((key for key in keys if (key in told) is not (key in expected)), None)
        if missing is not None:
            return f"{pointer}/{step(missing)}"
        pairs = [(step(key), told[key], expected[key]) for key in keys]
    elif isinstance(told, list):
        if len(told) != len(expected):
            return f"{pointer}/{min(len(told), len(expected))}"
        pairs = [(str(at), one, other) for at, (one, other) in enumerate(zip(told, expected, strict=True))]
    else:
        return None if told == expected else pointer
    found = (_first(one, other, f"{pointer}/{key}") for key, one, other in pairs)
    return next((each for each in found if each is not None), None)
