"""Read a report into units, citations and excerpts."""
