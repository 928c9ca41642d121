"""Chapter wwi.8.6: retreat and displacement."""

from __future__ import annotations

import pytest

from firestep.games.wwi.components import board
from firestep.games.wwi.retreat import Displace, _bent, ways
from firestep.games.wwi.supply import is_supplied
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.wwi.places import near
from games.wwi.positions import MIDDLE, O, crp, disc, field, firsts, hx, params, ring, verbs, where
from games.wwi.test_08_pursuit import cornered

WEST = {"ge-1": hx("nw"), "ge-2": hx("sw")}
I = board.INDEX
#: the field as a source of supply for western Allies, for positions whose walls would starve the defender
SOURCE = {"links": [O]}


def strike(units, die, *, target=O, attackers=("ge-1", "ge-2"), points=20, phase=4, **kw):
    """An attack on the middle of the field. Column 5: a roll of 6 costs the defender 1, 2 to 5 cost him 2, 1 costs him 4."""
    money = {n: points for n in ("fr", "br", "rs", "sb", "it", "ge", "ah")}
    s = field(units, dice=[die], crp=money, phase=phase, **kw)
    return play(s, f"attack {target}", *(f"add {u}" for u in attackers), "go")


def paths(s, length):
    """Every path of a retreat of this length, and what is left to do after it."""
    out = []

    def go(s, path):
        if s.decision is None or "step" not in verbs(s):
            out.append(path)
            return
        for hex in firsts(s, "step"):
            go(play(s.copy(), f"step {hex}"), (*path, hex))

    s = play(s.copy(), f"retreat {length}")
    while "pay" in verbs(s):
        s.take(s.decision.actions[-1])
    go(s, ())
    return out


@rule("wwi.8.6a", "wwi.8.6b", "wwi.8.61b", "wwi.8.64b")
def test_a_retreat_runs_away_step_by_step():
    """Each hex is a neighbour of the one before and one farther from where the army stood; none comes twice."""
    s = strike({**WEST, "fr-1": O}, 1)
    found = paths(s, 4)
    assert len(found) > 4
    for path in found:
        assert [board.GRID.distance(I[O], I[h]) for h in path] == [1, 2, 3, 4]
        for one, two in zip((O, *path), path, strict=False):
            assert board.NEAR[I[one]] >> I[two] & 1
        assert len({O, *path}) == 5
    assert {path[0] for path in found} == {hx("ne"), hx("se")}


@rule("wwi.8.6b")
def test_a_retreat_ends_in_supply_if_it_can():
    """Of two ways out one leads into a pocket: the army must take the other. Its own former hex does not count as a link,
    because it is no longer there to hold it open."""
    units = {"ge-1": hx("n"), "fr-1": O, "ah-1": hx("s", "s"), "ah-2": hx("sw", "sw", "s"), "ah-3": hx("sw", "sw", "nw")}
    s = strike(units, 4, attackers=("ge-1",))
    assert params(s, "attack")[-1]["losses"][1] == 1
    assert paths(s, 1) == [(hx("se"),)]
    # if the pocket is all there is, it must do
    s = strike({**units, "ah-4": hx("se", "se")}, 4, attackers=("ge-1",))
    assert paths(s, 1) == [(hx("sw"),)]
    play(s, "retreat 1", f"step {hx('sw')}")
    assert not is_supplied(s.state, board.UNIT["fr-1"])


@rule("wwi.8.61a")
def test_no_retreat_into_enemy_or_controlled_hexes():
    """Enemies farther back close the hexes they stand in and those next to them."""
    s = strike({**WEST, "fr-1": O, "ah-1": hx("ne", "n")}, 6)
    assert paths(s, 1) == [(hx("se"),)]
    s = strike({**WEST, "fr-1": O, "ah-1": hx("ne")}, 6, hexes=SOURCE)
    assert firsts(s, "retreat") == []
    s = strike({**WEST, "fr-1": O, "ah-1": hx("ne", "se")}, 6, hexes=SOURCE)
    assert firsts(s, "retreat") == [] and "stand" in verbs(s)


