"""The greedy player of tgw: it fills its plans, attacks where it pays, and beats chance from either side."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firestep import bots
from firestep.bots.tgw import BY_STEP, evaluation, march, special_operations, spending
from firestep.bots.tgw.chances import Wall, against
from firestep.bots.tgw.evaluation import PRIZES, Plan, missing, plan, price
from firestep.bots.tgw.fight import appraise
from firestep.bots.tgw.lines import shortest
from firestep.engine.dice import Dice
from firestep.engine.session import Decision
from firestep.engine.start import begin
from firestep.games.tgw import GAME, setup
from firestep.games.tgw.combat import combat, results_table
from firestep.games.tgw.combat.advance import Advance
from firestep.games.tgw.combat.air import Fly
from firestep.games.tgw.combat.attackers import WAYS, ready
from firestep.games.tgw.combat.cavalry import Chase
from firestep.games.tgw.combat.combat import Attacks
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events.landings import Land
from firestep.games.tgw.fortifications.devastation import LayWaste
from firestep.games.tgw.movement.movement import March, MoveUnits
from firestep.games.tgw.movement.rail import Ride, StrategicMovement
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import AVAIL, DEAD
from firestep.games.tgw.strategic.resources import Transfer
from firestep.games.tgw.strategic.revolutions import Treaty
from firestep.games.tgw.strategic.warfare import CallOff
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import play, texts
from games.tgw.war import CP, draw, game, war


@pytest.mark.parametrize("seat", GAME.seats)
def test_greedy_beats_chance_in_1918(seat: str) -> None:
    s = begin(GAME, "1918", GAME.settle_options({}), Dice("duel"))
    s.disable_undo()
    players = [bots.make("greedy" if name == seat else "random", 4) for name in GAME.seats]
    for _ in range(12_000):
        if (d := s.decision) is None:
            break
        s.take(bots.answer(players[d.seat], s))
    assert s.outcome is not None and s.outcome.winner == seat


def test_it_knows_the_questions_it_answers() -> None:
    assert set(BY_STEP) <= set(GAME.steps.values())


@pytest.mark.parametrize("year", ["1915", "1916", "1917"])
@pytest.mark.parametrize("side", [tables.ALLIED, tables.CENTRAL])
def test_a_plan_holds_the_whole_line(year: str, side: int) -> None:
    """Every hex of the line that the enemy could come to has a guard in the plan, and what is missing is told."""
    st = setup.begin(year, {})[0]
    for front in (fronts.WEST, fronts.EAST):
        made = plan(st, side, front)
        assert made.line and set(bits(made.line)) <= set(made.base)
        assert all(made.want.get(i, 0) >= 1 for i, n in made.base.items() if n)
        gaps = missing(st, side, made)
        assert all(0 < n <= made.want[i] for i, n in gaps.items())


@pytest.mark.parametrize("year", ["1914", "1915", "1916", "1917", "1918"])
@pytest.mark.parametrize("side", [tables.ALLIED, tables.CENTRAL])
def test_the_line_has_no_gap_and_is_not_longer_than_the_border(year: str, side: int) -> None:
    """Who does not pass a hex of the line comes neither to a prize nor four hexes deep; without one of its hexes he does."""
    st = setup.begin(year, {})[0]
    for front in (fronts.WEST, fronts.EAST):
        there = fronts.FRONT[front] & board.LAND & ~board.ALPINE
        own = st.ctrl[side] & there & ~st.held[1 - side]
        zone = WAYS.within(st.held[1 - side] & there, st.ctrl[1 - side] & there, 99)
        line = shortest(zone, own, PRIZES & own, st.held[side], 0, 3)
        layers = WAYS.layers(zone, zone | own)
        deep = PRIZES & (layers[1] | layers[2] | layers[3]) | layers[4]

        def open(line: int, zone: int = zone, own: int = own, deep: int = deep) -> int:
            return WAYS.within(zone, own & ~line, 99) & deep & ~line

        assert not open(line)
        assert line.bit_count() <= layers[1].bit_count()
        assert all(open(line & ~(1 << i)) or deep >> i & 1 for i in bits(line))


def test_chances_are_the_averages_of_the_table() -> None:
    w = Wall(defence=8, steps=2, table=results_table.A, shift=0, drm=0)
    cells = [results_table.result(results_table.A, 3, die) for die in range(1, 7)]
    c = against(w, 24)
    assert c.own == pytest.approx(sum(x.attacker for x in cells) / 6)
    assert c.clear == pytest.approx(sum(x.defender in (results_table.ALL, 2, 3) for x in cells) / 6)
    assert against(w, 3) == (2, 0, 0), "below 1:2 no die is rolled"
    assert against(w, 24, 1).theirs > c.theirs > against(w._replace(drm=-2), 24).theirs


def test_an_attack_that_cannot_succeed_is_not_worth_it() -> None:
    """A lone brigade does not go against a full stack; a full stack against a lone one may."""
    st = setup.begin("1916", {})[0]
    able = ready(st, tables.CENTRAL)
    values = [
        appraise(st, tables.CENTRAL, i, "regular", able)
        for i in bits(st.held[tables.ALLIED] & board.FRONT["W"])
        if board.ATLAS.near(i) & st.held[tables.CENTRAL]
    ]
    assert min(values) < 0


def test_austria_watches_italy_before_it_enters() -> None:
    st = setup.begin("1914", {})[0]
    assert not plan(st, tables.CENTRAL, fronts.ITALY).want
    st.turn = 5
    watched = plan(st, tables.CENTRAL, fronts.ITALY)
    assert board.INDEX["W2230"] in watched.want and board.INDEX["W2615"] in watched.want
    assert march.pressure(st, tables.CENTRAL, fronts.ITALY) > march.pressure(st, tables.CENTRAL, fronts.WEST)


def test_when_italy_joins_every_gate_gets_a_guard() -> None:
    """Whoever comes from Italy meets a guard before he is at Trent, Trieste or the rim of the empire (tgw.16.5): planned in the
    turn in which Italy joins, when nobody can cross the border yet (tgw.17.11d)."""
    st = setup.begin("1914", {})[0]
    st.turn = 8
    st.set_side(tables.IT, tables.ALLIED)
    st.entered[tables.IT] = st.turn
    guards = sum(1 << i for i in plan(st, tables.CENTRAL, fronts.ITALY).want)
    own = fronts.FRONT[fronts.ITALY] & board.LAND & board.AUSTRIA & ~board.ALPINE
    come = WAYS.within(board.COUNTRY["italy"] & board.LAND & ~board.ALPINE, own & ~guards, 99)
    assert not come & (board.AUSTRIAN_EDGE | board.mask("W2615", "W2230"))


def test_trains_bring_an_army_against_serbia_until_it_has_fallen() -> None:
    st = setup.begin("1915", {})[0]
    st.phase = 8

    def goals(turn: int) -> int:
        st.turn = turn
        return sum(1 << i for i in march.urgent(st, tables.CENTRAL, fronts.EAST).gaps if evaluation.SOUTH >> i & 1)

    for i in bits(plan(st, tables.CENTRAL, fronts.EAST).line & ~st.held[tables.CENTRAL]):  # no gate stands open
        st.put(next(u for u in bits(roster.CORPS[tables.GE] & roster.DIVISION) if st.at[u] <= 0), i)
    assert goals(evaluation.SUMMER) and not goals(evaluation.SUMMER) & ~evaluation.SOUTH
    st.seize(evaluation.SERBIA, tables.CENTRAL)
    assert not evaluation.campaign(st)


def test_cities_behind_the_line_have_a_guard() -> None:
    """Debreczen lies four hexes behind the Carpathians."""
    st = setup.begin("1915", {})[0]
    assert plan(st, tables.CENTRAL, fronts.EAST).base.get(board.INDEX["E3315"], 0) >= 1


def test_an_ordered_offensive_is_made_and_nothing_hopeless_instead() -> None:
    """While an attack is owed nobody may end the phase: the greedy player makes it, with those of whom it is asked."""
    st = war({"tu-10 tu-2 tu-3": "N3937", "ru-4cau ru-1cau": "N4038", "ge-1": "E5013", "ru-1 ru-2 ru-3": "E5014"}, turn=10)
    draw(st, "cp-enver-1")
    step = combat.Attacks(fronts.EASTERN, tables.CENTRAL)
    s = game(st, step)
    assert "done" not in texts(s) and "attack E5014" in texts(s)
    assert best(s, step) == ("attack", "N4038")
    s.take("attack N4038")
    while type(s.agenda[-1]).__name__ == "Assemble":
        s.take(best(s, s.agenda[-1]))
    assert st.fight is not None and len(st.fight.attackers) == 3


def test_an_attack_that_pays_with_all_is_not_made_by_the_first_who_come() -> None:
    """One division alone against two loses itself, two lose themselves: only all together are worth it, and they are called."""
    around = board.numbers(board.ATLAS.near(board.INDEX["E4813"]) & board.LAND)
    st = war({f"ah-{k + 1}": place for k, place in enumerate(around)} | {"ru-1 ru-2": "E4813"}, turn=11)
    s = game(st, combat.Attacks(fronts.EASTERN, tables.CENTRAL))
    s.take("attack E4813")
    while type(s.agenda[-1]).__name__ == "Assemble":
        s.take(best(s, s.agenda[-1]))
    assert st.fight is not None and len(st.fight.attackers) >= 5


def test_gates_come_first() -> None:
    """A hex of the line that loses its guards is what the next march is for, though the plan misses more elsewhere."""
    st = setup.begin("1916", {})[0]
    st.phase = 4
    line = plan(st, tables.CENTRAL, fronts.WEST).base
    gate = next(
        i
        for i, n in line.items()
        if n and march.count(st, tables.CENTRAL, i) and bits(board.ATLAS.near(i) & st.held[tables.CENTRAL])
    )
    beside = bits(board.ATLAS.near(gate) & st.held[tables.CENTRAL])[0]
    for u in bits(st.stack(gate) & st.troops[tables.CENTRAL]):
        st.put(u, beside)
    need = march.first(st, tables.CENTRAL, fronts.WEST)
    assert gate in need.gaps and need.plan.want[gate] == (line[gate] if PRIZES >> gate & 1 else 1)
    assert march.needs(st, tables.CENTRAL, fronts.WEST).gaps.keys() != need.gaps.keys()


def test_a_step_is_dear_to_who_cannot_bring_it_back() -> None:
    st = setup.begin("1916", {})[0]
    st.rp[tables.RU] = 30
    cheap = price(st, tables.RU, fronts.EAST)
    st.rp[tables.RU] = 0
    dead = [u for u in bits(roster.CORPS[tables.RU]) if st.at[u] > 0][:40]
    for u in dead:
        st.put(u, DEAD)
    assert cheap < 1 < price(st, tables.RU, fronts.EAST)


def test_points_go_to_a_friend_in_need() -> None:
    s = begin(GAME, "1916", GAME.settle_options({}), Dice("points"))
    st = s.state
    st.rp[tables.GE], st.rp[tables.AH] = 9, 0
    for u in [u for u in bits(roster.CORPS[tables.AH]) if st.at[u] > 0][:5]:
        st.put(u, DEAD)
    d = Decision(s, Transfer(tables.CENTRAL))
    k = d.actions.index(("give", "GE", "AH"))
    assert spending.transfer(s, d, d.step)[k] > 0
    st.rp[tables.GE] = 1
    assert spending.transfer(s, d, d.step)[k] < 0


def best(s: Any, step: Any) -> tuple[str, ...]:
    """What the greedy player likes most."""
    d = Decision(s, step)
    weights = BY_STEP[type(step)](s, d, step)
    return max(zip(weights, d.actions, strict=True))[1]


def test_it_lands_at_gallipoli_unless_the_turks_wait_there() -> None:
    s = begin(GAME, "1915", GAME.settle_options({}), Dice("landing"))
    st = s.state
    for i in bits((board.EUROPEAN_TURKEY | board.LANDINGS) & (st.occ[tables.CENTRAL] | st.occ[tables.ALLIED])):
        for u in bits(st.stack(i)):
            st.put(u, DEAD)
    for u in bits(roster.CORPS[tables.BR] & roster.DIVISION & roster.INFANTRY)[:4]:
        st.put(u, AVAIL)
    step = Land("gallipoli", 4, 1)
    chosen = best(s, step)
    assert chosen[0] == "land"
    s.state.put(roster.UNIT[chosen[1]], board.INDEX[chosen[2]])
    second = best(s, Land("gallipoli", 3, 1))
    assert second[0] == "land" and second[2] != chosen[2], "the other beach has nobody yet"
    for u in [u for u in bits(roster.CORPS[tables.GE] & roster.DIVISION) if st.at[u] > 0][:20]:
        st.put(u, special_operations.BEHIND)
    assert best(s, step) == ("done",)


def test_ground_that_is_given_up_is_laid_waste(monkeypatch: pytest.MonkeyPatch) -> None:
    """A division next to the enemy burns its hex if the line will be drawn behind it; who stands in the line does not."""
    s = begin(GAME, "1916", GAME.settle_options({}), Dice("waste"))
    st = s.state
    st.dz_left = 4
    made = plan(st, tables.CENTRAL, fronts.WEST)
    d = Decision(s, LayWaste())
    units = [
        roster.UNIT[a[1]]
        for a in d.actions
        if a[0] == "devastate" and board.ATLAS.near(st.at[roster.UNIT[a[1]]]) & st.held[tables.ALLIED]
    ]
    u = next(u for u in units if made.line >> st.at[u] & 1)
    k = d.actions.index(("devastate", roster.UNITS[u]))
    assert special_operations.waste(s, d, d.step)[k] < 0
    monkeypatch.setattr(special_operations, "plan", lambda *_: Plan(line=made.line & ~(1 << st.at[u])))
    assert special_operations.waste(s, d, d.step)[k] > 0


def test_peace_with_russia_unless_petrograd_is_near() -> None:
    s = begin(GAME, "1918", GAME.settle_options({}), Dice("peace"))
    st = s.state
    st.set_flag("treaty", False)
    assert best(s, Treaty()) == ("treaty",)
    u = next(u for u in bits(roster.CORPS[tables.GE] & roster.DIVISION) if st.at[u] > 0)
    st.put(u, bits(board.ATLAS.near(special_operations.PETROGRAD) & board.LAND)[0])
    assert best(s, Treaty()) == ("pass",)


def test_u_boats_go_on_late_in_the_war() -> None:
    s = begin(GAME, "1915", GAME.settle_options({}), Dice("boats"))
    assert best(s, CallOff()) == ("call-off",)
    s.state.letter = special_operations.UNRESTRICTED
    assert best(s, CallOff()) == ("go-on",)


def test_the_winter_of_1914_is_quiet_in_the_west() -> None:
    """Nobody gathers for attacks in the West between the race to the sea and the spring, and nobody gives up ground lightly."""
    st = setup.begin("1915", {})[0]
    st.turn = 8
    assert not plan(st, tables.ALLIED, fronts.WEST).targets and not plan(st, tables.CENTRAL, fronts.WEST).targets
    assert plan(st, tables.CENTRAL, fronts.EAST).targets


def test_prizes_in_the_line_are_held_in_full() -> None:
    st = setup.begin("1916", {})[0]
    made = plan(st, tables.ALLIED, fronts.WEST)
    held = [i for i in bits(made.line & board.VICTORY) if made.base.get(i, 0) > 1]
    assert held and all(made.want[i] == 6 for i in held)


def test_a_war_in_pieces_goes_on_where_it_stood(tmp_path: Path) -> None:
    """A piece ends with a turn, however little time it has, and the next call goes on from there."""

    def piece() -> dict[str, Any]:
        tool = Path(__file__).parents[3] / "tools" / "tgw_wars.py"
        words = ("play", str(tmp_path), "--scenario", "1918", "--games", "1", "--seats", "random,random", "--seconds", "0")
        subprocess.run((sys.executable, str(tool), *words), check=True, timeout=120)
        (path,) = tmp_path.glob("1918-*.json")
        war: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return war

    one, two = piece(), piece()
    assert [row["turn"] for row in two["turns"]][: len(one["turns"])] == [row["turn"] for row in one["turns"]]
    assert len(two["turns"]) > len(one["turns"]) and two["decisions"] > one["decisions"]


def test_the_last_unit_of_salonika_stays() -> None:
    """April 1917: the army in Macedonia lives on the garrison (tgw.6.52). It is in the plan, and no order takes it away."""
    s = begin(GAME, "1917", GAME.settle_options({}), Dice("garrison"))
    st = s.state
    salonika = board.INDEX["E1116"]
    assert plan(st, tables.ALLIED, fronts.EAST).base[salonika] >= 1
    d = Decision(s, MoveUnits(fronts.EASTERN, tables.ALLIED))
    assert march.stacks(s, d, d.step)[d.actions.index(("stack", "E1116"))] < 0


def test_who_would_starve_moves_first_and_back_to_supply() -> None:
    """British divisions stand deep in the desert of Sinai when June begins."""
    s = begin(GAME, "1917", GAME.settle_options({}), Dice("june"))
    st = s.state
    st.turn = tables.turn_of("June", 1917)
    st.weather[fronts.EGYPT] = tables.HOT
    for u in bits(roster.CORPS[tables.BR] & roster.DIVISION & st.stack(board.INDEX["N3112"])):
        st.put(u, board.INDEX["N3108"])
    (u, *_) = bits(st.stack(board.INDEX["N3108"]))
    step = MoveUnits(fronts.WESTERN, tables.ALLIED)
    assert best(s, step) == ("stack", "N3108")
    s.agenda = [step]
    s._settle()
    s.take(("stack", "N3108"))
    assert s.decision is not None
    bot = bots.make("greedy", 1)
    while isinstance(s.top, March):
        s.take(bots.answer(bot, s))
    assert supply.supplied(st, u)


def test_nobody_waits_in_the_desert_for_the_heat() -> None:
    """May 1916: what lives in the desert now may die in June before its side has the move."""
    st = setup.begin("1916", {})[0]
    u = roster.UNIT["br-52t"]
    st.put(u, board.INDEX["N3808"])
    for name, dies in (("April", False), ("May", True)):
        st.turn = tables.turn_of(name, 1916)
        assert supply.supplied(st, u) and bool(march.hungry(st, tables.ALLIED) >> u & 1) == dies


def test_it_chases_cavalry_only_where_the_attack_pays() -> None:
    """The cavalry has gone; whoever stands next to the attackers in strength is left alone (tgw.15.53)."""
    st = war({"ge-1 ge-2": "W5414", "ge-10lw": "W5415", "br-1c": "W5413", "fr-1 fr-2 fr-3": "W5313"}, forts=False)
    s = game(st, Attacks(fronts.WESTERN, tables.CENTRAL))
    play(s, "attack W5413", "add-all W5414", "go")
    play(s, next(x for x in texts(s) if x.startswith("retreat")))
    if "done" in texts(s) and any(x.startswith("advance") for x in texts(s)):
        play(s, "done")
    d = s.decision
    assert d is not None and isinstance(d.step, Chase) and ("attack", "W5313") in d.actions
    assert (
        BY_STEP[Chase](s, d, d.step)[d.actions.index(("attack", "W5313"))]
        < BY_STEP[Chase](s, d, d.step)[d.actions.index(("done",))]
    )


def test_no_headquarters_goes_where_another_stands() -> None:
    """Two of them in a hex are one too many (tgw.7.23c)."""
    st = war({"ge-1 ge-2 ge-hq1": "W6126", "ge-3 ge-4": "W5927", "ge-hq2": "W6028"}, forts=False)
    s = game(st, MoveUnits(fronts.WESTERN, tables.CENTRAL))
    play(s, "stack W6028")
    d = s.decision
    assert d is not None
    w = dict(zip(d.actions, BY_STEP[March](s, d, d.step), strict=True))
    assert w["to", "W6126"] < w["stay",] and w["to", "W6126"] < w["to", "W5927"]


@pytest.mark.parametrize(("prize", "other"), [("W6413", "W6313"), ("W6316", "W6117")])
def test_prizes_and_resources_are_not_laid_waste(prize: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A devastated hex is no victory hex any more (tgw.14.63d), and whoever leaves a resource hex loses it."""
    monkeypatch.setattr(special_operations, "plan", lambda *_: Plan(line=1 << board.INDEX["W6120"]))
    west = [board.NUMBER[board.INDEX[n] - 1] for n in (prize, other)]
    st = war({"ge-1": prize, "ge-2": other, "fr-1": west[0], "fr-2": west[1]}, letter="B", turn=5, forts=False, dz_left=4)
    s = game(st, LayWaste())
    d = s.decision
    assert d is not None
    w = dict(zip(d.actions, special_operations.waste(s, d, d.step), strict=True))
    assert w["devastate", "ge-1"] < 0 < w["devastate", "ge-2"]


