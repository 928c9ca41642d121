"""Logistics (ditt.2.2, ditt.4.0, ditt.6.4): new Armies, Divs between Armies, Reserves out, Reserves in, casualties.

Four steps ask in turn until the player is done; the fifth rolls. The player forms and disbands Armies freely (ditt.4.1m). A
strategic redeployment takes two turns: step 4 of one sends Divs or units away (ditt.6.4a), step 3 of the next brings them back
(ditt.6.4h). In one step an Army only gives Divs or only takes them (T01), so that the phase ends.
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics import deployment
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.pulse import feed, feed_actions
from firestep.games.ditt.nations import control, neutrals
from firestep.games.ditt.nations.control import lift
from firestep.games.ditt.state import BOX, CASUALTY, POOL, State
from firestep.games.ditt.supply import is_supplied, supplied
from firestep.hexmap.grid import bits

DONE: Action = ("done",)
KEEP: Action = ("keep",)
MARCH = 3
NAMES = (
    "",
    "create Armies",
    "shift Divs between Armies",
    "bring Divs and units from Reserves to the map",
    "send Divs and units to Reserves",
)


@dataclass(frozen=True, slots=True)
class LogisticsPhase(Auto[Session[State]]):
    """The Logistics Phase of a side: five steps (ditt.2.2a), the same for the EP (ditt.2.3a)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.gave = st.took = st.deployed = 0
        s.note("logistics", "ditt.2.3a" if self.side else "ditt.2.2a", side=tables.SEATS[self.side])
        return (*(Logistics(self.side, k) for k in (1, 2, 3, 4)), CasualtyRolls(self.side))  # ditt.2.2a, ditt.2.3a


# -- what is possible ------------------------------------------------------------------------------------------------------


def armies(st: State, side: int) -> list[int]:
    """Returns the Armies of a side on the map."""
    return bits(passage.commanded(st, side) & tables.ARMY_MASK & st.afield)


def unused_armies(st: State, side: int) -> list[int]:
    """Army counters out of play that may be created (ditt.4.3a); the Süd Army waits for its event (ditt.16.2k)."""
    return [
        u
        for u in bits(passage.commanded(st, side) & tables.ARMY_MASK)
        # ditt.4.3a, ditt.16.2k
        if st.at[u] == POOL and (u != tables.SUD or st.released >> u & 1) and (st.serves[u] != tables.US or st.at_war(tables.US))
    ]


def within_march(st: State, u: int) -> int:
    """Returns the places within three hexes that an Army could march to, and its own (ditt.2.2b, L01). Invaders march nowhere
    (ditt.6.5n)."""
    i = st.at[u]
    if st.landed >> u & 1:
        return 1 << i
    open = passage.passable(st, u) & st.ctrl[st.side(u)] if st.side(u) < 2 else passage.passable(st, u)
    return places.ways(areas.links(st, u)).within(1 << i, open, MARCH)  # ditt.2.2b


def ready(st: State, u: int) -> bool:
    """Whether an Army is unflipped, has not taken Divs in this step, and is not the Süd Army (ditt.2.2c, ditt.4.1h, T01)."""
    return st.at[u] > 0 and not (st.flipped | st.took) >> u & 1 and u != tables.SUD  # ditt.2.2c, ditt.4.1h


def may_give(st: State, u: int) -> bool:
    """Whether an Army may give Divs: it is ready and in supply (L18)."""
    return ready(st, u) and is_supplied(st, u)


def may_take(st: State, giver: int, u: int) -> bool:
    """Whether an Army may take Divs of another: of its own nationality (ditt.4.1f), the Süd Army also German ones (ditt.4.1g)."""
    n = tables.UNIT_NATION[giver]
    return (
        u != giver
        and st.at[u] > 0
        and not (st.flipped | st.gave) >> u & 1
        and st.divs[u] < tables.MOST_DIVS
        and (tables.UNIT_NATION[u] == n or u == tables.SUD and n == tables.GE)  # ditt.4.1f
    )


def takers(st: State, giver: int) -> list[int]:
    """Returns the Armies to which one may pass Divs."""
    found = [u for u in tables.ARMIES_OF[tables.UNIT_NATION[giver]] if may_take(st, giver, u)]
    if tables.UNIT_NATION[giver] == tables.GE and may_take(st, giver, tables.SUD):
        found.append(tables.SUD)
    if not found:
        return found
    reach = within_march(st, giver)
    return [u for u in found if reach >> st.at[u] & 1 and _shift_room(st, giver, u) > 0]