def border(home, other):
    """A hex of `home` and an attacker's hex such that the ways out lead into both countries."""
    for x in bits(board.HOME[home]):
        near = board.NEAR[x]
        if near.bit_count() < 6:
            continue
        for a in bits(near):
            out = near & ~board.NEAR[a] & ~(1 << a)
            if out & board.HOME[home] and out & board.HOME[other] and out & ~board.HOME[home] == out & board.HOME[other]:
                return board.NUMBER[x], board.NUMBER[a], board.hexes(out & board.HOME[home]), board.hexes(out & board.HOME[other])
    raise AssertionError("no such border on the map")


@rule("wwi.8.61e")
def test_a_unit_stays_in_its_own_country_if_it_can():
    """A Russian army on the Austrian border retreats within Russia; only when that is barred may it cross the border."""
    x, a, at_home, _ = border(board.RS, board.AH)
    s = strike({"ge-1": a, "ge-2": _beside(x, a), "rs-1": x}, 6, target=x)
    # six may cost one point, doubled: look at one hex of retreat
    homeward = paths(s, 1)
    assert homeward and all(h in at_home for (h,) in homeward)
    # the same hexes are open to a Serbian army, which is not at home there
    s = strike({"ge-1": a, "ge-2": _beside(x, a), "sb-1": x}, 6, target=x)
    assert {h for (h,) in paths(s, 1)} & set(at_home)


def _beside(x, a):
    """A second attacker's hex next to the first, so that the attack is strong enough."""
    return next(board.NUMBER[j] for j in bits(board.NEAR[I[x]] & board.NEAR[I[a]]))


@rule("wwi.8.61e")
def test_abroad_when_home_is_barred():
    """With its own country's hexes under enemy control the army leaves it."""
    for x in bits(board.HOME[board.RS]):
        abroad = board.NEAR[x] & board.HOME[board.AH]
        homes = board.NEAR[x] & board.HOME[board.RS]
        for a in bits(homes):
            if abroad & ~board.NEAR[a] & ~(1 << a) and not homes & ~board.NEAR[a] & ~(1 << a) and board.NEAR[x].bit_count() == 6:
                s = (
                    strike({"ge-1": board.NUMBER[a], "rs-1": board.NUMBER[x]}, 5, target=board.NUMBER[x], attackers=("ge-1",))
                    if board.CLEAR >> x & 1
                    else None
                )
                if s is None:
                    continue
                ends = {h for (h,) in paths(s, 1)}
                assert ends & set(board.hexes(abroad)) and not ends & set(board.hexes(homes))
                return
    pytest.fail("no such border")


@rule("wwi.8.61c")
def test_no_retreat_over_a_blocked_side():
    """The hex behind a wall is no way out."""
    for x, y in [p for w in board.WALLS for p in (w, w[::-1])]:
        for a in bits(board.NEAR[x]):
            if (
                not board.NEAR[a] >> y & 1
                and board.LAND >> y & 1
                and not _neutral_land() >> y & 1
                and not _neutral_land() >> x & 1
                and not _neutral_land() >> a & 1
            ):
                s = field({"ge-1": board.NUMBER[a], "ge-2": "pool", "it-1": board.NUMBER[x]}, dice=[1], crp={"it": 20, "ge": 9})
                if f"attack {board.NUMBER[x]}" not in texts(s):
                    continue
                play(s, f"attack {board.NUMBER[x]}", "add ge-1", "go")
                if "1" not in firsts(s, "retreat"):
                    continue
                assert board.NUMBER[y] not in {h for (h,) in paths(s, 1)}
                assert board.GRID.distance(x, y) == 1
                return
    pytest.fail("no wall to test")


def _neutral_land():
    """Neutral countries on turn 3."""
    return sum(board.HOME[n] for n in (board.NE, board.BU, board.GK, board.AB, board.RM))


