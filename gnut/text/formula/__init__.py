"""Formulas of declared calculations, computed again with exact numbers."""
