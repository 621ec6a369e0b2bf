"""Requests about quantities, answers and their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnut.commands.plumbing_members import flag, list_of, map_of, maybe_text, text_of, whole
from gnut.errors import MalformedReport

if TYPE_CHECKING:
    from decimal import Decimal


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
            for one in quantities(normal(text_of(given, "text")), maybe_text(given, "locale") or "und")
        ]
    }


def numeric_support_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with what the sources hold of each figure of an answer, and with what the default policy decides."""
    from gnut.verify_answer.core.numeric import ID

    verdict = _verdict({**given, "policy": None, **map_of(given, "options")})
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
        key: flag(given, key)
        for key in ("units", "derive", "declared_precision", "percent_as_fraction")
        if key in given
    }
    terms = Terms(
        locale=maybe_text(given, "locale") or "und",
        rounding=maybe_text(given, "rounding") or "within_last_digit",
        **flags,
    )
    return verify_answer(
        text_of(given, "answer"),
        passages(_sources(given)),
        policy=policy_of(maybe_text(given, "policy")),
        **asking(given),
        terms=terms,
        rule_sets=[rule_set(each) for each in list_of(given, "rules")],
        metadata=map_of(given, "metadata"),
    )


def verify_records_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with whether a log of records stands."""
    import msgspec

    from gnut.edge.keys.raw import verifies
    from gnut.verify_records.core import verify_records

    keys = None if given.get("trusted") is None else list_of(given, "trusted")
    if keys is not None and not all(isinstance(each, str) for each in keys):
        raise MalformedReport("`trusted` is a list of keys in hex", code="malformed_request")
    trusted = None if keys is None else frozenset(each.lower() for each in keys)
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
        system_version=maybe_text(given, "system_version"),
        started_at=text_of(given, "started_at"),
    )
    return {**msgspec.to_builtins(verdict), "breach_count": len(verdict.breaches)}


def proofread_case(given: dict[str, Any]) -> dict[str, Any]:
    """Answer with how sources support each word and figure of an answer."""
    from gnut.proofread.core import proofread, report
    from gnut.proofread.core.encoders import exact, stemmed
    from gnut.verify_answer.core.passages import passages

    name = maybe_text(given, "encoder") or "stem"
    if name not in ("exact-word", "exact", "stem"):
        raise MalformedReport(f"unknown encoder {name!r}", code="unknown_encoder")
    said = proofread(
        text_of(given, "answer"),
        [(each.id, each.text) for each in passages(_sources(given))],
        encoder=stemmed() if name == "stem" else exact(),
        k=whole(given, "k", 1),
        locale=maybe_text(given, "locale") or "und",
        max_anchors=whole(given, "max_anchors", 2048),
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
    from gnut.proofread.core.calibrate import calibrate

    labelled = []
    for number, row in enumerate(list_of(given, "labelled"), 1):
        if not isinstance(row, list) or len(row) != 2 or not isinstance(row[1], bool):
            raise MalformedReport(f"row {number} of `labelled` is not [score, true or false]", code="bad_row")
        labelled.append((_number(row[0], f"the score of row {number}"), row[1]))
    target = _number(given.get("target_recall", "0.95"), "`target_recall`")
    found = calibrate(labelled, target_recall=target, seed=whole(given, "seed", 0))
    return {
        "threshold": float(found.threshold),
        "target_recall": float(found.target_recall),
        "achieved_recall": found.caught / found.n_positive,
        "fpr": found.flagged / (found.n - found.n_positive),
        "fpr_ci95": [float(each) for each in found.fpr_ci95],
        "n": found.n,
        "n_positive": found.n_positive,
    }


def _number(value: object, where: str) -> Decimal:
    """Return a JSON number, or a decimal in a text."""
    from decimal import Decimal, InvalidOperation

    try:
        if isinstance(value, (int, float, str)) and not isinstance(value, bool):
            return Decimal(str(value).strip())
    except InvalidOperation:
        pass
    raise MalformedReport(f"{where} is not a number", code="bad_score")


def _sources(given: dict[str, Any]) -> object:
    """Return what a request says of its sources; none where it leaves them out."""
    value = given.get("sources")
    return () if value is None else value
