"""What the page shows beside the board: what a choice costs, where in the sequence of play the game is, and the charts.

Nothing is decided here: every figure is taken from the tables and functions that decide it.
"""

from __future__ import annotations

from typing import Any

from firestep.engine.page_data import chart, price, stage
from firestep.engine.session import Session
from firestep.engine.words import counted
from firestep.games.gwb import combat, movement, moving, retreat, stages, terrain
from firestep.games.gwb.components import tables
from firestep.games.gwb.components.battle import battle
from firestep.games.gwb.meta import SEATS
from firestep.games.gwb.sequence import PHASES
from firestep.games.gwb.state import AWAY, COORDINATED, HASTY, MOVEMENT, SURRENDER, State
from firestep.hexmap.grid import bits

S = Session[State]
Price = dict[str, Any]


def prices(s: S) -> dict[str, Price]:
    """What the choices of this question cost, by the action's text."""
    st, top = s.state, s.top
    if isinstance(top, moving.PickUnit):
        return _unmoved(s, top)
    if isinstance(top, moving.Moving):
        return _costs(s, top)
    if isinstance(top, combat.CombatPhase):
        left = [st.b.board.name(h) for h in bits(combat.targets(st))]
        if left and st.phase == HASTY:  # after this the other side has the word
            more = "" if len(left) <= 4 else f" and {len(left) - 4} more"
            return {"done": price(f"You could still attack {', '.join(left[:4])}{more}.", True)}
        return {}
    if isinstance(top, stages.Stand):
        spared = min(terrain.retreat_points(st.b.board, top.t), top.d)
        return {
            "hold": price(f"you lose {counted(top.d, 'step')}, the attacker {top.a}"),
            "retreat": price(f"you lose {counted(top.d - spared, 'step')} and the hex, the attacker {max(0, top.a - spared)}"),
        }
    if isinstance(top, retreat.Lose):
        pool = bits(retreat.losers(st, top.pool))
        spare = any(st.steps[u] > 1 for u in pool)  # where another could take it, losing a unit is dear
        return {f"lose {st.b.words[u]}": price("is eliminated", spare) if st.steps[u] == 1 else price("is reduced") for u in pool}
    if isinstance(top, retreat.Back):
        return _back(s, top)
    return {}


def _costs(s: S, top: moving.Moving) -> dict[str, Price]:
    """What it takes of the movement points to get anywhere."""
    st, number = s.state, s.state.b.grid.number
    levels = movement.levels_of(st, top.u, top.mp, top.bonus)
    return {f"go {number(h)}": price(f"{n} of {counted(top.mp, 'point')}") for n, m in enumerate(levels) for h in bits(m)}


def _unmoved(s: S, top: moving.PickUnit) -> dict[str, Price]:
    st = s.state
    idle = [st.b.by_id[a[1]] for a in top.actions(s) if a[0] in ("move", "rally")]
    due = sum(1 for u in idle if st.at[u] == AWAY)
    parts = [f"{counted(due, 'reinforcement')} not entered"] if due else []
    if len(idle) > due:
        parts.append(f"{counted(len(idle) - due, 'unit')} not moved")
    return {"done": price(f"{' and '.join(parts)}. Once the phase is over they stay where they are.", True)} if parts else {}


def _back(s: S, top: retreat.Back) -> dict[str, Price]:
    """A hex in an enemy zone without a friend costs a step (gwb.6.4.2g); through friends the group is disorganised (gwb.6.4.3d)."""
    st = s.state
    going = top.units
    plain, covered = top.goals(s)
    out = {}
    for h in bits(plain | covered):
        if st.zone(1 - top.k) >> h & 1 and not st.stack(h) & ~going:
            out[f"back {st.b.grid.number(h)}"] = price("costs a step: an enemy zone of control", True)
        elif covered >> h & 1:
            out[f"back {st.b.grid.number(h)}"] = price("through friends: disorganised")
    if not plain | covered | top.apart(s):
        out["die"] = price("There is nowhere to go: they are eliminated.")
    return out


