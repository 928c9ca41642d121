"""No marker outlives its cause: while games go on, each marker of the state is asked for its reason after every order."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.errors import BadPosition
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.wwi import GAME, russia
from firestep.games.wwi.components import board
from firestep.games.wwi.state import GONE, TRANSIT, WAITING, State
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, situation
from sampling import WHOLE

MOMENTS = Path(__file__).parents[2] / "moments" / "wwi"
#: decisions of a game that are looked at, where not all are
MOST = {"random": 1500, "busy": 800, "greedy": 250}
SIDES = (board.ALLIED, board.CENTRAL)
#: questions between two orders, when everything that an order brings with it is done
BETWEEN = {"MoveUnits", "Attacks", "Build", "Loans"}
#: cities that have fallen before Russia surrenders, and the two that are missing
TAKEN, MISSING = ("2316", "2710", "2713", "2718"), ("2014", "2720")


def eve(starved: bool = False) -> Session[State]:
    """Russia surrenders by two marches: Central armies stand in four of its cities and beside the others, the French in Rumania.
    `starved`: the French also stand in the cities from which the Central armies are supplied."""
    armies = iter(id for id in board.UNITS if id.startswith("ge-") and id != "ge-stoss")
    units = dict(zip(armies, TAKEN, strict=False))
    for city in MISSING:
        near = board.GROUND.around(board.GRID.mask([city])) & board.CLEAR & russia.RUSSIA & ~board.FORTS
        units |= {next(armies): n for n in board.hexes(near)[:2]}
    units |= {"fr-1": board.hexes(board.HOME[board.RM] & board.CLEAR & ~board.CENTRES & ~board.FORTS)[0], "br-1": "0309"}
    ruins = board.FORTS & (board.RUSSIAN_CITIES | board.HOME[board.RM])
    if starved:
        cities = board.SUPPLY_CITIES[board.GE]
        units |= dict(zip(("fr-2", "fr-3", "fr-4", "fr-5", "br-2"), board.hexes(cities), strict=False))
        ruins |= board.FORTS & cities
    s = situation(
        "wwi",
        clear=True,
        turn=5,
        phase=2,
        units=units,
        hexes={"fallen": list(TAKEN), "forts-destroyed": board.hexes(ruins)},
        allegiance={"rm": "allied", "it": "allied", "tu": "central"},
    )
    for city in MISSING:
        army = next(id for id, n in units.items() if n in board.GRID.neighbours(city))
        del units[army]  # it has marched
        play(s, f"move {army}", f"to {city}")
        while s.decision is not None and s.decision.actions[0][0] == "garrison":
            s.take(s.decision.actions[0])
    assert s.state.surrendered and s.state.garrison
    return s


def outlived(s: Session[State], violated: int) -> Iterator[str]:
    """The markers without a reason. `violated` is the set of countries whose neutrality ended in this turn."""
    yield from _hexes(s.state)
    yield from _russia(s.state)
    yield from _units(s.state, type(s.top).__name__ in BETWEEN)
    yield from _phases(s.state)
    if s.state.delayed & ~violated:
        yield f"zones delayed in {s.state.delayed & ~violated:b}, which nobody violated in this turn (6.43b)"


def _hexes(st: State) -> Iterator[str]:
    """Fortifications, Resource Centers, sea links: whose they are is said by who was there last (wwi.8.74, wwi.9.17, wwi.15.1a)."""
    for side in SIDES:
        if lost := st.forts_of_side(side) & st.occ[1 - side]:
            yield f"fortifications under enemies: {board.hexes(lost)}"
    if both := st.allied_centres & st.central_centres:
        yield f"Resource Centers of both sides: {board.hexes(both)}"
    for side, own in ((board.ALLIED, st.allied_centres), (board.CENTRAL, st.central_centres)):
        if other := st.occ[side] & board.CENTRES & ~own:
            yield f"Resource Centers that their occupant does not own: {board.hexes(other)}"
    if st.links_off & ~st.links:
        yield f"switched off, and no sea links: {board.hexes(st.links_off & ~st.links)}"
    if wrong := st.links & (st.occ[board.CENTRAL] & ~st.links_off | st.occ[board.ALLIED] & st.links_off):
        yield f"sea links that do not follow who is there: {board.hexes(wrong)}"


def _russia(st: State) -> Iterator[str]:
    """Flags of cities, collapse, surrender and garrisons (wwi.12.1)."""
    if st.fallen & ~board.RUSSIAN_CITIES:
        yield "a flag where there is no Russian city"
    if not st.surrendered and (
        wrong := st.occ[board.ALLIED] & st.fallen | st.occ[board.CENTRAL] & board.RUSSIAN_CITIES & ~st.fallen
    ):
        yield f"flags of cities that do not follow who is there: {board.hexes(wrong)}"
    if st.collapsed and st.crp[board.RS]:
        yield "Russia has collapsed and has points (12.11b)"
    if st.surrendered and ([u for u in board.UNITS_OF[board.RS] if st.at[u] != GONE] or st.forts & russia.RUSSIA):
        yield "Russia has surrendered and is still there (12.12b)"
    if (st.reopened or st.garrison) and not st.surrendered:
        yield "garrisons of a Russia that fights"
    if st.garrison and st.reopened:
        yield "garrisons after the Allies entered Russia (12.13b)"
    for u in bits(st.garrison):
        if st.side(u) != board.CENTRAL or st.at[u] < 0 or not board.RUSSIAN_CITIES >> st.at[u] & 1:
            yield f"{board.UNITS[u]} is a garrison outside the cities"


def _units(st: State, between: bool) -> Iterator[str]:
    """Where pieces off the map wait, and how many stand in a hex."""
    for u, i in enumerate(st.at):
        if i == WAITING and board.UNIT_NATION[u] != board.US:
            yield f"{board.UNITS[u]} waits for ships"
        if i == TRANSIT and st.side(u) != board.ALLIED:
            yield f"{board.UNITS[u]} is in the Transit Area"
        if i >= 0 and between and not st.alone(u):
            yield f"{board.UNITS[u]} shares {board.NUMBER[i]} with another army"
        if i >= 0 and st.side(u) == board.NEUTRAL and not board.HOME[board.UNIT_NATION[u]] >> i & 1:
            yield f"{board.UNITS[u]} is neutral and abroad"


def _phases(st: State) -> Iterator[str]:
    """What holds for one phase, and points that are owed."""
    if st.moved and st.phase > 2:
        yield f"units have moved in phase {st.phase}"
    if st.sea_moved and st.phase != 1:
        yield f"an army went by sea in phase {st.phase}"
    if (st.attacked or st.attacking or st.forts_attacked or st.fight is not None) and not 4 <= st.phase <= 9:
        yield f"units attack in phase {st.phase}"
    side = st.superior if st.phase % 2 == 0 else 1 - st.superior
    if 4 <= st.phase <= 9 and [u for u in bits(st.attacking) if st.side(u) != side]:
        yield "somebody attacks in the phase of the other side"
    if st.phase <= 2 and [u for u in bits(st.moved) if st.side(u) != SIDES[st.phase - 1]]:
        yield "somebody has moved in the phase of the other side"
    if st.borrowed > st.crp[board.TU]:
        yield "Turkey has fewer points than it borrowed (12.6b)"
    if st.belgian_crp and st.allegiance[board.BL] == board.NEUTRAL:
        yield "points for a neutral Belgium (11.4d)"
    if min(st.crp) < 0 or st.us_due < 0:
        yield "a debt of points or Americans"


#: fields of the state without a cause that could end, and why
NO_MARKERS = {
    **dict.fromkeys(("vp", "rolls"), "a track"),
    **dict.fromkeys(("lent", "stoss_built"), "emptied when its phase begins again"),
    "french_attacks": "asked for on the first turn only",
}


def games() -> Iterator[tuple[str, Session[State]]]:
    """The eve of Russia's surrender, the beginnings of both scenarios, and stored moments."""
    yield "eve", eve()
    for scenario in ("historical", "free"):
        yield scenario, begin(GAME, scenario, GAME.settle_options({}), Dice(f"markers {scenario}"))
    for path in sorted(MOMENTS.glob("*.json.gz")):
        kept = json.loads(gzip.decompress(path.read_bytes()))
        yield (path.name, begin(GAME, kept["scenario"], GAME.settle_options(kept["options"]), Dice(path.name), kept["moment"]))


