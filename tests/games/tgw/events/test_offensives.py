"""Lawrence, Russia's offensives, mandated offensives, commanders (tgw.6.24 to tgw.6.33, tgw.6.42)."""

from __future__ import annotations

import pytest

from firestep.engine.offer import Window
from firestep.games.tgw import victory
from firestep.games.tgw.combat import combat
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.combat.modifiers import weather_modifiers
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import event_table, events, lawrence, ordered_marches, ordered_offensives
from firestep.games.tgw.movement import movement, rail
from firestep.games.tgw.movement.movement import Movement
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.strategic import resources
from firestep.testing import keys, play, rule, session_at, texts
from games.tgw import plain
from games.tgw.events_kit import U, drm, fight, offered
from games.tgw.positions import around, field, session, spot, why
from games.tgw.war import CP, A, asked, at, chit, draw, game, hexes, hold, war

EAST = spot(board.CLEAR & board.POLAND, front=fronts.EAST)

# -- Lawrence (tgw.6.24 to tgw.6.26)
# ---------------------------------------------------------------------------------------------------


def arabia(**more):
    return war(**{"turn": 30, "letter": "L", "play": "al-lawrence", **more})


@rule("tgw.6.24a", "tgw.ev.lawrence")
def test_one_raid_between_strategic_turns() -> None:
    st = arabia()
    s = game(st, lawrence.LawrenceRaid())
    assert asked(s) == ("RaidTown", A)
    s.take(texts(s)[1])
    assert game(st, lawrence.LawrenceRaid()).over
    game(st, events.EndOfTurn())
    assert game(st, lawrence.LawrenceRaid()).over
    resources.begin_letter(game(st))
    assert not game(st, lawrence.LawrenceRaid()).over
    assert game(war(turn=30), lawrence.LawrenceRaid()).over


@rule("tgw.6.24b", "tgw.6.24c")
def test_the_raided_town_is_closed_to_strategic_movement() -> None:
    st = arabia()
    s = game(st, lawrence.LawrenceRaid())
    named = hexes(*(x.split()[1] for x in texts(s) if x != "pass"))
    assert named == board.TOWN & ~board.CITY & board.PALESTINE
    town = board.numbers(named)[0]
    st.put(U["tu-10"], board.INDEX[town])
    s.take(f"raid {town}")
    assert rail.barred_places(st) & hexes(town) == hexes(town)
    game(st, events.EndOfTurn())
    assert not rail.barred_places(st) & hexes(town)


@rule("tgw.6.24d")
def test_lawrence_stays_with_the_arabs_and_helps_their_attacks() -> None:
    st = war({"ab-1ana": "N2025", "tu-10": "N2416"}, play="al-lawrence al-ana", turn=30)
    fight(st, A, "N2416", "ab-1ana", "tu-10")
    assert drm(st) == 1
    fight(st, A, "N2416", "br-52t", "tu-10")
    assert drm(st) == 0
    fight(st, CP, "N2025", "tu-10", "ab-1ana")
    assert drm(st) == 0
    st.options = {**st.options, "lawrence": "minus-one"}  # P25, the other reading
    assert drm(st) == -1
    st.play &= ~OF_EVENT["lawrence"]
    assert drm(st) == 0


@rule("tgw.6.24e")
def test_no_raids_after_the_arab_army() -> None:
    assert game(arabia(play="al-lawrence al-ana"), lawrence.LawrenceRaid()).over


@rule("tgw.6.25a", "tgw.6.25b", "tgw.ev.atrocity")
def test_a_turkish_atrocity_helps_the_arabs_for_a_turn() -> None:
    st = war(turn=30)
    s = draw(st, "cp-atrocity")
    assert st.pool[CP] == chit("cp-atrocity") and "event-back" in keys(s)
    st = war({"ab-1ana": "N2025"}, turn=30)
    draw(st, "cp-atrocity")
    fight(st, A, "N2416", "ab-1ana", "tu-10")
    assert drm(st) == 1 and st.spent & chit("cp-atrocity")
    game(st, events.EndOfTurn())
    st.turn += 1
    assert drm(st) == 0


