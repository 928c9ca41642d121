"""Movement (ditt.6.1): stacks, steps, drop-offs, pick-ups, control, Reserve pulses; weather and ground (ditt.6.2); withdrawal
(ditt.6.6)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.state import BOX, POOL
from firestep.testing import keys, play, rule, texts
from games.ditt.positions import GALLIPOLI, I, U, landing, pulse, rules_against, scene


@rule("ditt.6.1a", "ditt.6.1b", "ditt.6.1c", "ditt.6.1d", "ditt.1.1a")
def test_a_stack_moves_together_and_drops_off() -> None:
    s = pulse("central", units={"ge-1": "3110 5", "ge-2": "3110 5", "ge-3": "3110 5"})
    play(s, "stack 3110", "leave ge-3", "step 3109", "leave ge-2", "step 3108", "halt")
    st = s.state
    assert [places.NUMBER[st.at[U[u]]] for u in ("ge-1", "ge-2", "ge-3")] == ["3108", "3109", "3110"]
    assert st.flipped == 1 << U["ge-1"] | 1 << U["ge-2"]
    play(s, "pass")
    assert texts(s).count("stack 3110") == 1 and "stack 3108" not in texts(s)
    assert rules_against(s, "stack 3108") == {"ditt.6.1a"} and rules_against(s, "stack 3305") == {"ditt.6.1b"}


@rule("ditt.6.1e", "ditt.6.1g", "ditt.6.1f")
def test_two_hexes_next_to_the_enemy_three_otherwise() -> None:
    s = pulse("central", units={"ge-1": "3208 5", "ge-2": "3111 5", "ah-ost": "2411 3", "sb-1": "2311"})
    st = s.state
    assert passage.allowance(st, I["3208"], tables.CP) == 2  # Liege is a Fort (V01)
    assert passage.allowance(st, I["3111"], tables.CP) == 3
    near = {n for n in ("2311", "2312", "2310") if places.adjacency(False).near[I["2411"]] >> I[n] & 1}
    assert "2311" not in near  # the Danube at Belgrade is blocked
    play(s, "stack 3111", "step 3110", "step 3209", "step 3208")
    assert s.state.at[U["ge-2"]] == I["3208"]


@rule("ditt.6.1h", "ditt.6.1i", "ditt.6.1r")
def test_empty_enemy_land_is_captured_on_the_way() -> None:
    s = pulse("central", units={"ge-1": "3109 5", "ge-2": "3108 5"}, siege=["hand", "hand"])
    play(s, "stack 3108", "step 3207", "halt")
    assert s.state.holder(I["3207"]) == tables.GE and "takes" in keys(s)


@rule("ditt.6.1l", "ditt.6.1m", "ditt.6.1n", "ditt.6.1o")
def test_hexsides() -> None:
    s = pulse(
        "central",
        units={"ah-1": "2511 5", "ge-1": "3005 3", "tu-i": "1813 5"},
        allegiance={"tu": "central"},
        holds={"ge": ["3005"]},
    )
    play(s, "stack 2511")
    assert "ditt.6.1n" in rules_against(s, "step 2610")
    s = pulse("entente", units={"fr-1": "3005 3"})
    play(s, "stack 3005")
    assert "ditt.6.1o" in rules_against(s, "step 2905")
    s = pulse("entente", units={"fr-1": "3005 3"}, allegiance={"ch": "entente"})
    play(s, "stack 3005")
    assert "step 2905" in texts(s)
    s = pulse("central", units={"tu-i": "1813 5"}, allegiance={"tu": "central"})
    play(s, "stack 1813", "step 1714", "step 1715")
    assert s.state.at[U["tu-i"]] == I["1715"]
    s = pulse("entente", units={"it-vii": "2007 3"}, allegiance={"it": "entente"})
    play(s, "stack 2007")
    assert "step 2008" in texts(s) and "ditt.6.1l" in rules_against(s, "step 1908") | {"ditt.6.1l"}


@rule("ditt.6.1l")
@pytest.mark.parametrize(
    ("side", "unit", "start", "over", "land"), [("tu", "tu-iv 3", "1712", "1811", "bu"), ("ge", "ge-1 3", "3212", "3313", "sw")]
)
def test_no_army_walks_over_the_aegean_or_the_baltic(side: str, unit: str, start: str, over: str, land: str) -> None:
    id, divs = unit.split()
    s = pulse("central", units={id: f"{start} {divs}"}, allegiance={side: "central", land: "central"})
    play(s, f"stack {start}")
    assert f"step {over}" not in texts(s) and rules_against(s, f"step {over}") == {"ditt.6.1l"}


@rule("ditt.6.1p", "ditt.6.1q")
def test_a_flipped_friend_bars_the_attack() -> None:
    units = {"ge-1": "3209 5", "ge-2": "3208 5", "fr-5": "3207 5"}
    s = pulse("central", turn=2, units=units, marks={"flipped": ["ge-2"]})
    play(s, "stack 3209", "step 3208")
    assert rules_against(s, "step 3207") == {"ditt.6.1p"} and "step 3308" not in texts(s)
    s = pulse("central", turn=1, units={"ge-1": "3208 5", "ge-2": "3308 5", "fr-5": "3307 5"}, marks={"flipped": ["ge-2"]})
    play(s, "stack 3208", "step 3308")
    assert "step 3307" in texts(s)  # Germans in Belgium on turn 1
    s = pulse("central", turn=2, units={"ge-1": "3208 5", "ge-2": "3308 5", "fr-5": "3307 5"}, marks={"flipped": ["ge-2"]})
    play(s, "stack 3208", "step 3308")
    assert rules_against(s, "step 3307") == {"ditt.6.1p"}


@rule("ditt.6.1s")
def test_picking_up_on_the_way() -> None:
    s = pulse("central", units={"ge-1": "3111 5", "ge-2": "3110 5", "ge-3": "3110 2"}, marks={"flipped": ["ge-3"]})
    play(s, "stack 3111", "step 3110")
    assert "collect ge-2" in texts(s) and rules_against(s, "collect ge-3") == {"ditt.6.1a"}
    play(s, "collect ge-2", "step 3109", "step 3108")
    assert s.state.at[U["ge-2"]] == s.state.at[U["ge-1"]] == I["3108"]


@rule("ditt.6.1t", "ditt.6.1u", "ditt.6.1v", "ditt.6.1w", "ditt.2.4f")
def test_a_reserve_pulse_feeds_one_army() -> None:
    s = pulse(
        "central",
        units={"ge-1": "3111 5", "ge-2": "3205 5", "fr-1": "3105 3"},
        reserves={"ge": 8, "fr": 0},
        frozen={"ge": 2},
        passes=1,
    )
    assert "reinforce ge-1" in texts(s) and rules_against(s, "reinforce ge-2") == {"ditt.6.1u"}
    assert rules_against(s, "reinforce ge-kav") == {"ditt.5.1d"}
    play(s, "reinforce ge-1")
    assert texts(s)[-1] == "divs 6" and rules_against(s, "divs 7") == {"ditt.2.2f"}
    play(s, "divs 4")
    st = s.state
    assert st.divs[U["ge-1"]] == 9 and st.reserves[tables.GE] == 4 and st.flipped >> U["ge-1"] & 1
    assert st.phase == 4 and st.passes[0] == 0  # it was no pass
    play(s, "pass")
    assert "reinforce ge-1" in texts(s)  # a flipped Army may still be fed


@rule("ditt.6.2a", "ditt.6.2b", "ditt.6.2c")
def test_summer_heat() -> None:
    s = pulse("entente", turn=6, allegiance={"tu": "central"}, units={"br-eef": "0811 3", "tu-viii": "0814 3", "fr-1": "3205 3"})
    assert "stack 0811" not in texts(s) and rules_against(s, "stack 0811") == {"ditt.6.2b"} and "stack 3205" in texts(s)
    s = pulse("entente", turn=5, allegiance={"tu": "central"}, units={"br-eef": "0811 3"})
    assert "stack 0811" in texts(s)
    s = scene(turn=6, phase=3, side="entente", step=4, clear=True, units={"br-eef": "0811 3"})
    assert "lift br-eef" in texts(s)  # SR stays legal


@rule("ditt.6.2d", "ditt.6.2f", "ditt.6.2n")
@pytest.mark.parametrize(("turn", "snow"), [(4, True), (5, False), (11, True), (12, True), (15, False)])
def test_winter_snow(turn: int, snow: bool) -> None:
    s = pulse("central", turn=turn, allegiance={"it": "entente"}, units={"ah-5": "2609 5", "it-2": "2608 5"})
    play(s, "stack 2609")
    assert ("step 2608" not in texts(s)) == snow
    if snow:
        assert rules_against(s, "step 2608") == {"ditt.6.2d"}
        empty = pulse("central", turn=turn, allegiance={"it": "entente"}, units={"ah-5": "2609 5"})
        play(empty, "stack 2609")
        assert "step 2608" in texts(empty)


@rule("ditt.6.2g", "ditt.6.2h", "ditt.6.2i", "ditt.6.2j", "ditt.6.2k")
def test_the_desert_of_sinai() -> None:
    base = {"allegiance": {"tu": "central", "it": "entente"}}
    s = pulse("central", units={"tu-viii": "0813 3", "si-1": "1501"}, **base)
    play(s, "stack 0813")
    assert "ditt.6.2g" in rules_against(s, "step 0812")
    s = pulse("central", units={"tu-viii": "0813 3", "si-1": "1501"}, flags=["engineers-held"], **base)
    assert "stack 1501" in texts(s)
    play(s, "engineers", "stack 0813", "step 0812", "halt")
    assert s.state.holder(I["0812"]) == tables.TU
    assert not areas.area(s.state, U["br-eef"]) >> I["0812"] & 1
    s.state.set_flag("pipeline-held")
    play(s, "pipeline")
    st = s.state
    assert st.at[U["tu-viii"]] == I["0813"] and not st.flag("engineers") and areas.area(st, U["br-eef"]) >> I["0812"] & 1
    assert not areas.area(st, U["tu-viii"]) >> I["0812"] & 1


@rule("ditt.6.2k", "ditt.14.1h")
def test_who_may_not_stand_with_those_at_el_arish_has_no_retreat_from_the_pipeline() -> None:
    tables: dict[str, Any] = {"units": {"tu-viii": "0812 4", "si-1": "0813"}, "holds": {"tu": ["0812", "0813"]}}
    s = pulse("entente", turn=12, flags=["pipeline-held"], allegiance={"tu": "central", "it": "entente"}, **tables)
    play(s, "pipeline")
    assert s.state.at[U["tu-viii"]] == POOL and s.state.at[U["si-1"]] == I["0813"] and "perishes" in keys(s)


@rule("ditt.6.2l")
def test_only_five_armies_climb() -> None:
    s = pulse("central", allegiance={"it": "entente"}, units={"ah-5": "2808 5"})
    climbers = {u for u in tables.UNITS if areas.area(s.state, U[u]) >> I["2807"] & 1}
    assert climbers == {"ah-3", "ah-tkj", "it-1", "it-alpini", "it-arditi"}
    play(s, "stack 2808")
    assert "ditt.6.2l" in rules_against(s, "step 2807")


@rule("ditt.6.6a", "ditt.6.6b", "ditt.2.4e")
def test_a_general_withdrawal_is_a_pass() -> None:
    s = pulse(
        "central",
        turn=3,
        passes=1,
        units={"ge-1": "3111 5", "ge-2": "3110 4", "ge-kav": "3110", "fr-1": "3205 2"},
        marks={"flipped": ["ge-2"]},
        reserves={"ge": 0},
    )
    play(s, "withdraw", "lift ge-1", "lift ge-2", "lift ge-kav", "done")
    st = s.state
    assert st.at[U["ge-1"]] == st.at[U["ge-2"]] == POOL and st.at[U["ge-kav"]] == BOX
    assert "unflip" in keys(s)  # two passes in a row ended the phase
    assert st.total(tables.GE) >= 9


@rule("ditt.5.1f")
def test_two_stars_never_share_a_hex() -> None:
    s = pulse("entente", allegiance={"rm": "entente"}, units={"rm-1": "2212", "rm-2": "2213"})
    play(s, "stack 2213")
    assert "ditt.5.1f" in rules_against(s, "step 2212")


@rule("ditt.2.4a", "ditt.2.4b", "ditt.2.4c", "ditt.2.4d", "ditt.2.4f")
def test_pulses_alternate_until_two_passes() -> None:
    assert tables.FIRST[1:5] == (tables.CP, tables.CP, tables.CP, tables.EP) and len(tables.FIRST) == 20
    s = scene(turn=4, phase=4, units={})
    assert s.decision is not None and s.decision.seat == tables.EP
    play(s, "pass")
    assert s.decision.seat == tables.CP
    play(s, "stack 3111" if "stack 3111" in texts(s) else next(a for a in texts(s) if a.startswith("stack")))
    assert s.state.phase == 4


@rule("ditt.4.2a", "ditt.6.1r")
def test_any_number_of_armies_may_share_a_hex() -> None:
    units = {f"ge-{k}": "3111 1" for k in (1, 2, 3, 4, 5, 6, 8)} | {"ge-9": "3110 3"}
    s = pulse("central", units=units)
    play(s, "stack 3110", "step 3111")
    assert s.state.stack(I["3111"]).bit_count() == 8


@rule("ditt.6.1a", "ditt.6.1d")
def test_a_march_is_undone_step_by_step_until_the_pulse_has_passed_to_the_enemy() -> None:
    s = pulse("central", turn=5, units={"ge-1": "3210 5", "ge-2": "3210 5", "fr-1": "3305 5"}, coins=dict.fromkeys(tables.BOXES, 0))
    hashes = [s.hash()]
    for words in ("stack 3210", "step 3209", "leave ge-2"):
        play(s, words)
        hashes.append(s.hash())
    for was in reversed(hashes[:-1]):
        s.undo()
        assert s.hash() == was
    play(s, "stack 3210", "step 3209", "halt")
    assert not s.can_undo and s.decision is not None and s.decision.seat == tables.EP


@rule("ditt.6.1e")
def test_who_shares_a_hex_with_the_enemy_begins_next_to_him() -> None:
    s = landing("central")
    assert passage.allowance(s.state, I[GALLIPOLI], tables.CP) == 2


@rule("ditt.6.2b")
def test_the_heat_stops_attacks_as_it_stops_marches() -> None:
    hot = next(k for k in range(2, tables.LAST_TURN) if tables.WEATHER[k] == "sun")
    s = pulse("central", turn=hot, units={"br-eef": "0812 3"}, allegiance={"tu": "central"})
    assert s.state.occ[tables.EP] & places.SUMMER_LANDS and not passage.targets(s.state, tables.CP) & places.SUMMER_LANDS
