"""Operands of different types against NumPy, numbers beside them, and sums that do not wrap around."""

import itertools
import math
import operator

import graphblast as gb
import ml_dtypes
import numpy as np
import pytest
import scipy.sparse as sp

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
          "complex128"]
INTEGERS = [dtype for dtype in DTYPES if "int" in dtype]


def numbers(rng, dtype, shape):
    """Small numbers and the ends of the type, which wrap around in narrower ones."""
    dtype = np.dtype(dtype)
    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        bounds = np.iinfo(dtype)
        return rng.choice(np.array([bounds.min, bounds.max, 1, 2, 3, 100], dtype), shape)
    return rng.choice(np.array([-2.5, 0.5, 1, 3, 260], dtype), shape)


def agrees(found, expected):
    found = found.to_numpy()
    return found.dtype == expected.dtype and np.allclose(found, expected, rtol=1e-6, equal_nan=True)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("first, second", list(itertools.product(DTYPES, DTYPES)))
def test_two_types(rng, first, second):
    x, y = numbers(rng, first, (4, 4)), numbers(rng, second, (4, 4))
    A, B = gb.Matrix.from_dense(x), gb.Matrix.from_dense(y)
    u, v = gb.Vector.from_dense(x[0]), gb.Vector.from_dense(y[0])
    both_bool = first == second == "bool"
    with np.errstate(all="ignore"):
        for op in (operator.add, operator.sub, operator.mul, operator.truediv):
            if both_bool and op is operator.sub:
                continue
            # Complex division by 0 is none of NumPy's strengths.
            if op is operator.truediv and "complex128" in (first, second):
                y = np.where(y == 0, np.ones(1, y.dtype), y)
                B, v = gb.Matrix.from_dense(y), gb.Vector.from_dense(y[0])
            assert agrees(op(A, B), op(x, y)), op
            assert agrees(op(u, v), op(x[0], y[0])), op
        assert agrees(A @ B, x @ y) and agrees(A @ v, x @ y[0]) and agrees(u @ B, x[0] @ y)
        assert agrees(A.kronecker(B), np.kron(x, y))
        if not both_bool:
            assert agrees(A.ewise_mult(B, "minus"), x - y)
        if "complex128" not in (first, second):
            assert agrees(A.ewise_mult(B, "max"), np.maximum(x, y))
            common = np.result_type(x, y)
            assert agrees(A.ewise_mult(B, "lt"), x.astype(common) < y.astype(common))


def test_an_operand_is_cast_before_it_is_negated():
    for first, second in (("float64", "uint8"), ("int64", "int8"), ("float32", "uint16")):
        least = np.iinfo(second).min or 1
        for kind in (gb.Vector.from_coo, lambda at, x, size, dtype: gb.Matrix.from_coo(at, at, x, (size, size), dtype=dtype)):
            A, B = kind([0], [5], 2, dtype=first), kind([0, 1], [least, least], 2, dtype=second)
            difference = (A - B).to_coo()[-1]
            assert difference.tolist() == [5 - least, -least] and difference.dtype == np.dtype(first)


@pytest.mark.parametrize("dtype", DTYPES)
def test_numbers_beside_a_matrix(rng, dtype):
    x = numbers(rng, dtype, (3, 3))
    A = gb.Matrix.from_dense(x)
    for value in (np.int8(-100), np.uint8(200), np.int64(-7), np.float32(0.5), np.float64(2.5), np.complex64(1j), np.bool_(True)):
        with np.errstate(all="ignore"):
            assert agrees(A + value, x + value), value
            assert agrees(value * A, value * x), value
            if not (dtype == "bool" and value.dtype == np.bool_):
                assert agrees(A - value, x - value), value
            assert agrees(A / value, x / value) or "complex" in dtype, value
    assert agrees(A * 2.5, x * 2.5) and agrees(A * 2j, x * 2j)
    assert (A + np.array(1)).to_numpy().tolist() == (A + np.int64(1)).to_numpy().tolist()


