"""Fog of stacks in The Great War: nothing that others are sent depends on what lies under the top of a stack.

Two tables are alike but for two German divisions, which lie under the tops of each other's stacks. What the Allies and a spectator
are sent, find in a record, or read in the journal of a march, must be the same at both, byte for byte. (What a fork begins from is
compared in tests/games/tgw/display/test_fog.py.)
"""

from __future__ import annotations

import re

from server_conftest import Running, Seated

from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.display import fog
from firestep.hexmap.grid import bits
from firestep.testing import rule


def table(server: Running, swap: bool) -> Seated:
    made = server.table(game="tgw", scenario="1918", options={"fog": "on"}, seed="9", seats=[{}, {}])
    s = server.manager.tables[made.id].session
    st = s.state
    hidden = fog.covered(st, tables.ALLIED)
    found = [
        (u, i)
        for i, m in sorted(hidden.items())
        if board.FRONT["W"] >> i & 1
        for u in bits(m & roster.INFANTRY & roster.CORPS[tables.GE])
    ]
    u, i = found[0]
    v, j = next(
        (v, j) for v, j in found if j != i and roster.KIND_OF[v] != roster.KIND_OF[u] and _deep(st, v, i) and _deep(st, u, j)
    )
    if swap:
        st.put(u, j)
        st.put(v, i)
        st.memo.clear()
        s._decision = None
        s.close_undo()
    return made


def _deep(st: fog.State, u: int, i: int) -> bool:
    return fog.order(st, u) > fog.order(st, fog.top(st, st.where[i]))


def plain(t: Seated, text: str) -> str:
    return re.sub(r'"(created|updated|at|asked)":1\d{9}(\.\d+)?', r'"\1":0', text.replace(t.id, "TABLE"))


@rule("tgw.7.25a")
def test_nothing_sent_to_others_depends_on_what_lies_under_a_top(sqlite_server: Running) -> None:
    one, other = table(sqlite_server, False), table(sqlite_server, True)
    assert one.get("central").json()["board"]["pieces"] != other.get("central").json()["board"]["pieces"]
    state = sqlite_server.manager.tables[one.id].session.state
    place = next(board.NUMBER[i] for i in sorted(fog.covered(state, tables.ALLIED)))
    questions = (
        "",
        "/journal",
        "/record",
        "/report",
        f"/inspect/{place}",
        "/overlay/supply?arg=GE",
        f"/why-not?action=stack {place}",
    )

    def same(what: str, who: str) -> None:
        for q in questions:
            a, c = (plain(x, f"{(told := x.get(who, q)).status_code} {told.text}") for x in (one, other))
            assert a == c, f"{what}: {q or 'the snapshot'} betrays a stack to {who}"

    for who in ("allied", "spectator"):
        same("at the start", who)
    moved = 0
    for _ in range(60):
        d = one.see()["decision"]
        if d["seat"] == "central" and d["ask"] == "March":
            words = next(a for a in d["actions"] if a.startswith("to "))
        else:
            words = next((a for a in d["actions"] if a.startswith("stack ")), "done" if "done" in d["actions"] else d["actions"][0])
        for x in (one, other):
            x.act(words)
        for who in ("allied", "spectator"):
            a, c = (plain(x, x.get(who, "/journal").text + x.get(who).text) for x in (one, other))
            assert a == c, f"after '{words}' something betrays a stack to {who}"
        moved += d["ask"] == "March" and d["seat"] == "central"
        if moved == 2:
            break
    assert moved == 2
    for who in ("allied", "spectator"):
        assert fork(one, who) == fork(other, who), f"a fork betrays a stack to {who}"


def fork(x: Seated, who: str) -> str:
    """What the maker of a what-if game sees of either side in it."""
    made = Seated(x.server, x.post(who, "/fork", at=x.see()["seq"], seats=[{}, {}]).json())
    return (
        plain(made, "".join(made.get(seat).text for seat in ("allied", "central"))).replace(made.commitment, "").replace(x.id, "")
    )


@rule("tgw.18.15a")
def test_a_seat_gives_up_when_it_is_asked_and_not_before(server: Running) -> None:
    made = server.table(game="tgw", scenario="1918", seed="9", seats=[{}, {}])
    seen = made.see()
    asked = seen["decision"]["seat"]
    other = next(x["id"] for x in seen["seats"] if x["id"] != asked)
    assert "concede" not in seen["decision"]["actions"], "nobody gives up by chance"
    refused = made.post(other, "/actions", seq=seen["seq"], action="concede")
    assert 400 <= refused.status_code < 500 and made.see()["outcome"] is None
    assert made.get(asked, "/why-not", action="concede").json() == {"legal": True, "refusals": []}
    made.act("concede", asked)
    assert made.see()["outcome"]["winner"] == other and made.see()["outcome"]["rule"] == "tgw.18.15a"
