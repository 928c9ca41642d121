"""Combat (wwi.8.1 to wwi.8.4): who may attack what, the differential, the die."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.engine.words import capital, counted
from firestep.games.wwi import losses
from firestep.games.wwi.advance import Advance, FightOver
from firestep.games.wwi.components import board
from firestep.games.wwi.neutrals import end_neutrality, violate
from firestep.games.wwi.state import Fight, State
from firestep.games.wwi.supply import fort_supplied, in_supply, is_supplied
from firestep.hexmap.grid import bits

ATTACK = {i: ("attack", n) for i, n in board.NUMBER.items()}
ADD = tuple(("add", id) for id in board.UNITS)
GO: Action = ("go",)
INFILTRATE: Action = ("infiltrate",)
DONE: Action = ("done",)


# -- who may attack what (wwi.8.1, wwi.8.2) ----------------------------------------------------------------------------------------


def eligible(st: State, side: int) -> int:
    """Hexes of units that may still attack in this phase: in supply at this attack (wwi.8.11b, wwi.8.15, wwi.9.4b) and
    not used yet (wwi.8.14a). Fortifications never attack (wwi.12.4), nor do units in the Transit Area (wwi.5.55a,
    wwi.8.17)."""
    out = in_supply(st, side)[0]  # wwi.8.11b, wwi.8.15, wwi.9.4b, wwi.12.4, wwi.5.55a, wwi.8.17
    if st.attacking:
        for u in bits(st.attacking):
            if st.at[u] >= 0:
                out &= ~(1 << st.at[u])  # wwi.8.14a
    return out


def targets(st: State, side: int, units: int) -> int:
    """Hexes that can be attacked from `units`: enemy or neutral, a unit or an intact fortification (wwi.8.11a, R19), neither of
    them attacked before in this phase (wwi.8.14b, R18), not over a blocked side (wwi.8.16)."""
    enemy = 1 - side
    there = st.occ[enemy] | st.forts & st.side_forts[enemy] | st.occ[board.NEUTRAL] | st.forts & st.side_forts[board.NEUTRAL]
    found = board.GROUND.around(units) & there & ~st.forts_attacked  # wwi.8.11a, wwi.8.16
    if st.attacked:
        for u in bits(st.attacked):
            if st.at[u] >= 0:
                found &= ~(1 << st.at[u])  # wwi.8.14b
    return found


def defense_parts(st: State, hex: int) -> list[tuple[str, str, int]]:
    """The Defense Strength of a hex, number by number, with the rule of each."""
    parts = []
    u = st.unit_in(hex)
    if u >= 0:
        ok = st.side(u) > board.CENTRAL or is_supplied(st, u)
        name = capital(board.ARMY[u])
        parts.append(
            ("wwi.3.23b", f"{name} defends", board.DEFENSE[u])
            if ok
            else ("wwi.8.32a", f"{name} is unsupplied: half of {board.DEFENSE[u]}", (board.DEFENSE[u] + 1) // 2)
        )
    if st.forts >> hex & 1 and (u < 0 or st.side(u) == st.allegiance[board.FORT_NATION[hex]]):
        strength = board.FORT_STRENGTH[hex]
        if st.allegiance[board.FORT_NATION[hex]] > board.CENTRAL or fort_supplied(st, hex):
            parts.append(("wwi.12.41", "the fortification", strength))
        else:
            parts.append(("wwi.9.5a", f"the fortification is unsupplied: half of {strength}", (strength + 1) // 2))
    if board.ROUGH >> hex & 1:
        parts.append(("wwi.8.34", "rough terrain", 1))
    if st.turn % 2 == 0:
        parts.append(("wwi.8.35", "winter", 2))
    return parts


def defense(st: State, hex: int) -> int:
    """The adjusted Defense Strength of a hex."""
    u = st.unit_in(hex)
    side = st.side(u) if u >= 0 else st.allegiance[board.FORT_NATION[hex]] if hex in board.FORT_NATION else board.NOBODY
    return defense_with(st, hex, *in_supply(st, side))


def defense_with(st: State, hex: int, units: int, forts: int) -> int:
    """The unit and the fortification together (wwi.8.22a). Halves first for what is not in supply (wwi.8.32a, wwi.8.32b, wwi.9.23),
    then rough and winter once a hex, for a fortification too (wwi.8.34, wwi.8.35, wwi.12.42, R16)."""
    u = st.who[hex] - 1
    total = 0
    if u >= 0:
        k = board.DEFENSE[u]
        total = k if units >> hex & 1 else (k + 1) // 2  # wwi.8.32b
    if st.forts >> hex & 1:
        k = board.FORT_STRENGTH[hex]
        total += k if forts >> hex & 1 else (k + 1) // 2  # wwi.8.22a
    return total + (board.ROUGH >> hex & 1) + (2 if st.turn % 2 == 0 else 0)  # wwi.12.42, wwi.9.23


def attackers_of(st: State, hex: int, units: int) -> list[int]:
    """Units among `units` that stand next to a hex, in the order of their ids."""
    return sorted(st.unit_in(i) for i in bits(board.NEAR[hex] & units))


def at_combat(st: State, side: int, hex: int) -> State:
    """The position at the instant of combat, in which supply and strength of both sides are judged (wwi.9.4a, T23): an attack on a
    neutral ends its neutrality first (R36). Only the Greeks leave the war instead of fighting the Allies (wwi.11.3a)."""
    country = board.COUNTRY_AT[hex]
    if not st.neutral >> hex & 1 or country == board.GK and side == board.ALLIED:
        return st
    trial = st.copy()  # wwi.9.4a
    end_neutrality(trial, country, side)
    return trial


def attackable(st: State, side: int) -> list[int]:
    """Hexes against which the units around them are strong enough (wwi.8.0b, wwi.8.8n)."""
    units = eligible(st, side)
    found = targets(st, side, units)
    if not found:
        return []
    if not (neutral := found & st.neutral):
        return strong_enough(st, side, units, found)  # wwi.8.0b, wwi.8.8n
    out = strong_enough(st, side, units, found & ~neutral)
    while neutral:
        first = (neutral & -neutral).bit_length() - 1
        country = neutral & board.HOME[board.COUNTRY_AT[first]]
        trial = at_combat(st, side, first)
        out += strong_enough(trial, side, eligible(trial, side), country)
        neutral ^= country
    return sorted(out)


def strong_enough(st: State, side: int, units: int, found: int) -> list[int]:
    """Those of the hexes against which `units` muster the strength."""
    out: list[int] = []
    groups = [(k, mask) for k, nations in board.NATIONS_BY_ATTACK if (mask := units & sum([st.of[n] for n in nations]))]
    (a, c), (e, f) = in_supply(st, 1 - side), in_supply(st, board.NEUTRAL)
    for i in bits(found):
        near = board.NEAR[i]
        strength = 0
        for k, mask in groups:
            strength += k * (near & mask).bit_count()
        if strength and strength >= defense_with(st, i, a | e, c | f):
            out.append(i)
    return out


def french_duty(st: State, side: int) -> bool:
    """Turn 1 of the historical game: two attacks with French units, at the latest in the third attack phase (wwi.14.23, R66).
    None in the free game (wwi.14.33)."""
    if (
        st.turn != 1
        or st.free  # wwi.14.33
        or side != board.ALLIED
        or st.phase != (8 if st.superior == board.ALLIED else 9)
        or st.french_attacks >= 2  # wwi.14.23
    ):
        return False
    return any(
        board.UNIT_NATION[u] == board.FR
        for i in attackable(st, side)
        for u in attackers_of(st, i, eligible(at_combat(st, side, i), side))
    )


# -- steps -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attacks(SideChoice[Session[State]]):
    """An attack phase: the phasing player attacks (wwi.8.0a) in any order, one attack at a time (wwi.4.ph4b), or ends it
    (wwi.8.12a): enemy zones force no attack (wwi.6.2)."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        title = board.SIDE_TITLES[self.side]
        if french_duty(s.state, self.side):
            owed = counted(2 - s.state.french_attacks, "attack")
            return f"{title}: choose a hex to attack; France still owes {owed} this turn"
        return f"{title}: choose a hex to attack, or end the attack phase"

    def actions(self, s: Session[State]) -> list[Action]:
        out: list[Action] = [ATTACK[i] for i in attackable(s.state, self.side)]  # wwi.8.0a
        if not french_duty(s.state, self.side):
            out.append(DONE)  # wwi.8.12a, wwi.6.2
        return out

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DONE:
            return ()
        return (Assemble(self.side, board.INDEX[action[1]]), self)


