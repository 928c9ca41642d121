"""Strategic warfare (tgw.5.2) and the Replacement Phase (tgw.5.3)."""

from __future__ import annotations

import pytest

from firestep.engine.question import kept
from firestep.games.tgw.combat import air
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import windows
from firestep.games.tgw.state import AVAIL, DEAD_NE
from firestep.games.tgw.strategic import replacement, resources, warfare
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.events_kit import U
from games.tgw.positions import field, session
from games.tgw.war import CP, A, asked, at, chit, draw, game, happens, hold, war

L = tables.LETTER


def sea(letter: str = "H", box: str = "cp-uboat-1", dice: list[int] | None = None, **more):
    """A Strategic Warfare Phase with chits in the box and ten British, French and German points."""
    st = war(letter=letter, **more)
    st.warfare = sum(chit(c) for c in box.split())
    for n in (tables.BR, tables.FR, tables.GE):
        st.rp[n] = 10
    return game(st, warfare.WarfarePhase(), dice=dice or [])


# -- U-boats ---------------------------------------------------------------------------------------------------------------


@rule("tgw.5.21a")
def test_what_is_not_in_the_box_is_skipped() -> None:
    s = sea(box="")
    assert s.over and s.state.rolls == 0 and s.state.rp[tables.BR] == s.state.rp[tables.FR] == s.state.rp[tables.GE] == 10


@rule("tgw.5.22a", "tgw.ev.uboat.1")
def test_a_u_boat_event_goes_to_the_box() -> None:
    st = hold(war(letter="H", turn=19), "cp-uboat-1")
    from firestep.engine.offer import Window

    s = game(st, Window("events", (A, CP)))
    s.take("play cp-uboat-1")
    assert st.warfare == chit("cp-uboat-1") and not st.hand[CP]


@rule("tgw.5.22b", "tgw.ev.uboat.2")
def test_a_second_u_boat_event_waits_until_a_strategic_turn_begins_without_one() -> None:
    from firestep.games.tgw.components.chits import CHIT
    from firestep.games.tgw.events.events import play_chit

    st = war(letter="K")
    st.warfare = chit("cp-uboat-1")
    play_chit(game(st), CHIT["cp-uboat-2"])
    assert st.u_waiting == chit("cp-uboat-2") and st.warfare == chit("cp-uboat-1")
    resources.begin_letter(game(st))
    assert st.u_waiting  # the first is still at sea
    st.warfare = 0
    resources.begin_letter(game(st))
    assert st.warfare == chit("cp-uboat-2") and not st.u_waiting


@rule("tgw.5.22c")
def test_the_roll_must_be_made_and_britain_pays_it() -> None:
    s = sea(dice=[3])
    assert s.over and s.state.rp[tables.BR] == 7 and "u-boat-roll" in keys(s)


@rule("tgw.5.22d")
def test_british_points_never_fall_below_zero() -> None:
    st = war(letter="H")
    st.warfare, st.rp[tables.BR] = chit("cp-uboat-1"), 2
    game(st, warfare.WarfarePhase(), dice=[3])
    assert st.rp[tables.BR] == 0


@rule("tgw.5.22e", "tgw.5.22.ex1")
@pytest.mark.parametrize(("die", "letter"), [(3, "O"), (4, "N"), (6, "N")])
def test_a_roll_of_four_brings_america_a_letter_nearer(die: int, letter: str) -> None:
    s = sea(dice=[die])
    assert tables.LETTERS[s.state.us_marker] == letter


@rule("tgw.5.22f")
def test_only_after_the_first_four_may_the_u_boats_be_called_off() -> None:
    s = sea(dice=[4])
    assert asked(s) == ("CallOff", CP) and texts(s) == ["call-off", "go-on"]
    s.take("call-off")
    st = s.state
    assert not st.warfare and st.spent & chit("cp-uboat-1") and tables.LETTERS[st.us_marker] == "N"
    s = sea(dice=[5])
    s.take("go-on")
    assert s.state.warfare
    s = game(s.state, warfare.WarfarePhase(), dice=[6])
    assert s.over  # no second chance


@rule("tgw.5.22g")
def test_after_that_the_sea_is_quiet_until_another_event_comes() -> None:
    s = sea(dice=[4])
    s.take("call-off")
    st = s.state
    rolls, points = st.rolls, st.rp[tables.BR]
    game(st, warfare.WarfarePhase())
    assert st.rolls == rolls and st.rp[tables.BR] == points
    st.warfare = chit("cp-uboat-2")
    game(st, warfare.WarfarePhase(), dice=[2])
    assert st.rp[tables.BR] == points - 2


