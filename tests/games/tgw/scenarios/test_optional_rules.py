"""The optional rules of section 21, each alone and off by default."""

from __future__ import annotations

import re

import pytest

from firestep.engine.offer import Window
from firestep.games.tgw import GAME, meta, victory
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import events, scheffer
from firestep.games.tgw.movement import areas, movement, stacking
from firestep.games.tgw.movement.movement import Movement
from firestep.games.tgw.nations import collapse, new_units
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.state import AVAIL, EDGE_WEST, GONE, Fight
from firestep.games.tgw.strategic import initiative, replacement, resources, revolutions
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.tgw.positions import around, field, session, spot
from games.tgw.war import CP, A, asked, at, chit, game, hexes, hold, war

U = roster.UNIT
L = tables.LETTER


@rule("tgw.21.0a")
def test_every_optional_rule_is_a_switch_of_its_own_and_off() -> None:
    ids = {o.id: o for o in meta.OPTIONS}
    for id in ("shells", "poland", "first-gas", "bribe", "scheffer", "trench-warfare", "red-army", "double-turn"):
        assert ids[id].default == "off" and ids[id].rule.startswith("tgw.21.") and ids[id].text


# -- Poland ------------------------------------------------------------------------------------------------------------------


def polish(side: int, on: str = "on", **more):
    return war(letter="H", options={"poland": on}, **{("allied" if side == A else "central"): ("E4613", "E4816"), **more})


@rule("tgw.21.2a", "tgw.21.2e", "tgw.21.2i")
def test_who_holds_warsaw_and_lodz_may_declare_once() -> None:
    for side in (A, CP):
        st = polish(side)
        s = game(st, *optional_rules.poland(game(st)))
        assert asked(s) == ("Restore", side) and texts(s) == ["pass", "restore"]
        s.take("restore")
        st.seize(hexes("E4613", "E4816"), 1 - side)
        assert not optional_rules.may_restore(st, 1 - side) and not optional_rules.may_restore(st, side)
    assert optional_rules.poland(game(polish(A, "off"))) == ()
    assert optional_rules.poland(game(war(letter="H", options={"poland": "on"}, central=("E4613",)))) == ()


@rule("tgw.21.2b")
def test_an_allied_restoration_shakes_the_czar_and_the_cities_still_count() -> None:
    st = war(letter="L", central=("E4613", "E4816"))
    st.set_flag("polish-allied")
    mods = revolutions.czar_modifiers(st)
    assert sum(m.value for m in mods) == 2 + 1


@rule("tgw.21.2c")
def test_two_allied_points_in_each_later_phase_whatever_becomes_of_poland() -> None:
    st = polish(A, at_war={"IT": A})
    assert optional_rules.polish_gift(st) == ()
    st.set_flag("polish-allied")
    st.seize(hexes("E4613", "E4816"), CP)
    s = game(st, *optional_rules.polish_gift(st))
    assert asked(s) == ("Purse", A) and texts(s) == ["purse BR", "purse FR", "purse IT", "purse RU"]
    s.take("purse IT")
    s.take("purse RU")
    assert s.over and st.rp[tables.IT] == st.rp[tables.RU] == 1


@rule("tgw.21.2f")
def test_after_a_central_restoration_the_cities_are_no_victory_hexes() -> None:
    st = polish(CP)
    points, cities = victory.points(st), revolutions.cp_cities(st)
    st.set_flag("polish-central")
    assert victory.points(st) == points - 2 and revolutions.cp_cities(st) == cities


@rule("tgw.21.2g")
def test_polish_volunteers_do_not_come_any_more() -> None:
    letter = roster.ROSTER[U["ru-pl"]].entry
    for flag, comes in (("", True), ("polish-central", False)):
        st = war(letter=letter)
        if flag:
            st.set_flag(flag)
        resources.reinforce(game(st))
        assert (at(st, "ru-pl") == "available") == comes
    st = war({"ru-pl": "E5020"})
    st.set_flag("polish-central")
    assert at(st, "ru-pl") == "E5020"


