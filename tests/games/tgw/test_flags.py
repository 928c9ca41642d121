"""Nothing of the state is only written or only read: flags, tallies, effects, lasting chits, plans and fields.

The tests read the source of the rules. Modules that only save, show or hide the state do not count as readers or writers. Every
flag also becomes true in a game that is played.
"""

from __future__ import annotations

import ast
import gzip
import json
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from firestep.games.tgw import setup
from firestep.games.tgw.combat import special_combats
from firestep.games.tgw.components import board, fronts, roster
from firestep.games.tgw.events import event_table, ordered_offensives, rows
from firestep.games.tgw.events.windows import FATES
from firestep.games.tgw.movement.movement import MoveUnits
from firestep.games.tgw.scenarios import prewar
from firestep.games.tgw.state import DEAD, FLAGS, State
from firestep.hexmap.grid import bits
from games.tgw import plain
from games.tgw.plain import S

RULES = Path(event_table.__file__).parents[1]
MOMENTS = Path(__file__).parents[2] / "moments" / "tgw"
#: modules that save, show or hide the state
SHOW = {"state", "position", "view", "secrets", "report", "names", "fog"}
#: flags and fields that are only stored: nothing asks for them, and saved games have them
STORED = {"hindenburg", "newly", "czar_letter"}
#: methods that change what they are called on
CHANGING = {"pop", "update", "clear", "append", "setdefault"}


@cache
def sources() -> dict[str, ast.Module]:
    """Return the rules, module by module, without those that refuse, tell or show."""
    found = [p for p in sorted(RULES.rglob("*.py")) if p.stem not in SHOW and "refusals" not in p.stem and p.stem[:4] != "text"]
    return {str(p.relative_to(RULES)): ast.parse(p.read_text(encoding="utf-8")) for p in found}


def nodes() -> Iterator[ast.AST]:
    for tree in sources().values():
        yield from ast.walk(tree)


def literals() -> set[str]:
    """Return every text of the rules, docstrings left out."""
    docs = {
        id(n.body[0].value)
        for n in nodes()
        if isinstance(n, ast.Module | ast.FunctionDef | ast.ClassDef) and n.body and isinstance(n.body[0], ast.Expr)
    }
    return {n.value for n in nodes() if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs}


# -- names of the tallies --------------------------------------------------------------------------------------------------------


class Keys:
    """The keys with which a module reads and writes `tally`; `*` stands for what is only known in play."""

    def __init__(self, tree: ast.Module) -> None:
        self.given: dict[str, list[ast.expr]] = {}
        self.read: set[str] = set()
        self.written: set[str] = set()
        #: how keys may begin that a loop looks for
        self.begun: set[str] = set()
        for n in ast.walk(tree):
            if isinstance(n, ast.Assign):
                for x in n.targets:
                    if isinstance(x, ast.Name):
                        self.given.setdefault(x.id, []).append(n.value)
            elif isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name) and n.value is not None:
                self.given.setdefault(n.target.id, []).append(n.value)
        for n in ast.walk(tree):
            self.look(n)

    def is_tally(self, n: ast.expr) -> bool:
        if isinstance(n, ast.Name):
            return any(isinstance(v, ast.Attribute) and v.attr == "tally" for v in self.given.get(n.id, ()))
        return isinstance(n, ast.Attribute) and n.attr == "tally"

    def look(self, n: ast.AST) -> None:
        if isinstance(n, ast.Subscript) and self.is_tally(n.value):
            if isinstance(n.ctx, ast.Store):
                self.written |= self.keys(n.slice)
            elif isinstance(n.ctx, ast.Load):
                self.read |= self.keys(n.slice)
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and self.is_tally(n.func.value) and n.args:
            if n.func.attr == "get":
                self.read |= self.keys(n.args[0])
            elif n.func.attr == "setdefault":
                self.written |= self.keys(n.args[0])
        elif isinstance(n, ast.Compare) and any(self.is_tally(c) for c in n.comparators):
            self.read |= self.keys(n.left)
        elif isinstance(n, ast.AugAssign) and self.is_tally(n.target) and isinstance(n.value, ast.Dict):
            for key in n.value.keys:
                self.written |= self.keys(key) if key is not None else set()
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "startswith":
            self.begun |= {f"{k}*" for k in self.keys(n.args[0]) if k} if n.args else set()

    def keys(self, n: ast.expr, depth: int = 0) -> set[str]:
        """Return the patterns of which an expression is one."""
        if isinstance(n, ast.Constant):
            return {n.value} if isinstance(n.value, str) else set()
        if isinstance(n, ast.JoinedStr):
            words = ""
            for v in n.values:
                inner = self.keys(v.value, depth + 1) if isinstance(v, ast.FormattedValue) else {str(getattr(v, "value", ""))}
                words += inner.pop() if len(inner) == 1 else "*"
            return {words}
        if depth > 3:
            return set()
        if isinstance(n, ast.Name):
            return set().union(*(self.keys(v, depth + 1) for v in self.given.get(n.id, ())))
        if isinstance(n, ast.Subscript | ast.DictComp):
            return self.keys(n.value, depth + 1)
        return set()


