"""Where rules of different chapters meet, a third look: plans of before the war, options, and what is there when a scenario
begins."""

from __future__ import annotations

import re

import pytest

from firestep.games.tgw import GAME, sequence
from firestep.games.tgw.combat import attackers, bans, combat
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.display.view import pieces
from firestep.games.tgw.events import event_table, events, shock_troops, windows
from firestep.games.tgw.events import refusals as events_refusals
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.nations import collapse, neutrals
from firestep.games.tgw.scenarios import free_setup, prewar, setup_zones
from firestep.games.tgw.state import ARABIA, AVAIL_NE, Fight
from firestep.games.tgw.strategic import resource_hexes, turkish_surrender
from firestep.hexmap.grid import bits
from firestep.testing import rule, situation
from games.tgw.war import CP, A, at, chit, draw, game, hexes, hold, war

U = roster.UNIT


@rule("tgw.5.16f", "tgw.17.11d")
def test_polesti_pays_with_the_next_letter_though_nobody_enters_romania_this_turn() -> None:
    """The country is closed in the turn it joins; the line of its oil is not broken by that."""
    st = war(letter="H", turn=20, at_war={"BU": CP})
    s = game(st)
    neutrals.enter(s, tables.RO, CP)
    resource_hexes.watch(s)
    assert st.pays == {board.INDEX["E2623"]: tables.LETTER["I"]}, "strategic movement of the same turn"
    st.turn, st.letter = 22, tables.LETTER["I"]
    assert resource_hexes.paying(st) == [board.INDEX["E2623"]]


@rule("tgw.20.2.8", "tgw.5.11a")
def test_the_army_of_a_turkey_that_hesitated_is_not_lost() -> None:
    """What was due while it was neutral waits for it, what is due later does not come early."""
    st = war(turn=16, letter="G", prewar=("al.8",), vp_events=20)
    st.set_side(tables.TU, tables.NEUTRAL)
    neutrals.turkey_joins(game(st))
    assert st.allegiance[tables.TU] == CP
    assert {at(st, id) for id in ("tu-13", "tu-51", "tu-46")} == {"available-ne"}  # E, F, G
    assert {at(st, id) for id in ("tu-49", "tu-19late", "tu-26")} == {"waiting"}
    assert at(st, "tu-19") == "waiting", "a Turk of Europe has a hex of his own"


@rule("tgw.20.2.8", "tgw.17.13a")
def test_a_turkey_that_hesitated_finds_the_allies_at_salonika() -> None:
    for salonika in (False, True):
        st = war(turn=20, letter="H", prewar=("al.8",), vp_events=20)
        st.set_side(tables.TU, tables.NEUTRAL)
        st.set_flag("salonika", salonika)
        neutrals.turkey_joins(game(st))
        assert st.flag("euro-turks") == salonika


@rule("tgw.20.2.10b", "tgw.18.15b")
def test_nine_strategic_turns_that_end_with_the_war_are_over() -> None:
    """By the reading in which T.R.'s clause always holds America may have come in on L: U is the ninth letter after it."""
    for entered, winner in (("L", "central"), ("M", "")):
        st = war(
            turn=51, letter="U", prewar=("al.10",), options={"roosevelt": "always"}, tally={"roosevelt": tables.LETTER[entered]}
        )
        s = game(st, sequence.VictoryCheck())
        assert s.over and st.result[0] == winner


@rule("tgw.6.46b", "tgw.6.1.4b")
def test_a_mutiny_that_the_enemy_draws_is_no_secret() -> None:
    """He bought it out of the Allied pool and has it in his hand."""
    s = draw(war(turn=28, letter="L", options={"mutiny": "hidden"}), "al-mutiny", drawer=CP)
    st = s.state
    assert st.acting("mutiny") and st.play & chit("al-mutiny") and not st.hand[A]
    assert [e for e in s.journal if e.params.get("event") == "mutiny" and "only" not in e.params]


