"""Products of SciPy's and NumPy's arrays, which are read where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _arrays
from .matrix import Matrix
from .vector import Vector


def _is_sparse(given: Any) -> bool:
    return hasattr(given, "tocsr") and hasattr(given, "format")


def _operand(name: str, given: Any) -> Matrix | Vector:
    if isinstance(given, (Matrix, Vector)):
        return given
    if _is_sparse(given):
        return Matrix.from_scipy(given)
    array = np.asarray(given)
    if array.ndim not in (1, 2):
        raise ValueError(f"matmul: {name} has {array.ndim} dimensions; one or two can be multiplied")
    return Vector.from_dense(array) if array.ndim == 1 else Matrix.from_dense(array)


def _inner(size_a: int, size_b: int) -> None:
    if size_a != size_b:
        raise ValueError(f"matmul: the last dimension of a is {size_a}, the first of b {size_b}")


def matmul(a: Any, b: Any, *, semiring: str = "plus_times", fill: Any = 0) -> Any:
    """The product a @ b on all cores, over a semiring: of SciPy's sparse arrays and NumPy's dense ones, without a copy of
    csr, csc and rows that follow each other.

    Two sparse operands give a csr_array (a csr_matrix where one of them is a spmatrix), which has an entry wherever
    patterns meet; with a dense operand the result is dense, `fill` where nothing met. Dense operands have one or two
    dimensions, as those of `@` have. Types combine as NumPy's. Two of the library's own objects give one of them.

    >>> import graphblast as gb, scipy.sparse
    >>> S = scipy.sparse.csr_array([[0.0, 2.0], [3.0, 0.0]])
    >>> gb.matmul(S, [1.0, 10.0])
    array([20.,  3.])
    """
    left, right = _operand("a", a), _operand("b", b)
    if isinstance(left, Vector):
        if isinstance(right, Vector):
            raise ValueError("matmul: a and b have one dimension each; one of them has to be a matrix")
        _inner(left.size, right.shape[0])
        found: Matrix | Vector = left.vxm(right, semiring)
    elif isinstance(right, Vector):
        _inner(left.ncols, right.size)
        found = left.mxv(right, semiring)
    else:
        _inner(left.ncols, right.nrows)
        found = left.mxm(right, semiring)
    if all(isinstance(one, (Matrix, Vector)) for one in (a, b)):
        return found
    if isinstance(found, Vector):
        return found.to_dense(fill)
    if all(_is_sparse(one) or isinstance(one, Matrix) for one in (a, b)):
        return _sparse(found, a, b)
    return found.into_numpy(fill)


def _signed(positions: np.ndarray) -> np.ndarray:
    """SciPy's positions are signed; these are below half of the range."""
    return positions.view(f"i{positions.itemsize}")


def _sparse(found: Matrix, *operands: Any) -> Any:
    """The arrays of a result that nobody else has: they may be written."""
    import scipy.sparse

    shape = found.shape
    found._keep_sparse(by_row=True)
    parts = _arrays.unload(found)
    is_matrix = any(isinstance(one, scipy.sparse.spmatrix) for one in operands)
    make = scipy.sparse.csr_matrix if is_matrix else scipy.sparse.csr_array
    if not parts.by_row:  # without entries, one line may stay by column
        return make(shape, dtype=parts.values.dtype)
    values = np.full(parts.positions.size, parts.values[0]) if parts.is_iso else parts.values
    return make((values, _signed(parts.positions), _signed(parts.offsets)), shape=shape, copy=False)
