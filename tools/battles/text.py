"""The text of a map file from lines of words, as a ground module lays them: `river Marne: 0405/0506`, `road Paris: 0101 0202`.

python tools/battles/text.py NAME < lines > map.txt
"""

from __future__ import annotations

import sys

SECTIONS = {
    "river": "rivers",
    "canal": "canals",
    "stream": "streams",
    "lake": "lakes",
    "moat": "moats",
    "bridge": "bridges",
    "blown": "blown",
    "road": "roads",
    "trail": "trails",
    "rail": "rails",
    "place": "features",
}
CHAINS = ("road", "trail", "rail")


def sections(name: str, lines: list[str]) -> str:
    """Comments, `grid FIRST LAST`, `terrain` and its rows, then one line a river, road or place."""
    head = [line for line in lines if line.startswith("#")]
    found: dict[str, list[str]] = {s: [] for s in SECTIONS.values()}
    rows: list[str] = []
    first = last = ""
    in_rows = False
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "grid":
            first, last = rest.split()
        elif word == "terrain":
            in_rows = True
        elif not line.strip():
            in_rows = False
        elif in_rows and word.isdigit():
            rows.append(line)
        elif word == "place":
            number, _, title = rest.partition(" ")
            found["features"].append(f'place {number} "{title}"')
        elif word in SECTIONS:
            title, _, body = rest.partition(":")
            quoted = f'"{title.strip()}"'
            found[SECTIONS[word]].append(f"{quoted} {body.strip()}" if word in CHAINS else f"{body.strip()} {quoted}")
    out = [
        *head,
        "[map]",
        f"name {name}",
        "layout columns",
        "shifted even",
        f"columns {int(first[:2])}-{int(last[:2])}",
        f"rows {int(first[2:])}-{int(last[2:])}",
        "",
        "[terrain]",
        *rows,
    ]
    for section, body in found.items():
        if body:
            out += ["", f"[{section}]", *body]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    sys.stdout.write(sections(sys.argv[1], sys.stdin.read().splitlines()))
