"""Chapter 9: supply, its sources, its paths, and what the lack of it does."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.dice import ScriptedDice
from firestep.games.wwi.combat import defense
from firestep.games.wwi.components import board
from firestep.games.wwi.supply import fort_supplied, is_supplied
from firestep.games.wwi.zones import clear_of_zones
from firestep.testing import play, rule, texts
from games.wwi.oracle import BLOCKED, LAND
from games.wwi.places import (
    ALL_FORTS,
    CITIES,
    COST,
    EAST,
    FIELD,
    FORT,
    FRENCH_EDGE,
    GERMANS,
    ITALIAN_EDGE,
    NO_FORTS,
    RUSSIANS,
    STAND,
    choices,
    country,
    distance,
    duel,
    foot_costs,
    near,
    neutral_land,
    opposite,
    place,
    seal,
    shut_east,
    texts_after,
    where,
    why,
)


def fed(unit: str, units: dict[str, str], **more: Any) -> bool:
    return is_supplied(place(units, **more).state, board.UNIT[unit])


def pocket(unit: str, hex: str, foes: tuple[str, str]) -> dict[str, str]:
    """A unit between two enemies, cut off."""
    one = near(hex)[0]
    return {unit: hex, foes[0]: one, foes[1]: opposite(hex, one)}


def held_by(enemies: list[str], hexes: list[str]) -> dict[str, str]:
    return dict(zip(enemies, hexes, strict=False))


def beleaguered(code: str, keep: int, foes: list[str]) -> tuple[dict[str, str], list[str]]:
    """Enemies in all dependent cities of a nation but `keep`, and the cities left."""
    left = CITIES[code][:keep]
    return held_by(foes, CITIES[code][keep:]), left


# -- wwi.9.0, wwi.9.2: what supply means -------------------------------------------------------------------------------------------


@rule("wwi.9.0a", "wwi.9.0b", "wwi.6.31b")
def test_supplied_or_not() -> None:
    """On the open plain a Russian army is fed; between two enemies it is not: no attack, half its defence, death at the end."""
    s = place(pocket("rs-1", FIELD, ("ah-1", "ah-2")), phase=5, superior="central")
    assert fed("rs-1", {"rs-1": FIELD}) and not is_supplied(s.state, board.UNIT["rs-1"])
    assert defense(s.state, board.INDEX[FIELD]) == 2
    assert texts(s) == ["done"]  # it may not attack
    fed_one = place({"rs-1": FIELD, "ah-1": near(FIELD)[0]}, phase=5, superior="central")
    assert f"attack {near(FIELD)[0]}" in texts(fed_one)
    end = place(pocket("rs-1", FIELD, ("ge-1", "ge-2")), phase=10, segment="loans-central")
    end.take("done")
    assert where(end, "rs-1") == "gone"


@rule("wwi.9.0b", "wwi.9.3")
def test_paths_of_any_length_and_shape() -> None:
    """A Russian army in France traces its path across the whole map, also around an enemy in the straight way; a ring of zones
    ends it."""
    assert fed("rs-1", {"rs-1": STAND})
    assert fed("rs-1", {"rs-1": STAND, "ge-1": EAST})
    assert not fed("rs-1", {"rs-1": STAND, "ge-1": EAST, "ge-2": opposite(STAND, EAST)})
    assert not fed("rs-1", {"rs-1": STAND, **shut_east()})


@rule("wwi.9.1")
def test_a_source_supplies_any_number() -> None:
    """Seven armies live on one and the same hex of the French edge."""
    keep = FRENCH_EDGE[-1]
    others = held_by(GERMANS, [n for n in FRENCH_EDGE if distance(n, keep) > 1])
    inland = [n for n in LAND if country(n) == "fr" and n not in FRENCH_EDGE]
    spots = [n for n in inland if all(distance(n, k) > 1 for k in others.values())][:7]
    french = held_by([u for u in board.UNITS if u.startswith("fr-")], spots)
    s = place({**others, **french}, turn=2)
    assert len(french) == 7 and all(is_supplied(s.state, board.UNIT[u]) for u in french)


@rule("wwi.9.2")
def test_movement_without_supply() -> None:
    """An unsupplied army has all its five points."""
    s = place({**seal(), "br-1": FIELD}, allegiance={"it": "neutral"})
    assert not is_supplied(s.state, board.UNIT["br-1"])
    assert choices(s, "br-1") == {n for n, k in foot_costs(FIELD, neutral_land(s)).items() if 0 < k <= 5}


# -- wwi.9.1: sources of the Central Powers ------------------------------------------------------------------------------------


def heart(code: str) -> str:
    """A hex of a country, away from its cities and fortifications."""
    return next(
        n
        for n in LAND
        if country(n) == code
        and n not in CITIES[code]
        and n not in FORT
        and all(distance(n, c) > 1 for c in CITIES[code])
        and all(country(m) == code for m in near(n))
    )


@rule("wwi.9.11a", "wwi.9.12a")
@pytest.mark.parametrize("code", ["ge", "ah"])
def test_two_dependent_cities_are_needed(code: str) -> None:
    """With two cities left a German or Austro-Hungarian army is supplied; with one it is not."""
    unit, here = f"{code}-1", heart(code)
    for keep, ok in ((2, True), (1, False)):
        foes, _ = beleaguered(code, keep, RUSSIANS)
        assert fed(unit, {**foes, unit: here}) == ok


@rule("wwi.9.11b")
def test_the_two_cities_must_be_linked() -> None:
    """Two cities that a ring of enemies parts from one another are no pair: each of them alone supplies nobody."""
    foes, (one, two) = beleaguered("ge", 2, RUSSIANS)
    ring = [near(two)[0], opposite(two, near(two)[0])]
    cut = {**foes, **held_by([u for u in board.UNITS if u.startswith("fr-")], ring)}
    here = heart("ge")
    assert fed("ge-1", {**foes, "ge-1": here})
    assert not fed("ge-1", {**cut, "ge-1": here}, allegiance={"ne": "allied"})
    assert one != two


@rule("wwi.9.11c", "wwi.9.12b", "wwi.9.13b")
@pytest.mark.parametrize(("unit", "lost"), [("ge-1", "ge"), ("ah-1", "ah")])
def test_no_ally_feeds_germans_or_austrians(unit: str, lost: str) -> None:
    """Without its own cities a German or Austro-Hungarian army starves beside its ally's, where a Bulgarian one is fed."""
    foes, _ = beleaguered(lost, 0, RUSSIANS)
    other = "ah" if lost == "ge" else "ge"
    assert not fed(unit, {**foes, unit: heart(other)})
    minor = held_by([u for u in board.UNITS if u.startswith("fr-")], CITIES["bu"])
    assert fed("bu-1", {**foes, **minor, "bu-1": heart(other)}, turn=4)


