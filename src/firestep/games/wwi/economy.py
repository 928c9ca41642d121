"""Combat Resource Points (chapter 10): income, building, rebuilding, US arrivals, loans, and the end of the turn."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, SideChoice, Steps
from firestep.games.wwi.components import board
from firestep.games.wwi.control import enter
from firestep.games.wwi.losses import pay
from firestep.games.wwi.neutrals import belligerents
from firestep.games.wwi.state import GONE, POOL, WAITING, State
from firestep.games.wwi.supply import black_sea_open, in_supply, region, region_in
from firestep.games.wwi.zones import clear_of_zones, held, passable, zone
from firestep.hexmap.grid import bits

DONE: Action = ("done",)
REBUILD = {i: ("rebuild", n) for i, n in board.NUMBER.items()}


# -- segment a: income -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Income(Auto[Session[State]]):
    """Each nation adds the points of its schedule (wwi.4.ph10a) to those it has kept (wwi.10.0c)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        got = {}
        for n in range(len(board.NATIONS)):
            points = due(st, n)
            if n == board.TU and points:  # own leftovers are lost, borrowed points are kept (wwi.12.6a, wwi.12.6b)
                st.crp[n] = st.borrowed + points
            else:
                # wwi.4.ph10a, wwi.10.0c
                st.crp[n] += points  # no upper limit (wwi.10.0d)
            if points:
                got[board.NATIONS[n]] = points
        st.belgian_crp = 0
        st.us_due += board.US_ARRIVALS[st.turn]  # wwi.14.24, wwi.14.34
        st.stoss_built = False
        s.note("income", "wwi.4.ph10a", f"wwi.trt.gt{st.turn}", points=got)
        return ()


def due(st: State, nation: int) -> int:
    """Returns the points of a nation this turn (wwi.8.5): none while it is not at war (wwi.crp.lock), none for Russia after its
    collapse (wwi.12.11b). Resource Centers give none (wwi.10.0f). The western nations keep theirs when France is lost
    (wwi.12.2b)."""
    if nation == board.BL:
        return st.belgian_crp if st.allegiance[nation] <= board.CENTRAL else 0  # exactly four, once (R57)
    if nation == board.US:
        return board.INCOME[st.turn][nation]  # it enters in this very phase (R51)
    if st.allegiance[nation] > board.CENTRAL or nation == board.RS and st.collapsed:  # wwi.crp.lock
        return 0
    return board.INCOME[st.turn][nation]  # wwi.10.0f, wwi.12.2b


