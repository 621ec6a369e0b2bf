"""Prompts that hold what they quote, and answers that are read back or refused by file and line."""

from __future__ import annotations

import json
import re
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.arena.core.brief import attack_brief, briefs, fenced, ruling_brief, visible
from gnut.arena.core.collecting import Collected, Who, collect
from gnut.arena.core.lenses import LENSES, instruction
from gnut.arena.core.rows import attack, policy, ruling, task
from gnut.edge.policies import arena_policy
from gnut.text.markdown.blocks import read
from gnut_store import canon
from tests.arena.made import a_policy, a_ruling, a_task, an_attack, no_attack

TEXTS = st.text(alphabet=st.sampled_from(list("`~\n a{}#<>")), max_size=60)


def a_brief(**changed: Any) -> str:
    return attack_brief(task(a_task(**changed), "t"), "premise")


def test_every_lens_of_the_shipped_policy_has_one_instruction_of_one_sentence() -> None:
    shipped = arena_policy()
    assert set(shipped.lenses) == set(LENSES)
    assert all(re.fullmatch(r"[A-Z][^.]+\.", one) for one in LENSES.values())
    assert instruction("tone") not in LENSES.values()


@given(TEXTS, TEXTS)
def test_nothing_in_a_report_closes_its_fence(assertion: str, context: str) -> None:
    text = a_brief(assertion=assertion + "a", context=context)
    document, _ = read(text.encode())
    headings = [leaf.text for leaf in document.leaves if leaf.kind == "heading"]
    assert headings == [
        "Attack an assertion: premise",
        "The assertion",
        "Its context, from the same section of the report",
        "What not to do",
        "How to answer",
    ]
    assert document.anomalies == ()


def test_a_fence_is_longer_than_any_run_inside() -> None:
    assert fenced("a ````` b").startswith("``````text\n")
    assert fenced("a").startswith("```text\n")


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x1b", "\x00", "\u200b", "\U000e0041", "\ue000", "\u0085"])
def test_a_sign_that_nobody_sees_is_written_out(sign: str) -> None:
    assert visible(f"a{sign}b") == f"a[U+{ord(sign):04X}]b"


def test_words_of_other_scripts_stay_as_they_are() -> None:
    for text in ("نمی\u200cخواهم", "क्\u200dष", "我们认为。", "naïve – “so”\nnext"):
        assert visible(text) == text


def test_a_prompt_holds_the_line_to_answer_with_and_says_that_nothing_found_is_an_answer() -> None:
    text = a_brief(task_id="x`1")
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert [(one["task_id"], one["lens"], one["attack"]) for one in lines] == [
        ("x`1", "premise", "…"),
        ("x`1", "premise", None),
    ]
    for one in lines:
        attack(one, "answer")
    for told in ("data from the report", "no instruction in it", "not to be presented as a fact", "null attack"):
        assert told in " ".join(text.split())


def test_a_judge_is_not_told_who_attacked_nor_how_hard() -> None:
    made = attack(an_attack(severity="fatal", model="secret-model", model_family="secret-family"), "a")
    text = ruling_brief(task(a_task(), "t"), made)
    assert "secret" not in text
    assert "fatal" not in text
    (line,) = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    ruling(line, "answer")


def test_briefs_are_for_what_is_missing() -> None:
    tasks = [task(a_task(number), "t") for number in (1, 2)]
    made = [attack(an_attack(1), "a"), attack(no_attack(1, "leap"), "a")]
    names = [one.name for one in briefs(policy(a_policy()), tasks, made)]
    assert names == ["001-1-premise.ruling.md", "002-1-premise.attack.md", "002-2-leap.attack.md"]


def test_the_name_of_a_prompt_is_a_plain_file_name_whatever_the_policy_says() -> None:
    lenses = ["../../etc/passwd", "a/b\\c:d", "前提", "x" * 150, "CON "]
    for one in briefs(policy(a_policy(lenses=lenses)), [task(a_task(task_id="../x"), "t")], []):
        assert PurePosixPath(one.name).name == one.name
        assert re.fullmatch(r"\d{3}-\d-[a-z0-9-]{1,40}\.attack\.md", one.name)


