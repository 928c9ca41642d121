# ruff: noqa: E501  (a table of Markdown)
"""Calibration of the umpire's model: an abstract battle of two divisions, fought many times, and a report with plots.

    python -m firestep.games.dgk.calibration docs

The ground is left out on purpose: units stand in lanes at a distance from each other, so that only the numbers of
`data/model.json` are weighed. One side attacks, the other holds; each unit does what a sensible player would do.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from firestep.games.dgk import umpire
from firestep.games.dgk.umpire import Question

#: inches between the lines at the start, and how often a Leader is at hand
START = 26.0
#: turns of bombardment before the infantry goes forward
BOMBARDMENT = 3
LEADER_NEAR = 0.7
#: how often an assault is tried although no target in reach is shaken
BOLD = 0.15
TURNS = 30


@dataclass(slots=True)
class Unit:
    side: int
    type: str
    quality: str
    start: int
    bases: int
    lane: int
    at: float
    formation: str = "deployed"
    state: str = "steady"
    cover: str = "none"
    gone: bool = False


@dataclass(slots=True)
class Battle:
    """One battle and what it counted."""

    units: list[Unit]
    dice: random.Random
    killed_by: Counter[str]
    assaults: Counter[str]
    turn: int = 0

    def roll(self) -> list[int]:
        return [self.dice.randint(1, 10) for _ in range(umpire.DICE)]


def division(side: int, quality: str, attack: bool) -> list[Unit]:
    """A German division of 1914 by the book's list: 12 battalions, 4 machine-gun companies, 12 batteries, a cavalry regiment."""
    at = START if attack else 0.0
    out = [Unit(side, "infantry", quality, 4, 4, i, at, "maneuver" if attack else "deployed") for i in range(12)]
    out += [Unit(side, "machinegun", "average", 1, 1, 3 * i + 1, at) for i in range(4)]
    out += [Unit(side, "field", "average", 1, 1, i, at - 3 if attack else -1.0) for i in range(12)]
    out.append(Unit(side, "cavalry", quality, 4, 4, 11, at + (3 if attack else -3), "maneuver"))
    for u in out:
        if u.lane % 3 == 0 or (attack and u.type in ("infantry", "cavalry")):  # the attack forms up behind woods and folds
            u.cover = "soft"
    return out


def gap(a: Unit, b: Unit) -> float:
    return max(0.5, math.hypot(a.at - b.at, 2.5 * (a.lane - b.lane)))


def hit(b: Battle, u: Unit, levels: int, by: str) -> None:
    e = umpire.effect(u.state, levels)
    u.state, u.bases = e.state, u.bases - e.bases
    if umpire.destroyed(u.start, u.bases):
        u.gone = True
        b.killed_by[by] += 1
    elif e.falls_back:
        u.at += 6 if u.side == 0 else -6
        u.cover = "none"


def fire(b: Battle, u: Unit, action: str) -> bool:
    reach = umpire.model()["types"][u.type]["range"]
    seen = [t for t in b.units if t.side != u.side and not t.gone and gap(u, t) <= reach]
    if not seen:
        return False

    def worth(t: Unit) -> float:
        q = question(u, t, action)
        return float(umpire.expected(umpire.fire_chances(q))) * (1 + umpire.STATES.index(t.state))

    t = max(seen, key=worth)
    hit(b, t, umpire.resolve_fire(question(u, t, action), b.roll()), u.type)
    return True


def question(u: Unit, t: Unit, action: str) -> Question:
    return Question(
        action,
        u.type,
        u.quality,
        u.state,
        t.type,
        t.quality,
        t.formation,
        t.cover,
        gap(u, t),
        umpire.compare(u.bases, t.bases),
        t.state,
    )


