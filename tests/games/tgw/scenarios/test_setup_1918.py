"""The set-up of 1918, and the events at the start of each scenario (tgw.22.5)."""

from __future__ import annotations

from collections import Counter

from firestep.engine.question import kept
from firestep.games.tgw import setup, victory
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.events import event_table
from firestep.games.tgw.scenarios import free_setup, setup_zones
from firestep.games.tgw.state import AVAIL, DEAD, GONE, WAITING
from firestep.games.tgw.strategic import resources
from firestep.hexmap.grid import bits
from firestep.testing import rule, situation
from games.tgw import plain
from games.tgw.setup_kit import Y15, Y16, Y17, I, box, inside, map_units, on, rp, start, units
from games.tgw.war import CP, A, war

# -- 1918 --------------------------------------------------------------------------------------------------------------------

Y18 = "1918"
L = tables.LETTER


@rule("tgw.22.51b", "tgw.22.51c")
def test_1918_knows_no_near_east() -> None:
    st = start(Y18)
    assert not (st.occ[0] | st.occ[1]) & board.NEAR_EAST and not (st.ctrl[0] | st.ctrl[1]) & board.NEAR_EAST
    assert all(st.at[u] == GONE for u, c in enumerate(roster.ROSTER) if c.theatre == "Near East") and not st.near_east_open


@rule("tgw.22.53a")
def test_lutsk_and_przemysl_are_destroyed() -> None:
    assert not start(Y18).forts & board.mask("E4222", "E3918") and board.FORTS & board.mask("E4222", "E3918") == board.mask(
        "E4222", "E3918"
    )


@rule("tgw.22.54c", "tgw.22.54d", "tgw.22.54e", "tgw.22.54f")
def test_western_allies_of_1918() -> None:
    st = start(Y18)
    assert rp(Y18, BR=6, FR=3, GK=2, IT=0) and all(st.reduced >> u & 1 for u in map_units(Y18, "BR") if roster.ROSTER[u].steps == 2)
    gone = ("br-10na", "br-13na", "br-52t", "br-53t", "br-54t", "br-3in", "br-7in", "fr-lfd", "fr-itl")
    assert (
        all(st.at[roster.UNIT[u]] == GONE for u in gone)
        and [roster.ROSTER[u].face for u in box(Y18, units("BR"), DEAD)] == ["1-2-6"] * 2
    )
    salonika = on(Y18, units("BR"), board.EAST_MAP)
    assert 0 < len(salonika) <= 6 and not sum(1 << u for u in salonika) & (roster.ANZAC | roster.CANADIAN | roster.PORTUGUESE)
    assert len(on(Y18, units("BR"), board.FRONT["WI"])) <= 4 and len(box(Y18, units("BR"), AVAIL)) <= 15
    assert inside(Y18, on(Y18, units("BR"), board.FRONT["W"]), setup_zones.rows("W", 54, 99))
    assert len(on(Y18, units("FR"), board.EAST_MAP)) <= 6 and len(on(Y18, units("FR"), board.FRONT["WI"])) <= 4
    assert inside(Y18, on(Y18, units("FR"), board.FRONT["W"]), setup_zones.rows("W", 0, 55))
    assert inside(Y18, units("GK"), setup_zones.allied_ground(Y18)["S"])
    assert len(on(Y18, units("IT"), board.EAST_MAP)) == 2 == len(on(Y18, units("IT"), board.FRONT["W"]))


@rule("tgw.22.54g", "tgw.22.54h", "tgw.22.54i", "tgw.22.54j")
def test_eastern_allies_and_the_first_american_of_1918() -> None:
    st = start(Y18)
    assert Counter(roster.ROSTER[u].face for u in box(Y18, units("RO"), DEAD)) == {"1-2-4": 6, "1-6": 1}
    assert inside(Y18, map_units(Y18, "RO"), setup_zones.near(I["E2726"], 2)) and all(st.at[u] == GONE for u in units("RU"))
    assert len(map_units(Y18, "PG")) == 80 and inside(Y18, map_units(Y18, "PG"), setup_zones.allied_ground(Y18)["E"])
    assert len(box(Y18, units("PG"), GONE)) == len(units("PG")) - 80 and st.bolshevik_letter == tables.LETTER["N"]
    assert Counter(roster.ROSTER[u].face for u in box(Y18, units("SR"), DEAD)) == {"2-4": 4, "1-6": 1} and rp(Y18, SR=1, RO=0)
    assert inside(Y18, map_units(Y18, "SR"), setup_zones.allied_ground(Y18)["S"])
    assert len(on(Y18, units("US"), board.FRONT["W"])) == 1 == len(map_units(Y18, "US")) and st.us_entered == tables.LETTER["L"]


