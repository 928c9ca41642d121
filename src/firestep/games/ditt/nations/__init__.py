"""Control, neutrals, surrender, collapse and Armenia."""
