"""The tree of a commit that carries a store: what may lie in it, and how it grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from gnut_store import layout, refs
from gnut_store import oid as oids
from gnut_store.carrier import PACK_LIMIT, CarrierFailed
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import SMALL
from gnut_store.pack import HASH_SIZE, Footer, read_footer

if TYPE_CHECKING:
    import pygit2

FILE, FOLDER = 0o100644, 0o040000

MOST_PACKS = 65_536
"""Packs in one tree; a store that is collected now and then has a few hundred."""

TREE_LIMIT = 16 << 20
"""Bytes of one tree object that is read; one with `MOST_PACKS` packs has six million."""

MOST_SHOWN = 100
"""Strange things of one tree that are named; more are as strange."""


class Carried(NamedTuple):
    """What the tree of a commit carries."""

    tree: pygit2.Oid
    packs: dict[str, tuple[pygit2.Oid, int]]
    """Name of each pack to its blob and its bytes."""

    absent: frozenset[str]
    """Packs whose blob the repository does not have: a clone that left out large files."""

    strange: tuple[tuple[str, str], ...]
    """(path, why it is no part of a store); nothing of these is ever read."""

    refs: pygit2.Oid | None
    """Tree of the entries."""


def carried(repository: pygit2.Repository, commit: pygit2.Oid, place: str) -> Carried:
    """Return what a commit carries, everything in it being untrusted.

    Raises:
        CarrierFailed: It is no commit, or its tree is none of a store or over a limit (`carried_damaged`).
        UnsupportedFormat: A newer gnut wrote it.
    """
    root = _root(repository, commit, place)
    strange: list[tuple[str, str]] = []
    top: dict[str, tuple[int, pygit2.Oid]] = {}
    for name, mode, oid in _entries(repository, root, place):
        wanted = FILE if name in layout.FIXED else FOLDER if name in ("packs", "refs") else None
        if name in top or wanted is None or (mode != wanted and not (wanted == FILE and is_file(mode))):
            strange.append((name, _oddity(mode, name in top)))
        else:
            top[name] = mode, oid
    _check_format(repository, top, place)
    packs: dict[str, tuple[pygit2.Oid, int]] = {}
    absent: set[str] = set()
    if "packs" in top:
        _list_packs(repository, top["packs"][1], place, packs, absent, strange)
    found = top.get("refs")
    return Carried(root, packs, frozenset(absent), tuple(strange[:MOST_SHOWN]), found[1] if found else None)


def _root(repository: pygit2.Repository, commit: pygit2.Oid, place: str) -> pygit2.Oid:
    import pygit2

    try:
        kind, size = repository.odb.read_header(commit)
        found = repository[commit] if kind == pygit2.enums.ObjectType.COMMIT and size <= TREE_LIMIT else None
    except (KeyError, pygit2.GitError):
        found = None
    if not isinstance(found, pygit2.Commit):
        raise CarrierFailed(f"{place}: what carries the store is no commit", code="carried_damaged")
    return found.tree_id


def _entries(repository: pygit2.Repository, tree: pygit2.Oid, place: str) -> Iterator[tuple[str, int, pygit2.Oid]]:
    """Yield (name, mode, id) of a tree; names that are no UTF-8 are spelled with backslashes."""
    import pygit2

    try:
        kind, size = repository.odb.read_header(tree)
        found = repository[tree] if kind == pygit2.enums.ObjectType.TREE and size <= TREE_LIMIT else None
    except (KeyError, pygit2.GitError):
        found, size = None, 0
    if not isinstance(found, pygit2.Tree):
        said = f"is over {TREE_LIMIT:,} bytes" if size > TREE_LIMIT else "cannot be read"
        raise CarrierFailed(f"{place}: a tree in what carries the store {said}", code="carried_damaged")
    if len(found) > MOST_PACKS:
        raise CarrierFailed(
            f"{place}: {len(found):,} names in one folder of the store, over {MOST_PACKS:,}", code="carried_damaged"
        )
    for entry in found:
        yield (entry.raw_name or b"").decode("utf-8", "backslashreplace"), int(entry.filemode), entry.id


def is_file(mode: int) -> bool:
    """Say whether a mode is that of a file; whether it may be run is nothing to a store."""
    return mode & 0o170000 == 0o100000


def _oddity(mode: int, twice: bool) -> str:
    if twice:
        return "stands there twice"
    return {0o120000: "is a link", 0o160000: "is a repository of its own"}.get(mode, "is nothing that a store holds")


def _check_format(repository: pygit2.Repository, top: Mapping[str, tuple[int, pygit2.Oid]], place: str) -> None:
    if "format" not in top:
        raise CarrierFailed(f"{place}: carries no store: there is no file  format", code="carried_damaged")
    if top["format"][1] not in repository:
        raise left_out(place)
    try:
        layout.check_format(blob(repository, top["format"][1], SMALL).tobytes())
    except (ObjectCorrupt, CarrierFailed):
        raise CarrierFailed(f"{place}: its  format  is not that of a store", code="carried_damaged") from None


def _list_packs(
    repository: pygit2.Repository,
    tree: pygit2.Oid,
    place: str,
    packs: dict[str, tuple[pygit2.Oid, int]],
    absent: set[str],
    strange: list[tuple[str, str]],
) -> None:
    """Sort the entries of `packs/` into those that can be packs, those that are not here, and strange things."""
    import pygit2

    for file, mode, oid in _entries(repository, tree, place):
        name = layout.pack_of(file)
        if name is None or not is_file(mode) or name in packs:
            strange.append((f"packs/{file}", _oddity(mode, name in packs)))
            continue
        try:
            kind, size = repository.odb.read_header(oid)
        except (KeyError, pygit2.GitError):
            absent.add(name)
            continue
        if kind != pygit2.enums.ObjectType.BLOB:
            strange.append((f"packs/{file}", "is no file"))
        elif size > PACK_LIMIT:
            strange.append((f"packs/{file}", f"has {size:,} bytes, over {PACK_LIMIT:,}"))
        else:
            packs[name] = oid, size


def blob(repository: pygit2.Repository, oid: pygit2.Oid, limit: int) -> memoryview:
    """Return the bytes of a blob, whose length is asked before it is loaded; libgit2 checks its hash.

    Raises:
        CarrierFailed: It is not there, is damaged, is no blob, or is over the limit.
    """
    import pygit2

    try:
        kind, size = repository.odb.read_header(oid)
        if kind == pygit2.enums.ObjectType.BLOB and size <= limit:
            found: Any = repository[oid]
            return memoryview(found)
    except (KeyError, pygit2.GitError) as error:
        raise CarrierFailed(f"git object {str(oid)[:12]}… cannot be read: {error}") from None
    raise CarrierFailed(f"git object {str(oid)[:12]}… is no file of at most {limit:,} bytes")


def left_out(place: str) -> CarrierFailed:
    """Return the refusal for files that git knows by name alone: a union without them would lose them."""
    return CarrierFailed(
        f"{place}: files of its store were left out of this clone",
        help="Fetch them:  git fetch --refetch --no-filter REMOTE  (git 2.36 or later)",
        code="carried_left_out",
    )


def is_whole(body: memoryview, name: str) -> bool:
    """Say whether bytes are those that a pack's name promises."""
    hasher = oids.PackHash()
    hasher.update(body)
    return not hasher.fault(name)


