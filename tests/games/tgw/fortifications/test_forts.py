"""Forts and their surrender (tgw.14.1), Kut (tgw.14.2), the Hindenburg Line (tgw.14.3), trenches that fall (tgw.14.53),
devastation (tgw.14.6)."""

from __future__ import annotations

import pytest

from firestep.games.tgw import victory
from firestep.games.tgw.combat import attackers, shifts, strength
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.combat.strength import count, declared, defence
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.fortifications import devastation, forts, hindenburg, trenches
from firestep.games.tgw.fortifications.devastation import Devastate, WithdrawDevastators
from firestep.games.tgw.fortifications.forts import FortressSurrender
from firestep.games.tgw.fortifications.hindenburg import Hindenburg
from firestep.games.tgw.movement import control, movement, stacking
from firestep.games.tgw.state import DEAD, State
from firestep.games.tgw.strategic import replacement
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.events_kit import U
from games.tgw.positions import around, field, session, spot, why
from games.tgw.war import CP, A, asked, game, war

VERDUN = "W5123"
PRZEMYSL = "E3918"
KUT = "N1845"


def near(place: str, k: int = 0) -> str:
    return board.NUMBER[bits(attackers.NEAR[board.INDEX[place]] & ~board.FORTS & ~board.ALPINE)[k]]


# -- forts ---------------------------------------------------------------------------------------------------------------------


@rule("tgw.14.11a", "tgw.7.23f")
def test_a_fort_defends_with_one_and_takes_no_room() -> None:
    st = field({"ge-1": near(VERDUN), "fr-1": VERDUN})
    f = declared(st, tables.CENTRAL, board.INDEX[VERDUN], (roster.UNIT["ge-1"],))
    assert defence(st, f) == roster.DEFENCE[roster.UNIT["fr-1"]] + 1 and count(st, f) == 2
    six = roster.unit_mask([f"fr-{k}" for k in range(1, 7)])
    assert stacking.room(field(), board.INDEX[VERDUN], six, tables.ALLIED)


@rule("tgw.14.14a")
def test_a_captured_fort_is_gone_for_good() -> None:
    st = field()
    s = session(st)
    bit = board.mask(VERDUN)
    st.seize(bit, tables.CENTRAL)
    forts.entered(s, board.INDEX[VERDUN], tables.CENTRAL)
    assert not st.forts & bit and "fort-falls" in keys(s)
    st.seize(bit, tables.ALLIED)
    forts.entered(s, board.INDEX[VERDUN], tables.ALLIED)
    assert not st.forts & bit and not st.fort_of[tables.ALLIED] & bit


@rule("tgw.14.14a")
def test_its_own_side_does_not_destroy_a_fort() -> None:
    st = field(central=[VERDUN])
    forts.entered(session(st), board.INDEX[VERDUN], tables.ALLIED)
    assert st.forts & board.mask(VERDUN)


def siege(letter: str = "D", inside: str = "ah-1 ah-2", outside: int = 6) -> State:
    ring = dict(zip((f"ru-{k}" for k in range(1, outside + 1)), board.ATLAS.neighbours(PRZEMYSL), strict=False))
    st = field(({inside: PRZEMYSL} if inside else {}) | ring, letter=letter)
    rest = [n for n in board.ATLAS.neighbours(PRZEMYSL) if n not in ring.values()]
    for u, n in zip(("ru-hq1", "ru-hq2", "ru-hq3", "ru-hq4"), rest, strict=False):
        st.put(roster.UNIT[u], board.INDEX[n])
    return st


