"""Chapter 10: Combat Resource Points, building, rebuilding and loans; with wwi.12.6, the Turkish ceiling."""

from __future__ import annotations

import random

import pytest

import firestep
from firestep.games.wwi.components import board
from firestep.games.wwi.economy import borrowers
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.wwi.places import place
from games.wwi.positions import FORTS, O, crp, field, firsts, hx, params, verbs, where

ALLIES_AT_WAR = {"it": "allied", "bl": "allied", "gk": "allied", "rm": "allied", "us": "allied"}


def build(units=None, side="allied", **kw):
    kw.setdefault("crp", {})
    return field(units or {}, phase=10, segment=f"build-{side}", **kw)


def loans(side="allied", **kw):
    return field({}, phase=10, segment=f"loans-{side}", **kw)


def places(s, kind):
    return [a[2] for a in s.decision.actions if a[:2] == ("build", kind)]


@rule("wwi.10.0a", "wwi.crp.start")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_starting_stocks(scenario):
    """Stocks as printed on the track; Serbia, Rumania, Greece, the Netherlands and Bulgaria have none and never earn any."""
    s = firestep.start("wwi", scenario)
    stock = {n: crp(s, n) for n in board.NATIONS}
    assert stock == {
        "bl": 1,
        "tu": 6,
        "fr": 15,
        "it": 15,
        "ah": 20,
        "us": 20,
        "rs": 30,
        "ge": 40,
        "br": 0,
        "bu": 0,
        "gk": 0,
        "ne": 0,
        "rm": 0,
        "sb": 0,
    }
    for poor in ("bu", "gk", "ne", "rm", "sb"):
        assert sum(board.INCOME[turn][board.NATION[poor]] for turn in range(1, 11)) == 0


@rule("wwi.10.0b", "wwi.10.0c", "wwi.10.32b")
@pytest.mark.parametrize("seed", [1, 2])
def test_every_point_is_accounted_for(seed):
    """Through a whole game stocks change only by income, losses, building and loans; what is left over stays."""
    s = firestep.start("wwi", "historical", seed=seed)
    rng = random.Random(seed)
    stock = {n: crp(s, n) for n in board.NATIONS}
    own = stock["tu"]
    seen = 0
    while s.decision is not None and s.state.turn < 6:
        s.take(rng.choice(s.decision.actions))
        for e in s.journal_since(seen):
            seen += 1
            p = e.params
            if e.key == "income":
                for n, k in p["points"].items():
                    stock[n] += k
                    if n == "tu":
                        stock[n] -= own  # what is left of its own is lost (wwi.12.6)
                        own = k
            elif e.key == "pays":
                stock[p["nation"]] -= p["points"]
                own = min(own, max(own - p["points"], 0)) if p["nation"] == "tu" else own
            elif e.key == "builds":
                n = board.NATIONS[board.UNIT_NATION[board.UNIT[p["unit"]]]]
                stock[n] -= 5
                own = max(own - 5, 0) if n == "tu" else own
            elif e.key == "rebuilds":
                stock[p["nation"]] -= p["points"]
                own = max(own - p["points"], 0) if p["nation"] == "tu" else own
            elif e.key == "lends":
                stock[p["lender"]] -= p["points"]
                stock[p["borrower"]] += p["points"]
            elif e.key == "collapse":
                stock["rs"] = 0
        assert stock == {n: crp(s, n) for n in board.NATIONS}
    assert seen > 100


@rule("wwi.10.0c", "wwi.10.0d")
def test_stocks_accumulate_without_limit():
    """Ninety points and an income of forty are a hundred and thirty, beyond the printed track."""
    s = field({}, phase=10, segment="income", crp={"ge": 90, "rs": 95})
    assert crp(s, "ge") == 130 and crp(s, "rs") == 135


