"""The Strategic Turn (tgw.5.4 to tgw.5.8): revolutions, Turkish surrender, U.S. entry, initiative."""

from __future__ import annotations

import pytest

from firestep.games.tgw import victory
from firestep.games.tgw.combat import attackers, bans, combat
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import lawrence
from firestep.games.tgw.movement import areas, consequences, control, movement, rail
from firestep.games.tgw.movement.movement import Movement
from firestep.games.tgw.nations import neutrals
from firestep.games.tgw.state import ARABIA, AVAIL_NE, GONE, TRANSIT, Fight
from firestep.games.tgw.strategic import initiative, replacement, resources, revolutions, turkish_surrender
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw import plain
from games.tgw.events_kit import U
from games.tgw.positions import around, field, session, spot
from games.tgw.war import CP, A, asked, at, draw, game, happens, hexes, hold, war

L = tables.LETTER


def czar(die: int, letter: str = "L", cities: tuple[str, ...] = (), **more):
    st = war(letter=letter, central=cities, **more)
    return game(st, revolutions.RevolutionsPhase(), dice=[die])


def value(mods, rule_id: str) -> int:
    return sum(m.value for m in mods if m.rule == rule_id)


# -- revolutions -------------------------------------------------------------------------------------------------------------

FIVE = ("E4613", "E4816", "E5522", "E6120", "E5226")


@rule("tgw.5.42a")
def test_eleven_on_the_die_and_cities_is_a_revolution() -> None:
    assert czar(6, cities=FIVE).state.flag("czar-fell")
    assert not czar(5, cities=FIVE).state.flag("czar-fell")
    s = czar(6, cities=(*FIVE[:4], "N4039"))
    assert s.state.flag("czar-fell")  # the Caucasus counts


@rule("tgw.5.42b")
def test_victory_and_other_cities_count() -> None:
    st = war(letter="L", central=("E5522", "E4816"))  # Vilna is no victory hex
    assert revolutions.cp_cities(st) == 2 and not board.VICTORY >> board.INDEX["E5522"] & 1


@rule("tgw.5.41a")
def test_bolsheviks_come_only_after_the_czar_has_fallen() -> None:
    s = czar(6, cities=FIVE)
    assert not s.state.flag("bolsheviks") and s.state.rolls == 1  # one roll in a phase
    s = game(s.state, revolutions.RevolutionsPhase(), dice=[6])
    assert s.state.flag("bolsheviks")


@rule("tgw.5.43a", "tgw.5.43b", "tgw.5.43c", "tgw.5.43d")
def test_what_shakes_the_czar() -> None:
    st = war(letter="L")
    assert revolutions.czar_modifiers(st) == []
    st.play = OF_EVENT["czar"] | OF_EVENT["brusilov"]
    st.seize(hexes("E7030"), CP)
    st.set_flag("polish-allied")
    mods = revolutions.czar_modifiers(st)
    assert [value(mods, f"tgw.5.43{x}") for x in "abcd"] == [2, 1, 3, 1]


@rule("tgw.5.43e", "tgw.5.43f")
@pytest.mark.parametrize(("letter", "change"), [("A", -2), ("G", -2), ("H", -1), ("K", -1), ("L", 0)])
def test_the_first_years_protect_him(letter: str, change: int) -> None:
    assert sum(m.value for m in revolutions.czar_modifiers(war(letter=letter))) == change


@rule("tgw.5.43g", "tgw.5.44d")
def test_cities_that_russians_won_count_against_revolution() -> None:
    st = war({"ru-1": "E3920"}, letter="L")
    revolutions.note_occupants(st)
    assert value(revolutions.czar_modifiers(st), "tgw.5.43g") == -1
    assert value(revolutions.bolshevik_modifiers(st), "tgw.5.44d") == -1
    st.put(roster.UNIT["ru-1"], -5)
    revolutions.note_occupants(st)
    assert revolutions.russian_gains(st) == 1  # the last occupant was Russian
    st.put(next(u for u in range(roster.N) if roster.NATION_OF[u] == tables.SR), board.INDEX["E3920"])
    revolutions.note_occupants(st)
    assert revolutions.russian_gains(st) == 0


