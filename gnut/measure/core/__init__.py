"""How often decisions that passed were wrong, and what another policy would have decided."""