@rule("tgw.6.35c", "tgw.6.34c", "tgw.7.13b")
def test_arabs_who_ride_through_a_trench_end_it() -> None:
    """They keep no hex that they leave, and yet an Allied unit has entered."""
    st = war({"ab-1ana": "N2611"}, turn=30, letter="L", ne_trenches=hexes("N2612"))
    control.enter(game(st), 1 << U["ab-1ana"], tuple(board.INDEX[n] for n in ("N2612", "N2712", "N2611")))
    assert not st.ne_trenches and not st.ctrl[A] & hexes("N2612", "N2712")
    assert st.flag("gaza-lost")


@rule("tgw.17.11d")
def test_greek_hexes_close_as_greeks_fill_them() -> None:
    """By the other reading of P42 only what Greeks hold is closed: also what the last of them took."""
    st = war(turn=30, letter="L", options={"greek-entry": "new"})
    st.set_flag("salonika")
    s = game(st)
    neutrals.enter(s, tables.GK, A)
    first, last = bits(neutrals.army(st, tables.GK))[:2]
    for u, hex in ((first, "E1214"), (last, "E1013")):
        st.put(u, board.INDEX[hex])
        assert areas.closed(st) & hexes(hex)
        assert not areas.ground(st, 1 << U["br-27"]) & hexes(hex)


@rule("tgw.6.46a", "tgw.6.57a", "tgw.6.25a", "tgw.6.28a", "tgw.6.42a", "tgw.6.3f", "tgw.6.29b", "tgw.6.29i", "tgw.6.56d")
def test_what_ends_with_a_turn_names_its_own_rule() -> None:
    own = {
        "mutiny": "tgw.6.46a",
        "influenza": "tgw.6.57a",
        "atrocity": "tgw.6.25a",
        "winter": "tgw.6.28a",
        "paralysis": "tgw.6.42a",
        "interdiction": "tgw.6.3f",
        "enver": "tgw.6.29b",
        "conrad": "tgw.6.29i",
        "haig": "tgw.6.29i",
        "typhus": "tgw.6.56d",
    }
    st = war(turn=30, letter="L")
    for name in own:
        event_table.act_now(st, name)
    s = game(st, events.EndOfTurn())
    assert {e.params["effect"]: e.rules[0] for e in s.journal if e.key == "effect-ends"} == own


@rule("tgw.5.62b", "tgw.13.29a")
def test_the_58th_is_not_in_play_while_it_waits_in_its_box() -> None:
    """On M it reaches the box before the surrender roll, and nobody could have placed it yet."""

    def arabia(place: int, rebuilt: bool = False) -> bool:
        st = war({"tu-26": "E1328"}, turn=31, letter="M")
        for id in ("tu-21", "tu-22", "tu-39", "tu-40"):
            st.put(U[id], ARABIA)
        st.put(U["tu-58"], place)
        st.rebuilt = 1 << U["tu-58"] if rebuilt else 0
        return "Arabia" in {m.name for m in turkish_surrender.modifiers(st)}

    assert not arabia(AVAIL_NE) and not arabia(ARABIA)
    assert arabia(board.INDEX["N1728"]) and arabia(AVAIL_NE, rebuilt=True)


@rule("tgw.15.41a", "tgw.15.42a")
def test_which_chit_of_the_two_is_played_first_does_not_matter() -> None:
    """E81, the other reading: conversion in the turn of play alone."""
    for first in ("cp-shock-1", "cp-shock-2"):
        st = war({"ge-1g": "W5427"}, turn=30, letter="L", options={"shock-late": "off"}, hand=[0, chit(first)])
        st.rp[tables.GE] = 9
        events.play_chit(game(st), CHITS.index(next(c for c in CHITS if c.id == first)))
        assert shock_troops.under(st) == 1
        st.turn += 1
        assert shock_troops.under(st) == 0, first


@rule("tgw.5.46b", "tgw.5.46d", "tgw.14.11a")
def test_after_the_treaty_nobody_storms_an_empty_russian_fort() -> None:
    """The unit that is part of it is a Russian one (S25)."""
    fort = next(i for i in bits(board.FORTS) if board.RUSSIA >> i & 1 and board.EAST_MAP >> i & 1)
    near = next(i for i in bits(attackers.NEAR[fort]) if board.LAND >> i & 1 and not board.FORTS >> i & 1)
    st = war({"ge-1g": board.NUMBER[near]}, turn=40, letter="P")
    assert fort in attackers.attackable(st, CP, board.EAST_MAP)
    st.set_flag("treaty")
    assert fort not in attackers.attackable(st, CP, board.EAST_MAP)
    assert {x.rule for x in bans.bans(st, CP) if x.hexes >> fort & 1 and x.units >> U["ge-1g"] & 1} == {"tgw.5.46b"}


