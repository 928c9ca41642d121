"""Lists hexes that need a decision: partly sea, or no country with a clear majority."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from sample import sample
from warp import Sheet, read_controls


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--geo", type=Path, required=True)
    ap.add_argument("--map", default="A")
    ap.add_argument("--controls", type=Path, required=True)
    args = ap.parse_args()
    cells = sample(args.geo, Sheet(args.geo, args.map, read_controls(args.controls)))
    for number, c in sorted(cells.items()):
        top = sorted(c.countries.items(), key=lambda kv: -kv[1])[:3]
        if 0.05 < c.land < 0.6 or (top and top[0][1] < 0.6 * c.land):
            print(number, f"land {c.land:.2f} sd {c.sd:.0f}", " ".join(f"{k}:{v:.2f}" for k, v in top))


if __name__ == "__main__":
    main()
