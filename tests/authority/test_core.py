from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.authority.contract import BASES, KINDS, Authority, Declaration
from gnut.authority.core import authority, declarations_of, parse_declarations, parse_policy, policy_of, ref
from gnut.edge.models import detect_for
from gnut.edge.policies import authority_policy, support_policy
from gnut.errors import GnutError, NotCanonical
from gnut.ingest.contract import ANALYST, PROVENANCE, Unit
from gnut.model import Uri
from gnut.support.core import support
from gnut.text.uris import source_id
from gnut_store import canon
from tests.claims import A, B, cited, read, source, unit

TEXT = "The yard was sold in 2020."
EXACT = support_policy("exact")
DEFAULT = authority_policy("default")
WORD: dict[str, Any] = {
    "kind": "independent_primary",
    "basis": "source_metadata",
    "assigned_by": "desk",
    "note": "land registry extract",
    "source_uri": A,
}
POLICY: dict[str, Any] = {
    "schema": "groundnut-authority-policy/v1",
    "key": "house",
    "version": "1",
    "frozen_at": "2026-05-01",
    "kinds": sorted(KINDS),
}


def refusal(read: Callable[[], object]) -> GnutError:
    with pytest.raises(GnutError) as refused:
        read()
    return refused.value


def told(*units: Unit, **declared: Any) -> tuple[Authority, ...]:
    """Return the authority of claims over one source, with declarations by claim id."""
    extraction, evidence = read(*units, sources=(source(TEXT),))
    assessed = support(extraction, evidence, EXACT, detect_for(EXACT))
    return authority(extraction, evidence, assessed, DEFAULT, declarations_of(declared, "report.md"))


def test_without_a_declaration_nothing_is_known() -> None:
    (only,) = told(unit(TEXT, cited()))
    assert (only.kind, only.basis, only.assigned_by, only.declaration_sha256) == (
        "unknown_authority",
        "unassigned",
        None,
        None,
    )


@pytest.mark.parametrize("provenance", PROVENANCE)
def test_a_declared_class_assigns_what_it_says_of_itself_and_no_more(provenance: str) -> None:
    (only,) = told(unit(TEXT, cited(), provenance=provenance))
    expected = {"company_assertion": "subject_provided"} | dict.fromkeys(ANALYST, "analyst_derived")
    assert only.kind == expected.get(provenance, "unknown_authority")
    assert only.basis == ("artifact_declaration" if provenance in expected else "unassigned")


@pytest.mark.parametrize("provenance", PROVENANCE)
def test_a_declaration_wins_over_every_class(provenance: str) -> None:
    (only,) = told(unit(TEXT, cited(), provenance=provenance), c1=WORD)
    assert (only.kind, only.basis, only.assigned_by) == ("independent_primary", "source_metadata", "desk")


def test_a_declaration_is_bound_by_its_hash() -> None:
    (only,) = told(unit(TEXT, cited()), c1=WORD)
    bound = {key: WORD[key] for key in ("kind", "basis", "assigned_by", "note")} | {"source_id": source_id(A)}
    assert only.declaration_sha256 == canon.sha256(canon.encode(bound))


def test_an_assessment_binds_claim_source_policy_and_support() -> None:
    extraction, evidence = read(unit(TEXT, cited()), sources=(source(TEXT),))
    assessed = support(extraction, evidence, EXACT, detect_for(EXACT))
    (only,) = authority(extraction, evidence, assessed, DEFAULT, {})
    assert (only.claim_id, only.source_id) == ("c1", source_id(A))
    assert only.policy_sha256 == ref(DEFAULT)
    assert only.support_input_sha256 == assessed[0].input_sha256


def test_a_primary_source_makes_no_claim_supported() -> None:
    extraction, evidence = read(unit("The yard burned down.", cited()), sources=(source(TEXT),))
    assessed = support(extraction, evidence, EXACT, detect_for(EXACT))
    declared = declarations_of({"c1": WORD}, "report.md")
    authority(extraction, evidence, assessed, DEFAULT, declared)
    assert assessed == support(extraction, evidence, EXACT, detect_for(EXACT))
    assert assessed[0].status == "insufficient"


def test_the_same_words_may_have_two_authorities() -> None:
    units = (unit(TEXT, cited()), unit(TEXT, cited()))
    kinds = [each.kind for each in told(*units, c1=WORD, c2=WORD | {"kind": "subject_provided"})]
    assert kinds == ["independent_primary", "subject_provided"]


