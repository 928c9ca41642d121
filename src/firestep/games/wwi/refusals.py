"""Why not? For every question of the game: what could be answered at all, and which rules forbid an answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Grammar, Kind, Numbers
from firestep.engine.refusal import Refusal, those
from firestep.engine.session import Session
from firestep.engine.words import counted
from firestep.games.wwi import economy, losses, refusals_combat, retreat, setup
from firestep.games.wwi.advance import AdvanceUnits, FollowUp
from firestep.games.wwi.combat import Assemble, Attacks, french_duty
from firestep.games.wwi.components import board
from firestep.games.wwi.display.text import unit as title
from firestep.games.wwi.movement import MoveUnit, MoveUnits
from firestep.games.wwi.refusals_movement import refuse_hex, refuse_move, refuse_step
from firestep.games.wwi.russia import NameGarrisons
from firestep.games.wwi.state import POOL, State
from firestep.games.wwi.supply import black_sea_open, region
from firestep.games.wwi.zones import held, zone

#: places where an army or a fortification may be named at all
BUILD_PLACES = sorted(
    {*board.hexes(board.WEST_EDGE | board.EAST_EDGE | sum({m for m in board.SUPPLY_CITIES if m})), "0509", "1733"}
)
BILLS = [("pay", n, str(k)) for n in board.NATIONS for k in range(1, 15)]


# -- set-up, movement ------------------------------------------------------------------------------------------------------


def _deploy(s: Session[State], step: setup.Deploy, action: Action) -> list[Refusal]:
    if bad := refuse_hex(action[1]):
        return bad
    st = s.state
    i = board.INDEX[action[1]]
    u = step.unit(st)
    home = board.HOME[board.FR if board.UNIT_NATION[u] == board.BR else board.UNIT_NATION[u]]
    if not home >> i & 1:
        rule = (
            "wwi.14.31d"
            if step.side == board.CENTRAL
            else "wwi.14.31b"
            if board.UNIT_NATION[u] in (board.FR, board.BR)
            else "wwi.14.31c"
        )
        british = board.UNIT_NATION[u] == board.BR
        return [
            Refusal(rule, "the BEF deploys in France" if british else f"{title(board.UNITS[u])} deploys in its own country only")
        ]
    other = st.unit_in(i)
    return those((other >= 0, "wwi.7.0a", f"{title(board.UNITS[other])} is in {action[1]} already"))


def _move_units(s: Session[State], step: MoveUnits, action: Action) -> list[Refusal]:
    return [] if action[0] == "done" else refuse_move(s.state, board.UNIT[action[1]], step.side)


def _move_unit(s: Session[State], step: MoveUnit, action: Action) -> list[Refusal]:
    if action[0] == "disband":
        others = [verb for verb in GRAMMAR.verbs[MoveUnit] if verb != "disband"]
        return _disband(not refuse_step(s.state, step, a) for verb in others for a in GRAMMAR.meant(s, step, verb))
    return refuse_step(s.state, step, action)


def _displace(s: Session[State], step: retreat.Displace, action: Action) -> list[Refusal]:
    if action[0] == "disband":
        return _disband(not refusals_combat.displace(s, step, ("displace", board.UNITS[step.unit], n)) for n in board.INDEX)
    return refusals_combat.displace(s, step, action)


def _disband(ways: Iterable[bool]) -> list[Refusal]:
    return those((any(ways), "wwi.5.21b", "an army is disbanded only if it must make room and cannot"))


def _attacks(s: Session[State], step: Attacks, action: Action) -> list[Refusal]:
    if action[0] == "done":
        owed = counted(2 - s.state.french_attacks, "more attack")
        return those((french_duty(s.state, step.side), "wwi.14.23", f"France owes {owed} in this turn"))
    return refuse_hex(action[1]) or refusals_combat.refuse_attack(s.state, step.side, board.INDEX[action[1]])


# -- economy ---------------------------------------------------------------------------------------------------------------


def _arrive(s: Session[State], step: economy.Arrive, action: Action) -> list[Refusal]:
    return refuse_hex(action[1]) or _build_place(s.state, board.US, board.INDEX[action[1]])


def _build(s: Session[State], step: economy.Build, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "done":
        return []
    if action[0] == "rebuild":
        return refuse_hex(action[1]) or _rebuild(st, step.side, board.INDEX[action[1]])
    kind = action[1]
    n = board.KIND_NATION[kind]
    name = board.TITLES[board.NATIONS[n]]
    if st.allegiance[n] != step.side:
        return [
            Refusal("wwi.crp.lock" if st.allegiance[n] > board.CENTRAL else "wwi.10.1", f"{name} does not build for this side now")
        ]
    stoss, tanks, used = kind == "ge-stoss", kind == "fr-tank", st.options["tank-army"] != "off"
    out = those(
        (st.crp[n] < board.ARMY_COST, "wwi.10.2a", f"an army costs 5 points and {name} has {st.crp[n]}"),
        (stoss and st.turn < 6, "wwi.12.31", "Stosstruppen are built from Game-Turn 6 on"),
        (stoss and st.stoss_built, "wwi.12.31", "one Stosstruppen army is built in a Build Phase, and it has been"),
        (tanks and not used, "wwi.13.0", "the tank army is an option that is not in use"),
        (tanks and used and st.turn < 9, "wwi.13.31", "the tank army is built from Game-Turn 9 on"),
        # wwi.9.21b, wwi.14.25
        (all(st.at[u] != POOL for u in board.KINDS[kind]), "wwi.10.26a", f"{name} has no such counter left to build"),
    )
    return out or refuse_hex(action[2]) or _build_place(st, n, board.INDEX[action[2]])


def _build_place(st: State, nation: int, i: int) -> list[Refusal]:
    number = board.NUMBER[i]
    side = board.ALLIED if nation == board.US else st.allegiance[nation]
    western = nation in (board.FR, board.BR, board.US) and side == board.ALLIED
    if western and not board.WEST_EDGE & board.HOME[board.FR] & 1 << i:
        return [Refusal("wwi.10.21", f"{number} is not a west-edge hex in France")]
    if nation == board.RS and (st.surrendered or not board.EAST_EDGE & board.HOME[board.RS] & 1 << i):
        return [Refusal("wwi.10.22", f"{number} is not an east-edge hex of a Russia at war")]
    if not western and nation != board.RS:
        edge = board.WEST_EDGE & board.HOME[board.IT] if nation == board.IT and side == board.ALLIED else 0
        if not (board.SUPPLY_CITIES[nation] | edge) >> i & 1:
            return [Refusal("wwi.10.23", f"{number} is not a supply source in {board.TITLES[board.NATIONS[nation]]}")]
        if nation in (board.GE, board.AH) and not region(st, nation) >> i & 1:
            return [Refusal("wwi.10.23", f"{board.place_name(i)} is not linked with another supply city")]  # wwi.9.11b
    if st.unit_in(i) >= 0 or held(st, 1 - side) >> i & 1:
        return [Refusal("wwi.10.24a", f"{number} is occupied")]
    if zone(st, 1 - side) >> i & 1:
        return [Refusal("wwi.10.24b", f"{number} is in an enemy zone of control")]  # wwi.6.6a, wwi.6.6b, wwi.12.2c
    return [Refusal("wwi.11.7", f"{number} is neutral ground")] if st.neutral >> i & 1 else []


def _rebuild(st: State, side: int, i: int) -> list[Refusal]:
    number = board.NUMBER[i]
    if not board.FORTS >> i & 1:
        return [Refusal("wwi.10.25b", f"no fortification was ever printed at {number}")]  # wwi.10.25a
    n = board.FORT_NATION[i]
    if st.forts >> i & 1:
        return [Refusal("wwi.10.25b", f"the fortification at {number} is intact")]
    if st.allegiance[n] != side:
        return [Refusal("wwi.12.46", f"only {board.TITLES[board.NATIONS[n]]} may rebuild {board.place_name(i)}")]
    cost = board.FORT_STRENGTH[i]
    return those(
        (st.crp[n] < cost, "wwi.10.2c", f"it costs {cost} points and {board.TITLES[board.NATIONS[n]]} has {st.crp[n]}"),
        (not economy.would_be_supplied(st, side, i), "wwi.10.2d", f"{board.place_name(i)} is out of supply"),  # wwi.9.5c
    )


def _loans(s: Session[State], step: economy.Loans, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "done":
        return []
    m, n = board.NATION[action[1]], board.NATION[action[2]]
    lender, borrower = board.TITLES[action[1]], board.TITLES[action[2]]
    if st.allegiance[m] != step.side or st.allegiance[n] != step.side:
        who = lender if st.allegiance[m] != step.side else borrower
        return [Refusal("wwi.crp.lock", f"{who} is not at war on this side")]
    if n not in economy.borrowers(st, m):
        if n == board.RS and m in (board.BR, board.US, board.FR, board.IT)[: 3 if m != board.IT else 0]:
            return (
                [Refusal("wwi.12.11b", "Russia has collapsed")]
                if st.collapsed or st.surrendered
                else [Refusal("wwi.10.31", "loans to Russia need an open sea route through the Straits")]
                if not black_sea_open(st)
                else [Refusal("wwi.10.3b", f"{lender} may not lend to {borrower}")]
            )
        rule = {
            board.BR: "wwi.10.3b",
            board.US: "wwi.10.3b",
            board.FR: "wwi.10.3c",
            board.RS: "wwi.10.3d",
            board.IT: "wwi.10.3d",
            board.GE: "wwi.10.3e",
        }
        return [Refusal(rule.get(m, "wwi.10.3f"), f"{lender} may not lend to {borrower}")]
    lent = m * 100 + n in st.lent
    return those(
        (not st.crp[m], "wwi.10.3a", f"{lender} has no points to lend"),
        (st.crp[m] and lent, "wwi.10.3a", f"{lender} has lent to {borrower} in this phase already"),
    )


def _amount(s: Session[State], step: economy.Amount, action: Action) -> list[Refusal]:
    k, has = int(action[1]), s.state.crp[step.lender]
    ok = 1 <= k <= has and str(k) == action[1]
    return those((not ok, "wwi.10.1", f"{board.TITLES[board.NATIONS[step.lender]]} has {has} points"))


def _garrison(s: Session[State], step: NameGarrisons, action: Action) -> list[Refusal]:
    st = s.state
    u = board.UNIT[action[1]]
    i = st.at[u]
    if st.side(u) != board.CENTRAL or i < 0 or not board.RUSSIAN_CITIES >> i & 1:
        return [Refusal("wwi.12.13b", f"{title(action[1])} does not occupy a Russian city")]
    return those((u in step.named, "wwi.12.13b", f"{title(action[1])} is named already"))


def _near_the_fight(s: Session[State], step: Any) -> list[Action]:
    """Advances are named for hexes at the place of the battle and on the way of the retreat."""
    fight = s.state.fight
    if fight is None:
        return []
    near = board.hexes(board.NEAR[fight.target] | sum(1 << i for i in {fight.target, *fight.path}))
    return [("advance", id, n) for id in board.UNITS for n in near]


#: what each question can be answered with, and who explains it
GRAMMAR = Grammar(
    {
        "unit": Kind("unit", lambda s: board.UNIT, lambda s: "units are named like ge-6 or fr-lorraine"),
        "hex": Kind("hex", lambda s: board.GRID, lambda s: "hexes are four digits from 0101 to 2934"),
        "nation": Kind("nation", lambda s: board.NATIONS, lambda s: f"nations are: {', '.join(board.NATIONS)}"),
        "army": Kind("army of kind", lambda s: board.KINDS, lambda s: f"kinds are: {', '.join(board.KINDS)}"),
        "hexes": Numbers(1, 10),
        "points": Numbers(1, 129),
    },
    {
        setup.Deploy: (("place hex",), _deploy),
        MoveUnits: (("done", "move unit"), _move_units),
        MoveUnit: (("disband", "invade hex", "past", "sea hex", "stay", "to hex", "transit", "via hex"), _move_unit),
        Attacks: (("attack hex", "done"), _attacks),
        Assemble: (("add unit", "go", "infiltrate"), refusals_combat.assemble),
        losses.AttackerLoss: (("lose unit", "pay nation points"), refusals_combat.attacker_loss),
        losses.DefenderLoss: (("destroy", "give-up", "retreat hexes", "stand"), refusals_combat.defender_loss),
        losses.PayRest: (("pay nation points",), refusals_combat.pay_rest),
        retreat.RetreatStep: (("step hex",), refusals_combat.retreat_step),
        retreat.Displace: (("disband", "displace unit hex"), _displace),
        AdvanceUnits: (("advance unit hex", "halt"), refusals_combat.advance),
        FollowUp: (("follow unit", "halt"), refusals_combat.follow),
        NameGarrisons: (("garrison unit",), _garrison),
        economy.Arrive: (("arrive hex",), _arrive),
        economy.Build: (("build army hex", "done", "rebuild hex"), _build),
        economy.Loans: (("done", "lend nation nation"), _loans),
        economy.Amount: (("amount points",), _amount),
    },
    over=Refusal("wwi.4.end", "the war is over"),
    closed="wwi.4.0a",
    forms={
        "pay": lambda s, step: BILLS,
        "build": lambda s, step: [("build", kind, n) for kind in board.KINDS for n in BUILD_PLACES],
        "displace": lambda s, step: [("displace", board.UNITS[step.unit], n) for n in board.GRID],
        "advance": _near_the_fight,
    },
)
