"""Block quotes: what of them is quoted, and which citation they belong to."""

from __future__ import annotations

import re

from gnut.ingest.contract import Excerpt, UnitKind
from gnut.ingest.core import compose
from gnut.ingest.core.compose import Part
from gnut.ingest.core.passage import Passage, Said
from gnut.ingest.core.reading import Reading
from gnut.ingest.core.resolve import Cited
from gnut.text.markdown.leaf import HIDDEN, Leaf
from gnut.text.markdown.pointers import Aside, hide

_CALLOUT = re.compile(r"\s*\[!(\w+)\]")
_ASIDE_WORD = re.compile(
    r"(?i)\s*(?:\W{0,3}\s*)?(?:note|tip|warning|important|caution|hint|info|key (?:takeaway|insight|point|finding)s?|takeaway|summary|"
    r"tl;?dr|disclaimer|update|hinweis|achtung|wichtig|anmerkung|fazit|remarque|attention|nota|aviso|importante|"
    r"注意?|提示|重要|要点|結論|结论|备注|註)\s*[:：]"
)
_BOLD_LABEL = re.compile(rb"(?:\*\*|__)[^*_\r\n]{1,60}(?:[:\xef](?:\xbc\x9a)?)?(?:\*\*|__)\s*(:|\xef\xbc\x9a)?")
_ATTRIBUTION = re.compile(
    r"(?i)\s*(?:[—–―‒]|--+|-\s|(?:source|quelle|fuente|fonte|bron|kilde|källa|źródło|来源|來源|出典|출처|источник)\s*[:：])"
)
_TAIL = re.compile(r"[\s.,;]*[(（][^()（）]{1,80}[)）][\s.]*$|[\s.]+$")
_BLANK = re.compile(r"[\s.,;:!?。，“”\"'’—–-]*")
_COVER = 0.6
"""Share of a block quote that link labels fill when the labels are the quotation."""


def is_aside(leaf: Leaf, source: bytes) -> bool:
    """Whether a block quote is an alert, a callout or a labelled note, and quotes nobody."""
    if leaf.alert:
        return True
    callout = _CALLOUT.match(leaf.text)
    if callout:
        return callout.group(1).casefold() not in ("quote", "cite")
    if _ASIDE_WORD.match(leaf.text):
        return True
    bold = _BOLD_LABEL.match(source, leaf.pieces[0].start - 2 if leaf.pieces and leaf.pieces[0].start >= 2 else 0)
    return bold is not None and (bold.group(1) is not None or b":" in bold.group() or b"\xef\xbc\x9a" in bold.group())


def quote_parts(reading: Reading, index: int, parts: list[Part]) -> tuple[int, list[Part], list[Said]]:
    """Return where the leaves of a block quote end, its units, and the waivers for the next block.

    Normally one unit with the lead-in sentence, which is taken out of `parts`. Cells and headings inside
    a quote stay units of their own.
    """
    leaves = reading.document.leaves
    end = index
    number = leaves[index].quote
    passages: list[Passage] = []
    while (
        end < len(leaves)
        and leaves[end].quote == number
        and leaves[end].kind == "paragraph"
        and leaves[end].footnote is None
    ):
        if reading.windows[end] and not reading.excluded(leaves[end]):
            passages.append(reading.passage(end))
        end += 1
    body = Part(UnitKind.BLOCK_QUOTE, [(made, at, to) for made in passages for at, to in _ranges(made)])
    if not body.pieces:
        return end, [], []
    later: list[Said] = []
    for made in passages:
        later += compose.say([body], made, reading)
    lead = _lead(parts, leaves, index)
    cite = _cite_attribute(reading, passages)
    if cite is not None:
        body.cited.insert(0, cite)
        passages[0].cited.insert(0, cite)
    excerpts = _excerpts(passages, body)
    follow_end, follow = _following(reading, end)
    _bind(reading, body, passages, excerpts, lead, follow)
    if lead is not None and (lead.bound_quote or lead.colon):
        parts.remove(lead.part)
        _join(lead.part, body)
    if follow is not None and follow.bound_quote:
        body.pieces += follow.part.pieces
        body.cited += follow.part.cited
        end = follow_end
    compose.stack(body)
    body.bindings = [
        (excerpt, [one for one in body.cited if one.stack == targets[0].stack] if len(targets) == 1 else targets)
        for excerpt, targets in body.bindings
    ]
    return end, [body], later


