"""Changes that several chapters make: Divs, Reserves and Army Max (ditt.4.1), units, control of places (ditt.6.1i), sieges and
Beach Heads that end, and countries that join a side. Entry markers and declared wars are in `entry_markers`.

Functions that may have to ask a player return steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import armenia
from firestep.games.ditt.state import BOX, CASUALTY, GONE, LOST, POOL, State
from firestep.hexmap.grid import bits

# -- Divs, Army Max, Reserves (ditt.4.1) ----------------------------------------------------------------------------------------


def change_max(s: Session[State], power: int, change: int, *rules: str) -> None:
    """Raises or lowers a power's Army Max (ditt.4.1k), never below 0 (ditt.3.0g, G4), also of a neutral (ditt.15.1c). A power that
    left the war has none (G03)."""
    st = s.state
    if st.allegiance[power] == tables.OUT:
        return
    change = max(change, -st.max[power])
    st.max[power] += change  # ditt.15.1c
    s.note("max", *rules, nation=tables.NATIONS[power], change=change, max=st.max[power])


def add_reserves(s: Session[State], power: int, divs: int, *rules: str, frozen: bool = True) -> None:
    """Put Divs into Reserves. Frozen ones may not reach the map this turn (ditt.2.2f)."""
    st = s.state
    st.reserves[power] += divs
    if frozen:
        st.frozen[power] += divs  # ditt.2.2f
    s.note("reserves", *rules, nation=tables.NATIONS[power], change=divs, reserves=st.reserves[power])


def send(s: Session[State], u: int, divs: int, *rules: str, frozen: bool = True) -> None:
    """Moves Divs of an Army to Reserves. Frozen ones wait there for the next turn (ditt.2.2f, L17). An Army without Divs leaves the
    map (ditt.4.1e)."""
    st = s.state
    n = tables.UNIT_NATION[u]
    st.divs[u] -= divs
    st.reserves[n] += divs
    if frozen:
        st.frozen[n] += divs
    s.note("sent", *rules, unit=tables.UNITS[u], divs=divs, left=st.divs[u])
    if not st.divs[u]:  # ditt.4.1e
        st.put(u, POOL)
        close_beaches(s)


def free_reserves(st: State, power: int) -> int:
    """Returns the Divs in Reserves that may come to the map now."""
    return st.reserves[power] - st.frozen[power]


def gain(st: State, u: int, divs: int) -> int:
    """Adds Divs to an Army up to twenty (ditt.4.2b) and returns how many did not fit. The Army stays where it is (ditt.4.1c)."""
    k = min(divs, tables.MOST_DIVS - st.divs[u])
    st.divs[u] += k  # ditt.4.1c
    return divs - k


def lose(s: Session[State], u: int, divs: int, *rules: str, german: int = 0) -> None:
    """Destroys Divs of an Army, which stays where it is (ditt.4.1c) until none is left (ditt.4.1d). A Minor Force is lost as a
    whole (`divs` 1) and goes to the Casualty Box (ditt.5.2f). `german` of the Divs lost by the Süd Army are German ones."""
    st = s.state
    place = st.at[u]
    where = places.NUMBER[place] if place > 0 else ""
    if tables.IS_ARMY[u]:
        k = min(divs, st.divs[u])
        st.divs[u] -= k
        told = {}
        if u == tables.SUD and (german := min(st.sud, max(german, k - (st.divs[u] + k - st.sud)))):
            st.sud -= german
            told = {"german": german}
        s.note("loses", *rules, unit=tables.UNITS[u], divs=k, left=st.divs[u], place=where, **told)
        if not st.divs[u]:  # ditt.4.1d
            st.put(u, POOL)
    else:
        s.note("loses", *rules, unit=tables.UNITS[u], divs=0, left=0, place=where)
        st.put(u, GONE if never_rebuilt(st, u) else CASUALTY)
    if st.fight is None:  # a fight ends first
        close_beaches(s)


def never_rebuilt(st: State, u: int) -> bool:
    """Whether a unit does not come back: the Askari (ditt.11.2f), the Boers (ditt.11.3d), Reds (ditt.12.3e) and the Baku Soviet
    (ditt.13.3f)."""
    return u in (tables.ASKARI, tables.BOER, tables.BAKU) or st.serves[u] in tables.REDS  # ditt.12.3e


def remove(s: Session[State], u: int, *rules: str) -> None:
    """Removes a unit from the game; its Divs are lost."""
    st = s.state
    if st.at[u] == GONE:
        return
    s.note("removed", *rules, unit=tables.UNITS[u])
    st.divs[u] = 0
    if u == tables.SUD:
        st.sud = 0
    st.put(u, GONE if not tables.IS_ARMY[u] else POOL)
    close_beaches(s)


def deploy(s: Session[State], u: int, place: int, *rules: str, divs: int = 0) -> Steps:
    """Put a unit on the map, unflipped; an Army with its first Divs."""
    st = s.state
    if divs:
        st.divs[u] = divs
    st.put(u, place)
    s.note("deploys", *rules, unit=tables.UNITS[u], place=places.NUMBER[place], divs=st.divs[u])
    return enter(s, place, areas.acting_nation(st, u))


# -- the Near East (ditt.6.3) ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnterNearEast(Auto[Session[State]]):
    """One die, once a game, says how many French or German Divs may be in the Near East; the rest go to Reserves (ditt.6.3g,
    ditt.6.3h)."""

    unit: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        n = st.serves[self.unit]
        k = 0 if n == tables.FR else 1
        if not st.ne_limit[k]:
            st.ne_limit[k] = s.roll()
            s.note("ne-roll", "ditt.6.3g", nation=tables.NATIONS[n], limit=st.ne_limit[k])
        over = st.divs[self.unit] - st.ne_limit[k]
        if over > 0:
            st.divs[self.unit] -= over
            add_reserves(s, n, over, "ditt.6.3h")
        return ()


def roll_for_near_east(st: State, units: Iterable[int], was: int, to: int) -> Steps:
    """Returns the steps that roll the die of ditt.6.3g for French and German Armies that come into the Near East, from a place or
    from off the map."""
    inside = areas.near_east(st)
    if not inside >> to & 1 or was > 0 and inside >> was & 1:
        return ()
    return tuple(EnterNearEast(u) for u in units if tables.IS_ARMY[u] and st.serves[u] in (tables.FR, tables.GE))


# -- Beach Heads (ditt.6.5) -----------------------------------------------------------------------------------------------------


def close_beaches(s: Session[State]) -> None:
    """A Beach Head marker is lost when its invaders are gone (ditt.6.5t, V19), and when the hex is theirs (ditt.6.5u)."""
    st = s.state
    for k, i in enumerate(st.beach):
        if i <= 0:
            continue
        invaders = st.invaders(i)
        if invaders and not st.ctrl[st.side(bits(invaders)[0])] >> i & 1:
            continue
        st.beach[k] = LOST
        st.landed &= ~invaders
        s.note("beach-won" if invaders else "beach-lost", "ditt.6.5u" if invaders else "ditt.6.5t", place=places.NUMBER[i])


# -- sieges (ditt.7.5) ----------------------------------------------------------------------------------------------------------


def lift_sieges(s: Session[State]) -> None:
    """A siege is over when the Fort's own side holds the hex, however it came by it (ditt.7.5g, C26)."""
    st = s.state
    for side, i in enumerate(st.siege):
        if i > 0 and st.ctrl[side] >> i & 1:  # ditt.7.5g
            st.siege[side] = LOST
            s.note("relief", "ditt.7.5g", place=places.NUMBER[i])


