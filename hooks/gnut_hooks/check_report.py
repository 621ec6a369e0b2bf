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
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    for option in options:
        if option.partition("=")[0] in FETCHING:
            sys.stderr.write(
                f"error: {option} reaches the network, and a hook never does\nhelp: run gnut acquire beforehand\n"
            )
            return 2
    from gnut.door import enter, plain_check

    line = ["check", *arguments]
    plain = plain_check(line)
    # A line that the door does not read is help or a mistake, and is answered as such.
    return 0 if plain is not None and not plain[1] else enter(line)


if __name__ == "__main__":
    raise SystemExit(main())
