"""Check the reports that a commit touches, offline."""

from __future__ import annotations

import sys
from collections.abc import Sequence

FETCHING = ("--acquire", "--refresh", "--allow-net", "--allow-live", "--url")
"""Options that reach the network; a hook that fetches would pass here and fail on a server without a network."""

NETWORK = ("reaches the network, and a hook never does", "run gnut acquire beforehand")
OTHER = {
    "--record": ("writes what git tracks, and a hook never does", "record the run beforehand: gnut check --record"),
    "--request": ("answers a program, and a hook reads file names", "call gnut check --request itself"),
}
"""Further options that are not for a hook: what they do, and what to do instead."""

VALUED = ("--support", "--authority")
FLAGS = ("--publication", "--arena")
"""Options that a hook may have and the door does not read, with a value and without."""


def main(argv: Sequence[str] | None = None) -> int:
    """Return the exit code of `gnut check` over the file names that a hook runner passes.

    Without a file name and without `--staged` there is nothing to check and the answer is 0: pre-commit
    does not start a hook without files, other runners do.

    Args:
        argv: Options and file names; by default those of the process.

    Returns:
        0 the citations stand, 1 they do not, 2 a file could not be read or an option is
        not for a hook, and the others of docs/exit-codes.md.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    options, names = arguments[:cut], arguments[cut:]
    for option in (word.partition("=")[0] for word in options):
        if option in FETCHING or option in OTHER:
            does, instead = OTHER.get(option, NETWORK)
            sys.stderr.write(f"error: {option} {does}\nhelp: {instead}\n")
            return 2
    from gnut.door import enter, plain_check

    plain = plain_check(["check", *_without_terms(options), *names])
    # A line that is still not understood is help or a mistake, and is answered as such.
    nothing = plain is not None and not plain[1] and not plain[2]["staged"]
    return 0 if nothing else enter(["check", *arguments])


def _without_terms(options: Sequence[str]) -> list[str]:
    """Return the options that the door may read, and the file names among them."""
    rest = []
    words = iter(options)
    for word in words:
        if word in VALUED:
            if next(words, "-").startswith("-"):
                rest.append(word)  # Its value is missing: gnut says so.
        elif word not in FLAGS and word.partition("=")[0] not in VALUED:
            rest.append(word)
    return rest


if __name__ == "__main__":
    raise SystemExit(main())
