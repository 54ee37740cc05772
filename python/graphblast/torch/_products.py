"""Products of matrices and tensors, without gradients: one call of the library on the host, and the matrices' own methods on
the GPU."""

from __future__ import annotations

import functools
import math
import threading
from typing import Any

import torch

from .. import operators
from .._arrays import free
from .._library import NULL, call, device_arrays, ffi
from ..matrix import Matrix
from . import _parts
from ._parts import HANDLES

_EDGES = 1 << 22  # numbers of messages that are held at once
_LARGE = 1 << 17  # bytes from which it is faster to keep the library's array than to copy it


class _Boxes(threading.local):
    """What a thread's calls are given: the result, the operands, and where the text of an error goes."""

    def __init__(self) -> None:
        self.result, self.x, self.y = (ffi.new("HostFull *") for _ in range(3))
        self.text = ffi.new("char[]", device_arrays.host_text_bytes)

    def error_text(self) -> str:
        return ffi.string(self.text).decode()


_boxes = _Boxes()


@functools.cache
def _semiring(name: str, dtype: torch.dtype) -> Any:
    return operators.semiring(name, _parts.computed(dtype))


def _plain(x: torch.Tensor) -> torch.Tensor:
    """The same numbers, row behind row."""
    if x.is_complex():
        x = x.resolve_conj()
    return x.resolve_neg().contiguous()


def _lend(box: Any, x: torch.Tensor) -> Any:
    """The HostFull, which reads a plain tensor then."""
    box.type, box.values = HANDLES[x.dtype], ffi.cast("void *", x.data_ptr())
    box.nrows, box.ncols = x.shape
    box.bytes = x.nbytes
    return box


def _run(function: Any, what: str, shape: tuple[int, ...], dtype: torch.dtype, *arguments: Any) -> torch.Tensor:
    """The tensor that function(result, *arguments, text) makes. A large one keeps the array that the library made."""
    boxes = _boxes
    box, count = boxes.result, math.prod(shape)
    box.type, box.bytes = HANDLES[dtype], count * dtype.itemsize
    box.nrows, box.ncols = shape[0], count // shape[0] if count else 0
    made = None
    if box.bytes <= _LARGE:
        made = torch.empty(shape, dtype=dtype, device="cpu")
    box.values = NULL if made is None else ffi.cast("void *", made.data_ptr())
    if count:
        call(function, box, *arguments, boxes.text, owner=boxes, what=what)
    if made is None:
        made = torch.frombuffer(ffi.buffer(ffi.gc(box.values, free), box.bytes), dtype=dtype)
    return _shaped(made, shape)


def _shaped(x: torch.Tensor, shape: tuple[int, ...]) -> torch.Tensor:
    """The same memory in another shape; no view, which autograd's functions may not give."""
    return x if x.shape == shape else x.new_empty(0).set_(x.untyped_storage()).resize_(shape)


def on_device(x: torch.Tensor) -> Matrix:
    """A full matrix that reads a tensor on the GPU."""
    x = _plain(x.detach())
    return Matrix.from_dense(x if x.data_ptr() % 256 == 0 else x.clone())


def checked(what: str, x: torch.Tensor, dimensions: tuple[int, ...] = (2,)) -> torch.Tensor:
    """The tensor, if it is one that products take."""
    if x.device.type not in ("cpu", "cuda"):
        raise ValueError(f"{what}: a tensor on {x.device}; those on the host and on a CUDA GPU are taken")
    if x.dim() not in dimensions:
        raise ValueError(f"{what}: a tensor of {x.dim()} dimensions; matrices are taken, with "
                         f"{' or '.join(map(str, dimensions))}")
    if x.dtype not in HANDLES:
        raise TypeError(f"{what}: a tensor of {x.dtype}, which is none of the types that matrices have here")
    return x


def shape_of(A: Matrix, values: torch.Tensor | None, x: torch.Tensor, transpose: bool, ring: str,
             of_entries: bool) -> tuple[tuple[int, ...], torch.dtype]:
    """Shape and type of product(), and its arguments' checks."""
    known, what = _parts.facts(A), "spmm" if values is None else "spmm_values"
    checked(what, x, (2, 3))
    nrows, ncols = (known.shape[0], known.nvals) if of_entries else known.shape
    nrows, ncols = (ncols, nrows) if transpose else (nrows, ncols)
    if x.shape[0] != ncols:
        raise ValueError(f"{what}: a matrix of {nrows} x {ncols}, x of {x.shape[0]} rows")
    dtype = x.dtype if of_entries or ring.endswith("_second") else known.dtype
    if values is not None:
        _check_values(known, values, x)
        dtype = values.dtype
    return (nrows, *x.shape[1:]), dtype if dtype is x.dtype else torch.promote_types(dtype, x.dtype)


