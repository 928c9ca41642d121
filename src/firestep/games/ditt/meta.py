"""What the game is, without its rules: for lists of games."""

from __future__ import annotations

from firestep.engine.game import Meta, Nation, Option, Scenario
from firestep.games.ditt.components import tables
from firestep.hexmap.palette import TONES

#: tones by nation. Two letters of ours, not the book's codes, in which GE is Georgia and S is Sweden
_TONES = {
    "ah": "austria-hungary",
    "fr": "france",
    "ge": "germany",
    "br": "britain",
    "it": "italy",
    "rs": "russia",
    "tu": "turkey",
    "us": "united-states",
    "bl": "belgium",
    "bu": "bulgaria",
    "gk": "greece",
    "rm": "rumania",
    "sb": "serbia",
    "mt": "montenegro",
    "sw": "sweden",
    "ch": "switzerland",
    "no": "norway",
    "dk": "denmark",
    "al": "albania",
    "mc": "macedonia",
    "ar": "armenia",
    "as": "assyria",
    "mr": "assyria",
    "ab": "arabia",
    "si": "senussi",
    "sg": "persia",
    "sp": "persia",
    "gg": "georgia",
    "az": "azerbaijan",
    "uk": "ukraine",
    "fi": "finland",
    "bs": "reds",
    "cz": "czechs",
    "rc": "reds",
    "re": "reds",
    "bo": "netherlands",
    "cc": "germany",
    "ee": "france",
}
NATIONS = {id: Nation(tables.TITLE[n], tables.ADJECTIVE[n], *TONES[_TONES[id]]) for n, id in enumerate(tables.NATIONS)}

META = Meta(
    id="ditt",
    title="Death in the Trenches",
    designer="R. Ben Madison and Weston J. Erni",
    edition="Living rules, July 2007",
    ruleset=6,
    seats=tables.SEATS,
    seat_titles=tables.SIDE_TITLES,
    nations=NATIONS,
    scenarios=(Scenario("1914", "The Great War", "August 1914 to the end of 1918: the whole war, with colonies and Near East."),),
    options=(
        Option("trench-minimum", "Trenches need 40 Fortitude in the hex", "ditt.8.5g"),
        Option(
            "garrison",
            "A garrison too small after the Russian collapse forfeits the game, or is let pass",
            "ditt.13.2e",
            ("forfeit", "free"),
        ),
    ),
)
