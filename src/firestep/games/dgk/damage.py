"""Unit status and combat effects (dgk.V), falling back (dgk.IV.fall) and army morale (dgk.XII.mor)."""

from __future__ import annotations

from typing import NamedTuple

from shapely.geometry.base import BaseGeometry

from firestep.engine.session import Session
from firestep.games.dgk import command, formations, hidden_units, minefields, movement, retreat, state, umpire, vehicles, victory
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import XY, decidegree
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import ABOARD, GONE, ON, State
from firestep.games.dgk.umpire import STATES

S = Session[State]


class Source(NamedTuple):
    """Where a result came from: the unit falls back away from it."""

    at: XY
    side: int


def centre(g: BaseGeometry) -> XY:
    c = g.centroid
    return c.x, c.y


def hurt(session: S, u: int, levels: int, source: Source, pushed: bool = False, stays: bool = False) -> None:
    """Apply a result that harms one unit, and judge the armies."""
    apply(session, u, levels, source, pushed, stays)
    judge(session)


def apply(session: S, u: int, levels: int, source: Source, pushed: bool = False, stays: bool = False) -> None:
    """Apply levels of damage: status first, then bases (dgk.V.dmg.7), then one fall back (dgk.V.dmg.5). Without
    it place, facing and formation stay (dgk.IV.stat.1, dgk.V.dmg.12). The armies are judged once the whole
    result is applied (ruling D61)."""
    s = session.state
    if s.place[u] == GONE:
        return
    d = s.scn.units[u]
    e = umpire.effect(STATES[s.status[u]], levels)
    s.status[u] = STATES.index(e.state)
    s.fired_on[u] = 1
    if levels:
        gone = min(e.bases, s.bases[u])
        hidden_units.tell(session, u, "damage", "dgk.V.dmg.7", unit=d.name, levels=levels, state=e.state, bases=gone)
    if e.bases:
        lose_bases(session, u, e.bases, source.side)
        if s.place[u] == GONE:
            return
    if (e.falls_back or pushed) and not stays:  # dgk.IV.stat.1, dgk.V.dmg.12
        fall_back(session, u, source)  # dgk.V.dmg.5


def lose_bases(session: S, u: int, n: int, by: int) -> None:
    s = session.state
    d = s.scn.units[u]
    if d.vehicle == "aircraft" or umpire.destroyed(d.bases, max(0, s.bases[u] - n)):
        remove(session, u, by, "dgk.V.dmg.6")
        return
    s.bases[u] -= n
    s.files[u] = formations.fit_files(d.artillery, s.bases[u], s.files[u])
    if d.vehicle and d.vehicle != "train":
        vehicles.base_lost(session, u, n)


def destroy(session: S, u: int, by: int, rule: str) -> None:
    """Take a unit off the table, and judge the armies."""
    remove(session, u, by, rule)
    judge(session)


def remove(session: S, u: int, by: int, rule: str) -> None:
    """Take a unit off the table; its army's break point falls by one (dgk.XII.mor.6)."""
    s = session.state
    if s.place[u] == GONE:
        return
    d = s.scn.units[u]
    if d.vehicle and any(s.aboard[w] == u and s.place[w] == ABOARD for w in range(len(s.place))):
        vehicles.wreck(session, u, by)
    s.place[u] = GONE
    command.carry(s, u)
    s.aboard[u] = -1
    s.bases[u] = s.bend[u] = s.route[u] = s.hidden[u] = 0
    s.trail[u] = ()
    s.losses[d.side] += 1
    session.note("destroyed", rule, "dgk.XII.mor.6", unit=d.name, left=left(s, d.side))


# -- falling back ------------------------------------------------------------------------------------------------------


def fall_back(session: S, u: int, source: Source) -> None:
    """Straight away from the source or as near to it as 45 degrees allow, keeping formation and facing (dgk.IV.fall.1,
    dgk.IV.fall.2), by the distance of its type (dgk.IV.fall.4)."""
    s = session.state
    d = s.scn.units[u]
    carrier = s.scn.units[s.aboard[u]].vehicle if s.place[u] == ABOARD else d.vehicle
    if carrier in ("train", "aircraft"):  # dgk.X.train.15
        session.note("stays-aboard", "dgk.X.train.15", unit=d.name)
        return
    if s.place[u] == ABOARD:  # of automobiles they get off and run (ruling D87)
        vehicles.leave(session, u, forced=True)
        if s.place[u] == GONE:
            return
    s.hidden[u] = 0
    distance = float(umpire.model()["types"][d.type]["fall_back"])  # dgk.IV.fall.4
    found = _flees(session, u, source.at, distance)  # dgk.IV.fall.1
    if found is None:
        session.note("surrender", "dgk.V.dmg.11", unit=d.name)
        remove(session, u, source.side, "dgk.V.dmg.11")
        return

    pose = state.pose(s, u)
    reformed = s.form[u] != found.form or s.f[u] != decidegree(found.pose.facing)
    end = state.standing_at(found.pose, found.form, found.files)
    layout = movement.formed(s, u, found.form, found.files)
    hit = minefields.mine_met(s, u, (movement.Leg(pose.at, found.pose.at, found.pose.facing),), layout, end)
    state.stand(s, u, end)
    inches = round(hit.inches if hit else geometry.gap(pose.at, found.pose.at), 1)
    session.note("falls-back", "dgk.IV.fall.2" if reformed else "dgk.IV.fall.1", unit=d.name, inches=inches, reformed=int(reformed))
    minefields.step_on_mines(session, u, hit, False)  # dgk.X.mine.1: whoever enters, whatever the reason
    make_room(session)


