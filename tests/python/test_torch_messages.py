"""Messages along entries, by graphblast.torch, against dense tensors of PyTorch, and their gradients against differences."""

import threading

import graphblast as gb
import numpy as np
import pytest
import scipy.sparse as sp

torch = pytest.importorskip("torch")
gbt = pytest.importorskip("graphblast.torch")

OPERATORS = {"copy": lambda x, a: x + 0 * a, "mul": lambda x, a: x * a, "add": lambda x, a: x + a, "sub": lambda x, a: x - a,
             "div": lambda x, a: x / a}
ROWS, COLUMNS, FEATURES, HEADS = 7, 6, 3, 2


@pytest.fixture
def graph(rng):
    """A matrix with an empty row and an empty column, its rows and columns of entries, its values."""
    S = sp.random(ROWS, COLUMNS, 0.45, format="lil", random_state=rng)
    S[2, :], S[:, 4] = 0, 0
    S = sp.csr_array(S)
    S.sort_indices()
    entries = S.tocoo()
    return gb.Matrix.from_scipy(S), torch.tensor(entries.row).long(), torch.tensor(entries.col).long(), torch.tensor(S.data)


def random(rng, *shape, dtype=torch.float64):
    return torch.tensor(rng.uniform(0.5, 2, shape), dtype=dtype, requires_grad=dtype.is_floating_point)


def expected(line, column, a, x, op, reduce):
    """One row after the other; a has as many dimensions as x."""
    sent = OPERATORS[op](x[column], a)
    rows = []
    for i in range(ROWS):
        of_row = sent[line == i]
        rows.append(torch.zeros_like(x[0]) if not len(of_row) else {
            "sum": of_row.sum, "mean": of_row.mean, "max": of_row.amax, "min": of_row.amin}[reduce](0))
    return torch.stack(rows)


@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min"])
@pytest.mark.parametrize("op", OPERATORS)
def test_gspmm(graph, rng, op, reduce):
    A, line, column, own = graph
    x, tall = random(rng, COLUMNS, FEATURES), random(rng, COLUMNS, HEADS, FEATURES)
    values, of_heads = random(rng, len(own)), random(rng, len(own), HEADS)
    wanted = expected(line, column, own[:, None], x, op, reduce)
    assert torch.allclose(gbt.gspmm(A, x, op, reduce), wanted)
    assert torch.allclose(gbt.gspmm(A, x.detach(), op, reduce), wanted)
    assert torch.autograd.gradcheck(lambda t: gbt.gspmm(A, t, op, reduce), x)
    wanted = expected(line, column, values[:, None], x, op, reduce)
    assert torch.allclose(gbt.gspmm(A, x, op, reduce, values), wanted)
    assert torch.autograd.gradcheck(lambda v, t: gbt.gspmm(A, t, op, reduce, v), (values, x))
    assert torch.autograd.gradgradcheck(lambda v, t: gbt.gspmm(A, t, op, reduce, v), (values, x))
    wanted = expected(line, column, of_heads[:, :, None], tall, op, reduce)
    assert torch.allclose(gbt.gspmm(A, tall, op, reduce, of_heads), wanted)
    assert torch.autograd.gradcheck(lambda v, t: gbt.gspmm(A, t, op, reduce, v), (of_heads, tall))
    wanted = expected(line, column, values[:, None, None], tall, op, reduce)
    assert torch.allclose(gbt.gspmm(A, tall, op, reduce, values), wanted)
    assert torch.autograd.gradcheck(lambda v, t: gbt.gspmm(A, t, op, reduce, v), (values, tall))


def test_equal_messages_send_the_gradient_to_the_first():
    A = gb.Matrix.from_coo([0, 0, 0], [0, 1, 2], [1.0, 1.0, 1.0], (1, 3))
    x = torch.tensor([[1.0], [2.0], [2.0]], dtype=torch.float64, requires_grad=True)
    gbt.gspmm(A, x, "mul", "max").backward()
    assert x.grad.flatten().tolist() == [0, 1, 0]


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min"])
def test_halves_are_rounded_once(graph, rng, dtype, reduce):
    A, line, column, own = graph
    narrow = own.to(dtype)
    x = random(rng, COLUMNS, FEATURES, dtype=dtype)
    for op in OPERATORS:
        found = gbt.gspmm(A, x, op, reduce, narrow)
        wanted = expected(line, column, narrow.double()[:, None], x.double(), op, reduce)
        assert found.dtype == dtype
        assert torch.allclose(found.double(), wanted, rtol=2 * torch.finfo(dtype).eps, atol=0)
        found.sum().backward()
    assert x.grad.dtype == dtype and x.grad.isfinite().all()