@rule("tgw.5.44a", "tgw.5.44b", "tgw.5.44c")
def test_attacks_and_quiet_turns_feed_the_bolsheviks() -> None:
    from firestep.games.tgw.combat.combat import count
    from firestep.games.tgw.events.events import EndOfTurn
    from firestep.games.tgw.state import Fight

    ru, ge = roster.UNIT["ru-1"], roster.UNIT["ge-1"]
    st = war(letter="M", turn=32)
    count(st, Fight(A, board.INDEX["E4613"], (ru,), (ge,)), 1)
    game(st, EndOfTurn())
    assert st.russian_attacks == [1, 1, 0, 0]  # attacked, was not attacked
    count(st, Fight(CP, board.INDEX["E4816"], (ge,), (ru,)), 1)
    count(st, Fight(CP, board.INDEX["E4816"], (ge,), (ru,)), 1)
    game(st, EndOfTurn())
    assert st.russian_attacks == [1, 1, 0, 0]
    count(st, Fight(CP, board.INDEX["N3935"], (ge,), (ru,)), 1)  # in Turkey, on the Near East map
    game(st, EndOfTurn())
    assert st.russian_attacks == [1, 2, 0, 0]
    mods = revolutions.bolshevik_modifiers(st)
    assert value(mods, "tgw.5.44a") == 1 and value(mods, "tgw.5.44b") == 2
    happens(st, "czar-fell")
    game(st, revolutions.RevolutionsPhase(), dice=[1])
    assert st.russian_attacks == [0, 0, 0, 0]


@rule("tgw.5.45a", "tgw.15.91a", "tgw.15.92a", "tgw.15.92b")
def test_the_fall_turns_czarist_divisions_into_those_of_the_provisional_government() -> None:
    st = war({"ru-1": "E5020", "ru-2": "dead", "ru-3": "available", "ru-sv": "E5020"}, letter="L")
    cavalry = next(u for u in range(roster.N) if roster.NATION_OF[u] == tables.RU and roster.CAVALRY >> u & 1)
    st.put(cavalry, board.INDEX["E5021"])
    revolutions.fall_of_the_czar(game(st))
    assert st.at[roster.UNIT["ru-1"]] == st.at[roster.UNIT["ru-2"]] == st.at[roster.UNIT["ru-3"]] == -2  # gone
    provisional = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.PG]
    assert sum(st.at[u] == board.INDEX["E5020"] for u in provisional) >= 1
    assert sum(st.at[u] == -5 for u in provisional) == 1
    assert at(st, "ru-sv") == "E5020" and st.at[cavalry] == board.INDEX["E5021"]
    assert sum(st.at[u] == -3 for u in provisional) > 1  # the one from the box and what was left over


@rule("tgw.5.45c", "tgw.16.3a")
def test_the_bolshevik_revolution_is_the_collapse_of_russia() -> None:
    st = war({"ru-hq1": "E5020"}, letter="N")
    happens(st, "czar-fell")
    st.rp[tables.RU] = 4
    revolutions.bolsheviks(game(st))
    assert st.collapsed >> tables.RU & 1 and st.collapsed >> tables.PG & 1 and st.rp[tables.RU] == 0 and at(st, "ru-hq1") == "gone"


@rule("tgw.5.46a")
def test_the_treaty_may_be_declared_in_a_later_phase() -> None:
    st = war(letter="N", central=FIVE)
    happens(st, "czar-fell")
    s = game(st, revolutions.RevolutionsPhase(), dice=[6])
    assert s.over and st.flag("bolsheviks")  # not in the very phase of the Revolution
    st.letter = L["O"]
    s = game(st, revolutions.RevolutionsPhase())
    assert asked(s) == ("Treaty", CP) and texts(s) == ["pass", "treaty"]
    s.take("pass")
    assert not st.flag("treaty")
    s = game(st, revolutions.RevolutionsPhase())
    s.take("treaty")
    assert st.flag("treaty")
    again = war(letter="N", central=FIVE, options={"treaty": "at-once"})
    happens(again, "czar-fell")
    assert asked(game(again, revolutions.RevolutionsPhase(), dice=[6])) == ("Treaty", CP)