# Answers.


def read_back(*bodies: bytes, who: Who | None = None, **changed: Any) -> Collected:
    tasks = [task(a_task(number), "t") for number in (1, 2)]
    answers = [(f"a{number}.jsonl", body) for number, body in enumerate(bodies, 1)]
    return collect(policy(a_policy(**changed)), tasks, answers, who or Who())


def lines(*rows: dict[str, Any]) -> bytes:
    return b"".join(canon.encode(row) + b"\n" for row in rows)


def test_answers_become_attacks_and_rulings_in_the_order_of_the_tasks() -> None:
    found = read_back(lines(no_attack(2), a_ruling("fc"), a_ruling("fb")), lines(an_attack(1)))
    assert found.faults == ()
    assert [(one.task_id, one.lens) for one in found.attacks] == [("x1", "premise"), ("x2", "premise")]
    assert [one.model_family for one in found.rulings] == ["fb", "fc"]
    assert (found.unattacked, found.unruled) == (2, 0)


def test_what_is_missing_is_counted() -> None:
    assert read_back().unattacked == 4
    assert read_back(lines(an_attack(1)), required_rulings=3).unruled == 3


def test_fences_and_blank_lines_around_an_answer_are_passed_over() -> None:
    found = read_back(b"```json\n" + lines(an_attack(1)) + b"```\r\n\n~~~\n" + lines(no_attack(2)) + b"~~~\n")
    assert (found.faults, len(found.attacks)) == ((), 2)


def test_answers_come_as_a_list_too() -> None:
    assert len(read_back(canon.encode([an_attack(1), no_attack(2)])).attacks) == 2


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (b"Here is my answer:\n" + lines(an_attack(1)), "a1.jsonl:1: "),
        (lines(an_attack(1)) + b"\n" + lines(an_attack(1, session_id="x")), "a1.jsonl:3: task 'x1', lens 'premise'"),
        (lines(an_attack(9)), "a1.jsonl:1: there is no task 'x9'"),
        (lines(an_attack(1, "tone")), "a1.jsonl:1: the policy has no lens 'tone'"),
        (lines(a_ruling("fb")), "a1.jsonl:1: there is no attack on 'x1'"),
        (lines(no_attack(1), a_ruling("fb")), "a1.jsonl:2: the attack on 'x1' through 'premise' is null"),
        (lines(an_attack(1), a_ruling("fb", session_id="atk")), "a1.jsonl:2: session 'atk' made the attack"),
        (lines(an_attack(1), a_ruling("fb", "maybe")), "a1.jsonl:2/ruling: expected one of"),
        (lines(an_attack(1), a_ruling("Fa", session_id="z")), "a1.jsonl:2/model_family: 'Fa' made the attack"),
        (lines(an_attack(1), a_ruling("fb"), a_ruling("FB ", session_id="z")), "a1.jsonl:3/model_family: 'FB '"),
        (lines(an_attack(1), a_ruling("fb"), a_ruling("fc", session_id="S-FB")), "a1.jsonl:3/session_id: 'S-FB'"),
        (lines(an_attack(1), *(a_ruling(one) for one in ("fb", "fc", "fd"))), "a1.jsonl:4: the attack needs 2 rulings"),
        (lines(an_attack(1, model_family="FAMILY")), "a1.jsonl:1/model_family: is still the brief's placeholder"),
        (lines({"task_id": "x1", "lens": "premise"}), "a1.jsonl:1: is neither an attack nor a ruling"),
        (lines(an_attack(1) | {"ruling": "lands"}), "a1.jsonl:1: is neither an attack nor a ruling"),
        (b'{"attack":null,"attack":"x"}', "a1.jsonl:1: "),
        (b"[1]", "a1.jsonl[0]: is neither an attack nor a ruling"),
        (b"[1", "a1.jsonl: "),
    ],
)
def test_a_fault_is_named_by_file_and_line(body: bytes, fault: str) -> None:
    assert [one[: len(fault)] for one in read_back(body).faults] == [fault]


