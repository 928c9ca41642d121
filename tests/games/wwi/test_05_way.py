"""The way of an army: what it takes by passing, and how a player chooses what it shall take (T1, T12, T15)."""

from __future__ import annotations

from typing import Any

from firestep.engine.journal import Entry
from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.control import objectives
from firestep.games.wwi.movement import FRESH, past_ends, path, unit_reach
from firestep.testing import keys, play, rule, situation, texts
from games.wwi.oracle import Referee, scattered
from games.wwi.places import NO_FORTS, near, place, texts_after, why
from games.wwi.positions import field, firsts, verbs, where

FOUR = ["2014", "2316", "2713", "2720"]
I = board.INDEX


def eastern(**kw: Any) -> Session[Any]:
    """A German army south of Vilna; three of the four cities and Gomel have fallen, so Vilna brings down Russia."""
    return field({"ge-1": "2714"}, turn=5, phase=2, hexes={"fallen": ["2014", "2316", "2720", "2718"]}, **kw)


@rule("wwi.12.11a", "wwi.15.1a")
def test_a_march_past_a_city_leaves_it_alone() -> None:
    """To a hex beside Vilna the army goes by way of it, and Russia surrenders; marching past, it takes nothing."""
    s = eastern()
    far = next(n for n in near("2713") if n not in near("2714") and n != "2714")
    play(s, "move ge-1")
    assert "past" in texts(s)
    taken = play(s.copy(), f"to {far}")
    assert taken.state.surrendered and where(taken, "ge-1") == far
    quiet = play(s.copy(), "past", f"to {far}")
    assert not quiet.state.surrendered and not quiet.state.fallen >> I["2713"] & 1 and where(quiet, "ge-1") == far
    assert "taking nothing" in play(s.copy(), "past").decision.prompt


@rule("wwi.15.1a")
def test_the_destination_is_taken_all_the_same() -> None:
    """Who marches to a city takes that city; only what lies on the way is passed by."""
    s = eastern()
    s.state.fallen &= ~(1 << I["2718"])
    play(s, "move ge-1", "past", "to 2713")
    assert s.state.fallen >> I["2713"] & 1


@rule("wwi.15.1a", "wwi.9.17b")
def test_where_every_way_leads_through_an_objective_it_cannot_be_passed_by() -> None:
    """A headland with one neighbour, in which an Allied sea link works: past it the army reaches that hex and no other, and the
    refusal says why."""
    cape = next(n for n in board.INDEX if len(near(n)) == 1)
    neck = near(cape)[0]
    s = place({"ge-1": cape}, phase=2, allegiance={"it": "allied", "gk": "allied"}, hexes={**NO_FORTS, "links": [neck]})
    play(s, "move ge-1")
    beyond = [n for n in firsts(s, "to") if n != neck]
    assert beyond and "past" in texts(s)
    through = play(s.copy(), f"to {beyond[0]}")
    assert board.hexes(through.state.links_off) == [neck]
    play(s, "past")
    assert firsts(s, "to") == [neck]
    assert {r.rule for n in beyond for r in s.why_not(f"to {n}")} == {"wwi.15.1a"}


@rule("wwi.15.1a")
def test_past_is_offered_only_where_it_matters() -> None:
    """Nothing to take in reach, already said, or making room: the word is refused with the rule."""
    s = field({"tu-1": "1334"}, phase=2)
    assert "past" not in texts_after(s, "move tu-1") and why(s, "move tu-1", "past") == ["wwi.15.1a"]
    s = eastern()
    assert why(s, "move ge-1", "past", "past") == ["wwi.15.1a"]
    swap = field({"ge-1": "2714", "ge-2": "2715"}, turn=5, phase=2)
    play(swap, "move ge-2", "to 2714")
    assert "past" not in texts(swap) and [r.rule for r in swap.why_not("past")] == ["wwi.5.21b"]


