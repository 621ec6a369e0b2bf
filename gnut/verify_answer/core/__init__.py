"""Whether an answer may pass, by its sources and under a policy."""
