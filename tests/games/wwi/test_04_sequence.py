"""Chapter 4: the ten phases of a turn, in their order."""

from __future__ import annotations

from typing import Any

import pytest

import firestep
from firestep.engine.errors import Illegal
from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.sequence import superior
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.places import (
    ALL_FORTS,
    CITIES,
    EAST,
    FRENCH_EDGE,
    STAND,
    choices,
    country,
    distance,
    duel,
    near,
    unit_verbs,
    verbs,
    where,
    why,
)


def fronts(**more: Any) -> Session[Any]:
    """Enemies in contact in France; both sides could attack."""
    flanks = [n for n in near(STAND) if n in near(EAST)]
    return duel(units=dict(zip(("fr-2", "fr-3"), flanks, strict=True)), **more)[0]


def _beside() -> str:
    return next(n for n in near(STAND) if n[:2] == STAND[:2])


def build_phase(turn: int, **more: Any) -> Session[Any]:
    return situation("wwi", clear=True, turn=turn, phase=10, **more)


@rule("wwi.4.0a", "wwi.5.11b", "wwi.5.24")
def test_no_action_outside_its_phase() -> None:
    """Attacks belong to attack phases, moves to Movement Phases, builds and loans to the last phase; all else is refused."""
    wanted = {
        1: {"done", "move"},
        2: {"done", "move"},
        4: {"attack", "done"},
        5: {"attack", "done"},
        6: {"attack", "done"},
        7: {"attack", "done"},
        8: {"attack", "done"},
        9: {"attack", "done"},
        10: {"build", "done", "rebuild"},
    }
    for phase, words in wanted.items():
        s = fronts(phase=phase, crp={"fr": 30, "ge": 30})
        assert verbs(s) <= words and verbs(s) >= words - {"attack", "rebuild"}, phase
        for foreign in {"move fr-1", "move ge-1", f"attack {STAND}", f"build fr {FRENCH_EDGE[0]}", "lend fr sb"}:
            if foreign.split()[0] not in words:
                with pytest.raises(Illegal):
                    s.take(foreign)


@rule("wwi.4.ph1", "wwi.4.ph2a", "wwi.5.11a", "wwi.5.0a")
def test_allies_move_first_then_the_central_powers() -> None:
    """Each turn the Allies move first, by land, rail and sea, then the Central Powers; each moves what he likes of his own."""
    port = next(n for n in board.hexes(board.SEA_START & board.HOME[board.FR]))
    s = situation("wwi", clear=True, turn=3, phase=1, units={"fr-1": STAND, "br-1": port, "ge-1": CITIES["ge"][0]})
    assert s.decision.seat_name == "allied" and s.state.phase == 1
    assert texts(s) == ["done", "move br-1", "move fr-1"]
    assert {"to", "sea", "stay"} <= unit_verbs(s, "br-1")
    assert why(s, "move ge-1") == ["wwi.5.11a"]
    s.take("done")  # none needs to move
    assert s.decision.seat_name == "central" and s.state.phase == 2
    assert texts(s) == ["done", "move ge-1"]
    assert why(s, "move fr-1") == ["wwi.5.11a"]


@rule("wwi.4.ph2b")
def test_no_central_sea_moves() -> None:
    """A Central army in the best of harbours has no sea move, though an Allied one there would."""
    port = next(n for n in board.hexes(board.SEA_START & board.HOME[board.TU]) if n not in board.hexes(board.FORTS))
    here = next(n for n in board.hexes(board.SEA_START & board.HOME[board.FR]))
    s = situation("wwi", clear=True, turn=3, phase=2, units={"ge-1": here, "tu-1": port})
    assert "sea" not in unit_verbs(s, "ge-1") | unit_verbs(s, "tu-1")
    landing = next(n for n in board.hexes(board.SEA_END & board.HOME[board.IT]))
    assert why(s, "move ge-1", f"sea {landing}") == ["wwi.4.ph2b"]
    assert "sea" in unit_verbs(situation("wwi", clear=True, turn=3, phase=1, units={"fr-1": here}), "fr-1")