def _shift_room(st: State, giver: int, u: int) -> int:
    """Room for Divs that come from another Army; within the Near East nothing new enters it."""
    inside = areas.near_east(st)
    if inside >> st.at[giver] & 1 and inside >> st.at[u] & 1:
        return tables.MOST_DIVS - st.divs[u]
    return areas.room(st, u)


def feedable(st: State, side: int) -> list[int]:
    """Unflipped Armies in supply that Reserves can feed (ditt.2.2d, L18)."""
    fed = 0
    for n in tables.POWERS:
        if control.free_reserves(st, n) > 0:
            fed |= tables.ARMIES[n] | (1 << tables.SUD if n == tables.GE else 0)
    fit = supplied(st, passage.commanded(st, side) & ~st.flipped & fed)
    return [u for u in bits(fit) if st.divs[u] < tables.MOST_DIVS and areas.room(st, u) > 0]


#: units that never leave the map by SR
_FIXED = 1 << tables.BAKU | 1 << tables.ASKARI | 1 << tables.BOER


def liftable(st: State, side: int) -> int:
    """Returns the units that may be sent off the map in step 4: unflipped and in supply (ditt.2.2g, ditt.2.2h, ditt.6.4c, L02)."""
    units = passage.commanded(st, side) & ~(st.flipped | _FIXED | st.corps[tables.RC] | st.corps[tables.RE])
    return sum(1 << u for u in bits(supplied(st, units)) if not passage.at_valona(st, u))  # ditt.2.2h, ditt.6.4c


def sites(st: State, u: int, depot: deployment.PlaceFinder | None = None) -> int:
    """Returns where a new Army may be created: the legal places for which it can be given a Div (ditt.4.3b, ditt.4.3e)."""
    n = tables.UNIT_NATION[u]
    legal = (depot or deployment.PlaceFinder(st)).where(u)
    if not legal:
        return 0
    inside = areas.near_east(st)
    full = inside if n in (tables.BR, tables.RS) and areas.near_east_room(st, n) < 1 else 0  # takes only Divs that are there
    out = legal & ~full if control.free_reserves(st, n) > 0 else 0
    if legal & ~out:
        for v in tables.ARMIES_OF[n]:
            if may_give(st, v):
                out |= legal & within_march(st, v) & (-1 if inside >> st.at[v] & 1 else ~full)
    return out


def creatable(st: State, side: int) -> list[int]:
    """Returns the Armies that can be created; those of a nation that are alike share one search."""
    known: dict[int, bool] = {}
    out = []
    depot = deployment.PlaceFinder(st)
    for u in unused_armies(st, side):
        key = areas.kind(st, u)
        if key not in known:
            known[key] = bool(sites(st, u, depot))
        if known[key]:
            out.append(u)
    return out


def donors(st: State, u: int, place: int) -> list[int]:
    """Returns the Armies that can give Divs to a new one (ditt.4.3e)."""
    # ditt.4.3e
    return [v for v in tables.ARMIES_OF[tables.UNIT_NATION[u]] if v != u and may_give(st, v) and within_march(st, v) >> place & 1]


def new_room(st: State, u: int, place: int, giver: int = -1) -> int:
    """Returns the Divs that a new Army may be given at a place."""
    n = tables.UNIT_NATION[u]
    most = areas.capacity(st, u, place)
    inside = areas.near_east(st)
    if n in (tables.BR, tables.RS) and inside >> place & 1 and not (giver >= 0 and inside >> st.at[giver] & 1):
        return min(most, areas.near_east_room(st, n))
    return most


def waiting(st: State, side: int) -> list[int]:
    """Returns the units in the Reserve Box that can be deployed (ditt.2.2e), also those of a neutral Italy (ditt.15.1f). The box
    must be emptied (ditt.6.4g, L04)."""
    depot = deployment.PlaceFinder(st)
    return [u for u in deployment.boxed(st, side, BOX) if depot.takes(u)]  # ditt.2.2e, ditt.6.4g


