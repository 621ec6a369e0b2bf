"""Seek every excerpt in its source and every number of its sentence."""
