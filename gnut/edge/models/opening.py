"""Open a detector over a local model, once everything its policy pins was compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from gnut.edge.models import alignscore, lettucedetect, minicheck, nli
from gnut.edge.models.folder import require_folder, require_revision
from gnut.edge.models.libraries import Libraries, require_version
from gnut.errors import BadConfig, GnutError
from gnut.support.contract import Decision, Detector, SupportInput, SupportPolicy
from gnut.text.fitted import fitted
from gnut_store import canon

ADAPTERS: dict[str, Any] = {each.ADAPTER: each for each in (alignscore, lettucedetect, minicheck, nli)}
"""Each module has `ADAPTER`, `PACKAGE`, a `Configuration`, `model_folder` and `opened`."""


class Setup(Struct, frozen=True):
    """Where a model lies on this machine, and how it is used."""

    folder: Path
    """In no receipt."""

    configuration: dict[str, Any]
    """Decoded JSON; the policy pins its hash, the licences in it included."""


class Licences(NamedTuple):
    """Two licences that need not agree."""

    code: str
    model: str


class Opened:
    """A detector over a local model."""

    def __init__(self, identity: Detector, licences: Licences, ask: Callable[[SupportInput], Decision]) -> None:
        """Keep what the detector is, and how it is asked."""
        self.identity = identity
        self.licences = licences
        self._ask = ask

    def __call__(self, asked: SupportInput) -> Decision | None:
        """Return what the model says, mapped conservatively; whatever it raises is recorded by the caller."""
        return self._ask(asked)


def opened(policy: SupportPolicy, setup: Setup, libraries: Libraries | None = None) -> Opened:
    """Return the detector that a policy pins.

    Compared are the configuration's hash, the package and its version, the folder's revision and name, and for
    a classifier the order of its labels. Nothing is imported before that, and nothing is ever fetched.

    Raises:
        BadConfig: `unknown_adapter`, `detector_configuration_invalid`, `detector_identity_mismatch`,
            `detector_library_missing`, `detector_not_offline`, `detector_not_opened`, `model_folder_missing`,
            `model_folder_linked`, `model_revision_unstated`, `model_revision_mixed` or `model_labels_invalid`.
    """
    libraries = libraries or Libraries()
    pinned = policy.detector
    adapter = ADAPTERS.get(pinned.adapter)
    if adapter is None:
        raise BadConfig(
            f"there is no adapter {pinned.adapter!r}",
            help=f"adapters are: {', '.join(sorted(ADAPTERS))}",
            code="unknown_adapter",
        )
    configuration = _configuration(adapter.Configuration, setup.configuration, pinned)
    if pinned.package != adapter.PACKAGE:
        raise BadConfig(
            f"adapter {pinned.adapter} asks package {adapter.PACKAGE}, the support policy pins {pinned.package}",
            code="detector_identity_mismatch",
        )
    require_folder(setup.folder)
    folder = adapter.model_folder(setup.folder, configuration, pinned.model)
    require_folder(folder)
    require_revision(folder, pinned.model, pinned.revision)
    require_version(libraries, adapter.PACKAGE, pinned.package_version)
    try:
        ask = adapter.opened(libraries, setup.folder, configuration)
    except GnutError:
        raise
    except Exception as error:
        # A library may raise anything over a folder that it cannot read; its message may hold a path.
        raise BadConfig(
            f"adapter {pinned.adapter} cannot open the model: {type(error).__name__}", code="detector_not_opened"
        ) from error
    return Opened(pinned, Licences(configuration.code_licence, configuration.model_licence), ask)


def _configuration(kind: type[Any], given: dict[str, Any], pinned: Detector) -> Any:
    made = fitted(given, kind, error=BadConfig, code="detector_configuration_invalid")
    if canon.sha256(canon.encode(given)) != pinned.configuration_sha256:
        raise BadConfig(
            "the detector's configuration is not the one that the support policy pins",
            help=f"its hash is {canon.sha256(canon.encode(given))}",
            code="detector_identity_mismatch",
        )
    return made
