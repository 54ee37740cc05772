// Entries of a sparse operand that pass a test, each with a computed value.
#pragma once

#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cstring>
#include <utility>

namespace grb {

/// The entries of S that pass, as the rows of a result with values of `size` bytes. Chunks of
/// equally many entries run in parallel: each lists the entries that it keeps, then computes their
/// values. Scratch 16 bytes per entry of S.
/// make_test() gives a chunk its own test: begin_row(row), then keeps(p, column) for ascending
/// columns of that row.
/// compute(sources, elements, n, out): values of n entries; entry k comes from S's entry sources[k]
/// at row-major position elements[k].
template <class O, class I>
class KeptEntries {
public:
    KeptEntries(const Sparse<O, I> &S, const SparseView &view)
        : S_(S), view_(view), threads_(threads_for(8 * static_cast<double>(S.nvals))),
          chunks_(S.nvals, threads_), sources_(S.nvals * 8), elements_(S.nvals * 8),
          starts_(chunks_.count + 1) {}

    template <class MakeTest, class Compute>
    SparseForm run(std::size_t size, const MakeTest &make_test, const Compute &compute) {
        for_chunks(chunks_, threads_,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       auto test = make_test();
                       starts_[chunk] = list(test, begin, end);
                   });
        prefix_sums(starts_.data(), chunks_.count, 1);
        SparseForm form;
        form.nvals = starts_[chunks_.count];
        form.stored_rows = S_.stored_rows;
        form.offset_width = sizeof(O);
        form.index_width = sizeof(I);
        form.row_offsets = Array::of<O>(S_.stored_rows + 1);
        form.row_offsets.template as<O>()[0] = 0;
        form.column_indices = Array::of<I>(form.nvals);
        form.values = Array(form.nvals * size);
        if (view_.is_hyper()) {
            form.is_hyper = true;
            form.row_ids = Array::copy_of(S_.row_ids, S_.stored_rows * sizeof(I));
        }
        auto *const columns = form.column_indices.template as<I>();
        auto *const values = form.values.template as<unsigned char>();
        auto *const offsets = form.row_offsets.template as<O>();
        for_chunks(chunks_, threads_,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       const std::uint64_t first = starts_[chunk], n = starts_[chunk + 1] - first;
                       const auto *const sources = sources_.as<std::uint64_t>() + begin;
                       const auto *const elements = elements_.as<std::uint64_t>() + begin;
                       for (std::uint64_t k = 0; k < n; k++)
                           columns[first + k] = S_.column_indices[sources[k]];
                       if (n != 0) compute(sources, elements, n, values + first * size);
                       end_rows(chunk, begin, end, offsets);
                   });
        return form;
    }

private:
    template <class Test>
    std::uint64_t list(Test &test, std::uint64_t begin, std::uint64_t end) {
        auto *const sources = sources_.as<std::uint64_t>() + begin;
        auto *const elements = elements_.as<std::uint64_t>() + begin;
        std::uint64_t n = 0;
        for_row_runs(S_.row_offsets, S_.stored_rows, begin, end,
                     [&](std::uint64_t k, std::uint64_t p, std::uint64_t last) {
                         const std::uint64_t row = S_.row_id(k), base = row * S_.ncols;
                         test.begin_row(row);
                         for (; p < last; p++) {
                             const std::uint64_t column = S_.column_indices[p];
                             // Writes first and counts only kept entries: no branch to predict.
                             sources[n] = p;
                             elements[n] = base + column;
                             n += test.keeps(p, column) ? 1 : 0;
                         }
                     });
        return n;
    }

    /// Writes the end offsets of the rows that end in a chunk.
    void end_rows(std::uint64_t chunk, std::uint64_t begin, std::uint64_t end, O *offsets) const {
        const auto *const sources = std::as_const(sources_).template as<std::uint64_t>() + begin;
        const std::uint64_t first = starts_[chunk], n = starts_[chunk + 1] - first;
        std::uint64_t at = 0;
        // The row of the chunk's first entry; the first chunk has the empty rows before it, too.
        std::uint64_t k = begin == 0 ? 0 : row_of_entry(S_.row_offsets, S_.stored_rows, begin);
        for (; k < S_.stored_rows && S_.row_offsets[k + 1] <= end; k++) {
            while (at < n && sources[at] < S_.row_offsets[k + 1]) at++;
            offsets[k + 1] = static_cast<O>(first + at);
        }
    }

    const Sparse<O, I> &S_;
    const SparseView &view_;
    int threads_;
    Chunks chunks_;
    Array sources_, elements_;
    HostVector<std::uint64_t> starts_;
};

} // namespace grb
