"""Tools over the Model Context Protocol (standard input and output)."""
