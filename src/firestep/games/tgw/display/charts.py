"""Charts to have at hand, made from the tables that decide: combat, ground, weather, points, arrivals, entry, trenches, trains."""

from __future__ import annotations

import csv
from functools import cache
from typing import Any

from firestep.engine.page_data import chart
from firestep.games.tgw.combat import results_table
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.display.names import CAPACITY
from firestep.games.tgw.display.view import TERRAIN
from firestep.games.tgw.fortifications import trenches
from firestep.games.tgw.meta import TITLE
from firestep.games.tgw.movement import rail
from firestep.games.tgw.state import CAPACITIES
from firestep.games.tgw.strategic import resources
from firestep.hexmap.grid import bits

Chart = dict[str, Any]
TRENCH_TITLE = {
    "german": "German",
    "central": "Other Central Powers",
    "british": "British, Belgian",
    "french": "French",
    "allied": "Other Allies",
}
#: what weather does where, with the rules of tgw.12.2
WEATHER = (
    (
        "Wet",
        "not in Egypt and Iraq",
        "River hexsides cost 1 more; flood plains are marsh; defenders in forest 1 column, in mountains 2.",
    ),
    (
        "Snow",
        "not in Egypt and Iraq",
        "Passes cost 2; lakes are crossed; no fighting in Alpine hexes; defenders as in Wet. Caucasus: die -2.",
    ),
    ("Hot", "the Near East alone", "No supply through desert; every attack in Egypt and Iraq: die -2."),
    ("Variable", "as printed", "A die for the west: even is Fair, odd is Wet."),
)
SHIFTS = (
    ("Rough, marsh, difficult, Alpine, mountain, pass", "1 left", "tgw.10.42a"),
    ("City", "1 left", "tgw.10.42a"),
    ("Forest in Wet or Snow, flood plain in Wet", "1 left", "tgw.10.42b"),
    ("Mountain or pass in Wet or Snow", "2 left in all", "tgw.10.43b"),
    ("Fort; heavy fort", "1 left; 2 left", "tgw.14.12a"),
    ("Out of a devastated hex", "1 left", "tgw.10.42c"),
    ("All attackers across rivers", "1 left", "tgw.10.44a"),
    ("Attackers of nations that do not work together", "1 left", "tgw.10.45a"),
    ("Defenders of nations that do not work together", "1 right", "tgw.10.45a"),
    ("Headquarters", "its support, right or left", "tgw.10.48a"),
)


def _combat() -> list[Chart]:
    out = []
    for which, name in enumerate(results_table.TABLES):
        columns = [results_table.title(c) for c in range(results_table.LEAST, results_table.MOST + 1)]
        rows = [
            [str(die), *(str(results_table.result(which, c, die)) for c in range(results_table.LEAST, results_table.MOST + 1))]
            for die in range(7)
        ]
        defenders = "Up to three defending units." if name == "A" else "More than three defending units."
        note = "Steps lost by attacker and defender, E: all; the figures are designed."
        out.append(
            chart(f"crt-{name.lower()}", f"Combat Results Table {name}", "tgw.10.33a", ("Die", *columns), rows, defenders, note)
        )
    shifts = [(what, by) for what, by, _ in SHIFTS]
    out.append(chart("shifts", "Shifts of the column", "tgw.10.42a", ("What", "Columns"), shifts, "All of them are added up."))
    return out


def _ground() -> list[Chart]:
    rows = [(word.replace("-", " ").capitalize(), effect) for word, (effect, _) in TERRAIN.items()]
    return [
        chart("terrain", "Ground", "tgw.8.12a", ("Ground", "Movement and defence"), rows, "In the West movement is doubled."),
        chart("weather", "Weather", "tgw.12.2a", ("Weather", "Where", "What it does"), WEATHER),
        _turns(),
        chart(
            "trenches",
            "Trenches",
            "tgw.14.41a",
            ("Trenches", *tables.LETTERS),
            [(TRENCH_TITLE[w], *(f"-{d}" if d else "" for d in trenches.DEPTH[k])) for k, w in enumerate(tables.TRENCH_NAMES)],
            "What the attacker's die loses in Europe from this Strategic Turn on.",
        ),
    ]