# -- steps -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Logistics(SideChoice[Session[State]]):
    """One of the four steps in which the player chooses."""

    side: int
    step: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}, logistics: {NAMES[self.step]}, or done"

    def actions(self, s: Session[State]) -> list[Action]:
        st, side = s.state, self.side
        out: list[Action] = []
        if self.step == 1:
            out = [("create", tables.UNITS[u]) for u in creatable(st, side)]
            out += [a for a in neutrals.offers(st, side) if a[0] == "great-retreat"]
        elif self.step == 2:
            fit = supplied(st, sum(1 << u for u in armies(st, side)))
            out = [("shift", tables.UNITS[u]) for u in armies(st, side) if fit >> u & 1 and ready(st, u) and takers(st, u)]
        elif self.step == 3:
            out = [("feed", tables.UNITS[u]) for u in feedable(st, side)]
            boxed = waiting(st, side)
            out += [("deploy", tables.UNITS[u]) for u in boxed]
            if boxed:
                return sorted(out)
        else:
            for u in bits(liftable(st, side)):
                out.append(("lift", tables.UNITS[u]))
                if tables.IS_ARMY[u] and u != tables.SUD:
                    out.append(("send", tables.UNITS[u]))
        return sorted([*out, DONE])

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        verb = action[0]
        if verb == "done":
            st.gave = st.took = 0
            return ()
        if verb == "great-retreat":
            return (*neutrals.great_retreat(s), self)
        u = tables.UNIT[action[1]]
        if verb == "create":
            return (CreateAt(self.side, u), self)
        if verb == "shift":
            return (ShiftTo(self.side, u), self)
        if verb == "feed":
            return (FeedDivs(self.side, u), self)
        if verb == "deploy":
            return (Place(self.side, u, "ditt.6.4d", False), self)
        if verb == "send":
            return (SendDivs(self.side, u), self)
        lift(s, u, "ditt.6.4e" if tables.IS_ARMY[u] else "ditt.6.4b", whole=True)
        return (self,)


@dataclass(frozen=True, slots=True)
class CreateAt(SideChoice[Session[State]]):
    """Where a new Army is placed (ditt.4.3b, ditt.4.3c)."""

    side: int
    unit: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: choose where to form the {tables.unit_title(self.unit)}"

    def actions(self, s: Session[State]) -> list[Action]:
        return sorted(("place", places.NUMBER[i]) for i in bits(sites(s.state, self.unit)))  # ditt.4.3c

    def take(self, s: Session[State], action: Action) -> Steps:
        return (CreateWith(self.side, self.unit, places.INDEX[action[1]]),)


@dataclass(frozen=True, slots=True)
class CreateWith(SideChoice[Session[State]]):
    """Its first Divs, from Reserves or from an Army within three hexes: at least one, at once (ditt.4.3d, ditt.4.3e, L19)."""

    side: int
    unit: int
    place: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: Divs for the {tables.unit_title(self.unit)} at {places.place(self.place)}"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        free = control.free_reserves(st, tables.UNIT_NATION[self.unit])
        # ditt.4.3d
        out: list[Action] = [("reserves", str(k)) for k in range(1, min(free, new_room(st, self.unit, self.place)) + 1)]
        for v in donors(st, self.unit, self.place):
            out += [
                ("from", tables.UNITS[v], str(k)) for k in range(1, min(st.divs[v], new_room(st, self.unit, self.place, v)) + 1)
            ]
        return sorted(out)

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        u = self.unit
        k = int(action[-1])
        source: dict[str, str | int] = {}
        if action[0] == "reserves":
            st.reserves[tables.UNIT_NATION[u]] -= k
        else:
            giver = tables.UNIT[action[1]]
            st.divs[giver] -= k
            st.gave |= 1 << giver
            source = {"giver": action[1], "left": st.divs[giver]}
            if not st.divs[giver]:
                st.put(giver, POOL)
        st.divs[u] = k
        st.put(u, self.place)
        st.took |= 1 << u
        join_beach(st, u)
        s.note("created", "ditt.4.3a", "ditt.4.3d", unit=tables.UNITS[u], place=places.NUMBER[self.place], divs=k, **source)
        return control.roll_for_near_east(st, (u,), POOL, self.place)


def join_beach(st: State, u: int) -> None:
    """A unit that came by SR into a Beach Head of the enemy's hex is one of the invaders (ditt.6.5n)."""
    i = st.at[u]
    if i in st.beach and not st.ctrl[st.side(u)] >> i & 1:
        st.landed |= 1 << u


