"""What a check fetches before it starts, with `--acquire`: what its reports cite and the store lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gnut.acquire.contract import Acquisition
from gnut.acquire.core import failed
from gnut.config.parse import Config
from gnut.edge import terminal
from gnut.edge.choice import Choice, Typed, ignored
from gnut.edge.gentle import least, polite
from gnut.edge.live import Reply, capture, downgraded, lacking, means, received
from gnut.edge.progress import Progress
from gnut.edge.world import World
from gnut.formats import acquired
from gnut.formats.came import Came, came
from gnut.formats.remedies import Again
from gnut.model import Request, Uri
from gnut_store.store import Store


def fetch(
    world: World,
    root: Path,
    config: Config,
    store: Store,
    requests: Sequence[Request],
    cited: Mapping[Uri, Iterable[str]],
    *,
    allow_net: Sequence[str],
    quiet: bool,
) -> list[Acquisition]:
    """Fetch what is lacking as `gnut acquire` does, say what could not be had, and return what came.

    Args:
        world: Clocks and terminal.
        root: The repository.
        config: Its choice.
        store: Where snapshots are kept.
        requests: What its reports cite.
        cited: Reports that cite each source, as the reader can type them.
        allow_net: HOST:PORT of servers that may be asked whatever their addresses are.
        quiet: Whether to say nothing.

    Raises:
        BadConfig: The `.gnutignore` holds what is no pattern.
        NetworkNotAllowed: The configuration says `offline`.
        Usage: A pattern takes too long, or a value of `allow_net` is none.
    """
    way = means(config, allow_net=allow_net)
    taken, left = Choice(Typed()).of(lacking(store, requests), ignored(root), lambda _: False)
    todo, over = taken[: config.max_sources], taken[config.max_sources :]
    done = [Came(one.request.uri, one.request.written, "left_out", left_by=one.why) for one in left]
    done += [Came(one.uri, one.written, "over_limit", left_by="max_sources") for one in over]
    seconds = least(todo, polite(config), allow_net)
    with Progress(world, len(todo), "sources", quiet=quiet, least=seconds) as progress:

        def settled(one: Acquisition, answer: Reply) -> None:
            done.append(came(one, None, downgraded=downgraded(answer), reports=tuple(cited.get(one.request.uri, ()))))
            progress.step(failed=failed(one), bytes=received(answer))

        made = list(capture(world, store, todo, way, settled))
    if not quiet and done:
        options = tuple(word for one in allow_net for word in ("--allow-net", one))
        for line in acquired.account(done, 0, again=Again(options)):
            terminal.note(line)
    return made
