"""What the greedy player of Death in the Trenches wants: what each place is worth to whom, and the garrison of the East."""

from __future__ import annotations

from functools import cache

from firestep.bots.ditt.theatres import EAST as THERE
from firestep.bots.ditt.theatres import SERBIA
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.nations.collapse import GARRISON, GERMAN_GARRISON, garrison
from firestep.games.ditt.nations.surrender import KEY_CITIES, russian_cities_and_forts
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

#: Divs of the garrison of ditt.13.2e, and how many more the CP keeps there to be safe
NEED, MARGIN = (GARRISON, GERMAN_GARRISON), 16
#: and how many of those stay when others leave
KEEP = 6

# The worth of places, counted in ordinary hexes.
GROUND, FORT, SMALL, CITY, CAPITAL, PARIS, DECISIVE = 0.3, 3.0, 6.0, 12.0, 25.0, 45.0, 60.0

_AUSTRIAN = places.CITY[tables.AH] | sum(1 << i for i, n in places.FORT_NATION.items() if n == tables.AH)
_GERMAN_HOME, _FRENCH_HOME = places.COUNTRY["Germany"], places.lands("France", "Belgium")
_FORTS = places.FORTS & ~places.COLONIAL_COINS
#: ground over which the great fronts move
WEST, EAST, HOMELAND = 3.0, 1.2, 7.0
#: German ground in Russian hands: until it is free there is no Revolution (ditt.13.1c)
INVADED = 18.0
_ITALY = tables.ENTRY.index("it")
#: what Italy would walk into, and the mark at which she is expected
ALPS, ITALY_NEAR = places.mask("2508", "2710"), 61
BUDAPEST = places.mask("2511")
_BORDERLANDS = places.lands("Poland", "Baltic States", "White Russia", "Ukraine", "Austria-Hungary", "Serbia", "Roumania")


@cache
def _classes(
    at_war: tuple[bool, ...], key: float, german: float, serb: float, rev: float, flags: int, invaded: int, side: int
) -> tuple[tuple[int, float], ...]:
    """Sets of places with their worth; a place counts in the first set that has it."""
    ah, it, tu, bu, gk, rm = at_war
    sets: list[tuple[int, float]] = [
        (places.CITY[tables.GE], german),
        (1 << places.PARIS, PARIS),
        (places.CITY[tables.FR] | (1 << places.CONSTANTINOPLE if tu else 0), CAPITAL),
    ]
    if ah:
        sets.append((_AUSTRIAN, key))
    if it:
        sets.append((places.CITY[tables.IT], 16.0))
    sets.append((places.CITY[tables.SB], serb))
    if bu:
        sets.append((places.CITY[tables.BU], CITY))
    if gk:
        sets.append((places.CITY[tables.GK], SMALL))
    sets.append((russian_cities_and_forts(), rev))
    sets.append((places.CITY[tables.BR], 20.0))
    if tu:
        sets.append((places.CITY[tables.TU], SMALL))
    if flags:
        sets.append((flags, 26.0 if side == tables.CP else SMALL))  # whoever enters brings a neutral into the war (ditt.15.11)
    if rm:
        sets.append((places.mask("2114", "2213"), SMALL))
    if invaded:
        sets.append((invaded, INVADED))
    if side == tables.CP:
        sets.append((_FORTS & _GERMAN_HOME, 8.0))  # while Russians stand in Germany there is no Revolution (ditt.13.1c)
    sets.append((_FORTS, FORT))
    # no Revolution while Russians are there (ditt.13.1c)
    sets.append((_GERMAN_HOME & THERE, HOMELAND if side == tables.CP else EAST))
    sets.append((_GERMAN_HOME | _FRENCH_HOME, WEST))
    sets.append((_BORDERLANDS, EAST))
    out, seen = [], 0
    for m, w in sets:
        if m & ~seen:
            out.append((m & ~seen, w))
        seen |= m
    return tuple(out)


