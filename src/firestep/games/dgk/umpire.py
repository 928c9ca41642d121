"""The umpire: chances of fire, orders, regrouping and assault, computed exactly, and resolved with given dice.

It keeps nothing between questions (dgk.I.app.1, dgk.III.ui.4): a `Question` holds the fields of the book's screen and the
answer follows from it, from `data/model.json` and from ten-sided dice. The page in `web/umpire` reads the same file with
the same few functions; a test compares the two on every combination of fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from firestep.engine.errors import FirestepError, UnknownName

DATA = Path(__file__).parent / "data"
STATES = ("steady", "disordered", "demoralised")
MOVES = ("deploy", "maneuver", "march")
FIRES = ("deployed-fire", "moving-fire")
#: none of them mounts or dismounts cavalry (dgk.II.cav.3)
ACTIONS = (*MOVES, *FIRES, "assault", "regroup")
#: three ten-sided dice make one roll of 1 to 1000
DICE = 3
WHOLE = 1000
#: other words of the rulebook for the same grade (ruling D07)
GRADE_ALIASES = {"regular": "average", "conscript": "reservist", "irregular": "reservist"}


@cache
def model() -> dict[str, Any]:
    """The data file, read once."""
    loaded: dict[str, Any] = json.loads((DATA / "model.json").read_text(encoding="utf-8"))
    return loaded


@dataclass(frozen=True, slots=True)
class Question:
    """The fields of the screen. Only those that the action needs are read (see `FIELDS`). The answer follows from them alone:
    nothing is kept for the next question (dgk.I.app.1, dgk.III.ui.4)."""

    action: str
    type: str
    quality: str = "average"
    state: str = "steady"
    target: str = "infantry"
    target_quality: str = "average"
    formation: str = "deployed"
    cover: str = "none"
    range: float = 0.0
    numbers: str = "even"
    target_state: str = "steady"
    leader: bool = False
    frontal: bool = True
    #: the target stands in rough ground that gives no cover; matters to mounted assaults only
    rough: bool = False  # dgk.I.app.1, dgk.III.ui.4


#: what each action asks for beyond the acting unit (dgk.III.deploy.5, dgk.III.ass.5, dgk.III.regr.4)
_TARGET = ("target", "target_quality", "formation", "cover", "numbers", "target_state")
FIELDS: dict[str, tuple[str, ...]] = {
    **{a: ("state", "leader") for a in MOVES},
    **{a: ("state", *_TARGET, "range") for a in FIRES},
    "assault": ("state", *_TARGET, "leader", "frontal", "rough"),
    "regroup": ("leader",),
}


class Reason(NamedTuple):
    """One number that counted."""

    field: str
    choice: str
    value: int
    rule: str


class Score(NamedTuple):
    """A sum and what it was made of; numbers that are nought are listed too."""

    total: int
    reasons: tuple[Reason, ...]


class Effect(NamedTuple):
    """What levels of damage do to a unit in a given state; `effect` works it out."""

    state: str
    bases: int
    falls_back: bool


class Melee(NamedTuple):
    """How an assault went: levels from defensive fire, whether it went home, levels of close combat on both."""

    fire: int
    home: bool
    actor: int
    target: int
    won: bool

    @property
    def actor_levels(self) -> int:
        return self.fire + self.actor


def grade(word: str) -> str:
    """A grade by any of its names (ruling D07)."""
    return GRADE_ALIASES.get(word, word)


def check(q: Question) -> None:
    """Refuse a question that makes no sense, in one sentence."""
    m = model()
    if q.action not in ACTIONS:
        raise UnknownName(f"there is no action '{q.action}'; choose one of: {', '.join(ACTIONS)}")
    _known("unit type", q.type, m["types"])
    _known("quality", q.quality, m["grades"])
    kind = m["types"][q.type]
    if not kind["graded"] and q.quality != "average":
        raise FirestepError(f"{kind['title']} have no grades; leave the quality at average")
    need = FIELDS[q.action]
    if "state" in need:
        _known("state", q.state, m["states"])
    if "target" in need:
        _known("target type", q.target, m["types"])
        _known("target quality", q.target_quality, m["grades"])
        _known("formation", q.formation, m["formations"])
        _known("cover", q.cover, m["covers"])
        _known("comparison of numbers", q.numbers, m["numbers"])
        _known("target state", q.target_state, m["states"])
        if not m["types"][q.target]["graded"] and q.target_quality != "average":
            raise FirestepError(f"{m['types'][q.target]['title']} have no grades; leave the target's quality at average")
    if q.action in FIRES:
        if q.type not in m["fire"]["type"]["values"]:
            raise FirestepError(f"{kind['title']} cannot fire; choose another action [dgk.VI.fire.4]")
        band(q.type, q.range)
    if q.action == "assault" and not kind["assault"]:
        raise FirestepError(f"{kind['title']} cannot assault; only infantry and cavalry can [dgk.III.ass.1]")


def _known(what: str, value: str, choices: Mapping[str, Any]) -> None:
    if value not in choices:
        raise UnknownName(f"there is no {what} '{value}'; choose one of: {', '.join(choices)}")


def band(unit_type: str, distance: float) -> str:
    """The range band by its far end; an exact break-point belongs to the nearer band (dgk.VIII.los.2, ruling D04)."""
    if not 0 <= distance < float("inf"):
        raise FirestepError(
            f"a range of {distance} inches makes no sense; measure from the front to the nearest part of the target"
        )
    reach = model()["types"][unit_type]["range"]
    if distance > reach:  # dgk.VI.range.5: refused, and the unit may do something else
        title = model()["types"][unit_type]["title"]
        raise FirestepError(
            f"{title} reach {reach} inches and the target is {distance:g} away; choose another action [dgk.VI.range.5]"
        )
    return str(next(b for b in model()["bands"] if distance <= b))


def indirect_range(distance: float, floor: bool = False) -> float:
    """The range that counts for indirect fire; with `floor` it never counts less than 12 inches (dgk.X.ind.4, ruling D40)."""
    special = model()["special"]["indirect"]
    if distance > special["reach"]:
        raise FirestepError(f"indirect fire reaches {special['reach']} inches; choose another action [dgk.X.ind.4]")
    near = float(special["halved_beyond"])
    return distance if distance <= near else max(near if floor else 0.0, distance / 2)


# -- scores ----------------------------------------------------------------------------------------------------------


def _picks(q: Question) -> dict[str, str]:
    """The question in the words of the tables."""
    cavalry = model()["types"][q.type]["arm"] == "cavalry"
    if not cavalry:
        mounted = "on-foot"
    elif q.cover in ("hard", "fortified"):
        mounted = "trench"
    else:
        mounted = "rough" if q.cover == "soft" or q.rough else "open"
    return {
        "type": q.type,
        "quality": q.quality,
        "action": q.action,
        "actor-state": q.state,
        "target-type": q.target,
        "target-quality": q.target_quality,
        "target-formation": q.formation,
        "cover": q.cover,
        "numbers": q.numbers,
        "target-state": q.target_state,
        "leader": "yes" if q.leader else "no",
        "frontal": "yes" if q.frontal else "no",
        "mounted": mounted,
    }


def _score(section: Mapping[str, Any], picks: Mapping[str, str]) -> Score:
    """Returns the sum of the values that a table of the model gives to the fields, and its parts. The formation of the target is
    one of them, for fire (dgk.VI.fire.5) as for assaults (dgk.VII.ass.10)."""
    reasons = tuple(Reason(f, picks[f], t["values"][picks[f]], t["rule"]) for f, t in section.items())
    return Score(sum(r.value for r in reasons), reasons)


def fire_score(q: Question) -> Score:
    return _score(model()["fire"], _picks(q) | {"range": band(q.type, q.range)})


def order_score(q: Question) -> Score:
    return _score(model()["orders"]["score"], _picks(q))


def regroup_score(q: Question) -> Score:
    return _score(model()["regroup"]["score"], _picks(q))


def defensive_score(q: Question) -> Score | None:
    """None if the target gives no defensive fire, being demoralised (dgk.V.stat.6). It is the greatest danger to an assault
    (dgk.VII.ass.11)."""
    if q.target_state == "demoralised":  # dgk.V.stat.6
        return None
    return _score(model()["assault"]["defensive_fire"], _picks(q))  # dgk.VII.ass.11


def attack_score(q: Question, state: str | None = None) -> Score:
    """What the assaulter does in close combat, in the state in which it arrives."""
    return _score(model()["assault"]["attack"], _picks(q) | {"actor-state": state or q.state})


def defence_score(q: Question, state: str | None = None) -> Score:
    """What the assaulted unit does in close combat."""
    return _score(model()["assault"]["defence"], _picks(q) | {"actor-state": state or q.state})


# -- tables ----------------------------------------------------------------------------------------------------------


def _row(table: dict[str, list[int]], score: int) -> list[int]:
    low, high = int(next(iter(table))), int(next(reversed(table)))
    return table[str(min(max(score, low), high))]


def damage_row(score: int) -> list[int]:
    """Chances in thousandths of at least 1, 2, 3 ... levels."""
    return _row(model()["damage"], score)


def weights(at_least: Sequence[int]) -> list[int]:
    """Chances in thousandths of exactly 0, 1, 2 ... levels."""
    edge = [WHOLE, *at_least, 0]
    return [edge[i] - edge[i + 1] for i in range(len(edge) - 1)]


def fire_chances(q: Question) -> list[int]:
    """Weights (of 1000) of 0, 1, 2 ... levels of damage."""
    check(q)
    return weights(damage_row(fire_score(q).total))


def order_chances(q: Question) -> dict[str, int]:
    check(q)
    obeyed, delayed = _row(model()["orders"]["table"], order_score(q).total)
    return {"obeyed": obeyed, "delayed": delayed, "lost": WHOLE - obeyed - delayed}


def regroup_chances(q: Question) -> dict[str, int]:
    check(q)
    full, step = _row(model()["regroup"]["table"], regroup_score(q).total)
    return {"full": full, "step": step, "failed": WHOLE - full - step}


def melees(q: Question) -> Iterator[tuple[Melee, int]]:
    """Every course of an assault with its weight of 1000 cubed (ruling D05)."""
    defensive = defensive_score(q)
    fire = weights(damage_row(defensive.total)) if defensive else [WHOLE]
    start = STATES.index(q.state)
    for f, wf in enumerate(fire):
        if not wf:
            continue
        if f and start + f > 2:  # dgk.VII.home.1: it loses a base and is driven back to where it began
            yield Melee(f, False, 0, 0, False), wf * WHOLE * WHOLE
            continue
        state = STATES[start + f]
        attack = weights(damage_row(attack_score(q, state).total))
        defence = weights(damage_row(defence_score(q, state).total))
        for t, wt in enumerate(attack):
            for a, wa in enumerate(defence):
                if wt and wa:
                    yield Melee(f, True, a, t, t > a), wf * wt * wa


class AssaultChances(NamedTuple):
    """Weights of 1000 cubed: how it ends, and levels on either side."""

    stopped: int
    won: int
    repulsed: int
    actor: tuple[int, ...]
    target: tuple[int, ...]


def assault_chances(q: Question) -> AssaultChances:
    check(q)
    top = len(damage_row(0))
    actor, target = [0] * (2 * top + 1), [0] * (top + 1)
    stopped = won = repulsed = 0
    for m, w in melees(q):
        actor[m.actor_levels] += w
        target[m.target] += w
        if not m.home:
            stopped += w
        elif m.won:
            won += w
        else:
            repulsed += w
    return AssaultChances(stopped, won, repulsed, tuple(actor), tuple(target))


def expected(levels: Sequence[int]) -> Fraction:
    """Mean of a list of weights over 0, 1, 2 ..."""
    return Fraction(sum(i * w for i, w in enumerate(levels)), sum(levels))


# -- dice ------------------------------------------------------------------------------------------------------------


def roll_of(dice: Sequence[int]) -> int:
    """Three ten-sided dice as 1 to 1000; a ten is read as nought and 000 as a thousand."""
    if len(dice) != DICE or not all(1 <= d <= 10 for d in dice):
        raise FirestepError(f"a roll needs {DICE} ten-sided dice, got {list(dice)}")
    a, b, c = (d % 10 for d in dice)
    return 100 * a + 10 * b + c or WHOLE


def levels_of(score: int, dice: Sequence[int]) -> int:
    roll = roll_of(dice)
    return sum(roll <= p for p in damage_row(score))


def resolve_fire(q: Question, dice: Sequence[int]) -> int:
    """Levels of damage to the target."""
    check(q)
    return levels_of(fire_score(q).total, dice)


def resolve_order(q: Question, dice: Sequence[int]) -> str:
    """`obeyed`, `delayed` or `lost`."""
    check(q)
    return _pick(order_chances(q), roll_of(dice))


def resolve_regroup(q: Question, dice: Sequence[int]) -> str:
    """`full`, `step` or `failed` (ruling D06)."""
    check(q)
    return _pick(regroup_chances(q), roll_of(dice))


def _pick(chances: Mapping[str, int], roll: int) -> str:
    for name, weight in chances.items():
        roll -= weight
        if roll <= 0:
            return name
    raise AssertionError("the chances of a table add up to a thousand")


def resolve_assault(q: Question, dice: Sequence[int]) -> Melee:
    """The assault after its order was obeyed. Nine dice: defensive fire, close combat on the target, on the assaulter."""
    check(q)
    defensive = defensive_score(q)
    f = levels_of(defensive.total, dice[:3]) if defensive else 0
    start = STATES.index(q.state)
    if f and start + f > 2:
        return Melee(f, False, 0, 0, False)
    state = STATES[start + f]
    t = levels_of(attack_score(q, state).total, dice[3:6])
    a = levels_of(defence_score(q, state).total, dice[6:9])
    return Melee(f, True, a, t, t > a)


def initiative(die: int) -> str:
    """The side that begins a turn, from one ten-sided die (dgk.III.turn.2, ruling D02)."""
    m = model()["initiative"]
    first: str = m["sides"][0 if die * 100 <= m["allied"] else 1]
    return first


# -- what results mean -----------------------------------------------------------------------------------------------


def effect(state: str, levels: int) -> Effect:
    """Levels add to the state a unit is in (dgk.V.dmg.7); one disorders (dgk.V.dmg.1), two
    demoralise (dgk.V.dmg.2), the third (dgk.V.dmg.3) and each further one (dgk.V.dmg.4) cost a base. A unit that has regrouped goes
    through both states again (dgk.V.dmg.10)."""
    total = STATES.index(state) + levels  # dgk.V.dmg.1, dgk.V.dmg.2, dgk.V.dmg.10
    bases = max(0, total - 2) if levels else 0  # dgk.V.dmg.3, dgk.V.dmg.4
    return Effect(STATES[min(total, 2)], bases, bases > 0)


def destroyed(start: int, left: int) -> bool:
    """Half or more of the starting bases are gone (dgk.V.dmg.6, dgk.V.dmg.13), by one result too (dgk.V.dmg.9)."""
    return 2 * (start - left) >= start  # dgk.V.dmg.9, dgk.V.dmg.13


def recovered(state: str, result: str) -> str:
    """The state after a regroup (dgk.V.stat.4). It brings back no bases (dgk.V.dmg.8)."""
    if result == "full":
        return "steady"
    return STATES[max(0, STATES.index(state) - 1)] if result == "step" else state


def compare(actor: int, target: int) -> str:
    """The comparison of numbers from base counts (dgk.VI.num.1)."""
    if actor == target:
        return "even"
    if actor < target:
        return "actor-badly-outnumbered" if target >= 2 * actor else "actor-outnumbered"
    return "target-badly-outnumbered" if actor >= 2 * target else "target-outnumbered"


def base_move(unit_type: str, quality: str, action: str, delayed: bool = False) -> float:
    """Inches of base movement (dgk.IV.base.1, ruling D23), in every state (dgk.IV.stat.2). A delayed order leaves half, to the half
    inch (dgk.IV.ord.4, ruling D03)."""
    kind = model()["types"][unit_type]
    if action == "deploy":
        return 0.0 if delayed else float(model()["tactical"])
    # for an assault infantry has 6 inches (dgk.VII.ass.5), cavalry 12 (dgk.VII.ass.6)
    full = float(kind["assault"] if action == "assault" else kind[action][quality])  # dgk.IV.stat.2, dgk.IV.base.1
    return round(full * model()["delayed_share"] * 2) / 2 if delayed else full  # dgk.IV.ord.4


def break_point(units: int, quality: str) -> int:
    """Units that an army can lose before it runs (dgk.XII.mor.2, ruling D60): of its units 40 per cent if it is unmotivated
    (dgk.XII.mor.3), 50 if average (dgk.XII.mor.4), 60 if motivated (dgk.XII.mor.5)."""
    _known("army quality", quality, model()["morale"])
    return -(-units * int(model()["morale"][quality]) // 100)  # dgk.XII.mor.3, dgk.XII.mor.4, dgk.XII.mor.5
