"""No payload tells a seat another's secrets, or anyone the seed.

The main test is of non-interference: two tables are played alike but for what red must not know (whom blue named
general). Everything that red, a spectator, or a fork made by either is ever sent must be the same at both, byte for byte.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sample_game import GRID
from server_conftest import Running, Seated
from sqlalchemy import select

import firestep
from firestep.engine.record import to_record
from firestep.server.storage import schema
from sampling import every

QUESTIONS = [
    "/journal",
    "/record",
    "/report",
    "/dice",
    "/odds?what=red-1 blue-1",
    "/odds?what=blue-1",
    "/overlay/headquarters",
    "/overlay/reach?arg=blue-2",
    "/why-not?action=general blue-1",
    "/why-not?action=fire red-1 blue-1",
    "/summary",
]


def seed_of(server: Running, id: str) -> str:
    query = select(schema.tables.c.seed).where(schema.tables.c.id == id)
    found: str = server.manager.store.read(lambda c: c.execute(query).scalar_one())
    return found


class Twins:
    """Two tables, alike but for a secret."""

    def __init__(self, server: Running, seed: str, seats: list[dict[str, str]] | None = None) -> None:
        self.server = server
        self.tables = [server.table(scenario="siege", seed=seed, seats=seats or [{}, {}]) for _ in range(2)]

    def each(self) -> Iterator[tuple[Seated, str]]:
        yield from zip(self.tables, ("blue-1", "blue-3"), strict=True)

    def plain(self, table: Seated, text: str) -> str:
        """What was sent, without what differs by nature."""
        text = text.replace(table.id, "TABLE")
        return re.sub(r'"(created|updated|at)":1\d{9}', r'"\1":0', text)

    def same(self, what: str, ask: Any) -> str:
        a, b = (self.plain(t, ask(t)) for t in self.tables)
        assert a == b, f"{what} betrays the secret"
        return a


def fork_as_seen(t: Seated, who: str, at: int) -> str:
    """A fork with every question one can ask in it, as the holder of all its seats, a few days on."""
    fork = Seated(t.server, t.post(who, "/fork", at=at, seats=[{}, {}]).json())
    out = []
    for _ in range(6):
        seen = fork.see("all")
        out.append(json.dumps({k: v for k, v in seen.items() if k not in ("table", "commitment")}))
        out += [fork.get("all", q).text for q in QUESTIONS if q not in ("/dice", "/record", "/report")]
        decision = seen["decision"]
        if not decision:
            break
        # scouting asks about the general: in a fork it must find the one that the forker imagines
        words = next((a for a in decision["actions"] if a.startswith("scout")), decision["actions"][0])
        fork.act(words)
    return "\n".join(out).replace(fork.id, "FORK")


@pytest.mark.parametrize("seed", every(2, [1, 2]))
def test_nothing_sent_to_red_or_a_spectator_depends_on_the_secret_of_blue(sqlite_server: Running, seed: int) -> None:
    r = random.Random(seed)
    twins = Twins(sqlite_server, f"twins {seed}")
    lives = [(t, t.live("red"), t.live("spectator")) for t in twins.tables]
    for t, secret in twins.each():
        t.act("general red-2")
        t.act(f"general {secret}")
    for step in range(24):
        seen = twins.tables[0].see("all")
        choices = [a for a in seen["decision"]["actions"] if not a.startswith("scout")]
        words = r.choice(choices)
        for t in twins.tables:
            if seen["undo"] and step % 7 == 3:
                t.post("all", "/undo", seq=seen["seq"])
            elif step == 15:
                t.post("blue", "/takeback", to=6)
                t.agree("red", True)
            else:
                t.act(words)
            t.post("blue", "/chat", text="hm")
        for who in ("red", "spectator"):
            twins.same("the snapshot", lambda t, who=who: t.get(who).text)
            if step % 6 == 5:
                n = r.randrange(seen["seq"])
                for q in [*QUESTIONS, f"/at/{n}", *(f"/inspect/{h}" for h in list(GRID)[::5]), "/at/99999"]:
                    twins.same(q, lambda t, who=who, q=q: f"{(a := t.get(who, q)).status_code} {a.text}")
                for body in ({"seq": 0, "action": "done"}, {"seq": seen["seq"] + 1, "action": "general blue-1"}, {"seq": "x"}):
                    twins.same("an error", lambda t, who=who, body=body: t.post(who, "/actions", **body).text)
                twins.same("a fork", lambda t, who=who, n=n: fork_as_seen(t, who, max(2, n)))
    seq = twins.tables[0].see()["seq"]
    for _, *two in lives:
        for live in two:
            live.until(seq)
            live._stack.close()
    for k in (1, 2):
        a, b = ([twins.plain(pair[0], f) for f in pair[k].frames] for pair in lives)
        assert a == b, "a frame betrays the secret"
    assert all('"general"' in twins.tables[k].get("blue").text for k in (0, 1)), "but blue sees it"
    assert twins.tables[0].get("blue").text != twins.tables[1].get("blue").text


def test_what_a_bot_is_given_holds_no_secret_of_another_seat(server: Running) -> None:
    given: list[list[Any]] = [[], []]
    manager = server.manager
    run = manager.workers.run

    async def listening(name: str, *a: Any, **kw: Any) -> Any:
        if name == "answer":
            kw = {**kw}
            given[which].append(kw["plain"])
        return await run(name, *a, **kw)

    manager.workers.run = listening
    try:
        for which, secret in enumerate(("blue-1", "blue-2")):  # noqa: B007 - read by `listening`
            t = server.table(scenario="siege", seed="bots", seats=[{"kind": "bot", "bot": "random"}, {"kind": "here"}])
            with t.live("blue") as live:
                live.until(1)
                t.act(f"general {secret}", "blue")
                while live.state["decision"]["seat"] != "blue" or live.state["seq"] < 3:
                    live.next()
    finally:
        manager.workers.run = run
    assert given[0] == given[1] and len(given[0]) > 2
    assert seed_of(server, t.id) not in json.dumps(given)


def test_the_seed_is_in_nothing_until_the_game_is_over(server: Running) -> None:
    t = server.table(options={"days": "3"})
    seed = seed_of(server, t.id)
    said: list[str] = []
    with t.live("red") as red, t.live("spectator") as spectator:
        for n in range(200):
            seen = t.see()
            if seen["decision"] is None:
                break
            t.act(random.Random(n).choice(seen["decision"]["actions"]))
            for who in ("red", "blue", "spectator"):
                said += [t.get(who, q).text for q in ("", "/summary", "/dice", "/record", "/report", "/journal", f"/at/{n // 2}")]
        over = t.see()
        assert over["outcome"]
        frames = [f for live in (red, spectator) for f in (live.until(over["seq"]) and live.frames)]
    last = [f for f in frames if f'"seq":{over["seq"]}' in f]
    assert seed not in "".join(s for s in said if '"outcome":null' in s or '"error"' in s)
    assert seed not in "".join(frames) and last
    assert t.get("spectator", "/dice").json()["seed"] == seed


def test_secrets_open_when_the_game_is_over(server: Running) -> None:
    t = server.table(options={"days": "3"}).appoint("red-1", "blue-2")
    assert t.get("red", "/record").status_code == 403 and t.get("red", "/dice").json()["rolls"] == []
    t.finish(seed=3)
    assert t.get("spectator", "/record").status_code == 200
    assert any("piece blue-2" in e["text"] for e in t.see("red")["journal"] if e["key"] == "appointed")


def test_tokens_are_kept_as_hashes_only(server: Running) -> None:
    t = server.table()
    tables = schema.metadata.sorted_tables
    everything = repr(server.manager.store.read(lambda c: [c.execute(select(table)).all() for table in tables]))
    for token in (*t.tokens.values(), t.spectator):
        assert token not in everything and len(token) >= 32


def test_a_fork_does_not_tell_how_many_dice_have_fallen(sqlite_server: Running) -> None:
    """That somebody rolled may be all there is to know: a snapshot does not tell it, and two forks of two moments neither."""
    t = sqlite_server.table(game="dgk", scenario="siedliska", seats=[{}, {}])
    t.play(12)
    assert t.see("spectator")["rolls"] is None and sqlite_server.manager.tables[t.id].session.state.rolls
    for at in (6, 12):
        fork = Seated(sqlite_server, t.post("spectator", "/fork", at=at, seats=[{}, {}]).json())
        assert sqlite_server.manager.tables[fork.id].session.state.rolls == 0


@pytest.mark.parametrize("what", ["record", "report", "dice"])
def test_what_is_sealed_before_a_worker_reads_the_table_is_not_told(
    sqlite_server: Running, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody asks while nothing is hidden, and waits for the worker; meanwhile a sealed answer is given."""
    s = firestep.start("ditt", seed="sealed")
    rng = random.Random(1)
    while (d := s.decision) is not None and type(d.step).__name__ != "DiceCount":
        s.take(rng.choice(d.actions))
    made = sqlite_server.http.post("/api/tables/import?seats=here,here", json=to_record(s))
    t = Seated(sqlite_server, made.json())
    manager, seen = sqlite_server.manager, t.see()
    table, desk = manager.tables[t.id], manager.run_history_job

    async def late(*words: Any, **more: Any) -> Any:
        seat = table.game.seats.index(seen["decision"]["seat"])
        await table.act((seat,), 0, [seen["decision"]["actions"][0]], None)
        return await desk(*words, **more)

    monkeypatch.setattr(manager, "run_history_job", late)
    told = t.get("spectator", f"/{what}")
    assert table.seq == 1 and table.hiding()
    assert told.status_code == 403, told.text