def test_reciprocals_beyond_the_range_of_halves():
    A = gb.Matrix.from_coo([0, 0], [0, 1], np.float32(1), (1, 2))
    x, values = torch.tensor([[1e-3], [6e4]], dtype=torch.float16), torch.tensor([1e-5, 3e4], dtype=torch.float16)
    wanted = (x.double() / values.double()[:, None]).sum(0)
    given = values.clone().requires_grad_()
    found = gbt.gspmm(A, x, "div", "sum", given)
    assert found.dtype == torch.float16 and torch.equal(found[0], wanted.half())
    found.backward()
    assert given.grad[1].isclose(torch.tensor(-6e4 / 3e4**2).half(), rtol=2e-3)


@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min"])
@pytest.mark.parametrize("dtypes", [(torch.int64, torch.int64), (torch.uint8, torch.int32), (torch.float64, torch.int64),
                                    (torch.int64, torch.float64), (torch.bool, torch.int8)])
def test_quotients_of_integers(graph, dtypes, reduce):
    """The same as PyTorch's `/`, by A's own values and by given ones."""
    A, line, column, own = graph
    x = (torch.arange(COLUMNS * FEATURES).reshape(COLUMNS, FEATURES) % 7).to(dtypes[0])
    values = (torch.arange(len(own)) * 17 % 90 + 3).to(dtypes[1])
    M = gb.Matrix.from_coo(line.numpy(), column.numpy(), values.numpy(), A.shape)
    wanted = expected(line, column, values[:, None], x, "div", reduce)
    for found in (gbt.gspmm(M, x, "div", reduce), gbt.gspmm(A, x, "div", reduce, values)):
        assert found.dtype == wanted.dtype == (x / values[0]).dtype
        assert torch.allclose(found, wanted, rtol=4 * torch.finfo(wanted.dtype).eps, atol=0)


def test_halves_in_a_matrix(graph, rng):
    A, line, column, own = graph
    narrow = A.dup("float16")
    x = random(rng, COLUMNS, FEATURES, dtype=torch.float16)
    found = gbt.gspmm(narrow, x, "mul", "max")
    assert found.dtype == torch.float16
    wanted = expected(line, column, own.half().double()[:, None], x.double(), "mul", "max")
    assert torch.equal(found, wanted.half())
    assert gbt.spmm(narrow, x.float()).dtype == torch.float32
    scores = random(rng, len(own), dtype=torch.bfloat16)
    assert gbt.edge_softmax(A, scores).dtype == torch.bfloat16


@pytest.mark.parametrize("dtype", [torch.int8, torch.int32, torch.int64, torch.uint8])
def test_integers(graph, dtype):
    A, line, column, own = graph
    x = torch.arange(COLUMNS * FEATURES).reshape(COLUMNS, FEATURES).to(dtype)
    values = (torch.arange(len(own)) % 3 + 1).to(dtype)
    assert torch.equal(gbt.gspmm(A, x, "mul", "sum", values), expected(line, column, values[:, None], x, "mul", "sum").to(dtype))
    means = expected(line, column, values[:, None].double(), x.double(), "mul", "mean")
    assert torch.equal(gbt.gspmm(A, x, "mul", "mean", values), means.floor().to(dtype))


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8])
@pytest.mark.parametrize("is_own", [False, True])
@pytest.mark.parametrize("is_compiled", [False, True])
def test_means_of_narrow_integers(dtype, is_own, is_compiled):
    """Neither the sums nor the number of entries fit into the type."""
    count = 300
    ones = np.ones(count, np.int8 if dtype == torch.int8 else np.uint8)
    A = gb.Matrix.from_csr(np.array([0, count]), np.arange(count), ones, (1, count))
    values = None if is_own else torch.tensor(ones)
    x = torch.full((count, 2), 100, dtype=dtype)
    x[:, 1] = torch.arange(count) % 2 * 5
    torch.compiler.reset()  # one function is compiled for a few matrices at most
    for op, wanted in (("copy", [100, 2]), ("mul", [100, 2]), ("add", [101, 3]), ("sub", [99, 1])):
        function = torch.compile(gbt.gspmm, backend="aot_eager", fullgraph=True) if is_compiled else gbt.gspmm
        found = function(A, x, op, "mean", values)
        assert found.dtype == dtype and found.tolist() == [wanted]


