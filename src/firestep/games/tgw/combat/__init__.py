"""Combat: who may attack, strength, shifts, the results table, losses and advances (chapters 10 and 15)."""
