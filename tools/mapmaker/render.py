"""Draws a game's map to an SVG file, with the armies of a set-up file if wanted; open it in any browser."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))
from firestep.games.wwi.board import LEXICON  # noqa: E402
from firestep.hexmap.draw import draw_map  # noqa: E402
from firestep.hexmap.mapfile import load_map  # noqa: E402


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--game", default="wwi")
    ap.add_argument("--out", type=Path, required=True)
    args = ap.parse_args()
    data = ROOT / "src" / "firestep" / "games" / args.game / "data"
    hexmap = load_map(data / "map.txt", LEXICON)
    args.out.write_text(draw_map(hexmap, (data / "art.svg").read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
