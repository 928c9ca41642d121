"""Neutrals and when they enter the war (ditt.15.0)."""

from __future__ import annotations

import pytest

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions
from firestep.games.ditt.movement import naval
from firestep.games.ditt.nations import control, entry_markers
from firestep.games.ditt.sequence import Recruit
from firestep.hexmap.grid import bits
from firestep.testing import play, rule
from games.ditt.handing import bring
from games.ditt.positions import I, pulse, rules_against, scene


@rule("ditt.15.2a", "ditt.15.2b", "ditt.15.2c")
@pytest.mark.parametrize(
    ("code", "side"), [("tu", tables.CP), ("bu", tables.CP), ("it", tables.EP), ("rm", tables.EP), ("us", tables.EP)]
)
def test_at_seventy_a_country_joins(code: str, side: int) -> None:
    s = pulse("central", units={}, entry={code: 65}, dice=[5])
    entry_markers.roll_entry(s, tables.ENTRY.index(code), 1, 1, "ditt.15.2b")
    assert s.state.allegiance[tables.NATION[code]] == side and s.state.entry[tables.ENTRY.index(code)] == -1
    s = pulse("central", units={}, entry={code: 65}, dice=[4])
    entry_markers.roll_entry(s, tables.ENTRY.index(code), 1, 1, "ditt.15.2b")
    assert s.state.allegiance[tables.NATION[code]] == tables.NEUTRAL and s.state.entry[tables.ENTRY.index(code)] == 69


@rule("ditt.15.2d", "ditt.15.2e", "ditt.15.2f")
def test_exceptions_of_entry() -> None:
    s = pulse("central", units={}, holds={"ge": ["3305", "2116"], "br": ["1812"]})
    for n in (tables.IT, tables.RM, tables.BU):
        entry_markers.enter_war(s, n)
    st = s.state
    assert st.allegiance[tables.IT] == tables.NEUTRAL and st.flag("italy-stays") and st.allegiance[tables.RM] == tables.CP
    assert st.allegiance[tables.BU] == tables.EP


@rule("ditt.15.3a", "ditt.15.3b", "ditt.15.3c")
def test_declaring_war_on_a_neutral() -> None:
    s = pulse("central", units={}, dice=[3, 4])
    play(s, "declare gk")
    assert s.state.allegiance[tables.GK] == tables.EP and s.state.entry[tables.US_ENTRY] == 32
    s = pulse("entente", units={}, dice=[3, 4])
    play(s, "declare gk")
    assert s.state.allegiance[tables.GK] == tables.CP and s.state.entry[tables.US_ENTRY] == 18
    assert s.decision is not None and s.decision.seat == tables.EP  # the pulse goes on


@rule("ditt.15.3d", "ditt.15.9a", "ditt.15.9b", "ditt.15.10a")
def test_what_may_not_be_attacked() -> None:
    s = pulse("entente", units={}, allegiance={"us": "entente"})
    assert rules_against(s, "declare gk") == {"ditt.15.3d"}
    s = pulse("entente", units={})
    assert rules_against(s, "declare ch") == {"ditt.15.9a"} and rules_against(s, "declare us") == {"ditt.15.10a"}
    s = play(pulse("central", units={}, dice=[1, 1]), "declare ch")
    assert s.state.allegiance[tables.IT] == tables.EP


@rule("ditt.15.10b")
def test_the_us_arrive_with_nothing() -> None:
    s = pulse("central", units={}, max={"us": 3})
    control.join(s, tables.US, tables.EP, "ditt.15.2c")
    assert s.state.max[tables.US] == s.state.reserves[tables.US] == 0 and s.state.us_turn == s.state.turn