class _Near:
    """A sentence or paragraph beside a quote that may hold its citation."""

    def __init__(self, part: Part, colon: bool) -> None:
        self.part = part
        self.colon = colon
        self.bound_quote = False


def _ranges(made: Passage) -> list[tuple[int, int]]:
    return [(0, len(made.leaf.text))] if made.leaf.text.strip() else []


def _lead(parts: list[Part], leaves: tuple[Leaf, ...], index: int) -> _Near | None:
    """Return the last sentence before a quote, when it stands right before it."""
    if not parts or index == 0 or not parts[-1].pieces:
        return None
    part = parts[-1]
    made = part.pieces[-1][0]
    previous = leaves[index - 1]
    if made.leaf is not previous or part.kind not in (UnitKind.PROSE, UnitKind.LIST_ITEM):
        return None
    text = made.text(*part.pieces[-1][1:])
    return _Near(part, text.rstrip(" *_").endswith((":", "：")))


def _following(reading: Reading, end: int) -> tuple[int, _Near | None]:
    """Return the paragraph behind a quote when it is nothing but citations and a name."""
    leaves = reading.document.leaves
    if end >= len(leaves) or leaves[end].kind != "paragraph" or leaves[end].quote or leaves[end].footnote is not None:
        return end, None
    if leaves[end].item or not reading.windows[end] or reading.excluded(leaves[end]):
        return end, None
    made = reading.passage(end)
    if not made.cited:
        return end, None
    rest = hide(made.leaf.text, sorted((one.pointer.at, one.pointer.to) for one in made.cited))
    words = rest.replace(HIDDEN, " ").split()
    attributed = _ATTRIBUTION.match(made.leaf.text) is not None
    if len([word for word in words if any(c.isalnum() for c in word)]) > (12 if attributed else 3):
        return end, None
    part = Part(UnitKind.BLOCK_QUOTE, [(made, at, to) for at, to in reading.windows[end]])
    return end + 1, _Near(part, False)


def _cite_attribute(reading: Reading, passages: list[Passage]) -> Cited | None:
    """Return the citation of `<blockquote cite>`."""
    leaf = passages[0].leaf
    if not leaf.cite:
        return None
    from gnut.text.markdown.pointers import Pointer

    start = reading.document.quotes[leaf.quote - 1][0]
    pointer = Pointer(
        "html", 0, 0, start, reading.document.quotes[leaf.quote - 1][1], leaf.cite, leaf.cite, None, "", False, None
    )
    made = reading.resolve(pointer, leaf)
    return made


def _excerpts(passages: list[Passage], body: Part) -> list[tuple[Excerpt, Cited | None]]:
    """Return what a block quote quotes, each with the citation that is its own label."""
    labels = _labels(passages)
    if labels:
        return labels
    marks = _marked_only(passages)
    if marks:
        return marks
    texts: list[str] = []
    first: tuple[Passage, int] | None = None
    for number, made in enumerate(passages):
        at, to = 0, _attribution(made)[0] if number == len(passages) - 1 else len(made.leaf.text)
        callout = _CALLOUT.match(made.leaf.text)
        if number == 0 and callout:
            at = callout.end()
        words = made.excerpt(at, to, "block_quote").text if to > at else ""
        if words:
            texts.append(words)
            first = first or (made, at)
    if first is None:
        return []
    made, at = first
    while at < len(made.leaf.text) and made.leaf.text[at].isspace():
        at += 1
    excerpt = Excerpt(_unmarked(" ".join(texts)), "block_quote", None, None, None, made.place(at, len(made.leaf.text)))
    return [(excerpt, None)] if any(c.isalnum() for c in excerpt.text) else []


