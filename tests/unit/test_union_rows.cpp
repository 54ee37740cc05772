// Tests unions of lists of very different lengths: entries of the longer one are copied in runs.
#include "mxv_fixture.hpp"

#include "cpu/elementwise/union_rows.hpp"

#include <gtest/gtest.h>

using namespace grb;
using namespace mxv_test;

namespace {

Entries united(const Entries &A, const Entries &B, const BinaryOp &op) {
    Entries all = A;
    for (const auto &[at, y] : B) {
        const auto [found, is_new] = all.try_emplace(at, y);
        if (is_new) continue;
        const Bytes x = found->second;
        op.batch(&op, found->second.data(), x.data(), y.data(), 1, Broadcast::none);
    }
    return all;
}

/// Lists of `length` and a few entries: at the ends, in the middle, common ones or not.
TEST(UnionRows, TakeLongListsInRuns) {
    Random random(7);
    for (const TypeCode code : {TypeCode::int8, TypeCode::int32, TypeCode::fp64}) {
        const Type *const type = builtin_type(code);
        const BinaryOp *const minus = find_binary_op(BinaryCode::minus, code);
        for (int repeat = 0; repeat < 300; repeat++) {
            const int length = 17 + random.below(400), few = 1 + random.below(1 + length / 17);
            const std::uint64_t size = 500;
            Entries A, B;
            while (A.size() < static_cast<std::size_t>(length))
                A[{0, static_cast<std::uint64_t>(random.below(500))}] = random.value(type);
            while (B.size() < static_cast<std::size_t>(few))
                B[{0, static_cast<std::uint64_t>(random.below(500))}] = random.value(type);
            if (repeat % 3 == 0) B[{0, repeat % 2 == 0 ? 0 : size - 1}] = random.value(type);
            Storage storage;
            storage.index_width = repeat % 5 == 0 ? 8 : 4;
            const Ref<Snapshot> a = make_vector(type, size, A, VectorForm::sparse, storage),
                                b = make_vector(type, size, B, VectorForm::sparse, storage);
            SCOPED_TRACE(std::to_string(length) + " and " + std::to_string(few));
            const RegionSets everything{};
            ASSERT_EQ(entries_of(*combine_rows(Combination::unite, a->rows(), b->rows(), minus,
                                               everything)),
                      united(A, B, *minus));
            ASSERT_EQ(entries_of(*combine_rows(Combination::unite, b->rows(), a->rows(), minus,
                                               everything)),
                      united(B, A, *minus));
        }
    }
}

} // namespace
