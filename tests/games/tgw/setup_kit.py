"""What tests of set-ups share."""

from __future__ import annotations

from functools import cache

from firestep.games.tgw import setup
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.scenarios import setup_zones
from firestep.games.tgw.state import State

I = board.INDEX
YEARS = setup_zones.SCENARIOS


@cache
def start(year: str) -> State:
    return setup.begin(year, {})[0]


def units(nation: str, *words: str) -> list[int]:
    """The units of a nation: `code=F`, `face=2-4`, `combat`, `hq`, `inf`, `cav`, `europe`, `near-east`."""
    out = [u for u, c in enumerate(roster.ROSTER) if tables.NATIONS[c.nation] == nation]
    for word in words:
        key, _, value = word.partition("=")
        test = {
            "code": lambda c, v=value: c.setup == v,
            "face": lambda c, v=value: c.face == v,
            "hq": lambda c: c.cls == "HQ",
            "combat": lambda c: c.cls != "HQ",
            "inf": lambda c: c.cls == "infantry",
            "cav": lambda c: c.cls == "cavalry",
            "europe": lambda c: c.theatre == "Europe",
            "near-east": lambda c: c.theatre == "Near East",
            "brigade": lambda c: c.cls == "brigade",
            "mtn": lambda c: c.cls == "mountain",
            "division": lambda c: c.cls in ("infantry", "mountain", "cavalry"),
        }[key]
        out = [u for u in out if test(roster.ROSTER[u])]
    return out


def where(year: str, *ids: str) -> list[str]:
    """Where units stand, by their ids."""
    st = start(year)
    return [board.NUMBER[st.at[roster.UNIT[i]]] if st.at[roster.UNIT[i]] > 0 else "" for i in ids]


def on(year: str, some: list[int], zone: int) -> list[int]:
    st = start(year)
    return [u for u in some if st.at[u] > 0 and zone >> st.at[u] & 1]


def box(year: str, some: list[int], place: int) -> list[int]:
    st = start(year)
    return [u for u in some if st.at[u] == place]


def map_units(year: str, nation: str) -> list[int]:
    st = start(year)
    return [u for u in units(nation) if st.at[u] > 0]


def inside(year: str, some: list[int], zone: int) -> bool:
    """All of them stand on the map, in a zone."""
    return bool(some) and len(on(year, some, zone)) == len(some)


def rp(year: str, **points: int) -> bool:
    st = start(year)
    return all(st.rp[tables.NATION[code]] == n for code, n in points.items())


Y15 = "1915"


Y16 = "1916"


Y17 = "1917"
