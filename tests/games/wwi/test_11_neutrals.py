"""Chapter 11: neutrals, how they are brought into the war and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.errors import Illegal
from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.sequence import GameTurn
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, situation, texts
from games.wwi.places import FORT, NO_FORTS, country, near, place, texts_after, why
from games.wwi.positions import crp, field, firsts, params, verbs, where

NEUTRALS = {"it": 15, "tu": 15, "ne": 25, "bl": 5, "bu": 5, "rm": 5, "gk": 5, "ab": 5}
UNIT = {"allied": "rs-1", "central": "ge-1"}
STAY_NEUTRAL = {n: "neutral" for n in NEUTRALS}
I = board.INDEX


def gate(country):
    """An empty hex of the country with a neighbour outside all neutral countries (or in one made open for the test)."""
    neutral = sum(board.HOME[board.NATION[n]] for n in NEUTRALS)
    forts = board.FORTS
    setup = sum(1 << i for i in board.SETUP.values())
    for i in bits(board.HOME[board.NATION[country]] & ~forts & ~setup):
        for j in bits(board.NEAR[i] & ~neutral):
            return board.NUMBER[j], board.NUMBER[i], ""
    for i in bits(board.HOME[board.NATION[country]] & ~forts & ~setup):  # behind another neutral
        for j in bits(board.NEAR[i] & ~board.HOME[board.NATION[country]]):
            return board.NUMBER[j], board.NUMBER[i], board.COUNTRIES[board.COUNTRY_AT[j]]
    raise AssertionError(country)


def invade(country, by, turn=1, scenario="free", options=None, **kw):
    """A unit of a side steps over the border."""
    start, hex, host = gate(country)
    allegiance = dict(STAY_NEUTRAL)
    if host:
        allegiance[host] = by
    armies = {board.UNITS[u]: board.NUMBER[i] for u, i in board.SETUP.items() if board.UNIT_NATION[u] == board.NATION[country]}
    units = {**armies, UNIT[by]: start, **kw.pop("units", {})}
    s = field_of(scenario, units, turn=turn, phase=1 if by == "allied" else 2, allegiance=allegiance, options=options, **kw)
    play(s, f"move {UNIT[by]}")
    assert f"invade {hex}" in texts(s)
    play(s, f"invade {hex}")
    return s


def field_of(scenario, units, options=None, **kw):
    return situation(
        "wwi", scenario, clear=True, units=units, options=options, hexes={"forts-destroyed": board.hexes(board.FORTS)}, **kw
    )


def side_of(s, country):
    return ("allied", "central", "neutral", "nobody")[s.state.allegiance[board.NATION[country]]]


OTHER = {"allied": "central", "central": "allied"}


@rule("wwi.11.0a", "wwi.11.0b", "wwi.11.0e", "wwi.11.7", "wwi.15.3a")
@pytest.mark.parametrize("by", ["allied", "central"])
@pytest.mark.parametrize("country", [n for n in NEUTRALS if n not in ("gk", "ab")])
def test_entering_a_neutral_brings_it_in_on_the_other_side(country, by):
    """Both sides may invade every neutral; the other side gains its Victory Points, its army and its country."""
    s = invade(country, by)
    other = OTHER[by]
    assert side_of(s, country) == other
    assert s.state.vp[("allied", "central").index(other)] == NEUTRALS[country]
    assert s.state.vp[("allied", "central").index(by)] == 0
    for u in board.UNITS_OF[board.NATION[country]]:
        if s.state.at[u] >= 0:
            assert s.state.side(u) == ("allied", "central").index(other)
    assert params(s, "violation")[-1]["country"] == country


@rule("wwi.11.7")
def test_crossing_a_border_without_stopping_is_a_violation_too():
    """The mover may go on after the violation; moving along the border outside is none."""
    s = invade("ab", "central", units={})
    assert side_of(s, "ab") == "nobody"
    assert verbs(s) & {"to", "stay", "move", "done"}
    start, hex, _ = gate("it")
    s = field_of("free", {"ge-1": start}, phase=2, allegiance=STAY_NEUTRAL)
    play(s, "move ge-1")
    assert f"to {hex}" not in texts(s)
    play(s, "stay")
    assert side_of(s, "it") == "neutral" and s.state.vp == [0, 0]


@rule("wwi.11.7", "wwi.11.0a")
@pytest.mark.parametrize("by", ["allied", "central"])
@pytest.mark.parametrize("country", ["it", "bu", "rm", "ne", "bl"])
def test_attacking_a_neutral_army_is_a_violation(country, by):
    """Neutrality ends before the die: the army defends for the other side, which scores and takes its losses."""
    neutral = sum(board.HOME[board.NATION[n]] for n in NEUTRALS if n != country)
    home = board.HOME[board.NATION[country]]
    army = next(board.UNITS[u] for u in board.UNITS_OF[board.NATION[country]])
    mine = ("rs-1", "rs-2", "rs-3") if by == "allied" else ("ge-1", "ge-2", "ge-3")
    for x in bits(home):
        camp = [board.NUMBER[j] for j in bits(board.NEAR[x] & ~home & ~neutral)][:3]
        if len(camp) < 2:
            continue
        s = field_of(
            "free",
            {army: board.NUMBER[x], **dict(zip(mine, camp, strict=False))},
            turn=1,
            phase=4 if by == "central" else 5,
            superior="central",
            allegiance=STAY_NEUTRAL,
            dice=[2],
        )
        if f"attack {board.NUMBER[x]}" not in texts(s):
            continue
        play(s, f"attack {board.NUMBER[x]}", *(f"add {u}" for u in mine[: len(camp)]), "go")
        assert side_of(s, country) == OTHER[by]
        assert s.state.vp[1 if by == "allied" else 0] == NEUTRALS[country]
        assert s.decision.seat_name == OTHER[by]  # the new ally's losses are his
        return
    pytest.fail("nobody can reach it")


@rule("wwi.11.0c", "wwi.11.11e", "wwi.11.11a", "wwi.11.21a", "wwi.11.22a", "wwi.11.0f")
def test_the_calendar_of_entries():
    """Turkey on turn 2, Italy on turn 3, Bulgaria on turn 4; nobody scores for it, and nothing changes afterwards."""
    seen = {}
    for turn in range(1, 11):
        s = situation("wwi", turn=turn, phase=1, allegiance={n: "neutral" for n in ("it", "tu", "bu")}, clear=True)
        s.agenda.append(GameTurn())
        s._decision = None
        s._settle()
        for n in ("it", "tu", "bu", "rm", "gk", "ne", "ab"):
            if side_of(s, n) != "neutral" and n not in seen:
                seen[n] = (turn, side_of(s, n))
        assert s.state.vp == [5, 0]  # Belgium's, from the start
    assert seen == {"tu": (2, "central"), "it": (3, "allied"), "bu": (4, "central")}


@rule("wwi.11.11a", "wwi.11.21a", "wwi.11.22a")
def test_what_the_new_allies_bring():
    """Italy comes with 15 points, Turkey with 6, Bulgaria with none; they are usable from then on."""
    s = firestep_to_turn(4)
    assert crp(s, "bu") == 0
    s = firestep_to_turn(2)
    assert crp(s, "tu") == 6 and crp(s, "it") == 15 and side_of(s, "it") == "neutral"
    s = firestep_to_turn(3)
    assert crp(s, "it") == 15 and side_of(s, "it") == "allied"
    assert crp(s, "tu") == 6


def firestep_to_turn(turn):
    """Both sides pass until a turn begins."""
    import firestep

    s = firestep.start("wwi", "historical", seed=3)
    while s.state.turn < turn:
        d = s.decision
        quiet = ("done", "stay", "halt", "stand", "pay", "go", "garrison", "arrive")
        s.take(next((a for a in d.actions if a[0] in quiet), d.actions[0]))
    return s


@rule("wwi.11.0d")
def test_neutral_armies_do_not_move():
    """No player may move them; their country at war, its controller may."""
    for phase in (1, 2):
        s = situation("wwi", "historical", turn=2, phase=phase)
        movers = set(firsts(s, "move"))
        assert not movers & {"it-1", "bu-1", "rm-1", "gk-1", "ne-army"}
    assert "it-1" in firsts(situation("wwi", "historical", turn=3, phase=1), "move")
    assert "tu-1" in firsts(situation("wwi", "historical", turn=2, phase=2), "move")
    assert "it-1" not in firsts(situation("wwi", "historical", turn=3, phase=2), "move")


@rule("wwi.11.0e", "wwi.11.0d")
def test_the_invaded_country_obeys_the_other_player():
    """Italy invaded in the Allied phase moves with the Central Powers in the same turn."""
    s = invade("it", "allied")
    while s.state.phase == 1:
        play(s, "stay" if "stay" in verbs(s) else "done")
    assert any(u.startswith("it-") for u in firsts(s, "move"))


@rule("wwi.11.0f")
def test_a_country_that_has_joined_never_changes_sides():
    """Italy driven to the Central Powers on turn 1 stays there on turn 3; the other side entering it later is no violation."""
    s = situation("wwi", "free", turn=3, phase=1, clear=True, allegiance={"it": "central"})
    s.agenda.append(GameTurn())
    s._decision = None
    s._settle()
    assert side_of(s, "it") == "central"
    start, hex, _ = gate("it")
    s = field_of("free", {"ge-1": start}, turn=3, phase=2, allegiance={"it": "allied"})
    play(s, "move ge-1", f"to {hex}")
    assert s.state.vp == [0, 0] and side_of(s, "it") == "allied"


@rule("wwi.11.11b")
def test_italy_invaded_by_the_central_powers():
    """Before turn 3: an Ally at once, with 15 points on its track and 15 Victory Points for the Allies."""
    s = invade("it", "central", turn=2)
    assert side_of(s, "it") == "allied" and crp(s, "it") == 15 and s.state.vp == [15, 0]


@rule("wwi.11.11d")
def test_italy_violated_by_the_allies():
    """It goes to the Central Powers with 15 Victory Points."""
    s = invade("it", "allied", turn=2)
    assert side_of(s, "it") == "central" and s.state.vp == [0, 15]


@rule("wwi.11.11c")
@pytest.mark.parametrize("italy", ["neutral", "allied", "central"])
def test_the_transit_area_needs_an_allied_italy(italy):
    """A French army at the door may use it only while Italy is an Ally."""
    s = field({"fr-1": "0110"}, turn=2, phase=1, allegiance={"it": italy})
    play(s, "move fr-1")
    assert ("transit" in texts(s)) == (italy == "allied")


@rule("wwi.11.12a")
@pytest.mark.parametrize(
    "turn, country, joins",
    [
        (4, board.AH, False),
        (5, board.AH, True),
        (5, board.GE, True),
        (7, board.GE, True),
        (5, board.RS, False),
        (5, board.TU, False),
    ],
)
def test_rumania_joins_when_a_russian_stands_in_germany_or_austria(turn, country, joins):
    """From turn 5 on, at the start of a turn, with no points and no Victory Points; a Russian anywhere else does not count."""
    x = next(i for i in bits(board.HOME[country] & ~board.FORTS))
    s = field({"rs-1": board.NUMBER[x]}, turn=turn, phase=1, allegiance={"tu": "central"})
    s.agenda.append(GameTurn())
    s._decision = None
    s._settle()
    assert (side_of(s, "rm") == "allied") == joins
    assert crp(s, "rm") == 0 and s.state.vp == [5, 0]


@rule("wwi.11.12a")
def test_no_other_ally_brings_rumania_in():
    """A French army in Germany is not enough, nor a Russian one that enters later in the turn."""
    x = next(i for i in bits(board.HOME[board.GE] & ~board.FORTS))
    s = field({"fr-1": board.NUMBER[x]}, turn=6, phase=1)
    s.agenda.append(GameTurn())
    s._decision = None
    s._settle()
    assert side_of(s, "rm") == "neutral"


@rule("wwi.11.12b")
def test_rumania_attacked_by_the_central_powers():
    """An Ally at once, without points, five Victory Points to the Allies."""
    s = invade("rm", "central", turn=3)
    assert side_of(s, "rm") == "allied" and crp(s, "rm") == 0 and s.state.vp == [5, 0]


@rule("wwi.11.12c")
@pytest.mark.parametrize("turn", [2, 6])
def test_rumania_entered_by_the_allies(turn):
    """Before its condition is met it joins the Central Powers, five Victory Points to them."""
    s = invade("rm", "allied", turn=turn)
    assert side_of(s, "rm") == "central" and crp(s, "rm") == 0 and s.state.vp == [0, 5]


@rule("wwi.11.21b")
@pytest.mark.parametrize("by", ["allied", "central"])
def test_turkey_invaded_on_turn_one(by):
    """Fifteen Victory Points to the other player."""
    s = invade("tu", by, turn=1)
    assert side_of(s, "tu") == OTHER[by]
    assert s.state.vp == ([15, 0] if by == "central" else [0, 15])


@rule("wwi.11.22b", "wwi.11.22c")
@pytest.mark.parametrize("by", ["allied", "central"])
def test_bulgaria_violated(by):
    """Attacked by the Allies it is Central, entered by the Central Powers Allied; no points of its own, five Victory Points."""
    s = invade("bu", by, turn=3)
    assert side_of(s, "bu") == OTHER[by] and crp(s, "bu") == 0
    assert s.state.vp == ([5, 0] if by == "central" else [0, 5])


# -- Greece ----------------------------------------------------------------------------------------------------------------


@rule("wwi.11.3a")
def test_the_allies_invade_greece():
    """Both Greek armies leave the game for good, five Victory Points to the Central Powers, the land is nobody's."""
    s = invade("gk", "allied")
    assert where(s, "gk-1") == where(s, "gk-2") == "gone"
    assert s.state.vp == [0, 5] and side_of(s, "gk") == "nobody"


