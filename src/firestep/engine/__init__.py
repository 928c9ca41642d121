"""The engine: decisions, the agenda of steps, dice, journal, records, positions, refusals, lists of rules. It knows no game."""
