"""Gallipoli, Salonika, neutrals and what befalls nations (tgw.6.51 to tgw.6.57)."""

from __future__ import annotations

import pytest

from firestep.engine.offer import Window
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.events import landings, shock_troops, windows
from firestep.games.tgw.events.landings import Land
from firestep.games.tgw.movement import areas, movement, rail
from firestep.games.tgw.nations import neutrals, new_units
from firestep.games.tgw.state import AVAIL
from firestep.games.tgw.strategic import resources
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw import plain
from games.tgw.events_kit import L, U, offered
from games.tgw.plain import S
from games.tgw.positions import field, session, why
from games.tgw.war import CP, A, asked, at, chit, draw, game, happens, hexes, hold, war

# -- Gallipoli and Salonika (tgw.6.51, tgw.6.52)
# ---------------------------------------------------------------------------------------


def levant(**more):
    return hold(
        war({"br-1 br-2 br-3 br-4 br-5 br-1as fr-1 fr-2 fr-3 fr-4 fr-5": "available"}, **{"turn": 9, "letter": "D", **more}),
        "al-gallipoli",
        "al-salonika",
    )


@rule("tgw.6.51a", "tgw.6.51k", "tgw.ev.gallipoli")
def test_gallipoli_is_played_when_a_new_units_phase_begins_and_not_after_salonika() -> None:
    st = levant()
    assert "al-gallipoli" in offered(st, "new units", A) and not offered(st, "new units", CP)
    happens(st, "salonika")
    assert "al-gallipoli" not in offered(st, "new units", A)
    st = war(play="al-salonika")
    happens(st, "salonika")
    assert "event-void" in keys(draw(st, "al-gallipoli"))


@rule("tgw.6.51b", "tgw.6.51d", "tgw.6.51i", "tgw.6.51c", "tgw.17.13a")
def test_four_british_and_one_french_division_land() -> None:
    st = levant()
    s = game(st, Window("new units", (A,)))
    s.take("play al-gallipoli")
    assert asked(s) == ("Land", A) and st.flag("euro-turks") and at(st, "tu-19") == "E1023" and st.flag("sea-closed")
    s.take(next(x for x in texts(s) if x.startswith("land fr") and x.endswith("E1022")))
    assert not any(x.startswith("land fr") for x in texts(s))
    for unit, hex in (("br-1", "E1122"), ("br-2", "E1122"), ("br-1as", "E1022"), ("br-3", "E1022")):
        s.take(f"land {unit} {hex}")
    assert not any(x.startswith("land") for x in texts(s))
    s.take("done")
    assert at(st, "br-1") == "E1122" and at(st, "br-1as") == "E1022" and st.ctrl[A] & board.LANDINGS == board.LANDINGS
    assert "al-gallipoli" not in offered(st, "new units", A)


@rule("tgw.6.51e")
def test_both_sides_may_act_in_the_turn_of_the_landing() -> None:
    st = levant()
    s = game(st, Window("new units", (A,)))
    s.take("play al-gallipoli")
    s.take("land br-1 E1122")
    assert movement.ready(st, A) >> U["br-1"] & 1 and movement.ready(st, CP) >> U["tu-19"] & 1


def landed(**more):
    st = war({"br-1": "E1122", "br-2": "E1022", "tu-19": "E1023"}, **{"turn": 10, **more})
    happens(st, "gallipoli")
    rail.EndStrategicMovement().run(game(st))  # a turn later ships sail again
    return st


@rule("tgw.6.51f")
def test_landing_hexes_are_ports_and_sources() -> None:
    from firestep.games.tgw.movement import sea
    from firestep.games.tgw.supply.supply import supplied

    st = landed()
    assert supplied(st, U["br-1"]) and supplied(st, U["br-2"])
    assert sea.ports(st) & board.LANDINGS == board.LANDINGS


@rule("tgw.6.51g")
def test_ways_out_of_the_landing_hexes() -> None:
    st = landed()
    st.put(U["tu-19"], board.INDEX["E1328"])
    i, j, behind = (board.INDEX[x] for x in ("E1122", "E1022", "E1023"))
    steps = set(board.STEPS)
    assert (i, behind) in steps and (j, behind) in steps and (i, j) not in steps and (j, i) not in steps
    assert movement.reach(st, A, 1 << U["br-1"], i, i, (0, 0)) >> behind & 1


