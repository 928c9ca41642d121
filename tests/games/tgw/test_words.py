"""What a newcomer reads of a combat: nations by their names, never by the codes of their counters."""

from __future__ import annotations

import firestep
from firestep.games.tgw import board as b
from firestep.games.tgw import strength


def test_factors_name_their_nations() -> None:
    st = firestep.start("tgw", scenario="1918", seed="words").state
    told = [m.text for m in strength.parts(st, st.stack(b.INDEX["W6512"]), strength.DEFENCE)]
    assert told and all("British unit" in x for x in told), told