def test_a_claim_without_a_source_is_declared_without_one() -> None:
    (only,) = told(unit(TEXT), u1=WORD | {"source_uri": None})
    assert (only.kind, only.source_id) == ("independent_primary", None)


def test_a_source_has_one_identity_however_it_is_written() -> None:
    same = declarations_of({"c1": WORD | {"source_uri": "HTTPS://A.example:443/x/../1#part"}}, "report.md")
    by_id = declarations_of({"c1": {**WORD, "source_uri": None, "source_id": source_id(A)}}, "report.md")
    assert same == by_id == declarations_of({"c1": WORD}, "report.md")


def test_a_relative_source_is_found_from_the_report() -> None:
    (declared,) = declarations_of({"c1": WORD | {"source_uri": "../data/a.txt"}}, "reports/may.md").values()
    assert declared.source_id == source_id(Uri("file:data/a.txt"))


@pytest.mark.parametrize(
    "path", ["data/a.txt", "data/100%25.txt", "www.a.example/x", "a b#1?.md", "データ/資料.txt", "c:d"]
)
def test_a_file_may_be_named_as_gnut_prints_it(path: str) -> None:
    (declared,) = declarations_of({"c1": WORD | {"source_uri": f"file:{path}"}}, "reports/may.md").values()
    assert declared.source_id == source_id(Uri(f"file:{path}"))


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd", "//host/x", "~/x", "../x", "a/../../x", ".git/config", ".env", "a\\b", "a\nb"]
)
def test_a_printed_form_that_leads_out_of_the_repository_is_refused(path: str) -> None:
    declared = {"c1": WORD | {"source_uri": f"file:{path}"}}
    assert refusal(lambda: declarations_of(declared, "report.md")).code == "declaration_source_mismatch"


def test_a_declaration_of_another_source_is_refused_with_both_addresses() -> None:
    told_of = refusal(lambda: told(unit(TEXT, cited()), unit(TEXT, cited(B)), c1=WORD | {"source_uri": B}))
    assert str(told_of) == f"the declaration for 'c1' speaks of {B}, the claim cites {A}"
    uncited = refusal(lambda: told(unit(TEXT, cited()), c1=WORD | {"source_uri": B}))
    assert f"speaks of a source that the report does not cite ({source_id(B)}), the claim cites {A}" in str(uncited)


# Refused


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"kind": "unknown_authority"}, "declaration_kind_invalid"),
        ({"kind": "official"}, "declaration_kind_invalid"),
        ({"kind": "Independent_Primary"}, "declaration_kind_invalid"),
        ({"kind": None}, "declaration_kind_invalid"),
        ({"kind": ["independent_primary"]}, "declaration_kind_invalid"),
        ({"basis": "unassigned"}, "declaration_basis_invalid"),
        ({"basis": "artifact_declaration"}, "declaration_basis_invalid"),
        ({"basis": "hearsay"}, "declaration_basis_invalid"),
        ({"basis": 3}, "declaration_basis_invalid"),
        ({"assigned_by": " "}, "declaration_incomplete"),
        ({"assigned_by": None}, "declaration_incomplete"),
        ({"note": ""}, "declaration_incomplete"),
        ({"note": 5}, "wrong_type"),
        ({"source_uri": B}, "declaration_source_mismatch"),
        ({"source_uri": None}, "declaration_source_mismatch"),
        ({"source_uri": "javascript:alert(1)"}, "declaration_source_mismatch"),
        ({"source_uri": 7}, "wrong_type"),
        ({"source_id": "url:" + "0" * 16}, "declaration_source_mismatch"),
        ({"source_uri": None, "source_id": "a.example"}, "declaration_source_mismatch"),
        ({"source_uri": None, "source_id": False}, "wrong_type"),
        ({"signed": "desk"}, "unknown_field"),
    ],
)
def test_a_declaration_that_cannot_stand_is_refused(change: dict[str, Any], code: str) -> None:
    assert refusal(lambda: told(unit(TEXT, cited()), c1=WORD | change)).code == code


@pytest.mark.parametrize("missing", ["kind", "basis", "assigned_by", "note"])
def test_a_declaration_with_a_member_missing_is_refused(missing: str) -> None:
    partial = {name: value for name, value in WORD.items() if name != missing}
    code = {"kind": "declaration_kind_invalid", "basis": "declaration_basis_invalid"}
    assert refusal(lambda: told(unit(TEXT, cited()), c1=partial)).code == code.get(missing, "declaration_incomplete")


