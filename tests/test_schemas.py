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
MADE = schemas()


@cache
def validator(schema: str) -> jsonschema.Draft202012Validator:
    """Return a validator of a contract by its schema string."""
    return jsonschema.Draft202012Validator(json.loads(MADE[schema.replace("/", "-") + ".json"]))


def objects(node: Any) -> list[dict[str, Any]]:
    """Return every object schema in a schema."""
    found = []
    if isinstance(node, dict):
        found += [node] if "properties" in node else []
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


@pytest.mark.parametrize("name", [name for name in MADE if name != "gnut-check-v1.json"])
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
        if schema == "gnut-check/v1":
            continue
        top = body["$defs"][body["$ref"].removeprefix("#/$defs/")]
        assert top["properties"].get("schema", {"const": schema}) == {"const": schema}
