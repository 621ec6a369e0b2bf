"""A judge behind any endpoint that speaks OpenAI's chat completions; asked only when the user names one."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gnut.edge.world import World
from gnut.errors import GnutError, NotCanonical, Usage
from gnut.model import Absence
from gnut.verify_answer.core.judge import Judge
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.edge.net.opened import Allowed

VARIABLE = "GNUT_JUDGE_KEY"
"""Holds the endpoint's key, if it wants one."""

HIDDEN = "[key]"
"""What stands for the key in an endpoint's words."""

PATH = "/chat/completions"
MAX_NAME = 200
MAX_REPLY_TOKENS = 300

Post = Callable[[str, bytes, str | None], bytes | Absence]


class JudgeSilent(GnutError):
    """A judge that does not answer, or not as chat completions do."""

    code = "judge_silent"


def judge(
    world: World, url: str | None, model: str | None, allow_net: Iterable[str], post: Post | None = None
) -> Judge | None:
    """Return the judge of an address and a model; None when no address is named.

    Args:
        world: Its environment may hold a key, or forbid the network.
        url: Base address, such as https://HOST/v1.
        model: As the endpoint names it.
        allow_net: HOST:PORT of private addresses that may be asked.
        post: Sends a body; None for the network.

    Raises:
        NetworkNotAllowed: The environment or the configuration forbids it.
        Usage: One of address and model is missing, or is none: nothing could ever be sent to the address.
    """
    if url is None:
        if model is not None:
            raise Usage("--judge-model names no address", help="--judge URL --judge-model NAME")
        return None
    if model is None or not model.isprintable() or not 0 < len(model) <= MAX_NAME:
        raise Usage("--judge needs a model", help="--judge URL --judge-model NAME")
    from gnut.edge.live import require_online, require_open
    from gnut.edge.net import allowed
    from gnut.edge.net.posting import refusal
    from gnut.edge.settings import settings

    require_online(world)
    require_open(settings(world.root))
    key = (world.environ.get(VARIABLE) or "").strip() or None
    address = _address(url)
    opened = allowed(tuple(allow_net))
    if (fault := refusal(address, key=key, allow=opened)) is not None:
        raise Usage(f"--judge: {fault}", help="name the base address of an endpoint, such as https://HOST/v1")
    send = post or _network(opened)
    return Judge(model, lambda prompt: _asked(send, address, key, model, prompt), _without(key))


def _address(url: str) -> str:
    """Return where completions are asked for: the base address, with its query if it has one."""
    base, mark, query = url.partition("?")
    path = base.rstrip("/")
    return f"{path if path.endswith(PATH) else path + PATH}{mark}{query}"


def _without(key: str | None) -> Callable[[str], str]:
    """Return what takes a key out of a text: an endpoint that echoes it must not have it sealed into a record."""
    if key is None:
        return str
    forms = sorted({key, quote(key, safe=""), b64encode(key.encode()).decode().rstrip("=")}, key=len, reverse=True)

    def clean(text: str) -> str:
        for form in forms:
            text = text.replace(form, HIDDEN)
        return text

    return clean


def _network(opened: Allowed) -> Post:
    from gnut.edge.net.posting import post

    return lambda url, body, key: post(url, body, key=key, allow=opened)


def _asked(send: Post, address: str, key: str | None, model: str, prompt: str) -> str:
    said = {
        "model": model,
        "temperature": 0,
        "max_tokens": MAX_REPLY_TOKENS,
        "messages": [{"role": "user", "content": prompt}],
    }
    answer = send(address, canon.dumps_line(said).encode(), key)
    if isinstance(answer, Absence):
        raise JudgeSilent(f"{answer.why}: {answer.detail}", help="look at --judge, --allow-net and the endpoint")
    try:
        value: Any = canon.decode(answer, floats=True)
    except NotCanonical as fault:
        raise JudgeSilent(f"the endpoint does not answer with JSON: {fault}") from None
    try:
        content = value["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        content = None
    if not isinstance(content, str):
        raise JudgeSilent("the endpoint does not answer as chat completions do")
    return content
