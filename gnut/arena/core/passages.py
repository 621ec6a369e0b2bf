"""A report as sentences with the section that each stands in; everything that is no prose stays out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnut.arena.core.width import width
from gnut.errors import MalformedReport, ReportTooLarge
from gnut.text.patterns import lazy
from gnut.text.sentences import sentences

MAX_BYTES = 4 << 20
MAX_SENTENCES = 100_000
"""4 MiB of prose hold some 40,000."""

PROBE = 65536
"""Bytes or characters by which a report is judged to be text."""

SHORTEST = 8
"""A piece narrower than this says nothing (`Yes.`, `See below`): it is neither counted nor shown."""

_MARKS = lazy(r"\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]|(?<=[.!?…。！？\"”’)])[⁰¹²³⁴-⁹]{1,3}(?!\w)")
"""Marks that call a source or a note, in text that no Markdown reader went over."""

_CONTROLS = lazy(r"[\x00-\x08\x0e-\x1f\x7f]")


class Sentence(NamedTuple):
    """One sentence of a report's prose."""

    text: str
    section: int


def passages(body: bytes, kind: str) -> tuple[Sentence, ...]:
    """Return the sentences of a report in reading order, labels in place of links, marks and comments removed.

    Args:
        body: The report.
        kind: `markdown | rendered_html | plain_text`.

    Raises:
        MalformedReport: It is no text (`unreadable_report`), its markup is over a limit (`too_complex`) or
            breaks off inside itself (`malformed_html`), or nothing is emitted from its kind (`unsupported_artifact`).
        ReportTooLarge: Over 4 MiB or 100,000 sentences.
    """
    if len(body) > MAX_BYTES:
        raise ReportTooLarge(f"report has {len(body)} bytes, the limit is {MAX_BYTES}", help="split the report")
    match kind:
        case "markdown":
            from gnut.arena.core.prose import markdown

            _refuse_binary(body[:PROBE].decode("utf-8", "replace"))
            found = markdown(body)
        case "rendered_html":
            found = _html(body)
        case "plain_text":
            from gnut.arena.core.plain import plain

            found = ((piece, 0) for block in plain(_text(body, declares=False)) for piece in _cut(block))
        case _:
            raise MalformedReport(
                f"no tasks are emitted from {kind!r}",
                code="unsupported_artifact",
                help="name a Markdown, HTML or text file: .md .markdown .html .htm .txt",
            )
    return _kept(found)


def lines(body: bytes, kind: str) -> tuple[int, ...]:
    """Return the line, from 1, in which each sentence of `passages` begins; empty for what is no Markdown.

    Args:
        body: A report that `passages` took.
        kind: As there.
    """
    if kind != "markdown":
        return ()
    from gnut.arena.core.prose import placed
    from gnut.text.markdown.lines import Lines

    counted = Lines(body)
    return tuple(counted.line(at) + 1 for text, _, at in placed(body) if _says(text))


def _says(text: str) -> bool:
    return width(text) >= SHORTEST and any(character.isalpha() for character in text)


def _kept(found: Iterator[tuple[str, int]]) -> tuple[Sentence, ...]:
    out: list[Sentence] = []
    for text, section in found:
        if _says(text):
            if len(out) == MAX_SENTENCES:
                raise ReportTooLarge(f"report has more than {MAX_SENTENCES} sentences", help="split the report")
            out.append(Sentence(text, section))
    return tuple(out)


def _html(body: bytes) -> Iterator[tuple[str, int]]:
    from gnut.text.html.pages import TooComplex
    from gnut.text.html.prescan import examined
    from gnut.text.html.sections import stretches

    page = _text(body, declares=True)
    cut = examined(page).cut
    if cut is not None:
        raise MalformedReport(
            f"the page ends inside {cut}, so that no reader sees its rest",
            code="malformed_html",
            help="close it, or render the page anew",
        )
    try:
        for block in stretches(page):
            for piece in _cut(block.text):
                yield piece, block.section
    except TooComplex as error:
        raise MalformedReport(f"the page is too complex to read: {error}", code="too_complex") from None


def _text(body: bytes, *, declares: bool) -> str:
    from gnut.text.charset import decode

    decoded = decode(body, header=None, declares=declares)
    text = "\0" if decoded is None else decoded.text
    _refuse_binary(text[:PROBE])
    return _CONTROLS.sub(" ", text.removeprefix("\ufeff")).replace("\r\n", "\n").replace("\r", "\n")


def _refuse_binary(text: str) -> None:
    """Refuse what is mostly no text; a few stray signs are shown as such."""
    if (len(_CONTROLS.findall(text)) + text.count("\ufffd")) * 10 > len(text) * 3:
        raise MalformedReport("report is no text", code="unreadable_report", help="convert it to UTF-8")


def _cut(block: str) -> Iterator[str]:
    """Yield the sentences of one block without the marks that call sources and notes."""
    marks = [match.span() for match in _MARKS.finditer(block)]
    done = 0
    for start, end in sentences(block, (), marks):
        words, at = [], start
        while done < len(marks) and marks[done][1] <= end:
            left, right = marks[done]
            done += 1
            if left >= start:
                before = block[at:left]
                words.append(before.rstrip() if right == end or block[right] in ".,;:!?)" else before)
                at = right
        text = " ".join(("".join(words) + block[at:end]).split())
        if text:
            yield text
