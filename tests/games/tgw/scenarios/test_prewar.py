"""Pre-war events (tgw.20.0): drawing, choosing, cancelling, and what each plan does."""

from __future__ import annotations

import pytest

from firestep.engine.simultaneous import UNKNOWN
from firestep.games.tgw import secrets, sequence, setup, victory
from firestep.games.tgw.combat import bans
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import events
from firestep.games.tgw.movement import areas, rail, sea
from firestep.games.tgw.nations import neutrals, new_units
from firestep.games.tgw.scenarios import prewar
from firestep.games.tgw.state import Fight
from firestep.games.tgw.strategic import initiative, resources, warfare
from firestep.games.tgw.supply import sources
from firestep.testing import keys, rule, texts
from games.tgw.positions import field, session
from games.tgw.war import CP, A, asked, at, chit, event, game, hexes, war

U = roster.UNIT
L = tables.LETTER
ON = {"prewar": "on"}


def campaign(*plans: str, dice=(), **options: str):
    """The campaign with these plans in force, carried out as far as nobody is asked."""
    st, _ = setup.begin("1914", {"prewar": "off", **options})
    st.prewar = tuple(plans)
    return game(st, *(prewar.Carry(p) for p in plans), dice=dice)


def dealt(allied: list[int], central: list[int]):
    """A campaign in which these plans were drawn."""
    st = war(turn=1, letter="", options=ON)
    for k in allied:
        st.tally[f"plan-al.{k}"] = 1
    for k in central:
        st.tally[f"plan-cp.{k}"] = 1
    return st


# -- drawing and choosing ----------------------------------------------------------------------------------------------------


@rule("tgw.20.0a")
def test_pre_war_events_are_for_the_campaign_by_agreement() -> None:
    for scenario, option, asks in (("1914", "on", True), ("1914", "off", False), ("1918", "on", False)):
        _, steps = setup.begin(scenario, {"prewar": option})
        assert any(isinstance(x, prewar.Prewar) for x in steps) == asks


@rule("tgw.20.1a")
def test_each_side_draws_three_and_plays_one_or_two() -> None:
    st = war(turn=1, letter="", options=ON)
    game(st, prewar.Prewar(), dice=[1, 1, 1, 1, 7, 7])
    assert prewar.hand(st, A) == ["al.1", "al.2", "al.3"] and len(prewar.hand(st, CP)) == 3
    st = dealt([1, 2, 3], [1, 8, 9])
    s = game(st, prewar.ChoosePlans())
    assert len(texts(s)) == 6 and all(len(x.split()) in (2, 3) for x in texts(s)) and "pass" not in texts(s)


@rule("tgw.20.1b")
def test_both_are_opened_together() -> None:
    st = dealt([1, 2, 3], [1, 8, 9])
    s = game(st, prewar.ChoosePlans())
    assert asked(s) == ("ChoosePlans", A)
    s.take("plan al.1 al.2")
    assert asked(s) == ("ChoosePlans", CP) and st.prewar == ()
    assert s.agenda[-1].known_to(s, CP).answers == (UNKNOWN,) and s.agenda[-1].known_to(s, A).answers == ("plan al.1 al.2",)
    s.take("plan cp.8")
    assert st.prewar == ("al.1", "al.2", "cp.8") and "plans-opened" in keys(s)
    assert not any(k.startswith("plan-") for k in st.tally)


@rule("tgw.20.1a")
def test_what_was_drawn_is_told_to_its_owner_alone() -> None:
    st = war(turn=1, letter="", options=ON)
    s = game(st, prewar.Prewar(), dice=[1, 1, 1, 1, 7, 7])
    told = [e for e in s.journal if e.key == "plans"]
    assert [e.params["only"] for e in told] == ["allied", "central"]


