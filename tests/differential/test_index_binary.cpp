// Tests operators on values and positions (GxB_IndexBinaryOp) in products and element by element
// against the model. They come with their source, so that GPU variants take them; each problem has
// its own theta. With GRAPHBLAST_CUDA=always the operands also get their positions on the GPU.
#include "differential/runner.h"
#include "differential/user_sources.h"

#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <cstring>

namespace grb::fuzz {
namespace {

/// f(x, ix, jx, y, iy, jy, theta) and the monoids that add its results.
struct IndexedOp {
    std::string name;
    Type z, x, y, theta;
    GxB_index_binary_function function = nullptr;
    GxB_IndexBinaryOp handle = nullptr;
    std::vector<Monoid> monoids;
};

template <class T>
T at(const void *p) {
    T x;
    std::memcpy(&x, p, sizeof x);
    return x;
}

// Does what the sources in user_sources.h do. Each argument counts.
void mixed(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
           GrB_Index jy, const void *theta) {
    const std::uint64_t result = static_cast<std::uint64_t>(at<std::int32_t>(x)) * 3 + ix * 5 +
                                 jx * 7 + static_cast<std::uint64_t>(at<std::int16_t>(y)) * 11 +
                                 iy * 13 + jy * 17 + at<std::uint64_t>(theta) * 19;
    std::memcpy(z, &result, sizeof result);
}
void slanted(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
             GrB_Index jy, const void *theta) {
    const double result = at<double>(x) - at<float>(y) +
                          0.25 * static_cast<double>((ix + 2 * jx + 4 * iy + 8 * jy) % 64) +
                          at<std::int8_t>(theta);
    std::memcpy(z, &result, sizeof result);
}
struct Interval {
    std::int32_t low, high;
};
void nearer(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
            GrB_Index jy, const void *theta) {
    const auto bounds = at<Interval>(theta);
    const std::uint64_t sum = static_cast<std::uint64_t>(at<Interval>(x).low) + 3 * ix + 5 * jx +
                              static_cast<std::uint64_t>(at<Interval>(y).high) + 7 * iy + 11 * jy +
                              static_cast<std::uint64_t>(bounds.low);
    const auto result = static_cast<std::int32_t>(sum % 1000) - bounds.high;
    std::memcpy(z, &result, sizeof result);
}

std::vector<IndexedOp> make_operators() {
    const Type i8 = model::type_of(TypeCode::Int8), i16 = model::type_of(TypeCode::Int16),
               i32 = model::type_of(TypeCode::Int32), u64 = model::type_of(TypeCode::Uint64),
               f32 = model::type_of(TypeCode::Fp32), f64 = model::type_of(TypeCode::Fp64),
               interval = algebra().user_types[0];
    const auto monoids = [](TypeCode code, const std::vector<const char *> &names) {
        std::vector<Monoid> list;
        for (const char *name : names) list.push_back(model::monoid(name, code));
        return list;
    };
    std::vector<IndexedOp> list{
        {"mixed", u64, i32, i16, u64, mixed, nullptr,
         monoids(TypeCode::Uint64, {"PLUS", "MIN", "MAX"})},
        {"slanted", f64, f64, f32, i8, slanted, nullptr, monoids(TypeCode::Fp64, {"PLUS", "MIN"})},
        {"nearer", i32, interval, interval, interval, nearer, nullptr,
         monoids(TypeCode::Int32, {"MIN", "PLUS"})}};
    const char *const sources[] = {source::mixed, source::slanted, source::nearer};
    for (std::size_t k = 0; k < list.size(); k++) {
        IndexedOp &op = list[k];
        model::require(GxB_IndexBinaryOp_new(&op.handle, op.function, op.z.handle, op.x.handle,
                                             op.y.handle, op.theta.handle, op.name.c_str(),
                                             sources[k]),
                       "GxB_IndexBinaryOp_new");
    }
    return list;
}

/// The operators of the whole process, made on first use. They are never destroyed, so that the
/// handles stay reachable.
const std::vector<IndexedOp> &operators() {
    static const auto &list = *new std::vector<IndexedOp>(make_operators());
    return list;
}

/// In the model an entry carries its position, before its value, to the operator.
struct EntryPosition {
    Index row, column;
};
Type positioned_type(const Type &type) {
    return {TypeCode::User, sizeof(EntryPosition) + type.size, nullptr, "positioned"};
}
Matrix positioned(const Matrix &a, const Type &domain) {
    Matrix result{positioned_type(domain), a.nrows, a.ncols, {}};
    for (const auto &[where, x] : a.entries) {
        const EntryPosition position{where.first, where.second};
        const Value value = model::cast(x, domain);
        Value both = Value::user(result.type, position);
        std::memcpy(both.bytes.data() + sizeof position, value.data(), domain.size);
        result.entries[where] = both;
    }
    return result;
}

Matrix oriented(const Matrix &a, bool is_transposed) {
    return is_transposed ? model::transposed(a) : a;
}

/// An operator with its theta.
struct Bound {
    const IndexedOp *op;
    Value theta;