@rule("tgw.6.26a", "tgw.6.26b", "tgw.ev.lawcapt")
@pytest.mark.parametrize(("die", "gone"), [(1, False), (4, False), (5, True), (6, True)])
def test_lawrence_captured(die: int, gone: bool) -> None:
    st = hold(arabia(), "cp-lawcapt")
    assert "cp-lawcapt" not in offered(st, "events", CP)
    s = game(st, lawrence.LawrenceRaid(), dice=[die])
    s.take(texts(s)[1])
    assert asked(s) == ("Offer", CP)
    s.take("play cp-lawcapt")
    assert "raid-hex" not in st.tally and bool(st.spent & chit("al-lawrence")) == gone and st.spent & chit("cp-lawcapt")
    assert game(st, lawrence.LawrenceRaid()).over


@rule("tgw.6.26c")
def test_lawrence_captured_is_void_after_the_arab_army() -> None:
    s = draw(arabia(play="al-lawrence al-ana"), "cp-lawcapt")
    assert "event-void" in keys(s) and s.state.spent & chit("cp-lawcapt")


# -- Russia's offensives (tgw.6.27, tgw.6.28, tgw.6.42)
# ------------------------------------------------------------------------------------


def brusilov(hqs=("ru-hq8", ""), attackers: str = "ru-1", defenders: str = "ah-1", **more):
    st = war(**{"turn": 22, "play": "al-brusilov", "tally": {"turn-brusilov": 21}, **more})
    fight(st, A, "E3920", attackers, defenders, hqs)
    return st


@rule("tgw.6.27a", "tgw.6.27d", "tgw.ev.brusilov")
def test_brusilov_attacks_get_three_from_the_next_turn_on() -> None:
    assert drm(brusilov()) == 3
    assert drm(brusilov(hqs=("", ""))) == 0  # support is free, and makes it one
    assert drm(brusilov(turn=21)) == 0
    assert drm(brusilov(turn=21, options={"brusilov": "at-once"})) == 3


@rule("tgw.6.27b")
def test_a_brusilov_attack_costs_the_headquarters() -> None:
    st = brusilov()
    st.put(U["ru-hq8"], board.INDEX["E4021"])
    combat.tire(game(st), st.fight)
    assert at(st, "ru-hq8") == "gone"


@rule("tgw.6.27c", "tgw.6.27e")
def test_brusilov_is_for_russians_alone_and_not_against_germans() -> None:
    assert drm(brusilov(attackers="ru-1 br-1")) == 0
    st = brusilov(defenders="ge-1")
    assert drm(st) == 0
    st.put(U["ru-hq8"], board.INDEX["E4021"])
    combat.tire(game(st), st.fight)
    assert at(st, "ru-hq8") == "E4021"
    assert drm(brusilov(defenders="ah-1 ge-1")) == 0


@rule("tgw.6.27f")
def test_brusilov_ends_with_russia() -> None:
    from firestep.games.tgw.nations import collapse

    st = brusilov()
    hold(st, "al-brusilov")
    collapse.fall(game(st), tables.RU, "tgw.16.3a")
    assert not st.play & chit("al-brusilov") and not st.hand[A]
    st = war(collapsed=1 << tables.RU)
    assert "event-void" in keys(draw(st, "al-brusilov"))


@rule("tgw.6.28a", "tgw.ev.winter")
def test_the_winter_offensive_frees_russians_from_the_snow() -> None:

    st = hold(war(turn=tables.turn_of("Jan/Feb", 1916)), "al-winter-1")
    st.weather[fronts.CAUCASUS] = tables.SNOW
    fight(st, A, "N3934", "ru-1", "tu-17")
    assert weather_modifiers(st, st.fight)
    st.fight = None
    s = game(st, Window("combatphase", (A,)))
    s.take("play al-winter")
    fight(st, A, "N3934", "ru-1", "tu-17")
    assert not weather_modifiers(st, st.fight) and st.spent & chit("al-winter-1")
    fight(st, CP, "N4039", "tu-17", "ru-1")
    assert weather_modifiers(st, st.fight)
    for month in ("March", "October"):
        st = hold(war(turn=tables.turn_of(month, 1916)), "al-winter-1")
        assert not offered(st, "combatphase", A)


