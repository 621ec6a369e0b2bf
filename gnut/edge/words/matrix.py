"""Words by meaning: the static matrix of the package wordllama, read directly and pinned by its hashes.

The package itself is never imported: its own loading looks elsewhere and would go on the network. A word is the mean of
the vectors of its pieces; how near two words are is the cosine of their means.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnut.errors import GnutError, MissingExtra
from gnut.model import Span
from gnut.proofread.contract import Encoder, Nearest, Word
from gnut.text.patterns import lazy
from gnut_store import canon

if TYPE_CHECKING:
    import numpy
    import tokenizers

PACKAGE = "wordllama"
WEIGHTS = "wordllama/weights/l2_supercat_256.safetensors"
TOKENIZER = "wordllama/tokenizers/l2_supercat_tokenizer_config.json"
PINNED = {
    WEIGHTS: "64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
    TOKENIZER: "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
}
"""SHA-256 of the two files, of wordllama 0.4.0.post1: other bytes would be another encoder under the same name."""

DIMENSIONS = 256
ROWS = 32_000
MAX_HEADER = 1 << 16
BATCH = 4096
"""Words of the sources that are compared at once."""

_TOKEN = lazy(r"[^\W_]+(?:['’\-‑_][^\W_]+)*")


class OtherBytes(GnutError):
    """A packaged file that is not the pinned one."""

    code = "encoder_differs"


def static() -> Encoder:
    """Return the encoder of the packaged matrix.

    Raises:
        MissingExtra: The extra `words` is not installed.
        OtherBytes: Its files are not those that are pinned.
    """
    _check_extra()
    revision = canon.sha256("\n".join(PINNED.values()).encode())[:12]
    return Encoder(f"{PACKAGE}-l2-supercat-256@sha256:{revision}", lambda _, words, texts: nearest(words, texts))


def _check_extra() -> None:
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("numpy", "tokenizers", PACKAGE)):
        raise MissingExtra(
            "words are compared by meaning with a packaged matrix, which is not installed",
            help="pip install 'gnut[words]', or leave the encoder at stem",
        )


def _file(name: str) -> bytes:
    try:
        path = Path(str(distribution(PACKAGE).locate_file(name)))
        body = path.read_bytes()
    except (PackageNotFoundError, OSError) as error:
        raise MissingExtra(f"{PACKAGE} has no {name}", help="pip install 'gnut[words]'") from error
    found = canon.sha256(body)
    if found != PINNED[name]:
        raise OtherBytes(
            f"{name} hashes to {found[:12]}…, and {PINNED[name][:12]}… is pinned",
            help="install the version of wordllama that gnut's extra names",
        )
    return body


@lru_cache(maxsize=1)
def _matrix() -> numpy.ndarray[Any, Any]:
    """Return the rows of the matrix: safetensors is a length, a JSON header, and the numbers."""
    import numpy

    body = _file(WEIGHTS)
    size = int.from_bytes(body[:8], "little")
    header = canon.decode(body[8 : 8 + size]) if size <= MAX_HEADER else None
    tensors = [each for name, each in header.items() if name != "__metadata__"] if isinstance(header, dict) else []
    if len(tensors) != 1 or tensors[0].get("dtype") != "F16" or tensors[0].get("shape") != [ROWS, DIMENSIONS]:
        raise OtherBytes(f"{WEIGHTS} holds no matrix of {ROWS} × {DIMENSIONS} half-precision numbers")
    start, end = tensors[0]["data_offsets"]
    return numpy.frombuffer(body, dtype="<f2", count=(end - start) // 2, offset=8 + size + start).reshape(
        ROWS, DIMENSIONS
    )


@lru_cache(maxsize=1)
def _tokenizer() -> tokenizers.Tokenizer:
    from tokenizers import Tokenizer

    return Tokenizer.from_str(_file(TOKENIZER).decode())


def vectors(words: Sequence[str]) -> numpy.ndarray[Any, Any]:
    """Return a unit vector of each word, float32, one a row; zeros for a word without pieces."""
    import numpy

    matrix = _matrix()
    found = numpy.zeros((len(words), DIMENSIONS), dtype=numpy.float32)
    for at, encoding in enumerate(_tokenizer().encode_batch_fast(list(words), add_special_tokens=False)):
        if encoding.ids:
            found[at] = matrix[encoding.ids].astype(numpy.float32).mean(axis=0)
    norms = numpy.linalg.norm(found, axis=1, keepdims=True)
    norms[norms == 0] = 1
    unit: numpy.ndarray[Any, Any] = found / norms
    return unit


def nearest(words: Sequence[Word], texts: Sequence[str]) -> list[Nearest | None]:
    """Return the nearest word of the sources to each word, the first of several; equal words are 1."""
    import numpy

    places: dict[str, tuple[int, Span]] = {}
    for number, text in enumerate(texts):
        for match in _TOKEN.finditer(text):
            places.setdefault(match[0].casefold(), (number, Span(*match.span())))
    if not places:
        return [None] * len(words)
    known = list(places)
    asked = {word.text.casefold(): at for at, word in reversed(list(enumerate(words)))}
    own = vectors(list(asked))
    best = numpy.full(len(asked), -2.0, dtype=numpy.float32)
    where = numpy.zeros(len(asked), dtype=numpy.int64)
    for start in range(0, len(known), BATCH):
        close = own @ vectors(known[start : start + BATCH]).T
        top = close.argmax(axis=1)
        value = close[numpy.arange(len(asked)), top]
        better = value > best
        best[better], where[better] = value[better], top[better] + start
    found = {}
    for at, word in enumerate(asked):
        number, span = places[word] if word in places else places[known[int(where[at])]]
        support = 1.0 if word in places else round(max(0.0, min(1.0, float(best[at]))), 6)
        found[word] = Nearest(support, number, span)
    return [found[word.text.casefold()] for word in words]
