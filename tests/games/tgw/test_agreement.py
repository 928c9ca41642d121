"""Legality judged twice, in combats of armies thrown about by chance: what is offered is exactly what no rule refuses, and every
number that odds and journal cite has its rule."""

from __future__ import annotations

import random
from importlib import import_module

import pytest

from firestep.engine.dice import Dice
from firestep.engine.ledger import rules
from firestep.engine.session import Session
from firestep.games.tgw import setup
from firestep.games.tgw.combat import attackers
from firestep.games.tgw.combat.air import Fly
from firestep.games.tgw.combat.combat import Assemble, Attacks, CombatPhase, Kaiserschlacht, Support
from firestep.games.tgw.combat.special_combats import PlaceMarkers, SpecialCombats
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.fortifications.devastation import Devastate, WithdrawDevastators
from firestep.games.tgw.refusals import GRAMMAR
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import rule

KNOWN = set(rules(tables.DATA)) | {f"tgw.ev.{e}" for e in OF_EVENT}


def scattered(scenario: str, rng: random.Random) -> State:
    """A war in which units have changed places with friends, the weather is any, and tanks and shock-troops are there early."""
    st, _ = setup.begin(scenario, {})
    st.play |= OF_EVENT["foch"] | OF_EVENT["air.formations"] | OF_EVENT["ace.fonck"] | OF_EVENT["ace.boelcke"]
    st.weather = [rng.choice((tables.FAIR, tables.WET, tables.SNOW)) for _ in range(4)] + [
        rng.choice((tables.FAIR, tables.HOT)) for _ in range(2)
    ]
    on = [u for u in range(roster.N) if st.at[u] > 0]
    for _ in range(120):
        u, v = rng.choice(on), rng.choice(on)
        if st.side(u) == st.side(v):
            st.put(u, st.at[v])
    for id in ("br-rtc", "fr-aac"):
        if st.at[roster.UNIT[id]] < 0:
            st.put(roster.UNIT[id], rng.choice(bits(st.held[tables.ALLIED] & fronts.FRONT[fronts.WEST])))
    st.flipped |= sum(1 << u for u in bits(roster.BANDED) if rng.random() < 0.3)
    st.tally["shock"] = 1
    st.turn = rng.choice((st.turn, st.turn, 50))
    return st


def combats(st: State, side: int, theater: int, rng: random.Random) -> Session[State]:
    game = import_module("firestep.games.tgw").GAME
    steps = [PlaceMarkers(theater, side), CombatPhase(theater, side), SpecialCombats(theater, side)]
    if side == tables.CENTRAL and theater == fronts.WESTERN:
        steps = [Devastate(), *steps, WithdrawDevastators()]
    return Session(game, st.scenario, game.settle_options({}), Dice(str(rng.random())), st, tuple(steps)).disable_undo()


@rule("tgw.10.11a", "tgw.10.31b")
@pytest.mark.parametrize(
    ("scenario", "side", "theater"),
    [
        ("1915", tables.CENTRAL, fronts.WESTERN),
        ("1915", tables.ALLIED, fronts.EASTERN),
        ("1916", tables.CENTRAL, fronts.EASTERN),
        ("1917", tables.ALLIED, fronts.WESTERN),
        ("1918", tables.CENTRAL, fronts.WESTERN),
    ],
)
def test_what_is_offered_is_what_no_rule_refuses(scenario: str, side: int, theater: int) -> None:
    rng = random.Random(f"{scenario} {side} {theater}")
    s = combats(scattered(scenario, rng), side, theater, rng)
    looked = 0
    while (d := s.decision) and looked < 90:
        if not isinstance(d.step, Assemble) or rng.random() < 0.3:
            free = set()
            for a in GRAMMAR.candidates(s):
                found = GRAMMAR.why_not(s, a)
                assert all(x.rule in KNOWN for x in found), found
                if not found:
                    free.add(a)
            assert free == set(d.actions), d.step
            looked += 1
        if isinstance(d.step, Assemble) and d.step.joined:
            o = s.odds()
            assert sum(x.chance for x in o.results) == 1 and all(m.rule in KNOWN for m in o.modifiers)
        assert d.prompt and d.actions == sorted(set(d.actions))
        s.take(rng.choice(d.actions[:-1] or d.actions) if isinstance(d.step, Attacks) else rng.choice(d.actions))
    assert looked > 20
    assert all(x in KNOWN for e in s.journal for x in e.rules)
    assert all(s.game.text(e) for e in s.journal)


@rule("tgw.10.34a", "tgw.10.31a")
@pytest.mark.parametrize("scenario", ["1915", "1917"])
def test_the_odds_are_what_is_rolled(scenario: str) -> None:
    """For every die the result in the journal is the one that the odds named before it."""
    rng = random.Random(scenario)
    s = combats(scattered(scenario, rng), tables.CENTRAL, fronts.WESTERN, rng)
    seen, told = 0, None
    while (d := s.decision) and seen < 25:
        if isinstance(d.step, Assemble | Support | Fly | Kaiserschlacht):
            told = s.odds()
        before = s.journal_size
        s.take(rng.choice(d.actions[:-1] or d.actions) if isinstance(d.step, Attacks) else rng.choice(d.actions))
        for e in s.journal_since(before):
            if e.key == "attack" and told is not None and told.results:
                by_die = {die: x.text for x in told.results for die in x.detail["dice"]}
                if told.title.endswith(f"after shifts {e.params['odds']} on Table {e.params['table']}, die {e.params['drm']:+d}"):
                    assert by_die[e.params["die"]] == e.params["result"]
                    seen += 1
    assert seen > 5


@rule("tgw.11.2a")
def test_supply_by_nets_is_supply_unit_by_unit() -> None:
    """One look for all of a nation gives what each unit finds for itself, whatever was remembered before."""
    rng = random.Random(4)
    st = scattered("1916", rng)
    units = sum(1 << u for u in range(roster.N) if st.at[u] > 0)
    at_once = supply.supplied_units(st, units)
    for u in bits(units):
        fresh = st.copy()
        fresh.memo = {}
        assert supply.supplied(fresh, u) == bool(at_once >> u & 1), roster.UNITS[u]


def test_every_attack_that_is_offered_can_be_put_together() -> None:
    """No question without an answer: a hex that may be attacked has somebody who may attack it."""
    rng = random.Random(8)
    for scenario in ("1914", "1916", "1918"):
        st = scattered(scenario, rng)
        for side in (tables.ALLIED, tables.CENTRAL):
            for hex in attackers.attackable(st, side, board.LAND):
                assert Assemble(side, hex).actions(combats(st.copy(), side, fronts.WESTERN, rng)), board.NUMBER[hex]
