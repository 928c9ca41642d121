"""Chapters wwi.5.4 and 5.5: sea movement, the Straits, the Franco-Italian Transit Area."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.movement import door_costs, transit_reach, way_to_transit
from firestep.games.wwi.supply import black_sea_open
from firestep.games.wwi.zones import zone
from firestep.testing import play, rule, situation, texts
from games.wwi.oracle import LAND
from games.wwi.places import (
    ALL_FORTS,
    CITIES,
    COST,
    FORT,
    GERMANS,
    NO_FORTS,
    choices,
    country,
    distance,
    foot_costs,
    near,
    neutral_land,
    next_allied_movement,
    place,
    rail_steps,
    seal,
    shut_east,
    texts_after,
    unit_verbs,
    verbs,
    where,
    why,
)

# -- wwi.5.4 sea ---------------------------------------------------------------------------------------------------------------

PORT = next(n for n in board.hexes(board.SEA_START & board.HOME[board.FR]))
OPEN_LANDINGS = {n for n in board.hexes(board.SEA_END) if board.INDEX[n] not in board.PASSAGE}
I = board.INDEX


def sea(units: dict[str, str], **more: Any) -> Session[Any]:
    tables: dict[str, Any] = {"clear": True, "turn": 4, "phase": 1} | more
    return situation("wwi", units=units, **tables)


@rule("wwi.5.4a")
def test_one_sea_move_a_turn() -> None:
    """After one army has sailed no other may in that phase; next turn one may again."""
    ports = board.hexes(board.SEA_START & board.HOME[board.FR])[:2]
    s = sea({"fr-1": ports[0], "br-1": ports[1]})
    assert "sea" in unit_verbs(s, "fr-1") and "sea" in unit_verbs(s, "br-1")
    play(s, "move fr-1", f"sea {min(OPEN_LANDINGS)}")
    assert "sea" not in unit_verbs(s, "br-1")
    assert why(s, "move br-1", f"sea {max(OPEN_LANDINGS)}") == ["wwi.5.4a"]
    play(s, "done")
    while s.state.turn == 4:
        s.take("done" if ("done",) in s.decision.actions else s.decision.actions[0])
    assert "sea" in unit_verbs(s, "br-1")


@rule("wwi.5.4b")
@pytest.mark.parametrize(
    ("unit", "sails"),
    [
        ("fr-1", True),
        ("br-1", True),
        ("br-bef", True),
        ("us-1", True),
        ("it-1", False),
        ("rs-1", False),
        ("sb-1", False),
        ("bl-army", False),
    ],
)
def test_who_may_sail(unit: str, sails: bool) -> None:
    """British, French and US armies sail; no other Ally does."""
    s = sea({unit: PORT}, allegiance={"us": "allied"})
    assert ("sea" in unit_verbs(s, unit)) == sails
    assert ("wwi.5.4b" in why(s, f"move {unit}", f"sea {min(OPEN_LANDINGS)}")) == (not sails)


@rule("wwi.5.41", "wwi.5.44", "wwi.5.46a")
def test_a_sea_move_is_all_there_is() -> None:
    """A sea move goes from coast to coast in one phase without a path and takes the whole allowance: no step before or after it."""
    s = sea({"fr-1": PORT})
    play(s, "move fr-1", f"sea {max(OPEN_LANDINGS)}")
    assert where(s, "fr-1") == max(OPEN_LANDINGS) and texts(s) == ["done"]
    s = sea(
        {"fr-1": PORT}, hexes={"centres-central": (goal := [n for n in board.hexes(board.CENTRES) if distance(n, PORT) <= 2][:1])}
    )
    play(s, "move fr-1")
    if goal and f"via {goal[0]}" in texts(s):
        s.take(f"via {goal[0]}")
        assert "sea" not in verbs(s)
    inland = next(n for n in near(PORT) if not board.COASTAL >> board.INDEX[n] & 1)
    assert "sea" not in unit_verbs(sea({"fr-1": inland}), "fr-1")


@rule("wwi.5.42a", "wwi.5.41")
def test_an_army_that_makes_room_may_sail() -> None:
    """It began the phase in its port and has spent nothing, so the sea is open to it too."""
    s = sea({"fr-1": PORT, "fr-2": near(PORT)[0]})
    play(s, "move fr-2", f"to {PORT}", f"sea {min(OPEN_LANDINGS)}")
    assert (where(s, "fr-1"), where(s, "fr-2")) == (min(OPEN_LANDINGS), PORT)


@rule("wwi.5.42a")
def test_departure_from_clear_coast_only() -> None:
    """A rough coast or an inland hex is no place to embark."""
    rough = next(n for n in board.hexes(board.COASTAL & board.ROUGH & board.HOME[board.IT]))
    clear = next(n for n in board.hexes(board.COASTAL & board.CLEAR & board.HOME[board.IT]) if n not in FORT)
    inland = next(n for n in board.hexes(board.HOME[board.IT] & ~board.COASTAL) if n not in FORT)
    assert ["sea" in unit_verbs(sea({"fr-1": n}), "fr-1") for n in (rough, clear, inland)] == [False, True, False]
    assert "wwi.5.42a" in why(sea({"fr-1": rough}), "move fr-1", f"sea {clear}")


@rule("wwi.5.42b")
def test_barred_departures() -> None:
    """Nobody embarks in Germany or on Russia's Baltic coast."""
    german = next(n for n in board.hexes(board.COASTAL & board.CLEAR & board.HOME[board.GE]) if n not in FORT)
    baltic = next(
        n for n in board.hexes(board.COASTAL & board.CLEAR & board.HOME[board.RS]) if n not in FORT and LAND[n].coast == "baltic"
    )
    for n in (german, baltic):
        assert "sea" not in unit_verbs(sea({"br-1": n}), "br-1")
        assert "wwi.5.42a" in why(sea({"br-1": n}), "move br-1", f"sea {min(OPEN_LANDINGS)}")


