"""Battles, their maps, units, nations and tables."""
