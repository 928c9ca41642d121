"""Event chits: when they can be played, and what each one does (chapter 6)."""
