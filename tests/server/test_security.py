"""Acting for others, out of turn, twice, late; wrong bodies, wrong tokens, wrong paths; what pages may do; how fast one may ask."""

from __future__ import annotations

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from server_conftest import Running, settings_for

from firestep.server.http.limits import Limits


def test_only_the_seat_that_decides_acts(server: Running) -> None:
    t = server.table()
    for who, status in (("blue", 403), ("spectator", 403)):
        refused = t.post(who, "/actions", seq=0, action="general blue-1")
        assert refused.status_code == status and refused.json()["error"]
    assert t.see()["seq"] == 0
    t.act("general red-1", "red")
    assert t.post("red", "/actions", seq=1, action="general blue-1").status_code == 403
    other = server.table()
    headers = {"Authorization": f"Bearer {other.tokens['blue']}"}
    bodies = {"/actions": {"seq": 1, "action": "general blue-1"}, "/undo": {"seq": 1}, "/fork": {"at": 0}, "/chat": {"text": "x"}}
    for path in ("", "/record", "/actions", "/undo", "/fork", "/chat", "/at/0"):
        method = "POST" if path in bodies else "GET"
        answer = server.http.request(method, f"/api/tables/{t.id}{path}", headers=headers, json=bodies.get(path))
        assert answer.status_code == 401, path
    assert t.see()["seq"] == 1


def test_an_old_a_future_and_a_repeated_seq_are_refused(server: Running) -> None:
    t = server.table().appoint()
    assert t.act("move red-1", "red") == 3
    for seq in (0, 2, 4, 99):
        refused = t.post("red", "/actions", seq=seq, action="stay")
        assert refused.status_code == 409 and refused.json()["seq"] == 3
    assert t.post("red", "/undo", seq=2).status_code == 409 and t.post("red", "/restart-turn", seq=2).status_code == 409
    assert t.see()["seq"] == 3


def test_the_same_key_is_applied_once_however_often_it_is_sent(server: Running) -> None:
    t = server.table().appoint()
    body = {"seq": 2, "action": "move red-1", "key": "click-1"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: t.post("red", "/actions", **body), range(24)))
    assert {a.status_code for a in answers} == {200} and {a.json()["seq"] for a in answers} == {3}
    assert t.see()["seq"] == 3
    undo = {"seq": 3, "key": "click-2"}
    assert [t.post("red", "/undo", **undo).json() for _ in range(3)] == [{"seq": 4}] * 3
    t.act("move red-1")
    t.act("to 0201")
    again = {"seq": 6, "key": "click-3"}
    assert [t.post("red", "/restart-turn", **again).json() for _ in range(3)] == [{"seq": 8}] * 3
    t.act("done")
    assert t.post("blue", "/actions", seq=9, action="done", key="click-1").status_code == 409, "keys are not shared between seats"
    assert t.post("red", "/actions", **body).json() == {"seq": 3, "taken": 1}


def test_two_clicks_at_once_are_one_action(server: Running) -> None:
    t = server.table().appoint()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda k: t.post("red", "/actions", seq=2, action=f"move red-{k % 3 + 1}").status_code, range(16)))
    assert sorted(answers) == [200] + [409] * 15 and t.see()["seq"] == 3


@pytest.mark.parametrize("token", ["x", "x" * 5000, "Bearer", "é", "null", ",,,", "a,b,c,d,e,f,g,h,i,j", "' or 1=1", "\\", "%00"])
def test_unknown_tokens_open_nothing(sqlite_server: Running, token: str) -> None:
    t = sqlite_server.table()
    headers = {"Authorization": f"Bearer {token}".encode()}
    for path in ("", "/at/0", "/record", "/summary", "/notify", "/journal"):
        answer = sqlite_server.http.get(f"/api/tables/{t.id}{path}", headers=headers)
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer" and t.commitment not in answer.text
    assert sqlite_server.http.get(f"/api/tables/{t.id}").status_code == 401
    assert sqlite_server.http.get(f"/api/tables/{t.id}", headers={"Authorization": f"Basic {t.tokens['red']}"}).status_code == 401
    mixed = {"Authorization": f"Bearer {t.tokens['red']},x"}
    assert sqlite_server.http.get(f"/api/tables/{t.id}", headers=mixed).status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"1",
        b'"x"',
        b"\xff\xfe",
        b"{}",
        b'{"seq": 0}',
        b'{"seq": "0", "action": "general red-1"}',
        b'{"seq": 0.5, "action": "general red-1"}',
        b'{"seq": -1, "action": "x"}',
        b'{"seq": 1e400, "action": "x"}',
        b'{"seq": 99999999999999999999, "action": "x"}',
        b'{"seq": true, "action": "general red-1"}',
        b'{"seq": 0, "action": ["general", "red-1"]}',
        b'{"seq": 0, "action": ""}',
        b'{"seq": 0, "action": "   "}',
        b'{"seq": 0, "action": "general red-1", "key": "a b"}',
        b'{"seq": 0, "action": "general red-1", "key": ""}',
        b'{"seq": 0, "action": "general red-1", "seat": "blue"}',
        b"[" * 20_000,
        b'{"seq": 0, "action": "' + b"x" * 600 + b'"}',
        b'{"seq": NaN, "action": "x"}',
        b'{"seq": 0, "action": "\\ud800"}',
        b'{"a":' * 5000,
    ],
)
def test_malformed_bodies_are_refused_and_change_nothing(sqlite_server: Running, body: bytes) -> None:
    t = sqlite_server.table()
    headers = {"Authorization": f"Bearer {t.tokens['red']}", "Content-Type": "application/json"}
    answer = sqlite_server.http.post(f"/api/tables/{t.id}/actions", headers=headers, content=body)
    assert answer.status_code in (400, 422), answer.text
    assert set(answer.json()) >= {"error", "refusals"} and t.see()["seq"] == 0


