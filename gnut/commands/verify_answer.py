"""`gnut verify answer`: what a policy decides of one answer, sealed before it is told."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.edge import answering, evidence, sealing, terminal
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.verify_answer.contract import Passage, Verdict


def verify_answer(
    world: World,
    *,
    answer: str,
    sources: Sequence[str],
    question: str | None,
    policy: str | None,
    rules: Sequence[str],
    locale: str,
    scope: Sequence[str],
    provenance: Sequence[str],
    risk_class: str | None,
    rounding: str,
    derive: bool,
    units: bool,
    declared_precision: bool,
    percent_as_fraction: bool,
    judge: str | None,
    judge_model: str | None,
    allow_net: Sequence[str],
    log: str | None,
    signing_key: str | None,
    json: bool,
) -> int:
    """Verify an answer, keep the record, and print the verdict.

    Returns:
        0 for PASS, 1 for REVIEW and FAIL.

    Raises:
        GnutError: Something cannot be read, a policy, rule or option is refused, or the record cannot be kept.
    """
    from gnut.edge.judge import judge as asked
    from gnut.text.quantities.finding import Terms
    from gnut.verify_answer.core import verify_answer as verify

    to, signs = sealing.place(world, log, signing_key)
    verdict = verify(
        evidence.answer(world, answer),
        _passages(world, sources, provenance),
        policy=answering.policy_at(world, policy),
        question=question,
        scope=answering.named_values(scope, "--scope"),
        risk_class=risk_class,
        terms=Terms(
            locale=locale,
            units=units,
            derive=derive,
            rounding=rounding,
            declared_precision=declared_precision,
            percent_as_fraction=percent_as_fraction,
        ),
        rule_sets=answering.rules_at(world, rules),
        judge=asked(world, judge, judge_model, allow_net),
    )
    done = sealing.sealed(verdict, to, signs, prefix="rec")
    _say(world, done, json)
    return 0 if verdict.decision == "PASS" else 1


def _passages(world: World, sources: Sequence[str], provenance: Sequence[str]) -> tuple[Passage, ...]:
    texts = evidence.sources(world, sources)
    about: dict[str, list[str]] = {name: [] for name, _ in texts}
    for each in provenance:
        # An id may hold colons, as an address does: the longest one that is a source's is meant.
        name = max((one for one in about if each.startswith(f"{one}:")), key=len, default=None)
        if name is None:
            raise Usage(f"--provenance {legible(each)!r}: no such source", help="write --provenance ID:KEY=VALUE")
        about[name].append(each[len(name) + 1 :])
    return tuple(
        Passage(name, text, answering.named_values(about[name], f"--provenance {legible(name)}:"))
        for name, text in texts
    )


def _say(world: World, done: sealing.Sealed[Verdict], json: bool) -> None:
    record, verdict = done.record, done.verdict
    for warning in verdict.warnings:
        terminal.note(f"warning: {warning}")
    if json:
        terminal.out(answering.as_json(done))
        return
    from gnut.formats.decided import render

    paint = terminal.paint(world, "auto", on_tty=world.stdout_tty)
    terminal.out(render(verdict, record.record_id if record else None, paint))
    if record is None:
        terminal.note("not on record: there is no store here, and no --log was named")
    else:
        signed = "signed" if record.signature else "not signed"
        terminal.note(f"record {record.record_id} is in {done.kept}, {signed}")