@rule("wwi.11.3a")
def test_the_allies_attack_a_greek_army():
    """An attack is a violation like any other: the army is removed before a die is rolled."""
    x = next(i for i in bits(board.HOME[board.GK]) if (board.NEAR[i] & board.HOME[board.SB]).bit_count() >= 2)
    camp = [board.NUMBER[j] for j in bits(board.NEAR[x] & board.HOME[board.SB])][:2]
    s = field(
        {"gk-1": board.NUMBER[x], "gk-2": "pool", "br-1": camp[0], "fr-1": camp[1]},
        turn=1,
        phase=5,
        hexes={"links": camp},
        allegiance={"gk": "neutral"},
    )
    play(s, f"attack {board.NUMBER[x]}", "add br-1", "add fr-1", "go")
    assert where(s, "gk-1") == "gone" and where(s, "gk-2") == "gone"
    assert params(s, "attack") == [] and s.state.vp[1] == 5


@rule("wwi.11.3b")
def test_the_central_powers_invade_greece():
    """Greece joins the Allies with no points; five Victory Points to the Allies; its armies stay."""
    s = invade("gk", "central")
    assert side_of(s, "gk") == "allied" and s.state.vp == [5, 0] and crp(s, "gk") == 0
    assert where(s, "gk-1") == "0929"


