"""Check that every object of the store still hashes to its id."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Return the exit code of `gnut fsck`: 0 sound, 4 damaged, 2 without a store to read.

    Args:
        argv: Options of `gnut fsck`; by default those of the process.
    """
    from gnut.door import enter

    return enter(["fsck", *(sys.argv[1:] if argv is None else argv)])


if __name__ == "__main__":
    raise SystemExit(main())
