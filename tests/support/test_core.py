from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.edge.models import detect_for
from gnut.edge.policies import support_policy
from gnut.errors import BadConfig
from gnut.ingest.contract import ANALYST
from gnut.model import Absence, Bound
from gnut.support.contract import (
    LABELS,
    STATUSES,
    Assessment,
    Decision,
    Detect,
    SupportInput,
    SupportPolicy,
    SupportSpan,
)
from gnut.support.core import EXACT, support
from gnut.support.core.assess import input_sha256
from gnut_store import canon
from tests.claims import A, B, cited, read, source, unit

TEXT = "The yard was sold in 2020. Nine gates shut at night."
CLAIM = "The yard was sold in 2020."
PINNED = support_policy("exact")
FAKE = replace(PINNED, detector=replace(EXACT, adapter="fake"))


def says(
    label: str = "supported",
    confidence: str | None = "0.900000",
    *,
    reason: str = "as told",
    spans: tuple[SupportSpan, ...] = (),
    raw: str | None = None,
) -> Decision:
    return Decision(label, confidence, reason, spans, raw)


def one(detect: Detect, policy: SupportPolicy = FAKE, claim: str = CLAIM, text: str = TEXT) -> Assessment:
    """Return the support of one claim over one source."""
    (only,) = support(*read(unit(claim, cited()), sources=(source(text),)), policy, detect)
    return only


def exact(claim: str, text: str) -> str:
    return one(detect_for(PINNED), PINNED, claim, text).status


# Decision order


def test_a_claim_without_a_source_is_not_assessed() -> None:
    (only,) = support(*read(unit(CLAIM)), FAKE, lambda _: says())
    assert (only.status, only.note, only.source_sha256, only.decision) == ("not_assessed", "no_source", None, None)


def test_a_broken_citation_is_no_source() -> None:
    (only,) = support(*read(unit(CLAIM, cited(None, broken="no entry 9"))), FAKE, lambda _: says())
    assert (only.status, only.note) == ("not_assessed", "no_source")


def test_a_source_that_could_not_be_had_keeps_the_kind_of_its_failure() -> None:
    told = read(unit(CLAIM, cited()), sources=(Absence(A, "payment_required", "HTTP 402"),))
    (only,) = support(*told, FAKE, lambda _: says())
    assert (only.status, only.failure, only.note) == ("source_unavailable", "payment_required", None)


def test_a_source_that_nobody_acquired_is_unavailable() -> None:
    (only,) = support(*read(unit(CLAIM, cited())), FAKE, lambda _: says())
    assert (only.status, only.failure) == ("source_unavailable", "not_acquired")


def test_a_capture_of_another_source_supports_nothing() -> None:
    extraction, evidence = read(unit(CLAIM, cited()), sources=(source(TEXT),))
    (finding,) = evidence.findings
    swapped = replace(evidence, findings=(replace(finding, acquired=source(TEXT, B)),))
    (only,) = support(extraction, swapped, FAKE, lambda _: says())
    assert (only.status, only.failure) == ("source_unavailable", "snapshot_invalid")


@pytest.mark.parametrize("truncation", ["hollow", "empty"])
def test_a_window_without_evidence_supports_nothing_whatever_words_it_holds(truncation: str) -> None:
    told = read(unit(CLAIM, cited()), sources=(source(CLAIM, truncation=truncation),))
    (only,) = support(*told, PINNED, detect_for(PINNED))
    assert (only.status, only.failure) == ("source_unavailable", "no_text")


@pytest.mark.parametrize("truncation", ["truncated", "unknown", "sparse"])
def test_what_stands_in_a_window_with_gaps_still_supports(truncation: str) -> None:
    told = read(unit(CLAIM, cited()), sources=(source(CLAIM, truncation=truncation),))
    assert support(*told, PINNED, detect_for(PINNED))[0].status == "supported"


@pytest.mark.parametrize("provenance", ANALYST)
def test_what_an_analyst_derived_is_not_sent_to_the_detector_though_it_cites_a_source(provenance: str) -> None:
    asked: list[SupportInput] = []

    def detect(given: SupportInput) -> Decision:
        asked.append(given)
        return says()

    told = read(unit(CLAIM, cited(), provenance=provenance), sources=(source(TEXT),))
    (only,) = support(*told, FAKE, detect)
    assert (only.status, only.note, asked) == ("not_assessed", "analyst_derived", [])


