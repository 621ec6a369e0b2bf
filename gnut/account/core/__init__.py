"""The canonical account of one pass over a report."""

from gnut.account.core.compose import account
from gnut.account.core.manifest import artifact, manifest
from gnut.account.core.metrics import envelope, metrics
from gnut.account.core.tree import source_tree_sha256

__all__ = ["account", "artifact", "envelope", "manifest", "metrics", "source_tree_sha256"]