@rule("wwi.4.ph3a", "wwi.4.ph3b", "wwi.4.ph3c")
@pytest.mark.parametrize(
    ("fr", "ge", "us", "it", "who"),
    [
        (31, 30, 0, 0, "allied"),
        (30, 31, 0, 0, "central"),
        (30, 30, 0, 0, "central"),
        (30, 30, 20, 0, "central"),
        (30, 30, 0, 15, "central"),
    ],
)
def test_superior_player_has_more_points(fr: int, ge: int, us: int, it: int, who: str) -> None:
    """More points make the Superior Player, equal points the Central Powers; the points of nations not at war do not count."""
    crp = {n: 0 for n in board.NATIONS} | {"fr": fr, "ge": ge, "us": us, "it": it}
    s = situation("wwi", clear=True, turn=2, phase=2, units={"fr-1": STAND, "ge-1": EAST}, crp=crp)
    s.take("done")
    assert board.SEATS[s.state.superior] == who
    assert s.state.phase == 4 and s.decision.seat_name == who


@rule("wwi.4.ph3d")
def test_roles_hold_for_the_turn() -> None:
    """Points spent after the third phase do not change who is Superior before the next turn."""
    s = fronts(phase=2, crp={n: 0 for n in board.NATIONS} | {"ge": 10, "fr": 9}, dice=[6])
    s.take("done")
    assert s.decision.seat_name == "central"
    play(s, f"attack {STAND}", "add ge-1", "go", "pay ge 4")
    assert s.state.crp[board.GE] < s.state.crp[board.FR]
    seats = []
    while s.state.phase < 10:
        seats.append((s.state.phase, s.decision.seat_name))
        s.take("done")
    assert seats == [(4, "central"), (5, "allied"), (6, "central"), (7, "allied"), (8, "central"), (9, "allied")]


@rule("wwi.4.ph3e")
def test_sixty_against_forty_six() -> None:
    """At the start of the historical game the Central Powers have 60 points against 46."""
    s = firestep.start("wwi", scenario="historical", seed=1)
    assert superior(s.state) == (board.CENTRAL, 46, 60)
    assert s.state.superior == board.CENTRAL and s.decision.seat_name == "central"


@rule("wwi.4.ph3f")
def test_sixty_against_forty_five() -> None:
    """In the free game neutral Belgium does not count: 60 against 45."""
    s = situation("wwi", "free", clear=True, turn=1, phase=2, units={"ge-1": CITIES["ge"][0]})
    s.take("done")
    note = next(e for e in s.journal if e.key == "superior")
    assert (note.params["allied"], note.params["central"], note.params["side"]) == (45, 60, "central")


@rule("wwi.4.ph4a", "wwi.4.ph5", "wwi.4.ph6", "wwi.4.ph7", "wwi.4.ph8", "wwi.4.ph9")
@pytest.mark.parametrize("who", ["central", "allied"])
@pytest.mark.parametrize("phase", [4, 5, 6, 7, 8, 9])
def test_attack_phases_alternate(phase: int, who: str) -> None:
    """In phases 4, 6 and 8 only the Superior Player attacks, in 5, 7 and 9 only the Inferior one."""
    s = fronts(phase=phase, superior=who)
    mine = who if phase % 2 == 0 else {"central": "allied", "allied": "central"}[who]
    assert s.decision.seat_name == mine and s.state.phase == phase
    held = {
        n
        for id, i in zip(board.UNITS, s.state.at, strict=True)
        if i >= 0 and (id[:2] == "ge") == (mine == "allied")
        for n in [board.NUMBER[i]]
    }
    assert {a[1] for a in s.decision.actions if a[0] == "attack"} <= held
    assert any(a[0] == "attack" for a in s.decision.actions)
    s.take("done")
    assert s.state.phase == phase + 1


@rule("wwi.4.ph4a")
def test_attacks_in_any_order() -> None:
    """The Superior Player picks which of two targets comes first."""
    s = duel(units={"fr-2": _beside(), "ge-2": next(n for n in near(_beside()) if n not in (STAND, EAST) and n > _beside())})[0]
    targets = [t for t in texts(s) if t.startswith("attack")]
    assert sorted(targets) == sorted([f"attack {STAND}", f"attack {_beside()}"])
    for t in targets:
        assert s.copy().take(t) is None


