"""Check the reports that a commit touches, offline."""

from __future__ import annotations

import sys
from collections.abc import Sequence

FETCHING = ("--acquire", "--refresh", "--allow-net", "--url")
"""Options that reach the network; a hook that fetches would pass here and fail on a server without a network."""


def main(argv: Sequence[str] | None = None) -> int:
    """Return the exit code of `gnut check` over the file names that a hook runner passes.

    Without a file name there is nothing to check and the answer is 0: pre-commit does not
    start a hook without files, other runners do.

    Args:
        argv: Options and file names; by default those of the process.

    Returns:
        0 the citations stand, 1 they do not, 2 a file could not be read or an option is
        not for a hook, and the others of docs/exit-codes.md.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for argument in arguments:
        if argument.partition("=")[0] in FETCHING:
            sys.stderr.write(
                f"error: {argument} reaches the network, and a hook never does; run `gnut acquire` beforehand\n"
            )
            return 2
    if all(argument.startswith("-") and argument != "-" for argument in arguments):
        return 0
    from gnut.cli import main as gnut

    return gnut(["check", *arguments])


if __name__ == "__main__":
    raise SystemExit(main())