@rule("tgw.21.2h")
def test_two_german_and_two_austrian_points_while_the_cities_are_held() -> None:
    st = polish(CP)
    assert optional_rules.polish_points(st) == []
    st.set_flag("polish-central")
    assert optional_rules.polish_points(st) == [(tables.GE, 2), (tables.AH, 2)]
    st.collapsed = 1 << tables.AH
    assert optional_rules.polish_points(st) == [(tables.GE, 2)]
    st.seize(hexes("E4613"), A)
    assert optional_rules.polish_points(st) == []


# -- gas, bribes -------------------------------------------------------------------------------------------------------------


@rule("tgw.21.3a")
@pytest.mark.parametrize(("side", "die", "change"), [(CP, 6, -1), (CP, 5, 0), (A, 6, 1), (A, 1, 0)])
def test_the_first_use_of_gas(side: int, die: int, change: int) -> None:
    word, us, them = ("cp", "ge-1", "br-1") if side == CP else ("al", "br-1", "ge-1")
    st = hold(war(turn=9, options={"first-gas": "on"}), f"{word}-gas-cl", f"{word}-gas-ph")
    for gas, rolls in (("cl", 1), ("ph", 1)):
        st.fight = Fight(side, board.INDEX["W6010"], (U[us],), (U[them],))
        game(st, Window("combat", (side,)), dice=[die] if gas == "cl" else []).take(f"play {word}-gas-{gas}")
        assert st.rolls == rolls and st.vp_events == change  # only the first
    st = hold(war(turn=9), f"{word}-gas-cl")
    st.fight = Fight(side, board.INDEX["W6010"], (U[us],), (U[them],))
    game(st, Window("combat", (side,))).take(f"play {word}-gas-cl")
    assert st.rolls == 0


@rule("tgw.21.4a", "tgw.21.4b")
@pytest.mark.parametrize(("points", "letter"), [(2, "G"), (3, "K"), (4, "O")])
def test_italy_is_bribed_on_c(points: int, letter: str) -> None:
    st = war(letter="C", turn=6, options={"bribe": "on"})
    s = game(st, *optional_rules.bribe(game(st)))
    assert asked(s) == ("Bribe", CP) and texts(s) == ["bribe 2", "bribe 3", "bribe 4", "pass"]
    s.take(f"bribe {points}")
    assert st.vp_events == -points
    events.fill_pools(st, L["C"])
    assert not st.pool[A] & chit("al-entry-italy") and st.pool[A] & chit("al-gallipoli")
    events.fill_pools(st, L[letter])
    assert st.pool[A] & chit("al-entry-italy")
    assert optional_rules.bribe(game(war(letter="D", options={"bribe": "on"}))) == ()
    assert optional_rules.bribe(game(war(letter="C"))) == ()
    assert max(optional_rules.BRIBES.values()) == L["O"]


# -- Scheffer-Boyadel (tgw.21.5) -------------------------------------------------------------------------------------------------


def trapped(**more):
    """German divisions inside Russia with enemies all around them."""
    st = war(
        {"ge-1 ge-2 ge-3 ge-4 ge-5": "E5226"}, **{"turn": 6, "letter": "B", "options": {"scheffer": "on"}, "forts": False, **more}
    )
    for k, n in enumerate(board.numbers(board.ATLAS.dilate(hexes("E5226")) & ~hexes("E5226"))):
        st.put(U[f"ru-{k + 1}"], board.INDEX[n])
    return st


