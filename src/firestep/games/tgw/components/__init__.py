"""The pieces of the game: map, fronts, units, tables and chits (chapter 3)."""
