"""Tables in memory: players, orders, history, broadcasts and notifications."""
