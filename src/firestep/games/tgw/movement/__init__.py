"""Movement, railways, sea transport, stacking, control and weather (chapters 7 to 9 and 12)."""
