// Finds the columns of a frontier and sums up their lengths.
#include "cpu/mxv/frontier_edges.hpp"

#include "storage/chunks.hpp"

namespace grb {

FrontierEdges::FrontierEdges(const PushInput &input)
    : columns_(static_cast<const unsigned char *>(input.A.column_indices)),
      values_(input.column_values()), index_width_(static_cast<std::size_t>(input.A.index_width)),
      value_size_(input.binding.a_values.type->size), n_(input.u.nvals),
      spans_(Array::of<ColumnSpan>(n_)), before_(Array::of<std::uint64_t>(n_ + 1)) {
    auto *const spans = spans_.as<ColumnSpan>();
    auto *const before = before_.as<std::uint64_t>();
    parallel_ranges(n_, 4, [&](std::uint64_t begin, std::uint64_t end) {
        input.list_columns(begin, end, spans);
        for (std::uint64_t q = begin; q < end; q++) before[q] = spans[q].end - spans[q].begin;
    });
    prefix_sums(before, n_, threads_for(static_cast<double>(n_)));
}

} // namespace grb
