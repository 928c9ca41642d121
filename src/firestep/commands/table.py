"""The table of a game in the terminal: it asks, answers, and keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.commands import board
from firestep.commands.common import columns, grouped, headline, journal_lines, terminal_width, wrapped, write_record
from firestep.commands.odds import table as odds_table
from firestep.engine import ledger
from firestep.engine.action import Action, parse, text
from firestep.engine.errors import FirestepError, Illegal
from firestep.engine.position import to_text
from firestep.engine.secret import known_to
from firestep.engine.session import Decision, Session

#: whoever only watches bots: no seat's
SPECTATOR = "nobody"
#: choices up to this number are told with the names of their units and places
LABELLED = 60
#: the radius of the map around a place if no number is given
NEAR = 4
#: so many events are printed if no number is given
LOGGED = 15


def help_text(action: str, place: str) -> str:
    """What can be typed, with an action and a place of this game as examples."""
    rows = [
        ("3", "take choice number 3"),
        (action, "take an action by its words; if it is not legal you are told why"),
        (f"why {action}", "ask about an action without taking it"),
        ("odds …", "exact odds of the attack that you are preparing, or of the attack that you name"),
        ("undo", "take back the last action (until a die is rolled or the other side decides)"),
        ("show", "map, tracks and question"),
        (f"map [{place} [3]]", "the map, or the part around a place"),
        ("tracks", "points and other tracks"),
        ("units [WORD …]", "the units by place: all, or those of a place, nation or side"),
        (f"inspect {place}", "terrain and units of a place"),
        ("list", "every choice with its number"),
        ("log [N]", "the last N events"),
        ("rule ID", "what a rule says"),
        ("position", "this position as text, for a bug report or a puzzle"),
        ("bot", "let the greedy bot choose for you"),
        ("quit", "leave; the game is saved"),
    ]
    width = max(len(words) for words, _ in rows)
    return "\n".join(["", *(f"  {words:{width}}  {text}" for words, text in rows), ""])


class Table:
    """Asks the humans, lets the bots choose, saves after every action."""

    def __init__(self, s: Session[Any], seats: list[str], path: Path, with_map: bool = True) -> None:
        self.s = s
        self.seats = seats
        self.path = path
        self.with_map = with_map
        self.told = s.journal_size
        #: the person who looks: who was asked last, or before that the first; and nobody may look over his shoulder
        self.eyes = next((k for k, name in enumerate(seats) if name not in bots.names()), None)
        self.bots = {k: bots.make(name, f"{s.dice.seed}.{k}") for k, name in enumerate(seats) if name in bots.names()}
        self.helper = bots.make("greedy", s.dice.seed)

    # -- the loop ------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        s = self.s
        write_record(s, self.path, self.seats)
        print(headline(s))
        print(f"saved in {self.path} · type 'help' for help")
        new = True
        while (d := s.decision) is not None:
            if d.seat in self.bots:
                self._bots()
                new = True
                continue
            self.eyes = d.seat
            if new:
                self._show()
                new = False
            if not self._ask(d):
                print(f"The game is saved in {self.path}; continue with 'firestep play {self.path}'.")
                return
        out = s.outcome
        self._tell()
        if out is not None:
            print(f"\n{out.reason} [{out.rule}]")

    def _bots(self) -> None:
        s = self.s
        while (d := s.decision) is not None and d.seat in self.bots:
            s.take(bots.answer(self.bots[d.seat], s))
        self._save()
        self._tell()

    @property
    def known(self) -> Session[Any]:
        """The game as far as the one who looks may know it."""
        return known_to(self.s, self.eyes)

    def _lines(self, since: int) -> list[str]:
        reader = SPECTATOR if self.eyes is None else self.s.game.seats[self.eyes]
        return self._wrapped(journal_lines(self.s, since, reader))

    def _ask(self, d: Decision[Any]) -> bool:
        """One question; False to leave."""
        print()
        print(d.prompt)
        print(self._choices(d))
        while True:
            words = input("> ").strip()
            if not words:
                if len(d.actions) > 1:
                    continue
                words = "1"
            verb, _, rest = words.partition(" ")
            if verb in ("quit", "q", "exit"):
                return False
            if words.isdigit():
                k = int(words)
                if 1 <= k <= len(d.actions):
                    self._take(d.actions[k - 1])
                    return True
                print(f"choose a number from 1 to {len(d.actions)}")
                continue
            try:
                said = WORDS[verb](self, rest, d) if verb in WORDS else self._act(words)
            except FirestepError as e:
                said = str(e)
            if said is None:
                return True
            print(said)

    def _act(self, words: str) -> str | None:
        """Take an action by its words. Returns why it is not legal, or None if it was taken."""
        try:
            self._take(parse(words))
        except Illegal:
            return f"'{words}' is not legal: {'; '.join(map(str, self.known.why_not(words))) or 'look at the list'}"
        return None

    # -- words that are not actions: each returns what to print, or None if the question is settled ----------------------

    def _help(self, rest: str, d: Decision[Any]) -> str:
        return help_text(text(d.actions[0]), next(iter(self._places(d)), "PLACE"))

    def _undo(self, rest: str, d: Decision[Any]) -> None:
        self.s.undo()
        self._save()
        self.told = min(self.told, self.s.journal_size)
        print("taken back")

    def _bot(self, rest: str, d: Decision[Any]) -> None:
        self._take(bots.answer(self.helper, self.s))

    def _show_again(self, rest: str, d: Decision[Any]) -> str:
        self._show(force=True)
        return d.prompt

    def _map(self, rest: str, d: Decision[Any]) -> str:
        return self._around(*rest.split()[:2]) if rest else self._show_again(rest, d)

    def _tracks(self, rest: str, d: Decision[Any]) -> str:
        return "\n".join(self._wrapped(board.tracks(self.s, self._board)))

    def _units(self, rest: str, d: Decision[Any]) -> str:
        return "\n".join(board.units(self.s, self._board, rest.split())) or f"no unit is called {rest} or stands there"

    def _list(self, rest: str, d: Decision[Any]) -> str:
        return self._choices(d, every=True)

    def _log(self, rest: str, d: Decision[Any]) -> str:
        count = int(rest) if rest.isdigit() else LOGGED
        return "\n".join(self._lines(max(0, self.s.journal_size - count)))

    def _why(self, rest: str, d: Decision[Any]) -> str:
        return "\n".join(map(str, self.known.why_not(parse(rest)))) or "that is legal"

    def _odds(self, rest: str, d: Decision[Any]) -> str:
        return odds_table(self.known.odds(*rest.split()))

    def _position(self, rest: str, d: Decision[Any]) -> str:
        return to_text(self.known)

    def _take(self, action: Action) -> None:
        self.s.take(action)
        self._save()
        self._tell()

    def _save(self) -> None:
        write_record(self.s, self.path, self.seats)

    # -- words ---------------------------------------------------------------------------------------------------------

    def _width(self) -> int:
        return terminal_width()

    def _wrapped(self, lines: list[str]) -> list[str]:
        return wrapped(lines, self._width() - 2)

    def _tell(self) -> None:
        """What happened since it was last told."""
        for line in self._lines(self.told):
            print(f"  {line}")
        self.told = self.s.journal_size

    def _show(self, force: bool = False) -> None:
        """The position. Unasked, of several maps only those are drawn on which something can be chosen now."""
        if self.with_map or force:
            s, d = self.s, self.s.decision
            several = len(s.game.map_of(None)[1].get("sheets", ())) > 1
            places = self._places(d) if several and not force and d is not None else []
            print()
            print(headline(s))
            print(s.game.draw_text(self.known, places) if places or force or not several else "Type 'map' to see the maps.")
            print("\n".join(self._wrapped(board.tracks(s, self._board))))

    @property
    def _board(self) -> Mapping[str, Any]:
        """What is on the board, as far as the person at the keyboard may know."""
        shown: Mapping[str, Any] = self.s.view(self.eyes)["board"]
        return shown

    def _places(self, d: Decision[Any]) -> list[str]:
        """The places that the choices name."""
        known = set(self.s.game.map_of(None)[1].get("hexes", ())) | {p["at"] for p in self._board.get("pieces", ())}
        return list(dict.fromkeys(w for a in d.actions for w in a if w in known))

    def _around(self, place: str, radius: str = str(NEAR)) -> str:
        """The map around a place."""
        if not radius.isdigit():
            raise FirestepError(f"'{radius}' is not a number; type for example: map {place} {NEAR}")
        self.s.game.inspect(self.known, place)  # says what is wrong with a place that is not there
        return str(self.s.game.draw_text(self.known, [place], int(radius)))

    def _inspect(self, rest: str, d: Decision[Any]) -> str:
        """All that is known about a place: its terrain with the rules, and the units there."""
        place = rest.strip()
        if not place:
            raise FirestepError("name a place: type for example 'inspect' and a number of the map")
        found = self.s.game.inspect(self.known, place)
        lines = [f"  {x['text']}" + (f"  [{x['rule']}]" if x.get("rule") else "") for x in found.get("lines", ())]
        here = [line for line in board.units(self.s, self._board, [place]) if line.startswith(" ")]
        return "\n".join(self._wrapped([str(found.get("title", place)), *lines]) + here)

    def _labels(self, d: Decision[Any]) -> dict[Action, str]:
        """Returns the names of what an action names by id: units, places, nations. A place without a name gets its units."""
        names = {code: n.title for code, n in self.s.game.nations.items()}
        names |= {code.upper(): title for code, title in names.items()}
        here: dict[str, list[str]] = {}
        for p in self._board.get("pieces", ()):
            names[p["id"]] = p["title"].partition(",")[0]
            here.setdefault(str(p["at"]), []).append(names[p["id"]])
        for at, units in here.items():
            names.setdefault(at, units[0] + (f" and {len(units) - 1} more" if len(units) > 1 else ""))
        names |= board.places(self.s, self._board)
        return {a: ", ".join(names[w] for w in a[1:] if w in names) for a in d.actions}

    def _choices(self, d: Decision[Any], every: bool = False) -> str:
        """The choices with their numbers, in columns; a long list is cut."""
        number = {a: k for k, a in enumerate(d.actions, 1)}
        most = len(d.actions) if every else 120
        labels = self._labels(d) if len(d.actions) <= LABELLED or every else {}
        lines: list[str] = []
        shown = 0
        for group in grouped(d.actions).values():
            items = [
                f"{number[a]:3} {text(a)}" + (f" ({labels[a]})" if labels.get(a) else "") for a in group[: max(0, most - shown)]
            ]
            shown += len(items)
            lines += [f" {line}" for line in columns(items, self._width())]
        if len(d.actions) == 1:
            lines.append("     (the only choice: Enter takes it)")
        if shown < len(d.actions):
            lines.append(f" … and {len(d.actions) - shown} more: 'list' shows them all")
        return "\n".join(lines)

    def _rule(self, rest: str, d: Decision[Any]) -> str:
        g, id = self.s.game, rest.strip()
        known = ledger.rules(g.data)
        rule = known.get(id) or known.get(f"{g.id}.{id}")
        if rule is None:
            return f"{g.id} has no rule '{id}'; rules are named like {next(iter(known))}"
        lines = [f"{rule.id}  {rule.title}", f"  {rule.rule}"]
        lines += [f"  {' '.join(t.split())}" for t in ledger.rulings_of(g.data, rule.id).values()]
        return "\n".join(self._wrapped(lines))


#: what can be typed besides actions and numbers of choices, see `help_text`
WORDS: Mapping[str, Callable[[Table, str, Decision[Any]], str | None]] = {
    "help": Table._help,
    "?": Table._help,
    "undo": Table._undo,
    "show": Table._show_again,
    "map": Table._map,
    "tracks": Table._tracks,
    "units": Table._units,
    "inspect": Table._inspect,
    "list": Table._list,
    "log": Table._log,
    "why": Table._why,
    "why-not": Table._why,
    "odds": Table._odds,
    "rule": Table._rule,
    "position": Table._position,
    "bot": Table._bot,
}