@rule("tgw.5.22h")
def test_the_second_cannot_be_called_off_and_lasts_to_the_convoy() -> None:
    s = sea(box="cp-uboat-2", dice=[5], tally={"u-boat-four": 1})
    assert s.over and s.state.warfare == chit("cp-uboat-2")
    draw(hold(s.state, "al-convoy"), "al-convoy")
    from firestep.games.tgw.components.chits import CHIT
    from firestep.games.tgw.events.events import play_chit

    play_chit(game(s.state), CHIT["al-convoy"])
    assert not s.state.warfare


@rule("tgw.5.22i", "tgw.5.72b", "tgw.17.12a")
def test_u_boats_sink_americans_in_the_box_but_no_headquarters() -> None:
    st = war({"us-1 us-2 us-hq1": "available", "fr-1": "available"}, letter="P", turn=38, at_war={"US": A}, us_entered=L["L"])
    st.warfare = chit("cp-uboat-2")
    s = game(st, warfare.WarfarePhase(), dice=[2, 1, 2])
    assert s.over and at(st, "us-1") == "dead" and at(st, "us-2") == "available" and st.rolls == 3
    assert st.reduced >> roster.UNIT["us-1"] & 1
    st.us_entered = -1
    st.put(roster.UNIT["us-1"], AVAIL)
    game(st, warfare.WarfarePhase(), dice=[2])
    assert at(st, "us-1") == "available"  # not before they have entered


@rule("tgw.5.22j", "tgw.6.48a", "tgw.6.48b", "tgw.ev.convoy")
def test_the_convoy_ends_all_that_u_boats_do() -> None:
    from firestep.engine.offer import Window

    st = hold(war(letter="L"), "al-convoy")
    st.warfare, st.u_waiting = chit("cp-uboat-1"), chit("cp-uboat-2")
    s = game(st, Window("strategic", (A, CP)))
    assert asked(s) == ("Offer", A)
    s.take("play al-convoy-strategic")
    assert not st.warfare and not st.u_waiting
    s = draw(st, "cp-uboat-1")
    assert "event-void" in keys(s) and st.spent & chit("cp-uboat-1") and not st.hand[CP]


@rule("tgw.20.3.4a", "tgw.20.3.4b")
def test_more_u_boats_roll_two_dice_and_are_never_called_off() -> None:
    s = sea(dice=[1, 3], prewar=("cp.4",))
    assert s.over and s.state.rp[tables.BR] == 6 and tables.LETTERS[s.state.us_marker] == "N"


# -- raids and bombing -------------------------------------------------------------------------------------------------------


@rule("tgw.5.23a", "tgw.6.3e", "tgw.ev.raid.london")
def test_the_raid_on_london_costs_two_and_is_over() -> None:
    s = sea(box="cp-raid-london")
    assert (
        s.state.rp[tables.BR] == 8
        and s.state.rp[tables.FR] == 10
        and not s.state.warfare
        and s.state.spent & chit("cp-raid-london")
    )
    st = war(letter="H", warfare=chit("cp-raid-london"))
    st.rp[tables.BR] = 1
    game(st, warfare.WarfarePhase())
    assert st.rp[tables.BR] == 0


@rule("tgw.5.23b", "tgw.ev.raid.paris")
def test_the_raid_on_paris_costs_france_two() -> None:
    s = sea(box="cp-raid-paris")
    assert s.state.rp[tables.FR] == 8 and s.state.rp[tables.BR] == 10 and not s.state.warfare


@rule("tgw.5.24a")
def test_home_defence_is_committed_first_by_the_central_powers() -> None:
    s = sea(box="al-iaf", dice=[5], play="cp-air-formations-1 cp-ace-richtofen cp-air-eastair al-air-formations-1")
    assert asked(s) == ("Defence", CP)
    assert texts(s) == ["defend cp-ace-richtofen", "defend cp-air-formations-1", "done"]
    used = sea(box="al-iaf", dice=[5], play="cp-air-formations-1", air_used=chit("cp-air-formations-1"))
    assert texts(used) == ["done"]
    other = sea(
        box="al-iaf", dice=[5], play="cp-air-formations-1", air_used=chit("cp-air-formations-1"), options={"home-defence": "all"}
    )
    assert "defend cp-air-formations-1" in texts(other)


