// Scatters a sparse T into a dense C in place, and clears elements that mask and region name.
#include "cpu/structure/update_dense.hpp"

#include "base/parallel.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "storage/chunks.hpp"

#include <atomic>
#include <cstring>

namespace grb {

namespace {

/// Positions of C to clear: those that mask and region allow and that T leaves empty.
class Deletions {
public:
    HostVector<std::uint64_t> positions;

    /// Lists all positions that mask and region allow.
    void list(const DenseView &C, const MaskView &mask, const RegionSets &region) {
        if (!mask.is_none() && !mask.is_dense && !mask.is_complemented) {
            list_mask(C, mask, region);
        } else {
            list_region(C, mask, region);
        }
    }

private:
    void list_mask(const DenseView &C, const MaskView &mask, const RegionSets &region) {
        if (C.nrows == 1 && mask.kind == MaskKind::structure && region.is_everything()) {
            positions.resize(mask.sparse.nvals);
            dispatch_widths(mask.sparse, [&](const auto &sparse) {
                std::copy_n(sparse.column_indices, sparse.nvals, positions.data());
            });
            return;
        }
        positions.reserve(mask.sparse.nvals);
        dispatch_widths(mask.sparse, [&](const auto &sparse) {
            for (std::uint64_t k = 0; k < sparse.stored_rows; k++) {
                const std::uint64_t row = sparse.row_id(k);
                for (std::uint64_t p = sparse.row_offsets[k]; p < sparse.row_offsets[k + 1]; p++) {
                    const std::uint64_t column = sparse.column_indices[p];
                    if (!region.contains(row, column)) continue;
                    if (mask.kind == MaskKind::value && !is_true(sparse.value(p), mask.sparse.type))
                        continue;
                    positions.push_back(row * C.ncols + column);
                }
            }
        });
    }
    void list_region(const DenseView &C, const MaskView &mask, const RegionSets &region) {
        MaskCursor cursor(mask);
        const auto list_row = [&](std::uint64_t row) {
            cursor.begin_row(row);
            const auto list_column = [&](std::uint64_t column) {
                if (cursor.allows(column)) positions.push_back(row * C.ncols + column);
            };
            if (region.columns != nullptr) {
                region.columns->for_each(list_column);
            } else {
                for (std::uint64_t column = 0; column < C.ncols; column++) list_column(column);
            }
        };
        if (region.rows != nullptr) {
            region.rows->for_each(list_row);
        } else {
            for (std::uint64_t row = 0; row < C.nrows; row++) list_row(row);
        }
    }
};

/// Entries of T that the mask allows: their positions in C and in T's values.
struct Writes {
    HostVector<std::uint64_t> to, from;

    Writes(const DenseView &C, const SparseView &T, const MaskView &mask) {
        to.reserve(T.nvals);
        from.reserve(T.nvals);
        MaskCursor cursor(mask);
        dispatch_widths(T, [&](const auto &sparse) {
            for (std::uint64_t k = 0; k < sparse.stored_rows; k++) {
                const std::uint64_t row = sparse.row_id(k);
                cursor.begin_row(row);
                for (std::uint64_t p = sparse.row_offsets[k]; p < sparse.row_offsets[k + 1]; p++) {
                    const std::uint64_t column = sparse.column_indices[p];
                    if (!cursor.allows(column)) continue;
                    to.push_back(row * C.ncols + column);
                    from.push_back(p);
                }
            }
        });
    }
};

/// The written arrays of a dense C. Threads share words of bits, but no value: T names no element
/// twice.
class DenseWriter {
public:
    /// Allocates for up to `entries` entries of T.
    DenseWriter(DenseForm &form, const Type *type, const SparseView &T, const BinaryOp *accumulator,
                std::uint64_t entries)
        : batch_(std::min(batch_length, (entries + 15) / 16 * 16)),
          values_(form.is_iso ? nullptr : form.values.as<unsigned char>()), type_(type), T_(T) {
        if (accumulator != nullptr) op_ = BoundBinary(accumulator, type, type, T.type);
        has_accumulator_ = accumulator != nullptr;
    }
    void set_bits(std::uint64_t *bits) noexcept { bits_ = bits; }
    std::size_t scratch_bytes() const noexcept {
        return batch_ * (T_.type->size + 2 * type_->size);
    }

    /// Writes [begin, end); returns the number of elements that had no entry. Only a user's
    /// accumulator throws.
    std::uint64_t write(const Writes &writes, std::uint64_t begin, std::uint64_t end,
                        unsigned char *scratch) const {
        std::uint64_t added = 0;
        for (; begin < end; begin += batch_length) {
            const std::uint64_t n = std::min(batch_length, end - begin);
            const std::uint64_t *const to = writes.to.data() + begin;
            bool was_present[batch_length];
            std::uint64_t present = n;
            if (bits_ != nullptr) {
                present = 0;
                for (std::uint64_t k = 0; k < n; k++) present += was_present[k] = set_bit(to[k]);
            }
            added += n - present;
            if (values_ == nullptr) continue;
            unsigned char *const x = scratch, *const z = x + batch_ * T_.type->size;
            if (T_.is_iso) {
                fill_values(x, T_.values, n, T_.type->size);
            } else {
                gather_values(x, T_.values, writes.from.data() + begin, 8, n, T_.type->size);
            }
            if (!has_accumulator_ || present == 0) {
                cast_values(z, type_, x, T_.type, n);
                scatter_values(values_, to, 8, z, n, type_->size);
            } else if (present == n) {
                accumulate(to, x, z, n);
            } else {
                write_mixed(to, x, z, was_present, n);
            }
        }
        return added;
    }

private:
    static constexpr std::uint64_t batch_length = 256;

