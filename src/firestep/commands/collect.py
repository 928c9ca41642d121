"""A pytest plugin that writes which tests prove which rule. Tests that are skipped or expected to fail do not count."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    out = os.environ.get("FIRESTEP_COLLECT")
    if not out:
        return
    rules: dict[str, list[tuple[str, int]]] = {}
    for item in session.items:
        if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
            continue
        test = item.nodeid.split("[")[0], (item.location[1] or 0) + 1
        for mark in item.iter_markers("rule"):
            for id in mark.args:
                tests = rules.setdefault(id, [])
                if test not in tests:
                    tests.append(test)
    Path(out).write_text(json.dumps(rules), encoding="utf-8")
