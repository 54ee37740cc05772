// Finds the distinct positions of sorted tuples, and fills the pattern and values.
#include "storage/tuples.hpp"

#include "storage/chunks.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

struct Block {
    static constexpr std::uint64_t capacity = 512;
    std::uint64_t rows[capacity], columns[capacity], positions[capacity];
};

/// Calls body(block, count, begin) for tuples [begin, end) block by block.
template <class F>
void for_blocks(const SortedTuples &tuples, std::uint64_t begin, std::uint64_t end, F &&body) {
    Block block;
    for (std::uint64_t k = begin; k < end; k += Block::capacity) {
        const std::uint64_t count = std::min(Block::capacity, end - k);
        tuples.decode(k, count, block.rows, block.columns, block.positions);
        body(block, count, k);
    }
}

/// Row and column of the tuple before `begin`; an impossible position when there is none.
struct Previous {
    std::uint64_t row = UINT64_MAX, column = UINT64_MAX;
    Previous(const SortedTuples &tuples, std::uint64_t begin) {
        std::uint64_t position;
        if (begin != 0) tuples.decode(begin - 1, 1, &row, &column, &position);
    }
};

} // namespace

TuplePattern::TuplePattern(const SortedTuples &tuples)
    : tuples_(tuples), threads_(threads_for(static_cast<double>(tuples.size()) * 5)) {
    const Chunks even(tuples.size(), threads_);
    chunks_.resize(even.count);
    for (std::uint64_t k = 1; k < even.count; k++) {
        std::uint64_t begin = std::max(even.begin(k), chunks_[k - 1].begin);
        const Previous previous(tuples, begin);
        std::uint64_t row, column, position;
        while (begin < even.n && (tuples.decode(begin, 1, &row, &column, &position),
                                  row == previous.row && column == previous.column)) {
            begin++;
        }
        chunks_[k].begin = chunks_[k - 1].end = begin;
    }
    chunks_.back().end = even.n;

    HostVector<std::uint64_t> duplicates(even.count, UINT64_MAX);
    parallel_tasks(static_cast<std::int64_t>(even.count), threads_, [&](std::int64_t task) {
        const auto k = static_cast<std::size_t>(task);
        count(chunks_[k], duplicates[k]);
    });
    for (Chunk &chunk : chunks_) {
        nvals_ += std::exchange(chunk.first_value, nvals_);
        stored_rows_ += std::exchange(chunk.first_row, stored_rows_);
    }
    first_duplicate_ = *std::min_element(duplicates.begin(), duplicates.end());
}

void TuplePattern::count(Chunk &chunk, std::uint64_t &first_duplicate) const {
    if (chunk.begin >= chunk.end || count_in_order(chunk)) return;
    Previous last(tuples_, chunk.begin);
    std::uint64_t values = 0, rows = 0, lowest = UINT64_MAX;
    for_blocks(tuples_, chunk.begin, chunk.end,
               [&](const Block &block, std::uint64_t n, std::uint64_t) {
                   for (std::uint64_t k = 0; k < n; k++) {
                       if (block.rows[k] != last.row) {
                           rows++;
                           values++;
                       } else if (block.columns[k] != last.column) {
                           values++;
                       } else {
                           lowest = std::min(lowest, block.positions[k]);
                       }
                       last.row = block.rows[k];
                       last.column = block.columns[k];
                   }
               });
    chunk.first_value = values;
    chunk.first_row = rows;
    first_duplicate = lowest;
}

/// Counts tuples that came in order and without duplicates; returns false for others.
bool TuplePattern::count_in_order(Chunk &chunk) const {
    if (!tuples_.were_sorted()) return false;
    const std::uint64_t *const columns = tuples_.columns(), *const rows = tuples_.rows();
    const std::uint64_t second = std::max<std::uint64_t>(1, chunk.begin);
    std::uint64_t new_rows = chunk.begin == 0 ? 1 : 0, same = 0;
    // For tuples in order all differences are at least 0, except that of columns when the row
    // ascends; a difference of 0 becomes negative when 1 is subtracted.
    for (std::uint64_t k = second; k < chunk.end; k++) {
        const std::uint64_t down = rows == nullptr ? 0 : rows[k] - rows[k - 1],
                            right = columns[k] - columns[k - 1];
        new_rows += (0 - down) >> 63;
        same |= (down - 1) & (right - 1);
    }
    if (same >> 63 != 0) return false;
    chunk.first_value = chunk.end - chunk.begin;
    chunk.first_row = new_rows;
    return true;
}

template <class O, class I>
void TuplePattern::fill_in_order(const Chunk &chunk, O *offsets, I *columns, I *row_ids) const {
    const std::uint64_t *const from = tuples_.columns();
    for (std::uint64_t k = chunk.begin; k < chunk.end; k++) columns[k] = static_cast<I>(from[k]);
    std::uint64_t row = chunk.first_row;
    for (std::uint64_t k = chunk.begin; k < chunk.end; k++) {
        const std::uint64_t own = tuples_.row_of(k);
        if (k != 0 && own == tuples_.row_of(k - 1)) continue;
        if (row_ids != nullptr) {
            row_ids[row] = static_cast<I>(own);
            offsets[row++] = static_cast<O>(k);
        } else {
            const std::uint64_t first = k == 0 ? 0 : tuples_.row_of(k - 1) + 1;
            std::fill(offsets + first, offsets + own + 1, static_cast<O>(k));
        }
    }
}

