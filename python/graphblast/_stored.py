"""What matrices and vectors have in common: handles, masks, and the operations of both."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import os
import uuid
import weakref
from typing import Any, TypeVar

import numpy as np

from . import _indices, operators, types
from ._device import DeviceArray
from ._library import NULL, call, ffi, gate, lib
from ._numbers import joined, number, plain, threshold

Self = TypeVar("Self", bound="Stored")


@dataclasses.dataclass(frozen=True)
class Mask:
    """Where a result may be written: `M.S` where M has entries, `M.V` where its values are true, `~` elsewhere."""

    of: "Stored"
    structure: bool
    complement: bool = False

    def __invert__(self) -> "Mask":
        return dataclasses.replace(self, complement=not self.complement)


def _divided(dtype: np.dtype) -> np.dtype:
    """The type of quotients."""
    return np.dtype(np.float64) if dtype.kind in "iub" else dtype


@functools.cache
def _function(kind: str, name: str) -> Any:
    return getattr(lib, f"{types.prefix(name)}_{kind}_{name}")


def _way_in(given: Any) -> str:
    """The function that makes a matrix or vector of it, if there is one."""
    if isinstance(given, np.ndarray):
        return "; Vector.from_dense takes it" if given.ndim == 1 else "; Matrix.from_dense takes it"
    module = type(given).__module__.partition(".")[0]
    return f"; Matrix.from_{module} takes it" if module in ("scipy", "networkx") else ""


def operand(what: str, given: Any, kind: str) -> Any:
    """The argument, if it is of this kind."""
    if getattr(given, "kind", None) != kind or not isinstance(given, Stored):
        raise TypeError(f"{what}: {type(given).__name__} is no {kind}{_way_in(given)}")
    return given


class _Names:
    """Names of objects as they are: an object has a new name after a change. No other process has the same names."""

    def __init__(self) -> None:
        self.living: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
        self._numbers = itertools.count()
        self._start()
        os.register_at_fork(after_in_child=self._start)

    def _start(self) -> None:
        self._process = uuid.uuid4().hex

    def give(self, to: "Stored") -> None:
        self.living.pop(to._name, None)
        to._name, to._kept = f"{self._process}-{next(self._numbers)}", {}
        self.living[to._name] = to


names = _Names()


class Stored:
    """A matrix or a vector of the library. Its arrays may be NumPy's: then a change copies them first."""

    kind = ""  # Matrix or Vector, as in the names of functions
    _name = ""
    _kept: dict[Any, Any]  # what was made of the object, and holds until it changes
    __array_priority__ = 100.0  # x * A is A's multiplication also where x is NumPy's

    def __init__(self, dtype: Any, *shape: int) -> None:
        sizes = _indices.shape(self.kind, shape, len(shape))
        self._box = ffi.new(f"GrB_{self.kind} *")
        self._arrays: tuple[Any, ...] = ()  # NumPy's, which the object reads; none: its memory is the library's
        call(self._function("new"), self._box, types.handle(dtype), *sizes)
        names.give(self)

    def __del__(self) -> None:
        box = getattr(self, "_box", None)
        if box is None or box[0] == NULL:
            return
        free = self._function("free")
        if self._arrays:
            gate.bury(free, box, self._arrays)
        else:
            free(box)

    def _borrow(self, arrays: tuple[Any, ...]) -> None:
        """Says that the object reads these arrays from now on."""
        if arrays and not self._arrays:
            gate.borrowers += 1
        self._arrays = arrays

    def _function(self, name: str) -> Any:
        return _function(self.kind, name)

    def error_text(self) -> str:
        """The text of the last failure of a call that wrote this object."""
        text = ffi.new("const char **")
        failed = self._function("error")(text, self.handle) != 0 or text[0] == NULL
        return "" if failed else ffi.string(text[0]).decode()

    @property
    def handle(self) -> Any:
        """The library's handle, for functions of `graphblast.lib`."""
        return self._box[0]

    def _call(self, name: str, *arguments: Any) -> int:
        return call(self._function(name), *arguments, owner=self, what=name)

    def _number(self, name: str) -> int:
        out = ffi.new("GrB_Index *")
        self._call(name, out, self.handle)
        return out[0]

    def _writable(self) -> None:
        """Makes it ready to be changed: what borrows arrays is a copy afterwards."""
        if self._kept:
            names.give(self)
        self._own_arrays()

    def _own_arrays(self) -> None:
        """Copies what the object borrows. The entries stay, and so does the name; what was made with the handle goes."""
        if self._arrays:
            self._kept = {what: made for what, made in self._kept.copy().items() if not hasattr(made, "reads_handle")}
            box = ffi.new(f"GrB_{self.kind} *")
            self._call("dup", box, self.handle)
            gate.bury(self._function("free"), self._box, self._arrays)
            self._box, self._arrays = box, ()
            self._call("set_INT32", self.handle, lib.GrX_AUTO, lib.GrX_FORMAT)

    def _keep_format(self, format: int) -> None:
        """Converts the object to a GrX_Format, where it stays until it is changed."""
        self._own_arrays()
        self._call("set_INT32", self.handle, format, lib.GrX_FORMAT)
        self.wait()

    def _build(self: Self, places: tuple[np.ndarray, ...], values: np.ndarray, dup: str) -> Self:
        """Puts entries into an object that has none."""
        op = operators.binary("lor" if values.dtype == np.bool_ and dup == "plus" else dup, values.dtype)
        lists = [_indices.pointer(place) for place in places]
        self._call(f"build_{types.domain(values.dtype)}", self.handle, *lists, _indices.pointer(values), values.size, op)
        return self

    def __binsparse_descriptor__(self) -> dict[str, Any]:
        """A description of the arrays that `__binsparse__` returns; see `graphblast.binsparse`."""
        from . import binsparse
        return binsparse.describe(self)

    def __binsparse__(self) -> dict[str, np.ndarray]:
        """The arrays by their names, on the object's own memory where that can be, to be read only."""
        from . import binsparse
        return binsparse.arrays(self)

    # ---- facts

    @property
    def nvals(self) -> int:
        """The number of entries."""
        return self._number("nvals")

    @property
    def dtype(self) -> np.dtype:
        """The type of the values."""
        code = ffi.new("int32_t *")
        self._call("get_INT32", self.handle, code, lib.GrB_EL_TYPE_CODE)
        return types.from_code(code[0])

    @property
    def S(self) -> Mask:
        """The mask of all entries, whatever their values."""
        return Mask(self, structure=True)

    @property
    def V(self) -> Mask:
        """The mask of the entries whose values are true."""
        return Mask(self, structure=False)

    @property
    def shape(self) -> tuple[int, ...]:
        raise NotImplementedError

    @property
    def ndim(self) -> int:
        """2 of a matrix, 1 of a vector."""
        return len(self.shape)

    def to_numpy(self) -> np.ndarray:
        raise NotImplementedError

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.to_numpy()
        return np.array(array, dtype) if copy else array if dtype is None else array.astype(dtype, copy=False)

    def __dlpack__(self, **options: Any) -> Any:
        """For `from_dlpack` of other libraries: the values of an object that has them all, where they are."""
        return (self._arrays[0] if self._is_device_array() else self.to_numpy()).__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._arrays[0].__dlpack_device__() if self._is_device_array() else (1, 0)  # the host

    def _is_device_array(self) -> bool:
        return len(self._arrays) == 1 and isinstance(self._arrays[0], DeviceArray)

    def __len__(self) -> int:
        return self.shape[0]

    # ---- changes

    def dup(self: Self, dtype: Any = None) -> Self:
        """A copy, of another type if one is given."""
        if dtype is None or np.dtype(dtype) == self.dtype:
            copy = type(self).__new__(type(self))
            copy._box, copy._arrays = ffi.new(f"GrB_{self.kind} *"), ()
            self._call("dup", copy._box, self.handle)
            names.give(copy)
            return copy
        copy = type(self)(dtype, *self.shape)
        # A number becomes a narrow one at once: rounded twice, it might be another.
        through = self.dtype if types.is_narrow(copy.dtype) else copy.dtype
        copy._call("apply", copy.handle, NULL, NULL, operators.unary("identity", through), self.handle, NULL)
        return copy

    def clear(self) -> None:
        """Takes all entries out."""
        self._writable()
        self._call("clear", self.handle)

    def resize(self, *shape: int) -> None:
        """Gives it another shape; entries outside are lost."""
        sizes = _indices.shape("resize", shape, len(self.shape))
        self._writable()
        self._call("resize", self.handle, *sizes)

    def wait(self: Self) -> Self:
        """Finishes what earlier calls left for later; returns itself."""
        self._call("wait", self.handle, lib.GrB_MATERIALIZE)
        return self

    # ---- operations

    def _write(self: Self, function: Any, *operands: Any, mask: Mask | None, accum: str | None, replace: bool,
               first: bool = False, second: bool = False) -> Self:
        """self<mask> = accum(self, function(operands)); returns itself."""
        if mask is not None and not isinstance(mask, Mask):
            raise TypeError(f"mask: {type(mask).__name__} is no mask; write M.S for the structure of M, M.V for its values")
        if mask is not None:
            operand("mask", mask.of, self.kind)
        plus = NULL if accum is None else operators.binary(accum, self.dtype)
        complement = mask is not None and mask.complement
        structure = mask is not None and mask.structure
        before = self.handle
        self._writable()
        if self.handle != before:  # as an operand, too, it is the copy
            operands = tuple(self.handle if isinstance(one, ffi.CData) and one == before else one for one in operands)
        call(function, self.handle, NULL if mask is None else mask.of.handle, plus, *operands,
             operators.descriptor(replace, complement, structure, first, second), owner=self)
        return self

    def _common(self, other: "Stored") -> np.dtype:
        return types.common(self.dtype, other.dtype)

    def _result(self: Self, out: Self | None, dtype: np.dtype) -> Self:
        """The object that takes a result of this one's shape: `out`, or a new one."""
        return type(self)(dtype, *self.shape) if out is None else operand("out", out, self.kind)

    def _ewise(self: Self, stem: str, other: Self, op: str, out: Self | None, dtype: np.dtype | None = None,
               **options: Any) -> Self:
        """dtype: the type in which op computes, if not the operands' common one."""
        dtype = self._common(operand(stem, other, self.kind)) if dtype is None else dtype
        handle = operators.binary(op, dtype)
        out = self._result(out, operators.result_of(handle, dtype))
        return out._write(self._function(f"{stem}_BinaryOp"), handle, self.handle, other.handle, **options)

    def ewise_add(self: Self, other: Self, op: str = "plus", *, out: Self | None = None, mask: Mask | None = None,
                  accum: str | None = None, replace: bool = False) -> Self:
        """op where both have an entry, the one that is there where one has: a union."""
        return self._ewise("eWiseAdd", other, op, out, mask=mask, accum=accum, replace=replace)

    def ewise_mult(self: Self, other: Self, op: str = "times", *, out: Self | None = None, mask: Mask | None = None,
                   accum: str | None = None, replace: bool = False) -> Self:
        """op where both have an entry: an intersection."""
        return self._ewise("eWiseMult", other, op, out, mask=mask, accum=accum, replace=replace)

    def apply(self: Self, op: str, *, left: Any = None, right: Any = None, out: Self | None = None,
              mask: Mask | None = None, accum: str | None = None, replace: bool = False) -> Self:
        """op of each value: a unary operator, or a binary one with one side given: `apply("minus", right=1)`."""
        what = f"apply({op!r})"
        if left is not None and right is not None:
            raise ValueError(f"{what}: both left and right are given; one side is the values'")
        options: dict[str, Any] = {"mask": mask, "accum": accum, "replace": replace}
        if left is None and right is None:
            handle = operators.unary(op, self.dtype)
            out = self._result(out, operators.result_of(handle, self.dtype))
            return out._write(self._function("apply"), handle, self.handle, **options)
        dtype = joined(what, self.dtype, left if right is None else right)
        return self._apply_number(what, op, dtype, left, right, out, **options)

    def _apply_number(self: Self, what: str, op: str, dtype: np.dtype, left: Any, right: Any, out: Self | None,
                      **options: Any) -> Self:
        """op, computed in a type, of each value and the number that is given, left or right of it."""
        handle = operators.binary(op, dtype)
        out = self._result(out, operators.result_of(handle, dtype))
        scalar = number(what, dtype, left if right is None else right)
        side, operands = (("BinaryOp1st", (scalar.argument, self.handle)) if right is None else
                          ("BinaryOp2nd", (self.handle, scalar.argument)))
        return out._write(self._function(f"apply_{side}_{scalar.ending}"), handle, *operands, **options)

    def select(self: Self, op: str, value: Any = 0, *, out: Self | None = None, mask: Mask | None = None,
               accum: str | None = None, replace: bool = False) -> Self:
        """The entries for which op(value, position, `value`) holds: "tril", "diag", "valuegt", "rowle", ..."""
        dtype, what = self.dtype, f"select({op!r})"
        if operators.stem(op).startswith("VALUE"):
            operators.select(op, dtype)  # is there
            op, dtype, value = threshold(op, dtype, value)
            scalar = number(what, dtype, value)
        else:
            scalar = number(what, np.dtype(np.int64), _indices.integer(what, value, -2**63, 2**63 - 1))
        handle = operators.select(op, dtype)
        out = self._result(out, self.dtype)
        return out._write(self._function(f"select_{scalar.ending}"), handle, self.handle, scalar.argument,
                          mask=mask, accum=accum, replace=replace)

    def reduce(self, op: str = "plus") -> Any:
        """All values by a monoid, as a Python number; sums and products of integers and Booleans in 64 bits. Without
        entries: the monoid's identity."""
        dtype = operators.summed(op, types.computed(self.dtype))
        out = np.empty(1, dtype)
        self._call(f"reduce_{types.domain(dtype)}", _indices.pointer(out), NULL, operators.monoid(op, dtype),
                   self.handle, NULL)
        return out[0].item()

    def __add__(self: Self, other: Any) -> Self:
        if isinstance(other, type(self)):
            return self.ewise_add(other, "plus")
        return self.apply("plus", right=plain("+", other))

    def __sub__(self: Self, other: Any) -> Self:
        if not isinstance(other, type(self)):
            self._is_numeric("-", joined("-", self.dtype, other))
            return self.apply("minus", right=other)
        # An entry that only the other has is negated, too; in the result's type, which may be wider.
        dtype = self._common(other)
        self._is_numeric("-", dtype)
        return self.ewise_add(other.dup(dtype).apply("ainv"), "plus")

    def __mul__(self: Self, other: Any) -> Self:
        if isinstance(other, type(self)):
            return self.ewise_mult(other, "times")
        return self.apply("times", right=plain("*", other))

    def __truediv__(self: Self, other: Any) -> Self:
        """Quotients of integers are floating-point numbers, as in NumPy; `ewise_mult` and `apply` by "div" divide as C."""
        if isinstance(other, type(self)):
            dtype = _divided(self._common(other))
            return self._ewise("eWiseMult", other, "div", None, dtype, mask=None, accum=None, replace=False)
        return self._apply_number("/", "div", _divided(joined("/", self.dtype, other)), None, other, None, mask=None,
                                  accum=None, replace=False)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self: Self) -> Self:
        self._is_numeric("-", self.dtype)
        return self.apply("ainv")

    def _is_numeric(self, what: str, dtype: np.dtype) -> None:
        if dtype == np.bool_:
            raise TypeError(f"{what}: Booleans have no difference; the operators lxor and lnot do what may be meant")

    def __abs__(self: Self) -> Self:
        return self.apply("abs")

    def is_equal(self, other: Self) -> bool:
        """True if both have the same type, shape, positions and values."""
        if type(other) is not type(self) or self.shape != other.shape or self.dtype != other.dtype:
            return False
        nvals = self.nvals
        if nvals != other.nvals:
            return False
        same = self.ewise_mult(other, "eq")
        return same.nvals == nvals and bool(same.reduce("land"))
