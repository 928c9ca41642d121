"""Scenarios that people write (dgk.VIII.gen.1): they are played like those of the game, and nonsense is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import firestep
from firestep.engine import position, record
from firestep.engine.dice import Dice
from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.session import Session
from firestep.engine.start import begin, moment
from firestep.games import GAMES
from firestep.games.dgk import damage, state, victory
from firestep.games.dgk.game import GAME
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.sequence import TurnEnds
from firestep.games.dgk.umpire import DATA
from firestep.testing import rule
from games.dgk.positions import at, keys, n, table, told, unit
from games.dgk.test_scenarios import GOOD

OWN = f'format = "firestep-scenario 1"\ngame = "dgk"\ntitle = "A skirmish"\nturns = 2\n{GOOD}'


def test_every_file_of_the_folder_is_offered() -> None:
    files = {p.stem for p in (DATA / "scenarios").glob("*.toml")}
    assert {s.id for s in GAME.scenarios} == {*files, "quick"} and GAME.scenarios[0].id == "le-cateau"
    assert all(s.title and s.text for s in GAME.scenarios)


@pytest.mark.parametrize("headed", [True, False])
def test_a_file_of_ones_own_is_played_by_every_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, headed: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(OWN if headed else OWN.split("\n", 2)[2], encoding="utf-8")
    code, out, _ = told(capsys, "new", "dgk", "--scenario", "./my.toml", "--seed", "1", "-o", "game.json")
    assert code == 0 and "A skirmish" in out
    code, out, _ = told(capsys, "show", "game.json", "--no-map")
    assert code == 0 and "A skirmish" in out
    code, out, _ = told(capsys, "show", "my.toml", "--no-map")
    assert code == 0 and "A skirmish" in out
    code, out, _ = told(capsys, "simulate", "dgk", "--scenario", "my.toml", "--games", "1", "--records", ".")
    assert code == 0 and json.loads(out)["failures"] == []
    Path("my.toml").unlink()  # the record needs the file no more
    played = next(Path().glob("dgk-own-*.json"))
    assert told(capsys, "verify", str(played))[0] == 0
    code, out, err = told(capsys, "new", "dgk", "--scenario", "./gone.toml")
    assert code == 2 and "no file" in err and out == ""


def test_options_in_the_file_hold_and_cannot_be_given_otherwise(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(OWN + '[options]\nhills = "higher"\nindirect = "on"\n', encoding="utf-8")
    s = firestep.start("dgk", text=file.read_text(encoding="utf-8"))
    assert s.options["hills"] == "higher" and s.options["both"] == "actor" and not s.state.scn.ground.crests
    code, _, err = told(capsys, "new", "dgk", "--scenario", str(file), "--option", "hills=crests")
    assert code == 2 and "settles 'hills'" in err
    code, out, _ = told(capsys, "new", "dgk", "--scenario", str(file), "--option", "both=draw")
    assert code == 0 and json.loads(out)["options"] | {"hills": "higher", "both": "draw"} == json.loads(out)["options"]


def test_records_moments_and_positions_of_ones_own_scenario_need_no_file() -> None:
    s = firestep.start("dgk", seed=4, text=OWN)
    r = random.Random(1)
    for _ in range(4):
        assert s.decision is not None
        s.take(r.choice(s.decision.actions))
    saved = json.loads(record.dumps(record.to_record(s)))
    plain = json.loads(json.dumps(s.to_plain()))
    scenario._READ.clear()  # as in another process
    assert record.verify(saved, GAMES).hash() == s.hash()
    scenario._READ.clear()
    assert Session.resume(GAME, "own", s.options, s.dice, plain).hash() == s.hash()
    scenario._READ.clear()
    fork = begin(GAME, "own", s.options, Dice("2"), moment(s))
    assert fork.hash() == s.hash()
    first = firestep.start("dgk", seed=4, text=OWN)
    scenario._READ.clear()
    again = position.from_text(position.to_text(first), GAMES)
    assert again.state.x == first.state.x and again.state.scn.source == OWN and again.scenario == "own"
    plain["state"]["own"] = OWN.replace("x = 10", "x = 11", 1)
    scenario._READ.clear()
    with pytest.raises(FirestepError, match="not the one"):
        Session.resume(GAME, "own", s.options, s.dice, plain)


def test_what_is_no_scenario_is_refused() -> None:
    for text, part in (
        (OWN.replace('"dgk"', '"wwi"'), "brings, and no others"),
        (OWN + "# " + "x" * 60_000, "longer than"),
        (OWN.replace("turns = 2", "turns = 999"), "1 to 60 turns"),
        ('format = "firestep-scenario 1"\ngame = "dgk"\n' + "a." * 300 + "a = 1", "200 letters|known are|unknown key"),
        ('format = "firestep-scenario 9"\ngame = "dgk"\n', "neither a position nor a scenario"),
    ):
        with pytest.raises(BadPosition, match=part):
            position.from_text(text, GAMES)
    with pytest.raises(BadPosition, match="your own battle"):
        position.from_text('format = "firestep-position 1"\ngame = "dgk"\nscenario = "own"\n', GAMES)


def changed(*pairs: tuple[str, str], more: str = "") -> str:
    text = GOOD
    for a, b in pairs:
        assert a in text
        text = text.replace(a, b, 1)
    return text + more


UNIT = '[[unit]]\nid = "{id}"\ntype = "{type}"\nformation = "{formation}"\nx = {x}\ny = {y}\n{more}\n'


def extra(id: str, type: str, x: float, y: float, more: str = "", formation: str = "a") -> str:
    return UNIT.format(id=id, type=type, formation=formation, x=x, y=y, more=more)


TRUCK = extra("t1", "slow", 20, 20, 'vehicle = "truck"')
RAIL = '[[terrain]]\nid = "line"\nkind = "rail"\npoints = [[0, 15], [40, 15]]\n'
TRAIN = extra("t1", "fast", 20, 15, 'vehicle = "train"\ntrack = "line"\nbases = 3')
NONSENSE = {
    "unknown key 'fcing'": changed(('id = "a1"', 'id = "a1"\nfcing = 3')),
    "unknown key 'moraale'": "moraale = false\n" + GOOD,
    "unknown key 'leadr'": changed(('id = "a"', 'id = "a"\nleadr = "x"')),
    "unknown key 'colour'": GOOD + '[[terrain]]\nid = "x"\nkind = "woods"\ncolour = 1\npoints = [[1,1],[5,1],[5,5]]\n',
    "no option 'hilss'": GOOD + '[options]\nhilss = "crests"\n',
    "option 'hills' cannot be": GOOD + '[options]\nhills = "flat"\n',
    "one place": changed(("y = 5", "y = 20")),
    "'a1' and 'a2' stand in one place": GOOD + extra("a2", "infantry", 10.5, 20.5),
    "impassable ground": GOOD + '[[terrain]]\nid = "lake"\nkind = "water"\npoints = [[5,15],[15,15],[15,25],[5,25]]\n',
    "over the edge": changed(("x = 10\ny = 20", "x = 0.5\ny = 20")),
    "Leader of formation 'a' stands off": changed(("x = 1\ny = 1", "x = 900\ny = 900")),
    "of the other side": GOOD + TRUCK + extra("c2", "infantry", 0, 0, 'aboard = "t1"', "c"),
    "carries 4 bases and 8 are aboard": GOOD + TRUCK + "".join(extra(f"a{k}", "infantry", 0, 0, 'aboard = "t1"') for k in (2, 3)),
    "cannot be deployed on": GOOD + RAIL + TRAIN + extra("a2", "infantry", 0, 0, 'aboard = "t1"\nform = "deployed"'),
    "needs a vehicle": GOOD + extra("a2", "armoured-car", 20, 20, 'vehicle = ""'),
    "cannot have arms": GOOD + extra("a2", "fast", 0, 0, 'vehicle = "aircraft"\narms = ["bombs"]'),
    "must be of type": GOOD + extra("a2", "infantry", 20, 20, 'vehicle = "car"'),
    "which is of the other side": changed(('id = "c"\nside = "central"', 'id = "c"\nside = "central"\nparent = "a"')),
    "two commanders": changed(('id = "a"', 'id = "a"\nchief = true'))
    + '[[formation]]\nid = "b"\nside = "allied"\nx = 1\ny = 1\nchief = true\n',
    "must come from the edge": GOOD + extra("a2", "infantry", 20, 20, "enters = 2\ngoal = [20, 5]"),
    "say where it is going": GOOD + extra("a2", "infantry", 20, 30, "enters = 2"),
    "has 12": GOOD + extra("a2", "infantry", 20, 30, "enters = 13\ngoal = [20, 5]"),
    "ignores army morale": "morale = false\n" + GOOD,
    "no unit of this scenario": GOOD + '[[victory]]\nside = "allied"\nkind = "destroy"\ntext = "x"\nunits = ["z"]\n',
    "needs a side": GOOD + '[[terrain]]\nid = "k"\nkind = "command-mine"\npoints = [[5, 5]]\n',
    "does not stand on its track": GOOD + RAIL + TRAIN.replace("y = 15", "y = 20"),
    "true or false": changed(('id = "a1"', 'id = "a1"\nhidden = "no"')),
    "cannot fire at aircraft": changed(('id = "a1"', 'id = "a1"\naa = true')),
    "only a train can have": changed(('id = "a1"', 'id = "a1"\ntrack = "line"')),
    "must be one word": changed(('id = "a1"', 'id = "a 1"')),
    "whole number": changed(('id = "a1"', 'id = "a1"\nbases = 2.5')),
    "cannot be 3 wide": changed(('id = "a1"', 'id = "a1"\nfiles = 3')),
    "no Route March": GOOD + RAIL + TRAIN + "route = true\n",
    "must begin in march formation": changed(('id = "a1"', 'id = "a1"\nroute = true\ngoal = [5, 5]')),
}


@rule("dgk.VIII.gen.1", "dgk.X.veh.1", "dgk.III.pass.3")
@pytest.mark.parametrize("part", NONSENSE)
def test_nonsense_is_refused_in_a_sentence_that_names_it(part: str) -> None:
    with pytest.raises(FirestepError, match=part):
        scenario.read(NONSENSE[part])


def test_sound_files_that_use_everything_are_taken() -> None:
    for text in (
        GOOD + TRUCK + extra("a2", "infantry", 0, 0, 'aboard = "t1"'),
        GOOD + RAIL + TRAIN + extra("a2", "machinegun", 0, 0, 'aboard = "t1"\nform = "deployed"'),
        GOOD + extra("a2", "infantry", 20, 30, 'enters = 2\nform = "march"\ngoal = [20, 5]'),
        "morale = false\n" + GOOD + '[[victory]]\nside = "allied"\nkind = "hold"\ntext = "x"\nx = 5\ny = 5\n',
        changed(('id = "a1"', 'id = "a1"\nhidden = true\nfacing = 90\nfiles = 2')),
    ):
        assert scenario.read(text).units


def test_positions_refuse_what_cannot_stand_there() -> None:
    frame = 'format = "firestep-position 1"\ngame = "dgk"\nscenario = "jaroslawice"\n'
    assert position.from_text(frame + '[units]\nru-odessa = "30 30 270"\n', GAMES)
    for bad, part in (
        ('[units]\nru-odessa = "30 30 270"\nah-dr9 = "31 31 270"\n', "one place"),
        ('[units]\nru-odessa = "0.2 20 0"\n', "over the edge"),
        ('[leaders]\nru-10 = "900 900"\n', "off the table"),
    ):
        with pytest.raises(BadPosition, match=part):
            position.from_text(frame + bad, GAMES)


# -- other ways to win -----------------------------------------------------------------------------------------------------


HOLD = {"side": "allied", "kind": "hold", "text": "The ridge is held.", "x": 20, "y": 30, "radius": 3}


@rule("dgk.XII.mor.1", "dgk.XII.mor.8")
def test_a_scenario_may_ignore_morale_if_it_names_another_way_to_win() -> None:
    def beaten(**more: object) -> int:
        s = at(table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 20, 180), **more), TurnEnds())
        damage.destroy(s, n(s, "c1"), 0, "dgk.V.dmg.6")
        return s.state.winner

    assert beaten() == 0 and beaten(morale=False, victory=[HOLD]) == -1
    wanted = {"side": "allied", "kind": "destroy", "text": "The wagons burn.", "units": ["c1"]}
    assert beaten(morale=False, victory=[wanted]) == 0


@rule("dgk.XII.mor.1")
def test_holding_a_place_to_the_end_wins() -> None:
    def end(ax: float, cx: float, *more: dict[str, object]) -> tuple[int, str]:
        g = table(unit("a1", "infantry", ax, 30), unit("c1", "infantry", cx, 33, 180), victory=[HOLD, *more], turns=1)
        s = at(g, TurnEnds())
        assert s.outcome is not None
        return g.winner, s.outcome.level

    assert end(20, 40) == (0, "aim of the battle reached")
    assert end(20, 20)[0] == 2  # the enemy is there too: nobody holds it, and the limit says a draw
    assert end(50, 20)[0] == 2
    theirs = {**HOLD, "side": "central", "x": 40, "y": 33}
    assert end(20, 40, theirs)[0] == 2 and end(50, 40, theirs)[0] == 1


@rule("dgk.XII.mor.1")
def test_reaching_a_place_wins_at_once() -> None:
    there = {"side": "central", "kind": "reach", "text": "The train is through.", "x": 20, "y": 20, "units": ["c1"]}
    for who, won in (("c1", 1), ("c2", -1)):
        g = table(unit("c1", "infantry", 40, 10, 180), unit("c2", "infantry", 50, 10, 180), victory=[there])
        s = at(g, TurnEnds())
        g.x[n(g, who)], g.y[n(g, who)] = 20_000, 21_000
        victory.moved(s)
        assert g.winner == won and ("victory" in keys(s)) == (won == 1)


@rule("dgk.XII.mor.1", "dgk.III.route.1")
def test_who_has_not_come_yet_holds_nothing() -> None:
    late = unit("a1", "infantry", 20, 30, 0, "march", enters=2, goal=[20, 5])
    g = table(late, unit("a2", "infantry", 50, 40), victory=[HOLD], turns=1)
    assert at(g, TurnEnds()).state.winner == 2


def test_a_route_march_can_begin_on_the_table() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "march", route=True, goal=[20, 5]))
    assert g.route[0] == 1 and g.scn.units[0].goal == (20, 5)
    assert state.begin(g.scn).place[0] == state.ON
