"""How many clicks a turn takes, against what the reviews of the page counted before: half of it, no more.

`make fuzz` plays the turns of an average player to their end (FIRESTEP_WHOLE=1); `make test` so much of them that every kind of
thing was done, which must cost as little; a turn of the Ourcq, the longest, only there.
"""

from __future__ import annotations

import pytest
from clicks import Clicker, dgk_turn, gwb_turn, tgw_turn, wwi_turn
from table_page import TablePage
from test_play import movement
from test_tgw import open_small

from sampling import WHOLE

pytestmark = pytest.mark.slow

#: the reviews: about 110 for a full turn of wwi, 71 and 68 for two turns of the Ourcq, 60 and 34 for two turns of Le Cateau
WWI, LE_CATEAU = 110, 60
#: an operational turn of The Great War: 250 at most
TGW = 250


def test_a_turn_of_wwi(desktop: TablePage) -> None:
    desktop.set_up("bot:greedy", "here", start=movement())
    c = Clicker(desktop)
    if WHOLE:
        wwi_turn(c)
        assert c.has_done(move=12, attack=5), c.did
    else:
        wwi_turn(c, 6, 3, 1, move=6, attack=3, build=1)
        assert c.has_done(move=6, attack=3, build=1), c.did
    print("\nclicks wwi", c.total, dict(c.spent), dict(c.did), "before", c.before("wwi"))
    assert c.total <= min(WWI, c.before("wwi")) / 2, (c.spent, c.did)


@pytest.mark.skipif(not WHOLE, reason="the longest: make fuzz plays it")
def test_a_turn_of_the_ourcq(desktop: TablePage) -> None:
    desktop.set_up("bot:greedy", "here", game="gwb", scenario="ourcq")
    c = Clicker(desktop)
    if WHOLE:
        gwb_turn(c)
        # with all who can in the first attack a second is not always left
        assert c.did["move"] >= 30 and 1 <= c.did["attack"] <= 2, c.did
    else:
        gwb_turn(c, 10, 1, move=10, attack=1)
        assert c.has_done(move=10, attack=1), c.did
    print("\nclicks gwb", c.total, dict(c.spent), dict(c.did), "before", c.before("gwb"))
    # the machine attacks now more, now less: its questions are counted by themselves, and more units move than in the review
    assert c.total - c.spent["answer"] <= 26, (c.spent, c.did)
    assert c.spent["answer"] <= 1.5 * c.did["answer"] + 2, (c.spent, c.did)
    assert c.total <= 0.5 * c.before("gwb"), (c.spent, c.did)


def test_a_turn_of_le_cateau(desktop: TablePage) -> None:
    desktop.set_up("bot:greedy", "here", game="dgk", scenario="le-cateau")
    c = Clicker(desktop)
    if WHOLE:
        dgk_turn(c)
        assert c.did["fire"] + c.did["move"] >= 6, c.did  # as many as the orders reach
    else:
        dgk_turn(c, fire=3)
        assert c.has_done(fire=3), c.did
    print("\nclicks dgk", c.total, dict(c.spent), dict(c.did), "before", c.before("dgk"))
    assert c.total <= 0.5 * min(LE_CATEAU, c.before("dgk")), (c.spent, c.did)


def test_an_operational_turn_of_the_great_war(desktop: TablePage) -> None:
    """Two clicks a stack and two an attack, and an average turn under 250."""
    desktop.page.set_viewport_size({"width": 1440, "height": 900})
    c = Clicker(desktop)
    if WHOLE:
        desktop.set_up("bot:greedy", "here", game="tgw", scenario="1918")
        tgw_turn(c)
        assert c.has_done(move=20, attack=6), c.did
    else:
        open_small(desktop, "bot:greedy", "here")
        tgw_turn(c, move=4, attack=2)
        assert c.has_done(move=4, attack=2), c.did
    print("\nclicks tgw", c.total, dict(c.spent), dict(c.did))
    assert c.total <= TGW, (c.spent, c.did)
    if not WHOLE:
        assert c.total - c.spent["answer"] <= 2 * (c.did["move"] + c.did["attack"] + c.did["end"]), (c.spent, c.did)
