"""A chit that one side has looked at in Death in the Trenches: nothing that anybody else is sent depends on which it was.

Two tables are played alike but for the chit that the Entente saw. What the Central Powers and a spectator are sent, and what they
find in a record, a past moment or a fork, must be the same at both, byte for byte.
"""

from __future__ import annotations

import json
import re
from typing import Any

from server_conftest import Running, Seated

from firestep.engine.dice import ScriptedDice
from firestep.testing import rule

#: with these dice the first chit of the war lets the Entente look at the next one
SEED = "6"
PEEK = "ditt.ev.1914.2.07"
QUESTIONS = (
    "",
    "/journal",
    "/record",
    "/report",
    "/dice",
    "/summary",
    "/overlay/control?arg=central",
    "/inspect/3305",
    "/why-not?action=dice 3",
    "/at/2",
    "/at/3",
    "/at/4",
)


def looked(server: Running, die: int) -> Seated:
    """A table at which the Entente has just seen a chit, by this die."""
    t = server.table(game="ditt", scenario="1914", seed=SEED, seats=[{}, {}])
    t.act("roll")
    t.act("askari duala")
    table = server.manager.tables[t.id]
    assert t.see()["decision"]["ask"] == "Peek"
    table.session.dice = ScriptedDice([die], first=table.session.state.rolls, seed=SEED)
    t.act("yes")
    return t


def plain(t: Seated, text: str) -> str:
    """What was sent, without what differs by nature: times, and whether a player asked in the last seconds."""
    text = re.sub(r'"here":(true|false)', '"here":0', text)
    return re.sub(r'"(created|updated|at|asked)":1\d{9}(\.\d+)?', r'"\1":0', text.replace(t.id, "TABLE"))


def fork(t: Seated, who: str) -> str:
    """A what-if game of somebody, with what its maker sees as either side."""
    made = Seated(t.server, t.post(who, "/fork", at=t.see()["seq"], seats=[{}, {}]).json())
    out = []
    for words in ("pass", "stack", ""):  # a fork has dice of its own: nothing is rolled here
        seen = made.see("all")
        out.append(json.dumps({k: v for k, v in seen.items() if k not in ("table", "commitment")}))
        if action := next((a for a in seen["decision"]["actions"] if words and a.startswith(words)), ""):
            made.act(action)
    return "\n".join(out).replace(made.id, "FORK")


@rule(PEEK)
def test_nothing_sent_to_others_depends_on_the_chit_that_was_seen(sqlite_server: Running) -> None:
    one, other = looked(sqlite_server, 1), looked(sqlite_server, 2)
    chits = [t.see("entente")["board"]["peeked"] for t in (one, other)]
    assert chits[0] != chits[1] and all(chits), "the Entente sees what it looked at"

    def same(what: str, ask: Any) -> str:
        a, b = (plain(t, ask(t)) for t in (one, other))
        assert a == b, f"{what} betrays the chit"
        return a

    lives = [(t.live("central"), t.live("spectator")) for t in (one, other)]
    forked = ""
    for k in range(8):
        for who in ("central", "spectator"):
            snapshot = same(f"the snapshot of {who}", lambda t, who=who: t.get(who).text)
            assert json.loads(snapshot)["board"]["peeked"] == 0 and json.loads(snapshot)["rolls"] is None
            if k in (0, 7):
                for q in QUESTIONS:
                    same(f"{q} to {who}", lambda t, who=who, q=q: f"{(a := t.get(who, q)).status_code} {a.text}")
        d = one.see()["decision"]
        if d["ask"] == "Challenge" and not forked:
            forked = same("a fork of the Central Powers", lambda t: fork(t, "central"))
        words = next(a for a in d["actions"] if a != "withdraw" and (a != "pass" or len(d["actions"]) == 1))
        for t in (one, other):
            t.act(words)
    assert forked
    for k in (0, 1):
        for pair in lives:
            pair[k].until(one.see()["seq"])
        frames = [[plain(t, f) for f in pair[k].frames] for t, pair in zip((one, other), lives, strict=True)]
        assert frames[0] == frames[1], "a frame betrays the chit"
    for pair in lives:
        for live in pair:
            live._stack.close()


@rule("ditt.3.0a")
def test_a_running_record_holds_neither_seed_nor_chit(sqlite_server: Running) -> None:
    t = looked(sqlite_server, 1)
    for who in ("central", "spectator", "entente"):
        told = t.get(who, "/record")
        assert told.status_code != 200 or ("seed" not in told.json() and "peeked" not in told.text)