def match(one: str, other: str) -> bool:
    return fnmatchcase(one, other) or fnmatchcase(other, one)


def test_every_tally_is_written_and_read() -> None:
    read: set[str] = set()
    written: set[str] = set()
    begun: set[str] = set()
    for tree in sources().values():
        found = Keys(tree)
        read |= found.read
        written |= found.written
        begun |= found.begun - {"now-*"}
    read -= {"*", "now-*"}  # `mandates` reads what it names; the end of a turn throws away all of them
    read |= {f"now-{name}" for name in ordered_offensives.NEED}
    assert len(written) > 40
    assert [k for k in sorted(read) if not any(match(k, w) for w in written)] == []
    assert [k for k in sorted(written) if not any(match(k, x) for x in read | begun)] == []


# -- flags, effects, chits, plans, fields ------------------------------------------------------------------------------------------


def called(name: str) -> set[str]:
    """Return the first arguments, where they are texts, of every call of a method or function."""
    return {
        n.args[k].value
        for n in nodes()
        if isinstance(n, ast.Call) and getattr(n.func, "attr", getattr(n.func, "id", "")) == name
        for k in range(min(2, len(n.args)))
        if isinstance(n.args[k], ast.Constant) and isinstance(n.args[k].value, str)
    }


def test_every_flag_is_set_and_read() -> None:
    assert called("set_flag") | _choice("set_flag") == set(FLAGS)
    assert called("flag") | _choice("flag") == set(FLAGS) - STORED


def _choice(name: str) -> set[str]:
    """Return the texts within an argument that is more than a text, as in `set_flag("a" if x else "b")`."""
    calls = [n for n in nodes() if isinstance(n, ast.Call) and getattr(n.func, "attr", "") == name and n.args]
    return {c.value for n in calls for c in ast.walk(n.args[0]) if isinstance(c, ast.Constant) and c.value in FLAGS}


def test_every_effect_of_an_event_is_begun_read_and_ended() -> None:
    begun = {w.split(" ")[1] for e in event_table.EVENTS.values() for w in e.do if w.startswith(("now ", "next "))}
    begun |= called("act_now") | called("act_next")
    assert begun == set(event_table.ENDS)
    assert called("acting") | set(ordered_offensives.NEED) == begun


def test_every_chit_that_stays_in_play_means_something() -> None:
    """A rule looks at each lasting chit: by its name or by a condition of the table, or it flies, or its play did all at once."""
    asked = (
        called("in_play")
        | called("played")
        | called("chits")
        | set(special_combats._AREA)
        | {
            n.slice.value
            for n in nodes()
            if isinstance(n, ast.Subscript)
            and isinstance(n.value, ast.Name)
            and n.value.id == "OF_EVENT"
            and isinstance(n.slice, ast.Constant)
        }
    )
    conditions = {w for e in event_table.EVENTS.values() for x in (e.void, e.back, *e.fits) for w in x.split(" ")}
    for name, e in event_table.EVENTS.items():
        if "lasts" not in e.do or name.startswith(("air.", "ace.")):
            continue
        means = name in asked or name in conditions or any(w.startswith("enter ") for w in e.do)
        assert means, name


def test_every_word_of_a_combat_event_is_read() -> None:
    said = {w.split(" ")[0] for e in event_table.EVENTS.values() if e.moment in ("combat", "advance", "air") for w in e.do}
    assert said - set(FATES) - set(rows.VERBS) - {"tactics"} <= literals()


