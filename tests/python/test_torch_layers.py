"""Layers of graphblast.torch.nn against the same in dense tensors, and PyTorch Geometric's where it is installed."""

import graphblast as gb
import numpy as np
import pytest
import scipy.sparse as sp

torch = pytest.importorskip("torch")
gbt = pytest.importorskip("graphblast.torch")
VERTICES, IN, OUT, HEADS = 9, 5, 4, 3


@pytest.fixture
def graph(rng):
    S = sp.random(VERTICES, VERTICES, 0.3, format="lil", random_state=rng)
    S.setdiag(1)
    S = sp.csr_array(S).astype(np.float32)
    torch.manual_seed(1)
    return gb.Matrix.from_scipy(S), torch.tensor(S.toarray()), torch.tensor(rng.random((VERTICES, IN)), dtype=torch.float32)


def by_softmax(dense, scores, values):
    """For scores (rows, columns, heads) the sums of values (columns, heads, features), weighed by the softmax over a row's
    entries."""
    weights = torch.softmax(torch.where((dense != 0)[:, :, None], scores, -torch.inf), 1)
    return torch.einsum("ijh,jhf->ihf", weights, values)


def test_normalised(graph):
    A, dense, _ = graph
    for loops in (True, False):
        summed = dense + torch.eye(VERTICES) * loops
        roots = summed.sum(1).rsqrt()
        assert torch.allclose(torch.tensor(gbt.nn.normalised(A, loops=loops).to_dense()), roots[:, None] * summed * roots)
    with pytest.raises(ValueError, match="normalised: a matrix of 2 x 3"):
        gbt.nn.normalised(gb.Matrix(float, 2, 3))
    with pytest.raises(ValueError, match="normalised: the row 1 sums to -4"):
        gbt.nn.normalised(gb.Matrix.from_coo([1], [0], [-5.0], (2, 2)))
    assert gbt.nn.normalised(gb.Matrix(float, 2, 2), loops=False).nvals == 0


@pytest.mark.parametrize("out_features", [2, 8])
def test_gcn(graph, out_features):
    A, dense, x = graph
    layer = gbt.nn.GCNConv(IN, out_features)
    torch.nn.init.normal_(layer.bias)
    assert torch.allclose(layer(x, A), dense @ (x @ layer.linear.weight.T) + layer.bias, atol=1e-5)
    assert len(list(gbt.nn.GCNConv(IN, 2, bias=False).parameters())) == 1


@pytest.mark.parametrize("concat", [True, False])
def test_gatv2(graph, concat):
    A, dense, x = graph
    layer = gbt.nn.GATv2Conv(IN, OUT, HEADS, concat)
    source, target = layer.source(x).view(VERTICES, HEADS, OUT), layer.target(x).view(VERTICES, HEADS, OUT)
    pairs = torch.nn.functional.leaky_relu(target[:, None] + source[None], 0.2)
    wanted = by_softmax(dense, (pairs * layer.attention).sum(-1), source)
    assert torch.allclose(layer(x, A), wanted.flatten(1) if concat else wanted.mean(1), atol=1e-5)


@pytest.mark.parametrize("concat", [True, False])
def test_transformer(graph, concat):
    A, dense, x = graph
    layer = gbt.nn.TransformerConv(IN, OUT, HEADS, concat)
    query, key, value = (of(x).view(VERTICES, HEADS, OUT) for of in (layer.query, layer.key, layer.value))
    wanted = by_softmax(dense, torch.einsum("ihf,jhf->ijh", query, key) / OUT ** 0.5, value)
    assert torch.allclose(layer(x, A), (wanted.flatten(1) if concat else wanted.mean(1)) + layer.root(x), atol=1e-5)


LAYERS = {"gcn": lambda: gbt.nn.GCNConv(IN, OUT), "gatv2": lambda: gbt.nn.GATv2Conv(IN, OUT, HEADS),
          "transformer": lambda: gbt.nn.TransformerConv(IN, OUT, HEADS)}


@pytest.mark.parametrize("name", LAYERS)
def test_gradients(graph, name):
    A, _, x = graph
    layer = LAYERS[name]().double()
    parameters = dict(layer.named_parameters())

    def applied(x, *values):
        return torch.func.functional_call(layer, dict(zip(parameters, values)), (x, A))

    assert torch.autograd.gradcheck(applied, (x.double().requires_grad_(), *parameters.values()))


@pytest.mark.parametrize("name", LAYERS)
def test_compiled(graph, name):
    A, _, x = graph
    layer = LAYERS[name]()
    compiled = torch.compile(layer, fullgraph=True, backend="aot_eager")
    assert torch.allclose(compiled(x, A), layer(x, A), atol=1e-6)
    found = torch.autograd.grad(compiled(x, A).sum(), layer.parameters())
    for one, other in zip(found, torch.autograd.grad(layer(x, A).sum(), layer.parameters())):
        assert torch.allclose(one, other, atol=1e-5)


@pytest.mark.parametrize("name", LAYERS)
def test_halves(graph, name):
    A, _, x = graph
    layer = LAYERS[name]()
    narrow = layer(x, A)
    found = LAYERS[name]().to(torch.bfloat16)
    found.load_state_dict(layer.state_dict())
    given = A.dup("float32") if name != "gcn" else gbt.matrix(torch.tensor(A.to_dense()).bfloat16().to_sparse_csr())
    result = found(x.bfloat16(), given)
    assert result.dtype == torch.bfloat16 and torch.allclose(result.float(), narrow, atol=0.15)


def test_pytorch_geometric_agrees(graph):
    geometric = pytest.importorskip("torch_geometric", reason="torch_geometric is not installed")
    A, dense, x = graph
    ours = gbt.nn.GATv2Conv(IN, OUT, HEADS)
    theirs = geometric.nn.GATv2Conv(IN, OUT, HEADS, add_self_loops=False)
    with torch.no_grad():
        for mine, other in ((ours.source, theirs.lin_l), (ours.target, theirs.lin_r)):
            other.weight.copy_(mine.weight)
            other.bias.copy_(mine.bias)
        theirs.att.copy_(ours.attention[None])
        theirs.bias.copy_(ours.bias)
    assert torch.allclose(ours(x, A), theirs(x, dense.nonzero().T.flip(0)), atol=1e-5)


def test_bad_sizes():
    with pytest.raises(ValueError, match="GCNConv: out_features"):
        gbt.nn.GCNConv(3, 0)
    with pytest.raises(ValueError, match="GATv2Conv: heads"):
        gbt.nn.GATv2Conv(3, 2, heads=-1)
