"""Supply and Logistics where they meet Forts, sieges, neutrals and the Near East."""

from __future__ import annotations

from firestep.games.ditt import supply
from firestep.games.ditt.combat import losses
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics import deployment, logistics
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import control
from firestep.games.ditt.sequence import Recruit
from firestep.games.ditt.state import POOL
from firestep.testing import play, rule, texts
from games.ditt.arena import GALLIPOLI, VERDUN, I, U, explained, landing, pulse, rules_against, scene

# -- supply (ditt.9.0) with Forts (ditt.8.4), sieges, neutrals
# -----------------------------------------------------------------------


@rule("ditt.9.1a")
def test_a_destroyed_or_besieged_fort_is_no_source() -> None:
    for setting in ({"hexes": {"forts-destroyed": [VERDUN]}}, {"siege": ["hand", VERDUN]}):
        s = pulse("entente", units={"fr-1": "3106 2"}, **setting)
        assert not supply.sources(s.state, tables.FR, -1) >> I[VERDUN] & 1
    s = pulse("entente", units={"fr-1": "3106 2"})
    assert supply.sources(s.state, tables.FR, -1) >> I[VERDUN] & 1


@rule("ditt.12.1p")
def test_serbs_in_exile_are_fed_from_greece() -> None:
    s = pulse("entente", turn=8, units={"sb-1": "1908"}, flags=["great-retreat"], allegiance={"gk": "entente"})
    assert supply.sources(s.state, tables.SB, places.LAND) >> I["1908"] & 1


@rule("ditt.14.2c", "ditt.10.5i")
def test_hungry_armies_feed_nobody() -> None:
    s = pulse(
        "entente",
        turn=8,
        units={"rs-1ca": "1119 2", "ar-1": "1119"},
        allegiance={"tu": "central"},
        hexes={"centres": []},
        holds={"rs": ["1119"]},
    )
    assert not supply.is_supplied(s.state, U["rs-1ca"])
    assert not supply.is_supplied(s.state, U["ar-1"])


@rule("ditt.9.4e", "ditt.4.1g")
def test_the_german_divs_of_the_sud_army_cost_germany_its_army_max() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 10"}, numbers={"sud": 6}, max={"ge": 50, "ah": 50})
    supply.perish(s, 1 << tables.SUD, "ditt.9.4d")
    assert (s.state.max[tables.GE], s.state.max[tables.AH], s.state.sud) == (47, 48, 0)


@rule("ditt.9.4b", "ditt.4.1g")
def test_german_divs_of_the_sud_army_absorb_as_germans() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 3"}, numbers={"sud": 2})
    assert losses.absorbs(s.state, tables.SUD, 3, 0) == tables.DIV[tables.AH][2] + 2 * tables.DIV[tables.GE][2]


@rule("ditt.4.1g", "ditt.4.1h")
def test_the_sud_army_loses_its_own_divs_first_and_keeps_count_of_the_germans() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 5", "ge-9": "2513 8"}, numbers={"sud": 2})
    control.lose(s, tables.SUD, 4, "ditt.7.3a")
    assert (s.state.divs[tables.SUD], s.state.sud) == (1, 1)
    s = scene(
        turn=6,
        phase=2,
        side="central",
        step=2,
        clear=True,
        units={"ah-sud": "2513 5", "ge-9": "2513 8"},
        marks={"released": ["ah-sud"]},
    )
    play(s, "shift ge-9", "to ah-sud 3")
    assert (s.state.divs[tables.SUD], s.state.sud) == (8, 3)


@rule("ditt.10.1f", "ditt.9.3a")
def test_supply_of_the_allies_comes_through_a_russian_port_of_germany_and_through_none_of_turkey() -> None:
    """Stettin in Germany and Samsoun in Turkey are coasts of the Baltic and of the Black Sea, both at Parity."""
    for port, inland, fed in (("3112", ["3110", "3111"], True), ("1617", ["1517"], False)):
        for holder, good in (("rs", fed), ("fr", True)):
            holds = {"fr": [*inland, *([port] if holder == "fr" else [])], "rs": [port] if holder == "rs" else []}
            s = pulse("entente", turn=17, units={"fr-1": f"{inland[0]} 3"}, holds=holds, allegiance={"tu": "central"})
            assert supply.is_supplied(s.state, U["fr-1"]) == good, (port, holder)


# -- Logistics (ditt.2.2, ditt.4.0)
# --------------------------------------------------------------------------------------------------


@rule("ditt.2.2b")
def test_divs_march_over_friendly_land_only_and_from_armies_in_supply() -> None:
    s = scene(
        turn=5, phase=2, side="central", step=2, clear=True, units={"ge-1": "3208 5", "ge-2": "3209 5"}, holds={"fr": ["3307"]}
    )
    assert not logistics.within_march(s.state, U["ge-1"]) >> I["3307"] & 1
    s = scene(turn=5, phase=2, side="central", step=2, clear=True, units={"ge-1": "2904 5", "ge-2": "2904 5"})
    assert not logistics.may_give(s.state, U["ge-1"]) and not [a for a in texts(s) if a.startswith("shift")]


