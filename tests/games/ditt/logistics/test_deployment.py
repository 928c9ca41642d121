"""Deployment of armies and Divs (ditt.2.2, ditt.4.0): marches of Divs, several armies, the Sud Army."""

from __future__ import annotations

from firestep.engine.question import kept
from firestep.games.ditt.components import tables
from firestep.games.ditt.logistics import deployment, logistics
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import POOL
from firestep.testing import play, rule, texts
from games.ditt.positions import GALLIPOLI, I, U, explained, landing, pulse, rules_against, scene


@rule("ditt.4.1g", "ditt.6.1t")
def test_a_reserve_pulse_brings_german_divs_to_the_sud_army() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2710 5"}, reserves={"ge": 6, "ah": 0}, frozen={"ge": 0})
    play(s, "reinforce ah-sud")
    assert texts(s) == [f"german {k}" for k in range(1, 7)] and explained(s)
    play(s, "german 4")
    assert (s.state.divs[tables.SUD], s.state.sud, s.state.reserves[tables.GE]) == (9, 4, 2) and s.state.flipped >> tables.SUD & 1


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


@rule("ditt.2.2b")
def test_divs_march_over_friendly_land_only_and_from_armies_in_supply() -> None:
    s = scene(
        turn=5, phase=2, side="central", step=2, clear=True, units={"ge-1": "3208 5", "ge-2": "3209 5"}, holds={"fr": ["3307"]}
    )
    assert not logistics.within_march(s.state, U["ge-1"]) >> I["3307"] & 1
    s = scene(turn=5, phase=2, side="central", step=2, clear=True, units={"ge-1": "2904 5", "ge-2": "2904 5"})
    assert not kept(logistics.givers(s.state), 1 << U["ge-1"]) and not [a for a in texts(s) if a.startswith("shift")]


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
    assert not kept(deployment.friendly(s.state, tables.CP), 1 << I[GALLIPOLI])
