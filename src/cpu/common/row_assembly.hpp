// A sparse result whose rows can be counted before they are written: no thread waits for another.
#pragma once

#include "algebra/batch.hpp"
#include "base/parallel.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"
#include "storage/tuple_sort.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

namespace grb {

/// Sources of the rows of a result.
struct RowAssembly {
    std::uint64_t nrows = 0, ncols = 0;
    std::uint64_t candidates = 0;          // rows that may have entries
    const std::uint64_t *ids = nullptr;    // their numbers, ascending; null: all rows, or none
    const Type *type = nullptr;            // of the values
    const unsigned char *values = nullptr; // of the source, one when is_iso
    bool is_iso = false;
    double work = 8; // elementary steps for each source entry visited

    std::uint64_t id(std::uint64_t k) const noexcept { return ids != nullptr ? ids[k] : k; }
};

/// Sources of one row's values: `sources`, or positions from `first` on, or already written.
struct RowSources {
    const std::uint64_t *sources = nullptr;
    std::uint64_t first = 0;
    bool is_written = false;
};

/// Writes the n entries of a row by ascending column. `each` calls its argument with (column,
/// source) for all of them; sources are in [base, base + length), and ascend among equal columns.
/// Ascending columns are not sorted again.
template <class T, class Each>
RowSources write_row(T *to, std::uint64_t n, bool is_ascending, std::uint64_t ncols,
                     std::uint64_t base, std::uint64_t length, HostVector<std::uint64_t> &sources,
                     Each &&each) {
    const int low = static_cast<int>(std::bit_width(length)),
              high = static_cast<int>(std::bit_width(ncols));
    std::uint64_t at = 0;
    if (is_ascending) {
        if (sources.size() < n) sources.resize(n);
        each([&](std::uint64_t column, std::uint64_t source) {
            to[at] = static_cast<T>(column);
            sources[at++] = source;
        });
        return {sources.data(), 0, false};
    }
    if (low + high <= 64) {
        if (sources.size() < 2 * n) sources.resize(2 * n);
        auto *const keys = reinterpret_cast<PackedTuple *>(sources.data());
        each([&](std::uint64_t column, std::uint64_t source) {
            keys[at++].word = column << low | (source - base);
        });
        constexpr std::uint64_t short_row = 64;
        if (n > short_row) {
            sort_tuples(keys, keys + n, n, low, low + high, 1);
        } else {
            std::sort(keys, keys + n,
                      [](const PackedTuple &x, const PackedTuple &y) { return x.word < y.word; });
        }
        for (std::uint64_t k = 0; k < n; k++) {
            to[k] = static_cast<T>(keys[k].word >> low);
            keys[k].word = base + (keys[k].word & ((std::uint64_t{1} << low) - 1));
        }
        return {sources.data(), 0, false};
    }
    HostVector<std::pair<std::uint64_t, std::uint64_t>> pairs;
    pairs.reserve(n);
    each([&](std::uint64_t column, std::uint64_t source) { pairs.emplace_back(column, source); });
    std::sort(pairs.begin(), pairs.end());
    if (sources.size() < n) sources.resize(n);
    for (std::uint64_t k = 0; k < n; k++) {
        to[k] = static_cast<T>(pairs[k].first);
        sources[k] = pairs[k].second;
    }
    return {sources.data(), 0, false};
}

/// Writes the row numbers and offsets of a form whose candidates begin at starts[k]; nvals is set.
template <class O, class I>
void fill_rows(SparseForm &form, const RowAssembly &rows, const std::uint64_t *starts,
               std::uint64_t stored) {
    form.row_offsets = Array::of<O>(form.stored_rows + 1);
    O *const offsets = form.row_offsets.template as<O>();
    std::uint64_t at = 0;
    if (form.is_hyper) form.row_ids = Array::of<I>(stored);
    if (rows.candidates == 0) {
        std::memset(offsets, 0, form.row_offsets.bytes());
        return;
    }
    if (rows.nrows == 1) {
        offsets[0] = 0;
        offsets[1] = static_cast<O>(form.nvals);
        return;
    }
    if (form.is_hyper) {
        I *const ids = form.row_ids.template as<I>();
        for (std::uint64_t k = 0; k < rows.candidates; k++) {
            if (starts[k] == starts[k + 1]) continue;
            ids[at] = static_cast<I>(rows.id(k));
            offsets[at++] = static_cast<O>(starts[k]);
        }
        offsets[at] = static_cast<O>(form.nvals);
        return;
    }
    if (rows.ids != nullptr) {
        for (std::uint64_t k = 0; k < rows.candidates; k++)
            for (; at <= rows.ids[k]; at++) offsets[at] = static_cast<O>(starts[k]);
        for (; at <= rows.nrows; at++) offsets[at] = static_cast<O>(form.nvals);
        return;
    }
    parallel_ranges(rows.nrows + 1, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (; begin < end; begin++) offsets[begin] = static_cast<O>(starts[begin]);
    });
}

