"""sentence-transformers behind the names of an encoder; loaded at the first text, never from the network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from gnut.edge.words.model import Window
from gnut.edge.world import go_offline
from gnut_store import canon

MARKS = ("config.json", "model.safetensors", "tokenizer.json")
"""Files whose hashes name a revision."""


class Transformer:
    """A model in a folder."""

    def __init__(self, folder: Path) -> None:
        """Name the revision by the bytes of its files; nothing is loaded."""
        self._folder = folder
        digests = [canon.sha256((folder / name).read_bytes()) for name in MARKS if (folder / name).is_file()]
        revision = canon.sha256("\n".join(digests).encode())[:12]
        self._id = f"{folder.name}@sha256:{revision}" if digests else f"{folder.name}@unresolved"

    @property
    def id(self) -> str:
        """Name and revision."""
        return self._id

    @cached_property
    def _model(self) -> Any:
        go_offline()
        from importlib import import_module

        return import_module("sentence_transformers").SentenceTransformer(str(self._folder), local_files_only=True)

    @property
    def max_tokens(self) -> int:
        """Tokens of a window, without the two marks around it."""
        return int(self._model.max_seq_length) - 2

    def token_spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Return the code points of each token."""
        told = self._model.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, truncation=False)
        return [(int(start), int(end)) for start, end in told["offset_mapping"]]

    def encode_window(self, text: str) -> Window:
        """Return spans and unit vectors of the tokens of a text."""
        spans = self.token_spans(text)
        rows = self._model.encode([text], output_value="token_embeddings", normalize_embeddings=False)[0]
        inner = rows[1 : 1 + len(spans)].cpu().numpy()
        norms = (inner**2).sum(axis=1, keepdims=True) ** 0.5
        norms[norms == 0] = 1
        return Window(spans, inner / norms)
