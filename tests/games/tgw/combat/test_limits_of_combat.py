"""Who may not fight, support or advance (tgw.10.0): shock troops, headquarters, markers, hexes attacked before."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat import advance, cavalry, combat, special_combats
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import movement
from firestep.games.tgw.state import Fight
from firestep.games.tgw.strategic import resources
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.tgw.events_kit import U
from games.tgw.positions import around, field, hexes, session, spot
from games.tgw.war import CP, A, game, war

TARGET = spot(board.CLEAR & board.FRANCE)
SHOCK = roster.unit_ids(roster.BANDED & roster.INFANTRY)
RIDERS = roster.unit_ids(roster.CAVALRY & roster.CORPS[tables.FR])


@rule("tgw.10.72a", "tgw.15.53a")
@pytest.mark.usefixtures("plenty")
def test_shock_troops_that_follow_cavalry_stop_in_the_hex_it_left() -> None:
    """Two hexes are for an advance after combat; cavalry that rides off leaves before it."""
    st = field({SHOCK[0]: around(TARGET)[0], RIDERS[0]: TARGET}, flipped=SHOCK[0])
    st.tally["shock"] = 1
    s = session(st, CombatPhase(fronts.WESTERN, CP))
    play(s, f"attack {TARGET}", f"add {SHOCK[0]}", "go")
    play(s, next(a for a in texts(s) if a.startswith("retreat")))
    assert isinstance(s.decision.step if s.decision else None, advance.Advance)
    play(s, f"advance {SHOCK[0]}")
    assert not isinstance(s.decision.step if s.decision else None, advance.GoOn)
    assert isinstance(s.decision.step if s.decision else None, cavalry.Chase)


@rule("tgw.10.83a", "tgw.11.6c")
@pytest.mark.usefixtures("plenty")
def test_the_range_of_a_marker_is_a_mountain_units_own_line() -> None:
    """Only mountain units trace into Alpine hexes: the Alpenkorps in one is within reach of OHL, and nobody is behind it."""
    alps = next(
        i for i in bits(board.ALPINE & board.AUSTRIA & fronts.FRONT[fronts.ITALY]) if movement.NEAR[i] & board.LAND & ~board.ALPINE
    )
    valley = bits(movement.NEAR[alps] & board.LAND & ~board.ALPINE)[0]
    st = field(
        {"ge-1": board.NUMBER[valley], "ge-ak": board.NUMBER[alps]},
        turn=tables.turn_of("May", 1917),
        letter="L",
        marker=1,
        initiative=CP,
    )
    st.marker_at = valley
    assert special_combats.activated(st, special_combats.OHL) == roster.unit_mask(["ge-1", "ge-ak"])


@rule("tgw.10.81b", "tgw.10.82c")
def test_the_marker_is_fresh_after_a_strategic_turn() -> None:
    st = war(letter="H")
    st.set_flag("ohl-used")
    resources.begin_letter(game(st))
    assert not st.flag("ohl-used")


@rule("tgw.10.46b", "tgw.11.51a")
def test_a_headquarters_that_lives_on_its_fortress_helps_to_defend_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """N20h."""
    fort = next(i for i in bits(board.FORTS & board.FRANCE) if board.FRONT["W"] >> i & 1)
    near = next(
        i for i in bits(combat.fronts.range_of(1 << fort, 1)) if i != fort and board.LAND >> i & 1 and not board.FORTS >> i & 1
    )
    st = war({"fr-1 fr-hq1": board.NUMBER[fort], "ge-1": board.NUMBER[near]}, turn=20)
    monkeypatch.setattr(supply, "ground", lambda state, u: 0)
    out = Fight(A, near, (U["fr-1"],), (U["ge-1"],))
    into = Fight(CP, fort, (U["ge-1"],), (U["fr-1"],))
    assert combat.supporters(st, out, A) == [] and combat.supporters(st, into, A) == [U["fr-hq1"]]


@rule("tgw.10.14a", "tgw.15.53a")
def test_a_chase_does_not_lead_to_a_hex_that_was_attacked_before() -> None:
    hex = spot(board.CLEAR & board.FRANCE)
    first, second = around(hex)[0], around(hex)[3]
    st = war({"ge-1": hex, "fr-1": first, "fr-2": second}, turn=20)
    st.attacked = 1 << U["ge-1"]
    assert sorted(cavalry.hunted(st, CP, (U["ge-1"],))) == sorted(board.INDEX[n] for n in (first, second))
    st.targets = hexes(first)
    assert cavalry.hunted(st, CP, (U["ge-1"],)) == [board.INDEX[second]]


@rule("tgw.10.81b")
def test_a_marker_that_was_laid_is_used() -> None:
    st = war({"ge-1": "W5427"}, turn=30, marker=1, initiative=CP)
    s = session(st, special_combats.Lay(special_combats.OHL, CP))
    s.take("marker W5427")
    assert st.flag("ohl-used") and not special_combats.usable(st, fronts.WESTERN, CP)
