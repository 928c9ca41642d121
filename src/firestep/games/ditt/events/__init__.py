"""Event chits: conditions, choices, targets and the events that need code of their own."""
