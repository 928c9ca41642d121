"""The rules of a rulebook, one row each, and which of them the tests prove."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

#: words that say nothing in a search
SMALL = {"a", "after", "an", "and", "at", "by", "for", "in", "into", "is", "of", "on", "or", "out", "the", "to", "with"}

#: names that rules and maps spell in another way than readers may: each word of a line finds all of them
SPELLINGS = """
beersheba bersheeba
romania rumania roumania
sofia sophia
salonika saloniki thessaloniki
constantinople istanbul
petrograd petersburg
talin tallinn reval
lemberg lvov lwow
konigsberg königsberg koenigsberg
skopje uskub üsküb
monastir bitola
smyrna izmir
baghdad bagdad
brest-litovsk brest-litowsk
hedjaz hejaz
basra basrah
kiev kyiv
trent trento
trebizond trabzon
polesti ploesti ploiesti
bosporus bosphorus
yilderim yildirim
zimmerman zimmermann
richtofen richthofen
bruchmuller bruchmüller
stosstruppen shock-troops stormtroopers
"""


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


#: the word of `refused_as.txt` for rules that forbid no action
NOTHING = "nothing"


@cache
def refused_as(data: Path) -> dict[str, str]:
    """Returns what is known of rules that no refusal names: the rule that is named instead, or `NOTHING` if it forbids no action.

    A line of `refused_as.txt` begins with that rule or word. The ids in it do not name the game.
    """
    file = data / "refused_as.txt"
    lines = (line.split() for line in file.read_text(encoding="utf-8").splitlines()) if file.exists() else ()
    game = next(iter(rules(data))).split(".")[0]
    return {f"{game}.{id}": key if key == NOTHING else f"{game}.{key}" for key, *ids in filter(None, lines) for id in ids}


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


def rulings_naming(data: Path, rule_id: str) -> dict[str, str]:
    """Returns the rulings that name a rule itself. `x.8.3a-c` names x.8.3b too, and a case without a letter names all its rules."""
    case = re.sub(r"(?<=\d)[a-z]\w*$", "", rule_id)
    ending = rule_id[len(case) :]
    word = re.compile(rf"{re.escape(case)}(?![\d.])(\w*)(?:-([a-z])(?!\w))?")

    def names(m: re.Match[str]) -> bool:
        return m[1] in ("", ending) or bool(m[2] and m[1] <= ending <= m[2])

    return {n: t for n, t in rulings_of(data, rule_id).items() if any(map(names, word.finditer(t)))}


def named(data: Path, start: str) -> list[Rule]:
    """Returns the rules whose ids begin so: `x.5.3` names x.5.3, x.5.3a, x.5.31 and x.5.33b.

    A number ends where the book counts on to ten: `x.15.1` does not name x.15.10a, and `x.los.1` does not name x.los.12.
    """
    found = [r for id, r in rules(data).items() if id.startswith(start)]
    counts_on = any(r.id.startswith(f"{start}0") for r in found)
    return [r for r in found if not counts_on or not r.id[len(start) :][:1].isdigit()]


def search(data: Path, text: str) -> list[Rule]:
    """Returns the rules that contain all the words of a text, those first that have them in the title or the kind.

    If no rule has all of them, returns the rules that have most of them, those with a rare word first. A word is found at the
    beginning of any word of a rule: of its id, kind, title, text or other words. Its ending does not matter: "guns" finds "gun".
    A place is found in all its `SPELLINGS`.
    """
    known = list(rules(data).values())
    texts = [((f"{r.title} {r.kind}", 4), (f"{r.id} {r.rule}", 2), (r.words, 1)) for r in known]
    hits = []
    for word in (_pattern(w) for w in re.findall(r"[\w.'-]+", text.lower()) if w not in SMALL):
        scores = [sum(weight for part, weight in parts if word.search(part)) for parts in texts]
        hits.append({k: score for k, score in enumerate(scores) if score})
    words = Counter(k for found in hits for k in found)
    chosen = (k for k in words if words[k] == max(words.values()))
    rarest = {k: min(len(found) for found in hits if k in found) for k in words}
    return [known[k] for k in sorted(chosen, key=lambda k: (rarest[k], -sum(found.get(k, 0) for found in hits), k))]


def _pattern(word: str) -> re.Pattern[str]:
    """Returns what finds a word with any ending, in any spelling. A short stem is found with a plural ending only."""
    spellings = next((line.split() for line in SPELLINGS.splitlines() if word in line.split()), [word])
    return re.compile("|".join(map(_with_endings, spellings)), re.IGNORECASE)


def _with_endings(word: str) -> str:
    stem = re.sub(r"(?<=\w{3})(ies|y|ed|ing|es|s|e)$", "", word)
    ending = r"(?:s|es|ed|ing)?\b" if len(stem) < 4 and stem == word.removesuffix("s") else ""
    return rf"\b{re.escape(stem)}{ending}"


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
