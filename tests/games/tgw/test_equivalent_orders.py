"""One order or several, a march or a retreat: what a unit may not do in one way it may not do in another.

The supply of units that have stopped is asked of the position that has come of it, the cost of a step of `walking`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from firestep.engine.session import Session
from firestep.games.tgw import setup
from firestep.games.tgw.combat import advance, cavalry
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.fortifications import devastation
from firestep.games.tgw.movement import movement
from firestep.games.tgw.movement.movement import March, MoveUnits
from firestep.games.tgw.state import WAITING, Fight, State, place_word
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.tgw import walking
from games.tgw.positions import field, why
from games.tgw.random_positions import POSITIONS, table
from sampling import WHOLE, every

U = roster.UNIT


def taken_up(st: State, place: str, side: int) -> Session[State]:
    """The stack of a hex is asked where it goes."""
    s = table(st, MoveUnits(fronts.theater_at(board.INDEX[place]), side))
    s.take(("stack", place))
    return s


def targets(s: Session[State], word: str) -> set[str]:
    return {x.removeprefix(f"{word} ") for x in texts(s) if x.startswith(f"{word} ")}


@rule("tgw.8.26a", "tgw.11.82a")
def test_a_garrison_in_supply_stays_where_no_other_supply_is_in_reach() -> None:
    """A German division in Riga lives on the port; Russians hold all around."""
    riga = 1 << board.INDEX["E6120"]
    ring = board.numbers(board.ATLAS.around(riga, 6) & ~board.ATLAS.around(riga, 5) & board.LAND)
    foes = {f"ru-{k}": n for k, n in zip((k for k in range(1, 99) if f"ru-{k}" in U), ["E6116", *ring], strict=False)}
    s = taken_up(field({"ge-1": "E6120"} | foes, forts=False), "E6120", tables.CENTRAL)
    assert not targets(s, "to") and why(s, "to E6121") == {"tgw.8.26a"}
    play(s, "step E6121")
    assert "stay" not in texts(s) and targets(s, "to") == {"E6120"}, "it may only come back"


@rule("tgw.8.26a", "tgw.11.82a")
def test_whoever_is_cut_off_and_reaches_no_supply_may_go_anywhere() -> None:
    start = "E4827"
    ring = board.numbers(board.ATLAS.around(board.mask(start), 6) & ~board.ATLAS.around(board.mask(start), 5) & board.LAND)
    foes = dict(zip((id for id in roster.UNITS if id.startswith("ru-") and not roster.HQ >> U[id] & 1), ring, strict=False))
    st = field({"ge-1": start} | foes, forts=False)
    assert not supply.supplied(st, U["ge-1"])
    s = taken_up(st, start, tables.CENTRAL)
    assert len(targets(s, "to")) > 5 and targets(s, "step")
    play(s, f"step {sorted(targets(s, 'step'))[0]}")
    assert "stay" in texts(s)


@rule("tgw.8.26a", "tgw.11.82a")
def test_supply_is_not_left_step_by_step() -> None:
    """E3329 is refused in one order. In several the last step is refused, or the stop."""
    s = taken_up(field({"ge-1": "E3427"}), "E3427", tables.CENTRAL)
    assert "E3329" not in targets(s, "to") and why(s, "to E3329") == {"tgw.8.26a"}
    for n in ("E3327", "E3328", "E3329"):
        if n not in targets(s, "step"):
            assert why(s, f"step {n}") == {"tgw.8.26a"}
            return
        play(s, f"step {n}")
    assert "stay" not in texts(s) and why(s, "stay") == {"tgw.8.26a"}


@rule("tgw.11.33i", "tgw.8.26a", "tgw.6.52d")
def test_the_last_unit_of_salonika_does_not_count_itself_as_the_garrison() -> None:
    """April 1917: nobody else is in Salonika, and Greece is neutral."""
    st = setup.begin("1917", {})[0]
    (u,) = bits(st.stack(board.INDEX["E1116"]))
    s = taken_up(st, "E1116", tables.ALLIED)
    assert not targets(s, "to") and why(s, "to E1115") == {"tgw.8.26a"}
    play(s, "step E1115")
    assert "stay" not in texts(s) and targets(s, "to") == {"E1116"}, "it may only come back"
    st = setup.begin("1917", {})[0]
    st.put(next(v for v in bits(roster.CORPS[tables.FR] & roster.INFANTRY) if st.at[v] < 0), board.INDEX["E1116"])
    s = taken_up(st, "E1116", tables.ALLIED)
    play(s, f"leave {roster.UNITS[u]}")
    assert "E1115" in targets(s, "to"), "one of two may go"


@rule("tgw.11.22d", "tgw.8.26a")
def test_nobody_is_left_to_live_on_a_headquarters_that_marches_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a map without towns: five hexes from the source a unit lives on the headquarters beside it alone."""
    monkeypatch.setattr(board, "SETTLED", 0)
    supply._rings.clear()
    way = board.ATLAS.around
    source = board.FRENCH_EDGE
    five = way(source, 5) & ~way(source, 4) & board.CLEAR & board.FRANCE & ~board.ATLAS.dilate(board.PORT)
    far = next(i for i in bits(five) if board.ATLAS.near(i) & way(source, 4) & board.CLEAR and not way(1 << i, 4) & board.PORT)
    near = next(i for i in bits(board.ATLAS.near(far) & way(source, 4) & board.CLEAR))
    s = taken_up(field({"fr-1 fr-hq1": board.NUMBER[near]}, forts=False), board.NUMBER[near], tables.ALLIED)
    play(s, f"step {board.NUMBER[far]}")
    assert "leave fr-1" not in texts(s) and "stay" not in texts(s)
    assert why(s, "leave fr-1") == {"tgw.8.26a"}
    s = taken_up(field({"fr-1 fr-hq1": board.NUMBER[near]}, forts=False), board.NUMBER[near], tables.ALLIED)
    play(s, "leave fr-hq1")
    assert board.NUMBER[far] in targets(s, "to"), "beside one that stays a unit lives"
    supply._rings.clear()


