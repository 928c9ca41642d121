"""Conditions of questions: which of them ever forbid something that all others allow.

A question that declares its answers (`engine.question`) says each rule once. So no second text notices a condition that is lost.
Here each condition of an answer is left out in turn, in many positions. If the list of legal actions then has more members, the
condition alone forbids something there.

Positions are states of archived games. In each of them a question is asked as it was asked at another moment. So a landing is
asked for with other armies around. In `ditt` many states are also changed at random (`games/ditt/shaken.py`).

`python tests/contract/conditions.py GAME` writes those that forbid something to `tests/contract/conditions/GAME.txt`.
"""

from __future__ import annotations

import gzip
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from firestep.engine import record
from firestep.engine.masks import bits
from firestep.engine.question import Condition, Number, OneOf, Pick, PickNumber, PickPair, Question, Word, kept
from firestep.engine.session import Session
from firestep.games import GAMES
from games.ditt.shaken import shake

RECORDS = Path(__file__).parents[1] / "records"
#: different steps of each kind of question, and states of each record, that are kept of the archive
STEPS, STATES = 60, 12
#: how often each step is asked, and what changes states at random
TRIES = 40
SHAKE: dict[str, Any] = {"ditt": shake}
#: bytes of records that end soon and are left out; how many of the others are used, the smallest ones
SHORT, MOST = 2_000, 10


class Key(NamedTuple):
    """A condition: the question, the verb of the answer, the rule, and which of the conditions with this rule it is."""

    question: str
    verb: str
    rule: str
    number: int

    def __str__(self) -> str:
        return f"{self.question} {self.verb} {self.rule}" + (f" #{self.number}" if self.number else "")


class Met(NamedTuple):
    key: Key
    sentence: str
    #: whether the condition alone forbids something here
    alone: bool


def conditions_met(question: Question[Any], s: Session[Any]) -> Iterator[Met]:
    """Yields every condition of a question in a position."""
    for answer in question.answers(s):
        if isinstance(answer, Pick):
            conditions = tuple(answer.conditions)
            yield from alone(question, answer.verb, conditions, answer.things.all)
            good = kept(conditions, answer.things.all)
            if isinstance(answer, PickPair) and good:
                for i in {good.bit_length() - 1, (good & -good).bit_length() - 1}:
                    yield from alone(question, f"{answer.verb} …", tuple(answer.seconds(i)), answer.other.all)
            if isinstance(answer, PickNumber) and good:
                for i in {good.bit_length() - 1, (good & -good).bit_length() - 1}:
                    yield from limits(question, answer.verb, answer.limits(i))
        elif isinstance(answer, Number):
            yield from alone(question, answer.verb, tuple(answer.conditions), 1)
            yield from limits(question, answer.verb, answer.limits)
        elif isinstance(answer, Word):
            yield from alone(question, answer.verb, tuple(answer.conditions), 1)
        elif isinstance(answer, OneOf):
            for word, bad in answer.ways.items():
                yield Met(Key(question.stored, f"{answer.verb} {word}", bad.rule if bad else "", 0), "", True)


def alone(question: Question[Any], verb: str, conditions: tuple[Condition, ...], among: int) -> Iterator[Met]:
    full = kept(conditions, among)
    seen: Counter[str] = Counter()
    for k, c in enumerate(conditions):
        key = Key(question.stored, verb, c.rule, seen[c.rule])
        seen[c.rule] += 1
        without = kept(conditions[:k] + conditions[k + 1 :], among)
        yield Met(key, c.sentence if isinstance(c.sentence, str) else "", bool(without & ~full))


def limits(question: Question[Any], verb: str, found: Iterable[Any]) -> Iterator[Met]:
    found = tuple(found)
    seen: Counter[str] = Counter()
    for k, limit in enumerate(found):
        others = [x.most for n, x in enumerate(found) if n != k]
        key = Key(question.stored, f"{verb} number", limit.rule, seen[limit.rule])
        seen[limit.rule] += 1
        yield Met(key, limit.sentence, not others or limit.most < min(others))


def archive(id: str) -> tuple[dict[str, list[Question[Any]]], list[Session[Any]]]:
    """Returns the different questions that the archived games of a game ask, by name, and some of their states."""
    steps: dict[str, dict[Question[Any], None]] = defaultdict(dict)
    states = []
    whole = [p for p in RECORDS.glob(f"{id}-*.json.gz") if p.stat().st_size > SHORT]
    for path in sorted(sorted(whole, key=lambda p: (p.stat().st_size, p.name))[:MOST]):
        was = record.loads(gzip.decompress(path.read_bytes()).decode(), path.name)
        every = max(1, len(was["actions"]) // STATES)
        for s in record.follow_session(was, GAMES):
            top = s.top
            if isinstance(top, Question) and len(steps[top.stored]) < STEPS and top not in steps[top.stored]:
                steps[top.stored][top] = None
                if len(steps[top.stored]) <= 4:
                    states.append(s.copy())
            if s.size % every == 0:
                states.append(s.copy())
    return {name: list(found) for name, found in steps.items()}, states


def effects(
    id: str, extra: Iterable[Question[Any]] = (), shake: Any = None, tries: int = 40, seed: int = 1
) -> dict[Key, tuple[bool, str]]:
    """Returns each condition that was met, whether it alone forbade something in a position, and its sentence.

    `shake` changes a state at random, mostly at some places.
    """
    steps, states = archive(id)
    for step in extra:
        steps.setdefault(step.stored, []).append(step)
    out: dict[Key, tuple[bool, str]] = {}
    for name, found in steps.items():
        for n in range(tries * len(found)):
            rng = random.Random(f"{seed} {name} {n}")  # a change of one question leaves the positions of others as they are
            step, s = found[n % len(found)], rng.choice(states)
            try:
                if shake is not None and rng.random() < 0.7:
                    s = s.copy()
                    focus = [i for a in step.answers(s) if isinstance(a, Pick) for i in bits(kept(a.conditions, a.things.all))]
                    shake(s.state, rng, focus)
                for met in conditions_met(step, s):
                    was = out.get(met.key, (False, met.sentence))
                    out[met.key] = was[0] or met.alone, was[1]
            except (AssertionError, IndexError, KeyError, StopIteration, TypeError, ValueError):
                continue  # the question cannot be asked in this state
    return out


def stored(id: str) -> Path:
    return Path(__file__).parent / "conditions" / f"{id}.txt"


def main(id: str) -> None:
    found = effects(id, shake=SHAKE.get(id), tries=TRIES)
    alone = sorted(str(k) for k, (yes, _) in found.items() if yes)
    stored(id).parent.mkdir(exist_ok=True)
    stored(id).write_text("\n".join(alone) + "\n")
    print(f"{id}: {len(alone)} of {len(found)} conditions alone forbid something")


if __name__ == "__main__":
    main(sys.argv[1])
