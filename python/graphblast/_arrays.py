"""Arrays in and out without a copy: NumPy's arrays become a matrix's, and a matrix's become NumPy's; on a GPU those of
DLPack.

Both read the same memory then. A matrix that reads somebody's arrays is read-only for the library; `Stored._writable`
copies it before the first change. Arrays that come out are read-only for NumPy.
"""

from __future__ import annotations

import contextlib
import dataclasses
from typing import Any, Iterator

import numpy as np

from . import _declarations, _device, types
from ._device import DeviceArray
from ._library import NULL, call, ffi, lib
from ._stored import Stored

Array = np.ndarray | DeviceArray

free = ffi.dlopen(None).free
READ_ONLY = _declarations.GxB_IS_READONLY
LENT_ON_DEVICE = READ_ONLY + _declarations.GrX_DEVICE_MEMORY
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
    """What a matrix consists of: offsets and positions where it is sparse, and values. All three are NumPy's arrays, or all
    are on a GPU; who makes the parts knows which."""

    shape: tuple[int, int]
    is_full: bool
    by_row: bool
    values: Any
    offsets: Any = dataclasses.field(default_factory=_no_positions)
    positions: Any = dataclasses.field(default_factory=_no_positions)
    is_iso: bool = False  # values has one value, which all entries have
    is_jumbled: bool = False  # positions of a line may be in any order

    def arrays(self) -> tuple[Array, ...]:
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


def _lend(vector: Any, array: Array) -> None:
    """The array becomes the container's vector, and stays its owner's."""
    is_away = isinstance(array, DeviceArray) and array.size > 0
    address = array.address if isinstance(array, DeviceArray) else array.ctypes.data
    pointer = ffi.new("void **", NULL if array.size == 0 else ffi.cast("void *", address))
    call(lib.GxB_Vector_load, vector, pointer, types.handle(array.dtype), array.size, array.nbytes,
         LENT_ON_DEVICE if is_away else READ_ONLY, NULL)


def one_of(array: Any) -> Array:
    """The array as it is given: NumPy's, or one on the GPU; others by DLPack or a copy."""
    if isinstance(array, DeviceArray):
        return array
    if _device.is_on_device(array):
        _device.open_device()
        return _device.ForeignArray(array)
    if not isinstance(array, np.ndarray) and hasattr(array, "__dlpack__"):
        return np.from_dlpack(array)
    return np.asarray(array)


def in_order(array: Array) -> Array:
    """The array with its rows behind each other."""
    return array if isinstance(array, DeviceArray) else np.ascontiguousarray(array)


def load(target: Stored, parts: Parts, *, check: bool) -> None:
    """target gets the parts, and reads their arrays from then on. check: the arrays are looked at, in one pass."""
    with _container() as container:
        c = container.parts
        c.nrows, c.ncols = parts.shape
        c.nrows_nonempty = c.ncols_nonempty = -1
        c.orientation = lib.GrB_ROWMAJOR if parts.by_row else lib.GrB_COLMAJOR
        c.format = FULL if parts.is_full else SPARSE
        c.iso, c.jumbled = parts.is_iso, parts.is_jumbled
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


def reads_device(source: Stored) -> bool:
    """The object reads arrays on the GPU that were lent."""
    return any(isinstance(array, DeviceArray) for array in source._arrays)


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
            free(pointer[0])
        return np.empty(0, dtype)
    owned = pointer[0] if handling[0] == READ_ONLY else ffi.gc(pointer[0], free, size[0])
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
                      is_iso=bool(c.iso), is_jumbled=bool(c.jumbled))
        if c.format == SPARSE:
            parts.offsets, parts.positions = _taken(c.p), _taken(c.i)
    return parts


def share(source: Stored) -> Parts:
    """The parts of an object that is sparse or full; it reads their arrays from then on."""
    lent = source._arrays
    parts = _held(unload(source), lent)
    for array in parts.arrays():
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    load(source, parts, check=False)
    return parts