@rule("tgw.6.42a", "tgw.ev.paralysis")
def test_command_paralysis_stops_russian_attacks_for_the_turn() -> None:
    from firestep.games.tgw.combat.bans import bans

    st = war({"ru-1": "E4816", "ge-1": "E4815", "ah-1": "E4716"}, turn=22)
    draw(st, "cp-paralysis")
    banned = [x for x in bans(st, A) if x.rule == "tgw.6.42a"]
    assert banned and banned[0].units >> U["ru-1"] & 1 and banned[0].hexes >> board.INDEX["E4716"] & 1
    assert not banned[0].units >> U["fr-1"] & 1 and st.spent & chit("cp-paralysis")
    st.turn += 1
    assert not [x for x in bans(st, A) if x.rule == "tgw.6.42a"]


# -- mandated offensives (tgw.6.29)
# --------------------------------------------------------------------------------------------------


@rule("tgw.6.29a", "tgw.6.29b", "tgw.ev.enver")
def test_enver_orders_an_attack_of_three_units_in_the_caucasus() -> None:
    st = war({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    assert ordered_offensives.owed(st, "enver") == 1
    s = game(st, combat.Attacks(fronts.EASTERN, CP))
    assert "done" not in texts(s) and texts(s)
    assert not combat.Attacks(fronts.WESTERN, CP).ordered(st)
    s.take("forfeit")
    assert s.over and st.result[:2] == ("allied", "forfeit")
    st.result = ()
    combat.count(st, Fight(CP, board.INDEX["N4038"], (U["tu-17"], U["tu-18"], U["tu-28"])), 1)
    assert not ordered_offensives.owed(st, "enver") and "done" in texts(game(st, combat.Attacks(fronts.EASTERN, CP)))
    st.turn += 1
    assert not st.acting("enver")


@rule("tgw.6.29a")
def test_what_cannot_be_done_never_forfeits() -> None:
    st = war({"tu-17 tu-18": "N3937", "ru-1": "N4038"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    s = game(st, combat.Attacks(fronts.EASTERN, CP))
    assert "done" in texts(s)  # two units are not three
    with pytest.raises(Exception, match="not legal"):
        s.take("forfeit")


@rule("tgw.6.29a", "tgw.6.29b")
def test_nobody_escapes_enver_by_marching_off() -> None:
    """Three can get at the Russians: they are named and go there before anybody moves, and the attack is owed."""
    st = war({"tu-17 tu-18": "N3937", "tu-28": "N3936", "tu-29": "N2831", "ru-1": "N4038"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    s = session_at("tgw", st, ordered_marches.Enver(), movement.Movement(fronts.EASTERN, CP), options=st.options)
    assert asked(s) == ("Gather", CP) and texts(s) == ["enver N4038"]
    assert [x.rule for x in s.why_not("done")] == ["tgw.6.29b"] == [x.rule for x in s.why_not("enver N3937")]
    s.take("enver N4038")
    assert "gather tu-17 N3937" in texts(s) and not [x for x in texts(s) if x.startswith(("gather tu-29", "done", "forfeit"))]
    assert [x.rule for x in s.why_not("gather tu-29 N3937")] == ["tgw.6.29b"]
    for id in ("tu-17", "tu-18", "tu-28"):
        s.take(next(x for x in texts(s) if x.startswith(f"gather {id} ")))
    assert asked(s) == ("MoveUnits", CP) and texts(s) == ["done", "stack N2831"], "the three stay where Enver wants them"
    assert s.view(CP)["decision"]["prices"]["done"]["text"] == "1 stack has not moved"
    s = game(st, combat.Attacks(fronts.EASTERN, CP))
    assert "done" not in texts(s)
    s.take("forfeit")
    assert s.over and st.result[:2] == ("allied", "forfeit")


@rule("tgw.6.29a")
def test_who_refuses_to_gather_for_enver_forfeits() -> None:
    st = war({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    s = game(st, ordered_marches.Enver(), Window("events", (A,)))
    s.take("forfeit")
    assert s.over and st.result == ("allied", "forfeit", "tgw.6.29b")
    # what is done is not asked for again in the second half of the turn
    st.result = ()
    combat.count(st, Fight(CP, board.INDEX["N4038"], (U["tu-17"], U["tu-18"], U["tu-28"])), 1)
    assert game(st, ordered_marches.Enver()).over and not st.moved


@rule("tgw.6.29b", "tgw.15.54a")
def test_cavalry_that_cannot_attack_does_not_make_up_enver_s_three() -> None:
    horse = next(id for id in roster.UNITS if id.startswith("tu-") and roster.CAVALRY >> U[id] & 1)
    st = war({f"tu-17 {horse}": "N3937", "tu-18": "N3937", "ru-1": "N4038"}, turn=9, forts=False)
    assert not ordered_marches.can_gather(st)
    st.put(U["tu-28"], board.INDEX["N3937"])
    assert ordered_marches.can_gather(st)


@rule("tgw.6.29c")
def test_envers_march() -> None:
    st = war({"tu-17": "N3931", "tu-18": "N3831", "tu-28": "N3731", "tu-29": "N2831", "ru-1": "N4041"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    assert not ordered_marches.can_gather(st)
    before = {
        id: ordered_marches.distances(hexes("N4041"), board.FRONT["NC"])[st.at[U[id]]]
        for id in ("tu-17", "tu-18", "tu-28", "tu-29")
    }
    game(st, ordered_marches.Enver())
    after = {id: ordered_marches.distances(hexes("N4041"), board.FRONT["NC"])[st.at[U[id]]] for id in before}
    assert sum(after[x] < before[x] for x in before) == 3 and after["tu-29"] == before["tu-29"]
    assert all(st.moved >> U[id] & 1 for id in ("tu-17", "tu-18", "tu-28"))


@rule("tgw.6.29d", "tgw.6.29e", "tgw.ev.conrad")
def test_conrad_orders_austrian_attacks_for_the_three_next_turns() -> None:
    st = war({"ah-1 ah-2": "W2530", "it-1": "W2529"}, turn=20, at_war={"IT": A}, forts=False)
    draw(st, "cp-conrad")
    assert not ordered_offensives.owed(st, "conrad")  # not yet this turn
    for turn in (21, 22, 23):
        st.turn = turn
        assert ordered_offensives.owed(st, "conrad") == 1
        fight(st, CP, "W2529", "ah-1", "it-1")
        assert drm(st) == (2 if turn == 21 else 0)
    st.turn = 21
    assert "done" not in texts(game(st, combat.Attacks(fronts.WESTERN, CP)))
    fight(st, CP, "W2529", "ah-1 ge-1", "it-1")
    assert drm(st) == 0
    combat.count(st, Fight(CP, board.INDEX["W2529"], (U["ah-1"], U["ge-1"])), 1)
    assert ordered_offensives.owed(st, "conrad") == 1  # Austrians alone
    combat.count(st, Fight(CP, board.INDEX["W2529"], (U["ah-1"],)), 1)
    assert not ordered_offensives.owed(st, "conrad")
    fight(st, CP, "W2529", "ah-2", "it-1")
    assert drm(st) == 0  # the first attack only
    st.turn = 24
    assert not st.acting("conrad")


@rule("tgw.6.29f")
def test_conrad_goes_back_while_italy_is_neutral() -> None:
    s = draw(war(turn=20), "cp-conrad")
    assert s.state.pool[CP] == chit("cp-conrad") and not s.state.until


@rule("tgw.6.29g", "tgw.6.29h", "tgw.ev.haig")
def test_haig_orders_two_british_attacks_at_even_odds() -> None:
    st = war({"br-1 br-2 br-3 br-4": "W6010", "ge-1": "W6011", "ge-2 ge-3": "W6110"}, turn=20, forts=False)
    draw(st, "al-haig")
    st.turn = 21
    assert ordered_offensives.owed(st, "haig") == 2 and "done" not in texts(game(st, combat.Attacks(fronts.WESTERN, A)))
    combat.count(st, Fight(A, board.INDEX["W6011"], (U["br-1"],)), 0)
    assert ordered_offensives.owed(st, "haig") == 2  # below 1:1
    combat.count(st, Fight(A, board.INDEX["W6011"], (U["br-1"], U["fr-1"])), 2)
    assert ordered_offensives.owed(st, "haig") == 2  # not alone
    combat.count(st, Fight(A, board.INDEX["W6011"], (U["br-1"],)), 1)
    combat.count(st, Fight(A, board.INDEX["W6110"], (U["br-2"],)), 1)
    assert not ordered_offensives.owed(st, "haig")
    assert ordered_offensives.counts("haig", 1 << U["br-1"], board.INDEX["W6011"], (4, 5)) is False
    st.turn = 24
    assert not st.acting("haig")


# -- commanders (tgw.6.30 to tgw.6.33)
# -------------------------------------------------------------------------------------------------


@rule("tgw.6.30a", "tgw.6.31a", "tgw.6.32a", "tgw.6.33a", "tgw.ev.foch", "tgw.ev.allenby", "tgw.ev.maude", "tgw.ev.tiger")
def test_commanders_come_into_play_and_stay() -> None:
    from firestep.games.tgw.combat import special_combats

    st = hold(war(turn=40, letter="P"), "al-foch", "al-allenby", "al-maude", "al-tiger")
    s = game(st, Window("events", (A, CP)))
    for id in ("al-allenby", "al-foch", "al-maude", "al-tiger"):
        s.take(f"play {id}")
    assert all(event_table.in_play(st, x) for x in ("foch", "allenby", "maude", "tiger"))
    assert special_combats.usable(st, fronts.WESTERN, A) == ["foch", "allenby"]
    assert rail.maude(st) and not rail.maude(war())
    st.play &= ~chit("al-tiger")
    plain = victory.modifier(st)
    st.play |= chit("al-tiger")
    assert victory.modifier(st) == plain - 1


def paralysed(units: dict[str, str], since: int = 1, **more: object) -> State:
    """Russian command is paralysed; Brusilov was played so many turns ago."""
    st = field(units, **more)  # type: ignore[arg-type]
    st.until = {"paralysis-from": st.turn, "paralysis": st.turn}
    st.play |= OF_EVENT["brusilov"]
    st.tally["turn-brusilov"] = st.turn - since
    return st


@rule("tgw.6.42a", "tgw.6.27d")
@pytest.mark.usefixtures("plenty")
@pytest.mark.parametrize("case", ["far", "depleted", "just played", "with Romanians"])
def test_paralysed_russians_attack_only_as_brusilov_would(case: str) -> None:
    near, far = around(EAST)[0], around(around(around(EAST)[3])[3])[3]
    st = paralysed(
        {"ru-1 ro-1": near, "ru-hq1": far if case == "far" else near, "ah-1": EAST},
        since=int(case != "just played"),
        at_war={"RO": A},
    )
    if case == "depleted":
        st.depleted |= 1 << roster.UNIT["ru-hq1"]
    s = session(st, CombatPhase(fronts.EASTERN, A))
    play(s, f"attack {EAST}")  # the Romanians are free
    if case == "with Romanians":
        assert "add ru-1" in texts(s)
        play(s, "add ru-1")
        assert "add ro-1" not in texts(s) and why(s, "add ro-1") == {"tgw.6.42a"}
    else:
        assert "add ru-1" not in texts(s) and why(s, "add ru-1") == {"tgw.6.42a"}


@rule("tgw.6.29c", "tgw.8.0c")
@pytest.mark.usefixtures("plenty")
def test_who_marched_for_enver_does_not_move_again() -> None:
    st = field({"tu-2 tu-3 tu-5": "N3931", "ru-20": "N4041"}, letter="D", turn=9, forts=False)
    st.until = {"enver-from": st.turn, "enver": st.turn}
    before = [st.at[roster.UNIT[u]] for u in ("tu-2", "tu-3", "tu-5")]
    s = session(st, ordered_marches.Enver(), Movement(fronts.EASTERN, CP))
    after = [st.at[roster.UNIT[u]] for u in ("tu-2", "tu-3", "tu-5")]
    assert after != before
    assert texts(s) == ["done"], "they have spent all they had"


@rule("tgw.6.29c", "tgw.7.13a")
@pytest.mark.usefixtures("plenty")
def test_an_ordered_march_takes_the_hexes_on_its_way() -> None:
    st = field({"tu-2 tu-3 tu-5": "N3931", "ru-20": "N4041"}, letter="D", turn=9, forts=False)
    st.until = {"enver-from": st.turn, "enver": st.turn}
    st.seize(board.NEAR_EAST, A)
    st.seize(board.mask("N3931"), CP)
    session(st, ordered_marches.Enver())
    won = board.NEAR_EAST & st.ctrl[CP] & ~board.mask("N3931")
    places = {st.at[roster.UNIT[u]] for u in ("tu-2", "tu-3", "tu-5")}
    assert won.bit_count() > len(places), "each walked more than one hex"


@rule("tgw.6.27f", "tgw.22.57a")
def test_brusilov_s_offensive_is_over_in_1918() -> None:
    st = plain.start("1918").state
    assert st.spent & OF_EVENT["brusilov"] and not (st.play | st.pool[A] | st.hand[A]) & OF_EVENT["brusilov"]


@rule("tgw.6.29h")
def test_for_haig_even_odds_are_enough() -> None:
    hex = board.INDEX[spot(board.CLEAR & board.FRANCE)]
    units = roster.unit_mask(["br-1"])
    assert ordered_offensives.counts("haig", units, hex, (5, 5)) and not ordered_offensives.counts("haig", units, hex, (4, 5))


@rule("tgw.6.29c")
def test_enver_calls_those_who_stand_nearest() -> None:
    """By distance first: the counters with the lowest numbers stand far away."""
    st = war({"ru-20": "N4045", "tu-17": "N3232", "tu-18": "N3233", "tu-28 tu-29 tu-30": "N4039"}, turn=9, letter="D")
    assert sorted(roster.UNITS[u] for u in ordered_marches.nearest(st)) == ["tu-28", "tu-29", "tu-30"]
    assert min(U[id] for id in ("tu-17", "tu-18")) < U["tu-28"]


@rule("tgw.6.42a")
def test_a_paralysed_army_does_not_bind_its_enemy() -> None:
    """Whoever defends against Brusilov supports or not, as he likes."""
    hex = spot(board.CLEAR & board.AUSTRIA, front=fronts.EAST)
    st = war({"ah-1 ah-hq1": hex, "ru-1 ru-hq1": around(hex)[0]}, turn=22, letter="I")
    event_table.act_now(st, "paralysis")
    st.fight = Fight(A, board.INDEX[hex], (U["ru-1"],), (U["ah-1"],))
    assert combat.must_support(st, st.fight, A) and not combat.must_support(st, st.fight, CP)


@rule("tgw.6.29b")
def test_two_units_do_not_satisfy_enver() -> None:
    three = tuple(U[id] for id in ("tu-17", "tu-18", "tu-28"))
    for units, done in ((three[:2], 0), (three, 1)):
        st = war({" ".join(roster.UNITS[u] for u in units): "N3338"}, turn=9, letter="D")
        combat.count(st, Fight(CP, board.INDEX["N3339"], units), 1)
        assert st.tally.get("now-enver", 0) == done


@rule("tgw.6.29b")
def test_enver_is_obeyed_by_name() -> None:
    """The list names hexes at which three can get, and nothing else."""
    st = war({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038", "ru-2": "N2939"}, turn=9, forts=False)
    st.until = {"enver-from": 9, "enver": 9}
    assert texts(game(st, ordered_marches.Enver())) == ["enver N4038"] and hexes("N2939") & st.held[A]