def test_every_plan_of_before_the_war_is_read() -> None:
    words = literals() | {w for e in event_table.EVENTS.values() for w in e.void.split(" ")}
    assert set(prewar.PLANS) <= words


def test_every_field_of_the_state_is_written_and_read() -> None:
    fields = {f for f in State.__annotations__ if f not in ("options", "scenario")}
    written: set[str] = set()
    read: set[str] = set()
    for n in nodes():
        if isinstance(n, ast.Attribute):
            (written if isinstance(n.ctx, ast.Store) else read).add(n.attr)
        target = n.value if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store | ast.Del) else None
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in CHANGING:
            target = n.func.value
        if isinstance(target, ast.Attribute):
            written.add(target.attr)
    engine = {"rolls"}  # the session counts the dice
    methods = {
        "at",
        "where",
        "occ",
        "held",
        "troops",
        "fort_of",
        "allegiance",
        "ctrl",
        "flags_set",
    }  # by `put`, `seize`, `set_flag` …
    assert fields - engine - methods - written == set()
    assert fields - engine - {"flags_set"} - read == STORED & fields


# -- every flag becomes true in play -----------------------------------------------------------------------------------------------


def enters(year: str, unit: str, hex: str, until: int = 99) -> S:
    """Let a unit march into a hex that its garrison has left: the unit and its way are set by hand, the rest is played."""
    s = next(s for s in plain.war(year) if s.state.phase == 1 and s.state.turn > 5).copy()
    st, u, i = s.state, roster.UNIT[unit], board.INDEX[hex]
    side = st.side(u)
    plain.play(
        s, lambda s: isinstance(s.top, MoveUnits) and s.top.side == side and s.top.theater == fronts.theater_at(i), plain.placing
    )
    for v in bits(st.stack(i)):
        st.put(v, DEAD)
    near = board.ATLAS.near(i) & board.LAND & ~board.ALPINE & ~st.occ[1 - side] & ~st.fort_of[1 - side]
    st.forts &= ~(1 << i)
    st.derive_forts()
    st.put(u, bits(near)[0])
    st.seize(1 << st.at[u], side)
    st.moved &= ~(1 << u)
    st.memo = {}
    s.take(("stack", board.NUMBER[st.at[u]]))
    while (d := s.decision) is not None and not any(a[1:] == (hex,) for a in d.actions):
        s.take(next(a for a in d.actions if a[0] == "leave" and a[1] != unit))
    s.take(("to", hex) if ("to", hex) in d.actions else ("step", hex))
    return s


def left() -> S:
    """Gallipoli is left: the units of the beaches are taken away as if they had sailed, then the turn is played."""
    s = plain.happened("gallipoli")[0].copy()
    turn = s.state.turn
    for u in bits(s.state.troops[0]):
        if s.state.at[u] > 0 and board.LANDINGS >> s.state.at[u] & 1:
            s.state.put(u, DEAD)
    return plain.play(s, lambda s: s.over or s.state.turn > turn, plain.placing)


#: flags that no stored moment and no war of the plainest players has, and how each comes
PLAYED: dict[str, Callable[[], S]] = {
    "gallipoli": lambda: plain.happened("gallipoli")[0],
    "gallipoli-lost": left,
    "sea-closed": lambda: plain.happened("gallipoli")[0],
    "salonika": lambda: plain.happened("salonika")[0],
    "euro-turks": lambda: plain.happened("salonika")[0],
    "baghdad-1915": lambda: enters("1914", "bi-6in", "N1540"),
    "jerusalem-1917": lambda: enters("1917", "br-53t", "N2416"),
    "gaza-lost": lambda: enters("1916", "br-53t", "N2712"),
}
#: tested with the option that it belongs to
ELSEWHERE = {"scheffer-used": "scenarios/test_optional_rules"}


@cache
def seen() -> set[str]:
    """Return the flags that were set after the beginning in the stored moments and in wars of the plainest players."""
    begun = {year: setup.begin(year, {})[0] for year in plain.YEARS}
    out = {f for year in plain.YEARS for s in plain.war(year) for f in FLAGS if s.state.flag(f) and not begun[year].flag(f)}
    for path in MOMENTS.glob("*.json.gz"):
        with gzip.open(path) as file:
            state = json.loads(json.load(file)["moment"])["state"]
        out |= {f for f in state.get("flags_set", ()) if not begun[path.name[:4]].flag(f)}
    return out


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_becomes_true_in_play(flag: str) -> None:
    if flag in ELSEWHERE:
        assert flag in (Path(__file__).parent / f"{ELSEWHERE[flag]}.py").read_text(encoding="utf-8")
    else:
        assert flag in seen() or PLAYED[flag]().state.flag(flag)


