"""What a page is told: counters that are kept from one action to the next are those that would be made anew."""

from __future__ import annotations

import random
from importlib import import_module

from firestep.games.ditt.components import tables
from firestep.games.ditt.display.report import report
from games.ditt.positions import start

view = import_module("firestep.games.ditt.display.view")


def test_kept_counters_are_those_made_anew() -> None:
    s = start(dice=[1 + k * 5 % 6 for k in range(400)])
    rng = random.Random(3)
    before = view.pieces(s.state)
    kept = moved = 0
    for _ in range(150):
        d = s.decision
        assert d is not None
        s.take(rng.choice(d.actions))
        now = view.pieces(s.state)
        assert now == view.pieces(s.state.copy()), "a copy is another state: all is made anew"
        kept += now is before
        moved += now is not before
        before = now
    assert kept and moved


def test_the_lines_of_the_report_have_their_own_names() -> None:
    """Six markers in one plot: each is named after its country, not after the side it leans to."""
    s = start()
    found = [x["name"] for x in report(s)["series"] if x["group"] == "entry"]
    assert len(set(found)) == len(found) == 6 and "Italy" in found and "Revolution" in found


def test_the_price_of_a_step_onto_enemies_says_that_it_attacks() -> None:
    """The page asks before such a step by touch and shows its odds. It knows it by the kind of the price."""
    s = start(dice=[1 + k * 5 % 6 for k in range(400)])
    rng = random.Random(3)
    attacks = 0
    for _ in range(250):
        d = s.decision
        assert d is not None
        if d.step.stored == "March":
            seen = s.view(d.seat)
            sides: dict[str, set[str]] = {}
            for p in seen["board"]["pieces"]:
                sides.setdefault(p["at"], set()).add(p["side"])
            enemy = {tables.SEATS[1 - d.seat]}
            for verb, *words in d.actions:
                if verb == "step" and sides.get(words[0]) == enemy:
                    assert seen["decision"]["prices"][f"step {words[0]}"].get("kind") == "attack"
                    attacks += 1
        s.take(rng.choice(d.actions))
    assert attacks > 3
