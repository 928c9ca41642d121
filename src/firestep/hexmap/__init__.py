"""Maps of hexes: grids and numbers, sets of hexes as integers, floods and reach, map files, drawing."""