@rule("wwi.15.1a")
def test_by_way_of_one_and_past_another() -> None:
    """Via one city and then past the rest: the player takes exactly what he names."""
    s = field({"ge-1": "2712"}, turn=5, phase=2, hexes={"fallen": []})
    goals = objectives(s.state, board.CENTRAL)
    play(s, "move ge-1")
    stations = firsts(s, "via")
    assert stations
    play(s, f"via {stations[0]}")
    taken = goals & ~objectives(s.state, board.CENTRAL)
    assert board.hexes(taken) == [stations[0]]
    if "past" in texts(s):
        play(s, "past")
    s.take(next(a for a in s.decision.actions if a[0] in ("to", "stay") and (len(a) < 2 or not goals >> I[a[1]] & 1)))
    assert board.hexes(goals & ~objectives(s.state, board.CENTRAL)) == [stations[0]]


@rule("wwi.15.1a")
def test_quiet_ways_agree_with_a_slow_search() -> None:
    """Marching past reaches exactly the hexes that the referee reaches when he must stop at every objective."""
    seen = 0
    for st in scattered(40, seed=5):
        side = st.phase - 1
        units = [u for u, i in enumerate(st.at) if i >= 0 and st.side(u) == side][:3]
        goals = objectives(st, side)
        for u in units:
            if not goals & unit_reach(st, u).spare():
                continue
            seen += 1
            fast = set(board.hexes(past_ends(st, u, FRESH)))
            shut = frozenset(board.hexes(goals)) - {board.NUMBER[st.at[u]]}
            slow = {n for n in Referee(st).moves(board.UNITS[u], shut).ends}
            assert fast == slow, (board.UNITS[u], sorted(fast ^ slow))
    assert seen >= 20


@rule("wwi.5.0c")
def test_the_page_shows_the_way_that_is_taken() -> None:
    """The path drawn goes through the city that is taken, and around it when it is passed by."""
    s = eastern()
    far = next(n for n in near("2713") if n not in near("2714") and n != "2714")
    play(s, "move ge-1")
    assert "2713" in path(s, ("to", far))[1]  # type: ignore[index]
    play(s, "past")
    shown = path(s, ("to", far))[1]  # type: ignore[index]
    assert shown[0] == "2714" and shown[-1] == far and "2713" not in shown


# -- the Transit Area ---------------------------------------------------------------------------------------------------------


@rule("wwi.15.1a", "wwi.5.52")
def test_an_army_takes_the_door_it_leaves_by() -> None:
    """Turin is in Austrian hands and nobody is there: a French army that enters the Transit Area through it has passed it."""
    s = place({"fr-1": "0114"}, phase=1, hexes={**NO_FORTS, "centres-central": ["0113"]})
    play(s, "move fr-1", "transit")
    assert where(s, "fr-1") == "transit" and s.state.allied_centres >> I["0113"] & 1 and "centre" in keys(s)
    quiet = place({"fr-1": "0114"}, phase=1, hexes={**NO_FORTS, "centres-central": ["0113"]})
    play(quiet, "move fr-1", "past")
    assert "transit" not in verbs(quiet) and [r.rule for r in quiet.why_not("transit")] == ["wwi.15.1a"]
    french = place({"fr-1": "0209"}, phase=1, hexes={**NO_FORTS, "centres-central": ["0113"]})
    play(french, "move fr-1", "transit")
    assert not french.state.allied_centres >> I["0113"] & 1  # it left by 0110


@rule("wwi.15.1a", "wwi.5.51c")
def test_out_of_the_area_past_the_door() -> None:
    """By Turin to the hex beyond it, which takes the centre; there is no other door to Italy, so it cannot be passed by."""
    s = place({"fr-1": "transit"}, phase=1, hexes={**NO_FORTS, "centres-central": ["0113"]})
    play(s, "move fr-1")
    assert "past" in texts(s)
    taken = play(s.copy(), "to 0114")
    assert taken.state.allied_centres >> I["0113"] & 1
    play(s, "past")
    assert "0114" not in firsts(s, "to") and {"0110", "0113"} <= set(firsts(s, "to"))
    assert [r.rule for r in s.why_not("to 0114")] == ["wwi.15.1a"]


