"""The Strategic Turn (tgw.5.0): the Resource Phase, income, resource hexes, transfers."""

from __future__ import annotations

import pytest

from firestep.games.tgw import sequence
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.events import events
from firestep.games.tgw.nations import neutrals
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.strategic import resource_hexes, resources
from firestep.hexmap.grid import bits
from firestep.testing import keys, rule, texts
from games.tgw.events_kit import U
from games.tgw.war import CP, A, at, chit, game, happens, hexes, war

L = tables.LETTER


def gained(st, *nations: str) -> list[int]:
    before = st.rp[:]
    resources.income(game(st))
    return [st.rp[tables.NATION[n]] - before[tables.NATION[n]] for n in nations]


@rule("tgw.5.0a")
def test_there_are_twenty_one_strategic_turns() -> None:
    assert tables.LETTERS == "ABCDEFGHIJKLMNOPQRSTU"
    assert [x for x in tables.LETTER_AFTER if x >= 0] == list(range(21))


@rule("tgw.5.0b")
def test_america_is_looked_at_before_the_initiative() -> None:
    from firestep.games.tgw.sequence import INITIATIVE, TURKEY, steps_of
    from firestep.games.tgw.strategic.initiative import InitiativePhase, UsEntry

    st = war(letter="O")
    assert any(isinstance(x, UsEntry) for x in steps_of(st, TURKEY))
    assert isinstance(steps_of(st, INITIATIVE)[0], InitiativePhase) and TURKEY < INITIATIVE


@rule("tgw.5.11a")
def test_reinforcements_go_to_the_box_of_their_map() -> None:
    st = war(letter="M", at_war={})
    resources.reinforce(game(st))
    assert at(st, "tu-58") == "available-ne"
    came = [u for u in range(roster.N) if st.at[u] in (-3, -4)]
    assert came and all(roster.ROSTER[u].entry == "M" for u in came)
    assert all((st.at[u] == -4) == bool(roster.NEAR_EAST >> u & 1) for u in came)


@rule("tgw.5.12a", "tgw.6.0a")
def test_chits_join_the_pools_on_their_letter_and_none_before_c() -> None:
    st = war(letter="B")
    for letter in range(L["C"]):
        assert events.fill_pools(st, letter) == []
    assert st.pool == [0, 0]
    events.fill_pools(st, L["C"])
    assert st.pool[A] & chit("al-gallipoli") and st.pool[CP] & chit("cp-uboat-1")
    assert not st.pool[CP] & chit("cp-jutland")
    events.fill_pools(st, L["G"])
    assert st.pool[CP] & chit("cp-jutland")


@rule("tgw.5.12b", "tgw.20.3.10c")
def test_each_belligerent_is_paid_by_the_chart() -> None:
    st = war(letter="A", turn=2)
    assert gained(st, "BR") == [1]  # stated
    assert gained(st, "GE", "FR") == [resources.EUROPE[tables.GE][0], resources.EUROPE[tables.FR][0]]
    st.prewar = ("cp.10",)
    assert gained(st, "BR") == [0]


@rule("tgw.5.12c")
def test_a_neutral_is_paid_nothing() -> None:
    st = war(letter="H")
    assert st.allegiance[tables.IT] == tables.NEUTRAL and resources.EUROPE[tables.IT][L["H"]] > 0
    assert gained(st, "IT") == [0]
    st.set_side(tables.IT, A)
    assert gained(st, "IT") == [resources.EUROPE[tables.IT][L["H"]]]


@rule("tgw.5.12d", "tgw.5.16a", "tgw.5.16b")
def test_germany_is_paid_for_resource_hexes_kiev_two() -> None:
    base = war(letter="H", forts=False)
    plain = gained(base, "GE")[0]
    for hex, points in (("W6316", 1), ("W6312", 1), ("W6310", 1), ("W5425", 1), ("E2623", 1), ("E4129", 2)):
        st = war(letter="H", forts=False, at_war={"RO": CP})
        st.seize(board.LAND & board.EUROPE, CP)
        st.pays = {board.INDEX[hex]: L["H"]}
        assert gained(st, "GE")[0] - plain == points, hex