def test_numbers_that_widen_a_type():
    one = gb.Vector.from_coo([0], [100], dtype="int8")
    assert (one + 300)[0] == 400 and (one + 100)[0] == 200 and (one + np.int64(-300))[0] == -200
    truth = gb.Vector.from_coo([0], [True])
    assert (truth + 255)[0] == 256 and (truth * 300)[0] == 300 and (truth + 1).dtype == np.int64
    assert (gb.Vector.from_coo([0], [1.0], dtype="float32") * 1e300)[0] == 1e300
    assert (gb.Vector.from_coo([0], [1.0], dtype="float32") * math.inf).dtype == np.float32
    half = gb.Vector.from_dense(np.ones(2, np.float16))
    assert (half * 2).dtype == np.float16 and (half + 1e5)[0] == 100001 and (half + np.float32(1)).dtype == np.float32
    brain = gb.Vector.from_dense(np.ones(2, ml_dtypes.bfloat16))
    assert (brain + gb.Vector.from_dense(np.array([2, 3])))[1] == 4.0 and (brain + half).dtype == np.float32
    largest = gb.Vector.from_coo([0], [2**64 - 1], dtype="uint64")
    for value in (-1, 2**70):
        with pytest.raises(OverflowError, match=f"{value} .*uint64.*dup"):
            largest + value
    with pytest.raises(OverflowError, match="float64"):
        gb.Vector.from_coo([0], [1.0]) * 10**400


def test_booleans_have_no_differences():
    A = gb.Vector.from_coo([0], [True])
    for difference in (lambda: A - A, lambda: -A, lambda: A - True):
        with pytest.raises(TypeError, match="lxor"):
            difference()
    assert (A - 1)[0] == 0 and (A - gb.Vector.from_coo([0], [1], dtype="int8")).dtype == np.int8


def test_quotients_of_integers():
    A = gb.Vector.from_coo([0, 1], [7, -7], dtype="int32")
    assert (A / 2).to_dense().tolist() == [3.5, -3.5] and (A / A).dtype == np.float64
    assert A.apply("div", right=2).to_dense().tolist() == [3, -3]
    assert (gb.Vector.from_coo([0], [1.0], dtype="float32") / 2).dtype == np.float32


@pytest.mark.parametrize("dtype", ["bool", *INTEGERS])
def test_sums_have_64_bits(dtype):
    n = 300
    S = sp.csr_array((np.ones(n, dtype), np.arange(n), [0, n]), shape=(1, n))
    A = gb.Matrix.from_scipy(S)
    assert A.reduce() == S.sum() == n and type(A.reduce()) is int
    rows, columns = A.reduce_rows(), A.T.reduce_columns()
    assert rows[0] == columns[0] == n and rows.dtype == columns.dtype == np.ones(1, dtype).sum().dtype
    assert gb.Vector.from_dense(np.ones(n, dtype)).reduce("add") == n
    most = 1 if dtype == "bool" else np.iinfo(dtype).max
    two = gb.Vector.from_dense(np.array([most, most], dtype))
    if np.dtype(dtype).itemsize <= 4:
        assert two.reduce() == 2 * int(most) and two.reduce("times") == int(most) ** 2
    assert two.reduce("max") == most and type(two.reduce("max")) is (bool if dtype == "bool" else int)
    assert gb.Matrix(dtype, 2).reduce() == 0 and gb.Matrix(dtype, 2).reduce_rows().nvals == 0
    out = gb.Vector(np.float32, 1)
    assert A.reduce_rows(out=out)[0] == n


def test_booleans_reduce_as_in_numpy():
    for given in ([True, False], [False, False], [True, True]):
        x, v = np.array(given), gb.Vector.from_dense(np.array(given))
        assert v.reduce() == x.sum() and v.reduce("max") == x.max() and v.reduce("min") == x.min()
        assert v.reduce("times") == x.prod() and (v @ v) is bool(x @ x)


