"""Control and stacking (tgw.7.0)."""

from __future__ import annotations

import pytest

from firestep.games.tgw import secrets, setup
from firestep.games.tgw.combat import casualties
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.unit_types import cooperate
from firestep.games.tgw.display import fog
from firestep.games.tgw.meta import OPTIONS
from firestep.games.tgw.movement import control, stacking
from firestep.games.tgw.movement.movement import MoveUnits
from firestep.games.tgw.nations.neutrals import enter
from firestep.games.tgw.nations.new_units import PlaceUnits
from firestep.games.tgw.state import AVAIL, DEAD_NE, EDGE_WEST, WAITING, State
from firestep.games.tgw.supply import sources
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw import plain
from games.tgw.events_kit import U
from games.tgw.positions import field, hexes, session, units
from games.tgw.war import CP, A, game, war
from independence import allowed, listed

PLAIN = {o.id: o.default for o in OPTIONS}
HQ = U["us-hq1"]


def begin(scenario: str) -> State:
    return setup.begin(scenario, PLAIN)[0]


@rule("tgw.7.1a", "tgw.7.11a", "tgw.7.11b")
@pytest.mark.parametrize("scenario", ["1914", "1915", "1916", "1917", "1918"])
def test_every_playable_hex_in_europe_has_one_owner(scenario: str) -> None:
    st = begin(scenario)
    assert not st.ctrl[0] & st.ctrl[1]
    neutral = {"romania": tables.RO, "bulgaria": tables.BU, "greece": tables.GK, "italy": tables.IT, "ottoman-empire": tables.TU}
    open_land = (
        board.EUROPE & board.LAND & ~board.lands("albania", "netherlands", "switzerland", "england", "denmark", "sweden", "norway")
    )
    for name, n in neutral.items():
        if st.allegiance[n] == tables.NEUTRAL:
            open_land &= ~board.COUNTRY[name]
    assert not board.numbers(open_land & ~(st.ctrl[0] | st.ctrl[1]))


@rule("tgw.7.11c")
def test_all_other_hexes_belong_to_nobody_at_first() -> None:
    st = begin("1914")
    assert (
        not (st.ctrl[0] | st.ctrl[1])
        & board.EUROPE
        & board.lands("italy", "romania", "bulgaria", "greece", "albania", "ottoman-empire")
    )


@rule("tgw.7.13a", "tgw.15.63b")
def test_control_changes_when_a_unit_enters_an_hq_too() -> None:
    hq = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.GE)
    for id in ("ge-1g", hq):
        st = field({}, forts=False)
        s = session(st)
        u = roster.UNIT[id]
        st.put(u, board.INDEX["W5618"])
        control.enter(s, 1 << u, [board.INDEX["W5717"], board.INDEX["W5618"]])
        assert st.ctrl[tables.CENTRAL] & hexes("W5717", "W5618") == hexes("W5717", "W5618") and "control" in keys(s)
        st.put(roster.UNIT["fr-1"], board.INDEX["W5717"])
        control.enter(s, units("fr-1"), [board.INDEX["W5717"]])
        assert st.ctrl[tables.ALLIED] & hexes("W5717") and not st.ctrl[tables.CENTRAL] & hexes("W5717")


@rule("tgw.7.13b", "tgw.15.81b")
def test_the_arabs_hold_only_the_hex_they_stand_in() -> None:
    a, z = board.numbers(board.PALESTINE & board.DESERT & ~board.SETTLED)[:2]
    st = field({}, central=(a, z), forts=False)
    s = session(st)
    u = roster.UNIT["ab-1ana"]
    for place in (a, z):
        st.put(u, board.INDEX[place])
        control.enter(s, 1 << u, [board.INDEX[place]])
        assert st.ctrl[tables.ALLIED] & hexes(a, z) == hexes(place)
    st.put(u, WAITING)
    casualties.leave_arabs(game(st))
    assert not st.ctrl[tables.ALLIED] & hexes(a, z) and st.ctrl[tables.CENTRAL] & hexes(a, z) == hexes(a, z)


@rule("tgw.7.14a")
def test_the_land_of_a_neutral_goes_with_it() -> None:
    st = field({})
    enter(session(st), tables.IT, tables.ALLIED)
    assert not board.ITALY & ~st.ctrl[tables.ALLIED]