@rule("tgw.5.13a")
def test_a_total_above_nineteen_stands_during_the_turn() -> None:
    st = war(letter="H")
    st.rp[tables.GE] = 18
    k = gained(st, "GE")[0]
    assert st.rp[tables.GE] == 18 + k > 19


@rule("tgw.5.13b")
def test_no_nation_ends_a_strategic_turn_with_more_than_ten() -> None:
    st = war(letter="H")
    st.rp[tables.GE], st.rp[tables.BR] = 23, 10
    s = game(st, sequence.LastCheck())
    assert st.rp[tables.GE] == 10 and st.rp[tables.BR] == 10 and "points-lost" in keys(s)


@rule("tgw.5.14a")
def test_supplied_headquarters_on_the_map_are_refitted() -> None:
    st = war(
        {"ge-hq1": "W6830", "ge-hq2": "available", "ge-hq3": "W5010"},
        letter="H",
        depleted="ge-hq1 ge-hq2 ge-hq3",
        forts=False,
        allied=("W5010",),
    )
    st.seize(board.FRANCE, A)
    resources.refit(game(st))
    assert roster.unit_ids(st.depleted) == ["ge-hq2", "ge-hq3"]  # one in a box, one without supply


@rule("tgw.5.14b")
@pytest.mark.parametrize(("letter", "left"), [("A", 0), ("B", 1), ("C", 1), ("D", 0)])
def test_no_headquarters_is_refitted_on_b_and_c(letter: str, left: int) -> None:
    st = war({"ge-hq1": "W6830"}, letter=letter, depleted="ge-hq1")
    resources.refit(game(st))
    assert bool(st.depleted) == bool(left)


@rule("tgw.5.15a")
def test_britain_russia_and_turkey_add_the_near_east_track() -> None:
    for code in ("BR", "RU", "TU"):
        n = tables.NATION[code]
        k = next(k for k, v in enumerate(resources.NEAR_EAST[n]) if v)
        st = war(letter=tables.LETTERS[k])
        assert gained(st, code) == [resources.EUROPE[n][k] + resources.NEAR_EAST[n][k]]
        st.turn = 4  # before it opens
        assert gained(st, code) == [resources.EUROPE[n][k]]
    assert set(resources.NEAR_EAST) == {tables.BR, tables.RU, tables.TU}


@rule("tgw.5.16c", "tgw.5.16g")
def test_a_captured_hex_pays_from_the_fourth_strategic_turn_on() -> None:
    st = war(letter="A", forts=False)
    st.seize(hexes("W5425"), CP)
    s = game(st)
    resource_hexes.captured(s, hexes("W5425"), CP)
    assert "resource-taken" in keys(s)
    for letter, pays in (("D", False), ("E", True)):
        st.letter = L[letter]
        assert bool(resource_hexes.paying(st)) == pays


@rule("tgw.5.16d")
def test_a_resource_hex_needs_control_and_its_line_home() -> None:
    st = war(letter="H", forts=False)
    longwy = hexes("W5425")
    st.seize(longwy, CP)
    st.pays = {board.INDEX["W5425"]: 0}
    assert resource_hexes.paying(st)
    st.seize(longwy, A)
    assert not resource_hexes.paying(st)
    st.seize(longwy, CP)
    for k, i in enumerate(board.numbers(board.ATLAS.dilate(longwy) & ~longwy)):
        st.put(roster.UNIT[f"fr-{k + 1}"], board.INDEX[i])
    assert not resource_hexes.paying(st)


@rule("tgw.5.16e")
def test_a_broken_line_begins_the_wait_anew() -> None:
    for reading, again in (("wait", True), ("turn", False)):
        st = war(letter="H", forts=False, options={"resource-line": reading})
        longwy = hexes("W5425")
        st.seize(longwy, CP)
        st.pays = {board.INDEX["W5425"]: L["E"]}
        for k, i in enumerate(board.numbers(board.ATLAS.dilate(longwy) & ~longwy)):
            st.put(roster.UNIT[f"fr-{k + 1}"], board.INDEX[i])
        resource_hexes.watch(game(st))
        assert (st.pays[board.INDEX["W5425"]] == L["H"] + 4) == again
    st.pays = {board.INDEX["W5425"]: L["J"]}
    resource_hexes.watch(game(st))
    assert st.pays[board.INDEX["W5425"]] == L["L"]  # while it waits, in either reading
    resource_hexes.captured(game(st), longwy, A)
    assert not st.pays
    from firestep.games.tgw.sequence import STRATEGIC_MOVEMENT, steps_of

    assert isinstance(steps_of(st, STRATEGIC_MOVEMENT)[0], resource_hexes.Watch)  # and when strategic movement begins


