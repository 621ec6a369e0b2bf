"""Numbers of bytes, and of things, for people."""

from __future__ import annotations


def size(count: int) -> str:
    """Return a number of bytes in the unit that fits: `812 B`, `3.4 MB`; 1,000 of one make the next."""
    amount = float(count)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 pack`, `2,134 packs`, `2 records of fetches`."""
    if count == 1:
        return f"1 {noun}"
    head, blank, tail = noun.partition(" ")
    return f"{count:,} {head}s{blank}{tail}"


def binary(count: int) -> str:
    """Return a number of bytes as `--max-bytes` takes it: `64M`, `500k`, `1000`."""
    for unit, each in (("M", 1 << 20), ("k", 1 << 10)):
        if count and count % each == 0:
            return f"{count // each}{unit}"
    return str(count)
