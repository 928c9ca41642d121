"""Writes the map file of ditt.

python tools/mapmaker/ditt.py --geo GEO --draft B.csv --names ditt-hexes.csv --areas colonial_areas.csv

Geography decides terrain, coast and country; `ditt_design.py` holds what the rulebook says and what we chose. The draft gives for
each hex its middle in latitude and longitude (a fit through the catalogue's own places), the state of 1914 and the ruggedness.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))
sys.path.insert(0, str(Path(__file__).parent))
import ditt_design as design  # noqa: E402

from firestep.hexmap.grid import Grid  # noqa: E402
from firestep.hexmap.mapfile import side  # noqa: E402

GRID = Grid("rows", "even", (1, 1), (39, 26), True)
Row = dict[str, str]
HEAD = """\
# The map of ditt. The printed sheet is not available: names and numbers are the rulebook's catalogue (ditt.19.0a), the
# rest is rebuilt from real geography, and what the rulebook says about a hex wins. How and why: docs/maps-ditt.md. Sources of
# values: stated = the book says so; implied = it follows from the book; designed = ours; geography = the ground of 1914,
# which is meant where no source is named.
# Made by tools/mapmaker/ditt.py; carry edits over into ditt_design.py. Tested by tests/games/ditt/components/test_map.py.
[map]
# numbers are row and column, and even rows are shifted (ditt.1.1e)
name ditt
layout rows
shifted even
columns 1-26
rows 1-39
upward yes
"""

#: what the comments at the head of some sections say besides: which rules the section decides
NOTES = {
    "hexes": (
        "# Only the 672 numbered hexes of the catalogue are listed (ditt.19.0a). No unit enters what is not: an edge hex without a",
        "# number (ditt.1.1d), the Netherlands (ditt.15.7a), 3725 and 3824 (ditt.err.f).",
    ),
    "areas": (
        "# The colonies are clear (ditt.11.1c). German ones have a coin: the four boxes of ditt.err.y, and the areas that",
        "# ditt.err.z (Kamerun), ditt.err.aa (Süd-West Afrika) and ditt.err.ab (Ost-Afrika) name.",
    ),
    "leaps": (
        "# The boxes touch within a row only (ditt.11.1d). Into India units walk through 0425 alone (ditt.11.1f, ditt.err.g).",
    ),
    "crossings": ("# crossing one costs a hex, as any other step on land (ditt.6.1m)",),
    "blocked": ("# 2311/2411 is ditt.err.c, the two sides of 1911 are ditt.err.a",),
    "features": (
        "# cities in Egypt are British (ditt.12.1k); the entry flags are those of ditt.15.11c, the centres those of ditt.16.5b",
    ),
}


def read(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def slug(name: str) -> str:
    plain = name.lower().translate(str.maketrans({"ü": "ue", "ö": "oe", "ä": "ae", "ë": "e"}))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def sea_at(lat: float, lon: float) -> str:
    """The sea at a point, by plain boxes: enough for coasts."""
    if lon > 46.3 and 36 < lat < 48:
        return "caspian"
    if lat < 30.2 and 32 < lon < 44 or lat < 13 and lon < 44:
        return "red-sea"
    if lat < 31 and lon > 44:
        return "persian-gulf"
    if lon > 26.9 and lat > 40.3 and lon < 43 and lat < 48:
        return "black-sea"
    if lat > 62.5 and (lon > 31 or lon < 15 or lat > 66.5):
        return "north-sea"
    if 53.4 < lat < 66.5 and lon > 9.7 and not (lat > 57.6 and lon < 11.4):
        return "baltic"
    if lat > 48 or lon < -1 and lat > 42.5:
        return "north-sea"
    if lat > 40.3 and 12.2 < lon < 19.9 and (lon > 15.5 or lat > 42.2) and not (lat < 41.5 and lon < 16.2):
        return "adriatic"
    return "mediterranean"


class Shore:
    """Looks into hexes: points are laid between the middles of a hex and of its neighbours."""

    def __init__(self, geo: Path, rows: dict[str, Row]) -> None:
        sys.path.insert(0, str(geo))
        import geo as reader

        self.g: Any = reader.Geo(str(geo))
        self.rows = rows

    def seas(self, number: str) -> Counter[str]:
        """The seas in a hex and a little beyond its rim, with their share of the points."""
        lat, lon = float(self.rows[number]["lat"]), float(self.rows[number]["lon"])
        around = [(float(self.rows[n]["lat"]), float(self.rows[n]["lon"])) for n in GRID.neighbours(number)]
        points = [(lat, lon)]
        for k, (a, b) in enumerate(around):
            c, e = around[(k + 1) % len(around)]
            for s in (0.18, 0.36, 0.54):
                points.append((lat + (a - lat) * s, lon + (b - lon) * s))
                points.append((lat + ((a + c) / 2 - lat) * s, lon + ((b + e) / 2 - lon) * s))
        found: Counter[str] = Counter()
        for a, b in points:
            if 12 < a < 72 and -12 < b < 62 and self.g.surf[int((72 - a) * 120), int((b + 12) * 120)] == 0:
                found[sea_at(a, b)] += 1
        return found


def countries(rows: dict[str, Row], names: dict[str, Row]) -> dict[str, str]:
    by_name = {name: code for code, (name, _) in design.COUNTRIES.items()}
    extra = {
        "Russia (Ukraine)": "ukraine",
        "Egypt (Sudan)": "egypt",
        "Persia": "north-persia",
        "Hedjaz?": "hedjaz",
        "Italy?": "italy",
        "Great Britain?": "cyprus",
    }
    out = {}
    for n in names:
        found = rows[n]["game_country"]
        out[n] = extra.get(found) or by_name[found]
    for code, hexes in design.MEMBERS.items():
        for n in hexes.split():
            out[n] = code
    return out


def sea_sides(names: dict[str, Row]) -> dict[tuple[str, str], tuple[str, str]]:
    """Sides of two land hexes that are all water: between two pieces of land, and over gulfs."""
    piece = {n: k for k, hexes in enumerate(design.ISLANDS, 1) for n in hexes.split()}
    out = {}
    for n in names:
        for m in GRID.neighbours(n):
            if m > n and m in names and piece.get(n, 0) != piece.get(m, 0):
                out[n, m] = ("strait", "geography")
    for word in design.GULFS.split():
        a, b = word.split("/")
        if a in names and b in names:
            out[side(a, b)] = ("gulf", "geography")
    for word, why in design.STATED_SEA.items():
        a, b = word.split("/")
        out[side(a, b)] = (why, "stated")
    return out


def quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    for name in ("--geo", "--draft", "--names", "--areas"):
        p.add_argument(name, type=Path, required=True)
    p.add_argument("--out", type=Path, default=ROOT / "src/firestep/games/ditt/data/map.txt")
    args = p.parse_args()
    rows = {r["hex"]: r for r in read(args.draft)}
    names = {r["hex"]: r for r in read(args.names)}
    shore = Shore(args.geo, rows)
    land = countries(rows, names)
    water = {n for n in rows if n not in names and (rows[n]["surface"] == "sea" or n in design.MORE_SEA)}
    zone = {}
    for n in sorted(water):
        seen = shore.seas(n)
        zone[n] = seen.most_common(1)[0][0] if seen else sea_at(float(rows[n]["lat"]), float(rows[n]["lon"]))
    out = [HEAD, "[countries]", "# code name holder-at-the-start"]
    out += [f"{code} {quoted(name)} {holder}" for code, (name, holder) in design.COUNTRIES.items()]
    out += ["", "[seas]", "# code name hexes"]
    for code, (name, _) in design.SEAS.items():
        out.append(f"{code} {quoted(name)} " + " ".join(n for n in sorted(zone) if zone[n] == code))
    wet = sea_sides(names)
    crossing = {side(*word.split("/")): v for word, v in design.CROSSINGS.items()}
    coast = coasts(rows, names, shore, zone, wet, crossing)
    out += ["", "[hexes]", "# number country terrain name [coast=seas] [snow] [source of the terrain]", *NOTES["hexes"]]
    for n in sorted(names):
        terrain, source, why = design.TERRAIN.get(n, ("", "", ""))
        if not terrain:
            terrain = rows[n]["terrain"].replace("desert?", "clear").replace("desert", "clear")
        words = [n, land[n], terrain, quoted(names[n]["name"])]
        words += [f"coast={coast[n]}"] if coast[n] else []
        words += ["snow"] if n in design.SNOW else []
        words += [source] if source else []
        notes = [why] if why else []
        notes += [f"snowflake {design.SNOW[n]}"] if n in design.SNOW else []
        notes += [design.RULES[n]] if n in design.RULES else []
        out.append(" ".join(words) + (f"  # {'; '.join(notes)}" if notes else ""))
    empty = {n for n in rows if n not in names and n not in zone and int(n[2:]) >= 14 and int(n[:2]) <= 10}
    doors = [n for n in sorted(names) if land[n] in design.DESERT_NEIGHBOURS and empty & set(GRID.neighbours(n))]
    out += areas(args.areas, doors)
    out += ["", "[sea-sides]", "# all-sea hexsides between land hexes: nothing crosses"]
    out += [f"{a}/{b} {quoted(why)} {source}" for (a, b), (why, source) in sorted(wet.items()) if (a, b) not in crossing]
    out += ["", "[crossings]", "# all-sea hexsides with a crossing arrow: side, sea, source", *NOTES["crossings"]]
    out += [f"{a}/{b} {quoted(sea)} {source}  # {why}" for (a, b), (sea, source, why) in sorted(crossing.items())]
    out += ["", "[blocked]", *NOTES["blocked"]] + [
        f"{w} {quoted(why)} {source}" for w, (why, source) in sorted(design.BLOCKED.items())
    ]
    out += ["", "[geneva]", f'{design.GENEVA} "blocked while Switzerland is neutral" stated']
    out += ["", "[boundaries]", "# where two seas meet: no invasion passes"]
    bounds = {side(*w.split("/")): v for w, v in design.BOUNDARIES.items()}
    for n in sorted(zone):
        for m in GRID.neighbours(n):
            if m > n and m in zone and zone[m] != zone[n]:
                bounds[n, m] = (f"{zone[n]} and {zone[m]}", "designed")
    out += [f"{a}/{b} {quoted(why)} {source}" for (a, b), (why, source) in sorted(bounds.items())]
    out += features()
    out += ["", "[labels]"]
    for text in design.LABELS.replace("\n", "|").strip("|").split("|"):
        n, rest = text.split(" ", 1)
        label, rank, kind = re.match(r'"?(.*?)"? (\d) (\w+)$', rest).groups()  # type: ignore[union-attr]
        out.append(f"{n} {quoted(label)} {rank} {kind}")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("\n".join(out) + "\n", encoding="utf-8")
    print(f"{len(names)} land hexes; {len(zone)} sea hexes; {len(wet)} sea sides; {sum(bool(c) for c in coast.values())} coasts")


def coasts(
    rows: dict[str, Row],
    names: dict[str, Row],
    shore: Shore,
    zone: dict[str, str],
    wet: dict[tuple[str, str], Any],
    crossing: dict[tuple[str, str], tuple[str, str, str]],
) -> dict[str, str]:
    """The seas that each hex touches: those of sea hexes next to it and of the water in it."""
    out = {}
    for n in sorted(names):
        if n in design.COASTS:
            out[n] = design.COASTS[n]
            continue
        found: Counter[str] = Counter()
        if rows[n]["coast"] or any(n in s for s in wet):
            found += shore.seas(n)
        for m in GRID.neighbours(n):
            if m in zone:
                found[zone[m]] += 4
        for s, (sea, _, _) in crossing.items():
            found[sea] += 4 * (n in s)
        if rows[n]["coast"] and not found:
            found[sea_at(float(rows[n]["lat"]), float(rows[n]["lon"]))] += 1
        total = sum(found.values())
        out[n] = ",".join(s for s in design.SEAS if found[s] and found[s] >= 0.15 * total)
    return out


#: where the areas stand on the sheet, in the plane of Grid.centre: the Sahara and the corner beyond Persia are free
SPOTS = """
mora 2.5 27.15|garua 2.4 28.15|ngaundere 2.5 29.2|nigeria 1.2 28.1|french-equatorial-africa 3.8 28.3|duala 1.3 30.15
jaunde 2.5 30.25|lomie 3.7 30.15|uganda 5.4 27.15|british-east-africa 6.8 27.15|belgian-congo 4.9 28.2|tabora 6.0 28.15
kondoa-irangi 7.1 28.1|tanga 8.2 27.6|bismarckburg 5.5 29.2|neu-langenburg 6.7 29.25|daressalam 8.1 28.9|northern-rhodesia 5.1 30.2
nyasaland 6.3 30.25|sphinxhaven 7.45 30.1|mozambique 8.5 30.0|walvis-bay 1.1 31.6|omaruru 2.2 31.5|tsumeb 3.4 31.5|windhuk 3.2 32.45
luederitzbucht 1.8 32.5|keetmanshoop 2.6 33.2|cape-colony 3.75 33.2|transvaal 4.3 32.4|togoland 5.4 31.6|gold-coast 6.35 31.6
samoa 7.3 31.6|tonga 8.25 31.6|kaiser-wilhelms-land 5.4 32.7|papua 6.35 32.7|kiautschau 7.2 32.7|wei-hai-wei 8.1 32.7
north-india 26.2 31.5|south-india 26.0 32.7|arabian-desert 17.5 29.5"""


def areas(path: Path, doors: list[str]) -> list[str]:
    """Colonial boxes and areas, their coins and what is adjacent to what."""
    spots = {w[0]: (w[1], w[2]) for w in (t.split() for t in SPOTS.replace("\n", "|").strip("|").split("|"))}
    maps = {"box": "box", "Kamerun": "kamerun", "Süd-West Afrika": "sued-west-afrika", "Ost-Afrika": "ost-afrika", "India": "india"}
    out = ["", "[areas]", "# id country terrain name place [coin=strength of the German coin] [base] source of the name"]
    out += NOTES["areas"]
    x, y = spots["arabian-desert"]
    out.append(f'arabian-desert arabian-desert desert "The Arabian Desert" x={x} y={y} implied')
    leaps = ["", "[leaps]", "# from a place to each of the others, and back", *NOTES["leaps"]]
    data = read(path)
    ids = {r["area"]: slug(r["area"]) for r in data}
    for r in data:
        code = ids[r["area"]]
        x, y = spots[code]
        words = [code, maps[r["map"]], "clear", quoted(r["area"]), f"x={x}", f"y={y}"]
        if r["coin"] == "1":
            words += [f"coin={r['coin_strength']}", r["strength_status"] + "-strength"]
        words += ["base"] if r["u_boat_base"] == "yes" else []
        out.append(" ".join([*words, r["name_status"]]))
        later = [ids.get(a, a) for a in r["adjacent"].split(" | ") if a not in ids or ids[a] > code]
        if later:
            leaps.append(" ".join([code, *later, r["adjacency_status"]]))
    leaps.append(f"arabian-desert {' '.join(doors)} implied")
    return out + leaps


def features() -> list[str]:
    def parts(text: str) -> list[str]:
        return text.replace("\n", "|").strip("|").split("|")

    out = ["", "[features]", "# kind hex nation [count] name source", *NOTES["features"]]
    for text in parts(design.CITIES):
        nation, n, count, rest = text.split(" ", 3)
        name, source = rest.rsplit(" ", 1)
        out.append(f"city {n} {nation} {count} {quoted(name)} {source}")
    for kind, block in (("fort", design.FORTS), ("colonial-fort", design.COLONIAL_FORTS)):
        for text in parts(block):
            nation, n, rest = text.split(" ", 2)
            name, source = rest.rsplit(" ", 1)
            out.append(f"{kind} {n} {nation} {quoted(name)} {source}")
    for text in parts(design.MARKS):
        kind, nation, n, rest = text.split(" ", 3)
        name, source = rest.rsplit(" ", 1)
        out.append(f"{kind} {n} {nation} {quoted(name)} {source}")
    return out


if __name__ == "__main__":
    main()
