"""Version of gnut, as a literal: reading installed metadata costs more than starting Python."""

__version__ = "0.1.0"
