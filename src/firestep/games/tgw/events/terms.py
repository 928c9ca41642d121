"""The words with which `data/events.csv` says when an event may be played (`fits`) and when it is void or goes back.

Each word is one `Term`: its test and its sentence. A word that takes other words is a function of them that returns the term; it
raises an error for words that it does not know. The combat in hand is `State.fight`.
"""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.words import listed
from firestep.games.tgw.combat.shifts import RIVER_NEAR, origins
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.events import event_table
from firestep.games.tgw.events.event_rules import Term, played
from firestep.games.tgw.meta import ADJECTIVE, TITLE
from firestep.games.tgw.scenarios.prewar import PLANS
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply.supply import supplied

#: fronts by their words, with their titles
FRONTS = {
    "west": (board.FRONT["W"], "on the Western Front"),
    "italy": (board.FRONT["WI"], "on the Italian Front"),
    "east": (board.FRONT["E"], "on the Eastern Front"),
    "caucasus": (board.FRONT["NC"], "on the Caucasus Front"),
    "iraq": (board.FRONT["NI"], "on the Iraqi Front"),
    "egypt": (board.FRONT["NE"], "on the Egyptian Front"),
    "europe": (board.EUROPE, "in Europe"),
}
KIN = {"BR": tables.BRITISH, "RU": tables.RUSSIAN}
GASES = {"cl": "Chlorine Gas", "ph": "Phosgene Gas", "mu": "Mustard Gas"}
WINTER = ("Nov/Dec", "Jan/Feb")


def _nations(words: str) -> tuple[frozenset[int], str]:
    """Returns the nations of some codes, and their adjectives as a sentence has them."""
    codes = words.split("+")
    nations = frozenset[int]().union(*(KIN.get(code, frozenset((tables.NATION[code],))) for code in codes))
    return nations, listed([ADJECTIVE[code] for code in codes], "or")


def _fight(test: Callable[[State, Fight, int], object], sentence: str) -> Term:
    """Returns a term about the combat in hand."""
    return Term(lambda st, side: st.fight is not None and test(st, st.fight, side), sentence)


# -- the combat in hand ----------------------------------------------------------------------------------------------------------


def _front(word: str) -> Term:
    hexes, title = FRONTS[word]
    return _fight(lambda st, f, side: hexes >> f.hex & 1, f"the combat is not {title}")


def _with(words: str) -> Term:
    """A unit of some nations takes part on one's own side (tgw.6.12e, tgw.6.17b)."""
    nations, adjective = _nations(words)

    def takes_part(st: State, f: Fight, side: int) -> bool:
        return any(roster.NATION_OF[u] in nations for u in (f.attackers if side == f.side else f.defenders))

    return _fight(takes_part, f"no {adjective} unit of yours takes part")


def _hq(words: str) -> Term:
    """The HQ that supports a side is of the nation that an event favours, or with `or none` no other (tgw.6.17b)."""
    code, _, none = words.partition(" or ")
    if none not in ("", "none"):
        raise KeyError(none)
    nations, adjective = _nations(code)

    def supports(st: State, f: Fight, side: int) -> bool:
        u = f.hqs[0 if side == f.side else 1]
        return bool(none) if u < 0 else roster.NATION_OF[u] in nations

    other = f"the headquarters that supports you is not {adjective}"
    return _fight(supports, other if none else f"no {adjective} headquarters supports you")


def _south(row: str) -> Term:
    south = int(row)
    return _fight(lambda st, f, side: int(board.NUMBER[f.hex][3:]) > south, f"the hex is not south of row xx{row}")  # tgw.6.36a


def _river(st: State, f: Fight, side: int) -> bool:
    where = origins(st, f)
    return bool(where) and not where & ~RIVER_NEAR.get(f.hex, 0)


def _marked(f: Fight, word: str) -> bool:
    return any(m.split(" ")[0] == word for m in f.marks)


def _no(word: str) -> Term:
    """Gas is used once in a combat, and not beside mines and flame-throwers (tgw.6.12b, tgw.6.13b)."""
    marks = {"gas": ("gas",), "blast": ("gas", "blast")}[word]
    used = {"gas": "gas is", "blast": "gas, a mine or flame-throwers are"}[word]
    sentence = f"{used} used in this attack already, and they do not go together"
    return _fight(lambda st, f, side: not any(_marked(f, mark) for mark in marks), sentence)


def _unless(mark: str) -> Term:
    """No other event does the same in this combat (tgw.6.38a, tgw.6.39a, tgw.6.40a)."""
    {"hold": 0, "loot": 0}[mark]
    return _fight(lambda st, f, side: mark not in f.marks, "another event does the same in this combat already")


def _shock(st: State, f: Fight, side: int) -> bool:
    return bool(unit_types.shocks(st, sum(1 << u for u in f.attackers), f.hex))