@rule("tgw.20.11a", "tgw.20.2.6", "tgw.20.2.7k", "tgw.20.3.2b", "tgw.20.3.3b", "tgw.20.3.4c", "tgw.20.3.10e")
def test_plans_that_do_not_go_together() -> None:
    pairs = {(a, z) for a in prewar.PLANS for z in prewar.PLANS[a].incompatible}
    assert pairs == {(z, a) for a, z in pairs}  # both ways
    stated = {
        ("al.5", "al.6"),
        ("al.5", "al.7"),
        ("al.6", "al.7"),
        ("cp.2", "cp.3"),
        ("cp.2", "cp.4"),
        ("cp.3", "cp.4"),
        ("cp.10", "cp.5"),
        ("cp.10", "cp.6"),
        ("cp.10", "cp.7"),
    }
    assert {tuple(sorted(p)) for p in pairs} == {tuple(sorted(p)) for p in stated}
    assert ("al.5", "al.6") not in prewar.choices(dealt([5, 6, 1], [1]), A)
    assert ("al.1", "al.5") in prewar.choices(dealt([5, 6, 1], [1]), A)


@rule("tgw.20.3.2b", "tgw.20.3.3b", "tgw.20.3.4c")
@pytest.mark.parametrize("plan", ["cp.2", "cp.3", "cp.4"])
def test_naval_plans_are_announced_before_the_allies_choose(plan: str) -> None:
    st = dealt([1, 2, 3], [int(plan[3:]), 8, 9])
    s = game(st, prewar.Announce(), prewar.ChoosePlans())
    assert asked(s) == ("Announce", CP)
    s.take(f"announce {plan}")
    assert asked(s) == ("ChoosePlans", A) and any(e.key == "announced" and "only" not in e.params for e in s.journal)
    assert all(plan in c for c in prewar.choices(st, CP))
    st = dealt([1, 2, 3], [int(plan[3:]), 8, 9])
    s = game(st, prewar.Announce())
    s.take("pass")
    assert not any(plan in c for c in prewar.choices(st, CP))
    assert texts(game(dealt([1], [2, 3, 4]), prewar.Announce())) == ["announce cp.2", "announce cp.3", "announce cp.4"]


@rule("tgw.20.11a", "tgw.20.3.7b", "tgw.20.3.10e")
@pytest.mark.parametrize(
    ("played", "force"),
    [
        (["al.5", "cp.7"], ("cp.7",)),
        (["al.6", "cp.7"], ("cp.7",)),
        (["al.7", "cp.7"], ("al.7",)),
        (["al.1", "al.5", "cp.10"], ("al.1", "cp.10")),
        (["al.6", "al.10", "cp.10"], ("cp.10",)),
        (["al.7", "cp.10"], ("cp.10",)),
        (["al.1", "cp.7"], ("al.1", "cp.7")),
    ],
)
def test_plans_cancel_one_another_after_the_opening(played: list[str], force: tuple[str, ...]) -> None:
    assert prewar.settle(played) == force


# -- Allied plans ------------------------------------------------------------------------------------------------------------


@rule("tgw.20.2.2a")
def test_plan_19_has_no_ordinary_russian_forts() -> None:
    st = campaign("al.2").state
    assert not any(
        prewar.fronts.FORT_NATION[i] == tables.RU
        for i in range(st.forts.bit_length())
        if (st.forts & board.FORT & ~board.HEAVY) >> i & 1
    )
    assert any(prewar.fronts.FORT_NATION[i] == tables.RU for i in range(st.forts.bit_length()) if (st.forts & board.HEAVY) >> i & 1)


@rule("tgw.20.2.3")
def test_plan_michel_lets_f_units_begin_along_the_whole_border() -> None:
    s = campaign("al.3")
    assert asked(s) == ("Redeploy", A)
    lifted = next(x for x in texts(s) if x.startswith("lift"))
    assert prewar.FRENCH_F >> U[lifted.split()[1]] & 1
    s.take(lifted)
    named = hexes(*(x.split()[1] for x in texts(s)))
    assert named & board.ATLAS.dilate(board.BELGIUM) & board.FRANCE and not named & ~board.FRANCE
    north = next(n for n in board.numbers(named & board.ATLAS.dilate(board.BELGIUM)) if int(n[1:3]) > 58)
    s.take(f"at {north}")
    assert at(s.state, lifted.split()[1]) == north


