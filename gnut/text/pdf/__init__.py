"""PDF to text: what stands on each page, and what stands there unseen."""
