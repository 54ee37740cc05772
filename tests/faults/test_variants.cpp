// Every variant of the registry, taken by force, while memory runs short.
#include "faults/variants.h"

namespace faults {
namespace {

void sweep_variants_of(const std::string &operation) {
    int swept_variants = 0;
    for (const Row &row : registry()) {
        if (operation != row.operation) continue;
        bool is_swept = false;
        for (const Case &a_case : problems().at(operation)) {
            for (const Storage storage : all_storages) {
                if (!takes(a_case, storage, row)) continue;
                sweep(a_case, storage, Failing::once, row.forced().c_str());
                if (testing::Test::HasFailure()) return;
                is_swept = true;
            }
        }
        ASSERT_TRUE(is_swept) << "no problem here that " << row.name << " accepts";
        swept_variants++;
    }
    EXPECT_GT(swept_variants, 0);
}

class FaultsVariants : public testing::TestWithParam<const char *> {};

TEST_P(FaultsVariants, Swept) {
    sweep_variants_of(GetParam());
}
INSTANTIATE_TEST_SUITE_P(All, FaultsVariants,
                         testing::Values("mxm", "mxv", "ewise_add", "ewise_mult", "apply", "select",
                                         "assign", "extract", "reduce", "transpose", "kronecker"),
                         [](const auto &info) { return std::string(info.param); });

/// A new operation of the registry needs problems above.
TEST(FaultsVariantsList, HasEveryOperation) {
    for (const Row &row : registry()) EXPECT_EQ(problems().count(row.operation), 1U) << row.name;
}

} // namespace
} // namespace faults