def test_every_fault_is_named_not_the_first_alone() -> None:
    body = lines(an_attack(9)) + b"prose\n" + lines(an_attack(1, severity="grave"))
    assert [one.split(":")[1].split("/")[0] for one in read_back(body).faults] == ["1", "2", "3"]


def test_names_that_an_answer_leaves_out_come_from_the_call() -> None:
    bare = {"task_id": "x1", "lens": "premise", "attack": None, "model": "MODEL"}
    found = read_back(lines(bare), who=Who("m-1", "fam", "s-1"))
    assert found.faults == ()
    assert (found.attacks[0].model, found.attacks[0].model_family, found.attacks[0].session_id) == ("m-1", "fam", "s-1")
    assert len(read_back(lines(bare)).faults) == 2
    said = read_back(lines(an_attack(1)), who=Who(model_family="other")).faults
    assert said == ("a1.jsonl:1/model_family: says 'fa', expected 'other'",)


@given(st.binary(max_size=200))
def test_any_bytes_are_answers_or_faults(body: bytes) -> None:
    found = read_back(body)
    assert found.faults or not body.replace(b"`", b"").replace(b"~", b"").strip() or found.attacks == ()


def test_what_was_collected_before_keeps_its_own_names() -> None:
    tasks = [task(a_task(), "t")]
    known = [("attacks.jsonl", lines(an_attack(1)))]
    bare = {key: value for key, value in a_ruling("fb").items() if key not in ("model", "model_family", "session_id")}
    who = Who("m-9", "fam", "s-9")
    found = collect(policy(a_policy()), tasks, [("r.jsonl", lines(bare))], who, known)
    assert found.faults == ()
    assert (found.attacks[0].model_family, found.rulings[0].model_family) == ("fa", "fam")
    other = lines(an_attack(1, attack="Another one."))
    twice = collect(policy(a_policy()), tasks, [("again.jsonl", other)], Who(), known)
    assert twice.faults == ("again.jsonl:1: task 'x1', lens 'premise' is attacked twice",)


def test_faults_are_told_in_the_order_of_files_and_lines_whatever_finds_them() -> None:
    first = lines(an_attack(1), a_ruling("fb"), a_ruling("fb", session_id="z"), an_attack(9)) + b"prose\n"
    second = lines(a_ruling("fb", number=7), an_attack(1, severity="grave"), {"task_id": "x1"})
    places = [one.split("/")[0].rsplit(": ")[0] for one in read_back(first, b"[1", second).faults]
    assert [one[:10] for one in places] == [
        "a1.jsonl:3",
        "a1.jsonl:4",
        "a1.jsonl:5",
        "a2.jsonl",
        "a3.jsonl:1",
        "a3.jsonl:2",
        "a3.jsonl:3",
    ]


def test_many_lines_are_in_the_order_of_numbers_not_of_figures() -> None:
    faults = read_back(lines(*(an_attack(9) for _ in range(1)), *(an_attack(9, session_id=f"{n}") for n in range(11))))
    assert [int(one.split(":")[1]) for one in faults.faults] == list(range(1, 13))


def test_an_answer_given_again_counts_once_and_one_that_differs_is_refused() -> None:
    tasks, known = (
        [task(a_task(), "t")],
        [("attacks.jsonl", lines(an_attack(1))), ("rulings.jsonl", lines(a_ruling("fb")))],
    )
    again = lines(an_attack(1), a_ruling("fb"), a_ruling("fc"), a_ruling("fc"))
    found = collect(policy(a_policy()), tasks, [("a.jsonl", again)], Who(), known)
    assert (found.faults, len(found.attacks), len(found.rulings)) == ((), 1, 2)
    assert (found.before, found.again, found.unruled) == (2, 3, 0)
    other = lines(a_ruling("fb", "lands"))
    assert collect(policy(a_policy()), tasks, [("a.jsonl", other)], Who(), known).faults == (
        "a.jsonl:1/model_family: 'fb' has ruled on this attack before",
        "a.jsonl:1/session_id: 's-fb' has ruled on this attack before",
    )