@rule("wwi.4.ph4b")
def test_one_attack_is_finished_before_the_next() -> None:
    """Losses and advance of an attack come before another attack can be declared."""
    s = duel(
        units={"fr-2": _beside(), "ge-2": next(n for n in near(_beside()) if n not in (STAND, EAST) and n > _beside())},
        dice=[1],
        crp={"ge": 9, "fr": 9},
    )[0]
    play(s, f"attack {STAND}", "add ge-1", "go")
    seen = []
    while s.state.fight is not None:
        assert not any(t.startswith("attack") for t in texts(s))
        with pytest.raises(Illegal):
            s.take(f"attack {_beside()}")
        seen.append(s.decision.seat_name)
        s.take(s.decision.actions[-1])
    assert "allied" in seen and "central" in seen
    assert f"attack {_beside()}" in texts(s)


@rule("wwi.4.ph4c", "wwi.4.ph5", "wwi.4.ph6", "wwi.4.ph7", "wwi.4.ph8", "wwi.4.ph9")
@pytest.mark.parametrize("phase", [4, 5, 6, 7, 8, 9])
def test_armies_are_given_up_only_in_the_third_round(phase: int) -> None:
    """While points or a retreat can meet a loss no army is given up by choice in the first two rounds; in the third it may be."""
    central = phase % 2 == 0
    attacker, defender = ("ge-1", "fr-1") if central else ("fr-1", "tu-1")
    s, _ = duel(
        attacker,
        defender,
        phase=phase,
        dice=[3],
        crp={"ge": 9, "fr": 9, "tu": 6, "ah": 0, "br": 0},
        units={"fr-2": _beside()} if not central else {},
    )
    target = STAND
    play(s, f"attack {target}", *(f"add {u}" for u in ((attacker,) if central else ("fr-1", "fr-2"))), "go")
    assert ("destroy" in texts(s)) == (phase >= 8), texts(s)
    s.take(next(t for t in texts(s) if t.startswith(("stand", "retreat"))))
    while s.decision.seat_name != ("central" if central else "allied"):
        s.take(s.decision.actions[0])
    assert any(t.startswith("lose") for t in texts(s)) == (phase >= 8), texts(s)
    assert any(t.startswith("pay") for t in texts(s))


@rule("wwi.4.ph4d")
@pytest.mark.parametrize("phase", [4, 6, 8])
def test_an_attacked_fort_may_be_given_up_in_any_round(phase: int) -> None:
    """The owner of an empty fortification may let it fall to meet the loss, although he could pay."""
    fort = next(n for n in board.hexes(board.FORTS_OF[board.FR]) if any(country(m) == "fr" and m not in ALL_FORTS for m in near(n)))
    here = next(m for m in near(fort) if m not in ALL_FORTS and m[:2] >= fort[:2])
    s = situation(
        "wwi",
        clear=True,
        turn=3,
        phase=phase,
        superior="central",
        units={"ge-1": here},
        dice=[1],
        crp={"fr": 9, "ge": 9},
        hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]},
    )
    play(s, f"attack {fort}", "add ge-1", "go")
    assert texts(s) == ["give-up", "stand"]
    s.take("give-up")
    assert not s.state.forts >> board.INDEX[fort] & 1 and s.state.crp[board.FR] == 9


# -- the last phase --------------------------------------------------------------------------------------------------------


@rule("wwi.4.ph10a", "wwi.4.ph10b", "wwi.4.ph10c", "wwi.4.ph10d", "wwi.4.ph10e")
def test_segments_of_the_build_phase() -> None:
    """Income, US arrivals, Allied builds, Central builds, loans of either side, and only then the end of the unsupplied."""
    lost = next(n for n in CITIES["ah"] if len(near(n)) == 6)
    guards = {"ah-1": near(lost)[0], "ah-2": max(near(lost), key=lambda n: distance(n, near(lost)[0]))}
    s = build_phase(
        8,
        units={"fr-1": STAND, "fr-2": lost, "ge-1": EAST, **guards},
        hexes={"forts-destroyed": ALL_FORTS},
        crp={"fr": 0, "ge": 0, "ah": 0, "br": 0},
    )
    assert s.state.crp[board.FR] == 10 and s.state.crp[board.GE] == 15  # a: before anybody builds
    seen = []
    while s.state.turn == 8:
        seen.append((s.decision.seat_name, *sorted(verbs(s))))
        assert where(s, "fr-2") == lost
        assert keys(s).count("income") == 1
        s.take(next(t for t in texts(s) if t.split()[0] in ("arrive", "done")))
    assert seen == [
        ("allied", "arrive"),
        ("allied", "build", "done", "rebuild"),
        ("central", "build", "done", "rebuild"),
        ("allied", "done", "lend"),
        ("central", "done", "lend"),
    ]
    assert where(s, "fr-2") == "gone" and where(s, "us-1") in FRENCH_EDGE


