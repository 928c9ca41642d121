"""Answers that come from another thread."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

#: value, error: called in the thread that has the answer
Settle = Callable[[Any, BaseException | None], None]


def answered_elsewhere() -> tuple[asyncio.Future[Any], Settle]:
    """Returns a future of the running loop, and the function that settles it from another thread. A second answer is ignored."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(value: Any, error: BaseException | None) -> None:
        def put() -> None:
            if not future.done():
                if error is None:
                    future.set_result(value)
                else:
                    future.set_exception(error)

        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(put)

    return future, settle
