"""The arena tasks that a run carries: a closed form, its own hashes, each task once."""

from __future__ import annotations

from gnut.account.core.facts import need, need_schema, need_word
from gnut.account.core.identities import need_hash, need_text
from gnut.arena.contract import EMISSION, KINDS, PROFILE, TRIGGERS, Emission
from gnut.errors import BadReceipt
from gnut.model import self_hash
from gnut.text.fitted import fitted


def emission_of(given: object) -> Emission:
    """Return the tasks that a host hands over as JSON.

    Raises:
        BadReceipt: They have another form, or break a rule of `emission_holds`; the pointer begins at the run.
    """
    at = "/arena_emission"
    try:
        made = fitted(given, Emission)
    except BadReceipt as error:
        said = str(error).removeprefix(f"{error.pointer}: ")
        raise BadReceipt(said, code=error.code, pointer=f"{at}{error.pointer}") from None
    emission_holds(made, at)
    return made


def emission_holds(made: Emission, at: str = "") -> None:
    """Refuse tasks of another contract, under hashes that are not theirs, or given twice.

    Whether the report gives these tasks is for a replay to find out.
    """
    need_schema(made.schema, EMISSION, at)
    need_word(made.kind, KINDS, f"{at}/kind")
    need_hash(made.input_sha256, f"{at}/input_sha256")
    need_schema(made.profile.schema, PROFILE, f"{at}/profile")
    need_text(made.profile.key, f"{at}/profile/key")
    need_text(made.profile.version, f"{at}/profile/version")
    for part, place in ((made.profile, f"{at}/profile"), (made, at)):
        need(part.sha256 == self_hash(part), "the hash is not of the content", "self_hash_mismatch", f"{place}/sha256")
    seen: set[str] = set()
    for index, task in enumerate(made.tasks):
        place = f"{at}/tasks/{index}"
        need_text(task.task_id, f"{place}/task_id")
        need_text(task.assertion, f"{place}/assertion")
        need_word(task.trigger, TRIGGERS, f"{place}/trigger")
        need(task.section is not None, "an emitted task has a section", "emission_inconsistent", f"{place}/section")
        need(task.task_id not in seen, "the id stands twice", "duplicate_task_id", f"{place}/task_id")
        seen.add(task.task_id)
