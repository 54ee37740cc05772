// Tests the model on cases small enough to compute by hand. The library only provides the handles
// of the predefined operators.
#include "reference/bridge.h"

#include <gtest/gtest.h>

namespace grb::model {
namespace {

struct Entry {
    Index i, j;
    double x;
};

Matrix of(const char *type_name, Index m, Index n, const std::vector<Entry> &entries) {
    Matrix a{type_of(TypeCode::Bool), m, n, {}};
    for (const Type &type : builtin_types()) {
        if (std::string(type.name) == type_name) a.type = type;
    }
    for (const Entry &c : entries) a.set(c.i, c.j, Value::of(c.x));
    return a;
}

Matrix ints(Index m, Index n, const std::vector<Entry> &entries) {
    return of("INT32", m, n, entries);
}

Value number(double x) {
    return Value::of(x);
}

const BinaryOp &plus() {
    return binary_op("PLUS", TypeCode::Int32);
}
const BinaryOp &minus() {
    return binary_op("MINUS", TypeCode::Int32);
}
const Semiring &plus_times() {
    return semiring("PLUS_TIMES", TypeCode::Int32);
}

// A = [1 2; . 3], B = [4 .; 5 6]
Matrix a22() {
    return ints(2, 2, {{0, 0, 1}, {0, 1, 2}, {1, 1, 3}});
}
Matrix b22() {
    return ints(2, 2, {{0, 0, 4}, {1, 0, 5}, {1, 1, 6}});
}

TEST(Model, Mxm) {
    const Matrix c = ints(2, 2, {});
    EXPECT_EQ(mxm({c}, plus_times(), a22(), b22()),
              ints(2, 2, {{0, 0, 14}, {0, 1, 12}, {1, 0, 15}, {1, 1, 18}}));
    // A'B = [4 .; 23 18]
    const Descriptor transpose0{false, false, false, true, false};
    EXPECT_EQ(mxm({c, nullptr, nullptr, transpose0}, plus_times(), a22(), b22()),
              ints(2, 2, {{0, 0, 4}, {1, 0, 23}, {1, 1, 18}}));
    // AB' = [4 17; . 18]
    const Descriptor transpose1{false, false, false, false, true};
    EXPECT_EQ(mxm({c, nullptr, nullptr, transpose1}, plus_times(), a22(), b22()),
              ints(2, 2, {{0, 0, 4}, {0, 1, 17}, {1, 1, 18}}));
}

TEST(Model, MxvAndVxm) {
    const Matrix w = ints(2, 1, {}), u = ints(2, 1, {{1, 0, 10}});
    EXPECT_EQ(mxv({w}, plus_times(), a22(), u), ints(2, 1, {{0, 0, 20}, {1, 0, 30}}));
    EXPECT_EQ(vxm({w}, plus_times(), u, a22()), ints(2, 1, {{1, 0, 30}}));
    const Descriptor both{false, false, false, true, true};
    EXPECT_EQ(mxv({w, nullptr, nullptr, both}, plus_times(), a22(), u), ints(2, 1, {{1, 0, 30}}));
    EXPECT_EQ(vxm({w, nullptr, nullptr, both}, plus_times(), u, a22()),
              ints(2, 1, {{0, 0, 20}, {1, 0, 30}}));
}

// min over first keeps the order of ⊗'s operands, with the matrix first and with the vector first.
TEST(Model, MultiplyKeepsItsOperandsInOrder) {
    const Semiring &min_first = semiring("MIN_FIRST", TypeCode::Int32);
    const Matrix w = ints(2, 1, {}), u = ints(2, 1, {{0, 0, 50}, {1, 0, 40}});
    EXPECT_EQ(mxv({w}, min_first, a22(), u), ints(2, 1, {{0, 0, 1}, {1, 0, 3}}));
    EXPECT_EQ(vxm({w}, min_first, u, a22()), ints(2, 1, {{0, 0, 50}, {1, 0, 40}}));
}

TEST(Model, MaskAccumulatorAndReplace) {
    const Matrix c = ints(1, 4, {{0, 0, 100}, {0, 1, 200}, {0, 2, 300}});
    const Matrix t = ints(1, 4, {{0, 1, 1}, {0, 2, 2}, {0, 3, 3}});
    const Matrix mask = ints(1, 4, {{0, 0, 1}, {0, 1, 0}, {0, 3, 7}}); // true at 0 and 3
    // Without accumulator, positions of the mask take T's content, also where T has no entry.
    EXPECT_EQ(write({c, &mask, nullptr, {}}, t), ints(1, 4, {{0, 1, 200}, {0, 2, 300}, {0, 3, 3}}));
    EXPECT_EQ(write({c, &mask, &plus(), {}}, t),
              ints(1, 4, {{0, 0, 100}, {0, 1, 200}, {0, 2, 300}, {0, 3, 3}}));
    EXPECT_EQ(write({c, &mask, &plus(), {true, false, false, false, false}}, t),
              ints(1, 4, {{0, 0, 100}, {0, 3, 3}}));
    // By structure the explicit zero counts.
    EXPECT_EQ(write({c, &mask, &plus(), {false, true, false, false, false}}, t),
              ints(1, 4, {{0, 0, 100}, {0, 1, 201}, {0, 2, 300}, {0, 3, 3}}));
    EXPECT_EQ(write({c, &mask, &plus(), {false, false, true, false, false}}, t),
              ints(1, 4, {{0, 0, 100}, {0, 1, 201}, {0, 2, 302}}));
    EXPECT_EQ(write({c, &mask, nullptr, {true, true, true, false, false}}, t),
              ints(1, 4, {{0, 2, 2}}));
    // The complement of no mask allows nothing.
    EXPECT_EQ(write({c, nullptr, nullptr, {false, false, true, false, false}}, t), c);
    EXPECT_EQ(write({c, nullptr, nullptr, {true, false, true, false, false}}, t), ints(1, 4, {}));
}

TEST(Model, AccumulatorOfAnotherDomain) {
    const BinaryOp &small = binary_op("PLUS", TypeCode::Int8);
    const Matrix c = ints(1, 3, {{0, 0, 1000}, {0, 1, 1000}});
    const Matrix t = ints(1, 3, {{0, 1, 1}, {0, 2, 300}});
    // All values are cast to int8: (int8) 1000 = -24, -24 + 1 = -23, (int8) 300 = 44.
    EXPECT_EQ(write({c, nullptr, &small, {}}, t),
              ints(1, 3, {{0, 0, -24}, {0, 1, -23}, {0, 2, 44}}));
}

TEST(Model, ElementWise) {
    const Matrix c = ints(2, 2, {});
    EXPECT_EQ(ewise_add({c}, minus(), a22(), b22()),
              ints(2, 2, {{0, 0, -3}, {0, 1, 2}, {1, 0, 5}, {1, 1, -3}}));
    EXPECT_EQ(ewise_mult({c}, minus(), a22(), b22()), ints(2, 2, {{0, 0, -3}, {1, 1, -3}}));
    // A lone operand of a comparison is cast to BOOL, the domain of the result.
    EXPECT_EQ(ewise_add({c}, binary_op("GT", TypeCode::Int32), a22(), b22()),
              ints(2, 2, {{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}}));
}

TEST(Model, Kronecker) {
    const Matrix c = ints(2, 4, {});
    const Matrix left = ints(1, 2, {{0, 0, 2}, {0, 1, 3}}),
                 right = ints(2, 2, {{0, 1, 5}, {1, 0, 7}});
    EXPECT_EQ(kronecker({c}, binary_op("TIMES", TypeCode::Int32), left, right),
              ints(2, 4, {{0, 1, 10}, {1, 0, 14}, {0, 3, 15}, {1, 2, 21}}));
}

TEST(Model, Apply) {
    const Matrix c = ints(2, 2, {});
    const Descriptor transpose0{false, false, false, true, false};
    const Descriptor transpose1{false, false, false, false, true};
    EXPECT_EQ(apply({c}, unary_op("AINV", TypeCode::Int32), a22()),
              ints(2, 2, {{0, 0, -1}, {0, 1, -2}, {1, 1, -3}}));
    EXPECT_EQ(apply_first({c}, minus(), number(10), a22()),
              ints(2, 2, {{0, 0, 9}, {0, 1, 8}, {1, 1, 7}}));
    EXPECT_EQ(apply_first({c, nullptr, nullptr, transpose1}, minus(), number(10), a22()),
              ints(2, 2, {{0, 0, 9}, {1, 0, 8}, {1, 1, 7}}));
    EXPECT_EQ(apply_second({c, nullptr, nullptr, transpose0}, minus(), a22(), number(10)),
              ints(2, 2, {{0, 0, -9}, {1, 0, -8}, {1, 1, -7}}));
    EXPECT_EQ(apply_index({c}, index_op("DIAGINDEX", TypeCode::Int32), a22(), number(100)),
              ints(2, 2, {{0, 0, 100}, {0, 1, 101}, {1, 1, 100}}));
}

TEST(Model, Select) {
    const Matrix c = ints(2, 2, {});
    EXPECT_EQ(select({c}, index_op("TRIU", TypeCode::Int64), b22(), number(0)),
              ints(2, 2, {{0, 0, 4}, {1, 1, 6}}));
    EXPECT_EQ(select({c}, index_op("OFFDIAG", TypeCode::Int64), b22(), number(0)),
              ints(2, 2, {{1, 0, 5}}));
    EXPECT_EQ(select({c}, index_op("VALUEGE", TypeCode::Int32), b22(), number(5)),
              ints(2, 2, {{1, 0, 5}, {1, 1, 6}}));
    EXPECT_EQ(select({c}, index_op("ROWLE", TypeCode::Int64), b22(), number(0)),
              ints(2, 2, {{0, 0, 4}}));
}

TEST(Model, Extract) {
    EXPECT_EQ(extract({ints(3, 2, {})}, b22(), {false, {1, 0, 1}}, {}),
              ints(3, 2, {{0, 0, 5}, {0, 1, 6}, {1, 0, 4}, {2, 0, 5}, {2, 1, 6}}));
    EXPECT_EQ(extract_column({ints(2, 1, {})}, b22(), {false, {1, 0}}, 0),
              ints(2, 1, {{0, 0, 5}, {1, 0, 4}}));
    const Descriptor transpose0{false, false, false, true, false};
    EXPECT_EQ(extract_column({ints(2, 1, {}), nullptr, nullptr, transpose0}, b22(), {}, 1),
              ints(2, 1, {{0, 0, 5}, {1, 0, 6}}));
}

TEST(Model, Assign) {
    const Matrix c = ints(3, 3, {{0, 0, 1}, {1, 1, 2}, {2, 2, 3}, {2, 0, 4}});
    const Matrix one = ints(2, 2, {{0, 1, 9}});
    // Rows 2, 0 and columns 0, 2: the positions (2,0) (2,2) (0,0) (0,2) are emptied, (2,2) gets 9.
    EXPECT_EQ(assign({c}, one, {false, {2, 0}}, {false, {0, 2}}),
              ints(3, 3, {{1, 1, 2}, {2, 2, 9}}));
    EXPECT_EQ(assign({c, nullptr, &plus(), {}}, one, {false, {2, 0}}, {false, {0, 2}}),
              ints(3, 3, {{0, 0, 1}, {1, 1, 2}, {2, 0, 4}, {2, 2, 12}}));
    // REPLACE reaches outside rows × columns.
    const Matrix mask = ints(3, 3, {{2, 2, 1}});
    EXPECT_EQ(assign({c, &mask, nullptr, {true, false, false, false, false}}, one, {false, {2, 0}},
                     {false, {0, 2}}),
              ints(3, 3, {{2, 2, 9}}));
}

TEST(Model, AssignScalarRowAndColumn) {
    const Matrix c = ints(2, 3, {{0, 0, 1}, {0, 1, 2}, {1, 2, 3}});
    EXPECT_EQ(assign_scalar({c}, type_of(TypeCode::Fp64), number(7.9), {false, {0}}, {}),
              ints(2, 3, {{0, 0, 7}, {0, 1, 7}, {0, 2, 7}, {1, 2, 3}}));
    EXPECT_EQ(assign_scalar({c}, type_of(TypeCode::Fp64), std::nullopt, {}, {false, {0}}),
              ints(2, 3, {{0, 1, 2}, {1, 2, 3}}));
    const Matrix u = ints(2, 1, {{1, 0, 8}}), mask = ints(3, 1, {{0, 0, 1}});
    // Row 0, columns 1 and 2: (0,1) is deleted, (0,2) = 8.
    EXPECT_EQ(assign_row({c}, u, 0, {false, {1, 2}}),
              ints(2, 3, {{0, 0, 1}, {0, 2, 8}, {1, 2, 3}}));
    // The mask is over the row; REPLACE clears the row only.
    EXPECT_EQ(
        assign_row({c, &mask, nullptr, {true, false, false, false, false}}, u, 0, {false, {1, 2}}),
        ints(2, 3, {{0, 0, 1}, {1, 2, 3}}));
    EXPECT_EQ(assign_column({c}, u, {}, 1), ints(2, 3, {{0, 0, 1}, {1, 1, 8}, {1, 2, 3}}));
}

TEST(Model, Reduce) {
    const Monoid &sum = monoid("PLUS", TypeCode::Int32);
    EXPECT_EQ(reduce_rows({ints(3, 1, {})}, sum, ints(3, 2, {{0, 0, 1}, {0, 1, 2}, {2, 1, 5}})),
              ints(3, 1, {{0, 0, 3}, {2, 0, 5}}));
    const Value ten = Value::of(std::int32_t{10});
    const Type fp64 = type_of(TypeCode::Fp64);
    EXPECT_EQ(reduce(ten, nullptr, sum, a22()), Value::of(std::int32_t{6}));
    EXPECT_EQ(reduce(ten, &minus(), sum, a22()), Value::of(std::int32_t{4}));
    EXPECT_EQ(reduce(ten, nullptr, sum, ints(2, 2, {})), Value::of(std::int32_t{0}));
    EXPECT_EQ(reduce_to_scalar(fp64, std::nullopt, &minus(), sum, a22()), number(6));
    EXPECT_EQ(reduce_to_scalar(fp64, number(1), nullptr, sum, ints(2, 2, {})), std::nullopt);
    EXPECT_EQ(reduce_to_scalar(fp64, number(1), &minus(), sum, ints(2, 2, {})), number(1));
}

TEST(Model, Maxk) {
    const Type int32 = type_of(TypeCode::Int32), fp64 = type_of(TypeCode::Fp64);
    // Row 0: 3 -7 3 5; row 1: 2; row 2 is empty.
    const Matrix a = ints(3, 4, {{0, 0, 3}, {0, 1, -7}, {0, 2, 3}, {0, 3, 5}, {1, 1, 2}});
    EXPECT_EQ(maxk(int32, a, 1, false), ints(3, 4, {{0, 3, 5}, {1, 1, 2}}));
    EXPECT_EQ(maxk(int32, a, 2, false), ints(3, 4, {{0, 0, 3}, {0, 3, 5}, {1, 1, 2}}));
    EXPECT_EQ(maxk(int32, a, 4, false), a);
    EXPECT_EQ(maxk(int32, a, 1, true), ints(3, 4, {{0, 1, -7}, {1, 1, 2}}));
    EXPECT_EQ(maxk(int32, a, 3, true), ints(3, 4, {{0, 0, 3}, {0, 1, -7}, {0, 3, 5}, {1, 1, 2}}));
    const Matrix x = of("FP64", 1, 4, {{0, 0, NAN}, {0, 1, -1.5}, {0, 2, -0.0}, {0, 3, 0}});
    EXPECT_EQ(maxk(fp64, x, 1, false), of("FP64", 1, 4, {{0, 2, -0.0}}));
    EXPECT_EQ(maxk(fp64, x, 3, false), of("FP64", 1, 4, {{0, 1, -1.5}, {0, 2, -0.0}, {0, 3, 0}}));
    EXPECT_EQ(maxk(int32, x, 1, true), ints(1, 4, {{0, 1, -1}}));
    // The least integer has the largest magnitude.
    const double least = -2147483648.0;
    EXPECT_EQ(maxk(int32, ints(1, 2, {{0, 0, 2147483647}, {0, 1, least}}), 1, true),
              ints(1, 2, {{0, 1, least}}));
}

TEST(Model, TransposeBuildResizeDiagonal) {
    const Matrix c = ints(2, 2, {{1, 0, 1}});
    EXPECT_EQ(transpose({c, nullptr, &plus(), {}}, a22()),
              ints(2, 2, {{0, 0, 1}, {1, 0, 3}, {1, 1, 3}}));
    const Type int32 = type_of(TypeCode::Int32);
    const std::vector<Tuple> tuples = {{1, 1, number(7)}, {0, 1, number(5)}, {1, 1, number(2)}};
    EXPECT_EQ(build(int32, 2, 2, tuples, &minus()), ints(2, 2, {{0, 1, 5}, {1, 1, 5}}));
    EXPECT_EQ(resized(a22(), 1, 5), ints(1, 5, {{0, 0, 1}, {0, 1, 2}}));
    EXPECT_EQ(diagonal(ints(2, 1, {{0, 0, 1}, {1, 0, 2}}), 1), ints(3, 3, {{0, 1, 1}, {1, 2, 2}}));
    EXPECT_EQ(diagonal(ints(2, 1, {{1, 0, 2}}), -1), ints(3, 3, {{2, 1, 2}}));
}

} // namespace
} // namespace grb::model
