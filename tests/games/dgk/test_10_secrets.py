"""Hidden deployment (dgk.X.ind.5, dgk.X.mine.1): nothing that a seat may ask betrays what is hidden from it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firestep.engine.errors import FirestepError
from firestep.engine.session import Session
from firestep.games.dgk import overlays, secrets, view
from firestep.games.dgk.game import GAME
from firestep.games.dgk.placing import Place
from firestep.games.dgk.sequence import Initiative
from firestep.games.dgk.state import OFF, ON, State
from firestep.testing import rule

from .bench import BEST, WORST, act, at, box, keys, n, no, table, unit, where

S = Session[State]


def ambush(x: float, y: float, *more: dict[str, Any], mine: float = 20.0) -> State:
    """Allied infantry on the move; a Central unit lies hidden somewhere, and a minefield and a command mine too."""
    ground = [
        box("minefield", mine, 8, mine + 2, 10, id="m1", side="central"),
        {"id": "k1", "kind": "command-mine", "points": [[mine, 14]], "side": "central"},
    ]
    return table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("c1", "infantry", x, y, 180, hidden=True),
        unit("c2", "infantry", 50, 12, 180),
        *more,
        ground=ground,
        title="Ambush",
    )


def asked(s: S) -> str:
    """All that the Allied seat can ask about."""
    out: dict[str, Any] = {"plain": s.to_plain()}
    out["plain"]["state"].pop("scenario")
    d = s.decision
    assert d is not None
    out["actions"] = d.actions
    out["why"] = [[list(r) for r in GAME.why_not(s, a)] for a in GAME.candidates(s)]
    out["view"] = view.view(s, 0)
    out["inspect"] = [overlays.inspect(s, p) for p in ("c1", "20,9", "22,21")]
    out["overlays"] = [f(s, arg) for f, arg in ((overlays.seen_by, "a1"), (overlays.in_fire, "a1"))]
    out["drawn"] = GAME.draw(s) + GAME.draw_text(s)
    return json.dumps(out, sort_keys=True, default=str)


@rule("dgk.X.ind.5", "dgk.X.mine.1")
def test_two_games_that_differ_in_what_is_hidden_look_the_same() -> None:
    steps = [(Initiative(),), (Place(0, "maneuver", 6000),), (Place(0, "march", 12_000),)]
    for agenda in steps:
        near, far = (at(ambush(x, y, mine=m), *agenda) for x, y, m in ((21, 25.5, 18), (40, 8, 30)))
        assert asked(near) != asked(far)
        assert asked(secrets.conceal(near, 0)) == asked(secrets.conceal(far, 0))
        # what may be answered in the real game says no more than that
        assert near.decision is not None and far.decision is not None and near.decision.actions == far.decision.actions


@rule("dgk.X.ind.5")
def test_the_owner_knows_and_the_spectator_does_not() -> None:
    s = at(ambush(21, 25.5), Initiative())
    assert secrets.conceal(s, 1).hash() == s.hash()
    for seat in (0, None):
        hidden = secrets.conceal(s, seat)
        assert hidden.state.place[n(hidden, "c1")] == OFF and s.state.place[n(s, "c1")] == ON
        assert not any(u["id"] == "c1" for u in view.view(s, seat)["units"])
    assert any(u["id"] == "c1" for u in view.view(s, 1)["units"])


@rule("dgk.X.ind.5")
def test_refusals_do_not_name_what_is_hidden() -> None:
    s = act(ambush(20, 27), "a1")
    seen = secrets.conceal(s, 0)
    for verb in ("dfire", "mfire", "assault"):
        told = [str(r) for r in GAME.why_not(seen, (verb, "c1"))]
        assert told and all("hidden" not in t and "ind.5" not in t for t in told)
    with pytest.raises(FirestepError, match="not on the table"):
        seen.odds("c1", "maneuver")


@rule("dgk.X.ind.5")
def test_a_move_runs_into_hidden_troops_and_stops_an_inch_away() -> None:
    g = ambush(20, 26)
    s = at(g, Place(0, "maneuver", 6000))
    assert no(s, "go 20 24 0") == set()
    s.take("go 20 24 0")
    x, y, _ = where(s, "a1")
    assert x == pytest.approx(20) and 27 <= y <= 27.3  # c1 stands with its front at 26
    assert not g.hidden[n(g, "c1")] and "found" in keys(s) and not s.can_undo
    free = at(ambush(40, 26), Place(0, "maneuver", 6000))
    free.take("go 20 24 0")
    assert where(free, "a1")[1] == 24 and "found" not in keys(free)


@rule("dgk.X.ind.5")
def test_an_assault_runs_into_hidden_troops() -> None:
    def charge(x: float) -> S:
        g = ambush(x, 27.5, unit("c3", "infantry", 20, 25, 180))
        s = act(g, "a1", BEST, WORST, WORST, WORST)
        assert no(s, "assault c3") == set()
        s.take("assault c3")
        return s

    met, free = charge(20), charge(40)
    assert "assault-met" in keys(met) and where(met, "a1")[:2] == (20, 30) and met.state.acted[0] == 1
    assert "assault-met" not in keys(free) and {"assault-home", "assault-stopped"} & set(keys(free))


@rule("dgk.X.ind.5")
def test_a_lost_order_of_a_hidden_unit_is_told_to_its_side_alone() -> None:
    s = act(ambush(21, 20), "c1", WORST)
    s.take("maneuver")
    entry = next(e for e in s.journal if e.key == "order")
    assert entry.params["only"] == "central" and s.state.hidden[n(s, "c1")] == 1
    assert view.view(s, 0)["subject"] is None and view.view(s, 1)["subject"] == "c1"
    assert secrets.conceal(s, 0).agenda == []  # the question to a unit that nobody sees


@rule("dgk.X.mine.1")
def test_finding_a_minefield_closes_undo() -> None:
    s = at(ambush(40, 20, mine=19), Place(0, "march", 22_000))
    s.take("go 20 9 0")
    assert "minefield" in keys(s) and not s.can_undo


def test_only_scenarios_with_something_to_hide_conceal() -> None:
    assert GAME.hides(ambush(20, 20), ())
    assert not GAME.hides(table(unit("a1", "infantry", 20, 30)), ())
    found = ambush(20, 20)
    found.hidden, found.mines, found.exploded = [0] * len(found.hidden), -1, -1
    assert not GAME.hides(found, ()), "once all are found nothing is hidden"
