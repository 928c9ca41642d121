"""Finer points of many chapters: each test was written because the code could be broken there and nobody noticed."""

from __future__ import annotations

from firestep.games.tgw import secrets, sequence
from firestep.games.tgw.combat import cavalry, combat, strength
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.display import fog
from firestep.games.tgw.events import events, ordered_marches, shock_troops, single_events
from firestep.games.tgw.movement import areas, movement
from firestep.games.tgw.nations import neutrals, new_units
from firestep.games.tgw.state import AVAIL_NE, WAITING
from firestep.games.tgw.strategic import resources, warfare
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.field import field, session
from games.tgw.war import CP, A, game, hexes, war

U = roster.UNIT
ON = {"fog": "on"}
PLACE = "W5217"


# -- fog and secrets -------------------------------------------------------------------------------------------------------------


@rule("tgw.7.25a")
def test_foot_lies_on_top_whatever_its_number() -> None:
    """Infantry and mountain troops lie above cavalry and headquarters that come before them in the roster."""
    horse = next(u for u in bits(roster.CAVALRY & roster.CORPS[tables.GE]))
    hq = next(u for u in bits(roster.HQ & roster.CORPS[tables.GE]))
    for foot in (roster.INFANTRY, roster.MOUNTAIN):
        late = bits(foot & roster.CORPS[tables.AH])[-1]
        assert late > max(horse, hq)
        st = field({" ".join(roster.UNITS[u] for u in (horse, hq, late)): PLACE}, options=ON)
        order = sorted((horse, hq, late), key=lambda u: fog.order(st, u))
        assert order == [late, horse, hq]


@rule("tgw.7.25a", "tgw.14.62a")
def test_who_lays_waste_is_seen() -> None:
    st = field({"ge-1 ge-2 ge-3": PLACE}, options=ON)
    st.devastating = 1 << U["ge-3"]
    assert roster.unit_ids(fog.covered(st, A)[board.INDEX[PLACE]]) == ["ge-2"]


@rule("tgw.7.25b")
def test_a_declared_attack_shows_the_headquarters_of_the_hex_too() -> None:
    near = board.numbers(board.ATLAS.near(board.INDEX[PLACE]) & board.LAND)[0]
    st = field({"fr-1 fr-hq1": PLACE, "ge-1": near}, options=ON)
    assert fog.covered(st, CP)
    st.fight = strength.declared(st, CP, board.INDEX[PLACE], (U["ge-1"],))
    assert not fog.covered(st, CP) and fog.covered(st, None), "both sides look, the public does not"


@rule("tgw.7.25a", "tgw.6.3g")
def test_interdiction_asks_for_the_british_that_are_seen() -> None:
    rider = next(
        roster.UNITS[u] for u in bits(roster.CAVALRY & (roster.CORPS[tables.BP] | roster.CORPS[tables.BR]) & ~roster.BRIGADE)
    )
    st = field({f"fr-dfps {rider}": "N4208"}, options=ON)
    assert roster.NATION_OF[fog.top(st, st.stack(board.INDEX["N4208"]))] == tables.FR
    assert not fog.british(st) >> board.INDEX["N4208"] & 1
    st.put(U["fr-dfps"], WAITING)
    assert fog.british(st) >> board.INDEX["N4208"] & 1


@rule("tgw.20.1b")
def test_a_seat_does_not_know_which_plans_the_other_drew() -> None:
    st = war(turn=1)
    st.phase = 0
    for id in ("cp.8", "cp.9", "cp.10", "al.8"):
        st.tally[f"plan-{id}"] = 1
    known = secrets.conceal(game(st), A).state
    assert [k for k in known.tally if k.startswith("plan-cp")] == ["plan-cp.1", "plan-cp.2", "plan-cp.3"]
    assert known.tally["plan-al.8"] == 1


@rule("tgw.7.25a")
def test_what_is_dealt_anew_keeps_every_top() -> None:
    """The deepest counters go where the top itself is deep."""
    a, c, d, e = bits(roster.CORPS[tables.GE] & roster.INFANTRY & roster.DIVISION)[:40:10]
    other = board.NUMBER[bits(board.GERMANY & board.FRONT["W"] & ~board.FORTS)[0]]
    st = field({f"{roster.UNITS[d]} {roster.UNITS[e]}": PLACE, f"{roster.UNITS[a]} {roster.UNITS[c]}": other}, options=ON)
    known = secrets.conceal(session(st, movement.MoveUnits(fronts.WESTERN, CP)), A).state
    for place in (PLACE, other):
        i = board.INDEX[place]
        assert fog.top(known, known.stack(i)) == fog.top(st, st.stack(i)) and known.stack(i).bit_count() == 2


