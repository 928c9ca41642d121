"""Saves a screenshot as a small palette PNG. Rare bright inks count as much as pale ground, or they would go grey."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("source", type=Path)
    ap.add_argument("target", type=Path)
    ap.add_argument("--colours", type=int, default=150)
    args = ap.parse_args()
    image = Image.open(args.source).convert("RGB")
    pixels = np.asarray(image).reshape(-1, 3)
    spread = pixels.max(axis=1).astype(int) - pixels.min(axis=1)
    bright = pixels[(spread > 75) | (pixels.max(axis=1) < 90)]
    side = int(len(bright) ** 0.5)
    inks = Image.fromarray(bright[: side * side].reshape(side, side, 3)).quantize(args.colours // 3, kmeans=2)
    ground = image.quantize(args.colours - args.colours // 3, method=Image.Quantize.MEDIANCUT, kmeans=2)
    colours = (ground.getpalette() or [])[: 3 * (args.colours - args.colours // 3)]
    colours += (inks.getpalette() or [])[: 3 * (args.colours // 3)]
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours + colours[:3] * (256 - len(colours) // 3))
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(args.target, optimize=True)
    print(args.target.stat().st_size // 1024, "KB")


if __name__ == "__main__":
    main()
