"""The Sinai pipeline (tgw.11.53): at the end of a Strategic Turn it may be laid to the next coastal town that the Allies hold."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.components import board, tables
from firestep.games.tgw.fortifications.forts import cut_pipeline, next_pipeline
from firestep.games.tgw.state import State

S = Session[State]
KEEP: Action = ("keep",)


@dataclass(frozen=True, slots=True)
class Pipeline(Auto[S]):
    """The end of a Strategic Turn: can the pipeline grow (tgw.11.53c)?"""

    def run(self, s: S) -> Steps:
        cut_pipeline(s)
        return (LayPipeline(),) if next_pipeline(s.state) else ()


@dataclass(frozen=True, slots=True)
class LayPipeline(Choice[S]):
    """One town in a Strategic Turn, from west to east (tgw.11.53d, tgw.11.53e)."""

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return f"Allies: lay the pipeline to {board.place_name(next_pipeline(s.state))}, or keep it where it is"

    def actions(self, s: S) -> list[Action]:
        return [KEEP, ("lay", board.NUMBER[next_pipeline(s.state)])]  # tgw.11.53d

    def take(self, s: S, action: Action) -> Steps:
        if action != KEEP:
            s.state.pipeline = board.INDEX[action[1]]
            s.note("pipeline", "tgw.11.53c", place=action[1])
        return ()
