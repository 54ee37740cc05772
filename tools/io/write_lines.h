// Writes lines of text with all threads.
#pragma once

#include "edge_list.h"
#include "output_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <omp.h>
#include <vector>

namespace grb::tool {

/// Calls append(buffer, k) for k from 0 to count - 1 with all threads; writes the texts in this
/// order.
template <class Append>
void write_lines(OutputFile &file, uint64_t count, const Append &append) {
    constexpr uint64_t lines_per_chunk = uint64_t{1} << 16;
    const auto thread_count = static_cast<uint64_t>(omp_get_max_threads());
    std::vector<fmt::memory_buffer> chunks(thread_count);
    for (uint64_t begin = 0; begin < count; begin += thread_count * lines_per_chunk) {
#pragma omp parallel for schedule(static, 1)
        for (uint64_t t = 0; t < thread_count; ++t) {
            chunks[t].clear();
            const uint64_t first = std::min(begin + t * lines_per_chunk, count);
            const uint64_t last = std::min(first + lines_per_chunk, count);
            for (uint64_t k = first; k < last; ++k) append(chunks[t], k);
        }
        for (const fmt::memory_buffer &chunk : chunks) file.write({chunk.data(), chunk.size()});
    }
}

/// Appends the weight of entry k, 1 in a pattern: reading it gives the same number.
inline void append_weight(fmt::memory_buffer &out, const EdgeList &edges, uint64_t k) {
    if (edges.is_pattern())
        out.push_back('1');
    else if (edges.field == Field::integer)
        fmt::format_to(std::back_inserter(out), "{:.0f}", edges.weights[k]);
    else
        fmt::format_to(std::back_inserter(out), "{}", edges.weights[k]);
}

} // namespace grb::tool
