"""The browser of the tests and benches: the system's own, never a downloaded one."""

from __future__ import annotations

import os
import shutil

#: the one without windows first: it does the same to a page and takes a quarter less of the processor
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("FIRESTEP_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
]