def _labels(passages: list[Passage]) -> list[tuple[Excerpt, Cited | None]]:
    """Return the labels of a quote whose words are links to their source."""
    found: list[tuple[Excerpt, Cited | None]] = []
    covered = total = 0
    merged: list[tuple[Passage, Cited]] = []
    for made in passages:
        cut = _attribution(made)[0]
        total += len("".join(made.leaf.text[:cut].split()))
        links = [
            one for one in made.cited if one.pointer.labelled and one.pointer.to <= cut and one.pointer.kind != "bare"
        ]
        run: list[Cited] = []
        for one in links:
            covered += len("".join(made.leaf.text[one.pointer.at : one.pointer.to].split()))
            if run and run[0].uri == one.uri and not made.leaf.text[run[-1].pointer.to : one.pointer.at].strip():
                run.append(one)
                merged.append((made, one))
                continue
            if run:
                found.append(_label_excerpt(made, run))
            run = [one]
        if run:
            found.append(_label_excerpt(made, run))
    if not found or covered < _COVER * max(1, total):
        return []
    for made, one in merged:
        made.cited.remove(one)
        made.merged.append(one)
    return found


def _label_excerpt(made: Passage, run: list[Cited]) -> tuple[Excerpt, Cited]:
    at, to = run[0].pointer.at, run[-1].pointer.to
    excerpt = made.excerpt(at, to, "block_quote")
    place = made.lines.place(run[0].pointer.start, run[-1].pointer.end)
    return Excerpt(_unmarked(excerpt.text), "block_quote", None, None, None, place), run[0]


def _marked_only(passages: list[Passage]) -> list[tuple[Excerpt, Cited | None]]:
    """Return the marked quotations of a block quote that holds nothing else but its citation."""
    found: list[tuple[Excerpt, Cited | None]] = []
    for number, made in enumerate(passages):
        ranges = [(run.at, run.to) for run in made.runs]
        ranges += [(one.pointer.at, one.pointer.to) for one in made.cited]
        cut = _attribution(made)[0] if number == len(passages) - 1 else len(made.leaf.text)
        rest = hide(made.leaf.text, compose.merged([*ranges, *made.drops]))[:cut].replace(HIDDEN, " ")
        if _BLANK.fullmatch(rest) is None:
            return []
        for run in made.runs:
            found.append((made.excerpt(run.inner, run.outer, "block_quote", run.at), None))
    return [pair for pair in found if pair[0].text]


def _unmarked(text: str) -> str:
    """Return a quote without the marks around the whole of it."""
    stripped = text.strip()
    pairs = {"“": "”", '"': '"', "„": "“”", "«": "»", "»": "«", "「": "」", "『": "』", "‘": "’"}
    if len(stripped) > 2 and stripped[0] in pairs and stripped[-1] in pairs[stripped[0]]:
        inner = stripped[1:-1]
        if stripped[0] not in inner and stripped[-1] not in inner:
            return inner.strip()
    return stripped


def _attribution(made: Passage) -> tuple[int, bool]:
    """Return where the quoted words of a paragraph end, and whether an attribution follows them."""
    text = made.leaf.text
    line = max(text.rfind("\n"), text.rfind("\x0b")) + 1
    if _ATTRIBUTION.match(text, line):
        return line, True
    end = len(text)
    marks = [one for one in made.cited if not one.pointer.labelled]
    while True:
        tail = _TAIL.search(text[:end])
        last = marks[-1] if marks and not text[marks[-1].pointer.to : end].strip(" .,;()") else None
        if last is not None:
            end = last.pointer.at
            marks = [one for one in marks if one.pointer.at < end]
            continue
        if tail and tail.group().strip(" .\n") and _names_only(made, tail.start(), end):
            end = tail.start()
            continue
        return end, end < len(text)


def _names_only(made: Passage, at: int, to: int) -> bool:
    """Whether a bracket at the end names who said it: it follows a citation or holds one."""
    inside = any(at <= one.pointer.at < to for one in made.cited)
    behind = any(one.pointer.to <= at and not made.leaf.text[one.pointer.to : at].strip(" .,;") for one in made.cited)
    return inside or behind