@rule("wwi.5.42b", "wwi.5.43a")
def test_the_sea_of_azov() -> None:
    """It is no part of northern Russia: an army embarks there while the Straits are open. Nobody lands there: the rule names the
    Black Sea coast."""
    azov = next(n for n in board.hexes(board.COASTAL & board.CLEAR & board.HOME[board.RS]) if LAND[n].coast == "azov")
    s = sea({"br-1": azov}, hexes=NO_FORTS)
    assert "sea" in unit_verbs(s, "br-1") and not board.SEA_END >> board.INDEX[azov] & 1
    assert "wwi.5.43a" in why(sea({"br-1": PORT}, hexes=NO_FORTS), "move br-1", f"sea {azov}")
    for units, hexes in (({"tu-1": "1532"}, NO_FORTS), ({}, {})):
        shut = sea({"br-1": azov, **units}, hexes=hexes)
        assert "sea" not in unit_verbs(shut, "br-1")
        assert {"wwi.5.46c", "wwi.5.46d"} & set(why(shut, "move br-1", f"sea {min(OPEN_LANDINGS)}"))


def straits_open(**more: Any) -> dict[str, Any]:
    """Tables that open the passage: nobody in the gates, the fortification down."""
    return {"hexes": NO_FORTS, **more}


@rule("wwi.5.43a", "wwi.5.43b")
def test_landing_coasts() -> None:
    """With the Straits open an army may land on every clear coast of the six countries and on no other, in Russia only by the
    Black Sea."""
    s = sea({"fr-1": PORT}, **straits_open(allegiance={"gk": "allied", "rm": "allied"}))
    landings = choices(s, "fr-1", "sea")
    assert {country(n) for n in landings} == {"it", "gk", "bu", "tu", "rm", "rs"}
    for n in LAND:
        h = LAND[n]
        good = (
            h.coast != ""
            and h.terrain == "clear"
            and (country(n) in ("it", "gk", "bu", "tu", "rm") or country(n) == "rs" and h.coast == "black-sea")
        )
        assert (n in landings) == good, n
    north = next(n for n in board.hexes(board.COASTAL & board.CLEAR & board.HOME[board.RS] & ~board.BLACK_SEA))
    assert why(s, "move fr-1", f"sea {north}") == ["wwi.5.43a"]


