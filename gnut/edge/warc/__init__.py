"""Web archives (WARC, ISO 28500): taken as sources, and written of what a store holds.

Nothing is imported here: the child that cuts archives is started out of this package, and loads no more than it needs.
"""
