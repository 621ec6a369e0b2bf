"""Check a log of records line by line, in memory that does not grow with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gnut.errors import GnutError, NotCanonical
from gnut.text.fitted import fitted
from gnut.verify_records.contract import ALGORITHMS, ANSWER, FOREIGN, RUN, Fault, LogVerdict, Record, Verifies
from gnut.verify_records.core.sealing import content_hash, record_hash
from gnut_store import canon

MAX_LINE = 64 << 20
"""Bytes of one record."""

MAX_FAULTS = 1000
"""Faults that are listed; a log with more is no better known by them."""

SHOWN = 80
"""Characters of a schema that are shown."""

_KINDS = {ANSWER: "answer", RUN: "run", **FOREIGN}


class Malformed(GnutError):
    """A line that is no record."""

    code = "malformed"


def verify_records(text: str, *, verifies: Verifies | None, trusted: frozenset[str] | None = None) -> LogVerdict:
    """Return whether a log of JSON Lines stands.

    Args:
        text: The log; blank lines are ignored.
        verifies: Checks a signature; None when no library can: signatures are then a fault of their own.
        trusted: Public keys in hex that may have signed; None checks signatures against their own keys only, which
            shows that nothing was changed since, not who signed.
    """
    chain = Chain(verifies, trusted)
    for number, line in enumerate(text.split("\n"), 1):
        chain.take(number, line)
    return chain.verdict()


class Chain:
    """A log as it is read."""

    def __init__(
        self, verifies: Verifies | None, trusted: frozenset[str] | None = None, *, previous: str | None = None
    ) -> None:
        """Start at the beginning of a log, or behind the record whose record_hash is `previous`."""
        self._verifies, self._trusted = verifies, trusted
        self._previous = previous
        self._kind: str | None = None
        self._faults: list[Fault] = []
        self._verified = self._signed = self._read = 0
        # Counted beside the list, which is cut: what is not listed is wrong all the same.
        self._wrong = 0
        # Signatures of trusted keys, and those that no library could check.
        self._believed = self._unchecked = 0

    @property
    def head(self) -> str | None:
        """record_hash of the last record read."""
        return self._previous

    @property
    def read(self) -> int:
        """Records read so far."""
        return self._read

    def take(self, number: int, line: str | bytes) -> Record | None:
        """Read one line; return its record, if it is one, whatever is wrong with it, and None of a blank line."""
        if not line.strip():
            return None
        self._read += 1
        try:
            record = record_of(line)
        except GnutError as error:
            self._say(number, None, error.code, str(error))
            return None
        before = self._wrong
        self._hashes(number, record)
        self._link(number, record)
        self._signature(number, record)
        self._previous = record.record_hash
        self._verified += self._wrong == before
        return record

    def verdict(self) -> LogVerdict:
        """Return what the log came to."""
        return LogVerdict(
            ok=not self._wrong,
            verified=self._verified,
            kind=self._kind or "answer",
            trusted=self._trust(),
            signed=self._signed,
            head=self._previous,
            faults=tuple(self._faults),
        )

    def _trust(self) -> str:
        if self._trusted is None or not self._read:
            return "not_checked"
        if self._believed == self._read:
            return "passed"
        return "not_checked" if self._believed + self._unchecked == self._read else "failed"

    def _say(self, number: int, record: Record | None, code: str, message: str) -> None:
        self._wrong += 1
        if len(self._faults) < MAX_FAULTS:
            self._faults.append(Fault(number, record.record_id if record else None, code, f"line {number}: {message}"))

    def _link(self, number: int, record: Record) -> None:
        kind = kind_of(record.content)
        if kind is None:
            schema = repr(record.content.get("schema"))
            told = schema if len(schema) <= SHOWN else f"{schema[:SHOWN]}…"
            self._say(number, record, "unknown_schema", f"content of the schema {told} is no record's")
        elif self._kind is None:
            self._kind = kind
        elif kind != self._kind:
            self._say(number, record, "mixed_kinds", f"a record of {kind} in a log of {self._kind} records")
        if record.previous_record_hash != self._previous:
            named = record.previous_record_hash or "none"
            told = f"it follows {_short(named)}, and the record before it is {_short(self._previous or 'none')}"
            self._say(number, record, "broken_chain_link", f"broken chain link: {told}")

    def _hashes(self, number: int, record: Record) -> None:
        try:
            found = content_hash(record.content)
        except NotCanonical as error:
            self._say(number, record, "malformed", f"the content has no canonical form: {error}")
            return
        if found != record.content_hash:
            told = f"content hash mismatch: it hashes to {_short(found)}, and {_short(record.content_hash)} was sealed"
            self._say(number, record, "content_hash_mismatch", told)
        whole = record_hash(record.content_hash, record.previous_record_hash, record.record_id, record.timestamp)
        if whole != record.record_hash:
            told = f"record hash mismatch: it hashes to {_short(whole)}, and {_short(record.record_hash)} was sealed"
            self._say(number, record, "record_hash_mismatch", told)

    def _signature(self, number: int, record: Record) -> None:
        key, signature = record.signer_public_key, record.signature
        if key is None or signature is None:
            if (key is None) != (signature is None):
                self._say(
                    number, record, "signature_invalid", "signature does not verify: a key or a signature is missing"
                )
            elif self._trusted is not None:
                self._say(number, record, "unsigned", "nobody signed it")
            return
        if self._verifies is None:
            self._unchecked += 1
            self._say(number, record, "not_checked", "signature not checked: the library that checks is not installed")
            return
        if not self._holds(record, key, signature):
            self._say(number, record, "signature_invalid", "signature does not verify")
            return
        self._signed += 1
        if self._trusted is None:
            return
        if key.lower() in self._trusted:
            self._believed += 1
        else:
            told = f"the key {key[:16]}… that signed it is none of the trusted ones"
            self._say(number, record, "signer_not_trusted", told)

    def _holds(self, record: Record, key: str, signature: str) -> bool:
        algorithm = record.signature_algorithm or ALGORITHMS[0]
        try:
            octets = bytes.fromhex(signature)
            bytes.fromhex(key)
        except ValueError:
            return False
        check = self._verifies
        return (
            check is not None and algorithm in ALGORITHMS and check(algorithm, key, record.record_hash.encode(), octets)
        )


def kind_of(content: Mapping[str, Any]) -> str | None:
    """Return `answer` or `run` by the schema of a record's content; None of any other."""
    schema = content.get("schema")
    return _KINDS.get(schema) if isinstance(schema, str) else None


def record_of(line: str | bytes) -> Record:
    """Return the record that a line says, its hashes not checked.

    Raises:
        Malformed: `not_json`, `not_an_object`, or `malformed`: a member is missing, unknown or of a wrong kind.
    """
    try:
        value: Any = canon.decode(line.strip(), floats=True, limit=MAX_LINE)
    except NotCanonical as error:
        raise Malformed(f"no JSON: {error}", code="not_json") from None
    if not isinstance(value, dict):
        raise Malformed("a record is a JSON object", code="not_an_object")
    if not isinstance(value.get("content"), dict):
        raise Malformed("a record has an object as its content")
    return fitted(value, Record, error=Malformed, code="malformed")


def _short(digest: str) -> str:
    return f"{digest[:19]}…" if len(digest) > 19 else digest
