"""Games played by machine, for tests that look at every position: from the set-up, from the stored moments, and thrown together."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.ditt import GAME
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits
from firestep.testing import position
from games.ditt.positions import pulse

MOMENTS = Path(__file__).parents[2] / "moments" / "ditt"
#: answers that end an order or a phase
ENDINGS = {"done", "stay", "halt", "pass"}


class Journey(NamedTuple):
    """Where a game begins, and how it is played: any answer, seldom an ending, or by the bot that counts odds."""

    moment: str
    style: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.moment or 'set-up'}-{self.style}-{self.seed}"


#: positions in which more is going on than in most games: sieges, Beach Heads, cities that change hands,
#: a landing of Operation Albion
SCENES: dict[str, dict[str, Any]] = {
    "siege": {
        "turn": 3,
        "siege": ["3014", "3107"],
        "units": {
            "ge-1": "3107 5",
            "ge-2": "3108 6",
            "fr-1": "3106 9",
            "fr-2": "3207 5",
            "rs-1": "3014 5",
            "rs-2": "3015 9",
            "ge-8": "3013 6",
            "ah-1": "2712 6",
            "br-1": "3206 4",
        },
        "holds": {"ge": ["3107"], "rs": ["3014", "3015"]},
    },
    "city": {
        "turn": 5,
        "units": {"ge-1": "3306 2", "fr-1": "3205 9", "br-1": "3405 9", "sb-1": "casualty", "sb-2": "2310", "ah-6": "2309 4"},
        "holds": {"ge": ["3305"]},
        "hexes": {"fallen": ["3305"], "fresh": ["3305"]},
        "coins": {"ep-putnik": 2},
    },
    "beach": {
        "turn": 9,
        "beach": ["1812", "1216"],
        "allegiance": {"tu": "central", "it": "entente", "bu": "central"},
        "marks": {"landed": ["br-mef", "anz-1", "fr-orient"]},
        "units": {
            "br-mef": "1812 4",
            "anz-1": "1812",
            "fr-orient": "1216 3",
            "tu-i": "1812 5",
            "tu-iv": "1813 5",
            "tu-x": "1215 4",
            "br-eef": "0812 6",
            "it-1": "2607 5",
            "ah-3": "2709 6",
            "ah-10": "2708 5",
            "rs-1ca": "1321 6",
        },
        "holds": {"tu": ["1812", "1216"]},
    },
    "albion": {
        "turn": 16,
        "units": {"ge-1": "3112 3", "ge-2": "3112 3", "ge-3": "3115 5", "rs-1": "3217 2", "rs-2": "3118 4", "fr-1": "3207 5"},
        "coins": {"cp-operation-albion": 3},
    },
}


def journeys(styles: tuple[str, ...] = ("random", "busy", "greedy")) -> list[Journey]:
    starts = ["", *sorted(path.name.removesuffix(".json.gz") for path in MOMENTS.glob("*.json.gz"))]
    return [Journey(start, style, 7 * k + j) for j, style in enumerate(styles) for k, start in enumerate(starts)]


def scenes(seeds: int) -> list[Journey]:
    """Short games from each of the scenes."""
    return [Journey(name, style, k) for name in SCENES for style in ("random", "busy") for k in range(seeds)]


def start_of(journey: Journey) -> Session[State]:
    text, options, dice = None, {}, Dice(f"journey {journey.name}")
    if journey.moment in SCENES:
        settled = GAME.settle_options({})
        setting = {"phase": 4, "side": tables.SEATS[journey.seed % 2], "clear": True, **SCENES[journey.moment]}
        return Session(GAME, "1914", settled, dice, *position("ditt", **setting))
    if journey.moment:
        kept = json.loads(gzip.decompress((MOMENTS / f"{journey.moment}.json.gz").read_bytes()))
        text, options = kept["moment"], kept["options"]
    return begin(GAME, "1914", GAME.settle_options(options), dice, text)


def travel(journey: Journey, most: int) -> Iterator[Session[State]]:
    """The game before each of its next decisions, the same session every time."""
    s, rng = start_of(journey), random.Random(journey.name)
    bot = bots.make("greedy", journey.seed) if journey.style == "greedy" else None
    for _ in range(most):
        d = s.decision
        if d is None:
            return
        yield s
        if bot is not None:
            s.take(bots.answer(bot, s))
            continue
        actions = d.actions
        if journey.style == "busy" and rng.random() < 0.93:
            actions = [a for a in actions if a[0] not in ENDINGS] or actions
        s.take(rng.choice(actions))


def scattered(seed: int) -> Session[State]:
    """A pulse in a position thrown together: some forty units, land in any hands, any season. Every second one lies about the Near
    East, whose limits are reached; in every third a Fort is besieged; in some it is Summer, and enemies stand in the heat."""
    rng = random.Random(seed)
    east, hot = bool(seed % 2), seed % 4 == 2 and seed % 3 > 0
    field = places.ways(0).spread(places.ways(0).spread(places.NEAR_EAST)) if east else places.LAND
    land = bits(field & places.LAND & ~places.AREAS & ~places.DESERT & ~places.ALPINE)
    at_war = {n: rng.choice(("central", "entente")) for n in ("it", "bu", "gk", "rm") if rng.random() < 0.6}
    if east or hot or rng.random() < 0.6:
        at_war["tu"] = "central"
    sides = {
        n: ("central", "entente", "neutral", "out")[k] for n, k in zip(tables.NATIONS, tables.START_SIDE, strict=True)
    } | at_war
    fighting = [n for n, side in sides.items() if side in ("central", "entente") and tables.ARMIES_OF[tables.NATION[n]]]
    if east:
        fighting = ["tu", "br", "rs", "fr", "ge"]
    holds: dict[str, list[str]] = {n: [] for n in fighting}
    taken: dict[int, str] = {}
    for i in rng.sample(land, len(land) // 2):
        n = rng.choice(fighting)
        if not places.FORTS >> i & 1:
            holds[n].append(places.NUMBER[i])
            taken[i] = sides[n]
    siege = ["hand", "hand"]
    if seed % 3 == 0:
        forts = bits(places.FORTS & ~places.COLONIAL_COINS & ~places.COLONIAL_FORTS)
        roomy = [i for i in forts if len(bits(places.ways(0).near[i] & ~places.FORTS)) > 1]
        fort = rng.choice([i for i in roomy if tables.NATIONS[places.FORT_NATION[i]] in fighting])
        owner = sides[tables.NATIONS[places.FORT_NATION[fort]]]
        siege[tables.SEATS.index(owner)] = places.NUMBER[fort]
        besieger = next(n for n in ("ge", "fr") if sides[n] != owner)
        holds[besieger].append(places.NUMBER[fort])
        around = bits(places.ways(0).near[fort])
        taken |= dict.fromkeys([fort] * 3 + [i for i in around if not places.FORTS >> i & 1], sides[besieger])
        holds[besieger] += [places.NUMBER[i] for i in around if not places.FORTS >> i & 1 and rng.random() < 0.7]
        land += [fort] * 20 + around * 3
    units: dict[str, str] = {}
    for _ in range(40):
        n = rng.choice(fighting)
        u = rng.choice(tables.ARMIES_OF[tables.NATION[n]])
        mine = [i for i in land if taken.get(i) == sides[n]]
        if mine and u != tables.SUD:
            units[tables.UNITS[u]] = f"{places.NUMBER[rng.choice(mine)]} {rng.randrange(1, 12)}"
    spots = {side: {units[u][:4] for u in units if sides[u[:2]] == side} for side in ("central", "entente")}
    for u in [u for u in units if units[u][:4] in spots["central"] & spots["entente"]]:
        del units[u]
    tired = [u for u in units if rng.random() < 0.3]
    side = rng.choice(tables.SEATS)
    if seed % 3 == 0:  # a tired besieger, a fresh one beside him, an enemy behind
        side, free = sides[besieger], [places.NUMBER[i] for i in around if not places.FORTS >> i & 1]
        first, second = (tables.UNITS[u] for u in tables.ARMIES_OF[tables.NATION[besieger]][:2])
        enemy = tables.UNITS[tables.ARMIES_OF[places.FORT_NATION[fort]][0]]
        units = {u: at for u, at in units.items() if at[:4] not in (*free[:2], places.NUMBER[fort])}
        units |= {first: f"{places.NUMBER[fort]} 5", second: f"{free[0]} 5", enemy: f"{free[1]} 5"}
        tired = [*(u for u in tired if u in units and u not in (second, enemy)), first]
        holds = {n: [x for x in at if x not in free[:2]] for n, at in holds.items()}
        holds[besieger].append(free[0])
        holds[tables.NATIONS[places.FORT_NATION[fort]]].append(free[1])
    elif east:  # the French have their one Army in the Near East, and another at its border
        good = places.LAND & ~places.DESERT & ~places.FORTS & ~places.AREAS & ~places.PERSIA
        edge = bits(
            places.ways(0).spread(places.NEAR_EAST) & ~places.NEAR_EAST & places.lands("Bulgaria", "Russia", "Libya") & good
        )
        out = rng.choice([i for i in edge if places.ways(0).near[i] & places.NEAR_EAST & good])
        into = bits(places.ways(0).near[out] & places.NEAR_EAST & good)[0]
        side, both = "entente", (places.NUMBER[out], places.NUMBER[into])
        units = {u: at for u, at in units.items() if at[:4] not in both and u[:3] not in ("fr-", "rs-")}
        units |= {tables.UNITS[tables.ARMIES_OF[tables.FR][k]]: f"{n} 3" for k, n in enumerate(both)}
        tired = [u for u in tired if u in units and not u.startswith("fr-")]
        holds = {n: [x for x in at if x not in both and n != "rs"] for n, at in holds.items()}
        holds["fr"] += both
    seas = {sea: rng.choice(tables.SEA_WORD) for sea in tables.SEAS[:5]}
    turn = rng.randrange(2, tables.LAST_TURN + 1)
    if hot:  # it is Summer; a French Army on a coast has a Turk in the heat beside it
        good = places.LAND & ~places.DESERT & ~places.FORTS & ~places.AREAS & ~places.PERSIA
        coast = places.COAST[tables.MED] & good & ~places.SUMMER_LANDS
        cool = rng.choice([i for i in bits(coast) if places.ways(0).near[i] & places.SUMMER_LANDS & good])
        heat = rng.choice(bits(places.ways(0).near[cool] & places.SUMMER_LANDS & good))
        side, both = "entente", (places.NUMBER[cool], places.NUMBER[heat])
        units = {u: at for u, at in units.items() if at[:4] not in both and u != "tu-x" and sides[u[:2]] == "central"}
        units |= {"fr-1": f"{both[0]} 5", "tu-x": f"{both[1]} 3"}
        tired = [u for u in tired if u in units and u != "fr-1"]
        holds = {n: [x for x in at if x not in both and n != "rs"] for n, at in holds.items()}
        holds["fr"].append(both[0])
        turn, seas["mediterranean"] = rng.choice([k for k, w in enumerate(tables.WEATHER) if w == "sun"]), "entente"
    return pulse(side, turn=turn, allegiance=at_war, holds=holds, units=units, marks={"flipped": tired}, seas=seas, siege=siege)
