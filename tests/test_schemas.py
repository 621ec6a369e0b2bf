"""The published schemas are made from the structs, are current, and take real objects and no others."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import gnut
from gnut.formats.schemas import schemas
from gnut.formats.schemas.catalogue import CLOSED, KEYED, PUBLISHED

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
GOOD = Path(__file__).parent / "receipts" / "good"
MADE = schemas()


@cache
def validator(schema: str) -> jsonschema.Draft202012Validator:
    """Return a validator of a contract by its schema string."""
    return jsonschema.Draft202012Validator(json.loads(MADE[schema.replace("/", "-") + ".json"]))


def objects(node: Any) -> list[dict[str, Any]]:
    """Return every object schema in a schema."""
    found = []
    if isinstance(node, dict):
        found += [node] if isinstance(node.get("properties"), dict) and node.get("type") == "object" else []
        found += [each for value in node.values() for each in objects(value)]
    elif isinstance(node, list):
        found += [each for value in node for each in objects(value)]
    return found


def test_the_published_schemas_are_current(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--golden"):
        for name, text in MADE.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
    assert {path.name for path in FOLDER.glob("*.json")} == set(MADE)
    assert [name for name, text in MADE.items() if (FOLDER / name).read_text(encoding="utf-8") != text] == []


@pytest.mark.parametrize("name", MADE)
def test_a_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(MADE[name]))


@pytest.mark.parametrize("name", [name for name in MADE if not name.startswith("gnut-")])
def test_a_receipt_takes_no_field_that_its_contract_does_not_name(name: str) -> None:
    assert [part for part in objects(json.loads(MADE[name])) if part.get("additionalProperties") is not False] == []


@pytest.mark.parametrize("name", MADE)
def test_every_hash_and_id_has_its_one_spelling(name: str) -> None:
    for part in objects(json.loads(MADE[name])):
        for field, body in part["properties"].items():
            if field == "sha256" or field.endswith("_sha256"):
                assert '"^[0-9a-f]{64}$"' in json.dumps(body), f"{name}: {field}"


def test_a_closed_list_is_of_a_field_that_exists() -> None:
    for struct, field in (*CLOSED, *KEYED):
        assert field in struct.__struct_fields__, f"{struct.__name__}.{field}"


def test_every_schema_string_of_the_code_is_published() -> None:
    named = re.compile(r'^[A-Z_]+ = "((?:groundnut|gnut)-[a-z-]+/v\d+)"', re.MULTILINE)
    found = {
        schema
        for path in Path(str(gnut.__file__)).parent.rglob("*.py")
        for schema in named.findall(path.read_text(encoding="utf-8"))
    }
    assert {schema for schema in found if schema.replace("/", "-") + ".json" not in MADE} == set()


def test_a_struct_with_a_schema_field_says_which() -> None:
    for schema in PUBLISHED:
        body = json.loads(MADE[schema.replace("/", "-") + ".json"])
        top = body["$defs"][body["$ref"].removeprefix("#/$defs/")]
        assert top["properties"].get("schema", {"const": schema}) == {"const": schema}


def schemas_in(node: Any) -> list[dict[str, Any]]:
    """Return every part of an object that says which contract it keeps."""
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    mine = [node] if isinstance(node, dict) and isinstance(node.get("schema"), str) else []
    return [*mine, *(each for child in children for each in schemas_in(child))]


def test_every_part_of_a_real_run_fits_its_schema() -> None:
    parts = schemas_in(json.loads((GOOD / "execution.json").read_bytes()))
    assert {part["schema"] for part in parts} >= {
        *("groundnut-canonical-execution/v1", "groundnut-canonical-run/v1", "groundnut-claim-ledger/v1"),
        *("groundnut-run-manifest/v2", "groundnut-artifact-extraction/v3", "groundnut-source-acquisition/v3"),
        *("groundnut-claim-evidence-report/v1", "groundnut-arena-task-emission/v1", "groundnut-metric-envelope/v1"),
    }
    for part in parts:
        if set(part) != {"kind", "schema", "sha256", "bytes"}:  # An entry of a manifest names another's contract.
            validator(part["schema"]).validate(part)


def test_every_real_snapshot_fits_its_schema_and_so_does_its_window() -> None:
    bodies = [json.loads(path.read_bytes()) for path in (GOOD / "snapshots").glob("*.json")]
    assert bodies != []
    for body in bodies:
        validator("groundnut-source-snapshot/v4").validate(body)
        validator("groundnut-evidence-window/v2").validate(body["window"])


def test_every_shipped_policy_fits_its_schema() -> None:
    shipped = sorted((Path(str(gnut.__file__)).parent / "policies").glob("*.json"))
    assert len(shipped) >= 6
    for path in shipped:
        body = json.loads(path.read_bytes())
        validator(body["schema"]).validate(body)


FORMS = [
    *("other_contract", "newer_contract", "older_extraction", "older_acquisition", "older_manifest", "one_more_field"),
    *("one_more_field_on_top", "check_left_out", "number_as_text", "hash_in_capitals", "hash_cut_short"),
    *("hash_with_a_prefix", "id_of_another_algorithm", "id_in_capitals", "mode_unknown", "strategy_unknown"),
    *("failure_unknown", "presence_as_support"),
]


@pytest.mark.parametrize("name", FORMS)
def test_a_receipt_of_another_form_does_not_fit(name: str) -> None:
    from tests.receipts import make

    files, _ = make.overlaid(GOOD.parent / f"{name}_fail")
    with pytest.raises(jsonschema.ValidationError):
        validator("groundnut-canonical-execution/v1").validate(json.loads(files["execution.json"]))


def test_the_written_profile_fits_and_is_taken() -> None:
    from gnut.ingest.core import profile

    given = {
        "schema": "groundnut-artifact-profile/v1",
        "key": "house",
        "version": "3",
        "structured_fields": {"claims": "findings"},
        "html": {
            "ignored_container_classes": ["apparatus"],
            "provenance_class_markers": {"calc": "analyst_calculation"},
        },
    }
    validator("groundnut-artifact-profile/v1").validate(given)
    assert profile(given).key == "house"


@pytest.mark.parametrize(
    "change",
    [{"key": " "}, {"html": {"provenance_class_markers": {"x": "unclassified"}}}, {"html": {"extra": 1}}, {"more": 1}],
)
def test_a_profile_that_is_refused_does_not_fit_either(change: dict[str, Any]) -> None:
    from gnut.errors import GnutError
    from gnut.ingest.core import profile

    given = {"schema": "groundnut-artifact-profile/v1", "key": "house", "version": "3", **change}
    with pytest.raises(jsonschema.ValidationError):
        validator("groundnut-artifact-profile/v1").validate(given)
    with pytest.raises(GnutError):
        profile(given)
