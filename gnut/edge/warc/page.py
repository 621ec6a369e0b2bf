"""The bytes of one record as a page: digests held against them, frames and codings undone, once for all its sources."""

from __future__ import annotations

from gnut.edge.net.limits import Limits
from gnut.edge.net.refusal import Refused
from gnut.edge.warc.digest import Checked, both, check, parsed
from gnut.edge.warc.frame import Piece
from gnut.edge.warc.http import body, head, unframed, whole
from gnut.edge.warc.record import Entry, Fields, resource_type


class Page:
    """One record, read when it is first asked for."""

    def __init__(self, entry: Entry, piece: Piece, block: bytes, limits: Limits) -> None:
        """Read nothing yet.

        Args:
            entry: What its head said.
            piece: The record.
            block: All of its block.
            limits: Bounds of a live page.
        """
        self.media_type = entry.media_type
        self._kind, self._fields, self._block, self._limits = entry.kind, Fields(piece), block, limits
        self._found: tuple[bytes, tuple[bytes, ...], Checked] | Refused | None = None
        self._claims: dict[tuple[str, bytes] | None, Checked] = {}

    def read(self, claimed: tuple[str, bytes] | None) -> tuple[bytes, Checked]:
        """Return the bytes, and what became of their digests.

        Args:
            claimed: Payload digest of a repetition that leads here.

        Raises:
            Refused: `decode_error` for a digest of other bytes; else as a live page is refused.
        """
        if self._found is None:
            try:
                self._found = self._read()
            except Refused as refusal:
                self._found = refusal
        if isinstance(self._found, Refused):
            raise self._found
        found, forms, checked = self._found
        if claimed not in self._claims:
            self._claims[claimed] = check(claimed, forms)
        return found, _held(both(checked, self._claims[claimed]))

    def _read(self) -> tuple[bytes, tuple[bytes, ...], Checked]:
        checked = _held(check(parsed(self._fields.get("warc-block-digest")), (self._block,)))
        if self._kind == "resource":
            self.media_type = resource_type(self.media_type)
            found = whole(self._block, self._limits)
            forms: tuple[bytes, ...] = (self._block,)
        else:
            reply = head(self._block, self._limits)
            stored = self._block[reply.end :]
            transferred = unframed(reply, stored, self._limits)
            found = body(reply, transferred, self._limits)
            forms = (stored, transferred, found)
        payload = check(parsed(self._fields.get("warc-payload-digest")), forms)
        return found, forms, _held(both(checked, payload))


def _held(checked: Checked) -> Checked:
    """Return what is no failure.

    Raises:
        Refused: It is one.
    """
    if checked is Checked.FAILED:
        raise Refused("decode_error", "a digest in the archive is not the one of its bytes")
    return checked
