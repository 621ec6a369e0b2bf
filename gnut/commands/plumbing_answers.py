"""Requests about quantities, answers and their sources."""

from __future__ import annotations

from typing import Any

from gnut.errors import MalformedReport


def text_of(given: dict[str, Any], key: str) -> str:
    """Return the text that a request has under `key`.

    Raises:
        MalformedReport: There is none, or it is no text.
    """
    value = given.get(key)
    if not isinstance(value, str):
        raise MalformedReport(f"`{key}` is a text", code="malformed_request")
    return value


def numerals_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with the quantities of a text after it was normalised; a sign that currencies share as its likeliest."""
    from gnut.text.normal import normal
    from gnut.text.quantities import currencies
    from gnut.text.quantities.read import quantities
    from gnut.text.quantities.show import plain

    return {
        "figures": [
            {
                "text": one.text,
                "values": list(one.names) or [plain(value) for value in one.values],
                "unit": currencies.code(one.unit) if one.kind == "money" and one.unit else one.unit,
                "kind": one.kind,
                "span": [one.span.start, one.span.end],
                "notes": list(one.notes),
            }
            for one in quantities(normal(text_of(given, "text")), str(given.get("locale") or "und"))
        ]
    }


def numeric_support_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with what the sources hold of each figure of an answer, and with what the default policy decides."""
    from gnut.verify_answer.core.numeric import ID

    verdict = _verdict({**given, "policy": None, **(given.get("options") or {})})
    texts = {each.id: each.text for each in verdict.claims}
    return {
        "decision": verdict.decision,
        "figures": [
            {
                "text": texts[each.claim],
                "status": each.result,
                "source_id": each.source_id,
                "rationale": each.rationale,
                "notes": list(each.notes),
            }
            for each in verdict.findings
            if each.verifier == ID
        ],
    }


def verify_answer_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with what a policy decides of an answer; verifiers' reason codes begin with the name of the contract."""
    import msgspec

    verdict = _verdict(given)
    codes = [code if "." not in code else f"groundlens.{code}" for code in (each.code for each in verdict.reasons)]
    return {
        **msgspec.to_builtins(verdict),
        "reason_codes": list(dict.fromkeys(codes)),
        "regulatory_articles": [each["article"] for each in verdict.regulatory_mapping],
    }


def _verdict(given: dict[str, Any]) -> Any:
    from gnut.edge.answering import policy_of
    from gnut.text.quantities.finding import Terms
    from gnut.verify_answer.core import verify_answer
    from gnut.verify_answer.core.asking import asking
    from gnut.verify_answer.core.passages import passages
    from gnut.verify_answer.core.rules import rule_set

    flags = {
        key: given[key] for key in ("units", "derive", "declared_precision", "percent_as_fraction") if key in given
    }
    terms = Terms(
        locale=str(given.get("locale") or "und"), rounding=str(given.get("rounding") or "within_last_digit"), **flags
    )
    return verify_answer(
        text_of(given, "answer"),
        passages(given.get("sources") or []),
        policy=policy_of(given.get("policy")),
        **asking(given),
        terms=terms,
        rule_sets=[rule_set(each) for each in given.get("rules") or []],
        metadata=given.get("metadata"),
    )


def verify_records_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with whether a log of records stands."""
    import msgspec

    from gnut.edge.keys.raw import verifies
    from gnut.verify_records.core import verify_records

    keys = given.get("trusted")
    trusted = None if keys is None else frozenset(str(each).lower() for each in keys)
    verdict = verify_records(text_of(given, "records"), verifies=verifies(), trusted=trusted)
    answer: dict[str, Any] = msgspec.to_builtins(verdict)
    return answer if verdict.ok else answer | {"error": verdict.faults[0].message}


def verify_run_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with what an execution policy says of a trace."""
    import msgspec

    from gnut.verify_run.core import verify_run
    from gnut.verify_run.core.policies import execution_policy

    trace = given.get("trace")
    if not isinstance(trace, (str, list)):
        raise MalformedReport("`trace` is a text or a list of messages", code="malformed_request")
    verdict = verify_run(
        trace,
        execution_policy(given.get("policy")),
        run_id=text_of(given, "run_id"),
        system=text_of(given, "system"),
        system_version=given.get("system_version"),
        started_at=text_of(given, "started_at"),
    )
    return {**msgspec.to_builtins(verdict), "breach_count": len(verdict.breaches)}


def proofread_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with how sources support each word and figure of an answer."""
    from gnut.proofread.core import proofread, report
    from gnut.proofread.core.encoders import exact, stemmed
    from gnut.verify_answer.core.passages import passages

    name = given.get("encoder") or "stem"
    if name not in ("exact-word", "exact", "stem"):
        raise MalformedReport(f"unknown encoder {name!r}", code="unknown_encoder")
    said = proofread(
        text_of(given, "answer"),
        [(each.id, each.text) for each in passages(given.get("sources") or [])],
        encoder=stemmed() if name == "stem" else exact(),
        k=int(given.get("k", 1)),
        locale=str(given.get("locale") or "und"),
        max_anchors=int(given.get("max_anchors", 2048)),
    )
    return {
        "floor": float(said.floor),
        "k": said.k,
        "n_marked": said.n_marked,
        "n_numeral": said.n_numeral,
        "warnings": list(said.warnings),
        "weakest": [
            [
                *(each.text, [each.span.start, each.span.end], each.kind, float(each.support)),
                *(each.evidence_id, each.evidence_text, list(each.notes)),
            ]
            for each in said.weakest
        ],
        "weakest_texts": [each.text for each in said.weakest],
        "anchors": [[each.text, [each.span.start, each.span.end], each.kind] for each in said.anchors],
        "report": report(said),
        "encoder_id": said.encoder_id,
        "sha256": said.sha256,
    }


def calibrate_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with the cut of labelled results, its recall and its cost."""
    from decimal import Decimal, InvalidOperation

    from gnut.proofread.core.calibrate import calibrate

    try:
        labelled = [(Decimal(str(score)), bool(defect)) for score, defect in given.get("labelled") or []]
        target = Decimal(str(given.get("target_recall", "0.95")))
    except (InvalidOperation, TypeError, ValueError):
        raise MalformedReport("a score is not a number", code="bad_score") from None
    found = calibrate(labelled, target_recall=target, seed=int(given.get("seed", 0)))
    return {
        "threshold": float(found.threshold),
        "target_recall": float(found.target_recall),
        "achieved_recall": found.caught / found.n_positive,
        "fpr": found.flagged / (found.n - found.n_positive),
        "fpr_ci95": [float(each) for each in found.fpr_ci95],
        "n": found.n,
        "n_positive": found.n_positive,
    }