@pytest.mark.parametrize("provenance", ["external_evidence", "company_assertion", "open_question", "unclassified"])
def test_every_other_class_is_sent_to_the_detector(provenance: str) -> None:
    told = read(unit(CLAIM, cited(), provenance=provenance), sources=(source(TEXT),))
    assert support(*told, FAKE, lambda _: says())[0].status == "supported"


def test_a_detector_that_abstains_leaves_the_claim_unassessed() -> None:
    only = one(lambda _: None)
    assert (only.status, only.note) == ("not_assessed", "no_detector")


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_the_status(label: str) -> None:
    only = one(lambda _: says(label))
    assert (only.status, only.note, only.decision) == (label, None, says(label))


def test_a_missing_excerpt_does_not_stop_the_detector() -> None:
    extraction, evidence = read(unit(CLAIM, cited()), sources=(source(TEXT),))
    assert evidence.findings[0].anchor is None
    assert support(extraction, evidence, FAKE, lambda _: says("contradicted"))[0].status == "contradicted"


def test_findings_are_answered_in_their_order() -> None:
    claims = (unit("One.", cited()), unit("Two."), unit("Three.", cited(B)), unit("Nine gates shut at night.", cited()))
    told = read(*claims, sources=(source(TEXT),))
    assert [each.status for each in support(*told, PINNED, detect_for(PINNED))] == [
        "insufficient",
        "not_assessed",
        "source_unavailable",
        "supported",
    ]


# Confidence


@pytest.mark.parametrize(
    ("least", "confidence", "status", "note"),
    [
        (None, None, "supported", None),
        ("0.9", "0.900000", "supported", None),
        ("0.900001", "0.900000", "insufficient", "below_confidence"),
        ("0.5", None, "insufficient", "below_confidence"),
        ("0", None, "insufficient", "below_confidence"),
        ("1", "1.000000", "supported", None),
    ],
)
def test_an_answer_below_the_threshold_or_without_confidence_is_insufficient(
    least: str | None, confidence: str | None, status: str, note: str | None
) -> None:
    only = one(lambda _: says(confidence=confidence), replace(FAKE, min_confidence=least))
    assert (only.status, only.note) == (status, note)
    assert only.decision == says(confidence=confidence)


def test_a_contradiction_below_the_threshold_is_no_contradiction() -> None:
    only = one(lambda _: says("contradicted", "0.400000"), replace(FAKE, min_confidence="0.5"))
    assert (only.status, only.decision and only.decision.label) == ("insufficient", "contradicted")


# Detectors that fail


class SecretError(Exception):
    pass


def raises(error: Exception) -> Detect:
    def detect(_: SupportInput) -> Decision:
        raise error

    return detect


def test_a_detector_that_raises_is_recorded_by_the_type_of_its_error_alone() -> None:
    only = one(raises(SecretError("the source says: hunter2")))
    assert (only.status, only.note) == ("not_assessed", "detector_error:SecretError")
    assert b"hunter2" not in canon.encode(only)


def test_an_error_with_an_outlandish_name_is_an_exception() -> None:
    outlandish = type("fehler über/alles", (Exception,), {})
    assert one(raises(outlandish())).note == "detector_error:Exception"


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_order_to_stop_is_no_error_of_the_detector(stop: type[BaseException]) -> None:
    def detect(_: SupportInput) -> Decision:
        raise stop

    with pytest.raises(stop):
        one(detect)


def span(
    start: int = 4, end: int = 8, text: str = "yard", label: str = "unsupported", confidence: str | None = None
) -> SupportSpan:
    return SupportSpan(start, end, text, label, confidence)


