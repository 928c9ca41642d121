"""Questions in whole sentences: what an event does, whose Divs are meant, names of several men as of one."""

from __future__ import annotations

import re
from pathlib import Path

import firestep
from firestep.engine.journal import Entry
from firestep.games.ditt import GAME, supply
from firestep.games.ditt.combat.losses import Losses
from firestep.games.ditt.components import tables
from firestep.games.ditt.display.names import do
from firestep.games.ditt.events import event_table, events
from firestep.games.ditt.events.arrivals import Muster
from firestep.games.ditt.events.choices import Answer, Strike
from firestep.games.ditt.events.targets import Point
from firestep.games.ditt.nations import collapse, control, entry_markers, surrender
from firestep.testing import play, rule
from games.ditt.positions import fight, pulse, scene


def test_a_question_of_an_event_says_what_it_does() -> None:
    s = firestep.start("ditt", seed="words")
    kindermord = next(e for e in event_table.EVENTS.values() if e.name == "Kindermord")
    asked = Point(kindermord.id, tables.EP, False, "unit", "ge", "").prompt(s)
    assert kindermord.text in asked and asked.endswith("Point at a unit, or pass")
    assert Answer(kindermord.id, tables.EP, "", "").prompt(s).endswith("Shall it be done?")
    russians = tuple(tables.ARMIES_OF[tables.RS][:2])
    assert "6 Russian Divs are lost" in Strike(kindermord.id, russians, 6).prompt(s)


def test_names_of_many_need_no_number() -> None:
    s = firestep.start("ditt", seed="words")
    cossacks = next(u for u in range(tables.N) if tables.unit_title(u) == "Don Cossacks")
    assert Muster("ditt.ev.1914.1.03", cossacks, "").prompt(s).endswith("choose a place for the Don Cossacks")
    code = Path(events.__file__).parents[1]
    for module in sorted(code.rglob("*.py")):
        assert not re.search(r"(does|is) the \{tables\.unit_title", module.read_text(encoding="utf-8")), module.name


@rule("ditt.2.2b", "ditt.4.3e")
def test_the_log_says_who_gave_divs_and_who_has_none_left() -> None:
    s = scene(turn=3, phase=2, side="central", step=1, clear=True, units={"ge-1": "3208 5"}, reserves={"ge": 0})
    play(s, "create ge-2", "place 3208", "from ge-1 5")
    assert GAME.text(s.journal[-1]).endswith("with 5 Divs of the German 1st Army. The German 1st Army leaves the map.")


@rule("ditt.15.10f")
def test_the_log_tells_what_the_american_fleet_adds_and_no_sea_that_stays() -> None:
    s = scene(turn=18, phase=1, side="entente", dice=[2, 2], allegiance={"us": "entente"}, seas={"north": "central"})
    play(s, "challenge north")
    told = [GAME.text(e) for e in s.journal]
    assert any("the dice show 4, with the American fleet 5" in line for line in told)
    assert not any("rule it" in line or "rules it" in line for line in told)


@rule("ditt.13.1e", "ditt.12.2k")
def test_the_log_tells_the_dice_of_a_marker_and_a_marker_that_is_gone() -> None:
    s = scene(turn=5, phase=4, side="central", dice=[3, 4], entry={"tu": -1})
    entry_markers.roll_entry(s, tables.REVOLUTION, 2, 1, "ditt.12.2k")
    assert GAME.text(s.journal[-1]).startswith("The dice show 3 and 4: the marker of the Russian Revolution rises by 7")
    entry_markers.roll_entry(s, tables.ENTRY.index("tu"), 2, 1, "ditt.15.2b")
    assert "is not on the track" in GAME.text(s.journal[-1])


@rule("ditt.12.2a", "ditt.13.2b", "ditt.13.2h")
def test_the_log_names_the_units_that_a_surrender_or_the_collapse_takes() -> None:
    units = {"fr-1": "3107 4", "rs-1": "2814 4", "ah-tkj": "2922"}
    s = scene(turn=5, phase=4, side="central", clear=True, units=units, coins={"ep-plehve": 3})
    surrender.out_of_the_game(s, tables.FR, tables.EP)
    collapse.collapse(s)
    told = [GAME.text(e) for e in s.journal]
    assert "The French 1st Army leaves the map." in told and "The Russian 1st Army leaves the map." in told
    assert "The Tyrolean Kaiserjäger go to the Reserve Box." in told
    assert "The Baltic Sea: the Central Powers rule it." in told and "Plehve: 3 coins removed, 0 left." in told


def test_a_name_that_ends_a_sentence_does_not_end_it_twice() -> None:
    for box in tables.BOXES:
        for place in ("", "3305"):
            told = GAME.text(Entry("coin", (), {"side": "central", "box": box, "place": place}, 0))
            assert told[-1] in ".!" and told[-2] not in ".!", told


def test_one_hit_is_one_hit() -> None:
    s = pulse("central", units={"ge-1": "3208 2", "ge-2": "3208 2", "fr-5": "3207 2"})
    s.state.fight = fight(s, "3207", "ge-1", "ge-2")
    assert "1 hit to" in Losses(0, 1, (), 0).prompt(s) and "2 hits to" in Losses(0, 2, (), 0).prompt(s)


