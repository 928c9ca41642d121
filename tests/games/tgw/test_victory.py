"""Victory (tgw.18.0): the check of a Strategic Turn, sudden death, the end."""

from __future__ import annotations

import pytest

from firestep.engine.offer import Offer, Window
from firestep.games.tgw import sequence, victory
from firestep.games.tgw.combat import combat
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import landings, ordered_offensives
from firestep.games.tgw.movement import consequences, movement
from firestep.games.tgw.nations import collapse, new_units
from firestep.games.tgw.strategic import replacement, warfare
from firestep.testing import keys, rule, session_at
from games.tgw.war import CP, A, asked, game, hexes, hold, war

U = roster.UNIT
VERDUN, ARRAS, AMIENS = "W5123", "W6111", "W5809"


def check(st):
    return game(st, sequence.VictoryCheck())


def reach(st, points: int) -> None:
    """Give the Central Powers so many victory points by events."""
    st.vp_events += points - victory.net(st)


@rule("tgw.18.0a", "tgw.18.11a")
@pytest.mark.parametrize(("letter", "points", "over"), [("A", 20, False), ("B", 20, False), ("C", 20, True), ("C", 19, False)])
def test_twenty_points_win_from_c_on(letter: str, points: int, over: bool) -> None:
    st = war(letter=letter, turn=8)
    reach(st, points)
    check(st)
    assert (st.result[:1] == ("central",)) == over


@rule("tgw.18.11b")
def test_each_victory_hex_is_a_point() -> None:
    st = war(forts=False)
    before = victory.points(st)
    st.seize(hexes("W6819", "E4816", "N3653"), CP)
    assert victory.points(st) == before + 3
    assert not board.VICTORY >> board.INDEX["W5515"] & 1
    st.seize(hexes("W5515"), CP)
    assert victory.points(st) == before + 3  # no victory hex


@rule("tgw.18.11c")
def test_scutari_counts_until_austria_falls() -> None:
    st = war(central=("E1709",))
    before = victory.points(st)
    st.collapsed = 1 << tables.AH
    assert victory.points(st) == before - 1


@rule("tgw.18.12a", "tgw.18.12b")
def test_the_french_edge_and_the_canal_bank_are_victory_hexes() -> None:
    assert board.FRENCH_EDGE and not board.FRENCH_EDGE & ~board.VICTORY
    assert board.WEST_OF_CANAL and not board.WEST_OF_CANAL & ~board.VICTORY
    st = war()
    before = victory.points(st)
    one = board.numbers(board.FRENCH_EDGE)[3], board.numbers(board.WEST_OF_CANAL)[0]
    st.seize(hexes(*one), CP)
    assert victory.points(st) == before + 2


@rule("tgw.18.13a", "tgw.18.14a", "tgw.18.14c")
def test_lost_cities_are_counted_apart_and_taken_off() -> None:
    st = war(at_war={"BU": CP})
    points = victory.points(st)
    metz = next(board.NUMBER[i] for i, name in board.NAME.items() if name == "Metz")
    lost = (metz, "E3920", "E1819", "W5526", "N2416", board.numbers(board.GERMAN_EDGE_WEST)[4])
    for k, n in enumerate(lost):
        st.seize(hexes(n), A)
        assert victory.cities_lost(st) == k + 1, n
    assert victory.points(st) == points and victory.net(st) == points - len(lost)
    assert board.GERMAN_EDGE & board.EAST_MAP and not board.GERMAN_EDGE & ~board.CP_CITIES


@rule("tgw.18.14b")
@pytest.mark.parametrize(("points", "over"), [(0, False), (-1, True)])
def test_below_zero_the_allies_win(points: int, over: bool) -> None:
    st = war(letter="M", turn=32)
    reach(st, points)
    check(st)
    assert (st.result[:2] == ("allied", "below")) == over


