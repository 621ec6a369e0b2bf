"""HTML to visible text: a linear pre-scan, a walk over the parsed tree, and what the page really is."""
