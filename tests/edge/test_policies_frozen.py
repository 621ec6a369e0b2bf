"""What comes with gnut keeps its key and version for itself, wherever somebody gives another thing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gnut.edge import policies
from gnut.edge.requested import Place, named
from gnut.errors import BadConfig, GnutError

FOLDER = Path(policies.__file__).parent.parent / "policies"

GIVEN: list[tuple[str, str, Callable[..., Any], dict[str, Any]]] = [
    ("support_policy", "support-none", policies.support_policy, {"frozen_at": "2020-01-01T00:00:00Z"}),
    ("support_policy", "support-none", policies.support_policy, {"min_confidence": "0.5"}),
    ("support_policy", "support-exact", policies.support_policy, {"min_confidence": "0.5"}),
    ("authority_policy", "authority-default", policies.authority_policy, {"frozen_at": "2020-01-01T00:00:00Z"}),
    ("domain", "domain-general", policies.domain, {"name": "Another one"}),
    ("arena_profile", "arena-emission-default", policies.arena_emission, {"bounds": {"min_characters": 5}}),
    ("arena_policy", "arena-default", policies.arena_policy, {"required_rulings": 1}),
]


def edited(name: str, change: dict[str, Any]) -> dict[str, Any]:
    return {**json.loads((FOLDER / f"{name}.json").read_text()), **change}


@pytest.mark.parametrize(("field", "name", "read", "change"), GIVEN)
def test_a_file_with_a_shipped_name_and_other_content_is_refused(
    tmp_path: Path, field: str, name: str, read: Callable[..., Any], change: dict[str, Any]
) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(edited(name, change)))
    with pytest.raises(BadConfig) as refused:
        read("mine.json", folder=tmp_path)
    assert refused.value.code == "policy_not_frozen"
    assert "mine.json" in str(refused.value)


@pytest.mark.parametrize(("field", "name", "read", "change"), GIVEN)
@pytest.mark.parametrize("own", [{"key": "mine"}, {"version": "1+mine"}])
def test_a_key_or_a_version_of_its_own_lets_it_pass(
    tmp_path: Path, field: str, name: str, read: Callable[..., Any], change: dict[str, Any], own: dict[str, str]
) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(edited(name, {**change, **own})))
    made = read("mine.json", folder=tmp_path)
    assert {"key": made.key, "version": made.version}.items() >= own.items()


@pytest.mark.parametrize(("field", "name", "read", "change"), GIVEN)
def test_a_copy_of_what_is_shipped_is_what_is_shipped(
    tmp_path: Path, field: str, name: str, read: Callable[..., Any], change: dict[str, Any]
) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(edited(name, {}), indent=2))
    assert read("mine.json", folder=tmp_path) == read(name.rpartition("-")[2])


PROFILES: list[tuple[str, dict[str, Any]]] = [
    ("artifact_profile", {"key": "report", "version": "1"}),
    ("artifact_profile", {"key": "groundnut-default", "version": "1", "html": {"ignored_container_classes": ["x"]}}),
    (
        "artifact_profile",
        {
            "key": "groundnut-default",
            "version": "1",
            "segmenter": {"key": "other", "version": "9", "strategies": {"markdown": "x"}},
        },
    ),
]
STATED = [(field, edited(name, change)) for field, name, _, change in GIVEN if field != "arena_policy"] + PROFILES


@pytest.mark.parametrize(("field", "value"), STATED)
def test_a_request_gives_nothing_a_shipped_name_in_place_or_in_a_file(
    tmp_path: Path, field: str, value: dict[str, Any]
) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(value))
    for chosen in (value, "mine.json"):
        with pytest.raises(GnutError) as refused:
            named(Place(tmp_path, tmp_path), field, chosen)
        assert refused.value.code == "policy_not_frozen"
        assert str(refused.value).startswith(f"/{field}: ")


@pytest.mark.parametrize(("field", "value"), STATED)
def test_a_request_may_give_it_another_name(tmp_path: Path, field: str, value: dict[str, Any]) -> None:
    assert named(Place(tmp_path, tmp_path), field, {**value, "key": "mine"}).key == "mine"


@pytest.mark.parametrize("field", ["support_policy", "authority_policy", "domain", "arena_profile", "artifact_profile"])
def test_a_key_in_a_request_is_what_comes_with_gnut(tmp_path: Path, field: str) -> None:
    key = {"support_policy": "exact", "domain": "general", "artifact_profile": "groundnut-default"}.get(
        field, "default"
    )
    assert named(Place(tmp_path, tmp_path), field, key).key == key


def test_the_profile_that_is_shipped_may_be_written_out(tmp_path: Path) -> None:
    made = named(Place(tmp_path, tmp_path), "artifact_profile", {"key": "groundnut-default", "version": "1"})
    assert made == named(Place(tmp_path, tmp_path), "artifact_profile", "groundnut-default")
