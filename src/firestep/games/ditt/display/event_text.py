"""The journal of events in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from firestep.engine.words import capital, counted, listed
from firestep.games.ditt.components import tables
from firestep.games.ditt.display.names import SIDE, at, divs, do, nation, place, side, unit
from firestep.games.ditt.events.event_table import EVENTS

P = Mapping[str, Any]


#: what the ledger of events abbreviates, in words of a player; each pattern is tried in this order
_DOES = "may|must|can|has|holds|picks|picking|adds|moves|receives|destroys|deploys|removes|flips|accepts|takes|loses|promises|" + (
    "forces|places"
)
_SHORT = (
    (r"^Star [^:]*: ", ""),
    (r"the (CP|EP) '([^']+)' Special Event box", r"the \1 box '\2'"),
    (r"\bthe (CP|EP)(?=[.;,:)]|$)", r"\1!"),
    (rf"\b(CP|EP) (?={_DOES}\b)", r"\1! "),
    (r"\bCP!", "the Central Powers"),
    (r"\bEP!", "the Entente"),
    (r"\bCP(?=-| |\b)", "Central"),
    (r"\bEP(?=-| |\b)", "Entente"),
    (r"\bMF\b", "Minor Force"),
    (r"\bMFs\b", "Minor Forces"),
    (r"\bP\.C\.", "Population Centre"),
    (r"\bSR\b", "redeploy"),
    (r"\band/or\b", "or"),
    (r"\bNE\b", "Near East"),
    (r" ?\+(?=\dd6)", " plus "),
    (r" ?-(?=\dd6)", " less "),
    (r"\b1d6 (?=[A-Z])", "one die of "),
    (r"\b2d6 (?=[A-Z])", "two dice of "),
    (r"\b1d6\b", "one die"),
    (r"\b2d6\b", "two dice"),
    (r"\b3d6\b", "three dice"),
)
#: the Central Powers are many: what they do is said of many
_MANY = {"has": "have", **{w: w[:-1] for w in _DOES.split("|") if w.endswith("s") and w != "has"}}


@cache
def plain(text: str) -> str:
    """Returns an event of the ledger without its abbreviations."""
    for pattern, word in _SHORT:
        text = re.sub(pattern, word, text)
    text = re.sub(r"(the Central Powers )(\w+)", lambda m: m[1] + _MANY.get(m[2], m[2]), text)
    return capital(text)


def _event(x: P) -> str:
    """What an event is; of reinforcements the lines after it tell everything."""
    e = EVENTS[x["event"]]
    name = _name(x)
    return _ended(name) if e.text.startswith("Army Max changes:") else f"{_ended(name)} {plain(e.text)}"


def _ended(name: str) -> str:
    """A name at the end of a sentence; some names bring their own mark."""
    return name if name.endswith((".", "!", "?")) else f"{name}."


def _name(x: P) -> str:
    """The name of an event; one that brings coins is named after their box."""
    e = EVENTS[x["event"]]
    box = re.search(r"\bcoins ([\w-]+) ", e.do)
    return _box(box[1]) if box else e.name


def _box(id: str) -> str:
    title = tables.BOX_TITLE[tables.BOX[id]]
    return title[0].upper() + title[1:]


def _headed(name: str, said: str) -> str:
    """A sentence under a name; some names bring their own mark."""
    return f"{name} {capital(said)}" if name.endswith(("!", "?")) else f"{name}: {said}"


#: what a side chooses, where an event has words for it
_CHOICES = {
    "greater": "the greater promise",
    "lesser": "the lesser promise",
    "french": "a French Army",
    "italian": "an Italian Army",
}


def _answers(x: P) -> str:
    answer: str = x["answer"]
    verb = {"yes": "accept", "no": "decline"}.get(answer)
    said = side(x["side"], verb) if verb else f"{side(x['side'], 'choose')} {_CHOICES.get(answer, answer)}"
    return _headed(_name(x), f"{said}.")


def _coins(x: P) -> str:
    coin = counted(abs(x["change"]), "coin")
    said = f"{coin} added, {x['coins']} in the box." if x["change"] > 0 else f"{coin} removed, {x['coins']} left."
    return _headed(_box(x["box"]), said)


def _at(x: P) -> str:
    return unit(x["at"]) if x["at"] in tables.UNIT else place(x["at"])


TEXTS: dict[str, Callable[[P], str]] = {
    "event": _event,
    "no-event": lambda x: _headed(_name(x), "its condition is not met."),
    "event-roll": lambda x: _headed(_name(x), f"{'the die shows' if x['dice'] == 1 else 'the dice show'} {x['total']}."),
    "shielded": lambda x: "Russians stand in Germany: no roll for the Revolution.",
    "coins": _coins,
    "air": lambda x: f"{capital(side(x['side'], 'rule'))} the air: {tables.AIR_TITLE[tables.AIR.index(x['box'])]}.",
    "gains": lambda x: f"{do([x['unit']], 'get')} {divs(x['divs'])} and has {x['total']}.",
    "answers": _answers,
    "points": lambda x: _headed(_name(x), f"{side(x['side'], 'point')} at {_at(x)}."),
    "nothing": lambda x: _headed(_name(x), "it has no effect."),
    "to-casualty": lambda x: f"{do([x['unit']], 'go')} to the Casualty Box.",
    "released": lambda x: f"{capital(unit(x['unit']))} may leave the colonies.",
    "beach": lambda x: f"The Entente may land: Beach Head {x['marker']}.",
    "settles": lambda x: (
        f"{capital(nation(x['nation']))} "
        + ("makes its peace" if x["side"] == "neutral" else f"fights for {SIDE[x['side']]}")
        + (f", and its Army stands {at(x['place'])}." if x.get("place") else ".")
    ),
    "closed": lambda x: f"{capital(place(x['place']))} is closed to everybody.",
    "peace": lambda x: f"{capital(nation(x['nation']))} leaves the war.",
    "finland": lambda x: f"The Finnish Civil War: {x['totals'][0]} for the Central Powers, {x['totals'][1]} for the Entente.",
    "balkan-war": lambda x: f"The Entente names {nation(x['entente'])}, the Central Powers name {nation(x['central'])}.",
    "boers": lambda x: f"The Boers rise with a strength of {x['strength']}.",
    "truce": lambda x: f"Christmas truce between {listed([place(i) for i in x['places']])}.",
    "coin": lambda x: (
        f"{capital(side(x['side'], 'play'))} "
        + (
            f"{tables.BOX_TITLE[tables.BOX[x['box']]]} {at(x['place'])}."
            if x["place"]
            else _ended(tables.BOX_TITLE[tables.BOX[x["box"]]])
        )
    ),
    "coin-at": lambda x: f"{_box(x['box'])}: {place(x['place'])}.",
    "coin-roll": lambda x: _headed(_box(x["box"]), f"the die shows {x['die']}."),
    "sarrail": lambda x: f"Sarrail: the die shows {x['die']}.",
    "nivelle": lambda x: f"Nivelle's attack {at(x['place'])} " + ("has held its ground." if x["back"] else "has failed."),
    "coin-placed": lambda x: f"The Central Powers put a new German coin {at(x['place']).replace('in ', 'into ', 1)}.",
}
