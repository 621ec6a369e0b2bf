"""What an agent asked for, whether it ran, and whether a person approved: read from the messages of its trace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gnut.verify_run.core.traces import BadTrace, Message, digest, key_of

SAMPLING = "sampling/createMessage"
ELICITATION = "elicitation/create"


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


class Run:
    """A trace, read message by message."""

    def __init__(self) -> None:
        """Start before the first message."""
        self.asked: list[Asked] = []
        # Client and server number their requests each for themselves (JSON-RPC 2.0): one id may be open on both sides.
        self._open: dict[str, Asked] = {}
        self._sampled: dict[str, Asked] = {}
        self._elicited: dict[str, Asked | None] = {}
        self._listing: set[str] = set()
        self._starting: set[str] = set()
        self._risks: dict[str, str] = {}
        self._server: str | None = None

    def read(self, messages: Iterable[Message]) -> list[Asked]:
        """Return everything that was asked for, in order."""
        for message in messages:
            body = message.body
            if "method" in body:
                self._method(message.line, body)
            else:
                self._answer(message.line, body)
        for each in self.asked:
            each.risk = each.risk or self._risks.get(each.tool)
        return self.asked

    def _method(self, line: int, body: dict[str, Any]) -> None:
        method, own = body["method"], body.get("id")
        params = body.get("params")
        params = params if isinstance(params, dict) else {}
        if method == "tools/call":
            name = params.get("name")
            if not isinstance(name, str) or not name:
                raise BadTrace(f"trace line {line}: tools/call without a name")
            self._ask(line, body, Asked(line, name, params.get("arguments"), _meta(params)), self._open)
        elif method == SAMPLING:
            self._ask(line, body, Asked(line, SAMPLING, params, _meta(params)), self._sampled)
        elif method == ELICITATION and own is not None:
            of = next(reversed(self._open.values()), None)
            self._elicited[key_of(own)] = of
            if of is not None:
                of.approval = False  # Until somebody accepts.
        elif method == "tools/list" and own is not None:
            self._listing.add(key_of(own))
        elif method == "initialize" and own is not None:
            self._starting.add(key_of(own))

    def _ask(self, line: int, body: dict[str, Any], asked: Asked, waiting: dict[str, Asked]) -> None:
        own = body.get("id")
        if own is None:
            # A notification is never answered: whether it ran cannot be seen, so it counts as run.
            asked.executed = True
        elif key_of(own) in waiting:
            raise BadTrace(f"trace line {line}: the id {key_of(own)} asks again before it was answered")
        else:
            waiting[key_of(own)] = asked
        asked.server = _said(asked.meta, "server") or self._server
        asked.operation = _said(asked.meta, "operation") or asked.tool
        asked.risk = _risk(asked.meta.get("risk"))
        said = asked.meta.get("approved")
        asked.approval = said if isinstance(said, bool) else None
        self.asked.append(asked)

    def _answer(self, line: int, body: dict[str, Any]) -> None:
        key = key_of(body.get("id"))
        result = body.get("result")
        if key in self._elicited and self._is_of_server(key, body, "action"):
            of = self._elicited.pop(key)
            if of is not None and isinstance(result, dict):
                of.approval = result.get("action") == "accept"
        elif key in self._sampled and self._is_of_server(key, body, "role"):
            _end(self._sampled.pop(key), body)
        elif key in self._listing:
            self._listing.discard(key)
            self._note_tools(result)
        elif key in self._starting:
            self._starting.discard(key)
            info = result.get("serverInfo") if isinstance(result, dict) else None
            self._server = info.get("name") if isinstance(info, dict) and isinstance(info.get("name"), str) else None
        elif key in self._open:
            _end(self._open.pop(key), body)

    def _is_of_server(self, key: str, body: dict[str, Any], member: str) -> bool:
        """Return whether an answer is to what the server asked, where the client may have asked under the same id.

        The two have results of other shapes. An error has none: it is taken for the server's, so that a call which ran
        is never lost.
        """
        result = body.get("result")
        if isinstance(result, dict):
            return member in result
        waiting = key in self._open or key in self._listing or key in self._starting
        return "result" not in body or not waiting

    def _note_tools(self, result: object) -> None:
        tools = result.get("tools") if isinstance(result, dict) else None
        for tool in tools if isinstance(tools, list) else ():
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                hints = tool.get("annotations")
                self._risks[tool["name"]] = _hinted(hints if isinstance(hints, dict) else {})


def _end(asked: Asked, body: dict[str, Any]) -> None:
    asked.result_hash = digest(body["result"] if "result" in body else body.get("error"))
    # A protocol error says that nothing ran; a result says that something did, `isError` or not.
    asked.executed = "result" in body


def _meta(params: dict[str, Any]) -> dict[str, Any]:
    meta = params.get("_meta")
    return meta if isinstance(meta, dict) else {}


def _said(meta: dict[str, Any], key: str) -> str | None:
    value = meta.get(key)
    return value if isinstance(value, str) and value else None


def _risk(value: object) -> str | None:
    return str(value) if value in ("low", "medium", "high") else None


def _hinted(hints: dict[str, Any]) -> str:
    """Return the risk that a tool's own annotations say: a hint that is missing has MCP's default, the worse one."""
    if hints.get("readOnlyHint") is True:
        return "low"
    return "medium" if hints.get("destructiveHint") is False else "high"