@rule("wwi.8.61c")
def test_no_retreat_into_a_neutral_country():
    """A Serbian army next to Bulgaria may not retreat into it while it is neutral; it may when Bulgaria is an ally."""
    for x in bits(board.HOME[board.SB]):
        for a in bits(board.NEAR[x] & ~_neutral_land()):
            for c in bits(board.NEAR[x] & board.NEAR[a] & ~_neutral_land()):
                out = board.NEAR[x] & ~(board.NEAR[a] | board.NEAR[c] | 1 << a | 1 << c)
                if out & board.HOME[board.BU] and f"attack {board.NUMBER[x]}" in texts(
                    field({"ge-1": board.NUMBER[a], "ge-2": board.NUMBER[c], "br-1": board.NUMBER[x]})
                ):
                    units = {"ge-1": board.NUMBER[a], "ge-2": board.NUMBER[c], "br-1": board.NUMBER[x]}
                    s = strike(units, 6, target=board.NUMBER[x], hexes={"links": [board.NUMBER[x]]})
                    ends = {h for (h,) in paths(s, 1)} if "1" in firsts(s, "retreat") else set()
                    assert not ends & set(board.hexes(board.HOME[board.BU]))
                    s = strike(units, 6, target=board.NUMBER[x], hexes={"links": [board.NUMBER[x]]}, allegiance={"bu": "allied"})
                    assert {h for (h,) in paths(s, 1)} & set(board.hexes(board.HOME[board.BU]))
                    return
    pytest.fail("no such border")


@rule("wwi.8.61d")
def test_no_retreat_into_the_transit_area_or_off_the_map():
    """At the door of the Transit Area and at the west edge there is nowhere to go if the land is barred."""
    door = I["0110"]
    near = bits(board.NEAR[door])
    units = {f"ge-{k}": board.NUMBER[j] for k, j in enumerate(near, 1)}
    s = field({**units, "fr-1": "0110"}, dice=[1], crp={"fr": 20, "ge": 9})
    play(s, "attack 0110", *(f"add {u}" for u in units), "go")
    assert verbs(s) == {"stand"}
    edge = next(board.NUMBER[i] for i in bits(board.EAST_EDGE & board.CLEAR) if board.NEAR[i].bit_count() == 4)
    near = [board.NUMBER[j] for j in bits(board.NEAR[I[edge]]) if not board.EAST_EDGE >> j & 1]
    s = field({"ge-1": near[0], "ge-2": near[1], "rs-1": edge}, dice=[4], crp={"rs": 20, "ge": 9})
    play(s, f"attack {edge}", "add ge-1", "add ge-2", "go")
    assert verbs(s) == {"stand"}


# the north-east is controlled by the attacker in the north, the south and south-east by the army behind them
THROUGH = {"ge-1": hx("n"), "ge-2": hx("nw"), "ah-1": hx("se", "s"), "fr-1": O}


@rule("wwi.8.62")
def test_a_friend_opens_a_controlled_hex_for_retreat():
    """Without a friend there is no way out; through his hex, though an enemy controls it, there is one."""
    assert firsts(strike(THROUGH, 3), "retreat") == []
    s = strike({**THROUGH, "fr-2": hx("ne")}, 3)
    assert firsts(s, "retreat") == ["2"]
    assert {path[0] for path in paths(s, 2)} == {hx("ne")}
    assert {path[1] for path in paths(s, 2)} == {hx("ne", "ne"), hx("ne", "se")}
    assert where(play(s, "retreat 2", f"step {hx('ne')}", f"step {hx('ne', 'ne')}"), "fr-2") == hx("ne")


# -- displacement ----------------------------------------------------------------------------------------------------------

#: the only final hex of one step is the north-east, where a friend stands
BUMP = {**WEST, "ah-1": hx("se", "s"), "fr-1": O, "fr-2": hx("ne")}


