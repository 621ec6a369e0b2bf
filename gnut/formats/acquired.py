"""What an acquisition came to, for people: counts that add up, failures by kind, what is worth knowing of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gnut.acquire.whys import Known, known
from gnut.formats.addresses import bare
from gnut.formats.came import NOT_HAD, OUTCOMES, WOULD, Came
from gnut.formats.remedies import NO_NAMES, ONCE, Again, advised, is_offline

LISTED = 20
"""Most sources that are listed of one kind, without `-v`."""


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


def account(
    done: Sequence[Came], local: int, *, dry: bool = False, verbose: bool = False, again: Again = ONCE
) -> list[str]:
    """Return all that is said of a call at its end, unescaped, the counts last.

    Args:
        done: All sources of the call.
        local: Sources that are files of the repository.
        dry: Whether nothing was kept.
        verbose: Whether to list everything, what was had among it.
        again: How the call was made.
    """
    most = len(done) if verbose else LISTED
    lost = [one for one in done if one.outcome in ("failed", "closed", "missing")]
    lines = [
        *failures(lost, most, again, offline=is_offline(done)),
        *without_evidence([one for one in done if one.outcome in ("hollow", "hollow_before")], most, again),
        *worth_knowing(done, most),
    ]
    listed = HAD if verbose else () if dry else ("changed",)
    for outcome in listed:
        had = [one for one in done if one.outcome == outcome]
        if had:
            lines.extend(listing(f"{_HEADS.get(outcome, OUTCOMES[outcome])} ({len(had)})", map(address, had), most))
    if verbose:
        lines.extend(_digests(done))
        lines.extend(f"  {address(one)}  {one.left_by or ''}".rstrip() for one in done if one.outcome in PASSED)
    return [*lines, *left(done), counts(done, local, dry=dry)]


def _digests(done: Iterable[Came]) -> list[str]:
    """Return what became of the digests of archived pages; of one that failed there is an account of its own."""
    number = Counter(one.digests for one in done if one.digests is not None)
    told = [f"{number[name]} {words}" for name, words in (("passed", "passed"), ("not_checked", "not given"))
            if number[name]]  # fmt: skip
    return [f"digests of the archive: {', '.join(told)}"] if told else []


HAD = ("captured", "changed", "reread", "unchanged", "on_record")
"""Outcomes of which a verbose account lists the sources."""

PASSED = ("left_out", "over_limit")
_HEADS = {"changed": "changed since the last capture"}


def failures(failed: Iterable[Came], most: int = LISTED, again: Again = ONCE, *, offline: bool = False) -> list[str]:
    """Return failures grouped by kind, the commonest first, each kind with its remedy.

    Args:
        failed: What could not be had.
        most: Most sources that are listed of a kind.
        again: How the call was made.
        offline: Whether no name at all resolved.
    """
    lines: list[str] = []
    for why, _, group in _by_kind(failed):
        if offline and why == "dns_error":
            lines.append(f"{why} ({len(group)}): {NO_NAMES}")
            continue
        lines.append(f"{why} ({len(group)}): {advised(why, group, again)}")
        lines.extend(_cut(map(_failure, group), len(group), most))
    return lines


def _failure(one: Came) -> str:
    detail = one.absence.detail if one.absence is not None else ""
    stays = "; the capture on record stays in force" if one.outcome == "failed" and one.snapshot is not None else ""
    return f"{address(one)}  {detail}{'' if 'stays' in detail else stays}".rstrip()


def errors(done: Sequence[Came]) -> list[str]:
    """Return one line for each source that was not had, as a quiet call prints them, unescaped."""
    lost = [one for one in done if one.outcome in NOT_HAD and one.absence is not None]
    if is_offline(done):
        named = [one for one in lost if one.absence is not None and one.absence.why != "dns_error"]
        lines = [f"dns_error ({len(lost) - len(named)}): {NO_NAMES}"]
        lost = named
    else:
        lines = []
    lines += [f"{address(one)}  {one.absence.why}: {one.absence.detail}" for one in lost if one.absence is not None]
    return [*lines, *_over(done)]


def without_evidence(captured: Iterable[Came], most: int = LISTED, again: Again = ONCE) -> list[str]:
    """Return notes on pages that were captured and can serve as no evidence, by what they are."""
    lines: list[str] = []
    for why, said, group in _by_kind(captured):
        lines.append(f"captured, but no evidence ({len(group)}): the source {said.sentence}")
        lines.extend(_cut(map(address, group), len(group), most))
        lines.append(f"  {advised(why, group, again)}")
    return lines


_NOTES = (
    ("redirected_home", "redirected to the front page of the site: look whether it says what is cited"),
    ("archive_copy", "served by a web archive in place of the site: cite that copy if it is what you mean"),
    ("capture_date_differs", "the archive served a capture of another date than the address asks for"),
)
"""Notes on a snapshot that are worth a line, and how they are said."""


def worth_knowing(done: Sequence[Came], most: int = LISTED) -> list[str]:
    """Return what is to be known of sources that were had: from elsewhere, over http, or twice."""
    had = [one for one in done if one.outcome in (*HAD, "hollow", "hollow_before")]
    lines: list[str] = []
    for note, sentence in _NOTES:
        noted = [f"{address(one)}  {one.final_uri or ''}".rstrip() for one in had if note in one.notes]
        if noted:
            lines.extend(listing(f"{note} ({len(noted)}): {sentence}", noted, most))
    older = [f"{address(one)}  in place of a capture of {one.older_than}" for one in had if one.older_than]
    if older:
        said = "the copy is of an earlier time than what it replaces, which stays in the history"
        lines.extend(listing(f"older ({len(older)}): {said}", older, most))
    down = [address(one) for one in had if one.downgraded]
    if down:
        lines.extend(listing(f"downgraded ({len(down)}): fetched over http, as --allow-downgrade permits", down, most))
    over = [address(one) for one in had if one.instead_of_copy]
    if over:
        said = "replaces the copy you supplied: look whether it says as much; --saved with --refresh brings yours back"
        lines.extend(listing(f"fetched over a copy ({len(over)}): {said}", over, most))
    twice = same_pages(done)
    if twice:
        told = ("  =  ".join(map(address, group)) for group in twice)
        lines.extend(listing(f"same page ({len(twice)}): addresses that end at one page", told, most))
    return lines


def same_pages(done: Iterable[Came]) -> list[list[Came]]:
    """Return the groups of sources that end at one address with one text."""
    ends: dict[tuple[str, str], list[Came]] = {}
    for one in done:
        if one.final_uri is not None and one.text is not None:
            ends.setdefault((one.final_uri, one.text), []).append(one)
    return [group for group in ends.values() if len(group) > 1]


def left(done: Iterable[Came]) -> list[str]:
    """Return what was left out, by what left it out, in one line each."""
    listed = list(done)
    by = Counter(one.left_by or "" for one in listed if one.outcome == "left_out")
    return [*(f"{left_by(why, count)}: {_taken_by(why)}" for why, count in by.most_common()), *_over(listed)]


def left_by(why: str, count: int) -> str:
    """Return how many sources something leaves out, as the beginning of a line.

    Args:
        why: `.gnutignore:3`, `--exclude PATTERN`, `no --include names it`, `--limit` or `max_sources`.
        count: Sources.
    """
    if why.startswith("no --include"):
        return f"named by no --include ({count})"
    if why in _LIMITS:
        return f"over {why} ({count})"
    return f"left out by {why} ({count})"


_LIMITS = ("--limit", "max_sources")


def _taken_by(why: str) -> str:
    """Return how a source that was left out is had all the same."""
    if why.startswith("no --include"):
        return "to take them, give one more --include that does, or none"
    if why.startswith("--exclude"):
        return "to take them, run the same without that --exclude"
    return "bring copies with  gnut acquire --saved URL=FILE, or take that line out of the file"


def _over(done: Iterable[Came]) -> list[str]:
    """Return what the most sources of a call left over."""
    by = Counter(one.left_by or "--limit" for one in done if one.outcome == "over_limit")
    raised = {"max_sources": "take more than max_sources by  gnut acquire --limit N"}
    return [
        f"left for another call ({count}): run the same again, or {raised.get(why, 'raise --limit')}"
        for why, count in by.most_common()
    ]


def address(one: Came) -> str:
    """Return the address of a source as its report wrote it, without a name or a password in it."""
    return bare(one.written)


def _by_kind(absent: Iterable[Came]) -> list[tuple[str, Known, list[Came]]]:
    """Return sources by what became of them, the commonest first: a kind, what is said of it, and the sources."""
    kinds: dict[tuple[str, Known], list[Came]] = {}
    for one in sorted(absent, key=lambda one: one.uri):
        if one.absence is not None:
            said = known(one.absence.why, one.absence.detail) or Known("could not be had", "")
            kinds.setdefault((one.absence.why, said), []).append(one)
    listed = [(why, said, group) for (why, said), group in kinds.items()]
    return sorted(listed, key=lambda entry: (-len(entry[2]), entry[0], entry[1]))


def listing(head: str, told: Iterable[str], most: int) -> list[str]:
    """Return a heading and what stands under it, a line each; past `most`, how many more there are."""
    listed = list(told)
    return [head, *_cut(listed, len(listed), most)]


def _cut(told: Iterable[str], count: int, most: int) -> list[str]:
    lines = [f"  {line}" for _, line in zip(range(most), told, strict=False)]
    return lines if count <= most else [*lines, f"  … and {count - most} more: -v lists them"]
