"""What the greedy player of Death in the Trenches wants: what each place is worth to whom, and the garrison of the East."""

from __future__ import annotations

from functools import cache

from firestep.bots.ditt.theatres import EAST as THERE
from firestep.bots.ditt.theatres import SERBIA
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.collapse import GARRISON, GERMAN_GARRISON, garrison
from firestep.games.ditt.state import State
from firestep.games.ditt.surrender import KEY_CITIES, russian_places
from firestep.hexmap.grid import bits

#: Divs of the garrison of 13.2e, and how many more the CP keeps there to be safe
NEED, MARGIN = (GARRISON, GERMAN_GARRISON), 16
#: and how many of those stay when others leave
KEEP = 6

# The worth of places, counted in ordinary hexes.
GROUND, FORT, SMALL, CITY, CAPITAL, PARIS, DECISIVE = 0.3, 3.0, 6.0, 12.0, 25.0, 45.0, 60.0

_AUSTRIAN = p.CITY[t.AH] | sum(1 << i for i, n in p.FORT_NATION.items() if n == t.AH)
_GERMAN_HOME, _FRENCH_HOME = p.COUNTRY["Germany"], p.lands("France", "Belgium")
_FORTS = p.FORTS & ~p.POSTS
#: ground over which the great fronts move
WEST, EAST, HOMELAND = 3.0, 1.2, 7.0
#: German ground in Russian hands: until it is free there is no Revolution (13.1c)
INVADED = 18.0
_ITALY = t.ENTRY.index("it")
#: what Italy would walk into, and the mark at which she is expected
ALPS, ITALY_NEAR = p.mask("2508", "2710"), 61
BUDAPEST = p.mask("2511")
_BORDERLANDS = p.lands("Poland", "Baltic States", "White Russia", "Ukraine", "Austria-Hungary", "Serbia", "Roumania")


@cache
def _classes(
    at_war: tuple[bool, ...], key: float, german: float, serb: float, rev: float, flags: int, invaded: int, side: int
) -> tuple[tuple[int, float], ...]:
    """Sets of places with their worth; a place counts in the first set that has it."""
    ah, it, tu, bu, gk, rm = at_war
    sets: list[tuple[int, float]] = [
        (p.CITY[t.GE], german),
        (1 << p.PARIS, PARIS),
        (p.CITY[t.FR] | (1 << p.CONSTANTINOPLE if tu else 0), CAPITAL),
    ]
    if ah:
        sets.append((_AUSTRIAN, key))
    if it:
        sets.append((p.CITY[t.IT], 16.0))
    sets.append((p.CITY[t.SB], serb))
    if bu:
        sets.append((p.CITY[t.BU], CITY))
    if gk:
        sets.append((p.CITY[t.GK], SMALL))
    sets.append((russian_places(), rev))
    sets.append((p.CITY[t.BR], 20.0))
    if tu:
        sets.append((p.CITY[t.TU], SMALL))
    if flags:
        sets.append((flags, 26.0 if side == t.CP else SMALL))  # whoever enters brings a neutral into the war (15.11)
    if rm:
        sets.append((p.mask("2114", "2213"), SMALL))
    if invaded:
        sets.append((invaded, INVADED))
    if side == t.CP:
        sets.append((_FORTS & _GERMAN_HOME, 8.0))  # while Russians stand in Germany there is no Revolution (13.1c)
    sets.append((_FORTS, FORT))
    sets.append((_GERMAN_HOME & THERE, HOMELAND if side == t.CP else EAST))  # no Revolution while Russians are there (13.1c)
    sets.append((_GERMAN_HOME | _FRENCH_HOME, WEST))
    sets.append((_BORDERLANDS, EAST))
    out, seen = [], 0
    for m, w in sets:
        if m & ~seen:
            out.append((m & ~seen, w))
        seen |= m
    return tuple(out)


