"""From a report to the assertions that are worth an attack, each with its context."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from gnut.arena.contract import EMISSION, Bounds, Emission, EmissionProfile, Reader, Task
from gnut.arena.core.about import about_itself
from gnut.arena.core.passages import Sentence, passages
from gnut.arena.core.vocabulary import Vocabulary
from gnut.arena.core.width import width
from gnut.model import sealed
from gnut.text.patterns import lazy
from gnut_store import canon

_MARKS = lazy(r"[^0-9a-z]+")
READER = Reader("gnut.sentences", "1")
LOOKED_AT = 400
"""Neighbours that are tried for one context: a section of thousands of sentences costs no square of them."""


def emit(body: bytes, kind: str, profile: EmissionProfile) -> Emission:
    """Return the assertions of a report that its own words mark as inferred, derived or about an absence.

    It proposes and decides nothing. The same bytes, kind and profile give the same object.

    Args:
        body: The report.
        kind: One of `gnut.arena.contract.KINDS`.
        profile: Which words make a task, and how long tasks and contexts may be.

    Raises:
        MalformedReport: It is no text (`unreadable_report`), its markup is over a limit (`too_complex`) or breaks
            off inside itself (`malformed_html`), of a kind that has no prose (`unsupported_artifact`), a
            pattern is not taken (`invalid_profile`), or the patterns could take too many steps in it (`too_tangled`).
        ReportTooLarge: It is over a limit.
    """
    read = passages(body, kind)
    return sealed(
        Emission(
            schema=EMISSION,
            kind=kind,
            input_sha256=canon.sha256(body),
            profile=profile,
            reader=READER,
            tasks=tuple(_tasks(read, profile)),
            sha256="",
        )
    )


def _tasks(read: Sequence[Sentence], profile: EmissionProfile) -> Iterator[Task]:
    words = Vocabulary(profile.patterns)
    bounds = profile.bounds
    sections: dict[int, list[int]] = {}
    rank: list[int] = []
    for at, sentence in enumerate(read):
        members = sections.setdefault(sentence.section, [])
        rank.append(len(members))
        members.append(at)
    keys = [_said(sentence.text) for sentence in read]
    told: set[str] = set()
    for at, (text, section) in enumerate(read):
        if not bounds.min_characters <= width(text) <= bounds.max_characters or about_itself(text):
            continue
        trigger = words.trigger(text)
        if trigger is None or keys[at] in told:
            continue
        told.add(keys[at])
        yield Task(
            task_id=f"x{len(told)}",
            assertion=text,
            context=_context(read, sections[section], rank[at], keys, bounds),
            location=f"sentence {at + 1}, section {section}",
            trigger=trigger,
            section=section,
        )


def _context(read: Sequence[Sentence], members: list[int], rank: int, keys: list[str], bounds: Bounds) -> str:
    """Return the nearest other sentences of a section that fit, in reading order.

    One that is too long for what is left is passed over for the next; the assertion said again is no context.
    """
    chosen: list[int] = []
    left = bounds.context_max_characters
    for neighbour in _outwards(rank, len(members)):
        if len(chosen) == bounds.context_max_sentences or left <= 0:
            break
        at = members[neighbour]
        cost = width(read[at].text) + (1 if chosen else 0)
        if cost <= left and keys[at] != keys[members[rank]]:
            chosen.append(at)
            left -= cost
    return " ".join(read[at].text for at in sorted(chosen))


def _outwards(rank: int, count: int) -> Iterator[int]:
    """Yield the neighbours of a member, the nearest first, of two the earlier."""
    for distance in range(1, min(count, LOOKED_AT // 2) + 1):
        if rank - distance >= 0:
            yield rank - distance
        if rank + distance < count:
            yield rank + distance


def _said(text: str) -> str:
    """Return a sentence without case and punctuation: what tells whether it is said again."""
    if text.isascii():
        return _MARKS.sub(" ", text.lower()).strip()
    folded = unicodedata.normalize("NFC", text.casefold())
    words = (sign if sign.isalnum() or unicodedata.category(sign)[0] == "M" else " " for sign in folded)
    return " ".join("".join(words).split())