def _bind(
    reading: Reading,
    body: Part,
    passages: list[Passage],
    excerpts: list[tuple[Excerpt, Cited | None]],
    lead: _Near | None,
    follow: _Near | None,
) -> None:
    """Bind what is quoted: to its own label, else by the order of `_source`."""
    where = {id(one): made for made in passages for one in made.cited}
    for excerpt, own in excerpts:
        target = own or _source(body, passages, where, excerpt, lead, follow)
        if target is None:
            body.unsourced.append(excerpt)
            continue
        target.bound = True
        body.bindings.append((excerpt, [target]))
        for near in (lead, follow):
            if near is not None and target in near.part.cited:
                near.bound_quote = True
    if excerpts and not any(own for _, own in excerpts):
        for made in passages:
            body.excerpt_ranges.append((made, 0, _attribution(made)[0]))
    if lead is not None and (lead.bound_quote or lead.colon):
        _note_quoted_links(reading, body, passages, excerpts)
    for made in passages:
        for one in made.merged:
            if one in body.cited:
                body.cited.remove(one)
            reading.asides.append(Aside("merged", one.pointer.start, one.pointer.end, one.written))


def _source(
    body: Part,
    passages: list[Passage],
    where: dict[int, Passage],
    excerpt: Excerpt,
    lead: _Near | None,
    follow: _Near | None,
) -> Cited | None:
    """Return the citation of a quote: `cite`, attribution, lead-in with a colon, last line, what follows, lead-in."""
    inside = [one for one in body.cited if id(one) in where]
    attribute = next(
        (one for one in inside if one.pointer.kind == "html" and one.pointer.at == one.pointer.to == 0), None
    )
    if attribute is not None:
        return attribute
    last = passages[-1]
    cut, attributed = _attribution(last)
    attribution = [one for one in inside if where[id(one)] is last and one.pointer.at >= cut]
    if attributed and attribution:
        return attribution[0]
    if excerpt.origin == "block_quote" and inside and any(one.pointer.start >= excerpt.place.end for one in inside):
        return next(one for one in inside if one.pointer.start >= excerpt.place.end)
    if lead is not None and lead.colon and lead.part.cited:
        return lead.part.cited[-1]
    line = max(last.leaf.text.rfind("\n"), last.leaf.text.rfind("\x0b")) + 1
    in_line = [one for one in inside if where[id(one)] is last and one.pointer.at >= line]
    if in_line:
        return in_line[0]
    if inside:
        return inside[-1]
    if follow is not None:
        return follow.part.cited[0]
    if lead is not None and lead.part.cited:
        return lead.part.cited[-1]
    return None


def _note_quoted_links(
    reading: Reading, body: Part, passages: list[Passage], excerpts: list[tuple[Excerpt, Cited | None]]
) -> None:
    """Set aside the links inside quoted words: they are the source's own."""
    targets = {id(one) for _, targets in body.bindings for one in targets}
    for made in passages:
        cut = _attribution(made)[0]
        for one in list(made.cited):
            if (
                one.pointer.labelled
                and one.pointer.to <= cut
                and id(one) not in targets
                and not one.own
                and not one.marked
            ):
                made.cited.remove(one)
                body.cited.remove(one)
                reading.asides.append(Aside("quoted_link", one.pointer.start, one.pointer.end, one.written))


def _join(lead: Part, body: Part) -> None:
    """Put the lead-in sentence before its quote."""
    body.pieces = [*lead.pieces, *body.pieces]
    body.cited = [*lead.cited, *body.cited]
    body.bindings = [*lead.bindings, *body.bindings]
    body.unsourced = [*lead.unsourced, *body.unsourced]
    body.excerpt_ranges += lead.excerpt_ranges
    body.waivers = [*lead.waivers, *body.waivers]
    body.provenance = body.provenance or lead.provenance
    body.declared = body.declared or lead.declared
