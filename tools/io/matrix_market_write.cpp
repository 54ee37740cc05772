// Writes Matrix Market files.
#include "matrix_market.h"
#include "write_lines.h"

#include <fmt/format.h>
#include <iterator>

namespace grb::tool {

namespace {

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
    if (!edges.is_pattern()) {
        *end = ' ';
        append_weight(out, edges, k);
    }
    out.push_back('\n');
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

    write_lines(file, edges.size(), [&](fmt::memory_buffer &out, uint64_t k) {
        if (!symmetric || edges.rows[k] >= edges.cols[k]) format_entry(out, edges, k);
    });
}

} // namespace grb::tool