@rule("wwi.10.0e")
def test_nation_codes():
    """Fourteen nations with stocks, and the side each of them takes when it joins as the rules foresee."""
    assert set(board.NATIONS) == {"br", "fr", "us", "rs", "sb", "it", "bl", "ne", "gk", "rm", "ge", "ah", "tu", "bu"}
    s = firestep.start("wwi")
    at_war = {n: s.state.allegiance[board.NATION[n]] for n in board.NATIONS}
    assert {n for n, side in at_war.items() if side == board.CENTRAL} == {"ge", "ah"}
    assert {n for n, side in at_war.items() if side == board.ALLIED} == {"br", "fr", "rs", "sb", "bl"}


@rule("wwi.10.0f")
def test_resource_centres_give_no_points():
    """All centres in one hand: the income is the schedule's all the same."""
    all_centres = board.hexes(board.CENTRES)
    totals = []
    for owner in ("centres-allied", "centres-central"):
        s = field({}, phase=10, segment="income", hexes={owner: all_centres})
        totals.append([crp(s, n) for n in board.NATIONS])
    assert totals[0] == totals[1]


@rule("wwi.11.4d", "wwi.trt.gt1")
@pytest.mark.parametrize("turn, points", [(1, 5), (2, 1), (7, 1)])
def test_belgiums_four_points_are_no_yearly_income(turn, points):
    """A position of a later turn of the historical game gives Belgium nothing more (ruling R57)."""
    s = field({}, turn=turn, phase=10, segment="income")
    assert crp(s, "bl") == points


# -- building --------------------------------------------------------------------------------------------------------------


@rule("wwi.10.2a", "wwi.10.0b")
@pytest.mark.parametrize(
    "kind, nation, side",
    [
        ("fr", "fr", "allied"),
        ("br", "br", "allied"),
        ("br-bef", "br", "allied"),
        ("rs", "rs", "allied"),
        ("sb", "sb", "allied"),
        ("ge", "ge", "central"),
        ("ge-stoss", "ge", "central"),
        ("ah", "ah", "central"),
        ("tu", "tu", "central"),
    ],
)
def test_every_army_costs_five(kind, nation, side):
    """The price does not depend on the strength of the army; with four points it is not offered."""
    s = build(side=side, turn=7, crp={nation: 4})
    assert places(s, kind) == []
    s = build(side=side, turn=7, crp={nation: 11})
    hex = places(s, kind)[0]
    play(s, f"build {kind} {hex}")
    assert crp(s, nation) == 6
    unit = params(s, "builds")[-1]["unit"]
    assert unit in {board.UNITS[u] for u in board.KINDS[kind]} and where(s, unit) == hex


@rule("wwi.10.2b")
def test_the_bef_may_be_built_again():
    """The British 4/6 comes back like any other army, once it is off the map."""
    s = build(crp={"br": 10})
    hex = places(s, "br-bef")[0]
    play(s, f"build br-bef {hex}")
    assert where(s, "br-bef") == hex
    assert places(s, "br-bef") == []


def ruin(nation, strength):
    return next(board.NUMBER[i] for i, k in sorted(board.FORT_STRENGTH.items()) if board.FORT_NATION[i] == nation and k == strength)


@rule("wwi.10.2c", "wwi.12.46")
@pytest.mark.parametrize(
    "nation, side, strength", [(board.GE, "central", 3), (board.FR, "allied", 2), (board.FR, "allied", 1), (board.RS, "allied", 2)]
)
def test_a_fortification_costs_its_strength(nation, side, strength):
    """Its first owner pays one point a strength, in full; with less it stays a ruin, and an ally cannot pay for it."""
    hex, code = ruin(nation, strength), board.NATIONS[nation]
    rich = {n: 30 for n in board.NATIONS}
    s = build(side=side, crp={**rich, code: strength - 1})
    assert hex not in firsts(s, "rebuild")
    s = build(side=side, crp={code: strength + 1})
    play(s, f"rebuild {hex}")
    assert crp(s, code) == 1 and s.state.forts >> board.INDEX[hex] & 1


