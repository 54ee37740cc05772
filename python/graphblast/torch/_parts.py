"""What products with one matrix need again and again: made once, and kept by the matrix until it changes."""

from __future__ import annotations

import dataclasses
import threading
from typing import Any, Callable

import numpy as np
import torch

from .. import _arrays, types
from .._library import ffi, lib
from .._stored import names
from ..matrix import Matrix

_NUMPY = {torch.bool: np.bool_, torch.int8: np.int8, torch.int16: np.int16, torch.int32: np.int32, torch.int64: np.int64,
          torch.uint8: np.uint8, torch.float32: np.float32, torch.float64: np.float64, torch.complex64: np.complex64,
          torch.complex128: np.complex128}
HANDLES = {dtype: types.handle(found) for dtype, found in _NUMPY.items()}
HANDLES |= {torch.float16: lib.GrX_FP16, torch.bfloat16: lib.GrX_BF16}
_DTYPES = {types.code(found): dtype for dtype, found in _NUMPY.items()}
_DTYPES |= {lib.GrX_FP16_CODE: torch.float16, lib.GrX_BF16_CODE: torch.bfloat16}
HALVES = (torch.float16, torch.bfloat16)

_lock = threading.RLock()


def computed(dtype: torch.dtype) -> np.dtype:
    """The type, as NumPy has it, in which products are computed: float32 for halves."""
    return np.dtype(np.float32 if dtype in HALVES else _NUMPY[dtype])


def array(tensor: torch.Tensor) -> Any:
    """The tensor as `from_dense` and `from_csr` take it."""
    tensor = tensor.detach().contiguous()
    if tensor.is_cuda:
        return tensor if tensor.data_ptr() % 256 == 0 else tensor.clone()
    if tensor.dtype == torch.bfloat16:
        import ml_dtypes

        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def kept(A: Matrix, what: Any, make: Callable[[], Any]) -> Any:
    """What make() made of the matrix the first time: tensors that later calls may save for gradients."""
    found = A._kept.get(what)
    if found is None:
        with _lock:
            found = A._kept.get(what)
            if found is None:
                with torch.inference_mode(False), torch.no_grad():
                    found = A._kept[what] = make()
    return found


def find(name: str) -> Matrix:
    """The matrix of this name, as ops have it."""
    found = names.living.get(name)
    parts, versions = ((), ()) if found is None else found._kept.get("read in place", ((), ()))
    if tuple(part._version for part in parts) != versions:
        raise RuntimeError("graphblast: a tensor whose memory the matrix of this call reads was modified by an in-place operation "
                           "after the matrix was made: before the product, or between it and its gradient")
    if found is None:
        raise RuntimeError("graphblast: the matrix of this call is not there any more: it was freed, or changed between the "
                           "product and its gradient")
    return found


@dataclasses.dataclass(frozen=True)
class Facts:
    shape: tuple[int, int]
    nvals: int
    dtype: torch.dtype


def facts(A: Matrix) -> Facts:
    def make() -> Facts:
        code = ffi.new("int32_t *")
        A._call("get_INT32", A.handle, code, lib.GrB_EL_TYPE_CODE)
        if code[0] not in _DTYPES:
            raise TypeError(f"a matrix of the library's type {code[0]}, which PyTorch does not have")
        return Facts(A.shape, A.nvals, _DTYPES[code[0]])

    return kept(A, "facts", make)


@dataclasses.dataclass(frozen=True)
class Rows:
    """Compressed rows on the host. `order`: the e-th entry has the value of entry order[e] of the matrix; None: e."""

    shape: tuple[int, int]
    offsets: np.ndarray
    columns: np.ndarray
    order: torch.Tensor | None = None
    values: Any = None

    def lent(self, dtype: torch.dtype, values: torch.Tensor | None) -> tuple[Any, Any]:
        """A HostRows with these values; 1 at each entry without. And what it reads."""
        is_iso = values is None
        given = torch.ones(1, dtype=dtype, device="cpu") if values is None else values
        of = [ffi.cast("void *", array.ctypes.data) for array in (self.offsets, self.columns)]
        rows = ffi.new("HostRows *", [
            *self.shape, self.columns.size, types.handle(self.offsets.dtype), types.handle(self.columns.dtype), *of,
            HANDLES[dtype], ffi.cast("void *", given.data_ptr()), self.offsets.nbytes, self.columns.nbytes,
            given.numel() * given.element_size(), is_iso])
        return rows, (given, self)


def _lends_rows(A: Matrix) -> bool:
    """The matrix reads compressed rows of others on the host: these alone may be out of order."""
    is_lent = len(A._arrays) == 3 and all(isinstance(array, np.ndarray) for array in A._arrays)
    return is_lent and A._layout() == (_arrays.SPARSE, True)


def check_order(A: Matrix) -> None:
    """ValueError where the columns of a row do not ascend."""
    if "rows" not in A._kept and _lends_rows(A):
        rows(A)