def peace():
    st = war({"ru-1": "E5226", "ge-1": "E5220", "tu-1": "N3935", "ru-2": "N4040"}, letter="P", turn=38)
    happens(st, "treaty")
    return st


@rule("tgw.5.46b")
def test_after_the_treaty_russians_neither_move_nor_fight() -> None:
    st = peace()
    assert areas.frozen(st) >> roster.UNIT["ru-1"] & 1 and not areas.frozen(st) >> roster.UNIT["ge-1"] & 1
    assert any(x.rule == "tgw.5.46b" and x.units >> roster.UNIT["ru-1"] & 1 for x in bans.bans(st, A))
    banned = [x for x in bans.bans(st, CP) if x.units >> roster.UNIT["ge-1"] & 1 and x.hexes >> board.INDEX["E5226"] & 1]
    assert [x.rule for x in banned] == ["tgw.5.46b"]


@rule("tgw.5.46c", "tgw.5.46d")
def test_after_the_treaty_nobody_goes_next_to_russians_but_turks_in_the_near_east() -> None:
    st = peace()
    near = board.ATLAS.dilate(hexes("E5226")) & board.RUSSIA
    assert not areas.ground(st, 1 << roster.UNIT["ge-1"]) & near
    caucasus = board.ATLAS.dilate(hexes("N4040")) & board.RUSSIA
    assert caucasus and areas.ground(st, 1 << roster.UNIT["tu-1"]) & caucasus
    assert not any(x.units >> roster.UNIT["tu-1"] & 1 and x.hexes >> board.INDEX["N4040"] & 1 for x in bans.bans(st, CP))
    st.set_flag("treaty", False)
    assert areas.ground(st, 1 << roster.UNIT["ge-1"]) & near


@rule("tgw.5.47a", "tgw.5.47b", "tgw.5.47c")
def test_after_the_treaty_russian_victory_hexes_need_garrisons() -> None:
    guards = {"ge-1 ge-2 ge-3": "E6120", "ge-hq1": "E6120", "ge-hq2": "E5922", "ge-hq3": "E5923", "ge-hq4": "E6121"}
    st = war(guards, letter="P", forts=False)
    riga = hexes("E6120")
    assert victory.taken(st) & riga
    happens(st, "treaty")
    assert victory.taken(st) & riga
    st.put(roster.UNIT["ge-3"], board.INDEX["E6121"])
    assert not victory.taken(st) & riga  # two divisions
    st.put(roster.UNIT["ge-3"], board.INDEX["E6120"])
    st.put(roster.UNIT["ge-hq4"], board.INDEX["E5002"])
    assert not victory.taken(st) & riga  # three headquarters in Russia proper
    st.set_flag("treaty", False)
    assert victory.taken(st) & riga
    happens(st, "treaty")
    st.seize(hexes("E4816"), CP)
    assert victory.taken(st) & hexes("E4816")  # Russian Poland is not Russia proper


# -- Turkish surrender -------------------------------------------------------------------------------------------------------


def ottoman(**more):
    st = war({"tu-21 tu-22 tu-39 tu-40": "arabia"}, **{"letter": "M", "turn": 32, **more})
    return st


@rule("tgw.5.61a")
def test_eleven_and_turkey_surrenders_rolled_by_the_allies() -> None:
    for die, over in ((5, False), (6, True)):
        st = ottoman(required=5)
        game(st, turkish_surrender.TurkishSurrender(), dice=[die])
        assert st.flag("turkey-surrendered") == over
    st = ottoman(letter="B")
    assert game(st, turkish_surrender.TurkishSurrender()).state.rolls == 0


