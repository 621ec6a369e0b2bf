"""Words that stand in a line of a page and are no text of it."""

from __future__ import annotations

import pytest

from gnut.text.html.pages import read_page

WORDED = (
    "<svg width=30><text y=10>not</text></svg>",
    "<svg><foreignObject><b>not</b></foreignObject></svg>",
    "<img alt=not src=n.png>",
    "<input value=not>",
    "<input type=submit value=not>",
    "<input placeholder=not>",
    "<input type=image alt=not>",
    "<textarea>not</textarea>",
    "<textarea placeholder=not></textarea>",
    "<select><option>not</option></select>",
    "<select><option label=not></option></select>",
)
WORDLESS = (
    "<svg><title>icon</title><path d=M0></path></svg>",
    "<img alt='' src=n.png>",
    "<img src=n.png>",
    "<img alt='😀' src=n.png>",
    f"<img alt='{'A view of the harbour from the east. ' * 2}' src=n.png>",
    "<img class=mwe-math-fallback-image-inline alt=i src=n.svg>",
    "<img alt='p_{ij}' src=n.svg>",
    "<input type=hidden value=not>",
    "<input type=checkbox value=not>",
    "<input>",
    "<input hidden value=not>",
    "<img alt=not style='display:none'>",
    "<span hidden><img alt=not></span>",
    "<span style='visibility:hidden'><img alt=not></span>",
    "<textarea style='position:absolute'>not</textarea>",
)


def visible(markup: str) -> str:
    page = f"<p>The committee did {markup} find the bridge safe, and {markup} closed its books.</p>"
    return " ".join(read_page(page, len(page)).visible.split())


@pytest.mark.parametrize("markup", WORDED)
def test_words_that_are_no_text_leave_the_sign_of_an_object(markup: str) -> None:
    assert visible(markup) == "The committee did \ufffc find the bridge safe, and \ufffc closed its books."


@pytest.mark.parametrize("markup", WORDLESS)
def test_what_shows_no_word_leaves_no_sign(markup: str) -> None:
    assert visible(markup) == "The committee did find the bridge safe, and closed its books."


@pytest.mark.parametrize("tag", "audio canvas embed iframe img input meter object progress svg textarea video".split())
def test_no_figure_runs_over_what_stands_between_its_digits(tag: str) -> None:
    closed = "" if tag in ("embed", "img", "input") else f"</{tag}>"
    page = f"<p>It was 1<{tag}>{closed}4 percent of all.</p>"
    assert "1 4 percent" in read_page(page, len(page)).visible
