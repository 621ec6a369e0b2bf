"""A content-addressed store beside a git repository, usable without gnut."""
