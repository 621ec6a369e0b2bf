"""The line that says what to type or to change, for each finding."""

from __future__ import annotations

from gnut.findings import BY_NAME
from gnut.formats.entries import Entry

BY_KIND = {
    "not_acquired": "run  gnut acquire {path}",
    "snapshot_invalid": "run  gnut fsck, then  gnut acquire --refresh {path}",
    "challenge": "open it in a browser, save it, and run  gnut acquire --saved {uri}=FILE",
    "login": "sign in with a browser, save the page, and run  gnut acquire --saved {uri}=FILE",
    "soft_404": "find where the page went, and cite that",
    "not_found": "find where the page went, or cite an archived copy of it",
    "gone": "find where the page went, or cite an archived copy of it",
    "dns_error": "check the spelling of the host, or cite an archived copy",
    "bad_url": "correct the address",
    "blocked_scheme": "cite an http or https address, or a file of this repository",
    "blocked_target": "it is not a public address; if you trust it, run  gnut acquire --allow-net HOST:PORT {path}",
    "credentials_in_url": "take the user name and the password out of the address",
    "rate_limited": "wait, then run  gnut acquire {path}",
    "server_error": "wait, then run  gnut acquire {path}",
    "timeout": "run  gnut acquire {path}  again",
    "unreachable": "run  gnut acquire {path}  again, or cite an archived copy",
    "no_text": "bring a copy with text (not a scan):  gnut acquire --saved {uri}=FILE",
}
"""What to do about a source that could not be had, by the kind of `source_unavailable`."""


def advice(entry: Entry, shown: str) -> str | None:
    """Return what to do about a finding, unescaped, or None for a found row.

    Args:
        entry: The finding.
        shown: The report's path as the reader can type it.
    """
    if entry.code is None:
        return None
    row = entry.row
    if row is not None and entry.name == "source_unavailable" and row.kind in BY_KIND:
        uri = row.source.uri if row.source and row.source.uri else "URL"
        return BY_KIND[row.kind].replace("{path}", shown).replace("{uri}", uri)
    rule = BY_NAME.get(entry.name)
    return rule.help if rule else None
