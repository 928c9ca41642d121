"""Refusals do not depend on the lists of answers: where a list is made wrongly, the refusals do not share the error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firestep.games.wwi import advance, losses, retreat
from firestep.games.wwi.components import board
from firestep.testing import play, rule
from games.wwi.positions import O, hx, verbs
from games.wwi.test_08_pursuit import cornered
from games.wwi.test_08_retreat import BUMP, CHAIN, THROUGH, strike
from games.wwi.test_12_infiltration import beside_warsaw
from independence import disagree


@rule("wwi.8.6b", "wwi.8.61a", "wwi.8.63a")
@pytest.mark.parametrize(
    "nexts",
    [
        lambda self, path, here: board.NEAR[here],
        lambda self, path, here: self.ends & board.NEAR[here] & -(self.ends & board.NEAR[here]),
        lambda self, path, here: 0,
    ],
    ids=["anywhere", "one", "nowhere"],
)
def test_a_wrong_list_of_retreats_is_noticed(nexts: Callable[..., int], monkeypatch: pytest.MonkeyPatch) -> None:
    s = strike({"ge-1": hx("nw"), "ge-2": hx("sw"), "fr-1": O}, 6)
    disagree(play(s, "retreat 1"), monkeypatch, retreat.Ways, "nexts", nexts)


@rule("wwi.8.6b", "wwi.8.54")
@pytest.mark.parametrize(
    "wrong", [lambda *a: [], lambda start, open, length: [(i,) * length for i in board.NUMBER]], ids=["none", "any"]
)
def test_wrong_bent_ways_are_noticed(wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    s = cornered()
    disagree(play(s, "retreat 2"), monkeypatch, retreat, "bent_paths", wrong)


@rule("wwi.8.63b", "wwi.8.63d")
@pytest.mark.parametrize(
    ("units", "name"), [(BUMP, "havens"), (CHAIN, "havens"), (CHAIN, "displaceable")], ids=["empty", "friends", "bumped-on"]
)
def test_a_wrong_list_of_havens_is_noticed(units: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    s = play(strike(units, 6), "retreat 1", f"step {hx('ne')}")
    disagree(s, monkeypatch, retreat, name, lambda *a: 1 << board.INDEX[O])


@rule("wwi.12.36", "wwi.12.13b")
@pytest.mark.parametrize("wrong", [lambda *a: [], lambda st, side, hex: [board.UNIT[u] for u in ("ge-1", "ge-2", "ge-3")]])
def test_a_wrong_list_of_followers_is_noticed(wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    disagree(beside_warsaw(), monkeypatch, advance, "followers", wrong)


@rule("wwi.8.61a", "wwi.8.63e")
@pytest.mark.parametrize("wrong", [[], [1, 2]], ids=["none", "one too many"])
def test_wrong_lengths_of_a_retreat_are_noticed(wrong: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """One hex is not open, two are: through a friend's hex, in which nobody stays."""
    s = strike({**THROUGH, "fr-2": hx("ne")}, 3)
    disagree(s, monkeypatch, losses, "retreat_lengths", lambda st, unit, most: wrong)


@rule("wwi.8.71a", "wwi.8.7a")
@pytest.mark.parametrize(
    "wrong",
    [lambda st, fight: (fight.target,), lambda st, fight: (fight.target, board.INDEX[hx("n")])],
    ids=["no farther", "astray"],
)
def test_a_wrong_pursuit_is_noticed(wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    s = strike({"ge-1": hx("nw"), "ge-2": hx("sw"), "fr-1": O}, 1)
    play(s, "retreat 4")
    while "advance" not in verbs(s):
        s.take(s.decision.actions[0])
    disagree(s, monkeypatch, advance, "pursuit", wrong)
