"""Operators, monoids and semirings by name: "plus", "min_plus", "any_pair".

A name stands for one operator for each type of numbers; narrow ones (float16, bfloat16) have those of float32. A semiring that the library does not predefine is made of its
monoid and its operator when it is first asked for.
"""

from __future__ import annotations

import functools
from typing import Any, Callable

import numpy as np

from . import types
from ._library import NULL, call, ffi, lib

_SYNONYMS = {"add": "plus", "mul": "times", "multiply": "times", "sub": "minus", "pair": "oneb", "or": "lor",
             "and": "land", "xor": "lxor", "neg": "ainv", "negative": "ainv", "not": "lnot", "invert": "lnot"}
# Without a type in their name where values are Boolean.
_LOGICAL = {"LOR", "LAND", "LXOR", "LXNOR", "LNOT"}


def _found(*names: str) -> Any:
    """The first of the library's objects that is there, or None."""
    for name in names:
        if hasattr(lib, name):
            return getattr(lib, name)
    return None


def _text(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{name!r} is no operator: one has a name, as 'plus'")
    return name


def _kept(make: Callable[[str, np.dtype], Any]) -> Callable[[str, np.dtype], Any]:
    """make(), whose results are kept for as long as the process lives."""
    made = functools.cache(make)
    return functools.wraps(make)(lambda name, dtype: made(_text(name), dtype))


def stem(name: Any) -> str:
    """How a name is spelled in the library's names."""
    name = _text(name)
    return _SYNONYMS.get(name.lower(), name.lower()).upper()


def _unknown(kind: str, name: str, domain: str) -> ValueError:
    return ValueError(f"no {kind} called {name!r} for values of type {domain}")


def _operator(kind: str, what: str, name: str, dtype: np.dtype) -> Any:
    domain = types.domain(types.computed(dtype))
    spelled = stem(name)
    names = [f"GrB_{spelled}_{domain}", f"GxB_{spelled}_{domain}"]
    if spelled in _LOGICAL and domain == "BOOL":
        names = [f"GrB_{spelled}"]
    # A unary and a binary operator never share a name, but asked for one, the other is no answer.
    found = _found(*names)
    if found is None or ffi.typeof(found) != ffi.typeof(kind):
        raise _unknown(what, name, domain)
    return found


@_kept
def binary(name: str, dtype: np.dtype) -> Any:
    """The GrB_BinaryOp of this name on values of a type."""
    return _operator("GrB_BinaryOp", "binary operator", name, dtype)


@_kept
def unary(name: str, dtype: np.dtype) -> Any:
    """The GrB_UnaryOp of this name on values of a type."""
    return _operator("GrB_UnaryOp", "unary operator", name, dtype)


@_kept
def select(name: str, dtype: np.dtype) -> Any:
    """The GrB_IndexUnaryOp of this name: "tril", "diag", "valuegt", "rowindex", ... on values of a type."""
    domain = types.domain(types.computed(dtype))
    spelled = stem(name)
    names = [f"GrB_{spelled}", f"GrB_{spelled}_{domain}", f"GxB_{spelled}_{domain}"]
    if not spelled.startswith("VALUE"):
        names.append(f"GrB_{spelled}_INT64")  # of positions
    found = _found(*names)
    if found is None or ffi.typeof(found) != ffi.typeof("GrB_IndexUnaryOp"):
        raise _unknown("index operator", name, domain)
    return found


@_kept
def monoid(name: str, dtype: np.dtype) -> Any:
    """The GrB_Monoid of this name on values of a type."""
    domain = types.domain(types.computed(dtype))
    spelled = stem(name)
    if domain == "BOOL":
        spelled = {"MAX": "LOR", "MIN": "LAND"}.get(spelled, spelled)
    found = _found(f"GrB_{spelled}_MONOID_{domain}", f"GxB_{spelled}_{domain}_MONOID")
    if found is None:
        raise _unknown("monoid", name, domain)
    return found


def summed(op: str, dtype: np.dtype) -> np.dtype:
    """The type in which values of a type are reduced: as in NumPy, sums and products of integers have 64 bits."""
    if stem(op) in ("PLUS", "TIMES") and dtype.kind in "iub":
        return np.dtype(np.uint64 if dtype.kind == "u" else np.int64)
    return dtype


_KINDS = {ffi.typeof(name): name for name in ("GrB_BinaryOp", "GrB_UnaryOp", "GrB_Monoid", "GrB_Semiring")}


def result_of(operator: Any, operands: Any = None) -> np.dtype:
    """The type of what an operator, a monoid or a semiring gives; of narrow `operands` what is of their kind is narrow, too."""
    code = ffi.new("int32_t *")
    call(getattr(lib, f"{_KINDS[ffi.typeof(operator)]}_get_INT32"), operator, code, lib.GrB_OUTP_TYPE_CODE)
    found = types.from_code(code[0])
    return operands if operands is not None and types.is_narrow(operands) and found == types.computed(operands) else found


@_kept
def semiring(name: str, dtype: np.dtype) -> Any:
    """The GrB_Semiring ADD_MULTIPLY, in lower case, on values of a type: "plus_times", "any_pair"."""
    add, _, multiply = name.partition("_")
    if not multiply:
        raise ValueError(f"{name!r} is no semiring: one is ADD_MULTIPLY, as plus_times")
    add, multiply = stem(add), stem(multiply)
    domain = types.domain(types.computed(dtype))
    if (add, multiply, domain) == ("PLUS", "TIMES", "BOOL"):
        add, multiply = "LOR", "LAND"
    spelled = "PAIR" if multiply == "ONEB" else multiply
    found = _found(f"GrB_{add}_{spelled}_SEMIRING_{domain}", f"GxB_{add}_{spelled}_{domain}",
                   f"GxB_{add}_{spelled}_INT64")  # the last: operators that give positions
    if found is not None:
        return found
    product = binary(multiply.lower(), dtype)
    made = ffi.new("GrB_Semiring *")
    call(lib.GrB_Semiring_new, made, monoid(add.lower(), result_of(product)), product)
    return made[0]  # kept by the cache for as long as the process lives


def descriptor(replace: bool, complement: bool, structure: bool, first: bool = False, second: bool = False) -> Any:
    """The predefined GrB_Descriptor; first and second: the operands are transposed."""
    parts = "R" * bool(replace) + "S" * structure + "C" * complement
    transposes = "T0" * bool(first) + "T1" * bool(second)
    if not parts and not transposes:
        return NULL
    return getattr(lib, f"GrB_DESC_{parts}{transposes}")