def classes(st: State, side: int = t.EP) -> tuple[tuple[int, float], ...]:
    """The places that matter, as sets with their worth."""
    war = tuple(st.allegiance[n] < 2 and not st.surrendered >> n & 1 for n in (t.AH, t.IT, t.TU, t.BU, t.GK, t.RM))
    flags = 0
    if st.allegiance[t.IT] == t.NEUTRAL and not st.flag("italy-stays"):
        flags |= 1 << p.ITALIAN_FLAG
    if st.allegiance[t.RM] == t.NEUTRAL:
        flags |= 1 << p.ROUMANIAN_FLAG
    lost = (KEY_CITIES & st.ctrl[t.EP]).bit_count() + (1 if st.flag("emperor-dead") else 0)
    key = (18.0 if side == t.CP else 14.0) + 8.0 * min(lost, 4)  # the nearer to a surrender the dearer (12.1b, 12.1i)
    german = DECISIVE * (2.0 if p.CITY[t.GE] & st.ctrl[t.EP] else 1.0)
    fallen = (p.CITY[t.SB] & st.ctrl[t.CP]).bit_count()
    serb = (34.0 if st.turn in SERBIA else 10.0) + 10.0 * fallen if side == t.CP else CITY  # all three or nothing (12.1m)
    taken = (russian_places() & st.ctrl[t.CP]).bit_count()
    rev = 8.0  # beyond six they feed the Revolution (13.1e)
    if side == t.CP and st.turn > 3:
        rev = 16.0 if taken < 4 else 24.0 if taken < 6 else 36.0
    invaded = _GERMAN_HOME & THERE & st.ctrl[t.EP] if side == t.CP and not st.flag("collapsed") else 0
    return _classes(war, key, german, serb, rev, flags, invaded, side)


def worth(st: State, place: int) -> float:
    """The worth of one place."""
    for m, w in classes(st):
        if m >> place & 1:
            return w
    return GROUND


def lacking(st: State) -> int:
    """Divs that the garrison of the East lacks after the Russian collapse (13.2e)."""
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
    inside = [u for u in units if st.at[u] > 0 and p.GARRISON >> st.at[u] & 1]
    if not inside:
        return True
    divs = sum(st.divs[u] if t.IS_ARMY[u] else 2 for u in inside)
    germans = sum(st.divs[u] if t.IS_ARMY[u] else 2 for u in inside if st.serves[u] == t.GE)
    return total - divs >= need[0] + KEEP and german - germans >= need[1] + KEEP


def count(st: State, units: int) -> int:
    """Divs of a set of units, two for a Minor Force."""
    return sum(st.divs[u] if t.IS_ARMY[u] else 2 for u in bits(units))


def unguarded(st: State, side: int) -> int:
    """Cities that ships or the desert lead to, with nobody in them: those of Egypt once Turks or Senussi may come (12.1j, 14.1j),
    the Straits while Turkey is at war (12.1q, 15.2f), Trieste and Vienna when Italy is about to enter the war, Budapest against
    Roumania, and the places whose loss would bring these two in (15.11)."""
    if side == t.CP:
        out = 0
        if st.allegiance[t.TU] == t.CP:
            out = 1 << p.GALLIPOLI | 1 << p.CONSTANTINOPLE
        if st.allegiance[t.IT] == t.EP or st.entry[_ITALY] >= ITALY_NEAR:
            out |= ALPS
        if st.allegiance[t.IT] == t.NEUTRAL:
            out |= 1 << p.ITALIAN_FLAG
        if st.allegiance[t.RM] == t.NEUTRAL:
            out |= 1 << p.ROUMANIAN_FLAG
        elif st.allegiance[t.RM] == t.EP:
            out |= BUDAPEST
        return out & st.ctrl[t.CP] & ~st.occ[t.CP]
    if st.allegiance[t.TU] != t.CP and st.allegiance[t.IT] != t.EP or st.surrendered >> t.BR & 1:
        return 0
    return p.CITY[t.BR] & p.COUNTRY["Egypt"] & st.ctrl[t.EP] & ~st.occ[t.EP]