@rule("tgw.8.24a", "tgw.8.12a")
def test_a_step_does_not_cross_the_sea() -> None:
    """January 1916: the Turks at E1124 could reach E1224 on the way around."""
    st = setup.begin("1916", {})[0]
    s = taken_up(st, "E1124", tables.CENTRAL)
    assert "E1224" in targets(s, "to") and "E1224" not in targets(s, "step")
    assert why(s, "step E1224") == {"tgw.8.24a"}


@rule("tgw.6.51g", "tgw.7.13a", "tgw.8.24a")
def test_between_the_beaches_one_goes_by_way_of_gallipoli() -> None:
    st = field({"br-27": "E1122"}, turn=12, forts=False)
    st.set_flag("gallipoli")
    st.seize(board.mask("E1022"), tables.ALLIED)
    s = taken_up(st, "E1122", tables.ALLIED)
    assert targets(s, "step") == {"E1023"} and st.ctrl[tables.CENTRAL] & board.mask("E1023")
    assert targets(s, "to") == {"E1022"}, "elsewhere it would starve: no beach would have a garrison"
    play(s, "to E1022")
    assert s.state.ctrl[tables.ALLIED] & board.mask("E1023"), "the hex between was taken"
    assert supply.supplied(s.state, U["br-27"])


@rule("tgw.8.16a")
def test_a_stack_goes_at_the_pace_of_its_slowest_by_a_way_that_all_can_go() -> None:
    """Cavalry with six points goes with a mountain division as far as four points lead."""
    st = field({"it-1alp it-1c": "W2822"}, at_war={"IT": tables.ALLIED}, forts=False)
    ids = [id for id in roster.UNITS if id.startswith("it-")]
    alpine = next(id for id in ids if roster.MOUNTAIN >> U[id] & 1)
    rider = next(id for id in ids if roster.CAVALRY >> U[id] & 1)
    start = next(i for i in bits(board.MOUNTAIN & board.ITALY) if board.ATLAS.near(i) & board.ALPINE & board.ITALY)
    st = field({f"{alpine} {rider}": board.NUMBER[start]}, at_war={"IT": tables.ALLIED}, forts=False)
    both = movement.reach(st, tables.ALLIED, 1 << U[alpine] | 1 << U[rider], start, start, (0, 0))
    foot = {start: 0}
    queue = [start]
    for i in queue:
        for j in walking.steps(False).get(i, ()):
            k = walking.price(st, i, j, mountain=False)
            if k is not None and foot[i] + k <= 8 and foot[i] + k < foot.get(j, 99):
                foot[j] = foot[i] + k
                queue.append(j)
    assert set(bits(both)) <= set(foot) - {start} and not both & board.ALPINE


