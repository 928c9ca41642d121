"""Combat (10): the Combat Phase of a side in a theater, attacks put together unit by unit, support, the die.

A combat is a chain of steps over `State.fight`: declared, then the stack is shown and cavalry may leave, headquarters and air units
of both, events, the die, losses (`losses`), the advance (`advance`) (N9). Odds come from the same functions (`resolve`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.odds import Modifier
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, SideChoice, Steps
from firestep.games.tgw.combat import advance, air, cavalry, losses, results_table, strength
from firestep.games.tgw.combat.attackers import all_of, attackable, candidates, ready, several
from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.combat.modifiers import MANY, net
from firestep.games.tgw.combat.shifts import hopeless, shifts
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.events import combat_events, ordered_offensives
from firestep.games.tgw.events.event_table import Moment
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply.sources import HQS, kin_of
from firestep.games.tgw.supply.supply import fit, supplied
from firestep.hexmap.grid import bits

S = Session[State]
DONE: Action = ("done",)
GUARD = roster.UNIT["ru-hqgd"]
GO: Action = ("go",)
NONE: Action = ("none",)
KAISER: Action = ("kaiserschlacht",)
#: a word in `Fight.marks`: the result is known
RESOLVED = "resolved"
ATTACK = {i: ("attack", n) for i, n in board.NUMBER.items()}
ADD = tuple(("add", id) for id in roster.UNITS)


# -- the calculation -----------------------------------------------------------------------------------------------------------


class Reckoning(NamedTuple):
    """Everything that decides a combat but the die."""

    attack: int
    defence: int
    #: the column before and after the shifts (tgw.10.31a, tgw.10.32a), and the table
    basic: int
    column: int
    table: int
    shifts: list[Modifier]
    drm: int
    modifiers: list[Modifier]

    def result(self, die: int) -> results_table.Loss:
        return results_table.result(self.table, self.column, die + self.drm)


def reckon(st: State, fight: Fight) -> Reckoning:
    """Returns the numbers of a combat as it stands: strengths, odds and what changes the one die (tgw.2.0b). All shifts are added
    to the initial column (tgw.10.32a)."""
    a, d = strength.attack(st, fight), strength.defence(st, fight)
    basic = results_table.column(a, d)
    moved = shifts(st, fight)
    column = basic + sum(m.value for m in moved)  # tgw.2.0b
    drm, modifiers = net(st, fight, column)
    return Reckoning(a, d, basic, column, results_table.table(strength.count(st, fight)), moved, drm, modifiers)


# -- the phase -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CombatPhase(Auto[S]):
    """The Combat Phase of one side in one theater (tgw.10.0a); events of the phase are played first (tgw.6.28a)."""

    theater: int
    side: int

    def run(self, s: S) -> Steps:
        return Moment("combatphase", (self.side,)), Attacks(self.theater, self.side)  # tgw.10.0a


@dataclass(frozen=True, slots=True)
class Attacks(SideChoice[S]):
    """The side that has just moved in the theater attacks (tgw.10.0a), as often as it likes or not at all (tgw.10.12a), one hex at
    a time (tgw.10.23a). `kind` and `units` are for special combats (tgw.10.8)."""

    theater: int
    side: int
    kind: str = "regular"
    units: tuple[int, ...] = ()

    def pool(self) -> int:
        return sum(1 << u for u in self.units) if self.units else -1

    def prompt(self, s: S) -> str:
        where = fronts.THEATER_TITLES[self.theater]
        again = "" if self.kind == "regular" else " once more"
        return f"{tables.SIDE_TITLES[self.side]}: choose a hex of the {where} to attack{again}, or end the attacks"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        hexes = attackable(st, self.side, fronts.THEATER[self.theater], self.pool())
        if name := self.ordered(st):  # tgw.6.29a
            return sorted(ATTACK[i] for i in hexes if not ordered_offensives.FRONT[name] >> i & 1 or self._obeys(st, i))
        return sorted([DONE, *(ATTACK[i] for i in hexes)])  # tgw.10.12a

    def _obeys(self, st: State, hex: int) -> bool:
        """Somebody can attack a hex without spoiling an ordered attack (S5b)."""
        able = ready(st, self.side)
        found = candidates(st, self.side, hex, 0, able, bans(st, self.side))
        return any(not ordered_offensives.barred(st, self.side, hex, 1 << u, able) for u in bits(found))

    def ordered(self, st: State) -> str:
        """Returns the offensive that still asks for an attack which can be made: the phase does not end before (tgw.6.29a, E24)."""
        return ordered_offensives.duty(st, self.side, self.theater) if self.kind == "regular" and st.until else ""

    def allows_unlisted(self, s: S, action: Action) -> bool:
        """Who refuses an ordered attack forfeits the game (tgw.6.29a); nobody is offered that."""
        return action == ordered_offensives.FORFEIT and bool(self.ordered(s.state))

    def take(self, s: S, action: Action) -> Steps:
        if action == ordered_offensives.FORFEIT:
            return ordered_offensives.refuse(s, self.ordered(s.state))
        if action == DONE:
            return ()
        return Assemble(self.side, board.INDEX[action[1]], (), self.kind, self.units), self  # tgw.10.23a


@dataclass(frozen=True, slots=True)
class Assemble(SideChoice[S]):
    """The attacker adds adjacent units (tgw.10.31b), one by one or a hex at a time. The others of a stack may attack elsewhere or
    not at all (tgw.10.22a). `among`: only these may take part (tgw.10.82b, E54)."""

    side: int
    hex: int
    joined: tuple[int, ...] = ()
    kind: str = "regular"
    among: tuple[int, ...] = ()
    #: hexes that cavalry left before combat in this chain (tgw.15.53a, tgw.15.53b)
    left: tuple[int, ...] = ()

    def able(self, st: State) -> int:
        """Who may join at all: of a chain those who announced the first attack, though they are marked as having attacked."""
        among = sum(1 << u for u in self.among)
        if self.left:
            return among & st.troops[self.side]
        return ready(st, self.side, among if self.among else -1)

    def mask(self) -> int:
        return sum(1 << u for u in self.joined)

    def fight(self, st: State) -> Fight:
        return declared(st, self.side, self.hex, self.joined, self.kind)

    def prompt(self, s: S) -> str:
        st = s.state
        if not self.joined or st.on("fog"):  # both seats read the question
            return f"{tables.SIDE_TITLES[self.side]}: add units to the attack on {board.place_name(self.hex)}"
        k = reckon(st, self.fight(st))
        return (
            f"{tables.SIDE_TITLES[self.side]}: add units to the attack on {board.place_name(self.hex)} "
            f"({k.attack} against {k.defence}, {results_table.title(k.column)} after shifts), or go"
        )

    def actions(self, s: S) -> list[Action]:
        st = s.state
        able, joined, banned = self.able(st), self.mask(), bans(st, self.side)
        found = candidates(st, self.side, self.hex, joined, able, banned)
        out: list[Action] = [ADD[u] for u in bits(found) if not self.barred(st, 1 << u)]  # tgw.10.31b, tgw.10.22a
        for i in {st.at[u] for u in bits(found)}:
            if several(st, able, found, i):
                all_ = all_of(st, self.side, self.hex, joined, able, banned, i)
                if all_.bit_count() > 1 and not self.barred(st, all_):
                    out.append(("add-all", board.NUMBER[i]))
        if self.joined and not (self.regular and ordered_offensives.spoiled(st, self.side, self.hex, joined)):
            out.append(GO)
        return sorted(out)

    @property
    def regular(self) -> bool:
        """This is an attack of the Combat Phase, and none that follows from another."""
        return self.kind == "regular" and not self.left

    def barred(self, st: State, units: int) -> bool:
        """With these units in it the attack would spoil an ordered one, whoever joins them (S5b)."""
        return self.regular and bool(ordered_offensives.barred(st, self.side, self.hex, self.mask() | units, self.able(st)))

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == GO:
            return begin(s, self.fight(st), self.left)
        if action[0] == "add":
            more = 1 << roster.UNIT[action[1]]
        else:
            more = all_of(st, self.side, self.hex, self.mask(), self.able(st), bans(st, self.side), board.INDEX[action[1]])
        return (replace(self, joined=tuple(bits(self.mask() | more))),)


# -- before the die ------------------------------------------------------------------------------------------------------------


def begin(s: S, fight: Fight, left: tuple[int, ...] = ()) -> Steps:
    """An attack is declared; it cannot be called off any more (tgw.7.25b, tgw.15.82a)."""
    st = s.state
    fight = replace(fight, attackers=reveal(s, fight.attackers), defenders=reveal(s, fight.defenders))
    st.fight = fight
    for u in fight.attackers:
        st.attacked |= 1 << u
    s.close_undo()  # the defending stack is shown
    s.note(  # tgw.7.25b
        "declares",
        "tgw.10.31b",
        side=tables.SEATS[fight.side],
        place=board.NUMBER[fight.hex],
        units=[roster.UNITS[u] for u in fight.attackers],
        against=[roster.UNITS[u] for u in fight.defenders],
        fort=bool(st.fort_of[1 - fight.side] >> fight.hex & 1),
        kind=fight.kind,
    )
    return cavalry.chance(st, fight, left) or (Stand(),)


def reveal(s: S, units: tuple[int, ...]) -> tuple[int, ...]:
    """Reveals untried Arabs and Armenians, whose strength is hidden until they fight (tgw.3.25d, tgw.15.82a). The counter is
    exchanged for one drawn at random from those that never came, so neither player can know it before (tgw.15.82b)."""
    st = s.state
    out = []
    for u in units:
        if roster.UNTRIED >> u & 1 and not st.tried >> u & 1:  # tgw.3.25d
            n = roster.NATION_OF[u]
            drawn = s.draw(sum(1 << v for v in bits(roster.CORPS[n] & ~st.tried) if v == u or st.at[v] == losses.WAITING))
            if drawn != u:
                hex = st.at[u]
                st.put(u, losses.WAITING)
                st.put(drawn, hex)
            st.tried |= 1 << drawn
            was = {"untried": roster.UNITS[u]} if u != drawn else {}
            s.note("made-known", "tgw.15.82a", unit=roster.UNITS[drawn], place=board.NUMBER[st.at[drawn]], **was)
            u = drawn
        out.append(u)
    return tuple(sorted(out))


@dataclass(frozen=True, slots=True)
class Stand(Auto[S]):
    """The defenders stand: headquarters, air units and events of both sides, attacker first (tgw.10.47c, tgw.15.13a), then the
    die."""

    def run(self, s: S) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        st.targets |= 1 << fight.hex
        me, you = fight.side, 1 - fight.side
        return (
            Call(me, "hq"),  # tgw.10.47c
            Call(you, "hq"),
            Call(me, "kaiser"),
            Call(me, "air"),
            Call(you, "air"),
            Moment("combat", (me, you)),
            Resolve(),
        )


@dataclass(frozen=True, slots=True)
class Call(Auto[S]):
    """Ask a side for support of a kind, if it has any to give now."""

    side: int
    what: str

    def run(self, s: S) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        if self.what == "hq":
            return (Support(self.side),) if supporters(st, fight, self.side) else ()
        asks: Steps = air.fly(st, fight, self.side) if self.what == "air" else ()
        if self.what == "kaiser" and may_kaiser(st, fight):
            asks = (Kaiserschlacht(),)
        return () if asks and hopeless(st, fight) else asks  # Q17


def involved(st: State, fight: Fight, side: int) -> int:
    """Return the combat units of a side in a combat that can be supported. Cavalry that is not free of limits needs infantry in its
    hex (tgw.15.54b)."""
    units = sum(1 << u for u in (fight.attackers if side == fight.side else fight.defenders))
    for u in bits(unit_types.bound_cavalry(st, units)):
        if not st.stack(st.at[u]) & st.troops[side] & unit_types.foot(st):  # tgw.15.54b
            units &= ~(1 << u)
    return units


def supporters(st: State, fight: Fight, side: int) -> list[int]:
    """Returns the HQs that may support a side (tgw.15.61a): with or next to units involved (tgw.10.46a), in supply and not depleted
    (tgw.10.46b), of a nationality that fights (tgw.10.47b)."""
    units = involved(st, fight, side)
    hexes: dict[int, int] = {}
    for u in bits(units):
        for n in kin_of(u):  # tgw.10.47b
            hexes[n] = hexes.get(n, 0) | 1 << st.at[u]
    if st.options.get("hq-support") != "nation":
        every = 0
        for m in hexes.values():
            every |= m
        hexes = dict.fromkeys(hexes, every)  # next to any unit of its side (E47)
    out = []
    for n, m in hexes.items():
        near = board.ATLAS.dilate(m) if HQS[n] else 0
        for u in HQS[n]:
            i = st.at[u]
            if i > 0 and near >> i & 1 and can_support(st, u, side == fight.side):
                out.append(u)
    return sorted(out)


def can_support(st: State, u: int, attacking: bool) -> bool:
    """A headquarters has support to give: of a factor above zero (tgw.15.62a), not depleted, in supply (tgw.10.46b). On fortress
    supply it helps to defend, not to attack (N20h). The German 11th Army supports in the east alone (tgw.10.46c)."""
    # tgw.15.62a, tgw.10.46c
    if not roster.SUPPORT[u] or st.depleted >> u & 1 or u == unit_types.ELEVENTH and fronts.FRONT_AT[st.at[u]] != fronts.EAST:
        return False
    return supplied(st, u) if attacking else bool(fit(st, 1 << u, True))  # tgw.10.46b


def must_support(st: State, fight: Fight, side: int) -> bool:
    """Returns whether a side must choose an HQ: while command is paralysed Russians attack only as Brusilov does (tgw.6.42a)."""
    return (
        side == fight.side == tables.ALLIED
        and st.acting("paralysis")
        and any(roster.NATION_OF[u] in tables.RUSSIAN for u in fight.attackers)
    )


@dataclass(frozen=True, slots=True)
class Support(SideChoice[S]):
    """One headquarters may support each side (tgw.10.47a)."""

    side: int

    def prompt(self, s: S) -> str:
        fight = s.state.fight
        assert fight is not None
        word = "attack" if self.side == fight.side else "defence"
        return (
            f"{tables.SIDE_TITLES[self.side]}: name a headquarters that supports the {word} at "
            f"{board.place_name(fight.hex)}, or none"
        )

    def actions(self, s: S) -> list[Action]:
        st = s.state
        fight = st.fight
        assert fight is not None
        out: list[Action] = [("support", roster.UNITS[u]) for u in supporters(st, fight, self.side)]  # tgw.10.47a
        if not must_support(st, fight, self.side):
            out.append(NONE)
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        if action != NONE:
            u = roster.UNIT[action[1]]
            st.fight = replace(fight, hqs=(u, fight.hqs[1]) if self.side == fight.side else (fight.hqs[0], u))
            s.note("supports", "tgw.10.46a", side=tables.SEATS[self.side], unit=action[1], place=board.NUMBER[fight.hex])
        return ()


def may_kaiser(st: State, fight: Fight) -> bool:
    """Return whether an attack may be declared a Kaiserschlacht: on the turn of the second Shock-troop event, among the first four
    attacks of the Central Powers on one European front (tgw.15.45b), and with four shock-troop units or more. Attacks not made so
    on that turn are lost (tgw.15.45c, E53)."""
    front = fronts.FRONT_AT[fight.hex]
    return (
        fight.side == tables.CENTRAL
        and st.tally.get("kaiser-turn") == st.turn  # tgw.15.45c
        and front in (fronts.WEST, fronts.ITALY, fronts.EAST)
        and st.tally.get("now-kaiser-front", front + 1) == front + 1
        and st.tally.get(f"now-attacks-{front}", 0) < 4  # tgw.15.45b
        and unit_types.shocks(st, sum(1 << u for u in fight.attackers), fight.hex).bit_count() >= MANY
    )


@dataclass(frozen=True, slots=True)
class Kaiserschlacht(Choice[S]):
    """Asks whether an attack is declared a Kaiserschlacht attack (tgw.15.45a)."""

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: declare this a Kaiserschlacht attack (+3 in place of +2), or not"

    def actions(self, s: S) -> list[Action]:
        return [KAISER, NONE]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        if action == KAISER:
            st.fight = replace(fight, marks=(*fight.marks, "kaiser"))
            st.tally["now-kaiser-front"] = fronts.FRONT_AT[fight.hex] + 1
            s.note("kaiserschlacht", "tgw.15.45a", place=board.NUMBER[fight.hex])
        return ()


# -- the die -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resolve(Auto[S]):
    """The die is rolled, unless the odds are below 1:2 (tgw.10.34a, tgw.10.49a, tgw.10.49b), and the result applied before any
    other attack (tgw.10.0b)."""

    def run(self, s: S) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        k = reckon(st, fight)
        die = 0 if results_table.automatic(k.column) else s.roll()
        loss = k.result(die)
        first = "tgw.10.34a" if die else "tgw.10.49a" if k.table == results_table.A else "tgw.10.49b"
        s.note(
            "attack",
            *dict.fromkeys((first, *(m.rule for m in (*k.shifts, *(k.modifiers if die else ()))))),
            side=tables.SEATS[fight.side],
            place=board.NUMBER[fight.hex],
            strengths=[k.attack, k.defence],
            basic=results_table.title(k.basic),
            odds=results_table.title(k.column),
            table=results_table.TABLES[k.table],
            shift=sum(m.value for m in k.shifts),
            drm=k.drm,
            die=die,
            result=str(loss),
            kind=fight.kind,
        )
        st.fight = replace(fight, die=die, losses=(loss.attacker, loss.defender), marks=(*fight.marks, RESOLVED))  # tgw.10.0b
        count(st, fight, k.basic)
        tire(s, fight)
        air.spend(s, fight)
        return losses.Suffer(0), losses.Suffer(1), advance.Aftermath()  # the attacker loses first (tgw.10.62a)


def count(st: State, fight: Fight, basic: int) -> None:
    """Counts what later rules ask about attacks: attacks by Russians (tgw.5.44a) and on them, but not outside Russia on the Near
    East map (tgw.5.44c), the attacks that Conrad, Haig and Enver demand (tgw.6.29b, tgw.6.29d, tgw.6.29g), and the first four on a
    front (tgw.15.45b)."""
    front = fronts.FRONT_AT[fight.hex]
    nations = {roster.NATION_OF[u] for u in fight.attackers}
    if nations & tables.RUSSIAN:
        st.russian_attacks[2] = 1
    fort = (
        bool(st.fort_of[tables.ALLIED] >> fight.hex & 1) and fronts.FORT_NATION[fight.hex] in tables.RUSSIAN
    )  # its own unit (S25)
    if (fort or any(roster.NATION_OF[u] in tables.RUSSIAN for u in fight.defenders)) and not (  # tgw.5.44c
        board.NEAR_EAST & ~board.RUSSIA
    ) >> fight.hex & 1:
        st.russian_attacks[3] = 1
    tally = st.tally
    if fight.side == tables.CENTRAL:
        tally[f"now-attacks-{front}"] = tally.get(f"now-attacks-{front}", 0) + 1
    if front == fronts.ITALY and nations == {tables.AH}:
        tally["now-conrad"] = tally.get("now-conrad", 0) + 1
    if front == fronts.WEST and nations <= tables.BRITISH and basic >= 1:
        tally["now-haig"] = tally.get("now-haig", 0) + 1
    if front == fronts.CAUCASUS and fight.side == tables.CENTRAL and len(fight.attackers) >= 3:
        tally["now-enver"] = tally.get("now-enver", 0) + 1


def tire(s: S, fight: Fight) -> None:
    """Headquarters that gave support are depleted (tgw.10.48b); that of a Brusilov attack is gone for good (tgw.6.27b)."""
    st = s.state
    spent = sum(1 << u for u in fight.hqs if u >= 0)
    st.depleted |= spent  # tgw.10.48b
    if fight.hqs[0] == GUARD and st.on("shells"):
        st.tally["guard-spent"] = 1  # tgw.21.1b
    if spent:
        s.note("depleted", "tgw.10.48b", units=roster.unit_ids(spent))
    if combat_events.is_brusilov(st, fight):
        s.note("out-of-play", "tgw.6.27b", units=[roster.UNITS[fight.hqs[0]]])
        st.put(fight.hqs[0], losses.GONE)  # tgw.6.27b
