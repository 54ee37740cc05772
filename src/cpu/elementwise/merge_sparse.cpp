/// C = merge(A, B) on sorted rows: a two-pointer walk per row that asks mask and region for each
/// candidate; values are computed in blocks of entries with the same origin, through batches.
/// A, B, C m×n by rows (all widths, hypersparse), mask any view. Work O(entries); scratch: an upper
/// bound of the result, for an intersection the shorter row's. Chunks of equally many entries run
/// in parallel; the columns of long rows are split. The calling thread allocates for all threads,
/// as each thread keeps what it allocates.
#include "base/parallel.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/common/value_assembler.hpp"
#include "cpu/elementwise/merge.hpp"
#include "storage/convert.hpp"

#include <cstring>
#include <optional>

namespace grb {

namespace {

constexpr std::uint64_t absent = ~std::uint64_t{0};

/// Rows to merge: for each slot the row and its positions in A and in B.
struct Slots {
    bool is_identity = true; // slot k is row k of both
    std::uint64_t count = 0;
    HostVector<std::uint64_t> rows, in_a, in_b;

    template <class O, class I>
    Slots(const Sparse<O, I> &A, const Sparse<O, I> &B) {
        is_identity = A.row_ids == nullptr && B.row_ids == nullptr;
        count = A.nrows;
        if (is_identity) return;
        std::uint64_t a = 0, b = 0;
        rows.reserve(A.stored_rows + B.stored_rows);
        in_a.reserve(A.stored_rows + B.stored_rows);
        in_b.reserve(A.stored_rows + B.stored_rows);
        while (a < A.stored_rows || b < B.stored_rows) {
            const std::uint64_t row_a = a < A.stored_rows ? A.row_id(a) : absent;
            const std::uint64_t row_b = b < B.stored_rows ? B.row_id(b) : absent;
            rows.push_back(std::min(row_a, row_b));
            in_a.push_back(row_a <= row_b ? a++ : absent);
            in_b.push_back(row_b <= row_a ? b++ : absent);
        }
        count = rows.size();
    }
    std::uint64_t row(std::uint64_t slot) const noexcept { return is_identity ? slot : rows[slot]; }
    std::uint64_t a(std::uint64_t slot) const noexcept { return is_identity ? slot : in_a[slot]; }
    std::uint64_t b(std::uint64_t slot) const noexcept { return is_identity ? slot : in_b[slot]; }
};

template <class O, class I>
class SparseMerge {
public:
    SparseMerge(const SparseView &A, const SparseView &B, const MergeValues &values,
                const MergeRule &rule, const MaskView &mask, const RegionSets &region)
        : A_view_(A), B_view_(B), A_(A), B_(B), values_(values), rule_(rule), mask_(mask),
          region_(region), slots_(A_, B_), iso_(iso_result(A, B, values, rule)) {}

    Ref<Snapshot> run() {
        plan_chunks();
        const int threads = threads_for(static_cast<double>(A_.nvals + B_.nvals) * 8.0);
        make_room(threads);
        for_each_chunk(threads, [&](Chunk &chunk) { merge_chunk(chunk); });
        return assemble(threads);
    }

private:
    /// Slots [first, last) and, when it is one slot, columns [column_begin, column_end).
    struct Chunk {
        std::uint64_t first = 0, last = 0, column_begin = 0, column_end = absent;
        std::uint64_t begin = 0, most = 0, count = 0; // its range, and the used length
        bool is_cut() const noexcept { return column_begin != 0 || column_end != absent; }
    };

    template <class F>
    void for_each_chunk(int threads, F &&f) {
        parallel_tasks(static_cast<std::int64_t>(chunks_.size()), threads,
                       [&](std::int64_t k) { f(chunks_[static_cast<std::size_t>(k)]); });
    }

    static std::uint64_t begin_of(const Sparse<O, I> &S, std::uint64_t k) {
        return k == absent ? 0 : static_cast<std::uint64_t>(S.row_offsets[k]);
    }
    static std::uint64_t end_of(const Sparse<O, I> &S, std::uint64_t k) {
        return k == absent ? 0 : static_cast<std::uint64_t>(S.row_offsets[k + 1]);
    }

