"""PyTorch on the library's matrices: sparse products with gradients, for tensors on the host and on the GPU.

A product of tensors on the GPU is there; their memory is read in place. The matrix is a constant with the graph's edges; the values of `spmm_values` and `sddmm` are tensors in the order of
`A.to_csr()`. Gradients: Peng et al. 2024 (MaxK-GNN) for maxk; the transposes for the others.
"""

from __future__ import annotations

from typing import Any

import torch

from .matrix import Matrix


def _matrix(tensor: torch.Tensor) -> Matrix:
    """A full matrix that reads the tensor's memory."""
    if tensor.device.type not in ("cpu", "cuda"):
        raise ValueError(f"a tensor on {tensor.device}; those on the host and on a CUDA GPU are taken")
    if tensor.dim() != 2:
        raise ValueError(f"a tensor of {tensor.dim()} dimensions; matrices are taken")
    return Matrix.from_dense(_plain(tensor))


def _plain(tensor: torch.Tensor) -> Any:
    """The tensor's numbers as `from_dense` and `from_csr` take them."""
    tensor = tensor.detach().contiguous()
    if not tensor.is_cuda:
        return tensor.numpy()
    return tensor if tensor.data_ptr() % 256 == 0 else tensor.clone()


def _tensor(matrix: Matrix, like: torch.Tensor) -> torch.Tensor:
    """The memory of a matrix, which has none then, where the other tensor is; zeros where it has no entry."""
    return torch.from_dlpack(matrix.into_device()) if like.is_cuda else torch.from_numpy(matrix.into_numpy())


class _SpMM(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, x: torch.Tensor) -> torch.Tensor:
        ctx.A = A
        return _tensor(A.mxm(_matrix(x)), x)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor]:
        return None, _tensor(ctx.A.mxm(_matrix(gradient), transpose=True), gradient)


def spmm(A: Matrix, x: torch.Tensor) -> torch.Tensor:
    """A @ x for a matrix of numbers of x's type; x (columns of A, features) gets a gradient."""
    return _SpMM.apply(A, x)


def _with_values(A: Matrix, values: torch.Tensor) -> Matrix:
    offsets, positions, _ = A.to_csr_device() if values.is_cuda else A.to_csr()
    if values.shape != positions.shape:
        raise ValueError(f"values of shape {tuple(values.shape)} for {positions.size} entries")
    return Matrix.from_csr(offsets, positions, _plain(values), A.shape, check=False)


def _at_entries(A: Matrix, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """x @ y' at A's entries, in the order of to_csr."""
    product = _matrix(x).mxm(_matrix(y), transpose_other=True, mask=A.S)
    if x.is_cuda:
        return torch.from_dlpack(product.to_csr_device()[2])
    return torch.from_numpy(product.to_csr(copy=True)[2])


class _SpMMValues(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, values: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        ctx.A = A
        ctx.save_for_backward(values, x)
        return _tensor(_with_values(A, values).mxm(_matrix(x)), x)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, torch.Tensor]:
        values, x = ctx.saved_tensors
        return (None, _at_entries(ctx.A, gradient, x),
                _tensor(_with_values(ctx.A, values).mxm(_matrix(gradient), transpose=True), gradient))


def spmm_values(A: Matrix, values: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """The product with x of a matrix that has A's entries and these values; values and x get gradients."""
    return _SpMMValues.apply(A, values, x)


class _SDDMM(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        ctx.A = A
        ctx.save_for_backward(x, y)
        return _at_entries(A, x, y)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, torch.Tensor]:
        x, y = ctx.saved_tensors
        G = _with_values(ctx.A, gradient)
        return None, _tensor(G.mxm(_matrix(y)), y), _tensor(G.mxm(_matrix(x), transpose=True), x)


def sddmm(A: Matrix, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """x @ y.T at the entries of A, in the order of A.to_csr(); x and y get gradients."""
    return _SDDMM.apply(A, x, y)


def _zeros(A: Matrix, B: Matrix) -> Matrix:
    """Of the shape of A @ B, all of them entries: the GPU's kernels for B with k entries in each row add to such a matrix."""
    return Matrix(B.dtype, A.nrows, B.ncols).assign(0)


class _MaxKSpMM(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, A: Matrix, x: torch.Tensor, k: int) -> torch.Tensor:
        kept = _matrix(x).maxk(k)
        ctx.A, ctx.kept = A, kept
        product = A.mxm(kept, out=_zeros(A, kept), accum="plus") if x.is_cuda else A.mxm(kept)
        return _tensor(product, x)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[None, torch.Tensor, None]:
        return None, _tensor(ctx.A.mxm(_matrix(gradient), transpose=True, mask=ctx.kept.S), gradient), None


def maxk_spmm(A: Matrix, x: torch.Tensor, k: int) -> torch.Tensor:
    """A @ maxk(x, k), as a product of sparse matrices; x gets a gradient at the entries that were kept."""
    return _MaxKSpMM.apply(A, x, k)


class _MaxK(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, k: int) -> torch.Tensor:
        kept = _matrix(x).maxk(k)
        ctx.kept = kept
        return _tensor(kept.dup(), x)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        G = _matrix(gradient)
        return _tensor(G.ewise_mult(ctx.kept, "first"), gradient), None


def maxk(x: torch.Tensor, k: int) -> torch.Tensor:
    """The k largest values of each row, zeros elsewhere; x gets a gradient at the entries that were kept."""
    return _MaxK.apply(x, k)
