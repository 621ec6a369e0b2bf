"""The manifest: every identity that went into a run, and the hash of what came out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TypeVar

from gnut.account.contract import (
    MANIFEST,
    Component,
    Domain,
    Engine,
    Manifest,
    ManifestArtifact,
    ManifestPolicy,
    ManifestSource,
)
from gnut.account.core.identities import need_hash, need_pinned, need_text
from gnut.account.records import Acquisition
from gnut.errors import BadReceipt
from gnut.model import sealed
from gnut_store import canon

Listed = TypeVar("Listed")


def artifact(kind: str, value: object) -> ManifestArtifact:
    """Return an output by the hash and length of its canonical form.

    Raises:
        BadReceipt: It carries no schema (`artifact_without_schema`).
        NotCanonical: It has no canonical form.
    """
    schema = value.get("schema") if isinstance(value, dict) else getattr(value, "schema", None)
    return artifact_of(kind, schema, canon.encode(value))


def artifact_of(kind: str, schema: object, body: bytes) -> ManifestArtifact:
    """Return an output whose canonical bytes are at hand.

    Raises:
        BadReceipt: It carries no schema (`artifact_without_schema`).
    """
    if not isinstance(schema, str) or not schema.strip():
        raise BadReceipt(f"artifact {kind!r} names no schema", code="artifact_without_schema", pointer="/artifacts")
    return ManifestArtifact(kind, schema, canon.sha256(body), len(body))


def source(one: Acquisition) -> ManifestSource:
    """Return a source that was had, as the manifest names it."""
    result = one.result
    assert result.source_sha256 is not None
    assert result.characters is not None
    return ManifestSource(result.source_id, result.source_sha256, result.characters, one.snapshot_sha256)


def manifest(
    engine: Engine,
    domain: Domain,
    *,
    sources: Iterable[ManifestSource],
    policies: Iterable[ManifestPolicy],
    components: Iterable[Component],
    artifacts: Iterable[ManifestArtifact],
    publication: bool = False,
) -> Manifest:
    """Return the sealed manifest; the order in which its parts are given changes nothing.

    Raises:
        BadReceipt: A rule of `groundnut-run-manifest/v2` is broken; see `complete`. With `publication`, the engine
            is dirty (`engine_dirty`).
    """
    if publication and not engine.publishable:
        raise BadReceipt("a dirty engine makes nothing fit to publish", code="engine_dirty", pointer="/engine/dirty")
    made = Manifest(
        schema=MANIFEST,
        engine=engine,
        domain=domain,
        sources=tuple(sorted(sources, key=_source)),
        policies=tuple(sorted(policies, key=_policy)),
        components=tuple(sorted(components, key=_component)),
        artifacts=tuple(sorted(artifacts, key=_artifact)),
        sha256="",
    )
    complete(made)
    return sealed(made)


def complete(made: Manifest, at: str = "") -> None:
    """Refuse a manifest that breaks a rule.

    Args:
        made: The manifest, its hash aside.
        at: JSON pointer to it.

    Raises:
        BadReceipt: A blank identity (`identity_missing`), a bad hash (`invalid_hash`), a moving revision
            (`moving_revision`), a negative count (`negative_count`), an entry given twice (`duplicate_source`,
            `duplicate_policy`, `duplicate_component`, `duplicate_artifact`), entries out of order
            (`manifest_unsorted`), no output (`no_artifacts`), an output without a schema
            (`artifact_without_schema`), or an engine that is dirty and publishable (`engine_inconsistent`).
    """
    _engine(made.engine, f"{at}/engine")
    _domain(made.domain, f"{at}/domain")
    for index, source in enumerate(made.sources):
        place = f"{at}/sources/{index}"
        need_text(source.source_id, f"{place}/source_id")
        need_hash(source.sha256, f"{place}/sha256")
        if source.snapshot_sha256 is not None:
            need_hash(source.snapshot_sha256, f"{place}/snapshot_sha256")
        _count(source.characters, f"{place}/characters")
    for index, policy in enumerate(made.policies):
        need_text(policy.kind, f"{at}/policies/{index}/kind")
        need_text(policy.key, f"{at}/policies/{index}/key")
        need_hash(policy.sha256, f"{at}/policies/{index}/sha256")
    for index, component in enumerate(made.components):
        place = f"{at}/components/{index}"
        need_text(component.role, f"{place}/role")
        need_text(component.name, f"{place}/name")
        need_pinned(component.revision, f"{place}/revision")
        need_hash(component.configuration_sha256, f"{place}/configuration_sha256")
    _artifacts(made.artifacts, f"{at}/artifacts")
    _sets(made, at)


def _engine(engine: Engine, at: str) -> None:
    need_text(engine.package, f"{at}/package")
    need_text(engine.version, f"{at}/version")
    need_pinned(engine.revision, f"{at}/revision")
    need_hash(engine.source_sha256, f"{at}/source_sha256")
    if engine.publishable is engine.dirty:
        raise BadReceipt("publishable is what is not dirty", code="engine_inconsistent", pointer=f"{at}/publishable")


def _domain(domain: Domain, at: str) -> None:
    need_text(domain.key, f"{at}/key")
    need_text(domain.version, f"{at}/version")
    need_hash(domain.playbook_sha256, f"{at}/playbook_sha256")
    need_hash(domain.manifest_sha256, f"{at}/manifest_sha256")


def _artifacts(artifacts: tuple[ManifestArtifact, ...], at: str) -> None:
    if not artifacts:
        raise BadReceipt("a manifest binds at least one output", code="no_artifacts", pointer=at)
    for index, one in enumerate(artifacts):
        need_text(one.kind, f"{at}/{index}/kind")
        if not one.schema.strip():
            raise BadReceipt("an output names its schema", code="artifact_without_schema", pointer=f"{at}/{index}")
        need_hash(one.sha256, f"{at}/{index}/sha256")
        _count(one.bytes, f"{at}/{index}/bytes")


def _sets(made: Manifest, at: str) -> None:
    _set(made.sources, _source, "duplicate_source", f"{at}/sources")
    _set(made.policies, _policy, "duplicate_policy", f"{at}/policies")
    _set(made.components, _component, "duplicate_component", f"{at}/components")
    _set(made.artifacts, _artifact, "duplicate_artifact", f"{at}/artifacts")


def _set(listed: tuple[Listed, ...], key: Callable[[Listed], tuple[str, ...]], code: str, at: str) -> None:
    keys = [key(each) for each in listed]
    for index, (one, other) in enumerate(itertools.pairwise(keys), 1):
        if one == other:
            raise BadReceipt("the same entry stands twice", code=code, pointer=f"{at}/{index}")
        if one > other:
            raise BadReceipt("entries stand in order", code="manifest_unsorted", pointer=f"{at}/{index}")


def _count(number: int, at: str) -> None:
    if number < 0:
        raise BadReceipt("a count is not negative", code="negative_count", pointer=at)


def _source(one: ManifestSource) -> tuple[str, ...]:
    return (one.source_id,)


def _policy(one: ManifestPolicy) -> tuple[str, ...]:
    return one.kind, one.key


def _component(one: Component) -> tuple[str, ...]:
    return one.role, one.name


def _artifact(one: ManifestArtifact) -> tuple[str, ...]:
    return one.kind, one.sha256