@rule("tgw.5.61b", "tgw.5.61c", "tgw.16.61a")
def test_surrender_removes_the_turks_and_gives_towns_to_the_allies() -> None:
    st = ottoman()
    st.put(roster.UNIT["tu-17"], board.INDEX["N3936"])
    st.put(roster.UNIT["ge-1"], board.INDEX["N1728"])
    turkish_surrender.turkey(game(st), "tgw.5.61a")
    assert all(st.at[u] == -2 for u in range(roster.N) if roster.NATION_OF[u] == tables.TU)
    assert st.ctrl[A] & hexes("N2416", "N1540") == hexes("N2416", "N1540")
    assert st.ctrl[CP] & hexes("N1728")  # a German holds Damascus
    assert not st.ctrl[A] & hexes("N3934")  # not on the Caucasus Front


@rule("tgw.5.62a")
def test_each_supplied_surrender_hex_adds_one_while_it_is_held() -> None:
    st = ottoman()
    assert value(turkish_surrender.modifiers(st), "tgw.5.62a") == 0
    st.seize(board.OTTOMAN & board.FRONT["NE"], A)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62a") == 3  # Jerusalem, Damascus, Beirut
    st.seize(hexes("N2416"), CP)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62a") == 2
    st = ottoman(allied=("N2416",))
    st.seize(board.EGYPT | board.SINAI, CP)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62a") == 0  # without supply


@rule("tgw.5.62b")
def test_arabia_needs_four_units_and_five_after_the_58th() -> None:
    st = ottoman()
    assert value(turkish_surrender.modifiers(st), "tgw.5.62b") == 0
    st.put(roster.UNIT["tu-58"], -4)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62b") == 0, "in its box it is not in play (S27)"
    st.put(roster.UNIT["tu-58"], -6)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62b") == 1, "it came, and died elsewhere"
    st.put(roster.UNIT["tu-58"], -9)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62b") == 0
    st = ottoman()
    st.put(roster.UNIT["tu-21"], -6)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62b") == 1


@rule("tgw.5.62c")
def test_the_alpenkorps_in_the_near_east_adds_one_after_k() -> None:
    from firestep.games.tgw.movement import rail
    from firestep.games.tgw.state import TRANSIT

    for letter, change in (("J", 0), ("K", 1)):
        st = ottoman(letter=letter)
        st.put(roster.UNIT["ge-ak"], TRANSIT)
        rail.Ride(CP, (roster.UNIT["ge-ak"],), TRANSIT).take(game(st), ("to", "N1728"))
        assert value(turkish_surrender.modifiers(st), "tgw.5.62c") == change, letter


@rule("tgw.5.62d", "tgw.5.62e", "tgw.5.62f")
def test_baghdad_in_1915_and_jerusalem_before_1918_count_for_ever() -> None:
    for turn, hex, rule_id, change in (
        (12, "N1540", "tgw.5.62d", 3),
        (18, "N1540", "tgw.5.62d", 0),
        (36, "N2416", "tgw.5.62e", 1),
        (37, "N2416", "tgw.5.62e", 0),
    ):
        st = ottoman(turn=turn)
        st.seize(hexes(hex), A)
        consequences.taken(game(st), hexes(hex), A)
        st.seize(hexes(hex), CP)
        consequences.taken(game(st), hexes(hex), CP)
        assert value(turkish_surrender.modifiers(st), rule_id) == change, (turn, hex)


@rule("tgw.5.62g", "tgw.6.44a", "tgw.ev.armyislam")
def test_the_army_of_islam_must_hold_baku() -> None:
    st = ottoman(letter="Q", turn=41)
    draw(st, "cp-armyislam")
    assert value(turkish_surrender.modifiers(st), "tgw.5.62g") == 4
    st.put(roster.UNIT["tu-17"], board.INDEX["N3653"])
    assert value(turkish_surrender.modifiers(st), "tgw.5.62g") == 0
    st.put(roster.UNIT["ge-1"], board.INDEX["N3653"])
    assert value(turkish_surrender.modifiers(st), "tgw.5.62g") == 4  # and nobody else
    st.put(roster.UNIT["ge-1"], board.INDEX["N3552"])
    st.tally["baku-lapse"] = 1
    assert value(turkish_surrender.modifiers(st), "tgw.5.62g") == 4
    st.options = {"baku": "roll"}
    assert value(turkish_surrender.modifiers(st), "tgw.5.62g") == 0


