"""The differentiable functions, and the ops that torch.compile sees in their place."""

from __future__ import annotations

from typing import Any

import torch
from torch.autograd import Function

from ..matrix import Matrix
from . import _parts, _products
from ._parts import find

_PRODUCT = "graphblast::product"
_AT_ENTRIES = "graphblast::at_entries"
_WINNERS = "graphblast::winners"


def is_traced() -> bool:
    """True in torch.compile and in torch.func: there matrices have names alone."""
    return torch.compiler.is_compiling() or torch._C._are_functorch_transforms_active()


# ---- ops: the matrix goes by its name


@torch.library.custom_op(_PRODUCT, mutates_args=(), schema=(
    "(str A, Tensor? values, Tensor x, bool transpose, str ring, bool of_entries) -> Tensor"))
def _product_op(A: str, values: Any, x: Any, transpose: bool, ring: str, of_entries: bool) -> torch.Tensor:
    return _products.product(find(A), values, x, transpose, ring, of_entries)


@_product_op.register_fake
def _(A: str, values: Any, x: Any, transpose: bool, ring: str, of_entries: bool) -> torch.Tensor:
    shape, dtype = _products.shape_of(find(A), values, x, transpose, ring, of_entries)
    return x.new_empty(shape, dtype=dtype)


@torch.library.custom_op(_AT_ENTRIES, mutates_args=(), schema="(str A, Tensor x, Tensor y) -> Tensor")
def _at_entries_op(A: str, x: Any, y: Any) -> torch.Tensor:
    return _products.at_entries(find(A), x, y)


@_at_entries_op.register_fake
def _(A: str, x: Any, y: Any) -> torch.Tensor:
    shape, dtype = _products.entries_shape(find(A), x, y)
    return x.new_empty(shape, dtype=dtype)


@torch.library.custom_op(_WINNERS, mutates_args=(), schema=(
    "(str A, Tensor? values, Tensor x, Tensor y, str op) -> (Tensor, Tensor, Tensor)"))
def _winners_op(A: str, values: Any, x: Any, y: Any, op: str) -> tuple[Any, Any, Any]:
    return _winners(find(A), values, x, y, op)


@_winners_op.register_fake
def _(A: str, values: Any, x: Any, y: Any, op: str) -> tuple[Any, Any, Any]:
    own = 0 if values is not None or op == "copy" else y.numel()
    return (torch.empty_like(y, dtype=torch.int64), torch.empty_like(y, dtype=torch.int64),
            y.new_empty(y.shape if own else (0,)))


def _winners(A: Matrix, values: Any, x: Any, y: Any, op: str) -> tuple[Any, Any, Any]:
    """Entries that sent y, the rows of x that they read, and the values that they have in A where it counts."""
    best, read = _products.winners(A, values, x, y, op)
    if values is not None or op == "copy":
        return best, read, y.new_empty(0)
    own = _products.own_values(A, x.device)
    return best, read, own[best.clamp(min=0)].to(y.dtype) if own.numel() else torch.zeros_like(y)


# ---- gradients


def remember(ctx: Any, A: Any) -> None:
    """Keeps a Matrix, or its name, for the gradient."""
    ctx.A = A
    if isinstance(A, Matrix):
        _parts.facts(A)  # a matrix that keeps something has another name after a change
        ctx.name = A._name


def remembered(ctx: Any, gradient: torch.Tensor) -> Any:
    """The matrix, or its name, as it was then; RuntimeError where it changed."""
    if isinstance(ctx.A, str):
        return ctx.A
    if torch._C._functorch.is_legacy_batchedtensor(gradient):
        raise NotImplementedError("graphblast.torch: is_grads_batched and other batches of gradients by PyTorch's older vmap "
                                  "are not supported; torch.func.vmap of torch.func.vjp is")
    return find(ctx.name)


def _like(gradient: torch.Tensor, of: torch.Tensor) -> torch.Tensor:
    """The gradient as its tensor's type has it."""
    if gradient.is_complex() and not of.is_complex():
        gradient = gradient.real
    return gradient.to(of.dtype)


