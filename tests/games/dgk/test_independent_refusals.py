"""Refusals do not depend on the lists of answers: where a list is made wrongly, the refusals do not share the error."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.games.dgk import movement
from firestep.games.dgk.placing import Embark, Place
from firestep.games.dgk.state import State
from firestep.testing import rule
from games.dgk.positions import at, n, no, table, unit
from games.dgk.test_10_passengers import trucks
from independence import disagree

STAY = ("stay",)


def crowded() -> State:
    """A line that forms a narrow maneuver formation would find a friend where its rear ranks would be."""
    return table(unit("a1", "infantry", 20, 20, 0), unit("a2", "infantry", 20, 21.2, 0), unit("c1", "infantry", 50, 5, 180))


@rule("dgk.IV.move.11")
def test_a_wrong_list_of_poses_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody stays where he has no room while another of the poses is open to him, whatever a list says."""
    s = at(crowded(), Place(0, "maneuver", 6000))
    assert s.decision is not None and STAY not in s.decision.actions and no(s, "stay")
    disagree(s, monkeypatch, Place, "actions", lambda self, s: [STAY])


@rule("dgk.IV.move.11")
def test_who_can_do_nothing_else_may_stay_whatever_a_list_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "destinations", lambda *a: [])
    monkeypatch.setattr(movement, "headings", lambda *a: [0])
    s = at(crowded(), Place(0, "maneuver", 6000))
    assert s.decision is not None and s.decision.actions == [STAY] and not no(s, "stay")
    disagree(s, monkeypatch, Place, "actions", lambda self, s: [("go", "20", "20", "0")])


@rule("dgk.X.veh.1", "dgk.X.veh.3")
@pytest.mark.parametrize("wrong", [[], [0, 2]], ids=["none", "another"])
def test_a_wrong_list_of_vehicles_is_noticed(wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    g = trucks(unit("a2", "infantry", 20, 37, 0, "maneuver"))
    s = at(g, Place(n(g, "a2"), "maneuver", 6000))
    s.take("go 20 32 0")
    assert isinstance(s.agenda[-1], Embark)
    disagree(s, monkeypatch, Embark, "choices", staticmethod(lambda g, u: wrong))
