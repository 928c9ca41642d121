"""Losses (tgw.10.6), advance after combat (tgw.10.7), cavalry that leaves (tgw.15.5), untried units (tgw.15.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firestep.engine.session import Session
from firestep.games.tgw.combat import advance, attackers, cavalry, losses, results_table
from firestep.games.tgw.combat.combat import Attacks, CombatPhase
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.state import DEAD, DEAD_NE, WAITING, Fight, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.positions import around, field, session, spot, why

pytestmark = pytest.mark.usefixtures("plenty")

TARGET = spot(board.CLEAR & board.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)
EAST = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
SHOCK = roster.unit_ids(roster.BANDED & roster.INFANTRY)


def fight(st: State, *ids: str, at: str = TARGET, side: int = tables.CENTRAL, **more: object) -> Fight:
    return replace(declared(st, side, board.INDEX[at], tuple(sorted(roster.UNIT[u] for u in ids))), **more)  # type: ignore[arg-type]


def suffering(st: State, f: Fight, attacker: int, defender: int) -> Session[State]:
    """A combat whose result is known: losses, then the advance."""
    st.fight = replace(f, losses=(attacker, defender))
    return session(st, losses.Suffer(0), losses.Suffer(1), advance.Aftermath())


def place(id: str, st: State) -> int:
    return st.at[roster.UNIT[id]]


# -- losses ------------------------------------------------------------------------------------------------------------------


@rule("tgw.10.61a", "tgw.10.62a", "tgw.10.36a", "tgw.10.64e", "tgw.10.63a")
def test_the_attacker_loses_first_and_each_chooses() -> None:
    st = field({"ge-1 ge-2 ge-3": E, "fr-1 fr-2 fr-3": TARGET})
    s = suffering(st, fight(st, "ge-1", "ge-2", "ge-3"), 1, 2)
    assert s.decision is not None and s.decision.seat == tables.CENTRAL
    assert texts(s) == ["lose ge-1", "lose ge-2", "lose ge-3"]
    play(s, "lose ge-2")
    assert place("ge-2", st) == DEAD and s.decision.seat == tables.ALLIED
    assert texts(s) == ["lose fr-1", "lose fr-2", "lose fr-3"]
    play(s, "lose fr-3", "lose fr-1")
    assert s.over and place("fr-2", st) == board.INDEX[TARGET]


@rule("tgw.10.12b", "tgw.15.63a", "tgw.3.26f")
def test_bystanders_and_headquarters_are_never_taken() -> None:
    st = field({"ge-1 ge-2 ge-3 ge-hq1": E, "fr-1 fr-2 fr-hq1": TARGET})
    s = suffering(st, fight(st, "ge-1", "ge-2"), 1, 1)
    assert texts(s) == ["lose ge-1", "lose ge-2"]
    assert why(s, "lose ge-3") == {"tgw.10.12b"} and why(s, "lose ge-hq1") == {"tgw.15.63a"}
    play(s, "lose ge-1")
    assert texts(s) == ["lose fr-1", "lose fr-2"] and why(s, "lose fr-hq1") == {"tgw.15.63a"}


@rule("tgw.10.62b")
def test_losses_beyond_the_steps_are_ignored() -> None:
    st = field({"ge-1 ge-2": E, "fr-1": TARGET, "fr-2": W})
    s = suffering(st, fight(st, "ge-1", "ge-2"), 0, 5)
    assert place("fr-1", st) == DEAD and place("fr-2", st) == board.INDEX[W]
    assert isinstance(s.decision.step, advance.Advance) if s.decision else False


@rule("tgw.10.63a", "tgw.3.26h", "tgw.3.26g", "tgw.3.26i")
def test_two_step_units_are_reduced_first() -> None:
    st = field({"ge-1": E, "br-1 br-2": TARGET})
    s = suffering(st, fight(st, "ge-1"), 0, 3)
    play(s, "lose br-1")
    assert place("br-1", st) == board.INDEX[TARGET] and st.reduced >> roster.UNIT["br-1"] & 1
    play(s, "lose br-1")
    assert place("br-1", st) == DEAD
    play(s, "lose br-2")
    assert s.over and st.reduced >> roster.UNIT["br-2"] & 1
    st = field({SHOCK[0]: TARGET, "fr-1": E}, flipped=SHOCK[0])
    from firestep.games.tgw.components.unit_types import steps

    assert steps(st, roster.UNIT[SHOCK[0]]) == 1, "a conversion is no second step"


@rule("tgw.10.64a", "tgw.15.24b", "tgw.15.43a")
@pytest.mark.parametrize(
    ("units", "flipped", "side", "first"),
    [
        ("br-8 br-rtc br-1", "", tables.ALLIED, {"br-rtc"}),
        ("br-8 br-1 br-1as", "", tables.ALLIED, {"br-1"}),
        ("br-8 br-9na", "", tables.ALLIED, {"br-8", "br-9na"}),
        (f"{SHOCK[0]} {SHOCK[1]}", SHOCK[1], tables.CENTRAL, {SHOCK[1]}),
    ],
)
def test_who_takes_the_attackers_first_loss(units: str, flipped: str, side: int, first: set[str]) -> None:
    foe = "ge-at1rgt" if side == tables.ALLIED else "fr-1"
    st = field({units: E, foe: TARGET}, flipped=flipped, tally={"shock": 1})
    s = suffering(st, fight(st, *units.split(), side=side), 2 if len(units.split()) > 2 else 1, 0)
    assert set(texts(s)) == {f"lose {u}" for u in first}
    for u in set(units.split()) - first:
        assert why(s, f"lose {u}") == {"tgw.10.64a"}


@rule("tgw.10.64a")
def test_only_the_first_loss_is_bound_and_reduced_units_are_free() -> None:
    st = field({"br-1 br-8 br-9na": E, "ge-1": TARGET})
    s = suffering(st, fight(st, "br-1", "br-8", "br-9na", side=tables.ALLIED), 2, 0)
    play(s, "lose br-1")
    assert texts(s) == ["lose br-1", "lose br-8", "lose br-9na"]
    st = field({"br-rtc br-1 br-8": E, "ge-1": TARGET})
    s = suffering(st, fight(st, "br-rtc", "br-1", "br-8", side=tables.ALLIED), 2, 0)
    play(s, "lose br-rtc")
    assert texts(s) == ["lose br-1", "lose br-8"]
    st = field({"br-1 br-8": E, "ge-1": TARGET}, reduced="br-1")
    s = suffering(st, fight(st, "br-1", "br-8", side=tables.ALLIED), 1, 0)
    assert texts(s) == ["lose br-1", "lose br-8"], "two-step means at full strength (N24)"


@rule("tgw.10.64a")
def test_anzac_and_canadians_by_the_other_reading() -> None:
    st = field({"br-1as br-1cnd br-8": E, "ge-1": TARGET})
    s = suffering(st, fight(st, "br-1as", "br-1cnd", "br-8", side=tables.ALLIED), 1, 0)
    assert len(texts(s)) == 3
    st = field({"br-1as br-1cnd br-8": E, "ge-1": TARGET}, options={"first-loss": "british"})
    s = suffering(st, fight(st, "br-1as", "br-1cnd", "br-8", side=tables.ALLIED), 1, 0)
    assert texts(s) == ["lose br-1as"]


@rule("tgw.10.64b")
def test_in_the_near_east_the_allies_choose_freely() -> None:
    at = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    st = field({"br-1 br-10in": around(at)[0], "tu-1": at})
    s = suffering(st, fight(st, "br-1", "br-10in", at=at, side=tables.ALLIED), 1, 0)
    assert texts(s) == ["lose br-1", "lose br-10in"]
    st = field({f"{SHOCK[0]} tu-1": around(at)[0], "br-10in": at}, flipped=SHOCK[0])
    s = suffering(st, fight(st, SHOCK[0], "tu-1", at=at), 1, 0)
    assert texts(s) == [f"lose {SHOCK[0]}"], "the Central Powers are bound there too"


@rule("tgw.10.64c", "tgw.15.33b")
def test_anti_tank_guns_are_the_defenders_first_loss() -> None:
    st = field({"br-8": E, "ge-1 ge-2 ge-at1rgt": TARGET})
    s = suffering(st, fight(st, "br-8", side=tables.ALLIED), 0, 2)
    assert texts(s) == ["lose ge-at1rgt"] and why(s, "lose ge-1") == {"tgw.10.64c"}
    play(s, "lose ge-at1rgt")
    assert texts(s) == ["lose ge-1", "lose ge-2"]


@rule("tgw.10.64d", "tgw.14.11d")
def test_a_fort_falls_after_all_units() -> None:
    near = board.NUMBER[bits(attackers.NEAR[board.INDEX["W5123"]] & ~board.FORTS)[0]]
    verdun = board.INDEX["W5123"]
    for loss, stands in ((2, True), (3, False)):
        st = field({"ge-1": near, "fr-1 fr-2": "W5123"})
        suffering(st, fight(st, "ge-1", at="W5123"), 0, loss)
        assert place("fr-1", st) == DEAD and bool(st.forts >> verdun & 1) is stands
    st = field({"ge-1": near, "fr-1 fr-2": "W5123"})
    s = suffering(st, fight(st, "ge-1", at="W5123"), 0, 1)
    assert texts(s) == ["lose fr-1", "lose fr-2"], "the fort itself is not offered"


@rule("tgw.10.65a")
def test_an_elimination_takes_units_headquarters_and_fort() -> None:
    near = board.NUMBER[bits(attackers.NEAR[board.INDEX["W5123"]] & ~board.FORTS)[0]]
    st = field({"ge-1": near, "fr-1 fr-2 fr-hq1": "W5123"})
    suffering(st, fight(st, "ge-1", at="W5123"), 0, results_table.ALL)
    assert {place(u, st) for u in ("fr-1", "fr-2", "fr-hq1")} == {DEAD}
    assert not st.forts >> board.INDEX["W5123"] & 1


# -- advance -----------------------------------------------------------------------------------------------------------------


def won(st: State, f: Fight) -> Session[State]:
    """A combat in which the defenders are lost to the last."""
    return suffering(st, f, 0, 9)


@rule("tgw.10.36b", "tgw.10.71a", "tgw.10.71b", "tgw.7.13a")
def test_survivors_advance_into_the_emptied_hex() -> None:
    st = field({"ge-1 ge-2": E, "ge-3": W, "fr-1": TARGET})
    s = won(st, fight(st, "ge-1", "ge-2"))
    assert texts(s) == ["advance ge-1", "advance ge-2", f"advance-all {E}", "done"]
    assert why(s, "advance ge-3") == {"tgw.10.71a"}, "it took no part"
    play(s, "advance ge-1")
    assert place("ge-1", st) == board.INDEX[TARGET] and st.ctrl[tables.CENTRAL] & board.mask(TARGET)
    assert texts(s) == ["advance ge-2", "done"]
    assert why(s, "advance ge-1") == {"tgw.10.71a"}
    play(s, "done")
    assert s.over and st.fight is None


@rule("tgw.10.71a")
def test_a_whole_hex_advances_in_one_order() -> None:
    st = field({"ge-1 ge-2": E, "ge-3": W, "fr-1": TARGET})
    s = won(st, fight(st, "ge-1", "ge-2", "ge-3"))
    play(s, f"advance-all {E}")
    assert texts(s) == ["advance ge-3", "done"]


@rule("tgw.10.71a", "tgw.7.23a", "tgw.7.22a")
def test_no_more_advance_than_fit() -> None:
    six = " ".join(f"ge-{k}" for k in range(1, 7))
    st = field({six: E, "ge-7": W, "fr-1": TARGET})
    s = won(st, fight(st, *six.split(), "ge-7"))
    play(s, f"advance-all {E}")
    assert s.over, "there is no room for a seventh"
    st = field({six: E, "ge-7": W, "fr-1": TARGET})
    s = won(st, fight(st, *six.split(), "ge-7"))
    play(s, "advance ge-7")
    assert f"advance-all {E}" not in texts(s) and why(s, f"advance-all {E}") == {"tgw.7.23a"}


@rule("tgw.10.71c")
def test_the_defender_never_advances() -> None:
    st = field({"ge-1 ge-2": E, "fr-1": TARGET})
    s = suffering(st, fight(st, "ge-1", "ge-2"), 9, 0)
    assert s.over and place("fr-1", st) == board.INDEX[TARGET]
    st = field({"ge-1 ge-2": E, "fr-1": TARGET, "fr-2": W})
    assert why(won(st, fight(st, "ge-1", "ge-2")), "advance fr-2") == {"tgw.10.71c"}


@rule("tgw.10.71d")
def test_nobody_advances_where_he_could_not_move() -> None:
    high, low = next(
        (i, j)
        for i in bits(board.ALPINE & fronts.FRONT[fronts.ITALY])
        for j in bits(attackers.NEAR[i] & ~board.ALPINE & ~board.FORTS)
    )
    troop = roster.UNITS[bits(roster.CORPS[tables.AH] & roster.MOUNTAIN)[0]]
    st = field({f"ah-1 {troop}": board.NUMBER[low], "it-1alp": board.NUMBER[high]}, at_war={"IT": tables.ALLIED})
    f = declared(st, tables.CENTRAL, high, (roster.UNIT["ah-1"], roster.UNIT[troop]))
    s = won(st, f)
    assert texts(s) == [f"advance {troop}", "done"] and why(s, "advance ah-1") == {"tgw.10.71d"}


@rule("tgw.6.51h")
def test_the_central_powers_never_enter_a_landing_hex() -> None:
    st = field({"tu-1": "E1023", "br-29": "E1022"})
    st.set_flag("gallipoli")
    s = won(st, fight(st, "tu-1", at="E1022"))
    assert s.over and place("tu-1", st) == board.INDEX["E1023"] and st.ctrl[tables.ALLIED] & board.mask("E1022")


@rule("tgw.10.71a", "tgw.15.63c", "tgw.8.22b")
def test_headquarters_left_alone_die_when_somebody_comes_in() -> None:
    for come in (True, False):
        st = field({"ge-1": E, "fr-1 fr-hq1": TARGET})
        s = won(st, fight(st, "ge-1"))
        play(s, "advance ge-1" if come else "done")
        assert (place("fr-hq1", st) == DEAD) is come


@rule("tgw.10.71a", "tgw.14.11a")
def test_a_hex_with_an_intact_fort_is_not_emptied() -> None:
    near = board.NUMBER[bits(attackers.NEAR[board.INDEX["W5123"]] & ~board.FORTS)[0]]
    st = field({"ge-1": near, "fr-1": "W5123"})
    assert suffering(st, fight(st, "ge-1", at="W5123"), 0, 1).over


@rule("tgw.6.38a", "tgw.6.39a")
def test_an_event_stops_the_advance() -> None:
    st = field({"ge-1": E, "fr-1": TARGET})
    assert won(st, fight(st, "ge-1", marks=("hold",))).over


@rule("tgw.10.72a", "tgw.10.72c")
def test_shock_troops_go_on_one_hex() -> None:
    st = field({f"{SHOCK[0]} ge-2": E, "fr-1": TARGET, "fr-2": NW, "fr-hq1": SW}, flipped=SHOCK[0], tally={"shock": 1})
    s = won(st, fight(st, SHOCK[0], "ge-2"))
    play(s, f"advance-all {E}")
    assert why(s, f"go-on ge-2 {W}") == {"tgw.10.72a"}, "only shock-troops"
    open = {n for n in around(TARGET) if n not in (NW, SW)}
    assert set(texts(s)) == {"done", *(f"go-on {SHOCK[0]} {n}" for n in open)}
    assert why(s, f"go-on {SHOCK[0]} {NW}") == {"tgw.10.72c"} and why(s, f"go-on {SHOCK[0]} {SW}") == {"tgw.10.72c"}
    play(s, f"go-on {SHOCK[0]} {W}")
    assert s.over and place(SHOCK[0], st) == board.INDEX[W] and st.ctrl[tables.CENTRAL] & board.mask(W)


@rule("tgw.10.72a")
def test_the_first_hex_is_the_one_that_was_attacked() -> None:
    st = field({SHOCK[0]: E, "fr-1": TARGET}, flipped=SHOCK[0], tally={"shock": 1})
    s = won(st, fight(st, SHOCK[0]))
    play(s, "done")
    assert s.over, "who does not go in does not go on"


@rule("tgw.10.72a")
@pytest.mark.parametrize(("turn", "goes"), [(tables.turn_of("March", 1919), False), (tables.turn_of("April", 1919), True)])
def test_allied_tanks_go_on_after_march_1919(turn: int, goes: bool) -> None:
    st = field({"br-8 br-rtc": E, "ge-1": TARGET}, turn=turn)
    s = won(st, fight(st, "br-8", "br-rtc", side=tables.ALLIED))
    play(s, f"advance-all {E}")
    assert (not s.over) is goes
    if goes:
        assert all(a == "done" or a.startswith("go-on br-rtc") for a in texts(s))


@rule("tgw.10.72b")
@pytest.mark.parametrize(
    ("ground", "weather", "stops"),
    [
        (board.MARSH, tables.FAIR, True),
        (board.MOUNTAIN, tables.FAIR, True),
        (board.FLOOD, tables.FAIR, False),
        (board.FLOOD, tables.WET, True),
        (board.FOREST, tables.WET, False),
        (board.ROUGH, tables.WET, False),
    ],
)
def test_ground_that_stops_the_second_hex(ground: int, weather: int, stops: bool) -> None:
    area = (
        ground
        & (board.POLAND | board.RUSSIA | board.AUSTRIA | board.GERMANY)
        & fronts.FRONT[fronts.EAST]
        & ~board.FORTS
        & ~board.PORT
    )
    hex = next(i for i in bits(area) if (attackers.NEAR[i] & ~board.FORTS & ~board.ALPINE).bit_count() >= 4)
    at, near = board.NUMBER[hex], board.NUMBER[bits(attackers.NEAR[hex] & ~board.FORTS & ~board.ALPINE)[0]]
    st = field({SHOCK[0]: near, "ru-1": at}, flipped=SHOCK[0], tally={"shock": 1})
    st.weather = [weather] * 6
    s = won(st, fight(st, SHOCK[0], at=at))
    play(s, f"advance {SHOCK[0]}")
    assert s.over is stops


@rule("tgw.6.40a")
def test_looting_stops_the_second_hex() -> None:
    st = field({SHOCK[0]: E, "fr-1": TARGET}, flipped=SHOCK[0], tally={"shock": 1})
    s = won(st, fight(st, SHOCK[0], marks=("loot",)))
    play(s, f"advance {SHOCK[0]}")
    assert s.over and place(SHOCK[0], st) == board.INDEX[TARGET]


# -- cavalry (tgw.15.5) ----------------------------------------------------------------------------------------------------------

RIDERS = roster.unit_ids(roster.CAVALRY & roster.CORPS[tables.RU])
AE, ANE, ANW, AW, ASW, ASE = around(EAST)


def raid(units: dict[str, str], attack: tuple[str, ...], **more: object) -> Session[State]:
    """Germans attack the hex in the east; up to the cavalry's choice."""
    st = field(units, **more)  # type: ignore[arg-type]
    s = session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL), dice=(3,))
    play(s, f"attack {EAST}", *(f"add {u}" for u in attack), "go")
    return s


