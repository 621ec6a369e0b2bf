"""Evidence authority: who speaks in a source, as declared; never derived from the words."""
