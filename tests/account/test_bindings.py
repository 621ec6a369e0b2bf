from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from gnut.account.contract import Run
from gnut.account.core import account, parse, parse_run
from gnut.account.core.evidence import evidence_report
from gnut.account.records import Account, EvidenceReport
from gnut.authority.contract import Declaration
from gnut.errors import BadReceipt
from gnut.model import sealed, self_hash
from gnut_store import canon
from tests.account.made import given, made, tasks

BODY = """# Gates

Each cost 12 boats. <!-- groundnut-calculation: {"formula": "a / b", "inputs": [{"name": "a", "value": "60",
"source_claim_ids": ["c2"]}, {"name": "b", "value": "5"}]} -->

It says 60: “the gate shuts at nine every evening” [a](https://a.example/1).
"""


def refused(act: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(BadReceipt) as caught:
        act()
    return caught.value.code, caught.value.pointer


def evidence(**changed: Any) -> EvidenceReport:
    return sealed(replace(made(BODY).run.evidence, **changed))


def accounts() -> list[Account]:
    return list(made(BODY).run.evidence.accounts)


def test_a_run_with_a_calculation_is_read_back() -> None:
    run = made(BODY).run
    assert [one.verification.calculation is not None for one in run.evidence.accounts] == [True, False]
    assert parse_run(canon.encode(run)) == run
    assert parse(canon.encode(run.evidence)) == run.evidence


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"complete": True}, "/complete"),
        ({"complete_authority": True}, "/complete_authority"),
        ({"summary": {"claims": 0}}, "/summary/claims"),
        ({"summary": {"semantic_assessments": 1}}, "/summary/semantic_assessments"),
        ({"summary": {"unresolved_assessments": 1}}, "/summary/unresolved_assessments"),
        ({"summary": {"support_status_counts": {}}}, "/summary/support_status_counts"),
        ({"summary": {"authority_kind_counts": {"unknown_authority": 2}}}, "/summary/authority_kind_counts"),
        ({"summary": {"provenance_class_counts": {"unclassified": 2}}}, "/summary/provenance_class_counts"),
    ],
)
def test_an_evidence_report_alone_says_what_its_accounts_come_to(changed: dict[str, Any], where: str) -> None:
    if "summary" in changed:
        changed = {"summary": replace(evidence().summary, **changed["summary"])}
    assert refused(lambda: parse(canon.encode(evidence(**changed)))) == ("summary_mismatch", where)


@pytest.mark.parametrize("order", [(0, 0, 1), (1, 0), (0, 1, 1)])
def test_accounts_that_are_not_one_a_claim_in_order_are_refused(order: tuple[int, ...]) -> None:
    listed = accounts()
    report = evidence(accounts=tuple(listed[at] for at in order))
    assert refused(lambda: parse(canon.encode(report))) == ("accounts_mismatch", "/accounts")


def test_an_evidence_report_with_the_metrics_of_another_run_is_refused() -> None:
    other = made("Nobody knows.\n\nNobody asks.").run.evidence.summary.mechanical
    report = evidence(summary=replace(evidence().summary, mechanical=other))
    code, where = refused(lambda: parse(canon.encode(report)))
    assert (code, where.startswith("/summary/mechanical/")) == ("summary_mismatch", True)


@pytest.mark.parametrize("name", ["support_policy", "authority_policy"])
def test_a_run_without_claims_names_the_policies_of_its_terms(name: str) -> None:
    run = made("# Nothing\n").run
    other = replace(getattr(run.evidence, name), sha256="b" * 64) if name == "support_policy" else None
    other = other or replace(getattr(run.evidence, name), key="other")
    forged = sealed(replace(run, evidence=sealed(replace(run.evidence, **{name: other}))))
    assert refused(lambda: parse_run(canon.encode(forged))) == ("policy_mismatch", f"/evidence/{name}")


def _account(at: int, change: Callable[[Account], Account]) -> Run:
    run, listed = made(BODY).run, accounts()
    listed[at] = change(listed[at])
    old = run.evidence
    recounted = evidence_report(run.extraction.claims, tuple(listed), old.support_policy, old.authority_policy)
    return replace(run, evidence=recounted)


def _detector(one: Account) -> Account:
    return replace(one, assessment=replace(one.assessment, detector=replace(one.assessment.detector, model="other")))


def _authority(**changed: Any) -> Callable[[Account], Account]:
    return lambda one: replace(one, authority=replace(one.authority, **changed))


def _calculation(**changed: Any) -> Callable[[Account], Account]:
    def change(one: Account) -> Account:
        assert one.verification.calculation is not None
        made = replace(one.verification.calculation, **changed)
        return replace(one, verification=replace(one.verification, calculation=made))

    return change


SIGNED = {"basis": "human_adjudication", "kind": "independent_primary", "assigned_by": "R. Perez"}


