"""What an acquisition came to, for people: counts, and each failure with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.acquire.contract import Acquisition, Strategy
from gnut.formats.advice import BY_KIND
from gnut.model import Absence

BY_FETCH = {
    "access_denied": "open it in a browser, save it, and run  gnut acquire --saved {uri}=FILE",
    "payment_required": "get a copy by your own access, and run  gnut acquire --saved {uri}=FILE",
    "legal_block": "cite a copy that may be read where you are",
    "redirect_loop": "open it in a browser; a page behind cookies comes by  gnut acquire --saved {uri}=FILE",
    "too_many_redirects": "open it in a browser, and cite the address it ends at",
    "bad_redirect": "open it in a browser, and cite the address it ends at",
    "too_large": "cite a smaller part of it, or bring a copy of that part:  gnut acquire --saved {uri}=FILE",
    "unsupported_type": "cite a page, a PDF, a text or a JSON file that says the same",
    "type_mismatch": "look at it: it is not what its server says; bring a copy:  gnut acquire --saved {uri}=FILE",
    "empty": "look whether the page is there, or cite an archived copy of it",
    "pdf_limit": "bring a smaller copy:  gnut acquire --saved {uri}=FILE",
    "pdf_invalid": "bring a copy that a viewer opens:  gnut acquire --saved {uri}=FILE",
    "too_complex": "bring a plainer copy, as text or PDF:  gnut acquire --saved {uri}=FILE",
    "parser_crashed": "bring a plainer copy, as text or PDF:  gnut acquire --saved {uri}=FILE",
}
"""What to do about kinds that only a fetch meets; the others stand in `gnut.formats.advice`."""

AGAIN = "try again later, or bring a copy:  gnut acquire --saved {uri}=FILE"


def advice_for(why: str) -> str:
    """Return what to do about a kind of absence when its report is not at hand."""
    said = BY_FETCH.get(why) or BY_KIND.get(why) or AGAIN
    return said.replace("{path}", "REPORT").replace("{uri}", "URL")


def table(failures: Iterable[Absence]) -> list[str]:
    """Return failures grouped by kind, the commonest first, each kind with its remedy; lines are unescaped."""
    kinds: dict[str, list[Absence]] = {}
    for failure in failures:
        kinds.setdefault(failure.why, []).append(failure)
    lines = []
    for why, group in sorted(kinds.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        lines.append(f"{why} ({len(group)}): {advice_for(why)}")
        lines.extend(f"  {one.uri}  {one.detail}" for one in sorted(group, key=lambda one: one.uri))
    return lines


def counts(done: Iterable[Acquisition], on_record: int, local: int) -> str:
    """Return one line that adds up: every source asked for is in exactly one count.

    Args:
        done: What was asked of a server, or supplied.
        on_record: Sources that had a usable snapshot and were not asked for again.
        local: Sources that are files of the repository.
    """
    captured = unchanged = hollow = failed = 0
    for one in done:
        if one.strategy is not Strategy.LIVE_ARCHIVED:
            failed += 1
        elif isinstance(one.acquired, Absence):
            hollow += 1
        elif one.objects:
            captured += 1
        else:
            unchanged += 1
    named = (
        (captured, "captured"),
        (unchanged, "unchanged"),
        (hollow, "captured without evidence in them"),
        (on_record, "already on record"),
        (local, "read from the repository when checked"),
        (failed, "failed"),
    )
    said = [f"{count} {what}" for count, what in named if count]
    return ", ".join(said) if said else "nothing to acquire"
