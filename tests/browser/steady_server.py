"""The server of the browser tests: the same as any, but every table that is opened without a seed has this one. What is played by
chance against its machine is then the same in every run: a test passes always or never."""

from __future__ import annotations

from firestep.server.admin.serve import main
from firestep.server.tables import create

if __name__ == "__main__":
    create.new_seed = lambda: "browser"
    raise SystemExit(main())
