from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.edge.models import detect_for
from gnut.edge.policies import SUPPORT_KEYS, support_policy
from gnut.errors import BadConfig, GnutError, NotCanonical
from gnut.support.core import ABSTAINING, EXACT, parse_policy, ref
from gnut.support.core.policies import NO_CONFIGURATION
from gnut_store import canon

GOOD: dict[str, Any] = {
    "schema": "groundnut-support-policy/v1",
    "key": "mine",
    "version": "3",
    "frozen_at": "2026-05-01",
    "detector": {
        "adapter": "nli_cross_encoder",
        "model": "maker/model",
        "revision": "0" * 40,
        "package": "sentence-transformers",
        "package_version": "5.4.0",
        "configuration_sha256": "a" * 64,
    },
    "min_confidence": "0.75",
}


def changed(*path: str, to: object) -> bytes:
    made = json.loads(json.dumps(GOOD))
    at = made
    for name in path[:-1]:
        at = at[name]
    if to is KeyError:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return json.dumps(made).encode()


def refusal(read: Callable[[], object]) -> GnutError:
    with pytest.raises(GnutError) as refused:
        read()
    return refused.value


def test_a_policy_is_read_as_written() -> None:
    policy = parse_policy(json.dumps(GOOD).encode())
    assert canon.encode(policy) == canon.encode(GOOD)


def test_a_configuration_left_out_is_the_empty_one() -> None:
    policy = parse_policy(changed("detector", "configuration_sha256", to=KeyError))
    assert policy.detector.configuration_sha256 == NO_CONFIGURATION == canon.sha256(canon.encode({}))


@pytest.mark.parametrize(
    ("path", "to", "code"),
    [
        (("schema",), "groundnut-support-policy/v2", "policy_schema_unsupported"),
        (("schema",), KeyError, "policy_schema_unsupported"),
        (("schema",), 1, "policy_schema_unsupported"),
        (("key",), KeyError, "policy_incomplete"),
        (("key",), " ", "policy_incomplete"),
        (("key",), None, "policy_incomplete"),
        (("version",), "", "policy_incomplete"),
        (("version",), 1, "wrong_type"),
        (("frozen_at",), "\u00a0", "policy_incomplete"),
        (("detector",), KeyError, "policy_incomplete"),
        (("detector",), "exact", "wrong_type"),
        (("detector",), None, "wrong_type"),
        (("detector", "adapter"), KeyError, "policy_incomplete"),
        (("detector", "model"), "\t", "policy_incomplete"),
        (("detector", "package"), "", "policy_incomplete"),
        (("detector", "package_version"), KeyError, "policy_incomplete"),
        (("detector", "package_version"), ["1"], "wrong_type"),
        (("detector", "revision"), KeyError, "policy_incomplete"),
        (("detector", "revision"), "main", "moving_revision"),
        (("detector", "revision"), "MASTER", "moving_revision"),
        (("detector", "revision"), " Latest ", "moving_revision"),
        (("detector", "revision"), "HEAD", "moving_revision"),
        (("detector", "configuration_sha256"), "A" * 64, "policy_hash_invalid"),
        (("detector", "configuration_sha256"), "a" * 63, "policy_hash_invalid"),
        (("detector", "configuration_sha256"), "a" * 64 + "\n", "policy_hash_invalid"),
        (("detector", "configuration_sha256"), None, "policy_hash_invalid"),
        (("detector", "threshold"), "0.5", "unknown_field"),
        (("min_confidence",), "1.000001", "policy_confidence_invalid"),
        (("min_confidence",), "-0.1", "policy_confidence_invalid"),
        (("min_confidence",), "nan", "policy_confidence_invalid"),
        (("min_confidence",), "1e-1", "policy_confidence_invalid"),
        (("min_confidence",), ".5", "policy_confidence_invalid"),
        (("min_confidence",), "٠.٥", "policy_confidence_invalid"),
        (("min_confidence",), 1, "policy_confidence_invalid"),
        (("min_confidence",), True, "policy_confidence_invalid"),
        (("minimum_confidence",), "0.5", "unknown_field"),
    ],
)
def test_a_policy_that_breaks_its_contract_is_refused(path: tuple[str, ...], to: object, code: str) -> None:
    error = refusal(lambda: parse_policy(changed(*path, to=to)))
    assert (type(error), error.code, error.exit_code) == (BadConfig, code, 2)
    assert str(error).startswith("/" + "/".join(path)) or path == ("detector",)