@rule("wwi.8.63a", "wwi.8.63b")
def test_a_friend_is_displaced_one_hex():
    """The friend in the only safe hex makes room: one hex, free of enemies and of their zones."""
    s = strike(BUMP, 6)
    assert firsts(s, "retreat") == ["1"]
    play(s, "retreat 1", f"step {hx('ne')}")
    assert texts(s) == sorted(f"displace fr-2 {h}" for h in (hx("n", "ne"), hx("ne", "ne"), hx("ne", "se")))
    assert s.decision.seat_name == "allied"
    play(s, f"displace fr-2 {hx('ne', 'ne')}")
    assert (where(s, "fr-1"), where(s, "fr-2")) == (hx("ne"), hx("ne", "ne"))
    # an enemy behind takes two of the three hexes away
    s = strike({**BUMP, "ah-2": hx("ne", "ne", "n")}, 6)
    play(s, "retreat 1", f"step {hx('ne')}")
    assert texts(s) == [f"displace fr-2 {hx('ne', 'se')}"]


@rule("wwi.8.63a")
def test_no_displacement_while_another_hex_is_free():
    """With the south-east open the army must go there and leave its friend alone."""
    units = {u: h for u, h in BUMP.items() if u != "ah-1"}
    assert paths(strike(units, 6), 1) == [(hx("se"),)]


@rule("wwi.8.63c", "wwi.8.63e")
def test_a_unit_in_an_enemy_zone_is_not_displaced():
    """An enemy next to the friend pins him: no retreat of one hex, the loss must be paid, or the army dies."""
    pinned = {**BUMP, "ah-2": hx("ne", "ne")}
    s = strike(pinned, 6, hexes=SOURCE)
    assert texts(s) == ["stand"]
    s = strike(pinned, 6, points=0, hexes=SOURCE)
    assert texts(s) == ["destroy"]


#: all hexes to which fr-2 could go are held by friends, or controlled
CHAIN = {**BUMP, "fr-3": hx("n", "ne"), "fr-4": hx("ne", "ne"), "fr-5": hx("ne", "se")}


@rule("wwi.8.63d")
def test_a_chain_of_displacements():
    """The friend has only friends around him: he bumps one of them, who moves on."""
    s = strike(CHAIN, 6)
    play(s, "retreat 1", f"step {hx('ne')}")
    assert texts(s) == sorted(f"displace fr-2 {CHAIN[u]}" for u in ("fr-3", "fr-4", "fr-5"))
    play(s, f"displace fr-2 {hx('ne', 'ne')}")
    options = firsts(s, "displace")
    assert set(options) == {"fr-4"}
    target = hx("ne", "ne", "ne")
    assert ("displace", "fr-4", target) in s.decision.actions
    assert all(a[2] not in {CHAIN["fr-3"], CHAIN["fr-5"], O, hx("ne")} for a in s.decision.actions)
    play(s, f"displace fr-4 {target}")
    assert [where(s, u) for u in ("fr-1", "fr-2", "fr-4")] == [hx("ne"), hx("ne", "ne"), target]
    hexes = [h for h in s.state.at if h >= 0]
    assert len(hexes) == len(set(hexes))


@rule("wwi.8.63d", "wwi.8.63e")
def test_a_chain_breaks_at_a_pinned_unit():
    """If every friend next to him stands in an enemy zone, nobody moves and the army pays or dies."""
    pins = {"ah-2": hx("n", "n", "ne"), "ah-3": hx("ne", "ne", "ne"), "ah-4": hx("ne", "se", "se")}
    s = strike({**CHAIN, **pins}, 6, hexes=SOURCE)
    assert texts(s) == ["stand"]
    # one of them free: the chain runs through him alone
    free = {u: h for u, h in pins.items() if u != "ah-2"}
    s = strike({**CHAIN, **free}, 6)
    assert firsts(s, "retreat") == ["1"]
    play(s, "retreat 1", f"step {hx('ne')}")
    assert texts(s) == [f"displace fr-2 {CHAIN['fr-3']}"]