@rule("ditt.15.11a", "ditt.15.11b", "ditt.15.11c")
@pytest.mark.parametrize(("hex", "code"), [("2512", "it"), ("2314", "rm")])
def test_opportunists(hex: str, code: str) -> None:
    near = next(places.NUMBER[i] for i in bits(places.ways(0).near[I[hex]]) if places.COUNTRY_AT[i] == "Austria-Hungary")
    s = pulse(
        "entente", units={"rs-8": f"{near} 5"}, holds={"rs": places.numbers(places.COUNTRY["Austria-Hungary"] & ~(1 << I[hex]))}
    )
    play(s, f"stack {near}", f"step {hex}")
    assert s.state.allegiance[tables.NATION[code]] == tables.EP


@rule("ditt.15.1c", "ditt.15.1e")
def test_neutral_powers_grow_but_do_not_recruit() -> None:
    s = pulse("central", units={})
    control.change_max(s, tables.TU, 3, "ditt.15.1c")
    assert s.state.max[tables.TU] == 41 and s.state.reserves[tables.TU] == 0


@rule("ditt.15.10f")
@pytest.mark.parametrize(
    ("side", "dice", "moved"),
    [(tables.EP, (5, 5), True), (tables.EP, (2, 2), False), (tables.CP, (6, 5), False), (tables.CP, (2, 3), True)],
)
def test_the_us_help_at_sea(side: int, dice: tuple[int, int], moved: bool) -> None:
    s = pulse("central", units={}, allegiance={"us": "entente"}, dice=dice)
    assert naval.challenge(s, side, tables.NORTH, "ditt.8.3f") == moved


@rule("ditt.15.10f", "ditt.8.3h", "ditt.8.3i")
def test_the_american_fleet_helps_the_entente_against_the_central_powers() -> None:
    for side, dice, moved in ((tables.EP, (5, 5), True), (tables.CP, (5, 6), False), (tables.CP, (2, 3), True)):
        s = scene(turn=15, phase=1, side="entente", allegiance={"us": "entente"}, dice=dice)
        assert naval.challenge(s, side, tables.NORTH, "ditt.8.3f") == moved, (side, dice)
    s = scene(turn=15, phase=1, side="entente", dice=(1, 1))
    assert not naval.challenge(s, tables.EP, tables.NORTH, "ditt.8.3f", safe=True)


@rule("ditt.15.2d", "ditt.15.11a")
def test_an_italy_that_stays_out_is_not_drawn_in_by_its_flag() -> None:
    s = pulse("entente", turn=6, units={"sb-1": "2511"}, flags=["italy-stays"])
    control.enter(s, places.ITALIAN_FLAG, tables.SB)
    assert s.state.allegiance[tables.IT] == tables.NEUTRAL
    s = bring(pulse("entente", turn=16), "collapsed")
    entry_markers.enter_war(s, tables.IT)
    assert s.state.allegiance[tables.IT] == tables.NEUTRAL and s.state.flag("italy-stays")


@rule("ditt.15.3a")
def test_a_country_at_war_has_no_entry_marker() -> None:
    s = pulse("entente", turn=4)
    entry_markers.declare_war(s, tables.EP, tables.BU, "ditt.15.3a", free=True)
    assert s.state.entry[tables.ENTRY.index("bu")] == -1 and s.state.allegiance[tables.BU] == tables.CP


@rule("ditt.15.12a")
def test_a_separate_peace_ends_with_american_entry() -> None:
    holds = {"br": ["1910"], "rs": ["2116", "3117"], "fr": ["3305"], "bu": ["2009", "2010"]}
    s = scene(turn=12, clear=True, allegiance={"bu": "central"}, holds=holds)
    assert conditions.separate_peace(s.state)
    s = scene(turn=12, clear=True, allegiance={"bu": "central", "us": "entente"}, holds=holds)
    assert not conditions.separate_peace(s.state)


@rule("ditt.15.10c", "ditt.15.10e")
def test_what_the_chart_brings_counts_against_the_american_limit() -> None:
    s = scene(turn=16, phase=7, allegiance={"us": "entente"}, numbers={"us_turn": 15}, max={"us": 200})
    before = s.state.reserves[tables.US]
    Recruit().run(s)
    assert s.state.reserves[tables.US] - before == tables.LIMIT[tables.US]
