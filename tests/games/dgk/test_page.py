"""The pocket umpire's page: it agrees with the engine, works without a network, and answers in a few taps."""

from __future__ import annotations

import http.server
import itertools
import json
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from firestep.engine.errors import FirestepError
from firestep.games.dgk import export, umpire
from firestep.games.dgk.components import armies
from firestep.games.dgk.umpire import Question
from firestep.testing import rule
from games.dgk.phone import opened, tap
from sampling import WHOLE

#: the node that comes with the browser tests serves where the system has none
NODE = shutil.which("node") or compute_driver_executable()[0]

#: all that can be asked is compared in `make fuzz`, of each kind of unit one question in so many in `make test`: no number of
#: choices is a multiple of it
EVERY = 1 if WHOLE else 23

SCRIPT = (Path(__file__).parent / "agreement.mjs").read_text(encoding="utf-8")


def questions() -> list[tuple[Question, list[int]]]:
    """A spread of questions with dice, good and bad: every resolver, every kind of refusal."""
    m = umpire.model()
    out: list[tuple[Question, list[int]]] = []
    pool = itertools.cycle([list(p) for p in itertools.product((1, 4, 7, 10), repeat=3)])
    spread = itertools.cycle(
        itertools.product(m["types"], m["formations"], m["covers"], m["numbers"], m["states"], m["states"], (True, False))
    )
    for i, (action, kind) in enumerate(itertools.product(umpire.ACTIONS * 12, m["types"])):
        target, formation, cover, numbers, state, target_state, leader = next(itertools.islice(spread, 7, None))
        dice = next(pool) + next(pool) + next(itertools.islice(pool, 5, None))
        out.append(
            (
                Question(
                    action,
                    kind,
                    "average",
                    state,
                    target,
                    "average",
                    formation,
                    cover,
                    (0, 3, 3.01, 11, 17.5, 36)[i % 6],
                    numbers,
                    target_state,
                    leader,
                    not leader,
                    i % 3 == 0,
                ),
                dice,
            )
        )
    bad = [
        Question("charge", "infantry"),
        Question("march", "zeppelin"),
        Question("deployed-fire", "infantry", range=-1),
        Question("deployed-fire", "infantry", range=12.01),
        Question("deployed-fire", "field", "veteran"),
        Question("assault", "field"),
        Question("deployed-fire", "slow"),
        Question("deployed-fire", "infantry", cover="paper"),
        Question("march", "infantry", state="tired"),
        Question("assault", "infantry", target="field", target_quality="reservist"),
        Question("deployed-fire", "infantry", numbers="many"),
    ]
    return out + [(q, [1] * 9) for q in bad]


def plain(q: Question) -> dict[str, Any]:
    return {f: getattr(q, f) for f in Question.__slots__}


