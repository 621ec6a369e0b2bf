"""Other people's libraries of models: imported when asked for, and never on the network."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from gnut.edge.world import go_offline
from gnut.errors import BadConfig


class Libraries(NamedTuple):
    """How libraries are reached; tests bring their own."""

    load: Callable[[str], Any] = import_module
    version: Callable[[str], str] = version
    offline: Callable[[], None] = go_offline
    loaded: Callable[[str], Any] = sys.modules.get


def require_version(libraries: Libraries, package: str, wanted: str) -> None:
    """Refuse another version of a package than the policy pins.

    Raises:
        BadConfig: The package is not installed (`detector_library_missing`), or another version of it
            (`detector_identity_mismatch`).
    """
    try:
        there = libraries.version(package)
    except PackageNotFoundError:
        raise _missing(package, wanted) from None
    if there != wanted:
        raise BadConfig(
            f"package {package} is {there} here, the support policy pins {wanted}", code="detector_identity_mismatch"
        )


def attribute(libraries: Libraries, module: str, name: str) -> Any:
    """Return `name` of a library's module, after every way to the network was switched off.

    Raises:
        BadConfig: The module or the name is missing (`detector_library_missing`: another project may bear the
            same package name), or a library was loaded earlier with the network on (`detector_not_offline`).
    """
    libraries.offline()
    hub = libraries.loaded("huggingface_hub.constants")
    if hub is not None and not getattr(hub, "HF_HUB_OFFLINE", False):
        # It read the switch when it was imported; setting it now would change nothing.
        raise BadConfig(
            "a library of models was loaded before it was told to stay offline",
            help="open the detector before anything else imports huggingface_hub",
            code="detector_not_offline",
        )
    try:
        return getattr(libraries.load(module), name)
    except (ImportError, AttributeError) as error:
        raise BadConfig(f"{module}.{name} cannot be imported: {error}", code="detector_library_missing") from None


def _missing(package: str, wanted: str) -> BadConfig:
    return BadConfig(
        f"package {package} is not installed",
        help=f"install {package} {wanted} beside gnut",
        code="detector_library_missing",
    )
