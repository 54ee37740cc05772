// Tests vectors of few entries among many positions: lists of one tile and of many, alone, with
// dense vectors and under masks. A GPU gives the host's result. Every variant of the commit writes
// and deletes the entries that a mask of few entries allows.
#include "differential/int64_vectors.h"
#include "differential/runner.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index size = 150'000;

GrB_Vector full(Rng &rng) {
    GrB_Vector result = nullptr;
    require(GrB_Vector_new(&result, GrB_INT64, size), "new");
    require(GrB_Vector_assign_INT64(result, nullptr, nullptr, 5, GrB_ALL, size, nullptr), "assign");
    for (int k = 0; k < 2000; k++)
        require(GrB_Vector_setElement_INT64(result, static_cast<std::int64_t>(rng.below(7)),
                                            rng.below(size)),
                "set");
    return result;
}

/// The vectors that the calls of one round read.
struct Vectors {
    GrB_Vector u, v, iso, bitmap, full;

    Vectors(Rng &rng, std::size_t u_count, std::size_t v_count)
        : u(made(rng, size, u_count, Format::Sparse)), v(made(rng, size, v_count, Format::Sparse)),
          iso(made(rng, size, v_count, Format::Sparse, true)),
          bitmap(made(rng, size, size / 3, Format::Bitmap)), full(fuzz::full(rng)) {}
    Vectors(const Vectors &) = delete;
    Vectors &operator=(const Vectors &) = delete;
    ~Vectors() {
        for (GrB_Vector *one : {&u, &v, &iso, &bitmap, &full}) GrB_Vector_free(one);
    }
};

using Call = std::function<GrB_Info(GrB_Vector w, const Vectors &)>;

/// Each call writes to an empty w; the test compares the result.
const std::vector<Call> &calls_of_lists() {
    static const std::vector<Call> calls = {
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_MINUS_INT64, o.u, o.v,
                                                nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_eWiseAdd_BinaryOp(w, nullptr, nullptr, GrB_MINUS_INT64, o.u, o.iso,
                                                nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GrB_MINUS_INT64, o.u, o.v,
                                                 nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GrB_LT_INT64, o.u, o.full,
                                                 nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_eWiseMult_BinaryOp(w, nullptr, nullptr, GrB_MINUS_INT64, o.bitmap,
                                                 o.v, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_select_INT64(w, nullptr, nullptr, GrB_VALUELT_INT64, o.u, 1, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_select_INT64(w, o.v, nullptr, GrB_VALUELT_INT64, o.u, 1, GrB_DESC_S);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_select_INT64(w, o.v, nullptr, GrB_VALUENE_INT64, o.u, 0, GrB_DESC_C);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_apply(w, o.v, nullptr, GrB_AINV_INT64, o.u, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.full, GrB_ALL, size, GrB_DESC_S);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.full, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.bitmap, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.u, GrB_ALL, size, GrB_DESC_S);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.bitmap, nullptr, o.full, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.bitmap, nullptr, o.full, GrB_ALL, size, GrB_DESC_S);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.full, nullptr, o.bitmap, GrB_ALL, size, nullptr);
        }};
    return calls;
}

Entries result_of(const Call &call, const Vectors &vectors) {
    GrB_Vector w = nullptr;
    require(GrB_Vector_new(&w, GrB_INT64, size), "new");
    pin(w, Format::Sparse, 0);
    require(call(w, vectors), "the call");
    const Entries result = entries_of(w);
    require(GrB_Vector_free(&w), "free");
    return result;
}

bool has_device() {
    GrB_Index devices = 0;
    require(GrX_Device_count(&devices), "GrX_Device_count");
    return devices != 0;
}

TEST(ShortLists, OfOneTileAndOfMany) {
    reset_picks();
    Rng rng(11);
    std::size_t entries = 0;
    for (const auto &[u_count, v_count] : {std::pair<std::size_t, std::size_t>{1, 1},
                                           {40, 700},
                                           {2047, 1},
                                           {3000, 5000},
                                           {40'000, 20'000}}) {
        const Vectors vectors(rng, u_count, v_count);
        std::size_t number = 0;
        for (const Call &call : calls_of_lists()) {
            use_device(Device::Off);
            const Entries expected = result_of(call, vectors);
            use_device(Device::Always);
            EXPECT_TRUE(result_of(call, vectors) == expected)
                << "call " << number << " with lists of " << u_count << " and " << v_count;
            entries += expected.size();
            number++;
        }
    }
    use_device(Device::Auto);
    EXPECT_GT(entries, size);
    for (const char *variant : {"assign:cuda/assign_masked", "ewise_add:cuda/ewise_add_sparse",
                                "ewise_mult:cuda/ewise_mult_sparse", "select:cuda/select_sparse"}) {
        EXPECT_EQ(is_among(picks(), variant), has_device()) << variant;
    }
}

/// Assigns to a bitmap under a mask of few entries.
const std::vector<Call> &calls_under_lists() {
    static const std::vector<Call> calls = {
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.u, GrB_ALL, size, GrB_DESC_S);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.u, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, GrB_PLUS_INT64, o.u, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.v, GrB_ALL, size, GrB_DESC_S);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, nullptr, o.bitmap, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign(w, o.v, GrB_MINUS_INT64, o.full, GrB_ALL, size, GrB_DESC_S);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign_INT64(w, o.v, nullptr, 8, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            return GrB_Vector_assign_INT64(w, o.iso, GrB_PLUS_INT64, 8, GrB_ALL, size, nullptr);
        },
        [](GrB_Vector w, const Vectors &o) {
            GrB_Vector nothing = nullptr;
            require(GrB_Vector_new(&nothing, GrB_BOOL, size), "new");
            const GrB_Info info =
                GrB_Vector_assign(w, o.v, nullptr, nothing, GrB_ALL, size, GrB_DESC_S);
            require(GrB_Vector_free(&nothing), "free");
            return info;
        }};
    return calls;
}

TEST(ShortLists, CommitsUnderThem) {
    reset_picks();
    Rng rng(12);
    std::size_t entries = 0;
    for (const auto &[u_count, v_count] :
         {std::pair<std::size_t, std::size_t>{1, 1}, {300, 40}, {500, 3000}}) {
        const Vectors vectors(rng, u_count, v_count);
        for (const bool is_complete : {false, true}) {
            const GrB_Vector C = is_complete ? vectors.full : vectors.bitmap;
            std::size_t number = 0;
            for (const Call &call : calls_under_lists()) {
                const auto committed = [&] {
                    GrB_Vector w = nullptr;
                    require(GrB_Vector_dup(&w, C), "dup");
                    pin(w, Format::Bitmap, 0);
                    // The second call changes an unshared vector, and reads the counts of the
                    // first.
                    require(call(w, vectors), "the call");
                    require(call(w, vectors), "the call");
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
                    EXPECT_TRUE(committed() == expected)
                        << variant.name << ", call " << number << ", lists of " << u_count
                        << " and " << v_count;
                }
                force_variant("");
                number++;
            }
        }
    }
    EXPECT_GT(entries, size);
    EXPECT_EQ(is_among(picks(), "commit:cuda/commit_listed"), has_device());
}

} // namespace
} // namespace grb::fuzz
