"""The pieces of the game: map, places and tables."""
