"""`gnut plumbing acquire`: acquiring over snapshots and answers given inline, in the original's words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from gnut.acquire.contract import EPOCH, Acquisition, Answer, Mode, Stored
from gnut.acquire.core import acquire, mode_of, request, snapshot, source_ref, why_of
from gnut.errors import MalformedReport, ObjectMissing
from gnut.model import Absence, Fetched, Request, Source, Uri
from gnut.text.source import Extracted, Unreadable, read
from gnut_store import canon
from gnut_store.oid import Oid, oid_of

LATER = "1970-01-02T00:00:00Z"

PAYWALLED = frozenset({"access_denied", "payment_required", "rate_limited", "login"})
"""Absences that the original calls paywalled (it takes 401, 402, 403 and 429 for one kind)."""

FROM_OLD = {
    "source_paywalled": "payment_required",
    "source_unreachable": "unreachable",
    "source_changed": "bad_response",
}
REQUEST_FIELDS = frozenset({"mode", "snapshots", "live", "requests", "tamper"})


class _Held:
    """A store of a few objects that takes any bytes under any id, so that tampering can be shown."""

    def __init__(self) -> None:
        self.objects: dict[Oid, tuple[str, bytes]] = {}
        self.named: dict[str, list[Oid]] = {}

    def get(self, oid: Oid, kind: str) -> bytes:
        """Return the bytes under `oid`, whatever they are."""
        if oid not in self.objects or self.objects[oid][0] != kind:
            raise ObjectMissing(f"{oid[:15]}… is not there")
        return self.objects[oid][1]

    def refs(self, name: str) -> Iterable[Oid]:
        """Return the ids under `name`."""
        return tuple(self.named.get(name, ()))

    def ref_parts(self, name: str) -> Iterable[str]:
        """Return the next part of every ref under `name`, sorted."""
        return sorted({ref.removeprefix(name + "/") for ref in self.named if ref.startswith(name + "/")})

    def keep(self, objects: Iterable[Stored], refs: Iterable[tuple[str, Oid, str]]) -> None:
        """Take objects and names in."""
        for each in objects:
            self.objects[oid_of(each.kind, each.body)] = (each.kind, each.body)
        for name, oid, _ in refs:
            self.named.setdefault(name, []).append(oid)


def acquire_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return what every request comes to, and which of them went to the live resolver.

    Raises:
        MalformedReport: A field is unknown or of the wrong type.
        Usage: The mode is unknown (`unknown_mode`).
        NetworkNotAllowed: The mode fetches and there is no live resolver (`mode_needs_live_resolver`).
    """
    if "http" in given:
        return _http(_object(given["http"], "http"))
    unknown = sorted(set(given) - REQUEST_FIELDS)
    if unknown:
        raise MalformedReport(f"request has unknown field {unknown[0]!r}", code="unknown_field")
    mode = mode_of(_string(given.get("mode"), "mode"))
    held = _Held()
    for uri, text in _object(given.get("snapshots") or {}, "snapshots").items():
        _put(held, Uri(uri), _string(text, "snapshots"))
    if given.get("tamper") is not None:
        _tamper(held, _object(given["tamper"], "tamper"))
    return _run(held, mode, given)


def _run(held: _Held, mode: Mode, given: dict[str, Any]) -> dict[str, Any]:
    answers = None if given.get("live") is None else _object(given["live"], "live")
    calls: list[str] = []

    def live(asked: Request) -> Answer:
        calls.append(asked.uri)
        return _answer(asked.uri, (answers or {}).get(asked.uri))

    asked = given.get("requests") or []
    if not isinstance(asked, list):
        raise MalformedReport("`requests` is a list of addresses", code="malformed_request")
    uris = [Uri(_string(uri, "requests")) for uri in asked]
    requests = [request(uri, uri) for uri in uris]
    rows = []
    for one in acquire(requests, mode, held, None if answers is None else live, lambda: LATER):
        before = held.refs(source_ref(one.request.uri))
        held.keep(one.objects, one.refs)
        rows.append(_row(one, before, held.refs(source_ref(one.request.uri))))
    return {"acquisitions": rows, "live_calls": calls}


