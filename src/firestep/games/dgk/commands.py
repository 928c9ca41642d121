"""`firestep dgk`: the pocket umpire as a file, a question to it in the terminal, and a scenario file looked over."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from firestep.engine.errors import FirestepError, UnknownName
from firestep.games.dgk import export, umpire
from firestep.games.dgk.umpire import FIELDS, FIRES, Question, Score

EXAMPLES = """examples:
  firestep dgk export app.html         one file that works from a phone's storage
  firestep dgk export --site folder    the page as a folder for any web server
  firestep dgk ask deployed-fire infantry range=8 target=cavalry cover=soft
  firestep dgk ask indirect heavy range=40 cover=hard
  firestep dgk ask assault cavalry target=field frontal=no
  firestep dgk check mybattle.toml     is this scenario file sound?"""


def question(action: str, unit_type: str, words: Sequence[str]) -> Question:
    """The fields of the screen from words like `cover=soft`; what the action does not ask for is refused."""
    indirect = action == "indirect"
    if indirect:
        action = "moving-fire"  # dgk.X.ind.3
    if action not in FIELDS:
        raise UnknownName(f"there is no action '{action}'; choose one of: {', '.join(FIELDS)}, indirect")
    known = ("quality", *FIELDS[action])
    usual = Question(action, unit_type)
    given: dict[str, Any] = {}
    for word in words:
        key, eq, value = word.partition("=")
        if not eq or key not in known:
            raise UnknownName(f"'{word}' is not a field of {action}; write FIELD=VALUE with one of: {', '.join(known)}")
        now = getattr(usual, key)
        if isinstance(now, bool):
            if value not in ("yes", "no"):
                raise FirestepError(f"{key} is yes or no, not '{value}'")
            given[key] = value == "yes"
        elif isinstance(now, float):
            try:
                given[key] = float(value)
            except ValueError:
                raise FirestepError(f"{key} is a number of inches, not '{value}'") from None
        else:
            given[key] = umpire.grade(value) if key.endswith("quality") else value
    q = replace(usual, **_as_vehicle(given.get("target", ""), given), **given)
    if indirect:
        if unit_type not in ("field", "heavy"):
            raise FirestepError("only deployed artillery uses indirect fire; name field or heavy [dgk.X.ind.1]")
        q = replace(q, range=umpire.indirect_range(q.range))
    umpire.check(q)
    return q


def _as_vehicle(target: str, given: dict[str, Any]) -> dict[str, Any]:
    """What is always so of a vehicle as a target: automobiles never deploy, armoured cars have hard cover even in the open."""
    if target not in ("fast", "slow", "armoured-car"):
        return {}
    if target != "slow" and given.get("formation") == "deployed":
        raise FirestepError("automobiles and trains are hit in maneuver or march formation; they do not deploy [dgk.X.auto.3]")
    out: dict[str, Any] = {} if "formation" in given else {"formation": "maneuver"}
    if target == "armoured-car" and given.get("cover", "none") in ("none", "soft"):
        given.pop("cover", None)
        out["cover"] = "hard"  # dgk.X.ac.1
    return out


Part = dict[str, Any]


def parts(q: Question) -> list[Part]:
    """Returns what is diced for, each with the chances of its results and the numbers that count."""
    out: list[Part] = []

    def add(title: str, chances: Sequence[tuple[str, int]], whole: int, *scores: tuple[str, Score | None]) -> None:
        counted = [(of, r) for of, score in scores for r in (score.reasons if score else ()) if r.value]
        reasons = [{"of": of, "field": r.field, "choice": r.choice, "value": r.value, "rule": r.rule} for of, r in counted]
        out.append({"title": title, "chances": {name: w / whole for name, w in chances if w}, "reasons": reasons})

    if q.action in FIRES:
        levels = [(f"{i} level{'' if i == 1 else 's'}", w) for i, w in enumerate(umpire.fire_chances(q))]
        add("Damage", levels, umpire.WHOLE, ("", umpire.fire_score(q)))
    elif q.action == "regroup":
        add("Regroup", list(umpire.regroup_chances(q).items()), umpire.WHOLE, ("", umpire.regroup_score(q)))
    else:
        add("Order", list(umpire.order_chances(q).items()), umpire.WHOLE, ("", umpire.order_score(q)))
    if q.action == "assault":
        c = umpire.assault_chances(q)
        ends = [("stopped by fire", c.stopped), ("thrown back", c.repulsed), ("wins", c.won)]
        scores = (
            ("defensive fire", umpire.defensive_score(q)),
            ("assaulter", umpire.attack_score(q)),
            ("target", umpire.defence_score(q)),
        )
        add("Assault", ends, umpire.WHOLE**3, *scores)
    return out


def answer(q: Question) -> str:
    """Returns the chances, and every number that counts, as text."""
    lines: list[str] = []
    for part in parts(q):
        lines.append(part["title"])
        lines.extend(f"  {name:16} {100 * chance:5.1f} %" for name, chance in part["chances"].items())
        for r in part["reasons"]:
            of = f"{r['of']}, " if r["of"] else ""
            lines.append(f"  {of}{r['field']}: {r['choice']}  {r['value']:+d}  [{r['rule']}]")
    return "\n".join(lines)


def ask(arguments: argparse.Namespace) -> None:
    q = question(arguments.action, arguments.type, arguments.fields)
    print(json.dumps(parts(q), indent=1) if arguments.json else answer(q))


def check(path: Path) -> str:
    """What a scenario file holds; refuses what cannot be played."""
    from firestep.games.dgk.scenarios import scenario  # here, because tables need shapely and the umpire does not

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise FirestepError(f"cannot read {path}: {getattr(e, 'strerror', None) or 'it is not a text file'}") from None
    scn = scenario.read(text, path.name)
    sides = (sum(u.side == side for u in scn.units) for side in (0, 1))
    ground = scn.ground
    return (
        f"{scn.title}: a table of {ground.width:g} by {ground.height:g} inches, {len(ground.pieces)} pieces of terrain, "
        f"{' and '.join(map(str, sides))} units, {scn.turns} turns. It can be played."
    )


def add_parser(subparsers: Any) -> None:
    """`firestep dgk export|ask|check`."""
    game: argparse.ArgumentParser = subparsers.add_parser(
        "dgk",
        help="the pocket umpire of Der Grosse Krieg",
        epilog=EXAMPLES,
        description="The dice and charts of Der Grosse Krieg for a phone, at the table and without a network.",
    )
    sub = game.add_subparsers(title="questions", metavar="export|ask|check", dest="dgk_command", required=True)
    out = sub.add_parser("export", help="write the pocket umpire as one HTML file; a file of this name is replaced")
    out.add_argument("target", type=Path, help="the file to write, for example app.html")
    out.add_argument("--site", action="store_true", help="write a folder for a web server instead")
    out.set_defaults(run=lambda args: print(export.export(args.target, args.site)))
    asked = sub.add_parser("ask", help="the chances of an action and every number that counts")
    asked.add_argument("action", metavar="ACTION", help=", ".join((*FIELDS, "indirect")))
    asked.add_argument("type", metavar="TYPE", help="the acting unit: " + ", ".join(umpire.model()["types"]))
    asked.add_argument(
        "fields", metavar="FIELD=VALUE", nargs="*", default=[], help="what differs from the usual: cover=hard, leader=yes ..."
    )
    asked.add_argument("--json", action="store_true", help="answer in JSON")
    asked.set_defaults(run=ask)
    look = sub.add_parser("check", help="look a scenario file over")
    look.add_argument("file", type=Path, help="a scenario (TOML)")
    look.set_defaults(run=lambda args: print(check(args.file)))
