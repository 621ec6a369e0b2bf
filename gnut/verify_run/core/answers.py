"""Which request of a trace an answer is to: client and server number their requests each for themselves."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from gnut.verify_run.core.traces import FROM_CLIENT, FROM_SERVER, BadTrace, Message, key_of

SAMPLING = "sampling/createMessage"
ELICITATION = "elicitation/create"
CALL = "tools/call"
LIST = "tools/list"
INITIALIZE = "initialize"

_OF_SERVER = (SAMPLING, ELICITATION, "roots/list")
_OF_CLIENT = ("initialize", "tools/", "resources/", "prompts/", "completion/", "logging/")
"""What each side may ask of the other in MCP; `ping` and what is not in it may come from either."""

_MEMBERS = {
    CALL: ("content", "structuredContent", "isError", "toolResult"),
    SAMPLING: ("role",),
    ELICITATION: ("action",),
    LIST: ("tools",),
    INITIALIZE: ("protocolVersion", "serverInfo"),
    "roots/list": ("roots",),
}
"""Members by one of which a result is known to be that of a method."""

Step = TypeVar("Step")


class Request(Generic[Step]):
    """A request that waits for its answer."""

    def __init__(self, message: Message, step: Step | None) -> None:
        """Take a request, and the step that it asks for, if it asks for one."""
        self.line, self.method, self.step = message.line, message.body["method"], step
        self.params = message.params
        self.sender = message.sender or _sender(self.method)
        self.key = key_of(message.body["id"])

    def fits(self, body: dict[str, Any]) -> bool | None:
        """Return whether an answer has the shape of one to this request; None when no shape tells."""
        result = body.get("result")
        if "result" not in body or (self.method not in _MEMBERS and self.method != "ping"):
            return None
        if not isinstance(result, dict):
            return False
        if self.method == "ping":
            return not result.keys() - {"_meta"}
        if self.method == CALL:
            return _is_of_call(body)
        return any(each in result for each in _MEMBERS[self.method])


def _is_of_call(body: dict[str, Any]) -> bool:
    """Return whether an answer has the shape of a tool's; what a model said has `content` too, and a `role`."""
    result = body.get("result")
    return isinstance(result, dict) and "role" not in result and any(each in result for each in _MEMBERS[CALL])


def _sender(method: str) -> str | None:
    if method in _OF_SERVER:
        return FROM_SERVER
    return FROM_CLIENT if method.startswith(_OF_CLIENT) else None


class Waiting(Generic[Step]):
    """The requests of both sides that were not answered yet."""

    def __init__(self) -> None:
        """Start with none."""
        self._by_key: dict[str, list[Request[Step]]] = {}

    def add(self, request: Request[Step]) -> None:
        """Note a request.

        Raises:
            BadTrace: It has the id of another request of its side that was not answered: whose the answer is could not
                be told.
        """
        held = self._by_key.setdefault(request.key, [])
        if any(each.sender is not None and each.sender == request.sender for each in held):
            raise BadTrace(f"trace line {request.line}: the id {request.key} asks again before it was answered")
        held.append(request)

    def answered(self, message: Message) -> tuple[Request[Step] | None, bool]:
        """Return the request that an answer is to, which waits no more, and whether another one could be meant as well.

        The message's direction tells whose request it was; where the trace has none, the shape of the result does. What
        stays open is read so that no call which ran is lost: a result is the step's, an error the other request's.

        Returns:
            None where nothing that waits can be meant.
        """
        held = self._by_key.get(key_of(message.body.get("id")), [])
        other = {FROM_CLIENT: FROM_SERVER, FROM_SERVER: FROM_CLIENT, None: None}[message.sender]
        could = [each for each in held if other is None or each.sender in (other, None)]
        shapes = [(each, each.fits(message.body)) for each in could]
        found = [each for each, fits in shapes if fits] or [
            each for each, fits in shapes if fits is None or each.step is not None
        ]
        if not found and not _is_of_call(message.body):
            found = could
        if not found:
            return None, False
        ran = "result" in message.body
        chosen = next((each for each in found if (each.step is not None) is ran), found[0])
        held.remove(chosen)
        if not held:
            del self._by_key[chosen.key]
        return chosen, len(found) > 1
