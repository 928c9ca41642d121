"""Where chapters meet, in games that are played: America's headquarters, 1918 without the Near East, landings, parting stacks."""

from __future__ import annotations

import pytest

from firestep.games.tgw import GAME, victory
from firestep.games.tgw.combat.air import available
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.unit_types import cooperate
from firestep.games.tgw.display.text import text
from firestep.games.tgw.events import landings
from firestep.games.tgw.events.landings import Land
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.nations.new_units import PlaceAt, PlaceUnits
from firestep.games.tgw.secrets import conceal
from firestep.games.tgw.state import AVAIL, EDGE_WEST, RESERVE
from firestep.games.tgw.strategic import turkish_surrender
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw import plain
from games.tgw.plain import S
from games.tgw.war import CP, A, chit, draw, game, hold, war
from twice import allowed, listed

U = roster.UNIT
HQ = U["us-hq1"]


def americans(**options: str) -> S:
    """Return a war of 1917 in which an American unit is placed while the American headquarters is on the map."""
    s = plain.start("1917", **options)
    return plain.play(s, lambda s: s.over or isinstance(s.top, PlaceAt) and _american(s) and s.state.at[HQ] > 0, plain.placing)


def _american(s: S) -> bool:
    return isinstance(s.top, PlaceAt) and roster.NATION_OF[s.top.unit] == tables.US and s.top.unit != HQ


@rule("tgw.13.25a", "tgw.13.3a")
def test_americans_enter_at_their_own_headquarters() -> None:
    s = americans()
    at = s.state.at[HQ]
    hexes = [a.split()[1] for a in texts(s)]
    assert "edge-west" in hexes and len(hexes) > 1
    assert all((board.ATLAS.near(at) | 1 << at) >> board.INDEX[n] & 1 for n in hexes if n != "edge-west")
    assert listed(s) == allowed(s)
    unit = s.top.unit
    s.take(("at", next(n for n in hexes if n != "edge-west")))
    plain.play(s, lambda s: s.over or s.state.phase == 4, plain.placing)
    assert not plain.watch(s, 1 << unit)


@rule("tgw.13.25a")
def test_by_the_other_reading_they_enter_over_the_edges_only() -> None:
    s = americans(**{"us-entry": "edges"})
    assert {a.split()[1] for a in texts(s)} <= {"edge-west", "edge-italy"} and listed(s) == allowed(s)


@rule("tgw.7.24c")
def test_the_american_headquarters_does_not_wait_in_the_box() -> None:
    s = plain.start("1917")
    plain.play(s, lambda s: s.over or isinstance(s.top, PlaceUnits) and s.state.at[HQ] == AVAIL, plain.placing)
    assert "new us-hq1" in texts(s) and "done" not in texts(s) and listed(s) == allowed(s)
    assert [x.rule for x in s.why_not("done")] == ["tgw.7.24c"]
    s.take("new us-hq1")
    s.take("at edge-west")
    assert s.state.at[HQ] == EDGE_WEST
    assert not isinstance(s.top, PlaceUnits) or s.top.side != A or "done" in texts(s)


@rule("tgw.7.24c", "tgw.6.57a")
def test_americans_fight_beside_others_until_their_headquarters_has_left_the_box() -> None:
    """Influenza holds it back; it has not entered play before (S27). Tanks are among the Americans (S46)."""
    st = war({"us-1 us-tc fr-1": "W5222", "us-hq1": "available"}, at_war={"US": A}, letter="Q", turn=42, forts=False)
    together = [[U[x], U["fr-1"]] for x in ("us-1", "us-tc")]
    assert all(cooperate(st, units) for units in together)
    s = game(st, PlaceUnits(A))
    s.take("new us-hq1")
    s.take("at edge-west")
    assert not any(cooperate(st, units) for units in together)


