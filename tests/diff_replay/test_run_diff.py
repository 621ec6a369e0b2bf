"""What changed between two runs, row by row, and why."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.account.contract import Execution
from gnut.authority.contract import Declaration
from gnut.diff_replay.contract import CAUSES, Change, RunDiff
from gnut.diff_replay.core import run_diff
from gnut.model import Absence, Uri
from tests.diff_replay.making import ENGINE, REPORT, TEXTS, A, B, C, made, resealed, source


def only(found: RunDiff) -> Change:
    assert len(found.changes) == 1, [one.fields or one.change for one in found.changes]
    return found.changes[0]


def diffed(before: Mapping[str, Any], after: Mapping[str, Any]) -> RunDiff:
    return run_diff(made(**before), made(**after))


def test_equal_runs_have_no_changes() -> None:
    found = run_diff(made(), made())
    assert (found.changes, found.inputs, found.sources, found.unchanged, found.reworded) == ((), (), (), 5, 0)
    assert found.before == found.after


# One cause at a time.


def test_a_source_whose_text_is_another_is_the_cause_and_is_named() -> None:
    found = diffed({}, {"texts": {B: TEXTS[B].replace("1,208", "1,280")}})
    change = only(found)
    assert change.fields == ("bucket", "reason", "gates")
    assert change.before is not None
    assert change.after is not None
    assert (change.before.reason, change.after.reason) == ("excerpt_altered", None)
    assert (change.cause, change.causes) == ("source", ("source",))
    assert [one.uri for one in found.sources] == [B]
    assert change.sources == (found.sources[0].source_id,)
    assert found.sources[0].before.snapshot == change.before.snapshot != change.after.snapshot
    assert found.inputs == ("source",)
    assert change.edited == ()


def test_a_source_that_is_gone_is_the_cause() -> None:
    change = only(diffed({}, {"texts": {A: Absence(A, "gone", "HTTP 410")}}))
    assert (change.cause, change.fields) == ("source", ("bucket", "reason", "kind", "gates", "support"))
    assert change.after is not None
    assert change.after.kind == "gone"


def test_another_source_that_holds_the_words_is_the_cause() -> None:
    held = {A: "The weir was rebuilt in glass and iron.", C: "Nothing of this kind is told here of any of it."}
    change = next(
        one for one in diffed({"texts": {C: held[C]}}, {"texts": held}).changes if one.after and one.after.uri == C
    )
    assert change.after is not None
    assert change.after.reason == "wrong_source"
    assert change.cause == "source"


def test_a_source_that_changed_beside_the_row_is_not_its_cause() -> None:
    found = diffed({}, {"texts": {A: TEXTS[A] + " More.", B: TEXTS[B].replace("1,208", "1,280")}})
    change = only(found)
    assert len(found.sources) == 2
    assert len(change.sources) == 1


def test_another_policy_moves_the_gate_alone() -> None:
    found = diffed({}, {"policy": "strict"})
    assert {one.cause for one in found.changes} == {"policy"}
    assert {one.fields for one in found.changes} == {("gates",)}
    assert found.inputs == ("policy",)
    change = only(diffed({}, {"allow": ("excerpt_altered",)}))
    assert (change.cause, change.fields) == ("policy", ("gates",))


def test_a_policy_that_says_nothing_of_a_row_is_not_its_cause() -> None:
    found = diffed({}, {"allow": ("no_excerpt",), "texts": {B: TEXTS[B].replace("1,208", "1,280")}})
    change = only(found)
    assert found.inputs == ("source", "policy")
    assert change.cause == "source"


def test_an_edited_excerpt_is_the_reports_doing() -> None:
    change = only(diffed({}, {"body": REPORT.replace("1,280", "1,208")}))
    assert (change.cause, change.edited) == ("report", ("text", "excerpt"))
    assert change.before is not None
    assert (change.before.excerpt, change.after and change.after.excerpt) == (
        "counted 1,280 visitors",
        "counted 1,208 visitors",
    )


def test_an_edit_elsewhere_in_the_report_is_not_the_cause_of_a_row() -> None:
    body = REPORT.replace("The quay is dark", "The long quay is dark")
    change = only(diffed({}, {"body": body, "texts": {B: TEXTS[B].replace("1,208", "1,280")}}))
    assert change.cause == "source"


def test_a_row_that_both_report_and_source_moved_has_several_causes() -> None:
    body = REPORT.replace("The guard “counted 1,280 visitors”", "The old guard “counted 1,280 visitors”")
    change = only(diffed({}, {"body": body, "texts": {B: TEXTS[B].replace("1,208", "1,280")}}))
    assert (change.cause, change.causes) == ("several", ("report", "source"))


def test_a_waiver_in_the_report_is_the_reports_doing() -> None:
    body = REPORT.replace("([b](https://b.example/2)).", "([b](https://b.example/2)). <!-- gnut: waive GN302 known -->")
    change = only(diffed({}, {"body": body}))
    assert (change.cause, change.fields) == ("report", ("gates", "waived"))
    # The same waiver, which the other policy does not honour.
    found = diffed({"body": body}, {"body": body, "policy": "strict"})
    waived = next(one for one in found.changes if "waived" in one.fields)
    assert waived.cause == "policy"


def test_another_detector_is_the_cause_of_another_support() -> None:
    found = diffed({}, {"support": "exact"})
    assert found.changes
    assert {(one.cause, one.fields) for one in found.changes} == {("support", ("support",))}


def test_a_declaration_is_the_cause_of_another_authority() -> None:
    from gnut.text.uris import source_id

    told = Declaration("independent_primary", "human_adjudication", "an editor", "seen", source_id(A))
    change = only(diffed({}, {"declarations": {"c1": told}}))
    assert (change.cause, change.fields) == ("authority", ("authority",))


def test_a_class_marker_is_the_reports_doing() -> None:
    body = REPORT.replace(
        "([a](https://a.example/1)).", "([a](https://a.example/1)). <!-- groundnut-company-assertion -->"
    )
    change = only(diffed({}, {"body": body}))
    assert change.cause == "report"
    assert "provenance" in change.fields
    assert change.edited == ("declaration",)


def test_another_profile_is_the_cause_of_what_is_read_otherwise() -> None:
    found = diffed({}, {"chosen": "groundnut-default"})
    assert found.inputs == ("profile",)
    assert found.changes
    assert {one.cause for one in found.changes} == {"profile"}


def test_another_engine_is_the_cause_when_nothing_else_differs() -> None:
    newer = replace(ENGINE, version="2.0", source_sha256="6f" * 32)
    one = made(engine=newer)
    rows = one.ledger.ledger.rows
    moved = replace(rows[0], gates=True, reason="excerpt_not_found")
    held = replace(one.ledger, ledger=replace(one.ledger.ledger, rows=(moved, *rows[1:])))
    change = only(run_diff(made(), resealed(one, ledger=held)))
    assert change.cause == "engine"


def test_another_commit_of_the_same_code_is_no_other_engine() -> None:
    assert run_diff(made(), made(engine=replace(ENGINE, revision="4d", dirty=True, publishable=False))).inputs == ()


def test_a_change_that_nothing_explains_is_said_to_be_unknown() -> None:
    one = made()
    rows = one.ledger.ledger.rows
    held = replace(one.ledger, ledger=replace(one.ledger.ledger, rows=(replace(rows[0], gates=True), *rows[1:])))
    change = only(run_diff(one, resealed(one, ledger=held)))
    assert (change.cause, change.causes) == ("unknown", ())


def test_another_capture_of_the_same_visible_text_is_the_last_resort() -> None:
    hidden = source(A, "The harbour log is short and says nothing of it.", hidden_text=None)
    other = replace(hidden, hidden_text="the gate shuts at nine every evening", snapshot="b3:" + "7" * 64)
    change = only(diffed({"texts": {A: hidden}}, {"texts": {A: other}}))
    assert change.after is not None
    assert change.after.reason == "found_hidden_only"
    assert (change.cause, len(change.sources)) == ("source", 1)


def test_every_cause_is_one_of_the_closed_list() -> None:
    assert CAUSES == ("report", "profile", "source", "policy", "support", "authority", "engine")


# Rows that are new, gone, moved, edited.


def test_a_row_that_is_new_or_gone_stands_where_it_is_read() -> None:
    body = REPORT.replace("The weir “was rebuilt in glass and iron” ([c](https://c.example/3)).\n\n", "")
    body = body.replace("The quay is dark.", "The quay is dark. Nobody pays the ferryman his due.")
    found = diffed({}, {"body": body})
    assert [one.change for one in found.changes] == ["gone", "added"]
    gone, added = found.changes
    assert gone.before is not None
    assert gone.before.uri == C
    assert added.after is not None
    assert added.after.text == "Nobody pays the ferryman his due."
    assert {one.cause for one in found.changes} == {"report"}
    assert found.unchanged == 4


def test_a_row_whose_sentence_was_edited_is_its_successor() -> None:
    body = REPORT.replace("The gate “shuts", "As everybody knows, the old city gate “shuts")
    found = diffed({}, {"body": body})
    assert (found.changes, found.unchanged, found.reworded) == ((), 5, 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The quay is dark at night and nobody walks there.", "The quay is dark at night and no one walks there."),
        ("El muelle queda a oscuras toda la noche.", "El viejo muelle queda a oscuras toda la noche."),
        ("码头整夜漆黑，没有人走过。", "码头整夜都漆黑，没有人走过。"),
        ("Набережная темна всю ночь, никто не ходит.", "Набережная темна всю ночь, и никто не ходит."),
        ("रात भर घाट पर अँधेरा रहता है और कोई नहीं आता।", "पूरी रात भर घाट पर अँधेरा रहता है और कोई नहीं आता।"),
        ("الرصيف مظلم طوال الليل ولا أحد يمشي", "الرصيف القديم مظلم طوال الليل ولا أحد يمشي"),
    ],
)
def test_an_uncited_sentence_is_known_again_by_its_words(before: str, after: str) -> None:
    found = diffed({"body": before + "\n"}, {"body": after + "\n"})
    assert (found.changes, found.reworded) == ((), 1)


def test_another_sentence_is_not_its_successor() -> None:
    found = diffed({"body": "The quay is dark.\n"}, {"body": "Forty boats wait for the tide.\n"})
    assert sorted(one.change for one in found.changes) == ["added", "gone"]


def test_a_sentence_that_now_cites_is_one_change() -> None:
    before, after = "The weir stands.\n", f"The weir stands ([c]({C})).\n"
    found = diffed({"body": before}, {"body": after})
    change = only(found)
    assert change.before is not None
    assert (change.change, change.before.bucket, change.cause) == ("changed", "own_reasoning", "report")


def test_moved_paragraphs_change_nothing() -> None:
    parts = REPORT.strip().split("\n\n")
    turned = "\n\n".join([parts[0], *reversed(parts[1:])]) + "\n"
    found = diffed({}, {"body": turned})
    assert (found.changes, found.unchanged, found.reworded) == ((), 5, 0)


def test_a_source_at_another_address_is_the_same_row() -> None:
    moved = Uri("https://a.example/new")
    found = diffed({}, {"body": REPORT.replace(str(A), str(moved)), "texts": {moved: TEXTS[A]}})
    assert (found.changes, found.reworded) == ((), 1)


def test_equal_rows_are_paired_one_to_one() -> None:
    line = f"The gate “shuts at nine every evening” ([a]({A})).\n\n"
    found = diffed({"body": line * 3}, {"body": line * 2})
    assert [one.change for one in found.changes] == ["gone"]
    assert found.unchanged == 2


def test_of_two_sentences_with_one_excerpt_the_likest_is_the_successor() -> None:
    said = f"“shuts at nine every evening” ([a]({A}))"
    before = f"In winter the northern gate {said}.\n\nIn summer the harbour gate {said}.\n"
    after = f"In summer the harbour gate still {said}.\n\nIn winter the northern gate {said} too.\n\nThe moat {said}.\n"
    found = diffed({"body": before}, {"body": after})
    change = only(found)
    assert (change.change, found.reworded) == ("added", 2)
    assert change.after is not None
    assert change.after.text.startswith("The moat")


def test_ids_and_lines_do_not_matter() -> None:
    found = diffed({}, {"body": "A new first sentence of its own.\n\n\n" + REPORT})
    assert only(found).change == "added"
    assert found.unchanged == 5


def test_a_claim_keeps_the_id_that_its_artifact_declares() -> None:
    claim = '{"claims": [{"claim_id": "%s", "claim_text": "%s"}, {"claim_text": "Forty boats wait."}]}'
    before = claim % ("quay", "The quay is dark.")
    kept = diffed({"body": before, "path": "a.json"}, {"body": claim % ("quay", "Nobody walks."), "path": "a.json"})
    assert (kept.changes, kept.reworded) == ((), 1)
    other = diffed({"body": before, "path": "a.json"}, {"body": claim % ("weir", "Nobody walks."), "path": "a.json"})
    assert sorted(one.change for one in other.changes) == ["added", "gone"]


def test_ids_that_gnut_counts_make_no_pair() -> None:
    claim = '{"claims": [{"claim_text": "%s"}]}'
    found = diffed(
        {"body": claim % "The quay is dark.", "path": "a.json"}, {"body": claim % "Nobody walks.", "path": "a.json"}
    )
    assert sorted(one.change for one in found.changes) == ["added", "gone"]


def test_an_anomaly_that_came_is_told() -> None:
    found = diffed({}, {"body": REPORT + "\n```\nunclosed\n"})
    assert found.anomalies_added == ("unclosed_fence",)
    assert diffed({"body": REPORT + "\n```\nunclosed\n"}, {}).anomalies_gone == ("unclosed_fence",)


def test_an_empty_report_is_compared_too() -> None:
    found = diffed({"body": ""}, {})
    assert {one.change for one in found.changes} == {"added"}
    assert run_diff(made(body=""), made(body="")).changes == ()


def test_a_name_of_the_report_is_part_of_it() -> None:
    assert diffed({}, {"path": "other.md"}).inputs == ("report",)
    assert diffed({}, {"companions": (("a.bib", b"@book{x}"),)}).inputs == ("report",)


SENTENCES = st.lists(
    st.sampled_from(
        [
            "The quay is dark.",
            "Forty boats wait for 12 hours.",
            f"The gate “shuts at nine every evening” ([a]({A})).",
            f"The guard “counted 1,280 visitors” ([b]({B}), [a]({A})).",
            f"As [said]({C}).",
            "码头整夜漆黑。",
        ]
    ),
    max_size=6,
)


@given(SENTENCES, SENTENCES)
def test_every_row_of_either_run_is_accounted_for_once(before: list[str], after: list[str]) -> None:
    one, other = made("\n\n".join(before)), made("\n\n".join(after))
    found = run_diff(one, other)
    counts = Counter(change.change for change in found.changes)
    assert counts["gone"] + counts["changed"] + found.unchanged == len(one.ledger.ledger.rows)
    assert counts["added"] + counts["changed"] + found.unchanged == len(other.ledger.ledger.rows)
    assert all(change.cause in ("report", "several") for change in found.changes)
    if sorted(before) == sorted(after):
        assert counts["gone"] == counts["added"] == 0


# Large reports.


def _large(sentence: str) -> Execution:
    sources = {Uri(f"https://s{n}.example/"): f"Fact number {n} stands here in full." for n in range(50)}
    lines = [
        f"{sentence} {n}, as told in “Fact number {n % 50} stands” ([s](https://s{n % 50}.example/)).\n"
        if n % 2
        else f"{sentence} {n}, without any source at all, number {n * 7}.\n"
        for n in range(500)
    ]
    return made("\n".join(lines), sources)


@pytest.mark.parametrize("other", ["Sentence", "An edited sentence", "Quite another text which shares no"])
def test_five_hundred_rows_are_compared_at_once(other: str) -> None:
    before, after = _large("Sentence"), _large(other)
    assert len(before.ledger.ledger.rows) == 500
    begun = time.process_time()
    found = run_diff(before, after)
    assert time.process_time() - begun < 0.3
    assert len([one for one in found.changes if one.change != "added"]) + found.unchanged == 500
    if other == "An edited sentence":
        assert found.reworded == 500


def test_five_hundred_equal_sentences_do_not_explode() -> None:
    begun = time.process_time()
    found = run_diff(made("The same words again.\n\n" * 500), made("The same words once more.\n\n" * 500))
    assert time.process_time() - begun < 2
    assert len(found.changes) + 2 * found.unchanged == 1000


STACK = f"""An intro line of other words.

