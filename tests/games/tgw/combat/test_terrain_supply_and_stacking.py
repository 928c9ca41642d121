"""Where chapters meet in one combat: rivers, forts, trenches and mud; want of supply; stacking; special combats after events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firestep.games.tgw.combat import advance, attackers, losses, modifiers, results_table, shifts, special_combats, strength
from firestep.games.tgw.combat.combat import CombatPhase, reckon
from firestep.games.tgw.combat.special_combats import SpecialCombats
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.state import DEAD, Fight, State
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.positions import around, field, session, spot

TARGET = spot(board.CLEAR & board.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)
EAST = spot(board.CLEAR & board.POLAND, front=fronts.EAST)


def fight(st: State, *ids: str, at: str = TARGET, side: int = tables.CENTRAL, **more: object) -> Fight:
    return replace(declared(st, side, board.INDEX[at], tuple(sorted(roster.UNIT[u] for u in ids))), **more)  # type: ignore[arg-type]


@rule("tgw.10.32a", "tgw.10.44a", "tgw.14.12a", "tgw.14.12b", "tgw.10.47a")
def test_over_a_river_into_a_fort_with_trenches_in_the_mud(plenty: set[str]) -> None:
    """City, river, fort and headquarters shift together, trenches come off the die, and no bonus is given for the ring around."""
    hex = next(
        i
        for i in bits(board.FORTS & fronts.FRONT[fronts.WEST] & (board.FRANCE | board.BELGIUM))
        if (attackers.NEAR[i] & shifts.RIVER_NEAR.get(i, 0) & ~board.FORTS).bit_count() >= 1
    )
    place = board.NUMBER[hex]
    wet = board.NUMBER[bits(attackers.NEAR[hex] & shifts.RIVER_NEAR[hex] & ~board.FORTS)[0]]
    nation = "fr" if board.FRANCE >> hex & 1 else "be"
    st = field({"ge-1 ge-2 ge-3 ge-4 ge-hq1": wet, f"{nation}-1": place}, trenches=[2, 1, 2, 2, 1])
    st.weather = [tables.WET] * 6
    f = fight(st, "ge-1", "ge-2", "ge-3", "ge-4", at=place, hqs=(roster.UNIT["ge-hq1"], -1))
    k = reckon(st, f)
    ground = sum(m.value for m in shifts.terrain(st, hex))
    fort = -2 if board.HEAVY >> hex & 1 else -1
    assert k.column - k.basic == ground + fort - 1 + 1, "terrain and city, fort, river, headquarters"
    assert k.defence == roster.DEFENCE[roster.UNIT[f"{nation}-1"]] + 1 and k.drm == results_table.above(k.column) - 2


@rule("tgw.11.12b", "tgw.11.51a", "tgw.10.31a")
def test_a_cut_off_garrison_defends_whole_and_attacks_at_half() -> None:
    ring = dict(zip((f"ru-{k}" for k in range(1, 7)), board.ATLAS.neighbours("E3918"), strict=True))
    st = field({"ah-1 ah-2 ah-3": "E3918"} | ring)
    units = roster.unit_mask(["ah-1", "ah-2", "ah-3"])
    whole = sum(roster.DEFENCE[u] for u in bits(units))
    assert strength.total(st, units, strength.DEFENCE) == whole
    assert strength.total(st, units, strength.ATTACK) == (sum(roster.ATTACK[u] for u in bits(units)) + 1) // 2


@rule("tgw.11.12a", "tgw.10.0b")
def test_supply_is_judged_anew_at_each_combat() -> None:
    """The first combat opens the line for the second."""
    ring = dict(zip((f"ru-{k}" for k in range(1, 7)), board.ATLAS.neighbours("E3918"), strict=True))
    st = field({"ah-1": "E3918"} | ring)
    assert supply.status(st, roster.UNIT["ah-1"]) == supply.FORTRESS
    for k in range(1, 7):
        st.put(roster.UNIT[f"ru-{k}"], DEAD)
    assert supply.status(st, roster.UNIT["ah-1"]) == supply.REGULAR


@rule("tgw.10.71a", "tgw.8.26a", "tgw.11.84a")
def test_an_advance_may_lead_out_of_supply_and_attrition_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """N13: tgw.8.26 binds moves, not advances."""
    monkeypatch.setattr(board, "SETTLED", 0)
    edge = sources.WAYS.within(sources.ultimate(field(), sources.CENTRAL), board.LAND & ~board.ALPINE, 4)
    i = next(i for i in bits(edge & board.FRANCE & ~board.FORTS) if attackers.NEAR[i] & ~edge & ~board.FORTS & board.FRANCE)
    j = bits(attackers.NEAR[i] & ~edge & ~board.FORTS & board.FRANCE)[0]
    st = field({"ge-1": board.NUMBER[i], "fr-1": board.NUMBER[j]})
    st.fight = replace(declared(st, tables.CENTRAL, j, (roster.UNIT["ge-1"],)), losses=(0, 1))
    s = session(st, losses.Suffer(0), losses.Suffer(1), advance.Aftermath(), supply.Attrition())
    play(s, "advance ge-1")
    assert st.at[roster.UNIT["ge-1"]] == DEAD and "starved" in keys(s)


@rule("tgw.15.52a", "tgw.7.23a", "tgw.15.51a")
def test_cavalry_does_not_ride_into_a_full_hex(plenty: set[str]) -> None:
    from firestep.games.tgw.combat import cavalry

    riders = roster.unit_ids(roster.CAVALRY & roster.CORPS[tables.RU])[:2]
    st = field({"ge-1": around(EAST)[0], " ".join(riders): EAST})
    st.fight = fight(st, "ge-1", at=EAST)
    free = cavalry.havens(st, st.fight, ())
    ids = iter(roster.unit_ids(roster.INFANTRY & roster.CORPS[tables.RU]))
    for hex in bits(free):
        for _ in range(5):
            st.put(roster.UNIT[next(ids)], hex)
    assert not cavalry.havens(st, st.fight, ()) & free, "five and two are seven"


@rule("tgw.15.53a", "tgw.10.71a", "tgw.7.23a")
def test_pursuers_enter_the_empty_hex_only_as_far_as_they_fit(plenty: set[str]) -> None:
    rider = roster.unit_ids(roster.CAVALRY & roster.CORPS[tables.RU])[0]
    a, c = around(EAST)[0], around(EAST)[1]
    six = " ".join(f"ge-{k}" for k in range(1, 7))
    st = field({six: a, "ge-7": c, rider: EAST})
    s = session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL))
    play(s, f"attack {EAST}", f"add-all {a}", "add ge-7", "go")
    play(s, next(x for x in texts(s) if x.startswith("retreat")), f"advance-all {a}")
    assert not any(x.startswith("advance") for x in texts(s)) and st.at[roster.UNIT["ge-7"]] == board.INDEX[c]


@rule("tgw.10.82b", "tgw.10.48b", "tgw.15.12a", "tgw.10.83b")
def test_a_special_combat_finds_headquarters_and_air_units_used(plenty: set[str]) -> None:
    """N27: depleted headquarters and used air units stay used; the fight itself is like any other."""
    st = field({"ge-1 ge-2 ge-3 ge-hq1": E, "fr-1": TARGET, "fr-hq1": W}, marker=1, marker_at=board.INDEX[E], letter="")
    st.depleted = roster.unit_mask(["ge-hq1"])
    flown = next(c for c in bits(OF_EVENT["air.formations"]) if CHITS[c].side == tables.CENTRAL)
    st.play = st.air_used = 1 << flown
    s = session(st, SpecialCombats(fronts.WESTERN, tables.CENTRAL), dice=(3,))
    play(s, f"attack {TARGET}", f"add-all {E}", "go")
    assert s.decision is not None and s.decision.seat == tables.ALLIED and texts(s) == ["none", "support fr-hq1"]
    play(s, "support fr-hq1")
    e = next(e for e in s.journal if e.key == "attack")
    assert e.params["kind"] == "ohl" and e.params["shift"] == -1


@rule("tgw.10.84a", "tgw.14.23a")
def test_bans_hold_in_special_combats(plenty: set[str]) -> None:
    st = field({"ge-1": E, "fr-1": TARGET}, marker=1, marker_at=board.INDEX[E], devastating=roster.unit_mask(["ge-1"]))
    assert special_combats.activated(st, "ohl") == roster.unit_mask(["ge-1"])
    assert texts(session(st, SpecialCombats(fronts.WESTERN, tables.CENTRAL))) == ["done"]


@rule("tgw.10.65a", "tgw.14.14a", "tgw.14.31c")
def test_an_elimination_takes_the_hindenburg_line_too(plenty: set[str]) -> None:
    st = field({"fr-1 fr-2": E, "ge-1 ge-hq1": TARGET}, line=board.mask(TARGET))
    st.derive_forts()
    st.fight = replace(fight(st, "fr-1", "fr-2", side=tables.ALLIED), losses=(0, results_table.ALL))
    s = session(st, losses.Suffer(0), losses.Suffer(1), advance.Aftermath())
    assert not st.line and st.at[roster.UNIT["ge-hq1"]] == DEAD
    play(s, "advance fr-1", "done")
    assert st.ctrl[tables.ALLIED] & board.mask(TARGET)


@rule("tgw.14.22a", "tgw.14.23a", "tgw.15.51a")
def test_besieged_cavalry_does_not_leave_kut(plenty: set[str]) -> None:
    from firestep.games.tgw.combat import cavalry

    st = field({"bi-6c": "N1845", "tu-1": board.numbers(board.K_HEXES)[0]})
    assert sources.besieged(st) and not cavalry.may_leave(st, fight(st, "tu-1", at="N1845"))


@rule("tgw.7.24b", "tgw.14.46a", "tgw.10.55b")
def test_a_mixed_stack_pays_twice(plenty: set[str]) -> None:
    """One column and the worse trenches."""
    st = field({"ge-1": E, "br-8 us-1": TARGET, "us-hq1": W}, at_war={"US": tables.ALLIED}, trenches=[2, 1, 2, 2, 1])
    k = reckon(st, fight(st, "ge-1"))
    assert k.column == k.basic + 1 and k.drm == -1


@rule("tgw.16.11c", "tgw.11.12c")
def test_a_collapsed_army_out_of_supply_keeps_one_each(plenty: set[str]) -> None:
    st = field({"fr-1 fr-2 fr-3": TARGET}, collapsed=1 << tables.FR)
    plenty.update(("fr-1", "fr-2", "fr-3"))
    assert strength.total(st, roster.unit_mask(["fr-1", "fr-2", "fr-3"]), strength.DEFENCE) == 3


@rule("tgw.10.53b", "tgw.14.21b")
def test_no_bonus_for_a_ring_around_kut(plenty: set[str]) -> None:
    """N29."""
    i = board.KUT
    k = next(k for k in board.ATLAS.shifts if attackers.NEAR[i] >> i + k & 1 and attackers.NEAR[i] >> i - k & 1)
    st = field({"tu-1": board.NUMBER[i + k], "tu-2": board.NUMBER[i - k], "bi-16bd": "N1845"})
    f = fight(st, "tu-1", "tu-2", at="N1845")
    assert modifiers.concentric(st, f)
    st.set_flag("kut")
    assert not modifiers.concentric(st, f) and forts.shift(st, i, tables.ALLIED) == 1
