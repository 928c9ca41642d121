"""Names of counters and sides in words that a newcomer knows."""

from __future__ import annotations

import pytest

import firestep
from firestep.games.gwb.components import unit_names
from firestep.games.gwb.components.battle import battle
from firestep.games.gwb.meta import battles


@pytest.mark.parametrize(
    ("short", "words"),
    [
        ("4 KD", "4 Cavalry Division"),
        ("IV R", "IV Reserve Corps"),
        ("IX", "IX Corps"),
        ("HKK 2", "Cavalry Corps 2"),
        ("5 GDR", "5 Group of Reserve Divisions"),
        ("First", "First Army"),
        ("BEF", "BEF"),
        ("Gillet", "Gillet"),
    ],
)
def test_formations_are_spelled_out(short: str, words: str) -> None:
    assert unit_names.spelled(short) == words


def test_a_unit_says_what_it_is_and_belongs_to() -> None:
    b = battle("ourcq")
    said = unit_names.in_words(b.units[b.by_id["ge-4-kd-18-kb"]])
    assert said == ["18 KB", "cavalry brigade", "4 Cavalry Division", "IV Reserve Corps", "First Army"]
    assert all(len(unit_names.in_words(u)) >= 3 for id in battles() for u in battle(id).units)


def test_a_battle_calls_its_sides_by_their_names() -> None:
    """Tannenberg is fought by Russia: on the seats, in the log, in the result."""
    s = firestep.start("gwb", scenario="tannenberg", seed="sides")
    assert s.game.titles("tannenberg") == ("Russia", "Germany") and s.game.titles("ourcq") == ("Allied powers", "Germany")
    said = [s.game.text(e) for e in s.journal]
    assert any("the Russian side" in line for line in said) and not any("Allied" in line for line in said)
    assert "Russian" in s.game.outcome(s.state).reason and "Allied" not in s.game.outcome(s.state).reason
    view = str(s.view(0))
    assert "Allied" not in view and "held by Germany" in view
