"""Write each game's `examples.csv`: what the tests prove of a rule, as sentences for the rules browser.

The name of a test is a sentence (`test_rough_ground_adds_one`); the rules it proves stand in its `@rule(...)`.

    python tools/examples.py
"""

from __future__ import annotations

import ast
import csv
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "firestep" / "games"


def sentences(tests: Path) -> list[tuple[str, str]]:
    """(rule, sentence) of all tests below a folder."""
    out = []
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            words = node.name[5:].replace("_", " ")
            text = words[0].upper() + words[1:] + "."
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and "rule" in (getattr(mark.func, "id", ""), getattr(mark.func, "attr", "")):
                    out += [(a.value, text) for a in mark.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return out


def main() -> None:
    for game in sorted(p.parent.parent for p in GAMES.glob("*/data/teach.toml")):
        rows = sorted(set(sentences(ROOT / "tests" / "games" / game.name)))
        with (game / "data" / "examples.csv").open("w", encoding="utf-8", newline="") as f:
            writer = csv.writer(f, lineterminator="\n")
            writer.writerow(("rule", "example"))
            writer.writerows(rows)
        print(f"{game.name}: {len(rows)} examples of {len({r for r, _ in rows})} rules")


if __name__ == "__main__":
    main()
