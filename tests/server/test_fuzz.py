"""Schemathesis asks everything that the OpenAPI page allows and much that it does not: nothing may answer with a 5xx."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from conftest import Running
from hypothesis import HealthCheck, Phase, settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

schemathesis = pytest.importorskip("schemathesis", reason="fuzzing needs: pip install schemathesis")
EXAMPLES = int(os.environ.get("FIRESTEP_FUZZ", "12"))
TRIED: set[tuple[str, int]] = set()


@pytest.fixture(scope="module")
def api(sqlite_server: Running) -> Any:
    t = sqlite_server.table(scenario="siege").appoint()
    sqlite_server.fuzzed = t  # type: ignore[attr-defined]
    schema = schemathesis.openapi.from_url(f"{sqlite_server.url}/api/openapi.json")
    return schema


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.explicit, Phase.generate], derandomize=True, database=None,
          suppress_health_check=list(HealthCheck))
def test_nothing_asked_over_http_answers_with_a_5xx(case: Any, sqlite_server: Running) -> None:
    t = sqlite_server.fuzzed  # type: ignore[attr-defined]
    r = random.Random(len(TRIED))
    parameters = dict(case.path_parameters or {})
    if "id" in parameters and r.random() < 0.8 and "rules" not in case.path:
        parameters["id"] = t.id
    if "game" in parameters and r.random() < 0.8:
        parameters["game"] = "sample"
    case.path_parameters = parameters
    token = r.choice([t.token("all"), t.token("red"), t.token("blue"), t.spectator])
    answer = case.call(headers={**(case.headers or {}), "Authorization": f"Bearer {token}"})
    TRIED.add((f"{case.method} {case.path}", answer.status_code))
    assert answer.status_code < 500, answer.text
    said = answer.headers.get("content-type", [""])[0]
    if answer.status_code >= 400 and case.method != "HEAD":
        assert said.startswith("application/json") and set(answer.json()) >= {"error", "refusals"}


def test_the_fuzz_reached_past_the_door(sqlite_server: Running) -> None:
    if not TRIED:
        pytest.skip("the fuzz was not run")
    met = {call for call, status in TRIED if status < 400}
    assert len(met) >= 12, sorted(TRIED)
    assert sqlite_server.table().appoint().see()["seq"] == 2


def test_random_bytes_on_the_socket_hurt_nobody(sqlite_server: Running) -> None:
    t = sqlite_server.table()
    r = random.Random(5)
    url = f"ws{sqlite_server.url[4:]}/api/tables/{t.id}/live"
    pieces = ['{"token": "', t.tokens["red"], '"', "}", ",", ' "have": ', "1", "null", "-1", "1e999", "\x00", "é", "[", "]", '{"type": "ping"}']
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