def test_rows_of_more_entries_than_float32_counts():
    count = 2**24 + 1
    A = gb.Matrix.from_csr(np.array([0, count]), np.arange(count, dtype=np.int32), np.float32(1), (1, count), check=False)
    found = gbt.gspmm(A, torch.ones(count, 1, dtype=torch.float64), "copy", "mean")
    assert found.item() == 1


def test_complex_gradients(graph, rng):
    A, line, column, own = graph
    made = [rng.random(shape) + 1j * rng.random(shape) for shape in ((COLUMNS, FEATURES), (len(own),), (ROWS, FEATURES))]
    x, values, y = (torch.tensor(part, requires_grad=True) for part in made)
    assert torch.allclose(gbt.spmm_values(A, values, x), expected(line, column, values[:, None], x, "mul", "sum"))
    assert torch.autograd.gradcheck(lambda v, t: gbt.spmm_values(A, v, t), (values, x))
    assert torch.autograd.gradcheck(lambda s, t: gbt.sddmm(A, s, t), (y, x))
    assert torch.autograd.gradcheck(lambda t: gbt.spmm(A, t), x)


def test_sddmm_of_heads(graph, rng):
    A, line, column, _ = graph
    x, y = random(rng, ROWS, HEADS, FEATURES), random(rng, COLUMNS, HEADS, FEATURES)
    assert torch.allclose(gbt.sddmm(A, x, y), (x[line] * y[column]).sum(-1))
    assert torch.autograd.gradcheck(lambda s, t: gbt.sddmm(A, s, t), (x, y))
    assert torch.autograd.gradgradcheck(lambda s, t: gbt.sddmm(A, s, t), (x, y))
    with pytest.raises(ValueError, match=r"sddmm: x of shape \(6, 2, 3\)"):
        gbt.sddmm(A, y, y)


@pytest.mark.parametrize("heads", [(), (HEADS,)])
def test_edge_softmax(graph, rng, heads):
    A, line, _, own = graph
    scores = random(rng, len(own), *heads)
    wanted = torch.empty_like(scores)
    for i in range(ROWS):
        wanted[line == i] = torch.softmax(scores[line == i], 0)
    assert torch.allclose(gbt.edge_softmax(A, scores), wanted)
    assert torch.allclose(gbt.edge_softmax(A, scores + 5000), wanted)
    assert torch.autograd.gradcheck(lambda t: gbt.edge_softmax(A, t), scores)
    assert torch.autograd.gradgradcheck(lambda t: gbt.edge_softmax(A, t), scores)


def test_features_of_entries(graph, rng):
    A, line, column, _ = graph
    x, y = random(rng, ROWS, HEADS, FEATURES), random(rng, COLUMNS, FEATURES)
    assert torch.equal(gbt.at_rows(A, x), x[line]) and torch.equal(gbt.at_columns(A, y), y[column])
    assert torch.autograd.gradcheck(lambda t: gbt.at_rows(A, t), x)
    with pytest.raises(ValueError, match=r"at_columns: x of shape \(7, 2, 3\) for a matrix of shape \(7, 6\)"):
        gbt.at_columns(A, x)


def test_second_gradients(graph, rng):
    A, _, _, own = graph
    values, x, y = random(rng, len(own)), random(rng, COLUMNS, FEATURES), random(rng, ROWS, FEATURES)
    assert torch.autograd.gradgradcheck(lambda v, t: gbt.spmm_values(A, v, t), (values, x))
    assert torch.autograd.gradgradcheck(lambda s, t: gbt.sddmm(A, s, t), (y, x))
    assert torch.autograd.gradgradcheck(lambda t: gbt.spmm(A, t) ** 2, x)
    spread = x.detach() + torch.arange(COLUMNS * FEATURES).reshape(x.shape)
    assert torch.autograd.gradgradcheck(lambda t: gbt.maxk_spmm(A, t, 2) ** 2, spread.requires_grad_())


