"""PyTorch on the library's matrices: sparse products with gradients, for tensors on the host.

The matrix is a constant with the graph's edges; the values of `spmm_values` and `sddmm` are tensors in the order of
`A.to_csr()`. Gradients: Peng et al. 2024 (MaxK-GNN) for maxk; the transposes for the others.
"""

from __future__ import annotations

from typing import Any

import torch

from .matrix import Matrix


def _matrix(tensor: torch.Tensor) -> Matrix:
    """A full matrix that reads the tensor's memory."""
    if tensor.device.type != "cpu":
        raise ValueError(f"a tensor on {tensor.device}; those on the host are taken")
    if tensor.dim() != 2:
        raise ValueError(f"a tensor of {tensor.dim()} dimensions; matrices are taken")
    return Matrix.from_dense(tensor.detach().contiguous().numpy())


def _tensor(matrix: Matrix) -> torch.Tensor:
    """The memory of a matrix, which has none then; zeros where it has no entry."""
    return torch.from_numpy(matrix.into_numpy())


class _SpMM(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, x: torch.Tensor) -> torch.Tensor:
        ctx.A = A
        return _tensor(A.mxm(_matrix(x)))

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor]:
        return None, _tensor(ctx.A.mxm(_matrix(gradient), transpose=True))


def spmm(A: Matrix, x: torch.Tensor) -> torch.Tensor:
    """A @ x for a matrix of numbers of x's type; x (columns of A, features) gets a gradient."""
    return _SpMM.apply(A, x)


def _with_values(A: Matrix, values: torch.Tensor) -> Matrix:
    offsets, positions, _ = A.to_csr()
    if values.shape != positions.shape:
        raise ValueError(f"values of shape {tuple(values.shape)} for {positions.size} entries")
    return Matrix.from_csr(offsets, positions, values.detach().contiguous().numpy(), A.shape, check=False)


def _at_entries(A: Matrix, x: Matrix, y: Matrix) -> torch.Tensor:
    """x @ y' at A's entries, in the order of to_csr."""
    return torch.from_numpy(x.mxm(y, transpose_other=True, mask=A.S).to_csr(copy=True)[2])


class _SpMMValues(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, values: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        ctx.A = A
        ctx.save_for_backward(values, x)
        return _tensor(_with_values(A, values).mxm(_matrix(x)))

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, torch.Tensor]:
        values, x = ctx.saved_tensors
        G = _matrix(gradient)
        return (None, _at_entries(ctx.A, G, _matrix(x)),
                _tensor(_with_values(ctx.A, values).mxm(G, transpose=True)))


def spmm_values(A: Matrix, values: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The product with x of a matrix that has A's entries and these values; values and x get gradients."""
    return _SpMMValues.apply(A, values, x)


class _SDDMM(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        ctx.A = A
        ctx.save_for_backward(x, y)
        return _at_entries(A, _matrix(x), _matrix(y))

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, torch.Tensor]:
        x, y = ctx.saved_tensors
        G = _with_values(ctx.A, gradient)
        return None, _tensor(G.mxm(_matrix(y))), _tensor(G.mxm(_matrix(x), transpose=True))


def sddmm(A: Matrix, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """x @ y.T at the entries of A, in the order of A.to_csr(); x and y get gradients."""
    return _SDDMM.apply(A, x, y)


class _MaxKSpMM(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, x: torch.Tensor, k: int) -> torch.Tensor:
        kept = _matrix(x).maxk(k)
        ctx.A, ctx.kept = A, kept
        return _tensor(A.mxm(kept))

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, None]:
        return None, _tensor(ctx.A.mxm(_matrix(gradient), transpose=True, mask=ctx.kept.S)), None


def maxk_spmm(A: Matrix, x: torch.Tensor, k: int) -> torch.Tensor:
    """A @ maxk(x, k), as a product of sparse matrices; x gets a gradient at the entries that were kept."""
    return _MaxKSpMM.apply(A, x, k)


class _MaxK(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, k: int) -> torch.Tensor:
        kept = _matrix(x).maxk(k)
        ctx.kept = kept
        return _tensor(kept.dup())

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        G = _matrix(gradient)
        return _tensor(G.ewise_mult(ctx.kept, "first")), None


def maxk(x: torch.Tensor, k: int) -> torch.Tensor:
    """The k largest values of each row, zeros elsewhere; x gets a gradient at the entries that were kept."""
    return _MaxK.apply(x, k)
