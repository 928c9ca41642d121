"""Each condition of a question that forbids something by itself still does so.

A lost condition is missing here, and a condition that no longer forbids anything is not found alone.
"""

from __future__ import annotations

import pytest

from contract.conditions import SHAKE, TRIES, effects, stored


@pytest.mark.parametrize("id", ["ditt", "tgw"])
def test_conditions_that_alone_forbid_something_still_do(id: str) -> None:
    was = set(stored(id).read_text().split("\n")) - {""}
    now = {str(k) for k, (alone, _) in effects(id, shake=SHAKE.get(id), tries=TRIES).items() if alone}
    renew = f"renew the list if that is meant: python tests/contract/conditions.py {id}"
    assert sorted(was - now) == [], f"these conditions forbid nothing any more; {renew}"
    assert sorted(now - was) == [], f"these conditions are new; {renew}"
