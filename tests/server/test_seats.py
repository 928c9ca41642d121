"""A seat belongs to who sits on it: invitations, keys, devices; consent names what it consents to; standing orders; the clock."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from server_conftest import Running, Seated
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from firestep.server.storage import schema
from firestep.server.tables.seating import stage
from firestep.server.workers import jobs

LINKED = [{"kind": "here"}, {"kind": "link"}]


def opened(server: Running, **body: Any) -> dict[str, Any]:
    made = server.http.post("/api/tables", json={"game": "sample", "seats": LINKED, **body})
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def ask(server: Running, method: str, path: str, token: str, body: Any = None) -> Any:
    return server.http.request(method, f"/api/tables/{path}", headers={"Authorization": f"Bearer {token}"}, json=body)


def claim(server: Running, made: dict[str, Any], **more: Any) -> Any:
    return server.http.post(f"/api/tables/{made['id']}/claim", json={"invitation": made["invitations"]["blue"], **more})


def test_the_host_never_has_the_key_of_a_seat_he_invites_to(server: Running) -> None:
    """H1: the maker of a table was told every key, could read the guest's hidden side and agree for him."""
    made = opened(server)
    assert list(made["tokens"]) == ["red"] and list(made["invitations"]) == ["blue"]
    for word in (made["invitations"]["blue"], made["host"]):
        assert ask(server, "POST", f"{made['id']}/actions", word, {"seq": 0, "action": "general red-1"}).status_code in (401, 403)
    assert ask(server, "GET", made["id"], made["invitations"]["blue"]).status_code == 401
    assert ask(server, "GET", made["id"], made["host"]).json()["seat"] is None, "the host's key is a spectator's"
    got = claim(server, made).json()
    assert got["seat"] == "blue" and ask(server, "GET", made["id"], got["token"]).json()["seat"] == "blue"
    assert claim(server, made).status_code == 409
    refused = ask(server, "POST", f"{made['id']}/invite", made["host"], {"seat": "blue"})
    assert refused.status_code == 409, "a seat that is taken is not the host's to give"


def test_a_hundred_who_claim_one_seat_are_one(server: Running) -> None:
    made = opened(server)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: claim(server, made).status_code, range(24)))
    assert sorted(answers) == [200] + [409] * 23
    seats = ask(server, "GET", made["id"], made["spectator"]).json()["seats"]
    assert [(s["claimed"], s["devices"]) for s in seats] == [(True, 1), (True, 1)]


def test_a_lost_answer_loses_no_seat(server: Running) -> None:
    made = opened(server)
    key = "k" * 40
    assert [claim(server, made, token=key).json() for _ in range(2)] == [{"seat": "blue", "token": key}] * 2
    assert claim(server, made, token="j" * 40).status_code == 409
    assert claim(server, made, token="short").status_code == 400
    assert ask(server, "GET", made["id"], key).json()["seat"] == "blue"


def test_the_host_renews_an_invitation_that_went_astray(server: Running) -> None:
    made = opened(server)
    new = ask(server, "POST", f"{made['id']}/invite", made["host"], {"seat": "blue"}).json()["invitation"]
    assert claim(server, made).status_code == 401, "the old one is void"
    made["invitations"]["blue"] = new
    assert claim(server, made).status_code == 200
    for token in (made["spectator"], made["tokens"]["red"]):
        assert ask(server, "POST", f"{made['id']}/invite", token, {"seat": "blue"}).status_code == 403


def test_devices_of_a_seat_are_shown_added_and_removed(server: Running) -> None:
    t = server.table(seats=LINKED)
    word = t.post("blue", "/invite").json()["invitation"]
    second = server.http.post(f"/api/tables/{t.id}/claim", json={"invitation": word}).json()["token"]
    assert t.see("red")["seats"][1]["devices"] == 2
    found = ask(server, "GET", f"{t.id}/devices", second).json()["devices"]
    assert [d["mine"] for d in found] == [False, True]
    other = found[0]["id"]
    assert t.call("DELETE", "red", f"/devices/{other}").status_code == 404, "of one's own seat only"
    with t.live("blue") as live:
        live.until(0)
        assert ask(server, "DELETE", f"{t.id}/devices/{other}", second).status_code == 200
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                live.next()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    assert t.get("blue").status_code == 401 and ask(server, "GET", t.id, second).status_code == 200


