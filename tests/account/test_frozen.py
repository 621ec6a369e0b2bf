from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gnut.account.contract import Execution
from gnut.edge.policies import all_shipped
from gnut.errors import BadReceipt
from gnut.replay.terms import require_frozen
from tests.account.made import made


def under(**changed: Any) -> Execution:
    """A run that names the default standing policy and says something else."""
    done = made()
    standing = replace(done.run.terms.standing, **changed)
    return replace(done, run=replace(done.run, terms=replace(done.run.terms, standing=standing)))


@pytest.mark.parametrize("changed", [{}, {"waivers": False}, {"allows": ("ambiguous",)}])
def test_a_published_policy_keeps_its_name_with_allowances_and_without_waivers(changed: dict[str, Any]) -> None:
    require_frozen(under(**changed), tuple(all_shipped().values()))


@pytest.mark.parametrize("changed", [{"blocks": ("ambiguous",)}, {"key": "strict"}])
def test_a_policy_that_says_something_else_under_a_published_name_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(BadReceipt) as refused:
        require_frozen(under(**changed), tuple(all_shipped().values()))
    assert refused.value.code == "policy_not_frozen"


def test_a_published_policy_that_honours_no_waiver_does_not_begin_to() -> None:
    strict = all_shipped()["strict"]
    with pytest.raises(BadReceipt):
        require_frozen(under(key="strict", blocks=strict.blocks, waivers=True), (strict,))
