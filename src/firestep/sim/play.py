"""One game of a simulation, from its number alone: the same seed and number play the same game anywhere."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from firestep import bots
from firestep.engine import record as records
from firestep.engine.dice import Dice
from firestep.engine.errors import UnknownName
from firestep.engine.game import OWN
from firestep.engine.start import begin
from firestep.games import game as find_game


@dataclass(frozen=True)
class Spec:
    """What is played: a game, its scenario and options, a bot for each seat, and the seed of the whole simulation."""

    game: str
    seats: tuple[str, ...]
    scenario: str
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str = "0"
    #: folder for the record of every game, if wanted
    records: str | None = None
    #: the text of a player's own scenario
    start: str | None = None

    @classmethod
    def settle(
        cls,
        game: str,
        seats: Sequence[str],
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str = 0,
        records: str | None = None,
        start: str | None = None,
    ) -> Spec:
        """A spec whose every name was checked. A bot of your own is `MODULE:CLASS`."""
        g = find_game(game)
        for name in seats:
            bots.load(name)
            bots.make(name)
        if len(seats) != len(g.seats):
            raise UnknownName(
                f"{g.id} has {len(g.seats)} seats ({', '.join(g.seats)}), not {len(seats)}; "
                f"name a bot for each, for example: --seats {','.join(['random'] * len(g.seats))}"
            )
        if start is not None:
            s = begin(g, OWN, g.settle_options(options), Dice("0"), start)
        else:
            s = begin(g, g.scenario(scenario).id, g.settle_options(options), Dice("0"))  # a fault in its data is told now, and once
        return cls(g.id, tuple(seats), s.scenario, dict(s.options), str(seed), records, start)

    def seed_of(self, number: int) -> str:
        """The seed of the dice of one game."""
        return f"{self.seed}.{number}"


class Played(NamedTuple):
    """How one game went; `error` is the reason if it broke off."""

    number: int
    decisions: int
    winner: str | None
    scores: dict[str, int]
    turns: int
    error: str | None = None
    level: str = ""


def play_game(spec: Spec, number: int, most: int = 1_000_000) -> Played:
    """Play one game to its end. What goes wrong is caught and told, so that a thousand others go on."""
    decisions = 0
    turn = 0
    try:
        g = find_game(spec.game)
        seed = spec.seed_of(number)
        session = begin(g, spec.scenario, spec.options, Dice(seed), spec.start).disable_undo()
        players = [bots.make(name, f"{seed}.{seat}") for seat, name in enumerate(spec.seats)]
        take = session.take
        while (d := session.decision) is not None:
            take(bots.answer(players[d.seat], session))
            decisions += 1
            if decisions >= most:
                raise RuntimeError(f"no end after {most} decisions")
        turn = session.state.turn
        out = session.outcome
        assert out is not None
        if spec.records is not None:
            path = Path(spec.records) / f"{spec.game}-{spec.scenario}-{seed}.json"
            records.save(records.to_record(session, spec.seats), path)
        return Played(number, decisions, out.winner, dict(out.scores), turn, level=out.level)
    except Exception as e:
        last = traceback.extract_tb(e.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        return Played(number, decisions, None, {}, turn, f"{type(e).__name__}: {e} ({where})")
