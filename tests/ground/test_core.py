"""What probes prove, and what they leave open."""

from __future__ import annotations

import hmac
import json
from itertools import permutations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.formats.schemas import schemas
from gnut.ground.contract import GroundEvidenceError, ManifestValidationError
from gnut.ground.core import ground
from gnut.ground.core.cadences import window
from gnut.ground.core.forbidden import is_forbidden
from gnut.ground.core.forms import evidence_json, manifest_json
from gnut.ground.core.pseudonyms import pseudonymised
from gnut.ground.core.reading import evidence
from gnut.ground.core.remarks import remarks
from gnut.text.times import instant, later, oldest
from tests.casefile import rows

NOW = "2026-01-02T03:04:05Z"
HOURS = 3_600
FITS = jsonschema.Draft202012Validator(json.loads(schemas()["threadlight.ground-v1.json"]))


def source(id: str = "lib", **changes: object) -> dict[str, Any]:
    return {
        "id": id,
        "type": "documents",
        "permission_model": "acl",
        "refresh_cadence": "daily",
        "citation_required": False,
        "refuse_when_unsupported": False,
        **changes,
    }


def probe(principal: str, entitled: bool | None, *documents: str, of: str = "lib", **more: object) -> dict[str, Any]:
    said = {} if entitled is None else {"expected_entitled": entitled}
    return {
        "source_id": of,
        "principal": principal,
        "document_ids": list(documents),
        "captured_at": NOW,
        **said,
        **more,
    }


def bundle(*sources: dict[str, Any], **runs: object) -> dict[str, Any]:
    return {"sources": list(sources), "retrieval_quality_baseline": "b/1", "generated_at": NOW, **runs}


