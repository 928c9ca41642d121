"""Losses (ditt.5.2, ditt.7.3), with retreats, sieges and Forts that they lead to."""

from __future__ import annotations

import itertools
import random

import pytest

from firestep.engine.session import Session
from firestep.games.ditt.combat import losses
from firestep.games.ditt.combat.entrenchment import entrenched
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import CASUALTY, GONE, POOL, State
from firestep.testing import keys, play, rule, texts
from games.ditt.handing import bring
from games.ditt.positions import I, U, pulse, rules_against


def settle(s: Session[State], *first: str) -> Session[State]:
    """Answer losses and retreats with the first choice, or those named, until somebody is asked for a pulse."""
    wanted = list(first)
    while s.decision is not None and type(s.decision.step).__name__ not in ("Pulse",):
        if wanted and wanted[0] in texts(s):
            play(s, wanted.pop(0))
        else:
            play(s, texts(s)[0])
    return s


def legal(st: State, units: list[str], hits: int) -> set[tuple[tuple[str, int], ...]]:
    """Every full choice of losses that the sequence of questions allows, as a set of (unit, Divs)."""
    out = set()

    def go(left: int, named: tuple[str, ...], chosen: tuple[tuple[str, int], ...], least: int) -> None:
        rest = [U[u] for u in units if u not in named]
        found = losses.options(st, rest, left, 0, least) if left > 0 else []
        if not found:
            out.add(tuple(sorted(chosen)))
        for u, n in found:
            one = losses.absorbs(st, u, 1, 0) if tables.IS_ARMY[u] else 0
            go(
                left - losses.absorbs(st, u, n, 0),
                (*named, tables.UNITS[u]),
                (*chosen, (tables.UNITS[u], n)),
                min(least, one) if least and one else least or one,
            )

    go(hits, (), (), 0)
    return out


@rule("ditt.7.3a", "ditt.7.3b", "ditt.7.3c", "ditt.7.3e")
def test_the_books_example_of_losses() -> None:
    """Eleven hits on seven Austrian Divs of Fortitude 5 destroy three."""
    s = pulse("central", units={"ah-4": "2613 7"})
    assert legal(s.state, ["ah-4"], 11) == {(("ah-4", 3),)}


@rule("ditt.5.2a", "ditt.5.2b", "ditt.5.2c")
def test_the_golden_case_of_minor_forces() -> None:
    """Eleven hits on two Divs of 5 and a Minor Force of 8 (L07): the Minor Force and one Div, nothing else."""
    s = pulse("central", units={"ah-4": "2613 2", "ge-kav": "2613"})
    assert s.state.factors(U["ge-kav"])[2] == 8
    assert legal(s.state, ["ah-4", "ge-kav"], 11) == {(("ah-4", 1), ("ge-kav", 1))}
    assert legal(s.state, ["ge-kav"], 7) == {()}  # too few hits for it
    assert legal(s.state, ["ge-kav"], 30) == {(("ge-kav", 1),)}


@rule("ditt.5.2a", "ditt.5.2c", "ditt.7.3d")
def test_losses_agree_with_brute_force() -> None:
    """An oracle: all sets of Divs and Minor Forces by the words of L07, compared on small stacks."""
    rng = random.Random(7)
    pool = ["ge-kav", "ge-guards", "ah-tkj", "tu-gendarmes", "pe-sg"]
    for _ in range(150):
        mfs = rng.sample(pool, rng.randrange(3))
        armies = {u: rng.randrange(1, 4) for u in rng.sample(["ah-1", "ah-3"], rng.randrange(3))}
        s = pulse("central", units={u: "2613" for u in mfs} | {u: f"2613 {k}" for u, k in armies.items()})
        hits = rng.randrange(1, 45)
        fort = {u: s.state.factors(U[u])[2] for u in mfs}
        cover: dict[tuple[tuple[str, int], ...], int] = {}
        divs = ([(u, k) for k in range(n + 1)] for u, n in armies.items())
        for chosen in itertools.product(*([(u, 0), (u, 1)] for u in mfs), *divs):
            lost = [(u, k) for u, k in chosen if k]
            if sum(fort[u] for u, _ in lost if u in fort) <= hits:
                cover[tuple(sorted(lost))] = sum(fort[u] if u in fort else 5 * k for u, k in lost)
        best = max(min(hits, c) for c in cover.values())
        right = {
            x
            for x, c in cover.items()
            if min(c, hits) == best
            and not (any(u not in fort for u, _ in x) and c - 5 >= hits)  # no Div in vain
            and not (best < hits and c < best)
        }
        assert legal(s.state, [*mfs, *armies], hits) == right, (mfs, armies, hits)


