"""What the page shows beside the board: what a choice costs, where in the sequence of play the game is, and the charts.

Nothing is decided here: every figure is taken from the tables and functions that decide it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from firestep.engine.action import Action
from firestep.engine.page_data import chart, price, stage
from firestep.engine.session import Session
from firestep.engine.words import capital
from firestep.games.wwi import economy, losses, setup
from firestep.games.wwi.advance import AdvanceUnits
from firestep.games.wwi.combat import Assemble, Attacks, attackable, defense
from firestep.games.wwi.components import board
from firestep.games.wwi.movement import PAST, MoveUnit, MoveUnits, find_way
from firestep.games.wwi.state import State

Price = dict[str, Any]


def points(n: int) -> str:
    return f"{n} point" if n == 1 else f"{n} points"


def army(u: int) -> str:
    return board.ARMY[u]


def violation(country: int, by: int) -> str:
    """What it costs a side to break a country's neutrality (wwi.11.7, wwi.15.3a)."""
    name = board.TITLES[board.COUNTRIES[country]]
    gain = board.VP[country]
    worth = f" The {board.SIDE_TITLES[1 - by]} gain {gain} Victory Points." if gain else ""
    joins = f" {name[0].upper()}{name[1:]} goes to war against you." if country != board.AB else ""
    return f"This breaks the neutrality of {name}.{worth}{joins} It cannot be undone once the die is rolled."


def fate(unit: int, supplied: bool) -> str:
    return (
        f"Destroys {army(unit)}; it can be built again for {points(board.ARMY_COST)}."
        if supplied
        else f"Destroys {army(unit)} for good: it is out of supply."
    )


def listed(s: Session[State]) -> list[Action]:
    """The answers to the question that is open: they were found when it was asked, and are not looked for again."""
    return s.decision.actions if s.decision is not None else []


def prices(s: Session[State]) -> dict[str, Price]:
    """What the choices of this question cost, by the action's text."""
    st, top = s.state, s.top
    if isinstance(top, Attacks):
        open = attackable(st, top.side)
        out = {
            f"attack {board.NUMBER[i]}": price(violation(board.COUNTRY_AT[i], top.side), True) for i in open if st.neutral >> i & 1
        }
        left = [board.place_name(i) for i in open if not st.neutral >> i & 1]
        if left:
            more = "" if len(left) <= 4 else f" and {len(left) - 4} more"
            out["done"] = price(f"You could still attack {', '.join(left[:4])}{more}.", True)
        return out
    if isinstance(top, Assemble):
        if st.neutral >> top.target & 1:
            return dict.fromkeys(("go", "infiltrate"), price(violation(board.COUNTRY_AT[top.target], top.side)))
        strength, against = sum(board.ATTACK[u] for u in top.units), defense(st, top.target)
        return {"go": price(f"{strength} against {against}")}
    if isinstance(top, MoveUnits):
        idle = sum(1 for a in listed(s) if a[0] == "move")
        if not idle:
            return {}
        who = "1 army has" if idle == 1 else f"{idle} armies have"
        return {"done": price(f"{who} not moved yet. Once the phase is over they stay where they are.", True)}
    if isinstance(top, MoveUnit):
        return _moves(s, top)
    if isinstance(top, losses.AttackerLoss):
        return {" ".join(a): price(fate(board.UNIT[a[1]], True), True) if a[0] == "lose" else _paid(st, a) for a in listed(s)}
    if isinstance(top, losses.PayRest):
        return {" ".join(a): _paid(st, a) for a in listed(s)}
    if isinstance(top, losses.DefenderLoss):
        return _defence(s, top)
    if isinstance(top, AdvanceUnits):
        return {"halt": price("Nobody enters the emptied hex.")}
    if isinstance(top, economy.Build):
        built = sum(1 for _ in economy.buildable(st, top.side))
        places = any(a[0] == "build" for a in listed(s))
        return {"done": price(_unspent(st, top.side), True)} if built and places else {}
    return {}


def _moves(s: Session[State], top: MoveUnit) -> dict[str, Price]:
    """A neutrality that breaks, and what the army takes on its way."""
    st = s.state
    actions = listed(s)
    out = {
        " ".join(a): price(violation(board.COUNTRY_AT[board.INDEX[a[1]]], st.side(top.unit)), True)
        for a in actions
        if a[0] == "invade"
    }
    if PAST in actions:
        for a in actions:
            way = find_way(st, top.unit, board.INDEX[a[1]], top.spent, False) if a[0] == "to" else None
            if way and len(way.taken) > 1:
                out[" ".join(a)] = price(f"takes {' and '.join(board.place_name(i) for i in way.taken[:-1])} on its way")
    return out


def _paid(st: State, action: tuple[str, ...]) -> Price:
    n, k = board.NATION[action[1]], int(action[2])
    return price(f"{st.crp[n] - k} of {st.crp[n]} left")


def _defence(s: Session[State], top: losses.DefenderLoss) -> dict[str, Price]:
    st = s.state
    fight = losses.fight_of(st)
    loss = fight.defender_loss
    funds = sum(st.crp[n] for n in losses.defender_payers(st, fight))
    out = {}
    for a in listed(s):
        if a == losses.DESTROY:
            out["destroy"] = price(fate(fight.defender, fight.defender_supplied), True)
        elif a == losses.GIVE_UP:
            out["give-up"] = price("The fortification is destroyed; nothing is paid.", True)
        elif a == losses.STAND:
            out["stand"] = price(f"{points(loss)} of {funds}, and the hex is held")
        else:
            rest = loss - int(a[1])
            besides = f"{points(rest)} of {funds} besides" if rest else "nothing to pay"
            out[" ".join(a)] = price(f"the hex is lost; {besides}")
    return out


