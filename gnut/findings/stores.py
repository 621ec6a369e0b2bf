"""What checking a store can find."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "GN801",
        "file_damaged",
        "store",
        "A file of the store's own is not as it was written",
        "run gnut init again for the git files; take format and config from the last good commit",
    ),
    Rule(
        "GN802",
        "pack_damaged",
        "store",
        "A pack is not the bytes that its name says",
        "restore the pack from git or from another clone; nothing else of the store is affected",
    ),
    Rule(
        "GN803",
        "pack_missing",
        "store",
        "A pack that was written is not there",
        "restore the pack from git or from another clone",
    ),
    Rule(
        "GN804",
        "object_damaged",
        "store",
        "A record does not give the bytes of its id",
        "restore its pack from git or from another clone",
    ),
    Rule(
        "GN805",
        "object_missing",
        "store",
        "An object that something names is in no pack",
        "restore the pack that held it, or acquire the source again",
    ),
    Rule(
        "GN806",
        "entry_damaged",
        "store",
        "An entry of a ref is not an empty file",
        "remove what stands there and take the entry from git",
    ),
    Rule(
        "GN807",
        "entry_missing",
        "store",
        "An entry of a ref that was written is not there",
        "take the entry from git or from another clone",
    ),
    Rule(
        "GN808",
        "not_canonical",
        "store",
        "A stored JSON object is not in its one canonical form",
        "restore its pack; a writer other than gnut made this one",
    ),
    Rule(
        "GN809",
        "stray_file",
        "store",
        "Something lies in the store that no store writes",
        "look at it, and remove it if nobody needs it",
    ),
    Rule(
        "GN810",
        "wrong_kind",
        "store",
        "An object names another one of the wrong kind",
        "acquire the source again; a writer other than gnut made this one",
    ),
)
