"""Sealed records of decisions: their hashes, their chain and their signatures."""
