"""Pure text: normal forms, spans, words, markup; no files, no network."""