def _row(one: Acquisition, before: Iterable[Oid], after: Iterable[Oid]) -> dict[str, Any]:
    got = one.acquired
    failed = got if isinstance(got, Absence) else None
    return {
        "uri": one.request.uri,
        "ok": failed is None,
        "strategy": one.strategy.value,
        "live_attempted": one.live_attempted,
        "failure": None if failed is None else old_word(failed.why),
        "kind": None if failed is None else failed.why,
        "detail": None if failed is None else _detail(failed),
        "text": got.text if isinstance(got, Source) else None,
        "final_uri": got.final_uri if isinstance(got, Source) else None,
        "snapshot_hash_recorded": one.snapshot is not None,
        "snapshot_present_after": bool(tuple(after)),
        "snapshot_changed": tuple(before) != tuple(after),
    }


def old_word(why: str) -> str:
    """Return the original's word for a kind of absence."""
    if why == "snapshot_invalid":
        return "source_changed"
    return "source_paywalled" if why in PAYWALLED else "source_unreachable"


def _detail(absence: Absence) -> str:
    if absence.why == "not_acquired":
        return "snapshot_missing"
    return absence.detail.partition(":")[0]


def _answer(uri: Uri, given: Any) -> Answer:
    if given is None:
        return Absence(uri, "unreachable", "not_given")
    row = _object(given, "live")
    if "failure" in row:
        why = _string(row["failure"], "failure")
        return Absence(uri, FROM_OLD.get(why, why), _string(row.get("detail") or why, "detail"))
    return _captured(uri, _string(row.get("text"), "text"))


def _captured(uri: Uri, text: str) -> tuple[Fetched, Extracted] | Absence:
    fetched = Fetched(uri, uri, 200, "text/plain; charset=utf-8", text.encode(), (), False)
    extracted = read(fetched.body, fetched.media_type, uri)
    if isinstance(extracted, Unreadable):
        return Absence(uri, extracted.why, extracted.detail)
    return fetched, extracted


def _put(held: _Held, uri: Uri, text: str) -> None:
    answer = _captured(uri, text)
    if isinstance(answer, Absence):
        raise MalformedReport(f"snapshot {uri!r}: {answer.detail}", code="malformed_request")
    known, objects = snapshot(*answer, None, EPOCH)
    held.keep(objects, [(source_ref(uri), known.oid, "team")])


def _tamper(held: _Held, given: dict[str, Any]) -> None:
    """Change one thing of a snapshot under its id, as somebody with an editor could."""
    uri, how = Uri(_string(given.get("uri"), "uri")), _string(given.get("how"), "how")
    for oid in held.refs(source_ref(uri)):
        members = canon.decode(held.get(oid, "snapshot"))
        assert isinstance(members, dict)
        if how == "text":
            text = Oid(_string(members["text"], "text"))
            held.objects[text] = ("text", held.objects[text][1] + b" And more.")
            return
        if how not in ("hash", "schema", "final_uri"):
            raise MalformedReport(f"unknown way to tamper {how!r}", code="malformed_request")
        changed = {"hash": {"sha256": "0" * 64}, "schema": {"schema": "groundnut-source-snapshot/v99"}}
        edit: dict[str, Any] = changed.get(how, {"final_uri": "https://elsewhere.example/"})
        held.objects[oid] = ("snapshot", canon.encode(members | edit))


def _http(given: dict[str, Any]) -> dict[str, Any]:
    """Answer for one reply of a server, without a store."""
    uri = Uri("https://source.example/")
    if given.get("network_error") is not None:
        return _refused("source_unreachable", "network_error")
    status = given.get("status")
    if not isinstance(status, int):
        raise MalformedReport("`status` is an integer", code="malformed_request")
    if status != 200:
        return _refused(old_word(why_of(status)), f"http_{status}")
    media_type = _string(given.get("content_type") or "", "content_type") or None
    extracted = read(_string(given.get("body"), "body").encode(), media_type, uri)
    if isinstance(extracted, Unreadable):
        return _refused("source_unreachable", extracted.why)
    return {
        "ok": True,
        "failure": None,
        "detail": None,
        "text": extracted.text,
        "media_type": extracted.media_type,
        "extraction": msgspec.to_builtins(extracted.extractor),
    }


def _refused(failure: str, detail: str) -> dict[str, Any]:
    return {"ok": False, "failure": failure, "detail": detail, "text": None, "media_type": None}


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MalformedReport(f"`{name}` is an object", code="malformed_request")
    return value


def _string(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise MalformedReport(f"`{name}` is a string", code="malformed_request")
    return value