@pytest.mark.parametrize(
    ("at", "change", "code", "where"),
    [
        (0, _detector, "accounts_mismatch", "/assessment/detector"),
        (
            1,
            _authority(**SIGNED, declaration_sha256="a" * 64),
            "accounts_mismatch",
            "/authority/declaration_sha256",
        ),
        (1, _authority(**SIGNED), "authority_inconsistent", "/authority/assigned_by"),
        (1, _authority(**{**SIGNED, "assigned_by": None}), "authority_inconsistent", "/authority/basis"),
        (1, _authority(kind="subject_provided"), "authority_inconsistent", "/authority/kind"),
        (1, _authority(basis="artifact_declaration"), "authority_inconsistent", "/authority/kind"),
        (0, _calculation(formula="a * b"), "accounts_mismatch", "/verification/calculation/formula"),
        (0, _calculation(why="it is so"), "verification_inconsistent", "/verification/calculation/why"),
        (0, _calculation(status="not_recomputable"), "verification_inconsistent", "/verification/calculation/why"),
        (0, _calculation(computed=None), "verification_inconsistent", "/verification/calculation/computed"),
    ],
)
def test_an_account_that_the_terms_or_the_claim_do_not_give_is_refused(
    at: int, change: Callable[[Account], Account], code: str, where: str
) -> None:
    run = _account(at, change)
    forged = sealed(replace(run, evidence=sealed(run.evidence)))
    assert refused(lambda: parse_run(canon.encode(forged))) == (code, f"/evidence/accounts/{at}{where}")


@pytest.mark.parametrize("at", [0, 1])
def test_a_declared_calculation_has_its_result_and_no_other_claim_has_one(at: int) -> None:
    calculation = accounts()[0].verification.calculation
    listed = accounts()
    had = listed[at].verification.calculation
    new = replace(listed[at].verification, calculation=calculation if had is None else None)
    run = _account(at, lambda one: replace(one, verification=new))
    forged = sealed(replace(run, evidence=sealed(run.evidence)))
    code, where = refused(lambda: parse_run(canon.encode(forged)))
    assert (code, where) in (
        ("accounts_mismatch", f"/evidence/accounts/{at}/verification/calculation"),
        ("summary_mismatch", "/evidence/summary/mechanical/counts"),
    )


def _claim(**changed: Any) -> Run:
    run = made(BODY).run
    first, *rest = run.extraction.claims
    provenance = first.analytical_provenance
    lineage = replace(provenance.calculation_lineage, **changed)
    claim = replace(first, analytical_provenance=replace(provenance, calculation_lineage=lineage))
    return sealed(replace(run, extraction=replace(run.extraction, claims=(claim, *rest))))


def _input(**changed: Any) -> dict[str, Any]:
    lineage = made(BODY).run.extraction.claims[0].analytical_provenance.calculation_lineage
    assert lineage is not None
    first, *rest = lineage.inputs
    return {"inputs": (replace(first, **changed), *rest)}


@pytest.mark.parametrize(
    ("changed", "code", "where"),
    [
        ({"formula": "a * b"}, "lineage_inconsistent", "/formula_sha256"),
        ({"formula_sha256": "b" * 64}, "lineage_inconsistent", "/formula_sha256"),
        ({"formula": " "}, "identity_missing", "/formula"),
        ({"schema": "x/v1"}, "unknown_schema", "/schema"),
        ({"inputs": ()}, "lineage_inconsistent", "/inputs"),
        (_input(name="b"), "lineage_inconsistent", "/inputs"),
        (_input(name="z"), "lineage_inconsistent", "/inputs"),
        (_input(name=""), "identity_missing", "/inputs/0/name"),
        (_input(value="\u3000"), "identity_missing", "/inputs/0/value"),
        (_input(source_claim_ids=("c1",)), "lineage_inconsistent", "/inputs/0/source_claim_ids/0"),
        (_input(source_claim_ids=("c2", "nobody")), "lineage_inconsistent", "/inputs/0/source_claim_ids/1"),
        (_input(source_claim_ids=("u7",)), "lineage_inconsistent", "/inputs/0/source_claim_ids/0"),
        (_input(source_claim_ids=("c2", "c2")), "lineage_inconsistent", "/inputs/0/source_claim_ids"),
        (_input(source_claim_ids=(" ",)), "identity_missing", "/inputs/0/source_claim_ids/0"),
    ],
)
def test_a_lineage_that_reading_would_refuse_is_refused(changed: dict[str, Any], code: str, where: str) -> None:
    at = "/extraction/claims/0/analytical_provenance/calculation_lineage"
    assert refused(lambda: parse_run(canon.encode(_claim(**changed)))) == (code, f"{at}{where}")


@pytest.mark.parametrize(
    "changed",
    [
        {"calculation_lineage": None},
        {"calculation_lineage_status": "missing"},
        {"class_": "analyst_inference"},
        {"calculation_lineage_status": "not_applicable", "calculation_lineage": None},
    ],
)
def test_class_status_and_lineage_agree(changed: dict[str, Any]) -> None:
    run = made(BODY).run
    first, *rest = run.extraction.claims
    claim = replace(first, analytical_provenance=replace(first.analytical_provenance, **changed))
    forged = sealed(replace(run, extraction=replace(run.extraction, claims=(claim, *rest))))
    at = "/extraction/claims/0/analytical_provenance/calculation_lineage"
    assert refused(lambda: parse_run(canon.encode(forged))) == ("lineage_inconsistent", at)


