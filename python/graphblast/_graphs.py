"""What the algorithms check of their graphs and numbers, and how they call the library."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _indices, operators
from ._library import NULL, algorithms, ffi, lib
from ._rounds import call_watched
from ._stored import names, operand
from .errors import InvalidValue
from .matrix import Matrix
from .vector import Vector

MOST_SEEDS = 2**64 - 1


def graph(what: str, A: Any) -> Matrix:
    """A, or its pattern where its values have no order: none is looked at then."""
    operand(f"{what}: A", A, "Matrix")
    if A.nrows != A.ncols:
        raise ValueError(f"{what}: a graph's matrix is square; A is {A.nrows} x {A.ncols}")
    return Matrix(bool, A.nrows).assign(True, mask=A.S) if A.dtype.kind == "c" else A


def weighted(what: str, A: Any) -> Matrix:
    """A, whose values are weights: numbers that have an order."""
    if isinstance(A, Matrix) and A.dtype.kind == "c":
        raise TypeError(f"{what}: A's values are {A.dtype}, which are no weights")
    return graph(what, A)


def both_ways(what: str, A: Any, check: bool, loops: bool = False) -> Matrix:
    """graph(A), which has each edge in both directions, and no loops unless `loops` allows them."""
    A = graph(what, A)
    if check and not _is_symmetric(A):
        pattern = Matrix(bool, A.nrows).assign(True, mask=A.S)
        i, j = first(pattern.transpose(mask=~pattern.S))
        raise InvalidValue(f"{what}: A has an entry at ({j}, {i}) and none at ({i}, {j}); it takes edges that go both ways, as "
                           "undirected(A) has them")
    if check and not loops:
        on_diagonal = A.select("diag")
        if on_diagonal.nvals:
            raise InvalidValue(f"{what}: A has {on_diagonal.nvals} entries on its diagonal, the first at {first(on_diagonal)}; "
                               "A.select('offdiag') has none")
    return A


def _is_symmetric(A: Matrix) -> bool:
    """Whether A's pattern is: random numbers have the same sums along its rows and along its columns. Another pattern's sums,
    modulo 2**64, are the same once in 2**64 times; a transposition would take longer than most algorithms."""
    kind = np.dtype(np.uint64)
    numbers = Vector.from_dense(np.random.default_rng(1).integers(0, 2**64, A.nrows, kind))
    ring = operators.semiring("plus_second", kind)
    rows, columns = (Vector(kind, A.nrows)._write(lib.GrB_mxv, ring, A.handle, numbers.handle, mask=None, accum=None,
                                                  replace=False, first=first) for first in (False, True))
    return rows.is_equal(columns)


def first(A: Matrix) -> tuple[int, int]:
    rows, columns, _ = A.to_coo()
    return int(rows[0]), int(columns[0])


class Errors:
    """The texts of the library of algorithms, which names its functions gba_..."""

    @staticmethod
    def error_text() -> str:
        text = ffi.new("const char **")
        algorithms.gba_error(text)
        return ffi.string(text[0]).decode().removeprefix("gba_")


def run(what: str, kind: type[Matrix] | type[Vector], function: Any, A: Matrix, *arguments: Any,
         before: tuple[Any, ...] = ()) -> Any:
    """Calls function(&result, *before, A, *arguments) and wraps the result."""
    made: Any = kind.__new__(kind)
    made._box, made._arrays = ffi.new(f"GrB_{kind.kind} *"), ()
    call_watched(function, made._box, *before, A.handle, *arguments, owner=Errors, what=what)
    names.give(made)
    return made


def vertices(name: str, sources: Any, A: Matrix) -> np.ndarray:
    chosen = _indices.positions(name, [sources] if _indices.is_one(sources) else sources)
    if chosen.size and chosen.max() >= A.nrows:
        raise IndexError(f"{name}: the vertex {chosen.max()} is outside of {A.nrows}")
    return chosen


def number(name: str, value: Any, condition: str, holds: Any) -> float:
    """A real number for which holds(number); NaN holds nothing."""
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: {value!r} is no number") from None
    if not holds(found):
        raise InvalidValue(f"{name}: {value} is not {condition}")
    return found


def _reduced(op: str, A: Matrix) -> float:
    """All values by a monoid, computed in float64."""
    out = ffi.new("double *")
    A._call("reduce_FP64", out, NULL, operators.monoid(op, np.dtype(np.float64)), A.handle, NULL)
    return out[0]


def empty_vector() -> Vector:
    """A place for a function's second result."""
    made: Vector = Vector.__new__(Vector)
    made._box, made._arrays = ffi.new("GrB_Vector *"), ()
    names.give(made)
    return made


def sum_of_weights(what: str, A: Matrix) -> float:
    """The sum of A's values, which may be infinite; none is below 0 or NaN."""
    if _reduced("min", A) < 0:
        at = first(A.select("valuelt", 0))
        raise InvalidValue(f"{what}: A[{at[0]}, {at[1]}] is {A[at]}; weights are 0 or more")
    total = _reduced("plus", A)
    if math.isnan(total):
        at = first(A.apply("isnan").select("valueeq", True))
        raise InvalidValue(f"{what}: A[{at[0]}, {at[1]}] is NaN; weights are numbers from 0 on")
    return total


def weights(what: str, A: Any, weight: str | None, *, size_counts: bool = False) -> Matrix | None:
    """A's values as numbers to compute with; None where every edge counts the same, with size_counts only if it counts 1."""
    if weight is None:
        return None
    if not isinstance(weight, str) or weight != "weight":
        raise InvalidValue(f"{what}: weight: {weight!r} is neither 'weight', A's values, nor None")
    A = weighted(what, A)
    if not math.isfinite(sum_of_weights(what, A)):
        raise InvalidValue(f"{what}: the weights' sum is infinite; weights are finite, and so is their sum")
    if A.nvals and 0 < _reduced("min", A) == _reduced("max", A) and (_reduced("min", A) == 1 or not size_counts):
        return None
    return A if A.dtype == np.float64 else A.dup(np.float64)
