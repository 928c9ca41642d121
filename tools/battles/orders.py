"""Orders of battle in short form: one line a division, written out to units.csv.

python tools/battles/orders.py ourcq > src/firestep/games/gwb/data/battles/ourcq/units.csv
"""

from __future__ import annotations

import re
import sys
from importlib import import_module

from lay import Sheet

HEAD = "id,name,nation,army,corps,division,type,size,strength,reduced,move,range,light,light_range,heavy,at,turn,entry"

#: kind -> type, size, strength, reduced, move, range, light, light range, heavy
Kinds = dict[str, tuple[str, str, int, int, int, int, int, int, str]]


def rows(kinds: Kinds, divisions: list[tuple[str, str, str, str, str, list[str]]], named: dict[str, str]) -> list[str]:
    """A division: nation, army, corps, division, when and where, units as 'kind name @hex' or '@place' (if on the map)."""
    out = []
    for nation, army, corps, division, where, units in divisions:
        for spec in units:
            words, _, hex_ = spec.partition("@")
            kind, _, name = words.strip().partition(" ")
            type_, size, strength, reduced, move, range_, light, light_range, heavy = kinds[kind]
            id_ = f"{nation.lower()}-{slug(division)}-{slug(name)}"
            at, turn, entry = named.get(hex_.strip(), hex_.strip()), "1", ""
            if not at and where:
                turn, _, entry = where.partition(" ")
            cells = [
                id_,
                name,
                nation,
                army,
                corps,
                division,
                type_,
                size,
                strength,
                reduced or "",
                move,
                range_ or "",
                light or "",
                light_range or "",
                heavy,
                at,
                turn,
                entry,
            ]
            out.append(",".join(str(c) for c in cells))
    return sorted(out)


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


if __name__ == "__main__":
    module = import_module(f"{sys.argv[1]}_orders")
    sys.stdout.write("".join(f"# {line}\n" for line in module.NOTE.strip().splitlines()))
    ground = import_module(sys.argv[1])
    sheet = Sheet(ground)
    named = {name: sheet.hex(spec[:2]) or "" for name, spec in ground.PLACES.items()}
    sys.stdout.write("\n".join([HEAD, *rows(module.KINDS, module.DIVISIONS, named)]) + "\n")
