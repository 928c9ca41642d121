"""Amphibious invasions (ditt.6.5) and the Sea Control Table; colonial warfare (ditt.11.0)."""

from __future__ import annotations

import pytest

from firestep.games.ditt.combat import combat, entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics import deployment
from firestep.games.ditt.movement import areas, invasion
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import IN_HAND, LOST, POOL
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.ditt.positions import I, U, fight, onward, pulse, rules_against, scene

WAR = {"tu": "central", "it": "entente"}
FLEET = {"br-mef": "0911 6", "anz-1": "0911", "fr-orient": "0911 3"}


def landing(**tables):  # type: ignore[no-untyped-def]
    """An invasion of Gallipoli ready to sail from Alexandria."""
    base = {"allegiance": WAR, "beach": ["hand", "unseen"], "units": FLEET | {"tu-i": "1611 3"}, "marks": {"released": ["anz-1"]}}
    return pulse("entente", turn=5, **(base | tables))


@rule("ditt.6.5a", "ditt.6.5b", "ditt.6.5d", "ditt.6.5v")
def test_who_may_invade() -> None:
    s = landing()
    assert "invade 0911" in texts(s) and "ditt.6.5d" in rules_against(s, "invade 0811")
    assert rules_against(landing(beach=["unseen", "lost"]), "invade 0911") == {"ditt.6.5b"}
    assert rules_against(landing(marks={"flipped": list(FLEET)}), "invade 0911") == {"ditt.6.5a"}
    cp = pulse("central", units={"ge-1": "3310 3"}, beach=["hand", "hand"])
    assert rules_against(cp, "invade 3310") == {"ditt.6.5v"}
    big = landing(units={"br-mef": "0911 13"}, seas={"mediterranean": "entente"})
    assert rules_against(big, "invade 0911") == {"ditt.6.5a"}
    both = landing(units={"br-mef": "0911 9", "br-eef": "0911 5"}, seas={"mediterranean": "entente"})
    play(both, "invade 0911")
    assert rules_against(both, "land 1611") == {"ditt.6.5a"}
    play(both, "leave br-eef")
    assert "land 1611" in texts(both)


@rule("ditt.6.5e", "ditt.6.5f", "ditt.6.5g", "ditt.6.5h", "ditt.sct.b", "ditt.sct.c", "ditt.sct.e", "ditt.sct.h", "ditt.sct.j")
def test_where_an_invasion_can_go() -> None:
    s = landing()
    reach = invasion.beaches(s.state, I["0911"], (U["br-mef"],))
    assert reach >> I["1611"] & 1 and not reach & places.COAST[tables.BLACK] & ~places.COAST[tables.MED]
    assert not reach & ~s.state.ctrl[tables.CP]
    for sea in range(5):
        start = next(i for i in bits(places.COAST[sea] & ~places.FORTS))
        t_ = pulse(
            "entente",
            turn=5,
            units={"br-1": f"{places.NUMBER[start]} 3"},
            allegiance=WAR,
            beach=["hand", "unseen"],
            holds={"br": [places.NUMBER[start]], "ge": places.numbers(places.COAST[sea] & ~(1 << start))},
        )
        for box, ok in ((tables.EP_RULES, True), (tables.PARITY, True), (tables.CP_RULES, False)):
            t_.state.seas = [tables.CP_RULES] * 5
            t_.state.seas[sea] = box
            found = invasion.beaches(t_.state, start, (U["br-1"],)) & places.COAST[sea] & ~places.COAST[places.EP_SEAS]
            assert bool(found) == ok or not ok and not found, (sea, box)
    assert places.sea_ways(tables.MED).near[I["1812"]] >> I["1713"] & 1 == 0  # a Sea Boundary


