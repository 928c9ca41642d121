"""Questions that say each rule once: the legal actions, the refusals and the effects follow from one declaration.

A question declares its answers. An answer has a verb, conditions and an effect:

    @dataclass(frozen=True, slots=True)
    class Expedition(Question[S]):
        event: str
        unit: int
        says = ("no", "place place")

        def answers(self, s):
            st, rule = s.state, self.event
            yield Word("no")
            yield Pick("place", PLACE, (inside(rule, "France"), held(rule, st, EP), no_enemies(st, EP)), self.land)

        def land(self, s, place):
            return (ExpeditionDivs(self.event, self.unit, place),)

A condition is a rule, the set of things that keep the rule, and a sentence about the others. The list of legal actions is the
intersection of these sets. The refusal of one thing names the condition that it breaks. So list and refusal cannot differ.

Write one rule into one condition, so that its sentence is always true. Put costly conditions last and yield them from a generator:
they are not computed if nothing is left. A set may be a function from a set to those of its members that keep the rule. Such a
function judges each member by itself: "the closest hex" must be computed before and given as a set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, NamedTuple, TypeVar

from firestep.engine.action import Action, text
from firestep.engine.masks import bits
from firestep.engine.refusal import Refusal
from firestep.engine.step import Choice, SideChoice, Steps

S = TypeVar("S")
#: the set that keeps a rule, or a function that returns those members of a set that keep it
Keeps = int | Callable[[int], int]
#: what a choice costs, as `page_data.price` makes it; or a function of the words of an action that returns it
Price = dict[str, Any] | Callable[..., dict[str, Any] | None] | None


class Condition(NamedTuple):
    """One rule about the things that an answer can name.

    In `sentence`, `{x}` stands for the thing; a function returns the sentence, or refusals where several rules decide. A refusal
    cites the first condition that the thing breaks, and after it those with `also`.
    """

    rule: str
    keeps: Keeps
    sentence: str | Callable[[int], str | list[Refusal]]
    also: bool = False


class Limit(NamedTuple):
    """The largest number that a rule allows."""

    rule: str
    most: int
    sentence: str


def given(rule: str, holds: object, sentence: str) -> Condition:
    """Returns a condition that does not depend on the thing."""
    return Condition(rule, -1 if holds else 0, sentence)


def kept(conditions: Iterable[Condition], among: int = -1) -> int:
    """Returns the members of a set that keep all conditions. Stops when none is left."""
    for _, keeps, _, _ in conditions:
        among = among & keeps if isinstance(keeps, int) else keeps(among)
        if not among:
            return 0
    return among


def broken(conditions: Iterable[Condition], i: int, title: str = "") -> list[Refusal]:
    """Returns the first condition that a thing breaks, and those marked `also` that follow it, as refusals.

    A condition that no thing at all keeps is cited alone.
    """
    bit = 1 << i
    out: list[Refusal] = []
    for rule, keeps, sentence, also in conditions:
        if out and not also:
            continue
        if bit & keeps if isinstance(keeps, int) else keeps(bit):
            continue
        said = sentence if isinstance(sentence, str) else sentence(i)
        found = [Refusal(rule, said.replace("{x}", title))] if isinstance(said, str) else said
        if keeps == 0:
            return found
        out += found
    return out


def passed(word: str, limits: Sequence[Limit]) -> list[Refusal]:
    """Returns the first limit that a number passes. A number is written plainly and begins with 1."""
    k = int(word) if word.isdecimal() else 0
    if k and word == str(k):
        return [Refusal(x.rule, x.sentence) for x in limits if k > x.most][:1]
    return [Refusal(limits[0].rule, f"write a whole number from 1 on, not '{word}'")]


def most(limits: Sequence[Limit]) -> int:
    """Returns the largest number that all limits allow."""
    return min(x.most for x in limits)


class Things:
    """A kind of thing that answers can name: its words in actions, and its titles in sentences."""

    __slots__ = ("_said", "all", "number", "title", "word")

    def __init__(self, word: Mapping[int, str] | Sequence[str], title: Callable[[int], str], all: int | None = None) -> None:
        named = word if isinstance(word, Mapping) else dict(enumerate(word))
        self.word, self.title = named, title
        #: the number of each word
        self.number = {w: i for i, w in named.items()}
        #: the set of all things
        self.all = sum(1 << i for i in named) if all is None else all
        self._said: dict[str, dict[int, Action]] = {}

    def actions(self, verb: str, members: int) -> list[Action]:
        """Returns the action with a verb for each member of a set."""
        said = self._said.get(verb)
        if said is None:
            said = self._said[verb] = {i: (verb, w) for i, w in self.word.items()}
        return [said[i] for i in bits(members)]


class Answer:
    """One way to answer a question: a verb with its words, the conditions, the effect, and what it costs.

    `then(s, *words)` carries the answer out and returns the steps that follow; without it nothing follows.
    """

    __slots__ = ("price", "then", "verb")

    def __init__(self, verb: str, then: Callable[..., Steps] | None = None, price: Price = None) -> None:
        self.verb, self.then, self.price = verb, then, price

    def legal(self) -> list[Action]:
        """Returns every legal action with this verb."""
        raise NotImplementedError(type(self).__name__)

    def candidates(self) -> list[Action]:
        """Returns actions with this verb, legal and illegal ones, for tests. Numbers are given up to one too many."""
        raise NotImplementedError(type(self).__name__)

    def refusals(self, action: Action) -> list[Refusal]:
        """Returns the rules against an action with this verb."""
        raise NotImplementedError(type(self).__name__)

    def words(self, action: Action) -> tuple[Any, ...]:
        """Returns the words after the verb as `then` takes them."""
        return ()

    def title(self, action: Action) -> str:
        """Returns an action with this verb as a sentence names it."""
        return text(action)

    def means(self, action: Action) -> bool:
        """Returns whether an action has this verb and words of this kind."""
        return action[0] == self.verb

    def take(self, s: Any, action: Action) -> Steps:
        """Carries the action out."""
        return () if self.then is None else self.then(s, *self.words(action))

    def cost(self, action: Action) -> dict[str, Any] | None:
        """Returns what an action costs, or None if that needs no words."""
        return self.price(*self.words(action)) if callable(self.price) else self.price


class Word(Answer):
    """A verb alone. Its conditions hold or do not hold: see `given`."""

    __slots__ = ("conditions",)

    def __init__(
        self, verb: str, conditions: Iterable[Condition] = (), then: Callable[..., Steps] | None = None, price: Price = None
    ) -> None:
        super().__init__(verb, then, price)
        self.conditions = conditions

    def legal(self) -> list[Action]:
        return [(self.verb,)] if kept(self.conditions) else []

    def candidates(self) -> list[Action]:
        return [(self.verb,)]

    def refusals(self, action: Action) -> list[Refusal]:
        return broken(self.conditions, 0)


class Otherwise(Word):
    """A verb alone that is legal only where no other answer is. In `sentence`, `{x}` stands for a legal answer."""

    __slots__ = ("rule", "sentence")

    def __init__(
        self, verb: str, rule: str, sentence: str = "choose one, for example {x}", then: Callable[..., Steps] | None = None
    ) -> None:
        super().__init__(verb, (), then)
        self.rule, self.sentence = rule, sentence

    def against(self, other: Answer, action: Action) -> list[Refusal]:
        """Returns the refusal of this answer while another one is legal."""
        return [Refusal(self.rule, self.sentence.replace("{x}", other.title(action)))]


class Pick(Answer):
    """A verb and one thing: any thing that keeps all conditions. `wrong` refuses words that the grammar knows and `things` does
    not."""

    __slots__ = ("conditions", "things", "wrong")

    def __init__(
        self,
        verb: str,
        things: Things,
        conditions: Iterable[Condition],
        then: Callable[..., Steps] | None = None,
        price: Price = None,
        wrong: Refusal | None = None,
    ) -> None:
        super().__init__(verb, then, price)
        self.things, self.conditions, self.wrong = things, conditions, wrong

    def legal(self) -> list[Action]:
        found = kept(self.conditions, self.things.all)
        return self.things.actions(self.verb, found) if found else []

    def candidates(self) -> list[Action]:
        return self.things.actions(self.verb, self.things.all)

    def refusals(self, action: Action) -> list[Refusal]:
        i = self.things.number.get(action[1], -1)
        if i < 0:
            assert self.wrong is not None, f"the grammar knows '{action[1]}' and the question does not"
            return [self.wrong]
        return broken(self.conditions, i, self.things.title(i))

    def words(self, action: Action) -> tuple[Any, ...]:
        return (self.things.number[action[1]],)

    def title(self, action: Action) -> str:
        return self.things.title(self.things.number[action[1]])

    def means(self, action: Action) -> bool:
        return action[0] == self.verb and action[1] in self.things.number


class PickPair(Pick):
    """A verb and two things. `seconds(i)` returns the conditions of the second thing if the first is `i`."""

    __slots__ = ("other", "seconds")

    def __init__(
        self,
        verb: str,
        things: Things,
        conditions: Iterable[Condition],
        other: Things,
        seconds: Callable[[int], Iterable[Condition]],
        then: Callable[..., Steps] | None = None,
        price: Price = None,
        wrong: Refusal | None = None,
    ) -> None:
        super().__init__(verb, things, conditions, then, price, wrong)
        self.other, self.seconds = other, seconds

    def legal(self) -> list[Action]:
        return [
            (self.verb, self.things.word[i], self.other.word[j])
            for i in bits(kept(self.conditions, self.things.all))
            for j in bits(kept(self.seconds(i), self.other.all))
        ]

    def candidates(self) -> list[Action]:
        good = self.legal()
        # where no pair is legal all pairs would be too many
        seconds = {x[2]: 0 for x in good} or dict.fromkeys(islice(self.other.number, 3))
        return [*good, *((self.verb, a, b) for a in self.things.word.values() for b in seconds)]

    def refusals(self, action: Action) -> list[Refusal]:
        if found := super().refusals(action):
            return found
        j = self.other.number.get(action[2], -1)
        if j < 0:
            assert self.wrong is not None, f"the grammar knows '{action[2]}' and the question does not"
            return [self.wrong]
        return broken(self.seconds(self.things.number[action[1]]), j, self.other.title(j))

    def words(self, action: Action) -> tuple[Any, ...]:
        return self.things.number[action[1]], self.other.number[action[2]]


class Number(Answer):
    """A verb and a number from 1 to the smallest of some limits."""

    __slots__ = ("conditions", "limits")

    def __init__(
        self,
        verb: str,
        limits: Sequence[Limit],
        then: Callable[..., Steps] | None = None,
        conditions: Iterable[Condition] = (),
        price: Price = None,
    ) -> None:
        super().__init__(verb, then, price)
        self.limits, self.conditions = limits, conditions

    def legal(self) -> list[Action]:
        return [(self.verb, str(k)) for k in range(1, most(self.limits) + 1)] if kept(self.conditions) else []

    def candidates(self) -> list[Action]:
        return [(self.verb, str(k)) for k in range(1, max(0, most(self.limits)) + 2)]

    def refusals(self, action: Action) -> list[Refusal]:
        return broken(self.conditions, 0) or passed(action[1], self.limits)

    def words(self, action: Action) -> tuple[Any, ...]:
        return (int(action[1]),)


class PickNumber(Pick):
    """A verb, a thing and a number: so many Divs of an Army. `limits(i)` returns the limits of the thing `i`."""

    __slots__ = ("limits",)

    def __init__(
        self,
        verb: str,
        things: Things,
        conditions: Iterable[Condition],
        limits: Callable[[int], Sequence[Limit]],
        then: Callable[..., Steps] | None = None,
        price: Price = None,
    ) -> None:
        super().__init__(verb, things, conditions, then, price)
        self.limits = limits

    def legal(self) -> list[Action]:
        verb, word = self.verb, self.things.word
        return [
            (verb, word[i], str(k))
            for i in bits(kept(self.conditions, self.things.all))
            for k in range(1, most(self.limits(i)) + 1)
        ]

    def candidates(self) -> list[Action]:
        conditions = tuple(self.conditions)
        good = kept(conditions, self.things.all)
        return [
            (self.verb, w, str(k))
            for i, w in self.things.word.items()
            for k in range(1, (max(0, most(self.limits(i))) if good >> i & 1 else 0) + 2)
        ]

    def refusals(self, action: Action) -> list[Refusal]:
        return super().refusals(action) or passed(action[2], self.limits(self.things.number[action[1]]))

    def words(self, action: Action) -> tuple[Any, ...]:
        return self.things.number[action[1]], int(action[2])


class OneOf(Answer):
    """A verb and one of a few words, each with the refusal of it or None. `other` refuses all other words."""

    __slots__ = ("other", "ways")

    def __init__(
        self,
        verb: str,
        ways: Mapping[str, Refusal | None],
        other: Refusal | None = None,
        then: Callable[..., Steps] | None = None,
        price: Price = None,
    ) -> None:
        super().__init__(verb, then, price)
        self.ways, self.other = ways, other

    def legal(self) -> list[Action]:
        return [(self.verb, w) for w, bad in self.ways.items() if bad is None]

    def candidates(self) -> list[Action]:
        return [(self.verb, w) for w in self.ways]

    def refusals(self, action: Action) -> list[Refusal]:
        bad = self.ways.get(action[1], self.other)
        return [] if bad is None else [bad]

    def words(self, action: Action) -> tuple[Any, ...]:
        return (action[1],)


def listed(answers: Iterable[Answer]) -> list[Action]:
    """Returns the legal actions of some answers, sorted."""
    out: list[Action] = []
    otherwise: list[Action] = []
    for a in answers:
        if isinstance(a, Otherwise):
            otherwise.append((a.verb,))
        else:
            out += a.legal()
    out.sort()
    return out or otherwise


class Question(Choice[S]):
    """A choice whose list, refusals, effects and prices follow from `answers`.

    A question whose list must be quicker than that may override `actions`. The contract tests then compare both.
    """

    __slots__ = ()
    #: its sentences for the grammar of the game: each verb with the kinds of its words
    says: ClassVar[tuple[str, ...]]

    def answers(self, s: S) -> Iterator[Answer]:
        """Yields the answers of the question. Conditions may be generators, so that nothing needless is computed."""
        raise NotImplementedError(type(self).__name__)

    def actions(self, s: S) -> list[Action]:
        return listed(self.answers(s))

    def candidates(self, s: S) -> list[Action]:
        """Returns every possible answer, legal or not."""
        return [action for a in self.answers(s) for action in a.candidates()]

    def check(self, s: S, action: Action) -> list[Refusal]:
        """Returns the rules against an action; empty if it is legal."""
        found = self.meant(s, action)
        if not isinstance(found, Otherwise):
            return found.refusals(action)
        for other in self.answers(s):
            if not isinstance(other, Otherwise) and (legal := other.legal()):
                return found.against(other, legal[0])
        return []

    def take(self, s: S, action: Action) -> Steps:
        return self.meant(s, action).take(s, action)

    def prices(self, s: S) -> dict[str, dict[str, Any]]:
        """Returns what the legal actions cost, by their text."""
        out: dict[str, dict[str, Any]] = {}
        for a in self.answers(s):
            if a.price is not None:
                out |= {text(action): cost for action in a.legal() if (cost := a.cost(action)) is not None}
        return out

    def meant(self, s: S, action: Action) -> Answer:
        """Returns the answer to which an action belongs. Two answers may have the same verb and different kinds of words."""
        near: Answer | None = None
        for a in self.answers(s):
            if a.means(action):
                return a
            if a.verb == action[0]:
                near = near or a
        assert near is not None, f"{type(self).__name__} has no answer '{action[0]}'"
        return near


class SideQuestion(SideChoice[S], Question[S]):
    """A question to the side that the step names."""

    __slots__ = ()
