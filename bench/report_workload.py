"""Write a report over invented sources, with a truth for every excerpt.

    python bench/report_workload.py OUT --claims 500 --sources 50 --chars 100000 --seed 1

OUT/report.md       one cited claim a list item, the excerpt in a marker comment
OUT/sources/*.txt   the sources; OUT/pages.txt has one URL=FILE a line, for `gnut acquire --saved`
OUT/truth.json      for each claim: line, kind, excerpt, the reasons that the ledger may give
OUT/.gnut is not made: that is the measured program's work.

The same arguments give the same bytes. Kinds: 60 % verbatim, 12 % typography, 8 % glyphs (ligatures, soft
hyphens), 6 % wording, 5 % number, 4 % negation, 5 % absent.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import NamedTuple

SHIPS = [
    "Aurelia",
    "Bramble",
    "Corvina",
    "Dunlin",
    "Estuary",
    "Fulmar",
    "Gannet",
    "Harrier",
    "Ibex",
    "Jackdaw",
    "Kestrel",
]
PORTS = ["Alderby", "Brannock", "Corsewall", "Dornoch", "Ennisk", "Farrow", "Glasson", "Helmsby"]
CARGO = ["barley", "slate", "salt", "herring", "timber", "china clay", "wool", "lamp oil", "copper ore", "flax"]
MASTERS = ["Ann Bell", "Jon Crane", "Ida Dow", "Per Falk", "Una Grey", "Max Hoyle", "Eva Irwin", "Ole Juhl"]
WORKS = ["the dredger", "the swing bridge", "the fish market", "the boat lift", "the tide gate", "the coal berth"]
SHARE = {"verbatim": 60, "typography": 12, "glyphs": 8, "wording": 6, "number": 5, "negation": 4, "absent": 5}
ALTERED = ("excerpt_altered", "ambiguous")
"""`ambiguous` where two passages are equally near: a changed figure can be as far from another sentence."""

REASONS: dict[str, tuple[str | None, ...]] = {
    "verbatim": (None,),
    "typography": (None,),
    "glyphs": (None,),
    "wording": ALTERED,
    "number": ALTERED,
    "negation": ALTERED,
    "absent": ("excerpt_not_found",),
}
"""What the ledger may say of each kind; None: found."""

ELSEWHERE = (
    "Mountain villages above the glacier kept {n} beehives for every chapel, wrote the abbot of Sankt Veit.",
    "The observatory catalogued {n} variable stars before its mirror was sold to a circus in Antwerp.",
    "Nobody in the weaving school could explain why {n} looms had been painted with scenes from an opera.",
)


class Page(NamedTuple):
    """One source."""

    url: str
    file: str
    text: str


class Claim(NamedTuple):
    """One excerpt as the report gives it, and as the source has it."""

    kind: str
    page: Page
    excerpt: str


def sentence(rng: random.Random) -> str:
    """Return an invented sentence of a harbour's records, with figures and quotation marks in some."""
    ship, other = rng.sample(SHIPS, 2)
    port, cargo, master, work = (rng.choice(words) for words in (PORTS, CARGO, MASTERS, WORKS))
    year, tons, days = rng.randint(1821, 1939), rng.randint(12, 990), rng.randint(2, 90)
    dues = f"£{rng.randint(1, 90)},{rng.randint(100, 999)}"
    rate = f"{rng.randint(1, 60)}.{rng.randint(0, 9)}%"
    return rng.choice(
        (
            f"In {year} the {ship} landed {tons} tons of {cargo} at {port} and paid harbour dues of {dues}.",
            f"{master}, master of the {ship}, did not report the damage to {work} until {days} days later.",
            f"The harbour board of {port} spent {dues} on {work} in {year}, which was {rate} of its income.",
            f"“We will not sail for {port} with {cargo} again,” {master} told the office in {year}.",
            f"Of {tons} berths at {port}, no more than {days} were free while {work} was under repair.",
            f"The {ship} was not insured when she met the {other} off {port}; the claim came to {dues}.",
            f"Traffic in {cargo} through {port} fell by {rate} between {year} and {year + rng.randint(1, 9)}.",
            f"Efficient offices at {port} could confirm within {days} hours that the {ship} had left for Farrow.",
        )
    )


def page(rng: random.Random, number: int, characters: int) -> Page:
    """Return source `number`: paragraphs of invented sentences, cut at `characters`."""
    paragraphs: list[str] = []
    size = 0
    while size < characters:
        paragraphs.append(" ".join(sentence(rng) for _ in range(rng.randint(2, 7))))
        size += len(paragraphs[-1]) + 2
    text = "\n\n".join(paragraphs)[:characters].rsplit(".", 1)[0] + ".\n"
    return Page(f"https://harbour-records.example/volume/{number}", f"sources/v{number:03d}.txt", text)