@rule("tgw.22.55a", "tgw.22.55b", "tgw.22.55c", "tgw.22.55d", "tgw.22.55e")
def test_central_powers_of_1918() -> None:
    st = start(Y18)
    assert rp(Y18, AH=0, BU=0, GE=3, TU=0) and roster.BANDED & ~st.flipped == roster.BANDED & sum(
        1 << u for u in bits(roster.BANDED) if st.at[u] == WAITING
    )
    assert len(on(Y18, units("AH"), setup_zones.facing(Y18, "WI"))) >= 30
    assert len(on(Y18, units("AH"), setup_zones.rows("E", 49, 99))) <= 4 and not on(Y18, units("AH"), board.FRONT["W"])
    assert inside(Y18, map_units(Y18, "BU"), board.BALKANS & st.ctrl[1])
    assert all(st.reduced >> u & 1 for u in units("BU", "combat"))
    west = [u for u in on(Y18, units("GE", "division"), board.FRONT["W"])]
    assert len(west) <= 190 and len(on(Y18, units("GE", "division"), board.FRONT["WI"])) <= 12
    assert board.numbers(st.line) == ["W5614", "W5713", "W5814", "W5913"] and st.marker == setup.MARKERS["ohl"]
    assert st.at[roster.UNIT["tu-19"]] == GONE and len(on(Y18, units("TU"), board.BALKANS & ~board.EUROPEAN_TURKEY)) <= 4
    assert inside(Y18, [u for u in map_units(Y18, "TU")], board.BALKANS & st.ctrl[1])


# -- events ------------------------------------------------------------------------------------------------------------------


def chits(year: str, mask: int) -> set[str]:
    return {CHITS[c].event for c in bits(mask)}


@rule("tgw.22.27a", "tgw.22.28a", "tgw.22.28b")
def test_chits_of_1915() -> None:
    st = start(Y15)
    assert {CHITS[c].letter for c in bits(st.pool[0] | st.pool[1])} == {tables.LETTER["C"]}
    gone = ("gallipoli", "entry.italy", "ruamph", "flotilla", "gas.cl.cp", "typhus", "uboat.1", "armmass", "polishdiv")
    assert not set(gone) & chits(Y15, st.pool[0] | st.pool[1])
    for event in ("winter", "hurricane", "enver", "rigid"):
        both = (st.pool[0] | st.pool[1]) & OF_EVENT[event]
        assert both.bit_count() == OF_EVENT[event].bit_count() - 1
    assert "ruamph" in chits(Y15, st.play) and chits(Y15, st.warfare) == {"uboat.1"} and st.until["typhus"]


@rule("tgw.22.37a", "tgw.22.38a", "tgw.22.47a", "tgw.22.48a", "tgw.22.57a", "tgw.22.58a")
def test_chits_of_the_later_scenarios() -> None:
    st = start(Y16)
    assert {CHITS[c].letter for c in bits((st.pool[0] | st.pool[1]) & ~OF_EVENT["noevent"])} == {tables.LETTER["G"]}
    assert chits(Y16, st.hand[0]) == {"winter"} and chits(Y16, st.hand[1]) == {"goltz"} and st.at[roster.UNIT["ah-po"]] == GONE
    st = start(Y17)
    assert {"tank.aac", "gas.mu.al", "mine", "convoy", "ace.fonck", "entry.greece", "mutiny", "tank.rtc"} <= chits(Y17, st.pool[0])
    assert {"entry.romania.cp", "shock.1", "shock.2", "gas.mu.cp", "bruch", "ace.richtofen"} <= chits(Y17, st.pool[1])
    assert chits(Y17, st.hand[1]) == {"turkdet"} and chits(Y17, st.warfare) == {"uboat.2"}
    assert not {"ace.immelmann", "ace.boelcke"} & chits(Y17, st.play)
    st = start(Y18)
    assert {CHITS[c].letter for c in bits(st.pool[0] | st.pool[1])} <= {tables.LETTER["O"], tables.LETTER["C"]}
    assert not {"ace.ball", "ace.immelmann", "ace.boelcke"} & chits(Y18, st.play) and "convoy" in chits(Y18, st.play | st.warfare)


