"""What the library's errors become."""

from __future__ import annotations


class GraphBLASError(Exception):
    """An error of the library; its text names the function, the argument and the values."""

    code = 0
    meaning = "it failed"  # where the library has no text


class UninitializedObject(GraphBLASError):
    code = -1
    meaning = "an object was never made, or was freed"


class NullPointer(GraphBLASError):
    code = -2
    meaning = "a pointer is NULL"


class InvalidValue(GraphBLASError, ValueError):
    code = -3
    meaning = "a value is not allowed"


class InvalidIndex(GraphBLASError, IndexError):
    code = -4
    meaning = "a position is outside"


class DomainMismatch(GraphBLASError, TypeError):
    code = -5
    meaning = "a type cannot be cast into another"


class DimensionMismatch(GraphBLASError, ValueError):
    code = -6
    meaning = "sizes do not fit each other"


class OutputNotEmpty(GraphBLASError):
    code = -7
    meaning = "the output has entries already"


class NotImplementedByLibrary(GraphBLASError, NotImplementedError):
    code = -8
    meaning = "it is not implemented"


class AlreadySet(GraphBLASError):
    code = -9
    meaning = "it was set already"


class Panic(GraphBLASError):
    code = -101
    meaning = "the library failed"


class OutOfMemory(GraphBLASError, MemoryError):
    code = -102
    meaning = "there is not enough memory"


class InsufficientSpace(GraphBLASError):
    code = -103
    meaning = "an array is too short"


class InvalidObject(GraphBLASError, ValueError):
    code = -104
    meaning = "an object is damaged"


class IndexOutOfBounds(GraphBLASError, IndexError):
    code = -105
    meaning = "a position is out of bounds"


class EmptyObject(GraphBLASError, ValueError):
    code = -106
    meaning = "a scalar has no value"


class Stopped(GraphBLASError):
    code = -120
    meaning = "it was stopped"


class TimeLimitReached(Stopped, TimeoutError):
    """Raised by an algorithm in a block of `algorithms.time_limit`."""


_BY_CODE = {kind.code: kind for kind in GraphBLASError.__subclasses__()}


def by_code(code: int) -> type[GraphBLASError]:
    """The exception for a GrB_Info below 0."""
    return _BY_CODE.get(code, GraphBLASError)