@rule("tgw.5.16f")
def test_polesti_pays_at_once_with_romania_on_the_central_side() -> None:
    st = war(letter="K", turn=27)
    neutrals.enter(game(st), tables.RO, CP)
    assert st.pays[board.INDEX["E2623"]] == L["L"]
    st = war(letter="K", turn=27)
    neutrals.enter(game(st), tables.RO, A)
    assert not st.pays


# -- transfers ---------------------------------------------------------------------------------------------------------------


def rich(**more):
    st = war(letter="H", **more)
    for n in (tables.BR, tables.FR, tables.GE, tables.IT, tables.AH):
        st.rp[n] = 9
    return st


def give(st, side, *answers):
    s = game(st, resources.Transfers(side))
    for a in answers:
        s.take(a)
    return s


@rule("tgw.5.17a", "tgw.5.35.ex1")
def test_points_go_only_the_listed_ways() -> None:
    s = give(rich(at_war={"IT": A}), A)
    assert texts(s) == ["done", "give BR RU", "give FR RU"]
    s = give(rich(), CP)
    assert texts(s) == ["done", "give GE AH"]
    s.take("give GE AH")
    assert s.state.rp[tables.GE] == 8 and s.state.rp[tables.AH] == 10


@rule("tgw.5.17b")
def test_russia_gets_one_point_british_or_french() -> None:
    s = give(rich(), A, "give BR RU")
    assert s.over and s.state.rp[tables.RU] == 1 and s.state.rp[tables.BR] == 8


@rule("tgw.5.17c", "tgw.20.2.8", "tgw.20.2.7i")
def test_by_the_straits_six_go_to_russia() -> None:
    open_ = rich(allied=("E1328",))
    surrendered = rich()
    happens(surrendered, "turkey-surrendered")
    hesitates = rich(prewar=("al.8",))
    hesitates.set_side(tables.TU, tables.NEUTRAL)
    fisher, both = rich(prewar=("al.7",)), rich(prewar=("al.7",), allied=("E1328",))
    states = (rich(), open_, surrendered, hesitates, fisher, both)
    assert [resources.russian_limit(st) for st in states] == [1, 6, 6, 6, 6, 12]
    s = give(open_, A, *["give BR RU"] * 3, *["give FR RU"] * 3)
    assert s.over and s.state.rp[tables.RU] == 6


@rule("tgw.5.17d", "tgw.5.17e")
def test_serbia_is_helped_through_salonika_by_one_ally() -> None:
    st = rich()
    st.put(roster.UNIT["sr-hq"], board.INDEX[board.numbers(board.COUNTRY["serbia"])[0]])
    assert "give FR SR" not in texts(give(st, A))
    st.seize(hexes("E1116"), A)
    s = give(st, A)
    assert {"give FR SR", "give BR SR"} <= set(texts(s))
    s.take("give FR SR")
    assert "give BR SR" not in texts(s) and "give FR SR" in texts(s)
    for _ in range(5):
        s.take("give FR SR")
    assert "give FR SR" not in texts(s) and st.rp[tables.SR] == 6
    st = rich()
    st.put(roster.UNIT["sr-hq"], board.INDEX[board.numbers(board.COUNTRY["serbia"])[-1]])
    st.seize(hexes("E1116"), A)
    border = board.numbers(board.ATLAS.dilate(hexes("E1116")) & ~hexes("E1116") & board.LAND)
    for k, n in enumerate(border):
        st.put(roster.UNIT[f"ge-{k + 1}"], board.INDEX[n])
    assert "give FR SR" not in texts(give(st, A))


@rule("tgw.5.17f")
def test_germany_gives_six_in_all() -> None:
    st = rich(at_war={"BU": CP})
    s = give(st, CP, *["give GE AH"] * 6)
    assert s.over and st.rp[tables.GE] == 3