@dataclass(frozen=True, slots=True)
class Assemble(SideChoice[Session[State]]):
    """Which adjacent units take part (wwi.8.12b): at most six, from the six neighbours (wwi.8.13a), against one hex (wwi.8.13b,
    wwi.8.21)."""

    side: int
    target: int
    units: tuple[int, ...] = ()

    def prompt(self, s: Session[State]) -> str:
        strength = sum(board.ATTACK[u] for u in self.units)
        return (
            f"{board.SIDE_TITLES[self.side]}: add armies to the attack on {board.place_name(self.target)} "
            f"({strength} against {defense(at_combat(s.state, self.side, self.target), self.target)})"
        )

    def actions(self, s: Session[State]) -> list[Action]:
        st = at_combat(s.state, self.side, self.target)
        # wwi.8.12b, wwi.8.13a
        out: list[Action] = [ADD[u] for u in attackers_of(st, self.target, eligible(st, self.side)) if u not in self.units]
        if sum(board.ATTACK[u] for u in self.units) >= defense(st, self.target):
            if self.units:
                out.append(GO)
            if any(u in board.INFILTRATORS for u in self.units):
                out.append(INFILTRATE)  # declared before the die (wwi.12.33a); others may take part (wwi.12.33b)
        return out

    def take(self, s: Session[State], action: Action) -> Steps:
        if action[0] == "add":
            return (replace(self, units=tuple(sorted((*self.units, board.UNIT[action[1]])))),)
        return (Resolve(self.side, self.target, self.units, action == INFILTRATE),)  # wwi.8.13b, wwi.8.21


