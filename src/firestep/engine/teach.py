"""Texts for beginners: a game's `teach.toml`, and its rules as a book, chapter by chapter.

`teach.toml` contains [about] (for the first page), [chapters] (titles of the rulebook's chapters), [asks] (a sentence and a rule
for every question, and for some an answer that can be given for good: `never`), [[howto]] (cards of the two screens "How to play")
and [lesson] (a guided first turn: a scenario, a seat, and steps that name their orders).
"""

from __future__ import annotations

import csv
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from firestep.engine import ledger

#: marks for the authors of the game, and references to the book, which players do not need
_NOTES = re.compile(r"\s*\[(?:switch|data|simplification)[^\]]*\]|,?\s*\(?\blines? \d[\d, and-]*\d?\)?(?=[.,;:)]| )")
_RULE = re.compile(r"\b[a-z]{3,4}\.[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*")


@cache
def teach(data: Path) -> dict[str, Any]:
    """Returns all of `teach.toml`; empty if a game has none."""
    path = data / "teach.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def plain(text: str) -> str:
    """Returns a ruling as players read it."""
    return re.sub(r" - \. ?", " - ", _NOTES.sub("", text)).strip()


@cache
def examples(data: Path) -> dict[str, list[str]]:
    """Returns sentences that tests prove, by rule, from `examples.csv`. `tools/examples.py` makes this file."""
    path = data / "examples.csv"
    out: dict[str, list[str]] = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as f:
            for row in csv.DictReader(f):
                out.setdefault(row["rule"], []).append(row["example"])
    return out


@cache
def book(data: Path) -> dict[str, Any]:
    """Returns chapters in reading order, rules with their rulings and examples, and rulings with their rules."""
    rules = ledger.rules(data)
    titles: dict[str, str] = teach(data).get("chapters", {})
    chapters: dict[str, list[str]] = {}
    for id in rules:
        chapters.setdefault(id.split(".")[1], []).append(id)
    about: dict[str, list[str]] = {}
    told = examples(data)
    shown = {}
    for r in rules.values():
        found = list(ledger.rulings_of(data, r.id))
        for n in found:
            about.setdefault(n, []).append(r.id)
        shown[r.id] = {"title": r.title, "rule": plain(r.rule), "rulings": found, "examples": told.get(r.id, []), "words": r.words}
    rulings = {}
    for n, text in ledger.rulings(data).items():
        head = re.match(r"\*\*\w+ (.*?)\*\*", text, re.DOTALL)
        rulings[n] = {
            "title": head[1] if head else n,
            "text": plain(text),
            "rules": list(dict.fromkeys([*(x for x in _RULE.findall(text) if x in rules), *about.get(n, [])])),
        }
    return {
        "chapters": [{"id": c, "title": titles.get(c, c), "rules": ids} for c, ids in chapters.items()],
        "rules": shown,
        "rulings": rulings,
    }