def _salonika():
    """A French army about to sail to Greece."""
    start = board.NUMBER[next(i for i in bits(board.SEA_START & board.HOME[board.FR]))]
    goal = board.NUMBER[next(i for i in bits(board.SEA_END & board.HOME[board.GK] & ~board.FORTS) if i not in board.SETUP.values())]
    return start, goal


@rule("wwi.11.3c")
def test_allies_entering_an_allied_greece_remove_its_armies():
    """After a Central invasion a French landing ends the Greek army; Greeks who come home from Bulgaria do not."""
    start, goal = _salonika()
    abroad = next(board.NUMBER[j] for j in bits(board.HOME[board.BU] & ~board.FORTS) if board.NEAR[j] & board.HOME[board.GK])
    s = field({"gk-1": abroad, "gk-2": "0833", "fr-1": start}, turn=3, phase=1, allegiance={"gk": "allied", "bu": "allied"})
    play(s, "move gk-1")
    s.take(next(a for a in s.decision.actions if a[0] == "to" and board.HOME[board.GK] >> board.INDEX[a[1]] & 1))
    assert where(s, "gk-2") == "0833"
    play(s, "move fr-1", f"sea {goal}")
    assert where(s, "gk-1") == where(s, "gk-2") == "gone"
    assert s.state.vp == [5, 0]  # nobody scores again