def classes(st: State, side: int = tables.EP) -> tuple[tuple[int, float], ...]:
    """The places that matter, as sets with their worth."""
    war = tuple(
        st.allegiance[n] < 2 and not st.surrendered >> n & 1
        for n in (tables.AH, tables.IT, tables.TU, tables.BU, tables.GK, tables.RM)
    )
    flags = 0
    if st.allegiance[tables.IT] == tables.NEUTRAL and not st.flag("italy-stays"):
        flags |= 1 << places.ITALIAN_FLAG
    if st.allegiance[tables.RM] == tables.NEUTRAL:
        flags |= 1 << places.ROUMANIAN_FLAG
    lost = (KEY_CITIES & st.ctrl[tables.EP]).bit_count() + (1 if st.flag("emperor-dead") else 0)
    # the nearer to a surrender the dearer (ditt.12.1b, ditt.12.1i)
    key = (18.0 if side == tables.CP else 14.0) + 8.0 * min(lost, 4)
    german = DECISIVE * (2.0 if places.CITY[tables.GE] & st.ctrl[tables.EP] else 1.0)
    fallen = (places.CITY[tables.SB] & st.ctrl[tables.CP]).bit_count()
    serb = (34.0 if st.turn in SERBIA else 10.0) + 10.0 * fallen if side == tables.CP else CITY  # all three or nothing (ditt.12.1m)
    taken = (russian_cities_and_forts() & st.ctrl[tables.CP]).bit_count()
    rev = 8.0  # beyond six they feed the Revolution (ditt.13.1e)
    if side == tables.CP and st.turn > 3:
        rev = 16.0 if taken < 4 else 24.0 if taken < 6 else 36.0
    invaded = _GERMAN_HOME & THERE & st.ctrl[tables.EP] if side == tables.CP and not st.flag("collapsed") else 0
    return _classes(war, key, german, serb, rev, flags, invaded, side)


def worth(st: State, place: int) -> float:
    """The worth of one place."""
    for m, w in classes(st):
        if m >> place & 1:
            return w
    return GROUND


def lacking(st: State) -> int:
    """Divs that the garrison of the East lacks after the Russian collapse (ditt.13.2e)."""
    if not st.flag("collapsed") or st.flag("russia-back") or st.options.get("garrison") == "free":
        return 0
    need = (30, 20) if st.flag("brest-litovsk") else NEED
    total, german = garrison(st)
    return max(0, need[0] + MARGIN - total, need[1] + MARGIN - german)


def spare_garrison(st: State, units: tuple[int, ...]) -> bool:
    """Whether these units may leave the garrison lands, as far as they stand there."""
    if not st.flag("collapsed") or st.flag("russia-back") or st.options.get("garrison") == "free":
        return True
    need = (30, 20) if st.flag("brest-litovsk") else NEED
    total, german = garrison(st)
    inside = [u for u in units if st.at[u] > 0 and places.GARRISON >> st.at[u] & 1]
    if not inside:
        return True
    divs = sum(st.divs[u] if tables.IS_ARMY[u] else 2 for u in inside)
    germans = sum(st.divs[u] if tables.IS_ARMY[u] else 2 for u in inside if st.serves[u] == tables.GE)
    return total - divs >= need[0] + KEEP and german - germans >= need[1] + KEEP


def count(st: State, units: int) -> int:
    """Divs of a set of units, two for a Minor Force."""
    return sum(st.divs[u] if tables.IS_ARMY[u] else 2 for u in bits(units))


def unguarded(st: State, side: int) -> int:
    """Cities that ships or the desert lead to, with nobody in them: those of Egypt once Turks or Senussi may come (ditt.12.1j,
    ditt.14.1j), the Straits while Turkey is at war (ditt.12.1q, ditt.15.2f), Trieste and Vienna when Italy is about to enter the
    war, Budapest against Roumania, and the places whose loss would bring these two in (ditt.15.11)."""
    if side == tables.CP:
        out = 0
        if st.allegiance[tables.TU] == tables.CP:
            out = 1 << places.GALLIPOLI | 1 << places.CONSTANTINOPLE
        if st.allegiance[tables.IT] == tables.EP or st.entry[_ITALY] >= ITALY_NEAR:
            out |= ALPS
        if st.allegiance[tables.IT] == tables.NEUTRAL:
            out |= 1 << places.ITALIAN_FLAG
        if st.allegiance[tables.RM] == tables.NEUTRAL:
            out |= 1 << places.ROUMANIAN_FLAG
        elif st.allegiance[tables.RM] == tables.EP:
            out |= BUDAPEST
        return out & st.ctrl[tables.CP] & ~st.occ[tables.CP]
    if st.allegiance[tables.TU] != tables.CP and st.allegiance[tables.IT] != tables.EP or st.surrendered >> tables.BR & 1:
        return 0
    return places.CITY[tables.BR] & places.COUNTRY["Egypt"] & st.ctrl[tables.EP] & ~st.occ[tables.EP]