def assault(b: Battle, u: Unit, acted: set[int]) -> bool:
    near = [t for t in b.units if t.side != u.side and not t.gone and gap(u, t) <= 6]
    shaken = [t for t in near if t.state != "steady"]
    if not near or (not shaken and b.dice.random() > BOLD):
        return False
    t = max(shaken or near, key=lambda t: (umpire.STATES.index(t.state), -gap(u, t)))
    q = replace(question(u, t, "assault"), leader=b.dice.random() < LEADER_NEAR, frontal=b.dice.random() < 0.75)
    result = umpire.resolve_order(q, b.roll())
    if result == "lost" or (result == "delayed" and gap(u, t) > 3):  # too late to reach it (ruling D75)
        return False
    m = umpire.resolve_assault(q, [d for _ in range(3) for d in b.roll()])
    b.assaults["won" if m.won else "repulsed" if m.home else "stopped"] += 1
    b.assaults["fire"] += m.fire
    b.assaults["melee"] += m.actor
    hit(b, u, m.actor_levels, "assault")
    hit(b, t, m.target, "assault")
    if m.home:
        acted.add(id(t))
    return True


def act(b: Battle, u: Unit, acted: set[int], attacker: bool) -> None:
    if u.state == "demoralised" or (u.state == "disordered" and b.dice.random() < 0.35):
        q = Question("regroup", u.type, u.quality, leader=b.dice.random() < LEADER_NEAR)
        u.state = umpire.recovered(u.state, umpire.resolve_regroup(q, b.roll()))
        return
    foot = u.type in ("infantry", "cavalry")
    if foot and attacker and assault(b, u, acted):
        return
    nearest = min((gap(u, t) for t in b.units if t.side != u.side and not t.gone), default=99.0)
    if foot and attacker and b.turn <= BOMBARDMENT:
        return
    if foot and attacker and nearest > 6:
        if u.formation == "deployed" or nearest <= 12:
            fire(b, u, "moving-fire")
        q = Question("maneuver", u.type, u.quality, u.state, leader=b.dice.random() < LEADER_NEAR)
        result = umpire.resolve_order(q, b.roll())
        if result != "lost":
            u.formation = "maneuver"
            u.at -= min(umpire.base_move(u.type, u.quality, "maneuver", result == "delayed"), max(0.0, nearest - 4))
            u.cover = "soft" if u.lane % 3 == 0 else "none"  # some lanes offer cover
        return
    if u.type == "machinegun" and attacker and nearest > 15 and b.turn > BOMBARDMENT:  # they go forward with the rifles
        q = Question("maneuver", u.type, u.quality, u.state, leader=b.dice.random() < LEADER_NEAR)
        result = umpire.resolve_order(q, b.roll())
        if result != "lost":
            u.formation = "maneuver"
            u.at -= min(umpire.base_move(u.type, u.quality, "maneuver", result == "delayed"), max(0.0, nearest - 9))
        return
    if u.formation == "deployed":
        fire(b, u, "deployed-fire")
    else:
        fire(b, u, "moving-fire")
        u.formation = "deployed"


def fight(seed: int, quality: str = "average", morale: str = "average") -> tuple[Battle, int, list[int]]:
    """One battle: its end turn (0 if undecided) and the units lost."""
    dice = random.Random(seed)
    b = Battle(division(0, quality, True) + division(1, quality, False), dice, Counter(), Counter())
    limit = umpire.break_point(sum(u.side == 0 for u in b.units), morale)
    lost = [0, 0]
    for b.turn in range(1, TURNS + 1):
        acted: set[int] = set()
        order = [u for u in b.units if not u.gone]
        dice.shuffle(order)
        for u in order:
            if not u.gone and id(u) not in acted:
                act(b, u, acted, attacker=u.side == 0)
            lost = [sum(u.gone for u in b.units if u.side == s) for s in (0, 1)]
            if max(lost) >= limit:
                return b, b.turn, lost
    return b, 0, lost


# -- the report ------------------------------------------------------------------------------------------------------


def bars(title: str, values: list[tuple[str, float]], unit: str) -> str:
    """A bar chart as SVG."""
    top = max(v for _, v in values) or 1
    w, h, step = 640, 46 + 22 * len(values), 22
    rows = []
    for i, (label, v) in enumerate(values):
        y = 36 + i * step
        rows.append(
            f'<text x="170" y="{y + 13}" text-anchor="end">{label}</text>'
            f'<rect x="178" y="{y}" width="{360 * v / top:.1f}" height="16" fill="#66705f"/>'
            f'<text x="{186 + 360 * v / top:.1f}" y="{y + 13}">{v:g}{unit}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" font-family="Georgia, serif" font-size="13">'
        f'<rect width="{w}" height="{h}" fill="#f6f1e3"/><text x="12" y="22" font-size="15">{title}</text>{"".join(rows)}</svg>\n'
    )