@rule("wwi.11.3c")
def test_greek_armies_off_the_map_do_not_come_back_either():
    """Both Greek armies were destroyed in supply; once other Allies have entered Greece they cannot be rebuilt."""
    start, goal = _salonika()
    s = field({"gk-1": "pool", "gk-2": "pool", "fr-1": start}, turn=3, phase=1, allegiance={"gk": "allied"})
    play(s, "move fr-1", f"sea {goal}")
    assert where(s, "gk-1") == where(s, "gk-2") == "gone"


# -- Belgium, the Netherlands, Albania ---------------------------------------------------------------------------------------


@rule("wwi.11.4a", "wwi.15.3b", "wwi.11.4c")
def test_belgium_in_the_historical_game():
    """An Ally from the start, its five Victory Points scored, one point on its track and four more on turn 1."""
    s = situation("wwi", "historical")
    assert side_of(s, "bl") == "allied" and s.state.vp == [5, 0] and crp(s, "bl") == 1
    s = situation("wwi", "historical", phase=10, segment="income")
    assert crp(s, "bl") == 5


@rule("wwi.11.4b", "wwi.11.4c", "wwi.11.4d")
@pytest.mark.parametrize("by", ["allied", "central"])
@pytest.mark.parametrize("turn", [1, 3])
def test_belgium_in_the_free_game(by, turn):
    """Neutral with one locked point; violated, it joins the other side, which scores five, and gets four points in that turn's
    Build Phase, once."""
    s = field_of("free", {}, turn=1, phase=1)
    assert side_of(s, "bl") == "neutral" and crp(s, "bl") == 1 and s.state.vp == [0, 0]
    s = invade("bl", by, turn=turn)
    assert side_of(s, "bl") == OTHER[by]
    assert s.state.vp == ([5, 0] if by == "central" else [0, 5])
    assert crp(s, "bl") == 1
    while s.state.phase < 10:
        play(s, "stay" if "stay" in verbs(s) else "done")
    assert crp(s, "bl") == 5
    while s.state.turn == turn:
        play(s, "done")
    while s.state.phase < 10:
        play(s, "done")
    assert crp(s, "bl") == 5


