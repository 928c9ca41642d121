"""Many games: one spec, a number of games, a process pool, and a summary that does not depend on how many jobs ran."""

from __future__ import annotations

from firestep.sim.play import Played, Spec, play_game
from firestep.sim.pool import simulate
from firestep.sim.summary import summary

__all__ = ["Played", "Spec", "play_game", "simulate", "summary"]
