// Programs of element-wise calls on lists, bitmaps and full vectors, most of which form chains
// (src/deferred/chains.cpp), end like programs that wait for each call.
#include "property/sequences.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace grb::property {
namespace {

constexpr unsigned int_count = 7, bool_count = 3, real_count = 2,
                   vector_count = int_count + bool_count + real_count;

/// Vectors of one world: lists, then bitmaps and full vectors, of each type.
class World {
public:
    explicit World(GrB_Index size) : size_(size) {
        for (unsigned k = 0; k < vector_count; k++) {
            GrB_Vector v = nullptr;
            GrB_Vector_new(&v, type_of(k), size);
            const GrB_Index step = k % 3 == 2 ? 1 + k % 2 : 5 + 9 * (k % 4);
            for (GrB_Index i = k % 2; i < size; i += step)
                GrB_Vector_setElement_INT32(v, static_cast<std::int32_t>((i * 7 + k) % 23) - 4, i);
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
        return k < int_count ? GrB_INT32 : k < int_count + bool_count ? GrB_BOOL : GrB_FP64;
    }
    GrB_Index size() const { return size_; }
    std::vector<GrB_Vector> vectors;

private:
    GrB_Index size_;
};

/// The numbers that make a call.
struct Drawn {
    unsigned kind, integer, other_integer, boolean, any, x, y, mask, op, descriptor;
    std::int32_t number;
};

bool is_assign(unsigned kind) {
    return kind >= 9 && kind < 14;
}

/// Operands and masks are often the output of one of the two calls before.
Drawn draw(std::mt19937_64 &random, unsigned last, unsigned before) {
    const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    const unsigned masks[] = {vector_count, vector_count, int_count + below(bool_count),
                              below(int_count), last};
    Drawn drawn{below(18),
                below(int_count),
                below(int_count),
                int_count + below(bool_count),
                below(vector_count),
                below(vector_count),
                below(vector_count),
                masks[below(5)],
                below(3),
                below(7),
                static_cast<std::int32_t>(below(20)) - 4};
    if (below(2) == 0) (below(2) == 0 ? drawn.x : drawn.y) = last;
    if (below(4) == 0) drawn.y = before;
    if (below(3) == 0) drawn.any = last;
    if (is_assign(drawn.kind) && below(2) == 0) {
        // An output that begins as a bitmap or full.
        drawn.any = 2 + 3 * below(4);
        drawn.mask = last;
        drawn.descriptor = below(3);
    }
    return drawn;
}

GrB_Info change(const Drawn &d, World &world) {
    GrB_Vector &any = world.vectors[d.any];
    switch (d.kind) {
    case 14:
        return GrB_Vector_clear(any);
    case 15:
        return GrB_Vector_setElement_INT32(any, d.number, 5);
    case 16: {
        GrB_Vector made = nullptr;
        const GrB_Info info = GrB_Vector_dup(&made, world.vectors[d.integer]);
        GrB_Vector &replaced = world.vectors[d.other_integer];
        GrB_Vector_free(&replaced);
        replaced = made;
        return info;
    }
    default: {
        GrB_Index nvals = 0;
        return GrB_Vector_nvals(&nvals, any);
    }
    }
}

GrB_Info call(const Drawn &d, World &world) {
    const GrB_Vector integer = world.vectors[d.integer], boolean = world.vectors[d.boolean],
                     any = world.vectors[d.any], x = world.vectors[d.x], y = world.vectors[d.y],
                     mask = d.mask < vector_count ? world.vectors[d.mask] : nullptr;
    const GrB_Descriptor descriptors[] = {GrB_DESC_S, nullptr,     GrB_DESC_S, GrB_DESC_R,
                                          GrB_DESC_S, GrB_DESC_RS, GrB_DESC_C},
                         descriptor = descriptors[d.descriptor];
    const GrB_BinaryOp compares[] = {GrB_LT_INT32, GrB_GE_FP64, GrB_NE_INT32},
                       sums[] = {GrB_PLUS_INT32, GrB_MIN_INT32, GrB_SECOND_INT32};
    const GrB_IndexUnaryOp tests[] = {GrB_VALUELT_INT32, GrB_VALUEGE_INT32, GrB_VALUENE_INT32};
    const GrB_Index n = world.size();
    switch (d.kind) {
    case 0:
    case 1:
        return GrB_Vector_eWiseMult_BinaryOp(boolean, mask, nullptr, compares[d.op], x, y,
                                             descriptor);
    case 2:
        return GrB_Vector_eWiseMult_BinaryOp(integer, mask, nullptr, sums[d.op], x, y, descriptor);
    case 3:
    case 4:
        return GrB_Vector_select_INT32(any, mask, nullptr, tests[d.op], any, d.number, descriptor);
    case 5:
        return GrB_Vector_select_INT32(integer, mask, nullptr, tests[d.op],
                                       world.vectors[d.other_integer], d.number, descriptor);
    case 6:
        return GrB_Vector_select_BOOL(boolean, nullptr, nullptr, GrB_VALUENE_BOOL, boolean, false,
                                      nullptr);
    case 7:
        return GrB_Vector_apply(integer, mask, nullptr, GrB_AINV_INT32, x, descriptor);
    case 8:
        return GrB_Vector_apply_BinaryOp2nd_INT32(integer, mask, nullptr, sums[d.op], x, d.number,
                                                  descriptor);
    case 9:
    case 10:
    case 11:
        return GrB_Vector_assign(any, mask, nullptr, x, GrB_ALL, n, descriptor);
    case 12:
    case 13:
        return GrB_Vector_assign_INT32(any, mask, nullptr, d.number, GrB_ALL, n, descriptor);
    default:
        return change(d, world);
    }
}

bool are_equal(GrB_Vector a, GrB_Vector b) {
    GrB_Index in_a = 0, in_b = 0;
    if (GrB_Vector_nvals(&in_a, a) != GrB_SUCCESS || GrB_Vector_nvals(&in_b, b) != GrB_SUCCESS ||
        in_a != in_b)
        return false;
    std::vector<GrB_Index> of_a(in_a), of_b(in_b);
    std::vector<double> x(in_a), y(in_b);
    return GrB_Vector_extractTuples_FP64(of_a.data(), x.data(), &in_a, a) == GrB_SUCCESS &&
           GrB_Vector_extractTuples_FP64(of_b.data(), y.data(), &in_b, b) == GrB_SUCCESS &&
           of_a == of_b && x == y;
}

/// Runs a program in both worlds, block by block: waiting runs all that is recorded. Returns "" or
/// what differed.
std::string run(std::uint64_t seed, GrB_Index size, int blocks) {
    std::mt19937_64 random(seed);
    World later(size), at_once(size);
    for (int block = 0; block < blocks; block++) {
        std::vector<Drawn> calls(2 + random() % 8);
        std::vector<GrB_Info> codes;
        unsigned last = 0, before = 0;
        for (Drawn &drawn : calls) {
            drawn = draw(random, last, before);
            before = last;
            last = drawn.kind < 2 || drawn.kind == 6                      ? drawn.boolean
                   : drawn.kind < 9 && drawn.kind != 3 && drawn.kind != 4 ? drawn.integer
                                                                          : drawn.any;
            codes.push_back(call(drawn, later));
        }
        for (std::size_t k = 0; k < calls.size(); k++) {
            const GrB_Info expected = call(calls[k], at_once);
            for (const GrB_Vector v : at_once.vectors) GrB_Vector_wait(v, GrB_MATERIALIZE);
            if (codes[k] != expected)
                return "codes " + std::to_string(codes[k]) + " and " + std::to_string(expected);
        }
        for (unsigned k = 0; k < vector_count; k++)
            if (!are_equal(later.vectors[k], at_once.vectors[k]))
                return "block " + std::to_string(block) + ", vector " + std::to_string(k) + " is " +
                       content(later.vectors[k]) + ", not " + content(at_once.vectors[k]);
    }
    return "";
}

/// Counts the choices of a variant.
std::uint64_t picks_of(const std::string &variant) {
    std::size_t size = 0;
    const auto field = static_cast<GrB_Field>(GrX_PICKS);
    EXPECT_EQ(GrB_Global_get_SIZE(GrB_GLOBAL, &size, field), GrB_SUCCESS);
    std::string text(size, '\0');
    EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, text.data(), field), GrB_SUCCESS);
    const std::size_t at = text.find(variant + "=");
    return at == std::string::npos
               ? 0
               : std::strtoull(text.c_str() + at + variant.size() + 1, nullptr, 10);
}

