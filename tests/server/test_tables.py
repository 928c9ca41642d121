"""Making a table, playing it, undoing, going back by consent, looking back, forking."""

from __future__ import annotations

import json
from typing import Any

import pytest
from server_conftest import Running

from firestep.engine import record as records
from firestep.engine.dice import Dice, commitment
from firestep.engine.start import begin
from firestep.engine.start import moment as from_here
from firestep.games import GAMES
from firestep.server.storage import rows


def test_games_are_listed_with_all_that_the_first_page_needs(sqlite_server: Running) -> None:
    games = {g["id"]: g for g in sqlite_server.http.get("/api/games").json()["games"]}
    g = games["sample"]
    assert g["seats"] == [{"id": "red", "title": "Red"}, {"id": "blue", "title": "Blue"}]
    assert g["options"][0]["choices"] == ["8", "3", "60"] and "random" in g["bots"] and "reach" in g["overlays"]
    sheet = sqlite_server.http.get("/api/games/sample/hexes").json()
    assert sheet["hexes"]["0101"] == [86.6, 100.0] and sheet["layout"] == "columns" and sheet["width"] == 700
    assert sqlite_server.http.get("/api/games/sample/map.svg").text.startswith("<svg")
    rules = sqlite_server.http.get("/api/games/sample/rules").json()["rules"]
    assert rules["sample.2"]["rulings"] == ["**R1 Generals.** A general (sample.2) may be named anew in no case."]
    assert sqlite_server.http.get("/api/games/sample/rules/sample.5").json()["title"] == "Fire"
    assert sqlite_server.http.get("/api/games/sample/rules/sample.99").status_code == 404


def test_a_game_from_the_first_click_to_the_verified_record(server: Running) -> None:
    t = server.table(seats=[{"kind": "here", "name": "Anna"}, {"kind": "link", "name": "Ben"}])
    assert t.see("red")["seats"][0]["name"] == "Anna"
    seen = t.finish(seed=4)
    assert seen["decision"] is None and seen["outcome"]["reason"]
    record = t.get("spectator", "/record").json()
    assert commitment(record["seed"]) == t.commitment == record["commitment"]
    s = records.verify(record, GAMES)
    assert s.size == seen["seq"]
    dice = t.get("red", "/dice").json()
    assert dice["seed"] == record["seed"] and len(dice["rolls"]) == seen["rolls"]
    for roll in dice["rolls"]:
        assert Dice(dice["seed"]).roll(roll["n"], roll["sides"]) == roll["value"]
    assert t.get("red", "/report").json()["series"][0] == {"turn": 1, "lost": 0}


def test_an_action_is_answered_with_the_new_seq_and_seen_by_all(server: Running) -> None:
    t = server.table()
    assert t.act("general red-2") == 1
    assert t.see("red")["board"]["pieces"][1]["badges"] == ["general"]
    assert t.see("spectator")["seq"] == 1


def test_options_scenario_and_a_position_to_begin_from(server: Running) -> None:
    assert server.table(scenario="siege", options={"days": "60"}).see()["options"] == {"days": "60"}
    start = 'format = "firestep-position 1"\ngame = "sample"\n[at]\nred-1 = "0303"\n'
    assert server.table(start=start).see()["board"]["pieces"][0]["at"] == "0303"
    moment = from_here(begin(GAMES["sample"], "skirmish", {"days": "8"}, Dice("x")))
    for wrong in (
        {"scenario": "x"},
        {"start": moment},
        {"options": {"x": "y"}},
        {"options": {"days": "9"}},
        {"start": "x"},
        {"game": "x"},
        {"seats": [{"kind": "bot", "bot": "x"}]},
        {"seats": [{}] * 3},
        {"start": start.replace("0303", "9999")},
    ):
        assert server.http.post("/api/tables", json={"game": "sample", **wrong}).status_code == 400, wrong


def test_a_chosen_seed_repeats_the_dice_and_is_told_to_all(server: Running) -> None:
    a, b = server.table(seed="five"), server.table(seed="five")
    assert a.finish(3)["outcome"] == b.finish(3)["outcome"]
    assert a.see("spectator")["seed_chosen"] is True and server.table().see()["seed_chosen"] is False


