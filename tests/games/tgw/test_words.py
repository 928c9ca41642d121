"""What a newcomer reads of a combat: nations by their names, never by the codes of their counters."""

from __future__ import annotations

import firestep
from firestep.games.tgw import aids, strength
from firestep.games.tgw import board as b


def test_factors_name_their_nations() -> None:
    st = firestep.start("tgw", scenario="1918", seed="words").state
    told = [m.text for m in strength.parts(st, st.stack(b.INDEX["W6512"]), strength.DEFENCE)]
    assert told and all("British unit" in x for x in told), told


def test_who_sets_up_sees_that_the_turn_has_not_begun() -> None:
    s = firestep.start("tgw", scenario="1918", seed="words", options={"setup": "free"})
    told = aids.sequence(s)
    assert told["steps"][told["now"]]["title"] == "Set-up"
    d = s.decision
    assert d is not None
    s.take(next(a for a in d.actions if a[0] == "deploy"))
    d = s.decision
    assert d is not None
    s.take(next(a for a in d.actions if a[0] in ("all", "unit")))
    d = s.decision
    assert (
        d is not None and d.prompt.startswith(("Allies: where do the", "Allies: where does the")) and d.prompt.endswith(" begin?")
    )
