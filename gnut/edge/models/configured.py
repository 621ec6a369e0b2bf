"""What the configurations of all adapters have."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Licence = Annotated[str, Meta(pattern=r"\S", max_length=100)]
"""SPDX name, or where the licence stands; of the code and of the model apart."""

Threshold = Annotated[str, Meta(pattern=r"^(0\.[0-9]{1,6}|1(\.0{1,6})?)$")]
"""Decimal string above 0 to 1."""

Characters = Annotated[int, Meta(ge=200, le=1_000_000)]
Overlap = Annotated[int, Meta(ge=0, le=100_000)]
Tokens = Annotated[int, Meta(ge=64, le=1_000_000)]
