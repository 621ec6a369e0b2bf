"""Hold a live run against its replays, and any two runs against each other."""

from gnut.diff_replay.core.equivalence import diff_replay, parse_equivalence
from gnut.diff_replay.core.projection import projection, projection_sha256
from gnut.diff_replay.core.run_diff import run_diff

__all__ = ["diff_replay", "parse_equivalence", "projection", "projection_sha256", "run_diff"]
