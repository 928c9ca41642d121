"""Coins that are played at the start of a pulse, or as one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, SideChoice, Steps
from firestep.games.ditt import combat, control, ground, nations, surrender
from firestep.games.ditt import conditions as c
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.pulse import Fall
from firestep.games.ditt.state import CASUALTY, Fight, State
from firestep.games.ditt.supply import is_supplied
from firestep.games.ditt.text import lost
from firestep.hexmap.grid import bits

S = Session[State]
HOFFMANN, OHL, SARRAIL, RAIL = t.BOX["cp-hoffmann"], t.BOX["cp-o-h-l"], t.BOX["cp-sarrail"], t.BOX["cp-reichsbahn"]
ALBION, PUTNIK, TURAN = t.BOX["cp-operation-albion"], t.BOX["ep-putnik"], t.BOX["ep-pan-turanian-army"]
SACREE, MUDROS, FOCH = t.BOX["ep-voie-sacree"], t.BOX["ep-mudros-armistice"], t.BOX["ep-foch"]
PENETRATION, EVERYONE = t.BOX["ep-peaceful-penetration"], t.BOX["ep-everyone-into-the-battle"]
DONE: Action = ("done",)
ATTACK: Action = ("attack",)
WEST = p.lands("France", "Belgium")
BALKANS = p.lands("Greece", "Macedonia", "Serbia", "Bulgaria", "Albania")
_EMPIRES = p.lands("Germany", "Austria-Hungary")
#: no more than two hexes outside Germany and Austria-Hungary (err.u)
RAILWAYS = p.ways(0).within(_EMPIRES, p.LAND & ~p.AREAS, 2)
#: where Albion may land
RUSSIAN_COAST = p.COAST[t.BALTIC] & (p.TERRITORY[t.RS] | p.mask("3317"))
ALBION_DIVS, ALBION_RANGE, SACRED_DIVS, FOCH_HEXES = 6, 10, 10, 3


# -- where a coin can do something -----------------------------------------------------------------------------------------


def flipped_germans(st: State, where: int) -> int:
    return c.places_of(st, c.inside(st, c.units(st, "ge") & st.flipped, where))


def _sarrail(st: State) -> int:
    french = c.places_of(st, c.inside(st, c.units(st, "fr"), BALKANS))
    return sum(1 << i for i in bits(french) if st.stack_of(i, t.EP) & ~st.flipped) if not st.flag("sarrail-used") else 0


def _putnik(st: State) -> int:
    if not any(st.at[u] == CASUALTY for u in t.UNITS_OF[t.SB]) or st.flag("serbs-gone"):
        return 0
    return p.COUNTRY["Serbia"] & st.ctrl[t.EP] & ~st.occ[t.CP] & ~st.fort_of[t.CP]


def _turan(st: State) -> int:
    if st.allegiance[t.TU] != t.CP:
        return 0
    russians = c.places_of(st, c.inside(st, c.units(st, "rs"), nations.near_east(st)))
    return c.places_of(st, c.inside(st, c.units(st, "tu"), p.ways(0).within(russians, p.LAND, 3))) if russians else 0


def _sacree(st: State) -> int:
    if control.free_reserves(st, t.FR) <= 0:
        return 0
    armies = c.inside(st, c.units(st, "fr") & t.ARMY_MASK, p.COUNTRY["France"])
    return c.places_of(st, sum(1 << u for u in bits(armies) if st.divs[u] < t.MOST_DIVS and is_supplied(st, u)))


def _penetration(st: State) -> int:
    british = c.places_of(st, c.inside(st, c.units(st, "br"), WEST))
    near = c.inside(st, c.units(st, "CP") & ~st.flipped, p.contact(False).spread(british)) if british else 0
    return c.places_of(st, near)


def riders(st: State) -> list[int]:
    """Armies that the Reichsbahn could carry: German or Austrian, unflipped, in supply, near home; never in Winter (291, err.u)."""
    return list(_rides(st))


def _rides(st: State) -> Iterator[int]:
    if t.WEATHER[st.turn] != "snow":
        for u in bits((st.corps[t.GE] | st.corps[t.AH]) & t.ARMY_MASK & st.afield & ~st.flipped & ~st.landed):
            if RAILWAYS >> st.at[u] & 1 and is_supplied(st, u) and stations(st, u):
                yield u


def stations(st: State, u: int) -> int:
    """Where an Army can ride to: over friendly hexes that are joined to its own."""
    open = ground.passable(st, u) & st.ctrl[t.CP]
    ride = p.ways(nations.links(st, u)).flood(1 << st.at[u], open | 1 << st.at[u])
    return ride & RAILWAYS & ~(1 << st.at[u]) & ~ground.unstackable(st, u) & ~nations.near_east(st)


def sailors(st: State, place: int) -> tuple[int, ...]:
    """The Germans in a hex that could sail with Albion: each of six Divs at most."""
    units = bits(st.stack_of(place, t.CP) & st.corps[t.GE] & ~st.flipped)
    return tuple(u for u in units if aboard(st, (u,)) <= ALBION_DIVS and is_supplied(st, u))


def aboard(st: State, units: tuple[int, ...]) -> int:
    """The Divs that units count on board (5.1e)."""
    return sum(st.divs[u] if t.IS_ARMY[u] else 2 for u in units)


def shores(st: State, start: int) -> int:
    """Where Albion can land from a coast of the Baltic (6.5e)."""
    ways = p.sea_ways(t.BALTIC)
    reach = ways.step(ways.within(1 << start, p.sailing(t.BALTIC), ALBION_RANGE - 1))
    return reach & RUSSIAN_COAST & ~st.ctrl[t.CP] & ~st.neutral & ~st.closed & ~st.truce


def ports(st: State) -> int:
    if st.seas[t.BALTIC] == t.EP_RULES:
        return 0
    coast = p.COAST[t.BALTIC] & st.ctrl[t.CP] & st.of[t.GE]
    return sum(1 << i for i in bits(coast) if sailors(st, i) and shores(st, i))


def foch_targets(st: State) -> int:
    """Hexes that unflipped EP units stand next to and may attack."""
    out = 0
    for targets in _foch_steps(st):
        out |= targets
    return out


def _foch_steps(st: State) -> Iterator[int]:
    """The hexes that each unit near the enemy could attack, unit by unit."""
    foes = ground.enemies(st, t.EP)
    near = p.contact(True).spread(foes)
    for u in bits(ground.commanded(st, t.EP) & st.afield & ~st.flipped):
        if near >> st.at[u] & 1 and ground.may_march(st, u) and is_supplied(st, u):
            yield ground.first_steps(st, u, True) & foes & ~st.truce


def foch_units(st: State, target: int, hex: int) -> tuple[int, ...]:
    return tuple(
        u
        for u in bits(st.stack(hex) & ground.commanded(st, t.EP))
        if ground.may_march(st, u) and is_supplied(st, u) and ground.first_steps(st, u, True) >> target & 1
    )


def parted(st: State, target: int, units: tuple[int, ...]) -> str:
    """The rule by which units may not enter a target together, or nothing."""
    entering = nations.ne_admits(st, units) if nations.near_east(st) >> target & 1 else ""
    return ground.apart(st, units) or entering


def foch_hexes(st: State, target: int) -> list[int]:
    near = p.contact(True).near[target] & st.occ[t.EP]
    return [i for i in bits(near) if foch_units(st, target, i)]


def mudros(st: State) -> bool:
    """Three of the four cities are in EP hands (err.m)."""
    return (
        st.allegiance[t.TU] == t.CP
        and not st.surrendered >> t.TU & 1
        and (p.mask("1125", "1910", "0920", "0916") & st.ctrl[t.EP]).bit_count() >= 3
    )


#: places that the coin of a box can be pointed at
SPOTS: dict[int, Callable[[State], int]] = {
    HOFFMANN: lambda st: 0 if st.flag("hoffmann-used") else flipped_germans(st, p.lands("Germany", "Poland")),
    OHL: lambda st: flipped_germans(st, p.LAND),
    SARRAIL: _sarrail,
    PUTNIK: _putnik,
    TURAN: _turan,
    SACREE: _sacree,
    PENETRATION: _penetration,
    ALBION: ports,
    FOCH: foch_targets,
}


def possible(st: State, side: int, box: int) -> bool:
    if box == MUDROS:
        return mudros(st)
    if box == EVERYONE:
        return bool(c.inside(st, c.units(st, "EP") & st.flipped, WEST))
    if box == RAIL:
        return next(_rides(st), -1) >= 0
    if box == FOCH:
        return any(_foch_steps(st))
    return bool(SPOTS[box](st))


# -- what it does ----------------------------------------------------------------------------------------------------------


def play(s: S, side: int, box: int) -> Steps:
    """What a coin does; the coin is spent already."""
    st = s.state
    if box == MUDROS:
        return (surrender.Surrender(t.TU, "ditt.err.m"),)
    if box == EVERYONE:
        control.unflip(s, c.inside(st, c.units(st, "EP"), WEST), "ditt.3.0j")
        return ()
    if box == RAIL:
        return (Ride(),)
    return (Spot(box, side, 2 if box == OHL else 1),)


@dataclass(frozen=True, slots=True)
class Spot(SideChoice[S]):
    """Where the coin works."""

    box: int
    side: int
    left: int

    def prompt(self, s: S) -> str:
        return f"{t.SIDE_TITLES[self.side]}, {t.BOX_TITLE[self.box]}: choose a hex{', or done' if self.optional else ''}"

    @property
    def optional(self) -> bool:
        return self.box == OHL and self.left == 1

    def actions(self, s: S) -> list[Action]:
        out: list[Action] = [("point", p.NUMBER[i]) for i in bits(SPOTS[self.box](s.state))]
        return sorted([*out, DONE] if self.optional or not out else out)

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        place = p.INDEX[action[1]]
        s.note("coin-at", "ditt.3.0j", box=t.BOXES[self.box], place=action[1])
        return DEEDS[self.box](s, st, place, self)


def _unflip(s: S, st: State, place: int, step: Spot) -> Steps:
    control.unflip(s, st.stack_of(place, t.CP) & st.corps[t.GE], "ditt.err.t" if step.box == HOFFMANN else "ditt.3.0j")
    if step.box == HOFFMANN:
        st.set_flag("hoffmann-used")
        return ()
    return (Spot(OHL, step.side, 1),) if step.left == 2 else ()


def _flip_on_die(s: S, st: State, place: int, step: Spot) -> Steps:
    st.set_flag("sarrail-used")
    die = s.roll()
    s.note("sarrail", "ditt.err.v", "ditt.err.w", die=die, place=p.NUMBER[place])
    if die > 1:
        control.flip(s, st.stack_of(place, t.EP), "ditt.err.v")
    return ()


def _serbs(s: S, st: State, place: int, step: Spot) -> Steps:
    u = next(u for u in t.UNITS_OF[t.SB] if st.at[u] == CASUALTY)
    out = control.deploy(s, u, place, "ditt.err.n")
    control.unflip(s, st.stack_of(place, t.EP) & st.corps[t.SB], "ditt.err.o")
    st.spots[0] = place
    return out


def _sarikamish(s: S, st: State, place: int, step: Spot) -> Steps:
    units = st.stack_of(place, t.CP) & st.corps[t.TU]
    control.flip(s, units, "ditt.3.0j")
    armies = tuple(u for u in bits(units) if st.divs[u])
    die = s.roll()
    return (Freeze(armies, die),) if armies else ()


def _flip(s: S, st: State, place: int, step: Spot) -> Steps:
    control.flip(s, st.stack_of(place, t.CP), "ditt.3.0j")
    return ()


DEEDS: dict[int, Callable[[S, State, int, Spot], Steps]] = {
    HOFFMANN: _unflip,
    OHL: _unflip,
    SARRAIL: _flip_on_die,
    PUTNIK: _serbs,
    TURAN: _sarikamish,
    PENETRATION: _flip,
    SACREE: lambda s, st, place, step: (Sacred(place, SACRED_DIVS),),
    ALBION: lambda s, st, place, step: (Cross(place),),
    FOCH: lambda s, st, place, step: (Converge(place, ()),),
}


@dataclass(frozen=True, slots=True)
class Freeze(Choice[S]):
    """The owner names the Turkish Divs that are lost in the snow."""

    units: tuple[int, ...]
    left: int

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return f"Central Powers: {lost(self.left, 'Turkish ')}; name which"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return sorted(("lose", t.UNITS[u], str(k)) for u in self.units for k in range(1, min(self.left, st.divs[u]) + 1)) or [DONE]

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        k = int(action[2])
        control.lose(s, t.UNIT[action[1]], k, "ditt.3.0j")
        units = tuple(u for u in self.units if s.state.divs[u])
        return (Freeze(units, self.left - k),) if units and self.left > k else ()


@dataclass(frozen=True, slots=True)
class Sacred(Choice[S]):
    """Divs of the French Reserves join Armies in one hex, which do not flip."""

    place: int
    left: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"Entente Powers: {self.left} Divs can go up the Voie Sacrée to {p.place(self.place)}; name an Army, or done"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        most = min(self.left, control.free_reserves(st, t.FR))
        armies = bits(st.stack_of(self.place, t.EP) & st.corps[t.FR] & t.ARMY_MASK)
        return sorted(
            [DONE, *(("gain", t.UNITS[u], str(k)) for u in armies for k in range(1, min(most, t.MOST_DIVS - st.divs[u]) + 1))]
        )

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        u, k = t.UNIT[action[1]], int(action[2])
        st.reserves[t.FR] -= k
        st.divs[u] += k
        s.note("gains", "ditt.3.0j", unit=action[1], divs=k, total=st.divs[u])
        return (Sacred(self.place, self.left - k),) if self.left > k else ()


@dataclass(frozen=True, slots=True)
class Ride(Choice[S]):
    """Which Army rides with the Reichsbahn."""

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return "Central Powers, Reichsbahn: which Army travels?"

    def actions(self, s: S) -> list[Action]:
        return sorted(("ride", t.UNITS[u]) for u in riders(s.state))

    def take(self, s: S, action: Action) -> Steps:
        return (Station(t.UNIT[action[1]]),)


@dataclass(frozen=True, slots=True)
class Station(Choice[S]):
    """Where it gets off; it flips."""

    unit: int

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return f"Central Powers, Reichsbahn: choose a goal for the {t.unit_title(self.unit)}"

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", p.NUMBER[i]) for i in bits(stations(s.state, self.unit)))

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        was = p.NUMBER[st.at[self.unit]]
        st.put(self.unit, p.INDEX[action[1]])
        st.flip(1 << self.unit)
        s.note("marches", "ditt.err.u", units=[t.UNITS[self.unit]], origin=was, place=action[1])
        return ()


@dataclass(frozen=True, slots=True)
class Cross(Choice[S]):
    """Who sails with Albion, and where the force lands."""

    start: int
    #: units that stay behind
    stay: tuple[int, ...] = ()

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        here = p.place(self.start)
        return f"Central Powers, Operation Albion: choose where the Germans from {here} land, or leave units behind"

    def units(self, st: State) -> tuple[int, ...]:
        return tuple(u for u in sailors(st, self.start) if u not in self.stay)

    def actions(self, s: S) -> list[Action]:
        st = s.state
        units = self.units(st)
        out: list[Action] = [("leave", t.UNITS[u]) for u in units] if len(units) > 1 else []
        if aboard(st, units) <= ALBION_DIVS:
            out += [("point", p.NUMBER[i]) for i in bits(shores(st, self.start))]
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "leave":
            return (Cross(self.start, (*self.stay, t.UNIT[action[1]])),)
        units, place = self.units(st), p.INDEX[action[1]]
        for u in units:
            st.put(u, place)
            st.flip(1 << u)
            st.ferried |= 1 << u
        s.note("lands", "ditt.3.0j", units=[t.UNITS[u] for u in units], place=action[1])
        if ground.enemies(st, t.CP) >> place & 1:
            return combat.begin(s, Fight(t.CP, place, self.start, units, smooth=True))
        return control.enter(s, place, t.GE)


@dataclass(frozen=True, slots=True)
class Converge(Choice[S]):
    """Armies around Foch's target join the attack, from up to three hexes."""

    target: int
    hexes: tuple[int, ...]
    #: units of these hexes that stay behind
    stay: tuple[int, ...] = ()

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"Entente Powers, Foch: add the Armies of a hex around {p.place(self.target)}, leave Armies behind, or attack"

    def units(self, st: State) -> tuple[int, ...]:
        return tuple(sorted(u for i in self.hexes for u in foch_units(st, self.target, i) if u not in self.stay))

    def actions(self, s: S) -> list[Action]:
        st = s.state
        units = self.units(st)
        out: list[Action] = [ATTACK] if units and not parted(st, self.target, units) else []
        if len(units) > 1:
            out += [("leave", t.UNITS[u]) for u in units]
        if len(self.hexes) < FOCH_HEXES:
            out += [("add", p.NUMBER[i]) for i in foch_hexes(st, self.target) if i not in self.hexes]
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "add":
            return (Converge(self.target, (*self.hexes, p.INDEX[action[1]]), self.stay),)
        if action[0] == "leave":
            return (Converge(self.target, self.hexes, (*self.stay, t.UNIT[action[1]])),)
        units = self.units(st)
        origins = tuple(st.at[u] for u in units)
        entry: Steps = ()
        for u, i in zip(units, origins, strict=True):
            entry += control.crossing(st, (u,), i, self.target)
            st.put(u, self.target)
        return (*entry, Fall(t.EP, units, origins[0], self.target, origins))


STEPS = (Converge, Cross, Freeze, Ride, Sacred, Spot, Station)
