"""The engine: decisions, agenda of steps, dice, journal, records, positions, refusals, ledger. It knows no game."""