@rule("wwi.10.2d", "wwi.9.5c")
def test_a_fortification_out_of_supply_is_not_rebuilt():
    """Enemy armies around it cut the ruin off; one in it as well. In supply again it may be rebuilt, also where an enemy controls
    the vacant hex: zones bar units, and the fortification holds its own hex (ruling R74)."""
    hex = ruin(board.RS, 1)
    around = {f"ge-{k}": board.NUMBER[j] for k, j in zip(range(1, 7), bits(board.NEAR[board.INDEX[hex]]), strict=False)}
    assert hex not in firsts(build(around, crp={"rs": 30}), "rebuild")
    assert hex not in firsts(build({"ge-1": hex}, crp={"rs": 30}), "rebuild")
    assert hex in firsts(build({"ge-1": around["ge-1"]}, crp={"rs": 30}), "rebuild")
    assert hex in firsts(build({}, crp={"rs": 30}), "rebuild")


@rule("wwi.10.25a", "wwi.10.25b")
def test_fortifications_rise_only_where_they_stood():
    """What can be rebuilt are the printed sites of the side, and nothing else; a standing one not again."""
    s = build(crp={n: 30 for n in board.NATIONS})
    offered = set(firsts(s, "rebuild"))
    assert offered and offered <= {board.NUMBER[i] for i, n in board.FORT_NATION.items() if s.state.allegiance[n] == board.ALLIED}
    s = build(crp={n: 30 for n in board.NATIONS}, forts=FORTS)
    assert firsts(s, "rebuild") == []


@rule("wwi.10.21")
@pytest.mark.parametrize("kind", ["fr", "br", "br-bef", "us"])
def test_western_armies_appear_on_frances_west_edge(kind):
    """French, British and US armies: the hexes of column 01 in France, not in Italy."""
    s = build(crp={"fr": 5, "br": 5, "us": 5}, allegiance={"us": "allied"}, units={"us-1": "pool"}, turn=9)
    assert places(s, kind) == board.hexes(board.WEST_EDGE & board.HOME[board.FR])
    assert all(h.startswith("01") for h in places(s, kind))


@rule("wwi.10.22")
def test_russian_armies_appear_on_the_east_edge():
    """Column 29, in Russia."""
    s = build(crp={"rs": 5})
    assert places(s, "rs") == board.hexes(board.EAST_EDGE & board.HOME[board.RS])
    assert all(h.startswith("29") for h in places(s, "rs"))


@rule("wwi.10.23")
@pytest.mark.parametrize(
    "kind, side",
    [
        ("ge", "central"),
        ("ah", "central"),
        ("tu", "central"),
        ("bu", "central"),
        ("it", "allied"),
        ("sb", "allied"),
        ("bl", "allied"),
        ("gk", "allied"),
        ("rm", "allied"),
    ],
)
def test_other_armies_appear_on_home_sources(kind, side):
    """On a supply city of their own country; an Italian Ally also on his part of the west edge, which feeds him too (R73)."""
    s = build(side=side, turn=5, crp={kind: 5}, allegiance={kind: side})
    edge = board.WEST_EDGE & board.HOME[board.IT] if kind == "it" else 0
    assert places(s, kind) == board.hexes(board.SUPPLY_CITIES[board.NATION[kind]] | edge)


@rule("wwi.10.23")
def test_a_german_city_outside_every_pair_builds_nothing():
    """A dependent city cut off from the others is no source, so no army appears there (ruling R56)."""
    war = board.HOME[board.GE] | board.HOME[board.AH] | board.HOME[board.RS]

    def lonely(city):
        near = [i for i in bits(board.GRID.all) if board.GRID.distance(i, city) <= 3]
        return all(war >> i & 1 for i in near) and sum(board.SUPPLY_CITIES[board.GE] >> i & 1 for i in near) == 1

    city = next(filter(lonely, bits(board.SUPPLY_CITIES[board.GE])))
    ring2 = [i for i in bits(board.LAND) if board.GRID.distance(i, city) == 3]
    units = dict(
        zip(
            [f"fr-{k}" for k in (1, 2, 3, 4, 5, 6, 9)] + [f"rs-{k}" for k in range(1, 13)],
            (board.NUMBER[i] for i in ring2),
            strict=False,
        )
    )
    s = build(units, side="central", crp={"ge": 5})
    assert places(s, "ge") and board.NUMBER[city] not in places(s, "ge")