def test_what_does_not_fit(graph, rng):
    A, _, _, own = graph
    x = random(rng, COLUMNS, FEATURES)
    for call, text in [(lambda: gbt.gspmm(A, x, "pow"), "gspmm: op 'pow'"),
                       (lambda: gbt.gspmm(A, x, "mul", "prod"), "reduce 'prod'"),
                       (lambda: gbt.gspmm(A, x[:4]), "spmm: a matrix of 7 x 6, x of 4 rows"),
                       (lambda: gbt.spmm_values(A, own[:2], x), r"spmm_values: values of shape \(2,\) for"),
                       (lambda: gbt.spmm_values(A, own[:, None].expand(-1, 3), x), "values of 3 heads"),
                       (lambda: gbt.edge_softmax(A, x.unsqueeze(0)), r"edge_softmax: scores of shape \(1, 6, 3\)")]:
        with pytest.raises(ValueError, match=text):
            call()
    with pytest.raises(TypeError, match="edge_softmax: scores of torch.int64"):
        gbt.edge_softmax(A, torch.arange(len(own)))
    with pytest.raises(TypeError, match="ndarray is no matrix"):
        gbt.spmm(np.eye(3), x)
    jumbled = gb.Matrix.from_csr(np.array([0, 2]), np.array([1, 0]), np.ones(2), (1, 2), is_sorted=False)
    with pytest.raises(ValueError, match="do not ascend"):
        gbt.spmm_values(jumbled, torch.ones(2), torch.ones(2, 1))
    y = torch.tensor([[5.0], [7.0]])
    for x in (torch.ones(1, 1), torch.ones(1, 3, 1)):
        with pytest.raises(ValueError, match="do not ascend"):
            gbt.sddmm(jumbled, x, y if x.dim() == 2 else y[:, None].expand(2, 3, 1))
    assert gbt.sddmm(jumbled.dup(), torch.ones(1, 1), y).tolist() == [5, 7]


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 0), (3, 4)])
def test_without_entries(shape):
    A = gb.Matrix("float64", *shape)
    x = torch.ones(shape[1], 2, dtype=torch.float64, requires_grad=True)
    for reduce in ("sum", "mean", "max"):
        found = gbt.gspmm(A, x, "add", reduce)
        assert torch.equal(found, torch.zeros(shape[0], 2, dtype=torch.float64))
        found.sum().backward()
    assert torch.equal(x.grad, torch.zeros_like(x))
    assert gbt.sddmm(A, torch.ones(shape[0], 2), torch.ones(shape[1], 2)).shape == (0,)
    assert gbt.edge_softmax(A, torch.ones(0, 2)).shape == (0, 2)
    assert gbt.spmm(A, x[:, :0]).shape == (shape[0], 0)


def test_a_changed_matrix_is_read_anew(graph, rng):
    A, _, _, own = graph
    x = random(rng, COLUMNS, FEATURES)
    gbt.spmm(A, x).sum().backward()  # keeps the transpose
    A[2, 4] = 3.0
    x.grad = None
    gbt.spmm(A, x).sum().backward()
    dense = torch.tensor(A.to_dense())
    assert torch.allclose(gbt.spmm(A, x), dense @ x)
    assert torch.allclose(x.grad, dense.sum(0)[:, None].expand_as(x))
    assert gbt.sddmm(A, torch.ones(ROWS, 1), torch.ones(COLUMNS, 1)).shape == (len(own) + 1,)


@pytest.mark.parametrize("make", ["csc", "iso", "bool", "bitmap"])
def test_matrices_of_other_forms(rng, make):
    S = sp.random(5, 4, 0.6, format=make if make == "csc" else "csr", random_state=rng)
    A = gb.Matrix.from_scipy(S)
    if make == "iso":
        A = gb.Matrix.from_csr(S.indptr, S.indices, 2.0, S.shape)
    if make == "bool":
        A = gb.Matrix.from_scipy(S.astype(bool))
    if make == "bitmap":
        A._keep_format(gb.lib.GrX_BITMAP)
    dense = torch.tensor(A.to_dense()).double()
    x = random(rng, 4, 3)
    line, column = dense.nonzero(as_tuple=True)
    values = random(rng, len(line))
    assert torch.allclose(gbt.spmm(A, x), dense @ x)
    assert torch.allclose(gbt.spmm_values(A, values, x), torch.zeros_like(dense).index_put((line, column), values) @ x)
    found = gbt.gspmm(A, x, "mul", "max")
    sent = torch.where(dense[:, :, None] != 0, dense[:, :, None] * x, -torch.inf).amax(1)
    assert torch.allclose(found, torch.where(sent > -torch.inf, sent, 0))
    assert torch.autograd.gradcheck(lambda v, t: gbt.spmm_values(A, v, t) + gbt.gspmm(A, t, "mul", "max"), (values, x))