    void plan_chunks() {
        const std::uint64_t work = A_.nvals + B_.nvals;
        const int threads = threads_for(static_cast<double>(work) * 8.0);
        const std::uint64_t wanted = threads <= 1 ? 1 : static_cast<std::uint64_t>(threads) * 4;
        const std::uint64_t quota = work / wanted + 1;
        std::uint64_t slot = 0;
        while (slot < slots_.count) {
            if (wanted > 1 && entries_of(slot) >= 2 * quota) {
                cut_columns(slot, entries_of(slot) / quota);
                slot++;
                continue;
            }
            Chunk &chunk = chunks_.emplace_back();
            chunk.first = slot;
            if (wanted == 1) {
                slot = slots_.count;
            } else {
                for (std::uint64_t entries = 0; slot < slots_.count && entries < quota; slot++) {
                    if (entries_of(slot) >= 2 * quota) break;
                    entries += entries_of(slot);
                }
            }
            chunk.last = slot;
        }
    }

    std::uint64_t entries_of(std::uint64_t slot) const {
        return end_of(A_, slots_.a(slot)) - begin_of(A_, slots_.a(slot)) +
               end_of(B_, slots_.b(slot)) - begin_of(B_, slots_.b(slot));
    }

    /// Splits one long row into chunks, which end at columns of the operand that has more entries
    /// there.
    void cut_columns(std::uint64_t slot, std::uint64_t count) {
        const std::uint64_t in_a = end_of(A_, slots_.a(slot)) - begin_of(A_, slots_.a(slot)),
                            in_b = end_of(B_, slots_.b(slot)) - begin_of(B_, slots_.b(slot));
        const Sparse<O, I> &longer = in_a >= in_b ? A_ : B_;
        const std::uint64_t first =
            begin_of(longer, in_a >= in_b ? slots_.a(slot) : slots_.b(slot));
        std::uint64_t begin = 0;
        for (std::uint64_t k = 1; k <= count; k++) {
            const std::uint64_t end =
                k == count ? absent
                           : longer.column_indices[first + std::max(in_a, in_b) / count * k];
            if (end == begin) continue;
            Chunk &chunk = chunks_.emplace_back();
            chunk.first = slot;
            chunk.last = slot + 1;
            chunk.column_begin = begin;
            chunk.column_end = end;
            begin = end;
        }
    }

    static std::uint64_t lower_bound(const Sparse<O, I> &S, std::uint64_t begin, std::uint64_t end,
                                     std::uint64_t column) {
        return static_cast<std::uint64_t>(
            std::lower_bound(S.column_indices + begin, S.column_indices + end, column) -
            S.column_indices);
    }

    /// Entries of row k in the chunk's columns.
    static std::pair<std::uint64_t, std::uint64_t> bounds(const Chunk &chunk, const Sparse<O, I> &S,
                                                          std::uint64_t k) {
        std::uint64_t begin = begin_of(S, k), end = end_of(S, k);
        if (chunk.is_cut()) {
            begin = lower_bound(S, begin, end, chunk.column_begin);
            if (chunk.column_end != absent) end = lower_bound(S, begin, end, chunk.column_end);
        }
        return {begin, end};
    }

    /// Reserves room for all entries that each chunk may take.
    void make_room(int threads) {
        bool takes_a = false, takes_b = false;
        for (const MergeRule::Row &row : rule_.rows) {
            takes_a |= row.only_a != Take::nothing;
            takes_b |= row.only_b != Take::nothing;
        }
        for_each_chunk(threads, [&](Chunk &chunk) {
            for (std::uint64_t slot = chunk.first; slot < chunk.last; slot++) {
                const auto a = bounds(chunk, A_, slots_.a(slot));
                const auto b = bounds(chunk, B_, slots_.b(slot));
                const std::uint64_t in_a = a.second - a.first, in_b = b.second - b.first;
                chunk.most += takes_a && takes_b ? in_a + in_b
                              : takes_a          ? in_a
                              : takes_b          ? in_b
                                                 : std::min(in_a, in_b);
            }
        });
        std::uint64_t most = 0;
        for (Chunk &chunk : chunks_) {
            chunk.begin = most;
            most += chunk.most;
        }
        indices_ = Array::of<I>(most);
        if (!iso_) entry_values_ = Array(most * values_.z->size);
        offsets_ = Array::of<O>(slots_.count + 1);
        std::memset(offsets_.data(), 0, sizeof(O));
    }