# -- tests that set a flag by hand -------------------------------------------------------------------------------------------------

#: flags with which a chapter does more than set them: `war.happens` lets it
WITH_MORE = ("salonika", "gallipoli", "euro-turks", "czar-fell", "bolsheviks", "treaty", "civil-war", "turkey-surrendered")
#: how often the tests of a module set one of them alone, because the rule in hand asks for the flag and nothing else
ALONE = {
    "combat/test_attacks": 3,
    "combat/test_losses_and_advance": 1,
    "events/test_landings_and_neutrals": 3,
    "movement/test_control_and_stacking": 2,
    "movement/test_strategic_movement": 3,
    "movement/test_theaters_and_transit": 2,
    "nations/test_national_rules": 3,
    "nations/test_new_units": 1,
    "scenarios/test_optional_rules": 3,
    "scenarios/test_prewar": 2,
    "strategic/test_politics": 6,
    "strategic/test_warfare_and_replacements": 1,
    "supply/test_sources": 8,
    "test_bot": 1,
    "test_markers": 1,
    "test_equivalent_orders": 1,
    "test_why_not": 1,
}


def test_no_more_tests_set_alone_what_a_chapter_does_with_more() -> None:
    """These numbers may only fall: a new test calls `war.happens`."""
    folder = Path(__file__).parent
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): sum(
            len(re.findall(rf'set_flag\("{flag}"(?!, False)', path.read_text(encoding="utf-8"))) for flag in WITH_MORE
        )
        for path in folder.rglob("test_*.py")
    }
    assert {name: n for name, n in found.items() if n > ALONE.get(name, 0)} == {}
    assert set(WITH_MORE) <= set(FLAGS)


#: fields that change together with others when a nation collapses, joins the war or sends a force: how often the tests of a module
#: set one of them alone
FIELDS_ALONE = {
    "collapsed": {
        "combat/test_attacks": 2,
        "combat/test_terrain_supply_and_stacking": 1,
        "events/test_offensives": 1,
        "events/test_war_at_large": 1,
        "fortifications/test_forts": 1,
        "movement/test_control_and_stacking": 1,
        "nations/test_collapse": 2,
        "scenarios/test_optional_rules": 3,
        "scenarios/test_prewar": 1,
        "test_bot": 1,
        "test_independent_refusals": 1,
        "test_victory": 1,
        "test_why_not": 1,
    },
    "us_entered": {
        "events/test_landings_and_neutrals": 1,
        "scenarios/test_optional_rules": 1,
        "scenarios/test_prewar": 1,
        "strategic/test_politics": 1,
        "strategic/test_warfare_and_replacements": 2,
        "test_victory": 1,
    },
    "pef": {"nations/test_national_rules": 2, "scenarios/test_optional_rules": 1, "strategic/test_politics": 1},
}


def set_by_hand(tree: ast.Module, field: str) -> int:
    """Return how often a module of tests assigns a field of a state, or gives it to a position."""
    given = sum(isinstance(n, ast.keyword) and n.arg == field for n in ast.walk(tree))
    for n in ast.walk(tree):
        targets = n.targets if isinstance(n, ast.Assign) else [n.target] if isinstance(n, ast.AugAssign) else []
        given += sum(isinstance(x, ast.Attribute) and x.attr == field for x in targets)
    return given


@pytest.mark.parametrize("field", FIELDS_ALONE)
def test_no_more_tests_set_alone_a_field_that_changes_with_others(field: str) -> None:
    """These numbers may only fall: `war.happens` lets a nation collapse, `neutrals.america_enters` lets America join."""
    folder = Path(__file__).parent
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): set_by_hand(ast.parse(path.read_text(encoding="utf-8")), field)
        for path in sorted(folder.rglob("*.py"))
    }
    assert {name: n for name, n in found.items() if n > FIELDS_ALONE[field].get(name, 0)} == {}
    assert field in State.__annotations__
