"""Nothing that looks like a citation vanishes, and every line is counted once."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnut.errors import MalformedReport
from gnut.ingest.contract import Extraction
from gnut.ingest.core import claims
from gnut.text.markdown.lines import Lines
from tests import strategies
from tests.ingest.conservation import unaccounted
from tests.ingest.reports import X, Y, Z, read

HABITS = {
    "inline links": f"See [a]({X}) and [b]({Y} 'Title').\n",
    "numbers": "It rose [1][2], fell [1, 2] and stood [1-2]. [3]\n",
    "dangling numbers": "It rose [77].\n",
    "intervals": "The interval [0, 1] and the index x[12].\n",
    "linked numbers": f"It rose [1]({X}) [[2]]({Y}).\n",
    "escaped numbers": "It rose \\[1\\].\n",
    "footnotes": "It rose.[^n] It fell.[^m] It stood.[^none]\n",
    "inline footnote": f"It rose^[See [a]({X}) [1]].\n",
    "keys": "It rose [@a; @b, p. 3], @c2020 says.\n",
    "autolink": f"See <{X}> here.\n",
    "bare": f"See {X}, ({Y}) and “{Z}”。\n",
    "doi": "See (10.1000/182) and doi:10.1000/183.\n",
    "references": "See [the log][log], [log][] and [log].\n",
    "html": f'See <a href="{X}">a</a> and word<sup>1</sup>.\n',
    "html block": f"<div>\n<p>See <a href='{X}'>a</a> and [b]({Y}) [1].</p>\n</div>\n",
    "images": f"![a]({X}) and [![b]({Y})]({Z}).\n",
    "mail": "Write to [Ana](mailto:ana@x.example) or <ana@x.example>.\n",
    "navigation": "See [below](#results) and [guide](guide.md).\n",
    "code": f"Type `[a]({X})` or `[1]`.\n\n```\n[b]({Y}) [2] {Z}\n```\n\n    [c]({Z}) [3]\n",
    "maths": "Let $x_{[1]} = 2$ and $$y[2] \\cdot 3$$.\n",
    "comments": f"A. <!-- [a]({X}) [1] -->\n\n<!-- {Y} -->\n",
    "leftovers": "It rose【4†source】 [cite: 2] [cite_start] :contentReference[oaicite:3]{index=3}.\n",
    "escaped link": f"Type \\[a]({X}).\n",
    "quote": f"Lee [wrote]({X}):\n\n> One two [three]({Y}) four five.\n\n> [Six seven]({Z}) [eight nine.]({Z}) [1]\n",
    "table": f"| Head [1] | [h]({X}) |\n|---|---|\n| a [2] | [c]({Y}) |\n",
    "heading": f"## Growth [1] and [h]({X})\n",
    "excluded": f'<div class="groundnut-references">\n\n[a]({X}) [1]\n\n</div>\n',
    "superscripts": "It rose.¹ The area is 5 km².\n",
    "broken link": f"See [a]({X} and [b](no such place).\n",
    "empty label": f"[]({X})\n\nText []({Y}).\n",
    "task": f"- [ ] [a]({X})\n- [x] b [1]\n",
}
ENDING = (
    f"\n[^n]: One, [a]({X}) [1]\n[^m]: Only a remark.\n[^unused]: {Y}\n\n[log]: {X} 'T'\n[LOG]: {Y}\n\n"
    f"## Sources\n\n[1] One: {X}\n[2] [Two]({Y})\n[3] Three {Z}\n[4] On paper\n\n(Accessed in May.)\n"
)


def missing(text: str) -> list[str]:
    body = text.encode()
    return [body[place.start : place.end + 20].decode(errors="replace") for place in unaccounted(body, read(body))]


def counted(extraction: Extraction) -> int:
    return extraction.lines.included + sum(count for _, count in extraction.lines.excluded)


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("ending", ["", ENDING], ids=["alone", "with list"])
def test_every_look_alike_is_a_citation_or_noted(habit: str, ending: str) -> None:
    assert missing(HABITS[habit] + ending) == []


def test_every_habit_at_once_is_accounted_for() -> None:
    text = "---\ntitle: '[1](https://x.example)'\n---\n\n" + "\n".join(HABITS.values()) + ENDING
    assert missing(text) == []
    extraction = read(text)
    assert counted(extraction) == Lines(text.encode()).count


def test_the_judge_of_conservation_can_fail() -> None:
    extraction = read("Plain text.\n")
    assert len(unaccounted(b"See [a](https://x.example) [1] and <https://y.example>.", extraction)) > 3


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_line_is_counted_once_whatever_ends_it(line_end: str) -> None:
    text = ("\n".join(HABITS.values()) + ENDING).replace("\n", line_end)
    extraction = read(text)
    assert counted(extraction) == Lines(text.encode()).count


def test_lines_are_set_aside_under_their_names() -> None:
    text = (
        "---\na: b\n---\n\n# Title\n\nText [1].\n\n---\n\n| h |\n|---|\n| c |\n\n```\nx\n```\n\n<!-- c -->\n\n"
        f"![i]({X})\n\n[^n]: note\n\nSources:\n[1] {X}\n\n[d]: {Y}\n"
    )
    assert dict(read(text).lines.excluded) == {
        "blank": 10,
        "code": 3,
        "comment": 1,
        "footnote": 1,
        "front_matter": 3,
        "heading": 2,
        "markup": 1,
        "rule": 1,
        "source_list": 2,
        "table_delimiter": 1,
        "table_head": 1,
    }


PIECES = st.sampled_from(
    [
        *HABITS.values(),
        ENDING,
        "> ",
        "- ",
        "1. ",
        "| a | b |\n|---|---|\n",
        "\n\n",
        "```\n",
        "[",
        "](",
        "]",
        "“",
        "”",
        "<",
        "-->",
        "$",
        "   ",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES | strategies.texts(30), max_size=8))
def test_any_report_is_read_in_order_and_within_its_bytes(pieces: list[str]) -> None:
    body = "".join(pieces).encode()
    extraction = read(body)
    assert counted(extraction) == Lines(body).count
    starts = [unit.place.start for unit in extraction.units]
    assert starts == sorted(starts)
    for unit in extraction.units:
        places = [unit.place, *(one.place for one in unit.citations), *(one.excerpt.place for one in unit.bindings)]
        assert all(0 <= place.start <= place.end <= len(body) for place in places)
        assert all(0 <= target < len(unit.citations) for one in unit.bindings for target in one.targets)
        assert all(one.targets for one in unit.bindings)
    assert all(0 <= one.place.start <= one.place.end <= len(body) for one in extraction.noted)
    ids = [identity for identity, *_ in claims(extraction)]
    assert len(ids) == len(set(ids))


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    with suppress(MalformedReport):
        assert counted(read(body)) == Lines(body).count
