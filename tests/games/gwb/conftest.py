"""What several tests of Great War Battles need: a melee whose result is known, whatever the designed table says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firestep.games.gwb.components import tables


@pytest.fixture
def melee(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """`melee(1, 2)`: from now on every melee costs the attacker one step and the defender two."""

    def fix(attacker: int, defender: int) -> None:
        monkeypatch.setattr(tables, "melee", lambda column, die: (attacker, defender))

    return fix
