"""How much processor time an answer takes: figures beside another tool's compiled engine, words by the static matrix.

    python bench/answers.py [--peer PYTHON] [--rounds 3]

`--peer` names an interpreter in whose environment groundlens is installed, for this bench alone. Each side verifies the
same seeded answers under its default policy, in a process of its own, warmed up by one of them, and measures its own
processor time; the figure is the median of the rounds. Every answer is another one, its sources new each time, or the
same ones as of an answer that is mended and verified again. Run by an environment in which gnut[words] is installed.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SHAPES = {"small": (100, 4, 1000, 50), "large": (2000, 50, 4000, 5)}
"""Words of the answer, passages, characters of each, answers a round."""

NOUNS = """revenue margin invoice contract payment supplier customer shipment warehouse factory segment dividend
reserve asset loan borrower facility coupon premium claim region branch employee audit filing quarter forecast budget
turbine reactor pipeline sample patient trial dose cohort sensor harbour vessel crew engine cargo voyage""".split()
VERBS = (
    "rose fell reached exceeded covered required reported confirmed reduced increased settled matched followed".split()
)
LINKS = "the of in for with under across during after before against over".split()


def figure(draw: random.Random) -> str:
    """Return a figure of some kind."""
    kinds = (
        lambda: f"${draw.randrange(10, 999)}.{draw.randrange(10)} million",
        lambda: f"{draw.randrange(1, 99)}.{draw.randrange(100):02d}%",
        lambda: f"{draw.randrange(10, 999)},{draw.randrange(1000):03d}",
        lambda: f"{draw.randrange(10, 365)} days",
        lambda: f"€{draw.randrange(1, 99)},{draw.randrange(1000):03d},{draw.randrange(1000):03d}",
        lambda: str(draw.randrange(1990, 2027)),
        lambda: f"{draw.randrange(10, 900)}.{draw.randrange(10)} km",
    )
    return draw.choice(kinds)()


def sentence(draw: random.Random, pool: list[str]) -> str:
    """Return a sentence with a figure in about every second clause, of the pool if it has one."""
    words = ["The", draw.choice(NOUNS), draw.choice(VERBS)]
    for _ in range(draw.randrange(4, 9)):
        words += [draw.choice(LINKS), draw.choice(NOUNS)]
        if draw.random() < 0.45:
            words.append(draw.choice(pool) if pool and draw.random() < 0.8 else figure(draw))
    return " ".join(words) + "."


def workload(words: int, passages: int, characters: int, seed: int = 11) -> dict[str, object]:
    """Return an answer and its sources: four of five figures are theirs."""
    return answered(words, passages, characters, seed, seed)


def answered(words: int, passages: int, characters: int, seed: int, answer: int) -> dict[str, object]:
    """Return one of several answers to the same sources; see `workload`."""
    draw = random.Random(seed)
    texts = []
    for _ in range(passages):
        text = ""
        while len(text) < characters:
            text += sentence(draw, []) + " "
        texts.append(text[:characters])
    pool = [word for text in texts for word in text.split() if any(char.isdigit() for char in word)]
    draw = random.Random(answer)
    said: list[str] = []
    while len(said) < words:
        said += sentence(draw, pool).split()
    return {"answer": " ".join(said[:words]), "sources": [[f"s{at}", text] for at, text in enumerate(texts)]}


OURS = """
import json, sys, time
from gnut.edge.answering import policy_of
from gnut.verify_answer.contract import Passage
from gnut.verify_answer.core import verify_answer
given, policy = json.load(open(sys.argv[1])), policy_of(None)
run = lambda one: verify_answer(one["answer"], [Passage(*each) for each in one["sources"]], policy=policy)
run(given.pop())
started = time.process_time()
for one in given: run(one)
print((time.process_time() - started) / len(given))
"""
THEIRS = """
import json, sys, time
from groundlens import verify
given = json.load(open(sys.argv[1]))
run = lambda one: verify(one["answer"], [tuple(each) for each in one["sources"]], policy="groundlens_default_v1")
run(given.pop())
started = time.process_time()
for one in given: run(one)
print((time.process_time() - started) / len(given))
"""
WORDS = """
import json, sys, time
from gnut.edge.words.matrix import static
from gnut.proofread.core import proofread
given = json.load(open(sys.argv[1]))
started = time.process_time()
proofread(given["answer"], [tuple(each) for each in given["sources"]], encoder=static(), max_anchors=5000)
print(time.process_time() - started)
"""


def median(python: str, program: str, *words: str, rounds: int) -> float:
    """Return the median of what a program prints over some processes."""
    command = [python, "-c", program, *words]
    return statistics.median(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(rounds)
    )


def said(measure: str, value: float, unit: str, budget: float | None) -> None:
    """Print a figure for people and for programs."""
    print(f"answers      {measure:<58} {value:9.4f} {unit}" + (f"  budget {budget}" if budget is not None else ""))
    print(
        json.dumps({"bench": "answers", "measure": measure, "value": round(value, 6), "unit": unit, "budget": budget})
    )


def compared(shape: str, path: Path, peer: str | None, rounds: int) -> None:
    """Measure the checks of a file, and the peer's of the same."""
    ours = median(sys.executable, OURS, str(path), rounds=rounds)
    said(f"{shape}", ours, "CPU s", None)
    if peer:
        theirs = median(peer, THEIRS, str(path), rounds=rounds)
        said(f"{shape}, the peer", theirs, "CPU s", None)
        said(f"{shape}, ratio", ours / theirs, "", 1.0)


def main() -> None:
    """Measure, and print a line a figure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--peer", help="interpreter of an environment with groundlens")
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, (words, passages, characters, count) in SHAPES.items():
            for sources in ("new", "same"):
                path = Path(folder) / f"{name}-{sources}.json"
                same = sources == "same"
                each = [answered(words, passages, characters, 0 if same else at, at) for at in range(count + 1)]
                path.write_text(json.dumps(each), encoding="utf-8")
                compared(
                    f"{words} words, {passages} × {characters}, {sources} sources", path, chosen.peer, chosen.rounds
                )
        path = Path(folder) / "words.json"
        path.write_text(json.dumps(workload(2000, 62, 4000)), encoding="utf-8")
        held = sum(len(text.split()) for _, text in json.loads(path.read_text(encoding="utf-8"))["sources"])
        said(
            f"2000 words against {held}, by the matrix",
            median(sys.executable, WORDS, str(path), rounds=chosen.rounds),
            "CPU s",
            2.0,
        )


if __name__ == "__main__":
    main()
