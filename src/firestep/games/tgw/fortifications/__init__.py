"""Fortresses, trenches, the Hindenburg Line and devastation (chapter 14)."""
