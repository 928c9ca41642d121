"""Worker processes: one job each, with a time limit, progress and cancel.

There are several pools: for bots, for records and earlier moments, for uploads, for maps. So long jobs of one kind do not delay
those of another. A pool limits the number of waiting jobs, in all and for each owner. Beyond it the answer is "busy", at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

from firestep.engine.errors import FirestepError
from firestep.server.workers.fair import FairQueue
from firestep.server.workers.futures import Settle, answered_elsewhere

log = logging.getLogger("firestep.server")


class TookTooLong(Exception):
    """The job was still running at its time limit. Its process was ended."""


class Cancelled(Exception):
    """The caller cancelled the job."""


class JobFailed(Exception):
    """The job raised an unexpected error."""


class Busy(Exception):
    """Too many jobs wait already, or too many of this owner."""


#: errors of a job besides its own refusal
ENDED = (TookTooLong, Cancelled, JobFailed)


#: a job with a limit of N seconds of processor time is ended after this many times N by the clock
PATIENCE = 6


def processor_seconds(pid: int) -> float | None:
    """Returns the processor time of a process, or None if the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
            times = f.read().rpartition(")")[2].split()[11:13]  # after the name, which may contain anything: utime and stime
        return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return None


@cache
def context() -> Any:
    """Returns how processes are started: as copies of a process that has loaded all modules, or fresh ones if the system cannot do
    that."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["firestep.server.workers.jobs"])
    return made


def _serve(pipe: Connection, plugins: tuple[str, ...], memory: int) -> None:
    """Runs a worker process: takes jobs and answers them until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    if memory:
        with contextlib.suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # requests of people have priority over bots
    # imported here, because only the worker process needs games and plugins, after its memory was limited
    from firestep.server.settings import run_plugins
    from firestep.server.workers.jobs import JOBS

    run_plugins(plugins)
    pipe.send("ready")
    with contextlib.suppress(EOFError, OSError):
        while True:
            name, arguments = pipe.recv()
            try:
                answer: tuple[str, Any] = ("done", JOBS[name](**arguments))
            except FirestepError as e:
                answer = ("refused", str(e))
            except Exception as e:
                answer = ("failed", repr(e)[:500])
            pipe.send(answer)


@dataclass(slots=True)
class Job:
    name: str
    arguments: dict[str, Any]
    seconds: float
    settle: Settle
    progress: Callable[[float], None] | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)


class Workers:
    """A pool of a few processes with a queue of jobs. A process that takes too long is ended and replaced. An idle process is ended
    after a while, and started again on demand."""

    def __init__(
        self,
        count: int,
        plugins: tuple[str, ...] = (),
        *,
        most: int = 1_000_000,
        each: int = 1_000_000,
        memory: int = 0,
        idle: float = 3600.0,
    ) -> None:
        self.plugins = plugins
        #: jobs in progress at once: of all, of one owner; megabytes for a process (0: no limit); seconds that an idle process is
        #: kept
        self.most, self.each, self.memory, self.idle = most, each, memory, idle
        self.waiting = 0
        self._owners: Counter[str] = Counter()
        self._context = context()
        self._jobs: FairQueue[Job] = FairQueue(count)
        self._threads = [threading.Thread(target=self._tend, name=f"firestep-worker-{k}", daemon=True) for k in range(count)]
        self._closing = False
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._closing = True
        for job in self._jobs.close():
            job.settle(None, Cancelled())
        for thread in self._threads:
            thread.join(timeout=5)

    async def run(
        self, name: str, seconds: float, progress: Callable[[float], None] | None = None, owner: str = "", **arguments: Any
    ) -> Any:
        """Runs a job in a process. Cancelling the waiting task cancels the job."""
        if self.waiting >= self.most or self._owners[owner] >= self.each:
            raise Busy
        self.waiting += 1
        self._owners[owner] += 1
        try:
            return await self._run(name, seconds, progress, owner, arguments)
        finally:
            self.waiting -= 1
            self._owners[owner] -= 1
            if not self._owners[owner]:
                del self._owners[owner]

    async def _run(
        self, name: str, seconds: float, progress: Callable[[float], None] | None, owner: str, arguments: dict[str, Any]
    ) -> Any:
        loop = asyncio.get_running_loop()
        future, settle = answered_elsewhere()

        def told(share: float) -> None:
            if progress is not None:
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(progress, share)

        job = Job(name, arguments, seconds, settle, told)
        self._jobs.put(owner, job)
        try:
            return await future
        except asyncio.CancelledError:
            job.cancelled.set()
            raise

    # -- one thread tends one process --------------------------------------------------------------------------------

    def _tend(self) -> None:
        process: Any = None
        pipe: Connection | None = None
        while not self._closing:
            try:
                found = self._jobs.get(timeout=self.idle)
            except queue.Empty:
                if process is not None:
                    process.kill()
                    process.join()
                process = None
                continue
            if found is None:
                break
            owner, job = found
            began = time.monotonic()
            try:
                if job.cancelled.is_set():
                    job.settle(None, Cancelled())
                    continue
                if process is None or not process.is_alive():
                    pipe, theirs = self._context.Pipe()
                    process = self._context.Process(target=_serve, args=(theirs, self.plugins, self.memory), daemon=True)
                    process.start()
                    theirs.close()
                    pipe.recv()  # it has loaded the games; the time limit starts now
                assert pipe is not None
                if self._do(job, pipe, process.pid):
                    continue
            except (OSError, EOFError, BrokenPipeError) as e:
                job.settle(None, JobFailed(f"the worker ended: {e!r}"))
            finally:
                self._jobs.done(owner, time.monotonic() - began)
            if process is not None:
                process.kill()
                process.join()
            process = None
        if process is not None:
            process.kill()
            process.join()

    def _do(self, job: Job, pipe: Connection, pid: int) -> bool:
        """Sends a job and waits for its end. Returns False if the process must be ended.

        The limit counts processor time, not the clock, so that no request fails because the machine is busy with others.
        """
        worked = processor_seconds(pid)
        pipe.send((job.name, job.arguments))
        began = time.monotonic()
        told = began + 0.25
        while not pipe.poll(0.05):
            now = time.monotonic()
            if job.cancelled.is_set() or self._closing:
                job.settle(None, Cancelled())
                return False
            spent = processor_seconds(pid) if worked is not None else None
            used = now - began if spent is None or worked is None else max(spent - worked, (now - began) / PATIENCE)
            if used > job.seconds:
                job.settle(None, TookTooLong())
                return False
            if now > told and job.progress is not None:
                told = now + 0.25
                job.progress(min(0.99, used / job.seconds))
        kind, value = pipe.recv()
        errors = {"refused": FirestepError, "failed": JobFailed}
        job.settle(value, None) if kind == "done" else job.settle(None, errors[kind](value))
        return True
