"""What chapters other than events hand over: countries that join, levies, Reds, the states of the Russian collapse.

The cases come from the data: a new marker, country, Population Centre or power is tested as soon as it is there. `MOVERS` names
every place of the rules that puts units somewhere or changes a side.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from firestep.engine.step import Steps
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import event_table, events
from firestep.games.ditt.nations import control, entry_markers, neutrals, surrender
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.ditt import test_events_leave_playable_units
from games.ditt.handing import Apply, Handed, S, before, enact, happen, occur, two_turns
from games.ditt.test_events_leave_playable_units import ANSWERS, EVENTS, check, handed

RULES = Path(events.__file__).parents[1]
#: turns from which a chapter is tried, and dice
TURNS, DICE = (4, 12), ((1,), (3,), (6,))


def war(turn: int) -> State:
    """A game of the plainest answers before a turn, with Turkey in the war."""
    return enact(before(turn).copy(), {"allegiance": {"tu": "central"}})


def ways(st: State, name: str, change: Callable[[S], Steps | None]) -> list[Handed]:
    """Each different way in which a function of the rules hands something over."""
    all = (happen(st.copy(), name, dice, answers, Apply(change)) for dice in DICE for answers in ANSWERS)
    return list({h.key: h for h in all if any(h.key)}.values())


@rule("ditt.15.2c", "ditt.13.1b", "ditt.13.3a")
@pytest.mark.parametrize("marker", tables.ENTRY)
def test_what_a_marker_brings_into_the_war_can_be_used(marker: str) -> None:
    k = tables.ENTRY.index(marker)
    found = 0
    for turn in (1, *TURNS):
        st = before(turn).copy()
        if st.entry[k] < 0:
            continue
        for h in ways(st, f"marker of {marker}", lambda s: entry_markers.move_entry(s, k, tables.IN_THE_WAR)):
            found += 1
            check(h, {marker: tables.LEAN[tables.ENTRY_NATION[k]]} if k != tables.REVOLUTION else None)
    assert found


@rule("ditt.ev.1914.6.06", "ditt.6.1i", "ditt.9.2a")
def test_the_army_at_valona_lives_on_when_italy_joins() -> None:
    """The hex of Albania in which it stands is Italian from then on, and supply comes over the arrow from Bari."""
    st = happen(before(4).copy(), "ditt.ev.1914.6.06", (3,), (0, 0)).after.state
    (u,) = bits(st.stack(places.VALONA) & st.corps[tables.IT])
    assert not st.ctrl[tables.EP] >> places.VALONA & 1
    (h,) = ways(st, "marker of it", lambda s: entry_markers.move_entry(s, tables.ENTRY.index("it"), tables.IN_THE_WAR))
    assert h.after.state.own[tables.IT] >> places.VALONA & 1 and h.after.state.at[u] == places.VALONA
    check(h, {"it": tables.EP})


@rule("ditt.15.1e", "ditt.ev.1918.1.11", "ditt.ev.1918.4.11")
@pytest.mark.parametrize(("event", "unit"), [("1918.1.11", "us-92"), ("1918.4.11", "us-marines")])
def test_americans_that_waited_for_their_country_come_with_it(event: str, unit: str) -> None:
    h = happen(before(8).copy(), f"ditt.ev.{event}", (3,), (0, 0))
    assert h.boxed == (unit,)
    (h,) = ways(h.after.state, "marker of us", lambda s: entry_markers.move_entry(s, tables.US_ENTRY, tables.IN_THE_WAR))
    check(h, {"us": tables.EP})
    assert tables.UNIT[unit] in two_turns(h).deployed


WARS = [
    (tables.SEATS[side], tables.NATIONS[n])
    for side in (tables.CP, tables.EP)
    for n in range(len(tables.NATIONS))
    if any(not neutrals.rule_against_war(before(turn), side, n) for turn in TURNS)
]


#: who has no supply in the war that a side begins, and why
HUNGRY = {("entente", "it"): ("it-vii",)}  # B05: the arrow from Bari to Valona wants the Adriatic


@rule("ditt.15.3a", "ditt.15.9b")
@pytest.mark.parametrize(("seat", "nation"), WARS)
def test_who_is_attacked_can_fight(seat: str, nation: str) -> None:
    side, n = tables.SEATS.index(seat), tables.NATION[nation]
    for turn in TURNS:
        st = war(turn)
        if neutrals.rule_against_war(st, side, n):
            continue
        found = ways(st, f"war on {nation}", lambda s: entry_markers.declare_war(s, side, n))
        assert found
        for h in found:
            check(h, {nation: 1 - side}, HUNGRY.get((seat, nation), ()))


@rule("ditt.14.2f")
@pytest.mark.parametrize("centre", places.numbers(places.CENTRES))
def test_a_levy_of_armenians_can_be_used(centre: str) -> None:
    """The Russians take a Population Centre that is new to the Entente, where it has room for them."""
    i = places.INDEX[centre]
    st = war(TURNS[0])
    if (st.occupied | st.recruited | st.ctrl[tables.EP]) >> i & 1:
        assert i in (places.INDEX["1222"], *bits(places.TERRITORY[tables.RS] | st.ctrl[tables.EP]))
        return
    taken = Apply(lambda s: control.enter(s, i, tables.RS))
    found = ways(st, "levy", lambda s: (*retreat.drive_out(s, tables.CP, i), taken))
    assert any("ar" in {tables.NATIONS[h.after.state.serves[tables.UNIT[u]]] for u in h.units} for h in found)
    for h in found:
        check(h)


#: powers whose surrender ends the war, those that never surrender, and none in the war
ENDS = {"ge", "rs", "us"}


@rule("ditt.12.2a", "ditt.12.3a", "ditt.12.3d")
@pytest.mark.parametrize("power", [tables.NATIONS[n] for n in tables.POWERS if tables.NATIONS[n] not in ENDS])
def test_the_reds_of_a_power_that_surrenders_can_be_used(power: str) -> None:
    """In Egypt and Turkey as well (L09)."""
    n = tables.NATION[power]
    reds = 0
    for turn in TURNS:
        st = war(turn)
        if not st.at_war(n):
            continue
        for h in ways(st, f"surrender of {power}", lambda s: surrender.surrender(s, n, "ditt.12.1a")):
            mine = [tables.UNIT[u] for u in h.units if u.startswith("red-")]
            assert all(h.after.state.side(u) == 1 - st.allegiance[n] for u in mine), "the victor's"
            reds += len(mine)
            check(h, {power: tables.OUT})
    assert reds >= 4


# -- nothing escapes -------------------------------------------------------------------------------------------------------

#: what an event may do to a marker; the country or the collapse that follows is tested above
_MARKERS = {"ditt.15.2c", "ditt.15.2d", "ditt.15.2e", "ditt.15.2f", "ditt.13.1b"}


def test_no_other_event_hands_anything_over() -> None:
    """Unless it moves a marker to its end."""
    for id in [e for e in event_table.EVENTS if e not in EVENTS]:
        for dice, answers in (((1,), (0, 0)), ((6,), (-1, -1))):
            st = next(occur(id), None)
            if st is None:
                continue
            h = happen(st, id, dice, answers)
            by_marker = any(e.key in ("joins", "collapse") and _MARKERS & set(e.rules) for e in h.after.journal)
            assert by_marker or not (h.units or h.boxed or h.freed or h.nations), (id, h.key)


ORDERS = "moves that a player orders, compared with marches in test_equivalent_orders"
COINS = "Special Events, tested in coins"
BY_EVENT = test_events_leave_playable_units.test_what_an_event_hands_over_is_usable_for_two_turns
JOINS = test_what_a_marker_brings_into_the_war_can_be_used
LOSSES = "units leave the map"
#: every function that puts units somewhere, changes a side or a master, or frees a unit, and where that is tested
MOVERS: dict[str, str | Callable[..., None]] = {
    "state.State.put": "the function itself",
    "state.State.set_side": "the function itself",
    "state.State.set_serves": "the function itself",
    "position.position_from": "a position file",
    "setup.begin": "the set-up, tested in test_setup",
    "setup.PlaceAskari.place": "the set-up, tested in test_setup",
    **dict.fromkeys(
        (
            "movement.pulse.March._step",
            "movement.invasion.Sail.land",
            "combat.retreat.StepBack.go_back",
            "combat.retreat.Retreat.retreat",
        ),
        ORDERS,
    ),
    **dict.fromkeys(
        (
            "logistics.logistics.CreateWith.from_army",
            "logistics.logistics.CreateWith.form",
            "logistics.logistics.ShiftTo.shift",
            "logistics.logistics.Place.deploy",
            "nations.control.lift",
        ),
        ORDERS,
    ),
    **dict.fromkeys(("coins.pulse_coins.Station.ride", "coins.pulse_coins.Cross.land", "coins.pulse_coins.Converge.attack"), COINS),
    **dict.fromkeys(
        ("nations.control.send", "nations.control.lose", "nations.control.remove", "supply.perish", "events.statements.casualty"),
        LOSSES,
    ),
    **dict.fromkeys(
        ("movement.invasion.Landing._sunk", "nations.surrender.out_of_the_game", "events.single_events.albert"), LOSSES
    ),
    "nations.neutrals.great_retreat": "the Serbs of the Great Retreat, tested in nations/test_surrender",
    "nations.neutrals.lay_pipeline": "who stood at Romani, tested in test_supply",
    "nations.control.deploy": "each caller has its own test",
    "nations.control.join": JOINS,
    "nations.collapse.collapse": JOINS,
    "nations.collapse.PlaceFree.wait": JOINS,
    "nations.surrender.PlaceReds.place": test_the_reds_of_a_power_that_surrenders_can_be_used,
    "events.single_event_choices.GoHome.go": "compared with marches in combat/test_retreats_and_sieges",
    **dict.fromkeys(
        (
            "events.statements.release",
            "events.statements.serve",
            "events.single_event_choices.Settle.run",
            "events.single_event_choices.Seal.run",
            "events.single_events.make_peace",
            "events.single_events.sixtus",
            "events.single_events.danube",
            "events.single_events.finnish_war",
            "events.single_events.lenin_shot",
            "events.single_events.prague",
            "events.single_events.hetmanate",
            "events.single_events.sanitary",
            "events.single_events.sudarmee",
            "events.single_events.aland",
            "events.single_events.arab_revolt",
            "events.single_events.feisal",
            "events.single_events.boers",
            "events.arrivals.enlist",
        ),
        BY_EVENT,
    ),
    "events.arrivals.box": test_americans_that_waited_for_their_country_come_with_it,
}
#: functions that bring units by `control.deploy`
DEPLOYERS: dict[str, str | Callable[..., None]] = {
    "nations.armenia.Levy.raise_army": test_a_levy_of_armenians_can_be_used,
    "coins.pulse_coins._serbs": COINS,
    "nations.collapse.RaiseBaku.run": JOINS,
    "nations.collapse.PlaceFree.deploy": JOINS,
    "nations.collapse.raise_at": JOINS,
    "logistics.logistics.Place.deploy": ORDERS,
    "nations.surrender.PlaceReds.place": test_the_reds_of_a_power_that_surrenders_can_be_used,
    **dict.fromkeys(
        (
            "events.single_event_choices.RallyDivs.raise_army",
            "events.single_event_choices.ExpeditionDivs.land",
            "events.single_event_choices.SudArmee.deploy",
            "events.single_events.boers",
            "events.single_events.japan",
            "events.arrivals.Muster.deploy",
            "events.arrivals.Raise.run",
        ),
        BY_EVENT,
    ),
}


def callers(*names: str, fields: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the functions of the rules that call a method or function of these names, or change a field."""

    def walk(node: ast.AST, name: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            inner = f"{name}.{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else name
            if isinstance(child, ast.Call) and isinstance(child.func, ast.Attribute) and child.func.attr in names:
                yield inner
            if isinstance(child, ast.Assign | ast.AugAssign):
                for target in child.targets if isinstance(child, ast.Assign) else [child.target]:
                    target = target.value if isinstance(target, ast.Subscript) else target
                    if isinstance(target, ast.Attribute) and target.attr in fields:
                        yield inner
            yield from walk(child, inner)

    for path in sorted(RULES.rglob("*.py")):
        yield from walk(ast.parse(path.read_text(encoding="utf-8")), ".".join(path.relative_to(RULES).with_suffix("").parts))


def test_every_place_that_moves_units_is_in_the_table() -> None:
    assert set(callers("put", "set_side", "set_serves", fields=("at", "allegiance", "serves", "released"))) == set(MOVERS)
    assert set(callers("deploy")) == set(DEPLOYERS)


def test_events_come_to_every_place_of_the_table_that_is_theirs() -> None:
    """While the events happen whose units are followed, each function that the table leaves to them is called."""
    left = {f for table in (MOVERS, DEPLOYERS) for f, where in table.items() if where is BY_EVENT}
    code = {_code(f): f for f in left}

    def called(frame: FrameType, what: str, _: object) -> None:
        if what == "call" and frame.f_code in code:
            left.discard(code[frame.f_code])

    sys.setprofile(called)
    try:
        for id in EVENTS:
            handed.__wrapped__(id)
    finally:
        sys.setprofile(None)
    assert left == set()


def _code(function: str) -> CodeType:
    words = function.split(".")
    k = next(k for k in range(1, len(words)) if RULES.joinpath(*words[:k]).with_suffix(".py").exists())
    found: Any = import_module(".".join(("firestep.games.ditt", *words[:k])))
    names = words[k:]
    for name in names:
        found = getattr(found, name)
    code: CodeType = found.__code__
    return code
