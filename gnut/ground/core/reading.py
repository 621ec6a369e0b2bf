"""An evidence bundle from decoded JSON: every shape is looked at before anything is judged."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, TypeVar

from gnut.ground.contract import (
    PERMISSION_MODELS,
    AclRun,
    CitationRun,
    Evidence,
    KnowledgeSource,
    ManifestValidationError,
    RefusalRun,
)
from gnut.ground.core.baseline import baseline
from gnut.ground.core.forbidden import is_forbidden
from gnut.ground.core.secrets import secret_shape
from gnut.ground.core.shapes import EVIDENCE, LONGEST, Shapes, folded
from gnut.text.times import instant

KEYS = ("sources", "acl_runs", "citation_runs", "refusal_runs", "retrieval_quality_baseline", "generated_at")

_Kind = TypeVar("_Kind", AclRun, CitationRun, RefusalRun)


def evidence(value: object) -> Evidence:
    """Return an evidence bundle.

    Args:
        value: Decoded JSON: an object with `sources`, and any of the other `KEYS`. Of a source and of a run only the
            fields that the contract names are taken; what else they hold goes nowhere.

    Raises:
        GroundEvidenceError: Something has the wrong shape, names a source that is not declared, or is declared twice;
            a source has a forbidden key. The message bears the path, `acl_runs[1].source_id`, and no value.
        ManifestValidationError: `generated_at` is there and no RFC 3339 time.
    """
    given = EVIDENCE.fields(value, "evidence")
    for key in given:
        if key not in KEYS:
            close = get_close_matches(key[:LONGEST], KEYS, n=1)
            said = f"did you mean `{close[0]}`?" if close else f"keys are: {', '.join(KEYS)}"
            raise EVIDENCE.refuse("is no key of an evidence bundle", shown(key), said)
    if "sources" not in given:
        raise EVIDENCE.refuse("is missing", "sources", "an empty list says that there are none")
    sources = read_sources(given["sources"])
    declared = frozenset(source.id for source in sources)
    if "generated_at" in given and instant(given["generated_at"]) is None:
        raise ManifestValidationError("is no RFC 3339 time with a zone", path="generated_at")
    return Evidence(
        sources,
        acl_runs=read_runs(given.get("acl_runs", []), "acl_runs", acl_run, declared),
        citation_runs=read_runs(given.get("citation_runs", []), "citation_runs", citation_run, declared),
        refusal_runs=read_runs(given.get("refusal_runs", []), "refusal_runs", refusal_run, declared),
        retrieval_quality_baseline=baseline(
            given.get("retrieval_quality_baseline"), "retrieval_quality_baseline", EVIDENCE
        ),
        generated_at=given.get("generated_at"),
    )


@lru_cache(maxsize=256)  # Keys of contracts, asked for at every step of a path.
def shown(name: str) -> str:
    """Return a stranger's key or id as a message may show it; what may be anything but a name is not shown."""
    is_name = len(name) <= 64 and name.isascii() and name.replace("_", "a").replace("-", "a").isalnum()
    return name if is_name and secret_shape(name) is None else "a key"


def read_sources(value: object, shapes: Shapes = EVIDENCE) -> tuple[KnowledgeSource, ...]:
    """Return the declared sources; see `evidence` for what is raised."""
    read: list[KnowledgeSource] = []
    met: dict[str, str] = {}
    for at, each in enumerate(shapes.items(value, "sources")):
        path = f"sources[{at}]"
        one = source(each, path, shapes)
        if (twin := met.get(folded(one.id))) is not None:
            what = "is declared twice" if twin == one.id else "differs from another id in case or form alone"
            named = shown(one.id)
            raise shapes.refuse(f"{what}: {named}" if named == one.id else what, f"{path}.id")
        met[folded(one.id)] = one.id
        read.append(one)
    return tuple(read)