@rule("tgw.20.2.4")
def test_defense_to_the_limit_spares_the_french_the_right_shift() -> None:
    from firestep.games.tgw.combat.shifts import shifts

    def shift(side: int, attacker: str, defender: str, *plans: str) -> int:
        st = war(
            {attacker: "W5425" if side == CP else "W5424", defender: "W5424" if side == CP else "W5425"},
            turn=1,
            letter="",
            prewar=plans,
            forts=False,
        )
        f = Fight(side, board.INDEX["W5424" if side == CP else "W5425"], (U[attacker],), (U[defender],))
        return sum(m.value for m in shifts(st, f) if m.rule.startswith("tgw.19.52") or m.rule.startswith("tgw.20.2.4"))

    assert shift(CP, "ge-1", "fr-1") == 1 and shift(CP, "ge-1", "fr-1", "al.4") == 0
    assert shift(A, "fr-1", "ge-1", "al.4") == -1
    assert shift(CP, "ge-1", "ru-1", "al.4") == 1


@rule("tgw.20.2.5")
def test_the_bef_elsewhere() -> None:
    s = campaign("al.5")
    assert asked(s) == ("BefChoice", A)
    s.take("bef channel")
    st = s.state
    assert all(prewar.CHANNEL >> st.at[u] & 1 for u in range(roster.N) if prewar.BEF >> u & 1)
    s = campaign("al.5")
    s.take("bef later")
    st = s.state
    assert all(st.at[u] == -1 for u in range(roster.N) if prewar.BEF >> u & 1)
    st.letter = L["A"]
    resources.reinforce(game(st))
    assert all(st.at[u] == -3 for u in range(roster.N) if prewar.BEF >> u & 1)


@rule("tgw.20.2.6")
def test_the_larger_bef_arrives_on_a() -> None:
    british = prewar.british()
    late = (roster.BY_LETTER[L["B"]] | roster.BY_LETTER[L["C"]]) & british
    assert late and prewar.arrivals(war(prewar=("al.6",)), L["A"]) & late == late
    assert not prewar.arrivals(war(), L["A"]) & late
    assert not prewar.arrivals(war(prewar=("al.6",)), L["A"]) & roster.BY_LETTER[L["D"]]


def fisher(**more):
    return war({"br-1 br-2": "E5403"}, **{"turn": 3, "letter": "A", "prewar": ("al.7",), "forts": False, **more})


@rule("tgw.20.2.7a")
def test_fishers_bef_lands_at_e5403_and_stands_still_on_turn_1() -> None:
    st = campaign("al.7", dice=[4]).state
    bef = [u for u in range(roster.N) if prewar.BEF >> u & 1]
    assert all(board.NUMBER[st.at[u]] == "E5403" for u in bef) and st.turn == 1
    assert areas.frozen(st) & prewar.BEF == prewar.BEF
    assert any(x.rule == "tgw.20.2.7a" and x.units >> bef[0] & 1 for x in bans.bans(st, A))
    st.turn = 2
    assert not areas.frozen(st) >> U["br-1"] & 1


@rule("tgw.20.2.7b")
def test_the_beachhead_is_a_port_and_a_source_until_it_falls() -> None:
    from firestep.games.tgw.movement import sea

    st = fisher()
    assert sources.ultimate(st, sources.BRITISH) & hexes("E5403") and sea.ports(st) & hexes("E5403")
    st.seize(hexes("E5403"), CP)
    sources.captured(st, hexes("E5403"), CP)
    st.seize(hexes("E5403"), A)
    assert not sources.ultimate(st, sources.BRITISH) & hexes("E5403")


@rule("tgw.20.2.7c")
def test_twelve_units_ride_to_berlin_and_stettin_on_turn_1() -> None:
    from firestep.games.tgw.movement import rail

    st = war({"ge-1": "E4809"}, turn=1, letter="", prewar=("al.7",), forts=False)
    st.railheads = rail.railheads(st)
    s = game(st, rail.StrategicMovement(CP))
    s.take("rail E4809")
    assert {x.split()[1] for x in texts(s) if x.startswith("to ")} == {"E5102", "E5205"}
    st.used[0] = 12
    assert not [x for x in texts(game(st, rail.Ride(CP, (U["ge-1"],), board.INDEX["E4809"]))) if x.startswith("to ")]
    st.used[0] = 0
    st.prewar = ()
    assert "rail E4809" not in texts(game(st, rail.StrategicMovement(CP)))