@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, "float32", "float64", "float16"])
def test_select_by_any_number(rng, dtype):
    compare = {"valuelt": operator.lt, "valuele": operator.le, "valuegt": operator.gt, "valuege": operator.ge,
               "valueeq": operator.eq, "valuene": operator.ne}
    x = numbers(rng, dtype, 30)
    v = gb.Vector.from_dense(x)
    exact = [value.item() for value in x]
    thresholds = [2.5, -0.5, 0, 1, 2, 3.0, 100, 127.5, 300, -129, 2**31, 2**63, 2**64 - 1, -2**63, 2**53 + 1, 1e300, 10**400,
                  math.inf, -math.inf, math.nan, np.float32(2.5), np.uint8(3), np.float64(2.5), True]
    for (op, holds), value in itertools.product(compare.items(), thresholds):
        if "float" in dtype and isinstance(value, int) and abs(value) > 2**53:
            continue  # rounded to the type, as in NumPy
        plain = value.item() if isinstance(value, np.generic) else value
        found = v.select(op, value).to_coo()[0].tolist()
        assert found == [at for at, entry in enumerate(exact) if holds(entry, plain)], (op, value)


def test_select_by_a_fraction():
    v = gb.Vector.from_coo([0, 1], [2, 3])
    assert v.select("valuelt", 2.5).to_coo()[1].tolist() == [2]
    assert v.select("valueeq", 2.5).nvals == 0 and v.select("valueeq", 2 + 0j).nvals == 1
    # A number of NumPy's counts with its type: 0.1 of 32 bits is above that of 64.
    tenth = gb.Vector.from_coo([0], [0.1], dtype="float32")
    assert tenth.select("valuegt", 0.1).nvals == 0 and tenth.select("valuegt", np.float64(0.1)).nvals == 1
    with pytest.raises(TypeError, match="tril.*0.5 is no integer"):
        v.select("tril", 0.5)
    with pytest.raises(ValueError, match="valuelt"):
        gb.Vector.from_coo([0], [1j]).select("valuelt", 1)


def test_what_a_type_does_not_hold():
    v = gb.Vector(np.uint8, 3)
    for value in (256, -1, 300.5, math.nan, np.int64(-1)):
        with pytest.raises(OverflowError, match="outside of uint8"):
            v[0] = value
        with pytest.raises(OverflowError, match="assign: .* is outside of uint8"):
            v.assign(value)
    v[0] = 2.5  # as in NumPy
    assert v[0] == 2 and v.nvals == 1
    for value in (None, "3", [1], object(), v):
        with pytest.raises(TypeError, match="is no number"):
            v[0] = value
    with pytest.raises(TypeError, match="complex number"):
        v[0] = 1j
    with pytest.raises(ValueError, match="fill: 0.5 is no uint8"):
        v.to_dense(0.5)
    with pytest.raises(OverflowError, match="fill: inf is outside of uint8"):
        gb.Matrix(np.uint8, 2).to_dense(math.inf)
    with pytest.raises(ValueError, match="into_numpy: fill: 2 is no bool"):
        gb.Matrix(bool, 2).into_numpy(2)
    assert gb.Matrix(bool, 2).to_dense(0).dtype == np.bool_ and v.to_dense(7.0).tolist() == [2, 7, 7]


def test_matrices_as_arrays():
    A = gb.Matrix.from_dense(np.arange(6.0).reshape(2, 3))
    assert np.asarray(A).ctypes.data == A.to_numpy().ctypes.data and np.asarray(A, np.float32).dtype == np.float32
    assert np.sum(A) == 15 and (A.ndim, gb.Vector(float, 3).ndim) == (2, 1)
    with pytest.raises(ValueError, match="0 of 2 x 2 elements.*to_dense"):
        np.asarray(gb.Matrix(float, 2))


def test_arrays_are_no_numbers_and_numbers_of_numpy_are():
    A = gb.Matrix.from_coo([0], [1], [2.0], (2, 2))
    assert (np.float64(2) * A)[0, 1] == 4 and (np.float32(1) + A)[0, 1] == 3
    for product in (lambda: np.ones((2, 2)) * A, lambda: A * np.ones(2), lambda: A @ np.ones((2, 2)), lambda: np.ones((2, 2)) @ A,
                    lambda: A + [1, 2]):
        with pytest.raises(TypeError, match="(ndarray|list) is no|unsupported operand"):
            product()