def source(value: object, path: str, shapes: Shapes = EVIDENCE) -> KnowledgeSource:
    """Return one declared source; see `evidence` for what is raised."""
    given = shapes.fields(value, path)
    for key in given:
        if len(key) > LONGEST:
            raise shapes.refuse(f"a key has at most {LONGEST} characters", path)
        if is_forbidden(key):
            raise shapes.refuse("nothing is stored under such a key", f"{path}.{shown(key)}", "leave it out")
    model = shapes.id(given.get("permission_model"), f"{path}.permission_model")
    if model not in PERMISSION_MODELS:
        said = f"is one of {', '.join(PERMISSION_MODELS)}, spelled so"
        raise shapes.refuse(said, f"{path}.permission_model")
    principals = given.get("acl_probe_principals")
    if "acl_probe_principals" in given:
        principals = shapes.ids(principals, f"{path}.acl_probe_principals")
    return KnowledgeSource(
        id=shapes.id(given.get("id"), f"{path}.id"),
        type=shapes.id(given.get("type"), f"{path}.type"),
        permission_model=model,
        refresh_cadence=shapes.id(given.get("refresh_cadence"), f"{path}.refresh_cadence"),
        citation_required=shapes.flag(given.get("citation_required"), f"{path}.citation_required"),
        refuse_when_unsupported=shapes.flag(given.get("refuse_when_unsupported"), f"{path}.refuse_when_unsupported"),
        acl_probe_principals=principals,
    )


def read_runs(
    value: object, name: str, read: Callable[[dict[str, Any], str], _Kind], declared: frozenset[str]
) -> tuple[_Kind, ...]:
    """Return the runs of one kind, all of declared sources; see `evidence` for what is raised."""
    runs = []
    for at, each in enumerate(EVIDENCE.items(value, name)):
        path = f"{name}[{at}]"
        run = read(EVIDENCE.fields(each, path), path)
        if run.source_id not in declared:
            raise EVIDENCE.refuse("is no declared source", f"{path}.source_id", "declare it in `sources`")
        runs.append(run)
    return tuple(runs)


def acl_run(given: dict[str, Any], path: str) -> AclRun:
    """Return one probe of access; see `evidence` for what is raised."""
    allowed = given.get("allowed_document_ids")
    return AclRun(
        principal=EVIDENCE.id(given.get("principal"), f"{path}.principal"),
        document_ids=EVIDENCE.ids(given.get("document_ids"), f"{path}.document_ids"),
        expected_entitled=_entitled(given, path),
        allowed_document_ids=EVIDENCE.optional(allowed, f"{path}.allowed_document_ids", EVIDENCE.ids),
        **_any_run(given, path),
    )


def citation_run(given: dict[str, Any], path: str) -> CitationRun:
    """Return what one answer cited; see `evidence` for what is raised."""
    return CitationRun(
        citations=EVIDENCE.ids(given.get("citations"), f"{path}.citations"),
        retrieved_ids=EVIDENCE.ids(given.get("retrieved_ids"), f"{path}.retrieved_ids"),
        **_any_run(given, path),
    )


def refusal_run(given: dict[str, Any], path: str) -> RefusalRun:
    """Return one query that has no support; see `evidence` for what is raised."""
    return RefusalRun(
        query_id=EVIDENCE.id(given.get("query_id"), f"{path}.query_id"),
        refused=EVIDENCE.flag(given.get("refused"), f"{path}.refused"),
        **_any_run(given, path),
    )


def _any_run(given: dict[str, Any], path: str) -> dict[str, Any]:
    captured = given.get("captured_at")
    return {
        "source_id": EVIDENCE.id(given.get("source_id"), f"{path}.source_id"),
        # A time that is none is no error: the age of the source cannot be told from it, which is a finding.
        "captured_at": captured if isinstance(captured, str) else None,
        "subqueries": EVIDENCE.optional(given.get("subqueries"), f"{path}.subqueries", EVIDENCE.number),
        "tokens": EVIDENCE.optional(given.get("tokens"), f"{path}.tokens", EVIDENCE.number),
    }


def _entitled(given: dict[str, Any], path: str) -> bool | None:
    """Return what an operator recorded under one of two names; None when under neither."""
    said = [EVIDENCE.flag(given[key], f"{path}.{key}") for key in ("expected_entitled", "entitled") if key in given]
    if len(set(said)) > 1:
        raise EVIDENCE.refuse(f"says something else than {path}.expected_entitled", f"{path}.entitled")
    return said[0] if said else None
