"""The event chits: one for each copy that `data/events.csv` names (columns `allied` and `cp`: letters and numbers of copies)."""

from __future__ import annotations

import csv
from typing import NamedTuple

from firestep.games.tgw.components.tables import ALLIED, CENTRAL, DATA, LETTER


class Chit(NamedTuple):
    id: str
    #: the event, without `tgw.ev.`
    event: str
    #: the title of the event
    name: str
    #: the front of a chit shows the side that may play it and the Strategic Turn on which it joins the pool (tgw.3.24a)
    side: int
    letter: int
    #: a yellow band (tgw.3.25n)
    mandatory: bool


def _copies(text: str) -> list[int]:
    """The letters of the copies: `C2 G1` is C, C, G."""
    return [LETTER[word[0]] for word in text.split() for _ in range(int(word[1:] or "1"))]


def _read() -> tuple[Chit, ...]:
    """Read the chits: the supplements of the European game are among them (tgw.19.12d), the Near East chits with an asterisk
    (tgw.19.12b) and Indian Corps Withdrawal (tgw.19.12c) are not."""
    out: list[Chit] = []
    with (DATA / "events.csv").open(encoding="utf-8", newline="") as f:  # tgw.19.12b
        for r in csv.DictReader(f):  # tgw.19.12d
            event = r["id"].removeprefix("tgw.ev.")
            for side, word, column in ((ALLIED, "al", "allied"), (CENTRAL, "cp", "cp")):
                letters = _copies(r[column])
                id = f"{word}-{event.removesuffix(f'.{word}').replace('.', '-')}"
                out += [
                    Chit(id if len(letters) == 1 else f"{id}-{k + 1}", event, r["name"], side, letter, r["mandatory"] == "yes")
                    for k, letter in enumerate(letters)
                ]
    return tuple(out)


#: pieces like the counters of the roster (tgw.3.2a, tgw.3.2b)
CHITS = _read()
CHIT = {c.id: k for k, c in enumerate(CHITS)}
#: sets of chits
OF_EVENT: dict[str, int] = {}
for _k, _c in enumerate(CHITS):
    OF_EVENT[_c.event] = OF_EVENT.get(_c.event, 0) | 1 << _k
OF_SIDE = tuple(sum(1 << k for k, c in enumerate(CHITS) if c.side == side) for side in (ALLIED, CENTRAL))
OF_LETTER = {letter: sum(1 << k for k, c in enumerate(CHITS) if c.letter == letter) for letter in sorted({c.letter for c in CHITS})}
MANDATORY = sum(1 << k for k, c in enumerate(CHITS) if c.mandatory)
