"""The command line: what each command answers, exit codes, one-sentence errors, and that an error writes nothing."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firestep import bots
from firestep.cli import main, parser
from firestep.commands import COMMANDS, rules
from firestep.engine import ledger, record
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.position import to_text
from firestep.engine.secret import known_to
from firestep.engine.start import begin
from firestep.games import ALL, GAMES

Run = Any


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def go(*words: str) -> tuple[int, str, str]:
        try:
            code = main(list(words))
        except SystemExit as e:
            code = int(e.code or 0)
        out = capsys.readouterr()
        return code, out.out, out.err

    return go


@pytest.fixture
def war(run: Run) -> str:
    assert run("new", "wwi", "--seed", "7", "-o", "war.json")[0] == 0
    return "war.json"


def answer(result: tuple[int, str, str]) -> Any:
    code, out, err = result
    assert code == 0, err
    return json.loads(out)


# -- help ------------------------------------------------------------------------------------------------------------------


def test_every_command_teaches_with_examples(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for module in COMMANDS:
        assert hasattr(module, "add_parser") and module.__doc__
    names = [line.split()[0] for line in out.split("COMMAND\n")[-1].splitlines() if line.startswith("    ") and line[4] != " "]
    assert {
        "games",
        "new",
        "show",
        "legal",
        "why-not",
        "odds",
        "play",
        "replay",
        "verify",
        "simulate",
        "rules",
        "map",
        "bench",
    } <= set(names)
    for name in names:
        code, out, _ = run(name, "--help")
        assert code == 0 and "examples:" in out and f"firestep {name}" in out


def test_version(run: Run) -> None:
    assert run("--version")[1].startswith("firestep ")


def test_it_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "firestep", "games", "--json"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)[0]["id"] in GAMES


def test_a_reader_that_goes_away_is_no_error(war: str, tmp_path: Path) -> None:
    command = f"{sys.executable} -m firestep show {war} | head -1"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""


# -- commands --------------------------------------------------------------------------------------------------------------


def test_games(run: Run) -> None:
    found = answer(run("games", "--json"))
    assert [g["id"] for g in found] == list(GAMES)
    for g in found:
        assert {"id", "title", "seats", "scenarios", "options", "bots"} <= set(g)
        assert all(s["id"] for s in g["scenarios"])
    assert "historical" in run("games", "wwi")[1]


def test_new_writes_a_record_with_its_settings(run: Run) -> None:
    code, out, _ = run(
        "new", "wwi", "--scenario", "free", "--seed", "3", "--option", "tank-army=on", "--option", "variable-italy", "-o", "a.json"
    )
    assert code == 0 and "a.json" in out
    rec = record.load(Path("a.json"))
    assert (rec["scenario"], rec["seed"]) == ("free", "3")
    assert rec["options"]["tank-army"] == "on" and rec["options"]["variable-italy"] == "on"


def test_new_without_a_file_prints_the_record(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("new", "wwi", "--seed", "3")
    assert code == 0 and record.loads(out)["seed"] == "3" and not list(tmp_path.iterdir())


def test_new_draws_a_secret_seed(run: Run) -> None:
    seeds = {record.loads(run("new", "wwi")[1])["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_show_tells_the_position(run: Run, war: str) -> None:
    _, out, _ = run("show", war)
    assert "Turn 1" in out and "Central Powers: choose a hex" in out
    assert len(run("show", war, "--no-map")[1]) < len(out)
    view = answer(run("show", war, "--json", "--seat", "central"))
    assert view["seat"] == "central" and view["decision"]["actions"]
    assert answer(run("show", war, "--json"))["decision"]["actions"] == []


def test_show_writes_a_position_that_can_be_shown(run: Run, war: str) -> None:
    code, out, _ = run("show", war, "--position")
    assert code == 0 and out.startswith('format = "firestep-position 1"')
    Path("p.toml").write_text(out, encoding="utf-8")
    assert answer(run("show", "p.toml", "--json"))["board"] == answer(run("show", war, "--json"))["board"]
    assert run("legal", "p.toml")[1] == run("legal", war)[1]
    assert "position" in run("verify", "p.toml")[1]


def test_legal_lists_what_the_session_offers(run: Run, war: str) -> None:
    s = record.load_session(record.load(Path(war)), GAMES)
    expected = [" ".join(a) for a in s.decision.actions]
    assert run("legal", war)[1].splitlines() == expected
    data = answer(run("legal", war, "--json"))
    assert data["actions"] == expected and data["seat"] == "central" and data["prompt"]


def test_why_not_cites_rules_and_says_no_by_its_exit_code(run: Run, war: str) -> None:
    code, out, _ = run("why-not", war, "attack", "0106")
    assert code == 1 and "[wwi.8.11a]" in out
    code, out, _ = run("why-not", war, "attack", "0106", "--json")
    assert code == 1 and json.loads(out)["refusals"][0]["rule"] == "wwi.8.11a"
    code, out, _ = run("why-not", war, "attack", "0407")
    assert code == 0 and "legal" in out
    assert answer(run("why-not", war, "done", "--json")) == {"action": "done", "legal": True, "refusals": []}


def test_odds_are_exact(run: Run, war: str) -> None:
    data = answer(run("odds", war, "attack", "0407", "ge-4", "ge-5", "--json"))
    assert sum(r["percent"] for r in data["results"]) == pytest.approx(100, abs=0.1)
    assert "%" in run("odds", war, "attack", "0407", "ge-4", "ge-5")[1]


def test_replay_tells_events_with_rules(run: Run, finished: str) -> None:
    code, out, _ = run("replay", finished, "--to", "30")
    assert code == 0 and "[wwi." in out and "next: " in out
    data = answer(run("replay", finished, "--json"))
    assert data["outcome"]["winner"] in (*GAMES["wwi"].seats, None)
    assert all(e["text"] and e["rules"] for e in data["journal"])


@pytest.fixture
def finished(run: Run, tmp_path: Path) -> str:
    (tmp_path / "games").mkdir()
    assert run("simulate", "wwi", "--games", "1", "--seed", "5", "--records", "games")[0] == 0
    return str(next((tmp_path / "games").iterdir()))


def test_verify_accepts_a_true_record_and_refuses_an_edited_one(run: Run, finished: str) -> None:
    assert answer(run("verify", finished, "--json"))["ok"] is True
    path = Path(finished)
    rec = json.loads(path.read_text())
    rec["hash"] = "0" * 64
    path.write_text(json.dumps(rec))
    code, out, err = run("verify", finished)
    assert (code, out) == (2, "") and "hash differs" in err


@pytest.mark.parametrize("command", ["show", "replay", "verify", "legal", "map", "play"])
def test_records_of_the_archive_are_read_as_they_are(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """A compressed record is read like any other, whatever its name, and `play` saves it compressed."""
    rec = GAMES["wwi"]
    s = begin(rec, "historical", rec.settle_options({}), Dice("7"))
    s.take(s.decision.actions[0])
    record.save(record.to_record(s), Path("war.json.gz"))
    record.save(record.to_record(s), Path("war.json"))
    assert gzip.decompress(Path("war.json.gz").read_bytes()) == Path("war.json").read_bytes()
    Path("other").write_bytes(Path("war.json.gz").read_bytes())
    more = {"map": ("-o", "x.svg"), "play": ("--seats", "human,human", "--no-map")}.get(command, ())
    for name in ("war.json.gz", "other"):
        typed(monkeypatch, "quit")
        code, out, err = run(command, name, *more)
        typed(monkeypatch, "quit")
        plain = run(command, "war.json", *more)
        assert (code, err) == (0, "") and out.replace(name, "war.json") == plain[1]
    assert Path("war.json.gz").read_bytes()[:2] == b"\x1f\x8b"
    archived = next(iter(sorted((Path(__file__).parents[1] / "records").glob("wwi-*.json.gz"))))
    if command in ("show", "legal"):
        assert run(command, str(archived), "--to", "0")[0] == 0


def test_a_file_is_read_from_standard_input(run: Run, war: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(Path(war).read_text(encoding="utf-8")))
    assert run("legal", "-")[:2] == run("legal", war)[:2]


def test_the_words_of_a_position_are_shown_and_kept(run: Run) -> None:
    metz = str(Path(__file__).parents[2] / "docs" / "positions" / "metz-in-winter.toml")
    code, out, _ = run("show", metz, "--no-map")
    assert code == 0 and "Metz in winter" in out and "Three French armies" in out
    assert '"Metz in winter"' in run("verify", metz)[1]
    Path("again.toml").write_text(run("show", metz, "--position")[1], encoding="utf-8")
    assert "Three French armies" in run("show", "again.toml", "--no-map")[1]


MINE = """
class Mine:
    name = "mine"

    def __init__(self, seed=0):
        pass

    def choose(self, session, decision):
        return decision.actions[0]
