"""Arrays on a GPU: whose memory is read, compared by addresses with PyTorch's and CuPy's. Skipped without a GPU."""

import gc

import graphblast as gb
import numpy as np
import pytest
import scipy.sparse as sp

if gb.settings.gpu is None:
    pytest.skip("no GPU", allow_module_level=True)


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.fixture
def cupy():
    return pytest.importorskip("cupy")


def random_csr(rng, rows=200, columns=150, dtype=np.float32):
    made = sp.random(rows, columns, 0.05, format="csr", random_state=rng, dtype=dtype)
    made.sort_indices()
    return made


def moved():
    """Bytes that went between host and GPU so far."""
    counts = []
    for counter in (gb.lib.GrX_DEVICE_BYTES_IN, gb.lib.GrX_DEVICE_BYTES_OUT):
        value = gb.ffi.new("uint64_t *")
        assert gb.lib.GrX_Device_counter(value, counter) == 0
        counts.append(value[0])
    return sum(counts)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "uint8", "bool"])
def test_torch_there_and_back(torch, dtype):
    t = torch.arange(24, device="cuda").reshape(6, 4).to(getattr(torch, dtype))
    A = gb.Matrix.from_dense(t)
    assert A.dtype == np.dtype(dtype) and A.shape == (6, 4)
    before = moved()
    assert torch.from_dlpack(A).data_ptr() == t.data_ptr() and A.to_device().address == t.data_ptr()
    assert moved() == before
    assert (A.to_dense() == t.cpu().numpy()).all()
    v = gb.Vector.from_dense(t[0].clone())
    assert (v.to_numpy() == t[0].cpu().numpy()).all()


def test_results_come_out_without_a_copy(torch, cupy):
    x = torch.rand(300, 64, device="cuda")
    A = gb.Matrix.from_dense(x)
    B = A.apply("plus", right=1.0)
    first = B.to_device()
    before = moved()
    as_torch, as_cupy = torch.from_dlpack(B), cupy.from_dlpack(B)
    assert as_torch.data_ptr() == as_cupy.data.ptr == first.address == B.to_device().address
    assert cupy.asarray(first).data.ptr == first.address  # by __cuda_array_interface__
    assert moved() == before
    assert torch.equal(as_torch, x + 1)
    taken = torch.from_dlpack(A.apply("times", right=2.0).into_device())
    del first, A, B
    gc.collect()
    assert torch.equal(taken, x * 2) and torch.equal(as_torch, x + 1)


def test_cupy_csr(cupy, rng):
    cupyx = pytest.importorskip("cupyx.scipy.sparse")
    S = random_csr(rng)
    D = cupyx.csr_matrix(S)
    A = gb.Matrix.from_csr(D.indptr, D.indices, D.data, D.shape)
    assert [a.address for a in A.to_csr_device()] == [a.data.ptr for a in (D.indptr, D.indices, D.data)]
    assert (A.to_dense() == S.toarray()).all()
    C = A.mxm(A, transpose_other=True)
    parts = [cupy.from_dlpack(part) for part in C.to_csr_device()]
    assert [part.data.ptr for part in parts] == [part.address for part in C.to_csr_device()]
    back = sp.csr_array(tuple(cupy.asnumpy(part) for part in (parts[2], parts[1], parts[0])), shape=C.shape)
    assert np.allclose(back.toarray(), (S @ S.T).toarray(), rtol=1e-5)


def test_torch_csr(torch, rng):
    S = random_csr(rng)
    t = torch.sparse_csr_tensor(torch.tensor(S.indptr), torch.tensor(S.indices), torch.tensor(S.data), S.shape).cuda()
    A = gb.Matrix.from_csr(t.crow_indices(), t.col_indices(), t.values(), S.shape)
    assert A.to_csr_device()[2].address == t.values().data_ptr()
    assert (A.to_dense() == S.toarray()).all()
    p, i, x = (torch.from_dlpack(part) for part in A.apply("ainv").to_csr_device())
    assert torch.equal(torch.sparse_csr_tensor(p, i, x, S.shape).to_dense().cpu(), torch.tensor(-S.toarray()))


def test_nothing_is_written_and_nothing_stays(torch):
    held = torch.cuda.memory_allocated()
    t = torch.ones(1000, 1000, device="cuda")
    A = gb.Matrix.from_dense(t)
    copy = A.dup()
    A[0, 0] = 5.0
    assert A[0, 0] == 5 and copy[0, 0] == 1 and t[0, 0] == 1
    kept = A.to_device()
    del A, t
    gc.collect()
    del copy
    gc.collect()
    assert torch.cuda.memory_allocated() == held
    assert torch.from_dlpack(kept)[0, 0] == 5


