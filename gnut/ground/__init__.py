"""Decides from captured probes whether a knowledge source is safe to ground answers on."""
