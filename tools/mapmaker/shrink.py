"""Saves a screenshot as a small palette PNG. Rare bright inks count as much as wide pale ground, or they would go grey."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("source", type=Path)
    ap.add_argument("target", type=Path)
    ap.add_argument("--colours", type=int, default=110)
    args = ap.parse_args()
    image = Image.open(args.source).convert("RGB")
    pixels = np.asarray(image).reshape(-1, 3)
    coarse, counts = np.unique((pixels >> 3 << 3) + 4, axis=0, return_counts=True)
    often = np.repeat(coarse, np.minimum(np.sqrt(counts), 260).astype(int), axis=0)
    bright = often.max(axis=1).astype(int) - often.min(axis=1) > 70
    sample = np.concatenate([often, *[often[bright]] * 2]).astype(np.uint8)
    side = int(len(sample) ** 0.5)
    swatch = Image.fromarray(sample[: side * side].reshape(side, side, 3))
    palette = swatch.quantize(args.colours, method=Image.Quantize.MEDIANCUT, kmeans=3)
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(args.target, optimize=True)
    print(args.target.stat().st_size // 1024, "KB")


if __name__ == "__main__":
    main()
