from __future__ import annotations

from itertools import combinations, permutations

import pytest
from msgspec.structs import replace

from gnut.check.contract import Evidence, Finding, Mark
from gnut.edge.policies import shipped
from gnut.errors import BadConfig, NotCanonical
from gnut.ingest.contract import (
    Binding,
    Citation,
    CitationKind,
    Excerpt,
    Extraction,
    Identity,
    Lines,
    Unit,
    UnitKind,
    Waiver,
)
from gnut.ledger.contract import UNCONFIRMED, Bucket, Ledger, Outcome, Policy
from gnut.ledger.core import extend, gate, ledger, parse_policy, tighten
from gnut.ledger.core.gate import CLAUSES
from gnut.ledger.core.messages import mark_message
from gnut.model import Absence, Place, Source, Span, Uri
from gnut.text.anchor.contract import Alteration, Anchor, Level
from gnut.text.anchor.contract import Outcome as Anchored
from gnut_store import canon

URI = Uri("https://s.example/a")
QUOTE = "the gate shuts at nine every evening"
TEXT = f"From May {QUOTE} in summer."
PLACE = Place(0, 10, 1, 1)
ID = Identity("k", "1", "0" * 64)


def source(truncation: str = "complete") -> Source:
    return Source(URI, URI, None, TEXT, None, truncation, False, False, ())


def excerpt(text: str = QUOTE) -> Excerpt:
    return Excerpt(text, "quotation", False, None, None, None, Place(4, 40, 1, 5))


def citation(**changes: object) -> Citation:
    plain = Citation(CitationKind.LINK, URI, URI, None, None, False, 0, PLACE)
    return replace(plain, **changes)


def unit(*citations: Citation, text: str = "A claim.", **changes: object) -> Unit:
    bindings = tuple(Binding(excerpt(), (number,)) for number in range(len(citations)))
    plain = Unit(UnitKind.PROSE, text, text, PLACE, citations, bindings, (), "unclassified", False, None, False, ())
    return replace(plain, **changes)


def anchored(outcome: Anchored = Anchored.FOUND, **changes: object) -> Anchor:
    plain = Anchor(outcome, "exact", Level.EXACT, (Span(9, 45),), 1, (), (), None, None)
    return replace(plain, **changes)


def finding(**changes: object) -> Finding:
    return replace(Finding("c1", 0, 0, 0, source(), anchored(), False, True, None, ()), **changes)


def extraction(*units: Unit) -> Extraction:
    return Extraction("markdown", "0" * 64, ID, ID, units, (), Lines(len(units), (("blank", 2),)), (), None)


def judged(
    cited: Unit,
    *found: Finding,
    policy: Policy | None = None,
    own_uri: Uri | None = None,
    others: tuple[Unit, ...] = (),
) -> Ledger:
    first = found or (uncited(0),)
    evidence = Evidence((*first, *(uncited(number) for number in range(1, len(others) + 1))))
    return ledger(
        extraction(cited, *others), evidence, path="r.md", own_uri=own_uri, policy=policy or shipped("default")
    )


def uncited(number: int) -> Finding:
    return Finding(f"u{number}", number, None, None, None, None, False, True, None, ())


def test_a_found_excerpt_is_in_the_first_bucket_and_clears_the_report() -> None:
    got = judged(unit(citation()), finding())
    assert (got.rows[0].bucket, got.rows[0].reason, got.outcome) == (Bucket.EXCERPT_FOUND, None, Outcome.CLEAR)


NOT_FOUND = anchored(Anchored.NOT_FOUND, method=None, level=None, parts=(), occurrences=0)
ALTERED = anchored(
    Anchored.AMBIGUOUS, method="fuzzy", level=None, occurrences=0, alterations=(Alteration("number", "9", "5"),)
)