@rule("tgw.20.2.7d")
def test_the_allies_never_enter_the_german_edge_in_the_east() -> None:
    edge = board.CP_EDGE_EAST & board.GERMANY
    st = fisher()
    assert edge and not areas.ground(st, 1 << U["br-1"]) & edge and not areas.ground(st, 1 << U["ru-1"]) & edge
    assert not [x for x in bans.bans(st, A) if x.units >> U["br-1"] & 1 and x.hexes & edge]  # but attack into it


@rule("tgw.20.2.7e", "tgw.20.2.7f", "tgw.20.2.7g")
def test_the_baltic_is_an_allied_sea() -> None:
    st = fisher(allied=("E5514", "E5412", "E5205"))
    russian = sources.ultimate(st, sources.RUSSIAN)
    assert russian & hexes("E5514", "E6120") == hexes("E5514", "E6120")
    assert not russian & hexes("E5412", "E5205")  # inland
    st.seize(hexes("E5512", "E5406", "E5306", "E5305", "E5206"), A)
    assert sources.ultimate(st, sources.RUSSIAN) & hexes("E5412", "E5205") == hexes("E5412", "E5205")
    st.seize(hexes("E5305"), CP)
    assert not sources.ultimate(st, sources.RUSSIAN) & hexes("E5205")


@rule("tgw.20.2.7j", "tgw.20.3.2c", "tgw.20.3.3b", "tgw.20.3.4c")
@pytest.mark.parametrize(
    ("plan", "die", "points"),
    [
        ("", 1, 3),
        ("", 3, 3),
        ("", 4, 4),
        ("", 6, 6),
        ("cp.2", 1, 1),
        ("cp.2", 2, 1),
        ("cp.2", 3, 2),
        ("cp.2", 6, 3),
        ("cp.3", 0, 6),
        ("cp.4", 0, 6),
    ],
)
def test_british_losses_at_sea(plan: str, die: int, points: int) -> None:
    st, _ = setup.begin("1914", {})
    st.prewar = ("al.7", plan) if plan else ("al.7",)
    game(st, prewar.Carry("al.7"), dice=[die] if die else [])
    assert st.vp_events == points


@rule("tgw.20.2.8")
def test_turkey_hesitates_until_ten_points() -> None:
    for points, joins in ((9, False), (10, True)):
        st = war(turn=12, letter="E", prewar=("al.8",))
        st.set_side(tables.TU, tables.NEUTRAL)
        st.vp_events += points - victory.net(st)
        neutrals.turkey_joins(game(st))
        assert (st.allegiance[tables.TU] == CP) == joins
    st.set_side(tables.TU, tables.NEUTRAL)
    assert areas.closed(st) & board.OTTOMAN == board.OTTOMAN


@rule("tgw.20.2.10a", "tgw.20.2.10b")
def test_roosevelt() -> None:
    for letter, due in (("J", True), ("K", False)):
        st = war(letter=letter, turn=24, prewar=("al.10",), warfare=chit("cp-uboat-1"))
        s = game(st, warfare.WarfarePhase(), dice=[4])
        while s.decision:
            s.take("go-on")
        st.letter += 1
        game(st, initiative.UsEntry())
        assert (st.us_entered == L[letter] + 1) == due
    st = war(letter="J", prewar=("al.10",), tally={"roosevelt": L["J"]}, us_entered=L["J"])
    for letter, over in (("R", False), ("S", True)):
        st.letter = L[letter]
        game(st, sequence.LastCheck())
        assert (st.result[:2] == ("central", "roosevelt")) == over


@rule("tgw.20.2.10b", "tgw.6.55a")
@pytest.mark.parametrize("option", ["own", "always"])
@pytest.mark.parametrize("cause", ["marker", "zimmerman"])
def test_the_nine_turns_after_another_entry(option: str, cause: str) -> None:
    """E90: by the other reading the deadline holds whatever brought America in, Zimmerman's telegram too."""
    st = war(
        letter="H", turn=20, prewar=("al.10",), options={"roosevelt": option}, us_marker=L["H"] if cause == "marker" else L["O"]
    )
    if cause == "zimmerman":
        st.play |= event("zimmerman")
        resources.begin_letter(game(st))
    else:
        game(st, initiative.UsEntry())
    assert st.us_entered >= 0
    assert ("roosevelt" in st.tally) == (option == "always")


