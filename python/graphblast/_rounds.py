"""Ends the library's algorithms between their rounds: by exceptions of signal handlers, such as Ctrl-C's, and at a time limit."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import functools
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from . import errors
from ._library import NULL, algorithms, call, ffi


@dataclasses.dataclass(frozen=True)
class _Limit:
    end: float  # by time.monotonic()
    seconds: float


_limit: contextvars.ContextVar[_Limit | None] = contextvars.ContextVar("graphblast_time_limit", default=None)


class _Calls(threading.local):
    """Watched calls of a thread. A signal handler may run algorithms within another one."""

    depth = 0
    what = ""
    raised: BaseException | None = None


_calls = _Calls()


@functools.cache
def _watch() -> Any:
    """The watch function. It runs Python's code in the calling thread, so that Python calls the handlers of signals, which it does
    in the main thread alone. An exception stops the algorithm."""

    def begin_round(progress: Any, data: Any) -> bool:
        limit = _limit.get()
        if limit is not None and time.monotonic() >= limit.end:
            raise errors.TimeLimitReached(f"{_calls.what}: the time limit of {limit.seconds:g} s was over; rounds done: {progress.rounds}")
        return False

    def keep(kind: Any, raised: BaseException, traceback: Any) -> None:
        _calls.raised = raised

    return ffi.callback("gba_Watch", begin_round, error=True, onerror=keep)


def call_watched(function: Callable[..., int], *arguments: Any, owner: Any, what: str) -> int:
    """_library.call, which raises what stopped the function. Other threads than the main one are watched under a time limit only:
    a round would wait for Python's lock."""
    if _limit.get() is None and threading.current_thread() is not threading.main_thread():
        return call(function, *arguments, owner=owner, what=what)
    watch = _watch()
    _calls.depth += 1
    outer, _calls.what = _calls.what, what
    try:
        algorithms.gba_watch(watch, NULL)
        return call(function, *arguments, owner=owner, what=what)
    except errors.Stopped:
        raised, _calls.raised = _calls.raised, None
        if raised is None:
            raise
        try:
            raise raised from None
        finally:
            del raised  # its traceback has this frame, which would keep the arguments alive
    finally:
        _calls.depth -= 1
        _calls.what = outer
        if not _calls.depth:
            algorithms.gba_watch(NULL, NULL)


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Algorithms in the block raise `errors.TimeLimitReached`, a TimeoutError, before their next round once so many seconds have
    passed since the block began. Of limits in each other the first to end counts. It holds for the thread or the task that entered the block."""
    try:
        limit = _Limit(time.monotonic() + seconds, seconds)
    except TypeError:
        raise TypeError(f"time_limit: seconds: {seconds!r} is no number") from None
    if not seconds >= 0:
        raise errors.InvalidValue(f"time_limit: seconds: {seconds} is not 0 or more")
    outer = _limit.get()
    token = _limit.set(limit if outer is None or limit.end < outer.end else outer)
    try:
        yield
    finally:
        _limit.reset(token)
