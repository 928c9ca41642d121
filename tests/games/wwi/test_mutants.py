"""Single rules taken out of the game: each time the referee must notice. A referee who sleeps is no proof of anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from firestep.games.wwi import movement, rail, supply, zones
from firestep.games.wwi.components import board
from firestep.games.wwi.ground import Reach, reach
from firestep.games.wwi.state import State
from games.wwi import agreement

Patch = pytest.MonkeyPatch
POSITIONS = 110


@pytest.fixture(autouse=True)
def _clean_memory() -> Iterator[None]:
    """What a mutant computed must not be remembered by anybody else."""
    agreement.forget()
    yield
    agreement.forget()


def reach_with(**change: Callable[..., Any]) -> Callable[..., Reach]:
    """The reach of the game with one of its arguments changed: `zone=lambda zone, start: 0`."""

    def changed(
        ground: Any,
        cheap: int,
        dear: int,
        start: int,
        open: int,
        zone: int,
        link: int,
        points: int,
        spent: tuple[int, int, int] = (0, -1, -1),
        halts: int = 0,
    ) -> Reach:
        args = {"cheap": cheap, "dear": dear, "open": open, "zone": zone, "link": link, "points": points}
        for name, new in change.items():
            args[name] = new(args[name], start)
        walk = (args[k] for k in ("open", "zone", "link", "points"))
        return reach(ground, args["cheap"], args["dear"], start, *walk, spent, halts=halts)

    return changed


def no_stop_in_zones(m: Patch) -> None:
    m.setattr(movement, "reach", reach_with(zone=lambda zone, start: 0))


def zone_to_zone(m: Patch) -> None:
    m.setattr(movement, "reach", reach_with(zone=lambda zone, start: zone & ~start))


def rough_is_clear(m: Patch) -> None:
    m.setattr(movement, "reach", reach_with(cheap=lambda cheap, start: board.LAND, dear=lambda dear, start: 0))


def clear_is_rough(m: Patch) -> None:
    m.setattr(movement, "reach", reach_with(cheap=lambda cheap, start: 0, dear=lambda dear, start: board.LAND))


def six_points(m: Patch) -> None:
    m.setattr(board, "MOVEMENT_POINTS", 6)


def four_points(m: Patch) -> None:
    m.setattr(board, "MOVEMENT_POINTS", 4)


def no_rail(m: Patch) -> None:
    m.setattr(movement, "reach", reach_with(link=lambda link, start: 0))


def rail_without_link(m: Patch) -> None:
    m.setattr(movement, "reach", reach_with(link=lambda link, start: board.RAIL))


def rail_only_at_the_start(m: Patch) -> None:
    m.setattr(movement, "reach", reach_with(link=lambda link, start: link & start))


def link_ignores_zones(m: Patch) -> None:
    m.setattr(rail, "clear_of_zones", zones.passable)


def friends_do_not_open_links(m: Patch) -> None:
    m.setattr(rail, "clear_of_zones", lambda st, side: zones.passable(st, side) & ~zones.zone(st, 1 - side))


def one_city_ends_a_link(m: Patch) -> None:
    m.setattr(rail, "paired", lambda cities, open: cities & open)


def enemies_may_be_entered(m: Patch) -> None:
    m.setattr(movement, "passable", lambda st, side: board.LAND & ~st.neutral)


def forts_may_be_entered(m: Patch) -> None:
    m.setattr(movement, "passable", lambda st, side: board.LAND & ~st.neutral & ~st.occ[1 - side])


def neutrals_may_be_entered(m: Patch) -> None:
    m.setattr(movement, "passable", lambda st, side: board.LAND & ~zones.held(st, 1 - side))


def armies_leave_russia(m: Patch) -> None:
    m.setattr(movement, "steps", lambda st, unit: board.GROUND)


def no_blocked_sides(m: Patch) -> None:
    m.setattr(board, "GROUND", board.UNWALLED)


def zones_over_borders(m: Patch) -> None:
    m.setattr(zones, "zone_of", lambda units, neutral: board.GROUND.around(units))


def no_zones(m: Patch) -> None:
    m.setattr(zones, "zone_of", lambda units, neutral: 0)


def no_delay_of_allied_zones(m: Patch) -> None:
    m.setattr(zones, "_delayed_zone", lambda st, units: zones.zone_of(units, st.neutral))


def victims_without_zones(m: Patch) -> None:
    m.setattr(
        zones,
        "_delayed_zone",
        lambda st, units: (
            zones.zone_of(units, st.neutral) & ~sum(board.HOME[n] for n in range(len(board.COUNTRIES)) if st.delayed >> n & 1)
        ),
    )


def weak_forts_control(m: Patch) -> None:
    m.setattr(board, "STRONG_FORTS", board.FORTS)


def forts_do_not_control(m: Patch) -> None:
    m.setattr(board, "STRONG_FORTS", 0)


def supply_ignores_zones(m: Patch) -> None:
    _ground(m, lambda st, side: zones.passable(st, side))


def friends_do_not_open_paths(m: Patch) -> None:
    _ground(m, lambda st, side: zones.passable(st, side) & ~(zones.zone(st, 1 - side) & ~st.forts_of_side(side)))


def forts_do_not_open_paths(m: Patch) -> None:
    _ground(m, lambda st, side: zones.passable(st, side) & ~(zones.zone(st, 1 - side) & ~st.occ[side]))


def paths_through_enemies(m: Patch) -> None:
    _ground(m, lambda st, side: zones.clear_of_zones(st, side) | zones.held(st, 1 - side))


def _ground(m: Patch, rule: Callable[[State, int], int]) -> None:
    m.setattr(supply, "clear_of_zones", rule)


def one_dependent_city(m: Patch) -> None:
    m.setattr(supply, "paired", supply.flood)


def allies_feed_germans(m: Patch) -> None:
    both = board.SUPPLY_CITIES[board.GE] | board.SUPPLY_CITIES[board.AH]
    m.setattr(board, "SUPPLY_CITIES", tuple(both if n in (board.GE, board.AH) else c for n, c in enumerate(board.SUPPLY_CITIES)))


def minors_need_their_own_cities(m: Patch) -> None:
    old = supply.paired
    m.setattr(supply, "paired", lambda cities, open: old(cities, open) if cities != board.SUPPLY_CITIES[board.AH] else 0)


def no_italian_edge(m: Patch) -> None:
    m.setattr(supply, "west_sources", lambda st: board.WEST_EDGE & board.HOME[board.FR] | supply.active_links(st))


def italian_edge_always(m: Patch) -> None:
    m.setattr(supply, "west_sources", lambda st: board.WEST_EDGE | supply.active_links(st))
    m.setattr(zones, "passable", lambda st, side: (board.LAND & ~st.neutral | board.HOME[board.IT]) & ~zones.held(st, 1 - side))


def east_edge_for_ever(m: Patch) -> None:
    m.setattr(supply, "east_sources", lambda st: board.EAST_EDGE)


def dead_links_feed(m: Patch) -> None:
    m.setattr(supply, "active_links", lambda st: st.links)


def links_ignore_the_straits(m: Patch) -> None:
    m.setattr(supply, "active_links", lambda st: st.links & ~st.links_off)


def no_sea_links(m: Patch) -> None:
    m.setattr(supply, "active_links", lambda st: 0)


MUTANTS: list[Callable[[Patch], None]] = [
    no_stop_in_zones,
    zone_to_zone,
    rough_is_clear,
    clear_is_rough,
    six_points,
    four_points,
    no_rail,
    rail_without_link,
    rail_only_at_the_start,
    link_ignores_zones,
    friends_do_not_open_links,
    one_city_ends_a_link,
    enemies_may_be_entered,
    forts_may_be_entered,
    neutrals_may_be_entered,
    armies_leave_russia,
    no_blocked_sides,
    zones_over_borders,
    no_zones,
    no_delay_of_allied_zones,
    victims_without_zones,
    weak_forts_control,
    forts_do_not_control,
    supply_ignores_zones,
    friends_do_not_open_paths,
    forts_do_not_open_paths,
    paths_through_enemies,
    one_dependent_city,
    allies_feed_germans,
    minors_need_their_own_cities,
    no_italian_edge,
    italian_edge_always,
    east_edge_for_ever,
    dead_links_feed,
    links_ignore_the_straits,
    no_sea_links,
]


def test_without_a_mutant_all_agree() -> None:
    """The positions themselves are sound: with the rules as they are there is no disagreement."""
    assert not any(v.faults() for v in agreement.scattered(POSITIONS))


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda f: f.__name__)
def test_the_referee_notices(mutant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    """With one rule broken the game and the referee disagree about at least one of the positions."""
    verdicts = agreement.scattered(POSITIONS)
    mutant(monkeypatch)
    assert any(v.faults() for v in verdicts), f"nobody noticed {mutant.__name__}"
