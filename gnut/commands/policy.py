"""`gnut policy`: what is wrong with a policy of answers, and what one comes to."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.edge import answering, terminal
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import GnutError
from gnut.formats import escape
from gnut.formats.indented import indented
from gnut.verify_answer.core.policies import problems, remarks


def lint(world: World, files: Sequence[str]) -> int:
    """Print `FILE:LINE: CODE problem` for all that is wrong with some policies, and note beside what is seldom meant.

    Returns:
        0 when nothing is, 1 otherwise.

    Raises:
        InputMissing: A file cannot be read; the others are linted all the same.
    """
    code = 0
    unread: GnutError | None = None
    for named in files:
        try:
            text = answering.policy_text(world, named)
        except GnutError as fault:
            if unread is not None:
                terminal.note(f"error: {escape.one_line(str(unread))}")
            unread = fault
            continue
        found = problems(text, answering.shipped())
        for each in found:
            code = 1
            help_text = f" ({each.help})" if each.help else ""
            line = "" if each.line is None else f":{each.line}"
            shown = escape.one_line(each.message + help_text)
            terminal.out(f"{escape.path(legible(named))}{line}: {each.code} {shown}\n")
        if not found:
            made = answering.policy_at(world, named)
            for remark in remarks(made):
                terminal.note(f"{legible(named)}: note: {escape.one_line(remark)}")
            terminal.note(f"{legible(named)}: policy {made.id} {made.version} stands, {made.hash}")
    if unread is not None:
        raise unread
    return code


def show(world: World, name: str, *, resolved: bool) -> int:
    """Print a policy as written, or with what it extends and every default, and its hash.

    Returns:
        0.

    Raises:
        BadMap: The policy breaks its contract.
        InputMissing: There is no such policy or file.
    """
    text = answering.policy_text(world, name)
    made = answering.policy_at(world, name)
    if resolved:
        terminal.out(indented(made.form))
    else:
        # JSON may be indented by tabs, and lines end; all else that a terminal obeys is spelled out.
        lines = text.removesuffix("\n").replace("\r\n", "\n").split("\n")
        terminal.out("".join("\t".join(map(escape.terminal, line.split("\t"))) + "\n" for line in lines))
    terminal.note(f"policy {made.id} {made.version}, {made.hash}")
    return 0
