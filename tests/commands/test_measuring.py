"""`gnut measure`, `gnut replay`, `gnut calibrate` and `gnut proofread` as they are typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gnut = Callable[..., Any]
ASK = ("verify", "answer", "--answer", "-", "--source", "s=s.txt")
RIGHT = b"Revenue was 45 million dollars."
WRONG = b"Revenue was 46 million dollars."


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    (place / "s.txt").write_text("In 2023 revenue was $45 million, of 12 units.\n")


@pytest.fixture
def log(gnut: Gnut, place: Path) -> list[str]:
    """Ids of four records, of which three passed."""
    for answer in (RIGHT, RIGHT, WRONG, RIGHT):
        gnut(*ASK, "--log", "answers.jsonl", stdin=answer)
    return [json.loads(line)["record_id"] for line in (place / "answers.jsonl").read_text().splitlines()]


def labelled(place: Path, log: list[str], *labels: str) -> None:
    rows = [f"{name},{label}" for name, label in zip((log[0], log[1], log[3]), labels, strict=True)]
    (place / "labels.csv").write_text("record_id,label\n" + "\n".join(rows) + "\n")


def test_labels_say_how_many_that_passed_were_wrong(gnut: Gnut, place: Path, log: list[str]) -> None:
    labelled(place, log, "wrong", "right", "right")
    said = gnut("measure", "answers.jsonl", "--labels", "labels.csv", "--output-format", "json")
    share = json.loads(said.out)["content"]["passed_wrong"]
    assert (share["estimate"], share["wrong"], share["labelled"], share["of"]) == ("0.333333", 1, 3, 3)
    assert gnut("measure", ".", "--labels", "labels.csv").code == 0


def test_the_log_of_the_store_is_measured_too(gnut: Gnut) -> None:
    assert gnut("init").code == 0
    gnut(*ASK, stdin=RIGHT)
    said = gnut("measure", "store", "--sample", "1")
    assert said.code == 0
    assert said.out.startswith("rec_")


@pytest.mark.parametrize("costs", [("--error-cost", "5"), ("--error-cost", "1e40", "--review-minutes", "1")])
def test_costs_that_cannot_be_counted_are_refused(gnut: Gnut, place: Path, log: list[str], costs: tuple[str]) -> None:
    labelled(place, log, "wrong", "right", "right")
    assert gnut("measure", "answers.jsonl", "--labels", "labels.csv", *costs).code == 2
    whole = ("--review-minutes", "1", "--cost-per-hour", "1", "--error-cost", "1e40")
    assert gnut("measure", "answers.jsonl", "--labels", "labels.csv", *whole).code == 2


@pytest.mark.parametrize(
    "how", [("measure", "", "--sample", "1"), ("replay", "s.txt", "--policy", "gnut_default_v1", "--log", "")]
)
def test_an_empty_name_of_a_log_is_a_usage_error(gnut: Gnut, how: tuple[str, ...]) -> None:
    said = gnut(*how)
    assert (said.code, "the name of the log is empty" in said.err) == (2, True)


def test_a_cell_without_an_end_is_a_fault_of_its_line(gnut: Gnut, place: Path, log: list[str]) -> None:
    (place / "labels.csv").write_text("record_id,label\n" + "x" * 200_000 + ",wrong\n")
    said = gnut("measure", "answers.jsonl", "--labels", "labels.csv")
    assert said.code == 2
    assert "field larger" in said.err


def test_a_line_separator_inside_a_text_ends_no_line(gnut: Gnut, place: Path, log: list[str]) -> None:
    rows = [{"record_id": name, "label": "right", "note": "a\u2028b"} for name in (log[0], log[1], log[3])]
    (place / "labels.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    assert gnut("measure", "answers.jsonl", "--labels", "labels.jsonl").code == 0


def traffic(place: Path, **more: object) -> None:
    row = {"answer": "There are 46 items.", "passages": ["There are 45 items."], **more}
    (place / "traffic.jsonl").write_text(json.dumps(row) + "\n")


def test_a_replay_decides_by_question_and_scope(gnut: Gnut, place: Path) -> None:
    traffic(place, answer="There are 45 items.")
    assert "PASS 1" in gnut("replay", "traffic.jsonl", "--policy", "gnut_default_v1").out
    traffic(place, answer="There are 45 items.", question="How many percent?")
    assert "REVIEW 1" in gnut("replay", "traffic.jsonl", "--policy", "gnut_default_v1").out
    passages = [{"id": "a", "text": "There are 45 items.", "provenance": {"year": "2023"}}]
    traffic(place, answer="There are 45 items.", passages=passages, scope={"year": "2024"})
    assert "FAIL 1" in gnut("replay", "traffic.jsonl", "--policy", "gnut_default_v1").out


def test_a_replay_compares_what_a_record_was_sealed_over(gnut: Gnut, place: Path, log: list[str]) -> None:
    passages = [{"id": "s", "text": (place / "s.txt").read_text()}]
    traffic(place, answer=WRONG.decode(), passages=passages, record_id=log[2])
    command = ("replay", "traffic.jsonl", "--policy", "gnut_default_v1", "--log", "answers.jsonl")
    assert "0 of 1 whose earlier decision is known" in gnut(*command).out
    traffic(place, answer=RIGHT.decode(), passages=passages, record_id=log[2])
    said = gnut(*command).out
    assert "0 of 0 whose earlier decision is known" in said
    assert "1 are not what their records were sealed over" in said


@pytest.mark.parametrize("more", [{"question": 5}, {"scope": ["a"]}, {"scope": {"a": 1}}, {"risk_class": []}])
def test_a_request_of_another_shape_is_refused_by_its_line(gnut: Gnut, place: Path, more: dict[str, Any]) -> None:
    traffic(place, **more)
    said = gnut("replay", "traffic.jsonl", "--policy", "gnut_default_v1")
    assert said.code == 2
    assert "line 1" in said.err


def test_a_cut_catches_defects_of_the_lower_scores(gnut: Gnut, place: Path) -> None:
    rows = ["0.1,yes"] * 100 + ["0.9,no"] * 100
    (place / "l.csv").write_text("score,is_defect\n" + "\n".join(rows) + "\n")
    said = gnut("calibrate", "l.csv", "--output-format", "json")
    found = json.loads(said.out)
    assert (found["threshold"], found["caught"], found["flagged"]) == ("0.1", 100, 0)


@pytest.mark.parametrize("target", ["nan", "inf", "x", "-1", "2"])
def test_a_share_that_is_none_is_refused(gnut: Gnut, place: Path, target: str) -> None:
    (place / "l.csv").write_text("score,is_defect\n" + "0.1,yes\n0.9,no\n" * 100)
    assert gnut("calibrate", "l.csv", "--target-recall", target).code == 2


def test_a_hostile_cell_of_scores_is_refused(gnut: Gnut, place: Path) -> None:
    (place / "l.csv").write_text("score,is_defect\n" + "1" * 200_000 + ",yes\n")
    assert gnut("calibrate", "l.csv").code == 2


def test_the_weakest_words_are_shown_and_nothing_is_decided(gnut: Gnut) -> None:
    said = gnut("proofread", "--answer-text", "Revenue was 46 million of cheese.", "--source", "s=s.txt", "-k", "2")
    assert said.code == 0
    assert "cheese" in said.out
    assert "46" in said.out


def test_a_word_inside_another_one_is_not_in_the_span(gnut: Gnut, place: Path) -> None:
    (place / "s.txt").write_text("It was showing.\n")
    options = ("--answer-text", "It can show.", "--source", "s=s.txt", "-k", "9", "--output-format", "json")
    anchors = json.loads(gnut("proofread", *options).out)["anchors"]
    (show,) = (each for each in anchors if each["text"] == "show")
    assert "exact_string_in_span" not in show["notes"]


@pytest.mark.parametrize("blank", [b"", b" \n", b"---\n"])
def test_what_has_nothing_to_check_is_never_told_of_as_if_it_had(gnut: Gnut, place: Path, blank: bytes) -> None:
    said = gnut(*ASK, stdin=blank)
    assert said.out.splitlines()[1:] == ["  nothing was checked: the answer claims nothing"]
    assert "nothing was checked" in said.err
    read = gnut("proofread", "--answer", "-", "--source", "s=s.txt", stdin=blank)
    assert (read.code, "nothing was read" in read.err) == (0, True)
    (place / "empty.jsonl").write_text("")
    for way in (("--sample", "5"), ("--labels", "labels.csv")):
        (place / "labels.csv").write_text("record_id,label\n")
        assert gnut("measure", "empty.jsonl", *way).code == 2


@pytest.mark.parametrize(
    ("options", "policy", "compared"),
    [
        ((), "gnut_default_v1", 1),
        ((), "german.yaml", 1),
        (("--locale", "en"), "gnut_default_v1", 1),
        (("--rounding", "half_up"), "gnut_default_v1", 1),
        (("--no-units",), "gnut_default_v1", 0),
    ],
)
def test_a_replay_tells_a_records_input_whatever_locale_a_policy_has(
    gnut: Gnut, place: Path, options: tuple[str, ...], policy: str, compared: int
) -> None:
    (place / "german.yaml").write_text("id: g\nversion: 1\nextends: gnut_default_v1\nlocale: de\nrounding: half_up\n")
    gnut(*ASK, *options, "--log", "answers.jsonl", stdin=WRONG)
    record = json.loads((place / "answers.jsonl").read_text())
    source = {"id": "s", "text": (place / "s.txt").read_text()}
    traffic(place, answer=WRONG.decode(), passages=[source], record_id=record["record_id"])
    said = gnut("replay", "traffic.jsonl", "--policy", policy, "--log", "answers.jsonl")
    assert f"of {compared} whose earlier decision is known" in said.out