@rule("tgw.15.51a")
def test_cavalry_alone_may_leave_before_combat() -> None:
    s = raid({"ge-1": AE, f"{RIDERS[0]} {RIDERS[1]}": EAST}, ("ge-1",))
    assert s.decision is not None and s.decision.seat == tables.ALLIED and "stand" in texts(s)
    rolls = s.state.rolls
    play(s, next(a for a in texts(s) if a.startswith("retreat")))
    assert s.state.rolls == rolls and not s.state.held[tables.ALLIED] & board.mask(EAST), "all of it, and no die was rolled"


@rule("tgw.15.51a")
@pytest.mark.parametrize("case", ["infantry", "headquarters", "cavalry attacks"])
def test_when_cavalry_may_not_leave(case: str) -> None:
    mine, theirs, attack = "ge-1", RIDERS[0], ("ge-1",)
    if case == "infantry":
        theirs += " ru-1"
    elif case == "headquarters":
        theirs += " ru-hq1"
    else:
        rider = roster.UNITS[bits(roster.CAVALRY & roster.CORPS[tables.GE])[0]]
        mine, attack = f"ge-1 {rider}", ("ge-1", rider)
    s = raid({mine: AE, theirs: EAST}, attack)
    assert s.decision is None or not isinstance(s.decision.step, cavalry.Leave)


