"""Check whether the citations of a report hold."""