def _check_values(known: _parts.Facts, values: torch.Tensor, x: torch.Tensor) -> None:
    if values.dim() not in (1, 2) or values.shape[0] != known.nvals:
        raise ValueError(f"spmm_values: values of shape {tuple(values.shape)} for {known.nvals} entries")
    if values.dim() == 2 and (x.dim() != 3 or x.shape[1] != values.shape[1]):
        raise ValueError(f"spmm_values: values of {values.shape[1]} heads and x of shape {tuple(x.shape)}; (rows, heads, "
                         "features) was meant")
    if values.device != x.device:
        raise ValueError(f"spmm_values: values on {values.device}, x on {x.device}")


def product(A: Matrix, values: torch.Tensor | None, x: torch.Tensor, transpose: bool, ring: str,
            of_entries: bool) -> torch.Tensor:
    """The product of A, or of its transpose, with x over a semiring; 0 where a row has no entry.

    values: in the place of A's, (entries) or (entries, heads); x: (columns, features) or (columns, heads, features).
    of_entries: of the matrix with a row of ones at each row's entries in the place of A."""
    plan = A._kept.get((ring, transpose, x.dtype)) if values is None and not of_entries else None
    if plan is not None and x.dim() == 2 and 0 < x.nbytes <= _LARGE and x.is_cpu and len(x) == plan.ncols:
        return plan.product(_plain(x))
    shape, computed = shape_of(A, values, x, transpose, ring, of_entries)
    if 0 in shape:
        return torch.empty(shape, dtype=computed, device=x.device)
    if of_entries and transpose and ring == "plus_second":
        return x.index_select(0, _parts.positions(A, x.device)[0])
    if values is not None and values.dim() == 2:
        heads = _parts.block(A, values.shape[1], x.device)
        tall = product(heads.matrix, values.reshape(-1)[heads.order], x.reshape(-1, x.shape[2]), transpose, ring, False)
        return _shaped(tall, shape)
    flat = x if x.dim() == 2 else x.reshape(x.shape[0], -1)
    if x.is_cuda:
        return _shaped(_on_device(A, values, flat, transpose, ring, of_entries), shape)
    left, lent, held = NULL, NULL, None
    if values is not None:
        values = _plain(values)
        found = _parts.transposed_rows(A) if transpose else _parts.rows(A)
        lent, held = found.lent(values.dtype, values if found.order is None else values[found.order])
    elif of_entries:
        lent, held = _parts.entries(A).lent(x.dtype, None)
    else:
        held = _parts.transposed(A) if transpose else A
        left = held._box[0]
        _parts.kept(A, (ring, transpose, x.dtype), lambda: _Plan(held, ring, x.dtype, computed, held is not A))
    flat = _plain(flat)
    return _run(device_arrays.host_product, "spmm", shape, computed, left, lent, _lend(_boxes.x, flat),
                _semiring(ring, computed))


class _Plan:
    """Products of a matrix with small tensors of one type on the host, in as few steps as can be."""

    reads_handle = True  # a matrix whose handle changes keeps it no longer

    def __init__(self, A: Matrix, ring: str, x: torch.dtype, dtype: torch.dtype, keeps: bool) -> None:
        nrows, self.ncols = A.shape
        self._held = A if keeps else None  # the matrix that keeps this plan would never be freed
        self._nrows, self._dtype = nrows, dtype
        self._plan = ffi.new("HostPlan *", [A._box[0], _semiring(ring, dtype), HANDLES[x], HANDLES[dtype], nrows, self.ncols,
                                            x.itemsize, dtype.itemsize])

    def product(self, x: torch.Tensor) -> torch.Tensor:
        features = x.shape[1]
        made = torch.empty(self._nrows, features, dtype=self._dtype, device="cpu")
        if self._nrows:
            boxes = _boxes
            call(device_arrays.host_planned, self._plan, made.data_ptr(), x.data_ptr(), features, boxes.text, owner=boxes,
                 what="spmm")
        return made


def _on_device(A: Matrix, values: torch.Tensor | None, x: torch.Tensor, transpose: bool, ring: str,
               of_entries: bool) -> torch.Tensor:
    if of_entries:
        line = _parts.positions(A, x.device)[0][:, None].expand_as(x)
        start = x.new_zeros(_parts.facts(A).shape[0], x.shape[1])
        how = {"plus": "sum", "max": "amax", "min": "amin"}[ring.partition("_")[0]]
        return start.scatter_reduce(0, line, x, how, include_self=False)
    left = A if values is None else with_values(A, values)
    return torch.from_dlpack(left.mxm(on_device(x), ring, transpose=transpose).into_device())