class _Product(Function):
    """A x, where A is given, or a matrix with A's entries and these values."""

    @staticmethod
    def forward(ctx: Any, A: Any, values: Any, x: Any, transpose: bool, ring: str, of_entries: bool) -> torch.Tensor:
        _Product.keep(ctx, (A, values, x, transpose, ring, of_entries), None)
        return _products.product(A, values, x, transpose, ring, of_entries)

    @staticmethod
    def keep(ctx: Any, inputs: Any, output: Any) -> None:
        A, values, x, *ctx.how = inputs
        remember(ctx, A)
        ctx.save_for_backward(values, x)
        ctx.save_for_forward(values, x)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[Any, ...]:
        A, (values, x) = remembered(ctx, gradient), ctx.saved_tensors
        transpose, ring, of_entries = ctx.how
        of_values = of_x = None
        if ctx.needs_input_grad[1]:
            pair = (x.conj(), gradient) if transpose else (gradient, x.conj())
            if values.dim() == 1 and x.dim() == 3:
                pair = tuple(side.flatten(1) for side in pair)  # type: ignore[assignment]
            of_values = _like(at_entries(A, *pair), values)
        if ctx.needs_input_grad[2]:
            of_x = _like(product(A, values, gradient.conj(), not transpose, ring, of_entries).conj(), x)
        return None, of_values, of_x, None, None, None


class _AtEntries(Function):
    """The sums of x[i] y[j] at A's entries."""

    @staticmethod
    def forward(ctx: Any, A: Any, x: Any, y: Any) -> torch.Tensor:
        _AtEntries.keep(ctx, (A, x, y), None)
        return _products.at_entries(A, x, y)

    @staticmethod
    def keep(ctx: Any, inputs: Any, output: Any) -> None:
        A, x, y = inputs
        remember(ctx, A)
        ctx.save_for_backward(x, y)
        ctx.save_for_forward(x, y)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> tuple[Any, ...]:
        A, (x, y) = remembered(ctx, gradient), ctx.saved_tensors
        of_x = of_y = None
        if ctx.needs_input_grad[1]:
            of_x = _like(product(A, gradient, y.conj()), x)
        if ctx.needs_input_grad[2]:
            of_y = _like(product(A, gradient, x.conj(), transpose=True), y)
        return None, of_x, of_y


class _TracedProduct(Function):
    """The same by name, as torch.compile and torch.func want it."""

    @staticmethod
    def forward(A: str, values: Any, x: Any, transpose: bool, ring: str, of_entries: bool) -> torch.Tensor:
        return torch.ops.graphblast.product(A, values, x, transpose, ring, of_entries)

    setup_context = staticmethod(_Product.keep)
    backward = staticmethod(_Product.backward)

    @staticmethod
    def vmap(info: Any, in_dims: Any, A: str, values: Any, x: Any, transpose: bool, ring: str, of_entries: bool) -> Any:
        if in_dims[1] is None and (values is None or values.dim() == 1):
            inner = x.movedim(in_dims[2], 1)
            flat = product(A, values, inner.flatten(1), transpose, ring, of_entries)
            return flat.view(flat.shape[0], *inner.shape[1:]), 1
        values = _batched(values, in_dims[1], info.batch_size)
        x = _batched(x, in_dims[2], info.batch_size)
        if values.dim() == 2 and x.dim() == 4:
            return product(A, values, x.flatten(2), transpose, ring, of_entries).unflatten(2, x.shape[2:]), 1
        out = product(A, values.flatten(1), x.reshape(x.shape[0], -1, x.shape[-1]), transpose, ring, of_entries)
        return out.view(out.shape[0], *x.shape[1:]), 1


def _batched(t: torch.Tensor, dim: int | None, size: int) -> torch.Tensor:
    """The tensor with the batch as its dimension 1."""
    return t.unsqueeze(1).expand(t.shape[0], size, *t.shape[1:]) if dim is None else t.movedim(dim, 1)


