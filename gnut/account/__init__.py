"""The canonical account of one run: claims, sources, evidence, ledger and manifest, bound by their hashes."""