@rule("tgw.15.52a")
def test_it_rides_one_hex_nearer_to_supply_if_it_can() -> None:
    s = raid({"ge-1": AE, RIDERS[0]: EAST}, ("ge-1",))
    st = s.state
    assert st.fight is not None
    near = cavalry.nearer(st, st.fight)
    free = cavalry.havens(st, st.fight, ())
    assert free and free & near == free
    worse = [n for n in around(EAST) if not free & board.mask(n) and n != AE]
    for n in worse:
        assert why(s, f"retreat {n}") and f"retreat {n}" not in texts(s)
    assert why(s, f"retreat {AE}") == {"tgw.8.22a"}, "the enemy is there"
    far = next(n for n in board.numbers(fronts.range_of(board.mask(EAST), 2)) if n not in around(EAST) and n != EAST)
    assert why(s, f"retreat {far}") == {"tgw.15.52a"}


@rule("tgw.15.52a")
def test_without_a_nearer_hex_it_rides_anywhere() -> None:
    town = next(
        board.NUMBER[i]
        for i in bits(board.SETTLED & board.POLAND & ~board.FORTS)
        if attackers.NEAR[i].bit_count() == 6 and not attackers.NEAR[i] & board.FORTS
    )
    st = field({"ge-1": around(town)[0], RIDERS[0]: town})
    st.fight = fight(st, "ge-1", at=town)
    assert cavalry.nearer(st, st.fight) == 0
    assert cavalry.havens(st, st.fight, ()) == board.mask(*around(town)[1:])


