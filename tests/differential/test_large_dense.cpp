// Tests passes over so many dense elements that many groups of words share them, the last one
// partly: every variant gives the host's result. The operand itself is one of the masks.
#include "differential/int64_vectors.h"
#include "differential/runner.h"

#include <functional>
#include <gtest/gtest.h>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index size = 70'001; // neither a multiple of 64 nor of 1024

class LargeDense : public testing::Test {
protected:
    LargeDense() {
        Rng rng(11);
        // Some values are 0.
        some = made(rng, size, size / 2, Format::Bitmap);
        other = made(rng, size, size / 3, Format::Bitmap);
        all = copy_as(GrB_INT64, nullptr);
        truth = copy_as(GrB_BOOL, some);
        narrow = copy_as(GrB_INT8, some);
        floats = copy_as(GrB_FP32, some);
        require(GrB_Vector_apply(floats, nullptr, nullptr, GrB_AINV_FP32, floats, nullptr),
                "apply"); // -0 among them
        require(GrB_Vector_assign(all, some, nullptr, some, GrB_ALL, size, GrB_DESC_S), "assign");
        pin(all, Format::Full, 0);
        reset_picks();
    }
    ~LargeDense() override {
        for (GrB_Vector *one : {&some, &other, &all, &truth, &narrow, &floats})
            GrB_Vector_free(one);
    }

    /// Copies the values of u to another type; if u is null, the value is two everywhere.
    static GrB_Vector copy_as(GrB_Type type, GrB_Vector u) {
        GrB_Vector copy = nullptr;
        require(GrB_Vector_new(&copy, type, size), "new");
        if (u == nullptr)
            require(GrB_Vector_assign_INT64(copy, nullptr, nullptr, 2, GrB_ALL, size, nullptr),
                    "assign");
        else
            require(GrB_Vector_assign(copy, nullptr, nullptr, u, GrB_ALL, size, nullptr), "assign");
        pin(copy, u == nullptr ? Format::Full : Format::Bitmap, 0);
        return copy;
    }

    using Compute = std::function<void(GrB_Vector)>;

    /// compute() writes the same into an empty vector by each variant of the operation and of the
    /// commit.
    static void expect_same(const std::string &operation, const Compute &compute) {
        const auto result = [&](const std::string &variant) {
            force_variant(variant);
            GrB_Vector w = nullptr;
            require(GrB_Vector_new(&w, GrB_INT64, size), "new");
            compute(w);
            force_variant("");
            const Entries entries = entries_of(w);
            require(GrB_Vector_free(&w), "free");
            return entries;
        };
        const Entries expected = result("");
        EXPECT_FALSE(expected.empty());
        for (const RegistryVariant &variant : registry()) {
            if (variant.operation != operation) continue;
            EXPECT_TRUE(result(operation + ":" + variant.name) == expected) << variant.name;
        }
    }

    static void expect_picked(const std::string &variant) {
        GrB_Index devices = 0;
        require(GrX_Device_count(&devices), "GrX_Device_count");
        EXPECT_EQ(is_among(picks(), variant), devices != 0) << variant;
    }

    static std::vector<GrB_Descriptor> descriptors() {
        return {nullptr, GrB_DESC_C, GrB_DESC_S, GrB_DESC_SC};
    }

    GrB_Vector some = nullptr, other = nullptr, all = nullptr, truth = nullptr, narrow = nullptr,
               floats = nullptr;
};

TEST_F(LargeDense, ApplyUnderItsOperand) {
    for (GrB_Vector u : {some, all, truth, narrow, floats}) {
        for (GrB_Descriptor descriptor : descriptors()) {
            if (descriptor == GrB_DESC_SC) continue; // allows nothing
            if (u == truth && descriptor == GrB_DESC_C) continue;
            expect_same("apply", [=](GrB_Vector w) {
                require(GrB_Vector_apply_BinaryOp2nd_INT64(w, u, nullptr, GrB_MINUS_INT64, u, 1,
                                                           descriptor),
                        "apply");
            });
            expect_same("apply", [=](GrB_Vector w) { // the value does not count
                require(GrB_Vector_apply_BinaryOp2nd_INT64(w, u, nullptr, GrB_SECOND_INT64, u, 5,
                                                           descriptor),
                        "apply");
            });
        }
    }
    expect_picked("apply:cuda/apply_dense");
}

