// Tests mxm, mxv and vxm against the model.
#include "differential/runner.h"

#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace grb::fuzz {
namespace {

/// Chooses a predefined semiring most often, at times a user-defined one.
const Semiring &choose_semiring(Problem &p) {
    const auto &list = algebra().semirings;
    for (;;) {
        const bool predefined = p.rng.chance(55);
        const std::size_t first = predefined ? 0 : algebra().predefined_semirings;
        const std::size_t last = predefined ? algebra().predefined_semirings : list.size();
        const Semiring &s = list[first + p.rng.below(last - first)];
        if (p.is_of_user_types && !s.add.op.z.is_user()) continue;
        if (p.is_exact_term(s.multiply, s.add.op)) return s;
    }
}

/// Returns a semiring of the vendor libraries: plus_times, where integers are summed in a wider
/// type.
Semiring choose_plain_semiring(Problem &p) {
    p.is_plain = true;
    return model::semiring(
        "PLUS_TIMES", p.rng.pick(std::vector{TypeCode::Fp32, TypeCode::Fp64, TypeCode::Int32}));
}

struct Sizes {
    Index m, k, n;
};

/// Sizes of products of full matrices of one type, around the sizes of vectors and tiles: at most
/// one is large, for the model's sake.
Sizes choose_full_sizes(Problem &p) {
    p.is_plain = p.is_full = true;
    p.scale.entries = 257 * 33;
    const std::vector<Index> small = {0, 1, 3, 8, 17, 33}, large = {1, 33, 64, 130, 257};
    const auto pick = [&] { return p.rng.pick(small); };
    switch (p.rng.below(3)) {
    case 0:
        return {p.rng.pick(large), p.rng.below(9), pick()};
    case 1:
        return {pick(), p.rng.pick(large), p.rng.below(9)};
    default:
        return {p.rng.below(9), pick(), p.rng.pick(large)};
    }
}

/// Sizes of a product by a full matrix.
Sizes choose_sizes(Problem &p, bool has_full_right) {
    constexpr Index most_rows_of_full = 3000; // more dimensions leave only empty space
    const Index m = p.dimension(), k = p.dimension();
    if (!has_full_right || k > most_rows_of_full) return {m, k, p.dimension()};
    p.is_full = true;
    // These surround the widths of warps and wide loads.
    const std::vector<Index> widths{1, 2, 3, 4, 8, 16, 31, 32, 33, 64, k < 100 ? Index{100} : 20};
    return {m, k, p.rng.pick(widths)};
}

void mxm(Problem &p) {
    const bool has_full_right = p.rng.chance(35);
    const bool is_full = !p.is_of_user_types && p.rng.chance(10);
    const bool is_narrow = has_full_right && !is_full && !p.is_of_user_types && p.rng.chance(15);
    const auto plain = [&p] { return choose_plain_semiring(p); };
    const Semiring s =
        is_narrow ? model::semiring("PLUS_TIMES", TypeCode::Fp32)
        : is_full
            ? model::semiring("PLUS_TIMES", p.rng.pick(std::vector{TypeCode::Fp32, TypeCode::Fp64}))
        : has_full_right && !p.is_of_user_types && p.rng.chance(30) ? plain()
                                                                    : choose_semiring(p);
    p.limit_terms(s.add.op);
    p.limit_entries(6000);
    p.choose_descriptor();
    const auto [m, k, n] = is_full ? choose_full_sizes(p) : choose_sizes(p, has_full_right);
    const bool is_right_full = p.is_full;
    // Products of full matrices allow any semiring.
    p.is_full = is_full || (is_right_full && m * k <= p.scale.entries && p.rng.chance(30));
    const auto &d = p.descriptor;
    p.is_plain |= is_narrow;
    const auto stored = [&](const Type &own, std::vector<TypeCode> narrow) {
        return is_narrow ? model::type_of(p.rng.pick(narrow)) : own;
    };
    const Type a_type = stored(s.multiply.x, {TypeCode::Bf16, TypeCode::Fp16, TypeCode::Fp32});
    const Type b_type = stored(s.multiply.y, {TypeCode::Bf16, TypeCode::Fp16});
    const OperandId a = d.transpose0 ? p.matrix(a_type, k, m) : p.matrix(a_type, m, k);
    p.is_full = is_right_full;
    const OperandId b = d.transpose1 ? p.matrix(b_type, n, k) : p.matrix(b_type, k, n);
    p.is_plain = p.is_full = false;
    p.output = p.matrix(s.add.op.z, m, n);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, s.add.op.z);
    p.text = "mxm " + s.name + " of " + std::to_string(a) + ", " + std::to_string(b);
    p.expected = model::mxm(p.write(), s, p.model_of(a), p.model_of(b));
    p.call = [&p, s, a, b] {
        return GrB_mxm(p.matrix_handle(p.output), p.mask_matrix(), p.accumulator_handle(), s.handle,
                       p.matrix_handle(a), p.matrix_handle(b), p.descriptor_handle());
    };
}