@rule("tgw.5.62h")
def test_a_short_reserve_is_added() -> None:
    st = ottoman(required=6)
    for id in ("tu-1", "tu-2"):
        st.put(roster.UNIT[id], -10)
    assert value(turkish_surrender.modifiers(st), "tgw.5.62h") == 4


@rule("tgw.5.63a")
def test_constantinople_ends_it_at_once() -> None:
    st = ottoman()
    st.seize(hexes("E1328"), A)
    consequences.taken(game(st), hexes("E1328"), A)
    assert st.flag("turkey-surrendered")


@rule("tgw.5.63b", "tgw.6.58a", "tgw.ev.turksurr")
def test_turkey_surrenders_by_event_in_1918_alone() -> None:
    from firestep.engine.offer import Window
    from firestep.games.tgw.events.events import joins

    st = hold(war(letter="O", turn=37), "al-turksurr")
    assert game(st, Window("events", (A, CP))).over and not joins(st, "turksurr")
    st.scenario = "1918"
    assert joins(st, "turksurr")
    s = game(st, Window("events", (A, CP)))
    s.take("play al-turksurr")
    assert st.flag("turkey-surrendered") and all(st.at[u] == -2 for u in range(roster.N) if roster.NATION_OF[u] == tables.TU)


@rule("tgw.5.5a")
def test_fortresses_are_looked_at_before_turkey() -> None:
    from firestep.games.tgw.fortifications.forts import FortressSurrender
    from firestep.games.tgw.sequence import FORTRESSES, REVOLUTIONS, TURKEY, steps_of

    assert REVOLUTIONS < FORTRESSES < TURKEY and isinstance(steps_of(war(), FORTRESSES)[0], FortressSurrender)


# -- the United States -------------------------------------------------------------------------------------------------------


@rule("tgw.5.71a")
def test_america_enters_on_o_or_where_its_marker_is() -> None:
    for letter, marker, enters in (("N", "O", False), ("O", "O", True), ("M", "M", True)):
        st = war(letter=letter, us_marker=L[marker])
        game(st, initiative.UsEntry())
        assert (st.us_entered >= 0) == enters and (st.allegiance[tables.US] == A) == enters


@rule("tgw.5.72a", "tgw.5.72.ex1")
def test_american_units_come_so_many_strategic_turns_later() -> None:
    from firestep.games.tgw.strategic import resources

    st = war(letter="M", us_entered=L["H"], at_war={"US": A})
    resources.reinforce(game(st))
    came = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.US and st.at[u] == -3]
    assert came and all(roster.ROSTER[u].entry == "+5" for u in came)


# -- initiative --------------------------------------------------------------------------------------------------------------


@rule("tgw.5.82a", "tgw.5.83a", "tgw.5.83.ex1")
def test_the_central_powers_choose_and_the_allies_get_the_other_theater() -> None:
    for word, west in (("western", CP), ("eastern", A)):
        s = game(war(letter="H"), initiative.InitiativePhase())
        assert asked(s) == ("Initiative", CP)
        s.take(f"initiative {word}")
        assert s.state.initiative == west


@rule("tgw.5.81a", "tgw.5.84a")
def test_the_initiative_lasts_and_says_who_moves_first() -> None:
    from firestep.games.tgw.sequence import COMBAT_1, COMBAT_2, MOVEMENT_1, MOVEMENT_2, mover

    st = war(letter="H", initiative=CP)
    assert [mover(st, p, fronts.WESTERN) for p in (MOVEMENT_1, COMBAT_1, MOVEMENT_2, COMBAT_2)] == [CP, CP, A, A]
    assert [mover(st, p, fronts.EASTERN) for p in (MOVEMENT_1, COMBAT_1, MOVEMENT_2, COMBAT_2)] == [A, A, CP, CP]
    from firestep.games.tgw.events.events import EndOfTurn

    game(st, EndOfTurn())
    assert st.initiative == CP


