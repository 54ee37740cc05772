// Unions, intersections and overwrites of two sparse operands, row by row.
#include "cpu/elementwise/union_rows.hpp"

#include "algebra/bound.hpp"
#include "cpu/common/any_offsets.hpp"
#include "cpu/common/row_assembly.hpp"
#include "cpu/elementwise/common_columns.hpp"
#include "cpu/elementwise/union_runs.hpp"

namespace grb {

namespace {

template <class I>
class RowCombination {
public:
    /// The views must outlive this object. Meeting::overwrite does not use `op`.
    RowCombination(Combination combination, const SparseView &A, const SparseView &B,
                   const BinaryOp *op, const RegionSets &region)
        : combination_(combination), A_(A), B_(B), type_(A.type), region_(region) {
        if (combination != Combination::overwrite) op_ = BoundBinary(op, type_, type_, type_);
        const int threads = threads_for(4 * static_cast<double>(A.nvals + B.nvals));
        is_split_ =
            A.nrows <= most_split_rows && (threads > 1 || combination != Combination::unite);
        const std::uint64_t wanted = threads == 1 ? 1 : static_cast<std::uint64_t>(threads) * 8;
        if (is_split_) split(wanted);
        if (is_split_ && combination == Combination::intersect &&
            (A.nvals / search_ratio > B.nvals || B.nvals / search_ratio > A.nvals))
            matched_.resize(chunks_.size());
    }

    Ref<Snapshot> run() const {
        if (combination_ == Combination::unite && !is_split_ && is_one_threads_work()) {
            const auto unite = [&](auto plain) { return united_in_order(plain); };
            if (Ref<Snapshot> result = dispatch_size(type_->size, unite)) return result;
        }
        RowAssembly plan;
        plan.nrows = A_.nrows;
        plan.ncols = A_.ncols;
        plan.candidates = is_split_ ? chunks_.size() : A_.nrows;
        if (is_split_) plan.ids = rows_of_chunks_.data();
        plan.type = type_;
        const double entries = static_cast<double>(combination_ == Combination::intersect
                                                       ? std::min(A_.nvals, B_.nvals)
                                                       : A_.nvals + B_.nvals);
        return dispatch_size(type_->size, [&](auto plain) {
            return assemble_rows<I>(
                plan, entries, [&](std::uint64_t k) { return count(k); },
                [&](std::uint64_t k, I *columns, std::uint64_t n,
                    HostVector<std::uint64_t> &scratch, unsigned char *z) {
                    fill(plain, k, columns, n, scratch, z);
                    return RowSources{nullptr, 0, true};
                });
        });
    }

private:
    bool is_one_threads_work() const noexcept {
        // Offsets there are as wide as indices.
        if (A_.nvals + B_.nvals > static_cast<I>(~I{0})) return false;
        return threads_for(10 * static_cast<double>(A_.nrows + A_.nvals + B_.nvals)) == 1;
    }
    /// One thread needs no counts: each row begins at the end of the one before. Returns null when
    /// so few rows have entries that the result is to be hypersparse.
    template <class V>
    Ref<Snapshot> united_in_order(V plain) const {
        const std::uint64_t most = A_.nvals + B_.nvals;
        SparseForm form;
        form.index_width = form.offset_width = sizeof(I);
        form.stored_rows = A_.nrows;
        form.row_offsets = Array::of<I>(A_.nrows + 1);
        form.column_indices = Array::of<I>(most);
        form.values = Array(most * type_->size);
        I *const offsets = form.row_offsets.template as<I>();
        I *const columns = form.column_indices.template as<I>();
        auto *const values = form.values.template as<unsigned char>();
        HostVector<std::uint64_t> scratch;
        std::uint64_t at = 0, stored = 0;
        for (std::uint64_t k = 0; k < A_.nrows; k++) {
            offsets[k] = static_cast<I>(at);
            const std::uint64_t n =
                fill_united(plain, pair(k), columns + at, scratch, values + at * type_->size);
            at += n;
            stored += n != 0 ? 1 : 0;
        }
        if (A_.nrows != 1 && should_be_hyper(A_.nrows, stored)) return {};
        offsets[A_.nrows] = static_cast<I>(at);
        form.nvals = at;
        form.column_indices.shrink(at * sizeof(I));
        form.values.shrink(at * type_->size);
        return Snapshot::of_rows(type_, A_.nrows, A_.ncols, std::move(form));
    }

    static constexpr std::uint64_t search_ratio = columns_searched_from;
    /// Shorter runs are not worth a call.
    static constexpr std::uint64_t short_run = 8;
    /// Fewer rows than this are split into chunks, so that threads share each of them.
    static constexpr std::uint64_t most_split_rows = 64;
    /// Entries of A and of B in one row, or a chunk of it.
    struct Pair {
        std::uint64_t a, a_end, b, b_end;
    };

