"""Numbers as arguments of calls."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from . import _indices, types
from ._library import NULL, call, ffi, lib


@dataclasses.dataclass(frozen=True)
class Number:
    """A number, and how the names of functions end that take it. Complex ones go as a GrB_Scalar, which lives as long."""

    argument: Any
    ending: str
    _box: Any = None


def plain(what: str, value: Any) -> Any:
    """The value if it is one number, Python's or NumPy's. Others, like a list or None: TypeError."""
    if getattr(value, "ndim", None) == 0 and hasattr(value, "__array__") and not isinstance(value, np.generic):
        value = value[()] if isinstance(value, np.ndarray) else value.item()  # of an array or a tensor without dimensions
    if not isinstance(value, (int, float, complex, np.generic)):
        raise TypeError(f"{what}: {type(value).__name__} is no number")
    if isinstance(value, np.generic):
        types.domain(value.dtype)
    return value


def cast(what: str, dtype: np.dtype, value: Any) -> Any:
    """The value as a scalar of NumPy's. Fractions are cut off for integers; what lies outside of them is an error."""
    value = plain(what, value)
    if dtype.kind != "c" and isinstance(value, (complex, np.complexfloating)):
        raise TypeError(f"{what}: the complex number {value} is no {dtype}")
    try:
        if dtype.kind in "iu":
            value = int(value)
            bounds = np.iinfo(dtype)
            if not bounds.min <= value <= bounds.max:
                raise OverflowError
        return dtype.type(value)
    except (OverflowError, ValueError):
        raise OverflowError(f"{what}: {value} is outside of {dtype}") from None


def exact(what: str, dtype: np.dtype, value: Any) -> Any:
    """The value as a scalar of NumPy's; a number that an integer or a bool cannot be: ValueError."""
    found = cast(what, dtype, value)
    if dtype.kind in "iub" and found != value:
        raise ValueError(f"{what}: {value} is no {dtype}; dup(float) has values that can be")
    return found


def number(what: str, dtype: np.dtype, value: Any) -> Number:
    """The value as a number of a type; a narrow one as float32's."""
    found = cast(what, dtype, value)
    if types.is_narrow(dtype):
        return Number(float(found), "FP32")
    if dtype.kind != "c":
        return Number(found.item(), types.domain(dtype))
    # cffi passes no complex number by value: a vector of one entry takes it from memory.
    at, values = np.zeros(1, np.uint64), np.array([found], dtype)
    vector, box = ffi.new("GrB_Vector *"), ffi.gc(ffi.new("GrB_Scalar *"), lib.GrB_Scalar_free)
    call(lib.GrB_Vector_new, vector, types.handle(dtype), 1)
    try:
        build = getattr(lib, f"GxB_Vector_build_{types.domain(dtype)}")
        call(build, vector[0], _indices.pointer(at), _indices.pointer(values), 1, NULL)
        call(lib.GrB_Scalar_new, box, types.handle(dtype))
        call(lib.GrB_Vector_extractElement_Scalar, box[0], vector[0], 0)
    finally:
        lib.GrB_Vector_free(vector)
    return Number(box[0], "Scalar", box)


def joined(what: str, dtype: np.dtype, value: Any) -> np.dtype:
    """The type in which values of a type are computed with one number: NumPy's scalars count with their type, and Python's
    integers with the smallest one that holds them."""
    value = plain(what, value)
    if isinstance(value, np.generic):
        return types.common(dtype, value.dtype)
    if isinstance(value, bool):
        return dtype
    if isinstance(value, complex):
        return types.common(dtype, np.complex128 if dtype.kind in "iub" else np.min_scalar_type(value))
    if dtype.kind in "fc" or types.is_narrow(dtype):
        # A narrow number has the range of float32 at most.
        is_held = value in (math.inf, -math.inf) or not abs(value) > _largest(dtype)
        return dtype if is_held else types.common(dtype, np.float64)
    if isinstance(value, float):
        return np.dtype(np.float64)
    # Booleans have sums, as in NumPy.
    found = np.result_type(np.int64 if dtype == np.bool_ else dtype, np.min_scalar_type(value))
    if found.kind not in "iu":
        raise OverflowError(f"{what}: no integer type holds both {value} and values of {dtype}; dup(float) has others")
    return found


def _largest(dtype: np.dtype) -> float:
    return 65504.0 if dtype == np.float16 else float(np.finfo(dtype if dtype.kind in "fc" else np.float32).max)


def threshold(op: str, dtype: np.dtype, value: Any) -> tuple[str, np.dtype, Any]:
    """The operator, the type and the number that select what op selects by the value itself: integers are compared with
    integers."""
    what, stem = f"select({op!r})", op.lower()
    value = plain(what, value)
    if dtype.kind not in "iub" or isinstance(value, (complex, np.complexfloating)):
        return op, joined(what, dtype, value), value
    value = int(value) if isinstance(value, (int, np.integer, np.bool_)) else float(value)
    least, most = (0, 1) if dtype == np.bool_ else (int(np.iinfo(dtype).min), int(np.iinfo(dtype).max))
    if isinstance(value, float) and math.isfinite(value) and not (value.is_integer() or stem in ("valueeq", "valuene")):
        value = math.ceil(value) if stem in ("valuelt", "valuege") else math.floor(value)
    if least <= value <= most and value == int(value):
        return op, dtype, int(value)
    # A number that no value is: those above or below it are all or none.
    takes_all = stem == "valuene" or (stem in ("valuegt", "valuege") and value < least) or (
        stem in ("valuelt", "valuele") and value > most)
    return ("valuege", dtype, least) if takes_all else ("valuelt", dtype, least)