def test_memory_goes_back(torch):
    """A thousand results handed out and let go of: the GPU has as much memory as before."""
    x = torch.rand(1024, 1024, device="cuda")  # 4 MB
    A = gb.Matrix.from_dense(x)

    def once():
        torch.from_dlpack(A.apply("ainv").into_device())

    for _ in range(20):
        once()
    before = torch.cuda.mem_get_info()[0]
    for _ in range(1000):
        once()
    assert before - torch.cuda.mem_get_info()[0] < 200e6


def test_what_does_not_fit(torch):
    t = torch.rand(8, 6, device="cuda")
    with pytest.raises(ValueError, match="follow each other"):
        gb.Matrix.from_dense(t.T)
    with pytest.raises(ValueError, match="256"):
        gb.Matrix.from_dense(t[1:])
    with pytest.raises(TypeError):
        gb.Matrix.from_dense(t.half())
    with pytest.raises(gb.errors.InvalidValue):
        gb.Vector(float, 3).to_device()


def test_gradients(torch, rng):
    gbt = pytest.importorskip("graphblast.torch")
    S = random_csr(rng, 30, 20, np.float64)
    A, dense = gb.Matrix.from_scipy(S), torch.tensor(S.toarray(), device="cuda")
    x = torch.rand(20, 8, device="cuda", dtype=torch.float64, requires_grad=True)
    y = torch.rand(30, 8, device="cuda", dtype=torch.float64, requires_grad=True)
    values = torch.tensor(S.data, device="cuda", requires_grad=True)
    product = gbt.spmm(A, x)
    assert product.is_cuda and torch.allclose(product, dense @ x)
    assert torch.allclose(gbt.spmm_values(A, values, x), dense @ x)
    rows, columns = dense.nonzero(as_tuple=True)
    assert torch.allclose(gbt.sddmm(A, y, x), (y @ x.T)[rows, columns])
    kept = torch.zeros_like(x).scatter(1, x.topk(3, 1).indices, x.topk(3, 1).values)
    assert torch.allclose(gbt.maxk_spmm(A, x, 3), dense @ kept)
    for function, inputs in ((lambda t: gbt.spmm(A, t), (x,)), (lambda v, t: gbt.spmm_values(A, v, t), (values, x)),
                             (lambda s, t: gbt.sddmm(A, s, t), (y, x)), (lambda t: gbt.maxk_spmm(A, t, 3), (x,)),
                             (lambda t: gbt.maxk(t, 3), (x,))):
        assert torch.autograd.gradcheck(function, inputs)


def test_jax(rng):
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX has no GPU")
    x = jax.numpy.asarray(rng.random((64, 32), dtype=np.float32))
    A = gb.Matrix.from_dense(x)
    assert A.to_device().address == x.unsafe_buffer_pointer()
    y = jax.numpy.from_dlpack(A.apply("plus", right=1.0).into_device())
    assert np.allclose(y, np.asarray(x) + 1)


def test_messages(torch, rng):
    """What PyTorch computes of the same on the host."""
    gbt = pytest.importorskip("graphblast.torch")
    S = sp.random(30, 20, 0.2, format="csr", random_state=rng)
    A = gb.Matrix.from_scipy(S)
    x, values = torch.tensor(rng.random((20, 2, 3))), torch.tensor(rng.random((S.nnz, 2)))
    tensor = torch.sparse_csr_tensor(*(torch.tensor(part) for part in (S.indptr, S.indices, S.data)), S.shape)
    calls = [lambda x, v: gbt.gspmm(A, x, "mul", "mean", v), lambda x, v: gbt.gspmm(A, x, "add", "max", v),
             lambda x, v: gbt.edge_softmax(A, v), lambda x, v: gbt.sddmm(A, gbt.spmm(A, x), x),
             lambda x, v: torch.sparse.mm(tensor.to(x.device), x[:, 0].contiguous(), "amax")]
    for call in calls:
        results = []
        for device in ("cpu", "cuda"):
            given = [part.to(device).requires_grad_() for part in (x, values)]
            found = call(*given)
            weights = torch.arange(found.numel(), device=device).view(found.shape)
            results.append([found, *torch.autograd.grad((found * weights).sum(), given, allow_unused=True)])
        for on_host, on_device in zip(*results):
            assert on_host is None or (on_device.is_cuda and torch.allclose(on_host, on_device.cpu()))