    explicit Bound(Problem &p) : op(&p.rng.pick(operators())), theta(p.value(op->theta)) {}
    BinaryOp meaning() const {
        const Bound own = *this;
        BinaryOp result{op->name, op->z, positioned_type(op->x), positioned_type(op->y),
                        nullptr,  {}};
        result.meaning = [own](const Value &a, const Value &b) {
            Value z{own.op->z, {}};
            const auto *x = static_cast<const unsigned char *>(a.data()),
                       *y = static_cast<const unsigned char *>(b.data());
            const auto left = at<EntryPosition>(x), right = at<EntryPosition>(y);
            own.op->function(z.data(), x + sizeof left, left.row, left.column, y + sizeof right,
                             right.row, right.column, own.theta.data());
            return z;
        };
        return result;
    }
    /// Calls f(operator, semiring with `add`).
    template <class F>
    GrB_Info call(const Monoid &add, const F &f) const {
        GrB_Scalar scalar = model::to_library_scalar(theta.type, theta);
        GrB_BinaryOp bound = nullptr;
        GrB_Semiring semiring = nullptr;
        model::require(GxB_BinaryOp_new_IndexOp(&bound, op->handle, scalar),
                       "GxB_BinaryOp_new_IndexOp");
        model::require(GrB_Semiring_new(&semiring, add.handle, bound), "GrB_Semiring_new");
        const GrB_Info info = f(bound, semiring);
        GrB_Semiring_free(&semiring);
        GrB_BinaryOp_free(&bound);
        GrB_Scalar_free(&scalar);
        return info;
    }
};

void finish(Problem &p, const Type &z) {
    p.choose_mask(p.output);
    p.choose_accumulator(p.model_of(p.output).type, z);
}

void mxv_or_vxm(Problem &p) {
    p.is_of_user_types = false;
    const Bound f(p);
    const Monoid add = p.rng.pick(f.op->monoids);
    const bool vector_first = p.rng.chance(50);
    p.limit_terms(add.op);
    p.choose_descriptor();
    const Index m = p.dimension(), n = p.dimension();
    const bool transposed = vector_first ? p.descriptor.transpose1 : p.descriptor.transpose0;
    const OperandId a = p.matrix(vector_first ? f.op->y : f.op->x, m, n);
    const bool gives_rows = vector_first == transposed;
    const OperandId u = p.vector(vector_first ? f.op->x : f.op->y, gives_rows ? n : m);
    p.output = p.vector(f.op->z, gives_rows ? m : n);
    finish(p, f.op->z);
    p.text = std::string(vector_first ? "vxm " : "mxv ") + add.name + "." + f.op->name +
             " of matrix " + std::to_string(a) + ", vector " + std::to_string(u);
    const model::Semiring s{f.op->name, add, f.meaning(), nullptr};
    const Matrix matrix = oriented(p.model_of(a), transposed), &vector = p.model_of(u);
    p.expected = model::write(
        p.write(),
        vector_first
            ? model::transposed(model::product(s, positioned(model::transposed(vector), f.op->x),
                                               positioned(matrix, f.op->y)))
            : model::product(s, positioned(matrix, f.op->x), positioned(vector, f.op->y)));
    p.call = [&p, f, add, a, u, vector_first] {
        return f.call(add, [&](GrB_BinaryOp, GrB_Semiring semiring) {
            return vector_first ? GrB_vxm(p.vector_handle(p.output), p.mask_vector(),
                                          p.accumulator_handle(), semiring, p.vector_handle(u),
                                          p.matrix_handle(a), p.descriptor_handle())
                                : GrB_mxv(p.vector_handle(p.output), p.mask_vector(),
                                          p.accumulator_handle(), semiring, p.matrix_handle(a),
                                          p.vector_handle(u), p.descriptor_handle());
        });
    };
}

void mxm(Problem &p) {
    p.is_of_user_types = false;
    const Bound f(p);
    const Monoid add = p.rng.pick(f.op->monoids);
    p.limit_terms(add.op);
    p.limit_entries(3000);
    p.choose_descriptor();
    const auto &d = p.descriptor;
    const bool is_right_full = p.rng.chance(60), is_left_full = is_right_full && p.rng.chance(50);
    // Full operands are small, for the model's sake, and some have few rows.
    if (is_right_full) p.scale.largest = std::min<Index>(p.scale.largest, 40);
    const auto dimension = [&] { return std::min<Index>(p.dimension(), p.scale.largest); };
    const Index m = dimension(), k = dimension(), n = dimension();
    p.is_full = is_left_full;
    const OperandId a = d.transpose0 ? p.matrix(f.op->x, k, m) : p.matrix(f.op->x, m, k);
    p.is_full = is_right_full;
    const OperandId b = d.transpose1 ? p.matrix(f.op->y, n, k) : p.matrix(f.op->y, k, n);
    p.is_full = false;
    p.output = p.matrix(f.op->z, m, n);
    finish(p, f.op->z);
    p.text = "mxm " + add.name + "." + f.op->name + " of " + std::to_string(a) + ", " +
             std::to_string(b);
    const model::Semiring s{f.op->name, add, f.meaning(), nullptr};
    p.expected = model::write(
        p.write(), model::product(s, positioned(oriented(p.model_of(a), d.transpose0), f.op->x),
                                  positioned(oriented(p.model_of(b), d.transpose1), f.op->y)));
    p.call = [&p, f, add, a, b] {
        return f.call(add, [&](GrB_BinaryOp, GrB_Semiring semiring) {
            return GrB_mxm(p.matrix_handle(p.output), p.mask_matrix(), p.accumulator_handle(),
                           semiring, p.matrix_handle(a), p.matrix_handle(b), p.descriptor_handle());
        });
    };
}

enum class Kind { mult, add, together };

/// The entries of both operands, and lone entries of one operand, unchanged or with `alpha` or
/// `beta` for the other.
Matrix expected_entries(const Bound &f, Kind kind, const Matrix &a, const Matrix &b,
                        const Value &alpha, const Value &beta) {
    Matrix left = a, right = b;
    if (kind == Kind::together) {
        left = Matrix{f.op->x, a.nrows, a.ncols, {}};
        right = Matrix{f.op->y, a.nrows, a.ncols, {}};
        for (const auto &[where, x] : a.entries) {
            left.set(where.first, where.second, x);
            right.set(where.first, where.second, beta);
        }
        for (const auto &[where, y] : b.entries) {
            right.set(where.first, where.second, y);
            if (!a.has(where.first, where.second)) left.set(where.first, where.second, alpha);
        }
    }
    Matrix t =
        model::intersection(f.meaning(), positioned(left, f.op->x), positioned(right, f.op->y));
    if (kind != Kind::add) return t;
    for (const Matrix *one : {&a, &b})
        for (const auto &[where, x] : one->entries)
            if (!t.has(where.first, where.second)) t.set(where.first, where.second, x);
    return t;
}

GrB_Info elementwise_call(const Problem &p, Kind kind, GrB_BinaryOp op, OperandId a, OperandId b,
                          const Value &alpha, const Value &beta, bool is_vector) {
    const GrB_BinaryOp accum = p.accumulator_handle();
    const GrB_Descriptor d = p.descriptor_handle();
    GrB_Scalar first = model::to_library_scalar(alpha.type, alpha),
               second = model::to_library_scalar(beta.type, beta);
    GrB_Info info = GrB_SUCCESS;
    if (is_vector) {
        const GrB_Vector w = p.vector_handle(p.output), mask = p.mask_vector(),
                         u = p.vector_handle(a), v = p.vector_handle(b);
        info = kind == Kind::mult ? GrB_Vector_eWiseMult_BinaryOp(w, mask, accum, op, u, v, d)
               : kind == Kind::add
                   ? GrB_Vector_eWiseAdd_BinaryOp(w, mask, accum, op, u, v, d)
                   : GxB_Vector_eWiseUnion(w, mask, accum, op, u, first, v, second, d);
    } else {
        const GrB_Matrix c = p.matrix_handle(p.output), mask = p.mask_matrix(),
                         x = p.matrix_handle(a), y = p.matrix_handle(b);
        info = kind == Kind::mult ? GrB_Matrix_eWiseMult_BinaryOp(c, mask, accum, op, x, y, d)
               : kind == Kind::add
                   ? GrB_Matrix_eWiseAdd_BinaryOp(c, mask, accum, op, x, y, d)
                   : GxB_Matrix_eWiseUnion(c, mask, accum, op, x, first, y, second, d);
    }
    GrB_Scalar_free(&first);
    GrB_Scalar_free(&second);
    return info;
}

void elementwise(Problem &p, Kind kind) {
    p.is_of_user_types = false;
    Bound f(p);
    // eWiseAdd casts a lone entry to D_out(op).
    while (kind == Kind::add && f.op->x.is_user()) f = Bound(p);
    p.choose_descriptor();
    const bool is_vector = p.rng.chance(40);
    if (is_vector) p.ignore_transposes();
    const auto &d = p.descriptor;
    const Index m = p.dimension(), n = p.dimension();
    const auto operand = [&](const Type &type, bool is_transposed) {
        if (is_vector) return p.vector(type, m);
        return is_transposed ? p.matrix(type, n, m) : p.matrix(type, m, n);
    };
    const OperandId a = operand(f.op->x, d.transpose0), b = operand(f.op->y, d.transpose1);
    p.output = is_vector ? p.vector(f.op->z, m) : p.matrix(f.op->z, m, n);
    finish(p, f.op->z);
    const Value alpha = p.value(f.op->x), beta = p.value(f.op->y);
    p.text = "eWise " + std::to_string(static_cast<int>(kind)) + " by " + f.op->name + " of " +
             std::to_string(a) + ", " + std::to_string(b);
    p.expected = model::write(p.write(),
                              expected_entries(f, kind, oriented(p.model_of(a), d.transpose0),
                                               oriented(p.model_of(b), d.transpose1), alpha, beta));
    p.call = [&p, f, kind, a, b, alpha, beta, is_vector] {
        return f.call(f.op->monoids[0], [&](GrB_BinaryOp op, GrB_Semiring) {
            return elementwise_call(p, kind, op, a, b, alpha, beta, is_vector);
        });
    };
}

TEST(Differential, MxvOfIndexOperators) {
    run_user_problems("mxv",
                      {"cuda/mxv_thread_row", "cuda/mxv_warp_row", "cuda/mxv_merge_path",
                       "cuda/mxv_vsr", "cuda/mxv_segmented", "cuda/mxv_pull_masked",
                       "cuda/mxv_row_classes", "cuda/mxv_push_atomic", "cuda/mxv_push_sort"},
                      100, mxv_or_vxm);
}
TEST(Differential, MxmOfIndexOperators) {
    run_user_problems("mxm",
                      {"cuda/mxm_hash", "cuda/mxm_masked_dot", "cuda/mxm_few_rows",
                       "cuda/mxm_sampled", "cuda/spmm_merge_path", "cuda/spmm_vector",
                       "cuda/spmm_row_split", "cuda/spmm_merge", "cuda/spmm_sequential_row",
                       "cuda/spmm_sequential_balanced", "cuda/spmm_row_classes"},
                      150, mxm);
}
TEST(Differential, EwiseMultOfIndexOperators) {
    run_user_problems("ewise_mult", {"cuda/ewise_mult_dense", "cuda/ewise_mult_sparse"}, 150,
                      [](Problem &p) { elementwise(p, Kind::mult); });
    run_user_problems("ewise_mult", {"cuda/ewise_mult_dense", "cuda/ewise_mult_sparse"}, 100,
                      [](Problem &p) { elementwise(p, Kind::together); });
}
/// The intersection is a separate eWiseMult.
TEST(Differential, EwiseAddOfIndexOperators) {
    run_user_problems("ewise_add", {"cuda/ewise_add_dense", "cuda/ewise_add_sparse"}, 150,
                      [](Problem &p) { elementwise(p, Kind::add); });
}
} // namespace
} // namespace grb::fuzz