template <class O, class I>
void TuplePattern::fill(SparseForm &form) const {
    O *const offsets = form.row_offsets.as<O>();
    I *const columns = form.column_indices.as<I>();
    I *const row_ids = form.is_hyper ? form.row_ids.as<I>() : nullptr;
    parallel_tasks(static_cast<std::int64_t>(chunks_.size()), threads_, [&](std::int64_t task) {
        const Chunk &chunk = chunks_[static_cast<std::size_t>(task)];
        if (chunk.begin >= chunk.end) return;
        if (tuples_.were_sorted() && !has_duplicates()) {
            fill_in_order(chunk, offsets, columns, row_ids);
            return;
        }
        Previous last(tuples_, chunk.begin);
        std::uint64_t value = chunk.first_value, row = chunk.first_row;
        for_blocks(tuples_, chunk.begin, chunk.end,
                   [&](const Block &block, std::uint64_t n, std::uint64_t) {
                       for (std::uint64_t k = 0; k < n; k++) {
                           if (block.rows[k] != last.row) {
                               if (row_ids != nullptr) {
                                   row_ids[row] = static_cast<I>(block.rows[k]);
                                   offsets[row++] = static_cast<O>(value);
                               } else {
                                   std::fill(offsets + (last.row + 1), offsets + block.rows[k] + 1,
                                             static_cast<O>(value));
                               }
                           } else if (block.columns[k] == last.column) {
                               continue;
                           }
                           columns[value++] = static_cast<I>(block.columns[k]);
                           last.row = block.rows[k];
                           last.column = block.columns[k];
                       }
                   });
    });
    const std::uint64_t last_row = Previous(tuples_, tuples_.size()).row;
    std::fill(offsets + (form.is_hyper ? stored_rows_ : last_row + 1),
              offsets + form.stored_rows + 1, static_cast<O>(nvals_));
}

SparseForm TuplePattern::make_form(std::uint64_t nrows, int index_width) const {
    SparseForm form;
    form.nvals = nvals_;
    form.index_width = index_width;
    form.offset_width = offset_width_for(index_width, nvals_);
    form.is_hyper = should_be_hyper(nrows, stored_rows_);
    form.stored_rows = form.is_hyper ? stored_rows_ : nrows;
    const auto index_bytes = static_cast<std::size_t>(index_width);
    form.row_offsets = Array((form.stored_rows + 1) * static_cast<std::size_t>(form.offset_width));
    form.column_indices = Array(nvals_ * index_bytes);
    if (form.is_hyper) form.row_ids = Array(stored_rows_ * index_bytes);
    if (index_width == 8) {
        fill<std::uint64_t, std::uint64_t>(form);
    } else if (form.offset_width == 8) {
        fill<std::uint64_t, std::uint32_t>(form);
    } else {
        fill<std::uint32_t, std::uint32_t>(form);
    }
    return form;
}

void TuplePattern::gather(void *out, const Type *to, const void *X, const Type *from) const {
    const bool has_cast = to != from;
    parallel_tasks(static_cast<std::int64_t>(chunks_.size()), threads_, [&](std::int64_t task) {
        const Chunk &chunk = chunks_[static_cast<std::size_t>(task)];
        auto *const bytes = static_cast<unsigned char *>(out);
        if (tuples_.were_sorted()) {
            cast_values(bytes + chunk.begin * to->size, to,
                        static_cast<const unsigned char *>(X) + chunk.begin * from->size, from,
                        chunk.end - chunk.begin);
            return;
        }
        const Array gathered(has_cast ? Block::capacity * from->size : 0);
        void *const buffer = const_cast<void *>(gathered.data());
        for_blocks(tuples_, chunk.begin, chunk.end,
                   [&](const Block &block, std::uint64_t n, std::uint64_t begin) {
                       void *const target = bytes + begin * to->size;
                       gather_values(has_cast ? buffer : target, X, block.positions, 8, n,
                                     from->size);
                       if (has_cast) cast_values(target, to, buffer, from, n);
                   });
    });
}

void TuplePattern::combine(void *out, const BinaryOp *duplicate, const void *X,
                           const Type *from) const {
    const Type *const to = duplicate->ztype;
    parallel_tasks(static_cast<std::int64_t>(chunks_.size()), threads_, [&](std::int64_t task) {
        const Chunk &chunk = chunks_[static_cast<std::size_t>(task)];
        if (chunk.begin >= chunk.end) return;
        Array gathered(Block::capacity * from->size), cast(Block::capacity * to->size);
        Previous last(tuples_, chunk.begin);
        auto *next = static_cast<unsigned char *>(out) + chunk.first_value * to->size;
        for_blocks(tuples_, chunk.begin, chunk.end,
                   [&](const Block &block, std::uint64_t n, std::uint64_t) {
                       gather_values(gathered.data(), X, block.positions, 8, n, from->size);
                       cast_values(cast.data(), to, gathered.data(), from, n);
                       const auto *values = cast.as<unsigned char>();
                       for (std::uint64_t k = 0; k < n;) {
                           if (block.rows[k] != last.row || block.columns[k] != last.column) {
                               last.row = block.rows[k];
                               last.column = block.columns[k];
                               std::memcpy(next, values + k++ * to->size, to->size);
                               next += to->size;
                               continue;
                           }
                           std::uint64_t run = 1;
                           while (k + run < n && block.rows[k + run] == last.row &&
                                  block.columns[k + run] == last.column) {
                               run++;
                           }
                           duplicate->reduce(duplicate, next - to->size, values + k * to->size,
                                             run);
                           k += run;
                       }
                   });
    });
}

} // namespace grb
