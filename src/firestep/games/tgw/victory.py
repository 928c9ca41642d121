"""Victory (tgw.18.0): points at each Strategic Turn, sudden death of both sides, and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.game import Outcome, Way
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events.event_table import Moment
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

S = Session[State]
#: tgw.18.11a, tgw.18.21b; with the Elder Moltke (tgw.20.3.10d)
WIN, MOLTKE_WIN = 20, 8
#: the 1918 scenario (tgw.22.59c): points, and how many of the three conditions
WIN_1918, CONDITIONS_1918 = 14, 2
FIRST_CHECK = tables.LETTER["C"]
#: tgw.18.24c: turns later than this count what the Allies retake
RETAKEN_AFTER = tables.turn_of("March", 1917)
#: six full-strength divisions in France (tgw.5.82b, tgw.16.2a, tgw.18.24a)
ENOUGH = 6
BERLIN = board.INDEX["E5102"]
BAKU = board.INDEX["N3653"]
WARSAW_LODZ = board.mask("E4816", "E4613")
VENICE, SALONIKA = board.INDEX["W2022"], board.INDEX["E1116"]
#: victory hexes with a sign of their own, which the map edge and the canal have not: only these give sudden death rolls (E67)
SIGNS = sum({1 << i for i, _ in board.features("victory")})
FRENCH_SIGNS = SIGNS & board.FRANCE
LOW_COUNTRIES = SIGNS & (board.FRANCE | board.BELGIUM)
US_DIVISIONS = roster.CORPS[tables.US] & roster.DIVISION
GERMAN_DIVISIONS, GERMAN_HQS = roster.CORPS[tables.GE] & roster.DIVISION, roster.CORPS[tables.GE] & roster.HQ
#: Strategic Turns that the Allies have after T.R. brings America in (tgw.20.2.10b)
ROOSEVELT_LETTERS = 9


# -- counting (tgw.18.11 to tgw.18.14)
# -----------------------------------------------------------------------------------------------


def victory_hexes(st: State) -> int:
    """The hexes that count for the Central Powers now, taken or not."""
    out = board.VICTORY
    if st.collapsed >> tables.AH & 1:
        out &= ~(1 << board.SCUTARI)  # tgw.18.11c
    if st.flag("polish-central"):
        out &= ~WARSAW_LODZ  # tgw.21.2f
    if st.play & OF_EVENT["armyislam"] and turks_alone(st, BAKU):
        out &= ~(1 << BAKU)  # tgw.6.44b
    return out


def turks_alone(st: State, hex: int) -> bool:
    """Turkish units and no others stand in a hex (D23)."""
    there = st.stack(hex)
    return bool(there) and not there & ~roster.CORPS[tables.TU]


def garrisoned(st: State, hexes: int) -> int:
    """Returns the victory hexes of Russia proper that count after Brest-Litovsk: those that three German divisions hold
    (tgw.5.47a), if four German HQs are in Russia proper (tgw.5.47b, E10)."""
    if sum(1 for u in bits(GERMAN_HQS) if st.at[u] > 0 and board.RUSSIA >> st.at[u] & 1) < 4:  # tgw.5.47b
        return 0
    return sum(1 << i for i in bits(hexes) if (st.stack(i) & GERMAN_DIVISIONS).bit_count() >= 3)  # tgw.5.47a


def taken(st: State) -> int:
    """Return the victory hexes that count as taken by the Central Powers (tgw.18.11b), those of France included that were rolled
    for or retaken before (tgw.18.26a)."""
    # tgw.18.26a
    out = victory_hexes(st) & st.ctrl[tables.CENTRAL] & ~st.devastated  # tgw.14.63d
    if st.flag("treaty"):  # not before it (tgw.5.47c)
        out = out & ~board.RUSSIA | garrisoned(st, out & board.RUSSIA)
    return out  # tgw.18.11b


def points(st: State, belgium: bool = True) -> int:
    """Returns the CP victory points before lost cities are deducted: hexes, one for the Paris Gun (tgw.6.10d), and what events gave
    and took (E70). Belgium does not count towards a win after Albert gave in (tgw.20.3.6b)."""
    hexes = taken(st)
    if not belgium and "cp.6" in st.prewar:
        hexes &= ~board.BELGIUM  # tgw.20.3.6b
    return hexes.bit_count() + (1 if st.tally.get("gun") else 0) + st.vp_events  # tgw.6.10d


def cities_lost(st: State) -> int:
    """Return the number of CP city hexes under Allied control (tgw.18.13a, tgw.18.14a), kept apart from `points` (tgw.18.14c)."""
    return (board.CP_CITIES & st.ctrl[tables.ALLIED]).bit_count()  # tgw.18.14c


def net(st: State, belgium: bool = True) -> int:
    return points(st, belgium) - cities_lost(st)


def americans(st: State) -> int:
    """Full-strength U.S. divisions in France (E14)."""
    return sum(1 for u in bits(US_DIVISIONS & ~st.reduced) if st.at[u] > 0 and board.FRANCE >> st.at[u] & 1)


# -- the end ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class End(Auto[S]):
    """The game is over: whatever lay on the agenda lapses."""

    def run(self, s: S) -> Steps:
        s.agenda.clear()
        return ()


def end(s: S, winner: int | None, reason: str, rule: str) -> Steps:
    """Somebody has won, or nobody."""
    st = s.state
    if st.result:
        return (End(),)
    st.result = (tables.SEATS[winner] if winner is not None else "", reason, rule)
    s.note("end", rule, winner=st.result[0], reason=reason, points=points(st), cities=cities_lost(st))
    return (End(),)


#: reasons in words
REASONS = {
    "points": "twenty victory points",
    "below": "the Central Powers have lost more cities than they have taken",
    "morale": "French morale is broken",
    "berlin": "the heart of Germany is taken",
    "june": "June 1919 came without a decision",
    "forfeit": "an ordered offensive was not made",
    "concession": "the other side gave up",
    "roosevelt": "the Allies' nine Strategic Turns are over",
    "moltke": "America enters, and the East is won",
    "moltke-failed": "America enters, and the East is not won",
    "1918": "fourteen points and two of the three great prizes",
}
#: every way in which a war can end: who wins ("": nobody), the reason, the rule
WAYS = (
    ("central", "points", "tgw.18.11a"),
    ("central", "1918", "tgw.22.59c"),
    ("allied", "below", "tgw.18.14b"),
    ("central", "morale", "tgw.18.21b"),
    ("allied", "berlin", "tgw.18.3a"),
    ("", "june", "tgw.18.15b"),
    ("allied", "june", "tgw.22.59a"),
    ("allied", "forfeit", "tgw.6.29b"),  # Enver's offensive, Conrad's, Haig's
    ("allied", "forfeit", "tgw.6.29d"),
    ("central", "forfeit", "tgw.6.29g"),
    ("allied", "concession", "tgw.18.15a"),
    ("central", "concession", "tgw.18.15a"),
    ("central", "roosevelt", "tgw.20.2.10b"),
    ("central", "moltke", "tgw.20.3.10d"),
    ("allied", "moltke-failed", "tgw.20.3.10d"),
)


def level(winner: str, reason: str) -> str:
    return "draw" if not winner else "sudden death" if reason in ("morale", "berlin") else "victory"


ENDS: tuple[Way, ...] = tuple((winner or None, level(winner, reason), rule) for winner, reason, rule in WAYS)


def outcome(st: State) -> Outcome:
    winner, reason, rule = st.result if st.result else ("", "june", "tgw.18.15b")
    return Outcome(winner or None, level(winner, reason), {"central": net(st), "allied": cities_lost(st)}, REASONS[reason], rule)


def check(s: S) -> Steps:
    """End the game if a side has won by victory points. The scenario of 1918 uses the same conditions (tgw.22.59b) and one of its
    own (tgw.22.59c)."""
    st = s.state
    if "cp.10" in st.prewar:
        return ()  # tgw.20.3.10d: the normal victory conditions are not used
    if net(st, belgium=False) >= WIN:  # tgw.22.59b
        return end(s, tables.CENTRAL, "points", "tgw.18.11a")
    if st.scenario == "1918" and net(st) >= WIN_1918 and prizes(st) >= CONDITIONS_1918:
        return end(s, tables.CENTRAL, "1918", "tgw.22.59c")
    if net(st) < 0:
        return end(s, tables.ALLIED, "below", "tgw.18.14b")
    return ()


def last(s: S) -> Steps:
    """A war that nobody won by the check of June 1919 is a draw (tgw.18.15b), in 1918 a defeat of the Central Powers (tgw.22.59a),
    and so it is for the Elder Moltke (tgw.20.3.10d); of the Allies if T.R.'s nine Strategic Turns end with it (tgw.20.2.10b)."""
    st = s.state
    if "cp.10" in st.prewar:
        return end(s, tables.ALLIED, "moltke-failed", "tgw.20.3.10d")
    if too_late(st):
        return end(s, tables.CENTRAL, "roosevelt", "tgw.20.2.10b")
    return end(s, tables.ALLIED, "june", "tgw.22.59a") if st.scenario == "1918" else end(s, None, "june", "tgw.18.15b")