@rule("tgw.14.23b", "tgw.15.52a")
def test_cavalry_does_not_ride_into_besieged_kut() -> None:
    """Turks in a K hex and beside the cavalry attack it; Kut is the nearest town."""
    turks = [roster.UNITS[u] for u in bits(roster.CORPS[tables.TU] & roster.NEAR_EAST & roster.INFANTRY)]
    k = "N1846"
    st = field({"bi-6c": "N1745", "bi-16bd": "N1845", turks[0]: k, turks[1]: "N1645"}, forts=False)
    st.set_flag("kut")
    st.seize(board.mask("N1845", "N1745"), tables.ALLIED)
    s = table(st, CombatPhase(fronts.EASTERN, tables.CENTRAL))
    play(s, "attack N1745", f"add {turks[1]}", "go")
    assert "stand" in texts(s) and "N1845" not in targets(s, "retreat") and targets(s, "retreat")
    assert "tgw.14.23b" in why(s, "retreat N1845")


#: hexes with a neighbour to which no step leads
CORNERS = sum(
    1 << i
    for i in bits(board.LAND)
    if any(j not in walking.steps(False).get(i, ()) for j in bits(board.ATLAS.near(i) & board.LAND))
)
BEACHES = sources.SALONIKA | board.LANDINGS
#: stacks of a position that are looked at, random walks of each, and steps of a walk
STACKS, WALKS, STEPS = (18, 4, 7) if WHOLE else (9, 2, 5)