@rule("tgw.14.15a", "tgw.14.15b", "tgw.5.5a", "tgw.4.3.6")
@pytest.mark.parametrize(("die", "falls"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_hemmed_in_fortress_rolls(die: int, falls: bool) -> None:
    st = siege()
    s = session(st, FortressSurrender(), dice=(die,))
    assert keys(s).count("fortress-rolls") == 1
    assert (st.at[roster.UNIT["ah-1"]] == DEAD) is falls and bool(st.forts & board.mask(PRZEMYSL)) is not falls


@rule("tgw.14.15a")
def test_no_test_before_d() -> None:
    assert "fortress-rolls" not in keys(session(siege("C"), FortressSurrender(), dice=(6,)))


@rule("tgw.14.15a")
@pytest.mark.parametrize(
    ("inside", "outside", "tested"),
    [("ah-1 ah-2", 6, True), ("ah-1 ah-2 ah-3 ah-4 ah-5", 6, True), ("ah-1 ah-2 ah-3 ah-4 ah-5 ah-6", 6, False), ("", 6, True)],
)
def test_as_many_enemies_as_units_with_the_fort(inside: str, outside: int, tested: bool) -> None:
    st = siege(inside=inside, outside=outside)
    assert bool(forts.tested(st)) is tested


@rule("tgw.14.15a")
def test_a_fortress_in_regular_supply_is_not_tested() -> None:
    st = field({"ah-1": PRZEMYSL, "ru-1 ru-2 ru-3": near(PRZEMYSL)}, letter="D")
    assert supply.supplied(st, roster.UNIT["ah-1"]) and not forts.tested(st)


# -- Kut -----------------------------------------------------------------------------------------------------------------------


def kut(held: bool = True, *, turks: str = "", allies: str = "bi-16bd bi-17bd") -> State:
    st = field({allies: KUT} if allies else {})
    if turks:
        st.put(roster.UNIT["tu-1"], board.INDEX[turks])
    st.set_flag("kut", held)
    return st


K = board.numbers(board.K_HEXES)


@rule("tgw.14.21a")
def test_the_fort_of_kut_comes_with_the_allies() -> None:
    st = field()
    s = session(st)
    assert not st.flag("kut") and forts.shift(st, board.KUT, tables.ALLIED) == 0
    st.put(roster.UNIT["bi-16bd"], board.KUT)
    control.enter(s, roster.unit_mask(["bi-16bd"]), (board.KUT,))
    assert st.flag("kut") and forts.shift(st, board.KUT, tables.ALLIED) == 1


@rule("tgw.14.21b", "tgw.14.11a")
def test_kut_serves_the_allies_alone_and_has_no_unit_of_its_own() -> None:
    st = kut()
    f = declared(st, tables.CENTRAL, board.KUT, (roster.UNIT["tu-1"],))
    assert forts.shift(st, board.KUT, tables.ALLIED) == 1 and not forts.intrinsic(st, board.KUT, tables.ALLIED)
    assert defence(st, f) == 2 * roster.DEFENCE[roster.UNIT["bi-16bd"]] and count(st, f) == 2
    assert forts.shift(st, board.KUT, tables.CENTRAL) == 0
    st.seize(sources.KUT, tables.CENTRAL)
    forts.entered(session(st), board.KUT, tables.CENTRAL)
    assert st.flag("kut"), "however often it changes hands"


@rule("tgw.14.22a")
@pytest.mark.parametrize("hex", K)
def test_one_turk_in_a_k_hex_besieges_kut(hex: str) -> None:
    assert not sources.besieged(kut()) and sources.besieged(kut(turks=hex))
    assert not sources.besieged(kut(turks=hex, allies=""))
    elsewhere = next(n for n in board.ATLAS.neighbours(KUT) if n not in K)
    assert not sources.besieged(kut(turks=elsewhere))


@rule("tgw.14.23a")
def test_besieged_units_do_not_attack_out_and_are_tested(plenty: set[str]) -> None:
    st = kut(turks=K[0])
    s = session(st, CombatPhase(fronts.EASTERN, tables.ALLIED))
    assert texts(s) == ["done"]
    assert why(s, f"attack {K[0]}") == {"tgw.14.23a"}
    st.put(roster.UNIT["tu-2"], board.INDEX[K[1]])
    st.letter = tables.LETTER["D"]
    assert [i for i, _, _ in forts.tested(st)] == [board.KUT]
    s = session(st, FortressSurrender(), dice=(4,))
    assert not st.stack(board.KUT) and st.flag("kut")


@rule("tgw.14.23a", "tgw.14.23b")
def test_the_siege_ends_with_the_last_turk_in_a_k_hex() -> None:
    st = kut(turks=K[0])
    assert sources.besieged(st)
    st.put(roster.UNIT["tu-1"], DEAD)
    assert not sources.besieged(st)


# -- the Hindenburg Line ---------------------------------------------------------------------------------------------------------


@rule("tgw.14.31a")
def test_four_markers_come_with_k() -> None:
    for letter, n in (("J", 0), ("K", 4), ("L", 0)):
        st = field(letter=letter)
        trenches.advance(session(st))
        assert st.line_left == n


LINE = spot(board.CLEAR & board.FRANCE)


@rule("tgw.14.31b")
def test_the_line_is_laid_at_once_and_without_gaps(plenty: set[str]) -> None:
    st = field(central=board.numbers(board.FRANCE & ~board.FORTS), line_left=4)
    far = next(
        n for n in board.numbers(board.FRANCE & ~board.FORTS) if board.ATLAS.distance(board.INDEX[n], board.INDEX[LINE]) == 6
    )
    st.put(roster.UNIT["fr-1"], board.INDEX[far])
    s = session(st, Hindenburg())
    beside = f"line {board.ATLAS.neighbours(far)[0]}"
    assert "keep" in texts(s) and why(s, beside) == {"tgw.14.31b"} and beside not in texts(s), "next to an Allied unit"
    play(s, f"line {LINE}")
    assert why(s, "keep") == {"tgw.14.31b"}, "all four or none"
    assert {a.split()[1] for a in texts(s)} <= set(around(LINE))
    play(s, texts(s)[0])
    play(s, texts(s)[0])
    assert not st.line, "nothing lies there before the fourth"
    play(s, texts(s)[0])
    assert s.over and st.line.bit_count() == 4 and st.line_left == 0 and st.fort_of[tables.CENTRAL] & st.line == st.line
    assert session(st, Hindenburg()).over, "there are no others"


@rule("tgw.14.31b")
def test_no_line_in_enemy_country_or_out_of_supply(plenty: set[str]) -> None:
    st = field(line_left=4)
    from firestep.games.tgw.fortifications.hindenburg import sites

    assert not sites(st) & board.FRANCE and sites(st) & board.GERMANY
    st.occ[tables.ALLIED] |= 0
    plenty.update(roster.UNITS)
    assert session(st, Hindenburg()).over


@rule("tgw.14.31c")
def test_the_line_is_a_heavy_fort_without_stores(plenty: set[str]) -> None:
    st = field({"ge-1": LINE, "fr-1": around(LINE)[0]}, line=board.mask(LINE))
    st.derive_forts()
    f = declared(st, tables.ALLIED, board.INDEX[LINE], (roster.UNIT["fr-1"],))
    assert forts.shift(st, board.INDEX[LINE], tables.CENTRAL) == 2 and defence(st, f) == roster.DEFENCE[roster.UNIT["ge-1"]] + 1
    assert not sources.in_own_fort(st, roster.UNIT["ge-1"]), "never fortress supply"
    assert supply._ground(st, tables.ALLIED, supply.PLAIN)[0] & board.mask(LINE) == 0, "it blocks lines"
    s = session(st)
    st.put(roster.UNIT["ge-1"], DEAD)
    forts.entered(s, board.INDEX[LINE], tables.ALLIED)
    assert not st.line and not st.fort_of[tables.CENTRAL] & board.mask(LINE)


# -- trenches of the Near East ---------------------------------------------------------------------------------------------------


@rule("tgw.14.53a", "tgw.6.35c")
def test_a_trench_falls_when_the_allies_come() -> None:
    hex = next(i for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS))
    st = field(ne_trenches=1 << hex)
    s = session(st)
    forts.entered(s, hex, tables.CENTRAL)
    assert st.ne_trenches
    forts.entered(s, hex, tables.ALLIED)
    assert not st.ne_trenches and "trench-falls" in keys(s)


@rule("tgw.6.34c")
def test_the_gaza_line_is_lost_before_kress_for_good() -> None:
    for early in (True, False):
        st = field()
        st.set_flag("gaza", not early)
        forts.entered(session(st), board.INDEX["N2712"], tables.ALLIED)
        assert st.flag("gaza-lost") is early


# -- devastation -----------------------------------------------------------------------------------------------------------------

WASTE = next(
    board.NUMBER[i]
    for i in bits(board.CLEAR & board.FRANCE & ~board.FORTS & ~board.SETTLED)
    if attackers.NEAR[i].bit_count() == 6 and not attackers.NEAR[i] & board.FORTS
)


def wasting(units: dict[str, str] | None = None, **more: object) -> State:
    return field(units or {"ge-1 ge-2": WASTE}, dz_left=8, **more)  # type: ignore[arg-type]


@rule("tgw.14.61a")
@pytest.mark.parametrize(("place", "may"), [("clear", True), ("flood", True), ("rough", False), ("germany", False)])
def test_what_may_be_devastated(plenty: set[str], place: str, may: bool) -> None:
    area = (
        {
            "clear": board.CLEAR & board.BELGIUM,
            "flood": board.FLOOD & (board.FRANCE | board.BELGIUM),
            "rough": board.ROUGH & board.FRANCE,
            "germany": board.CLEAR & board.GERMANY,
        }[place]
        & fronts.FRONT[fronts.WEST]
        & ~board.FORTS
    )
    hex = next(i for i in bits(area) if (attackers.NEAR[i] & ~board.FORTS).bit_count() >= 5)
    st = wasting({"ge-1": board.NUMBER[hex]})
    s = session(st, Devastate())
    assert (not s.over) is may


@rule("tgw.14.62a")
def test_a_supplied_foot_unit_is_set_to_it_and_does_nothing_else(plenty: set[str]) -> None:
    rider = roster.UNITS[bits(roster.CAVALRY & roster.CORPS[tables.GE])[0]]
    st = wasting({f"ge-1 ge-2 {rider} ge-hq1": WASTE, "fr-1": around(WASTE)[3]})
    s = session(st, Devastate(), CombatPhase(fronts.WESTERN, tables.CENTRAL))
    assert texts(s) == ["devastate ge-1", "devastate ge-2", "done"]
    assert why(s, f"devastate {rider}") == {"tgw.14.62a"}
    plenty.add("ge-2")
    assert why(s, "devastate ge-2") == {"tgw.14.62a"}
    play(s, "devastate ge-1")
    assert st.devastating == roster.unit_mask(["ge-1"]) and st.dz_left == 7 and not st.devastated
    play(s, f"attack {around(WASTE)[3]}")
    assert why(s, "add ge-1") == {"tgw.14.62a"} and "add ge-2" in texts(s), "others in the hex may fight"


@rule("tgw.14.62b")
def test_the_unit_falls_back_to_the_east(plenty: set[str]) -> None:
    st = wasting({"ge-1": WASTE, "fr-1": around(WASTE)[0]})
    st.put(roster.UNIT["fr-1"], DEAD)
    s = session(st, Devastate(), WithdrawDevastators())
    play(s, "devastate ge-1")
    eastern = {
        n for n in board.ATLAS.neighbours(WASTE) if board.ATLAS.direction(board.INDEX[WASTE], board.INDEX[n]) in ("e", "ne", "se")
    }
    assert set(texts(s)) == {f"withdraw {n}" for n in eastern}
    west = next(n for n in board.ATLAS.neighbours(WASTE) if n not in eastern)
    assert why(s, f"withdraw {west}") == {"tgw.14.62b"}
    play(s, texts(s)[0])
    assert st.devastated == board.mask(WASTE) and st.at[roster.UNIT["ge-1"]] != board.INDEX[WASTE]


@rule("tgw.14.62b")
def test_without_a_way_back_the_hex_cannot_be_chosen(plenty: set[str]) -> None:
    """E57: at the choice one of the three hexes must be open; if all have closed by then, the unit stays and the marker returns."""
    eastern = [
        n for n in board.ATLAS.neighbours(WASTE) if board.ATLAS.direction(board.INDEX[WASTE], board.INDEX[n]) in ("e", "ne", "se")
    ]
    st = wasting({"ge-1": WASTE} | dict(zip(("fr-1", "fr-2", "fr-3"), eastern, strict=True)))
    assert session(st, Devastate()).over
    st = wasting({"ge-1": WASTE})
    s = session(st, Devastate(), devastation.LayWaste())
    play(s, "devastate ge-1")
    for u, n in zip(("fr-1", "fr-2", "fr-3"), eastern, strict=True):
        st.put(roster.UNIT[u], board.INDEX[n])
    s = session(st, WithdrawDevastators())
    assert s.over and not st.devastated and st.dz_left == 8


@rule("tgw.14.64a")
def test_no_more_hexes_than_markers(plenty: set[str]) -> None:
    st = field({"ge-1": WASTE}, dz_left=0)
    assert session(st, Devastate()).over
    st = field({"ge-1": WASTE, "ge-2": spot(board.CLEAR & board.BELGIUM)}, dz_left=1)
    s = session(st, Devastate())
    play(s, "devastate ge-1")
    assert s.over


@rule("tgw.14.63c", "tgw.10.42a")
def test_a_devastated_city_serves_supply_still() -> None:
    hex = next(i for i in bits(board.CITY & board.CLEAR & board.FRANCE))
    st = field(devastated=1 << hex)
    assert board.SETTLED >> hex & 1 and shifts.terrain(st, hex) == []


@rule("tgw.14.63d", "tgw.18.21b", "tgw.18.24c")
def test_a_devastated_victory_hex_moves_no_morale() -> None:
    hex = bits(victory.FRENCH_SIGNS)[0]
    for devastated in (0, 1 << hex):
        st = field({}, turn=tables.turn_of("May", 1918), letter="P")
        st.collapsed |= 1 << tables.RU
        st.tally["turn-mutiny"] = 30
        st.devastated = devastated
        assert bool(victory.captured(session(st), 1 << hex, CP)) == (not devastated)
        victory.captured(session(st), 1 << hex, A)
        assert bool(st.retaken) == (not devastated)


@rule("tgw.14.64a", "tgw.16.11d")
def test_the_marker_of_a_devastator_that_is_lost_goes_back() -> None:
    """An Austrian lays waste to a hex; his nation has fallen and the stack is parted before he can leave."""
    from firestep.games.tgw.combat.casualties import eliminate
    from firestep.games.tgw.fortifications import devastation

    place = bits(devastation.WASTABLE & board.FRANCE)[0]
    st = war({"ah-1 ge-1": board.NUMBER[place]}, turn=40, central=(board.NUMBER[place],))
    before = st.dz_left
    s = game(st)
    st.devastating, st.dz_left = 1 << U["ah-1"], before - 1
    eliminate(s, 1 << U["ah-1"], "tgw.16.11d")
    game(st, devastation.WithdrawDevastators())
    assert st.dz_left == before and not st.devastated >> place & 1
    st.rp[tables.AH] = 1
    game(st, replacement.Replace(tables.CENTRAL)).take("buy ah-1")
    assert not st.devastating >> U["ah-1"] & 1, "who comes back is free to move"


@rule("tgw.14.31c", "tgw.14.63c", "tgw.11.51a")
def test_the_hindenburg_line_in_a_devastated_city_shifts_for_the_line_alone() -> None:
    from firestep.games.tgw.combat import shifts

    city = next(i for i in bits(board.CITY & board.FRANCE & board.FRONT["W"] & ~board.FORTS) if not shifts.terrain(war(), i)[1:])
    near = next(i for i in bits(board.ATLAS.near(city) & board.LAND))
    st = war({"ge-1": board.NUMBER[city], "fr-1": board.NUMBER[near]}, turn=35, forts=False)
    st.devastated = 1 << city
    st.line = 1 << city
    st.derive_forts()
    fight = strength.declared(st, A, city, (U["fr-1"],))
    assert not [m for m in shifts.shifts(st, fight) if m.text == "a city"]
    assert [m.value for m in shifts.shifts(st, fight) if m.rule == "tgw.14.12a"] == [-2]


@rule("tgw.14.62a")
def test_who_laid_waste_last_turn_is_free_this_turn() -> None:
    hex = spot(board.CLEAR & board.BELGIUM)
    st = war({"ge-1": hex}, turn=28, letter="L", devastating=1 << U["ge-1"])
    game(st, devastation.Devastate())
    assert not st.devastating and movement.ready(st, CP) >> U["ge-1"] & 1


@rule("tgw.14.31a")
def test_no_hindenburg_line_without_its_markers() -> None:
    st = war(turn=20, letter="H")
    st.seize(board.BELGIUM, CP)
    assert hindenburg.next_hexes(st, ()) and game(st, hindenburg.Hindenburg()).over
    st.line_left = hindenburg.MARKERS
    assert asked(game(st, hindenburg.Hindenburg())) == ("LayLine", CP)


@rule("tgw.14.31c", "tgw.14.12b")
def test_the_hindenburg_line_on_the_ruins_of_a_belgian_fort_is_german() -> None:
    fort = next(i for i in bits(board.FORTS) if fronts.FORT_NATION[i] == tables.BE)
    st = war(turn=30, letter="L", line=1 << fort, trenches=[2, 1, 1, 1, 1], forts=False)
    assert trenches.depth(st, fort, CP, 0)[0] == 2
