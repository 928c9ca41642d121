"""Schemathesis asks everything that the OpenAPI page allows and much that it does not: nothing may answer with a 5xx."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import engine
from server_conftest import Running, Seated
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from firestep.server.http.app import make_app
from firestep.server.settings import Settings

schemathesis = pytest.importorskip("schemathesis", reason="fuzzing needs: pip install schemathesis")
#: requests of each kind; `make fuzz` sends more
EXAMPLES = int(os.environ.get("FIRESTEP_FUZZ", "5"))
pytestmark = pytest.mark.timeout(300 + 2 * EXAMPLES)
#: calls in which whatever the page describes is also met, given a token
EASY = {
    "GET /api/games",
    "GET /api/tables/{id}",
    "GET /api/tables/{id}/summary",
    "GET /api/tables/{id}/journal",
    "GET /api/tables/{id}/notify",
    "POST /api/tables/{id}/chat",
    "POST /api/tables/{id}/bot/go",
    "POST /api/tables/{id}/name",
    "GET /api/tables/{id}/why-not",
    "GET /api/games/{game}/rules",
    "GET /api/tables/{id}/dice",
}


API = schemathesis.openapi.from_dict(make_app(Settings("sqlite://")).openapi())
CALLS = {f"{call.ok().method.upper()} {call.ok().path}": call.ok() for call in API.get_all_operations()}


@pytest.fixture
def fuzzed(sqlite_server: Running) -> Seated:
    return sqlite_server.table(scenario="siege").appoint()


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize("call", CALLS)
def test_nothing_asked_over_http_answers_with_a_5xx(
    call: str, mode: str, sqlite_server: Running, fuzzed: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    # some calls leave nothing wrong to say: that is found out by fewer than the hundreds of trials that are usual
    monkeypatch.setattr(engine, "INVALID_THRESHOLD_BASE", 12 * EXAMPLES)
    strategy = CALLS[call].as_strategy(generation_mode=schemathesis.GenerationMode(mode))

    met: list[int] = []

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def ask(case: Any) -> None:
        met.append(check(case, sqlite_server, fuzzed, random.Random(len(met))))

    try:
        ask()
    except Unsatisfiable:
        assert mode == "negative", "what the page describes can be asked"  # there is nothing wrong to say in this call
    if mode == "positive" and call in EASY:
        assert any(status < 400 for status in met), f"the fuzz never came past the door: {met}"


def check(case: Any, server: Running, t: Seated, r: random.Random) -> int:
    parameters = dict(case.path_parameters or {})
    if "id" in parameters and r.random() < 0.8 and "rules" not in case.path:
        parameters["id"] = t.id
    if "game" in parameters and r.random() < 0.8:
        parameters["game"] = "sample"
    case.path_parameters = parameters
    token = r.choice([t.token("all"), t.token("red"), t.token("blue"), t.spectator])
    answer = case.call(base_url=server.url, timeout=120, headers={**(case.headers or {}), "Authorization": f"Bearer {token}"})
    assert answer.status_code < 500 or (answer.status_code == 503 and "retry-after" in answer.headers), answer.text
    said = answer.headers.get("content-type", [""])[0]
    if answer.status_code >= 400 and case.method != "HEAD":
        assert said.startswith("application/json") and set(answer.json()) >= {"error", "refusals"}
    return int(answer.status_code)


def test_random_bytes_on_the_socket_hurt_nobody(sqlite_server: Running) -> None:
    t = sqlite_server.table()
    r = random.Random(5)
    url = f"ws{sqlite_server.url[4:]}/api/tables/{t.id}/live"
    pieces = [
        '{"token": "',
        t.tokens["red"],
        '"',
        "}",
        ",",
        ' "have": ',
        "1",
        "null",
        "-1",
        "1e999",
        "\x00",
        "é",
        "[",
        "]",
        '{"type": "ping"}',
    ]
    for _ in range(60):
        with connect(url) as socket:
            try:
                for _ in range(r.randrange(1, 4)):
                    text = "".join(r.choice(pieces) for _ in range(r.randrange(8)))
                    socket.send(text if r.random() < 0.8 else r.randbytes(r.randrange(40)))
                socket.recv(timeout=0.2)
            except (ConnectionClosed, TimeoutError):
                pass
    assert t.see()["seq"] == 0
    t.act("general red-1")