The keeper wrote “alpha words stand here in one place” and “beta words stand there in two places” ([a]({A}), [b]({B})).
"""
HELD = {A: "alpha words stand here in one place. And more.", B: "beta words stand there in two places. And more."}
SECOND = {A: "Nothing of it.", B: f"{HELD[B]} {HELD[A]}"}
BOTH = {A: f"{HELD[A]} {HELD[B]}", B: "Nothing of it."}


@pytest.mark.parametrize("texts", [SECOND, BOTH, {A: "Nothing of it.", B: HELD[B]}])
def test_a_stack_that_its_sources_moved_is_theirs_whatever_else_was_edited(texts: dict[Uri, str]) -> None:
    plain = diffed({"body": STACK, "texts": HELD}, {"body": STACK, "texts": texts})
    assert plain.changes
    assert {one.cause for one in plain.changes} == {"source"}
    body = STACK.replace("An intro line", "A first line")
    edited = diffed({"body": STACK, "texts": HELD}, {"body": body, "texts": texts})
    assert {one.causes for one in edited.changes} == {("source",)}
    back = diffed({"body": body, "texts": texts}, {"body": STACK, "texts": HELD})
    assert {one.causes for one in back.changes} == {("source",)}


@pytest.mark.parametrize("texts", [SECOND, BOTH])
def test_a_stack_that_was_edited_and_whose_sources_changed_has_both_causes(texts: dict[Uri, str]) -> None:
    body = STACK.replace("The keeper wrote", "The old keeper wrote")
    found = diffed({"body": STACK, "texts": HELD}, {"body": body, "texts": texts})
    assert found.changes
    assert all("report" in one.causes and "source" in one.causes for one in found.changes)


def test_a_stack_that_the_report_alone_edited_is_its_doing() -> None:
    body = STACK.replace(f"[a]({A}), [b]({B})", f"[a]({A})")
    found = diffed({"body": STACK, "texts": HELD}, {"body": body, "texts": HELD})
    assert found.changes
    assert {one.cause for one in found.changes} == {"report"}


def test_a_new_sentence_over_a_source_that_changed_is_the_reports_doing() -> None:
    more = STACK + f"\nНовая строка гласит «weir was rebuilt» ([c]({C})).\n"
    found = diffed({"body": STACK, "texts": {**HELD, C: "x"}}, {"body": more, "texts": {**HELD, C: "y"}})
    assert [(one.change, one.cause) for one in found.changes] == [("added", "report")]
    over = STACK + f"\nA new line says “alpha words stand here” ([a]({A})).\n"
    found = diffed({"body": STACK, "texts": HELD}, {"body": over, "texts": {**HELD, A: HELD[A] + " Anew."}})
    assert [(one.change, one.cause) for one in found.changes] == [("added", "report")]


def test_a_sentence_that_stands_twice_now_may_be_either() -> None:
    twice = STACK + "\n" + STACK.partition("\n\n")[2]
    found = diffed({"body": STACK, "texts": HELD}, {"body": twice, "texts": {**HELD, A: HELD[A] + " Anew."}})
    assert found.changes
    assert all("report" in one.causes for one in found.changes)
