"""How a call of `gnut acquire` was made, for the lines that say what to type after it."""

from __future__ import annotations

from gnut.config.parse import Config
from gnut.edge.errand import Errand
from gnut.formats.remedies import Again
from gnut.formats.sizes import binary


def again(errand: Errand, config: Config) -> Again:
    """Return what the next call needs as well, and which limits this one had lowered.

    Args:
        errand: The command line.
        config: Of the repository that the call stands in.
    """
    options = tuple(word for one in errand.allow_net for word in ("--allow-net", one))
    return Again(options, errand.refresh, _lowered(errand, config))


def _lowered(errand: Errand, config: Config) -> dict[str, str]:
    from gnut.edge.net import LIMITS

    found: dict[str, str] = {}
    most = f"at most {binary(LIMITS.decoded)}, of a PDF {binary(LIMITS.decoded_pdf)}"
    if errand.max_bytes is not None:
        found["too_large"] = f"--max-bytes {errand.max_bytes} was given: raise it ({most}), or bring a part as a copy"
    elif config.max_source_bytes < LIMITS.decoded_pdf:
        found["too_large"] = f"raise max_source_bytes in gnut.toml ({most}), or bring a part as a copy"
    longest = f"at most {LIMITS.exchange:g} seconds"
    if errand.timeout is not None and errand.timeout < LIMITS.exchange:
        found["timeout"] = f"--timeout {errand.timeout:g} was given: raise it ({longest})"
    elif errand.timeout is None and config.timeout_seconds < LIMITS.exchange:
        found["timeout"] = f"raise timeout_seconds in gnut.toml ({longest})"
    return found