/// C = C ⊕ A ⊕.⊗ B with C full and B row-balanced, for kernels that add to C themselves.
void sum_of_products(Problem &p) {
    const auto &list = algebra().semirings;
    const Semiring *s = nullptr;
    while (s == nullptr || !p.is_exact_term(s->multiply, s->add.op))
        s = &list[p.rng.below(algebra().predefined_semirings)];
    p.limit_terms(s->add.op);
    p.limit_entries(6000);
    if (p.aim.empty()) p.choose_descriptor();
    // The targeted variants need entries in both operands.
    const auto dimension = [&] { return p.aim.empty() ? p.dimension() : 20 + p.rng.below(20); };
    const Index m = dimension(), k = dimension(), n = 1 + p.rng.below(300);
    const auto &d = p.descriptor;
    if (!p.aim.empty()) p.stored = {0.3, Format::Sparse};
    const OperandId a =
        d.transpose0 ? p.matrix(s->multiply.x, k, m) : p.matrix(s->multiply.x, m, k);
    p.is_balanced = true;
    if (p.stored) p.stored->format = Format::Balanced;
    const OperandId b =
        d.transpose1 ? p.matrix(s->multiply.y, n, k) : p.matrix(s->multiply.y, k, n);
    p.is_balanced = false;
    p.stored.reset();
    p.is_plain = p.is_full = m <= 3000; // C of the monoid's type
    p.output = p.matrix(s->add.op.z, m, n);
    p.is_plain = p.is_full = false;
    p.accumulator = s->add.op;
    p.text = "mxm " + s->name + " of " + std::to_string(a) + ", " + std::to_string(b) + ", added";
    p.expected = model::mxm(p.write(), *s, p.model_of(a), p.model_of(b));
    p.call = [&p, s, a, b] {
        return GrB_mxm(p.matrix_handle(p.output), nullptr, p.accumulator_handle(), s->handle,
                       p.matrix_handle(a), p.matrix_handle(b), p.descriptor_handle());
    };
}

void mxm_or_sum(Problem &p) {
    const bool is_aimed = p.aims_at({"cuda/ssd_coupled", "cuda/ssd_decoupled"});
    is_aimed || p.rng.chance(12) ? sum_of_products(p) : mxm(p);
}

/// Computes w = A u or u A, by the model and by the library.
void call_product(Problem &p, const Semiring &s, OperandId a, OperandId u, bool vector_first) {
    p.expected = vector_first ? model::vxm(p.write(), s, p.model_of(u), p.model_of(a))
                              : model::mxv(p.write(), s, p.model_of(a), p.model_of(u));
    p.call = [&p, s, a, u, vector_first] {
        return vector_first ? GrB_vxm(p.vector_handle(p.output), p.mask_vector(),
                                      p.accumulator_handle(), s.handle, p.vector_handle(u),
                                      p.matrix_handle(a), p.descriptor_handle())
                            : GrB_mxv(p.vector_handle(p.output), p.mask_vector(),
                                      p.accumulator_handle(), s.handle, p.matrix_handle(a),
                                      p.vector_handle(u), p.descriptor_handle());
    };
}

