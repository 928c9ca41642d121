"""Events of the war at large (tgw.6.41 to tgw.6.50)."""

from __future__ import annotations

import pytest

from firestep.engine.offer import Window
from firestep.games.tgw import GAME, victory
from firestep.games.tgw.combat import combat
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import event_table, events
from firestep.games.tgw.secrets import conceal
from firestep.games.tgw.strategic import resources
from firestep.testing import keys, rule, texts
from games.tgw.events_kit import L, U, offered
from games.tgw.war import CP, A, asked, at, chit, draw, game, happens, hexes, hold, war

# -- the war at large --------------------------------------------------------------------------------------------------------


@rule("tgw.6.41a", "tgw.ev.czar", "tgw.20.2.1")
def test_the_czar_takes_command() -> None:
    from firestep.games.tgw.strategic import revolutions

    st = war(letter="L")
    draw(st, "cp-czar")
    assert sum(m.value for m in revolutions.czar_modifiers(st)) == 2
    st = war(letter="L", prewar=("al.1",))
    s = draw(st, "cp-czar")
    assert "event-void" in keys(s) and not revolutions.czar_modifiers(st) and st.spent & chit("cp-czar")


@rule("tgw.6.43a", "tgw.6.43b", "tgw.ev.turkhq")
def test_the_yilderim_headquarters_is_bombed() -> None:
    st = hold(war({"tu-hqyag": "N1728"}, turn=38, letter="P"), "al-turkhq")
    game(st, Window("events", (A, CP))).take("play al-turkhq")
    assert st.depleted == 1 << U["tu-hqyag"] and st.spent & chit("al-turkhq")
    resources.refit(game(st))
    assert not st.depleted
    st = hold(war({"tu-hqyag": "N1540"}, turn=38), "al-turkhq")
    assert "al-turkhq" not in offered(st, "events", A)


@rule("tgw.6.44b", "tgw.6.44c")
def test_baku_in_turkish_hands_is_no_victory_hex() -> None:
    st = war({"tu-17": "N3653"}, turn=42, letter="Q")
    assert victory.taken(st) & hexes("N3653")
    draw(st, "cp-armyislam")
    assert not victory.taken(st) & hexes("N3653")
    st.put(U["ge-1"], board.INDEX["N3653"])
    assert victory.taken(st) & hexes("N3653")
    s = draw(war(turn=47, letter="S"), "cp-armyislam")
    assert "event-void" in keys(s) and not s.state.play
    assert draw(war(turn=46, letter="R"), "cp-armyislam").state.play


@rule("tgw.6.45a", "tgw.6.45b", "tgw.6.45c", "tgw.ev.libya")
def test_the_libyan_revolt_takes_three_factors_for_three_strategic_turns() -> None:
    st = war({"br-10in br-11in": "N4310", "bp-10incavbd bp-11incavbd": "N4310", "br-52t": "N4311"}, turn=18, letter="G")
    s = draw(st, "cp-libya")
    assert asked(s) == ("Libya", A)
    named = {x.split()[1] for x in texts(s)}
    assert not named & {"br-10in", "br-11in"} and "br-52t" in named  # 3 exactly, not 1 + 1 and more
    s.take("libya br-52t")
    assert s.over and at(st, "br-52t") == "libya"
    for letter, back in (("I", False), ("J", True)):
        st.letter = L[letter]
        resources.reinforce(game(st))
        assert (at(st, "br-52t") == "available-ne") == back
    st = war({"bp-10incavbd": "N4310", "bp-11incavbd": "available-ne", "br-3in": "N2252"}, turn=18, letter="G")
    s = draw(st, "cp-libya")
    assert texts(s) == ["libya bp-10incavbd"]  # Egypt first
    s.take("libya bp-10incavbd")
    assert texts(s) == ["libya bp-11incavbd"]  # then the box
    s.take("libya bp-11incavbd")
    assert texts(s) == ["libya br-3in"]  # then Iraq


@rule("tgw.6.46a", "tgw.6.46c", "tgw.ev.mutiny")
def test_the_french_mutiny_lasts_three_turns_from_now() -> None:
    from firestep.games.tgw.combat.bans import bans

    st = war(turn=29, letter="L")
    draw(st, "al-mutiny")
    for turn, acts in ((29, True), (31, True), (32, False)):
        st.turn = turn
        banned = [x for x in bans(st, A) if x.rule == "tgw.6.46a"]
        assert bool(banned) == acts
        if banned:
            assert banned[0].units == roster.CORPS[tables.FR] and banned[0].hexes == board.FRONT["W"]
    assert not victory.eligible(st)
    happens(st, "RU")
    assert victory.eligible(st)


