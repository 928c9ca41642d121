"""What the page shows beside the table: what a choice costs, where in the turn the game is, and the charts."""

from __future__ import annotations

from typing import Any

from firestep.engine.page_data import chart, price, stage
from firestep.engine.session import Session
from firestep.engine.words import counted
from firestep.games.dgk import umpire
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.sequence import Activation, Initiative, ready, waiting
from firestep.games.dgk.state import OFF, State

S = Session[State]


def prices(s: S) -> dict[str, dict[str, Any]]:
    """Ending a round makes the rest of the formation hold; refusing gives the round away."""
    g, top = s.state, s.top
    if isinstance(top, Activation):
        left = [u for u in ready(g, top.formation) if g.place[u] != OFF]
        if not left:
            return {}
        who = counted(len(left), "unit has", "units have")
        return {"end": price(f"{who} not acted; they hold.", True)}
    if isinstance(top, Initiative):
        left = waiting(g, g.side)
        more = counted(len(left), "formation has", "formations have")
        return {"pass": price(f"{more} not acted. If the enemy refuses as well, the turn ends and they hold.", True)}
    return {}


def sequence(s: S) -> dict[str, Any]:
    """The turn: who has the initiative, round by round, and which formations are still to act."""
    g = s.state
    open = not scenario.secretive(g.scn)
    now = sum(map(bool, g.activated)) + 1
    done = f"Round {min(now, len(g.activated))} of {len(g.activated)}" if open else "Round"
    steps = [stage("now", done, scenario.SIDES[g.side], "dgk.III.turn.5", "one formation a round")]
    steps += [
        stage(g.scn.formations[f].id, g.scn.formations[f].name, scenario.SIDES[g.side], "dgk.III.turn.3")
        for f in waiting(g, g.side)
        if open
    ]
    return {"now": 0, "steps": [*steps, stage("next", "the next round", scenario.SIDES[1 - g.side], "dgk.III.turn.5")]}


# -- charts ----------------------------------------------------------------------------------------------------------------

_WORDS = {
    "type": "Who fires",
    "quality": "Quality",
    "action": "Kind of fire",
    "range": "Range up to",
    "numbers": "Numbers",
    "actor-state": "State of who fires",
    "target-type": "Target",
    "target-quality": "Quality of the target",
    "target-formation": "Formation of the target",
    "cover": "Cover",
    "target-state": "State of the target",
}


def _word(factor: str, value: str) -> str:
    m = umpire.model()
    if factor == "range":
        return f"{value} inches"
    for part in ("grades", "states", "formations", "covers", "numbers"):
        if value in m[part]:
            return str(m[part][value])
    return str(m["types"][value]["title"]) if value in m["types"] else value.replace("-", " ").capitalize()


def _inches(by_grade: Any) -> str:
    found = sorted(set(by_grade.values())) if isinstance(by_grade, dict) else [by_grade]
    return " to ".join(f"{x:g}" for x in (found if len(found) < 3 else (found[0], found[-1])))


def charts(id: str | None) -> list[dict[str, Any]]:
    """Units, fire and damage, as the umpire reckons them."""
    m = umpire.model()
    units = [
        (
            k["title"],
            f"{k['range']:g}" if k["range"] else "–",
            _inches(k["maneuver"]),
            _inches(k["march"]),
            _inches(k["fall_back"]),
            f"{k['assault']:g}" if k["assault"] else "–",
        )
        for k in m["types"].values()
    ]
    fire = [
        (_WORDS.get(f, f), ", ".join(f"{_word(f, v)} {n:+d}".replace("-", "−") for v, n in t["values"].items()))
        for f, t in m["fire"].items()
    ]
    shown = range(-6, 21, 2)
    damage = [(f"{k:+d}".replace("-", "−"), *(f"{x / 10:.0f} %" for x in umpire.damage_row(k)[:4])) for k in shown]
    return [
        chart(
            "units", "Units, in inches", "dgk.VI.range.1", ("Type", "Range", "Maneuver", "March", "Falls back", "Assault"), units
        ),
        chart(
            "fire",
            "Fire: what counts",
            "dgk.VI.fire.1",
            ("Factor", "Points"),
            fire,
            "Add all points; more is better for who fires.",
        ),
        chart(
            "damage",
            "Chance of damage",
            "dgk.V.dmg.1",
            ("Points", "1 level or more", "2", "3", "4"),
            damage,
            "The first level disorders, the second demoralises; each further one costs a base.",
            "A unit that has lost half of its bases is destroyed.",
        ),
    ]
