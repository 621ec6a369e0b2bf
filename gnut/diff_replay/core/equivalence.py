"""Hold a live run against two replays of it."""

from __future__ import annotations

from gnut.account.contract import EXECUTION, LEDGER, MANIFEST, RUN, Execution
from gnut.account.records import Acquisition
from gnut.acquire.contract import Mode
from gnut.diff_replay.contract import EQUIVALENCE, EXCLUSIONS, PROJECTION, Equivalence
from gnut.diff_replay.core.differences import differences
from gnut.diff_replay.core.projection import projection, projection_sha256
from gnut.errors import BadReceipt
from gnut.model import sealed, self_hash
from gnut.text.fitted import fitted
from gnut_store import canon


def diff_replay(live: Execution, replay: Execution, *, first: bytes, second: bytes) -> Equivalence:
    """Return whether a live run and two replays of its snapshots gave the same evidence.

    Args:
        live: The run as it was made, in whatever mode.
        replay: The first replay.
        first: The bytes that `replay` stands in, as written.
        second: Those of the second replay; that it is another one is a result, not an error.

    Raises:
        BadReceipt: An execution has another schema (`unknown_schema`) or was edited (`self_hash_mismatch`);
            the replay may have fetched (`not_replay_only`), or lacks a source's snapshot (`snapshot_missing`) or
            refused it (`snapshot_invalid`).
    """
    sound(live, "live")
    sound(replay, "replay")
    for index, acquisition in enumerate(replay.run.acquisitions):
        _replayed(acquisition, f"/run/acquisitions/{index}")
    ours, theirs = projection(live), projection(replay)
    left, right = projection_sha256(ours), projection_sha256(theirs)
    parted = () if left == right else differences(ours, theirs)
    return sealed(
        Equivalence(
            schema=EQUIVALENCE,
            equivalent=not parted and first == second,
            projection_schema=PROJECTION,
            live_projection_sha256=left,
            replay_projection_sha256=right,
            second_replay_identical=first == second,
            first_replay_sha256=canon.sha256(first),
            second_replay_sha256=canon.sha256(second),
            sources=len(replay.run.acquisitions),
            exclusions=EXCLUSIONS,
            differences=parted,
            sha256="",
        )
    )


def sound(execution: Execution, side: str) -> None:
    """Refuse an execution of another schema, or one whose own hashes do not hold.

    Raises:
        BadReceipt: `unknown_schema` or `self_hash_mismatch`, with the pointer of the part.
    """
    parts = (
        ("/run", execution.run, RUN),
        ("/ledger", execution.ledger, LEDGER),
        ("/manifest", execution.manifest, MANIFEST),
        ("", execution, EXECUTION),
    )
    for pointer, part, schema in parts:
        if part.schema != schema:
            raise BadReceipt(
                f"{side}: another schema than {schema}", code="unknown_schema", pointer=f"{pointer}/schema"
            )
        if part.sha256 != self_hash(part):
            raise BadReceipt(
                f"{side}: not the hash of this part", code="self_hash_mismatch", pointer=f"{pointer}/sha256"
            )


def _replayed(one: Acquisition, pointer: str) -> None:
    """Refuse what is no replay of a source from its snapshot; a recorded failure is one."""
    if one.mode != Mode.REPLAY_ONLY.value:
        raise BadReceipt("a replay takes nothing but snapshots", code="not_replay_only", pointer=f"{pointer}/mode")
    if one.live_attempted:
        raise BadReceipt("a replay fetches nothing", code="not_replay_only", pointer=f"{pointer}/live_attempted")
    if one.result.failure == "snapshot_invalid":
        raise BadReceipt("the snapshot may not be used", code="snapshot_invalid", pointer=f"{pointer}/result/failure")
    if one.result.failure == "not_acquired" or (one.result.ok and one.snapshot is None):
        raise BadReceipt("no snapshot of this source was kept", code="snapshot_missing", pointer=f"{pointer}/snapshot")


def parse_equivalence(body: bytes) -> Equivalence:
    """Return the equivalence that `body` states.

    Raises:
        NotCanonical: `body` is not one strict JSON value.
        BadReceipt: Another schema (`unknown_schema`), an unknown or missing member (as `fitted` says), another list
            of exclusions (`other_exclusions`), an edited receipt (`self_hash_mismatch`), or a verdict that its own
            differences contradict (`equivalence_mismatch`).
    """
    value = canon.decode(body)
    schema = value.get("schema") if isinstance(value, dict) else None
    if schema != EQUIVALENCE:
        raise BadReceipt(f"another schema than {EQUIVALENCE}", code="unknown_schema", pointer="/schema")
    stated = fitted(value, Equivalence)
    if stated.exclusions != EXCLUSIONS:
        raise BadReceipt("other parts are left out than may be", code="other_exclusions", pointer="/exclusions")
    if stated.sha256 != self_hash(stated):
        raise BadReceipt("not the hash of this receipt", code="self_hash_mismatch", pointer="/sha256")
    _agrees(stated)
    return stated


def _agrees(stated: Equivalence) -> None:
    """Refuse a receipt whose members contradict each other."""
    same_bytes = stated.first_replay_sha256 == stated.second_replay_sha256
    same = stated.live_projection_sha256 == stated.replay_projection_sha256
    facts = (
        (stated.projection_schema == PROJECTION, "/projection_schema"),
        (stated.second_replay_identical is same_bytes, "/second_replay_identical"),
        (same is not bool(stated.differences), "/differences"),
        (all(each.left_sha256 != each.right_sha256 for each in stated.differences), "/differences"),
        (stated.equivalent is (not stated.differences and stated.second_replay_identical), "/equivalent"),
        (stated.sources >= 0, "/sources"),
    )
    for holds, pointer in facts:
        if not holds:
            raise BadReceipt("the rest of the receipt says otherwise", code="equivalence_mismatch", pointer=pointer)