REASONS: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "broken_citation": ({"broken": "no entry [3]", "uri": None}, {"acquired": None, "anchor": None}),
    "self_citation": ({"uri": Uri("file:r.md")}, {"acquired": None, "anchor": None}),
    "unresolvable_source": ({"uri": None, "unresolvable": True}, {"acquired": None, "anchor": None}),
    "source_unavailable": ({}, {"acquired": Absence(URI, "dns_error", ""), "anchor": None}),
    "locator_only": ({"locator": "page 3"}, {"binding": None, "anchor": None}),
    "no_excerpt": ({}, {"binding": None, "anchor": None}),
    "locator_mismatch": ({"locator": "L2"}, {"located": False}),
    "found_hidden_only": ({}, {"anchor": NOT_FOUND, "hidden": True}),
    "excerpt_altered": ({}, {"anchor": ALTERED}),
    "ambiguous": ({}, {"anchor": replace(ALTERED, alterations=())}),
    "wrong_source": ({}, {"anchor": NOT_FOUND, "elsewhere": Uri("https://b.example/")}),
    "evidence_window_incomplete": ({}, {"anchor": NOT_FOUND, "acquired": source("truncated")}),
    "excerpt_not_found": ({}, {"anchor": NOT_FOUND}),
}


@pytest.mark.parametrize("reason", REASONS)
def test_each_gap_has_its_own_reason_and_blocks_under_the_default_policy(reason: str) -> None:
    of_citation, of_finding = REASONS[reason]
    got = judged(unit(citation(**of_citation)), finding(**of_finding), own_uri=Uri("file:r.md"))
    row = got.rows[0]
    assert (row.bucket, row.reason, row.gates) == (Bucket.CITATION_UNCONFIRMED, reason, True)
    assert got.outcome is Outcome.FAILED
    assert row.findings[0].message


def test_too_short_is_a_reason_of_the_ledger_while_the_anchor_stays_found() -> None:
    cited = unit(citation(), bindings=(Binding(excerpt("the tenant"), (0,)),))
    got = judged(cited, finding(anchor=anchored(occurrences=3)))
    assert got.rows[0].reason == "too_short"
    assert got.rows[0].anchor is not None
    assert got.rows[0].anchor.outcome == "found"


def test_every_reason_of_the_contract_is_reachable() -> None:
    assert {*REASONS, "too_short"} == set(UNCONFIRMED)


@pytest.mark.parametrize("window", ["truncated", "unknown", "sparse"])
def test_found_is_found_in_an_incomplete_window(window: str) -> None:
    assert judged(unit(citation()), finding(acquired=source(window))).rows[0].bucket is Bucket.EXCERPT_FOUND


def test_a_unit_without_citation_is_own_reasoning_and_nothing_checked_is_indeterminate() -> None:
    got = judged(unit())
    assert (got.rows[0].bucket, got.rows[0].reason, got.outcome) == (
        Bucket.OWN_REASONING,
        "narrative",
        Outcome.INDETERMINATE,
    )


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"numeric": True}, "numeric"),
        ({"numeric": True, "declared_analysis": True}, "declared"),
        ({"provenance": "recommendation"}, "declared"),
        ({}, "narrative"),
    ],
)
def test_own_reasoning_is_split_mechanically(changes: dict[str, object], reason: str) -> None:
    assert judged(unit(**changes)).rows[0].reason == reason


def test_strict_blocks_a_bare_figure_and_a_mark_that_default_lets_pass() -> None:
    figure = unit(citation()), (unit(numeric=True),)
    mark = Mark("number_not_in_source", "5%", "6%", None)
    for policy, outcome in ((shipped("default"), Outcome.CLEAR), (shipped("strict"), Outcome.FAILED)):
        assert judged(figure[0], finding(), policy=policy, others=figure[1]).outcome is outcome
        assert judged(unit(citation()), finding(marks=(mark,)), policy=policy).outcome is outcome


