"""Numbers as exact decimals."""