@rule("tgw.5.24b")
def test_home_defenders_cannot_fight_until_the_next_strategic_turn() -> None:
    s = sea(box="al-iaf", dice=[5], play="cp-air-formations-1")
    st = s.state
    assert air.available(st, CP, board.INDEX["W6010"])
    s.take("defend cp-air-formations-1")
    assert s.over and not air.available(st, CP, board.INDEX["W6010"])
    s = game(st, warfare.WarfarePhase(), dice=[1])
    assert "defend cp-air-formations-1" in texts(s)  # and may be committed anew
    s.take("done")
    assert air.available(st, CP, board.INDEX["W6010"])


@rule("tgw.5.24c", "tgw.ev.iaf")
def test_the_bombing_die_is_lost_by_germany() -> None:
    s = sea(box="al-iaf", dice=[5])
    s.take("done") if not s.over else None
    assert s.state.rp[tables.GE] == 5
    st = war(letter="P", warfare=chit("al-iaf"))
    st.rp[tables.GE] = 2
    game(st, warfare.Bombing(), dice=[6])
    assert st.rp[tables.GE] == 0


@rule("tgw.5.24d", "tgw.5.24e")
def test_weather_and_defenders_lessen_the_bombing() -> None:
    for weather, defenders, left in (
        (tables.FAIR, "", 6),
        (tables.WET, "", 8),
        (tables.SNOW, "", 8),
        (tables.FAIR, "cp-air-formations-1", 7),
        (tables.WET, "cp-air-formations-1 cp-air-formations-2 cp-ace-richtofen", 10),
    ):
        st = war(letter="P", play="cp-air-formations-1 cp-air-formations-2 cp-ace-richtofen")
        st.weather[fronts.WEST] = weather
        st.warfare = chit("al-iaf") | sum(chit(c) for c in defenders.split())
        st.rp[tables.GE] = 10
        game(st, warfare.Bombing(), dice=[4, 6])
        assert st.rp[tables.GE] == left, (weather, defenders)


@rule("tgw.5.24f", "tgw.15.15b")
def test_an_ace_on_home_defence_may_die() -> None:
    for die, dead in ((1, True), (2, False)):
        st = war(letter="P", play="cp-ace-richtofen", warfare=chit("al-iaf") | chit("cp-ace-richtofen"))
        game(st, warfare.Bombing(), dice=[6, die])
        assert bool(st.spent & chit("cp-ace-richtofen")) == dead and bool(st.play & chit("cp-ace-richtofen")) != dead


@rule("tgw.5.24g")
def test_the_independent_air_force_stays_in_the_box() -> None:
    s = sea(box="al-iaf", dice=[2])
    if not s.over:
        s.take("done")
    assert s.state.warfare == chit("al-iaf")


# -- replacements ------------------------------------------------------------------------------------------------------------


def shop(units: dict[str, str], points: dict[str, int], side: int = CP, letter: str = "H", **more):
    st = war(units, letter=letter, **more)
    for code, k in points.items():
        st.rp[tables.NATION[code]] = k
    return game(st, replacement.ReplacementPhase(side))


@rule("tgw.5.31a", "tgw.5.33a", "tgw.5.33b")
def test_dead_units_are_bought_back_for_a_point_a_step_into_the_box() -> None:
    s = shop({"ge-1 ge-2": "dead"}, {"GE": 1})
    assert asked(s) == ("Replace", CP) and texts(s) == ["buy ge-1", "done"]
    s.take("buy ge-1")
    assert s.over and at(s.state, "ge-1") == "available" and s.state.rp[tables.GE] == 0 and at(s.state, "ge-2") == "dead"


@rule("tgw.5.31b", "tgw.5.32a")
def test_steps_are_rebuilt_on_the_map_in_supply_but_not_british_ones() -> None:
    s = shop(
        {"us-1": "W5201", "us-2": "W5530", "br-1": "W5202"},
        {"US": 3, "BR": 3},
        A,
        reduced="us-1 us-2 br-1",
        at_war={"US": A},
        turn=40,
    )
    assert texts(s) == ["done", "rebuild us-1"]
    s.take("rebuild us-1")
    assert not s.state.reduced >> roster.UNIT["us-1"] & 1 and s.state.rp[tables.US] == 2