def _flees(session: S, u: int, source: XY, distance: float) -> retreat.Back | None:
    """The way back past the enemies that the unit knows of; whom it runs into is found, and it looks for another (ruling D81)."""
    s = session.state
    side = state.side(s, u)
    while True:
        found = retreat.way_back(s, u, source, distance, [state.shape(s, v) for v in state.foes(s, side)])
        before = state.shape(s, u)
        met = [
            v
            for v in hidden_units.lurking(s, side)
            if found is not None and movement.too_near(found.hull, state.shape(s, v), before)
        ]
        if not met:
            return found
        for v in met:
            hidden_units.reveal(session, v)


# -- morale ------------------------------------------------------------------------------------------------------------


def break_point(s: State, side: int) -> int:
    """At the start: a share of the units that can fight (dgk.XII.mor.2)."""
    return scenario.break_points(s.scn)[side]  # dgk.XII.mor.2


def lost(s: State, side: int) -> int:
    """What an army has lost of its break point."""
    return s.losses[side] + sum(a.value for i, a in enumerate(s.scn.assets) if a.side == side and s.assets >> i & 1)


def left(s: State, side: int) -> int:
    """What remains of an army's break point."""
    return max(0, break_point(s, side) - lost(s, side))


def judge(session: S) -> None:
    """Judge the armies and the aims of the scenario, once all of a result is applied (dgk.XII.mor.1, dgk.XII.mor.7, ruling D61)."""
    check_break(session)
    victory.lost(session)
    victory.moved(session)


def check_break(session: S) -> None:
    """The game ends at once when a break point is used up (dgk.XII.mor.7); of two at once the acting side wins (ruling D61)."""
    s = session.state
    if s.winner >= 0 or not s.scn.morale:  # dgk.XII.mor.1: a scenario may ignore army morale
        return
    broken = [side for side in (0, 1) if lost(s, side) and left(s, side) == 0]
    if not broken:
        return
    if len(broken) == 2 and s.scn.options.get("both") == "draw":
        s.winner, s.reason, s.end = 2, "Both armies break at once.", victory.BREAK
        session.note("both-break", "dgk.XII.mor.7")
        return
    s.winner = s.side if len(broken) == 2 else 1 - broken[0]
    s.end = victory.BREAK
    loser = 1 - s.winner
    s.reason = f"The army of the {('Allied Forces', 'Central Powers')[loser]} breaks."
    session.note("army-breaks", "dgk.XII.mor.7", side=loser)


def take_assets(session: S) -> None:
    """An enemy unit in contact with a dump or camp destroys it (dgk.XII.mor.6)."""
    s = session.state
    for i, a in enumerate(s.scn.assets):
        if s.assets >> i & 1:
            continue
        spot = geometry.disc((a.x, a.y), 1.0)
        if any(state.shape(s, v).distance(spot) <= 0.05 for v in state.enemies(s, a.side)):
            s.assets |= 1 << i
            session.note("asset-lost", "dgk.XII.mor.6", name=a.name, left=left(s, a.side))


def after_move(session: S) -> None:
    """All that a change of place brings about, when it is a result by itself."""
    make_room(session)
    judge(session)


def make_room(session: S) -> None:
    """Hidden troops are found, Leaders get out of the way, dumps are lost."""
    if any(session.state.hidden):
        hidden_units.uncover(session)
    command.make_way(session)
    if session.state.scn.assets:
        take_assets(session)


def place(s: State, u: int, plan: movement.Plan) -> None:
    """Put a unit where its plan ends, in the shape that it takes up."""
    state.stand(s, u, plan.end)
    s.place[u] = ON
    s.hidden[u] = 0  # dgk.X.ind.5: what moves can be seen
