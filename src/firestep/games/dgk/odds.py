"""Odds: what an order, a shot or an assault will bring, exactly, and every number that went into it."""

from __future__ import annotations

from fractions import Fraction

from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.odds import Modifier, Odds, Result
from firestep.engine.session import Session
from firestep.games.dgk import assault, command, fire, orders, special, state, umpire
from firestep.games.dgk.state import State
from firestep.games.dgk.umpire import Question, Score

S = Session[State]


def odds(s: S, what: tuple[str, ...]) -> Odds:
    """`dfire TARGET`, `mfire TARGET`, `assault TARGET`, `deploy`, `maneuver`, `march`, `regroup` of the unit that is choosing."""
    g = s.state
    step = s.top
    u = getattr(step, "unit", None)
    if len(what) >= 2 and what[0] in g.scn.unit_no:
        u, what = g.scn.unit_no[what[0]], what[1:]
    if u is None or not what:
        raise FirestepError("name a unit and an action, for example: odds gb-suffolk dfire de-26-1")
    d = g.scn.units[u]
    if not state.present(g, u):
        raise FirestepError(f"{d.name} is not on the table")
    verb = what[0]
    if verb in ("deploy", "maneuver", "march", "regroup"):
        q = (
            orders.order_question(g, u, verb)
            if verb != "regroup"
            else Question("regroup", d.type, d.quality, leader=command.leader_near(g, u))
        )
        chances = umpire.regroup_chances(q) if verb == "regroup" else umpire.order_chances(q)
        score = umpire.regroup_score(q) if verb == "regroup" else umpire.order_score(q)
        return Odds(f"{d.name}: {verb}", _modifiers(score), [Result(k, Fraction(w, 1000), {}) for k, w in chances.items()], {})
    if len(what) != 2 or what[1] not in g.scn.unit_no:
        raise UnknownName(f"no odds for '{' '.join(what)}'; name an action and a target")
    v = g.scn.unit_no[what[1]]
    title = f"{d.name} at {g.scn.units[v].name}"
    if verb in ("dfire", "mfire", "indirect"):
        if verb == "indirect":
            counts = special.indirect_line(g, u, v)
            if not isinstance(counts, float):
                raise FirestepError(str(counts))
            q = fire.question(g, u, v, "moving-fire", counts, special.indirect_way(g, u, v))
        else:
            found = fire.shot(g, u, v, "deployed-fire" if verb == "dfire" else "moving-fire")
            if not isinstance(found, Question):
                raise FirestepError(str(found))
            q = found
        weights = umpire.fire_chances(q)
        return Odds(
            title,
            _modifiers(umpire.fire_score(q)),
            [Result(f"{i} level{'s' if i != 1 else ''}", Fraction(w, 1000), {"levels": i}) for i, w in enumerate(weights) if w],
            {"levels": umpire.expected(weights)},
        )
    if verb == "assault":
        plan = assault.plan(g, u, v, umpire.base_move(d.type, d.quality, "assault"))
        if isinstance(plan, list):
            raise FirestepError("; ".join(map(str, plan)))
        if hit := assault.mined(g, u, plan):  # of the fields that the player knows; the others are not in his game
            field = g.scn.ground.mines[hit.field].id
            return Odds(title, [], [Result(f"stopped by the minefield {field}", Fraction(1), {})], {})
        q = assault.question(g, u, v, plan.frontal)
        c = umpire.assault_chances(q)
        whole = 10**9
        fire_score = umpire.defensive_score(q)
        mods = [
            *(_modifiers(fire_score, "defensive fire") if fire_score else []),
            *_modifiers(umpire.attack_score(q), "assaulter"),
            *_modifiers(umpire.defence_score(q), "target"),
        ]
        return Odds(
            f"{title}{' (frontal)' if plan.frontal else ''}, once its order is obeyed",
            mods,
            [
                Result("stopped by fire", Fraction(c.stopped, whole), {}),
                Result("beaten off", Fraction(c.repulsed, whole), {}),
                Result("target thrown back", Fraction(c.won, whole), {}),
            ],
            {"levels on target": umpire.expected(c.target), "levels on assaulter": umpire.expected(c.actor)},
        )
    raise UnknownName(f"there are no odds for '{verb}'")


def _modifiers(score: Score, of: str = "") -> list[Modifier]:
    return [
        Modifier(r.rule, f"{of + ', ' if of else ''}{r.field.replace('-', ' ')}: {r.choice.replace('-', ' ')}", r.value)
        for r in score.reasons
        if r.value
    ]
