"""What adversarial review can find of an assertion."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "GN701",
        "flagged",
        "arena",
        "An attack on the assertion landed",
        "withdraw the assertion, or write it so that the attack no longer lands",
    ),
    Rule(
        "GN702",
        "contested",
        "arena",
        "An attack on the assertion has a point",
        "qualify the assertion, or add what answers the attack",
    ),
    Rule(
        "GN703",
        "withheld",
        "arena",
        "The judges disagree about an attack on the assertion",
        "settle it by hand: read the attack and both reasons",
    ),
    Rule(
        "GN704",
        "unruled",
        "arena",
        "A lens was not tried, or an attack has too few rulings that count",
        "write what is missing with gnut arena brief, from families and sessions that did not rule yet",
    ),
    Rule(
        "GN705",
        "unattacked",
        "arena",
        "Nobody tried to attack the assertion",
        "write prompts for it with gnut arena brief, and collect the answers",
    ),
)
