"""Journal and history: chains that copies share, unrolled oldest first."""

from __future__ import annotations

from firestep.engine.journal import Cell, Entry, die, named, unroll


def chain(n: int) -> Cell[int] | None:
    cell: Cell[int] | None = None
    for k in range(n):
        cell = Cell(cell, k)
    return cell


def test_unroll_gives_the_oldest_first() -> None:
    assert unroll(chain(5)) == [0, 1, 2, 3, 4]
    assert unroll(None) == []


def test_unroll_since_a_number() -> None:
    cell = chain(5)
    assert unroll(cell, 3) == [3, 4]
    assert unroll(cell, 5) == []
    assert cell is not None and cell.size == 5


def test_two_copies_share_one_history() -> None:
    past = chain(3)
    a, b = Cell(past, 10), Cell(past, 20)
    assert unroll(a) == [0, 1, 2, 10] and unroll(b) == [0, 1, 2, 20]
    assert a.before is b.before


def test_an_entry_is_plain_data() -> None:
    e = Entry("moves", ("wwi.5.0c",), {"unit": "ge-6"}, 4)
    assert e.to_plain() == {"key": "moves", "rules": ["wwi.5.0c"], "params": {"unit": "ge-6"}, "at": 4}


def test_who_may_read_an_entry_is_not_what_it_is_about() -> None:
    e = Entry("staked", (), {"stake": "4", "chit": 7, "only": "blue", "with": ["ge-6", 3, "fr-1"]}, 1)
    assert named(e) == ["4", "ge-6", "fr-1"]


def test_a_die_is_told_only_where_the_sentence_tells_it() -> None:
    e = Entry("attack", (), {"die": 4}, 1)
    assert die(e, "Odds 2 to 1, die 4: nothing.") == 4
    assert die(e, "The attack fails.") is None, "it may be hidden"
    assert die(Entry("move", (), {}, 1), "die 4") is None
