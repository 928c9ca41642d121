"""A marker lies only as long as its reason holds: after every order of whole games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from firestep.bots import BOTS, answer
from firestep.engine.session import Session
from firestep.games.gwb import rail
from firestep.games.gwb.meta import battles
from firestep.games.gwb.state import COORDINATED, HASTY, MOVEMENT
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, count, dis, field, on_the_move, unit
from games.gwb.test_fuzz import choose, start
from sampling import WHOLE

#: the questions between two orders: then everything that an order brings with it is done
BETWEEN = {"MarchOrders", "PickUnit", "Restructuring", "CombatPhase"}


def outlived(s: Session[Any], before: Any, seen: Counter[str]) -> list[str]:
    """The markers whose reason no longer holds. `before` is the state before the last order. `seen` counts the markers."""
    st, k = s.state, s.state.side
    b = st.b
    between = type(s.top).__name__ in BETWEEN
    combat = st.phase in (COORDINATED, HASTY)
    here = sum(1 << u for u, h in enumerate(st.at) if h > 0)
    due = st.due(0) | st.due(1)
    cargo = sum(1 << u for u in st.cargo if u >= 0)
    stay = st.open | st.disorganised | st.deployed
    moved = sum(1 << u for u in bits(before.open | before.disorganised | before.deployed) if before.at[u] != st.at[u] > 0)
    isolated = sum(1 << u for u in bits(here) if st.isolated(b.units[u].side) >> st.at[u] & 1)
    alone = sum(1 << u for u, n in enumerate(st.iso) if n)
    ties = [(g, h) for g, h in st.ties.items() if h]
    loose = sum(1 << g for g, h in ties if not st.stack(h) & b.of_side[1 - k])
    off_rails = sum(1 << u for u in bits(st.entrained & here) if not rail.stations(st) >> st.at[u] & 1)
    seen.update(
        march=bool(st.marching),
        train=bool(st.entrained),
        open=bool(st.open),
        deployed=bool(st.deployed),
        disorganised=bool(st.disorganised),
        isolated=bool(alone),
        forced=bool(st.forced),
        battle=bool(st.markers),
        suppressed=bool(st.silenced),
        ties=bool(ties),
        harassed=bool(st.harassed),
        broken=bool(st.broken),
    )
    wrong = {
        "March Order of a unit that is disorganised (G81)": st.marching & st.disorganised,
        "March Order of a unit on a train (7.4f)": st.marching & st.entrained,
        "March Order of a deployed gun (7.4j)": st.marching & st.deployed,
        "March Order of a unit under an open-attack marker (13.2)": st.marching & st.open,
        "March Order of a unit that fought in this turn (7.4e)": st.marching & (st.fought | st.acted & b.of_side[k]),
        "March Order of a unit that is not there": st.marching & ~(here | due),
        "March Order after the opponent's player turn (7.4d)": st.marching & b.of_side[k] if st.phase == COORDINATED else 0,
        "a train without its rail marker, or the reverse": st.entrained ^ cargo,
        "a train with a disorganised unit (7.6e)": st.entrained & st.disorganised,
        "a train with a deployed gun (7.6i)": st.entrained & (st.deployed | ~here),
        "a train off the rails": off_rails if between else 0,
        "an open-attack marker on a unit that made no attack (13.2)": st.open & ~here | st.open & b.guns,
        "a move under an open-attack or disorganised marker, or deployed (13.2, 9.0e, 7.8)": moved & stay & ~b.of_side[1 - k]
        if before.phase == MOVEMENT and not harassed_just_now(s)
        else 0,
        "deployed, and no gun on the map": st.deployed & ~(here & b.guns),
        "disorganised, and neither on the map nor sent back (G53)": st.disorganised & ~(here | due),
        "isolated with a line of communication (12.3)": alone & ~isolated if between else 0,
        "isolated, and not on the map": alone & ~here,
        "force-marched in another player turn (7.5)": st.forced & ~b.of_side[k],
        "force-marched and fought (7.5c)": st.forced & (st.fought | st.acted),
        "force-marched and not disorganised (7.5h)": st.forced & here & ~st.disorganised if between else 0,
        "fought in another player turn": st.fought & ~b.of_side[k],
        "suppressed after the phase (13.4d)": st.silenced if not combat else st.silenced & (b.of_side[k] | ~b.guns),
        "attacked in this phase, and no gun of the defender": st.was_hit if not combat else st.was_hit & (b.of_side[k] | ~b.guns),
        "support tied to a hex that was left (G14)": loose if between else 0,
        "harassing fire noted outside the movement phase": bool(st.harassed) and st.phase != MOVEMENT,
        "fired off the board, and on the map": st.fired_off & ~b.off_board,
        "a battle marker after the player turn (6.5b)": st.markers if st.turn != before.turn or k != before.side else 0,
        "a hex left for another one in which nobody was attacked": st.targets_done & ~st.markers,
        "an objective not held by who stands there (G79)": sum(
            1 << h for h in b.objectives for side in (0, 1) if st.occ[side] >> h & 1 and not st.held[side] >> h & 1
        ),
        "demoralised below its number of steps (13.1)": sum(
            1 << i for i in bits(st.broken) if not b.morale[i] or st.lost[i] < b.morale[i]
        ),
    }
    return [name for name, found in wrong.items() if found]


#: fields of the state without a cause that could end, and why
NO_MARKERS = {
    **dict.fromkeys(("rolls", "steps", "blown", "ended"), "a track, or what happened once and for all"),
    **dict.fromkeys(("moved", "target", "tasks"), "emptied when its phase or turn begins again"),
    **dict.fromkeys(("began_dis", "began_zone", "began_near"), "written when a player turn begins"),
    "dis": "the levels of what `disorganised` names",
}


def harassed_just_now(s: Session[Any]) -> bool:
    """A unit that is hit on its march moves back, if its hex is full (gwb.8.0i)."""
    return any(e.key in ("harass", "displaced") for e in list(s.journal)[-6:])


@rule("gwb.7.4d", "gwb.6.5b", "gwb.12.3b", "gwb.13.2f", "gwb.13.4d", "gwb.7.6e", "gwb.7.5h")
@pytest.mark.parametrize("scenario", battles())
@pytest.mark.parametrize("who", ["random", "greedy"])
def test_no_marker_outlives_its_reason(scenario: str, who: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(20 if WHOLE else 8 if scenario == "training" else 1):
        s, r = start(scenario, 600 + seed), random.Random(seed)
        bot = BOTS[who](seed)
        for _ in range(60000 if WHOLE else 1500 if who == "greedy" else 5000):
            if not (d := s.decision):
                break
            before = s.state.copy()
            s.take(choose(r, d.actions) if who == "random" else answer(bot, s))
            assert outlived(s, before, seen) == [], (seed, len(s.history), d.actions[:3])
    often = {"open", "deployed", "battle", "ties"} | ({"march", "forced", "disorganised"} if who == "random" else {"isolated"})
    assert often <= {name for name, n in seen.items() if n}


@rule("gwb.13.7e", "gwb.7.6e", "gwb.9.0h")
def test_who_combines_his_steps_on_a_train_leaves_it() -> None:
    """G81: a disorganised unit is on no train."""
    s = on_the_move({"ge-c1": "0303 reduced", "ge-c2": "0303 reduced", "fr-k": "0110"})
    play(s, "move ge-c1", "entrain", "halt", "done")
    assert s.state.entrained >> unit(s, "ge-c1") & 1
    play(s, "merge ge-c1 ge-c2")
    assert dis(s, "ge-c1") == 1 and not s.state.entrained and s.state.cargo == [-1] and at(s, "ge-c1") == "0303"


@rule("gwb.7.4i", "gwb.7.6e")
@pytest.mark.parametrize("reply", ["hold", "retreat"])
def test_who_is_attacked_on_a_train_leaves_it_disorganised(melee: Melee, reply: str) -> None:
    melee(0, 1)
    s = on_the_move({"ge-c1": "0303", "fr-b": "0305", "fr-z1": "1010"})
    play(s, "move ge-c1", "entrain", "halt", "done", "done", "done")
    assert s.state.side == 0 and s.state.entrained >> unit(s, "ge-c1") & 1
    play(s, "attack 0303", "across fr-b 0304", "commit", reply)
    if reply == "retreat":
        play(s, next(t for t in texts(s) if t.startswith("back")))
    else:
        bleed(s)
    assert dis(s, "ge-c1") == 1 and not s.state.entrained and s.state.cargo == [-1]


# -- overkill (gwb.6.4.4) -------------------------------------------------------------------------------------------------


@rule("gwb.6.4.4")
def test_overkill_is_told_only_as_far_as_it_spares_a_loss(melee: Melee) -> None:
    """Three steps are owed where two stand. The attacker owes nothing, so that nothing is spared."""
    melee(0, 3)
    wall = {"ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "ge-d2": "0806", "ge-u": "0707"}
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706", **wall}, dice=[1, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    assert at(bleed(s), "fr-k") == "-1" and count(s, "overkill") == 0