@rule("ditt.6.5e", "ditt.6.5f", "ditt.6.5h")
def test_why_a_landing_is_refused() -> None:
    coasts = places.COAST[tables.MED] | places.COAST[tables.ADRIATIC]

    def sailing(start: str, **seas: str):  # type: ignore[no-untyped-def]
        s = landing(units={"br-1": f"{start} 6"}, holds={"br": [start], "ge": places.numbers(coasts & ~(1 << I[start]))}, seas=seas)
        play(s, f"invade {start}")
        return s

    s = sailing("0911", mediterranean="entente")
    assert "land 1812" in texts(s) and rules_against(s, "land 1812") == set()
    assert rules_against(s, "land 2803") == {"ditt.6.5f"}  # Marseilles is too far
    assert rules_against(s, "land 0911") == {"ditt.6.5e"}
    # 2007 is on two seas: over the second one the EP sails only while the CP does not rule it
    adriatic = places.numbers(places.COAST[tables.ADRIATIC] & ~places.COAST[tables.MED])
    free = sailing("2007", mediterranean="entente", adriatic="parity")
    shut = sailing("2007", mediterranean="entente", adriatic="central")
    there = [n for n in adriatic if f"land {n}" in texts(free)]
    assert there and not {f"land {n}" for n in there} & set(texts(shut))
    assert all(rules_against(shut, f"land {n}") in ({"ditt.6.5f"}, {"ditt.6.5h"}) for n in there)


@rule("ditt.6.5c")
def test_an_invasion_obeys_the_limits_of_the_near_east() -> None:
    s = landing(units={"br-1": "1904 10", "br-mef": "0321 12"}, holds={"tu": ["1608"]})
    play(s, "invade 1904")
    assert "ditt.6.5c" in rules_against(s, "land 1611")


@rule("ditt.6.5i", "ditt.6.5j", "ditt.6.5k", "ditt.6.5l", "ditt.6.5o", "ditt.6.5m")
def test_landing_and_living_together() -> None:
    s = play(landing(), "invade 0911", "leave fr-orient", "land 1611")
    st = s.state
    assert st.beach[0] == I["1611"] and st.landed == 1 << U["br-mef"] | 1 << U["anz-1"] and texts(s) == ["attack", "fleet", "hold"]
    play(s, "hold")
    assert st.controls(tables.CP, I["1611"]) and st.stack_of(I["1611"], tables.CP) and is_supplied(st, U["br-mef"])
    assert entrenchment.entrenched(st, st.invaders(I["1611"])) and entrenchment.entrenched(st, st.stack_of(I["1611"], tables.CP))
    f = fight(s, "1611", "br-mef", kind="assault")
    assert {m.rule for m in combat.csm(st, f)} == {"ditt.7.2e"}  # terrain is ignored
    st.seas[tables.MED] = tables.CP_RULES
    assert not is_supplied(st, U["br-mef"])


@rule("ditt.6.5n", "ditt.6.5m")
def test_the_invader_comes_and_goes_by_sr() -> None:
    s = play(landing(), "invade 0911", "leave fr-orient", "land 1611", "hold", "stack 1611")
    play(s, texts(s)[0] if texts(s)[0].startswith("step") else next(a for a in texts(s) if a.startswith("step")))
    assert s.state.at[U["tu-i"]] != I["1611"]  # the owner walks out freely
    s = scene(
        turn=5,
        phase=3,
        side="entente",
        step=1,
        clear=True,
        allegiance=WAR,
        beach=["1611", "unseen"],
        units={"br-mef": "1611 6", "tu-i": "1611 3"},
        marks={"landed": ["br-mef"]},
        reserves={"br": 2},
    )
    assert deployment.where(s.state, U["br-eef"]) >> I["1611"] & 1
    play(s, "create br-eef", "place 1611", "reserves 2")
    assert s.state.landed >> U["br-eef"] & 1
    s = pulse(
        "entente",
        turn=5,
        allegiance=WAR,
        beach=["1611", "unseen"],
        units={"br-mef": "1611 6", "tu-i": "1611 3"},
        marks={"landed": ["br-mef"]},
    )
    assert "stack 1611" not in texts(s) and rules_against(s, "stack 1611") == {"ditt.6.5n"} and "assault 1611" in texts(s)


@rule("ditt.6.5p", "ditt.6.5q", "ditt.6.5r", "ditt.6.5s")
@pytest.mark.parametrize(("dice", "bonus"), [((5, 5), 20), ((6, 6), 20), ((4, 5), 0), ((3, 3), 0), ((2, 3), -1), ((1, 1), -1)])
def test_the_fleet(dice: tuple[int, int], bonus: int) -> None:
    s = play(landing(dice=dice, reserves={"br": 0}), "invade 0911", "leave fr-orient", "leave anz-1", "land 1611", "fleet")
    st = s.state
    if bonus < 0:
        assert (
            st.at[U["br-mef"]] == POOL
            and st.reserves[tables.BR] == 6
            and st.beach[0] == LOST
            and st.seas[tables.MED] == tables.CP_RULES
        )
    else:
        assert st.fight is not None and st.fight.bonus == (bonus, 0)