@rule("ditt.5.2f", "ditt.5.2d", "ditt.4.1d", "ditt.4.1c")
def test_destroyed_units_leave_the_map() -> None:
    s = pulse("central", dice=[6] * 10 + [1, 1], units={"ge-1": "3208 20", "fr-5": "3207 2", "fr-legion": "3207"})
    play(s, "stack 3208", "step 3207", "dice 10", "dice 2")
    settle(s, "done")
    st = s.state
    assert st.at[U["fr-5"]] == POOL and st.divs[U["fr-5"]] == 0 and st.at[U["fr-legion"]] == CASUALTY
    assert st.at[U["ge-1"]] == I["3207"] and st.holder(I["3207"]) == tables.GE and st.divs[U["ge-1"]] == 19


@rule("ditt.5.2d", "ditt.7.4c", "ditt.7.4f", "ditt.7.4g", "ditt.7.4h", "ditt.7.4e")
def test_the_loser_retreats_into_friendly_land() -> None:
    s = pulse("central", dice=[6, 6, 1, 1], units={"ge-1": "3208 9", "fr-5": "3207 5", "fr-4": "3207 5"})
    play(s, "stack 3208", "step 3207", "dice 2", "dice 2")
    play(s, "lose fr-4 2")
    assert {"retreat 3107", "retreat 3206"} <= set(texts(s))
    assert "ditt.7.4e" in rules_against(s, "retreat 3208") and "ditt.7.4e" in rules_against(s, "retreat 3305")
    play(s, "retreat 3206", "retreat 3107")
    st = s.state
    assert {places.NUMBER[st.at[U[u]]] for u in ("fr-4", "fr-5")} == {"3206", "3107"}
    assert st.flipped >> U["fr-4"] & 1 and st.flipped >> U["fr-5"] & 1


@rule("ditt.7.3f", "ditt.7.4i")
def test_a_victor_may_step_back_and_still_holds_the_hex() -> None:
    s = pulse("central", dice=[6, 6, 1, 1], units={"ge-1": "3208 9", "ge-2": "3208 3", "fr-5": "3207 2"})
    play(s, "stack 3208", "step 3207", "dice 2", "dice 2")
    while texts(s)[0].startswith(("lose", "retreat")):
        play(s, texts(s)[0])
    assert texts(s) == ["back ge-1", "back ge-2", "done"]
    play(s, "back ge-1", "done")
    st = s.state
    assert st.at[U["ge-1"]] == I["3208"] and st.at[U["ge-2"]] == I["3207"] and st.flipped >> U["ge-1"] & 1
    assert st.holder(I["3207"]) == tables.GE


@rule("ditt.7.4i")
def test_if_both_sides_die_the_defender_keeps_the_hex() -> None:
    s = pulse("central", dice=[4, 4, 6, 6], units={"ge-1": "3208 1", "fr-5": "3207 1"})
    play(s, "stack 3208", "step 3207", "dice 2", "dice 2")
    s2 = pulse("central", dice=[3, 3, 4, 4], units={"ge-1": "3208 1", "fr-5": "3207 1"})
    play(s2, "stack 3208", "step 3207", "dice 2", "dice 2")
    assert s2.state.at[U["ge-1"]] == s2.state.at[U["fr-5"]] == POOL and s2.state.holder(I["3207"]) == tables.FR
    assert "holds" in keys(s2)


@rule("ditt.7.4j", "ditt.9.4e", "ditt.9.4g", "ditt.9.4f")
def test_who_cannot_retreat_dies_and_army_max_falls() -> None:
    around = {n: "ge" for n in ("3206", "3106", "3107", "3306", "3307", "3308")}
    s = pulse(
        "central",
        dice=[6, 6, 1, 1],
        units={"ge-1": "3208 9", "fr-5": "3207 7", "fr-legion": "3207"},
        holds={"ge": list(around)},
        max={"fr": 50},
    )
    s.state.derive()
    play(s, "stack 3208", "step 3207", "dice 2", "dice 2")
    settle(s)
    st = s.state
    assert st.at[U["fr-5"]] == POOL and st.divs[U["fr-5"]] == 0
    lost = next(e.params["divs"] for e in s.journal if e.key == "perishes" and e.params["unit"] == "fr-5")
    assert st.max[tables.FR] == 50 - lost // 2 and st.at[U["fr-legion"]] == GONE


