"""Which words and figures of an answer its sources support least."""

from __future__ import annotations

import hashlib
import math
from decimal import Decimal
from itertools import permutations

import pytest

from gnut.errors import MalformedReport
from gnut.proofread.contract import Encoder, Nearest, Proofread
from gnut.proofread.core import proofread, report
from gnut.proofread.core.calibrate import Draws, calibrate
from gnut.proofread.core.encoders import STEMMED, exact, stem, stemmed


def of(answer: str, *sources: str, encoder: Encoder | None = None, **more: int) -> Proofread:
    named = [(f"s{at}", text) for at, text in enumerate(sources)]
    return proofread(answer, named, encoder=encoder or exact(), k=more.pop("k", 9), **more)  # type: ignore[arg-type]


def support(said: Proofread, word: str) -> str:
    return next(each.support for each in said.anchors if each.text == word)


def everything_is_near() -> Encoder:
    """An encoder to which every word is near the first of the sources."""
    return Encoder("near/1", lambda answer, words, texts: [Nearest(0.8, 0, _first(texts[0])) for _ in words])


def _first(text: str) -> object:
    from gnut.model import Span

    return Span(0, len(text.split()[0]))


@pytest.mark.parametrize(
    ("word", "source", "expected"),
    [
        ("Friday", "on Monday", "0.000000"),
        ("Friday", "on friday", "1.000000"),
        ("Freitag", "on Friday", "1.000000"),
        ("March", "in April", "0.000000"),
        ("not", "it is good", "0.000000"),
        ("nicht", "es ist nicht gut", "1.000000"),
        ("never", "it is not so", "1.000000"),
        ("increase", "a decrease", "0.000000"),
        ("rose", "it increased", "1.000000"),
        ("weeks", "three months", "0.000000"),
        ("north", "the south", "0.000000"),
    ],
)
def test_a_word_of_a_closed_class_is_supported_by_itself_alone(word: str, source: str, expected: str) -> None:
    said = of(f"It is {word} then.", source, encoder=everything_is_near())
    assert support(said, word) == expected
    assert any("closed_class" in each.notes for each in said.anchors if each.text == word)


def test_F47_a_word_with_digits_inside_keeps_its_letters() -> None:
    said = of("GPT45 and H2O", "nothing")
    assert [(each.text, each.kind) for each in said.anchors] == [
        ("GPT45", "lexical"),
        ("and", "skipped"),
        ("H2O", "lexical"),
    ]


@pytest.mark.parametrize("which", ["answer", "source"])
def test_F45_an_unsegmented_script_is_warned_of_in_answer_and_sources(which: str) -> None:
    script, plain = "これは三十日以内に支払われる請求書です。", "a plain text"
    said = of(*((script, plain) if which == "answer" else (plain, script)))
    assert len(said.warnings) == 1
    assert "unsegmented" in said.warnings[0]


def test_the_order_of_sources_changes_nothing_but_names() -> None:
    texts = ["the rate is 45", "another rate of 44", "words alone"]
    seen = set()
    for order in permutations(texts):
        said = proofread("The rate is 46 now.", [(text, text) for text in order], encoder=stemmed(), k=4)
        seen.add((said.floor, tuple((each.text, each.support) for each in said.weakest)))
    assert len(seen) == 1


def test_the_hash_is_of_what_is_said_and_comes_out_the_same() -> None:
    first, again, other = (of("Alpha 45.", "alpha 44", k=k) for k in (1, 1, 2))
    assert first.sha256 == again.sha256 != other.sha256


def test_a_stem_is_near_and_not_equal() -> None:
    assert support(of("He approved.", "they approve it", encoder=stemmed()), "approved") == f"{STEMMED:.6f}"
    assert support(of("He approved.", "they approve it"), "approved") == "0.000000"


@pytest.mark.parametrize(
    ("one", "other"),
    [("stopped", "stop"), ("agreed", "agree"), ("policies", "policy"), ("payments", "payment"), ("runs", "run")],
)
def test_forms_of_an_english_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"), [("universe", "university"), ("new", "news"), ("wing", "win"), ("größer", "groß")]
)
def test_words_that_only_look_alike_keep_theirs(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("more", "code"),
    [({"k": -1}, "bad_k"), ({"max_anchors": 2}, "too_many_anchors")],
)
def test_what_cannot_be_proofread_is_refused(more: dict[str, int], code: str) -> None:
    with pytest.raises(MalformedReport) as refused:
        of("Alpha beta gamma.", "x", **more)
    assert refused.value.code == code