TEST_F(LargeDense, ApplyUnderOthers) {
    for (GrB_Vector mask : {other, truth, narrow, floats, all}) {
        for (GrB_Descriptor descriptor : descriptors()) {
            if (mask == all && descriptor == GrB_DESC_SC) continue;
            expect_same("apply", [=, this](GrB_Vector w) {
                require(GrB_Vector_apply_IndexOp_INT64(w, mask, nullptr, GrB_ROWINDEX_INT64, all, 1,
                                                       descriptor),
                        "apply");
            });
        }
    }
    expect_picked("apply:cuda/apply_dense");
}

TEST_F(LargeDense, Select) {
    for (GrB_Vector u : {some, all, narrow, floats}) {
        for (GrB_Descriptor descriptor :
             {static_cast<GrB_Descriptor>(nullptr), static_cast<GrB_Descriptor>(GrB_DESC_C)}) {
            expect_same("select", [=](GrB_Vector w) {
                require(GrB_Vector_select_INT64(w, u, nullptr, GrB_VALUELE_INT64, u, 0, descriptor),
                        "select");
            });
        }
    }
    expect_picked("select:cuda/select_dense");
}

TEST_F(LargeDense, Ewise) {
    for (GrB_Vector mask : {static_cast<GrB_Vector>(nullptr), truth, narrow, other}) {
        for (GrB_Descriptor descriptor : {static_cast<GrB_Descriptor>(nullptr), GrB_DESC_S}) {
            expect_same("ewise_add", [=, this](GrB_Vector w) {
                require(GrB_Vector_eWiseAdd_BinaryOp(w, mask, nullptr, GrB_MINUS_INT64, some, other,
                                                     descriptor),
                        "eWiseAdd");
            });
            expect_same("ewise_mult", [=, this](GrB_Vector w) {
                require(GrB_Vector_eWiseMult_BinaryOp(w, mask, nullptr, GrB_FIRST_INT64, some, all,
                                                      descriptor),
                        "eWiseMult");
            });
        }
    }
    expect_picked("ewise_add:cuda/ewise_add_dense");
}

TEST_F(LargeDense, Reduce) {
    const auto sum = [](const std::string &variant, GrB_Vector u) {
        force_variant(variant);
        std::int64_t result = 0;
        require(GrB_Vector_reduce_INT64(&result, nullptr, GrB_PLUS_MONOID_INT64, u, nullptr),
                "reduce");
        force_variant("");
        return result;
    };
    for (GrB_Vector u : {some, other, all, truth, narrow, floats}) {
        const std::int64_t expected = sum("", u);
        for (const RegistryVariant &variant : registry()) {
            if (variant.operation != "reduce") continue;
            EXPECT_EQ(sum("reduce:" + variant.name, u), expected) << variant.name;
        }
    }
    expect_picked("reduce:cuda/reduce_scalar");
}

/// Levels of a search: one value for all, then others at a few positions, in place and in a shared
/// copy.
TEST_F(LargeDense, OneValueForAllAndAFewOthers) {
    Rng rng(3);
    GrB_Vector few = made(rng, size, 40, Format::Sparse, true);
    for (GrB_Type type : {GrB_BOOL, GrB_INT16, GrB_INT32, GrB_FP64}) {
        expect_same("commit", [&](GrB_Vector w) {
            GrB_Vector levels = nullptr;
            require(GrB_Vector_new(&levels, type, size), "new");
            require(GrB_Vector_assign_INT64(levels, nullptr, nullptr, 1, GrB_ALL, size, nullptr),
                    "assign");
            require(GrB_Vector_assign_INT64(levels, few, nullptr, 7, GrB_ALL, size, GrB_DESC_S),
                    "assign");
            require(GrB_Vector_assign(w, nullptr, nullptr, levels, GrB_ALL, size, nullptr),
                    "assign");
            require(GrB_Vector_free(&levels), "free");
        });
    }
    require(GrB_Vector_free(&few), "free");
    expect_picked("commit:cuda/commit_listed");
}

} // namespace
} // namespace grb::fuzz