@rule("ditt.8.4a", "ditt.8.4b", "ditt.8.4i", "ditt.8.4j", "ditt.8.4k", "ditt.8.4e", "ditt.7.4c")
def test_a_fort_must_be_destroyed_to_be_taken() -> None:
    s = pulse("central", dice=[6] * 3 + [1, 1], units={"ge-1": "3208 9"})
    play(s, "stack 3208", "step 3308", "dice 3", "dice 2")  # 18 hits are not enough for 20
    settle(s)
    assert s.state.forts >> I["3308"] & 1 and s.state.at[U["ge-1"]] == I["3208"] and s.state.flipped >> U["ge-1"] & 1
    assert next(e.params["fire"] for e in s.journal if e.key == "fires") == [9 * 3 + 4, 15 + 4]
    s = pulse("central", dice=[6] * 4 + [1, 1], units={"ge-1": "3208 9"}, siege=["hand", "lost"])
    play(s, "stack 3208", "step 3308", "dice 4", "dice 2", "done")
    assert not s.state.forts >> I["3308"] & 1 and s.state.holder(I["3308"]) == tables.GE and s.state.at[U["ge-1"]] == I["3308"]


@rule("ditt.8.4f", "ditt.8.4i", "ditt.8.4h")
def test_the_garrison_of_an_intact_fort_stands() -> None:
    s = pulse("central", dice=[6] * 3 + [1, 1], units={"ge-1": "3208 9", "bl-1": "3308"})
    play(s, "stack 3208", "step 3308", "dice 3", "dice 2")
    settle(s)
    assert s.state.at[U["bl-1"]] == I["3308"] and s.state.at[U["ge-1"]] == I["3208"]

    assert not entrenched(s.state, 0)


@rule("ditt.7.5a", "ditt.7.5b", "ditt.7.5c", "ditt.7.5d", "ditt.7.5e", "ditt.7.5f", "ditt.7.5h", "ditt.8.4l")
def test_a_siege_until_the_turn_ends() -> None:
    s = pulse("central", dice=[6] * 4 + [1, 1], units={"ge-1": "3208 9", "ge-2": "3208 5", "fr-1": "3205 3"})
    play(s, "stack 3208", "leave ge-2", "step 3308", "dice 4", "dice 2")
    assert texts(s) == ["besiege", "yield"] and s.decision is not None and s.decision.seat == tables.EP
    play(s, "besiege")
    st = s.state
    assert st.siege == [-2, I["3308"]] and st.at[U["ge-1"]] == I["3308"] and st.controls(tables.CP, I["3308"])
    assert st.forts >> I["3308"] & 1
    play(s, "pass", "stack 3208", "step 3308")  # despite the flipped friend there
    assert texts(s) == ["attack", "join"]
    play(s, "join", "step 3307")  # around the Fort
    assert st.holder(I["3307"]) == tables.GE
    play(s, "pass", "pass")
    assert not s.state.forts >> I["3308"] & 1 and s.state.siege == [-2, -1] and "starved-out" in keys(s)


@rule("ditt.7.5g")
def test_relief_lifts_the_siege() -> None:
    s = pulse(
        "entente", dice=[6] * 3 + [1, 1], units={"ge-1": "3308 1", "fr-1": "3307 9"}, siege=["hand", "3308"], holds={"ge": ["3308"]}
    )
    assert s.state.controls(tables.CP, I["3308"])
    play(s, "stack 3307", "step 3308", "dice 3", "dice 2")
    settle(s)
    assert s.state.siege == [-2, -1] and s.state.controls(tables.EP, I["3308"]) and s.state.forts >> I["3308"] & 1


@rule("ditt.8.4m", "ditt.2.5c")
def test_a_fort_retaken_is_rebuilt() -> None:
    s = pulse("entente", units={"bl-1": "3407", "fr-1": "3307 3"}, hexes={"forts-destroyed": ["3308"]}, holds={"ge": ["3308"]})
    play(s, "stack 3307", "step 3308", "halt")
    assert not s.state.forts >> I["3308"] & 1
    play(s, "pass", "pass")
    assert s.state.forts >> I["3308"] & 1 and "repaired" in keys(s)


@rule("ditt.8.4c", "ditt.8.4d")
@pytest.mark.parametrize("hex", ["0119", "1702", "1405"])
def test_colonial_forts(hex: str) -> None:
    assert places.FORT_FACTORS[I[hex]] == (2, 9) and places.FORT_FACTORS[I["3013"]] == (15, 20)
    assert sum(1 for f in places.FORT_FACTORS.values() if f == (2, 9)) == 4