@rule("wwi.11.4d")
def test_belgium_gets_nothing_while_neutral():
    """No income before it is invaded."""
    s = situation("wwi", "free", clear=True, turn=1, phase=10, segment="income")
    assert crp(s, "bl") == 1


@rule("wwi.11.5a", "wwi.11.5b")
@pytest.mark.parametrize("by", ["allied", "central"])
def test_the_netherlands(by):
    """Twenty-five Victory Points to the other side; never a Combat Resource Point of its own."""
    s = invade("ne", by, turn=2)
    assert side_of(s, "ne") == OTHER[by]
    assert s.state.vp == ([25, 0] if by == "central" else [0, 25])
    assert crp(s, "ne") == 0 and all(board.INCOME[t][board.NE] == 0 for t in range(1, 11))


@rule("wwi.11.6")
@pytest.mark.parametrize("by", ["allied", "central"])
def test_albania(by):
    """Five Victory Points to the other side, once; no army, no points, open ground to both afterwards."""
    s = invade("ab", by)
    assert s.state.vp == ([5, 0] if by == "central" else [0, 5])
    assert "ab" not in board.NATIONS and side_of(s, "ab") == "nobody"
    assert not s.state.neutral & board.HOME[board.AB]
    with pytest.raises(Illegal):
        s.take("invade " + gate("ab")[1])


