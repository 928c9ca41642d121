"""Rules taken out one at a time: each time a test or the slow book of combat must notice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from firestep.engine.errors import FirestepError
from firestep.games.wwi import (
    advance,
    combat,
    economy,
    losses,
    movement,
    neutrals,
    rail,
    retreat,
    russia,
    sequence,
    supply,
    victory,
    zones,
)
from firestep.games.wwi.components import board
from games.wwi import test_08_advance as t_advance
from games.wwi import test_08_combat as t_combat
from games.wwi import test_08_losses as t_losses
from games.wwi import test_08_retreat as t_retreat
from games.wwi import test_10_economy as t_economy
from games.wwi import test_11_neutrals as t_neutrals
from games.wwi import test_12_russia as t_russia
from games.wwi import test_12_special as t_special
from games.wwi import test_15_victory as t_victory
from games.wwi.test_oracle_combat import check, fights

#: tables that the fast code fills as it goes: module variables with a small leading letter after the underscore
CACHES = [
    v
    for m in (zones, supply, rail, movement, combat, retreat, advance)
    for k, v in vars(m).items()
    if k.startswith("_") and k[1:2].islower() and isinstance(v, dict)
]


@pytest.fixture(autouse=True)
def no_memories():
    """What the fast code remembers by its masks must not survive a mutant."""
    for cache in CACHES:
        cache.clear()
    yield
    for cache in CACHES:
        cache.clear()


def by_the_book(seeds=range(12)):
    """A short hearing before the slow book of combat."""
    seen = Counter()
    for seed in seeds:
        for s in fights(seed):
            check(s, seen)


def _no_winter(defense):
    return lambda st, hex: defense(st, hex) - (2 if st.turn % 2 == 0 else 0)


def _no_rough(defense):
    return lambda st, hex: defense(st, hex) - (board.ROUGH >> hex & 1)


def _everybody(eligible):
    return lambda st, side: st.occ[side]


def _again(targets):
    return lambda st, side, units: board.GROUND.around(units) & (st.occ[1 - side] | st.forts & st.side_forts[1 - side])


def _no_doubling(doubling):
    return lambda st, fight: (False, False)


def _only_when_attacked(doubling):
    return lambda st, fight: (False, doubling(st, fight)[1])


def _any_time(third_round):
    return lambda st: True


def _longer(limit):
    return lambda fight: fight.defender_loss


def _all_pay(payers):
    return lambda st, fight: sorted({board.UNIT_NATION[u] for u in fight.attackers})


def _fort_pays(payers):
    def mutant(st, fight):
        nations = set(payers(st, fight))
        if fight.fort and fight.fort_supplied:
            nations.add(board.FORT_NATION[fight.target])
        if fight.defender >= 0:
            nations.add(board.UNIT_NATION[fight.defender])
        return sorted(nations)

    return mutant


def _wander(layers):
    def mutant(start, open, length):
        out = [1 << start]
        for _ in range(length):
            out.append(board.GROUND.around(out[-1]) & open & ~out[-1])
        return out

    return mutant


def _unpinned(displaceable):
    return lambda st, unit, friends, moving=0: friends


def _any_supply(supply_without):
    return lambda st, unit: board.LAND


def _whole_path(pursuit):
    return lambda st, fight: (fight.target, *fight.path[1:-1]) if fight.vacated else ()


def _no_pursuit(pursuit):
    return lambda st, fight: pursuit(st, fight)[:1]


def _no_followers(followers):
    return lambda st, side, hex: []


def _unforced(make_fight):
    return lambda *args: replace(make_fight(*args), forced=False)


def _doubled_force(make_fight):
    """The threshold of two read after doubling."""

    def mutant(st, side, hex, units, infiltrate, printed):
        fight = make_fight(st, side, hex, units, infiltrate, printed)
        return replace(fight, forced=infiltrate and fight.defender >= 0 and fight.defender_loss >= 2)

    return mutant


def _lend_to_all(borrowers):
    return lambda st, lender: [n for n in neutrals.belligerents(st, st.allegiance[lender]) if n != lender]


def _straits_open(black_sea_open):
    return lambda st: True


def _build_anywhere(build_hexes):
    return lambda st, nation: board.WEST_EDGE | board.EAST_EDGE | board.SUPPLY_CITIES[nation]


def _keep_turkish(due):
    return lambda st, nation: 0 if nation == board.TU else due(st, nation)


def _free_to_leave(steps):
    return lambda st, unit: board.GROUND


def _no_ban(remove_austrians):
    return lambda s: None


def _no_blockade(points):
    return lambda st, side: points(st, side) - (75 if side == board.ALLIED else 0)


def _same_side(violate):
    return lambda s, country, by: violate(s, country, 1 - by)


MUTANTS: list[tuple[str, object, str, Callable, Callable]] = [
    ("8.35 winter", combat, "defense", _no_winter, by_the_book),
    ("8.34 rough", combat, "defense", _no_rough, by_the_book),
    ("8.15 supply of attackers", combat, "eligible", _everybody, by_the_book),
    ("8.14b attacked once", combat, "targets", _again, t_combat.test_an_army_is_attacked_once_a_phase_even_after_its_retreat),
    ("8.59a doubling", combat, "doubling", _no_doubling, by_the_book),
    (
        "8.59a Russian attackers",
        combat,
        "doubling",
        _only_when_attacked,
        lambda: t_losses.test_doubling_of_attackers(("rs-1", "rs-2"), "ge-1", [4, 2]),
    ),
    ("8.53a third round", losses, "third_round", _any_time, by_the_book),
    ("8.59b cap of five", losses, "retreat_limit", _longer, t_losses.test_example_german_and_austrian_against_russian),
    ("12.35 German losses", losses, "attacker_payers", _all_pay, t_special.test_only_germans_take_the_losses),
    ("9.21a unsupplied pay", losses, "defender_payers", _fort_pays, by_the_book),
    ("8.6b straight retreat", retreat, "layers", _wander, t_retreat.test_a_retreat_runs_away_step_by_step),
    ("8.63c pinned friends", retreat, "displaceable", _unpinned, t_retreat.test_a_unit_in_an_enemy_zone_is_not_displaced),
    ("8.6b toward supply", retreat, "supply_without", _any_supply, t_retreat.test_a_retreat_ends_in_supply_if_it_can),
    ("8.71c other zones", advance, "pursuit", _whole_path, t_advance.test_pursuit_halts_in_the_zone_of_another_enemy),
    ("8.75c other fortress", advance, "pursuit", _whole_path, t_advance.test_pursuit_stops_before_an_uninvolved_fortification),
    ("8.71a pursuit", advance, "pursuit", _no_pursuit, t_advance.test_pursuit_along_the_path_of_the_retreat),
    ("12.36 follow-up", advance, "followers", _no_followers, t_special.test_an_idle_neighbour_follows_the_stosstruppen),
    ("12.32a forced retreat", combat, "make_fight", _unforced, t_special.test_infiltration_forces_a_retreat),
    ("12.37 printed result", combat, "make_fight", _doubled_force, t_special.test_the_printed_result_decides),
    ("10.3 lenders", economy, "borrowers", _lend_to_all, t_economy.test_germany_alone_lends_among_the_central_powers),
    ("10.31 Straits", economy, "black_sea_open", _straits_open, lambda: t_economy.test_loans_to_russia_need_the_straits("1532")),
    ("10.2x places", economy, "build_hexes", _build_anywhere, t_economy.test_russian_armies_appear_on_the_east_edge),
    (
        "12.6a ceiling",
        economy,
        "due",
        _keep_turkish,
        lambda: t_economy.test_turkeys_own_points_are_replaced_and_borrowed_ones_kept(3, 0, 6),
    ),
    (
        "11.0e who gains",
        movement,
        "violate",
        _same_side,
        lambda: t_neutrals.test_entering_a_neutral_brings_it_in_on_the_other_side("it", "central"),
    ),
    ("12.13a garrison first", movement, "steps", _free_to_leave, t_russia.test_nobody_leaves_russia_before_it_is_garrisoned),
    ("12.5c astray", sequence, "remove_austrians", _no_ban, lambda: t_special.test_an_austrian_astray_leaves_or_is_lost(False)),
    ("15.4 blockade", victory, "points", _no_blockade, lambda: t_victory.test_more_points_win_and_equal_points_draw(0, 75, None)),
]


@pytest.mark.parametrize("name, module, function, mutate, judge", MUTANTS, ids=[m[0] for m in MUTANTS])
def test_a_missing_rule_is_noticed(name, module, function, mutate, judge, monkeypatch):
    """With the rule gone the judge must object."""
    monkeypatch.setattr(module, function, mutate(getattr(module, function)))
    with pytest.raises((AssertionError, FirestepError, KeyError, pytest.fail.Exception)):
        judge()


def test_the_judges_are_fair():
    """Without a mutant nobody objects."""
    assert len(CACHES) >= 3
    by_the_book()
    for _, _, _, _, judge in MUTANTS:
        if judge is not by_the_book:
            judge()


def test_a_city_that_is_not_flagged_is_noticed(monkeypatch):
    """The flags of Russia's cities: without them neither collapse nor surrender."""
    monkeypatch.setattr(russia, "city", lambda s, side, bit, i: None)
    with pytest.raises(AssertionError):
        t_russia.test_collapse_when_the_fourth_city_falls("2014")