@rule("wwi.9.13a", "wwi.9.13b")
@pytest.mark.parametrize("code", ["tu", "bu"])
def test_one_city_feeds_a_central_minor(code: str) -> None:
    """A Turkish or Bulgarian army lives on any one city of its own or on a linked pair of the great Powers, on nothing else."""
    unit = f"{code}-1"
    here = next(
        n
        for n in LAND
        if country(n) == code
        and n not in FORT
        and n not in CITIES[code]
        and all(distance(n, c) > 1 for c in CITIES[code])
        and len(near(n)) >= 3
    )
    great = {**held_by(RUSSIANS, CITIES["ge"]), **held_by([u for u in board.UNITS if u.startswith("fr-")], CITIES["ah"])}
    italians = [u for u in board.UNITS if u.startswith("it-")]
    assert fed(unit, {**great, unit: here}, turn=4)
    for keep in range(len(CITIES[code])):  # one of its own is enough, whichever
        only = held_by(italians, [n for k, n in enumerate(CITIES[code]) if k != keep])
        assert fed(unit, {**great, **only, unit: CITIES[code][keep]}, turn=4)
    none = held_by(italians, CITIES[code])
    assert not fed(unit, {**great, **none, unit: here}, turn=4)
    lone = {u: n for u, n in great.items() if n != CITIES["ge"][0]}  # a single dependent city is no source (R44)
    assert not fed(unit, {**lone, **none, unit: here}, turn=4)
    assert fed(unit, {**none, unit: here}, turn=4)


