"""Chapters hand units over to one another: whatever an event, a plan, a letter or a collapse brings or moves lives on.

Each case starts from a war of the plainest players (`plain.war`), lets the thing happen as in a game, plays on, and looks whether
the units are alive, on a side, in supply and free to move or attack. The cases come from the data, so a new event, plan or letter
is tested as soon as it is there. `MOVERS` names every place of the rules that puts units somewhere.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from firestep.engine.action import Action
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.events import event_table, events
from firestep.games.tgw.events.rows import RULES, RowRules
from firestep.games.tgw.nations import collapse, european_turks
from firestep.games.tgw.scenarios import prewar
from firestep.games.tgw.state import AVAIL, AVAIL_NE, DEAD, DEAD_NE, GONE, LIBYA, TRANSIT, WAITING, elsewhere
from firestep.games.tgw.strategic import revolutions
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.tgw import plain
from games.tgw.plain import BRINGING, CALLS, LATE, SEEDS, YEARS, S, brings, happen, happened
from sampling import every

A, CP = tables.ALLIED, tables.CENTRAL
#: happenings that move no unit
STILL = {
    "uboat.1",
    "uboat.2",
    "raid.london",
    "raid.paris",
    "iaf",
    "convoy",
    "netrench",
    "parisgun",
    "kress",
    "turkhq",
    "lawcapt",
    "mutiny",
    "civilwar",
    "jutland",
    "navmutiny",
    "typhus",
    "influenza",
    "shock.1",
    "shock.2",
}
#: events that a war of the plainest players does not come to; none of them moves units
NOT_HERE = {
    "noevent": "it goes back into the pool",
    "incorps": "it is set aside before every game",
    "atrocity": "it needs an Arab unit on the map, which comes by another event",
    "turkhq": "it needs the Yilderim headquarters in Egypt",
}


def mask(units: list[int]) -> int:
    return sum(1 << u for u in units)


def named(found: dict[int, str]) -> dict[str, str]:
    return {roster.UNITS[u]: trouble for u, trouble in found.items()}


# -- events ----------------------------------------------------------------------------------------------------------------------


COMING = [pytest.param(e, marks=rule(event_table.EVENTS[e].id), id=e) for e in event_table.EVENTS if brings(e)]
QUIET = [e for e in event_table.EVENTS if not brings(e) and e not in NOT_HERE]


@pytest.mark.parametrize("event", COMING)
def test_what_an_event_brings_can_be_used(event: str) -> None:
    new, without = happened(event)
    st = new.state
    changed = mask(elsewhere(st.at, without.state.at))
    out = sum(1 << u for u in bits(changed) if st.at[u] in (GONE, LIBYA))
    words = [w.split(" ") for w in event_table.EVENTS[event].do]
    if event in ("libya", "turksurr") or any(w[0] == "remove" for w in words):
        assert out and not changed & ~out, "the units are away, and nobody else"
    elif event == "bulcoll":
        assert st.collapsed >> tables.BU & 1 or st.tally["never-BU"]
    else:
        assert changed and not out
    side = next(c.side for c in CHITS if c.event == event)
    for w in words:
        if w[0] == "enter":
            assert st.allegiance[tables.NATION[w[1]]] == side
        if w[0] == "unit":
            assert mask([roster.UNIT[id] for id in w[1:]]) & ~changed == 0
    assert named(plain.watch(new.copy(), changed & ~out)) == {}


@pytest.mark.parametrize("event", every(3, QUIET))
def test_an_event_that_brings_nobody_moves_nobody(event: str) -> None:
    new, without = happened(event)
    moved = elsewhere(new.state.at, without.state.at)
    if event == "influenza":  # nobody comes out of the boxes
        moved = [u for u in moved if new.state.at[u] not in (AVAIL, AVAIL_NE)]
    assert not [roster.UNITS[u] for u in moved]


def test_no_event_escapes() -> None:
    assert {event for event, rules in RULES.items() if not isinstance(rules, RowRules)} == CALLS | STILL
    assert {p.values[0] for p in COMING} | set(QUIET) | set(NOT_HERE) == set(event_table.EVENTS)
    assert not [e for e in NOT_HERE if brings(e)]
    for e in event_table.EVENTS.values():
        verbs = {w.split(" ")[0] for w in e.do}
        assert not (verbs & BRINGING and e.moment in ("combat", "advance", "raid", "combatphase"))


@rule("tgw.6.45b")
def test_the_british_come_back_from_libya() -> None:
    new = happened("libya")[0].copy()
    away = new.state.back_on.copy()
    assert away
    plain.play(new, lambda s: s.over or s.state.letter >= max(away.values()) and s.state.phase == 4, plain.placing)
    assert not new.state.back_on and named(plain.watch(new, mask(list(away)))) == {}


@rule("tgw.6.54a", "tgw.6.58a", "tgw.16.5d", "tgw.16.11b")
def test_austria_hungary_fights_on_when_bulgaria_and_turkey_have_left_the_war() -> None:
    """Both events of 1918 one after the other: the Austrians, the Bulgarians and the Germans beside them live on."""
    s = happened("turksurr")[0].copy()
    while not s.state.pool[A] & OF_EVENT["bulcoll"] | s.state.pool[CP] & OF_EVENT["bulcoll"] or s.state.phase != 1:
        plain.play(s, lambda s: s.state.phase == 8, plain.placing)
        plain.play(s, lambda s: s.state.phase == 1, plain.placing)
    side = CP if s.state.pool[CP] & OF_EVENT["bulcoll"] else A
    new = next(x for seed in range(400) if (x := happen(s, "bulcoll", side, seed)) is not None)
    st = new.state
    assert st.collapsed >> tables.AH & 1 and st.collapsed >> tables.BU & 1
    units = mask([u for u in bits((roster.CORPS[tables.AH] | roster.CORPS[tables.BU]) & roster.COMBAT) if st.at[u] > 0])
    assert units.bit_count() > 50 and named(plain.watch(new, units)) == {}


# -- letters -----------------------------------------------------------------------------------------------------------------------


def arrived(year: str) -> list[tuple[S, int]]:
    """Return the ends of the New Units Phases of a war in which units came out of the boxes, with those units."""
    out = []
    for s in plain.war(year):
        if s.state.phase != 1 or s.state.turn > LATE:
            continue
        new = plain.after_new_units(s)
        was, now = s.state.at, new.state.at
        came = mask([u for u in elsewhere(now, was) if was[u] in (AVAIL, AVAIL_NE) and now[u] not in (AVAIL, AVAIL_NE)])
        if came and not new.over:
            out.append((new, came))
    return out


@rule("tgw.5.11a", "tgw.13.11a", "tgw.13.25b")
@pytest.mark.parametrize("year", YEARS)
def test_the_units_of_every_letter_can_be_used(year: str) -> None:
    for s, came in every(2, arrived(year)) if year != "1914" else arrived(year):
        at = f"turn {s.state.turn}"
        trouble = plain.watch(s, came)
        if not s.state.flag("czar-fell"):
            assert (at, named(trouble)) == (at, {})
        else:  # a Czarist division that fell with the Czar has been replaced (tgw.15.91)
            assert (at, named({u: x for u, x in trouble.items() if not revolutions.CZARIST >> u & 1})) == (at, {})


@rule("tgw.5.11a", "tgw.5.72a", "tgw.17.1a")
def test_no_row_of_the_schedule_is_forgotten() -> None:
    """In a whole war every unit with a letter comes on it, if its nation is at war and has a place for it."""
    letters = {s.state.letter: s.state for s in plain.war("1914") if s.state.phase > 12}
    for letter, st in letters.items():
        due = roster.BY_LETTER[letter] & ~roster.CORPS[tables.US]
        if st.us_entered >= 0:
            due |= roster.BY_DELAY.get(letter - st.us_entered, 0)
        late = [u for u in bits(due) if st.at[u] == WAITING and st.side(u) != tables.NEUTRAL]
        assert not [roster.UNITS[u] for u in late if u != european_turks.LATE_19], tables.LETTERS[letter]
    end = plain.war("1914")[-1].state
    rows = {roster.ROSTER[u].entry for u in range(roster.N) if end.at[u] == WAITING and end.side(u) != tables.NEUTRAL}
    # by events (SE), by the European Turks, by the Fall of the Czar
    assert rows <= {"SE", "EUT", "Fall of the Czar", "entry", *tables.LETTERS[tables.LETTER["N"] :]} | {f"+{n}" for n in range(10)}


@rule("tgw.17.1a")
def test_the_turks_of_october_1914_can_be_used() -> None:
    new = plain.play(plain.start("1914"), lambda s: s.state.turn > tables.NEAR_EAST_TURN and s.state.phase > 2, plain.placing)
    units = mask([u for u in bits(roster.CORPS[tables.TU]) if new.state.at[u] not in (WAITING, AVAIL)])
    assert units.bit_count() > 10 and named(plain.watch(new, units)) == {}


@rule("tgw.17.31n")
@pytest.mark.parametrize("year", ["1915", "1916"])
def test_the_weak_19th_division_takes_the_place_of_the_strong_one(year: str) -> None:
    s = next(s for s in plain.war(year) if s.state.letter >= tables.LETTER["N"] and s.state.phase == 1)
    late = european_turks.LATE_19
    assert s.state.at[european_turks.EARLY_19] == GONE and s.state.at[late] not in (GONE, WAITING)
    assert named(plain.watch(s.copy(), 1 << late)) == {}


# -- plans of before the war -------------------------------------------------------------------------------------------------------


@cache
def planned(plan: str) -> S:
    """Return the first turn of a game in which a plan was drawn and played."""
    mine = A if plan in prewar.OF_SIDE[A] else CP
    for k in range(400):
        s = plain.start("1914", f"plan {k}", prewar="on")
        while s.state.turn == 1 and not s.state.phase and (d := s.decision) is not None:
            told: list[Action] = [("announce", plan), ("plan", plan)]
            answer = next((a for a in told if a in d.actions and d.seat == mine), None)
            s.take(answer or next((a for a in d.actions if len(a) == 2 and a[0] == "plan"), None) or plain.placing(s, d))
        if plan in s.state.prewar:
            return s
    raise LookupError(plan)


@pytest.mark.parametrize(
    "plan", [pytest.param(p, marks=rule(x.rule + ("a" if p in prewar.SPLIT else ""))) for p, x in prewar.PLANS.items()]
)
def test_what_a_plan_moves_can_be_used(plan: str) -> None:
    s, plain_start = planned(plan), plain.start("1914")
    moved = elsewhere(s.state.at, plain_start.state.at)
    lost = [u for u in moved if s.state.at[u] in (GONE, DEAD)]
    later = [u for u in moved if s.state.at[u] == WAITING]
    assert not lost or {"cp.3", "cp.5", "cp.6", "cp.10"} & set(s.state.prewar)
    new = s.copy()
    assert named(plain.watch(new, mask(moved) & ~mask(lost + later))) == {}
    if later:  # the British of August 1914 come on A or B
        plain.play(new, lambda s: s.over or s.state.letter >= tables.LETTER["C"], plain.placing)
        assert named(plain.watch(new, mask(later))) == {}


@rule("tgw.20.2.8", "tgw.17.1a")
def test_the_turks_that_hesitated_can_be_used() -> None:
    """Turkey joins late; that the Central Powers have the points is set by hand, since nobody conquers here."""
    s = planned("al.8").copy()
    plain.play(s, lambda s: s.state.letter >= tables.LETTER["E"] and s.state.phase == 8, plain.placing)
    assert s.state.allegiance[tables.TU] == tables.NEUTRAL
    s.state.vp_events = 20 - 1
    plain.play(s, lambda s: s.over or s.state.phase == 1, plain.placing)
    plain.play(s, lambda s: s.over or s.state.phase > 2, plain.placing)
    assert s.state.allegiance[tables.TU] == CP
    assert named(plain.watch(s, mask([u for u in bits(roster.CORPS[tables.TU]) if s.state.at[u] not in (WAITING, GONE)]))) == {}


# -- revolutions, surrender, the boxes ---------------------------------------------------------------------------------------------


def change(flag: str, years: tuple[str, ...]) -> tuple[S, S]:
    """Return the last moment before a flag was set in a war, and the first one with it."""
    for year in years:
        for seed in SEEDS:
            war = plain.war(year, seed)
            for was, now in zip(war, war[1:], strict=False):
                if now.state.flag(flag) and not was.state.flag(flag) and now.state.turn <= LATE:
                    return was, now
    raise LookupError(flag)


@rule("tgw.5.45a", "tgw.15.91a", "tgw.15.92a")
def test_the_provisional_government_takes_over_the_czar_s_divisions() -> None:
    was, now = change("czar-fell", ("1915", "1916", "1917"))
    st = now.state
    before = {i: (was.state.stack(i) & revolutions.CZARIST).bit_count() for i in was.state.where if i > 0}
    assert sum(before.values()) > 50 and not [u for u in bits(revolutions.CZARIST) if st.at[u] > 0]
    units = mask([u for u in bits(revolutions.PROVISIONAL) if st.at[u] > 0])
    assert units.bit_count() >= sum(before.values()) - 1 and named(plain.watch(now.copy(), units)) == {}


@rule("tgw.5.45c", "tgw.16.3a", "tgw.16.11b")
def test_russians_live_on_after_the_revolution() -> None:
    _, now = change("bolsheviks", ("1916", "1917"))
    st = now.state
    units = mask([u for u in bits(revolutions.PROVISIONAL) if st.at[u] > 0])
    assert st.collapsed >> tables.RU & 1 and units.bit_count() > 50
    assert named(plain.watch(now.copy(), units)) == {}


#: the war, who takes the hexes whose loss brings a nation down, these hexes, and the rule
FALLS = {
    "AH": ("1915", "ru-1", board.mask("E3606"), "tgw.16.5a"),
    "BE": ("1915", "ge-1", board.BELGIUM, "tgw.16.4a"),
    "BU": ("1916", "br-27", board.mask("E1819"), "tgw.16.7a"),
    "FR": ("1915", "ge-1", board.PARIS, "tgw.16.2a"),
    "RO": ("1917", "ge-1", board.mask("E2423"), "tgw.16.8a"),
    "TU": ("1915", "br-27", board.mask("E1124"), "tgw.16.6a"),
}


@pytest.mark.parametrize("code", [pytest.param(code, marks=rule(row[3])) for code, row in FALLS.items()])
def test_the_army_of_a_nation_that_collapses_lives_on(code: str) -> None:
    """The garrison of the hexes is taken away by hand, since nobody attacks here; what follows is played."""
    year, foe, hexes, _ = FALLS[code]
    n = tables.NATION[code]
    s = next(
        s for s in plain.war(year) if s.state.phase == 1 and s.state.turn > 10 and s.state.allegiance[n] != tables.NEUTRAL
    ).copy()
    st = s.state
    side = st.allegiance[n]
    for u in [u for i in bits(hexes) for u in bits(st.stack(i) & st.troops[side])]:
        st.put(u, DEAD)
    st.forts &= ~hexes
    st.derive_forts()
    if code != "BE":
        st.put(roster.UNIT[foe], bits(hexes)[0])
    st.seize(hexes, 1 - side)
    st.memo = {}
    collapse.check(s)
    assert st.collapsed >> n & 1 and not [u for u in bits(roster.CORPS[n] & roster.HQ) if st.at[u] > 0]
    army = mask([u for u in bits(roster.CORPS[n] & roster.COMBAT) if st.at[u] > 0])
    assert army
    plain.play(s, lambda s: s.over or s.state.phase == 4, plain.placing)
    trouble = named(plain.watch(s, army))
    parted = {id for e in s.journal if e.key == "eliminated" and "tgw.16.11d" in e.rules for id in e.params["units"]}
    assert {id: x for id, x in trouble.items() if id not in parted} == {}


def reached(year: str, question: str, seeds: tuple[int, ...] = SEEDS, **options: str) -> S:
    """Return a war of the plainest players at the first question of a kind."""
    for seed in seeds:
        s = plain.start(year, seed, **options)
        plain.play(s, lambda s: s.over or type(s.top).__name__ == question and s.state.turn <= LATE, plain.placing)
        if not s.over:
            return s
    raise LookupError(question)


@rule("tgw.21.7b", "tgw.21.7c")
def test_the_red_army_can_be_used() -> None:
    s = reached("1918", "TurnRed")
    while type(s.top).__name__ == "TurnRed":
        d = s.decision
        assert d is not None
        s.take(d.actions[0])
    red = s.state.red
    assert red & roster.HQ and red & roster.DIVISION
    plain.play(s, lambda s: s.over or s.state.phase == 4, plain.placing)
    assert named(plain.watch(s, red)) == {}


@rule("tgw.17.21f", "tgw.17.21g", "tgw.17.21i")
def test_the_persian_force_can_be_used_there_and_at_home() -> None:
    s = reached("1916", "SendForce")
    while type(s.top).__name__ == "SendForce":
        d = s.decision
        assert d is not None
        s.take(d.actions[-1] if d.actions[-1] != ("pass",) else d.actions[0])
    pef = s.state.pef
    assert pef.bit_count() == 3
    plain.play(s, lambda s: s.state.phase == 8, plain.placing)
    assert named(plain.watch(s.copy(), pef)) == {}
    plain.play(s, lambda s: type(s.top).__name__ == "LeavePersia", plain.placing)
    s.take("withdraw")
    plain.play(s, lambda s: s.over or s.state.phase == 4, plain.placing)
    assert all(s.state.at[u] > 0 for u in bits(pef)) and named(plain.watch(s, pef)) == {}


@rule("tgw.5.31a", "tgw.5.35a", "tgw.5.36a", "tgw.13.29h")
def test_units_that_are_bought_back_can_be_used() -> None:
    """One unit of every nation that lies in a dead pile in a later scenario."""
    done: set[tuple[int, int]] = set()
    for year in YEARS[1:]:
        for s in plain.war(year):
            if s.state.turn > LATE or s.state.phase <= 9:
                continue
            new, bought, letter = s.copy(), 0, s.state.letter
            while not new.over and new.state.letter == letter and new.state.phase > 2:
                d = new.decision
                assert d is not None
                offers = [(a, roster.UNIT[a[1]]) for a in d.actions if a[0] == "buy"] if type(d.step).__name__ == "Replace" else []
                wanted = next(((a, u) for a, u in offers if (roster.NATION_OF[u], new.state.at[u]) not in done), None)
                if wanted:
                    done.add((roster.NATION_OF[wanted[1]], new.state.at[wanted[1]]))
                    bought |= 1 << wanted[1]
                new.take(wanted[0] if wanted else plain.placing(new, d))
            if not bought:
                continue
            plain.play(new, lambda s: s.over or s.state.phase == 4, plain.placing)
            placed = sum(1 << u for u in bits(bought) if new.state.at[u] not in (AVAIL, AVAIL_NE))
            trouble = named(plain.watch(new, placed))
            assert trouble == {}, (year, s.state.turn)
    assert len({n for n, _ in done}) >= 5 and {pile for _, pile in done} == {DEAD, DEAD_NE}


@rule("tgw.5.38d", "tgw.9.13a")
def test_turks_of_the_reserve_ride_to_the_front() -> None:
    s = reached("1915", "Reserve")
    while not (released := [a for a in (s.decision.actions if s.decision else ()) if a[0] == "release"]):
        s.take(plain.quiet(s, s.decision))
        plain.play(s, lambda s: type(s.top).__name__ == "Reserve", plain.placing)
    s.take(released[0])
    u = roster.UNIT[released[0][1]]
    assert s.state.at[u] == TRANSIT and named(plain.watch(s.copy(), 1 << u)) == {}
    plain.play(s, lambda s: type(s.top).__name__ == "Railways" and s.top.seat(s) == CP, plain.placing)
    s.take("rail transit")
    while type(s.top).__name__ == "Ride" and (d := s.decision) is not None:
        s.take(plain.first(d, "to") or d.actions[0])
    plain.play(s, lambda s: s.over or s.state.phase == 8, plain.placing)
    gone = [v for v in bits(roster.CORPS[tables.TU]) if s.state.at[v] > 0 and s.state.railed >> v & 1] or [u]
    assert named(plain.watch(s, mask(gone))) == {}


@rule("tgw.21.2b")
@pytest.mark.parametrize("year", ["1914", "1916"])
def test_the_poles_of_a_restoration_can_be_used(year: str) -> None:
    s = reached(year, "Restore", poland="on")
    before = s.state.at[:]
    d = s.decision
    assert d is not None
    s.take(next(a for a in d.actions if a != ("pass",)))
    plain.play(s, lambda s: s.over or s.state.phase == 4, plain.placing)
    poles = mask(
        [u for u in elsewhere(s.state.at, before) if s.state.at[u] != GONE and roster.UNITS[u] in ("ru-pl", "ru-pov", "ah-po")]
    )
    assert s.state.flag("polish-allied") or s.state.flag("polish-central")
    assert named(plain.watch(s, poles)) == {}


@rule("tgw.14.62a", "tgw.14.62b")
def test_who_laid_waste_can_be_used_again() -> None:
    s = reached("1916", "LayWaste")
    at_work = 0
    while type(s.top).__name__ == "LayWaste" and (d := s.decision) is not None:
        waste = next((a for a in d.actions if a not in (("done",), ("pass",))), None)
        s.take(waste if waste and not at_work else plain.quiet(s, d))
        at_work |= s.state.devastating
    assert at_work
    while type(s.top).__name__ != "Withdraw" and not s.over and s.state.devastating:
        s.take(plain.quiet(s, s.decision))
    while type(s.top).__name__ in ("Withdraw", "WithdrawTo") and (d := s.decision) is not None:
        s.take(next((a for a in d.actions if a[0] not in plain.IDLE), d.actions[0]))
    assert named(plain.watch(s, at_work)) == {}


# -- nothing escapes ---------------------------------------------------------------------------------------------------------------

COMBAT = "moves of a combat, tested in chapter 10"
ORDERS = "moves that a player orders, tested in chapters 8 and 9"
THOUGHT = "a copy of the state that only answers a question"
#: every function that puts units somewhere, and where that is tested
MOVERS: dict[str, str | Callable[..., None]] = {
    "combat.advance.Advance.take": COMBAT,
    "combat.advance.GoOn.take": COMBAT,
    "combat.casualties.eliminate": COMBAT,
    "combat.cavalry.Leave.take": COMBAT,
    "combat.combat.reveal": COMBAT,
    "combat.combat.tire": COMBAT,
    "events.arabs_and_armenians.LeaveVan.leave": COMBAT,
    "movement.movement.March.go": ORDERS,
    **dict.fromkeys(("movement.movement.bound_to_supply", "movement.movement._without", "movement.movement._held_again"), THOUGHT),
    "movement.rail.Ride.arrive": ORDERS,
    "movement.sea.Sail.arrive": ORDERS,
    "events.ordered_marches.march": ORDERS,
    "events.ordered_marches.Gather.take": ORDERS,
    "scenarios.free_setup.DeployTo.place": "the free set-up, tested in scenarios/test_free_setup",
    "setup.place": "the set-up, tested in scenarios",
    "secrets.deal": "counters that a seat does not see",
    "strategic.warfare.Sinkings.run": "U-boats sink what is in the box",
    "state.State.put": "the function itself",
    "nations.collapse.fall": test_austria_hungary_fights_on_when_bulgaria_and_turkey_have_left_the_war,
    "fortifications.devastation.Withdraw.take": test_who_laid_waste_can_be_used_again,
    "events.rows._unit.come": test_what_an_event_brings_can_be_used,
    "events.rows._remove.leave": test_what_an_event_brings_can_be_used,
    "events.arabs_and_armenians.rise": test_what_an_event_brings_can_be_used,
    "events.arabs_and_armenians.ArmenianMassacres.effect": test_what_an_event_brings_can_be_used,
    "events.war_at_large.Libya.leave": test_the_british_come_back_from_libya,
    "events.landings.Land.land": test_what_an_event_brings_can_be_used,
    "events.lawrence.SendForce.send": test_the_persian_force_can_be_used_there_and_at_home,
    "events.lawrence.LeavePersia.withdraw": test_the_persian_force_can_be_used_there_and_at_home,
    "nations.neutrals.enter": test_what_an_event_brings_can_be_used,
    "nations.neutrals.MusterAt.stand": "like muster_rest, unit by unit",
    "nations.neutrals.muster_rest": test_what_an_event_brings_can_be_used,
    "nations.neutrals.turkey_joins": test_the_turks_of_october_1914_can_be_used,
    "nations.european_turks.deploy_turks": test_what_an_event_brings_can_be_used,
    "nations.european_turks.weaken_19": test_the_weak_19th_division_takes_the_place_of_the_strong_one,
    "nations.neutrals.america_enters": test_the_units_of_every_letter_can_be_used,
    "nations.new_units.place": test_the_units_of_every_letter_can_be_used,
    "scenarios.optional_rules.Restore.restore": test_the_poles_of_a_restoration_can_be_used,
    "scenarios.prewar._fisher": test_what_a_plan_moves_can_be_used,
    "scenarios.prewar._holland": test_what_a_plan_moves_can_be_used,
    "scenarios.prewar._albert": test_what_a_plan_moves_can_be_used,
    "scenarios.prewar._german_navy": test_what_a_plan_moves_can_be_used,
    "scenarios.prewar._moltke": test_what_a_plan_moves_can_be_used,
    "scenarios.prewar.shift_units": test_what_a_plan_moves_can_be_used,
    "scenarios.prewar.BefChoice.begin": test_what_a_plan_moves_can_be_used,
    "scenarios.prewar.RedeployTo.stand": "a player's own choice within the zone of a plan",
    "scenarios.prewar.Cull.cull": test_what_a_plan_moves_can_be_used,
    "strategic.replacement.Replace.buy": test_units_that_are_bought_back_can_be_used,
    "strategic.replacement.Reserve.draft": test_turks_of_the_reserve_ride_to_the_front,
    "strategic.replacement.Reserve.release": test_turks_of_the_reserve_ride_to_the_front,
    "strategic.resources.reinforce": test_the_units_of_every_letter_can_be_used,
    "strategic.revolutions.stand_in": test_the_provisional_government_takes_over_the_czar_s_divisions,
    "strategic.revolutions.fall_of_the_czar": test_the_provisional_government_takes_over_the_czar_s_divisions,
    "strategic.revolutions.RedArmy.run": test_the_red_army_can_be_used,
    "strategic.revolutions.TurnRed.turn": test_the_red_army_can_be_used,
    "strategic.turkish_surrender.turkey": test_what_an_event_brings_can_be_used,
}


def movers() -> Iterator[str]:
    """Yield the functions of the rules that call `put` or `set_side`, or set `at` of a unit."""

    def walk(node: ast.AST, name: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            inner = f"{name}.{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else name
            if isinstance(child, ast.Call) and isinstance(child.func, ast.Attribute) and child.func.attr in ("put", "set_side"):
                yield inner
            if isinstance(child, ast.Assign) and any(
                isinstance(x, ast.Subscript) and isinstance(x.value, ast.Attribute) and x.value.attr == "at" for x in child.targets
            ):
                yield inner
            yield from walk(child, inner)

    rules = Path(events.__file__).parents[1]
    for path in sorted(rules.rglob("*.py")):
        yield from walk(ast.parse(path.read_text(encoding="utf-8")), ".".join(path.relative_to(rules).with_suffix("").parts))


def test_every_nation_that_can_collapse_is_tested() -> None:
    assert {tables.NATIONS[n] for n in collapse.FALLS} == {*FALLS, "RU"}  # Russia: by the Revolution


def test_every_place_that_moves_units_is_in_the_table() -> None:
    assert set(movers()) == set(MOVERS)
    assert all(isinstance(x, str) or x.__name__ in globals() for x in MOVERS.values())