    /// Splits the rows into about `wanted` chunks, at equal numbers of entries of the longer
    /// operand.
    void split(std::uint64_t wanted) {
        const std::uint64_t most = (A_.nvals + B_.nvals) / wanted + 1;
        for (std::uint64_t row = 0; row < A_.nrows; row++) cut(row, most);
    }
    void cut(std::uint64_t row, std::uint64_t most) {
        Pair rest{A_.row_offsets[row], A_.row_offsets[row + 1], B_.row_offsets[row],
                  B_.row_offsets[row + 1]};
        const auto position_of = [](const AnySparse<I> &S, std::uint64_t begin, std::uint64_t end,
                                    I column) {
            return static_cast<std::uint64_t>(
                std::lower_bound(S.column_indices + begin, S.column_indices + end, column) -
                S.column_indices);
        };
        const auto add = [&](const Pair &chunk) {
            chunks_.push_back(chunk);
            rows_of_chunks_.push_back(row);
        };
        while (rest.a_end - rest.a + (rest.b_end - rest.b) > 2 * most) {
            const bool is_a_longer = rest.a_end - rest.a >= rest.b_end - rest.b;
            const I column =
                is_a_longer ? A_.column_indices[rest.a + most] : B_.column_indices[rest.b + most];
            const Pair chunk{rest.a, position_of(A_, rest.a, rest.a_end, column), rest.b,
                             position_of(B_, rest.b, rest.b_end, column)};
            add(chunk);
            rest.a = chunk.a_end;
            rest.b = chunk.b_end;
        }
        add(rest);
    }
    Pair pair(std::uint64_t k) const noexcept {
        if (is_split_) return chunks_[k];
        return {A_.row_offsets[k], A_.row_offsets[k + 1], B_.row_offsets[k], B_.row_offsets[k + 1]};
    }
    bool row_is_in(std::uint64_t k) const noexcept {
        return region_.rows == nullptr ||
               region_.rows->contains(is_split_ ? rows_of_chunks_[k] : k);
    }
    /// The region's columns are consecutive, or all.
    bool has_range() const noexcept {
        return region_.columns == nullptr || region_.columns->is_range();
    }
    /// Overwritten entries of A.
    struct Hole {
        std::uint64_t begin, end;
    };
    /// Requires a range.
    Hole hole_in(const Pair &p) const noexcept {
        if (region_.columns == nullptr) return {p.a, p.a_end};
        return {first_not_below(p.a, p.a_end, region_.columns->low()),
                first_not_below(p.a, p.a_end, region_.columns->end())};
    }
    std::uint64_t first_not_below(std::uint64_t begin, std::uint64_t end,
                                  std::uint64_t column) const noexcept {
        const I *const columns = A_.column_indices;
        if (end - begin > short_run)
            return static_cast<std::uint64_t>(
                std::lower_bound(columns + begin, columns + end, column) - columns);
        std::uint64_t below = 0;
        for (std::uint64_t p = begin; p < end; p++) below += columns[p] < column ? 1 : 0;
        return begin + below;
    }
    /// Returns true for entries of an overwritten row outside of the region.
    bool keeps(I column) const noexcept {
        return region_.columns != nullptr && !region_.columns->contains(column);
    }

    template <class F>
    void for_common(const Pair &p, F &&f) const {
        for_common_columns(A_.column_indices, p.a, p.a_end, B_.column_indices, p.b, p.b_end, f);
    }
    std::uint64_t count_common(const Pair &p) const {
        return count_common_columns(A_.column_indices, p.a, p.a_end, B_.column_indices, p.b,
                                    p.b_end);
    }
    std::uint64_t count(std::uint64_t k) const {
        const Pair p = pair(k);
        std::uint64_t n = 0;
        if (!matched_.empty()) return list_common(k, p);
        if (combination_ == Combination::overwrite) {
            if (!row_is_in(k)) return p.a_end - p.a;
            if (has_range()) {
                const Hole hole = hole_in(p);
                return hole.begin - p.a + (p.a_end - hole.end) + (p.b_end - p.b);
            }
            for (std::uint64_t a = p.a; a < p.a_end; a++) n += keeps(A_.column_indices[a]);
            return n + (p.b_end - p.b);
        }
        if (p.a != p.a_end && p.b != p.b_end) n = count_common(p);
        return combination_ == Combination::intersect ? n : p.a_end - p.a + (p.b_end - p.b) - n;
    }

