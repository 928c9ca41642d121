"""What the state notes about units, Leaders and the table holds only as long as its reason does: after every order of battles."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.dgk import damage, formations, movement, sequence, state, vehicles, victory
from firestep.games.dgk.components import geometry
from firestep.games.dgk.formations import DEPLOYED, MARCH
from firestep.games.dgk.game import GAME
from firestep.games.dgk.placing import Place, Reform
from firestep.games.dgk.state import ABOARD, GONE, HALTED, OFF, ON, State
from firestep.testing import rule
from games.dgk.positions import act, at, charged, table, unit
from sampling import WHOLE, every

S = Session[Any]


def outlived(g: State, seen: Counter[str]) -> list[str]:
    """The notes whose reason does not hold."""
    out = []
    for u, d in enumerate(g.scn.units):
        place = g.place[u]
        v = g.aboard[u]
        marks = {
            "rides without a vehicle, or the reverse": (place == ABOARD) != (v >= 0),
            "rides on what is not on the table": v >= 0 and g.place[v] != ON,
            "rides in a formation that has no room (III.pass.3)": place == ABOARD and g.form[u] == MARCH,
            "a bend, and no line (IV.dep.1)": g.bend[u] and g.form[u] != DEPLOYED,
            "a trail, and no column on the table (IV.march.2)": g.trail[u] and (g.form[u] != MARCH or place != ON),
            "a width that its bases do not fill (IV.man.1)": place != GONE
            and g.files[u] not in formations.legal_files(d.artillery, g.bases[u]),
            "gone, and something is left of it": place == GONE and (g.bases[u] or v >= 0 or g.route[u] or g.hidden[u]),
            "a vehicle that deployed (X.auto.3)": d.vehicle not in ("", "train", "wagon") and g.form[u] == DEPLOYED and place == ON,
            "speed, and no train (IV.train.5)": g.speed[u] != HALTED and d.vehicle != "train",
            "moved and let somebody on or off in one turn (X.veh.2)": g.moved[u] and g.loaded[u],
            "moved, and is no vehicle": g.moved[u] and not d.vehicle,
            "got off a train and rides on one (X.train.18)": g.detrained[u] and place == OFF,
            "an aircraft at home that is hurt or has flown (X.air.6)": d.vehicle == "aircraft"
            and place == OFF
            and (g.status[u] or g.sortie[u]),
            "a sortie, and no aircraft": g.sortie[u] and d.vehicle != "aircraft",
            "more passengers than there is room (X.veh.1)": d.capacity
            and place == ON
            and vehicles.load(g, u) > vehicles.capacity(g, u),
            "hidden within an inch of an enemy (D81)": g.hidden[u]
            and place == ON
            and any(state.shape(g, u).distance(state.shape(g, w)) < movement.ZONE - 0.01 for w in state.enemies(g, d.side)),
            "assaulted in this turn, and not on the table": g.assaulted[u] and place == OFF,
        }
        out += [f"{d.id}: {name}" for name, wrong in marks.items() if wrong]
        seen.update(
            aboard=place == ABOARD,
            trail=bool(g.trail[u]),
            bend=bool(g.bend[u]),
            hidden=bool(g.hidden[u]),
            loaded=bool(g.loaded[u]),
            moved=bool(g.moved[u]),
            route=bool(g.route[u]),
        )
    for f, on in enumerate(g.laboard):
        if on and g.place[on - 1] != ON:
            out.append(f"{g.scn.formations[f].leader} rides on what is not on the table")
        elif on and geometry.gap(state.leader_at(g, f), damage.centre(state.shape(g, on - 1))) > 0.01:
            out.append(f"{g.scn.formations[f].leader} is not where his vehicle is (X.veh.4)")
    for i, a in enumerate(g.scn.assets):
        spot = geometry.disc((a.x, a.y), 1.0)
        if not g.assets >> i & 1 and any(state.shape(g, v).distance(spot) <= 0.04 for v in state.enemies(g, a.side)):
            out.append(f"{a.name} is in the hands of the enemy and not lost (XII.mor.6)")
    if g.winner < 0:
        out += [f"army {k} is broken" for k in (0, 1) if g.scn.morale and damage.lost(g, k) and not damage.left(g, k)]
    if (g.winner >= 0) != bool(g.end):
        out.append("the kind of the end without an end, or the reverse")
    return out


def carried_over(g: State) -> list[str]:
    """What is left of the last turn when a new one begins: nobody has acted, moved, fired or been fired on (dgk.III.turn.2)."""
    names = ("assaulted", "fired_on", "moved", "detrained", "loaded", "lmoved", "activated")
    out = [name for name in names if any(getattr(g, name))]
    out += [d.id for u, d in enumerate(g.scn.units) if g.acted[u] and g.place[u] != OFF]
    return out + [d.id for u, d in enumerate(g.scn.units) if g.began[u] != g.form[u]] + ["passes"] * bool(g.passes)


#: fields of the state without a cause that could end, and why
NO_MARKERS = {
    **dict.fromkeys(("rolls", "first", "heading", "s", "f", "lx", "ly", "away"), "a track, a place or a turn"),
    **dict.fromkeys(("wire", "mines", "exploded", "cuts"), "once and for all"),
}


@rule("dgk.X.veh.1", "dgk.X.veh.2", "dgk.IV.march.2", "dgk.IV.dep.1", "dgk.XII.mor.6", "dgk.XII.mor.7")
@pytest.mark.parametrize("who", ["random", "greedy"])
@pytest.mark.parametrize("id", every(2, ["lier", "siedliska", "nanteuil", "quick", "jaroslawice", "le-cateau"]))
def test_no_note_outlives_its_reason(id: str, who: str) -> None:
    s = begin(GAME, id, GAME.settle_options({}), Dice(f"markers {id} {who}"))
    bot, seen = bots.make(who, 5), Counter[str]()
    for _ in range(3000 if WHOLE else 60 if who == "greedy" else 150):
        if s.decision is None:
            break
        turn = s.state.turn
        s.take(bots.answer(bot, s))
        assert outlived(s.state, seen) == [], len(s.history)
        assert s.state.turn == turn or carried_over(s.state) == [], len(s.history)
    assert sum(map(bool, seen.values())) >= (2 if id in ("lier", "nanteuil") else 0)


@rule("dgk.IV.march.2", "dgk.IV.dep.1", "dgk.X.veh.3", "dgk.IV.fall.1")
def test_a_column_or_a_bent_line_keeps_nothing_of_its_shape_in_another() -> None:
    """Random orders to units that begin in a bent line or in a column with a way behind it."""
    for seed in range(60):
        r = random.Random(seed)
        g = table(
            unit("a1", "infantry", 20, 30, 0, "march", bases=4), unit("c1", "infantry", 20, 20, 180), unit("c2", "infantry", 30, 8)
        )
        at(g, Place(0, "march", 9000)).take("go 24 27 90 via 21 27")
        assert g.trail[0]
        step = r.choice([Place(0, "deploy", 0), Place(0, "maneuver", 6000), Reform(0), Place(0, "march", 9000)])
        s = at(g, step)
        s.take(r.choice(s.decision.actions))
        if r.random() < 0.5:
            damage.hurt(act(g, "c1"), 0, 3, damage.Source((20, 20), 1))
        assert outlived(g, Counter()) == []


@rule("dgk.XII.mor.6")
@pytest.mark.parametrize("order", ["march", "maneuver"])
def test_no_dump_outlives_the_arrival_of_an_enemy(order: str) -> None:
    """Random moves, and retreats, of a unit near two dumps of the enemy."""
    taken = 0
    for seed in range(30):
        r = random.Random(f"dumps {order} {seed}")
        spots = [(20 + r.uniform(-4, 4), 25 + r.uniform(-3, 3)) for _ in range(2)]
        assets = [
            {"id": f"d{k}", "name": f"Dump {k}", "side": "central", "x": x, "y": y, "value": 1} for k, (x, y) in enumerate(spots)
        ]
        g = table(
            unit("a1", "infantry", 20, 32, 0, order),
            *(unit(f"c{k}", "infantry", 34 + 4.5 * k, 8, 180) for k in range(6)),
            assets=assets,
        )
        s = at(g, Place(0, order, 14_000))
        s.take(
            r.choice([a for a in s.decision.actions if a[0] == "go"])
            if r.random() < 0.5
            else f"go {spots[0][0]:.2f} {spots[0][1] + 0.5:.2f} 0"
        )
        assert outlived(g, Counter()) == []
        damage.hurt(act(g, "a1"), 0, 2, damage.Source((20, 40), 1))  # it falls back to the north
        assert outlived(g, Counter()) == []
        taken += bool(g.assets)
    assert taken > 5


# -- one result for both sides (D61), and the kind of the end -------------------------------------------------------


@rule("dgk.XII.mor.7", "dgk.VII.eff.1")
@pytest.mark.parametrize(("both", "winner"), [("actor", 0), ("draw", 2)])
def test_an_assault_that_destroys_both_breaks_both_armies(both: str, winner: int) -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver", bases=2),
        unit("c1", "machinegun", 20, 25, 180, bases=1),
        options={"both": both},
    )
    s = charged(g, hit=3, own=3)
    assert g.place[0] == g.place[1] == GONE and g.losses == [1, 1] and g.winner == winner
    assert s.outcome is not None and s.outcome.rule == "dgk.XII.mor.7"


@rule("dgk.XII.mor.1", "dgk.XII.mor.7")
@pytest.mark.parametrize("words", ["Dawn breaks.", "Both armies break off.", "Night falls."])
@pytest.mark.parametrize("limit", ["allied", ""])
def test_the_kind_of_the_end_does_not_hang_on_its_words(words: str, limit: str) -> None:
    g = table(unit("a1", "infantry", 10, 40), unit("c1", "infantry", 50, 8), turns=1, limit_winner=limit, limit_reason=words)
    g.turn = 0
    s = at(g, sequence.TurnBegins(), dice=[[1]])
    assert "end" not in g.to_plain()
    s.take("pass")
    s.take("pass")
    assert s.outcome is not None and s.outcome.rule == victory.CHOSEN and s.outcome.reason == words
    assert s.outcome.level == ("victory on time" if limit else "draw") and g.to_plain()["end"] == "time"


def test_a_battle_that_was_stored_without_the_kind_of_its_end_is_read() -> None:
    g = table(unit("a1", "machinegun", 20, 30, 0, bases=1), unit("c1", "machinegun", 40, 30))
    damage.destroy(act(g, "c1"), 0, 1, "dgk.V.dmg.6")
    old = g.to_plain()
    assert old.pop("end") == "break"
    again = State.from_plain(old)
    assert again.end == "" and victory.outcome(again) == victory.outcome(g) and victory.outcome(g).level == "enemy army broken"