# -- segments b and c: building --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Arrivals(Auto[Session[State]]):
    """US armies due are placed before anything is built (wwi.4.ph10b); if no hex is free they wait (R52)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        return (Arrive(), Arrivals()) if st.us_due and waiting(st) and build_hexes(st, board.US) else ()


def waiting(st: State) -> list[int]:
    return [u for u in board.UNITS_OF[board.US] if st.at[u] == WAITING]


@dataclass(frozen=True, slots=True)
class Arrive(Choice[Session[State]]):
    """Place one US army on the French west edge, free of charge (wwi.14.24, wwi.14.34)."""

    def seat(self, s: Session[State]) -> int:
        return board.ALLIED

    def prompt(self, s: Session[State]) -> str:
        return f"Allies: place {board.ARMY[waiting(s.state)[0]]} on the west edge"

    def actions(self, s: Session[State]) -> list[Action]:
        return [("arrive", board.NUMBER[i]) for i in bits(build_hexes(s.state, board.US))]

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        u = waiting(st)[0]
        if st.allegiance[board.US] == board.NEUTRAL:
            st.allegiance[board.US] = board.ALLIED  # its first army brings the United States into the war (wwi.trt.us)
            st.realign()
            s.note("joins", "wwi.trt.us", country="us", side="allied")
        st.us_due -= 1
        i = board.INDEX[action[1]]
        st.put(u, i)
        s.note("arrives", "wwi.14.24", unit=board.UNITS[u], hex=action[1])
        enter(s, u, POOL, (i,))  # it occupies what it stands on (wwi.15.1a, R72)
        return ()


def build_hexes(st: State, nation: int) -> int:
    """Where a nation's new army may appear: empty, free of enemy zones (wwi.10.24a, wwi.10.24b, wwi.6.6a), which no
    fortification cancels here (wwi.6.6b), on its own kind of place."""
    side = board.ALLIED if nation == board.US else st.allegiance[nation]
    if nation in (board.FR, board.BR, board.US) and side == board.ALLIED:
        places = board.WEST_EDGE & board.HOME[board.FR]  # wwi.10.21, and nowhere else (wwi.12.2c), even if all is shut (wwi.12.2a)
    elif nation == board.RS:
        places = 0 if st.surrendered else board.EAST_EDGE & board.HOME[board.RS]  # wwi.10.22
    elif nation in (board.GE, board.AH):
        places = board.SUPPLY_CITIES[nation] & region(st, nation)  # a home city that is part of a linked pair (wwi.10.23, R56)
    elif nation == board.IT and side == board.ALLIED:
        places = (
            board.SUPPLY_CITIES[nation] | board.WEST_EDGE & board.HOME[board.IT]
        )  # its part of the map edge is a source at home (wwi.9.16b, R73)
    else:
        places = board.SUPPLY_CITIES[nation]  # wwi.10.23
    enemy = 1 - side
    return places & ~st.occ[side] & ~held(st, enemy) & ~zone(st, enemy) & ~st.neutral  # wwi.10.24a, wwi.10.24b, wwi.6.6a, wwi.6.6b


def buildable(st: State, side: int) -> list[tuple[str, int]]:
    """Kinds of army a side can pay for and has a counter of (wwi.10.2a, wwi.10.26a), the BEF among them (wwi.10.2b), with the next
    counter, in the order of their names."""
    out = []
    for kind, units in KINDS:
        n = board.KIND_NATION[kind]
        if st.allegiance[n] != side or st.crp[n] < board.ARMY_COST:  # wwi.10.2a
            continue
        if kind == "ge-stoss" and (st.turn < 6 or st.stoss_built):
            continue  # wwi.12.31
        if kind == "fr-tank" and (st.turn < 9 or st.options["tank-army"] == "off"):
            continue  # wwi.13.31
        u = next((u for u in units if st.at[u] == POOL), -1)  # wwi.10.26a, wwi.10.2b
        if u >= 0:
            out.append((kind, u))
    return out


KINDS = sorted(board.KINDS.items())


def rebuildable(st: State, side: int) -> list[int]:
    """Destroyed fortifications whose first owner can pay one point a strength (wwi.10.2c, wwi.12.46) and supply them (wwi.9.5c,
    wwi.10.2d), each in its own hex (wwi.10.25a, wwi.10.25b)."""
    ruins = board.FORTS & ~st.forts & st.side_forts[side]  # wwi.10.25a, wwi.10.25b
    # wwi.10.2c, wwi.12.46, wwi.9.5c, wwi.10.2d
    return [i for i in bits(ruins) if st.crp[board.FORT_NATION[i]] >= board.FORT_STRENGTH[i] and would_be_supplied(st, side, i)]


def would_be_supplied(st: State, side: int, site: int) -> bool:
    """A fortification rebuilt here is in supply: it holds its own hex against enemy zones (wwi.6.52a, wwi.12.43a), which bar the
    building of units alone (wwi.6.6a, R74); only an enemy in the hex shuts it."""
    bit = 1 << site
    if not passable(st, side) & bit:
        return False
    return bool(region_in(st, board.FORT_NATION[site], side, clear_of_zones(st, side) | bit) & bit)


@dataclass(frozen=True, slots=True)
class Build(SideChoice[Session[State]]):
    """Build an army or rebuild a fortification, one at a time, or be done."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        return f"{board.SIDE_TITLES[self.side]}: build armies (5 points each) or rebuild fortifications, or be done"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        out: list[Action] = []
        places: dict[int, int] = {}
        for kind, _ in buildable(st, self.side):
            n = board.KIND_NATION[kind]
            if n not in places:
                places[n] = build_hexes(st, n)
            out += [("build", kind, board.NUMBER[i]) for i in bits(places[n])]
        out.append(DONE)
        out += [REBUILD[i] for i in rebuildable(st, self.side)]
        return out

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        if action[0] == "rebuild":
            i = board.INDEX[action[1]]
            pay(st, board.FORT_NATION[i], board.FORT_STRENGTH[i])
            st.forts |= 1 << i
            s.note(
                "rebuilds", "wwi.10.2c", hex=action[1], nation=board.NATIONS[board.FORT_NATION[i]], points=board.FORT_STRENGTH[i]
            )
            return (self,)
        kind, i = action[1], board.INDEX[action[2]]
        u = next(u for k, u in buildable(st, self.side) if k == kind)
        pay(st, board.KIND_NATION[kind], board.ARMY_COST)
        st.put(u, i)
        if kind == "ge-stoss":
            st.stoss_built = True
        s.note("builds", "wwi.10.2a", *(("wwi.12.31",) if kind == "ge-stoss" else ()), unit=board.UNITS[u], hex=action[2])
        enter(s, u, POOL, (i,))  # it occupies what it stands on (wwi.15.1a, wwi.9.17b, R72)
        return (self,)