@rule("tgw.18.15a")
def test_a_side_may_give_up() -> None:
    for side, winner in ((A, "central"), (CP, "allied")):
        st = war()
        s = game(st, Window("events", (A,)))
        s.agenda = list(reversed(victory.concede(s, side)))
        s._settle()
        assert s.over and st.result[0] == winner and victory.outcome(st).winner == winner
        steps = (movement.MoveUnits(fronts.WESTERN, side), new_units.PlaceUnits(side), combat.Attacks(fronts.WESTERN, side))
        steps += (
            replacement.Replace(side),
            Offer("events", (side,)),
            warfare.Defence() if side == CP else landings.Land("salonika", 1, 3),
        )
        for step in steps:  # at any time, whatever is asked
            st = war({"fr-1": "available", "ge-1": "available"}, turn=20)
            s = session_at("tgw", st, step, Window("events", (A, CP)), options=st.options)
            assert ("concede",) not in s.decision.actions and not s.why_not("concede")  # understood, never offered
            s.take("concede")
            assert s.over and s.outcome.winner == winner and st.result[1:] == ("concession", "tgw.18.15a")


@rule("tgw.18.15b")
def test_june_1919_is_a_draw() -> None:
    st = war(letter="U", turn=51)
    reach(st, 10)
    s = check(st)
    assert s.over and victory.outcome(st).winner is None and st.result[2] == "tgw.18.15b"
    st = war(letter="T", turn=48)
    reach(st, 10)
    check(st)
    assert not st.result


def test_every_reason_is_a_way_to_end_and_every_way_is_told_in_words() -> None:
    """`victory.ENDS` is what the archive is held against (tests/contract/test_archive.py)."""
    assert {reason for _, reason, _ in victory.WAYS} == set(victory.REASONS)
    assert {(tables.SEATS[1 - ordered_offensives.OWES[n]], ordered_offensives.RULE[n]) for n in ordered_offensives.NEED} == {
        (winner, rule) for winner, reason, rule in victory.WAYS if reason == "forfeit"
    }


# -- sudden death ------------------------------------------------------------------------------------------------------------


def spent(**more):
    """France has mutinied, Russia has fallen."""
    return war(
        **{
            "turn": 39,
            "letter": "P",
            "play": "al-mutiny",
            "tally": {"turn-mutiny": 30},
            "collapsed": 1 << tables.RU,
            "forts": False,
            **more,
        }
    )


def capture(st, *numbers: str, dice: list[int]):
    mask = hexes(*numbers)
    st.seize(mask, CP)
    s = game(st, dice=dice)
    s.agenda = list(reversed(consequences.taken(s, mask, CP)))
    s._settle()
    return s


@rule("tgw.18.21a")
@pytest.mark.parametrize(
    ("change", "rolls"), [({}, 1), ({"tally": {}}, 0), ({"collapsed": 0}, 0), ({"tally": {"turn-mutiny": 39}}, 0)]
)
def test_sudden_death_needs_the_mutiny_and_the_fall_of_russia(change: dict, rolls: int) -> None:
    st = spent(**change)
    capture(st, VERDUN, dice=[1] * rolls)
    assert st.rolls == rolls


@rule("tgw.18.21b")
def test_a_roll_for_a_french_victory_hex_wins_with_twenty() -> None:
    for die, wins in ((3, False), (4, True)):
        st = spent()
        st.seize(hexes(VERDUN), CP)
        reach(st, 16)
        st.seize(hexes(VERDUN), A)
        s = capture(st, VERDUN, dice=[die])
        assert s.over and (st.result[:2] == ("central", "morale")) == wins
    st = spent()
    capture(st, "W6819", dice=[])
    assert st.rolls == 0  # Antwerp is not in France
    st = spent()
    capture(st, board.numbers(board.FRENCH_EDGE & ~victory.SIGNS)[2], dice=[])
    assert st.rolls == 0  # the map edge gives no roll (E67)


@rule("tgw.18.22a", "tgw.18.22b", "tgw.18.26a")
def test_one_roll_for_a_hex_in_a_game_but_it_goes_on_counting() -> None:
    st = spent()
    capture(st, VERDUN, dice=[1])
    assert st.rolled == hexes(VERDUN)
    points = victory.points(st)
    st.seize(hexes(VERDUN), A)
    assert victory.points(st) == points - 1
    capture(st, VERDUN, dice=[])
    assert st.rolls == 1 and victory.points(st) == points
    st.retaken = hexes(ARRAS)
    assert victory.points(st) == points  # no effect on regular victory


