"""Which members of stored objects name other objects: what `gnut fsck` follows.

Words of a report or of a page can look like an id; only what a contract calls one is a reference.
"""

from __future__ import annotations

from gnut_store.links import Link, Links

LINKS: Links = {
    "snapshot": (
        Link("/raw", "blob"),
        # NOTE: `keep = "hash"` leaves texts to the local tier, and bytes with them (docs/snapshots.md).
        Link("/text", "text", unless_null="raw"),
        Link("/hidden_text", "text", unless_null="raw"),
        Link("/previous", "snapshot"),
    ),
    "exchange": (Link("/snapshot", "snapshot"),),
    "failure": (),
    "entry": (),
    "execution": (
        Link("/ledger/ledger/rows/*/source/snapshot", "snapshot"),
        Link("/run/acquisitions/*/snapshot", "snapshot"),
        Link("/run/companions/*/body", "blob"),
        Link("/run/report/body", "blob"),
    ),
    "signature": (Link("/statement", "statement"),),
    # The run is named in two places; a report's path, beside one of them, may look like an id.
    "statement": (Link("/predicate/run", "execution"),),
}
"""Kind of an object to its references; of kinds that are not named here, every string that is an id is one."""
