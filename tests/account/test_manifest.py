from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.account.contract import Component, Domain, Engine, Manifest, ManifestPolicy, ManifestSource
from gnut.account.core import artifact, manifest, parse_manifest, source_tree_sha256
from gnut.errors import BadReceipt, NotCanonical
from gnut_store import canon
from tests.account.made import DOMAIN, ENGINE, made, tasks

H = "a" * 64
SOURCES = tuple(ManifestSource(f"url:{n}", H, n, None) for n in range(3))
POLICIES = tuple(ManifestPolicy(kind, "x", H) for kind in ("authority", "standing", "support"))
COMPONENTS = tuple(Component(role, "n", "1", H) for role in ("a", "b"))
ARTIFACTS = tuple(artifact(kind, {"schema": "s/v1"}) for kind in ("a", "z"))


def built(**changed: Any) -> Manifest:
    parts: dict[str, Any] = {
        "sources": SOURCES,
        "policies": POLICIES,
        "components": COMPONENTS,
        "artifacts": ARTIFACTS,
    } | changed
    return manifest(parts.pop("engine", ENGINE), parts.pop("domain", DOMAIN), **parts)


def code_of(**changed: Any) -> str:
    with pytest.raises(BadReceipt) as refused:
        built(**changed)
    return refused.value.code


@pytest.mark.parametrize("name", ["sources", "policies", "components", "artifacts"])
def test_the_order_of_parts_changes_nothing(name: str) -> None:
    parts = {"sources": SOURCES, "policies": POLICIES, "components": COMPONENTS, "artifacts": ARTIFACTS}[name]
    assert {built(**{name: order}).sha256 for order in permutations(parts)} == {built().sha256}


@pytest.mark.parametrize(
    ("name", "entry", "code"),
    [
        ("sources", SOURCES[0], "duplicate_source"),
        ("sources", replace(SOURCES[0], sha256="b" * 64), "duplicate_source"),
        ("policies", replace(POLICIES[0], sha256="b" * 64), "duplicate_policy"),
        ("components", replace(COMPONENTS[0], revision="2"), "duplicate_component"),
        ("artifacts", ARTIFACTS[0], "duplicate_artifact"),
    ],
)
def test_an_identity_stands_once(name: str, entry: Any, code: str) -> None:
    parts = {"sources": SOURCES, "policies": POLICIES, "components": COMPONENTS, "artifacts": ARTIFACTS}[name]
    assert code_of(**{name: (*parts, entry)}) == code


def test_two_policies_of_one_kind_have_two_keys() -> None:
    assert len(built(policies=(*POLICIES, replace(POLICIES[0], key="y"))).policies) == 4


@pytest.mark.parametrize("word", ["main", "MASTER", "Latest", "head", " head "])
def test_a_revision_that_moves_is_refused_wherever_it_stands(word: str) -> None:
    assert code_of(engine=replace(ENGINE, revision=word)) == "moving_revision"
    assert code_of(components=(Component("r", "n", word, H),)) == "moving_revision"


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u00a0"])
def test_a_blank_identity_is_refused_wherever_it_stands(text: str) -> None:
    for changed in (
        {"engine": replace(ENGINE, package=text)},
        {"engine": replace(ENGINE, version=text)},
        {"engine": replace(ENGINE, revision=text)},
        {"domain": replace(DOMAIN, key=text)},
        {"domain": replace(DOMAIN, version=text)},
        {"sources": (ManifestSource(text, H, 1, None),)},
        {"policies": (ManifestPolicy(text, "k", H),)},
        {"policies": (ManifestPolicy("support", text, H),)},
        {"components": (Component(text, "n", "1", H),)},
        {"components": (Component("r", text, "1", H),)},
        {"components": (Component("r", "n", text, H),)},
        {"artifacts": (replace(ARTIFACTS[0], kind=text),)},
    ):
        assert code_of(**changed) == "identity_missing"


@pytest.mark.parametrize("text", ["", "A" * 64, "a" * 63, "a" * 65, "g" * 64, "a" * 63 + "\n", "а" * 64])
def test_what_is_no_sha256_is_refused_wherever_it_stands(text: str) -> None:
    for changed in (
        {"engine": replace(ENGINE, source_sha256=text)},
        {"domain": replace(DOMAIN, playbook_sha256=text)},
        {"domain": replace(DOMAIN, manifest_sha256=text)},
        {"sources": (ManifestSource("s", text, 1, None),)},
        {"sources": (ManifestSource("s", H, 1, text),)},
        {"policies": (ManifestPolicy("support", "k", text),)},
        {"components": (Component("r", "n", "1", text),)},
        {"artifacts": (replace(ARTIFACTS[0], sha256=text),)},
    ):
        assert code_of(**changed) == "invalid_hash"


