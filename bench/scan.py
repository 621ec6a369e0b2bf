"""How long looking for the shapes of secrets takes in a megabyte of hostile text, kind by kind.

    python bench/scan.py

Each kind is a piece repeated to 1,000,000 characters. Run by an environment in which gnut is installed.
"""

from __future__ import annotations

import statistics
import time

from gnut.ground.core.secrets import secret_shape

PIECES = (
    *("a", "A", "-", "=", ":", "@", "/", ".", "%41", "&sig", "?sv=", "sk-", "ghp_", "AKIA", "eyJ", "eyJ.eyJ", "xoxb-"),
    *("https://", "user:pass@", "password=", "Bearer ", "-----BEGIN ", "AccountKey=", "\u200b", "é", "?sig=&sv=&se"),
)
SIZE = 1_000_000


def main() -> None:
    """Measure, and print a line a kind."""
    spent = []
    for piece in PIECES:
        text = (piece * (SIZE // len(piece) + 1))[:SIZE]
        started = time.process_time()
        secret_shape(text)
        spent.append(time.process_time() - started)
        print(f"scan         {piece!r:<16} {spent[-1]:7.3f} CPU s")
    low, high, mean = min(spent), max(spent), statistics.mean(spent)
    print(f"scan         {len(spent)} kinds: {low:.3f} to {high:.3f}, mean {mean:.3f} CPU s")


if __name__ == "__main__":
    main()
