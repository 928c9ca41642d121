"""Where an army may not march, it does not retreat and is not bumped: compared in positions thrown together, some of them about
Russia's surrender. Zones, points and friends in the way are judged otherwise in a retreat (wwi.8.6)."""

from __future__ import annotations

from firestep.games.wwi import retreat
from firestep.games.wwi.components import board
from firestep.games.wwi.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.wwi.oracle import scattered
from games.wwi.test_12_on_the_way import eve_of_surrender
from sampling import WHOLE

COUNT = 400 if WHOLE else 60


def barred(st: State, unit: int, i: int, j: int) -> str:
    """The rule that keeps an army out of the next hex in every order."""
    side = st.side(unit)
    if not board.NEAR[i] >> j & 1:
        return "wwi.5.6e"
    if (st.neutral | st.occ[1 - side] | st.forts_of_side(1 - side)) >> j & 1:
        return "wwi.5.21b"
    russia = board.HOME[board.RS]
    if side == board.CENTRAL and st.surrendered and not st.reopened and not st.garrison and russia >> i & 1 and not russia >> j & 1:
        held = {
            st.at[u]
            for u in range(len(st.at))
            if u != unit and st.side(u) == board.CENTRAL and board.RUSSIAN_CITIES >> max(st.at[u], 0) & 1
        }
        return "wwi.12.13a" if len(held) < 4 else ""
    return ""


@rule("wwi.8.61c", "wwi.8.63b", "wwi.12.13a", "wwi.5.6e")
def test_armies_fall_back_only_where_they_could_march() -> None:
    seen = {"one hex back": 0, "bumped": 0, "shut in Russia": 0}
    for st in (*eve_of_surrender(COUNT, 5), *scattered(COUNT, 7)):
        for u, i in enumerate(st.at):
            if i < 0 or st.side(u) > board.CENTRAL or not st.alone(u):
                continue
            for kind, found in (("one hex back", retreat.ways(st, u, 1).ends), ("bumped", retreat.havens(st, u, 0))):
                for j in bits(found):
                    seen[kind] += 1
                    assert not barred(st, u, i, j), f"{kind}: {board.UNITS[u]} from {board.NUMBER[i]} to {board.NUMBER[j]}"
            seen["shut in Russia"] += any(barred(st, u, i, j) == "wwi.12.13a" for j in bits(board.NEAR[i]))
    assert min(seen.values()) > 20, seen
