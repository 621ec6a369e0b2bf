"""The canonical account of one pass over a report."""

from gnut.account.core.compose import account, encoded
from gnut.account.core.domain import domain_of, parse_domain
from gnut.account.core.load import (
    parse,
    parse_acquisition,
    parse_execution,
    parse_ledger,
    parse_manifest,
    parse_run,
)
from gnut.account.core.manifest import artifact, manifest
from gnut.account.core.metrics import envelope, metrics
from gnut.account.core.tree import source_tree_sha256

__all__ = [
    "account",
    "artifact",
    "domain_of",
    "encoded",
    "envelope",
    "manifest",
    "metrics",
    "parse",
    "parse_acquisition",
    "parse_domain",
    "parse_execution",
    "parse_ledger",
    "parse_manifest",
    "parse_run",
    "source_tree_sha256",
]
