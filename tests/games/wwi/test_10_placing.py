"""Armies that are built or arrive: what they occupy by it, and ruins that rise again under the enemy's eyes."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.victory import points
from firestep.testing import keys, play, rule, texts
from games.wwi.places import country, near
from games.wwi.positions import field, firsts


def build(units: dict[str, str], side: str, **kw: Any) -> Session[Any]:
    return field(units, phase=10, segment=f"build-{side}", **kw)


#: every hex with a Resource Center where a nation's new army can appear
SITES = [
    (n, board.SEATS[side], h)
    for n, side, mask in (
        *((c, 0, board.WEST_EDGE & board.HOME[board.FR]) for c in ("fr", "br", "br-bef")),
        *((c, 1, board.SUPPLY_CITIES[board.NATION[c]]) for c in ("ge", "ah", "tu")),
        ("bl", 0, board.SUPPLY_CITIES[board.BL]),
        ("it", 0, board.SUPPLY_CITIES[board.IT] | board.WEST_EDGE & board.HOME[board.IT]),
        ("rs", 0, board.EAST_EDGE),
    )
    for h in board.hexes(mask & board.CENTRES)
]


@rule("wwi.15.1a")
@pytest.mark.parametrize(("kind", "side", "hex"), SITES)
def test_an_army_built_on_a_resource_center_occupies_it(kind: str, side: str, hex: str) -> None:
    """The enemy was the last to pass; the new army stands there and the five points are its side's again."""
    enemy = "central" if side == "allied" else "allied"
    s = build({}, side, turn=5, crp={kind.split("-")[0]: 5}, allegiance={"bl": "allied"}, hexes={f"centres-{enemy}": [hex]})
    mine = board.SEATS.index(side)
    before = points(s.state, mine), points(s.state, 1 - mine)
    play(s, f"build {kind} {hex}")
    assert (points(s.state, mine), points(s.state, 1 - mine)) == (before[0] + 5, before[1] - 5)
    assert "centre" in keys(s)


def test_there_are_centres_to_build_on() -> None:
    """Paris, Le Creusot, Antwerp, Milan, Turin, Constantinople and the German and Austrian cities are among them."""
    assert {"0106", "0109", "0505", "0314", "0113", "1733", "1409", "1216"} <= {h for _, _, h in SITES}


@rule("wwi.15.1a", "wwi.14.24")
def test_a_us_army_that_arrives_in_paris_takes_it_back() -> None:
    """Arriving is occupying as well."""
    s = field({}, turn=8, phase=10, segment="income", hexes={"centres-central": ["0106"]})
    play(s, "arrive 0106")
    assert s.state.allied_centres >> board.INDEX["0106"] & 1 and not s.state.central_centres >> board.INDEX["0106"] & 1


@rule("wwi.9.17b")
def test_an_army_built_on_a_sea_link_cuts_it() -> None:
    """A Turkish army raised in Constantinople stands in the hex where the Allies had landed."""
    s = build({}, "central", turn=5, crp={"tu": 5}, hexes={"links": ["1733"]})
    assert not s.state.links_off
    play(s, "build tu 1733")
    assert board.hexes(s.state.links_off) == ["1733"] and "link-off" in keys(s)


@rule("wwi.9.17c")
def test_an_army_built_on_a_cut_link_opens_it() -> None:
    """An Italian army raised in Naples holds the landing place again (ruling R72)."""
    s = build({}, "allied", turn=5, crp={"it": 5}, hexes={"links": ["0323"], "links-off": ["0323"]})
    play(s, "build it 0323")
    assert not s.state.links_off and "link-on" in keys(s)


@rule("wwi.10.23", "wwi.9.16b")
def test_italys_edge_is_a_source_only_for_an_ally() -> None:
    """An Italy that fights for the Central Powers builds in its cities alone (wwi.9.13)."""
    edge = board.hexes(board.WEST_EDGE & board.HOME[board.IT])
    allied = build({}, "allied", turn=5, crp={"it": 5})
    central = build({}, "central", turn=5, crp={"it": 5}, allegiance={"it": "central"})
    assert all(f"build it {h}" in texts(allied) for h in edge)
    assert not any(f"build it {h}" in texts(central) for h in edge) and "build it 0323" in texts(central)
    assert [r.rule for r in central.why_not(f"build it {edge[0]}")] == ["wwi.10.23"]


@rule("wwi.10.2d", "wwi.6.52a", "wwi.6.6a")
def test_verdun_rises_again_under_the_guns_of_metz() -> None:
    """Metz controls the ruin. A fortification is no unit, and standing it holds its own hex: in supply it may be rebuilt; a French
    army could not be built in a hex like this."""
    s = build({}, "allied", turn=5, crp={"fr": 9}, forts=["0509"])
    assert {"0408", "0409"} <= {a[1] for a in s.decision.actions if a[0] == "rebuild"}
    play(s, "rebuild 0408")
    assert s.state.forts >> board.INDEX["0408"] & 1


@rule("wwi.10.2d")
def test_a_ruin_that_would_stand_alone_is_not_rebuilt() -> None:
    """Germans all around Verdun: rebuilt it would be cut off at once. One gap that they do not control is enough."""
    ring = near("0408")
    s = build({f"ge-{k}": h for k, h in enumerate(ring, 1)}, "allied", turn=5, crp={"fr": 9})
    assert "rebuild 0408" not in texts(s)
    assert [r.rule for r in s.why_not("rebuild 0408")] == ["wwi.10.2d"]
    west = next(h for h in ring if country(h) == "fr" and h < "0408")
    far = next(h for h in ring if board.GRID.distance(board.INDEX[h], board.INDEX[west]) == 2)
    assert "rebuild 0408" in texts(build({"ge-1": far}, "allied", turn=5, crp={"fr": 9}))
    assert "rebuild 0408" not in texts(build({"ge-1": "0408"}, "allied", turn=5, crp={"fr": 9}))


@rule("wwi.10.2d", "wwi.12.43a")
def test_no_ruin_is_rebuilt_under_an_enemy_army() -> None:
    """Friends all around do not help: the enemy stands in it."""
    verdun = "0408"
    s = field(
        {"ge-1": verdun, **{f"fr-{k}": n for k, n in enumerate(near(verdun), 1) if k < 7}},
        phase=10,
        segment="build-allied",
        crp={"fr": 9},
    )
    assert verdun not in firsts(s, "rebuild") and [r.rule for r in s.why_not(f"rebuild {verdun}")] == ["wwi.10.2d"]