"""


def test_a_bot_of_ones_own_plays_in_simulations_and_in_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    Path("mybot.py").write_text(MINE, encoding="utf-8")
    monkeypatch.setattr(bots, "BOTS", dict(bots.BOTS))
    words = ("simulate", "wwi", "--seats", "mybot:Mine,random", "--games", "2")
    one = answer(run(*words))
    assert one["seats"]["allied"] == "mybot:Mine" and one["finished"] == 2
    assert answer(run(*words, "--jobs", "2"))["outcomes"] == one["outcomes"]
    assert run("play", "wwi", "--seats", "mybot:Mine,mybot:Mine", "--seed", "1", "--no-map", "-o", "w.json")[0] == 0
    rec = record.load(Path("w.json"))
    assert rec["seats"] == ["mybot:Mine"] * 2 and rec["result"]
    monkeypatch.syspath_prepend(".")
    Path("another.py").write_text(MINE, encoding="utf-8")
    with pytest.raises(UnknownName):  # a server makes bots from names that strangers send: it never loads a module
        bots.make("another:Mine")
    assert "another" not in sys.modules


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_sum_of_the_games_that_are_over(tmp_path: Path, jobs: str) -> None:
    words = [sys.executable, "-m", "firestep", "simulate", "wwi", "--games", "100000", "--jobs", jobs, "--progress"]
    # a test run in the background ignores the signal, and child processes would inherit that
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    p = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    signal.signal(signal.SIGINT, before)
    assert p.stdout is not None and p.stderr is not None
    seen = b""
    while b"/100000" not in seen:  # a first game is over
        seen += p.stderr.read(1)
    os.killpg(p.pid, signal.SIGINT)  # as a terminal does: to every process
    out, err = p.communicate(timeout=60)
    found = json.loads(out)
    assert p.returncode == 130 and found["stopped"] is True and 0 < found["games"] < 100000
    assert b"Traceback" not in err and b"Process" not in err


def test_a_fault_in_the_data_is_told_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> Any:
        raise FirestepError("line 3 of the map is wrong")

    monkeypatch.setattr("firestep.sim.play.begin", broken)
    code, out, err = run("simulate", "wwi", "--games", "3")
    assert (code, out) == (2, "") and err == "firestep: line 3 of the map is wrong\n"


def test_simulate_answers_in_json_and_repeats(run: Run) -> None:
    words = ("simulate", "wwi", "--seats", "random,random", "--games", "3", "--seed", "9")
    one = answer(run(*words))
    assert {"games", "finished", "errors", "decisions", "seconds", "decisions_per_second", "games_per_second", "outcomes"} <= set(
        one
    )
    assert (one["games"], one["finished"], one["errors"]) == (3, 3, 0) and sum(one["outcomes"].values()) == 3
    assert sum(one["levels"].values()) == 3 and one["margins"]["least"] <= one["margins"]["middle"] <= one["margins"]["greatest"]
    two = answer(run(*words, "--jobs", "2"))
    same = ("games", "finished", "errors", "decisions", "outcomes", "levels", "margins", "mean_scores")
    assert {k: one[k] for k in same} == {k: two[k] for k in same}
    last = answer(run("simulate", "wwi", "--games", "1", "--seed", "9", "--first", "2"))
    first = answer(run("simulate", "wwi", "--games", "2", "--seed", "9"))
    assert first["decisions"] + last["decisions"] == one["decisions"]


def test_progress_goes_to_standard_error(run: Run) -> None:
    code, out, err = run("simulate", "wwi", "--games", "1", "--progress")
    assert code == 0 and json.loads(out) and "1/1 games" in err
    assert run("simulate", "wwi", "--games", "1")[2] == ""


def test_rules_counts_the_ledger(run: Run, tmp_path: Path) -> None:
    tests = tmp_path / "tests" / "games" / "wwi"
    tests.mkdir(parents=True)
    (tests / "test_a.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('wwi.8.34', 'wwi.8.35')\n@pytest.mark.parametrize('x', [1, 2])\ndef test_a(x): pass\n"
        "@pytest.mark.skip\n@pytest.mark.rule('wwi.8.33')\ndef test_b(): pass\n"
        "@pytest.mark.rule('wwi.99.99')\ndef test_c(): pass\n",
        encoding="utf-8",
    )
    data = answer(run("rules", "wwi", "--json"))
    assert data["tested"] == 2 and data["rows"] == len(ledger.rules(GAMES["wwi"].data)) and data["unknown"] == ["wwi.99.99"]
    assert len(data["untested"]) == data["testable"] - 2 and "wwi.8.33" in data["untested"]
    last = run("rules", "wwi")[1].splitlines()[-1]
    assert last == f"wwi: {data['rows']} rows, {data['testable']} testable, 2 tested, {data['testable'] - 2} untested"
    told = run("rules", "wwi", "wwi.8.34")[1]
    assert "test_a.py:2 test_a" in told and "rough" in told.lower()


@pytest.mark.parametrize("game", ALL)
def test_rules_counts_the_tests_of_this_project(run: Run, game: str) -> None:
    """The command of the README, on the real tests."""
    tests = Path(__file__).parent.parent
    data = answer(run("rules", game, "--json", "--tests", str(tests)))
    assert data["unknown"] == [] and data["testable"] > 100 and data["tested"] > 0.9 * data["testable"]
    written = sum(p.read_text(encoding="utf-8").count("\ndef test_") for p in (tests / "games" / game).rglob("test_*.py"))
    assert data["tests"] > written / 2


def test_rules_tells_a_rule_with_its_tests(run: Run) -> None:
    tests = str(Path(__file__).parent.parent)
    [row] = answer(run("rules", "wwi", "wwi.8.34", "--tests", tests, "--json"))
    for place in (*row["tests"], *row["decided"], *row["refused"]):
        where, _, name = place.partition(" ")
        file, _, line = where.rpartition(":")
        there = (Path(tests).parent / file).read_text(encoding="utf-8").splitlines()
        if place in row["tests"]:
            assert name in "".join(there[int(line) - 1 : int(line) + 12])
        else:
            assert "wwi.8.34" in there[int(line) - 1] and name.split(".")[-1] in "".join(there[: int(line) + 12])
    assert row["tests"] and row["decided"]
    lines = run("rules", "wwi", "8.34", "--tests", tests)[1].splitlines()
    assert f"  test    {row['tests'][0]}" in lines and f"  decided {row['decided'][0]}" in lines


def test_rules_shows_the_deciding_line_first_and_who_refuses_under_another_id(run: Run) -> None:
    out = run("rules", "wwi", "5.12b")[1]
    first = out.split("  decided ")[1].splitlines()
    assert first[0].startswith("src/firestep/games/wwi/ground.py:") and "# wwi.5.12b" in first[1]
    assert "_barred (as wwi.5.23a)" in out and 'Refusal("wwi.5.23a"' in out


def test_rules_says_only_what_is_known_of_refusals(run: Run) -> None:
    assert "nothing to refuse" in run("rules", "wwi", "9.13b")[1]
    assert "no refusal cites it" in run("rules", "wwi", "8.63b")[1]
    assert "(as wwi.8.15)" in run("rules", "wwi", "9.31b")[1]
    for game, id in (("dgk", "dgk.VIII.los.6"), ("tgw", "tgw.6.47a"), ("tgw", "tgw.19.54a")):
        assert "  refused src/" in run("rules", game, id)[1], id


def test_rules_shows_first_where_the_sentence_of_a_refusal_is_made(run: Run) -> None:
    for game, id, file in (("gwb", "7.2d", "refusals_"), ("ditt", "6.2l", "areas.py"), ("tgw", "8.23a", "refusals.py")):
        first = run("rules", game, id)[1].split("  refused ")[1].splitlines()
        assert file in first[0] and f"{game}.{id}" in first[1], first


def test_rules_prints_the_rulings_that_name_the_rule_and_counts_the_others(run: Run) -> None:
    out = run("rules", "ditt", "6.5h")[1]
    assert "**V10 " not in out and "Rulings on the other rules of the same case: " in out and "V10" in out
    assert "**G02 " in run("rules", "gwb", "7.2a")[1] and "**G02 " not in run("rules", "gwb", "7.2d")[1]
    assert "**R43 " in run("rules", "wwi", "9.11b")[1]  # it names wwi.9.11a-b


def test_rules_takes_beginnings_of_ids(run: Run) -> None:
    def named(game: str, *words: str) -> list[str]:
        return [row["id"].removeprefix(f"{game}.") for row in answer(run("rules", game, *words, "--json"))]

    assert {"5.31a", "5.33b"} <= set(named("wwi", "5.3")) and all(id.startswith("5.3") for id in named("wwi", "5.3"))
    assert "VII.ass.6" in named("dgk", "VII.ass") and named("dgk", "VIII.los.1") == ["VIII.los.1"]
    assert "13.1c" in named("ditt", "13") and all(id.startswith("1.") for id in named("ditt", "1"))


def test_rules_finds_rules_by_words(run: Run) -> None:
    lines = run("rules", "wwi", "rough", "defend")[1].splitlines()
    assert [line for line in lines if line.startswith("wwi.8.34 ")]
    code, out, err = run("rules", "wwi", "submarine-launched")
    assert (code, out) == (2, "") and "no rule 'submarine-launched'" in err


def test_rules_finds_words_beside_numbers_and_other_words_for_a_rule(run: Run) -> None:
    out = run("rules", "ditt", "Army", "20", "Divs")[1]
    assert "found by words: Army 20 Divs" in out.splitlines()[0] and "ditt.4.2b  " in out
    for game, words, id in (
        ("wwi", "mountains", "wwi.5.12b"),
        ("dgk", "cavalry charges", "dgk.VII.ass.6"),
        ("gwb", "moving column", "gwb.8.0b"),
        ("tgw", "9.5 harbour", "tgw.9.53a"),
        ("tgw", "Beersheba town", "tgw.11.22c"),  # the map spells it Bersheeba
    ):
        assert f"{id}  " in run("rules", game, *words.split())[1], words


def test_rules_prints_little_of_many_rules_and_no_events_unless_asked(run: Run) -> None:
    out = run("rules", "ditt", "Divs")[1]
    assert (
        "  test " not in out and "**" not in out and "ditt.ev." not in out and out.splitlines()[-1].startswith("Name one of the ")
    )
    rows = [row for row in answer(run("rules", "ditt", "Divs", "--json")) if f"{row['id']}  " in out]
    assert len(rows) > 12 and all(f"  {row['rule']}" in out for row in rows)
    assert "ditt.ev." in run("rules", "ditt", "event", "Divs")[1]
    out = run("rules", "gwb", "gwb.8")[1]
    assert out.count("**G51 ") == 1 and "  test " in out


def test_rules_tells_a_rule_where_there_are_no_tests(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an installation from a wheel: the rules and rulings are there, the tests are not."""
    monkeypatch.setattr(rules, "__file__", str(Path.cwd() / "lib" / "python" / "firestep" / "commands" / "rules.py"))
    ruled = next(id for id in ledger.rules(GAMES["wwi"].data) if ledger.rulings_of(GAMES["wwi"].data, id))
    code, out, err = run("rules", "wwi", "wwi.8.34", ruled)
    assert (code, err) == (0, "") and "Rough" in out and "test" not in out
    ruling = " ".join(next(iter(ledger.rulings_of(GAMES["wwi"].data, ruled).values())).split())
    assert ruling in out
    assert [r["tests"] for r in answer(run("rules", "wwi", "wwi.8.34", "--json"))] == [[]]
    code, out, err = run("rules", "wwi")
    assert (code, out) == (2, "") and "there are no tests" in err


