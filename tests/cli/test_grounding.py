"""The words that `gnut ground` takes are those that its room knows: the front does not import the room to know them."""

from __future__ import annotations

from gnut.cli.grounding import FailOn, Form, Kind, Permission
from gnut.ground.adapters.contract import FORMS, RUNS
from gnut.ground.contract import PERMISSION_MODELS
from gnut.ground.core.gating import LEVELS


def test_forms_kinds_and_levels_are_those_of_the_room() -> None:
    assert tuple(Form) == FORMS
    assert tuple(Kind) == RUNS
    assert tuple(FailOn) == tuple(LEVELS)
    assert set(Permission) < set(PERMISSION_MODELS)
