"""Beach Heads and the armies that land there (ditt.6.5)."""

from __future__ import annotations

from typing import Any

from firestep.games.ditt import supply
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics import deployment
from firestep.games.ditt.movement import areas, invasion, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import LOST
from firestep.testing import play, rule, texts
from games.ditt.positions import GALLIPOLI, I, U, explained, landing, pulse, scene

TURKS: dict[str, Any] = {"allegiance": {"tu": "central"}}


@rule("ditt.6.5t")
def test_a_beach_head_lives_by_its_invaders_not_by_other_friends() -> None:
    s = landing("entente", units={"br-1": f"{GALLIPOLI} 2"})
    s.state.put(U["br-mef"], -1)
    control.close_beaches(s)
    assert s.state.beach[0] == LOST


@rule("ditt.6.5c", "ditt.6.5a")
def test_an_invasion_obeys_the_limit_of_the_near_east_and_wants_supply() -> None:
    tables: dict[str, Any] = {"turn": 5, "beach": ["hand", "lost"], "allegiance": {"tu": "central"}}
    s = pulse("entente", units={"br-mef": "1702 4", "br-eef": "0912 17"}, holds={"br": ["1702"]}, **tables)
    assert not invasion.beaches(s.state, I["1702"], (U["br-mef"],)) & areas.near_east(s.state)
    s = pulse("entente", units={"br-mef": "1702 4", "br-eef": "0912 9"}, holds={"br": ["1702"]}, **tables)
    assert invasion.beaches(s.state, I["1702"], (U["br-mef"],)) & areas.near_east(s.state)
    s = pulse(
        "entente",
        units={"br-mef": "2504 4"},
        holds={"ge": places.numbers(places.COUNTRY["France"]), "br": ["2504"]},
        seas={"mediterranean": "central"},
        **tables,
    )
    assert not supply.is_supplied(s.state, U["br-mef"]) and not invasion.landing_force(s.state, I["2504"])


@rule("ditt.6.5r")
def test_a_sunk_fleet_gives_the_sea_away() -> None:
    s = landing("entente", seas={"mediterranean": "entente"})
    invasion.Landing(I[GALLIPOLI], (U["br-mef"],))._sunk(s)
    assert tables.CP_RULES in s.state.seas and s.state.beach[0] == LOST and s.state.reserves[tables.BR] >= 4


@rule("ditt.6.5n")
def test_one_joins_a_beach_head_by_sea_while_it_is_held() -> None:
    s = landing("entente")
    assert deployment.beaches_for_redeployment(s.state, U["br-1"]) >> I[GALLIPOLI] & 1
    s.state.seas = [tables.CP_RULES] * 5
    assert not deployment.beaches_for_redeployment(s.state, U["br-1"])
    s = landing("entente")
    s.state.put(U["br-mef"], -1)
    assert not deployment.beaches_for_redeployment(s.state, U["br-1"])


@rule("ditt.6.5n", "ditt.7.0a")
def test_who_storms_a_beach_head_has_moved() -> None:
    s = landing("central")
    play(s, f"assault {GALLIPOLI}")
    assert s.state.flipped >> U["tu-i"] & 1


@rule("ditt.6.5m", "ditt.6.5n")
def test_the_owner_of_a_beach_head_hex_comes_and_goes_the_invader_does_not() -> None:
    s = landing("central", units={"tu-ii": "1813 2", "br-1": "1910 2"})
    assert passage.passable(s.state, U["tu-ii"]) >> I[GALLIPOLI] & 1
    assert not passage.passable(s.state, U["br-1"]) >> I[GALLIPOLI] & 1
    assert not passage.targets(s.state, tables.EP) >> I[GALLIPOLI] & 1, "a Beach Head is joined, not stormed from outside"


@rule("ditt.6.5r")
def test_a_lost_fleet_gives_away_the_sea_that_it_sailed() -> None:
    """Brindisi lies on the Adriatic and on the Mediterranean; from Durazzo one sails the Adriatic."""
    for start, seas, lost in (
        ("2008", {}, tables.ADRIATIC),
        ("2206", {}, tables.MED),
        ("2008", {"mediterranean": "central"}, tables.ADRIATIC),
    ):
        s = pulse(
            "entente",
            turn=5,
            dice=[1, 1],
            beach=["hand", "lost"],
            units={"fr-1": f"{start} 4", "ah-1": "2007 3"},
            holds={"fr": [start], "ah": ["2007"]},
            allegiance={"it": "entente", "gk": "entente"},
            seas=seas,
        )
        play(s, f"invade {start}", "land 2007", "fleet")
        changed = [k for k in range(5) if s.state.seas[k] == tables.CP_RULES and tables.SEAS[k] not in seas]
        assert changed == [lost], (start, seas)


@rule("ditt.6.5n", "ditt.2.2b")
def test_divs_of_invaders_do_not_walk_out_of_a_beach_head() -> None:
    s = scene(
        turn=5,
        phase=3,
        side="entente",
        step=2,
        clear=True,
        beach=[GALLIPOLI, "lost"],
        marks={"landed": ["br-mef", "br-2"]},
        units={"br-mef": f"{GALLIPOLI} 4", "br-2": f"{GALLIPOLI} 2", "br-1": "1811 2", "tu-i": f"{GALLIPOLI} 3"},
        holds={"tu": [GALLIPOLI], "br": ["1811"]},
        **TURKS,
    )
    play(s, "shift br-mef")
    assert {a.split()[1] for a in texts(s)} == {"br-2"} and explained(s)
