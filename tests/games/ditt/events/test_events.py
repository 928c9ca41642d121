"""Random Events (ditt.3.0): every event happens when its condition holds, does not when one term fails, and those that follow a
pattern do what their sentence says. What single events do is in the other files of this folder."""

from __future__ import annotations

import re
from typing import Any

import pytest

from firestep.games.ditt import GAME
from firestep.games.ditt.components import tables
from firestep.games.ditt.display.event_text import plain
from firestep.games.ditt.events import conditions, event_table, events
from firestep.games.ditt.sequence import Refill
from firestep.testing import position, rule, session_at
from games.ditt.happening import TURN, answer, goods, stage
from games.ditt.occasions import merged, occasion
from games.ditt.positions import scene

EVERY = [pytest.param(id, marks=rule(id), id=id[8:]) for id in event_table.EVENTS]
CONDITIONAL = [
    pytest.param(e.id, k, id=f"{e.id[8:]}-{term}")
    for e in event_table.EVENTS.values()
    if e.when
    for k, term in enumerate(e.when.split(", "))
]


@pytest.mark.parametrize("event", EVERY)
def test_it_happens_when_its_condition_holds(event: str) -> None:
    before, s = stage(event, *goods(event))
    assert conditions.holds(before, event_table.EVENTS[event].when)
    answer(s)
    keys = [e.key for e in s.journal]
    assert "event" in keys and "no-event" not in keys
    for e in s.journal:
        assert GAME.text(e)


@pytest.mark.parametrize(("event", "k"), CONDITIONAL)
def test_it_does_not_happen_when_one_term_fails(event: str, k: int) -> None:
    terms = event_table.EVENTS[event].when.split(", ")
    before, s = stage(event, *(occasion(term, i != k) for i, term in enumerate(terms)))
    assert [term for term in terms if not conditions.holds(before, term)] == [terms[k]]
    answer(s)
    assert [e.key for e in s.journal] == ["no-event"]
    assert s.state.to_plain() == before.to_plain()


# -- events that say what they do in a sentence with a pattern -----------------------------------------------------------------

CODE = {"F": "fr", "GB": "br", "RU": "rs", "D": "ge", "AH": "ah", "OT": "tu", "I": "it", "US": "us"}
POWER = {"British": "br", "German": "ge", "AH": "ah", "Turkish": "tu", "French": "fr", "Italian": "it"}
MARKER = {
    "US Entry": "us",
    "Italian Entry": "it",
    "Bulgarian Entry": "bu",
    "Roumanian Entry": "rm",
    "Turkish Entry": "tu",
    "Russian Revolution": "rs",
}


def said(word: str) -> int:
    """`+6`, `-2d6` with dice of three."""
    sign = -1 if word[0] == "-" else 1
    return sign * (3 * int(word[1]) if word.endswith("d6") else int(word[1:]))


def by_text(pattern: str) -> list[Any]:
    return [pytest.param(e.id, marks=rule(e.id), id=e.id[8:]) for e in event_table.EVENTS.values() if re.fullmatch(pattern, e.text)]


MAX_LIST = r"Army Max changes: .*"
MAX = r"(British|German|AH|Turkish|French) Army Max ([+-]\d+(?:d6)?)\."
ENTRY = r"(US Entry|Italian Entry|Bulgarian Entry|Roumanian Entry|Turkish Entry|Russian Revolution) marker ([+-]\dd6)\."
COINS = r"Add (\d+) coins? to the (EP|CP) '(.+?)' Special Event box\..*"
STAR = r"Star ([+-])([A-Z]+): (?:add|owner destroys) 1d6 .*Army Max unchanged\."


@pytest.mark.parametrize("event", by_text(MAX_LIST))
def test_reinforcements_raise_army_max_and_nothing_else(event: str) -> None:
    before, s = stage(event)
    answer(s)
    want = {CODE[c]: int(k) for c, k in re.findall(r"([A-Z]+):([+-]\d+)", event_table.EVENTS[event].text)}
    assert want and {n: s.state.max[tables.NATION[n]] - before.max[tables.NATION[n]] for n in tables.NATIONS[:8]} == {
        n: want.get(n, 0) for n in tables.NATIONS[:8]
    }
    assert s.state.reserves == before.reserves and s.state.divs == before.divs


@pytest.mark.parametrize("event", by_text(MAX))
def test_army_max_changes_by_what_the_sentence_says(event: str) -> None:
    before, s = stage(event, *goods(event), {"max": {n: 60 for n in tables.NATIONS[:8]}})
    answer(s)
    m = re.fullmatch(MAX, event_table.EVENTS[event].text)
    assert m
    for n in tables.POWERS:
        assert s.state.max[n] - before.max[n] == (said(m[2]) if tables.NATIONS[n] == POWER[m[1]] else 0)