@rule("tgw.15.53a", "tgw.15.53b")
def test_attackers_follow_and_attack_again_with_the_same_units_only() -> None:
    s = raid({"ge-1 ge-2": AE, "ge-3": AW, RIDERS[0]: EAST}, ("ge-1", "ge-2"))
    st = s.state
    ride = next(a for a in texts(s) if a.startswith("retreat"))
    to = ride.split()[1]
    play(s, ride)
    assert isinstance(s.decision.step if s.decision else None, advance.Advance)
    play(s, "advance ge-1", "done")
    assert place("ge-1", st) == board.INDEX[EAST] and place("ge-2", st) == board.INDEX[AE], "each as it likes"
    assert isinstance(s.decision.step if s.decision else None, cavalry.Chase) and f"attack {to}" in texts(s)
    play(s, f"attack {to}")
    assert why(s, "add ge-3") == {"tgw.15.53a"}
    play(s, "add ge-1", "go")
    assert isinstance(s.decision.step if s.decision else None, cavalry.Leave), "and it may leave again"
    assert f"retreat {EAST}" not in texts(s)


@rule("tgw.15.53a")
def test_who_lets_the_cavalry_go_has_attacked() -> None:
    s = raid({"ge-1": AE, RIDERS[0]: EAST}, ("ge-1",))
    play(s, next(a for a in texts(s) if a.startswith("retreat")), "done", "done")
    assert isinstance(s.decision.step if s.decision else None, Attacks) and texts(s) == ["done"]


