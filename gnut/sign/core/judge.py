"""Whether a signature holds, whose it is, and whether that key spoke for its owner at that moment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from gnut.account.contract import Execution
from gnut.errors import BadSignature
from gnut.sign.contract import NAMESPACE, OUTCOMES, Holds, Judged, Signature, Statement, Trust
from gnut.sign.core import dsse
from gnut.sign.core.moments import shown, written
from gnut.sign.core.publickeys import ED25519, RSA, fingerprint, is_unsound
from gnut.sign.core.signers import fits
from gnut.sign.core.sshsig import signed_by, sshsig_of, unarmored
from gnut.sign.core.statement import commit_of, differs, parse_statement
from gnut.sign.records import PublicKey, Signer
from gnut_store.oid import Oid

CLOCKS_PART = 300
"""Seconds by which two people's clocks may part."""


class Run(NamedTuple):
    """The run at hand, which statements are held against."""

    made: Execution
    body: bytes
    report: str
    """SHA-256 of the report's bytes at hand."""

    standing: str = "unnamed"
    """One of `STANDINGS`."""

    folder: bool = False
    """Whether it was exported."""


class Found(NamedTuple):
    """A signature at hand with the bytes that it is over."""

    oid: Oid
    signature: Signature
    statement: bytes


def judged(found: Found, run: Run, trust: Trust, holds: Holds) -> Judged:
    """Return what is to be said of one signature.

    The signature is looked at first, then what was signed, then who signed: a good signature over a statement about
    another run is `bad`, whoever made it.

    Args:
        found: The signature, and the bytes of its statement.
        run: The run that it has to be about.
        trust: Who is believed, and for when.
        holds: Asks the library of cryptography.
    """
    made = _start(found, trust)
    try:
        key = _key(found, trust, holds)
        if key is None:
            return _said(made, "unknown_signer", "no_list" if trust.signers is None else "unlisted")
        told = parse_statement(found.statement)
    except BadSignature as error:
        return _said(made, "bad" if is_unsound(error) else "unsupported", error.code)
    if run.report != run.made.run.report.sha256:
        return _said(made, "bad", "report")
    if run.standing == "differs":
        return _said(made, "bad", "report_differs")
    pointer = differs(told, run.made, run.body)
    if pointer is not None:
        return msgspec.structs.replace(_said(made, "bad", "run"), pointer=pointer)
    return _spoken(msgspec.structs.replace(made, commit=commit_of(told)), told, key, trust)


def _start(found: Found, trust: Trust) -> Judged:
    told = found.signature
    made = Judged(found.oid, told.statement, told.format, told.key, "good", None, None, None, None, None, None)
    return msgspec.structs.replace(made, counts=trust.principal is None or told.key in _of_signer(trust))


def _of_signer(trust: Trust) -> set[str]:
    """Return the keys that stand for whoever is asked for, and those that nobody may sign with any more."""
    lines = trust.signers.lines if trust.signers else ()
    own = [line.key for line in lines if trust.principal is None or fits(trust.principal, line.principals)]
    return {fingerprint(key) for key in (*own, *trust.revoked)}


def with_commit(made: Judged, state: str, *, binding: bool) -> Judged:
    """Return what is to be said of a signature when git was asked about the commit that its statement names.

    Args:
        made: What was said before.
        state: One of `COMMITS`.
        binding: Whether a commit that does not hold the report makes the signature bad.
    """
    made = msgspec.structs.replace(made, commit_state=state)
    return _said(made, "bad", "commit_differs") if binding and state == "differs" else made


def _said(made: Judged, outcome: str, reason: str) -> Judged:
    return msgspec.structs.replace(made, outcome=outcome, reason=reason)


def _key(found: Found, trust: Trust, holds: Holds) -> PublicKey | None:
    """Return the key that signed the statement; None when nobody has the key that an envelope names.

    Raises:
        BadSignature: The signature does not hold, or is of a kind that is not supported.
    """
    told = found.signature
    if told.format == "dsse":
        return _of_envelope(found, trust, holds)
    made = sshsig_of(unarmored(told.signature))
    if fingerprint(made.key) != told.key:
        raise BadSignature("", code="keyid")
    if not holds(made.key, made.signature.algorithm, made.signature.octets, signed_by(made, found.statement)):
        raise BadSignature("", code="mismatch")
    return made.key


