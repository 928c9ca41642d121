"""Neutral countries, national collapse and new units (chapters 13, 16 and 17)."""