@rule("tgw.6.51h")
def test_the_central_powers_attack_the_beaches_and_never_enter_them() -> None:
    from firestep.games.tgw.combat.attackers import attackable

    st = landed()
    assert board.INDEX["E1122"] in attackable(st, CP, board.EAST_MAP)
    assert not areas.ground(st, 1 << U["tu-19"]) & board.LANDINGS


@rule("tgw.6.51j")
def test_a_lost_beachhead_is_lost_for_good() -> None:
    for reading, empty, lost in (("either", "br-1", True), ("both", "br-1", False), ("both", "br-1 br-2", True)):
        st = landed(options={"beachhead": reading})
        landings.beachhead(game(st))
        assert not st.flag("gallipoli-lost")
        for id in empty.split():
            st.put(U[id], -5)
        landings.beachhead(game(st))
        assert st.flag("gallipoli-lost") == lost
        if lost:
            assert not areas.ground(st, 1 << U["br-3"]) & board.LANDINGS
    st = landed()
    st.put(U["br-1"], -5)
    st.put(U["tu-19"], -6)
    landings.beachhead(game(st))
    assert not st.flag("gallipoli-lost")  # nobody stands in E1023


@rule("tgw.6.52a", "tgw.6.52h", "tgw.ev.salonika")
def test_salonika_while_greece_is_neutral() -> None:
    st = levant()
    assert "al-salonika" in offered(st, "new units", A)
    st.set_side(tables.GK, A)
    assert "al-salonika" not in offered(st, "new units", A)
    assert "event-void" in keys(draw(war(at_war={"GK": A}), "al-salonika"))


@rule("tgw.6.52b", "tgw.6.52c", "tgw.6.52g", "tgw.17.13a")
def test_three_french_and_a_british_division_come_to_salonika() -> None:
    st = levant()
    st.put(U["br-5"], board.INDEX["E1122"])
    st.put(U["fr-5"], board.INDEX["E1022"])
    happens(st, "gallipoli")
    s = game(st, Window("new units", (A,)))
    s.take("play al-salonika")
    assert {"land br-5 E1116", "land fr-5 E1116", "land fr-3 E1116"} <= set(texts(s))
    assert st.flag("sea-closed") and st.flag("euro-turks")
    s.take("land br-5 E1116")
    assert not any(x.startswith("land br") for x in texts(s))
    for u in ("fr-5", "fr-3", "fr-4"):
        s.take(f"land {u} E1116")
    assert texts(s) == ["done"] and at(st, "br-5") == "E1116"


@rule("tgw.6.52d")
def test_salonika_is_a_source_while_held() -> None:
    from firestep.games.tgw.supply import sources

    st = war({"fr-1": "E1116"}, turn=10)
    assert not sources.beachheads(st)
    happens(st, "salonika")
    assert sources.beachheads(st) == hexes("E1116")
    st.put(U["fr-1"], board.INDEX["E1216"])
    assert not sources.beachheads(st)
    st.set_side(tables.GK, A)
    assert sources.beachheads(st) == hexes("E1116")


@rule("tgw.6.52e", "tgw.6.52f", "tgw.6.52i", "tgw.17.4b", "tgw.17.21q")
def test_salonika_opens_greece_and_albania_to_both() -> None:
    st = war(turn=10)
    lands = board.COUNTRY["greece"] | board.COUNTRY["albania"]
    assert areas.closed(st) & lands == lands
    happens(st, "salonika")
    assert not areas.closed(st) & lands
    assert areas.ground(st, 1 << U["ge-1"]) & board.COUNTRY["greece"] and areas.ground(st, 1 << U["fr-1"]) & board.COUNTRY["greece"]
    assert st.allegiance[tables.GK] == tables.NEUTRAL and not [
        u for u in range(roster.N) if roster.NATION_OF[u] == tables.GK and st.at[u] > 0
    ]


@rule("tgw.6.52j", "tgw.17.4c")
def test_valona_feeds_italians_alone() -> None:
    from firestep.games.tgw.supply import sources

    st = war(turn=20, at_war={"IT": A}, allied=("E1210",))
    assert not sources.ultimate(st, sources.ITALIAN) & hexes("E1210")
    happens(st, "salonika")
    assert sources.ultimate(st, sources.ITALIAN) & hexes("E1210")
    assert not sources.ultimate(st, sources.OTHER) & hexes("E1210")
    st.seize(hexes("E1210"), CP)
    assert not sources.ultimate(st, sources.ITALIAN) & hexes("E1210")