@rule("tgw.21.5a")
def test_one_stack_of_four_german_divisions_may_be_saved_once() -> None:
    st = trapped()
    s = game(st, supply.Attrition())
    assert asked(s) is not None and asked(s)[1] == CP
    s.take(next(x for x in texts(s) if x.startswith("scheffer")))
    while s.decision:
        s.take(texts(s)[0])
    left = [id for id in ("ge-1", "ge-2", "ge-3", "ge-4", "ge-5") if at(st, id) == "E5226"]
    assert len(left) == 4 and st.flag("scheffer-used")
    again = trapped()
    again.set_flag("scheffer-used")
    assert game(again, supply.Attrition()).over and at(again, "ge-1") == "dead"
    off = trapped(options={})
    assert game(off, supply.Attrition()).over and at(off, "ge-1") == "dead"


@rule("tgw.21.5b")
def test_the_saved_stack_dies_at_the_next_check_if_it_is_still_cut_off() -> None:
    st = trapped()
    s = game(st, supply.Attrition())
    s.take(next(x for x in texts(s) if x.startswith("scheffer")))
    while s.decision:
        s.take(texts(s)[0])
    saved = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.GE and st.at[u] == board.INDEX["E5226"]]
    assert all(supply.supplied(st, u) for u in saved)
    game(st, supply.Attrition())
    assert not [u for u in saved if st.at[u] > 0]


# -- trench warfare (tgw.21.6) ---------------------------------------------------------------------------------------------------


@rule("tgw.21.6a")
def test_units_next_to_the_enemy_have_their_printed_allowance() -> None:
    near = {"fr-1": "W5214", "ge-1": "W5215"}
    for on, turn, points in (("off", 12, 8), ("on", 12, 4), ("on", 6, 8)):
        st = war(near, turn=turn, options={"trench-warfare": on}, forts=False)
        assert movement.allowance(st, U["fr-1"], 0, board.INDEX["W5214"]) == points
    st = war({"fr-1": "W5210", "ge-1": "W5215"}, turn=12, options={"trench-warfare": "on"}, forts=False)
    assert movement.allowance(st, U["fr-1"], 0, board.INDEX["W5210"]) == 8


@rule("tgw.21.6b")
def test_a_headquarters_that_goes_further_than_printed_is_depleted() -> None:
    from firestep.games.tgw.components import fronts

    for on, depleted in (("on", True), ("off", False)):
        st = war({"fr-hq1": "W5010"}, turn=12, options={"trench-warfare": on}, forts=False)
        s = game(st, movement.Movement(fronts.WESTERN, A))
        points = st.strength(U["fr-hq1"])[2]
        far = next(
            n
            for n in ("W5016", "W5015", "W5014")
            if movement.reach(st, A, 1 << U["fr-hq1"], board.INDEX["W5010"], board.INDEX["W5010"], (0, 0)) >> board.INDEX[n] & 1
        )
        assert points < 6
        s.take("stack W5010")
        s.take(f"to {far}")
        assert bool(st.depleted) == depleted


@rule("tgw.21.6c")
def test_trench_warfare_ends_with_shock_troops_or_a_replaceable_tank() -> None:
    st = hold(war(turn=30, options={"trench-warfare": "on"}), "cp-shock-1")
    st.rp[tables.GE] = 1
    assert movement.trench_warfare(st)
    game(st, Window("new units", (CP,))).take("play cp-shock-1")
    assert not movement.trench_warfare(st)
    for tank, ends in (("br-expbn", False), ("br-rtc", True), ("fr-aac", True)):
        st = war({tank: "available"}, turn=30, options={"trench-warfare": "on"})
        new_units.place(game(st), U[tank], board.numbers(new_units.places(st, U[tank])[0])[0])
        assert movement.trench_warfare(st) != ends, tank


# -- the Red Army (tgw.21.7) -----------------------------------------------------------------------------------------------------


