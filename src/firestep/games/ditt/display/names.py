"""Names and phrases for the log, prompts and refusals."""

from __future__ import annotations

import re

from firestep.engine.words import capital, counted, listed
from firestep.games.ditt.components import places, tables

SIDE = {"central": "the Central Powers", "entente": "the Entente"}
#: Minor Forces whose name is a plural
_PLURAL = re.compile(
    r"(Guards|Rifles|Gendarmes|Cossacks|Jägers|Kaiserjäger|Marines|Coats|Tripolitanians|Arabs|Volunteers|Mountaineers|Boers|Reds|Divisions)$"
    r"|^Arabs of "
)
_MANY = frozenset(
    id
    for id, name in zip(tables.UNITS, tables.UNIT_NAME, strict=True)
    if _PLURAL.search(name) or name in ("Alpini", "Arditi", "Askari")
)
#: verbs whose third person is more than an s: of one, of several
_FORMS = {"be": ("is", "are"), "go": ("goes", "go")}


def unit(id: str) -> str:
    """`ge-1` is the German 1st Army."""
    return "the " + tables.unit_title(tables.UNIT[id])


def units(ids: list[str]) -> str:
    return listed([unit(i) for i in ids]) if ids else "nobody"


def do(ids: list[str], verb: str) -> str:
    """Who does something: "the German 1st Army marches", "the German 1st and 2nd Armies march", "the Boers march"."""
    return f"{capital(units(ids))} {form(verb, len(ids) != 1 or ids[0] in _MANY)}"


def form(verb: str, many: bool) -> str:
    """The third person of a verb: "marches" of one, "march" of several."""
    return _FORMS.get(verb, (verb + ("es" if verb.endswith(("ch", "sh", "ss")) else "s"), verb))[many]


def side(id: str, verb: str) -> str:
    """A side and what it does: "the Entente passes", "the Central Powers pass"."""
    return f"{SIDE[id]} {form(verb, id == 'central')}"


#: areas whose name needs an article
_THE = frozenset(("belgian-congo", "gold-coast", "transvaal"))


def place(number: str) -> str:
    """A place within a sentence: "the Ruhr (3309)", "the Transvaal"."""
    if number not in places.INDEX:
        return "the map"
    name = places.place(places.INDEX[number])
    if number in _THE:
        return f"the {name}"
    return f"the {name[4:]}" if name.startswith("The ") else name


def at(number: str) -> str:
    """Where something is: "at Metz (3108)", but "in Togoland"."""
    area = number in places.INDEX and places.AREAS >> places.INDEX[number] & 1
    return f"{'in' if area else 'at'} {place(number)}"


#: forces whose nation has no country of its own
_FORCES = {"sg": "the Swedish Gendarmes", "sp": "the South Persia Rifles"}


def nation(code: str) -> str:
    title = tables.TITLE[tables.NATION[code]]
    return _FORCES.get(code) or (f"the {title}" if title.startswith(("United", "Reds")) else title)


def divs(k: int) -> str:
    return counted(k, "Div")


def lost(k: int, whose: str) -> str:
    """For a question: `whose` is empty, or an adjective and a space."""
    return counted(k, f"{whose}Div is lost", f"{whose}Divs are lost")


def marker(id: str) -> str:
    return "the Russian Revolution" if id == "rs" else f"the entry of {nation(id)}"
