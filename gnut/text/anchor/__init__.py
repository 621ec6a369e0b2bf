"""Find an excerpt in a text by declared normal forms, or say what differs."""