@rule("tgw.15.53b")
def test_a_chase_ends() -> None:
    """Cavalry does not come back to a hex that it left in the same chain: with every ride there are fewer hexes left for it."""
    s = raid({"ge-1 ge-2": AE, RIDERS[0]: EAST}, ("ge-1", "ge-2"))
    rider = roster.UNIT[RIDERS[0]]
    been: list[int] = []
    for _ in range(150):
        if s.decision is None or isinstance(s.decision.step, Attacks):
            break
        if isinstance(s.decision.step, cavalry.Leave):
            assert s.state.at[rider] not in been and s.decision.step.left == tuple(been)
            been.append(s.state.at[rider])
        wanted = ("retreat", "attack", "add-all", "advance-all", "add", "advance", "go")
        acts = texts(s)
        s.take(next((a for w in wanted for a in acts if a.split()[0] == w), acts[0]))
    assert len(been) > 3


@rule("tgw.15.54a")
def test_cavalry_does_not_ride_alone_against_infantry_or_forts() -> None:
    rider = roster.UNITS[bits(roster.CAVALRY & roster.CORPS[tables.AH])[0]]
    st = field({f"{rider} ah-1": AE, "ru-1": EAST})
    s = session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL))
    play(s, f"attack {EAST}")
    assert why(s, f"add {rider}") == {"tgw.15.54a"}
    play(s, "add ah-1")
    assert f"add {rider}" in texts(s), "with infantry of its own hex it may"
    st = field({rider: AE, "ah-1": AW, "ru-1": EAST})
    s = session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL))
    play(s, f"attack {EAST}", "add ah-1")
    assert why(s, f"add {rider}") == {"tgw.15.54a"} and texts(s) == ["go"], "infantry elsewhere is no company"
    st = field({rider: AE, RIDERS[0]: EAST})
    assert texts(session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL))) == [f"attack {EAST}", "done"], "cavalry against cavalry"
    fort = next(i for i in bits(board.FORTS & board.RUSSIA_POLAND & fronts.FRONT[fronts.EAST]) if attackers.NEAR[i] & ~board.FORTS)
    st = field({rider: board.NUMBER[bits(attackers.NEAR[fort] & ~board.FORTS)[0]]})
    assert f"attack {board.NUMBER[fort]}" not in texts(session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL)))