@rule("wwi.5.51c", "wwi.11.7")
def test_an_army_that_leaves_the_area_may_violate_a_neutral() -> None:
    """In the free game Belgium may still be neutral: by rail from 0110 the army is over its border in the same move (T15)."""
    s = situation("wwi", "free", clear=True, turn=3, phase=1, units={"fr-1": "transit"}, hexes=NO_FORTS)
    play(s, "move fr-1")
    belgian = [n for n in firsts(s, "invade") if board.HOME[board.BL] >> I[n] & 1]
    assert belgian
    assert [r.rule for r in s.why_not("invade 0905")] == ["wwi.5.52"]
    play(s, f"invade {belgian[0]}")
    assert s.state.allegiance[board.BL] == board.CENTRAL and where(s, "fr-1") == belgian[0] and s.state.vp[board.CENTRAL] == 5


# -- countries whose entry counts -------------------------------------------------------------------------------------------


@rule("wwi.11.3c", "wwi.9.17c")
def test_a_prize_on_the_way_is_not_worth_a_country() -> None:
    """A landing place in Greece has been cut. A Serbian army that passes the border could open it again on its way, but its entry
    would send the Greek armies home: it goes around, unless the player names the place."""

    def serbian(n: str) -> bool:
        return bool(board.HOME[board.SB] >> I[n] & 1)

    pier, start, end = next(
        (g, a, c)
        for g in board.hexes(board.HOME[board.GK])
        for a in near(g)
        for c in near(g)
        if serbian(a) and serbian(c) and board.GRID.distance(I[a], I[c]) <= 2 and a != c
    )
    s = place(
        {"sb-1": start, "gk-1": "0833"},
        turn=3,
        phase=1,
        allegiance={"gk": "allied"},
        hexes={**NO_FORTS, "links": [pier], "links-off": [pier]},
    )
    s.take("move sb-1")
    assert f"via {pier}" in texts(s)
    around = play(s.copy(), f"to {end}")
    assert where(around, "gk-1") == "0833" and around.state.links_off
    through = play(s.copy(), f"via {pier}")
    assert where(through, "gk-1") == "gone" and not through.state.links_off


# -- what the log says of a way --------------------------------------------------------------------------------------------------


def said(s: Session[Any], key: str) -> str:
    """The sentence of the last entry with this key."""
    return str(s.game.text(next(e for e in reversed(s.journal) if e.key == key)))


@rule("wwi.5.51a")
def test_the_log_says_how_an_army_came_to_the_transit_area() -> None:
    """From where, and by way of what it took. Entries that older games wrote say less and can still be read."""
    s = place({"fr-1": "0114"}, phase=1, hexes={**NO_FORTS, "centres-central": ["0113"]})
    play(s, "move fr-1", "transit")
    start, door = (board.place_name(I[n]) for n in ("0114", "0113"))
    assert said(s, "transit") == f"The French 1st Army enters the Franco-Italian Transit Area from {start} by way of {door}."
    assert next(e for e in s.journal if e.key == "transit").params["path"] == ["0113"]
    assert s.game.text(Entry("transit", (), {"unit": "fr-1"}, 0)) == "The French 1st Army enters the Franco-Italian Transit Area."


@rule("wwi.10.3a")
def test_the_united_states_are_many() -> None:
    """They join, pay and lend; France joins, pays and lends."""
    text = place({}).game.text
    for nation, words in (("us", ("lend", "pay")), ("fr", ("lends", "pays"))):
        lent = text(Entry("lends", (), {"lender": nation, "borrower": "it", "points": 3}, 0))
        paid = text(Entry("pays", (), {"nation": nation, "points": 1}, 0))
        assert f" {words[0]} " in lent and f" {words[1]} " in paid