    bool set_bit(std::uint64_t element) const noexcept {
        const std::uint64_t bit = std::uint64_t{1} << (element % 64);
        const std::atomic_ref<std::uint64_t> word(bits_[element / 64]);
        if ((word.load(std::memory_order_relaxed) & bit) != 0) return true;
        word.fetch_or(bit, std::memory_order_relaxed);
        return false;
    }
    void accumulate(const std::uint64_t *to, const unsigned char *x, unsigned char *z,
                    std::uint64_t n) const {
        unsigned char *const old = z + batch_ * type_->size;
        gather_values(old, values_, to, 8, n, type_->size);
        op_(z, old, x, n);
        scatter_values(values_, to, 8, z, n, type_->size);
    }
    /// Writes runs of elements that have an entry, and runs of others.
    void write_mixed(const std::uint64_t *to, const unsigned char *x, unsigned char *z,
                     const bool *was_present, std::uint64_t n) const {
        for (std::uint64_t k = 0, end; k < n; k = end) {
            end = k + 1;
            while (end < n && was_present[end] == was_present[k]) end++;
            const unsigned char *const from = x + k * T_.type->size;
            if (was_present[k]) {
                accumulate(to + k, from, z, end - k);
            } else {
                cast_values(z, type_, from, T_.type, end - k);
                scatter_values(values_, to + k, 8, z, end - k, type_->size);
            }
        }
    }

    const std::uint64_t batch_; // entries that fit the scratch: any type stays aligned
    unsigned char *values_;
    std::uint64_t *bits_ = nullptr;
    const Type *type_;
    const SparseView &T_;
    BoundBinary op_;
    bool has_accumulator_ = false;
};

/// A user's function may need memory: calls it for all entries before the first write.
void accumulate_users(DenseForm &form, const Type *type, const SparseView &T, const BinaryOp *op,
                      Writes &writes) {
    auto *const word = form.bits.as<std::uint64_t>();
    const std::size_t n = writes.to.size(), size = type->size;
    std::size_t present = 0;
    for (std::size_t k = 0; k < n; k++) {
        const std::uint64_t p = writes.to[k];
        if (word != nullptr && (word[p / 64] >> (p % 64) & 1) == 0) continue;
        std::swap(writes.to[k], writes.to[present]);
        std::swap(writes.from[k], writes.from[present]);
        present++;
    }
    HostVector<unsigned char> x(n * T.type->size), z(n * size), old(present * size);
    if (T.is_iso) {
        fill_values(x.data(), T.values, n, T.type->size);
    } else {
        gather_values(x.data(), T.values, writes.from.data(), 8, n, T.type->size);
    }
    auto *const values = form.values.as<unsigned char>();
    gather_values(old.data(), values, writes.to.data(), 8, present, size);
    BoundBinary(op, type, type, T.type)(z.data(), old.data(), x.data(), present);
    cast_values(z.data() + present * size, type, x.data() + present * T.type->size, T.type,
                n - present);
    for (std::size_t k = present; k < n; k++)
        word[writes.to[k] / 64] |= std::uint64_t{1} << (writes.to[k] % 64);
    form.nvals += n - present;
    scatter_values(values, writes.to.data(), 8, z.data(), n, size);
}

} // namespace

void drop_stale(Snapshot &C) noexcept {
    DenseForm &form = C.dense_form().get();
    if (form.nvals == C.nrows() * C.ncols()) form.bits = Array();
    C.keep_dense_alone();
}

void update_dense(Snapshot &C, const SparseView &T, const BinaryOp *accumulator,
                  const MaskView &mask, const RegionSets &region) {
    DenseForm &form = C.dense_form().get();
    const DenseView view = C.dense();
    const Type *type = C.type();
    const std::uint64_t positions = view.nrows * view.ncols;
    Deletions deletions;
    if (accumulator == nullptr) deletions.list(view, mask, region);
    Writes writes(view, T, mask);
    const bool has_deletions =
        accumulator == nullptr && deletions.positions.size() != writes.to.size();
    Array bits = form.bits;
    if (has_deletions && view.is_full()) {
        bits = Array::of<std::uint64_t>((positions + 63) / 64);
        std::memset(bits.data(), 0xff, bits.bytes());
        if (positions % 64 != 0)
            bits.as<std::uint64_t>()[positions / 64] = (std::uint64_t{1} << positions % 64) - 1;
    }
    if (accumulator != nullptr && accumulator->code == BinaryCode::user && !form.is_iso) {
        accumulate_users(form, type, T, accumulator, writes);
        drop_stale(C);
        return;
    }
    const std::size_t n = writes.to.size();
    DenseWriter writer(form, type, T, accumulator, n);
    const int threads = threads_for(4 * static_cast<double>(n));
    const Chunks chunks(n, threads);
    HostVector<unsigned char> scratch(chunks.count * writer.scratch_bytes());
    auto *const word = bits.as<std::uint64_t>();
    writer.set_bits(word);
    if (has_deletions) {
        std::uint64_t deleted = 0;
        for (const std::uint64_t p : deletions.positions) {
            deleted += word[p / 64] >> (p % 64) & 1;
            word[p / 64] &= ~(std::uint64_t{1} << (p % 64));
        }
        form.nvals -= deleted;
        form.bits = bits;
    }
    std::atomic<std::uint64_t> added{0};
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        added += writer.write(writes, begin, end, scratch.data() + chunk * writer.scratch_bytes());
    });
    form.nvals += added.load();
    drop_stale(C);
}

} // namespace grb
