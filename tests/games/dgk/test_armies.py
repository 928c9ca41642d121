"""The national organisations: every list of the book in units and bases."""

from __future__ import annotations

from collections import Counter

import pytest

from firestep.engine.errors import FirestepError
from firestep.games.dgk.components import armies
from firestep.games.dgk.components.armies import Roster, expand
from firestep.testing import rule


def tally(r: Roster) -> Counter[str]:
    """Units by type, quality and bases: `4 infantry average`."""
    return Counter(f"{u.bases} {u.type} {u.quality}" for u in r.units)


def levels(r: Roster) -> Counter[str]:
    return Counter(f.level for f in r.formations)


@rule("dgk.XII.ah.2", "dgk.XII.ah.3", "dgk.XII.rate.1", "dgk.XII.rate.2", "dgk.XII.conv.4")
def test_austro_hungarian_corps() -> None:
    small, big = expand("ah", "corps"), expand("ah", "corps", generous=True)
    assert levels(small) == {"corps": 1, "division": 2, "brigade": 4}
    assert tally(small) == {
        "4 infantry average": 32,
        "1 machinegun average": 8,
        "1 field average": 10,
        "1 heavy average": 4,
        "2 cavalry average": 2,
    }
    assert tally(big)["1 field average"] == 12 and tally(big)["4 infantry veteran"] == 2
    assert tally(expand("ah", "corps-landwehr"))["4 infantry average"] == 24
    assert tally(expand("ah", "corps-landsturm"))["4 infantry reservist"] == 24


@rule("dgk.XII.ah.4")
def test_austro_hungarian_cavalry_division() -> None:
    assert tally(expand("ah", "cavalry-division")) == {"6 cavalry average": 4, "1 field average": 2}


@rule("dgk.XII.be.2")
def test_belgian_infantry_division() -> None:
    small, big = expand("be", "infantry-division"), expand("be", "infantry-division", generous=True)
    assert tally(small) == {"4 infantry average": 18, "1 machinegun average": 3, "1 field average": 2, "4 cavalry average": 1}
    assert tally(big)["4 infantry average"] == 24


@rule("dgk.XII.be.3", "dgk.XII.be.4")
def test_belgian_cavalry_division_with_cyclists_that_move_as_cavalry() -> None:
    r = expand("be", "cavalry-division")
    assert tally(r) == {"4 cavalry average": 5, "4 cyclists average": 1, "1 field average": 2}
    from firestep.games.dgk.umpire import base_move, model

    assert base_move("cyclists", "average", "maneuver") == base_move("cavalry", "average", "maneuver")
    assert model()["types"]["cyclists"]["arm"] == "infantry"


@rule("dgk.XII.gb.2", "dgk.XII.rate.3", "dgk.XII.conv.1")
def test_british_corps() -> None:
    r = expand("gb", "corps")
    assert levels(r) == {"corps": 1, "division": 2, "brigade": 6}
    assert tally(r) == {
        "4 infantry veteran": 24,
        "1 machinegun average": 6,
        "1 field average": 24,
        "1 heavy average": 2,
        "1 cavalry veteran": 2,
    }
    late = tally(expand("gb", "corps-1915"))
    assert late["4 infantry average"] == 24 and late["1 field average"] == 24  # ruling D58: three bases a brigade, as printed


@rule("dgk.XII.gb.3")
def test_british_cavalry_division() -> None:
    assert tally(expand("gb", "cavalry-division")) == {"4 cavalry veteran": 9, "1 machinegun average": 3, "1 field average": 3}


@rule("dgk.XII.bg.2", "dgk.XII.bg.3")
def test_bulgarian_divisions() -> None:
    assert tally(expand("bg", "infantry-division")) == {
        "4 infantry average": 8,
        "1 machinegun average": 4,
        "2 cavalry average": 1,
        "1 field average": 7,
    }
    assert tally(expand("bg", "infantry-division", generous=True))["4 infantry average"] == 12
    assert tally(expand("bg", "cavalry-division")) == {"4 cavalry average": 4, "1 machinegun average": 2, "1 field average": 6}


@rule("dgk.XII.fr.2", "dgk.XII.fr.3", "dgk.XII.fr.4", "dgk.XII.rate.4")
def test_french_corps() -> None:
    small, big = tally(expand("fr", "corps")), tally(expand("fr", "corps", generous=True))
    assert small == {"4 infantry average": 24 + 4, "1 machinegun average": 8, "1 field average": 6 * 2 + 8}
    assert big["4 infantry veteran"] == 2 and big["4 cavalry average"] == 2


@rule("dgk.XII.fr.5", "dgk.XII.fr.6")
def test_french_reserves_and_cavalry() -> None:
    assert tally(expand("fr", "reserve-group")) == {"4 infantry average": 24, "1 field average": 8}
    assert tally(expand("fr", "cavalry-corps", generous=True)) == {
        "4 infantry average": 3,
        "1 machinegun average": 2,
        "4 cavalry average": 9,
        "1 field average": 2,
    }


@rule("dgk.XII.de.2", "dgk.XII.de.3", "dgk.XII.de.4", "dgk.XII.de.5")
def test_german_lists() -> None:
    small, big = tally(expand("de", "corps")), tally(expand("de", "corps", generous=True))
    assert small == {
        "4 infantry average": 24,
        "1 machinegun average": 8,
        "1 field average": 24,
        "4 cavalry average": 2,
        "1 heavy average": 3,
    }
    assert big["1 heavy average"] == 6 and big["4 infantry veteran"] == 1 and big["1 machinegun average"] == 9
    assert tally(expand("de", "reserve-division")) == {"4 infantry average": 12, "1 machinegun average": 4, "1 field average": 6}
    assert tally(expand("de", "cavalry-division")) == {"4 cavalry average": 6, "1 field average": 2, "1 machinegun average": 1}