# -- neutrals (tgw.6.53 to tgw.6.57)
# -------------------------------------------------------------------------------------------------


@rule(
    "tgw.6.53a",
    "tgw.6.53b",
    "tgw.17.11a",
    "tgw.ev.entry.italy",
    "tgw.ev.entry.bulgaria",
    "tgw.ev.entry.greece",
    "tgw.ev.entry.romania.al",
    "tgw.ev.entry.romania.cp",
    "tgw.6.53e",
)
@pytest.mark.parametrize(
    ("id", "code", "side"),
    [
        ("al-entry-italy", "IT", A),
        ("cp-entry-bulgaria", "BU", CP),
        ("al-entry-greece", "GK", A),
        ("al-entry-romania", "RO", A),
        ("cp-entry-romania", "RO", CP),
    ],
)
def test_neutrals_join_in_the_new_units_phase_of_the_turn_of_the_draw(id: str, code: str, side: int) -> None:
    st = war(turn=28, letter="L")
    draw(st, id)
    assert st.allegiance[tables.NATION[code]] == tables.NEUTRAL
    assert game(st, neutrals.Entries(1 - side)).over and st.allegiance[tables.NATION[code]] == tables.NEUTRAL
    s = game(st, neutrals.Entries(side))
    assert st.allegiance[tables.NATION[code]] == side and asked(s) == ("Muster", side)
    late = war(turn=28, letter="L")
    draw(late, id)
    late.turn = 29
    assert game(late, neutrals.Entries(side)).over and late.allegiance[tables.NATION[code]] == tables.NEUTRAL


@rule("tgw.6.53c")
def test_both_romanian_chits_in_one_turn_and_it_never_enters() -> None:
    st = war(turn=28)
    draw(st, "al-entry-romania")
    draw(st, "cp-entry-romania")
    s = game(st, neutrals.Entries(A), neutrals.Entries(CP))
    assert st.allegiance[tables.RO] == tables.NEUTRAL and st.tally["never-RO"] and "never-enters" in keys(s)
    st = war(turn=28, at_war={"RO": A})
    assert "event-void" in keys(draw(st, "cp-entry-romania"))


@rule("tgw.6.53d", "tgw.6.54a", "tgw.ev.bulcoll")
def test_bulgaria_collapses_or_never_enters() -> None:
    st = war(turn=42)
    draw(st, "al-bulcoll")
    assert st.tally["never-BU"] and not st.collapsed
    assert "event-void" in keys(draw(st, "cp-entry-bulgaria"))
    st = war(turn=42, at_war={"BU": CP})
    draw(st, "al-bulcoll")
    assert st.collapsed >> tables.BU & 1
    st.spent = 0
    assert "event-void" in keys(draw(st, "al-bulcoll"))


@rule("tgw.6.55a", "tgw.ev.zimmerman")
def test_the_zimmerman_telegram_brings_america_when_the_next_strategic_turn_opens() -> None:
    st = war(turn=28, letter="K")
    draw(st, "cp-zimmerman")
    assert st.us_entered < 0
    st.letter = L["L"]
    resources.begin_letter(game(st))
    assert st.us_entered == L["L"] and st.allegiance[tables.US] == A
    st = war(turn=28, us_entered=L["K"])
    assert "event-void" in keys(draw(st, "cp-zimmerman"))


@rule("tgw.6.56a", "tgw.6.56b", "tgw.6.56c", "tgw.ev.typhus")
def test_serb_typhus() -> None:
    from firestep.games.tgw.combat.bans import bans

    serb = next(u for u in range(roster.N) if roster.NATION_OF[u] == tables.SR and roster.COMBAT >> u & 1)
    inside = board.numbers(board.COUNTRY["serbia"])[5]
    st = war({roster.UNITS[serb]: inside, "ah-1": "E2610"}, turn=8)
    st.rp[tables.SR] = 4
    draw(st, "cp-typhus")
    assert st.rp[tables.SR] == 0 and not st.acting("typhus")
    for turn in (9, 10, 11):
        st.turn = turn
        assert not areas.ground(st, 1 << U["ah-1"]) & board.COUNTRY["serbia"]
        assert not areas.ground(st, 1 << serb) & ~board.COUNTRY["serbia"] and areas.ground(st, 1 << serb) & board.COUNTRY["serbia"]
        rules = {x.rule for x in bans(st, A) if x.units >> serb & 1}
        assert "tgw.6.56c" in rules
    st.turn = 12
    assert areas.ground(st, 1 << serb) & ~board.COUNTRY["serbia"]