@rule("tgw.18.23a")
def test_further_captures_of_a_turn_add_one_each() -> None:
    from firestep.games.tgw.events.events import EndOfTurn

    st = spent()
    capture(st, VERDUN, dice=[1])
    assert victory.modifier(st) == 1
    capture(st, ARRAS, dice=[1])
    assert victory.modifier(st) == 2
    game(st, EndOfTurn())
    assert victory.modifier(st) == 0


@rule("tgw.18.24a", "tgw.18.24b")
def test_americans_on_the_way_and_the_tiger() -> None:
    st = spent(us_entered=tables.LETTER["L"], at_war={"US": A})
    assert victory.modifier(st) == 1
    for k, id in enumerate(("us-1", "us-2", "us-26", "us-42", "us-3", "us-4")):
        st.put(U[id], board.INDEX["W5201" if k < 4 else "W5202"])
    assert victory.modifier(st) == 0
    st.play |= OF_EVENT["tiger"]
    assert victory.modifier(st) == -1


@rule("tgw.18.24b", "tgw.6.33a")
def test_the_tiger_may_be_played_before_the_roll() -> None:
    st = hold(spent(), "al-tiger")
    s = capture(st, VERDUN, dice=[1])
    assert asked(s) == ("Offer", A) and st.rolls == 0
    s.take("play al-tiger-sudden-death")
    assert s.over and st.rolls == 1
    assert [e.params["change"] for e in s.journal if e.key == "morale"] == [-1]


@rule("tgw.18.24c", "tgw.18.24.ex1")
def test_hexes_that_the_allies_retook_after_march_1917() -> None:
    st = spent(turn=32, letter="M")

    def change(side: int, n: str) -> int:
        st.seize(hexes(n), side)
        victory.captured(game(st), hexes(n), side)
        return victory.modifier(st)

    st.rolled = hexes(VERDUN, ARRAS)
    assert change(A, VERDUN) == -1
    assert change(CP, VERDUN) == -1  # never lowered
    assert change(A, VERDUN) == -1  # counted once
    assert change(A, ARRAS) == -2
    assert change(A, "W6819") == -3  # Belgium too
    assert change(A, "E4816") == -3
    early = spent(turn=28)
    victory.captured(game(early), hexes(VERDUN), A)
    assert not early.retaken


@rule("tgw.18.25a")
def test_with_a_hidden_mutiny_the_roll_is_made_in_any_case() -> None:
    st = war(turn=32, letter="M", options={"mutiny": "hidden"}, forts=False)
    st.seize(hexes(VERDUN), CP)
    reach(st, 19)
    st.seize(hexes(VERDUN), A)
    s = capture(st, VERDUN, dice=[6])
    assert st.rolls == 1 and not st.result and st.rolled == hexes(VERDUN) and "morale" in keys(s)
    before = war(turn=26, letter="J", options={"mutiny": "hidden"}, forts=False)
    capture(before, VERDUN, dice=[])
    assert before.rolls == 0  # not before 1917
    st = spent(options={"mutiny": "hidden"})
    st.seize(hexes(VERDUN), CP)
    reach(st, 19)
    st.seize(hexes(VERDUN), A)
    capture(st, VERDUN, dice=[6])
    assert st.result[:1] == ("central",)


@rule("tgw.18.3a")
@pytest.mark.parametrize(("places", "wins"), [(("E5102",), True), (("W6830",), False), (("W6830", "W6729"), True)])
def test_the_allies_win_with_berlin_or_two_hexes_of_the_ruhr(places: tuple[str, ...], wins: bool) -> None:
    st = war(turn=40, forts=False)
    st.seize(hexes(*places), A)
    s = game(st)
    s.agenda = list(reversed(consequences.taken(s, hexes(*places), A)))
    s._settle()
    assert (st.result[:2] == ("allied", "berlin")) == wins and s.over


def test_a_game_that_has_ended_asks_nothing_more() -> None:
    st = war(turn=40, letter="P")
    s = game(st, victory.End(), Window("events", (A, CP)), collapse.CollapseCheck())
    assert s.over and AMIENS in board.INDEX
