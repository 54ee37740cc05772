"""The shared library: opened and started once, and calls that raise."""

from __future__ import annotations

import collections
import os
import pathlib
import threading
from typing import Any, Callable

from . import errors
from ._declarations import ffi

_HERE = pathlib.Path(__file__).parent


def _path(variable: str, name: str) -> str:
    """The file that the environment names, else the one of the package. A bare name is the loader's to find."""
    path = os.environ.get(variable) or str(_HERE / name)
    return os.path.abspath(path) if os.sep in path else path


library_path = _path("GRAPHBLAST_LIBRARY", "libgraphblast.so.0")
lib = ffi.dlopen(library_path)
algorithms = ffi.dlopen(_path("GRAPHBLAST_ALGORITHMS", "libgraphblast_algorithms.so.0"))
device_arrays = ffi.dlopen(_path("GRAPHBLAST_DEVICE_ARRAYS", "libgraphblast_device_arrays.so"))
NULL = ffi.NULL


def _start() -> None:
    info = lib.GrB_init(lib.GrB_NONBLOCKING)
    # Another binding in this process may have started the library: then it is its, and it is started.
    if info not in (lib.GrB_SUCCESS, lib.GrB_INVALID_VALUE):
        raise errors.by_code(info)(f"GrB_init: {errors.by_code(info).meaning}")


_start()


class _Gate:
    """Keeps calls and the release of borrowed arrays apart.

    A matrix that borrows NumPy's arrays shares them with objects made of it, which get copies when it is freed. No call
    may read them at that moment. While nothing is borrowed, calls do not come here. Nothing waits for calls to end:
    a finalizer may run between two instructions of any thread, also of one that is in a call.
    """

    def __init__(self) -> None:
        self.borrowers = 0
        self._lock = threading.Lock()
        self._calls = 0
        self._dead: collections.deque[tuple[Callable[[Any], Any], Any, Any]] = collections.deque()

    def enter(self) -> None:
        with self._lock:
            self._calls += 1

    def leave(self) -> None:
        with self._lock:
            self._calls -= 1
        self._release()

    def bury(self, free: Callable[[Any], Any], handle: Any, arrays: Any) -> None:
        """Frees a borrower when no call runs, and lets go of its arrays then."""
        self._dead.append((free, handle, arrays))
        self._release()

    def _release(self) -> None:
        # Whoever holds the lock, or is in a call, comes here afterwards.
        while self._dead and self._lock.acquire(blocking=False):
            try:
                if self._calls:
                    return
                while self._dead:
                    free, handle, _arrays = self._dead.popleft()
                    free(handle)
                    self.borrowers -= 1
            finally:
                self._lock.release()


gate = _Gate()


def call(function: Callable[..., int], *arguments: Any, owner: Any = None, what: str = "graphblast") -> int:
    """Calls a function of the library, without the GIL, and raises what it returns as an error.

    owner: the object (with `error_text()`) that keeps the text of a failure. what: the call's name where there is no text.
    """
    if gate.borrowers:
        gate.enter()
        try:
            info = function(*arguments)
        finally:
            gate.leave()
    else:
        info = function(*arguments)
    if info < 0:
        kind = errors.by_code(info)
        raise kind((owner.error_text() if owner is not None else "") or f"{what}: {kind.meaning}")
    return info
