"""Why not? Refusals of new units, replacements, transfers and purchases name the rule, and the list agrees with them."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.dice import ScriptedDice
from firestep.engine.session import Session
from firestep.games.tgw import GAME, events, initiative, newunits, replacement, resources
from firestep.games.tgw import tables as t
from firestep.games.tgw.state import State
from games.tgw.war import CP, A, chit, hexes, war


def table(st: State, *steps: Any) -> Session[State]:
    return Session(GAME, "1914", st.options, ScriptedDice([], first=st.rolls), st, steps)


def rules(s: Session[State], words: str) -> list[str]:
    return [x.rule for x in s.why_not(words)]


def agree(s: Session[State]) -> None:
    """The legal actions are exactly the candidates without refusals."""
    d = s.decision
    assert d is not None
    assert {a for a in GAME.candidates(s) if not GAME.why_not(s, a)} == set(d.actions)


def test_new_units() -> None:
    st = war({"fr-1 fr-3": "available", "ge-1": "available", "ge-2": "W6729", "fr-2": "W5217", "ru-1": "available"}, turn=20)
    s = table(st, newunits.NewUnits(A))
    agree(s)
    assert rules(s, "new ge-1") == rules(s, "new fr-2") == ["tgw.13.0c"]
    assert rules(s, "new fr-1") == ["tgw.13.0c"] and not rules(s, "new fr-3")  # one of a kind is named
    assert rules(s, "shock ge-2") == ["tgw.15.41a"]
    s.take("new fr-3")
    agree(s)
    assert rules(s, "at W6729")[:2] == ["tgw.13.11a", "tgw.13.11a"]  # no place of entry, and the enemy's
    assert "tgw.13.11a" in rules(s, "at E4816")
    s = table(st, newunits.NewUnits(CP))
    agree(s)
    assert rules(s, "shock ge-2") == ["tgw.15.41a"] and rules(s, "shock-all") == ["tgw.15.41b"]
    st.tally["shock"] = 1
    st.rp[t.GE] = 1
    s = table(st, newunits.NewUnits(CP))
    assert not rules(s, "shock ge-2")
    agree(s)
    st.until |= {"influenza-from": 20, "influenza": 20}
    s = table(st, newunits.PlaceUnits(CP))
    assert rules(s, "new ge-1") == ["tgw.6.57a"]


def test_replacements() -> None:
    st = war(
        {"ge-1 ge-2 ge-hq1 ge-pzrgt": "dead", "br-1cnd br-2cnd br-42t": "dead", "us-1": "W5201", "bu-1": "dead"},
        letter="B",
        reduced="us-1",
        depleted="ge-hq1",
        at_war={"US": A},
    )
    st.rp[t.GE], st.rp[t.US], st.rp[t.BR] = 3, 0, 2
    s = table(st, replacement.Replace(CP))
    agree(s)
    assert rules(s, "buy ge-pzrgt") == ["tgw.5.32a"] and rules(s, "buy-full ge-hq1") == ["tgw.5.34c"]
    assert rules(s, "buy br-1cnd") == ["tgw.5.35d"]
    assert rules(s, "buy ge-2") == rules(s, "buy ge-3") == ["tgw.5.31a"]  # of the same kind; not dead
    s = table(st, replacement.Replace(A))
    agree(s)
    assert rules(s, "rebuild us-1") == ["tgw.5.33a"]
    s.take("buy br-1cnd")
    assert rules(s, "buy br-2cnd") == ["tgw.5.36b"]


def test_transfers_and_purchases() -> None:
    st = war(letter="H", turn=20, at_war={"BU": CP})
    for n in (t.BR, t.FR, t.GE):
        st.rp[n] = 9
    s = table(st, resources.Transfer(A))
    agree(s)
    assert rules(s, "give BR IT") == ["tgw.5.17a"] and rules(s, "give BR SR") == ["tgw.5.17d"]
    s = table(st, resources.Transfer(CP))
    agree(s)
    assert rules(s, "give GE BU") == ["tgw.5.17g"]
    st.tally["now-given"] = 6
    assert rules(table(st, resources.Transfer(CP)), "give GE AH") == ["tgw.5.17f"]
    st.pool = [chit("al-mine"), chit("cp-flame")]
    s = table(st, events.Buy())
    agree(s)
    assert rules(s, "buy RU") == ["tgw.6.1.6b"] and rules(s, "buy US") == ["tgw.6.1.1a"] and rules(s, "italy BR") == ["tgw.20.2.9"]


@pytest.mark.parametrize(("option", "refused"), [("off", []), ("on", ["tgw.21.8a"])])
def test_initiative_and_marker(option: str, refused: list[str]) -> None:
    st = war(letter="D", turn=10, options={"double-turn": option}, initiative=A)
    s = table(st, initiative.Initiative(CP))
    agree(s)
    assert rules(s, "initiative western") == refused
    s = table(st, initiative.Marker())
    agree(s)
    assert rules(s, "marker ohl") == ["tgw.5.86b"] and not hexes("W5701") & st.ctrl[CP]
