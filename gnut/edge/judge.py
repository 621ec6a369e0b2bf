"""A judge behind any endpoint that speaks OpenAI's chat completions; asked only when the user names one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gnut.edge.world import World
from gnut.errors import GnutError, NotCanonical, Usage
from gnut.model import Absence
from gnut.verify_answer.core.judge import Judge
from gnut_store import canon

VARIABLE = "GNUT_JUDGE_KEY"
"""Holds the endpoint's key, if it wants one."""

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
        Usage: One of address and model is missing, or is none.
    """
    if url is None:
        if model is not None:
            raise Usage("--judge-model names no address", help="--judge URL --judge-model NAME")
        return None
    if model is None or not model.isprintable() or not 0 < len(model) <= MAX_NAME:
        raise Usage("--judge needs a model", help="--judge URL --judge-model NAME")
    from gnut.edge.live import require_online, require_open
    from gnut.edge.settings import settings

    require_online(world)
    require_open(settings(world.root))
    send = post or _network(tuple(allow_net))
    key = world.environ.get(VARIABLE) or None
    address = url.rstrip("/") if url.rstrip("/").endswith(PATH) else f"{url.rstrip('/')}{PATH}"
    return Judge(model, lambda prompt: _asked(send, address, key, model, prompt))


def _network(allow_net: tuple[str, ...]) -> Post:
    from gnut.edge.net import allowed
    from gnut.edge.net.posting import post

    opened = allowed(allow_net)
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
