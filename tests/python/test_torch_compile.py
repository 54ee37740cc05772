"""graphblast.torch in torch.compile, torch.func and torch.sparse.mm, and other packages' matrices."""

import graphblast as gb
import pytest
import scipy.sparse as sp

torch = pytest.importorskip("torch")
gbt = pytest.importorskip("graphblast.torch")
from graphblast.torch import _sparse_mm  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:Sparse C")


@pytest.fixture
def problem(rng):
    S = sp.random(7, 6, 0.4, format="csr", random_state=rng)
    S.sort_indices()
    x = torch.tensor(rng.random((6, 3)), requires_grad=True)
    return gb.Matrix.from_scipy(S), torch.tensor(S.data, requires_grad=True), x


CALLS = {
    "spmm": lambda A, v, x: gbt.spmm(A, x),
    "spmm_values": gbt.spmm_values,
    "sddmm": lambda A, v, x: gbt.sddmm(A, x.new_ones(7, 3) * x.sum(), x),
    "mean": lambda A, v, x: gbt.gspmm(A, x, "add", "mean", v),
    "max": lambda A, v, x: gbt.gspmm(A, x, "mul", "max", v),
    "own max": lambda A, v, x: gbt.gspmm(A, x, "sub", "max"),
    "softmax": lambda A, v, x: gbt.edge_softmax(A, v),
    "heads": lambda A, v, x: gbt.spmm_values(A, torch.stack([v, 2 * v], 1), torch.stack([x, x + 1], 1)),
    "at_columns": lambda A, v, x: gbt.at_columns(A, x),
    "maxk": lambda A, v, x: gbt.maxk(x, 2),
    "maxk_spmm": lambda A, v, x: gbt.maxk_spmm(A, x, 2),
}


def results(function, A, v, x):
    """The result and the gradients, of which some do not exist."""
    found = function(A, v, x)
    weights = torch.arange(found.numel(), dtype=found.dtype).view(found.shape)
    return [found.detach(), *torch.autograd.grad((found * weights).sum(), (v, x), allow_unused=True)]


@pytest.mark.parametrize("name", CALLS)
def test_compiled(problem, name):
    A, v, x = problem
    compiled = torch.compile(CALLS[name], fullgraph=True, backend="aot_eager")
    for found, wanted in zip(results(compiled, A, v, x), results(CALLS[name], A, v, x)):
        assert (found is None and wanted is None) or torch.allclose(found, wanted)


def test_compiled_by_inductor(problem, rng):
    """Of another matrix and a changed one, the results are theirs."""
    A, v, x = problem
    layers = torch.compile(lambda A, x: torch.relu(gbt.spmm(A, x) + 1).sum(1), fullgraph=True)
    other = gb.Matrix.from_scipy(sp.random(9, 6, 0.5, format="csr", random_state=rng))
    for M in (A, other, A):
        assert torch.allclose(layers(M, x), torch.relu(torch.tensor(M.to_dense()) @ x + 1).sum(1))
    A[0, 0] = 5.0
    assert torch.allclose(layers(A, x), torch.relu(torch.tensor(A.to_dense()) @ x + 1).sum(1))


@pytest.mark.parametrize("op", ["product", "at_entries", "winners", "positions", "are_largest"])
def test_the_ops_keep_pytorchs_rules(problem, op):
    A, v, x = (part.detach() if isinstance(part, torch.Tensor) else part for part in problem)
    arguments = {"product": (A._name, v, x, False, "plus_times", False),
                 "at_entries": (A._name, torch.ones(7, 3, dtype=x.dtype), x),
                 "winners": (A._name, None, x, gbt.gspmm(A, x, "mul", "max"), "mul"), "positions": (A._name, x, 1),
                 "are_largest": (x, 2)}[op]
    called = getattr(torch.ops.graphblast, op).default
    found = torch.library.opcheck(called, arguments, test_utils=("test_schema", "test_faketensor"))
    assert set(found.values()) == {"SUCCESS"}


def test_a_matrix_that_is_not_there_is_named(problem):
    A, _, x = problem
    name = A._name
    found = torch.func.vjp(lambda t: gbt.spmm(A, t), x.detach())[1]
    A[0, 0] = 1.0
    with pytest.raises(RuntimeError, match="not there any more"):
        torch.ops.graphblast.product(name, None, x.detach(), False, "plus_times", False)
    with pytest.raises(RuntimeError, match="not there any more"):
        found(torch.ones(7, 3, dtype=x.dtype))


