"""Lines of the protocol that are no message: each is answered with an error, as JSON-RPC has it."""

from __future__ import annotations

from typing import Any

from mcp import types

from gnut.errors import NotCanonical
from gnut.text.patterns import lazy
from gnut_store import canon

LONGEST = 1 << 22
"""Characters of a line in which its id is looked for."""

_HALF = lazy(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_NOT_JSON = "the line is not JSON"
_NO_MESSAGE = "the line is no message of JSON-RPC 2.0"
_SURROGATE = r"half a surrogate pair (\ud800 to \udfff alone) is no character"


def unreadable(fault: Exception) -> types.JSONRPCError:
    """Return the answer to a line that the protocol's library could not read as a message.

    Its id is that of the request, where the line can be read that far: half a surrogate pair in some text of it is no
    reason to leave a client waiting. Else it is null.
    """
    errors = fault.errors(include_url=False, include_context=False) if hasattr(fault, "errors") else []
    if not errors or errors[0]["type"] != "json_invalid":
        # Of a line that is JSON, the whole message is the input that lacks a member.
        told = [each["input"] for each in errors if each["type"] == "missing" and len(each["loc"]) == 2]
        return _error(_id(told[0] if told else None), types.INVALID_REQUEST, _NO_MESSAGE)
    line = str(errors[0]["input"])
    if len(line) > LONGEST or _HALF.search(line) is None:
        return _error(None, types.PARSE_ERROR, _NOT_JSON)
    try:
        # Pairs are taken apart here as well: this reading is for the id alone.
        read = canon.decode(_HALF.sub(r"\\ufffd", line), floats=True)
    except NotCanonical:
        return _error(None, types.PARSE_ERROR, _NOT_JSON)
    return _error(_id(read), types.PARSE_ERROR, _SURROGATE)


def _id(message: Any) -> str | int | None:
    if not isinstance(message, dict) or "method" not in message:
        return None
    told = message.get("id")
    is_id = isinstance(told, int) and not isinstance(told, bool)
    return told if is_id or (isinstance(told, str) and "\ufffd" not in told) else None


def _error(known: str | int | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=known, error=types.ErrorData(code=code, message=message))
