// Commits of few entries into many cells: so few that they would not be stored as cells by themselves. What C has under
// the mask, and the result has not, is deleted. Every row of the commit gives what the host's pass over cells gives.
#include "differential/random.h"
#include "differential/runner.h"

#include "reference/bridge.h"

#include <gtest/gtest.h>

#include <map>

namespace grb::fuzz {
namespace {

using model::require;
using Entries = std::map<GrB_Index, std::int64_t>;

constexpr GrB_Index size = 200'000; // more than 64 for each entry of a short list

GrB_Vector made(Rng &rng, std::size_t count, Format format) {
    Entries entries;
    while (entries.size() < count)
        entries[rng.below(size)] = static_cast<std::int64_t>(rng.below(9)) - 4;
    std::vector<GrB_Index> places;
    std::vector<std::int64_t> values;
    for (const auto &[place, value] : entries) {
        places.push_back(place);
        values.push_back(value);
    }
    GrB_Vector result = nullptr;
    require(GrB_Vector_new(&result, GrB_INT64, size), "new");
    require(GrB_Vector_build_INT64(result, places.data(), values.data(), count, GrB_FIRST_INT64),
            "build");
    pin(result, format, 0);
    return result;
}

Entries entries_of(GrB_Vector w) {
    GrB_Index count = 0;
    require(GrB_Vector_nvals(&count, w), "nvals");
    std::vector<GrB_Index> places(count);
    std::vector<std::int64_t> values(count);
    require(GrB_Vector_extractTuples_INT64(places.data(), values.data(), &count, w),
            "extractTuples");
    Entries entries;
    for (GrB_Index k = 0; k < count; k++) entries[places[k]] = values[k];
    return entries;
}

TEST(LargeCommits, AShortListUnderMasks) {
    Rng rng(7);
    reset_picks();
    GrB_Vector C = made(rng, size / 2, Format::Bitmap), T = made(rng, 20, Format::Sparse);
    for (const bool is_mask_dense : {false, true}) {
        GrB_Vector mask =
            is_mask_dense ? made(rng, size / 3, Format::Bitmap) : made(rng, 500, Format::Sparse);
        for (GrB_Descriptor descriptor : {static_cast<GrB_Descriptor>(nullptr), GrB_DESC_S,
                                          GrB_DESC_SC, GrB_DESC_RS, GrB_DESC_RSC}) {
            for (GrB_BinaryOp accumulator : {static_cast<GrB_BinaryOp>(nullptr), GrB_PLUS_INT64}) {
                const auto committed = [&] {
                    GrB_Vector w = nullptr;
                    require(GrB_Vector_dup(&w, C), "dup");
                    pin(w, Format::Bitmap, 0);
                    require(GrB_Vector_apply(w, mask, accumulator, GrB_AINV_INT64, T, descriptor),
                            "apply");
                    const Entries entries = entries_of(w);
                    require(GrB_Vector_free(&w), "free");
                    return entries;
                };
                force_variant("commit:cpu/commit_merge_dense");
                const Entries expected = committed();
                force_variant("");
                EXPECT_FALSE(expected.empty());
                for (const RegistryRow &row : registry()) {
                    if (row.operation != "commit") continue;
                    force_variant("commit:" + row.name);
                    EXPECT_TRUE(committed() == expected) << row.name;
                }
                force_variant("");
            }
        }
        require(GrB_Vector_free(&mask), "free");
    }
    for (GrB_Vector *object : {&C, &T}) require(GrB_Vector_free(object), "free");
    GrB_Index devices = 0;
    require(GrX_Device_count(&devices), "GrX_Device_count");
    EXPECT_EQ(is_among(picks(), "commit:cuda/commit_merge_cells"), devices != 0);
}

} // namespace
} // namespace grb::fuzz