# -- wwi.9.1: sources of the Allies --------------------------------------------------------------------------------------------


@rule("wwi.9.14a", "wwi.9.14b", "wwi.12.2d")
@pytest.mark.parametrize("unit", ["fr-1", "br-1", "us-1"])
def test_western_armies_live_on_the_west_edge(unit: str) -> None:
    """French edge hexes feed western armies, Italian ones once Italy is an Ally, nothing else: not Russia's edge, not Rome."""
    here = heart("rs")
    us = {"us": "allied"}
    assert fed(unit, {unit: here}, allegiance=us)
    assert fed(unit, {**seal(), unit: here}, allegiance=us)  # through Italy
    assert not fed(unit, {**seal(), unit: here}, allegiance={**us, "it": "neutral"})
    edges = {**seal(), **held_by([u for u in board.UNITS if u.startswith("ah-")], ITALIAN_EDGE)}
    assert not fed(unit, {**edges, unit: here}, allegiance=us)
    assert not fed(unit, {**edges, unit: CITIES["it"][-1]}, allegiance=us)


@rule("wwi.9.15")
def test_russians_live_on_the_east_edge() -> None:
    """A Russian army beside Paris needs the east edge; with it gone neither the west edge nor an ally's city helps."""
    assert fed("rs-1", {"rs-1": FRENCH_EDGE[0]})
    assert not fed("rs-1", {"rs-1": FRENCH_EDGE[0], **shut_east()})
    assert not fed("rs-1", {"rs-1": CITIES["sb"][0], **shut_east()})


@rule("wwi.9.16a", "wwi.9.16b", "wwi.9.16c")
def test_allied_minors() -> None:
    """Serbs live on any one city of their own or on either edge, but not on a Rumanian city."""
    allies = {"rm": "allied", "it": "neutral"}
    west = seal()
    ah = [u for u in board.UNITS if u.startswith("ah-")]
    for keep in range(len(CITIES["sb"])):
        lost = held_by(ah, [n for k, n in enumerate(CITIES["sb"]) if k != keep])
        assert fed("sb-1", {**west, **lost, "sb-1": CITIES["sb"][keep]}, allegiance=allies, flags={"surrendered": 1})
    none = held_by(ah, CITIES["sb"])
    beside = next(n for n in near(CITIES["rm"][0]) if country(n) == "rm")
    assert not fed("sb-1", {**west, **none, "sb-1": beside}, allegiance=allies, flags={"surrendered": 1})
    assert fed("sb-1", {**west, **none, "sb-1": beside}, allegiance=allies)  # the east edge
    assert fed("sb-1", {**none, "sb-1": beside}, allegiance=allies, flags={"surrendered": 1})  # the west edge
    assert fed("rm-1", {**west, **none, "rm-1": beside}, allegiance=allies, flags={"surrendered": 1})


# -- wwi.9.17: sea links -------------------------------------------------------------------------------------------------------

SERBIA = next(n for n in LAND if country(n) == "sb" and n not in FORT and n not in CITIES["sb"])
LANDING = max(n for n in board.hexes(board.SEA_END & board.HOME[board.GK]) if board.INDEX[n] not in board.PASSAGE and n not in FORT)
GREEK = {"gk": "allied", "it": "neutral"}


