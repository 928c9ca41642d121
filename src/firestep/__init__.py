"""Firestep: wargames of the First World War on one rules engine."""
