"""What the game is, without its rules: for lists of games."""

from __future__ import annotations

from firestep.engine.game import Meta, Nation, Option, Scenario
from firestep.games.tgw.components import tables
from firestep.games.tgw.scenarios.rule_variants import READINGS as READINGS_OF_COMBAT
from firestep.hexmap.palette import TONES

_NATIONS = (
    ("AH", "Austria-Hungary", "Austro-Hungarian", "austria-hungary"),
    ("GE", "Germany", "German", "germany"),
    ("TU", "Turkey", "Turkish", "turkey"),
    ("BU", "Bulgaria", "Bulgarian", "bulgaria"),
    ("PN-C", "Persia", "Persian", "assyria"),
    ("BE", "Belgium", "Belgian", "belgium"),
    ("BR", "Britain", "British", "britain"),
    ("BI", "British Iraq", "British", "senussi"),
    ("BP", "British Palestine", "British", "sweden"),
    ("FR", "France", "French", "france"),
    ("RU", "Russia", "Russian", "russia"),
    ("PG", "the Provisional Government", "Russian", "azerbaijan"),
    ("SR", "Serbia", "Serbian", "serbia"),
    ("MN", "Montenegro", "Montenegrin", "montenegro"),
    ("IT", "Italy", "Italian", "italy"),
    ("GK", "Greece", "Greek", "greece"),
    ("RO", "Romania", "Romanian", "rumania"),
    ("US", "the United States", "U.S.", "united-states"),
    ("ARM", "Armenia", "Armenian", "armenia"),
    ("AB", "the Arabs", "Arab", "arabia"),
    ("PN-A", "Persia", "Persian", "persia"),
)
TITLE = {code: title for code, title, _, _ in _NATIONS}
ADJECTIVE = {code: adjective for code, _, adjective, _ in _NATIONS}
TONE = {code: tone for code, _, _, tone in _NATIONS}
#: by the codes of counters
NATIONS = {code.lower().replace("-", ""): Nation(title, adjective, *TONES[tone]) for code, title, adjective, tone in _NATIONS}

