#include "matrix_market.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <omp.h>

namespace grb::tool {

namespace {

constexpr uint64_t entries_per_piece = uint64_t{1} << 16;

const char *name_of(Field field) {
    switch (field) {
    case Field::pattern:
        return "pattern";
    case Field::integer:
        return "integer";
    case Field::real:
        break;
    }
    return "real";
}

void format_entry(fmt::memory_buffer &out, const EdgeList &edges, uint64_t k) {
    auto end =
        fmt::format_to(std::back_inserter(out), "{} {}", edges.rows[k] + 1, edges.cols[k] + 1);
    if (edges.field == Field::integer)
        end = fmt::format_to(end, " {:.0f}", edges.weights[k]);
    else if (edges.field == Field::real)
        end = fmt::format_to(end, " {}", edges.weights[k]);
    *end = '\n';
}

} // namespace

void write_matrix_market(const std::string &path, const EdgeList &edges,
                         const std::string &comment) {
    OutputFile file(path);
    write_matrix_market(file, edges, comment);
    file.finish();
}

void write_matrix_market(OutputFile &file, const EdgeList &edges, const std::string &comment) {
    const bool symmetric = edges.is_undirected || is_symmetric(edges);
    uint64_t count = edges.size();
    if (symmetric) {
        count = 0;
#pragma omp parallel for reduction(+ : count)
        for (uint64_t k = 0; k < edges.size(); ++k) count += edges.rows[k] >= edges.cols[k];
    }
    file.write(fmt::format("%%MatrixMarket matrix coordinate {} {}\n", name_of(edges.field),
                           symmetric ? "symmetric" : "general"));
    if (!comment.empty() && comment.find('\n') == std::string::npos)
        file.write(fmt::format("% {}\n", comment));
    file.write(fmt::format("{} {} {}\n", edges.nrows, edges.ncols, count));

    const auto team = static_cast<uint64_t>(omp_get_max_threads());
    std::vector<fmt::memory_buffer> pieces(team);
    for (uint64_t begin = 0; begin < edges.size(); begin += team * entries_per_piece) {
#pragma omp parallel for schedule(static, 1)
        for (uint64_t t = 0; t < team; ++t) {
            pieces[t].clear();
            const uint64_t first = std::min(begin + t * entries_per_piece, edges.size());
            const uint64_t last = std::min(first + entries_per_piece, edges.size());
            for (uint64_t k = first; k < last; ++k)
                if (!symmetric || edges.rows[k] >= edges.cols[k]) format_entry(pieces[t], edges, k);
        }
        for (const fmt::memory_buffer &piece : pieces) file.write({piece.data(), piece.size()});
    }
}

} // namespace grb::tool
