"""Where chapters meet elsewhere: forts and zones, the Straits, Austria's ban, swaps, loans, infiltration, bent retreats."""

from __future__ import annotations

import pytest

from firestep.games.wwi.components import board
from firestep.games.wwi.movement import door_costs, transit_reach, way_to_transit
from firestep.games.wwi.rail import rail_link
from firestep.games.wwi.retreat import _bent, ways
from firestep.games.wwi.supply import black_sea_open
from firestep.games.wwi.zones import zone
from firestep.testing import play, rule, situation, texts
from games.wwi.arena import O, crp, field, firsts, hx
from games.wwi.places import FORT, NO_FORTS, country, near, place, rail_steps, texts_after, why
from games.wwi.test_08_pursuit import cornered

I = board.INDEX


# -- zones and fortifications ----------------------------------------------------------------------------------------------------


@rule("wwi.6.43b", "wwi.6.51b")
def test_a_weak_fort_lends_no_zone_to_a_stranger() -> None:
    """Amsterdam's works have no zone of their own: a French army in them stays behind the Dutch border for the turn."""
    fort = next(n for n, (c, k) in FORT.items() if c == "ne" and k == 1)
    outer = [n for n in near(fort) if country(n) not in ("ne",)]
    s = place(
        {"fr-1": fort},
        allegiance={"ne": "allied", "bl": "allied"},
        delayed=["ne"],
        hexes={"forts-destroyed": [n for n in FORT if n != fort]},
    )
    assert outer and not set(outer) & set(board.hexes(zone(s.state, board.ALLIED)))


@rule("wwi.10.2d", "wwi.12.43a")
def test_no_ruin_is_rebuilt_under_an_enemy_army() -> None:
    """Friends all around do not help: the enemy stands in it."""
    verdun = "0408"
    s = field(
        {"ge-1": verdun, **{f"fr-{k}": n for k, n in enumerate(near(verdun), 1) if k < 7}},
        phase=10,
        segment="build-allied",
        crp={"fr": 9},
    )
    assert verdun not in firsts(s, "rebuild") and [r.rule for r in s.why_not(f"rebuild {verdun}")] == ["wwi.10.2d"]


@rule("wwi.8.14b", "wwi.12.44")
def test_an_empty_fort_is_attacked_once_a_phase() -> None:
    """Its owner pays; another army beside it may not try again in the same phase."""
    verdun = "0408"
    s = field({"ge-1": "0508", "ge-2": "0509"}, forts=[verdun], dice=[2, 2], crp={"ge": 20, "fr": 20})
    play(s, f"attack {verdun}", "add ge-1", "go", "stand")
    while any(t.startswith("pay") for t in texts(s)):
        s.take(s.decision.actions[-1])
    assert texts(s) == ["done"] and [r.rule for r in s.why_not(f"attack {verdun}")] == ["wwi.8.14b"]


@rule("wwi.12.32c", "wwi.8.4a")
def test_the_odds_of_infiltration_against_an_empty_fort_speak_of_no_retreat() -> None:
    """There is nobody to retreat."""
    verdun = "0408"
    s = field({"ge-stoss-1": near(verdun)[0]}, forts=[verdun], turn=7)
    told = s.odds("attack", verdun, "ge-stoss-1", "infiltrate")
    assert told.results and not any("retreat" in r.text for r in told.results)


# -- the Straits -----------------------------------------------------------------------------------------------------------------


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


@rule("wwi.11.7", "wwi.12.43a")
def test_a_neutral_fort_is_not_walked_into() -> None:
    """Focsani has no army; while it stands nobody enters it first, in ruins anybody may."""
    focsani = "2025"
    start = next(n for n in near(focsani) if country(n) != "rm")
    for standing in (True, False):
        s = situation(
            "wwi",
            clear=True,
            turn=2,
            phase=2,
            units={"ge-1": start},
            hexes={"forts-destroyed": [n for n in FORT if n != focsani or not standing]},
        )
        assert (f"invade {focsani}" in texts_after(s, "move ge-1")) != standing


# -- movement --------------------------------------------------------------------------------------------------------------------