@dataclass(frozen=True, slots=True)
class ShiftTo(SideChoice[Session[State]]):
    """The Army that gets Divs, and how many (ditt.2.2b). One that gives its last Div is disbanded (ditt.4.1e, ditt.4.1m)."""

    side: int
    unit: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: which Army gets Divs of the {tables.unit_title(self.unit)}, and how many?"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        return sorted(
            ("to", tables.UNITS[v], str(k))
            for v in takers(st, self.unit)
            for k in range(1, min(st.divs[self.unit], _shift_room(st, self.unit, v)) + 1)
        )

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        u, v, k = self.unit, tables.UNIT[action[1]], int(action[2])
        st.divs[u] -= k
        st.divs[v] += k
        if v == tables.SUD and tables.UNIT_NATION[u] == tables.GE:
            st.sud += k
        st.gave |= 1 << u
        st.took |= 1 << v
        s.note("shifted", "ditt.2.2b", unit=tables.UNITS[u], to=tables.UNITS[v], divs=k, left=st.divs[u])
        if not st.divs[u]:  # ditt.4.1m
            st.put(u, POOL)
        return ()


@dataclass(frozen=True, slots=True)
class FeedDivs(SideChoice[Session[State]]):
    """Divs from Reserves to one Army (ditt.2.2d); German ones as well for the Süd Army (ditt.4.1g)."""

    side: int
    unit: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: how many Divs from Reserves for the {tables.unit_title(self.unit)}?"

    def actions(self, s: Session[State]) -> list[Action]:
        return feed_actions(s.state, self.unit)

    def take(self, s: Session[State], action: Action) -> Steps:
        feed(s, self.unit, action, "ditt.2.2d")
        return ()


@dataclass(frozen=True, slots=True)
class SendDivs(SideChoice[Session[State]]):
    """Divs from an Army to Reserves (ditt.2.2g); they wait there for the next turn (ditt.2.2i, L17)."""

    side: int
    unit: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: how many Divs of the {tables.unit_title(self.unit)} go to Reserves?"

    def actions(self, s: Session[State]) -> list[Action]:
        return sorted(("divs", str(k)) for k in range(1, s.state.divs[self.unit] + 1))

    def take(self, s: Session[State], action: Action) -> Steps:
        control.send(s, self.unit, int(action[1]), "ditt.2.2g")  # ditt.2.2i
        return ()


@dataclass(frozen=True, slots=True)
class Place(SideChoice[Session[State]]):
    """Where a unit from a box goes (ditt.6.4d, ditt.2.2j); a casualty may also stay (L24)."""

    side: int
    unit: int
    rule: str
    optional: bool

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: choose a place for the {tables.unit_title(self.unit)}"

    def actions(self, s: Session[State]) -> list[Action]:
        out: list[Action] = [("place", places.NUMBER[i]) for i in bits(deployment.where(s.state, self.unit))]
        if self.optional:
            out.append(KEEP)
        return sorted(out)

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == KEEP:
            return ()
        st = s.state
        i = places.INDEX[action[1]]
        if tables.KIND[st.serves[self.unit]] == "minor":
            st.deployed |= 1 << i
        steps = control.deploy(s, self.unit, i, self.rule) if i not in st.beach else ()
        if i in st.beach:
            st.put(self.unit, i)
            s.note("deploys", self.rule, unit=tables.UNITS[self.unit], place=action[1], divs=st.divs[self.unit])
            join_beach(st, self.unit)
        return (*steps, *control.roll_for_near_east(st, (self.unit,), BOX, i))


@dataclass(frozen=True, slots=True)
class CasualtyRolls(Auto[Session[State]]):
    """Step 5: a die for every unit in the Casualty Box; on a 1 or 2 it may come back (ditt.2.2j, ditt.2.2k)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        # ditt.2.2k
        return tuple(CasualtyRoll(self.side, u) for u in deployment.boxed(st, self.side, CASUALTY) if st.side(u) == self.side)


@dataclass(frozen=True, slots=True)
class CasualtyRoll(Auto[Session[State]]):
    side: int
    unit: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if st.at[self.unit] != CASUALTY:
            return ()
        die = s.roll()
        s.note("casualty", "ditt.2.2j" if die <= 2 else "ditt.2.2k", unit=tables.UNITS[self.unit], die=die)
        if die <= 2 and deployment.where(st, self.unit):
            return (Place(self.side, self.unit, "ditt.2.2j", True),)
        return ()
