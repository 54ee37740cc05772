// Tests NaN, infinities, zeros of both signs and denormals entry by entry: every variant gives the
// same bits.
#include "differential/numerics.h"

namespace grb::fuzz {
namespace {

using NumericValues = Numerics;

TEST_P(NumericValues, Elementwise) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const Matrix a = special_rows(specials_, 12, 30, 70),
                     b = special_rows(specials_, 12, 30, 70);
        const Held la(a, storage), lb(b, storage);
        for (const char *name :
             {"MIN", "MAX", "EQ", "NE", "LT", "LE", "GT", "GE", "PLUS", "TIMES"}) {
            SCOPED_TRACE(name);
            const BinaryOp &op = model::binary_op(name, GetParam());
            Matrix both = model::intersection(op, a, b), either = model::sum(op, a, b);
            check_matrix("ewise_mult", both, [&](GrB_Matrix c) {
                return GrB_Matrix_eWiseMult_BinaryOp(c, nullptr, nullptr, op.handle, la.matrix,
                                                     lb.matrix, nullptr);
            });
            check_matrix("ewise_add", either, [&](GrB_Matrix c) {
                return GrB_Matrix_eWiseAdd_BinaryOp(c, nullptr, nullptr, op.handle, la.matrix,
                                                    lb.matrix, nullptr);
            });
        }
    }
}

TEST_P(NumericValues, AccumulatedMinimum) {
    const BinaryOp &min = model::binary_op("MIN", GetParam());
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const Matrix a = special_rows(specials_, 12, 30, 70);
        const Matrix before = special_rows(specials_, 12, 30, 70);
        const Held la(a, storage);
        const model::Write write{before, nullptr, &min};
        const Matrix expected = model::transpose(write, model::transposed(a));
        for_each_variant("apply", [&] {
            const Held c(before, storage);
            ASSERT_EQ(GrB_Matrix_apply(c.matrix, nullptr, min.handle,
                                       model::unary_op("IDENTITY", GetParam()).handle, la.matrix,
                                       nullptr),
                      GrB_SUCCESS);
            expect_identical(expected, content(c.matrix, type_));
        });
    }
}

TEST_P(NumericValues, CastsOfResults) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const Matrix a = special_rows(specials_, 12, 30, 80);
        const Held la(a, storage);
        for (const Type &to : model::stored_types()) {
            SCOPED_TRACE(to.name);
            Matrix expected{to, 12, 30, {}};
            for (const auto &[at, x] : a.entries) expected.set(at.first, at.second, x);
            check_matrix("apply", expected, [&](GrB_Matrix c) {
                return GrB_Matrix_apply(c, nullptr, nullptr,
                                        model::unary_op("IDENTITY", GetParam()).handle, la.matrix,
                                        nullptr);
            });
            check_matrix("transpose", model::transposed(expected), [&](GrB_Matrix c) {
                return GrB_transpose(c, nullptr, nullptr, la.matrix, nullptr);
            });
        }
    }
}

TEST_P(NumericValues, Selection) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const Matrix a = special_rows(specials_, 12, 30, 80);
        const Held la(a, storage);
        for (const char *name :
             {"VALUEEQ", "VALUENE", "VALUELT", "VALUELE", "VALUEGT", "VALUEGE"}) {
            const IndexUnaryOp &op = model::index_op(name, GetParam());
            for (const Value &thunk : specials_) {
                SCOPED_TRACE(std::string(name) + " " + to_string(thunk));
                const Matrix nothing{type_, 12, 30, {}};
                const Matrix expected = model::select({nothing}, op, a, thunk);
                check_matrix("select", expected, [&](GrB_Matrix c) {
                    return calls::select(c, nullptr, nullptr, op.handle, la.matrix, thunk, nullptr);
                });
            }
        }
    }
}

/// A NaN is a true mask entry, a zero of either sign is not.
TEST_P(NumericValues, MaskValues) {
    for (const Storage &storage : storages) {
        SCOPED_TRACE(storage.name);
        const Matrix mask = special_rows(specials_, 12, 30, 80),
                     a = special_rows(specials_, 30, 12, 80);
        const Held lm(mask, storage), la(a, storages[0]);
        const Matrix nothing{type_, 12, 30, {}};
        for (const bool is_complemented : {false, true}) {
            model::Write write{nothing, &mask, nullptr};
            write.descriptor.complement = is_complemented;
            const Matrix expected = model::transpose(write, a);
            check_matrix("transpose", expected, [&](GrB_Matrix c) {
                return GrB_transpose(c, lm.matrix, nullptr, la.matrix,
                                     is_complemented ? GrB_DESC_C : nullptr);
            });
        }
    }
}

TEST_P(NumericValues, DuplicatesInBuild) {
    for (const char *name : {"MIN", "MAX"}) {
        const BinaryOp &dup = model::binary_op(name, GetParam());
        std::vector<model::Tuple> tuples;
        std::vector<Index> i, j;
        calls::Bytes x;
        for (int k = 0; k < 400; ++k) {
            // Some positions get values of one kind: several NaN, or zeros of both signs.
            const Index at = rng_.below(40);
            const Value value = at < 10   ? specials_[0]
                                : at < 20 ? specials_[4 + rng_.below(2)]
                                          : rng_.pick(specials_);
            tuples.push_back({at / 8, at % 8, value});
            i.push_back(at / 8);
            j.push_back(at % 8);
            model::append(x, value);
        }
        const Matrix expected = model::build(type_, 5, 8, tuples, &dup);
        const Held c(Matrix{type_, 5, 8, {}});
        ASSERT_EQ(calls::build(c.matrix, i.data(), j.data(), x, i.size(), dup.handle, type_),
                  GrB_SUCCESS);
        expect_identical(expected, content(c.matrix, type_));
    }
}

INSTANTIATE_TEST_SUITE_P(Types, NumericValues, ::testing::Values(TypeCode::Fp32, TypeCode::Fp64),
                         [](const auto &info) {
                             return std::string(model::type_of(info.param).name);
                         });

} // namespace
} // namespace grb::fuzz
