"""Games played by machine, for tests that look at every position: from the set-up, from the stored moments, and thrown together."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from firestep import bots
from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.games.ditt import GAME
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits
from games.ditt.arena import pulse

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


#: positions in which more is going on than in most games: sieges, Beach Heads, cities that change hands
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
        tables = {"phase": 4, "side": t.SEATS[journey.seed % 2], "clear": True, **SCENES[journey.moment]}
        return Session(GAME, "1914", settled, dice, *GAME.position_from(*GAME.begin("1914", settled), tables))
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
    East, whose limits are reached; in every third a Fort is besieged."""
    rng = random.Random(seed)
    east = bool(seed % 2)
    field = p.ways(0).spread(p.ways(0).spread(p.NEAR_EAST)) if east else p.LAND
    land = bits(field & p.LAND & ~p.AREAS & ~p.DESERT & ~p.ALPINE)
    at_war = {n: rng.choice(("central", "entente")) for n in ("it", "bu", "gk", "rm") if rng.random() < 0.6}
    if east or rng.random() < 0.6:
        at_war["tu"] = "central"
    sides = {n: ("central", "entente", "neutral", "out")[k] for n, k in zip(t.NATIONS, t.START_SIDE, strict=True)} | at_war
    fighting = [n for n, side in sides.items() if side in ("central", "entente") and t.ARMIES_OF[t.NATION[n]]]
    if east:
        fighting = ["tu", "br", "rs", "fr", "ge"]
    holds: dict[str, list[str]] = {n: [] for n in fighting}
    taken: dict[int, str] = {}
    for i in rng.sample(land, len(land) // 2):
        n = rng.choice(fighting)
        if not p.FORTS >> i & 1:
            holds[n].append(p.NUMBER[i])
            taken[i] = sides[n]
    siege = ["hand", "hand"]
    if seed % 3 == 0:
        forts = bits(p.FORTS & ~p.POSTS & ~p.COLONIAL_FORTS)
        roomy = [i for i in forts if len(bits(p.ways(0).near[i] & ~p.FORTS)) > 1]
        fort = rng.choice([i for i in roomy if t.NATIONS[p.FORT_NATION[i]] in fighting])
        owner = sides[t.NATIONS[p.FORT_NATION[fort]]]
        siege[t.SEATS.index(owner)] = p.NUMBER[fort]
        besieger = next(n for n in ("ge", "fr") if sides[n] != owner)
        holds[besieger].append(p.NUMBER[fort])
        around = bits(p.ways(0).near[fort])
        taken |= dict.fromkeys([fort] * 3 + [i for i in around if not p.FORTS >> i & 1], sides[besieger])
        holds[besieger] += [p.NUMBER[i] for i in around if not p.FORTS >> i & 1 and rng.random() < 0.7]
        land += [fort] * 20 + around * 3
    units: dict[str, str] = {}
    for _ in range(40):
        n = rng.choice(fighting)
        u = rng.choice(t.ARMIES_OF[t.NATION[n]])
        mine = [i for i in land if taken.get(i) == sides[n]]
        if mine and u != t.SUD:
            units[t.UNITS[u]] = f"{p.NUMBER[rng.choice(mine)]} {rng.randrange(1, 12)}"
    places = {side: {units[u][:4] for u in units if sides[u[:2]] == side} for side in ("central", "entente")}
    for u in [u for u in units if units[u][:4] in places["central"] & places["entente"]]:
        del units[u]
    tired = [u for u in units if rng.random() < 0.3]
    side = rng.choice(t.SEATS)
    if seed % 3 == 0:  # a tired besieger, a fresh one beside him, an enemy behind
        side, free = sides[besieger], [p.NUMBER[i] for i in around if not p.FORTS >> i & 1]
        first, second = (t.UNITS[u] for u in t.ARMIES_OF[t.NATION[besieger]][:2])
        enemy = t.UNITS[t.ARMIES_OF[p.FORT_NATION[fort]][0]]
        units = {u: at for u, at in units.items() if at[:4] not in (*free[:2], p.NUMBER[fort])}
        units |= {first: f"{p.NUMBER[fort]} 5", second: f"{free[0]} 5", enemy: f"{free[1]} 5"}
        tired = [*(u for u in tired if u in units and u not in (second, enemy)), first]
        holds = {n: [x for x in at if x not in free[:2]] for n, at in holds.items()}
        holds[besieger].append(free[0])
        holds[t.NATIONS[p.FORT_NATION[fort]]].append(free[1])
    elif east:  # the French have their one Army in the Near East, and another at its border
        good = p.LAND & ~p.DESERT & ~p.FORTS & ~p.AREAS & ~p.PERSIA
        edge = bits(p.ways(0).spread(p.NEAR_EAST) & ~p.NEAR_EAST & p.lands("Bulgaria", "Russia", "Libya") & good)
        out = rng.choice([i for i in edge if p.ways(0).near[i] & p.NEAR_EAST & good])
        into = bits(p.ways(0).near[out] & p.NEAR_EAST & good)[0]
        side, both = "entente", (p.NUMBER[out], p.NUMBER[into])
        units = {u: at for u, at in units.items() if at[:4] not in both and u[:3] not in ("fr-", "rs-")}
        units |= {t.UNITS[t.ARMIES_OF[t.FR][k]]: f"{n} 3" for k, n in enumerate(both)}
        tired = [u for u in tired if u in units and not u.startswith("fr-")]
        holds = {n: [x for x in at if x not in both and n != "rs"] for n, at in holds.items()}
        holds["fr"] += both
    seas = {sea: rng.choice(t.SEA_WORD) for sea in t.SEAS[:5]}
    turn = rng.randrange(2, t.LAST_TURN + 1)
    return pulse(side, turn=turn, allegiance=at_war, holds=holds, units=units, marks={"flipped": tired}, seas=seas, siege=siege)
