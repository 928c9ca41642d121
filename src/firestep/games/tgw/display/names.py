"""Units, places and nations in words, for the journal and the page."""

from __future__ import annotations

from firestep.engine.words import listed
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import BOX_TITLES, who
from firestep.games.tgw.meta import ADJECTIVE, TITLE
from firestep.games.tgw.state import BOX, place_word

SIDE = {"allied": "the Allies", "central": "the Central Powers", "neutral": "nobody", "": ""}
#: as the log names boxes
_BOXES = BOX_TITLES | {
    "waiting": "the units to come",
    "gone": "the box",
    "edge-west": "beside the Western Front",
    "edge-italy": "beside the Italian Front",
}
#: capacities of strategic and sea movement as players call them
CAPACITY = {
    "central": "Central Powers, Europe",
    "central-ne": "Central Powers, Near East",
    "allied-west": "Allies, west",
    "russian-east": "Russia, east",
    "russian-caucasus": "Russia, Caucasus",
    "egypt": "Egypt",
    "iraq": "Iraq",
    "sea": "By sea, Europe",
    "sea-ne": "By sea, Near East",
}


def unit(id: str) -> str:
    """Returns the title of a unit: `ge-1g` is the German 1G Division."""
    return who(roster.UNIT[id])


def units(ids: list[str]) -> str:
    """Some units by name; of many only the nations and numbers."""
    if len(ids) <= 3:
        return listed([unit(i) for i in ids])
    count: dict[str, int] = {}
    for i in ids:
        adjective = ADJECTIVE[tables.NATIONS[roster.NATION_OF[roster.UNIT[i]]]]
        count[adjective] = count.get(adjective, 0) + 1
    return listed([f"{n} {adjective} units" if n > 1 else f"{_a(adjective)} unit" for adjective, n in count.items()])


def _a(word: str) -> str:
    """`an Italian`, `a German`, and `a U.S.`, which begins like "you"."""
    return f"an {word}" if word[0] in "AEIO" else f"a {word}"


def bunch(which: tuple[int, ...], start: int, fog: bool = False) -> str:
    """Who is on the way, in a few words for a question: one by name, several by where they come from; under fog none by name, since
    both seats read the question."""
    if fog and len(which) == 1:
        return f"does the unit of {place(place_word(start))}"
    if len(which) == 1:
        return f"does {unit(roster.UNITS[which[0]])}"
    return f"do the {len(which)} units of {place(place_word(start))}"


def place(word: str) -> str:
    """A hex or box by its word."""
    return _BOXES[word] if word in BOX else board.place_name(board.INDEX[word])


def nation(code: str) -> str:
    return TITLE[code]
