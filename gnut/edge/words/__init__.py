"""Encoders of words that bring vectors: the packaged static matrix, and a model that the user has."""
