"""The one way a fetch stops: with a named failure and a line for people."""

from __future__ import annotations

from gnut.text.credentials import issued


class Refused(Exception):
    """A fetch that ends here; it becomes an `Absence` at the door and never leaves it as an exception.

    Attributes:
        why: One of `gnut.acquire.contract.FETCH_WHYS`.
        detail: One line; untrusted text in it has passed `plain`.
        lasting: Whether the same comes of another try, although most failures of this kind pass.
        after: Seconds that the server asks to be left alone for; None when it does not say.
    """

    def __init__(self, why: str, detail: str, *, lasting: bool = False, after: float | None = None) -> None:
        """Build the refusal from its kind, its line, and what is known of another try."""
        super().__init__(f"{why}: {detail}")
        self.why = why
        self.detail = detail
        self.lasting = lasting
        self.after = after


def plain(text: str, limit: int = 80) -> str:
    """Return `text` cut to `limit` characters, with everything but printable ASCII as escapes.

    What a server sends must not reach a terminal, a log or a record with its control bytes alive.
    """
    text = issued(text)  # First: of a credential that is cut nobody sees what it is.
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    escaped = cut.encode("unicode_escape").decode("ascii").replace("\\u2026", "...")
    return "".join(sign if " " <= sign <= "~" else "?" for sign in escaped)