@rule("tgw.6.27f", "tgw.22.57a")
def test_brusilov_s_offensive_is_over_in_1918() -> None:
    st = plain.start("1918").state
    assert st.spent & OF_EVENT["brusilov"] and not (st.play | st.pool[A] | st.hand[A]) & OF_EVENT["brusilov"]


@rule("tgw.22.51c", "tgw.6.58a", "tgw.18.13a")
def test_turkey_s_surrender_in_1918_takes_no_city_of_a_map_that_is_not_used() -> None:
    s, without = plain.happened("turksurr")
    st = s.state
    assert st.flag("turkey-surrendered") and not [u for u in bits(roster.CORPS[tables.TU]) if st.at[u] > 0]
    assert victory.cities_lost(st) == victory.cities_lost(without.state)
    assert not st.ctrl[A] & board.NEAR_EAST & ~without.state.ctrl[A] and not st.forts & board.NEAR_EAST
    told = [e for e in s.journal if e.key in ("turkey-surrenders", "fort-destroyed")]
    assert told and not [e for e in told if board.mask(*e.params.get("places", ())) & board.NEAR_EAST]


@rule("tgw.5.61c")
def test_in_the_campaign_the_towns_of_egypt_and_iraq_are_allied_then() -> None:
    s = next(s for s in plain.war("1917") if s.state.phase == 1).copy()
    before = victory.cities_lost(s.state)
    turkish_surrender.turkey(s, "tgw.5.61a")
    assert victory.cities_lost(s.state) > before  # E76


@rule("tgw.12.11a", "tgw.22.51c")
def test_no_weather_of_fronts_that_are_not_open_is_told() -> None:
    for year, number in (("1918", 3), ("1914", 3), ("1916", 6)):
        s = plain.start(year)
        plain.play(s, lambda s: s.state.phase == 4)
        entry = next(e for e in s.journal if e.key == "weather")
        assert len(entry.params["weather"]) == number
        assert ("Caucasus" in text(entry)) == (number == 6)


def test_one_division_becomes_shock_troops() -> None:
    s = plain.start("1917")
    s.note("shock-made", "tgw.15.41a", units=["ge-2g"])
    s.note("shock-made", "tgw.15.41a", units=["ge-2g", "ge-1g"])
    one, two = (text(e) for e in s.journal[-2:])
    assert one.endswith("becomes shock-troops.") and two.endswith("become shock-troops.")


@rule("tgw.16.11d", "tgw.7.22c")
def test_a_collapsed_nation_parts_from_others_by_its_own_question() -> None:
    """A German stands with Austrians when Turkey and Bulgaria bring Austria-Hungary down: the owner says who stays."""
    s = next(s for s in plain.war("1918") if s.state.phase == 1).copy()
    st = s.state
    place = next(
        st.at[u]
        for u in bits(roster.CORPS[tables.AH] & roster.INFANTRY)
        if st.at[u] > 0 and fronts.FRONT_AT[st.at[u]] == fronts.EAST
    )
    guest = next(
        u for u in bits(roster.CORPS[tables.GE] & roster.INFANTRY) if st.at[u] > 0 and fronts.FRONT_AT[st.at[u]] == fronts.EAST
    )
    st.put(guest, place)
    turkish_surrender.turkey(s, "tgw.6.58a")
    collapse.fall(s, tables.BU, "tgw.6.54a")
    assert st.collapsed >> tables.AH & 1
    asked = [type(d.step).__name__ for d in plain.decisions(s, lambda s: s.over or s.state.phase == 8, plain.placing)]
    assert "Keep" in asked and "Overstack" not in asked
    ended = [e for e in s.journal if e.key == "eliminated" and "tgw.16.11d" in e.rules]
    assert ended and not [e for e in s.journal if e.key == "eliminated" and "tgw.7.22c" in e.rules]


def test_the_strongest_group_stays_when_the_greedy_player_is_asked() -> None:
    from firestep import bots

    st = war({"ah-1 ah-2": "E3606", "ge-1": "E3606"}, turn=40)
    st.collapsed |= 1 << tables.AH
    s = game(st, collapse.Keep(board.INDEX["E3606"], CP))
    assert bots.answer(bots.make("greedy", 1), s) == ("keep", "ge-1")


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


