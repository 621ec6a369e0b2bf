"""Elements inside a line of Markdown: their classes and attributes count as those of a rendered page do."""

from __future__ import annotations

import pytest

from gnut.errors import MalformedReport
from tests.ingest.reports import X, Y, cited, noted, read, texts


def test_the_class_of_a_span_holds_for_its_sentences() -> None:
    text = 'Up 5. <span class="big groundnut-recommendation">Hold it. Sell *some*</span> now. Done.'
    assert [unit.provenance for unit in read(text).units] == [
        "unclassified",
        "recommendation",
        "recommendation",
        "unclassified",
    ]


def test_a_span_that_never_ends_says_nothing() -> None:
    assert read('<span class="groundnut-recommendation">Hold it.').units[0].provenance == "unclassified"


@pytest.mark.parametrize("mark", ['class="groundnut-references"', "data-groundnut-evidence-exclude=false"])
def test_a_part_of_a_sentence_can_be_excluded(mark: str) -> None:
    extraction = read(f"Sales rose <span {mark}>([b]({X}), “one two three four”)</span> by 5 [c]({Y}).")
    assert (texts(extraction), cited(extraction)) == (["Sales rose by 5 c."], [Y])
    assert extraction.units[0].bindings == ()
    assert noted(extraction).count("excluded") == 1


@pytest.mark.parametrize(
    "text",
    [
        '<div class="groundnut-company-assertion groundnut-open-question">\n\nx\n\n</div>',
        "::: {.groundnut-company-assertion .groundnut-open-question}\nx\n:::",
        '<div class="groundnut-declared-analysis groundnut-company-assertion">\n\nx\n\n</div>',
        'x <span class="groundnut-open-question">y</span> <!-- groundnut-recommendation -->',
    ],
)
def test_classes_that_contradict_each_other_are_refused(text: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        read(text)
    assert caught.value.code == "conflicting_provenance"


def test_many_spans_in_one_paragraph_are_read_in_time() -> None:
    text = f'<span class="groundnut-references">x</span> [a]({X}). ' * 5000
    assert len(read(text).units[0].citations) == 5000
