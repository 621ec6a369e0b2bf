"""Every signature that must not stand is refused by the command line, for its own reason, and the good ones are not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut.sign.contract import OUTCOMES, REASONS
from tests.commands.conftest import Said
from tests.receipts.good import GOOD
from tests.sign import make
from tests.sign.conftest import Keygen

FOLDERS = sorted(path for path in make.CASES.iterdir() if path.is_dir())
NAMES = [path.name for path in FOLDERS]
STRICTER = {"words_behind_fail", "two_armors_fail"}
"""What ssh-keygen takes and gnut does not: ssh-keygen reads to the end of the first signature."""


def lay(name: str, place: Path) -> tuple[Path, list[str]]:
    """Put an exported run with the signatures of a case into a folder; return it and the arguments for its lists."""
    folder = place / "receipt"
    shutil.copytree(GOOD, folder)
    arguments = []
    for path in (make.CASES / name).iterdir():
        if path.name.startswith("statement"):
            shutil.copy(path, folder)
        elif path.name == "allowed_signers":
            arguments += ["--allowed-signers", str(path)]
        elif path.name == "revoked":
            arguments += ["--revocation", str(path)]
    return folder, arguments


def expected(name: str) -> dict[str, object]:
    made: dict[str, object] = json.loads((make.CASES / name / "expect.json").read_text())
    return made


def test_the_cases_are_those_that_are_written() -> None:
    made = make.cases()
    assert sorted(made) == NAMES
    for name, case in made.items():
        there = {path.name: path.read_bytes() for path in (make.CASES / name).iterdir()}
        assert there == make.written(case), name


def test_there_are_enough_that_must_fail_and_each_reason_but_few_has_one() -> None:
    assert len([name for name in NAMES if name.endswith("_fail")]) >= 70
    seen = {expected(name)["reason"] for name in NAMES}
    # The key's own numbers, and what needs a security key, the report or the store, are tested elsewhere.
    assert set(REASONS) - seen == {
        "key",
        "value",
        "presence",
        "key_size",
        "report",
        "report_differs",
        "commit_differs",
        "keyid",
    }
    assert {expected(name)["outcome"] for name in NAMES} == set(OUTCOMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_case_comes_to_what_it_must(name: str, place: Path, gnut: Callable[..., Said]) -> None:
    folder, lists = lay(name, place)
    want = expected(name)
    said = gnut("sign", "--verify", folder.name, *lists, *want["arguments"], "--output-format", "json")  # type: ignore[misc]
    answer = json.loads(said.out)
    assert (said.code, answer["outcome"]) == (want["exit"], want["outcome"])
    reasons = [(each["reason"], each["pointer"]) for each in answer["signatures"]]
    assert not reasons or (want["reason"], want["pointer"]) in reasons
    assert (said.code == 0) is not name.endswith("_fail")


@pytest.mark.parametrize("name", NAMES)
def test_whether_the_run_itself_stands_does_not_depend_on_its_signatures(
    name: str, place: Path, gnut: Callable[..., Said]
) -> None:
    from gnut.edge import bundles

    folder, _ = lay(name, place)
    _, strays = bundles.read(folder, "receipt")
    assert strays == ()


SIGNED = [name for name in NAMES if (make.CASES / name / make.SIGNED).exists()]


@pytest.mark.parametrize("name", [name for name in SIGNED if (make.CASES / name / make.STATEMENT).exists()])
def test_ssh_keygen_takes_nothing_that_is_refused_for_its_bytes(name: str, keygen: Keygen) -> None:
    want = expected(name)
    folder = make.CASES / name
    text, body = (folder / make.SIGNED).read_bytes(), (folder / make.STATEMENT).read_bytes()
    good = keygen.verify(make.LIST, text, body).good
    about_bytes = want["outcome"] in ("bad", "unsupported") and want["reason"] not in ("run", "statement")
    if about_bytes and name not in STRICTER and name != "good_and_bad_fail":
        assert not good
    if want["outcome"] == "good":
        assert good