@rule("tgw.7.25a", "tgw.6.29b")
def test_what_enver_has_named_is_not_told() -> None:
    st = field({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038"}, turn=9, forts=False, options=ON)
    s = session(st, movement.MoveUnits(fronts.EASTERN, CP))
    s.agenda.append(ordered_marches.Gather(board.INDEX["N4038"], (U["tu-17"],)))
    assert secrets.conceal(s, A).agenda[-1] == ordered_marches.Gather()
    assert secrets.conceal(s, CP).agenda[-1] == s.agenda[-1]


# -- sequence, strategic turn, events (4, 5, 6) ----------------------------------------------------------------------------------


@rule("tgw.4.2.5a", "tgw.4.2.7")
def test_who_moved_in_a_theater_attacks_there() -> None:
    for initiative in (A, CP):
        st = war(turn=20)
        st.initiative = initiative
        for theater in (fronts.WESTERN, fronts.EASTERN):
            for move, fight in ((sequence.MOVEMENT_1, sequence.COMBAT_1), (sequence.MOVEMENT_2, sequence.COMBAT_2)):
                assert sequence.mover(st, move, theater) == sequence.mover(st, fight, theater)
        assert (
            sequence.mover(st, sequence.COMBAT_1, fronts.WESTERN)
            == initiative
            != sequence.mover(st, sequence.COMBAT_2, fronts.WESTERN)
        )


@rule("tgw.5.13b")
def test_eleven_points_are_one_too_many() -> None:
    st = war(letter="H")
    st.rp[tables.GE], st.rp[tables.BR] = 11, 10
    resources.cap(game(st))
    assert st.rp[tables.GE] == 10 == st.rp[tables.BR]


@rule("tgw.5.24b")
def test_an_air_unit_defends_the_home_once() -> None:
    st = war(letter="P", turn=40)
    st.play |= OF_EVENT["air.formations"]
    able = warfare.defenders(st)
    first = able & -able
    st.warfare |= first
    assert warfare.defenders(st) == able & ~first


@rule("tgw.20.2.9", "tgw.21.4a")
def test_a_bribed_italy_cannot_be_picked() -> None:
    st = war(turn=tables.turn_of("Jan/Feb", 1915), letter="C")
    st.prewar = ("al.9",)
    st.pool[A] |= OF_EVENT["entry.italy"]
    assert events.may_choose_italy(st, A)
    st.tally["bribe"] = 2
    assert not events.may_choose_italy(st, A)


@rule("tgw.6.1.6b", "tgw.5.12d")
def test_a_neutral_america_pays_for_nothing() -> None:
    st = war(turn=20)
    st.rp[tables.US] = 3
    assert events.payers(st, A) == []
    st.set_side(tables.US, A)
    assert events.payers(st, A) == [tables.US]


@rule("tgw.6.35a")
def test_no_trench_where_the_turks_starve(monkeypatch) -> None:
    field_ = bits(board.PALESTINE & ~single_events.UNDIGGABLE & ~board.DESERT)[-1]
    st = war({"tu-10": board.NUMBER[field_]}, turn=22)
    monkeypatch.setattr(single_events, "supplied", lambda st, u: True)
    assert single_events.trench_hexes(st) >> field_ & 1
    monkeypatch.setattr(single_events, "supplied", lambda st, u: False)
    assert not single_events.trench_hexes(st)


@rule("tgw.6.10a")
def test_the_gun_needs_a_supplied_hex(monkeypatch) -> None:
    st = war(turn=38, letter="P", forts=False)
    st.seize(board.FRANCE & ~board.PARIS, CP)
    two = bits(single_events.gun_hexes(st))[:2]
    monkeypatch.setattr(single_events, "fed", lambda st, nation: 1 << two[0])
    assert single_events.gun_hexes(st) == 1 << two[0]


# -- movement, combat, new units (8, 10, 13, 15) -----------------------------------------------------------------------------------


@rule("tgw.6.3g")
def test_interdiction_stops_who_comes_near_the_british_on_difficult_ground() -> None:
    """Not only who begins next to them."""
    hard = next(i for i in bits(board.DIFFICULT & fronts.FRONT[fronts.EGYPT] & board.LAND))
    british = next(i for i in bits(board.ATLAS.near(hard) & board.LAND))
    far = next(
        i
        for i in bits(fronts.FRONT[fronts.EGYPT] & board.LAND)
        if not board.ATLAS.dilate(board.ATLAS.dilate(1 << british)) >> i & 1
    )
    st = field({"br-52t": board.NUMBER[british]}, forts=False)
    st.until = {"interdiction-from": 20, "interdiction": 20}
    stop = movement.halts(st, CP, 1 << U["tu-10"], fronts.EGYPT, far)
    assert stop >> hard & 1 and not stop & ~board.ATLAS.dilate(1 << british)
    assert movement.halts(st, CP, 1 << U["tu-10"], fronts.EGYPT, british) == board.DIFFICULT & fronts.FRONT[fronts.EGYPT]


@rule("tgw.15.52a")
def test_cavalry_does_not_ride_towards_a_town_of_the_enemy() -> None:
    town = board.INDEX["E4613"]  # Lodz
    st = field({"ru-1dcc": "E4713"}, turn=8, letter="A", forts=False, central=("E4613",))
    fight = combat.Fight(CP, board.INDEX["E4713"], (), (U["ru-1dcc"],))
    held = cavalry.nearer(st, fight)
    st.seize(1 << town, A)
    assert cavalry.nearer(st, fight) >> town & 1 and not held >> town & 1


@rule("tgw.6.37a")
def test_russians_land_where_nobody_is_not_even_their_own() -> None:
    one, two = [u for u in bits(roster.CORPS[tables.RU] & roster.NEAR_EAST & roster.COMBAT)][:2]
    st = war(turn=18, play="al-ruamph")
    st.put(one, AVAIL_NE)
    beach = new_units.special(st, one)
    assert beach
    st.put(two, bits(beach)[0])
    assert new_units.special(st, one) == beach & ~(1 << bits(beach)[0])


@rule("tgw.15.41a")
def test_unpaid_shock_troops_are_not_made() -> None:
    st = war({"ge-1": "W6729"}, turn=30, letter="L")
    st.tally["shock"] = 1
    st.rp[tables.GE] = 0
    assert not shock_troops.under(st) and not shock_troops.eligible(st)
    st.tally["shock-paid-1"] = 1
    assert shock_troops.under(st) == 1


@rule("tgw.6.57b", "tgw.15.43b")
def test_whom_influenza_struck_is_not_converted_again() -> None:
    st = war({"ge-1 ge-2": "W6729"}, turn=30, letter="L")
    st.tally |= {"shock": 2, "shock-paid-2": 1}
    assert shock_troops.eligible(st) == 1 << U["ge-1"] | 1 << U["ge-2"]
    st.unshocked = 1 << U["ge-1"]
    assert shock_troops.eligible(st) == 1 << U["ge-2"]


# -- nations (17, 19) ---------------------------------------------------------------------------------------------------------


@rule("tgw.17.11b")
def test_what_is_due_on_the_next_letter_does_not_join_yet() -> None:
    letters = sorted(
        {tables.LETTER[roster.ROSTER[u].entry] for u in bits(roster.CORPS[tables.IT]) if roster.ROSTER[u].entry in tables.LETTER}
    )
    assert letters
    late = sum(1 << u for u in bits(roster.CORPS[tables.IT]) if tables.LETTER.get(roster.ROSTER[u].entry) == letters[0])
    st = war(turn=20)
    st.letter = letters[0] - 1
    assert not neutrals.army(st, tables.IT) & late
    st.letter = letters[0]
    assert neutrals.army(st, tables.IT) & late == late


@rule("tgw.19.53a")
def test_garrisons_do_not_march_before_september() -> None:
    guard = bits(roster.SETUP["FR", "V"])[0]
    st = war({roster.UNITS[guard]: PLACE, "fr-1": PLACE}, turn=2, letter="", forts=False)
    assert areas.frozen(st) >> guard & 1 and not areas.frozen(st) >> U["fr-1"] & 1
    st.turn = 3
    assert not areas.frozen(st) >> guard & 1


@rule("tgw.6.29b")
def test_enver_is_obeyed_by_name() -> None:
    """The list names hexes at which three can get, and nothing else."""
    st = war({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038", "ru-2": "N2939"}, turn=9, forts=False)
    st.until = {"enver-from": 9, "enver": 9}
    assert texts(game(st, ordered_marches.Enver())) == ["enver N4038"] and hexes("N2939") & st.held[A]
