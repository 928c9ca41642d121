"""Wars of The Great War in pieces: they are stopped when their time is over and go on from where they stood; a line for each
finished war, with the dates that matter, and a table of many beside history.

    python tools/tgw_wars.py play wars --scenario 1914 --games 5 --seconds 170
    python tools/tgw_wars.py table wars

A war that is not over lies in the folder as a moment with what happened so far; finished wars are lines of `wars.jsonl`. Who
calls `play` again goes on with them. `--until 6` stops wars after a turn, for short looks.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.bots.tgw.evaluation import units_on
from firestep.bots.tgw.values import SERBIA
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin, moment
from firestep.games import game
from firestep.games.tgw import victory
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.state import DEAD, DEAD_NE
from firestep.hexmap.grid import bits

#: what is told of a war: key, title, turn in history (0: it did not happen)
MARKS = {
    "enters TU": ("Turkey enters", 5),
    "locked": ("the West is locked in trenches", 6),
    "enters IT": ("Italy enters", 10),
    "enters BU": ("Bulgaria enters", 15),
    "serbia": ("Serbia falls", 16),
    "enters RO": ("Roumania enters", 23),
    "czar-falls": ("the Czar falls", 28),
    "enters US": ("the United States enter", 29),
    "enters GK": ("Greece enters", 31),
    "bolsheviks": ("the Bolsheviks; Russia collapses", 36),
    "treaty": ("Brest-Litovsk", 38),
    "collapse RO": ("Roumania collapses", 36),
    "collapse BU": ("Bulgaria collapses", 44),
    "turkey-surrenders": ("Turkey surrenders", 45),
    "collapse AH": ("Austria-Hungary collapses", 46),
    "collapse FR": ("France collapses", 0),
    "collapse BE": ("Belgium collapses", 0),
    "end": ("the end", 46),
}
#: the West is locked from the first of three turns in which no more hexes than these change hands: a quarter of the front
QUIET, TURNS = 12, 3
POWERS = ("FR", "BR", "BE", "RU", "SR", "IT", "RO", "US", "GE", "AH", "TU", "BU")


def note(s: Session[Any], war: dict[str, Any], entry: Any) -> None:
    """What an entry of the journal adds to the story of a war."""
    key = f"{entry.key} {entry.params['nation']}" if entry.key in ("enters", "collapse") else entry.key
    if key in MARKS:
        war["dates"].setdefault(key, s.state.turn)
    if entry.key == "eliminated":
        for u in entry.params["units"]:
            nation = tables.NATIONS[roster.NATION_OF[roster.UNIT[u]]]
            fell = war.setdefault("fell", {})
            fell[nation] = fell.get(nation, 0) + 1
    if entry.key == "attack":
        war["combats"] = war.get("combats", 0) + 1
        fought = war.setdefault("fought", {})
        where = f"{entry.params['side'][0]}{board.FRONTS[fronts.FRONT_AT[board.INDEX[entry.params['place']]]]}"
        fought[where] = fought.get(where, 0) + 1


def look(s: Session[Any], war: dict[str, Any], turn: int) -> None:
    """A line at the end of a turn: points, strengths, dead, hexes of the West that changed hands."""
    st = s.state
    now = st.ctrl[tables.CENTRAL] & board.FRONT["W"]
    before = int(war.get("west", f"{now:x}"), 16)
    war["west"] = f"{now:x}"
    if not SERBIA & ~st.ctrl[tables.CENTRAL]:
        war["dates"].setdefault("serbia", turn)
    alive = {n: sum(1 for u in bits(roster.CORPS[tables.NATION[n]] & roster.COUNTED) if st.at[u] > 0) for n in POWERS}
    dead = {n: sum(1 for u in bits(roster.CORPS[tables.NATION[n]]) if st.at[u] in (DEAD, DEAD_NE)) for n in POWERS}
    war["turns"].append(
        {
            "turn": turn,
            "points": victory.points(st),
            "lost": victory.cities_lost(st),
            "changed": (now ^ before).bit_count(),
            "alive": {n: k for n, k in alive.items() if k},
            "dead": {n: k for n, k in dead.items() if k},
            "rp": {n: st.rp[tables.NATION[n]] for n in POWERS if st.rp[tables.NATION[n]]},
            "cities": board.numbers(board.CP_CITIES & st.ctrl[tables.ALLIED]),
            "won": board.numbers((board.VICTORY | board.RUSSIAN_CITIES) & st.ctrl[tables.CENTRAL]),
            "fronts": [
                [units_on(st, side, f).bit_count() for side in (tables.ALLIED, tables.CENTRAL)] for f in range(len(board.FRONTS))
            ],
            "fought": war.pop("fought", {}),
            "fell": war.pop("fell", {}),
        }
    )
    quiet = [row for row in war["turns"][-TURNS:] if row["changed"] <= QUIET]
    if len(quiet) == TURNS:
        war["dates"].setdefault("locked", quiet[0]["turn"])


def go_on(path: Path, war: dict[str, Any], deadline: float, until: int) -> bool:
    """Play a war until it ends or time is over; True when it is finished."""
    tgw = game("tgw")
    seed = war["seed"]
    s = begin(tgw, war["scenario"], tgw.settle_options({}), Dice(seed), war.pop("moment", None)).disable_undo()
    players = [bots.make(name, f"{seed}.{k}.{war['decisions']}") for k, name in enumerate(war["seats"])]
    read = s.journal_size
    turn = s.state.turn
    began = time.process_time()
    while (d := s.decision) is not None and s.state.turn <= until:
        s.take(bots.answer(players[d.seat], s))
        war["decisions"] += 1
        for e in s.journal_since(read):
            note(s, war, e)
        read = s.journal_size
        if s.state.turn != turn or s.decision is None:
            look(s, war, turn)
            turn = s.state.turn
            war["cpu"] = round(war["cpu"] + time.process_time() - began, 1)
            began = time.process_time()
            if s.decision is not None:  # kept turn by turn: whoever ends this piece loses no more than a turn
                path.write_text(json.dumps(war | {"moment": moment(s)}), encoding="utf-8")
                if time.monotonic() > deadline:
                    return False
    war["end"] = s.state.turn
    if s.decision is None:
        out = s.outcome
        assert out is not None
        war["dates"]["end"] = s.state.turn
        war |= {"winner": out.winner or "nobody", "level": out.level, "reason": out.reason}
    path.unlink(missing_ok=True)
    return True


def finished(folder: Path) -> list[dict[str, Any]]:
    """The wars of a folder that are over."""
    done = folder / "wars.jsonl"
    return [json.loads(line) for line in done.read_text(encoding="utf-8").splitlines()] if done.exists() else []


def play(a: argparse.Namespace) -> None:
    a.folder.mkdir(parents=True, exist_ok=True)
    done = a.folder / "wars.jsonl"
    over = {(w["scenario"], tuple(w["seats"]), w["number"]) for w in finished(a.folder)}
    deadline = time.monotonic() + a.seconds
    seats = tuple(a.seats.split(","))
    for number in range(a.first, a.first + a.games):
        if (a.scenario, seats, number) in over:
            continue
        path = a.folder / f"{a.scenario}-{'-'.join(seats)}-{number}.json"
        if path.exists():
            war = json.loads(path.read_text(encoding="utf-8"))
        else:
            seed = f"{a.seed} {a.scenario} {number}"
            war = {"scenario": a.scenario, "seats": seats, "number": number, "seed": seed, "decisions": 0, "cpu": 0.0}
            war |= {"dates": {}, "turns": []}
        if not go_on(path, war, deadline, a.until):
            return
        war.pop("west", None)
        with done.open("a", encoding="utf-8") as f:
            f.write(json.dumps(war) + "\n")
        if time.monotonic() > deadline:
            return


def name(turn: int) -> str:
    return tables.TURN_NAME[turn] if turn else "never"


def table(wars: list[dict[str, Any]]) -> str:
    """How the wars ended, and when what happened beside history."""
    lines = []
    for scenario in sorted({w["scenario"] for w in wars}):
        some = [w for w in wars if w["scenario"] == scenario]
        for seats in sorted({tuple(w["seats"]) for w in some}):
            mine = sorted((w for w in some if tuple(w["seats"]) == seats), key=lambda w: w["number"])
            each = sum(w["decisions"] for w in mine) // len(mine)
            lines += ["", f"**{scenario}, {seats[0]} against {seats[1]}**: {len(mine)} wars, {each:,} decisions each", ""]
            lines += ["| war | end | winner | why | points |", "|---|---|---|---|---|"]
            lines += [
                f"| {w['number'] + 1} | {name(w['end'])} | {w.get('winner', '-')} | {w.get('reason', 'not over')} | "
                f"{w['turns'][-1]['points'] - w['turns'][-1]['lost']} |"
                for w in mine
            ]
            lines += ["", "| what | wars | first, middle, last | history |", "|---|---|---|---|"]
            for key, (title, turn) in MARKS.items():
                found = sorted(w["dates"][key] for w in mine if key in w["dates"])
                if found or turn and scenario == "1914":
                    when = ", ".join(name(k) for k in (found[0], found[len(found) // 2], found[-1])) if found else "-"
                    lines.append(f"| {title} | {len(found)} | {when} | {name(turn)} |")
    return "\n".join(lines)


def story(war: dict[str, Any]) -> str:
    """One war turn by turn."""
    out = [
        f"{war['scenario']} {war['number']}: {war['decisions']} decisions, {war['cpu']} s, {war.get('winner')} {war.get('reason')}"
    ]
    for row in war["turns"]:
        happened = [k for k, turn in war["dates"].items() if turn == row["turn"]]
        out.append(
            f"{row['turn']:2} {tables.TURN_NAME[row['turn']]:15} {row['points']:3}-{row['lost']} W~{row['changed']:3} "
            + " ".join(f"{n}{k}/{row['dead'].get(n, 0)}" for n, k in row["alive"].items())
            + f" {','.join(row['cities'])} {' '.join(happened)}"
        )
        if "fronts" in row:
            armies = " ".join(f"{f} {x}:{y}" for f, (x, y) in zip(board.FRONTS, row["fronts"], strict=True) if x or y)
            fought = " ".join(f"{k}{n}" for k, n in sorted(row["fought"].items()))
            fell = " ".join(f"{n}{k}" for n, k in sorted(row["fell"].items()))
            won = " ".join(board.NAME.get(board.INDEX[n], n) for n in row["won"])
            out.append(f"   {armies} | attacks {fought} | fell {fell} | won {won}")
    return "\n".join(out)


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=("play", "table", "story"))
    p.add_argument("folder", nargs="?", type=Path, default=Path("wars"))
    p.add_argument("--scenario", default="1914")
    p.add_argument("--games", type=int, default=5)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--seed", default="wars")
    p.add_argument("--seats", default="greedy,greedy")
    p.add_argument("--seconds", type=float, default=170.0)
    p.add_argument("--until", type=int, default=tables.LAST_TURN)
    a = p.parse_args()
    if a.what == "play":
        play(a)
        return 0
    wars = finished(a.folder)
    wars = (
        wars if a.what == "table" else wars + [json.loads(f.read_text(encoding="utf-8")) for f in sorted(a.folder.glob("*.json"))]
    )
    print(table(wars) if a.what == "table" else "\n\n".join(story(w) for w in wars))
    return 0


if __name__ == "__main__":
    sys.exit(main())
