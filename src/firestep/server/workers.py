"""Processes beside the server in which bots think: one job each, with a time limit, progress and cancel."""

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
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from firestep.engine.errors import FirestepError

log = logging.getLogger("firestep.server")


class TookTooLong(Exception):
    """The job was still running at its time limit; its process was ended."""


class Cancelled(Exception):
    """Somebody wanted it stopped."""


class JobFailed(Exception):
    """The job raised something that nobody can mend by asking differently."""


def _serve(pipe: Connection, plugins: tuple[str, ...]) -> None:
    """A worker process: take a job, answer it, for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # a person's click goes before a bot's thought
    from firestep.server.settings import run_plugins
    from firestep.server.work import JOBS

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
                answer = ("failed", repr(e))
            pipe.send(answer)


@dataclass(slots=True)
class Job:
    name: str
    arguments: dict[str, Any]
    seconds: float
    settle: Callable[[Any, BaseException | None], None]
    progress: Callable[[float], None] | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)


class Workers:
    """A few processes and a queue of jobs. A process that takes too long is ended and replaced."""

    def __init__(self, count: int, plugins: tuple[str, ...] = ()) -> None:
        self.plugins = plugins
        self._context = multiprocessing.get_context("spawn")
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._tend, name=f"firestep-worker-{k}", daemon=True) for k in range(count)]
        self._closing = False
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._closing = True
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(timeout=5)

    async def run(self, name: str, seconds: float, progress: Callable[[float], None] | None = None, **arguments: Any) -> Any:
        """Do a job elsewhere. Cancelling the task that waits ends the job, too."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()

        def settle(value: Any, error: BaseException | None) -> None:
            def put() -> None:
                if not future.done():
                    if error is None:
                        future.set_result(value)
                    else:
                        future.set_exception(error)
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(put)

        def told(share: float) -> None:
            if progress is not None:
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(progress, share)

        job = Job(name, arguments, seconds, settle, told)
        self._jobs.put(job)
        try:
            return await future
        except asyncio.CancelledError:
            job.cancelled.set()
            raise

    # -- one thread tends one process --------------------------------------------------------------------------------

    def _tend(self) -> None:
        process: Any = None
        pipe: Connection | None = None
        while (job := self._jobs.get()) is not None and not self._closing:
            if job.cancelled.is_set():
                job.settle(None, Cancelled())
                continue
            try:
                if process is None or not process.is_alive():
                    pipe, theirs = self._context.Pipe()
                    process = self._context.Process(target=_serve, args=(theirs, self.plugins), daemon=True)
                    process.start()
                    theirs.close()
                    pipe.recv()  # it has loaded the games; only now the time of a job begins
                assert pipe is not None
                if self._do(job, pipe):
                    continue
            except (OSError, EOFError, BrokenPipeError) as e:
                job.settle(None, JobFailed(f"the worker ended: {e!r}"))
            if process is not None:
                process.kill()
                process.join()
            process = None
        if process is not None:
            process.kill()
            process.join()

    def _do(self, job: Job, pipe: Connection) -> bool:
        """Send a job and wait for its end; False if the process must be ended."""
        pipe.send((job.name, job.arguments))
        began = time.monotonic()
        told = began + 0.25
        while not pipe.poll(0.05):
            now = time.monotonic()
            if job.cancelled.is_set() or self._closing:
                job.settle(None, Cancelled())
                return False
            if now - began > job.seconds:
                job.settle(None, TookTooLong())
                return False
            if now > told and job.progress is not None:
                told = now + 0.25
                job.progress(min(0.99, (now - began) / job.seconds))
        kind, value = pipe.recv()
        errors = {"refused": FirestepError, "failed": JobFailed}
        job.settle(value, None) if kind == "done" else job.settle(None, errors[kind](value))
        return True
