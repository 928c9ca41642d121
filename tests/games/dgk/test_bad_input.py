"""Bad input to commands and API: one clear sentence, exit code 2 or a 4xx, and nothing changed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from firestep.engine import position
from firestep.engine.errors import FirestepError
from firestep.games import GAMES
from firestep.games.dgk import umpire
from firestep.games.dgk.commands import question
from firestep.games.dgk.scenarios import scenario
from firestep.testing import rule
from games.dgk.positions import told
from games.dgk.test_scenarios import GOOD


@rule("dgk.VI.range.5", "dgk.III.ass.1", "dgk.VI.fire.4")
@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("ask deployed-fire zeppelin", "no unit type 'zeppelin'"),
        ("ask deployed-fire infantry range=-1", "makes no sense"),
        ("ask deployed-fire infantry range=nan", "makes no sense"),
        ("ask deployed-fire infantry range=far", "number of inches"),
        ("ask deployed-fire infantry range=13", "reach 12 inches"),
        ("ask deployed-fire slow", "cannot fire"),
        ("ask assault field", "cannot assault"),
        ("ask deployed-fire field quality=veteran", "have no grades"),
        ("ask deployed-fire infantry cover=paper", "no cover 'paper'"),
        ("ask march infantry cover=soft", "not a field of march"),
        ("ask regroup infantry leader=perhaps", "yes or no"),
        ("ask dance infantry", "no action 'dance'"),
        ("ask indirect infantry range=10", "only deployed artillery"),
        ("ask indirect machinegun range=10", "only deployed artillery"),
        ("ask indirect field range=49", "reaches 48 inches"),
        ("ask deployed-fire infantry range=8 target=armoured-car formation=deployed", "do not deploy"),
        ("check nowhere.toml", "cannot read"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], words: str, part: str) -> None:
    code, out, err = told(capsys, "dgk", *words.split())
    assert code == 2 and out == "" and part in err and len(err.strip().splitlines()) == 1


def test_a_sound_question_and_a_sound_scenario_are_answered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = told(capsys, "dgk", "ask", "assault", "cavalry", "target=field", "frontal=no", "leader=yes")
    assert code == 0 and "Order" in out and "wins" in out and "[dgk.VII.ass.3]" in out
    code, out, _ = told(capsys, "dgk", "ask", "assault", "cavalry", "target=field", "frontal=no", "leader=yes", "--json")
    order, assault = json.loads(out)
    assert code == 0 and order["title"] == "Order" and abs(sum(assault["chances"].values()) - 1) < 1e-9
    assert ("assaulter", "dgk.VII.ass.3") in {(r["of"], r["rule"]) for r in assault["reasons"]}
    file = tmp_path / "good.toml"
    file.write_text(GOOD, encoding="utf-8")
    code, out, _ = told(capsys, "dgk", "check", str(file))
    assert code == 0 and "It can be played" in out


@rule("dgk.X.ac.1", "dgk.X.auto.3", "dgk.X.ind.3", "dgk.X.ind.4")
def test_the_question_knows_armoured_cars_and_indirect_fire() -> None:
    car = question("deployed-fire", "infantry", ["range=8", "target=armoured-car"])
    assert (car.cover, car.formation) == ("hard", "maneuver")
    assert question("deployed-fire", "infantry", ["range=8", "target=armoured-car", "cover=none"]).cover == "hard"
    assert question("deployed-fire", "infantry", ["range=8", "target=armoured-car", "cover=fortified"]).cover == "fortified"
    assert question("deployed-fire", "infantry", ["range=8", "target=fast"]).formation == "maneuver"
    far = question("indirect", "field", ["range=30"])
    assert (far.action, far.range) == ("moving-fire", 15)
    assert umpire.expected(umpire.fire_chances(car)) < umpire.expected(umpire.fire_chances(replace(car, cover="none")))


@rule("dgk.VIII.gen.1")
@pytest.mark.parametrize(
    ("change", "part"),
    [
        ('[[terrain]]\nid = "x"\nkind = "woods"\npoints = [[1,1],[5,5],[5,1],[1,5]]\n', "crosses itself"),
        ('[[terrain]]\nid = "x"\nkind = "road"\npoints = [[1,1],[nan,5]]\n', "far off"),
        ('[[asset]]\nid = "d"\nside = "allied"\nx = inf\ny = 1\n', "give inches"),
        ('[[unit]]\nid = "z"\ntype = "infantry"\nformation = "a"\nx = 5\ny = 5\nfacing = nan\n', "give inches or degrees"),
        ('[[unit]]\nid = "z"\ntype = "infantry"\nformation = "a"\nx = inf\ny = 5\nenters = 2\n', "give inches"),
    ],
)
def test_a_scenario_file_with_a_fault_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, change: str, part: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(GOOD + change, encoding="utf-8")
    made = len(scenario.MADE)
    code, out, err = told(capsys, "dgk", "check", str(file))
    assert code == 2 and out == "" and part in err and "bad.toml" in err
    assert len(scenario.MADE) == made and file.read_text(encoding="utf-8") == GOOD + change


def test_positions_with_numbers_that_are_none_are_refused() -> None:
    frame = 'format = "firestep-position 1"\ngame = "dgk"\nscenario = "jaroslawice"\n'
    some = next(iter(scenario.get("jaroslawice").unit_no))
    chief = next(iter(scenario.get("jaroslawice").formation_no))
    for bad in (
        'turn = "soon"',
        "turn = 0",
        "turn = 99",
        f'[units]\n{some} = "inf 5 0 march 4 steady"',
        f'[units]\n{some} = "nan 5 0 march 4 steady"',
        f'[units]\n{some} = "10 10 0 march 40 steady"',
        f'[leaders]\n{chief} = "inf 3"',
    ):
        with pytest.raises(FirestepError):
            position.from_text(f"{frame}{bad}\n", GAMES)


# -- the API -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("api")
    command = [sys.executable, "-m", "firestep", "serve", "--port", "0", "--no-open", "--database-url", f"sqlite:///{folder}/t.db"]
    run = subprocess.Popen(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    assert run.stdout is not None
    address = next(found[0] for line in run.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
    client = httpx.Client(base_url=address, timeout=30)
    yield client
    client.close()
    run.terminate()
    run.wait(20)


@pytest.mark.slow
def test_the_api_refuses_and_changes_nothing(api: httpx.Client) -> None:
    here = [{"kind": "here"}, {"kind": "here"}]

    def table(**more: Any) -> httpx.Response:
        return api.post("/api/tables", json={"game": "dgk", "scenario": "jaroslawice", "options": {}, "seats": here, **more})

    for bad in ({"scenario": "waterloo"}, {"options": {"trucks": "flying"}}, {"options": {"dragons": "on"}}, {"game": "chess"}):
        assert 400 <= table(**bad).status_code < 500
    own = 'format = "firestep-scenario 1"\ngame = "dgk"\n' + GOOD
    for bad in (own.replace("x = 10", "x = 900", 1), own.replace('"dgk"', '"wwi"'), GOOD, own + "x" * 60_000):
        assert 400 <= table(start=bad).status_code < 500
    mine = table(start=own, scenario=None).json()
    seen = api.get(f"/api/tables/{mine['id']}", headers={"Authorization": f"Bearer {mine['spectator']}"}).json()
    assert seen["scenario"] == "own" and {u["id"] for u in seen["board"]["units"]} == {"a1", "c1"}
    made = table(seed="3").json()
    seat = api.get(f"/api/tables/{made['id']}", headers={"Authorization": f"Bearer {made['spectator']}"}).json()["decision"]["seat"]
    auth = {"Authorization": f"Bearer {made['tokens'][seat]}"}
    before = api.get(f"/api/tables/{made['id']}", headers=auth).json()
    for words in ("activate nobody", "go nan nan nan", "go 1e999 0 0", "unit c1", "dfire", "", "pass " * 100, "explode mine"):
        answer = api.post(f"/api/tables/{made['id']}/actions", headers=auth, json={"seq": before["seq"], "action": words})
        assert 400 <= answer.status_code < 500, (words, answer.status_code, answer.text)
    for path in ("odds?what=zeppelin%20dfire", "inspect/nowhere", "inspect/nan,inf", "overlay/sees?arg=nobody", "overlay/dreams"):
        assert 400 <= api.get(f"/api/tables/{made['id']}/{path}", headers=auth).status_code < 500, path
    asked = api.get(f"/api/tables/{made['id']}/why-not", headers=auth, params={"action": "go nan nan 0"}).json()
    assert not asked["legal"] and asked["refusals"]
    after = api.get(f"/api/tables/{made['id']}", headers=auth).json()
    assert after["seq"] == before["seq"] and after["board"] == before["board"]