@rule("tgw.7.14b")
def test_greek_hexes_in_enemy_hands_stay_there() -> None:
    held = board.numbers(board.COUNTRY["greece"])[:2]
    st = field({}, central=held)
    st.set_flag("salonika")
    enter(session(st), tables.GK, tables.ALLIED)
    assert board.COUNTRY["greece"] & ~st.ctrl[tables.ALLIED] == hexes(*held)


# -- stacking ------------------------------------------------------------------------------------------------------------------


def some(n: int, nation: int, cls: str = "infantry") -> int:
    found = [1 << u for u, c in enumerate(roster.ROSTER) if c.nation == nation and c.cls == cls]
    return sum(found[:n])


@rule("tgw.7.23a")
def test_six_units() -> None:
    assert stacking.fits(some(6, tables.GE)) and not stacking.fits(some(7, tables.GE))
    assert not stacking.fits(some(4, tables.GE) | some(3, tables.AH))


@rule("tgw.7.23b")
def test_battalions_and_canal_companies_are_free() -> None:
    assert stacking.fits(some(6, tables.GE) | some(3, tables.GE, "battalion")) and stacking.fits(
        some(6, tables.BR) | some(4, tables.BR, "company")
    )
    assert not stacking.fits(some(6, tables.TU) | some(1, tables.GE, "brigade"))


@rule("tgw.7.23c")
def test_one_hq_one_tank_one_anti_tank() -> None:
    full = some(6, tables.GE)
    assert stacking.fits(full | some(1, tables.GE, "HQ") | some(1, tables.GE, "tank") | some(1, tables.GE, "antitank"))
    assert not stacking.fits(some(2, tables.GE, "HQ")) and not stacking.fits(some(2, tables.GE, "antitank"))
    assert not stacking.fits(some(1, tables.GE, "HQ") | some(1, tables.AH, "HQ")) and not stacking.fits(some(2, tables.BR, "tank"))


@rule("tgw.7.23d", "tgw.7.23e")
@pytest.mark.parametrize(("nation", "ally"), [(tables.US, tables.FR), (tables.BU, tables.GE)])
def test_four_american_or_bulgarian_divisions(nation: int, ally: int) -> None:
    assert stacking.fits(some(4, nation) | some(2, ally)) and not stacking.fits(some(5, nation)) and stacking.fits(some(4, nation))


@rule("tgw.7.23f")
def test_forts_and_markers_take_no_room() -> None:
    st = field({})
    fort = next(i for i in bits(st.fort_of[tables.CENTRAL]))
    st.line |= 1 << fort
    assert stacking.room(st, fort, some(6, tables.GE), tables.CENTRAL)


@rule("tgw.7.22a", "tgw.7.24a")
def test_room_counts_who_is_there() -> None:
    st = field({f"ge-{k}": "W6029" for k in range(3, 8)})
    i = board.INDEX["W6029"]
    assert stacking.room(st, i, units("ah-1"), tables.CENTRAL) and not stacking.room(st, i, units("ah-1", "ah-2"), tables.CENTRAL)


@rule("tgw.19.54a")
def test_rennenkampf_and_samsonov_keep_apart_in_august() -> None:
    one, two = (bits(roster.SETUP["RU", code])[0] for code in ("1", "2"))
    st = field({}, turn=2, letter="A")
    both = 1 << one | 1 << two
    assert not stacking.together(st, both)
    st.turn = 3
    assert stacking.together(st, both)


@rule("tgw.16.11d", "tgw.6.47b")
def test_a_collapsed_nation_stands_alone_and_russians_in_civil_war_too() -> None:
    st = field({})
    mixed, own = units("ah-1", "ge-1"), units("ah-1", "ah-2")
    assert stacking.together(st, mixed)
    st.collapsed = 1 << tables.AH
    assert not stacking.together(st, mixed) and stacking.together(st, own)
    st.set_flag("civil-war")
    assert not stacking.together(st, units("ru-1", "ru-2")) and stacking.together(st, units("ru-1"))


@rule("tgw.5.35a", "tgw.5.37a")
def test_the_dead_lie_with_their_map() -> None:
    turk = next(c.id for c in roster.ROSTER if c.nation == tables.TU and c.theatre == "Near East" and c.cls == "infantry")
    st = field({turk: "N1540"})
    s = session(st)
    eliminate(s, units(turk), "tgw.7.22c")
    assert st.at[roster.UNIT[turk]] == DEAD_NE


