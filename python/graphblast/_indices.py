"""Positions and values as the library takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import types
from ._library import ffi, lib


_KINDS = {"float32": "float", "float64": "double", "complex64": "GxB_FC32_t", "complex128": "GxB_FC64_t",
          "float16": "GrX_FP16_t", "bfloat16": "GrX_BF16_t"}


def positions(name: str, array: Any) -> np.ndarray:
    """A list of positions as GrB_Index."""
    array = np.asarray(array)
    if array.ndim != 1:
        raise ValueError(f"{name}: an array of {array.ndim} dimensions; positions are a list")
    if array.size == 0:
        return np.empty(0, np.uint64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: positions of type {array.dtype}; they are integers")
    if array.dtype.kind == "i" and array.min() < 0:
        raise IndexError(f"{name}: the position {array.min()} is below 0")
    return np.ascontiguousarray(array, np.uint64)


def index(name: str, position: Any, size: int) -> int:
    """One position; counted from the end if below 0."""
    found = position + size if position < 0 else position
    if not 0 <= found < size:
        raise IndexError(f"{name}: the position {position} is outside of {size}")
    return int(found)


def pointer(array: np.ndarray) -> Any:
    """The array for a call that does not keep it."""
    if array.dtype == np.bool_:
        return ffi.cast("bool *", array.ctypes.data)
    kind = _KINDS.get(array.dtype.name, f"{array.dtype.name}_t")
    return ffi.cast(f"{kind} *", array.ctypes.data)


def values(name: str, array: Any, count: int, dtype: Any) -> np.ndarray:
    """Values for `count` entries; one stands for all."""
    array = np.asarray(array, dtype)
    types.domain(array.dtype)
    if array.ndim == 0:
        array = np.broadcast_to(array, count)
    if array.shape != (count,):
        raise ValueError(f"{name}: values of shape {array.shape} for {count} entries")
    return np.ascontiguousarray(array)


def selection(name: str, key: Any, size: int) -> tuple[Any, int, Any]:
    """What a slice or a list selects: the array for a call, its length as the call takes it, and how many positions."""
    if isinstance(key, slice):
        if key == slice(None):
            return lib.GrB_ALL, size, size
        key = np.arange(*key.indices(size))
    elif np.ndim(key) == 0:
        key = [index(name, key, size)]
    chosen = np.asarray(key)
    if chosen.dtype == np.bool_:
        if chosen.shape != (size,):
            raise IndexError(f"{name}: a mask of shape {chosen.shape} for {size} positions")
        chosen = np.flatnonzero(chosen)
    if chosen.size and chosen.dtype.kind == "i":
        chosen = np.where(chosen < 0, chosen + size, chosen)
    chosen = positions(name, chosen)
    return chosen, chosen.size, chosen.size
