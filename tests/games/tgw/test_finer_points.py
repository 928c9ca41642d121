"""Finer points of many chapters: each test was written because the code could be broken there and nobody noticed."""

from __future__ import annotations

from firestep.games.tgw import board as b
from firestep.games.tgw import (
    cavalry,
    combat,
    events,
    fog,
    happenings,
    mandates,
    movement,
    nations,
    neutrals,
    newunits,
    resources,
    secrets,
    sequence,
    shock,
    warfare,
)
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.chits import OF_EVENT
from firestep.games.tgw.state import AVAIL_NE, WAITING
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.field import field, session
from games.tgw.war import CP, A, game, hexes, war

U = r.UNIT
ON = {"fog": "on"}
PLACE = "W5217"


# -- fog and secrets -------------------------------------------------------------------------------------------------------------


@rule("tgw.7.25a")
def test_foot_lies_on_top_whatever_its_number() -> None:
    """Infantry and mountain troops lie above cavalry and headquarters that come before them in the roster."""
    horse = next(u for u in bits(r.CAVALRY & r.CORPS[t.GE]))
    hq = next(u for u in bits(r.HQ & r.CORPS[t.GE]))
    for foot in (r.INFANTRY, r.MOUNTAIN):
        late = bits(foot & r.CORPS[t.AH])[-1]
        assert late > max(horse, hq)
        st = field({" ".join(r.UNITS[u] for u in (horse, hq, late)): PLACE}, options=ON)
        order = sorted((horse, hq, late), key=lambda u: fog.order(st, u))
        assert order == [late, horse, hq]


@rule("tgw.7.25a", "tgw.14.62a")
def test_who_lays_waste_is_seen() -> None:
    st = field({"ge-1 ge-2 ge-3": PLACE}, options=ON)
    st.devastating = 1 << U["ge-3"]
    assert r.unit_ids(fog.covered(st, A)[b.INDEX[PLACE]]) == ["ge-2"]


@rule("tgw.7.25b")
def test_a_declared_attack_shows_the_headquarters_of_the_hex_too() -> None:
    near = b.numbers(b.ATLAS.near(b.INDEX[PLACE]) & b.LAND)[0]
    st = field({"fr-1 fr-hq1": PLACE, "ge-1": near}, options=ON)
    assert fog.covered(st, CP)
    st.fight = combat.declared(st, CP, b.INDEX[PLACE], (U["ge-1"],))
    assert not fog.covered(st, CP) and fog.covered(st, None), "both sides look, the public does not"


@rule("tgw.7.25a", "tgw.6.3g")
def test_interdiction_asks_for_the_british_that_are_seen() -> None:
    rider = next(r.UNITS[u] for u in bits(r.CAVALRY & (r.CORPS[t.BP] | r.CORPS[t.BR]) & ~r.BRIGADE))
    st = field({f"fr-dfps {rider}": "N4208"}, options=ON)
    assert r.NATION_OF[fog.top(st, st.stack(b.INDEX["N4208"]))] == t.FR
    assert not fog.british(st) >> b.INDEX["N4208"] & 1
    st.put(U["fr-dfps"], WAITING)
    assert fog.british(st) >> b.INDEX["N4208"] & 1


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
    a, c, d, e = bits(r.CORPS[t.GE] & r.INFANTRY & r.DIVISION)[:40:10]
    other = b.NUMBER[bits(b.GERMANY & b.FRONT["W"] & ~b.FORTS)[0]]
    st = field({f"{r.UNITS[d]} {r.UNITS[e]}": PLACE, f"{r.UNITS[a]} {r.UNITS[c]}": other}, options=ON)
    known = secrets.conceal(session(st, movement.MoveUnits(g.WESTERN, CP)), A).state
    for place in (PLACE, other):
        i = b.INDEX[place]
        assert fog.top(known, known.stack(i)) == fog.top(st, st.stack(i)) and known.stack(i).bit_count() == 2