def test_a_negative_count_is_refused() -> None:
    assert code_of(sources=(ManifestSource("s", H, -1, None),)) == "negative_count"
    assert code_of(artifacts=(replace(ARTIFACTS[0], bytes=-1),)) == "negative_count"


def test_a_manifest_binds_an_output() -> None:
    assert code_of(artifacts=()) == "no_artifacts"


@pytest.mark.parametrize("value", [{}, {"schema": ""}, {"schema": " "}, {"schema": 1}, [], "text", None])
def test_an_output_names_its_schema(value: Any) -> None:
    with pytest.raises(BadReceipt) as refused:
        artifact("k", value)
    assert refused.value.code == "artifact_without_schema"


@pytest.mark.parametrize("number", [0.5, float("nan"), float("inf"), 1 << 53])
def test_an_output_without_a_canonical_form_is_refused(number: float) -> None:
    with pytest.raises(NotCanonical) as refused:
        artifact("k", {"schema": "s/v1", "n": number})
    assert (refused.value.code, refused.value.pointer) == ("not_canonical_json", "/n")


def test_an_engine_is_publishable_or_dirty() -> None:
    assert code_of(engine=replace(ENGINE, publishable=True)) == "engine_inconsistent"
    assert code_of(engine=replace(ENGINE, dirty=False)) == "engine_inconsistent"


def test_a_dirty_engine_is_recorded_and_not_published() -> None:
    assert built().engine.dirty
    assert code_of(publication=True) == "engine_dirty"
    clean = Engine("gnut", "0", "3f2a9c", H, False, True)
    assert built(engine=clean, publication=True).engine.publishable


def test_a_publication_is_refused_before_anything_else() -> None:
    assert code_of(publication=True, artifacts=()) == "engine_dirty"


def test_a_manifest_whose_entries_are_out_of_order_is_refused() -> None:
    from gnut.model import sealed

    turned = sealed(replace(built(), sources=SOURCES[::-1]))
    with pytest.raises(BadReceipt) as refused:
        parse_manifest(canon.encode(turned))
    assert refused.value.code == "manifest_unsorted"


def test_the_manifest_of_a_run_names_what_went_in_and_what_came_out() -> None:
    done = made()
    named = done.manifest
    assert [one.kind for one in named.policies] == ["artifact_profile", "authority", "standing", "support"]
    assert [one.role for one in named.components] == [
        "claim_segmenter",
        "excerpt_matcher",
        "semantic_support_detector",
    ]
    assert {one.kind: (one.sha256, one.bytes) for one in named.artifacts} == {
        kind: (canon.sha256(body), len(body))
        for kind, body in (("canonical_run", canon.encode(done.run)), ("claim_ledger", canon.encode(done.ledger)))
    }
    assert [one.source_id for one in named.sources] == [
        one.result.source_id for one in done.run.acquisitions if one.result.ok
    ]


def test_the_profile_of_an_emission_is_a_policy_in_force() -> None:
    told = tasks()
    named = {one.kind: one for one in made(emission=told).manifest.policies}
    assert (named["arena_emission"].key, named["arena_emission"].sha256) == ("default", told["profile"]["sha256"])


FILES = st.dictionaries(st.text("ab/é", min_size=1, max_size=6).map(lambda name: f"{name}.py"), st.binary(max_size=20))


@examples(FILES.filter(bool), st.randoms(use_true_random=False))
def test_a_source_tree_has_one_hash_in_any_order(files: dict[str, bytes], chance: Any) -> None:
    listed = list(files.items())
    chance.shuffle(listed)
    assert source_tree_sha256(listed) == source_tree_sha256(files.items())


@examples(FILES.filter(bool), FILES.filter(bool))
def test_two_source_trees_have_two_hashes(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert (source_tree_sha256(one.items()) == source_tree_sha256(other.items())) is (one == other)


def test_only_python_files_outside_caches_are_the_engine() -> None:
    files = {"a.py": b"x", "b.pyc": b"y", "c.txt": b"z", "__pycache__/d.py": b"w", "e/__pycache__/f.py": b"v"}
    assert source_tree_sha256(files.items()) == source_tree_sha256([("a.py", b"x")])


def test_a_tree_without_python_has_no_hash() -> None:
    with pytest.raises(BadReceipt) as refused:
        source_tree_sha256([("README.md", b"hi")])
    assert refused.value.code == "no_source_files"


def test_a_path_given_twice_is_refused() -> None:
    with pytest.raises(BadReceipt) as refused:
        source_tree_sha256([("a.py", b"x"), ("a.py", b"y")])
    assert refused.value.code == "duplicate_path"


def test_a_domain_is_named_by_two_hashes() -> None:
    assert built(domain=Domain("d", "1", H, "b" * 64)).domain.manifest_sha256 == "b" * 64
