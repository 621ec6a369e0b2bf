"""The sources of a stored run, out of its bundle."""

from __future__ import annotations

from gnut.account.core.acquisitions import HELD
from gnut.account.records import Acquisition
from gnut.acquire.contract import Acquired, Snapshot
from gnut.acquire.core.capture import source
from gnut.acquire.core.consistent import is_of
from gnut.acquire.core.replay import load
from gnut.errors import BadReceipt
from gnut.model import Absence, Request, Source
from gnut.verify_receipt.contract import CODES, Bundle
from gnut_store import canon
from gnut_store.oid import oid_of


class Stored:
    """The sources of a stored run, read from its bundle; what failed fails again in the same way."""

    def __init__(self, bundle: Bundle, acquisitions: tuple[Acquisition, ...]) -> None:
        """Take them from `bundle`, as far as `acquisitions` name them."""
        self._bundle = bundle
        self._at = {one.result.uri: (at, one) for at, one in enumerate(acquisitions)}

    def __call__(self, request: Request) -> Acquired:
        """Return the source, or the absence that the run recorded.

        Raises:
            BadReceipt: Its snapshot or its text is not at hand or not sound.
        """
        if request.uri not in self._at:
            return Absence(request.uri, "not_acquired", "the run names no such source")
        at, one = self._at[request.uri]
        pointer = f"/run/acquisitions/{at}"
        body = self._bundle.snapshots.get(one.result.source_id)
        in_force = one.snapshot is not None or one.strategy in HELD
        if body is not None and in_force:
            return self._captured(one, body, pointer)
        if in_force and one.snapshot is not None:
            raise refused("snapshot_missing", f"{pointer}/snapshot")
        if not one.result.ok:
            return Absence(request.uri, str(one.result.failure), str(one.result.detail))
        return self._inline(one, pointer)

    def _captured(self, one: Acquisition, body: bytes, pointer: str) -> Acquired:
        snapshot = load(body, one.result.uri)
        if isinstance(snapshot, Absence):
            raise refused("snapshot_invalid", f"{pointer}/snapshot")
        text = self._text(snapshot.window.text_sha256, pointer)
        if not is_of(snapshot, text):
            raise refused("snapshot_invalid", f"{pointer}/snapshot")
        hidden = self._hidden(one.result.source_id, snapshot, pointer)
        return source(oid_of("snapshot", body), snapshot, text, hidden, canon.sha256(body))

    def _text(self, sha256: str | None, pointer: str) -> str:
        body = self._bundle.texts.get(str(sha256))
        if body is None:
            raise refused("text_missing", f"{pointer}/result/source_sha256")
        return _decoded(body, canon.sha256(body) == sha256, "other_text", f"{pointer}/result/source_sha256")

    def _hidden(self, source_id: str, snapshot: Snapshot, pointer: str) -> str | None:
        body = self._bundle.hidden.get(source_id)
        if snapshot.hidden_text is None:
            return None
        same = body is not None and oid_of("text", body) == snapshot.hidden_text
        return _decoded(body or b"", same, "other_hidden_text", f"{pointer}/snapshot")

    def _inline(self, one: Acquisition, pointer: str) -> Source:
        """Return a text that no snapshot stands for: all that is known of it is what the run says."""
        result = one.result
        hidden = self._bundle.hidden.get(result.source_id)
        return Source(
            uri=result.uri,
            final_uri=str(result.final_uri),
            snapshot=None,
            text=self._text(result.source_sha256, pointer),
            hidden_text=None if hidden is None else hidden.decode("utf-8", "replace"),
            truncation=str(result.truncation),
            supplied=result.supplied,
            redirected=result.redirected,
            notes=result.notes,
        )


def _decoded(body: bytes, same: bool, code: str, pointer: str) -> str:
    try:
        text = body.decode("utf-8") if same else None
    except UnicodeDecodeError:
        text = None
    if text is None:
        raise refused(code, pointer)
    return text


def refused(code: str, pointer: str) -> BadReceipt:
    """Return the error that refuses a run under `code` at `pointer`."""
    return BadReceipt(CODES[code], code=code, pointer=pointer)
