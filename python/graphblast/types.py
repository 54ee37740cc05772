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
    "float16": "FP16",
}
# Their numbers are stored only: the operators of float32 take them.
_NARROW = {"FP16", "BF16"}


def prefix(name: str) -> str:
    """How names begin that end with this name of a domain: the typed functions of complex and narrow ones are extensions."""
    return "GxB" if name.endswith(("FC32", "FC64")) else "GrX" if name.endswith(("FP16", "BF16")) else "GrB"


def _of_library(name: str, ending: str = "") -> Any:
    return getattr(lib, f"{prefix(name)}_{name}{ending}")


def _bfloat16() -> dict[np.dtype, str]:
    """NumPy itself has no such type."""
    try:
        from ml_dtypes import bfloat16
    except ImportError:
        return {}
    return {np.dtype(bfloat16): "BF16"}


_DOMAINS = {np.dtype(dtype): name for dtype, name in _NAMES.items()} | _bfloat16()
_HANDLES = {name: _of_library(name) for name in _DOMAINS.values()}
_BY_CODE = {_of_library(name, "_CODE"): dtype for dtype, name in _DOMAINS.items()}


def domain(dtype: Any) -> str:
    """The library's name of a domain, as it ends names of functions: FP64 of float64."""
    dtype = np.dtype(dtype)
    name = _DOMAINS.get(dtype)
    if name is None:
        known = ", ".join(str(dtype) for dtype in _DOMAINS)
        raise TypeError(f"{dtype} is none of the types that matrices have here: {known}")
    return name


def is_narrow(dtype: Any) -> bool:
    """float16 or bfloat16."""
    return domain(dtype) in _NARROW


def computed(dtype: Any) -> np.dtype:
    """The type in which numbers of a type are computed with: its own, float32 for narrow ones."""
    return np.dtype(np.float32) if is_narrow(dtype) else np.dtype(dtype)


def common(first: Any, second: Any) -> np.dtype:
    """The type in which numbers of two types are computed with, as NumPy has it."""
    try:
        return np.result_type(first, second)
    except TypeError:  # NumPy joins bfloat16 with few others
        return np.result_type(computed(first), computed(second))


def handle(dtype: Any) -> Any:
    """The GrB_Type of a NumPy type."""
    return _HANDLES[domain(dtype)]


def code(dtype: Any) -> int:
    """The GrB_Type_Code of a NumPy type."""
    return _of_library(domain(dtype), "_CODE")


def from_code(code: int) -> np.dtype:
    """The NumPy type for a GrB_Type_Code."""
    if code == lib.GrX_BF16_CODE and code not in _BY_CODE:
        raise TypeError("values of GrX_BF16 need the package ml_dtypes, which has bfloat16 for NumPy")
    if code not in _BY_CODE:
        raise TypeError(f"the library's type code {code} has no NumPy type here")
    return _BY_CODE[code]
