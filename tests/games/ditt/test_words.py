"""Questions in whole sentences: what an event does, whose Divs are meant, names of several men as of one."""

from __future__ import annotations

import re
from pathlib import Path

import firestep
from firestep.games.ditt import events as ev
from firestep.games.ditt import tables as t
from firestep.games.ditt.mustering import Muster
from firestep.games.ditt.picking import Answer, Strike
from firestep.games.ditt.pointing import Point


def test_a_question_of_an_event_says_what_it_does() -> None:
    s = firestep.start("ditt", seed="words")
    kindermord = next(e for e in ev.EVENTS.values() if e.name == "Kindermord")
    asked = Point(kindermord.id, t.EP, False, "unit", "ge", "").prompt(s)
    assert kindermord.text in asked and asked.endswith("Point at a unit, or pass")
    assert Answer(kindermord.id, t.EP, "", "").prompt(s).endswith("Shall it be done?")
    russians = tuple(t.ARMIES_OF[t.RS][:2])
    assert "6 Russian Divs are lost" in Strike(kindermord.id, russians, 6).prompt(s)


def test_names_of_many_need_no_number() -> None:
    s = firestep.start("ditt", seed="words")
    cossacks = next(u for u in range(t.N) if t.unit_title(u) == "Don Cossacks")
    assert Muster("ditt.ev.1914.1.03", cossacks, "").prompt(s).endswith("choose a place for the Don Cossacks")
    code = Path(ev.__file__).parent
    for module in sorted(code.glob("*.py")):
        assert not re.search(r"(does|is) the \{t\.unit_title", module.read_text(encoding="utf-8")), module.name