def test_large_results_and_strides(rng):
    """Results that keep the library's array, and operands whose rows do not follow each other."""
    S = sp.random(3000, 2000, 0.003, format="csr", random_state=rng)
    A, dense = gb.Matrix.from_scipy(S), torch.tensor(S.toarray())
    x = torch.tensor(rng.random((40, 2000))).T
    assert torch.allclose(gbt.spmm(A, x), dense @ x)
    few = x[:, ::20]
    sent = torch.where(dense[:, :, None] > 0, dense[:, :, None] * few, -torch.inf).amax(1)
    assert torch.allclose(gbt.gspmm(A, few, "mul", "max"), sent.clamp(min=0))


def test_threads_share_a_matrix(rng):
    S = sp.random(60, 60, 0.1, format="csr", random_state=rng)
    A, dense = gb.Matrix.from_scipy(S) + gb.Matrix("float64", 60), torch.tensor(S.toarray())
    failures = []

    def work(seed):
        x = torch.rand(60, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(seed), requires_grad=True)
        for _ in range(20):
            x.grad = None
            found = gbt.spmm_values(A, torch.tensor(S.data), x) + gbt.spmm(A, x)
            found.sum().backward()
            if not (torch.allclose(found, 2 * dense @ x) and torch.allclose(x.grad, 2 * dense.sum(0)[:, None].expand(60, 4))):
                failures.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_memory_stays(rng):
    """Conversions and products leave nothing behind: 600 of 4 MB each would be 2.4 GB."""
    import resource

    S = sp.random(4000, 4000, 0.01, format="csr", random_state=rng, dtype=np.float32)
    x = torch.rand(4000, 32, requires_grad=True)

    parts = [torch.from_numpy(part) for part in (S.indptr, S.indices, S.data)]

    def once():
        A = gbt.matrix(torch.sparse_csr_tensor(*parts, S.shape))
        x.grad = None
        gbt.spmm(A, x).sum().backward()

    for _ in range(30):
        once()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        once()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KiB


@pytest.mark.parametrize("dtype", [torch.float16, torch.float64])
@pytest.mark.parametrize("reduce", ["max", "min"])
@pytest.mark.parametrize("op", OPERATORS)
def test_nan_alone_is_the_extreme(dtype, reduce, op):
    """Row 0 has NaN alone, row 1 NaN and numbers, row 2 nothing: with gradients and without."""
    A = gb.Matrix.from_coo([0, 0, 1, 1, 1], [0, 1, 0, 2, 3], [2.0, 3.0, 4.0, 5.0, 6.0], (3, 4), dtype="float32")
    x = torch.tensor([torch.nan, torch.nan, 2.0, 4.0], dtype=dtype)[:, None]
    trained = x.clone().requires_grad_()
    found = gbt.gspmm(A, trained, op, reduce)
    numbers = [OPERATORS[op](x[k].float(), a) for k, a in ((2, 5.0), (3, 6.0))]
    assert found[0].isnan() and found[2] == 0
    assert torch.allclose(found[1].float(), (max if reduce == "max" else min)(numbers))
    assert torch.equal(found.nan_to_num(7), gbt.gspmm(A, x, op, reduce).nan_to_num(7))
    found[0].sum().backward()
    assert trained.grad[0] != 0 and trained.grad[1:].eq(0).all()


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min"])
def test_matrices_of_booleans(graph, rng, op, reduce):
    A, line, column, own = graph
    x = random(rng, COLUMNS, FEATURES)
    for M, values in ((A.dup("bool"), None), (A, torch.ones(len(own), dtype=torch.bool))):
        found = gbt.gspmm(M, x, op, reduce, values)
        assert torch.allclose(found, expected(line, column, torch.ones(len(own), 1), x, op, reduce))
        assert torch.allclose(found, gbt.gspmm(M, x.detach(), op, reduce, values))
        assert torch.autograd.gradcheck(lambda t: gbt.gspmm(M, t, op, reduce, values), x)


@pytest.mark.parametrize("op", OPERATORS)
def test_tangents_of_extremes(graph, rng, op):
    A, line, column, own = graph
    x, values = random(rng, COLUMNS, FEATURES).detach(), random(rng, len(own)).detach()
    of_x, of_values = random(rng, COLUMNS, FEATURES).detach(), random(rng, len(own)).detach()
    with torch.autograd.forward_ad.dual_level():
        dual, dual_values = (torch.autograd.forward_ad.make_dual(*pair) for pair in ((x, of_x), (values, of_values)))
        found = torch.autograd.forward_ad.unpack_dual(gbt.gspmm(A, dual, op, "max", dual_values)).tangent
    wanted = torch.func.jvp(lambda t, v: expected(line, column, v[:, None], t, op, "max"), (x, values), (of_x, of_values))[1]
    assert torch.allclose(found, wanted)
