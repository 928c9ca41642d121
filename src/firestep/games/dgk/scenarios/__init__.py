"""Scenarios: reading, checking and generating them."""
