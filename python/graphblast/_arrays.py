"""Arrays in and out without a copy: NumPy's arrays become a matrix's, and a matrix's become NumPy's.

Both read the same memory then. A matrix that reads NumPy's arrays is read-only for the library; `Stored._writable` copies
it before the first change. Arrays that come out are read-only for NumPy.
"""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any, Iterator

import numpy as np

from . import _declarations, types
from ._library import NULL, call, ffi, lib
from ._stored import Stored

_free = ffi.dlopen(None).free
READ_ONLY = _declarations.GxB_IS_READONLY
SPARSE, FULL = _declarations.GxB_SPARSE, _declarations.GxB_FULL


def _checking_descriptor() -> Any:
    box = ffi.new("GrB_Descriptor *")
    call(lib.GrB_Descriptor_new, box)
    call(lib.GrB_Descriptor_set, box[0], lib.GxB_IMPORT, lib.GxB_SECURE_IMPORT)
    return box


_checking = _checking_descriptor()


def _no_positions() -> np.ndarray:
    return np.empty(0, np.uint64)


@dataclasses.dataclass
class Parts:
    """What a matrix consists of: offsets and positions where it is sparse, and values."""

    shape: tuple[int, int]
    is_full: bool
    by_row: bool
    values: np.ndarray
    offsets: np.ndarray = dataclasses.field(default_factory=_no_positions)
    positions: np.ndarray = dataclasses.field(default_factory=_no_positions)
    is_uniform: bool = False  # values has one value, which all entries have
    is_jumbled: bool = False  # positions of a line may be in any order

    def arrays(self) -> tuple[np.ndarray, ...]:
        return (self.values,) if self.is_full else (self.offsets, self.positions, self.values)


class _Container:
    """A GxB_Container."""

    def __init__(self) -> None:
        self.box = ffi.new("GxB_Container *")
        call(lib.GxB_Container_new, self.box)
        self.parts = self.box[0]

    def close(self) -> None:
        lib.GxB_Container_free(self.box)


@contextlib.contextmanager
def _container() -> Iterator[_Container]:
    container = _Container()
    try:
        yield container
    finally:
        container.close()


def _lend(vector: Any, array: np.ndarray) -> None:
    """The array becomes the container's vector, and stays NumPy's."""
    pointer = ffi.new("void **", NULL if array.size == 0 else ffi.cast("void *", array.ctypes.data))
    call(lib.GxB_Vector_load, vector, pointer, types.handle(array.dtype), array.size, array.nbytes, READ_ONLY, NULL)


def load(target: Stored, parts: Parts, *, check: bool) -> None:
    """target gets the parts, and reads their arrays from then on. check: the arrays are looked at, in one pass."""
    with _container() as container:
        c = container.parts
        c.nrows, c.ncols = parts.shape
        c.nrows_nonempty = c.ncols_nonempty = -1
        c.orientation = lib.GrB_ROWMAJOR if parts.by_row else lib.GrB_COLMAJOR
        c.format = FULL if parts.is_full else SPARSE
        c.iso, c.jumbled = parts.is_uniform, parts.is_jumbled
        if parts.is_full:
            c.nvals = parts.shape[0] * parts.shape[1]
        else:
            c.nvals = parts.positions.size
            _lend(c.p, parts.offsets)
            _lend(c.i, parts.positions)
        _lend(c.x, parts.values)
        call(getattr(lib, f"GxB_load_{target.kind}_from_Container"), target.handle, container.parts,
             _checking[0] if check else NULL, owner=target)
    target._borrow(parts.arrays())


def _taken(vector: Any) -> np.ndarray:
    """The array of a container's vector, which NumPy frees."""
    pointer, kind = ffi.new("void **"), ffi.new("GrB_Type *")
    count, size, handling = ffi.new("uint64_t *"), ffi.new("uint64_t *"), ffi.new("int *")
    call(lib.GxB_Vector_unload, vector, pointer, kind, count, size, handling, NULL)
    code = ffi.new("int32_t *")
    call(lib.GrB_Type_get_INT32, kind[0], code, lib.GrB_EL_TYPE_CODE)
    dtype = types.from_code(code[0])
    if count[0] == 0:
        if handling[0] != READ_ONLY and pointer[0] != NULL:
            _free(pointer[0])
        return np.empty(0, dtype)
    owned = pointer[0] if handling[0] == READ_ONLY else ffi.gc(pointer[0], _free, size[0])
    return np.frombuffer(ffi.buffer(owned, count[0] * dtype.itemsize), dtype)


def unload(source: Stored) -> Parts:
    """The parts of an object that is sparse or full, which has no rows and columns then."""
    with _container() as container:
        c = container.parts
        call(getattr(lib, f"GxB_unload_{source.kind}_into_Container"), source.handle, container.parts, NULL, owner=source)
        found = c.format
        if found not in (SPARSE, FULL):
            call(getattr(lib, f"GxB_load_{source.kind}_from_Container"), source.handle, container.parts, NULL, owner=source)
            raise RuntimeError(f"the object is stored in format {found}; {SPARSE} (sparse) or {FULL} (full) was meant")
        parts = Parts((c.nrows, c.ncols), c.format == FULL, c.orientation == lib.GrB_ROWMAJOR, _taken(c.x),
                      is_uniform=bool(c.iso), is_jumbled=bool(c.jumbled))
        if c.format == SPARSE:
            parts.offsets, parts.positions = _taken(c.p), _taken(c.i)
    return parts


def share(source: Stored) -> Parts:
    """The parts of an object that is sparse or full; it reads their arrays from then on."""
    lent = source._arrays
    parts = _held(unload(source), lent)
    for array in parts.arrays():
        array.flags.writeable = False
    load(source, parts, check=False)
    return parts


def _held(parts: Parts, lent: tuple[Any, ...]) -> Parts:
    """Arrays that were lent come back as what was lent, so that somebody owns them."""
    owners = {array.ctypes.data: array for array in lent if array.size > 0}

    def owner(array: np.ndarray) -> np.ndarray:
        found = owners.get(array.ctypes.data)
        if found is None or array.size == 0:
            return array
        return found.reshape(-1).view(array.dtype)[: array.size]

    return dataclasses.replace(parts, values=owner(parts.values), offsets=owner(parts.offsets),
                               positions=owner(parts.positions))


def cells(parts: Parts) -> np.ndarray:
    """The cells of a full matrix."""
    nrows, ncols = parts.shape
    values = np.broadcast_to(parts.values, nrows * ncols) if parts.is_uniform else parts.values
    return values.reshape(nrows, ncols) if parts.by_row else values.reshape(ncols, nrows).T
