"""Events of the war at large (tgw.6.41 to tgw.6.50)."""

from __future__ import annotations

import pytest

from firestep.engine.offer import Window
from firestep.games.tgw import victory
from firestep.games.tgw.components import board, fronts, roster, tables
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