@rule("wwi.10.24a")
def test_a_build_hex_must_be_empty():
    """Neither a friend nor an enemy nor an enemy fortification may be there, not even one without a zone."""
    edge = board.hexes(board.WEST_EDGE & board.HOME[board.FR])
    s = build({"br-1": edge[0]}, crp={"fr": 10})
    assert places(s, "fr") == edge[1:]
    play(s, f"build fr {edge[1]}")
    assert edge[1] not in places(s, "fr")
    s = build({"ge-1": edge[3]}, crp={"fr": 10})
    assert edge[3] not in places(s, "fr") and [r.rule for r in s.why_not(f"build fr {edge[3]}")] == ["wwi.10.24a"]


@rule("wwi.10.24a")
def test_no_army_is_built_in_an_enemy_fortification(monkeypatch):
    """No nation has a fortification on another's source, so one is given away: Belgrade, too weak for a zone, to Austria."""
    belgrade = board.INDEX["1123"]
    monkeypatch.setitem(board.FORT_NATION, belgrade, board.AH)
    monkeypatch.setattr(
        board, "FORTS_OF", tuple(m | 1 << belgrade if n == board.AH else m & ~(1 << belgrade) for n, m in enumerate(board.FORTS_OF))
    )
    assert board.FORT_STRENGTH[belgrade] == 1
    for standing in ((), ("1123",)):
        s = build({}, crp={"sb": 10}, forts=standing)
        assert ("1123" in places(s, "sb")) == (not standing)
    assert [r.rule for r in s.why_not("build sb 1123")] == ["wwi.10.24a"]


@rule("wwi.10.24b", "wwi.6.6a", "wwi.6.6b")
def test_a_build_hex_must_be_free_of_enemy_zones():
    """An enemy next to the edge closes the hexes he controls, a fortification there or not."""
    edge = board.hexes(board.WEST_EDGE & board.HOME[board.FR])
    fort = next(h for h in edge if h in FORTS)
    enemy = next(j for j in bits(board.NEAR[board.INDEX[fort]]) if not board.WEST_EDGE >> j & 1)
    s = build({"ge-1": board.NUMBER[enemy]}, crp={"fr": 10}, forts=[fort])
    assert places(s, "fr") == [h for h in edge if not board.NEAR[enemy] >> board.INDEX[h] & 1]
    assert fort not in places(s, "fr")


@rule("wwi.10.26a")
def test_the_counters_are_a_limit():
    """With both Serbian armies on the map there is no third; with one off it can be built."""
    s = build({"sb-1": O, "sb-2": hx("s")}, crp={"sb": 30})
    assert places(s, "sb") == []
    s = build({"sb-1": O}, crp={"sb": 30})
    assert places(s, "sb")
    assert [len(board.UNITS_OF[board.NATION[n]]) for n in ("fr", "ge", "rs", "ah", "it")] == [11, 19, 12, 11, 8]


