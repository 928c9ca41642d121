"""Maps and counters (tgw.3.0): what is printed on the pieces, and which pieces there are."""

from __future__ import annotations

import csv

import pytest

from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHIT, CHITS, MANDATORY
from firestep.games.tgw.events.event_table import EVENTS
from firestep.games.tgw.movement import movement
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.tgw.positions import field


def counter(id: str) -> roster.Counter:
    return roster.ROSTER[roster.UNIT[id]]


@rule("tgw.3.2a", "tgw.3.2b", "tgw.19.12f")
def test_the_pieces_are_counters_chits_and_markers() -> None:
    """1,480 pieces: ours are counters and chits, the Hindenburg markers among the roster, and room for markers is left."""
    with (tables.DATA / "roster.csv").open(encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    assert len(rows) == roster.N + 4 == 1233 and sum(x["class"] == "fort" for x in rows) == 4
    assert roster.N + 4 + len(CHITS) + 20 < 1480
    assert {c.cls for c in roster.ROSTER} == set(roster.CLASSES)


@rule("tgw.3.2c", "tgw.3.25b", "tgw.3.26i")
def test_what_the_reverse_of_a_counter_shows() -> None:
    for u, c in enumerate(roster.ROSTER):
        bit = 1 << u
        if c.back == "shock":
            assert c.nation == tables.GE and c.cls in ("infantry", "mountain") and c.steps == 1
        elif c.back == "infantry":
            assert c.nation == tables.GE and c.cls == "cavalry" and c.steps == 1
        elif c.back == "reduced":
            assert c.steps == 2 and bit & roster.TWO_STEP
        elif c.back == "depleted":
            assert c.cls == "HQ"
        elif c.back == "untried":
            assert c.nation in (tables.AB, tables.ARM)
        elif c.back in ("entry", "set-up", "Turkey"):
            assert c.nation == tables.TU
        else:
            assert c.back == ""
    assert all(c.back == "depleted" for c in roster.ROSTER if c.cls == "HQ")
    assert {c.nation for c in roster.ROSTER if c.back == "untried"} == {tables.AB, tables.ARM}


@rule("tgw.3.22.ex1", "tgw.3.22b", "tgw.3.22a")
def test_the_eighth_bavarian_reserve_division() -> None:
    c = next(c for c in roster.ROSTER if c.nation == tables.GE and c.name == "8BR")
    u = roster.UNIT[c.id]
    assert (c.attack, c.defence, c.move, c.entry, c.band, c.back) == (3, 4, 4, "C", True, "shock")
    st = field({})
    assert movement.allowance(st, u, fronts.WEST, 0) == 8 and movement.allowance(st, u, fronts.EAST, 0) == 4
    assert all(c.band == (c.back == "shock") for c in roster.ROSTER)


@rule("tgw.3.23.ex1")
def test_the_german_eighth_army() -> None:
    c = next(c for c in roster.ROSTER if c.nation == tables.GE and c.cls == "HQ" and c.name.startswith("8"))
    assert (c.support, c.move, c.setup, c.back) == (1, 3, "E", "depleted")
    assert movement.allowance(field({}), roster.UNIT[c.id], fronts.ITALY, 0) == 6


@rule("tgw.3.24.ex1", "tgw.3.24a", "tgw.3.25n")
def test_the_jutland_chit() -> None:
    c = CHITS[CHIT["cp-jutland"]]
    assert c.side == tables.CENTRAL and c.mandatory and c.letter >= tables.LETTER["C"] and EVENTS[c.event].name == "Jutland"
    assert MANDATORY >> CHIT["cp-jutland"] & 1
    assert {EVENTS[x.event].set for x in CHITS} <= {"europe", "neareast", "supplement"}
    assert all(x.letter >= tables.LETTER["C"] for x in CHITS)


@rule("tgw.3.25a", "tgw.3.25h")
def test_types_and_sizes() -> None:
    assert {c.nation for c in roster.ROSTER if c.cls == "antitank"} == {tables.GE} and roster.ANTITANK.bit_count() == 3
    assert {c.nation for c in roster.ROSTER if c.cls == "armored car"} == {tables.BP}
    assert {c.nation for c in roster.ROSTER if c.cls == "tank"} == {tables.GE, tables.BR, tables.FR, tables.US}
    for u, c in enumerate(roster.ROSTER):
        if c.name.endswith((" BN", " BD", " CO", " RGT")):
            assert not roster.DIVISION >> u & 1
    assert roster.DIVISION >> roster.UNIT["ge-1g"] & 1 and not roster.DIVISION & (roster.HQ | roster.TANK | roster.BRIGADE)


@rule("tgw.3.25c")
def test_every_marker_has_its_field() -> None:
    st = State({}, "1914")
    for name in (
        "turn",
        "initiative",
        "weather",
        "us_marker",
        "forts",
        "ne_trenches",
        "rp",
        "trenches",
        "pays",
        "vp_events",
        "retaken",
        "pipeline",
        "required",
        "devastated",
        "line",
        "marker",
    ):
        assert hasattr(st, name)


@rule("tgw.3.25e", "tgw.3.25f", "tgw.3.25g")
def test_codes_say_how_a_unit_comes_into_play() -> None:
    for c in roster.ROSTER:
        assert c.entry in ("start", "neutral", "EUT", "SE", "Fall of the Czar") or c.entry in tables.LETTERS or c.entry[0] == "+"
        assert c.entry[0] != "+" or c.nation == tables.US
        if c.setup and c.entry == "start":
            assert len(c.setup) == 1 or c.setup in board.INDEX or c.setup in ("Serbia", "Montenegro")
    assert roster.BY_ENTRY["SE"] and all(
        roster.ROSTER[u].cls in ("tank", "antitank", "infantry") for u in bits(roster.BY_ENTRY["SE"])
    )
    assert set(roster.BY_DELAY) >= {3, 4, 5}


@rule("tgw.3.25i", "tgw.3.25j", "tgw.3.25k", "tgw.3.25q")
def test_nations_and_their_sides() -> None:
    side = {code: tables.START_SIDE[n] for n, code in enumerate(tables.NATIONS)}
    allies = {"ARM", "AB", "BE", "BR", "BI", "BP", "PN-A", "FR", "MN", "RU", "PG", "SR"}
    assert {c for c, s in side.items() if s == tables.ALLIED} == allies
    assert {c for c, s in side.items() if s == tables.CENTRAL} == {"AH", "GE", "PN-C"}
    assert {c for c, s in side.items() if s == tables.NEUTRAL} == {"BU", "GK", "IT", "RO", "US", "TU"}
    st = State({}, "1914")
    assert all(st.side(u) == side[tables.NATIONS[roster.NATION_OF[u]]] for u in range(roster.N))


@rule("tgw.3.25l")
def test_british_colours() -> None:
    assert {tables.BR, tables.BI, tables.BP} == tables.BRITISH and {tables.PAYER[n] for n in tables.BRITISH} == {tables.BR}
    assert all(roster.ROSTER[u].theatre == "Near East" for n in (tables.BI, tables.BP) for u in bits(roster.CORPS[n]))


@rule("tgw.3.25m")
def test_one_name_may_stand_on_two_counters() -> None:
    assert sum(c.nation == tables.TU and c.name.split()[0] == "19" for c in roster.ROSTER) == 2
    assert len(set(roster.UNITS)) == roster.N and all(c.name for c in roster.ROSTER)


@rule("tgw.2.0b")
@pytest.mark.parametrize("key", ["strengths", "odds", "die", "table"])
def test_a_combat_tells_strengths_odds_table_and_one_die(key: str) -> None:
    import random

    import firestep

    s = firestep.start("tgw", scenario="1918", seed="one die")
    rng = random.Random(1)
    while (d := s.decision) is not None and not any(e.key == "attack" for e in s.journal):
        s.take(rng.choice(d.actions))
    attack = next(e for e in s.journal if e.key == "attack")
    assert key in attack.params