/// Assembles the result: `count(k)` entries for candidate k. `fill(k, columns, n, sources, z)`
/// writes ascending columns, and either the values into z or their sources into `sources` or as a
/// range. Both throw std::bad_alloc only; any thread calls them.
template <class I, class Count, class Fill>
Ref<Snapshot> assemble_rows(const RowAssembly &rows, double entries, Count &&count, Fill &&fill) {
    const std::uint64_t m = rows.candidates;
    const int threads = threads_for(10 * static_cast<double>(m) + rows.work * entries);
    Array sums = Array::of<std::uint64_t>(m + 1);
    auto *const starts = sums.as<std::uint64_t>();
    std::atomic<std::uint64_t> stored{0};
    for_chunks(Chunks(m, threads, 16), threads,
               [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                   std::uint64_t own = 0;
                   for (std::uint64_t k = begin; k < end; k++)
                       own += (starts[k] = count(k)) != 0 ? 1 : 0;
                   stored += own;
               });
    prefix_sums(starts, m, threads);
    SparseForm form;
    form.nvals = starts[m];
    form.index_width = sizeof(I);
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    form.is_hyper = rows.nrows != 1 && should_be_hyper(rows.nrows, stored);
    form.stored_rows = form.is_hyper ? stored.load() : rows.nrows;
    form.is_iso = rows.is_iso;
    const std::size_t size = rows.type->size;
    form.values = rows.is_iso ? Array::copy_of(rows.values, size) : Array(form.nvals * size);
    form.column_indices = Array::of<I>(form.nvals);
    if (form.offset_width == 8) {
        fill_rows<std::uint64_t, I>(form, rows, starts, stored);
    } else {
        fill_rows<std::uint32_t, I>(form, rows, starts, stored);
    }
    I *const columns = form.column_indices.template as<I>();
    auto *const values = form.values.template as<unsigned char>();
    // Chunks of equal numbers of entries plus rows: a hub's row is long.
    const Chunks chunks(form.nvals + m, threads, 8);
    const auto first_of = [&](std::uint64_t work) {
        std::uint64_t low = 0, high = m;
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (starts[middle] + middle < work) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    };
    for_chunks(chunks, threads, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        HostVector<std::uint64_t> sources;
        const std::uint64_t last = end == form.nvals + m ? m : first_of(end);
        for (std::uint64_t k = first_of(begin); k < last; k++) {
            const std::uint64_t at = starts[k], n = starts[k + 1] - at;
            if (n == 0) continue;
            unsigned char *const z = values + (rows.is_iso ? 0 : at * size);
            const RowSources from = fill(k, columns + at, n, sources, z);
            if (rows.is_iso || from.is_written) continue;
            if (from.sources != nullptr) {
                gather_values(z, rows.values, from.sources, 8, n, size);
            } else {
                std::memcpy(z, rows.values + from.first * size, n * size);
            }
        }
    });
    return Snapshot::of_rows(rows.type, rows.nrows, rows.ncols, std::move(form));
}

} // namespace grb
