// Tests commits of few entries into large dense vectors: so few that they alone would not be stored
// dense. The commit deletes entries of C under the mask that the result lacks. Every variant of the
// commit gives the result of the host's pass over dense elements.
#include "differential/int64_vectors.h"
#include "differential/runner.h"

#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index size =
    70'000; // more than 65536, and more than 64 for each entry of a short list

TEST(LargeCommits, AShortListUnderMasks) {
    Rng rng(7);
    reset_picks();
    std::size_t entries = 0; // may be 0 where a short mask replaces all
    GrB_Vector C = made(rng, size, size / 2, Format::Bitmap),
               T = made(rng, size, 20, Format::Sparse);
    for (const bool is_mask_dense : {false, true}) {
        GrB_Vector mask = is_mask_dense ? made(rng, size, size / 3, Format::Bitmap)
                                        : made(rng, size, 500, Format::Sparse);
        for (GrB_Descriptor descriptor : {static_cast<GrB_Descriptor>(nullptr), GrB_DESC_S,
                                          GrB_DESC_SC, GrB_DESC_RS, GrB_DESC_RSC}) {
            for (GrB_BinaryOp accumulator : {static_cast<GrB_BinaryOp>(nullptr), GrB_PLUS_INT64}) {
                const auto committed = [&] {
                    GrB_Vector w = nullptr;
                    require(GrB_Vector_dup(&w, C), "dup");
                    pin(w, Format::Bitmap, 0);
                    require(GrB_Vector_apply(w, mask, accumulator, GrB_AINV_INT64, T, descriptor),
                            "apply");
                    const Entries result = entries_of(w);
                    require(GrB_Vector_free(&w), "free");
                    return result;
                };
                force_variant("commit:cpu/commit_merge_dense");
                const Entries expected = committed();
                force_variant("");
                entries += expected.size();
                for (const RegistryVariant &variant : registry()) {
                    if (variant.operation != "commit") continue;
                    force_variant("commit:" + variant.name);
                    EXPECT_TRUE(committed() == expected) << variant.name;
                }
                force_variant("");
            }
        }
        require(GrB_Vector_free(&mask), "free");
    }
    for (GrB_Vector *object : {&C, &T}) require(GrB_Vector_free(object), "free");
    EXPECT_GT(entries, size);
    GrB_Index devices = 0;
    require(GrX_Device_count(&devices), "GrX_Device_count");
    EXPECT_EQ(is_among(picks(), "commit:cuda/commit_merge_dense"), devices != 0);
}

} // namespace
} // namespace grb::fuzz