@pytest.mark.parametrize(
    "body",
    [
        changed("min_confidence", to=0.5),
        b'{"schema": "a", "schema": "b"}',
        changed("min_confidence", to=float("nan")),
        b"{",
        b"",
        b"[" * 100_000,
    ],
    ids=["a float", "a duplicate key", "NaN", "cut off", "nothing", "nested"],
)
def test_a_policy_that_is_not_strict_json_is_refused(body: bytes) -> None:
    assert isinstance(refusal(lambda: parse_policy(body)), NotCanonical)


@pytest.mark.parametrize("body", [b"[]", b'"exact"', b"null"])
def test_a_policy_that_is_no_object_is_refused(body: bytes) -> None:
    assert refusal(lambda: parse_policy(body)).code == "wrong_type"


def test_every_member_is_bound_by_the_hash() -> None:
    plain = ref(parse_policy(json.dumps(GOOD).encode()))
    paths = [(name,) for name in ("key", "version", "frozen_at")] + [("detector", name) for name in GOOD["detector"]]
    hashes = {ref(parse_policy(changed(*path, to="b" * 64))).sha256 for path in paths}
    hashes |= {ref(parse_policy(changed("min_confidence", to=None))).sha256, plain.sha256}
    assert len(hashes) == len(paths) + 2


# Shipped ones


def test_the_shipped_policies_are_none_and_exact() -> None:
    found = {key: support_policy(key) for key in SUPPORT_KEYS}
    assert {key: policy.detector for key, policy in found.items()} == {"none": ABSTAINING, "exact": EXACT}
    assert [policy.key for policy in found.values()] == list(SUPPORT_KEYS)


def test_a_shipped_policy_is_frozen() -> None:
    assert {key: ref(support_policy(key)).sha256 for key in SUPPORT_KEYS} == {
        "none": "8ea2208296eb08d7363aa7e0be7ca09483f7630fa2d4ed50d4bd63d870e771b2",
        "exact": "95219897da5c82f4c1ca7976d4c2a3ef85d4fb6096879fdf2b3bd59c5661397e",
    }


def test_a_policy_in_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_bytes(json.dumps(GOOD).encode())
    assert support_policy("mine.json", folder=tmp_path).key == "mine"
    assert support_policy(str(tmp_path / "mine.json")).key == "mine"


def test_a_file_with_the_name_of_a_shipped_policy_does_not_stand_in_for_it(tmp_path: Path) -> None:
    (tmp_path / "exact").write_bytes(json.dumps(GOOD).encode())
    assert support_policy("exact", folder=tmp_path).key == "exact"
    assert support_policy("./exact", folder=tmp_path).key == "mine"


@pytest.mark.parametrize("name", ["exakt", "", ".", "policies/none.json"])
def test_what_is_neither_a_policy_nor_a_file_is_refused(tmp_path: Path, name: str) -> None:
    assert refusal(lambda: support_policy(name, folder=tmp_path)).code == "unknown_policy"


def test_a_policy_file_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "big.json").write_bytes(b" " * (1 << 20) + json.dumps(GOOD).encode())
    assert refusal(lambda: support_policy("big.json", folder=tmp_path)).code == "policy_too_large"


def test_a_refusal_names_the_file_and_the_place_in_it(tmp_path: Path) -> None:
    for name, body in (("a.json", changed("detector", "revision", to="main")), ("b.json", changed("key", to=0.5))):
        (tmp_path / name).write_bytes(body)
    assert str(refusal(lambda: support_policy("a.json", folder=tmp_path))).startswith("a.json: /detector/revision: ")
    error = refusal(lambda: support_policy("b.json", folder=tmp_path))
    assert str(error).startswith("b.json: /key: ")
    assert isinstance(error, NotCanonical)
    assert error.pointer == "/key"


# What a canonical run may ask


@pytest.mark.parametrize("key", SUPPORT_KEYS)
def test_canonical_runs_admit_the_shipped_detectors(key: str) -> None:
    assert detect_for(support_policy(key)) is not None


def test_canonical_runs_admit_no_model() -> None:
    policy = parse_policy(json.dumps(GOOD).encode())
    assert refusal(lambda: detect_for(policy)).code == "detector_not_admitted"


@pytest.mark.parametrize("member", ["model", "revision", "package", "package_version", "configuration_sha256"])
def test_another_identity_under_a_built_in_name_is_refused(member: str) -> None:
    body = changed("detector", to=json.loads(canon.encode(EXACT)) | {member: "b" * 64})
    assert refusal(lambda: detect_for(parse_policy(body))).code == "detector_identity_mismatch"


def test_a_baseline_under_a_users_own_threshold_is_admitted() -> None:
    body = changed("detector", to=json.loads(canon.encode(EXACT)))
    assert detect_for(parse_policy(body)) is not None
