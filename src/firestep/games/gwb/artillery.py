"""Artillery: ranges (gwb.6.2), defensive support (gwb.6.3.1), corps and army guns (gwb.13.3), sight (gwb.13.5), open sights
(gwb.13.6).

One function per kind of fire says which guns may take part; each is a few tests with their rule ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from firestep.games.gwb import terrain
from firestep.games.gwb.state import AWAY, BOX, DEAD, HASTY, State
from firestep.hexmap.grid import bits


def on_map(st: State, k: int) -> int:
    """The guns of a side on the map."""
    return sum(1 << u for u in bits(st.b.guns & st.b.of_side[k]) if st.at[u] > 0)


def at_hand(st: State) -> int:
    """The guns of the phasing side, on the map or in their box, that have not fired in this phase."""
    return sum(1 << u for u in bits(st.b.guns & st.b.of_side[st.side] & ~st.acted) if st.at[u] not in (AWAY, DEAD))


def loaded(st: State, u: int) -> bool:
    """Can the gun fire at all: deployed, or limbered with a printed strength (gwb.3.13c, gwb.3.13d), and not on the road (G82)."""
    return st.strength(u) > 0 and not (st.marching | st.entrained) >> u & 1  # gwb.3.13c, gwb.3.13d


def ready(st: State, u: int) -> bool:
    """For barrage and support it must be in good order, too (gwb.9.0f)."""
    return not st.dis[u] and loaded(st, u)  # gwb.9.0f


def range_of(st: State, u: int) -> int:
    """gwb.6.2b: hexes counted without the gun's and with the target's."""
    return st.b.board.disc(st.at[u], st.reach_of_gun(u))


def limbered(st: State, u: int) -> bool:
    return not st.deployed >> u & 1


def sees(st: State, u: int, h: int, options: Mapping[str, str]) -> bool:
    """A clear line of sight (gwb.3.15, gwb.13.5a); corps and army guns never need one (gwb.13.5f)."""
    # gwb.13.5a, gwb.13.5f, gwb.3.15
    return bool(st.b.heavy >> u & 1) or st.b.board.sight(st.at[u], h, options["sight"] == "either")


def reaches(st: State, u: int, h: int, options: Mapping[str, str]) -> bool:
    """In range, and over open sights with a clear line (gwb.13.6a). Deployed guns need no line (gwb.6.2c, gwb.6.3.1b)."""
    return bool(range_of(st, u) >> h & 1) and (not limbered(st, u) or sees(st, u, h, options))  # gwb.6.2c, gwb.6.3.1b, gwb.13.6a


def adjacent(st: State, u: int, h: int) -> bool:
    return bool(st.b.board.disc(st.at[u], 1) >> h & 1)


def origins(st: State, u: int, isolated: int) -> list[int]:
    """The hexes from which an off-board gun measures its range: non-isolated guns of its army (gwb.13.3.1b, G33)."""
    army = st.b.of_army[st.b.units[u].army] & st.b.guns & ~st.b.off_board
    return sorted({st.at[g] for g in bits(army) if st.at[g] > 0 and not isolated >> st.at[g] & 1})  # gwb.13.3.1b


def off_board_reaches(st: State, u: int, h: int, isolated: int) -> bool:
    far = st.b.units[u].range
    return any(st.b.board.disc(o, far) >> h & 1 for o in origins(st, u, isolated))


def can_shell(st: State, u: int, h: int, isolated: int, options: Mapping[str, str], counter: bool = False) -> bool:
    """May the gun of the phasing side fire at a hex on the attack? Who attacks is asked elsewhere. What keeps guns from barrages
    (demoralisation, disorder, isolation) does not keep them from counter-battery fire (G70)."""
    b = st.b
    bit = 1 << u
    if st.acted & bit or st.demoralised(u) and not counter:  # gwb.6.0c, gwb.6.1f, gwb.13.6c, gwb.13.1b
        return False
    if b.off_board & bit:
        return (
            st.at[u] == BOX
            and not st.fired_off & bit
            and st.phase != HASTY  # gwb.13.3.1a, gwb.11.0c
            and off_board_reaches(st, u, h, isolated)
        )
    if st.at[u] <= 0 or not (loaded if counter else ready)(st, u) or not reaches(st, u, h, options):
        return False
    if limbered(st, u) or counter:
        # over open sights the gun may stand apart from the attackers (gwb.11.0d, gwb.13.6e)
        return True  # in either phase (gwb.13.6b, G63), isolated or not (gwb.12.2e)
    return st.phase != HASTY and not isolated >> st.at[u] & 1  # gwb.6.2a, gwb.11.0c, gwb.13.6d, gwb.12.2d


def shelling(st: State, h: int, options: Mapping[str, str], counter: bool = False) -> int:
    """The guns of the phasing side that could fire at a hex on the attack."""
    isolated = st.isolated(st.side)
    return sum(1 << u for u in bits(at_hand(st)) if can_shell(st, u, h, isolated, options, counter))


def barrage_guns(st: State, h: int, attackers: int, chosen: int, options: Mapping[str, str]) -> int:
    """The guns that may join the barrage of an attack: gwb.6.2a, gwb.12.2b, gwb.13.3b."""
    b = st.b
    isolated = st.isolated(st.side)
    if any(isolated >> st.at[u] & 1 for u in bits(attackers)):  # gwb.12.2b, G30
        return 0
    armies = {b.units[u].army for u in bits(attackers)}

    def fits(u: int) -> bool:
        if b.heavy >> u & 1:  # gwb.13.3b, gwb.13.3c
            return not (b.units[u].army not in armies or b.heavy & chosen)
        return joins(st, u, attackers)  # gwb.6.0i

    return sum(1 << u for u in bits(shelling(st, h, options) & ~chosen) if fits(u))


def counter_guns(st: State, h: int, chosen: int, options: Mapping[str, str]) -> int:
    """The guns that may join a counter-battery shot: gwb.13.4a, gwb.13.3c."""
    out = shelling(st, h, options, True) & ~chosen
    return out & ~st.b.heavy if st.b.heavy & chosen else out


def joins(st: State, u: int, others: int) -> bool:
    """May the unit fight together with the others under the battle's formation limit (gwb.6.0i)?"""
    level = st.b.together[st.b.units[u].side]
    if level == "any":
        return True
    mine = getattr(st.b.units[u], level)
    return all(getattr(st.b.units[o], level) == mine for o in bits(others))


