"""Numbers as arguments of calls."""

from __future__ import annotations

import dataclasses
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


def number(dtype: np.dtype, value: Any) -> Number:
    """The value as a number of a type; a narrow one as float32's."""
    if types.is_narrow(dtype):
        return Number(float(dtype.type(value)), "FP32")
    if dtype.kind != "c":
        return Number(dtype.type(value).item(), types.domain(dtype))
    # cffi passes no complex number by value: a vector of one entry takes it from memory.
    at, values = np.zeros(1, np.uint64), np.array([value], dtype)
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