def report(folder: Path, games: int = 300) -> str:
    """Write the plots and the page; the page is returned too."""
    ends: Counter[int] = Counter()
    by: Counter[str] = Counter()
    went: Counter[str] = Counter()
    lost = [0, 0]
    for seed in range(games):
        b, end, gone = fight(seed)
        ends[end] += 1
        by += b.killed_by
        went += b.assaults
        lost = [x + y for x, y in zip(lost, gone, strict=True)]
    decided = sorted(t for t, n in ends.items() for _ in range(n) if t)
    pick = [decided[int(len(decided) * f)] for f in (0.1, 0.5, 0.9)]
    total = sum(by.values())
    guns = 100 * (by["field"] + by["heavy"]) / total
    other = {m: sorted(t for s in range(60) if (t := fight(s, morale=m)[1]))[30] for m in ("unmotivated", "motivated")}
    plots = {
        "length": bars(
            "Turns until an army breaks (average armies)", [(str(t), ends[t]) for t in range(min(decided), max(decided) + 1)], ""
        ),
        "causes": bars("What destroyed the units", [(k, round(100 * v / total, 1)) for k, v in by.most_common()], " %"),
        "damage": bars(
            "Mean damage levels by score",
            [(f"score {s:+d}", round(sum(umpire.damage_row(s)) / 1000, 2)) for s in range(-8, 13, 2)],
            "",
        ),
        "assault": bars(
            "Infantry assaults that win (even numbers, frontal)",
            [(name, round(umpire.assault_chances(q).won / 1e7, 1)) for name, q in CASES.items()],
            " %",
        ),
    }
    for name, svg in plots.items():
        (folder / f"dgk-calibration-{name}.svg").write_text(svg, encoding="utf-8")
    hard = umpire.assault_chances(CASES["steady, hard cover"])
    page = PAGE.format(
        games=games,
        p10=pick[0],
        p50=pick[1],
        p90=pick[2],
        undecided=ends[0],
        guns=guns,
        rifles=100 * by["infantry"] / total,
        mgs=100 * by["machinegun"] / total,
        melee=100 * by["assault"] / total,
        won=went["won"],
        repulsed=went["repulsed"],
        stopped=went["stopped"],
        a=lost[0] / games,
        d=lost[1] / games,
        un=other["unmotivated"],
        mo=other["motivated"],
        hardfail=100 - hard.won / 1e7,
        fire=went["fire"] / max(1, went["won"] + went["repulsed"] + went["stopped"]),
        melees=went["melee"] / max(1, went["won"] + went["repulsed"] + went["stopped"]),
        rows="\n".join(_row(name) for name in BEFORE),
    )
    (folder / "dgk-calibration.md").write_text(page, encoding="utf-8")
    return page


#: what the first version of the numbers gave: won, stopped by fire (per cent), levels by fire, levels in close combat
BEFORE = {
    "steady, open": (25, 10, 0.90, 0.97),
    "machine guns, steady, open": (47, 13, 1.07, 0.46),
    "a battery, steady, open": (53, 13, 1.07, 0.38),
    "a battery in the flank": (72, 3, 0.52, 0.28),
    "steady, hard cover": (10, 23, 1.51, 1.21),
    "disordered, open": (41, 3, 0.52, 0.69),
    "demoralised, open": (66, 0, 0.00, 0.43),
    "marching, open": (56, 1, 0.25, 0.56),
    "cavalry, steady, open": (33, 13, 1.07, 0.79),
    "cavalry, machine guns, open": (54, 17, 1.27, 0.37),
}


def danger(q: Question) -> tuple[float, float]:
    """Mean levels on an assaulter by defensive fire and in close combat."""
    whole = umpire.WHOLE**3
    fire_levels = sum(m.fire * w for m, w in umpire.melees(q))
    return fire_levels / whole, sum(m.actor * w for m, w in umpire.melees(q)) / whole