def test_two_sources_of_one_id_are_refused() -> None:
    with pytest.raises(MalformedReport):
        proofread("x", [("a", "x"), ("a", "y")], encoder=exact())


def test_a_report_is_a_line_an_anchor() -> None:
    said = of("The rate is 46.", "the rate is 45", k=2)
    assert report(said).splitlines()[0] == "46              support 0.00   nearest in s0: '45'"


def labelled(bad: int, good: int) -> list[tuple[Decimal, bool]]:
    return [(Decimal(at) / 100, True) for at in range(bad)] + [(Decimal(at + 50) / 100, False) for at in range(good)]


@pytest.mark.parametrize(
    ("bad", "target", "caught"), [(11, "0.95", 11), (12, "0.95", 12), (100, "0.95", 95), (20, "0.5", 10)]
)
def test_F41_the_recall_asked_for_is_reached(bad: int, target: str, caught: int) -> None:
    found = calibrate(labelled(bad, 200), target_recall=Decimal(target))
    assert found.caught == caught
    assert Decimal(found.recall) >= Decimal(target)


def test_the_superseded_case_of_few_defects_reaches_its_target() -> None:
    from tests.casefile import rows

    (row,) = (each for each in rows("groundlens/calibrate") if each["id"] == "cal-rare")
    given = [(Decimal(str(score)), defect) for score, defect in row["given"]["labelled"]]
    found = calibrate(given, target_recall=Decimal("0.95"))
    assert (found.caught, found.n_positive) == (12, 12)


@pytest.mark.parametrize("score", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_a_score_that_is_no_number_is_refused(score: str) -> None:
    with pytest.raises(MalformedReport) as refused:
        calibrate([*labelled(20, 200), (Decimal(score), True)])
    assert refused.value.code == "bad_score"


@pytest.mark.parametrize("target", ["0", "-0.1", "1.01"])
def test_a_target_outside_its_range_is_refused(target: str) -> None:
    with pytest.raises(MalformedReport):
        calibrate(labelled(20, 200), target_recall=Decimal(target))


def test_a_bootstrap_comes_out_the_same_for_one_seed() -> None:
    rows = labelled(60, 150)
    assert calibrate(rows, seed=3) == calibrate(rows, seed=3)
    assert calibrate(rows, seed=3).seed == 3


@pytest.mark.parametrize("seed", [0, 7, -3, 10**30])
def test_draws_are_the_bytes_of_the_hashes_in_order_however_they_are_asked_for(seed: int) -> None:
    hashes = [hashlib.sha512(f"{seed}:{counter}".encode()).digest() for counter in range(40)]
    plain = [int.from_bytes(each[at : at + 7], "big") for each in hashes for at in range(0, 63, 7)]
    for counts in ([300], [1] * 300, [9, 18, 1, 8, 100, 0, 164]):
        draws = Draws(seed)
        assert [number for count in counts for number in draws.take(count, 1 << 56)] == plain[: sum(counts)]


@pytest.mark.parametrize("target", ["0.01", "0.5", "0.95", "1"])
def test_the_interval_is_that_of_scores_drawn_one_by_one(target: str) -> None:
    rows = [(Decimal(at * 37 % 101), at % 3 == 0) for at in range(240)]
    bad, good = (sorted(score for score, defect in rows if defect is wanted) for wanted in (True, False))
    draws, costs = Draws(5), []
    for _ in range(1000):
        drawn = sorted(bad[place] for place in draws.take(len(bad), len(bad)))
        cut = drawn[math.ceil(Decimal(target) * len(bad)) - 1]
        costs.append(sum(good[place] <= cut for place in draws.take(len(good), len(good))) / Decimal(len(good)))
    costs.sort()
    expected = tuple(f"{round(each, 6):.6f}" for each in (costs[25], costs[974]))
    assert calibrate(rows, target_recall=Decimal(target), seed=5).fpr_ci95 == expected
