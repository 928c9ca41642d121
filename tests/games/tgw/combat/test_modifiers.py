"""Die roll modifiers (tgw.10.5): trenches (tgw.14.4, tgw.14.5), air (tgw.15.1), tanks, anti-tank guns, shock-troops (tgw.15.2 to
tgw.15.4), weather."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firestep.games.tgw.combat import air, attackers, modifiers
from firestep.games.tgw.combat.combat import CombatPhase, may_kaiser
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHIT, CHITS, OF_EVENT
from firestep.games.tgw.fortifications import trenches
from firestep.games.tgw.state import Fight, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.positions import around, field, session, spot, why

pytestmark = pytest.mark.usefixtures("plenty")

TARGET = spot(board.CLEAR & board.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)
EAST = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
SHOCK = roster.unit_ids(roster.BANDED & roster.INFANTRY)
GREAT = " ".join(SHOCK[:4])


def fight(st: State, *ids: str, at: str = TARGET, side: int = tables.CENTRAL, **more: object) -> Fight:
    return replace(declared(st, side, board.INDEX[at], tuple(sorted(roster.UNIT[u] for u in ids))), **more)  # type: ignore[arg-type]


def die(st: State, f: Fight, column: int = 1) -> dict[str, int]:
    """The modifiers of a combat by rule."""
    return {m.rule: m.value for m in modifiers.net(st, f, column)[1]}


def chits(event: str, side: int, n: int = 1) -> tuple[int, ...]:
    return tuple(c for c in bits(OF_EVENT[event]) if CHITS[c].side == side)[:n]


# -- how they add up -------------------------------------------------------------------------------------------------------


@rule("tgw.10.51.ex1", "tgw.10.51a", "tgw.10.52a")
def test_gas_and_air_against_british_trenches_in_may_1915() -> None:
    st = field({"ge-1": E, "br-8": TARGET}, turn=10, letter="D")
    st.trenches = [trenches.DEPTH[k][tables.LETTER["D"]] for k in range(5)]
    gas = chits("gas.cl.cp", tables.CENTRAL)
    f = fight(st, "ge-1", plays=gas, air=(chits("air.formations", tables.CENTRAL), ()))
    total, parts = modifiers.net(st, f, 1)
    assert total == 2 and sorted(m.value for m in parts) == [-1, 1, 2]


@rule("tgw.10.51b", "tgw.15.44c", "tgw.10.55a")
def test_modifiers_add_up_without_limit_for_the_attacker() -> None:
    st = field({GREAT: E, SHOCK[4]: W, "fr-1": TARGET}, flipped=" ".join(SHOCK[:5]))
    st.tally["shock"] = 1
    f = fight(
        st,
        *SHOCK[:5],
        plays=chits("gas.cl.cp", tables.CENTRAL) + chits("bruch", tables.CENTRAL),
        air=(chits("air.formations", tables.CENTRAL), ()),
    )
    total, _ = modifiers.net(st, f, 8)
    assert total == 1 + 3 + 2 + 1 + 2 + 1, "concentric, 8:1, shock, air, gas, Bruchmuller"


@rule("tgw.10.55b")
def test_defenders_take_off_three_at_most() -> None:
    st = field({"fr-1": E, "ge-1": TARGET}, trenches=[2, 1, 2, 2, 1])
    f = fight(
        st, "fr-1", side=tables.ALLIED, air=((), chits("air.formations", tables.CENTRAL)), plays=chits("turkdet", tables.CENTRAL)
    )
    assert modifiers.net(st, f, 1)[0] == -3
    f = fight(
        st,
        "fr-1",
        side=tables.ALLIED,
        air=((), chits("air.formations", tables.CENTRAL)),
        plays=chits("turkdet", tables.CENTRAL) + chits("gas.cl.al", tables.ALLIED),
    )
    assert modifiers.net(st, f, 1)[0] == -1, "capped before it is netted (E45)"
    st.options = {"defence-cap": "net"}
    assert modifiers.net(st, f, 1)[0] == -2


@rule("tgw.10.54a", "tgw.10.49c")
def test_odds_above_five_to_one() -> None:
    st = field({"ge-1": E, "fr-1": TARGET})
    assert [die(st, fight(st, "ge-1"), c).get("tgw.10.54a", 0) for c in (4, 5, 6, 7)] == [0, 0, 1, 2]


# -- concentric attacks (tgw.10.53) --------------------------------------------------------------------------------------------


@rule("tgw.10.53a")
@pytest.mark.parametrize(
    ("hexes", "is_concentric"),
    [
        ((E, W), True),
        ((E, NE), False),
        ((E, NE, NW), False),
        ((E, NW, SW), True),
        ((E, NE, NW, SE), True),
        ((E, SW), False),
        ((NE, SW), True),
        ((NW, SE), True),
    ],
)
def test_concentric_attacks(hexes: tuple[str, ...], is_concentric: bool) -> None:
    ids = [f"ge-{k}" for k in range(1, len(hexes) + 1)]
    st = field(dict(zip(ids, hexes, strict=True)) | {"fr-1": TARGET})
    assert ("tgw.10.53a" in die(st, fight(st, *ids))) is is_concentric


@rule("tgw.10.53a")
def test_units_that_stand_there_but_do_not_attack_do_not_count() -> None:
    st = field({"ge-1": E, "ge-2": W, "fr-1": TARGET})
    assert "tgw.10.53a" not in die(st, fight(st, "ge-1"))


@rule("tgw.10.53b", "tgw.14.12c")
def test_no_bonus_against_forts() -> None:
    near = [board.NUMBER[board.INDEX["W5123"] + k] for k in (1, -1)]
    st = field({"ge-1": near[0], "ge-2": near[1], "fr-1": "W5123"})
    assert "tgw.10.53a" not in die(st, fight(st, "ge-1", "ge-2", at="W5123"))
    st.forts = 0
    st.derive_forts()
    assert die(st, fight(st, "ge-1", "ge-2", at="W5123"))["tgw.10.53a"] == 1, "once destroyed it protects nobody"


@rule("tgw.10.53c", "tgw.14.12c")
@pytest.mark.parametrize("place", ["N2913", "N2711"])
def test_gaza_and_beersheba_can_be_surrounded(place: str) -> None:
    i = board.INDEX[place]
    k = next(k for k in board.ATLAS.shifts if attackers.NEAR[i] >> i + k & 1 and attackers.NEAR[i] >> i - k & 1)
    st = field({"bp-1alhbd": board.NUMBER[i + k], "bp-2alhbd": board.NUMBER[i - k], "tu-1": place})
    assert die(st, fight(st, "bp-1alhbd", "bp-2alhbd", at=place, side=tables.ALLIED))["tgw.10.53a"] == 1


# -- trenches --------------------------------------------------------------------------------------------------------------


def dug(letter: str) -> list[int]:
    return [d[tables.LETTER[letter]] for d in trenches.DEPTH]


@rule("tgw.14.42a", "tgw.14.43a", "tgw.14.43b", "tgw.14.43c", "tgw.14.45a", "tgw.14.45b", "tgw.14.45c", "tgw.14.45d")
@pytest.mark.parametrize(
    ("letter", "depth"),
    [
        ("A", [0, 0, 0, 0, 0]),
        ("B", [1, 0, 1, 0, 0]),
        ("C", [1, 0, 1, 1, 0]),
        ("D", [2, 0, 1, 1, 0]),
        ("E", [2, 0, 2, 1, 0]),
        ("F", [2, 1, 2, 2, 1]),
        ("K", [2, 1, 2, 2, 1]),
        ("U", [2, 1, 2, 2, 1]),
    ],
)
def test_the_markers_by_letter(letter: str, depth: list[int]) -> None:
    """German, other Central Powers, Anglo-Belgian, French, other Allied."""
    assert dug(letter) == depth
    st = field(letter=letter)
    trenches.advance(session(st))
    assert st.trenches == depth


@rule("tgw.14.42a")
def test_markers_never_move_back() -> None:
    st = field(letter="B", trenches=[2, 1, 2, 2, 1])
    trenches.advance(session(st))
    assert st.trenches == [2, 1, 2, 2, 1]
    assert field().trenches == [0] * 5


DEEP = [2, 1, 2, 2, 1]


@rule("tgw.14.41a", "tgw.14.47a")
@pytest.mark.parametrize(("units", "k"), [("ge-1", 2), ("ah-1", 1), ("bu-1", 1), ("ge-1 ah-1", 1)])
def test_central_powers_in_trenches(units: str, k: int) -> None:
    st = field({"ru-1": around(EAST)[0], units: EAST}, trenches=DEEP, at_war={"BU": tables.CENTRAL})
    total = -sum(m.value for m in modifiers.defending(st, fight(st, "ru-1", at=EAST, side=tables.ALLIED)))
    assert total == k


@rule("tgw.14.44a", "tgw.14.44b")
def test_mixed_hexes_and_the_sud_army() -> None:
    st = field({"ru-1": around(EAST)[0], "ge-1 ah-1": EAST}, trenches=DEEP)
    f = fight(st, "ru-1", at=EAST, side=tables.ALLIED)
    assert die(st, f) == {"tgw.14.44a": -1}
    st.put(roster.UNIT["ge-hqsud"], board.INDEX[around(EAST)[3]])
    assert die(st, f) == {"tgw.14.44b": -2}
    st.trenches = [2, 0, 2, 2, 1]
    st.put(roster.UNIT["ge-hqsud"], board.INDEX[spot(board.CLEAR & board.RUSSIA, front=fronts.EAST)])
    assert die(st, f) == {}, "before F the others have none"


@rule("tgw.14.46a", "tgw.14.45a")
@pytest.mark.parametrize(
    ("units", "depth", "k"),
    [
        ("br-8", [2, 0, 2, 1, 0], 2),
        ("be-1", [2, 0, 2, 1, 0], 2),
        ("fr-1", [2, 0, 2, 1, 0], 1),
        ("br-8 fr-1", [2, 0, 2, 1, 0], 1),
        ("us-1", DEEP, 1),
        ("br-8 us-1", DEEP, 1),
        ("br-1cnd", DEEP, 2),
    ],
)
def test_allied_trenches_by_nation(units: str, depth: list[int], k: int) -> None:
    st = field({"ge-1": E, units: TARGET}, trenches=depth, at_war={"US": tables.ALLIED})
    assert -sum(m.value for m in modifiers.defending(st, fight(st, "ge-1"))) == k


@rule("tgw.14.12b")
def test_trenches_count_in_forts_and_a_fort_alone_has_its_nations() -> None:
    near = board.NUMBER[bits(attackers.NEAR[board.INDEX["W5123"]] & ~board.FORTS)[0]]
    st = field({"ge-1": near, "fr-1": "W5123"}, trenches=DEEP)
    assert die(st, fight(st, "ge-1", at="W5123")) == {"tgw.14.41a": -2}
    st = field({"ge-1": near}, trenches=DEEP)
    assert die(st, fight(st, "ge-1", at="W5123")) == {"tgw.14.12b": -2}


@rule("tgw.15.54c", "tgw.15.54d", "tgw.15.54e")
def test_cavalry_digs_no_trenches() -> None:
    rider = roster.UNITS[bits(roster.CAVALRY & roster.CORPS[tables.FR])[0]]
    st = field({"ge-1": E, f"{rider} fr-1": TARGET}, trenches=DEEP)
    assert die(st, fight(st, "ge-1")) == {}
    for letter, k in (("C", 2), ("D", 0)):
        st = field({"ge-1": E, "br-1c br-8": TARGET}, trenches=DEEP, letter=letter)
        assert -sum(m.value for m in modifiers.defending(st, fight(st, "ge-1"))) == k


@rule("tgw.14.51a", "tgw.14.52a", "tgw.14.53a", "tgw.14.47a")
def test_trenches_of_the_near_east() -> None:
    place = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    st = field({"bp-1alhbd": around(place)[0], "tu-1": place}, trenches=DEEP)
    f = fight(st, "bp-1alhbd", at=place, side=tables.ALLIED)
    assert die(st, f) == {}, "the track is for Europe"
    st.ne_trenches = 1 << board.INDEX[place]
    assert die(st, f) == {"tgw.14.53a": -1}
    st = field({"tu-1": around(place)[0], "bp-1alhbd": place}, ne_trenches=1 << board.INDEX[place])
    assert die(st, fight(st, "tu-1", at=place)) == {}, "never for the Allies"


# -- air (tgw.15.1) ------------------------------------------------------------------------------------------------------------


@rule("tgw.15.13b", "tgw.15.13c", "tgw.6.3b", "tgw.6.3c")
@pytest.mark.parametrize(
    ("mine", "tactics", "yours", "your_tactics", "k"),
    [
        (1, 0, 0, 0, 1),
        (3, 0, 0, 0, 1),
        (1, 0, 1, 0, 0),
        (2, 0, 1, 0, 1),
        (0, 0, 2, 0, -1),
        (0, 1, 0, 0, 0),
        (1, 1, 1, 0, 1),
        (1, 0, 0, 1, 0),
        (0, 2, 1, 0, 0),
        (2, 0, 0, 1, 1),
    ],
)
def test_air_units_cancel_one_for_one(mine: int, tactics: int, yours: int, your_tactics: int, k: int) -> None:
    pool = bits(OF_EVENT["air.formations"])
    tricks = bits(air.TACTICS)
    flown = tuple(pool[:mine] + tricks[:tactics]), tuple(pool[:yours] + tricks[:your_tactics])
    f = Fight(tables.CENTRAL, board.INDEX[TARGET], (0,), air=flown)
    edge = air.edge(f)
    assert (edge > 0) - (edge < 0) == k


def flying(event: str, side: int, place: str, **more: object) -> bool:
    st = field(**more)  # type: ignore[arg-type]
    c = chits(event, side)[0]
    st.play |= 1 << c
    return bool(air.available(st, side, board.INDEX[place]) >> c & 1)


@rule("tgw.15.16a", "tgw.15.16b", "tgw.15.16c", "tgw.15.16d", "tgw.15.11a")
def test_where_air_units_fly() -> None:
    italy = board.NUMBER[bits(board.LAND & fronts.FRONT[fronts.ITALY])[0]]
    egypt = board.NUMBER[bits(board.LAND & fronts.FRONT[fronts.EGYPT])[0]]
    home = {
        "air.formations": TARGET,
        "ace.boelcke": TARGET,
        "air.eastair": EAST,
        "air.italian": italy,
        "air.ne.german": egypt,
        "air.ne.allied": egypt,
    }
    for event, place in home.items():
        side = CHITS[bits(OF_EVENT[event])[0]].side
        for where in (TARGET, EAST, italy, egypt):
            assert flying(event, side, where) == (where == place), (event, where)


@rule("tgw.15.12a", "tgw.15.14a", "tgw.5.24b")
def test_used_and_home_defence_air_units_stay_on_the_ground() -> None:
    c = 1 << chits("air.formations", tables.CENTRAL)[0]
    assert flying("air.formations", tables.CENTRAL, TARGET)
    assert not flying("air.formations", tables.CENTRAL, TARGET, air_used=c)
    assert not flying("air.formations", tables.CENTRAL, TARGET, warfare=c)


@rule("tgw.15.13a", "tgw.15.12a", "tgw.15.15a", "tgw.6.3b")
def test_the_attacker_sends_his_air_units_first_and_all_are_used_up() -> None:
    st = field({"ge-1 ge-2 ge-3": E, "fr-1": TARGET}, letter="")
    mine, ace = chits("air.formations", tables.CENTRAL)[0], CHIT["cp-ace-boelcke"]
    yours = chits("air.formations", tables.ALLIED)[0]
    trick = chits("air.tactics", tables.ALLIED)[0]
    st.play = 1 << mine | 1 << ace | 1 << yours
    st.hand[tables.ALLIED] |= 1 << trick
    s = session(st, CombatPhase(fronts.WESTERN, tables.CENTRAL), dice=(3, 1))
    play(s, f"attack {TARGET}", f"add-all {E}", "go")
    assert s.decision is not None and s.decision.seat == tables.CENTRAL
    assert texts(s) == ["done", *sorted(f"fly {CHITS[c].id}" for c in (mine, ace))]
    assert why(s, f"fly {CHITS[yours].id}") == {"tgw.15.11a"}
    play(s, f"fly {CHITS[mine].id}", f"fly {CHITS[ace].id}")
    assert s.decision.seat == tables.ALLIED
    play(s, f"fly {CHITS[trick].id}")
    play(s, "done")
    assert st.air_used == 1 << mine | 1 << ace, "cancelled or not (E79)"
    assert st.spent >> trick & 1 and not st.hand[tables.ALLIED] >> trick & 1
    assert st.spent >> ace & 1 and not st.play >> ace & 1, "his number came up"
    assert st.play >> mine & 1


@rule("tgw.15.15a")
def test_an_ace_lives_on_other_numbers() -> None:
    st = field({"ge-1": E, "fr-1": TARGET})
    ace = CHIT["cp-ace-boelcke"]
    st.play = 1 << ace
    s = session(st, dice=(6,))
    air.spend(s, fight(st, "ge-1", air=((ace,), ())))
    assert st.play >> ace & 1 and st.air_used >> ace & 1


@rule("tgw.15.17a", "tgw.6.3d")
def test_italian_aircraft_fly_once() -> None:
    c = chits("air.italian", tables.ALLIED)[0]
    st = field({"ge-1": E, "fr-1": TARGET})
    st.play = 1 << c
    air.spend(session(st), fight(st, "ge-1", air=((), (c,))))
    assert st.spent >> c & 1 and not st.play >> c & 1 and not st.air_used >> c & 1


# -- tanks and anti-tank guns (tgw.15.2, tgw.15.3) ---------------------------------------------------------------------------------


@rule("tgw.15.23a", "tgw.15.23b", "tgw.15.22b")
def test_tanks_add_the_best_of_their_modifiers() -> None:
    st = field({"br-8 br-expbn": E, "br-9na br-rtc": W, "ge-1": TARGET})
    assert die(st, fight(st, "br-8", "br-expbn", side=tables.ALLIED))["tgw.15.23a"] == 1
    both = fight(st, "br-8", "br-expbn", "br-9na", "br-rtc", side=tables.ALLIED)
    assert die(st, both)["tgw.15.23a"] == 2
    from firestep.games.tgw.combat.strength import attack

    assert attack(st, both) == sum(roster.ATTACK[u] for u in both.attackers), "all add their factors"


@rule("tgw.15.23a", "tgw.15.24d")
def test_tanks_give_nothing_in_defence() -> None:
    st = field({"ge-1": E, "br-8 br-rtc": TARGET})
    f = fight(st, "ge-1")
    assert die(st, f) == {}
    from firestep.games.tgw.combat.strength import defence

    assert defence(st, f) == sum(roster.DEFENCE[roster.UNIT[u]] for u in ("br-8", "br-rtc"))


@rule("tgw.15.24c", "tgw.15.23a")
def test_a_tank_out_of_supply(plenty: set[str]) -> None:
    st = field({"br-8 br-rtc": E, "ge-1": TARGET})
    plenty.add("br-rtc")
    f = fight(st, "br-8", "br-rtc", side=tables.ALLIED)
    assert die(st, f) == {}
    from firestep.games.tgw.combat.strength import attack

    assert attack(st, f) == roster.ATTACK[roster.UNIT["br-8"]] + (roster.ATTACK[roster.UNIT["br-rtc"]] + 1) // 2


@rule("tgw.15.33a", "tgw.15.32a")
def test_anti_tank_guns_cancel_tanks_if_they_are_supplied(plenty: set[str]) -> None:
    st = field({"br-8 br-rtc": E, "ge-1 ge-at1rgt": TARGET})
    f = fight(st, "br-8", "br-rtc", side=tables.ALLIED)
    assert die(st, f) == {"tgw.15.33a": 0}
    u = roster.UNIT["ge-at1rgt"]
    assert (roster.ATTACK[u], roster.DEFENCE[u]) == (0, 1)
    plenty.add("ge-at1rgt")
    assert die(st, f) == {"tgw.15.23a": 2}


# -- shock-troops (tgw.15.4) ---------------------------------------------------------------------------------------------------


@rule("tgw.15.44a", "tgw.15.44b")
@pytest.mark.parametrize(
    ("n", "rule_", "k"), [(0, "", 0), (1, "tgw.15.44a", 1), (3, "tgw.15.44a", 1), (4, "tgw.15.44b", 2), (6, "tgw.15.44b", 2)]
)
def test_shock_troops(n: int, rule_: str, k: int) -> None:
    ids = SHOCK[:6]
    st = field({" ".join(ids): E, "fr-1": TARGET}, flipped=" ".join(ids[:n]), tally={"shock": 1})
    assert die(st, fight(st, *ids)).get(rule_, 0) == k


@rule("tgw.15.46a", "tgw.15.46b")
def test_the_alpenkorps() -> None:
    st = field({"ge-ak": E, "fr-1": TARGET})
    assert die(st, fight(st, "ge-ak")) == {}, "in the west only after the first event"
    st.tally["shock"] = 1
    assert die(st, fight(st, "ge-ak")) == {"tgw.15.44a": 1}
    st = field({"ge-ak": around(EAST)[0], "ru-1": EAST})
    assert die(st, fight(st, "ge-ak", at=EAST)) == {"tgw.15.44a": 1}, "in the east always"


def michael(**more: object) -> State:
    return field({GREAT: E, "fr-1": TARGET}, flipped=GREAT, tally={"shock": 2, "kaiser-turn": 20} | dict(more))


@rule("tgw.15.45a", "tgw.15.45b", "tgw.15.45c")
def test_kaiserschlacht() -> None:
    st = michael()
    f = fight(st, *GREAT.split())
    assert may_kaiser(st, f)
    assert die(st, replace(f, marks=("kaiser",)))["tgw.15.45a"] == 3
    assert not may_kaiser(st, fight(st, *SHOCK[:3])), "fewer than four"
    assert not may_kaiser(michael(**{"kaiser-turn": 19}), f), "only in the turn of the second event"
    assert may_kaiser(michael(**{f"now-attacks-{fronts.WEST}": 3}), f)
    assert not may_kaiser(michael(**{f"now-attacks-{fronts.WEST}": 4}), f), "only the first four attacks of the front"
    assert not may_kaiser(michael(**{"now-kaiser-front": fronts.EAST + 1}), f), "one front"
    assert may_kaiser(michael(**{"now-kaiser-front": fronts.WEST + 1}), f)


@rule("tgw.15.45a")
def test_kaiserschlacht_is_declared() -> None:
    st = michael()
    s = session(st, CombatPhase(fronts.WESTERN, tables.CENTRAL), dice=(1,))
    play(s, f"attack {TARGET}", f"add-all {E}", "go")
    assert texts(s) == ["kaiserschlacht", "none"]
    play(s, "kaiserschlacht")
    e = next(e for e in s.journal if e.key == "attack")
    assert e.params["drm"] == 3 and "kaiserschlacht" in keys(s)
    assert st.tally["now-kaiser-front"] == fronts.WEST + 1 and st.tally[f"now-attacks-{fronts.WEST}"] == 1


# -- weather (tgw.12.2) and events ---------------------------------------------------------------------------------------------


@rule("tgw.12.2k", "tgw.19.61b")
def test_snow_in_the_caucasus() -> None:
    land = board.LAND & fronts.FRONT[fronts.CAUCASUS] & ~board.FORTS & ~board.ALPINE
    place = next(board.NUMBER[i] for i in bits(land) if attackers.NEAR[i].bit_count() == 6)
    st = field({"ru-20": around(place)[0], "tu-1": place})
    st.weather = [tables.SNOW] * 4 + [tables.FAIR] * 2
    f = fight(st, "ru-20", at=place, side=tables.ALLIED)
    assert die(st, f) == {"tgw.12.2k": -2}
    st.until = {"winter-from": st.turn, "winter": st.turn}
    assert die(st, f) == {}
    st.until = {}
    st.turn = tables.NEAR_EAST_TURN
    assert die(st, f) == {}
    turks = field({"tu-1": around(place)[0], "ru-20": place}, turn=tables.NEAR_EAST_TURN)
    turks.weather = st.weather
    assert die(turks, fight(turks, "tu-1", at=place)) == {"tgw.12.2k": -2}, "for Russians only"
    east = field({"ge-1": around(EAST)[0], "ru-1": EAST})
    east.weather = [tables.SNOW] * 6
    assert die(east, fight(east, "ge-1", at=EAST)) == {}, "the Caucasus only"


@rule("tgw.12.2o")
def test_heat_in_egypt_and_iraq_stands_beside_the_cap() -> None:
    place = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    st = field({"bp-1alhbd": around(place)[0], "tu-1": place}, ne_trenches=1 << board.INDEX[place])
    st.weather = [tables.FAIR] * 4 + [tables.HOT] * 2
    plays = chits("turkdet", tables.CENTRAL, 2) + chits("kemal", tables.CENTRAL, 2)
    f = fight(st, "bp-1alhbd", at=place, side=tables.ALLIED, plays=plays)
    assert modifiers.net(st, f, 1)[0] == -5, "three at most for the defence and two for the heat (E46)"
    st.options = {"weather-cap": "inside"}
    assert modifiers.net(st, f, 1)[0] == -3


@rule("tgw.6.24d", "tgw.6.25a")
def test_lawrence_and_the_atrocity_help_arab_attacks() -> None:
    place = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    st = field({"ab-1ana": around(place)[0], "tu-1": place})
    f = fight(st, "ab-1ana", at=place, side=tables.ALLIED)
    st.play |= OF_EVENT["lawrence"]
    assert modifiers.net(st, f, 1)[0] == 1
    st.until = {"atrocity-from": st.turn, "atrocity": st.turn}
    assert modifiers.net(st, f, 1)[0] == 2


@rule("tgw.6.29e")
def test_conrad_helps_the_first_attack_of_the_first_turn() -> None:
    place = next(
        board.NUMBER[i]
        for i in bits(board.LAND & fronts.FRONT[fronts.ITALY] & ~board.FORTS & ~board.ALPINE)
        if attackers.NEAR[i] & ~board.ALPINE
    )
    near = board.NUMBER[bits(attackers.NEAR[board.INDEX[place]] & ~board.ALPINE)[0]]
    st = field({"ah-1": near, "it-1": place}, at_war={"IT": tables.ALLIED})
    f = fight(st, "ah-1", at=place)
    st.until = {"conrad-from": st.turn, "conrad": st.turn + 2}
    assert die(st, f)["tgw.6.29e"] == 2
    st.tally["now-conrad"] = 1
    assert "tgw.6.29e" not in die(st, f)
    st.tally = {}
    st.turn += 1
    assert "tgw.6.29e" not in die(st, f)