@rule("wwi.11.0b")
def test_victory_points_of_the_countries():
    """The printed values."""
    assert {n: board.VP[board.NATION[n]] for n in NEUTRALS} == NEUTRALS
    assert all(board.VP[board.NATION[n]] == 0 for n in ("fr", "ge", "ah", "rs", "sb", "br", "us"))


def next_turn(s: Session[Any]) -> Session[Any]:
    turn = s.state.turn
    while s.state.turn == turn:
        s.take("done")
    return s


@rule("wwi.11.12a")
@pytest.mark.parametrize(("unit", "joins"), [("rs-1", True), ("sb-1", False), ("fr-1", False)])
def test_only_a_russian_army_brings_rumania_in(unit: str, joins: bool) -> None:
    """A Serbian or French army in Austria-Hungary does not."""
    s = place({unit: "1919"}, turn=4, phase=10, segment="loans-central", crp={"ge": 0})
    next_turn(s)
    assert (s.state.allegiance[board.RM] == board.ALLIED) == joins


@rule("wwi.11.21a", "wwi.15.1a")
def test_a_country_that_joins_the_central_powers_brings_its_centres() -> None:
    """Constantinople counts for them from Turkey's entry on, as Milan does for the Allies."""
    s = place({}, turn=1, phase=10, segment="loans-central", crp={"ge": 0})
    assert not s.state.central_centres >> I["1733"] & 1
    next_turn(s)
    assert s.state.central_centres >> I["1733"] & 1


@rule("wwi.11.4d", "wwi.trt.gt1")
def test_belgium_gets_its_four_points_once() -> None:
    """One and four after the first turn, and no more after the second."""
    s = situation("wwi", clear=True, turn=1, phase=10, segment="income", hexes=NO_FORTS, units={"bl-army": "0404"})
    assert s.state.crp[board.BL] == 5
    next_turn(s)
    next_turn(s)
    assert s.state.crp[board.BL] == 5


@rule("wwi.11.7", "wwi.12.43a")
def test_a_neutral_fort_is_not_walked_into() -> None:
    """Focsani has no army; while it stands nobody enters it first, in ruins anybody may."""
    focsani = "2025"
    start = next(n for n in near(focsani) if country(n) != "rm")
    for standing in (True, False):
        s = situation(
            "wwi",
            clear=True,
            turn=2,
            phase=2,
            units={"ge-1": start},
            hexes={"forts-destroyed": [n for n in FORT if n != focsani or not standing]},
        )
        assert (f"invade {focsani}" in texts_after(s, "move ge-1")) != standing


@rule("wwi.11.3a", "wwi.8.0b")
def test_the_allies_need_the_strength_to_attack_the_greeks() -> None:
    """They will not fight, but the attack must be one: an Italian army does not match three points in the hills."""
    border = [(n, m) for n in board.INDEX for m in near(n) if country(n) == "gk" and country(m) == "sb"]
    greek, start = next((n, m) for n, m in border if board.ROUGH >> I[n] & 1)
    s = place({"gk-1": greek, "it-1": start}, turn=3, phase=5, superior="central", hexes={**NO_FORTS, "links": [start]})
    assert f"attack {greek}" not in texts(s) and why(s, f"attack {greek}") == ["wwi.8.0b"]
    s = place({"gk-1": greek, "fr-1": start}, turn=3, phase=5, superior="central", hexes={**NO_FORTS, "links": [start]})
    assert f"attack {greek}" in texts(s)
