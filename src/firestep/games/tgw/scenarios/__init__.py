"""Set-up of each scenario, pre-war plans and optional rules (chapters 19 to 22)."""
