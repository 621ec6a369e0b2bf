"""Traces of agents: JSON-RPC messages of the Model Context Protocol, read in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from gnut.errors import GnutError, NotCanonical
from gnut.text import maps
from gnut_store import canon

MAX_TRACE = 256 << 20
MAX_LINE = 16 << 20
MAX_MESSAGES = 1_000_000


FROM_CLIENT, FROM_SERVER = "client_to_server", "server_to_client"
"""What the optional member `direction` of a message may say."""


class BadTrace(GnutError):
    """A trace that cannot be read to its end: what is skipped could hide a call."""

    code = "bad_trace"


class Message(Struct, frozen=True):
    """One message of a trace."""

    line: int
    """Of the trace, from 1; of a list the number of the message."""

    body: dict[str, Any]

    @property
    def params(self) -> dict[str, Any]:
        """Its parameters by name; none where it has others."""
        params = self.body.get("params")
        return params if isinstance(params, dict) else {}

    @property
    def sender(self) -> str | None:
        """Its `direction`; None where the trace has none."""
        return self.body.get("direction")


def messages(trace: str | Sequence[object]) -> Iterator[Message]:
    """Yield the messages of a trace: JSON Lines, one JSON list, or a list of decoded messages; batches one by one.

    Raises:
        BadTrace: A line is no JSON-RPC 2.0 message; the error names it.
    """
    for line, value in _values(trace):
        for each in value if isinstance(value, list) and value else [value]:
            yield Message(line, _message(each, line))


def _values(trace: str | Sequence[object]) -> Iterator[tuple[int, object]]:
    if not isinstance(trace, str):
        if len(trace) > MAX_MESSAGES:
            raise BadTrace(f"the trace has over {MAX_MESSAGES} messages")
        yield from enumerate(trace, 1)
        return
    if len(trace) > MAX_TRACE:
        raise BadTrace(f"the trace has over {MAX_TRACE} characters")
    if trace.lstrip().startswith("["):
        yield from _listed(trace)
        return
    for number, line in enumerate(trace.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            yield number, _decoded(line, number)


def _listed(trace: str) -> Iterator[tuple[int, object]]:
    """Read a trace that is one JSON list; JSON Lines of batches begin with a bracket too."""
    try:
        whole = canon.decode(trace.strip(), floats=True, limit=MAX_TRACE)
    except NotCanonical:
        for number, line in enumerate(trace.split("\n"), 1):
            if line.strip():
                yield number, _decoded(line, number)
        return
    yield from enumerate(whole if isinstance(whole, list) else [whole], 1)


def _decoded(line: str, number: int) -> object:
    try:
        return canon.decode(line.strip(), floats=True, limit=MAX_LINE)
    except NotCanonical as fault:
        raise BadTrace(f"trace line {number}: no JSON: {fault}") from None


def _message(value: object, line: int) -> dict[str, Any]:
    where = f"trace line {line}"
    if not isinstance(value, dict):
        raise BadTrace(f"{where}: expected a JSON-RPC message, got {maps.kind(value)}")
    if value.get("jsonrpc") != "2.0" or not {"method", "result", "error"} & value.keys():
        raise BadTrace(f"{where}: no JSON-RPC 2.0 message: it has no `jsonrpc`, or neither a method nor an answer")
    if ("method" in value and {"result", "error"} & value.keys()) or {"result", "error"} <= value.keys():
        raise BadTrace(f"{where}: a message is a request or an answer, with a result or with an error")
    if value.get("direction") not in (None, FROM_CLIENT, FROM_SERVER):
        raise BadTrace(f"{where}: `direction` is `{FROM_CLIENT}` or `{FROM_SERVER}`")
    if "method" in value and not isinstance(value["method"], str):
        raise BadTrace(f"{where}: `method` is a text")
    if isinstance(value.get("id"), (dict, list, bool)):
        raise BadTrace(f"{where}: an id is a text or a number")
    if "method" not in value and value.get("id") is None and "result" in value:
        raise BadTrace(f"{where}: a result without an id answers nothing")
    return value


def key_of(value: object) -> str:
    """Return an id as it is compared: the text `1` and the number 1 are two."""
    return canon.dumps_line(value)


def digest(value: object) -> str:
    """Return `sha256:` and the SHA-256 of a value's form with sorted keys: floats may be in it."""
    return f"sha256:{canon.sha256(canon.sorted_line(value))}"