@rule("tgw.5.17g")
def test_german_points_need_a_way_of_held_hexes_to_a_city() -> None:
    st = rich(at_war={"BU": CP})
    assert not resources.german_way(st, tables.BU)  # Serbia lies between
    st.seize(board.COUNTRY["serbia"], CP)
    assert resources.german_way(st, tables.BU)
    assert "give GE BU" in texts(give(st, CP))


@rule("tgw.16.11a")
def test_a_collapsed_nation_gets_no_transfer_and_no_income() -> None:
    st = rich()
    happens(st, "RU")
    assert give(st, A).over
    assert gained(st, "RU") == [0]


@rule("tgw.21.1a", "tgw.20.2.2b")
@pytest.mark.parametrize(
    ("letter", "shells", "plan", "back"),
    [
        ("D", "off", (), True),
        ("D", "on", (), False),
        ("E", "on", (), True),
        ("B", "off", (), False),
        ("B", "off", ("al.2",), True),
        ("C", "on", ("al.2",), True),
    ],
)
def test_russian_headquarters_in_the_shell_shortage(letter: str, shells: str, plan: tuple[str, ...], back: bool) -> None:
    st = war({"ru-hq1": "E5020"}, letter=letter, depleted="ru-hq1", options={"shells": shells}, prewar=plan)
    resources.refit(game(st))
    assert bool(st.depleted) != back


@rule("tgw.5.45b")
def test_after_the_fall_russian_headquarters_stay_depleted() -> None:
    st = war({"ru-hq1": "E5020"}, letter="N", depleted="ru-hq1")
    happens(st, "czar-fell")
    resources.refit(game(st))
    assert st.depleted


@rule("tgw.21.1b")
def test_the_guard_headquarters_supports_one_attack_in_the_shell_shortage() -> None:
    from firestep.games.tgw.combat.combat import tire
    from firestep.games.tgw.state import Fight

    guard, unit = roster.UNIT["ru-hqgd"], roster.UNIT["ru-1"]
    for shells, hqs, back in (("on", (guard, -1), False), ("on", (-1, guard), True), ("off", (guard, -1), True)):
        st = war({"ru-hqgd ru-1": "E5020"}, letter="K", options={"shells": shells})
        tire(game(st), Fight(A, board.INDEX["E4613"], (unit,), hqs=hqs))
        assert st.depleted
        resources.refit(game(st))
        assert bool(st.depleted) != back


@rule("tgw.5.82b")
def test_begin_letter_hands_the_choice_to_the_allies() -> None:
    st = war({"us-1 us-2 us-3": "W5201", "us-4 us-5 us-26": "W5202"}, letter="Q", turn=41, at_war={"US": A})
    assert optional_rules.six_americans(st)
    resources.begin_letter(game(st))
    assert st.flag("allies-choose")


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


@rule("tgw.5.16d")
def test_coal_of_the_west_must_reach_the_ruhr_and_no_other_edge() -> None:
    """Four lost cities of the Ruhr leave the German edge whole, and Lens without a home."""
    st = war(central=("W6312",), pays={board.INDEX["W6312"]: L["C"]}, forts=False)
    st.seize(board.FRANCE | board.BELGIUM, CP)
    assert resource_hexes.paying(st)
    st.seize(board.RUHR, A)
    assert board.GERMAN_EDGE_WEST & st.ctrl[CP] and not resource_hexes.paying(st)


@rule("tgw.5.17d")
def test_points_for_serbia_take_the_road_through_greece_and_serbia_alone() -> None:
    """The Serbian headquarters stands in Montenegro: friendly ground all the way, and the wrong one."""
    st = war({"sr-hq": board.numbers(board.COUNTRY["montenegro"])[0]}, at_war={"GK": A})
    st.seize(1 << resources.SALONIKA, A)
    assert not resources.serbian_way(st)
    st.put(U["sr-hq"], bits(board.COUNTRY["serbia"] & board.SETTLED)[0])
    assert resources.serbian_way(st)


@rule("tgw.5.13b")
def test_eleven_points_are_one_too_many() -> None:
    st = war(letter="H")
    st.rp[tables.GE], st.rp[tables.BR] = 11, 10
    resources.cap(game(st))
    assert st.rp[tables.GE] == 10 == st.rp[tables.BR]
