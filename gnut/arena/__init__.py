"""Adversarial review: which assertions of a report to attack, and what becomes of each."""
