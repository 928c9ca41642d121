"""Writes the six map files of tgw.

python tools/mapmaker/tgw.py --draft FOLDER --geo GEO

The draft (W.csv, WI.csv, E.csv, NC.csv, NI.csv, NE.csv) says for each hex what lies under it; `tgw_design.py` holds what the
rulebook says and what we chose. The book wins over the draft.
"""

from __future__ import annotations

import argparse
import csv
import math
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))
sys.path.insert(0, str(Path(__file__).parent))
import tgw_design as design  # noqa: E402

from firestep.hexmap.grid import Grid  # noqa: E402
from firestep.hexmap.mapfile import side  # noqa: E402

Row = dict[str, str]
OUT = ROOT / "src/firestep/games/tgw/data/maps"
HEAD = """\
# {title} of tgw. The printed sheet is not available: the ground is rebuilt from real geography, and what the rulebook says
# about a hex wins. How and why: docs/maps-tgw.md. Sources: stated = the book says so; implied = it follows from the book;
# designed = ours; geography = the ground of 1914, which is meant where no source is named.
# Made by tools/mapmaker/tgw.py; carry edits over into tgw_design.py. Tested by tests/games/tgw/components/test_map.py.
[map]
name {front}
layout rows
shifted odd
columns {c0}-{c1}
rows {r0}-{r1}
upward yes
north {north}
"""
SEAS = {
    "channel": "North Sea and Channel",
    "baltic": "Baltic Sea",
    "adriatic": "Adriatic",
    "aegean": "Aegean",
    "black-sea": "Black Sea",
    "caspian": "Caspian Sea",
    "mediterranean": "Mediterranean",
    "red-sea": "Red Sea",
    "gulf": "Persian Gulf",
}


def sea_at(front: str, lat: float, lon: float) -> str:
    """The sea at a point, by plain boxes: enough for coasts."""
    if front == "W":
        return "channel"
    if front == "WI":
        return "adriatic"
    if front == "NC":
        return "black-sea" if lon < 44 else "caspian"
    if front == "NI":
        return "gulf"
    if front == "NE":
        return "red-sea" if lat < 30.2 else "mediterranean"
    if lat > 52:
        return "baltic"
    if lon < 20.6:
        return "adriatic"
    # the Marmara belongs to the Black Sea side of the Straits only beyond the Bosphorus
    return "black-sea" if lon > 27.3 and lat > 41.1 or lon > 29.3 and lat > 40.9 else "aegean"


def names(text: str) -> list[tuple[str, str]]:
    """`hex "name"` groups."""
    return [(w[0], w[1]) for part in re.split(r"[|\n]", text) if (w := _words(part))]


def _words(part: str) -> list[str]:
    return [a or b for a, b in re.findall(r'"([^"]*)"|(\S+)', part)]


def quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


