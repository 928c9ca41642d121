"""Battles, armies, terrain and geometry."""
