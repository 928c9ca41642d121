"""Losses (wwi.8.5): Combat Resource Points, retreat or destruction, and who may choose what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.engine.words import counted
from firestep.games.wwi.components import board
from firestep.games.wwi.retreat import RetreatStep, retreat_lengths
from firestep.games.wwi.state import GONE, POOL, Fight, State

RETREAT = tuple(("retreat", str(k)) for k in range(11))
DESTROY: Action = ("destroy",)
GIVE_UP: Action = ("give-up",)
STAND: Action = ("stand",)


def fight_of(st: State) -> Fight:
    assert st.fight is not None, "no fight is going on"
    return st.fight


def third_round(st: State) -> bool:
    """Armies may be given up by choice only in the third attack phases (wwi.4.ph4c, wwi.4.ph8, wwi.4.ph9, wwi.8.53a,
    R12)."""
    return st.phase >= 8  # wwi.4.ph4c, wwi.8.53a


def destroy(s: Session[State], unit: int, supplied: bool) -> None:
    """Remove a unit, without a price or a refund (wwi.8.56a). Lost in supply it may be built again (wwi.10.26b); lost out of supply
    it is gone (wwi.9.21b, wwi.10.26c)."""
    st = s.state
    s.note(
        "destroyed",
        "wwi.8.55" if supplied else "wwi.9.21b",
        unit=board.UNITS[unit],
        hex=board.NUMBER[st.at[unit]],
        supplied=supplied,
    )
    st.put(unit, POOL if supplied else GONE)  # wwi.8.56a, wwi.10.26b, wwi.9.21b, wwi.10.26c


def pay(st: State, nation: int, points: int) -> None:
    """Spends a nation's points. Each nation has its own (wwi.8.5), for its own forces (wwi.10.1). They pay losses, building and
    loans only (wwi.10.0b). Turkey's own go before borrowed ones (R53)."""
    st.crp[nation] -= points  # wwi.8.5, wwi.10.1, wwi.10.0b
    if nation == board.TU:
        st.borrowed = min(st.borrowed, st.crp[nation])


# -- the attacker (wwi.8.52) ---------------------------------------------------------------------------------------------------


def attacker_payers(st: State, fight: Fight) -> list[int]:
    """Nations whose points may meet the attacker's loss: those that took part (wwi.8.57a); in infiltration only the nation of the
    infiltrators (wwi.12.35, wwi.13.32)."""
    return sorted({board.UNIT_NATION[u] for u in attacker_victims(fight)})  # wwi.8.57a, wwi.12.35


def attacker_victims(fight: Fight) -> list[int]:
    """Attacking units that may be lost (wwi.8.55, R14)."""
    if not fight.infiltrate:
        return list(fight.attackers)  # wwi.8.55
    nations = {board.UNIT_NATION[u] for u in fight.attackers if u in board.INFILTRATORS}
    return [u for u in fight.attackers if board.UNIT_NATION[u] in nations]


@dataclass(frozen=True, slots=True)
class AttackerLosses(Auto[Session[State]]):
    def run(self, s: Session[State]) -> Steps:
        st = s.state
        fight = fight_of(st)
        there = tuple(u for u in fight.attackers if st.at[u] >= 0)
        if there != fight.attackers:  # the defender's retreat into a city made Russia surrender (wwi.12.12b)
            fight = st.fight = replace(fight, attackers=there, attacker_loss=fight.attacker_loss if there else 0)
        return (AttackerLoss(),) if fight.attacker_loss else ()


@dataclass(frozen=True, slots=True)
class AttackerLoss(Choice[Session[State]]):
    """The attacker pays in points or loses one unit (wwi.8.52a). It never retreats (wwi.8.52b) and keeps its fortifications
    (wwi.8.53b)."""

    def seat(self, s: Session[State]) -> int:
        return fight_of(s.state).side

    def prompt(self, s: Session[State]) -> str:
        fight = fight_of(s.state)
        return (
            f"{board.SIDE_TITLES[self.seat(s)]}: meet a loss of {fight.attacker_loss} in the attack on "
            f"{board.place_name(fight.target)}"
        )

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        fight = fight_of(st)
        payers = attacker_payers(st, fight)
        can_pay = sum(st.crp[n] for n in payers) >= fight.attacker_loss
        out: list[Action] = []
        if third_round(st) or not can_pay:  # who has no points must lose a unit (wwi.8.58b)
            out += [("lose", board.UNITS[u]) for u in attacker_victims(fight)]
        if can_pay:
            out += bills(st, payers, fight.attacker_loss)  # wwi.8.52a, wwi.8.52b, wwi.8.53b
        return out

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        fight = fight_of(st)
        if action[0] == "lose":
            u = board.UNIT[action[1]]
            st.fight = replace(fight, attacker_loss=0, attackers=tuple(v for v in fight.attackers if v != u))
            destroy(s, u, supplied=True)  # only supplied units attack
            return ()
        left = settle(s, action, fight.attacker_loss, board.SEATS[self.seat(s)])
        st.fight = replace(fight, attacker_loss=left)
        return (PayRest(True),) if left else ()


# -- the defender (wwi.8.51) ---------------------------------------------------------------------------------------------------


def defender_payers(st: State, fight: Fight) -> list[int]:
    """Nations whose points may meet the defender's loss: of the unit and of the fortification, each only in supply (wwi.8.57a,
    wwi.9.21a, R17). An unsupplied unit must retreat or die (wwi.8.51e), even in a supplied fortification."""
    nations = set()
    if fight.defender >= 0:
        if not fight.defender_supplied:
            return []  # wwi.8.51e, wwi.9.21a
        nations.add(board.UNIT_NATION[fight.defender])
    if fight.fort and fight.fort_supplied:
        nations.add(board.FORT_NATION[fight.target])
    return sorted(nations)


