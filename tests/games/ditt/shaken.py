"""Positions that no game reaches: a real one in which much is changed at random. For tests of single conditions."""

from __future__ import annotations

import random

from firestep.engine.masks import bits
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import BOX, CASUALTY, FLAGS, GONE, POOL, Fight, State

_LAND = bits(places.LAND)
_COAST = bits(places.COAST[tables.BALTIC])


def shake(st: State, rng: random.Random, focus: list[int]) -> None:
    """Changes a state at random, mostly at some places."""

    def place() -> int:
        return rng.choice(focus) if focus and rng.random() < 0.6 else rng.choice(_COAST if rng.random() < 0.1 else _LAND)

    for _ in range(rng.randint(0, 25)):
        u = rng.randrange(tables.N)
        st.at[u] = place() if rng.random() < 0.8 else rng.choice((POOL, BOX, CASUALTY, GONE))
        st.divs[u] = rng.choice((0, 1, 2, 5, 10, 19, 20)) if tables.IS_ARMY[u] else 0
        st.flipped ^= (1 << u) * rng.randint(0, 1)
    for _ in range(rng.randint(0, 12)):
        i = place()
        n = rng.randrange(len(tables.NATIONS))
        for m in range(len(st.own)):
            st.own[m] &= ~(1 << i)
        st.own[n] |= 1 << i
    for _ in range(rng.randint(0, 3)):
        n = rng.randrange(len(tables.NATIONS))
        st.allegiance[n] = rng.randrange(4)
    for field in ("closed", "truce", "recruited", "deployed"):
        if rng.random() < 0.3:
            setattr(st, field, getattr(st, field) | 1 << place())
    for field in ("roaming", "expedition", "released", "landed", "ferried", "gave", "took"):
        if rng.random() < 0.3:
            setattr(st, field, getattr(st, field) ^ 1 << rng.randrange(tables.N))
    if rng.random() < 0.5:
        i = place()
        st.forts ^= 1 << i
    if rng.random() < 0.5:
        st.centres ^= 1 << place()
    st.turn = rng.randint(1, tables.LAST_TURN)
    st.seas = [rng.randrange(3) for _ in st.seas]
    st.coins = [rng.randrange(3) for _ in st.coins]
    st.reserves = [rng.choice((0, 1, 3, 30)) for _ in st.reserves]
    st.frozen = [rng.randint(0, k) for k in st.reserves]
    st.max[tables.AH] = rng.choice((3, 5, 40))
    st.ne_limit = [rng.choice((0, 2, 4)), rng.choice((0, 2, 4))]
    for name in rng.sample(FLAGS, rng.randint(0, 8)):
        st.set_flag(name)
    st.sud = 0
    st.derive()
    side = rng.randrange(2)
    theirs = [u for u in bits(st.troops[side] & st.afield)]
    if theirs:
        hex = place()
        units = tuple(sorted(rng.sample(theirs, min(len(theirs), rng.randint(1, 3)))))
        baron = rng.choice((-1, -1, tables.CP))
        plays = tuple(rng.sample(range(len(tables.BOXES)), rng.randint(0, 3)))
        st.fight = Fight(side, hex, st.at[units[0]], units, baron=baron, plays=plays)