@rule("tgw.5.44b", "tgw.14.11a")
def test_an_attack_on_an_empty_russian_fort_is_no_quiet() -> None:
    fort = next(i for i in bits(board.FORTS) if board.RUSSIA >> i & 1 and board.EAST_MAP >> i & 1)
    for intact in (True, False):
        st = war({"ge-1g": "E4816"}, turn=31, letter="M", forts=intact)
        combat.count(st, Fight(CP, fort, (U["ge-1g"],)), 1)
        assert st.russian_attacks[3] == intact


@rule("tgw.5.22j", "tgw.6.48a")
def test_a_u_boat_that_was_held_back_does_not_put_to_sea_after_convoy() -> None:
    """A chit that would be void when drawn is void in the hand, too."""
    st = hold(war(turn=30, letter="L"), "cp-uboat-2")
    assert windows.fits(st, "uboat.2", CP)
    st.play |= chit("al-convoy")
    assert not windows.fits(st, "uboat.2", CP) and "another event" in events_refusals.lacks(st, "uboat.2", CP)


# -- the chits of the scenarios ------------------------------------------------------------------------------------------------


@rule("tgw.22.37a", "tgw.22.38a", "tgw.6.1.2b")
def test_no_events_of_1916_are_back_in_their_pools() -> None:
    st = situation("tgw", "1916").state
    assert all((st.pool[side] & OF_EVENT["noevent"]).bit_count() == 2 for side in (A, CP))


@rule("tgw.22.48a", "tgw.22.47a")
def test_supplements_of_g_are_gone_in_1917() -> None:
    st = situation("tgw", "1917").state
    late = {c.id for c in CHITS if c.event == "air.tactics" and c.letter == tables.LETTER["K"]}
    assert {CHITS[c].id for c in bits((st.pool[A] | st.pool[CP]) & OF_EVENT["air.tactics"])} == late
    assert all(CHITS[c].letter in (tables.LETTER["C"], tables.LETTER["K"]) for side in (A, CP) for c in bits(st.pool[side]))


@rule("tgw.22.51c", "tgw.22.57a", "tgw.22.58a")
def test_no_chit_of_the_near_east_is_in_the_game_of_1918() -> None:
    st = situation("tgw", "1918").state
    left = st.pool[A] | st.pool[CP] | st.hand[A] | st.hand[CP] | st.play | st.warfare
    assert not [CHITS[c].id for c in bits(left) if event_table.EVENTS[CHITS[c].event].set == "neareast"]
    assert st.play & OF_EVENT["air.formations"] and st.play & OF_EVENT["air.eastair"]


# -- rulings and options -------------------------------------------------------------------------------------------------------


def test_a_ruling_that_names_an_option_has_one_and_the_other_way_round() -> None:
    text = (tables.DATA / "rulings.md").read_text(encoding="utf-8")
    rulings = dict(re.findall(r"^\*\*([A-Z]\d+[a-z]?) (.*)$", text, re.MULTILINE))
    offered = {o.rule for o in GAME.options if not o.rule.startswith("tgw.")}
    assert {id for id, words in rulings.items() if re.search(r"\bOption\b", words)} == offered


@rule("tgw.16.11b", "tgw.22.44g", "tgw.22.54g")
@pytest.mark.parametrize("scenario", ["1917", "1918"])
def test_a_romania_that_has_collapsed_has_no_headquarters(scenario: str) -> None:
    st = situation("tgw", scenario).state
    assert {at(st, roster.UNITS[u]) for u in bits(roster.CORPS[tables.RO] & roster.HQ)} == {"gone"}