@dataclass(frozen=True, slots=True)
class Resolve(Auto[Session[State]]):
    """Rolls the die in the column of the differential and works out both losses (wwi.8.0c, wwi.8.4a). Then losses are taken and
    attackers may advance."""

    side: int
    target: int
    units: tuple[int, ...]
    infiltrate: bool

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        hex = self.target
        if st.neutral >> hex & 1:
            violate(s, board.COUNTRY_AT[hex], self.side)  # before the attack is resolved (R36)
            if st.unit_in(hex) < 0 and not st.forts >> hex & 1 or st.allegiance[board.COUNTRY_AT[hex]] == board.NOBODY:
                return ()  # the Greek armies are gone (wwi.11.3a)
        # as printed (wwi.3.23a, wwi.8.31), whatever points are left (wwi.8.58a)
        strength = sum(board.ATTACK[u] for u in self.units)
        column = differential(strength, defense(st, hex))
        die = s.roll()  # chits, put back after each draw, give the same six numbers: wwi.3.4b, wwi.8.4c
        printed = board.CRT[column][die]  # wwi.8.0c, wwi.8.4a
        fight = make_fight(st, self.side, hex, self.units, self.infiltrate, printed)
        for u in self.units:
            st.attacking |= 1 << u
        if fight.defender >= 0:
            st.attacked |= 1 << fight.defender
        if fight.fort:
            st.forts_attacked |= 1 << hex
        if any(board.UNIT_NATION[u] == board.FR for u in self.units):
            st.french_attacks += 1
        st.fight = fight
        s.note(
            "attack",
            "wwi.8.4a",
            *(("wwi.8.59a",) if doubled(st, fight, printed) else ()),
            *(("wwi.12.33a",) if self.infiltrate else ()),
            units=[board.UNITS[u] for u in self.units],
            hex=board.NUMBER[hex],
            strength=strength,
            defense=defense(st, hex),
            column=column,
            die=die,
            printed=list(printed),
            losses=[fight.attacker_loss, fight.defender_loss],
            defender=board.UNITS[fight.defender] if fight.defender >= 0 else "",
            infiltrate=self.infiltrate,
        )
        order: Steps = (losses.DefenderLosses(), losses.AttackerLosses())
        if st.options["losses-first"] == "attacker":
            order = order[::-1]
        return (*order, Advance(), FightOver())


def differential(strength: int, against: int) -> int:
    """Attack minus defence, ten at most (wwi.8.33, wwi.8.4b)."""
    return min(strength - against, 10)  # wwi.8.33, wwi.8.4b


def make_fight(st: State, side: int, hex: int, units: tuple[int, ...], infiltrate: bool, printed: tuple[int, int]) -> Fight:
    """The fight with its losses: supply is judged now (wwi.9.4a), doubling applied (wwi.8.59a, wwi.12.47). No strength
    changes the loss (wwi.8.56b), and a unit is never attacked without its fortification (wwi.8.22b)."""
    defender = st.unit_in(hex)
    fort = bool(st.forts >> hex & 1)
    fight = Fight(
        side,
        hex,
        units,
        infiltrate,
        defender,
        fort,
        defender >= 0 and is_supplied(st, defender),
        fort and fort_supplied(st, hex),  # wwi.8.22b
        printed[0],
        printed[1],
        infiltrate and defender >= 0 and printed[1] >= 2,
    )  # the printed result counts (wwi.12.32a, wwi.12.34, wwi.12.37), an empty fort is not forced (wwi.12.32c)
    attacker_doubled, defender_doubled = doubling(st, fight)
    return replace(  # wwi.8.56b
        fight, attacker_loss=printed[0] * (2 if attacker_doubled else 1), defender_loss=printed[1] * (2 if defender_doubled else 1)
    )


def doubling(st: State, fight: Fight) -> tuple[bool, bool]:
    """Russian and Rumanian forces lose double against German units, as attackers and as defenders (wwi.8.59a, R08); one of them is
    enough for the whole side, or all must be, by the option `mixed-doubling` (R09)."""
    attackers = [board.UNIT_NATION[u] for u in fight.attackers]
    defenders = [board.UNIT_NATION[fight.defender]] if fight.defender >= 0 else []
    german_attack = board.GE in attackers
    german_defense = board.GE in defenders
    if fight.fort and board.FORT_NATION[fight.target] == board.RS:
        defenders.append(board.RS)  # wwi.12.47; no other fortification is a unit in this sense, nor a stranger among units (R10)
    test = any if st.options["mixed-doubling"] == "side" else all
    return (
        german_defense and test(n in (board.RS, board.RM) for n in attackers),  # wwi.8.59a
        german_attack and bool(defenders) and test(n in (board.RS, board.RM) for n in defenders),
    )


def doubled(st: State, fight: Fight, printed: tuple[int, int]) -> bool:
    return (fight.attacker_loss, fight.defender_loss) != printed
