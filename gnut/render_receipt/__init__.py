"""Whether a rendering of a report keeps its evidence: the same addresses, excerpts and locators in the same order."""