def test_a_renewed_key_ends_all_others(server: Running) -> None:
    t = server.table(seats=LINKED)
    word = t.post("blue", "/invite").json()["invitation"]
    new = t.post("blue", "/renew").json()
    assert t.get("blue").status_code == 401
    assert server.http.post(f"/api/tables/{t.id}/claim", json={"invitation": word}).status_code == 401
    t.tokens["blue"] = new["token"]
    t.act("general red-1", "red")
    t.act("general blue-1", "blue")
    assert t.post("spectator", "/renew").status_code == 403


def test_keys_outlive_a_restart(new_server: Any) -> None:
    first = new_server()
    made = opened(first)
    token = claim(first, made).json()["token"]
    first.stop()
    second = new_server()
    assert ask(second, "GET", made["id"], token).json()["seat"] == "blue" and claim(second, made).status_code == 409


def test_consent_names_what_it_consents_to(server: Running) -> None:
    """M2: A asks for 5, B looks, A asks for 0, and B's consent arrives: the table went back to 0."""
    t = server.table().appoint()
    for words in ("done", "done", "done"):
        t.act(words)
    t.post("red", "/takeback", to=4)
    looked = t.see("blue")["takeback"]
    t.post("red", "/takeback", to=0)
    late = t.post("blue", "/takeback/answer", agree=True, to=looked["to"], seq=looked["seq"])
    assert late.status_code == 409 and t.see()["seq"] == 5 and t.see()["takeback"]["to"] == 0
    assert t.post("blue", "/takeback/answer", agree=True, to=0, seq=99).status_code == 409
    assert t.post("blue", "/takeback/answer", agree=True).status_code == 400
    assert t.agree("blue").json() == {"takeback": None} and t.see()["seq"] == 6


# -- several orders, standing orders ---------------------------------------------------------------------------------


def test_several_orders_are_one_request_one_patch_and_stop_where_the_seat_changes(server: Running) -> None:
    t = server.table().appoint()
    with t.live("blue") as live:
        live.until(2)
        orders = ["move red-1", "to 0201", "move red-2", "nonsense", "done"]
        made = t.post("red", "/actions", seq=2, actions=orders, key="k1").json()
        assert made == {"seq": 5, "taken": 3}
        live.until(5)
        assert [m["seq"] for m in live.told if m["type"] == "patch"] == [5]
        again = t.post("red", "/actions", seq=2, actions=["move red-1", "to 0201", "move red-2", "done"], key="k1")
        assert again.json() == {"seq": 5, "taken": 3}, "the key is of the whole"
        assert t.post("red", "/actions", seq=5, actions=["stay", "done", "done"]).json() == {"seq": 7, "taken": 2}
        assert live.until(7)["decision"]["seat"] == "blue"
    assert t.post("blue", "/actions", seq=7, actions=["nonsense"]).status_code == 422
    assert t.post("blue", "/actions", seq=7, actions=[]).status_code == 400
    assert t.post("blue", "/actions", seq=7).status_code == 400
    assert t.post("blue", "/actions", seq=7, action="done", actions=["done"]).status_code == 400
    assert t.post("blue", "/actions", seq=7, actions=["done"] * 65).status_code == 400