@rule("wwi.4.ph10b", "wwi.4.ph10c")
def test_builds_are_paid_and_seen() -> None:
    """A build is paid on the spot; the Central player builds when the Allied armies already stand."""
    s = build_phase(3, crp={"fr": 0, "ge": 0})
    play(s, f"build fr {FRENCH_EDGE[0]}")
    assert s.state.crp[board.FR] == 20 - 5
    s.take("done")
    assert s.decision.seat_name == "central" and s.state.occ[board.ALLIED] == 1 << board.INDEX[FRENCH_EDGE[0]]
    s.take(f"build ge {CITIES['ge'][0]}")
    assert s.state.crp[board.GE] == 40 - 5


@rule("wwi.4.ph10d")
def test_loans_by_both_sides() -> None:
    """France helps Serbia, then Germany helps Turkey, in the same segment."""
    s = build_phase(3, crp={"fr": 0, "ge": 0, "sb": 0})
    play(s, "done", "done", "lend fr sb", "amount 2", "done", "lend ge tu", "amount 3")
    assert (s.state.crp[board.SB], s.state.crp[board.FR], s.state.crp[board.TU], s.state.crp[board.GE]) == (2, 18, 9, 37)


@rule("wwi.4.ph10e")
def test_unsupplied_forts_fall_with_the_units() -> None:
    """A fortification cut off from its own sources falls at the end of the turn together with cut-off units."""
    fort = next(n for n in board.hexes(board.FORTS_OF[board.GE]) if n[:2] > "18" and board.FORT_STRENGTH[board.INDEX[n]] == 2)
    ring = dict(zip((id for id in board.UNITS if id.startswith("rs-")), (n for n in near(fort)), strict=False))
    s = build_phase(3, segment="loans-central", units=ring, hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    s.take("done")
    assert not s.state.forts >> board.INDEX[fort] & 1
    s = build_phase(3, segment="loans-central", hexes={"forts-destroyed": [n for n in ALL_FORTS if n != fort]})
    s.take("done")
    assert s.state.forts >> board.INDEX[fort] & 1


@rule("wwi.4.end")
def test_turn_follows_turn_until_the_tenth() -> None:
    """After the last phase the next turn begins with Allied movement; after the tenth turn victory is assessed."""
    s = build_phase(9, segment="loans-central", units={"fr-1": STAND})
    s.take("done")
    assert (s.state.turn, s.state.phase, s.decision.seat_name) == (10, 1, "allied") and not s.over
    while not s.over:
        assert s.state.turn == 10
        d = s.decision
        s.take(("done",) if ("done",) in d.actions else d.actions[0])
    assert s.outcome is not None and keys(s)[-1] == "end"


@rule("wwi.4.0a")
def test_phases_come_in_order() -> None:
    """A turn without any order passes through the ten phases one after another."""
    s = situation("wwi", clear=True, turn=3, phase=1, units={"fr-1": STAND, "ge-1": EAST})
    seen = [s.state.phase]
    while s.state.turn == 3:
        s.take("done")
        if s.state.turn == 3 and s.state.phase != seen[-1]:
            seen.append(s.state.phase)
    assert seen == [1, 2, 4, 5, 6, 7, 8, 9, 10]  # the third asks nobody
    assert keys(s).index("superior") < next(k for k, e in enumerate(s.journal) if e.params.get("phase") == 4)
    assert choices(s, "fr-1")
