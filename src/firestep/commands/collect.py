"""A plugin of pytest that writes which test proves which rule. A test that is skipped or expected to fail proves nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    out = os.environ.get("FIRESTEP_COLLECT")
    if not out:
        return
    rules: dict[str, list[str]] = {}
    for item in session.items:
        if item.get_closest_marker("skip") or item.get_closest_marker("xfail"):
            continue
        name = item.nodeid.split("[")[0]
        for mark in item.iter_markers("rule"):
            for id in mark.args:
                tests = rules.setdefault(id, [])
                if name not in tests:
                    tests.append(name)
    Path(out).write_text(json.dumps(rules), encoding="utf-8")