# -- control ---------------------------------------------------------------------------------------------------------------


def enter(s: Session[State], place: int, nation: int) -> Steps:
    """Units of a nation stand in a place without enemies: it is theirs now, unless it was friendly before (ditt.6.1i), with all
    that follows: Macedonia, cities, flags, Population Centres."""
    st = s.state
    side = st.allegiance[nation]
    bit = 1 << place
    if side > 1 or places.SEA & bit:
        return ()
    out: Steps = ()
    if not st.ctrl[side] & bit:
        if nation == tables.SI and st.allegiance[tables.IT] != tables.EP and st.own[tables.IT] & bit:
            return ()  # N13
        if st.own[tables.MC] & bit:
            for i in bits(st.own[tables.MC]):
                st.seize(i, nation)  # ditt.15.6b
            s.note("macedonia", "ditt.15.6b", side=tables.SEATS[side])
        else:
            st.seize(place, nation)
            s.note("takes", "ditt.6.1i", nation=tables.NATIONS[nation], place=places.NUMBER[place])
        after_capture(s, place, side)
    if side == tables.CP:
        open_snow(s, place)
        if nation == tables.AH and place == places.SAN_REMO and not st.flag("san-remo"):
            st.set_flag("san-remo")
            s.note("san-remo", "ditt.10.6e")
    else:
        if place == places.ITALIAN_FLAG and st.allegiance[tables.IT] == tables.NEUTRAL and not st.flag("italy-stays"):
            out += join(s, tables.IT, tables.EP, "ditt.15.11a")
        if place == places.ROUMANIAN_FLAG and st.allegiance[tables.RM] == tables.NEUTRAL:
            out += join(s, tables.RM, tables.EP, "ditt.15.11b")
        if st.centres & bit & ~st.occupied:
            st.occupied |= bit  # only the first occupation brings a levy (ditt.14.2f)
            if not st.recruited & bit:
                out += armenia.levy(s, place)
    return out


