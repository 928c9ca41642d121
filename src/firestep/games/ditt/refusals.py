"""Why not? For every question of the game: what could be answered at all, and which rules forbid an answer.

One table, `GRAMMAR`. The lists of legal actions are never asked here: legality is judged twice, and the tests hold the two against
each other.
"""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.grammar import Forms, Grammar, Kind, Numbers
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt import (
    armenia,
    coins,
    collapse,
    combat,
    gatherings,
    invasion,
    logistics,
    losses,
    mustering,
    naval,
    neutrals,
    picking,
    pointing,
    pulse,
    retreat,
    setup,
    surrender,
)
from firestep.games.ditt import coins_pulse as cp
from firestep.games.ditt import events as ev
from firestep.games.ditt import places as p
from firestep.games.ditt import refusals_coins as ro
from firestep.games.ditt import refusals_combat as rc
from firestep.games.ditt import refusals_events as rv
from firestep.games.ditt import refusals_logistics as rl
from firestep.games.ditt import refusals_movement as rm
from firestep.games.ditt import refusals_places as rp
from firestep.games.ditt import refusals_pointing as rt
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State

S = Session[State]
#: what can be pointed at
TARGETS = {**t.UNIT, **p.INDEX}
#: words of choices among several
WAYS = {w: w for w in sorted({*gatherings.AFRICAN_MAPS, *(w for e in ev.EVENTS for w in rt.ways(e))})}


def free(s: S, step: object, action: Action) -> list[Refusal]:
    """A question whose answers are all possible, always."""
    return []


def _challenge(s: S, step: naval.Challenge, action: Action) -> list[Refusal]:
    if action[0] == "pass":
        return []
    st, sea = s.state, t.SEAS.index(action[1])
    if step.side == t.CP and sea == t.MED and st.seas[t.ADRIATIC] != t.CP_RULES:
        return [Refusal("ditt.8.3k", "the Central Powers need the Adriatic before they challenge in the Mediterranean")]
    if st.seas[sea] == (t.EP_RULES if step.side == t.EP else t.CP_RULES):
        return [Refusal("ditt.8.3h", f"the {t.SEA_TITLE[sea]} is yours already")]
    return []


def _askari(s: S, step: setup.PlaceAskari, action: Action) -> list[Refusal]:
    good = setup.ASKARI_PLACES >> p.INDEX[action[1]] & 1
    return [] if good else [Refusal("ditt.16.4d", "the Askari begin in a German area of Africa")]


def _pulse(s: S, step: pulse.Pulse, action: Action) -> list[Refusal]:
    if action[0] != "coin":
        return rm.refuse_pulse(s.state, step.side, action)
    box = t.BOX[action[1]]
    return rc.refuse_coin(s.state, step.side, box, "pulse") or ro.refuse_play(s.state, box)


def _last_chance(s: S, step: surrender.LastChance, action: Action) -> list[Refusal]:
    return (
        []
        if action[0] == "stay" or neutrals.may_retreat(s.state)
        else [Refusal("ditt.12.1n", "the Great Retreat needs a Putnik coin and a Serbia that fights")]
    )


def _divisions(s: S, step: object) -> list[Action]:
    """Losses and gains are named for the Armies that the question is about, up to more Divs than any of them has."""
    units = rv.concerned(s.state, step)
    return [
        (verb, t.UNITS[u], str(k))
        for verb in GRAMMAR.verbs[type(step)]
        if verb in _SHARED
        for u in units
        for k in range(1, t.MOST_DIVS + 2)
    ]


#: verbs with an Army and a number of Divs
_SHARED = ("lose", "gain", "recall", "to", "from")


def _form(verb: str) -> Forms:
    return lambda s, step: [a for a in _divisions(s, step) if a[0] == verb]


def _dice(s: S, step: combat.DiceCount) -> list[Action]:
    """Numbers of dice up to some more than can be of use."""
    assert s.state.fight is not None
    most = combat.firepower(s.state, s.state.fight, step.seat(s) == s.state.fight.side)
    return [("dice", str(k)) for k in range(1, max(combat.FEWEST, most) + 6)]