def test_the_map_of_a_game_without_hexes_is_a_scenario(run: Run) -> None:
    sizes = {}
    for id in ("le-cateau", "lier"):
        assert run("map", "dgk", "--scenario", id, "-o", f"{id}.svg")[0] == 0
        sizes[id] = Path(f"{id}.svg").read_text(encoding="utf-8").count("<polygon")
    assert run("map", "dgk", "-o", "first.svg")[0] == 0
    assert Path("first.svg").read_bytes() == Path("le-cateau.svg").read_bytes()
    assert min(sizes.values()) > 20
    battle = GAMES["dgk"].data / "scenarios" / "lier.toml"
    assert run("map", "dgk", "--scenario", str(battle), "-o", "own.svg")[0] == 0
    assert Path("own.svg").read_bytes() == Path("lier.svg").read_bytes()


def test_map_as_svg(run: Run, war: str) -> None:
    assert run("map", "wwi", "-o", "map.svg")[0] == 0
    assert "<svg" in Path("map.svg").read_text(encoding="utf-8")[:500]
    assert run("map", war, "-o", "war.svg")[0] == 0
    assert Path("war.svg").stat().st_size > Path("map.svg").stat().st_size


# -- play ------------------------------------------------------------------------------------------------------------------


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    rest = iter(lines)

    def answer_with(_: str = "") -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer_with)


