"""PyTorch: products and their gradients, against PyTorch's own."""

import pathlib
import runpy
import sys

import graphblast as gb
import numpy as np
import pytest
import scipy.sparse as sp

torch = pytest.importorskip("torch")
gbt = pytest.importorskip("graphblast.torch")


@pytest.fixture
def problem(rng):
    S = sp.random(12, 9, 0.3, format="csr", random_state=rng)
    S.sort_indices()
    return gb.Matrix.from_scipy(S), torch.tensor(S.toarray()), torch.tensor(rng.random((9, 5)), requires_grad=True)


def test_spmm(problem):
    A, dense, x = problem
    assert torch.allclose(gbt.spmm(A, x), dense @ x)
    assert torch.autograd.gradcheck(lambda t: gbt.spmm(A, t), x)


def test_spmm_values(problem):
    A, dense, x = problem
    values = torch.tensor(A.to_csr(copy=True)[2], requires_grad=True)
    assert torch.allclose(gbt.spmm_values(A, values, x), dense @ x)
    assert torch.autograd.gradcheck(lambda v, t: gbt.spmm_values(A, v, t), (values, x))
    with pytest.raises(ValueError, match="3"):
        gbt.spmm_values(A, values[:3], x)


def test_sddmm(problem, rng):
    A, dense, y = problem
    x = torch.tensor(rng.random((12, 5)), requires_grad=True)
    rows, columns = dense.nonzero(as_tuple=True)
    assert torch.allclose(gbt.sddmm(A, x, y), (x @ y.T)[rows, columns])
    assert torch.autograd.gradcheck(lambda s, t: gbt.sddmm(A, s, t), (x, y))


def test_maxk(problem):
    A, dense, x = problem
    kept = torch.zeros_like(x).scatter(1, x.topk(2, 1).indices, x.topk(2, 1).values)
    assert torch.equal(gbt.maxk(x, 2), kept)
    assert torch.allclose(gbt.maxk_spmm(A, x, 2), dense @ kept)
    assert torch.autograd.gradcheck(lambda t: gbt.maxk(t, 2), x)
    assert torch.autograd.gradcheck(lambda t: gbt.maxk_spmm(A, t, 2), x)


def test_tensors_are_read_in_place(problem):
    A, _, x = problem
    before = x.detach().clone()
    gbt.spmm(A, x).add_(1)
    assert torch.equal(x, before)
    assert gb.Matrix.from_dense(x.detach()).to_numpy().ctypes.data == x.data_ptr()
    with pytest.raises(ValueError, match="1 dimensions"):
        gbt.spmm(A, x[0])


def test_half_trained_layers_learn(rng):
    """Two layers of a graph convolution fit the communities of a graph."""
    labels = np.repeat([0, 1], 20)
    edges = (rng.random((40, 40)) < np.where(labels[:, None] == labels, 0.5, 0.05)).astype(np.float32)
    edges = np.maximum(edges, edges.T) + np.eye(40, dtype=np.float32)
    A = gb.Matrix.from_scipy(sp.csr_array(edges / edges.sum(1, keepdims=True)).astype(np.float32))
    torch.manual_seed(1)
    first, second = torch.nn.Linear(40, 16), torch.nn.Linear(16, 2)
    optimiser = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.02)
    wanted, features = torch.tensor(labels), torch.eye(40)
    losses = []
    for _ in range(40):
        scores = gbt.spmm(A, second(gbt.maxk_spmm(A, first(features), 8)))
        loss = torch.nn.functional.cross_entropy(scores, wanted)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    assert losses[-1] < 0.3 * losses[0]
    assert (scores.argmax(1) == wanted).float().mean() > 0.9


@pytest.mark.parametrize("kept", [[], ["--maxk", "8"]])
def test_the_example(monkeypatch, capsys, kept):
    root = pathlib.Path(__file__).parents[2]
    data = [str(root / "tests" / "data" / f"community{name}") for name in (".mtx", "_features.mtx", "_labels.tsv")]
    monkeypatch.setattr(sys, "argv", ["gcn.py", "--epochs", "40", *kept, *data])
    runpy.run_path(str(root / "python" / "examples" / "gcn.py"), run_name="__main__")
    accuracies = [float(line.split()[2]) for line in capsys.readouterr().out.splitlines()]
    assert len(accuracies) >= 2 and min(accuracies) > 0.9 and max(accuracies) - min(accuracies) < 0.03