@pytest.mark.parametrize("name", [name for name in CALLS if "max" not in name])
def test_func(problem, name):
    A, v, x = problem
    found = torch.func.grad(lambda v, x: CALLS[name](A, v, x).pow(2).sum(), argnums=(0, 1))(v, x)
    wanted = torch.autograd.grad(CALLS[name](A, v, x).pow(2).sum(), (v, x), allow_unused=True)
    for one, other in zip(found, wanted):
        assert torch.allclose(one, torch.zeros_like(one) if other is None else other)


def test_func_max(problem):
    A, v, x = problem
    found = torch.func.grad(lambda x: gbt.gspmm(A, x, "mul", "max", v).pow(2).sum())(x)
    assert torch.allclose(found, torch.autograd.grad(gbt.gspmm(A, x, "mul", "max", v).pow(2).sum(), x)[0])


@pytest.mark.parametrize("batched", [(0, None), (None, 0), (0, 0), (1, 2)])
def test_vmap(problem, rng, batched):
    A, v, x = problem
    many = [torch.tensor(rng.random(4 * t.numel())).reshape(4, *t.shape) for t in (v, x)]
    given = [t if dim is None else m.movedim(0, dim) for t, m, dim in zip((v, x), many, batched)]
    found = torch.func.vmap(lambda v, x: gbt.spmm_values(A, v, x), batched)(*given)
    one = [[t if dim is None else m[k] for t, m, dim in zip((v, x), many, batched)] for k in range(4)]
    assert torch.allclose(found, torch.stack([gbt.spmm_values(A, *part) for part in one]))
    found = torch.func.vmap(lambda y: gbt.sddmm(A, y.new_ones(7, 3), y))(many[1])
    assert torch.allclose(found, torch.stack([gbt.sddmm(A, y.new_ones(7, 3), y) for y in many[1]]))
    tall = torch.tensor(rng.random((4, 6, 2, 3)))
    found = torch.func.vmap(lambda y: gbt.spmm(A, y))(tall)
    assert torch.allclose(found, torch.stack([gbt.spmm(A, y) for y in tall]))


@pytest.mark.filterwarnings("ignore:There is a performance drop")
@pytest.mark.parametrize("name", CALLS)
def test_vmap_of_all(problem, rng, name):
    A, v, _ = problem
    many = torch.tensor(rng.random((3, 6, 3)))
    found = torch.func.vmap(lambda x: CALLS[name](A, v.detach() * (1 + x.sum()), x))(many)
    assert torch.allclose(found, torch.stack([CALLS[name](A, v.detach() * (1 + x.sum()), x) for x in many]))


@pytest.mark.parametrize("name", CALLS)
def test_forward_mode(problem, name):
    """Directional derivatives agree with the gradients, and a product's Hessian with that of dense tensors."""
    A, v, x = (part.detach() if isinstance(part, torch.Tensor) else part for part in problem)
    along = v * 0.3 - 0.1, x * x + 0.2
    found, change = torch.func.jvp(lambda v, x: CALLS[name](A, v, x), (v, x), along)
    weights = torch.arange(found.numel(), dtype=found.dtype).view(found.shape)
    gradients = torch.func.grad(lambda v, x: (CALLS[name](A, v, x) * weights).sum(), argnums=(0, 1))(v, x)
    assert torch.allclose((change * weights).sum(), sum((g * t).sum() for g, t in zip(gradients, along)))


def test_hessian(problem):
    A, _, x = problem
    dense = torch.tensor(A.to_dense())
    assert torch.allclose(torch.func.hessian(lambda t: (gbt.spmm(A, t) ** 3).sum())(x.detach()),
                          torch.func.hessian(lambda t: ((dense @ t) ** 3).sum())(x.detach()))


# ---- torch.sparse.mm


@pytest.fixture
def tensors(rng):
    S = sp.random(7, 6, 0.5, format="lil", random_state=rng)
    S[3, :] = 0
    dense = torch.tensor(S.toarray() - 0.3 * (S.toarray() > 0))
    return dense.to_sparse_csr(), torch.tensor(rng.random((6, 3)) - 0.4)