def too_late(st: State) -> bool:
    """T.R.'s nine Strategic Turns are over (tgw.20.2.10b)."""
    return "roosevelt" in st.tally and st.letter >= st.tally["roosevelt"] + ROOSEVELT_LETTERS


def prizes(st: State) -> int:
    """The conditions of the 1918 scenario that hold: Venice, Salonika, every city of Russia and Russian Poland (tgw.22.59c)."""
    cp = st.ctrl[tables.CENTRAL]
    return sum((bool(cp >> VENICE & 1), bool(cp >> SALONIKA & 1), not board.RUSSIAN_CITIES & board.EAST_MAP & ~cp))


# -- sudden death (tgw.18.2, tgw.18.3a)
# -----------------------------------------------------------------------------------------------


def eligible(st: State) -> bool:
    """Returns whether the Central Powers can win by sudden death: the French Mutiny was played on an earlier turn (tgw.6.46c), and
    Russia has collapsed (tgw.18.21a, E35)."""
    return st.tally.get("turn-mutiny", 99) < st.turn and bool(st.collapsed >> tables.RU & 1)  # tgw.6.46c, tgw.18.21a


def rolls_for(st: State) -> bool:
    """The Central Powers roll when they take a French victory hex: when they may win, and with a hidden Mutiny after 1916 in any
    case (tgw.18.25a)."""
    if "cp.10" in st.prewar:
        return False
    return tables.YEAR[st.turn] > 1916 if st.options.get("mutiny") == "hidden" else eligible(st)  # tgw.18.25a