/// Adds a product to a full vector by its own monoid: cpu/mxv_pull_into and cpu/mxv_push_into.
void mxv_into(Problem &p) {
    const auto is_repeatable = [](const Semiring &s) {
        const std::string &name = s.add.op.name;
        return name.find("MIN") != std::string::npos || name.find("MAX") != std::string::npos ||
               name.find("LOR") != std::string::npos;
    };
    Semiring s = choose_semiring(p);
    while (!is_repeatable(s)) s = choose_semiring(p);
    p.limit_terms(s.add.op);
    p.choose_descriptor();
    const Index m = 1 + p.rng.below(300), n = 1 + p.rng.below(300);
    const bool transposed = p.descriptor.transpose0;
    p.is_plain = true;
    const OperandId a = p.matrix(s.multiply.x, transposed ? n : m, transposed ? m : n);
    p.is_full = true;
    p.stored = {1, Format::Full};
    const OperandId u = p.vector(s.multiply.y, n);
    p.output = p.vector(s.add.op.z, m);
    p.accumulator = s.add.op;
    p.text = "mxv " + s.name + " of matrix " + std::to_string(a) + ", full vector " +
             std::to_string(u) + ", into a full vector";
    call_product(p, s, a, u, false);
}

void mxv_or_vxm(Problem &p) {
    const bool is_aimed = p.aims_at({"cpu/mxv_pull_into", "cpu/mxv_push_into"});
    if (is_aimed || (!p.is_of_user_types && p.rng.chance(5))) return mxv_into(p);
    const Semiring s =
        !p.is_of_user_types && p.rng.chance(8) ? choose_plain_semiring(p) : choose_semiring(p);
    const bool is_widened = p.is_plain && !s.add.op.z.is_float();
    p.limit_terms(s.add.op);
    p.choose_descriptor();
    const bool vector_first = p.rng.chance(50);
    const Index m = p.dimension(), n = p.dimension();
    const Type narrow = model::type_of(TypeCode::Int8);
    const Type matrix_domain = is_widened ? narrow : vector_first ? s.multiply.y : s.multiply.x;
    const Type vector_domain = is_widened ? narrow : vector_first ? s.multiply.x : s.multiply.y;
    const bool transposed = vector_first ? p.descriptor.transpose1 : p.descriptor.transpose0;
    const OperandId a = p.matrix(matrix_domain, m, n);
    // mxv computes w = A u with A m×n, and so does vxm with A transposed; the other two give w of
    // size n.
    const bool gives_rows = vector_first == transposed;
    const OperandId u = p.vector(vector_domain, gives_rows ? n : m);
    p.output = p.vector(s.add.op.z, gives_rows ? m : n);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, s.add.op.z);
    p.text = std::string(vector_first ? "vxm " : "mxv ") + s.name + " of matrix " +
             std::to_string(a) + ", vector " + std::to_string(u);
    call_product(p, s, a, u, vector_first);
}

/// Products of positions, as in searches for parents: by a positional semiring, or with the
/// vector's own positions as values, one of which may then change.
struct PositionProduct {
    OperandId a = 0, u = 0;
    bool vector_first = false, is_narrow = false, is_applied = false, is_greatest = false;
    std::int64_t from = 0;        // value of the first position
    std::optional<Index> changed; // this entry of the vector becomes `value`
    std::int64_t value = 0;

