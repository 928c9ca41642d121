"""Why not? For every question of the game: what could be answered at all, and which rules forbid an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firestep.engine.action import Action, text
from firestep.engine.errors import UnknownName
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt import armenia, collapse, combat, invasion, logistics, losses, naval, pulse, retreat, setup, surrender
from firestep.games.ditt import places as p
from firestep.games.ditt import refusals_logistics as rl
from firestep.games.ditt import refusals_movement as rm
from firestep.games.ditt import tables as t
from firestep.games.ditt.sequence import PHASES
from firestep.games.ditt.state import State

PLACES = p.numbers(p.LAND)
HEX_VERBS = ("stack", "step", "invade", "land", "assault", "place", "retreat", "askari", "reds")
UNIT_VERBS = ("reinforce", "lift", "leave", "collect", "create", "shift", "feed", "send", "deploy", "back")
HEX_ACTIONS: dict[str, list[Action]] = {verb: [(verb, n) for n in PLACES] for verb in HEX_VERBS}
UNIT_ACTIONS: dict[str, list[Action]] = {verb: [(verb, n) for n in t.UNITS] for verb in UNIT_VERBS}

#: the words each verb takes: u unit, h place, n nation, k number, s sea, b box
SHAPES = dict.fromkeys(HEX_VERBS, "h") | dict.fromkeys(UNIT_VERBS, "u") | {
    "pass": "", "withdraw": "", "done": "", "halt": "", "attack": "", "join": "", "fleet": "", "hold": "", "besiege": "",
    "yield": "", "keep": "", "perish": "", "roll": "", "arrest": "", "levy": "", "decline": "", "great-retreat": "", "stay":
    "", "straits": "", "engineers": "", "pipeline": "", "baron": "", "box": "", "declare": "n", "challenge": "s", "coin": "b",
    "dice": "k", "divs": "k", "german": "k", "reserves": "k", "to": "uk", "from": "uk", "lose": "uk"}


def candidates(s: Session[State]) -> list[Action]:
    """Every answer that could be meant in the open decision, legal or not."""
    step = s.agenda[-1] if s.agenda else None
    if step is None:
        return []
    if type(step) not in VERBS:
        return step.actions(s)  # type: ignore[attr-defined,no-any-return]  # a step of an event
    out = [a for verb in VERBS[type(step)] for a in _forms(s, step, verb)]
    if isinstance(step, pulse.Pulse | combat.Offer):
        seen = set(out)
        out += [a for a in step.actions(s) if a not in seen]
    return out


def _forms(s: Session[State], step: Any, verb: str) -> list[Action]:
    st = s.state
    if verb in HEX_ACTIONS:
        return HEX_ACTIONS[verb]
    if verb in UNIT_ACTIONS:
        return UNIT_ACTIONS[verb]
    shape = SHAPES[verb]
    if shape == "n":
        return [(verb, n) for n in t.NATIONS]
    if shape == "s":
        return [(verb, n) for n in t.SEAS]
    if shape == "b":
        return [(verb, n) for n in t.BOXES]
    if verb == "dice":
        assert isinstance(step, combat.DiceCount)
        return [(verb, str(k)) for k in range(1, max(3, len(step.choices(s, step.seat(s))) + 6))]
    if shape == "k":
        return [(verb, str(k)) for k in range(1, 31)]
    if verb == "lose" and isinstance(step, losses.Losses):
        return [(verb, t.UNITS[u], str(k)) for u in losses.victims(st, step.who) for k in range(1, 21)]
    if shape == "uk":
        n = t.UNIT_NATION[step.unit] if hasattr(step, "unit") else step.nation
        most = 21 if verb != "lose" else 1 + max(20, getattr(step, "left", 0))
        return [(verb, t.UNITS[u], str(k)) for u in (*t.ARMIES_OF[n], *((t.SUD,) if n == t.GE else ())) for k in range(1, most)]
    return [(verb,)]


def parse(action: Action) -> None:
    """Refuse words that mean nothing in this game."""
    shape = SHAPES.get(action[0])
    if shape is None:
        raise UnknownName(f"there is no action '{action[0]}'; actions begin with: {', '.join(sorted(SHAPES))}")
    if len(action) != len(shape) + 1:
        raise UnknownName(f"'{text(action)}' has the wrong length: after '{action[0]}' come {len(shape)} words")
    for kind, word in zip(shape, action[1:], strict=True):
        if kind == "u" and word not in t.UNIT:
            raise UnknownName(f"there is no unit '{word}'; units are named like ge-1 or fr-orient")
        if kind == "h" and word not in p.INDEX:
            raise UnknownName(f"there is no place '{word}' on this map; hexes are four digits, areas are named like duala")
        if kind == "n" and word not in t.NATION:
            raise UnknownName(f"there is no nation '{word}'; nations are: {', '.join(t.NATIONS)}")
        if kind == "s" and word not in t.SEAS:
            raise UnknownName(f"there is no sea '{word}'; seas are: {', '.join(t.SEAS)}")
        if kind == "b" and word not in t.BOX:
            raise UnknownName(f"there is no box '{word}'; boxes are named like cp-krupp")
        if kind == "k" and not word.isdigit():
            raise UnknownName(f"'{word}' is not a number")


def why_not(s: Session[State], action: Action) -> list[Refusal]:
    """The rules against an action in the open decision; empty if there is none."""
    step: Any = s.agenda[-1] if s.agenda else None
    if step is not None and action in step.actions(s):
        return []
    if step is None or type(step) in VERBS:
        parse(action)
    if step is None:
        return [Refusal("ditt.2.7f", "the war is over")]
    if action[0] not in VERBS.get(type(step), ()):
        return [Refusal("ditt.2.0b", f"'{action[0]}' cannot be said now: {step.prompt(s)}")]
    explain = EXPLAIN.get(type(step))
    found = explain(s, step, action) if explain else []
    return found or [Refusal(FALLBACK.get(type(step), "ditt.2.0b"), f"'{text(action)}' is not possible here in the "
                             f"{PHASES[s.state.phase]} Phase")]


# -- combat, retreat, navy -------------------------------------------------------------------------------------------------


def _dice(s: Session[State], step: combat.DiceCount, action: Action) -> list[Refusal]:
    st = s.state
    assert st.fight is not None
    k = int(action[1])
    if k < combat.FEWEST:
        return [Refusal("ditt.7.1d", "at least two dice must be rolled")]
    fire = combat.firepower(st, st.fight, step.seat(s) == st.fight.side)
    return [Refusal("ditt.7.1h", f"{k} dice roll more than the Firepower of {fire} in any case; {fire} dice say the same")]


def _losses(s: Session[State], step: losses.Losses, action: Action) -> list[Refusal]:
    st = s.state
    assert st.fight is not None
    u, k = t.UNIT[action[1]], int(action[2])
    starving = st.fight.starving
    if u not in losses.victims(st, step.who):
        return [Refusal("ditt.7.3b", f"the {t.unit_title(u)} is not in this combat on your side")]
    if u in step.named:
        return [Refusal("ditt.7.3d", f"the {t.unit_title(u)} has been named already")]
    if t.IS_MF[u]:
        if k > 1:
            return [Refusal("ditt.5.1d", f"the {t.unit_title(u)} is one whole; name it once")]
        need = losses.absorbs(st, u, 1, starving)
        if need > step.left:
            return [Refusal("ditt.5.2b", f"{step.left} hits do not destroy the {t.unit_title(u)}, whose Fortitude is {need}")]
    elif k > st.divs[u]:
        return [Refusal("ditt.4.1a", f"the {t.unit_title(u)} has {st.divs[u]} Divs")]
    elif losses.absorbs(st, u, k - 1, starving) >= step.left:
        return [Refusal("ditt.7.3c", f"{k - 1} Divs are enough for {step.left} hits")]
    return [Refusal("ditt.5.2a", "after this the hits could not be covered as well as they can be")]


def _retreat(s: Session[State], step: retreat.Retreat, action: Action) -> list[Refusal]:
    if action[0] == "perish":
        return [Refusal("ditt.7.4e", "there is a place to retreat to")]
    return rm.refuse_haven(s.state, step.unit, p.INDEX[action[1]], step.origin)


def _challenge(s: Session[State], step: naval.Challenge, action: Action) -> list[Refusal]:
    sea = t.SEAS.index(action[1])
    if step.side == t.CP and sea == t.MED:
        return [Refusal("ditt.8.3k", "the Central Powers need the Adriatic before they challenge in the Mediterranean")]
    return [Refusal("ditt.8.3h", f"the {t.SEA_TITLE[sea]} is yours already")]


def _offer(s: Session[State], step: combat.Offer, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "baron":
        if step.side != t.CP:
            return [Refusal("ditt.8.2b", "the Red Baron flies for the Central Powers")]
        if st.flag("baron-used"):
            return [Refusal("ditt.8.2b", "the Red Baron has flown this turn")]
        if not st.flag("baron"):
            return [Refusal("ditt.8.2a", "there is no Red Baron")]
        return [Refusal("ditt.8.1c", "the Red Baron flies where Germans fight British, French or Americans, before the dice")]
    return _coin(s, step.side, action)


def _coin(s: Session[State], side: int, action: Action) -> list[Refusal]:
    box = t.BOX[action[1]]
    if t.BOX_SIDE[box] != side:
        return [Refusal("ditt.3.0k", f"{t.BOX_TITLE[box]} is a box of the other side")]
    if not s.state.coins[box]:
        return [Refusal("ditt.3.0k", f"no coin is in the box {t.BOX_TITLE[box]}")]
    return [Refusal("ditt.3.0m", f"{t.BOX_TITLE[box]} cannot be played at this moment")]


def _back(s: Session[State], step: retreat.StepBack, action: Action) -> list[Refusal]:
    return [Refusal("ditt.7.3f", f"the {t.unit_title(t.UNIT[action[1]])} did not attack here, or cannot go back")]


def _pulse(s: Session[State], step: pulse.Pulse, action: Action) -> list[Refusal]:
    return _coin(s, step.side, action) if action[0] == "coin" else rm.refuse_pulse(s.state, step.side, action)


def _disband(s: Session[State], step: surrender.Disband, action: Action) -> list[Refusal]:
    k = int(action[-1]) if action[-1].isdigit() else 0
    if k > step.left:
        return [Refusal(step.rule, f"only {step.left} Divs are to be destroyed")]
    return [Refusal("ditt.4.1a", "there are not so many Divs")]


def _reds(s: Session[State], step: surrender.PlaceReds, action: Action) -> list[Refusal]:
    i = p.INDEX[action[1]]
    if not surrender.spare_reds(s.state):
        return [Refusal("ditt.12.3a", "no Reds are left")]
    if not p.TERRITORY[step.nation] >> i & 1:
        return [Refusal("ditt.12.3a", f"{p.place(i)} is not land of {t.TITLE[step.nation]}")]
    return [Refusal("ditt.12.3b", f"others stand at {p.place(i)}, or nobody can stand there")]


#: what each question can be answered with, and who explains it
VERBS: dict[Any, tuple[str, ...]] = {
    setup.Putnik: ("arrest", "roll"), setup.PlaceAskari: ("askari",), naval.Challenge: ("challenge", "pass"),
    logistics.Logistics: ("create", "deploy", "done", "feed", "great-retreat", "lift", "send", "shift"), logistics.CreateAt:
    ("place",), logistics.CreateWith: ("from", "reserves"), logistics.ShiftTo: ("to",), logistics.FeedDivs: ("divs",
    "german"), logistics.SendDivs: ("divs",), logistics.Place: ("keep", "place"), pulse.Pulse: ("assault", "declare",
    "engineers", "great-retreat", "invade", "pass", "pipeline", "reinforce", "stack", "straits", "withdraw", "coin"),
    pulse.March: ("collect", "halt", "leave", "step"), pulse.AtTheWalls: ("attack", "join"), pulse.Feed: ("divs",),
    pulse.Withdraw: ("done", "lift"), invasion.Sail: ("land", "leave"), invasion.Landing: ("attack", "fleet", "hold"),
    combat.Offer: ("baron", "coin", "pass"), combat.DiceCount: ("dice",), losses.Losses: ("lose",), retreat.Besiege:
    ("besiege", "yield"), retreat.StepBack: ("back", "done"), retreat.Retreat: ("perish", "retreat"), armenia.Levy:
    ("decline", "levy"), collapse.PlaceFree: ("box", "place"), surrender.LastChance: ("great-retreat", "stay"),
    surrender.Disband: ("done", "lose", "reserves"), surrender.PlaceReds: ("done", "reds"),
}
EXPLAIN: dict[Any, Callable[[Session[State], Any, Action], list[Refusal]]] = {
    naval.Challenge: _challenge, combat.Offer: _offer, combat.DiceCount: _dice, losses.Losses: _losses, retreat.Retreat: _retreat,
    retreat.StepBack: _back, pulse.Pulse: _pulse, surrender.Disband: _disband, surrender.PlaceReds: _reds,
    pulse.March: lambda s, step, a: rm.refuse_march(s.state, step, a),
    pulse.AtTheWalls: lambda s, step, a: [Refusal("ditt.6.1p", "who came through a hex with a flipped friend may not attack")],
    pulse.Feed: lambda s, step, a: rl.refuse_divs(s.state, step.unit, a),
    pulse.Withdraw: lambda s, step, a: rm.refuse_withdrawal(s.state, step.side, t.UNIT[a[1]]),
    invasion.Sail: lambda s, step, a: rm.refuse_sail(s.state, step, a),
    logistics.Logistics: lambda s, step, a: rl.refuse_order(s.state, step, a),
    logistics.CreateAt: lambda s, step, a: rl.refuse_place(s.state, step.unit, p.INDEX[a[1]], True),
    logistics.CreateWith: lambda s, step, a: rl.refuse_first(s.state, step, a),
    logistics.ShiftTo: lambda s, step, a: rl.refuse_shift(s.state, step, a),
    logistics.FeedDivs: lambda s, step, a: rl.refuse_divs(s.state, step.unit, a),
    logistics.SendDivs: lambda s, step, a: [Refusal("ditt.4.1a", f"the Army has {s.state.divs[step.unit]} Divs")],
    logistics.Place: lambda s, step, a: rl.refuse_place(s.state, step.unit, p.INDEX[a[1]], False) if a[0] == "place" else [
        Refusal("ditt.6.4g", "the Reserve Box must be emptied")],
    setup.PlaceAskari: lambda s, step, a: [Refusal("ditt.16.4d", "the Askari begin in a German area of Africa")],
    collapse.PlaceFree: lambda s, step, a: [Refusal("ditt.13.3c" if s.state.serves[step.unit] == t.GG else "ditt.13.3g",
                                                    "it stands in a hex of its own country, alone of its kind")],
}
#: the rule for what needs no other explanation
FALLBACK: dict[Any, str] = {invasion.Landing: "ditt.6.5o", retreat.Besiege: "ditt.7.5b", armenia.Levy: "ditt.14.2f",
                            setup.Putnik: "ditt.16.6b", surrender.LastChance: "ditt.12.1n"}
