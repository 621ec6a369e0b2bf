"""What a new file of the user may be read by."""

from __future__ import annotations

import os


def mask() -> int:
    """Return the bits that the user takes from the mode of what is made."""
    found = os.umask(0)
    os.umask(found)
    return found