@rule("tgw.16.11d", "tgw.22.12a")
@pytest.mark.parametrize("scenario", ["1914", "1915", "1916", "1917", "1918"])
def test_nobody_begins_in_a_stack_that_may_not_be(scenario: str) -> None:
    """Collapsed Romanians and Russians stand apart from the first day on."""
    st = situation("tgw", scenario).state
    for side in (A, CP):
        assert not stacking.overstacked(st, side, board.LAND)
        assert all(len(collapse.parties(st, i, side)) == 1 for i in bits(st.occ[side]))


# -- plans and a free set-up -----------------------------------------------------------------------------------------------------


def planned(plan: str, *answers: str, dice: tuple[int, ...] = ()):
    """A free set-up after one plan has been carried out."""
    st = situation("tgw", "1914", options={"setup": "free"}).state
    st.prewar = (plan,)
    s = game(st, prewar.Carry(plan), dice=dice)
    for a in answers:
        s.take(a)
    while (d := s.decision) is not None:
        s.take(next(a for a in d.actions if a[0] in ("east", "cull", "done")) if ("done",) not in d.actions else "done")
    return st


@rule("tgw.20.2.3", "tgw.20.2.5", "tgw.20.2.7a", "tgw.20.3.1", "tgw.20.3.5b", "tgw.20.3.10a")
@pytest.mark.parametrize(
    "plan, answers, dice",
    [("al.3", (), ()), ("al.5", ("bef channel",), ()), ("al.7", (), (4,)), ("cp.1", (), ()), ("cp.5", (), ()), ("cp.10", (), ())],
)
def test_a_free_set_up_keeps_to_the_plans(plan: str, answers: tuple[str, ...], dice: tuple[int, ...]) -> None:
    """Who stands where a plan put him need not go back to where the book of August 1914 wants him."""
    st = planned(plan, *answers, dice=dice)
    moved = {
        "al.5": prewar.BEF,
        "al.7": prewar.BEF,
        "cp.1": prewar.AUSTRIANS_B,
        "cp.10": sum(1 << u for u in bits(prewar.GERMANS_W) if st.at[u] > 0 and board.EAST_MAP >> st.at[u] & 1),
    }.get(plan, 0)
    assert not moved & (free_setup.stray(st, A) | free_setup.stray(st, CP))
    assert not any(free_setup.zone_of(st, u) & ~board.EAST_MAP for u in bits(moved)) or plan == "al.5"
    if plan == "al.7":
        assert {free_setup.zone_of(st, u) for u in bits(prewar.BEF)} == {hexes("E5403")}
    if plan == "al.3":
        far = board.INDEX[next(n for n in board.numbers(prewar.FOREIGN_BORDER) if int(n[1:3]) > 60)]
        north = setup_zones.zone("north:W53", "1914")
        u = next(u for u in bits(prewar.FRENCH_F) if not north >> st.at[u] & 1)
        for v in [v for v in bits(prewar.FRENCH_F) if v != u][:10]:
            st.put(v, far)
        assert free_setup.zone_of(st, u) >> far & 1
        assert free_setup.allowed(st, 1 << u, st.at[u])[0] >> far & 1, "an eleventh north of the 53rd row"
    if plan == "cp.5":
        assert free_setup.zone_of(st, bits(prewar.GERMANS_W)[0]) & board.HOLLAND


@rule("tgw.20.3.10b", "tgw.7.11b")
def test_nobody_sets_up_in_the_belgium_of_the_elder_moltke() -> None:
    st = planned("cp.10")
    neutral = board.BELGIUM | board.COUNTRY["luxembourg"]
    assert not any(free_setup.zone_of(st, u) & neutral for u in bits(st.troops[A] | st.troops[CP]) if st.at[u] > 0)
    game(st, free_setup.Deployed())
    assert not (st.ctrl[A] | st.ctrl[CP]) & neutral


@rule("tgw.16.11d", "tgw.22.12a")
def test_a_free_set_up_does_not_put_collapsed_nations_together() -> None:
    st = situation("tgw", "1917", options={"setup": "free"}).state
    romanians = next(st.at[u] for u in bits(roster.CORPS[tables.RO]) if st.at[u] > 0)
    russian = next(u for u in bits(roster.CORPS[tables.PG]) if st.at[u] > 0 and board.EAST_MAP >> st.at[u] & 1)
    assert free_setup.room(st, 1 << russian, romanians) == "tgw.16.11d"


