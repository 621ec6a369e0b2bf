"""The same links as an independent reader of CommonMark finds."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from gnut.text.markdown.blocks import read

INPUTS = [
    "[a](https://x.example/)",
    "[a](https://x.example/b_(c)_d)",
    "[a](<https://x.example/b c>)",
    "[a](https://x.example/ \"t\") [b](https://y.example/ 't') [c](https://z.example/ (t))",
    "[a\nb](https://x.example/)",
    "[a [b] c](https://x.example/)",
    "[a](https://x.example/ no)",
    "[a] (https://x.example/)",
    "[*a* **b** `c`](https://x.example/)",
    "[![i](https://i.example/)](https://x.example/)",
    "![i](https://i.example/)",
    "![i [a](https://x.example/)](https://i.example/)",
    "[a](https://x.example/?b=1&amp;c=2)",
    "[a](https://x.example/\\)b)",
    "\\[a](https://x.example/)",
    "`[a](https://x.example/)`",
    "``[a](https://x.example/)` b``",
    "    [a](https://x.example/)",
    "```\n[a](https://x.example/)\n```",
    "~~~\n[a](https://x.example/)\n~~~\n[b](https://y.example/)",
    "<https://x.example/a>",
    "<ana@x.example>",
    "<not a link>",
    "[a][b]\n\n[b]: https://x.example/",
    "[B][]\n\n[b]: https://x.example/",
    "[b]\n\n[b]: https://x.example/ 'T'",
    "[b]\n\n[b]:\nhttps://x.example/",
    "[b]\n\n[b]: <https://x.example/>",
    "[ẞ]\n\n[SS]: https://x.example/",
    "[1][2]\n\n[1]: https://x.example/\n[2]: https://y.example/",
    "[1][2][3]\n\n[1]: https://x.example/\n[3]: https://z.example/",
    "text\n[b]: https://x.example/\n\n[b]",
    "> [b]\n\n> [b]: https://x.example/",
    "- [b]\n\n  [b]: https://x.example/",
    "# [a](https://x.example/) #\n\n[b](https://y.example/)\n===\n",
    "- a\n  - [a](https://x.example/)\n\n    [b](https://y.example/)\n",
    "1. [a](https://x.example/)\n2) [b](https://y.example/)\n",
    "| [a](https://x.example/) | `[b](https://y.example/)` |\n|---|---|\n| [c](https://z.example/) | d |\n",
    "*[a*](https://x.example/)",
    "[a](https://x.example/)[b](https://y.example/)",
    "<div>\n[a](https://x.example/)\n</div>\n",
    "[a]: https://x.example/\n[a]: https://y.example/\n\n[a]",
    '[a](https://x.example/\n"t")',
    "[量](https://x.example/量)",
    "**[a](https://x.example/)**。[b](https://y.example/)",
    "[a](x(y(z)))",
    "[a]()",
    "[](https://x.example/)",
]
APART = {"<div>\n[a](https://x.example/)\n</div>\n"}
"""Where gnut reads on purpose what CommonMark passes through: Markdown inside HTML blocks."""


def theirs(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []

    def walk(tokens: list[Token]) -> None:
        for index, token in enumerate(tokens):
            if token.type == "link_open":
                depth, label, at = 1, "", index + 1
                while depth:
                    inner = tokens[at]
                    depth += (inner.type == "link_open") - (inner.type == "link_close")
                    label += " " if inner.type == "softbreak" else "" if inner.type == "image" else inner.content
                    at += 1
                found.append((label, str(token.attrs["href"])))
            if token.children and token.type != "image":
                walk(token.children)

    walk(MarkdownIt("commonmark", {"html": True}).enable("table").parse(text))
    return found


def ours(text: str) -> list[tuple[str, str]]:
    document, _ = read(text.encode())
    return [
        (leaf.text[link.at : link.to].replace("\n", " ").replace("\ufffc", ""), link.address)
        for leaf in document.leaves
        for link in leaf.links
    ]


def same(address: str) -> str:
    return MarkdownIt().normalizeLink(address).removeprefix("mailto:")


@pytest.mark.parametrize("text", [one for one in INPUTS if one not in APART])
def test_links_are_those_of_commonmark(text: str) -> None:
    assert [(label, same(address)) for label, address in ours(text)] == [
        (label, same(address)) for label, address in theirs(text)
    ]


@pytest.mark.parametrize("text", sorted(APART))
def test_where_it_differs_it_reads_more(text: str) -> None:
    assert len(ours(text)) > len(theirs(text))
