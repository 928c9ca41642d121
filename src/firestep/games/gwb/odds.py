"""Exact odds of a combat before its dice, from the same functions that resolve it."""

from __future__ import annotations

from fractions import Fraction

from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.odds import Modifier, Odds, Result
from firestep.engine.session import Session
from firestep.games.gwb import artillery, combat, refusals_combat, stages, terrain
from firestep.games.gwb.components import tables
from firestep.games.gwb.fight import Fight, follow
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

S = Session[State]
DIE = range(1, 7)


def remaining(s: S) -> State:
    """The state without the units that are already named to retreat before combat (gwb.6.1.2)."""
    if not isinstance(s.top, combat.CavalryLeaves) or not s.top.going:
        return s.state
    st = s.state.copy()
    for u in bits(s.top.going):
        st.put(u, AWAY)
    return st


def fight_of(s: S, what: tuple[str, ...]) -> Fight:
    """The combat that is open, or the strongest one that could be made against a hex."""
    st = s.state
    step = s.top
    words = [w for w in what if w != "attack"]
    if not words and isinstance(step, Fight):
        if not remaining(s).stack(step.t) & st.b.of_side[1 - st.side]:
            raise FirestepError("nobody is left in the hex to fight")
        return step
    if not words and isinstance(step, combat.Declare) and step.att:
        return declared(st, step)
    if words:
        if words[0] not in st.b.grid:
            raise UnknownName(f"there is no hex '{words[0]}' on this map")
        t = st.b.grid.index(words[0])
        if unknown := [w for w in words[1:] if w not in st.b.by_id]:
            raise UnknownName(f"there is no unit '{unknown[0]}' in this battle")
        units = [st.b.by_id[w] for w in words[1:]]
    elif isinstance(step, combat.Declare):
        t, units = step.t, []
    else:
        raise FirestepError("no combat is open; name a hex, for example: odds attack 0806")
    if not st.stack(t) & st.b.of_side[1 - st.side]:
        raise FirestepError(f"no enemy stands in {st.b.grid.number(t)}; choose a hex that can be attacked")
    best = named(s, t, units) if units else strongest(s, t)
    if not best.att:
        raise FirestepError(f"no unit can attack {st.b.grid.number(t)} now")
    guns = 0
    while more := artillery.barrage_guns(st, t, best.att, guns, s.options):
        guns |= more & -more
    return follow(Fight, declared(st, best), guns=guns)


def declared(st: State, d: combat.Declare) -> Fight:
    """The combat as it would be once these units are committed."""
    far = sum(1 << u for u, _ in d.via)
    hexes = combat.hexes_of(st, d.att & ~far) | sum({1 << m for _, m in d.via})
    return Fight(d.t, d.att, far, hexes, st.stack(d.t), sup=combat.tied(st, d.t))


def named(s: S, t: int, units: list[int]) -> combat.Declare:
    """The attack by these units. Raises a FirestepError with the rules against the first that cannot join."""
    found = combat.Declare(t)
    for n, u in enumerate(units):
        more = join(s, combat.Declare(t), units[: n + 1])
        if more is None:
            raise FirestepError(" ".join(r.text for r in refusals_combat.joining(s, found, u)))
        found = more
    return found


def join(s: S, d: combat.Declare, units: list[int]) -> combat.Declare | None:
    """The attack with these units added, across the open if they do not stand next to the hex. None if they cannot all join."""
    if not units:
        return d
    u, rest = units[0], units[1:]
    near, far = d.joiners(s)
    ways = [d.via] if near >> u & 1 else [(*d.via, (u, m)) for x, m in far if x == u]
    tried = (join(s, combat.Declare(d.t, d.att | 1 << u, via), rest) for via in ways)
    return next((d for d in tried if d), None)


def strongest(s: S, t: int) -> combat.Declare:
    """Every adjacent unit that may join, strongest first; in a hasty attack the strongest hex. Where nobody is adjacent, those who
    can come across the open (gwb.13.2a)."""
    st = s.state
    best, best_sum = combat.Declare(t), -1
    near, far = combat.Declare(t).joiners(s)
    starts = [combat.Declare(t, 1 << u) for u in bits(near)] or [combat.Declare(t, 1 << u, ((u, m),)) for u, m in far]
    for step in starts:
        while True:
            more, open_ = step.joiners(s)
            if near and more:
                u = max(bits(more), key=lambda u: (st.strength(u), -u))
                step = combat.Declare(t, step.att | 1 << u, step.via)
            elif not near and open_:
                u, m = max(open_, key=lambda o: (st.strength(o[0]), -o[0]))
                step = combat.Declare(t, step.att | 1 << u, (*step.via, (u, m)))
            else:
                break
        if (total := st.strength_of(step.att)) > best_sum:
            best, best_sum = step, total
    return best


def distribution(st: State, f: Fight) -> dict[tuple[int, int], Fraction]:
    """Attacker's and defender's steps, before retreat and overkill, with their chances."""
    shells = st.strength_of(f.guns)
    cover = terrain.barrage(st.b.board, f.t)
    bars = [f.bar] if f.bar >= 0 else [tables.fire(shells, d + cover) for d in DIE] if f.guns else [0]
    fire, fire_mod = stages.fire_strength(st, f), sum(m.value for m in stages.fire_modifiers(st, f))
    column = stages.melee(st, f).column
    out: dict[tuple[int, int], Fraction] = {}
    share = Fraction(1, len(bars) * 36)
    for bar in bars:
        for d in DIE:
            plus = tables.fire(fire, d + bar + fire_mod)
            for m in DIE:
                cell = tables.melee(column, m + plus)
                out[cell] = out.get(cell, Fraction(0)) + share
    return out


def odds(s: S, what: tuple[str, ...]) -> Odds:
    f = fight_of(s, what)
    st = remaining(s)
    melee = stages.melee(st, f)
    mods = [
        Modifier("gwb.3.17a", "melee strength of the attackers", melee.attack),
        Modifier("gwb.3.17b", "melee strength of the defenders", -melee.defence),
    ]
    if f.guns:
        mods.append(Modifier("gwb.3.3b", "barrage strength", st.strength_of(f.guns)))
        mods.append(Modifier("gwb.6.2e", "terrain on the barrage die", terrain.barrage(st.b.board, f.t)))
    mods.append(Modifier("gwb.3.5", "defensive fire strength", stages.fire_strength(st, f)))
    mods += stages.fire_modifiers(st, f)
    mods += [Modifier(m.rule, f"{m.text}: columns to the left", m.value) for m in melee.shifts]
    cells = distribution(st, f)
    results = [Result(f"{a}/{d}", p, {"attacker": a, "defender": d}) for (a, d), p in sorted(cells.items())]
    expected = {
        "attacker": sum((a * p for (a, _), p in cells.items()), Fraction(0)),
        "defender": sum((d * p for (_, d), p in cells.items()), Fraction(0)),
    }
    title = f"Attack on {st.b.grid.number(f.t)}: {melee.attack} against {melee.defence}, {tables.MELEE_NAMES[melee.column]}"
    return Odds(title, mods, results, expected)