    void merge_chunk(Chunk &chunk) {
        if (iso_) {
            NoValues none;
            merge_entries(chunk, none);
        } else {
            ValueAssembler assembler(A_view_, B_view_, values_,
                                     entry_values_.template as<unsigned char>() +
                                         chunk.begin * values_.z->size,
                                     chunk.most);
            merge_entries(chunk, assembler);
            assembler.flush();
        }
    }

    /// Ignores the values of an iso result.
    struct NoValues {
        void add(Take, std::uint64_t, std::uint64_t) const noexcept {}
        void add_run_of_a(std::uint64_t, std::uint64_t) const noexcept {}
    };

    template <class Assembler>
    void merge_entries(Chunk &chunk, Assembler &assembler) {
        I *const indices = indices_.template as<I>() + chunk.begin;
        O *const offsets = offsets_.template as<O>();
        MaskCursor cursor(mask_);
        const bool region_is_everything = region_.is_everything();
        // Many entries of a much longer A lie between two of B or the mask: one rule applies to all
        // of them.
        const bool has_runs =
            region_is_everything && cursor.knows_next() && A_.nvals / 4 >= B_.nvals;
        const Take in_runs =
            rule_.take(cursor.elsewhere() ? Where::inside : Where::masked_out, true, false);
        std::uint64_t count = 0;
        for (std::uint64_t slot = chunk.first; slot < chunk.last; slot++) {
            const std::uint64_t row = slots_.row(slot), before = count;
            auto [a, a_end] = bounds(chunk, A_, slots_.a(slot));
            auto [b, b_end] = bounds(chunk, B_, slots_.b(slot));
            const bool row_is_in = region_.rows == nullptr || region_.rows->contains(row);
            cursor.begin_row(row);
            while (a < a_end || b < b_end) {
                const std::uint64_t column_a =
                    a < a_end ? std::uint64_t{A_.column_indices[a]} : absent;
                const std::uint64_t column_b =
                    b < b_end ? std::uint64_t{B_.column_indices[b]} : absent;
                if (has_runs && column_a < column_b) {
                    const std::uint64_t first = a, limit = std::min(column_b, cursor.next());
                    while (a < a_end && A_.column_indices[a] < limit) a++;
                    if (a != first && in_runs == Take::a) {
                        std::memcpy(indices + count, A_.column_indices + first,
                                    (a - first) * sizeof(I));
                        assembler.add_run_of_a(first, a - first);
                        count += a - first;
                    }
                    if (a != first) continue;
                }
                const std::uint64_t column = std::min(column_a, column_b);
                const bool in_a = column_a == column, in_b = column_b == column;
                const bool mask_is_true =
                    cursor.allows(column) || region_.is_off_major(row, column);
                const bool is_inside =
                    region_is_everything || (row_is_in && (region_.columns == nullptr ||
                                                           region_.columns->contains(column)));
                const Where where =
                    is_inside ? (mask_is_true ? Where::inside : Where::masked_out)
                              : (mask_is_true ? Where::outside_true : Where::outside_false);
                const Take take = rule_.take(where, in_a, in_b);
                if (take != Take::nothing) {
                    indices[count++] = static_cast<I>(column);
                    assembler.add(take, a, b);
                }
                a += in_a;
                b += in_b;
            }
            if (!chunk.is_cut()) offsets[slot + 1] = static_cast<O>(count - before);
        }
        chunk.count = count;
    }