def test_undo_goes_back_as_far_as_no_die_and_no_other_seat(server: Running) -> None:
    t = server.table().appoint()
    before = t.see()["board"]
    for words in ("move red-1", "to 0201", "move red-2"):
        t.act(words)
    assert t.see("red")["undo"] is True and t.see("blue")["undo"] is False
    assert t.post("red", "/undo", seq=5).json() == {"seq": 6}
    assert t.see()["board"]["pieces"][0]["at"] == "0201" and t.see()["seq"] == 6
    assert t.post("blue", "/undo", seq=6).status_code == 403
    assert t.post("red", "/restart-turn", seq=6).json() == {"seq": 8}
    assert t.see()["board"] == before and t.see()["undo"] is False
    refused = t.post("red", "/undo", seq=8)
    assert refused.status_code == 409 and "takeback" in refused.json()["error"]
    t.act("done")
    assert t.post("blue", "/undo", seq=9).status_code == 409
    assert t.post("red", "/undo", seq=9).status_code == 403


def test_takeback_needs_the_consent_of_every_human_seat(server: Running) -> None:
    t = server.table().appoint()
    board = t.see()["board"]
    for words in ("move red-1", "to 0201", "done"):
        t.act(words)
    assert t.post("spectator", "/takeback", to=2).status_code == 403
    assert t.post("red", "/takeback", to=99).status_code == 400
    assert t.agree("blue", True).status_code == 409
    asked = t.post("red", "/takeback", to=2).json()["takeback"]
    assert asked == {"by": "red", "to": 2, "seq": 5, "agreed": ["red"], "waiting": ["blue"]}
    assert t.see("blue")["takeback"] == asked and t.see()["seq"] == 5
    assert t.agree("blue", False).json() == {"takeback": None}
    assert t.see()["seq"] == 5
    t.post("red", "/takeback", to=2)
    assert t.agree("blue", True).json() == {"takeback": None}
    seen = t.see()
    assert seen["seq"] == 6 and seen["board"] == board and seen["decision"]["seat"] == "red"
    assert [e["key"] for e in seen["journal"]] == ["begins", "appointed", "day"]
    t.act("move red-2")
    assert t.finish()["outcome"]
    assert t.post("all", "/takeback", to=2).status_code == 409, "the seed is open now"
    records.verify(t.get("red", "/record").json(), GAMES)


def test_a_takeback_nobody_answered_lapses_when_play_goes_on(server: Running) -> None:
    t = server.table().appoint()
    t.act("done")
    t.post("red", "/takeback", to=1)
    t.act("done", "blue")
    assert t.see()["takeback"] is None


def test_bots_agree_to_a_takeback(server: Running) -> None:
    t = server.table(seats=[{"kind": "here"}, {"kind": "bot"}])
    with t.live("red") as live:
        t.act("general red-1")
        live.until(2)
        assert t.post("red", "/takeback", to=0).json() == {"takeback": None}
        live.until(3)
        assert live.state["decision"]["prompt"] == "Name your general"


def test_replay_shows_every_moment_and_lets_nothing_be_done_in_it(server: Running) -> None:
    t = server.table(scenario="siege").appoint()
    seen = [t.see("red")]
    for words in ("move red-1", "to 0201", "done", "done"):
        t.act(words)
        seen.append(t.see("red"))
    for n, then in enumerate(seen, 2):
        again = t.get("red", f"/at/{n}").json()
        assert again["board"] == then["board"] and again["journal"] == then["journal"] and again["turn"] == then["turn"]
        assert again["replay"] == again["seq"] == n and again["undo"] is False and again["decision"]["actions"] == []
    assert t.get("red", "/at/99").status_code == 404 and t.get("red", "/at/-1").status_code == 400