def test_an_allowed_reason_no_longer_gates_and_the_report_is_waived() -> None:
    policy = extend(shipped("default"), ["no_excerpt"])
    got = judged(unit(citation()), finding(binding=None, anchor=None), policy=policy)
    assert (got.rows[0].gates, got.outcome) == (False, Outcome.WAIVED)


def test_allowing_no_excerpt_allows_locator_only_and_too_short() -> None:
    assert extend(shipped("default"), ["no_excerpt"]).allows == ("locator_only", "no_excerpt", "too_short")


def test_an_extension_has_its_own_hash() -> None:
    plain, extended = shipped("default"), extend(shipped("default"), ["ambiguous"])
    assert judged(unit(), policy=plain).policy.sha256 != judged(unit(), policy=extended).policy.sha256


def test_a_waiver_is_shown_with_its_reason_and_stops_the_row_from_gating() -> None:
    waived = unit(citation(), waivers=(Waiver("GN305", "the page is a landing page", PLACE),))
    got = judged(waived, finding(binding=None, anchor=None))
    assert (got.rows[0].waived, got.rows[0].gates, got.outcome) == ("the page is a landing page", False, Outcome.WAIVED)


def test_strict_refuses_a_waiver() -> None:
    waived = unit(citation(), waivers=(Waiver("GN305", "please", PLACE),))
    got = judged(waived, finding(binding=None, anchor=None), policy=shipped("strict"))
    assert (got.rows[0].waived, got.rows[0].gates) == (None, True)


def test_a_waiver_of_another_code_changes_nothing() -> None:
    waived = unit(citation(), waivers=(Waiver("GN301", "please", PLACE),))
    assert judged(waived, finding(binding=None, anchor=None)).rows[0].gates


def test_a_quotation_without_citation_is_a_finding_on_own_reasoning_that_only_strict_blocks() -> None:
    quoted = unit(unsourced=(excerpt(),))
    row = judged(quoted).rows[0]
    assert [each.name for each in row.findings] == ["unsourced_quotation"]
    assert not row.gates
    assert judged(quoted, policy=shipped("strict")).rows[0].gates


def test_ids_count_cited_and_uncited_units_apart() -> None:
    got = judged(unit(citation()), finding(), others=(unit(text="B."), unit(text="C.")))
    assert [row.id for row in got.rows] == ["c1", "u1", "u2"]


def test_a_row_has_the_id_of_its_finding() -> None:
    assert judged(unit(citation()), finding(id="k7")).rows[0].id == "k7"


def test_a_fingerprint_survives_a_move_and_tells_equal_rows_apart() -> None:
    one, other = judged(unit()), judged(unit(place=Place(90, 99, 7, 3)))
    assert one.rows[0].fingerprint == other.rows[0].fingerprint
    twins = judged(unit(), others=(unit(),)).rows
    assert twins[0].fingerprint != twins[1].fingerprint
    assert all(len(row.fingerprint) == 32 for row in twins)


def test_the_totals_are_sums_of_the_rows() -> None:
    got = judged(unit(citation()), finding(), others=(unit(numeric=True), unit()))
    assert got.population.rows == len(got.rows) == 3
    assert (got.rates["excerpts_found"].numerator, got.rates["excerpts_found"].denominator) == (1, 1)
    assert (got.rates["citation_coverage"].numerator, got.rates["citation_coverage"].denominator) == (1, 3)
    assert all(rate.population for rate in got.rates.values())


def test_the_place_of_a_row_is_its_excerpt_else_its_citation_else_its_unit() -> None:
    assert judged(unit(citation()), finding()).rows[0].column == 5
    assert judged(unit(citation()), finding(binding=None, anchor=None)).rows[0].column == 1