def captured(s: S, hexes: int, side: int) -> Steps:
    """What taking hexes does for sudden death of either side, and the count of hexes retaken (tgw.18.24c)."""
    st = s.state
    if side == tables.ALLIED:
        back = hexes & LOW_COUNTRIES & ~st.devastated & ~st.retaken if st.turn > RETAKEN_AFTER else 0
        if back:
            st.retaken |= back
            s.note("retaken", "tgw.18.24c", places=board.numbers(back), total=st.retaken.bit_count())
        if "cp.10" not in st.prewar and (
            st.ctrl[tables.ALLIED] >> BERLIN & 1 or (st.ctrl[tables.ALLIED] & board.RUHR).bit_count() >= 2
        ):
            return end(s, tables.ALLIED, "berlin", "tgw.18.3a")
        return ()

    new = hexes & FRENCH_SIGNS & ~st.devastated & ~st.rolled  # tgw.14.63d
    if not new or not rolls_for(st):
        return ()
    return tuple(x for i in bits(new) for x in (Moment("sudden death", (tables.ALLIED,)), Morale(i)))


@dataclass(frozen=True, slots=True)
class Morale(Auto[S]):
    """Rolls for sudden death for one French victory hex (tgw.18.21b), once for each hex (tgw.18.22a). `State.rolled` records it for
    the rest of the game (tgw.18.22b)."""

    hex: int

    def run(self, s: S) -> Steps:
        st = s.state
        if st.rolled >> self.hex & 1:  # tgw.18.22a
            return ()
        change = modifier(st)
        st.rolled |= 1 << self.hex  # tgw.18.22b
        st.rolled_now += 1
        die = s.roll()
        total = die + change + net(st, belgium=False)
        s.note("morale", "tgw.18.21b", place=board.NUMBER[self.hex], die=die, change=change, total=total)
        return end(s, tables.CENTRAL, "morale", "tgw.18.21b") if total >= WIN and eligible(st) else ()


def modifier(st: State) -> int:
    """Returns what changes a sudden death roll: earlier rolls of the turn (tgw.18.23a), hexes retaken (tgw.18.24c), a U.S. army
    that is not there yet (tgw.18.24a), The Tiger (tgw.6.33a, tgw.18.24b)."""
    out = st.rolled_now - st.retaken.bit_count()  # tgw.18.23a
    if st.us_entered >= 0 and americans(st) < ENOUGH:
        out += 1
    if st.play & OF_EVENT["tiger"]:
        out -= 1  # tgw.18.24b
    return out


def concede(s: S, side: int) -> Steps:
    """A side gives up, at any question (tgw.18.15a)."""
    return end(s, 1 - side, "concession", "tgw.18.15a")