@rule("wwi.8.63d")
def test_a_crowd_of_friends():
    """Thirty-seven armies shoulder to shoulder: the one in the middle can still bump its neighbours outward, whoever they are."""
    crowd = [u for u in board.UNITS if u.split("-")[0] in ("fr", "rs", "br", "it")]
    s = field(dict(zip(crowd, (board.NUMBER[i] for i in disc(MIDDLE, 3)), strict=False)))
    assert set(board.hexes(ways(s.state, s.state.unit_in(MIDDLE), 1).ends)) == set(ring())
    # the same with every army of the rim pinned by enemies around it: no chain leads out
    foes = [u for u in board.UNITS if u.split("-")[0] in ("ge", "ah")]
    rim = [board.NUMBER[i] for i in disc(MIDDLE, 4) if board.GRID.distance(i, MIDDLE) == 4]
    s = field(dict(zip(crowd, (board.NUMBER[i] for i in disc(MIDDLE, 3)), strict=False)) | dict(zip(foes, rim, strict=False)))
    assert ways(s.state, s.state.unit_in(MIDDLE), 1).ends == 0


@rule("wwi.8.63a")
def test_allies_of_another_nation_are_displaced_too():
    """A British army makes room for a French one (ruling R22)."""
    units = {u: h for u, h in BUMP.items() if u != "fr-2"} | {"br-1": hx("ne")}
    s = play(strike(units, 6), "retreat 1", f"step {hx('ne')}")
    assert firsts(s, "displace")[0] == "br-1"


@rule("wwi.8.63a")
def test_a_displaced_unit_was_not_attacked():
    """It may still be attacked in the same phase (ruling R18); the one that retreated may not."""
    s = play(strike(BUMP, 6), "retreat 1", f"step {hx('ne')}", f"displace fr-2 {hx('ne', 'ne')}")
    assert not s.state.attacked >> board.UNIT["fr-2"] & 1 and s.state.attacked >> board.UNIT["fr-1"] & 1


# -- terrain ---------------------------------------------------------------------------------------------------------------


@rule("wwi.8.64a", "wwi.8.6c")
def test_rough_hexes_count_as_one():
    """Four hexes of mountain are a retreat of four, though they would cost eight Movement Points."""
    for x in bits(board.ROUGH & board.HOME[board.AH]):
        for d in range(6):
            way = board.GRID.ray(x, d, 4)
            if (
                len(way) == 4
                and all(board.ROUGH & board.HOME[board.AH] & 1 << i for i in way)
                and all(board.NEAR[i] >> j & 1 for i, j in zip((x, *way), way, strict=False))
            ):
                back = x - board.GRID.shifts[d]
                if not board.NEAR[x] >> back & 1 or _neutral_land() >> back & 1:
                    continue
                side = [j for j in bits(board.NEAR[x] & board.NEAR[back]) if not _neutral_land() >> j & 1]
                if not side:
                    continue
                s = field(
                    {"fr-1": board.NUMBER[back], "fr-2": board.NUMBER[side[0]], "ah-1": board.NUMBER[x]},
                    phase=5,
                    dice=[1],
                    crp={"ah": 20, "fr": 9},
                )
                play(s, f"attack {board.NUMBER[x]}", "add fr-1", "add fr-2", "go")
                loss = params(s, "attack")[-1]["losses"][1]
                assert loss == 3 + (params(s, "attack")[-1]["column"] >= 5)
                assert str(loss) in firsts(s, "retreat")
                assert tuple(board.NUMBER[i] for i in way[:loss]) in paths(s, loss)
                return
    pytest.fail("no mountains")


@rule("wwi.8.64b")
def test_no_retreat_by_sea_or_by_rail():
    """A British army on an open coast with the land barred stays and pays; on a railway one point is one hex."""
    x = next(i for i in bits(board.SEA_START & board.HOME[board.IT]) if 1 <= board.NEAR[i].bit_count() <= 5)
    units = {f"ge-{k}": board.NUMBER[j] for k, j in enumerate(bits(board.NEAR[x]), 1)}
    s = field({**units, "br-1": board.NUMBER[x]}, dice=[1], crp={"br": 20, "ge": 20}, hexes={"links": [board.NUMBER[x]]})
    play(s, f"attack {board.NUMBER[x]}", *(f"add {u}" for u in units), "go")
    assert firsts(s, "retreat") == []
    s = strike({**WEST, "fr-1": O}, 6)
    assert all(len(path) == 1 and path[0] in ring() for path in paths(s, 1))


