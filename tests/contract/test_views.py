"""What a seat sees can be sent, and holds no seed and no other seat's choices. The journal reads, and cites rules that exist."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

from firestep.engine import ledger
from firestep.engine.action import text
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from sampling import every


def test_views_are_plain_and_keep_secrets(walk: Any) -> None:
    for s in [*every(4, walk.moments), walk.end]:
        d = s.decision
        for seat in (*range(len(s.game.seats)), None):
            view = s.view(seat)
            sent = json.dumps(view)
            assert difference(view, json.loads(sent), "view") is None
            assert walk.case.dice_seed not in sent
            if d is not None:
                shown = view["decision"]["actions"]
                assert shown == ([" ".join(a) for a in d.actions] if seat == d.seat else [])
                if seat != d.seat:
                    assert view["undo"] is False


def test_a_board_has_the_parts_the_protocol_names(walk: Any) -> None:
    for s in walk.moments[::5]:
        board = s.view(None)["board"]
        assert set(board["scores"]) == set(s.game.seats)
        ids = [p["id"] for p in board.get("pieces", ())]
        assert len(ids) == len(set(ids))


def test_the_journal_reads_and_cites_rules_that_exist(walk: Any) -> None:
    game = walk.end.game
    known = ledger.rules(game.data)
    for e in walk.end.journal:
        json.dumps(e.to_plain())
        line = game.text(e)
        assert isinstance(line, str) and "\n" not in line and "None" not in line, e
        assert e.rules, f"{e.key} cites no rule"
        assert all(r in known for r in e.rules), f"{e.key} cites {[r for r in e.rules if r not in known]}"
    assert [e.at for e in walk.end.journal] == sorted(e.at for e in walk.end.journal)


def difference(a: Any, b: Any, where: str = "board") -> str | None:
    """The first place where two views differ: pytest's own comparison of whole boards takes minutes."""
    if a == b:
        return None
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next((found for k in a if (found := difference(a[k], b[k], f"{where}.{k}"))), None)
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        pairs = enumerate(zip(a, b, strict=True))
        return next((found for k, (x, y) in pairs if (found := difference(x, y, f"{where}[{k}]"))), None)
    return f"{where}: {str(a)[:80]} became {str(b)[:80]}"


def test_a_position_shows_the_same_board(walk: Any) -> None:
    for was, now in walk.read_again:
        a, b = was.view(was.decision.seat), now.view(was.decision.seat)
        assert (b["turn"], b["phase"]) == (a["turn"], a["phase"])
        where = difference(a["board"], b["board"])
        assert where is None, f"after {was.size} actions, {was.decision.prompt}: {where}"


def test_a_position_asks_the_same_question(walk: Any) -> None:
    for was, now in walk.read_again:
        asked = [(s.decision.seat, s.decision.prompt, " ".join(map(text, s.decision.actions))[:400]) for s in (was, now)]
        assert asked[1] == asked[0], f"after {was.size} actions"


def test_a_map_can_be_drawn(game: Any) -> None:
    s = begin(game, game.scenarios[0].id, game.settle_options({}), Dice("map"))
    for drawn in (game.draw(None), game.draw(s)):
        assert drawn.lstrip().startswith(("<svg", "<?xml"))
        ElementTree.fromstring(drawn)
    assert len(game.draw_text(s).splitlines()) > 3


def test_the_report_is_plain(walk: Any) -> None:
    assert json.loads(json.dumps(walk.end.game.report(walk.end)))