def soviets(letter: str = "P", **more):
    st = war(**{"letter": letter, "turn": 38, "options": {"red-army": "on"}, **more})
    units = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.PG][:3]
    for u in units:
        st.put(u, board.INDEX["E5226"])
    for u in range(roster.N):
        if roster.NATION_OF[u] == tables.RU and (revolutions.CZARIST | revolutions.HQS) >> u & 1:
            st.put(u, -2)
    for flag in ("czar-fell", "bolsheviks"):
        st.set_flag(flag)
    st.bolshevik_letter = L["N"]
    st.collapsed = 1 << tables.RU | 1 << tables.PG | 1 << tables.ARM
    return st


@rule("tgw.21.7a", "tgw.21.7e")
def test_the_red_army_forms_from_the_second_strategic_turn_without_a_treaty() -> None:
    for letter, rolls in (("O", 0), ("P", 1)):
        st = soviets(letter)
        game(st, revolutions.RedArmy(), dice=[1] * rolls)
        assert st.rolls == rolls
    st = soviets()
    st.set_flag("treaty")
    assert game(st, revolutions.RedArmy()).state.rolls == 0
    st = soviets()
    s = game(st, revolutions.RevolutionsPhase())
    assert asked(s) == ("Treaty", CP)  # the treaty is still possible
    assert revolutions.red_army(game(soviets(options={}))) == ()
    later = soviets(options={})
    later.scenario = "1918"
    assert revolutions.red_army(game(later)) != ()


@rule("tgw.21.7b", "tgw.21.7d")
def test_a_die_of_divisions_turns_red_and_fights_at_full_strength() -> None:
    st = soviets()
    s = game(st, revolutions.RedArmy(), dice=[2])
    assert asked(s) == ("TurnRed", A)
    s.take(texts(s)[0])
    s.take(texts(s)[0])
    assert s.over and (st.red & roster.COMBAT).bit_count() == 2
    assert all(
        st.strength(u)[:2] == (3, 4) and board.NUMBER[st.at[u]] == "E5226"
        for u in range(roster.N)
        if st.red & roster.COMBAT & 1 << u
    )
    more = soviets()
    s = game(more, revolutions.RedArmy(), dice=[6])
    for _ in range(3):
        s.take(texts(s)[0])
    assert s.over and (more.red & roster.COMBAT).bit_count() == 3  # no more than there are


@rule("tgw.21.7c")
def test_a_headquarters_that_only_supplies_comes_with_them() -> None:
    from firestep.games.tgw.combat.combat import can_support

    st = soviets()
    game(st, revolutions.RedArmy(), dice=[1])
    (hq,) = [u for u in range(roster.N) if revolutions.HQS >> u & 1 and st.at[u] == -3]
    st.put(hq, board.INDEX["E5226"])
    assert not can_support(st, hq, True)
    st.letter = L["Q"]
    resources.refit(game(st))
    assert not can_support(st, hq, True)
    none = soviets()
    for u in range(roster.N):
        if roster.NATION_OF[u] == tables.PG:
            none.put(u, -2)
    game(none, revolutions.RedArmy(), dice=[6])
    assert not [u for u in range(roster.N) if revolutions.HQS >> u & 1 and none.at[u] == -3]


@rule("tgw.21.7d")
def test_red_units_stand_apart_from_other_allies() -> None:
    st = soviets()
    s = game(st, revolutions.RedArmy(), dice=[1])
    s.take(texts(s)[0])
    red = next(u for u in range(roster.N) if st.red & roster.COMBAT & 1 << u)
    assert len(collapse.parties(st, board.INDEX["E5226"], A)) == 2
    from firestep.games.tgw.combat.bans import apart

    other = next(u for u in range(roster.N) if roster.NATION_OF[u] == tables.PG and st.at[u] > 0)
    assert apart(st, 1 << other, red) and apart(st, 1 << red, U["fr-1"])
    assert not stacking.together(st, 1 << red | 1 << other)


# -- the double turn (tgw.21.8) --------------------------------------------------------------------------------------------------