#: what each question can be answered with, and who explains it
GRAMMAR = Grammar(
    {
        "unit": Kind("unit", lambda s: t.UNIT, lambda s: "units are named like ge-1 or fr-orient"),
        "place": Kind("place", lambda s: p.INDEX, lambda s: "hexes are four digits, areas are named like duala"),
        "target": Kind("unit or place", lambda s: TARGETS, lambda s: "name a unit like ge-1, a hex or an area"),
        "nation": Kind("nation", lambda s: t.NATION, lambda s: f"nations are: {', '.join(t.NATIONS)}"),
        "sea": Kind("sea", lambda s: t.SEAS, lambda s: f"seas are: {', '.join(t.SEAS)}"),
        "box": Kind("box", lambda s: t.BOX, lambda s: "boxes are named like cp-krupp"),
        "way": Kind("choice", lambda s: WAYS, lambda s: f"choices are: {', '.join(WAYS)}"),
        "divs": Numbers(1, 99),
        "dice": Numbers(1, 20),
    },
    {
        setup.Putnik: (("arrest", "roll"), free),
        setup.PlaceAskari: (("askari place",), _askari),
        naval.Challenge: (("challenge sea", "pass"), _challenge),
        logistics.Logistics: (
            ("create unit", "deploy unit", "done", "feed unit", "great-retreat", "lift unit", "send unit", "shift unit"),
            rl.refuse_order,
        ),
        logistics.CreateAt: (("place place",), rl.refuse_site),
        logistics.CreateWith: (("from unit divs", "reserves divs"), rl.refuse_first),
        logistics.ShiftTo: (("to unit divs",), rl.refuse_shift),
        logistics.FeedDivs: (("divs divs", "german divs"), rl.refuse_divs),
        logistics.SendDivs: (("divs divs",), rl.refuse_send),
        logistics.Place: (("keep", "place place"), rl.refuse_deploy),
        pulse.Pulse: (
            (
                "assault place",
                "coin box",
                "declare nation",
                "engineers",
                "great-retreat",
                "invade place",
                "pass",
                "pipeline",
                "reinforce unit",
                "stack place",
                "straits",
                "withdraw",
            ),
            _pulse,
        ),
        pulse.March: (("collect unit", "halt", "leave unit", "step place"), rm.refuse_march),
        pulse.AtTheWalls: (("attack", "join"), rm.refuse_walls),
        pulse.Feed: (("divs divs", "german divs"), rl.refuse_divs),
        pulse.Withdraw: (("done", "lift unit"), rm.refuse_withdrawal),
        invasion.Sail: (("land place", "leave unit"), rm.refuse_sail),
        invasion.Landing: (("attack", "fleet", "hold"), free),
        combat.Offer: (("baron", "coin box", "pass"), rc.refuse_offer),
        combat.DiceCount: (("dice dice",), rc.refuse_dice),
        coins.Zeal: (("lose unit divs",), rc.refuse_zeal),
        losses.Losses: (("lose unit divs",), rc.refuse_loss),
        retreat.Besiege: (("besiege", "yield"), free),
        retreat.StepBack: (("back unit", "done"), rc.refuse_back),
        retreat.Retreat: (("perish", "retreat place"), rc.refuse_retreat),
        armenia.Levy: (("decline", "levy"), free),
        collapse.RaiseArmenians: (("place place",), rp.refuse_centre),
        collapse.PlaceFree: (("box", "place place"), rp.refuse_free),
        surrender.LastChance: (("great-retreat", "stay"), _last_chance),
        surrender.Disband: (("done", "lose unit divs", "reserves divs"), rv.refuse_disband),
        surrender.PlaceReds: (("done", "reds place"), rv.refuse_reds),
        cp.Spot: (("done", "point place"), ro.refuse_spot),
        cp.Freeze: (("done", "lose unit divs"), rv.refuse_strike),
        cp.Sacred: (("done", "gain unit divs"), ro.refuse_sacred),
        cp.Ride: (("ride unit",), ro.refuse_ride),
        cp.Station: (("point place",), ro.refuse_station),
        cp.Cross: (("leave unit", "point place"), ro.refuse_cross),
        cp.Converge: (("add place", "attack", "leave unit"), ro.refuse_converge),
        picking.Answer: (("no", "yes"), free),
        picking.Select: (("choose way",), rt.refuse_select),
        picking.Peek: (("no", "yes"), free),
        pointing.Point: (("pass", "point target"), rt.refuse_point),
        picking.Strike: (("done", "lose unit divs"), rv.refuse_strike),
        picking.Gain: (("done", "gain unit divs", "reserves divs"), rv.refuse_gain),
        picking.Recall: (("done", "recall unit divs"), rv.refuse_recall),
        picking.FlipMany: (("done", "point unit"), rt.refuse_flip),
        picking.FlipBeside: (("done", "point unit"), rt.refuse_flip),
        picking.Uproot: (("point place",), rp.refuse_uproot),
        mustering.Muster: (("box", "place place"), rp.refuse_muster),
        gatherings.GoHome: (("perish", "retreat place"), rp.refuse_home),
        gatherings.BalkanWar: (("name nation",), rv.refuse_name),
        gatherings.Rally: (("place place", "reserves divs"), rp.refuse_rally),
        gatherings.RallyDivs: (("divs divs",), rv.refuse_rally_divs),
        gatherings.Expedition: (("no", "place place"), rp.refuse_sailing),
        gatherings.ExpeditionDivs: (("divs divs",), rv.refuse_expedition),
        gatherings.SudArmee: (("done", "place place"), rp.refuse_sud),
        gatherings.Bribe: (("no", "yes"), rv.refuse_bribe),
        gatherings.Truce: (("pass", "point place"), rp.refuse_truce),
        gatherings.TruceAnswer: (("done", "point place"), rp.refuse_answer),
        gatherings.LettowMap: (("choose way",), rp.refuse_map),
        gatherings.LettowCoin: (("done", "point place"), rp.refuse_lettow),
    },
    over=Refusal("ditt.2.7f", "the war is over"),
    closed="ditt.2.0b",
    forms={"dice": _dice} | {verb: _form(verb) for verb in _SHARED},
)
