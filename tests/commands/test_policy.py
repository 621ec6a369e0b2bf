"""`gnut policy`: what is wrong with a policy, and what one comes to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gnut = Callable[..., Any]
BAD = "id: t\nversion: 1\nextends: gnut_default_v1\nfoo: 1\ndecision:\n  conflict: REVIEW\n  unresolved_claims: MAYBE\n"


def test_every_problem_is_printed_with_its_line(gnut: Gnut, place: Path) -> None:
    (place / "bad.yaml").write_text(BAD)
    said = gnut("policy", "lint", "bad.yaml")
    assert said.code == 1
    assert [line.split(": ")[0] for line in said.out.splitlines()] == ["bad.yaml:4", "bad.yaml:6", "bad.yaml:7"]
    assert "did you mean 'conflicts'?" in said.out


def test_a_policy_that_stands_says_its_hash(gnut: Gnut, place: Path) -> None:
    (place / "good.yaml").write_text("id: t\nversion: 1\nextends: gnut_default_v1\n")
    said = gnut("policy", "lint", "good.yaml", "eu_ai_act_high_risk_v1")
    assert (said.code, said.out) == (0, "")
    assert said.err.count("stands, sha256:") == 2


def test_one_bad_policy_of_two_is_enough(gnut: Gnut, place: Path) -> None:
    (place / "bad.yaml").write_text(BAD)
    assert gnut("policy", "lint", "bad.yaml", "gnut_default_v1").code == 1
    assert gnut("policy", "lint", "gnut_default_v1", "bad.yaml").code == 1


def test_a_file_that_is_not_there_is_an_error_of_its_own(gnut: Gnut) -> None:
    assert gnut("policy", "lint", "./missing.yaml").code == 2


def test_a_file_that_cannot_be_read_keeps_no_other_from_being_linted(gnut: Gnut, place: Path) -> None:
    (place / "bad.yaml").write_text(BAD)
    (place / "bytes.yaml").write_bytes(b"id: \xff\n")
    said = gnut("policy", "lint", "./missing.yaml", "bytes.yaml", "bad.yaml")
    assert said.code == 2
    assert said.out.count("bad.yaml:") == 3
    assert "missing.yaml: no such file" in said.err
    assert "bytes.yaml: is not UTF-8" in said.err


def test_two_documents_are_one_problem_with_a_line(gnut: Gnut, place: Path) -> None:
    (place / "two.yaml").write_text("id: t\nversion: 1\nextends: gnut_default_v1\n---\nid: u\n")
    said = gnut("policy", "lint", "two.yaml")
    assert (said.code, "second document" in said.out) == (1, True)


def test_a_blank_map_does_not_wipe_what_is_extended(gnut: Gnut, place: Path) -> None:
    (place / "t.yaml").write_text("id: t\nversion: 1\nextends: gnut_default_v1\ndecision:\n")
    said = gnut("policy", "lint", "t.yaml")
    assert (said.code, said.out) == (
        1,
        "t.yaml:4: bad_policy decision: expected a map, got nothing (leave it out to keep what is extended)\n",
    )
    assert gnut("policy", "show", "t.yaml").code == 2


def test_what_is_seldom_meant_is_noted_and_allowed(gnut: Gnut, place: Path) -> None:
    risks = "risk_classes:\n  default: low\n  routine: [other]\n"
    (place / "t.yaml").write_text(f"id: t\nversion: 1\n{risks}")
    said = gnut("policy", "lint", "t.yaml")
    assert said.code == 0
    assert "every statement and every word" in said.err
    assert "'low' is in none of its lists" in said.err
    (place / "t.yaml").write_text("id: t\nversion: 1\nextends: gnut_default_v1\n")
    assert "note:" not in gnut("policy", "lint", "t.yaml").err


def test_a_policy_that_is_not_there_is_told_as_a_file_and_as_a_name(gnut: Gnut) -> None:
    said = gnut("policy", "show", "nope.yaml")
    assert (said.code, "no such file, and no shipped policy of that name" in said.err) == (2, True)


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_of_a_policy_is_a_usage_error(gnut: Gnut, name: str) -> None:
    for how in (("policy", "lint", name), ("verify", "answer", "--answer", "-", "--policy", name)):
        said = gnut(*how, stdin=b"It is 30 days.")
        assert (said.code, "the name of a policy or a rule set is empty" in said.err) == (2, True)


def test_a_line_is_told_once(gnut: Gnut, place: Path) -> None:
    (place / "two.yaml").write_text("id: t\n---\nid: u\n")
    assert gnut("policy", "lint", "two.yaml").out.count("2") == 1


def test_hidden_characters_of_a_policy_are_shown_as_escapes(gnut: Gnut, place: Path) -> None:
    (place / "t.yaml").write_text("# \u202e\nid: t\nversion: 1\nextends: gnut_default_v1\n")
    assert gnut("policy", "show", "t.yaml").out.startswith("# \\u202e\nid: t\n")


def test_the_resolved_form_is_a_policy_of_the_same_hash(gnut: Gnut, place: Path) -> None:
    shown = gnut("policy", "show", "eu_ai_act_high_risk_v1", "--resolved")
    assert json.loads(shown.out)["verifiers"]["required"] == ["gnut.numeric"]
    (place / "r.json").write_text(shown.out)
    again = gnut("policy", "show", "r.json", "--resolved")
    assert (again.out, again.err) == (shown.out, shown.err)


def test_a_policy_is_shown_as_written(gnut: Gnut, place: Path) -> None:
    text = "# mine\nid: t\nversion: 1\nextends: gnut_default_v1\n"
    (place / "t.yaml").write_text(text)
    assert gnut("policy", "show", "t.yaml").out == text
    assert gnut("policy", "show").out.startswith("# What `gnut verify answer` decides by")


@pytest.mark.parametrize("body", [b"\xff\xfe", b"\x1b[2J: \x1b[2J\n", b"id: \xe2\x80\xae\n"])
def test_bytes_of_a_policy_cannot_reach_the_terminal(gnut: Gnut, place: Path, body: bytes) -> None:
    (place / "bad.yaml").write_bytes(body)
    said = gnut("policy", "lint", "bad.yaml")
    assert said.code in (1, 2)
    assert "\x1b" not in said.out + said.err
    assert "\u202e" not in said.out + said.err


@pytest.mark.parametrize(
    ("body", "line"),
    [("id: a\n---\nid: b\n", ":2"), ("id: a\n? [x]\n: 1\n", ":2"), ("id: a\nb: &c d\n", ":2"), ("", "")],
)
def test_a_text_that_is_no_single_map_is_told_with_its_line_if_it_has_one(
    gnut: Gnut, place: Path, body: str, line: str
) -> None:
    (place / "bad.yaml").write_text(body)
    said = gnut("policy", "lint", "bad.yaml")
    assert (said.code, said.out.split(" ")[:2]) == (1, [f"bad.yaml{line}:", "bad_policy"])


def test_a_policy_of_one_line_is_shown(gnut: Gnut, place: Path) -> None:
    (place / "one.json").write_text('{"id": "t", "version": "1"}')
    (place / "one.yaml").write_text("gnut_default_v1")
    assert gnut("policy", "show", "one.json").code == 0
    assert "one.yaml: policy: expected a map" in gnut("policy", "show", "one.yaml").err


@pytest.mark.parametrize("how", [(), ("--resolved",)])
def test_a_policy_is_shown_harmlessly(gnut: Gnut, place: Path, how: tuple[str, ...]) -> None:
    hostile = 'id: "t\u202e"\nversion: "1"\ndescription: "a \x9b2J"\nextends: gnut_default_v1\n'
    (place / "t.json").write_text(json.dumps({"id": "t\u202e\x1b[2J", "version": "1"}, ensure_ascii=False, indent="\t"))
    (place / "t.yaml").write_text(hostile.replace("\x9b", ""))
    for name in ("t.json", "t.yaml"):
        said = gnut("policy", "show", name, *how)
        assert said.code == 0
        assert "\\u202e" in said.out
        assert not {"\u202e", "\x1b"} & set(said.out + said.err)