def choose(s: Session[State], style: str, rng: random.Random, bot: Any) -> Any:
    """Any answer, one that does something, or the greedy player's."""
    d = s.decision
    assert d is not None
    if style == "greedy":
        return bots.answer(bot, s)
    able = [a for a in d.actions if a[0] not in ("done", "stay", "pass")]
    return rng.choice(able if able and style == "busy" and rng.random() < 0.9 else d.actions)


@rule("wwi.9.17b", "wwi.9.17c", "wwi.12.11b", "wwi.12.12b", "wwi.12.13b", "wwi.15.1a")
def test_no_position_by_hand_holds_a_marker_without_a_cause() -> None:
    """Random position files: each is refused, or play could have made its markers."""
    seen: Counter[str] = Counter()
    for seed in range(600 if WHOLE else 200):
        r = random.Random(f"by hand {seed}")
        land = board.hexes(board.LAND & ~board.FORTS)
        towns = board.hexes(board.RUSSIAN_CITIES | board.CENTRES & ~board.FORTS)
        armies = r.sample([id for id in board.UNITS if id[:2] in ("ge", "ah", "fr", "br", "rs")], 12)
        places = r.sample(sorted({*r.sample(land, 8), *r.sample(towns, 8)}), 12)
        flags = {f: True for f in ("collapsed", "reopened") if r.random() < 0.2} | ({"surrendered": 3} if r.random() < 0.5 else {})
        gone = "surrendered" in flags and r.random() < 0.8
        try:
            s = situation(
                "wwi",
                clear=True,
                turn=5,
                phase=r.choice((1, 2, 4)),
                units={u: n for u, n in zip(armies, places, strict=True) if not (u[:2] == "rs" and gone)},
                flags=flags,
                crp={"rs": 5} if r.random() < 0.1 else {},
                hexes={
                    "forts-destroyed": board.hexes(board.FORTS),
                    "fallen": r.sample(board.hexes(board.RUSSIAN_CITIES), r.randrange(4)),
                    "links": r.sample(board.hexes(board.SEA_END), 2),
                },
                marks={"garrison": [armies[0]]} if r.random() < 0.1 else {},
            )
        except BadPosition:
            seen["refused"] += 1
            continue
        seen["surrendered" if s.state.surrendered else "at war"] += 1
        assert list(outlived(s, s.state.delayed)) == [], seed
    assert min(seen[k] for k in ("refused", "surrendered", "at war")) > 10, seen


