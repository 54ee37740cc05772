"""Sums, means and extremes of messages along a matrix's entries."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd import forward_ad

from ..matrix import Matrix
from . import _functions, _parts, _products
from ._formats import matrix
from ._functions import at_entries, extreme, is_traced, product

_OPERATORS = {"copy": "second", "mul": "times", "add": "plus", "sub": "rminus", "div": "rdiv"}
_REDUCTIONS = {"sum": "plus", "mean": "plus", "max": "max", "min": "min"}


def spmm(A: Any, x: torch.Tensor) -> torch.Tensor:
    """A @ x for x (columns of A, features) or (columns of A, heads, features); x gets a gradient."""
    return product(matrix(A), None, x)


def spmm_values(A: Any, values: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The product with x of a matrix that has A's entries and these values, (entries) in the order of A.to_csr(), or
    (entries, heads) for x (columns, heads, features); values and x get gradients."""
    return product(matrix(A), values, x)


def sddmm(A: Any, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """x @ y.T at the entries of A, in the order of A.to_csr(); x and y get gradients. For x (rows, heads, features) and y
    (columns, heads, features) each head has its own: the result is (entries, heads)."""
    return at_entries(matrix(A), x, y)


def gspmm(A: Any, x: torch.Tensor, op: str = "mul", reduce: str = "sum", values: torch.Tensor | None = None) -> torch.Tensor:
    """Joins for each row i of A the messages of its entries (i, j): op of the entry's value a and x[j].

    x: (columns of A, features) or (columns of A, heads, features). values: in the place of A's own, (entries) in the order
    of A.to_csr(), or (entries, heads). Both get gradients.
    op: "copy" x; "mul" x a; "add" x + a; "sub" x - a; "div" x / a, of integers in PyTorch's default type, as `/` there; sums
    and means over given values are of products with their reciprocals.
    reduce: "sum"; "mean", of integers rounded down; "max", "min", whose gradient goes to the first entry that sent the
    result. NaN is no maximum or minimum beside numbers. Rows without entries have 0.
    The result has the common type of x and the values; x's for "copy". float16 and bfloat16 are computed in float32 and
    rounded once; of such x, means and sums of "add" and "sub" are by a cast, and have x's type.
    """
    if op not in _OPERATORS:
        raise ValueError(f"gspmm: op {op!r}; one of {', '.join(_OPERATORS)} was meant")
    if reduce not in _REDUCTIONS:
        raise ValueError(f"gspmm: reduce {reduce!r}; one of {', '.join(_REDUCTIONS)} was meant")
    A = matrix(A)
    if op == "copy":
        values = None
    if op == "div" and _is_whole(x.dtype) and _is_whole(_type(A, x, op, values)):
        x = x.to(torch.get_default_dtype())
    if reduce in ("max", "min"):
        return _extreme(A, x, op, reduce, values)
    if x.dtype in _parts.HALVES and (reduce == "mean" or op in ("add", "sub")):
        wide = gspmm(A, x.float(), op, reduce, None if values is None else values.float())
        return wide.to(x.dtype)
    if reduce == "sum":
        return _sum(A, x, op, values)
    dtype = _type(A, x, op, values)
    if _is_whole(dtype):  # sums in a narrow type might wrap around
        x, values = x.long(), None if values is None else values.long()
    total, degrees = _sum(A, x, op, values), _degrees(A, x).view(-1, *(1,) * (x.dim() - 1))
    return torch.div(total, degrees, rounding_mode="floor").to(dtype) if _is_whole(dtype) else total / degrees


def _is_whole(dtype: torch.dtype) -> bool:
    return not (dtype.is_floating_point or dtype.is_complex)


def _type(A: Matrix, x: torch.Tensor, op: str, values: torch.Tensor | None) -> torch.dtype:
    """The type of messages."""
    if op == "copy" or x.dim() < 2:
        return x.dtype
    return product(A, None, x[:, :0]).dtype if values is None else torch.promote_types(values.dtype, x.dtype)


def _sum(A: Matrix, x: torch.Tensor, op: str, values: torch.Tensor | None) -> torch.Tensor:
    if op == "mul":
        return product(A, values, x)
    if op == "div":
        if values is None:
            return product(A, None, x, ring="plus_rdiv")
        common = torch.promote_types(values.dtype, x.dtype)
        wide = torch.float32 if common in _parts.HALVES else common  # a reciprocal may leave the range of float16
        return product(A, 1 / values.to(wide), x).to(common)
    total = product(A, None, x, ring="plus_second")
    if op == "copy":
        return total
    if values is None:
        added = product(A, None, x.new_ones(x.shape[0], 1))
    else:
        values = values.to(torch.promote_types(values.dtype, x.dtype))
        added = product(A, None, values.reshape(values.shape[0], -1), ring="plus_second", of_entries=True)
    added = added if x.dim() == 2 else added.unsqueeze(-1)
    return total + added if op == "add" else total - added


def _degrees(A: Matrix, x: torch.Tensor) -> torch.Tensor:
    """The number of entries of each row, at least 1."""
    def make() -> torch.Tensor:
        ones = torch.ones(x.shape[0], 1, dtype=torch.int64, device=x.device)
        return extreme(A, None, ones, "plus_second").clamp(min=1)

    return make() if is_traced() else _parts.kept(A, ("degrees", str(x.device)), make)


def _extreme(A: Matrix, x: torch.Tensor, op: str, reduce: str, values: torch.Tensor | None) -> torch.Tensor:
    found = extreme(A, values, x, f"{reduce}_{_OPERATORS[op]}")
    given = [t for t in (values, x) if t is not None]
    has_gradient = torch.is_grad_enabled() and (is_traced() or any(t.requires_grad for t in given))
    if not (has_gradient or forward_ad._current_level >= 0):
        return found
    if any(t.shape[0] == 0 for t in given):
        return product(A, None, x, ring="plus_second")
    entry, row, own = _functions.winners(A, values, x, found, op)
    sent: Any = own
    if values is not None:
        spread = values.view(values.shape[0], *(values.shape[1:] or (1,) * (x.dim() - 2)), 1)
        sent = spread.expand(values.shape[0], *found.shape[1:]).gather(0, entry.clamp(min=0))
    sent = _products.message(op, sent, x.gather(0, row)).to(found.dtype)
    return torch.where(entry >= 0, sent, 0)


def edge_softmax(A: Any, scores: torch.Tensor) -> torch.Tensor:
    """The softmax of the scores over the entries of each row: (entries) in the order of A.to_csr(), or (entries, heads).

    The largest score of a row is taken off first. A row whose scores are all -inf has NaN. Computed in float32 for float16
    and bfloat16, by a cast; scores get a gradient.
    """
    A = matrix(A)
    if scores.dim() not in (1, 2):
        raise ValueError(f"edge_softmax: scores of shape {tuple(scores.shape)}; (entries) or (entries, heads) were meant")
    if not scores.is_floating_point():
        raise TypeError(f"edge_softmax: scores of {scores.dtype}; floating-point numbers were meant")
    if scores.dim() == 1:
        return edge_softmax(A, scores.unsqueeze(1)).squeeze(1)
    if scores.dtype in _parts.HALVES:
        return edge_softmax(A, scores.float()).to(scores.dtype)
    largest = extreme(A, None, scores, "max_second", of_entries=True)
    powers = torch.exp(scores - _spread(A, largest))
    return powers / _spread(A, product(A, None, powers, ring="plus_second", of_entries=True))


def _spread(A: Matrix, of_rows: torch.Tensor) -> torch.Tensor:
    """For each entry the values of its row."""
    return product(A, None, of_rows, transpose=True, ring="plus_second", of_entries=True)


def at_rows(A: Any, x: torch.Tensor) -> torch.Tensor:
    """x[i] for each entry (i, j) of A, in the order of A.to_csr(): (entries, ...); x gets a gradient."""
    return _functions.gather(matrix(A), x, 0)


def at_columns(A: Any, x: torch.Tensor) -> torch.Tensor:
    """x[j] for each entry (i, j) of A, in the order of A.to_csr(): (entries, ...); x gets a gradient."""
    return _functions.gather(matrix(A), x, 1)