def test_a_source_declared_for_a_claim_that_cites_none_is_refused() -> None:
    assert refusal(lambda: told(unit(TEXT), u1=WORD)).code == "declaration_source_mismatch"


@pytest.mark.parametrize("claim", ["c9", "C1", "u1", ""])
def test_a_declaration_for_a_claim_that_is_not_there_is_refused(claim: str) -> None:
    assert refusal(lambda: told(unit(TEXT, cited()), **{claim: WORD})).code == "declaration_unknown_claim"


def test_two_claims_of_one_id_are_refused() -> None:
    units = (unit(TEXT, cited(), id="k1"), unit(TEXT, cited(B), id="k1"))
    assert refusal(lambda: told(*units)).code == "duplicate_claim_id"


@pytest.mark.parametrize("body", [b'{"c1": {}, "c1": {}}', b'{"c1": {"note": 0.5}}', b"{"])
def test_declarations_that_are_not_strict_json_are_refused(body: bytes) -> None:
    assert isinstance(refusal(lambda: parse_declarations(body, "report.md")), NotCanonical)


@pytest.mark.parametrize("value", [[], "c1", None, {"c1": []}])
def test_declarations_that_are_no_objects_are_refused(value: object) -> None:
    assert refusal(lambda: declarations_of(value, "report.md")).code == "wrong_type"


def test_a_refusal_names_the_place() -> None:
    error = refusal(lambda: declarations_of({"a/b~c": WORD | {"kind": "x"}}, "report.md"))
    assert str(error).startswith("/a~1b~0c/kind:")


def test_every_kind_but_one_can_be_declared_on_three_bases() -> None:
    for kind in set(KINDS) - {"unknown_authority"}:
        for basis in set(BASES) - {"unassigned", "artifact_declaration"}:
            (made,) = declarations_of({"c1": WORD | {"kind": kind, "basis": basis}}, "report.md").values()
            assert made == Declaration(kind, basis, "desk", "land registry extract", source_id(A))


# Policies


def test_the_shipped_policy_has_the_whole_vocabulary_and_is_frozen() -> None:
    assert DEFAULT.kinds == tuple(sorted(KINDS))
    assert ref(DEFAULT) == "48eb7e147e442cec1b6ed2772dcfc288a5ba15d0ae1ff8b120cc95e998182593"


def test_a_policy_that_leaves_the_kinds_out_has_them_all() -> None:
    short = {name: value for name, value in POLICY.items() if name != "kinds"}
    assert policy_of(short) == policy_of(POLICY)


def test_the_order_of_kinds_changes_no_hash() -> None:
    assert ref(policy_of(POLICY)) == ref(policy_of(POLICY | {"kinds": list(KINDS)}))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"schema": "groundnut-authority-policy/v7"}, "policy_schema_unsupported"),
        ({"schema": None}, "policy_schema_unsupported"),
        ({"key": ""}, "policy_incomplete"),
        ({"version": None}, "policy_incomplete"),
        ({"frozen_at": " "}, "policy_incomplete"),
        ({"key": 1}, "wrong_type"),
        ({"kinds": sorted(KINDS)[1:]}, "policy_vocabulary_incomplete"),
        ({"kinds": [*KINDS, "official"]}, "policy_vocabulary_incomplete"),
        ({"kinds": [*KINDS, KINDS[0]]}, "policy_vocabulary_incomplete"),
        ({"kinds": []}, "policy_vocabulary_incomplete"),
        ({"kinds": None}, "wrong_type"),
        ({"kinds": "all"}, "wrong_type"),
        ({"kinds": [1, 2, 3, 4, 5]}, "wrong_type"),
        ({"note": "x"}, "unknown_field"),
    ],
)
def test_a_policy_that_breaks_its_contract_is_refused(change: dict[str, Any], code: str) -> None:
    assert refusal(lambda: parse_policy(json.dumps(POLICY | change).encode())).code == code


def test_assessments_and_findings_go_together_one_to_one() -> None:
    extraction, evidence = read(unit(TEXT, cited()), sources=(source(TEXT),))
    with pytest.raises(ValueError, match="zip"):
        authority(extraction, evidence, (), DEFAULT, {})


def test_a_changed_declaration_is_another_receipt() -> None:
    plain = declarations_of({"c1": WORD}, "report.md")["c1"]
    changed = [replace(plain, **{name: "x"}) for name in ("kind", "basis", "assigned_by", "note", "source_id")]
    assert len({canon.sha256(canon.encode(each)) for each in (plain, *changed)}) == 6