@pytest.mark.parametrize(("enemy", "sent"), [("", 1), ("al-air-formations-1", 2)])
def test_no_more_air_units_fly_than_count(enemy: str, sent: int) -> None:
    """One more than the enemy can send, and no tactics where the enemy has nothing to be cancelled (tgw.15.13c, tgw.6.3)."""
    st = war({"ge-1 ge-2 ge-3": "W6020", "fr-1": "W6019"}, turn=30, letter="L", forts=False)
    for id in ("cp-air-formations-1", "cp-air-formations-2", "cp-air-formations-3", "cp-air-tactics-1", *enemy.split()):
        draw(st, id)
    s = game(st, Attacks(fronts.WESTERN, tables.CENTRAL))
    play(s, "attack W6019", "add-all W6020", "go")
    while (d := s.decision) is not None and isinstance(d.step, Fly) and d.seat == tables.CENTRAL:
        s.take(best(s, d.step))
    flown = [e.params["chit"] for e in s.journal if e.key == "flies" and e.params["side"] == "central"]
    assert len(flown) == sent and "cp-air-tactics-1" not in flown


def test_peace_with_russia_is_not_bought_with_many_points() -> None:
    """After the treaty three German divisions must hold each victory hex of Russia (tgw.5.47)."""
    st = war(turn=44, letter="R")
    st.set_flag("bolsheviks")
    for hexes in (board.VICTORY & board.RUSSIA, 0):
        st.seize(board.VICTORY & board.RUSSIA, tables.ALLIED)
        st.seize(hexes | 1 << special_operations.PETROGRAD, tables.CENTRAL)
        assert best(game(st), Treaty()) == (("pass",) if hexes else ("treaty",))


