"""JSON that commands print says what was meant, and moves no cursor."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from gnut.formats.indented import indented

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc\x1b\u202e#["), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_indented_json_says_the_same_and_nothing_to_a_terminal(value: object) -> None:
    said = indented(value)
    assert json.loads(said) == value
    assert said.endswith("\n")
    assert not set("\x1b\x9b\u202e\x7f") & set(said)