def open_snow(s: Session[State], place: int) -> None:
    """The Central Powers have entered an Italian city, if only to attack it: the snowflake hexes are open (ditt.10.3d, N16)."""
    st = s.state
    if places.CITY[tables.IT] >> place & 1 and not st.flag("snow-open"):
        st.set_flag("snow-open")
        s.note("snow-open", "ditt.10.3d", place=places.NUMBER[place])


def return_empty_colonies(s: Session[State]) -> None:
    """Gives colonies without a CP unit or coin to Britain (ditt.11.1b). Called when a pulse or a phase is over (K06)."""
    st = s.state
    for i in bits(st.ctrl[tables.CP] & places.COLONIES & ~st.occ[tables.CP] & ~st.fort_of[tables.CP]):
        st.seize(i, tables.BR if st.allegiance[tables.BR] == tables.EP else tables.COMMON[tables.EP])
        s.note("takes", "ditt.11.1b", nation="br", place=places.NUMBER[i])


def after_capture(s: Session[State], place: int, side: int) -> None:
    """Carries out what follows when a side takes a place: sieges end (ditt.7.5g), an enemy Fort is destroyed (ditt.8.4l), and
    cities of France and Italy await a roll (ditt.12.1e)."""
    st = s.state
    bit = 1 << place
    lift_sieges(s)
    if st.forts & bit and st.allegiance[places.FORT_NATION[place]] != side:
        st.destroy_forts(bit)  # ditt.8.4l, ditt.11.2e
        s.note("fort-falls", "ditt.11.2e" if places.COLONIAL_COINS & bit else "ditt.8.4l", place=places.NUMBER[place])
    for n in (tables.FR, tables.IT):
        if places.CITY[n] & bit:
            if side == 1 - st.allegiance[n] and not st.fallen & bit:
                st.fallen |= bit
                st.unrolled |= bit  # ditt.12.1e
            elif side == st.allegiance[n]:
                st.unrolled &= ~bit  # ditt.12.1f


# -- countries that join -------------------------------------------------------------------------------------------------


def join(s: Session[State], nation: int, side: int, *rules: str) -> Steps:
    """A neutral country enters the war on a side; its marker is removed whatever brought it in (Z10)."""
    st = s.state
    if st.allegiance[nation] != tables.NEUTRAL:
        return ()
    if tables.NATIONS[nation] in tables.ENTRY:
        st.entry[tables.ENTRY.index(tables.NATIONS[nation])] = -1
    st.set_side(nation, side)
    s.note("joins", *rules, nation=tables.NATIONS[nation], side=tables.SEATS[side])
    if nation == tables.US:
        st.us_turn = st.turn
        st.max[tables.US] = st.reserves[tables.US] = st.frozen[tables.US] = 0  # ditt.15.10b
    out: Steps = ()
    # enemies that stood on its soil before (Basra, Albania) keep what they hold; others of its side take nothing over
    for i in bits(st.own[nation] & st.occ[1 - side] & ~st.occ[side]):
        holders = [areas.acting_nation(st, u) for u in bits(st.stack_of(i, 1 - side))]
        out += enter(s, i, holders[0])
    # its own units take what they stand in abroad, as at Valona (ditt.6.1i, ditt.ev.1914.6.06)
    for i in bits(st.of[nation] & ~st.ctrl[side] & ~st.occ[1 - side]):
        out += enter(s, i, nation)
    return out


# -- flipping --------------------------------------------------------------------------------------------------------------


def flip(s: Session[State], units: int, *rules: str) -> None:
    """Flip units by an event."""
    st = s.state
    units &= ~st.flipped
    st.flip(units)
    if units:
        s.note("flips", *rules, units=[tables.UNITS[u] for u in bits(units)])


def unflip(s: Session[State], units: int, *rules: str) -> None:
    st = s.state
    units &= st.flipped
    st.unflip(units)
    if units:
        s.note("unflips", *rules, units=[tables.UNITS[u] for u in bits(units)])


def lift(s: Session[State], u: int, *rules: str, whole: bool = False) -> None:
    """Takes a unit off the map, the first half of a strategic redeployment (ditt.6.4a). The Divs of an Army go to Reserves and wait
    there until the next turn (ditt.6.4h, L17). A Minor Force, the Süd Army or, on request, a whole Army goes to the Reserve Box
    (ditt.6.4b, ditt.6.4e)."""
    st = s.state
    place = places.NUMBER[st.at[u]]
    if tables.IS_ARMY[u] and not whole and u != tables.SUD:
        n = tables.UNIT_NATION[u]
        st.reserves[n] += st.divs[u]  # ditt.6.4a
        st.frozen[n] += st.divs[u]  # ditt.6.4h
        s.note("withdrawn", *rules, unit=tables.UNITS[u], place=place, divs=st.divs[u])
        st.divs[u] = 0
        st.put(u, POOL)
    else:
        s.note("boxed", *rules, unit=tables.UNITS[u], place=place)
        st.put(u, BOX)
    close_beaches(s)
