"""Fair sharing of work: each job has an owner, and the owner who used the least time lately comes first."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
import types
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

from firestep.server.workers.futures import Settle, answered_elsewhere

T = TypeVar("T")
#: the address for which the current task runs; empty: the server itself
OWNER: ContextVar[str] = ContextVar("owner", default="")
#: seconds after which half of an owner's use is forgotten
HALF_LIFE = 10.0
#: called with an owner and the seconds of processor time that were used for him
Charge = Callable[[str, float], None]


def owner_or(other: str) -> str:
    """Returns the address for which the current task runs, or `other` if the server runs it for itself."""
    return OWNER.get() or other


class FairQueue(Generic[T]):
    """A queue of jobs with owners. An owner has at most `each` jobs in progress at once."""

    def __init__(self, each: int) -> None:
        self.each = each
        self._waiting: dict[str, deque[T]] = {}
        self._running: Counter[str] = Counter()
        self._used: dict[str, tuple[float, float]] = {}
        self._changed = threading.Condition()
        self.closed = False

    def put(self, owner: str, job: T) -> None:
        with self._changed:
            self._waiting.setdefault(owner, deque()).append(job)
            self._changed.notify()

    def get(self, timeout: float | None = None) -> tuple[str, T] | None:
        """Waits for a job and returns it with its owner, or None once the queue is closed. Raises `queue.Empty` at the timeout.

        Every job must be reported with `done`.
        """
        with self._changed:
            while not self.closed:
                owner = self._next()
                if owner is not None:
                    waiting = self._waiting[owner]
                    job = waiting.popleft()
                    if not waiting:
                        del self._waiting[owner]
                    self._running[owner] += 1
                    return owner, job
                if not self._changed.wait(timeout):
                    raise queue.Empty
            return None

    def done(self, owner: str, seconds: float) -> None:
        """Reports that a job of an owner has ended, and the seconds it used."""
        with self._changed:
            self._running[owner] -= 1
            if not self._running[owner]:
                del self._running[owner]
            now = time.monotonic()
            self._used[owner] = self._lately(owner, now) + seconds, now
            if len(self._used) > 10_000:
                self._used = {k: v for k, v in self._used.items() if now - v[1] < 6 * HALF_LIFE}
            if owner in self._waiting:
                self._changed.notify()

    def close(self) -> list[T]:
        """Wakes all waiting threads. Returns the jobs that were not started."""
        with self._changed:
            self.closed = True
            left = [job for waiting in self._waiting.values() for job in waiting]
            self._waiting.clear()
            self._changed.notify_all()
            return left

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def _next(self) -> str | None:
        ready = [owner for owner in self._waiting if self._running[owner] < self.each]
        if len(ready) < 2:
            return ready[0] if ready else None
        now = time.monotonic()
        return min(ready, key=lambda owner: self._lately(owner, now))

    def _lately(self, owner: str, now: float) -> float:
        used, then = self._used.get(owner, (0.0, now))
        return used * float(0.5 ** ((now - then) / HALF_LIFE))


class FairThreads:
    """Threads for work that would block the event loop. They start when they are needed."""

    def __init__(self, count: int, name: str, each: int = 1) -> None:
        #: called with the processor time of every job
        self.charge: Charge | None = None
        self._count, self._name = count, name
        self._queue: FairQueue[tuple[Callable[[], Any], Settle]] = FairQueue(each)
        self._threads: list[threading.Thread] = []

    async def run(self, owner: str, work: Callable[[], T]) -> T:
        """Runs the work in one of the threads and returns its result. Cancelling the caller does not stop it."""
        if self._queue.closed:
            raise asyncio.CancelledError
        future, settle = answered_elsewhere()
        self._queue.put(owner, (work, settle))
        if len(self._threads) < self._count:
            thread = threading.Thread(target=self._serve, name=f"{self._name}-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        found: T = await future
        return found

    def close(self) -> None:
        for _, settle in self._queue.close():
            settle(None, asyncio.CancelledError())

    def _serve(self) -> None:
        while True:
            found = self._queue.get()
            if found is None:
                return
            owner, (work, settle) = found
            began = time.thread_time()
            value, error = None, None
            try:
                value = work()
            except BaseException as e:
                error = e
            seconds = time.thread_time() - began
            self._queue.done(owner, seconds)
            if self.charge is not None:
                self.charge(owner, seconds)
            settle(value, error)
            del found, work, settle, value, error  # an idle thread must not keep a game in memory


@types.coroutine
def metered(work: Awaitable[T], owner: str, charge: Charge) -> Generator[Any, Any, T]:
    """Waits for a coroutine and charges an owner for the processor time of its steps on the event loop."""
    steps: Generator[Any, Any, T] = work.__await__()
    value: Any = None
    error: BaseException | None = None
    while True:
        began = time.thread_time()
        try:
            waits_for = steps.send(value) if error is None else steps.throw(error)
        except StopIteration as e:
            result: T = e.value
            return result
        finally:
            charge(owner, time.thread_time() - began)
        value = error = None
        try:
            value = yield waits_for
        except BaseException as e:
            error = e
