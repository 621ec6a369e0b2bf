"""Reports out of git, named as git names them: `HEAD:report.md`, `v1.2:docs/`, `:report.md`."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gnut.config.globs import excluded, is_pattern, names
from gnut.edge.git.index import Index
from gnut.edge.git.repository import Place, place
from gnut.edge.git.revisions import Spelled, spelled, tree_of
from gnut.edge.git.views import LINK, SUBMODULE, Entry, View
from gnut.edge.paths import SUFFIXES, Target, legible, target
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, MalformedReport


class Held(NamedTuple):
    """A file that git holds, with all that lies beside it."""

    view: View
    path: bytes
    """From the top of the work tree."""

    entry: Entry

    def body(self, limit: int, shown: str) -> bytes:
        """Return its bytes.

        Raises:
            ReportTooLarge: They are more than `limit`.
            InputMissing: They are not in this clone, or damaged.
        """
        return self.view.read(self.entry, limit, shown)

    def beside(self) -> list[str]:
        """Return the names of the files in its folder."""
        return [os.fsdecode(name) for name, entry in self.view.names(_above(self.path)).items() if entry.is_file]

    def sibling(self, name: str, limit: int, shown: str) -> bytes:
        """Return the bytes of a file in its folder.

        Raises:
            GnutError: As for `body`.
        """
        found = self.view.names(_above(self.path))[os.fsencode(name)]
        return self.view.read(found, limit, shown)


def in_git(world: World, argument: str, exclude: Sequence[str]) -> Iterator[Target | GnutError] | None:
    """Return the reports that an argument names in git; None for one that can only be a pattern of files on disk.

    Args:
        world: Where it was typed.
        argument: Not the name of a file on disk; it holds a colon.
        exclude: Patterns that are skipped in folders and patterns.
    """
    parts = spelled(argument)
    if parts is None:
        return None if is_pattern(argument) else iter((_nothing(argument),))
    try:
        here = place(world)
        view = view_of(here, parts)
        return in_view(world, here, view, from_top(world, here, parts.path), exclude)
    except GnutError as error:
        if error.code == "unknown_revision" and is_pattern(argument):
            return None
        return iter((unfound(argument, parts, error),))


def view_of(here: Place, parts: Spelled) -> View:
    """Return the files among which a spelled path is looked for.

    Raises:
        InputMissing: There is no such revision, or git's index cannot be read.
    """
    if parts.revision:
        return tree_of(here, parts.revision)
    return Index(here, parts.stage, prefix=f":{parts.stage}:" if parts.stage else ":")


def unfound(argument: str, parts: Spelled, error: GnutError) -> GnutError:
    """Return the refusal that tells of a misspelt name of a file as well as of a missing revision."""
    name = legible(argument)
    if error.code == "no_repository":
        return InputMissing(f"{name}: no such file, and no git repository to look for {legible(parts.path)!r} in")
    if error.code == "unknown_revision":
        return InputMissing(f"{name}: no such file, and {error}", help=error.help, code=error.code)
    return error


def _nothing(argument: str) -> GnutError:
    return InputMissing(
        f"{legible(argument)}: no such file, and no file in a commit", help="name one as git does: REVISION:PATH"
    )


def in_view(world: World, here: Place, view: View, path: bytes, exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    """Return the reports that a path from the top names: a file, all of a folder, or what matches a pattern.

    Raises:
        InputMissing: Git's objects are damaged, or not in this clone.
    """
    bare = path.rstrip(b"/")
    entry = view.entry(bare)
    if entry is not None and view.is_folder(bare):
        return _in_folder(world, view, bare, exclude)
    if entry is None and is_pattern(os.fsdecode(path)):
        return _matching(world, view, os.fsdecode(path), exclude)
    entry = entry if bare == path else None  # No file is called so.
    return iter((_one(world, here, view, path, entry),))


def from_top(world: World, here: Place, path: str) -> bytes:
    """Return a path from the top of the work tree: it counts from there, with `./` or `../` from the current folder.

    Raises:
        InputMissing: It leads out of the repository.
    """
    if not (path in (".", "..") or path.startswith(("./", "../"))):
        return os.fsencode(path)
    inside = world.cwd.is_relative_to(here.top)
    whole = posixpath.normpath(posixpath.join(world.cwd.relative_to(here.top).as_posix(), path)) if inside else ".."
    if whole == ".." or whole.startswith("../"):
        raise InputMissing(
            f"{legible(path)}: leads out of the repository", help="without ./ a path counts from its top"
        )
    return os.fsencode("" if whole == "." else whole)


def held_target(world: World, view: View, path: bytes, entry: Entry) -> Target:
    """Return the report that git holds at `path`, in the repository that a file there would belong to."""
    found = target(world, view.top / os.fsdecode(path))
    shown = f"{view.prefix}{legible(os.fsdecode(path))}" if view.prefix else found.shown
    return found._replace(shown=shown, held=Held(view, path, entry))


def _one(world: World, here: Place, view: View, path: bytes, entry: Entry | None) -> Target | GnutError:
    from gnut.ingest.core.kinds import kind_of

    name = os.fsdecode(path)
    shown = f"{view.prefix}{legible(name)}"
    if entry is None:
        return _absent(world, here, view, path, shown)
    refused = unreadable(entry, shown)
    if refused is not None:
        return refused
    try:
        kind_of(Path(name).name)
    except MalformedReport as error:
        return MalformedReport(f"{shown}: {error}", help=error.help, code=error.code)
    return held_target(world, view, path, entry)


def unreadable(entry: Entry, shown: str) -> GnutError | None:
    """Return why what stands under a name is no report; None for a regular file."""
    if entry.is_file:
        return None
    what = {LINK: "is a symbolic link, which is not followed in git", SUBMODULE: "is a submodule"}
    return InputMissing(f"{shown}: {what.get(entry.mode, 'is no file')}", help="name the file itself")


def _absent(world: World, here: Place, view: View, path: bytes, shown: str) -> GnutError:
    if isinstance(view, Index) and path in view.unmerged:
        return unmerged(shown)
    try:
        nearer = from_top(world, here, f"./{os.fsdecode(path)}")
        if nearer != path and view.entry(nearer) is not None:
            meant = f"{view.prefix}{legible(os.fsdecode(nearer))}"
            return InputMissing(f"{shown}: no such file in {view.label}", help=f"do you mean  {meant}")
    except GnutError:
        pass  # A guess that cannot be made is no second fault.
    return InputMissing(
        f"{shown}: no such file in {view.label}", help="paths count from the top of the repository, with ./ from here"
    )


def unmerged(shown: str) -> GnutError:
    """Return the refusal of a file that a merge left undecided."""
    return InputMissing(
        f"{shown}: is not merged yet",
        help="decide, then  git add  it; :2:PATH is ours, :3:PATH theirs",
        code="unmerged",
    )


def _in_folder(world: World, view: View, folder: bytes, exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    shown = f"{view.prefix}{legible(os.fsdecode(folder))}"
    found = False
    for one in _walk(world, view, folder, exclude):
        if isinstance(one, GnutError) or one.path.lower().endswith(SUFFIXES):
            found = True
            yield one
    if not found:
        yield InputMissing(f"{shown}: no reports in this folder", help=f"reports end in {' '.join(SUFFIXES)}")


def _matching(world: World, view: View, pattern: str, exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    parts = pattern.split("/")
    fixed = next(index for index, part in enumerate(parts) if is_pattern(part))
    found = False
    for one in _walk(world, view, os.fsencode("/".join(parts[:fixed])), exclude):
        matches = isinstance(one, Target) and one.held is not None
        if not matches or names(legible(pattern), legible(os.fsdecode(one.held.path))):  # type: ignore[union-attr]
            found = True
            yield one
    if not found:
        yield InputMissing(
            f"{view.prefix}{legible(pattern)}: no file matches this pattern",
            help="** stands for any number of folders",
        )


def _walk(world: World, view: View, folder: bytes, exclude: Sequence[str]) -> Iterator[Target | GnutError]:
    """Yield the regular files below a folder; hidden and excluded names are passed over, as on disk."""

    def entered(path: bytes) -> bool:
        return not _name(path).startswith(b".") and not is_excluded(world, view, path, exclude)

    try:
        for path, entry in view.walk(folder, entered):
            if entry.is_file and entered(path):
                yield held_target(world, view, path, entry)
    except GnutError as error:
        yield error


def is_excluded(world: World, view: View, path: bytes, exclude: Sequence[str]) -> bool:
    """Say whether the configuration leaves a path out."""
    if not exclude:
        return False
    whole = view.top / os.fsdecode(path)
    return whole.is_relative_to(world.root) and excluded(exclude, legible(whole.relative_to(world.root).as_posix()))


def _above(path: bytes) -> bytes:
    return path.rpartition(b"/")[0]


def _name(path: bytes) -> bytes:
    return path.rpartition(b"/")[2]