@rule("tgw.22.55b", "tgw.17.31d")
def test_four_austrians_may_begin_in_the_west_in_1918() -> None:
    st = situation("tgw", "1918", options={"setup": "free"}).state
    west = board.INDEX[board.numbers(setup_zones.zone("cp:W", "1918") & ~st.occ[CP])[0]]
    behind = [u for u in bits(roster.CORPS[tables.AH] & roster.COMBAT) if st.at[u] > 0 and board.EAST_MAP >> st.at[u] & 1]
    for k, u in enumerate(behind[:5]):
        may = free_setup.zone_of(st, u) & free_setup.allowed(st, 1 << u, st.at[u])[0]
        assert bool(may >> west & 1) == (k < 4)
        st.put(u, west)


@rule("tgw.22.54c")
def test_no_australian_canadian_or_portuguese_begins_at_salonika() -> None:
    st = situation("tgw", "1918", options={"setup": "free"}).state
    salonika = setup_zones.zone("allied:S", "1918")
    dominion = roster.ANZAC | roster.CANADIAN | roster.PORTUGUESE
    for u in bits(roster.CORPS[tables.BR] & roster.DIVISION):
        if st.at[u] > 0 and board.FRONT["W"] >> st.at[u] & 1:
            may = free_setup.zone_of(st, u) & free_setup.allowed(st, 1 << u, st.at[u])[0] & salonika
            assert bool(may) == (not dominion >> u & 1), roster.UNITS[u]


@rule("tgw.22.35b", "tgw.22.35c")
def test_bulgarians_begin_anywhere_at_home_and_one_staff_goes_south_in_1916() -> None:
    st = situation("tgw", "1916", options={"setup": "free"}).state
    home = [
        free_setup.zone_of(st, u)
        for u in bits(roster.CORPS[tables.BU])
        if st.at[u] > 0 and board.COUNTRY["bulgaria"] >> st.at[u] & 1
    ]
    assert home and all(m == board.COUNTRY["bulgaria"] for m in home)
    south = setup_zones.zone("cp:E&south:E46", "1916")
    staffs = {
        roster.UNITS[u] for u in bits(roster.CORPS[tables.GE] & roster.HQ) if st.at[u] > 0 and free_setup.zone_of(st, u) & south
    }
    assert staffs == {"ge-hqsud"}


@rule("tgw.22.54a")
def test_every_hex_of_the_italian_line_of_1918_is_held_the_alps_too() -> None:
    """Only in January 1916 the Alps are excepted."""
    st = situation("tgw", "1918").state
    line = setup_zones.line("1918", "WI")
    assert line & board.ALPINE and not line & ~st.held[A]
    assert any(not line & ~hexes for hexes, _ in free_setup.duties("1918"))


@rule("tgw.15.46a", "tgw.15.46b", "tgw.3.22b")
def test_the_alpenkorps_fights_with_the_factors_of_a_shock_troop_where_it_is_one() -> None:
    """In the east always, elsewhere after the first event, also when it was lost and bought back."""
    u = U["ge-ak"]
    plain, shocked = (roster.ATTACK[u], roster.DEFENCE[u], roster.MOVE[u]), roster.BACK[u]
    assert plain != shocked
    for place, played, side in (("W5427", 0, plain), ("E4816", 0, shocked), ("W5427", 1, shocked), ("N1728", 0, plain)):
        st = war({"ge-ak": place}, turn=20, tally={"shock": played})
        assert st.strength(u) == side
        st.rebuilt |= 1 << u
        assert st.strength(u) == side


@rule("tgw.15.46b")
def test_the_page_shows_the_alpenkorps_as_it_fights() -> None:
    """It changes without being moved or turned over when the first event is played, and the next look sees it."""
    st = war({"ge-ak": "W5427"}, turn=30)
    faces = []
    for played in (0, 1, 0):
        st.tally["shock"] = played
        faces.append(next(p for p in pieces(st, {}) if p["id"] == "ge-ak")["text"])
    assert faces == ["3-4-4", "4-4", "3-4-4"]
