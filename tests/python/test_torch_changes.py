"""graphblast.torch where matrices, tensors and PyTorch's modes change between calls."""

import graphblast as gb
import pytest

torch = pytest.importorskip("torch")
gbt = pytest.importorskip("graphblast.torch")
from graphblast.torch import _sparse_mm  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:Sparse C", "ignore:Sparse invariant")


@pytest.fixture
def A():
    return gb.Matrix.from_coo([0, 1, 1], [0, 0, 1], [1.0, 2.0, 3.0], (2, 2))


@pytest.fixture
def x():
    return torch.tensor([[1.0, 4.0], [2.0, 5.0]], dtype=torch.float64, requires_grad=True)


PRODUCTS = {
    "spmm": gbt.spmm,
    "spmm_values": lambda A, x: gbt.spmm_values(A, torch.ones(3, dtype=x.dtype), x),
    "sddmm": lambda A, x: gbt.sddmm(A, x, x),
    "maxk_spmm": lambda A, x: gbt.maxk_spmm(A, x, 1),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_a_matrix_that_changed_gives_no_gradient(A, x, name):
    found = PRODUCTS[name](A, x).sum()
    A[0, 0] = 100.0
    with pytest.raises(RuntimeError, match="changed between the product and its gradient"):
        found.backward()
    PRODUCTS[name](A, x).sum().backward()
    assert x.grad is not None


@pytest.mark.parametrize("layout", ["csr", "csc"])
@pytest.mark.parametrize("is_traced", [False, True])
def test_a_sparse_tensor_that_changed_gives_no_gradient(x, layout, is_traced):
    T = torch.tensor([[1.0, 0.0], [2.0, 3.0]], dtype=torch.float64).to_sparse(layout=getattr(torch, f"sparse_{layout}"))
    if is_traced:
        M = gbt.matrix(T)
        found = torch.func.vjp(lambda t: gbt.spmm(M, t).sum(), x.detach())[1]
    else:
        product = gbt.spmm(T, x).sum()
    T.values().mul_(5)
    with pytest.raises(RuntimeError, match="modified by an in-place operation"):
        found(torch.tensor(1.0, dtype=torch.float64)) if is_traced else product.backward()
    gbt.spmm(T, x).sum().backward()
    assert torch.equal(x.grad, T.to_dense().sum(0)[:, None].expand(2, 2))


@pytest.mark.parametrize("format", ["GrX_BITMAP", "GrX_SPARSE"])
@pytest.mark.parametrize("is_lent", [False, True])
def test_a_form_of_storage_is_no_change(A, x, format, is_lent):
    if is_lent:
        A = gb.Matrix.from_csr(*A.to_csr(copy=True), A.shape)
    before, dense = gbt.spmm(A, x), torch.tensor(A.to_dense())
    pulled = torch.func.vjp(lambda t: gbt.spmm(A, t), x.detach())[1]
    name = A._name
    A._keep_format(getattr(gb.lib, format))
    assert A._name == name
    before.sum().backward()
    assert torch.equal(x.grad, dense.sum(0)[:, None].expand(2, 2))
    assert torch.equal(pulled(torch.ones_like(before))[0], x.grad)
    assert torch.equal(gbt.spmm(A, x), dense @ x)


def test_no_plan_outlives_its_handle(A, x):
    lent = gb.Matrix.from_csr(*A.to_csr(copy=True), A.shape)
    gbt.spmm(lent, x)
    plans = [key for key, made in lent._kept.items() if hasattr(made, "reads_handle")]
    assert len(plans) == 1
    lent._keep_format(gb.lib.GrX_BITMAP)
    assert plans[0] not in lent._kept and "facts" in lent._kept


def test_the_older_vmap_is_refused(A, x):
    found = gbt.spmm(A, x)
    with pytest.raises(NotImplementedError, match="is_grads_batched"):
        torch.autograd.grad(found, x, torch.ones(4, 2, 2, dtype=x.dtype), is_grads_batched=True)


# ---- inference mode


def test_training_after_inference(A, x):
    """What A keeps of calls without gradients serves those with gradients."""
    layer = gbt.nn.GATv2Conv(2, 2)
    calls = [lambda t: gbt.at_rows(A, t), lambda t: gbt.gspmm(A, t, "add", "mean"), lambda t: gbt.gspmm(A, t, "mul", "max"),
             lambda t: gbt.spmm_values(A, torch.ones(3, 2, dtype=x.dtype), torch.stack([t, t], 1)),
             lambda t: layer(t.float(), A).double()]
    with torch.inference_mode():
        wanted = [call(x.detach()) for call in calls]
    for call, found in zip(calls, wanted):
        x.grad = None
        trained = call(x)
        trained.sum().backward()
        assert torch.allclose(trained, found) and x.grad.abs().sum() > 0


@pytest.mark.parametrize("layout", ["csr", "csc", "coo"])
def test_sparse_tensors_of_inference(layout):
    dense, ones = torch.tensor([[1.0, 0.0], [2.0, 3.0]]), torch.eye(2)
    usual = dense.to_sparse(layout=getattr(torch, f"sparse_{layout}"))
    with torch.inference_mode():
        T = dense.to_sparse(layout=getattr(torch, f"sparse_{layout}"))
        assert torch.equal(gbt.spmm(T, ones), dense)
        assert torch.equal(gbt.spmm(usual, ones), dense)
        if layout != "coo":
            T.values().mul_(2)
            assert torch.equal(gbt.spmm(T, ones), 2 * dense)
    given = ones.clone().requires_grad_()
    gbt.spmm(usual, given).sum().backward()
    assert torch.equal(given.grad, dense.sum(0)[:, None].expand(2, 2))


# ---- devices


@pytest.mark.parametrize("rows", [2, 400])
def test_another_default_device(rows):
    """Products of tensors on the host are there, whatever device PyTorch makes its tensors on."""
    dense = torch.diag(torch.arange(1.0, rows + 1)) + torch.diag(torch.ones(rows - 1), 1)
    line, column = dense.nonzero(as_tuple=True)
    A = gb.Matrix.from_coo(line.numpy(), column.numpy(), dense[line, column].numpy(), dense.shape)
    values, x, y = dense[line, column].requires_grad_(), torch.rand(rows, 200, requires_grad=True), torch.rand(rows, 200)
    with torch.device("meta"):
        for _ in range(2):
            assert torch.allclose(gbt.spmm(A, y), dense @ y)
        found = gbt.spmm_values(A, values, x)
        (found * y).sum().backward()
        assert gbt.gspmm(A, y, "copy", "sum").is_cpu and gbt.edge_softmax(A, values).is_cpu
        assert torch.equal(gbt.sddmm(A, y[:, :0], y[:, :0]), torch.zeros(len(values), device="cpu"))
        assert gbt.gspmm(A, x, "add", "mean").is_cpu and gbt.gspmm(A, x, "add", "max").is_cpu
        assert gbt.maxk_spmm(A, y, 2).is_cpu
    assert torch.allclose(found, dense @ x) and torch.allclose(x.grad, dense.T @ y)
    assert torch.allclose(values.grad, (y[line] * x[column]).sum(1))


def test_gradients_of_sparse_mm_with_another_default_device(x):
    T = torch.tensor([[1.0, 0.0], [2.0, 3.0]], dtype=x.dtype).to_sparse_csr()
    with torch.device("meta"):
        of_A, of_x = _sparse_mm.gradients(T, x.detach(), x.detach(), "sum", x.new_empty(0), (True, True))
    assert torch.equal(of_x, T.to_dense().T @ x) and torch.equal(of_A.values(), (x @ x.T)[[0, 1, 1], [0, 0, 1]])


def test_a_tensor_on_another_device_is_named_after_a_product(A, x):
    gbt.spmm(A, x)
    with pytest.raises(ValueError, match="a tensor on meta"):
        gbt.spmm(A, x.to("meta"))