def test_a_policy_that_blocks_something_unknown_is_refused() -> None:
    with pytest.raises(BadConfig, match="excerpt_missing"):
        parse_policy(
            b'{"schema":"groundnut-standing-policy/v1","key":"k","version":"1","blocks":["excerpt_missing"],'
            b'"allows":[],"waivers":true}'
        )


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"blocks": ["ambiguous", "ambiguous"]}, "/blocks/1"),
        ({"blocks": ["too_short", "ambiguous"]}, "/blocks/1"),
        ({"blocks": ["nonsense"]}, "/blocks/0"),
        ({"allows": ["nonsense"]}, "/allows/0"),
        ({"allows": ["mark:bidi", "mark:*"]}, "/allows/1"),
        ({"allows": ["ambiguous", "ambiguous"]}, "/allows/1"),
        ({"blocks": [5]}, "/blocks/0"),
        ({"blocks": "ambiguous"}, "/blocks"),
        ({"key": "  "}, "/key"),
        ({"version": "\u3000"}, "/version"),
        ({"waivers": 1}, "/waivers"),
        ({"a/b~": 1}, "/a~1b~0"),
        ({"schema": "groundnut-standing-policy/v2"}, "standing policy has schema"),
    ],
)
def test_a_policy_that_breaks_its_contract_is_refused_where_it_does(change: dict[str, object], where: str) -> None:
    plain = {"schema": "groundnut-standing-policy/v1", "key": "k", "version": "1"}
    plain |= {"blocks": ["ambiguous", "mark:*"], "allows": [], "waivers": True}
    assert parse_policy(canon.encode(plain)).blocks == ("ambiguous", "mark:*")
    with pytest.raises(BadConfig) as refused:
        parse_policy(canon.encode({**plain, **change}))
    assert refused.value.code == "bad_policy"
    assert str(refused.value).startswith(where)


