"""A statement about a run, a signature over its bytes, and what a verifier says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from gnut.sign.records import PublicKey, Signers
from gnut_store.oid import Oid

TYPE = "https://in-toto.io/Statement/v1"
"""`_type` of an in-toto Statement; the standard's name, nothing is fetched from there."""

URN = "urn:uuid:98d78343-c9a7-4401-8b74-36ae0700f9a9"
"""What gnut calls its own things where a standard asks for a URI: it owns no domain (ADR 0032)."""

PREDICATE = f"{URN}#gnut-verdict/v1"
VERIFIER = f"{URN}#gnut"
STATEMENT = "gnut-statement/v1"
"""Name of the published schema of a `Statement`, which carries `TYPE` and `PREDICATE` instead of a schema string."""

SIGNATURE = "gnut-signature/v1"
SIGNATURES = "gnut-signatures/v1"
NAMESPACE = "receipt@gnut"
"""Namespace inside an SSHSIG: no signature for a commit (`git`) or a file passes for one of a receipt."""

PAYLOAD_TYPE = "application/vnd.in-toto+json"
REF = "sig"
"""Ref of a run's signatures: `sig/` and the first 40 digits of the run's id."""

FORMATS = ("sshsig", "dsse")
OUTCOMES = ("good", "bad", "revoked", "expired", "not_yet_valid", "unknown_signer", "unsupported", "unsigned")
"""Closed list: what is said of a signature, and, in this order behind `bad` and `good`, of a run with several."""

REASONS = {
    "long": "the signature is longer than any that is read",
    "armor": "the text is no armored SSH signature, from its first line to its last",
    "base64": "the armored text is not base64 throughout",
    "magic": "the blob does not begin with SSHSIG",
    "version": "the blob is of another version than 1",
    "cut": "a field of the blob ends behind the blob",
    "trailing": "something follows the signature",
    "namespace": "the signature was made for another purpose",
    "reserved": "the reserved field is not empty",
    "hash": "the message was hashed by something else than sha256 or sha512",
    "key": "the public key is not one of its kind",
    "algorithm": "the signature is of another algorithm than its key",
    "value": "the signature's numbers are written in another way than the one there is",
    "presence": "the security key was not touched",
    "mismatch": "the key did not sign these bytes",
    "envelope": "the text is no DSSE envelope with one signature",
    "payload_type": "the envelope holds something else than an in-toto statement",
    "payload": "the envelope holds another statement than the one beside it",
    "keyid": "the envelope names another key than the signature beside it",
    "statement": "what was signed is no statement of this kind",
    "run": "the statement is about another run, or says something else of it",
    "report": "the report at hand is not the one that was checked",
    "report_differs": "the report as it stands is not the one that was checked, or a bibliography beside it is not",
    "commit_differs": "the commit that the statement names does not hold the report that was checked",
    "certificate": "certificates are not supported",
    "key_kind": "keys of this kind are not supported",
    "key_size": "an RSA key has 2,048 to 16,384 bits",
    "revoked": "the key is in the list of revoked keys",
    "expired": "the list of signers says that the key was valid before that",
    "not_yet_valid": "the list of signers says that the key is valid from later on",
    "future": "the statement says that it was signed later than now",
    "no_list": "nobody says whose key it is: there is no list of signers",
    "unlisted": "no line of the list of signers has this key",
    "principal": "the list of signers has the key under another name",
    "purpose": "the list of signers has the key for other purposes",
    "authority": "the list of signers has the key only to certify others, which is not supported",
}
"""Closed list: why an outcome is not `good`, and what that means."""

COMMITS = {
    "holds": "it holds the report that was checked",
    "differs": "it does not hold the report that was checked",
    "unchecked": "not checked: it is in no repository here",
}
"""Closed list: what git says of the commit that a statement names, and what that means."""

STANDINGS = {
    "same": "what stands under the report's name, or in the folder, is what was checked",
    "earlier": "the same, and the report's newest run is of other bytes: the newest run of these bytes is judged",
    "differs": "the report, or a bibliography beside it, is not the one that was checked",
    "gone": "the report is not here: the run is judged alone",
    "unnamed": "a run was named, not a report: it is judged alone",
}
"""Closed list: how the report as it stands compares with the run, and what that means."""


