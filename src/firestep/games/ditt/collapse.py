"""Russian collapse (13.0): the empire breaks up, Transcaucasia becomes three states, the CP must garrison the rest."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.ditt import armenia, control, ground, retreat
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import BOX, GONE, POOL, State
from firestep.hexmap.grid import bits

BAKU = p.INDEX["1125"]
#: Divs of the garrison and the German ones among them (13.2e, 13.2f), and turns of grace (Y02)
GARRISON, GERMAN_GARRISON, GRACE = 75, 45, 1
#: Cossacks, Czechs and Finns, who may come back for another country (1917.8.09, 1918.6.02, 1918.7.01, 15.5b)
RETURNING = frozenset(t.UNIT[u] for u in ("co-don", "co-terek", "cz-legion", "fi-1", "fi-2"))
_COINS = tuple(t.BOX[b] for b in ("ep-brusilov", "ep-plehve", "ep-yudenich"))


def collapse(s: Session[State]) -> Steps:
    """The Bolshevik Revolution (13.2, 13.3), in the order of Y06."""
    from firestep.games.ditt.pulse import lift  # pulses know of the collapse through control

    st = s.state
    st.set_flag("collapsed")
    st.collapse_turn = st.turn
    st.entry[t.REVOLUTION] = -1
    s.note("collapse", "ditt.13.1b", "ditt.13.2b")
    georgia = p.COUNTRY["Georgia"]
    georgia_ep = not georgia & ~st.ctrl[t.EP]
    armenian = p.COUNTRY["Armenia"] & st.ctrl[t.EP]
    russian = st.own[t.RS]
    proper = p.COUNTRY["Russia"]
    if there := bits(st.corps[t.RS] & st.afield):
        s.note("disbanded", "ditt.13.2b", units=[t.UNITS[u] for u in there])
    for u in bits(st.corps[t.RS]):  # 13.2b; who may come back by an event of his own waits for it, unless he is gone already (Y03)
        st.divs[u] = 0
        st.put(u, POOL if t.IS_ARMY[u] or u in RETURNING and st.at[u] != GONE else GONE)
    st.expedition = 0
    st.max[t.RS] = st.reserves[t.RS] = st.frozen[t.RS] = 0
    for box in _COINS:
        st.coins[box] = 0  # 13.2i
    for u in range(t.N):  # 13.2h
        if st.at[u] > 0 and proper >> st.at[u] & 1:
            lift(s, u, "ditt.13.2h")
    st.closed |= proper  # 13.2c
    st.own[t.RS] = 0
    st.set_side(t.RS, t.OUT)
    for i in bits(russian):
        ep = st.stack_of(i, t.EP)
        if ep:
            st.own[st.serves[bits(ep)[0]]] |= 1 << i
        elif not (georgia | armenian) >> i & 1:
            st.own[t.CC] |= 1 << i  # 13.2d
    st.raze(p.FORTS_OF[t.RS])
    # 13.3: Armenia is what the EP holds of it; Georgia is neutral or EP; Azerbaijan CP except where EP Armies stand
    for i in bits(armenian):
        if not st.stack_of(i, t.EP) or i in bits(russian):
            _give(st, i, t.AR)
    st.allegiance[t.GG] = t.NEUTRAL if georgia_ep else t.EP
    for i in bits(georgia):
        if georgia_ep or not st.stack_of(i, t.CP):
            _give(st, i, t.GG)
    st.allegiance[t.AZ] = t.CP
    for i in bits(p.COUNTRY["Azerbaijan"]):
        if not st.stack_of(i, t.EP):
            _give(st, i, t.AZ)
    st.allegiance[t.BS] = t.EP
    st.seas[t.BALTIC] = t.CP_RULES  # 13.2j
    if not st.surrendered >> t.TU & 1:
        st.seas[t.BLACK] = t.CP_RULES  # 13.2k
    st.derive()
    control.close_beaches(s)
    control.lift_sieges(s)
    out: Steps = ()
    if georgia_ep:
        for i in bits(georgia):
            for side in (t.CP, t.EP):
                out += retreat.ousted(s, side, i)  # Y07
    out += retreat.ousted(s, t.CP, BAKU)
    return (*out, RaiseBaku(), *(PlaceFree(u) for u in t.UNITS_OF[t.GG]), *(PlaceFree(u) for u in t.UNITS_OF[t.AZ]), ArmenianLevy())


def _give(st: State, place: int, nation: int) -> None:
    for n, m in enumerate(st.own):
        st.own[n] = m & ~(1 << place)
    st.own[nation] |= 1 << place


@dataclass(frozen=True, slots=True)
class RaiseBaku(Auto[Session[State]]):
    """The Baku Soviet stands in 1125 (13.3e)."""

    def run(self, s: Session[State]) -> Steps:
        if s.state.at[t.BAKU] != POOL:
            return ()
        _give(s.state, BAKU, t.BS)
        s.state.derive()
        return control.deploy(s, t.BAKU, BAKU, "ditt.13.3e")


@dataclass(frozen=True, slots=True)
class PlaceFree(Choice[Session[State]]):
    """A Georgian or Azerbaijani Army takes its place in a hex of its own (13.3c, 13.3g)."""

    unit: int

    def seat(self, s: Session[State]) -> int:
        return t.EP if s.state.serves[self.unit] == t.GG else t.CP

    def prompt(self, s: Session[State]) -> str:
        return f"{t.SIDE_TITLES[self.seat(s)]}: choose a place for the {t.unit_title(self.unit)}"

    def open(self, st: State) -> int:
        n = st.serves[self.unit]
        return (
            p.HOME[n] & st.own[n] & ~st.of[n] & ~st.occ[0] & ~st.occ[1]
            if n == t.GG
            else (p.HOME[n] & st.ctrl[t.CP] & ~st.of[n] & ~st.occ[t.EP])
        )

    def actions(self, s: Session[State]) -> list[Action]:
        return sorted(("place", p.NUMBER[i]) for i in bits(self.open(s.state))) or [("box",)]

    def take(self, s: Session[State], action: Action) -> Steps:
        rule = "ditt.13.3c" if s.state.serves[self.unit] == t.GG else "ditt.13.3g"
        if action[0] == "box":
            s.state.put(self.unit, BOX)
            s.note("boxed", rule, unit=t.UNITS[self.unit], place="")
            return ()
        return control.deploy(s, self.unit, p.INDEX[action[1]], rule)


@dataclass(frozen=True, slots=True)
class ArmenianLevy(Auto[Session[State]]):
    """The remaining Armenian Armies rise in unrecruited Population Centres under the EP (13.3i); the EP chooses where if there are
    fewer Armies."""

    def run(self, s: Session[State]) -> Steps:
        pool, places = armenia.pool(s.state), free_centres(s.state)
        if 0 < len(pool) < places.bit_count():
            return (RaiseArmenians(),)
        for u, i in zip(pool, bits(places), strict=False):
            raise_at(s, u, i)
        return ()


def free_centres(st: State) -> int:
    """Unrecruited Population Centres under the EP (13.3i)."""
    return st.centres & ~st.recruited & st.ctrl[t.EP] & ~st.occ[t.CP] & ~ground.crowded(st, t.AR)


def raise_at(s: Session[State], u: int, place: int) -> None:
    s.state.recruited |= 1 << place
    control.deploy(s, u, place, "ditt.13.3i")


@dataclass(frozen=True, slots=True)
class RaiseArmenians(Choice[Session[State]]):
    """The EP chooses the Population Centre of the next Army."""

    def seat(self, s: Session[State]) -> int:
        return t.EP

    def prompt(self, s: Session[State]) -> str:
        u = armenia.pool(s.state)[0]
        return f"{t.SIDE_TITLES[t.EP]}: choose a Population Centre for the {t.unit_title(u)}"

    def actions(self, s: Session[State]) -> list[Action]:
        return sorted(("place", p.NUMBER[i]) for i in bits(free_centres(s.state)))

    def take(self, s: Session[State], action: Action) -> Steps:
        raise_at(s, armenia.pool(s.state)[0], p.INDEX[action[1]])
        return (ArmenianLevy(),)


def garrison(st: State) -> tuple[int, int]:
    """Divs of the CP in the garrison lands, and the German ones; a Minor Force counts two (13.2e, L08)."""
    total = german = 0
    for u in bits(st.troops[t.CP]):
        if st.at[u] > 0 and p.GARRISON >> st.at[u] & 1:
            k = st.divs[u] if t.IS_ARMY[u] else 2
            total += k
            german += k if st.serves[u] in (t.GE, t.UK) else st.sud if u == t.SUD else 0
    return total, german


@dataclass(frozen=True, slots=True)
class GarrisonCheck(Auto[Session[State]]):
    """After the turns of grace a garrison that is too small loses the game (13.2e, Y02, Y08), until Russia is back (Y04)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if not st.flag("collapsed") or st.flag("russia-back") or st.options.get("garrison", "forfeit") != "forfeit":
            return ()
        total, german = garrison(st)
        least, least_german = (30, 20) if st.flag("brest-litovsk") else (GARRISON, GERMAN_GARRISON)  # 1918.2.02
        due = st.turn > st.collapse_turn + GRACE
        s.note("garrison", "ditt.13.2e", "ditt.13.2f", divs=total, german=german, due=due)
        if due and (total < least or german < least_german):
            from firestep.games.ditt.surrender import Finish

            st.set_flag("forfeit")
            return (Finish(),)
        return ()
