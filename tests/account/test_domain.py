from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import gnut
from gnut.account.contract import DOMAIN_STATES
from gnut.account.core import domain_of, parse_domain
from gnut.edge.policies import domain
from gnut.errors import BadConfig, BadReceipt, NotCanonical

SHIPPED = Path(str(gnut.__file__)).parent / "policies" / "domain-general.json"
CATEGORY = {"key": "fig", "name": "Figure", "severity": 3, "description": "A number."}
TYPE = {"key": "web", "name": "Page", "description": "A web page."}
PACK = {
    "schema": "groundnut-domain/v1",
    "key": "demo_1",
    "version": "1",
    "name": "Demo",
    "document_noun": "source",
    "extract_context": "Sources.",
    "classify_context": "Pages.",
    "categories": [CATEGORY],
    "document_types": [TYPE],
    "evidence": {"status": "experimental", "dataset": None, "disclosure": "Nothing was measured."},
}


def parsed(**changed: Any) -> Any:
    return parse_domain(json.dumps(PACK | changed).encode())


def code_of(**changed: Any) -> tuple[str, str]:
    with pytest.raises(BadReceipt) as refused:
        parsed(**changed)
    return refused.value.code, refused.value.pointer


def test_the_shipped_pack_is_sound_and_has_a_name() -> None:
    assert domain() == domain_of(parse_domain(SHIPPED.read_bytes()))
    assert domain().key == "general"


def test_a_pack_in_a_file_is_read_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "demo.json").write_text(json.dumps(PACK), encoding="utf-8")
    assert domain("demo.json", folder=tmp_path).key == "demo_1"


def test_a_pack_that_is_nowhere_is_never_another_one() -> None:
    with pytest.raises(BadConfig) as refused:
        domain("harbours")
    assert refused.value.code == "unknown_policy"
    assert "general" in (refused.value.help or "")


def test_a_changed_quality_claim_moves_the_manifest_hash_alone() -> None:
    one, other = domain_of(parsed()), domain_of(parsed(evidence=PACK["evidence"] | {"disclosure": "Measured once."}))
    assert one.playbook_sha256 == other.playbook_sha256
    assert one.manifest_sha256 != other.manifest_sha256


@pytest.mark.parametrize("name", ["key", "version", "name", "document_noun", "extract_context", "classify_context"])
def test_a_changed_playbook_moves_both_hashes(name: str) -> None:
    one, other = domain_of(parsed()), domain_of(parsed(**{name: "other"}))
    assert one.playbook_sha256 != other.playbook_sha256
    assert one.manifest_sha256 != other.manifest_sha256


def test_the_order_of_members_changes_no_hash() -> None:
    rest = list(PACK.items())[4:]
    orders = ([*rest, *first] for first in permutations(list(PACK.items())[:4]))
    packs = {domain_of(parse_domain(json.dumps(dict(order)).encode())) for order in orders}
    assert len(packs) == 1


@pytest.mark.parametrize("key", ["", "A", "1a", "a-b", "ä", "a b", "_a", "a\n"])
def test_a_key_has_one_spelling(key: str) -> None:
    assert code_of(key=key) == ("invalid_domain", "/key")


@pytest.mark.parametrize("name", ["version", "name", "document_noun", "extract_context", "classify_context"])
def test_a_blank_text_is_refused(name: str) -> None:
    assert code_of(**{name: " "}) == ("identity_missing", f"/{name}")


@pytest.mark.parametrize("severity", [0, 6, -1])
def test_a_severity_is_one_to_five(severity: int) -> None:
    assert code_of(categories=[CATEGORY | {"severity": severity}]) == ("invalid_domain", "/categories/0/severity")


@pytest.mark.parametrize("severity", [True, "3", 3.0])
def test_a_severity_is_a_whole_number(severity: Any) -> None:
    with pytest.raises((BadReceipt, NotCanonical)) as refused:
        parsed(categories=[CATEGORY | {"severity": severity}])
    assert refused.value.pointer == "/categories/0/severity"


def test_a_pack_has_a_category_and_no_two_of_one_key_or_name() -> None:
    assert code_of(categories=[]) == ("invalid_domain", "/categories")
    same_key, same_name = CATEGORY | {"name": "Other"}, CATEGORY | {"key": "other"}
    assert code_of(categories=[CATEGORY, same_key]) == ("invalid_domain", "/categories/1/key")
    assert code_of(categories=[CATEGORY, same_name]) == ("invalid_domain", "/categories/1/name")


def test_no_two_kinds_of_document_have_one_key() -> None:
    assert code_of(document_types=[TYPE, TYPE]) == ("invalid_domain", "/document_types/1/key")
    assert parsed(document_types=[]).document_types == ()


@pytest.mark.parametrize("status", DOMAIN_STATES)
def test_only_an_experimental_pack_may_lack_a_labelled_set(status: str) -> None:
    evidence = {"status": status, "dataset": None, "disclosure": "d"}
    if status == "experimental":
        assert parsed(evidence=evidence).evidence.dataset is None
    else:
        assert code_of(evidence=evidence) == ("invalid_domain", "/evidence/dataset")
        assert parsed(evidence=evidence | {"dataset": "set/v1"}).evidence.status == status


def test_an_unknown_state_is_refused() -> None:
    assert code_of(evidence=PACK["evidence"] | {"status": "good"}) == ("invalid_domain", "/evidence/status")


def test_a_disclosure_is_required() -> None:
    assert code_of(evidence=PACK["evidence"] | {"disclosure": ""}) == ("identity_missing", "/evidence/disclosure")


def test_an_unknown_member_or_version_is_refused() -> None:
    assert code_of(extra=1) == ("unknown_field", "/extra")
    assert code_of(schema="groundnut-domain/v2") == ("unknown_schema", "/schema")
    assert code_of(evidence=PACK["evidence"] | {"score": "1"}) == ("unknown_field", "/evidence/score")
