"""What a click, a tap or a key means, in positions of all five games: tested in Node, without a browser.

`python tests/page/positions.py` prints the positions, with what can be ordered in each.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import firestep
from firestep.games import ALL
from page.positions import positions

HERE = Path(__file__).parent
WEB = Path(firestep.__file__).parent / "web"
NODE = Path(sys.executable).with_name("node")

Case = tuple[str, Mapping[str, Any], Mapping[str, Any], str]


def on(piece: str, **more: Any) -> dict[str, Any]:
    return {"piece": piece, **more}


def at(place: str, **more: Any) -> dict[str, Any]:
    return {"place": place, **more}


NOTHING_CHOSEN: dict[str, Any] = {}
MOVING = {"subject": {"piece": "fr-2", "seq": 25}, "before": {"verb": "move", "seq": 25, "others": ["move fr-2", "move rs-1"]}}
R1_MOVES = {"subject": {"piece": "ge-r1", "seq": 3}}
JUST_CHOSEN = R1_MOVES | {"before": {"verb": "move", "seq": 3, "others": ["move ge-r1", "move ge-u"]}}

CASES: Sequence[Case] = [
    # a place with one order of its own
    ("wwi attacks", at("0505"), NOTHING_CHOSEN, "send attack 0505"),
    ("wwi attacks", on("bl-army"), NOTHING_CHOSEN, "send attack 0505"),
    ("wwi attacks", at("0505", key=True), NOTHING_CHOSEN, "send attack 0505"),
    ("wwi attacks", at("0505", shift=True), NOTHING_CHOSEN, "attack with all: attack 0505"),
    ("wwi attacks", on("bl-army", shift=True), NOTHING_CHOSEN, "attack with all: attack 0505"),
    ("wwi attacks", at("0505", shift=True, key=True), NOTHING_CHOSEN, "attack with all: attack 0505"),
    ("wwi attacks", at("0505", shift=True), {"lesson": {"step": {}}}, "send attack 0505"),
    ("wwi attacks", at("1717", shift=True), NOTHING_CHOSEN, "explain 1717"),
    ("wwi attacks", on("ah-1"), NOTHING_CHOSEN, "explain ah-1 at 1717"),
    ("wwi attacks", {}, NOTHING_CHOSEN, "release"),
    ("wwi attacks", {"key": True}, NOTHING_CHOSEN, "nothing"),
    ("wwi attacks", on("no-such-army"), NOTHING_CHOSEN, "nothing"),
    # a counter with one order of its own
    ("wwi attack of 0505", on("ge-2"), NOTHING_CHOSEN, "send add ge-2"),
    ("wwi attack of 0505", on("ge-2", key=True), NOTHING_CHOSEN, "send add ge-2"),
    ("wwi armies", on("fr-2"), NOTHING_CHOSEN, "send move fr-2"),
    ("wwi armies", at("0309"), NOTHING_CHOSEN, "send move fr-2"),
    ("wwi armies", on("ge-2"), NOTHING_CHOSEN, "explain ge-2 at 0605"),
    # counters that were chosen together go to a place
    ("wwi armies", at("0409"), {"several": ["fr-2", "fr-4"]}, "together fr-2, fr-4 to 0409"),
    ("wwi armies", on("ge-2"), {"several": ["fr-2", "fr-4"]}, "together fr-2, fr-4 to 0605"),
    ("wwi armies", at("0409", key=True), {"several": ["fr-2", "fr-4"]}, "together fr-2, fr-4 to 0409"),
    # another counter instead of the one that was just chosen
    ("wwi fr-2 moves", on("rs-1"), MOVING, "switch to rs-1"),
    ("wwi fr-2 moves", on("rs-1"), {"subject": MOVING["subject"]}, "explain rs-1 at 2411"),
    ("wwi fr-2 moves", at("0409"), MOVING, "send to 0409"),
    # stacks are spread out first
    ("gwb units", on("ge-e1"), NOTHING_CHOSEN, "open 0604"),
    ("gwb units", at("0604", key=True), NOTHING_CHOSEN, "open 0604"),
    ("gwb units", on("ge-e2"), {"open": "0604"}, "send move ge-e2"),
    ("gwb units", on("fr-b1"), NOTHING_CHOSEN, "explain fr-b1 at 0806, open 0806"),
    ("gwb units", on("fr-b1"), {"open": "0806"}, "explain fr-b1 at 0806"),
    # several orders fit
    ("gwb attacks", at("0806"), NOTHING_CHOSEN, "menu of 0806: attack 0806, counter 0806"),
    ("gwb attacks", on("fr-b1"), NOTHING_CHOSEN, "menu of 0806: attack 0806, counter 0806"),
    # the next unit is touched while one is on its way
    ("gwb ge-r1 moves", on("ge-u"), R1_MOVES, "list halt, move ge-u"),
    ("gwb ge-r1 moves", on("ge-u"), JUST_CHOSEN, "send go 0205"),
    ("gwb ge-r1 moves", at("0404"), R1_MOVES, "send go 0404"),
    # a table without hexes
    ("dgk formations", on("de-13"), NOTHING_CHOSEN, "send activate de-13"),
    ("dgk formations", on("de-26-1"), NOTHING_CHOSEN, "game: select de-26-1"),
    ("dgk units", on("de-26-1"), NOTHING_CHOSEN, "send unit de-26-1"),
    ("dgk de-26-1", on("de-26-2"), NOTHING_CHOSEN, "game: select de-26-2"),
    ("dgk de-26-1", {"x": 900, "y": 700}, NOTHING_CHOSEN, "game: measure"),
    ("dgk de-26-1 maneuvers", {"x": 900, "y": 700}, NOTHING_CHOSEN, "game: pose of de-26-1"),
    ("dgk de-26-1 maneuvers", {"on": "pose-1"}, NOTHING_CHOSEN, "game: pose of de-26-1 go 3 4.6 157"),
    # a stack marches as a whole, in one click
    ("ditt pulse", on("ge-1"), NOTHING_CHOSEN, "send stack 3208"),
    ("ditt pulse", at("3208"), NOTHING_CHOSEN, "send stack 3208"),
    ("ditt pulse", on("fr-1"), NOTHING_CHOSEN, "explain fr-1 at 3107, open 3107"),
    ("ditt march from 3208", at("3209"), NOTHING_CHOSEN, "list step 3209, halt"),
    ("ditt march from 3208", at("3209", finger=True), NOTHING_CHOSEN, "wait at 3209: step 3209, halt"),
    ("ditt march from 3208", at("3209", finger=True, waited="3209"), NOTHING_CHOSEN, "list step 3209, halt"),
    ("ditt march from 3208", at("3209", finger=True, waited="3309"), NOTHING_CHOSEN, "wait at 3209: step 3209, halt"),
    ("ditt march from 3208", at("3207"), NOTHING_CHOSEN, "list step 3207, halt"),
    ("ditt march from 3208", at("3207", finger=True), NOTHING_CHOSEN, "menu of 3207: step 3207; then step 3207, halt"),
    ("ditt march from 3208", at("3207", finger=True), {"lesson": {"step": {}}}, "send step 3207"),
    ("ditt march from 3208", on("ge-1"), {"open": "3208"}, "send leave ge-1"),
    # straight to the goal, or another stack instead
    ("tgw stacks", on("ge-1g"), NOTHING_CHOSEN, "send stack W6713"),
    ("tgw march from W2124", at("W2226"), NOTHING_CHOSEN, "send to W2226"),
    ("tgw march from W2124", at("W2226", key=True), NOTHING_CHOSEN, "send to W2226"),
    ("tgw march from W2124", on("ge-1g"), NOTHING_CHOSEN, "call off, then stack W6713"),
    ("tgw march from W2124", on("ge-1g"), {"lesson": {"step": {}}}, "explain ge-1g at W6713, open W6713"),
    ("tgw attacks", at("W2024"), NOTHING_CHOSEN, "send attack W2024"),
    ("tgw attack of W2024", on("ah-10"), NOTHING_CHOSEN, "send add-all W2124"),
    ("tgw attack of W2024", on("ah-10", key=True), NOTHING_CHOSEN, "send add ah-10"),
    ("tgw attack of W2024", on("ah-10"), {"several": ["ah-8", "ah-10"]}, "together ah-8, ah-10 to W2124"),
]


@pytest.fixture(scope="module")
def meanings() -> list[str]:
    """What the page says of all cases: one run of Node."""
    cases = [{"position": position, "touch": touch, **chosen} for position, touch, chosen, _ in CASES]
    given = json.dumps({"web": WEB.as_uri(), "positions": positions(), "cases": cases})
    done = subprocess.run([NODE, HERE / "meaning.mjs"], input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("n", range(len(CASES)), ids=[f"{c[0]}: {c[3]}" for c in CASES])
def test_what_a_touch_means(meanings: list[str], n: int) -> None:
    assert meanings[n] == CASES[n][3]


def test_there_are_cases_of_every_game() -> None:
    assert {c[0].split()[0] for c in CASES} == set(ALL)
