"""Tables on a terminal, and the only rich; imported when something is drawn, never before."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gnut.formats.escape import one_line


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, width: int, color: bool) -> str:
    """Return rows as a table that fits the page; cells hold plain text, whatever it looks like.

    Args:
        title: Line above the table.
        heads: Name of each column; the last takes the room that is left.
        rows: Untrusted texts, one a column.
        width: Columns of the page.
        color: Whether to use escape sequences.
    """
    drawn = Table(title=Text(title), title_justify="left", box=SIMPLE_HEAD, pad_edge=False, expand=False)
    for index, head in enumerate(heads):
        drawn.add_column(Text(head), overflow="fold", no_wrap=index < 2, ratio=None)
    for row in rows:
        # Text, not str: a str would be read as markup, and `[/]` in a report is an error there.
        drawn.add_row(*(Text(one_line(cell)) for cell in row))
    stream = StringIO()
    console = Console(
        file=stream,
        width=width,
        force_terminal=color,
        no_color=not color,
        color_system="standard" if color else None,
        legacy_windows=False,
        highlight=False,
        emoji=False,
        markup=False,
    )
    console.print(drawn)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"