def test_nobody_rides_where_that_helps_nobody() -> None:
    """With nothing missed in European Turkey its divisions stay where they are."""
    st = war({"tu-9 tu-11": "E1424"}, turn=20)
    s = game(st, StrategicMovement(tables.ALLIED), StrategicMovement(tables.CENTRAL))
    play(s, "done", "rail E1424")
    d = s.decision
    assert d is not None and isinstance(d.step, Ride) and any(a[0] == "to" for a in d.actions)
    assert best(s, d.step) == ("stay",)


@pytest.mark.parametrize("fed", [True, False])
def test_nobody_advances_to_starve(fed: bool) -> None:
    """Behind the hex that was emptied no line leads on: whoever goes in dies at the end of the Combat Phase (tgw.11.84)."""
    st = war(
        {"br-52t": "N4211"}, turn=29, letter="L", pipeline=board.INDEX["N3311"], allied=("N4011", "N3611", "N3311"), forts=False
    )
    lives = supply.ground(st, roster.UNIT["br-52t"]) & board.SINAI
    here, there = next(
        (i, j)
        for i in bits(lives)
        for j in bits(board.ATLAS.near(i) & board.SINAI & board.LAND)
        if bool(lives >> j & 1) == fed and WAYS.step(1 << i) >> j & 1
    )
    for id, hex in (("br-52t", here), ("br-53t", here), ("br-54t", here), ("tu-23", there)):
        st.put(roster.UNIT[id], hex)
    st.seize(1 << there, tables.CENTRAL)
    s = game(st, Attacks(fronts.WESTERN, tables.ALLIED), dice=[6])
    play(s, f"attack {board.NUMBER[there]}", f"add-all {board.NUMBER[here]}", "go")
    d = s.decision
    assert d is not None and isinstance(d.step, Advance)
    assert (best(s, d.step) == ("done",)) != fed