def test_several_are_taken_back_in_one_request_and_one_patch(server: Running) -> None:
    a, b = server.table(seed="five").appoint(), server.table(seed="five").appoint()
    orders = ["move red-1", "to 0201", "move red-2", "stay", "move red-3"]
    for t in (a, b):
        assert t.post("red", "/actions", seq=2, actions=orders).json() == {"seq": 7, "taken": 5}
    with a.live("blue") as blue, a.live("red") as red:
        for live in (blue, red):
            live.until(7)
        body = {"seq": 7, "times": 3, "key": "k1"}
        assert [a.post("red", "/undo", **body).json() for _ in range(3)] == [{"seq": 10}] * 3, "the key is of the whole"
        for who, live in (("blue", blue), ("red", red)):
            live.until(10)
            assert [(m["from"], m["seq"]) for m in live.told if m["type"] == "patch"] == [(7, 10)]
            assert live.state["board"] == a.see(who)["board"]
    for seq in (7, 8, 9):
        assert b.post("red", "/undo", seq=seq).json() == {"seq": seq + 1}
    for k in ("board", "decision", "seq", "undo", "journal", "journal_size"):
        assert a.see("red")[k] == b.see("red")[k], k
    assert a.see("red")["undo"] is True and "0201" in str(a.see("red")["board"]["pieces"][0])
    a.finish(3)
    b.finish(3)
    ours, theirs = (t.get("spectator", "/record").json() for t in (a, b))
    assert ours["actions"][2:10] == [*orders, "undo", "undo", "undo"] and ours == theirs


def test_undo_of_several_stops_where_undo_closes(server: Running) -> None:
    t = server.table().appoint()
    before = t.see()["board"]
    for words in ("move red-1", "to 0201", "move red-2"):
        t.act(words)
    assert t.post("blue", "/undo", seq=5, times=2).status_code == 403
    assert t.post("red", "/undo", seq=4, times=2).status_code == 409
    assert t.post("red", "/undo", seq=5, times=64).json() == {"seq": 8}, "three could be taken back"
    assert t.see()["board"] == before and t.see("red")["undo"] is False
    assert t.post("red", "/undo", seq=8, times=2).status_code == 409
    t.act("move red-1")
    for wrong in (0, -1, 65, 10**9, 1.5, "2", True, None, [1]):
        assert t.post("red", "/undo", seq=9, times=wrong).status_code == 400, wrong
    assert t.post("red", "/restart-turn", seq=9, times=1).status_code == 400, "that has no number"
    assert t.see()["seq"] == 9


def test_a_question_has_a_name(server: Running) -> None:
    t = server.table()
    assert t.see("red")["decision"]["ask"] == "Appoint" and t.see("blue")["decision"]["ask"] is None, "while something is hidden"