@rule("tgw.6.46b", "tgw.6.1.7a")
def test_a_hidden_hand_shows_as_many_chits_as_it_holds() -> None:
    """The Mutiny is the only chit left that can lie hidden: whoever counts knows it, and the hand has its size."""
    options = GAME.settle_options({"mutiny": "hidden"})
    for others in ("", "al-mine"):
        st = war(turn=29, letter="L", options=options)
        st.pool[A] = chit("al-mutiny") | chit("al-noevent-1") | (chit(others) if others else 0)
        draw(st, "al-mutiny")
        seen = conceal(game(st), CP).state
        assert seen.hand[A].bit_count() == st.hand[A].bit_count() == 1
        assert seen.hand[A] == chit(others or "al-mutiny") and seen.acting("mutiny") == (not others)
        assert (seen.hand[A] | seen.pool[A]) == (st.hand[A] | st.pool[A])


@rule("tgw.6.3b", "tgw.15.16a")
@pytest.mark.parametrize(
    ("reading", "front_set"), [("all", {fronts.WEST, fronts.ITALY, fronts.EAST, fronts.EGYPT}), ("west", {fronts.WEST})]
)
def test_where_new_air_tactics_may_be_used(reading: str, front_set: set[int]) -> None:
    st = hold(war(turn=40, options={"air-tactics": reading}), "cp-air-tactics-1")
    hexes = {fronts.WEST: "W6010", fronts.ITALY: "W2529", fronts.EAST: "E4816", fronts.EGYPT: "N2416"}
    tactics = OF_EVENT["air.tactics"]
    assert {f for f, n in hexes.items() if available(st, CP, board.INDEX[n]) & tactics} == front_set


@rule("tgw.15.45a", "tgw.15.41b")
def test_the_second_shock_event_may_be_played_without_conversions() -> None:
    """The points are the price of conversions: Germany keeps them, and the turn is that of the Kaiserschlacht (S43)."""
    st = hold(war({"ge-2g": "W6011"}, turn=38, letter="O"), "cp-shock-2")
    st.tally["shock"] = 1
    st.rp[tables.GE] = 7
    from firestep.engine.offer import Window

    s = game(st, Window("new units", (CP,)))
    s.take("play cp-shock-2")
    assert st.tally["kaiser-turn"] == 38 and st.rp[tables.GE] == 7


@rule("tgw.17.31l")
def test_the_3rd_division_leaves_a_reserve_that_is_too_small() -> None:
    s = plain.start("1914")

    def short(s: S) -> bool:
        return type(s.top).__name__ == "Reserve" and s.state.letter >= tables.LETTER["E"] and not _excess(s)

    plain.play(s, lambda s: s.over or short(s), plain.placing)
    st = s.state
    assert st.at[U["tu-3"]] == RESERVE and not st.flag("euro-turks")
    assert [a for a in texts(s) if a.startswith("release")] == ["release tu-3"] and listed(s) == allowed(s)


def _excess(s: S) -> bool:
    from firestep.games.tgw.strategic.replacement import in_reserve

    return in_reserve(s.state) > s.state.required


@rule("tgw.20.2.8", "tgw.20.3.6b")
def test_belgian_cities_count_towards_the_points_that_bring_turkey_in() -> None:
    st = war(turn=20)
    st.prewar = ("al.8", "cp.6")
    st.seize(board.BELGIUM, CP)
    assert victory.net(st) > victory.net(st, belgium=False)
    from firestep.games.tgw.nations import neutrals

    st.set_side(tables.TU, tables.NEUTRAL)
    st.vp_events = neutrals.HESITATES - victory.net(st)
    neutrals.turkey_joins(game(st))
    assert st.allegiance[tables.TU] == CP
