"""OHL, OberOst, Foch and Allenby combats (tgw.10.8)."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat import special_combats
from firestep.games.tgw.combat.combat import Attacks
from firestep.games.tgw.combat.special_combats import PlaceMarkers, SpecialCombats
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.positions import around, field, session, spot, why

pytestmark = pytest.mark.usefixtures("plenty")

TARGET = spot(board.CLEAR & board.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)
EAST = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
EGYPT = board.NUMBER[next(i for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS))]


def front(**more: object) -> State:
    return field({"ge-1 ge-hq1": E, "ah-1": NE, "fr-1": TARGET, "fr-2": W, "ge-2": around(EAST)[0], "ru-1": EAST}, **more)  # type: ignore[arg-type]


@rule("tgw.10.81a", "tgw.5.86b")
def test_ohl_in_the_west_with_the_initiative_oberost_in_the_east_always() -> None:
    for marker, initiative, west, east in (
        (1, tables.CENTRAL, ["ohl"], []),
        (1, tables.ALLIED, [], []),
        (2, tables.CENTRAL, [], ["oberost"]),
        (2, tables.ALLIED, [], ["oberost"]),
        (0, tables.CENTRAL, [], []),
    ):
        st = front(marker=marker, initiative=initiative)
        assert (
            special_combats.usable(st, fronts.WESTERN, tables.CENTRAL) == west
            and special_combats.usable(st, fronts.EASTERN, tables.CENTRAL) == east
        )


@rule("tgw.10.82a")
def test_the_marker_is_laid_where_a_supplied_german_stands(plenty: set[str]) -> None:
    st = front(marker=1)
    s = session(st, PlaceMarkers(fronts.WESTERN, tables.CENTRAL))
    assert texts(s) == ["keep", f"marker {E}"]
    assert why(s, f"marker {NE}") == {"tgw.10.82a"}, "Austrians are not enough"
    plenty.add("ge-1")
    assert session(st, PlaceMarkers(fronts.WESTERN, tables.CENTRAL)).over
    plenty.clear()
    play(s, f"marker {E}")
    assert st.marker_at == board.INDEX[E] and st.flag("ohl-used")


@rule("tgw.10.81b")
def test_one_use_between_two_strategic_turns() -> None:
    st = front(marker=1)
    st.set_flag("ohl-used")
    assert session(st, PlaceMarkers(fronts.WESTERN, tables.CENTRAL)).over
    st = front(marker=1)
    s = session(st, PlaceMarkers(fronts.WESTERN, tables.CENTRAL))
    play(s, "keep")
    assert not st.flag("ohl-used") and not st.marker_at, "kept, it may be used later"


@rule("tgw.10.82b", "tgw.10.83b", "tgw.10.82c", "tgw.10.14a", "tgw.4.2.5c")
def test_germans_near_the_marker_attack_again_and_the_marker_is_lifted() -> None:
    st = front(marker=1, marker_at=board.INDEX[E])
    st.attacked, st.targets = roster.unit_mask(["ge-1"]), board.mask(TARGET)
    s = session(st, SpecialCombats(fronts.WESTERN, tables.CENTRAL), dice=(3,))
    assert isinstance(s.decision.step if s.decision else None, Attacks)
    assert texts(s) == [f"attack {TARGET}", "done"], "attacked before, and attacked again"
    play(s, f"attack {TARGET}")
    assert texts(s) == ["add ge-1"] and why(s, "add ah-1") == {"tgw.10.82b"}
    s = session(st, SpecialCombats(fronts.WESTERN, tables.CENTRAL))
    play(s, "done")
    assert s.over and not st.marker_at and "marker-lifted" in keys(s)


@rule("tgw.10.82b", "tgw.10.83a")
def test_the_range_is_two_along_a_supply_line() -> None:
    centre = spot(board.CLEAR & board.GERMANY)
    ring = around(centre)
    two = next(n for n in around(ring[0]) if n not in ring and n != centre)
    three = next(n for n in around(two) if board.ATLAS.distance(board.INDEX[n], board.INDEX[centre]) == 3)
    st = field({"ge-1": centre, "ge-2": ring[3], "ge-3": two, "ge-4": three}, marker=1, marker_at=board.INDEX[centre])
    ids = set(roster.unit_ids(special_combats.activated(st, "ohl")))
    assert ids == {"ge-1", "ge-2", "ge-3"}
    for u, n in zip(("fr-1", "fr-2", "fr-3", "fr-4", "fr-5", "fr-6"), ring, strict=True):
        if n != ring[3]:
            st.put(roster.UNIT[u], board.INDEX[n])
    ids = set(roster.unit_ids(special_combats.activated(st, "ohl")))
    assert "ge-3" not in ids and {"ge-1", "ge-2"} <= ids, "enemies block the line"


@rule("tgw.10.82b")
def test_only_units_in_supply_are_moved(plenty: set[str]) -> None:
    st = front(marker=1, marker_at=board.INDEX[E])
    plenty.add("ge-1")
    assert special_combats.activated(st, "ohl") == 0
    s = session(st, SpecialCombats(fronts.WESTERN, tables.CENTRAL))
    assert s.over and not st.marker_at


@rule("tgw.10.84a", "tgw.6.30a", "tgw.4.21b")
def test_foch_moves_all_allies_in_the_west_every_turn() -> None:
    st = field({"fr-1": E, "br-8": NE, "ge-1": TARGET, "ru-1": EAST}, initiative=tables.CENTRAL)
    st.play |= OF_EVENT["foch"]
    for _ in range(2):
        s = session(st, PlaceMarkers(fronts.WESTERN, tables.ALLIED))
        assert texts(s) == ["keep", *sorted((f"marker {E}", f"marker {NE}"))]
        play(s, f"marker {E}")
        assert set(roster.unit_ids(special_combats.activated(st, "foch"))) == {"fr-1", "br-8"}
        s = session(st, SpecialCombats(fronts.WESTERN, tables.ALLIED))
        play(s, "done")
        assert not st.foch_at
    assert special_combats.usable(st, fronts.EASTERN, tables.ALLIED) == []


@rule("tgw.10.84b", "tgw.6.31a")
def test_allenby_moves_the_british_in_egypt_once() -> None:
    near = board.NUMBER[bits(board.ATLAS.near(board.INDEX[EGYPT]) & board.LAND & ~board.FORTS)[0]]
    st = field({"bp-1alhbd ab-1ana fr-dfps": near, "tu-1": EGYPT, "fr-1": E})
    st.play |= OF_EVENT["allenby"]
    s = session(st, PlaceMarkers(fronts.WESTERN, tables.ALLIED))
    assert texts(s) == ["keep", f"marker {near}"]
    play(s, f"marker {near}")
    assert roster.unit_ids(special_combats.activated(st, "allenby")) == ["bp-1alhbd"], "no Arabs, no French (E34)"
    s = session(st, SpecialCombats(fronts.WESTERN, tables.ALLIED))
    play(s, "done")
    assert not st.play & OF_EVENT["allenby"] and st.spent & OF_EVENT["allenby"]
    assert session(st, PlaceMarkers(fronts.WESTERN, tables.ALLIED)).over


@rule("tgw.6.46a")
def test_the_mutiny_binds_foch_too() -> None:
    """P47."""
    st = field({"fr-1": E, "ge-1": TARGET}, foch_at=board.INDEX[E])
    st.until = {"mutiny-from": st.turn, "mutiny": st.turn}
    s = session(st, SpecialCombats(fronts.WESTERN, tables.ALLIED))
    assert texts(s) == ["done"]
