"""What fire and barrages are worth on the melee table: expected steps of attacker and defender, row by row.

python tools/battles/odds.py            the tables in data/tables
python tools/battles/odds.py old.csv    another melee table against the same fire table
"""

from __future__ import annotations

import sys
from pathlib import Path

from firestep.games.gwb.components import tables

DIE = range(1, 7)
ODDS = ((1, 1), (2, 1), (3, 1), (5, 1))
#: defensive fire strength, barrage strength
CASES = ((0, 0), (6, 0), (12, 0), (20, 0), (6, 10), (6, 24))

Cells = tuple[tuple[tuple[int, int], ...], ...]


def read(path: Path) -> Cells:
    return tuple(tuple((int(c[0]), int(c[2])) for c in row[1:]) for row in tables.rows_of(path)[1:])


def expected(cells: Cells, odds: tuple[int, int], fire: int, barrage: int) -> tuple[float, float]:
    """Mean losses over every die of barrage, fire and melee in the open."""
    column = tables.melee_column(*odds)
    bars = [tables.fire(barrage, d) for d in DIE]
    pairs = [cells[min(max(m + tables.fire(fire, d + b) - 1, 0), len(cells) - 1)][column] for b in bars for d in DIE for m in DIE]
    return sum(a for a, _ in pairs) / len(pairs), sum(d for _, d in pairs) / len(pairs)


def table(cells: Cells) -> str:
    heads = [f"fire {f}" + (f", barrage {b}" if b else "") for f, b in CASES]
    out = ["| odds | " + " | ".join(heads) + " |", "|---" * (len(CASES) + 1) + "|"]
    for odds in ODDS:
        values = [expected(cells, odds, f, b) for f, b in CASES]
        out.append(f"| {odds[0]}:{odds[1]} | " + " | ".join(f"{a:.2f}/{d:.2f}" for a, d in values) + " |")
    return "\n".join(out)


if __name__ == "__main__":
    sys.stdout.write(table(read(Path(sys.argv[1])) if len(sys.argv) > 1 else tables.MELEE) + "\n")
