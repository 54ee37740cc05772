"""torch.sparse.mm(A, x, reduce) for CSR tensors where PyTorch has no implementation.

Registered when `graphblast.torch` is imported, with PyTorch's formula of the gradient:

| device | values of A and x | reduce | gradients |
|---|---|---|---|
| host, with `torch.library.get_kernel` | uint8, int8 to int64 | sum, mean (rounded down), amax, amin | integers have none |
| CUDA, where PyTorch has none | these and float16, bfloat16, float32, float64 | sum, mean, amax, amin | of A and x |

PyTorch's own kernel goes on to take floating-point numbers on the host. Other layouts are not taken.
"""

from __future__ import annotations

from typing import Any

import torch

from . import _products
from ._formats import matrix
from ._messages import gspmm

_FORWARD, _BACKWARD = "aten::_sparse_mm_reduce_impl", "aten::_sparse_mm_reduce_impl_backward"
_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
_REDUCTIONS = {"sum": "sum", "mean": "mean", "amax": "max", "amin": "min"}
_OPERATION = "torch.sparse.mm with reduce"

_aten = torch.library.Library("aten", "IMPL")


def reduced(A: torch.Tensor, x: torch.Tensor, reduce: str) -> tuple[torch.Tensor, torch.Tensor]:
    """The product, and for amax and amin which entry of A gave each of its values, -1 for none; else no values."""
    if reduce not in _REDUCTIONS:
        raise ValueError(f"{_OPERATION}={reduce!r}: one of {', '.join(_REDUCTIONS)} was meant")
    if A.layout != torch.sparse_csr or x.layout != torch.strided:
        raise ValueError(f"{_OPERATION}: layouts {A.layout} and {x.layout}; a CSR tensor and a strided one were meant")
    if A.dtype != x.dtype or x.is_complex() or x.dtype == torch.bool:
        raise TypeError(f"{_OPERATION}: values of {A.dtype} and {x.dtype}; real numbers of one type were meant")
    with torch.no_grad():
        of = matrix(A)
        found = gspmm(of, x, "mul", _REDUCTIONS[reduce])
        if reduce not in ("amax", "amin"):
            return found, found.new_empty(0, dtype=torch.int64)
        return found, _products.winners(of, None, x, found, "mul")[0]


def gradients(A: torch.Tensor, gradient: torch.Tensor, x: torch.Tensor, reduce: str, entries: torch.Tensor,
              wanted: Any) -> tuple[torch.Tensor | None, torch.Tensor | None]:
    """The gradients of A, a CSR tensor, and of x, as far as they are wanted. entries: the second result of reduced()."""
    with torch.no_grad():
        of = matrix(A)
        if reduce in ("amax", "amin"):
            of_values, of_x = _of_extreme(A, gradient, x, entries)
        else:
            if reduce == "mean":
                gradient = gradient / A.crow_indices().diff().clamp(min=1)[:, None].to(gradient.dtype)
            of_values = _products.at_entries(of, gradient, x) if wanted[0] else A.values()
            of_x = _products.product(of, None, gradient, True, "plus_times", False) if wanted[1] else x
        of_A = torch.sparse_csr_tensor(A.crow_indices(), A.col_indices(), of_values, A.shape, device=A.device)
        return of_A if wanted[0] else None, of_x if wanted[1] else None


def _of_extreme(A: torch.Tensor, gradient: torch.Tensor, x: torch.Tensor,
                entries: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    values, columns = A.values(), A.col_indices().long()
    if not values.numel():
        return torch.zeros_like(values), torch.zeros_like(x)
    sent = torch.where(entries >= 0, gradient, 0)
    entry = entries.clamp(min=0)
    column = columns[entry]
    of_x = torch.zeros_like(x).scatter_add_(0, column, sent * values[entry])
    of_values = torch.zeros_like(values).scatter_add_(0, entry.flatten(), (sent * x.gather(0, column)).flatten())
    return of_values, of_x


def _register_on_host() -> None:
    if not hasattr(torch.library, "get_kernel"):
        return  # an earlier PyTorch: its kernel could not be called from ours
    theirs = torch.library.get_kernel(_FORWARD, "SparseCsrCPU")

    def forward(keys: Any, A: torch.Tensor, x: torch.Tensor, reduce: str) -> Any:
        if A.dtype in _INTEGERS and A.layout == torch.sparse_csr:
            return reduced(A, x, reduce)
        return theirs.call_boxed(keys, A, x, reduce)

    _aten.impl(_FORWARD.removeprefix("aten::"), forward, "SparseCsrCPU", with_keyset=True, allow_override=True)


def register() -> None:
    """Registers what PyTorch lacks."""
    _register_on_host()
    for name, function in ((_FORWARD, reduced), (_BACKWARD, gradients)):
        if not torch._C._dispatch_has_kernel_for_dispatch_key(name, "SparseCsrCUDA"):
            _aten.impl(name.removeprefix("aten::"), function, "SparseCsrCUDA")