@pytest.mark.parametrize(("there", "unit"), [("ge-1 ge-2 ge-3 ge-4 ge-5 ge-6", "ge-7"), ("us-1 us-2 us-3 us-4", "us-26")])
def test_nobody_goes_where_one_more_is_too_many(there: str, unit: str) -> None:
    """Those who stand there could still move on, but nothing makes them (tgw.7.22). Americans are four at most (tgw.7.23d)."""
    st = war({there: "W6126", unit: "W6028"}, at_war={"US": tables.ALLIED}, allied=("W6028", "W6126"), forts=False)
    s = game(st, MoveUnits(fronts.WESTERN, st.side(roster.UNIT[unit])))
    play(s, "stack W6028")
    d = s.decision
    assert d is not None
    w = dict(zip(d.actions, BY_STEP[March](s, d, d.step), strict=True))
    assert w["to", "W6126"] < w["stay",] and w["to", "W6126"] < min(w["to", n] for n in ("W6127", "W6027"))


def test_what_history_asks_of_a_front_ends_with_its_last_turn() -> None:
    """Antwerp is garrisoned to the full until turn 6 and no longer."""
    antwerp = board.INDEX["W6819"]
    for turn, full in ((6, True), (7, False)):
        st = war({"be-1 be-2": "W6819", "ge-1 ge-2": "W6126", "fr-1 fr-2": "W5727"}, turn=turn)
        assert (plan(st, tables.ALLIED, fronts.WEST).base.get(antwerp, 0) == evaluation.FULL) == full
        assert antwerp not in plan(st, tables.CENTRAL, fronts.WEST).base


