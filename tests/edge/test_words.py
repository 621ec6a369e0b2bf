"""Encoders that bring vectors."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from gnut.edge.encoding import encoder
from gnut.edge.words import matrix
from gnut.edge.words.model import NoToken, Window, adapted
from gnut.edge.world import world
from gnut.errors import GnutError, InputMissing, MissingExtra, Usage
from gnut.proofread.contract import Word
from gnut.proofread.core import proofread


def test_the_packaged_matrix_puts_paraphrases_near_and_strangers_far() -> None:
    said = proofread(
        "The firm must authorise it.", [("a", "The company has to approve it.")], encoder=encoder(world(), "words"), k=9
    )
    near = {each.text: float(each.support) for each in said.anchors if each.kind == "lexical"}
    assert near["authorise"] > 0.2
    far = proofread("A banana.", [("a", "The invoice was paid.")], encoder=encoder(world(), "words"))
    assert float(far.floor) < near["authorise"]
    assert said.encoder_id.startswith("wordllama-l2-supercat-256@sha256:")


def test_other_bytes_than_the_pinned_ones_are_another_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(matrix.PINNED, matrix.TOKENIZER, "0" * 64)
    with pytest.raises(matrix.OtherBytes):
        matrix._file(matrix.TOKENIZER)


def test_a_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra):
        encoder(world(), "words")


@pytest.mark.parametrize(("name", "error"), [("none", Usage), ("model:nowhere", InputMissing)])
def test_an_encoder_that_is_not_there_is_refused(name: str, error: type[GnutError]) -> None:
    with pytest.raises(error):
        encoder(world(), name)


class Letters:
    """A model of the tests: a token a word, its vector the counts of its letters."""

    id = "letters@1"
    max_tokens = 4

    def __init__(self) -> None:
        self.windows: list[str] = []

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        spans, at = [], 0
        for word in text.split():
            start = text.index(word, at)
            spans.append((start, start + len(word)))
            at = start + len(word)
        return spans

    def encode_window(self, text: str) -> Window:
        self.windows.append(text)
        rows: list[Any] = []
        for start, end in self.token_spans(text):
            counts = numpy.bincount([ord(char) % 64 for char in text[start:end].lower()], minlength=64).astype(float)
            rows.append(counts / numpy.linalg.norm(counts))
        return Window(self.token_spans(text), numpy.array(rows))


def test_long_texts_are_read_in_windows_that_overlap_by_a_half() -> None:
    model = Letters()
    adapted(model).nearest("seven", [], ["one two three four five six seven"])
    assert model.windows[:3] == ["one two three four", "three four five six", "five six seven"]


def test_the_support_of_a_word_is_the_nearest_token_of_any_window() -> None:
    found = adapted(Letters()).nearest(
        "x seven", [Word("seven", _span(2, 7))], ["one two three four five six", "seven"]
    )
    assert found[0] is not None
    assert (round(found[0].support, 6), found[0].source) == (1.0, 1)


def test_a_word_that_has_no_token_is_an_error_and_never_dropped() -> None:
    with pytest.raises(NoToken):
        adapted(Letters()).nearest("", [Word("seven", _span(2, 7))], ["one"])


def _span(start: int, end: int) -> Any:
    from gnut.model import Span

    return Span(start, end)
