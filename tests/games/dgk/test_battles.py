"""The battles that come with the game: on their ground, played to the end by the machine, using every chapter between them."""

from __future__ import annotations

import tomllib
from collections import Counter
from math import cos, hypot, radians, sin

import pytest

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.dgk import fire, state
from firestep.games.dgk.game import GAME
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import State
from firestep.games.dgk.umpire import DATA
from firestep.testing import rule

S = Session[State]
FILES = sorted(p.stem for p in (DATA / "scenarios").glob("*.toml"))
#: an inch of the table is 250 yards (dgk.II.scale.1)
METRES = 228.6
#: inches that a drawn place may lie off; communes are known by their middle
TOLERANCE = 2.0


@pytest.mark.parametrize("id", [f for f in FILES if scenario.get(f).places])
def test_named_places_lie_where_they_are_on_the_earth(id: str) -> None:
    scn = scenario.get(id)
    north = float(tomllib.loads((DATA / "scenarios" / f"{id}.toml").read_text(encoding="utf-8")).get("north", 0))
    first = scn.places[0]
    assert len(scn.places) >= 2
    for p in scn.places:
        east = (p.lon - first.lon) * 111_320 * cos(radians(first.lat)) / METRES
        up = (p.lat - first.lat) * 111_200 / METRES
        x = first.x + east * cos(radians(north)) + up * sin(radians(north))
        y = first.y + east * sin(radians(north)) - up * cos(radians(north))
        assert hypot(p.x - x, p.y - y) <= TOLERANCE, (p.name, round(x, 1), round(y, 1))
        drawn = [t for t in scn.ground.pieces if t.kind.title == p.name]
        for t in drawn:  # and the piece of that name is drawn there
            c = t.shape.centroid
            assert hypot(c.x - x, c.y - y) <= TOLERANCE, (p.name, c)
    named = {t.kind.title for t in scn.ground.pieces if t.kind.id in ("town", "village")}
    assert named <= {p.name for p in scn.places} | {"Lachenen"}, named


def test_le_cateau_lies_on_the_right_bank_of_the_selle() -> None:
    scn = scenario.get("le-cateau")
    town, river = (scn.ground.by_id[k].shape for k in ("le-cateau", "selle"))
    assert town.bounds[0] > river.intersection(scn.ground.table).bounds[0] and not town.intersects(river)
    east = {u.id for u in scn.units if u.side == 0 and u.x > town.bounds[2]}
    assert east == {"gb-esurrey", "gb-dcli"}  # cut off at half past six
    assert {"gb-middlesex", "gb-argyll", "gb-rwf", "gb-cameronian", "gb-b121", "gb-how65"} <= set(scn.unit_no)


def test_jaroslawice_as_its_dragoons_saw_it() -> None:
    places = ("jaroslawice", "height-418", "wolczkowce", "lipnik")
    at = {k: scenario.get("jaroslawice").ground.by_id[k].shape.centroid for k in places}
    village, height = at["jaroslawice"], at["height-418"]
    assert 8 < village.y - height.y < 11 and abs(village.x - height.x) < 2  # 3000 paces before them, to the south
    assert at["wolczkowce"].x < village.x - 8 and at["lipnik"].x > height.x + 8 and abs(at["lipnik"].y - height.y) < 4
    road = scenario.get("jaroslawice").ground.by_id["zborow-road"].points
    assert road[-1][1] == 36  # due south to Zborow


@rule("dgk.VIII.cover.3", "dgk.VIII.cover.4")
def test_garrisons_stand_in_their_trenches_and_forts() -> None:
    inside = {
        "le-cateau": {"gb-suffolk": "hard"},
        "lier": {"gb-chatham": "hard", "be-ch1": "hard", "be-l7": "hard"},
        "siedliska": {"ah-ls": "hard", "ah-h8": "hard", "ah-fort1": "fortified", "ah-fort2": "fortified", "ah-fort3": "fortified"},
    }
    for id, units in inside.items():
        g = state.begin(scenario.get(id))
        assert {u: fire.cover_of(g, g.scn.unit_no[u]) for u in units} == units


def play(id: str, seats: tuple[str, str], seed: str) -> S:
    s = begin(GAME, id, GAME.settle_options({}), Dice(seed))
    choose = [bots.make(name, f"{seed}.{k}") for k, name in enumerate(seats)]
    while (d := s.decision) is not None:
        s.take(bots.answer(choose[d.seat], s))
    return s


#: what each battle must have used in the games that the test plays
USES = {
    "lier": {"indirect", "bomb", "mfire", "air-attack", "wire", "train", "hidden", "armoured-car"},
    "siedliska": {"indirect", "explode", "enter", "mine-explodes", "minefield", "hidden", "fort"},
    "nanteuil": {"enter", "route", "leave", "enters", "leaves", "car"},
}


@rule("dgk.X.air.5", "dgk.X.mine.1", "dgk.X.ind.1", "dgk.III.route.1", "dgk.X.veh.3")
@pytest.mark.parametrize("id", USES)
def test_the_machine_plays_a_battle_to_its_end_and_reaches_its_rules(id: str) -> None:
    seen: Counter[str] = Counter()
    for seats, seed in ((("greedy", "greedy"), "1"), (("random", "random"), "3")):
        s = play(id, seats, seed)
        assert s.over and s.outcome is not None and s.outcome.reason
        seen.update(a[0] for a in s.history)
        seen.update(e.key for e in s.journal)
        assert all(GAME.text(e) for e in s.journal)
    scn = scenario.get(id)
    seen.update(u.vehicle for u in scn.units if u.vehicle)
    seen.update(p.kind.id for p in scn.ground.pieces)
    seen["hidden"] = sum(u.hidden for u in scn.units)
    assert {k for k in USES[id] if not seen[k]} == set()


@rule("dgk.II.ldr.2")
def test_each_side_has_two_to_five_leaders_and_brigades_of_two_to_ten_units() -> None:
    for f in FILES:
        scn = scenario.get(f)
        for side in (0, 1):
            assert 2 <= sum(d.side == side for d in scn.formations) <= 5, f
        for n, d in enumerate(scn.formations):
            assert d.level != "brigade" or 2 <= len(scn.members[n]) <= 10, (f, d.id)


def test_between_them_the_battles_use_every_kind_of_thing() -> None:
    scns = [scenario.get(f) for f in FILES]
    units = [u for s in scns for u in s.units]
    assert {"train", "car", "armoured-car", "aircraft"} <= {u.vehicle for u in units}
    assert all(any(getattr(u, what) for u in units) for what in ("hidden", "enters", "route", "aboard", "goal", "armour"))
    assert {"wire", "minefield", "command-mine", "fort", "trench", "rail"} <= {p.kind.id for s in scns for p in s.ground.pieces}
    assert any(s.options.get("indirect") == "on" for s in scns) and any(s.victories for s in scns)
    assert all((DATA / "scenarios" / f"{f}.toml").read_text(encoding="utf-8").count("\nsource = ") == 1 for f in FILES)