@rule("wwi.9.22", "wwi.12.13b")
def test_no_garrison_outlives_its_army() -> None:
    """French armies hold the cities that feed the garrisons. When the turn ends some of these are gone."""
    s = eve(starved=True)
    named, lost = s.state.garrison, 0
    while s.state.turn == 5:
        d = s.decision
        assert d is not None
        s.take(next((a for a in d.actions if a[0] in ("done", "stay", "halt")), d.actions[0]))
        assert list(outlived(s, s.state.delayed)) == []
        lost = sum(s.state.at[u] < 0 for u in bits(named))
    assert lost


@rule("wwi.8.74", "wwi.9.17b", "wwi.12.11c", "wwi.12.13b", "wwi.15.1a", "wwi.6.43b", "wwi.12.6b")
@pytest.mark.parametrize("style", ["random", "busy", "greedy"])
def test_no_marker_outlives_its_cause(style: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(12 if WHOLE else 1 if style == "greedy" else 3):
        for name, s in games():
            rng, bot = random.Random(f"{name} {style} {seed}"), bots.make("greedy", seed)
            s = s.copy(seed=f"markers {name} {style} {seed}").disable_undo()
            turn, sides, violated = s.state.turn, s.state.allegiance[:], s.state.delayed
            while s.decision is not None and (WHOLE or s.size < MOST[style]):
                s.take(choose(s, style, rng, bot))
                st = s.state
                if st.turn != turn:
                    turn, violated = st.turn, 0
                violated |= sum(1 << n for n, side in enumerate(st.allegiance) if side != sides[n])
                sides = st.allegiance[:]
                found = list(outlived(s, violated))
                assert not found, (name, seed, s.size, found)
                for what in ("fallen", "collapsed", "surrendered", "garrison", "reopened", "links", "links_off", "delayed"):
                    seen[what] += bool(getattr(st, what))
    often = {"fallen", "links", "delayed", "surrendered", "garrison"}
    assert often <= {what for what, n in seen.items() if n}, seen
