// Relaxations, which are recognised among recorded calls (src/deferred/relaxations.cpp), end like
// the same calls one by one and like a loop over the edges.
#include "property/sequences.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace grb::property {
namespace {

void require(GrB_Info info) {
    if (info != GrB_SUCCESS) throw std::runtime_error("code " + std::to_string(info));
}

template <class V>
struct Operators;
#define OPERATORS(V, T)                                                                         \
    template <>                                                                                 \
    struct Operators<V> {                                                                       \
        static GrB_Type type() { return GrB_##T; }                                              \
        static GrB_Monoid add(bool is_max) {                                                    \
            return is_max ? GrB_MAX_MONOID_##T : GrB_MIN_MONOID_##T;                            \
        }                                                                                       \
        static GrB_BinaryOp multiply(unsigned k) {                                              \
            const GrB_BinaryOp all[] = {GrB_PLUS_##T,   GrB_TIMES_##T, GrB_FIRST_##T,           \
                                        GrB_SECOND_##T, GrB_MINUS_##T, GrB_MAX_##T};            \
            return all[k];                                                                      \
        }                                                                                       \
        static GrB_BinaryOp compare(bool is_max) { return is_max ? GrB_GT_##T : GrB_LT_##T; }   \
        static GrB_BinaryOp not_worse(bool is_max) { return is_max ? GrB_GE_##T : GrB_LE_##T; } \
        static GrB_UnaryOp copy() { return GrB_IDENTITY_##T; }                                  \
        static GrB_Info build(GrB_Matrix A, const GrB_Index *I, const GrB_Index *J, const V *X, \
                              GrB_Index n) {                                                    \
            return GrB_Matrix_build_##T(A, I, J, X, n, GrB_FIRST_##T);                          \
        }                                                                                       \
        static GrB_Info build(GrB_Vector v, const GrB_Index *I, const V *X, GrB_Index n) {      \
            return GrB_Vector_build_##T(v, I, X, n, GrB_FIRST_##T);                             \
        }                                                                                       \
        static GrB_Info tuples(GrB_Index *I, V *X, GrB_Index *n, GrB_Vector v) {                \
            return GrB_Vector_extractTuples_##T(I, X, n, v);                                    \
        }                                                                                       \
    };
OPERATORS(std::int32_t, INT32)
OPERATORS(std::int64_t, INT64)
OPERATORS(std::uint32_t, UINT32)
OPERATORS(std::uint64_t, UINT64)
OPERATORS(float, FP32)
OPERATORS(double, FP64)
#undef OPERATORS

/// Small numbers, so that many products are equal; zeros of both signs, NaN and extreme values.
template <class V>
V draw_value(std::mt19937_64 &random) {
    using Limits = std::numeric_limits<V>;
    const auto number = static_cast<V>(static_cast<int>(random() % 12) - 3);
    if constexpr (std::is_floating_point_v<V>) {
        const V rare[] = {
            Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), V{0}, -V{0}, -V{0}};
        return random() % 5 == 0 ? rare[random() % 6] : number;
    } else {
        return random() % 8 == 0 ? (random() % 2 == 0 ? Limits::max() : Limits::min()) : number;
    }
}

template <class V>
using Elements = std::map<GrB_Index, V>;

template <class V>
Elements<V> elements_of(GrB_Vector v) {
    GrB_Index n = 0;
    require(GrB_Vector_nvals(&n, v));
    std::vector<GrB_Index> positions(n);
    std::vector<V> values(n);
    require(Operators<V>::tuples(positions.data(), values.data(), &n, v));
    Elements<V> all;
    for (GrB_Index k = 0; k < n; k++) all[positions[k]] = values[k];
    return all;
}

/// Equal to the bit, but for which NaN.
template <class V>
bool are_same(const Elements<V> &a, const Elements<V> &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &x, const auto &y) {
        return x.first == y.first && (std::memcmp(&x.second, &y.second, sizeof(V)) == 0 ||
                                      (x.second != x.second && y.second != y.second));
    });
}

/// The calls of a step: those of a relaxation, others that are one, and others that are none.
enum class Other { nothing, mask_by_flags, assign, equal, no_selection, merge, shared, own, alias };

template <class V>
class World {
public:
    using Op = Operators<V>;
    World(std::uint64_t seed, GrB_Index n, bool waits) : n_(n), waits_(waits) {
        std::mt19937_64 random(seed);
        is_max = random() % 2 == 0;
        is_flipped = random() % 2 == 0;
        multiply = static_cast<unsigned>(random() % 8);
        if (multiply > 5) multiply = 0;
        require(GrB_Semiring_new(&semiring_, Op::add(is_max), Op::multiply(multiply)));
        for (GrB_Vector *v : {&d, &T, &from}) require(GrB_Vector_new(v, Op::type(), n));
        require(GrB_Vector_new(&flags, GrB_BOOL, n));
        const bool is_iso = random() % 6 == 0;
        std::vector<GrB_Index> I, J;
        std::vector<V> X;
        for (GrB_Index k = 0; k < 6 * n; k++) {
            // A hub, and loops.
            I.push_back(random() % 9 == 0 ? 1 : random() % n);
            J.push_back(random() % 9 == 0 ? I.back() : random() % 5 == 0 ? 2 : random() % n);
            X.push_back(is_iso ? V{2} : draw_value<V>(random));
        }
        require(GrB_Matrix_new(&A, Op::type(), n, n));
        require(Op::build(A, I.data(), J.data(), X.data(), I.size()));
        if (random() % 4 == 0) {
            require(GrB_Matrix_select_INT64(A, nullptr, nullptr, GrB_ROWLE, A,
                                            static_cast<std::int64_t>(n / 2), nullptr));
        }
        fill(d, random, 1);
        fill(from, random, 1 + random() % 20);
        for (const GrB_Vector v : {d, from}) require(GrB_Vector_wait(v, GrB_MATERIALIZE));
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    }
    ~World() {
        for (GrB_Vector *v : {&d, &T, &from, &flags, &copy_}) GrB_Vector_free(v);
        GrB_Matrix_free(&A);
        GrB_Semiring_free(&semiring_);
    }
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    void relax(Other other) {
        const GrB_Vector u = other == Other::own ? d : other == Other::alias ? T : from;
        if (other == Other::shared) {
            GrB_Vector_free(&copy_);
            require(GrB_Vector_dup(&copy_, d));
        }
        did(is_flipped ? GrB_vxm(T, nullptr, nullptr, semiring_, u, A, nullptr)
                       : GrB_mxv(T, nullptr, nullptr, semiring_, A, u, GrB_DESC_T0));
        const GrB_BinaryOp compare =
            other == Other::equal ? Op::not_worse(is_max) : Op::compare(is_max);
        did(GrB_Vector_eWiseMult_BinaryOp(flags, nullptr, nullptr, compare, T, d, nullptr));
        if (other != Other::no_selection)
            did(GrB_Vector_select_BOOL(flags, nullptr, nullptr, GrB_VALUENE_BOOL, flags, false,
                                       nullptr));
        const GrB_Descriptor keep = other == Other::merge ? nullptr : GrB_DESC_R;
        did(other == Other::assign
                ? GrB_Vector_assign(T, flags, nullptr, T, GrB_ALL, n_, GrB_DESC_RS)
                : GrB_Vector_apply(T, flags, nullptr, Op::copy(), T, keep));
        did(GrB_Vector_assign(d, other == Other::mask_by_flags ? flags : T, nullptr, T, GrB_ALL, n_,
                              other == Other::mask_by_flags ? nullptr : GrB_DESC_S));
    }
    /// Makes the vertices that a step improved those of the next.
    void advance() { std::swap(from, T); }
    std::map<GrB_Index, bool> flags_now() const {
        GrB_Index n = 0;
        require(GrB_Vector_nvals(&n, flags));
        std::vector<GrB_Index> positions(n);
        std::unique_ptr<bool[]> values(new bool[n + 1]);
        require(GrB_Vector_extractTuples_BOOL(positions.data(), values.get(), &n, flags));
        std::map<GrB_Index, bool> all;
        for (GrB_Index k = 0; k < n; k++) all[positions[k]] = values[k];
        return all;
    }

    GrB_Matrix A = nullptr;
    GrB_Vector d = nullptr, T = nullptr, from = nullptr, flags = nullptr;
    bool is_max = false, is_flipped = false;
    unsigned multiply = 0;

private:
    void fill(GrB_Vector v, std::mt19937_64 &random, std::uint64_t step) {
        std::vector<GrB_Index> positions;
        std::vector<V> values;
        for (GrB_Index i = 0; i < n_; i += 1 + random() % step) {
            positions.push_back(i);
            values.push_back(draw_value<V>(random));
        }
        require(Op::build(v, positions.data(), values.data(), positions.size()));
    }
    void did(GrB_Info info) {
        require(info);
        if (!waits_) return;
        for (const GrB_Vector v : {d, T, from, flags}) require(GrB_Vector_wait(v, GrB_MATERIALIZE));
    }

    GrB_Index n_;
    bool waits_;
    GrB_Vector copy_ = nullptr;
    GrB_Semiring semiring_ = nullptr;
};

template <class V>
V product(unsigned multiply, V x, V y) {
    using U = typename std::conditional_t<std::is_integral_v<V>, std::make_unsigned<V>,
                                          std::type_identity<V>>::type;
    const auto p = static_cast<U>(x), q = static_cast<U>(y);
    switch (multiply) {
    case 0:
        return static_cast<V>(p + q);
    case 1:
        return static_cast<V>(p * q);
    case 2:
        return x;
    case 3:
        return y;
    case 4:
        return static_cast<V>(p - q);
    default: {
        if (x != x || y != y) return x != x ? y : x;
        if (x == y) return std::signbit(static_cast<double>(x)) ? y : x;
        return x > y ? x : y;
    }
    }
}

/// The least (largest) of products: NaN is ignored, and -0 is below +0.
template <class V>
bool is_before(bool is_max, V x, V y) {
    if (y != y) return x == x;
    if (x == y)
        return std::signbit(static_cast<double>(is_max ? y : x)) &&
               !std::signbit(static_cast<double>(is_max ? x : y));
    return is_max ? x > y : x < y;
}

/// T and d after a relaxation, by a loop over the edges.
template <class V>
void relax_plainly(const World<V> &world, Elements<V> &T, Elements<V> &d) {
    const Elements<V> from = elements_of<V>(world.from);
    GrB_Index n = 0;
    require(GrB_Matrix_nvals(&n, world.A));
    std::vector<GrB_Index> I(n), J(n);
    std::vector<V> exact(n);
    if constexpr (std::is_same_v<V, std::int32_t>)
        require(GrB_Matrix_extractTuples_INT32(I.data(), J.data(), exact.data(), &n, world.A));
    else if constexpr (std::is_same_v<V, std::uint64_t>)
        require(GrB_Matrix_extractTuples_UINT64(I.data(), J.data(), exact.data(), &n, world.A));
    else if constexpr (std::is_same_v<V, float>)
        require(GrB_Matrix_extractTuples_FP32(I.data(), J.data(), exact.data(), &n, world.A));
    else
        require(GrB_Matrix_extractTuples_FP64(I.data(), J.data(), exact.data(), &n, world.A));
    Elements<V> sums;
    for (GrB_Index k = 0; k < n; k++) {
        const auto u = from.find(I[k]);
        if (u == from.end()) continue;
        const V x = world.is_flipped ? product(world.multiply, u->second, exact[k])
                                     : product(world.multiply, exact[k], u->second);
        const auto [sum, is_new] = sums.try_emplace(J[k], x);
        if (!is_new && is_before(world.is_max, x, sum->second)) sum->second = x;
    }
    T.clear();
    for (const auto &[i, x] : sums)
        if (world.is_max ? x > d[i] : x < d[i]) T[i] = d[i] = x;
}

std::uint64_t relaxations() {
    std::size_t size = 0;
    const auto field = static_cast<GrB_Field>(GrX_PICKS);
    require(GrB_Global_get_SIZE(GrB_GLOBAL, &size, field));
    std::string text(size, '\0');
    require(GrB_Global_get_String(GrB_GLOBAL, text.data(), field));
    const std::string name = "cpu/relax_edges=";
    const std::size_t at = text.find(name);
    return at == std::string::npos ? 0
                                   : std::strtoull(text.c_str() + at + name.size(), nullptr, 10);
}

GrB_Index size_of(std::uint64_t seed) {
    return seed % 50 == 0 ? 20001 : seed % 3 == 0 ? 2000 : 90;
}

/// Sizes of one thread, and of several.
class Relaxations : public testing::Test {
protected:
    void SetUp() override {
        require(GrB_Global_get_INT32(GrB_GLOBAL, &threads_, field));
        before_ = relaxations();
    }
    void TearDown() override { require(GrB_Global_set_INT32(GrB_GLOBAL, threads_, field)); }
    void use_threads(std::uint64_t seed) {
        require(GrB_Global_set_INT32(GrB_GLOBAL, seed % 50 == 0 ? 4 : threads_, field));
    }
    /// Expects so many since the test began. None are where a GPU is open.
    void expect_relaxations(std::uint64_t least) const {
        const char *const fusion = std::getenv("GRAPHBLAST_FUSION");
        if (fusion != nullptr && std::string(fusion) == "0") return;
        std::size_t length = 0; // of the GPU's name
        require(GrB_Global_get_SIZE(GrB_GLOBAL, &length, static_cast<GrB_Field>(GrX_DEVICE_NAME)));
        if (length <= 1) {
            EXPECT_GE(relaxations(), before_ + least);
        }
    }

private:
    static constexpr auto field = static_cast<GrB_Field>(GxB_NTHREADS);
    std::int32_t threads_ = 0;
    std::uint64_t before_ = 0;
};

template <class V>
std::string run_both(std::uint64_t seed, GrB_Index n) {
    World<V> later(seed, n, false), at_once(seed, n, true);
    std::mt19937_64 random(seed);
    for (int step = 0; step < 4; step++) {
        const auto other = static_cast<Other>(random() % 3 == 0 ? random() % 9 : random() % 3);
        const bool advances = random() % 3 != 0;
        for (World<V> *world : {&later, &at_once}) {
            world->relax(other);
            if (advances) world->advance();
        }
        const std::string where = "step " + std::to_string(step) + ", " +
                                  std::to_string(static_cast<int>(other)) + ", multiply " +
                                  std::to_string(later.multiply);
        if (later.flags_now() != at_once.flags_now()) return where + ": flags";
        if (!are_same(elements_of<V>(later.T), elements_of<V>(at_once.T))) return where + ": T";
        if (!are_same(elements_of<V>(later.from), elements_of<V>(at_once.from)))
            return where + ": from";
        if (!are_same(elements_of<V>(later.d), elements_of<V>(at_once.d))) return where + ": d";
    }
    return "";
}

TEST_F(Relaxations, EndAsCallsThatWait) {
    const char *const given = std::getenv("GRAPHBLAST_TEST_SEQUENCES");
    const std::uint64_t count =
        given != nullptr ? std::strtoull(given, nullptr, 10) / 20 + 1 : std::uint64_t{150};
    for (std::uint64_t seed = 1; seed <= count; seed++) {
        use_threads(seed);
        std::string (*const all[])(std::uint64_t, GrB_Index) = {
            &run_both<std::int32_t>,  &run_both<std::int64_t>, &run_both<std::uint32_t>,
            &run_both<std::uint64_t>, &run_both<float>,        &run_both<double>};
        for (std::size_t k = 0; k < 6; k++)
            ASSERT_EQ(all[k](seed, size_of(seed)), "") << "seed " << seed << ", type " << k;
    }
    expect_relaxations(count);
}

template <class V>
void expect_plain_results(std::uint64_t seed, GrB_Index n) {
    World<V> world(seed, n, false);
    for (int step = 0; step < 3; step++) {
        Elements<V> T, d = elements_of<V>(world.d);
        relax_plainly(world, T, d);
        world.relax(Other::nothing);
        ASSERT_TRUE(are_same(elements_of<V>(world.T), T)) << "seed " << seed << ", step " << step;
        ASSERT_TRUE(are_same(elements_of<V>(world.d), d)) << "seed " << seed << ", step " << step;
        ASSERT_EQ(world.flags_now().size(), T.size());
        world.advance();
    }
}

TEST_F(Relaxations, EndAsALoopOverTheEdges) {
    for (std::uint64_t seed = 1; seed <= 50; seed++) {
        use_threads(seed);
        expect_plain_results<std::int32_t>(seed, size_of(seed));
        expect_plain_results<std::uint64_t>(seed, size_of(seed));
        expect_plain_results<float>(seed, size_of(seed));
        expect_plain_results<double>(seed, size_of(seed));
        if (HasFatalFailure()) return;
    }
    expect_relaxations(300);
}

} // namespace
} // namespace grb::property