@rule("tgw.5.32a")
def test_dotted_units_and_the_full_side_of_british_ones_cannot_be_bought() -> None:
    s = shop({"ge-pzrgt ge-1": "dead"}, {"GE": 5})
    assert texts(s) == ["buy ge-1", "done"]
    s = shop({"br-1 br-expbn fr-dfps us-1": "dead"}, {"BR": 5, "FR": 5, "US": 5}, A, at_war={"US": A})
    assert texts(s) == ["buy br-1", "buy us-1", "buy-full us-1", "done"]


@rule("tgw.5.32b", "tgw.15.43c")
def test_a_dead_shock_division_returns_as_a_regular_one() -> None:
    st = war({"ge-1": "W6526"}, flipped="ge-1", tally={"shock": 1})
    st.rp[tables.GE] = 2
    eliminate(game(st), 1 << roster.UNIT["ge-1"], "tgw.10.63a")
    s = game(st, replacement.ReplacementPhase(CP))
    s.take("buy ge-1")
    assert not st.flipped


@rule("tgw.5.32c", "tgw.15.43b")
def test_a_first_event_shock_division_may_be_converted_again_by_the_second() -> None:
    for played, again in ((1, True), (2, False)):
        st = war({"ge-1": "W6526"}, flipped="ge-1", tally={"shock": played})
        eliminate(game(st), 1 << roster.UNIT["ge-1"], "tgw.10.63a")
        assert bool(st.unshocked) != again


@rule("tgw.5.32d")
def test_converted_cavalry_returns_as_infantry() -> None:
    st = war({"ge-1c": "E5002"}, flipped="ge-1c")
    st.rp[tables.GE] = 1
    eliminate(game(st), 1 << roster.UNIT["ge-1c"], "tgw.10.63a")
    game(st, replacement.ReplacementPhase(CP)).take("buy ge-1c")
    assert st.flipped == 1 << roster.UNIT["ge-1c"]


@rule("tgw.5.34a", "tgw.5.34b")
def test_headquarters_are_bought_depleted_or_for_two_on_their_support_side() -> None:
    for verb, cost, depleted in (("buy", 1, True), ("buy-full", 2, False)):
        s = shop({"ge-hq1": "dead"}, {"GE": 3}, depleted="ge-hq1")
        s.take(f"{verb} ge-hq1")
        assert s.state.rp[tables.GE] == 3 - cost and bool(s.state.depleted) == depleted


@rule("tgw.5.34c")
@pytest.mark.parametrize(("letter", "full"), [("B", False), ("C", False), ("D", True)])
def test_on_b_and_c_only_depleted_ones(letter: str, full: bool) -> None:
    s = shop({"ge-hq1": "dead"}, {"GE": 3}, depleted="ge-hq1", letter=letter)
    assert ("buy-full ge-hq1" in texts(s)) == full


@rule("tgw.21.1a")
def test_a_russian_headquarters_bought_in_the_shell_shortage_is_depleted() -> None:
    s = shop({"ru-hq1": "dead"}, {"RU": 3}, A, letter="D", options={"shells": "on"})
    assert texts(s) == ["buy ru-hq1", "done"]
    assert "buy-full ru-hq1" in texts(shop({"ru-hq1": "dead"}, {"RU": 3}, A, letter="D"))


@rule("tgw.5.35a", "tgw.5.35c")
def test_units_return_on_the_side_of_the_straits_where_they_died() -> None:
    st = war({"tu-1": "N3936"})
    eliminate(game(st), 1 << roster.UNIT["tu-1"], "tgw.10.63a")
    assert at(st, "tu-1") == "dead-ne"
    st.rp[tables.TU] = 1
    game(st, replacement.ReplacementPhase(CP)).take("buy tu-1")
    assert at(st, "tu-1") == "available-ne"
    st = war({"ah-1": "E3920"})
    u = roster.UNIT["ah-1"]
    eliminate(game(st), 1 << u, "tgw.10.63a")
    assert at(st, roster.UNITS[u]) == "dead" and replacement.box_of(st, u) == AVAIL