def test_nobody_joins_a_collapsed_nation() -> None:
    """Its units stand with nobody else: one of the two groups would die (tgw.16.11d)."""
    st = war({"ah-1": "W6126", "ge-7": "W6028"}, turn=42, letter="Q", forts=False)
    s = game(st, MoveUnits(fronts.WESTERN, tables.CENTRAL))
    collapse.fall(s, tables.AH, "tgw.16.5a")
    play(s, "stack W6028")
    d = s.decision
    assert d is not None
    w = dict(zip(d.actions, BY_STEP[March](s, d, d.step), strict=True))
    assert w["to", "W6126"] < w["stay",]


def test_no_headquarters_joins_a_collapsed_nation() -> None:
    st = war({"ah-1": "W6126", "ge-hq1": "W6028"}, turn=42, letter="Q", forts=False)
    s = game(st, MoveUnits(fronts.WESTERN, tables.CENTRAL))
    collapse.fall(s, tables.AH, "tgw.16.5a")
    play(s, "stack W6028")
    d = s.decision
    assert d is not None
    w = dict(zip(d.actions, BY_STEP[March](s, d, d.step), strict=True))
    assert w["to", "W6126"] < min(w["stay",], 0)


def test_stacks_with_a_collapsed_nation_part() -> None:
    """The smaller group goes, the larger one stays (tgw.16.11d)."""
    st = war({"ah-1": "W6028", "ge-7 ge-8": "W6028"}, turn=42, letter="Q", forts=False)
    s = game(st, MoveUnits(fronts.WESTERN, tables.CENTRAL))
    collapse.fall(s, tables.AH, "tgw.16.5a")
    bot = bots.make("greedy", 1)
    while (d := s.decision) is not None and best(s, d.step) != ("done",):
        s.take(bots.answer(bot, s))
    assert st.at[roster.UNIT["ah-1"]] != st.at[roster.UNIT["ge-7"]] == st.at[roster.UNIT["ge-8"]]


def test_few_units_are_left_around_serbia_and_two_elsewhere() -> None:
    """The general least strength of a hex of the line, and the exception for Serbia."""
    least = {}
    for place, own, front in (("serbia", "ah-1 ah-2", fronts.EAST), ("west", "ge-1 ge-2", fronts.WEST)):
        ground = evaluation.SOUTH & board.COUNTRY["serbia"] if place == "serbia" else board.FRANCE & fronts.FRONT[fronts.WEST]
        hex = next(i for i in bits(ground & board.LAND & ~board.ALPINE) if not evaluation.PRIZES >> i & 1)
        f = evaluation.Front(war({own: board.NUMBER[hex]}, turn=12), tables.CENTRAL, front)
        least[place] = evaluation._least(f, hex, f.mean + 1, 0)
    assert least == {"serbia": 1, "west": 2}


def test_the_strongest_group_stays_when_the_greedy_player_is_asked() -> None:
    from firestep import bots

    st = war({"ah-1 ah-2": "E3606", "ge-1": "E3606"}, turn=40)
    st.collapsed |= 1 << tables.AH
    s = game(st, collapse.Keep(board.INDEX["E3606"], CP))
    assert bots.answer(bots.make("greedy", 1), s) == ("keep", "ge-1")
