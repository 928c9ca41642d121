"""The logistics phase: deployment, divisions and new units."""