def _unspent(st: State, side: int) -> str:
    rich = [
        (board.TITLES[board.NATIONS[n]], st.crp[n] // board.ARMY_COST)
        for n in range(len(board.NATIONS))
        if st.allegiance[n] == side and st.crp[n] >= board.ARMY_COST
    ]
    said = ", ".join(f"{name} {k}" for name, k in rich[:4])
    return f"There are points for more armies: {said}."


# -- where am I ------------------------------------------------------------------------------------------------------------

_ROUND = ("First", "Second", "Third")


def sequence(s: Session[State]) -> dict[str, Any]:
    """The ten phases of the turn, whose each is, and which one this is (wwi.4.0a). Before the third the roles are not known."""
    if setup.phase(s.state) == setup.DEPLOYS:
        seat = s.decision.seat if s.decision else board.ALLIED
        steps = [stage(side, "Free deployment", side, "wwi.14.31a") for side in board.SEATS]
        return {"now": seat, "steps": [*steps, stage("1", "Movement", "allied", "wwi.4.ph1")]}
    return _sequence(s.state.phase, s.state.superior)


@cache
def _sequence(phase: int, superior: int) -> dict[str, Any]:
    steps = [stage("1", "Movement", "allied", "wwi.4.ph1"), stage("2", "Movement", "central", "wwi.4.ph2a")]
    for k in range(6):
        seat = board.SEATS[superior if k % 2 == 0 else 1 - superior] if phase > 3 else None
        role = "superior player" if k % 2 == 0 else "inferior player"
        steps.append(
            stage(
                str(4 + k),
                f"{_ROUND[k // 2]} attack",
                seat,
                f"wwi.4.ph{4 + k}{'a' if k == 0 else ''}",
                f"{_ROUND[k // 2].lower()} of three, {role}",
            )
        )
    steps.append(stage("10", "Income and building", None, "wwi.4.ph10a", "both sides, Allies first"))
    return {"now": {1: 0, 2: 1, 3: 1}.get(phase, phase - 2), "steps": steps}


# -- charts ----------------------------------------------------------------------------------------------------------------


@cache
def _charts() -> list[dict[str, Any]]:
    table = [
        [str(die), *(f"{a}/{d}" for a, d in (board.CRT[column][die] for column in range(len(board.CRT))))] for die in range(1, 7)
    ]
    terrain = [
        ["Clear", "1", "0"],
        ["Rough", "2", "+1"],
        ["Along a railway", "½", "0"],
        ["Winter (even turns)", "as above", "+2"],
        ["Fortification", "as the ground", "its strength"],
        ["Blocked hexside", "not to be crossed", "no attack"],
    ]
    income = [
        [
            f"{t} · {board.SEASON[t]}",
            *(str(board.INCOME[t][board.NATION[c]] or "–") for c in _EARNERS),
            str(board.US_ARRIVALS[t] or "–"),
        ]
        for t in range(1, board.LAST_TURN + 1)
    ]
    order = []
    for n, code in enumerate(board.NATIONS):
        kinds: dict[str, int] = {}
        for u in board.UNITS_OF[n]:
            kinds[f"{board.ATTACK[u]}-{board.DEFENSE[u]}"] = kinds.get(f"{board.ATTACK[u]}-{board.DEFENSE[u]}", 0) + 1
        there = sum(1 for u in board.UNITS_OF[n] if u in board.SETUP)
        order.append(
            (
                capital(board.TITLES[code]),
                ", ".join(f"{k} of {v}" for v, k in kinds.items()),
                str(there),
                str(board.START_CRP[n] or "–"),
            )
        )
    neutral = [(capital(board.TITLES[board.COUNTRIES[n]]), str(v)) for n, v in enumerate(board.VP) if v]
    return [
        chart(
            "crt",
            "Combat results",
            "wwi.8.4a",
            ("Die", *(f"+{k}" for k in range(11))),
            table,
            "Column: attack minus defence, ten at most; below 0 no attack is allowed.",
            "A result 1/3 means: the attacker loses 1 point, the defender 3.",
            "A lost point is paid with a Combat Resource Point, or, by the defender, with a hex of retreat.",
        ),
        chart(
            "terrain",
            "Terrain and season",
            "wwi.5.6a",
            ("Ground", "Movement", "Defence"),
            terrain,
            "An army has 5 Movement Points. Whoever is out of supply defends with half, rounded up.",
        ),
        chart(
            "income",
            "Income by turn",
            "wwi.4.ph10a",
            ("Turn", *(c.upper() for c in _EARNERS), "US armies"),
            income,
            "Points are received at the end of a turn.",
            f"An army costs {board.ARMY_COST}, a fortification 1 for each of its strength.",
        ),
        chart(
            "order",
            "Order of battle",
            "wwi.14.21",
            ("Nation", "Counters (attack-defence)", "On the map", "Points"),
            order,
            "Counters that are not on the map in August 1914 can be built, or come with their country.",
        ),
        chart(
            "neutrals",
            "Price of a neutral",
            "wwi.15.3a",
            ("Country", "Victory Points for the other side"),
            neutral,
            "Whoever breaks a neutrality gives these points away and makes an enemy.",
        ),
    ]


_EARNERS = tuple(c for c in board.NATIONS if any(board.INCOME[t][board.NATION[c]] for t in range(1, board.LAST_TURN + 1)))


def charts(scenario: str | None) -> list[dict[str, Any]]:
    return _charts()
