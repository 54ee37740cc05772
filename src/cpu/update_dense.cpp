#include "cpu/update_dense.hpp"

#include "cpu/mask_cursor.hpp"

#include <cstring>

namespace grb {

namespace {

/// Positions of C to clear: where mask and region let through but T has nothing.
class Deletions {
public:
    HostVector<std::uint64_t> positions;

    /// Lists all positions that mask and region let through.
    void list(const DenseView &C, const MaskView &mask, const RegionSets &region) {
        if (!mask.is_none() && !mask.is_dense && !mask.is_complemented) {
            list_mask(C, mask, region);
        } else {
            list_region(C, mask, region);
        }
    }

private:
    void list_mask(const DenseView &C, const MaskView &mask, const RegionSets &region) {
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
                if (cursor.lets_through(column)) positions.push_back(row * C.ncols + column);
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

/// Entries of T that the mask lets through: their positions in C and in T's values.
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
                    if (!cursor.lets_through(column)) continue;
                    to.push_back(row * C.ncols + column);
                    from.push_back(p);
                }
            }
        });
    }
};

void fetch(void *to, const SparseView &T, const std::uint64_t *positions, std::size_t n) {
    if (T.is_iso) {
        fill_values(to, T.values, n, T.type->size);
    } else {
        gather_values(to, T.values, positions, 8, n, T.type->size);
    }
}

} // namespace

void update_dense(Snapshot &C, const SparseView &T, const BinaryOp *accumulator,
                  const MaskView &mask, const RegionSets &region) {
    DensePart &part = C.dense_part().get();
    const DenseView view = C.dense();
    const Type *type = C.type();
    const std::uint64_t positions = view.nrows * view.ncols;
    Deletions deletions;
    if (accumulator == nullptr) deletions.list(view, mask, region);
    Writes writes(view, T, mask);
    const bool has_deletions =
        accumulator == nullptr && deletions.positions.size() != writes.to.size();
    Array bits = part.bits;
    if (has_deletions && view.is_full()) {
        bits = Array::of<std::uint64_t>((positions + 63) / 64);
        std::memset(bits.data(), 0xff, bits.bytes());
        if (positions % 64 != 0)
            bits.as<std::uint64_t>()[positions / 64] = (std::uint64_t{1} << positions % 64) - 1;
    }
    const std::size_t n = writes.to.size();
    HostVector<unsigned char> raw(n * T.type->size), cast(n * type->size), old;
    const std::size_t size = type->size;
    auto *word = bits.as<std::uint64_t>();
    const auto has = [&](std::uint64_t p) {
        return word == nullptr || (word[p / 64] >> (p % 64) & 1) != 0;
    };

    if (!part.is_iso && accumulator == nullptr) {
        fetch(raw.data(), T, writes.from.data(), n);
        cast_values(cast.data(), type, raw.data(), T.type, n);
    } else if (!part.is_iso) {
        // Present entries first, so that the accumulator sees one contiguous batch.
        std::size_t present = 0;
        for (std::size_t k = 0; k < n; k++) {
            if (!has(writes.to[k])) continue;
            std::swap(writes.to[k], writes.to[present]);
            std::swap(writes.from[k], writes.from[present]);
            present++;
        }
        old.resize(present * size);
        fetch(raw.data(), T, writes.from.data(), n);
        gather_values(old.data(), view.values, writes.to.data(), 8, present, size);
        BoundBinary(accumulator, type, type, T.type)(cast.data(), old.data(), raw.data(), present);
        cast_values(cast.data() + present * size, type, raw.data() + present * T.type->size, T.type,
                    n - present);
    }

    if (has_deletions) {
        for (const std::uint64_t p : deletions.positions) {
            part.nvals -= word[p / 64] >> (p % 64) & 1;
            word[p / 64] &= ~(std::uint64_t{1} << (p % 64));
        }
        part.bits = bits;
    }
    if (word != nullptr) {
        for (const std::uint64_t p : writes.to) {
            part.nvals += ~(word[p / 64] >> (p % 64)) & 1;
            word[p / 64] |= std::uint64_t{1} << (p % 64);
        }
        if (part.nvals == positions) part.bits = Array();
    }
    if (!part.is_iso) scatter_values(part.values.data(), writes.to.data(), 8, cast.data(), n, size);
    C.rows_part().drop();
    C.jumbled_rows_part().drop();
    C.columns_part().drop();
    C.drop_statistics();
}

} // namespace grb
