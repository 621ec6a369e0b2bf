"""Which words and figures of an answer its sources support least."""
