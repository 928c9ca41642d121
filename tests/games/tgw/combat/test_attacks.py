"""Who may attack what, and how an attack is put together (tgw.10.0 to tgw.10.3)."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat import attackers, bans, shifts
from firestep.games.tgw.combat.combat import Assemble, Attacks, CombatPhase, reckon
from firestep.games.tgw.combat.strength import declared
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import windows
from firestep.games.tgw.state import AVAIL, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.positions import around, field, session, spot, why

pytestmark = pytest.mark.usefixtures("plenty")

TARGET = spot(board.CLEAR & board.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)


def battle(units: dict[str, str], **more: object) -> State:
    return field(units, **more)  # type: ignore[arg-type]


def phase(st: State, side: int = tables.CENTRAL, theater: int = fronts.WESTERN, dice: tuple[int, ...] = ()):  # type: ignore[no-untyped-def]
    return session(st, CombatPhase(theater, side), dice=dice)


@rule("tgw.10.0a", "tgw.10.11a", "tgw.4.2.5a")
def test_the_side_that_moved_attacks_what_is_next_to_it() -> None:
    far = spot(board.CLEAR & board.BELGIUM)
    s = phase(battle({"ge-1": E, "fr-1": TARGET, "fr-2": far}))
    assert s.decision is not None and s.decision.seat == tables.CENTRAL
    assert texts(s) == [f"attack {TARGET}", "done"]
    assert why(s, f"attack {far}") == {"tgw.10.11a"}
    assert why(s, f"attack {W}") == {"tgw.10.11a"}, "there is no enemy"


@rule("tgw.4.2.5a", "tgw.4.2.5b")
def test_attacks_stay_in_their_theater() -> None:
    east = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
    st = battle({"ge-1": E, "fr-1": TARGET, "ge-2": around(east)[0], "ru-1": east})
    s = phase(st, theater=fronts.EASTERN)
    assert texts(s) == [f"attack {east}", "done"]
    assert why(s, f"attack {TARGET}") == {"tgw.4.2.5a"}


@rule("tgw.10.12a")
def test_attacks_are_voluntary() -> None:
    s = phase(battle({"ge-1": E, "fr-1": TARGET}))
    play(s, "done")
    assert s.over


@rule("tgw.10.12b", "tgw.10.22a")
def test_bystanders_take_no_part() -> None:
    st = battle({"ge-1 ge-2 ge-3": E, "fr-1": TARGET})
    s = phase(st, dice=(1,))
    play(s, f"attack {TARGET}", "add ge-1", "go")
    assert st.fight is None or st.fight.attackers == (roster.UNIT["ge-1"],)
    assert st.at[roster.UNIT["ge-2"]] > 0 and st.at[roster.UNIT["ge-3"]] > 0
    assert not st.attacked >> roster.UNIT["ge-2"] & 1, "another of the stack may attack elsewhere"


@rule("tgw.10.13a")
def test_all_six_sides_attack_together() -> None:
    st = battle({f"ge-{k}": n for k, n in enumerate((E, NE, NW, W, SW, SE), 1)} | {"fr-1": TARGET})
    s = phase(st)
    play(s, f"attack {TARGET}")
    assert [a for a in texts(s) if a.startswith("add ")] == sorted(f"add ge-{k}" for k in range(1, 7))


@rule("tgw.10.14a")
def test_a_unit_attacks_once_and_is_attacked_once() -> None:
    other = next(n for n in around(E) if n not in (TARGET, NE, SE))
    st = battle({"ge-1 ge-3 ge-4": E, "ge-2": W, "fr-1 fr-4 fr-5": TARGET, "fr-2 fr-3": other}, letter="")
    s = phase(st, dice=(3,))
    play(s, f"attack {TARGET}", f"add-all {E}", "go")
    while s.decision is not None and not isinstance(s.decision.step, Attacks):
        s.take(s.decision.actions[0])
    assert why(s, f"attack {other}") == {"tgw.10.14a"}, "its only attacker has attacked"
    assert why(s, f"attack {TARGET}") == {"tgw.10.14a"}, "the hex has been attacked, though ge-2 could"
    assert texts(s) == ["done"]


@rule("tgw.10.15a")
def test_no_attack_over_water() -> None:
    pair = next(
        (i, j)
        for i, j in (*board.SEA_SIDES, *board.LAKE_SIDES)
        if (board.LAND & fronts.FRONT[fronts.EAST]) >> i & 1
        and board.LAND >> j & 1
        and not board.FORTS & (1 << i | 1 << j)
        and not board.LANDINGS & (1 << i | 1 << j)
    )
    here, there = (board.NUMBER[k] for k in pair)
    s = phase(battle({"ge-1": here, "ru-1": there}, at_war={}), theater=fronts.EASTERN)
    assert why(s, f"attack {there}") == {"tgw.10.15a"} and texts(s) == ["done"]


@rule("tgw.10.15a")
def test_no_attack_into_the_sea() -> None:
    s = phase(battle({"ge-1": E, "fr-1": TARGET}))
    sea = next(n for n in board.numbers(board.SEA & fronts.FRONT[fronts.WEST]))
    assert why(s, f"attack {sea}") == {"tgw.10.15a"}


def alpine() -> tuple[str, str]:
    """An Alpine hex of the Italian Front and a plain neighbour."""
    for i in bits(board.ALPINE & fronts.FRONT[fronts.ITALY]):
        for j in bits(attackers.NEAR[i] & ~board.ALPINE & ~board.FORTS):
            return board.NUMBER[i], board.NUMBER[j]
    raise LookupError


@rule("tgw.10.15b", "tgw.12.2i")
def test_in_snow_the_alps_are_at_peace() -> None:
    high, low = alpine()
    for attacker, defender in ((high, low), (low, high)):
        st = battle(
            {"ah-8mt" if "ah-8mt" in roster.UNIT else mountain(tables.AH): attacker, "it-1alp": defender},
            at_war={"IT": tables.ALLIED},
        )
        assert texts(phase(st)) == [f"attack {defender}", "done"]
        st.weather = [tables.SNOW] * 3 + [tables.FAIR] * 3
        s = phase(st)
        assert texts(s) == ["done"] and why(s, f"attack {defender}") == {"tgw.10.15b"}


def mountain(nation: int) -> str:
    return roster.UNITS[bits(roster.CORPS[nation] & roster.MOUNTAIN)[0]]


@rule("tgw.15.71a", "tgw.8.32c")
def test_only_mountain_units_attack_into_the_alps() -> None:
    high, low = alpine()
    st = battle({f"{mountain(tables.AH)} ah-1": low, "it-1alp": high}, at_war={"IT": tables.ALLIED})
    s = phase(st)
    play(s, f"attack {high}")
    assert texts(s) == [f"add {mountain(tables.AH)}"]
    assert why(s, "add ah-1") == {"tgw.15.71a"}


@rule("tgw.10.21a")
def test_the_whole_stack_defends() -> None:
    st = battle({"ge-1": E, "fr-1 fr-2 fr-hq1": TARGET})
    fight = declared(st, tables.CENTRAL, board.INDEX[TARGET], (roster.UNIT["ge-1"],))
    assert fight.defenders == tuple(sorted(roster.UNIT[u] for u in ("fr-1", "fr-2")))
    assert reckon(st, fight).defence == sum(roster.DEFENCE[u] for u in fight.defenders)


@rule("tgw.10.23a", "tgw.10.24a")
def test_one_hex_and_each_unit_whole() -> None:
    other = next(n for n in around(E) if n not in (TARGET, NE, SE))
    s = phase(battle({"ge-1": E, "fr-1": TARGET, "fr-2": other}))
    play(s, f"attack {TARGET}", "add ge-1")
    assert why(s, "add ge-1") == {"tgw.10.24a"}
    assert texts(s) == ["go"]
    assert why(s, f"attack {other}") == {"tgw.4.1b"}, "the attack is against one hex"


@rule("tgw.10.31b", "tgw.7.25b")
def test_the_attacker_picks_hex_and_units_and_cannot_call_it_off() -> None:
    st = battle({"ge-1 ge-2": E, "ge-3": W, "fr-1 fr-2": TARGET})
    s = phase(st, dice=(1,))
    play(s, f"attack {TARGET}")
    assert texts(s) == ["add ge-1", "add ge-2", "add ge-3", f"add-all {E}"]
    assert why(s, "go") == {"tgw.10.31b"}
    play(s, f"add-all {E}")
    assert texts(s) == ["add ge-3", "go"]
    play(s, "go")
    assert not s.can_undo and "declares" in keys(s)


@rule("tgw.10.31b")
def test_who_cannot_join_and_why() -> None:
    st = battle({"ge-1 ge-hq1": E, "ge-2": around(E)[0], "fr-1": TARGET, "fr-2": W})
    st.put(roster.UNIT["ge-3"], AVAIL)
    s = phase(st)
    play(s, f"attack {TARGET}")
    assert why(s, "add ge-hq1") == {"tgw.15.63a"}
    assert why(s, "add ge-2") == {"tgw.10.11a"} and why(s, "add ge-3") == {"tgw.10.11a"}
    assert why(s, "add fr-2") == {"tgw.10.11a"}
    assert why(s, f"add-all {W}") == {"tgw.10.11a"}
    assert why(s, f"add-all {E}") == {"tgw.10.31b"}, "one unit alone: name it"


@rule("tgw.15.63c", "tgw.8.22b")
def test_a_lone_headquarters_is_no_target() -> None:
    s = phase(battle({"ge-1": E, "fr-hq1": TARGET}))
    assert texts(s) == ["done"] and why(s, f"attack {TARGET}") == {"tgw.15.63c"}


@rule("tgw.10.11a", "tgw.14.11a")
def test_an_empty_fort_can_be_attacked() -> None:
    near = next(board.NUMBER[i] for i in bits(attackers.NEAR[board.INDEX["W5123"]] & ~board.FORTS))
    s = phase(battle({"ge-1": near}))
    assert "attack W5123" in texts(s)


# -- the numbers ---------------------------------------------------------------------------------------------------------------


@rule("tgw.10.31a", "tgw.3.26a", "tgw.3.26f")
def test_odds_are_attack_over_defence() -> None:
    st = battle({"ge-1 ge-2 ge-hq1": E, "fr-1 fr-hq1": TARGET})
    k = reckon(st, declared(st, tables.CENTRAL, board.INDEX[TARGET], tuple(roster.UNIT[u] for u in ("ge-1", "ge-2"))))
    assert (k.attack, k.defence) == (
        roster.ATTACK[roster.UNIT["ge-1"]] + roster.ATTACK[roster.UNIT["ge-2"]],
        roster.DEFENCE[roster.UNIT["fr-1"]],
    )
    assert k.basic == k.attack // k.defence


@rule("tgw.3.26b", "tgw.3.26h", "tgw.16.11c")
def test_factors_as_the_counter_lies() -> None:
    st = battle({"br-1": E}, reduced="br-1")
    u = roster.UNIT["br-1"]
    assert st.strength(u)[:2] == roster.BACK[u][:2] != (roster.ATTACK[u], roster.DEFENCE[u])
    st.collapsed = 1 << tables.BR
    assert st.strength(u)[:2] == (1, 1)


@rule("tgw.10.33a", "tgw.10.33b", "tgw.14.11c")
@pytest.mark.parametrize(
    ("units", "place", "table"),
    [
        ("fr-1 fr-2 fr-3", "plain", 0),
        ("fr-1 fr-2 fr-3 fr-4", "plain", 1),
        ("fr-1 fr-2 fr-3 fr-hq1", "plain", 0),
        ("fr-1 fr-2", "W5123", 0),
        ("fr-1 fr-2 fr-3", "W5123", 1),
    ],
)
def test_the_table_by_units_and_fort(units: str, place: str, table: int) -> None:
    hex = TARGET if place == "plain" else place
    near = board.NUMBER[bits(attackers.NEAR[board.INDEX[hex]] & ~board.FORTS)[0]]
    st = battle({"ge-1": near, units: hex})
    assert reckon(st, declared(st, tables.CENTRAL, board.INDEX[hex], (roster.UNIT["ge-1"],))).table == table


@rule("tgw.10.34a", "tgw.10.0b")
def test_the_die_decides_and_is_applied_at_once() -> None:
    """12 against 4 on plain ground is 3:1; a six empties the hex."""
    st = battle({"ge-1 ge-2 ge-3": E, "fr-1": TARGET}, letter="")
    s = phase(st, dice=(6,))
    play(s, f"attack {TARGET}", f"add-all {E}", "go")
    e = next(e for e in s.journal if e.key == "attack")
    assert e.params["basic"] == "3:1" == e.params["odds"] and e.params["die"] == 6 and e.params["result"] == "0/E"
    assert st.at[roster.UNIT["fr-1"]] < 0, "before any other attack"


@rule("tgw.10.49a", "tgw.10.49b")
@pytest.mark.parametrize(("units", "loss"), [("fr-1 fr-2 fr-3", 2), ("fr-1 fr-2 fr-3 fr-4", 4)])
def test_below_one_to_two_no_die_is_rolled(units: str, loss: int) -> None:
    st = battle({"ge-1gr ge-2gr": E, units: TARGET, "ge-1": W}, letter="")
    s = phase(st)
    rolls = st.rolls
    play(s, f"attack {TARGET}", "add ge-1gr", "go")
    e = next(e for e in s.journal if e.key == "attack")
    assert st.rolls == rolls and e.params["die"] == 0 and e.params["result"] == f"{loss}/0"


@rule("tgw.10.49a", "tgw.15.12a", "tgw.15.13a", "tgw.6.12a")
def test_below_one_to_two_nobody_is_asked_for_what_changes_a_die() -> None:
    """Q17: no die, no air units, no gas; they are kept for another combat."""

    def questions(attackers: str) -> tuple[State, list[str]]:
        st = battle({attackers: E, "fr-1 fr-2 fr-3": TARGET}, letter="")
        st.play |= OF_EVENT["air.formations"]
        st.hand[tables.CENTRAL] |= OF_EVENT["gas.ph.cp"]
        s = phase(st, dice=(3,))
        play(s, f"attack {TARGET}", *(f"add {id}" for id in attackers.split()), "go")
        out = []
        while not s.over and st.fight is not None and not st.fight.die and "resolved" not in st.fight.marks:
            out.append(type(s.agenda[-1]).__name__)
            s.take(s.decision.actions[-1])
        return st, out

    st, asked = questions("ge-1gr")
    assert asked == [] and not st.air_used and st.hand[tables.CENTRAL] == OF_EVENT["gas.ph.cp"]
    st, asked = questions("ge-1 ge-2 ge-3")
    assert set(asked) == {"Fly"} and st.air_used
    for who, fits in (("ge-1gr", False), ("ge-1 ge-2 ge-3", True)):
        st = battle({who: E, "fr-1 fr-2 fr-3": TARGET}, letter="")
        st.fight = declared(st, tables.CENTRAL, board.INDEX[TARGET], tuple(roster.UNIT[id] for id in who.split()))
        assert windows.fits(st, "gas.ph.cp", tables.CENTRAL) == fits


@rule("tgw.10.49a", "tgw.6.36a")
def test_the_flotilla_may_still_lift_an_attack_to_one_to_two() -> None:
    st = battle({}, turn=9, forts=False)
    rivers = [i for i in shifts.RIVER_NEAR if shifts.SAILED >> i & 1 and board.LAND >> i & 1]
    hex = next(i for i in rivers if shifts.RIVER_NEAR[i] & board.LAND and not shifts.terrain(st, i))
    st.put(roster.UNIT["tu-17"], hex)
    st.put(roster.UNIT["bi-16bd"], next(i for i in bits(shifts.RIVER_NEAR[hex] & board.LAND)))
    fight = declared(st, tables.ALLIED, hex, (roster.UNIT["bi-16bd"],))
    k = reckon(st, fight)
    assert k.basic == 0 and k.column == -1, "1:2, and a river before it"
    assert not shifts.hopeless(st, fight)
    st.spent |= OF_EVENT["flotilla"]
    assert shifts.hopeless(st, fight)


@rule("tgw.10.31a")
def test_the_prompt_and_the_odds_tell_what_will_be_rolled() -> None:
    st = battle({"ge-1 ge-2 ge-3": E, "fr-1": TARGET}, letter="")
    s = phase(st)
    play(s, f"attack {TARGET}", f"add-all {E}")
    o = s.odds()
    assert sum(x.chance for x in o.results) == 1 and "3:1" in o.title
    assert s.decision is not None and "12 against 4" in s.decision.prompt
    same = s.odds("attack", TARGET, "ge-1", "ge-2", "ge-3")
    assert same.results == o.results and s.odds("attack", TARGET).results == o.results


# -- rules of other chapters that forbid attacks -----------------------------------------------------------------------------------


@rule("tgw.5.46b", "tgw.5.46d")
def test_after_the_treaty_only_turks_fight_russians_and_only_in_the_near_east() -> None:
    east, near = spot(board.CLEAR & board.POLAND, front=fronts.EAST), "N3938"
    side = next(board.NUMBER[i] for i in bits(attackers.NEAR[board.INDEX[near]] & ~board.FORTS & ~board.ALPINE))
    st = battle({"ge-1": around(east)[0], "ru-1": east, "ru-20": near, "tu-1": side}, forts=False)
    st.set_flag("treaty")
    s = phase(st, theater=fronts.EASTERN)
    assert texts(s) == [f"attack {near}", "done"]
    assert why(s, f"attack {east}") == {"tgw.5.46b"}
    assert texts(phase(st, tables.ALLIED, fronts.EASTERN)) == ["done"]


@rule("tgw.6.46a")
def test_a_mutiny_stops_french_attacks_in_the_west() -> None:
    st = battle({"fr-1 br-8": E, "ge-1": TARGET})
    st.until = {"mutiny-from": st.turn, "mutiny": st.turn + 2}
    s = phase(st, tables.ALLIED)
    play(s, f"attack {TARGET}")
    assert texts(s) == ["add br-8"] and why(s, "add fr-1") == {"tgw.6.46a"}


@rule("tgw.6.56b", "tgw.6.56c")
def test_typhus_closes_serbia() -> None:
    pair = next(
        (i, j) for i in bits(board.COUNTRY["serbia"] & ~board.FORTS) for j in bits(attackers.NEAR[i] & board.AUSTRIA & ~board.FORTS)
    )
    inside, outside = (board.NUMBER[k] for k in pair)
    st = battle({"ah-1": outside, "sr-1don": inside})
    st.until = {"typhus-from": st.turn, "typhus": st.turn}
    s = phase(st, tables.CENTRAL, fronts.EASTERN)
    assert texts(s) == ["done"] and why(s, f"attack {inside}") == {"tgw.6.56b"}
    s = phase(st, tables.ALLIED, fronts.EASTERN)
    assert texts(s) == ["done"] and why(s, f"attack {outside}") == {"tgw.6.56c"}


@rule("tgw.16.11d")
def test_a_collapsed_nation_attacks_alone() -> None:
    st = battle({"fr-1 br-8 fr-2": E, "ge-1": TARGET}, collapsed=1 << tables.FR)
    s = phase(st, tables.ALLIED)
    play(s, f"attack {TARGET}", "add fr-1")
    assert why(s, "add br-8") == {"tgw.16.11d"} and "add fr-2" in texts(s)


@rule("tgw.6.47a")
def test_in_the_civil_war_each_russian_attacks_alone() -> None:
    east = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
    st = battle({"ru-1 ru-2": around(east)[0], "ge-1": east})
    st.set_flag("civil-war")
    s = phase(st, tables.ALLIED, fronts.EASTERN)
    play(s, f"attack {east}", "add ru-1")
    assert why(s, "add ru-2") == {"tgw.6.47a"} and texts(s) == ["go"]


@rule("tgw.19.53a", "tgw.19.54a")
def test_august_1914_garrisons_and_the_two_russian_armies() -> None:
    guard = roster.UNITS[bits(bans._GARRISONS & roster.CORPS[tables.FR])[0]]
    s = phase(battle({f"{guard} fr-1": E, "ge-1": TARGET}, turn=2, letter=""), tables.ALLIED)
    play(s, f"attack {TARGET}")
    assert why(s, f"add {guard}") == {"tgw.19.53a"}
    first, second = (roster.UNITS[bits(m & roster.INFANTRY)[0]] for m in (bans.FIRST, bans.SECOND))
    east = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
    st = battle({f"{first} {second}": around(east)[0], "ge-1": east}, turn=2, letter="")
    s = phase(st, tables.ALLIED, fronts.EASTERN)
    play(s, f"attack {east}", f"add {first}")
    assert why(s, f"add {second}") == {"tgw.19.54a"}
    st.turn = 3
    assert f"add {second}" in texts(session(st, Assemble(tables.ALLIED, board.INDEX[east], (roster.UNIT[first],))))


@rule("tgw.17.11d")
def test_nobody_attacks_a_country_in_the_turn_it_enters() -> None:
    pair = next(
        (i, j)
        for i in bits(board.COUNTRY["romania"] & ~board.FORTS)
        for j in bits(attackers.NEAR[i] & board.AUSTRIA & ~board.FORTS)
    )
    inside, outside = (board.NUMBER[k] for k in pair)
    st = battle({"ah-1": outside, "ro-1": inside}, at_war={"RO": tables.ALLIED})
    st.entered[tables.RO] = st.turn
    assert texts(phase(st, tables.CENTRAL, fronts.EASTERN)) == ["done"] and texts(phase(st, tables.ALLIED, fronts.EASTERN)) == [
        "done"
    ]
    st.turn += 1
    assert texts(phase(st, tables.ALLIED, fronts.EASTERN)) == [f"attack {outside}", "done"]


@rule("tgw.17.31o", "tgw.17.21p")
@pytest.mark.parametrize(
    ("unit", "side", "foe", "nation"), [("bu-1", tables.CENTRAL, "ru-1", "BU"), ("gk-1", tables.ALLIED, "ah-1", "GK")]
)
def test_balkan_armies_fight_in_the_balkans(unit: str, side: int, foe: str, nation: str) -> None:
    beyond = board.AUSTRIA | board.RUSSIA
    pair = next(
        (i, j)
        for i in bits(board.BALKANS & ~board.FORTS & ~board.LANDINGS)
        for j in bits(attackers.NEAR[i] & beyond & ~board.FORTS)
    )
    st = battle({unit: board.NUMBER[pair[0]], foe: board.NUMBER[pair[1]]}, at_war={nation: side, "RO": tables.CENTRAL})
    s = phase(st, side, fronts.EASTERN)
    assert texts(s) == ["done"]
    assert why(s, f"attack {board.NUMBER[pair[1]]}") <= {"tgw.17.31o", "tgw.17.21p"}


@rule("tgw.17.31g")
def test_four_austrians_attack_in_the_north_while_there_are_too_many() -> None:
    north = board.mask(*(n for n in board.numbers(fronts.FRONT[fronts.EAST]) if int(n[1:3]) > 48))
    place = spot(board.CLEAR & board.RUSSIA & north, front=fronts.EAST)
    six = " ".join(f"ah-{k}" for k in range(1, 7))
    near = around(place)
    st = battle({six: near[0], "ru-1": place, "ru-2": near[2]})
    s = phase(st, theater=fronts.EASTERN)
    play(s, f"attack {place}", f"add-all {near[0]}")
    assert s.decision is not None and len(s.decision.step.joined) == 4 and texts(s) == ["go"]  # type: ignore[attr-defined]
    assert why(s, "add ah-5") == {"tgw.17.31g"}
    st.attacked = roster.unit_mask(["ah-1", "ah-2", "ah-3", "ah-4"])
    other = session(st, Attacks(fronts.EASTERN, tables.CENTRAL))
    assert texts(other) == ["done"] and "tgw.17.31g" in why(other, f"attack {place}")
    st.set_flag("bolsheviks")
    assert f"attack {place}" in texts(session(st, Attacks(fronts.EASTERN, tables.CENTRAL)))


@rule("tgw.6.42a")
def test_paralysis_leaves_only_brusilov() -> None:
    east = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
    a, c = around(east)[0], around(east)[2]
    st = battle({"ru-1 ru-hq1": a, "ah-1": east, "ge-1": c})
    st.until = {"paralysis-from": st.turn, "paralysis": st.turn}
    assert texts(phase(st, tables.ALLIED, fronts.EASTERN)) == ["done"]
    from firestep.games.tgw.components.chits import OF_EVENT

    st.play |= OF_EVENT["brusilov"]
    st.tally["turn-brusilov"] = st.turn - 1
    s = phase(st, tables.ALLIED, fronts.EASTERN)
    assert texts(s) == [f"attack {east}", "done"]
    play(s, f"attack {east}", "add ru-1", "go")
    assert texts(s) == ["support ru-hq1"] and why(s, "none") == {"tgw.6.42a"}