def test_places_stand_in_sentences_with_article_and_preposition() -> None:
    said = GAME.text(Entry("marches", (), {"units": ["ge-1"], "origin": "3309", "place": "3207"}, 0))
    assert said == "The German 1st Army marches from the Ruhr (3309) to the Ardennes (3207)."
    assert (
        GAME.text(Entry("takes", (), {"place": "3309", "nation": "sg"}, 0)) == "The Ruhr (3309) is taken for the Swedish Gendarmes."
    )
    deploys = {"unit": "ab-feisal", "place": "arabian-desert", "divs": 0}
    assert GAME.text(Entry("deploys", (), deploys, 0)) == "The Arabs of Feisal deploy in the Arabian Desert."
    attack = {"units": ["ge-1"], "against": ["fr-1", "fr-2"], "fort": True, "place": "3107"}
    assert GAME.text(Entry("battle", (), attack, 0)).endswith(
        "the French 1st Army, the French 2nd Army and the Fort at Verdun (3107)."
    )


def test_a_name_with_its_own_mark_needs_no_colon() -> None:
    for event, told in (("ditt.ev.1914.5.02", "Kultur! The die shows 3."), ("ditt.ev.1914.4.05", "Kindermord: the die shows 3.")):
        assert GAME.text(Entry("event-roll", (), {"event": event, "dice": 1, "total": 3}, 0)) == told
    added = Entry("coins", (), {"box": "ep-on-ne-passe-pas", "change": 1, "coins": 1}, 0)
    assert GAME.text(added) == "On ne passe pas! 1 coin added, 1 in the box."


@rule("ditt.4.1g")
def test_the_log_tells_the_german_divs_of_the_sud_army() -> None:
    units = {"ah-sud": "2511 3", "rs-1": "2512 5"}
    s = pulse("central", units=units, marks={"released": ["ah-sud"]}, reserves={"ge": 3}, frozen={"ge": 0})
    play(s, "reinforce ah-sud", "german 2")
    assert GAME.text(s.journal[-1]) == "The Austro-Hungarian Süd Army gets 2 Divs (2 German) from Reserves and has 5."
    control.lose(s, tables.SUD, 4, "ditt.7.3a")
    assert GAME.text(s.journal[-1]) == "The Austro-Hungarian Süd Army loses 4 Divs (1 German), 1 left."
    supply.perish(s, 1 << tables.SUD, "ditt.9.4d")
    assert "with 1 Div (1 German)." in GAME.text(s.journal[-1])


@rule("ditt.3.0j")
def test_the_log_tells_the_die_of_the_pan_turanian_army() -> None:
    units = {"tu-x": "1120 3", "rs-4ca": "1222 1"}
    s = pulse("entente", allegiance={"tu": "central"}, units=units, coins={"ep-pan-turanian-army": 1}, dice=[2])
    play(s, "coin ep-pan-turanian-army", "point 1120")
    assert "Pan-Turanian Army: the die shows 2." in [GAME.text(e) for e in s.journal]


@rule("ditt.11.3d")
def test_units_whose_name_is_a_plural_do_what_many_do() -> None:
    assert do(["boer"], "attack") == "The Boers attack" and do(["ge-1"], "attack") == "The German 1st Army attacks"
    assert do(["si-2"], "leave") == "The Fezzan Arabs leave" and do(["ge-1", "ge-2"], "go").endswith(" go")


def test_names_of_persons_and_countries_stand_in_whole_sentences() -> None:
    assert do(["ab-lawrence"], "deploy") == "The Arabs of Lawrence deploy" and do(["gg-1"], "deploy").endswith("Georgadze deploys")
    assert do(["us-92"], "deploy") == "The US 92nd/93rd Divisions deploy" and do(["red-1"], "march") == "The 1st Reds march"
    assert tables.unit_title(tables.UNIT["ar-1"]) == "Armenian 1st Rifles"
    assert tables.unit_title(tables.UNIT["rs-guards"]) == "Russian Guards Corps" and do(["tu-gendarmes"], "march").endswith("march")
    joined = Entry("joins", (), {"nation": "us", "side": "entente"}, 0)
    assert GAME.text(joined) == "The United States joins the Entente."
    for key, told in (("passes", "The Entente passes."), ("declares", "The Entente declares war on Norway.")):
        assert GAME.text(Entry(key, (), {"side": "entente", "nation": "no"}, 0)) == told
    assert GAME.text(Entry("passes", (), {"side": "central"}, 0)) == "The Central Powers pass."
    answer = {"event": "ditt.ev.1915.5.02", "side": "entente", "answer": "lesser"}
    assert GAME.text(Entry("answers", (), answer, 0)).endswith(": the Entente chooses the lesser promise.")
    taken = Entry("takes", (), {"nation": "re", "place": "2910"}, 0)
    assert GAME.text(taken).endswith("is taken for the Reds of the Entente.")
    assert not [e.id for e in event_table.EVENTS.values() if re.search(r"[.!?]\.( |$)", e.text)]
