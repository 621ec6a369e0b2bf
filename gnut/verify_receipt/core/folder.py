"""A bundle as files by their paths: which path each part has, and which files at hand the run names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from gnut.account.contract import LARGEST
from gnut.errors import NotCanonical
from gnut.verify_receipt.contract import COMPANIONS, EXECUTION_FILE, HIDDEN, REPORT_FILE, SNAPSHOTS, TEXTS, Bundle
from gnut_store import canon

Get = Callable[[str], bytes]
"""Returns the bytes at a path of the folder."""


def paths(bundle: Bundle) -> Iterator[tuple[str, bytes]]:
    """Yield every part of a bundle with its path, which is ASCII and a name on every system."""
    yield EXECUTION_FILE, bundle.execution
    yield REPORT_FILE, bundle.report
    named = _companions(_run(bundle.execution) or {})
    # What the run does not name, which no export has, stands behind what it does.
    order = {name: at for at, name in enumerate([*named, *(name for name in bundle.companions if name not in named)])}
    yield from ((f"{COMPANIONS}/{order[name]}", body) for name, body in bundle.companions.items())
    yield from ((f"{SNAPSHOTS}/{_file(source_id)}.json", body) for source_id, body in bundle.snapshots.items())
    yield from ((f"{TEXTS}/{sha256}.txt", body) for sha256, body in bundle.texts.items())
    yield from ((f"{HIDDEN}/{_file(source_id)}.txt", body) for source_id, body in bundle.hidden.items())


def bundle_of(at_hand: Iterable[str], get: Get) -> tuple[Bundle, list[str]]:
    """Return the bundle in a folder, and the paths in it that the run does not name.

    Only what the run names is asked for, so that what lies beside it costs nothing. Of an execution that cannot be
    read nothing but the report is taken: whoever judges its form says why.

    Args:
        at_hand: Paths in the folder, one folder deep.
        get: Called for the execution and the report, and then for those of `at_hand` that the run names.
    """
    execution, report = get(EXECUTION_FILE), get(REPORT_FILE)
    run = _run(execution)
    if run is None:
        return Bundle(execution, report, {}, {}, {}, {}), []
    left = set(at_hand) - {EXECUTION_FILE, REPORT_FILE}

    def part(named: Mapping[str, str]) -> dict[str, bytes]:
        found = {key: path for key, path in named.items() if path in left}
        left.difference_update(found.values())
        return {key: get(path) for key, path in found.items()}

    acquired = [_member(one, "result") for one in _list(run, "acquisitions")]
    ids = [str(told["source_id"]) for told in acquired if "source_id" in told]
    companions = part({name: f"{COMPANIONS}/{at}" for at, name in enumerate(_companions(run))})
    snapshots = part({source_id: f"{SNAPSHOTS}/{_file(source_id)}.json" for source_id in ids})
    texts = [told.get("source_sha256") for told in acquired] + [text_of(members(body)) for body in snapshots.values()]
    visible = part({str(sha256): f"{TEXTS}/{sha256}.txt" for sha256 in texts if sha256 is not None})
    hidden = part({source_id: f"{HIDDEN}/{_file(source_id)}.txt" for source_id in ids})
    return Bundle(execution, report, companions, snapshots, visible, hidden), sorted(left)


def members(body: bytes) -> Mapping[str, Any]:
    """Return the members of a snapshot as far as it can be read; whether it is sound is asked of its loader."""
    try:
        value = canon.decode(body)
    except NotCanonical:
        return {}
    return value if isinstance(value, dict) else {}


def text_of(snapshot: Mapping[str, Any]) -> str | None:
    """Return the hash of the visible text that the members of a snapshot name, as far as they can be read."""
    text = _member(snapshot, "window").get("text_sha256")
    return text if isinstance(text, str) else None


def _run(execution: bytes) -> Mapping[str, Any] | None:
    try:
        tree = canon.decode(execution, limit=LARGEST)
    except NotCanonical:
        return None
    run = tree.get("run") if isinstance(tree, dict) else None
    return run if isinstance(run, dict) else None


def _companions(run: Mapping[str, Any]) -> list[str]:
    """Return the names of the bibliographies, whose places in the list are the names of their files."""
    return [str(_mapping(one).get("path")) for one in _list(run, "companions")]


def _list(tree: Mapping[str, Any], name: str) -> list[Any]:
    found = tree.get(name)
    return found if isinstance(found, list) else []


def _member(tree: object, name: str) -> Mapping[str, Any]:
    return _mapping(_mapping(tree).get(name))


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _file(source_id: str) -> str:
    return source_id.replace(":", "-")