def test_oversized_bodies_are_refused_before_they_are_read(sqlite_server: Running) -> None:
    t = sqlite_server.table()
    headers = {"Authorization": f"Bearer {t.tokens['red']}", "Content-Type": "application/json"}
    big = json.dumps({"text": "x" * 100_000}).encode()
    assert sqlite_server.http.post(f"/api/tables/{t.id}/chat", headers=headers, content=big).status_code == 413
    assert sqlite_server.http.post(f"/api/tables/{t.id}/chat", headers=headers, content=iter([big])).status_code == 413
    connection = http.client.HTTPConnection("127.0.0.1", sqlite_server.port, timeout=5)
    connection.putrequest("POST", "/api/tables/import")
    connection.putheader("Content-Length", str(10**12))
    connection.putheader("Content-Type", "application/json")
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
    headers["Content-Type"] = "text/plain"
    assert sqlite_server.http.post(f"/api/tables/{t.id}/chat", headers=headers, content=b'{"text": "x"}').status_code == 415


def test_a_record_may_be_larger_than_other_bodies(sqlite_server: Running) -> None:
    answer = sqlite_server.http.post("/api/tables/import", json={"format": "x" * 200_000})
    assert answer.status_code == 400
    assert sqlite_server.http.post("/api/tables/import", json={"format": "x" * 17_000_000}).status_code == 413


