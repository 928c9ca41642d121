"""The grammar of a game's actions: which sentences each question understands, and which function explains a refusal.

A game writes one table and gets `candidates` and `why_not` for its `Game` record:

    GRAMMAR = Grammar(
        {"unit": Kind("unit", lambda s: UNITS, lambda s: "units are named like ge-6")},
        {MoveUnits: (("done", "move unit"), explain_move), Attacks: (("attack hex", "done"), explain_attack)},
        over=Refusal("wwi.4.end", "the war is over"), closed="wwi.4.0a")

A sentence is a verb and the kinds of its words. `*` stands for any number of words that only the step can read, and needs
`forms`. The step makes the list of legal actions, which is never used here.

A `Question` (`engine.question`) brings its sentences and explains its refusals itself. `Grammar.add` takes it from the steps of the
game, so it is in no table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, Protocol

from firestep.engine.action import Action, text
from firestep.engine.errors import UnknownName
from firestep.engine.question import Question
from firestep.engine.refusal import Refusal

#: session, step, action: returns the rules against the action
Explain = Callable[[Any, Any, Action], list[Refusal]]
#: the sentences that a step understands, and the function that explains refusals
Ask = tuple[tuple[str, ...], Explain]
#: the form of a sentence that only the step can read
FREE = ("*",)
#: session, step: returns the possible actions with a verb
Forms = Callable[[Any, Any], Collection[Action]]


class Kind(NamedTuple):
    """A kind of word: units, hexes, nations."""

    title: str
    #: all words of the kind in a game
    words: Callable[[Any], Words]
    #: how they are named, for a player who typed an unknown word
    says: Callable[[Any], str]


class Words(Protocol):
    """Words that can be looked up and iterated."""

    def __contains__(self, word: str, /) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...


class Numbers(NamedTuple):
    """Whole numbers as words. Candidates lie between two limits."""

    least: int
    most: int


class Grammar:
    """The sentences of a game. `forms` lists the candidates of a verb whose kinds would give too many. `foreign` may give a better
    reason than that a verb does not belong to this question."""

    def __init__(
        self,
        kinds: Mapping[str, Kind | Numbers],
        asks: Mapping[type, Ask],
        over: Refusal,
        closed: str,
        forms: Mapping[str, Forms] | None = None,
        foreign: Explain | None = None,
    ) -> None:
        self.kinds, self.over, self.closed, self.foreign = kinds, over, closed, foreign
        self.forms = forms or {}
        self.explain: dict[type, Explain] = {}
        #: for each step its verbs, each with the kinds of its words
        self.verbs: dict[type, dict[str, tuple[str, ...]]] = {}
        #: the same for all steps together; a verb may take other words in another step
        self.shapes: dict[str, list[tuple[str, ...]]] = {}
        for step, (sentences, explain) in asks.items():
            self._know(step, sentences, explain)

    def _know(self, step: type, sentences: tuple[str, ...], explain: Explain) -> None:
        self.explain[step] = explain
        said = self.verbs[step] = {verb: tuple(words) for verb, *words in map(str.split, sentences)}
        for verb, shape in said.items():
            assert all(kind in self.kinds for kind in shape) or shape == FREE and verb in self.forms, f"what does {verb} take?"
            if shape not in self.shapes.setdefault(verb, []):
                self.shapes[verb].append(shape)

    def add(self, steps: Iterable[type]) -> None:
        """Adds the questions among some steps, which explain their refusals themselves."""
        for step in steps:
            if issubclass(step, Question) and step not in self.explain:
                self._know(step, step.says, lambda s, question, action: question.check(s, action))

    def candidates(self, s: Any) -> list[Action]:
        """Returns every possible answer to the open decision, legal or not."""
        step = s.top
        if isinstance(step, Question):
            return step.candidates(s)
        return [] if step is None else [a for verb in self.verbs[type(step)] for a in self.meant(s, step, verb)]

    def meant(self, s: Any, step: Any, verb: str) -> Collection[Action]:
        """Returns the possible actions with a verb in a step."""
        if verb in self.forms:
            return self.forms[verb](s, step)
        return list(product((verb,), *(self._words(s, kind) for kind in self.verbs[type(step)][verb])))

    def why_not(self, s: Any, action: Action) -> list[Refusal]:
        """Returns the rules against an action in the open decision; empty if there are none."""
        step = s.top
        self.parse(s, step, action)
        if step is None:
            return [self.over]
        if action[0] not in self.verbs[type(step)]:
            found = self.foreign(s, step, action) if self.foreign is not None else []
            return found or [Refusal(self.closed, f"'{action[0]}' does not answer this question: {step.prompt(s)}")]
        return self.explain[type(step)](s, step, action)

    def parse(self, s: Any, step: Any, action: Action) -> None:
        """Raises an error for words that mean nothing in this game."""
        verb, words = action[0], action[1:]
        here = self.verbs.get(type(step), {}).get(verb)
        shapes = self.shapes.get(verb) if here is None else [here]
        if shapes is None:
            raise UnknownName(f"there is no action '{verb}'; actions begin with: {', '.join(sorted(self.shapes))}")
        if FREE in shapes:
            return
        shape = next((x for x in shapes if len(x) == len(words)), None)
        if shape is None:
            raise UnknownName(f"'{text(action)}' is not complete; write: {' '.join((verb, *shapes[0]))}")
        for name, word in zip(shape, words, strict=True):
            kind = self.kinds[name]
            if isinstance(kind, Numbers):
                if not word.isdecimal():
                    raise UnknownName(f"'{word}' is not a number")
            elif word not in kind.words(s):
                raise UnknownName(f"there is no {kind.title} '{word}'; {kind.says(s)}")

    def _words(self, s: Any, name: str) -> Iterable[str]:
        kind = self.kinds[name]
        return [str(k) for k in range(kind.least, kind.most + 1)] if isinstance(kind, Numbers) else kind.words(s)
