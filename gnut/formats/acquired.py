"""What an acquisition came to, for people: counts that add up, failures by kind, what is worth knowing of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from shlex import quote

from gnut.acquire.whys import KNOWN, remedy
from gnut.formats.came import OUTCOMES, WOULD, Came
from gnut.text.credentials import concealed

LISTED = 20
"""Most sources that are listed of one kind, without `-v`."""

NAMED = 3
"""Most reports that are named in a line to type."""

REPORT = "REPORT"


def counts(done: Iterable[Came], local: int, *, dry: bool = False) -> str:
    """Return one line that adds up: every source that was asked for is in exactly one count.

    Args:
        done: All sources of the call.
        local: Sources that are files of the repository.
        dry: Whether nothing was kept.
    """
    number = Counter(one.outcome for one in done) + Counter({"local": local})
    words = WOULD if dry else OUTCOMES
    said = [f"{number[outcome]} {words[outcome]}" for outcome in OUTCOMES if number[outcome]]
    return ", ".join(said) if said else "nothing to acquire"


def account(done: Sequence[Came], local: int, *, dry: bool = False, verbose: bool = False) -> list[str]:
    """Return all that is said of a call at its end, unescaped, the counts last."""
    most = len(done) if verbose else LISTED
    lines = [
        *failures([one for one in done if one.outcome in ("failed", "closed", "missing")], most),
        *without_evidence([one for one in done if one.outcome == "hollow"], most),
        *worth_knowing(done, most),
    ]
    changed = [one for one in done if one.outcome == "changed"]
    if changed and not dry:
        lines.extend(_listing(f"changed since the last capture ({len(changed)})", map(address, changed), most))
    return [*lines, *left(done), counts(done, local, dry=dry)]


def failures(failed: Iterable[Came], most: int = LISTED) -> list[str]:
    """Return failures grouped by kind, the commonest first, each kind with its remedy."""
    lines: list[str] = []
    for why, group in _by_kind(failed):
        lines.append(f"{why} ({len(group)}): {_remedy(why, group)}")
        told = (f"{address(one)}  {one.absence.detail if one.absence else ''}".rstrip() for one in group)
        lines.extend(_cut(told, len(group), most))
    return lines


def without_evidence(captured: Iterable[Came], most: int = LISTED) -> list[str]:
    """Return notes on pages that were captured and can serve as no evidence, by what they are."""
    lines: list[str] = []
    for why, group in _by_kind(captured):
        lines.append(f"captured, but no evidence ({len(group)}): the source {KNOWN[why].sentence}")
        lines.extend(_cut(map(address, group), len(group), most))
        lines.append(f"  {_remedy(why, group)}")
    return lines


_NOTES = (
    ("redirected_home", "redirected to the front page of the site: look whether it says what is cited"),
    ("archive_copy", "served by a web archive in place of the site: cite that copy if it is what you mean"),
    ("capture_date_differs", "the archive served a capture of another date than the address asks for"),
)
"""Notes on a snapshot that are worth a line, and how they are said."""


def worth_knowing(done: Sequence[Came], most: int = LISTED) -> list[str]:
    """Return what is to be known of sources that were had: from elsewhere, over http, or twice."""
    had = [one for one in done if one.outcome in ("captured", "changed", "reread", "unchanged", "hollow")]
    lines: list[str] = []
    for note, sentence in _NOTES:
        noted = [f"{address(one)}  {one.final_uri or ''}".rstrip() for one in had if note in one.notes]
        if noted:
            lines.extend(_listing(f"{note} ({len(noted)}): {sentence}", noted, most))
    down = [address(one) for one in had if one.downgraded]
    if down:
        lines.extend(_listing(f"downgraded ({len(down)}): fetched over http, as --allow-downgrade permits", down, most))
    twice = same_pages(done)
    if twice:
        told = ("  =  ".join(map(address, group)) for group in twice)
        lines.extend(_listing(f"same page ({len(twice)}): addresses that end at one page", told, most))
    return lines


def same_pages(done: Iterable[Came]) -> list[list[Came]]:
    """Return the groups of sources that end at one address with one text."""
    ends: dict[tuple[str, str], list[Came]] = {}
    for one in done:
        if one.final_uri is not None and one.text is not None and not one.supplied:
            ends.setdefault((one.final_uri, one.text), []).append(one)
    return [group for group in ends.values() if len(group) > 1]


def left(done: Iterable[Came]) -> list[str]:
    """Return what was left out, by what left it out, in one line each."""
    by = Counter(one.left_by for one in done if one.outcome == "left_out")
    lines = [f"left out by {why} ({count}): bring a copy, or change that line" for why, count in by.most_common()]
    over = sum(one.outcome == "over_limit" for one in done)
    if over:
        lines.append(f"left for another call ({over}): run the same again, or raise --limit")
    return lines


def _remedy(why: str, group: Sequence[Came]) -> str:
    """Return what to do about a kind, with the names of what it is about where they are few."""
    reports = tuple(dict.fromkeys(name for one in group for name in one.reports))
    uncited = any(not one.reports for one in group)
    address = quote(group[0].uri) if len(group) == 1 and "?" not in group[0].uri else "URL"
    named = " ".join(map(quote, reports)) if len(reports) <= NAMED else REPORT
    return remedy(why, f"--url {address}" if uncited else named, address) or "see docs/absences.md"


def address(one: Came) -> str:
    """Return the address of a source as its report wrote it, without a name or a password in it."""
    return bare(one.written)


def bare(written: str) -> str:
    """Return an address without the name and the password that may stand before its host, and other credentials."""
    head, slashes, rest = written.partition("://")
    end = min((at for at in map(rest.find, "/?\\") if at >= 0), default=len(rest))
    return concealed(f"{head}{slashes}{rest[:end].rpartition('@')[2]}{rest[end:]}")


def _by_kind(absent: Iterable[Came]) -> list[tuple[str, list[Came]]]:
    kinds: dict[str, list[Came]] = {}
    for one in sorted(absent, key=lambda one: one.uri):
        if one.absence is not None:
            kinds.setdefault(one.absence.why, []).append(one)
    return sorted(kinds.items(), key=lambda entry: (-len(entry[1]), entry[0]))


def _listing(head: str, told: Iterable[str], most: int) -> list[str]:
    listed = list(told)
    return [head, *_cut(listed, len(listed), most)]


def _cut(told: Iterable[str], count: int, most: int) -> list[str]:
    lines = [f"  {line}" for _, line in zip(range(most), told, strict=False)]
    return lines if count <= most else [*lines, f"  … and {count - most} more: -v lists them"]
