"""Where places fall on the sheet: hex and offset from its middle (right, down, in hex widths)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from warp import Sheet, read_controls


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--geo", type=Path, required=True)
    ap.add_argument("--map", default="A")
    ap.add_argument("--controls", type=Path, required=True)
    ap.add_argument("--smooth", type=float, default=0.02)
    ap.add_argument("names", nargs="*")
    args = ap.parse_args()
    sys.path.insert(0, str(args.geo))
    import geo as reader

    g = reader.Geo(str(args.geo))
    sheet = Sheet(args.geo, args.map, read_controls(args.controls), args.smooth)
    out = []
    for name in args.names:
        found = g.find(name)
        if not found:
            out.append(f"{name}: not in the gazetteer")
            continue
        p = found[0]
        x, y = sheet.plane(np.array([p["lat"]]), np.array([p["lon"]]))
        a, b = sheet.hex_of(x, y)
        number = f"{a[0]:02d}{b[0]:02d}"
        mx, my = sheet.middle(number)
        out.append(f"{number} {x[0] - mx:+.2f} {y[0] - my:+.2f}  {name} {p['lat']:.2f},{p['lon']:.2f}")
    print("\n".join(out))


if __name__ == "__main__":
    main()
