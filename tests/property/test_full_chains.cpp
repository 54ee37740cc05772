// Programs of element-wise calls on full vectors, most of which form chains
// (src/deferred/chains.cpp), end like programs that wait for each call.
#include "property/sequences.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace grb::property {
namespace {

constexpr unsigned vector_count = 8;

/// Full vectors: of integers, of floats, one with a single value; the last one lacks an element.
class World {
public:
    explicit World(GrB_Index size) : size_(size) {
        for (unsigned k = 0; k < vector_count; k++) {
            GrB_Vector v = nullptr;
            GrB_Vector_new(&v, type_of(k), size);
            GrB_Vector_assign_INT32(v, nullptr, nullptr, static_cast<std::int32_t>(k), GrB_ALL,
                                    size, nullptr);
            if (k != 3)
                GrB_Vector_apply_IndexOp_INT64(v, nullptr, GrB_PLUS_INT32, GrB_ROWINDEX_INT64, v, k,
                                               nullptr);
            if (k + 1 == vector_count) GrB_Vector_removeElement(v, size / 2);
            GrB_Vector_wait(v, GrB_MATERIALIZE);
            vectors.push_back(v);
        }
    }
    ~World() {
        for (GrB_Vector &v : vectors) GrB_Vector_free(&v);
    }
    World(const World &) = delete;
    World &operator=(const World &) = delete;
    static GrB_Type type_of(unsigned k) {
        const GrB_Type types[] = {GrB_INT32, GrB_INT32, GrB_FP64, GrB_INT32,
                                  GrB_FP64,  GrB_INT32, GrB_FP32, GrB_INT32};
        return types[k];
    }
    GrB_Index size() const { return size_; }
    std::vector<GrB_Vector> vectors;

private:
    GrB_Index size_;
};

/// The numbers that make a call.
struct Drawn {
    unsigned kind, z, x, y, op;
    std::int32_t number;
};

GrB_Info call(const Drawn &d, World &world) {
    GrB_Vector &z = world.vectors[d.z];
    const GrB_Vector x = world.vectors[d.x], y = world.vectors[d.y];
    const bool is_real = World::type_of(d.z) == GrB_FP64, is_single = d.z == 6;
    const GrB_BinaryOp integers[] = {GrB_PLUS_INT32, GrB_MIN_INT32, GrB_MINUS_INT32},
                       reals[] = {GrB_PLUS_FP64, GrB_MAX_FP64, GrB_TIMES_FP64},
                       singles[] = {GrB_PLUS_FP32, GrB_MIN_FP32, GrB_SECOND_FP32},
                       op = is_single ? singles[d.op]
                            : is_real ? reals[d.op]
                                      : integers[d.op];
    switch (d.kind) {
    case 0:
    case 1:
        return GrB_Vector_eWiseMult_BinaryOp(z, nullptr, nullptr, op, x, y, nullptr);
    case 2:
        return GrB_Vector_eWiseAdd_BinaryOp(z, nullptr, nullptr, op, x, y, nullptr);
    case 3:
    case 4:
        return GrB_Vector_apply(z, nullptr, nullptr,
                                is_single ? GrB_ABS_FP32
                                : is_real ? GrB_AINV_FP64
                                          : GrB_ABS_INT32,
                                x, nullptr);
    case 5:
        return GrB_Vector_apply_BinaryOp2nd_INT32(z, nullptr, nullptr, op, x, d.number, nullptr);
    case 6:
    case 7:
        return GrB_Vector_assign(z, nullptr, op, x, GrB_ALL, world.size(), nullptr);
    case 8: {
        GrB_Index nvals = 0;
        return GrB_Vector_nvals(&nvals, z);
    }
    case 9:
        return GrB_Vector_setElement_INT32(z, d.number, world.size() / 2);
    case 10: {
        if (World::type_of(d.x) != World::type_of(d.z)) return GrB_SUCCESS;
        GrB_Vector made = nullptr;
        const GrB_Info info = GrB_Vector_dup(&made, x);
        GrB_Vector_free(&z);
        z = made;
        return info;
    }
    default:
        return GrB_Vector_assign_INT32(z, nullptr, d.op == 0 ? op : nullptr, d.number, GrB_ALL,
                                       world.size(), d.op == 1 ? GrB_DESC_C : nullptr);
    }
}

/// Returns "" or the first position at which the vectors differ.
std::string difference(GrB_Vector a, GrB_Vector b, GrB_Index size) {
    GrB_Index in_a = size, in_b = size;
    std::vector<GrB_Index> of_a(size), of_b(size);
    std::vector<double> x(size), y(size);
    if (GrB_Vector_extractTuples_FP64(of_a.data(), x.data(), &in_a, a) != GrB_SUCCESS ||
        GrB_Vector_extractTuples_FP64(of_b.data(), y.data(), &in_b, b) != GrB_SUCCESS)
        return "no tuples";
    if (in_a != in_b) return std::to_string(in_a) + " and " + std::to_string(in_b) + " entries";
    for (GrB_Index k = 0; k < in_a; k++) {
        if (of_a[k] == of_b[k] && (x[k] == y[k] || (std::isnan(x[k]) && std::isnan(y[k]))))
            continue;
        return "at " + std::to_string(of_a[k]) + " it is " + std::to_string(x[k]) + ", not " +
               std::to_string(y[k]);
    }
    return "";
}

/// Runs a program in both worlds. Returns "" or what differed.
std::string run(std::uint64_t seed, GrB_Index size) {
    std::mt19937_64 random(seed);
    const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    World later(size), at_once(size);
    for (int block = 0; block < 2; block++) {
        std::vector<Drawn> calls(3 + below(8));
        unsigned last = 0;
        for (Drawn &d : calls) {
            d = {below(4) == 0 ? below(12) : below(8),
                 below(vector_count),
                 below(vector_count),
                 below(vector_count),
                 below(3),
                 7 - static_cast<std::int32_t>(below(12))};
            if (below(2) == 0) d.x = last;
            last = d.z;
            const GrB_Info recorded = call(d, later), expected = call(d, at_once);
            for (const GrB_Vector v : at_once.vectors) GrB_Vector_wait(v, GrB_MATERIALIZE);
            if (recorded != expected) return "codes differ";
        }
        for (unsigned k = 0; k < vector_count; k++) {
            const std::string text = difference(later.vectors[k], at_once.vectors[k], size);
            if (!text.empty())
                return "block " + std::to_string(block) + ", vector " + std::to_string(k) + ": " +
                       text;
        }
    }
    return "";
}

/// Counts the chains that have been carried out.
std::uint64_t chains() {
    std::size_t size = 0;
    const auto field = static_cast<GrB_Field>(GrX_PICKS);
    EXPECT_EQ(GrB_Global_get_SIZE(GrB_GLOBAL, &size, field), GrB_SUCCESS);
    std::string text(size, '\0');
    EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, text.data(), field), GrB_SUCCESS);
    std::uint64_t sum = 0;
    for (const char *const name : {"cpu/chain_entries=", "cuda/chain_entries="}) {
        const std::size_t at = text.find(name);
        if (at != std::string::npos)
            sum += std::strtoull(text.c_str() + at + std::strlen(name), nullptr, 10);
    }
    return sum;
}

/// Sizes: the shortest vectors that form chains, and enough for more than one thread.
TEST(FullChains, EndAsCallsThatWait) {
    const char *const given = std::getenv("GRAPHBLAST_TEST_SEQUENCES");
    const std::uint64_t count = given != nullptr ? std::strtoull(given, nullptr, 10) : 300;
    std::int32_t threads = 0;
    const auto field = static_cast<GrB_Field>(GxB_NTHREADS);
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &threads, field), GrB_SUCCESS);
    const std::uint64_t before = chains();
    for (std::uint64_t seed = 1; seed <= count; seed++) {
        const GrB_Index size = seed % 5 == 0 ? 150001 : 16384 + seed % 700;
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, seed % 5 == 0 ? 4 : threads, field),
                  GrB_SUCCESS);
        ASSERT_EQ(run(seed, size), "") << "seed " << seed;
    }
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, threads, field), GrB_SUCCESS);
    const char *const fusion = std::getenv("GRAPHBLAST_FUSION");
    if (fusion != nullptr && std::string(fusion) == "0") return;
    EXPECT_GT(chains(), before + count / 2) << "chains are formed";
}

} // namespace
} // namespace grb::property