def helps(st: State, u: int, defenders: int) -> bool:
    """May the gun support these defenders? One unit of its own formation among them is enough (gwb.6.0i, G85)."""
    if st.b.heavy >> u & 1:
        return any(st.b.units[o].army == st.b.units[u].army for o in bits(defenders))
    return any(joins(st, u, 1 << o) for o in bits(defenders))


def support_guns(st: State, h: int, options: Mapping[str, str]) -> int:
    """The guns that may give defensive support to a hex: gwb.6.3.1a. A gun already tied to the hex is not asked again."""
    b = st.b
    k = 1 - st.side
    isolated = st.isolated(k)
    defenders = st.stack(h)

    def may(u: int) -> bool:
        if b.heavy >> u & 1 and not _corps_may_support(st, u, h, isolated, options):  # gwb.13.3a
            return False
        if u in st.ties or not helps(st, u, defenders):  # gwb.6.3.1d, gwb.6.0i
            return False
        if b.off_board >> u & 1:
            return True
        # a gun in the hex itself fires with the defenders: gwb.6.1.1b
        if st.at[u] <= 0 or st.at[u] == h or not ready(st, u) or not reaches(st, u, h, options):
            return False
        return not cut_off(st, u, h, isolated)

    # gwb.6.3.1c, gwb.6.3.1a, gwb.13.4d
    return sum(1 << u for u in bits(b.guns & b.of_side[k] & ~st.was_hit & ~st.silenced) if may(u))


def cut_off(st: State, u: int, h: int, isolated: int) -> bool:
    """Does isolation, of the hex or of the gun, keep a gun from supporting it? Not from next to it, nor over open sights
    (gwb.12.2c, gwb.12.2d, gwb.12.2e). A gun off the map has no place of its own."""
    if st.b.off_board >> u & 1:
        return bool(isolated >> h & 1)
    return bool((isolated >> h | isolated >> st.at[u]) & 1) and not adjacent(st, u, h) and not limbered(st, u)  # gwb.12.2c


def _corps_may_support(st: State, u: int, h: int, isolated: int, options: Mapping[str, str]) -> bool:
    """The printed example against the printed rule: G11."""
    if options["corps_support"] == "off":
        return False
    if st.b.off_board >> u & 1:
        near = st.at[u] == BOX and not st.fired_off >> u & 1 and off_board_reaches(st, u, h, isolated)
        return near and not cut_off(st, u, h, isolated)
    return True


def harassing_guns(st: State, target: int, h: int, options: Mapping[str, str]) -> int:
    """The guns that may harass a unit which has just entered a hex: gwb.8.0a, gwb.8.0e, gwb.13.3a. Fire in other
    phases does not count (gwb.8.0j). Disorder does not silence them (G51)."""
    return sum(
        1 << u
        for u in bits(on_map(st, 1 - st.b.units[target].side) & ~st.b.heavy)
        if not st.harassed.get(u, 0) >> target & 1 and loaded(st, u) and reaches(st, u, h, options)  # gwb.8.0j
    )


def threatened(st: State, k: int) -> int:
    """The hexes that guns of side k could harass; a superset, for a quick no."""
    out = 0
    for u in bits(on_map(st, k) & ~st.b.heavy):
        if loaded(st, u):
            out |= range_of(st, u)
    return out


def modifier(st: State, guns: int, h: int, options: Mapping[str, str]) -> int:
    """Of harassing and counter-battery fire: the barrage modifier of the hex (gwb.8.0c, gwb.13.4b), +1 if any gun lacks a line of
    sight (gwb.8.0d, gwb.13.4c)."""
    return terrain.barrage(st.b.board, h) + any(not sees(st, u, h, options) for u in bits(guns))  # gwb.8.0c, gwb.8.0d, gwb.13.4c