def with_values(A: Matrix, values: torch.Tensor) -> Matrix:
    """A matrix on the GPU with A's entries and these values."""
    offsets, columns, _ = _parts.device_rows(A)
    given = _plain(values.detach())
    return Matrix.from_csr(offsets, columns, given if given.data_ptr() % 256 == 0 else given.clone(), A.shape, check=False)


def entries_shape(A: Matrix, x: torch.Tensor, y: torch.Tensor) -> tuple[tuple[int, ...], torch.dtype]:
    """Shape and type of at_entries(), and its arguments' checks."""
    known = _parts.facts(A)
    checked("sddmm", x, (2, 3))
    checked("sddmm", y, (2, 3))
    if (x.shape[0], y.shape[0]) != known.shape or x.shape[1:] != y.shape[1:]:
        raise ValueError(f"sddmm: x of shape {tuple(x.shape)} and y of shape {tuple(y.shape)} for a matrix of shape "
                         f"{known.shape}")
    if x.device != y.device:
        raise ValueError(f"sddmm: x on {x.device}, y on {y.device}")
    return (known.nvals, *x.shape[1:-1]), torch.promote_types(x.dtype, y.dtype)


def at_entries(A: Matrix, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """The sum of x[i] y[j] over the features for each entry (i, j) of A, in the order of to_csr; for each head where x and y
    are (rows, heads, features)."""
    shape, computed = entries_shape(A, x, y)
    if x.dim() == 3:
        found = _parts.block(A, x.shape[1], x.device)
        flat = at_entries(found.matrix, x.reshape(-1, x.shape[2]), y.reshape(-1, y.shape[2]))
        return _shaped(flat[found.inverse], shape)
    if x.is_cuda:
        of = on_device(x).mxm(on_device(y), transpose_other=True, mask=A.S)
        return torch.from_dlpack(of.to_csr_device()[2])
    if x.shape[1] == 0:
        return torch.zeros(shape, dtype=computed, device="cpu")
    _parts.check_order(A)
    x, y = _plain(x), _plain(y)
    return _run(device_arrays.host_at_entries, "sddmm", shape, computed, A.handle, _lend(_boxes.x, x), _lend(_boxes.y, y),
                _semiring("plus_times", computed))


def message(op: str, a: Any, x: torch.Tensor) -> torch.Tensor:
    """What an entry of value a sends of x."""
    if op == "copy":
        return x
    if op == "sub":
        common = torch.promote_types(x.dtype, a.dtype)
        return x.to(common) - a.to(common)  # PyTorch takes no Booleans here
    return x * a if op == "mul" else x + a if op == "add" else x / a


def winners(A: Matrix, values: torch.Tensor | None, x: torch.Tensor, y: torch.Tensor, op: str,
            ) -> tuple[torch.Tensor, torch.Tensor]:
    """Which entry of each row sent y, its first one; -1 where none did. And the row of x that it read."""
    line, column = _parts.positions(A, x.device)
    count = line.numel()
    own = values if values is not None else None if op == "copy" else own_values(A, x.device)
    best = torch.full(y.shape, count, dtype=torch.int64, device=x.device)
    step = max(1, _EDGES // max(1, x[0].numel()))
    for first in range(0, count, step):
        part = slice(first, min(count, first + step))
        a = None if own is None else own[part].reshape(-1, *(own.shape[1:] or (1,) * (x.dim() - 2)), 1)
        made, wanted = message(op, a, x[column[part]]).to(y.dtype), y[line[part]]
        sent = (made == wanted) | ((made != made) & (wanted != wanted))  # NaN is sent where all messages are
        number = torch.arange(first, part.stop, device=x.device).view(-1, *(1,) * (x.dim() - 1))
        found = torch.where(sent, number, count)
        best.scatter_reduce_(0, line[part].view(number.shape).expand_as(found), found, "amin")
    best.masked_fill_(best == count, -1)
    return best, column[best.clamp(min=0)] if count else torch.zeros_like(best)


def own_values(A: Matrix, device: torch.device) -> torch.Tensor:
    """The values of the matrix, in the order of to_csr. To be read only."""
    return torch.from_dlpack(_parts.device_rows(A)[2]) if device.type == "cuda" else _parts.own_values(A)


def positions_shape(A: Matrix, x: torch.Tensor, side: int) -> tuple[int]:
    """The shape of positions(), and its arguments' checks."""
    known = _parts.facts(A)
    if x.shape[:1] != known.shape[side:side + 1]:
        raise ValueError(f"{('at_rows', 'at_columns')[side]}: x of shape {tuple(x.shape)} for a matrix of shape {known.shape}")
    return (known.nvals,)


def positions(A: Matrix, x: torch.Tensor, side: int) -> torch.Tensor:
    """The row (0) or the column (1) of each entry, which x has. To be read only."""
    positions_shape(A, x, side)
    return _parts.positions(A, x.device)[side]
