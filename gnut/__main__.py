"""The front door: answers what costs nothing to answer, and passes the rest to `gnut.door`.

Imports `sys` only, because `--version` may cost 1.5 times a bare interpreter (docs/architecture.md).
What it answers is what `gnut.cli` would answer; tests hold the two together.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run `gnut` with the process's own arguments and return its exit code."""
    try:
        if sys.argv[1:] in (["--version"], ["-V"]):
            from gnut._version import __version__

            return _print(f"gnut {__version__}\n")
        if sys.argv[1:] in (["--help"], ["-h"]):
            # Drawn once (`pytest --golden tests/cli`): typer alone costs five times a bare interpreter.
            with open(__file__.removesuffix("__main__.py") + "help.txt", encoding="utf-8") as page:
                return _print(page.read())
        from gnut.door import enter

        return enter(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


def _print(text: str) -> int:
    """Write `text` and return 0, or 2 when nobody can take it."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):
        from gnut.door import unprintable

        return unprintable()
    return 0


if __name__ == "__main__":
    sys.exit(main())
