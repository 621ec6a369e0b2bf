"""Answers of knowledge bases of Azure AI Search: what was retrieved from one source, and what the answer cites of it.

A reference bears two ids. `id` is its position in this answer, which the text cites as `[ref_id:0]`; `docKey` is the
document. Taken for one another, position 0 of two answers would be one document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from gnut.ground.adapters.contract import ACL, AZURE_KB, CITATION, Adapted, Probe
from gnut.ground.adapters.taking import Partial, Taking
from gnut.ground.contract import Number
from gnut.ground.core.shapes import EVIDENCE, seen
from gnut.text.patterns import lazy

_BRACKET = lazy(r"\[\s{0,4}(ref_id\b[^\[\]]{0,999})(\]?)", re.IGNORECASE)
"""Where a citation begins, in whatever form; models write blanks, capitals and several positions into one."""

_CITED = lazy(r"\s{0,4}(?:ref_id\s{0,4}:\s{0,4})?([0-9]{1,9})\s{0,4}", re.IGNORECASE)
_LOOSE = lazy(r"(?<![\w\"\\])ref_id\s{0,4}:", re.IGNORECASE)
"""A citation that stands in no bracket; behind a quotation mark it is a name in extracted data."""

_COUNTS = ("inputTokens", "outputTokens", "reasoningTokens")
_NAME = "--knowledge-source NAME names the source as the answer does"
_ACTIVITY = ("id", "count", "type", "knowledgeSourceName", "queryTime", "error", *_COUNTS)


def from_azure_kb(answers: Sequence[object], probe: Probe) -> Adapted:
    """Return the runs of answers: for `acl` one of all documents given, for `citation` one an answer.

    Args:
        answers: Answers of `retrieve`, whole: `response`, `activity`, `references`.
        probe: `knowledge_source` names the source in them where it is not `source_id`.

    Raises:
        Partial: A source of an answer failed, so that what it would have given is not there; the one that was probed
            was not asked, or counts results of which none is referenced.
        GroundEvidenceError: An answer has a wrong shape, or a citation that cannot be read; the probe is of refusals.
    """
    taking = Taking(probe)
    taking.require_kind(AZURE_KB, ACL, CITATION)
    taking.require_mapped()
    read = [_Answer(taking, answer, f"answers[{at}]") for at, answer in enumerate(answers)]
    if probe.kind == ACL:
        documents = [each for answer in read for each in answer.retrieved.values()]
        return taking.acl(documents, [stamp for answer in read for stamp in answer.stamps])
    runs = [
        taking.citation(
            answer.cited(),
            tuple(dict.fromkeys(answer.retrieved.values())),
            stamps=answer.stamps,
            subqueries=answer.subqueries,
            tokens=answer.tokens,
        )
        for answer in read
    ]
    return taking.made(*runs)


class _Answer:
    """One answer of a knowledge base, as far as one of its sources is concerned."""

    def __init__(self, taking: Taking, value: object, path: str) -> None:
        given = taking.answer(value, path, ("response", "activity", "references"))
        self._taking, self._path = taking, path
        self._texts = list(_texts(given.get("response"), f"{path}.response"))
        self._others: set[str] = set()
        self.stamps: list[object] = []
        self.subqueries = 0
        self._counted: Number = 0
        self.tokens: Number = 0
        mine = self._activities(taking.items(given.get("activity"), f"{path}.activity"))
        self.retrieved = self._references(taking.items(given.get("references"), f"{path}.references"), mine)
        """Position in the answer → key of the document."""
        if not mine:
            raise Partial("no activity is of this source: it was not asked", path=f"{path}.activity", help=_NAME)
        if self._counted and not self.retrieved:
            raise Partial("counts results and references none of them", path=f"{path}.references")
        if self._counted > len(self.retrieved):
            taking.remarks.append("fewer references than results: what is not referenced is not seen")

    def _activities(self, activities: list[Any]) -> set[str]:
        name = self._taking.probe.knowledge_source or self._taking.probe.source_id
        mine: set[str] = set()
        met: set[str] = set()
        for at, each in enumerate(activities):
            path = f"{self._path}.activity[{at}]"
            one = self._taking.fields(each, path, _ACTIVITY)
            number = self._taking.id(one.get("id"), f"{path}.id")
            if number in met:
                raise EVIDENCE.refuse("stands twice", f"{path}.id")
            met.add(number)
            if one.get("error") is not None:
                raise Partial("failed: what it would have given is not there", path=path, help="ask again")
            for count in _COUNTS:
                said = EVIDENCE.optional(one.get(count), f"{path}.{count}", EVIDENCE.number)
                self.tokens = _sum(self.tokens, said or 0)
            if one.get("knowledgeSourceName") == name:
                mine.add(number)
                self.subqueries += 1
                count = EVIDENCE.optional(one.get("count"), f"{path}.count", EVIDENCE.number)
                self._counted = _sum(self._counted, count or 0)
                self.stamps.append(one.get("queryTime"))
            elif "knowledgeSourceName" in one:
                self._taking.leave("activities of other sources")
        return mine

    def _references(self, references: list[Any], mine: set[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for at, each in enumerate(references):
            path = f"{self._path}.references[{at}]"
            one = self._taking.fields(each, path, ("id", "type", "activitySource", "docKey"))
            position = self._taking.id(one.get("id"), f"{path}.id")
            if position in found or position in self._others:
                raise EVIDENCE.refuse("stands twice", f"{path}.id")
            if self._taking.id(one.get("activitySource"), f"{path}.activitySource") not in mine:
                self._taking.leave("references of other sources")
                self._others.add(position)
                continue
            found[position] = self._taking.id(one.get("docKey"), f"{path}.docKey")
        return found

    def cited(self) -> tuple[str, ...]:
        """Return the keys of the documents that the text cites, each once, in order; the text goes nowhere.

        A citation of a reference that is not there keeps its own name, and is one outside of what was retrieved.
        """
        keys: dict[str, None] = {}
        for text in self._texts:
            self._taking.leave("texts")
            for position in _positions(text, f"{self._path}.response"):
                if position in self._others:
                    self._taking.leave("citations of other sources")
                    continue
                keys[self.retrieved.get(position, f"ref_id:{position}")] = None
        return tuple(keys)


def _positions(text: str, path: str) -> Iterator[str]:
    """Yield the positions that a text cites, as `[ref_id:0]`; one in another form is refused and not passed over."""
    text = seen(text)
    cited = [
        _CITED.fullmatch(part) if bracket[2] else None
        for bracket in _BRACKET.finditer(text)
        for part in bracket[1].split(",")
    ]
    for each in cited:
        if each is not None:
            yield str(int(each[1]))
    if None in cited or _LOOSE.search(_BRACKET.sub("", text)):
        help = "record citations as JSON Lines: gnut ground adapt jsonl"
        raise EVIDENCE.refuse("has a citation that cannot be read", path, help)


def _texts(value: object, path: str) -> Iterator[str]:
    for at, message in enumerate(EVIDENCE.items(value, path)):
        given = EVIDENCE.fields(message, f"{path}[{at}]")
        for nth, part in enumerate(EVIDENCE.items(given.get("content", []), f"{path}[{at}].content")):
            text = EVIDENCE.fields(part, f"{path}[{at}].content[{nth}]").get("text")
            if text is not None:
                if not isinstance(text, str):
                    raise EVIDENCE.refuse("is no text", f"{path}[{at}].content[{nth}].text")
                yield text


def _sum(one: Number, other: Number) -> Number:
    return one + other if isinstance(one, int) and isinstance(other, int) else Decimal(one) + Decimal(other)
