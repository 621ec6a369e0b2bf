"""Git carries the packs of a store: under a ref of its own, or committed beside the reports.

Git is the road, never the store: what comes from it is untrusted until `gnut_store.receive` has read it.
Nothing here runs a program, and the library behind it is loaded by whoever first needs it.
"""

from gnut_store.carry.git_carrier import GitCarrier, Merged
from gnut_store.carry.repository import STORE_REF, tracking_ref
from gnut_store.carry.tracked import shared

__all__ = ["STORE_REF", "GitCarrier", "Merged", "shared", "tracking_ref"]