@rule("wwi.8.63b")
def test_displacement_prefers_the_own_country():
    """A Russian army displaced in Russia stays in Russia if an empty hex there is open."""
    x = next(
        x
        for x in bits(board.HOME[board.RS] & board.CLEAR)
        if board.NEAR[x] & board.HOME[board.AH]
        and (board.NEAR[x] & board.HOME[board.RS]).bit_count() >= 3
        and board.NEAR[x].bit_count() == 6
    )
    from firestep.games.wwi.retreat import havens

    s = field({"rs-1": board.NUMBER[x]})
    assert havens(s.state, board.UNIT["rs-1"], 0) == board.NEAR[x] & board.HOME[board.RS]
    s = field({"fr-1": board.NUMBER[x]})
    assert havens(s.state, board.UNIT["fr-1"], 0) == board.NEAR[x]


def test_points_are_paid_before_the_retreat_is_walked():
    """A retreat shorter than the loss: the rest is paid by the same player."""
    s = strike({**WEST, "fr-1": O}, 1)
    play(s, "retreat 1", "pay fr 3")
    assert crp(s, "fr") == 17 and verbs(s) == {"step"}


def test_the_table_shows_the_way_of_a_retreat_while_it_is_chosen():
    """The army stands where it stood until the way is complete; the page draws what was chosen so far."""
    s = play(strike({**WEST, "fr-1": O}, 1), "retreat 4")
    while "pay" in verbs(s):
        s.take(s.decision.actions[-1])
    assert s.game.view(s, 0)["battle"] == {"retreats": "fr-1", "path": [O]}
    first = firsts(s, "step")[0]
    play(s, f"step {first}")
    assert s.game.view(s, 0)["battle"] == {"retreats": "fr-1", "path": [O, first]}
    assert "the French 1st Army, 3 more hexes" in s.decision.prompt


@rule("wwi.15.1a", "wwi.8.63a")
def test_who_makes_room_takes_the_hex_he_goes_to() -> None:
    """A displaced army enters a centre like any other."""
    lodz = "1814"
    st = field({"ah-1": near(lodz)[0]}, phase=5)
    st.agenda.append(Displace(board.UNIT["ah-1"], 0))
    play(st, f"displace ah-1 {lodz}")
    assert st.state.central_centres >> I[lodz] & 1


@rule("wwi.8.61b", "wwi.8.6b")
def test_a_bent_retreat_never_comes_back() -> None:
    """Two empty hexes behind the army and nothing else: it can bend once, not twice, and not through where it stood."""
    s = cornered(points=30)
    u = board.UNIT["fr-1"]
    assert ways(s.state, u, 2).ends and not ways(s.state, u, 3).ends and not ways(s.state, u, 4).ends


@rule("wwi.8.6b", "wwi.8.61e")
def test_among_bends_home_goes_before_abroad_and_supply_before_none() -> None:
    """Paths equally straight: the one inside the own country is kept, and of several the one that ends in supply."""
    st = field({"rs-1": O, "ge-1": hx("n", "n", "n")}).state  # the northern end is in its zone: no supply reaches it
    u = board.UNIT["rs-1"]
    fed, cut = (I[hx("se")], I[hx("se", "se")]), (I[hx("n")], I[hx("n", "n")])
    found = _bent(st, u, [fed, cut], [board.LAND], st.occ[board.ALLIED])
    assert found.paths == [fed] and found.ends == 1 << fed[-1]
    st = field({"rs-1": O}).state  # both ends in supply; the northern way leads abroad, let us say
    home = board.HOME[board.RS] & ~(1 << cut[0])
    assert _bent(st, u, [fed, cut], [home, board.LAND], st.occ[board.ALLIED]).paths == [fed]
    assert _bent(st, u, [cut], [home, board.LAND], st.occ[board.ALLIED]).paths == [cut]