@rule("tgw.15.54d", "tgw.15.54e")
def test_british_cavalry_is_free_in_europe_before_d_and_in_the_near_east_always() -> None:
    for letter, free in (("C", True), ("D", False)):
        st = field({"br-1c": E, "ge-1": TARGET}, letter=letter)
        assert (f"attack {TARGET}" in texts(session(st, CombatPhase(fronts.WESTERN, tables.ALLIED)))) is free
    at = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    st = field({"bp-1alhbd": around(at)[0], "tu-1": at}, letter="M")
    assert texts(session(st, CombatPhase(fronts.WESTERN, tables.ALLIED))) == [f"attack {at}", "done"]


@rule("tgw.15.55a")
def test_german_cavalry_on_foot_is_infantry() -> None:
    rider = roster.UNITS[bits(roster.CONVERTIBLE)[0]]
    st = field({rider: AE, "ru-1": EAST}, flipped=rider)
    assert texts(session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL))) == [f"attack {EAST}", "done"]


# -- tanks in company (tgw.15.22, tgw.15.24)
# -------------------------------------------------------------------------------------------


@rule("tgw.15.22a")
def test_a_tank_attacks_in_company_of_its_own_nation() -> None:
    st = field({"br-rtc": E, "ge-1": TARGET})
    assert texts(session(st, CombatPhase(fronts.WESTERN, tables.ALLIED))) == ["done"]
    st = field({"br-rtc fr-1": E, "br-8": W, "ge-1": TARGET})
    s = session(st, CombatPhase(fronts.WESTERN, tables.ALLIED))
    play(s, f"attack {TARGET}", "add fr-1", "add br-8")
    assert why(s, "add br-rtc") == {"tgw.15.22a"} and texts(s) == ["go"], "neither Frenchmen with it nor Britons elsewhere"
    st = field({"br-rtc br-1as": E, "ge-1": TARGET})
    s = session(st, CombatPhase(fronts.WESTERN, tables.ALLIED))
    play(s, f"attack {TARGET}")
    assert why(s, "add br-rtc") == {"tgw.15.22a"}, "the companion must take part"
    assert texts(s) == ["add br-1as", f"add-all {E}"]
    play(s, f"add-all {E}")
    assert texts(s) == ["go"]