def _row(name: str) -> str:
    q = CASES[name]
    c = umpire.assault_chances(q)
    won, stopped, by_fire, by_hand = BEFORE[name]
    now_fire, now_hand = danger(q)
    return (
        f"| {name} | {won} % | {c.won / 1e7:.0f} % | {stopped} % | {c.stopped / 1e7:.0f} % "
        f"| {by_fire:.2f} / {by_hand:.2f} | {now_fire:.2f} / {now_hand:.2f} |"
    )


BADLY = "target-badly-outnumbered"
CASES = {
    "steady, open": Question("assault", "infantry"),
    "steady, soft cover": Question("assault", "infantry", cover="soft"),
    "steady, hard cover": Question("assault", "infantry", cover="hard"),
    "steady, fortified": Question("assault", "infantry", cover="fortified"),
    "disordered, open": Question("assault", "infantry", target_state="disordered"),
    "demoralised, open": Question("assault", "infantry", target_state="demoralised"),
    "demoralised, hard cover": Question("assault", "infantry", target_state="demoralised", cover="hard"),
    "marching, open": Question("assault", "infantry", formation="march"),
    "machine guns, steady, open": Question("assault", "infantry", target="machinegun", numbers=BADLY),
    "a battery, steady, open": Question("assault", "infantry", target="field", numbers=BADLY),
    "a battery in the flank": Question("assault", "infantry", target="field", numbers=BADLY, frontal=False),
    "cavalry, steady, open": Question("assault", "cavalry"),
    "cavalry, machine guns, open": Question("assault", "cavalry", target="machinegun", numbers=BADLY),
    "cavalry, steady, woods": Question("assault", "cavalry", cover="soft"),
}

PAGE = """# Der Grosse Krieg: calibration of the umpire

Made by `python -m firestep.games.dgk.calibration docs` from {games} battles with fixed seeds. The rulebook prints no
chances; the numbers of `src/firestep/games/dgk/data/model.json` are designed, and this page says what they lead to.

The battle: two divisions after the German list (12 battalions, 4 machine-gun companies, 12 single-base batteries, a cavalry
regiment), {games} times; one attacks over 26 inches after three turns of
bombardment, the other holds; every third lane has soft cover. No ground, a
Leader at hand seven times in ten. The attacker's machine guns go forward with the rifles; assaults go against shaken targets, and
three times in twenty against a steady one; a delayed assault that cannot reach its target is none.

| aim | outcome |
|---|---|
| average armies break after about 8-12 turns | median turn {p50}; one in ten by turn {p10}, nine in ten by turn {p90}; undecided after 30 turns: {undecided} |
| army quality sets the length | median turn {un} for unmotivated armies, {p50} for average, {mo} for motivated |
| artillery is decisive | {guns:.0f} % of the units destroyed fall to guns, {rifles:.0f} % to rifles, {mgs:.0f} % to machine guns, {melee:.0f} % to assaults |
| frontal assaults on steady troops in cover mostly fail | {hardfail:.0f} % fail against hard cover at even numbers |
| assaults in play | {won} won, {repulsed} repulsed in close combat, {stopped} stopped by fire |
| the greatest danger to an assault is defensive fire | in play {fire:.2f} levels by fire, {melees:.2f} in close combat for each assault |
| losses | attacker {a:.1f}, defender {d:.1f} of 29 units |

## Assaults, before and after
In the first version of the numbers close combat hurt an assault more than fire did, and machine guns and batteries, badly outnumbered
as one base always is, were softer targets than rifles. A battalion, or a regiment of horse, frontally and at even numbers unless one base stands against four:

| target | won, before | now | stopped by fire, before | now | levels by fire / in close combat, before | now |
|---|---|---|---|---|---|---|
{rows}

![length](dgk-calibration-length.svg)
![causes](dgk-calibration-causes.svg)
![damage](dgk-calibration-damage.svg)
![assault](dgk-calibration-assault.svg)
"""


if __name__ == "__main__":
    print(report(Path(sys.argv[1] if len(sys.argv) > 1 else "docs")))