@pytest.mark.parametrize("event", by_text(ENTRY))
def test_markers_move_by_the_dice_of_the_sentence(event: str) -> None:
    before, s = stage(event, {"entry": {"rs": 40, "us": 20}}, *goods(event))
    m = re.fullmatch(ENTRY, event_table.EVENTS[event].text)
    assert m
    k = tables.ENTRY.index(MARKER[m[1]])
    answer(s)
    assert s.state.entry[k] - before.entry[k] == said(m[2])
    assert [e for i, e in enumerate(s.state.entry) if i != k] == [e for i, e in enumerate(before.entry) if i != k]


@pytest.mark.parametrize("event", by_text(COINS))
def test_dots_put_coins_into_their_box(event: str) -> None:
    _before, s = stage(event)
    m = re.fullmatch(COINS, event_table.EVENTS[event].text)
    assert m
    answer(s)
    found = {b: k for b, k in zip(tables.BOXES, s.state.coins, strict=True) if k}
    (box,) = found
    assert found[box] == int(m[1]) and box.startswith(m[2].lower())
    assert tables.BOX_TITLE[tables.BOX[box]].casefold() == m[3].casefold()


@pytest.mark.parametrize("event", by_text(STAR))
def test_stars_add_or_destroy_a_die_of_divs_where_the_owner_likes(event: str) -> None:
    m = re.fullmatch(STAR, event_table.EVENTS[event].text)
    assert m
    n = tables.NATION[CODE[m[2]]]
    army = tables.UNITS[tables.ARMIES_OF[n][0]]
    home = {"it": "2708", "tu": "1813", "rs": "2916", "fr": "3305", "ge": "3208", "ah": "2710", "br": "3506"}[tables.NATIONS[n]]
    before, s = stage(event, *goods(event), {"units": {army: f"{home} 9"}, "reserves": {tables.NATIONS[n]: 5}})
    change = 3 if m[1] == "+" else -3
    side = s.state.allegiance[n] if s.state.allegiance[n] < 2 else tables.EP
    assert s.decision is not None and s.decision.seat == side
    verb = "gain" if change > 0 else "lose"
    answer(s, f"{verb} {army} 2", "reserves 1")
    assert s.state.total(n) - before.total(n) == change
    assert s.state.divs[tables.UNIT[army]] - before.divs[tables.UNIT[army]] == (2 if change > 0 else -2)
    assert s.state.max == before.max


def test_every_event_has_words_that_the_game_knows() -> None:
    for e in event_table.EVENTS.values():
        assert e.name and e.text and e.do
        assert not re.search(r"seed|OCR|ruling|l\.\d|ledger|printed", e.text), (e.id, e.text)
    assert len(event_table.EVENTS) == 500 and sum(len(v) for v in events.LISTS.values()) == 500
    assert {year: sum(1 for y, _ in events.LISTS if y == year) for year in TURN} == {1914: 6, 1915: 8, 1916: 8, 1917: 8, 1918: 8}


@rule("ditt.13.1c", "ditt.13.1d")
def test_russians_in_germany_silence_the_chits_revolution_but_not_a_players() -> None:
    from firestep.games.ditt.events.events import Chit

    near = {"units": {"rs-1": "3014 8"}, "holds": {"rs": ["3014", "3015", "3016"]}}
    _, s = stage("ditt.ev.1914.1.10", near, {"entry": {"rs": 30}})
    assert s.decision is None  # the event by itself knows no chit
    assert s.state.entry[tables.REVOLUTION] == 33
    for setting, want in ((near, 30), ({}, 33)):
        state, _ = position("ditt", **merged({"turn": 2, "phase": 1, "clear": True, "entry": {"rs": 30}}, setting))
        s = session_at("ditt", state, Chit(1), dice=[3] * 60)
        answer(s)
        assert s.state.entry[tables.REVOLUTION] == want
    _before, s = stage("ditt.ev.1915.7.07", near, {"entry": {"rs": 30}, "flags": ["shield"]}, *goods("ditt.ev.1915.7.07"))
    answer(s, "yes")
    assert s.state.entry[tables.REVOLUTION] == 36  # Cyprus is the player's own decision


def test_events_are_told_without_the_ledgers_abbreviations() -> None:
    for e in event_table.EVENTS.values():
        told = plain(e.text)
        assert not re.search(r"\b(CP|EP|MFs?|SR|\dd6)\b|and/or|^Star", told), told
        assert told[0] == told[0].upper()
    assert plain("CP picks one; CP-controlled, joins the EP. Roll 2d6: +1d6") == (
        "The Central Powers pick one; Central-controlled, joins the Entente. Roll two dice: plus one die"
    )


@rule("ditt.2.6c")
def test_a_new_year_is_unknown_to_everybody() -> None:
    s = scene(turn=7, phase=6)
    s.state.peeked = [3, 0]
    Refill().run(s)
    assert s.state.peeked == [0, 0]
