"""How decisions did: a sample to label, what the labels say, and the same traffic under another policy."""

from __future__ import annotations
