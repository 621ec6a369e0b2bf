"""How decisions did: a sample to label, what the labels say, and the same traffic under another policy."""

from __future__ import annotations

from msgspec import Struct


class Decided(Struct, frozen=True, forbid_unknown_fields=True):
    """What one record of an answer says that is measured."""

    record_id: str
    decision: str
    risk_class: str | None


class Label(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person says of one record."""

    record_id: str
    wrong: bool | None
    """None for a record that nobody labelled, of which only a prediction is known."""

    prediction: bool | None
    """What some cheaper judge said; None when it was not asked."""


class Interval(Struct, frozen=True, forbid_unknown_fields=True):
    """A share with its 95 % interval; six decimals each."""

    estimate: str
    low: str
    high: str
    labelled: int
    wrong: int
    of: int
    """Records that it speaks of."""


class Stratum(Struct, frozen=True, forbid_unknown_fields=True):
    """The records of one decision and risk class."""

    decision: str
    risk_class: str | None
    records: int
    labelled: int
    wrong: int


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """What decisions cost, in the currency of what was given."""

    review: str
    """Of people's time for the answers that went to review."""

    errors: str
    """Of the wrong answers that passed, by the estimate."""


class Measurement(Struct, frozen=True, forbid_unknown_fields=True):
    """How many of the answers that passed were wrong."""

    schema: str
    passed_wrong: Interval
    per_thousand: str
    """Wrong answers that passed, of a thousand answers of any decision."""

    method: str
    """`agresti_coull | prediction_powered`"""

    per_risk_class: tuple[tuple[str | None, Interval], ...]
    strata: tuple[Stratum, ...]
    records: int
    cost: Cost | None
    notes: tuple[str, ...]
    head: str | None
    """record_hash of the last record of the log that was measured."""


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A request that another policy decides otherwise."""

    request: int
    """Line of the traffic, from 1."""

    record_id: str | None
    before: str
    after: str
    reasons: tuple[str, ...]
    """Codes."""


class JudgeUse(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a judge's earlier replies served."""

    reused: int
    asked_again: int
    not_reusable: int


class Replayed(Struct, frozen=True, forbid_unknown_fields=True):
    """Past traffic under another policy."""

    schema: str
    policy_id: str
    policy_hash: str
    requests: int
    compared: int
    """Requests whose earlier decision is known."""

    other_inputs: int
    """Requests whose record was sealed over another input (text, passages, rules, metadata, terms), not compared."""

    changed: int
    decisions: tuple[tuple[str, int], ...]
    transitions: tuple[tuple[str, int], ...]
    """(`PASS→FAIL`, how often), sorted."""

    changes: tuple[Change, ...]
    judge: JudgeUse