def test_play_saves_explains_and_undoes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(
        monkeypatch,
        "attack 0106",
        "why attack 0106",
        "odds attack 0407 ge-4 ge-5",
        "rule 8.34",
        "help",
        "list",
        "log",
        "map",
        "999",
        "attack 0407",
        "undo",
        "attack 0408",
        "quit",
    )
    code, out, err = run("play", "wwi", "--seats", "greedy,human", "--seed", "7", "--no-map")
    assert (code, err) == (0, "")
    for words in (
        "no army of yours stands next to 0106 [wwi.8.11a]",
        "expected: attacker",
        "Rough",
        "taken back",
        "choose a number",
    ):
        assert words in out
    rec = record.load(Path("wwi.json"))
    assert rec["actions"] == ["attack 0407", "undo", "attack 0408"] and rec["seats"] == ["greedy", "human"]
    record.verify(rec, GAMES)


def test_the_terminal_tells_a_seat_what_it_may_know(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Map, position and log are those of the game as the seat knows it."""
    typed(monkeypatch, "1", "done", "map", "position", "log 400", "quit")  # two questions, then the enemy has marched
    words = ("--scenario", "1918", "--option", "fog=on", "--seats", "human,greedy", "--seed", "1", "-o", "w.json")
    code, out, _ = run("play", "tgw", *words)
    assert code == 0
    s = record.load_session(record.load(Path("w.json")), GAMES)
    seen = known_to(s, 0)
    assert s.hash() != seen.hash(), "something is hidden"
    assert to_text(seen) in out and to_text(s) not in out
    assert GAMES["tgw"].draw_text(seen) in out
    own = [e for e in s.journal if e.params.get("only") == "allied"]
    secret = [e for e in s.journal if e.params.get("only") == "central"]
    told = " ".join(out.split())
    assert own and secret and not any(" ".join(s.game.text(e).split()) in told for e in secret)


def test_play_goes_on_from_its_record(run: Run, monkeypatch: pytest.MonkeyPatch, war: str) -> None:
    typed(monkeypatch, "2")
    run("play", war, "--seats", "human,human", "--no-map")
    typed(monkeypatch, "", "bot", "bot", "bot", "bot", "bot")
    code, out, _ = run("play", war, "--no-map")
    assert code == 0 and "continue with" in out
    rec = record.load(Path(war))
    assert rec["actions"][0] == "attack 0407" and len(rec["actions"]) > 3 and rec["seats"] == ["human", "human"]
    record.verify(rec, GAMES)


def test_bots_play_to_the_end(run: Run) -> None:
    code, out, _ = run("play", "wwi", "--seats", "random,random", "--seed", "1", "--no-map")
    assert code == 0 and "[wwi.15.0]" in out
    assert record.load(Path("wwi.json"))["result"]
    run("play", "wwi", "--seats", "random,random", "--seed", "2", "--no-map")
    assert Path("wwi-2.json").exists()


# -- mistakes --------------------------------------------------------------------------------------------------------------

NONE = "none.json"
MISTAKES: list[tuple[tuple[str, ...], str]] = [
    ((), "COMMAND"),
    (("march",), "there is no command 'march'"),
    (("games", "ludo"), "there is no game 'ludo'"),
    (("new", "ludo", "-o", "x.json"), "there is no game 'ludo'"),
    (("new", "wwi", "--scenario", "1870", "-o", "x.json"), "no scenario '1870'; choose one of: historical, free"),
    (("new", "wwi", "--option", "tanks=on", "-o", "x.json"), "no option 'tanks'"),
    (("new", "wwi", "--option", "tank-army=maybe", "-o", "x.json"), "cannot be 'maybe'"),
    (("new", "wwi", "--option", "tank-army", "--option", "tank-army", "-o", "x.json"), "given twice"),
    (("new", "wwi", "-o", "nowhere/x.json"), "cannot write nowhere/x.json"),
    (("new", "wwi", "-o", "war.json"), "exists already"),
    (("show", NONE), "there is no file none.json"),
    (("show", "."), "is a folder"),
    (("show", "war.json", "--seat", "neutral", "--json"), "no seat 'neutral'"),
    (("show", "war.json", "--to", "5"), "has 0 actions"),
    (("show", "junk.txt"), "neither a record nor a position"),
    (("show", "cut.json"), "not a complete record"),
    (("show", "foreign.json"), "not a Firestep record"),
    (("show", "later.json"), "record version 2"),
    (("show", "edited.json"), "action 1 of the record does not fit"),
    (("show", "two.toml"), "two armies in hex 0508"),
    (("show", "broken.toml"), "is not a position"),
    (("legal", "unit.toml"), "there is no unit 'ge-99'"),
    (("legal", NONE), "there is no file"),
    (("why-not", "war.json", "fly", "0407"), "there is no action 'fly'"),
    (("why-not", "war.json", "attack", "9999"), "there is no hex '9999'"),
    (("why-not", "war.json", "move", "ge-99"), "there is no unit 'ge-99'"),
    (("odds", "war.json"), "no attack is being put together"),
    (("odds", "war.json", "attack", "0407", "xx-1"), "there is no unit 'xx-1'"),
    (("odds", "war.json", "attack", "9999"), "there is no land hex '9999'"),
    (("replay", "war.json", "--to", "-1"), "choose a number"),
    (("replay", NONE), "there is no file"),
    (("verify", "cut.json"), "not a complete record"),
    (("simulate", "ludo"), "there is no game"),
    (("simulate", "wwi", "--seats", "genius,random"), "there is no bot 'genius'"),
    (("simulate", "wwi", "--seats", "random"), "has 2 seats"),
    (("simulate", "wwi", "--games", "0"), "--games must be at least 1"),
    (("simulate", "wwi", "--games", "many"), "--games needs a number, not 'many'"),
    (("simulate", "wwi", "--jobs", "0"), "--jobs must be at least 1"),
    (("simulate", "wwi", "--records", "nowhere"), "there is no folder nowhere"),
    (("rules", "ludo"), "there is no game"),
    (("rules", "wwi", "wwi.99"), "no rule 'wwi.99'"),
    (("rules", "wwi", "--tests", "nowhere"), "there are no tests in nowhere"),
    (("map", "wwi", "-o", "map.gif"), "must end in .svg or .png"),
    (("map", "ludo", "-o", "map.svg"), "there is no game"),
    (("map", "wwi", "-o", "nowhere/map.svg"), "cannot write"),
    (("map", "wwi", "--scenario", "nosuch", "-o", "x.svg"), "has no scenario 'nosuch'"),
    (("map", "dgk", "--scenario", "nosuch", "-o", "x.svg"), "has no scenario 'nosuch'"),
    (("map", "wwi", "--to", "3", "-o", "x.svg"), "--to needs a record"),
    (("map", "war.json", "--scenario", "free", "-o", "x.svg"), "leave --scenario out"),
    (("show", "war.json", "--seat", "central"), "--seat needs --json"),
    (("show", "war.json", "--position", "--json"), "exclude each other"),
    (("show", "cut.json.gz"), "the compressed file is damaged"),
    (("replay", "war.json", "--from", "5"), "the game has 0 actions"),
    (("show", "war.json", "--to", "x"), "--to needs a number, not 'x'"),
    (("show", "war.json", "--to"), "--to needs a value"),
    (("dgk",), "this is missing: export|ask|check"),
    (("simulate", "wwi", "--seats", "nowhere:Mine,random"), "No module named 'nowhere'"),
    (("simulate", "wwi", "--seats", "json:Mine,random"), "has no class 'Mine'"),
    (("simulate", "wwi", "--seats", "json:loads,random"), "is not a bot"),
    (("play", "wwi", "--seats", "human,nowhere:Mine"), "cannot be loaded"),
    (("play", "ludo"), "there is no game"),
    (("play", "wwi", "--seats", "human,genius"), "there is no player 'genius'"),
    (("play", "wwi", "--seats", "human"), "has 2 seats"),
    (("play", "war.json", "--scenario", "free"), "has its scenario and options already"),
    (("play", "war.json", "-o", "junk.txt"), "exists already"),
    (("play", "cut.json"), "not a complete record"),
    (("bench", "--blocks", "0"), "must be greater than 0"),
]


@pytest.fixture
def files(war: str) -> None:
    """A folder with one good record and every kind of bad file."""
    text = Path(war).read_text(encoding="utf-8")
    Path("cut.json").write_text(text[: len(text) // 2], encoding="utf-8")
    Path("foreign.json").write_text('{"format": "chess"}', encoding="utf-8")
    Path("later.json").write_text(text.replace('"version": 1', '"version": 2'), encoding="utf-8")
    Path("edited.json").write_text(text.replace('"actions": []', '"actions": ["attack 0106"]'), encoding="utf-8")
    Path("cut.json.gz").write_bytes(gzip.compress(text.encode())[:-20])
    Path("junk.txt").write_text("hello", encoding="utf-8")
    head = 'format = "firestep-position 1"\ngame = "wwi"\n'
    Path("two.toml").write_text(head + '[units]\nge-6 = "0508"\nge-5 = "0508"\n', encoding="utf-8")
    Path("unit.toml").write_text(head + '[units]\nge-99 = "0508"\n', encoding="utf-8")
    Path("broken.toml").write_text(head + "[units\n", encoding="utf-8")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("words", "message"), MISTAKES, ids=[" ".join(m[0]) or "nothing" for m in MISTAKES])
def test_a_mistake_is_one_sentence_and_writes_nothing(run: Run, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir()}
    code, out, err = run(*words)
    assert code == 2, out
    assert out == "" and message in err
    assert err.endswith("\n") and err.count("\n") == 1 and err.startswith("firestep: ")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == before


def test_a_png_without_a_browser_is_a_clear_error(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("firestep.commands.draw.shutil.which", lambda name: None)
    code, _, err = run("map", "wwi", "-o", "map.png")
    assert code == 2 and "needs Chromium" in err and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("trouble", "message"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (OSError(errno.EACCES, "Permission denied", "war.json"), "war.json: Permission denied"),
        (ImportError("no", name="sqlalchemy"), "sqlalchemy"),
        (EOFError(), "the input ended"),
    ],
)
def test_no_trouble_ends_in_a_traceback(run: Run, monkeypatch: pytest.MonkeyPatch, trouble: Exception, message: str) -> None:
    def fail(*args: Any) -> None:
        raise trouble

    monkeypatch.setattr("firestep.commands.games.run", fail)
    code, out, err = run("games")
    assert (code, out) == (2, "") and message in err and err.startswith("firestep: ") and err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_standard_output_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-m", "firestep", "games"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2 and done.stderr == "firestep: No space left on device\n"


def test_a_narrow_encoding_is_no_error(run: Run, tmp_path: Path) -> None:
    run("new", "gwb", "--seed", "7", "-o", "gwb.json")
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    words = [sys.executable, "-m", "firestep", "games", "gwb"]
    assert not subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, check=True).stderr
    words = [sys.executable, "-m", "firestep", "replay", "gwb.json"]  # its headline has a middle dot
    assert "?" in subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=True).stdout


def with_battles(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"FIRESTEP_BATTLES": str(folder)}
    words = (sys.executable, "-m", "firestep", *words)
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_battles_of_gwb_may_lie_in_a_folder_of_your_own(run: Run, tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).parents[2] / "docs" / "examples" / "ford", tmp_path / "ford")
    code, _, err = run("new", "gwb", "--scenario", "./ford", "-o", "x.json")
    assert code == 2 and "FIRESTEP_BATTLES" in err
    assert json.loads(with_battles(tmp_path, "games", "gwb", "--json").stdout)[0]["scenarios"][-1]["id"] == "ford"
    for words in (
        ("new", "gwb", "--scenario", "ford", "-o", "ford.json"),
        ("show", "ford.json"),
        ("verify", "ford.json"),
        ("map", "gwb", "--scenario", "ford", "-o", "ford.svg"),
        ("simulate", "gwb", "--scenario", "ford", "--games", "1"),
    ):
        done = with_battles(tmp_path, *words)
        assert done.returncode == 0 and not done.stderr, (words, done.stderr)
    code, _, err = run("show", "ford.json")
    assert code == 2 and "ford" in err


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: None, "there is no battle.toml in any folder of"),
        (lambda folder: (folder / "battle.toml").write_text("title = "), "ford/battle.toml cannot be read"),
        (lambda folder: (folder / "battle.toml").write_text("title = 'Ford'"), "ford/battle.toml has no 'text'"),
        (lambda folder: (folder.rename(folder.parent / "ourcq") / "battle.toml").write_text(""), "'ourcq' is a battle already"),
    ],
)
def test_a_fault_in_a_folder_of_battles_is_one_sentence(tmp_path: Path, make: Callable[[Path], Any], message: str) -> None:
    (tmp_path / "ford").mkdir()
    make(tmp_path / "ford")
    done = with_battles(tmp_path, "games")
    assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1, done.stderr


def test_help_is_a_command_too(run: Run) -> None:
    assert run("help")[:2] == run("--help")[:2] and run("help", "new")[:2] == run("new", "--help")[:2]
    assert run("-V") == run("--version")


def test_the_parser_can_be_built_twice() -> None:
    assert parser().prog == parser().prog == "firestep"