def _foe_with(words: str) -> Term:
    nations, adjective = _nations(words)
    return _fight(lambda st, f, side: any(roster.NATION_OF[u] in nations for u in f.attackers), f"no {adjective} unit attacks")


def _foe_without(words: str) -> Term:
    nations, adjective = _nations(words)
    return _fight(lambda st, f, side: not any(roster.NATION_OF[u] in nations for u in f.attackers), f"{adjective} units attack")


def _foe_no(word: str) -> Term:
    if word == "shock":
        return _fight(lambda st, f, side: not _shock(st, f, side), "shock-troops attack")  # tgw.6.39a
    {"tank": 0}[word]
    return _fight(lambda st, f, side: not any(roster.TANK >> u & 1 for u in f.attackers), "tanks attack")  # tgw.6.38a


def _only(words: str) -> Term:
    """Nobody else defends (tgw.6.39a). A fort without units is held by the nation that built it."""
    nations, adjective = _nations(words)

    def alone(st: State, f: Fight, side: int) -> bool:
        defending = {roster.NATION_OF[u] for u in f.defenders}
        return defending <= nations if defending else fronts.FORT_NATION.get(f.hex) in nations

    return _fight(alone, f"not only {adjective} units defend the hex")


# -- the game at large -------------------------------------------------------------------------------------------------------------


def _nation(word: str, test: Callable[[State, int], object], says: str) -> Term:
    n = tables.NATION[word]
    return Term(lambda st, side: test(st, n), f"{TITLE[word]} {says}")


def _acting(name: str) -> Term:
    if name not in event_table.ENDS:
        raise KeyError(name)
    return Term(lambda st, side: not st.acting(name), "another one is in force this turn")


def _winter(st: State, side: int) -> bool:
    return st.near_east_open and tables.MONTH[st.turn] in WINTER


def _used(gas: str) -> Term:
    name = GASES[gas]
    return Term(lambda st, side: st.tally.get(f"gas-{gas}"), f"{name} has been used already")  # tgw.6.12c, tgw.6.12d


def _settled(code: str) -> Term:
    n = tables.NATION[code]

    def settled(st: State, side: int) -> bool:
        return not event_table.neutral(st, n) or bool(st.tally.get(f"never-{code}"))

    return Term(settled, f"{TITLE[code]} is no longer neutral, or never joins")


def _prewar(plan: str) -> Term:
    if plan not in PLANS:
        raise KeyError(plan)
    return Term(lambda st, side: plan in st.prewar, "a pre-war event excludes it")


#: each word of the table: a term, or what makes one of the words that follow
TERMS: dict[str, Term | Callable[[str], Term]] = {
    # `fits`
    "attack": _fight(lambda st, f, side: side == f.side, "it helps an attack of yours"),
    "defend": _fight(lambda st, f, side: side != f.side, "it helps a defence of yours"),
    "front": _front,
    "with": _with,
    "hq": _hq,
    "supplied": _fight(  # tgw.6.15a, tgw.6.16a
        lambda st, f, side: all(supplied(st, u) for u in f.attackers), "not every attacking unit is in supply"
    ),
    "coastal": _fight(lambda st, f, side: board.COASTAL >> f.hex & 1, "the hex does not lie on the coast"),  # tgw.6.19a
    "ottoman": _fight(lambda st, f, side: board.OTTOMAN >> f.hex & 1, "the hex is not in the Ottoman Empire"),  # tgw.6.21a
    "south": _south,
    "river": _fight(_river, "not every attacker stands behind a river"),  # tgw.6.36a
    "no": _no,
    "unless": _unless,
    "foe-attack": _fight(lambda st, f, side: side != f.side, "it is played against an attack of the enemy"),
    "foe-with": _foe_with,
    "foe-without": _foe_without,
    "foe-no": _foe_no,
    "foe-shock": _fight(_shock, "no shock-troops attack"),  # tgw.6.40a
    "only": _only,
    "not-acting": _acting,  # tgw.6.28a
    "winter": Term(_winter, "it is played in Nov/Dec or Jan/Feb"),  # tgw.6.28a
    "czar": Term(lambda st, side: not st.flag("czar-fell"), "the Czar has fallen"),  # tgw.6.37b
    # `void` and `back`
    "played": played,  # tgw.6.20b
    "used": _used,
    "collapsed": lambda code: _nation(code, lambda st, n: st.collapsed >> n & 1, "has collapsed"),
    "settled": _settled,
    "neutral": lambda code: _nation(code, event_table.neutral, "is neutral"),
    "prewar": _prewar,
    "after-1918": Term(lambda st, side: st.turn > tables.turn_of("Nov/Dec", 1918), "1918 is over"),
    "us-in": Term(lambda st, side: st.us_entered >= 0, "the United States have joined the war"),
    "polish-allied": Term(lambda st, side: st.flag("polish-allied"), "the Poles fight for the Allies"),
    "no-arab": Term(lambda st, side: not event_table.arab_unit(st), "no Arab unit is on the map"),
}