class Subject(Struct, frozen=True, forbid_unknown_fields=True):
    """An artifact that a statement is about, by its digest."""

    name: str
    """Path of the report, id of the run, or `git:` and the commit."""

    digest: Mapping[str, str]
    """`sha256` of the bytes, or `gitCommit`."""


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A frozen policy, by its key and hash."""

    key: str
    sha256: str


class Maker(Struct, frozen=True, forbid_unknown_fields=True):
    """Which gnut made the run."""

    version: str
    revision: str
    source_sha256: str
    dirty: bool
    """Whether its sources were other than those of the revision, or nobody could tell."""


class Verifier(Struct, frozen=True, forbid_unknown_fields=True):
    """What kind of verifier came to the outcome."""

    id: str
    """`VERIFIER`."""


class Buckets(Struct, frozen=True, forbid_unknown_fields=True):
    """Rows of the ledger by bucket."""

    excerpt_found: int
    citation_unconfirmed: int
    own_reasoning: int


class Predicate(Struct, frozen=True, forbid_unknown_fields=True):
    """What a run came to, in ids, counts and closed words: no text of a report or a source."""

    verifier: Verifier
    engine: Maker
    outcome: str
    """Value of `gnut.ledger.contract.Outcome`."""

    policy: Named
    buckets: Buckets
    run: Oid
    """The stored execution."""

    run_sha256: str
    ledger_sha256: str
    manifest_sha256: str
    execution_sha256: str
    """The four hashes that the parts carry in themselves."""

    signed_at: str | None
    """When, RFC 3339 in UTC, as the signer says: nobody else vouches for it."""


class Statement(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"type_": "_type", "predicate_type": "predicateType"},
):
    """An in-toto Statement (v1) about a run: the report, the run and, if named, a commit."""

    type_: str
    subject: tuple[Subject, ...]
    predicate_type: str
    predicate: Predicate


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """A signature over the bytes of a stored statement (`gnut-signature/v1`)."""

    schema: str
    statement: Oid
    format: str
    """One of `FORMATS`."""

    key: str
    """Fingerprint of the key, `SHA256:` and 43 characters, as ssh-keygen prints it."""

    signature: str
    """The armored text, or the envelope as JSON."""


class Trust(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a verifier believes, and for what moment."""

    signers: Signers | None
    """None when there is no list."""

    revoked: tuple[PublicKey, ...]
    principal: str | None
    """Whose signature is wanted; None for anybody's on the list."""

    at: int | None
    """Seconds since 1970 for which validity is judged; None for the time in the statement."""

    now: int


class Judged(Struct, frozen=True, forbid_unknown_fields=True):
    """What a verifier says of one signature."""

    signature: Oid
    statement: Oid
    format: str
    key: str
    outcome: str
    """One of `OUTCOMES`, never `unsigned`."""

    reason: str | None
    """One of `REASONS`; None when good."""

    pointer: str | None
    """JSON pointer to the field of the statement that is of another run; None otherwise."""

    principals: str | None
    """As the list of signers names whoever has the key (untrusted); None where it has no such key."""

    line: int | None
    """Of the list of signers."""

    at: str | None
    """The moment for which validity was judged; None where it did not come to that."""

    at_from: str | None
    """`argument | statement | clock`."""

    bound: str | None = None
    """From when or until when the key is valid, where that is in the way."""

    commit: str | None = None
    """The commit that the statement names, once the signature over it was found to hold; None for none."""

    commit_state: str | None = None
    """One of `COMMITS`; None without a commit."""

    counts: bool = True
    """False when one signer is asked for and the key is not on a line of theirs: then it makes nothing bad."""


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """What the run came to, which a good signature vouches for."""

    outcome: str
    """Value of `gnut.ledger.contract.Outcome`: `failed` is signed as well as `clear`."""

    policy: Named
    buckets: Buckets


class AtHand(Struct, frozen=True, forbid_unknown_fields=True):
    """The report that the run is about, and how it stands."""

    path: str
    sha256: str
    """Of the bytes that were checked."""

    standing: str
    """One of `STANDINGS`."""


class Verdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What `gnut sign --verify --output-format json` writes (`gnut-signatures/v1`)."""

    schema: str
    run: Oid
    outcome: str
    result: Result
    report: AtHand
    allowed_signers: str | None
    revocation: str | None
    """Which lists were read, as a person would name them."""

    signatures: tuple[Judged, ...]


Holds = Callable[[PublicKey, str, bytes, bytes], bool]
"""(key, algorithm, signature as the algorithm writes it, signed bytes) → whether the one is over the other."""

Make = Callable[[bytes], str]
"""Returns the armored signature, or the envelope, over the bytes of a statement."""