@rule("wwi.10.26b", "wwi.10.26c")
def test_supplied_losses_return_and_isolated_ones_do_not():
    """An army lost in supply can be built again; one lost out of supply is gone for good."""
    edge = "0107"
    units = {"br-bef": edge, "ge-1": hx("ne", start=edge), "ge-2": hx("se", start=edge)}
    s = field(units, phase=8, dice=[1], crp={"br": 0, "ge": 9})
    play(s, f"attack {edge}", "add ge-1", "add ge-2", "go", "destroy")
    assert where(s, "br-bef") == "pool"
    ringed = {f"ge-{k}": hx(d) for k, d in enumerate(("n", "ne", "se", "s", "sw", "nw"), 1)}
    s = field({**ringed, "br-bef": O}, phase=8, dice=[1], crp={"br": 0, "ge": 9})
    play(s, f"attack {O}", *(f"add {u}" for u in ringed), "go", "destroy")
    assert where(s, "br-bef") == "gone"
    for box, back in (("pool", True), ("gone", False)):
        assert bool(places(build({"br-bef": box}, crp={"br": 5}), "br-bef")) == back


# -- loans -----------------------------------------------------------------------------------------------------------------


@rule("wwi.10.3a")
def test_loans_come_after_building():
    """Segment d follows b and c: what is borrowed cannot be spent on a build of this turn."""
    s = build(crp={"br": 10, "sb": 0})
    assert "lend" not in verbs(s) and places(s, "sb") == []
    play(s, "done")
    assert s.decision.seat_name == "central" and "lend" not in verbs(s)
    play(s, "done")
    assert "build" not in verbs(s)
    play(s, "lend br sb", "amount 5")
    assert crp(s, "sb") == 5 and "build" not in verbs(s)
    play(s, "done")
    assert "build" not in verbs(s)


@rule("wwi.10.3b", "wwi.10.3c", "wwi.10.3d", "wwi.10.3f")
def test_who_lends_to_whom_among_the_allies():
    """Britain and the USA to all but one another; France to all but those two; Russia and Italy to the small allies only."""
    s = loans(allegiance=ALLIES_AT_WAR, turn=9)
    table = {
        n: {board.NATIONS[k] for k in borrowers(s.state, board.NATION[n])}
        for n in board.NATIONS
        if s.state.allegiance[board.NATION[n]] == 0
    }
    small = {"sb", "bl", "gk", "rm"}
    assert table == {
        "br": small | {"fr", "it", "rs"},
        "us": small | {"fr", "it", "rs"},
        "fr": small | {"it", "rs"},
        "rs": small,
        "it": small,
        "sb": set(),
        "bl": set(),
        "gk": set(),
        "rm": set(),
    }


@rule("wwi.10.3e", "wwi.10.3f")
def test_germany_alone_lends_among_the_central_powers():
    """To Austria-Hungary, Turkey and Bulgaria; none of them lends."""
    s = loans("central", turn=5, crp={n: 9 for n in board.NATIONS})
    assert texts(s) == ["done", "lend ge ah", "lend ge bu", "lend ge tu"]


def test_neutrals_neither_lend_nor_borrow():
    """Only nations at war take part (ruling R54)."""
    s = loans(turn=2, crp={n: 9 for n in board.NATIONS})
    codes = {w for a in s.decision.actions for w in a[1:]}
    assert codes == {"br", "fr", "rs", "sb", "bl"}


STRAITS = ("1332", "1432", "1532", "1632", "1733")


@rule("wwi.10.31", "wwi.11.21a")
@pytest.mark.parametrize("closed", [None, *STRAITS, "fort"])
def test_loans_to_russia_need_the_straits(closed):
    """An enemy army in any hex of the passage, or the fortress at its end, shuts Russia off; no land route helps."""
    units = {"tu-1": closed} if closed in STRAITS else {}
    s = field(units, phase=10, segment="loans-allied", forts=["1733"] if closed == "fort" else (), crp={"br": 9, "fr": 9})
    assert (("lend", "br", "rs") in s.decision.actions) == (closed is None)
    assert (("lend", "fr", "rs") in s.decision.actions) == (closed is None)
    assert ("lend", "br", "sb") in s.decision.actions


@rule("wwi.10.31")
def test_a_neutral_in_the_straits_shuts_them_too():
    """While Turkey is neutral its army on the passage keeps Russia without loans."""
    s = field({"tu-2": "1532"}, turn=1, phase=10, segment="loans-allied", crp={"br": 9})
    assert ("lend", "br", "rs") not in s.decision.actions


