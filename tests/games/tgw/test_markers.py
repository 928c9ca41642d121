"""No marker outlives its cause: while games go on, by chance and by the greedy player, each marker that lies is asked for its
reason."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from firestep import bots
from firestep.engine.session import Session
from firestep.games.tgw import sequence, victory
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.fortifications import trenches
from firestep.games.tgw.movement import control
from firestep.games.tgw.movement.control import ARABS
from firestep.games.tgw.state import AVAIL, AVAIL_NE, DEAD, DEAD_NE, LIBYA, RU_TRANSIT, WAITING, State, place_word
from firestep.games.tgw.supply import sources as supply_sources
from firestep.hexmap.grid import bits
from firestep.testing import play, rule
from games.tgw.positions import field, session
from games.tgw.random_positions import MOMENTS, moment
from sampling import WHOLE

A, CP = tables.ALLIED, tables.CENTRAL
U = roster.UNIT
SALONIKA = board.INDEX["E1116"]
MOVING = (sequence.MOVEMENT_1, sequence.MOVEMENT_2)
FIGHTING = (sequence.COMBAT_1, sequence.COMBAT_2)


def _row(i: int) -> int:
    return int(board.NUMBER[i][1:3])


def pipeline(st: State) -> Iterator[str]:
    """tgw.11.53: in a coastal town of Sinai, with no unit of the Central Powers in its hex or west of it."""
    if st.pipeline:
        if st.pipeline not in supply_sources.SINAI_TOWNS:
            yield f"pipeline in {board.NUMBER[st.pipeline]}"
        for i in bits(st.occ[CP] & fronts.FRONT[fronts.EGYPT]):
            if _row(i) >= _row(st.pipeline):
                yield f"the pipeline is at {board.NUMBER[st.pipeline]}, Turks stand in {board.NUMBER[i]}"


def works(st: State) -> Iterator[str]:
    """tgw.14.14, tgw.14.31, tgw.14.53: forts, the Hindenburg Line and trenches fall when the enemy comes in."""
    for i in bits(st.forts & ~(0 if st.near_east_open else board.NEAR_EAST)):
        side = st.allegiance[fronts.FORT_NATION[i]]
        if side < 2 and (st.held[1 - side] | st.ctrl[1 - side]) >> i & 1:
            yield f"the fort in {board.NUMBER[i]} stands, though the enemy has it"
    for name, where in (("Hindenburg Line", st.line), ("trench of the Near East", st.ne_trenches)):
        for i in bits(where & (st.held[A] | st.ctrl[A])):
            yield f"{name} in {board.NUMBER[i]}, which the Allies hold"
    if st.line and not st.flag("hindenburg") or st.line and st.line_left:
        yield "parts of the Hindenburg Line before it was laid"
    if st.fort_of != _forts(st):
        yield "forts of each side are not up to date"
    for k, depth in enumerate(st.trenches):
        if st.letter >= 0 and depth < trenches.DEPTH[k][st.letter]:
            yield f"trenches of {tables.TRENCH_NAMES[k]} are too shallow"


def _forts(st: State) -> list[int]:
    again = st.copy()
    again.derive_forts()
    return again.fort_of


def beachheads(st: State) -> Iterator[str]:
    """tgw.6.51, tgw.6.52, tgw.11.33: no beachhead is a source without a garrison, and one that had none when attrition was judged
    is lost."""
    for i in bits((supply_sources.SALONIKA | board.LANDINGS) & supply_sources.ultimate(st, supply_sources.OTHER)):
        if not st.ctrl[A] >> i & 1:
            yield f"{board.NUMBER[i]} feeds the Allies in the enemy's hands"
        if not st.held[A] >> i & 1 and not (supply_sources.SALONIKA >> i & 1 and st.allegiance[tables.GK] == A):
            yield f"{board.NUMBER[i]} feeds the Allies without a garrison"
    judged = st.phase == sequence.STRATEGIC_MOVEMENT and not st.sailed | st.railed
    if (
        judged
        and st.flag("salonika")
        and st.allegiance[tables.GK] != A
        and not (st.held[A] | st.dead_sources) & supply_sources.SALONIKA
    ):
        yield "Salonika was abandoned and could be a source again"


def sources(st: State) -> Iterator[str]:
    """tgw.11.71: what feeds a side is in its hands, and inland sources that were lost feed nobody again."""
    for cls in range(8):
        side = supply_sources.side_of(cls)
        fed = supply_sources.ultimate(st, cls) & ~supply_sources.VALONA
        if fed & ~st.ctrl[side] or fed & st.dead_sources:
            yield f"sources of class {cls} in the enemy's hands: {board.numbers(fed & (~st.ctrl[side] | st.dead_sources))}"


def lawrence(st: State) -> Iterator[str]:
    """tgw.7.13: the Arab Northern Army controls the hex it is in, and that one only as long as it is there."""
    where = {st.at[u] for u in bits(ARABS) if st.at[u] > 0}
    if st.arab_hex and st.arab_hex not in where:
        yield f"Arabs hold {board.NUMBER[st.arab_hex]} and are gone"


def left_by_arabs(was: tuple[int, int], st: State) -> Iterator[str]:
    """tgw.7.13, E84: a hex that the Arabs alone held goes back when they leave it; `was` is that hex and who had held it."""
    hex, before = was
    if hex and st.arab_hex != hex and not st.occ[A] >> hex & 1 and before != A and st.ctrl[A] >> hex & 1:
        yield f"the Arabs left {board.NUMBER[hex]}, and it is still Allied"


def phases(st: State) -> Iterator[str]:
    """What holds for one phase only is laid aside with it."""
    if st.moved and st.phase not in MOVING:
        yield f"units have moved in phase {st.phase}"
    if (st.railed or st.sailed) and st.phase != sequence.STRATEGIC_MOVEMENT:
        yield f"units have ridden in phase {st.phase}"
    if st.fight is not None and st.phase not in (*FIGHTING, sequence.EVENTS):
        yield f"a combat goes on in phase {st.phase}"
    if st.phase not in (*MOVING, *FIGHTING):
        for name, at in (("OHL/OberOst", st.marker_at), ("Foch", st.foch_at), ("Allenby", st.allenby_at)):
            if at:
                yield f"{name} lies in {board.NUMBER[at]} in phase {st.phase}"
    for name, last in st.until.items():
        if not name.endswith("-from") and last < st.turn:
            yield f"{name} acted until turn {last}"
    for key in st.tally:
        if key.startswith(("now-halted", "now-attacks", "now-hq", "now-east-hq")) and st.phase in sequence.STRATEGIC:
            yield f"{key} is left of the last turn"


def units(st: State) -> Iterator[str]:
    """Notes about units are about units that are where the note says."""
    for name, noted, box in (("from a front", st.came_from, RU_TRANSIT), ("away", st.back_on, LIBYA)):
        if sum(1 << u for u in noted) != st.stack(box):
            yield f"{name}: {roster.unit_ids(sum(1 << u for u in noted) ^ st.stack(box))}"
    on_map = sum(1 << u for u in range(roster.N) if st.at[u] > 0)
    if left := st.saved & ~on_map:
        yield f"saved, but not on the map: {roster.unit_ids(left)}"
    if dead := st.rebuilt & (st.stack(DEAD) | st.stack(DEAD_NE)):
        yield f"rebuilt and dead: {roster.unit_ids(dead)}"
    if st.depleted & ~roster.HQ or st.reduced & ~roster.TWO_STEP:
        yield "depleted units that are no headquarters, or reduced units of one step"


def chits(st: State) -> Iterator[str]:
    """A chit is in one place."""
    seen = 0
    for name, m in (("pool", st.pool[0] | st.pool[1]), ("hand", st.hand[0] | st.hand[1]), ("play", st.play), ("spent", st.spent)):
        if seen & m:
            yield f"chits twice, once in {name}: {bits(seen & m)}"
        seen |= m


def resources(st: State) -> Iterator[str]:
    """tgw.5.16: a captured resource hex pays the Central Powers only while they hold it."""
    for i in st.pays:
        if not st.ctrl[CP] >> i & 1 and st.phase == sequence.WARFARE:
            yield f"{board.NUMBER[i]} pays, though it is lost"


def nations(st: State) -> Iterator[str]:
    """What is noted about nations, revolutions and the units that belong to them (tgw.5.45, tgw.16.11, tgw.17.11, tgw.17.21,
    tgw.21.7)."""
    if (st.us_entered >= 0) != (st.allegiance[tables.US] < 2):
        yield f"America came on letter {st.us_entered}, and its side is {st.allegiance[tables.US]}"
    for name, letter in (("czar-fell", st.czar_letter), ("bolsheviks", st.bolshevik_letter)):
        if (letter >= 0) != st.flag(name):
            yield f"{name} has letter {letter}"
    reds = roster.CORPS[tables.RU] if st.tally.get("red-hqs") else 0  # in games stored before they were marked as Red, too
    left = sum(roster.CORPS[n] & roster.HQ for n in bits(st.collapsed)) & ~(st.red | reds)
    if on := [roster.UNITS[u] for u in bits(left) if st.at[u] > 0]:
        yield f"headquarters of nations that collapsed: {on}"
    for n, turn in enumerate(st.entered):
        if turn > st.turn or turn and st.allegiance[n] == tables.NEUTRAL:
            yield f"{tables.NATIONS[n]} entered on turn {turn}"
    if st.pef and not st.flag("pef-sent"):
        yield "a force for Persia that was not sent"
    if min(st.rp) < 0 or st.required < 0 or st.dz_left < 0:
        yield "a debt of points or markers"


def sides_of_counters(st: State) -> Iterator[str]:
    """Units that have lost their shock-troops for good do not show them; who waits beside the map is unknown (tgw.15.83)."""
    if both := st.unshocked & st.flipped:
        yield f"shock-troops after all: {roster.unit_ids(both)}"
    if known := st.tried & st.stack(WAITING):
        yield f"made known, and not in play: {roster.unit_ids(known)}"
    if st.devastated & ~fronts.FRONT[fronts.WEST] or st.retaken & ~victory.LOW_COUNTRIES:
        yield "devastated or retaken hexes outside France and Belgium"
    if st.arab_before != tables.NEUTRAL and not st.arab_hex:
        yield "who held the hex of the Arabs, who hold none"


def warfare(st: State) -> Iterator[str]:
    """Planes that have flown are in play; chits of strategic warfare are nowhere else (tgw.5.2, tgw.6.2)."""
    if gone := st.air_used & ~st.play:
        yield f"planes have flown that are not in play: {bits(gone)}"
    if twice := (st.warfare | st.u_waiting) & (st.pool[0] | st.pool[1] | st.hand[0] | st.hand[1] | st.spent):
        yield f"chits of strategic warfare are elsewhere too: {bits(twice)}"


CAUSES: tuple[Callable[[State], Iterator[str]], ...] = (
    pipeline,
    works,
    beachheads,
    sources,
    lawrence,
    phases,
    units,
    chits,
    resources,
    nations,
    sides_of_counters,
    warfare,
)
#: fields of the state without a cause that could end, and why
NO_MARKERS = {
    **dict.fromkeys(("initiative", "weather", "us_marker", "vp_events", "result", "rolls"), "a track"),
    **dict.fromkeys(("flipped", "prewar", "rolled"), "what was chosen or happened once and for all"),
    **dict.fromkeys(("attacked", "targets", "newly", "devastating", "used", "railheads"), "emptied when its phase begins again"),
    **dict.fromkeys(("marker", "russian_attacks", "rolled_now"), "emptied when its phase or turn begins again"),
    "flags_set": "test_flags",
}


def stale(st: State) -> list[str]:
    """Markers without a reason."""
    return [x for cause in CAUSES for x in cause(st)]


def provoked(name: str) -> Session[State]:
    """A moment with more markers than usual, and enemies near all of them."""
    s = moment(name).disable_undo()
    st = s.state
    for i in bits(board.SINAI | board.ATLAS.around(supply_sources.GAZA, 6) & board.LAND):
        for u in bits(st.stack(i)):
            st.put(u, WAITING)
    st.seize(board.EGYPT, A)
    st.pipeline = supply_sources.SINAI_TOWNS[-1]
    st.ne_trenches = board.mask("N2812", "N2912", "N2712", "N2813")
    st.seize(st.ne_trenches | supply_sources.GAZA | supply_sources.BEERSHEBA, CP)
    turks = (u for u in bits(roster.CORPS[tables.TU] & roster.NEAR_EAST & roster.COMBAT) if st.at[u] < 0)
    yeomen = (
        u
        for u in bits((roster.CORPS[tables.BR] | roster.CORPS[tables.BP]) & roster.COMBAT)
        if st.at[u] in (WAITING, AVAIL, AVAIL_NE, DEAD, DEAD_NE)
    )
    for riders, side, places in ((turks, CP, ("N2611", "N2614", "N3010")), (yeomen, A, ("N3013", "N3012", "N3311"))):
        for u, n in zip(riders, places, strict=False):
            st.put(u, board.INDEX[n])
            st.seize(board.mask(n), side)
    if st.letter > tables.LETTER["K"]:
        st.set_flag("hindenburg")
        st.line_left = 0
        front = board.ATLAS.dilate(st.held[A] & fronts.FRONT[fronts.WEST]) & st.ctrl[CP] & board.LAND & fronts.FRONT[fronts.WEST]
        st.line |= sum(1 << i for i in bits(front)[:4])
    for i in bits(st.line):
        for u in bits(st.stack(i)):
            st.put(u, WAITING)
    st.derive_forts()
    st.set_flag("salonika")
    st.seize(supply_sources.SALONIKA, A)
    for u in bits(st.stack(SALONIKA) & st.troops[A]):
        st.put(u, WAITING)
    arab = next(u for u in bits(ARABS) if st.at[u] < 0)
    st.put(arab, board.INDEX["N2007"])
    control.arrive_arabs(s, 1 << arab)
    assert not stale(st)
    return s


def marked(st: State) -> set[str]:
    """The hexes to which a seeker of trouble goes: those with markers, of either side."""
    return set(board.numbers(st.ne_trenches | st.line | st.forts | sum(1 << i for i in supply_sources.SINAI_TOWNS)))


def seek(s: Session[State], rng: random.Random) -> tuple[str, ...]:
    """An answer that brings units to the markers of the enemy, and garrisons away from their own."""
    d = s.decision
    assert d is not None
    aims = marked(s.state)
    best = [
        a
        for a in d.actions
        if a[0] in ("to", "attack", "advance", "advance-all") and a[1] in aims or a[0] in ("advance", "go", "add")
    ]
    if best and rng.random() < 0.9:
        return rng.choice(best)
    camp = {place_word(s.state.at[u]) for u in bits(ARABS)}
    ride = [a for a in d.actions if a[0] == "stack" and a[1] in camp or a[0] == "leave" and U[a[1]] not in bits(ARABS)]
    if ride and rng.random() < 0.3:
        return rng.choice(ride)
    near = [a for a in d.actions if a[0] == "stack" and a[1][0] == "N" or a == ("rail", "E1116") or a == ("sail", "E1116")]
    if near and rng.random() < 0.9:
        return rng.choice(near)
    done = [a for a in d.actions if a[0] in ("done", "pass", "stay")]
    return rng.choice(done) if done and rng.random() < 0.7 else rng.choice(d.actions)


def game(name: str, style: str, decisions: int) -> Iterator[Session[State]]:
    """A game from a stored moment, decision by decision."""
    s = provoked(name) if style == "seeking" else moment(name).disable_undo()
    rng = random.Random(f"markers {name} {style}")
    players = [bots.make("greedy", k) for k in range(2)]
    for _ in range(decisions):
        d = s.decision
        if d is None:
            return
        if style == "greedy":
            s.take(bots.answer(players[d.seat], s))
        elif style == "seeking":
            s.take(seek(s, rng))
        else:
            going_on = [a for a in d.actions if a[0] not in ("done", "stay", "pass")]
            s.take(rng.choice(going_on if going_on and rng.random() < (0.5 if style == "busy" else 0.1) else d.actions))
        yield s


@rule("tgw.11.53f", "tgw.14.14a", "tgw.14.53a", "tgw.11.33i", "tgw.11.71c", "tgw.7.13b", "tgw.10.82a")
@pytest.mark.parametrize("style", ["random", "busy", "greedy", "seeking"])
@pytest.mark.parametrize("name", MOMENTS if WHOLE else [k for k in MOMENTS if k.endswith("-1")])
def test_every_marker_on_the_way_has_its_reason(name: str, style: str) -> None:
    arabs = (0, tables.NEUTRAL)
    for k, s in enumerate(game(name, style, 4_000 if WHOLE else 700)):
        assert not list(left_by_arabs(arabs, s.state)), f"after {k} decisions of {style} from {name}, turn {s.state.turn}"
        arabs = s.state.arab_hex, s.state.arab_before
        if k % 3 == 0 or s.state.phase not in (*MOVING, *FIGHTING):
            assert not stale(s.state), f"after {k} decisions of {style} from {name}, turn {s.state.turn}"


@rule("tgw.7.13b", "tgw.15.83a")
def test_the_hex_of_the_arabs_goes_back_when_they_die_in_combat() -> None:
    """They attack Beersheba out of a Turkish hex, and both sides lose a step."""
    arab = "ab-1ana"
    st = field({arab: "N2712"}, turn=30)
    st.tried |= 1 << U[arab]
    st.seize(board.mask("N2712"), CP)
    s = session(st, CombatPhase(fronts.WESTERN, A), dice=(5,))
    control.arrive_arabs(s, 1 << U[arab])
    assert st.ctrl[A] & board.mask("N2712")
    play(s, "attack N2711", f"add {arab}", "go")
    assert st.at[U[arab]] < 0 and st.ctrl[CP] & board.mask("N2712") and not list(lawrence(st))
