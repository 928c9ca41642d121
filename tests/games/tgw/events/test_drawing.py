"""Events (tgw.6.1): pools, purchases, draws, raids on the other pool, held and hidden chits."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.offer import Window
from firestep.games.tgw.components import tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.events import event_table, events, rows, windows
from firestep.games.tgw.events.event_rules import EventRules, declared
from firestep.games.tgw.events.rows import RULES
from firestep.games.tgw.scenarios import starting_chits
from firestep.testing import keys, rule, texts
from games.tgw.war import CP, A, asked, chit, draw, event, game, hold, war

EVERY = [pytest.param(name, marks=rule(e.id), id=name) for name, e in event_table.EVENTS.items()]


def market(allied: str = "", central: str = "", points: dict[str, int] | None = None, dice: list[int] | None = None, **more):
    st = war(**{"turn": 10, "letter": "D", **more})
    st.pool = [sum(chit(c) for c in allied.split()), sum(chit(c) for c in central.split())]
    for code, k in (points or {"BR": 3, "GE": 3}).items():
        st.rp[tables.NATION[code]] = k
    return game(st, events.EventPhase(), dice=dice or [])


@pytest.mark.parametrize("name", EVERY)
def test_every_event_has_words_and_rules_of_its_own(name: str) -> None:
    """Each of the 92: words, a known moment, and one place for its chit. The set-aside chit has no copies."""
    e, rules = event_table.EVENTS[name], RULES[name]
    assert e.name and len(e.text) > 20 and rules.moment in rows.MOMENTS
    assert set(windows.WINDOWS) == set(rows.MOMENTS) - {"drawn", "air", "never"}
    assert bool(OF_EVENT.get(name)) == (rules.moment != "never")
    assert not (rules.lasts and rules.gone)
    terms = (*rules.terms, *rules.void, *rules.back)
    assert len({term.sentence for term in terms}) == len(terms)


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("moment", "sometimes"),
        ("fits", ("front wset",)),
        ("fits", ("atack",)),
        ("fits", ("attack twice",)),
        ("fits", ("with XX",)),
        ("fits", ("south river",)),
        ("fits", ("not-acting spring",)),
        ("void", "played maud"),
        ("back", "neutral italy"),
        ("do", ("lsats",)),
        ("do", ("now spring",)),
        ("do", ("unit br-nobody",)),
        ("do", ("enter XX",)),
        ("do", ("gas xx",)),
        ("do", ("drm two",)),
    ],
)
def test_a_misspelt_word_in_a_row_is_an_error_when_the_program_starts(column: str, words: Any) -> None:
    e = event_table.EVENTS["hurricane"]._replace(**{column: words})
    with pytest.raises(ValueError, match="hurricane"):
        rows.RowRules(e, "hurricane")


def test_an_event_has_a_class_or_words_but_not_both() -> None:
    with pytest.raises(AssertionError, match="a class and words"):
        declared("hurricane")(EventRules)
    with pytest.raises(AssertionError, match="two classes"):
        declared("parisgun")(EventRules)
    with pytest.raises(ValueError, match="unknown moment"):
        rows.RowRules(event_table.EVENTS["parisgun"], "parisgun")


@rule("tgw.6.0b")
def test_each_side_draws_at_random_from_a_pool_of_its_own() -> None:
    s = market("al-hurricane-1 al-mine al-convoy", "cp-flame cp-rigid-1 cp-kemal-1", dice=[3, 1, 2, 2])
    s.take("buy BR")
    s.take("buy GE")
    assert s.state.rolls == 4 and s.state.hand[A].bit_count() == s.state.hand[CP].bit_count() == 2
    assert all(CHITS[c].side == A for c in range(len(CHITS)) if s.state.hand[A] >> c & 1)
    assert all(CHITS[c].side == CP for c in range(len(CHITS)) if s.state.hand[CP] >> c & 1)


@rule("tgw.6.1.1a", "tgw.6.1.1b")
def test_two_chits_for_a_point_and_no_more() -> None:
    s = market("al-hurricane-1 al-mine al-convoy", "", dice=[1, 1])
    assert asked(s) == ("Buy", A) and texts(s) == ["buy BR", "pass"]
    s.take("buy BR")
    st = s.state
    assert st.rp[tables.BR] == 2 and st.hand[A].bit_count() == 2 and st.pool[A].bit_count() == 1
    s = market("al-hurricane-1 al-mine", "")
    s.take("pass")
    assert s.state.rp[tables.BR] == 3 and not s.state.hand[A]


@rule("tgw.6.1.1c")
def test_any_number_of_held_chits_may_be_played_in_a_turn() -> None:
    st = hold(war(turn=37, letter="O"), "al-tiger", "al-foch", "al-maude")
    s = game(st, Window("events", (A, CP)))
    for id in ("al-foch", "al-maude", "al-tiger"):
        s.take(f"play {id}")
    assert s.over and st.play == chit("al-tiger") | chit("al-foch") | chit("al-maude")


@rule("tgw.6.1.2a")
def test_a_mandatory_chit_happens_at_once() -> None:
    s = market("", "cp-czar", {"GE": 1})
    s.take("buy GE")
    assert s.state.play & chit("cp-czar") and not s.state.hand[CP]


@rule("tgw.6.1.2b", "tgw.6.1.3a", "tgw.6.1.5b", "tgw.ev.noevent")
def test_a_no_event_uses_a_draw_and_is_back_before_the_next() -> None:
    s = market("al-noevent-1", "", dice=[1, 1])
    s.take("buy BR")
    st = s.state
    assert st.pool[A] == chit("al-noevent-1") and not st.hand[A] and st.rp[tables.BR] == 2
    assert keys(s).count("event-back") == 2  # drawn twice, for nothing


@rule("tgw.6.1.2c", "tgw.6.1.5a")
def test_any_other_chit_is_kept_until_it_is_played() -> None:
    s = draw(war(turn=10), "al-mine")
    assert s.state.hand[A] == chit("al-mine") and not s.state.pool[A]


@rule("tgw.6.1.4a", "tgw.6.1.6c")
def test_who_alone_buys_may_raid_the_other_pool() -> None:
    s = market("al-mine", "cp-flame cp-rigid-1 cp-kemal-1", {"BR": 2, "GE": 3}, dice=[1, 1, 1])
    s.take("buy BR")
    s.take("pass")
    assert asked(s) == ("Raid", A) and texts(s) == ["pass", "raid BR"]
    s.take("raid BR")
    st = s.state
    assert st.rp[tables.BR] == 0 and st.rp[tables.GE] == 3 and st.pool[CP].bit_count() == 1 and st.hand[A] == chit("al-mine")
    both = market("al-mine", "cp-flame", dice=[1, 1])
    both.take("buy BR")
    both.take("buy GE")
    assert both.over  # both bought: nobody raids
    poor = market("al-mine", "cp-flame", {"BR": 1, "GE": 1}, dice=[1])
    poor.take("buy BR")
    poor.take("pass")
    assert poor.over


@rule("tgw.6.1.4b")
def test_a_raided_mandatory_chit_happens_for_its_owner() -> None:
    s = draw(war(turn=26, letter="J"), "cp-jutland", drawer=A, dice=[1])
    assert s.state.vp_events == 2 and s.state.spent & chit("cp-jutland")


@rule("tgw.6.1.4c")
def test_a_raided_discretionary_chit_is_shown_and_removed() -> None:
    s = draw(war(turn=26), "cp-flame", drawer=A)
    st = s.state
    assert st.spent & chit("cp-flame") and not st.hand[CP] and not st.hand[A]
    entry = s.journal[-1]
    assert entry.key == "event-removed" and "only" not in entry.params
    s = draw(war(turn=26), "cp-noevent-1", drawer=A)
    assert s.state.pool[CP] == chit("cp-noevent-1")  # E18


@rule("tgw.6.1.6a", "tgw.6.1.6b")
def test_who_pays_for_events() -> None:
    s = market("al-mine", "cp-flame", {"BR": 1, "FR": 1, "US": 1, "RU": 5, "IT": 5, "GE": 1, "AH": 5}, at_war={"US": A, "IT": A})
    assert texts(s) == ["buy BR", "buy FR", "buy US", "pass"]
    s.take("pass")
    assert asked(s) == ("Buy", CP) and texts(s) == ["buy GE", "pass"]
    broke = market("al-mine", "cp-flame", {"RU": 5, "AH": 5})
    assert broke.over or asked(broke) is None


@rule("tgw.6.1.1a")
def test_the_decisions_are_sealed() -> None:
    s = market("al-mine", "cp-flame", dice=[1, 1])
    s.take("buy BR")
    assert asked(s) == ("Buy", CP) and s.state.rp[tables.BR] == 3  # not opened yet
    hidden = s.agenda[-1].known_to(s, CP)
    assert hidden.answers == ("?",)


@rule("tgw.6.1.7a", "tgw.6.46b")
def test_hidden_hands_and_the_hidden_mutiny_are_told_to_their_owner_alone() -> None:
    s = draw(war(turn=20, options={"hands": "hidden"}), "al-mine")
    told = [e for e in s.journal if e.params.get("event") == "mine"]
    assert told and all(e.params.get("only") == "allied" for e in told)
    assert "event-kept-hidden" in keys(s)
    s = draw(war(turn=28, letter="L", options={"mutiny": "hidden"}), "al-mutiny")
    st = s.state
    assert st.acting("mutiny") and st.hand[A] == chit("al-mutiny") and not st.play
    assert all(e.params.get("only") == "allied" for e in s.journal if e.params.get("event") == "mutiny")
    st.turn = 30
    s = game(st, events.EndOfTurn())
    assert st.play & chit("al-mutiny") and not st.hand[A] and all("only" not in e.params for e in s.journal)  # told when it is over
    s = draw(war(turn=28, letter="L"), "al-mutiny")
    assert all("only" not in e.params for e in s.journal)


@rule("tgw.6.1.7a", "tgw.6.46b")
def test_nothing_of_a_hidden_hand_or_mutiny_is_known_to_the_other_seat() -> None:
    """Two games that differ only in what is hidden look the same to the Central Powers and to a spectator."""
    from firestep.games.tgw import GAME
    from firestep.games.tgw.secrets import conceal, hides

    options = GAME.settle_options({"hands": "hidden", "mutiny": "hidden"})

    def table(*held: str, mutiny: bool = False):
        st = war(turn=29, letter="L", options=options)
        st.pool[A] = sum(chit(c) for c in ("al-mine", "al-convoy", "al-tiger", "al-mutiny"))
        for id in held:
            draw(st, id)
        if mutiny:
            draw(st, "al-mutiny")
        return game(st, Window("events", (CP,), always=True))

    one, other = table("al-mine", "al-convoy"), table("al-mine", mutiny=True)
    assert one.state.to_plain() != other.state.to_plain() and hides(one.state, ()) and hides(other.state, ())
    for seat in (CP, None):
        assert conceal(one, seat).state.to_plain() == conceal(other, seat).state.to_plain()
        assert GAME.view(one, seat) == GAME.view(other, seat)
    assert GAME.view(one, A) != GAME.view(other, A)
    assert conceal(other, A).state.to_plain() == other.state.to_plain()


@rule("tgw.6.1.7a")
def test_with_hidden_hands_whoever_holds_anything_is_asked() -> None:
    for hands, asks in (("open", False), ("hidden", True)):
        st = hold(war(turn=29, options={"hands": hands}), "al-mine")
        s = game(st, event_table.Moment("events", (A, CP)))
        assert (asked(s) == ("Offer", A)) == asks  # a mine does not fit here
    empty = war(turn=29, options={"hands": "hidden"})
    assert game(empty, event_table.Moment("events", (A, CP))).over


@rule("tgw.20.2.9")
def test_italy_may_be_picked_in_january_1915() -> None:
    s = market("al-entry-italy al-mine al-convoy", "", turn=7, letter="C", prewar=("al.9",), dice=[1])
    assert "italy BR" in texts(s)
    s.take("italy BR")
    st = s.state
    assert st.tally["enter-IT-0"] == 7 and st.hand[A].bit_count() == 1 and st.rp[tables.BR] == 2
    for change in ({"turn": 8}, {"tally": {"bribe": 2, "bribe-letter": 6}}, {"prewar": ()}):
        s = market("al-entry-italy al-mine al-convoy", "", **{"turn": 7, "letter": "C", "prewar": ("al.9",), **change})
        assert "italy BR" not in texts(s)


@rule("tgw.20.3.9")
def test_the_romanian_treaty_brings_the_chit_on_c() -> None:
    for plans, letter in (((), "K"), (("cp.9",), "C")):
        st = war(prewar=plans)
        events.fill_pools(st, tables.LETTER[letter])
        assert st.pool[CP] & chit("cp-entry-romania")


@rule("tgw.ev.incorps", "tgw.ev.turksurr")
def test_chits_that_are_set_aside() -> None:
    assert "incorps" not in OF_EVENT
    st = war(letter="O")
    events.fill_pools(st, tables.LETTER["O"])
    assert not st.pool[A] & event("turksurr") and st.pool[A] & event("foch")
    st = war(letter="O")
    st.scenario = "1918"
    st.pool = [0, 0]
    events.fill_pools(st, tables.LETTER["O"])
    assert st.pool[A] & event("turksurr") and not st.pool[CP] & event("armyislam")


@pytest.mark.parametrize("scenario", ["1915", "1916", "1917", "1918"])
def test_the_chits_of_the_scenarios_lie_in_one_place_each(scenario: str) -> None:
    st = war()
    st.scenario = scenario
    st.letter = tables.LETTER[{"1915": "D", "1916": "G", "1917": "L", "1918": "O"}[scenario]]
    st.pool, st.hand, st.play, st.spent = [0, 0], [0, 0], 0, 0
    starting_chits.chits(st)
    zones = [*st.pool, *st.hand, st.play, st.spent, st.warfare]
    for k, x in enumerate(zones):
        for y in zones[k + 1 :]:
            assert not x & y
    due = {"1915": "C", "1916": "G", "1917": "L", "1918": "O"}[scenario]
    everywhere = sum(zones)
    for c, x in enumerate(CHITS):
        if x.letter <= tables.LETTER[due] and events.joins(st, x.event) and scenario != "1918":
            assert everywhere >> c & 1, x.id
        if x.letter > tables.LETTER[due]:
            assert not everywhere >> c & 1, x.id
    if scenario == "1915":
        assert st.acting("typhus") is False and st.until["typhus"] == tables.turn_of("May", 1915)
        assert st.warfare == chit("cp-uboat-1") and st.play & event("ruamph")
    if scenario == "1916":
        assert st.hand == [chit("al-winter-1"), chit("cp-goltz")]


@rule("tgw.6.56d", "tgw.6.29i")
def test_effects_end_with_their_last_turn() -> None:
    st = war(turn=20)
    event_table.act_next(st, "typhus")
    for turn, acts in ((20, False), (21, True), (23, True)):
        st.turn = turn
        assert st.acting("typhus") == acts
    s = game(st, events.EndOfTurn())
    assert "effect-ends" in keys(s) and not st.until


def test_every_moment_of_an_event_has_words() -> None:
    from firestep.games.tgw import GAME

    assert {p.moment for p in GAME.plays.values()} <= set(GAME.moments)


@rule("tgw.6.1.1a")
def test_an_empty_pool_gives_nothing_more() -> None:
    st = war(turn=20, pool=[chit("al-mine"), 0])
    s = game(st, events.Draw(A, A, 2), dice=[1])
    assert s.over and st.hand[A] == chit("al-mine") and not st.pool[A]


@rule("tgw.6.1.6b", "tgw.5.12d")
def test_a_neutral_america_pays_for_nothing() -> None:
    st = war(turn=20)
    st.rp[tables.US] = 3
    assert events.payers(st, A) == []
    st.set_side(tables.US, A)
    assert events.payers(st, A) == [tables.US]
