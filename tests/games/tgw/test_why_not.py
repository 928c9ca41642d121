"""Why not? Refusals of new units, replacements, transfers and purchases name the rule, and the list agrees with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from firestep.engine.dice import ScriptedDice
from firestep.engine.offer import Window
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.tgw import GAME
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.events import (
    arabs_and_armenians,
    constructions,
    events,
    landings,
    lawrence,
    scheffer,
    shock_troops,
    war_at_large,
)
from firestep.games.tgw.nations import collapse, neutrals, new_units
from firestep.games.tgw.scenarios import optional_rules, prewar
from firestep.games.tgw.state import State
from firestep.games.tgw.strategic import initiative, replacement, resources, revolutions, warfare
from firestep.hexmap.grid import bits
from firestep.testing import rule, session_at
from games.tgw.war import CP, A, chit, hexes, hold, war
from independence import allowed, listed


def bits_of(nation: int) -> Iterator[int]:
    return iter(bits(roster.CORPS[nation]))


def table(st: State, *steps: Any) -> Session[State]:
    return session_at("tgw", st, *steps, options=st.options)


def rules(s: Session[State], words: str) -> list[str]:
    return [x.rule for x in s.why_not(words)]


def agree(s: Session[State]) -> None:
    """The legal actions are exactly the candidates without refusals."""
    assert allowed(s) == listed(s)


def test_new_units() -> None:
    st = war({"fr-1 fr-3": "available", "ge-1": "available", "ge-2": "W6729", "fr-2": "W5217", "ru-1": "available"}, turn=20)
    s = table(st, new_units.NewUnits(A))
    agree(s)
    assert rules(s, "new ge-1") == rules(s, "new fr-2") == ["tgw.13.0c"]
    assert rules(s, "new fr-1") == ["tgw.13.0c"] and not rules(s, "new fr-3")  # one of a kind is named
    assert rules(s, "shock ge-2") == ["tgw.15.41a"]
    s.take("new fr-3")
    agree(s)
    assert rules(s, "at W6729") == ["tgw.13.11a"]
    assert "tgw.13.11a" in rules(s, "at E4816")
    s = table(st, new_units.NewUnits(CP))
    agree(s)
    assert rules(s, "shock ge-2") == ["tgw.15.41a"] and rules(s, "shock-all") == ["tgw.15.41b"]
    st.tally["shock"] = 1
    st.rp[tables.GE] = 1
    s = table(st, new_units.NewUnits(CP))
    assert not rules(s, "shock ge-2")
    agree(s)
    st.until |= {"influenza-from": 20, "influenza": 20}
    s = table(st, new_units.PlaceUnits(CP))
    assert rules(s, "new ge-1") == ["tgw.6.57a"]


def test_replacements() -> None:
    st = war(
        {"ge-1 ge-2 ge-hq1 ge-pzrgt": "dead", "br-1cnd br-2cnd br-42t": "dead", "us-1": "W5201", "bu-1": "dead"},
        letter="B",
        reduced="us-1",
        depleted="ge-hq1",
        at_war={"US": A},
    )
    st.rp[tables.GE], st.rp[tables.US], st.rp[tables.BR] = 3, 0, 2
    s = table(st, replacement.Replace(CP))
    agree(s)
    assert rules(s, "buy ge-pzrgt") == ["tgw.5.32a"] and rules(s, "buy-full ge-hq1") == ["tgw.5.34c"]
    assert rules(s, "buy br-1cnd") == ["tgw.5.35d"]
    assert rules(s, "buy ge-2") == rules(s, "buy ge-3") == ["tgw.5.31a"]  # of the same kind; not dead
    s = table(st, replacement.Replace(A))
    agree(s)
    assert rules(s, "rebuild us-1") == ["tgw.5.33a"]
    s.take("buy br-1cnd")
    assert rules(s, "buy br-2cnd") == ["tgw.5.36b"]


def test_transfers_and_purchases() -> None:
    st = war(letter="H", turn=20, at_war={"BU": CP})
    for n in (tables.BR, tables.FR, tables.GE):
        st.rp[n] = 9
    s = table(st, resources.Transfer(A))
    agree(s)
    assert rules(s, "give BR IT") == ["tgw.5.17a"] and rules(s, "give BR SR") == ["tgw.5.17d"]
    s = table(st, resources.Transfer(CP))
    agree(s)
    assert rules(s, "give GE BU") == ["tgw.5.17g"]
    st.tally["now-given"] = 6
    assert rules(table(st, resources.Transfer(CP)), "give GE AH") == ["tgw.5.17f"]
    st.pool = [chit("al-mine"), chit("cp-flame")]
    s = table(st, events.Buy())
    agree(s)
    assert rules(s, "buy RU") == ["tgw.6.1.6b"] and rules(s, "buy US") == ["tgw.6.1.1a"] and rules(s, "italy BR") == ["tgw.20.2.9"]


@pytest.mark.parametrize(("option", "refused"), [("off", []), ("on", ["tgw.21.8a"])])
def test_initiative_and_marker(option: str, refused: list[str]) -> None:
    st = war(letter="D", turn=10, options={"double-turn": option}, initiative=A)
    s = table(st, initiative.Initiative(CP))
    agree(s)
    assert rules(s, "initiative western") == refused
    s = table(st, initiative.Marker())
    agree(s)
    assert rules(s, "marker ohl") == ["tgw.5.86b"] and not hexes("W5701") & st.ctrl[CP]


# -- questions of events, nations and plans ------------------------------------------------------------------------------------


def says(s: Session[State], words: str) -> str:
    """The one refusal of an action, with its rule."""
    (x,) = s.why_not(words)
    return f"{x.rule}: {x.text}"


def test_every_question_has_its_sentences() -> None:
    from firestep.games.tgw import GAME
    from firestep.games.tgw.refusals import GRAMMAR

    asked = [c for c in GAME.steps.values() if not c.auto and "actions" in {k for m in c.__mro__[:-3] for k in vars(m)}]
    assert len(asked) > 60 and not [c.__name__ for c in asked if c not in GRAMMAR.verbs and c.__name__ != "Victor"]


@rule("tgw.17.11b", "tgw.17.11c")
def test_an_army_that_joins() -> None:
    st = war({"ge-1": "E1716"}, turn=20, letter="G")
    neutrals.enter(table(st), tables.BU, CP)
    st.put(next(bits_of(tables.SR)), board.INDEX["E1819"])
    s = table(st, neutrals.Muster(tables.BU, CP))
    agree(s)
    assert "which sets up its army" in says(s, "muster ge-1")
    first = next(a for a in s.decision.actions if a[0] == "muster")  # type: ignore[union-attr]
    same = [id for id in roster.UNITS if id.startswith("bu-") and ("muster", id) not in s.decision.actions]  # type: ignore[union-attr]
    assert same and all(x.startswith("tgw.17.11b") for x in (says(s, f"muster {id}") for id in same))
    s.take(first)
    agree(s)
    assert says(s, "at W6819").startswith("tgw.17.11b") and says(s, "at available").startswith("tgw.17.11b")
    assert says(s, "at E1819").startswith("tgw.17.11c")


@rule("tgw.15.71a")
def test_an_army_that_joins_keeps_off_the_alps_and_to_the_limit() -> None:
    st = war(turn=20, letter="C")
    neutrals.enter(table(st), tables.IT, A)
    foot = next(u for u in bits_of(tables.IT) if not (roster.MOUNTAIN | roster.HQ) >> u & 1 and roster.DIVISION >> u & 1)
    s = table(st, neutrals.MusterAt(tables.IT, A, foot))
    agree(s)
    high = next(i for i in bits(board.ALPINE & board.COUNTRY["italy"]))
    assert says(s, f"at {board.NUMBER[high]}").startswith("tgw.15.71a")
    venice = board.INDEX["W2022"]
    for u in [u for u in bits_of(tables.IT) if roster.COUNTED >> u & 1 and u != foot][:6]:
        st.put(u, venice)
    s = table(st, neutrals.MusterAt(tables.IT, A, foot))
    assert says(s, "at W2022").startswith("tgw.7.23a")


@rule("tgw.5.38b", "tgw.5.38c", "tgw.5.38d", "tgw.17.31l")
def test_the_required_reserve() -> None:
    st = war({"tu-3 tu-1": "reserve", "tu-2": "N1728", "ge-1": "W6729", "tu-4": "dead"}, letter="D", turn=12)
    st.required = 3
    s = table(st, replacement.Reserve())
    agree(s)
    assert says(s, "reserve ge-1").startswith("tgw.5.38b")
    assert says(s, "reserve tu-1").startswith("tgw.5.38c") and "already" in says(s, "reserve tu-1")
    assert "neither on the map" in says(s, "reserve tu-4")
    assert says(s, "release tu-2").startswith("tgw.5.38d")
    assert "none is to spare" in says(s, "release tu-1")
    assert says(s, "release tu-3").startswith("tgw.17.31l")
    st.required = 2
    assert "no more are taken" in says(table(st, replacement.Reserve()), "reserve tu-2")
    st.letter = tables.LETTER["E"]
    s = table(st, replacement.Reserve())
    agree(s)
    assert not s.why_not("release tu-3")
    st.required = 1
    s = table(st, replacement.Reserve())
    agree(s)


@rule("tgw.6.7b", "tgw.6.9b", "tgw.6.35a", "tgw.6.10a")
def test_risings_trenches_and_the_gun() -> None:
    arab, armenian = next(bits_of(tables.AB)), next(bits_of(tables.ARM))
    desert = bits(board.DESERT & board.PALESTINE)
    st = war({"tu-1": board.NUMBER[desert[0]], "tu-2": "N1540"}, turn=30)
    s = table(st, arabs_and_armenians.Rise(arab, "desert"))
    agree(s)
    assert "desert hex of Palestine" in says(s, "rise N1728")
    assert "of the Central Powers is in" in says(s, f"rise {board.NUMBER[desert[0]]}")
    towns = bits(board.TOWN & ~board.CITY & board.RUSSIA & board.FRONT["NC"])
    st = war({"ru-1": board.NUMBER[towns[0]], "tu-1": board.NUMBER[towns[1]]}, turn=40)
    s = table(st, arabs_and_armenians.Rise(armenian, "town"))
    agree(s)
    assert "a Russian unit" in says(s, f"rise {board.NUMBER[towns[0]]}")
    assert "of the Central Powers" in says(s, f"rise {board.NUMBER[towns[1]]}")
    assert "a town, no city" in says(s, "rise N3653") and "box" in says(s, "rise available")
    st = war({"tu-1": "N1728", "tu-2": "N2813", "ge-1": "W5311"}, turn=30)
    st.ne_trenches = hexes("N2813")
    s = table(st, constructions.Dig("trench"))
    agree(s)
    assert "city" in says(s, "trench N1728")
    assert "trench already" in says(s, "trench N2813") and "not on a map" in says(s, "trench W5311")
    assert "write 'trench'" in says(s, "gun W5311")
    st.seize(hexes("W5311", "W5210"), CP)
    s = table(st, constructions.Dig("gun"))
    agree(s)
    assert "more than 8" in says(s, "gun W6729") and "do not control" in says(s, "gun W5011")


@rule("tgw.6.45a", "tgw.6.45c")
def test_who_goes_to_libya() -> None:
    st = war({"br-52t": "N4208", "br-10in": "N4208", "br-53t": "available-ne", "br-1": "W6707", "fr-1": "W5217"}, turn=20)
    s = table(st, war_at_large.Libya(3))
    agree(s)
    assert says(s, "libya br-10in").startswith("tgw.6.45c")
    assert "no British combat unit" in says(s, "libya fr-1") and "neither in Egypt" in says(s, "libya br-1")
    assert "go first" in says(s, "libya br-53t")
    weak = next(u for u in bits(war_at_large.BRITISH & roster.COMBAT) if st.strength(u)[0] == 1)
    st = war({"br-52t": "N4208", roster.UNITS[weak]: "N4208"}, turn=20)
    s = table(st, war_at_large.Libya(1))
    agree(s)
    assert "more factors" in says(s, "libya br-52t")


@rule("tgw.6.51b", "tgw.6.52b")
def test_who_lands() -> None:
    st = war({"br-29 br-63rn fr-1 fr-3 ru-1": "available", "br-1": "W6707"}, turn=9)
    s = table(st, landings.Land("gallipoli", 1, 0))
    agree(s)
    assert "may land" in says(s, "land fr-1 E1122") and "the landing is at" in says(s, "land br-29 E1116")
    assert "no British or French" in says(s, "land ru-1 E1122") and "not in the European" in says(s, "land br-1 E1122")
    st.until |= {"influenza-from": 9, "influenza": 9}
    assert says(table(st, landings.Land("gallipoli", 1, 0)), "land br-29 E1122").startswith("tgw.6.57a")


@rule("tgw.6.24b", "tgw.6.8c", "tgw.6.57b", "tgw.17.21f", "tgw.21.7b", "tgw.16.11d", "tgw.21.2c", "tgw.21.4a", "tgw.5.24a")
def test_small_questions() -> None:
    st = war(
        {"ru-1": "N3338", "ru-2": "E4816", "tu-1": "N3338", roster.UNITS[next(bits_of(tables.PG))]: "E5620", "ge-1": "E4816"},
        turn=30,
        letter="M",
    )
    s = table(st, lawrence.RaidTown())
    agree(s)
    assert "a town, no city" in says(s, "raid N2416")
    s = table(st, arabs_and_armenians.LeaveVan(roster.UNIT["tu-1"]))
    agree(s)
    assert "not next to Van" in says(s, "leave N1728")
    st.flipped |= 1 << roster.UNIT["ge-2"] & shock_troops.SHOCKABLE
    s = table(st, shock_troops.FallIll(1))
    agree(s)
    assert "no division that an event" in says(s, "ill fr-1") and "not converted" in says(s, "ill ge-3")
    s = table(st, lawrence.SendForce(3))
    agree(s)
    assert "Caucasus" in says(s, "send ru-2") and "not Russian" in says(s, "send tu-1")
    st.moved |= 1 << roster.UNIT["ru-1"]
    assert "has moved" in says(table(st, lawrence.SendForce(3)), "send ru-1")
    s = table(st, revolutions.TurnRed(1))
    agree(s)
    assert "no Provisional" in says(s, "red ru-2")
    s = table(st, optional_rules.GivePolishPoints(2))
    agree(s)
    assert says(s, "purse US").startswith("tgw.21.2c") and says(s, "purse IT").startswith("tgw.21.2c")
    s = table(st, optional_rules.Bribe())
    agree(s)
    assert says(s, "bribe 5").startswith("tgw.21.4a")
    s = table(st, warfare.Defence())
    agree(s)
    assert "Western Front" in says(s, "defend al-gallipoli")
    for step in (optional_rules.Restore(A), revolutions.Treaty(), warfare.CallOff(), lawrence.LeavePersia()):
        agree(table(st, step))


@rule("tgw.21.5a")
def test_who_breaks_out() -> None:
    st = war({"ge-1 ge-2 ge-3 ge-4 ge-5": "E4816"}, turn=8)
    units = tuple(roster.UNIT[f"ge-{k}"] for k in range(1, 6))
    st.options = {**st.options, "scheffer": "on"}
    s = table(st, scheffer.Scheffer(units))
    agree(s)
    assert "not on the east map" in says(s, "scheffer W6729") and "out of supply" in says(s, "scheffer E5102")
    s = table(st, scheffer.Follow(units, 4))
    agree(s)
    assert "no German division" in says(s, "follow fr-1")


@rule("tgw.16.11d")
def test_who_stays_when_a_stack_parts() -> None:
    st = war({"ah-1 ah-2 ge-1": "E4312", "ge-2": "E5102"}, turn=30)
    st.collapsed |= 1 << tables.AH
    s = table(st, collapse.Keep(board.INDEX["E4312"], CP))
    agree(s)
    assert "not among your units" in says(s, "keep ge-2")


@rule("tgw.20.1a", "tgw.20.1b", "tgw.20.11a", "tgw.20.3.2b", "tgw.20.3.4c", "tgw.20.2.5", "tgw.20.3.7a")
def test_plans_of_before_the_war() -> None:
    st = war(turn=1)
    for id in ("cp.2", "cp.4", "cp.1", "al.5", "al.6", "al.1"):
        st.tally[f"plan-{id}"] = 1
    s = table(st, prewar.Announce())
    agree(s)
    assert "did not draw" in says(s, "announce cp.3") and "no naval plan" in says(s, "announce cp.1")
    s = table(st, prewar.ChoosePlans())
    agree(s)
    assert says(s, "plan al.5 al.6").startswith("tgw.20.11a") and "did not draw" in says(s, "plan al.2")
    assert "one or two" in says(s, "plan al.1 al.5 al.6") and "in the order" in says(s, "plan al.5 al.1")
    s.take("plan al.1")
    agree(s)
    assert says(s, "plan cp.2").startswith("tgw.20.3.2b") and "had to be announced" in says(s, "plan cp.4")
    st.tally["announced-cp.4"] = 1
    s = table(st, prewar.ChoosePlans(("plan al.1",)))
    agree(s)
    assert says(s, "plan cp.1").startswith("tgw.20.3.4c") and "there is no plan" in says(s, "plan xx")
    s = table(st, prewar.BefChoice())
    agree(s)
    assert says(s, "bef havre").startswith("tgw.20.2.5")
    s = table(st, prewar.Delay())
    agree(s)
    assert says(s, "bef channel").startswith("tgw.20.3.7a")
    for id in ("cp.2", "cp.3", "cp.4", "cp.1"):
        st.tally[f"plan-{id}"] = id != "cp.1"
    s = table(st, prewar.Announce())
    agree(s)
    assert "all three" in says(s, "pass")


@rule("tgw.20.2.3", "tgw.20.3.3a", "tgw.20.3.5a", "tgw.20.3.10a")
def test_units_of_plans() -> None:
    s0 = begin(GAME, "1914", {}, ScriptedDice([]))
    st = s0.state
    s = table(st, prewar.Redeploy(A, "al.3"))
    agree(s)
    assert "does not let" in says(s, "lift ge-1")
    u = next(u for u in bits(prewar.FRENCH_F) if st.at[u] > 0)
    s = table(st, prewar.RedeployTo(A, "al.3", u))
    agree(s)
    assert "zone" in says(s, "at W5008")
    s = table(st, prewar.Cull("cp.5", 1))
    agree(s)
    assert "W unit" in says(s, "cull fr-1")
    strong = next(u for u in bits(prewar.GERMANS_W & roster.COMBAT) if st.at[u] > 0 and roster.ATTACK[u] > 1)
    assert "left to name" in says(s, f"cull {roster.UNITS[strong]}")
    s = table(st, prewar.GoEast(5))
    agree(s)
    assert "must still go" in says(s, "done") and "no German W unit" in says(s, "east fr-1")
    agree(table(st, prewar.AtStart((u,))))


@rule("tgw.6.1.2c", "tgw.6.12a", "tgw.6.51k")
def test_chits_that_do_not_fit() -> None:
    st = hold(war(turn=20), "al-gallipoli", "cp-goltz", "al-winter-1")
    s = table(st, Window("events", (A,), always=True))
    agree(s)
    assert "other side" in says(s, "play cp-goltz") and "do not hold" in says(s, "play al-salonika")
    assert "another moment" in says(s, "play al-gallipoli")
    st.set_flag("salonika")
    s = table(st, Window("new units", (A,), always=True))
    agree(s)
    assert "Salonika" in says(s, "play al-gallipoli")
    s = table(st, Window("combatphase", (A,), always=True))
    agree(s)
    assert "Nov/Dec" in says(s, "play al-winter")
