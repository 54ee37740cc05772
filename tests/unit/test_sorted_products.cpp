// Tests the estimate of products sorted on a GPU: more products than it can sort are not chosen,
// since the call would fail there and begin anew on the host.
#include "base/device_memory.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/build.hpp"
#include "suitesparse/GraphBLAS.h"
#include "unit/stub_device.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace grb {
namespace {

/// Makes a square matrix with all entries in its first row, or in its first column.
Ref<Snapshot> star(std::uint64_t n, bool is_row) {
    std::vector<std::uint64_t> along(n), zeros(n, 0);
    std::iota(along.begin(), along.end(), 0);
    const bool yes = true;
    return build_snapshot(builtin_type(TypeCode::boolean), n, n, (is_row ? zeros : along).data(),
                          (is_row ? along : zeros).data(), &yes, builtin_type(TypeCode::boolean),
                          true, n, GrB_LOR);
}

TEST(SortedProducts, AreNotChosenWhereTheyAreTooMany) {
    const Variant<MxmProblem> *sort = nullptr;
    for (const auto *one : variants<MxmProblem>())
        if (one->name == std::string("cuda/mxm_sort")) sort = one;
    if (sort == nullptr) GTEST_SKIP() << "built without GPUs";
    ASSERT_EQ(GrB_init(GrB_NONBLOCKING),
              GrB_SUCCESS); // rates are the GPU's, if there is one
    const At at(stub_test::stub(0));
    set_memory_function(here()->kind(),
                        [](const Device &) noexcept { return std::uint64_t{1} << 40; });
    for (const std::uint64_t n : {65500, 65600}) { // a little less than the root of 2^32, and more
        MxmProblem problem;
        problem.A = star(n, false);
        problem.B = star(n, true);
        problem.semiring = GrB_LOR_LAND_SEMIRING_BOOL;
        EXPECT_EQ(sort->cost(problem).seconds >= host_penalty, n > 65536) << n;
        // With the operands exchanged, there is one product for each entry.
        std::swap(problem.A, problem.B);
        EXPECT_LT(sort->cost(problem).seconds, host_penalty) << n;
    }
    set_memory_function(nullptr, nullptr);
    EXPECT_EQ(GrB_finalize(), GrB_SUCCESS);
}

} // namespace
} // namespace grb