    Ref<Snapshot> assemble(int threads) {
        SparseForm form;
        form.index_width = sizeof(I);
        form.offset_width = sizeof(O);
        form.stored_rows = slots_.count;
        for (const Chunk &chunk : chunks_) form.nvals += chunk.count;
        O *const offsets = offsets_.template as<O>();
        for (std::size_t k = 0; k < chunks_.size(); k++) {
            const Chunk &chunk = chunks_[k];
            if (!chunk.is_cut()) continue;
            O &length = offsets[chunk.last];
            length =
                static_cast<O>(chunk.column_begin == 0 ? 0 : length) + static_cast<O>(chunk.count);
        }
        for (std::uint64_t slot = 0; slot < slots_.count; slot++)
            offsets[slot + 1] += offsets[slot];
        form.row_offsets = std::move(offsets_);
        const std::size_t size = values_.z->size;
        if (chunks_.size() == 1 || form.nvals * sizeof(I) == indices_.bytes()) {
            form.column_indices = std::move(indices_);
            form.column_indices.shrink(form.nvals * sizeof(I));
            form.values = std::move(entry_values_);
            if (!iso_) form.values.shrink(form.nvals * size);
        } else {
            pack(form, threads);
        }
        if (iso_) {
            form.is_iso = true;
            form.values = Array::copy_of(iso_->data(), size);
        }
        if (!slots_.is_identity) {
            form.is_hyper = true;
            form.row_ids = Array::of<I>(slots_.count);
            I *ids = form.row_ids.template as<I>();
            for (std::uint64_t slot = 0; slot < slots_.count; slot++)
                ids[slot] = static_cast<I>(slots_.row(slot));
        }
        return Snapshot::of_rows(values_.z, A_.nrows, A_.ncols, std::move(form));
    }

    /// Concatenates the entries of several chunks.
    void pack(SparseForm &form, int threads) {
        const std::size_t size = values_.z->size;
        form.column_indices = Array::of<I>(form.nvals);
        if (!iso_) form.values = Array(form.nvals * size);
        auto *const indices = form.column_indices.template as<I>();
        auto *const values = form.values.template as<unsigned char>();
        HostVector<std::uint64_t> begin(chunks_.size() + 1, 0);
        for (std::size_t k = 0; k < chunks_.size(); k++) begin[k + 1] = begin[k] + chunks_[k].count;
        for_each_chunk(threads, [&](Chunk &chunk) {
            if (chunk.count == 0) return;
            const std::uint64_t to = begin[static_cast<std::size_t>(&chunk - chunks_.data())];
            std::memcpy(indices + to, indices_.template as<I>() + chunk.begin,
                        chunk.count * sizeof(I));
            if (iso_) return;
            std::memcpy(values + to * size,
                        entry_values_.template as<unsigned char>() + chunk.begin * size,
                        chunk.count * size);
        });
    }

    const SparseView &A_view_, &B_view_;
    Sparse<O, I> A_, B_;
    const MergeValues &values_;
    const MergeRule &rule_;
    const MaskView &mask_;
    const RegionSets &region_;
    Slots slots_;
    std::optional<HostVector<unsigned char>> iso_;
    HostVector<Chunk> chunks_;
    Array indices_, entry_values_; // of all chunks
    Array offsets_;                // lengths before the prefix sum
};

template <class O, class I>
Ref<Snapshot> merge_typed(const SparseView &A, const SparseView &B, const MergeValues &values,
                          const MergeRule &rule, const MaskView &mask, const RegionSets &region) {
    return SparseMerge<O, I>(A, B, values, rule, mask, region).run();
}

} // namespace

Ref<Snapshot> merge_sparse(const SparseView &A, const SparseView &B, const MergeValues &values,
                           const MergeRule &rule, const MaskView &mask, const RegionSets &region) {
    const int index_width = std::max(A.index_width, B.index_width);
    const int offset_width = std::max(offset_width_for(index_width, A.nvals + B.nvals),
                                      std::max(A.offset_width, B.offset_width));
    SparseForm widened_a, widened_b;
    SparseView a = A, b = B;
    if (a.index_width != index_width || a.offset_width != offset_width) {
        widened_a = with_width(A, offset_width, index_width);
        a = view_of(widened_a, A.type, A.nrows, A.ncols);
    }
    if (b.index_width != index_width || b.offset_width != offset_width) {
        widened_b = with_width(B, offset_width, index_width);
        b = view_of(widened_b, B.type, B.nrows, B.ncols);
    }
    if (index_width == 8)
        return merge_typed<std::uint64_t, std::uint64_t>(a, b, values, rule, mask, region);
    if (offset_width == 8)
        return merge_typed<std::uint64_t, std::uint32_t>(a, b, values, rule, mask, region);
    return merge_typed<std::uint32_t, std::uint32_t>(a, b, values, rule, mask, region);
}

} // namespace grb
