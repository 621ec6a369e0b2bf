"""The front door: answers what costs nothing to answer, and passes the rest to `gnut.cli`.

Imports `sys` only, because `--version` may cost 1.5 times a bare interpreter (docs/architecture.md).
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run `gnut` with the process's own arguments and return its exit code."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from gnut._version import __version__

        sys.stdout.write(f"gnut {__version__}\n")
        return 0
    try:
        from gnut.cli import main as run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
