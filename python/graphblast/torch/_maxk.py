"""The k largest features of each vertex: Peng et al. 2024 (MaxK-GNN)."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd import Function

from ..matrix import Matrix
from . import _parts, _products
from ._formats import matrix
from ._functions import is_traced, product, remember, remembered


def _full(x: torch.Tensor) -> Matrix:
    return _products.on_device(x) if x.is_cuda else Matrix.from_dense(_parts.array(x))


def _kept(x: torch.Tensor, k: int) -> Matrix:
    """The k largest values of each row of a tensor, as entries."""
    return _full(_products.checked("maxk", x)).maxk(k)


def _tensor(made: Matrix, like: torch.Tensor) -> torch.Tensor:
    """The memory of a matrix, which has none then, where the other tensor is; 0 where the matrix has no entry."""
    if like.is_cuda:
        return torch.from_dlpack(made.into_device())
    if like.dtype == torch.bfloat16 and made.dtype.itemsize == 2:
        return torch.from_numpy(made.into_numpy().view("int16")).view(torch.bfloat16)
    return torch.from_numpy(made.into_numpy())


def _are_largest(x: torch.Tensor, k: int) -> torch.Tensor:
    """True at the k largest values of each row."""
    return _where(_kept(x, k), x)


def _where(kept: Matrix, x: torch.Tensor) -> torch.Tensor:
    ones = Matrix("bool", *kept.shape).assign(True, mask=kept.S)
    return torch.from_dlpack(ones.into_device()) if x.is_cuda else torch.from_numpy(ones.into_numpy(False))


@torch.library.custom_op("graphblast::are_largest", mutates_args=(), schema="(Tensor x, int k) -> Tensor")
def _are_largest_op(x: Any, k: int) -> torch.Tensor:
    return _are_largest(x, k)


@_are_largest_op.register_fake
def _(x: Any, k: int) -> torch.Tensor:
    return torch.empty_like(_products.checked("maxk", x), dtype=torch.bool)


def maxk(x: torch.Tensor, k: int) -> torch.Tensor:
    """The k largest values of each row, zeros elsewhere; x gets a gradient at the entries that were kept."""
    chosen = torch.ops.graphblast.are_largest(x.detach(), k) if is_traced() else _are_largest(x.detach(), k)
    return torch.where(chosen, x, 0)


def _zeros(A: Matrix, B: Matrix) -> Matrix:
    """Of the shape of A @ B, all of them entries: the GPU's kernels for B with k entries in each row add to such a matrix."""
    return Matrix(B.dtype, A.nrows, B.ncols).assign(0)


class _MaxKSpMM(Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, x: torch.Tensor, k: int) -> torch.Tensor:
        kept = _kept(x, k)
        remember(ctx, A)
        ctx.kept = kept
        return _tensor(A.mxm(kept, out=_zeros(A, kept), accum="plus") if x.is_cuda else A.mxm(kept), x)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, None]:
        A = remembered(ctx, gradient)
        if torch.is_grad_enabled():  # the gradient gets a gradient, too
            return None, torch.where(_where(ctx.kept, gradient), product(A, None, gradient, transpose=True), 0), None
        found = A.mxm(_full(gradient), transpose=True, mask=ctx.kept.S)
        return None, _tensor(found, gradient), None


def maxk_spmm(A: Any, x: torch.Tensor, k: int) -> torch.Tensor:
    """A @ maxk(x, k), as a product of sparse matrices; x gets a gradient at the entries that were kept."""
    A = matrix(A)
    if is_traced():
        return product(A, None, maxk(x, k))
    return _MaxKSpMM.apply(A, x, k)
