"""What a JSON request names: files of its repository and no others, and objects given by key, by file or in place."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from gnut.account.request import Chosen
from gnut.edge import files
from gnut.edge.local import hidden
from gnut.edge.paths import native
from gnut.errors import InputMissing
from gnut_store import canon

STORE = "snapshot_directory"
"""The one field that names files of a program: gnut's own."""


class Place(NamedTuple):
    """Where a request's paths start from, and what none of them may leave; links resolved."""

    folder: Path
    root: Path

    def named(self, name: str, field: str) -> Path:
        """Return the path that a field names, under the name that it gives: below the root, no link out of it.

        Raises:
            InputMissing: It leads out of the repository, code `path_outside`; or, itself or by a link, to a file of
                a program or one that holds secrets, code `path_hidden`, as for a source that a report cites.
        """
        path = Path(os.path.normpath(self.folder / native(name.replace("\0", "/"))))
        real = Path(os.path.realpath(path))
        if "\0" in name or not (path.is_relative_to(self.root) and real.is_relative_to(self.root)):
            raise InputMissing(f"/{field}: {name!r} leads out of the repository", code="path_outside")
        for one in (path, real):
            fault = hidden(one.relative_to(self.root).as_posix())
            if fault is not None and field != STORE:
                raise InputMissing(f"/{field}: {name!r}: {fault}", code="path_hidden")
        return path

    def file(self, name: str, field: str) -> Path:
        """Return the file that a field names, its links followed; see `named`."""
        return Path(os.path.realpath(self.named(name, field)))

    def value(self, name: str, field: str) -> Any:
        """Return what a JSON file that a field names says.

        Raises:
            InputMissing: It is not there, or leads out of the repository.
            NotCanonical: It is not strict JSON.
        """
        return canon.decode(files.read(self.file(name, field), shown=f"/{field}: {name}"))


class Named(NamedTuple):
    """How one field of a request is read."""

    keys: tuple[str, ...]
    shipped: Callable[[str], Any]
    """From a key."""

    stated: Callable[[Any], Any]
    """From the object itself."""


def named(place: Place, field: str, chosen: Chosen) -> Any:
    """Return the policy, profile or domain that a field names: a key, else a file, or the object in place.

    Raises:
        BadConfig: It takes the key and version of a shipped one for something else (`policy_not_frozen`).
        GnutError: As the room that it belongs to says; the message begins with a JSON pointer.
    """
    from gnut.edge.policies import kept_name

    kind = _kind(field)
    if isinstance(chosen, str) and chosen in kind.keys:
        return kind.shipped(chosen)
    made = kind.stated(place.value(chosen, field) if isinstance(chosen, str) else chosen)
    return kept_name(made, map(kind.shipped, kind.keys), f"/{field}")


def _kind(field: str) -> Named:
    from gnut.edge import policies

    match field:
        case "domain":
            from gnut.account.core import domain_of, parse_domain

            return Named(policies.DOMAIN_KEYS, policies.domain, lambda one: domain_of(parse_domain(canon.encode(one))))
        case "support_policy":
            from gnut.support.core.policies import policy_of as support

            return Named(policies.SUPPORT_KEYS, policies.support_policy, support)
        case "authority_policy":
            from gnut.authority.core.policies import policy_of as authority

            return Named(policies.AUTHORITY_KEYS, policies.authority_policy, authority)
        case "arena_profile":
            from gnut.arena.core import profile as arena

            emission = policies.arena_emission
            return Named(policies.ARENA_KEYS, emission, lambda one: arena(one, emission("default")))
        case _:
            from gnut.ingest.core import profile
            from gnut.ingest.core.profile import GROUNDNUT, REPORT

            return Named((REPORT, GROUNDNUT), profile, profile)
