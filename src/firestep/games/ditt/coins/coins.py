"""Special Events: the coins that are played in a combat, and what they do (ditt.3.0j to ditt.3.0n).

`data/special_events.csv` says for each box when its coins may be played and what they do. `pulse_coins` has those of a pulse,
and events bring coins (`statements.coins`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Limit, PickNumber, Question
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.combat import entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import UNIT
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import Fight, State

S = Session[State]


class Box(NamedTuple):
    moment: str
    #: coins of this box in one combat; 0 for any number
    limit: int
    when: str
    do: str
    text: str


BOXES = tuple(
    Box(r["moment"], int(r["limit"]), r["when"], r["do"], r["text"])
    for r in sorted(tables.read("special_events.csv"), key=lambda r: tables.BOX[r["id"]])
)
#: Firepower of Gas in the order of play: of the CP (ditt.gas.b), of the EP (ditt.gas.a, C13)
GAS = ((25, 20, 15, 10, 5), (20, 15, 10, 5))
TANKS, ALLENBY, NIVELLE = tables.BOX["ep-tanks"], tables.BOX["ep-allenby"], tables.BOX["ep-nivelle"]
TANK_BONUS = 10
#: the boxes of each side and moment
AT = {
    (side, moment): tuple(k for k, b in enumerate(BOXES) if b.moment == moment and tables.BOX_SIDE[k] == side)
    for side in (tables.CP, tables.EP)
    for moment in ("before", "after", "pulse")
}
_BOXES_OF = [mask(k for k, x in enumerate(tables.BOX_SIDE) if x == side) for side in (tables.CP, tables.EP)]
_BOXES_AT = {when: mask(boxes) for when, boxes in AT.items()}


def in_hand(st: State, side: int, moment: str) -> Iterator[Condition]:
    """Yields the conditions of a box whose coin a side may play at a moment, whatever the position."""
    yield Condition("ditt.3.0k", _BOXES_OF[side], "{x} is a box of the other side")
    yield Condition("ditt.3.0m", _BOXES_AT[side, moment], "{x} is played at another moment")
    yield Condition("ditt.3.0k", lambda boxes: mask(k for k in bits(boxes) if st.coins[k]), "no coin is in the box {x}")


def fits(st: State, fight: Fight, side: int, box: int) -> bool:
    """Whether a coin of a box may be played in the open combat."""
    b = BOXES[box]
    if b.limit and (fight.plays + fight.cancelled).count(box) >= b.limit:
        return False
    return all(_term(st, fight, side, words) for words in b.when.split(", "))


def units_in_combat(st: State, fight: Fight, side: int) -> int:
    """Returns the units of a side in a combat."""
    return sum(1 << u for u in fight.units) if side == fight.side else st.stack_of(fight.hex, side)


def _serving(st: State, units: int, words: str) -> bool:
    return bool(units) if words in ("CP", "EP") else any(units & st.corps[tables.NATION[n]] for n in words.split("+"))


def _lands(words: str) -> int:
    return places.lands(*(w.replace("_", " ") for w in words.split("+")))


def _trench(st: State, fight: Fight) -> bool:
    return not fight.breach and entrenchment.entrenched(st, entrenchment.defenders(st, fight))


def _term(st: State, fight: Fight, side: int, words: str) -> bool:
    verb, _, rest = words.partition(" ")
    return TERMS[verb](st, fight, side, rest)


TERMS: dict[str, Callable[[State, Fight, int, str], bool]] = {
    "attack": lambda st, f, side, w: side == f.side and _serving(st, units_in_combat(st, f, side), w),
    "defend": lambda st, f, side, w: side != f.side and _serving(st, units_in_combat(st, f, side), w),
    "fight": lambda st, f, side, w: _serving(st, units_in_combat(st, f, side), w),
    "foe": lambda st, f, side, w: _serving(st, units_in_combat(st, f, 1 - side), w),
    "foe-attacks": lambda st, f, side, w: side != f.side and _serving(st, units_in_combat(st, f, 1 - side), w),
    "in": lambda st, f, side, w: bool(_lands(w) >> f.hex & 1),
    "notin": lambda st, f, side, w: not _lands(w) >> f.hex & 1,
    "ne": lambda st, f, side, w: bool(areas.near_east(st) >> f.hex & 1),
    "not-ne": lambda st, f, side, w: not areas.near_east(st) >> f.hex & 1,
    "trench": lambda st, f, side, w: _trench(st, f),
    "firm": lambda st, f, side, w: not (places.SWAMP | places.MOUNTAIN | places.ALPINE) >> f.hex & 1,
    "played": lambda st, f, side, w: tables.BOX[w] in f.plays,
}


def play(s: S, side: int, action: Action) -> Steps:
    """Spend a coin of the open combat and do what its box says (ditt.3.0j)."""
    st = s.state
    box = tables.BOX[action[1]]
    st.coins[box] -= 1
    b = BOXES[box]
    fight = st.fight
    assert fight is not None
    s.note("coin", "ditt.3.0j", "ditt.3.0m", box=action[1], side=tables.SEATS[side], place=places.NUMBER[fight.hex])
    st.fight = replace(fight, plays=(*fight.plays, box))
    steps: Steps = ()
    for word in b.do.split(" "):
        if word[0] == "+":
            add(st, side, int(word))
        else:
            steps += EFFECTS[word](s, side) or ()
    return steps


def uses_pulse(box: int) -> bool:
    """Whether playing the coin of a box is the whole pulse."""
    return BOXES[box].do in ("reichsbahn", "albion", "voie-sacree", "foch")


def add(st: State, side: int, firepower: int) -> None:
    """Free Firepower for a side of the open combat."""
    fight = st.fight
    assert fight is not None
    a, d = fight.bonus
    st.fight = replace(fight, bonus=(a + firepower, d) if side == fight.side else (a, d + firepower))


def _change_fight(st: State, **fields: bool) -> None:
    assert st.fight is not None
    st.fight = replace(st.fight, **fields)  # type: ignore[arg-type]  # all of them are switches


def _krupp(s: S, side: int) -> None:
    st = s.state
    assert st.fight is not None
    strong = st.fort_of[1 - side] >> st.fight.hex & 1 and places.FORT_FACTORS[st.fight.hex] == (15, 20)
    add(st, side, 10 if strong else 5)


def _kaisertreu(s: S, side: int) -> None:
    st = s.state
    assert st.fight is not None
    if side == st.fight.side:
        add(st, side, 5)
    else:
        _change_fight(st, hold=True)


def next_gas(st: State, side: int) -> int:
    """Returns the Firepower of the next Gas coin of a side."""
    k = st.gas[side]
    return GAS[side][k] if k < len(GAS[side]) else 0


def _gas(s: S, side: int) -> None:
    st = s.state
    fire = next_gas(st, side)
    st.gas[side] += 1
    add(st, side, fire)


def _untank(s: S, side: int) -> None:
    """Tanks gave their side ten each and lifted the trenches; both are gone unless another coin lifts them too."""
    st = s.state
    fight = st.fight
    assert fight is not None
    gone = tuple(k for k in fight.plays if k == TANKS)
    left = tuple(k for k in fight.plays if k != TANKS)
    add(st, 1 - side, -TANK_BONUS * len(gone))
    assert st.fight is not None
    breach = any("breach" in BOXES[k].do.split(" ") for k in left)
    st.fight = replace(st.fight, plays=left, cancelled=fight.cancelled + gone, breach=breach)


def _haig(s: S, side: int) -> None:
    """ditt.3.0n: after the dice."""
    st = s.state
    assert st.fight is not None
    a, d = st.fight.hits
    st.fight = replace(st.fight, hits=(a, d + 15))  # ditt.3.0n


def armies_for_outrance(st: State) -> list[int]:
    """Returns the French Armies of the open attack that can lose a Div and fight on."""
    assert st.fight is not None
    return [u for u in st.fight.units if st.serves[u] == tables.FR and st.divs[u] > 1]


def _outrance(s: S, side: int) -> Steps:
    """The price of the attack at all costs; its player names the Army where there is more than one."""
    armies = armies_for_outrance(s.state)
    if len(armies) > 1:
        return (Zeal(),)
    for u in armies:
        control.lose(s, u, 1, "ditt.3.0l")
    return ()


@dataclass(frozen=True, slots=True)
class Zeal(Question[S]):
    """Which French Army pays for the Offensive à l'Outrance with a Div."""

    says = ("lose unit divs",)

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return "Entente Powers, Offensive à l'Outrance: which French Army loses a Div?"

    def answers(self, s: S) -> Iterator[Answer]:
        able = mask(armies_for_outrance(s.state))
        fits = Condition("ditt.3.0l", able, "{x} is no French Army of this attack that could fight on without a Div")
        one = Limit("ditt.3.0l", 1, "the Offensive à l'Outrance costs one Div")
        yield PickNumber("lose", UNIT, (fits,), lambda u: (one,), self.pay)

    def pay(self, s: S, u: int, k: int) -> Steps:
        control.lose(s, u, k, "ditt.3.0l")
        return ()


