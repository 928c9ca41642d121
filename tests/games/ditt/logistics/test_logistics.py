"""The sequence (ditt.2.0), Logistics (ditt.2.2, ditt.4.0, ditt.6.4), Minor Forces (ditt.5.1), recruitment (ditt.2.7)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.ditt.components import tables
from firestep.games.ditt.display.text import PHASES
from firestep.games.ditt.sequence import recruits
from firestep.games.ditt.state import BOX, CASUALTY, POOL, State
from firestep.testing import keys, play, rule, texts
from games.ditt.positions import I, U, onward, pulse, rules_against, scene


def logistics(side: str, step: int, *, turn: int = 3, **tables: Any) -> Session[State]:
    return scene(turn=turn, phase=2 if side == "central" else 3, side=side, step=step, clear=True, **tables)


@rule("ditt.2.0a", "ditt.2.0b")
def test_nineteen_turns_of_seven_phases() -> None:
    assert (
        tables.TURN_NAME[1:5] == ("August 1914", "September 1914", "Fall 1914", "Winter 1915")
        and tables.TURN_NAME[19] == "Fall 1918"
    )
    assert [tables.SEASON[k] for k in range(4, 8)] == ["winter", "spring", "summer", "fall"] and len(PHASES) == 8
    s = scene(turn=3, phase=1, clear=True, units={}, dice=[1])
    while s.state.turn == 3:
        onward(s, "Pulse")
        play(s, "pass")
    assert [e.params["phase"] for e in s.journal if e.key == "phase"][:7] == [1, 2, 3, 4, 5, 6, 7]


@rule("ditt.2.2a", "ditt.4.3a", "ditt.4.3b", "ditt.4.3c", "ditt.4.3d", "ditt.4.3e", "ditt.4.1e", "ditt.4.1n")
def test_creating_an_army() -> None:
    s = logistics("central", 1, units={"ge-1": "3108 5", "ge-2": "3111 4", "fr-1": "3205 3"}, reserves={"ge": 3, "ah": 0})
    assert "create ge-9" in texts(s) and rules_against(s, "create ge-1") == {"ditt.4.3a"}
    assert rules_against(s, "create ge-kav") == {"ditt.4.3a"} and rules_against(s, "create ah-sud") == {"ditt.16.2k"}
    assert rules_against(s, "create ah-2") == {"ditt.4.3e"} and rules_against(s, "create fr-7") == {"ditt.2.3a"}
    play(s, "create ge-9")
    assert "place 3108" in texts(s) and "ditt.4.3b" in rules_against(s, "place 3305")
    play(s, "place 3110")
    assert "reserves 3" in texts(s) and "reserves 4" not in texts(s) and "from ge-1 5" in texts(s) and "from ge-2 4" in texts(s)
    play(s, "from ge-2 4")
    st = s.state
    assert st.divs[U["ge-9"]] == 4 and st.at[U["ge-9"]] == I["3110"] and st.at[U["ge-2"]] == POOL
    assert not st.flipped >> U["ge-9"] & 1
    assert st.total(tables.GE) == 5 + 4 + 3


@rule("ditt.2.2b", "ditt.2.2c", "ditt.4.1f", "ditt.4.1m", "ditt.4.1i", "ditt.4.2b", "ditt.4.1h")
def test_shifting_divs_between_armies() -> None:
    s = logistics(
        "central",
        2,
        units={"ge-1": "3108 5", "ge-2": "3109 18", "ge-3": "3111 2", "ge-4": "3110 3", "ah-1": "2710 4", "ge-8": "3014 5"},
        marks={"flipped": ["ge-4"]},
    )
    assert rules_against(s, "shift ge-4") == {"ditt.2.2c"} and rules_against(s, "shift ge-8") == {"ditt.2.2b"}
    play(s, "shift ge-1")
    assert "to ge-2 2" in texts(s) and rules_against(s, "to ge-2 3") == {"ditt.4.2b"} and "to ge-3 5" in texts(s)
    assert not [a for a in texts(s) if a.startswith("to ah")] and rules_against(s, "to ge-4 1") == {"ditt.2.2c"}
    play(s, "to ge-3 5")
    st = s.state
    assert st.divs[U["ge-3"]] == 7 and st.at[U["ge-1"]] == POOL
    assert rules_against(s, "shift ge-3") == {"ditt.2.2b"}  # it has taken in this step (T01)
    before = st.total(tables.GE)
    play(s, "done")
    assert st.total(tables.GE) == before


@rule("ditt.2.2d", "ditt.2.2f", "ditt.4.1j")
def test_reserves_to_armies() -> None:
    s = logistics(
        "entente",
        3,
        units={"fr-1": "3205 18", "fr-2": "3105 5", "fr-3": "3205 2"},
        reserves={"fr": 9},
        frozen={"fr": 3},
        marks={"flipped": ["fr-3"]},
    )
    assert "feed fr-1" in texts(s) and rules_against(s, "feed fr-3") == {"ditt.2.2c"}
    play(s, "feed fr-1")
    assert texts(s) == ["divs 1", "divs 2"] and "ditt.4.2b" in rules_against(s, "divs 3")
    play(s, "divs 2", "feed fr-2")
    assert texts(s)[-1] == "divs 4" and rules_against(s, "divs 5") == {"ditt.2.2f"}
    play(s, "divs 4")
    assert s.state.reserves[tables.FR] == 3 and s.state.divs[U["fr-2"]] == 9 and not s.state.flipped >> U["fr-2"] & 1


@rule("ditt.2.2g", "ditt.2.2h", "ditt.2.2i", "ditt.6.4a", "ditt.6.4b", "ditt.6.4c", "ditt.6.4e", "ditt.6.4h")
def test_sending_divs_and_units_away() -> None:
    s = logistics(
        "entente",
        4,
        units={"rs-6": "3418 3", "fi-1": "3418", "rs-1": "3117 5", "fr-legion": "3110", "fr-2": "3205 4"},
        holds={"fr": ["3110"]},
        reserves={"rs": 0},
    )
    assert rules_against(s, "lift fr-legion") == {"ditt.6.4c"}  # out of supply
    play(s, "send rs-1", "divs 2", "lift rs-6", "lift fi-1")
    st = s.state
    assert st.divs[U["rs-1"]] == 3 and st.reserves[tables.RS] == st.frozen[tables.RS] == 2
    assert st.at[U["rs-6"]] == st.at[U["fi-1"]] == BOX and st.divs[U["rs-6"]] == 3
    play(s, "done")
    assert not [a for a in texts(s) if a == "reinforce rs-1"]  # they are out of play for the turn


@rule("ditt.2.2e", "ditt.6.4d", "ditt.6.4f", "ditt.6.4g")
def test_the_reserve_box_is_emptied() -> None:
    s = logistics("entente", 3, units={"rs-6": "box 3", "fi-1": "box", "rs-1": "3117 5"}, reserves={"rs": 0, "fr": 0})
    assert "done" not in texts(s) and rules_against(s, "done") == {"ditt.6.4g"}
    play(s, "deploy rs-6")
    assert "place 2814" in texts(s)
    play(s, "place 2814", "deploy fi-1", "place 2817")
    assert s.state.at[U["rs-6"]] == I["2814"] and s.state.divs[U["rs-6"]] == 3 and "done" in texts(s)


@rule("ditt.2.2j", "ditt.2.2k", "ditt.2.3a")
def test_casualties_come_back_on_one_or_two() -> None:
    s = logistics("entente", 4, units={"bl-1": "casualty", "sb-1": "casualty"}, dice=[3, 2])
    play(s, "done")
    assert s.state.at[U["bl-1"]] == CASUALTY and [e.params["die"] for e in s.journal if e.key == "casualty"] == [3, 2]
    assert "keep" in texts(s) and "place 2311" in texts(s)
    play(s, "place 2311")
    assert s.state.at[U["sb-1"]] == I["2311"]


@rule("ditt.10.4c", "ditt.10.4b")
def test_one_minor_army_a_hex_and_turn() -> None:
    s = logistics("entente", 4, units={"sb-1": "casualty", "sb-2": "casualty"}, dice=[1, 1])
    play(s, "done", "place 2311")
    assert "place 2311" not in texts(s) and "ditt.10.4c" in rules_against(s, "place 2311") and "place 2111" in texts(s)


@rule("ditt.4.1g", "ditt.4.1h", "ditt.16.2k")
def test_the_sud_army_mixes_and_keeps() -> None:
    s = logistics("central", 3, units={"ah-sud": "2612 3"}, reserves={"ge": 4, "ah": 2}, marks={"released": ["ah-sud"]})
    play(s, "feed ah-sud")
    assert "german 4" in texts(s) and "divs 2" in texts(s)
    play(s, "german 2")
    st = s.state
    assert st.divs[tables.SUD] == 5 and st.sud == 2 and st.factors(tables.SUD) == (3 * 2 + 2 * 3, 3 * 4 + 2 * 5, 3 * 5 + 2 * 8)
    assert st.total(tables.GE) == 4 and st.total(tables.AH) == 3 + 2
    s = logistics("central", 2, units={"ah-sud": "2612 3", "ah-1": "2612 3"}, marks={"released": ["ah-sud"]})
    assert "ditt.4.1h" in rules_against(s, "shift ah-sud")


@rule("ditt.5.1a", "ditt.5.1b", "ditt.5.1c", "ditt.5.1g", "ditt.1.2b", "ditt.1.2c", "ditt.1.3b", "ditt.err.j", "ditt.err.k")
def test_minor_forces_and_whom_they_serve() -> None:
    assert all(tables.UNIT_NATION[U[u]] == tables.RS and tables.IS_MF[U[u]] for u in ("fi-1", "fi-2", "co-don", "co-terek"))
    empire = ("anz-1", "anz-2", "ca-corps", "br-gurkha", "in-d", "br-kar", "sa-brigade")
    assert all(tables.UNIT_NATION[U[u]] == tables.BR and tables.IS_MF[U[u]] for u in empire)
    assert all(tables.IS_MF[U[u]] for u in ("ge-bavaria", "us-marines", "fr-legion", "it-arditi"))
    assert tables.CODE["R"] == tables.RM and tables.CODE["RU"] == tables.RS and tables.FACTORS[tables.BAKU] == (0, 4, 14)
    assert len(set(tables.UNITS)) == tables.N and tables.IS_ARMY[U["br-exp"]]


CODES = "AH AB ANZ AR AS AZ B BG BR BS CA CH CN CO CZ D F GB GE GR I IN JP MR MT OT P PE PL R RU S SA SF SI SR UKR US Z"


@rule("ditt.1.3a")
def test_the_codes_of_the_counters() -> None:
    codes = set(CODES.split())
    assert len(codes) == 39 and codes == {f for f in tables.FLAG if f}


@rule("ditt.2.7b", "ditt.2.7c", "ditt.2.7d", "ditt.2.7e", "ditt.2.7a", "ditt.4.1k")
def test_recruitment() -> None:
    assert recruits(87, 72, 32) == 15 and recruits(120, 72, 32) == 32 and recruits(70, 72, 32) == 0
    s = scene(
        turn=4,
        phase=7,
        clear=True,
        units={"fr-1": "3205 20", "fr-2": "3205 20", "fr-3": "3205 20", "fr-4": "3205 12", "fr-legion": "3205", "it-1": "2707 4"},
        reserves={"fr": 0, "it": 0},
        max={"fr": 87},
    )
    got = {e.params["nation"]: e.params["divs"] for e in s.journal if e.key == "recruits"}
    assert got["fr"] == 15 and "it" not in got and "us" not in got and s.state.reserves[tables.FR] == 15


@rule("ditt.15.10c", "ditt.15.10d", "ditt.15.10e", "ditt.15.10b")
@pytest.mark.parametrize(("turn", "divs"), [(13, 0), (14, 1), (15, 3), (17, 10), (18, 14)])
def test_us_reinforcements(turn: int, divs: int) -> None:
    s = scene(turn=turn, phase=7, clear=True, units={}, allegiance={"us": "entente"}, numbers={"us_turn": 13}, reserves={"us": 0})
    assert (
        s.state.reserves[tables.US] == s.state.max[tables.US] == divs
        and tables.LIMIT[tables.US] == 35
        and tables.LIMIT[tables.FR] == 32
    )


@rule("ditt.2.5a")
def test_unflipment() -> None:
    s = pulse("central", turn=3, units={"ge-1": "3111 3", "fr-1": "3205 3"}, marks={"flipped": ["ge-1", "fr-1"]}, passes=1)
    play(s, "pass")
    assert not s.state.flipped and "unflip" in keys(s)


@rule("ditt.3.0a", "ditt.3.0b", "ditt.3.0d", "ditt.3.0g", "ditt.3.0h", "ditt.2.1a", "ditt.2.1b")
def test_a_chit_is_drawn_without_return() -> None:
    s = scene(turn=2, phase=1, clear=True, units={}, dice=[1], cup=[1, 4, 6])
    assert next(e.params for e in s.journal if e.key == "chit") == {"year": 1914, "chit": 1}
    assert s.state.cup == 1 << 4 | 1 << 6
    assert s.state.max[tables.FR] == 82 + 6 and s.state.max[tables.BR] == 7 + 2
    assert texts(onward(s, "Challenge"))[0].startswith("challenge")


@rule("ditt.2.6a", "ditt.2.6b", "ditt.2.6c", "ditt.3.0e")
def test_a_second_chit_and_the_cup_of_the_next_year() -> None:
    s = onward(scene(turn=3, phase=6, clear=True, units={}, dice=[1], cup=[5]), "Challenge")
    order = [e.key for e in s.journal if e.key in ("checks", "chit", "refill")]
    assert order[:3] == ["checks", "chit", "refill"]
    assert s.state.turn == 4 and s.state.cup.bit_count() == 7  # eight in the cup, one drawn already


@rule("ditt.16.6e", "ditt.2.7f")
def test_all_chits_are_drawn_in_summer_1918() -> None:
    s = onward(scene(turn=18, phase=6, cup=[2, 5, 8]), "Challenge")
    assert sorted(e.params["chit"] for e in s.journal if e.key == "chit") == [2, 5, 8] and s.state.turn == 19
    assert onward(s, "").over and s.state.turn == 19
    s = onward(scene(turn=18, phase=1, cup=[2, 5, 8]), "Challenge")
    assert [e.key for e in s.journal].count("chit") == 1, "in its first phase one, as ever"


@rule("ditt.5.1e", "ditt.6.5a")
def test_a_minor_force_is_two_divs_on_board() -> None:
    s = pulse("central", turn=15, units={"ge-8": "3114 5", "ge-guards": "3114"}, coins={"cp-operation-albion": 1})
    play(s, "coin cp-operation-albion", "point 3114")
    assert texts(s) == ["leave ge-8", "leave ge-guards"]
    s = pulse("central", turn=15, units={"ge-8": "3114 4", "ge-guards": "3114"}, coins={"cp-operation-albion": 1})
    play(s, "coin cp-operation-albion", "point 3114")
    assert any(a.startswith("point") for a in texts(s))