@pytest.fixture(scope="module")
def page_says() -> Any:
    script = SCRIPT.replace("%(web)s", export.WEB.as_posix()).replace("%(data)s", umpire.DATA.as_posix())
    given = json.dumps({"every": EVERY, "questions": [[plain(q), dice] for q, dice in questions()]})
    done = subprocess.run([NODE, "--input-type=module", "-e", script], input=given, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.slow
@rule("dgk.I.app.1", "dgk.III.ui.4")
def test_page_and_engine_agree_on_every_combination(page_says: Any) -> None:
    import hashlib

    m = umpire.model()

    def grades(t: str) -> list[str]:
        return list(m["grades"]) if m["types"][t]["graded"] else ["average"]

    def table(section: dict[str, Any], field: str) -> dict[str, int]:
        return section[field]["values"]  # type: ignore[no-any-return]

    count = 0
    pairs = [(kind, quality) for kind in m["types"] for quality in grades(kind)]
    for kind, quality in pairs:
        fire, assault = hashlib.sha256(), hashlib.sha256()
        nf = na = n = 0
        for target in m["types"]:
            for tq, formation, cover, numbers, state, ts in itertools.product(
                grades(target), m["formations"], m["covers"], m["numbers"], m["states"], m["states"]
            ):
                n += 1
                if (n - 1) % EVERY:
                    continue
                q = Question("assault", kind, quality, state, target, tq, formation, cover, 0, numbers, ts)
                if kind in table(m["fire"], "type"):
                    # all that does not depend on action and range is added once; a sample below asks the umpire in full
                    fixed = sum(table(m["fire"], f)[v] for f, v in umpire._picks(q).items() if f in m["fire"] and f != "action")
                    for action in umpire.FIRES:
                        for band in m["bands"]:
                            if band <= m["types"][kind]["range"]:
                                total = fixed + table(m["fire"], "action")[action] + table(m["fire"], "range")[str(band)]
                                fire.update(f"{total};".encode())
                                nf += 1
                if m["types"][kind]["assault"]:
                    for frontal, rough in itertools.product((True, False), (True, False)):
                        a = Question(
                            "assault", kind, quality, state, target, tq, formation, cover, 0, numbers, ts, False, frontal, rough
                        )
                        d = umpire.defensive_score(a)
                        rest = ",".join(
                            f"{umpire.attack_score(a, s).total},{umpire.defence_score(a, s).total}" for s in umpire.STATES
                        )
                        assault.update(f"{d.total if d else '-'},{rest};".encode())
                        na += 1
        small = []
        for state in m["states"]:
            for leader in (True, False):
                for action in ("deploy", "maneuver", "march", *(("assault",) if m["types"][kind]["assault"] else ())):
                    small.append(list(umpire.order_chances(Question(action, kind, quality, state, leader=leader)).values()))
                small.append(list(umpire.regroup_chances(Question("regroup", kind, quality, leader=leader)).values()))
        assert page_says["out"][f"{kind} {quality}"] == [nf, fire.hexdigest(), na, assault.hexdigest(), small], (kind, quality)
        count += nf + na
    assert count > 500_000 // EVERY
    assert page_says["rows"] == [umpire.damage_row(s) for s in range(-30, 31)]


@rule("dgk.I.app.1", "dgk.VI.range.5")
def test_page_and_engine_give_the_same_answers_and_refusals(page_says: Any) -> None:
    refused = 0
    for (q, dice), got in zip(questions(), page_says["answers"], strict=True):
        try:
            if q.action in umpire.FIRES:
                want: list[Any] = [
                    umpire.resolve_fire(q, dice[:3]),
                    umpire.fire_chances(q),
                    [list(r) for r in umpire.fire_score(q).reasons],
                ]
            elif q.action in umpire.MOVES:
                want = [umpire.resolve_order(q, dice[:3]), umpire.order_chances(q)]
            elif q.action == "regroup":
                want = [umpire.resolve_regroup(q, dice[:3]), umpire.regroup_chances(q)]
            else:
                c = umpire.assault_chances(q)
                want = [
                    umpire.resolve_assault(q, dice)._asdict(),
                    {"stopped": c.stopped, "won": c.won, "repulsed": c.repulsed, "actor": list(c.actor), "target": list(c.target)},
                ]
        except FirestepError as e:
            want = ["refused", str(e)]
            refused += 1
        assert got == want, q
    assert refused > 50


def test_lists_moves_and_small_tables_agree(page_says: Any) -> None:
    m = umpire.model()
    for key, got in page_says["lists"].items():
        nation, formation, generous = key.split()
        r = armies.expand(nation, formation, generous == "true")
        assert [tuple(u.values()) for u in got["units"]] == [
            (u.id, u.name, u.type, u.quality, u.bases, u.formation) for u in r.units
        ]
        assert [tuple(f.values()) for f in got["formations"]] == [(f.id, f.name, f.level, f.parent) for f in r.formations]
    assert len(page_says["lists"]) == 2 * sum(len(n["formations"]) for n in armies.armies()["nations"].values())
    rest = page_says["rest"]
    assert rest["compare"] == [umpire.compare(a, b) for a in range(1, 13) for b in range(1, 13)]
    assert rest["breaks"] == [umpire.break_point(n, k) for n in range(61) for k in m["morale"]]
    assert rest["effects"] == [list(umpire.effect(s, n)) for s in umpire.STATES for n in range(8)]
    assert rest["initiative"] == [umpire.initiative(d) for d in range(1, 11)]
    moves = [
        umpire.base_move(t, g, a, d)
        for t in m["types"]
        for g in (m["grades"] if m["types"][t]["graded"] else ["average"])
        for a in ("deploy", "maneuver", "march", "assault")
        for d in (False, True)
    ]
    assert rest["moves"] == moves


def test_no_inline_script_and_every_file_is_kept_offline() -> None:
    page = (export.WEB / "index.html").read_text(encoding="utf-8")
    assert "<script>" not in page and "onclick" not in page and "Content-Security-Policy" in page
    worker = (export.WEB / "sw.js").read_text(encoding="utf-8")
    for name in export.files():
        assert name == "sw.js" or f'"{name}"' in worker, name


# -- in a real browser -------------------------------------------------------------------------------------------------


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.split("?")[0].lstrip("/") or "index.html"
        body = export.files().get(name)
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Type", export.TYPES.get(Path(name).suffix, "text/plain"))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, format: str, *args: Any) -> None:
        pass


def serve() -> http.server.ThreadingHTTPServer:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.mark.slow
@rule("dgk.III.ui.4", "dgk.I.app.1")
def test_works_offline_after_the_first_visit(browser: Any) -> None:
    server = serve()
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    page.wait_for_selector("html[data-ready]")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    tap(page, "Acting unit", "Field guns")
    server.shutdown()
    server.server_close()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    pressed = page.locator("fieldset.chips").first.locator("[aria-pressed=true]").inner_text()
    assert pressed == "Field guns"  # closing and reopening loses nothing
    # four taps after the unit is chosen: action, target, range, result
    tap(page, "Action", "Deployed Fire")
    tap(page, "Target", "Infantry")
    tap(page, "Range", "12-18")
    page.click("#result")
    page.wait_for_selector("#answer")
    assert "level" in page.locator("#answer").inner_text() or "No effect" in page.locator("#answer").inner_text()
    assert errors == []
    context.close()


@pytest.mark.slow
@rule("dgk.VI.range.5")
def test_one_file_resolves_and_refuses(browser: Any, tmp_path: Path) -> None:
    target = tmp_path / "app.html"
    assert "one file" in export.export(target)
    context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto(target.as_uri())
    page.wait_for_selector("html[data-ready]")
    tap(page, "Acting unit", "Infantry")
    tap(page, "Action", "Deployed Fire")
    tap(page, "Range", "18-24")
    page.click("#result")
    page.wait_for_selector("#answer.refused")
    assert "reach is 12 inches" in page.locator("#answer").inner_text()
    page.locator("#answer").get_by_role("button", name="Maneuver").click()
    page.click("#result")
    page.click("dialog [data-answer=yes]")
    page.wait_for_selector("#answer.answer")
    assert "Orders" in page.locator("#answer h2").inner_text()
    # an assault: action, result, and one question for Leader and front
    tap(page, "Action", "Assault")
    page.click("#result")
    page.click("dialog [data-answer=neither]")
    page.wait_for_selector("#answer.answer")
    page.click("[data-tab=turn]")
    page.click("#initiative")
    assert "may act" in page.locator("#side").inner_text()
    page.click("[data-tab=builder]")
    tap(page, "Army", "Serbia")
    page.click("#make-roster")
    assert "27 units" in page.locator(".roster").inner_text()
    assert errors == []
    context.close()


#: what a player touches after the unit is chosen; the last opens the answer, a dialog's button is a tap too
USUAL = {
    "Deployed Fire": [("Action", "Deployed Fire"), ("Target", "Cavalry"), ("Range", "6-12")],
    "Moving Fire": [("Action", "Moving Fire"), ("Target", "Machine guns"), ("Range", "3-6")],
    "Assault": [("Action", "Assault"), ("Target", "Field guns")],
    "Maneuver": [("Action", "Maneuver")],
    "March": [("Action", "March")],
    "Deploy": [("Action", "Deploy/Tactical")],
    "Regroup": [("Action", "Regroup")],
}


@pytest.mark.slow
def test_four_taps_at_most_after_the_unit_is_chosen(browser: Any, tmp_path: Path) -> None:
    page = opened(browser, tmp_path)
    page.evaluate("window.taps = 0; addEventListener('click', () => { taps += 1; }, true)")
    for name, steps in USUAL.items():
        for unit in ("Infantry", "Cavalry"):
            tap(page, "Acting unit", unit)
            page.evaluate("taps = 0")
            for legend, choice in steps:
                tap(page, legend, choice)
            page.click("#result")
            if page.locator("dialog").count():
                page.locator("dialog button").first.click()
            page.wait_for_selector("#answer.answer")
            assert page.locator("dialog").count() == 0
            assert page.evaluate("taps") <= 4, (name, unit)
            # the whole answer is in sight, above the bar at the foot of the page
            box = page.locator("#answer").bounding_box()
            assert box["y"] >= 0 and box["y"] + min(box["height"], 200) <= 844 - 60, (name, box)
    page.context.close()


@pytest.mark.slow
@rule("dgk.VII.ass.3")
def test_rough_ground_without_cover_is_asked_of_horsemen_alone(browser: Any, tmp_path: Path) -> None:
    page = opened(browser, tmp_path)
    tap(page, "Acting unit", "Infantry")
    tap(page, "Action", "Assault")
    assert page.get_by_role("button", name="None, rough ground").count() == 0
    tap(page, "Acting unit", "Cavalry")
    tap(page, "Target's cover", "None, rough ground")
    page.locator("#why summary").first.click()
    text = page.locator("#why").inner_text()
    page.locator("#why details summary").nth(1).click()
    assert "Mounted assault: rough" in page.locator("#why").inner_text() or "rough" in text
    page.context.close()