@rule("tgw.6.57a", "tgw.6.57d", "tgw.6.57e", "tgw.ev.influenza")
def test_influenza_closes_the_boxes_for_a_turn() -> None:
    st = war({"ge-1": "available", "fr-1": "available"}, turn=42, letter="Q")
    draw(st, "cp-influenza")
    assert new_units.PlaceUnits(CP).actions(game(st)) == new_units.PlaceUnits(A).actions(game(st)) == [("done",)]
    assert st.rolls == 0 and st.spent & chit("cp-influenza")  # no shock-troops yet
    st.turn = 43
    assert ("new", "ge-1") in new_units.PlaceUnits(CP).actions(game(st))


@rule("tgw.6.57b", "tgw.6.57c")
def test_influenza_ends_shock_troops_for_good() -> None:
    ids = "ge-1g ge-2g ge-1 ge-2 ge-3"
    st = war({ids: "W6526"}, turn=42, flipped=ids, tally={"shock": 2})
    s = draw(st, "cp-influenza", dice=[1, 1])
    assert asked(s) == ("FallIll", CP) and len(texts(s)) == 5
    s.take("ill ge-1")
    s.take("ill ge-2")
    assert s.over and st.unshocked == roster.unit_mask(["ge-1", "ge-2"]) and not st.flipped & st.unshocked
    st.rp[tables.GE] = 9
    assert not shock_troops.eligible(st) & st.unshocked
    s = draw(st, "cp-influenza", dice=[6, 6])
    assert s.over and not shock_troops.converted(st)


@rule("tgw.6.5a", "tgw.ev.shock.1", "tgw.ev.shock.2", "tgw.15.41a", "tgw.15.41b", "tgw.15.42a", "tgw.15.42b")
def test_shock_troop_conversion() -> None:
    ids = "ge-1g ge-2g ge-1 ge-2 ge-3 ge-5"
    st = war({ids: "W6729", "ge-6 ge-7": "W6730", "ge-8": "W5010"}, turn=30, letter="L", forts=False)
    hold(st, "cp-shock-1", "cp-shock-2")
    st.seize(board.FRANCE & ~hexes("W5010"), A)
    for k, n in enumerate(board.numbers(board.ATLAS.dilate(hexes("W5010")) & ~hexes("W5010"))):
        st.put(U[f"fr-{k + 1}"], board.INDEX[n])
    assert not shock_troops.eligible(st)
    st.rp[tables.GE] = 0
    assert not offered(st, "new units", CP)
    st.rp[tables.GE] = 1
    s = game(st, new_units.NewUnits(CP))
    s.take("play cp-shock-2")  # whichever comes first is the first
    assert not any(x == "shock-all" for x in texts(s)) and "shock ge-8" not in texts(s) and st.rp[tables.GE] == 1
    for id in (*ids.split()[:5], "ge-6"):
        s.take(f"shock {id}")
    assert st.rp[tables.GE] == 0 and not any(x.startswith("shock") for x in texts(s))
    assert movement.ready(st, CP) >> U["ge-1"] & 1
    st.rp[tables.GE] = 7
    s = game(st, new_units.NewUnits(CP))
    s.take("play cp-shock-1")
    assert st.tally["kaiser-turn"] == 30
    s.take("shock-all")
    assert st.rp[tables.GE] == 0 and st.flipped >> U["ge-7"] & 1 and not st.flipped >> U["ge-8"] & 1


@rule("tgw.6.52j", "tgw.11.33g", "tgw.17.4c")
def test_valona_serves_italians_as_long_as_the_enemy_does_not_hold_it() -> None:
    """Nobody has ever stood there: the Italians may use it all the same, and nobody else."""
    st = field({"it-1": "E1211"}, at_war={"IT": A})
    valona = board.mask("E1210")
    assert not supply.supplied(st, roster.UNIT["it-1"]), "Albania is closed"
    st.set_flag("salonika")
    assert not (st.ctrl[A] | st.ctrl[CP]) & valona
    assert supply.supplied(st, roster.UNIT["it-1"])
    st.seize(valona, CP)
    assert not supply.supplied(st, roster.UNIT["it-1"])