def rows(A: Matrix) -> Rows:
    """The matrix's entries, by row. A matrix that reads other arrays gives those; else they are a copy, since other threads
    may multiply with the matrix."""
    def make() -> Rows:
        offsets, columns, values = A._arrays if _lends_rows(A) else A.dup().to_csr()
        descends = np.flatnonzero(columns[1:] <= columns[:-1]) + 1
        if np.setdiff1d(descends, offsets, assume_unique=False).size:
            raise ValueError("graphblast.torch: a row's columns do not ascend; a matrix of Matrix.from_coo has them in order")
        return Rows(facts(A).shape, offsets, columns, values=values)

    return kept(A, "rows", make)


def own_values(A: Matrix) -> torch.Tensor:
    """The values of the matrix, in the order of to_csr. To be read only."""
    def make() -> torch.Tensor:
        values, count = rows(A).values, facts(A).nvals
        if values.size != count:
            values = np.broadcast_to(values, count)
        if facts(A).dtype == torch.bfloat16:
            return torch.from_numpy(values.view(np.int16).copy()).view(torch.bfloat16)
        return torch.from_numpy(values.copy())

    return kept(A, "values", make)


def device_rows(A: Matrix) -> tuple[Any, Any, Any]:
    """A.to_csr_device(), but A keeps its name where only its form of storage changes."""
    if not (_arrays.reads_device(A) and A._layout() == (_arrays.SPARSE, True)):
        A._own_arrays()
        A._call("set_INT32", A.handle, lib.GrB_ROWMAJOR, lib.GrB_STORAGE_ORIENTATION_HINT)
        A._keep_format(lib.GrX_SPARSE)
        return _arrays.sparse_to_device(A)
    return A.to_csr_device()


def positions(A: Matrix, device: torch.device) -> tuple[torch.Tensor, torch.Tensor]:
    """Row and column of each entry, int64. To be read only."""
    def make() -> tuple[torch.Tensor, torch.Tensor]:
        if device.type == "cuda":
            parts = [torch.from_dlpack(array).long() for array in device_rows(A)[:2]]
        else:
            found = rows(A)
            parts = [torch.from_numpy(array.astype(np.int64)) for array in (found.offsets, found.columns)]
        line = torch.arange(facts(A).shape[0], device=device)
        return line.repeat_interleave(parts[0].diff()), parts[1]

    return kept(A, ("positions", str(device)), make)


def transposed(A: Matrix) -> Matrix:
    """The transpose, with a memory of its own."""
    return kept(A, "transposed", lambda: A.transpose().wait())


def transposed_rows(A: Matrix) -> Rows:
    """The entries of the transpose by row."""
    def make() -> Rows:
        line, column = positions(A, torch.device("cpu"))
        order = torch.argsort(column, stable=True)
        nrows, ncols = facts(A).shape
        counts = torch.bincount(column, minlength=ncols)
        offsets = torch.zeros(ncols + 1, dtype=torch.int64, device="cpu")
        torch.cumsum(counts, 0, out=offsets[1:])
        return Rows((ncols, nrows), _narrow(offsets, line.numel()), _narrow(line[order], nrows), order)

    return kept(A, "transposed rows", make)


def _narrow(positions: torch.Tensor, bound: int) -> np.ndarray:
    return positions.to(torch.int32 if bound < 2**31 else torch.int64).numpy()


def entries(A: Matrix) -> Rows:
    """The matrix with a row of ones for each row of A, at the entries of this row: its product sums values of entries."""
    def make() -> Rows:
        found, count = rows(A), facts(A).nvals
        return Rows((facts(A).shape[0], count), found.offsets, np.arange(count, dtype=np.int32 if count < 2**31 else np.int64))

    return kept(A, "entries", make)


@dataclasses.dataclass(frozen=True)
class Block:
    """A matrix with an entry (i, j) for each head at (i heads + head, j heads + head): one product for all heads.

    order: its e-th entry is number order[e] of values (entries, heads); inverse: the other way."""

    matrix: Matrix
    order: torch.Tensor
    inverse: torch.Tensor


def block(A: Matrix, heads: int, device: torch.device) -> Block:
    def make() -> Block:
        line, column = positions(A, device)
        nrows, ncols = facts(A).shape
        each = torch.arange(heads, device=device)
        tall = (line[:, None] * heads + each).reshape(-1)
        order = torch.argsort(tall, stable=True)
        offsets = torch.zeros(nrows * heads + 1, dtype=torch.int64, device=device)
        torch.cumsum(torch.bincount(tall, minlength=nrows * heads), 0, out=offsets[1:])
        wide = (column[:, None] * heads + each).reshape(-1)[order]
        inverse = torch.empty_like(order)
        inverse[order] = torch.arange(order.numel(), device=device)
        parts: tuple[Any, Any, Any] = (offsets, wide, torch.ones(order.numel(), device=device))
        if device.type != "cuda":
            parts = _narrow(offsets, order.numel()), _narrow(wide, ncols * heads), np.float32(1)
        matrix = Matrix.from_csr(*parts, shape=(nrows * heads, ncols * heads), check=False)
        return Block(matrix, order, inverse)

    return kept(A, ("block", heads, str(device)), make)
