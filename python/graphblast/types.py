"""NumPy's types of numbers and the library's domains."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._library import lib

_NAMES = {
    "bool": "BOOL",
    "int8": "INT8",
    "int16": "INT16",
    "int32": "INT32",
    "int64": "INT64",
    "uint8": "UINT8",
    "uint16": "UINT16",
    "uint32": "UINT32",
    "uint64": "UINT64",
    "float32": "FP32",
    "float64": "FP64",
    "complex64": "FC32",
    "complex128": "FC64",
}


def _of_library(name: str, ending: str = "") -> Any:
    return getattr(lib, f"{'GxB' if name.startswith('FC') else 'GrB'}_{name}{ending}")


_DOMAINS = {np.dtype(dtype): name for dtype, name in _NAMES.items()}
_HANDLES = {name: _of_library(name) for name in _NAMES.values()}
_BY_CODE = {_of_library(name, "_CODE"): np.dtype(dtype) for dtype, name in _NAMES.items()}


def domain(dtype: Any) -> str:
    """The library's name of a domain, as it ends names of functions: FP64 of float64."""
    dtype = np.dtype(dtype)
    name = _DOMAINS.get(dtype)
    if name is None:
        raise TypeError(f"{dtype} is none of the types that matrices have here: {', '.join(_NAMES)}")
    return name


def handle(dtype: Any) -> Any:
    """The GrB_Type of a NumPy type."""
    return _HANDLES[domain(dtype)]


def from_code(code: int) -> np.dtype:
    """The NumPy type for a GrB_Type_Code."""
    if code not in _BY_CODE:
        raise TypeError(f"the library's type code {code} has no NumPy type here")
    return _BY_CODE[code]