    /// Lists positions in A and B alternately. The search for partners costs more than a list of
    /// its results.
    std::uint64_t list_common(std::uint64_t k, const Pair &p) const {
        HostVector<std::uint64_t> &matched = matched_[k];
        matched.reserve(2 * std::min<std::uint64_t>({p.a_end - p.a, p.b_end - p.b, 4096}));
        for_common(p, [&](std::uint64_t a, std::uint64_t b) {
            matched.push_back(a);
            matched.push_back(b);
        });
        return matched.size() / 2;
    }

    void copy(I *columns, unsigned char *z, const AnySparse<I> &from, std::uint64_t begin,
              std::uint64_t end) const {
        std::memcpy(columns, from.column_indices + begin, (end - begin) * sizeof(I));
        std::memcpy(z, from.value(begin), (end - begin) * from.size);
    }
    /// Copies a run entry by entry: most runs are short.
    template <class V>
    void copy_run(V plain, I *columns, unsigned char *z, const AnySparse<I> &from,
                  std::uint64_t begin, std::uint64_t end) const {
        if (end - begin > short_run) return copy(columns, z, from, begin, end);
        for (std::uint64_t p = begin; p < end; p++) {
            columns[p - begin] = from.column_indices[p];
            put(plain, z, p - begin, from, p);
        }
    }
    template <class V>
    static void put(V, unsigned char *z, std::uint64_t to, const AnySparse<I> &from,
                    std::uint64_t p) noexcept {
        if constexpr (std::is_same_v<V, AnySize>) {
            std::memcpy(z + to * from.size, from.value(p), from.size);
        } else {
            reinterpret_cast<V *>(z)[to] = reinterpret_cast<const V *>(from.values)[p];
        }
    }

    template <class V>
    void fill(V plain, std::uint64_t k, I *columns, std::uint64_t n,
              HostVector<std::uint64_t> &scratch, unsigned char *z) const {
        const Pair p = pair(k);
        if (combination_ == Combination::overwrite) {
            overwrite(plain, p, row_is_in(k), columns, z);
        } else if (combination_ == Combination::intersect) {
            intersect(k, p, columns, n, scratch, z);
        } else {
            fill_united(plain, p, columns, scratch, z);
        }
    }
    /// Returns the number of entries.
    template <class V>
    std::uint64_t fill_united(V plain, const Pair &p, I *columns,
                              HostVector<std::uint64_t> &scratch, unsigned char *z) const {
        const std::uint64_t in_a = p.a_end - p.a, in_b = p.b_end - p.b;
        if (in_a == 0 || in_b == 0) {
            copy_run(plain, columns, z, A_, p.a, p.a_end);
            copy_run(plain, columns, z, B_, p.b, p.b_end);
            return in_a + in_b;
        }
        return is_united_in_runs(in_a, in_b) ? unite_by_runs(p, columns, scratch, z)
                                             : unite(plain, p, columns, scratch, z);
    }
    std::uint64_t unite_by_runs(const Pair &p, I *columns, HostVector<std::uint64_t> &scratch,
                                unsigned char *z) const {
        const bool in_order = p.a_end - p.a > p.b_end - p.b;
        const AnySparse<I> &L = in_order ? A_ : B_, &S = in_order ? B_ : A_; // longer, shorter
        const Pair q = in_order ? p : Pair{p.b, p.b_end, p.a, p.a_end};
        const std::uint64_t n = q.b_end - q.b;
        if (scratch.size() < 3 * n) scratch.resize(3 * n);
        std::uint64_t *const in_l = scratch.data(), *const in_s = in_l + n, *const to = in_s + n;
        std::uint64_t at = 0, common = 0;
        const auto take = [&](const AnySparse<I> &from, std::uint64_t begin, std::uint64_t end) {
            copy(columns + at, z + at * type_->size, from, begin, end);
            at += end - begin;
        };
        unite_runs(
            L.column_indices + q.a, q.a_end - q.a, S.column_indices + q.b, n,
            [&](auto begin, auto end) { take(L, q.a + begin, q.a + end); },
            [&](auto k) { take(S, q.b + k, q.b + k + 1); },
            [&](auto l, auto s) {
                in_l[common] = q.a + l;
                in_s[common] = q.b + s;
                to[common++] = at;
                columns[at++] = S.column_indices[q.b + s];
            });
        common_values().scatter(in_order ? in_l : in_s, in_order ? in_s : in_l, to, common, z);
        return at;
    }