def raw(server: Running, path: str) -> tuple[int, bytes, dict[str, str]]:
    """Ask for a path exactly as written: clients tidy dots away."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.putrequest("GET", path, skip_host=False, skip_accept_encoding=True)
    connection.endheaders()
    answer = connection.getresponse()
    out = answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
    connection.close()
    return out


@pytest.mark.parametrize(
    "path",
    [
        "/../outside.txt",
        "/lib/../../outside.txt",
        "/..%2foutside.txt",
        "/%2e%2e/outside.txt",
        "/%2e%2e%2foutside.txt",
        "/..\\outside.txt",
        "/..%5coutside.txt",
        "//outside.txt",
        "/./outside.txt",
        "/lib/%2e%2e/%2e%2e/outside.txt",
        "/%00",
        "/index.html%00.js",
        "/.git/config",
        "/etc/passwd.txt",
        "//etc/passwd.txt",
        "/%252e%252e/outside.txt",
        "/lib/..%c0%afoutside.txt",
        "/C:/x.txt",
        "/x.py",
        "/app.js/x.js",
        "/" + "a/" * 900 + "x.js",
        "/" + "a" * 3000 + ".js",
        "/web.ini",
        "/api/../outside.txt",
        "/api/tables/..%2f..%2foutside.txt",
    ],
)
def test_paths_lead_nowhere_outside_the_page(sqlite_server: Running, path: str) -> None:
    status, body, _ = raw(sqlite_server, path)
    assert status in (400, 401, 404) and b"not for the world" not in body and b"root:" not in body


def test_the_page_is_served_with_tags_and_its_own_addresses(sqlite_server: Running) -> None:
    for path in ("/", "/index.html", "/table/abcdefghij", "/rules"):
        status, body, headers = raw(sqlite_server, path)
        assert status == 200 and b"<title>page</title>" in body and headers["content-type"].startswith("text/html"), path
        assert headers["cache-control"] == "no-cache"
    script = sqlite_server.http.get("/app.js")
    assert script.headers["content-type"].startswith("text/javascript")
    again = sqlite_server.http.get("/app.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    (sqlite_server.settings.web / "app.js").write_text("export const x = 1")
    assert "const x" in sqlite_server.http.get("/app.js", headers={"If-None-Match": script.headers["etag"]}).text
    drawn = sqlite_server.http.get("/api/games/sample/map.svg")
    assert sqlite_server.http.get("/api/games/sample/map.svg", headers={"If-None-Match": drawn.headers["etag"]}).status_code == 304
    assert sqlite_server.http.head("/").status_code == 200


def test_every_answer_forbids_inline_script(sqlite_server: Running) -> None:
    t = sqlite_server.table()
    for path in ("/", "/app.js", "/no.js", "/api/games", "/api/docs", "/api/nothing", "/api/openapi.json", f"/api/tables/{t.id}"):
        headers = sqlite_server.http.get(path).headers
        policy = dict(p.strip().split(" ", 1) for p in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'" and policy["frame-ancestors"] == "'none'"
        assert policy["base-uri"] == "'none'" and policy["connect-src"] == "'self'"
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "<script" not in sqlite_server.http.get("/api/docs").text


def test_script_in_names_and_chat_stays_text(server: Running) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    t = server.table(seats=[{"name": nasty}, {"name": "\u202e\u0007evil\r\nSet-Cookie: x"}])
    answer = t.get("red")
    assert answer.headers["content-type"] == "application/json" and answer.json()["seats"][0]["name"] == nasty
    assert answer.json()["seats"][1]["name"] == "evil Set-Cookie: x"
    assert "set-cookie" not in {k.lower() for k in t.get("red", "/record").headers}


def test_unknown_addresses_and_methods_answer_with_a_sentence(sqlite_server: Running) -> None:
    t = sqlite_server.table()
    auth = {"Authorization": f"Bearer {t.tokens['red']}"}
    cases: list[tuple[str, str, int]] = [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/games/chess/rules", 404),
        ("GET", "/api/tables/X", 404),
        ("GET", "/api/tables/aaaaaaaaaa", 404),
        ("PUT", f"/api/tables/{t.id}", 405),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/tables", 405),
        ("GET", f"/api/tables/{t.id}/undo", 405),
        ("GET", f"/api/tables/{t.id}/nothing", 404),
        ("GET", "/api/tables/a'--", 404),
        ("POST", "/", 405),
    ]
    for method, path, status in cases:
        answer = sqlite_server.http.request(method, path, headers=auth)
        body: dict[str, Any] = answer.json()
        assert answer.status_code == status and len(body["error"]) > 10 and body["refusals"] == [], (method, path, answer.text)


def test_a_second_server_on_the_same_database_cannot_write_an_entry_twice(new_server: Any) -> None:
    one, two = new_server(), new_server()
    t = one.table()
    u = type(t)(two, {"id": t.id, "tokens": t.tokens, "spectator": t.spectator, "commitment": t.commitment})
    assert u.see()["seq"] == 0
    t.act("general red-1")
    late = u.post("red", "/actions", seq=0, action="general red-2")
    assert late.status_code == 409
    assert u.see("red")["seq"] == 1 and u.see("red")["board"] == t.see("red")["board"]


def test_too_many_requests_are_told_when_to_come_again(new_server: Any, tmp_path: Any) -> None:
    server = new_server(rate_limit=True)
    server.app.state.limits.rates = {**server.app.state.limits.rates, "read": (5, 1.0), "failed": (2, 0.1), "make": (1, 0.1)}
    answers = [server.http.get("/api/games") for _ in range(8)]
    assert [a.status_code for a in answers[:5]] == [200] * 5 and answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1 and answers[-1].json()["error"]
    t = server.table()
    assert server.http.post("/api/tables", json={"game": "sample"}).status_code == 429
    server.app.state.limits.rates["read"] = (1000, 1000.0)
    guesses = [server.http.get(f"/api/tables/{t.id}", headers={"Authorization": f"Bearer guess{n}"}).status_code for n in range(4)]
    assert guesses == [401, 401, 429, 429]
    assert settings_for("sqlite://", tmp_path).rate_limit is False


def test_allowances_come_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    limits = Limits(True, {"x": (2, 0.5)})
    scope = {"client": ("1.2.3.4", 1)}
    assert [limits.take(scope, "x") for _ in range(3)] == [0, 0, 2]
    assert limits.take({"client": ("5.6.7.8", 1)}, "x") == 0
    now += 2
    assert [limits.take(scope, "x") for _ in range(2)] == [0, 2]
