"""The table of a game in the terminal: it asks, answers, and keeps the record."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.commands.common import columns, grouped, headline, journal_lines, write_record
from firestep.commands.odds import table as odds_table
from firestep.engine import ledger
from firestep.engine.action import Action, parse, text
from firestep.engine.errors import FirestepError, Illegal
from firestep.engine.position import to_text
from firestep.engine.secret import known_to
from firestep.engine.session import Decision, Session

#: whoever only watches bots: no seat's
SPECTATOR = "nobody"
HELP = """
  3                take the third choice
  move ge-6        take an action by its words; if it is not legal you are told why
  why attack 0407  ask about an action without taking it
  odds …           exact odds: of the attack being put together, or e.g. 'odds attack 0407 ge-4 ge-5'
  undo             take the last action back (until a die is rolled or the other side decides)
  map              draw the map            show   map, tracks and question
  log [N]          the last N events       list   every choice with its number
  rule ID          what a rule says        position   this position as text, for a bug report or a puzzle
  bot              let the greedy player choose for you
  quit             leave; the game is kept
"""


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
        print(f"kept in {self.path} · type 'help' for help")
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
                print(f"The game is kept in {self.path}; 'firestep play {self.path}' goes on.")
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
        self._choices(d)
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
            done = self._say(verb, rest, d)
            if done:
                return True
            if done is None:
                try:
                    self._take(parse(words))
                    return True
                except Illegal:
                    print(f"'{words}' is not legal: {'; '.join(map(str, self.known.why_not(words))) or 'look at the list'}")
                except FirestepError as e:
                    print(e)

    def _say(self, verb: str, rest: str, d: Decision[Any]) -> bool | None:
        """A word that is not an action: True if the question is settled, False if it stays, None if it is no such word."""
        s = self.s
        try:
            if verb in ("help", "?"):
                print(HELP)
            elif verb == "undo":
                s.undo()
                self._save()
                self.told = min(self.told, s.journal_size)
                print("taken back")
                return True
            elif verb in ("map", "show"):
                self._show(force=True)
                print(d.prompt)
            elif verb == "list":
                self._choices(d, every=True)
            elif verb == "log":
                count = int(rest) if rest.isdigit() else 15
                print("\n".join(self._lines(max(0, s.journal_size - count))))
            elif verb in ("why", "why-not"):
                refusals = self.known.why_not(parse(rest))
                print("\n".join(map(str, refusals)) or "that is legal")
            elif verb == "odds":
                print(odds_table(self.known.odds(*rest.split())))
            elif verb == "rule":
                print(self._rule(rest.strip()))
            elif verb == "position":
                print(to_text(self.known))
            elif verb == "bot":
                self._take(bots.answer(self.helper, s))
                return True
            else:
                return None
        except FirestepError as e:
            print(e)
        return False

    def _take(self, action: Action) -> None:
        self.s.take(action)
        self._save()
        self._tell()

    def _save(self) -> None:
        write_record(self.s, self.path, self.seats)

    # -- words ---------------------------------------------------------------------------------------------------------

    def _width(self) -> int:
        return shutil.get_terminal_size((100, 30)).columns

    def _wrapped(self, lines: list[str]) -> list[str]:
        return [part for line in lines for part in textwrap.wrap(line, self._width() - 2, subsequent_indent="    ") or [""]]

    def _tell(self) -> None:
        """What happened since it was last told."""
        for line in self._lines(self.told):
            print(f"  {line}")
        self.told = self.s.journal_size

    def _show(self, force: bool = False) -> None:
        if self.with_map or force:
            print()
            print(headline(self.s))
            print(self.s.game.draw_text(self.known))

    def _choices(self, d: Decision[Any], every: bool = False) -> None:
        """The choices with their numbers, in columns; a long list is cut."""
        number = {a: k for k, a in enumerate(d.actions, 1)}
        most = len(d.actions) if every else 120
        shown = 0
        for group in grouped(d.actions).values():
            items = [f"{number[a]:3} {text(a)}" for a in group[: max(0, most - shown)]]
            shown += len(items)
            for line in columns(items, self._width()):
                print(f" {line}")
        if len(d.actions) == 1:
            print("     (the only choice: Enter takes it)")
        if shown < len(d.actions):
            print(f" … and {len(d.actions) - shown} more: 'list' shows them all")

    def _rule(self, id: str) -> str:
        g = self.s.game
        known = ledger.rules(g.data)
        rule = known.get(id) or known.get(f"{g.id}.{id}")
        if rule is None:
            return f"{g.id} has no rule '{id}'; rules are named like {next(iter(known))}"
        lines = [f"{rule.id}  {rule.title}", f"  {rule.rule}"]
        lines += [f"  {' '.join(t.split())}" for t in ledger.rulings_of(g.data, rule.id).values()]
        return "\n".join(self._wrapped(lines))