class Sheet:
    """One front: its grid, the draft's rows, and the file that comes of them."""

    def __init__(self, front: str, folder: Path) -> None:
        self.front = front
        self.title, first, last, self.north = design.FRONTS[front]
        self.grid = Grid("rows", "odd", first, last, True, self.north)
        self.letter = front[0]
        with (folder / f"{front}.csv").open(encoding="utf-8", newline="") as f:
            rows = {r["hex"]: r for r in csv.DictReader(f)}
        self.rows = {n: rows[n] for n in self.grid if n in rows}
        self.country = self.countries()
        self.land = {n for n, r in self.rows.items() if r["surface"] != "sea"} | set(self.mine(design.MORE_LAND))
        self.sea = {n: sea_at(front, float(r["lat"]), float(r["lon"])) for n, r in self.rows.items() if n not in self.land}
        self.closed = {
            n
            for n in self.land
            if self.country[n] in design.CLOSED
            or self.rows[n]["in_play"] == "no"
            and self.country[n] not in ("belgium", "germany", "france")
        }
        self.wet = self.sides("sea_sides")
        self.lake = self.sides("lake_sides")
        self.settle_sides()
        self.off_islands()

    def mine(self, text: str) -> list[str]:
        """The hexes of this front among names like W6819."""
        return [w[1:] for w in text.split() if w[0] == self.letter and w[1:] in self.rows]

    def marks(self, groups: dict[str, str]) -> list[tuple[str, str, str]]:
        """(hex, name, source) of named groups that lie on this front."""
        return [
            (h[1:], name, source)
            for source, text in groups.items()
            for h, name in names(text)
            if h[0] == self.letter and h[1:] in self.rows
        ]

    def countries(self) -> dict[str, str]:
        out = {}
        for n, r in self.rows.items():
            code = design.ORIGIN.get(r["country_1914"], "")
            out[n] = "russian-poland" if r["region_1914"] == "Congress Poland" else code
        for code, text in design.MEMBERS.items():
            for n in self.mine(text):
                out[n] = code
        return out

    def neighbour(self, n: str, word: str) -> str | None:
        for m in self.grid.neighbours(n):
            if self.grid.direction(self.grid.index(n), self.grid.index(m)) == word.lower():
                return m
        return None

    def sides(self, field: str) -> dict[tuple[str, str], str]:
        """Sides of a column of the draft, `direction` or `direction:name`."""
        out: dict[tuple[str, str], str] = {}
        for n, r in self.rows.items():
            for word in r[field].split():
                way, _, name = word.partition(":")
                m = self.neighbour(n, way)
                if m is not None and m in self.rows:
                    out[side(n, m)] = name.replace("_", " ")
        return out

    def settle_sides(self) -> None:
        for word in design.HAFFS:
            a, b = (w[1:] for w in word.split("/"))
            if word[0] == self.letter and a in self.rows:
                self.wet.pop(side(a, b), None)
        for word in design.SEA_SIDES:
            a, b = (w[1:] for w in word.split("/"))
            if word[0] == self.letter and a in self.rows:
                self.wet[side(a, b)] = ""
        for word in design.OPEN_SIDES.split():
            a, b = (w[1:] for w in word.split("/"))
            if word[0] == self.letter and a in self.rows:
                self.wet.pop(side(a, b), None)
        for n in self.mine(design.MORE_LAND):
            for m in self.grid.neighbours(n):
                self.wet.pop(side(n, m), None)
        # 6.51: the two landings open into E1023 only
        if self.front == "E":
            for n in self.mine(design.LANDINGS):
                for m in self.grid.neighbours(n):
                    if m in self.land and m not in ("1023", "1022", "1122"):
                        self.wet[side(n, m)] = ""
                self.wet.pop(side(n, "1023"), None)
        for table in (self.wet, self.lake):
            for s in [s for s in table if not (s[0] in self.land and s[1] in self.land)]:
                del table[s]

    def off_islands(self) -> None:
        """Land that no step connects with the rest of the front is scenery."""
        haffs = {side(*(w[1:] for w in word.split("/"))) for word in design.HAFFS}
        free = {n for n in self.land if n not in self.closed}
        groups = []
        while free:
            todo = [free.pop()]
            group = set(todo)
            while todo:
                n = todo.pop()
                for m in self.grid.neighbours(n):
                    if m in free and (side(n, m) not in self.wet or side(n, m) in haffs):
                        free.discard(m)
                        group.add(m)
                        todo.append(m)
            groups.append(group)
        groups.sort(key=len)
        keep = set(self.mine(design.KEEP))
        for group in groups:
            if len(group) < 12 and not group & keep:
                self.closed |= group

    def terrain(self, n: str) -> tuple[str, str, str]:
        full = self.letter + n
        if full in design.TERRAIN:
            return design.TERRAIN[full]
        word = self.rows[n]["terrain"].replace("mountain pass", "mountain").replace("flood plain", "flood-plain")
        if word in ("city", "sea"):
            word = "clear"
        if n in self.mine(design.FLOOD):
            return "flood-plain", "designed", ""
        if n in self.mine(design.MARSH):
            return "marsh", "designed", ""
        if word == "clear" and n in self.mine(design.FOREST):
            return "forest", "designed", ""
        for word_side in design.PASSES:
            if full in word_side.split("/") and word == "mountain":
                return "pass", "designed", ""
        if "PIN terrain" in self.rows[n]["notes"]:
            return word, "implied", ""
        return word, "", ""

    def coast(self, n: str) -> str:
        r = self.rows[n]
        found: Counter[str] = Counter()
        for m in self.grid.neighbours(n):
            if m in self.sea:
                found[self.sea[m]] += 1
            elif side(n, m) in self.wet and m in self.rows:
                found[sea_at(self.front, float(r["lat"]), float(r["lon"]))] += 1
        if r["coast"] == "yes" and not found:
            found[sea_at(self.front, float(r["lat"]), float(r["lon"]))] += 1
        if r["coast"] != "yes" and "PIN coast=" in r["notes"]:
            return ""
        if self.letter + n in ("W6819", "W5603", "E5205", "E5412", "W5601"):
            return ""
        return ",".join(s for s in SEAS if found[s])

    def nearest(self, lat: float, lon: float) -> str:
        """The land hex whose middle is nearest to a point."""
        k = math.cos(math.radians(lat))
        return min(
            (n for n in self.land if n not in self.closed),
            key=lambda n: (float(self.rows[n]["lat"]) - lat) ** 2 + ((float(self.rows[n]["lon"]) - lon) * k) ** 2,
        )

    @cached_property
    def extra(self) -> dict[str, tuple[str, float, float]]:
        """Towns besides those of the draft: hex -> name and coordinates."""
        out = {}
        for part in re.split(r"[|\n]", design.EXTRA.strip()):
            front, rest = part.split(" ", 1)
            name, lat, lon = rest.rsplit(" ", 2)
            if front == self.front:
                out[self.nearest(float(lat), float(lon))] = (name, float(lat), float(lon))
        return out

    @cached_property
    def placed(self) -> dict[str, tuple[str, str, str]]:
        """hex -> (city or town, name, source)."""
        out = {n: ("town", name, "geography") for n, (name, _, _) in self.extra.items()}
        for n, r in self.rows.items():
            if r["settlement"] and n in self.land and n not in self.closed and n not in self.mine(design.NO_TOWN):
                name = design.NAMES.get(self.letter + n, r["town"].split(" & ")[0].split(" / ")[0].split(" (")[0])
                out[n] = ("town", name, "geography")
        for kind, groups in (("town", design.TOWNS), ("city", design.CITIES)):
            for n, name, source in self.marks(groups):
                out[n] = (kind, name, source)
        return out

    def write(self) -> str:
        (r0, c0), (r1, c1) = self.grid.first, self.grid.last
        out = [HEAD.format(title=self.title, front=self.front, r0=r0, r1=r1, c0=f"{c0:02d}", c1=c1, north=self.north)]
        used = [c for c in design.COUNTRIES if any(self.country[n] == c for n in self.land)]
        out += ["[countries]", "# code name nation"]
        out += [
            f"{c} {quoted(design.COUNTRIES[c][0])} {design.COUNTRIES[c][1]}" + (" closed=yes" if c in design.CLOSED else "")
            for c in used
        ]
        out += ["", "[seas]"]
        for code, name in SEAS.items():
            hexes = [n for n in sorted(self.sea) if self.sea[n] == code]
            if hexes:
                out.append(f"{code} {quoted(name)} " + " ".join(hexes))
        placed = self.placed
        out += ["", "[hexes]", "# number country terrain name [coast=seas] [region=…] [off: nobody enters] [source of the terrain]"]
        for n in sorted(self.land):
            terrain, source, why = self.terrain(n)
            words = [n, self.country[n], terrain]
            name = placed[n][1] if n in placed else self.rows[n]["town"] if self.rows[n]["town_source"] != "geonames" else ""
            if n not in placed and any(fold(name) in fold(other) for _, other, _ in placed.values()):
                name = ""  # the draft puts a place next to the hex that the book gives it
            words += [quoted(name)] if name else []
            if c := self.coast(n):
                words.append(f"coast={c}")
            region = re.sub(r"[^a-z]+", "-", self.rows[n]["region_1914"].split(" (")[0].lower()).strip("-")
            if region and region != self.country[n]:
                words.append(f"region={region}")
            words += ["off"] if n in self.closed else []
            words += [source] if source else []
            out.append(" ".join(words) + (f"  # {why}" if why else ""))
        out += self.side_sections()
        out += self.rails()
        out += self.features(placed)
        out += ["", "[labels]"]
        for part in re.split(r"[|\n]", design.LABELS.get(self.front, "")):
            if w := _words(part):
                out.append(f"{w[0]} {quoted(w[1])} {w[2]} {w[3]}")
        return "\n".join(out) + "\n"

    def side_sections(self) -> list[str]:
        out = ["", "[rivers]"]
        by_name: defaultdict[str, list[str]] = defaultdict(list)
        for (a, b), name in sorted(self.sides("river_sides").items()):
            if a in self.land and b in self.land and (a, b) not in self.wet:
                by_name[name.split("+")[0] or "river"].append(f"{a}/{b}")
        for name, hexes in sorted(by_name.items()):
            for k in range(0, len(hexes), 12):
                out.append(" ".join(hexes[k : k + 12]) + f" {quoted(name)} geography")
        out += ["", "[sea-sides]", "# all-sea hexsides between land hexes"]
        stated = {side(*(w[1:] for w in word.split("/"))): v for word, v in design.SEA_SIDES.items() if word[0] == self.letter}
        for a, b in sorted(self.wet):
            why, source = stated.get((a, b), ("sea", "geography"))
            out.append(f"{a}/{b} {quoted(why)} {source}")
        out += ["", "[lake-sides]"] + [f'{a}/{b} "lake" geography' for a, b in sorted(self.lake)]
        haffs = {k: (v, "stated") for k, v in design.HAFFS.items()}
        for kind, table in (("impassable", design.IMPASSABLE), ("passes", design.PASSES), ("haffs", haffs)):
            out += ["", f"[{kind}]"]
            for word, (why, source) in sorted(table.items()):
                a, b = side(*(w[1:] for w in word.split("/")))
                if word[0] == self.letter and a in self.rows:
                    out.append(f"{a}/{b} {quoted(why)} {source}")
        out += ["", "[canal]"]
        if self.front == "NE":
            for n in sorted(self.land):
                if n[:2] == "42":
                    out += [f'{m}/{n} "Suez Canal" designed' for m in self.grid.neighbours(n) if m[:2] == "41" and m in self.land]
        return out

    def rails(self) -> list[str]:
        """The draft's railway sides as chains, for the eye."""
        links: defaultdict[str, set[str]] = defaultdict(set)
        for a, b in self.sides("railway"):
            if a in self.land and b in self.land and (a, b) not in self.wet:
                links[a].add(b)
                links[b].add(a)
        out = ["", "[rails]", "# for the eye: no rule knows railways"]
        ends = sorted((n for n in links if len(links[n]) != 2), key=lambda n: (len(links[n]), n))
        for start in (*ends, *sorted(links)):
            while links[start]:
                chain = [start]
                while links[chain[-1]]:
                    a = chain[-1]
                    b = min(links[a])
                    links[a].discard(b)
                    links[b].discard(a)
                    chain.append(b)
                    if len(links[b]) != 1:
                        break
                out.append('"railway" ' + " ".join(chain))
        return out

    def features(self, placed: dict[str, tuple[str, str, str]]) -> list[str]:
        out = ["", "[features]", "# kind hex arguments name source"]
        label = {n: v[1] for n, v in placed.items()}

        def add(kind: str, n: str, args: str, name: str, source: str) -> None:
            if n in self.land:
                out.append(" ".join(w for w in (kind, n, args, quoted(name), source) if w))

        for n, (kind, name, source) in sorted(placed.items()):
            add(kind, n, "", name, source)
        for kind, groups in (("heavy-fort", design.HEAVY), ("fort", design.FORTS)):
            for source, text in groups.items():
                for part in re.split(r"[|\n]", text):
                    if (w := _words(part)) and w[1][0] == self.letter and w[1][1:] in self.rows:
                        add(kind, w[1][1:], w[0], w[2], source)
        simple = (
            ("port", design.PORTS),
            ("victory", design.VICTORY),
            ("surrender", design.SURRENDER),
            ("cp-source", design.CP_EDGE),
            ("cp-town", design.CP_PERSIA),
        )
        for kind, table in simple:
            for source, text in table.items():
                for n in self.mine(text):
                    add(kind, n, "", label.get(n, n), source)
        for port, text in design.PORT_WAYS.items():
            for n in self.mine(text):
                add("port-way", n, port, label.get(n, n), "designed")
        for n in self.mine(design.K_HEXES):
            add("k-hex", n, "", label.get(n, n), "designed")
        for full, count in design.RESOURCES.items():
            for n in self.mine(full):
                add("resource", n, str(count), label[n], "stated")
        for n in self.mine(design.LANDINGS):
            add("landing", n, "", {"1022": "Cape Helles", "1122": "Anzac and Suvla"}[n], "stated")
        return out