def typography(rng: random.Random, words: str) -> str:
    """Return `words` with other quotation marks, dashes, spaces or case, which change nothing that is said."""
    changed = words.replace("“", '"').replace("”", '"').replace(" of ", "  of ", 1).replace("; ", "; ")
    return changed if changed != words else words.replace(" ", "\N{NO-BREAK SPACE}", 2)


def glyphs(rng: random.Random, words: str) -> str:
    """Return `words` as a bad copy has them: a ligature, or a soft hyphen in a long word."""
    for letters, sign in (("ffi", "ﬃ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ")):
        if letters in words:
            return words.replace(letters, sign, 1)
    long = max((word for word in words.split() if word.isalpha()), key=len)
    return words.replace(long, f"{long[:3]}\N{SOFT HYPHEN}{long[3:]}", 1)


def wording(rng: random.Random, words: str) -> str:
    """Return `words` with one word exchanged for another."""
    pairs = (("landed", "unloaded"), ("damage", "harm"), ("spent", "used"), ("told", "wrote to"), ("free", "empty"))
    pairs += (("claim", "bill"), ("Traffic", "Trade"), ("offices", "clerks"))
    return next(words.replace(old, new, 1) for old, new in pairs if old in words)


def number(rng: random.Random, words: str) -> str:
    """Return `words` with one digit changed."""
    at = rng.choice([i for i, sign in enumerate(words) if sign.isdigit()])
    return words[:at] + rng.choice([d for d in "123456789" if d != words[at]]) + words[at + 1 :]


def negation(rng: random.Random, words: str) -> str:
    """Return `words` with a negation dropped or added."""
    pairs = ((" did not report", " did report"), (" will not sail", " will sail"), (" was not insured", " was insured"))
    pairs += (
        (" could confirm", " could not confirm"),
        (" were free", " were not free"),
        (" was under", " was not under"),
    )
    pairs += ((" landed ", " never landed "), (" fell by ", " never fell by "), (" which was ", " which was not "))
    return next(words.replace(old, new, 1) for old, new in pairs if old in words)


CHANGE = {"typography": typography, "glyphs": glyphs, "wording": wording, "number": number, "negation": negation}


def claim(rng: random.Random, kind: str, source: Page) -> Claim:
    """Return a claim of `kind` whose excerpt does, or does not, stand in `source`."""
    if kind == "absent":
        return Claim(kind, source, rng.choice(ELSEWHERE).format(n=rng.randint(20, 900)))
    while True:
        words = rng.choice(rng.choice(source.text.strip().split("\n\n")).split(". ")).rstrip(".")
        if not 40 <= len(words) <= 240 or words.count("“") != words.count("”"):
            continue
        excerpt = words if kind == "verbatim" else CHANGE[kind](rng, words)
        if (excerpt in source.text) == (kind == "verbatim"):
            return Claim(kind, source, excerpt)


def kinds(rng: random.Random, claims: int) -> list[str]:
    """Return `claims` kinds in their shares, shuffled."""
    listed = [kind for kind, share in SHARE.items() for _ in range(round(claims * share / 100))]
    listed = (listed + ["verbatim"] * claims)[:claims]
    rng.shuffle(listed)
    return listed


def write(out: Path, claims: int, sources: int, characters: int, seed: int) -> None:
    """Write the whole workload under `out`."""
    rng = random.Random(seed)
    (out / "sources").mkdir(parents=True, exist_ok=True)
    pages = [page(rng, number, characters) for number in range(sources)]
    for source in pages:
        (out / source.file).write_text(source.text, encoding="utf-8")
    (out / "pages.txt").write_text("".join(f"{source.url}={source.file}\n" for source in pages), encoding="utf-8")
    lines = ["# What the harbour books say", ""]
    truth = []
    for index, kind in enumerate(kinds(rng, claims)):
        if index % 20 == 0:
            lines += ["", f"## Volume {index // 20 + 1}", ""]
        made = claim(rng, kind, pages[index % sources])
        lines.append(f"- The books have it so [volume]({made.page.url})<!-- groundnut-source-quote: {made.excerpt} -->")
        truth.append(
            {"line": len(lines), "kind": kind, "uri": made.page.url, "excerpt": made.excerpt, "reasons": REASONS[kind]}
        )
    (out / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (out / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Write a workload as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--claims", type=int, default=500)
    parser.add_argument("--sources", type=int, default=50)
    parser.add_argument("--chars", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    write(options.out, options.claims, options.sources, options.chars, options.seed)


if __name__ == "__main__":
    main()