def stacks(st: State, rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """Side, theater and hex of stacks that may move: beachheads, corners, headquarters, climbers with others, and any."""
    for side in (tables.ALLIED, tables.CENTRAL):
        able = movement.ready(st, side)
        places = [i for i, units in sorted(st.where.items()) if i > 0 and units & able]
        rng.shuffle(places)

        def odd(i: int, able: int = able) -> int:
            units = st.stack(i) & able
            mixed = bool(units & roster.MOUNTAIN) and bool(units & ~roster.MOUNTAIN)
            return -(4 * (BEACHES >> i & 1) + 2 * (CORNERS >> i & 1) + mixed + bool(units & roster.HQ))

        picked = sorted(places, key=odd)[: STACKS // 3]
        for i in dict.fromkeys([*picked, *places[: STACKS - len(picked)]]):
            yield side, fronts.theater_at(i), i


class Watched:
    """A bunch on the march, and what must hold of every end of it."""

    def __init__(self, st: State, side: int, theater: int, place: int) -> None:
        self.before = st
        self.place = place
        self.s = table(st.copy(), MoveUnits(theater, side))
        self.s.take(("stack", place_word(place)))
        self.units = self.march.units
        self.ctrl = self.s.state.ctrl[:]
        self.to = {a[1] for a in self.actions if a[0] == "to"}
        self.bound = {u for u in self.units if supply.ground(st, u) >> place & 1}
        if len(self.units) == 1 and not self.bound and any(self.fed(self.after(self.s, "to", n)) for n in sorted(self.to)[::9]):
            self.bound = set(self.units)  # it could get to supply, so it must (E40)

    @property
    def march(self) -> March:
        top = self.s.top
        assert isinstance(top, March)
        return top

    @property
    def actions(self) -> list[tuple[str, ...]]:
        assert self.s.decision is not None
        return self.s.decision.actions

    def __str__(self) -> str:
        return f"{roster.unit_ids(self.march.bunch)} from {place_word(self.place)}"

    @staticmethod
    def after(s: Session[State], *action: str) -> State:
        s = s.copy()
        s.take(action)
        return s.state

    def fed(self, st: State) -> bool:
        return all(supply.supplied(st, u) for u in self.units)

    def ends_well(self, st: State, units: tuple[int, ...], how: str) -> None:
        """Those of some units that must be in supply are, where they have stopped."""
        for u in units:
            if u in self.bound and st.at[u] > 0:
                assert supply.supplied(st, u), (
                    f"{how}: {roster.UNITS[u]} from {place_word(self.place)} starves in {place_word(st.at[u])}"
                )

    def price(self, i: int, j: int) -> int | None:
        """What a step costs the bunch: it goes as its worst climber does."""
        mountain = not self.march.bunch & ~roster.MOUNTAIN
        return walking.price(self.s.state, i, j, mountain)

    def points(self) -> int:
        front = fronts.FRONT_AT[self.place]
        return min(walking.points(self.before, u, front) for u in self.march.units)


def check_question(w: Watched, paid: int) -> None:
    """Every answer to the question where a bunch goes now leads to what it may lead to."""
    st, march, how = w.s.state, w.march, str(w)
    assert w.actions
    for a in w.actions:
        if a[0] == "step":
            j = board.INDEX[a[1]]
            k = w.price(march.at, j)
            assert k is not None, f"{how} steps over a barred side to {a[1]}"
            assert not any(walking.closed(st, u, j) for u in march.units), f"{how} steps into {a[1]}"
            if not movement.trench_warfare(st):
                assert paid + k <= w.points() or not paid, f"{how} has no points for {a[1]}"
        elif a[0] == "stay" and paid:
            w.ends_well(w.after(w.s, "stay"), march.units, "stay")
            if st.ctrl == w.ctrl and march.at != w.place:
                assert board.NUMBER[march.at] in w.to, f"{how} may stop in {board.NUMBER[march.at]}, but not go there in one order"
        elif a[0] == "leave" and paid:
            u = U[a[1]]
            left = w.after(w.s, *a).copy()
            for v in march.units:
                if v != u:
                    left.put(v, WAITING)  # nobody counts on those who go on
            w.ends_well(left, (u,), "leave")


def walk(w: Watched, way: list[int] | None, rng: random.Random) -> None:
    """Follow a way step by step, or go where chance leads."""
    paid = 0
    for k in range(len(way) if way is not None else STEPS):
        offered = [board.INDEX[a[1]] for a in w.actions if a[0] == "step"]
        if way is not None:
            assert way[k] in offered, (
                f"{w} goes to {board.NUMBER[way[-1]]} in one order, but may not step into {board.NUMBER[way[k]]}"
            )
        elif not offered:
            return
        j = way[k] if way is not None else rng.choice(offered)
        price = w.price(w.march.at, j)
        assert price is not None
        w.s.take(("step", board.NUMBER[j]))
        if not isinstance(w.s.top, March):
            return  # something befell them on the way
        paid += price
        kind = movement.MOUNTAINEERS if not w.march.bunch & ~roster.MOUNTAIN else movement.FOOT
        assert w.march.spent[kind] == paid, f"{w} has paid {w.march.spent[kind]} and not {paid}"
        check_question(w, paid)
    if way is not None:
        assert ("stay",) in w.actions, f"{w} goes to {board.NUMBER[way[-1]]} in one order, but may not stop there"


@rule("tgw.8.26a", "tgw.11.82a", "tgw.8.24a", "tgw.8.21a", "tgw.8.16a", "tgw.11.33i")
@pytest.mark.parametrize("name", every(2, list(POSITIONS)))
def test_one_order_and_several_lead_to_the_same_places(name: str) -> None:
    rng = random.Random(f"two ways {name}")
    st = POSITIONS[name]()
    seen = 0
    for side, theater, place in stacks(st, rng):
        w = Watched(st, side, theater, place)
        seen += 1
        check_question(w, 0)
        start = w.s
        for n in rng.sample(sorted(w.to), min(WALKS, len(w.to))):
            w.ends_well(w.after(start, "to", n), w.units, "to")
            way = [*w.march.path(start.state, board.INDEX[n])][1:]
            w.s = start.copy()
            walk(w, way, rng)
            w.s = start
        for _ in range(WALKS):
            w.s = start.copy()
            walk(w, None, rng)
    assert seen > 4 or st.turn < 2


# -- retreat before combat and advance (tgw.15.52, tgw.10.71, tgw.10.72)
# ---------------------------------------------------------------------


def march_refuses(st: State, side: int, units: int, i: int, j: int) -> set[str]:
    """The rules against a step by a march, but for supply and room: these are judged otherwise after combat."""
    s = table(st.copy(), March(fronts.theater_at(i), side, tuple(bits(units)), i, i))
    return {y.rule for y in s.why_not(("step", board.NUMBER[j]))} - {"tgw.8.26a", "tgw.8.23a"}


def besieged(name: str) -> State:
    """A position with Kut under siege, and cavalry and tanks of the British around it."""
    st = POSITIONS[name]()
    for u in bits(st.stack(board.KUT) | sum(st.stack(i) for i in bits(board.ATLAS.near(board.KUT)))):
        st.put(u, WAITING)
    st.set_flag("kut")
    st.put(U["bi-16bd"], board.KUT)
    turks = [
        u
        for u in bits(roster.CORPS[tables.TU] & roster.NEAR_EAST & roster.COMBAT)
        if st.at[u] < 0 or fronts.FRONT_AT[st.at[u]] == fronts.CAUCASUS
    ]
    st.put(turks[0], bits(board.K_HEXES)[0])
    free = [i for i in bits(board.ATLAS.near(board.KUT) & board.LAND & ~board.K_HEXES)]
    for u, i in zip(bits(unit_types.cavalry(st) & (roster.CORPS[tables.BI] | roster.CORPS[tables.BP])), free, strict=False):
        st.put(u, i)
    assert sources.besieged(st)
    return st


AFTER_COMBAT = {**POSITIONS, **{f"siege {k}": (lambda k=k: besieged(k)) for k in ("1916", "1917")}}


@rule("tgw.15.52a", "tgw.14.23b", "tgw.6.51h", "tgw.17.4b", "tgw.8.24a")
@pytest.mark.parametrize("name", [*every(2, list(POSITIONS)), "siege 1916", "siege 1917"])
def test_cavalry_rides_before_combat_only_where_it_could_march(name: str) -> None:
    st = AFTER_COMBAT[name]()
    for i in sorted({st.at[u] for u in bits(unit_types.cavalry(st)) if st.at[u] > 0}):
        for side in (tables.ALLIED, tables.CENTRAL):
            if units := st.stack(i) & st.troops[side] & unit_types.cavalry(st):
                fight = Fight(1 - side, i, (), tuple(bits(units)))
                for j in bits(cavalry.havens(st, fight, ())):
                    assert not march_refuses(st, side, units, i, j), (
                        f"{roster.unit_ids(units)} rides from {board.NUMBER[i]} to {board.NUMBER[j]}"
                    )


@rule("tgw.10.71d", "tgw.10.72c", "tgw.14.23b", "tgw.6.51h", "tgw.17.4b", "tgw.8.24a")
@pytest.mark.parametrize("name", [*every(2, list(POSITIONS)), "siege 1916", "siege 1917"])
def test_units_advance_after_combat_only_where_they_could_march(name: str) -> None:
    """Every hex of an enemy that has a neighbour of ours is emptied in turn, and one of those next to it advances."""
    rng = random.Random(f"advance {name}")
    st = AFTER_COMBAT[name]()
    pairs = [
        (side, i, j)
        for side in (tables.ALLIED, tables.CENTRAL)
        for j in bits((st.held[1 - side] | st.fort_of[1 - side]) & board.LAND)
        for i in bits(board.ATLAS.near(j) & st.held[side])
    ]
    rng.shuffle(pairs)
    pairs.sort(key=lambda p: not (BEACHES | board.ATLAS.near(board.KUT)) >> p[2] & 1)
    for side, i, j in pairs[: 200 if WHOLE else 25]:
        after = st.copy()
        for u in bits(after.stack(j)):
            after.put(u, WAITING)
        after.forts &= ~(1 << j)
        after.line &= ~(1 << j)
        after.derive_forts()
        u = rng.choice(bits(st.stack(i) & st.troops[side] & roster.COMBAT))
        fight = Fight(side, j, (u,))
        if not advance.may_enter(after, fight, u):
            continue
        assert not march_refuses(after, side, 1 << u, i, j), (
            f"{roster.UNITS[u]} advances from {board.NUMBER[i]} to {board.NUMBER[j]}"
        )
        after.put(u, j)
        after.seize(1 << j, side)
        for k in bits(advance.beyond(after, fight, u)):
            assert not march_refuses(after, side, 1 << u, j, k), (
                f"{roster.UNITS[u]} goes on from {board.NUMBER[j]} to {board.NUMBER[k]}"
            )


@rule("tgw.14.62b", "tgw.8.24a", "tgw.17.4f")
@pytest.mark.parametrize("name", every(2, list(POSITIONS)))
def test_units_fall_back_from_devastated_ground_only_where_they_could_march(name: str) -> None:
    st = POSITIONS[name]()
    for i in bits(devastation.WASTABLE & st.held[tables.CENTRAL]):
        u = bits(st.stack(i) & st.troops[tables.CENTRAL])[0]
        for j in bits(devastation.refuges(st, u)):
            assert not march_refuses(st, tables.CENTRAL, 1 << u, i, j), (
                f"{roster.UNITS[u]} falls back from {board.NUMBER[i]} to {board.NUMBER[j]}"
            )