@pytest.mark.parametrize("body", [b"", b"{", b'{"key":"a","key":"b"}', b'{"schema":NaN}'])
def test_a_policy_that_is_no_strict_json_is_refused(body: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse_policy(body)


def test_an_unknown_reason_cannot_be_allowed_and_the_nearest_is_named() -> None:
    with pytest.raises(BadConfig) as refused:
        extend(shipped("default"), ["no_excerp"])
    assert refused.value.help == "did you mean 'no_excerpt'?"
    assert refused.value.code == "unknown_reason"


def test_front_matter_may_tighten_and_never_loosen() -> None:
    assert tighten(shipped("default"), shipped("strict")).key == "strict"
    with pytest.raises(BadConfig, match="does not block"):
        tighten(shipped("strict"), shipped("default"))
    assert tighten(shipped("default"), shipped("default")).waivers


def test_front_matter_brings_no_waiver_back_that_the_policy_in_force_does_not_honour() -> None:
    more = set(shipped("strict").blocks) - set(shipped("default").blocks)
    in_force = tighten(extend(shipped("strict"), more), shipped("default"))
    waived = unit(citation(), waivers=(Waiver("GN302", "please", PLACE),))
    absent = finding(anchor=anchored(Anchored.NOT_FOUND, parts=(), occurrences=0))
    assert not in_force.waivers
    assert judged(waived, absent, policy=in_force).outcome is Outcome.FAILED


def test_front_matter_loosens_nothing_whatever_both_policies_block_allow_and_honour() -> None:
    words = ("ambiguous", "mark:*", "mark:bidi")
    lists = [tuple(sorted(some)) for size in range(len(words) + 1) for some in combinations(words, size)]
    policies = [
        Policy("groundnut-standing-policy/v1", "k", "1", blocks, allows, honours)
        for blocks in lists
        for allows in lists
        for honours in (True, False)
    ]
    clauses = sorted({*CLAUSES} - {"mark:*"})
    blocked = {each: {clause for clause in clauses if gate.blocks(each, clause)} for each in policies}
    for given in policies:
        for asked in policies:
            if blocked[given] <= blocked[asked]:
                got = tighten(given, asked)
                assert gate.blocks(got, "ambiguous") or not gate.blocks(given, "ambiguous")
                assert got.waivers <= given.waivers
            else:
                with pytest.raises(BadConfig) as refused:
                    tighten(given, asked)
                assert refused.value.code == "policy_loosened"


def test_a_report_that_asks_for_the_strict_policy_loses_the_allowances_of_the_call() -> None:
    got = tighten(extend(shipped("default"), ["ambiguous"]), shipped("strict"))
    assert (got.allows, got.waivers) == ((), False)


def test_allowances_do_not_depend_on_their_order() -> None:
    assert len({extend(shipped("default"), each) for each in permutations(["ambiguous", "no_excerpt"])}) == 1


def test_allowing_every_mark_lets_every_mark_pass() -> None:
    mark = Mark("bidi", "x", None, None)
    policy = extend(shipped("strict"), ["mark:*"])
    got = judged(unit(citation()), finding(marks=(mark,)), policy=policy)
    assert (got.rows[0].gates, got.outcome) == (False, Outcome.WAIVED)


def test_an_allowance_of_own_reasoning_waives_too() -> None:
    policy = extend(shipped("strict"), ["own_reasoning:numeric"])
    got = judged(unit(citation()), finding(), policy=policy, others=(unit(numeric=True),))
    assert got.outcome is Outcome.WAIVED


def test_a_waiver_of_what_does_not_block_leaves_the_report_clear() -> None:
    waived = unit(citation(), waivers=(Waiver("GN310", "a short name", PLACE),))
    got = judged(waived, finding(marks=(Mark("short_excerpt", "x", None, None),)))
    assert got.outcome is Outcome.CLEAR


def test_a_waiver_that_accepts_nothing_is_named() -> None:
    waived = unit(citation(), waivers=(Waiver("GN302", "please", PLACE),))
    assert [each.name for each in judged(waived, finding()).anomalies] == ["bad_waiver"]


def test_a_waiver_waits_while_its_source_is_missing() -> None:
    waived = unit(citation(), waivers=(Waiver("GN302", "please", PLACE),))
    got = judged(waived, finding(acquired=Absence(URI, "not_acquired", ""), anchor=None))
    assert got.anomalies == ()


@pytest.mark.parametrize(
    ("word", "clause"),
    [
        ("GN305", "no_excerpt"),
        ("gn204", "mark:supplied"),
        ("supplied", "mark:supplied"),
        ("numeric", "own_reasoning:numeric"),
        ("unsourced_quotation", "finding:unsourced_quotation"),
    ],
)
def test_a_code_or_a_bare_name_stands_for_its_clause(word: str, clause: str) -> None:
    assert clause in extend(shipped("strict"), [word]).allows


def test_a_missing_file_of_the_repository_is_no_missing_page() -> None:
    absent = Absence(Uri("file:notes.txt"), "not_found", "no such file in the repository")
    got = judged(unit(citation(uri=absent.uri)), finding(acquired=absent, anchor=None))
    assert got.rows[0].findings[0].message == "the source could not be read: no such file in the repository"


def test_every_mark_has_a_sentence() -> None:
    for clause in CLAUSES:
        if clause.startswith("mark:") and clause != "mark:*":
            assert mark_message(Mark(clause.removeprefix("mark:"), "x", None, None))


@pytest.mark.parametrize(
    ("window", "said"),
    [
        ("complete", "5% does not stand in the source; the nearest is 6%"),
        (
            "truncated",
            "5% does not stand in what was captured of the source, and the capture is truncated; the nearest",
        ),
    ],
)
def test_a_figure_is_missing_from_a_source_only_where_all_of_it_was_captured(window: str, said: str) -> None:
    mark = Mark("number_not_in_source", "5%", "6%", None)
    (row,) = judged(unit(citation()), finding(acquired=source(window), marks=(mark,))).rows
    (told,) = (each.message for each in row.findings if each.name == "number_not_in_source")
    assert told.startswith(said)
