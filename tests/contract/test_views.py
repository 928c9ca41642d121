"""What a seat sees can be sent, and holds no seed and no other seat's choices. The journal reads, and cites rules that exist."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

from firestep.engine import ledger, position
from firestep.engine.dice import Dice
from firestep.engine.errors import BadPosition, FirestepError
from firestep.engine.record import begin
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


def written(walk: Any) -> list[tuple[Any, Any]]:
    """Kept moments, and each as it comes back from its position file. Within a compound order none can be written."""
    out = []
    for s in walk.moments:
        try:
            out.append((s, position.from_text(position.to_text(s), GAMES)))
        except BadPosition:
            raise
        except FirestepError:
            continue
    assert out
    return out


def test_a_position_shows_the_same_board(walk: Any) -> None:
    for was, now in written(walk):
        a, b = was.view(was.decision.seat), now.view(was.decision.seat)
        assert (b["turn"], b["phase"], b["board"]) == (a["turn"], a["phase"], a["board"])


def test_a_position_asks_the_same_question(walk: Any) -> None:
    for was, now in written(walk):
        assert now.decision.seat == was.decision.seat and now.decision.prompt == was.decision.prompt
        assert now.decision.actions == was.decision.actions


def test_a_map_can_be_drawn(game: Any) -> None:
    s = begin(game, game.scenarios[0].id, game.settle_options({}), Dice("map"))
    for drawn in (game.draw(None), game.draw(s)):
        assert drawn.lstrip().startswith(("<svg", "<?xml"))
        ElementTree.fromstring(drawn)
    assert len(game.draw_text(s).splitlines()) > 3


def test_the_report_is_plain(walk: Any) -> None:
    assert json.loads(json.dumps(walk.end.game.report(walk.end)))
