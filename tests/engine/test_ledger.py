"""The ledger: rows, rulings, and the report of what is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from firestep.engine import ledger

ROWS = """id,title,rule,kind,testable,needs
x.1,First,Do this.,rule,yes,
x.2,Second,Do that.,rule,yes,map
x.2a,Part,And so on.,rule,yes,
x.3,Flavour,It was cold.,note,no,
"""
RULINGS = """# Rulings

**R01 (x.2) [gap].** One way.
Still the same paragraph.

**R02 (x.2a, x.1).** Another way.

# Traps
**T1 (x.21).** Not about x.2.
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "rules.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "rulings.md").write_text(RULINGS, encoding="utf-8")
    return tmp_path


def test_rows_are_read_in_order(data: Path) -> None:
    rows = ledger.rules(data)
    assert list(rows) == ["x.1", "x.2", "x.2a", "x.3"]
    assert rows["x.2"] == ledger.Rule("x.2", "Second", "Do that.", "rule", True, "map")
    assert not rows["x.3"].testable


def test_rulings_are_paragraphs_by_number(data: Path) -> None:
    found = ledger.rulings(data)
    assert list(found) == ["R01", "R02", "T1"]
    assert found["R01"].endswith("Still the same paragraph.")


def test_rulings_of_a_rule_include_its_case_but_not_its_lookalikes(data: Path) -> None:
    assert list(ledger.rulings_of(data, "x.2")) == ["R01", "R02"]
    assert list(ledger.rulings_of(data, "x.2a")) == ["R01", "R02"]
    assert list(ledger.rulings_of(data, "x.3")) == []


def test_a_beginning_names_what_follows_unless_the_book_counts_on(tmp_path: Path) -> None:
    ids = ["y.5.3", "y.5.31a", "y.5.33", "y.5.4", "y.los.1", "y.los.2", "y.los.10", "y.15.1a", "y.15.10a"]
    (tmp_path / "rules.csv").write_text(ROWS.splitlines()[0] + "".join(f"\n{id},T,Text.,rule,yes," for id in ids), encoding="utf-8")
    assert [r.id for r in ledger.named(tmp_path, "y.5.3")] == ["y.5.3", "y.5.31a", "y.5.33"]
    assert [r.id for r in ledger.named(tmp_path, "y.los.1")] == ["y.los.1"]
    assert [r.id for r in ledger.named(tmp_path, "y.15.1")] == ["y.15.1a"] and ledger.named(tmp_path, "y.6") == []


def test_a_search_without_a_common_hit_gives_what_has_most_words(data: Path) -> None:
    assert [r.id for r in ledger.search(data, "do that")] == ["x.2"]
    assert [r.id for r in ledger.search(data, "cold flavours nowhere")] == ["x.3"]
    assert [r.id for r in ledger.search(data, "do parts")] == ["x.2a", "x.1", "x.2"] and ledger.search(data, "zebra") == []


def test_the_report_counts_testable_rows_only_and_names_strangers(data: Path) -> None:
    report = ledger.report(data, {"x.1": ["test_a"], "x.3": ["test_b"], "x.9": ["test_c"]})
    assert report == {"rows": 4, "testable": 3, "tested": 1, "untested": ["x.2", "x.2a"], "unknown": ["x.9"]}
