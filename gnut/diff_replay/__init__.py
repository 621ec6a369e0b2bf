"""The same again: a live run against its replays, and what changed between any two runs."""