def _word(w: int) -> str:
    return "variable" if w == tables.VARIABLE else tables.WEATHERS[w]


def _turns() -> Chart:
    rows = [
        (
            str(k),
            tables.TURN_NAME[k],
            *(_word(tables.PRINTED[k][c]) for c in range(4)),
            tables.LETTERS[tables.LETTER_AFTER[k]] if tables.LETTER_AFTER[k] >= 0 else "",
        )
        for k in range(1, tables.LAST_TURN + 1)
    ]
    columns = ("Turn", "Month", "West, Italy", "East", "Egypt, Iraq", "Caucasus", "Strategic Turn after it")
    return chart("turns", "Turns and weather", "tgw.12.11a", columns, rows)


def _points() -> list[Chart]:
    out = []
    for id, title, table, rule in (
        ("resources", "Resource Points, Europe", resources.EUROPE, "tgw.5.12b"),
        ("resources-ne", "Resource Points, Near East", resources.NEAR_EAST, "tgw.5.15a"),
    ):
        rows = [
            (TITLE[tables.NATIONS[n]].replace("the ", ""), *(str(k) if k else "" for k in row)) for n, row in sorted(table.items())
        ]
        out.append(
            chart(
                id,
                title,
                rule,
                ("Nation", *tables.LETTERS),
                rows,
                "By Strategic Turn; captured resource hexes pay Germany besides.",
            )
        )
    america = [(str(k), str(v)) for k, v in enumerate(resources.AMERICA)]
    out.append(
        chart("resources-us", "Resource Points, United States", "tgw.5.12b", ("Strategic Turns after entry", "Points"), america)
    )
    return out


def _arrivals() -> list[Chart]:
    def told(units: int) -> str:
        by: dict[int, int] = {}
        for u in bits(units):
            by[roster.NATION_OF[u]] = by.get(roster.NATION_OF[u], 0) + 1
        return ", ".join(f"{TITLE[tables.NATIONS[n]].replace('the ', '')} {k}" for n, k in sorted(by.items()))

    rows = [
        (letter, told(roster.BY_LETTER[k] & ~roster.CORPS[tables.US]))
        for k, letter in enumerate(tables.LETTERS)
        if roster.BY_LETTER[k] & ~roster.CORPS[tables.US]
    ]
    rows += [(f"entry + {k}", told(units)) for k, units in sorted(roster.BY_DELAY.items())]
    with (tables.DATA / "entry.csv").open(encoding="utf-8", newline="") as f:
        entry = [
            (
                row["name"],
                {"allied": "Allies", "cp": "Central Powers", "first": "who plays the event first"}[row["side"]],
                "by event" if row["events"] else f"Strategic Turn {row['when']}" if len(row["when"]) == 1 else row["when"],
            )
            for row in csv.DictReader(f)
        ]
    return [
        chart(
            "arrivals",
            "New units",
            "tgw.5.11a",
            ("Strategic Turn", "Units"),
            rows,
            "Americans come so many letters after their entry.",
        ),
        chart(
            "entry",
            "Neutrals",
            "tgw.17.11a",
            ("Nation", "Joins", "When"),
            entry,
            "U-boats bring America nearer, a letter at a time.",
        ),
        chart(
            "capacity",
            "Strategic and sea movement",
            "tgw.9.11a",
            ("Capacity", "Units in a phase"),
            [(CAPACITY[c], str(rail.LIMITS[k])) for k, c in enumerate(CAPACITIES)],
            "HQs count twice by rail; units that begin or end outside Germany (CP) or France and Italy (Allies) too.",
        ),
    ]


@cache
def _charts() -> list[Chart]:
    return [*_combat(), *_ground(), *_points(), *_arrivals()]


def charts(scenario: str | None) -> list[Chart]:
    return _charts()
