// Buffers and assembly of the sparse mxm variants' output rows, and their masks by row.
#include "cpu/mxm/mxm_rows.hpp"

#include "storage/chunks.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

CommonWidths::CommonWidths(std::initializer_list<SparseView *> views) {
    int index_width = 4, offset_width = 4;
    for (const SparseView *view : views) {
        index_width = std::max(index_width, view->index_width);
        offset_width = std::max(offset_width, view->offset_width);
    }
    if (index_width == 8) offset_width = 8;
    int k = 0;
    for (SparseView *view : views) {
        if (view->index_width == index_width && view->offset_width == offset_width) continue;
        converted_[k] = with_width(*view, offset_width, index_width);
        *view = view_of(converted_[k], view->type, view->nrows, view->ncols);
        k++;
    }
}

Products::Products(const Semiring &s, const Values &A, const Values &B)
    : semiring(&s), add(s.add->op), size(s.add->type()->size),
      multiply(s.multiply, s.add->type(), A.type, B.type),
      a_values(static_cast<const unsigned char *>(A.values)),
      b_values(static_cast<const unsigned char *>(B.values)), a_step(A.is_iso ? 0 : A.type->size),
      b_step(B.is_iso ? 0 : B.type->size) {
    is_constant = (A.is_iso || multiply.ignores_x()) && (B.is_iso || multiply.ignores_y());
    is_pattern_only = is_constant && add->traits.is_idempotent;
    if (is_constant) {
        constants = Array(chunk_length * size);
        multiply(constants.data(), A.values, B.values, 1);
        fill_values(constants.data(), constants.data(), chunk_length, size);
    }
    curated = find_curated(s, curated_operand_type(A.type, A.is_iso),
                           curated_operand_type(B.type, B.is_iso), false);
    if (curated >= 0) {
        a.bind(A.values, A.type, A.is_iso, s.add->type());
        b.bind(B.values, B.type, B.is_iso, s.add->type());
    }
}

void RowsBuffer::grow(std::uint64_t needed, std::uint64_t bound) {
    const std::uint64_t doubled = std::min(std::max<std::uint64_t>(capacity_ * 2, 256), bound);
    const std::uint64_t capacity = std::max(needed, doubled);
    Array columns(capacity * index_width_), values(capacity * value_size_);
    if (size_ != 0) {
        std::memcpy(columns.data(), column_data_, size_ * index_width_);
        if (value_size_ != 0) std::memcpy(values.data(), value_data_, size_ * value_size_);
    }
    columns_ = std::move(columns);
    values_ = std::move(values);
    column_data_ = columns_.data();
    value_data_ = values_.as<unsigned char>();
    capacity_ = capacity;
}

MaskRows::Row MaskRows::within(const Row &row, std::uint64_t begin,
                               std::uint64_t end) const noexcept {
    Row cut = row;
    const auto search = [&](const auto *columns) {
        const auto *const first = columns + row.begin, *const last = columns + row.end;
        cut.begin = static_cast<std::uint64_t>(std::lower_bound(first, last, begin) - columns);
        cut.end = static_cast<std::uint64_t>(std::lower_bound(first, last, end) - columns);
    };
    if (view_.sparse.index_width == 4) {
        search(static_cast<const std::uint32_t *>(view_.sparse.column_indices));
    } else {
        search(static_cast<const std::uint64_t *>(view_.sparse.column_indices));
    }
    return cut;
}

bool MaskRows::allows_searched(const Row &row, std::uint64_t column) const noexcept {
    if (mode_ == Mode::all) return true;
    if (mode_ == Mode::dense)
        return dense_mask_allows(view_, row.number * view_.dense.ncols + column);
    std::uint64_t low = row.begin;
    bool is_found = false;
    const auto search = [&](const auto *columns) {
        low = static_cast<std::uint64_t>(
            std::lower_bound(columns + row.begin, columns + row.end, column) - columns);
        is_found = low < row.end && columns[low] == column;
    };
    if (view_.sparse.index_width == 4) {
        search(static_cast<const std::uint32_t *>(view_.sparse.column_indices));
    } else {
        search(static_cast<const std::uint64_t *>(view_.sparse.column_indices));
    }
    return (is_found && is_true_at(low)) != view_.is_complemented;
}

namespace {

template <class To, class From>
void copy_indices(To *to, const From *from, std::uint64_t n) noexcept {
    if constexpr (sizeof(To) == sizeof(From)) {
        std::memcpy(to, from, n * sizeof(To));
    } else {
        for (std::uint64_t k = 0; k < n; k++) to[k] = static_cast<To>(from[k]);
    }
}

void copy_columns(void *to, int to_width, std::uint64_t first, const void *from, int from_width,
                  std::uint64_t n) noexcept {
    const auto into = [&](auto *target) {
        if (from_width == 4) {
            copy_indices(target + first, static_cast<const std::uint32_t *>(from), n);
        } else {
            copy_indices(target + first, static_cast<const std::uint64_t *>(from), n);
        }
    };
    if (to_width == 4) {
        into(static_cast<std::uint32_t *>(to));
    } else {
        into(static_cast<std::uint64_t *>(to));
    }
}

/// Entries and non-empty rows before each chunk of rows.
struct RowCounts {
    explicit RowCounts(std::span<const std::uint64_t> counts)
        : threads(threads_for(static_cast<double>(counts.size()))), chunks(counts.size(), threads),
          entries(chunks.count + 1), stored(chunks.count + 1) {
        for_chunks(chunks, threads,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       std::uint64_t sum = 0, rows = 0;
                       for (std::uint64_t k = begin; k < end; k++) {
                           sum += counts[k];
                           rows += counts[k] != 0;
                       }
                       entries[chunk] = sum;
                       stored[chunk] = rows;
                   });
        prefix_sums(entries.data(), chunks.count, 1);
        prefix_sums(stored.data(), chunks.count, 1);
    }
    int threads;
    Chunks chunks;
    HostVector<std::uint64_t> entries, stored;
};

