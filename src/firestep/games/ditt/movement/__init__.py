"""Pulses: marches, ground, invasions and naval moves."""