    Value value_of(std::int64_t x) const {
        return is_narrow ? Value::of(static_cast<std::int32_t>(x)) : Value::of(x);
    }
    Matrix positions(const Matrix &pattern) const {
        Matrix result{model::type_of(is_narrow ? TypeCode::Int32 : TypeCode::Int64),
                      pattern.nrows,
                      pattern.ncols,
                      {}};
        for (const auto &[at, x] : pattern.entries)
            result.entries[at] = value_of(static_cast<std::int64_t>(at.first) + from);
        if (changed) result.entries[{*changed, 0}] = value_of(value);
        return result;
    }
    /// Returns the handle of one of the semirings {first, firstj, firstj1, second, secondi,
    /// secondi1}.
    GrB_Semiring one_of(const std::array<GrB_Semiring, 6> &semirings) const {
        const int of_vector = vector_first ? 0 : 3;
        return semirings[static_cast<std::size_t>(of_vector + (is_applied  ? 0
                                                               : from == 0 ? 1
                                                                           : 2))];
    }
    GrB_Semiring handle() const {
        if (is_greatest) {
            return is_narrow ? one_of({GrB_MAX_FIRST_SEMIRING_INT32, GxB_MAX_FIRSTJ_INT32,
                                       GxB_MAX_FIRSTJ1_INT32, GrB_MAX_SECOND_SEMIRING_INT32,
                                       GxB_MAX_SECONDI_INT32, GxB_MAX_SECONDI1_INT32})
                             : one_of({GrB_MAX_FIRST_SEMIRING_INT64, GxB_MAX_FIRSTJ_INT64,
                                       GxB_MAX_FIRSTJ1_INT64, GrB_MAX_SECOND_SEMIRING_INT64,
                                       GxB_MAX_SECONDI_INT64, GxB_MAX_SECONDI1_INT64});
        }
        return is_narrow ? one_of({GrB_MIN_FIRST_SEMIRING_INT32, GxB_MIN_FIRSTJ_INT32,
                                   GxB_MIN_FIRSTJ1_INT32, GrB_MIN_SECOND_SEMIRING_INT32,
                                   GxB_MIN_SECONDI_INT32, GxB_MIN_SECONDI1_INT32})
                         : one_of({GrB_MIN_FIRST_SEMIRING_INT64, GxB_MIN_FIRSTJ_INT64,
                                   GxB_MIN_FIRSTJ1_INT64, GrB_MIN_SECOND_SEMIRING_INT64,
                                   GxB_MIN_SECONDI_INT64, GxB_MIN_SECONDI1_INT64});
    }
    /// The semiring's name in the model.
    std::string name() const {
        return std::string(is_greatest ? "MAX_" : "MIN_") + (vector_first ? "FIRST" : "SECOND");
    }
    /// Returns the vector whose values are positions; the caller frees it.
    GrB_Vector applied(const Problem &p) const {
        GrB_Vector t = nullptr;
        model::require(GrB_Vector_new(&t, is_narrow ? GrB_INT32 : GrB_INT64, p.model_of(u).nrows),
                       "GrB_Vector_new");
        model::require(
            is_narrow ? GrB_Vector_apply_IndexOp_INT32(t, nullptr, nullptr, GrB_ROWINDEX_INT32,
                                                       p.vector_handle(u),
                                                       static_cast<std::int32_t>(from), nullptr)
                      : GrB_Vector_apply_IndexOp_INT64(t, nullptr, nullptr, GrB_ROWINDEX_INT64,
                                                       p.vector_handle(u), from, nullptr),
            "GrB_apply");
        if (changed)
            model::require(GrB_Vector_setElement_INT64(t, value, *changed), "GrB_setElement");
        return t;
    }
    GrB_Info run(const Problem &p) const {
        GrB_Vector t = is_applied ? applied(p) : nullptr;
        const GrB_Vector x = is_applied ? t : p.vector_handle(u);
        const GrB_Info info =
            vector_first
                ? GrB_vxm(p.vector_handle(p.output), p.mask_vector(), p.accumulator_handle(),
                          handle(), x, p.matrix_handle(a), p.descriptor_handle())
                : GrB_mxv(p.vector_handle(p.output), p.mask_vector(), p.accumulator_handle(),
                          handle(), p.matrix_handle(a), x, p.descriptor_handle());
        GrB_Vector_free(&t);
        return info;
    }
};

void mxv_of_positions(Problem &p) {
    PositionProduct product;
    product.vector_first = p.rng.chance(50);
    product.is_narrow = p.rng.chance(50);
    product.is_greatest = p.rng.chance(50);
    product.is_applied = p.rng.chance(60);
    product.from = p.rng.chance(50) ? 0 : 1;
    if (product.is_applied && p.rng.chance(30)) product.from = -17;
    p.choose_descriptor();
    // Positions of 32 bits overflow in longer dimensions.
    p.scale.largest = std::min<Index>(p.scale.largest, 20000);
    const auto dimension = [&] { return std::min<Index>(p.dimension(), p.scale.largest); };
    const Index m = dimension(), n = dimension();
    const bool transposed =
        product.vector_first ? p.descriptor.transpose1 : p.descriptor.transpose0;
    const bool gives_rows = product.vector_first == transposed;
    product.a = p.matrix(p.rng.pick(model::stored_types()), m, n);
    product.u = p.vector(p.rng.pick(model::stored_types()), gives_rows ? n : m);
    const auto &entries = p.model_of(product.u).entries;
    if (product.is_applied && !entries.empty() && p.rng.chance(30)) {
        product.changed =
            std::next(entries.begin(), static_cast<std::ptrdiff_t>(p.rng.below(entries.size())))
                ->first.first;
        product.value = static_cast<std::int64_t>(p.rng.below(40)) - 20;
    }
    const TypeCode code = product.is_narrow ? TypeCode::Int32 : TypeCode::Int64;
    const Semiring s = model::semiring(product.name(), code);
    p.output = p.vector(s.add.op.z, gives_rows ? m : n);
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, s.add.op.z);
    p.text = std::string(product.vector_first ? "vxm " : "mxv ") + s.name +
             " of positions, matrix " + std::to_string(product.a) + ", vector " +
             std::to_string(product.u);
    const Matrix positions = product.positions(p.model_of(product.u));
    p.expected = product.vector_first ? model::vxm(p.write(), s, positions, p.model_of(product.a))
                                      : model::mxv(p.write(), s, p.model_of(product.a), positions);
    p.call = [&p, product] { return product.run(p); };
}

