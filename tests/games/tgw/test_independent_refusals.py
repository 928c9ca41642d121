"""Refusals do not depend on the lists of answers: where a list is made wrongly, the refusals do not share the error."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, islice
from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.tgw.combat import air, cavalry, combat
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import (
    arabs_and_armenians,
    landings,
    lawrence,
    ordered_marches,
    ordered_offensives,
    scheffer,
    shock_troops,
    war_at_large,
)
from firestep.games.tgw.fortifications import devastation, hindenburg
from firestep.games.tgw.movement import movement
from firestep.games.tgw.nations import neutrals
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.state import WAITING, Fight, State
from firestep.games.tgw.strategic import warfare
from firestep.games.tgw.supply import pipeline, sources
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.combat.test_losses_and_advance import AE, EAST, RIDERS, raid
from games.tgw.positions import around, spot
from games.tgw.test_why_not import table
from games.tgw.war import CP, A, chit, draw, war
from independence import allowed, disagree, listed

U = roster.UNIT
Wrong = Callable[..., Any]


# -- Enver (tgw.6.29)
# ----------------------------------------------------------------------------------------------------------------


def enver(*steps: Any) -> Session[State]:
    st = war({"tu-17 tu-18": "N3937", "tu-28": "N3936", "tu-29": "N2831", "ru-1": "N4038", "ru-2": "N2441"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    return table(st, *steps)


def everywhere(st: State) -> dict[int, dict[int, int]]:
    return {board.INDEX[n]: {U["tu-29"]: board.mask("N3937")} for n in ("N4038", "N2441")}


@rule("tgw.6.29b")
@pytest.mark.parametrize("wrong", [lambda st: {}, everywhere], ids=["none", "too many"])
@pytest.mark.parametrize("target", ["", "N4038"], ids=["hex", "unit"])
def test_a_wrong_list_of_who_gathers_is_noticed(wrong: Wrong, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    s = enver(ordered_marches.Gather(board.INDEX[target] if target else 0))
    disagree(s, monkeypatch, ordered_marches, "gathering", wrong)


@rule("tgw.6.29b")
def test_a_fort_that_nobody_holds_is_a_candidate_for_enver() -> None:
    """Kars, left to its walls: three units stand before it."""
    kars = next(n for n in board.numbers(board.FORTS & board.FRONT["NC"] & board.RUSSIA))
    st = war({"tu-17 tu-18 tu-28": board.numbers(NEAR[board.INDEX[kars]])[0]}, turn=9)
    draw(st, "cp-enver-1")
    s = table(st, ordered_marches.Gather())
    assert f"enver {kars}" in texts(s) and listed(s) == allowed(s)


@rule("tgw.6.29b", "tgw.10.15a", "tgw.15.63a", "tgw.8.23a", "tgw.10.11a")
def test_why_a_unit_does_not_gather() -> None:
    s = enver(ordered_marches.Gather(board.INDEX["N4038"], (U["tu-17"],)))
    st = s.state
    hq = next(id for id in roster.UNITS if id.startswith("tu-hq"))
    st.put(U[hq], board.INDEX["N3937"])
    reasons = {
        "gather tu-17 N3937": ("tgw.6.29b", "named already"),
        "gather tu-29 N3937": ("tgw.6.29b", "cannot get next to"),
        "gather tu-28 N3936": ("tgw.10.15a", "cannot be attacked from"),
        f"gather {hq} N3937": ("tgw.15.63a", "headquarters"),
        "gather ru-1 N3937": ("tgw.10.11a", "not yours"),
        "enver N4038": ("tgw.6.29b", "put together"),
    }
    for words, (id, text) in reasons.items():
        (found,) = s.why_not(words)
        assert found.rule == id and text in found.text, words
    st.moved |= 1 << U["tu-28"]
    assert [x.rule for x in s.why_not("gather tu-28 N3937")] == ["tgw.6.29b"], "it has moved, and stands in no hex next to it"


@rule("tgw.6.29a", "tgw.6.29b")
def test_forfeiting_is_a_candidate_and_what_is_impossible_never_forfeits() -> None:
    """At Gather the attack can be put together, but in a game that the enemy imagines: there nobody may be able to."""
    forfeit = ("forfeit",)
    for step in (
        ordered_marches.Gather(),
        ordered_marches.Gather(board.INDEX["N4038"]),
        ordered_marches.Gather(board.INDEX["N4038"], (U["tu-17"],)),
    ):
        s = enver(step)
        assert s.decision is not None and forfeit not in s.decision.actions and forfeit in s.game.candidates(s)
        assert forfeit in listed(s) == allowed(s)
        s.state.moved |= roster.unit_mask(["tu-28"])  # two are left
        s = table(s.state, step)
        assert listed(s) == allowed(s) == {("done",)}
        assert [x.rule for x in s.why_not("forfeit")] == ["tgw.6.29a"]
        with pytest.raises(Exception, match="not legal"):
            s.take("forfeit")


@rule("tgw.6.29a")
@pytest.mark.parametrize("units", ["tu-17 tu-18 tu-28", "tu-17 tu-18"], ids=["owed", "impossible"])
def test_a_wrong_answer_to_what_an_offensive_asks_for_is_noticed(units: str, monkeypatch: pytest.MonkeyPatch) -> None:
    st = war({units: "N3937", "ru-1": "N4038"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    s = table(st, combat.Attacks(fronts.EASTERN, CP))
    right = ordered_offensives.possible(st, "enver")
    assert right == (("done",) not in listed(s)) == (("forfeit",) in listed(s))
    disagree(s, monkeypatch, ordered_offensives, "possible", lambda st, name: not right)


# -- events --------------------------------------------------------------------------------------------------------------------


# These questions make list and refusals from one declaration. So the positions show that each rule is cited, and who may be named.


def agree(s: Session[State], cited: dict[str, str]) -> None:
    """The legal actions are the candidates without refusals, and these actions break these rules."""
    assert listed(s) == allowed(s)
    assert {words: [x.rule for x in s.why_not(words)] for words in cited} == {words: [id] for words, id in cited.items()}


@rule("tgw.6.45a", "tgw.6.45c")
def test_who_is_named_for_libya() -> None:
    st = war({"br-52t br-10in": "N4208", "br-53t": "available-ne", "br-1": "W6707"}, turn=20)
    s = table(st, war_at_large.Libya(3))
    agree(s, {"libya br-53t": "tgw.6.45a", "libya br-1": "tgw.6.45a", "libya fr-1": "tgw.6.45a", "libya br-10in": "tgw.6.45c"})
    assert texts(s) == ["libya br-52t"]


@rule("tgw.6.45a")
@pytest.mark.parametrize("factors", [1, 2, 3])
def test_the_factors_for_libya_come_out_as_small_as_can_be(factors: int) -> None:
    """Compared with every set of units that could go."""
    able = bits(war_at_large.BRITISH & roster.COMBAT & ~war_at_large.LEAVING)
    st = war(turn=20)
    by_factor: dict[int, list[int]] = {}
    for u in able:
        by_factor.setdefault(st.strength(u)[0], []).append(u)
    here = [u for k in (1, 2, 3) for u in by_factor.get(k, [])[: 2 + (k == 1)]]
    for u in here:
        st.put(u, board.INDEX["N4208"])
    sets = [units for n in range(1, len(here) + 1) for units in combinations(here, n)]
    enough = {units: total for units in sets if (total := sum(st.strength(u)[0] for u in units)) >= factors}
    best = {u for units, total in enough.items() if total == min(enough.values()) for u in units}
    s = table(st, war_at_large.Libya(factors))
    agree(s, {f"libya {roster.UNITS[u]}": "tgw.6.45a" for u in here if u not in best})
    assert texts(s) == sorted(f"libya {roster.UNITS[u]}" for u in best)


@rule("tgw.6.51b", "tgw.6.52b", "tgw.6.57a", "tgw.7.22a")
@pytest.mark.parametrize("where", ["gallipoli", "salonika"])
def test_who_lands_and_where(where: str) -> None:
    of = {"gallipoli": "tgw.6.51b", "salonika": "tgw.6.52b"}[where]
    beach = "E1116" if where == "salonika" else "E1122"
    st = war({"br-29 br-63rn fr-1 fr-3": "available", "br-1": "W6707", "br-52t": "E1022"}, turn=9)
    s = table(st, landings.Land(where, 1, 0))
    agree(s, {f"land {id} {beach}": of for id in ("fr-1", "br-1", "ge-1")})
    agree(s, {"land br-29 W6707": of, "land br-29 dead": "tgw.3.11a"})
    assert [x.rule for x in s.why_not(f"land br-52t {beach}")] == ([] if where == "salonika" else ["tgw.6.51b"])
    st.until |= {"influenza-from": 9, "influenza": 9}
    agree(table(st, landings.Land(where, 1, 1)), {f"land br-29 {beach}": "tgw.6.57a"})
    full = war({"br-29": "available", "br-1 br-2 br-3 br-4 br-5 br-6": beach}, turn=9)
    agree(table(full, landings.Land(where, 1, 1)), {f"land br-29 {beach}": "tgw.7.22a"})


@rule("tgw.6.8c", "tgw.17.31a", "tgw.7.22a")
def test_the_ways_out_of_van() -> None:
    st = war({"ru-1": "N3338", "tu-1": "N3338", "ge-1": "W6029"}, turn=30)
    s = table(st, arabs_and_armenians.LeaveVan(U["tu-1"]))
    first, second, *_ = (w.removeprefix("leave ") for w in texts(s))
    agree(s, {"perish": "tgw.6.8c", "leave N3338": "tgw.6.8c", "leave dead": "tgw.3.11a", "leave N1728": "tgw.6.8c"})
    st.put(U["ru-2"], board.INDEX[first])
    st.seize(1 << board.INDEX[second], A)
    s = table(st, arabs_and_armenians.LeaveVan(U["tu-1"]))
    agree(s, {f"leave {first}": "tgw.6.8c", f"leave {second}": "tgw.6.8c"})
    agree(table(st, arabs_and_armenians.LeaveVan(U["ge-1"])), {"leave dead": "tgw.3.11a"})
    full = war({"ru-1": "N3338", "tu-1": "N3338", "tu-2 tu-3 tu-4 tu-5 tu-6 tu-7": first}, turn=30)
    agree(table(full, arabs_and_armenians.LeaveVan(U["tu-1"])), {f"leave {first}": "tgw.7.22a"})


@rule("tgw.6.57b")
def test_which_shock_troops_fall_ill() -> None:
    st = war(turn=40)
    st.flipped |= shock_troops.SHOCKABLE & roster.unit_mask(["ge-2", "ge-1g"])
    s = table(st, shock_troops.FallIll(1))
    agree(s, {"ill ge-ak": "tgw.6.57b", "ill fr-1": "tgw.6.57b", "ill ge-3": "tgw.6.57b"})
    assert len(texts(s)) == (st.flipped & shock_troops.SHOCKABLE).bit_count()


# -- markers ---------------------------------------------------------------------------------------------------------------------


@rule("tgw.11.53c", "tgw.11.53e")
@pytest.mark.parametrize("wrong", [0, 2])
def test_a_wrong_next_town_of_the_pipeline_is_noticed(wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    st = war({"bp-1alhbd": "N3611", "bp-2alhbd": "N3311"})
    st.pipeline = sources.SINAI_TOWNS[0]
    s = table(st, pipeline.LayPipeline())
    assert texts(s) == ["keep", "lay N3611"] and [x.rule for x in s.why_not("lay N3311")] == ["tgw.11.53e"]
    disagree(s, monkeypatch, pipeline, "next_pipeline", lambda st: sources.SINAI_TOWNS[wrong])
    st.put(U["bp-1alhbd"], board.INDEX["N3311"])
    assert [x.rule for x in s.why_not("lay N3611")] == ["tgw.11.53c"]


@rule("tgw.14.31b")
@pytest.mark.parametrize("laid", [0, 1, 3])
@pytest.mark.parametrize("name", ["sites", "_runs"])
def test_a_wrong_list_for_the_hindenburg_line_is_noticed(laid: int, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    st = war(turn=20, letter="L", line_left=hindenburg.MARKERS)
    st.seize(board.BELGIUM, CP)
    s = table(st, hindenburg.LayLine())
    for _ in range(laid):
        s.take(next(x for x in texts(s) if x.startswith("line")))
    wrong: Wrong = (lambda free, hex, more: False) if name == "_runs" else lambda st: board.FRANCE & board.LAND
    disagree(s, monkeypatch, hindenburg, name, wrong)


# -- combat, stacks --------------------------------------------------------------------------------------------------------------


@rule("tgw.15.12a", "tgw.15.13a", "tgw.5.24a")
@pytest.mark.parametrize("wrong", [[], ["cp-air-formations-2"], ["cp-air-formations-3"]], ids=["none", "another", "used"])
@pytest.mark.parametrize("home", [False, True], ids=["battle", "home defence"])
def test_a_wrong_list_of_air_units_is_noticed(wrong: list[str], home: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    st = war({"ge-1": "W6015", "fr-1": "W6014"}, turn=20)
    st.play = chit("cp-air-formations-1") | chit("cp-air-formations-2") | chit("cp-air-formations-3") | chit("cp-ace-boelcke")
    st.air_used = chit("cp-air-formations-3")
    st.fight = Fight(CP, board.INDEX["W6014"], (U["ge-1"],), (U["fr-1"],))
    masks = sum(chit(id) for id in wrong)
    if home:
        s = table(st, warfare.Defence())
        assert [x.rule for x in s.why_not("defend cp-air-formations-2")] == ["tgw.5.24a"]
        assert listed(s) == allowed(s)
    else:
        s = table(st, air.Fly(CP))
        assert [x.rule for x in s.why_not("fly cp-air-formations-2")] == ["tgw.15.13a"]
        disagree(s, monkeypatch, air, "available", lambda st, side, hex: masks)


@rule("tgw.15.52a")
@pytest.mark.parametrize("name", ["nearer", "havens"])
def test_a_wrong_list_of_havens_for_cavalry_is_noticed(name: str, plenty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    s = raid({"ge-1": AE, RIDERS[0]: EAST}, ("ge-1",))
    assert s.decision is not None and isinstance(s.decision.step, cavalry.Leave)
    s = table(s.state, s.decision.step)
    disagree(s, monkeypatch, cavalry, name, lambda *a: board.mask(AE))


@rule("tgw.7.22c", "tgw.7.23a", "tgw.7.23c", "tgw.7.23d")
@pytest.mark.parametrize("wrong", ["one", "all"])
@pytest.mark.parametrize(
    ("units", "one"),
    [
        ("ge-1 ge-2 ge-3 ge-4 ge-5 ge-6 ge-7 ge-hq1", "ge-hq1"),
        ("ge-1 ge-hq1 ge-hq2", "ge-1"),
        ("us-1 us-2 us-3 us-4 us-5 fr-1", "fr-1"),
    ],
    ids=["seven", "two headquarters", "five Americans"],
)
def test_a_wrong_list_of_who_is_too_many_is_noticed(units: str, one: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    st = war({units: "W6029"}, turn=50, at_war={"US": A})
    s = table(st, movement.Overstack(st.side(U[one]), board.INDEX["W6029"]))
    assert s.why_not(f"eliminate {one}")
    named = roster.unit_mask(units.split() if wrong == "all" else [one])
    disagree(s, monkeypatch, movement, "surplus", lambda st, side, hex: named)


# -- nations, ventures, waste ------------------------------------------------------------------------------------------------------


@rule("tgw.17.11b")
def test_the_army_of_a_new_belligerent() -> None:
    st = war(turn=9, letter="B")
    for u in bits(roster.CORPS[tables.BU]):
        st.put(u, WAITING)
    st.put(bits(roster.CORPS[tables.BU] & roster.DIVISION)[0], board.INDEX["E1819"])
    s = table(st, neutrals.Muster(tables.BU, CP))
    assert allowed(s) == listed(s)
    assert {x.rule for a in s.game.candidates(s) for x in s.why_not(a)} == {"tgw.17.11b"}


@rule("tgw.17.21f", "tgw.7.22a")
def test_who_goes_to_persia() -> None:
    st = war({"ru-1": "N4038", "ru-2": "E4816", "ru-3": "N4039", "tu-1": "N3338"}, turn=20)
    st.moved |= 1 << U["ru-3"]
    s = table(st, lawrence.SendForce(3))
    agree(s, {f"send {id}": "tgw.17.21f" for id in ("ru-2", "ru-3", "tu-1")})
    assert texts(s) == ["pass", "send ru-1"]
    full = war({"ru-1": "N4038", "ru-2 ru-3 ru-4 ru-5 ru-6 ru-7": "N2436"}, turn=20)
    agree(table(full, lawrence.SendForce(3)), {"send ru-1": "tgw.7.22a"})


@rule("tgw.21.5a")
def test_who_is_led_out() -> None:
    st = war({"ge-1 ge-2": "E4816", "ge-3": "E5102"}, turn=8)
    st.options = {**st.options, "scheffer": "on"}
    s = table(st, scheffer.Scheffer((U["ge-1"], U["ge-2"])))
    agree(s, {"scheffer E5102": "tgw.21.5a", "scheffer W6029": "tgw.21.5a", "scheffer dead": "tgw.3.11a"})
    assert texts(s) == ["pass", "scheffer E4816"]
    agree(table(st, scheffer.Follow((U["ge-1"], U["ge-2"]), 2)), {"follow ge-3": "tgw.21.5a"})
    st.set_flag("scheffer-used")
    agree(table(st, scheffer.Scheffer((U["ge-1"],))), {"scheffer E4816": "tgw.21.5a"})


@rule("tgw.16.11a", "tgw.21.2c")
def test_who_takes_polish_points() -> None:
    st = war(turn=20)
    st.collapsed |= 1 << tables.RU
    s = table(st, optional_rules.GivePolishPoints(2))
    assert allowed(s) == listed(s)
    assert {x.rule for a in s.game.candidates(s) for x in s.why_not(a)} == {"tgw.16.11a", "tgw.21.2c"}


@rule("tgw.14.62b")
@pytest.mark.parametrize("wrong", [0, -1], ids=["none", "any"])
def test_a_wrong_list_of_refuges_is_noticed(wrong: int, plenty: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before a wall of six divisions on every side to the east, and with an open one."""
    here = spot(board.CLEAR & board.BELGIUM)
    full = [n for n in around(here) if board.ATLAS.direction(board.INDEX[here], board.INDEX[n]) in ("e", "ne", "se")]
    ids = iter(roster.unit_ids(roster.CORPS[tables.GE] & roster.INFANTRY & ~roster.unit_mask(["ge-1"])))
    walls = {" ".join(islice(ids, 6)): n for n in (full if wrong else [])}
    st = war({"ge-1": here, **walls}, turn=28, letter="L", dz_left=3)
    st.seize(board.BELGIUM, CP)
    s = table(st, devastation.LayWaste())
    assert ("devastate ge-1" in texts(s)) == (not wrong)
    disagree(s, monkeypatch, devastation, "refuges", lambda st, u: wrong & board.LAND)
