"""How much processor time an answer takes: figures beside another tool's compiled engine, words by the static matrix.

    python bench/answers.py [--peer PYTHON] [--rounds 3]

`--peer` names an interpreter in whose environment groundlens is installed, for this bench alone. Each side verifies the
same seeded answers under its default policy, in a process of its own, warmed up, and measures its own processor time;
the figure is the median of the rounds. Run by an environment in which gnut[words] is installed.
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
"""Words of the answer, passages, characters of each, checks a round."""

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
    draw = random.Random(seed)
    texts = []
    for _ in range(passages):
        text = ""
        while len(text) < characters:
            text += sentence(draw, []) + " "
        texts.append(text[:characters])
    pool = [word for text in texts for word in text.split() if any(char.isdigit() for char in word)]
    said: list[str] = []
    while len(said) < words:
        said += sentence(draw, pool).split()
    return {"answer": " ".join(said[:words]), "sources": [[f"s{at}", text] for at, text in enumerate(texts)]}


OURS = """
import json, sys, time
from gnut.edge.answering import policy_of
from gnut.verify_answer.contract import Passage
from gnut.verify_answer.core import verify_answer
given, count = json.load(open(sys.argv[1])), int(sys.argv[2])
held, policy = [Passage(*each) for each in given["sources"]], policy_of(None)
run = lambda: verify_answer(given["answer"], held, policy=policy)
run()
started = time.process_time()
for _ in range(count): run()
print((time.process_time() - started) / count)
"""
THEIRS = """
import json, sys, time
from groundlens import verify
given, count = json.load(open(sys.argv[1])), int(sys.argv[2])
held = [tuple(each) for each in given["sources"]]
run = lambda: verify(given["answer"], held, policy="groundlens_default_v1")
run()
started = time.process_time()
for _ in range(count): run()
print((time.process_time() - started) / count)
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


def main() -> None:
    """Measure, and print a line a figure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--peer", help="interpreter of an environment with groundlens")
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, (words, passages, characters, count) in SHAPES.items():
            path = Path(folder) / f"{name}.json"
            path.write_text(json.dumps(workload(words, passages, characters)), encoding="utf-8")
            shape = f"{words} words, {passages} × {characters} characters"
            ours = median(sys.executable, OURS, str(path), str(count), rounds=chosen.rounds)
            said(f"{shape}, figures", ours, "CPU s", None)
            if chosen.peer:
                theirs = median(chosen.peer, THEIRS, str(path), str(count), rounds=chosen.rounds)
                said(f"{shape}, the peer", theirs, "CPU s", None)
                said(f"{shape}, ratio", ours / theirs, "", 1.0)
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
