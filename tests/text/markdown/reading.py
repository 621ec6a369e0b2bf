"""What the tests of Markdown ask of a text."""

from __future__ import annotations

from gnut.text.markdown.blocks import decoded, read
from gnut.text.markdown.lists import SourceList, source_lists
from gnut.text.markdown.pointers import Aside, Pointer
from gnut.text.markdown.scan import scan


def pointers(text: str) -> list[Pointer]:
    body = text.encode()
    return [one for leaf in read(body)[0].leaves for one in scan(leaf, decoded(body)).pointers]


def asides(text: str) -> list[Aside]:
    body = text.encode()
    return [one for leaf in read(body)[0].leaves for one in scan(leaf, decoded(body)).asides]


def lists(text: str) -> list[SourceList]:
    body = text.encode()
    document, _ = read(body)
    return source_lists(document, [scan(leaf, decoded(body)) for leaf in document.leaves])[0]