# -- where am I ------------------------------------------------------------------------------------------------------------

_PARTS = {
    COORDINATED: ("Coordinated attacks", "from several hexes, with guns"),
    MOVEMENT: ("Movement", ""),
    HASTY: ("Hasty attacks", "from one hex at a time"),
    SURRENDER: ("Surrender", ""),
}


def sequence(s: S) -> dict[str, Any]:
    """Both player turns of this turn, four phases each (gwb.5.1)."""
    st = s.state
    order = (st.b.first, 1 - st.b.first)
    steps = [stage(f"{SEATS[k]}-{id}", title, SEATS[k], PHASES[id], note) for k in order for id, (title, note) in _PARTS.items()]
    at = f"{SEATS[st.side]}-{st.phase}"
    return {"now": next((i for i, x in enumerate(steps) if x["id"] == at), 0), "steps": steps}


# -- charts ----------------------------------------------------------------------------------------------------------------


def _plus(n: int) -> str:
    return f"+{n}" if n > 0 else str(n).replace("-", "−") if n else "–"


def charts(scenario: str | None) -> list[dict[str, Any]]:
    ground = [
        (
            t.name.replace("-", " ").capitalize(),
            _plus(t.barrage),
            _plus(t.fire),
            _plus(t.shift),
            str(t.retreat or "–"),
            "no" if t.move is None else str(t.move),
            "no" if t.guns is None else str(t.guns),
        )
        for t in tables.TERRAIN.values()
    ]
    first = tables.FIRE_FIRST_ROW
    last = len(tables.FIRE) - 1
    fire = [
        (f"{first + i}{' or less' if i == 0 else ' or more' if i == last else ''}", *map(str, row))
        for i, row in enumerate(tables.FIRE)
    ]
    melee = [(str(i + 1), *(f"{a}/{d}" for a, d in row)) for i, row in enumerate(tables.MELEE)]
    out = [
        chart(
            "melee",
            "Melee",
            "gwb.6.4b",
            ("Die", *tables.MELEE_NAMES),
            melee,
            "Steps lost by the attacker / the defender. The result of the defensive fire is added to the die.",
            "A battle marker and the ground shift the column to the left.",
        ),
        chart(
            "fire",
            "Fire: barrage and defensive fire",
            "gwb.6.2f",
            ("Die", *map(str, tables.FIRE_COLUMNS)),
            fire,
            "Columns are strengths. The barrage's result is added to the defender's die, the defender's to the melee die.",
        ),
        chart(
            "harassing",
            "Harassing fire",
            "gwb.8.0g",
            ("Strength", *map(str, tables.HARASS_COLUMNS)),
            [("Hit on a die of", *(f"{h} or less" for h in tables.HARASS_HITS))],
            "A hit stops the march and disorganises.",
        ),
        chart(
            "terrain",
            "Terrain",
            "gwb.3.19",
            ("Ground", "Barrage die", "Fire die", "Melee columns", "Retreat points", "Movement", "Guns"),
            ground,
            "Retreat points spare both sides steps when the defender goes.",
        ),
    ]
    return [*out, *_reinforcements(scenario)]


def _reinforcements(scenario: str | None) -> list[dict[str, Any]]:
    """Who comes when and where, corps by corps."""
    b = battle(scenario or "training")
    found: dict[tuple[int, int, str, str], list[str]] = {}
    for u in b.units:
        if u.turn > 1 and not u.off_board:
            found.setdefault((u.turn, u.side, u.corps, u.entry), []).append(u.name)
    if not found:
        return []
    rows = [
        (str(turn), ("Allies", "Germany")[side], corps, entry.capitalize(), str(len(names)), ", ".join(names))
        for (turn, side, corps, entry), names in sorted(found.items())
    ]
    return [chart("reinforcements", "Reinforcements", "gwb.7.3a", ("Turn", "Side", "Corps", "Enters at", "Units", "Names"), rows)]
