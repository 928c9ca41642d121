"""Questions of events and coins, each in a position of its own: list and explanation agree, and each rule is cited.

Where list and explanation are written separately, a helper of the list is replaced by a wrong one, which finds nothing or
everything. Then they must disagree: a refusal that asked the helper would agree with any list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice
from firestep.games.ditt.coins import pulse_coins
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import arrivals, choices, single_event_choices, targets
from firestep.games.ditt.movement import pulse
from firestep.games.ditt.nations import collapse
from firestep.games.ditt.refusals import GRAMMAR
from firestep.games.ditt.state import State
from firestep.testing import position, rule, session_at
from games.ditt.occasions import merged
from games.ditt.positions import I, U, rules_against

EVERY_UNIT = (1 << tables.N) - 1
GEORGIA, AZERBAIJAN = (places.numbers(places.COUNTRY[c]) for c in ("Georgia", "Azerbaijan"))
TURKS = {"allegiance": {"tu": "central"}}


def units(*words: str) -> dict[str, Any]:
    """`ge-1 3108 4`: a unit, its place, its Divs."""
    return {"units": {w.partition(" ")[0]: w.partition(" ")[2] for w in words}}


def flipped(*names: str) -> dict[str, Any]:
    return {"marks": {"flipped": list(names)}}


def asking(step: Choice[Any], *setting: dict[str, Any]) -> Session[State]:
    """A question in a position with nobody on the map but those named."""
    laid = merged({"turn": 5, "phase": 4, "clear": True}, *setting)
    state, _ = position("ditt", **laid)
    state.coins = [laid.get("coins", {}).get(box, 0) for box in tables.BOXES]
    s = session_at("ditt", state, step, dice=[3] * 60)
    assert s.decision is not None and s.decision.step == step
    return s


def judged(s: Session[State], verb: str = "") -> tuple[set[Action], set[Action]]:
    """What the list holds now, and the candidates that nothing stands against; of one verb, if it is named."""
    assert s.decision is not None
    listed = s.decision.step.actions(s)
    free = [a for a in GRAMMAR.candidates(s) if verb in ("", a[0]) and not s.why_not(a)]
    return {a for a in listed if verb in ("", a[0])}, set(free)


class Question(NamedTuple):
    """A question, where it is asked, and the helpers of its list: of a module, a class or a table. Those of one name are one helper
    that several modules know."""

    rules: tuple[str, ...]
    step: Choice[Any]
    tables: tuple[dict[str, Any], ...]
    helpers: tuple[tuple[Any, Any], ...]
    #: what a helper gives that takes everything
    all: Any = places.LAND
    #: and one that knows nothing
    none: Any = 0
    verb: str = ""


def ev(id: str) -> str:
    return f"ditt.ev.{id}"


def muster(id: str, unit: str, where: str, *tables: dict[str, Any]) -> Question:
    return Question((ev(id),), arrivals.Muster(ev(id), U[unit], where), tables, ())


def point(id: str, kind: str, what: str, then: str, *setting: dict[str, Any]) -> Question:
    return Question((ev(id),), targets.Point(ev(id), tables.EP, True, kind, what, then), setting, ())


def spot(box: int, *setting: dict[str, Any], rules: tuple[str, ...] = ("ditt.3.0j",)) -> Question:
    return Question(rules, pulse_coins.Spot(box, tables.BOX_SIDE[box], 2), setting, ())


FRONT = units("ge-1 3307 4", "br-1 3306 4", "fr-1 3206 4", "ge-2 3208 3")
QUESTIONS: dict[str, Question] = {
    "expedition": Question(
        (ev("1917.2.09"), "ditt.10.1g"),
        single_event_choices.Expedition(ev("1917.2.09"), tables.ARMIES_OF[tables.RS][0]),
        (units("fr-1 3305 3", "ge-1 3206 3"), {"reserves": {"rs": 6}}),
        (),
    ),
    "lettow": Question(
        (ev("1917.8.03"),),
        single_event_choices.LettowCoin(ev("1917.8.03"), "kamerun", 2),
        ({"hexes": {"forts-destroyed": places.numbers(places.COUNTRY["Kamerun"] & places.COLONIAL_COINS)[1:]}},),
        (),
    ),
    "truce": Question((ev("1914.6.05"),), single_event_choices.Truce(ev("1914.6.05")), (FRONT,), ()),
    "truce-answer": Question((ev("1914.6.05"),), single_event_choices.TruceAnswer(ev("1914.6.05"), I["3307"]), (FRONT,), ()),
    "uproot": Question((ev("1915.3.04"),), choices.Uproot(ev("1915.3.04"), "Süd-West_Afrika", 2), (), ()),
    "flip-many": Question(
        (ev("1918.5.09"),),
        choices.FlipMany(ev("1918.5.09"), tables.CP, "ge+ah", 3),
        (units("ge-1 3108 4", "ah-1 2710 4", "ge-2 3108 2", "tu-ix 1320 2"), flipped("ge-2")),
        (),
    ),
    "flip-beside": Question(
        (ev("1917.5.03"),),
        choices.FlipBeside(ev("1917.5.03"), I["2917"]),
        (units("ge-1 2917 4", "rs-1 2918 3", "rs-2 2916 3", "rs-3 2520 2"),),
        (),
    ),
    "point-stack": point("1914.1.04", "stack", "rs/ge", "lose 1d6", units("rs-1 3016 4", "ge-8 3015 4", "rs-2 2520 3")),
    "point-army": point("1914.4.07", "army", "cars", "lose 1", FRONT),
    "point-trench": point("1915.4.13", "army", "trench-cp", "flip", FRONT, {"turn": 6}),
    "point-place": point("1916.1.07", "place", "boats", "colony-on-6", units("br-exp nigeria")),
    "point-table": Question(
        (ev("1914.4.07"),), targets.Point(ev("1914.4.07"), tables.EP, False, "army", "cars", "lose 1"), (FRONT,), ()
    ),
    "muster-land": muster("1914.4.12", "fr-legion", "france", units("ge-1 3206 3")),
    "muster-with": muster("1917.5.16", "ge-18", "with-supplied-ge", units("ge-1 3108 4", "ge-2 3208 4")),
    "muster-desert": muster("1914.3.06", "si-2", "libya", units("si-1 1305"), TURKS),
    "muster-east": muster("1917.7.05", "br-dunster", "with-br-ne", units("br-mef 0421 3", "br-1 3306 2")),
    "sud": Question((ev("1915.1.02"),), single_event_choices.SudArmee(ev("1915.1.02")), (), ()),
    "home": Question(("ditt.15.12c",), single_event_choices.GoHome(ev("1915.8.02"), U["ge-1"]), (units("ge-1 2010 3"),), ()),
    "rally": Question((ev("1918.5.07"),), single_event_choices.Rally(ev("1918.5.07"), 50), (), ()),
    "georgia": Question(
        ("ditt.13.3c",),
        collapse.PlaceFree(tables.UNITS_OF[tables.GG][1]),
        ({"holds": {"gg": GEORGIA}}, units(f"{tables.UNITS[tables.UNITS_OF[tables.GG][0]]} {GEORGIA[0]}")),
        (),
    ),
    "azerbaijan": Question(
        ("ditt.13.3d", "ditt.13.3g"),
        collapse.PlaceFree(tables.UNITS_OF[tables.AZ][1]),
        ({"holds": {"tu": AZERBAIJAN[1:], "br": AZERBAIJAN[:1]}}, TURKS),
        (),
    ),
    "hoffmann": spot(
        pulse_coins.HOFFMANN, units("ge-8 3014 5", "ge-1 3307 5"), flipped("ge-8", "ge-1"), rules=("ditt.3.0j", "ditt.err.t")
    ),
    "o-h-l": spot(pulse_coins.OHL, units("ge-8 3014 5", "ge-1 3307 5"), flipped("ge-8")),
    "sarrail": spot(
        pulse_coins.SARRAIL, units("fr-orient 2311 3", "br-mef 1910 3", "fr-1 3305 3"), rules=("ditt.err.v", "ditt.err.w")
    ),
    "putnik": spot(pulse_coins.PUTNIK, units("sb-1 casualty", "sb-2 2310", "ah-6 2310 3"), rules=("ditt.err.n",)),
    "turan": spot(pulse_coins.TURAN, units("tu-ix 1320 6", "tu-i 1611 3", "rs-1ca 1420 3"), TURKS),
    "sacree": spot(pulse_coins.SACREE, units("fr-2 3206 8", "fr-3 3107 20"), {"reserves": {"fr": 15}}),
    "penetration": spot(pulse_coins.PENETRATION, units("br-1 3306 4", "ge-1 3307 4", "ge-8 3015 3")),
    "albion": spot(pulse_coins.ALBION, units("ge-8 3114 4", "ge-2 3014 9", "rs-12 3117 2"), rules=("ditt.3.0j", "ditt.6.5f")),
    "foch": spot(pulse_coins.FOCH, units("br-1 3306 4", "ge-1 3307 4", "ge-2 3208 4")),
    "ride": Question(
        ("ditt.err.u",), pulse_coins.Ride(), (units("ge-1 3208 5", "ah-1 2710 3", "ge-2 3307 2"), flipped("ge-2")), ()
    ),
    "station": Question(("ditt.err.u",), pulse_coins.Station(U["ge-1"]), (units("ge-1 3208 5", "ge-8 3014 5"),), ()),
    "cross": Question(
        ("ditt.3.0j", "ditt.6.5e", "ditt.6.5f"), pulse_coins.Cross(I["3114"]), (units("ge-8 3114 4", "rs-12 3117 2"),), ()
    ),
    "converge": Question(
        ("ditt.3.0j",),
        pulse_coins.Converge(I["3307"], ()),
        (units("br-1 3306 4", "fr-1 3206 4", "ge-1 3307 4"), flipped("fr-1")),
        (),
    ),
    "coin": Question(
        ("ditt.3.0j", "ditt.3.0m"),
        pulse.Pulse(tables.EP),
        (
            units("br-1 3306 4", "ge-1 3307 4"),
            {"coins": dict.fromkeys((tables.BOXES[b] for b in (pulse_coins.FOCH, pulse_coins.TURAN, pulse_coins.MUDROS)), 1)},
        ),
        (),
        verb="coin",
    ),
}
ALL = [pytest.param(q, marks=rule(*q.rules), id=name) for name, q in QUESTIONS.items()]


def always(answer: Any) -> Callable[..., Any]:
    return lambda *_, **__: answer


@pytest.mark.parametrize("q", ALL)
def test_list_and_explanation_agree_until_the_list_is_wrong(q: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    s = asking(q.step, *q.tables)
    listed, free = judged(s, q.verb)
    assert listed == free and any(len(a) > 1 for a in listed)
    for name in dict.fromkeys(name for _, name in q.helpers):
        for answer in (q.none, q.all):
            with monkeypatch.context() as m:
                for owner in (o for o, n in q.helpers if n == name):
                    (m.setitem if isinstance(owner, dict) else m.setattr)(owner, name, always(answer))
                wrong, still = judged(s, q.verb)
            assert wrong != free, f"{name} is no helper of the list"
            assert still == free, f"the explanation asks {name}"


@rule(ev("1915.5.02"))
def test_a_choice_has_the_ways_that_the_event_names() -> None:
    step = choices.Select(ev("1915.5.02"), tables.EP, ("greater entry it +3d6", "lesser entry it +1d6"))
    listed, free = judged(asking(step))
    assert listed == free == {("choose", "greater"), ("choose", "lesser")}


@rule(ev("1914.5.05"))
def test_what_has_no_effect_cannot_be_pointed_at() -> None:
    step = targets.Point(ev("1914.5.05"), tables.EP, False, "army", "river-mines", "flip")
    s = asking(step, units("ah-6 2410 3", "ah-5 2410 3", "sb-1 2310"), flipped("ah-6"))
    listed, free = judged(s)
    assert listed == free == {("pass",), ("point", "ah-5")}


@rule("ditt.5.1f", "ditt.6.1j", "ditt.10.1g", "ditt.13.3c", "ditt.13.3d", "ditt.15.12c", "ditt.err.n", "ditt.err.t", "ditt.err.u")
@pytest.mark.parametrize(
    ("name", "action", "rules"),
    [
        ("expedition", "place 3305", {"ditt.10.1g"}),
        ("expedition", "place 3206", {"ditt.6.1j", ev("1917.2.09")}),
        ("expedition", "place 3111", {ev("1917.2.09")}),
        ("muster-land", "place 3206", {"ditt.6.1j", ev("1914.4.12")}),
        ("muster-desert", "place 1305", {ev("1914.3.06"), "ditt.5.1f"}),
        ("home", "retreat 2011", {"ditt.15.12i"}),
        ("home", "retreat 3111", {"ditt.15.12c"}),
        ("home", "perish", {"ditt.15.12c"}),
        ("georgia", f"place {GEORGIA[0]}", {"ditt.13.3c"}),
        ("azerbaijan", f"place {AZERBAIJAN[0]}", {"ditt.13.3d"}),
        ("hoffmann", "point 3307", {"ditt.err.t"}),
        ("hoffmann", "point 3111", {"ditt.3.0j"}),
        ("putnik", "point 2310", {"ditt.6.1j"}),
        ("putnik", "point 3111", {"ditt.err.n"}),
        ("sacree", "point 3107", {"ditt.4.2b"}),
        ("station", "point 3208", {"ditt.err.u"}),
        ("cross", "point 3114", {"ditt.3.0j"}),
        ("converge", "add 3206", {"ditt.6.1a"}),
    ],
)
def test_each_condition_is_refused_by_its_own_rule(name: str, action: str, rules: set[str]) -> None:
    assert rules_against(asking(QUESTIONS[name].step, *QUESTIONS[name].tables), action) == rules


@rule("ditt.15.12i")
def test_nobody_takes_the_field_on_closed_land() -> None:
    q = QUESTIONS["muster-land"]
    assert rules_against(asking(q.step, *q.tables, {"hexes": {"closed": ["3305"]}}), "place 3305") == {"ditt.15.12i"}