@rule("tgw.15.24a")
@pytest.mark.parametrize(
    ("ground", "weather", "may"),
    [
        (board.FOREST, tables.FAIR, False),
        (board.FLOOD, tables.FAIR, True),
        (board.FLOOD, tables.WET, False),
        (board.ROUGH, tables.WET, True),
        (board.MARSH, tables.FAIR, False),
        (board.MOUNTAIN, tables.FAIR, False),
    ],
)
def test_ground_that_tanks_do_not_attack(ground: int, weather: int, may: bool) -> None:
    area = ground & fronts.FRONT[fronts.EAST] & (board.RUSSIA_POLAND | board.AUSTRIA) & ~board.FORTS
    hex = next(i for i in bits(area) if attackers.NEAR[i] & ~board.FORTS & ~board.ALPINE)
    near = board.NUMBER[bits(attackers.NEAR[hex] & ~board.FORTS & ~board.ALPINE)[0]]
    st = field({"ge-1 ge-pzrgt": near, "ru-1": board.NUMBER[hex]})
    st.weather = [weather] * 6
    s = session(st, CombatPhase(fronts.EASTERN, tables.CENTRAL))
    play(s, f"attack {board.NUMBER[hex]}", "add ge-1")
    assert ("add ge-pzrgt" in texts(s)) is may
    if not may:
        assert why(s, "add ge-pzrgt") == {"tgw.15.24a"}