@rule("wwi.9.17a", "wwi.9.17e", "wwi.5.48")
def test_a_landing_makes_a_link() -> None:
    """A landing hex stands for the west edge: for the army that landed, for other western armies and for Allied minors, not for
    Russians."""
    beside = next(n for n in near(LANDING) if n not in FORT)
    hexes = {**NO_FORTS, "links": [LANDING]}
    for unit, ok in (("fr-1", True), ("br-1", True), ("sb-1", True), ("rs-1", False)):
        units = {**seal(), **held_by([u for u in board.UNITS if u.startswith("ah-")], CITIES["sb"]), unit: beside}
        units |= {u: n for u, n in shut_east().items() if u not in units}
        assert fed(unit, units, allegiance=GREEK, hexes=hexes) == ok
        assert not fed(unit, units, allegiance=GREEK)
    port = next(n for n in board.hexes(board.SEA_START & board.HOME[board.FR]) if n not in FRENCH_EDGE)
    s = place({**seal(), "fr-1": port}, allegiance=GREEK)
    play(s, "move fr-1", f"sea {LANDING}")
    assert is_supplied(s.state, board.UNIT["fr-1"])


@rule("wwi.9.17b", "wwi.9.17c")
def test_links_are_cut_and_restored() -> None:
    """A Central army that enters or crosses the hex switches the link off, also if it moves on; an Allied one switches it on."""
    beside = [n for n in near(LANDING) if n not in FORT]
    hexes = {**NO_FORTS, "links": [LANDING]}
    behind = max(
        (n for m in beside for n in near(m) if distance(n, LANDING) == 2 and country(n) in ("gk", "bu", "sb")),
        key=lambda n: distance(n, SERBIA),
    )
    s = place({**seal(), "bu-1": behind, "fr-1": SERBIA}, turn=4, phase=2, allegiance=GREEK, hexes=hexes)
    assert is_supplied(s.state, board.UNIT["fr-1"])
    play(s, "move bu-1", f"via {LANDING}")
    s.take(next(t for t in texts(s) if t.startswith("to ")))
    assert not s.state.occ[board.CENTRAL] >> board.INDEX[LANDING] & 1 and not is_supplied(s.state, board.UNIT["fr-1"])
    off = {**hexes, "links-off": [LANDING]}
    again = place({**seal(), "sb-1": beside[0], "fr-1": SERBIA}, turn=4, allegiance=GREEK, hexes=off)
    assert not is_supplied(again.state, board.UNIT["fr-1"])
    play(again, "move sb-1", f"to {LANDING}")
    assert is_supplied(again.state, board.UNIT["fr-1"])


@rule("wwi.9.17d")
def test_black_sea_links_need_the_straits() -> None:
    """A link on the Black Sea works only while nobody hostile and no fortification bars the passage."""
    link = next(n for n in board.hexes(board.SEA_END & board.BLACK_SEA & board.HOME[board.RS]) if n not in FORT)
    open = {**NO_FORTS, "links": [link]}
    shut = {"forts-destroyed": [n for n in ALL_FORTS if n != "1733"], "links": [link]}
    sides = {"it": "neutral"}
    assert fed("br-1", {**seal(), "br-1": link}, hexes=open, allegiance=sides)
    assert not fed("br-1", {**seal(), "br-1": link, "tu-1": "1632"}, hexes=open, allegiance=sides)
    assert not fed("br-1", {**seal(), "br-1": link}, hexes=shut, allegiance=sides)