@rule("wwi.5.45a")
def test_zones_do_not_stop_ships() -> None:
    """An army may embark and land next to the enemy."""
    landing = next(n for n in sorted(OPEN_LANDINGS) if country(n) == "it" and any(country(m) == "it" for m in near(n)))
    foe = next(m for m in near(landing) if m not in FORT and m not in OPEN_LANDINGS)
    s = sea({"fr-1": PORT, "ge-1": next(n for n in near(PORT) if n not in FORT), "ge-2": foe})
    assert landing in choices(s, "fr-1", "sea")
    play(s, "move fr-1", f"sea {landing}")
    assert where(s, "fr-1") == landing


@rule("wwi.5.45b")
def test_no_opposed_landing() -> None:
    """No landing on an enemy army or an intact enemy fortification."""
    a, c = sorted(n for n in OPEN_LANDINGS if n not in FORT)[:2]
    s = sea({"fr-1": PORT, "ge-1": a})
    assert a not in choices(s, "fr-1", "sea") and c in choices(s, "fr-1", "sea")
    assert why(s, "move fr-1", f"sea {a}") == ["wwi.5.45b"]
    fort = next(n for n in FORT if board.SEA_END >> board.INDEX[n] & 1 and FORT[n][0] == "tu")
    t = sea({"fr-1": PORT}, hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    assert fort not in choices(t, "fr-1", "sea")


CHAIN = ("1332", "1432", "1532", "1632", "1733")


@rule("wwi.5.46b", "wwi.5.46c")
@pytest.mark.parametrize("gate", range(5))
def test_an_army_closes_the_straits(gate: int) -> None:
    """An enemy or neutral army in a gate shuts that gate, those after it and the Black Sea, and leaves those before it open."""
    s = sea({"fr-1": PORT, "tu-1": CHAIN[gate]}, **straits_open())
    landings = choices(s, "fr-1", "sea")
    clear = [n for n in CHAIN if COST[n] == 2]
    assert {n for n in clear if CHAIN.index(n) < gate} == set(clear) & landings
    assert not landings & set(board.hexes(board.BLACK_SEA))
    assert "wwi.5.46c" in why(s, "move fr-1", f"sea {board.hexes(board.SEA_END & board.BLACK_SEA)[0]}")
    friend = sea({"fr-1": PORT, "br-1": CHAIN[gate]}, **straits_open())
    assert choices(friend, "fr-1", "sea") & set(board.hexes(board.BLACK_SEA))


@rule("wwi.5.46b", "wwi.5.46c")
def test_the_straits_bind_both_ways_and_neutrals_close_them() -> None:
    """An army on the Black Sea cannot sail out past an enemy; a neutral Turkish army closes the passage like a hostile one."""
    inside = next(n for n in board.hexes(board.SEA_START & board.BLACK_SEA & board.HOME[board.RS]) if n not in FORT)
    assert "sea" in unit_verbs(sea({"br-1": inside}, **straits_open()), "br-1")
    assert "sea" not in unit_verbs(sea({"br-1": inside, "tu-1": "1532"}, **straits_open()), "br-1")
    s = situation("wwi", "free", clear=True, turn=1, phase=1, units={"fr-1": PORT, "tu-2": "1532"}, hexes=NO_FORTS)
    assert s.state.allegiance[board.TU] == board.NEUTRAL
    assert not choices(s, "fr-1", "sea") & {*board.hexes(board.BLACK_SEA), "1632", "1733"}


@rule("wwi.5.46d")
def test_the_bosporus_fort_shuts_the_black_sea() -> None:
    """With nobody in the gates the fortification of 1733 alone bars what lies beyond it, not the gates before it."""
    fort = {"hexes": {"forts-destroyed": [n for n in ALL_FORTS if n != "1733"]}}
    landings = choices(sea({"fr-1": PORT}, **fort), "fr-1", "sea")
    assert not landings & set(board.hexes(board.BLACK_SEA)) and {n for n in CHAIN[:4] if COST[n] == 2} <= landings
    assert "wwi.5.46d" in why(sea({"fr-1": PORT}, **fort), "move fr-1", f"sea {board.hexes(board.SEA_END & board.BLACK_SEA)[0]}")
    assert choices(sea({"fr-1": PORT}, **straits_open()), "fr-1", "sea") & set(board.hexes(board.BLACK_SEA))


@rule("wwi.5.47a", "wwi.5.47b", "wwi.5.48")
def test_after_a_landing() -> None:
    """An army fights in the turn of its landing, in supply through its landing hex, and moves normally in the next one."""
    landing = next(n for n in sorted(OPEN_LANDINGS) if country(n) == "gk")
    foe = next(m for m in near(landing) if m not in FORT and len(near(m)) >= 3)
    s = sea(
        {"fr-1": PORT, "bu-1": foe, "ge-1": CITIES["ge"][0]},
        allegiance={"gk": "allied", "bu": "central"},
        turn=3,
        dice=[2],
        crp={"fr": 50},
        hexes=NO_FORTS,
    )
    play(s, "move fr-1", f"sea {landing}", "done", "done")
    assert s.state.links >> board.INDEX[landing] & 1
    assert s.decision.seat_name == "allied" and f"attack {foe}" in texts(s)
    s.take(f"attack {foe}")
    assert "add fr-1" in texts(s)
    t = sea({"fr-1": landing}, hexes={**NO_FORTS, "links": [landing]}, allegiance={"gk": "allied"}, turn=5)
    assert {m for m in near(landing) if COST[m] == 2 and country(m) != "ab"} <= choices(t, "fr-1")


# -- 5.5 transit -----------------------------------------------------------------------------------------------------------


def transit(units: dict[str, str], **more: Any) -> Session[Any]:
    tables: dict[str, Any] = {"clear": True, "turn": 4, "phase": 1} | more
    return situation("wwi", units=units, **tables)


@rule("wwi.5.51a", "wwi.5.51b", "wwi.5.54")
def test_into_the_transit_area() -> None:
    """Any number of armies go in, stay for the rest of the turn and come out next turn at the earliest."""
    units = dict(zip(("fr-1", "fr-2", "br-1", "it-1"), ("0110", "0109", "0209", "0113"), strict=True))
    s = transit(units)
    for u in units:
        play(s, f"move {u}", "transit")
    assert all(where(s, u) == "transit" for u in units) and texts(s) == ["done"]
    assert why(s, "move fr-1") == ["wwi.5.0d"]
    next_allied_movement(s)
    assert all(where(s, u) == "transit" for u in units)  # always supplied there
    assert {"0110", "0113"} <= choices(s, "fr-1")
    s.take("move fr-1")
    assert "transit" not in verbs(s) and why(s, "transit") == ["wwi.5.54"]


@rule("wwi.5.51c", "wwi.5.52")
def test_out_of_the_transit_area_on_either_side() -> None:
    """An army leaves by one of the two doors, into France or Italy, and nowhere else; a barred door leaves the other one."""
    s = transit({"fr-1": "transit"})
    ends = choices(s, "fr-1")
    assert {"0110", "0113"} <= ends
    french = transit({"fr-1": "transit", "ge-1": "0113"})
    assert "0113" not in choices(french, "fr-1") and "0110" in choices(french, "fr-1")
    assert not any(country(n) == "it" for n in choices(french, "fr-1"))
    shut = transit({"fr-1": "transit", "ge-1": "0113", "ge-2": "0110"})
    assert unit_verbs(shut, "fr-1") == {"stay"}


@rule("wwi.5.52")
def test_only_the_doors_lead_in() -> None:
    """An army that cannot be in 0110 or 0113 with a point to spare cannot enter the Transit Area."""
    beside = near("0110")[0]
    assert "transit" in unit_verbs(transit({"fr-1": "0110"}), "fr-1")
    assert "transit" in unit_verbs(transit({"fr-1": beside}), "fr-1")
    s = transit({"fr-1": beside, "ge-1": "0110"})
    assert "transit" not in unit_verbs(s, "fr-1") and why(s, "move fr-1", "transit") == ["wwi.5.52"]
    far = next(n for n in LAND if country(n) == "fr" and distance(n, "0110") == 5 and n[:2] != "01")
    walk = transit({"fr-1": far, **{u: n for u, n in seal().items() if n != "0110"}}, hexes=NO_FORTS)
    assert "transit" not in unit_verbs(walk, "fr-1")  # five points to the door leave none for the Area


@rule("wwi.5.53")
def test_transit_by_rail() -> None:
    """Trains run into the Transit Area and out of it: an army farther than five points on foot gets there, and far beyond."""
    far = next(n for n, k in rail_steps("0110").items() if k == 8 and country(n) == "fr" and n not in ("0110",))
    assert foot_costs(far, set())["0110"] >= 4
    assert "transit" in unit_verbs(transit({"fr-1": far}), "fr-1")
    s = transit({"fr-1": "transit"}, hexes=NO_FORTS)
    gone = {n for door in ("0110", "0113") for n, k in rail_steps(door, neutral_land(s)).items() if k == 8}
    assert gone & choices(s, "fr-1")


@rule("wwi.5.53", "wwi.5.33a")
def test_trains_out_of_transit_need_a_link() -> None:
    """Russians have no rail link in the west, so they walk out of the Transit Area; the French ride."""
    far = {n for n in LAND if distance(n, "0110") > 5 and distance(n, "0113") > 5}
    assert choices(transit({"fr-1": "transit"}, hexes=NO_FORTS), "fr-1") & far
    s = transit({"rs-1": "transit", **shut_east()}, hexes=NO_FORTS)
    assert choices(s, "rs-1") and not choices(s, "rs-1") & far


@rule("wwi.5.54", "wwi.5.51c")
def test_passing_a_door_captures() -> None:
    """An army that leaves by a door and goes on has entered the door's hex, and takes what is there."""
    door = next(n for n in ("0113", "0110") if board.CENTRES >> board.INDEX[n] & 1)
    beyond = next(m for m in near(door) if m not in ("0110", "0113") and country(m) == country(door))
    s = transit({"fr-1": "transit"}, hexes={"centres-central": [door]})
    play(s, "move fr-1", f"to {beyond}")
    assert where(s, "fr-1") == beyond and s.state.allied_centres >> board.INDEX[door] & 1


@rule("wwi.5.55a")
def test_no_combat_in_transit() -> None:
    """Armies in the Transit Area are never attackers or targets."""
    s = transit({"fr-1": "transit", "ge-1": "0110", "ge-2": "0113"}, phase=4, superior="allied", hexes=NO_FORTS, turn=3)
    assert texts(s) == ["done"]
    s.take("done")
    assert texts(s) == ["done"]


@rule("wwi.5.55b")
def test_no_retreat_into_transit() -> None:
    """A retreat from a door goes anywhere but into the Transit Area, also when that costs the army its life."""
    foes = [n for n in near("0113")]
    s = transit(
        {"it-1": "0113", **dict(zip(GERMANS, foes, strict=False))},
        phase=4,
        superior="central",
        turn=3,
        dice=[1],
        crp={"it": 0},
        hexes=NO_FORTS,
    )
    play(s, "attack 0113", f"add {GERMANS[0]}", "go")
    assert not any(t.startswith("retreat") for t in texts(s)) and "destroy" in texts(s)


@rule("wwi.5.55c", "wwi.6.17b")
def test_no_zones_in_transit() -> None:
    """Armies in the Transit Area control nothing and are controlled by nobody."""
    s = transit({"fr-1": "transit"}, hexes=NO_FORTS)
    assert zone(s.state, board.ALLIED) == 0
    s = transit({"fr-1": "0110", "ge-1": next(n for n in near("0110") if n not in FORT)}, hexes=NO_FORTS)
    assert "transit" in unit_verbs(s, "fr-1")  # out of a zone, into none


@rule("wwi.5.51a")
def test_transit_is_for_the_allies() -> None:
    """A Central army in a door does not enter; nobody does before Italy is an Ally."""
    s = transit({"ge-1": "0113"}, phase=2, hexes=NO_FORTS)
    assert "transit" not in unit_verbs(s, "ge-1") and why(s, "move ge-1", "transit") == ["wwi.5.51a"]
    s = transit({"fr-1": "0110"}, turn=2)
    assert "transit" not in unit_verbs(s, "fr-1") and why(s, "move fr-1", "transit") == ["wwi.11.11c"]


@rule("wwi.5.46d", "wwi.10.31")
@pytest.mark.parametrize(("side", "open"), [("allied", True), ("central", False), ("neutral", False)])
def test_whose_fort_shuts_the_bosporus(side: str, open: bool) -> None:
    """An enemy's or a neutral's does; Turkey's own does not if Turkey is an Ally."""
    s = place({}, turn=2, allegiance={"tu": side}, hexes={"forts-destroyed": [n for n in FORT if n != "1733"]})
    assert black_sea_open(s.state) == open


@rule("wwi.5.45b", "wwi.12.43a")
def test_nobody_lands_in_a_neutral_fort() -> None:
    """Venice stands while Italy is neutral: no army goes ashore there, nor marches in."""
    venice = "0517"
    port = next(n for n in board.hexes(board.SEA_START & board.HOME[board.FR]))
    for standing in (True, False):
        s = situation(
            "wwi",
            clear=True,
            turn=2,
            phase=1,
            units={"fr-1": port},
            hexes={"forts-destroyed": [n for n in FORT if n != venice or not standing]},
        )
        assert board.SEA_END >> I[venice] & 1 and (f"sea {venice}" in texts_after(s, "move fr-1")) != standing


@rule("wwi.5.53", "wwi.5.31a")
def test_a_train_out_of_the_transit_area_has_spent_half_a_point_at_the_door() -> None:
    """Nine more hexes by rail are left to it, not eight."""
    s = place({"fr-1": "transit"})
    steps = rail_steps("0110")
    nine = [n for n, k in steps.items() if k == 9 and not s.state.neutral >> I[n] & 1]
    assert door_costs(s.state, board.UNIT["fr-1"], I["0110"]) == (2 if board.ROUGH >> I["0110"] & 1 else 1, 1, -1)
    assert nine and set(nine) & set(board.hexes(transit_reach(s.state, board.UNIT["fr-1"])))


@rule("wwi.5.52", "wwi.15.1a")
def test_no_quiet_way_into_the_transit_area_through_an_objective() -> None:
    """From a headland whose only neighbour is to be taken in passing, the Area can be reached, but not past it."""
    cape, neck = "0211", near("0211")[0]
    s = place({"fr-1": cape}, hexes={**NO_FORTS, "links": [neck], "links-off": [neck]})
    u = board.UNIT["fr-1"]
    assert way_to_transit(s.state, u, (0, -1, -1), False) is not None
    assert way_to_transit(s.state, u, (0, -1, -1), True) is None
    assert "transit" in texts_after(s, "move fr-1") and "transit" not in texts_after(s, "move fr-1", "past")
    play(s, "move fr-1", "transit")
    assert not s.state.links_off