@rule("tgw.6.52j", "tgw.9.51a")
def test_italians_and_nobody_else_sail_to_valona() -> None:
    st = field(
        {"it-1": "W2022", "fr-1": "W2022"}, at_war={"IT": A}, turn=tables.turn_of("May", 1917), letter="L", allied=("E1116",)
    )
    st.set_flag("salonika")
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave fr-1")
    assert "to E1210" in texts(s)
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave it-1")
    assert "to E1210" not in texts(s) and why(s, "to E1210") == {"tgw.9.51a"}
    st.put(roster.UNIT["fr-2"], board.INDEX["E1116"])
    st.seize(board.mask("E1210"), A)
    assert supply.fed(st, tables.FR) & board.mask("E1210"), "Salonika feeds them there"
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave it-1")
    assert "to E1116" in texts(s) and why(s, "to E1210") == {"tgw.9.51a"}
    st.seize(board.mask("E1210"), CP)
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave fr-1")
    assert why(s, "to E1210") == {"tgw.9.54d"}


@rule("tgw.6.56b", "tgw.13.11a")
def test_typhus_does_not_close_serbia_to_its_own_new_units() -> None:
    """They are placed, they do not move in."""
    id = roster.unit_ids(roster.CORPS[tables.SR] & roster.COMBAT)[0]
    st = field({}, turn=9, letter="D")
    st.put(roster.UNIT[id], AVAIL)
    healthy = new_units.places(st, roster.UNIT[id])[0]
    assert healthy
    st.until = {"typhus-from": 9, "typhus": 11}
    assert new_units.places(st, roster.UNIT[id])[0] == healthy


@rule("tgw.6.57a", "tgw.6.51b", "tgw.6.52b")
def test_influenza_empties_a_landing_but_for_the_beaches() -> None:
    st = war({"br-29": "available", "br-63rn": "E1122"}, turn=20)
    st.until |= {"influenza-from": 20, "influenza": 20}
    assert not landings.landers(st, "gallipoli", 4, 1)
    assert landings.landers(st, "salonika", 1, 3) == 1 << U["br-63rn"]


@rule("tgw.6.51j")
def test_a_gallipoli_without_a_landing_loses_no_beach() -> None:
    """The event is played with nobody to land: no beach was ever held, so none is lost (E28)."""

    def nobody(s: S, d: object) -> tuple[str, ...]:
        return ("done",) if isinstance(s.top, Land) else plain.placing(s, d)  # type: ignore[arg-type]

    for s, side in plain.chances("gallipoli"):
        found = (plain.happen(s, "gallipoli", side, seed, nobody) for seed in range(40))
        if (new := next((x for x in found if x is not None), None)) is not None:
            break
    st = new.state
    assert st.flag("gallipoli") and not st.occ[A] & landings.BEACHES and st.occ[CP] >> landings.BEHIND & 1
    turn = st.turn
    plain.play(new, lambda s: s.over or s.state.turn > turn + 1, plain.placing)
    assert not new.state.flag("gallipoli-lost")


@rule("tgw.6.51j")
def test_a_beach_that_was_left_is_lost() -> None:
    s = plain.happened("gallipoli")[0].copy()
    st = s.state
    landed = [u for u in bits(st.troops[A]) if st.at[u] > 0 and landings.BEACHES >> st.at[u] & 1]
    assert landed
    for u in landed:
        st.put(u, AVAIL)  # as if they had sailed
    turn = st.turn
    plain.play(s, lambda s: s.over or s.state.turn > turn, plain.placing)
    assert s.state.flag("gallipoli-lost")


@rule("tgw.6.51a", "tgw.5.61b")
def test_nobody_lands_at_gallipoli_when_there_are_no_turks() -> None:
    st = hold(war(turn=20), "al-gallipoli")
    assert windows.fits(st, "gallipoli", A)
    st.set_flag("turkey-surrendered")
    assert not windows.fits(st, "gallipoli", A)


@rule("tgw.6.57b", "tgw.15.43b")
def test_whom_influenza_struck_is_not_converted_again() -> None:
    st = war({"ge-1 ge-2": "W6729"}, turn=30, letter="L")
    st.tally |= {"shock": 2, "shock-paid-2": 1}
    assert shock_troops.eligible(st) == 1 << U["ge-1"] | 1 << U["ge-2"]
    st.unshocked = 1 << U["ge-1"]
    assert shock_troops.eligible(st) == 1 << U["ge-2"]
