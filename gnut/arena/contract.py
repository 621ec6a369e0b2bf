"""What adversarial review takes and gives: profiles and tasks, attacks and rulings, verdicts."""

from __future__ import annotations

from msgspec import Struct

from gnut.model import Rate

PROFILE = "groundnut-arena-emission-profile/v1"
EMISSION = "groundnut-arena-task-emission/v1"
POLICY = "groundnut-arena-policy/v1"
REPORT = "groundnut-arena-report/v2"

TRIGGERS = ("absence", "derived", "inferential")
"""Why an assertion is proposed, in the order in which the first that matches is named."""

KINDS = ("markdown", "plain_text", "rendered_html")
"""What tasks are emitted from."""

SUFFIXES = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".qmd": "markdown",
    ".mdx": "markdown",
    ".html": "rendered_html",
    ".htm": "rendered_html",
    ".txt": "plain_text",
}
"""Kind by the ending of a file's name, in lower case; nothing is emitted from others."""

SEVERITIES = ("fatal", "material", "minor")
RULINGS = ("lands", "glances", "misses")

CONSENSUS = ("not_required", "incomplete", *RULINGS, "disagrees")
"""What the rulings on one attack come to: nothing to rule on, too few that count, one word, or several."""

VERDICTS = ("stands", "flagged", "contested", "withheld", "unruled", "unattacked")
"""What becomes of a task. `stands` says that no attack held, not that the assertion is true."""


class Bounds(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of an assertion and its context, in characters; a Han, kana or Hangul character counts as two."""

    min_characters: int
    max_characters: int
    context_max_sentences: int
    context_max_characters: int


class Patterns(Struct, frozen=True, forbid_unknown_fields=True):
    """Regular expressions, blind to case, that make a sentence a task; each list has at least one."""

    absence: tuple[str, ...]
    derived: tuple[str, ...]
    inferential: tuple[str, ...]


class EmissionProfile(Struct, frozen=True, forbid_unknown_fields=True):
    """Which sentences are proposed for attack (`groundnut-arena-emission-profile/v1`)."""

    schema: str
    key: str
    version: str
    patterns: Patterns
    bounds: Bounds
    sha256: str


class Reader(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules by which a report is cut into sentences and sections."""

    key: str
    version: str


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """One assertion to attack."""

    task_id: str
    assertion: str
    context: str
    """Other sentences of the same section, in reading order; empty when there are none."""

    location: str
    """`sentence N, section M` of an emitted task: sentences from 1, sections from 0, over the whole report."""

    trigger: str | None
    """One of `TRIGGERS` for an emitted task; whatever its author wrote for another; None when that is nothing."""

    section: int | None


class Emission(Struct, frozen=True, forbid_unknown_fields=True):
    """The assertions of a report that are proposed for attack (`groundnut-arena-task-emission/v1`)."""

    schema: str
    kind: str
    """One of `KINDS`."""

    input_sha256: str
    """Of the report's bytes."""

    profile: EmissionProfile
    """In full: who has the report and this object can emit again."""

    reader: Reader
    tasks: tuple[Task, ...]
    """In reading order."""

    sha256: str


class ArenaPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """What a task has to withstand; frozen and hashed (`groundnut-arena-policy/v1`)."""

    schema: str
    key: str
    version: str
    frozen_at: str
    lenses: tuple[str, ...]
    """Ways to attack, in the order in which they are shown; unique, at least one."""

    required_rulings: int
    """Rulings on each attack, all from distinct families and sessions, none of them the attacker's."""


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """What one attacker found through one lens."""

    task_id: str
    lens: str
    attack: str | None
    """None when the attacker looked and found nothing."""

    severity: str | None
    """One of `SEVERITIES`; None beside a null attack."""

    model: str
    model_family: str
    session_id: str
    premise_probe: str | None
    """A question that would settle a premise; None without one, and beside a null attack."""


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """What one judge says of one attack."""

    task_id: str
    lens: str
    ruling: str
    """One of `RULINGS`."""

    reason: str
    model: str
    model_family: str
    session_id: str


class Bout(Struct, frozen=True, forbid_unknown_fields=True):
    """One attack with its rulings."""

    lens: str
    consensus: str
    """One of `CONSENSUS`."""

    attack: Attack
    rulings: tuple[Ruling, ...]
    """Sorted by family, session, then the rest."""


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of one task."""

    task: Task
    verdict: str
    """One of `VERDICTS`."""

    bouts: tuple[Bout, ...]
    """One a lens that was attacked, in the policy's order."""


class Inputs(Struct, frozen=True, forbid_unknown_fields=True):
    """Hashes of what was adjudicated, over canonical forms; attacks and rulings sorted, tasks in their order."""

    tasks_sha256: str
    attacks_sha256: str
    rulings_sha256: str
    emission_sha256: str | None
    """Self-hash of the emission that the tasks came in; None for tasks without one."""


class Totals(Struct, frozen=True, forbid_unknown_fields=True):
    """Tasks by verdict; they add up to all tasks."""

    stands: int
    flagged: int
    contested: int
    withheld: int
    unruled: int
    unattacked: int


class ArenaReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of every task (`groundnut-arena-report/v2`).

    It holds all it was computed from, so that anybody can compute it again.
    """

    schema: str
    policy: ArenaPolicy
    policy_sha256: str
    inputs: Inputs
    passed: bool
    """At least one task, and every task stands."""

    withheld_density: Rate
    """Withheld among all tasks."""

    totals: Totals
    findings: tuple[Finding, ...]
    """In the order of the tasks."""

    sha256: str
