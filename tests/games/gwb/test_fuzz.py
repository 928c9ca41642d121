"""Random play: it ends, it replays, it copies, undo returns, and both ways of judging legality agree."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from firestep.engine import record
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games import GAMES
from firestep.games.gwb import GAME, slow
from firestep.games.gwb.meta import battles
from firestep.games.gwb.position import check
from firestep.games.gwb.state import State
from firestep.testing import situation
from sampling import every


def start(scenario: str, seed: int, **options: str) -> Session[Any]:
    return begin(GAME, scenario, GAME.settle_options(options), Dice(f"gwb {seed}"))


def choose(r: random.Random, actions: list[Any]) -> Any:
    """Half of the time armies do not end their phase while there is something to do."""
    return r.choice([a for a in actions if a != ("done",)] or actions) if r.random() < 0.5 else r.choice(actions)


@pytest.mark.parametrize("scenario", battles())
@pytest.mark.parametrize("seed", every(3, range(3)))
def test_random_play_ends_and_replays(scenario: str, seed: int) -> None:
    s, r = start(scenario, seed), random.Random(seed)
    n = 0
    while d := s.decision:
        assert d.actions == sorted(d.actions)
        if n % 150 == 0:
            check(s.state)
            plain = json.loads(json.dumps(s.to_plain()))
            assert Session.resume(GAME, scenario, s.options, s.dice, plain).to_plain() == s.to_plain()
            again = State.from_plain(plain["state"])
            assert again.to_plain() == s.state.to_plain()
            assert (again.where, again.occ, again.men) == (s.state.where, s.state.occ, s.state.men)
            s.view(d.seat)
        if s.can_undo and n % 40 == 7:
            before, held = s.hash(), s.history
            s.take(d.actions[0])
            if s.can_undo:
                s.undo()
                assert s.hash() == before and len(s.history) == len(held) + 2
            d = s.decision
            if d is None:
                break
        if n % 61 == 0:
            twin, mine = s.copy(), s.hash()
            for _ in range(3):
                if t := twin.decision:
                    twin.take(r.choice(t.actions))
            assert s.hash() == mine
        s.take(choose(r, d.actions))
        n += 1
        assert n < 60000
    out = record.loads(record.dumps(record.to_record(s)))
    record.verify(out, GAMES)
    for e in s.journal:
        assert GAME.text(e)
    told = GAME.report(s)
    assert all(len(row["values"]) == len(told["turns"]) for row in told["series"])
    assert sum(row["attacks"] for row in told["luck"]) == sum(e.key == "melee" for e in s.journal)


OTHER = {"support": "after", "corps_support": "on", "guns": "abandon", "retreat": "any", "sight": "either"}


@pytest.mark.parametrize("seed", range(4))
def test_random_play_under_the_other_readings(seed: int) -> None:
    s, r = start("training", seed, **OTHER), random.Random(seed)
    while d := s.decision:
        s.take(choose(r, d.actions))
        check(s.state)


def reach_agrees(s: Session[Any], step: Any) -> None:
    """The hexes offered to a moving unit are those that the slow search finds."""
    st = s.state
    offered = {st.b.board.grid.index(a[1]) for a in step.actions(s) if a[0] == "go"}
    fresh = step.fresh and not step.hops and not step.acts
    walks = step.acts in ("", "m", "d", "dm")  # gwb.7.6c
    found = slow.goals(st, step.u, step.mp, step.bonus, not step.hops, fresh) if walks else set()
    assert offered == found, (step, st.b.board.grid.numbers(sum(1 << h for h in offered ^ found)))


@pytest.mark.parametrize("scenario", ["ourcq", "tannenberg"])
def test_reach_agrees_on_real_ground(scenario: str) -> None:
    s, r = start(scenario, 70), random.Random(70)
    seen = 0
    while (d := s.decision) and seen < 60:
        if type(d.step).__name__ == "Moving" and r.random() < 0.1:
            reach_agrees(s, d.step)
            seen += 1
        s.take(choose(r, d.actions))
    assert seen == 60


@pytest.mark.parametrize("options", [{}, OTHER])
@pytest.mark.parametrize("seed", range(3))
def test_generator_and_refusals_agree(seed: int, options: dict[str, str]) -> None:
    """Of every question: the legal actions are exactly the candidates against which no rule speaks."""
    s, r = start("training", seed + 50, **options), random.Random(seed)
    seen = 0
    while d := s.decision:
        if r.random() < 0.08:
            legal = set(d.actions)
            meant = GAME.candidates(s)
            assert legal <= set(meant)
            for a in r.sample(meant, min(12, len(meant))) + r.sample(d.actions, min(6, len(d.actions))):
                assert (a in legal) == (not s.why_not(a)), (type(d.step).__name__, a, s.why_not(a))
                seen += 1
            if type(d.step).__name__ == "Moving":
                reach_agrees(s, d.step)
        s.take(choose(r, d.actions))
    assert seen > 100


@pytest.mark.parametrize("seed", range(6))
def test_generator_and_refusals_agree_on_scattered_positions(seed: int) -> None:
    """Units thrown together by chance find what play does not reach."""
    from firestep.games.gwb.components.battle import battle

    r = random.Random(seed)
    b = battle("training")
    land = b.board.grid.numbers(b.board.land)
    near = [h for h in land if "04" <= h[:2] <= "08" and "03" <= h[2:] <= "09"]
    for phase in ("coordinated", "movement", "hasty"):
        places: dict[str, str] = {}
        taken: dict[str, int] = {}
        for u in b.units:
            if u.off_board or r.random() < 0.25:
                continue
            h = r.choice(near)
            if taken.setdefault(h, u.side) == u.side:
                words = [h]
                words += [w for w in ("limbered",) if u.gun and r.random() < 0.5]
                words += [w for w in ("reduced",) if not u.gun and r.random() < 0.4]
                words += [w for w in ("dis=1", "open") if r.random() < 0.1]
                places[u.id] = " ".join(words)
        s = situation(
            "gwb",
            "training",
            clear=True,
            units=places,
            side=r.choice(("german", "allied")),
            phase=phase,
            markers=[r.choice(near)],
            turn=2,
        )
        for _ in range(25):
            d = s.decision
            if d is None:
                break
            legal, meant = set(d.actions), GAME.candidates(s)
            for a in r.sample(meant, min(15, len(meant))) + r.sample(d.actions, min(4, len(d.actions))):
                assert (a in legal) == (not s.why_not(a)), (type(d.step).__name__, a, s.why_not(a))
            if type(d.step).__name__ == "Moving":
                reach_agrees(s, d.step)
            s.take(choose(r, d.actions))


def test_positions_round_trip() -> None:
    from firestep.engine import position

    s, r = start("training", 9), random.Random(9)
    done = 0
    while d := s.decision:
        if type(d.step).__name__ in ("CombatPhase", "MarchOrders") and r.random() < 0.2:
            again = position.from_text(position.to_text(s), GAMES)
            assert position.to_text(again) == position.to_text(s)
            done += 1
        s.take(choose(r, d.actions))
    assert done
