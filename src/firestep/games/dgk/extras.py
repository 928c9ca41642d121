"""What the pages beside the tables read: the pocket umpire computes with the very data of its game, the editor draws with it."""

from __future__ import annotations

from pathlib import Path

from firestep.games.dgk.umpire import DATA


def files() -> dict[str, Path]:
    """By the address under which they are served."""
    return {
        **{f"umpire/data/{name}.json": DATA / f"{name}.json" for name in ("model", "armies")},
        "editor/data/terrain.toml": DATA / "terrain.toml",
        **{f"editor/data/scenarios/{p.name}": p for p in sorted((DATA / "scenarios").glob("*.toml"))},
    }
