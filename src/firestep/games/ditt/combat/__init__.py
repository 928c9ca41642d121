"""Combat, losses and retreats."""