@rule("wwi.9.19a", "wwi.9.19b")
def test_centres_and_forts_feed_nobody() -> None:
    """Neither a Resource Center nor a fortification is a source of supply."""
    centre = next(n for n in board.hexes(board.CENTRES & board.HOME[board.FR]) if n not in FRENCH_EDGE)
    fort = next(n for n in board.hexes(board.FORTS_OF[board.FR]) if n not in FRENCH_EDGE and len(near(n)) == 6)
    units = {**seal()}
    assert not fed("fr-1", {**units, "fr-1": centre}, allegiance={"it": "neutral"})
    s = place({**units, "fr-1": fort}, allegiance={"it": "neutral"}, hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    assert not is_supplied(s.state, board.UNIT["fr-1"]) and not fort_supplied(s.state, board.INDEX[fort])


# -- wwi.9.2: effects in combat ------------------------------------------------------------------------------------------------


def seal_but_ge1() -> dict[str, str]:
    return dict(zip([u for u in GERMANS if u != "ge-1"], FRENCH_EDGE, strict=False))


@rule("wwi.9.21a", "wwi.9.21b")
def test_unsupplied_losses() -> None:
    """An unsupplied defender cannot pay; if it cannot retreat far enough it dies and never returns."""
    back = [n for n in near(STAND) if distance(n, EAST) == 2]
    wall = dict(zip(("ge-2", "ge-3", "ge-4"), back, strict=False))
    rest = dict(zip([u for u in GERMANS if u not in ("ge-1", "ge-2", "ge-3", "ge-4")], FRENCH_EDGE, strict=False))
    rest = {u: n for u, n in rest.items() if n not in back}
    s, _ = duel(units={**wall, **rest}, allegiance={"it": "neutral"}, dice=[1], crp={"fr": 50, "ge": 9})
    play(s, f"attack {STAND}", "add ge-1", "go")
    assert texts(s) == ["destroy"]
    s.take("destroy")
    assert where(s, "fr-1") == "gone" and s.state.crp[board.FR] == 50
    t, _ = duel(units=wall, dice=[1], crp={"fr": 50, "ge": 9})
    assert not is_supplied(t.state, board.UNIT["fr-1"])
    free, _ = duel(units=seal_but_ge1(), allegiance={"it": "neutral"}, dice=[2], crp={"fr": 50, "ge": 9})
    play(free, f"attack {STAND}", "add ge-1", "go")
    assert "stand" not in texts(free)
    assert "stand" in texts_after(duel(dice=[2], crp={"fr": 50, "ge": 9})[0], f"attack {STAND}", "add ge-1", "go")


@rule("wwi.9.22", "wwi.9.4c")
def test_starvation_at_the_end_of_the_turn() -> None:
    """An army without supply when the Build Phase ends is gone for good; one that is supplied again by then lives."""
    units = pocket("rs-1", FIELD, ("ge-1", "ge-2"))
    s = place(units, phase=10, segment="loans-central")
    s.take("done")
    assert where(s, "rs-1") == "gone"
    gap = next(n for n in near(FIELD) if n not in units.values())
    s = place({**units, "rs-2": gap}, phase=10, segment="loans-central")
    s.take("done")
    assert where(s, "rs-1") == FIELD


@rule("wwi.9.23")
def test_halves_come_first() -> None:
    """Half of 3 is 2, then winter adds 2 and rough ground 1: never half of the sum."""
    rough = next(
        n for n in LAND if COST[n] == 4 and country(n) == "ah" and len(near(n)) == 6 and all(country(m) == "ah" for m in near(n))
    )
    units = pocket("ah-1", rough, ("rs-1", "rs-2"))
    assert [defense(place(units, turn=t).state, board.INDEX[rough]) for t in (3, 4)] == [3, 5]
    assert [defense(place({"ah-1": rough}, turn=t).state, board.INDEX[rough]) for t in (3, 4)] == [4, 6]


# -- wwi.9.3: paths ------------------------------------------------------------------------------------------------------------


@rule("wwi.9.31a")
def test_no_path_through_neutrals() -> None:
    """A sea link in Greece feeds a French army in Serbia while Greece is an Ally, not over neutral ground."""
    here = SERBIA
    hexes = {**NO_FORTS, "links": [LANDING]}
    assert not fed("fr-1", {**seal(), "fr-1": here}, turn=3, allegiance={"gk": "neutral", "it": "neutral"}, hexes=hexes)
    assert fed("fr-1", {**seal(), "fr-1": here}, turn=3, allegiance={"gk": "allied", "it": "neutral"}, hexes=hexes)


@rule("wwi.9.31b")
def test_no_path_over_blocked_sides() -> None:
    """A hex whose open sides are all controlled is not fed over its blocked side."""
    found = 0
    everyone = {c: "allied" for c in ("it", "gk", "bl", "ne", "bu", "tu", "rm", "ab")}
    for pair in sorted(tuple(sorted(p)) for p in BLOCKED):
        for here, there in (pair, pair[::-1]):
            if here in LAND and there in LAND and 1 <= len(near(here)) <= 8 and there not in CITIES["rm"]:
                ring = held_by(GERMANS, near(here))
                if not fed("rs-1", {**ring, "rs-1": here, "rs-2": there}, allegiance=everyone):
                    found += 1
                else:
                    raise AssertionError(f"{here} is fed over the blocked side to {there}")
    assert found > 5


@rule("wwi.9.31c")
def test_no_path_through_enemies() -> None:
    """Enemy armies shut a path, and so do intact enemy fortifications, even of strength 1; a ruin is open ground."""
    assert not fed("rs-1", {**held_by(GERMANS, near(FIELD)), "rs-1": FIELD})
    fort = next(n for n, (c, k) in FORT.items() if k == 1 and c == "ge")
    assert not clear_of_zones(place({}, hexes={"forts-destroyed": []}).state, board.ALLIED) >> board.INDEX[fort] & 1
    assert clear_of_zones(place({}).state, board.ALLIED) >> board.INDEX[fort] & 1
    assert not clear_of_zones(place({"ge-1": fort}).state, board.ALLIED) >> board.INDEX[fort] & 1


@rule("wwi.9.32", "wwi.6.32b")
def test_a_friend_opens_a_path() -> None:
    """A friend in a controlled hex hands supply on to the army behind him."""
    units = pocket("rs-1", FIELD, ("ge-1", "ge-2"))
    gap = next(n for n in near(FIELD) if n not in units.values())
    assert not fed("rs-1", units) and fed("rs-1", {**units, "rs-2": gap}) and fed("rs-1", {**units, "fr-1": gap})


# -- wwi.9.4, wwi.9.5 --------------------------------------------------------------------------------------------------------------


@rule("wwi.9.4a", "wwi.9.4b")
def test_supply_is_judged_at_each_attack() -> None:
    """An army that is fed when the phase begins defends the second attack at half strength and out of its own means, because the
    first one beat the friend who kept its path open: full coffers do not help it, and lost it does not return."""
    units = pocket("rs-1", FIELD, ("ge-1", "ge-2"))
    gap = next(n for n in near(FIELD) if n not in units.values())
    for foe in (n for n in near(gap) if distance(n, FIELD) == 2):
        s = place({**units, "rs-2": gap, "ge-3": foe}, phase=4, superior="central", dice=[4, 1], crp={"rs": 50, "ge": 50})
        if defense(s.state, board.INDEX[FIELD]) == 3:
            break
    assert is_supplied(s.state, board.UNIT["rs-1"]) and defense(s.state, board.INDEX[FIELD]) == 3
    fed = s.copy(seed="1")
    fed.dice = ScriptedDice([1], first=fed.state.rolls)
    play(fed, f"attack {FIELD}", "add ge-1", "go")
    assert "stand" in texts(fed)  # attacked first, it pays
    play(s, f"attack {gap}", "add ge-3", "go")
    s.take(next(t for t in texts(s) if t.startswith("retreat")))
    while s.state.fight is not None:
        s.take(next(t for t in texts(s) if t.startswith(("halt", "pay", "step"))))
    assert not s.state.unit_in(board.INDEX[gap]) >= 0
    s.take(f"attack {FIELD}")
    assert not is_supplied(s.state, board.UNIT["rs-1"]) and "against 2)" in s.decision.prompt
    play(s, "add ge-1", "go")
    points = s.state.crp[board.RS]
    assert points > 40 and texts(s) == ["destroy"] and [r.rule for r in s.why_not("stand")] == ["wwi.9.21a"]
    s.take("destroy")
    assert where(s, "rs-1") == "gone" and s.state.crp[board.RS] == points


@rule("wwi.9.4a", "wwi.11.7", "wwi.8.15")
def test_attackers_of_a_neutral_are_judged_when_it_is_one_no_more() -> None:
    """A German army in Nish is fed past the neutral Bulgarians. Its attack would end their neutrality, and with a French army on
    the other side their zones would cut it off: at the instant of combat it would be out of supply, so it may not attack."""
    units = {"bu-1": "1325", "ge-1": "1225", "fr-1": "1025"}
    s = place(units, turn=3, phase=4, superior="central")
    assert is_supplied(s.state, board.UNIT["ge-1"]) and board.ATTACK[board.UNIT["ge-1"]] >= defense(s.state, board.INDEX["1325"])
    assert "attack 1325" not in texts(s) and why(s, "attack 1325") == ["wwi.8.15"]
    free = place({k: n for k, n in units.items() if k != "fr-1"}, turn=3, phase=4, superior="central")
    assert "attack 1325" in texts(free)
    play(free, "attack 1325", "add ge-1")
    assert "go" in texts(free)


@rule("wwi.9.4a", "wwi.11.7", "wwi.8.32a")
def test_a_neutral_is_halved_by_the_zones_that_its_violation_lets_in() -> None:
    """The Dutch army in Rotterdam, an Austrian one in Liege: neutral it would defend with 3. At war it is cut off from Amsterdam
    and defends with 2, and that is what the attacker must match. The die is rolled on that column."""
    s = place({"ne-army": "0604", "ah-1": "0605"}, turn=3, phase=4, superior="central", dice=[1], crp={"ah": 9})
    assert defense(s.state, board.INDEX["0604"]) == 3
    play(s, "attack 0604", "add ah-1")
    assert "2 against 2" in s.decision.prompt
    s.take("go")
    note = next(e for e in s.journal if e.key == "attack").params
    assert (note["strength"], note["defense"], note["column"]) == (2, 2, 0)


@rule("wwi.9.5a")
def test_forts_need_supply_too() -> None:
    """A fortification that is cut off defends with half its strength, rounded up, and falls at the end of the turn."""
    fort = next(n for n, (c, k) in FORT.items() if c == "rs" and k == 2 and len(near(n)) == 6)
    alone = {"forts-destroyed": [n for n in ALL_FORTS if n != fort]}
    ring = held_by(GERMANS, near(fort))
    rough = COST[fort] == 4
    assert defense(place({}, hexes=alone).state, board.INDEX[fort]) == 2 + rough
    s = place(ring, hexes=alone, phase=10, segment="loans-central")
    assert defense(s.state, board.INDEX[fort]) == 1 + rough
    s.take("done")
    assert not s.state.forts >> board.INDEX[fort] & 1


@rule("wwi.9.5b", "wwi.9.5c")
def test_forts_lost_unsupplied_are_rebuilt() -> None:
    """A fortification lost for want of supply may be rebuilt by its owner, but only where his supply reaches again."""
    fort = next(n for n, (c, k) in FORT.items() if c == "rs" and k == 2 and len(near(n)) == 6)
    alone = {"forts-destroyed": [n for n in ALL_FORTS if n != fort]}
    s = place(held_by(GERMANS, near(fort)), hexes=alone, phase=10, segment="loans-central")
    s.take("done")
    ruins = board.hexes(board.FORTS & ~s.state.forts)
    assert fort in ruins
    build: dict[str, Any] = dict(phase=10, segment="build-allied", crp={"rs": 9}, hexes={"forts-destroyed": ruins})
    assert f"rebuild {fort}" in texts(place({}, **build))
    assert f"rebuild {fort}" not in texts(place(held_by(GERMANS, near(fort)), **build))
    t = place({}, **build)
    t.take(f"rebuild {fort}")
    assert t.state.forts >> board.INDEX[fort] & 1 and t.state.crp[board.RS] == 7