/// Sums over a full vector by an iso matrix, as in PageRank.
void mxv_of_full_sums(Problem &p) {
    const TypeCode code =
        p.rng.pick(std::vector<TypeCode>{TypeCode::Fp32, TypeCode::Fp64, TypeCode::Int64});
    p.choose_descriptor();
    const bool vector_first = p.rng.chance(50);
    const Semiring s = model::semiring("PLUS_TIMES", code);
    p.limit_terms(s.add.op);
    p.is_plain = true;
    const Index m = p.dimension(), n = p.dimension();
    const bool transposed = vector_first ? p.descriptor.transpose1 : p.descriptor.transpose0;
    const bool gives_rows = vector_first == transposed;
    const Values values = std::exchange(p.scale.values, Values::Identical);
    const OperandId a = p.matrix(s.multiply.x, m, n);
    p.scale.values = values;
    const OperandId u = p.vector(s.multiply.y, gives_rows ? n : m);
    p.output = p.vector(s.add.op.z, gives_rows ? m : n);
    if (p.rng.chance(20)) p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, s.add.op.z);
    p.text = std::string(vector_first ? "vxm " : "mxv ") + s.name + " of matrix " +
             std::to_string(a) + ", full vector " + std::to_string(u);
    call_product(p, s, a, u, vector_first);
}

/// The registry does not list variants of absent CUDA libraries, so that no test tries them.
TEST(VendorLibraries, AreThere) {
    GrB_Index devices = 0;
    ASSERT_EQ(GrX_Device_count(&devices), GrB_SUCCESS);
    if (devices == 0) GTEST_SKIP() << "no GPU";
    std::set<std::string> variants;
    for (const RegistryVariant &variant : registry()) variants.insert(variant.name);
    EXPECT_EQ(variants.count("cuda/mxv_cusparse"), variants.count("cuda/spmm_cusparse"));
    std::string missing;
    for (const char *const variant : {"cuda/mxv_cusparse", "cuda/spmm_cusparse", "cuda/mxm_cublas"})
        if (variants.count(variant) == 0) missing += std::string(" ") + variant;
    if (!missing.empty()) GTEST_SKIP() << "cuSPARSE or cuBLAS is absent; not tested:" << missing;
}

TEST(Differential, Mxm) {
    run_problems("mxm", 300, mxm_or_sum);
}
TEST(Differential, Mxv) {
    // Tiles need a full vector, which is rare in these problems.
    run_problems("mxv", 300, mxv_or_vxm, {"cpu/mxv_tiles"});
}
TEST(Differential, MxvOfFullSums) {
    // Bits need iso products that do not add up.
    run_problems("mxv", 60, mxv_of_full_sums,
                 {"cuda/mxv_push_bitmap", "cpu/mxv_pull_into", "cpu/mxv_push_into"});
}
TEST(Differential, MxvOfPositions) {
    // Tiles and cuSPARSE only sum.
    run_problems("mxv", 100, mxv_of_positions,
                 {"cpu/mxv_tiles", "cpu/mxv_pull_into", "cpu/mxv_push_into", "cuda/mxv_cusparse"});
}
TEST(Differential, MxvOfUserTypes) {
    run_user_problems("mxv",
                      {"cuda/mxv_thread_row", "cuda/mxv_warp_row", "cuda/mxv_merge_path",
                       "cuda/mxv_vsr", "cuda/mxv_pull_masked", "cuda/mxv_row_classes",
                       "cuda/mxv_push_sort"},
                      200, mxv_or_vxm);
}
TEST(Differential, MxmOfUserTypes) {
    run_user_problems("mxm", {"cuda/mxm_sort"}, 100, mxm);
}

} // namespace
} // namespace grb::fuzz
