"""National collapse (tgw.16.0)."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat.bans import apart
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import consequences
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import GONE, WAITING
from firestep.games.tgw.strategic import replacement, resources, turkish_surrender
from firestep.hexmap.grid import bits
from firestep.testing import keys, rule, situation, texts
from games.tgw import plain
from games.tgw.war import CP, A, asked, at, draw, game, happens, hexes, hold, war

U = roster.UNIT


def fell(st, code: str) -> bool:
    return bool(st.collapsed >> tables.NATION[code] & 1)


def take(st, side: int, *numbers: str) -> None:
    mask = hexes(*numbers)
    st.seize(mask, side)
    consequences.taken(game(st), mask, side)


@rule("tgw.16.0a")
def test_seven_nations_can_collapse_and_no_other() -> None:
    assert {tables.NATIONS[n] for n in collapse.FALLS} == {"AH", "BE", "BU", "FR", "RO", "RU", "TU"}


@rule("tgw.16.11a", "tgw.16.11b", "tgw.16.11c")
def test_what_collapse_does() -> None:
    st = war({"fr-1": "W5217", "fr-hq1": "W5217", "fr-hq2": "available", "br-1": "W5216"})
    st.rp[tables.FR] = 7
    collapse.fall(game(st), tables.FR, "tgw.16.2a")
    assert st.rp[tables.FR] == 0 and at(st, "fr-hq1") == at(st, "fr-hq2") == "gone"
    assert st.strength(U["fr-1"])[:2] == (1, 1) and st.strength(U["br-1"])[:2] != (1, 1)
    st.rp[tables.BR] = 9
    st.letter = tables.LETTER["M"]
    before = st.rp[tables.FR]
    resources.income(game(st))
    assert st.rp[tables.FR] == before == 0


@rule("tgw.16.11d")
def test_units_of_a_collapsed_nation_stand_and_attack_alone() -> None:
    st = war({"fr-1 br-1": "W5217", "fr-2": "W5216"}, collapsed=1 << tables.FR)
    assert apart(st, 1 << U["br-1"], U["fr-1"]) and not apart(st, 1 << U["fr-2"], U["fr-1"])
    s = game(st, collapse.Separate(fronts.WESTERN, A))
    assert asked(s) == ("Keep", A) and texts(s) == ["keep br-1", "keep fr-1"]
    s.take("keep br-1")
    assert at(st, "fr-1") == "dead" and at(st, "br-1") == "W5217" and at(st, "fr-2") == "W5216"


@rule("tgw.16.2a", "tgw.16.2c")
def test_france_falls_with_the_last_hex_of_paris() -> None:
    st = war(turn=20, forts=False)
    take(st, CP, "W5008", "W5009")
    assert not fell(st, "FR")
    take(st, CP, "W4908")
    assert fell(st, "FR") and not st.result  # the game goes on


@rule("tgw.16.2b")
def test_six_americans_save_france() -> None:
    ids = ["us-1", "us-2", "us-26", "us-42"], ["us-3", "us-4"]
    st = war({" ".join(ids[0]): "W5201", " ".join(ids[1]): "W5202"}, turn=40, at_war={"US": A}, forts=False)
    take(st, CP, "W5008", "W5009", "W4908")
    assert not fell(st, "FR")
    st.put(U["us-1"], -5)
    collapse.check(game(st))
    assert not fell(st, "FR")  # even if they become fewer
    take(st, A, "W5008")
    take(st, CP, "W5008")
    assert fell(st, "FR")  # judged anew when it falls again (E104)


@rule("tgw.16.4a")
def test_belgium_falls_with_its_last_hex() -> None:
    st = war(turn=3, forts=False)
    last = board.numbers(board.BELGIUM)[0]
    st.seize(board.BELGIUM & ~hexes(last), CP)
    collapse.check(game(st))
    assert not fell(st, "BE")
    take(st, CP, last)
    assert fell(st, "BE")


@rule("tgw.16.5a", "tgw.16.5b")
@pytest.mark.parametrize(
    ("places", "falls"),
    [(("E3606",), True), (("E3310",), True), (("W2615",), False), (("W2230",), False), (("W2615", "W2230"), True)],
)
def test_austria_falls_with_a_capital_or_with_trent_and_trieste(places: tuple[str, ...], falls: bool) -> None:
    st = war(turn=40, forts=False, at_war={"IT": A})
    take(st, A, *places)
    assert fell(st, "AH") == falls


@rule("tgw.16.5c")
def test_three_supplied_allies_on_the_austrian_edge_of_the_italian_front() -> None:
    edge = board.numbers(board.AUSTRIAN_EDGE)
    assert edge and not board.AUSTRIAN_EDGE & board.ALPINE
    st = war({"it-1 it-2": edge[-1]}, turn=40, at_war={"IT": A}, forts=False)
    st.seize(board.ITALY | board.AUSTRIA & board.FRONT["WI"], A)
    assert not collapse.over_the_edge(st)
    st.put(U["it-3"], board.INDEX[edge[-1]])
    assert collapse.over_the_edge(st)
    game(st, collapse.CollapseCheck())
    assert fell(st, "AH")
    cut = war({"it-1 it-2 it-3": edge[-1]}, turn=40, at_war={"IT": A}, forts=False)
    for k, n in enumerate(board.numbers(board.ATLAS.dilate(hexes(edge[-1])) & ~hexes(edge[-1]) & board.LAND)):
        cut.put(U[f"ah-{k + 1}"], board.INDEX[n])
    assert not collapse.over_the_edge(cut)


@rule("tgw.16.5c")
def test_austria_falls_the_instant_a_third_unit_advances_to_the_edge() -> None:
    """The first of them takes the hex. Other attacks follow in the same phase, also some of Austrians beside Germans."""
    edge = "W3318"
    st = war({"it-1 it-2 it-3 it-4 it-5 it-6": "W3219", "ah-1": edge}, turn=40, at_war={"IT": A}, forts=False)
    st.seize(board.ITALY | board.AUSTRIA & board.FRONT["WI"] & ~hexes(edge, "W2230", "W2615"), A)
    s = game(st, CombatPhase(fronts.WESTERN, A), CombatPhase(fronts.EASTERN, CP), collapse.CollapseCheck(), dice=[6])
    s.take(f"attack {edge}")
    while asked(s) != ("Advance", A):
        s.take(next(a for a in s.decision.actions if a[0] in ("add-all", "go", "lose")))
    for _ in range(3):
        assert asked(s) == ("Advance", A) and not fell(st, "AH")
        s.take(s.decision.actions[0])
    assert fell(st, "AH") and keys(s)[-1] == "collapse"


@rule("tgw.16.5d")
@pytest.mark.parametrize(
    ("turkey", "bulgaria", "falls"), [("", True, False), ("fell", False, False), ("fell", True, True), ("surrendered", True, True)]
)
def test_austria_falls_with_bulgaria_and_turkey(turkey: str, bulgaria: bool, falls: bool) -> None:
    st = war(turn=44, at_war={"BU": CP})
    if turkey == "fell":
        happens(st, "TU")
    elif turkey:
        happens(st, "turkey-surrendered")
    if bulgaria:
        draw(st, "al-bulcoll")
    collapse.check(game(st))
    assert fell(st, "AH") == falls


@rule("tgw.16.6a")
def test_turkey_falls_when_allies_stand_in_e1124() -> None:
    st = war({"br-1": "E1124"}, turn=20)
    game(st, collapse.CollapseCheck())
    assert fell(st, "TU") and not st.flag("turkey-surrendered")


@rule("tgw.16.7a")
def test_bulgaria_falls_with_sofia() -> None:
    st = war(turn=40, at_war={"BU": CP})
    take(st, A, "E1819")
    assert fell(st, "BU")


@rule("tgw.16.8a")
def test_allied_romania_falls_with_bucharest_after_the_czar() -> None:
    from firestep.games.tgw.strategic import revolutions

    st = war(turn=26, at_war={"RO": A})
    take(st, CP, "E2423")
    assert not fell(st, "RO")
    revolutions.fall_of_the_czar(game(st))
    assert fell(st, "RO")  # E65


@rule("tgw.16.8b")
@pytest.mark.parametrize("cause", ["bucharest", "AH", "BU"])
def test_central_romania_falls_with_bucharest_austria_or_bulgaria(cause: str) -> None:
    st = war(turn=40, at_war={"RO": CP, "BU": CP})
    if cause == "bucharest":
        take(st, A, "E2423")
    else:
        collapse.fall(game(st), tables.NATION[cause], "tgw.16.5a")
    assert fell(st, "RO")


# -- where chapters meet -----------------------------------------------------------------------------------------------------


@rule("tgw.16.11a", "tgw.5.35d")
def test_a_collapsed_nation_buys_nothing_back() -> None:
    st = war({"fr-1": "dead"}, letter="M", collapsed=1 << tables.FR)
    assert game(st, replacement.ReplacementPhase(A)).over


@rule("tgw.16.3a", "tgw.6.27f")
def test_russian_events_after_collapse() -> None:
    st = hold(war(turn=37), "al-brusilov")
    collapse.fall(game(st), tables.RU, "tgw.16.3a")
    assert not st.hand[A] and "event-void" in keys(draw(st, "al-brusilov"))


@rule("tgw.16.11b")
def test_a_headquarters_that_was_still_to_come_never_arrives() -> None:
    st = war(letter="H")
    waiting = next(
        u for u in range(roster.N) if roster.NATION_OF[u] == tables.RU and roster.HQ >> u & 1 and roster.ROSTER[u].entry == "I"
    )
    collapse.fall(game(st), tables.RU, "tgw.16.3a")
    st.letter = tables.LETTER["I"]
    resources.reinforce(game(st))
    assert st.at[waiting] == -2


@rule("tgw.16.11b", "tgw.5.11a")
def test_headquarters_of_a_collapsed_nation_in_boxes_and_still_to_come_are_gone() -> None:
    """Collapse and units in transit: on the map, in a box, dead, or due later."""
    hqs = [id for id in roster.UNITS if id.startswith("ah-hq")]
    st = war({hqs[0]: "E3606", hqs[1]: "available", hqs[2]: "dead"}, turn=40)
    assert st.at[U[hqs[3]]] == WAITING
    s = game(st)
    collapse.fall(s, tables.AH, "tgw.16.5a")
    assert all(st.at[U[id]] == GONE for id in hqs)


@rule("tgw.16.11b", "tgw.22.44g", "tgw.22.54g")
@pytest.mark.parametrize("scenario", ["1917", "1918"])
def test_a_romania_that_has_collapsed_has_no_headquarters(scenario: str) -> None:
    st = situation("tgw", scenario).state
    assert {at(st, roster.UNITS[u]) for u in bits(roster.CORPS[tables.RO] & roster.HQ)} == {"gone"}


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