@rule("ditt.8.4g", "ditt.9.4b")
def test_an_army_out_of_supply_fights_at_half_but_its_fort_does_not() -> None:
    from firestep.games.ditt.combat import combat
    from games.ditt.positions import fight

    s = pulse(
        "central",
        turn=2,
        units={"rs-4": "2715 5", "ge-1": "2714 9"},
        holds={"ge": [*places.numbers(places.COUNTRY["Poland"]), "2615", "2616", "2716", "2815", "2816"]},
    )
    f = fight(s, "2715", "ge-1")
    assert combat.out_of_supply(s.state, f) == 1 << U["rs-4"]
    assert combat.firepower(s.state, f, False) == 5 * 2 // 2 + 15 + 4


@rule("ditt.9.4b")
def test_halved_fortitude_absorbs_half() -> None:
    s = pulse("central", units={"rs-4": "2715 5"})
    assert [losses.absorbs(s.state, U["rs-4"], n, 1 << U["rs-4"]) for n in (1, 2, 3)] == [3, 5, 8]
    assert losses.absorbs(s.state, U["rs-guards"], 1, 1 << U["rs-guards"]) == 8


@rule("ditt.8.1a", "ditt.8.1d", "ditt.8.1e", "ditt.8.1c", "ditt.8.1b")
def test_air_superiority() -> None:
    from firestep.games.ditt.combat import combat
    from games.ditt.positions import fight

    s = pulse("central", turn=13, air="d-type", units={"ge-1": "3208 4", "fr-5": "3207 5", "rs-1": "3117 5", "ge-8": "3116 4"})
    assert combat.air_bonus(s.state, fight(s, "3207", "ge-1"), tables.CP) == 4  # +5, but only four Divs
    assert combat.air_bonus(s.state, fight(s, "3207", "ge-1"), tables.EP) == 0
    assert combat.air_bonus(s.state, fight(s, "3117", "ge-8"), tables.CP) == 0  # against Russians there is none
    units = {"ge-1": "0813 4", "br-eef": "0812 5"}
    n = bring(pulse("central", turn=13, air="d-type", allegiance={"tu": "central"}, units=units), "pipeline")
    assert combat.air_bonus(n.state, fight(n, "0812", "ge-1"), tables.CP) == 0


@rule("ditt.8.2a", "ditt.8.2b", "ditt.8.2c")
def test_the_red_baron_flies_once_a_turn() -> None:
    s = pulse("central", turn=13, dice=[1, 1, 1, 1, 1], flags=["baron"], units={"ge-1": "3208 4", "fr-5": "3207 5"})
    play(s, "stack 3208", "step 3207")
    assert texts(s) == ["baron", "pass"]
    play(s, "baron", "dice 2", "dice 2")
    assert next(e.params["fire"] for e in s.journal if e.key == "fires")[0] == -(-(4 * 3 + 5 + 4) * 60 // 100)
    settle(s)
    assert not s.state.flag("baron") and s.state.flag("baron-used") and "baron-lands" in keys(s)
    s = pulse("central", turn=13, flags=["baron", "baron-used"], units={"ge-1": "3208 4", "fr-5": "3207 5"})
    play(s, "stack 3208", "step 3207")
    assert "baron" not in texts(s)


@rule("ditt.8.4f", "ditt.8.4i", "ditt.8.4j")
def test_who_survives_on_a_fallen_fort_must_leave_it() -> None:
    """24 hits do not kill a Minor Force of 28, so they fall on the Fort; the attacker has the hex though he took 30 (C22)."""
    s = pulse("central", dice=[6] * 4 + [6] * 5, units={"ge-1": "3108 20", "ca-corps": "3107"}, siege=["hand", "lost"])
    assert s.state.factors(U["ca-corps"])[2] == 28
    play(s, "stack 3108", "step 3107", "dice 4", "dice 5")
    while type(s.decision.step).__name__ != "Pulse":  # type: ignore[union-attr]
        play(s, "done" if "done" in texts(s) else texts(s)[0])
    st = s.state
    assert not st.forts >> I["3107"] & 1 and st.holder(I["3107"]) == tables.GE and st.at[U["ge-1"]] == I["3107"]
    assert st.at[U["ca-corps"]] > 0 and st.at[U["ca-corps"]] != I["3107"] and st.flipped >> U["ca-corps"] & 1


@rule("ditt.7.4c")
def test_who_has_left_the_war_does_not_retreat() -> None:
    from firestep.games.ditt.combat.retreat import RetreatAll

    s = pulse("central", units={"fr-1": "3308 3", "bl-1": "3308"})
    s.state.set_side(tables.FR, tables.OUT)
    steps = RetreatAll(tables.EP, (U["fr-1"], U["bl-1"]), -1).run(s)
    assert [x.unit for x in steps] == [U["bl-1"]]  # type: ignore[attr-defined]
