"""What the library's errors become."""

from __future__ import annotations


class GraphBLASError(Exception):
    """An error of the library; its text names the function, the argument and the values."""

    code = 0


class UninitializedObject(GraphBLASError):
    code = -1


class NullPointer(GraphBLASError):
    code = -2


class InvalidValue(GraphBLASError, ValueError):
    code = -3


class InvalidIndex(GraphBLASError, IndexError):
    code = -4


class DomainMismatch(GraphBLASError, TypeError):
    code = -5


class DimensionMismatch(GraphBLASError, ValueError):
    code = -6


class OutputNotEmpty(GraphBLASError):
    code = -7


class NotImplementedByLibrary(GraphBLASError, NotImplementedError):
    code = -8


class AlreadySet(GraphBLASError):
    code = -9


class Panic(GraphBLASError):
    code = -101


class OutOfMemory(GraphBLASError, MemoryError):
    code = -102


class InsufficientSpace(GraphBLASError):
    code = -103


class InvalidObject(GraphBLASError, ValueError):
    code = -104


class IndexOutOfBounds(GraphBLASError, IndexError):
    code = -105


class EmptyObject(GraphBLASError, ValueError):
    code = -106


_BY_CODE = {kind.code: kind for kind in GraphBLASError.__subclasses__()}


def by_code(code: int) -> type[GraphBLASError]:
    """The exception for a GrB_Info below 0."""
    return _BY_CODE.get(code, GraphBLASError)