    void intersect(std::uint64_t k, const Pair &p, I *columns, std::uint64_t n,
                   HostVector<std::uint64_t> &scratch, unsigned char *z) const {
        if (scratch.size() < 2 * n) scratch.resize(2 * n);
        std::uint64_t *const a = scratch.data(), *const b = a + n;
        std::uint64_t at = 0;
        const auto take = [&](std::uint64_t in_a, std::uint64_t in_b) {
            columns[at] = A_.column_indices[in_a];
            a[at] = in_a;
            b[at++] = in_b;
        };
        if (!matched_.empty()) {
            for (std::size_t m = 0; m < matched_[k].size(); m += 2)
                take(matched_[k][m], matched_[k][m + 1]);
        } else {
            for_common(p, take);
        }
        common_values().compute(
            a, b, n, [&](std::uint64_t first, const unsigned char *values, std::uint64_t count) {
                std::memcpy(z + first * type_->size, values, count * type_->size);
            });
    }

    template <class V>
    std::uint64_t unite(V plain, Pair p, I *columns, HostVector<std::uint64_t> &scratch,
                        unsigned char *z) const {
        // Room for the common entries, and one more.
        const std::uint64_t n = std::min(p.a_end - p.a, p.b_end - p.b) + 1;
        if (scratch.size() < 3 * n) scratch.resize(3 * n);
        std::uint64_t *const a = scratch.data(), *const b = a + n, *const to = b + n;
        std::uint64_t at = 0, common = 0;
        while (p.a < p.a_end && p.b < p.b_end) {
            const I x = A_.column_indices[p.a], y = B_.column_indices[p.b];
            columns[at] = x < y ? x : y;
            // The order of the two is unpredictable: selects an address instead of a branch.
            const unsigned char *const from =
                x <= y ? A_.values + p.a * type_->size : B_.values + p.b * type_->size;
            if constexpr (std::is_same_v<V, AnySize>) {
                std::memcpy(z + at * type_->size, from, type_->size);
            } else {
                reinterpret_cast<V *>(z)[at] = *reinterpret_cast<const V *>(from);
            }
            // The slot after the last common entry may hold a pair that is none.
            a[common] = p.a;
            b[common] = p.b;
            to[common] = at++;
            common += x == y;
            p.a += x <= y;
            p.b += y <= x;
        }
        copy_run(plain, columns + at, z + at * type_->size, A_, p.a, p.a_end);
        copy_run(plain, columns + at, z + at * type_->size, B_, p.b, p.b_end);
        const std::uint64_t count = at + (p.a_end - p.a) + (p.b_end - p.b);
        common_values().scatter(a, b, to, common, z);
        return count;
    }

    template <class V>
    void overwrite(V plain, Pair p, bool is_in, I *columns, unsigned char *z) const {
        if (!is_in) {
            copy_run(plain, columns, z, A_, p.a, p.a_end);
            return;
        }
        std::uint64_t at = 0;
        if (has_range()) {
            const Hole hole = hole_in(p);
            const auto add = [&](const AnySparse<I> &from, std::uint64_t begin, std::uint64_t end) {
                copy_run(plain, columns + at, z + at * type_->size, from, begin, end);
                at += end - begin;
            };
            add(A_, p.a, hole.begin);
            add(B_, p.b, p.b_end);
            add(A_, hole.end, p.a_end);
            return;
        }
        while (p.a < p.a_end || p.b < p.b_end) {
            const bool takes_a = p.b == p.b_end || (p.a < p.a_end && A_.column_indices[p.a] <=
                                                                         B_.column_indices[p.b]);
            if (takes_a) {
                const I column = A_.column_indices[p.a];
                if (keeps(column)) {
                    columns[at] = column;
                    put(plain, z, at++, A_, p.a);
                }
                p.a++;
            } else {
                columns[at] = B_.column_indices[p.b];
                put(plain, z, at++, B_, p.b++);
            }
        }
    }

    CommonValues common_values() const noexcept { return {A_.values, B_.values, op_, type_->size}; }

    Combination combination_;
    AnySparse<I> A_, B_;
    const Type *type_;
    RegionSets region_;
    BoundBinary op_;
    bool is_split_ = false;
    HostVector<Pair> chunks_; // of few rows
    HostVector<std::uint64_t> rows_of_chunks_;
    mutable HostVector<HostVector<std::uint64_t>> matched_; // see list_common(); empty: no lists
};

} // namespace

Ref<Snapshot> combine_rows(Combination combination, const SparseView &A, const SparseView &B,
                           const BinaryOp *op, const RegionSets &region) {
    return dispatch_indices(A, [&](const auto &S) {
        using I = typename std::decay_t<decltype(S)>::Index;
        return RowCombination<I>(combination, A, B, op, region).run();
    });
}

} // namespace grb