def retreat_limit(fight: Fight) -> int:
    """How many hexes the defender may retreat for this loss: never more than the loss (R21), and at most five. Only the doubled
    losses of a Russian or Rumanian defence exceed five, so the cap of wwi.8.59b holds for a guest in their fortification too
    (T20)."""
    return 0 if fight.defender < 0 else min(fight.defender_loss, 5)  # wwi.8.59b


@dataclass(frozen=True, slots=True)
class DefenderLosses(Auto[Session[State]]):
    def run(self, s: Session[State]) -> Steps:
        return (DefenderLoss(),) if fight_of(s.state).defender_loss else ()


@dataclass(frozen=True, slots=True)
class DefenderLoss(Choice[Session[State]]):
    """The defender retreats, pays, or both (wwi.8.51a, wwi.8.51b, wwi.8.51d); destruction (wwi.8.51c) is the last resort until the
    third round (wwi.8.53a, wwi.8.54)."""

    def seat(self, s: Session[State]) -> int:
        return 1 - fight_of(s.state).side

    def prompt(self, s: Session[State]) -> str:
        fight = fight_of(s.state)
        who = board.ARMY[fight.defender] if fight.defender >= 0 else "the fortification"
        forced = "; it must retreat at least one hex" if fight.forced else ""
        return (
            f"{board.SIDE_TITLES[self.seat(s)]}: meet a loss of {fight.defender_loss} with {who} in "
            f"{board.place_name(fight.target)}"
            f"{forced}"
        )

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        fight = fight_of(st)
        funds = sum(st.crp[n] for n in defender_payers(st, fight))
        loss = fight.defender_loss
        if fight.defender < 0:  # an empty fortification gives itself up in any phase, or its owner pays (wwi.12.44, wwi.4.ph4d)
            return [GIVE_UP, STAND] if funds >= loss else [GIVE_UP]
        # with a unit in it a fortification satisfies no loss: wwi.8.75b, wwi.12.45a
        lengths = retreat_lengths(st, fight.defender, retreat_limit(fight))
        # wwi.8.51a
        out: list[Action] = [RETREAT[k] for k in lengths if loss - k <= funds]  # wwi.8.51d
        if funds >= loss and may_stand(st, fight, bool(lengths)):
            out.append(STAND)  # wwi.8.51b
        if not out or third_round(st):
            out.insert(0, DESTROY)  # wwi.8.51c
        return out

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        fight = fight_of(st)
        if action == GIVE_UP:
            st.forts &= ~(1 << fight.target)
            st.fight = replace(fight, defender_loss=0, vacated=True)
            s.note("fort-given-up", "wwi.12.44", hex=board.NUMBER[fight.target])
            return ()
        if action == DESTROY:
            st.fight = replace(fight, defender_loss=0, vacated=True)
            destroy(s, fight.defender, fight.defender_supplied)
            return ()
        if action == STAND:
            return (PayRest(False),)
        length = int(action[1])
        st.fight = replace(fight, defender_loss=fight.defender_loss - length)  # one hex, one point (wwi.8.6a, wwi.12.32b)
        rest: Steps = (PayRest(False),) if fight.defender_loss > length else ()
        return (*rest, RetreatStep(fight.defender, length))


def may_stand(st: State, fight: Fight, can_retreat: bool) -> bool:
    """Infiltration forces a retreat if one is possible (wwi.12.32a); if none is, the defender pays, or dies by the option
    `blocked-infiltration` (R59)."""
    if not fight.forced:
        return True
    return not can_retreat and st.options["blocked-infiltration"] == "pay"


# -- bills (wwi.8.57b) ---------------------------------------------------------------------------------------------------------


def bills(st: State, payers: list[int], loss: int) -> list[Action]:
    """How the next nation may share in a loss so that the rest can still be paid."""
    total = sum(st.crp[n] for n in payers)
    out: list[Action] = []
    for n in payers:
        others = total - st.crp[n]
        for k in range(max(1, loss - others), min(loss, st.crp[n]) + 1):
            if k == loss or others:
                out.append(("pay", board.NATIONS[n], str(k)))
    return sorted(out) if loss > 9 else out


def settle(s: Session[State], action: Action, loss: int, seat: str) -> int:
    """Take a payment and return what is left of the loss."""
    n, k = board.NATION[action[1]], int(action[2])
    pay(s.state, n, k)
    s.note("pays", "wwi.8.57a", nation=action[1], points=k, seat=seat)
    return loss - k


@dataclass(frozen=True, slots=True)
class PayRest(Choice[Session[State]]):
    """The rest of a loss in points, nation by nation (wwi.8.57b). Once a part is paid destruction is no longer offered (T6)."""

    attacker: bool

    def seat(self, s: Session[State]) -> int:
        side = fight_of(s.state).side
        return side if self.attacker else 1 - side

    def loss(self, st: State) -> int:
        fight = fight_of(st)
        return fight.attacker_loss if self.attacker else fight.defender_loss

    def payers(self, st: State) -> list[int]:
        fight = fight_of(st)
        return attacker_payers(st, fight) if self.attacker else defender_payers(st, fight)

    def prompt(self, s: Session[State]) -> str:
        return f"{board.SIDE_TITLES[self.seat(s)]}: pay {counted(self.loss(s.state), 'Combat Resource Point')}"

    def actions(self, s: Session[State]) -> list[Action]:
        return bills(s.state, self.payers(s.state), self.loss(s.state))  # wwi.8.57b

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        left = settle(s, action, self.loss(st), board.SEATS[self.seat(s)])
        fight = fight_of(st)
        st.fight = replace(fight, attacker_loss=left) if self.attacker else replace(fight, defender_loss=left)
        return (self,) if left else ()