@rule("tgw.5.82b", "tgw.5.82c")
def test_with_six_americans_in_france_the_allies_choose_for_good() -> None:
    from firestep.games.tgw.strategic import resources

    ids = ["us-1", "us-2", "us-26", "us-42", "us-3", "us-4"]
    st = war({" ".join(ids[:4]): "W5201", " ".join(ids[4:]): "W5202"}, letter="Q", turn=41, at_war={"US": A}, reduced="us-4")
    resources.begin_letter(game(st))
    assert not st.flag("allies-choose")  # five at full strength
    st.reduced = 0
    resources.begin_letter(game(st))
    st.put(roster.UNIT["us-1"], -5)
    resources.begin_letter(game(st))
    assert asked(game(st, initiative.InitiativePhase())) == ("Initiative", A)


@rule("tgw.5.85a")
def test_theaters_of_the_initiative() -> None:
    assert [fronts.THEATER_OF[k] for k in (fronts.WEST, fronts.ITALY, fronts.EGYPT)] == [fronts.WESTERN] * 3
    assert [fronts.THEATER_OF[k] for k in (fronts.EAST, fronts.CAUCASUS, fronts.IRAQ)] == [fronts.EASTERN] * 3


@rule("tgw.5.86a", "tgw.5.86b", "tgw.5.86c")
def test_ohl_needs_the_initiative_in_the_west_and_oberost_nothing() -> None:
    for word, markers in (("western", ["marker oberost", "marker ohl"]), ("eastern", ["marker oberost"])):
        s = game(war(letter="H"), initiative.InitiativePhase())
        s.take(f"initiative {word}")
        assert asked(s) == ("Marker", CP) and texts(s) == markers
    s.take("marker oberost")
    assert s.state.marker == initiative.OBEROST and "marker-chosen" in keys(s)


def test_the_marker_moves_no_further_than_the_present_letter() -> None:
    st = war(letter="N", us_marker=L["N"])
    neutrals.hasten_america(game(st), "tgw.5.22e")
    assert st.us_marker == L["N"]


@rule("tgw.5.62c")
def test_only_coming_to_the_near_east_angers_the_turks() -> None:
    """The Alpenkorps that was there before K may march there after it."""
    st = field({"ge-ak": "N1728"}, turn=tables.turn_of("May", 1917), letter="L")
    st.set_flag("euro-turks")
    s = session(st, Movement(fronts.WESTERN, CP))
    play(s, "stack N1728")
    play(s, next(a for a in texts(s) if a.startswith("to ")))
    assert not st.tally.get("alpenkorps")
    st.put(roster.UNIT["ge-ak"], TRANSIT)
    s = session(st, rail.StrategicMovement(A), rail.StrategicMovement(CP))
    play(s, "done", "rail transit")
    play(s, next(a for a in texts(s) if a.startswith("to N")))
    assert st.tally.get("alpenkorps")


@rule("tgw.5.43g", "tgw.5.44d")
def test_a_city_that_russians_took_and_left_is_still_theirs() -> None:
    lemberg = (
        "E3820"
        if board.CITY >> board.INDEX["E3820"] & 1
        else board.numbers(board.CITY & board.CP_CITIES & board.AUSTRIA & board.EAST_MAP)[0]
    )
    near = next(n for n in around(lemberg) if board.LAND >> board.INDEX[n] & 1)
    st = field({"ru-1": near}, forts=False)
    st.seize(board.AUSTRIA & board.EAST_MAP, A)
    st.seize(board.mask(lemberg), CP)
    s = session(st, Movement(fronts.EASTERN, A))
    play(s, f"stack {near}", f"step {lemberg}", f"step {near}", "stay")
    assert st.ctrl[A] & board.mask(lemberg) and not st.stack(board.INDEX[lemberg])
    assert revolutions.russian_gains(st) == 1
    st.put(roster.UNIT["br-5"], board.INDEX[lemberg])
    control.enter(s, 1 << roster.UNIT["br-5"], (board.INDEX[lemberg],))
    assert revolutions.russian_gains(st) == 0, "the last to be there were British"


