"""Chapters 1 and 3: the war's calendar, the map's numbers, the counters."""

from __future__ import annotations

from collections import Counter

import pytest

from firestep.engine.dice import Dice, ScriptedDice
from firestep.games.wwi.components import board
from firestep.testing import play, rule, situation, texts
from games.wwi.places import (
    ALL_FORTS,
    FIELD,
    around,
    choices,
    country,
    distance,
    duel,
    fields,
    foot_costs,
    neutral_land,
    seal,
    shut_east,
)


@rule("wwi.1.0")
def test_ten_half_years_from_summer_1914() -> None:
    """Ten turns of half a year, summer and winter in turn, from 1914 to the winter of 1918."""
    assert board.LAST_TURN == 10
    assert [board.SEASON[t].split()[0] for t in range(1, 11)] == ["summer", "winter"] * 5
    assert [board.SEASON[t].split()[1][:4] for t in range(1, 11)] == [str(1914 + t // 2) for t in range(10)]


@rule("wwi.3.1")
def test_hexes_have_four_digits() -> None:
    """Each hex has one number of four digits, column then row, and nothing else names it."""
    numbers = list(board.MAP.hexes)
    assert len(set(numbers)) == len(numbers) == len({board.GRID.index(n) for n in numbers})
    for n in numbers:
        assert len(n) == 4 and 1 <= int(n[:2]) <= 29 and 1 <= int(n[2:]) <= 34
        assert board.GRID.number(board.GRID.index(n)) == n
    s = situation("wwi", clear=True, turn=3, phase=1, units={"fr-1": "0208"})
    s.take("move fr-1")
    assert [r.rule for r in s.why_not("to 2934")] == ["wwi.3.1"]


@rule("wwi.3.1g")
def test_even_columns_sit_lower() -> None:
    """The sides the book names hold only if even columns are half a hex lower than odd ones."""
    chain = ("1332", "1432", "1532", "1632", "1733")
    for m, n in (("0618", "0719"), ("0616", "0617"), *zip(chain, chain[1:], strict=False)):
        assert board.GRID.near(board.GRID.index(m)) >> board.GRID.index(n) & 1, (m, n)
    assert "0717" not in board.GRID.neighbours("0618") and "0719" not in board.GRID.neighbours("0617")


@rule("wwi.3.23a", "wwi.3.23b")
def test_first_number_attacks_second_defends() -> None:
    """A 4/6 army against a 4/3 army: 4 is thrown against 3, not 6 and not 4."""
    s, here = duel(dice=[2])
    play(s, f"attack {here}", "add ge-1", "go")
    attack = next(e for e in s.journal if e.key == "attack")
    assert (attack.params["strength"], attack.params["defense"], attack.params["column"]) == (4, 3, 1)


@rule("wwi.3.23d")
def test_points_are_kept_nation_by_nation() -> None:
    """A loss paid by Germany lowers Germany's points and nobody else's."""
    s, here = duel(dice=[6], crp={"ge": 9, "ah": 9, "fr": 9})
    play(s, f"attack {here}", "add ge-1", "go", "pay ge 4")
    crp = dict(zip(board.NATIONS, s.state.crp, strict=True))
    assert (crp["ge"], crp["ah"], crp["fr"]) == (5, 9, 9)


@rule("wwi.3.23c", "wwi.5.25", "wwi.5.0b", "wwi.5.23a", "wwi.5.23b")
@pytest.mark.parametrize(
    "unit", ["br-1", "br-bef", "fr-1", "us-1", "rs-3", "sb-1", "it-2", "ge-1", "ge-stoss-1", "ah-1", "tu-1", "bu-2"]
)
def test_every_army_has_five_points(unit: str) -> None:
    """Five points for every nation and kind, never more, whatever others left unspent and whatever it left last turn."""
    nation = unit[:2]
    here = fields("ah", 1)[0] if nation == "rs" else FIELD  # Russians far from the east edge, which is shut
    side = "central" if nation in ("ge", "ah", "tu", "bu") else "allied"
    s = situation(
        "wwi",
        clear=True,
        turn=4,
        phase=1 if side == "allied" else 2,
        units={**(shut_east() if nation == "rs" else {}), **without_rail(nation), unit: here},
        allegiance={"it": "neutral" if nation != "it" else "allied", "us": "allied"},
        flags={} if nation == "rs" else {"surrendered": 1, "reopened": True},
        hexes={"forts-destroyed": ALL_FORTS},
    )
    cost = foot_costs(here, neutral_land(s))
    expected = {n for n, k in cost.items() if 0 < k <= 5 and not (nation == "ah" and board.AH_BAN >> board.INDEX[n] & 1)}
    assert choices(s, unit) == expected
    assert any(distance(here, n) == 5 for n in expected) and not any(distance(here, n) > 5 for n in expected)


def without_rail(nation: str) -> dict[str, str]:
    """Enemies in every source of a nation, so that it cannot use the rails and only walks."""
    if nation in ("ge", "ah", "tu", "bu"):
        places = {n for c in {"ge", "ah", nation} for n in board.hexes(board.SUPPLY_CITIES[board.NATION[c]])}
        foes = [id for id in board.UNITS if id[:2] in ("fr", "br", "it")]
        return dict(zip(foes, sorted(places - set(around(FIELD, 6))), strict=False))
    places = {*seal().values(), *(board.hexes(board.SUPPLY_CITIES[board.NATION[nation]]) if nation in ("sb", "it") else ())}
    if nation == "it":
        places |= {n for n in board.INDEX if n[:2] == "01" and country(n) == "it"}
    foes = [id for id in board.UNITS if id[:2] == "ge" and not id.startswith(nation)]
    return dict(zip(foes, sorted(places), strict=False))


@rule("wwi.3.4a")
def test_ninety_nine_counters() -> None:
    """83 armies, a marker of points for each of 14 nations, a turn and a phase marker make 99; one of 100 is blank."""
    assert len(board.UNITS) == len(set(board.UNITS)) == 83
    assert len(board.UNITS) + len(board.NATIONS) + 2 == 99


@rule("wwi.3.4b")
def test_six_values_alike() -> None:
    """The randomiser gives 1 to 6, each about as often; a scripted draw of chits does the same work."""
    rolls = Counter(Dice("fair").roll(n) for n in range(6000))
    assert sorted(rolls) == [1, 2, 3, 4, 5, 6] and all(850 < k < 1150 for k in rolls.values())
    assert [ScriptedDice([4, 1]).roll(n) for n in range(2)] == [4, 1]
    for die, loss in ((1, 2), (2, 2), (3, 2), (4, 1), (5, 1)):
        s, here = duel(dice=[die])
        play(s, f"attack {here}", "add ge-1", "go")
        assert f"retreat {loss}" in texts(s) and f"retreat {loss + 1}" not in texts(s)
