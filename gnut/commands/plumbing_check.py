"""`gnut plumbing check`: a report and its sources in one request, nothing from the store or the network."""

from __future__ import annotations

from typing import Any

import msgspec

from gnut.acquire.contract import EPOCH, WHYS, Acquired
from gnut.acquire.core import snapshot, source, why_of
from gnut.acquire.core.homes import address_notes
from gnut.acquire.core.identity import redirected
from gnut.edge.policies import all_shipped, shipped
from gnut.errors import MalformedReport
from gnut.ingest.core import profile
from gnut.ledger.contract import CHECK, CheckReport, Outcome
from gnut.model import Absence, Fetched, Report, Request, Source, Uri
from gnut.run import run
from gnut.text.credentials import concealed
from gnut.text.source import Unreadable, read
from gnut.text.uris import source_uri

FIELDS = frozenset({"report", "report_path", "sources", "profile", "policy"})
SOURCE_FIELDS = frozenset({"text", "html", "pdf_text", "pdf_pages", "content_type", "status", "error", "final"})
ERRORS = {"dns": "dns_error"}


def check_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of `check` for a report with its sources given inline.

    Raises:
        MalformedReport: A field is unknown or of the wrong type, or the report cannot be read.
    """
    _refuse_unknown(given, FIELDS, "request")
    path = _text(given, "report_path") or "report.md"
    report = Report(path, _required(given, "report").encode("utf-8", "surrogatepass"), ())
    acquired = _sources(given.get("sources", {}), path)
    done = run(
        report,
        profile=profile(given.get("profile")),
        sources=lambda request: _take(acquired, request),
        policy=shipped(_text(given, "policy") or "default"),
        policies=all_shipped(),
    )
    passed = done.ledger.outcome in (Outcome.CLEAR, Outcome.WAIVED)
    answer: dict[str, Any] = msgspec.to_builtins(CheckReport(CHECK, 0 if passed else 1, (done.ledger,)))
    return answer | {"rows": answer["reports"][0]["rows"]}


def _take(acquired: dict[Uri, Acquired], request: Request) -> Acquired:
    return acquired.get(request.uri, Absence(request.uri, "not_acquired", "not among the sources of the request"))


def _sources(given: dict[str, Any], path: str) -> dict[Uri, Acquired]:
    if not isinstance(given, dict):
        raise MalformedReport("`sources` is an object from address to source", code="malformed_request")
    return dict(_source(written, each, path) for written, each in given.items())


def _source(written: str, given: Any, path: str) -> tuple[Uri, Acquired]:
    uri = source_uri(written, path)
    if not isinstance(uri, str):
        raise MalformedReport(f"source {written!r} has no identity: {uri.why}", code="malformed_request")
    if not isinstance(given, dict):
        raise MalformedReport(f"source {written!r} is not an object", code="malformed_request")
    named = {key for key in given if not key.startswith("bytes_")}
    _refuse_unknown(dict.fromkeys(named), SOURCE_FIELDS, f"source {written!r}")
    return Uri(uri), _acquired(Uri(uri), written, given)


def _acquired(uri: Uri, written: str, given: dict[str, Any]) -> Acquired:
    error = _text(given, "error")
    if error is not None:
        why = ERRORS.get(error, error)
        if why not in WHYS:
            raise MalformedReport(f"source {written!r} has unknown error {error!r}", code="malformed_request")
        return Absence(uri, why, error)
    status = given.get("status", 200)
    if type(status) is not int:
        raise MalformedReport(f"source {written!r}: `status` is a number", code="malformed_request")
    if status != 200:
        return Absence(uri, why_of(status), f"HTTP {status}")
    final = concealed(_text(given, "final") or uri)
    for key in ("text", "pdf_text"):
        if (text := _text(given, key)) is not None:
            return _plain(uri, final, text)
    if (pages := given.get("pdf_pages")) is not None:
        if not isinstance(pages, list) or not all(isinstance(page, str) for page in pages):
            raise MalformedReport(f"source {written!r}: `pdf_pages` is a list of strings", code="malformed_request")
        return _plain(uri, final, "\f".join(pages))
    return _read(uri, written, final, given)


def _plain(uri: Uri, final: str, text: str) -> Acquired:
    """Return a source whose text came as it is: a complete window, unless there is nothing in it."""
    if not text.strip():
        return Absence(uri, "no_text", "the source holds no text that could be read")
    moved = redirected(uri, final)
    return Source(uri, final, None, text, None, "complete", False, moved, address_notes(uri, final))


def _read(uri: Uri, written: str, final: str, given: dict[str, Any]) -> Acquired:
    body, media_type = _body(written, given)
    fetched = Fetched(uri, final, 200, _text(given, "content_type") or media_type, body, (), False)
    extracted = read(body, fetched.media_type, uri)
    if isinstance(extracted, Unreadable):
        return Absence(uri, extracted.why, extracted.detail)
    known, _ = snapshot(fetched, extracted, None, EPOCH)
    return source(None, known.snapshot, extracted.text, extracted.hidden_text)


def _body(written: str, given: dict[str, Any]) -> tuple[bytes, str | None]:
    if (html := _text(given, "html")) is not None:
        return html.encode("utf-8"), "text/html; charset=utf-8"
    for key, value in given.items():
        if key.startswith("bytes_") and isinstance(value, str):
            try:
                return value.encode(key.removeprefix("bytes_")), None
            except (LookupError, ValueError) as error:
                raise MalformedReport(f"source {written!r}: {error}", code="malformed_request") from None
    raise MalformedReport(f"source {written!r} has neither text nor bytes", code="malformed_request")


def _refuse_unknown(given: dict[str, Any], known: frozenset[str], where: str) -> None:
    unknown = sorted(set(given) - known)
    if unknown:
        raise MalformedReport(f"{where} has unknown field {unknown[0]!r}", code="unknown_field")


def _text(given: dict[str, Any], key: str) -> str | None:
    value = given.get(key)
    if value is not None and not isinstance(value, str):
        raise MalformedReport(f"`{key}` is a string", code="malformed_request")
    return value


def _required(given: dict[str, Any], key: str) -> str:
    value = _text(given, key)
    if value is None:
        raise MalformedReport(f"`{key}` is missing", code="malformed_request")
    return value