@rule("dgk.XII.it.2", "dgk.XII.mn.2")
def test_italian_and_montenegrin_lists() -> None:
    it = tally(expand("it", "corps", generous=True))
    assert it == {
        "4 infantry average": 24,
        "1 machinegun average": 9,
        "4 infantry veteran": 3 + 2,
        "4 cavalry average": 1,
        "1 field average": 6,
        "1 heavy average": 2,
    }
    assert tally(expand("mn", "division")) == {
        "4 infantry average": 15,
        "1 machinegun average": 3,
        "1 field average": 1,
        "1 heavy average": 1,
    }
    assert tally(expand("mn", "division", generous=True))["4 infantry average"] == 30


@rule("dgk.XII.tr.2", "dgk.XII.tr.3", "dgk.XII.ru.2", "dgk.XII.ru.3")
def test_ottoman_and_russian_lists() -> None:
    assert tally(expand("tr", "corps")) == {
        "4 infantry average": 20 + 3,
        "1 machinegun average": 6,
        "1 field average": 8,
        "2 cavalry average": 2,
        "1 heavy average": 2,
    }
    assert tally(expand("tr", "cavalry-brigade")) == {"4 cavalry average": 3, "1 machinegun average": 1}
    assert tally(expand("ru", "corps", generous=True)) == {
        "4 infantry average": 32,
        "1 machinegun average": 9,
        "1 field average": 16,
        "6 cavalry average": 2,
        "1 heavy average": 2,
    }
    assert tally(expand("ru", "cavalry-division", generous=True)) == {
        "6 cavalry average": 4,
        "1 machinegun average": 2,
        "1 field average": 2,
    }


@rule("dgk.XII.rs.2", "dgk.XII.rs.3", "dgk.XII.rs.4", "dgk.XII.rate.4")
def test_serbian_lists() -> None:
    assert tally(expand("rs", "first-ban")) == {
        "4 infantry veteran": 16,
        "1 machinegun average": 4,
        "2 cavalry average": 1,
        "1 field average": 6,
    }
    assert tally(expand("rs", "second-ban"))["4 infantry average"] == 12
    assert tally(expand("rs", "cavalry-division")) == {"4 cavalry average": 4, "1 machinegun average": 1, "1 field average": 1}


@rule(
    "dgk.XII.ah.1",
    "dgk.XII.be.1",
    "dgk.XII.gb.1",
    "dgk.XII.bg.1",
    "dgk.XII.fr.1",
    "dgk.XII.de.1",
    "dgk.XII.it.1",
    "dgk.XII.mn.1",
    "dgk.XII.tr.1",
    "dgk.XII.ru.1",
    "dgk.XII.rs.1",
)
def test_army_quality_by_nation_and_period() -> None:
    first = {n: armies.morale_of(n) for n in armies.armies()["nations"]}
    assert first == {
        "ah": "unmotivated",
        "be": "average",
        "gb": "motivated",
        "bg": "motivated",
        "fr": "average",
        "de": "motivated",
        "it": "average",
        "mn": "average",
        "tr": "average",
        "ru": "average",
        "rs": "motivated",
    }
    assert armies.morale_of("ah", "Italian Front") == "motivated"
    assert armies.morale_of("de", "the West once static") == "average"
    assert armies.morale_of("de", "1914, and later outside the West") == "motivated"
    assert armies.morale_of("ru", "Great Retreat of 1915") == "unmotivated"
    assert armies.morale_of("it", "after the ninth Isonzo") == "unmotivated"
    with pytest.raises(FirestepError, match="choose one of"):
        armies.morale_of("de", "1939")


@rule("dgk.XII.conv.3", "dgk.II.art.2", "dgk.II.org.3")
def test_artillery_in_single_bases_unless_chosen_otherwise() -> None:
    assert all(u.bases == 1 for u in expand("de", "corps").units if u.type in ("field", "heavy"))
    three = [u.bases for u in expand("de", "corps", batteries=3).units if u.type == "field"]
    assert three == [3] * 8
    with pytest.raises(FirestepError, match="1 to 3"):
        expand("de", "corps", batteries=4)


@rule("dgk.XII.conv.4", "dgk.II.base.3")
def test_leaders_of_corps_divisions_and_brigades_and_none_for_guns() -> None:
    for nation, d in armies.armies()["nations"].items():
        for name in d["formations"]:
            r = expand(nation, name)
            ids = {f.id for f in r.formations}
            assert all(f.level in ("corps", "division", "brigade") for f in r.formations)
            assert all("rtillery" not in f.name for f in r.formations)
            assert all(u.formation in ids for u in r.units)
    assert [armies.leader_base(x) for x in ("brigade", "division", "corps")] == [1.5, 2, 2.5]


@rule("dgk.II.inf.2", "dgk.II.cav.2", "dgk.II.mg.1", "dgk.XII.conv.2", "dgk.II.org.4")
def test_unit_sizes() -> None:
    for nation, d in armies.armies()["nations"].items():
        for name in d["formations"]:
            for u in expand(nation, name, generous=True).units:
                assert u.type != "infantry" or u.bases == 4
                assert u.type != "machinegun" or u.bases == 1
                assert u.type != "cavalry" or u.bases <= 6


def test_unknown_names() -> None:
    with pytest.raises(FirestepError, match="there is no army"):
        expand("xx", "corps")
    with pytest.raises(FirestepError, match="has no list"):
        expand("de", "fleet")