# -- plans of the Central Powers ---------------------------------------------------------------------------------------------


@rule("tgw.20.3.1")
def test_plan_r_sends_the_austrian_b_units_to_galicia() -> None:
    st, _ = setup.begin("1914", {})
    zone = prewar.galicia(st)
    s = campaign("cp.1")
    assert all(zone >> s.state.at[u] & 1 for u in range(roster.N) if prewar.AUSTRIANS_B >> u & 1)
    serb = next(u for u in range(roster.N) if roster.NATION_OF[u] == tables.SR)
    s.state.turn = 1
    assert not areas.ground(s.state, 1 << serb) & board.AUSTRIA
    s.state.turn = 2
    assert areas.ground(s.state, 1 << serb) & board.AUSTRIA


@rule("tgw.20.3.2a")
def test_less_navy_and_more_army() -> None:
    s = campaign("cp.2")
    units = (roster.BY_LETTER[0] | roster.BY_LETTER[1]) & roster.CORPS[tables.GE] & ~roster.NEAR_EAST
    assert asked(s) == ("AtStart", CP) and texts(s) == ["begin east", "begin west"]
    k = 0
    while asked(s) == ("AtStart", CP):
        s.take("begin east" if k % 2 else "begin west")
        k += 1
    st = s.state
    placed = [u for u in range(roster.N) if units >> u & 1]
    assert k == len(placed) and all(board.GERMANY >> st.at[u] & 1 for u in placed)
    assert any(board.EAST_MAP >> st.at[u] & 1 for u in placed) and any(board.FRONT["W"] >> st.at[u] & 1 for u in placed)
    st.letter = 0
    resources.reinforce(game(st))
    assert all(st.at[u] > 0 for u in placed)


@rule("tgw.20.3.3a", "tgw.20.3.5a")
@pytest.mark.parametrize(("plan", "factors", "box"), [("cp.3", 16, "dead"), ("cp.5", 12, "gone")])
def test_factors_that_a_plan_costs(plan: str, factors: int, box: str) -> None:
    s = campaign(plan)
    culled = []
    while asked(s) == ("Cull", CP):
        culled.append(texts(s)[0].split()[1])
        s.take(texts(s)[0])
    assert sum(roster.ATTACK[U[id]] for id in culled) == factors and all(at(s.state, id) == box for id in culled)
    allowed = prewar.GERMANS_W | (prewar.GERMANS_E if plan == "cp.3" else 0)
    assert not roster.unit_mask(culled) & ~allowed
    if plan == "cp.5":
        assert all(s.state.at[u] == -2 for u in range(roster.N) if (roster.BY_LETTER[0] & roster.CORPS[tables.GE]) >> u & 1)


@rule("tgw.20.3.5b")
def test_germans_may_begin_in_holland() -> None:
    st, _ = setup.begin("1914", {})
    _, zone = prewar.movable(st, "cp.5")
    assert zone & board.HOLLAND and not zone & board.HOLLAND & ~prewar.fronts.range_of(prewar.AACHEN, 3)


@rule("tgw.20.3.6a", "tgw.20.3.6b")
def test_albert_caves_in() -> None:
    st = campaign("cp.6").state
    assert all(st.at[u] == -2 for u in range(roster.N) if roster.NATION_OF[u] == tables.BE) and tables.LETTERS[st.us_marker] == "P"
    assert not any(prewar.fronts.FORT_NATION[i] == tables.BE for i in range(st.forts.bit_length()) if st.forts >> i & 1)
    st = war(letter="H", turn=20, prewar=("cp.6",), central=("W6819",))
    assert victory.net(st, belgium=False) == victory.net(st) - (victory.taken(st) & board.BELGIUM).bit_count()
    st.vp_events += 20 - victory.net(st)
    victory.check(game(st))
    assert not st.result  # Belgian cities do not help to win
    st.vp_events -= 20
    victory.check(game(st))
    assert not st.result  # but not to lose