@rule("tgw.7.24c")
def test_the_american_headquarters_does_not_wait_in_the_box() -> None:
    s = plain.start("1917")
    plain.play(s, lambda s: s.over or isinstance(s.top, PlaceUnits) and s.state.at[HQ] == AVAIL, plain.placing)
    assert "new us-hq1" in texts(s) and "done" not in texts(s) and listed(s) == allowed(s)
    assert [x.rule for x in s.why_not("done")] == ["tgw.7.24c"]
    s.take("new us-hq1")
    s.take("at edge-west")
    assert s.state.at[HQ] == EDGE_WEST
    assert not isinstance(s.top, PlaceUnits) or s.top.side != A or "done" in texts(s)


@rule("tgw.7.24c", "tgw.6.57a")
def test_americans_fight_beside_others_until_their_headquarters_has_left_the_box() -> None:
    """Influenza holds it back; it has not entered play before (S27). Tanks are among the Americans (S46)."""
    st = war({"us-1 us-tc fr-1": "W5222", "us-hq1": "available"}, at_war={"US": A}, letter="Q", turn=42, forts=False)
    together = [[U[x], U["fr-1"]] for x in ("us-1", "us-tc")]
    assert all(cooperate(st, units) for units in together)
    s = game(st, PlaceUnits(A))
    s.take("new us-hq1")
    s.take("at edge-west")
    assert not any(cooperate(st, units) for units in together)


@rule("tgw.7.13b", "tgw.15.81b")
def test_what_arabs_leave_to_the_british_stays_allied() -> None:
    for company, side in (((), CP), (("bp-52",), A)):
        desert = board.numbers(board.DESERT & board.PALESTINE & ~board.SETTLED)[0]
        st = war({"ab-1ana": desert}, turn=30)
        st.seize(hexes(desert), CP)
        control.enter(game(st), 1 << U["ab-1ana"], (board.INDEX[desert],))
        assert st.arab_hex == board.INDEX[desert]
        for _ in company:
            u = bits(roster.CORPS[tables.BP] & roster.INFANTRY)[0]
            st.put(u, board.INDEX[desert])
        st.put(U["ab-1ana"], WAITING)
        casualties.leave_arabs(game(st))
        assert st.ctrl[side] & hexes(desert)


@rule("tgw.7.13a", "tgw.7.13b", "tgw.15.81b")
def test_a_hex_of_the_arabs_into_which_the_british_march_stays_allied() -> None:
    """The British take lasting control of it (N4), though they go on before the Arabs leave."""
    camp, behind, beyond = "N2418", "N2518", "N2318"
    st = field({"ab-1ana": camp, "bp-1alhbd": behind}, turn=30, forts=False)
    st.seize(board.EGYPT | board.PALESTINE, A)
    st.pipeline = sources.SINAI_TOWNS[-1]
    st.seize(hexes(camp), CP)
    s = session(st, MoveUnits(fronts.theater_at(board.INDEX[camp]), A))
    control.enter(s, 1 << U["ab-1ana"], (board.INDEX[camp],))
    assert st.arab_hex == board.INDEX[camp]
    play(s, f"stack {behind}", f"step {camp}", f"step {beyond}", "stay", f"stack {camp}")
    s.take(next(a for a in texts(s) if a.startswith("to ") and a[3:] not in (behind, beyond)))
    assert not st.stack(board.INDEX[camp]) and st.ctrl[A] & hexes(camp) and st.arab_hex != board.INDEX[camp]


@rule("tgw.7.25a", "tgw.7.23c")
def test_under_a_headquarters_lies_nothing_but_headquarters() -> None:
    """Two of them pass through one hex, elsewhere lies a stack of foot: what the enemy imagines has the same tops."""
    one, two, foot = (board.numbers(board.FRANCE & board.FRONT["W"] & ~board.FORTS)[k] for k in (100, 140, 200))
    st = war({"fr-hq1 fr-hq2": one, "fr-hq3 fr-1": two, "fr-2 fr-3 fr-4": foot}, turn=20, options={"fog": "on"})
    s = game(st)
    tops = {i: fog.top(st, st.where[i]) for i in bits(st.occ[A])}
    secrets.deal(s, CP)
    assert {i: fog.top(st, st.where[i]) for i in bits(st.occ[A])} == tops
    assert not st.stack(board.INDEX[one]) & ~roster.HQ