OPTIONAL, SECRETS, READINGS = "Optional rules of the book", "Secrets", "Readings of the rules"
#: the optional rules of chapter 21 are off unless the players agree on them, each for itself (tgw.21.0a)
OPTIONS = (
    Option(
        "setup",
        "Set-up",
        "tgw.22.12a",
        ("historical", "free"),
        group="Set-up",
        text="Armies stand where they stood; or each side, the Allies first, places them anew as the book allows.",
    ),
    Option(
        "prewar",
        "Pre-war events",
        "tgw.20.0a",
        group=OPTIONAL,
        text="Each side draws three plans of before the war and plays one or two. Campaign only.",
    ),
    Option(
        "shells",
        "Russian shell shortages",
        "tgw.21.1a",
        group=OPTIONAL,
        text="No Russian headquarters is refitted on B, C and D; the Guard headquarters supports one attack only.",
    ),
    Option(
        "poland",
        "Polish restoration",
        "tgw.21.2a",
        group=OPTIONAL,
        text="Whoever holds Warsaw and Lodz may promise the Poles a state, once.",
    ),
    Option(
        "first-gas",
        "First use of gas",
        "tgw.21.3a",
        group=OPTIONAL,
        text="On a 6 the first use of gas costs its side a victory point.",
    ),
    Option(
        "bribe",
        "Bribing Italy",
        "tgw.21.4a",
        group=OPTIONAL,
        text="On C the Central Powers may delay Italian Entry for two to four victory points.",
    ),
    Option(
        "scheffer",
        "Scheffer-Boyadel",
        "tgw.21.5a",
        group=OPTIONAL,
        text="Once a game a German stack in the East survives want of supply.",
    ),
    Option(
        "trench-warfare",
        "Western Front trench warfare",
        "tgw.21.6a",
        group=OPTIONAL,
        text="From 1915 units next to the enemy in the West have their printed allowance only.",
    ),
    Option(
        "red-army",
        "The Red Army",
        "tgw.21.7a",
        group=OPTIONAL,
        text="Without a treaty Russian divisions turn Red from the second Strategic Turn after the Revolution. Always in 1918.",
    ),
    Option(
        "double-turn",
        "West Front double turn restriction",
        "tgw.21.8a",
        group=OPTIONAL,
        text="To take the initiative in the West after the East one needs an unbroken line there.",
    ),
    Option(
        "hands",
        "Held events",
        "tgw.6.1.7a",
        ("open", "hidden"),
        group=SECRETS,
        text="Chits that are kept are seen by their owner alone.",
    ),
    Option(
        "fog",
        "Stacks",
        "tgw.7.25a",
        group=SECRETS,
        text="On: of an enemy stack one sees the top counter and the height until an attack on it is declared.",
    ),
    Option(
        "mutiny",
        "The French Army Mutiny",
        "tgw.6.46b",
        ("open", "hidden"),
        group=SECRETS,
        text="The Allies need not tell of the Mutiny until it is over.",
    ),
    Option(
        "influenza",
        "Influenza and rebuilding",
        "D8",
        ("deployment", "rebuilding"),
        group=READINGS,
        text="Whether Influenza also stops the rebuilding of steps in the next Replacement Phase.",
    ),
    Option(
        "reserve-dice", "Required Reserve from P on", "E6", ("one", "two"), group=READINGS, text="Dice for the Turkish reserve."
    ),
    Option(
        "beachhead",
        "Gallipoli is lost",
        "E28",
        ("either", "both"),
        group=READINGS,
        text="When either of the landing hexes is empty, or only when both are.",
    ),
    Option(
        "resource-line",
        "A broken line of a resource hex that pays",
        "P5",
        ("wait", "turn"),
        group=READINGS,
        text="The wait begins anew, or only this turn's points are lost.",
    ),
    Option(
        "home-defence",
        "Home defence",
        "P8",
        ("fresh", "all"),
        group=READINGS,
        text="Only air units not used since the last Strategic Turn may defend Germany, or all.",
    ),
    Option(
        "treaty",
        "Brest-Litovsk",
        "P12",
        ("next", "at-once"),
        group=READINGS,
        text="The treaty may be concluded in the phase after the Revolution, or in the same.",
    ),
    Option(
        "hq-bought",
        "Russian headquarters bought after the Fall",
        "P15",
        ("support", "depleted"),
        group=READINGS,
        text="For two points on the support side, or always depleted.",
    ),
    Option(
        "lawrence",
        "Lawrence in defence",
        "P25",
        ("none", "minus-one"),
        group=READINGS,
        text="He helps Arab attacks only, or their defence too.",
    ),
    Option(
        "brusilov",
        "The Brusilov Offensive begins",
        "P28",
        ("next-turn", "at-once"),
        group=READINGS,
        text="On the turn after the event is played, or at once.",
    ),
    Option(
        "greek-entry",
        "Greece after Salonika",
        "P42",
        ("all", "new"),
        group=READINGS,
        text="On the turn of Greek entry all Greek hexes are closed, or only those that Greek units hold.",
    ),
    Option(
        "baku",
        "Baku without a break",
        "P45",
        ("continuous", "roll"),
        group=READINGS,
        text="A lapse since the last roll counts, or only who is there at the roll.",
    ),
    Option(
        "shock-late",
        "Shock-troop conversion in later turns",
        "E81",
        ("on", "off"),
        group=READINGS,
        text="Divisions without supply on the turn of play may follow later, or not.",
    ),
    Option(
        "roosevelt",
        "T.R. and the nine Strategic Turns",
        "E90",
        ("own", "always"),
        group=READINGS,
        text="The deadline holds only if his event brought America in, or whenever it is in play.",
    ),
    Option(
        "us-entry",
        "Where Americans enter",
        "S40",
        ("headquarters", "edges"),
        group=READINGS,
        text="Over the map edges or at a supplied American headquarters, or over the edges only.",
    ),
    Option(
        "air-tactics",
        "New Air Tactics outside the Western Front",
        "S41",
        ("all", "west"),
        group=READINGS,
        text="New Air Tactics may be used on every front, or on the Western Front only.",
    ),
    *READINGS_OF_COMBAT,
    Option(
        "rail-control", "Strategic paths", "E36", group=READINGS, text="On: a path by rail uses hexes of one's own control only."
    ),
    Option(
        "maude-allied",
        "Maude opens the railways of Iraq",
        "N14g",
        group=READINGS,
        text="On: for every Allied unit, not only for the British.",
    ),
)


META = Meta(
    id="tgw",
    title="The Great War 1914-1918",
    designer="Ty Bomba; rules consolidated by Colin Dunnigan",
    edition="Command Magazine 33 and 37",
    ruleset=8,
    seats=tables.SEATS,
    seat_titles=tables.SIDE_TITLES,
    nations=NATIONS,
    scenarios=(
        Scenario("1914", "The campaign", "August 1914 to June 1919: the whole war, from the frontiers to the last reserves."),
        Scenario("1915", "1915", "May 1915: trenches in the West, Italy has just joined, Gallipoli is held."),
        Scenario("1916", "1916", "January 1916: Serbia is lost, Verdun and the Somme lie ahead."),
        Scenario("1917", "1917", "April 1917: the Czar has fallen, America has joined, the submarines are at sea."),
        Scenario("1918", "1918", "January 1918, in Europe alone: shock-troops, tanks, and a Germany that must win by June 1919."),
    ),
    options=OPTIONS,
)
