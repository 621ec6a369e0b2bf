"""What an agent asked for, whether it ran, and whether a person approved: read from the messages of its trace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from gnut.verify_run.contract import MAX_NAME, RISKS
from gnut.verify_run.core.traces import BadTrace, Message, digest, key_of

SAMPLING = "sampling/createMessage"
ELICITATION = "elicitation/create"
PING = "ping"
OF_SERVER = {SAMPLING: "role", ELICITATION: "action", "roots/list": "roots"}
"""Methods that a server asks its client for, and the member that every result of them has; `ping` may be either's."""


class Asked:
    """One thing asked for, as the trace goes on."""

    def __init__(self, line: int, tool: str, arguments: object, meta: dict[str, Any]) -> None:
        """Note what was asked in which line."""
        self.line, self.tool = line, tool
        self.arguments_hash = digest(arguments)
        self.meta = meta
        self.server: str | None = None
        self.operation: str | None = None
        self.risk: str | None = None
        self.result_hash: str | None = None
        self.executed = False
        self.approval: bool | None = None
        """Whether a person approved it; None when the trace shows nobody being asked."""


class _Request(NamedTuple):
    """A request that waits for its answer."""

    method: str
    asked: Asked | None
    """The step that it is, or that it asks a person about."""


class Run:
    """A trace, read message by message."""

    def __init__(self) -> None:
        """Start before the first message."""
        self.asked: list[Asked] = []
        # Client and server number their requests each for themselves (JSON-RPC 2.0): one id may be open on both sides.
        self._of_client: dict[str, _Request] = {}
        self._of_server: dict[str, _Request] = {}
        self._risks: dict[str, str] = {}
        self._server: str | None = None

    def read(self, messages: Iterable[Message]) -> list[Asked]:
        """Return everything that was asked for, in order.

        Raises:
            BadTrace: A call has no name, a request takes an id that is still open, or an answer answers nothing.
        """
        for message in messages:
            body = message.body
            if "method" in body:
                self._method(message.line, body)
            else:
                self._answer(message.line, body)
        return self.asked

    def _method(self, line: int, body: dict[str, Any]) -> None:
        method, own = body["method"], body.get("id")
        params = body.get("params")
        params = params if isinstance(params, dict) else {}
        request = _Request(method, None)
        if method == "tools/call":
            name = params.get("name")
            if not isinstance(name, str) or not name:
                raise BadTrace(f"trace line {line}: tools/call without a name")
            if len(name) > MAX_NAME:
                raise BadTrace(f"trace line {line}: the name of the tool is over {MAX_NAME} characters")
            request = _Request(method, self._step(Asked(line, name, params.get("arguments"), _meta(params))))
        elif method == SAMPLING:
            request = _Request(method, self._step(Asked(line, SAMPLING, params, _meta(params))))
        elif method == ELICITATION and own is not None:
            request = _Request(method, self._last_open())
            if request.asked is not None:
                request.asked.approval = False  # Until somebody accepts.
        if own is not None:
            self._open(line, own, request)
        elif request.asked is not None:
            # A notification is never answered: whether it ran cannot be seen, so it counts as run.
            request.asked.executed = True

    def _last_open(self) -> Asked | None:
        calls = (each.asked for each in reversed(self._of_client.values()) if each.method == "tools/call")
        return next(calls, None)

    def _open(self, line: int, own: object, request: _Request) -> None:
        key = key_of(own)
        sides = [self._of_server if request.method in OF_SERVER else self._of_client]
        if request.method == PING and key in sides[0]:
            sides = [self._of_server]
        if key in sides[0]:
            raise BadTrace(f"trace line {line}: the id {key} asks again before it was answered")
        sides[0][key] = request

    def _step(self, asked: Asked) -> Asked:
        asked.server = _said(asked.meta, "server") or self._server
        asked.operation = _said(asked.meta, "operation") or asked.tool
        asked.risk = _risk(asked.meta.get("risk")) or self._risks.get(asked.tool)
        said = asked.meta.get("approved")
        asked.approval = said if isinstance(said, bool) else None
        self.asked.append(asked)
        return asked

    def _answer(self, line: int, body: dict[str, Any]) -> None:
        if body.get("id") is None:
            return  # An error that could be tied to no request: nothing ran by it.
        key = key_of(body["id"])
        theirs = self._of_server.get(key)
        side = self._of_server if theirs and self._is_of_server(theirs, key, body) else self._of_client
        request = side.pop(key, None)
        if request is None:
            raise BadTrace(f"trace line {line}: answers the id {key}, which nothing before it asks")
        result = body.get("result")
        if request.method == ELICITATION:
            if request.asked is not None and isinstance(result, dict):
                request.asked.approval = result.get("action") == "accept"
        elif request.asked is not None:
            _end(request.asked, body)
        elif request.method == "tools/list":
            self._note_tools(result)
        elif request.method == "initialize":
            info = result.get("serverInfo") if isinstance(result, dict) else None
            self._server = info.get("name") if isinstance(info, dict) and isinstance(info.get("name"), str) else None

    def _is_of_server(self, request: _Request, key: str, body: dict[str, Any]) -> bool:
        """Return whether an answer is to what the server asked, where the client may have asked under the same id.

        The two have results of other shapes. An error has none: it is taken for the server's, so that a call which ran
        is never lost.
        """
        if key not in self._of_client:
            return True
        if "result" not in body:
            return True
        result = body["result"]
        member = OF_SERVER.get(request.method)
        if not isinstance(result, dict):
            return False
        return member in result if member else not result.keys() - {"_meta"}

    def _note_tools(self, result: object) -> None:
        """Note the risks of tools; one that is described anew keeps the worst that was ever said of it."""
        tools = result.get("tools") if isinstance(result, dict) else None
        for tool in tools if isinstance(tools, list) else ():
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                hints = tool.get("annotations")
                risks = (_hinted(hints if isinstance(hints, dict) else {}), self._risks.get(tool["name"], RISKS[0]))
                self._risks[tool["name"]] = max(risks, key=RISKS.index)


def _end(asked: Asked, body: dict[str, Any]) -> None:
    asked.result_hash = digest(body["result"] if "result" in body else body.get("error"))
    # A protocol error says that nothing ran; a result says that something did, `isError` or not.
    asked.executed = "result" in body


def _meta(params: dict[str, Any]) -> dict[str, Any]:
    meta = params.get("_meta")
    return meta if isinstance(meta, dict) else {}


def _said(meta: dict[str, Any], key: str) -> str | None:
    value = meta.get(key)
    return value[:MAX_NAME] if isinstance(value, str) and value else None


def _risk(value: object) -> str | None:
    return str(value) if value in ("low", "medium", "high") else None


def _hinted(hints: dict[str, Any]) -> str:
    """Return the risk that a tool's own annotations say: a hint that is missing has MCP's default, the worse one."""
    if hints.get("readOnlyHint") is True:
        return "low"
    return "medium" if hints.get("destructiveHint") is False else "high"