BAD: dict[str, object] = {
    "no decision": "supported",
    "a dict": {"label": "supported"},
    "label of the mechanics": says("source_unavailable"),
    "label unknown": says("true"),
    "label in capitals": says("SUPPORTED"),
    "confidence a float": says(confidence=0.9),  # type: ignore[arg-type]
    "confidence short": says(confidence="0.9"),
    "confidence above one": says(confidence="1.000001"),
    "confidence negative": says(confidence="-0.100000"),
    "confidence not a number": says(confidence="nan"),
    "reason blank": says(reason=" \n"),
    "reason missing": says(reason=None),
    "reason endless": says(reason="x" * 1_001),
    "reason with a lone surrogate": says(reason="bad \ud800"),
    "hash short": says(raw="abc"),
    "hash in capitals": says(raw="A" * 64),
    "spans a list": says("insufficient", spans=[span()]),
    "span not the claim's text": says("insufficient", spans=(span(text="Yard"),)),
    "span one off": says("insufficient", spans=(span(5, 9),)),
    "span before the claim": says("insufficient", spans=(span(-1, 3, "The"),)),
    "span empty": says("insufficient", spans=(span(4, 4, ""),)),
    "span past the claim": says("insufficient", spans=(span(20, 99, "2020."),)),
    "span with a truth value": says("insufficient", spans=(span(False, 3, "The"),)),
    "span label blank": says("insufficient", spans=(span(label=""),)),
    "span confidence bad": says("insufficient", spans=(span(confidence="2"),)),
    "supported with an adverse span": says("supported", spans=(span(),)),
    "spans without end": says("insufficient", spans=(span(),) * 1_001),
}  # fmt: skip


@pytest.mark.parametrize("answer", BAD.values(), ids=BAD)
def test_a_bad_answer_is_the_detectors_error(answer: object) -> None:
    only = one(lambda _: answer)  # type: ignore[arg-type, return-value]
    assert (only.status, only.note, only.decision) == ("not_assessed", "detector_error:InvalidDecision", None)


def test_spans_count_code_points_in_every_script() -> None:
    claim = "船渠は𠮷田に売却された。"
    right = says("insufficient", spans=(SupportSpan(3, 5, "𠮷田", "unsupported", "0.800000"),))
    assert one(lambda _: right, claim=claim).status == "insufficient"


def test_one_bad_answer_costs_no_other_claim() -> None:
    def detect(given: SupportInput) -> Decision:
        if given.claim_text == "Two.":
            raise ValueError
        return says()

    told = read(*(unit(text, cited()) for text in ("One.", "Two.", "Three.")), sources=(source(TEXT),))
    assert [each.status for each in support(*told, FAKE, detect)] == ["supported", "not_assessed", "supported"]


# Identity


class Named:
    identity = EXACT

    def __call__(self, asked: SupportInput) -> Decision | None:
        return says()


@pytest.mark.parametrize("member", EXACT.__struct_fields__)
def test_a_detector_that_is_another_than_the_policys_is_an_error_and_no_result(member: str) -> None:
    other = replace(PINNED, detector=replace(EXACT, **{member: "0" * 64}))
    with pytest.raises(BadConfig) as refused:
        support(*read(), other, Named())
    assert refused.value.code == "detector_identity_mismatch"


# What is bound


def test_the_input_hash_is_over_claim_question_and_source_and_nothing_else() -> None:
    assert one(lambda _: says()).input_sha256 == canon.sha256(
        canon.encode({"claim_text": CLAIM, "question": None, "source_sha256": canon.sha256(TEXT.encode())})
    )


def test_the_hash_of_a_capture_is_taken_as_bound() -> None:
    bound = replace(source(TEXT), bound=Bound("ab" * 32, None, None))
    (only,) = support(*read(unit(CLAIM, cited()), sources=(bound,)), FAKE, lambda _: says())
    assert only.source_sha256 == "ab" * 32


def test_each_part_of_the_input_changes_its_hash() -> None:
    told = (
        ("a", None, "0" * 64),
        ("b", None, "0" * 64),
        ("a", "q", "0" * 64),
        ("a", None, "1" * 64),
        ("a", None, None),
    )
    assert len({input_sha256(*each) for each in told}) == len(told)


def test_a_cited_claim_is_asked_with_the_question_of_its_own_citation_alone() -> None:
    asked: list[str | None] = []

    def detect(given: SupportInput) -> Decision:
        asked.append(given.question)
        return says()

    claims = (
        unit("One.", cited(question="Which?"), question="What?"),
        unit("Two.", cited(), question="What?"),
        unit("Three.", cited()),
    )
    support(*read(*claims, sources=(source(TEXT),)), FAKE, detect)
    assert asked == ["Which?", None, None]


