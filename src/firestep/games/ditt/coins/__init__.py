"""Coins and what each one does when it is played."""
