// Implements the operations of the specification, each with its formula.
#include "reference/model.h"

#include <algorithm>

namespace grb::model {
namespace {

Matrix empty_like(const Type &type, Index nrows, Index ncols) {
    return {type, nrows, ncols, {}};
}

Matrix input0(const Write &w, const Matrix &a) {
    return w.descriptor.transpose0 ? transposed(a) : a;
}

Matrix input1(const Write &w, const Matrix &b) {
    return w.descriptor.transpose1 ? transposed(b) : b;
}

/// Z = C ⊙ T (ops_accum_z_matrix.tex): C where only C has an entry, T where only T has, all in the
/// domain of the accumulator's result.
std::map<Position, Value> accumulated(const Write &w, const Matrix &t) {
    std::map<Position, Value> z = t.entries;
    if (!w.accumulator) return z;
    for (auto &[at, y] : z) y = cast(y, w.accumulator->z);
    for (const auto &[at, x] : w.output.entries) {
        const auto in_t = t.entries.find(at);
        z[at] =
            in_t == t.entries.end() ? cast(x, w.accumulator->z) : (*w.accumulator)(x, in_t->second);
    }
    return z;
}

/// Z of assign (ops_assign.tex): without accumulator, C outside rows × columns and T inside.
Matrix assigned(const Write &w, const Matrix &t, const Indices &rows, const Indices &columns) {
    if (w.accumulator) return write(w, t);
    Matrix z = w.output;
    for (const auto &[at, x] : w.output.entries) {
        if (rows.contains(at.first) && columns.contains(at.second)) z.entries.erase(at);
    }
    for (const auto &[at, x] : t.entries) z.set(at.first, at.second, x);
    return write(w, z);
}

std::optional<Value> reduced(const Monoid &m, const Matrix &a) {
    std::optional<Value> t;
    for (const auto &[at, x] : a.entries) t = t ? m.op(*t, x) : cast(x, m.op.z);
    return t;
}

} // namespace

bool operator==(const Matrix &a, const Matrix &b) {
    return a.type == b.type && a.nrows == b.nrows && a.ncols == b.ncols && a.entries == b.entries;
}

Index Indices::count(Index dimension) const {
    if (all) return dimension;
    if (!range) return list.size();
    const auto [begin, end, step, is_downwards] = *range;
    if (is_downwards) return begin < end ? 0 : (begin - end) / step + 1;
    return begin > end ? 0 : (end - begin) / step + 1;
}

Index Indices::at(Index k) const {
    if (all) return k;
    if (!range) return list[k];
    return range->is_downwards ? range->begin - k * range->step : range->begin + k * range->step;
}

std::vector<Index> Indices::positions_of(Index index) const {
    if (all) return {index};
    if (range) {
        const auto [begin, end, step, is_downwards] = *range;
        const bool is_between =
            is_downwards ? index <= begin && index >= end : index >= begin && index <= end;
        const Index distance = is_downwards ? begin - index : index - begin;
        if (!is_between || distance % step != 0) return {};
        return {distance / step};
    }
    std::vector<Index> positions;
    for (Index k = 0; k < list.size(); ++k) {
        if (list[k] == index) positions.push_back(k);
    }
    return positions;
}

bool mask_allows(const Write &w, Index i, Index j) {
    bool allowed = true;
    if (w.mask) {
        const auto entry = w.mask->entries.find({i, j});
        allowed =
            entry != w.mask->entries.end() && (w.descriptor.structure || is_true(entry->second));
    }
    return allowed != w.descriptor.complement;
}

// L(C) = {C_ij outside the mask, unless replaced} ∪ {Z_ij inside} (ops_mask_replace_matrix.tex).
Matrix write(const Write &w, const Matrix &t) {
    Matrix result = empty_like(w.output.type, w.output.nrows, w.output.ncols);
    for (const auto &[at, x] : w.output.entries) {
        if (!w.descriptor.replace && !mask_allows(w, at.first, at.second)) result.entries[at] = x;
    }
    for (const auto &[at, x] : accumulated(w, t)) {
        if (mask_allows(w, at.first, at.second)) result.set(at.first, at.second, x);
    }
    return result;
}

Matrix transposed(const Matrix &a) {
    Matrix t = empty_like(a.type, a.ncols, a.nrows);
    for (const auto &[at, x] : a.entries) t.entries[{at.second, at.first}] = x;
    return t;
}

// T_ij = ⊕_k A(i,k) ⊗ B(k,j) over k ∈ ind(A(i,:)) ∩ ind(B(:,j)).
Matrix product(const Semiring &s, const Matrix &a, const Matrix &b) {
    Matrix t = empty_like(s.add.op.z, a.nrows, b.ncols);
    for (const auto &[at_a, x] : a.entries) {
        const auto row = b.entries.lower_bound({at_a.second, 0});
        for (auto it = row; it != b.entries.end() && it->first.first == at_a.second; ++it) {
            const Position at{at_a.first, it->first.second};
            const Value term = s.multiply(x, it->second);
            const auto found = t.entries.find(at);
            if (found == t.entries.end())
                t.set(at.first, at.second, term);
            else
                found->second = s.add.op(found->second, term);
        }
    }
    return t;
}

// T on D_out(op): A ⊕ B where both have an entry, else the lone entry.
Matrix sum(const BinaryOp &op, const Matrix &a, const Matrix &b) {
    Matrix t = intersection(op, a, b);
    for (const Matrix *only : {&a, &b}) {
        for (const auto &[at, x] : only->entries) t.entries.insert({at, cast(x, op.z)});
    }
    return t;
}

// T on D_out(op): A ⊗ B where both have an entry.
Matrix intersection(const BinaryOp &op, const Matrix &a, const Matrix &b) {
    Matrix t = empty_like(op.z, a.nrows, a.ncols);
    for (const auto &[at, x] : a.entries) {
        const auto in_b = b.entries.find(at);
        if (in_b != b.entries.end()) t.entries[at] = op(x, in_b->second);
    }
    return t;
}

// T(i_A nrows(B) + i_B, j_A ncols(B) + j_B) = A(i_A,j_A) ⊗ B(i_B,j_B).
Matrix kronecker_product(const BinaryOp &op, const Matrix &a, const Matrix &b) {
    Matrix t = empty_like(op.z, a.nrows * b.nrows, a.ncols * b.ncols);
    for (const auto &[at_a, x] : a.entries) {
        for (const auto &[at_b, y] : b.entries) {
            t.entries[{at_a.first * b.nrows + at_b.first, at_a.second * b.ncols + at_b.second}] =
                op(x, y);
        }
    }
    return t;
}

// t_i = ⊕_j A(i,j) over the rows that have an entry.
Matrix row_reduction(const Monoid &m, const Matrix &a) {
    Matrix t = empty_like(m.op.z, a.nrows, 1);
    for (const auto &[at, x] : a.entries) {
        const auto found = t.entries.find({at.first, 0});
        if (found == t.entries.end())
            t.set(at.first, 0, x);
        else
            found->second = m.op(found->second, x);
    }
    return t;
}

// T(i,j) = A(rows[i], columns[j]).
Matrix extraction(const Matrix &a, const Indices &rows, const Indices &columns) {
    Matrix t = empty_like(a.type, rows.count(a.nrows), columns.count(a.ncols));
    for (const auto &[at, x] : a.entries) {
        for (Index i : rows.positions_of(at.first)) {
            for (Index j : columns.positions_of(at.second)) t.entries[{i, j}] = x;
        }
    }
    return t;
}

Matrix mxm(const Write &w, const Semiring &s, const Matrix &a, const Matrix &b) {
    return write(w, product(s, input0(w, a), input1(w, b)));
}

Matrix mxv(const Write &w, const Semiring &s, const Matrix &a, const Matrix &u) {
    return write(w, product(s, input0(w, a), u));
}

// w' = u' A: a product of a row with A; the vector stays the first operand of ⊗.
Matrix vxm(const Write &w, const Semiring &s, const Matrix &u, const Matrix &a) {
    return write(w, transposed(product(s, transposed(u), input1(w, a))));
}

Matrix ewise_add(const Write &w, const BinaryOp &op, const Matrix &a, const Matrix &b) {
    return write(w, sum(op, input0(w, a), input1(w, b)));
}

Matrix ewise_mult(const Write &w, const BinaryOp &op, const Matrix &a, const Matrix &b) {
    return write(w, intersection(op, input0(w, a), input1(w, b)));
}

Matrix kronecker(const Write &w, const BinaryOp &op, const Matrix &a, const Matrix &b) {
    return write(w, kronecker_product(op, input0(w, a), input1(w, b)));
}

// T = A', where A is itself transposed by the descriptor: then T = A.
Matrix transpose(const Write &w, const Matrix &a) {
    return write(w, transposed(input0(w, a)));
}

Matrix apply(const Write &w, const UnaryOp &op, const Matrix &a) {
    Matrix t = input0(w, a);
    for (auto &[at, x] : t.entries) x = op(x);
    t.type = op.z;
    return write(w, t);
}

// T = f(x, A): A is the second input, so INP1 transposes it (ops_apply.tex, bind-first).
Matrix apply_first(const Write &w, const BinaryOp &op, const Value &x, const Matrix &a) {
    Matrix t = input1(w, a);
    for (auto &[at, y] : t.entries) y = op(x, y);
    t.type = op.z;
    return write(w, t);
}

// T = f(A, y): A is the first input.
Matrix apply_second(const Write &w, const BinaryOp &op, const Matrix &a, const Value &y) {
    const auto bound = [&](const Value &x) { return op(x, y); };
    return apply(w, {op.name, op.z, op.x, nullptr, bound}, a);
}

Matrix apply_index(const Write &w, const IndexUnaryOp &op, const Matrix &a, const Value &s) {
    Matrix t = input0(w, a);
    for (auto &[at, x] : t.entries) x = op(x, at.first, at.second, s);
    t.type = op.z;
    return write(w, t);
}

// T = {A_ij : (bool) f(A_ij, i, j, s)}, on D(A).
Matrix select(const Write &w, const IndexUnaryOp &op, const Matrix &a, const Value &s) {
    const Matrix source = input0(w, a);
    Matrix t = empty_like(source.type, source.nrows, source.ncols);
    for (const auto &[at, x] : source.entries) {
        if (is_true(op(x, at.first, at.second, s))) t.entries[at] = x;
    }
    return write(w, t);
}

Matrix extract(const Write &w, const Matrix &a, const Indices &rows, const Indices &columns) {
    return write(w, extraction(input0(w, a), rows, columns));
}

Matrix extract_column(const Write &w, const Matrix &a, const Indices &rows, Index j) {
    return write(w, extraction(input0(w, a), rows, {false, {j}}));
}

// T(rows[i], columns[j]) = A(i,j).
Matrix assign(const Write &w, const Matrix &a, const Indices &rows, const Indices &columns) {
    const Matrix source = input0(w, a);
    Matrix t = empty_like(source.type, w.output.nrows, w.output.ncols);
    for (const auto &[at, x] : source.entries) {
        t.entries[{rows.at(at.first), columns.at(at.second)}] = x;
    }
    return assigned(w, t, rows, columns);
}

Matrix assign_scalar(const Write &w, const Type &scalar_type, const std::optional<Value> &x,
                     const Indices &rows, const Indices &columns) {
    Matrix t = empty_like(scalar_type, w.output.nrows, w.output.ncols);
    for (Index i = 0; x && i < rows.count(t.nrows); ++i) {
        for (Index j = 0; j < columns.count(t.ncols); ++j) {
            t.set(rows.at(i), columns.at(j), *x);
        }
    }
    return assigned(w, t, rows, columns);
}

// The column alone is the output of a vector assign; REPLACE clears the column only.
Matrix assign_column(const Write &w, const Matrix &u, const Indices &rows, Index j) {
    const Matrix column = extraction(w.output, {}, {false, {j}});
    Descriptor descriptor = w.descriptor;
    descriptor.transpose0 = false;
    const Matrix after = assign({column, w.mask, w.accumulator, descriptor}, u, rows, {});
    Matrix result = w.output;
    for (const auto &[at, x] : column.entries) result.entries.erase({at.first, j});
    for (const auto &[at, x] : after.entries) result.entries[{at.first, j}] = x;
    return result;
}

Matrix assign_row(const Write &w, const Matrix &u, Index i, const Indices &columns) {
    const Matrix output = transposed(w.output);
    return transposed(assign_column({output, w.mask, w.accumulator, w.descriptor}, u, columns, i));
}

Matrix reduce_rows(const Write &w, const Monoid &m, const Matrix &a) {
    return write(w, row_reduction(m, input0(w, a)));
}

// val = t, or val ⊙ t; t is the identity where A has no entry.
Value reduce(const Value &before, const BinaryOp *accumulator, const Monoid &m, const Matrix &a) {
    const Value t = reduced(m, a).value_or(m.identity);
    return cast(accumulator ? (*accumulator)(before, t) : t, before.type);
}

// Without entries s is cleared, or unchanged with an accumulator. An empty s takes t.
std::optional<Value> reduce_to_scalar(const Type &type, const std::optional<Value> &before,
                                      const BinaryOp *accumulator, const Monoid &m,
                                      const Matrix &a) {
    const std::optional<Value> t = reduced(m, a);
    if (!t) return accumulator ? before : std::nullopt;
    return cast(accumulator && before ? (*accumulator)(*before, *t) : *t, type);
}

namespace {

/// True if x precedes y in a row's order of maxk: larger, or a number before NaN.
bool is_larger(const Value &x, const Value &y, bool is_magnitude) {
    const Type wide = type_of(TypeCode::Fp32);
    if (x.type.is_narrow()) return is_larger(cast(x, wide), cast(y, wide), is_magnitude);
    return visit_type(x.type.code, [&](auto zero) {
        using T = decltype(zero);
        const T a = x.as<T>(), b = y.as<T>();
        if constexpr (std::is_floating_point_v<T>) {
            if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
            return is_magnitude ? std::fabs(a) > std::fabs(b) : a > b;
        } else if constexpr (std::is_same_v<T, bool>) {
            return a && !b;
        } else {
            // Its type cannot hold the magnitude of the least integer.
            const auto size = [](T v) {
                const long double wide = static_cast<long double>(v);
                return wide < 0 ? -wide : wide;
            };
            return is_magnitude ? size(a) > size(b) : a > b;
        }
    });
}

} // namespace

Matrix maxk(const Type &type, const Matrix &a, Index k, bool is_magnitude) {
    std::map<Index, std::vector<std::pair<Index, Value>>> rows;
    for (const auto &[at, x] : a.entries) rows[at.first].push_back({at.second, x});
    Matrix c{type, a.nrows, a.ncols, {}};
    for (auto &[i, row] : rows) {
        // Columns ascend, and stay in order where values are equal.
        std::stable_sort(row.begin(), row.end(), [&](const auto &x, const auto &y) {
            return is_larger(x.second, y.second, is_magnitude);
        });
        if (row.size() > k) row.resize(k);
        for (const auto &[j, x] : row) c.set(i, j, x);
    }
    return c;
}

Matrix build(const Type &type, Index nrows, Index ncols, const std::vector<Tuple> &tuples,
             const BinaryOp *dup) {
    Matrix z = empty_like(dup ? dup->z : type, nrows, ncols);
    for (const auto &[i, j, x] : tuples) {
        if (dup && z.has(i, j))
            z.set(i, j, (*dup)(z.entries[{i, j}], x));
        else
            z.set(i, j, x);
    }
    Matrix result = empty_like(type, nrows, ncols);
    for (const auto &[at, x] : z.entries) result.set(at.first, at.second, x);
    return result;
}

Matrix resized(const Matrix &a, Index nrows, Index ncols) {
    Matrix result = empty_like(a.type, nrows, ncols);
    for (const auto &[at, x] : a.entries) {
        if (at.first < nrows && at.second < ncols) result.entries[at] = x;
    }
    return result;
}

Matrix diagonal(const Matrix &v, std::int64_t k) {
    const Index shift = static_cast<Index>(k < 0 ? -k : k), n = v.nrows + shift;
    Matrix result = empty_like(v.type, n, n);
    for (const auto &[at, x] : v.entries) {
        result.entries[{at.first + (k < 0 ? shift : 0), at.first + (k > 0 ? shift : 0)}] = x;
    }
    return result;
}

} // namespace grb::model