@rule("tgw.5.62e", "tgw.7.13b")
def test_arabs_in_jerusalem_are_allies_in_jerusalem() -> None:
    st = field({"ab-1ana": "N2417"}, turn=tables.turn_of("May", 1917), letter="L", forts=False)
    st.put(roster.UNIT["ab-1ana"], board.INDEX["N2416"])
    control.enter(session(st), 1 << roster.UNIT["ab-1ana"], (board.INDEX["N2416"],))
    assert st.ctrl[A] & board.mask("N2416") and st.flag("jerusalem-1917")


@rule("tgw.5.61b", "tgw.5.61c", "tgw.14.11a")
def test_turkish_garrisons_lay_down_their_arms_with_turkey() -> None:
    """The unit that is part of a fort is a Turkish unit: Gaza, now Allied, is not held against the Allies."""
    st = field({"br-52t": "N3012"}, turn=45, letter="R", allied=("N3012",))
    gaza = board.mask("N2913")
    assert st.fort_of[CP] & gaza
    turkish_surrender.turkey(session(st), "tgw.5.61a")
    assert st.ctrl[A] & gaza and not st.fort_of[CP] & gaza
    assert not any(st.forts >> i & 1 for i, n in fronts.FORT_NATION.items() if n == tables.TU)
    assert movement.open_ground(st, A, 1 << roster.UNIT["br-52t"]) & gaza


@rule("tgw.5.46b", "tgw.9.22a")
def test_after_the_treaty_no_train_takes_russians_anywhere() -> None:
    st = war({"pg-pg1": "E5620", "pg-pg2": "ru-transit"}, turn=42, letter="Q")
    st.set_flag("treaty")
    assert not rail.able(st, A) & roster.CORPS[tables.PG]


@rule("tgw.5.61b", "tgw.5.38c", "tgw.9.13a")
def test_turkey_s_surrender_reaches_every_box() -> None:
    from firestep.games.tgw.strategic import turkish_surrender

    places = {"tu-1": "reserve", "tu-2": "transit", "tu-3": "arabia", "tu-4": "available-ne", "tu-5": "dead-ne", "ge-1": "transit"}
    st = war(places, turn=44, letter="R")
    turkish_surrender.turkey(game(st), "tgw.5.61a")
    assert all(st.at[U[f"tu-{k}"]] == GONE for k in range(1, 6)) and at(st, "ge-1") == "transit"
    assert not replacement.may_move(st) and not st.required


@rule("tgw.5.62b", "tgw.13.29a")
def test_the_58th_is_not_in_play_while_it_waits_in_its_box() -> None:
    """On M it reaches the box before the surrender roll, and nobody could have placed it yet."""

    def arabia(place: int, rebuilt: bool = False) -> bool:
        st = war({"tu-26": "E1328"}, turn=31, letter="M")
        for id in ("tu-21", "tu-22", "tu-39", "tu-40"):
            st.put(U[id], ARABIA)
        st.put(U["tu-58"], place)
        st.rebuilt = 1 << U["tu-58"] if rebuilt else 0
        return "Arabia" in {m.name for m in turkish_surrender.modifiers(st)}

    assert not arabia(AVAIL_NE) and not arabia(ARABIA)
    assert arabia(board.INDEX["N1728"]) and arabia(AVAIL_NE, rebuilt=True)


@rule("tgw.5.46b", "tgw.5.46d", "tgw.14.11a")
def test_after_the_treaty_nobody_storms_an_empty_russian_fort() -> None:
    """The unit that is part of it is a Russian one (S25)."""
    fort = next(i for i in bits(board.FORTS) if board.RUSSIA >> i & 1 and board.EAST_MAP >> i & 1)
    near = next(i for i in bits(attackers.NEAR[fort]) if board.LAND >> i & 1 and not board.FORTS >> i & 1)
    st = war({"ge-1g": board.NUMBER[near]}, turn=40, letter="P")
    assert fort in attackers.attackable(st, CP, board.EAST_MAP)
    st.set_flag("treaty")
    assert fort not in attackers.attackable(st, CP, board.EAST_MAP)
    assert {x.rule for x in bans.bans(st, CP) if x.hexes >> fort & 1 and x.units >> U["ge-1g"] & 1} == {"tgw.5.46b"}


