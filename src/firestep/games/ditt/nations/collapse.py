"""Russian collapse (ditt.13.0): the empire breaks up, Transcaucasia becomes three states, the CP must garrison the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.masks import bits
from firestep.engine.question import Answer, Condition, Otherwise, Pick, Question, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt import requirements as need
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE
from firestep.games.ditt.movement import passage
from firestep.games.ditt.nations import armenia, control
from firestep.games.ditt.nations.control import lift
from firestep.games.ditt.state import BOX, GONE, POOL, State
from firestep.games.ditt.victory import Finish

BAKU = places.INDEX["1125"]
#: Divs of the garrison and the German ones among them (ditt.13.2e, ditt.13.2f), and turns of grace (Y02)
GARRISON, GERMAN_GARRISON, GRACE = 75, 45, 1
#: Cossacks, Czechs and Finns, which may come back for another country (ditt.ev.1917.8.09, ditt.ev.1918.6.02, ditt.ev.1918.7.01,
#: ditt.15.5b)
RETURNING = frozenset(tables.UNIT[u] for u in ("co-don", "co-terek", "cz-legion", "fi-1", "fi-2"))
_COINS = tuple(tables.BOX[b] for b in ("ep-brusilov", "ep-plehve", "ep-yudenich"))


def collapse(s: Session[State]) -> Steps:
    """Carries out the Bolshevik Revolution (ditt.13.2b, ditt.13.3a), in the order of Y06. Nothing else makes Russia collapse
    (ditt.13.1f). All its lands but Russia proper stay in play (ditt.13.2a)."""
    st = s.state
    st.set_flag("collapsed")
    st.collapse_turn = st.turn
    st.entry[tables.REVOLUTION] = -1
    s.note("collapse", "ditt.13.1b", "ditt.13.2b")
    georgia = places.COUNTRY["Georgia"]
    georgia_ep = not georgia & ~st.ctrl[tables.EP]
    armenian = places.COUNTRY["Armenia"] & st.ctrl[tables.EP]
    russian = st.own[tables.RS]
    proper = places.COUNTRY["Russia"]
    if there := bits(st.corps[tables.RS] & st.afield):
        s.note("disbanded", "ditt.13.2b", units=[tables.UNITS[u] for u in there])
    for u in bits(
        st.corps[tables.RS]
    ):  # ditt.13.2b; a unit that an event may bring back waits for it, unless it is gone already (Y03)
        st.divs[u] = 0
        st.put(u, POOL if tables.IS_ARMY[u] or u in RETURNING and st.at[u] != GONE else GONE)
    st.expedition = 0
    st.max[tables.RS] = st.reserves[tables.RS] = st.frozen[tables.RS] = 0
    for box in _COINS:  # ditt.13.2i
        if st.coins[box]:
            s.note("coins", "ditt.13.2i", box=tables.BOXES[box], change=-st.coins[box], coins=0)
        st.coins[box] = 0
    for u in range(tables.N):  # ditt.13.2h
        if st.at[u] > 0 and proper >> st.at[u] & 1:
            lift(s, u, "ditt.13.2h")
    # ditt.13.2a
    st.closed |= proper  # ditt.13.2c
    st.own[tables.RS] = 0
    st.set_side(tables.RS, tables.OUT)
    for i in bits(russian):
        ep = st.stack_of(i, tables.EP)
        if ep:
            st.own[st.serves[bits(ep)[0]]] |= 1 << i
        elif not (georgia | armenian) >> i & 1:
            st.own[tables.CC] |= 1 << i  # ditt.13.2d
    st.destroy_forts(places.FORTS_OF[tables.RS])
    # three states become independent (ditt.13.3a): Armenia is what the EP holds of it (ditt.13.3h), Georgia is neutral or EP
    # (ditt.13.3b), Azerbaijan is CP except where EP Armies stand (ditt.13.3d)
    for i in bits(armenian):
        if not st.stack_of(i, tables.EP) or i in bits(russian):
            _give(st, i, tables.AR)
    st.allegiance[tables.GG] = tables.NEUTRAL if georgia_ep else tables.EP
    for i in bits(georgia):
        if georgia_ep or not st.stack_of(i, tables.CP):
            _give(st, i, tables.GG)
    st.allegiance[tables.AZ] = tables.CP
    for i in bits(places.COUNTRY["Azerbaijan"]):
        if not st.stack_of(i, tables.EP):
            _give(st, i, tables.AZ)
    st.allegiance[tables.BS] = tables.EP
    _give_sea(s, tables.BALTIC, "ditt.13.2j")
    if not st.surrendered >> tables.TU & 1:
        _give_sea(s, tables.BLACK, "ditt.13.2k")
    st.derive()
    control.close_beaches(s)
    control.lift_sieges(s)
    out: Steps = ()
    if georgia_ep:
        for i in bits(georgia):
            for side in (tables.CP, tables.EP):
                out += retreat.drive_out(s, side, i)  # Y07
    out += retreat.drive_out(s, tables.CP, BAKU)
    return (
        *out,
        RaiseBaku(),
        *(PlaceFree(u) for u in tables.UNITS_OF[tables.GG]),
        *(PlaceFree(u) for u in tables.UNITS_OF[tables.AZ]),
        ArmenianLevy(),
    )


def _give_sea(s: Session[State], sea: int, rule: str) -> None:
    """Gives the CP Supremacy in a sea."""
    if s.state.seas[sea] != tables.CP_RULES:
        s.state.seas[sea] = tables.CP_RULES
        s.note("sea", rule, sea=tables.SEAS[sea], state=tables.SEA_WORD[tables.CP_RULES])


def _give(st: State, place: int, nation: int) -> None:
    for n, m in enumerate(st.own):
        st.own[n] = m & ~(1 << place)
    st.own[nation] |= 1 << place


@dataclass(frozen=True, slots=True)
class RaiseBaku(Auto[Session[State]]):
    """The Baku Soviet stands in 1125 (ditt.13.3e)."""

    def run(self, s: Session[State]) -> Steps:
        if s.state.at[tables.BAKU] != POOL:
            return ()
        _give(s.state, BAKU, tables.BS)
        s.state.derive()
        return control.deploy(s, tables.BAKU, BAKU, "ditt.13.3e")


@dataclass(frozen=True, slots=True)
class PlaceFree(Question[Session[State]]):
    """A Georgian or Azerbaijani Army takes its place in a hex of its own (ditt.13.3c, ditt.13.3g)."""

    unit: int
    says = ("box", "place place")

    def seat(self, s: Session[State]) -> int:
        return tables.EP if self.georgian(s.state) else tables.CP

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.seat(s)]}: choose a place for the {tables.unit_title(self.unit)}"

    def georgian(self, st: State) -> bool:
        return st.serves[self.unit] == tables.GG

    def rule(self, st: State) -> str:
        return "ditt.13.3c" if self.georgian(st) else "ditt.13.3g"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        rule = self.rule(s.state)
        yield Pick("place", PLACE, self.berths(s.state), self.deploy)
        yield Otherwise("box", rule, "choose a place, for example {x}", self.wait)

    def berths(self, st: State) -> Iterator[Condition]:
        n, rule = st.serves[self.unit], self.rule(st)
        yield Condition(rule, places.HOME[n], f"{{x}} is not in {tables.TITLE[n]}")
        if self.georgian(st):
            yield need.owned(rule, st, n)
            yield Condition(rule, ~(st.occ[tables.CP] | st.occ[tables.EP]), "troops of a side are at {x}")
        else:
            yield need.held("ditt.13.3d", st, tables.CP)
            yield need.no_units(rule, st, tables.EP)
        title = f"another {tables.ADJECTIVE[n]} Army is at {{x}}; each takes a hex of its own"
        yield Condition(rule, ~st.of[n], title, also=True)

    def deploy(self, s: Session[State], place: int) -> Steps:
        return control.deploy(s, self.unit, place, self.rule(s.state))

    def wait(self, s: Session[State]) -> Steps:
        s.state.put(self.unit, BOX)
        s.note("boxed", self.rule(s.state), unit=tables.UNITS[self.unit], place="")
        return ()


@dataclass(frozen=True, slots=True)
class ArmenianLevy(Auto[Session[State]]):
    """The remaining Armenian Armies rise in unrecruited Population Centres under the EP (ditt.13.3i); the EP chooses where if
    there are fewer Armies."""

    def run(self, s: Session[State]) -> Steps:
        pool, places = armenia.raisable(s.state), free_centres(s.state)
        if 0 < len(pool) < places.bit_count():
            return (RaiseArmenians(),)
        for u, i in zip(pool, bits(places), strict=False):
            raise_at(s, u, i)
        return ()


def levy_places(st: State) -> Iterator[Condition]:
    """Yields the conditions of a place where an Armenian Army rises after the collapse (ditt.13.3i)."""
    yield Condition("ditt.13.3i", st.centres, "{x} has no Population Centre")
    yield Condition("ditt.13.3i", ~st.recruited, "an Army was raised at {x} already")
    yield need.held("ditt.13.3i", st, tables.EP)
    yield need.no_enemies(st, tables.EP, forts=False)
    others = passage.places_not_shared(st, tables.AR)
    yield Condition("ditt.12.3b", ~others, "Armenians may not share {x} with those who are there")


def free_centres(st: State) -> int:
    """Returns the places where an Armenian Army can rise now."""
    return kept(levy_places(st), PLACE.all)


def raise_at(s: Session[State], u: int, place: int) -> None:
    s.state.recruited |= 1 << place
    control.deploy(s, u, place, "ditt.13.3i")


@dataclass(frozen=True, slots=True)
class RaiseArmenians(Question[Session[State]]):
    """The EP chooses the Population Centre of the next Army."""

    says = ("place place",)

    def seat(self, s: Session[State]) -> int:
        return tables.EP

    def prompt(self, s: Session[State]) -> str:
        u = armenia.raisable(s.state)[0]
        return f"{tables.SIDE_TITLES[tables.EP]}: choose a Population Centre for the {tables.unit_title(u)}"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Pick("place", PLACE, levy_places(s.state), self.levy)

    def levy(self, s: Session[State], place: int) -> Steps:
        raise_at(s, armenia.raisable(s.state)[0], place)
        return (ArmenianLevy(),)


def garrison(st: State) -> tuple[int, int]:
    """Returns the Divs of the CP in the garrison lands, and how many of them are German; a Minor Force counts two (ditt.13.2e,
    L08). Within these lands they may move and fight (ditt.13.2g)."""
    total = german = 0
    for u in bits(st.troops[tables.CP]):
        if st.at[u] > 0 and places.GARRISON >> st.at[u] & 1:
            k = st.divs[u] if tables.IS_ARMY[u] else 2
            total += k
            german += k if st.serves[u] in (tables.GE, tables.UK) else st.sud if u == tables.SUD else 0
    return total, german


@dataclass(frozen=True, slots=True)
class GarrisonCheck(Auto[Session[State]]):
    """After the turns of grace a garrison that is too small loses the game (ditt.13.2e, Y02, Y08), until Russia is back (Y04)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if not st.flag("collapsed") or st.flag("russia-back") or st.options.get("garrison", "forfeit") != "forfeit":
            return ()
        total, german = garrison(st)
        least, least_german = (30, 20) if st.flag("brest-litovsk") else (GARRISON, GERMAN_GARRISON)  # ditt.ev.1918.2.02
        due = st.turn > st.collapse_turn + GRACE
        s.note("garrison", "ditt.13.2e", "ditt.13.2f", divs=total, german=german, due=due)
        if due and (total < least or german < least_german):
            st.set_flag("forfeit")
            return (Finish(),)
        return ()
