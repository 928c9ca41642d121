"""What a seat sees can be sent, and holds no seed and no other seat's choices. The journal reads, and cites rules that exist."""

from __future__ import annotations

import json
from typing import Any

from firestep.engine import ledger, position
from firestep.engine.errors import FirestepError
from firestep.games import GAMES


def test_views_are_plain_and_keep_secrets(walk: Any) -> None:
    for s in [*walk.moments, walk.end]:
        d = s.decision
        for seat in (*range(len(s.game.seats)), None):
            view = s.view(seat)
            text = json.dumps(view)
            assert json.loads(text) == view
            assert walk.case.dice_seed not in text
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


def test_positions_round_trip(walk: Any) -> None:
    """Between compound orders a position written and read again shows the same board and asks the same question."""
    tried = 0
    for s in walk.moments:
        try:
            text = position.to_text(s)
        except FirestepError:
            continue
        tried += 1
        again = position.from_text(text, GAMES)
        was, now = s.view(s.decision.seat), again.view(s.decision.seat)
        for key in ("turn", "phase", "decision", "board"):
            assert now[key] == was[key], key
    assert tried


def test_a_map_can_be_drawn(walk: Any) -> None:
    s = walk.moments[0]
    assert s.game.draw(s).lstrip().startswith(("<svg", "<?xml"))
    assert len(s.game.draw_text(s).splitlines()) > 3


def test_the_report_is_plain(walk: Any) -> None:
    assert json.loads(json.dumps(walk.end.game.report(walk.end)))