@rule("tgw.22.51c", "tgw.22.57a", "tgw.22.58a")
def test_no_chit_of_the_near_east_is_in_the_game_of_1918() -> None:
    st = situation("tgw", "1918").state
    left = st.pool[A] | st.pool[CP] | st.hand[A] | st.hand[CP] | st.play | st.warfare
    assert not [CHITS[c].id for c in bits(left) if event_table.EVENTS[CHITS[c].event].set == "neareast"]
    assert st.play & OF_EVENT["air.formations"] and st.play & OF_EVENT["air.eastair"]


@rule("tgw.22.55b", "tgw.17.31d")
def test_four_austrians_may_begin_in_the_west_in_1918() -> None:
    st = situation("tgw", "1918", options={"setup": "free"}).state
    west = board.INDEX[board.numbers(setup_zones.zone("cp:W", "1918") & ~st.occ[CP])[0]]
    behind = [u for u in bits(roster.CORPS[tables.AH] & roster.COMBAT) if st.at[u] > 0 and board.EAST_MAP >> st.at[u] & 1]
    for k, u in enumerate(behind[:5]):
        may = free_setup.zone_of(st, u) & kept(free_setup.limited(st, 1 << u, st.at[u]))
        assert bool(may >> west & 1) == (k < 4)
        st.put(u, west)


@rule("tgw.22.54c")
def test_no_australian_canadian_or_portuguese_begins_at_salonika() -> None:
    st = situation("tgw", "1918", options={"setup": "free"}).state
    salonika = setup_zones.zone("allied:S", "1918")
    dominion = roster.ANZAC | roster.CANADIAN | roster.PORTUGUESE
    for u in bits(roster.CORPS[tables.BR] & roster.DIVISION):
        if st.at[u] > 0 and board.FRONT["W"] >> st.at[u] & 1:
            may = free_setup.zone_of(st, u) & kept(free_setup.limited(st, 1 << u, st.at[u])) & salonika
            assert bool(may) == (not dominion >> u & 1), roster.UNITS[u]


@rule("tgw.22.54a")
def test_every_hex_of_the_italian_line_of_1918_is_held_the_alps_too() -> None:
    """Only in January 1916 the Alps are excepted."""
    st = situation("tgw", "1918").state
    line = setup_zones.line("1918", "WI")
    assert line & board.ALPINE and not line & ~st.held[A]
    assert any(not line & ~hexes for hexes, _ in free_setup.duties("1918"))


@rule("tgw.22.51c", "tgw.6.58a", "tgw.18.13a")
def test_turkey_s_surrender_in_1918_takes_no_city_of_a_map_that_is_not_used() -> None:
    s, without = plain.happened("turksurr")
    st = s.state
    assert st.flag("turkey-surrendered") and not [u for u in bits(roster.CORPS[tables.TU]) if st.at[u] > 0]
    assert victory.cities_lost(st) == victory.cities_lost(without.state)
    assert not st.ctrl[A] & board.NEAR_EAST & ~without.state.ctrl[A] and not st.forts & board.NEAR_EAST
    told = [e for e in s.journal if e.key in ("turkey-surrenders", "fort-destroyed")]
    assert told and not [e for e in told if board.mask(*e.params.get("places", ())) & board.NEAR_EAST]


@rule("tgw.22.51b", "tgw.5.15a")
def test_the_near_east_pays_nobody_in_1918() -> None:
    letter = next(k for k in range(L["P"], L["U"]) if resources.NEAR_EAST[tables.BR][k])
    both = resources.EUROPE[tables.BR][letter] + resources.NEAR_EAST[tables.BR][letter]
    for scenario, points in (("1914", both), ("1918", resources.EUROPE[tables.BR][letter])):
        st = war(turn=40)
        st.scenario, st.letter = scenario, letter
        assert resources.earned(st, tables.BR) == points


@rule("tgw.22.57a", "tgw.22.59b")
def test_the_french_have_mutinied_before_1918() -> None:
    st = situation("tgw", "1918").state
    assert st.play & OF_EVENT["mutiny"] and not st.spent & OF_EVENT["mutiny"] and victory.eligible(st)
