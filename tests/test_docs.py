"""What the pages say is what the code does, where a test can tell."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import gnut
import gnut.edge.net.limits
import gnut.errors
import gnut.text.anchor.contract
import gnut_store.errors
from gnut.acquire.contract import WHYS
from gnut.acquire.whys import KNOWN, remedy
from gnut.config.parse import Config
from gnut.edge.settings import settings
from gnut.text.anchor.contract import Level

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "store/*.md", "hooks/**/*.md", "bench/*.md", "examples/*/README.md")
    for path in ROOT.glob(pattern)
    if ".venv" not in path.parts
)
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)#\s]+)(#[^)\s]*)?\)")


def page(name: str) -> str:
    """Return the text of a page, code blocks left out."""
    return re.sub(r"^```.*?^```", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def table(name: str, heading: str = "") -> Iterator[list[str]]:
    """Yield the cells of every table row of a page, from `heading` on."""
    told = page(name)
    for line in told[told.index(heading) :].splitlines():
        if line.startswith("|") and not set(line) <= set("|-: "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("name", [path.relative_to(ROOT).as_posix() for path in PAGES])
def test_a_link_to_another_page_leads_somewhere(name: str) -> None:
    for target, _ in LINK.findall(page(name)):
        if "://" not in target:
            assert ((ROOT / name).parent / target).exists(), f"{name}: {target}"


def test_every_kind_of_absence_is_explained_and_no_other() -> None:
    explained = [row[0].strip("`") for row in table("docs/absences.md")][1:]
    assert sorted(explained) == sorted(WHYS)


def test_every_kind_of_absence_is_explained_in_the_words_of_the_program() -> None:
    told = {row[0].strip("`"): row[1:] for row in table("docs/absences.md")}
    for why, known in KNOWN.items():
        said = " ".join(str(remedy(why, "report.md", "URL")).split())
        assert [known.sentence, said] == [cell.replace("`", "") for cell in told[why]]


def test_the_exit_codes_are_the_same_everywhere() -> None:
    told = [[row[0] for row in table(name, heading)][1:] for name, heading in (
        ("docs/exit-codes.md", "# Exit codes"), ("README.md", "## Exit codes"))]  # fmt: skip
    assert told[0] == told[1]
    raised = {cls.exit_code for cls in (*errors(gnut_store.errors), *errors(gnut.errors))}
    assert {str(code) for code in raised} | {"0", "1", "3", "130"} == set(told[0])


def errors(module: object) -> Iterator[type[gnut.errors.GnutError]]:
    """Yield the error classes of a module."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, gnut.errors.GnutError):
            yield value


def test_every_decision_is_listed_with_its_title() -> None:
    listed = dict(re.findall(r"\| \[(\d{4})\]\([^)]+\) \| (.+?) \|", (ROOT / "docs/adr/README.md").read_text()))
    titles = {}
    for path in sorted((ROOT / "docs/adr").glob("[0-9]*.md")):
        number, _, title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").partition(": ")
        assert path.name.startswith(number)
        titles[number] = title
    titles.pop("0000")
    assert listed == titles


def test_decisions_are_numbered_without_a_gap() -> None:
    numbers = [int(path.name[:4]) for path in sorted((ROOT / "docs/adr").glob("[0-9]*.md"))]
    assert numbers == list(range(len(numbers)))


def test_the_words_of_the_glossary_are_in_order_and_each_once() -> None:
    words = [row[0] for row in table("docs/glossary.md")][1:]
    assert words == sorted(set(words), key=str.casefold)


def test_the_tree_of_the_architecture_is_the_tree() -> None:
    told = page("docs/architecture.md")
    for path in sorted((ROOT / "gnut").glob("*")) if (ROOT / "gnut").exists() else ():
        if path.is_dir() and path.name != "__pycache__":
            assert re.search(rf"`(gnut/)?{path.name}/`", told), path.name


def value_of(dotted: str) -> object:
    """Return the value of `package.module.NAME` or `package.module.NAME.field`."""
    parts = dotted.split(".")
    for end in range(len(parts) - 1, 0, -1):
        name = ".".join(parts[:end])
        try:
            found: object = importlib.import_module(name)
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise AssertionError(dotted)


UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def number(told: str) -> float:
    """Return the number that a cell of limits.md says: `16 MiB`, `400,000 tags`, `2^53 - 1`, `30 s`."""
    power = re.match(r"2\^(\d+) - 1", told)
    if power:
        return 2 ** int(power[1]) - 1
    digits, _, unit = told.replace(",", "").partition(" ")
    return float(digits) * UNITS.get(unit.split(" ")[0], 1)


LIMITS = [row for row in table("docs/limits.md") if len(row) == 3 and row[2].startswith("`")]


def test_there_are_limits_to_compare() -> None:
    assert len(LIMITS) > 20


@pytest.mark.parametrize("row", LIMITS, ids=lambda row: row[2])
def test_a_limit_is_what_the_code_says(row: list[str]) -> None:
    assert number(row[1]) == value_of(row[2].strip("`"))


def test_no_limit_of_a_fetch_is_left_out() -> None:
    told = {row[2].strip("`") for row in LIMITS}
    assert {
        f"gnut.edge.net.limits.LIMITS.{name}" for name in type(gnut.edge.net.limits.LIMITS).__struct_fields__
    } <= told


def test_every_rung_of_the_ladder_is_explained_in_order() -> None:
    told = [row[0].strip("`") for row in table("docs/anchoring.md", "## The ladder")]
    levels = [level.value for level in Level]
    assert told[1 : len(levels) + 1] == levels


def test_every_kind_of_alteration_is_explained() -> None:
    written = " ".join(row[0] for row in table("docs/anchoring.md", "## Altered"))
    annotations = Path(str(gnut.text.anchor.contract.__file__)).read_text(encoding="utf-8")
    kinds = re.search(r"    kind: str\n    \"\"\"`([a-z_\s|]+)`", annotations)
    assert kinds is not None
    assert set(re.findall(r"`([a-z_]+)`", written)) == set(re.split(r"\s*\|\s*", kinds[1]))


def test_the_front_page_leads_to_every_page() -> None:
    linked = {target for target, _ in LINK.findall(page("README.md"))}
    seldom = {f"docs/{name}.md" for name in ("absences", "anchoring")}
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")} - linked <= seldom


def test_the_configuration_that_is_shown_is_read_from_the_file_it_is_for(tmp_path: Path) -> None:
    shared, own = re.findall(r"^```toml\n(.*?)^```", (ROOT / "docs/configuration.md").read_text(), re.DOTALL | re.M)
    read = []
    for name, text in (("pyproject.toml", shared), ("gnut.toml", own)):
        (tmp_path / name).write_text(text)
        read.append(msgspec.structs.replace(settings(tmp_path), origin=None))
        (tmp_path / name).unlink()
    assert read[0] == read[1] != Config()
