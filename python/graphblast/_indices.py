"""Positions and values as the library takes them."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from . import types
from ._library import ffi, lib
from .errors import InvalidValue

_KINDS = {"float32": "float", "float64": "double", "complex64": "GxB_FC32_t", "complex128": "GxB_FC64_t",
          "float16": "GrX_FP16_t", "bfloat16": "GrX_BF16_t"}


def positions(name: str, array: Any) -> np.ndarray:
    """A list of positions as GrB_Index."""
    try:
        array = np.asarray(array)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None
    if array.ndim != 1:
        raise ValueError(f"{name}: an array of {array.ndim} dimensions; positions are a list")
    if array.size == 0:
        return np.empty(0, np.uint64)
    if array.dtype.kind not in "iu":
        way = "; numpy.unique(words, return_inverse=True) numbers words" if array.dtype.kind in "OSTU" else ""
        raise TypeError(f"{name}: positions of type {array.dtype}; they are integers{way}")
    if array.dtype.kind == "i" and array.min() < 0:
        raise IndexError(f"{name}: the position {array.min()} is below 0")
    return np.ascontiguousarray(array, np.uint64)


def _whole(name: str, value: Any) -> int:
    """An integer, of Python's or of NumPy's."""
    try:
        found = operator.index(value)
    except TypeError:
        found = None
    if found is None or isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: {value!r} is no integer")
    return found


def integer(name: str, value: Any, least: int, most: int) -> int:
    """An integer from least to most."""
    found = _whole(name, value)
    if not least <= found <= most:
        raise InvalidValue(f"{name}: {found} is not from {least} to {most}")
    return found


def index(name: str, position: Any, size: int) -> int:
    """One position; counted from the end if below 0."""
    found = _whole(name, position)
    if not -size <= found < size:
        raise IndexError(f"{name}: the position {position} is outside of {size}")
    return found + size if found < 0 else found


def is_one(key: Any) -> bool:
    """One position, and no slice, list or mask of them."""
    return not isinstance(key, slice) and np.ndim(key) == 0


def shape(name: str, given: Any, dimensions: int = 2) -> tuple[int, ...]:
    """The sizes of a matrix or a vector."""
    try:
        sizes = tuple(given)
    except TypeError:
        sizes = ()
    if len(sizes) != dimensions:
        raise ValueError(f"{name}: {given!r} is no shape of {dimensions} sizes")
    return tuple(integer(f"{name}: size", size, 0, 2**60) for size in sizes)


def pointer(array: np.ndarray) -> Any:
    """The array for a call that does not keep it."""
    if array.dtype == np.bool_:
        return ffi.cast("bool *", array.ctypes.data)
    kind = _KINDS.get(array.dtype.name, f"{array.dtype.name}_t")
    return ffi.cast(f"{kind} *", array.ctypes.data)


def _within(given: np.ndarray, dtype: np.dtype) -> None:
    """Integers that a type does not hold: OverflowError. NumPy would wrap them around."""
    if given.size and given.dtype != dtype and dtype.kind in "iu" and given.dtype.kind in "iuf":
        bounds = np.iinfo(dtype)
        for extreme in (given.min().item(), given.max().item()):
            if not bounds.min <= extreme <= bounds.max:
                raise OverflowError(f"{extreme} is outside of {dtype}")


def values(name: str, array: Any, count: int, dtype: Any) -> np.ndarray:
    """Values for `count` entries; one stands for all."""
    try:
        array = np.asarray(array)
        if dtype is not None:
            _within(array, np.dtype(dtype))
            array = np.asarray(array, dtype)
        types.domain(array.dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"{name}: {error}") from None
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
    elif is_one(key):
        key = [index(name, key, size)]
    chosen = np.asarray(key)
    if chosen.dtype == np.bool_:
        if chosen.shape != (size,):
            raise IndexError(f"{name}: a mask of shape {chosen.shape} for {size} positions")
        chosen = np.flatnonzero(chosen)
    if chosen.size and chosen.dtype.kind == "i":
        if chosen.min() < -size:
            raise IndexError(f"{name}: the position {chosen.min()} is outside of {size}")
        chosen = np.where(chosen < 0, chosen + size, chosen)
    chosen = positions(name, chosen)
    return chosen, chosen.size, chosen.size
