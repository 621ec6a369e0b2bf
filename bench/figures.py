"""How many figures of reports are read, and what their sources hold of them.

    python bench/figures.py DIR [DIR …]     every .md of each folder: figures by kind, and digits that nothing reads;
                                            with DIR/quotes.json its quotations against the pages that they come from,
                                            and sentences of every document of it against that document, as they are
                                            and with one digit exchanged

Third-party pages stay where they are. Run by an environment in which gnut is installed.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

from gnut.edge.sources import Reader
from gnut.ingest.contract import Unit
from gnut.ingest.core import ingest
from gnut.ingest.core.profile import profile
from gnut.model import Fetched, Report, Source, Uri
from gnut.text.normal import normal
from gnut.text.quantities.against import against
from gnut.text.quantities.asserting import asserted
from gnut.text.quantities.held import Held
from gnut.text.quantities.read import quantities

SENTENCES = re.compile(r"(?<=[.!?])\s+|\n")
DIGITS = re.compile(r"\d+(?:[.,]\d+)*")


def read(folder: Path) -> None:
    """Print what is read in the sentences of each report of a folder."""
    kinds: Counter[str] = Counter()
    unread: Counter[str] = Counter()
    held: Counter[str] = Counter()
    reader = Reader()
    runs = 0
    reports = sorted(folder.rglob("*.md"))
    for path in reports:
        extraction = ingest(Report(path.name, path.read_bytes(), ()), profile(None))
        for unit in extraction.units:
            held.update(_held(unit, path, reader))
            found = quantities(unit.prose)
            kinds.update(one.kind for one in found)
            for match in DIGITS.finditer(unit.prose):
                runs += 1
                if not any(one.span.start <= match.start() < one.span.end for one in found):
                    before = unit.prose[max(0, match.start() - 12) : match.start()]
                    unread[f"…{before}[{match[0]}]{unit.prose[match.end() : match.end() + 8]}…"] += 1
    reader.close()
    total = sum(kinds.values())
    told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    print(f"{folder.name}: {len(reports)} reports, {total} figures ({told})")
    print(f"    {runs} runs of digits, {sum(unread.values())} of them unread")
    print(f"    asserted in sentences: {', '.join(f'{status} {count}' for status, count in sorted(held.items()))}")
    for sample, count in unread.most_common(12):
        print(f"    {count} × {sample!r}")


def _held(unit: Unit, path: Path, reader: Reader) -> Counter[str]:
    """Count the figures that a sentence asserts by what the files that it cites hold of them."""
    figures = asserted(unit.text)
    if not unit.citations:
        return Counter({"of sentences that cite nothing": len(figures)})
    sources = []
    for citation in unit.citations:
        beside = path.parent / unquote(str(citation.uri or "").removeprefix("file:"))
        if str(citation.uri or "").startswith("file:") and beside.is_file():
            found = reader(Fetched(citation.uri, beside.name, 200, None, beside.read_bytes(), (), supplied=False))
            sources += [Held(found.text)] if isinstance(found, Source) else []
    if not sources:
        return Counter({"whose source is not at hand": len(figures)})
    return Counter(each.status for each in against(unit.text, figures, sources))


def held(corpus: Path) -> None:
    """Print what the pages of `quotes.json` hold of the figures of its quotations, honest and altered ones."""
    reader = Reader()
    counts: dict[str, Counter[str]] = {"quotes": Counter(), "altered": Counter()}
    for each in json.loads((corpus / "quotes.json").read_text(encoding="utf-8"))["files"]:
        path = corpus / each["file"]
        found = reader(Fetched(Uri(f"file:{path.name}"), path.name, 200, None, path.read_bytes(), (), supplied=False))
        if not isinstance(found, Source):
            continue
        source = Held(found.text)
        for name, count in counts.items():
            said = each.get(name) or []
            for quote in [said] if isinstance(said, dict) else said:
                words = quote["quote"]
                for finding in against(words, asserted(words), [source]):
                    count[finding.status] += 1
                    if (finding.status == "supported") is (name == "altered"):
                        print(f"    {name}: {finding.quantity.text!r} {finding.reason!r} in {words[:90]!r}")
    reader.close()
    for name, count in counts.items():
        print(f"{name}: {dict(count)}")


def own(corpus: Path) -> None:
    """Print what every document holds of the figures of its own sentences, and of the same with another digit.

    A sentence that is held against all of its document should be supported, but where it lacks the head of its table;
    an exchanged digit may make a figure that stands elsewhere in a long document.
    """
    draw = random.Random(5)
    reader = Reader()
    counts: Counter[tuple[str, str]] = Counter()
    documents = [each for each in sorted(corpus.rglob("*")) if each.suffix in (".html", ".pdf", ".md", ".txt")]
    for path in documents:
        found = reader(Fetched(Uri(f"file:{path.name}"), path.name, 200, None, path.read_bytes(), (), supplied=False))
        if not isinstance(found, Source):
            continue
        text = normal(found.text)
        source = Held(text)
        sentences = [each for each in SENTENCES.split(text) if DIGITS.search(each) and 20 < len(each) < 600]
        draw.shuffle(sentences)
        for sentence in sentences[:120]:
            figures = quantities(sentence)
            counts.update(("as it is", each.status) for each in against(sentence, figures, [source]))
            digits = [at for one in figures if one.values for at in range(one.span.start, one.span.end)]
            digits = [at for at in digits if sentence[at] in "0123456789"]
            if digits:
                at = draw.choice(digits)
                other = str((int(sentence[at]) + draw.randrange(1, 9)) % 10)
                altered = f"{sentence[:at]}{other}{sentence[at + 1 :]}"
                for each in against(altered, quantities(altered), [source]):
                    if each.quantity.span.start <= at < each.quantity.span.end:
                        how = "altered, computed" if each.formula else "altered"
                        counts[how, each.status] += 1
    reader.close()
    for (name, status), count in sorted(counts.items()):
        print(f"{corpus.name}, {len(documents)} documents, {name}: {status} {count}")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        read(Path(word))
        if (Path(word) / "quotes.json").is_file():
            held(Path(word))
            own(Path(word))
