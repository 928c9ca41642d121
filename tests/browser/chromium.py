"""The browser of the tests and benches: the system's own, never a downloaded one."""

from __future__ import annotations

import os
import shutil

CHROMIUM = os.environ.get("FIRESTEP_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
]
