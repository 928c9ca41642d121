"""Victory (ditt.17.0)."""

from __future__ import annotations

from firestep.games.ditt import victory
from firestep.games.ditt.components import places, tables
from firestep.testing import keys, rule
from games.ditt.handing import bring
from games.ditt.positions import onward, pulse, scene


def final(surrendered: list[str], *, posts: int = 0, army: bool = False, out: tuple[str, ...] = ("rs",)) -> tuple[str | None, str]:
    s = pulse(
        "central",
        turn=19,
        units={"fr-1": "3108 2"} if army else {},
        surrendered=[*surrendered, *(n for n in out if n == "fr")],
        hexes={"forts-destroyed": ["3108", *places.numbers(places.COLONIAL_COINS)[posts:]]},
    )
    result = victory.outcome(bring(s, *(["collapsed"] if "rs" in out else [])).state)
    return result.winner, result.level


@rule("ditt.17.0d", "ditt.17.0e", "ditt.17.0f", "ditt.17.0g", "ditt.17.0h", "ditt.17.0k", "ditt.17.0a")
def test_levels_of_victory() -> None:
    assert final(["ah", "tu"], army=True) == ("entente", "decisive")
    assert final(["ah", "tu"], army=True, posts=1) == ("entente", "marginal")
    assert final(["ah", "tu"], posts=3) == ("entente", "marginal")
    assert final(["ah", "tu"], posts=4) == (None, "draw")
    assert final(["tu"]) == ("central", "marginal")
    assert final(["tu"], army=True) == (None, "draw")
    assert final([]) == ("central", "decisive")


@rule("ditt.17.0i", "ditt.17.0j")
def test_the_shift_for_russia_and_france() -> None:
    assert final([], out=()) == ("central", "marginal")
    assert final(["ah"], out=()) == ("entente", "marginal")
    assert final(["ah", "tu"], posts=2, out=()) == ("entente", "decisive")
    assert final(["tu"], army=True, out=()) == (None, "draw")


@rule("ditt.2.7f")
def test_the_game_ends_after_fall_1918() -> None:
    s = onward(scene(turn=19, phase=7), "")
    assert s.over and "end" in keys(s)


@rule("ditt.17.0i")
def test_a_decisive_victory_of_the_entente_cannot_rise_further() -> None:
    s = pulse(
        "entente",
        turn=19,
        units={"fr-1": "3208 3"},
        surrendered=["ah", "tu"],
        hexes={"forts-destroyed": places.numbers(places.COLONIAL_COINS)},
    )
    end = victory.outcome(s.state)
    assert (end.winner, end.level, end.rule) == ("entente", "decisive", "ditt.17.0e")


@rule("ditt.17.0i")
def test_a_russia_that_came_back_is_in_the_game() -> None:
    s = bring(scene(turn=19), "collapsed")
    assert not victory.in_the_game(s.state, tables.RS)
    s = bring(scene(turn=19), "collapsed", "russia-back")
    assert victory.in_the_game(s.state, tables.RS)