@rule("wwi.5.53", "wwi.5.31a")
def test_a_train_out_of_the_transit_area_has_spent_half_a_point_at_the_door() -> None:
    """Nine more hexes by rail are left to it, not eight."""
    s = place({"fr-1": "transit"})
    steps = rail_steps("0110")
    nine = [n for n, k in steps.items() if k == 9 and not s.state.neutral >> I[n] & 1]
    assert door_costs(s.state, board.UNIT["fr-1"], I["0110"]) == (2 if board.ROUGH >> I["0110"] & 1 else 1, 1, -1)
    assert nine and set(nine) & set(board.hexes(transit_reach(s.state, board.UNIT["fr-1"])))


@rule("wwi.12.5a", "wwi.5.21b")
def test_no_austrian_is_pushed_into_germany() -> None:
    """A German may take an Austrian army's hex only if it can make room outside the four countries."""
    spot = next(n for n in board.INDEX if country(n) == "ge" and sum(country(m) == "ge" for m in near(n)) == len(near(n)) == 6)
    start = near(spot)[0]
    s = place({"ge-1": start, "ah-1": spot}, phase=2)
    assert f"to {spot}" not in texts_after(s, "move ge-1") and why(s, "move ge-1", f"to {spot}") == ["wwi.5.21b"]
    s = place({"ge-1": start, "ge-2": spot}, phase=2)
    assert f"to {spot}" in texts_after(s, "move ge-1")


@rule("wwi.12.13b", "wwi.5.21b")
def test_nobody_takes_a_garrisons_hex() -> None:
    """A garrison does not make room."""
    held = {"ge-1": "2014", "ge-2": "2316", "ge-3": "2713", "ge-4": "2720"}
    for marks in ({"garrison": list(held)}, {}):
        flags = {"surrendered": 5, "collapsed": True, "reopened": not marks}
        s = field({**held, "ge-5": near("2316")[0]}, turn=6, phase=2, flags=flags, marks=marks)
        assert ("to 2316" in texts_after(s, "move ge-5")) == (not marks)


@rule("wwi.12.5a", "wwi.15.1a")
def test_an_austrian_does_not_halt_in_a_german_centre_on_its_way() -> None:
    """Kattowitz was taken by the enemy: an Austrian army retakes it in passing, but it is no station, because it might have to stop
    there."""
    kattowitz = "1615"
    start, end = next((a, c) for a in near(kattowitz) for c in near(kattowitz) if country(a) == country(c) == "ah" and a != c)
    s = place({"ah-1": start}, phase=2, hexes={**NO_FORTS, "centres-allied": [kattowitz]})
    assert f"via {kattowitz}" not in texts_after(s, "move ah-1")
    play(s, "move ah-1", f"to {end}")
    assert s.state.central_centres >> I[kattowitz] & 1


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


@rule("wwi.5.33b", "wwi.6.52a")
@pytest.mark.parametrize(
    ("unit", "fort", "next_to", "foe", "at"),
    [("ge-1", "0510", "0511", "fr-2", "0409"), ("ah-1", "1716", "1816", "fr-2", "1715"), ("fr-1", "0310", "0410", "ge-2", "0210")],
)
def test_a_fort_keeps_the_rails_open_that_its_army_leaves(unit: str, fort: str, next_to: str, foe: str, at: str) -> None:
    """The enemy controls the hex. The army walks to the next station and takes the train from there, back through its fort; without
    the fort the line is cut the moment it has left (T5)."""
    for standing in (True, False):
        s = place({unit: fort, foe: at}, hexes={"forts-destroyed": [n for n in FORT if n != fort or not standing]})
        assert zone(s.state, 1 - s.state.side(board.UNIT[unit])) >> I[fort] & 1
        assert bool(rail_link(s.state, board.UNIT[unit]) >> I[next_to] & 1) == standing


# -- loans, points, duties -------------------------------------------------------------------------------------------------------


@rule("wwi.10.3a")
def test_a_pair_lends_once_a_phase() -> None:
    """Britain lends to France, then to others, not to France again."""
    s = place({}, phase=10, segment="loans-allied", crp={"br": 9})
    play(s, "lend br fr", "amount 2")
    assert "lend br fr" not in texts(s) and "lend br sb" in texts(s)
    assert [r.rule for r in s.why_not("lend br fr")] == ["wwi.10.3a"]


