"""The strategic turn: resources, replacements, war at sea and in the air, revolutions, initiative (chapters 4 and 5)."""