def declared() -> Run:
    """A run in which somebody vouches for the source of one claim."""
    parts = given(BODY)
    said = Declaration("independent_primary", "human_adjudication", "R. Perez", "The log itself.", _source(parts))
    mine = replace(
        parts.authority[1],
        kind=said.kind,
        basis=said.basis,
        assigned_by=said.assigned_by,
        declaration_sha256=canon.sha256(canon.encode(said)),
    )
    row = replace(parts.ledger.rows[1], authority=said.kind)
    parts = replace(
        parts,
        authority=(parts.authority[0], mine),
        declarations={"c2": said},
        ledger=replace(parts.ledger, rows=(parts.ledger.rows[0], row)),
    )
    return account(parts).run


def _source(parts: Any) -> str | None:
    return parts.authority[1].source_id


def test_a_declaration_that_the_terms_hold_is_read_back() -> None:
    assert parse_run(canon.encode(declared())) == declared()


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        ((), "accounts_mismatch", "/evidence/accounts/1/authority/declaration_sha256"),
        ((("c2", {"note": "Another."}),), "accounts_mismatch", "/evidence/accounts/1/authority/declaration_sha256"),
        ((("c2", {}), ("c9", {})), "declaration_unknown_claim", "/terms/declarations"),
    ],
)
def test_a_declaration_that_the_terms_do_not_hold_is_refused(
    change: tuple[tuple[str, dict[str, Any]], ...], code: str, where: str
) -> None:
    run = declared()
    said = run.terms.declarations[0][1]
    listed = tuple((claim, replace(said, **changed)) for claim, changed in change)
    forged = sealed(replace(run, terms=replace(run.terms, declarations=listed)))
    assert refused(lambda: parse_run(canon.encode(forged))) == (code, where)


def test_an_authority_says_what_was_declared() -> None:
    run = declared()
    first, second = run.evidence.accounts
    other = replace(second, authority=replace(second.authority, assigned_by="Somebody else"))
    forged = sealed(replace(run, evidence=sealed(replace(run.evidence, accounts=(first, other)))))
    where = "/evidence/accounts/1/authority/assigned_by"
    assert refused(lambda: parse_run(canon.encode(forged))) == ("accounts_mismatch", where)


def test_a_run_with_arena_tasks_is_read_back() -> None:
    run = made(BODY, emission=tasks()).run
    assert run.arena_emission is not None
    assert run.arena_emission.tasks
    assert parse_run(canon.encode(run)) == run


@pytest.mark.parametrize(
    ("pointer", "value", "code", "where"),
    [
        ("/foo", 1, "unknown_field", "/foo"),
        ("/schema", "x/v1", "unknown_schema", "/schema"),
        ("/kind", "pdf", "unknown_word", "/kind"),
        ("/input_sha256", "0", "invalid_hash", "/input_sha256"),
        ("/tasks/0/assertion", "Another one.", "self_hash_mismatch", "/sha256"),
        ("/tasks/0/section", "1", "wrong_type", "/tasks/0/section"),
        ("/profile/key", "strict", "self_hash_mismatch", "/profile/sha256"),
        ("/profile/key", None, "wrong_type", "/profile/key"),
        ("/profile/patterns/absence/0", 1, "wrong_type", "/profile/patterns/absence/0"),
    ],
)
def test_arena_tasks_of_another_form_or_under_another_hash_are_refused(
    pointer: str, value: Any, code: str, where: str
) -> None:
    emission = tasks()
    put(emission, pointer, value)
    assert refused(lambda: made(BODY, emission=emission)) == (code, f"/arena_emission{where}")
    tree = canon.decode(canon.encode(made(BODY, emission=tasks()).run))
    put(tree["arena_emission"], pointer, value)
    tree["sha256"] = self_hash(tree)
    assert refused(lambda: parse_run(canon.encode(tree))) == (code, f"/arena_emission{where}")


@pytest.mark.parametrize(
    ("changed", "code", "where"),
    [
        ({"task_id": "same"}, "duplicate_task_id", "/tasks/1/task_id"),
        ({"trigger": "hunch"}, "unknown_word", "/tasks/0/trigger"),
        ({"section": None}, "emission_inconsistent", "/tasks/0/section"),
        ({"assertion": " "}, "identity_missing", "/tasks/0/assertion"),
    ],
)
def test_arena_tasks_that_no_emission_has_are_refused(changed: dict[str, Any], code: str, where: str) -> None:
    emission = tasks()
    first = {**emission["tasks"][0], **changed}
    emission["tasks"] = [first, first]
    emission["sha256"] = self_hash(emission)
    assert refused(lambda: made(BODY, emission=emission)) == (code, f"/arena_emission{where}")


def put(tree: Any, pointer: str, value: Any) -> None:
    *steps, last = pointer.split("/")[1:]
    for step in steps:
        tree = tree[int(step) if isinstance(tree, list) else step]
    tree[int(last) if isinstance(tree, list) else last] = value