@pytest.mark.parametrize("reduce", ["sum", "mean", "amax", "amin"])
def test_what_goes_to_other_devices_is_pytorchs(tensors, reduce):
    """The functions that are registered for CUDA, on the host, against PyTorch's own kernel there."""
    A, x = tensors
    found, entries = _sparse_mm.reduced(A, x, reduce)
    of, given = A.clone().requires_grad_(), x.clone().requires_grad_()
    theirs = torch.sparse.mm(of, given, reduce)
    assert torch.allclose(found, theirs)
    weights = torch.arange(theirs.numel(), dtype=x.dtype).view(theirs.shape)
    theirs.backward(weights)
    of_A, of_x = _sparse_mm.gradients(A, weights, x, reduce, entries, (True, True))
    assert torch.allclose(of_x, given.grad) and torch.allclose(of_A.values(), of.grad.values())
    assert _sparse_mm.gradients(A, weights, x, reduce, entries, (False, False)) == (None, None)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64])
@pytest.mark.parametrize("reduce", ["sum", "mean", "amax", "amin"])
def test_integers_in_sparse_mm(tensors, dtype, reduce):
    A, x = tensors
    dense, y = ((10 * t).abs().round().to(dtype) for t in (A.to_dense(), x))
    rows = []
    for line in dense:
        sent = line[line != 0][:, None].long() * y[line != 0].long()
        rows.append(torch.zeros(3) if not len(sent) else
                    sent.double().mean(0).floor() if reduce == "mean" else getattr(sent, reduce)(0))
    found = torch.sparse.mm(dense.to_sparse_csr(), y, reduce)
    assert found.dtype == dtype
    assert torch.equal(found, torch.stack([row.to(dtype) for row in rows]))


def test_what_sparse_mm_does_not_take(tensors):
    A, x = tensors
    with pytest.raises(ValueError, match="reduce='prod'"):
        _sparse_mm.reduced(A, x, "prod")
    with pytest.raises(ValueError, match="torch.sparse_csc"):
        _sparse_mm.reduced(A.to_sparse_csc(), x, "sum")
    with pytest.raises(TypeError, match="torch.float64 and torch.float32"):
        _sparse_mm.reduced(A, x.float(), "sum")


# ---- matrices of other packages


@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.int64])
def test_sparse_tensors(tensors, layout, dtype):
    dense = (4 * tensors[0].to_dense()).to(dtype)
    A = dense.to_sparse(layout=getattr(torch, f"sparse_{layout}"))
    assert gbt.matrix(A) is gbt.matrix(A)
    assert torch.equal(gbt.spmm(A, torch.eye(6, dtype=dtype)), dense)
    if layout == "csr":
        before = gbt.matrix(A)
        A.values().mul_(2)
        assert gbt.matrix(A) is not before
        assert torch.equal(gbt.spmm(A, torch.eye(6, dtype=dtype)), 2 * dense)


def test_what_is_no_matrix():
    with pytest.raises(TypeError, match="Tensor is no matrix"):
        gbt.matrix(torch.ones(2, 2))
    with pytest.raises(ValueError, match="3 dimensions"):
        gbt.matrix(torch.ones(2, 2, 2).to_sparse())


class SparseTensor:
    """What functions ask of torch_sparse's."""

    def __init__(self, tensor, has_values):
        self.tensor, self.has_values = tensor, has_values

    def csr(self):
        return self.tensor.crow_indices(), self.tensor.col_indices(), self.tensor.values() if self.has_values else None

    def sparse_sizes(self):
        return tuple(self.tensor.shape)


@pytest.mark.parametrize("has_values", [True, False])
def test_sparse_tensor_of_torch_sparse(tensors, has_values):
    A, x = tensors
    dense = A.to_dense() if has_values else (A.to_dense() != 0).double()
    kept = SparseTensor(A, has_values)
    assert torch.allclose(gbt.spmm(kept, x), dense @ x) and gbt.matrix(kept) is gbt.matrix(kept)


def test_edge_index():
    geometric = pytest.importorskip("torch_geometric", reason="torch_geometric, which has EdgeIndex, is not installed")
    edges = geometric.EdgeIndex([[0, 1, 1, 3, 1], [1, 0, 2, 3, 2]], sparse_size=(4, 5))
    x = torch.rand(5, 3)
    dense = torch.zeros(4, 5).index_put_((edges[0].as_tensor(), edges[1].as_tensor()), torch.ones(5), accumulate=True)
    assert torch.allclose(gbt.spmm(edges, x), dense @ x)
    assert gbt.matrix(edges) is gbt.matrix(edges)