class _TracedAtEntries(Function):
    @staticmethod
    def forward(A: str, x: Any, y: Any) -> torch.Tensor:
        return torch.ops.graphblast.at_entries(A, x, y)

    setup_context = staticmethod(_AtEntries.keep)
    backward = staticmethod(_AtEntries.backward)

    @staticmethod
    def vmap(info: Any, in_dims: Any, A: str, x: Any, y: Any) -> Any:
        x, y = (_batched(side, dim, info.batch_size) for side, dim in zip((x, y), in_dims[1:]))
        flat = at_entries(A, *(side.reshape(side.shape[0], -1, side.shape[-1]) for side in (x, y)))
        return flat.view(flat.shape[0], *x.shape[1:-1]), 1


class _TransformedProduct(_TracedProduct):
    """With derivatives in a direction, which torch.compile does not take."""

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> torch.Tensor:
        values, x = ctx.saved_tensors
        _, of_values, of_x, *_ = tangents
        terms = [] if of_values is None else [product(ctx.A, of_values, x, *ctx.how)]
        terms += [] if of_x is None else [product(ctx.A, values, of_x, *ctx.how)]
        return sum(terms[1:], terms[0])


class _TransformedAtEntries(_TracedAtEntries):
    """With derivatives in a direction, which torch.compile does not take."""

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> torch.Tensor:
        x, y = ctx.saved_tensors
        _, of_x, of_y = tangents
        terms = [] if of_x is None else [at_entries(ctx.A, of_x, y)]
        terms += [] if of_y is None else [at_entries(ctx.A, x, of_y)]
        return sum(terms[1:], terms[0])


def product(A: Any, values: Any, x: Any, transpose: bool = False, ring: str = "plus_times",
            of_entries: bool = False) -> torch.Tensor:
    """_products.product with gradients, for a ring whose results are linear in x. A: a Matrix or its name."""
    if is_traced():
        traced = _TracedProduct if torch.compiler.is_compiling() else _TransformedProduct
        return traced.apply(A if isinstance(A, str) else A._name, values, x, transpose, ring, of_entries)
    return _Product.apply(find(A) if isinstance(A, str) else A, values, x, transpose, ring, of_entries)


def at_entries(A: Any, x: Any, y: Any) -> torch.Tensor:
    """_products.at_entries with gradients. A: a Matrix or its name."""
    if is_traced():
        traced = _TracedAtEntries if torch.compiler.is_compiling() else _TransformedAtEntries
        return traced.apply(A if isinstance(A, str) else A._name, x, y)
    return _AtEntries.apply(find(A) if isinstance(A, str) else A, x, y)


def extreme(A: Matrix, values: Any, x: torch.Tensor, ring: str, of_entries: bool = False) -> torch.Tensor:
    """_products.product of detached tensors, for any ring."""
    given = None if values is None else values.detach()
    if is_traced():
        return torch.ops.graphblast.product(A._name, given, x.detach(), False, ring, of_entries)
    return _products.product(A, given, x.detach(), False, ring, of_entries)


def winners(A: Matrix, values: Any, x: torch.Tensor, y: torch.Tensor, op: str) -> tuple[torch.Tensor, ...]:
    """What sent the extreme y: entries (-1: none), rows of x, and A's values without others."""
    given = None if values is None else values.detach()
    if is_traced():
        return torch.ops.graphblast.winners(A._name, given, x.detach(), y, op)
    return _winners(A, given, x.detach(), y, op)


@torch.library.custom_op("graphblast::positions", mutates_args=(), schema="(str A, Tensor like, int side) -> Tensor")
def _positions_op(A: str, like: Any, side: int) -> torch.Tensor:
    return _products.positions(find(A), like, side).clone()


@_positions_op.register_fake
def _(A: str, like: Any, side: int) -> torch.Tensor:
    return like.new_empty(_products.positions_shape(find(A), like, side), dtype=torch.int64)


def gather(A: Matrix, x: torch.Tensor, side: int) -> torch.Tensor:
    """x at the row (0) or the column (1) of each entry."""
    if is_traced():
        chosen = torch.ops.graphblast.positions(A._name, x.detach(), side)
    else:
        chosen = _products.positions(A, x, side)
    return x.index_select(0, chosen)