class Gazetteer:
    """Where places lie in the world."""

    def __init__(self, geo: Path) -> None:
        self.at: defaultdict[str, list[tuple[float, float, str]]] = defaultdict(list)
        for path, source in ((geo / "gazetteer.csv", "GeoNames"), (geo / "places" / "places.csv", "GeoNames")):
            with path.open(encoding="utf-8", newline="") as f:
                for r in csv.DictReader(f):
                    words = {r["name"], r.get("modern", ""), *re.split(r"[;|]", r["alt"])}
                    known = "memory" if r.get("src") == "hand" else source
                    for w in words - {""}:
                        self.at[fold(w)].append((float(r["lat"]), float(r["lon"]), known))

    def find(self, name: str, lat: float, lon: float, far: float) -> tuple[float, float, str] | None:
        """The place of that name nearest to a point, if it is not too far (in degrees of latitude)."""
        k = math.cos(math.radians(lat))
        found = sorted(((a - lat) ** 2 + ((o - lon) * k) ** 2, a, o, s) for a, o, s in self.at[fold(name)])
        return found[0][1:] if found and found[0][0] < far * far else None


def fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ł", "l").replace("ı", "i"))
    return "".join(c for c in plain.lower() if c.isalnum())


def places(sheets: list[Sheet], geo: Path) -> str:
    """The table of named places with their coordinates."""
    gazetteer = Gazetteer(geo)
    with (geo / "hex_places.csv").open(encoding="utf-8", newline="") as f:
        book = {(r["map"], r["hex"]): (float(r["lat"]), float(r["lon"]), "GeoNames") for r in csv.DictReader(f) if r["lat"]}
    out = [
        "# Every town and city of the maps with its true position in degrees, so that a test can hold the maps to it.",
        "# Source: GeoNames (CC BY 4.0), or memory: set down by hand without a gazetteer (good to a few kilometres).",
        "name,hex,lat,lon,source",
    ]
    for sheet in sheets:
        far = {"W": 0.6, "WI": 0.5, "E": 1.3, "NC": 1.3, "NI": 1.8, "NE": 0.6}[sheet.front]
        for n, (_, name, _) in sorted(sheet.placed.items()):
            row = sheet.rows[n]
            at = None
            if n in sheet.extra and sheet.extra[n][0] == name:
                at = (*sheet.extra[n][1:], "memory")
            elif name in design.COORDS:
                at = (*design.COORDS[name], "memory")
            else:
                at = gazetteer.find(name, float(row["lat"]), float(row["lon"]), far) or book.get((sheet.front, n))
                if at is None and row["town"]:
                    at = gazetteer.find(row["town"].split(" & ")[0], float(row["lat"]), float(row["lon"]), far)
            if at is None:
                print(f"no coordinates: {sheet.front} {n} {name} near {row['lat']} {row['lon']}")
                continue
            text = f'"{name}"' if "," in name else name
            out.append(f"{text},{sheet.letter}{n},{at[0]:.3f},{at[1]:.3f},{at[2]}")
    return "\n".join(out) + "\n"


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--draft", type=Path, required=True)
    p.add_argument("--geo", type=Path, required=True)
    args = p.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    sheets = [Sheet(front, args.draft) for front in design.FRONTS]
    (OUT.parent / "places.csv").write_text(places(sheets, args.geo), encoding="utf-8")
    for sheet in sheets:
        front = sheet.front
        (OUT / f"{front}.txt").write_text(sheet.write(), encoding="utf-8")
        print(
            f"{front}: {len(sheet.land)} land hexes, {len(sheet.closed)} closed, {len(sheet.sea)} sea, "
            f"{len(sheet.wet)} sea sides, {len(sheet.placed)} towns and cities"
        )


if __name__ == "__main__":
    main()