@rule("ditt.6.5t", "ditt.7.4j")
def test_invaders_who_lose_are_driven_into_the_sea() -> None:
    s = pulse(
        "central",
        turn=5,
        dice=[6] * 4 + [1, 1],
        allegiance=WAR,
        beach=["1611", "unseen"],
        marks={"landed": ["br-mef"]},
        units={"br-mef": "1611 8", "tu-i": "1611 20", "fr-1": "3205 2"},
        max={"br": 20},
    )
    play(s, "assault 1611", "dice 4", "dice 2")
    onward(s, "Pulse")
    assert s.state.at[U["br-mef"]] == POOL and s.state.beach[0] == LOST and {"perishes", "beach-lost"} <= set(keys(s))


@rule("ditt.6.5u")
def test_a_beach_head_without_defenders_is_won() -> None:
    s = play(landing(units=FLEET), "invade 0911", "leave fr-orient", "land 1611")
    assert s.state.controls(tables.CP, I["1611"])
    play(s, "pass")
    st = s.state
    assert st.beach[0] == LOST and st.controls(tables.EP, I["1611"]) and not st.landed and st.beach[0] != IN_HAND


# -- colonies (11) ---------------------------------------------------------------------------------------------------------


@rule("ditt.11.1a", "ditt.11.1c", "ditt.11.1d", "ditt.11.1e", "ditt.err.y")
def test_areas_and_boxes() -> None:
    ways = places.ways(0)
    assert places.numbers(ways.near[I["tonga"]]) == ["samoa"] and places.numbers(ways.near[I["togoland"]]) == ["gold-coast"]
    assert not places.COLONIES & (places.ROUGH | places.MOUNTAIN | places.SWAMP)
    s = pulse("entente", units={"anz-1": "tonga"})
    play(s, "stack tonga")
    assert texts(s) == ["step samoa"]


@rule("ditt.11.1b", "ditt.11.2c", "ditt.11.2d", "ditt.11.2e", "ditt.11.2i")
def test_a_coin_is_a_fort_that_never_returns() -> None:
    assert places.FORT_FACTORS[I["duala"]] == (12, 3)
    s = pulse("entente", turn=3, dice=[1, 2, 1, 1], units={"br-1": "nigeria 4"})
    play(s, "stack nigeria", "step duala", "dice 2", "dice 2")
    assert texts(s) == ["back br-1", "done"]
    play(s, "done")
    assert s.state.holder(I["duala"]) == tables.BR and not s.state.forts >> I["duala"] & 1
    play(s, "pass", "pass")
    assert not s.state.forts >> I["duala"] & 1


@rule("ditt.11.1f", "ditt.11.1g", "ditt.err.g", "ditt.11.2g", "ditt.11.2h")
def test_india_and_supply_in_the_colonies() -> None:
    s = pulse("central", turn=9, allegiance=WAR, units={"tu-xii": "0425 2", "ge-askari": "tabora", "br-1": "uganda 2"})
    assert (
        places.ways(0).near[I["0425"]] >> places.NORTH_INDIA & 1
        and is_supplied(s.state, tables.ASKARI)
        and is_supplied(s.state, U["br-1"])
    )
    assert not entrenchment.entrenched(s.state, 1 << tables.ASKARI | 1 << U["br-1"])
    s = pulse("central", turn=9, allegiance=WAR, units={"tu-xii": "north-india 2"})
    assert not is_supplied(s.state, U["tu-xii"])
    s = pulse(
        "central",
        turn=9,
        allegiance=WAR,
        units={"tu-xii": "north-india 2"},
        holds={"tu": ["north-india", *places.numbers(places.PERSIA), "0321"]},
    )
    assert is_supplied(s.state, U["tu-xii"])