def test_the_same_question_is_put_once() -> None:
    asked: list[SupportInput] = []

    def detect(given: SupportInput) -> Decision:
        asked.append(given)
        return says()

    claims = (unit(CLAIM, cited(), cited(B)), unit(CLAIM, cited()), unit(CLAIM, cited(question="When?")))
    support(*read(*claims, sources=(source(TEXT), source(TEXT, B))), FAKE, detect)
    assert len(asked) == 3


def test_an_assessment_binds_policy_and_detector_by_hash() -> None:
    only = one(lambda _: says())
    assert only.policy.sha256 == canon.sha256(canon.encode(FAKE))
    assert only.detector.sha256 == canon.sha256(canon.encode(FAKE.detector))


def test_another_threshold_is_another_policy_and_the_same_detector() -> None:
    loose, tight = (one(lambda _: says(), replace(FAKE, min_confidence=least)) for least in ("0.1", "0.2"))
    assert loose.policy.sha256 != tight.policy.sha256
    assert loose.detector == tight.detector


def test_every_assessment_has_a_canonical_form() -> None:
    answers: tuple[Callable[[SupportInput], Decision | None], ...] = (
        lambda _: None,
        lambda _: says("insufficient", spans=(span(),)),
        raises(ValueError()),
    )
    for only in map(one, answers):
        assert only.status in STATUSES
        assert canon.decode(canon.encode(only))


# The exact baseline


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (CLAIM, TEXT),
        ("the YARD was  sold in 2020.", TEXT),
        ("The “yard” was sold", 'The "yard" was sold'),
        ("La cour a été vendue.", "la cour a e\u0301te\u0301 vendue."),
        ("ДВОР ПРОДАН", "Двор продан в 2020 году"),
        ("船渠は売却された", "2020年、船渠は売却された。"),
        ("fully eﬃcient", "It is fully efficient."),
        ("بيع الحوض", "بيع الحوض عام 2020"),
    ],
)
def test_a_claim_in_the_sources_own_words_is_supported(claim: str, text: str) -> None:
    assert exact(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The yard was sold in 2021.", TEXT),
        ("The fee is 4", "The fee is 42"),
        ("fee is 42", "The fee is -42"),
        ("The fee is .89", "The fee is 1.89"),
        ("a yard", "a yardstick"),
        ("It runs at 5 mW", "It runs at 5 MW"),
        ("The line is 5² long", "The line is 52 long"),
        ("The yard was not sold in 2020.", TEXT),
        ("…", "…"),
        ("—", "a — b"),
        ("The yard was sold.", ""),
    ],
)
def test_a_claim_in_other_words_is_insufficient_and_never_contradicted(claim: str, text: str) -> None:
    assert exact(claim, text) == "insufficient"


def test_the_baseline_is_sure_of_what_it_says() -> None:
    only = one(detect_for(PINNED), PINNED)
    assert only.decision is not None
    assert (only.decision.confidence, only.decision.spans) == ("1.000000", ())


@given(st.text(max_size=60), st.text(max_size=200))
def test_the_baseline_answers_any_text(claim: str, text: str) -> None:
    answered = detect_for(PINNED)(SupportInput(claim, None, text))
    assert answered is not None
    assert answered.label in ("supported", "insufficient")


def test_hostile_repetition_ends() -> None:
    start = time.process_time()
    exact("ab" * 2_000 + "c", "ab" * 500_000)
    exact("a", "-a" * 500_000 + "aa" * 100_000)
    assert time.process_time() - start < 10


# The order of claims


def test_a_claims_support_does_not_depend_on_its_neighbours() -> None:
    claims = [unit(text, cited(), id=text) for text in (CLAIM, "Nine gates shut at night.", "Ten gates.")]
    found = set()
    for order in itertools.permutations(claims):
        extraction, evidence = read(*order, sources=(source(TEXT),))
        told = zip(evidence.findings, support(extraction, evidence, PINNED, detect_for(PINNED)), strict=True)
        found.add(tuple(sorted((finding.id, each.status, each.input_sha256) for finding, each in told)))
    assert len(found) == 1
