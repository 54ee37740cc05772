// A user-defined type of 16 bytes with user-defined operators, and operands of it in all formats
// and as std::map. The type is the affine maps x → a·x + b: their composition does not commute, so
// that exchanged operands show.
#pragma once

#include "api/world.h"

#include <map>
#include <utility>

namespace api {

struct Affine {
    double a, b;
    bool operator==(const Affine &) const = default;
};
static_assert(sizeof(Affine) == 16);

inline Affine plus(const Affine &x, const Affine &y) {
    return {x.a + y.a, x.b + y.b};
}
inline Affine compose(const Affine &x, const Affine &y) {
    return {x.a * y.a, x.a * y.b + x.b};
}
inline Affine scale(double x, const Affine &y) {
    return {x * y.a, x * y.b};
}
inline Affine exchange(const Affine &x) {
    return {x.b, -x.a};
}
inline Affine shift(const Affine &x, GrB_Index i, GrB_Index j, const Affine &y) {
    return {x.a + static_cast<double>(i) * y.a, x.b + static_cast<double>(j) * y.b};
}
inline bool is_above(const Affine &x, GrB_Index i, GrB_Index j, const Affine &y) {
    return x.a + static_cast<double>(i) > y.a && x.b + static_cast<double>(j) > y.b;
}

using Position = std::pair<GrB_Index, GrB_Index>;
template <class T>
using EntriesOf = std::map<Position, T>;
using Model = EntriesOf<Affine>;
using Combine = Affine (*)(const Affine &, const Affine &);

constexpr GrB_Index n = 8; // all matrices are n x n, all vectors of size n
inline const GrB_Index rows_list[] = {6, 1, 3}, columns_list[] = {2, 7, 0, 5};

/// Operands in one format, and as maps; a vector has its entries in column 0.
class UserTypes : public testing::TestWithParam<GrX_Format> {
protected:
    void SetUp() override;
    void TearDown() override;

    GrB_Matrix matrix(unsigned seed) const;
    GrB_Vector vector(unsigned seed) const;
    static Model entries(GrB_Matrix object);
    static Model entries(GrB_Vector object);

    // The model's operations.
    static Model transposed(const Model &x) {
        Model z;
        for (const auto &[p, one] : x) z[{p.second, p.first}] = one;
        return z;
    }
    template <class X>
    static Model product(const EntriesOf<X> &x, const Model &y,
                         Affine (*multiply)(X, const Affine &)) {
        Model z;
        for (const auto &[p, left] : x) {
            for (const auto &[q, right] : y) {
                if (p.second != q.first) continue;
                add_to(z, {p.first, q.second}, multiply(left, right), plus);
            }
        }
        return z;
    }
    static Affine compose_values(Affine x, const Affine &y) { return compose(x, y); }
    static void add_to(Model &z, Position p, const Affine &one, Combine combine) {
        const auto [entry, is_new] = z.try_emplace(p, one);
        if (!is_new) entry->second = combine(entry->second, one);
    }
    static Model merged(Model x, const Model &y, Combine combine) {
        for (const auto &[p, one] : y) add_to(x, p, one, combine);
        return x;
    }
    /// Takes y's entries where `mask` has an entry (or, complemented, has none), and x's elsewhere.
    template <class M>
    static Model masked(const Model &x, const Model &y, const EntriesOf<M> &mask, bool complement) {
        Model z;
        for (const auto &[p, one] : x)
            if ((mask.count(p) != 0) == complement) z[p] = one;
        for (const auto &[p, one] : y)
            if ((mask.count(p) != 0) != complement) z[p] = one;
        return z;
    }
    static Affine sum(const Model &x) {
        Affine total{0, 0};
        for (const auto &entry : x) total = plus(total, entry.second);
        return total;
    }

    GrB_Type type{};
    GrB_BinaryOp plus_op{}, compose_op{}, scale_op{};
    GrB_UnaryOp exchange_op{}, slope_op{};
    GrB_IndexUnaryOp shift_op{}, is_above_op{};
    GrB_Monoid monoid{};
    GrB_Semiring semiring{}, scaling{};
    GrB_Matrix A{}, B{}, C{}, numbers{};
    GrB_Vector u{}, w{};
    GrB_Scalar scalar{};
    const Affine value{3, -2};
    Model model_A, model_B, model_C, model_u, model_w;
    EntriesOf<double> model_numbers;
};

/// The tested formats, and their names.
inline const auto user_type_formats =
    testing::Values(GrX_AUTO, GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL);
std::string format_name(const testing::TestParamInfo<GrX_Format> &info);

} // namespace api