@rule("tgw.5.35b", "tgw.5.37a")
def test_germans_who_died_in_the_near_east_return_in_europe() -> None:
    st = war({"ge-1": "N1728"})
    st.rp[tables.GE] = 1
    eliminate(game(st), 1 << roster.UNIT["ge-1"], "tgw.10.63a")
    game(st, replacement.ReplacementPhase(CP)).take("buy ge-1")
    assert at(st, "ge-1") == "available"
    st.put(roster.UNIT["ge-2"], -6)  # even out of the Near East pile
    assert replacement.box_of(st, roster.UNIT["ge-2"]) == AVAIL


@rule("tgw.5.35d")
def test_each_nation_pays_for_its_own() -> None:
    s = shop({"ge-1": "dead", "ah-3": "dead"}, {"GE": 5})
    assert not any("ah-" in x for x in texts(s))
    s = shop({"ge-1": "dead", "ah-3": "dead"}, {"AH": 1})
    assert texts(s) == ["buy ah-3", "done"]


@rule("tgw.5.36a")
def test_the_colour_of_a_british_unit_decides_where_it_returns() -> None:
    st = war()
    bi, bp = (
        next(u for u in range(roster.N) if roster.NATION_OF[u] == tables.BI),
        next(u for u in range(roster.N) if roster.NATION_OF[u] == tables.BP),
    )
    for u, box in ((roster.UNIT["br-13na"], "available"), (bi, "available-ne"), (bp, "available-ne")):
        st.put(u, -6)  # the Near East pile
        st.rp[tables.BR] = 1
        st.put(u, replacement.box_of(st, u))
        assert at(st, roster.UNITS[u]) == box


@rule("tgw.5.36b", "tgw.5.36c")
def test_one_canadian_and_one_anzac_step_in_a_phase() -> None:
    s = shop({"br-1cnd br-2cnd br-1as br-nz": "dead"}, {"BR": 9}, A)
    s.take("buy br-1cnd")
    assert not any("cnd" in x for x in texts(s)) and any("br-1as" in x for x in texts(s))
    s.take("buy br-1as")
    assert s.over  # nothing else may be bought
    s = game(s.state, replacement.ReplacementPhase(A))
    assert "buy br-2cnd" in texts(s) and "buy br-nz" in texts(s)


@rule("tgw.6.57a")
def test_influenza_stops_rebuilding_by_the_wider_reading() -> None:
    st = war({"us-1": "W5201"}, reduced="us-1", at_war={"US": A}, turn=40)
    st.rp[tables.US] = 3
    assert kept(replacement.rebuildable(st, A))
    st.tally["no-rebuilding"] = 1
    assert not kept(replacement.rebuildable(st, A))


# -- the Turkish Required Reserve ------------------------------------------------------------------------------------------


def reserve(letter: str, units: dict[str, str], dice: list[int], **more):
    return game(war(units, letter=letter, turn=20, **more), replacement.RequiredReserve(), dice=dice)


@rule("tgw.5.38a", "tgw.5.38f")
@pytest.mark.parametrize(("letter", "dice"), [("B", 0), ("C", 1), ("D", 2), ("N", 2), ("O", 1), ("P", 1), ("U", 1)])
def test_dice_of_the_reserve_by_letter(letter: str, dice: int) -> None:
    s = reserve(letter, {}, [2] * dice)
    assert s.state.rolls == dice and s.state.required == 2 * dice
    if letter == "P":
        assert reserve(letter, {}, [2, 2], options={"reserve-dice": "two"}).state.rolls == 2


@rule("tgw.5.38b", "tgw.5.38c")
def test_a_short_reserve_may_be_filled_from_map_transit_and_box() -> None:
    s = reserve(
        "C",
        {"tu-1": "reserve", "tu-2": "N3936", "tu-4": "transit", "tu-5": "available-ne", "tu-6": "arabia", "tu-8": "dead-ne"},
        [3],
    )
    assert asked(s) == ("Reserve", CP)
    named = " ".join(texts(s))
    assert "reserve tu-2" in named and "reserve tu-4" in named and "reserve tu-5" in named
    assert "tu-6" not in named and "tu-8" not in named
    s.take("reserve tu-2")
    s.take("reserve tu-4")
    assert s.over and replacement.in_reserve(s.state) == 3  # as many as are required, and no more


@rule("tgw.5.38d", "tgw.5.38e")
def test_a_surplus_may_go_to_the_transit_box_without_using_capacity() -> None:
    s = reserve("C", {"tu-1 tu-2 tu-4": "reserve"}, [2])
    s.take("release tu-1")
    st = s.state
    assert s.over and at(st, "tu-1") == "transit" and not any(st.used)


