"""Random play of one of our games against one of Rally the Troops, in alternating blocks of processor time.

    git clone https://github.com/rally-the-troops/paths-of-glory
    python bench/peer.py --rules paths-of-glory --game tgw

Needs Node. A decision is what either side does for one: legal answers listed, one chosen by chance, carried out.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from firestep.games import IDS
from firestep.sim.bench import block, our_moves


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--rules", type=Path, required=True, help="folder with the other game's rules.js")
    p.add_argument("--game", choices=IDS, default="tgw")
    p.add_argument("--blocks", type=int, default=9, help="pairs of blocks (9)")
    p.add_argument("--seconds", type=float, default=1.0, help="processor time of a block (1.0)")
    args = p.parse_args()
    node = shutil.which("node")
    if node is None:
        p.error("node is not installed")
    if not (args.rules / "rules.js").exists():
        p.error(f"there is no rules.js in {args.rules}")
    script = Path(__file__).with_name("peer.js")
    with subprocess.Popen([node, script, args.rules], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None and other.stdout is not None

        def theirs() -> float:
            assert other.stdin is not None and other.stdout is not None
            print(args.seconds, file=other.stdin, flush=True)
            return float(other.stdout.readline())

        ours = our_moves(args.game)
        block(ours, args.seconds)
        theirs()
        pairs = [(block(ours, args.seconds), theirs()) for _ in range(args.blocks)]
        other.stdin.close()
    ratios = sorted(a / b for a, b in pairs)
    print(
        f"{args.game}: {statistics.median(a for a, _ in pairs):,.0f} decisions a second; {args.rules.name}: "
        f"{statistics.median(b for _, b in pairs):,.0f}; ratio {statistics.median(ratios):.2f} "
        f"({ratios[0]:.2f} to {ratios[-1]:.2f}, {len(pairs)} pairs)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
