"""Adapters over fakes of other people's libraries: nothing here is a model."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.edge.models import open_detector
from gnut.edge.models.answers import BadAnswer, WindowTooLong, fraction, listed, rest, whole
from gnut.edge.models.folder import digest
from gnut.edge.models.libraries import Libraries
from gnut.edge.models.opening import ADAPTERS, Opened, Setup
from gnut.edge.models.windows import MOST, SourceTooLong, windows
from gnut.edge.world import OFFLINE
from gnut.errors import GnutError
from gnut.support.contract import POLICY, Decision, Detector, SupportInput, SupportPolicy
from gnut.support.core import support
from gnut_store import canon
from tests.claims import cited, read, source, unit

COMMIT = "0123456789abcdef0123456789abcdef01234567"
VERSION = "1.2.3"
CLAIM = "The yard was sold in 2020."
LICENCES = {"code_licence": "MIT", "model_licence": "CC-BY-NC-4.0"}
NLI = {
    **LICENCES,
    "labels": ["contradiction", "entailment", "neutral"],
    "entailment": "0.8",
    "contradiction": "0.9",
    "window_characters": 200,
    "overlap_characters": 20,
    "max_tokens": 512,
}
LETTUCE = {
    **LICENCES,
    "language": "en",
    "window_characters": 200,
    "overlap_characters": 20,
    "max_tokens": 4096,
}
MINI = {**LICENCES, "variant": "flan-t5-large"}
ALIGN = {
    **LICENCES,
    "checkpoint": "AlignScore-base.ckpt",
    "backbone": "roberta-base",
    "evaluation_mode": "nli_sp",
    "threshold": "0.5",
}
MINI_MODEL = "lytang/MiniCheck-Flan-T5-Large"


def policy(
    adapter: str, configuration: dict[str, Any], model: str = "maker/model", revision: str = COMMIT
) -> SupportPolicy:
    package = ADAPTERS[adapter].PACKAGE
    hashed = canon.sha256(canon.encode(configuration))
    detector = Detector(adapter, model, revision, package, VERSION, hashed)
    return SupportPolicy(POLICY, "mine", "1", "2026-05-01", detector, None)


def downloaded(folder: Path, *commits: str) -> Path:
    """Return a folder as a download leaves it: files, and beside them a note for each."""
    notes = folder / ".cache" / "huggingface" / "download"
    notes.mkdir(parents=True)
    for at, commit in enumerate(commits or (COMMIT,)):
        (folder / f"part{at}.bin").write_bytes(b"weights")
        (notes / f"part{at}.bin.metadata").write_text(f"{commit}\netag\n1700000000.0\n")
    return folder


class Fakes:
    """A library that holds what it is given, and remembers how it was asked."""

    def __init__(self, made: Any = None, *, version: str = VERSION, hub: Any = None) -> None:
        self.made = made
        self.asked: list[dict[str, Any]] = []
        self.events: list[str] = []
        self._version = version
        self._hub = hub

    def libraries(self) -> Libraries:
        return Libraries(self._load, self._read_version, lambda: self.events.append("offline"), lambda _: self._hub)

    def _load(self, module: str) -> Any:
        self.events.append(f"import {module}")
        if self.made is None:
            raise ModuleNotFoundError(f"No module named {module!r}")
        return SimpleNamespace(
            CrossEncoder=self._construct,
            HallucinationDetector=self._construct,
            MiniCheck=self._construct,
            AlignScore=self._construct,
        )

    def _read_version(self, package: str) -> str:
        if self.made is None:
            raise PackageNotFoundError(package)
        return self._version

    def _construct(self, *positional: Any, **named: Any) -> Any:
        self.asked.append({"positional": positional, **named})
        return self.made


def refusal(made: Callable[[], object]) -> GnutError:
    with pytest.raises(GnutError) as refused:
        made()
    return refused.value


def ask(detect: Opened, text: str = "The yard was sold.", claim: str = CLAIM, question: str | None = None) -> Decision:
    decision = detect(SupportInput(claim, question, text))
    assert decision is not None
    return decision


# Cross-encoder


class CrossEncoder:
    def __init__(self, answer: Callable[[list[tuple[str, str]]], Any], tokens: int | None = None) -> None:
        self._answer = answer
        self._tokens = tokens

    def tokenizer(self, text: str, claim: str, *, truncation: bool) -> dict[str, list[int]]:
        assert truncation is False
        return {"input_ids": [0] * (self._tokens or len(f"{text} {claim}".split()) + 3)}

    def predict(self, pairs: list[tuple[str, str]], *, apply_softmax: bool) -> Any:
        assert apply_softmax is True
        return self._answer(pairs)


def nli(folder: Path, answer: Any, **changed: Any) -> Opened:
    configuration = NLI | changed
    call = answer if callable(answer) else lambda pairs: [answer] * len(pairs)
    made = Fakes(CrossEncoder(call)).libraries()
    return open_detector(policy("nli_cross_encoder", configuration), Setup(downloaded(folder), configuration), made)


@pytest.mark.parametrize(
    ("row", "label", "confidence"),
    [
        ([0.05, 0.9, 0.05], "supported", "0.900000"),
        ([0.1, 0.8, 0.1], "supported", "0.800000"),
        ([0.1, 0.79, 0.11], "insufficient", "0.210000"),
        ([0.95, 0.02, 0.03], "contradicted", "0.950000"),
        ([0.85, 0.1, 0.05], "insufficient", "0.150000"),
        ([0.1, 0.1, 0.8], "insufficient", "0.900000"),
        ([0.0, 1.0, 0.0], "supported", "1.000000"),
    ],
)
def test_inference_is_mapped_by_its_thresholds(tmp_path: Path, row: list[float], label: str, confidence: str) -> None:
    decision = ask(nli(tmp_path, row))
    assert (decision.label, decision.confidence) == (label, confidence)


def test_labels_are_read_in_the_order_configured(tmp_path: Path) -> None:
    order = ["entailment", "neutral", "contradiction"]
    assert ask(nli(tmp_path, [0.9, 0.05, 0.05], labels=order)).label == "supported"


def by_window(*rows: list[float]) -> Callable[[list[tuple[str, str]]], Any]:
    neutral = [0.05, 0.05, 0.9]
    return lambda pairs: [*rows, *[neutral] * (len(pairs) - len(rows))][: len(pairs)]


LONG = "Nine gates shut at night. " * 40


def test_the_best_window_of_a_long_source_decides_and_is_named(tmp_path: Path) -> None:
    decision = ask(nli(tmp_path, by_window([0.05, 0.05, 0.9], [0.02, 0.95, 0.03])), LONG)
    count = len(windows(LONG, 200, 20))
    assert (decision.label, decision.reason) == ("supported", f"window 2 of {count} entails the claim")


def test_windows_that_disagree_say_neither(tmp_path: Path) -> None:
    decision = ask(nli(tmp_path, by_window([0.95, 0.02, 0.03], [0.02, 0.95, 0.03])), LONG)
    assert (decision.label, decision.confidence) == ("insufficient", None)
    assert "window 2" in decision.reason
    assert "window 1 contradicts" in decision.reason


def test_a_window_that_the_model_would_cut_is_an_error(tmp_path: Path) -> None:
    made = Fakes(CrossEncoder(by_window(), 513)).libraries()
    detect = open_detector(policy("nli_cross_encoder", NLI), Setup(downloaded(tmp_path), NLI), made)
    with pytest.raises(WindowTooLong):
        ask(detect)


@pytest.mark.parametrize(
    "answer",
    [
        [0.5, 0.5],
        [0.1, 0.2, 0.3, 0.4],
        [1.2, -0.1, -0.1],
        [float("nan"), 0.5, 0.5],
        [3.1, -2.0, 0.4],
        [0.3, 0.3, 0.3],
        ["0.9", 0.05, 0.05],
        [True, 0, 0],
        None,
        0.9,
        {"entailment": 0.9},
        lambda pairs: [],
        lambda pairs: [[0.1, 0.8, 0.1]] * (len(pairs) + 1),
        lambda pairs: "supported",
    ],
)
def test_an_inference_of_a_wrong_shape_or_range_is_an_error(tmp_path: Path, answer: Any) -> None:
    with pytest.raises(BadAnswer):
        ask(nli(tmp_path, answer))


def test_swapped_labels_are_refused_before_anything_is_imported(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"id2label": {"0": "entailment", "1": "CONTRADICTION", "2": "neutral"}}')
    assert refusal(lambda: nli(tmp_path, [0, 1, 0])).code == "model_labels_invalid"


@pytest.mark.parametrize(
    "named",
    [
        '{"0": "Contradiction", "1": "Entailment", "2": "Neutral"}',
        '{"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}',
        "null",
    ],
)
def test_labels_that_agree_or_say_nothing_are_taken(tmp_path: Path, named: str) -> None:
    (tmp_path / "config.json").write_text(f'{{"id2label": {named}, "dropout": 0.1}}')
    assert ask(nli(tmp_path, [0.05, 0.9, 0.05])).label == "supported"


@pytest.mark.parametrize("named", ['{"1": "a"}', '["a"]', '{"0": "a", "2": "b"}'])
def test_labels_that_are_not_numbered_are_refused(tmp_path: Path, named: str) -> None:
    (tmp_path / "config.json").write_text(f'{{"id2label": {named}}}')
    assert refusal(lambda: nli(tmp_path, [0, 1, 0])).code == "model_labels_invalid"


# LettuceDetect


class HallucinationDetector:
    def __init__(self, answer: Callable[[str], Any]) -> None:
        self._answer = answer
        self.asked: list[dict[str, Any]] = []

    def predict(self, **asked: Any) -> Any:
        self.asked.append(asked)
        return self._answer(asked["context"][0])


def lettuce(folder: Path, answer: Any, **changed: Any) -> Opened:
    configuration = LETTUCE | changed
    call = answer if callable(answer) else lambda _: answer
    made = Fakes(HallucinationDetector(call)).libraries()
    return open_detector(policy("lettucedetect", configuration), Setup(downloaded(folder), configuration), made)


def marked(text: str, claim: str = CLAIM, **more: Any) -> dict[str, Any]:
    start = claim.index(text)
    return {"start": start, "end": start + len(text), "text": text, "confidence": 0.75, **more}


def test_a_claim_without_a_mark_is_supported_unscored(tmp_path: Path) -> None:
    decision = ask(lettuce(tmp_path, []))
    assert (decision.label, decision.confidence, decision.spans) == ("supported", None, ())


def test_an_untyped_mark_makes_a_claim_insufficient(tmp_path: Path) -> None:
    decision = ask(lettuce(tmp_path, [marked("2020")]))
    assert (decision.label, decision.confidence, decision.spans[0].label) == ("insufficient", "0.750000", "unsupported")


@pytest.mark.parametrize("category", ["unsupported_addition", "fabricated_reference"])
def test_a_mark_of_another_type_than_contradiction_contradicts_nothing(tmp_path: Path, category: str) -> None:
    assert ask(lettuce(tmp_path, [marked("2020", category=category)])).label == "insufficient"


def test_a_mark_typed_contradiction_contradicts(tmp_path: Path) -> None:
    spans = [marked("yard", confidence=0.9), marked("2020", category="contradiction", subcategory="temporal")]
    decision = ask(lettuce(tmp_path, spans))
    assert (decision.label, decision.confidence, len(decision.spans)) == ("contradicted", "0.750000", 2)


def test_the_window_that_marks_least_decides(tmp_path: Path) -> None:
    text = LONG + "The yard was sold in 2021. " + LONG
    answer = lambda piece: [marked("2020", category="contradiction")] if "2021" in piece else [marked(CLAIM)]  # noqa: E731
    decision = ask(lettuce(tmp_path, answer), text)
    assert decision.label == "contradicted"
    assert [span.text for span in decision.spans] == ["2020"]


def test_a_claim_that_one_window_carries_is_supported_whatever_the_others_mark(tmp_path: Path) -> None:
    text = LONG + "The yard was sold in 2020. " + LONG
    decision = ask(lettuce(tmp_path, lambda piece: [] if CLAIM in piece else [marked(CLAIM)]), text)
    assert decision.label == "supported"


@pytest.mark.parametrize("text", ["gate " * 4_000, "門は夜に閉まる。" * 800, "🚪" * 5_000])
def test_no_window_is_longer_than_the_model_reads(tmp_path: Path, text: str) -> None:
    seen: list[str] = []
    detect = lettuce(tmp_path, lambda piece: seen.append(piece) or [], window_characters=100_000, max_tokens=2_048)
    ask(detect, text)
    assert max(len(piece.encode()) for piece in seen) + 1_000 + len(CLAIM) <= 2_048
    assert "".join(seen)[:50] == text[:50]


def test_a_claim_that_leaves_no_room_for_the_source_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WindowTooLong):
        ask(lettuce(tmp_path, [], max_tokens=512), claim="word " * 100)


def test_the_question_goes_with_the_claim(tmp_path: Path) -> None:
    model = HallucinationDetector(lambda _: [])
    made = Fakes(model).libraries()
    detect = open_detector(policy("lettucedetect", LETTUCE), Setup(downloaded(tmp_path), LETTUCE), made)
    ask(detect, question="When was it sold?")
    (asked,) = model.asked
    assert (asked["question"], asked["answer"], asked["output_format"]) == ("When was it sold?", CLAIM, "spans")


@pytest.mark.parametrize(
    "answer",
    [
        None,
        {},
        "no spans",
        ["2020"],
        [marked("2020") | {"start": "21"}],
        [marked("2020") | {"start": True}],
        [marked("2020") | {"end": 99}],
        [marked("2020") | {"start": -1}],
        [marked("2020") | {"text": "2021"}],
        [marked("2020") | {"confidence": 1.5}],
        [marked("2020") | {"confidence": "high"}],
        [marked("2020", category="supported")],
        [marked("2020", category="conflict")],
        [marked("2020", score=1)],
        [{}],
    ],
)
def test_marks_of_a_wrong_shape_label_or_range_are_an_error(tmp_path: Path, answer: Any) -> None:
    with pytest.raises(BadAnswer):
        ask(lettuce(tmp_path, answer))


# MiniCheck


def cached(folder: Path, model: str = MINI_MODEL, revision: str = COMMIT, main: str | None = COMMIT) -> Path:
    """Return a cache of downloads with one model in it."""
    there = folder / f"models--{model.replace('/', '--')}"
    (there / "snapshots" / revision).mkdir(parents=True)
    if main is not None:
        (there / "refs").mkdir()
        (there / "refs" / "main").write_text(f"{main}\n")
    return folder


def mini(folder: Path, answer: Any) -> Opened:
    made = Fakes(SimpleNamespace(score=lambda docs, claims: answer)).libraries()
    return open_detector(policy("minicheck", MINI, MINI_MODEL), Setup(cached(folder), MINI), made)


def test_minicheck_supports_with_its_probability(tmp_path: Path) -> None:
    decision = ask(mini(tmp_path, ([1], [0.97], [["a", "b"]], [[0.2, 0.97]])))
    assert (decision.label, decision.confidence) == ("supported", "0.970000")
    assert "part 2 of 2" in decision.reason


def test_minicheck_never_contradicts_and_is_as_sure_as_the_rest(tmp_path: Path) -> None:
    decision = ask(mini(tmp_path, ([0], [0.03], [["a"]], [[0.03]])))
    assert (decision.label, decision.confidence) == ("insufficient", "0.970000")


@pytest.mark.parametrize(
    "answer",
    [
        None,
        ([1], [0.97]),
        ([1, 1], [0.97, 0.97], [["a"], ["a"]], [[0.97], [0.97]]),
        ([], [], [], []),
        ([2], [0.97], [["a"]], [[0.97]]),
        ([True], [0.97], [["a"]], [[0.97]]),
        ([1.0], [0.97], [["a"]], [[0.97]]),
        ([0], [0.97], [["a"]], [[0.97]]),
        ([1], [0.5], [["a"]], [[0.5]]),
        ([1], [1.01], [["a"]], [[1.01]]),
        ([1], [float("nan")], [["a"]], [[0.9]]),
        ([1], [0.97], [["a"]], [[0.9]]),
        ([1], [0.97], [["a", "b"]], [[0.97]]),
        ([1], [0.97], [[]], [[]]),
    ],
)
def test_a_score_of_a_wrong_shape_label_or_range_is_an_error(tmp_path: Path, answer: Any) -> None:
    with pytest.raises(BadAnswer):
        ask(mini(tmp_path, answer))


def test_minicheck_is_pinned_to_the_revision_that_the_library_would_take(tmp_path: Path) -> None:
    cached(tmp_path, revision=COMMIT, main="f" * 40)
    (tmp_path / f"models--{MINI_MODEL.replace('/', '--')}" / "snapshots" / ("f" * 40)).mkdir()
    made = Fakes(SimpleNamespace()).libraries()
    error = refusal(lambda: open_detector(policy("minicheck", MINI, MINI_MODEL), Setup(tmp_path, MINI), made))
    assert error.code == "detector_identity_mismatch"


@pytest.mark.parametrize("main", [None, "", "../../../elsewhere"])
def test_a_cache_that_names_no_revision_is_refused(tmp_path: Path, main: str | None) -> None:
    cached(tmp_path, main=main)
    made = Fakes(SimpleNamespace()).libraries()
    error = refusal(lambda: open_detector(policy("minicheck", MINI, MINI_MODEL), Setup(tmp_path, MINI), made))
    assert error.code == "model_revision_unstated"


def test_a_variant_under_another_models_name_is_refused(tmp_path: Path) -> None:
    made = Fakes(SimpleNamespace()).libraries()
    wrong = policy("minicheck", MINI, "lytang/MiniCheck-RoBERTa-Large")
    error = refusal(lambda: open_detector(wrong, Setup(cached(tmp_path), MINI), made))
    assert error.code == "detector_identity_mismatch"


def test_a_variant_that_runs_the_models_own_code_is_refused(tmp_path: Path) -> None:
    configuration = MINI | {"variant": "Bespoke-MiniCheck-7B"}
    made = Fakes(SimpleNamespace()).libraries()
    pinned = policy("minicheck", configuration, "bespokelabs/Bespoke-MiniCheck-7B")
    error = refusal(lambda: open_detector(pinned, Setup(cached(tmp_path), configuration), made))
    assert error.code == "detector_configuration_invalid"


# AlignScore


def align(folder: Path, answer: Any) -> Opened:
    downloaded(folder)
    (folder / "roberta-base").mkdir()
    (folder / "AlignScore-base.ckpt").write_bytes(b"weights")
    made = Fakes(SimpleNamespace(score=lambda contexts, claims: answer)).libraries()
    return open_detector(policy("alignscore", ALIGN), Setup(folder, ALIGN), made)


@pytest.mark.parametrize(
    ("score", "label", "confidence"),
    [
        (0.9, "supported", "0.900000"),
        (0.5, "supported", "0.500000"),
        (0.1, "insufficient", "0.900000"),
        (0, "insufficient", "1.000000"),
    ],
)
def test_alignment_supports_from_its_threshold_on(tmp_path: Path, score: float, label: str, confidence: str) -> None:
    decision = ask(align(tmp_path, [score]))
    assert (decision.label, decision.confidence) == (label, confidence)


@pytest.mark.parametrize("answer", [[], [0.5, 0.5], [1.5], [-0.1], [float("inf")], ["0.5"], 0.5, None, [True]])
def test_an_alignment_of_a_wrong_shape_or_range_is_an_error(tmp_path: Path, answer: Any) -> None:
    with pytest.raises(BadAnswer):
        ask(align(tmp_path, answer))


@pytest.mark.parametrize("missing", ["roberta-base", "AlignScore-base.ckpt"])
def test_a_folder_without_checkpoint_or_backbone_is_refused(tmp_path: Path, missing: str) -> None:
    downloaded(tmp_path)
    if missing != "roberta-base":
        (tmp_path / "roberta-base").mkdir()
    made = Fakes(SimpleNamespace()).libraries()
    error = refusal(lambda: open_detector(policy("alignscore", ALIGN), Setup(tmp_path, ALIGN), made))
    assert error.code == "model_folder_missing"


@pytest.mark.parametrize("name", ["../x.ckpt", "/x.ckpt", "a/b.ckpt", ".", ".."])
def test_a_checkpoint_outside_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    configuration = ALIGN | {"checkpoint": name}
    made = Fakes(SimpleNamespace()).libraries()
    error = refusal(lambda: open_detector(policy("alignscore", configuration), Setup(tmp_path, configuration), made))
    assert error.code == "detector_configuration_invalid"


# What every adapter compares

ALL = {
    "nli_cross_encoder": (NLI, "maker/model"),
    "lettucedetect": (LETTUCE, "maker/model"),
    "minicheck": (MINI, MINI_MODEL),
    "alignscore": (ALIGN, "maker/model"),
}


def folder_of(adapter: str, folder: Path) -> Path:
    if adapter == "minicheck":
        return cached(folder)
    downloaded(folder)
    (folder / "roberta-base").mkdir()
    (folder / "AlignScore-base.ckpt").write_bytes(b"weights")
    return folder


@pytest.mark.parametrize("adapter", ALL)
def test_the_network_is_switched_off_before_the_library_is_imported(tmp_path: Path, adapter: str) -> None:
    configuration, model = ALL[adapter]
    fakes = Fakes(SimpleNamespace())
    setup = Setup(folder_of(adapter, tmp_path), configuration)
    open_detector(policy(adapter, configuration, model), setup, fakes.libraries())
    assert [event.split()[0] for event in fakes.events] == ["offline", "import"]


@pytest.mark.parametrize("adapter", ALL)
def test_a_library_gets_a_local_folder_and_no_name(tmp_path: Path, adapter: str) -> None:
    configuration, model = ALL[adapter]
    fakes = Fakes(SimpleNamespace())
    setup = Setup(folder_of(adapter, tmp_path), configuration)
    open_detector(policy(adapter, configuration, model), setup, fakes.libraries())
    (asked,) = fakes.asked
    assert str(tmp_path) in str(asked)
    assert not asked.get("trust_remote_code")
    assert "maker/model" not in str(asked)


@pytest.mark.parametrize("adapter", ALL)
def test_a_library_loaded_with_the_network_on_is_refused(tmp_path: Path, adapter: str) -> None:
    configuration, model = ALL[adapter]
    fakes = Fakes(SimpleNamespace(), hub=SimpleNamespace(HF_HUB_OFFLINE=False))
    setup = Setup(folder_of(adapter, tmp_path), configuration)
    error = refusal(lambda: open_detector(policy(adapter, configuration, model), setup, fakes.libraries()))
    assert (error.code, fakes.events) == ("detector_not_offline", ["offline"])


@pytest.mark.parametrize("adapter", ALL)
@pytest.mark.parametrize(
    ("member", "value"),
    [("package_version", "1.2.4"), ("revision", "f" * 40), ("configuration_sha256", "f" * 64), ("package", "other")],
)
def test_another_identity_than_pinned_is_refused_before_anything_is_imported(
    tmp_path: Path, adapter: str, member: str, value: str
) -> None:
    configuration, model = ALL[adapter]
    pinned = policy(adapter, configuration, model)
    pinned = replace(pinned, detector=replace(pinned.detector, **{member: value}))
    fakes = Fakes(SimpleNamespace())
    setup = Setup(folder_of(adapter, tmp_path), configuration)
    error = refusal(lambda: open_detector(pinned, setup, fakes.libraries()))
    assert (error.code, fakes.events) == ("detector_identity_mismatch", [])


@pytest.mark.parametrize("adapter", ALL)
def test_a_library_that_is_not_installed_is_refused(tmp_path: Path, adapter: str) -> None:
    configuration, model = ALL[adapter]
    setup = Setup(folder_of(adapter, tmp_path), configuration)
    error = refusal(lambda: open_detector(policy(adapter, configuration, model), setup, Fakes().libraries()))
    assert error.code == "detector_library_missing"


def test_another_project_under_the_librarys_name_is_refused(tmp_path: Path) -> None:
    libraries = Fakes(SimpleNamespace()).libraries()._replace(load=lambda _: SimpleNamespace(check=print))
    setup = Setup(cached(tmp_path), MINI)
    error = refusal(lambda: open_detector(policy("minicheck", MINI, MINI_MODEL), setup, libraries))
    assert error.code == "detector_library_missing"


def test_a_library_that_cannot_open_the_folder_is_no_traceback_and_tells_no_path(tmp_path: Path) -> None:
    def load(_: str) -> Any:
        def construct(*_: Any, **__: Any) -> Any:
            raise OSError(f"{tmp_path} has no pytorch_model.bin")

        return SimpleNamespace(CrossEncoder=construct)

    libraries = Fakes(SimpleNamespace()).libraries()._replace(load=load)
    error = refusal(
        lambda: open_detector(policy("nli_cross_encoder", NLI), Setup(downloaded(tmp_path), NLI), libraries)
    )
    assert error.code == "detector_not_opened"
    assert str(tmp_path) not in str(error)


def test_a_name_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    setup = Setup(tmp_path / "maker" / "model", NLI)
    error = refusal(
        lambda: open_detector(policy("nli_cross_encoder", NLI), setup, Fakes(SimpleNamespace()).libraries())
    )
    assert error.code == "model_folder_missing"


def test_an_adapter_that_is_not_there_is_refused(tmp_path: Path) -> None:
    pinned = policy("nli_cross_encoder", NLI)
    pinned = replace(pinned, detector=replace(pinned.detector, adapter="oracle"))
    assert refusal(lambda: open_detector(pinned, Setup(tmp_path, NLI))).code == "unknown_adapter"


@pytest.mark.parametrize(
    "change",
    [
        {"code_licence": ""},
        {"model_licence": " "},
        {"labels": ["entailment", "entailment", "neutral"]},
        {"labels": ["entailment", "neutral"]},
        {"entailment": "1.5"},
        {"entailment": 1},
        {"window_characters": 10},
        {"unknown": 1},
    ],
)
def test_a_configuration_that_means_nothing_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    configuration = NLI | change
    setup = Setup(downloaded(tmp_path), configuration)
    fakes = Fakes(SimpleNamespace())
    error = refusal(lambda: open_detector(policy("nli_cross_encoder", configuration), setup, fakes.libraries()))
    assert (error.code, fakes.events) == ("detector_configuration_invalid", [])


@pytest.mark.parametrize("adapter", ALL)
def test_code_and_model_keep_their_own_licences(tmp_path: Path, adapter: str) -> None:
    configuration, model = ALL[adapter]
    setup = Setup(folder_of(adapter, tmp_path), configuration)
    made = open_detector(policy(adapter, configuration, model), setup, Fakes(SimpleNamespace()).libraries())
    assert made.licences == ("MIT", "CC-BY-NC-4.0")


# Folders


def opened_at(folder: Path, revision: str, model: str = "maker/model") -> Opened:
    made = Fakes(CrossEncoder(by_window())).libraries()
    return open_detector(policy("nli_cross_encoder", NLI, model, revision), Setup(folder, NLI), made)


def test_a_folder_in_a_cache_is_named_after_its_revision_and_model(tmp_path: Path) -> None:
    folder = cached(tmp_path, "maker/model") / "models--maker--model" / "snapshots" / COMMIT
    assert opened_at(folder, COMMIT)
    error = refusal(lambda: opened_at(folder, COMMIT, "maker/another"))
    assert error.code == "detector_identity_mismatch"


def test_a_folder_that_does_not_say_its_revision_is_refused_and_told_how_to_pin_it(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(b"x")
    error = refusal(lambda: opened_at(tmp_path, COMMIT))
    assert error.code == "model_revision_unstated"
    assert digest(tmp_path) in (error.help or "")


@pytest.mark.parametrize("said", ["main", "", "0" * 39])
def test_a_note_that_is_no_commit_says_nothing(tmp_path: Path, said: str) -> None:
    assert refusal(lambda: opened_at(downloaded(tmp_path, said), said or COMMIT)).code == "model_revision_unstated"


def test_a_folder_put_together_from_two_revisions_is_refused(tmp_path: Path) -> None:
    downloaded(tmp_path, COMMIT, "f" * 40)
    assert refusal(lambda: opened_at(tmp_path, COMMIT)).code == "model_revision_mixed"


def test_a_digest_pins_every_byte(tmp_path: Path) -> None:
    downloaded(tmp_path)
    pin = digest(tmp_path)
    assert opened_at(tmp_path, pin)
    (tmp_path / "part0.bin").write_bytes(b"weightz")
    assert refusal(lambda: opened_at(tmp_path, pin)).code == "detector_identity_mismatch"


def test_a_digest_does_not_depend_on_where_the_folder_lies_or_what_the_download_noted(tmp_path: Path) -> None:
    one, two = downloaded(tmp_path / "one"), downloaded(tmp_path / "two", "f" * 40)
    assert digest(one) == digest(two)


@pytest.mark.parametrize("at", ["weights", "inner/weights"])
def test_a_digest_refuses_a_link_to_a_folder_that_it_would_not_read(tmp_path: Path, at: str) -> None:
    folder, outside = downloaded(tmp_path / "model"), tmp_path / "outside"
    outside.mkdir()
    (folder / at).parent.mkdir(exist_ok=True)
    (folder / at).symlink_to(outside, target_is_directory=True)
    assert refusal(lambda: digest(folder)).code == "model_folder_linked"


# Windows and numbers


@given(st.text(max_size=3_000), st.integers(200, 800), st.integers(0, 500), st.sampled_from([None, 300, 1_000]))
def test_windows_cover_a_text_and_keep_their_bounds(text: str, size: int, overlap: int, most: int | None) -> None:
    found = windows(text, size, overlap, most)
    assert found[0].start == 0
    assert found[-1].end == len(text)
    for piece in found:
        assert piece.end - piece.start <= size
        assert most is None or len(text[piece.start : piece.end].encode()) <= most
    for one, two in pairwise(found):
        assert one.start < two.start <= one.end < two.end


def test_windows_are_cut_at_blanks() -> None:
    text = "word " * 200
    assert all(text[piece.end - 1] == " " for piece in windows(text, 203, 0))


def test_a_source_without_end_is_an_error() -> None:
    with pytest.raises(SourceTooLong):
        windows("x" * (200 * MOST * 2), 200, 0)


class Array:
    """What numerical libraries answer with."""

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def tolist(self) -> list[Any]:
        return self.values


def test_an_array_of_a_numerical_library_is_a_list() -> None:
    assert listed(Array([1, 2])) == [1, 2]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -0.000001, 1.000001, "0.5", None, True, 1j, [0.5]])
def test_what_is_no_fraction_is_refused(value: object) -> None:
    with pytest.raises(BadAnswer):
        fraction(value)


@given(st.floats(0, 1))
def test_a_fraction_has_six_decimals_and_a_rest(value: float) -> None:
    assert abs(float(fraction(value)) + float(rest(value)) - 1) < 1e-9
    assert len(fraction(value)) == 8


@pytest.mark.parametrize("value", [1.0, "1", True, None])
def test_what_is_no_integer_is_refused(value: object) -> None:
    with pytest.raises(BadAnswer):
        whole(value)


# In a run


def test_whatever_a_model_answers_badly_is_recorded_and_the_run_goes_on(tmp_path: Path) -> None:
    detect = nli(tmp_path, [0.5, 0.5])
    told = read(unit(CLAIM, cited()), sources=(source("The yard."),))
    (only,) = support(*told, policy("nli_cross_encoder", NLI), detect)
    assert (only.status, only.note) == ("not_assessed", "detector_error:BadAnswer")


def test_a_model_under_another_policy_than_its_own_is_refused(tmp_path: Path) -> None:
    detect = nli(tmp_path, [0.05, 0.9, 0.05])
    told = read(unit(CLAIM, cited()), sources=(source("The yard."),))
    other = policy("nli_cross_encoder", NLI, revision="f" * 40)
    assert refusal(lambda: support(*told, other, detect)).code == "detector_identity_mismatch"


def test_a_models_assessment_is_canonical_and_holds_no_path(tmp_path: Path) -> None:
    detect = nli(tmp_path, [0.05, 0.9, 0.05])
    told = read(unit(CLAIM, cited()), sources=(source("The yard."),))
    (only,) = support(*told, policy("nli_cross_encoder", NLI), detect)
    assert only.status == "supported"
    assert str(tmp_path).encode() not in canon.encode(only)


def test_equal_answers_have_equal_hashes_whatever_type_holds_them(tmp_path: Path) -> None:
    plain = ask(nli(tmp_path / "one", [0.05, 0.9, 0.05]))
    array = ask(nli(tmp_path / "two", lambda pairs: Array([[0.05, 0.9, 0.05]] * len(pairs))))
    assert plain == array


def test_the_adapters_bring_no_library_with_them() -> None:
    assert not {"torch", "transformers", "sentence_transformers", "lettucedetect", "minicheck", "alignscore"} & set(
        sys.modules
    )


def test_going_offline_sets_every_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    from gnut.edge.world import go_offline

    for name in OFFLINE:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(name, "0")
    go_offline()
    assert {os.environ[name] for name in OFFLINE} == {"1"}