@rule("wwi.12.6a", "wwi.12.6b", "wwi.10.2a")
def test_what_turkey_spends_of_its_loans_is_gone() -> None:
    """Eight points, five of them borrowed: an army for five takes the three of its own and two of the loan. The next income finds
    three borrowed ones and adds six."""
    s = place({}, turn=4, phase=10, segment="build-central", crp={"tu": 8}, flags={"borrowed": 5})
    play(s, "build tu 1234")
    assert crp(s, "tu") == 3 and s.state.borrowed == 3
    turn = s.state.turn
    while s.state.turn == turn or s.state.phase < 10:
        s.take("done")
    assert crp(s, "tu") == 9


@rule("wwi.14.23")
def test_a_british_army_beside_the_french_does_not_spoil_their_attack() -> None:
    """An attack by French units is one in which a French unit takes part."""
    s = situation(
        "wwi",
        clear=True,
        turn=1,
        phase=5,
        superior="central",
        dice=[2],
        crp={"fr": 20, "br": 20, "ge": 20},
        units={"fr-1": "0307", "br-bef": "0306", "ge-1": "0406"},
        hexes=NO_FORTS,
    )
    play(s, "attack 0406", "add br-bef", "add fr-1", "go")
    assert s.state.french_attacks == 1


@rule("wwi.14.23", "wwi.4.ph8")
def test_the_duty_ends_with_the_allied_third_round_whoever_is_superior() -> None:
    """If the Allies are the Superior Player their third attack phase is the eighth."""
    units = {"fr-1": "0307", "fr-3": "0407", "ge-1": "0406", "ge-9": "1409"}
    for phase, superior, bound in ((8, "allied", True), (9, "central", True), (6, "allied", False), (7, "central", False)):
        s = situation("wwi", clear=True, turn=1, phase=phase, superior=superior, units=units, hexes=NO_FORTS)
        assert ("done" not in texts(s)) == bound


@rule("wwi.11.3a", "wwi.8.0b")
def test_the_allies_need_the_strength_to_attack_the_greeks() -> None:
    """They will not fight, but the attack must be one: an Italian army does not match three points in the hills."""
    border = [(n, m) for n in board.INDEX for m in near(n) if country(n) == "gk" and country(m) == "sb"]
    greek, start = next((n, m) for n, m in border if board.ROUGH >> I[n] & 1)
    s = place({"gk-1": greek, "it-1": start}, turn=3, phase=5, superior="central", hexes={**NO_FORTS, "links": [start]})
    assert f"attack {greek}" not in texts(s) and why(s, f"attack {greek}") == ["wwi.8.0b"]
    s = place({"gk-1": greek, "fr-1": start}, turn=3, phase=5, superior="central", hexes={**NO_FORTS, "links": [start]})
    assert f"attack {greek}" in texts(s)


# -- bent retreats ---------------------------------------------------------------------------------------------------------------


@rule("wwi.8.61b", "wwi.8.6b")
def test_a_bent_retreat_never_comes_back() -> None:
    """Two empty hexes behind the army and nothing else: it can bend once, not twice, and not through where it stood."""
    s = cornered(points=30)
    u = board.UNIT["fr-1"]
    assert ways(s.state, u, 2).ends and not ways(s.state, u, 3).ends and not ways(s.state, u, 4).ends


@rule("wwi.8.6b", "wwi.8.61e")
def test_among_bends_home_goes_before_abroad_and_supply_before_none() -> None:
    """Paths equally straight: the one inside the own country is kept, and of several the one that ends in supply."""
    st = field({"rs-1": O, "ge-1": hx("n", "n", "n")}).state  # the northern end is in its zone: no supply reaches it
    u = board.UNIT["rs-1"]
    fed, cut = (I[hx("se")], I[hx("se", "se")]), (I[hx("n")], I[hx("n", "n")])
    found = _bent(st, u, [fed, cut], [board.LAND], st.occ[board.ALLIED])
    assert found.paths == [fed] and found.ends == 1 << fed[-1]
    st = field({"rs-1": O}).state  # both ends in supply; the northern way leads abroad, let us say
    home = board.HOME[board.RS] & ~(1 << cut[0])
    assert _bent(st, u, [fed, cut], [home, board.LAND], st.occ[board.ALLIED]).paths == [fed]
    assert _bent(st, u, [cut], [home, board.LAND], st.occ[board.ALLIED]).paths == [cut]
