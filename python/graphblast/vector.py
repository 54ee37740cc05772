"""Sparse vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _arrays, _indices, operators, types
from ._library import ffi, lib
from ._numbers import exact, number
from ._stored import Mask, Stored, operand

if TYPE_CHECKING:
    from .matrix import Matrix


def _one(key: Any) -> bool:
    if isinstance(key, tuple):
        raise TypeError(f"a vector has one index, a number, a slice or a list; {key!r} was given")
    return _indices.is_one(key)


class Vector(Stored):
    """A sparse vector of numbers: `Vector(float, 4)` has no entries yet."""

    kind = "Vector"

    def __init__(self, dtype: Any, size: int) -> None:
        super().__init__(dtype, size)

    @classmethod
    def from_coo(cls, positions: Any, values: Any = True, size: int | None = None, *, dtype: Any = None,
                 dup: str = "plus") -> "Vector":
        """Entries by their positions. values: one for each, or one for all. dup joins entries of one position."""
        positions = _indices.positions("positions", positions)
        values = _indices.values("values", values, positions.size, dtype)
        if size is None:
            size = int(positions.max()) + 1 if positions.size else 0
        _indices.integer("from_coo: size", size, 0, 2**60)
        return cls(values.dtype, size)._build((positions,), values, dup)

    @classmethod
    def from_dense(cls, array: Any) -> "Vector":
        """Every position of an array (NumPy, or anything with DLPack) is an entry. Without a copy."""
        array = _arrays.in_order(_arrays.one_of(array))
        if len(array.shape) != 1:
            raise ValueError(f"from_dense: an array of {len(array.shape)} dimensions is no vector")
        made = cls(array.dtype, array.size)
        _arrays.load(made, _arrays.Parts((array.size, 1), True, False, array), check=array.dtype == np.bool_)
        return made

    # ---- to arrays

    def to_coo(self) -> tuple[np.ndarray, np.ndarray]:
        """Positions and values of all entries, in copies."""
        nvals = self.nvals
        positions, values = np.empty(nvals, np.uint64), np.empty(nvals, self.dtype)
        count = ffi.new("GrB_Index *", nvals)
        self._call(f"extractTuples_{types.domain(self.dtype)}", _indices.pointer(positions), _indices.pointer(values),
                   count, self.handle)
        return positions, values

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and copy: the entries."""
        return Vector.from_coo, (*self.to_coo(), self.size)

    def to_dense(self, fill: Any = 0) -> np.ndarray:
        """An array with every position; `fill` where there is no entry. A copy."""
        if self.nvals == self.size and self.size > 0:
            return self.to_numpy().copy()
        out = np.full(self.size, exact("to_dense: fill", self.dtype, fill), self.dtype)
        positions, values = self.to_coo()
        out[positions] = values
        return out

    def to_numpy(self) -> np.ndarray:
        """The values of a vector that has them all: its own memory, to be read only. Others: ValueError."""
        if self.nvals != self.size:
            raise ValueError(f"to_numpy: {self.nvals} of {self.size} positions have an entry; to_dense fills the others")
        if not self._arrays or _arrays.reads_device(self):
            self._keep_format(lib.GrX_FULL)
        parts = _arrays.share(self)
        return np.broadcast_to(parts.values, self.size) if parts.is_iso else parts.values

    def into_device(self) -> _arrays.DeviceArray:
        """The values of a vector that has them all, as an array on the GPU. The vector has size 0 then; its memory there
        is the array's, without a copy."""
        return _arrays.into_device(self)

    def to_device(self) -> _arrays.DeviceArray:
        """The values of a vector that has them all, as an array on the GPU: its own memory, to be read only."""
        return _arrays.to_device(self)

    # ---- facts and entries

    @property
    def size(self) -> int:
        return self._number("size")

    @property
    def shape(self) -> tuple[int]:
        return (self.size,)

    def get(self, position: int, default: Any = None) -> Any:
        """The value at a position, or `default` where there is no entry."""
        at = _indices.index("position", position, self.size)
        out = np.empty(1, types.computed(self.dtype))
        info = self._call(f"extractElement_{types.domain(out.dtype)}", _indices.pointer(out), self.handle, at)
        return default if info == lib.GrB_NO_VALUE else out[0].item()

    def __getitem__(self, key: Any) -> Any:
        """A value (KeyError where there is no entry), or a Vector for a slice, a list or a mask."""
        if _one(key):
            value = self.get(key)
            if value is None:
                raise KeyError(f"{key} has no entry")
            return value
        return self.extract(key)

    def extract(self, positions: Any, *, out: "Vector | None" = None, mask: Mask | None = None,
                accum: str | None = None, replace: bool = False) -> "Vector":
        """The entries at these positions: a slice, a list or a mask."""
        chosen, given, length = _indices.selection("positions", positions, self.size)
        out = Vector(self.dtype, length) if out is None else operand("out", out, "Vector")
        pointer = chosen if not isinstance(chosen, np.ndarray) else _indices.pointer(chosen)
        return out._write(lib.GrB_Vector_extract, self.handle, pointer, given, mask=mask, accum=accum, replace=replace)

    def assign(self, value: Any, positions: Any = slice(None), *, mask: Mask | None = None, accum: str | None = None,
               replace: bool = False) -> "Vector":
        """self<mask>(positions) = value, a number or a Vector; returns itself."""
        chosen, given, _ = _indices.selection("positions", positions, self.size)
        pointer = chosen if not isinstance(chosen, np.ndarray) else _indices.pointer(chosen)
        options: dict[str, Any] = {"mask": mask, "accum": accum, "replace": replace}
        if isinstance(value, Vector):
            return self._write(lib.GrB_Vector_assign, value.handle, pointer, given, **options)
        scalar = number("assign", self.dtype, value)
        return self._write(self._function(f"assign_{scalar.ending}"), scalar.argument, pointer, given, **options)

    def __setitem__(self, key: Any, value: Any) -> None:
        if not _one(key):
            self.assign(value, key)
            return
        at = _indices.index("position", key, self.size)
        scalar = number("a value", self.dtype, value)
        self._writable()
        self._call(f"setElement_{scalar.ending}", self.handle, scalar.argument, at)

    def __delitem__(self, position: int) -> None:
        at = _indices.index("position", position, self.size)
        self._writable()
        self._call("removeElement", self.handle, at)

    # ---- operations

    def vxm(self, matrix: "Matrix", semiring: str = "plus_times", *, transpose: bool = False, out: "Vector | None" = None,
            mask: Mask | None = None, accum: str | None = None, replace: bool = False) -> "Vector":
        """The product with a matrix over a semiring; `transpose` of the matrix."""
        dtype = self._common(operand("vxm", matrix, "Matrix"))
        ring = operators.semiring(semiring, dtype)
        size = matrix.shape[not transpose]
        out = Vector(operators.result_of(ring, dtype), size) if out is None else operand("out", out, "Vector")
        return out._write(lib.GrB_vxm, ring, self.handle, matrix.handle, mask=mask, accum=accum, replace=replace,
                          second=transpose)

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, Vector):
            products = self.ewise_mult(other)
            return products.reduce("lor" if products.dtype == np.bool_ else "plus")
        return self.vxm(operand("@", other, "Matrix"))

    def __repr__(self) -> str:
        return f"<Vector of {self.size} {self.dtype}, {self.nvals} entries>"