@rule("tgw.20.3.7a")
@pytest.mark.parametrize(("word", "letter"), [("havre", "A"), ("later", "B")])
def test_the_german_navy_delays_the_bef(word: str, letter: str) -> None:
    s = campaign("cp.7")
    assert asked(s) == ("Delay", A)
    s.take(f"bef {word}")
    st = s.state
    bef = [u for u in range(roster.N) if prewar.BEF >> u & 1]
    assert all(st.at[u] == -1 for u in bef)
    st.letter, st.turn = L[letter], 3
    resources.reinforce(game(st))
    assert all(st.at[u] == -3 for u in bef)
    combat = next(u for u in bef if roster.COMBAT >> u & 1)
    found = new_units.places(st, combat)[0]
    assert found & hexes("W5801") and (found == hexes("W5801")) == (word == "havre")


@rule("tgw.20.3.8")
def test_the_goeben_delays_french_divisions() -> None:
    late = roster.BY_LETTER[0] & prewar.strong_french()
    st = war(prewar=("cp.8",))
    assert late and not prewar.arrivals(st, 0) & late and prewar.arrivals(st, 1) & late == late
    assert prewar.arrivals(war(), 0) & late == late


def moltke():
    s = campaign("cp.10")
    return s


@rule("tgw.20.3.10a")
def test_a_hundred_factors_go_east() -> None:
    s = moltke()
    assert asked(s) == ("GoEast", CP) and "done" not in texts(s)
    gone = []
    while "done" not in texts(s):
        unit = next(x for x in texts(s) if roster.ATTACK[U[x.split()[1]]])
        gone.append(unit.split()[1])
        s.take(unit)
    assert sum(roster.ATTACK[U[id]] for id in gone) >= 100 and all(board.EAST_MAP >> s.state.at[U[id]] & 1 for id in gone)
    hq = next(x for x in texts(s) if x != "done" and roster.HQ >> U[x.split()[1]] & 1)
    s.take(hq)
    assert board.EAST_MAP >> s.state.at[U[hq.split()[1]]] & 1


@rule("tgw.20.3.10b")
def test_belgium_and_luxembourg_are_closed_for_good() -> None:
    st = moltke().state
    land = board.BELGIUM | board.COUNTRY["luxembourg"]
    assert areas.closed(st) & land == land
    assert not [u for u in range(roster.N) if st.at[u] > 0 and land >> st.at[u] & 1] and not (st.ctrl[0] | st.ctrl[1]) & land


@rule("tgw.20.3.10c")
def test_britain_enters_on_b() -> None:
    st = moltke().state
    assert all(st.at[u] == -1 for u in range(roster.N) if prewar.BEF >> u & 1)
    assert not prewar.arrivals(st, 0) & prewar.british()
    early = roster.BY_LETTER[0] & prewar.british() | prewar.BEF
    assert prewar.arrivals(st, 1) & early == early


@rule("tgw.20.3.10d")
@pytest.mark.parametrize(("points", "treaty", "winner"), [(8, True, "central"), (7, True, "allied"), (12, False, "allied")])
def test_the_elder_moltke_is_judged_when_america_enters(points: int, treaty: bool, winner: str) -> None:
    st = war(letter="P", turn=38, prewar=("cp.10",), us_marker=L["P"])
    st.set_flag("treaty", treaty)
    st.vp_events += points - victory.net(st)
    assert not victory.check(game(st))  # normal conditions are off
    game(st, initiative.UsEntry())
    assert st.result[0] == winner
    st = war(letter="M", turn=32, prewar=("cp.10",))
    st.vp_events += 25 - victory.net(st)
    game(st, sequence.VictoryCheck())
    assert not st.result
    assert tables.LETTERS[moltke().state.us_marker] == "P"