@rule("ditt.11.2a", "ditt.11.2b")
def test_the_entente_raises_armies_in_colonies() -> None:
    s = pulse("entente", units={})
    assert deployment.where(s.state, U["br-2"]) >> I["uganda"] & 1 and deployment.where(s.state, U["fr-7"]) >> I["nigeria"] & 1
    assert not deployment.where(s.state, U["fr-7"]) & places.lands("Süd-West Afrika", "Ost-Afrika")
    assert not deployment.where(s.state, U["rs-9"]) & places.COLONIES


@rule("ditt.11.2f")
def test_the_askari_march_and_attack() -> None:
    s = pulse("central", units={"ge-askari": "tabora", "br-1": "uganda 1"})
    play(s, "stack tabora")
    assert "step uganda" in texts(s) and not areas.area(s.state, tables.ASKARI) & ~places.COLONIES


@rule("ditt.11.3a", "ditt.11.3b", "ditt.11.3c", "ditt.11.3d", "ditt.11.3e")
def test_boers() -> None:
    s = pulse("entente", units={"boer": "transvaal", "br-exp": "cape-colony 2"}, numbers={"boer": 8})
    assert s.state.factors(tables.BOER) == (8, 8, 8)
    play(s, "stack cape-colony")
    assert "ditt.11.3e" in rules_against(s, "step luederitzbucht") and "step transvaal" in texts(s)
    assert not areas.area(s.state, tables.BOER) & ~places.COUNTRY["Süd-West Afrika"]
    s = pulse("entente", units={"br-exp": "cape-colony 2"})
    play(s, "stack cape-colony")
    assert "step luederitzbucht" in texts(s)


@rule("ditt.16.4b")
def test_anzacs_and_indians_wait_for_their_events() -> None:
    s = pulse("entente", units={"anz-1": "box", "in-north": "north-india"}, allegiance=WAR)
    assert not deployment.where(s.state, U["anz-1"]) & ~places.COLONIES
    play(s, "stack north-india")
    assert "ditt.16.4b" in rules_against(s, "step 0425")
    s = pulse(
        "entente", units={"anz-1": "box", "in-north": "north-india"}, allegiance=WAR, marks={"released": ["anz-1", "in-north"]}
    )
    assert deployment.where(s.state, U["anz-1"]) & ~places.COLONIES
    play(s, "stack north-india")
    assert "step 0425" in texts(s)


@rule("ditt.err.z", "ditt.err.aa", "ditt.err.ab")
def test_names_of_the_german_areas() -> None:
    german = {
        m: {places.NAME[i] for i in bits(places.COUNTRY[m] & places.COLONIAL_COINS)}
        for m in ("Kamerun", "Süd-West Afrika", "Ost-Afrika")
    }
    assert german["Kamerun"] == {"Mora", "Garua", "Ngaundere", "Duala", "Jaunde", "Lomië"}
    assert german["Süd-West Afrika"] == {"Omaruru", "Tsumeb", "Windhuk", "Lüderitzbucht", "Keetmanshoop"}
    assert german["Ost-Afrika"] == {
        "Tabora",
        "Kondoa Irangi",
        "Bismarckburg",
        "Tanga",
        "Neu-Langenburg",
        "Daressalam",
        "Sphinxhaven",
    }


@rule("ditt.11.1b")
def test_a_colony_that_the_germans_have_left_is_british_again() -> None:
    """After the pulse: until then who attacked from it may go back."""
    s = pulse("central", turn=5, units={"ge-askari": "gold-coast"}, hexes={"forts-destroyed": ["togoland"]})
    assert s.state.ctrl[tables.CP] >> I["gold-coast"] & 1 or not s.state.ctrl[tables.EP] >> I["gold-coast"] & 1
    s.state.seize(I["gold-coast"], tables.GE)
    s.state.seize(I["togoland"], tables.GE)
    s.state.put(U["ge-askari"], I["togoland"])
    control.return_empty_colonies(s)
    assert s.state.ctrl[tables.EP] >> I["gold-coast"] & 1 and s.state.ctrl[tables.CP] >> I["togoland"] & 1
    play(s, "pass")
    s.state.put(U["ge-askari"], -2)
    play(s, "pass")
    assert not s.state.ctrl[tables.CP] >> I["togoland"] & 1, "the last German is gone, and no coin is there"
    assert s.state.ctrl[tables.CP] & places.COLONIAL_COINS == s.state.fort_of[tables.CP] & places.COLONIAL_COINS