def _held(parts: Parts, lent: tuple[Any, ...]) -> Parts:
    """Arrays that were lent come back as what was lent, so that somebody owns them."""
    owners = {array.ctypes.data: array for array in lent if isinstance(array, np.ndarray) and array.size > 0}

    def owner(array: np.ndarray) -> np.ndarray:
        found = owners.get(array.ctypes.data)
        if found is None or array.size == 0:
            return array
        return found.reshape(-1).view(array.dtype)[: array.size]

    return dataclasses.replace(parts, values=owner(parts.values), offsets=owner(parts.offsets),
                               positions=owner(parts.positions))


def _given_up(source: Stored) -> Any:
    """The object's handle, which the object does not have any more; it has no entries then."""
    source._writable()
    box = source._box
    source._box = ffi.new(f"GrB_{source.kind} *")
    try:
        call(source._function("new"), source._box, types.handle(np.bool_), *(0 for _ in range(1 + (source.kind == "Matrix"))))
    except Exception:
        source._box = box
        raise
    return box


def into_device(source: Stored) -> DeviceArray:
    """The values of an object that has all entries, as an array on the GPU; the object has none then."""
    shape, dtype = source.shape, source.dtype
    box = _given_up(source)
    try:
        return _device.export(source.kind, box, shape, dtype)
    except Exception:
        source._function("free")(source._box)
        source._box = box
        raise


def to_device(source: Stored) -> DeviceArray:
    """The same, and the object reads the array from then on."""
    if reads_device(source) and len(source._arrays) == 1:
        return source._arrays[0]
    array = into_device(source)
    shape = array.shape if len(array.shape) == 2 else (array.shape[0], 1)
    load(source, Parts(shape, True, True, array), check=False)
    return array


def sparse_to_device(source: Stored) -> tuple[DeviceArray, DeviceArray, DeviceArray]:
    """Offsets, positions and values of an object that is stored sparse, on the GPU; it reads them from then on."""
    with _container() as container:
        c = container.parts
        call(getattr(lib, f"GxB_unload_{source.kind}_into_Container"), source.handle, c, NULL, owner=source)
        parts = Parts((c.nrows, c.ncols), False, c.orientation == lib.GrB_ROWMAJOR, np.empty(0),
                      is_iso=bool(c.iso), is_jumbled=bool(c.jumbled))
        parts.offsets, parts.positions = (_away(c, name) for name in ("p", "i"))
        parts.values = _away(c, "x", parts.positions.size if parts.is_iso else None)
        parts.is_iso = False
    load(source, parts, check=False)
    return parts.offsets, parts.positions, parts.values


def _away(container: Any, name: str, spread: int | None = None) -> DeviceArray:
    """A part of a container on the GPU, which it has none of then. spread: repeats an iso value so many times."""
    box, empty = ffi.new("GrB_Vector *", getattr(container, name)), ffi.new("GrB_Vector *")
    call(lib.GrB_Vector_new, empty, lib.GrB_BOOL, 0)
    setattr(container, name, empty[0])
    try:
        code, size = ffi.new("int32_t *"), ffi.new("GrB_Index *")
        call(lib.GrB_Vector_get_INT32, box[0], code, lib.GrB_EL_TYPE_CODE)
        dtype = types.from_code(code[0])
        if spread is not None:
            scalar = ffi.gc(ffi.new("GrB_Scalar *"), lib.GrB_Scalar_free)
            call(lib.GrB_Scalar_new, scalar, types.handle(dtype))
            call(lib.GrB_Vector_extractElement_Scalar, scalar[0], box[0], 0)
            call(lib.GrB_Vector_resize, box[0], spread)
            call(lib.GrB_Vector_assign_Scalar, box[0], NULL, NULL, scalar[0], lib.GrB_ALL, spread, NULL)
        call(lib.GrB_Vector_size, size, box[0])
        # Positions are below half of the range: signed ones are the same, and more libraries know them.
        signed = np.dtype(f"i{dtype.itemsize}") if name != "x" else dtype
        return _device.export("Vector", box, (size[0],), signed)
    finally:
        if box[0] != NULL:
            lib.GrB_Vector_free(box)


def elements(parts: Parts) -> np.ndarray:
    """The elements of a full matrix."""
    nrows, ncols = parts.shape
    values = np.broadcast_to(parts.values, nrows * ncols) if parts.is_iso else parts.values
    return values.reshape(nrows, ncols) if parts.by_row else values.reshape(ncols, nrows).T