@rule("tgw.5.44b", "tgw.14.11a")
def test_an_attack_on_an_empty_russian_fort_is_no_quiet() -> None:
    fort = next(i for i in bits(board.FORTS) if board.RUSSIA >> i & 1 and board.EAST_MAP >> i & 1)
    for intact in (True, False):
        st = war({"ge-1g": "E4816"}, turn=31, letter="M", forts=intact)
        combat.count(st, Fight(CP, fort, (U["ge-1g"],)), 1)
        assert st.russian_attacks[3] == intact


@rule("tgw.5.61c")
def test_in_the_campaign_the_towns_of_egypt_and_iraq_are_allied_then() -> None:
    s = next(s for s in plain.war("1917") if s.state.phase == 1).copy()
    before = victory.cities_lost(s.state)
    turkish_surrender.turkey(s, "tgw.5.61a")
    assert victory.cities_lost(s.state) > before  # E76


@rule("tgw.5.61c", "tgw.7.13b")
def test_a_town_of_the_arabs_stays_allied_after_the_surrender_of_turkey() -> None:
    """It is one of the towns that surrender gives to the Allies, though the Arabs held it alone before and then leave it."""
    town, desert = "N1728", "N1729"
    st = field({"ab-1ana": desert}, turn=40, forts=False)
    st.seize(board.OTTOMAN, CP)
    s = session(st, Movement(fronts.WESTERN, A))
    play(s, f"stack {desert}", f"to {town}")
    assert st.arab_hex == board.INDEX[town] and st.arab_before == CP
    turkish_surrender.turkey(s, "tgw.5.61a")
    st.moved = 0
    s = session(st, Movement(fronts.WESTERN, A))
    play(s, f"stack {town}", f"to {desert}")
    assert st.ctrl[A] & hexes(town)


@rule("tgw.5.46a")
def test_a_treaty_is_concluded_once() -> None:
    st = war(letter="P")
    for flag in ("czar-fell", "bolsheviks"):
        st.set_flag(flag)
    assert asked(game(st, revolutions.RevolutionsPhase())) == ("Treaty", CP)
    st.set_flag("treaty")
    assert game(st, revolutions.RevolutionsPhase()).over


@rule("tgw.5.61b", "tgw.5.12b")
def test_a_turkey_that_surrendered_has_no_points() -> None:
    st = war(turn=30, letter="L")
    st.rp[tables.TU] = 7
    turkish_surrender.turkey(game(st), "tgw.5.61a")
    assert st.rp[tables.TU] == 0 and resources.earned(st, tables.TU) == 0


@rule("tgw.5.46c")
def test_after_the_treaty_russians_in_poland_are_not_shunned() -> None:
    """Only those inside Russia proper (E10)."""
    poland, russia = (spot(board.CLEAR & m, front=fronts.EAST) for m in (board.POLAND, board.RUSSIA & ~board.POLAND))
    st = war({"pg-pg1": poland, "pg-pg2": russia}, turn=40, letter="P")
    st.set_flag("treaty")
    ge = 1 << U["ge-1"]
    assert areas.shunned(st, ge) & hexes(*around(russia)) and not areas.shunned(st, ge) & hexes(*around(poland))


@rule("tgw.5.46b", "tgw.17.21i")
def test_after_the_treaty_the_persian_force_stays_where_it_is() -> None:
    st = war({"ru-20": "N2436"}, turn=40, letter="P", pef=1 << U["ru-20"])
    st.set_flag("pef-sent")
    assert asked(game(st, lawrence.PersiaEnds())) == ("LeavePersia", A)
    st.set_flag("treaty")
    assert game(st, lawrence.PersiaEnds()).over