def wait(until: Any, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_a_standing_order_answers_one_kind_of_question(server: Running) -> None:
    t = server.table().appoint()
    asks = t.get("blue", "/routine").json()["asks"]
    assert "Order" in asks and "Night" not in asks
    assert t.post("blue", "/routine", ask="Order", action="done").json()["routine"] == {"Order": {"action": "done"}}
    own = t.see("blue")["seats"][1]
    assert own["routine"] == ["Order"] and own["says"] == {"Order": "done"} and own["deputy"] == []
    t.act("done", "red")
    wait(lambda: t.see()["seq"] == 4)
    assert t.see()["decision"]["seat"] == "red" and t.see()["turn"] == 2
    for wrong in (
        {"ask": "Nothing", "action": "done"},
        {"ask": "Order", "bot": "nobody"},
        {"ask": "Order", "bot": "random", "action": "done"},
    ):
        assert t.post("blue", "/routine", **wrong).status_code == 400
    assert t.post("spectator", "/routine", ask="Order", action="done").status_code == 403
    assert t.post("blue", "/routine", ask="Order").json()["routine"] == {}
    t.act("done", "red")
    time.sleep(0.2)
    assert t.see()["decision"]["seat"] == "blue"


def test_standing_orders_are_nobody_elses_business_but_that_a_bot_plays_is_told(server: Running) -> None:
    t = server.table().appoint()
    with t.live("red") as red, t.live("spectator") as looker, t.live("blue") as blue:
        t.post("blue", "/routine", ask="Order", action="done")
        t.post("blue", "/name", name="last word")
        for who, words in ((red, set()), (looker, set()), (blue, {"Order"})):
            while who.state.get("seats", [{}, {"name": ""}])[1]["name"] != "last word":
                who.next()
            seen = [m["seats"][1] for m in who.told if m["type"] == "seats"]
            assert {ask for seat in seen for ask in (*seat["routine"], *seat["says"])} == words
    for who in ("red", "spectator"):
        seen = t.see(who)["seats"][1]
        assert not seen["routine"] and not seen["says"] and not seen["until"] and not seen["deputy"]
    t.post("blue", "/routine", ask="*", bot="random")
    assert t.see("red")["seats"][1]["deputy"] == ["*"]


def test_a_standing_order_for_a_phase_ends_with_it(server: Running) -> None:
    t = server.table().appoint()
    told = t.post("blue", "/routine", ask="Order", action="done", until="phase").json()["routine"]
    assert told["Order"]["action"] == "done" and told["Order"]["until"]
    assert t.see("blue")["seats"][1]["routine"] == ["Order"]
    t.act("done", "red")
    wait(lambda: t.see()["turn"] == 2)
    assert t.see("blue")["seats"][1]["routine"] == []
    before = t.act("done", "red")
    time.sleep(0.2)
    assert t.see()["seq"] == before and t.see()["decision"]["seat"] == "blue"
    assert t.post("blue", "/routine", ask="*", bot="random", until="tomorrow").status_code in (400, 422)


def test_a_bot_that_plays_for_a_phase_stops_where_it_ends(server: Running) -> None:
    t = server.table().appoint()
    t.act("done", "red")
    s = server.manager.tables[t.id].session
    for seed in "abcdef":
        given = {"game_id": s.game.id, "scenario": s.scenario, "options": dict(s.options), "plain": s.to_plain(), "bot": "random"}
        answers = jobs.answer(**given, seed=seed, first=0, most=99, enough=9, until=stage(s))
        after = s.copy()
        for words in answers[:-1]:
            after.take(words)
            assert stage(after) == stage(s)


def test_a_bot_plays_for_a_seat_until_it_is_taken_back(server: Running) -> None:
    t = server.table().appoint()
    t.act("done", "red")
    t.post("blue", "/routine", ask="*", bot="random")
    wait(lambda: t.see()["decision"]["seat"] == "red")
    t.post("blue", "/routine", ask="*")
    before = t.act("done", "red")
    time.sleep(0.2)
    assert t.see()["seq"] == before


def test_what_was_undone_is_not_answered_by_the_standing_order(server: Running) -> None:
    t = server.table().appoint()
    t.post("red", "/routine", ask="Where", action="stay")
    t.act("move red-1", "red")
    wait(lambda: t.see()["seq"] == 4)
    assert t.post("red", "/undo", seq=4).status_code == 200
    time.sleep(0.2)
    assert t.see()["seq"] == 5 and t.see()["decision"]["ask"] == "Where"


def test_what_was_undone_stays_open_over_a_restart_and_whatever_another_seat_orders(new_server: Any) -> None:
    first = new_server()
    t = first.table().appoint()
    t.post("red", "/routine", ask="Where", action="stay")
    t.act("move red-1", "red")
    wait(lambda: t.see()["seq"] == 4)
    t.post("red", "/undo", seq=4)
    first.stop()
    t.server = second = new_server()
    assert t.see()["seq"] == 5
    t.post("blue", "/routine", ask="Order", action="done")
    t.post("red", "/routine", ask="Order", action="done", until="phase")
    t.post("red", "/routine", ask="Order")
    time.sleep(0.2)
    assert t.see()["seq"] == 5 and t.see()["decision"]["ask"] == "Where", (
        "orders of others, for other questions, and taken back ones answer nothing"
    )
    second.manager.tables.clear()
    with t.live("red") as red:
        red.until(5)
        assert red.state["undone"], "the page knows that no order answers"
        t.post("red", "/routine", ask="Where", action="stay")
        assert not red.until(6)["undone"] and t.see()["decision"]["ask"] != "Where"


def test_what_was_taken_back_by_consent_is_not_answered_by_the_standing_order(server: Running) -> None:
    t = server.table().appoint()
    t.post("red", "/routine", ask="Where", action="stay")
    t.act("move red-1", "red")
    wait(lambda: t.see()["seq"] == 4)
    t.post("red", "/takeback", to=3)
    t.agree("blue")
    time.sleep(0.2)
    assert t.see()["seq"] == 5 and t.see()["decision"]["ask"] == "Where"


def test_an_order_that_ended_with_its_phase_does_not_hold_again_when_the_game_goes_back_to_it(server: Running) -> None:
    t = server.table().appoint()
    t.post("blue", "/routine", ask="Order", action="done", until="phase")
    with t.live("blue") as blue:
        t.act("done", "red")
        blue.until(4)
        wait(lambda: t.see()["turn"] == 2)
        t.post("red", "/takeback", to=3)
        t.agree("blue")
        blue.until(5)
        t.act("move blue-1", "blue")
        t.act("stay", "blue")
        time.sleep(0.2)
        assert t.see()["seq"] == 7 and t.see()["decision"]["ask"] == "Order"
        blue.until(7)
        assert t.get("blue", "/routine").json()["routine"] == {} and blue.state["seats"][1]["routine"] == []


def test_who_holds_several_seats_speaks_for_the_one_that_decides(server: Running) -> None:
    t = server.table().appoint()
    both = f"{t.tokens['blue']},{t.tokens['red']}"
    assert ask(server, "GET", t.id, both).json()["seat"] == "red"
    for method, path, body in (
        ("GET", "routine", None),
        ("GET", "devices", None),
        ("POST", "routine", {"ask": "Where", "bot": "random"}),
    ):
        assert ask(server, method, f"{t.id}/{path}", both, body).json()["seat"] == "red"
    t.act("done", "red")
    assert ask(server, "GET", f"{t.id}/routine", both).json()["seat"] == "blue"


def test_a_key_serves_for_one_request(new_server: Any) -> None:
    """The same one again is answered the same; for another, now or after a restart, the key is refused."""
    first = new_server()
    t = first.table().appoint()
    order = {"seq": 2, "actions": ["move red-1", "stay"], "key": "once"}
    told = t.post("red", "/actions", **order).json()
    assert told == {"seq": 4, "taken": 2} == t.post("red", "/actions", **order).json()
    for restart in (False, True):
        if restart:
            first.stop()
            t.server = new_server()
        assert t.post("red", "/actions", **order).json() == told
        assert t.post("red", "/undo", seq=4, key="once").status_code == 409 and t.see()["seq"] == 4


def test_orders_that_are_none_end_a_list_as_others_that_are_not_legal_do(server: Running) -> None:
    t = server.table().appoint()
    assert t.post("red", "/actions", seq=2, actions=["move red-1", " ", "stay"]).json() == {"seq": 3, "taken": 1}
    assert t.post("red", "/actions", seq=3, actions=[" ", "stay"]).status_code == 400 and t.see()["seq"] == 3


# -- the clock -------------------------------------------------------------------------------------------------------


def late(server: Running, t: Seated, seconds: int) -> None:
    """The seat that decides was asked long ago."""
    table = server.manager.tables[t.id]
    table.asked -= seconds
    server.manager.store.read(lambda c: (c.execute(update(schema.tables).values(asked=table.asked)), c.commit()))


def test_a_clock_holds_when_all_have_agreed(server: Running) -> None:
    t = server.table().appoint()
    assert t.see()["clock"] is None
    asked = t.post("red", "/clock", nudge=60, claim=600).json()["clock"]
    assert asked["claim"] is None and asked["proposed"] == {"nudge": 60, "claim": 600, "agreed": ["red"], "waiting": ["blue"]}
    other = t.post("blue", "/clock", nudge=60, claim=700).json()["clock"]
    assert other["proposed"]["agreed"] == ["blue"], "other terms, asked anew"
    now = t.post("red", "/clock", nudge=60, claim=700).json()["clock"]
    assert (now["nudge"], now["claim"], now["proposed"]) == (60, 700, None)
    assert t.post("spectator", "/clock", nudge=60, claim=700).status_code == 403
    assert t.post("red", "/clock", nudge=5).status_code == 400


def test_who_stays_away_is_nudged_and_then_a_bot_or_another_takes_the_seat(server: Running) -> None:
    t = server.table(clock={"nudge": 60, "claim": 600}).appoint()
    assert t.post("blue", "/nudge").status_code == 409, "not yet"
    late(server, t, 100)
    assert t.post("red", "/nudge").status_code == 409 and t.post("spectator", "/nudge").status_code == 403
    assert t.post("blue", "/nudge").json() == {"seat": "red", "told": []}
    assert t.post("blue", "/nudge").status_code == 409, "once in the agreed time"
    assert t.post("blue", "/take-over", seat="red", bot="random").status_code == 409
    late(server, t, 600)
    assert t.post("blue", "/take-over", seat="red", bot="random").json() == {"seat": "red", "bot": "random"}
    wait(lambda: t.see("blue")["decision"]["seat"] == "blue")
    t.post("red", "/routine", ask="*")  # he is back
    t.act("done", "blue")
    late(server, t, 700)
    made = t.post("blue", "/take-over", seat="red").json()
    assert t.get("red").status_code == 401
    new = server.http.post(f"/api/tables/{t.id}/claim", json={"invitation": made["invitation"]}).json()
    assert new["seat"] == "red"


# -- to another server -----------------------------------------------------------------------------------------------


def test_a_running_game_goes_on_at_another_server_by_consent(server: Running, new_server: Any) -> None:
    t = server.table(scenario="siege").appoint()
    t.play(20, seed=4)
    seq = t.see()["seq"]
    assert t.get("red", "/record").status_code == 403, "something is hidden"
    asked = t.post("red", "/handover", agree=True, seq=seq).json()["handover"]
    assert asked == {"by": "red", "seq": seq, "agreed": ["red"], "waiting": ["blue"], "done": False}
    assert t.post("blue", "/handover", agree=False, seq=seq).json() == {"handover": None}
    t.post("red", "/handover", agree=True, seq=seq)
    assert t.post("blue", "/handover", agree=True, seq=seq - 1).status_code == 409, "consent names its moment"
    assert t.post("spectator", "/handover", agree=True, seq=seq).status_code == 403
    assert t.post("blue", "/handover", agree=True, seq=seq).json()["handover"]["done"] is True
    assert t.post("all", "/actions", seq=seq, action=t.see()["decision"]["actions"][0]).status_code == 409, "it is over here"
    record = t.get("red", "/record")
    assert record.status_code == 200 and record.json()["seed"] and record.json()["result"] is None
    other = new_server()
    made = other.http.post("/api/tables/import?seats=here,link", json=record.json())
    assert made.status_code == 201, made.text
    assert made.json()["parent"]["at"] == seq and made.json()["commitment"] != record.json()["commitment"], "fresh dice"
    u = Seated(other, made.json())
    assert [p["at"] for p in u.see()["board"]["pieces"]] == [p["at"] for p in t.see()["board"]["pieces"]]
    assert u.see()["seed_chosen"] is False and u.see()["decision"]["seat"] == t.see()["decision"]["seat"]
    u.act(u.see()["decision"]["actions"][0])


def test_what_was_agreed_half_lapses_when_play_goes_on(server: Running) -> None:
    t = server.table().appoint()
    t.post("red", "/handover", agree=True, seq=2)
    t.act("done", "red")
    assert t.see()["handover"] is None and t.see()["closed"] is None