def _of_envelope(found: Found, trust: Trust, holds: Holds) -> PublicKey | None:
    envelope = dsse.opened(found.signature.signature)
    if envelope.payload != found.statement:
        raise BadSignature("", code="payload")
    if envelope.keyid != found.signature.key:
        raise BadSignature("", code="keyid")
    listed = (*(each.key for each in (trust.signers.lines if trust.signers else ())), *trust.revoked)
    key = next((each for each in listed if fingerprint(each) == envelope.keyid), None)
    if key is None:
        return None
    if not signs_raw(key):
        raise BadSignature("", code="algorithm")
    if not holds(key, "dsse", envelope.octets, dsse.authenticated(found.statement)):
        raise BadSignature("", code="mismatch")
    return key


def signs_raw(key: PublicKey) -> bool:
    """Say whether a key of this kind signs envelopes here: on a curve, and not in a security key."""
    return key.kind == ED25519 or (key.kind != RSA and key.application is None)


def _spoken(made: Judged, told: Statement, key: PublicKey, trust: Trust) -> Judged:
    """Return what is to be said of a signature that holds, by whose it is and when it was made."""
    if any(each.blob == key.blob for each in trust.revoked):
        return _said(made, "revoked", "revoked")
    if trust.signers is None:
        return _said(made, "unknown_signer", "no_list")
    signed = None if told.predicate.signed_at is None else written(told.predicate.signed_at)
    moment = trust.at if trust.at is not None else trust.now if signed is None else signed
    source = "argument" if trust.at is not None else "clock" if signed is None else "statement"
    lines = [line for line in trust.signers.lines if line.key.blob == key.blob]
    if not lines:
        return _said(made, "unknown_signer", "unlisted")
    # The first line that lets the signature stand decides, as with ssh-keygen; else the first that nearly does.
    tried = [_by_line(made, line, trust.principal, moment) for line in lines]
    best = min(tried, key=lambda each: _NEARNESS.index(each.reason))
    best = msgspec.structs.replace(best, at=shown(moment), at_from=source)
    if best.outcome == "good" and source == "statement" and moment > trust.now + CLOCKS_PART:
        return _said(best, "not_yet_valid", "future")
    return best


_NEARNESS = (None, "expired", "not_yet_valid", "purpose", "authority", "principal")


def _by_line(made: Judged, line: Signer, principal: str | None, moment: int) -> Judged:
    """Return what one line of the list makes of a signature by its key."""
    legible = line.principals.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    made = msgspec.structs.replace(made, principals=legible, line=line.line)
    if principal is not None and not fits(principal, line.principals):
        return _said(made, "unknown_signer", "principal")
    if line.authority:
        return _said(made, "unknown_signer", "authority")
    if line.namespaces is not None and not fits(NAMESPACE, line.namespaces):
        return _said(made, "unknown_signer", "purpose")
    if line.valid_after is not None and moment < line.valid_after:
        return _said(msgspec.structs.replace(made, bound=shown(line.valid_after)), "not_yet_valid", "not_yet_valid")
    if line.valid_before is not None and moment > line.valid_before:
        return _said(msgspec.structs.replace(made, bound=shown(line.valid_before)), "expired", "expired")
    return made


def together(judgements: Iterable[Judged]) -> str:
    """Return the outcome for a run: one bad signature is enough for `bad`, else one good for `good`.

    Without either it is the gravest of what was found, and `unsigned` when nothing was: an unsigned run is not bad.
    What does not count is of nobody who was asked for, however bad it is: whoever may add to a store may add rubbish.
    """
    met = {each.outcome if each.counts or each.outcome != "bad" else "unknown_signer" for each in judgements}
    order = ("bad", "good", *(each for each in OUTCOMES if each not in ("bad", "good")))
    return next((each for each in order if each in met), "unsigned")