@rule("tgw.7.25a", "tgw.6.29b")
def test_what_enver_has_named_is_not_told() -> None:
    st = field({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038"}, turn=9, forts=False, options=ON)
    s = session(st, movement.MoveUnits(g.EASTERN, CP))
    s.agenda.append(mandates.Gather(b.INDEX["N4038"], (U["tu-17"],)))
    assert secrets.conceal(s, A).agenda[-1] == mandates.Gather()
    assert secrets.conceal(s, CP).agenda[-1] == s.agenda[-1]


# -- sequence, strategic turn, events (4, 5, 6) ----------------------------------------------------------------------------------


@rule("tgw.4.2.5a", "tgw.4.2.7")
def test_who_moved_in_a_theater_attacks_there() -> None:
    for initiative in (A, CP):
        st = war(turn=20)
        st.initiative = initiative
        for theater in (g.WESTERN, g.EASTERN):
            for move, fight in ((sequence.MOVEMENT_1, sequence.COMBAT_1), (sequence.MOVEMENT_2, sequence.COMBAT_2)):
                assert sequence.mover(st, move, theater) == sequence.mover(st, fight, theater)
        assert sequence.mover(st, sequence.COMBAT_1, g.WESTERN) == initiative != sequence.mover(st, sequence.COMBAT_2, g.WESTERN)


@rule("tgw.5.13b")
def test_eleven_points_are_one_too_many() -> None:
    st = war(letter="H")
    st.rp[t.GE], st.rp[t.BR] = 11, 10
    resources.cap(game(st))
    assert st.rp[t.GE] == 10 == st.rp[t.BR]


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
    st = war(turn=t.turn_of("Jan/Feb", 1915), letter="C")
    st.prewar = ("al.9",)
    st.pool[A] |= OF_EVENT["entry.italy"]
    assert events.may_choose_italy(st, A)
    st.tally["bribe"] = 2
    assert not events.may_choose_italy(st, A)


@rule("tgw.6.1.6b", "tgw.5.12d")
def test_a_neutral_america_pays_for_nothing() -> None:
    st = war(turn=20)
    st.rp[t.US] = 3
    assert events.payers(st, A) == []
    st.set_side(t.US, A)
    assert events.payers(st, A) == [t.US]


@rule("tgw.6.35a")
def test_no_trench_where_the_turks_starve(monkeypatch) -> None:
    field_ = bits(b.PALESTINE & ~happenings.UNDIGGABLE & ~b.DESERT)[-1]
    st = war({"tu-10": b.NUMBER[field_]}, turn=22)
    monkeypatch.setattr(happenings, "supplied", lambda st, u: True)
    assert happenings.trench_hexes(st) >> field_ & 1
    monkeypatch.setattr(happenings, "supplied", lambda st, u: False)
    assert not happenings.trench_hexes(st)


@rule("tgw.6.10a")
def test_the_gun_needs_a_supplied_hex(monkeypatch) -> None:
    st = war(turn=38, letter="P", forts=False)
    st.seize(b.FRANCE & ~b.PARIS, CP)
    two = bits(happenings.gun_hexes(st))[:2]
    monkeypatch.setattr(happenings, "fed", lambda st, nation: 1 << two[0])
    assert happenings.gun_hexes(st) == 1 << two[0]


# -- movement, combat, new units (8, 10, 13, 15) -----------------------------------------------------------------------------------


@rule("tgw.6.3g")
def test_interdiction_stops_who_comes_near_the_british_on_difficult_ground() -> None:
    """Not only who begins next to them."""
    hard = next(i for i in bits(b.DIFFICULT & g.FRONT[g.EGYPT] & b.LAND))
    british = next(i for i in bits(b.ATLAS.near(hard) & b.LAND))
    far = next(i for i in bits(g.FRONT[g.EGYPT] & b.LAND) if not b.ATLAS.dilate(b.ATLAS.dilate(1 << british)) >> i & 1)
    st = field({"br-52t": b.NUMBER[british]}, forts=False)
    st.until = {"interdiction-from": 20, "interdiction": 20}
    stop = movement.halts(st, CP, 1 << U["tu-10"], g.EGYPT, far)
    assert stop >> hard & 1 and not stop & ~b.ATLAS.dilate(1 << british)
    assert movement.halts(st, CP, 1 << U["tu-10"], g.EGYPT, british) == b.DIFFICULT & g.FRONT[g.EGYPT]


@rule("tgw.15.52a")
def test_cavalry_does_not_ride_towards_a_town_of_the_enemy() -> None:
    town = b.INDEX["E4613"]  # Lodz
    st = field({"ru-1dcc": "E4713"}, turn=8, letter="A", forts=False, central=("E4613",))
    fight = combat.Fight(CP, b.INDEX["E4713"], (), (U["ru-1dcc"],))
    held = cavalry.nearer(st, fight)
    st.seize(1 << town, A)
    assert cavalry.nearer(st, fight) >> town & 1 and not held >> town & 1


@rule("tgw.6.37a")
def test_russians_land_where_nobody_is_not_even_their_own() -> None:
    one, two = [u for u in bits(r.CORPS[t.RU] & r.NEAR_EAST & r.COMBAT)][:2]
    st = war(turn=18, play="al-ruamph")
    st.put(one, AVAIL_NE)
    beach = newunits.special(st, one)
    assert beach
    st.put(two, bits(beach)[0])
    assert newunits.special(st, one) == beach & ~(1 << bits(beach)[0])


@rule("tgw.15.41a")
def test_unpaid_shock_troops_are_not_made() -> None:
    st = war({"ge-1": "W6729"}, turn=30, letter="L")
    st.tally["shock"] = 1
    st.rp[t.GE] = 0
    assert not shock.under(st) and not shock.eligible(st)
    st.tally["shock-paid-1"] = 1
    assert shock.under(st) == 1


@rule("tgw.6.57b", "tgw.15.43b")
def test_whom_influenza_struck_is_not_converted_again() -> None:
    st = war({"ge-1 ge-2": "W6729"}, turn=30, letter="L")
    st.tally |= {"shock": 2, "shock-paid-2": 1}
    assert shock.eligible(st) == 1 << U["ge-1"] | 1 << U["ge-2"]
    st.unshocked = 1 << U["ge-1"]
    assert shock.eligible(st) == 1 << U["ge-2"]


# -- nations (17, 19) ---------------------------------------------------------------------------------------------------------


@rule("tgw.17.11b")
def test_what_is_due_on_the_next_letter_does_not_join_yet() -> None:
    letters = sorted({t.LETTER[r.ROSTER[u].entry] for u in bits(r.CORPS[t.IT]) if r.ROSTER[u].entry in t.LETTER})
    assert letters
    late = sum(1 << u for u in bits(r.CORPS[t.IT]) if t.LETTER.get(r.ROSTER[u].entry) == letters[0])
    st = war(turn=20)
    st.letter = letters[0] - 1
    assert not neutrals.army(st, t.IT) & late
    st.letter = letters[0]
    assert neutrals.army(st, t.IT) & late == late


@rule("tgw.19.53a")
def test_garrisons_do_not_march_before_september() -> None:
    guard = bits(r.SETUP["FR", "V"])[0]
    st = war({r.UNITS[guard]: PLACE, "fr-1": PLACE}, turn=2, letter="", forts=False)
    assert nations.frozen(st) >> guard & 1 and not nations.frozen(st) >> U["fr-1"] & 1
    st.turn = 3
    assert not nations.frozen(st) >> guard & 1


@rule("tgw.6.29b")
def test_enver_is_obeyed_by_name() -> None:
    """The list names hexes at which three can get, and nothing else."""
    st = war({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038", "ru-2": "N2939"}, turn=9, forts=False)
    st.until = {"enver-from": 9, "enver": 9}
    assert texts(game(st, mandates.Enver())) == ["enver N4038"] and hexes("N2939") & st.held[A]