/// Writes the offsets of all rows, or of the non-empty rows together with their numbers.
template <class O, class I>
void fill_offsets(SparseForm &form, const SparseView &driver, std::span<const std::uint64_t> counts,
                  const RowCounts &sums) {
    auto *offsets = form.row_offsets.as<O>();
    auto *ids = form.row_ids.as<I>();
    const auto number = [&](std::uint64_t k) {
        if (driver.row_ids == nullptr) return k;
        return driver.index_width == 4
                   ? std::uint64_t{static_cast<const std::uint32_t *>(driver.row_ids)[k]}
                   : static_cast<const std::uint64_t *>(driver.row_ids)[k];
    };
    for_chunks(sums.chunks, sums.threads,
               [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                   std::uint64_t sum = sums.entries[chunk],
                                 at = form.is_hyper ? sums.stored[chunk] : begin;
                   for (std::uint64_t k = begin; k < end; k++) {
                       if (form.is_hyper && counts[k] == 0) continue;
                       if (form.is_hyper) ids[at] = static_cast<I>(number(k));
                       offsets[at++] = static_cast<O>(sum);
                       sum += counts[k];
                   }
               });
    offsets[form.stored_rows] = static_cast<O>(form.nvals);
}

} // namespace

Ref<Snapshot> assemble_rows(const MxmProblem &problem, const SparseView &driver, int threads,
                            HostVector<RowsBuffer> &buffers, std::span<const std::uint64_t> counts,
                            int index_width, const void *iso_value, bool is_jumbled) {
    const Type *type = problem.result_type();
    SparseForm form;
    for (const RowsBuffer &buffer : buffers) form.nvals += buffer.size();
    if (form.nvals == 0) return Snapshot::empty(type, problem.m(), problem.n());
    const RowCounts sums(counts);
    const std::uint64_t stored = sums.stored[sums.chunks.count];
    form.is_iso = iso_value != nullptr;
    form.is_jumbled = is_jumbled;
    form.is_hyper = driver.is_hyper() || should_be_hyper(problem.m(), stored);
    form.stored_rows = form.is_hyper ? stored : problem.m();
    form.index_width = index_width_for(problem.m(), problem.n());
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    form.row_offsets = Array((form.stored_rows + 1) * static_cast<std::size_t>(form.offset_width));
    if (form.is_hyper) form.row_ids = Array(stored * static_cast<std::size_t>(form.index_width));
    if (form.index_width == 8) {
        fill_offsets<std::uint64_t, std::uint64_t>(form, driver, counts, sums);
    } else if (form.offset_width == 8) {
        fill_offsets<std::uint64_t, std::uint32_t>(form, driver, counts, sums);
    } else {
        fill_offsets<std::uint32_t, std::uint32_t>(form, driver, counts, sums);
    }
    const std::size_t width = static_cast<std::size_t>(form.index_width),
                      size = form.is_iso ? 0 : type->size;
    if (buffers.size() == 1 && buffers[0].owns_entries() && index_width == form.index_width) {
        form.column_indices = std::move(buffers[0].columns());
        form.column_indices.shrink(form.nvals * width);
        form.values = std::move(buffers[0].values());
        form.values.shrink(form.nvals * size);
    } else {
        form.column_indices = Array(form.nvals * width);
        if (!form.is_iso) form.values = Array(form.nvals * size);
        HostVector<std::uint64_t> firsts(buffers.size());
        for (std::size_t k = 1; k < buffers.size(); k++)
            firsts[k] = firsts[k - 1] + buffers[k - 1].size();
        void *columns = form.column_indices.data();
        auto *values = form.values.as<unsigned char>();
        parallel_tasks(static_cast<std::int64_t>(buffers.size()), threads, [&](std::int64_t k) {
            RowsBuffer &buffer = buffers[static_cast<std::size_t>(k)];
            const std::uint64_t first = firsts[static_cast<std::size_t>(k)], n = buffer.size();
            if (n == 0) return;
            copy_columns(columns, form.index_width, first, buffer.column_data(), index_width, n);
            if (size != 0) std::memcpy(values + first * size, buffer.value_data(), n * size);
            buffer.columns() = Array();
            buffer.values() = Array();
        });
    }
    if (form.is_iso) form.values = Array::copy_of(iso_value, type->size);
    return Snapshot::of_rows(type, problem.m(), problem.n(), std::move(form));
}

} // namespace grb