# -- untried units (tgw.15.8) ------------------------------------------------------------------------------------------------------


@rule("tgw.15.82a", "tgw.15.82b", "tgw.3.25d")
def test_an_untried_unit_shows_its_strength_when_it_fights() -> None:
    at = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    seen = set()
    for die in (1, 2, 3):
        st = field({"ab-1ana": around(at)[0], "tu-1": at})
        s = session(st, CombatPhase(fronts.WESTERN, tables.ALLIED), dice=(die, 6))
        play(s, f"attack {at}", "add ab-1ana", "go")
        shown = next(e for e in s.journal if e.key == "made-known").params["unit"]
        seen.add(shown)
        here = [u for u in bits(roster.CORPS[tables.AB]) if st.at[u] != WAITING]
        assert not here or here == [roster.UNIT[shown]]
        assert st.tried >> roster.UNIT[shown] & 1 or not here
    assert seen == {"ab-1ana", "ab-2ana", "ab-3ana"}, "any of those off the map, by the die"


@rule("tgw.15.82a")
def test_a_known_unit_stays_what_it_is() -> None:
    at = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    st = field({"ab-2ana": around(at)[0], "tu-1": at})
    st.tried = 1 << roster.UNIT["ab-2ana"]
    s = session(st, CombatPhase(fronts.WESTERN, tables.ALLIED), dice=(3,))
    play(s, f"attack {at}", "add ab-2ana", "go")
    assert "made-known" not in keys(s)


@rule("tgw.15.83a", "tgw.15.83b")
def test_destroyed_arabs_and_armenians() -> None:
    at = next(board.NUMBER[i] for i in bits(board.CLEAR & board.PALESTINE & ~board.FORTS) if attackers.NEAR[i].bit_count() == 6)
    st = field({"tu-1": around(at)[0], "ab-1ana": at})
    st.tried = roster.unit_mask(["ab-1ana", "arm-1arm"])
    suffering(st, fight(st, "tu-1", at=at), 0, 1)
    assert place("ab-1ana", st) == WAITING and not st.tried >> roster.UNIT["ab-1ana"] & 1, "back among the others, unknown again"
    van = "N3338"
    near = board.NUMBER[bits(attackers.NEAR[board.INDEX[van]] & ~board.FORTS)[0]]
    st = field({"tu-1": near, "arm-1arm": van})
    st.tried = roster.unit_mask(["arm-1arm"])
    suffering(st, fight(st, "tu-1", at=van), 0, 1)
    assert place("arm-1arm", st) == DEAD_NE and st.tried >> roster.UNIT["arm-1arm"] & 1