def entries_of(body: memoryview, name: str) -> set[tuple[str, str]]:
    """Return (ref, hex) of the entries that a pack brings; of one that is damaged only its own."""
    try:
        footer = read_footer(_reader(body), len(body), name)
    except GnutError:
        return {(refs.PACKS, name)}
    return entries_in(footer, name)


def footer_of(body: memoryview) -> Footer | None:
    """Return what a pack says about itself; None for what is none."""
    try:
        return read_footer(_reader(body), len(body), bytes(body[-HASH_SIZE:]).hex())
    except GnutError:
        return None


def _reader(body: memoryview) -> Callable[[int, int], bytes]:
    return lambda offset, length: bytes(body[offset : offset + length])


def entries_in(footer: Footer, name: str) -> set[tuple[str, str]]:
    """Return (ref, hex) of the entries that a pack with this footer brings."""
    return {(refs.PACKS, name), *((ref, oid[3:]) for ref, oid in footer.refs if refs.is_name(ref))}


def grown(
    repository: pygit2.Repository,
    packs: Mapping[str, pygit2.Oid],
    known: pygit2.Oid | None,
    entries: Iterable[tuple[str, str]],
) -> pygit2.Oid:
    """Write the tree of a store and return its id: a union, so that it is the same whoever makes it.

    Args:
        repository: Takes the trees.
        packs: Name of every pack to its blob.
        known: Tree of entries that are there already.
        entries: (ref, hex) of those that join them.
    """
    top = repository.TreeBuilder()
    for name, body in layout.FIXED.items():
        top.insert(name, repository.create_blob(body), FILE)
    below = repository.TreeBuilder()
    for name, oid in packs.items():
        below.insert(name + layout.PACK_SUFFIX, oid, FILE)
    top.insert("packs", below.write(), FOLDER)
    nested: dict[str, Any] = {}
    for ref, entry in entries:
        place = nested
        for part in ref.split("/"):
            place = place.setdefault(part, {})
        place[entry] = None
    top.insert("refs", _with(repository, known, nested, repository.create_blob(b"")), FOLDER)
    return top.write()


def _with(
    repository: pygit2.Repository, known: pygit2.Oid | None, added: Mapping[str, Any], empty: pygit2.Oid
) -> pygit2.Oid:
    """Return a folder of entries with more of them; folders that gain nothing are taken as they are."""
    import pygit2

    folder = repository[known] if known is not None else None
    builder = repository.TreeBuilder(folder) if isinstance(folder, pygit2.Tree) else repository.TreeBuilder()
    for name, inner in added.items():
        if inner is None:
            builder.insert(name, empty, FILE)
            continue
        present = builder.get(name)
        below = present.id if present is not None and int(present.filemode) == FOLDER else None
        builder.insert(name, _with(repository, below, inner, empty), FOLDER)
    return builder.write()
