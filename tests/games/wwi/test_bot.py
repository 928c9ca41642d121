"""The greedy player goes on from what a person has begun."""

from __future__ import annotations

import pytest

from firestep import bots
from firestep.games.wwi.combat import Attacks
from firestep.games.wwi.components import board
from firestep.hexmap.grid import bits
from games.wwi.oracle import scattered
from games.wwi.positions import field


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_goes_on_with_any_attack_that_a_person_has_begun(name: str) -> None:
    """Attacks on enemies and on neutrals by either side, with no army named yet and with one: the bot's answer is legal."""
    bot = bots.make(name, 1)
    asked = neutrals = 0
    for st in scattered(60, seed=7):
        st.phase = 4
        for n in bits(sum(1 << n for n, side in enumerate(st.allegiance[: len(board.UNITS_OF)]) if side == board.NEUTRAL)):
            border = bits(board.HOME[n] & board.GROUND.around(st.occ[board.ALLIED] | st.occ[board.CENTRAL]))
            for u, i in zip(board.UNITS_OF[n], border, strict=False):
                st.at[u] = i  # a neutral army beside a belligerent
        st.derive()
        for side in (board.ALLIED, board.CENTRAL):
            s = field({})
            s.state, s.agenda = st.copy(), [Attacks(side)]
            s._decision = None
            for attack in s.decision.actions:
                if attack[0] != "attack":
                    continue
                begun = s.copy(seed="attack")
                begun.take(attack)
                for more in (None, begun.decision.actions[0]):
                    if more is not None:
                        begun.take(more)
                    assert bots.answer(bot, begun) in begun.decision.actions, (attack, more)
                    asked += 1
                    neutrals += st.neutral >> board.INDEX[attack[1]] & 1
    assert asked > 300 and neutrals > 40, (asked, neutrals)