def test_a_fork_begins_at_any_moment_and_has_its_own_dice(server: Running) -> None:
    t = server.table(seats=[{"kind": "here", "name": "Anna"}, {"kind": "here"}])
    t.finish(seed=2)
    for at in (0, 3, 7, t.see()["seq"]):
        made = t.post("red", "/fork", at=at)
        assert made.status_code == 201
        fork = type(t)(server, made.json())
        seen = fork.see()
        assert seen["parent"] == {"table": t.id, "at": at} and seen["seq"] == 0 and fork.commitment != t.commitment
        assert [p["at"] for p in seen["board"]["pieces"]] == [p["at"] for p in t.get("red", f"/at/{at}").json()["board"]["pieces"]]
        fork.finish(seed=at)
        records.verify(fork.get("red", "/record").json(), GAMES)
    assert t.post("red", "/fork", at=10_000).status_code == 400


def test_import_checks_a_record_and_goes_on_from_it(server: Running) -> None:
    t = server.table(seed="7")
    t.finish(seed=5)
    record = t.get("red", "/record").json()
    made = server.http.post("/api/tables/import", json=record)
    assert made.status_code == 201
    copy = type(t)(server, made.json())
    assert copy.see()["board"] == t.see()["board"] and copy.see()["seq"] == t.see()["seq"]
    assert json.loads(copy.get("red", "/record").text)["hash"] == record["hash"]
    told = {**record, "result": {**record["result"], "reason": "as it was told long ago"}}
    assert server.http.post("/api/tables/import", json=told).status_code == 201, "the sentence is no part of the result"
    cut = {**record, "actions": record["actions"][:9]}
    s = records.load_session(cut, GAMES)
    cut = records.to_record(s)
    half = type(t)(server, server.http.post("/api/tables/import", json=cut).json())
    assert half.see()["seq"] == 9 and half.finish(3)["outcome"]


def test_an_import_that_is_refused_leaves_nothing_behind(server: Running) -> None:
    t = server.table(seed="7")
    t.finish(seed=5)
    over = t.get("red", "/record").json()
    running = records.to_record(records.load_session({**over, "actions": over["actions"][:9]}, GAMES))
    before = server.manager.store.read(rows.count_tables)
    for record, seats in ((over, "here,bot"), (running, "here,here,here"), (running, "here,bot:nobody")):
        refused = server.http.post(f"/api/tables/import?seats={seats}", json=record)
        assert refused.status_code == 400, refused.text
        assert server.manager.store.read(rows.count_tables) == before
    assert server.http.post("/api/tables/import?seats=here,bot", json=running).status_code == 201