# -- segment d: loans ------------------------------------------------------------------------------------------------------


def borrowers(st: State, lender: int) -> list[int]:
    """To whom a nation may lend (wwi.10.3): only nations at war, Russia only through the Straits and before its collapse."""
    side = st.allegiance[lender]
    if side == board.CENTRAL:
        if lender != board.GE:
            return []  # wwi.10.3e, wwi.10.3f
        return [n for n in belligerents(st, side) if n != board.GE]
    if lender in (board.BR, board.US):
        barred = (board.BR, board.US)  # wwi.10.3b
    elif lender == board.FR:
        barred = (board.BR, board.US, board.FR)  # type: ignore[assignment]  # wwi.10.3c
    elif lender in (board.RS, board.IT):
        barred = (board.BR, board.US, board.FR, board.RS, board.IT)  # type: ignore[assignment]  # wwi.10.3d
    else:
        return []
    out = [n for n in belligerents(st, side) if n not in barred and n != lender]
    if board.RS in out and (st.collapsed or st.surrendered or not black_sea_open(st)):
        out.remove(board.RS)  # wwi.10.31, wwi.12.11b
    return out


@dataclass(frozen=True, slots=True)
class Loans(SideChoice[Session[State]]):
    """Lend to an ally, one pair at a time and each pair once, or be done (wwi.10.3a)."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        return f"{board.SIDE_TITLES[self.side]}: lend Combat Resource Points to an ally, or be done"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        out: list[Action] = [DONE]
        for lender in belligerents(st, self.side):
            if st.crp[lender] > 0:
                out += [
                    ("lend", board.NATIONS[lender], board.NATIONS[n])  # wwi.10.3a
                    for n in borrowers(st, lender)
                    if lender * 100 + n not in st.lent
                ]
        return out

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DONE:
            return ()
        return (Amount(board.NATION[action[1]], board.NATION[action[2]]), self)


@dataclass(frozen=True, slots=True)
class Amount(Choice[Session[State]]):
    """How many points are lent."""

    lender: int
    borrower: int

    def seat(self, s: Session[State]) -> int:
        return s.state.allegiance[self.lender]

    def prompt(self, s: Session[State]) -> str:
        return (
            f"{board.SIDE_TITLES[self.seat(s)]}: how many points does {board.TITLES[board.NATIONS[self.lender]]} lend to "
            f"{board.TITLES[board.NATIONS[self.borrower]]}?"
        )

    def actions(self, s: Session[State]) -> list[Action]:
        return sorted(("amount", str(k)) for k in range(1, s.state.crp[self.lender] + 1))

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        k = int(action[1])
        pay(st, self.lender, k)
        st.crp[self.borrower] += k  # for any use (wwi.10.32a), never to be returned (wwi.10.32b)
        if self.borrower == board.TU:
            st.borrowed += k  # wwi.10.33, wwi.12.6b
        st.lent = (*st.lent, self.lender * 100 + self.borrower)
        s.note("lends", "wwi.10.3a", lender=board.NATIONS[self.lender], borrower=board.NATIONS[self.borrower], points=k)
        return ()


# -- segment e: out of supply ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attrition(Auto[Session[State]]):
    """Every unit and fortification out of supply is destroyed, all judged at the same instant (wwi.4.ph10e, wwi.9.4c,
    wwi.9.22, R49)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        starving = forts = 0
        for side in (board.ALLIED, board.CENTRAL):
            fed, sound = in_supply(st, side)
            starving |= st.occ[side] & ~fed  # wwi.9.4c, wwi.4.ph10e
            forts |= st.forts_of_side(side) & ~sound
        for u in sorted(st.unit_in(i) for i in bits(starving)):
            s.note("starved", "wwi.9.22", unit=board.UNITS[u], hex=board.NUMBER[st.at[u]])
            st.put(u, GONE)  # wwi.9.22
        for i in bits(forts):
            s.note("fort-starved", "wwi.4.ph10e", "wwi.9.5b", hex=board.NUMBER[i])
        st.forts &= ~forts  # wwi.9.5b
        return ()
