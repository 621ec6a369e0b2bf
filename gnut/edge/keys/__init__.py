"""Keys: which one signs and whom a verifier believes, by git's configuration, cryptography and ssh-keygen."""

from __future__ import annotations

from gnut.edge.keys.choice import Chosen, Lists, chosen, lists
from gnut.edge.keys.crypto import check_extra, holds
from gnut.edge.keys.made import enveloped, signed

__all__ = ["Chosen", "Lists", "check_extra", "chosen", "enveloped", "holds", "lists", "signed"]