@rule("tgw.17.31l")
def test_the_third_division_may_leave_the_reserve_from_e_on() -> None:
    for letter, dice, may in (("D", [2, 2], False), ("E", [2, 2], True)):
        s = reserve(letter, {"tu-3": "reserve"}, dice)
        assert ("release tu-3" in texts(s)) == may
    st = war({"tu-3": "reserve"}, letter="E", required=4)
    happens(st, "euro-turks")
    assert ("release", "tu-3") not in replacement.Reserve().actions(game(st))


@rule("tgw.5.38a")
def test_no_reserve_after_surrender_or_in_1918() -> None:
    st = war(letter="H")
    happens(st, "turkey-surrendered")
    assert game(st, replacement.RequiredReserve()).state.rolls == 0


@rule("tgw.5.36c")
def test_australians_and_new_zealanders_of_palestine_count_too() -> None:
    st = field({})
    for id in ("bp-1alhbd", "bp-nzmtdbd", "br-nz", "bp-5ybd"):
        st.put(roster.UNIT[id], DEAD_NE)
    st.rp[tables.BR] = 4
    s = session(st, replacement.ReplacementPhase(A))
    play(s, "buy bp-1alhbd")
    assert [a for a in texts(s) if a.startswith("buy ")] == ["buy bp-5ybd"]


@rule("tgw.5.35d", "tgw.11.33o")
def test_the_rifles_of_south_persia_are_paid_by_britain() -> None:
    st = field({})
    for id in ("pn-spr", "pn-pc"):
        st.put(roster.UNIT[id], DEAD_NE)
    st.rp[tables.BR], st.rp[tables.RU] = 1, 0
    s = session(st, replacement.ReplacementPhase(A))
    assert texts(s) == ["buy pn-spr", "done"]
    play(s, "buy pn-spr")
    assert not st.rp[tables.BR]


@rule("tgw.5.22j", "tgw.6.48a")
def test_a_u_boat_that_was_held_back_does_not_put_to_sea_after_convoy() -> None:
    """A chit that would be void when drawn is void in the hand, too."""
    st = hold(war(turn=30, letter="L"), "cp-uboat-2")
    assert windows.fits(st, "uboat.2", CP)
    st.play |= chit("al-convoy")
    assert not windows.fits(st, "uboat.2", CP) and windows.lacks(st, "uboat.2", CP) == "Convoy has been played"


@rule("tgw.5.34b", "tgw.5.45b")
def test_a_russian_headquarters_bought_after_the_fall_may_support_once() -> None:
    """P15: only flipping back is forbidden; by the other reading it is always depleted."""
    for options, able in (({}, True), ({"hq-bought": "depleted"}, False)):
        st = war(letter="M", options=options)
        st.set_flag("czar-fell")
        assert replacement.may_support(st, U["ru-hq1"]) == able
        st = war(letter="J", options=options)
        assert replacement.may_support(st, U["ru-hq1"])


@rule("tgw.5.35c", "tgw.5.37a")
def test_germans_who_fall_in_the_near_east_lie_in_the_pile_of_europe() -> None:
    st = war({"ge-1": "N1728", "tu-26": "N1728"}, turn=30)
    eliminate(game(st), roster.unit_mask(["ge-1", "tu-26"]), "tgw.10.63a")
    assert at(st, "ge-1") == "dead" and at(st, "tu-26") == "dead-ne"


@rule("tgw.5.34a", "tgw.5.33a", "tgw.3.26h")
def test_what_is_lost_whole_comes_back_depleted_or_on_one_step() -> None:
    full = bits(roster.CORPS[tables.BU] & roster.TWO_STEP)[0]
    st = war({"ge-hq1": "W5427", roster.UNITS[full]: "E1819"}, turn=30, at_war={"BU": CP})
    eliminate(game(st), 1 << U["ge-hq1"] | 1 << full, "tgw.11.84a")
    assert st.depleted >> U["ge-hq1"] & 1 and st.reduced >> full & 1


@rule("tgw.5.24b")
def test_an_air_unit_defends_the_home_once() -> None:
    st = war(letter="P", turn=40)
    st.play |= OF_EVENT["air.formations"]
    able = warfare.defenders(st)
    first = able & -able
    st.warfare |= first
    assert warfare.defenders(st) == able & ~first