@rule("ditt.6.3i", "ditt.2.2b", "ditt.4.3e")
def test_divs_that_are_in_the_near_east_do_not_enter_it_again() -> None:
    s = scene(
        turn=5,
        phase=3,
        side="entente",
        step=2,
        clear=True,
        units={"br-eef": "0912 10", "br-mef": "0911 8"},
        allegiance={"tu": "central"},
    )
    assert areas.near_east_room(s.state, tables.BR) == 0
    assert logistics._shift_room(s.state, U["br-eef"], U["br-mef"]) == 12
    assert logistics.new_room(s.state, U["br-2"], I["0912"], U["br-eef"]) == 20
    assert logistics.new_room(s.state, U["br-2"], I["0912"]) == 0
    s.state.put(U["br-eef"], I["1405"])
    s.state.put(U["br-1"], I["0912"])
    assert logistics._shift_room(s.state, U["br-eef"], U["br-mef"]) <= areas.near_east_room(s.state, tables.BR)


@rule("ditt.6.3i", "ditt.4.3e")
def test_a_full_near_east_takes_an_army_of_divs_that_are_there() -> None:
    sides = {"allegiance": {"tu": "central"}}
    units = {"br-eef": "0912 10", "br-mef": "0911 8"}
    for reserves in (0, 4):
        s = scene(turn=5, phase=3, side="entente", step=1, clear=True, units=units, reserves={"br": reserves}, **sides)
        play(s, "create br-2")
        assert "place 0912" in texts(s) and explained(s)
        play(s, "place 0912")
        assert {a.split()[0] for a in texts(s)} == {"from"} and explained(s)
        play(s, "from br-eef 4")
        assert s.state.divs[U["br-2"]] == 4 and areas.near_east_room(s.state, tables.BR) == 0
    units = {"br-eef": f"{GALLIPOLI} 18", "br-1": "1811 8"}  # the one inside, the other outside
    holds = {"br": [GALLIPOLI, "1811"]}
    s = scene(turn=5, phase=3, side="entente", step=1, clear=True, units=units, holds=holds, reserves={"br": 0}, **sides)
    play(s, "create br-2", f"place {GALLIPOLI}")
    assert {a.split()[1] for a in texts(s)} == {"br-eef"} and explained(s)


@rule("ditt.2.2b", "ditt.2.2c", "ditt.4.3d")
def test_an_army_gives_divs_to_several_and_takes_from_several() -> None:
    units = {"ge-1": "3208 20", "ge-2": "3208 2", "ge-3": "3208 2"}
    s = scene(turn=3, phase=2, side="central", step=2, clear=True, units=units)
    play(s, "shift ge-1", "to ge-2 5", "shift ge-1", "to ge-3 6")
    assert [s.state.divs[U[u]] for u in units] == [9, 7, 8]
    assert "shift ge-2" not in texts(s) and rules_against(s, "shift ge-2") == {"ditt.2.2b"}, "who has taken does not give"
    s = scene(turn=3, phase=2, side="central", step=2, clear=True, units=units | {"ge-1": "3208 9"})
    play(s, "shift ge-2", "to ge-1 2", "shift ge-3", "to ge-1 1")
    assert s.state.divs[U["ge-1"]] == 12 and s.state.at[U["ge-2"]] == POOL
    assert rules_against(play(s, "shift ge-3"), "to ge-1 1") == set()
    s = scene(turn=3, phase=2, side="central", step=1, clear=True, units={"ge-1": "3208 20"}, reserves={"ge": 0})
    play(s, "create ge-2", "place 3208", "from ge-1 5", "create ge-3", "place 3208", "from ge-1 5")
    assert [s.state.divs[U[u]] for u in units] == [10, 5, 5]


@rule("ditt.2.2h")
def test_an_army_that_has_sent_divs_away_may_send_more_or_leave() -> None:
    s = scene(turn=5, phase=2, side="central", step=4, clear=True, units={"ge-1": "3208 5"})
    play(s, "send ge-1", "divs 2", "send ge-1", "divs 1", "lift ge-1")
    assert s.state.at[U["ge-1"]] < 0 and s.state.frozen[tables.GE] == 3


@rule("ditt.4.3b")
def test_nobody_deploys_among_enemies() -> None:
    s = landing("central")
    assert not deployment.friendly_without_enemies(s.state, tables.CP) >> I[GALLIPOLI] & 1


@rule("ditt.15.10c", "ditt.15.10e")
def test_what_the_chart_brings_counts_against_the_american_limit() -> None:
    s = scene(turn=16, phase=7, allegiance={"us": "entente"}, numbers={"us_turn": 15}, max={"us": 200})
    before = s.state.reserves[tables.US]
    Recruit().run(s)
    assert s.state.reserves[tables.US] - before == tables.LIMIT[tables.US]
