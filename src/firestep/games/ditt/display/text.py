"""The journal in words: a sentence for every key, so that the log reads like a report of the war."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.journal import Entry
from firestep.engine.words import capital, counted, listed
from firestep.games.ditt.components import tables
from firestep.games.ditt.display import event_text
from firestep.games.ditt.display.names import SIDE, at, divs, do, marker, nation, place, side, unit, units

P = Mapping[str, Any]
SEA = dict(zip(tables.SEAS, tables.SEA_TITLE, strict=True))
PHASES = (
    "Set-Up",
    "First Random Events",
    "Central Powers Logistics",
    "Entente Powers Logistics",
    "Pulse",
    "Unflipment",
    "Second Random Events",
    "Recruitment",
)


def _battle(x: P) -> str:
    foes = [unit(i) for i in x["against"]] + (["the Fort"] if x["fort"] else [])
    return f"{do(x['units'], 'attack')} {listed(foes)} {at(x['place'])}."


def _fires(x: P) -> str:
    words = []
    for who, k, rolled, fire, hit in zip(("attacker", "defender"), x["dice"], x["rolled"], x["fire"], x["hits"], strict=True):
        result = f"{hit} hits" if hit else f"more than {fire}, which hits nothing"
        words.append(f"the {who} rolls {rolled} with {k} dice at Firepower {fire}: {result}")
    return capital("; ".join(words)) + "."


def _divs(x: P) -> str:
    """A number of Divs, and how many of them are German: the Süd Army has some of both nations (L20)."""
    german = x.get("german", 0)
    return divs(x["divs"]) + (f" ({german} German)" if german else "")


def _loses(x: P) -> str:
    if x["divs"]:
        return f"{do([x['unit']], 'lose')} {_divs(x)}" + (f", {x['left']} left." if x["left"] else " and is destroyed.")
    return f"{do([x['unit']], 'be')} destroyed."


def _deploys(x: P) -> str:
    with_ = f" with {divs(x['divs'])}" if x.get("divs") else ""
    return f"{do([x['unit']], 'deploy')} {at(x['place'])}{with_}."


def _spent(x: P, who: str) -> str:
    """An Army that gave its last Divs; entries of older games do not say how many were left."""
    return f" {do([x[who]], 'leave')} the map." if x.get("left") == 0 else ""


def _challenge(x: P) -> str:
    fleet = f", with the American fleet {x['roll'] + x['bonus']}" if x.get("bonus") else ""
    return f"{capital(side(x['side'], 'seek'))} battle in the {SEA[x['sea']]}: the dice show {x['roll']}{fleet}."


def _fleet(x: P) -> str:
    result = "it is beaten" if x["roll"] <= 5 else "it adds 20 Firepower" if x["roll"] >= 10 else "it decides nothing"
    return f"The fleet supports the landing {at(x['place'])}. The dice show {x['roll']}: {result}."


def _change(k: int) -> str:
    return f"rises by {k}" if k >= 0 else f"falls by {-k}"


def _dice(rolled: list[int]) -> str:
    return f"The {'die shows' if len(rolled) == 1 else 'dice show'} {listed([str(k) for k in rolled])}"


def _gain(k: int) -> str:
    return f"{'gain' if k >= 0 else 'lose'} {divs(abs(k))}"


TEXTS: dict[str, Callable[[P], str]] = {
    "turn": lambda x: f"Turn {x['turn']}: {x['name']}",
    "phase": lambda x: f"{PHASES[x['phase']]} Phase",
    "chit": lambda x: f"Event chit {x['chit']} of {x['year']} is drawn.",
    "refill": lambda x: f"All chits go back into the cup for {x['year']}.",
    "putnik": lambda x: (
        f"The die for Putnik shows {x['die']}: "
        + ("he is arrested in Austria." if x["die"] == 1 else "he returns to Serbia to lead its defence.")
    ),
    "putnik-arrested": lambda x: "Austria-Hungary arrests General Putnik.",
    "deploys": _deploys,
    "max": lambda x: f"The Army Max of {nation(x['nation'])} {_change(x['change'])} to {x['max']}.",
    "reserves": lambda x: f"The Reserves of {nation(x['nation'])} {_gain(x['change'])}.",
    "marker": lambda x: (
        (f"{_dice(x['dice'])}: the" if x.get("dice") else "The")
        + f" marker of {marker(x['marker'])} {_change(x['change'])} to {x['value']}."
    ),
    "joins": lambda x: f"{capital(nation(x['nation']))} joins {SIDE[x['side']]}.",
    "stays-out": lambda x: f"{capital(nation(x['nation']))} will stay neutral unless the Central Powers attack it.",
    "declares": lambda x: f"{capital(side(x['side'], 'declare'))} war on {nation(x['nation'])}.",
    "straits": lambda x: f"The Straits are declared outside the Near East; the dice show {x['roll']}.",
    "engineers": lambda x: "German Engineers prepare the Sinai at Romani (0812).",
    "pipeline": lambda x: "The Sinai Pipeline reaches Romani (0812).",
    "great-retreat": lambda x: "The Serb Army begins its Great Retreat over the mountains.",
    "logistics": lambda x: f"Logistics of {SIDE[x['side']]}",
    "created": lambda x: (
        f"{do([x['unit']], 'be')} formed {at(x['place'])} with {divs(x['divs'])}"
        + (f" of {unit(x['giver'])}.{_spent(x, 'giver')}" if x.get("giver") else ".")
    ),
    "shifted": lambda x: f"{do([x['unit']], 'pass')} {divs(x['divs'])} to {unit(x['to'])}.{_spent(x, 'unit')}",
    "fed": lambda x: f"{do([x['unit']], 'get')} {_divs(x)} from Reserves and has {x['left']}.",
    "sent": lambda x: (
        f"{do([x['unit']], 'send')} {divs(x['divs'])} to Reserves"
        + (f", {counted(x['left'], 'stays', 'stay')}." if x["left"] else f".{_spent(x, 'unit')}")
    ),
    "disbanded": lambda x: f"{do(x['units'], 'leave')} the map.",
    "no-marker": lambda x: f"The marker of {marker(x['marker'])} is not on the track: nothing is rolled.",
    "withdrawn": lambda x: (
        f"{do([x['unit']], 'leave')} {place(x['place'])}: {counted(x['divs'], 'Div goes', 'Divs go')} to Reserves."
    ),
    "boxed": lambda x: f"{do([x['unit']], 'go')} to the Reserve Box.",
    "casualty": lambda x: (
        f"The die for {unit(x['unit'])} shows {x['die']}: "
        + ("it may return." if x["die"] <= 2 else "it stays in the Casualty Box.")
    ),
    "challenge": _challenge,
    "sea": lambda x: (
        f"The {SEA[x['sea']]}: "
        + {"entente": "the Entente rules it.", "central": "the Central Powers rule it.", "parity": "nobody rules it."}[x["state"]]
    ),
    "passes": lambda x: f"{capital(side(x['side'], 'pass'))}.",
    "marches": lambda x: f"{do(x['units'], 'march')} from {place(x['origin'])} to {place(x['place'])}.",
    "halts": lambda x: f"{do(x['units'], 'halt')} {at(x['place'])}.",
    "left": lambda x: f"{do([x['unit']], 'stay')} {at(x['place'])}.",
    "takes": lambda x: f"{capital(place(x['place']))} is taken for {nation(x['nation'])}.",
    "macedonia": lambda x: f"Macedonia is with {SIDE[x['side']]} now.",
    "snow-open": lambda x: f"{capital(place(x['place']))} has been entered: the Italian theatre is open to all.",
    "san-remo": lambda x: "Austro-Hungarian Armies have reached San Remo: the West is open to them.",
    "ne-roll": lambda x: f"The die allows {nation(x['nation'])} {divs(x['limit'])} in the Near East.",
    "lands": lambda x: f"{do(x['units'], 'land')} {at(x['place'])}.",
    "fleet": _fleet,
    "beach-won": lambda x: f"The Beach Head {at(x['place'])} is won.",
    "beach-lost": lambda x: f"The Beach Head {at(x['place'])} is no more.",
    "battle": _battle,
    "baron": lambda x: f"The Red Baron flies over {place(x['place'])}.",
    "baron-lands": lambda x: f"The die for the Red Baron shows {x['die']}: he {'is shot down' if x['die'] == 1 else 'returns'}.",
    "fires": _fires,
    "loses": _loses,
    "perishes": lambda x: f"{do([x['unit']], 'perish')} {at(x['place'])}" + (f" with {_divs(x)}." if x["divs"] else "."),
    "removed": lambda x: f"{do([x['unit']], 'leave')} the game.",
    "siege": lambda x: f"The Fort of {place(x['place'])} does not surrender: it is besieged.",
    "relief": lambda x: f"The siege of {place(x['place'])} is lifted.",
    "starved-out": lambda x: f"The besieged Fort of {place(x['place'])} surrenders.",
    "fort-falls": lambda x: f"The Fort of {place(x['place'])} falls.",
    "repaired": lambda x: f"The Fort of {place(x['place'])} is rebuilt.",
    "holds": lambda x: f"{capital(side(x['side'], 'hold'))} {place(x['place'])}.",
    "repelled": lambda x: f"The Fort of {place(x['place'])} stands; the attack is repelled.",
    "won": lambda x: f"The attack on {place(x['place'])} succeeds, {x['hits'][0]} hits against {x['hits'][1]}.",
    "lost": lambda x: f"The attack on {place(x['place'])} fails, {x['hits'][0]} hits against {x['hits'][1]}.",
    "stands": lambda x: f"The defenders of {place(x['place'])} stand their ground.",
    "back": lambda x: f"{do([x['unit']], 'go')} back to {place(x['place'])}.",
    "retreats": lambda x: f"{do([x['unit']], 'retreat')} from {place(x['origin'])} to {place(x['place'])}.",
    "ousted": lambda x: f"{capital(unit(x['unit']))} must leave {place(x['place'])}.",
    "flips": lambda x: f"{capital(units(x['units']))} can do nothing more this turn.",
    "unflips": lambda x: f"{capital(units(x['units']))} can act again.",
    "unflip": lambda x: "All Armies are ready again.",
    "massacre": lambda x: (
        f"The die for the Armenians of {place(x['place'])} shows {x['die']}" + (": they are killed." if x["die"] == 6 else ".")
    ),
    "checks": lambda x: "Surrender checks",
    "city-roll": lambda x: f"{capital(place(x['place']))} has fallen; the die for {nation(x['nation'])} shows {x['die']}.",
    "surrenders": lambda x: f"{capital(nation(x['nation']))} surrenders.",
    "armistice": lambda x: f"The loyalty die shows 6: {nation(x['nation'])} signs an armistice.",
    "loyalty": lambda x: (
        f"The loyalty die shows {x['die']}: {x['die'] * 10} per cent of the army of {nation(x['nation'])} stay. "
        f"Its Army Max falls to {x['max']}."
    ),
    "out": lambda x: f"{capital(nation(x['nation']))} is out of the war.",
    "collapse": lambda x: "The Bolsheviks seize power: Russia collapses.",
    "garrison": lambda x: f"The garrison in the East has {divs(x['divs'])}, {x['german']} of them German.",
    "recruits": lambda x: f"{capital(nation(x['nation']))} recruits {divs(x['divs'])}: {x['total']} of {x['max']}.",
    "end": lambda x: "The war is over.",
} | event_text.TEXTS


def text(entry: Entry) -> str:
    return TEXTS[entry.key](entry.params)
