"""The journal of events in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from firestep.engine.words import capital, listed
from firestep.games.ditt.components import tables
from firestep.games.ditt.display.names import SIDE, divs, do, nation, place, side, unit
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
    name = EVENTS[x["event"]].name
    return name.title() if name.isupper() else name


def _answers(x: P) -> str:
    verb = {"yes": "accept", "no": "decline"}.get(x["answer"])
    return f"{_name(x)}: {side(x['side'], verb) if verb else side(x['side'], 'choose') + ' ' + x['answer']}."


def _coins(x: P) -> str:
    k = abs(x["change"])
    coin = f"{k} coin{'' if k == 1 else 's'}"
    title = tables.BOX_TITLE[tables.BOX[x["box"]]]
    return f"{title}: {coin} more, {x['coins']} now." if x["change"] > 0 else f"{title}: {coin} gone, {x['coins']} left."


def _at(x: P) -> str:
    return unit(x["at"]) if x["at"] in tables.UNIT else place(x["at"])


TEXTS: dict[str, Callable[[P], str]] = {
    "event": _event,
    "no-event": lambda x: f"{_name(x)}: its condition is not met.",
    "event-roll": lambda x: f"{_name(x)}: {'the die shows' if x['dice'] == 1 else 'the dice show'} {x['total']}.",
    "shielded": lambda x: "Russians stand in Germany: no roll for the Revolution.",
    "coins": _coins,
    "air": lambda x: f"{capital(side(x['side'], 'rule'))} the air: {tables.AIR_TITLE[tables.AIR.index(x['box'])]}.",
    "gains": lambda x: f"{do([x['unit']], 'get')} {divs(x['divs'])} and has {x['total']}.",
    "answers": _answers,
    "points": lambda x: f"{_name(x)}: {side(x['side'], 'point')} at {_at(x)}.",
    "nothing": lambda x: f"{_name(x)}: it has no target.",
    "to-casualty": lambda x: f"{do([x['unit']], 'go')} to the Casualty Box.",
    "released": lambda x: f"{capital(unit(x['unit']))} may leave the colonies.",
    "beach": lambda x: f"The Entente may land: Beach Head {x['marker']}.",
    "settles": lambda x: (
        f"{capital(nation(x['nation']))} "
        + ("makes its peace" if x["side"] == "neutral" else f"fights for {SIDE[x['side']]}")
        + (f", and its Army stands at {place(x['place'])}." if x.get("place") else ".")
    ),
    "closed": lambda x: f"{place(x['place'])} is closed to everybody.",
    "peace": lambda x: f"{capital(nation(x['nation']))} leaves the war.",
    "finland": lambda x: f"The Finnish Civil War: {x['totals'][0]} for the Central Powers, {x['totals'][1]} for the Entente.",
    "balkan-war": lambda x: f"The Entente names {nation(x['entente'])}, the Central Powers name {nation(x['central'])}.",
    "boers": lambda x: f"The Boers rise with a strength of {x['strength']}.",
    "truce": lambda x: f"Christmas truce between {listed([place(i) for i in x['places']])}.",
    "coin": lambda x: (
        f"{capital(side(x['side'], 'play'))} "
        + (
            f"{tables.BOX_TITLE[tables.BOX[x['box']]]} at {place(x['place'])}."
            if x["place"]
            else _ended(tables.BOX_TITLE[tables.BOX[x["box"]]])
        )
    ),
    "coin-at": lambda x: f"{tables.BOX_TITLE[tables.BOX[x['box']]]}: {place(x['place'])}.",
    "sarrail": lambda x: f"Sarrail: the die shows {x['die']}.",
    "nivelle": lambda x: f"Nivelle's attack at {place(x['place'])} " + ("has held its ground." if x["back"] else "has failed."),
    "coin-placed": lambda x: f"A new German coin at {place(x['place'])}.",
}