def line(start: str, on: str = "on", initiative_: int = A):
    """French units along a way from a hex to the south edge of the Western Front."""
    st = war(turn=10, letter="D", options={"double-turn": on}, initiative=initiative_, forts=False)
    goal = hexes("W3621")
    land = board.LAND & board.FRONT["W"] & board.FRANCE
    seen = {board.INDEX[start]: -1}
    queue = [board.INDEX[start]]
    for i in queue:
        if goal >> i & 1:
            break
        for j in sorted(k for k in seen_next(i, land) if k not in seen):
            seen[j] = i
            queue.append(j)
    path, i = [], board.INDEX["W3621"]
    while i >= 0:
        path.append(i)
        i = seen[i]
    french = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.FR and roster.COMBAT >> u & 1]
    for u, hex in zip(french, path, strict=False):
        st.put(u, hex)
    assert len(path) <= len(french)
    return st, path


def seen_next(i: int, land: int) -> list[int]:
    inner = board.ATLAS.dilate(1 << i) & land & ~(1 << i)
    avoid = optional_rules.TOP | optional_rules.BOTTOM
    return [k for k in range(inner.bit_length()) if inner >> k & 1 and (not avoid >> k & 1 or board.NUMBER[k] == "W3621")]


@rule("tgw.21.8a", "tgw.21.8.ex1", "tgw.21.8.ex2")
def test_an_unbroken_line_is_needed_to_turn_west() -> None:
    st, path = line("W5701")
    assert optional_rules.unbroken(st, A)
    st.put(next(u for u in range(roster.N) if st.at[u] == path[len(path) // 2]), -5)
    assert not optional_rules.unbroken(st, A)
    other, _ = line("W5601")
    assert not optional_rules.unbroken(other, A)
    assert not optional_rules.unbroken(war(turn=10), CP)


@rule("tgw.21.8a")
def test_only_who_changes_from_east_to_west_is_bound() -> None:
    for on, holder, west in (("on", A, False), ("on", CP, True), ("off", A, True)):
        st = war(turn=10, letter="D", options={"double-turn": on}, initiative=holder)
        s = game(st, initiative.InitiativePhase())
        assert ("initiative western" in texts(s)) == west


@rule("tgw.21.7c", "tgw.21.7d")
def test_the_headquarters_of_the_red_army_is_red() -> None:
    st = field({"pg-pg1": "E5024"}, turn=40, letter="P", options={"red-army": "on"}, bolshevik_letter=tables.LETTER["N"])
    for u in bits(revolutions.CZARIST | revolutions.HQS):
        st.put(u, GONE)
    st.set_flag("czar-fell")
    st.set_flag("bolsheviks")
    st.collapsed |= 1 << tables.RU | 1 << tables.PG | 1 << tables.ARM
    s = session(st, revolutions.RedArmy(), dice=(1,))
    play(s, "red pg-pg1")
    (hq,) = bits(st.stack(AVAIL) & roster.HQ)
    (red,) = bits(st.stack(board.INDEX["E5024"]))
    assert st.red >> hq & 1 and stacking.together(st, 1 << hq | 1 << red)


@rule("tgw.21.3a")
@pytest.mark.parametrize(("scenario", "used"), [("1914", False), ("1915", True), ("1917", True)])
def test_where_gas_was_used_before_the_scenario_the_world_is_shocked_no_more(scenario: str, used: bool) -> None:
    from firestep.games import game
    from firestep.games.tgw.scenarios import optional_rules

    state, _ = game("tgw").begin(scenario, game("tgw").settle_options({"first-gas": "on"}))
    s = session(state, dice=(6,))
    before = state.vp_events
    optional_rules.first_gas(s, CP)
    assert (state.vp_events == before) == used


@rule("tgw.21.6c")
def test_american_tanks_end_trench_warfare_when_they_come_onto_the_map() -> None:
    st = field({}, turn=tables.turn_of("May", 1918), letter="P", at_war={"US": A}, options={"trench-warfare": "on"}, us_entered=11)
    st.put(roster.UNIT["us-tc"], EDGE_WEST)
    assert movement.trench_warfare(st)
    s = session(st, Movement(fronts.WESTERN, A))
    play(s, "stack edge-west")
    play(s, next(a for a in texts(s) if a.startswith("to ")))
    assert not movement.trench_warfare(st)


@rule("tgw.21.1a", "tgw.5.14a")
def test_the_shell_shortage_begins_on_b() -> None:
    """Russian headquarters are refitted on A, and not on B, C and D."""
    for letter, may in (("A", True), ("B", False), ("C", False), ("D", False), ("E", True)):
        st = field({"ru-hq1": "E5024"}, letter=letter, turn=9, depleted="ru-hq1", options={"shells": "on"})
        assert resources.refits(st, roster.UNIT["ru-hq1"]) == may, letter
        assert replacement.may_support(st, roster.UNIT["ru-hq1"]) == may, letter


@rule("tgw.21.7b", "tgw.17.21g")
def test_a_division_of_the_persian_force_that_turns_red_may_still_stand_there() -> None:
    st = war({"pg-pg1": "N2436"}, turn=40, letter="Q")
    for flag in ("pef-sent", "czar-fell", "bolsheviks"):
        st.set_flag(flag)
    st.pef = 1 << U["pg-pg1"]
    for u in revolutions.red_left(st) or bits(revolutions.RED):
        st.put(u, GONE)
    s = game(st, revolutions.TurnRed(1))
    s.take("red pg-pg1")
    (red,) = bits(st.stack(board.INDEX["N2436"]))
    assert st.red >> red & 1 and areas.ground(st, 1 << red) & board.FRONT["NI"]


def test_a_ruling_that_names_an_option_has_one_and_the_other_way_round() -> None:
    text = (tables.DATA / "rulings.md").read_text(encoding="utf-8")
    rulings = dict(re.findall(r"^\*\*([A-Z]\d+[a-z]?) (.*)$", text, re.MULTILINE))
    offered = {o.rule for o in GAME.options if not o.rule.startswith("tgw.")}
    assert {id for id, words in rulings.items() if re.search(r"\bOption\b", words)} == offered


@rule("tgw.21.7b")
def test_divisions_that_are_cut_off_do_not_turn_red() -> None:
    lost = board.numbers(board.GERMANY & board.EAST_MAP & ~board.SETTLED & ~board.FORTS)[0]
    st = war({"pg-pg1": "E5024", "pg-pg2": lost}, turn=40, letter="P")
    assert not supply.supplied(st, U["pg-pg2"])
    assert revolutions.convertible(st) == [U["pg-pg1"]]


@rule("tgw.21.6a", "tgw.21.6b")
def test_trench_warfare_does_not_slow_a_headquarters_beside_the_enemy() -> None:
    """It may go its doubled way, and is depleted for it."""
    hex = spot(board.CLEAR & board.FRANCE)
    st = war({"fr-1 fr-hq1": hex, "ge-1": around(hex)[0]}, turn=12, letter="E", options={"trench-warfare": "on"})
    start = board.INDEX[hex]
    assert movement.allowance(st, U["fr-1"], fronts.WEST, start) == roster.MOVE[U["fr-1"]]
    assert movement.allowance(st, U["fr-hq1"], fronts.WEST, start) == 2 * roster.MOVE[U["fr-hq1"]]


@rule("tgw.21.5a")
def test_scheffer_leads_out_once() -> None:
    lost = next(n for n in board.numbers(board.RUSSIA & board.EAST_MAP & ~board.SETTLED & ~board.FORTS))
    st = war({"ge-1": lost}, turn=20, options={"scheffer": "on"})
    assert scheffer.stacks(st, 1 << U["ge-1"]) == [board.INDEX[lost]]
    st.set_flag("scheffer-used")
    assert scheffer.stacks(st, 1 << U["ge-1"]) == []
