"""What an agent asked for, whether it ran, and whether a person approved: read from the messages of its trace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from gnut.verify_run.contract import MAX_NAME, RISKS, Finding
from gnut.verify_run.core.answers import CALL, ELICITATION, INITIALIZE, LIST, SAMPLING, Request, Waiting
from gnut.verify_run.core.traces import BadTrace, Message, digest, key_of

MAX_FINDINGS = 1000
"""Findings that are listed; a run with more is no better known by them."""


class Asked:
    """One thing asked for, as the trace goes on."""

    def __init__(self, message: Message, tool: str, arguments: object) -> None:
        """Note what was asked in which line."""
        self.line, self.tool = message.line, tool
        self.arguments_hash = digest(arguments)
        self.meta = _meta(message.params)
        self.server: str | None = None
        self.operation: str | None = None
        self.risk: str | None = None
        self.result_hash: str | None = None
        self.executed = False
        self.approval: bool | None = None
        """Whether a person approved it; None when the trace shows nobody being asked."""


class _Told(NamedTuple):
    """The risk of a tool, as its server told it."""

    strictest: str
    last: str


class Run:
    """A trace, read message by message."""

    def __init__(self) -> None:
        """Start before the first message."""
        self.asked: list[Asked] = []
        self.findings: list[Finding] = []
        """What could not be told from the trace, or has to be looked at."""

        self._waiting: Waiting[Asked] = Waiting()
        self._open: dict[Asked, None] = {}
        self._elicited: dict[Request[Asked], Asked | None] = {}
        self._risks: dict[str, dict[str | None, _Told]] = {}
        self._servers: set[str] = set()

    def read(self, messages: Iterable[Message]) -> list[Asked]:
        """Return everything that was asked for, in order.

        Raises:
            BadTrace: A call has no name or one that is too long, a request takes an id that is still open, or an answer
                answers nothing.
        """
        for message in messages:
            if "method" in message.body:
                self._method(message)
            else:
                self._answer(message)
        return self.asked

    def _say(self, line: int, code: str, message: str) -> None:
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(Finding(line, code, message))

    def _method(self, message: Message) -> None:
        step = self._step(message)
        if message.body.get("id") is None:
            if step is not None:
                # A notification is never answered: whether it ran cannot be seen, so it counts as run.
                step.executed = True
            return
        request = Request(message, step)
        self._waiting.add(request)
        if step is not None and step.tool != SAMPLING:
            self._open[step] = None
        if request.method == ELICITATION:
            of = next(reversed(self._open), None)
            self._elicited[request] = of
            if of is not None:
                of.approval = False  # Until somebody accepts.

    def _step(self, message: Message) -> Asked | None:
        method, params = message.body["method"], message.params
        if method == SAMPLING:
            asked = Asked(message, SAMPLING, params)
        elif method == CALL:
            name = params.get("name")
            if not isinstance(name, str) or not name:
                raise BadTrace(f"trace line {message.line}: tools/call without a name")
            asked = Asked(message, name, params.get("arguments"))
        else:
            return None
        # Of several servers one cannot tell whose a call is, unless the trace says so.
        alone = next(iter(self._servers)) if len(self._servers) == 1 else None
        asked.server = _said(asked.meta, "server") or alone
        asked.operation = _said(asked.meta, "operation") or asked.tool
        for what in (asked.tool, asked.server or "", asked.operation):
            if len(what) > MAX_NAME:
                raise BadTrace(f"trace line {message.line}: a name is over {MAX_NAME} characters")
        asked.risk = _risk(asked.meta.get("risk")) or self._known_risk(asked.tool, asked.server)
        said = asked.meta.get("approved")
        asked.approval = said if isinstance(said, bool) else None
        self.asked.append(asked)
        return asked

    def _answer(self, message: Message) -> None:
        body = message.body
        if body.get("id") is None:
            return  # An error that could be tied to no request: nothing ran by it.
        request, doubtful = self._waiting.answered(message)
        if request is None:
            key = key_of(body["id"])
            raise BadTrace(f"trace line {message.line}: answers the id {key}, which nothing before it asks")
        if doubtful:
            told = (
                "an answer that may be the client's or the server's: both asked under its id, and it has no `direction`"
            )
            self._say(message.line, "ambiguous_answer", told)
        result = body.get("result")
        if request.step is not None:
            self._open.pop(request.step, None)
            _end(request.step, body)
        elif request.method == ELICITATION:
            of = self._elicited.pop(request)
            if of is not None and isinstance(result, dict):
                of.approval = result.get("action") == "accept"
        elif request.method == LIST:
            self._note_tools(message.line, _said(_meta(request.params), "server"), result)
        elif request.method == INITIALIZE:
            info = result.get("serverInfo") if isinstance(result, dict) else None
            name = _said(info, "name") if isinstance(info, dict) else None
            if name is not None:
                self._servers.add(name)

    def _known_risk(self, tool: str, server: str | None) -> str | None:
        """Return the strictest risk that was told of a tool so far; None when nobody told one."""
        told = self._risks.get(tool, {}).items()
        known = [each.strictest for of, each in told if of is None or server is None or of == server]
        return max(known, key=RISKS.index, default=None)

    def _note_tools(self, line: int, server: str | None, result: object) -> None:
        tools = result.get("tools") if isinstance(result, dict) else None
        for tool in tools if isinstance(tools, list) else ():
            if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
                continue
            name, hints = tool["name"], tool.get("annotations")
            risk = _hinted(hints if isinstance(hints, dict) else {})
            held = self._risks.setdefault(name, {})
            before = held.get(server, _Told(risk, risk))
            if before.last != risk:
                told = f"the tool {name} was of {before.last} risk by its annotations, and is of {risk} risk now"
                self._say(line, "risk_changed", told)
            held[server] = _Told(max(before.strictest, risk, key=RISKS.index), risk)


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
    return str(value) if value in RISKS else None


def _hinted(hints: dict[str, Any]) -> str:
    """Return the risk that a tool's own annotations say: a hint that is missing has MCP's default, the worse one."""
    if hints.get("readOnlyHint") is True:
        return "low"
    return "medium" if hints.get("destructiveHint") is False else "high"
