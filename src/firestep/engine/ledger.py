"""The rules of a rulebook, one row each, and which of them the tests prove."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    title: str
    rule: str
    kind: str
    testable: bool
    needs: str
    #: other words for the rule, for the search
    words: str = ""


@cache
def rules(data: Path) -> dict[str, Rule]:
    """Returns the rows of `rules.csv` in a game's data folder by id, and of `events.csv` if a game has events. Each event is a rule
    too."""
    with (data / "rules.csv").open(encoding="utf-8", newline="") as f:
        rows = [
            Rule(r["id"], r["title"], r["rule"], r["kind"], r["testable"] == "yes", r["needs"], r.get("words") or "")
            for r in csv.DictReader(f)
        ]
    if (data / "events.csv").exists():
        with (data / "events.csv").open(encoding="utf-8", newline="") as f:
            rows += [Rule(r["id"], r["name"], r["text"], "event", True, "") for r in csv.DictReader(f)]
    return {r.id: r for r in rows}


@cache
def rulings(data: Path) -> dict[str, str]:
    """Returns the paragraphs of `rulings.md` by their number (`R08`, `T1`)."""
    text = (data / "rulings.md").read_text(encoding="utf-8")
    out = {}
    for block in re.split(r"\n(?=\*\*[A-Z]+\d+[a-z]? )|\n#", text):
        if m := re.match(r"\*\*([A-Z]+\d+[a-z]?) ", block):
            out[m[1]] = block.strip()
    return out


def rulings_of(data: Path, rule_id: str) -> dict[str, str]:
    """Returns the rulings that name a rule, or the case it belongs to."""
    case = re.sub(r"(?<=\d)[a-z]\w*$", "", rule_id)
    word = re.compile(rf"{re.escape(case)}(?![\d.])")
    return {n: t for n, t in rulings(data).items() if word.search(t)}


def search(data: Path, text: str) -> list[Rule]:
    """Returns the rules that contain all the words of a text, those first that have them in the title or the kind.

    A word is found anywhere in the id, the kind, the title, the text and the other words of a rule. Its ending does not matter:
    "marching" finds "march".
    """
    wanted = [re.sub(r"(?<=\w{4})(ed|ing|es|s|e)$", "", w) for w in text.lower().split()]
    found = []
    for k, r in enumerate(rules(data).values()):
        head, body = f"{r.title} {r.kind}".lower(), f"{r.id} {r.rule}".lower()
        if all(w in head or w in body or w in r.words.lower() for w in wanted):
            found.append((-sum(4 * (w in head) + 2 * (w in body) for w in wanted), k, r))
    return [r for _, _, r in sorted(found, key=lambda x: x[:2])]


def report(data: Path, tested: dict[str, list[str]]) -> dict[str, Any]:
    """Returns the numbers of rows, testable rows and tested rows, and the missing tests. `tested` maps rule ids to test names."""
    known = rules(data)
    unknown = sorted(set(tested) - set(known))
    testable = [r for r in known.values() if r.testable]
    untested = [r.id for r in testable if r.id not in tested]
    return {
        "rows": len(known),
        "testable": len(testable),
        "tested": len(testable) - len(untested),
        "untested": untested,
        "unknown": unknown,
    }
