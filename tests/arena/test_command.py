"""`gnut arena`: the whole loop on the command line, its exit codes, and reports that are read back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.cli import main
from gnut.edge.keeping import _tasks
from gnut.model import Report, self_hash
from gnut_store import canon
from tests.arena.made import a_ruling, a_task, an_attack, no_attack
from tests.casefile import rows
from tests.test_cases import _answer

REPORT = """\
# Harbour

The ferry carried 41,000 people in 2023 and 36,000 in 2024. This suggests that demand has weakened for good.

There is no record of a tender for a new boat.
"""
Gnut = Callable[..., int]


@pytest.fixture
def gnut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gnut:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report.md").write_text(REPORT)

    def run(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["gnut", "arena", *arguments])
        return main(["arena", *arguments])

    return run


def write(path: Path, *rows: dict[str, Any]) -> str:
    path.write_bytes(b"".join(canon.encode(row) + b"\n" for row in rows))
    return path.name


def answers(tmp_path: Path, word: str = "misses") -> tuple[str, str]:
    made = [
        no_attack(number, lens)
        for number in (1, 2)
        for lens in ("premise", "leap", "evidence", "alternative", "scope")
        if (number, lens) != (1, "leap")
    ]
    attacks = write(tmp_path / "attacks.jsonl", an_attack(1, "leap"), *made)
    ruled = [a_ruling("fb", word, 1, "leap"), a_ruling("fc", word, 1, "leap")]
    return attacks, write(tmp_path / "rulings.jsonl", *ruled)


def test_the_loop_from_a_report_to_its_verdicts(tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]) -> None:
    assert gnut("emit", "report.md", "-o", "tasks.json") == 0
    assert gnut("brief", "tasks.json", "-o", "prompts") == 0
    assert len(list((tmp_path / "prompts").iterdir())) == 10
    attacks, rulings = answers(tmp_path)
    assert gnut("collect", attacks, rulings, "--tasks", "tasks.json", "-o", "review") == 0
    capsys.readouterr()
    done = ["--attacks", "review/attacks.jsonl", "--rulings", "review/rulings.jsonl"]
    assert gnut("adjudicate", "--tasks", "tasks.json", *done, "-o", "verdicts.json") == 0
    assert capsys.readouterr() == (
        "x1: stands (sentence 2, section 1): This suggests that demand has weakened for good.\n"
        "x2: stands (sentence 3, section 1): There is no record of a tender for a new boat.\n",
        "2 of 2 tasks stand (withheld: 0 of 2 tasks)\n",
    )
    report = json.loads((tmp_path / "verdicts.json").read_text())
    assert report["inputs"]["emission_sha256"] == json.loads((tmp_path / "tasks.json").read_text())["sha256"]
    assert gnut("show", "verdicts.json") == 0


def test_what_was_collected_stays_when_more_is_collected(
    tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = write(tmp_path / "tasks.jsonl", a_task(1))
    to = ["--tasks", tasks, "-o", "review"]
    one = write(tmp_path / "one.jsonl", an_attack(1, "leap"), an_attack(1, "premise"))
    judges = [write(tmp_path / f"{name}.jsonl", a_ruling(name, lens="leap")) for name in ("fb", "fc")]
    assert gnut("collect", one, *to) == 0
    assert "2 attacks, 0 rulings (0 were there, 2 came); still missing: 3 attacks, 4 rulings" in capsys.readouterr().err
    assert gnut("collect", judges[0], *to) == 0
    assert "2 attacks, 1 ruling (2 were there, 1 came)" in capsys.readouterr().err
    assert gnut("collect", judges[1], judges[0], *to, "--attacks", "review/../review/attacks.jsonl") == 0
    assert "2 attacks, 2 rulings (3 were there, 1 came, 1 came again)" in capsys.readouterr().err
    kept = {name: (tmp_path / "review" / name).read_bytes() for name in ("attacks.jsonl", "rulings.jsonl")}
    assert [len(body.splitlines()) for body in kept.values()] == [2, 2]
    other = write(tmp_path / "other.jsonl", an_attack(1, "leap", attack="Another one."))
    assert gnut("collect", other, *to) == 2
    assert "other.jsonl:1: task 'x1', lens 'leap' is attacked twice" in capsys.readouterr().err
    assert {name: (tmp_path / "review" / name).read_bytes() for name in kept} == kept


def test_what_was_collected_for_other_tasks_is_named_and_kept(
    tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        gnut("collect", write(tmp_path / "a", no_attack(2)), "--tasks", write(tmp_path / "t", a_task(2)), "-o", "r")
        == 0
    )
    assert (
        gnut("collect", write(tmp_path / "b", no_attack(1)), "--tasks", write(tmp_path / "u", a_task(1)), "-o", "r")
        == 2
    )
    assert "r/attacks.jsonl:1: there is no task 'x2'" in capsys.readouterr().err
    assert len((tmp_path / "r/attacks.jsonl").read_bytes().splitlines()) == 1


def test_a_landed_attack_ends_with_one_and_says_why(
    tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]
) -> None:
    gnut("emit", "report.md", "-o", "tasks.json")
    attacks, rulings = answers(tmp_path, "lands")
    capsys.readouterr()
    assert gnut("adjudicate", "--tasks", "tasks.json", "--attacks", attacks, "--rulings", rulings) == 1
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "x1: GN701 flagged: This suggests that demand has weakened for good.",
        "  sentence 2, section 1",
        "  leap: lands (2 of 2 rulings: fb lands, fc lands)",
        "    material: It does not follow.",
        "    fb: because",
        "    fc: because",
        "x2: stands (sentence 3, section 1): There is no record of a tender for a new boat.",
    ]
    assert said.err == "1 of 2 tasks stand; 1 flagged (withheld: 0 of 2 tasks)\n"


def test_no_task_is_no_pass(tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "none.jsonl")
    assert gnut("adjudicate", "--tasks", "none.jsonl") == 1
    assert capsys.readouterr().err == "no tasks: nothing was reviewed\n"


def test_tasks_are_shown_with_the_line_that_they_begin_in(gnut: Gnut, capsys: pytest.CaptureFixture[str]) -> None:
    listed = (
        "x1: inferential (line 3, sentence 2, section 1): This suggests that demand has weakened for good.\n"
        "x2: absence (line 5, sentence 3, section 1): There is no record of a tender for a new boat.\n"
    )
    assert gnut("emit", "report.md", "-o", "tasks.json") == 0
    assert capsys.readouterr().out == listed
    assert gnut("show", "report.md") == 0
    assert capsys.readouterr().out == listed
    assert gnut("show", "tasks.json") == 0
    assert "x1: inferential (sentence 2, section 1): " in capsys.readouterr().out


def test_a_prompt_whose_attack_was_made_goes_and_what_somebody_wrote_stays(
    tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks, prompts = write(tmp_path / "tasks.jsonl", a_task(1)), tmp_path / "prompts"
    assert gnut("brief", tasks, "-o", "prompts") == 0
    first = {path.name for path in prompts.iterdir()}
    assert "removed" not in capsys.readouterr().err
    (prompts / "notes.md").write_text("mine")
    (prompts / "001-2-leap.attack.md").write_text("my answer")
    kept = tmp_path / "elsewhere.md"
    (prompts / "001-1-premise.attack.md").rename(kept)
    (prompts / "001-1-premise.attack.md").symlink_to(kept)
    made = write(tmp_path / "a.jsonl", *(no_attack(1, lens) for lens in ("premise", "leap", "evidence")))
    more = write(tmp_path / "b.jsonl", an_attack(1, "scope"))
    assert gnut("brief", tasks, "--attacks", made, "--attacks", more, "-o", "prompts") == 0
    said = capsys.readouterr().err
    assert "2 prompts for 1 task\n2 prompts removed: the attack was made\n" in said
    assert {path.name for path in prompts.iterdir()} == {
        "notes.md",
        "001-1-premise.attack.md",
        "001-2-leap.attack.md",
        "001-4-alternative.attack.md",
        "001-5-scope.ruling.md",
    }
    for name in ("001-1-premise", "001-2-leap"):
        assert f"prompts/{name}.attack.md: is not asked for, and stays" in said
    assert (len(first), kept.exists()) == (5, True)


def test_what_is_invalid_ends_with_two_and_writes_nothing(
    tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = write(tmp_path / "tasks.jsonl", a_task(1))
    attacks = write(tmp_path / "attacks.jsonl", no_attack(1, "leap"), no_attack(9, "leap"))
    assert gnut("adjudicate", "--tasks", tasks, "--attacks", attacks, "-o", "verdicts.json") == 2
    assert "attacks.jsonl:2: there is no task 'x9'" in capsys.readouterr().err
    assert not (tmp_path / "verdicts.json").exists()
    assert gnut("collect", attacks, "--tasks", tasks, "-o", "review") == 2
    assert not (tmp_path / "review").exists()
    assert gnut("adjudicate", "--tasks", "absent.jsonl") == 2
    assert gnut("emit", "report.pdf") == 2
    assert gnut("adjudicate", "--tasks", tasks, "--policy", "absent.json") == 2


def test_an_edited_report_is_refused(tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]) -> None:
    gnut("emit", "report.md", "-o", "tasks.json")
    attacks, rulings = answers(tmp_path, "lands")
    gnut("adjudicate", "--tasks", "tasks.json", "--attacks", attacks, "--rulings", rulings, "-o", "verdicts.json")
    good = json.loads((tmp_path / "verdicts.json").read_text())

    def told(change: Callable[[dict[str, Any]], None], *, seal: bool = True) -> str:
        value = json.loads(json.dumps(good))
        change(value)
        if seal:
            value["sha256"] = self_hash(value)
        (tmp_path / "bad.json").write_bytes(canon.encode(value))
        capsys.readouterr()
        assert gnut("show", "bad.json") == 2
        return capsys.readouterr().err

    assert "is not the hash of the rest" in told(lambda one: one.update(passed=True), seal=False)
    assert "gives another report" in told(lambda one: one.update(passed=True))
    assert "gives another report" in told(lambda one: one["findings"][0].update(verdict="stands"))
    assert "gives another report" in told(lambda one: one["findings"][0]["bouts"].reverse())
    assert "gives another report" in told(lambda one: one["withheld_density"].update(numerator=1))
    assert "gives another report" in told(lambda one: one["findings"].pop())
    assert "unknown field" in told(lambda one: one.update(note="x"))
    assert "expected groundnut-arena-policy/v1" in told(lambda one: one["policy"].update(schema="x/v1"))
    assert "neither an arena report nor tasks" in told(lambda one: one.update(schema="groundnut-arena-report/v9"))


def test_an_edited_emission_is_refused(tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]) -> None:
    gnut("emit", "report.md", "-o", "tasks.json")
    value = json.loads((tmp_path / "tasks.json").read_text())
    value["tasks"].pop()
    (tmp_path / "tasks.json").write_bytes(canon.encode(value))
    for command in (
        ("show", "tasks.json"),
        ("brief", "tasks.json", "-o", "p"),
        ("adjudicate", "--tasks", "tasks.json"),
    ):
        assert gnut(*command) == 2
        assert "is not the hash of the rest" in capsys.readouterr().err


def test_a_code_is_said_for_answers_with_faults_for_too_many_prompts_and_for_another_verdict(
    tmp_path: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = write(tmp_path / "tasks.jsonl", a_task(1))
    attacks = write(tmp_path / "attacks.jsonl", no_attack(9, "leap"))
    assert gnut("collect", attacks, "--tasks", tasks, "-o", "review") == 2
    said = capsys.readouterr().err
    assert "attacks.jsonl:1: there is no task 'x9'" in said
    assert "1 fault in the answers; nothing was written" in said
    assert not (tmp_path / "review").exists()
    monkeypatch.setattr("gnut.commands.arena.MOST_BRIEFS", 4)
    assert gnut("brief", tasks, "-o", "prompts") == 2
    assert "make over 4 prompts" in capsys.readouterr().err
    assert not (tmp_path / "prompts").exists()


def test_json_is_printed_when_it_is_asked_for(gnut: Gnut, capsys: pytest.CaptureFixture[str]) -> None:
    gnut("emit", "report.md")
    emitted = json.loads(capsys.readouterr().out)
    gnut("show", "report.md", "--output-format", "json")
    assert json.loads(capsys.readouterr().out) == emitted


def test_hostile_words_reach_no_terminal(tmp_path: Path, gnut: Gnut, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = write(tmp_path / "tasks.jsonl", a_task(1, assertion="\x1b[2Jred\u202e", location="\x07"))
    gnut("adjudicate", "--tasks", tasks)
    gnut("emit", "report.md", "-o", "tasks.json")
    value = json.loads((tmp_path / "tasks.json").read_text())
    value["tasks"][0]["location"] = "\x1b[2Jred\u202e\x07"
    (tmp_path / "bad.json").write_bytes(canon.encode(value | {"sha256": self_hash(value)}))
    gnut("show", "bad.json")
    assert not {"\x1b", "\u202e", "\x07"} & set(capsys.readouterr().out)


@pytest.mark.parametrize("row", [one for one in rows("faults/groundnut") if one["area"] == "arena_emission"], ids=str)
def test_a_fault_of_emission_is_not_repeated(row: dict[str, Any]) -> None:
    tasks = _answer("arena-emit", row["given"] | {"profile": None})["tasks"]
    if "tasks" in row["expected"]:
        assert len(tasks) == row["expected"]["tasks"]
    else:
        assert tasks[0]["assertion"] == row["expected"]["assertion"]


def test_the_faults_of_adjudication_are_not_repeated() -> None:
    known = {one["id"]: one for one in rows("faults/groundnut") if one["area"] == "arena"}
    assert set(known) == {"family-spelling", "policy-lenses-string"}
    case = next(one for one in rows("groundnut/arena_adjudicate") if one["id"] == "all-miss-stands")["given"]
    families = known["family-spelling"]["given"]["families"]
    ruled = [one | {"model_family": families[at % 2]} for at, one in enumerate(case["rulings"])]
    answered = _answer("arena-adjudicate", case | {"rulings": ruled})
    assert answered["verdicts"] == {"t1": "unruled"}
    lenses = known["policy-lenses-string"]["given"]["policy"]
    assert _answer("arena-adjudicate", case | {"policy": case["policy"] | lenses})["exit_code"] == 2


def test_plumbing_says_why_it_refuses() -> None:
    answered = _answer("arena-adjudicate", {"policy": {}, "extra": 1})
    assert (answered["exit_code"], answered["report_written"]) == (2, False)
    assert answered["error"]["code"] == "unknown_field"
    assert _answer("arena-emit", {"artifact": 7})["error"]["code"] == "malformed_request"
    assert _answer("arena-emit", {"artifact": "", "kind": "md"})["error"]["code"] == "unknown_field"


def test_a_report_without_prose_keeps_its_run_without_tasks_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report("b.json", b"{}", ())
    assert _tasks(report, "structured_json") is None
    assert capsys.readouterr().err == (
        "b.json: has no prose to take tasks for an arena from; its run is kept without\n"
    )
    assert _tasks(Report("a.md", b"# A\n", ()), "markdown") is not None