/// Sizes: one tile, several, and enough for more than one thread.
TEST(Chains, EndAsCallsThatWait) {
    const char *const given = std::getenv("GRAPHBLAST_TEST_SEQUENCES");
    const std::uint64_t count = given != nullptr ? std::strtoull(given, nullptr, 10) : 3000;
    std::int32_t threads = 0;
    const auto field = static_cast<GrB_Field>(GxB_NTHREADS);
    ASSERT_EQ(GrB_Global_get_INT32(GrB_GLOBAL, &threads, field), GrB_SUCCESS);
    const auto chains = [] {
        return picks_of("cpu/chain_entries") + picks_of("cuda/chain_entries");
    };
    const std::uint64_t before = chains();
    for (std::uint64_t seed = 1; seed <= count; seed++) {
        const GrB_Index size = seed % 100 == 0 ? 60001 : seed % 3 == 0 ? 2000 : 90;
        ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, size > 2000 ? 4 : threads, field), GrB_SUCCESS);
        ASSERT_EQ(run(seed, size, size > 2000 ? 2 : 6), "") << "seed " << seed;
    }
    ASSERT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, threads, field), GrB_SUCCESS);
    const char *const fusion = std::getenv("GRAPHBLAST_FUSION");
    if (fusion != nullptr && std::string(fusion) == "0") return;
    // A GPU carries out fewer: bitmaps with many entries are no bases there.
    const std::uint64_t least = picks_of("cuda/chain_entries") > 0 ? count / 4 : count / 2;
    EXPECT_GT(chains(), before + least) << "chains are formed";
}

} // namespace
} // namespace grb::property