def test_a_long_open_phase_is_opened_without_asking_what_was_legal_in_it(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    from sample_game import Order, Where

    t = server.table(seed="a long phase").appoint()
    for n in (1, 2, 3):
        t.post("red", "/actions", seq=t.see()["seq"], actions=[f"move red-{n}", "stay"])
    seen, asked = t.see(), set()

    def heard(known: Any) -> Any:
        def actions(step: Any, s: Any) -> Any:
            if s.dice.seed == "a long phase":  # machines play at other tables
                asked.add(s.size)
            return known(step, s)

        return actions

    for step in (Order, Where):
        monkeypatch.setattr(step, "actions", heard(step.actions))
    server.manager.tables.clear()
    assert t.see() == seen and asked == {8}, "only the open question is asked"
    assert t.post("red", "/undo", seq=8, times=6).json() == {"seq": 14}


@pytest.mark.parametrize(
    "change",
    [
        {"actions": ["general red-1", "nonsense"]},
        {"hash": "0" * 64},
        {"seed": "other"},
        {"game": "chess"},
        {"ruleset": 99},
        {"version": 2},
        {"format": "x"},
        {"actions": [1]},
        {"options": {"days": "77"}},
        {"start": "{}"},
        {"start": '{"format": "firestep-moment 1"}'},
        {"turns": []},
        {"scenario": "no such"},
        {"start": '{"format": "firestep-moment 1", "state": {}, "agenda": [["Order", {"side": 9}]]}'},
        {"start": '{"format": "firestep-moment 1", "state": {"at": [], "generals": []}, "agenda": []}'},
        {"actions": ["takeback 5"]},
        {"actions": ["undo"]},
        {"result": {"winner": "red"}},
        {"actions": ["takeback ²"]},
    ],
)
def test_a_damaged_record_is_refused_with_a_sentence(sqlite_server: Running, change: dict[str, object]) -> None:
    s = records.load_session(
        {
            "game": "sample",
            "ruleset": 1,
            "seed": "7",
            "commitment": commitment("7"),
            "options": {},
            "scenario": "skirmish",
            "actions": ["general red-1", "general blue-1", "done"],
        },
        GAMES,
    )
    answer = sqlite_server.http.post("/api/tables/import", json={**records.to_record(s), **change})
    assert answer.status_code == 400 and len(answer.json()["error"]) > 10


def test_summary_names_and_chat(server: Running) -> None:
    t = server.table()
    assert t.get("blue", "/summary").json()["decides"] == "red"
    assert t.post("blue", "/name", name="  Ben\u0000\n the  <b>Bold</b> ").status_code == 400
    assert t.post("blue", "/name", name="  Ben\n the  <b>Bold</b> ").json()["seats"][1]["name"] == "Ben the <b>Bold</b>"
    assert t.post("all", "/name", name="R", seat="red").json()["seats"][0]["name"] == "R"
    assert t.post("blue", "/name", name="x", seat="red").status_code == 403
    assert t.post("blue", "/name", name=" \t ").status_code == 400
    assert t.post("blue", "/chat", text="hello").json() == {"n": 0}
    assert t.post("red", "/chat", text="<script>alert(1)</script>").json() == {"n": 1}
    assert [c["text"] for c in t.see("red")["chat"]] == ["hello", "<script>alert(1)</script>"]
    assert t.see("spectator")["chat"] == [] and t.post("spectator", "/chat", text="x").status_code == 403
    assert t.post("red", "/chat", text="x" * 501).status_code == 400


def test_questions_about_the_game(server: Running) -> None:
    t = server.table().appoint()
    assert t.get("red", "/why-not", action="move red-1").json() == {"legal": True, "refusals": []}
    why = t.get("red", "/why-not", action="move blue-1").json()
    assert why == {"legal": False, "refusals": [{"rule": "sample.4", "text": "blue-1 is not yours"}]}
    assert t.get("red", "/odds", what="red-1 blue-1").json()["results"][0] == {"text": "hit", "chance": "1/3", "percent": 33.33}
    assert t.get("red", "/odds", what="x").status_code == 400
    assert t.get("red", "/overlay/reach", arg="red-1").json() == {"hexes": ["0201"]}
    assert t.get("red", "/overlay/nothing").status_code == 404
    assert t.get("red", "/inspect/0101").json()["pieces"] == ["red-1"] and t.get("red", "/inspect/9999").status_code == 404
    t.act("done")
    refused = t.post("blue", "/actions", seq=3, action="move red-1")
    assert refused.status_code == 422 and refused.json()["refusals"] == [{"rule": "sample.4", "text": "red-1 is not yours"}]


def test_every_turn_is_told_with_the_moment_at_which_it_began_but_none_that_was_taken_back(server: Running) -> None:
    t = server.table(scenario="siege").appoint()
    while t.see()["turn"] < 4:
        t.act("done")
    turns = t.get("spectator", "/turns").json()["turns"]
    assert [x["turn"] for x in turns] == [1, 2, 3, 4]
    assert [t.get("red", f"/at/{x['at']}").json()["turn"] for x in turns] == [1, 2, 3, 4]
    assert [t.get("red", f"/at/{x['at'] - 1}").json()["turn"] for x in turns[1:]] == [1, 2, 3]
    t.post("red", "/takeback", to=turns[2]["at"])
    assert t.agree("blue", True).json() == {"takeback": None}
    assert [x["turn"] for x in t.get("red", "/turns").json()["turns"]] == [1, 2, 3]


def test_the_journal_comes_in_pages(server: Running) -> None:
    t = server.table(scenario="siege").appoint()
    for _ in range(120):
        t.act("done")
    seen = t.see("red")
    assert seen["journal_size"] == 124 and len(seen["journal"]) == 123
    page = t.get("red", "/journal", since=100, limit=10).json()
    assert [e["n"] for e in page["entries"]] == list(range(100, 110)) and page["size"] == 124