@rule("tgw.20.2.10a")
def test_a_second_roll_does_not_put_roosevelt_off() -> None:
    """America enters on the first Strategic Turn after a roll of four or more, whatever is rolled on it."""
    st = field({}, turn=14, letter="F", prewar=("al.10",))
    st.us_marker = tables.LETTER["O"]
    st.warfare |= OF_EVENT["uboat.2"]
    st.tally["u-boat-four"] = 1
    for letter in ("F", "G"):
        st.letter = tables.LETTER[letter]
        session(st, warfare.WarfarePhase(), dice=(5,))
        session(st, initiative.UsEntry())
    assert st.us_entered == tables.LETTER["G"]


@rule("tgw.20.2.8", "tgw.7.12a")
def test_while_turkey_hesitates_there_is_no_war_in_the_near_east() -> None:
    """E91: the maps are frozen; in its first turn nothing moves there by rail or sea."""
    st = field({"br-10in": "N4205", "ru-20": "N4045"}, turn=12, letter="E", prewar=("al.8",))
    st.set_side(tables.TU, tables.NEUTRAL)
    assert areas.frozen(st) & roster.unit_mask(["br-10in", "ru-20"]) == roster.unit_mask(["br-10in", "ru-20"])
    assert not st.near_east_open
    st.set_side(tables.TU, CP)
    assert st.near_east_open and not areas.frozen(st) & roster.unit_mask(["br-10in", "ru-20"])
    st.entered[tables.TU] = st.turn
    assert rail.closed_now(st, A) & board.NEAR_EAST == board.NEAR_EAST and not sea.ports(st) & board.NEAR_EAST


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


@rule("tgw.20.2.8", "tgw.20.3.6b")
def test_belgian_cities_count_towards_the_points_that_bring_turkey_in() -> None:
    st = war(turn=20)
    st.prewar = ("al.8", "cp.6")
    st.seize(board.BELGIUM, CP)
    assert victory.net(st) > victory.net(st, belgium=False)
    from firestep.games.tgw.nations import neutrals

    st.set_side(tables.TU, tables.NEUTRAL)
    st.vp_events = neutrals.HESITATES - victory.net(st)
    neutrals.turkey_joins(game(st))
    assert st.allegiance[tables.TU] == CP


@rule("tgw.20.3.10d", "tgw.18.21a")
def test_the_elder_moltke_does_not_play_for_french_morale() -> None:
    for plans, rolls in (((), True), (("cp.10",), False)):
        st = war(turn=40, letter="P", prewar=plans, tally={"turn-mutiny": 30}, collapsed=1 << tables.RU)
        assert victory.eligible(st) and victory.rolls_for(st) == rolls


@rule("tgw.20.2.7e")
def test_konigsberg_feeds_nobody_from_the_sea_when_the_baltic_is_british() -> None:
    for plans, fed in (((), True), (("al.7",), False)):
        assert bool(sources.radius(war(prewar=plans), U["ge-1"])) == fed


@rule("tgw.20.2.5")
def test_the_bef_begins_within_a_hex_of_four_ports() -> None:
    st = war({"br-1": "W6707"}, turn=1, letter="", prewar=("al.5",))
    offered = {a.split()[1] for a in texts(game(st, prewar.RedeployTo(A, "al.5", U["br-1"])))}
    ports = hexes("W6912", "W6709", "W6707", "W6606")
    assert offered and not hexes(*offered) & ~fronts.range_of(ports, 1)


@rule("tgw.20.1b")
def test_a_seat_does_not_know_which_plans_the_other_drew() -> None:
    st = war(turn=1)
    st.phase = 0
    for id in ("cp.8", "cp.9", "cp.10", "al.8"):
        st.tally[f"plan-{id}"] = 1
    known = secrets.conceal(game(st), A).state
    assert [k for k in known.tally if k.startswith("plan-cp")] == ["plan-cp.1", "plan-cp.2", "plan-cp.3"]
    assert known.tally["plan-al.8"] == 1


@rule("tgw.20.2.9", "tgw.21.4a")
def test_a_bribed_italy_cannot_be_picked() -> None:
    st = war(turn=tables.turn_of("Jan/Feb", 1915), letter="C")
    st.prewar = ("al.9",)
    st.pool[A] |= OF_EVENT["entry.italy"]
    assert events.may_choose_italy(st, A)
    st.tally["bribe"] = 2
    assert not events.may_choose_italy(st, A)
