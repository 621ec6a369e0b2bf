"""What is said of a run whose form, bonds or verdicts are wrong, beyond the receipts that are kept as files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.account import contract as account
from gnut.account import records
from gnut.ledger import contract as ledger
from gnut.replay import verified
from gnut.verify_receipt.contract import CODES, Bundle
from gnut.verify_receipt.core import verify_receipt
from gnut.verify_receipt.core.form import SCHEMAS, form
from gnut.verify_receipt.core.meaning import ACCOUNT, CLAIM, EVIDENCE, LEDGER, MANIFEST, ROW
from tests.receipts import good
from tests.receipts.copies import Copy

HOSTILE = [
    *(b"", b"\xff", b"\xef\xbb\xbf{}", b"[]", b"null", b'"x"', b"0", b"{", b"{}{}", b"NaN", b"-0", b"1e5"),
    *(b"[" * 100_000, b'{"a":' * 100_000, b'{"a":1,"a":2}', b'"\\ud800"', b"9007199254740992", b'{"schema":{}}'),
    *(b'{"schema":null}', b'{"schema":"groundnut-canonical-execution/v1"}', b'{"\\u00e9":1}'),
]


def leaves(node: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the pointer and value of everything in an execution that is no container."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, dict | list):
            yield from leaves(value, f"{pointer}/{key}")
        else:
            yield f"{pointer}/{key}", value


def shapes() -> dict[str, tuple[str, Any]]:
    """Return one leaf for each place that an execution has, items of lists counted as one."""
    found: dict[str, tuple[str, Any]] = {}
    for pointer, value in leaves(Copy().tree):
        found[re.sub(r"/\d+", "/*", pointer)] = (pointer, value)
    return found


SHAPES = shapes()
FREE = re.compile(
    r"(/run/evidence|/run|/ledger|/manifest)?/sha256|/manifest/engine/(package|version|revision|source_sha256)"
    r"|/manifest/domain/(key|version)"
)
"""Made anew when hashes are; or what only a signature could vouch for."""


def otherwise(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case None:
            return "x"
    if re.fullmatch(r"(b3:)?[0-9a-f]{64}", value):
        return value[:-4] + ("0f0f" if value[-4:] != "0f0f" else "f0f0")
    return f"{value}x"


@pytest.mark.parametrize("body", HOSTILE)
def test_rubbish_is_refused_by_its_form(body: bytes) -> None:
    execution, refused = form(body)
    assert execution is None
    assert len(refused) == 1
    assert refused[0].code in ("not_strict_json", "wrong_type", "not_canonical", "unknown_schema", "missing_field")


@pytest.mark.parametrize("shape", sorted(shape for shape in SHAPES if not FREE.fullmatch(shape)))
def test_no_value_of_a_run_can_be_another_one(shape: str) -> None:
    pointer, value = SHAPES[shape]
    one = Copy()
    one.put(pointer, otherwise(value))
    one.seal()
    refused = verified(one.bundle(), frozen=good.FROZEN)
    assert refused != ()
    assert {each.code for each in refused} <= set(CODES) - {"difference"}


HOSTILE_VALUES: tuple[Any, ...] = ("", "\0", "../../etc/passwd", "\u202e", -1, 2**53 - 1, [], {}, None, True)
PLACES = [
    *(
        "/run/report/path",
        "/run/terms/profile/evidence_prefix",
        "/run/terms/standing/blocks/0",
        "/run/arena_emission",
    ),
    *(
        "/run/terms/declarations/0/0",
        "/run/acquisitions/0/result/uri",
        "/run/arena_emission/profile/patterns/absence/0",
    ),
    *("/run/terms/profile/structured_fields/0/1", "/run/terms/support/min_confidence", "/run/companions/0/path"),
    *("/run/evidence/accounts/0/verification/parts/0/0", "/run/terms/profile/class_markers/0/1"),
]
AS_IT_IS = ("/run/terms/support/min_confidence", None)
"""The one pair that changes nothing: the good twin holds just that."""


@pytest.mark.parametrize(
    ("pointer", "value"), [(at, each) for at in PLACES for each in HOSTILE_VALUES if (at, each) != AS_IT_IS]
)
def test_hostile_values_are_refused_and_crash_nothing(pointer: str, value: Any) -> None:
    one = Copy()
    one.put(pointer, value)
    one.seal()
    refused = verified(one.bundle(), frozen=good.FROZEN)
    assert refused != ()
    assert all(each.code in CODES for each in refused)


def test_a_later_stage_is_not_asked_when_an_earlier_one_refuses() -> None:
    def never(_: account.Execution) -> account.Execution:
        raise AssertionError

    one = Copy()
    one.put("/ledger/run_sha256", "0f" * 32)
    one.seal()
    assert [each.code for each in verify_receipt(one.bundle(), never)] == ["mixed_run"]


def test_every_binding_that_fails_is_said() -> None:
    one = Copy()
    one.put("/ledger/run_sha256", "0f" * 32)
    one.put("/ledger/profile_sha256", "0f" * 32)
    one.report += b"\n"
    one.seal()
    assert [each.code for each in verified(one.bundle())] == ["other_report", "mixed_profile", "mixed_run"]


def test_every_field_of_a_run_that_a_replay_can_miss_has_its_own_code() -> None:
    tables = (
        (CLAIM, records.Claim, ("claim_id",)),
        (ACCOUNT, records.Account, ("schema", "claim_id")),
        (EVIDENCE, records.EvidenceReport, ("schema", "accounts", "sha256")),
        (ROW, ledger.Row, ("id",)),
        (LEDGER, ledger.Ledger, ("rows",)),
        (MANIFEST, account.Manifest, ("schema", "engine", "domain", "sha256")),
    )
    for table, struct, apart in tables:
        named = {steps.partition("/")[0] for steps in table}
        assert set(struct.__struct_fields__) - named == set(apart), struct.__name__
        assert set(table.values()) <= set(CODES)


def test_every_schema_that_a_run_carries_is_looked_at() -> None:
    places = {
        re.sub(r"/\d+(?=/|$)", "/*", pointer.removesuffix("/schema")).strip("/")
        for pointer, _ in leaves(Copy().tree)
        if pointer.endswith("/schema") and not pointer.startswith(("/run/arena_emission", "/manifest/artifacts"))
    }
    known = {steps: re.compile(steps.replace("*", "[^/]+") + r"\Z") for steps, _ in SCHEMAS}
    assert [place for place in places if not any(one.match(place) for one in known.values())] == []


def test_a_run_of_another_kind_of_object_is_no_run() -> None:
    manifest = json.loads(good.bundle().execution)["manifest"]
    body = json.dumps(manifest, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    assert [each.code for each in verified(replace(good.bundle(), execution=body))] == ["unknown_schema"]


def test_a_bundle_without_anything_is_refused() -> None:
    codes = {each.code for each in verified(Bundle(good.bundle().execution, b"", {}, {}, {}, {}))}
    assert codes == {"other_report", "companion_missing", "snapshot_missing"}