def assessed(given: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest, which its schema takes, and the reader again."""
    read = evidence(given)
    assert evidence(evidence_json(read)) == read
    made = manifest_json(ground(read, generated_at=NOW))
    FITS.validate(made)
    return made


def finding(given: dict[str, Any], number: int) -> dict[str, Any]:
    said: dict[str, Any] = assessed(given)["findings"][number - 1]
    return {"status": said["status"], **said["detail"]}


def test_the_order_of_probes_changes_nothing() -> None:
    runs = [probe("a", True, "1"), probe("b", False, "2"), probe("c", None), probe("d", False, "3")]
    said = {json.dumps(finding(bundle(source(), acl_runs=list(each)), 1)) for each in permutations(runs)}
    assert len(said) == 1


def test_what_an_entitled_principal_may_have_is_no_allowlist_for_others() -> None:
    runs = [probe("a", True, "1", allowed_document_ids=["1"]), probe("b", False, "1")]
    assert finding(bundle(source(), acl_runs=runs), 1)["leaked_document_ids"] == ["1"]


def test_an_allowlist_is_that_of_its_own_run() -> None:
    runs = [probe("a", True, "1"), probe("b", False, "1", allowed_document_ids=["1"]), probe("b", False, "1")]
    assert finding(bundle(source(), acl_runs=runs), 1)["status"] == "must-fix"


def test_one_who_is_entitled_and_is_not_proves_nothing() -> None:
    runs = [probe("a", True, "1"), probe("b", False), probe("A", False)]
    assert finding(bundle(source(), acl_runs=runs), 1)["reason"] == "ambiguous-entitlement"


def test_a_leak_beside_an_unprobed_principal_names_both() -> None:
    runs = [probe("a", True, "1"), probe("b", False, "1")]
    found = finding(bundle(source(acl_probe_principals=["a", "z", "y"]), acl_runs=runs), 1)
    assert found == {
        "status": "must-fix",
        "reason": "unauthorized-documents",
        "leaked_document_ids": ["1"],
        "missing_principals": ["y", "z"],
        "coverage_complete": False,
    }


def test_a_source_under_another_control_keeps_access_from_passing() -> None:
    runs = [probe("a", True, "1"), probe("b", False)]
    found = finding(bundle(source(), source("wiki", permission_model="rbac"), acl_runs=runs), 1)
    assert (found["status"], found["worst_source"]) == ("not-verified", "wiki")
    assert found["by_source"] == {"lib": "pass", "wiki": "not-verified"}


def test_a_source_may_be_called_by_a_forbidden_word() -> None:
    ids = ("access_token", "payload")
    runs = [probe(name, name == "a", *"1" * (name == "a"), of=id) for id in ids for name in "ab"]
    assert finding(bundle(*map(source, ids), acl_runs=runs), 1)["by_source"] == dict.fromkeys(ids, "pass")


def cites(*citations: str, had: tuple[str, ...] = ("d",)) -> dict[str, Any]:
    return {"source_id": "kb", "citations": list(citations), "retrieved_ids": list(had), "captured_at": NOW}


KB = source("kb", permission_model="public", citation_required=True)


@pytest.mark.parametrize(
    ("runs", "reason"),
    [
        ([cites("d")], "citations-grounded"),
        ([cites("d"), cites(had=())], "citations-grounded"),
        ([cites("d"), cites()], "citation-source-uncovered"),
        ([cites(had=("d",))], "citation-source-uncovered"),
        ([cites("d"), cites("e")], "citations-outside-retrieval"),
        ([cites("d", had=("e",)), cites("e", had=("d",))], "citations-outside-retrieval"),
    ],
)
def test_a_citation_is_grounded_in_its_own_run(runs: list[dict[str, Any]], reason: str) -> None:
    assert finding(bundle(KB, citation_runs=runs), 2)["reason"] == reason


def test_one_answer_is_a_failure_though_the_query_was_refused_elsewhere() -> None:
    runs = [{"source_id": "kb", "query_id": "q", "refused": each, "captured_at": NOW} for each in (True, False, True)]
    desk = source("kb", permission_model="none", refuse_when_unsupported=True)
    assert finding(bundle(desk, refusal_runs=runs), 3)["unsupported_queries_answered"] == ["q"]


def test_a_time_yet_to_come_is_allowed_five_minutes() -> None:
    open_ = source(permission_model="none")
    for stamp, reason in (
        ("2026-01-02T03:09:05Z", "fresh-and-covered"),
        ("2026-01-02T03:09:05.1Z", "freshness-unverifiable"),
    ):
        runs = [probe("a", True, captured_at=NOW), probe("a", True, captured_at=stamp)]
        assert finding(bundle(open_, acl_runs=runs), 4)["reason"] == reason


@pytest.mark.parametrize(
    ("cadence", "hours"),
    [
        *(("hourly", 4), ("daily", 48), ("weekly", 216), ("monthly", 840), ("DAILY", 48), (" daily", None)),
        *(("P1D", 48), ("p7d", 216), ("PT24H", 48), ("PT1H", 4), ("24h", 48), ("1 day", 48), ("every day", 48)),
        *(("each week", 216), ("6h", 12), ("PT6H", 12), ("every 6 hours", 12), ("quarterly", 2555), ("yearly", 10220)),
        *(("P1M", 840), ("PT30M", 3.5), ("30 min", 3.5), ("P1Y", 10220), ("annually", 10220), ("2 weeks", 392)),
        *(("day", None), ("5m", None), ("", None), ("P", None), ("PT", None), ("0h", None), ("-1h", None)),
        *(("real-time", None), ("1.5h", None), ("every", None), ("every 6 hours or so", None), ("٦h", None)),
    ],
)
def test_a_cadence_is_a_window(cadence: str, hours: float | None) -> None:
    if cadence != cadence.strip():
        assert window(cadence) == window(cadence.strip())
        return
    assert window(cadence) == (None if hours is None else hours * HOURS)


@given(st.integers(1, 99_999), st.integers(1, 99_999))
def test_a_longer_cadence_has_no_shorter_window(one: int, other: int) -> None:
    lower, higher = sorted((one, other))
    assert (window(f"{lower}h") or 0) <= (window(f"{higher}h") or 0)


@pytest.mark.parametrize(
    "said",
    [
        *("2026-01-02T03:04:05Z", "2026-01-02t03:04:05z", "2026-01-02T03:04:05.123456789012+23:59"),
        *("2024-02-29T00:00:00-00:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.9Z", "2016-12-31T23:59:60Z"),
        "2017-01-01T08:59:60+09:00",
    ],
)
def test_a_time_is_valid(said: str) -> None:
    assert instant(said) is not None


@pytest.mark.parametrize(
    "said",
    [
        *("", "2026-01-02", "2026-01-02 03:04:05Z", "2026-01-02T03:04Z", "2026-01-02T03:04:05", "2026-02-29T00:00:00Z"),
        *("2026-01-02T24:00:00Z", "2026-01-02T03:60:00Z", "2026-01-02T03:04:61Z", "2026-01-02T03:04:60Z"),
        *("2026-01-02T03:04:05+0000", "2026-01-02T03:04:05+24:00", " 2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z\n"),
        *("2026-01-02T03:04:05.Z", "２026-01-02T03:04:05Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01"),
        *(
            "9999-12-31T23:59:60Z",
            "9999-12-31T23:59:59-00:01",
            "2026-1-2T03:04:05Z",
            f"2026-01-02T03:04:05.{'1' * 99}Z",
        ),
        *(None, 1786957200, 1.5, True, ["2026-01-02T03:04:05Z"]),
    ],
)
def test_a_time_is_none(said: object) -> None:
    assert instant(said) is None


def test_instants_are_compared_and_the_text_is_kept() -> None:
    assert oldest(["2026-01-01T00:00:00.25Z", "2026-01-01T01:00:00.250+01:00", "x", None]) == "2026-01-01T00:00:00.25Z"
    assert oldest(["2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.09Z"]) == "2026-01-01T00:00:00.09Z"
    assert oldest(["2016-12-31T23:59:60Z", "2016-12-31T23:59:59.9Z"]) == "2016-12-31T23:59:59.9Z"


def test_a_manifest_ends_no_later_than_time_does() -> None:
    assert later(NOW, 24) == "2026-01-03T03:04:05Z"
    assert later("9999-12-31T23:00:00Z", 8_760) == "9999-12-31T23:59:59Z"


def test_sums_are_exact() -> None:
    runs = [probe("a", True, "1", tokens=0.1), probe("b", False, tokens=0.2, subqueries=3)]
    assert assessed(bundle(source(), acl_runs=runs))["telemetry"] == {
        "retrieval_count": 2,
        "subqueries": 3,
        "tokens": 0.3,
    }


@pytest.mark.parametrize("key", "token accessToken a.TOKEN Api-Key my_access_key_2 xConnectionString PROMPT".split())
def test_a_key_is_forbidden(key: str) -> None:
    assert is_forbidden(key)


@pytest.mark.parametrize("key", "tokens tokenizer secretary max_tokens contentment owner promptly payloader".split())
def test_a_key_is_not(key: str) -> None:
    assert not is_forbidden(key)


def test_a_verdict_is_the_same_under_pseudonyms() -> None:
    runs = [probe("Ann", True, "1"), probe("bob", False)]
    read = evidence(bundle(source(acl_probe_principals=["ann", "BOB"]), acl_runs=runs))
    plain, named = (ground(each, generated_at=NOW) for each in (read, pseudonymised(read, b"k" * 16)))
    assert plain.findings[0].detail.reason == "acl-enforced"
    assert plain.findings == named.findings


def test_names_in_the_place_of_principals_compare_and_cannot_be_guessed() -> None:
    runs = [probe("Ann@x.example", True, "1"), probe("bob@x.example", False, "1"), probe("ann@x.example", True)]
    read = evidence(bundle(source(acl_probe_principals=["ann@x.example"]), acl_runs=runs))
    key = b"k" * 20
    made = pseudonymised(read, key)
    first, second, third = (run.principal for run in made.acl_runs)
    assert first == third != second
    assert made.sources[0].acl_probe_principals == (first,)
    assert first == "p-" + hmac.new(key, b"ann@x.example", "sha256").hexdigest()[:32]
    assert pseudonymised(read, b"k" * 99).acl_runs[0].principal == (
        "p-" + hmac.new(b"k" * 99, b"ann@x.example", "sha256").hexdigest()[:32]
    )
    assert "x.example" not in json.dumps(manifest_json(ground(made, generated_at=NOW)))
    for short in (b"", b"k" * 15):
        with pytest.raises(GroundEvidenceError):
            pseudonymised(read, short)


def test_remarks_are_few_however_many_runs() -> None:
    runs = [probe("a", True, captured_at="soon") for _ in range(1_000)]
    read = evidence(bundle(source(permission_model="none"), acl_runs=runs))
    said = remarks(read, generated_at=NOW, now=NOW)
    assert len(said) == 21
    assert said[-1].startswith("980 more")


@pytest.mark.parametrize("case", rows("ground/assess"), ids=lambda case: case["id"])
def test_a_manifest_of_a_case_fits_its_schema(case: dict[str, Any]) -> None:
    assessed(case["given"])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**60) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
SHAPED = st.fixed_dictionaries(
    {"sources": st.lists(st.just(source()) | st.fixed_dictionaries({"id": JSON, "type": JSON}) | JSON, max_size=2)},
    optional={
        "acl_runs": JSON | st.lists(st.just(probe("a", True, "1")) | JSON, max_size=3),
        "citation_runs": JSON,
        "refusal_runs": JSON,
        "retrieval_quality_baseline": JSON,
        "generated_at": JSON,
    },
)


@given(JSON | SHAPED)
def test_anything_is_assessed_or_refused_with_a_path(value: object) -> None:
    path, made = outcome(value)
    assert path or made is not None
    if made is not None:
        FITS.validate(made)


def outcome(value: object) -> tuple[str, dict[str, Any] | None]:
    """Return the place of a refusal, or the manifest."""
    try:
        return "", manifest_json(ground(evidence(value), generated_at=NOW))
    except (GroundEvidenceError, ManifestValidationError) as refusal:
        return refusal.path, None


def test_the_bundle_of_the_page_passes_and_its_example_is_the_one_that_runs() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs/grounding.md").read_text(encoding="utf-8")
    shown = json.loads(page.partition("```json\n")[2].partition("```")[0])
    assert assessed(shown)["status"] == "complete"
    assert [each["status"] for each in assessed(shown)["findings"]] == ["pass"] * 4
    printed = (root / "examples/grounding/expected.txt").read_text(encoding="utf-8").split()
    assert printed == page.partition("--emit\n")[2].partition("```")[0].split()