@rule("wwi.10.32a", "wwi.10.32b")
def test_borrowed_points_are_as_good_as_own():
    """Next turn a borrowed stock pays for an army; the lender never gets it back."""
    s = loans(crp={"br": 7, "sb": 0})
    play(s, "lend br sb", "amount 6", "done", "done")
    assert s.state.turn == 4 and (crp(s, "br"), crp(s, "sb")) == (1, 6)
    s = build(turn=4, crp={"br": 1, "sb": 6})
    play(s, f"build sb {places(s, 'sb')[0]}")
    assert crp(s, "sb") == 1 and crp(s, "br") == 1


@rule("wwi.10.33", "wwi.12.6a", "wwi.12.6b")
@pytest.mark.parametrize("stock, borrowed, after", [(0, 0, 6), (6, 0, 6), (3, 0, 6), (13, 7, 13), (7, 7, 13), (4, 4, 10)])
def test_turkeys_own_points_are_replaced_and_borrowed_ones_kept(stock, borrowed, after):
    """At the start of the Build Phase what is left of its own is lost for six new ones; loans stay, so any excess is borrowed."""
    s = field({}, phase=10, segment="income", crp={"tu": stock}, flags={"borrowed": borrowed})
    assert crp(s, "tu") == after
    assert crp(s, "tu") - s.state.borrowed <= 6


@rule("wwi.12.6b", "wwi.10.33")
def test_turkey_spends_its_own_points_first_and_borrows_without_ceiling():
    """Nine with three borrowed, five spent: the three are still there. Loans add up without limit."""
    s = build(side="central", crp={"tu": 9, "ge": 50}, flags={"borrowed": 3})
    play(s, f"build tu {places(s, 'tu')[0]}")
    assert (crp(s, "tu"), s.state.borrowed) == (4, 3)
    play(s, "done", "done", "lend ge tu", "amount 40")
    assert (crp(s, "tu"), s.state.borrowed) == (44, 43)


# -- US arrivals in the Build Phase belong to chapter 14; here only that they cost nothing -------------------------------------


@rule("wwi.10.21")
def test_us_arrivals_are_free_and_on_the_french_edge():
    """The army of turn 8 is placed on the edge and no points are spent."""
    s = field({}, turn=8, phase=10, segment="income", crp={"us": 20})
    assert set(firsts(s, "arrive")) == set(board.hexes(board.WEST_EDGE & board.HOME[board.FR]))
    assert crp(s, "us") == 40
    play(s, f"arrive {firsts(s, 'arrive')[0]}")
    assert crp(s, "us") == 40 and s.state.allegiance[board.US] == board.ALLIED


@rule("wwi.10.3a")
def test_a_pair_lends_once_a_phase() -> None:
    """Britain lends to France, then to others, not to France again."""
    s = place({}, phase=10, segment="loans-allied", crp={"br": 9})
    play(s, "lend br fr", "amount 2")
    assert "lend br fr" not in texts(s) and "lend br sb" in texts(s)
    assert [r.rule for r in s.why_not("lend br fr")] == ["wwi.10.3a"]


@rule("wwi.12.6a", "wwi.12.6b", "wwi.10.2a")
def test_what_turkey_spends_of_its_loans_is_gone() -> None:
    """Eight points, five of them borrowed: an army for five takes the three of its own and two of the loan. The next income finds
    three borrowed ones and adds six."""
    s = place({}, turn=4, phase=10, segment="build-central", crp={"tu": 8}, flags={"borrowed": 5})
    play(s, "build tu 1234")
    assert crp(s, "tu") == 3 and s.state.borrowed == 3
    turn = s.state.turn
    while s.state.turn == turn or s.state.phase < 10:
        s.take("done")
    assert crp(s, "tu") == 9
