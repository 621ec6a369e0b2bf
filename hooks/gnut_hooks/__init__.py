"""Entry points for pre-commit and other hook runners: thin over gnut's own commands."""