def _nivelle(s: S, side: int) -> None:
    st = s.state
    assert st.fight is not None
    st.spots[1] = st.fight.hex


EFFECTS: dict[str, Callable[[S, int], Steps | None]] = {
    "krupp": _krupp,
    "kaisertreu": _kaisertreu,
    "gas": _gas,
    "untank": _untank,
    "haig": _haig,
    "outrance": _outrance,
    "nivelle": _nivelle,
    "breach": lambda s, side: _change_fight(s.state, breach=True),
    "smooth": lambda s, side: _change_fight(s.state, smooth=True),
    "hold": lambda s, side: _change_fight(s.state, hold=True),
    "kaiserschlacht": lambda s, side: s.state.set_flag("kaiserschlacht"),
}


def end_of_turn(s: S) -> None:
    """Nivelle's coin comes back if the EP holds the hex it was used on; if not, French offence is broken (ditt.err.q,
    ditt.err.r)."""
    st = s.state
    place = st.spots[1]
    if place:
        st.spots[1] = 0
        if st.ctrl[tables.EP] >> place & 1:  # ditt.err.r
            st.coins[NIVELLE] += 1
        else:
            st.set_flag("nivelle-failed")
        s.note("nivelle", "ditt.err.r", place=places.NUMBER[place], back=bool(st.ctrl[tables.EP] >> place & 1))


def halved(st: State, units: int, u: int) -> bool:
    """Whether a French Army attacks at half strength: after Nivelle's failure, unless Americans attack with it (ditt.err.q)."""
    # ditt.err.q
    return st.flag("nivelle-failed") and st.serves[u] == tables.FR and not units & st.corps[tables.US] and tables.IS_ARMY[u]


def putnik_bonus(st: State, fight: Fight) -> int:
    """Ten Firepower for the Serbs of the hex where Putnik's Army appeared, if they attack at once (ditt.err.p)."""
    if not st.spots[0] or fight.side != tables.EP:
        return 0
    return 10 if any(st.serves[u] == tables.SB and fight.came_from(u) == st.spots[0] for u in fight.units) else 0