@rule("tgw.6.47a", "tgw.6.47c", "tgw.ev.civilwar")
def test_the_russian_civil_war() -> None:
    from firestep.games.tgw.combat.bans import apart

    s = draw(war(turn=37), "cp-civilwar")
    assert s.state.pool[CP] == chit("cp-civilwar") and not s.state.flag("civil-war")
    st = war(turn=37)
    happens(st, "bolsheviks")
    draw(st, "cp-civilwar")
    assert st.flag("civil-war")
    assert apart(st, 1 << U["ru-1"], U["ru-2"])
    assert not apart(st, 1 << U["fr-1"], U["fr-2"])


@rule("tgw.6.47b", "tgw.16.31a")
def test_russian_stacks_must_part_by_the_end_of_the_movement() -> None:
    from firestep.games.tgw.nations import collapse

    st = war({"ru-1 ru-2": "E5020", "ru-3": "E5021"}, turn=37, collapsed=1 << tables.RU | 1 << tables.PG | 1 << tables.ARM)
    assert game(st, collapse.Separate(fronts.EASTERN, A)).over
    happens(st, "civil-war")
    assert game(st, collapse.Separate(fronts.WESTERN, A)).over
    s = game(st, collapse.Separate(fronts.EASTERN, A))
    assert asked(s) == ("Keep", A) and texts(s) == ["keep ru-1", "keep ru-2"]
    s.take("keep ru-2")
    assert at(st, "ru-1") == "dead" and at(st, "ru-2") == "E5020" and at(st, "ru-3") == "E5021"


@rule("tgw.6.49a", "tgw.ev.jutland", "tgw.20.3.2a", "tgw.20.3.3a", "tgw.20.3.4b", "tgw.20.2.7h")
@pytest.mark.parametrize(
    ("plan", "die", "points"),
    [
        ("", 1, 2),
        ("", 2, 0),
        ("", 4, 0),
        ("", 5, -1),
        ("", 6, -1),
        ("cp.2", 1, -1),
        ("cp.3", 3, 2),
        ("cp.3", 6, 0),
        ("cp.4", 4, -1),
        ("cp.4", 1, 0),
    ],
)
def test_jutland(plan: str, die: int, points: int) -> None:
    st = war(turn=20, prewar=(plan,) if plan else ())
    draw(st, "cp-jutland", dice=[die])
    assert st.vp_events == points and st.spent & chit("cp-jutland")
    fisher = war(turn=20, prewar=("al.7",))
    assert "event-void" in keys(draw(fisher, "cp-jutland")) and fisher.rolls == 0


@rule("tgw.6.50a", "tgw.ev.navmutiny")
def test_the_naval_mutiny_unless_jutland_was_won() -> None:
    for die, points in ((1, 2), (3, -1), (6, -2)):
        st = war(turn=42)
        draw(st, "cp-jutland", dice=[die])
        draw(st, "cp-navmutiny")
        assert st.vp_events == points
    st = war(turn=42)
    draw(st, "cp-navmutiny")
    assert st.vp_events == -1


@rule("tgw.6.46a", "tgw.6.30a")
def test_mutineers_do_not_attack_for_foch_either() -> None:
    st = war({"fr-1": "W5217", "br-1": "W5217", "ge-1": "W5218"}, turn=40, play="al-foch")
    st.until = {"mutiny-from": 40, "mutiny": 42}
    units = (U["fr-1"], U["br-1"])
    s = game(st, combat.Assemble(A, board.INDEX["W5218"], (), "foch", units))
    assert "add br-1" in texts(s) and "add fr-1" not in texts(s)


@rule("tgw.6.46b", "tgw.6.1.4b")
def test_a_mutiny_that_the_enemy_draws_is_no_secret() -> None:
    """He bought it out of the Allied pool and has it in his hand."""
    s = draw(war(turn=28, letter="L", options={"mutiny": "hidden"}), "al-mutiny", drawer=CP)
    st = s.state
    assert st.acting("mutiny") and st.play & chit("al-mutiny") and not st.hand[A]
    assert [e for e in s.journal if e.params.get("event") == "mutiny" and "only" not in e.params]


@rule("tgw.6.46a", "tgw.6.57a", "tgw.6.25a", "tgw.6.28a", "tgw.6.42a", "tgw.6.3f", "tgw.6.29b", "tgw.6.29i", "tgw.6.56d")
def test_what_ends_with_a_turn_names_its_own_rule() -> None:
    own = {
        "mutiny": "tgw.6.46a",
        "influenza": "tgw.6.57a",
        "atrocity": "tgw.6.25a",
        "winter": "tgw.6.28a",
        "paralysis": "tgw.6.42a",
        "interdiction": "tgw.6.3f",
        "enver": "tgw.6.29b",
        "conrad": "tgw.6.29i",
        "haig": "tgw.6.29i",
        "typhus": "tgw.6.56d",
    }
    st = war(turn=30, letter="L")
    for name in own:
        event_table.act_now(st, name)
    s = game(st, events.EndOfTurn())
    assert {e.params["effect"]: e.rules[0] for e in s.journal if e.key == "effect-ends"} == own


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
